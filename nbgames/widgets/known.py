"""What is known of positions, whoever found it: bar, hints and review all tell the best of that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..analysis.answers import unsure
from ..core.position import FIRST, SWAP
from ..play.match import Match

if TYPE_CHECKING:
    from ..analysis.values import Value

KEPT = 1024  # positions; those that were heard of last
Key = tuple[Any, ...]


class Worth(NamedTuple):
    """What a position is worth, as `analysis.values.Value` has it but for `order`, and in words.

    `chosen` is the share with the better choice where a swap may be chosen, else the same.
    """

    share: float
    error: float
    score: int | None
    line: str
    says: str
    games: int = 0
    chosen: float = 0.5

    def seen_by(self, who: int) -> float:
        return self.chosen if who == FIRST else 1 - self.chosen

    @property
    def value(self) -> tuple[Any, ...]:
        return *self[:4], "", self.games

    @property
    def bar(self) -> dict[str, Any]:
        return {"share": round(self.chosen, 3), "error": round(self.error, 3), "says": self.says}


def worth_of(m: Match, value: Value) -> Worth:
    """A value as bar, hints and review tell it; its words are loaded with the analysis."""
    from ..analysis.values import chosen, said

    return Worth(*value[:4], said(m, value), value.games, chosen(m, value).share)


def twin_of(m: Match) -> Match | None:
    """The same board before or after a swap, which exchanges the players alone."""
    if m.may_swap:
        return m.play(SWAP)
    return m.at(len(m.moves) - 1) if m.moves[-1:] == (SWAP,) else None


def board_worths(m: Match, value: Value) -> list[tuple[Key, Worth]]:
    """What a position is worth, and so its twin: the board has one value."""
    return [(key_of(one), worth_of(one, value)) for one in (m, twin_of(m)) if one]


def named_in(m: Match, values: Iterable[Value]) -> list[tuple[str, Worth]]:
    """Words and what they leave, of values that begin with them; also claim by claim.

    Of a turn that goes on, the words are of the rest of it.
    """
    found, begun = [], m.moves[-1] if m.is_open else ""
    for value in values:
        first, *rest = value.words
        claims = first.split(",")
        if rest[:1] == [SWAP]:  # of an opening, told with the swap counted
            value, rest = value.turned(), []
        for k in range(1, len(claims) + 1):
            then, more = m.play(*claims[:k]), ",".join(claims[k:])
            left = value._replace(line=" ".join([more, *rest]).strip())
            found.append((then.moves[-1].removeprefix(begun), worth_of(then, left)))
    return found


class Known:
    """The best known worth of each position: proven, then of more games, then of less error."""

    def __init__(self) -> None:
        self._best: dict[Key, Worth] = {}
        self._hinted: set[tuple[Key, str]] = set()

    def best(self, key: Key) -> Worth | None:
        return self._best.get(key)

    def learn(self, key: Key, worth: Worth) -> None:
        """Keep what is better known than before, as `analysis.values.better`; of equals the old."""
        both = self._best.pop(key, worth), worth
        self._best = dict([*self._best.items(), (key, min(both, key=unsure))][-KEPT:])

    def hint(self, key: Key, word: str) -> None:
        """Remember that a hint has named this word there."""
        self._hinted.add((key, word))

    def was_hinted(self, key: Key, word: str) -> bool:
        return (key, word) in self._hinted


def key_of(m: Match) -> Key:
    """The same for the same position, however it was reached."""
    return m.game, m.position, m.allows_swap, m.outcome
