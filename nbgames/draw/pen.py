"""A pillow image in which shapes are drawn in units of the board."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageFont

from ..core.position import BLOCKED, EMPTY
from ..core.shapes import Disc, Line, Point, Polygon, Shape, Text
from .looks import STROKES
from .scene import CAPTION, LEADING

FINE = 2  # drawn so many times larger and then shrunk, which smooths the edges
ROUND_FROM = 0.1  # from this width on lines have round ends


class Pen:
    """An image and how to draw on it in board units."""

    def __init__(
        self, box: tuple[float, ...], width: int, colours: dict[str, str], lines: int = 0
    ) -> None:
        self.left, self.top, wide, high = box
        self.unit = width / wide
        self.colours = colours
        self.letters = CAPTION * width
        foot = self.letters * (LEADING * lines + 0.5) if lines else 0
        self.foot = round(high * self.unit / FINE) * FINE  # where a caption begins
        size = (width, self.foot + round(foot / FINE) * FINE)
        self.image = Image.new("RGB", size, colours["paper"])
        self.ink = ImageDraw.Draw(self.image)

    def at(self, points: Iterable[Point]) -> list[Point]:
        return [((x - self.left) * self.unit, (y - self.top) * self.unit) for x, y in points]

    def wide(self, stroke: str) -> int:
        """The width of a kind of stroke in pixels."""
        return max(1, round(STROKES[stroke] * self.unit))

    def faint(self, owner: int, share: float) -> str:
        """An owner's colour mixed into the paper's; the paper's for nobody."""
        if owner in (EMPTY, BLOCKED):
            return self.colours["paper"]
        over, under = self.colours[("first", "second")[owner - 1]], self.colours["paper"]
        mixed = (
            round(share * int(over[k : k + 2], 16) + (1 - share) * int(under[k : k + 2], 16))
            for k in (1, 3, 5)
        )
        return "#" + "".join(f"{value:02x}" for value in mixed)

    def site(self, shape: Shape, owner: int, *, claimed: bool) -> None:
        fill = ("site", "first", "second", "site")[owner]
        if isinstance(shape, Line):
            if owner == EMPTY:
                self.line(shape.points, "line", "faint")
            elif owner != BLOCKED:
                self.line(shape.points, fill, "piece")
        elif isinstance(shape, Disc):
            self.disc(shape, fill if owner else "paper", "line")
        elif claimed:
            self.polygon(shape.points, self.colours[fill], "paper" if owner else "line", "outline")
        else:
            mild = self.faint(owner, 0.22) if owner else self.colours["site"]
            self.polygon(shape.points, mild, "line", "outline")

    def mark(self, mark: Shape, owner: int, on: Shape, *, claimed: bool) -> None:
        colour = "on" if claimed else ("first", "second")[owner - 1]
        if isinstance(on, Line):
            self.line(mark.points, "paper", "groove")
        elif isinstance(mark, Disc):
            self.circle(mark, colour, "mark")
        else:
            self.line(mark.points, colour, "mark" if claimed else "hatch")

    def ring(self, shape: Shape) -> None:
        for colour, stroke in (("paper", "ring-casing"), ("glow", "ring")):
            if isinstance(shape, Polygon):
                self.line((*shape.points, *shape.points[:2]), colour, stroke)
            else:
                self.circle(Disc(shape.middle, getattr(shape, "radius", 0.14)), colour, stroke)

    def line(self, points: tuple[Point, ...], colour: str, stroke: str) -> None:
        ends, width = self.at(points), self.wide(stroke)
        self.ink.line(ends, self.colours[colour], width, joint="curve")
        if STROKES[stroke] > ROUND_FROM:
            for x, y in (ends[0], ends[-1]):
                r = width / 2
                self.ink.ellipse((x - r, y - r, x + r, y + r), self.colours[colour])

    def polygon(self, points: tuple[Point, ...], fill: str, edge: str, stroke: str) -> None:
        ends = self.at(points)
        self.ink.polygon(ends, fill)
        self.ink.line([*ends, *ends[:2]], self.colours[edge], self.wide(stroke), joint="curve")

    def disc(self, disc: Disc, fill: str, edge: str = "") -> None:
        around = self.colours[edge] if edge else None
        a, b = self.at(disc.points)
        self.ink.ellipse([*a, *b], self.colours[fill], around, self.wide("outline"))

    def circle(self, disc: Disc, colour: str, stroke: str) -> None:
        grown = Disc(disc.middle, disc.radius + STROKES[stroke] / 2)
        a, b = self.at(grown.points)
        self.ink.ellipse([*a, *b], None, self.colours[colour], self.wide(stroke))

    def cased(self, shapes: Iterable[Shape], colour: str) -> None:
        """Circles and lines in casings of paper: all casings first, since they may cross."""
        for colour_, stroke in (("paper", "chain-casing"), (colour, "chain")):
            for shape in shapes:
                if isinstance(shape, Disc):
                    self.circle(shape, colour_, stroke)
                else:
                    self.line(shape.points, colour_, stroke)

    def text(self, text: Text, colour: str = "ink", around: str = "paper") -> None:
        (point,) = self.at([text.middle])
        font = ImageFont.load_default(text.size * self.unit)
        edge = 0 if around == "paper" else self.wide("halo") // 2
        self.ink.text(
            point,
            text.text,
            self.colours[colour],
            font,
            anchor="mm",
            stroke_width=edge,
            stroke_fill=self.colours[around],
        )

    def caption(self, lines: Iterable[str]) -> None:
        """The lines of a caption, below what is drawn."""
        font = ImageFont.load_default(self.letters)
        for k, line in enumerate(lines):
            at = (self.image.width / 2, self.foot + (LEADING * k + 0.5) * self.letters)
            self.ink.text(at, line, self.colours["ink"], font, anchor="mm")
