"""The ASCII picture of ConHex: walls between holes as the help text draws them, cells filled."""

from __future__ import annotations

import re

from ..core.board import Picture, Spot
from ..core.errors import NotationError, shown
from ..core.lattice import letters

Step = tuple[int, int]


def picture(
    rings: int, holes: list[Step], cells: list[tuple[list[int], tuple[Step, ...]]]
) -> Picture:
    """The picture of the empty board; places are (line, letter) from the centre until the end."""
    canvas = _walls(rings) | {_spot(hole, rings): "+" for hole in holes}
    at = [_spot(hole, rings) for hole in holes]
    inside = [_inside(canvas, [_spot(corner, rings) for corner in corners]) for _, corners in cells]
    walls = _between(canvas, {spot: c for c, spots in enumerate(inside) for spot in spots})
    for hole in holes:
        canvas |= _labels(hole, rings)
    top, left = -3 * rings - 3, -5 * rings - 6
    lines = [
        "".join(canvas.get((r, c), " ") for c in range(left, 5 * rings + 7)).rstrip()
        for r in range(top, 3 * rings + 4)
    ]

    def moved(spots: list[Spot]) -> tuple[Spot, ...]:
        return tuple((r - top, c - left) for r, c in spots)

    return Picture(
        lines=tuple(lines),
        spots=(*(moved([spot]) for spot in at), *(moved(spots) for spots in inside)),
        glyphs=("+vh ",) * len(holes) + (" |- ",) * len(cells),
        scan=_scan,
        walls=tuple(
            (len(holes) + a, len(holes) + b, moved(spots)) for (a, b), spots in walls.items()
        ),
    )


def _between(canvas: dict[Spot, str], fill: dict[Spot, int]) -> dict[tuple[int, int], list[Spot]]:
    """The letters of wall between two cells that are filled as `fill` says."""
    walls: dict[tuple[int, int], list[Spot]] = {}
    for (r, c), letter in canvas.items():
        if letter in "|/\\-":
            sides = [(r - 1, c), (r + 1, c)] if letter == "-" else [(r, c - 1), (r, c + 1)]
            near = [fill[spot] for spot in sides if spot in fill]
            if len(near) == 2 and near[0] != near[1]:
                walls.setdefault((near[0], near[1]), []).append((r, c))
    return walls


def _labels(hole: Step, rings: int) -> dict[Spot, str]:
    """The letter of a hole's column above and below the board, its row's number on both sides."""
    (x, y), (r, c) = hole, _spot(hole, rings)
    column, row = letters(x + 2 * rings), y + 2 * rings + 1
    return {
        **_label(column, -3 * rings - 3, c),
        **_label(column, 3 * rings + 3, c),
        **_label(f"{row:>2}", r, -5 * rings - 6),
        **_label(str(row), r, 5 * rings + 5),
    }


def _spot(hole: Step, rings: int) -> Spot:
    """Where a hole stands: circle k runs 3k - 1 lines above the centre and 5k - 3 letters aside."""
    x, y = hole
    if abs(x) == abs(y) == 2 * rings:
        return _sign(y) * (3 * rings + 2), _sign(x) * (5 * rings + 3)
    across = _aside((abs(x) + 1) // 2) if x % 2 else 5 * abs(x) // 2
    down = 3 * ((abs(y) + 1) // 2) - 1 if y % 2 else 3 * abs(y) // 2
    return _sign(y) * down, _sign(x) * across


def _aside(circle: int) -> int:
    return 5 * circle - 3 if circle > 1 else 3  # the innermost leaves room for the centre


def _sign(step: int) -> int:
    return 1 if step > 0 else -1


def _walls(rings: int) -> dict[Spot, str]:
    """Circles, the frame, and the spokes between them: one quarter, mirrored both ways."""
    high, wide = 3 * rings + 2, 5 * rings + 3
    quarter = {(high, c): "-" for c in range(wide)} | {(r, wide): "|" for r in range(high)}
    for k in range(1, rings + 1):
        top, side, beyond = 3 * k - 1, _aside(k), _aside(k + 1) if k < rings else wide
        quarter |= {(top, c): "-" for c in range(5 * (k - 1) + 2 * (k == 1))}
        quarter |= {(r, side): "|" for r in range(3 * (k - 1))}
        quarter[top - 1, side - 1] = "/"
        for j in range((k - 1) % 2, k, 2):
            quarter |= {(r, 5 * j): "|" for r in range(top + 1, top + 3)}
            quarter |= {(3 * j, c): "-" for c in range(side + 1, beyond)}
    mirror = str.maketrans("/\\", "\\/")
    return {
        (down * r, right * c): letter if down == right else letter.translate(mirror)
        for (r, c), letter in quarter.items()
        for down in (1, -1)
        for right in (1, -1)
    }


def _label(text: str, r: int, c: int) -> dict[Spot, str]:
    return {(r, c + k): letter for k, letter in enumerate(text)}


def _inside(walls: dict[Spot, str], corners: list[Spot]) -> list[Spot]:
    """The blank places between these corners, flooded from the middle."""
    r, c = (round(sum(spot[k] for spot in corners) / len(corners)) for k in (0, 1))
    found = [(r, c) if (r, c) not in walls else (r, c + 1)]  # the centre cell has a hole there
    for r, c in found:
        for spot in ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)):
            if spot not in walls and spot not in found:
                found.append(spot)
    return found


def _scan(picture: Picture, given: str) -> list[str | None]:
    """Holes one after another wherever they stand; fill where the lines are all there."""
    lines = [bare for line in given.splitlines() if (bare := _bare(line))]
    holes: list[str | None] = [letter for line in lines for letter in line if letter in "+vhVH"]
    strange = next(
        (letter for line in lines for letter in line if letter not in "+vhVH|-/\\ "), None
    )
    if strange:
        raise NotationError(
            f"{shown(strange)} is no letter of this picture: +, v, h, |, -, / and \\ are"
        )
    count = sum(glyphs[0] == "+" for glyphs in picture.glyphs)
    if len(holes) != count:
        raise NotationError(f"the picture shows {len(holes)} holes: this board has {count}")
    top, left = picture.spots[0][0]
    if len(lines) != len(picture.lines) - 2 * top:
        return holes + [None] * (len(picture.spots) - count)
    fills: list[str | None] = []
    for spots in picture.spots[count:]:
        seen = {lines[r - top][c - left : c - left + 1] for r, c in spots}
        fills.append(seen.pop() if len(seen) == 1 else None)
    return holes + fills


def _bare(line: str) -> str:
    """A line from its frame on, without row numbers; nothing for a line of column letters."""
    line = re.sub(r"^\s*\d*\s*|\s+\d*\s*$", "", line)
    return line if re.search(r"[-+|]", line) else ""
