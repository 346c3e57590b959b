"""How much one person may store, so that nobody fills the store by a program."""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused
from .ledger import Row
from .schema import EVENT, FAILURE, GAME, MESSAGE, now

BOARDS = 200  # that one plays at the same time, for those who challenge over a network
EVENTS = 10_000  # of one board: offers and moves taken back count, too
REMARKS = 100  # of one person on one board in a day
MESSAGES = 200  # of one person in a day, each copy counted
RECEIVERS = 20  # of one message
KEPT = 1000  # messages of one receiver; older ones make room
TOKENS = 20  # of one account; the oldest makes room
JOINS = 1000  # tries of codes of classes in a day from one address
SIGNUPS = 400  # in a day from one address, and by mail from all: a whole course on its first day
REFUSALS = 100  # answers in a day to one address that nothing was done
DAY = 86_400_000  # milliseconds


def count_signup(tx: Connection, origin: str) -> None:
    """Count another account that is to be made from there."""
    where = "mail" if origin.startswith("mail ") else origin
    if not _counted(tx, f"signups from {where}", SIGNUPS):
        raise Refused("too many have signed up today: go on tomorrow, or ask who keeps this server")


def count_join(tx: Connection, origin: str) -> None:
    """Count a try of a class's code from there."""
    if not _counted(tx, f"joins from {origin}", JOINS):
        raise Refused("too many codes were tried from here today: ask who keeps this server")


def count_refusal(tx: Connection, sender: str) -> bool:
    """Count a mail that led to nothing; whether its sender is still told so today.

    Else a program that answers every mail, and does not say that it is one, would write for ever.
    """
    return _counted(tx, f"refusals of {sender.lower()}", REFUSALS)


def _counted(tx: Connection, what: str, most: int) -> bool:
    """Count this once more today, if it was not counted so often already."""
    slot = sha256(what.encode("utf-8", "replace")).hexdigest()
    here = sa.and_(FAILURE.c.key == slot, FAILURE.c.until > now())
    asked = sa.select(FAILURE.c.count.label("made")).where(here)
    made = tx.execute(asked).scalar() or 0
    if made >= most:
        return False
    if made:
        tx.execute(sa.update(FAILURE).where(here).values(count=made + 1))
    else:
        tx.execute(sa.delete(FAILURE).where(FAILURE.c.key == slot))
        tx.execute(sa.insert(FAILURE), {"key": slot, "count": 1, "until": now() + DAY})
    return True


def check_boards(tx: Connection, who: str) -> None:
    """Raise Refused if this person may not start another board."""
    mine = sa.or_(GAME.c.first == who, GAME.c.second == who)
    asked = sa.select(sa.func.count()).select_from(GAME).where(GAME.c.status == "active", mine)
    if tx.execute(asked).scalar_one() >= BOARDS:
        raise Refused(f"{who} plays {BOARDS} boards already, which is the most: end one first")


def check_events(tx: Connection, row: Row, who: str, comment: str) -> None:
    """Raise Refused if this board may not have another event, of this person with this comment."""
    if row.board.events >= EVENTS:
        raise Refused(f"this board has {EVENTS} entries, which is the most: start another")
    numbers = [number for number, name in row.people.items() if name == who]
    said = sa.and_(EVENT.c.actor.in_(numbers), EVENT.c.comment != "", EVENT.c.at > now() - DAY)
    asked = sa.select(sa.func.count()).select_from(EVENT).where(EVENT.c.game == row.id, said)
    if comment and tx.execute(asked).scalar_one() >= REMARKS:
        raise Refused(f"{REMARKS} remarks in a day are the most on one board: go on tomorrow")


def check_messages(tx: Connection, who: str, copies: int) -> None:
    """Raise Refused if this person may not send so many messages more today."""
    if copies > RECEIVERS:
        raise Refused(f"a message has at most {RECEIVERS} receivers")
    today = sa.and_(MESSAGE.c.sender == who, MESSAGE.c.at > now() - DAY)
    asked = sa.select(sa.func.count()).select_from(MESSAGE).where(today)
    if tx.execute(asked).scalar_one() + copies > MESSAGES:
        raise Refused(f"{MESSAGES} messages in a day are the most: go on tomorrow")


def make_room(tx: Connection, key: str) -> None:
    """Delete this receiver's oldest messages beyond those that are kept."""
    mine = sa.select(MESSAGE.c.id).where(MESSAGE.c.key == key).order_by(MESSAGE.c.id.desc())
    last = tx.execute(mine.offset(KEPT).limit(1)).scalar()
    if last is not None:
        tx.execute(sa.delete(MESSAGE).where(MESSAGE.c.key == key, MESSAGE.c.id <= last))
