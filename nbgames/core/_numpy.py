"""Imports numpy; where it is missing, as in a web page, its use is refused in words."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .errors import Refused

if TYPE_CHECKING or find_spec("numpy"):
    import numpy as np
else:

    class _Missing:
        def __getattr__(self, name: str) -> Any:
            raise Refused(
                "this needs numpy, which the Python in this page does not have: run the notebook "
                "in a JupyterLab of your own, or on Binder"
            )

    np = _Missing()

__all__ = ["np"]
