"""Boards that proofs and exercises need and no game of this package is played on."""

from __future__ import annotations

from math import cos, pi, sin

from ..core import kernels
from ..core.ascii import slanted
from ..core.board import Board
from ..core.honeycomb import honeycomb
from ..core.kernels import EAST, NORTH, SOUTH, WEST
from ..core.lattice import letters
from ..core.rules import Rules
from ..core.shapes import Disc, Line, Text


def triangle(size: int) -> Board:
    """Rows of 1, 2, ... cells: row A is a corner, the last row has the other two."""
    cells = [(r, c) for r in range(size) for c in range(r + 1)]
    return honeycomb(
        cells,
        names=[f"{letters(r)}{c + 1}" for r, c in cells],
        rows={r: letters(r) for r in range(size)},
        columns={c: str(c + 1) for c in range(size)},
        slant=-1,
    )


def rhombus(size: int) -> Board:
    """Size by size hexagons with four sides: top and bottom are the first player's."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    last = size - 1
    return honeycomb(
        cells,
        names=[f"{letters(c)}{r + 1}" for r, c in cells],
        rows={r: str(r + 1) for r in range(size)},
        columns={c: letters(c) for c in range(size)},
        slant=1,
        sides=tuple(
            NORTH * (r == 0) | SOUTH * (r == last) | WEST * (c == 0) | EAST * (c == last)
            for r, c in cells
        ),
    )


def wheel(_: int) -> Board:
    """Six cells that touch one another; B to F around A touch their neighbours directly."""
    spots = [(0.0, 0.0)]
    spots += [(2 * sin(2 * pi * k / 5), -2 * cos(2 * pi * k / 5)) for k in range(5)]
    touching = [(0, k) for k in range(1, 6)] + [(k, k % 5 + 1) for k in range(1, 6)]
    return Board(
        names=tuple("ABCDEF"),
        neighbours=tuple(tuple(k for k in range(6) if k != site) for site in range(6)),
        claimable=6,
        shapes=tuple(Disc(spot, 0.36) for spot in spots),
        picture=slanted([(0, k) for k in range(6)], {}, {}, 0, ".xo "),
        decor=(
            *(Line((spots[a], spots[b]), "line") for a, b in touching),
            *(Text((1.45 * x, 1.45 * y), name, 0.5) for (x, y), name in _named(spots)),
        ),
    )


def _named(spots: list[tuple[float, float]]) -> list[tuple[tuple[float, float], str]]:
    """Where the letter of each cell stands, before it is moved outwards."""
    return [
        ((0.45, 0.15) if spot == (0.0, 0.0) else spot, name)
        for spot, name in zip(spots, "ABCDEF", strict=True)
    ]


# Crosses are FIRST's and rings SECOND's, so the labels 1 and 0 have the marks that they look like.
TRIANGLE = Rules(
    name="triangle",
    players=("1", "0"),
    sizes=range(2, 12),
    size=6,
    lay=triangle,
    step=kernels.claim,
    winner=kernels.crossed,
    swap=False,
    draws=True,
    told="A triangle of cells that carry labels; nobody wins on it.",
)
WHEEL = Rules(
    name="wheel",
    players=("X", "O"),
    sizes=range(6, 7),
    size=6,
    lay=wheel,
    step=kernels.claim,
    winner=kernels.crossed,
    swap=False,
    draws=True,
    told="Six cells that touch one another, ten pairs directly and five across the edge.",
)
HEX = Rules(
    name="hex",
    players=("X", "O"),
    sizes=range(2, 12),
    size=6,
    lay=rhombus,
    step=kernels.claim,
    winner=kernels.crossed,
    swap=False,
    told="X joins top and bottom, O joins left and right.",
)
