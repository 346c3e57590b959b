"""Exercises of "One class": which loops win, four cells that win, four cells that stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import graphs
from ..analysis import crossings
from ..analysis.answers import counted, listed
from ..core.chains import loop as shortest_loop
from ..core.kernels import tally
from ..core.position import SECOND
from ..games import game
from .asked import on_board
from .checking import Verdict, exercise, named_in, right, wrong
from .posed import At, Posed, named, owned

CELL = "cell of Projex 3"
FEW = 4  # cells of a shortest loop at size 3, and of a smallest wall: cuts.ipynb tries all sets


@exercise
def winning(answer: Any, loops: Mapping[str, Sequence[str]]) -> Verdict:
    """The letters of those loops of Projex 4 that win."""
    G = graphs.board_graph(game("projex", 4))
    if isinstance(answer, str):
        answer = filter(str.isalpha, answer)  # "B D", "B, D" and "BD"
    named = set(named_in(answer, loops, f"loop: they are {listed(sorted(loops))}"))
    across = {letter: crossings(G, loop) for letter, loop in loops.items()}
    if bad := sorted(letter for letter in named if across[letter] % 2 == 0):
        return wrong(
            f"loop {bad[0]} does not win. How many of its steps lead over the edge? Count the last "
            "step too, back to its first cell."
        )
    if missing := sum(n % 2 for letter, n in across.items() if letter not in named):
        return wrong(
            f"all that you name win, but {counted(missing, 'loop is', 'loops are')} missing."
        )
    return right(f"{listed(sorted(named))} lead over the edge an odd number of times")


def four_that_win(at: At, cells: list[int], _: Any) -> list[Any]:
    """Are these four cells with a winning loop?"""
    if fault_in(cells):
        return [0, fault_in(cells), [], []]
    owners = owned(at, cells, 1)
    found = shortest_loop(at.net, owners, 1)
    if len(found):
        return [1, f"{named(at, cells)} are a winning loop", [], found]
    words = "these cells have no loop that leads over the edge an odd number of times."
    loose = [site for site in cells if tally(at.net, owners, site, 1) < 2]
    if len(loose):
        touch = "touches" if len(loose) == 1 else "touch"
        words = f"{words} {named(at, loose)} {touch} fewer than two of the others."
    return [0, words, loose, []]


def four_that_stop(at: At, cells: list[int], _: Any) -> list[Any]:
    """Have all other cells no winning loop when these four are gone?"""
    if fault_in(cells):
        return [0, fault_in(cells), [], []]
    owners = [1 - owner for owner in owned(at, cells, 1)]
    found = shortest_loop(at.net, owners, 1)
    if len(found):
        words = "the other eight cells still have a winning loop. Which of its cells do you take?"
        return [0, words, [], found]
    words = (
        "in the other eight cells no loop wins; now see whether your own four have one that does"
    )
    return [1, words, [], []]


def fault_in(cells: list[int]) -> str:
    """Why these are not four cells; nothing if they are."""
    if len(cells) == FEW:
        return ""
    return f"these are {counted(len(cells), 'cell')}, and four are asked for."


LOOP = Posed(
    "A short loop",
    "X wins with a loop that leads over the edge an odd number of times. Choose four cells with "
    "which X has one.",
    "projex", 3, four_that_win,
)  # fmt: skip
WALL = Posed(
    "A wall",
    "You are O, and X has no stone yet. Choose four cells so that X can never make a winning loop, "
    "not even with all of the eight other cells.",
    "projex", 3, four_that_stop, 2, who=SECOND,
)  # fmt: skip


@on_board(LOOP)
def loop(answer: Any) -> Verdict:
    """Four cells of Projex 3 with which a player wins."""
    return LOOP.judged(LOOP.read(answer, CELL))


@on_board(WALL)
def wall(answer: Any) -> Verdict:
    """Four cells of Projex 3 that leave the other player no winning loop."""
    return WALL.judged(WALL.read(answer, CELL))
