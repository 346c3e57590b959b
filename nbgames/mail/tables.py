"""A stored board as a `Table`: moves made here are sent, moves made elsewhere arrive by polling.

One thread of a kernel polls all its boards, twice a second while something happens and every five
seconds when nothing does. On PostgreSQL a listener may wake it earlier.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from getpass import getpass
from typing import Any
from uuid import uuid4
from weakref import WeakSet, WeakValueDictionary

from ..core.errors import GameError, Refused
from ..play import planning
from ..play.alone import alone
from ..play.match import Match
from ..play.table import Table
from .accounts import key
from .boards import Correspondence
from .server import Server, default

FASTEST, SLOWEST, SLOWER = 0.5, 5.0, 1.25  # seconds between two polls, and their growth


class StoredTable(Table):
    """A board of a server, to sit at: `match` is now, `play` moves for who is logged in here.

    A turn of several claims stays here until it is whole, and is sent as one word.
    """

    shared = True

    def __init__(self, server: Server, game: str, number: int) -> None:
        board = server.board(game, number)
        super().__init__(board.match)
        self.server, self.game, self.number = server, game.lower(), number
        self.stored, self.events = board.match, board.events
        POLL.follow(self)

    def __repr__(self) -> str:
        return f"<{self.game} board {self.number}: {self.match!r}>"

    @property
    def seats(self) -> tuple[str, str]:
        return self.match.seats

    @property
    def can_undo(self) -> bool:
        return bool(self.match.claims) and self.match.outcome is None

    @property
    def can_redo(self) -> bool:
        return False

    def widget(self) -> Any:
        """A live board of it."""
        from ..widgets.board import BoardWidget

        return BoardWidget(self)

    @alone
    def play(self, word: str, seat: str | None = None) -> None:
        """Play a word for whoever is to move, if that is somebody logged in here.

        Raises
        ------
        GameError
            If it is not, or the move is refused; nothing has changed then.
        """
        now = self.match
        who = now.seat_to_move
        after = now.play(word)
        assert who is not None  # play has refused what comes after the end
        if seat not in (None, who):
            raise Refused(f"{seat} is not to move: {who} is")
        self._may_speak_for(who)
        if after.is_open:
            self._stand(after)
            return
        self._tell(f"move {self.number} {who} - {after.moves[-1]}#{len(after.moves)}")
        self.refresh()

    def plan(self, text: str = "") -> str:
        """Have the store keep conditional moves of who is logged in here, which nobody else sees.

        Parameters
        ----------
        text : str, default ""
            As for `Table.plan`.

        Returns
        -------
        str
            The plan, with a stroke in each line after what came true.

        Raises
        ------
        Refused
            If nobody is logged in here who plays, or the plan cannot be played.
        """
        mine = [who for who in self.match.seats if key(who) in self.server.tokens]
        if not mine:
            self._may_speak_for(self.match.seats[0])
        who = next((who for who in mine if who != self.match.seat_to_move), mine[0])
        line = f"{self.game} plan {self.number} {who} -"
        reply = self.server.handle(line, text.replace(";", "\n"))
        if not reply.ok:
            raise Refused(reply.text.splitlines()[-1])
        return planning.told(reply.text.splitlines()[1:])

    @alone
    def undo(self) -> None:
        """Take back a claim of an open turn; else ask the other player, or agree if asked."""
        now = self.match
        if now.is_open:
            self._stand(now.after(len(now.claims) - 1))
            return
        board = self.server.board(self.game, self.number)
        mine = [who for who in board.players if key(who) in self.server.tokens]
        if not mine:
            self._may_speak_for(board.players[0])
        asked = board.offer and board.offer[1] == "undo" and board.offer[0]
        answers = [who for who in mine if who != asked]
        if asked and not answers:
            raise Refused("the other player has been asked already, and has not answered yet")
        verb, who = ("accept", answers[0]) if asked else ("undo", mine[0])
        self._tell(f"{verb} {self.number} {who} -")
        self.refresh()
        if verb == "undo" and self.stored.moves == now.moves:
            raise Refused("the other player is asked to agree; the move is taken back then")

    def redo(self) -> None:
        raise Refused("on a stored board nothing is played again: make the move")

    def new(self) -> None:
        raise Refused(f"a stored board goes on: '{self.game} challenge' begins another")

    def refresh(self) -> bool:
        """Read the board anew; is it this call that found it changed?

        Others may make changes meanwhile, since a server can take long to answer.
        """
        return self._stand_as(self.server.board(self.game, self.number))

    @alone
    def _stand_as(self, board: Correspondence) -> bool:
        """Stand as this board that was read, unless a later one has been; events only grow."""
        if board.events <= self.events:
            return False
        kept = self.match.is_open and board.match.claims == self.stored.claims
        self.stored, self.events = board.match, board.events
        if not kept:
            self._stand(board.match)
        return True

    def _stand(self, m: Match) -> None:
        self.line = m
        self._moved(len(m.claims))

    def _may_speak_for(self, who: str) -> None:
        if key(who) not in self.server.tokens:
            raise Refused(f"only {who} may do that: nbgames.login({who!r})")

    def _tell(self, words: str) -> None:
        """Send a command with an idempotency key, so that it is carried out once."""
        reply = self.server.handle(f"{self.game} {words}", request=uuid4().hex)
        if not reply.ok:
            self.refresh()
            raise Refused(reply.text.splitlines()[-1])


class Poll:
    """The polling thread: asks the servers how many events the boards shown in this kernel have."""

    def __init__(self) -> None:
        self._tables: WeakSet[StoredTable] = WeakSet()
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def follow(self, table: StoredTable) -> None:
        with self._lock:
            self._tables.add(table)
            self._wake.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="nbgames poll", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        wait = FASTEST
        while True:
            with self._lock:
                tables = list(self._tables)
                if not tables:
                    self._thread = None
                    return
            wait = (
                FASTEST
                if self._look(tables) or self._wake.is_set()
                else min(wait * SLOWER, SLOWEST)
            )
            self._wake.clear()
            listen = next((t.server.listener() for t in tables if t.server.listener()), None)
            del tables
            (listen or self._wake.wait)(wait)

    def _look(self, tables: list[StoredTable]) -> bool:
        """Bring the boards up to date that have changed; has any? A server out of reach is none."""
        changed = False
        for server in {table.server for table in tables}:
            mine = [table for table in tables if table.server is server]
            try:
                heads = server.heads({(t.game, t.number) for t in mine})
                for table in mine:
                    if heads.get((table.game, table.number), table.events) != table.events:
                        changed |= table.refresh()
            except GameError:
                continue
        return changed


POLL = Poll()
_TABLES: WeakValueDictionary[tuple[str, str, int], StoredTable] = WeakValueDictionary()


def table(game: str, number: int, *, server: Server | None = None) -> StoredTable:
    """A stored board as a table: the same object for the same board in one kernel.

    Parameters
    ----------
    game : str
        The name of the game.
    number : int
        The number of the board.
    server : Server, optional
        Left out, `default()`.

    Returns
    -------
    StoredTable
        A `Table`; `widget()` is a live board of it, on which the users logged in here may move.

    Raises
    ------
    Refused
        If there is no such board.

    Examples
    --------
    >>> from nbgames import mail
    >>> s = mail.Server("sqlite://")
    >>> lines = ("signup alice chocolate", "signup bob marzipan", "projex challenge alice bob")
    >>> *_, reply = (s.handle(line) for line in lines)
    >>> mail.table("projex", reply.board, server=s).match.moves
    ()
    """
    server = server or default()
    place = (f"{server.url} {id(server)}", game.lower(), number)
    found = _TABLES.get(place) or StoredTable(server, game, number)
    return _TABLES.setdefault(place, found)


def login(userid: str, *, ask: Callable[[str], str] = getpass) -> str:
    """Log in for as long as this kernel runs: asks for the password and keeps a token in memory.

    From now on '-' stands for the password in commands.

    Parameters
    ----------
    userid : str
        In any case.
    ask : callable, default getpass.getpass
        Called with a prompt; returns the password. The environment variable NBGAMES_PASSWORD goes
        before it.

    Returns
    -------
    str
        The userid as it was signed up.

    Raises
    ------
    Refused
        If userid and password do not go together, or the kernel has no input: set NBGAMES_PASSWORD
        then.

    Examples
    --------
    >>> import nbgames
    >>> nbgames.login("alice", ask=lambda prompt: "a wrong word")  # doctest: +SKIP
    Traceback (most recent call last):
    nbgames.core.errors.Refused: ...
    """
    server = default()
    try:
        password = server.ask(userid) or ask(f"password of {userid}: ")
    except Exception as error:  # a kernel without stdin has an error of its own, not to be imported
        if type(error).__name__ not in ("StdinNotImplementedError", "EOFError"):
            raise
        raise Refused("nobody can be asked here: set NBGAMES_PASSWORD before") from None
    return server.login(userid, password)
