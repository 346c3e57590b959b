"""Below a board, inside its axes and in its units: legends, and scales of colours.

So they keep their proportion to the board at every size, and nothing else has to make room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, Normalize
from matplotlib.ticker import MaxNLocator

from ..core.shapes import Disc, Point
from .axes import Colours, add_lines, add_polygons, outline
from .looks import STROKES
from .measured import add_text, text_width

LETTERS = 0.032  # of the axes' width: the size of letters, in which all here is measured
LEAD, SAMPLE, GAP, BETWEEN = 1.7, 2.2, 0.6, 1.8  # from line to line, and along a line
LINE = 50  # letters in a line of words
BAR, SHARE, STEPS = 0.9, 0.6, 128  # a scale: its height, its share of the width, its colours


@dataclass(frozen=True, slots=True)
class Key:
    """A line of a legend: words, and a sample in a colour of the palette.

    The sign is "line", "ring", "letter", or "node", a line with a disc, whose filling is `fill`.
    """

    label: str
    colour: str
    dashes: tuple[float, ...] = ()
    sign: str = "line"
    fill: str = "paper"


def add_keys(ax: Axes, colours: Colours, keys: Sequence[Key]) -> None:
    """A legend in as many rows as it takes."""
    if not keys:
        return
    left, right = ax.get_xlim()
    widths = [SAMPLE + GAP + text_width(key.label) for key in keys]
    em = min(LETTERS, 1 / (max(widths) + BETWEEN)) * (right - left)
    for row in _rows(widths, (right - left) / em):
        y = _lowered(ax, LEAD * em) + LEAD * em / 2
        total = sum(widths[k] + BETWEEN for k in row) - BETWEEN
        x = (left + right - total * em) / 2
        for k in row:
            _add_sample(ax, colours, keys[k], (x, y), em)
            start = x + (SAMPLE + GAP) * em
            add_text(ax, (start, y), keys[k].label, em, colours["ink"], ha="left")
            x += (widths[k] + BETWEEN) * em


def add_words(ax: Axes, colours: Colours, words: str) -> None:
    """A sentence or two where there is nothing to explain by a legend."""
    left, right = ax.get_xlim()
    lines = wrap(words, LINE)
    em = min(LETTERS, 1 / (max(map(text_width, lines)) + BETWEEN)) * (right - left)
    for line in lines:
        y = _lowered(ax, LEAD * em) + LEAD * em / 2
        add_text(ax, ((left + right) / 2, y), line, em, colours["ink"])


def _rows(widths: Sequence[float], room: float) -> Iterator[list[int]]:
    """Which entries stand in a row together."""
    row: list[int] = []
    used = 0.0
    for k, width in enumerate(widths):
        if row and used + width + BETWEEN > room:
            yield row
            row, used = [], 0.0
        row.append(k)
        used += width + BETWEEN
    yield row


def _lowered(ax: Axes, height: float) -> float:
    """The lower end of the axes, when they have been made so much higher."""
    low, high = ax.get_ylim()
    ax.set_ylim(low - height, high)
    return low - height


def _add_sample(ax: Axes, colours: Colours, key: Key, at: Point, em: float) -> None:
    (x, y), colour = at, colours[key.colour]
    middle = (x + SAMPLE * em / 2, y)
    if key.sign == "letter":
        add_text(ax, middle, "n", em, colour)
    elif key.sign == "ring":
        ring = outline(Disc((middle[0], -y), 0.45 * em))
        add_lines(ax, [[*ring, ring[0]]], colour, STROKES["key-ring"] * em, ls=key.dashes)
    else:
        width = STROKES["key" if key.sign == "line" else "key-edge"] * em
        add_lines(ax, [[at, (x + SAMPLE * em, y)]], colour, width, ls=key.dashes)
    if key.sign == "node":
        disc = outline(Disc((middle[0], -y), 0.4 * em))
        add_polygons(ax, [disc], colours[key.fill], colour, 8, width=STROKES["key-edge"] * em)


def add_scale(ax: Axes, colours: Colours, cmap: Colormap, norm: Normalize, label: str) -> None:
    """The colours from the lowest value to the highest, with numbers and words below."""
    left, right = ax.get_xlim()
    em = min(LETTERS, 1 / (text_width(label) + BETWEEN)) * (right - left)
    low, high = float(norm.vmin or 0), float(norm.vmax or 0)
    wide, y = SHARE * (right - left), _lowered(ax, (BAR + 2 * LEAD) * em)
    start, base = (left + right - wide) / 2, y + 1.8 * LEAD * em
    xs, ys = start + np.linspace(0, wide, STEPS + 1), [base, base + BAR * em]
    values = low + (np.arange(STEPS) + 0.5) / STEPS * (high - low)
    ax.pcolormesh(xs, ys, [values], cmap=cmap, norm=norm, zorder=5)
    corners = [(xs[0], ys[0]), (xs[-1], ys[0]), (xs[-1], ys[1]), (xs[0], ys[1])]
    add_polygons(ax, [corners], "none", colours["line"], 5.5, width=STROKES["key-edge"] * em)
    for value, text in _ticks(low, high, wide / em):
        x = start + wide * (value - low) / (high - low)
        tick = [(x, base), (x, base - 0.3 * em)]
        add_lines(ax, [tick], colours["line"], STROKES["key-edge"] * em)
        add_text(ax, (x, base - 0.95 * em), text, 0.9 * em, colours["ink"])
    add_text(ax, ((left + right) / 2, base - 2.2 * em), label, em, colours["ink"])


def _ticks(low: float, high: float, room: float) -> list[tuple[float, str]]:
    """As many round values as there is room for, up to six, with their texts."""
    for count in range(5, 0, -1):
        values = [v for v in MaxNLocator(count).tick_values(low, high) if low <= v <= high]
        ticks = [(v, f"{v:g}".replace("-", "\N{MINUS SIGN}")) for v in values]
        apart = min((b - a for a, b in pairwise(values)), default=high - low) / (high - low) * room
        if apart > max((text_width(text) for _, text in ticks), default=0) + 1:
            break
    return ticks
