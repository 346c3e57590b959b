"""Machine code made while one thinks on: whoever has two seconds to answer need not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

from .._jit import can_compile

_making: dict[Any, Thread] = {}
_made: set[Any] = set()


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
