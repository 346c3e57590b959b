"""Conditional moves in the store.

A plan is no event of its board: until it comes true nothing changes that anybody else can see.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.position import RESIGN
from ..play.planning import Plan, load
from .accounts import key
from .boards import Event
from .ledger import Row
from .schema import PLAN, now


def keep(tx: Connection, row: Row, who: str, plan: Plan | None) -> None:
    """Keep this plan in place of any before."""
    here = sa.and_(PLAN.c.game == row.id, PLAN.c.key == key(who))
    tx.execute(sa.delete(PLAN).where(here))
    if plan:
        tx.execute(sa.insert(PLAN), {"game": row.id, "key": key(who), "text": str(plan)})


def kept(tx: Connection, row: Row, who: str) -> Plan | None:
    """A player's plan for a board; None if there is none that can be read."""
    return load(tx.execute(_KEPT, {"g": row.id, "k": key(who)}).scalar() or "")


_KEPT = sa.select(PLAN.c.text).where(
    PLAN.c.game == sa.bindparam("g"), PLAN.c.key == sa.bindparam("k")
)


def due(tx: Connection, row: Row) -> Event | None:
    """What the player to move has planned for this very case."""
    who = row.board.to_move
    plan = kept(tx, row, who) if who else None
    word = plan.answer(row.board.match) if plan else None
    if who is None or word is None:
        return None
    return Event(RESIGN, who, at=now()) if word == RESIGN else Event("move", who, word, at=now())
