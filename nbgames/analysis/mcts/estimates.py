"""What a position is worth by tree search, with pauses: by playouts, on lattices by evaluation."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any, NamedTuple, TypeVar

from ...core.game import Game
from ...core.position import Position
from ..capabilities import latticed
from .puct import Node, grow, ranked
from .puct import line as variation
from .search import Search
from .trees import DRAW

T = TypeVar("T")
PLAIN = 512  # games below which nothing is compiled
AREA = 512  # a leaf takes as long as sites ** 2 / AREA games, on boards of every size


class Estimate(NamedTuple):
    """What a tree search says of a position, for the player to move.

    `share` is the value of the best claim and `half` what it was after half of the games; `line`
    has the claims of best play. `proven` is who wins against any play, 0 if nobody can, and None
    while that is open.
    """

    share: float
    half: float
    proven: int | None
    line: tuple[int, ...]


def estimated(
    game: Game, position: Position, games: int, seed: int
) -> Generator[None, None, Estimate]:
    """The estimate of so many games; where machine code pays, it is waited for."""
    by = _by_currents if latticed(game) else _by_games
    return (yield from by(game, position, games, seed))


def _by_games(
    game: Game, position: Position, games: int, seed: int
) -> Generator[None, None, Estimate]:
    search = Search(game, position, seed, room=games)
    if games >= PLAIN:
        yield from search.compiling()
    shares = []
    for limit in (games // 2, games):
        if games >= PLAIN:
            yield from search.slices(limit)
        else:
            search.grow(limit - search.games)
            yield
        shares.append(search.choices()[0].value)
    proven = {0: None, DRAW: 0}.get(search.proven, search.proven)
    return Estimate(shares[1], shares[0], proven, tuple(search.line()))


def _by_currents(
    game: Game, position: Position, games: int, seed: int
) -> Generator[None, None, Estimate]:
    """As many leaves as take the time of so many games; if that is none, the currents alone."""
    leaves, who = games * AREA // game.board.claimable**2, position.to_move
    root = Node(game, position, Random(seed), 0, leaves > 0)
    known = root.proven
    if known == who:  # by evaluation, so the claim is still to be found
        root.proven = None
    half = share = root.value
    for leaf in grow(game, root, Random(seed), 0) if leaves else ():
        yield
        share = ranked(root)[0][1]
        half = share if 2 * leaf <= leaves else half
        if leaf > leaves:
            break
    if root.proven is None:
        root.proven = known
    if root.proven is not None:
        share = root.score(who)
    return Estimate(share, half, root.proven, tuple(variation(root)))


def finished(work: Generator[Any, None, T]) -> T:
    """What a generator returns, its pauses left out."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
