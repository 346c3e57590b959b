"""Decides when a kernel runs compiled: once a thread has compiled it, or has loaded its code."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Callable, Iterator
from threading import Thread
from time import monotonic
from typing import Any

from ..core._jit import can_compile

PLAIN_SECONDS = 0.5  # of a search, before anything is compiled for it
SLICE_SECONDS = 0.02  # between two looks at the clock

_threads: dict[Any, Thread] = {}
_compiled: set[Any] = set()
_shared = [0.0]  # when the time was last shared with a thread that compiles


class Compiling:
    """Whether a search runs compiled: given as `fast`, or decided by how long it takes."""

    def __init__(self, fast: bool | None = None) -> None:
        self.given, self._begun = fast, monotonic()

    def pays(self, key: Any, work: Callable[[], object]) -> bool:
        """Does the search run compiled from now on? The work compiles it, known by this key."""
        if self.given is not None:
            return self.given
        waits = key not in _compiled and monotonic() - self._begun < PLAIN_SECONDS
        return not waits and ready(key, work)


def next_slice(nodes: int, seconds: float) -> int:
    """How many nodes to search before the next look at the clock; the last ones took these seconds.

    Nodes of large boards take a second, those of small ones a microsecond.
    """
    return max(1, min(4 * nodes, int(nodes * SLICE_SECONDS / max(seconds, 1e-9))))


def ready(key: Any, work: Callable[[], object]) -> bool:
    """Is there machine code by this key? If not, a thread is started that does the work for it.

    Until it is done, half of the time is the thread's. Python shares time by a lock that a plain
    search gives away for moments only; beside one, compiling took five times as long.
    """
    if key not in _compiled and can_compile():
        if key not in _threads:
            _threads[key] = Thread(target=_run, args=(key, work), daemon=True)
            _threads[key].start()
        _threads[key].join(min(SLICE_SECONDS, monotonic() - _shared[0]))
        _shared[0] = monotonic()
    return key in _compiled


def awaited(key: Any, work: Callable[[], object]) -> Iterator[None]:
    """Pauses until there is machine code by this key, or cannot be any."""
    ready(key, work)
    while key in _threads and _threads[key].is_alive():
        _threads[key].join(SLICE_SECONDS)
        yield


def is_compiling() -> bool:
    """Is a thread at work that compiles, beside which all searches are slow?"""
    return any(thread.is_alive() for thread in _threads.values())


def _run(key: Any, work: Callable[[], object]) -> None:
    try:
        work()
        _compiled.add(key)
    except Exception:  # rules of your own that no compiler understands stay plain
        logging.getLogger(__name__).info("%s stays plain", key, exc_info=True)


@atexit.register  # what was begun is kept for the next process
def wait() -> None:
    """Wait until all compilations that were begun are done."""
    for thread in list(_threads.values()):
        thread.join()
