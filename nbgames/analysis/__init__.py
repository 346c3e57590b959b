"""Questions about a match, each with a small answer that explains and draws itself."""

from importlib import import_module
from typing import Any

_HOMES: dict[str, str] = {
    "ParityUnionFind": "parity",
    "articulation": "ways",
    "blocking_set": "connectivity",
    "crossings": "parity",
    "cycle_report": "cycles",
    "disjoint_paths": "ways",
    "distance": "connectivity",
    "endings": "scores",
    "from_dict": "reading",
    "groups": "connectivity",
    "history": "tempos",
    "homology_rank": "cycles",
    "is_balanced": "parity",
    "must_play": "forced",
    "network": "currents",
    "potential": "parity",
    "resistance": "currents",
    "score": "scores",
    "short_cycles": "cycles",
    "shortest_odd_cycle": "parity",
    "swing": "scores",
    "switching": "parity",
    "tempo": "tempos",
    "threats": "forced",
    "two_trees": "trees",
    "playouts": "sampling",
    "Playouts": "sampling",
    "solve": "solving",
    "Solution": "solving",
    "unfold": "unfolding",
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
