"""Accounts: userids, password hashes and login tokens.

A password keeps players from moving for each other by accident or for fun. It is no wall against
somebody who can write the database: see 'help passwords'.
"""

from __future__ import annotations

import re
import secrets
import threading
import unicodedata
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection

from ..core.errors import Refused, shown
from . import quotas, throttle
from .schema import TOKEN, USER, now
from .statements import one
from .store import Store

LOCKED = "!"  # before the hash of a password that nobody may use
GUEST = f"{LOCKED}$argon2id$guest"  # of who has joined a class, and has no password
GONE = "gone-"  # before the number of who has left
USERID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,31}")
TOKEN_LIVES = 30 * 86_400_000  # milliseconds
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # OWASP's minimum
_AT_ONCE = threading.BoundedSemaphore(4)  # each takes 19 MiB for its time
_TURNS = [threading.Lock() for _ in range(64)]  # of the accounts, by their hash
_NOBODYS = (  # verified where there is no such userid, so that the answer takes as long
    "$argon2id$v=19$m=19456,t=2,p=1$bmJnYW1lcyBub2JvZHkuLg$"
    "E3Nqk8J8r7mHkG3cJ0y1m3l0b2k7b9m4V0bJb7Uoq0E"
)
WRONG_PASSWORD = (
    "this userid and password do not go together; 'help signup' says how to get an account"
)
NOT_LOGGED_IN = (
    "nobody is logged in here as this userid: log in (nbgames.login in Python), set "
    "NBGAMES_PASSWORD, or write the password"
)


def key(userid: str) -> str:
    """A userid as it is compared: in any case."""
    return userid.lower()


def normal(password: str) -> str:
    """A password in the form that is hashed: an accented letter is one however it was typed."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace").decode("utf-8")


def add(tx: Connection, userid: str, hashed: str, addresses: tuple[str, ...] = ()) -> None:
    """A new account, of a password already hashed."""
    if find(tx, userid, gone=True) is not None:
        raise Refused("this userid is taken: choose another")
    tx.execute(
        sa.insert(USER),
        {
            "key": key(userid),
            "userid": userid,
            "password": hashed,
            "addresses": " ".join(addresses),
            "created": now(),
            "left": None,
            "number": tx.execute(_NEXT).scalar_one(),
        },
    )


def find(tx: Connection, userid: str, *, gone: bool = False) -> sa.Row[Any] | None:
    """An account; None if there is none, or its owner has left."""
    if not USERID.fullmatch(userid):
        return None
    row = tx.execute(_FIND, {"k": key(userid)}).one_or_none()
    return row if row is not None and (gone or row.left is None) else None


_NEXT = sa.select(sa.func.coalesce(sa.func.max(USER.c.number), 0) + 1)
_FIND = sa.select(USER).where(USER.c.key == sa.bindparam("k"))
_BY_TOKEN = (
    sa.select(USER.c.key, USER.c.userid, USER.c.left, TOKEN.c.expires)
    .join(USER, USER.c.key == TOKEN.c.key)
    .where(TOKEN.c.hash == sa.bindparam("h"))
)


def hashed(password: str) -> str:
    """The hash of a password, by argon2id; slow, so never in a transaction."""
    with _AT_ONCE:
        return HASHER.hash(normal(password))


def verify(store: Store, userid: str, password: str, address: str | None = None) -> str:
    """The userid as it was signed up, if this is its password; slow, so never in a transaction.

    One attempt after the other is looked at, so that many at once are no more guesses.

    Raises
    ------
    Refused
        If it is not, in the same words and time whether there is such a userid; or if there were
        so many failures that it has to wait.
    """
    with _TURNS[hash((key(userid), address)) % len(_TURNS)]:
        store.write(lambda tx: throttle.count(tx, userid, address))
        account = store.read(lambda tx: find(tx, userid))
        right = len(password) <= 4096 and _matches(
            account.password if account else _NOBODYS, password
        )
        if not right or account is None:
            raise Refused(WRONG_PASSWORD)
        store.write(lambda tx: throttle.forgive(tx, userid, address))
    if HASHER.check_needs_rehash(account.password):
        better = hashed(password)
        store.write(lambda tx: set_password(tx, userid, better, keep_tokens=True))
    return str(account.userid)


def _matches(stored: str, password: str) -> bool:
    try:
        with _AT_ONCE:
            return HASHER.verify(stored, normal(password))
    except (VerificationError, InvalidHashError):
        return False


def set_password(tx: Connection, userid: str, hashed: str, *, keep_tokens: bool = False) -> None:
    """Another password; who was logged in with the old one has to log in again."""
    tx.execute(sa.update(USER).where(USER.c.key == key(userid)).values(password=hashed))
    if not keep_tokens:
        tx.execute(sa.delete(TOKEN).where(TOKEN.c.key == key(userid)))


def set_addresses(tx: Connection, userid: str, addresses: tuple[str, ...]) -> None:
    tx.execute(
        sa.update(USER).where(USER.c.key == key(userid)).values(addresses=" ".join(addresses))
    )


def new_token(store: Store, userid: str) -> str:
    """A token that stands for a password for thirty days; only its hash is stored."""
    token = secrets.token_urlsafe(32)
    row = {"hash": _token_hash(token), "key": key(userid), "expires": now() + TOKEN_LIVES}

    def work(tx: Connection) -> None:
        tx.execute(sa.delete(TOKEN).where(TOKEN.c.expires < now()))
        mine = sa.select(TOKEN.c.expires).where(TOKEN.c.key == row["key"])
        oldest = mine.order_by(TOKEN.c.expires.desc()).offset(quotas.TOKENS - 1).limit(1)
        if (end := tx.execute(oldest).scalar()) is not None:
            tx.execute(sa.delete(TOKEN).where(TOKEN.c.key == row["key"], TOKEN.c.expires <= end))
        tx.execute(sa.insert(TOKEN), row)

    store.write(work)
    return token


def by_token(tx: Connection, token: str) -> str | None:
    """Whose token this is; None if it is nobody's or has expired."""
    row = one(tx, _BY_TOKEN, {"h": _token_hash(token)})
    return row.userid if row and row.left is None and row.expires > now() else None


def by_number(tx: Connection, number: int) -> str | None:
    """Who has this number; None if that is nobody who may do anything."""
    row = tx.execute(sa.select(USER).where(USER.c.number == number)).one_or_none()
    return row.userid if row and row.left is None and not row.password.startswith(LOCKED) else None


def check(tx: Connection) -> list[str]:
    """What is wrong with the accounts and the logins."""
    wrong, keys = [], set()
    for row in tx.execute(sa.select(USER)):
        keys.add(row.key)
        texts = (row.key, row.userid, row.password, row.addresses)
        if not all(isinstance(text, str) for text in texts) or not USERID.fullmatch(row.userid):
            wrong.append(f"account {shown(row.userid)} holds what is no text, or no userid")
        elif row.key != key(row.userid):
            wrong.append(f"account {row.userid} is kept under {shown(row.key)}")
        elif row.left is None and not row.password.removeprefix(LOCKED).startswith("$argon2id$"):
            wrong.append(f"account {row.userid} has no hash of a password: reset it")
    strays = set(tx.execute(sa.select(TOKEN.c.key)).scalars()) - keys
    return wrong + [f"a login is of {shown(stray)}, who has no account" for stray in strays]


def _token_hash(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
