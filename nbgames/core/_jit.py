"""The decorator `@jit`: plain Python, which numba compiles where it is installed."""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Collection, Iterator
from enum import Enum
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

_KERNELS: set[Any] = set()
_INLINED: set[Any] = set()
_DIGESTS: dict[Any, str] = {}  # of compiled kernels
_COMPILED: dict[str, Any] = {}  # by their digests
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
    return not no_compiler()


def no_compiler() -> str:
    """Why nothing can be compiled, and what helps; "" if it can."""
    if os.environ.get("NBGAMES_JIT") == "0":
        return "numba is switched off: start Python without NBGAMES_JIT=0"
    if find_spec("numba"):
        return ""
    if sys.platform == "emscripten":
        return "numba does not run in a page: use a JupyterLab of your own"
    return "numba is not installed: pip install numba and restart the kernel"


def longs(count: int) -> array[int]:
    """A buffer of machine integers, all zero, for kernels plain and compiled."""
    return array("q", bytes(8 * count))


@cache
def compiled(function: Any) -> Any:
    """The same kernel as machine code, the kernels that it calls compiled first.

    A kernel finds others by their global names, so its twin gets globals of its own. The twin's
    name ends in its digest: in machine code, also in that on disk, names alone tell apart kernels
    that are handed over.
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
    kernel = njit(**options)(twin)
    try:
        digest = digest_of(function)
    except TypeError:  # rules of your own may name what no digest can tell: compiled each time
        return kernel
    from ._code_cache import CodeCache

    twin.__qualname__ = f"{function.__name__}_{digest[:16]}"
    kernel._cache = CodeCache(digest, _DIGESTS, _COMPILED)
    _DIGESTS[kernel], _COMPILED[digest] = digest, kernel
    return kernel


@cache
def digest_of(function: Any) -> str:
    """A digest of all that a kernel's machine code depends on but for types and the machine.

    Raises
    ------
    TypeError
        If it names a thing whose meaning is unknown.
    """
    codes, globals_ = list(_codes(function.__code__)), function.__globals__
    names = sorted({name for code in codes for name in code.co_names} - {function.__name__})
    told = (
        function in _INLINED,
        function.__defaults__,
        [(code.co_name, code.co_varnames, code.co_names, code.co_code) for code in codes],
        [constant for code in codes for constant in code.co_consts if constant not in codes],
        [(name, _meaning(globals_[name], names)) for name in names if name in globals_],
    )
    return sha256(repr(told).encode()).hexdigest()


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those inside it, such as a comprehension's."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _meaning(value: Any, names: Collection[str]) -> Any:
    """What a global name stands for, in words that are the same in every process.

    Of a module that which has one of these names.
    """
    if is_kernel(value):
        return digest_of(value)
    if value is None or isinstance(value, Enum | bool | int | float | str | bytes):
        return repr(value)
    if isinstance(value, tuple):
        return [_meaning(one, names) for one in value]
    if isinstance(value, ModuleType):
        held = {name: vars(value)[name] for name in names if name in vars(value)}
        return value.__name__, [(name, _meaning(one, names)) for name, one in held.items()]
    if isinstance(value, type):
        return value.__module__, value.__qualname__, getattr(value, "_fields", ())
    if isinstance(value, BuiltinFunctionType):
        return value.__module__, value.__name__
    raise TypeError(f"the digest of a kernel cannot tell what {value!r} means")
