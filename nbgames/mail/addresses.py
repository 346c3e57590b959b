"""Mail addresses of accounts, confirmed by one-time codes; codes for a forgotten password.

An address gets mail once its owner has sent back the code, wherever it was given: in a shell, too,
a slip would send a stranger letters that are answered with a move.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused
from . import accounts
from .schema import PENDING, now

PASSWORD = "password"  # in the place of an address: the code is for a new password
LEFT = "left"  # in the place of a code: the address was asked, and is wanted no longer
MOST = 5  # addresses of one account, confirmed or not
DAY = 86_400_000  # milliseconds
LIVES = 7 * DAY  # milliseconds in which an address can be confirmed


def of(tx: Connection, userid: str) -> tuple[str, ...]:
    """Where mail for this person goes."""
    row = accounts.find(tx, userid)
    return tuple(row.addresses.split()) if row else ()


def is_of(tx: Connection, userid: str, address: str) -> bool:
    """Does mail for this person go to this address?"""
    return address.lower() in (there.lower() for there in of(tx, userid))


def put(tx: Connection, userid: str, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Have mail go to these addresses alone; those that wait for their owners' word.

    Raises
    ------
    Refused
        If they are too many.
    """
    if len(wanted) > MOST:
        raise Refused(f"{MOST} mail addresses are the most")
    kept = set(of(tx, userid))
    accounts.set_addresses(tx, userid, tuple(a for a in wanted if a in kept))
    new = tuple(a for a in wanted if a not in kept)
    mine = _of_person(userid)
    left = sa.and_(mine, PENDING.c.address.not_in(new))
    old = sa.or_(PENDING.c.expires < now(), sa.and_(left, PENDING.c.code == ""))
    tx.execute(sa.delete(PENDING).where(old))
    tx.execute(sa.update(PENDING).where(left).values(code=LEFT))
    there = set(tx.execute(sa.select(PENDING.c.address).where(mine)).scalars())
    row = {"key": accounts.key(userid), "code": "", "expires": now() + LIVES}
    if rows := [{**row, "address": address} for address in new if address not in there]:
        tx.execute(sa.insert(PENDING), rows)
    return new


def unconfirmed(tx: Connection, userid: str) -> tuple[str, ...]:
    """The addresses of this person that wait for their owners' word."""
    here = sa.and_(_of_person(userid), PENDING.c.code != LEFT, PENDING.c.expires > now())
    asked = sa.select(PENDING.c.address).where(here).order_by(PENDING.c.address)
    return tuple(tx.execute(asked).scalars())


def _of_person(userid: str) -> sa.ColumnElement[bool]:
    return sa.and_(PENDING.c.key == accounts.key(userid), PENDING.c.address != PASSWORD)


def make_codes(tx: Connection) -> list[tuple[str, str, str]]:
    """Make a code for each address not asked yet, unless it was asked in the last week.

    Returns userid, address and code of each.
    """
    rows = tx.execute(sa.select(PENDING).where(PENDING.c.code == "").limit(MOST)).all()
    asks = []
    for row in rows:
        here = sa.and_(PENDING.c.key == row.key, PENDING.c.address == row.address)
        again = sa.select(PENDING.c.key).where(
            PENDING.c.address == row.address, PENDING.c.code != ""
        )
        if tx.execute(again).first() is not None:
            tx.execute(sa.delete(PENDING).where(here))
            continue
        code = secrets.token_hex(9)  # no stroke before it: that would be a parameter
        tx.execute(sa.update(PENDING).where(here).values(code=_hash(code)))
        if account := accounts.find(tx, row.key):
            asks.append((account.userid, row.address, code))
    return asks


def ask_password(tx: Connection, key: str) -> str:
    """A code by which this account's owner may choose another password; an earlier one ends."""
    tx.execute(sa.delete(PENDING).where(PENDING.c.key == key, PENDING.c.address == PASSWORD))
    code = secrets.token_hex(16)
    row = {"key": key, "address": PASSWORD, "code": _hash(code), "expires": now() + DAY}
    tx.execute(sa.insert(PENDING), row)
    return code


def of_password(tx: Connection, code: str) -> str | None:
    """Whose password this code may change; None if nobody's."""
    here = sa.and_(PENDING.c.code == _hash(code), PENDING.c.address == PASSWORD)
    row = tx.execute(sa.select(PENDING).where(here, PENDING.c.expires > now())).one_or_none()
    account = accounts.find(tx, row.key) if row else None
    return account.userid if account else None


def change_password(tx: Connection, code: str, hashed: str) -> str:
    """Change the password by this code, once.

    Raises
    ------
    Refused
        If the code is not known, or too old.
    """
    who = of_password(tx, code)
    if who is None:
        raise Refused("this link is not known, was used, or is older than a day")
    tx.execute(sa.delete(PENDING).where(PENDING.c.code == _hash(code)))
    accounts.set_password(tx, who, hashed)
    return who


def confirm(tx: Connection, code: str) -> tuple[str, str]:
    """The userid and the address that this code was sent to, from where mail goes from now on.

    Raises
    ------
    Refused
        If it was sent nowhere, or too long ago.
    """
    here = sa.and_(PENDING.c.code == _hash(code), PENDING.c.expires > now())
    here = sa.and_(here, PENDING.c.address != PASSWORD)
    row = tx.execute(sa.select(PENDING).where(here)).one_or_none()
    account = accounts.find(tx, row.key) if row else None
    if row is None or account is None:
        raise Refused("this code is not known, or too old: give the address once more")
    tx.execute(sa.delete(PENDING).where(here))
    kept = dict.fromkeys((*account.addresses.split(), row.address))
    accounts.set_addresses(tx, account.userid, tuple(kept)[-MOST:])
    return account.userid, row.address


def _hash(code: str) -> str:
    return sha256(f"address {code}".encode("utf-8", "replace")).hexdigest()
