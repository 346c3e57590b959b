"""SQL statements of the store that every move runs, built once."""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from .schema import EVENT, GAME, USER

READ_GAME = sa.select(GAME).where(
    GAME.c.kind == sa.bindparam("k"), GAME.c.board == sa.bindparam("b")
)
READ_EVENTS = (
    sa.select(
        *(EVENT.c[name] for name in ("seq", "hash", "kind", "actor")),
        *(EVENT.c[name] for name in ("text", "comment", "salt", "said", "at")),
    )
    .where(EVENT.c.game == sa.bindparam("g"), EVENT.c.seq > sa.bindparam("s"))
    .order_by(EVENT.c.seq)
)
NUMBER = sa.cast(USER.c.number, sa.String)  # of a person, as events have it
PEOPLE = sa.select(NUMBER.label("number"), USER.c.userid)
BY_REQUEST = (
    sa.select(GAME.c.kind, GAME.c.board, EVENT.c.seq)
    .join(GAME, GAME.c.id == EVENT.c.game)
    .where(EVENT.c.request == sa.bindparam("r"))
)
ADD = sa.insert(EVENT)
COUNT_UP = sa.update(GAME).where(GAME.c.id == sa.bindparam("g"), GAME.c.n == sa.bindparam("seen"))


def _count_up_and_add() -> sa.Executable:
    """Both, and a notification to listeners, in one round trip to PostgreSQL in place of three.

    "new_" stands before the name of a game's column, "its_" before that of an event's.
    """
    kept = {c: sa.bindparam(f"new_{c.name}", type_=c.type) for c in GAME.c if c.name in CHANGES}
    counted = COUNT_UP.values(kept).returning(GAME.c.id).cte("counted")
    its = [c for c in EVENT.c if c.name != "game"]
    values = [sa.bindparam(f"its_{c.name}", type_=c.type) for c in its]
    event = sa.select(*values, counted.c.id)
    added = sa.insert(EVENT).from_select([*(c.name for c in its), "game"], event)
    notified = sa.func.pg_notify("nbgames", sa.bindparam("told"))
    return added.returning(notified.label("notified"))


CHANGES = {"n", "head", "first", "second", "moves", "status", "to_move", "winner", "says", "at"}
APPEND = _count_up_and_add()


# Running them


def one(tx: Connection, statement: sa.Executable, values: dict[str, Any]) -> Any:
    """The one row that a statement answers; None if there is none.

    PostgreSQL's driver gets it as it was compiled once: what SQLAlchemy does around a statement
    took more of a move's time than the move, its rules and the database together.
    """
    if tx.dialect.name != "postgresql":
        return tx.execute(statement, values).one_or_none()
    words, fixed, row = _compiled(statement, tx.dialect)
    raw: Any = tx.connection.driver_connection
    try:
        found = raw.execute(words, {**fixed, **values}).fetchone()
    except tx.dialect.loaded_dbapi.Error as error:
        raise _wrapped(tx, raw, words, error) from None
    return row(*found) if found else None


@lru_cache(maxsize=64)  # a store has a dialect of its own
def _compiled(statement: Any, dialect: sa.Dialect) -> tuple[str, dict[str, Any], Any]:
    """A statement in the driver's words, the values that stand in it, and the type of its rows."""
    made = statement.compile(dialect=dialect)
    fixed = {name: value for name, value in made.params.items() if value is not None}
    return str(made), fixed, namedtuple("Row", statement.exported_columns.keys())


def _wrapped(tx: Connection, raw: Any, words: str, error: Any) -> Exception:
    """The driver's error as SQLAlchemy raises it; a connection that has ended is not used again."""
    has_ended = tx.dialect.is_disconnect(error, raw, None)
    if has_ended:
        tx.invalidate(error)
    base = tx.dialect.loaded_dbapi.Error
    told: Exception = DBAPIError.instance(words, None, error, base, True, has_ended, tx.dialect)
    return told
