"""Antipalos, Martin Collier 1982: join your two sides with pieces laid between diagonal points.

A piece fills one diagonal of one square and blocks the other. The points are nobody's, so chains
of both players may cross at a point. Site 2*s is the slash of square s, site 2*s + 1 its backslash.
"""

from __future__ import annotations

import re
from itertools import product

from ..core import kernels
from ..core._jit import jit
from ..core.board import Board, Picture, Spot
from ..core.errors import NotationError, shown
from ..core.kernels import EAST, NORTH, SOUTH, WEST
from ..core.lattice import letters, number, point_name
from ..core.position import BLOCKED
from ..core.primer import Lesson, Page, Primer
from ..core.rules import Effect, Rules
from ..core.shapes import Disc, Line, Shape, Text


def lay(size: int) -> Board:
    """Squares from the bottom left, row by row; points (column, row) from (0, 0)."""
    ends = [
        end
        for y, x in product(range(size), repeat=2)
        for end in (((x, y), (x + 1, y + 1)), ((x, y + 1), (x + 1, y)))
    ]
    at: dict[Spot, list[int]] = {}
    for site, points in enumerate(ends):
        for point in points:
            at.setdefault(point, []).append(site)
    return Board(
        names=tuple(f"{point_name(a)}-{point_name(b)}" for a, b in ends),
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
        noun="diagonal",
    )


def spell(text: str) -> str:
    """A piece written the one way, the left end first.

    >>> spell("C3-B2")
    'b2-c3'
    """
    found = re.fullmatch(r"([a-z]{1,2})(\d{1,2})-([a-z]{1,2})(\d{1,2})", text.lower())
    if not found:
        return text.lower()
    a, b = ((number(found[k].upper()), int(found[k + 1]) - 1) for k in (1, 3))
    return "-".join(point_name(point) for point in sorted((a, b)))


def _side(point: Spot, size: int) -> int:
    x, y = point
    return NORTH * (y == size) | SOUTH * (y == 0) | WEST * (x == 0) | EAST * (x == size)


def _lines(size: int, ends: list[tuple[Spot, Spot]]) -> dict[str, tuple[int, ...]]:
    """The pieces that end in each row and column of points, by its label."""
    found: dict[str, list[int]] = {
        label: [] for k in range(size + 1) for label in (letters(k), str(k + 1))
    }
    for site, points in enumerate(ends):
        for column, row in points:
            found[letters(column)].append(site)
            found[str(row + 1)].append(site)
    return {label: tuple(sites) for label, sites in found.items()}


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
        for x, is_slash in product(range(size), (True, False)):
            is_left = (not is_slash, is_slash)  # above and below: a slash leans to the right
            pair = [half.get((x, left), " ") for half, left in zip(halves, is_left, strict=False)]
            seen = {letter.lower() for letter in pair} or {" "}
            if len(seen) > 1 or len(halves) not in (0, 2):
                raise NotationError(
                    f"a piece below row {y + 2} is cut: write it as two equal letters, one above "
                    "the other on its diagonal"
                )
            found[2 * (y * size + x) + (not is_slash)] = seen.pop()
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


PRIMER = Primer(
    size=4,
    terms=(
        ("points?", "A point is where pieces end and are joined. It belongs to nobody."),
        (
            "(?:diagonals?|pieces?)",
            "A diagonal leads from a point across a square to another. Each turn lays a piece on "
            "one.",
        ),
        ("blocks?|blocked", "A piece blocks the other diagonal of its square for both players."),
        (
            "lattices?",
            "A lattice is half of the points, every other one like the squares of a chessboard. A "
            "piece joins points of one lattice, so a chain never leaves its lattice.",
        ),
    ),
    pages=(
        Page(
            "V and H take turns: each lays a piece on a diagonal of a square, from point to point. "
            "The thin crosses are the places where a piece may lie, two in every square. On a "
            "board to play on they have two tints, one for each lattice: a chain never leaves its "
            "lattice.",
            moves="b2-c3 c2-d3",
        ),
        Page(
            "A piece blocks the other diagonal of its square for both. V has just blocked d2-e3 by "
            "d3-e2, and nobody can lay a piece there.",
            start="V b1-c2; H a2-b3 b3-c4; V to move",
            moves="d3-e2",
        ),
        Page(
            "Pieces that end at the same point are joined. V wins by a chain from the top to the "
            "bottom of the board, H from left to right; the sides have their colours.",
            start="V b4-c5 b4-c3 c1-d2; H a3-b2 d3-e4 a4-b3; V to move",
            moves="c3-d2",
        ),
        Page(
            "The points belong to nobody: chains of both may cross at a point, as here at c3. To "
            "stop a chain, take or block the diagonals that it needs.",
            start="V b4-c3 c3-d2; H b2-c3 c3-d4; V to move",
        ),
        Page(
            "A full board where neither is joined is a draw. Swap: after the first move the second "
            "player may exchange seats instead of laying a piece. That player then is V, with the "
            "piece on the board, and H moves.",
            moves="b2-c3",
        ),
    ),
    lessons=(
        Lesson(
            "You are V. Lay a piece on one of the thin lines: click it, or type its ends, such as "
            "b2-c3.",
            "",
            "The other diagonal of that square is blocked now. It would be H's turn.",
        ),
        Lesson(
            "Your piece runs from b3 to c2. Lay another one that is joined to it.",
            "a2-b3 a4-b3 b3-c4 b1-c2 c2-d3 c2-d1",
            "It ends at a point of your piece: the two are a chain.",
            "That piece is not joined to yours: it has to end at b3 or at c2.",
            start="V b3-c2; H c4-d3; V to move",
        ),
        Lesson(
            "H needs one more piece to reach the right side from d3. Stop it.",
            "d3-e2 d2-e3",
            "The chain cannot go on: its diagonal is taken, or blocked by the other one.",
            "H then plays d3-e2 and joins left and right.",
            start="V d4-e3 c1-d2 a4-b5; H a2-b3 b3-c4 c4-d3; V to move",
        ),
        Lesson(
            "Join your pieces at the top and at the bottom, through a point that H uses too.",
            "c3-d2",
            "You win: the points belong to nobody, so both chains may go through c3.",
            "That does not join them: above, your pieces end at c3, below at d2.",
            start="V b4-c5 b4-c3 c1-d2; H a1-b2 b2-c3 c3-d4; V to move",
        ),
        Lesson(
            "You are H, and V has opened with b2-c3. On a board as small as this V then wins, with "
            "best play. Take the piece over: press Swap, or type swap.",
            "swap",
            "The piece is yours: you are V now, and the other goes on as H.",
            "That leaves V the better side. Take it over instead: swap.",
            moves="b2-c3",
        ),
    ),
)

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
    inventor="Martin Collier",
    year=1982,
    told=(
        "V joins top and bottom, H left and right, by pieces between diagonal points. Chains may "
        "cross at a point. If the board fills up first, nobody wins. {maker}."
    ),
    primer=PRIMER,
)
