"""Work on matches off the kernel's main thread, so that the board stays alive.

Where there are processes it is done in one of its own, to which a match goes as a record; what
another process cannot load is done in a thread; a browser's Python has neither and does it in
slices of its event loop.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from typing import Any

from ..analysis.chunks import received, sendable
from ..core.errors import GameError, Refused
from ..core.rules import Rules
from ..play.alone import alone
from ..play.match import Match

GOES_ON, ENDS, FAILS = (
    "goes on",
    "ends",
    "fails",
)  # kinds of news: only after the first there is more
OFTEN = 0.5  # seconds between two words to a page on how far the work is
News = tuple[str, Any]
_STARTING = threading.Lock()
Work = Callable[..., Iterator[News]]  # of a match, and plain values that it is asked with


class Worker:
    """Does its work on one match after another; news is heard in the kernel's event loop.

    `nice` is how far its process stands back behind others, 0 to 19.
    """

    def __init__(self, work: Work, nice: int = 0) -> None:
        self._work, self._nice = work, nice
        self._ticket = 0  # of the match at work; what comes for another one is late
        self._count = 0
        self._hear: Callable[[News], None] = _nobody
        self._process: Any = None
        self._pipe: Any = None
        self._loop = running_loop()
        self._context = copy_context()  # of who asks: some hosts keep there whose session it is

    @property
    def busy(self) -> bool:
        """Is a match at work?"""
        return self._ticket > 0

    def ask(self, hear: Callable[[News], None], m: Match, *more: Any) -> None:
        """Call `hear` with all news of a match, until `stop` or the next match.

        What `more` there is goes to the work too, as plain values.
        """
        self.stop()
        self.turn(hear, m, *more)

    def turn(self, hear: Callable[[News], None], m: Match, *more: Any) -> None:
        """The same, but what is at work ends at its next news: its process goes on with this."""
        self._count += 1
        self._ticket, self._hear, self._context = self._count, hear, copy_context()
        if sys.platform == "emscripten":
            self._slices = asyncio.ensure_future(self._sliced(self._ticket, m, *more))
        elif not self._sent(m, *more):
            what = self._ticket, _heard(self._work, m, *more)
            threading.Thread(target=self._think, args=what, daemon=True).start()

    def prepare(self, m: Match, *more: Any) -> None:
        """Have a process start and do this work unheard, if there is none and a kernel runs."""
        if self._process is None:
            self.meanwhile(m, *more)

    def meanwhile(self, m: Match, *more: Any) -> None:
        """Have the process do this work unheard until it has other work or a pause, as `prepare`.

        A thread would take the kernel's time, so that none does it.
        """
        if self._loop is not None and sys.platform != "emscripten":
            self._sent(m, *more)

    def stop(self) -> None:
        """Hear no more of the match at work; a thread ends at its next news."""
        if self.busy:
            self.leave()

    def pause(self) -> None:
        """The same, but its process only ends its work, heard or not, at its next news."""
        self._ticket, self._hear = 0, _nobody
        if self._process is not None:
            with suppress(OSError):
                self._pipe.send(None)

    def leave(self) -> None:
        """End the process too, which may be at rest."""
        self._ticket, self._hear = 0, _nobody
        if self._process is not None:
            self._process.terminate()
            self._process = None

    @alone
    def _told(self, ticket: int, news: News) -> None:
        if not ticket or ticket != self._ticket:
            return
        hear = self._hear
        if news[0] != GOES_ON:
            self._ticket, self._hear = 0, _nobody
        hear(news)

    def _tell(self, ticket: int, news: News) -> None:
        """Have the kernel's event loop hear what comes from another thread."""
        context = self._context.copy()
        if self._loop is None or self._loop.is_closed():
            context.run(self._told, ticket, news)
            return
        with suppress(RuntimeError):  # it has just been closed
            self._loop.call_soon_threadsafe(self._told, ticket, news, context=context)

    def _think(self, ticket: int, found: Iterator[News]) -> None:
        for news in found:
            if ticket != self._ticket:  # else it would take half of the kernel's time
                return
            self._tell(ticket, news)

    async def _sliced(self, ticket: int, *what: Any) -> None:
        for news in _heard(self._work, *what):
            self._told(ticket, news)
            await asyncio.sleep(0)
            if ticket != self._ticket:
                return

    # In a process

    def _sent(self, m: Match, *more: Any) -> bool:
        """Has another process been asked? Not if there is none that can do the work."""
        try:
            rules = sendable(m.game.rules)
        except Refused:
            return False
        if not _is_loadable(self._work, m.game.rules):
            return False
        if self._process is None or not self._process.is_alive():
            self._begin()
        if self._process is None:
            return False
        with suppress(OSError):  # it has just died, as its reader will tell
            self._pipe.send((self._ticket, str(m), rules, *more))
        return True

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._work, self._nice), daemon=True)
        self._process = None
        # Where the system allows no more processes there is an OSError.
        with suppress(OSError), _uninterrupted(), _without_main():
            process.start()
            self._process = process
        theirs.close()
        if self._process is not None:
            weakref.finalize(self, process.terminate)
            what = self._pipe, process, weakref.ref(self)
            threading.Thread(target=_listen, args=what, daemon=True).start()

    def _ended(self, process: Any) -> None:
        if process is self._process:
            self._process = None
            self._tell(self._ticket, (FAILS, "its process ended"))


def _nobody(news: News) -> None:
    pass


def _listen(pipe: Any, process: Any, worker: weakref.ref[Worker]) -> None:
    """Hand on what a process sends, as long as there is a worker."""
    with suppress(EOFError, OSError):
        while True:
            ticket, news = pipe.recv()
            if not (there := worker()):
                return
            there._tell(ticket, news)
            del there
    if there := worker():
        there._ended(process)


def _heard(work: Work, *what: Any) -> Iterator[News]:
    """The news of a match; a stranger's code may raise anything, and the board says what."""
    try:
        yield from work(*what)
    except Exception as error:
        yield FAILS, str(error) if isinstance(error, GameError) else repr(error)


def _serve(pipe: Any, work: Work, nice: int) -> None:
    """The process: matches come in, news goes out, until the other end is gone.

    Each is left as soon as something else comes in; None is nothing to do. Ticket 0 is unheard.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # where there are no priorities
        os.nice(nice)
    with suppress(EOFError, OSError):
        while True:
            asked = pipe.recv()
            if asked is None:
                continue
            ticket, record, rules, *more = asked
            for news in _heard(work, received(record, rules), *more):
                if ticket:
                    pipe.send((ticket, news))
                if pipe.poll():
                    break


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


@contextmanager
def _without_main() -> Iterator[None]:
    """A process started now does not import the script that runs here: nothing it does needs that.

    It would run there once more, and start a process again, where it has no guard such as
    `if __name__ == "__main__"`. What another thread starts by itself at that moment does not
    import it either.
    """
    main = vars(sys.modules["__main__"])
    names = ("__file__", "__spec__")  # by which a process finds the script
    with _STARTING:
        kept: dict[str, Any] = {name: main[name] for name in names if name in main}
        main.update(dict.fromkeys(kept))
        try:
            yield
        finally:
            main.update(kept)


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
