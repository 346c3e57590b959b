"""Boards that a challenge may ask for: the sizes of the help pages, else all of the game; cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.errors import GameError, NotationError, Refused
from ..games import GAMES
from ..games import game as named_game
from ..play.match import Match, match
from .commands import Command
from .helps import NAMED_SIZES, SIZES
from .words import Word

MOST_CELLS = 469  # of one's own, as on Copolymer 25: a whole turn has to fit into a line


def offered(command: Command) -> Match:
    """A match without moves, on the board and with the swap that the parameters ask for."""
    given = dict(command.parameters)
    may_leave_out = GAMES[str(command.game)].swap and str(given.get("-noswap")) == "-noswap"
    if may_leave_out:
        del given["-noswap"]
    asked = [_asked(command, name, word) for name, word in given.items()]
    if len(asked) > 1:
        raise NotationError(command.pointed("one size is enough", *given))
    made: Mapping[str, Any] = asked[0] if asked else {}
    try:
        game = named_game(str(command.game), **made)
        if game.cells is not None and len(game.board.names) > MOST_CELLS:
            raise Refused(f"by mail a board has at most {MOST_CELLS} cells")
    except GameError as error:
        raise type(error)(command.pointed(str(error), *given)) from None
    return match(game, swap=not may_leave_out)


def _asked(command: Command, name: str, word: Word) -> Mapping[str, Any]:
    """The size or the cells of one parameter, by the name that `game` has for it."""
    kind, text = str(command.game), word.text.partition("=")[2]
    named, sizes = NAMED_SIZES.get(kind, {}), SIZES.get(kind, GAMES[kind].sizes)
    if name in named and "=" not in word.text:
        return {"size": named[name]}
    if name == "-cells" and GAMES[kind].any_cells and text:
        return {"cells": " ".join(text.upper().split(","))}
    if name == "-size" and sizes:
        if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) not in sizes:
            odd = "an odd number, " if sizes.step == 2 else ""
            words = f"sizes of {kind} are {odd}-size={sizes[0]} to -size={sizes[-1]}"
            raise NotationError(command.pointed(words, name))
        return {"size": int(text)}
    options = [*named, *(["-size=N"] if sizes else [])]
    options += ["-cells=A1-6,B1-7,..."] if GAMES[kind].any_cells else []
    options += ["-noswap"] if GAMES[kind].swap else []
    takes = f"takes {' or '.join(options) if options else 'no parameters'} here"
    words = f"{kind} {takes}" if sizes else f"{kind} has boards of one size, and {takes}"
    raise NotationError(command.pointed(words, name))
