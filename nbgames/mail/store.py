"""Where boards and accounts are kept: a log that is only added to, in SQLite or PostgreSQL.

One command is one transaction. An event is never changed or deleted; each carries the hash of all
before it, so that damage is recognised. Nothing here knows a command, and of games only how a
`Correspondence` is replayed.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from ..errors import GameError, Refused
from ..games import game as named_game
from .boards import Correspondence, Event, opened, replay

T = TypeVar("T")

SCHEMA = 2
PATIENCE = 30.0  # seconds that a command waits for its turn to write
MOST_COLLISIONS = 100  # of two that take the same number; more come from a damaged file
REMEMBERED = 256  # boards kept in memory as replayed
FIXED_WAL = (3, 51, 3)  # older SQLite can, rarely, damage a WAL file that two processes write
FAR = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "ceph", "lustre"}

metadata = sa.MetaData()
META = sa.Table(
    "meta",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
USER = sa.Table(
    "account",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("userid", sa.String(32), nullable=False),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("addresses", sa.Text, nullable=False, default=""),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("left", sa.BigInteger),
)
FAILURE = sa.Table(
    "failure",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
TOKEN = sa.Table(
    "token",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("key", sa.String(32), nullable=False, index=True),
    sa.Column("expires", sa.BigInteger, nullable=False),
)
GAME = sa.Table(
    "game",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("head", sa.String(64), nullable=False),
    # What follows is read from the events, and kept so that lists need not replay them.
    sa.Column("first", sa.String(32), nullable=False),
    sa.Column("second", sa.String(32), nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("to_move", sa.String(32)),
    sa.Column("winner", sa.String(32)),
    sa.Column("says", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("kind", "board"),
    sa.Index("game_lists", "kind", "status", "board"),
)
EVENT = sa.Table(
    "event",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("actor", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("request", sa.String(64), unique=True),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
STANDING = sa.Table(  # since schema 2: who wants every board of a game
    "standing",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("key", sa.String(32), primary_key=True),
)
MESSAGE = sa.Table(  # since schema 2
    "message",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(32), nullable=False, index=True),
    sa.Column("sender", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
MIGRATIONS: dict[int, Callable[[Connection], None]] = {
    1: lambda tx: metadata.create_all(tx, tables=[STANDING, MESSAGE]),
}

_READ_GAME = sa.select(GAME).where(
    GAME.c.kind == sa.bindparam("k"), GAME.c.board == sa.bindparam("b")
)
_READ_EVENTS = (
    sa.select(
        *(EVENT.c[name] for name in ("game", "seq", "hash")),
        *(EVENT.c[name] for name in ("kind", "actor", "text", "comment", "at")),
    )
    .where(EVENT.c.game == sa.bindparam("g"), EVENT.c.seq > sa.bindparam("s"))
    .order_by(EVENT.c.seq)
)
_COUNT_UP = sa.update(GAME).where(GAME.c.id == sa.bindparam("g"), GAME.c.n == sa.bindparam("seen"))
_BY_REQUEST = (
    sa.select(GAME.c.kind, GAME.c.board, EVENT.c.seq)
    .join(GAME, GAME.c.id == EVENT.c.game)
    .where(EVENT.c.request == sa.bindparam("r"))
)


class Overtaken(Exception):
    """Somebody else wrote first: begin again."""


@dataclass(frozen=True, slots=True)
class Row:
    """A board as read: its row's number, the hash of its last event, and the board."""

    id: int
    head: str
    board: Correspondence


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def default_url() -> str:
    """NBGAMES_URL, or a file in the user's data folder."""
    url = os.environ.get("NBGAMES_URL", "")
    return url or f"sqlite:///{data_folder() / 'mail.db'}"


def data_folder() -> Path:
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "nbgames"


class Store:
    """The boards and accounts at a database address.

    Raises
    ------
    Refused
        If the database cannot be opened, is damaged, or was written by a newer version.
    """

    def __init__(self, url: str | None = None) -> None:
        self.url = sa.make_url(url or default_url())
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._seen: OrderedDict[tuple[str, int], Row] = OrderedDict()
        self._lock = threading.Lock()
        self._ear: Connection | None = None
        self.engine = self._sqlite() if self.is_sqlite else self._server()
        self._open()

    def __repr__(self) -> str:
        return f"<Store at {self.url.render_as_string(hide_password=True)}>"

    # Opening

    def _sqlite(self) -> sa.Engine:
        path = self.path
        if path:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        engine = sa.create_engine(self.url, connect_args={"timeout": 0, "check_same_thread": False})
        journal = "WAL" if path and may_use_wal(path) else "TRUNCATE"

        @sa.event.listens_for(engine, "connect")
        def _(raw: sqlite3.Connection, _: object) -> None:
            raw.isolation_level = None  # so that only our own BEGIN begins
            _patiently(lambda: raw.execute(f"PRAGMA journal_mode={journal}"))
            raw.execute("PRAGMA synchronous=FULL")
            raw.execute("PRAGMA foreign_keys=ON")
            assert raw.execute("PRAGMA synchronous").fetchone()[0] >= 2

        @sa.event.listens_for(engine, "begin")
        def _(tx: Connection) -> None:
            tx.exec_driver_sql(tx.get_execution_options().get("begin", "BEGIN"))

        return engine

    def _server(self) -> sa.Engine:
        if self.url.drivername == "postgresql":
            self.url = self.url.set(drivername="postgresql+psycopg")
        try:
            # One snapshot for each: else a board could move on between its row and its events.
            return sa.create_engine(self.url, isolation_level="REPEATABLE READ")
        except ImportError as error:
            raise Refused(
                f"this address wants a driver: pip install nbgames[postgres] ({error})"
            ) from None

    @property
    def path(self) -> Path | None:
        """The SQLite file; None for other databases and for memory."""
        name = self.url.database
        return Path(name) if self.is_sqlite and name and name != ":memory:" else None

    def _open(self) -> None:
        """Make the tables of a new database, or bring an old one up to date after a backup."""
        found = self.read(_schema)
        if found is None:
            self.write(_create)
        elif found > SCHEMA:
            raise Refused(
                f"this database has schema {found}, and this nbgames knows {SCHEMA}: "
                "install a newer nbgames; nothing was changed"
            )
        elif found < SCHEMA:
            kept = self.path and self.path.with_name(f"{self.path.name}.schema{found}.bak")
            if kept and not kept.exists():
                self.backup(kept)
            self.write(_migrate)

    # Transactions

    def read(self, work: Callable[[Connection], T]) -> T:
        """What work answers, in one transaction that reads."""
        return self._run(work, self.engine, writes=False)

    def write(self, work: Callable[[Connection], T]) -> T:
        """What work answers, in one transaction; begun again when another was faster.

        When this returns, what was written is on the disk.
        """
        return self._run(work, self.engine.execution_options(begin="BEGIN IMMEDIATE"), writes=True)

    def _run(self, work: Callable[[Connection], T], engine: sa.Engine, *, writes: bool) -> T:
        def once() -> T:
            with engine.connect() as tx, tx.begin():
                answer = work(tx)
                if writes and self.is_sqlite:
                    _patiently(lambda: tx.exec_driver_sql("COMMIT"))
                return answer

        try:
            return _patiently(once)
        except (DatabaseError, sqlite3.DatabaseError) as error:
            raise Refused(_trouble(error)) from None

    # Boards

    def load(self, tx: Connection, kind: str, board: int) -> Row:
        """A board, replayed from its events; from those that are new, where it was read before.

        Raises
        ------
        Refused
            If there is no such board, or its events do not fit together.
        """
        game = tx.execute(_READ_GAME, {"k": kind, "b": board}).one_or_none()
        if game is None:
            raise Refused(f"there is no {kind} board {board}: '{kind} games' lists those there are")
        with self._lock:
            seen = self._seen.get((kind, board))
        if seen and seen.id == game.id and seen.head == game.head and seen.board.events == game.n:
            return seen
        row = self._replayed(tx, game, seen if seen and seen.id == game.id else None)
        if row.head != game.head or row.board.events != game.n:
            raise Refused(_damaged(kind, board, "its last event is missing or changed"))
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
        since = seen.board.events if seen else 0
        rows = tx.execute(_READ_EVENTS, {"g": game.id, "s": since}).all()
        try:
            return replayed(game, rows, seen)
        except Damaged:
            if seen is None:
                raise
            return self._replayed(tx, game, None)

    def before(self, tx: Connection, kind: str, board: int, seq: int) -> Correspondence:
        """A board as it stood after its first so many events."""
        game = tx.execute(_READ_GAME, {"k": kind, "b": board}).one()
        rows = tx.execute(_READ_EVENTS, {"g": game.id, "s": 0}).all()
        return replayed(game, [r for r in rows if r.seq <= seq], None).board

    def challenge(
        self, tx: Connection, game: Any, seats: tuple[str, str], comment: str, request: str | None
    ) -> Row:
        """A new board, with the next number of its game."""
        last = tx.execute(
            sa.select(sa.func.max(GAME.c.board)).where(GAME.c.kind == game.name)
        ).scalar()
        at = now()
        board = opened(game, (last or 100) + 1, seats, at)
        event = Event("challenge", seats[0], " ".join(seats), comment, at)
        options = json.dumps({"size": game.size} if game.cells is None else {"cells": game.cells})
        head = _hash(_root(game.name, board.number, options), 1, event)
        row = {"kind": game.name, "board": board.number, "options": options, "n": 1, "head": head}
        made = tx.execute(sa.insert(GAME).values(**row, **_summary(board)))
        assert made.inserted_primary_key is not None
        number = made.inserted_primary_key[0]
        tx.execute(sa.insert(EVENT), _event_row(number, 1, event, head, request))
        return Row(number, head, board)

    def append(self, tx: Connection, row: Row, event: Event, request: str | None = None) -> Row:
        """The board after one more event, which is added to its log.

        Raises
        ------
        GameError
            If the event cannot happen there; nothing is written then.
        """
        board = row.board.after(event)
        head = _hash(row.head, board.events, event)
        counted = tx.execute(
            _COUNT_UP,
            {"g": row.id, "seen": row.board.events, "n": board.events, "head": head}
            | _summary(board),
        )
        if counted.rowcount != 1:
            raise Overtaken
        tx.execute(sa.insert(EVENT), _event_row(row.id, board.events, event, head, request))
        if not self.is_sqlite:
            tx.execute(sa.select(sa.func.pg_notify("nbgames", f"{board.name} {board.number}")))
        return Row(row.id, head, board)

    def requested(self, tx: Connection, request: str) -> tuple[str, int, int] | None:
        """The board and event that a request has led to, when it came before."""
        found = tx.execute(_BY_REQUEST, {"r": request}).one_or_none()
        return (found.kind, found.board, found.seq) if found else None

    def games(self, kind: str | None = None, *where: Any) -> list[Any]:
        """The rows of all boards (of a kind), in order of their numbers."""
        asked = sa.select(GAME).order_by(GAME.c.kind, GAME.c.board).where(*where)
        return list(
            self.read(
                lambda tx: tx.execute(
                    asked if kind is None else asked.where(GAME.c.kind == kind)
                ).all()
            )
        )

    def heads(self, boards: Iterable[tuple[str, int]]) -> dict[tuple[str, int], int]:
        """How many events each of these boards has: one question for them all."""
        wanted = list(boards)
        asked = sa.select(GAME.c.kind, GAME.c.board, GAME.c.n).where(
            sa.or_(*(sa.and_(GAME.c.kind == k, GAME.c.board == b) for k, b in wanted))
        )
        return (
            {(r.kind, r.board): r.n for r in self.read(lambda tx: tx.execute(asked).all())}
            if wanted
            else {}
        )

    def listen(self, seconds: float) -> None:
        """Wait so long, or on PostgreSQL until somebody has moved: a spur, never the only word."""
        try:
            if self._ear is None:
                self._ear = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                self._ear.exec_driver_sql("LISTEN nbgames")
            raw: Any = self._ear.connection.driver_connection
            for _ in raw.notifies(timeout=seconds, stop_after=1):
                return
        except Exception:  # the driver's own errors, too: whoever waits then asks, and is told
            self._ear = None
            time.sleep(seconds)

    # Care

    def backup(self, path: Path) -> None:
        """A copy of an SQLite database, whole even while others write."""
        if not self.path:
            raise Refused("backup copies an SQLite file; for PostgreSQL use pg_dump")
        if path.exists():
            raise Refused(f"{path} exists already: name a new file")
        part = path.with_name(path.name + ".part")
        source = sqlite3.connect(self.path)
        target = sqlite3.connect(part)
        try:
            source.backup(target)
        finally:
            source.close()
            target.close()
        part.chmod(0o600)
        part.rename(path)

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
            try:
                row = self.read(lambda tx, g=game: self.load(tx, g.kind, g.board))  # type: ignore[misc]
            except GameError as error:
                wrong.append(str(error))
                continue
            kept = {name: getattr(game, name) for name in _summary(row.board)}
            if kept != _summary(row.board):
                wrong.append(f"{game.kind} board {game.board} stands in the lists as it is not")
        return wrong

    def close(self) -> None:
        if self._ear is not None:
            self._ear.close()
        self.engine.dispose()


class Damaged(Refused):
    """What is stored does not fit together."""


def replayed(game: Any, rows: Sequence[Any], seen: Row | None) -> Row:
    """The board that events make, each checked by its hash, its number and the rules."""
    head = seen.head if seen else _root(game.kind, game.board, game.options)
    events = []
    for seq, r in enumerate(rows, seen.board.events + 1 if seen else 1):
        number, hashed, *what = r[1:]  # the rest are an event's own fields, in their order
        events.append(Event(*what))
        head = _hash(head, seq, events[-1])
        if number != seq or hashed != head:
            raise Damaged(_damaged(game.kind, game.board, f"event {seq} is missing or changed"))
    if seen is None and not events:
        raise Damaged(_damaged(game.kind, game.board, "it has no events"))
    try:
        board = seen.board if seen else _first(game, events.pop(0))
        return Row(game.id, head, replay(board, events))
    except (GameError, KeyError, ValueError) as error:
        words = f"its events break the rules: {error}"
        raise Damaged(_damaged(game.kind, game.board, words)) from None


def _first(game: Any, event: Event) -> Correspondence:
    options = json.loads(game.options)
    first, second = event.text.split()
    made = named_game(game.kind, options.get("size"), cells=options.get("cells"))
    return opened(made, game.board, (first, second), event.at)


def _damaged(kind: str, board: int, what: str) -> str:
    return f"{kind} board {board} is damaged and not shown: {what}; 'nbgames doctor' says more"


def _summary(board: Correspondence) -> dict[str, Any]:
    m = board.match
    winner = m.outcome.winner if m.outcome else None
    return {
        "first": m.seats[0],
        "second": m.seats[1],
        "moves": len(m.moves),
        "status": "removed" if board.removed else "over" if m.outcome else "active",
        "to_move": board.to_move,
        "winner": m.seats[winner - 1] if winner else None,
        "says": m.result(),
        "at": board.last.at if board.last else board.started,
    }


def _root(kind: str, board: int, options: str) -> str:
    return sha256(f"nbgames {kind} {board} {options}".encode()).hexdigest()


_ENCODE = json.JSONEncoder().encode


def _hash(head: str, seq: int, event: Event) -> str:
    body = [head, seq, event.kind, event.actor, event.text, event.comment, event.at]
    return sha256(_ENCODE(body).encode()).hexdigest()


def _event_row(game: int, seq: int, event: Event, head: str, request: str | None) -> dict[str, Any]:
    return {
        "game": game,
        "seq": seq,
        "kind": event.kind,
        "actor": event.actor,
        "text": event.text,
        "comment": event.comment,
        "request": request,
        "hash": head,
        "at": event.at,
    }


def _schema(tx: Connection) -> int | None:
    if not sa.inspect(tx).has_table("meta"):
        return None
    return int(tx.execute(sa.select(META.c.value).where(META.c.name == "schema")).scalar_one())


def _create(tx: Connection) -> None:
    if _schema(tx) is None:
        metadata.create_all(tx)
        tx.execute(sa.insert(META), {"name": "schema", "value": str(SCHEMA)})


def _migrate(tx: Connection) -> None:
    found = _schema(tx) or 0
    for version in range(found, SCHEMA):
        MIGRATIONS[version](tx)
    tx.execute(sa.update(META).where(META.c.name == "schema").values(value=str(SCHEMA)))


def may_use_wal(path: Path, version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Is SQLite new enough, and the file on a disk of this machine?"""
    return version >= FIXED_WAL and file_system(path) not in (FAR | {"unknown"})


def file_system(path: Path) -> str:
    """The kind of file system that a path lies on; "unknown" where it cannot be told."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return "unknown"
    full = path.absolute().as_posix()
    under = [
        (len(at), kind) for at, kind in mounts if at == "/" or (full + "/").startswith(at + "/")
    ]
    return max(under)[1] if under else "unknown"


def _patiently(work: Callable[[], T]) -> T:
    """What work answers, tried again after a short random wait while another writes.

    SQLite's own waiting is unfair: with thirty writers it makes one in a hundred wait ten times
    as long as this does.
    """
    until, collisions = time.monotonic() + PATIENCE, 0
    while True:
        try:
            return work()
        except (Overtaken, IntegrityError, OperationalError, sqlite3.OperationalError) as error:
            collisions += isinstance(error, IntegrityError)
            if time.monotonic() > until or collisions > MOST_COLLISIONS or not _passes(error):
                raise
            time.sleep(random.uniform(0.0005, 0.004))


def _passes(error: Exception) -> bool:
    """Is this trouble over as soon as another writer has finished?"""
    if isinstance(error, (Overtaken, IntegrityError)):
        return True
    cause = getattr(error, "orig", error)
    if isinstance(cause, sqlite3.OperationalError):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in (5, 6)  # busy, locked
    return getattr(cause, "sqlstate", None) in ("40001", "40P01", "55P03")


def _trouble(error: Exception) -> str:
    """What to tell a player about a database that does not answer; never its address."""
    cause = getattr(error, "orig", error)
    if isinstance(cause, sqlite3.OperationalError) and "locked" in str(cause):
        return "the database is busy for very long: nothing was stored; try again"
    if isinstance(cause, sqlite3.OperationalError) and hasattr(cause, "sqlite_errorcode"):
        return f"the database cannot be used now ({cause}): nothing was stored"
    if isinstance(cause, sqlite3.DatabaseError):
        return f"the database file is damaged ({cause}): restore a backup; nothing was stored"
    return (
        "the database cannot be reached: whether this was stored is not known; show the board, and "
        "send the line again with the number of the move (F6#3), which is never made twice"
    )
