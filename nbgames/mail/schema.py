"""Tables of the database, and which version of them it has."""

from __future__ import annotations

import re
import secrets
import time

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused, shown

SCHEMA = 11


def now() -> int:
    """Milliseconds since 1970, as every time is kept."""
    return time.time_ns() // 1_000_000


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
    # Since schema 4 events name a person by this number alone.
    sa.Column("number", sa.Integer, nullable=False, unique=True),
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
    # Counted up where a name or a comment was removed, since schema 4.
    sa.Column("redacted", sa.Integer, nullable=False, default=0),
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
    # What the hash holds of a comment, since schema 4.
    sa.Column("salt", sa.String(32), nullable=False),
    sa.Column("said", sa.String(64), nullable=False),
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
    # Since schema 11: 1 if it came by a mail, which leads to its letter at once.
    sa.Column("mailed", sa.Integer, nullable=False, default=0),
)
KNOWN = sa.Table(  # since schema 3: from which addresses an account was logged in
    "known",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
PENDING = sa.Table(  # since schema 5: what waits for a one-time code, such as mail addresses
    "pending",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("address", sa.String(255), primary_key=True),
    sa.Column("code", sa.String(64), nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)
DONE = sa.Table(  # since schema 5: requests about no board that were carried out
    "done",
    metadata,
    sa.Column("request", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
PLAN = sa.Table(  # since schema 6: conditional moves, which are nobody else's business
    "plan",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
CLASS = sa.Table(  # since schema 8: classes whose boards and checks their teacher sees
    "class",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(60), nullable=False, unique=True),
    sa.Column("code", sa.String(8), nullable=False, unique=True),
    sa.Column("closes", sa.BigInteger, nullable=False),  # for those who want to join
    sa.Column("wall", sa.String(64), nullable=False, unique=True),
)
MEMBER = sa.Table(  # since schema 8: who has joined a class by its code, without a password
    "member",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("class", sa.Integer, sa.ForeignKey("class.id"), nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
TOLD = sa.Table(  # since schema 8: what members have told of their exercises
    "told",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("exercise", sa.String(100), primary_key=True),
    sa.Column("is_right", sa.Integer, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),  # times since it was last right
    sa.Column("at", sa.BigInteger, nullable=False),
)
OUTBOX = sa.Table(  # since schema 9: letters until the mail server has taken them
    "outbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("mail", sa.String(64), nullable=False, index=True),
    sa.Column("address", sa.String(255), nullable=False),
    sa.Column("letter", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
LETTERED = sa.Table(  # since schema 10: how many events of a board a person's letters have told
    "lettered",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("events", sa.Integer, nullable=False),
)


def version(tx: Connection) -> int | None:
    """The schema of a database; None of one without tables.

    Raises
    ------
    Refused
        If the database does not say it.
    """
    if not sa.inspect(tx).has_table("meta"):
        return None
    found = tx.execute(sa.select(META.c.value).where(META.c.name == "schema")).scalar()
    if not re.fullmatch(r"[0-9]{1,9}", str(found)):
        raise Refused(f"this database says schema {shown(found)}, not a number: restore a backup")
    return int(str(found))


def create(tx: Connection) -> None:
    if version(tx) is None:
        metadata.create_all(tx)
        tx.execute(sa.insert(META), {"name": "schema", "value": str(SCHEMA)})
        add_secret(tx)


def add_secret(tx: Connection) -> None:
    """Make what addresses in letters are signed with, since schema 7."""
    tx.execute(sa.insert(META), {"name": "secret", "value": secrets.token_hex(32)})
