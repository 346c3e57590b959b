"""SQL statements of the store that every move runs, built once."""

from __future__ import annotations

import sqlalchemy as sa

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
    return added.returning(sa.func.pg_notify("nbgames", sa.bindparam("told")))


CHANGES = {"n", "head", "first", "second", "moves", "status", "to_move", "winner", "says", "at"}
APPEND = _count_up_and_add()
