"""What is known of positions, whoever found it: bar, hints and review all tell the best of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..analysis.answers import unsure
from ..play.match import Match

if TYPE_CHECKING:
    from ..analysis.values import Value

KEPT = 1024  # positions; those that were heard of last
Key = tuple[Any, ...]


class Worth(NamedTuple):
    """What a position is worth, as `analysis.values.Value` has it but for `order`, and in words."""

    share: float
    error: float
    score: int | None
    line: str
    says: str
    games: int = 0

    @property
    def value(self) -> tuple[Any, ...]:
        return *self[:4], "", self.games

    @property
    def bar(self) -> dict[str, Any]:
        return {"share": round(self.share, 3), "error": round(self.error, 3), "says": self.says}


def worth_of(m: Match, value: Value) -> Worth:
    """A value as bar, hints and review tell it; its words are loaded with the analysis."""
    from ..analysis.values import said

    return Worth(*value[:4], said(m, value), value.games)


class Known:
    """The best known worth of each position: proven, then of more games, then of less error."""

    def __init__(self) -> None:
        self._best: dict[Key, Worth] = {}

    def best(self, key: Key) -> Worth | None:
        return self._best.get(key)

    def learn(self, key: Key, worth: Worth) -> None:
        """Keep what is better known than before, as `analysis.values.better`; of equals the old."""
        both = self._best.pop(key, worth), worth
        self._best = dict([*self._best.items(), (key, min(both, key=unsure))][-KEPT:])


def key_of(m: Match) -> Key:
    """The same for the same position, however it was reached."""
    return m.game, m.position, m.allows_swap, m.outcome
