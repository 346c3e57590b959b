"""What one word of a match cost its player, as a record that says it in words."""

from __future__ import annotations

from dataclasses import dataclass

from .answers import counted

SLIGHT = 0.02  # an estimated loss that is worth a word
MARKS = ((0.3, "??"), (0.15, "?"), (0.06, "?!"))  # by the least cost in prospects


@dataclass(frozen=True, slots=True)
class Remark:
    """What one word cost its player; a loss of 0 is a best one.

    Attributes
    ----------
    move : int
        The number of the word, from 1.
    word : str
        The word of the record, "swap" and "resign" among them.
    who : int
        Who was to move, FIRST or SECOND; for a swap the side before it.
    loss : float
        If `exact`: cells where most cells win, elsewhere 1 from a win to a draw or from a draw to
        a loss and 2 from a win to a loss. If estimated: a share, 0 to 1.
    error : float
        The stated error of an estimated loss: the larger of those of the two values (see
        `Review.errors`), for a swap twice that of the position; 0.0 for a proven one.
    exact : bool
        Whether the loss is proven.
    cost : float
        The loss in prospects, 0 to 1.
    better : str
        A word that would have been better, or as good.
    before : float
        The value of the position before the word for whoever moved, a swap counted. If `exact`:
        cells where they count, else 1 a win, 0 a draw, -1 a loss. If estimated: 2 p - 1, where p is
        the share of the best word.
    after : float
        The value that the word left, likewise and still for whoever moved.
    cells : bool
        Whether an exact loss is in cells.
    answer : str
        The reply that wins at once; "" if there is none.
    line : tuple of str
        How best play goes on after the word, at most five words: what refutes a mistake. () where
        nothing is known.
    """

    move: int
    word: str
    who: int
    loss: float
    error: float
    exact: bool
    cost: float
    better: str
    before: float
    after: float
    cells: bool = False
    answer: str = ""
    line: tuple[str, ...] = ()

    @property
    def costly(self) -> bool:
        """Whether the move cost something, as far as is known."""
        return self.loss > (0 if self.exact else max(SLIGHT, self.error))

    @property
    def mark(self) -> str:
        """What chess players write after such a move, by its cost: "??", "?", "?!" or ""."""
        marks = (mark for least, mark in MARKS if self.costly and self.cost >= least)
        return next(marks, "")

    def __str__(self) -> str:
        if not self.costly:
            return "as good as any" if self.exact else "nothing better is known"
        return f"{self.lost}: {self.better} {'was' if self.exact else 'looks'} better"

    @property
    def lost(self) -> str:
        """What a costly word lost, in words that do not tell which one was better."""
        why = f", for {self.answer} wins at once" if self.answer else ""
        if not self.exact:
            known = f"± {self.error:.0%} by tree search"
            return f"costs about {self.loss:.0%} of the prospects ({known}){why}"
        if self.cells:
            return f"loses {counted(self.loss, 'cell')}{' and the game' if self.cost else ''}{why}"
        return f"{'throws the win away' if self.loss == 2 else 'costs half a point'}{why}"
