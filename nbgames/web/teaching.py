"""The tutorial: what its page is given, and a file with it that needs no Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ..core.game import Game
from ..core.primer import Lesson
from ..core.rules import Rules
from ..draw.guide import position
from ..draw.svg import board_svg
from ..games import GAMES
from . import shell
from .about import guide
from .bundle import bundled, styled
from .playing import asking, modules_of_all

TAUGHT = tuple(rules for rules in GAMES.values() if rules.primer.lessons)
MODULES = modules_of_all(TAUGHT)
NO_PAGES: Mapping[str, str] = MappingProxyType({})


def packed(games: Sequence[Rules], pages: Mapping[str, str]) -> str:
    """The lessons of games with their boards and pages as JSON: compressed, in base 85."""
    data = {
        "boards": {rules.name: _board(rules) for rules in games},
        "lessons": [asked(rules, one) for rules in games for one in rules.primer.lessons],
        "pages": dict(pages),
    }
    return shell.packed(data)


def _board(rules: Rules) -> dict[str, Any]:
    game = Game(rules, rules.primer.size)
    return {
        "title": rules.title,
        "facts": asking(game),
        "board": board_svg(game.board),
        "guide": guide(rules),
    }


def asked(rules: Rules, lesson: Lesson) -> dict[str, Any]:
    """A lesson as a page knows it; what is right as a claim, not as the rest of a turn."""
    m = position(rules, lesson)
    return {
        "game": rules.name,
        "start": lesson.start,
        "moves": lesson.moves,
        "asks": lesson.asks,
        "right": [m.play(word).claims[-1] for word in lesson.right.split()],
        "well": lesson.well,
        "amiss": lesson.amiss,
    }


def tutorial_html(pages: Mapping[str, str] = NO_PAGES) -> str:
    """One file with the tutorial of all games, which leads to these pages to play them."""
    script = bundled("lessons.js", MODULES)
    sheets = styled("board.css", "page.css", "guide.css", "shades.css", "trainer.css")
    return shell.page("First moves", shell.app(), script, packed(TAUGHT, pages), sheets)
