"""One-time signed addresses: an answer to a letter about a move plays the next one.

The address names a board, a move of it and a person, signed with the store's secret. It is good
until the next move of the board, whoever makes it, and never again, not even when that move is
taken back: the letter about that has an address of its own.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from dataclasses import dataclass
from hashlib import sha256

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import Refused
from .ledger import Row
from .schema import EVENT, META

SPENT = "this address was good for one move, which is made: the letter after it has a new one"
UNKNOWN = "no letter from here had this address: answer the last one that you got"
TAG = r"[0-9]{1,10}-[0-9]{1,5}-[0-9]{1,6}-[0-9]{1,10}-[a-z2-7]{26}"
_MOVED = sa.select(EVENT.c.seq).where(
    EVENT.c.game == sa.bindparam("g"),
    EVENT.c.seq > sa.bindparam("s"),
    EVENT.c.kind.in_(("move", "accept")),  # what is accepted may take a move back
)


@dataclass(frozen=True, slots=True)
class ReplyTo:
    """The right of a person to make this move of a board, by its state after so many events."""

    game: int  # the number of its row
    move: int
    events: int
    person: int

    def __str__(self) -> str:
        return f"{self.game}-{self.move}-{self.events}-{self.person}"

    def check(self, tx: Connection) -> None:
        """Raise Refused if a move was made since the letter, taken back or not."""
        if tx.execute(_MOVED.limit(1), {"g": self.game, "s": self.events}).first() is not None:
            raise Refused(SPENT)


def of(row: Row, who: str) -> ReplyTo | None:
    """What a letter about this board to a person may be answered to; None if another is to move."""
    board = row.board
    number = next((int(number) for number, name in row.people.items() if name == who), 0)
    if board.to_move != who or not number:
        return None
    return ReplyTo(row.id, len(board.match.moves) + 1, board.events, number)


def signed(tx: Connection, reply_to: ReplyTo) -> str:
    """The words that stand in an address for this."""
    return f"{reply_to}-{_signature(tx, str(reply_to))}"


def read(tx: Connection, tag: str) -> ReplyTo:
    """What a word of an address stands for.

    Raises
    ------
    Refused
        If this store has not signed it.
    """
    text, _, signature = tag.rpartition("-")
    if not re.fullmatch(TAG, tag) or not hmac.compare_digest(_signature(tx, text), signature):
        raise Refused(UNKNOWN)
    return ReplyTo(*map(int, text.split("-")))


def _signature(tx: Connection, text: str) -> str:
    secret = tx.execute(sa.select(META.c.value).where(META.c.name == "secret")).scalar_one()
    made = hmac.digest(secret.encode(), f"reply {text}".encode(), sha256)
    return b32encode(made)[:26].decode().lower()
