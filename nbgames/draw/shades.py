"""Sites of a board on matplotlib axes, shaded by value, and colour maps for that."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, TypedDict

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap, Normalize

from ..core.errors import Refused, shown
from ..core.position import FIRST, SECOND
from ..core.shapes import Disc, Line, Shape
from . import scene
from .axes import Colours, add_lines, add_polygons, mixed, outline, upright
from .board_layers import add_stones, stroked
from .keys import add_scale
from .looks import OPPOSITE, STROKES

if TYPE_CHECKING:
    from ..play.match import Match
    from .marks import Mark

AROUND = 1.5  # the radius of a claimed hole's shade, in that of the hole


class Scale(TypedDict, total=False):
    """How values become colours, under matplotlib's names."""

    cmap: str | Colormap | None
    vmin: float | None
    vmax: float | None


def add_shades(m: Match, ax: Axes, colours: Colours, mark: Mark, scale: Scale) -> None:
    """Sites in the colours of their values with the stones on them, and the scale below."""
    board_ = m.game.board
    values = {board_.site(name): float(value) for name, value in mark.values.items()}
    if not all(map(isfinite, values.values())):
        raise Refused("a value to show is no finite number: leave such sites out")
    cmap, norm = colour_map(colours, mark.look[0], values, **scale)
    shades = {site: cmap(norm(value)) for site, value in values.items()}
    if any(isinstance(board_.shapes[site], Line) for site in shades):
        _shade_pieces(m, ax, colours, shades)
    else:
        _shade_areas(m, ax, colours, shades)
    add_scale(ax, colours, cmap, norm, mark.label)


def _shade_areas(m: Match, ax: Axes, colours: Colours, shades: Mapping[int, Any]) -> None:
    board_, owners = m.game.board, m.position.owners
    over = 1.5 if all(site >= board_.claimable for site in shades) else 2.6
    outlines = [outline(_shaded(board_.shapes[site], owners[site])) for site in shades]
    add_polygons(ax, outlines, list(shades.values()), colours["line"], over)
    marks = scene.position_marks(board_, owners)
    hatches = [stroked(mark) for s, mark in marks if s in shades and s >= board_.claimable]
    add_lines(ax, hatches, colours["site"], STROKES["hatch-casing"], zorder=1.9)
    stones = (site for site in shades if site < board_.claimable)
    add_stones(m, ax, colours, stones, zorder=over + 0.1)


def _shade_pieces(m: Match, ax: Axes, colours: Colours, shades: Mapping[int, Any]) -> None:
    """The places of pieces; around a piece that lies there."""
    taken = {site for site in shades if m.position.owners[site] in (FIRST, SECOND)}
    for some, stroke, zorder in ((shades.keys() - taken, "heat", 2.5), (taken, "heat-owned", 2.6)):
        lines = [upright(m.game.board.shapes[site].points) for site in sorted(some)]
        colour = [shades[site] for site in sorted(some)]
        add_lines(ax, lines, colour, STROKES[stroke], zorder=zorder)
    around = [upright(m.game.board.shapes[site].points) for site in sorted(taken)]
    add_lines(ax, around, colours["paper"], STROKES["heat-casing"], zorder=2.7)


def _shaded(shape: Shape, owner: int) -> Shape:
    """What is shaded of a site: more than a stone would cover."""
    if isinstance(shape, Disc) and owner in (FIRST, SECOND):
        return Disc(shape.middle, AROUND * shape.radius)
    return shape


def colour_map(
    colours: Colours,
    most: str,
    values: Mapping[Any, float],
    *,
    cmap: str | Colormap | None = None,
    vmin: float | None = None,
    vmax: float | None = None,
) -> tuple[Colormap, Normalize]:
    """A colour map and its ends; left out, from the board's colour to that of the highest value.

    If there are values of both signs, zero has the board's colour, and those as far from zero are
    as far from that colour.
    """
    low = min(values.values(), default=0) if vmin is None else vmin
    high = max(values.values(), default=1) if vmax is None else vmax
    if low == high and vmin is None:
        low = min(low, 0)
    if low == high and vmax is None:
        high = max(high, low + 1 if low == 0 else 0)
    if not (isfinite(low) and isfinite(high) and low < high):
        raise Refused(
            f"colours from {low:g} to {high:g} are no scale: vmin is finite and less than vmax"
        )
    norm = Normalize(low, high)
    if cmap is not None:
        return _named(cmap), norm
    site, far = colours["site"], max(-low, high)
    if not low < 0 < high:
        return LinearSegmentedColormap.from_list("heat", [site, colours[most]]), norm
    ends: list[tuple[float, Any]] = [
        (0.0, mixed(site, colours[OPPOSITE], -low / far)),
        (-low / (high - low), site),
        (1.0, mixed(site, colours[most], high / far)),
    ]
    return LinearSegmentedColormap.from_list("signed heat", ends), norm


def _named(cmap: object) -> Colormap:
    if isinstance(cmap, Colormap):
        return cmap
    if not isinstance(cmap, str) or cmap not in mpl.colormaps:
        raise Refused(
            f"{shown(cmap)} is no colour map of matplotlib: give one, or a name such as 'cividis'"
        )
    return mpl.colormaps[cmap]
