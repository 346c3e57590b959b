"""Coordinates as names, and hexagonal cells: their outlines, their middles, their neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin, sqrt
from string import ascii_uppercase

from .shapes import Point, Polygon

NO_I = ascii_uppercase.replace("I", "")


def letters(index: int, alphabet: str = ascii_uppercase) -> str:
    """The index-th name in A, B, ... Z, AA, AB, ...

    >>> letters(0), letters(25), letters(26), letters(8, NO_I)
    ('A', 'Z', 'AA', 'J')
    """
    text = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, len(alphabet))
        text = alphabet[digit] + text
    return text


def number(text: str, alphabet: str = ascii_uppercase) -> int:
    """The index of a name that letters gave.

    >>> number("AA"), number("J", NO_I)
    (26, 8)
    """
    index = 0
    for letter in text:
        index = index * len(alphabet) + alphabet.index(letter) + 1
    return index - 1


def point_name(point: tuple[int, int]) -> str:
    """The name of a point (column, row) between squares: a small letter, and the row from 1.

    >>> point_name((1, 2))
    'b3'
    """
    column, row = point
    return f"{letters(column).lower()}{row + 1}"


def hexagon(middle: Point) -> Polygon:
    """A hexagon that stands on a corner, one unit wide."""
    x, y = middle
    corners = (pi * (2 * k + 1) / 6 for k in range(6))
    return Polygon(tuple((x + cos(a) / sqrt(3), y + sin(a) / sqrt(3)) for a in corners))


def touching(cells: Iterable[tuple[int, int]], slant: int) -> tuple[tuple[int, ...], ...]:
    """Who touches whom among cells (row, column), where columns lean by half a cell a row.

    Slant 1: a column leads down to the right, a backslash; slant -1: down to the left, a slash.
    """
    site = {cell: k for k, cell in enumerate(cells)}
    steps = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -slant), (-1, slant))
    return tuple(
        tuple(sorted(site[r + dr, c + dc] for dr, dc in steps if (r + dr, c + dc) in site))
        for r, c in site
    )


def place(row: float, column: float, slant: int) -> Point:
    """Where the middle of cell (row, column) lies."""
    return column + slant * row / 2, row * sqrt(3) / 2
