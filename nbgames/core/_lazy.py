"""Public names that load when they are first asked for, so that importing a package is light.

The stub beside the package lists them, one a line, where type checkers read them too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

MAIL = {"sqlalchemy", "argon2", "starlette", "uvicorn"}  # what the extra of this name brings
WANTS_MAIL = "playing by mail needs more packages: pip install 'nbgames[mail]'"
MODULES = (".", ".draw", ".graphs")  # of which whole modules are public


class Missing(ImportError):
    """A package that is not installed; a notebook shows the words alone."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def lazily(package: str, file: str) -> tuple[Callable[[str], Any], list[str]]:
    """`__getattr__` and `__all__` of a package, from the lines "from .home import name as name"."""
    lines = Path(file).with_suffix(".pyi").read_text("utf-8").splitlines()
    homes = {words[3]: words[1] for words in map(str.split, lines) if words[:1] == ["from"]}

    def found(name: str) -> Any:
        if name not in homes:
            parts = [] if name.startswith("_") else [n for n in homes if homes[n] in MODULES]
            others = [n for n in parts if name in getattr(found(n), "__all__", ())]
            told = f": it is {package}.{others[0]}.{name}" if others else ""
            raise AttributeError(f"module {package!r} has no attribute {name!r}{told}")
        home = homes[name]
        if home in MODULES:
            return import_module(f"{home.rstrip('.')}.{name}", package)
        try:
            value = getattr(import_module(home, package), name)
        except ModuleNotFoundError as error:
            if error.name not in MAIL:
                raise
            raise Missing(f"{WANTS_MAIL} ({error})") from None
        setattr(sys.modules[package], name, value)
        return value

    return found, sorted(homes)
