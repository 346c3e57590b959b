"""What the keeper of a server does: lists, locks, removes, logs out, closes, resets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused, shown
from . import accounts, addresses, doors, persons, replies, throttle
from .boards import Event
from .ledger import KEEPER
from .manual import kind_of, unfit, wrong
from .schema import TOKEN, USER, now
from .store import Store


def admin(words: Sequence[str]) -> str:
    """What `nbgames admin` does."""
    match [word if k else word.lower() for k, word in enumerate(words)]:
        case ["list"]:
            return everybody(Store())
        case [("lock" | "unlock" | "logout") as verb, userid]:
            return _done(Store(), userid, DEEDS[verb])
        case ["reset", userid, *where] if len(where) < 2:
            return reset(Store(), userid, where[0] if where else "")
        case ["remove", game, board]:
            kind = kind_of("admin", words, game)
            if not board.isdecimal():
                numbers = f"{shown(board)} is no board: boards are numbered from 101"
                raise wrong("admin", words, numbers, board)
            return remove_board(Store(), kind, int(board))
        case ["remove", userid]:
            return persons.person(["erase", userid])
        case [("close" | "open") as verb, door] if door.lower() in doors.DOORS:
            Store().write(
                lambda tx: (doors.close if verb == "close" else doors.open_)(tx, door.lower())
            )
            return f"{door.lower()} is {'closed' if verb == 'close' else 'open to everybody'}"
        case [("close" | "open"), door]:
            ways = f"{shown(door)} can be neither closed nor opened: write signup or watching"
            raise wrong("admin", words, ways, door)
    raise unfit("admin", words)


def everybody(store: Store) -> str:
    """The accounts, one a line."""
    logins = sa.select(sa.func.count()).where(TOKEN.c.key == USER.c.key).scalar_subquery()
    asked = sa.select(USER, logins.label("logins")).where(USER.c.left.is_(None))
    rows = store.read(lambda tx: tx.execute(asked.order_by(USER.c.key)).all())
    lines = (
        (r.userid, replies.day(r.created), r.logins, _state(r.password), r.addresses) for r in rows
    )
    table = replies.table(("userid", "since", "logins", "state", "mail"), lines)
    return f"{table}\n\nclosed to strangers: {store.read(doors.closed)}"


def _state(password: str) -> str:
    if password == accounts.GUEST:
        return "in a class"
    return "locked" if password.startswith(accounts.LOCKED) else ""


def _done(store: Store, userid: str, deed: Callable[[Connection, sa.Row[Any]], str]) -> str:
    """What a deed says, done to the account of this userid."""

    def work(tx: Connection) -> str:
        account = accounts.find(tx, userid)
        if account is None:
            raise Refused(f"nobody here is called {shown(userid)}")
        return f"{account.userid} {deed(tx, account)}"

    return store.write(work)


def _lock(tx: Connection, account: sa.Row[Any]) -> str:
    plain = account.password.removeprefix(accounts.LOCKED)
    accounts.set_password(tx, account.userid, accounts.LOCKED + plain)
    return "is locked, and logged out"


def _unlock(tx: Connection, account: sa.Row[Any]) -> str:
    unlocked = account.password.removeprefix(accounts.LOCKED)
    accounts.set_password(tx, account.userid, unlocked)
    throttle.forget(tx, account.userid)
    return "may log in again"


def _log_out(tx: Connection, account: sa.Row[Any]) -> str:
    ended = tx.execute(sa.delete(TOKEN).where(TOKEN.c.key == account.key)).rowcount
    return f"is logged out of {ended} places"


DEEDS = {"lock": _lock, "unlock": _unlock, "logout": _log_out}


def reset(store: Store, userid: str, where: str) -> str:
    """A link to a page that takes a new password."""

    def deed(tx: Connection, account: sa.Row[Any]) -> str:
        if _state(account.password):
            raise Refused(f"{account.userid} is locked: unlock first")
        return addresses.ask_password(tx, account.key)

    name, code = _done(store, userid, deed).split()
    place = where.rstrip("/") or "http://127.0.0.1:8461"
    return f"{name} chooses a new password at {place}/reset/{code}, once, within a day"


def remove_board(store: Store, game: str, number: int) -> str:
    def work(tx: Connection) -> str:
        row = store.load(tx, game, number)
        if row.board.removed:
            raise Refused(f"{game} board {number} is removed already")
        row = store.append(tx, row, Event("remove", KEEPER, at=now()))
        return f"{replies.title(row.board)}: {replies.state(row.board)}"

    return store.write(work)
