"""A computer player at a table: it thinks off the kernel's main thread, so the board stays alive.

Where there are processes it thinks in one of its own, to which the match goes as a record; a player
that another process cannot load thinks in a thread; a browser's Python has neither and thinks in
slices of its event loop.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol

from .errors import GameError
from .matches import Match
from .position import SWAP
from .record import read
from .table import Table


class Opponent(Protocol):
    """Whoever can choose: a word to play in a match, in Copolymer a whole turn or its rest."""

    def choose(self, m: Match) -> str: ...


class Partner:
    """An opponent in one seat of a table, who moves whenever it is that seat's turn."""

    def __init__(
        self, table: Table, opponent: Opponent, seat: int, tell: Callable[[], None]
    ) -> None:
        self.table, self.opponent, self.seat = table, opponent, seat
        self.thinking = self.paused = False
        self.trouble = ""
        self._tell = tell
        self._worker: Worker | None = None
        self._loop = _running_loop()

    @property
    def side(self) -> int:
        """FIRST or SECOND: who the seat plays now."""
        return 3 - self.seat if SWAP in self.table.match.claims else self.seat

    @property
    def to_move(self) -> bool:
        return self.table.match.to_move == self.side

    def attend(self) -> None:
        """Start to think if it is time to, and stop if it no longer is."""
        if self.thinking:
            self._end()
        if self.to_move and not self.paused:
            self._begin()

    def stop(self) -> None:
        """Stop thinking until told to go on, or until the match changes."""
        self.paused = True
        self._end()
        self._tell()

    def resume(self) -> None:
        """Think again."""
        self.paused, self.trouble = False, ""
        self.attend()
        self._tell()

    def leave(self) -> None:
        self.paused = True
        self._end()

    def _begin(self) -> None:
        now = self.table.match
        self.thinking = True
        if sys.platform == "emscripten":
            asyncio.ensure_future(self._slices(now))
            return
        if self._worker is None:
            self._worker = Worker(self.opponent)
        worker = self._worker
        worker.ask(now, lambda word, trouble: self._soon(self._chosen, worker, now, word, trouble))

    def _end(self) -> None:
        self.thinking = False
        if self._worker is not None:
            self._worker.stop()
            self._worker = None

    def _soon(self, call: Callable[..., None], *arguments: Any) -> None:
        """Have something done where the board lives: in the kernel's own loop, if it has one."""
        if self._loop is None or self._loop.is_closed():
            call(*arguments)
        else:
            self._loop.call_soon_threadsafe(call, *arguments)

    def _chosen(self, worker: Worker | None, asked: Match, word: str, trouble: str) -> None:
        if worker is not self._worker or self.table.match is not asked:
            return  # it was stopped, or somebody else went on meanwhile
        self.thinking = False
        try:
            if trouble:
                raise GameError(trouble)
            self.table.play(word)
        except GameError as error:
            self.trouble, self.paused = f"the computer player failed: {error}", True
            self._tell()

    async def _slices(self, now: Match) -> None:
        word, trouble = "", ""
        try:
            think = getattr(self.opponent, "think", None)
            for word in think(now) if think else (self.opponent.choose(now),):  # noqa: B007
                await asyncio.sleep(0)
                if not self.thinking:
                    return
        except Exception as error:
            trouble = repr(error)
        self._chosen(None, now, word, trouble)


class Worker:
    """A process that chooses moves one after another; a thread where a process cannot."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._process = None
        if _loads_elsewhere(opponent):
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, opponent), daemon=True)
            self._process.start()
            theirs.close()

    def ask(self, now: Match, answer: Callable[[str, str], None]) -> None:
        """Have answer(word, trouble) called, from another thread, once a word is chosen."""

        def wait() -> None:
            try:
                if self._process is None:
                    answer(self._opponent.choose(now), "")
                    return
                self._pipe.send(str(now))
                answer(*self._pipe.recv())
            except (EOFError, OSError):
                answer("", "its process ended")
            except Exception as error:
                answer("", repr(error))

        threading.Thread(target=wait, daemon=True).start()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()


def _serve(pipe: Any, opponent: Opponent) -> None:
    while True:
        try:
            record = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((opponent.choose(read(record)), ""))
        except Exception as error:
            pipe.send(("", repr(error)))


def _loads_elsewhere(opponent: Opponent) -> bool:
    """Can another process load this player? Not one that was written in the notebook itself."""
    if type(opponent).__module__ == "__main__":
        return False
    try:
        pickle.dumps(opponent)
    except Exception:  # whatever a stranger's object raises, it cannot travel
        return False
    return True


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
