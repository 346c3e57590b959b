"""A computer player at a table: it thinks off the kernel's main thread, so the board stays alive.

Where there are processes it thinks in one of its own, to which the match goes as a record; a player
that another process cannot load thinks in a thread; a browser's Python has neither and thinks in
slices of its event loop.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, Protocol

from ..core.errors import GameError
from ..core.position import SWAP, Position
from ..notation.record import read
from ..play.match import Match
from ..play.table import Table

PLAYS, THINKS, FAILS = "plays", "thinks", "fails"
News = tuple[str, Any]  # a word to play, how much it has looked at so far, or what went wrong
OFTEN = 0.5  # seconds between two words of progress


class Opponent(Protocol):
    """A computer player: it chooses a word, the whole turn where a turn has several claims.

    One that also has `think(m)`, an iterator of thoughts with `word` and `nodes`, the last of which
    counts, shows how far it is, and stops between two thoughts.
    """

    def choose(self, m: Match) -> str: ...


class Computer:
    """A computer player in one seat of a table: it moves whenever it is that seat's turn."""

    def __init__(
        self, table: Table, opponent: Opponent, seat: int, tell: Callable[[], None]
    ) -> None:
        self.table, self.opponent, self.seat = table, opponent, seat
        self.thinking = self.paused = False
        self.trouble = self.progress = ""
        self.watchers, self._told = [tell], 0.0
        self._seen: Position | None = None
        self._ticket: object = (
            None  # of the move that it thinks about; what comes for another is late
        )
        self._worker: Worker | None = None
        self._loop = running_loop()

    @property
    def to_move(self) -> bool:
        return self.plays(self.table.match)

    @property
    def side(self) -> int:
        """FIRST or SECOND: who the seat plays now."""
        return self._side(self.table.match)

    def plays(self, m: Match) -> bool:
        """Is it to move in a match?"""
        return m.to_move == self._side(m)

    def _side(self, m: Match) -> int:
        return 3 - self.seat if SWAP in m.claims else self.seat

    def attend(self) -> None:
        """Start to think if it is time to, and stop if it no longer is."""
        position = self.table.match.position
        if position is not self._seen or not self.to_move:
            self.rest()
            self._seen, self.paused, self.trouble = position, False, ""
        if self.to_move and not self.paused and not self.thinking:
            self._begin()

    def rest(self) -> None:
        """Think no more, until there is something to attend to."""
        if self.thinking and self._worker is not None:
            self._worker.stop()
            self._worker = None
        self.thinking, self.progress, self._ticket = False, "", None

    def stop(self) -> None:
        """Stop thinking until told to go on, or until the match changes."""
        self.rest()
        self.paused = True
        self._tell()

    def resume(self) -> None:
        """Think again."""
        self.paused, self.trouble = False, ""
        self._tell()

    def leave(self) -> None:
        self.rest()
        if self._worker is not None:
            self._worker.stop()

    def _tell(self) -> None:
        for watcher in tuple(self.watchers):
            watcher()

    def _begin(self) -> None:
        now, ticket = self.table.match, object()
        self.thinking, self._ticket = True, ticket
        if sys.platform == "emscripten":
            self._slicing = asyncio.ensure_future(self._slices(ticket, now))
            return
        if self._worker is None or self._worker.ended:
            self._worker = Worker(self.opponent)
        self._worker.ask(now, lambda news: self._soon(self._hear, ticket, news))

    def _soon(self, call: Callable[..., None], *arguments: Any) -> None:
        """Run a callback in the kernel's event loop: in the kernel's own loop, if it has one."""
        if self._loop is None or self._loop.is_closed():
            call(*arguments)
        else:
            self._loop.call_soon_threadsafe(call, *arguments)

    def _hear(self, ticket: object, news: News) -> None:
        kind, what = news
        if ticket is not self._ticket:
            return  # it was stopped, or superseded by a later search meanwhile
        if kind == THINKS:
            self._note(what)
            return
        self.thinking, self.progress, self._ticket = False, "", None
        try:
            if kind == FAILS:
                raise GameError(what)
            self.table.play(what)
        except GameError as error:
            self.trouble, self.paused = f"the computer player failed: {error}", True
            self._tell()

    def _note(self, nodes: int) -> None:
        if nodes and monotonic() - self._told > OFTEN:
            self._told, self.progress = monotonic(), f"{nodes:,} positions"
            self._tell()

    async def _slices(self, ticket: object, now: Match) -> None:
        for news in thoughts(self.opponent, now):
            self._hear(ticket, news)
            await asyncio.sleep(0)
            if ticket is not self._ticket:
                return


def thoughts(opponent: Opponent, m: Match) -> Iterator[News]:
    """What a player thinks, thought by thought, and the word that it plays in the end."""
    word = ""
    try:
        if not hasattr(opponent, "think"):
            word = opponent.choose(m)
        else:
            for thought in opponent.think(m):
                word = thought.word
                yield THINKS, thought.nodes
        yield PLAYS, word
    except Exception as error:  # a stranger's player may raise anything; the board says what
        yield FAILS, repr(error)


class Worker:
    """A process that chooses moves one after another; a thread where a process cannot."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent, self._stopped = opponent, False
        self._lost = False
        self._process = None
        if _loads_elsewhere(opponent):
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, opponent), daemon=True)
            with suppress(OSError), _uninterrupted():  # where the system allows no more processes
                process.start()
                self._process = process
            theirs.close()

    @property
    def ended(self) -> bool:
        """Whether its process is gone, so that another one has to be asked."""
        return self._lost or (self._process is not None and not self._process.is_alive())

    def ask(self, now: Match, hear: Callable[[News], None]) -> None:
        """Call `hear` with each message, from another thread, until a word is chosen."""

        def wait() -> None:
            try:
                for news in self._news(now):
                    if self._stopped:
                        return
                    hear(news)
            except (EOFError, OSError):
                self._lost = True
                hear((FAILS, "its process ended"))
            except RuntimeError:
                return  # the kernel's event loop is closed

        threading.Thread(target=wait, daemon=True).start()

    def _news(self, now: Match) -> Iterator[News]:
        if self._process is None:
            yield from thoughts(self._opponent, now)
            return
        self._pipe.send(str(now))
        news: News = (THINKS, 0)
        while news[0] == THINKS:
            yield (news := self._pipe.recv())

    def stop(self) -> None:
        """End its process; a thread cannot be ended, and is no longer listened to."""
        self._stopped = True
        if self._process is not None:
            self._process.terminate()


def _serve(pipe: Any, opponent: Opponent) -> None:
    """The process: records come in, news goes out, until the other end is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            for news in thoughts(opponent, read(pipe.recv())):
                pipe.send(news)
    except (EOFError, OSError):
        return


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A process started now ignores interrupts from the first: they are meant for a cell."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread: the process ignores them once it runs
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def _loads_elsewhere(opponent: Opponent) -> bool:
    """Can another process load this player? Not one with anything from the notebook in it."""
    try:
        return b"__main__" not in pickle.dumps(opponent)
    except Exception:  # whatever it raises, it cannot be pickled
        return False


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that answers pages, where a kernel runs; None where there is none."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
