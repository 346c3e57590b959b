"""Store of boards and accounts: an append-only log of events in SQLite or PostgreSQL.

One command is one transaction. An event is never changed or deleted, but for its comment, which can
be removed; each holds the hash of those before it. A board is read by replaying its events, from
the last one that is in the cache.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from ..core.errors import GameError, Refused
from ..play.match import Match
from . import migrations, schema
from .boards import Correspondence, Event, opened
from .chain import root
from .contention import QUEUE_TIMEOUT, Conflict, queued, retried
from .database import (
    Unavailable,
    address,
    copy,
    default_url,
    engine_at,
    execute,
    in_words,
    is_local,
    sqlite_file,
    there,
)
from .ledger import (
    DAMAGED,
    PERSONS,
    Damaged,
    Row,
    damage,
    event_row,
    options,
    persons,
    replayed,
    sound,
    summary,
)
from .schema import GAME, SCHEMA, USER, now
from .statements import (
    ADD,
    APPEND,
    BY_REQUEST,
    COUNT_UP,
    NUMBER,
    PEOPLE,
    READ_EVENTS,
    READ_GAME,
    one,
)

T = TypeVar("T")

REMEMBERED = 256  # boards kept in memory as replayed
PAGE = 200  # boards in one list


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list of boards: its rows, its number from 1, and how many boards there are."""

    rows: list[Any]
    number: int
    count: int


class Store:
    """The boards and accounts at a database address; without one, at NBGAMES_URL, if it is there.

    Raises
    ------
    Refused
        If the database cannot be opened, is damaged, or was written by a newer version.
    """

    def __init__(self, url: str | None = None) -> None:
        self.url = address(url or there(default_url()))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._seen: OrderedDict[tuple[str, int], Row] = OrderedDict()
        self._lock = threading.Lock()
        self._listener: Connection | None = None
        self.engine = engine_at(self.url)
        # On a network disk locks may be granted seconds late, so there is no queue.
        self._shared = self.path if self.path and is_local(self.path) else None
        self._writing = self.engine.execution_options(begin="BEGIN IMMEDIATE")
        self._open()

    def __repr__(self) -> str:
        return f"<Store at {self.url.render_as_string(hide_password=True)}>"

    # Opening

    @property
    def path(self) -> Path | None:
        """The SQLite file; None for other databases and for memory."""
        return sqlite_file(self.url)

    def _open(self) -> None:
        """Make the tables of a new database, or bring an old one up to date after a backup."""
        found = self.read(schema.version)
        if found is None:
            self.write(schema.create)
        elif found > SCHEMA:
            raise Refused(
                f"this database has schema {found}, and this nbgames knows {SCHEMA}: "
                "install a newer nbgames; nothing was changed"
            )
        elif found < SCHEMA:
            kept = self.path and self.path.with_name(f"{self.path.name}.schema{found}.bak")
            if kept and not kept.exists():
                self.backup(kept)
            self.write(migrations.migrate)

    # Transactions

    def read(self, work: Callable[[Connection], T]) -> T:
        """What work answers, in one transaction that reads."""
        return self._run(work, self.engine)

    def write(self, work: Callable[[Connection], T]) -> T:
        """What work answers, in one transaction; retried after a conflict with a concurrent one.

        Writers to one file are served first in, first out. When this returns, the data is on disk.
        """
        with queued(self._shared, QUEUE_TIMEOUT):
            return self._run(work, self._writing)

    def _run(self, work: Callable[[Connection], T], engine: sa.Engine) -> T:
        def once() -> T:
            with engine.connect() as tx, tx.begin():
                answer = work(tx)
                if self.is_sqlite:
                    retried(lambda: execute(tx, "COMMIT"))
                return answer

        try:
            return retried(once)
        except (DatabaseError, sqlite3.DatabaseError) as error:
            raise Unavailable(in_words(error)) from None
        except UnicodeDecodeError:  # the driver quotes damaged bytes in its words, or reads them
            raise Unavailable(in_words(sqlite3.DatabaseError("it holds no text"))) from None

    # Boards

    def load(self, tx: Connection, kind: str, board: int) -> Row:
        """A board, replayed from its events; from those that are new, where it was read before.

        Raises
        ------
        Refused
            If there is no such board, or its events do not fit together.
        """
        game = one(tx, READ_GAME, {"k": kind, "b": board})
        if game is None:
            raise Refused(f"there is no {kind} board {board}: '{kind} games' lists those there are")
        with self._lock:
            seen = self._seen.get((kind, board))
        if sound(game) is not game:
            raise damage(kind, board, "its row of the lists holds what is no text or number")
        # Another thread may remember a later event than this transaction's snapshot holds.
        seen = seen if seen and seen.holds(game) else None
        if seen and seen.head == game.head and seen.board.events == game.n:
            return seen
        row = self._replayed(tx, game, seen)
        if row.head != game.head or row.board.events != game.n:
            raise damage(kind, board, "its last event is missing or changed")
        return row

    def remember(self, row: Row) -> None:
        """Keep a board that was read or written, in place of the one not used for longest."""
        key = (row.board.name, row.board.number)
        with self._lock:
            self._seen[key] = row
            self._seen.move_to_end(key)
            while len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)

    def _replayed(self, tx: Connection, game: Any, seen: Row | None) -> Row:
        since, known = (seen.board.events, seen.people) if seen else (0, PERSONS)
        rows = tx.execute(READ_EVENTS, {"g": game.id, "s": since}).all()
        new = persons(rows) - known.keys()
        people = {**known, **_people(tx, NUMBER.in_(new))} if new else known
        try:
            return replayed(game, rows, people, seen)
        except Damaged:
            if seen is None:
                raise
            return self._replayed(tx, game, None)

    def before(self, tx: Connection, kind: str, board: int, seq: int) -> Correspondence:
        """A board as it stood after its first so many events."""
        people = self.load(tx, kind, board).people
        game = tx.execute(READ_GAME, {"k": kind, "b": board}).one()
        rows = tx.execute(READ_EVENTS, {"g": game.id, "s": 0}).all()
        return replayed(game, [r for r in rows if r.seq <= seq], people).board

    def challenge(
        self, tx: Connection, made: Match, seats: tuple[str, str], comment: str, request: str | None
    ) -> Row:
        """A new board, with the next number of its game."""
        kind, at = made.game.name, now()
        last = tx.execute(sa.select(sa.func.max(GAME.c.board)).where(GAME.c.kind == kind)).scalar()
        board = opened(made, (last or 100) + 1, seats, at)
        event = Event("challenge", seats[0], " ".join(seats), comment, at)
        kept = options(made)
        people = PERSONS | _people(tx, USER.c.userid.in_(seats))
        begun = root(kind, board.number, kept)
        added = event_row(1, event, begun, _turned(people), request)
        row = {"kind": kind, "board": board.number, "options": kept, "n": 1}
        told = tx.execute(sa.insert(GAME).values(**row, head=added["hash"], **summary(board)))
        assert told.inserted_primary_key is not None
        number = told.inserted_primary_key[0]
        tx.execute(ADD, {"game": number, **added})
        return Row(number, added["hash"], board, people)

    def append(self, tx: Connection, row: Row, event: Event, request: str | None = None) -> Row:
        """The board after one more event, which is added to its log.

        Raises
        ------
        GameError
            If the event cannot happen there; nothing is written then.
        """
        board, people = row.board.after(event), row.people
        if event.actor not in people.values():
            people = {**people, **_people(tx, USER.c.userid == event.actor)}
        added = event_row(board.events, event, row.head, _turned(people), request)
        changes = {"n": board.events, "head": added["hash"]} | summary(board)
        which = {"g": row.id, "seen": row.board.events}
        if self.is_sqlite:
            if tx.execute(COUNT_UP, which | changes).rowcount != 1:
                raise Conflict
            tx.execute(ADD, {"game": row.id, **added})
        else:
            told = {"told": f"{board.name} {board.number}"}
            new, its = _named("new_", changes), _named("its_", added)
            if one(tx, APPEND, which | new | its | told) is None:
                raise Conflict
        return Row(row.id, added["hash"], board, people, row.redacted)

    def requested(self, tx: Connection, request: str) -> tuple[str, int, int] | None:
        """The board and event that an idempotency key has led to; None if it is new."""
        found = one(tx, BY_REQUEST, {"r": request})
        return (found.kind, found.board, found.seq) if found else None

    def games(self, kind: str | None = None, *where: Any) -> list[Any]:
        """The rows of all boards (of a kind), in order of their numbers."""
        asked = sa.select(GAME).order_by(GAME.c.kind, GAME.c.board)
        asked = asked.where(*where, *([GAME.c.kind == kind] if kind else []))
        return [sound(row) for row in self.read(lambda tx: tx.execute(asked).all())]

    def page(self, kind: str, *where: Any, number: int = 1, by: Any = GAME.c.board) -> Page:
        """So many boards of a game, the newest on the first page; in order all the same."""
        here = (GAME.c.kind == kind, *where)
        asked = sa.select(GAME).where(*here).order_by(by.desc(), GAME.c.id.desc())
        asked = asked.limit(PAGE).offset((number - 1) * PAGE)
        counted = sa.select(sa.func.count()).select_from(GAME).where(*here)

        def work(tx: Connection) -> Page:
            rows = tx.execute(asked).all()
            return Page(
                [sound(row) for row in reversed(rows)], number, tx.execute(counted).scalar_one()
            )

        return self.read(work)

    def rated(self, kind: str) -> list[Any]:
        """The finished boards of a game that count, oldest first."""
        rows = self.games(kind, GAME.c.status == "over", GAME.c.first != GAME.c.second)
        return sorted((r for r in rows if r.status == "over"), key=lambda r: (r.at, r.id))

    def heads(self, boards: Iterable[tuple[str, int]]) -> dict[tuple[str, int], int]:
        """How many events each of these boards has."""
        return self.read(lambda tx: self.heads_in(tx, boards))

    def heads_in(
        self, tx: Connection, boards: Iterable[tuple[str, int]]
    ) -> dict[tuple[str, int], int]:
        """The same in a transaction: one question for them all."""
        wanted: dict[str, list[int]] = {}
        for kind, board in boards:
            wanted.setdefault(kind, []).append(board)
        if not wanted:
            return {}
        asked = sa.select(GAME.c.kind, GAME.c.board, GAME.c.n).where(
            sa.or_(*(sa.and_(GAME.c.kind == k, GAME.c.board.in_(b)) for k, b in wanted.items()))
        )
        return {(r.kind, r.board): r.n for r in tx.execute(asked)}

    def listen(self, seconds: float) -> None:
        """Wait so long, or until PostgreSQL notifies of a move: a hint, callers must still poll."""
        try:
            if self._listener is None:
                self._listener = self.engine.connect().execution_options(
                    isolation_level="AUTOCOMMIT"
                )
                self._listener.exec_driver_sql("LISTEN nbgames")
            raw: Any = self._listener.connection.driver_connection
            for _ in raw.notifies(timeout=seconds, stop_after=1):
                return
        except Exception:  # the driver's own, too: the poll that follows reports them
            self._listener = None
            time.sleep(seconds)

    # Care

    def backup(self, path: Path) -> None:
        """A copy of an SQLite database, whole even while others write."""
        if not self.path:
            raise Refused("backup copies an SQLite file; for PostgreSQL use pg_dump")
        if path.exists():
            raise Refused(f"{path} exists already: name a new file")
        copy(self.path, path)

    def pragma(self, name: str) -> object:
        """What SQLite answers about itself."""
        return self.read(lambda tx: tx.exec_driver_sql(f"PRAGMA {name}").scalar())

    def check(self) -> list[str]:
        """What is wrong with the database, every event replayed and every list compared."""
        wrong = []
        if self.is_sqlite:
            found = self.read(
                lambda tx: tx.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            )
            wrong += [f"integrity_check: {words}" for words in found if words != "ok"]
        with self._lock:
            self._seen.clear()
        for game in self.games():
            if game.status == DAMAGED:
                wrong.append(f"row {game.id} of the lists holds what is no text or number")
                continue
            try:
                row = self.read(lambda tx, g=game: self.load(tx, g.kind, g.board))  # type: ignore[misc]
            except GameError as error:
                wrong.append(str(error))
                continue
            truth = summary(row.board)
            if {name: getattr(game, name) for name in truth} != truth:
                wrong.append(f"{game.kind} board {game.board} stands in the lists as it is not")
        return wrong

    def close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        self.engine.dispose()


def _people(tx: Connection, where: sa.ColumnElement[bool]) -> dict[str, str]:
    """The names of persons by their numbers."""
    return {r.number: r.userid for r in tx.execute(PEOPLE.where(where))}


def _turned(people: Mapping[str, str]) -> dict[str, str]:
    return {name: number for number, name in people.items()}


def _named(prefix: str, values: dict[str, Any]) -> dict[str, Any]:
    return {prefix + name: value for name, value in values.items()}
