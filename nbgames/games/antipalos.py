"""Antipalos, Martin Collier 1982: join your two sides with pieces laid between diagonal points.

A piece fills one diagonal of one square and blocks the other. The points are nobody's, so chains
of both players may cross at a point. Site 2*s is the slash of square s, site 2*s + 1 its backslash.
"""

from __future__ import annotations

import re
from itertools import product

from ..core import kernels
from ..core._jit import jit
from ..core.board import Board, Picture
from ..core.errors import NotationError, shown
from ..core.kernels import EAST, NORTH, SOUTH, WEST
from ..core.lattice import letters, number
from ..core.position import BLOCKED
from ..core.rules import Effect, Rules
from ..core.shapes import Disc, Line, Shape, Text

Lattice = tuple[int, int]


def lay(size: int) -> Board:
    """Squares from the bottom left, row by row; points (column, row) from (0, 0)."""
    ends = [
        end
        for y, x in product(range(size), repeat=2)
        for end in (((x, y), (x + 1, y + 1)), ((x, y + 1), (x + 1, y)))
    ]
    at: dict[Lattice, list[int]] = {}
    for site, points in enumerate(ends):
        for point in points:
            at.setdefault(point, []).append(site)
    return Board(
        names=tuple(f"{named(a)}-{named(b)}" for a, b in ends),
        neighbours=tuple(
            tuple(sorted(t for p in points for t in at[p] if t != s))
            for s, points in enumerate(ends)
        ),
        claimable=len(ends),
        shapes=tuple(
            Line(tuple((float(x), float(size - y)) for x, y in points)) for points in ends
        ),
        picture=_picture(size),
        decor=tuple(_decor(size)),
        sides=tuple(_side(a, size) | _side(b, size) for a, b in ends),
        rivals=tuple(site ^ 1 for site in range(len(ends))),
        ends=tuple(ends),
        lines=_lines(size, ends),
        spell=spell,
    )


def named(point: Lattice) -> str:
    return f"{letters(point[0]).lower()}{point[1] + 1}"


def spell(text: str) -> str:
    """A piece written the one way, the left end first.

    >>> spell("C3-B2")
    'b2-c3'
    """
    found = re.fullmatch(r"([a-z]{1,2})(\d{1,2})-([a-z]{1,2})(\d{1,2})", text.lower())
    if not found:
        return text.lower()
    a, b = ((number(found[k].upper()), int(found[k + 1]) - 1) for k in (1, 3))
    if abs(a[0] - b[0]) != 1 or abs(a[1] - b[1]) != 1:
        near = [
            named((a[0] + dx, a[1] + dy))
            for dx, dy in product((-1, 1), repeat=2)
            if a[0] + dx >= 0 and a[1] + dy >= 0
        ]
        raise NotationError(
            f"{shown(text)} is no diagonal: a piece from {named(a)} goes to {' or '.join(near)}"
        )
    return "-".join(named(point) for point in sorted((a, b)))


def _side(point: Lattice, size: int) -> int:
    x, y = point
    return (
        (SOUTH if y == 0 else 0)
        | (NORTH if y == size else 0)
        | (WEST if x == 0 else 0)
        | (EAST if x == size else 0)
    )


def _lines(size: int, ends: list[tuple[Lattice, Lattice]]) -> dict[str, tuple[int, ...]]:
    """The pieces that end in each row and column of points, by its label."""
    return {
        label: tuple(s for s, points in enumerate(ends) if k in [p[axis] for p in points])
        for k in range(size + 1)
        for axis, label in enumerate((letters(k), str(k + 1)))
    }


def _decor(size: int) -> list[Shape]:
    low, high = -0.35, size + 0.35
    sides: list[Shape] = [
        Line(((0, low), (size, low)), "first"),
        Line(((0, high), (size, high)), "first"),
        Line(((low, 0), (low, size)), "second"),
        Line(((high, 0), (high, size)), "second"),
    ]
    labels: list[Shape] = [
        text
        for k in range(size + 1)
        for text in (
            Text((k, high + 0.45), letters(k), 0.4),
            Text((low - 0.45, size - k), str(k + 1), 0.4),
        )
    ]
    points: list[Shape] = [
        Disc((x, y), 0.1, "point") for y, x in product(range(size + 1), repeat=2)
    ]
    return sides + labels + points


# The picture: a point every four letters and three lines, a piece as two letters between.


def _picture(size: int) -> Picture:
    head = " " * 4 + "".join(f"{letters(k):4}" for k in range(size + 1))
    lines = [head.rstrip()]
    for y in range(size, -1, -1):
        lines.append(f"{y + 1:2}  " + "   ".join("." * (size + 1)) + f"  {y + 1}")
        lines += ["", ""] if y else []
    spots = []
    for y, x in product(range(size), repeat=2):
        top, left = 2 + 3 * (size - 1 - y), 5 + 4 * x
        spots += [((top, left + 2), (top + 1, left)), ((top, left), (top + 1, left + 2))]
    return Picture(
        lines=(*lines, lines[0]),
        spots=tuple(spots),
        glyphs=(" vh ",) * len(spots),
        scan=_scan,
    )


def _scan(picture: Picture, given: str) -> list[str | None]:
    """Each square's letters, found between the points above it and counted from the bottom."""
    size = round((len(picture.spots) / 2) ** 0.5)
    lines = [line.rstrip() for line in given.splitlines()]
    rows = [k for k, line in enumerate(lines) if "." in line]
    if len(rows) != size + 1 or any(lines[k].count(".") != size + 1 for k in rows):
        raise NotationError(
            f"this board has {size + 1} rows of {size + 1} points; the picture has "
            f"{', '.join(str(lines[k].count('.')) for k in rows) or 'none'}"
        )
    found: list[str | None] = [" "] * len(picture.spots)
    for y, (above, below) in enumerate(zip(reversed(rows[:-1]), reversed(rows[1:]), strict=True)):
        columns = [c for c, letter in enumerate(lines[above]) if letter == "."]
        halves = [_half(line, columns) for line in lines[above + 1 : below]]
        for x, slash in product(range(size), (True, False)):
            pair = [half.get((x, slash == (not k)), " ") for k, half in enumerate(reversed(halves))]
            letters_ = {letter.lower() for letter in pair} or {" "}
            if len(letters_) > 1 or len(halves) not in (0, 2):
                raise NotationError(
                    f"a piece below row {y + 2} is cut: write it as two equal letters, one above "
                    "the other on its diagonal"
                )
            found[2 * (y * size + x) + (not slash)] = letters_.pop()
    return found


def _half(line: str, columns: list[int]) -> dict[tuple[int, bool], str]:
    """The letters of a line between points, by square and whether they stand left in it."""
    found = {}
    for c, letter in enumerate(line):
        if letter == " ":
            continue
        x = sum(column < c for column in columns) - 1
        if not 0 <= x < len(columns) - 1 or c in columns:
            raise NotationError(
                f"{shown(letter)} stands between no two points: pieces lie in squares"
            )
        found[x, c - columns[x] < columns[x + 1] - c] = letter
    return found


@jit
def step(net, owners, site, who):
    owners[site] = who
    owners[net.rivals[site]] = BLOCKED  # the other diagonal of the same square
    return 3 - who


ANTIPALOS = Rules(
    name="antipalos",
    players=("V", "H"),
    sizes=range(1, 27),
    size=16,
    small=6,
    lay=lay,
    step=step,
    winner=kernels.crossed,
    effect=Effect.BLOCKS,
    draws=True,
    told=(
        "Lay pieces between diagonal points: V joins top and bottom, H left and right, and chains "
        "may cross at a point. If the board fills up first, nobody wins. Martin Collier, 1982."
    ),
)
