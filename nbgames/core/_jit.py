"""The decorator `@jit`: plain Python, which numba compiles where it is installed."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeVar

_KERNELS: set[Any] = set()
_INLINED: set[Any] = set()
_F = TypeVar("_F", bound=Callable[..., Any])


def jit(function: _F) -> _F:
    """Mark a kernel; it stays the plain function, which the immutable API calls."""
    _KERNELS.add(function)
    return function


def inlined(function: _F) -> _F:
    """Mark a kernel that is compiled as a part of its callers, such as one phase of a search.

    It makes no lists and is given none, so it needs no counts of references. A compiled call counts
    those of every buffer that it passes on, which takes longer than a short function itself. A
    search is marked too, so that it counts none either.
    """
    _INLINED.add(function)
    return jit(function)


def is_kernel(function: object) -> bool:
    """Is this a function that was marked as a kernel?"""
    return isinstance(function, FunctionType) and function in _KERNELS


def can_compile() -> bool:
    """Is numba installed, and not switched off by NBGAMES_JIT=0?"""
    return os.environ.get("NBGAMES_JIT") != "0" and find_spec("numba") is not None


def longs(count: int) -> array[int]:
    """A buffer of machine integers, all zero, for kernels plain and compiled."""
    return array("q", bytes(8 * count))


@cache
def compiled(function: Any) -> Any:
    """The same kernel as machine code, the kernels that it calls compiled first.

    A kernel finds others by their global names, so its twin gets globals of its own.
    """
    from numba import njit

    globals_ = dict(function.__globals__)
    for name in function.__code__.co_names:
        if name != function.__name__ and (called := globals_.get(name)) in _KERNELS:
            globals_[name] = compiled(called)
    twin = FunctionType(function.__code__, globals_, function.__name__)
    # `_nrt`, numba's run-time, allocates lists and counts references; a kernel for which it is not
    # given would take that of the kernel that calls it.
    inline = function in _INLINED
    options: dict[str, Any] = {"inline": "always" if inline else "never", "_nrt": not inline}
    return njit(**options)(twin)
