"""Questions about a match, each with a small answer that explains and draws itself."""

from ..core._lazy import lazily

__getattr__, __all__ = lazily(__name__, __file__)


def __dir__() -> list[str]:
    return __all__
