"""The puzzle trainer: what its page is given, and a file with it that needs no Python."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..atlas import Puzzle, ratings, read
from ..core.board import Board
from ..draw.svg import board_svg
from ..games import GAMES
from ..notation import address
from . import shell
from .about import guide
from .bundle import bundled, styled
from .playing import asking, modules_of_all

TRAINED = tuple(sorted({row["game"] for row in read("puzzles")}))
MODULES = modules_of_all(GAMES[name] for name in TRAINED)


def packed(given: Sequence[Puzzle]) -> str:
    """Puzzles with their boards, and the ratings of all, as JSON: compressed, in base 85."""
    games = {address.tag(puzzle.match.game): puzzle.match.game for puzzle in given}
    data = {
        "boards": {
            tag: {
                "title": game.rules.title,
                "facts": asking(game),
                "board": board_svg(game.board),
            }
            for tag, game in games.items()
        },
        "guides": {game.name: guide(game.rules) for game in games.values()},
        "posed": [posed(puzzle) for puzzle in given],
        "ratings": ratings(),
    }
    return shell.packed(data)


def posed(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a page knows it, its words as letters."""
    board = puzzle.match.game.board
    return {
        "id": puzzle.name,
        "board": address.tag(puzzle.match.game),
        "moves": letters(board, " ".join(puzzle.match.moves)),
        "answer": letters(board, " ".join(puzzle.answer)),
        "refuted": letters(board, puzzle.refuted),
        "asks": puzzle.question,
        "from": puzzle.origin,
    }


def letters(board: Board, text: str) -> str:
    """Words without blanks, each site as the letter with its number: a fifth less to pack.

    Letters count from 64, since all that stands between words is below that; "|" becomes "/".
    """
    plain = text.replace("|", "/")
    coded = re.sub(r"[\w-]+", lambda name: chr(64 + board.site(name[0])), plain)
    return coded.replace(" ", "")


def puzzles_html(given: Sequence[Puzzle]) -> str:
    """One file with a trainer of these puzzles, which keeps results in the browser."""
    script = bundled("puzzles.js", MODULES)
    sheets = styled("board.css", "page.css", "guide.css", "shades.css", "trainer.css")
    return shell.page("Puzzles", shell.app(), script, packed(given), sheets)
