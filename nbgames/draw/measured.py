"""Strokes and letters whose size is in units of the board, on matplotlib axes of any size."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from ..core.shapes import Point


class Measure(Artist):
    """Gives strokes and letters their size in points, as the first that is drawn on its axes.

    Only then matplotlib knows how large the axes have become: a layout or a window may change that.
    """

    zorder = -inf

    def __init__(self) -> None:
        super().__init__()
        self.set_in_layout(False)
        self.sizes: list[tuple[Callable[[float], object], float]] = []

    def draw(self, _renderer: Any) -> None:
        unit = unit_of(self.axes)
        for resize, size in self.sizes:
            resize(size * unit)
        self.stale = False


def measure(ax: Axes, resize: Callable[[float], object], size: float) -> None:
    """Whenever the axes are drawn, call with this many units of the board in points."""
    found = [artist for artist in ax.artists if isinstance(artist, Measure)]
    if not found:
        found = [Measure()]
        ax.add_artist(found[0])
    found[0].sizes.append((resize, size))


def unit_of(ax: Any) -> float:
    """The length of a board unit in points, as the axes lie now."""
    box = ax.get_window_extent()
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    pixels = min(box.width / abs(right - left), box.height / abs(high - low))
    return float(72 / ax.figure.dpi * pixels)


def add_text(ax: Axes, at: Point, text: str, size: float, colour: str, **look: Any) -> Text:
    """Letters of this size in board units, around a point."""
    centred: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 10}
    words = ax.text(*at, text, color=colour, **centred | look)
    words.set_in_layout(False)  # they lie inside the axes, which have their place already
    measure(ax, words.set_fontsize, size)
    return words


def text_width(text: str, weight: str = "normal") -> float:
    """How wide a text is, in sizes of its letters."""
    look = FontProperties(size=100, weight=weight)
    return float(
        max(
            text_to_path.get_text_width_height_descent(line, look, False)[0]
            for line in text.split("\n")
        )
        / 100
    )
