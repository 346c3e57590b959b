"""Graphs on matplotlib axes: contacts of cells, two lattices, and the cells of the sphere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from matplotlib.axes import Axes

from .. import graphs
from ..core.position import EMPTY, FIRST, SECOND
from ..core.rules import Effect
from ..core.shapes import Disc, Point, Shape
from ..graphs.signed import switching
from . import scene
from .axes import Colours, add_lines, add_polygons, outline, upright
from .board_layers import stroked
from .keys import Key, add_keys
from .looks import STROKES

if TYPE_CHECKING:
    from ..play.match import Match


Dashes = tuple[float, ...]
OTHER_DASHES: Dashes = (2.2, 1.6)  # of the lattice without a1
STUB = 0.75  # of the way to the copy beyond the rim
ODD_DASHES: Dashes = (1.2, 1.3)  # of edges of parity 1


def add_board_graph(m: Match, ax: Axes, colours: Colours, switched: frozenset[str]) -> None:
    G = graphs.board_graph(m)
    G = switching(G, switched) if switched else G
    owners = nx.get_node_attributes(G, "owner")
    styles: dict[tuple[str, float, float, Dashes], list[Sequence[Point]]] = {}
    for u, v, parity in G.edges(data="parity"):
        styles.setdefault(_style(m, owners[u], owners[v], parity), []).extend(_edge_lines(m, u, v))
    for (colour, width, alpha, dashes), lines in styles.items():
        add_lines(ax, lines, colours[colour], width, alpha=alpha, ls=dashes)
    _nodes(m, ax, colours, G, 0.42 if m.game.board.parts else 0.26)
    if any(dashes for *_, dashes in styles):
        where = "parity 1" if switched else "parity 1: goes on across the rim"
        add_keys(ax, colours, [Key(where, "glow", ODD_DASHES)])


def _style(m: Match, a: int, b: int, parity: int | None) -> tuple[str, float, float, Dashes]:
    """Colour, width, strength and dashes of an edge between sites of these owners."""
    dashes = ODD_DASHES if parity else ()
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
        return [_shortened(upright(line.points), STUB) for line in stubs]
    return [upright((board_.shapes[a].middle, board_.shapes[b].middle))]


def _shortened(line: Sequence[Point], share: float) -> list[Point]:
    (ax, ay), (bx, by) = line
    return [(ax, ay), (ax + share * (bx - ax), ay + share * (by - ay))]


def _nodes(m: Match, ax: Axes, colours: Colours, G: nx.Graph, radius: float) -> None:
    """Discs in the owners' colours, with the marks that the players have on the board."""
    like = m.game.board.shapes[0]  # what is claimed: its marks are those of the game
    marks: list[Shape] = []
    for owner, colour in ((EMPTY, "paper"), (FIRST, "first"), (SECOND, "second")):
        points = [(x, -y) for v, (x, y) in G.nodes(data="pos") if G.nodes[v]["owner"] == owner]
        discs = [Disc(point, radius) for point in points]
        add_polygons(ax, [outline(disc) for disc in discs], colours[colour], colours["ink"], 8)
        if owner != EMPTY:
            marks += [mark for disc in discs for mark in scene.node_marks(disc, like, owner)]
    lines = [stroked(mark) for mark in marks]
    add_lines(ax, lines, colours["on"], STROKES["node-mark"], zorder=9)


def add_lattices(m: Match, ax: Axes, colours: Colours) -> None:
    for parity, dashes in ((0, ()), (1, OTHER_DASHES)):
        L = graphs.sublattice(m, parity)
        pos = nx.get_node_attributes(L, "pos")
        for owner, colour, stroke in (
            (EMPTY, "line", "lattice"),
            (FIRST, "first", "lattice-owned"),
            (SECOND, "second", "lattice-owned"),
        ):
            lines = [(pos[u], pos[v]) for u, v, o in L.edges(data="owner") if o == owner]
            ls = dashes if owner == EMPTY else ()
            add_lines(ax, lines, colours[colour], STROKES[stroke], ls=ls)
            if owner == SECOND:
                add_lines(ax, lines, colours["paper"], STROKES["lattice-groove"], zorder=6.5)
        discs = [[(x, -y) for x, y in outline(Disc(point, 0.15))] for point in pos.values()]
        fill = "ink" if parity == 0 else "paper"
        add_polygons(ax, discs, colours[fill], colours["ink"], 8)
    keys = [
        Key("the lattice of a1", "ink", sign="node", fill="ink"),
        Key("the other lattice", "ink", OTHER_DASHES, sign="node"),
    ]
    add_keys(ax, colours, keys)


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
