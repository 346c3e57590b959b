"""Letters about what was done, or written to somebody, in a notebook, in a shell or over HTTP.

They are worked out from the events of boards, so that a move writes nothing for them. The store
keeps how many events a board had when a person last got a letter about it. Where another player
has done something since, that person is owed a letter, once nobody has moved for a minute. All
messages to a person since the last run, and older than a minute, come in one letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from . import accounts, addresses, replies
from .database import Unavailable
from .ledger import Damaged, Row
from .replies import Reply
from .schema import EVENT, GAME, LETTERED, MESSAGE, META, now
from .store import Store

STILL = 60_000  # milliseconds: two who play at the same time are sent no letters
SINCE = "letters"  # the name in META of the time up to which boards were looked at
HELD = "letters held"  # the name in META of the time until which one run alone sends letters
LEASE = 300_000  # milliseconds: who was killed holds the others up no longer
QUIET = {"queue", "dropped", "subscribe", "unsubscribe"}  # events that nobody else is told of


@dataclass(frozen=True, slots=True)
class Owed:
    """A letter about a board with so many events, and the mail addresses of its receivers."""

    reply: Reply
    game: int
    events: int
    places: dict[str, tuple[str, ...]]


def owed(store: Store) -> tuple[list[Owed], int]:
    """The letters that are owed now, and the time up to which boards were looked at for them."""
    until = now() - STILL
    return store.read(lambda tx: list(_owed(store, tx, until))), until


def _since(tx: Connection, until: int) -> int:
    """The time that letters have told of; who begins to send them sends none about what is past."""
    since = tx.execute(sa.select(META.c.value).where(META.c.name == SINCE)).scalar()
    return until if since is None else int(since)


def _owed(store: Store, tx: Connection, until: int) -> Iterator[Owed]:
    since = _since(tx, until)
    asked = sa.select(GAME.c.kind, GAME.c.board).where(GAME.c.at > since, GAME.c.at <= until)
    for kind, number in tx.execute(asked.order_by(GAME.c.at)).all():
        try:
            row = store.load(tx, kind, number)
        except Damaged:  # which doctor tells, and which holds up no other
            continue
        reply = replies.about(row.board)
        places = {who: addresses.of(tx, who) for who in reply.to if _is_owed(tx, row, who)}
        if any(places.values()):
            yield Owed(reply, row.id, row.board.events, places)


def _is_owed(tx: Connection, row: Row, who: str) -> bool:
    """Has another player done something here since this person's last letter?"""
    account = accounts.find(tx, who)
    if account is None:
        return False
    here = sa.and_(LETTERED.c.game == row.id, LETTERED.c.key == account.key)
    told = tx.execute(sa.select(LETTERED.c.events).where(here)).scalar() or 0
    quiet = QUIET if row.board.is_over else QUIET | {"resign"}  # one that is kept for its turn
    others = sa.and_(EVENT.c.actor != str(account.number), EVENT.c.kind.not_in(quiet))
    asked = sa.select(EVENT.c.seq).where(EVENT.c.game == row.id, EVENT.c.seq > told, others)
    return tx.execute(asked.limit(1)).first() is not None


def messages(tx: Connection, until: int) -> Iterator[tuple[Reply, tuple[str, ...]]]:
    """One reply for each person who was written to without a mail, and the addresses of theirs."""
    here = sa.and_(MESSAGE.c.mailed == 0, MESSAGE.c.at > _since(tx, until), MESSAGE.c.at <= until)
    keys = tx.execute(sa.select(MESSAGE.c.key).where(here).distinct()).scalars().all()
    for key in sorted(keys):
        account = accounts.find(tx, key)
        places = addresses.of(tx, key)
        if account is None or not places:
            continue
        mine = sa.and_(here, MESSAGE.c.key == key, MESSAGE.c.sender != account.userid)
        rows = tx.execute(sa.select(MESSAGE).where(mine).order_by(MESSAGE.c.id)).all()
        if rows:
            yield _announced(rows), places


def _announced(rows: Sequence[sa.Row[Any]]) -> Reply:
    """Messages to one person as a letter; of very many the last."""
    senders = ", ".join(dict.fromkeys(row.sender for row in rows))
    shown = rows[-replies.MOST_MESSAGES :]
    head = f"{len(rows)} messages, the last {len(shown)}:\n" if len(shown) < len(rows) else ""
    return Reply(True, head + replies.messages(shown), subject=f"message from {senders[:100]}")


def record(tx: Connection, game: int, events: int, persons: Iterable[str]) -> None:
    """Keep that these persons were sent a letter about a board with so many events."""
    for who in persons:
        if addresses.of(tx, who):
            row = {"game": game, "key": accounts.key(who)}
            here = sa.and_(*(LETTERED.c[name] == value for name, value in row.items()))
            tx.execute(sa.delete(LETTERED).where(here))
            tx.execute(sa.insert(LETTERED), {**row, "events": events})


def record_reply(store: Store, tx: Connection, reply: Reply) -> None:
    """The same of the letters that a mail has led to, if the board stands as they say."""
    if reply.ok and reply.match and reply.to:
        row = store.load(tx, str(reply.game), reply.board or 0)
        if row.board.match == reply.match:
            record(tx, row.id, row.board.events, reply.to)


def record_time(tx: Connection, until: int) -> None:
    """Keep the time up to which boards were looked at."""
    _set(tx, SINCE, until)


def begin(tx: Connection) -> None:
    """Have this run alone send letters.

    Raises
    ------
    Unavailable
        If another run does.
    """
    held = tx.execute(sa.select(META.c.value).where(META.c.name == HELD)).scalar()
    if int(held or 0) > now():
        raise Unavailable("another 'nbgames letters' is sending now: this one has sent nothing")
    renew(tx)


def renew(tx: Connection) -> None:
    """Keep the others away for as long again."""
    _set(tx, HELD, now() + LEASE)


def end(tx: Connection) -> None:
    """Others may send letters now."""
    _set(tx, HELD, 0)


def _set(tx: Connection, name: str, value: int) -> None:
    tx.execute(sa.delete(META).where(META.c.name == name))
    tx.execute(sa.insert(META), {"name": name, "value": str(value)})
