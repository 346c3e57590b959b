"""matplotlib axes in board units: figures, palettes, and what is drawn of points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, inf, pi, sin
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..core.errors import Refused, shown
from ..core.shapes import Disc, Point, Shape
from . import looks, scene
from .looks import STROKES
from .measured import measure

if TYPE_CHECKING:
    from ..play.match import Match

Colours = Mapping[str, str]
Size = tuple[float, float]  # inches: width and height

SIZE = 5.2  # inches: the longer side of a figure made here
LETTERS = (0.034, 0.042)  # of a chart's width and height: its letters
LARGEST = 10  # points: they are no larger


def new_figure(width: float = SIZE, height: float = SIZE) -> Figure:
    figure = plt.figure(figsize=(width, height), layout="constrained")
    dark = _is_dark(plt.rcParams["figure.facecolor"], plt.rcParams["text.color"])
    figure.set_facecolor(looks.PALETTE["paper"][dark])
    return figure


def given_or_new(ax: Any, figsize: Size | None, usual: Size, **kind: Any) -> Any:
    """The axes given, or those of a new figure of the size that is given or usual."""
    if ax is not None and figsize is not None:
        raise Refused("figsize is for a new figure, and here are axes: give one of the two")
    if ax is None:
        size = usual if figsize is None else checked_size(figsize)
        ax = new_figure(*size).add_subplot(**kind)
    ax._ipython_display_ = _nothing_more
    return ax


def _nothing_more() -> None:
    """What IPython shows of axes that are a cell's value: matplotlib shows their figure anyway."""


def checked_size(figsize: Size) -> Size:
    try:
        width, height = map(float, figsize)
    except (TypeError, ValueError):
        width = height = 0
    if not (0 < width < inf and 0 < height < inf):
        raise Refused(f"{shown(figsize)} is no figsize: give width and height in inches")
    return width, height


def _is_dark(paper: Any, ink: Any = "black") -> bool:
    if paper == "none":
        return sum(to_rgb(ink)) > 1.5
    return sum(to_rgb(paper)) < 1.5


def palette(ax: Axes) -> Colours:
    paper = ax.figure.get_facecolor()
    clear = len(paper) == 4 and paper[3] == 0
    dark = _is_dark("none" if clear else paper, plt.rcParams["text.color"])
    return {name: pair[dark] for name, pair in looks.COLOURS.items()}


def prepared(m: Match, ax: Axes | None, figsize: Size | None = None) -> tuple[Axes, Colours]:
    """Axes in board units, y upwards, big enough for the board and its labels."""
    if not hasattr(m, "position") or not hasattr(m, "game"):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    left, top, width, height = scene.extent(m.game.board)
    most = max(width, height)
    ax = given_or_new(ax, figsize, (SIZE * width / most, SIZE * height / most + 0.4))
    ax.set(xlim=(left, left + width), ylim=(-top - height, -top), aspect="equal")
    ax.set_axis_off()
    return ax, palette(ax)


def upright(points: Iterable[Point]) -> list[Point]:
    return [(x, -y) for x, y in points]


def outline(shape: Shape) -> list[Point]:
    """The corners of a shape; a disc as a polygon of many."""
    if isinstance(shape, Disc):
        (x, y), r = shape.middle, shape.radius
        turns = [2 * pi * k / 40 for k in range(40)]
        return upright((x + r * cos(a), y + r * sin(a)) for a in turns)
    return upright(shape.points)


def mixed(under: str, over: str, share: float) -> tuple[float, ...]:
    return tuple(
        (1 - share) * a + share * b for a, b in zip(to_rgb(under), to_rgb(over), strict=True)
    )


def add_polygons(
    ax: Axes,
    outlines: list[list[Point]],
    fills: Any,
    edge: str,
    zorder: float,
    *,
    width: float = STROKES["faint"],
    ls: str = "-",
) -> None:
    if outlines:
        polygons = PolyCollection(
            outlines, facecolors=fills, edgecolors=edge, zorder=zorder, linestyles=ls
        )
        ax.add_collection(polygons)
        measure(ax, polygons.set_linewidth, width)


def add_lines(
    ax: Axes,
    lines: Sequence[Sequence[Point]],
    colour: Any,
    width: float,
    *,
    alpha: float = 1,
    ls: Sequence[float] = (),
    zorder: float = 6,
) -> None:
    """Lines of this width in board units, with dashes in widths of the line."""
    if lines:
        strokes = LineCollection(
            lines,
            colors=colour if isinstance(colour, list) else [colour],
            alpha=alpha,
            linestyles=[(0, tuple(ls)) if ls else "-"],
            capstyle="butt" if ls else "round",
            zorder=zorder,
        )
        ax.add_collection(strokes)
        measure(ax, strokes.set_linewidth, width)


def add_cased(
    ax: Axes,
    colours: Colours,
    lines: Sequence[Sequence[Point]],
    look: tuple[str, Sequence[float]],
    stroke: str = "chain",
    *,
    zorder: float = 7,
) -> None:
    """Lines in a colour, with dashes, in a casing of paper that parts them from what lies below."""
    colour, dashes = look
    add_lines(ax, lines, colours["paper"], STROKES[f"{stroke}-casing"], zorder=zorder)
    add_lines(ax, lines, colours[colour], STROKES[stroke], ls=dashes, zorder=zorder + 0.1)


# Charts, which are measured in points


def plain_axes(ax: Axes, colours: Colours) -> float:
    """Two spines, and letters that fit the axes; their size in points is returned."""
    letters = letters_of(ax)
    ax.set_facecolor("none")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    small = 0.35 * letters
    ax.tick_params(colors=colours["ink"], labelsize=letters, length=small, pad=small)
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set(color=colours["ink"], fontsize=letters)
        axis.labelpad = small
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(colours["line"])
    return letters


def letters_of(ax: Axes) -> float:
    """The size in points of letters that fit these axes."""
    box: Any = ax.get_window_extent()
    across, up = LETTERS
    return float(min(LARGEST, min(across * box.width, up * box.height) * 72 / ax.figure.dpi))


def add_legend(ax: Axes, colours: Colours) -> None:
    """What the curves are, above the chart, in as many rows as it takes."""
    handles, labels = ax.get_legend_handles_labels()
    letters = letters_of(ax)
    ax.legend(
        handles,
        labels,
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        ncols=len(labels),
        frameon=False,
        labelcolor=colours["ink"],
        fontsize=letters,
        handlelength=1.6,
        columnspacing=1.2,
        borderaxespad=0.2,
    )
