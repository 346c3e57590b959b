"""Rings and arrows that a teacher draws on a board, as words and as shapes.

"F6" is a ring around F6, "F6>A6" an arrow from F6 to A6. `widgets_js/arrows.js` reads and
writes the same words in a page, and `arrowed` in `drawing.js` draws the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from ..core.board import Board
from ..core.errors import NotationError, shown
from ..core.shapes import Disc, Line, Point, Shape

MOST = 99  # marks on a board
RING = 0.42
SHORT = 0.28  # how far an arrow stays from the middles of its sites
BARB, HALF = 0.28, 0.18  # how long its head is, and half as wide

Mark = tuple[int, ...]  # the site of a ring, or the two of an arrow


def read(board: Board, words: str | Iterable[str]) -> tuple[Mark, ...]:
    """The sites of each mark, every mark once.

    Raises
    ------
    NotationError
        If a word names no site of this board, or there are more than 99.

    >>> from nbgames.games import game
    >>> read(game("projex", 3).board, "c1 C1>D1")
    ((0,), (0, 1))
    """
    words = words.split() if isinstance(words, str) else words
    return toggled((), tuple(dict.fromkeys(_mark(board, word) for word in words)))


def toggled(marks: tuple[Mark, ...], drawn: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """The marks with these drawn, and those of them that were there wiped off."""
    found = tuple(mark for mark in (*marks, *drawn) if (mark in marks) != (mark in drawn))
    if len(found) > MOST:
        raise NotationError(f"{len(found)} marks are too many for a board: at most {MOST}")
    return found


def write(board: Board, marks: Iterable[Iterable[int]]) -> tuple[str, ...]:
    """The words of marks."""
    return tuple(">".join(board.names[site] for site in mark) for mark in marks)


def _mark(board: Board, word: str) -> Mark:
    ends = tuple(map(board.site, word.split(">"))) if isinstance(word, str) else ()
    if len(set(ends)) != len(ends) or len(ends) not in (1, 2):
        raise NotationError(f"{shown(word)} is no mark: write F6 for a ring, F6>A6 for an arrow")
    return ends


def shapes(board: Board, marks: Iterable[Mark]) -> Iterable[Shape]:
    """Marks as they are drawn; a piece is not ringed but has a line along it."""
    for site, *to in marks:
        shape = board.shapes[site]
        if to:
            yield from _arrow(shape.middle, board.shapes[to[0]].middle)
        elif isinstance(shape, Line):
            (ax, ay), (bx, by) = shape.points
            yield Line(
                (((3 * ax + bx) / 4, (3 * ay + by) / 4), ((ax + 3 * bx) / 4, (ay + 3 * by) / 4))
            )
        else:
            yield Disc(shape.middle, RING)


def _arrow(a: Point, b: Point) -> Iterable[Line]:
    """A shaft between two places, short of both, and a head."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = hypot(dx, dy) or 1  # the diagonals of a square have one middle
    u, v = dx / far, dy / far
    short = min(SHORT, far / 4)
    x, y = b[0] - short * u, b[1] - short * v
    neck = x - BARB * u, y - BARB * v
    yield Line(((a[0] + short * u, a[1] + short * v), (x, y)))
    left, right = ((neck[0] + side * v, neck[1] - side * u) for side in (-HALF, HALF))
    yield Line((left, (x, y), right))
