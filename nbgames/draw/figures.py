"""Figures with matplotlib: boards, graphs and answers, in the drawing's own shapes and colours.

What draws takes axes, or makes a figure, and gives the axes back. Their label
(`ax.get_label()`) is the alternative text. On a dark figure the palette's dark colours are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from io import BytesIO, StringIO
from math import isinf
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d import Axes3D
from mpl_toolkits.mplot3d.art3d import Poly3DCollection
from PIL import Image

from .. import graphs
from ..core.errors import Refused, shown
from ..core.position import EMPTY, FIRST, SECOND
from ..core.shapes import Line
from ..play.sentences import says
from . import scene
from .axes import (
    SIZE,
    add_cased,
    add_decor,
    add_legend,
    add_sites,
    mixed,
    new_figure,
    owner_fill,
    palette,
    plain_axes,
    prepared,
)
from .captions import Captioned
from .graph_layers import add_contacts, add_lattices, around, lit
from .mark_layers import add_marks
from .turn_layers import add_turns

if TYPE_CHECKING:
    from ..play.match import Match

FINE, PAGE = 144, 96  # dots an inch: in the picture, for a wall to be read from; on a page
COLOURS = 128  # few enough that a picture of a board is a quarter as large


def row(count: int, ratio: float = 1.1) -> list[Axes]:
    """Empty axes side by side in a new figure, to hand to the functions here.

    Parameters
    ----------
    count : int
        How many.
    ratio : float, default 1.1
        The height of each over its width; boards are a little higher than wide.

    Returns
    -------
    list of matplotlib.axes.Axes
        From left to right.

    Examples
    --------
    >>> from nbgames import plots
    >>> len(plots.row(3))
    3
    """
    wide = 1.7 * SIZE
    return list(new_figure(wide, ratio * wide / count).subplots(1, count, squeeze=False)[0])


def board(m: Match, ax: Axes | None = None) -> Axes:
    """The board with its pieces and the winning chain, if there is one.

    Parameters
    ----------
    m : Match
        A match.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label (`ax.get_label()`) is the alternative text.

    Raises
    ------
    Refused
        If it is no match.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.board(nbgames.match("projex", 3)).get_label()
    'Projex: X to move; move 1.'
    """
    ax, colours = prepared(m, ax)
    add_sites(m, ax, colours)
    add_decor(m, ax, colours)
    if m.outcome and m.outcome.chain:
        chain = tuple(map(m.game.board.site, m.outcome.chain))
        add_cased(ax, colours, scene.thread(m.game.board, chain), "glow")
    ax.set_label(f"{m.game.name.capitalize()}: {says(m)}")
    return ax


def graph(m: Match, ax: Axes | None = None, *, switched: Iterable[str] = ()) -> Axes:
    """The graph of a position: which sites touch, and who owns what.

    Projex: edges of parity 1 are dashed and bright, and end in stubs beyond the rim. Antipalos:
    both lattices, the one of a1 in full lines. Copolymer: the empty cells stand out, since only
    they still interact.

    Parameters
    ----------
    m : Match
        A match.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.
    switched : iterable of str, default ()
        Projex: cells across which the seam has been moved, as by `analysis.switching`.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If it is no match, or a name in `switched` is no cell's.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.graph(nbgames.match("projex", 3)).get_label()
    'The graph of a position of projex: 12 nodes, 33 edges'
    """
    ax, colours = prepared(m, ax)
    if m.game.name == "antipalos":
        add_lattices(m, ax, colours)
        first, second = (graphs.sublattice(m, parity) for parity in (0, 1))
        told = f"two lattices of {len(first)} and {len(second)} points, {first.size()} edges each"
    else:
        add_contacts(m, ax, colours, frozenset(switched))
        G = graphs.board_graph(m)
        told = f"{len(G)} nodes, {G.size()} edges"
    add_decor(m, ax, colours, points=False)
    ax.set_label(f"The graph of a position of {m.game.name}: {told}")
    return ax


def heat(
    m: Match, values: Mapping[str, float], ax: Axes | None = None, *, label: str = "value"
) -> Axes:
    """The board with its sites shaded by value, from low to high.

    Parameters
    ----------
    m : Match
        A match.
    values : mapping of str to float
        A finite number for each site to shade, by name.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.
    label : str, default "value"
        What the values are, for the legend.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If it is no match, or a value is no finite number.
    NotationError
        If a name is no site's.

    Examples
    --------
    >>> import nbgames
    >>> ax = nbgames.plots.heat(nbgames.match("projex", 3), {"B2": 1.0, "C2": 0.5})
    >>> ax.get_label()
    'Projex: X to move; move 1. Shades: value, highest at B2, C2.'
    """
    from .marks import Mark

    ax = board(m, ax)
    colours = palette(ax)
    add_marks(m, ax, colours, [Mark(label, "good", values=values)])
    most = sorted(values, key=lambda name: -values[name])[:3]
    ax.set_label(f"{ax.get_label()} Shades: {label}, highest at {', '.join(most)}.")
    return ax


def answer(result: Any, ax: Axes | None = None) -> Axes:
    """The board with an answer of `nbgames.analysis` on it, and a legend.

    Parameters
    ----------
    result : Distance, Playouts, Solution or another answer
        Anything with `match`, `marks()` and `explain()`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is `result.explain()`.

    Raises
    ------
    Refused
        If it is no such answer.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> found = analysis.distance(nbgames.match("projex", 3), nbgames.FIRST)
    >>> nbgames.plots.answer(found).get_label() == found.explain()
    True
    """
    if not hasattr(result, "marks") or not hasattr(result, "explain"):
        raise Refused(f"{shown(result)} is no answer to draw: ask nbgames.analysis for one")
    return lay_over(board(result.match, ax), result)


def lay_over(ax: Axes, result: Any) -> Axes:
    """The same axes with an answer laid over the board or graph that is on them."""
    add_marks(result.match, ax, palette(ax), result.marks())
    ax.set_label(result.explain())
    return ax


def double_cover(m: Match, ax: Axes3D | None = None) -> Axes3D:
    """The double cover of Projex on the sphere: each cell twice, its twin opposite.

    The second sheet is darker. The coordinates are those of `graphs.sphere`.

    Parameters
    ----------
    m : Match
        A match of Projex, or of a loop game of your own.
    ax : mpl_toolkits.mplot3d.axes3d.Axes3D, optional
        Axes made with `projection="3d"`; left out, a new figure.

    Returns
    -------
    mpl_toolkits.mplot3d.axes3d.Axes3D
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If the board has no edge to cross, or the axes are flat.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.double_cover(nbgames.match("projex", 3)).get_label()
    'The double cover of a position of projex: a sphere of 24 cells'
    """
    C = graphs.double_cover(m)
    places = {node: np.array(place) for node, place in graphs.sphere(m).items()}
    if ax is None:
        ax = new_figure().add_subplot(projection="3d")
    elif not isinstance(ax, Axes3D):
        raise Refused('the sphere needs axes made with projection="3d"')
    colours = palette(ax)
    outcome = getattr(m, "outcome", None)
    chain = set(outcome.chain) if outcome else set()
    patches, fills = [], []
    for (name, sheet), data in C.nodes(data=True):
        ring = around(C, (name, sheet))
        place = places[name, sheet]
        corners = [
            place + places[a] + places[b] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
        ]
        patches.append([corner / np.linalg.norm(corner) for corner in corners])
        fill = colours["glow"] if name in chain else owner_fill(colours, data.get("owner", EMPTY))
        fills.append(lit(mixed(fill, colours["ink"], 0.28 * sheet), place))
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

    Copolymer: for each player the cells locked in and the most that can still be had. Elsewhere:
    the claims that each needs to win.

    Parameters
    ----------
    m : Match
        A match.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If it is no match.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.tempo(nbgames.match("projex", 3).play("B2")).get_label()
    'Tempo over 1 moves of projex: claims to a win, X from 4 to 3, O from 4 to 4'
    """
    from ..analysis import history

    rows = history(m)
    if ax is None:
        ax = new_figure(SIZE * 1.3, SIZE * 0.72).add_subplot()
    colours = palette(ax)
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
    plain_axes(ax, colours)
    add_legend(ax, colours, *ax.get_legend_handles_labels())
    unit = "cells locked in" if scored else "claims to a win"
    keys = ("first_low", "second_low") if scored else ("first", "second")
    ends = [
        f"{name} from {rows[0][key]} to {rows[-1][key]}"
        for name, key in zip(m.game.players, keys, strict=True)
    ]
    ax.set_label(f"Tempo over {len(m.moves)} moves of {m.game.name}: {unit}, {', '.join(ends)}")
    return ax


def turns(m: Match, ax: Axes | None = None) -> Axes:
    """The turns of a Copolymer position: each set of connecting cells, and its best margin.

    Sets are in rows by size, joined to those with one cell more; the number is the final margin of
    the side to move if it closes well. Framed sets win, and the best is in bold.

    Parameters
    ----------
    m : Match
        A match of Copolymer that is not over, with at most ten empty cells.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If it is another game or over, or more than ten cells are empty.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("copolymer", 3).play("A1", "B2", "B3")
    >>> nbgames.plots.turns(m).get_label()
    'What O gets by each set of connecting cells: none -1, A2 -1'
    """
    from ..analysis import endings

    ends = endings(m)
    if ax is None:
        ax = new_figure(SIZE * 1.4, SIZE * 0.85).add_subplot()
    colours = palette(ax)
    add_turns(ax, colours, ends)
    ax.set_facecolor("none")
    ax.set_axis_off()
    who = m.game.players[m.position.to_move - 1]
    told = ", ".join(f"{' '.join(sorted(some)) or 'none'} {end:+d}" for some, end in ends.items())
    ax.set_label(f"What {who} gets by each set of connecting cells: {told}")
    return ax


def captioned(ax: Axes, caption: str) -> Captioned:
    """The figure of these axes with a caption under it; it takes no more drawing.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Axes that a function here gave. The labels of all axes in the figure are the alternative
        text.
    caption : str
        What there is to see in it, in a sentence.

    Returns
    -------
    Captioned
        The picture as PNG, which a cell shows.

    Examples
    --------
    >>> import nbgames
    >>> m = nbgames.match("projex", 3)
    >>> nbgames.plots.captioned(nbgames.plots.board(m), "An empty board.")
    An empty board. (Projex: X to move; move 1.)
    """
    figure: Any = ax.figure
    out, small = BytesIO(), BytesIO()
    figure.savefig(out, format="png", dpi=FINE)
    Image.open(out).convert("RGB").quantize(COLOURS).save(small, "png", optimize=True)
    alt = " ".join(filter(None, (one.get_label() for one in figure.axes)))
    plt.close(figure)  # or the notebook would show it a second time, without a caption
    return Captioned(small.getvalue(), round(figure.get_figwidth() * PAGE), alt, caption)


def vector(ax: Axes) -> str:
    """The figure of these axes as SVG text, with the alternative text as its description.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Axes that a function here gave.

    Returns
    -------
    str
        The SVG.

    Examples
    --------
    >>> import nbgames
    >>> "<svg" in nbgames.plots.vector(nbgames.plots.board(nbgames.match("projex", 3)))
    True
    """
    out = StringIO()
    about = {"Title": "nbgames", "Description": ax.get_label(), "Date": None}
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "nbgames"}):
        figure: Any = ax.figure
        figure.savefig(out, format="svg", metadata=about, bbox_inches="tight")
    return out.getvalue()


def drawn(m: Match, answer: Any, *, seam: tuple[str, ...] = (), dark: bool = False) -> str:
    """The graph of a position with an answer on it as SVG, each node marked with its name.

    Parameters
    ----------
    m : Match
        A match.
    answer : Distance, Playouts, Solution or another answer, or None
        What to lay over the graph.
    seam : tuple of str, default ()
        Projex: cells across which the seam has been moved.
    dark : bool, default False
        Whether to use the dark colours.

    Returns
    -------
    str
        The SVG.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.drawn(nbgames.match("projex", 3), None).count("data-name")
    12
    """
    figure = Figure(figsize=(6, 6))
    FigureCanvasSVG(figure)
    figure.set_facecolor(scene.PALETTE["paper"][dark])
    ax = figure.add_axes((0, 0.08, 1, 0.92))
    graph(m, ax, switched=seam)
    if answer is not None:
        lay_over(ax, answer)
    out = StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    text = re.sub(r"^.*?(?=<svg )", "", out.getvalue(), flags=re.S)
    return text.replace("</svg>", _nodes(m, ax) + "</svg>")


def _nodes(m: Match, ax: Any) -> str:
    """A clear mark on every node, with its name: what a pointer finds."""
    figure, board = ax.figure, m.game.board
    scale, height = 72 / figure.dpi, figure.bbox.height
    unit = 72 * figure.get_figwidth() / (ax.get_xlim()[1] - ax.get_xlim()[0])

    def at(point: tuple[float, float]) -> tuple[float, float]:
        x, y = ax.transData.transform(point)
        return round(x * scale, 1), round((height - y) * scale, 1)

    marks = []
    for name, pos in graphs.board_graph(m).nodes(data="pos"):
        shape = board.shapes[board.site(name)]
        title = f"<title>{escape(name)}</title>"
        if isinstance(shape, Line):
            (ax_, ay), (bx, by) = (at((x, -y)) for x, y in shape.points)
            line = f'x1="{ax_}" y1="{ay}" x2="{bx}" y2="{by}" stroke-width="{0.25 * unit:.1f}"'
            marks.append(f'<line data-name="{name}" stroke="transparent" {line}>{title}</line>')
        else:
            x, y = at(pos)
            disc = f'cx="{x}" cy="{y}" r="{(0.8 if board.parts else 0.4) * unit:.1f}"'
            marks.append(f'<circle data-name="{name}" fill="transparent" {disc}>{title}</circle>')
    return "".join(marks)
