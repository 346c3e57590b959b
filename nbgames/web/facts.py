"""What a page is told of a game before the first move: names, sides, turns of the drawing."""

from __future__ import annotations

from typing import Any

from ..core.board import Board
from ..core.game import Game
from ..core.rules import Effect
from ..core.symmetry import drawn_symmetries

PAGE = 64  # claims in a page of the line: a move sends its own page only
PAGES = ("line", *(f"line{k}" for k in range(1, 11)))  # the last takes whatever is left


def facts(game: Game, *, confirm: bool = False) -> dict[str, Any]:
    """What a page shows of a game, besides how its board is drawn."""
    rules, board = game.rules, game.board
    return {
        "name": game.name,
        "players": list(game.players),
        "names": list(board.names),
        "claimable": board.claimable,
        "parts": [list(holes) for holes in board.parts[board.claimable :]],
        "across": _across(board),
        "scored": rules.scored,
        "misere": rules.misere,
        "conquers": rules.effect is Effect.CONQUERS,
        "diagonals": bool(board.ends),
        "again": rules.again,
        "turns": drawn_symmetries(game),
        "told": rules.told,
        "confirm": confirm,
        "pages": list(PAGES),
    }


def _across(board: Board) -> dict[str, list[int]]:
    """The sites that a site touches across the rim."""
    found: dict[str, list[int]] = {}
    for a, b in sorted(board.twists):
        found.setdefault(str(a), []).append(b)
    return found
