"""A match being played: who may play what now, what was taken back, and who wants to know."""

from __future__ import annotations

from collections.abc import Callable

from .errors import Refused, shown
from .matches import Match
from .record import read_all


class Table:
    """The one thing that changes: a line of play, how far along the match stands, and lines kept.

    Taking back keeps what was taken back; another move instead keeps the old line in `lines`, as do
    a new game and a set-up. So nothing that was ever played here is lost.
    """

    def __init__(self, start: Match, lines: tuple[Match, ...] = ()) -> None:
        self.line = start
        self.count = len(start.claims)
        self.lines = lines
        self._watchers: list[Callable[[], None]] = []

    @classmethod
    def read(cls, text: str) -> Table:
        """The table of a record: its first match, the others as lines kept."""
        first, *kept = read_all(text)
        return cls(first, tuple(kept))

    def record(self) -> str:
        """The match as it stands, then every other line, one record after another."""
        lines = (self.line, *self.lines) if self.can_redo else self.lines
        return "\n".join(str(m) for m in (self.match, *lines))

    @property
    def match(self) -> Match:
        """The match as it stands now."""
        return self.line if not self.can_redo else self.line.after(self.count)

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
            self._keep()
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

    def go(self, count: int) -> None:
        """Take the match back, or forward, to its first count claims."""
        if not 0 <= count <= len(self.line.claims):
            raise Refused(f"there is no move {count}: this line has {len(self.line.claims)}")
        self._moved(count)

    def turn_to(self, number: int) -> None:
        """Go on with a line that was kept; the present one is kept instead."""
        if not 0 <= number < len(self.lines):
            raise Refused(f"there is no line {number + 1}: {len(self.lines)} are kept")
        chosen = self.lines[number]
        self.lines = (*self.lines[:number], *self.lines[number + 1 :])
        self._keep(whole=True)
        self.line = chosen
        self._moved(len(chosen.claims))

    def comment(self, text: str) -> None:
        """Say something of the last move; an empty text takes it away."""
        n = len(self.match.moves)
        self.line = self.line.comment(text, n)
        self._moved(self.count)

    def new(self) -> None:
        """Start again with the same seats; the old line is kept."""
        self.begin(self.line.from_position(self.line.positions[0]))

    def begin(self, other: Match) -> None:
        """Go on with another match of this game; the old line is kept.

        Raises
        ------
        Refused
            If it is a match of another game or size.
        """
        if other.game != self.line.game:
            raise Refused(f"this board is for {self.line.game!r}, not for {other.game!r}")
        self._keep(whole=True)
        self.line = other
        self._moved(len(other.claims))

    def _keep(self, *, whole: bool = False) -> None:
        """Keep the present line, if it says more than the one to come."""
        if (whole and self.line.claims) or self.can_redo:
            self.lines = (*self.lines, self.line)

    def _moved(self, count: int) -> None:
        self.count = count
        for watcher in tuple(self._watchers):
            watcher()
