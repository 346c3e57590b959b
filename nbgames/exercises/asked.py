"""An exercise on a live board: a widget whose page judges by itself, and a page without Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, partial, wraps
from types import ModuleType
from typing import Any

import traitlets

from ..core.game import Game
from ..core.rules import Rules
from ..draw.captions import Captioned
from ..draw.elements import chain_path
from ..draw.overlay import Overlay
from ..draw.stored import WIDE
from ..draw.svg import board_svg, svg
from ..play.sentences import says
from ..web import shell
from ..web.about import guide
from ..web.bundle import bundled, module, styled
from ..web.playing import known, module_of, modules_of_all
from ..widgets.notebook import NotebookWidget, close_older, pictured
from .checking import NOT_YET, Verdict, exercise, sentence
from .posed import Judge, Posed

LONGEST = 4000  # letters of an answer that a page may write
_CSS = styled("board.css", "guide.css", "shades.css", "trainer.css", "exercise.css")
Check = Callable[..., Verdict]


class Exercise(NotebookWidget):
    """An exercise on its board, perhaps with an answer on it; checks of the course show one.

    Attributes
    ----------
    answer : str
        What is on the board, written as the check takes it; "" while nothing is.
    """

    _css = _CSS
    _esm = traitlets.Unicode().tag(sync=True)
    data = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)

    def __init__(self, posed: Posed, verdict: Verdict) -> None:
        self._posed = posed
        super().__init__(
            _esm=_module(posed.game.rules, posed.judge), data=packed([(posed, verdict)])
        )
        close_older(self)

    def __repr__(self) -> str:
        return f"<Exercise on {self._posed.game.rules.title}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The exercise, and a picture of its board for where none can be live."""
        bare = replace(self._posed.opening, outcome=None)  # who has won may be what is asked
        asked = f"Answered on the board: {self._posed.asks}"
        alt = f"{bare.game.title}: {says(bare)}"
        if self._posed.drawn:
            alt = f"{alt} A line leads through {self._posed.drawn.replace(' ', ', ')}."
        path = chain_path(bare.game.board, self._posed.sites_drawn)
        still = Captioned(svg(bare, over=Overlay(path)), WIDE, alt, asked)
        return pictured(super()._repr_mimebundle_(**options), bare, figure=still._repr_html_)

    def to_html(self) -> str:
        """One file with this exercise, not yet answered, which needs no Python.

        Returns
        -------
        str
            The whole page.
        """
        return exercises_html(self._posed.title, [self._posed])

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take the answer that a page writes, and nothing else.

        Parameters
        ----------
        sync_data : dict
            Traits by name, as ipywidgets hands them over; data from a stranger.
        """
        given = sync_data.get("answer") if isinstance(sync_data, dict) else None
        if isinstance(given, str) and len(given) <= LONGEST:
            self.answer = given


def on_board(posed: Posed) -> Callable[[Check], Check]:
    """Make a function of an answer a check that shows the exercise's board, and the answer on it.

    The check has the attribute `posed`, by which pages find it.
    """

    def made(check: Check) -> Check:
        plain = exercise(check)

        @wraps(check)
        def shown(answer: Any, *given: Any) -> Verdict:
            verdict = plain(answer, *given)
            return replace(verdict, live=partial(Exercise, posed, verdict))

        shown.posed = posed  # type: ignore[attr-defined]
        return shown

    return made


def packed(exercises: Iterable[tuple[Posed, Verdict]]) -> str:
    """Exercises with their boards, and what is answered already, as a page takes them.

    Each is told with the module of its judge, which has the notebook's name.
    """
    every = list(exercises)
    games = {tag(posed): posed.game for posed, _ in every}
    data = {
        "boards": {name: _board(game) for name, game in games.items()},
        "asked": [asked(posed, verdict) for posed, verdict in every],
    }
    return shell.packed(data)


def tag(posed: Posed) -> str:
    """The name that a page has for the board of an exercise."""
    return f"{posed.game.name}-{posed.size}"


def _board(game: Game) -> dict[str, Any]:
    return {
        "facts": known(game),
        "board": board_svg(game.board),
        "guide": guide(game.rules),
    }


def asked(posed: Posed, verdict: Verdict = NOT_YET) -> dict[str, Any]:
    """An exercise as a page knows it."""
    return {
        "board": tag(posed),
        "book": posed.judge.__module__.rpartition(".")[2],
        "title": posed.title,
        "asks": posed.asks,
        "stars": posed.stars,
        "kind": posed.kind,
        "who": posed.who,
        "judge": posed.judge.__name__,
        "data": posed.data(),
        "replies": posed.replies(),
        "start": posed.start,
        "drawn": posed.sites_drawn,
        "said": verdict.answer,
        "words": "" if verdict == NOT_YET else verdict.words,
    }


def modules(games: Iterable[Rules], judges: Iterable[Judge]) -> dict[str, str]:
    """The rules of games and what judges an answer, as JavaScript modules."""
    named = {judge.__name__: judge for judge in judges}
    return {**modules_of_all(games), "judges.js": module_of({**named, "sentence": sentence})}


@cache
def _module(rules: Rules, judge: Judge) -> str:
    return module("asked.js", modules([rules], [judge]))


def posed_in(checks: ModuleType) -> dict[str, Posed]:
    """What the checks of a module ask on a board, by the checks' names."""
    found = {name: getattr(check, "posed", None) for name, check in vars(checks).items()}
    return {name: posed for name, posed in found.items() if isinstance(posed, Posed)}


def exercises_html(title: str, every: Iterable[Posed]) -> str:
    """One file with exercises, one after the other, which needs no Python."""
    given = list(every)
    games = {posed.game.name: posed.game.rules for posed in given}
    script = bundled("exercises.js", modules(games.values(), [posed.judge for posed in given]))
    sheets = styled(
        "board.css", "page.css", "guide.css", "shades.css", "trainer.css", "exercise.css"
    )
    data = packed([(posed, NOT_YET) for posed in given])
    return shell.page(title, shell.app(), script, data, sheets)
