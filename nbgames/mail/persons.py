"""What is kept of a person: given out, and removed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused, shown
from . import accounts, outbox, replies, throttle
from .boards import Event
from .ledger import Row
from .manual import unfit
from .schema import (
    EVENT,
    GAME,
    LETTERED,
    MEMBER,
    MESSAGE,
    PENDING,
    PLAN,
    STANDING,
    TOKEN,
    TOLD,
    USER,
    now,
)
from .store import Store


def person(words: Sequence[str]) -> str:
    """What `nbgames person` does."""
    match [word if k else word.lower() for k, word in enumerate(words)]:
        case ["export", userid]:
            return json.dumps(export(Store(), userid), indent=2, ensure_ascii=False)
        case ["erase", userid]:
            store = Store()
            name, rows = store.write(lambda tx: erase(store, tx, userid))
            return "\n".join([f"{userid} is {name} from now on", *ended(rows)])
    raise unfit("person", words)


def export(store: Store, userid: str) -> dict[str, Any]:
    """The account of a person, boards with what was said there, messages, subscriptions.

    Raises
    ------
    Refused
        If nobody has this userid.
    """
    account = store.read(lambda tx: _known(tx, userid))
    rows = store.games(None, GAME.c.id.in_(_boards(account.number)))
    return {
        "userid": account.userid,
        "addresses": account.addresses.split(),
        "created": account.created,
        "boards": [store.read(lambda tx, r=row: _board(store, tx, r, account)) for row in rows],  # type: ignore[misc]
        **store.read(lambda tx: _letters(tx, account)),
    }


def erase(store: Store, tx: Connection, userid: str) -> tuple[str, list[Row]]:
    """The name that a person's games have from now on, and the boards that ended by it.

    Raises
    ------
    Refused
        If nobody has this userid.
    """
    account = _known(tx, userid)
    who, gone = account.userid, f"{accounts.GONE}{account.number}"
    seated = sa.or_(GAME.c.first == who, GAME.c.second == who)
    asked = sa.select(GAME.c.kind, GAME.c.board).where(GAME.c.status == "active", seated)
    playing = tx.execute(asked).all()
    for kind, board in playing:
        store.append(tx, store.load(tx, kind, board), Event("forfeit", who, at=now()))
    _remove(tx, account, gone)
    return gone, [store.load(tx, kind, board) for kind, board in playing]


def ended(rows: Sequence[Row]) -> list[str]:
    """How these boards have ended, one a line."""
    return [f"{replies.title(row.board)}: {replies.state(row.board)}" for row in rows]


def _remove(tx: Connection, account: sa.Row[Any], gone: str) -> None:
    """Take a person's words, names and logins out of the store."""
    who, key = account.userid, account.key
    counted = {"redacted": GAME.c.redacted + 1}
    tx.execute(sa.update(GAME).where(GAME.c.id.in_(_boards(account.number))).values(counted))
    for column in (GAME.c.first, GAME.c.second, GAME.c.to_move, GAME.c.winner):
        tx.execute(sa.update(GAME).where(column == who).values({column: gone}))
    mine = EVENT.c.actor == str(account.number)
    tx.execute(sa.update(EVENT).where(mine).values(comment="", salt=""))
    tx.execute(sa.delete(MESSAGE).where(sa.or_(MESSAGE.c.key == key, MESSAGE.c.sender == who)))
    for table in (LETTERED, TOLD, MEMBER, PENDING, PLAN, STANDING, TOKEN):
        tx.execute(sa.delete(table).where(table.c.key == key))
    outbox.erase(tx, account.addresses.split())
    throttle.erase(tx, who)
    left = {"key": gone, "userid": gone, "password": "", "addresses": "", "left": now()}
    tx.execute(sa.update(USER).where(USER.c.key == key).values(**left, created=left["left"]))


def _known(tx: Connection, userid: str) -> sa.Row[Any]:
    account = accounts.find(tx, userid, gone=True)
    if account is None:
        raise Refused(f"nobody here is called {shown(userid)}")
    return account


def _boards(number: int) -> sa.CompoundSelect[Any]:
    """The rows of boards on which a person has done anything."""
    return (
        sa.select(EVENT.c.game)
        .where(EVENT.c.actor == str(number))
        .union(
            sa.select(EVENT.c.game).where(
                EVENT.c.kind == "challenge", EVENT.c.text.endswith(f" {number}")
            )
        )
    )


def _board(store: Store, tx: Connection, row: Any, account: sa.Row[Any]) -> dict[str, Any]:
    mine = sa.and_(EVENT.c.game == row.id, EVENT.c.actor == str(account.number))
    said = sa.select(EVENT.c.comment).where(mine, EVENT.c.comment != "").order_by(EVENT.c.seq)
    record = str(store.load(tx, row.kind, row.board).board.match)
    comments = list(tx.execute(said).scalars())
    return {"game": row.kind, "board": row.board, "record": record, "comments": comments}


def _letters(tx: Connection, account: sa.Row[Any]) -> dict[str, Any]:
    """Messages, plans, checks of exercises, subscriptions and logins."""
    mine = sa.or_(MESSAGE.c.key == account.key, MESSAGE.c.sender == account.userid)
    asked = sa.select(MESSAGE.c.sender, MESSAGE.c.key.label("to"), MESSAGE.c.text, MESSAGE.c.at)
    messages = tx.execute(asked.where(mine).order_by(MESSAGE.c.id)).mappings()
    planned = sa.select(PLAN.c.game, PLAN.c.text).where(PLAN.c.key == account.key)
    told = sa.select(TOLD.c.exercise, TOLD.c.is_right, TOLD.c.at)
    letters = sa.select(LETTERED.c.game, LETTERED.c.events).where(LETTERED.c.key == account.key)
    waiting = sa.and_(PENDING.c.key == account.key, PENDING.c.address.contains("@"))
    kinds = sa.select(STANDING.c.kind).where(STANDING.c.key == account.key)
    ends = sa.select(TOKEN.c.expires).where(TOKEN.c.key == account.key)
    return {
        "unconfirmed addresses": list(
            tx.execute(sa.select(PENDING.c.address).where(waiting)).scalars()
        ),
        "messages": [dict(row) for row in messages],
        "plans": [dict(row) for row in tx.execute(planned).mappings()],
        "exercises": [
            dict(row) for row in tx.execute(told.where(TOLD.c.key == account.key)).mappings()
        ],
        "letters": [dict(row) for row in tx.execute(letters).mappings()],
        "every new board of": list(tx.execute(kinds).scalars()),
        "logins end": list(tx.execute(ends).scalars()),
    }
