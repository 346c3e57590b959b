"""Exercises of "Solving and playing": minimax, openings, answers to a threat, random games."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from .. import atlas
from ..analysis import solve, threats
from ..analysis.answers import counted
from ..core.errors import shown
from ..play.match import Match, match
from .asked import on_board
from .checking import NOT_YET, Verdict, attempt, compare, exercise, named_in, right, wrong
from .posed import At, Posed, named

SIZES = {"antipalos": (3, 6), "conhex": (2, 4), "projex": (3, 4)}  # and how many moves are left
CLOSE = 0.04  # how far from the right number of games an answer may be: a rounding of it


def _late(name: str, size: int, left: int) -> list[Match]:
    """Eight matches with at most so many moves to choose from, where nobody has won yet."""
    rng = Random(name)
    found: list[Match] = []
    while len(found) < 8:
        m = match(name, size, swap=False)
        while m.outcome is None and len(m.legal()) > left:
            m = m.play(rng.choice(m.legal()))
        if m.outcome is None:
            found.append(m)
    return found


@exercise
def value(answer: Any) -> Verdict:
    """The value of a match for the side to move: 1, 0 or -1."""
    late = [m for name, (size, left) in SIZES.items() for m in _late(name, size, left)]
    over = [_finished(m) for m in late]
    return compare(
        answer,
        lambda m: solve(m).value if m.outcome is None else -bool(m.outcome.winner),
        {_case(m): (m,) for m in [*over, *late]},
        lambda m: (
            "Take the best of what the answers are worth, each seen from the other side."
            if m.outcome is None
            else "It is over: is that good or bad for the side that would be next, or neither?"
        ),
    )


def _finished(m: Match) -> Match:
    """The same, played on to its end, always by the first move there is."""
    while m.outcome is None:
        m = m.play(m.legal()[0])
    return m


def _case(m: Match) -> str:
    """Which match this is, and who is to move or how it ended."""
    who = m.game.players[m.position.to_move - 1]
    return f"{m.game.name} after {' '.join(m.moves)} ({m.result() or f'{who} to move'})"


def all_that_win(at: At, cells: list[int], winning: list[int]) -> list[Any]:
    """Are these the cells with which the first player wins?"""
    for cell in cells:
        if not winning[cell]:
            words = f"after {at.names[cell]} the other player wins: solve the match after it."
            return [0, words, [cell], []]
    missing = len([cell for cell in range(len(winning)) if winning[cell]]) - len(cells)
    if missing:
        words = f"{counted(missing, 'opening is', 'openings are')} missing."
        return [0, f"all of these win, but {words}", [], []]
    return [1, f"{named(at, cells)} win, and no other cell does", [], []]


def _winning() -> list[int]:
    """For each cell of Projex 3 whether it wins as a first move."""
    rows = [row for row in atlas.read("openings") if (row["game"], row["size"]) == ("projex", 3)]
    won = {name for row in rows if row["value"] == 1 for name in [row["opening"], *_like(row)]}
    return [int(name in won) for name in OPENINGS.game.board.names]


def _like(row: dict[str, Any]) -> list[str]:
    """The openings that a symmetry makes of this one."""
    return str(row["like"]).split()


OPENINGS = Posed(
    "Openings that win",
    "X moves first, and nobody may swap. Choose all cells with which X wins, if both play as well "
    "as possible.",
    "projex", 3, all_that_win, 2, data=_winning,
)  # fmt: skip


@on_board(OPENINGS)
def openings(answer: Any) -> Verdict:
    """The cells of Projex 3 with which the first player wins, if nobody may swap."""
    return OPENINGS.judged(OPENINGS.read(answer, "cell of Projex 3"))


@cache
def _threatened() -> tuple[tuple[Match, str], ...]:
    """Positions of ConHex 3 with a hole at which the other player would win, and the mover none."""
    rng = Random(3)
    found: list[tuple[Match, str]] = []
    while len(found) < 60:
        m = match("conhex", 3, swap=False)
        while m.outcome is None and not threats(m, 3 - m.position.to_move):
            m = m.play(rng.choice(m.legal()))
        if m.outcome is None and not threats(m, m.position.to_move):
            found += [(m, hole) for hole in threats(m, 3 - m.position.to_move)]
    return tuple(found)


@exercise
def parries(answer: Any) -> Verdict:
    """The holes where the side to move can answer the other's threat to win at a hole."""
    if not callable(answer):
        return wrong("this is no function: write one of a match and a hole with def.")
    every = 0
    for m, hole in _threatened():
        case = f"ConHex 3 after {' '.join(m.moves)} and the threat at {hole}"
        said = attempt(answer, case, m, hole)
        if said is ...:
            return NOT_YET
        named = set(named_in(said, m.legal(), "empty hole"))
        for other in sorted(set(m.legal()) - named):
            if hole not in threats(m.play(other), 3 - m.position.to_move):
                return wrong(f"for {case} a hole is missing: after {other} the threat is gone.")
        every += len(named) == len(m.legal())
    if every > len(_threatened()) / 2:
        return wrong("mostly you name every empty hole. That is safe, but no help to a search.")
    return right(f"nothing that parries is left out, in {len(_threatened())} positions tried")


@exercise
def games(answer: Any) -> Verdict:
    """How many random games make the standard error a thousandth, if both win as often?"""
    if not isinstance(answer, int | float) or isinstance(answer, bool) or answer <= 0:
        return wrong(
            f"{shown(answer)} is no number of games: write digits, without quotation marks."
        )
    many, error = f"{answer:,.0f} games", (0.25 / answer) ** 0.5
    if abs(error * 1000 - 1) > CLOSE:
        return wrong(f"{many} have a standard error of {error:.5f}: it falls with the square root.")
    return right(f"{many} have a standard error of {error:.5f}")
