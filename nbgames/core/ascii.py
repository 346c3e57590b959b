"""How a board is laid out in letters: the ASCII picture of slanted rows, with labels and rulers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .board import Picture, Spot
from .errors import NotationError, shown
from .position import EMPTY

Canvas = dict[Spot, str]


def text(canvas: Mapping[Spot, str]) -> str:
    """Letters at (row, column), both of any sign, as lines."""
    rows, columns = zip(*canvas, strict=True)
    top, left, wide = min(rows), min(columns), max(columns) - min(columns) + 1
    lines = [[" "] * wide for _ in range(max(rows) - top + 1)]
    for (r, c), letter in canvas.items():
        lines[r - top][c - left] = letter
    return "\n".join("".join(line).rstrip() for line in lines)


def slanted(
    cells: Iterable[tuple[int, int]],
    rows: Mapping[int, str],
    columns: Mapping[int, str],
    slant: int,
    glyphs: str,
    ghosts: Iterable[tuple[int, int, int]] = (),
) -> Picture:
    """The picture of cells (row, column): row labels at the left, rulers at the ends of columns.

    Rulers begin beyond the ghosts, which the picture itself leaves empty.
    """
    cells, ghosts = list(cells), list(ghosts)
    reached = {*cells, *((r, c) for r, c, _ in ghosts)}
    spots = [(r, 2 * c + slant * r) for r, c in cells]
    canvas = dict.fromkeys(spots, glyphs[EMPTY])
    for r, label in rows.items():
        first = min(column for row, column in spots if row == r)
        _write(canvas, (r, first - 2 - len(label)), label + "-")
    for c, label in columns.items():
        _rule(canvas, max(slant * row for row, column in reached if column == c), c, slant, label)
    top, left = min(r for r, _ in canvas), min(c for _, c in canvas)
    return Picture(
        lines=tuple(text(canvas).split("\n")),
        spots=tuple(((r - top, c - left),) for r, c in spots),
        glyphs=(glyphs,) * len(spots),
        scan=_tokens,
        ghosts=tuple(((r - top, 2 * c + slant * r - left), site) for r, c, site in ghosts),
    )


def _rule(canvas: Canvas, last: int, c: int, slant: int, label: str) -> None:
    """A ruler from where a column ends, below for a backslash, above for a slash, and its label."""
    r = slant * last + slant
    ruler = "\\" if slant > 0 else "/"
    canvas.setdefault((r, 2 * c + slant * r), ruler)
    r += slant
    while not _free(canvas, (r, 2 * c + slant * r), len(label)):
        canvas.setdefault((r, 2 * c + slant * r), ruler)
        r += slant
    _write(canvas, (r, 2 * c + slant * r), label)


def _write(canvas: Canvas, spot: Spot, label: str) -> None:
    r, c = spot
    canvas.update({(r, c + k): letter for k, letter in enumerate(label)})


def _free(canvas: Canvas, spot: Spot, size: int) -> bool:
    r, c = spot
    return all((r, c + k) not in canvas for k in range(-1, size + 1))


def _tokens(picture: Picture, given: str) -> list[str | None]:
    """Letters one after another, wherever they stand; labels and rulers are passed over."""
    found: list[str | None] = []
    for line in given.splitlines():
        ruled = False
        for word in re.sub(r"([\\/])", r" \1 ", line).split():
            if re.fullmatch(r"\w+-", word):
                ruled = False
            elif word in "\\/":
                ruled = True
            elif not ruled and not word.isdigit() and len(found) < len(picture.spots):
                found.extend(word)
            elif not word.isalnum():
                raise NotationError(f"{shown(word)} is one too many: {_count(picture)}")
    if len(found) != len(picture.spots):
        raise NotationError(f"the picture shows {len(found)} sites: {_count(picture)}")
    return found


def _count(picture: Picture) -> str:
    return f"this board has {len(picture.spots)} sites"
