"""A board's game as it is kept: offered when its cell runs again, written as it is played.

A cell is known by its id, which JupyterLab stores in the notebook and sends with the code it runs.
What the code of a cell makes is never replaced: the game that was left is shown, and it is on the
table from a person's first click. Code that plays otherwise withdraws the offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from weakref import WeakKeyDictionary

from ..core.errors import GameError
from ..play.match import Match
from ..play.table import Table
from .kept import Hold, Kept, every, hold, named, opened, set_aside, written

COPY = "This game is open in {}: what is played here goes into a copy."


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board's game is found again: a cell of a notebook, or a name that the code gives."""

    cell: str = ""
    notebook: str = ""
    number: int = 0  # of the boards that the cell makes
    name: str = ""
    menu: bool = False  # whether it has games of all kinds

    def key(self, given: Match | None) -> str:
        """The place and what the code there gives: another board has another game."""
        where = self.name or (self.cell, self.number)
        what = "" if self.menu else str(given)
        return sha256(repr((where, what)).encode()).hexdigest()[:16]

    def owns(self, kept: Kept) -> bool:
        """Whether it is a game of this notebook, not of one that this was copied from."""
        if self.name or not kept.notebook or self.notebook == kept.notebook:
            return True
        try:
            return self.cell not in Path(kept.notebook).read_text("utf-8", "replace")
        except OSError:  # it was renamed or moved
            return True


def left(place: Place, given: Match | None = None) -> Kept | None:
    """The game that was last played at a place; the copy of a notebook has the same places."""
    games = every(names=f"*-{place.key(given)}.txt")
    return next((kept for kept in games if place.owns(kept)), None)


class Keeper:
    """Writes the game of a table from the first deed of a person on, and offers the one before."""

    def __init__(self, table: Table, place: Place, level: int = 0, seat: int = 0) -> None:
        self.table, self.place, self.level, self.seat = table, place, level, seat
        self.reasons: Callable[[Match], Mapping[str, str]] = _no_reasons
        self.offer: Table | None = None
        self.says = ""  # the offer in words
        self.notice = ""  # what a page has not heard yet
        self.saved = False  # whether all of it is in a file
        self._key = place.key(table.match)
        self._kept: Kept | None = None
        self._path: Path | None = None
        self._hold: Hold | None = None
        self._origin, self._unsaved, self._last = table.origin, table.earlier, ""
        self.by_person = False  # whether what is done now is a person's wish
        self._played = self._told = False
        self._boards = 0
        self._unwatch: Callable[[], None] = _nothing

    def join(self) -> None:
        """One more board shows this table."""
        if not self._boards:
            self._unwatch = self.table.on_change(self._changed)
        self._boards += 1

    def leave(self) -> None:
        """A board is closed; with the last one others may have the game."""
        self._boards -= 1
        if not self._boards:
            self._unwatch()
            self._let_go()
            _KEEPERS.pop(self.table, None)

    def find(self) -> None:
        """Offer the game that was left here."""
        if kept := left(self.place, self.table.match):
            self.suggest(kept)
            if self.notice and not kept.path.exists():
                self.find()  # the one before a damaged one

    def suggest(self, kept: Kept) -> None:
        """Offer this game."""
        try:
            table = kept.table(games=[self.table.line.game.rules])
        except GameError as error:
            self.notice = set_aside(kept, error)
            return
        if table.line.game != self.table.line.game:
            return
        held = hold(kept.path, self.place.notebook)
        if isinstance(held, Hold):
            held.release()
        go_on = "" if table.match.outcome else "Go on playing, or begin a new game."
        told = COPY.format(held) if isinstance(held, str) else go_on
        self.says = f"Left here on {kept.when}, after {kept.length}. {told}".strip()
        self._kept, self.offer = kept, table

    @property
    def offered(self) -> tuple[Match, Mapping[str, str]] | None:
        """The line that is offered, with the computer player's reasons for its moves."""
        return (self.offer.line, self._kept.reasons) if self.offer and self._kept else None

    @property
    def kept(self) -> Kept | None:
        """The game that the board shows, if all of it is in a file."""
        if self.offer:
            return self._kept
        return opened(self._path) if self.saved and self._path else None

    @contextmanager
    def asked(self) -> Iterator[None]:
        """What is done meanwhile is a person's wish: the offer is taken, the game is kept."""
        self.by_person = True
        try:
            self._accept()
            yield
        finally:
            self.by_person = False

    @property
    def trouble(self) -> str:
        """A notice that no deed brought about, and so no reply will tell."""
        return "" if self.by_person else self.notice

    def told(self) -> tuple[str, str]:
        """A notice that a page has not heard yet, as the reply to a deed."""
        notice, self.notice = self.notice, ""
        return ("said", notice) if notice else ("", "")

    def _accept(self) -> None:
        offer, kept = self.offer, self._kept
        if offer is None or kept is None:
            return
        self.offer, self._last, self.saved = None, kept.text, True
        held = hold(kept.path, self.place.notebook)
        if isinstance(held, str):
            self.notice = COPY.format(held)
        else:
            try:
                offer = self._latest(kept) or offer
                self._hold, self._path = held, kept.path
            except GameError as error:
                held.release()
                self.notice, self.saved = set_aside(kept, error), False
        self._origin = offer.line
        self.table.resume(offer)
        self._unsaved = self.table.earlier

    def _latest(self, kept: Kept) -> Table | None:
        """The game as another notebook may have left it since it was offered."""
        now = opened(kept.path)
        if now is None or now.text == kept.text:
            return None
        self._last = now.text
        return now.table(games=[self.table.line.game.rules])

    def _changed(self) -> None:
        line = self.table.line
        if self.offer and self.offer.line.claims[: len(line.claims)] != line.claims:
            self.offer = None
        if self.table.origin is not self._origin:
            self._begin()
        self._played |= self.by_person
        if self._played and line.claims:
            self._write()

    def _begin(self) -> None:
        """Give another game a file of its own; the board lists earlier ones that are in none."""
        table = self.table
        if self.saved:
            table.earlier = tuple(m for m in table.earlier if m in self._unsaved)
        self._let_go()
        self._origin, self._unsaved = table.origin, table.earlier
        self._last, self.saved = "", False

    def _write(self) -> None:
        table = self.table
        head = {
            "notebook": self.place.notebook,
            "level": self.level,
            "seat": self.seat if self.level else 0,
            "moves": len(table.match.moves),
            "last": "".join(table.match.moves[-1:]),
            **{f"why{n}": " ".join(why.split()) for n, why in self.reasons(table.line).items()},
        }
        records = table.record()
        if records == self._last:
            return
        try:
            if self._path is None:
                title = f"{table.line.game.name} {table.line.game.size}"
                self._path = named(self._key, title)
            written(self._path, head, records)
            self._last, self.saved = records, True
            if self._hold is None:
                held = hold(self._path, self.place.notebook)
                self._hold = held if isinstance(held, Hold) else None
        except OSError as error:
            self.saved = False
            if not self._told:
                self.notice = (
                    f"This game cannot be saved ({error.strerror}: {self._path}). You can play on, "
                    "but it is lost when Python stops: copy its record to keep it."
                )
            self._told = True

    def _let_go(self) -> None:
        if self._hold:
            self._hold.release()
        self._hold = self._path = None


# Boards that show one table keep one game.
_KEEPERS: WeakKeyDictionary[Table, Keeper] = WeakKeyDictionary()


def keeper_of(table: Table) -> Keeper | None:
    """Who keeps the game of a table."""
    return _KEEPERS.get(table)


def new_keeper(table: Table, place: Place, level: int = 0, seat: int = 0) -> Keeper:
    """Have the game of a table kept, as long as a board shows it."""
    _KEEPERS[table] = Keeper(table, place, level, seat)
    return _KEEPERS[table]


def _nothing() -> None:
    pass


def _no_reasons(line: Match) -> Mapping[str, str]:
    return {}
