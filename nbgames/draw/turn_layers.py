"""A layer of a figure that shows the turns of a scored position: sets of cells by size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from matplotlib.axes import Axes

from ..core.shapes import Point
from .axes import Colours, add_lines, add_polygons
from .looks import STROKES
from .measured import add_text, text_width

LEAD, PAD = 1.3, 0.5  # in letters: from line to line, and around a text
ASIDE, ABOVE = 1.0, 3.0  # between boxes
CELLS = 3  # that are named in a line

Sets = Mapping[frozenset[str], int]


def add_turns(ax: Axes, colours: Colours, ends: Sets) -> None:
    """Each set with its end; lines lead to the sets with one cell more. Winning ones are framed.

    The unit of the axes is the size of the letters, so boxes fit their words in every figure.
    """
    texts = {some: _text(some, end) for some, end in ends.items()}
    wide = max(text_width(text, "bold") for text in texts.values()) / 2 + PAD
    high = {some: LEAD * len(text.split("\n")) / 2 + PAD for some, text in texts.items()}
    points = dict(_placed(ends, 2 * wide + ASIDE, 2 * max(high.values()) + ABOVE))
    best = max(ends.values())
    lines = [
        [points[some], points[more]]
        for some in points
        for more in points
        if some < more and len(more) == len(some) + 1
    ]
    add_lines(ax, lines, colours["line"], STROKES["turn-edge"], zorder=1)
    for some, (x, y) in points.items():
        won = ends[some] > 0
        up = high[some]
        box = [(x - wide, y - up), (x + wide, y - up), (x + wide, y + up), (x - wide, y + up)]
        fill, edge = colours["site" if won else "paper"], colours["ink" if won else "line"]
        stroke = STROKES["turn-frame" if won else "turn-edge"]
        add_polygons(ax, [box], fill, edge, 2, width=stroke, ls="-" if won else "--")
        weight = "bold" if ends[some] == best else "normal"
        add_text(ax, (x, y), texts[some], 1, colours["ink"], fontweight=weight)
    xs, ys = zip(*points.values(), strict=True)
    tall = max(high.values())
    ax.set(
        xlim=(min(xs) - wide - ASIDE, max(xs) + wide + ASIDE),
        ylim=(min(ys) - tall - ASIDE, max(ys) + tall + ASIDE),
        aspect="equal",
    )


def _text(some: frozenset[str], end: int) -> str:
    cells = sorted(some)
    names = [" ".join(cells[k : k + CELLS]) for k in range(0, len(cells), CELLS)]
    return "\n".join([*(names or ["none"]), f"{end:+d}"])


def _placed(ends: Sets, aside: float, above: float) -> Iterator[tuple[frozenset[str], Point]]:
    """Where each set lies: in rows by size."""
    for size in sorted({len(some) for some in ends}):
        row = [some for some in ends if len(some) == size]
        for k, some in enumerate(row):
            yield some, ((k - (len(row) - 1) / 2) * aside, size * above)
