"""Graphs on matplotlib axes: contacts of cells, two lattices, and the cells of the sphere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from .. import graphs
from ..core.position import EMPTY, FIRST, SECOND
from ..core.rules import Effect
from ..core.shapes import Disc, Point
from ..graphs.signed import switching
from . import scene
from .axes import Colours, add_legend, add_lines, add_polygons, outline, unit_of, upright
from .looks import LINES, STROKES

if TYPE_CHECKING:
    from ..play.match import Match


def add_board_graph(m: Match, ax: Axes, colours: Colours, switched: frozenset[str]) -> None:
    G, unit = graphs.board_graph(m), unit_of(ax)
    G = switching(G, switched) if switched else G
    owners = nx.get_node_attributes(G, "owner")
    styles: dict[tuple[str, float, float, Any], list[Sequence[Point]]] = {}
    for u, v, parity in G.edges(data="parity"):
        styles.setdefault(_style(m, owners[u], owners[v], parity), []).extend(_edge_lines(m, u, v))
    for (colour, width, alpha, dashes), lines in styles.items():
        add_lines(ax, lines, colours[colour], width * unit, alpha=alpha, ls=dashes)
    pos = nx.get_node_attributes(G, "pos")
    _nodes(ax, colours, pos, owners, 0.42 if m.game.board.parts else 0.26)


def _style(m: Match, a: int, b: int, parity: int | None) -> tuple[str, float, float, Any]:
    """Colour, width, strength and dashes of an edge between sites of these owners."""
    dashes = (0, (1.6, 1.4)) if parity else "-"
    if a == b != EMPTY:
        return "first" if a == FIRST else "second", STROKES["edge-owned"], 1, dashes
    if parity:
        return "glow", STROKES["edge-odd"], 1, dashes
    rules = m.game.rules
    settled = (a or b) and rules.scored and rules.effect is Effect.OBLIGES  # only empty cells count
    return "line", STROKES["edge"], 0.25 if settled else 0.9, dashes


def _edge_lines(m: Match, u: str, v: str) -> list[Sequence[Point]]:
    """The line between two sites; across the board's edge, a stub at either end."""
    board_ = m.game.board
    a, b = board_.site(u), board_.site(v)
    if (a, b) in board_.twists:
        stubs = scene.chain_lines(board_, (a, b))[:2]
        return [_shortened(upright(line.points), 0.5) for line in stubs]
    return [upright((board_.shapes[a].middle, board_.shapes[b].middle))]


def _shortened(line: Sequence[Point], share: float) -> list[Point]:
    (ax, ay), (bx, by) = line
    return [(ax, ay), (ax + share * (bx - ax), ay + share * (by - ay))]


def _nodes(
    ax: Axes, colours: Colours, pos: Mapping[str, Point], owners: Mapping[str, int], radius: float
) -> None:
    for owner, colour in ((EMPTY, "paper"), (FIRST, "first"), (SECOND, "second")):
        discs = [
            [(x, -y) for x, y in outline(Disc((pos[v][0], pos[v][1]), radius))]
            for v in pos
            if owners[v] == owner
        ]
        add_polygons(ax, discs, colours[colour], colours["ink"], 8)
    marks = [
        mark
        for v in pos
        if owners[v] in (FIRST, SECOND)
        for mark in _small_marks(pos[v], owners[v], radius * 0.5)
    ]
    add_lines(ax, marks, colours["on"], STROKES["node-mark"] * unit_of(ax), zorder=9)


def _small_marks(point: Point, owner: int, r: float) -> list[list[Point]]:
    """A cross or a ring, so that colour is not all that tells the players apart."""
    x, y = point
    if owner == SECOND:
        ring = [(px, -py) for px, py in outline(Disc((x, y), r * 0.9))]
        return [[*ring, ring[0]]]
    return [[(x - r, y - r), (x + r, y + r)], [(x - r, y + r), (x + r, y - r)]]


def add_lattices(m: Match, ax: Axes, colours: Colours) -> None:
    unit = unit_of(ax)
    for parity, dashes in ((0, "-"), (1, (0, (2.2, 1.6)))):
        L = graphs.sublattice(m, parity)
        pos = nx.get_node_attributes(L, "pos")
        for owner, colour, stroke in (
            (EMPTY, "line", "lattice"),
            (FIRST, "first", "lattice-owned"),
            (SECOND, "second", "lattice-owned"),
        ):
            lines = [(pos[u], pos[v]) for u, v, o in L.edges(data="owner") if o == owner]
            ls = dashes if owner == EMPTY else "-"
            add_lines(ax, lines, colours[colour], STROKES[stroke] * unit, ls=ls)
            if owner == SECOND:
                add_lines(ax, lines, colours["paper"], STROKES["lattice-groove"] * unit, zorder=6.5)
        discs = [[(x, -y) for x, y in outline(Disc(point, 0.15))] for point in pos.values()]
        fill = "ink" if parity == 0 else "paper"
        add_polygons(ax, discs, colours[fill], colours["ink"], 8)
    handles = [
        Line2D(
            [],
            [],
            color=colours["ink"],
            marker="o",
            markerfacecolor=colours["ink"],
            lw=LINES["key-edge"],
        ),
        Line2D(
            [],
            [],
            color=colours["ink"],
            marker="o",
            markerfacecolor=colours["paper"],
            lw=LINES["key-edge"],
            ls=(0, (2.2, 1.6)),
        ),
    ]
    add_legend(ax, colours, handles, ["the lattice of a1", "the other lattice"])


def neighbours_in_order(C: nx.Graph, node: Any) -> list[Any]:
    """The neighbours of a node of a triangulation, once around it."""
    near = list(C[node])  # in the order of the edges: that of a subgraph changes from run to run
    ring = near[:1]
    while len(ring) < len(near):
        ring.append(next(v for v in near if C.has_edge(v, ring[-1]) and v not in ring))
    return ring


def shaded(colour: Sequence[float], point: np.ndarray) -> tuple[float, ...]:
    """A colour as it looks at a point of the sphere, with a light from the upper right."""
    light = 0.8 + 0.2 * float(point @ np.array([0.5, -0.4, 0.77]))
    return tuple(min(1.0, c * light) for c in colour)
