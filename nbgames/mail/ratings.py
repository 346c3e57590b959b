"""Ratings by the formula that the old server published, in whole numbers. Knows no store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

NEW, ESTABLISHED, K, DRAWN_TO = 1600, 20, 32, 1720


@dataclass(frozen=True, slots=True)
class Record:
    """A player's rating in one game, and the games behind it."""

    rating: int = NEW
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def is_provisional(self) -> bool:
        return self.games < ESTABLISHED

    def after(self, other: Record, outcome: int) -> Record:
        """The record after a win (1), a draw (0) or a loss (-1) against another.

        >>> Record().after(Record(), 1).rating, Record().after(Record(), -1).rating
        (1824, 1424)
        """
        rate = _provisional if self.is_provisional else _established
        count = {1: "won", 0: "drawn", -1: "lost"}[outcome]
        return replace(self, rating=rate(self, other, outcome), **{count: getattr(self, count) + 1})


def _provisional(own: Record, other: Record, outcome: int) -> int:
    """The mean of what each game has shown, drawn a fifth of the way to 1720."""
    if other.is_provisional:
        value = _whole(own.rating + other.rating, 2) + 200 * outcome
    else:
        value = other.rating + 400 * outcome
    n = own.games
    return _whole(own.rating * n + value, n + 1) + _whole(DRAWN_TO - own.rating, 5)


def _established(own: Record, other: Record, outcome: int) -> int:
    expected = 1 / (1 + 10 ** ((other.rating - own.rating) / 400))
    change = K * ((outcome + 1) / 2 - expected)
    return own.rating + int(change * min(other.games, ESTABLISHED) / ESTABLISHED)


def _whole(a: int, b: int) -> int:
    """A quotient without its fraction, towards zero."""
    return abs(a) // b * (1 if a >= 0 else -1)


def standings(games: Iterable[tuple[str, str, str | None]]) -> dict[str, Record]:
    """Everybody's record after games of (one player, the other, who has won), oldest first."""
    found: dict[str, Record] = {}
    for one, two, winner in games:
        a, b = found.get(one, Record()), found.get(two, Record())
        outcome = 0 if winner is None else 1 if winner == one else -1
        found[one], found[two] = a.after(b, outcome), b.after(a, -outcome)
    return found


def of_boards(rows: Iterable[Any]) -> dict[str, Record]:
    """Everybody's record after these finished boards, as a store lists them, oldest first."""
    return standings((row.first, row.second, row.winner) for row in rows)
