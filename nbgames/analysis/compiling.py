"""Decides when a kernel runs compiled: in a long search, or once a thread has compiled it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf
from threading import Thread
from time import monotonic
from typing import Any

from ..core._jit import can_compile

PLAIN_NODES = 12_000  # are searched before anything is compiled
COMPILE_SECONDS = 15.0  # have to be left, or more
SLICE_SECONDS = 0.05  # between two looks at the clock

_paid: set[Any] = set()  # kernels whose compilation has paid in this process
_threads: dict[Any, Thread] = {}
_compiled: set[Any] = set()


class Compiling:
    """Whether a search runs compiled: given as `fast`, or decided by how long it takes."""

    def __init__(self, fast: bool | None = None) -> None:
        self.given = fast

    def pays(self, kernel: Any, nodes: int, stop: float = inf) -> bool:
        """Does this kernel run compiled from now on, after so many nodes?"""
        if self.given is not None:
            return self.given
        if kernel in _paid:
            return True
        if nodes < PLAIN_NODES or stop - monotonic() < COMPILE_SECONDS or not can_compile():
            return False
        _paid.add(kernel)
        return True


def next_slice(nodes: int, seconds: float) -> int:
    """How many nodes to search before the next look at the clock; the last ones took these seconds.

    Nodes of large boards take a second, those of small ones a microsecond.
    """
    return max(1, min(4 * nodes, int(nodes * SLICE_SECONDS / max(seconds, 1e-9))))


def ready(key: Any, work: Callable[[], object]) -> bool:
    """Is there machine code by this key? If not, a thread is started that does the work for it."""
    if key not in _threads and can_compile():
        _threads[key] = Thread(target=_run, args=(key, work), daemon=True)
        _threads[key].start()
    return key in _compiled


def awaited(key: Any, work: Callable[[], object]) -> Iterator[None]:
    """Pauses until there is machine code by this key, or cannot be any."""
    ready(key, work)
    while key in _threads and _threads[key].is_alive():
        _threads[key].join(SLICE_SECONDS)
        yield


def _run(key: Any, work: Callable[[], object]) -> None:
    with suppress(Exception):  # rules of your own that no compiler understands stay plain
        work()
        _compiled.add(key)


def wait() -> None:
    """Wait until all compilations that were begun are done."""
    for thread in list(_threads.values()):
        thread.join()
