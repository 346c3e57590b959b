"""Play by mail: the server, boards of it as tables, and logging in. Loaded when asked for."""

from importlib import import_module
from typing import Any

_HOMES = {
    "Server": "server",
    "default": "server",
    "Reply": "replies",
    "table": "tables",
    "login": "tables",
    "games": "classes",
    "standings": "classes",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
