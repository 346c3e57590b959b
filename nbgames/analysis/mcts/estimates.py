"""What a position is worth by tree search, with pauses: by playouts, on lattices by evaluation."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar

from ...core._jit import can_compile
from ...core.game import Game
from ...core.position import Position
from ..capabilities import latticed
from .search import Search
from .trees import DRAW

T = TypeVar("T")
GAMES = {True: 2048, False: 128}  # of an estimate: compiled, or plain
BY_CURRENTS = 2048  # where currents evaluate
MORE_SITES, SITES_A_GAME = 400, 64  # a leaf takes as long as (sites + 400) / 64 games, compiled
PLAIN_AREA = 1 << 15  # not compiled it takes far longer, more than in proportion
PLAIN = 512  # games below which nothing is compiled
NODES, FEWER_NODES = 100_000, 3_000  # of all proofs of a review: compiled, or plain or on lattices
MORE = 4  # times the usual games, at most, in a review
MATCH = 256  # words that a review has the usual games for
NEAR = 0.05  # of a share: what is less than so much below the best is nearly as good
SELDOM = 20  # a claim with fewer games than this part of the best one's is not compared


class Estimate(NamedTuple):
    """What a tree search says of a position, for the player to move.

    `share` is the value of the best claim and `half` what it was after half of the games; `line`
    has the claims of best play. `proven` is who wins against any play, 0 if nobody can, and None
    while that is open. `order` has claims, the best first, and `near` those that are nearly as good
    as the first.
    """

    share: float
    half: float
    proven: int | None
    line: tuple[int, ...]
    order: tuple[int, ...] = ()
    near: tuple[int, ...] = ()


def usual(game: Game) -> int:
    """The games of an estimate where nobody asks for another number."""
    if not latticed(game):
        return GAMES[can_compile()]
    return BY_CURRENTS if can_compile() else min(BY_CURRENTS, PLAIN_AREA // game.board.claimable)


def proving(game: Game) -> int:
    """The nodes of all proofs in a review; on lattices each is evaluated, and takes far longer."""
    return NODES if can_compile() and not latticed(game) else FEWER_NODES


def leaves_for(game: Game, games: int) -> int:
    """How many positions of a lattice are evaluated in the time of so many games."""
    return games * SITES_A_GAME // (game.board.claimable + MORE_SITES)


def thorough(game: Game, words: int) -> int:
    """The games of an estimate in the review of so many words: fewer words have more games each."""
    return usual(game) * max(1, min(MORE, MATCH // words))


def estimated(
    game: Game, position: Position, games: int, seed: int
) -> Generator[None, None, Estimate]:
    """The estimate of so many games; where machine code pays, it is waited for."""
    leaves, more = games, 0
    if latticed(game):  # as many leaves as take the time of so many games, and the root
        leaves, more = leaves_for(game, games), 1
    search = Search(game, position, seed, room=max(1, leaves), proves=leaves > 0)
    if games >= PLAIN:
        yield from search.compiling()
    shares = []
    for limit in (leaves // 2 + more, leaves + more):
        if games >= PLAIN:
            yield from search.slices(limit)
        else:
            search.grow(limit - search.games)
            yield
        shares.append(search.value)
    proven = {0: None, DRAW: 0}.get(search.proven, search.proven)
    best, *others = search.choices()
    known = [one for one in others if one.games * SELDOM >= best.games or one.proven]
    near = [one.site for one in known if best.value - one.value < NEAR]
    order = best.site, *(one.site for one in others)
    return Estimate(shares[1], shares[0], proven, tuple(search.line()), order, (best.site, *near))


def finished(work: Generator[Any, None, T]) -> T:
    """What a generator returns, its pauses left out."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
