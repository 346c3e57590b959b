"""A position on matplotlib axes: sites, pieces, the players' marks, labels."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes

from ..core.lattice import hexagon
from ..core.position import EMPTY, FIRST, SECOND
from ..core.shapes import Disc, Line, Point, Shape, Text
from . import scene
from .axes import Colours, add_lines, add_polygons, mixed, outline, upright
from .looks import SIDE_DASHES, STROKES
from .measured import add_text

if TYPE_CHECKING:
    from ..play.match import Match

OWN = {FIRST: "first", SECOND: "second"}
STONE = 0.36  # the radius of a stone on a hexagon of which something else is shown
LABELS = 0.8  # of the size that they have in SVG: matplotlib's letters are wider
MARKS = 8.5  # the players' marks lie above whatever crosses their sites


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
        fill = mixed(colours["paper"], owner_fill(colours, owner, empty="paper"), 0.3)
        add_polygons(ax, rings, fill, colours["line"], 0.5, ls=":")
    pieces = [site for site in range(len(owners)) if isinstance(board_.shapes[site], Line)]
    for owner, colour, kind, alpha in (
        (EMPTY, "line", "faint", 0.5),
        (FIRST, "first", "piece", 1),
        (SECOND, "second", "piece", 1),
    ):
        lines = [upright(board_.shapes[site].points) for site in pieces if owners[site] == owner]
        add_lines(ax, lines, colours[colour], STROKES[kind], alpha=alpha, zorder=3)
    _add_marks(m, ax, colours)


def _add_marks(m: Match, ax: Axes, colours: Colours) -> None:
    """What tells the players apart besides their colours."""
    board_, owners = m.game.board, m.position.owners
    layers: dict[tuple[str, str, float], list[list[Point]]] = {}
    for site, mark in scene.position_marks(board_, owners):
        if site >= board_.claimable:
            layer = OWN[owners[site]], "hatch", 2.0
        elif mark is board_.shapes[site]:
            layer = "paper", "groove", 4.0
        else:
            layer = "on", "mark", MARKS
        layers.setdefault(layer, []).append(stroked(mark))
    for (colour, stroke, zorder), lines in layers.items():
        add_lines(ax, lines, colours[colour], STROKES[stroke], zorder=zorder)


def add_stones(
    m: Match, ax: Axes, colours: Colours, sites: Iterable[int], *, zorder: float
) -> None:
    """The stones on these sites once more, above what is drawn over them; pieces stay as they are.

    A hexagon's stone is a disc, so that something of the hexagon can be seen around it.
    """
    discs: dict[int, list[list[Point]]] = {FIRST: [], SECOND: []}
    for site in sites:
        shape, owner = m.game.board.shapes[site], m.position.owners[site]
        if owner in discs and not isinstance(shape, Line):
            whole = isinstance(shape, Disc)
            discs[owner].append(outline(shape if whole else Disc(shape.middle, STONE)))
    for owner, outlines in discs.items():
        add_polygons(ax, outlines, colours[OWN[owner]], colours["paper"], zorder)


def stroked(mark: Shape) -> list[Point]:
    """The line that a mark's stroke follows."""
    line = outline(mark)
    return [*line, line[0]] if isinstance(mark, Disc) else line


def _site_fill(m: Match, colours: Colours, site: int) -> Any:
    """A claimed site's colour, or a faint one where an area is filled."""
    hole = bool(m.game.board.parts) and site < m.game.board.claimable
    fill = owner_fill(colours, m.position.owners[site], empty="paper" if hole else "site")
    return fill if site < m.game.board.claimable else mixed(colours["site"], fill, 0.22)


def owner_fill(colours: Colours, owner: int, *, empty: str = "site") -> str:
    return colours[OWN.get(owner, empty)]


def add_decor(m: Match, ax: Axes, colours: Colours, *, points: bool = True) -> None:
    for shape in m.game.board.decor:
        if isinstance(shape, Text):
            (at,) = upright([shape.middle])
            add_text(ax, at, shape.text, LABELS * shape.size, colours["ink"], zorder=5)
        elif isinstance(shape, Line):
            width = STROKES["outline" if shape.role == "line" else "side"]
            dashes = _fitted(SIDE_DASHES, shape, width) if shape.role == "second" else ()
            add_lines(ax, [upright(shape.points)], colours[shape.role], width, ls=dashes, zorder=1)
    discs = [outline(shape) for shape in m.game.board.decor if isinstance(shape, Disc)]
    if points:
        add_polygons(ax, discs, colours["ink"], colours["ink"], 5)


def _fitted(dashes: tuple[float, float], line: Line, width: float) -> tuple[float, ...]:
    """Dashes in widths of the line, so that it begins and ends with a whole one."""
    length = sum(dist(a, b) for a, b in pairwise(line.points)) / width
    on, off = dashes
    share = length / (max(1, round((length - on) / (on + off))) * (on + off) + on)
    return on * share, off * share
