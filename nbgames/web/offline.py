"""Boards whose notebook has no Python: what a widget carries with it to play on by itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..core.game import Game
from ..draw.svg import board_svg
from ..play.match import Match
from .about import guide
from .bundle import module, styled
from .facts import facts
from .playing import modules, needed
from .shell import packed, packed_text

SIZES = 8  # boards whose code is kept


@lru_cache(SIZES)
def carried(game: Game) -> str:
    """A module that goes on with a match from the state of its widget, by the rules in it."""
    data = packed({"facts": needed(game), "guide": guide(game.rules)})
    code = packed_text(module("offline.js", modules(game)))
    return module("unpacking.js", _given(code=code, data=data))


def to_module(m: Match) -> str:
    """A widget of anywidget that needs no state: a board with its match and its rules.

    See `Match.to_module`.
    """
    game = m.game
    data: dict[str, Any] = {
        "facts": {**facts(game), **needed(game)},
        **{"board": board_svg(game.board), "record": str(m), "guide": guide(game.rules)},
        "css": styled("board.css"),
    }
    return module("single.js", {**modules(game), **_given(data=packed(data))})


def _given(**texts: str) -> dict[str, str]:
    """A module of texts."""
    return {"given.js": "".join(f'export const {n} = "{text}";\n' for n, text in texts.items())}
