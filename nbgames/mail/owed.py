"""Letters about what was done in a notebook, in a shell or over HTTP.

They are read off the events of boards, so that a move writes nothing for them. Of each board the
store has how many of its events a person's last letter told; who was not told yet of what another
did is owed a letter, once the board has been still for a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from . import accounts, addresses, replies
from .ledger import Damaged, Row
from .replies import Reply
from .schema import EVENT, GAME, LETTERED, META, now
from .store import Store

STILL = 60_000  # milliseconds: two who play at the same time are sent no letters
SINCE = "letters"  # the name in META of the time up to which boards were looked at
QUIET = {"queue", "dropped", "subscribe", "unsubscribe"}  # events that nobody else is told of


@dataclass(frozen=True, slots=True)
class Owed:
    """A letter that is to be written: about a board with so many events, to these persons."""

    reply: Reply
    game: int
    events: int
    persons: tuple[str, ...]


def owed(store: Store) -> tuple[list[Owed], int]:
    """The letters that are owed now, and the time up to which boards were looked at for them."""
    until = now() - STILL
    return store.read(lambda tx: list(_owed(store, tx, until))), until


def _owed(store: Store, tx: Connection, until: int) -> Iterator[Owed]:
    since = tx.execute(sa.select(META.c.value).where(META.c.name == SINCE)).scalar()
    if since is None:  # who begins to send letters sends none about what is past
        return
    asked = sa.select(GAME.c.kind, GAME.c.board).where(GAME.c.at > int(since), GAME.c.at <= until)
    for kind, number in tx.execute(asked.order_by(GAME.c.at)).all():
        try:
            row = store.load(tx, kind, number)
        except Damaged:  # which doctor tells, and which holds up no other
            continue
        reply = replies.about(row.board)
        if persons := tuple(who for who in reply.to if _is_owed(tx, row, who)):
            yield Owed(reply, row.id, row.board.events, persons)


def _is_owed(tx: Connection, row: Row, who: str) -> bool:
    """Has another done something here, after this person's last letter, and do they get mail?"""
    account = accounts.find(tx, who)
    if account is None or not account.addresses:
        return False
    here = sa.and_(LETTERED.c.game == row.id, LETTERED.c.key == account.key)
    told = tx.execute(sa.select(LETTERED.c.events).where(here)).scalar() or 0
    quiet = QUIET if row.board.is_over else QUIET | {"resign"}  # one that is kept for its turn
    others = sa.and_(EVENT.c.actor != str(account.number), EVENT.c.kind.not_in(quiet))
    asked = sa.select(EVENT.c.seq).where(EVENT.c.game == row.id, EVENT.c.seq > told, others)
    return tx.execute(asked.limit(1)).first() is not None


def tell(tx: Connection, game: int, events: int, persons: tuple[str, ...]) -> None:
    """These persons have a letter about a board with so many events."""
    for who in persons:
        if addresses.of(tx, who):
            row = {"game": game, "key": accounts.key(who)}
            here = sa.and_(*(LETTERED.c[name] == value for name, value in row.items()))
            tx.execute(sa.delete(LETTERED).where(here))
            tx.execute(sa.insert(LETTERED), {**row, "events": events})


def tell_of(store: Store, tx: Connection, reply: Reply) -> None:
    """The same of the letters that a mail has led to, if the board stands as they say."""
    if reply.ok and reply.match and reply.to:
        row = store.load(tx, str(reply.game), reply.board or 0)
        if row.board.match == reply.match:
            tell(tx, row.id, row.board.events, reply.to)


def looked(tx: Connection, until: int) -> None:
    """All boards that were still at this time have been looked at."""
    tx.execute(sa.delete(META).where(META.c.name == SINCE))
    tx.execute(sa.insert(META), {"name": SINCE, "value": str(until)})
