"""Machine code of kernels, kept on disk: what one process has compiled, the next one loads.

Numba's own cache knows a kernel by its file and line. It takes no kernel that is handed another
one, and does not notice when a kernel that is called from another file changes. Here a file is
named by a digest of all that the code depends on, so that it is never out of date.
"""

from __future__ import annotations

import pickle
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from time import time
from typing import Any
from warnings import warn

import llvmlite
import numba
from numba.core import types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import NumbaPickler
from numba.core.sigutils import normalize_signature

from .folder import data_folder

KEPT_SECONDS = 90 * 24 * 3600  # since it was last loaded
VERSIONS = (numba.__version__, llvmlite.__version__, sys.version)


def folder() -> Path:
    """Where machine code is kept."""
    return data_folder() / "code"


class CodeCache(NullCache):
    """The cache of one kernel, as numba asks for it.

    `digest` stands for the kernel and all that it calls, `digests` for every compiled kernel that
    may be handed to it, `kernels` the other way round.
    """

    def __init__(
        self, digest: str, digests: Mapping[Any, str], kernels: Mapping[str, Callable[..., Any]]
    ) -> None:
        self._digest, self._digests, self._kernels = digest, digests, kernels

    @property
    def cache_path(self) -> str:
        return str(folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kept code for a signature, or None if there is none that can be read."""
        target_context.refresh()
        try:
            path = self._path(sig, target_context.codegen())
            check, _, held = path.read_bytes().partition(b"\n")
        except (OSError, TypeError):
            return None
        if check != _check(held):
            _tell_damaged(path.parent)
            path.unlink(missing_ok=True)
            return None
        with suppress(OSError):
            path.touch()
        parts = _Unpickler(BytesIO(held), self._kernels).load()
        return CompileResult._rebuild(target_context, *parts)

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep the code, unless its folder cannot be written or it holds addresses."""
        if cres.lifted or cres.library.has_dynamic_globals:
            return
        held = BytesIO()
        try:
            path = self._path(sig, cres.codegen)
            _Pickler(held, self._digests).dump(cres._reduce())
        except (TypeError, pickle.PicklingError):
            return
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _forget(path.parent)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(_check(held.getvalue()) + b"\n" + held.getvalue())
            Path(file.name).replace(path)

    def _path(self, sig: Any, codegen: Any) -> Path:
        given, _ = normalize_signature(sig)
        meant = [self._meaning(kind) for kind in given]
        told = repr((self._digest, meant, codegen.magic_tuple(), VERSIONS))
        return folder() / f"{sha256(told.encode()).hexdigest()[:32]}.code"

    def _meaning(self, kind: Any) -> str:
        """A type in words that are the same in every process.

        Raises
        ------
        TypeError
            If a kernel in it is unknown.
        """
        if isinstance(kind, types.Dispatcher):
            return _known(self._digests, kind.dispatcher)
        if isinstance(kind, types.BaseTuple):
            held: Any = kind
            named = getattr(held, "instance_class", tuple)
            fields = getattr(named, "_fields", ())
            meant = [self._meaning(one) for one in held]
            return repr((named.__module__, named.__qualname__, fields, meant))
        return str(kind)


class _Pickler(NumbaPickler):
    """Writes a compiled kernel that was handed over as its digest."""

    def __init__(self, file: BytesIO, digests: Mapping[Any, str]) -> None:
        super().__init__(file, protocol=5)
        self._digests = digests

    def persistent_id(self, value: Any) -> str | None:
        if isinstance(value, types.Dispatcher):
            return _known(self._digests, value.dispatcher)
        return None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: BytesIO, kernels: Mapping[str, Callable[..., Any]]) -> None:
        super().__init__(file)
        self._kernels = kernels

    def persistent_load(self, digest: str) -> Any:
        return numba.typeof(self._kernels[digest])


def _known(digests: Mapping[Any, str], kernel: Any) -> str:
    if kernel not in digests:
        raise TypeError(f"{kernel} is no kernel")
    return digests[kernel]


def _check(held: bytes) -> bytes:
    return sha256(held).hexdigest().encode()


@cache
def _tell_damaged(home: Path) -> None:
    """Say it once in a process, not for each file."""
    warn(f"{home} has damaged files: they are compiled again", stacklevel=3)


def _forget(home: Path) -> None:
    """Delete what no process has loaded for a long time, such as code of older releases."""
    for path in home.iterdir():
        if path.stat().st_mtime < time() - KEPT_SECONDS:
            path.unlink(missing_ok=True)
