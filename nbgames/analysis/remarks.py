"""What one move cost its player, as a record that says it in words."""

from __future__ import annotations

from dataclasses import dataclass

from .answers import counted

SLIGHT = 0.02  # an estimated loss that is worth a word


@dataclass(frozen=True, slots=True)
class Remark:
    """What one move cost its player: a loss of 0 is a best move.

    An exact `loss` is in cells in Copolymer, else 1 from a win to a draw or a draw to a loss, 2
    from a win to a loss. An estimate is in shares of random games, with its standard error, or of
    currents in Antipalos, whose error is not known (None). `cost` is the loss in prospects, from 0
    to 1; `answer` the reply that wins at once.
    """

    move: int
    word: str
    who: int
    loss: float
    error: float | None
    exact: bool
    cost: float
    better: str
    cells: bool = False
    answer: str = ""

    @property
    def costly(self) -> bool:
        """Did it cost something, as far as is known?"""
        return self.loss > (0 if self.exact else max(SLIGHT, 2 * (self.error or 0)))

    def __str__(self) -> str:
        if not self.costly:
            return "as good as any" if self.exact else "nothing better is known"
        why = f", for {self.answer} wins at once" if self.answer else ""
        return f"{self._lost()}{why}: {self.better} {'was' if self.exact else 'looks'} better"

    def _lost(self) -> str:
        if not self.exact:
            doubt = (
                ", as currents judge"
                if self.error is None
                else f" ± {self.error:.0%} of random games"
            )
            return f"costs about {self.loss:.0%}{doubt}"
        if self.cells:
            return f"loses {counted(self.loss, 'cell')}{' and the game' if self.cost else ''}"
        return "throws the win away" if self.loss == 2 else "costs half a point"
