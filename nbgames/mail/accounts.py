"""Accounts: password hashes, login tokens, and growing delays after failed logins.

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

from ..core.errors import Refused
from .grammar import SELECTORS
from .schema import FAILURE, TOKEN, USER, now
from .store import Store

USERID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,31}")
RESERVED = {*SELECTORS, "new", "nobody"}
FREE, LONGEST_WAIT = 5, 900  # failures before the first wait; seconds
TOKEN_LIVES = 30 * 86_400_000  # milliseconds
DAY = 86_400_000
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # OWASP's minimum
_AT_ONCE = threading.BoundedSemaphore(4)  # each takes 19 MiB for its time
_DUMMY = (
    "$argon2id$v=19$m=19456,t=2,p=1$bmJnYW1lcyBub2JvZHkuLg$"
    "E3Nqk8J8r7mHkG3cJ0y1m3l0b2k7b9m4V0bJb7Uoq0E"
)
NO = "this userid and password do not go together; 'help signup' says how to get an account"


def key(userid: str) -> str:
    """A userid as it is compared: in any case."""
    return userid.lower()


def checked_userid(userid: str) -> str:
    """A userid that may be taken.

    Raises
    ------
    Refused
        If it has a wrong letter, is too long, or means something else.
    """
    if not USERID.fullmatch(userid):
        raise Refused(
            "a userid is a letter and then up to 31 letters, digits, dots, strokes or underscores"
        )
    if key(userid) in RESERVED:
        raise Refused("this word means something in commands: take another userid")
    return userid


def checked_password(password: str, userid: str) -> str:
    """A password that may be taken, as it is hashed."""
    if password == "-":
        raise Refused("a lone '-' stands for the password of who is logged in: choose a real one")
    if re.search(r"[\s'\"`:]", password):
        raise Refused("a password has no blanks, quotes or colons")
    if len(password.encode("utf-8", "replace")) > 1024:
        raise Refused("a password has at most 1024 bytes")
    if key(password) == key(userid):
        raise Refused("the userid itself is no password: choose another")
    return normal(password)


def normal(password: str) -> str:
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace").decode("utf-8")


def add(tx: Connection, userid: str, hashed: str, addresses: tuple[str, ...]) -> None:
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
        },
    )


def find(tx: Connection, userid: str, *, gone: bool = False) -> sa.Row[Any] | None:
    """An account; None if there is none, or its owner has left."""
    if not USERID.fullmatch(userid):
        return None
    row = tx.execute(_FIND, {"k": key(userid)}).one_or_none()
    return row if row is not None and (gone or row.left is None) else None


_FIND = sa.select(USER).where(USER.c.key == sa.bindparam("k"))
_BY_TOKEN = (
    sa.select(USER.c.key, USER.c.userid, USER.c.left, TOKEN.c.expires)
    .join(USER, USER.c.key == TOKEN.c.key)
    .where(TOKEN.c.hash == sa.bindparam("h"))
)


def hashed(password: str) -> str:
    return HASHER.hash(normal(password))


def verify(store: Store, userid: str, password: str) -> str:
    """The userid as it was signed up, if this is its password; slow, so never in a transaction.

    Raises
    ------
    Refused
        If it is not, in the same words and time whether there is such a userid; or if there were
        so many failures that it has to wait.
    """
    account = store.read(lambda tx: _asked(tx, userid))
    right = len(password) <= 4096 and _matches(account.password if account else _DUMMY, password)
    if not right or account is None:
        store.write(lambda tx: _failed(tx, userid))
        raise Refused(NO)
    if HASHER.check_needs_rehash(account.password):
        better = hashed(password)
        store.write(lambda tx: set_password(tx, userid, better, keep_tokens=True))
    store.write(lambda tx: forgive(tx, userid)) if account.failures else None
    return str(account.userid)


def _asked(tx: Connection, userid: str) -> sa.Row[Any] | None:
    failure = tx.execute(sa.select(FAILURE).where(FAILURE.c.key == _slot(userid))).one_or_none()
    if failure and failure.until > now():
        seconds = -((now() - failure.until) // 1000)
        raise Refused(f"too many wrong passwords: wait {seconds} seconds and try again")
    failures = sa.literal(failure.count if failure else 0).label("failures")
    row = tx.execute(sa.select(USER, failures).where(USER.c.key == key(userid))).one_or_none()
    return row if row is not None and row.left is None else None


def _slot(userid: str) -> str:
    """The key under which failed logins are counted, also of userids that do not exist."""
    return sha256(key(userid).encode("utf-8", "replace")).hexdigest()


def _matches(stored: str, password: str) -> bool:
    try:
        with _AT_ONCE:
            return HASHER.verify(stored, normal(password))
    except (VerificationError, InvalidHashError):
        return False


def _failed(tx: Connection, userid: str) -> None:
    tx.execute(sa.delete(FAILURE).where(FAILURE.c.until < now() - DAY))
    slot = _slot(userid)
    count = tx.execute(sa.select(FAILURE.c.count).where(FAILURE.c.key == slot)).scalar() or 0
    wait = min(2 ** (count + 2 - FREE), LONGEST_WAIT) if count + 1 >= FREE else 0
    values = {"count": min(count + 1, 40), "until": now() + wait * 1000}
    if count:
        tx.execute(sa.update(FAILURE).where(FAILURE.c.key == slot).values(**values))
    else:
        tx.execute(sa.insert(FAILURE), {"key": slot, **values})


def forgive(tx: Connection, userid: str) -> None:
    tx.execute(sa.delete(FAILURE).where(FAILURE.c.key == _slot(userid)))


def set_password(tx: Connection, userid: str, hashed: str, *, keep_tokens: bool = False) -> None:
    """Another password; who was logged in with the old one has to log in again."""
    tx.execute(sa.update(USER).where(USER.c.key == key(userid)).values(password=hashed))
    if not keep_tokens:
        tx.execute(sa.delete(TOKEN).where(TOKEN.c.key == key(userid)))


def set_addresses(tx: Connection, userid: str, addresses: tuple[str, ...]) -> None:
    tx.execute(
        sa.update(USER).where(USER.c.key == key(userid)).values(addresses=" ".join(addresses))
    )


def leave(tx: Connection, userid: str) -> None:
    """End an account. Its userid stays taken, so that nobody inherits its games."""
    gone = {"left": now(), "password": "", "addresses": ""}
    tx.execute(sa.update(USER).where(USER.c.key == key(userid)).values(**gone))
    tx.execute(sa.delete(TOKEN).where(TOKEN.c.key == key(userid)))


def new_token(store: Store, userid: str) -> str:
    """A token that stands for a password for thirty days; only its hash is stored."""
    token = secrets.token_urlsafe(32)
    row = {"hash": _token_hash(token), "key": key(userid), "expires": now() + TOKEN_LIVES}

    def work(tx: Connection) -> None:
        tx.execute(sa.delete(TOKEN).where(TOKEN.c.expires < now()))
        tx.execute(sa.insert(TOKEN), row)

    store.write(work)
    return token


def by_token(tx: Connection, token: str) -> str | None:
    """Whose token this is; None if it is nobody's or has expired."""
    row = tx.execute(_BY_TOKEN, {"h": _token_hash(token)}).one_or_none()
    return row.userid if row and row.left is None and row.expires > now() else None


def _token_hash(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
