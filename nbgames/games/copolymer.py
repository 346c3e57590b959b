"""Copolymer, Mark Steere 2006: claim cells of a honeycomb; the majority wins.

A cell that touches two or more enemy cells obliges its player to claim again, so the turn ends
with a cell that touches fewer, or with the last cell. Nobody passes and nobody draws: the number
of cells is odd.
"""

from __future__ import annotations

import re

from ..core import kernels
from ..core._jit import jit
from ..core.board import Board
from ..core.errors import NotationError, Refused, shown
from ..core.honeycomb import Cell, honeycomb
from ..core.kernels import tally
from ..core.lattice import NO_I, letters, number
from ..core.rules import Effect, Rules


def lay(extent: int | str) -> Board:
    """The hexagon whose longest row has this many cells, or the honeycomb of these runs."""
    cells = hexagon(extent) if isinstance(extent, int) else honeycomb_cells(extent)
    names = [f"{letters(r, NO_I)}{c}" for r, c in cells]
    rows = {r: letters(r, NO_I) for r, _ in cells}
    columns = {c: str(c) for _, c in sorted(cells, key=lambda cell: cell[1])}
    return honeycomb(cells, names, rows, columns, slant=-1)


MOST = 999  # cells of a honeycomb of one's own, twice the largest hexagon


def hexagon(longest: int) -> list[Cell]:
    side = (longest + 1) // 2
    return [
        (r, c)
        for r in range(longest)
        for c in range(max(1, r - side + 2), min(longest, side + r) + 1)
    ]


def honeycomb_cells(text: str) -> list[Cell]:
    """The cells of runs such as 'A1-6 B1-7 K5': a row's letter, its first and last number."""
    cells: list[Cell] = []
    for word in text.split():
        cells += _run(word)
        if len(cells) > MOST:
            raise Refused(f"this honeycomb goes on beyond {shown(word)}: give at most {MOST} cells")
    if len(set(cells)) < len(cells):
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise Refused(f"{letters(twice[0], NO_I)}{twice[1]} is given twice: give each cell once")
    if len(cells) % 2 == 0:
        raise Refused(
            f"this honeycomb has {len(cells)} cells: give an odd number, so that nobody can tie"
        )
    return sorted(cells)


def _run(word: str) -> list[Cell]:
    found = re.fullmatch(
        rf"([{NO_I}]{{1,2}})([1-9]\d{{0,2}})(?:-([1-9]\d{{0,2}}))?", word, re.ASCII
    )
    if not found:
        raise NotationError(
            f"{shown(word)} is no run of cells: write a row's letter (never I) and its first and "
            "last number, such as A1-6"
        )
    row, first, last = number(found[1], NO_I), int(found[2]), int(found[3] or found[2])
    if last < first:
        raise NotationError(f"{shown(word)} runs backwards: write {found[1]}{last}-{first}")
    return [(row, c) for c in range(first, last + 1)]


@jit
def step(net, owners, site, who):
    owners[site] = who
    return who if tally(net, owners, site, 3 - who) >= 2 else 3 - who


COPOLYMER = Rules(
    name="copolymer",
    players=("X", "O"),
    sizes=range(3, 26, 2),
    size=19,
    small=7,
    lay=lay,
    step=step,
    winner=kernels.majority,
    by="majority",
    won="by majority",
    effect=Effect.OBLIGES,
    again="touches two enemies or more",
    swap=False,
    any_cells=True,
    told=(
        "Claim a cell; while the cell you claim touches two or more enemy cells, you go on. "
        "When the board is full, whoever owns more cells wins. Mark Steere, 2006, who wishes its "
        "name and its rules to stay as they are."
    ),
)
