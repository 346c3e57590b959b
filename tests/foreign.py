"""Six games outside the package, each one `Rules` record: the general algorithms must play them.

`HEX`, `Y` (three sides, one goal for both), `TWICE` (two claims a turn, the first turn one),
`MOST` (most cells win, one claim a turn), `GRID` (a full board may have no winner) and `LAST`
(whoever joins two sides loses). `listed` enters them beside the four, for what asks by name.
`LOT` and `THIRD` are two more, of which it is known how much each site matters.
"""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

import nbgames
from nbgames.core import kernels
from nbgames.core._jit import jit
from nbgames.core.ascii import slanted
from nbgames.core.board import Board
from nbgames.core.honeycomb import honeycomb
from nbgames.core.kernels import EAST, NORTH, SOUTH, WEST, joined
from nbgames.core.lattice import letters
from nbgames.core.position import EMPTY, FIRST, SECOND
from nbgames.core.rules import Goal, Rules
from nbgames.core.shapes import Line, Polygon, Text
from nbgames.exercises import boards
from nbgames.exercises.boards import rhombus

LEFT, RIGHT, BASE = 1, 2, 4  # the sides of a triangle, which are both players'


# Boards


def plain_rhombus(size: int) -> Board:
    """A rhombus without sides, and so without what is drawn beside these."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    rows = {r: str(r + 1) for r in range(size)}
    columns = {c: letters(c) for c in range(size)}
    return honeycomb(cells, rhombus(size).names, rows, columns, slant=1)


def triangle(size: int) -> Board:
    """A honeycomb with a row of one cell, of two, ... of size; a corner lies on two sides."""
    cells = [(r, c) for r in range(size) for c in range(r + 1)]
    sides = (LEFT * (c == 0) | RIGHT * (c == r) | BASE * (r == size - 1) for r, c in cells)
    return replace(boards.triangle(size), sides=tuple(sides))


def squares(size: int) -> Board:
    """Size by size squares; those that share an edge touch, so both players may be blocked."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    site = {cell: k for k, cell in enumerate(cells)}
    low, high = -0.75, size - 0.25
    ends = (low + 0.25, high - 0.25)
    picture = slanted(cells, {r: str(r + 1) for r in range(size)}, {}, 0, ".xo ")
    ruler = " " * picture.spots[0][0][1] + " ".join(letters(c) for c in range(size))
    return Board(
        names=tuple(f"{letters(c)}{r + 1}" for r, c in cells),
        neighbours=tuple(
            tuple(
                sorted(
                    site[near]
                    for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                    if near in site
                )
            )
            for r, c in cells
        ),
        claimable=len(cells),
        shapes=tuple(
            Polygon(
                tuple(
                    (c + dx, r + dy)
                    for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
                )
            )
            for r, c in cells
        ),
        picture=replace(picture, lines=(*picture.lines, ruler)),
        decor=(
            *(Line(((ends[0], y), (ends[1], y)), "first") for y in (low, high)),
            *(Line(((x, ends[0]), (x, ends[1])), "second") for x in (low, high)),
            *(Text((low - 0.5, k), str(k + 1)) for k in range(size)),
            *(Text((k, high + 0.5), letters(k)) for k in range(size)),
        ),
        sides=rhombus(size).sides,
    )


# Kernels


@jit
def joins_three(net, owners, who):
    """Does a chain of who's sites touch all three sides?"""
    starts, ends, sides = net.starts, net.ends, net.sides
    seen = [0] * len(owners)
    waiting = [0] * len(owners)
    for root in net.rim:
        if owners[root] != who or seen[root]:
            continue
        seen[root] = 1
        waiting[0] = root
        count = 1
        met = 0
        while count:
            count -= 1
            site = waiting[count]
            met |= sides[site]
            for k in range(starts[site], starts[site + 1]):
                other = ends[k]
                if owners[other] == who and not seen[other]:
                    seen[other] = 1
                    waiting[count] = other
                    count += 1
        if met == 7:
            return 1
    return 0


@jit
def three_joined(net, owners):
    return joins_three(net, owners, FIRST) + 2 * joins_three(net, owners, SECOND)


@jit
def claim_twice(net, owners, site, who):
    """One claim in the first turn, then two: the turn passes after an odd number of stones."""
    owners[site] = who
    stones = 0
    for other in range(len(owners)):
        if owners[other] != EMPTY:
            stones += 1
    return 3 - who if stones % 2 else who


@jit
def left_to_last(net, owners):
    """Who has let the other join two sides?"""
    first = joined(net, owners, FIRST, NORTH, SOUTH)
    return joined(net, owners, SECOND, WEST, EAST) + 2 * first


# The six

HEX = Rules(
    name="hex",
    players=("X", "O"),
    sizes=range(2, 20),
    size=11,
    lay=rhombus,
    step=kernels.claim,
    winner=kernels.crossed,
    told="X joins top and bottom, O left and right. Piet Hein, 1942; John Nash, 1948.",
)

Y = Rules(
    name="y",
    players=("X", "O"),
    sizes=range(2, 20),
    size=8,
    lay=triangle,
    step=kernels.claim,
    winner=three_joined,
    told="Claim a cell; one chain that touches all three sides wins. Claude Shannon, 1953.",
)

TWICE = Rules(
    name="twice",
    players=("X", "O"),
    sizes=range(2, 20),
    size=11,
    lay=rhombus,
    step=claim_twice,
    winner=kernels.crossed,
    several=True,
    told="X joins top and bottom, O left and right. The first turn is one claim, the others two.",
)

MOST = Rules(
    name="most",
    players=("X", "O"),
    sizes=range(3, 12, 2),
    size=5,
    lay=plain_rhombus,
    step=kernels.claim,
    winner=kernels.majority,
    by="majority",
    won="by majority",
    told="Claim a cell. When the board is full, whoever owns more cells wins.",
)

GRID = Rules(
    name="grid",
    players=("X", "O"),
    sizes=range(2, 20),
    size=7,
    lay=squares,
    step=kernels.claim,
    winner=kernels.crossed,
    draws=True,
    told="X joins top and bottom, O left and right, by squares that share an edge, or nobody does.",
)

LAST = Rules(
    name="last",
    players=("X", "O"),
    sizes=range(2, 20),
    size=7,
    lay=rhombus,
    step=kernels.claim,
    winner=left_to_last,
    goal=Goal.SIDES,
    misere=True,
    won="because the other joined two sides",
    told="Whoever joins two sides loses: X must not join top and bottom, O not left and right.",
)

SIX = (HEX, Y, TWICE, MOST, GRID, LAST)


(_GAMES,) = gc.get_referents(nbgames.GAMES)  # a view that nobody changes, but for these tests


@pytest.fixture
def listed(monkeypatch):
    """The six beside the four, as if they stood in the tuple of games/__init__.py."""
    for rules in SIX:
        monkeypatch.setitem(_GAMES, rules.name, rules)


# Two in which random games tell whether sites matter: no site does, and one decides


@jit
def by_lot(net, owners):
    """On a full board: does FIRST own an odd number of every other site?"""
    odd = 0
    for site in range(len(owners)):
        if owners[site] == EMPTY:
            return 0
        if owners[site] == FIRST and site % 2:
            odd = 1 - odd
    return FIRST if odd else SECOND


@jit
def by_the_third(net, owners):
    return owners[2]


LOT = replace(MOST, name="lot", winner=by_lot, goal=Goal.OTHER, by="lot", won="by lot")
THIRD = replace(LOT, name="third", winner=by_the_third, by="site", won="by the third site")
