"""The server: a line of text in, a reply out, over a store here or a server on another machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..core.errors import GameError, Refused, shown
from ..games import GAMES
from . import accounts, doors, walls
from .boards import Correspondence
from .commands import parse
from .database import ELSEWHERE, Unavailable, default_url, is_missing, there
from .grammar import LOOKING
from .replies import TWICE, Reply, numbered
from .session import Repeated, Session
from .store import Store
from .verbs import VERBS, membership
from .words import several

MOST_COMMANDS = 200  # in one 'multiple'
MOST_LETTERS, MOST_SECONDS = 200_000, 10  # of its answer, before lists and boards are left out


class Server:
    """A play-by-mail server over a database, or over another server's address.

    Parameters
    ----------
    url : str, optional
        "sqlite:///...", "postgresql+psycopg://...", or the "https://..." address of `nbgames
        serve`; an SQLite file that is not there is made. Left out: the environment variable
        NBGAMES_URL, whose file is made at the first signup, else (it is not set, or empty) an
        SQLite file in the user's data folder.
    ask : callable, optional
        Called with a userid where '-' stands for a password and no such user is logged in; returns
        the password or None. Left out: the environment variable NBGAMES_PASSWORD.

    Raises
    ------
    Refused
        If the database cannot be opened.

    Examples
    --------
    >>> from nbgames.mail import Server
    >>> s = Server("sqlite://")
    >>> s.handle("signup alice chocolate").ok
    True
    >>> print(s.handle("projex mvoe 101 alice chocolate F6"))
    projex mvoe 101 alice **** F6
                ^^^
    there is no projex board 101: 'projex games' lists those there are
    """

    def __init__(
        self, url: str | None = None, *, ask: Callable[[str], str | None] | None = None
    ) -> None:
        self.url = url or default_url()
        self.ask = ask or (lambda userid: os.environ.get("NBGAMES_PASSWORD"))
        self.tokens: dict[str, str] = {}
        if self.url.startswith(("http://", "https://")):
            from .remote import Remote

            self.backend: Local | Any = Remote(self.url, self.tokens)
        else:
            self.backend = Local(url or "")

    def __repr__(self) -> str:
        return f"<Server at {self.backend!r}>"

    @property
    def store(self) -> Store:
        """The store of this server.

        Raises
        ------
        Refused
            If the store is on another machine, or there is none.
        """
        if not isinstance(self.backend, Local):
            raise Refused(ELSEWHERE)
        return self.backend.store

    def handle(
        self, line: str, body: str = "", sender: str | None = None, *, request: str | None = None
    ) -> Reply:
        """The reply to a command.

        Parameters
        ----------
        line : str
            The command: 'help commands' lists them.
        body : str, default ""
            The comment that goes with it; for 'multiple' the commands, one a line.
        sender : str, optional
            The mail address that it came from, for a signup without one.
        request : str, optional
            An idempotency key: a word of your own for this request. Sent again with the same key,
            the command is not carried out again, and the reply says what it led to.

        Returns
        -------
        Reply
            `ok`, `text`, `to` (the userids to be told), `board` (its number, or None) and `match`.
        """
        return self.backend.handle(line, body, sender, request, self.tokens, self.ask)

    def login(self, userid: str, password: str) -> str:
        """Log in: from now on '-' stands for this user's password in commands.

        Parameters
        ----------
        userid : str
            In any case.
        password : str
            The password; a token is kept in memory instead of it.

        Returns
        -------
        str
            The userid as it was signed up.

        Raises
        ------
        Refused
            If they do not go together, or after too many failures.
        """
        name, token = self.backend.login(userid, password)
        self.tokens[accounts.key(name)] = token
        return name

    def join(self, code: str, token: str | None = None) -> tuple[str, str]:
        """Join a class by its code, without an account: '-' stands for a password from now on.

        Parameters
        ----------
        code : str
            The code on the wall of the class, in any case.
        token : str, optional
            What `tokens` has of somebody who joined before: they are the same once more.

        Returns
        -------
        tuple of (str, str)
            The userid that was made for this, and the name of the class.

        Raises
        ------
        Refused
            If no class has this code now.
        """
        userid, name, token = self.backend.join(code, token)
        self.tokens[accounts.key(userid)] = token
        return userid, name

    def tell(self, userid: str, exercise: str, *, is_right: bool) -> None:
        """Tell the class of somebody who has joined it here how an exercise went.

        Parameters
        ----------
        userid : str
            As `join` gave it.
        exercise : str
            Its module and its check: "tempo.closing_cells".
        is_right : bool
            What the check said.

        Raises
        ------
        Refused
            If nobody has joined here by this name.
        """
        self.backend.tell(self.tokens.get(accounts.key(userid)) or "", exercise, is_right)

    def board(self, game: str, number: int) -> Correspondence:
        """A stored board as it stands.

        Parameters
        ----------
        game : str
            The name of the game.
        number : int
            The number of the board.

        Returns
        -------
        Correspondence
            The match with its players, offers, comments and dates.

        Raises
        ------
        Refused
            If there is no such board.
        """
        return self.backend.board(game.lower(), number)

    def heads(self, boards: Any) -> dict[tuple[str, int], int]:
        """How many events each of these boards has.

        Parameters
        ----------
        boards : iterable of tuple of (str, int)
            Game and number of each board.

        Returns
        -------
        dict of tuple of (str, int) to int
            The number of events, by game and number.
        """
        return self.backend.heads(boards)

    def listener(self) -> Callable[[float], object] | None:
        """A function that waits so many seconds, or less if somebody moves; None where none can.

        It is a wake-up hint: callers must still poll.
        """
        return self.backend.listener()

    def close(self) -> None:
        """Close the connections to the store."""
        self.backend.close()


class Local:
    """The backend of a server whose store is reached from here; without an address, NBGAMES_URL's.

    A file that NBGAMES_URL names and that is not there is made when somebody signs up.
    """

    def __init__(self, url: str = "") -> None:
        self._url = url or default_url()
        self._store = None if not url and is_missing(self._url) else Store(self._url)

    def __repr__(self) -> str:
        return repr(self._store) if self._store else f"<no store at {self._url}>"

    @property
    def store(self) -> Store:
        """The store.

        Raises
        ------
        Unavailable
            If there is none.
        """
        if self._store is None:
            self._store = Store(there(self._url))
        return self._store

    def _store_for(self, line: str, body: str) -> Store:
        """The store that a command wants: a new one to sign up, none to be helped."""
        if self._store is None:
            lines = [line, *(inner for inner, _ in several(body))]
            verbs = {_verb(line) for line in lines} - {"multiple"}
            if "signup" in verbs:
                self._store = Store(self._url)
            elif verbs <= {"help", ""}:
                return Store("sqlite://")
        return self.store

    def handle(
        self,
        line: str,
        body: str,
        sender: str | None,
        request: str | None,
        tokens: dict[str, str],
        ask: Callable[[str], str | None],
    ) -> Reply:
        try:
            store = self._store_for(line, body)
        except Unavailable as error:
            if sender:  # who keeps the mail tries again
                raise
            return Reply(False, str(error))
        return handled(Session(store, body, sender, request, tokens=tokens, ask=ask), line)

    def login(self, userid: str, password: str, address: str | None = None) -> tuple[str, str]:
        name = accounts.verify(self.store, userid, password, address)
        return name, accounts.new_token(self.store, name)

    def join(
        self, code: str, token: str | None = None, address: str | None = None
    ) -> tuple[str, str, str]:
        found = self.store.write(lambda tx: walls.join(tx, code, token, address))
        if found is None:
            raise Refused(walls.NO_CODE)
        userid, name = found
        kept = token if self._whose(token) == userid else None
        return userid, name, kept or accounts.new_token(self.store, userid)

    def _whose(self, token: str | None) -> str | None:
        return self.store.read(lambda tx: accounts.by_token(tx, token or ""))

    def tell(self, token: str, exercise: str, is_right: bool) -> str:
        who = self._whose(token)
        if who is None:
            raise Refused("nobody is logged in here by this name: join the class once more")
        self.store.write(lambda tx: walls.tell(tx, who, exercise, is_right))
        return who

    def board(self, game: str, number: int) -> Correspondence:
        if game not in GAMES:
            raise Refused(f"there is no game {shown(game)}: {', '.join(sorted(GAMES))}")
        row = self.store.read(lambda tx: self.store.load(tx, game, number))
        self.store.remember(row)
        return row.board

    def heads(self, boards: Any) -> dict[tuple[str, int], int]:
        return self.store.heads(boards)

    def listener(self) -> Callable[[float], object] | None:
        return None if self.store.is_sqlite else self.store.listen

    def close(self) -> None:
        if self._store:
            self._store.close()


def handled(session: Session, line: str, *, inside: bool = False) -> Reply:
    """The reply to a line; what a player got wrong is a reply, too, anything else is a bug."""
    try:
        command = parse(line, GAMES)
        if command.verb == "multiple":
            if inside:
                raise Refused(command.pointed("one 'multiple' cannot hold another"))
            return _each(session)
        if session.was_done(command):
            return membership.told_again(session, command, TWICE)
        if command.verb in LOOKING and not session.may_watch():
            raise Refused(doors.CLOSED)
        return VERBS[command.verb](session, command)
    except Repeated:
        return Reply(True, TWICE)
    except Unavailable as error:
        if session.sender:  # who keeps the mail tries again
            raise
        return Reply(False, str(error))
    except GameError as error:
        return Reply(False, str(error))


def _each(session: Session) -> Reply:
    """The reply to several commands, each with its own; one that fails stops nothing."""
    commands = list(several(session.comment))
    if not commands or len(commands) > MOST_COMMANDS:
        words = f"write one command a line below 'multiple', at most {MOST_COMMANDS}"
        return Reply(False, words)
    parts: list[Reply] = []
    begun, letters, seen = time.monotonic(), 0, dict[str, int]()
    for k, (line, comment) in enumerate(commands, 1):
        request = f"{session.request}/{k}" if session.request else None
        inner = replace(session, comment=comment, request=request)
        is_long = letters > MOST_LETTERS or time.monotonic() - begun > MOST_SECONDS
        if not _only_looks(line):
            seen, part = {}, handled(inner, line, inside=True)
            part = replace(part, text=part.text.split("\n\n")[0]) if is_long else part
        elif line in seen:
            part = Reply(True, f"the same as {seen[line]}.")
        elif is_long:
            part = Reply(False, "this answer is long already: ask for that by itself")
        else:
            seen[line], part = k, handled(inner, line, inside=True)
        parts.append(part)
        letters += len(part.text)
    return numbered(parts)


def _only_looks(line: str) -> bool:
    """Does this line change nothing? Of such, one that is repeated has the same answer."""
    return _verb(line) in (*LOOKING, "help")


def _verb(line: str) -> str:
    """The verb of a line; "" if it cannot be read."""
    try:
        return parse(line, GAMES).verb
    except GameError:
        return ""


@lru_cache(maxsize=8)
def server_at(url: str) -> Server:
    return Server() if url == default_url() else Server(url)


def default() -> Server:
    """The server of this kernel: one for each value of NBGAMES_URL.

    Returns
    -------
    Server
        The same object each time.

    Examples
    --------
    >>> from nbgames import mail
    >>> mail.default() is mail.default()  # doctest: +SKIP
    True
    """
    return server_at(default_url())
