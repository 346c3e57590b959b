"""Database addresses, connections to SQLite and PostgreSQL, and their errors in words."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import ArgumentError, DataError

from ..core.errors import Refused
from ..core.folder import data_folder
from .contention import retried

FIXED_WAL = (3, 51, 3)  # older SQLite can, rarely, damage a WAL file that two processes write
NETWORK_DISKS = {
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "9p",
    "fuse.sshfs",
    "afs",
    "ceph",
    "lustre",
}


def default_url() -> str:
    """NBGAMES_URL, or a file in the user's data folder where that is not set or empty."""
    url = os.environ.get("NBGAMES_URL", "")
    return url or f"sqlite:///{_own_file()}"


def _own_file() -> Path:
    return data_folder() / "mail.db"


# Opening

ELSEWHERE = "this store is on another machine: do that there"


def sqlite_file(url: sa.URL) -> Path | None:
    """The file of an SQLite address; None for other databases and for memory."""
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None


def is_missing(text: str) -> bool:
    """Does this address name an SQLite file that is not there, outside the user's data folder?"""
    file = sqlite_file(address(text))
    return file is not None and file != _own_file() and not file.exists()


def there(text: str) -> str:
    """The address, where there is a store at it.

    Raises
    ------
    Unavailable
        If its file is not there: nothing is looked up in a store that a wrong address makes.
    """
    if is_missing(text):
        raise Unavailable(
            f"there is no store {sqlite_file(address(text))}: mend the address (NBGAMES_URL), or "
            "begin one there by 'nbgames signup', 'nbgames class create' or 'nbgames serve'"
        )
    return text


def address(text: str) -> sa.URL:
    """The address of a database; what was written may hold a password, and is not repeated.

    Raises
    ------
    Refused
        If it is none.
    """
    if text.startswith(("http://", "https://")):
        raise Refused(ELSEWHERE)
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError):  # the second for a port that is no number
        url = None
    if url is not None and url.get_backend_name() == "sqlite" and url.host:
        raise Refused("the address of an SQLite file has three strokes: sqlite:///file.db")
    if url is None or url.get_backend_name() not in ("sqlite", "postgresql"):
        raise Refused(
            "this is no address of a store: write sqlite:///file.db, postgresql://user@host/name, "
            "or the https://... of a server, as NBGAMES_URL or here"
        )
    return url


def engine_at(url: sa.URL) -> sa.Engine:
    """The engine for this address, with transactions as this package needs them.

    Raises
    ------
    Refused
        If its driver is not installed.
    Unavailable
        If its file cannot be made.
    """
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _server(url)


def _sqlite(url: sa.URL) -> sa.Engine:
    path = sqlite_file(url)
    if path:
        _made(path)
    engine = sa.create_engine(url, connect_args={"timeout": 0, "check_same_thread": False})
    journal = "WAL" if path and may_use_wal(path) else "TRUNCATE"

    @sa.event.listens_for(engine, "connect")
    def _(raw: sqlite3.Connection, _: object) -> None:
        raw.isolation_level = None  # so that only our own BEGIN begins
        retried(lambda: raw.execute(f"PRAGMA journal_mode={journal}"))
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute("PRAGMA foreign_keys=ON")
        raw.execute("PRAGMA secure_delete=ON")  # what is removed leaves the file
        assert raw.execute("PRAGMA synchronous").fetchone()[0] >= 2

    @sa.event.listens_for(engine, "begin")
    def _(tx: Connection) -> None:
        words = tx.get_execution_options().get("begin", "BEGIN")
        retried(lambda: execute(tx, words))

    return engine


def _made(path: Path) -> None:
    """See to it that there is a file, its owner's alone; the user's data folder is made, too."""
    if path.is_dir():
        raise Refused(f"{path} is a folder: write a file in it, as in sqlite:///{path}/mail.db")
    try:
        if path == _own_file():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.parent.is_dir():
            raise Unavailable(
                f"there is no folder {path.parent} for the store {path.name}: make the folder, or "
                "mend the address (NBGAMES_URL)"
            )
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise Unavailable(f"{path} cannot be made: {error.strerror}") from None


def _server(url: sa.URL) -> sa.Engine:
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    try:
        # One snapshot for each: else a board could move on between its row and its events.
        return sa.create_engine(url, isolation_level="REPEATABLE READ")
    except ImportError as error:
        raise Refused(
            f"this address wants a driver: pip install nbgames[postgres] ({error})"
        ) from None


def execute(tx: Connection, words: str) -> None:
    """Run a statement on the driver itself, which is cheaper to retry."""
    tx.connection.driver_connection.execute(words)  # type: ignore[union-attr]


def may_use_wal(path: Path, version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Is SQLite new enough, and the file on a disk of this machine?"""
    return version >= FIXED_WAL and is_local(path)


def is_local(path: Path) -> bool:
    """Is this path on a disk of this machine? False where that cannot be told."""
    return file_system(path) not in (NETWORK_DISKS | {"unknown"})


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


# Errors


class Unavailable(Refused):
    """The store cannot be used now; what was asked may be asked again later."""

    status = 75  # of a program: sysexits.h calls it a temporary failure


def in_words(error: Exception) -> str:
    """A database error in words for a player, without the address of the database."""
    cause = getattr(error, "orig", error)
    if isinstance(cause, sqlite3.OperationalError) and "locked" in str(cause):
        return "the database is busy for very long: nothing was stored; try again"
    if isinstance(cause, sqlite3.OperationalError) and hasattr(cause, "sqlite_errorcode"):
        return f"the database cannot be used now ({cause}): nothing was stored"
    if isinstance(cause, sqlite3.DatabaseError):
        return f"the database file is damaged ({cause}): restore a backup; nothing was stored"
    if isinstance(error, DataError):
        return "the database cannot hold what was written there: nothing was stored"
    return (
        "the database cannot be reached: whether this was stored is not known; show the board, and "
        "send the line again with the number of the move (F6#3), which is never made twice"
    )


# Care


def copy(source: Path, target: Path) -> None:
    """Copy an SQLite database, whole even while others write; the copy appears when it is done.

    Raises
    ------
    Refused
        If it cannot be written there.
    """
    part = target.with_name(target.name + ".part")
    try:
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(part)) as other:
            one.backup(other)
        part.chmod(0o600)
        part.rename(target)
    except (OSError, sqlite3.Error) as error:
        raise Refused(f"no copy can be written to {target}: {error}") from None
