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
from .axes import Colours, add_lines, add_polygons, mixed, outline, upright
from .board_layers import add_stones
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
    board_, owners = m.game.board, m.position.owners
    values = {board_.site(name): float(value) for name, value in mark.values.items()}
    if not all(map(isfinite, values.values())):
        raise Refused("a value to show is no finite number: leave such sites out")
    cmap, norm = colour_map(colours, mark.look[0], values, **scale)
    lines = [s for s in values if isinstance(board_.shapes[s], Line)]
    areas = [s for s in values if s not in lines]
    over = 1.5 if all(s >= board_.claimable for s in areas) else 2.6
    outlines = [outline(_shaded(board_.shapes[s], owners[s])) for s in areas]
    add_polygons(ax, outlines, [cmap(norm(values[s])) for s in areas], colours["line"], over)
    add_stones(m, ax, colours, (s for s in areas if s < board_.claimable), zorder=over + 0.1)
    for taken, stroke, zorder in ((False, "heat", 2.5), (True, "heat-owned", 2.6)):
        some = [s for s in lines if (owners[s] in (FIRST, SECOND)) is taken]
        ends = [upright(board_.shapes[s].points) for s in some]
        shades = [cmap(norm(values[s])) for s in some]
        add_lines(ax, ends, shades, STROKES[stroke], zorder=zorder)
        if taken:
            add_lines(ax, ends, colours["paper"], STROKES["heat-casing"], zorder=2.7)
    add_scale(ax, colours, cmap, norm, mark.label)


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
        (0.0, mixed(site, colours[OPPOSITE.get(most, "slash")], -low / far)),
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
