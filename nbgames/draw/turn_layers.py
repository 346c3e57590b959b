"""A layer of a figure that shows the turns of a scored position: sets of cells by size."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.axes import Axes

from .axes import Colours
from .looks import LINES

WIDE = 0.42  # half of a set's box, of the distance between two


def add_turns(ax: Axes, colours: Colours, ends: Mapping[frozenset[str], int]) -> None:
    """Each set with its end; lines lead to the sets with one cell more. Winning ones are framed."""
    points: dict[frozenset[str], tuple[float, int]] = {}
    for size in {len(some) for some in ends}:
        row = [some for some in ends if len(some) == size]
        points |= {some: (k - (len(row) - 1) / 2, size) for k, some in enumerate(row)}
    for some, (x, y) in points.items():
        for more, (right, up) in points.items():
            if some < more and len(more) == len(some) + 1:
                ax.plot([x, right], [y, up], color=colours["line"], lw=LINES["guide"], zorder=1)
    best = max(ends.values())
    for some, (x, y) in points.items():
        won = ends[some] > 0
        ax.text(
            x,
            y,
            f"{' '.join(sorted(some)) or 'none'}\n{ends[some]:+d}",
            color=colours["ink"],
            fontweight="bold" if ends[some] == best else "normal",
            fontsize=8,
            ha="center",
            va="center",
            zorder=2,
            bbox={
                "boxstyle": "round,pad=0.35",
                "facecolor": colours["site" if won else "paper"],
                "edgecolor": colours["ink" if won else "line"],
                "linewidth": LINES["frame" if won else "guide"],
                "linestyle": "-" if won else (0, (3, 2)),
            },
        )
    xs, ys = zip(*points.values(), strict=True)
    ax.set(xlim=(min(xs) - 2 * WIDE, max(xs) + 2 * WIDE), ylim=(min(ys) - 0.5, max(ys) + 0.5))
