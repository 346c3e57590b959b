"""When a kernel runs as machine code: in a long search, or once a thread has compiled it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf
from threading import Thread
from time import monotonic
from typing import Any

from ..core._jit import can_compile

WARM = 12_000  # nodes that plain Python looks at before
COMPILING = 15.0  # seconds that have to be left, or more

_paid: set[Any] = set()  # kernels whose compilation has paid in this process
_making: dict[Any, Thread] = {}
_made: set[Any] = set()


class Pace:
    """Plain or compiled; given as `fast`, or left to how long the search takes."""

    def __init__(self, fast: bool | None = None) -> None:
        self.given = fast

    def fast(self, kernel: Any, nodes: int, stop: float = inf) -> bool:
        """Is this kernel to run compiled now?"""
        if self.given is not None:
            return self.given
        if kernel in _paid:
            return True
        if nodes < WARM or stop - monotonic() < COMPILING or not can_compile():
            return False
        _paid.add(kernel)
        return True


def ready(key: Any, work: Callable[[], object]) -> bool:
    """Is there machine code by this key? If not, a thread begins to do the work that makes it."""
    if key not in _making and can_compile():
        _making[key] = Thread(target=_make, args=(key, work), daemon=True)
        _making[key].start()
    return key in _made


def _make(key: Any, work: Callable[[], object]) -> None:
    with suppress(Exception):  # rules of your own that no compiler understands stay plain
        work()
        _made.add(key)


def wait() -> None:
    """Until all that was begun is made."""
    for thread in list(_making.values()):
        thread.join()
