"""How a match ends, by the rules or off the board, and the words for it."""

from __future__ import annotations

from ..core.errors import Refused, shown
from ..core.integers import integer
from ..core.position import FIRST, SECOND, Outcome
from ..core.rules import Rules

ENDINGS = ("agreed", "forfeit")  # off the board; a resignation is a move
WAYS = {
    "resigned": "by resignation",
    "agreed": "by agreement",
    "forfeit": "by forfeit",
}


def ended(rules: Rules, by: str, winner: int | None) -> Outcome:
    """The outcome of a match that ends off the board.

    Raises
    ------
    Refused
        If a match of this game cannot end so.
    """
    if by not in ENDINGS:
        raise Refused(f"{shown(by)} is no ending: give {' or '.join(map(repr, ENDINGS))}")
    if winner is None and (by != "agreed" or not rules.draws):
        raise Refused(f"a game of {rules.title} cannot end in a draw like this: say who has won")
    who = integer(winner)
    if winner is not None and who not in (FIRST, SECOND):
        raise Refused(f"{shown(winner)} is nobody: the winner is FIRST, SECOND or None")
    return Outcome(who, by)


def result(rules: Rules, outcome: Outcome | None) -> str:
    """How a match ended, in words; "" while it goes on."""
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "a draw by agreement" if outcome.by == "agreed" else "a draw, the board is full"
    return f"{rules.players[outcome.winner - 1]} wins {WAYS.get(outcome.by, rules.won)}"
