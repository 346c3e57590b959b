"""Four abstract board games alive in notebooks: Copolymer, ConHex, Projex and Antipalos."""

from typing import Any

from .core._lazy import lazily

_found, __all__ = lazily(__name__, __file__)
__all__ += ["__version__"]


def __getattr__(name: str) -> Any:
    if name != "__version__":
        return _found(name)
    from importlib.metadata import version

    return version(__name__)


def __dir__() -> list[str]:
    return __all__
