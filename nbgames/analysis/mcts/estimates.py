"""What a position is worth by tree search, with pauses: by playouts, on lattices by evaluation."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any, NamedTuple, TypeVar

from ...core._jit import can_compile
from ...core.game import Game
from ...core.position import Position
from ..capabilities import latticed
from .puct import Node, grow, ranked
from .puct import line as variation
from .search import Search
from .trees import DRAW

T = TypeVar("T")
GAMES = {True: 2048, False: 128}  # of an estimate: compiled, or plain
BY_CURRENTS = 2048  # where currents evaluate
SITES_A_GAME = 8  # as long as a game takes an evaluation of so many sites, compiled
PLAIN_AREA = 1 << 16  # not compiled it takes far longer, as the square of the sites
PLAIN = 512  # games below which nothing is compiled
MORE = 4  # times the usual games, at most, in a review
MATCH = 256  # words that a review has the usual games for


class Estimate(NamedTuple):
    """What a tree search says of a position, for the player to move.

    `share` is the value of the best claim and `half` what it was after half of the games; `line`
    has the claims of best play. `proven` is who wins against any play, 0 if nobody can, and None
    while that is open. `order` has claims, the best first.
    """

    share: float
    half: float
    proven: int | None
    line: tuple[int, ...]
    order: tuple[int, ...] = ()


def usual(game: Game) -> int:
    """The games of an estimate where nobody asks for another number."""
    if not latticed(game):
        return GAMES[can_compile()]
    return BY_CURRENTS if can_compile() else min(BY_CURRENTS, PLAIN_AREA // game.board.claimable)


def leaves_for(game: Game, games: int) -> int:
    """How many positions of a lattice are evaluated in the time of so many games."""
    return games * SITES_A_GAME // game.board.claimable


def thorough(game: Game, words: int) -> int:
    """The games of an estimate in the review of so many words: fewer words have more games each."""
    return usual(game) * max(1, min(MORE, MATCH // words))


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
    order = tuple(choice.site for choice in search.choices())
    return Estimate(shares[1], shares[0], proven, tuple(search.line()), order)


def _by_currents(
    game: Game, position: Position, games: int, seed: int
) -> Generator[None, None, Estimate]:
    """As many leaves as take the time of so many games; if that is none, the currents alone."""
    leaves, who = leaves_for(game, games), position.to_move
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
    looked_at = [site for site, _ in ranked(root)]
    others = sorted((-prior, site) for site, prior in root.prior if site not in root.children)
    order = (*looked_at, *(site for _, site in others))
    return Estimate(share, half, root.proven, tuple(variation(root)), order)


def finished(work: Generator[Any, None, T]) -> T:
    """What a generator returns, its pauses left out."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
