"""Work on matches off the kernel's main thread, so that the board stays alive.

Where there are processes it is done in one of its own, to which a match goes as a record; what
another process cannot load is done in a thread; a browser's Python has neither and does it in
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
from typing import Any

from ..analysis.chunks import received, sendable
from ..core.errors import GameError, Refused
from ..core.rules import Rules
from ..play.match import Match

GOES_ON, ENDS, FAILS = (
    "goes on",
    "ends",
    "fails",
)  # kinds of news: only after the first there is more
OFTEN = 0.5  # seconds between two words to a page on how far the work is
News = tuple[str, Any]
Work = Callable[..., Iterator[News]]  # of a match, and plain values that it is asked with


class Worker:
    """Does its work on one match after another; news is heard in the kernel's event loop."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._ticket: object = None  # of the match at work; what comes for another one is late
        self._process: Any = None
        self._pipe: Any = None
        self._loop = running_loop()

    @property
    def busy(self) -> bool:
        """Is a match at work?"""
        return self._ticket is not None

    def ask(self, hear: Callable[[News], None], m: Match, *more: Any) -> None:
        """Call `hear` with all news of a match, until `stop` or the next match.

        What `more` there is goes to the work too, as plain values.
        """
        self.stop()
        ticket = self._ticket = object()

        def told(news: News) -> None:
            if ticket is not self._ticket:
                return
            if news[0] != GOES_ON:
                self._ticket = None
            hear(news)

        if sys.platform == "emscripten":
            self._slices = asyncio.ensure_future(self._sliced(told, ticket, m, *more))
            return
        news = self._elsewhere(m, *more) or _heard(self._work, m, *more)
        threading.Thread(target=self._wait, args=(news, told), daemon=True).start()

    def stop(self) -> None:
        """Hear no more of the match at work; a thread goes on unheard, since it cannot be ended."""
        if self.busy:
            self.leave()

    def leave(self) -> None:
        """End the process too, which may be at rest."""
        self._ticket = None
        if self._process is not None:
            self._process.terminate()
            self._process = None

    def _wait(self, news: Iterator[News], told: Callable[[News], None]) -> None:
        with suppress(RuntimeError):  # the kernel's event loop is closed
            for one in news:
                if self._loop is None or self._loop.is_closed():
                    told(one)
                else:
                    self._loop.call_soon_threadsafe(told, one)

    async def _sliced(self, told: Callable[[News], None], ticket: object, *what: Any) -> None:
        for news in _heard(self._work, *what):
            told(news)
            await asyncio.sleep(0)
            if ticket is not self._ticket:
                return

    # In a process

    def _elsewhere(self, m: Match, *more: Any) -> Iterator[News] | None:
        """The news of a match from another process; None if there is none that can do the work."""
        try:
            rules = sendable(m.game.rules)
        except Refused:
            return None
        if not _is_loadable(self._work, m.game.rules):
            return None
        if self._process is None or not self._process.is_alive():
            self._begin()
        if self._process is None:
            return None
        return self._received(self._process, self._pipe, (str(m), rules, *more))

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
        self._process = None
        with suppress(OSError), _uninterrupted():  # where the system allows no more processes
            process.start()
            self._process = process
        theirs.close()

    def _received(self, process: Any, pipe: Any, asked: tuple[Any, ...]) -> Iterator[News]:
        news: News = (GOES_ON, None)
        try:
            pipe.send(asked)
            while news[0] == GOES_ON:
                yield (news := pipe.recv())
        except (EOFError, OSError):
            if process is self._process:
                self._process = None
            yield FAILS, "its process ended"


def _heard(work: Work, *what: Any) -> Iterator[News]:
    """The news of a match; a stranger's code may raise anything, and the board says what."""
    try:
        yield from work(*what)
    except Exception as error:
        yield FAILS, str(error) if isinstance(error, GameError) else repr(error)


def _serve(pipe: Any, work: Work) -> None:
    """The process: matches come in, news goes out, until the other end is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            record, rules, *more = pipe.recv()
            for news in _heard(work, received(record, rules), *more):
                pipe.send(news)


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


def _is_loadable(work: Work, rules: Rules) -> bool:
    """Can another process load these? Not where anything in them stands in the notebook."""
    try:
        return b"__main__" not in pickle.dumps((work, rules))
    except Exception:  # whatever it raises, it cannot be pickled
        return False


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that answers pages, where a kernel runs; None where there is none."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
