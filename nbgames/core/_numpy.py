"""Imports numpy when it is first used; where it is missing, as in a web page, that is refused."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .errors import Refused

if TYPE_CHECKING:
    import numpy as np
else:

    class _Numpy:
        """It is not imported with a computer player: that took half of the player's own import."""

        def __getattr__(self, name: str) -> Any:
            if not find_spec("numpy"):
                raise Refused(
                    "this needs numpy, which the Python in this page does not have: run the "
                    "notebook in a JupyterLab of your own, or on Binder"
                )
            import numpy

            value = getattr(numpy, name)
            setattr(self, name, value)
            return value

    np = _Numpy()

__all__ = ["np"]
