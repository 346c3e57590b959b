"""Play by mail: the server, boards of it as tables, and logging in. Loaded when asked for."""

from ..core._lazy import lazily

__getattr__, __all__ = lazily(__name__, __file__)


def __dir__() -> list[str]:
    return __all__
