"""A match being played: who may play what now, what was taken back, and who wants to know."""

from __future__ import annotations

from collections.abc import Callable

from .errors import Refused, shown
from .matches import Match, match


class Table:
    """The one thing that changes: a line of play, how far along it the match stands, and lines kept.

    Taking back keeps what was taken back; another move instead keeps the old line in `lines`. So
    nothing that was ever played here is lost.
    """

    def __init__(self, start: Match) -> None:
        self.line = start
        self.count = len(start.claims)
        self.lines: tuple[Match, ...] = ()
        self._watchers: list[Callable[[], None]] = []

    @property
    def match(self) -> Match:
        """The match as it stands now."""
        return self.line if self.count == len(self.line.claims) else self.line.after(self.count)

    @property
    def can_undo(self) -> bool:
        return self.count > 0

    @property
    def can_redo(self) -> bool:
        return self.count < len(self.line.claims)

    def on_change(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Have watcher called after every change; the answer ends that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def play(self, word: str, seat: str | None = None) -> None:
        """Play a word, for whoever is to move or for this seat only.

        Raises
        ------
        GameError
            If the seat is not to move, or the match refuses the word; nothing has changed then.
        """
        now = self.match
        if seat is not None and now.seat_to_move not in (None, seat):
            raise Refused(f"{shown(seat)} is not to move: {now.seat_to_move} is")
        after = now.play(word)
        if self.line.claims[: len(after.claims)] != after.claims:
            if self.can_redo:
                self.lines = (*self.lines, self.line)
            self.line = after
        self._moved(len(after.claims))

    def undo(self) -> None:
        """Take back the last claim."""
        if not self.can_undo:
            raise Refused("there is nothing to take back: no move has been made")
        self._moved(self.count - 1)

    def redo(self) -> None:
        """Play again what was taken back."""
        if not self.can_redo:
            raise Refused("there is nothing to play again: no move was taken back")
        self._moved(self.count + 1)

    def new(self) -> None:
        """Start again with the same seats; the old line is kept."""
        if self.line.claims:
            self.lines = (*self.lines, self.line)
        old = self.line
        self.line = match(
            old.game, seats=old.openers, swap=old.allows_swap, start=old.positions[0]
        )
        self._moved(0)

    def _moved(self, count: int) -> None:
        self.count = count
        for watcher in tuple(self._watchers):
            watcher()
