"""The board on matplotlib axes: board units, sites, labels, lines, legends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..core.errors import Refused, shown
from ..core.lattice import hexagon
from ..core.position import EMPTY, FIRST, SECOND
from ..core.shapes import Disc, Line, Point, Shape, Text
from . import looks, scene
from .looks import LINES, STROKES

if TYPE_CHECKING:
    from ..play.match import Match

Colours = Mapping[str, str]

ROLES = {
    role: (colour, (0, dashes) if dashes else "-") for role, (colour, dashes) in looks.ROLES.items()
}
SIZE = 5.2  # inches: the longer side of a figure made here


def new_figure(width: float = SIZE, height: float = SIZE) -> Figure:
    figure = plt.figure(figsize=(width, height), layout="constrained")
    dark = _is_dark(plt.rcParams["figure.facecolor"], plt.rcParams["text.color"])
    figure.set_facecolor(looks.PALETTE["paper"][dark])
    return figure


def _is_dark(paper: Any, ink: Any = "black") -> bool:
    if paper == "none":
        return sum(to_rgb(ink)) > 1.5
    return sum(to_rgb(paper)) < 1.5


def palette(ax: Axes) -> Colours:
    paper = ax.figure.get_facecolor()
    clear = len(paper) == 4 and paper[3] == 0
    dark = _is_dark("none" if clear else paper, plt.rcParams["text.color"])
    return {name: pair[dark] for name, pair in looks.PALETTE.items()}


def prepared(m: Match, ax: Axes | None) -> tuple[Axes, Colours]:
    """Axes in board units, y upwards, big enough for the board and its labels."""
    if not hasattr(m, "position") or not hasattr(m, "game"):
        raise Refused(f"{shown(m)} is no match: make one with nbgames.match")
    left, top, width, height = scene.extent(m.game.board)
    if ax is None:
        most = max(width, height)
        ax = new_figure(SIZE * width / most, SIZE * height / most + 0.4).add_subplot()
    ax.set(xlim=(left, left + width), ylim=(-top - height, -top), aspect="equal")
    ax.set_axis_off()
    return ax, palette(ax)


def unit_of(ax: Axes) -> float:
    """The length of a board unit in points."""
    box = ax.get_position(original=True)
    figure: Any = ax.figure
    width, height = figure.get_size_inches()
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    return float(72 * min(box.width * width / (right - left), box.height * height / (high - low)))


def upright(points: Iterable[Point]) -> list[Point]:
    return [(x, -y) for x, y in points]


def outline(shape: Shape) -> list[Point]:
    """The corners of a shape; a disc as a polygon of many."""
    if isinstance(shape, Disc):
        (x, y), r = shape.middle, shape.radius
        turns = [2 * pi * k / 40 for k in range(40)]
        return upright((x + r * cos(a), y + r * sin(a)) for a in turns)
    return upright(shape.points)


# Layers


def add_sites(m: Match, ax: Axes, colours: Colours) -> None:
    board_, owners = m.game.board, m.position.owners
    flat = [site for site in range(len(owners)) if not isinstance(board_.shapes[site], Line)]
    areas = [site for site in flat if board_.parts and site >= board_.claimable]
    for layer, sites in ((1, areas), (2.5, [site for site in flat if site not in areas])):
        outlines = [outline(board_.shapes[site]) for site in sites]
        fills = [_site_fill(m, colours, site) for site in sites]
        add_polygons(ax, outlines, fills, colours["line"], layer)
    copies = [(hexagon(at), owners[site]) for at, site in board_.ghosts]  # beyond the edge
    for owner in (EMPTY, FIRST, SECOND):
        rings = [outline(shape) for shape, copy in copies if copy == owner]
        fill = owner_fill(colours, owner, empty="paper")
        add_polygons(ax, rings, mixed(colours["paper"], fill, 0.3), colours["line"], 0.5, ls=":")
    unit = unit_of(ax)
    pieces = [site for site in range(len(owners)) if isinstance(board_.shapes[site], Line)]
    for owner, colour, kind, alpha in (
        (EMPTY, "line", "faint", 0.5),
        (FIRST, "first", "piece", 1),
        (SECOND, "second", "piece", 1),
    ):
        lines = [upright(board_.shapes[site].points) for site in pieces if owners[site] == owner]
        add_lines(ax, lines, colours[colour], STROKES[kind] * unit, alpha=alpha, zorder=3)
    for site, mark in scene.position_marks(board_, owners):
        area, piece = site >= board_.claimable, mark is board_.shapes[site]
        own = "first" if owners[site] == FIRST else "second"
        colour = colours[own if area else "paper" if piece else "on"]
        line = outline(mark) if not isinstance(mark, Disc) else [*outline(mark), outline(mark)[0]]
        stroke = STROKES["hatch" if area else "groove" if piece else "mark"]
        add_lines(ax, [line], colour, stroke * unit, zorder=2 if area else 4)


def _site_fill(m: Match, colours: Colours, site: int) -> Any:
    """A claimed site's colour, or a faint one where an area is filled."""
    hole = bool(m.game.board.parts) and site < m.game.board.claimable
    fill = owner_fill(colours, m.position.owners[site], empty="paper" if hole else "site")
    return fill if site < m.game.board.claimable else mixed(colours["site"], fill, 0.22)


def owner_fill(colours: Colours, owner: int, *, empty: str = "site") -> str:
    return colours[{FIRST: "first", SECOND: "second"}.get(owner, empty)]


def mixed(under: str, over: str, share: float) -> tuple[float, ...]:
    return tuple(
        (1 - share) * a + share * b for a, b in zip(to_rgb(under), to_rgb(over), strict=True)
    )


def add_decor(m: Match, ax: Axes, colours: Colours, *, points: bool = True) -> None:
    unit = unit_of(ax)
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
            dashes = (0, looks.SIDE_DASHES) if shape.role == "second" else "-"
            width = STROKES["outline" if shape.role == "line" else "side"] * unit
            add_lines(ax, [upright(shape.points)], colours[shape.role], width, ls=dashes, zorder=1)
    discs = [outline(shape) for shape in m.game.board.decor if isinstance(shape, Disc)]
    if points:
        add_polygons(ax, discs, colours["ink"], colours["ink"], 5)


def add_polygons(
    ax: Axes, outlines: list[list[Point]], fills: Any, edge: str, zorder: float, *, ls: str = "-"
) -> None:
    if outlines:
        ax.add_collection(
            PolyCollection(
                outlines,
                facecolors=fills,
                edgecolors=edge,
                linewidths=LINES["rim"],
                zorder=zorder,
                ls=ls,
            )
        )


def add_lines(
    ax: Axes,
    lines: Sequence[Sequence[Point]],
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


def add_cased(
    ax: Axes,
    colours: Colours,
    lines: Sequence[Sequence[Point]],
    role: str,
    stroke: str = "chain",
    *,
    zorder: float = 7,
) -> None:
    """Lines in a role's colour, in a casing of paper that parts them from what lies below."""
    colour, dashes = ROLES[role]
    unit = unit_of(ax)
    add_lines(ax, lines, colours["paper"], STROKES[f"{stroke}-casing"] * unit, zorder=zorder)
    add_lines(ax, lines, colours[colour], STROKES[stroke] * unit, ls=dashes, zorder=zorder + 0.1)


def add_legend(ax: Axes, colours: Colours, handles: Sequence[Any], labels: Sequence[str]) -> None:
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


def plain_axes(ax: Axes, colours: Colours) -> None:
    ax.set_facecolor("none")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.tick_params(colors=colours["ink"])
    ax.xaxis.label.set_color(colours["ink"])
    ax.yaxis.label.set_color(colours["ink"])
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(colours["line"])
