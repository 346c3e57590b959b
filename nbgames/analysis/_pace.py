"""When machine code pays: a kernel is compiled once a search has become long."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Any

from .._jit import can_compile

WARM = 12_000  # nodes that plain Python looks at before
COMPILING = 15.0  # seconds that have to be left, or more

_ready: set[Any] = set()


class Pace:
    """Plain or compiled; given as `fast`, or left to how long the search takes."""

    def __init__(self, fast: bool | None = None) -> None:
        self.given = fast

    def fast(self, kernel: Any, nodes: int, stop: float = inf) -> bool:
        """Is this kernel to run compiled now?"""
        if self.given is not None:
            return self.given
        if kernel in _ready:
            return True
        if nodes < WARM or stop - monotonic() < COMPILING or not can_compile():
            return False
        _ready.add(kernel)
        return True
