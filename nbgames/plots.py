"""Figures with matplotlib: boards, graphs and answers, in the drawing's own shapes and colours.

Every function takes axes to draw on, or makes a figure, and gives the axes back. Their label
(`ax.get_label()`) is the alternative text. On a dark figure the palette's dark colours are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from math import cos, isinf, pi, sin
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgb
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from mpl_toolkits.mplot3d.art3d import Poly3DCollection  # type: ignore[import-untyped]

from . import drawing, graphs
from .analysis.parity import switching
from .errors import Refused, shown
from .lattice import hexagon
from .position import EMPTY, FIRST, SECOND
from .shapes import Disc, Line, Point, Shape, Text
from .words import says

if TYPE_CHECKING:
    from .analysis.answers import Mark
    from .matches import Match

Colours = Mapping[str, str]

# What a mark's role looks like: a colour of the palette and a line's dashes.
ROLES = {
    "first": ("first", "-"),
    "second": ("second", "-"),
    "claim": ("glow", (0, (2, 1.2))),
    "cut": ("ink", "-"),
    "odd": ("glow", "-"),
    "ring": ("ink", (0, (3, 1.5))),
    "good": ("glow", "-"),
    "note": ("ink", "-"),
}
SIZE = 5.2  # inches: the longer side of a figure made here


def board(m: Match, ax: Axes | None = None) -> Axes:
    """The board with its pieces, and what has won.

    Parameters
    ----------
    m
        A match.
    ax
        Axes to draw on; left out, a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    Refused
        If it is no match.
    """
    ax, colours = _canvas(m, ax)
    _sites(m, ax, colours)
    _decor(m, ax, colours)
    if m.outcome and m.outcome.chain:
        chain = tuple(map(m.game.board.site, m.outcome.chain))
        _cased(ax, colours, drawing.thread(m.game.board, chain), "glow")
    ax.set_label(f"{m.game.name.capitalize()}: {says(m)}")
    return ax


def graph(m: Match, ax: Axes | None = None, *, switched: Iterable[str] = ()) -> Axes:
    """The graph of a position: who touches whom, and who owns what.

    Projex: links of parity 1 are dashed and bright, those across the edge end in stubs beside it.
    Antipalos: both lattices, the one of a1 in full lines. Copolymer: the empty cells stand out,
    since only they still interact.

    Parameters
    ----------
    m
        A match.
    ax
        Axes to draw on; left out, a new figure.
    switched
        Projex: cells that the seam has been slid across, as `analysis.switching` does it.

    Raises
    ------
    Refused
        If it is no match, or a name in `switched` is no cell's.
    """
    ax, colours = _canvas(m, ax)
    if m.game.name == "antipalos":
        _both_lattices(m, ax, colours)
    else:
        _contacts(m, ax, colours, frozenset(switched))
    _decor(m, ax, colours, points=False)
    G = graphs.board_graph(m)
    ax.set_label(
        f"The graph of a position of {m.game.name}: {len(G)} nodes, {G.number_of_edges()} edges"
    )
    return ax


def heat(
    m: Match, values: Mapping[str, float], ax: Axes | None = None, *, label: str = "value"
) -> Axes:
    """The board with its sites shaded by value, from low to high.

    Raises
    ------
    Refused
        If it is no match, or a value is no finite number.
    NotationError
        If a name is no site's.
    """
    from .analysis.answers import Mark

    ax = board(m, ax)
    colours = _palette(ax)
    _overlay(m, ax, colours, [Mark(label, "good", values=values)])
    most = sorted(values, key=lambda name: -values[name])[:3]
    ax.set_label(f"{ax.get_label()} {label} is highest at {', '.join(most)}.")
    return ax


def answer(result: Any, ax: Axes | None = None) -> Axes:
    """The board with an answer of `nbgames.analysis` on it, and a legend.

    Raises
    ------
    Refused
        If it is no such answer.
    """
    if not hasattr(result, "marks") or not hasattr(result, "explain"):
        raise Refused(f"{shown(result)} is no answer to draw: ask nbgames.analysis for one")
    return lay_over(board(result.match, ax), result)


def lay_over(ax: Axes, result: Any) -> Axes:
    """The same axes with an answer laid over the board or graph that is on them."""
    _overlay(result.match, ax, _palette(ax), result.marks())
    ax.set_label(result.explain())
    return ax


def double_cover(m: Match, ax: Any = None) -> Axes:
    """Projex on the sphere: each cell twice, its twin opposite; the second sheet is darker.

    The places are the three lowest eigenvectors of the signed Laplacian. `ax`, if given, has to be
    three-dimensional (`projection="3d"`).

    Raises
    ------
    Refused
        If it is no match of Projex, or the axes are flat.
    """
    C = graphs.double_cover(m)
    places = {node: np.array(place) for node, place in graphs.sphere(m).items()}
    if ax is None:
        ax = _figure().add_subplot(projection="3d")
    elif ax.name != "3d":
        raise Refused('the sphere needs axes made with projection="3d"')
    colours = _palette(ax)
    outcome = getattr(m, "outcome", None)
    chain = set(outcome.chain) if outcome else set()
    patches, fills = [], []
    for (name, sheet), data in C.nodes(data=True):
        ring = _ring(C, (name, sheet))
        place = places[name, sheet]
        corners = [
            place + places[a] + places[b] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
        ]
        patches.append([corner / np.linalg.norm(corner) for corner in corners])
        fill = colours["glow"] if name in chain else _fill(colours, data.get("owner", EMPTY))
        fills.append(_lit(_mixed(fill, colours["ink"], 0.28 * sheet), place))
    ax.add_collection3d(
        Poly3DCollection(patches, facecolors=fills, edgecolors=colours["paper"], linewidths=0.8)
    )
    ax.set_facecolor("none")
    ax.set(xlim=(-0.72, 0.72), ylim=(-0.72, 0.72), zlim=(-0.72, 0.72))
    ax.set_box_aspect((1, 1, 1))
    ax.set_axis_off()
    ax.set_label(f"The double cover of a position of projex: a sphere of {len(C)} cells")
    return ax


def tempo(m: Match, ax: Axes | None = None) -> Axes:
    """The tempo over a whole match, move by move.

    Copolymer: for each player the cells locked in and the most that can still be had. Else: the
    claims each needs to win.

    Raises
    ------
    Refused
        If it is no match.
    """
    from .analysis import history

    rows = history(m)
    if ax is None:
        ax = _figure(SIZE * 1.3, SIZE * 0.72).add_subplot()
    colours = _palette(ax)
    moves = [row["move"] for row in rows]
    for key, who, dashes in (("first", FIRST, "-"), ("second", SECOND, (0, (4, 1.5)))):
        name = m.game.players[who - 1]
        if f"{key}_low" in rows[0]:
            low, high = ([row[f"{key}_{end}"] for row in rows] for end in ("low", "high"))
            ax.plot(moves, low, color=colours[key], ls=dashes, lw=2.2, label=f"{name}, locked in")
            ax.fill_between(moves, low, high, color=colours[key], alpha=0.12, lw=0)
        else:
            claims = [np.nan if isinf(row[key]) else row[key] for row in rows]
            ax.plot(
                moves,
                claims,
                color=colours[key],
                ls=dashes,
                lw=2.2,
                drawstyle="steps-post",
                label=f"{name} wins in",
            )
    scored = "first_low" in rows[0]
    if scored:
        half = len(m.game.board.names) / 2
        ax.axhline(half, color=colours["ink"], lw=1, ls=(0, (1, 2)), label="half the board")
    ax.set_xlabel("move")
    ax.set_ylabel("cells" if scored else "claims")
    _plain_axes(ax, colours)
    _legend(ax, colours, *ax.get_legend_handles_labels())
    ax.set_label(f"Tempo over {len(m.moves)} moves of {m.game.name}")
    return ax


def vector(ax: Axes) -> str:
    """The figure of these axes as SVG text, with the alternative text as its description."""
    out = StringIO()
    about = {"Title": "nbgames", "Description": ax.get_label(), "Date": None}
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "nbgames"}):
        figure: Any = ax.figure
        figure.savefig(out, format="svg", metadata=about, bbox_inches="tight")
    return out.getvalue()


# The canvas


def _figure(width: float = SIZE, height: float = SIZE) -> plt.Figure:
    figure = plt.figure(figsize=(width, height), layout="constrained")
    dark = _is_dark(plt.rcParams["figure.facecolor"], plt.rcParams["text.color"])
    figure.set_facecolor(drawing.PALETTE["paper"][dark])
    return figure


def _is_dark(paper: Any, ink: Any = "black") -> bool:
    if paper == "none":
        return sum(to_rgb(ink)) > 1.5
    return sum(to_rgb(paper)) < 1.5


def _palette(ax: Axes) -> Colours:
    paper = ax.figure.get_facecolor()
    clear = len(paper) == 4 and paper[3] == 0
    dark = _is_dark("none" if clear else paper, plt.rcParams["text.color"])
    return {name: pair[dark] for name, pair in drawing.PALETTE.items()}


def _canvas(m: Match, ax: Axes | None) -> tuple[Axes, Colours]:
    """Axes in board units, y upwards, big enough for the board and its labels."""
    if not hasattr(m, "position") or not hasattr(m, "game"):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    copies = (hexagon(at) for at, _ in m.game.board.ghosts)
    shapes = (*m.game.board.shapes, *m.game.board.decor, *copies)
    left, top, width, height = drawing.extent(shapes)
    if ax is None:
        most = max(width, height)
        ax = _figure(SIZE * width / most, SIZE * height / most + 0.4).add_subplot()
    ax.set(xlim=(left, left + width), ylim=(-top - height, -top), aspect="equal")
    ax.set_axis_off()
    return ax, _palette(ax)


def _unit(ax: Axes) -> float:
    """The length of a board unit in points."""
    box = ax.get_position(original=True)
    figure: Any = ax.figure
    width, height = figure.get_size_inches()
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    return 72 * min(box.width * width / (right - left), box.height * height / (high - low))


def _flip(points: Iterable[Point]) -> list[Point]:
    return [(x, -y) for x, y in points]


def _outline(shape: Shape) -> list[Point]:
    """The corners of a shape; a disc as a polygon of many."""
    if isinstance(shape, Disc):
        (x, y), r = shape.middle, shape.radius
        turns = [2 * pi * k / 40 for k in range(40)]
        return _flip((x + r * cos(a), y + r * sin(a)) for a in turns)
    return _flip(shape.points)


# Layers


def _sites(m: Match, ax: Axes, colours: Colours) -> None:
    board_, owners = m.game.board, m.position.owners
    flat = [site for site in range(len(owners)) if not isinstance(board_.shapes[site], Line)]
    areas = [site for site in flat if board_.parts and site >= board_.claimable]
    for layer, sites in ((1, areas), (2.5, [site for site in flat if site not in areas])):
        outlines = [_outline(board_.shapes[site]) for site in sites]
        fills = [_site_fill(m, colours, site) for site in sites]
        _polygons(ax, outlines, fills, colours["line"], layer)
    copies = [(hexagon(at), owners[site]) for at, site in board_.ghosts]  # beyond the edge
    for owner in (EMPTY, FIRST, SECOND):
        rings = [_outline(shape) for shape, copy in copies if copy == owner]
        fill = _fill(colours, owner, empty="paper")
        _polygons(ax, rings, _mixed(colours["paper"], fill, 0.3), colours["line"], 0.5, ls=":")
    unit = _unit(ax)
    pieces = [site for site in range(len(owners)) if isinstance(board_.shapes[site], Line)]
    for owner, colour, width, alpha in (
        (EMPTY, "line", 0.03, 0.5),
        (FIRST, "first", 0.24, 1),
        (SECOND, "second", 0.24, 1),
    ):
        lines = [_flip(board_.shapes[site].points) for site in pieces if owners[site] == owner]
        _lines(ax, lines, colours[colour], width * unit, alpha=alpha, zorder=3)
    for site, mark in drawing.marks(board_, owners):
        area = site >= board_.claimable
        own = colours["first" if owners[site] == FIRST else "second"]
        colour = (
            own
            if area
            else colours[
                "paper" if isinstance(mark, Line) and mark is board_.shapes[site] else "on"
            ]
        )
        line = (
            _outline(mark) if not isinstance(mark, Disc) else [*_outline(mark), _outline(mark)[0]]
        )
        _lines(ax, [line], colour, (0.07 if area else 0.1) * unit, zorder=2 if area else 4)


def _site_fill(m: Match, colours: Colours, site: int) -> Any:
    """A claimed site's colour, or a faint one where an area is filled."""
    hole = bool(m.game.board.parts) and site < m.game.board.claimable
    fill = _fill(colours, m.position.owners[site], empty="paper" if hole else "site")
    return fill if site < m.game.board.claimable else _mixed(colours["site"], fill, 0.22)


def _fill(colours: Colours, owner: int, *, empty: str = "site") -> str:
    return colours[{FIRST: "first", SECOND: "second"}.get(owner, empty)]


def _mixed(under: str, over: str, share: float) -> tuple[float, ...]:
    return tuple(
        (1 - share) * a + share * b for a, b in zip(to_rgb(under), to_rgb(over), strict=True)
    )


def _decor(m: Match, ax: Axes, colours: Colours, *, points: bool = True) -> None:
    unit = _unit(ax)
    for shape in m.game.board.decor:
        if isinstance(shape, Text):
            ax.text(
                shape.middle[0],
                -shape.middle[1],
                shape.text,
                color=colours["ink"],
                ha="center",
                va="center",
                fontsize=min(11, max(4.5, 0.55 * unit)),
                zorder=5,
            )
        elif isinstance(shape, Line):
            dashes = (0, (2.2, 2)) if shape.role == "second" else "-"
            _lines(ax, [_flip(shape.points)], colours[shape.role], 0.2 * unit, ls=dashes, zorder=1)
    discs = [_outline(shape) for shape in m.game.board.decor if isinstance(shape, Disc)]
    if points:
        _polygons(ax, discs, colours["ink"], colours["ink"], 5)


def _polygons(
    ax: Axes, outlines: list, fills: Any, edge: str, zorder: float, *, ls: str = "-"
) -> None:
    if outlines:
        ax.add_collection(
            PolyCollection(
                outlines, facecolors=fills, edgecolors=edge, linewidths=0.7, zorder=zorder, ls=ls
            )
        )


def _lines(
    ax: Axes,
    lines: Sequence,
    colour: Any,
    width: float,
    *,
    alpha: float = 1,
    ls: Any = "-",
    zorder: float = 6,
) -> None:
    if lines:
        ax.add_collection(
            LineCollection(
                lines,
                colors=[colour],
                linewidths=width,
                alpha=alpha,
                linestyles=[ls],
                capstyle="butt" if ls != "-" else "round",
                zorder=zorder,
            )
        )


def _cased(
    ax: Axes, colours: Colours, shapes: Iterable[Shape], role: str, zorder: float = 7
) -> None:
    """Lines in a colour, with a rim of paper that parts them from what lies below."""
    lines = [_flip(shape.points) for shape in shapes]
    colour, dashes = ROLES.get(role, (role, "-"))
    unit = _unit(ax)
    _lines(ax, lines, colours["paper"], 0.3 * unit, zorder=zorder)
    _lines(ax, lines, colours[colour], 0.15 * unit, ls=dashes, zorder=zorder + 0.1)


# Graphs


def _contacts(m: Match, ax: Axes, colours: Colours, switched: frozenset[str]) -> None:
    G, unit = graphs.board_graph(m), _unit(ax)
    G = switching(G, switched) if switched else G
    owners = nx.get_node_attributes(G, "owner")
    styles: dict[tuple, list] = {}
    for u, v, parity in G.edges(data="parity"):
        styles.setdefault(_style(m, owners[u], owners[v], parity), []).extend(_link(m, u, v))
    for (colour, width, alpha, dashes), lines in styles.items():
        _lines(ax, lines, colours[colour], width * unit, alpha=alpha, ls=dashes)
    pos = nx.get_node_attributes(G, "pos")
    _nodes(ax, colours, pos, owners, 0.42 if m.game.board.parts else 0.26)


def _style(m: Match, a: int, b: int, parity: int | None) -> tuple[str, float, float, Any]:
    """Colour, width, strength and dashes of a link between sites of these owners."""
    dashes = (0, (1.6, 1.4)) if parity else "-"
    if a == b != EMPTY:
        return "first" if a == FIRST else "second", 0.16, 1, dashes
    if parity:
        return "glow", 0.1, 1, dashes
    settled = (a or b) and m.game.rules.by == "majority"  # only empty cells still interact
    return "line", 0.05, 0.25 if settled else 0.9, dashes


def _link(m: Match, u: str, v: str) -> list[Sequence[Point]]:
    """The line between two sites; across the board's edge, a stub at either end."""
    board_ = m.game.board
    a, b = board_.site(u), board_.site(v)
    if (a, b) in board_.twists:
        stubs = drawing.thread(board_, (a, b))[:2]
        return [_shortened(_flip(line.points), 0.5) for line in stubs]
    return [_flip((board_.shapes[a].middle, board_.shapes[b].middle))]


def _shortened(line: Sequence[Point], share: float) -> list[Point]:
    (ax, ay), (bx, by) = line
    return [(ax, ay), (ax + share * (bx - ax), ay + share * (by - ay))]


def _nodes(ax: Axes, colours: Colours, pos: Mapping, owners: Mapping, radius: float) -> None:
    for owner, colour in ((EMPTY, "paper"), (FIRST, "first"), (SECOND, "second")):
        discs = [
            [(x, -y) for x, y in _outline(Disc((pos[v][0], pos[v][1]), radius))]
            for v in pos
            if owners[v] == owner
        ]
        _polygons(ax, discs, colours[colour], colours["ink"], 8)
    marks = [
        mark
        for v in pos
        if owners[v] in (FIRST, SECOND)
        for mark in _small_marks(pos[v], owners[v], radius * 0.5)
    ]
    _lines(ax, marks, colours["on"], 0.07 * _unit(ax), zorder=9)


def _small_marks(place: Point, owner: int, r: float) -> list[list[Point]]:
    """A cross or a ring, so that colour is not all that tells the players apart."""
    x, y = place
    if owner == SECOND:
        ring = [(px, -py) for px, py in _outline(Disc((x, y), r * 0.9))]
        return [[*ring, ring[0]]]
    return [[(x - r, y - r), (x + r, y + r)], [(x - r, y + r), (x + r, y - r)]]


def _both_lattices(m: Match, ax: Axes, colours: Colours) -> None:
    unit = _unit(ax)
    for parity, dashes in ((0, "-"), (1, (0, (2.2, 1.6)))):
        L = graphs.sublattice(m, parity)
        pos = nx.get_node_attributes(L, "pos")
        for owner, colour, width in (
            (EMPTY, "line", 0.06),
            (FIRST, "first", 0.24),
            (SECOND, "second", 0.24),
        ):
            lines = [(pos[u], pos[v]) for u, v, o in L.edges(data="owner") if o == owner]
            _lines(ax, lines, colours[colour], width * unit, ls=dashes if owner == EMPTY else "-")
            if owner == SECOND:
                _lines(ax, lines, colours["paper"], 0.08 * unit, zorder=6.5)
        discs = [[(x, -y) for x, y in _outline(Disc(place, 0.15))] for place in pos.values()]
        fill = "ink" if parity == 0 else "paper"
        _polygons(ax, discs, colours[fill], colours["ink"], 8)
    handles = [
        Line2D([], [], color=colours["ink"], marker="o", markerfacecolor=colours["ink"], lw=1.2),
        Line2D(
            [],
            [],
            color=colours["ink"],
            marker="o",
            markerfacecolor=colours["paper"],
            lw=1.2,
            ls=(0, (2.2, 1.6)),
        ),
    ]
    _legend(ax, colours, handles, ["the lattice of a1", "the other lattice"])


def _ring(C: nx.Graph, node: Any) -> list[Any]:
    """The neighbours of a node of a triangulation, in order around it."""
    near = C.subgraph(C[node])
    way = [next(iter(near))]
    while len(way) < len(near):
        way.append(next(v for v in near[way[-1]] if v not in way))
    return way


def _lit(colour: Sequence[float], place: np.ndarray) -> tuple[float, ...]:
    """A colour as it looks there, with a light from the upper right."""
    light = 0.8 + 0.2 * float(place @ np.array([0.5, -0.4, 0.77]))
    return tuple(min(1.0, c * light) for c in colour)


# Answers


def _overlay(m: Match, ax: Axes, colours: Colours, marks: Iterable[Mark]) -> None:
    handles, labels = [], []
    for mark in marks:
        handle = _laid(m, ax, colours, mark)
        if handle is not None and mark.label not in labels:
            handles.append(handle)
            labels.append(mark.label)
    _legend(ax, colours, handles, labels)


def _laid(m: Match, ax: Axes, colours: Colours, mark: Mark) -> Any:
    """Lay one mark over the board; the answer is its handle for the legend."""
    board_, unit = m.game.board, _unit(ax)
    colour, dashes = ROLES[mark.role]
    if mark.values:
        _shade(m, ax, colours, mark)
        return None
    if mark.path:
        chain = tuple(map(board_.site, mark.path))
        _cased(ax, colours, drawing.thread(board_, chain), mark.role)
        return Line2D([], [], color=colours[colour], ls=dashes, lw=2.5)
    for name, note in mark.notes.items():
        x, y = board_.shapes[board_.site(name)].middle
        ax.text(
            x,
            -y,
            note,
            color=colours["ink"],
            ha="center",
            va="center",
            zorder=10,
            fontsize=min(10, 0.42 * unit),
        )
    if mark.notes:
        return Line2D([], [], color=colours["ink"], marker="$n$", ls="", ms=7)
    if not mark.sites:
        return None
    shapes = [board_.shapes[board_.site(name)] for name in mark.sites]
    if isinstance(shapes[0], Line):
        ends = [_flip(shape.points) for shape in shapes]
        _lines(ax, ends, colours["paper"], 0.34 * unit, zorder=8)
        _lines(ax, ends, colours[colour], 0.18 * unit, ls=dashes, zorder=8.1)
        return Line2D([], [], color=colours[colour], ls=dashes, lw=2.5)
    rings = [
        _outline(Disc(s.middle, 0.3 if not board_.parts or isinstance(s, Disc) else 0.8))
        for s in shapes
    ]
    _lines(ax, [[*r, r[0]] for r in rings], colours["paper"], 0.24 * unit, zorder=8)
    _lines(ax, [[*r, r[0]] for r in rings], colours[colour], 0.12 * unit, ls=dashes, zorder=8.1)
    return Line2D([], [], color=colours[colour], marker="o", ls="", mfc="none", ms=9, mew=2)


def _shade(m: Match, ax: Axes, colours: Colours, mark: Mark) -> None:
    """Sites from the board's colour to the mark's, and the scale beside them."""
    board_ = m.game.board
    values = {board_.site(name): float(value) for name, value in mark.values.items()}
    if not np.isfinite(list(values.values())).all():
        raise Refused("a value to show is no finite number: leave such sites out")
    colour = colours[ROLES[mark.role][0]]
    scale = LinearSegmentedColormap.from_list("heat", [colours["site"], colour])
    norm = Normalize(min(values.values(), default=0), max(values.values(), default=1))
    areas = {s: v for s, v in values.items() if not isinstance(board_.shapes[s], Line)}
    lines = {s: v for s, v in values.items() if s not in areas}
    shades = [scale(norm(v)) for v in areas.values()]
    over = 1.5 if all(s >= board_.claimable for s in areas) else 2.6
    _polygons(ax, [_outline(board_.shapes[s]) for s in areas], shades, colours["line"], over)
    for s, v in lines.items():
        _lines(ax, [_flip(board_.shapes[s].points)], scale(norm(v)), 0.2 * _unit(ax), zorder=3)
    bar = ax.figure.colorbar(ScalarMappable(norm, scale), ax=ax, shrink=0.6, pad=0.02)
    bar.set_label(mark.label, color=colours["ink"])
    bar.ax.tick_params(color=colours["ink"], labelcolor=colours["ink"])
    bar.outline.set_edgecolor(colours["line"])


def _legend(ax: Axes, colours: Colours, handles: Sequence, labels: Sequence[str]) -> None:
    if handles:
        ax.legend(
            handles,
            labels,
            loc="upper center",
            bbox_to_anchor=(0.5, -0.01 if not ax.axison else -0.16),
            ncols=min(len(labels), 3),
            frameon=False,
            labelcolor=colours["ink"],
            fontsize=9,
        )


def _plain_axes(ax: Axes, colours: Colours) -> None:
    ax.set_facecolor("none")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.tick_params(colors=colours["ink"])
    ax.xaxis.label.set_color(colours["ink"])
    ax.yaxis.label.set_color(colours["ink"])
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(colours["line"])
