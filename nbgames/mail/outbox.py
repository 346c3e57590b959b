"""Letters that wait until the mail server has taken them.

They are written into the store in one transaction with the codes in them. Where the mail server is
away, the mail that led to them is given to the gateway again: what waits is sent then, and nothing
is carried out once more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple
from email.message import EmailMessage
from hashlib import sha256

import sqlalchemy as sa
from sqlalchemy import Connection

from .incoming import Mail
from .schema import DONE, OUTBOX, now

REMEMBERED = 30 * 86_400_000  # milliseconds that a request is known
LIVES = 7 * 86_400_000  # milliseconds that a letter waits: longer than mail servers try


def name_of(asked: Mail, data: bytes) -> str:
    """What a mail is known by: its number, or else all of it, and what it asks for and of whom."""
    number = asked.number or sha256(data).hexdigest()
    about = json.dumps(["letters", number, *astuple(asked)])
    return sha256(about.encode()).hexdigest()


def is_answered(tx: Connection, name: str) -> bool:
    """Are the letters written that this mail leads to, sent or not?"""
    asked = sa.select(DONE.c.at).where(DONE.c.request == name)
    return tx.execute(asked).scalar() is not None


def keep(tx: Connection, name: str, letters: Iterable[EmailMessage]) -> None:
    """Keep the letters that this mail leads to; what was kept for too long is deleted."""
    tx.execute(sa.delete(DONE).where(DONE.c.at < now() - REMEMBERED))
    tx.execute(sa.delete(OUTBOX).where(OUTBOX.c.at < now() - LIVES))
    rows = [
        {"mail": name, "address": str(letter["To"]), "letter": letter.as_bytes(), "at": now()}
        for letter in letters
    ]
    if rows:
        tx.execute(sa.insert(OUTBOX), rows)
    if not is_answered(tx, name):
        tx.execute(sa.insert(DONE), {"request": name, "at": now()})


def waiting(tx: Connection, name: str) -> list[tuple[int, bytes]]:
    """The letters of this mail that were not taken yet, by their numbers."""
    asked = sa.select(OUTBOX.c.id, OUTBOX.c.letter).where(OUTBOX.c.mail == name)
    return [(row.id, row.letter) for row in tx.execute(asked.order_by(OUTBOX.c.id))]


def remove(tx: Connection, number: int) -> None:
    """Remove a letter, which the mail server has taken."""
    tx.execute(sa.delete(OUTBOX).where(OUTBOX.c.id == number))


def erase(tx: Connection, addresses: Iterable[str]) -> None:
    """Delete what waits for these addresses."""
    tx.execute(sa.delete(OUTBOX).where(OUTBOX.c.address.in_(list(addresses))))
