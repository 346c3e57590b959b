"""Verbs about accounts: signing up, addresses, passwords, messages, leaving."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from ...core.errors import NotationError, Refused, shown
from .. import accounts, addresses, choosing, doors, persons, quotas, replies
from ..boards import Event
from ..commands import Command
from ..incoming import ADDRESS
from ..ledger import Row
from ..replies import Reply
from ..schema import MESSAGE, now
from ..session import BELOW, Session, known_players, pointing
from ..words import printable_lines


def signup(session: Session, command: Command) -> Reply:
    userid, password = command["userid"], command["password"]
    with pointing(command, "userid"):
        choosing.checked_userid(userid)
    with pointing(command, "password"):
        choosing.checked_password(password, userid)
        if session.origin:
            choosing.check_strength(password, userid)
    given = _addresses(command, "address") or ((session.sender,) if session.sender else ())
    if session.origin:
        with pointing(command, "userid"):
            session.store.write(lambda tx: _may_sign_up(tx, session, userid))
    hashed = accounts.hashed(password)

    def work(tx: Connection) -> tuple[str, ...]:
        session.mark(tx, command)
        accounts.add(tx, userid, hashed)
        return addresses.put(tx, userid, given)

    with pointing(command, "userid"):
        waiting = session.store.write(work)
    return Reply(True, f"welcome, {userid}: 'help tutorial' shows how to begin{_asked(waiting)}")


def _may_sign_up(tx: Connection, session: Session, userid: str) -> None:
    if doors.is_closed(tx, "signup"):
        raise Refused("signing up is closed here: ask who keeps this server")
    choosing.check_name(tx, userid)
    quotas.count_signup(tx, session.origin or "")


def _asked(waiting: tuple[str, ...]) -> str:
    """What is said of addresses that wait for their owners' word."""
    return (
        f"\n{' '.join(waiting)} gets a letter with a code to confirm, one in a week"
        if waiting
        else ""
    )


def verify(session: Session, command: Command) -> Reply:
    """Mail goes to an address from now on, since its owner has said so."""
    who, address = session.store.write(lambda tx: addresses.confirm(tx, command["code"]))
    return Reply(True, f"mail for {who} goes to {address} from now on")


def _addresses(command: Command, name: str) -> tuple[str, ...]:
    given = command.all(name)
    for address in given:
        if not ADDRESS.fullmatch(address):
            words = f"{shown(address)} is no mail address: write one such as name@example.org"
            raise NotationError(command.pointed(words, name))
    return given


def change_password(session: Session, command: Command) -> Reply:
    who = session.signed_in(command)
    with pointing(command, "new"):
        choosing.checked_password(command["new"], who)
        if session.origin:
            choosing.check_strength(command["new"], who)
    hashed = accounts.hashed(command["new"])

    def work(tx: Connection) -> None:
        session.mark(tx, command)
        accounts.set_password(tx, who, hashed)

    session.store.write(work)
    return Reply(
        True, f"the password of {who} is changed; whoever was logged in has to log in again"
    )


def change_address(session: Session, command: Command) -> Reply:
    return _put(session, command, keep=False)


def add_address(session: Session, command: Command) -> Reply:
    return _put(session, command, keep=True)


def _put(session: Session, command: Command, *, keep: bool) -> Reply:
    """Other mail addresses, beside those there are or in their place."""
    given, who = _addresses(command, "address"), session.signed_in(command)

    def work(tx: Connection) -> tuple[tuple[str, ...], tuple[str, ...]]:
        session.mark(tx, command)
        old = (*addresses.of(tx, who), *addresses.unconfirmed(tx, who)) if keep else ()
        wanted = tuple(dict.fromkeys((*old, *given)))
        waiting = addresses.put(tx, who, wanted)
        return addresses.of(tx, who), waiting

    with pointing(command, "address"):
        kept, waiting = session.store.write(work)
    goes = f"goes to {' '.join(kept)} from now on" if kept else "goes nowhere until then"
    return Reply(True, f"mail for {who} {goes}{_asked(waiting)}")


def delete(session: Session, command: Command) -> Reply:
    """End an account and the games that its owner still plays; nothing personal stays."""
    who = session.signed_in(command)

    def work(tx: Connection) -> tuple[str, list[Row]]:
        session.mark(tx, command)
        return persons.erase(session.store, tx, who)

    gone, rows = session.store.write(work)
    words = f"goodbye, {who}: your words and addresses are removed; boards call you {gone}"
    to = {p: None for row in rows for p in row.board.players if p != gone}
    return Reply(True, "\n".join([words, *persons.ended(rows)]), tuple(to))


def message(session: Session, command: Command) -> Reply:
    """Write to players; without any, read what was written to oneself."""
    who = session.signed_in(command)
    if not command.all("to"):
        return Reply(True, session.store.read(lambda tx: _messages(tx, who)))
    text = session.words or ""
    if not text:
        raise Refused(command.pointed(f"a message is {BELOW}"))

    def work(tx: Connection) -> tuple[str, ...]:
        session.mark(tx, command)
        names = tuple(dict.fromkeys(known_players(tx, command, "to")))
        quotas.check_messages(tx, who, len(names))
        row = {"sender": who, "text": text, "at": now(), "mailed": int(bool(session.sender))}
        tx.execute(sa.insert(MESSAGE), [{"key": accounts.key(n), **row} for n in names])
        for name in names:
            quotas.make_room(tx, accounts.key(name))
        return names

    names = session.store.write(work)
    return _sent(f"sent to {', '.join(names)}", who, names, text)


def _sent(head: str, who: str, names: tuple[str, ...], text: str) -> Reply:
    words = printable_lines(replies.writes(Event("message", who, comment=text)))
    return Reply(True, f"{head}\n{words}", names, subject=f"message from {who}")


def told_again(session: Session, command: Command, words: str) -> Reply:
    """The reply, in these words, to a request that was carried out before.

    Who reads a message is named again: the program may have been stopped before it wrote to them.
    """

    def work(tx: Connection) -> list[str]:
        rows = [accounts.find(tx, word) for word in (command["userid"], *command.all("to"))]
        return [row.userid for row in rows if row]

    if command.verb != "message" or not command.all("to"):
        return Reply(True, words)
    who, *names = session.store.read(work)
    return _sent(words, who, tuple(dict.fromkeys(names)), session.words)


def _messages(tx: Connection, who: str) -> str:
    asked = (
        sa.select(MESSAGE).where(MESSAGE.c.key == accounts.key(who)).order_by(MESSAGE.c.id.desc())
    )
    rows = tx.execute(asked.limit(replies.MOST_MESSAGES)).all()
    return replies.messages(rows[::-1]) or "nobody has written to you"
