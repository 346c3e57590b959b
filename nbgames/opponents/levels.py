"""The levels of computer players: their names, how well each evaluates, how long it searches."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strength:
    """What a level may use."""

    games: int  # playouts of a static evaluation
    blur: float = 0.0  # noise where currents evaluate, in units of the best site's worth
    share: float = 0.0  # of the time limit that it searches; 0: one static evaluation
    exact: int = 0  # empty sites up to which openings, and ends that are counted, are solved
    misses: float = 0.0  # the share of threats that it overlooks
    near: bool = False  # does it look only where something is claimed already?

    @property
    def proves(self) -> bool:
        """Does it use proofs: solved openings, and two trees where there are lattices?"""
        return self.exact > 0


STRENGTHS = {
    1: Strength(1, blur=6, misses=1 / 3, near=True),
    2: Strength(16, blur=2),
    3: Strength(64, blur=3 / 4),
    4: Strength(256, share=1 / 36),
    5: Strength(256, share=1 / 6, exact=12),
    6: Strength(256, share=1, exact=24),
}
WORDS = ("beginner", "learner", "casual player", "club player", "strong player", "expert")
LEVELS = range(1, len(WORDS) + 1)
LABELS = {level: f"{level}, {word}" for level, word in zip(LEVELS, WORDS, strict=True)}


def called(level: int) -> str:
    """A level as it is called on boards and in menus.

    >>> called(3)
    'level 3, casual player'
    """
    return f"level {LABELS[level]}"
