"""The context of one command: its store, comment and credentials, and checks that verbs share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256

import sqlalchemy as sa
from sqlalchemy import Connection

from ..core.errors import GameError, NotationError, Refused, shown
from . import accounts, doors
from .commands import Command, board_and_move
from .grammar import ONCE, SECRET
from .outbox import REMEMBERED
from .reply_to import ReplyTo
from .schema import DONE, now
from .store import Store
from .words import Word, printable

LONGEST_COMMENT = 4000
BELOW = "the text below this line (in a shell: NBGAMES_COMMENT), and there is none"


class Repeated(Refused):
    """A request that was carried out before."""


@dataclass(frozen=True, slots=True)
class Session:
    """The store, what came with a command, and who is logged in.

    `request` is an idempotency key; `token` came with the command, `tokens` are those kept here.
    `address` is where a command over a network came from; None where the store itself is at hand.
    `reply_to` is what a mail was written to whose move is made without a password.
    """

    store: Store
    comment: str = ""
    sender: str | None = None
    request: str | None = None
    token: str | None = None
    address: str | None = None
    reply_to: ReplyTo | None = None
    tokens: Mapping[str, str] = field(default_factory=dict)
    ask: Callable[[str], str | None] = lambda userid: None

    @property
    def origin(self) -> str | None:
        """Where a command from outside came from; None where the store itself is at hand."""
        return f"mail {self.sender}" if self.sender else self.address

    @property
    def words(self) -> str:
        """The comment, cut at 4000 letters, with nothing in it that is no text."""
        lines = [printable(line).rstrip() for line in self.comment.expandtabs(4).splitlines()]
        return "\n".join(lines).strip("\n")[:LONGEST_COMMENT]

    def repeatable(self, command: Command, who: str) -> str | None:
        """What the store knows a repeated request by; None where no key came with it.

        It is a hash of the key, of whose it is, and of all that the command says but its password:
        the same key for another board, person or move is another request.
        """
        if not self.request:
            return None
        left_out = (*SECRET, "userid")
        said = {name: command.all(name) for name in command.words if name not in left_out}
        given = [word.text for word in command.parameters.values()]
        about = [command.game, command.verb, said, command.guard, given, self.comment]
        return sha256(json.dumps([self.request, accounts.key(who), about]).encode()).hexdigest()

    def mark(self, tx: Connection, command: Command) -> None:
        """Remember that this request is carried out, in the transaction that does so.

        Raises
        ------
        Repeated
            If it was carried out before.
        """
        if request := self.repeatable(command, command["userid"]):
            if _is_done(tx, request):
                raise Repeated
            tx.execute(sa.delete(DONE).where(DONE.c.at < now() - REMEMBERED))
            tx.execute(sa.insert(DONE), {"request": request, "at": now()})

    def was_done(self, command: Command) -> bool:
        """Was this very request, about no board, carried out before?"""
        request = self.repeatable(command, command["userid"]) if command.verb in ONCE else None
        return bool(request) and self.store.read(lambda tx: _is_done(tx, request))

    def verified(self, command: Command) -> str | None:
        """Who it is by a typed password; None where a token is to be looked at in a transaction."""
        userid, password = command["userid"], command["password"]
        if password == "-" and self.token_of(userid) is not None:
            return None
        if password == "-":
            password = self.ask(userid) or ""
            if not password:
                raise Refused(command.pointed(accounts.NOT_LOGGED_IN, "password"))
        with pointing(command.hiding(*command.words["userid"]), "userid", "password"):
            return accounts.verify(self.store, userid, password, self.origin)

    def known(self, tx: Connection, command: Command) -> str:
        """Who it is by a token.

        Raises
        ------
        Refused
            If the token is another's, or too old.
        """
        if self.reply_to:
            userid = accounts.by_number(tx, self.reply_to.person)
        else:
            userid = accounts.by_token(tx, self.token_of(command["userid"]) or "")
        if userid is None or accounts.key(userid) != accounts.key(command["userid"]):
            words = "the login for this userid has ended, or is another's: log in again"
            raise Refused(command.pointed(words, "userid"))
        return userid

    def token_of(self, userid: str) -> str | None:
        """What stands for this person's password here."""
        own = self.reply_to and str(self.reply_to)
        return own or self.token or self.tokens.get(accounts.key(userid))

    def may_watch(self) -> bool:
        """May who asks look at boards? Only players may where the keeper has closed that."""
        return self.origin is None or self.store.read(self.watches)

    def watches(self, tx: Connection) -> bool:
        """The same of who asks from outside, in a transaction that goes on."""
        return (
            not doors.is_closed(tx, "watching")
            or accounts.by_token(tx, self.token or "") is not None
            or (self.sender is not None and doors.has_address(tx, self.sender))
        )

    def signed_in(self, command: Command) -> str:
        """Who it is, for commands that are about no board."""
        return self.verified(command) or self.store.read(lambda tx: self.known(tx, command))


def _is_done(tx: Connection, request: str | None) -> bool:
    asked = sa.select(DONE.c.at).where(DONE.c.request == request)
    return tx.execute(asked).scalar() is not None


@contextmanager
def pointing(command: Command, *at: str | Word) -> Iterator[None]:
    """An error in here points at these words of the line."""
    try:
        yield
    except GameError as error:
        raise type(error)(command.pointed(str(error), *at)) from None


def board_number(command: Command) -> int:
    found = board_and_move(command["board"])
    if found is None:
        raise NotationError(command.pointed("which board? write its number", "board"))
    return found[0]


def known_players(tx: Connection, command: Command, *fields: str) -> tuple[str, ...]:
    """The userids in these fields as they were signed up."""
    found, missing = [], []
    for name in fields:
        for word in command.all(name):
            row = accounts.find(tx, word)
            found += [row.userid] if row else []
            missing += [] if row else [word]
    if missing:
        there = ", ".join(shown(word) for word in dict.fromkeys(missing))
        fields = tuple(f for f in fields if set(command.all(f)) & set(missing))
        words = f"nobody here is called {there}; a new player signs up first"
        raise Refused(command.pointed(words, *fields))
    return tuple(found)
