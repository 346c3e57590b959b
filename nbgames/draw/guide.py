"""The rules of a game in words and pictures: its primer, drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from ..core.game import Game
from ..core.primer import Lesson, Page
from ..core.rules import Rules
from ..games import game as game_named
from ..notation.record import set_up
from ..play.match import Match, match
from .captions import image
from .svg import figure, looks

XHTML = "http://www.w3.org/1999/xhtml"
WIDE = 320  # pixels of a picture in a notebook


@dataclass(frozen=True, slots=True, repr=False)
class Guide:
    """The rules of a game in words and pictures; notebooks show both.

    Attributes
    ----------
    game : Rules
        The game.
    """

    game: Rules

    def __repr__(self) -> str:
        pages = self.game.primer.pages
        numbered = (f"{n}. {page.says}" for n, page in enumerate(pages, 1))
        return "\n".join([f"{self.game.title}. {self.game.told}", *numbered])

    def _repr_html_(self) -> str:
        figures = "".join(
            '<figure style="margin: 0; width: 320px">'
            f"{image(figure(position(self.game, page), page.marks, looks()), WIDE, page.says)}"
            f"<figcaption>{escape(page.says)}</figcaption></figure>"
            for page in self.game.primer.pages
        )
        return (
            f"<p><b>{self.game.title}.</b> {escape(self.game.told)}</p>"
            f'<div style="display: flex; flex-wrap: wrap; gap: 1em">{figures}</div>'
        )


def rules(game: str | Rules) -> Guide:
    """The rules of a game in words and pictures.

    Parameters
    ----------
    game : str or Rules
        The name of one of the four games, or rules of your own.

    Returns
    -------
    Guide
        The last line of a cell shows it; `print` gives the words alone.

    Raises
    ------
    NotationError
        If there is no game of that name.

    Examples
    --------
    >>> import nbgames
    >>> print(nbgames.rules("projex"))  # doctest: +ELLIPSIS
    Projex. Close a loop of your cells...
    """
    return Guide(game_named(game).rules)


@lru_cache(32)
def pictures(rules: Rules) -> str:
    """The pages of a game's primer as XHTML, for a page that has the board's style sheet."""
    pages = "".join(_page(rules, page) for page in rules.primer.pages)
    return f'<div xmlns="{XHTML}" class="nb-rules">{pages}</div>'


def _page(rules: Rules, page: Page) -> str:
    drawn = figure(position(rules, page), page.marks)
    return f'<figure class="nb-page">{drawn}<figcaption>{escape(page.says)}</figcaption></figure>'


def position(rules: Rules, shown: Page | Lesson) -> Match:
    """The match at whose end a page or a lesson stands."""
    game = Game(rules, rules.primer.size)
    begun = match(game)
    if shown.start:
        begun = begun.from_position(set_up(game, shown.start))
    return begun.play(*shown.moves.split())
