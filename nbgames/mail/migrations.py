"""Migrations of the database from older versions of its tables."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from .chain import digest, hashed, root
from .schema import (
    CLASS,
    DONE,
    EVENT,
    GAME,
    KNOWN,
    LETTERED,
    MEMBER,
    MESSAGE,
    META,
    OUTBOX,
    PENDING,
    PLAN,
    SCHEMA,
    STANDING,
    TOLD,
    USER,
    add_secret,
    metadata,
    version,
)
from .statements import NUMBER


def migrate(tx: Connection) -> None:
    """Bring the tables up to date."""
    found = version(tx) or 0
    for old in range(found, SCHEMA):
        MIGRATIONS[old](tx)
    tx.execute(sa.update(META).where(META.c.name == "schema").values(value=str(SCHEMA)))


def _redactable(tx: Connection) -> None:
    """To schema 4: events have persons' numbers and digests of comments, in a chain made anew."""
    for words in (
        "account ADD COLUMN number INTEGER NOT NULL DEFAULT 0",
        "game ADD COLUMN redacted INTEGER NOT NULL DEFAULT 0",
        "event ADD COLUMN salt VARCHAR(32) NOT NULL DEFAULT ''",
        "event ADD COLUMN said VARCHAR(64) NOT NULL DEFAULT ''",
    ):
        tx.exec_driver_sql(f"ALTER TABLE {words}")
    keys = tx.execute(sa.select(USER.c.key).order_by(USER.c.created, USER.c.key)).scalars().all()
    for number, key in enumerate(keys, 1):
        tx.execute(sa.update(USER).where(USER.c.key == key).values(number=number))
    tx.exec_driver_sql("CREATE UNIQUE INDEX account_number ON account (number)")
    numbers = {
        r.userid: r.number for r in tx.execute(sa.select(USER.c.userid, NUMBER.label("number")))
    }
    for game in tx.execute(sa.select(GAME.c.id, GAME.c.kind, GAME.c.board, GAME.c.options)).all():
        _chained_anew(tx, game, numbers)


def _chained_anew(tx: Connection, game: Any, numbers: dict[str, str]) -> None:
    """A board's events with numbers and digests; from damage on they stay as they are."""
    old = new = root(game.kind, game.board, game.options)
    rows = tx.execute(sa.select(EVENT).where(EVENT.c.game == game.id).order_by(EVENT.c.seq)).all()
    for seq, r in enumerate(rows, 1):
        body = [old, seq, r.kind, r.actor, r.text, r.comment, r.at]
        names = r.text.split() if r.kind == "challenge" else []
        try:
            old = sha256(json.dumps(body).encode()).hexdigest()
            actor, seats = numbers[r.actor], [numbers[name] for name in names]
        except (KeyError, TypeError):
            return
        if r.hash != old:
            return
        salt = secrets.token_hex(16) if r.comment else ""
        said, text = digest(salt, r.comment), " ".join(seats) or r.text
        new = hashed(new, seq, r.kind, actor, text, said, r.at)
        values = {"actor": actor, "text": text, "salt": salt, "said": said, "hash": new}
        here = sa.and_(EVENT.c.game == game.id, EVENT.c.seq == r.seq)
        tx.execute(sa.update(EVENT).where(here).values(values))
    tx.execute(sa.update(GAME).where(GAME.c.id == game.id).values(head=new))


def _mailed(tx: Connection) -> None:
    """To schema 11: a message says whether a mail brought it; a table made on the way does so."""
    if "mailed" not in {column["name"] for column in sa.inspect(tx).get_columns("message")}:
        tx.exec_driver_sql("ALTER TABLE message ADD COLUMN mailed INTEGER NOT NULL DEFAULT 0")


MIGRATIONS: dict[int, Callable[[Connection], None]] = {
    1: lambda tx: metadata.create_all(tx, tables=[STANDING, MESSAGE]),
    2: lambda tx: metadata.create_all(tx, tables=[KNOWN]),
    3: _redactable,
    4: lambda tx: metadata.create_all(tx, tables=[PENDING, DONE]),
    5: lambda tx: metadata.create_all(tx, tables=[PLAN]),
    6: add_secret,
    7: lambda tx: metadata.create_all(tx, tables=[CLASS, MEMBER, TOLD]),
    8: lambda tx: metadata.create_all(tx, tables=[OUTBOX]),
    9: lambda tx: metadata.create_all(tx, tables=[LETTERED]),
    10: _mailed,
}
