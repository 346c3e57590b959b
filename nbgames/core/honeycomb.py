"""Boards of hexagons in slanted rows: sites, neighbours, shapes, labels and picture from cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .ascii import slanted
from .board import Board
from .kernels import EAST, NORTH, SOUTH, WEST
from .lattice import hexagon, place, touching
from .shapes import Line, Text

Cell = tuple[int, int]
SIDES = {  # whose a side is, and how far outside its cells it is drawn
    NORTH: ("first", 0, -0.8),
    SOUTH: ("first", 0, 0.8),
    WEST: ("second", -0.92, 0),
    EAST: ("second", 0.92, 0),
}


class Crossing(NamedTuple):
    """How a board is crossed at its edge.

    `twists` are the pairs of sites that touch there, each given once; `ghosts` are cells outside
    the board that show a site again.
    """

    twists: Sequence[tuple[int, int]] = ()
    ghosts: Sequence[tuple[Cell, int]] = ()


NOT_CROSSED = Crossing()


def honeycomb(
    cells: Sequence[Cell],
    names: Iterable[str],
    rows: Mapping[int, str],
    columns: Mapping[int, str],
    slant: int,
    *,
    sides: tuple[int, ...] = (),
    crossing: Crossing = NOT_CROSSED,
) -> Board:
    """The board of cells (row, column); columns lead down to the right (slant 1) or left (-1).

    `rows` and `columns` give their labels, which differ from each other.
    """
    ghosts = crossing.ghosts
    twists = frozenset(pair for a, b in crossing.twists for pair in ((a, b), (b, a)))
    neighbours = [set(near) for near in touching(cells, slant)]
    for a, b in twists:
        neighbours[a].add(b)
    return Board(
        names=tuple(names),
        neighbours=tuple(tuple(sorted(near)) for near in neighbours),
        claimable=len(cells),
        shapes=tuple(hexagon(place(r, c, slant)) for r, c in cells),
        picture=slanted(cells, rows, columns, slant, ".xo ", ((r, c, s) for (r, c), s in ghosts)),
        noun="cell",
        decor=(
            *_sides(cells, slant, sides),
            *_labels(cells, rows, columns, slant, beyond=1 if ghosts else 0.5 if sides else 0),
        ),
        twists=twists,
        sides=sides,
        lines=_lines(cells, rows, columns),
        ghosts=tuple((place(r, c, slant), site) for (r, c), site in ghosts),
    )


def _lines(
    cells: Sequence[Cell], rows: Mapping[int, str], columns: Mapping[int, str]
) -> dict[str, tuple[int, ...]]:
    """The sites of each row and column by its label."""
    return {
        label.upper(): tuple(site for site, cell in enumerate(cells) if cell[k] == number)
        for k, labels in enumerate((rows, columns))
        for number, label in labels.items()
    }


def _sides(cells: Sequence[Cell], slant: int, sides: Sequence[int]) -> Iterable[Line]:
    """A line beside each side, from its first cell to its last."""
    for side, (whose, dx, dy) in SIDES.items():
        on = [cell for cell, bits in zip(cells, sides, strict=False) if bits & side]
        ends = [place(r, c, slant) for r, c in on]
        if ends:
            yield Line(tuple((x + dx, y + dy) for x, y in (ends[0], ends[-1])), whose)


def _labels(
    cells: Sequence[Cell],
    rows: Mapping[int, str],
    columns: Mapping[int, str],
    slant: int,
    beyond: float,
) -> Iterable[Text]:
    """Labels where rows and columns begin, so many cells further out."""
    for r, label in rows.items():
        first = min(column for row, column in cells if row == r)
        yield Text(place(r, first - 1 - beyond, slant), label)
    for c, label in columns.items():
        last = max((row for row, column in cells if column == c), key=lambda row: slant * row)
        yield Text(place(last + slant * (1 + beyond), c, slant), label)
