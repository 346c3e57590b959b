"""Four abstract board games alive in notebooks: Copolymer, ConHex, Projex and Antipalos."""

from importlib import import_module
from typing import Any

_HOMES = {
    "EMPTY": "position",
    "FIRST": "position",
    "SECOND": "position",
    "BLOCKED": "position",
    "Position": "position",
    "GAMES": "games",
    "game": "games",
    "Rules": "rules",
    "match": "matches",
    "menu": "menus",
    "opponent": "opponents",
    "explore": "explorer",
    "read": "record",
    "read_diagram": "matches",
    "login": "mail",
    "load_ipython_extension": "mail.magic",
    "unload_ipython_extension": "mail.magic",
    "GameError": "errors",
    "NotationError": "errors",
    "IllegalMove": "errors",
    "Refused": "errors",
}

_MODULES = ("analysis", "graphs", "plots")

__all__ = sorted([*_HOMES, *_MODULES, "__version__"])


def __getattr__(name: str) -> Any:
    """Public names are loaded when they are first asked for, so that `import nbgames` is light."""
    if name in _HOMES:
        home = import_module(f"{__name__}.{_HOMES[name]}")
        value = globals()[name] = getattr(home, name)
        return value
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name == "__version__":
        return import_module("importlib.metadata").version(__name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
