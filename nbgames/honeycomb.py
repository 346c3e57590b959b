"""Boards made of hexagons in slanted rows: sites, links, shapes, labels and picture from cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .board import Board
from .diagram import slanted
from .lattice import hexagon, place, touching
from .shapes import Text

Cell = tuple[int, int]


def honeycomb(
    cells: Sequence[Cell],
    names: Iterable[str],
    rows: Mapping[int, str],
    columns: Mapping[int, str],
    slant: int,
    *,
    twists: Iterable[tuple[int, int]] = (),
    shores: tuple[int, ...] = (),
    ghosts: Iterable[tuple[Cell, int]] = (),
    glyphs: str = ".xo ",
) -> Board:
    """The board of these cells (row, column), whose columns lead down right (slant 1) or left (-1).

    `twists` are links across the edge, each given once; `ghosts` are cells outside the board that
    show a site again.
    """
    ghosts = tuple(ghosts)
    crossing = frozenset(pair for a, b in twists for pair in ((a, b), (b, a)))
    links = touching(cells, slant)
    return Board(
        names=tuple(names),
        links=tuple(
            tuple(sorted({*near, *(b for a, b in crossing if a == site)}))
            for site, near in enumerate(links)
        )
        if crossing
        else links,
        claimable=len(cells),
        shapes=tuple(hexagon(place(r, c, slant)) for r, c in cells),
        picture=slanted(cells, rows, columns, slant, glyphs, ((r, c, s) for (r, c), s in ghosts)),
        decor=tuple(_labels(cells, rows, columns, slant, beyond=1 if ghosts else 0)),
        twists=crossing,
        shores=shores,
        ghosts=tuple((place(r, c, slant), site) for (r, c), site in ghosts),
    )


def _labels(
    cells: Sequence[Cell],
    rows: Mapping[int, str],
    columns: Mapping[int, str],
    slant: int,
    beyond: int,
) -> Iterable[Text]:
    """Labels where rows and columns begin, so many cells further out."""
    for r, label in rows.items():
        first = min(column for row, column in cells if row == r)
        yield Text(place(r, first - 1 - beyond, slant), label)
    for c, label in columns.items():
        last = max((row for row, column in cells if column == c), key=lambda row: slant * row)
        yield Text(place(last + slant * (1 + beyond), c, slant), label)
