"""An answer's marks on matplotlib axes: rings, paths, shades, notes and their legend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.lines import Line2D

from ..core.errors import Refused
from ..core.shapes import Disc, Line
from . import scene
from .axes import (
    ROLES,
    Colours,
    add_cased,
    add_legend,
    add_lines,
    add_polygons,
    outline,
    unit_of,
    upright,
)
from .looks import LINES, STROKES

if TYPE_CHECKING:
    from ..core.board import Board
    from ..play.match import Match
    from .marks import Mark


def add_marks(m: Match, ax: Axes, colours: Colours, marks: Iterable[Mark]) -> None:
    handles, labels = [], []
    for mark in marks:
        handle = _draw_mark(m, ax, colours, mark)
        if handle is not None and mark.label not in labels:
            handles.append(handle)
            labels.append(mark.label)
    add_legend(ax, colours, handles, labels)


def _draw_mark(m: Match, ax: Axes, colours: Colours, mark: Mark) -> Any:
    """Draw one mark; return its handle for the legend."""
    board_ = m.game.board
    colour, dashes = ROLES[mark.role]
    line = Line2D([], [], color=colours[colour], ls=dashes, lw=LINES["key"])
    if mark.values:
        _shade(m, ax, colours, mark)
        return None
    if mark.notes and not (mark.sites or mark.path):
        _write(board_, ax, colours, mark.notes)
        return Line2D([], [], color=colours["ink"], marker="$n$", ls="", ms=7)
    shapes = [board_.shapes[board_.site(name)] for name in mark.path or mark.sites]
    if not shapes and not mark.points:
        return None
    if shapes and isinstance(shapes[0], Line):
        ends = [upright(shape.points) for shape in shapes]
        add_cased(ax, colours, ends, mark.role, "cover", zorder=7 if mark.path else 8)
        return line
    if mark.path:
        lines = scene.chain_lines(board_, map(board_.site, mark.path), closed=mark.closed)
        add_cased(ax, colours, [upright(line.points) for line in lines], mark.role)
        return line
    cells = board_.parts and not isinstance(shapes[0], Disc)
    radius = 0.8 if cells else 0.3
    discs = [*(Disc(shape.middle, radius) for shape in shapes), *mark.rings]
    rings = [outline(disc) for disc in discs]
    add_cased(ax, colours, [[*r, r[0]] for r in rings], mark.role, "ring", zorder=8)
    return Line2D(
        [], [], color=colours[colour], marker="o", ls="", mfc="none", ms=9, mew=LINES["key-ring"]
    )


def _write(board_: Board, ax: Axes, colours: Colours, notes: Mapping[str, str]) -> None:
    for name, note in notes.items():
        x, y = board_.shapes[board_.site(name)].middle
        ax.text(
            x,
            -y,
            note,
            color=colours["ink"],
            ha="center",
            va="center",
            zorder=10,
            fontsize=min(10, 0.42 * unit_of(ax)),
        )


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
    add_polygons(ax, [outline(board_.shapes[s]) for s in areas], shades, colours["line"], over)
    for s, v in lines.items():
        add_lines(
            ax,
            [upright(board_.shapes[s].points)],
            scale(norm(v)),
            STROKES["heat"] * unit_of(ax),
            zorder=3,
        )
    bar = ax.figure.colorbar(ScalarMappable(norm, scale), ax=ax, shrink=0.6, pad=0.02)
    bar.set_label(mark.label, color=colours["ink"])
    bar.ax.set_label("")  # matplotlib's "<colorbar>" is no word of an alternative text
    bar.ax.tick_params(color=colours["ink"], labelcolor=colours["ink"])
    bar.outline.set_edgecolor(colours["line"])
