"""Questions about a match, answered: what is won, what is likely, what went wrong."""

from importlib import import_module
from typing import Any

_HOMES = {
    "playouts": "sampling",
    "Playouts": "sampling",
    "solve": "solving",
    "Solution": "solving",
    "verify": "certificates",
    "Certificate": "certificates",
    "review": "reviewing",
    "Review": "reviewing",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Public names are loaded when they are first asked for."""
    if name in _HOMES:
        home = import_module(f"{__name__}.{_HOMES[name]}")
        value = globals()[name] = getattr(home, name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
