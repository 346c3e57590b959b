"""One change at a time, whichever thread makes it.

JupyterLab hands what a page writes to a thread beside the one where cells run and where news of
the workers is heard; moves of a stored board arrive in one more. Without this a click and the
computer's move could each build on the board as it was before the other. It is one lock for all:
with two, a thread that has the first and one that has the second could wait for each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_LOCK = threading.RLock()  # of all tables and boards: some show the same one


def alone(change: Callable[P, T]) -> Callable[P, T]:
    """A function that waits until no other such function is at work in another thread."""

    @wraps(change)
    def waiting(*args: P.args, **keys: P.kwargs) -> T:
        with _LOCK:
            return change(*args, **keys)

    return waiting
