"""Rows as a pandas DataFrame where pandas is installed, and as a list of dicts elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def frame(rows: Iterable[dict[str, Any]]) -> Any:
    """The rows as a DataFrame; as a list of dicts where pandas is not installed."""
    try:
        from pandas import DataFrame  # type: ignore[import-untyped]
    except ImportError:
        return list(rows)
    return DataFrame(list(rows))
