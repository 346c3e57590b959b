"""An answer to a letter about a move: its first line is played for who got the letter."""

from __future__ import annotations

import re

from sqlalchemy import Connection

from ..core.errors import Refused
from . import accounts, addresses, reply_to
from .grammar import TURNS
from .incoming import Mail
from .replies import Reply
from .reply_to import ReplyTo
from .schema import GAME
from .server import handled
from .session import Session
from .store import Store

PLAYS = {"swap", "pass", "resign"}  # of the words that stand for a move
FOREIGN = "this address answers only mail of who got its letter: write from that address"
ALONE = "the first line of an answer is your move alone, such as F6, in plain text"


def answered(store: Store, asked: Mail, request: str) -> Reply:
    """The reply to a mail that was sent to a one-time address.

    Raises
    ------
    Refused
        If the address was not made here, was used, or is another's; or if there is no move.
    """
    word = _word(asked.body)

    def work(tx: Connection) -> tuple[ReplyTo, str]:
        found, who = _known(tx, asked)
        game = tx.execute(GAME.select().where(GAME.c.id == found.game)).one()
        return found, f"{game.kind} move {game.board} {who} - {word}"

    found, line = store.read(work)
    guard = "" if "#" in word else f"#{found.move}"
    session = Session(store, sender=asked.sender, request=request, reply_to=found)
    return handled(session, line + guard)


def still_good(store: Store, asked: Mail) -> bool:
    """May who wrote to this one-time address write there once more?"""

    def work(tx: Connection) -> None:
        _known(tx, asked)[0].check(tx)

    try:
        store.read(work)
    except Refused:
        return False
    return True


def _known(tx: Connection, asked: Mail) -> tuple[ReplyTo, str]:
    """What an address stands for, and who wrote there."""
    found = reply_to.read(tx, asked.tag)
    who = accounts.by_number(tx, found.person)
    if who is None or not addresses.is_of(tx, who, asked.sender):
        raise Refused(FOREIGN)
    return found, who


def _word(body: str) -> str:
    """The move in the first line that is no quotation."""
    lines = (line.strip() for line in body.splitlines())
    line = next((line for line in lines if line and not line.startswith(">")), "")
    word = re.sub(r"\s*,\s*", ",", line)
    if not word or word.split() != [word] or word.lower() in {*TURNS} - PLAYS:
        raise Refused(ALONE)
    return word
