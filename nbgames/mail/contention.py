"""FIFO queue of writers to one file, and retries of transactions with jitter and a timeout.

A writer to an SQLite file waits in the queue of that file (`queued`); then its transaction is
retried until no other is in its way (`retried`). The queue orders the writers of one machine and
protects nothing: the database's own locks do. Where there can be no queue, retries do the waiting.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from threading import Thread
from typing import TypeVar

from sqlalchemy.exc import IntegrityError, OperationalError

try:
    from fcntl import F_OFD_SETLK, F_OFD_SETLKW, F_RDLCK, F_UNLCK, F_WRLCK, fcntl
except ImportError:  # not Linux
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")

TIMEOUT = 30.0  # seconds that work is retried, after the queue
QUEUE_TIMEOUT = 15.0  # seconds in the queue before a writer goes on without its turn
FIRST_DELAY, LEAST_DELAY = 0.005, 0.001  # seconds; thirty that retry sooner starve the one at work
MOST_COLLISIONS = 100  # of two that take the same number; more come from a damaged file

uniform = SystemRandom().uniform  # what a caller draws from a seed stays the same


class Conflict(Exception):
    """A concurrent transaction has written first: read again, and retry."""


# Retries


def retried(work: Callable[[], T]) -> T:
    """What work returns; called again after a short random delay while its error is transient.

    Delays shrink with each attempt, so that who has waited longest is served soonest. SQLite's own
    busy handler lets them grow, and with thirty writers one in a hundred waits ten times as long.
    """
    until = time.monotonic() + TIMEOUT
    attempts = collisions = 0
    while True:
        try:
            return work()
        except (Conflict, IntegrityError, OperationalError, sqlite3.OperationalError) as error:
            collisions += isinstance(error, IntegrityError)
            if time.monotonic() > until or collisions > MOST_COLLISIONS or not _is_transient(error):
                raise
            delay = max(LEAST_DELAY, FIRST_DELAY / (1 + attempts / 2))
            time.sleep(uniform(0.5, 1.5) * delay)
            attempts += 1


def _is_transient(error: Exception) -> bool:
    """Does this error go away when another writer has finished?"""
    if isinstance(error, (Conflict, IntegrityError)):
        return True
    cause = getattr(error, "orig", error)
    if isinstance(cause, sqlite3.OperationalError):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in (5, 6)  # busy, locked
    return getattr(cause, "sqlstate", None) in ("40001", "40P01", "55P03")


# The queue


@contextmanager
def queued(shared: Path | None, timeout: float) -> Iterator[None]:
    """Hold a place in the FIFO queue of writers to a file; entered when it is first, or too late.

    The queue is a file beside the shared one. A writer locks one byte of it, its ticket: the time
    in nanoseconds. It is first when no earlier byte is locked. A killed process loses its locks.
    """
    queue = _open(shared)
    try:
        if queue is not None:
            with suppress(OSError):  # there are no such locks here
                _come_first(queue, _ticket(queue), timeout)
        yield
    finally:
        if queue is not None:
            with suppress(OSError):  # closed, it would stay open in a forked child
                _lock(queue, F_OFD_SETLK, F_UNLCK, 0, 0)
            os.close(queue)


def _open(shared: Path | None) -> int | None:
    """The queue's file, open; None where there can be none."""
    if shared is None or fcntl is None:
        return None
    try:
        mode = shared.stat().st_mode & 0o777  # who may write to the one may write to the other
        return os.open(f"{shared}-line", os.O_CREAT | os.O_RDWR, mode)
    except OSError:
        return None


def _ticket(queue: int) -> int:
    """The byte of this moment, locked; of a later moment if a later writer is at work already."""
    while True:
        with suppress(BlockingIOError):
            ticket = time.monotonic_ns()
            _lock(queue, F_OFD_SETLK, F_WRLCK, ticket, 1)
            return ticket


def _come_first(queue: int, ticket: int, timeout: float) -> None:
    """Wait until no earlier byte is locked, or the timeout is over.

    The system wakes the next writer at once: polling was slower where thirty write on a busy
    machine. The call has no timeout, so a thread of its own makes it.
    """
    try:
        _lock(queue, F_OFD_SETLK, F_RDLCK, 0, ticket)
    except BlockingIOError:
        waiting = Thread(target=_wait, args=(os.dup(queue), ticket), daemon=True)
        waiting.start()
        waiting.join(timeout)


def _wait(queue: int, ticket: int) -> None:
    with suppress(OSError):
        _lock(queue, F_OFD_SETLKW, F_RDLCK, 0, ticket)
    os.close(queue)


def _lock(queue: int, call: int, kind: int, first: int, count: int) -> None:
    """Lock or unlock bytes of the queue, from the first to so many on; 0 is all.

    Raises
    ------
    BlockingIOError
        If another has locked one of them and the call is not to wait.
    """
    fcntl(queue, call, struct.pack("hhqqi", kind, os.SEEK_SET, first, count, 0))
