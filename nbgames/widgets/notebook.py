"""What a notebook keeps: pictures of a position beside the live board, and one board of a cell."""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Any, Protocol
from uuid import uuid4
from weakref import WeakSet

import anywidget
import ipywidgets
from IPython import get_ipython
from IPython.display import HTML, display, update_display

from ..draw.captions import Captioned
from ..draw.stored import WIDE, pictures
from ..draw.svg import svg
from ..play.match import Match
from ..play.sentences import says
from .keeper import Place
from .worker import running_loop

SAVED = (
    "The position when this notebook was saved. "
    "In Jupyter, run this cell to go on where the game was left."
)
RUN = "In Jupyter, run"  # the words that say what helps
AGAIN = f"{RUN} this cell again to go on."
CALM = 1.0  # seconds after the last change until a picture is drawn anew


class Closed(Protocol):
    """What a cell makes: a board, or a menu with one."""

    def close(self) -> None: ...


@dataclass(slots=True)
class Run:
    """A run of a cell, the boards that it made and that are still open, and how many it made."""

    message: str
    open: WeakSet[Closed]
    made: int = 0


_RUNS: dict[str, Run] = {}  # by cell, the last one


def close_older(board: Closed) -> Place | None:
    """Close what an earlier run of this cell has made, since it is off the page.

    The answer is where this board stands; None in no notebook, or in one that does not say which
    cell it runs.
    """
    cell, message = _running()
    if not cell:
        return None
    for old in older():
        old.close()
    run = _RUNS.get(cell)
    if run is None or run.message != message:
        run = _RUNS[cell] = Run(message, WeakSet())
    run.open.add(board)
    run.made += 1
    return Place(cell, os.environ.get("JPY_SESSION_NAME", ""), run.made)


def older() -> list[Closed]:
    """What an earlier run of this cell has made and is still open."""
    cell, message = _running()
    run = _RUNS.get(cell)
    return list(run.open) if run and run.message != message else []


def _running() -> tuple[str, str]:
    """The cell that runs, and the message that asked for it; "" where that is not known."""
    asked: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    cell = asked.get("metadata", {}).get("cellId")
    return (cell, asked["header"]["msg_id"]) if cell else ("", "")


class Picture:
    """A board's position as an output of its own: what a notebook shows when no board is live.

    A notebook keeps an output as its cell made it, but for one that is updated; to update the board
    itself would draw it anew on the page. A page that says so puts the picture into its notebook
    itself (`picture.js`): one that was loaded after the cell ran is no longer updated otherwise.
    """

    def __init__(self, live: ipywidgets.DOMWidget, match: Callable[[], Match | None]) -> None:
        self._live, self._match = live, match
        self._name = f"nb-{uuid4().hex[:12]}"
        self._is_told = False  # whether what is shown without a widget says what to run
        self._due: asyncio.TimerHandle | None = None
        self._by_page: ipywidgets.Widget | None = None  # whose page can put the picture there
        live.add_class(self._name)

    def show(self, bundle: Any) -> None:
        """Show the widget and this below it, hidden as long as the page has the widget."""
        data, *more = bundle if isinstance(bundle, tuple) else (bundle,)
        self._is_told = RUN in f"{data.get('text/html')} {data.get('text/plain')}"
        display(data, raw=True, metadata=more[0] if more else None)
        display(HTML(self._html()), display_id=self._name)

    def changed(self) -> None:
        """Draw it anew, once nothing has been played for a moment."""
        loop = running_loop()
        if self._due:
            self._due.cancel()
        if loop:
            self._due = loop.call_later(CALM, self._update)

    def heard(self, board: ipywidgets.Widget, content: Any, buffers: Any = None) -> None:
        """What the page of a board sends: that it can put the picture there itself."""
        if content == {"picture": "here"}:
            self._by_page = board
            self._update()

    def _update(self) -> None:
        if self._live.comm is None:
            return
        if self._by_page and self._by_page.comm is not None:
            alt = as_it_was_left(self._match())
            self._by_page.send({"name": self._name, "picture": self._html(), "alt": alt})
        else:
            update_display(HTML(self._html()), display_id=self._name)

    def _html(self) -> str:
        m, name, kept = self._match(), self._name, f"{self._name}-kept"  # Lab removes an id
        hidden = f":root:has(.{name}) .{kept}"
        broken = f".jp-OutputArea-child:not(:has(.{name})):has(+ * .{kept})"  # Lab's error
        style = f"{hidden}, {broken} {{ display: none }}"
        if m is None:
            # Where a notebook is not trusted there is no style sheet, but what is shown above.
            if self._is_told:
                style = f"{style} :root:not(:has(.{name})) .{kept} {{ display: block }}"
            # Lab drops an attribute without a value.
            is_hidden = ' hidden="hidden"' if self._is_told else ""
            return f'<style>{style}</style><p class="{kept}"{is_hidden}>{AGAIN}</p>'
        text = as_it_was_left(m)
        drawn = b64encode(svg(m, caption=text).encode()).decode()
        # Jupyter leaves out a style sheet where it does not trust a notebook.
        return (
            f"<style>{style}</style>"
            f'<img class="{kept}" alt="{escape(text)}" style="max-width: 40em; width: 100%" '
            f'src="data:image/svg+xml;base64,{drawn}">'
        )


class NotebookWidget(anywidget.AnyWidget):
    """A widget that keeps no game; a notebook shows words instead once its kernel has ended."""

    def _ipython_display_(self) -> None:
        """Show it, and below it these words, hidden as long as the page has the widget."""
        if not _running()[0]:
            raise NotImplementedError  # IPython asks for the bundle then
        Picture(self, lambda: None).show(self._repr_mimebundle_())


def pictured(
    shown: Any, m: Match, marks: Iterable[str] = (), figure: Callable[[], str] | None = None
) -> Any:
    """What a widget gives a notebook to keep, with pictures of the position.

    `figure` gives the HTML that shows what the widget does, where that is more than a flat board.
    """
    data, *more = shown if isinstance(shown, tuple) else (shown,)
    if not data:
        return shown
    alt = f"{m.game.rules.title}: {says(m)}"
    flat = Captioned(svg(m, marks=marks), WIDE, alt, as_it_ran(m))._repr_html_
    data = data | pictures(m, caption=as_it_ran(m), marks=marks) | {"text/html": (figure or flat)()}
    return (data, *more) if more else data


def as_it_was_left(m: Match | None) -> str:
    """What is told below a picture, and instead of it by who cannot see it; "" without a match.

    The game is kept move by move, the notebook only now and then.
    """
    return f"{SAVED} {says(m)}" if m else ""


def as_it_ran(m: Match) -> str:
    """The caption of a still picture."""
    return f"The position when this cell ran. In Jupyter, run it again to play. {says(m)}"
