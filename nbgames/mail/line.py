"""Who is next to write to a file: who came first, whatever becomes of those who wait.

Manners, and no lock: that no two write at once is the database's own business. So nobody has to
stand in line where a system has no such locks, nor for ever when who is in front stays there.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

try:
    from fcntl import F_OFD_SETLK, F_OFD_SETLKW, F_RDLCK, F_UNLCK, F_WRLCK, fcntl
except ImportError:  # not Linux
    fcntl = None  # type: ignore[assignment]


@contextmanager
def in_line(shared: Path | None, seconds: float) -> Iterator[None]:
    """Wait, at most so long, for all who came before; who comes later waits for what is done here.

    The line is a file beside the shared one. Whoever comes locks a byte of it, the number of this
    nanosecond, and waits until nobody has one before it. The bytes of who is killed are free.
    """
    turn = None if shared is None or fcntl is None else _turn(shared)
    try:
        if turn:
            with suppress(TimeoutError):
                turn.result(seconds)
        yield
    finally:
        if turn:
            turn.add_done_callback(_leave)  # later, where who has waited long enough went ahead


def _turn(shared: Path) -> Future[int] | None:
    """The file of the line, as soon as it is our turn; None where there can be no line."""
    try:
        mode = shared.stat().st_mode & 0o777  # whoever may write there may stand in line
        file = os.open(f"{shared}-line", os.O_CREAT | os.O_RDWR, mode)
    except OSError:
        return None
    turn: Future[int] = Future()
    try:
        came = _come(file)
        fcntl(file, F_OFD_SETLK, _bytes(F_RDLCK, 0, came))
        turn.set_result(file)
    except BlockingIOError:  # the system waits without an end: so another thread does
        Thread(target=_wait, args=(file, came, turn), daemon=True).start()
    except OSError:
        os.close(file)
        return None
    return turn


def _come(file: int) -> int:
    """The number of this moment, locked; of a later one, if who came after it has gone ahead."""
    while True:
        with suppress(BlockingIOError):
            came = time.monotonic_ns()
            fcntl(file, F_OFD_SETLK, _bytes(F_WRLCK, came, 1))
            return came


def _wait(file: int, came: int, turn: Future[int]) -> None:
    with suppress(OSError):
        fcntl(file, F_OFD_SETLKW, _bytes(F_RDLCK, 0, came))
    turn.set_result(file)


def _leave(turn: Future[int]) -> None:
    file = turn.result()
    fcntl(file, F_OFD_SETLK, _bytes(F_UNLCK, 0, 0))  # closed, it stays open where a child has it
    os.close(file)


def _bytes(kind: int, first: int, count: int) -> bytes:
    """So many bytes to be locked, as the system wants to be told; none stands for all."""
    return struct.pack("hhqqi", kind, os.SEEK_SET, first, count, 0)
