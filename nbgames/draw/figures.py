"""Boards, graphs and answers on matplotlib axes, in the shapes and colours of the SVG picture.

Each function takes axes, or makes a figure, and returns the axes. Their label
(`ax.get_label()`) is the alternative text. On a dark figure the palette's dark colours are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from mpl_toolkits.mplot3d import Axes3D
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from .. import graphs
from ..core.errors import Refused, shown
from ..core.position import EMPTY
from ..play.sentences import says
from .axes import (
    SIZE,
    Colours,
    Size,
    checked_size,
    given_or_new,
    letters_of,
    mixed,
    new_figure,
    palette,
    prepared,
)
from .board_layers import OWN, add_decor, add_sites, owner_fill
from .captions import described
from .graph_layers import add_board_graph, add_lattices, neighbours_in_order, shaded
from .keys import add_words
from .looks import STROKES
from .mark_layers import add_mark, add_marks
from .marks import Mark
from .measured import measure
from .shades import Scale

if TYPE_CHECKING:
    from ..play.match import Match


def row(count: int, ratio: float = 1.1, *, figsize: Size | None = None) -> list[Axes]:
    """Empty axes side by side in a new figure, to hand to the functions here.

    Parameters
    ----------
    count : int
        How many.
    ratio : float, default 1.1
        The height of each over its width; boards are a little higher than wide.
    figsize : tuple of float, optional
        Width and height in inches of the whole figure, instead of a ratio.

    Returns
    -------
    list of matplotlib.axes.Axes
        From left to right.

    Raises
    ------
    Refused
        If `figsize` is no width and height.

    Examples
    --------
    >>> from nbgames import plots
    >>> len(plots.row(3))
    3
    """
    width, height = checked_size(figsize or (1.7 * SIZE, ratio * 1.7 * SIZE / count))
    return list(new_figure(width, height).subplots(1, count, squeeze=False)[0])


def board(m: Match, ax: Axes | None = None, *, figsize: Size | None = None) -> Axes:
    """The board with its pieces and the winning chain, if there is one, in its owner's colour.

    Parameters
    ----------
    m : Match
        A match.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.
    figsize : tuple of float, optional
        Width and height in inches of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label (`ax.get_label()`) is the alternative text.

    Raises
    ------
    Refused
        If it is no match, or both axes and a size are given.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.board(nbgames.match("projex", 3)).get_label()
    'Projex: X to move; move 1.'
    """
    ax, colours = _position(m, ax, figsize)
    if m.outcome and m.outcome.chain:
        chain = m.outcome.chain
        won = Mark("", OWN[m.owner(chain[0])], path=chain, closed=True)
        add_mark(m, ax, colours, won, Counter())
    ax.set_label(f"{m.game.rules.title}: {says(m)}")
    return ax


def _position(m: Match, ax: Axes | None, figsize: Size | None) -> tuple[Axes, Colours]:
    ax, colours = prepared(m, ax, figsize)
    add_sites(m, ax, colours)
    add_decor(m, ax, colours)
    return ax, colours


def graph(
    m: Match,
    ax: Axes | None = None,
    *,
    switched: Iterable[str] = (),
    figsize: Size | None = None,
) -> Axes:
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
    figsize : tuple of float, optional
        Width and height in inches of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If it is no match, a name in `switched` is no cell's, or both axes and a size are given.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.graph(nbgames.match("projex", 3)).get_label()
    'The graph of a position of projex: 12 vertices, 33 edges'
    """
    ax, colours = prepared(m, ax, figsize)
    if m.game.board.ends:
        add_lattices(m, ax, colours)
        first, second = (graphs.sublattice(m, parity) for parity in (0, 1))
        told = f"two lattices of {len(first)} and {len(second)} points, {first.size()} edges each"
    else:
        add_board_graph(m, ax, colours, frozenset(switched))
        G = graphs.board_graph(m)
        told = f"{len(G)} vertices, {G.size()} edges"
    add_decor(m, ax, colours, points=False)
    ax.set_label(f"The graph of a position of {m.game.name}: {told}")
    return ax


def heat(
    m: Match,
    values: Mapping[str, float],
    ax: Axes | None = None,
    *,
    label: str = "value",
    figsize: Size | None = None,
    **scale: Unpack[Scale],
) -> Axes:
    """The board with its sites shaded by value, from low to high, the stones on them, and a scale.

    Parameters
    ----------
    m : Match
        A match.
    values : mapping of str to float
        A finite number for each site to shade, by name.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.
    label : str, default "value"
        What the values are, for the scale below the board.
    figsize : tuple of float, optional
        Width and height in inches of a new figure.
    **scale : dict
        As in matplotlib, `cmap`, a colour map or its name, and `vmin` and `vmax`, the values at its
        ends. Left out, colours go from the board's to a strong one; where there are values of both
        signs, zero has the board's colour, and those below it go to another one.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If it is no match, a value is no finite number, `vmin` is not less than `vmax`, there is no
        such colour map, or both axes and a size are given.
    NotationError
        If a name is no site's.

    Examples
    --------
    >>> import nbgames
    >>> ax = nbgames.plots.heat(nbgames.match("projex", 3), {"B2": 1.0, "C2": 0.5})
    >>> ax.get_label()
    'Projex: X to move; move 1. Shades: value, highest at B2, C2.'
    >>> twice = nbgames.plots.row(2)
    >>> for k, ax in enumerate(twice):
    ...     ax = nbgames.plots.heat(
    ...         nbgames.match("projex", 3), {"B2": k}, ax, cmap="cividis", vmin=0, vmax=1
    ...     )
    """
    ax = board(m, ax, figsize=figsize)
    colours = palette(ax)
    add_marks(m, ax, colours, [Mark(label, "good", values=values)], scale)
    most = sorted(values, key=lambda name: -values[name])[:3]
    ax.set_label(f"{ax.get_label()} Shades: {label}, highest at {', '.join(most)}.")
    return ax


def answer(
    result: Any,
    ax: Axes | None = None,
    *,
    figsize: Size | None = None,
    **scale: Unpack[Scale],
) -> Axes:
    """The board with an answer of `nbgames.analysis` on it, and a legend.

    An answer that marks nothing stands below the board in words. A chain that has won is not drawn,
    since it could be taken for the answer.

    Parameters
    ----------
    result : Distance, Playouts, Solution or another answer
        Anything with `match`, `marks()` and `explain()`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; left out, a new figure.
    figsize : tuple of float, optional
        Width and height in inches of a new figure.
    **scale : dict
        As in matplotlib, `cmap`, a colour map or its name, and `vmin` and `vmax`, the values at its
        ends. Left out, colours go from the board's to a strong one; where there are values of both
        signs, zero has the board's colour, and those below it go to another one.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; their label is the alternative text: `result.explain()` and the position.

    Raises
    ------
    Refused
        If it is no such answer, `vmin` is not less than `vmax`, there is no such colour map, or
        both axes and a size are given.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> found = analysis.distance(nbgames.match("projex", 3), nbgames.FIRST)
    >>> nbgames.plots.answer(found).get_label().removeprefix(found.explain())
    ' (Projex 3, X to move: X nothing; O nothing.)'
    """
    if not hasattr(result, "marks") or not hasattr(result, "explain"):
        raise Refused(f"{shown(result)} is no answer to draw: ask nbgames.analysis for one")
    ax, colours = _position(result.match, ax, figsize)
    if not add_marks(result.match, ax, colours, result.marks(), scale):
        add_words(ax, colours, result.explain())
    ax.set_label(f"{result.explain()} {described(result.match)}")
    return ax


def double_cover(m: Match, ax: Axes3D | None = None, *, figsize: Size | None = None) -> Axes3D:
    """The double cover of Projex on the sphere: each cell twice, its twin opposite.

    The second sheet is darker. The coordinates are those of `graphs.sphere`.

    Parameters
    ----------
    m : Match
        A match of Projex, or of a loop game of your own.
    ax : mpl_toolkits.mplot3d.axes3d.Axes3D, optional
        Axes made with `projection="3d"`; left out, a new figure.
    figsize : tuple of float, optional
        Width and height in inches of a new figure.

    Returns
    -------
    mpl_toolkits.mplot3d.axes3d.Axes3D
        The axes; their label is the alternative text.

    Raises
    ------
    Refused
        If the board has no edge to cross, the axes are flat, or both axes and a size are given.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.plots.double_cover(nbgames.match("projex", 3)).get_label()
    'The double cover of a position of projex: a sphere of 24 cells'
    """
    C = graphs.double_cover(m)
    points = {node: np.array(point) for node, point in graphs.sphere(m).items()}
    ax = given_or_new(ax, figsize, (SIZE, SIZE), projection="3d")
    if not isinstance(ax, Axes3D):
        raise Refused('the sphere needs axes made with projection="3d"')
    colours = palette(ax)
    outcome = getattr(m, "outcome", None)
    chain = set(outcome.chain) if outcome else set()
    patches, fills = [], []
    for (name, sheet), data in C.nodes(data=True):
        ring = neighbours_in_order(C, (name, sheet))
        point = points[name, sheet]
        corners = [
            point + points[a] + points[b] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
        ]
        patches.append([corner / np.linalg.norm(corner) for corner in corners])
        fill = colours["glow"] if name in chain else owner_fill(colours, data.get("owner", EMPTY))
        fills.append(shaded(mixed(fill, colours["ink"], 0.28 * sheet), point))
    cells = Poly3DCollection(patches, facecolors=fills, edgecolors=colours["paper"])
    ax.add_collection3d(cells)
    measure(ax, cells.set_linewidth, STROKES["sphere"])
    ax.set_facecolor("none")
    ax.set(xlim=(-0.72, 0.72), ylim=(-0.72, 0.72), zlim=(-0.72, 0.72))
    ax.set_box_aspect((1, 1, 1))
    ax.set_axis_off()
    words = "each cell twice: its twin is opposite, in the darker sheet"
    ax.set_title(words, color=colours["ink"], fontsize=letters_of(ax), y=0)
    ax.set_label(f"The double cover of a position of {m.game.name}: a sphere of {len(C)} cells")
    return ax
