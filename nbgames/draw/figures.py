"""Boards, graphs and answers on matplotlib axes, in the shapes and colours of the SVG picture.

Each function takes axes, or makes a figure, and returns the axes. Their label
(`ax.get_label()`) is the alternative text. On a dark figure the palette's dark colours are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from mpl_toolkits.mplot3d import Axes3D
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from .. import graphs
from ..core.errors import Refused, shown
from ..core.position import EMPTY
from ..core.shapes import Line
from ..play.sentences import says
from . import scene
from .axes import (
    SIZE,
    add_cased,
    add_decor,
    add_lines,
    add_sites,
    mixed,
    new_figure,
    owner_fill,
    palette,
    prepared,
    unit_of,
    upright,
)
from .graph_layers import add_board_graph, add_lattices, neighbours_in_order, shaded
from .looks import STROKES
from .mark_layers import add_marks

if TYPE_CHECKING:
    from ..play.match import Match


def row(count: int, ratio: float = 1.1) -> list[Axes]:
    """Empty axes side by side in a new figure, to hand to the functions here.

    Parameters
    ----------
    count
        How many.
    ratio
        How much higher than wide each is; boards are a little.
    """
    wide = 1.7 * SIZE
    return list(new_figure(wide, ratio * wide / count).subplots(1, count, squeeze=False)[0])


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
    ax, colours = prepared(m, ax)
    add_sites(m, ax, colours)
    add_decor(m, ax, colours)
    if m.outcome and m.outcome.chain:
        won = scene.chain_lines(m.game.board, map(m.game.board.site, m.outcome.chain))
        lines = [upright(line.points) for line in won]
        if isinstance(m.game.board.shapes[0], Line):
            add_lines(ax, lines, colours["glow"], STROKES["glow"] * unit_of(ax), zorder=2)
        else:
            add_cased(ax, colours, lines, "good")
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
    ax, colours = prepared(m, ax)
    if m.game.board.ends:
        add_lattices(m, ax, colours)
        first, second = (graphs.sublattice(m, parity) for parity in (0, 1))
        told = f"two lattices of {len(first)} and {len(second)} points, {first.size()} edges each"
    else:
        add_board_graph(m, ax, colours, frozenset(switched))
        G = graphs.board_graph(m)
        told = f"{len(G)} nodes, {G.size()} edges"
    add_decor(m, ax, colours, points=False)
    ax.set_label(f"The graph of a position of {m.game.name}: {told}")
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
    from .marks import Mark

    ax = board(m, ax)
    colours = palette(ax)
    add_marks(m, ax, colours, [Mark(label, "good", values=values)])
    most = sorted(values, key=lambda name: -values[name])[:3]
    ax.set_label(f"{ax.get_label()} Shades: {label}, highest at {', '.join(most)}.")
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
    add_marks(result.match, ax, palette(ax), result.marks())
    ax.set_label(result.explain())
    return ax


def double_cover(m: Match, ax: Axes3D | None = None) -> Axes3D:
    """Projex on the sphere: each cell twice, its twin opposite; the second sheet is darker.

    The positions are the three lowest eigenvectors of the signed Laplacian. `ax`, if given, has to
    be three-dimensional (`projection="3d"`).

    Raises
    ------
    Refused
        If no cells of the board touch across its edge, or the axes are flat.
    """
    C = graphs.double_cover(m)
    points = {node: np.array(point) for node, point in graphs.sphere(m).items()}
    if ax is None:
        ax = new_figure().add_subplot(projection="3d")
    elif not isinstance(ax, Axes3D):
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
    ax.add_collection3d(
        Poly3DCollection(patches, facecolors=fills, edgecolors=colours["paper"], linewidths=0.8)
    )
    ax.set_facecolor("none")
    ax.set(xlim=(-0.72, 0.72), ylim=(-0.72, 0.72), zlim=(-0.72, 0.72))
    ax.set_box_aspect((1, 1, 1))
    ax.set_axis_off()
    ax.set_label(f"The double cover of a position of {m.game.name}: a sphere of {len(C)} cells")
    return ax
