"""Copies of a store: to another database with every chain of hashes checked, and dated files."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused
from .database import address, sqlite_file
from .manual import check_options, options, wrong
from .schema import CLASS, GAME, MESSAGE, META, OUTBOX, USER, metadata
from .store import Store

ROWS = 1000  # that are copied at a time


def backup(words: Sequence[str]) -> str:
    """What `nbgames backup` does."""
    if len(words) == 1 and not words[0].startswith("-"):
        return _backup(Path(words[0]))
    given = options("backup", words, {"-folder": "", "-keep": "14"})
    checks = {"-keep": (_is_count, "is how many copies stay: a whole number above 0")}
    check_options("backup", words, given, checks)
    if not given["-folder"]:
        raise wrong("backup", words, "to where? name a file, or a folder by -folder=")
    dated = time.strftime("nbgames-%Y%m%d-%H%M%S.db", time.gmtime())
    return _backup(Path(given["-folder"]) / dated, int(given["-keep"]))


def _backup(target: Path, keep: int = 0) -> str:
    """Copy the store; where so many are to be kept, make their folder and delete the older."""
    store = Store()
    try:
        if keep and store.path:
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        store.backup(target)
    except OSError as error:
        raise Refused(f"no copy can be written to {target}: {error}") from None
    found = checked(f"sqlite:///{target}")
    old = sorted(target.parent.glob("nbgames-*-*.db"))[:-keep] if keep else []
    for path in old:
        path.unlink()
    gone = f"; {len(old)} older are deleted" if old else ""
    return f"the store is copied to {target}: {found}{gone}"


def _is_count(text: str) -> bool:
    """Is this a number of copies to keep: 1 or more?"""
    return text.isdecimal() and int(text) > 0


def checked(url: str) -> str:
    """How many boards a store has, every event replayed.

    Raises
    ------
    Refused
        If one of them is damaged.
    """
    store = Store(url)
    wrong, boards = store.check(), len(store.games())
    store.close()
    if wrong:
        raise Refused("\n".join([f"{boards} boards, and this is wrong:", *wrong]))
    return f"{boards} boards, every event replayed"


def copy(words: Sequence[str]) -> str:
    """What `nbgames copy` does: the whole of a store into one that is new."""
    if len(words) != 2:
        said = "copy takes two addresses: that of the store, and that of a new one"
        raise wrong("copy", words, said, *words[2:])
    file = sqlite_file(address(words[0]))
    if file and not file.exists():
        raise Refused(f"there is no {file} to copy")
    checked(words[0])
    source, target = Store(words[0]), Store(words[1])
    try:
        source.read(lambda one: target.write(lambda other: _copied(one, other)))
        if _heads(source) != _heads(target):
            raise Refused(
                "boards were moved on meanwhile: stop the server, and copy anew elsewhere"
            )
    finally:
        source.close()
        target.close()
    return f"{checked(words[1])}; their chains of hashes are those of the store that was copied"


def _copied(one: Connection, other: Connection) -> None:
    for table in (USER, GAME):
        if other.execute(sa.select(table).limit(1)).first() is not None:
            raise Refused("there are boards or accounts in that store: name a new one")
    for table in metadata.sorted_tables:
        if table is META:
            other.execute(sa.delete(META))
        rows = one.execute(sa.select(table).execution_options(yield_per=ROWS))
        for part in rows.mappings().partitions():
            other.execute(sa.insert(table), [dict(row) for row in part])
    if other.dialect.name == "postgresql":  # numbers given by hand leave its counters behind
        for table in (GAME, MESSAGE, CLASS, OUTBOX):
            last = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 0) + 1).scalar_subquery()
            counter = sa.func.pg_get_serial_sequence(table.name, "id")
            other.execute(sa.select(sa.func.setval(counter, last, False)))


def _heads(store: Store) -> list[tuple[str, int, str]]:
    """The last hash of each board: it holds those of all events before."""
    return [(row.kind, row.board, row.head) for row in store.games()]
