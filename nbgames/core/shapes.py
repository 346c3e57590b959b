"""Shapes that a board is drawn with: polygon, disc, line, text, in board units, y downwards."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    role: str = ""

    @property
    def middle(self) -> Point:
        return (
            sum(x for x, _ in self.points) / len(self.points),
            sum(y for _, y in self.points) / len(self.points),
        )


@dataclass(frozen=True, slots=True)
class Disc:
    middle: Point
    radius: float
    role: str = ""

    @property
    def points(self) -> tuple[Point, ...]:
        (x, y), r = self.middle, self.radius
        return ((x - r, y - r), (x + r, y + r))


@dataclass(frozen=True, slots=True)
class Line:
    """A line through two or more points."""

    points: tuple[Point, ...]
    role: str = ""

    @property
    def middle(self) -> Point:
        (ax, ay), (bx, by) = self.points[0], self.points[-1]
        return (ax + bx) / 2, (ay + by) / 2


@dataclass(frozen=True, slots=True)
class Text:
    middle: Point
    text: str
    size: float = 0.5
    role: str = "label"

    @property
    def points(self) -> tuple[Point, ...]:
        (x, y), half = self.middle, 0.3 * self.size * max(2, len(self.text))
        return ((x - half, y - self.size / 2), (x + half, y + self.size / 2))


Shape = Polygon | Disc | Line | Text
