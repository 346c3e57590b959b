"""A table at which one match is played: undo and redo, kept lines, callbacks after each change."""

from __future__ import annotations

from collections.abc import Callable

from ..core.errors import Refused, shown
from .match import Match


class Table:
    """The one thing that changes: a line of play, how far along the match stands, and lines kept.

    Taking back keeps what was taken back; another move instead keeps the old line in `lines`, as do
    a new game and a set-up. So nothing that was ever played here is lost.
    """

    shared = (
        False  # True where a store has the last word: the match goes on from its last move alone
    )

    def __init__(self, start: Match, lines: tuple[Match, ...] = ()) -> None:
        self.line = self.match = start
        self.count = len(start.claims)
        self.lines = lines
        self._watchers: list[Callable[[], None]] = []
        for line in lines:
            self._check(line)

    @classmethod
    def read(cls, text: str) -> Table:
        """The table of a record: its first match, the others as lines kept."""
        from ..notation.record import read_all

        first, *kept = read_all(text)
        return cls(first, tuple(kept))

    def record(self) -> str:
        """The match as it stands, then every other line, one record after another."""
        lines = (self.line, *self.lines) if self.can_redo else self.lines
        return "\n".join(str(m) for m in (self.match, *lines))

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
        self._follow(now.play(word))

    def play_from(self, count: int, word: str) -> None:
        """Play a word after the first count claims instead; the line as it was is kept."""
        if count == self.count:
            self.play(word)
            return
        self._own()
        self._follow(self.after(count).play(word))

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
        self._own()
        self.after(count)
        self._moved(count)

    def turn_to(self, number: int) -> None:
        """Go on with a line that was kept; the present one is kept instead."""
        if not 0 <= number < len(self.lines):
            raise Refused(f"there is no line {number + 1}: {len(self.lines)} are kept")
        self._own()
        chosen = self.lines[number]
        self.lines = (*self.lines[:number], *self.lines[number + 1 :])
        self._keep()
        self.line = chosen
        self._moved(len(chosen.claims))

    def comment(self, text: str, n: int | None = None) -> None:
        """Say something of move n, or of the last; an empty text takes it away."""
        self._own()
        self.line = self.line.comment(text, len(self.match.moves) if n is None else n)
        self._moved(self.count)

    def new(self) -> None:
        """Start again with the same seats; the old line is kept."""
        self.begin(self.line.from_position(self.line.positions[0]))

    def begin(self, other: Match, *lines: Match) -> None:
        """Go on with another match of this game; the old line is kept, and these besides.

        Raises
        ------
        Refused
            If one is a match of another game or size.
        """
        self._own()
        for line in (other, *lines):
            self._check(line)
        self._keep()
        self.lines += lines
        self.line = other
        self._moved(len(other.claims))

    def load(self, text: str) -> None:
        """Go on with the match of a record, its other lines kept like the present one."""
        from ..notation.record import read_all

        self.begin(*read_all(text))

    def _own(self) -> None:
        """Whoever sits here alone may go back, branch, comment and set up."""
        if self.shared:
            raise Refused("a stored game goes on from its last move: try things on a copy")

    def _check(self, other: Match) -> None:
        if other.game != self.line.game:
            raise Refused(f"this board is for {self.line.game!r}, not for {other.game!r}")

    def after(self, count: int) -> Match:
        """The match after the first count claims of its line."""
        if not 0 <= count <= len(self.line.claims):
            raise Refused(f"there is no move {count}: this line has {len(self.line.claims)}")
        return self.line.after(count)

    def _follow(self, after: Match) -> None:
        """Go on with what was played: along the line if it says so, else on one of its own."""
        claims = self.line.claims
        if claims[: len(after.claims)] != after.claims:
            if after.claims[: len(claims)] != claims:
                self.lines = (*self.lines, self.line)
            self.line = after
        self._moved(len(after.claims))

    def _keep(self) -> None:
        """Keep the present line, if it says anything."""
        if self.line.claims:
            self.lines = (*self.lines, self.line)

    def _moved(self, count: int) -> None:
        self.count, self.match = count, self.line.after(count)
        for watcher in tuple(self._watchers):
            watcher()
