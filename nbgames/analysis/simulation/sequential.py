"""Random games one after another: calls the kernels of `loops`, plain or compiled."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ...core._jit import can_compile, compiled
from ...core.board import Board
from ...core.game import Game
from ...core.kernels import MODULUS
from ...core.position import EMPTY, Position
from ..capabilities import obliges
from .loops import HEAD, Start, lengths, sampled, sampled_bits, sampled_majority, settled


def begun(position: Position, order: array[int]) -> Start:
    return Start(position.owners, bytearray(position.owners), position.to_move, order)


def run(
    kernel: Callable[..., Any], game: Game, start: Start, *rest: Any, fast: bool | None = None
) -> Any:
    """Call a kernel with a game's net, step and winner, compiled or not."""
    fast = can_compile() if fast is None else fast
    make = compiled if fast else lambda plain: plain
    net = game.board.buffers if fast else game.board.net
    return make(kernel)(net, make(game.rules.step), make(game.rules.winner), start, *rest)


def sample(
    game: Game, position: Position, count: int, seed: int, *, fast: bool | None = None
) -> array[int]:
    """The tally of count random games from a position; the same one however it is run."""
    tally = array("q", bytes(8 * (HEAD + 3 * game.board.claimable)))
    state = 1 + seed % (MODULUS - 1)
    start = begun(position, array("i", game.empty(position.owners)))
    fast = can_compile() if fast is None else fast
    if not obliges(game):
        run(sampled, game, start, tally, state, count, fast=fast)
    elif fast:
        near, width = padded(game.board)
        base = bytes((*position.owners, EMPTY))
        start = start._replace(base=base, owners=bytearray(base))
        compiled(sampled_majority)(near, width, start, tally, state, count)
    else:
        start = start._replace(order=list(start.order))
        sampled_bits(game.board.neighbours, start, tally, state, count)
    return tally


@lru_cache(maxsize=32)
def padded(board: Board) -> tuple[array[int], int]:
    """Each site's neighbours in a row of equal width, filled up with a site beyond the last."""
    width = max(map(len, board.neighbours))
    outside = len(board.names)
    rows = [site for row in board.neighbours for site in (*row, *(outside,) * (width - len(row)))]
    return array("i", rows), width


def turns(
    game: Game, position: Position, count: int, seed: int, *, fast: bool | None = None
) -> dict[int, int]:
    """How many of count random games have each number of turns."""
    counts = array("q", bytes(8 * (1 + game.board.claimable)))
    state = 1 + seed % (MODULUS - 1)
    start = begun(position, array("i", game.empty(position.owners)))
    run(lengths, game, start, counts, state, count, fast=fast)
    return {number: games for number, games in enumerate(counts) if games}


def earlier(game: Game, position: Position, order: array[int]) -> int:
    """Who wins first when these sites are claimed in this order? In the end somebody has."""
    winner: int = run(settled, game, begun(position, order))
    return winner
