"""What a notebook keeps: pictures of a position beside the live board, and one board of a cell."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import ipywidgets
from IPython import get_ipython

from ..draw.svg import svg
from ..play.match import Match
from ..play.sentences import says

# The boards that a cell made, and the run of it that made them.
_MADE: dict[str, tuple[str, WeakSet[ipywidgets.Widget]]] = {}


def close_older(board: ipywidgets.Widget) -> None:
    """Close what an earlier run of this cell has made, since it is off the page."""
    asked: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    cell = asked.get("metadata", {}).get("cellId")
    if not cell:
        return  # no notebook, or one that does not say which cell it runs
    run, made = _MADE.get(cell, ("", WeakSet()))
    if run != asked["header"]["msg_id"]:
        for old in list(made):
            old.close()
        made = WeakSet()
    made.add(board)
    _MADE[cell] = asked["header"]["msg_id"], made


def pictured(shown: Any, m: Match, marks: Iterable[str] = ()) -> Any:
    """What a widget gives a notebook to keep, with pictures of the position."""
    data, *more = shown if isinstance(shown, tuple) else (shown,)
    if not data:
        return shown
    data = data | _pictures(m, marks)
    return (data, *more) if more else data


def _pictures(m: Match, marks: Iterable[str]) -> dict[str, str]:
    """A position as SVG, and as PNG where there is pillow: all that an untrusted notebook shows."""
    caption = f"The position when this cell ran. {says(m)}"
    found = {"image/svg+xml": svg(m, caption=caption, marks=marks)}
    with suppress(ImportError):
        from ..draw.raster import png

        found["image/png"] = b64encode(png(m, caption=caption, marks=marks)).decode()
    return found
