"""Waiting times after wrong passwords, by account and address; counted before a password is tried.

Who guesses at an account from one address waits after five failures there, from many addresses
after twenty. Where the account's owner has logged in before, failures elsewhere do not count
and waits are short, so that nobody can lock an owner out. Each address may fail 300 times a day.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused
from .schema import FAILURE, KNOWN, now

HERE, ANYWHERE, IN_ALL = 5, 20, 300  # failures before the first wait
LONGEST_WAIT = 900  # seconds
AT_HOME = 10  # seconds: the longest wait where the account's owner has logged in before
DAY = 86_400_000  # milliseconds
REMEMBERED = 90 * DAY  # how long an address is known after a login


def count(tx: Connection, userid: str, address: str | None) -> None:
    """Count an attempt as failed, before it is looked at; `forgive` takes that back.

    Raises
    ------
    Refused
        If there were so many failures that the next attempt has to wait.
    """
    tx.execute(sa.delete(FAILURE).where(FAILURE.c.until < now() - DAY))
    slots = _slots(tx, userid, address)
    found = {slot: _row(tx, slot) for slot in slots}
    for row in found.values():
        if row and 0 < row.until - now() <= LONGEST_WAIT * 1000:  # more if the clock was set back
            seconds = -((now() - row.until) // 1000)
            raise Refused(f"too many wrong passwords: wait {seconds} seconds and try again")
    longest = AT_HOME if address is not None and _is_known(tx, userid, address) else LONGEST_WAIT
    for slot, free in slots.items():
        failures = 1 + (row.failures if (row := found[slot]) else 0)
        wait = min(2 ** (failures + 1 - free), longest) if failures >= free else 0
        _set(tx, slot, min(failures, free + 40), wait)


def forgive(tx: Connection, userid: str, address: str | None) -> None:
    """The password was right: its account's failures here are forgotten, and the address known."""
    for slot, free in _slots(tx, userid, address).items():
        if free < IN_ALL:
            tx.execute(sa.delete(FAILURE).where(FAILURE.c.key == slot))
        elif row := _row(tx, slot):
            _set(tx, slot, row.failures - 1, 0)
    if address is not None and not _is_known(tx, userid, address):
        tx.execute(sa.delete(KNOWN).where(KNOWN.c.until < now()))
        tx.execute(sa.insert(KNOWN), {"key": _key(userid, address), "until": now() + REMEMBERED})


def forget(tx: Connection, userid: str) -> None:
    """No failure of this account counts any longer, from wherever it came."""
    tx.execute(sa.delete(FAILURE).where(FAILURE.c.key.startswith(_key(userid))))


def erase(tx: Connection, userid: str) -> None:
    """Nothing is known of this account any longer."""
    forget(tx, userid)
    tx.execute(sa.delete(KNOWN).where(KNOWN.c.key.startswith(_key(userid))))


def _slots(tx: Connection, userid: str, address: str | None) -> dict[str, int]:
    """The keys under which an attempt is counted, and how many failures are free."""
    if address is None or _is_known(tx, userid, address):
        return {_key(userid, address): HERE}
    everywhere, other = _key(userid, ""), _key(f"from {address}")
    return {_key(userid, address): HERE, everywhere: ANYWHERE, other: IN_ALL}


def _is_known(tx: Connection, userid: str, address: str) -> bool:
    asked = sa.select(KNOWN.c.until).where(KNOWN.c.key == _key(userid, address))
    return (tx.execute(asked).scalar() or 0) > now()


def _key(userid: str, address: str | None = None) -> str:
    """A key of the table: userids that do not exist are counted, too, and none is kept as such."""
    words = [userid.lower()] if address is None else [userid.lower(), f"at {address}"]
    return "".join(sha256(w.encode("utf-8", "replace")).hexdigest()[:32] for w in words)


def _row(tx: Connection, slot: str) -> Any:
    asked = sa.select(FAILURE.c.count.label("failures"), FAILURE.c.until)
    return tx.execute(asked.where(FAILURE.c.key == slot)).one_or_none()


def _set(tx: Connection, slot: str, failures: int, wait: int) -> None:
    values = {"count": failures, "until": now() + wait * 1000}
    changed = tx.execute(sa.update(FAILURE).where(FAILURE.c.key == slot).values(**values))
    if not changed.rowcount:
        tx.execute(sa.insert(FAILURE), {"key": slot, **values})
