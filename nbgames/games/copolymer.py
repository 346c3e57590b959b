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
from ..core.primer import Lesson, Page, Primer
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


PRIMER = Primer(
    size=5,
    terms=(
        ("cells?", "A cell is a hexagon of the board. Whoever owns more of them at the end wins."),
        ("touch(?:es)?", "Two cells touch if they have a side in common."),
        (
            "(?:dotted|connecting) ?(?:cells?|rims?)?",
            "A connecting cell touches two or more cells of the other player: whoever claims it "
            "claims again. It has a dotted rim for the player to move.",
        ),
        (
            "closing cells?",
            "A closing cell touches fewer than two cells of the other player: to claim it ends the "
            "turn.",
        ),
        (
            "gifts?",
            "A gift is a cell that your claim lets the other player go on with: it touches two or "
            "more of yours now.",
        ),
    ),
    pages=(
        Page(
            "X and O take turns and claim empty cells. Nobody may pass, and what is claimed stays "
            "as it is. X has crosses, O rings.",
            moves="C3 B1",
        ),
        Page(
            "Whoever claims a cell that touches two or more cells of the other has to claim "
            "another one in the same turn. For the player to move these cells have a dotted rim: "
            "here X goes on after B3 and C3, which touch B2 and C4.",
            start="X A3 E3; O B2 C4; X to move",
        ),
        Page(
            "The turn ends with a cell that touches fewer. X has claimed B3 and then D5, and now "
            "O is to move: the dotted cells are O's to go on with. Nobody has to claim these while "
            "there are others.",
            start="X A3 E3; O B2 C4; X to move",
            moves="B3 D5",
        ),
        Page(
            "When the board is full, whoever owns more cells wins. The number of cells is odd, so "
            "there are no draws. X has 10 of 19 here.",
            start="X B1 B2 C1 C2 D3 D4 E3 E5; O A1 A2 A3 B3 B4 C4 C5 D5; X to move",
            moves="C3 D2 E4",
        ),
    ),
    lessons=(
        Lesson(
            "You are X. Claim a cell: click it, or type its name.",
            "",
            "It touches no cell of O, so the turn is over. Now it would be O's turn.",
        ),
        Lesson(
            "Cells with a dotted rim touch two or more cells of O. Claim one of them.",
            "B3 C3",
            "It touches B2 and C4, so that you go on: one cell more for you in this turn.",
            "That cell touches fewer than two cells of O, and the turn is over. The dotted ones "
            "are B3 and C3.",
            start="X A3 E3; O B2 C4; X to move",
        ),
        Lesson(
            "Your turn goes on. End it with a cell that touches fewer than two cells of O.",
            "A1 A2 B1 B4 C1 C2 C5 D2 D3 D4 D5 E4 E5",
            "The turn ends here: two cells for you, and one that O cannot claim any more.",
            "C3 touches B2 and C4 too, so that you would have to go on.",
            start="X A3 E3; O B2 C4; X to move",
            moves="B3",
        ),
        Lesson(
            "Give nothing away: claim a cell that leaves O no cell to go on with.",
            "A3",
            "No empty cell touches two of yours: whatever O claims, its turn is over.",
            "O then goes on with an empty cell that touches it and another of yours. Find one that "
            "leaves no such cell.",
            start="X A2 D5 E3; O B3 C1 E5; X to move",
        ),
        Lesson(
            "Three cells are left, and each of you has 8. Which one first?",
            "C3",
            "C3 touches two cells of O or more: you go on, take a second one, and win 10 to 9.",
            "The turn is over then, and O takes the two others. First the cell after which you go "
            "on.",
            start="X B1 B2 C1 C2 D3 D4 E3 E5; O A1 A2 A3 B3 B4 C4 C5 D5; X to move",
        ),
    ),
)

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
    again="touches two enemy cells or more",
    swap=False,
    any_cells=True,
    inventor="Mark Steere",
    year=2006,
    told=(
        "Whoever owns more cells when the board is full wins. Claim a cell; while the cell you "
        "claim touches two or more enemy cells, you go on. {maker}, who wishes its "
        "name and its rules to stay as they are."
    ),
    primer=PRIMER,
)
