"""Can a player force a win? The search at work on a game: buffers, symmetries, slices of time."""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import inf
from random import Random
from time import monotonic

from .. import kernels
from .._jit import compiled
from ..games.antipalos import step as crossing_step
from ..games.conhex import step as conquering_step
from ..position import EMPTY, Position
from ..rules import Game
from . import _search as kernel
from ._lanes import filler
from ._margins import MOST, longs
from ._pace import Pace
from ._symmetry import symmetries

SLOTS = 1 << 20
SLICE = {True: 100_000, False: 300}  # nodes between two looks at the clock


def carriers(game: Game, empty: int) -> int:
    """What the rules allow as a carrier."""
    if empty > MOST or len(game.board.names) - game.board.claimable > MOST:
        return kernel.NONE
    if game.rules.step is kernels.claim and filler(game):
        return kernel.STONES
    if game.rules.step is conquering_step and game.rules.winner is kernels.crossed:
        return kernel.PARTS
    if game.rules.step is crossing_step and game.rules.winner is kernels.crossed:
        return kernel.SQUARES
    return kernel.NONE


@lru_cache(maxsize=8)
def _numbers(size: int) -> array:
    rng = Random(size)
    return array("q", [rng.getrandbits(62) for _ in range(4 * size)])


class Duel:
    """The question whether a player can force a win, from positions on the way from one root."""

    def __init__(self, game: Game, root: Position, attacker: int, fast: bool | None = None) -> None:
        self.pace = Pace(fast)
        self.game, self.attacker, self.nodes = game, attacker, 0
        size = len(game.board.names)
        owners = root.owners
        self.sites = array("i", [s for s in range(game.board.claimable) if owners[s] == EMPTY])
        many = len(self.sites)
        self.bits = longs(size)
        for k, site in enumerate(self.sites):
            self.bits[site] = 1 << (k if many <= MOST else 0)
        for site in range(game.board.claimable, size):
            self.bits[site] = 1 << (site - game.board.claimable) % MOST
        self.kind = carriers(game, many)
        maps = symmetries(game) if self.kind in (kernel.NONE, kernel.SQUARES) else ()
        self.maps = array("i", [image for way in (tuple(range(size)), *maps) for image in way])
        deep = many + 2
        self.owners = bytearray(deep * size)
        self.rows = [longs(deep) for _ in range(4)]  # movers, keys, must, needed
        self.moves = longs(deep * many + 1)
        self.lists = [longs(deep), longs(deep), longs(size)]  # counts, at, history
        self.history = self.lists[2]
        near = game.board.parts or game.board.links
        for site in self.sites:
            self.history[site] = len(near[site])
        self.table = [longs(SLOTS), bytearray(SLOTS), longs(SLOTS)]
        self.cursor = longs(7)
        self.scratch = [longs(size), longs(size), bytearray(size), bytearray(size)]

    def attacked(self, position: Position, stop: float = inf, limit: float = inf) -> bool | None:
        """Does the attacker win from here? None if the time or the nodes run out first."""
        game, cursor, size = self.game, self.cursor, len(position.owners)
        self.owners[:size] = position.owners
        self.rows[0][0] = position.to_move
        cursor[kernel.DEPTH], cursor[kernel.PHASE], cursor[kernel.NODES] = 0, kernel.ENTER, 0
        key = (kernel.search, game.rules.step, game.rules.winner)
        done = False
        while not done:
            fast = self.pace.fast(key, self.nodes, stop)
            make = compiled if fast else lambda plain: plain
            cursor[kernel.LIMIT] = cursor[kernel.NODES] + int(min(SLICE[fast], limit - self.nodes))
            before = cursor[kernel.NODES]
            done = make(kernel.search)(
                game.board.buffers if fast else game.board.net,
                make(game.rules.step),
                make(game.rules.winner),
                self.kind, int(game.rules.winner is kernels.crossed), game.board.claimable,
                self.attacker,
                game.rules.draws, size, self.sites, self.bits, self.maps,
                _numbers(size), self.owners, *self.rows, self.moves, *self.lists, *self.table,
                cursor, *self.scratch,
            )  # fmt: skip
            self.nodes += cursor[kernel.NODES] - before
            if not done and (monotonic() > stop or self.nodes >= limit):
                return None
        return (cursor[kernel.ANSWER] == kernel.GOOD) == (position.to_move == self.attacker)
