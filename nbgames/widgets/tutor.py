"""The tutorial in a notebook: moves to be found by a beginner, judged in the page."""

from __future__ import annotations

from typing import Any

import traitlets

from ..core.rules import Rules
from ..draw.guide import position
from ..games import game as game_named
from ..web.bundle import module, styled
from ..web.teaching import MODULES, TAUGHT, packed
from .notebook import InNotebook, close_older, pictured

_ESM, _CSS = (
    module("taught.js", MODULES),
    styled("board.css", "guide.css", "shades.css", "trainer.css"),
)


class Tutorial(InNotebook):
    """Lessons one after the other; `nbgames.tutorial` makes one."""

    _esm = _ESM
    _css = _CSS
    data = traitlets.Unicode().tag(sync=True)

    def __init__(self, games: tuple[Rules, ...]) -> None:
        self._games = games
        super().__init__(data=packed(games))
        close_older(self)

    def __repr__(self) -> str:
        return f"<Tutorial of {', '.join(rules.title for rules in self._games)}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The tutorial, and a picture of its first lesson for where none can be live."""
        first = self._games[0]
        shown = position(first, first.primer.lessons[0])
        return pictured(super()._repr_mimebundle_(**options), shown)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take nothing that a page writes.

        Parameters
        ----------
        sync_data : dict
            Traits by name, as ipywidgets hands them over; data from a stranger.
        """


def tutorial(game: str | None = None) -> Tutorial:
    """The tutorial: five moves of each game to be found by a beginner, on a small board.

    A wrong move is taken back, and the board says why it is wrong. Moves are clicked, typed, or
    made by the keyboard.

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
