"""The tutorial in a notebook: moves to be found by a beginner, judged in the page.

Which lesson is shown is kept in a file of the cell's, so that it goes on there when it runs again.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import traitlets

from ..core.rules import Rules
from ..draw.guide import position
from ..games import game as game_named
from ..play.alone import alone
from ..web.bundle import module, styled
from ..web.teaching import MODULES, NO_PAGES, TAUGHT, packed
from .keeper import Place
from .kept import folder, replaced
from .notebook import NotebookWidget, close_older, pictured

_ESM, _CSS = (
    module("taught.js", MODULES),
    styled("board.css", "guide.css", "shades.css", "trainer.css"),
)


class Tutorial(NotebookWidget):
    """Lessons one after the other; `nbgames.tutorial` makes one."""

    _esm = _ESM
    _css = _CSS
    data = traitlets.Unicode().tag(sync=True)
    at = traitlets.Int().tag(sync=True)  # the number of the lesson, from 0

    def __init__(self, games: tuple[Rules, ...]) -> None:
        self._games = games
        self._lessons = [
            f"{rules.name} {n + 1}" for rules in games for n in range(len(rules.primer.lessons))
        ]
        super().__init__(data=packed(games, NO_PAGES))
        place = close_older(self)
        self._path = place and _file(place)
        self.at = self._left()

    def _left(self) -> int:
        """The lesson that was shown last in this cell, or the first."""
        if self._path:
            with suppress(OSError, ValueError):
                return self._lessons.index(self._path.read_text("utf-8"))
        return 0

    def __repr__(self) -> str:
        return f"<Tutorial of {', '.join(rules.title for rules in self._games)}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The tutorial, and a picture of its first lesson for where none can be live."""
        first = self._games[0]
        shown = position(first, first.primer.lessons[0])
        return pictured(super()._repr_mimebundle_(**options), shown)

    @alone
    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take which lesson a page shows, and nothing else that it writes.

        Parameters
        ----------
        sync_data : dict
            Traits by name, as ipywidgets hands them over; data from a stranger.
        """
        given = sync_data.get("at") if isinstance(sync_data, dict) else None
        if type(given) is not int or not 0 <= given < len(self._lessons):
            return
        self.at = given
        if self._path:
            with suppress(OSError):  # it begins with the first lesson then
                replaced(self._path, self._lessons[given])


def _file(place: Place) -> Path:
    return folder() / f"{place.key(None)}.lesson"


def tutorial(game: str | None = None) -> Tutorial:
    """The tutorial: five moves of each game to be found by a beginner, on a small board.

    A wrong move is taken back, and the board says why it is wrong. Moves are clicked, typed, or
    made by the keyboard. A cell that runs again goes on with the lesson that it showed.

    Parameters
    ----------
    game : str, optional
        The name of one of the four games; left out, the lessons of all.

    Returns
    -------
    Tutorial
        The last line of a cell shows it.

    Raises
    ------
    Refused
        If there is no game of that name.

    Examples
    --------
    >>> import nbgames
    >>> lessons = nbgames.tutorial("projex")
    >>> lessons
    <Tutorial of Projex>
    >>> lessons.close()
    """
    return Tutorial(TAUGHT if game is None else (game_named(game).rules,))
