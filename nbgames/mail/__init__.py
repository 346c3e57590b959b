"""Play by mail: the server, its boards as tables, and logging in. Names load when first used."""

from ..core._lazy import lazily

__getattr__, __all__ = lazily(__name__, __file__)


def __dir__() -> list[str]:
    return __all__
