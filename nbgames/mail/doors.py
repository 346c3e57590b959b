"""What a keeper can close to strangers: signing up, and watching boards."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from .schema import META, USER

DOORS = ("signup", "watching")
CLOSED = (
    "boards are shown to players alone here: log in by nbgames.login in a notebook, or write a "
    "mail from your own address"
)


def is_closed(tx: Connection, door: str) -> bool:
    return tx.execute(sa.select(META.c.value).where(META.c.name == door)).scalar() == "closed"


def closed(tx: Connection) -> str:
    """Which of them are closed, for the keeper."""
    return ", ".join(door for door in DOORS if is_closed(tx, door)) or "nothing"


def close(tx: Connection, door: str) -> None:
    open_(tx, door)
    tx.execute(sa.insert(META), {"name": door, "value": "closed"})


def open_(tx: Connection, door: str) -> None:
    tx.execute(sa.delete(META).where(META.c.name == door))


def has_address(tx: Connection, address: str) -> bool:
    """Does mail for somebody here go to this address?"""
    found = tx.execute(sa.select(USER.c.addresses).where(USER.c.addresses != "")).scalars()
    return any(address.lower() in kept.lower().split() for kept in found)
