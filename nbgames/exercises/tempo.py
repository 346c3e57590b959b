"""Exercises of "Tempo in Copolymer": counting turns, scoring, closing."""

from __future__ import annotations

from itertools import product
from typing import Any

from ..analysis import swing
from ..analysis.scores import led
from ..core.position import FIRST, SECOND
from ..play.match import Match
from .checking import Verdict, compare, exercise, named_in, right, wrong


@exercise
def turns(answer: Any) -> Verdict:
    """How many turns are there with a connecting cells and b others?"""
    return compare(
        answer,
        lambda a, b: 2**a * b if b else 1,
        {f"a = {a}, b = {b}": (a, b) for b in (1, 2, 3, 4, 0) for a in range(1, 6)},
        lambda a, b: (
            "Any set of connecting cells, and then one closing cell."
            if b
            else "There is no closing cell: which cells does the player take then?"
        ),
    )


@exercise
def winner(answer: Any) -> Verdict:
    """Who wins a full game with this many connecting claims of the two players?"""
    return compare(
        answer,
        lambda a, b: FIRST if a >= b else SECOND,
        {f"C₁ = {a}, C₂ = {b}": (a, b) for a in range(6) for b in range(6)},
        "How many closing cells more may the first player have? And can the margin be 0?",
    )


@exercise
def best_turn(answer: Any, m: Match) -> Verdict:
    """A turn after which nobody could have ended better."""
    answer = ",".join(named_in(answer, m.game.board.names, "cell of this board"))
    after = m.play(answer)
    if after.is_open:
        return wrong(f"the turn is open after {answer}: its last cell must touch fewer enemies.")
    value, best = swing(after), swing(m).first
    won = value.first if after.position.to_move == FIRST else value.second
    if won < best:
        return wrong(
            f"after {answer} you finish {led(won)} with best play, and some turn does better."
        )
    return right(f"after {answer} you finish {led(won)}, and no turn does better")


@exercise
def settled(answer: Any) -> Verdict:
    """By how much does the player to move finish ahead where no two empty cells touch?"""
    return compare(
        answer,
        lambda a, b, c: a + c if b == 0 else a + c + 2 - b,
        {f"a = {a}, b = {b}, c = {c}": (a, b, c) for a, b, c in product(range(5), repeat=3)},
        lambda a, b, c: (
            "Take all of yours and the shared ones; then you must take one of the other's. "
            "Who gets the rest?"
            if b
            else "Nothing is left when the player to move has taken all: no closing cell is needed."
        ),
    )
