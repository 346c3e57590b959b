"""What a notebook keeps: pictures of a position beside the live board, and one board of a cell."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

import ipywidgets
from IPython import get_ipython

from ..draw.svg import svg
from ..play.match import Match
from ..play.sentences import says
from .keeper import Place

@dataclass(slots=True)
class Run:
    """A run of a cell, the boards that it made and that are still open, and how many it made."""

    message: str
    open: WeakSet[ipywidgets.Widget]
    made: int = 0


_RUNS: dict[str, Run] = {}  # by cell, the last one


def close_older(board: ipywidgets.Widget) -> Place | None:
    """Close what an earlier run of this cell has made, since it is off the page.

    The answer is where this board stands; None in no notebook, or in one that does not say which
    cell it runs.
    """
    asked: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    cell = asked.get("metadata", {}).get("cellId")
    if not cell:
        return None
    run = _RUNS.get(cell)
    if run is None or run.message != asked["header"]["msg_id"]:
        for old in list(run.open) if run else ():
            old.close()
        run = _RUNS[cell] = Run(asked["header"]["msg_id"], WeakSet())
    run.open.add(board)
    run.made += 1
    return Place(cell, os.environ.get("JPY_SESSION_NAME", ""), run.made)


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
