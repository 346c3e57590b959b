"""Can a player force a win? The search at work on a game: buffers, symmetries, slices of time."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from math import inf
from random import Random
from time import monotonic
from typing import Any

from ...core import kernels
from ...core._jit import compiled
from ...core._jit import longs as machine_integers
from ...core.position import EMPTY, FIRST, SECOND, Position
from ...core.rules import Game
from ...core.symmetry import symmetries
from ...games.antipalos import step as crossing_step
from ...games.conhex import step as conquering_step
from ..compiling import Pace
from ..simulation.bulk import filler
from . import conquests as conquests
from . import dfpn as kernel
from . import outracing as outracing
from . import threats as threats
from .margins import MOST
from .virtual import looped_ahead, rooms

SLOTS = 1 << 20
SLICE = {True: 100_000, False: 300}  # nodes between two looks at the clock


def carriers(game: Game) -> int:
    """What the rules allow as a carrier."""
    if game.rules.step is kernels.claim and filler(game):
        return threats.STONES
    if game.rules.step is conquering_step and game.rules.winner is kernels.crossed:
        return threats.PARTS if _conquered(game) else threats.NONE
    if game.rules.step is crossing_step and game.rules.winner is kernels.crossed:
        return threats.SQUARES
    return threats.NONE


def _conquered(game: Game) -> bool:
    """Are cells that share a hole next to each other, and does one player alone join?"""
    board = game.board
    holes = board.parts[: board.claimable]
    return not game.rules.draws and all(
        {*held} <= {cell, *board.neighbours[cell]} for held in holes for cell in held
    )


@lru_cache(maxsize=8)
def _numbers(size: int) -> array[int]:
    rng = Random(size)
    return array("q", [rng.getrandbits(56) for _ in range(size)])


class Duel:
    """The question whether a player can force a win, from positions on the way from one root.

    Sets of sites are integers. With more sites than a machine's integer has bits, all stays plain.
    """

    def __init__(
        self,
        game: Game,
        root: Position,
        attacker: int,
        fast: bool | None = None,
        slots: int = SLOTS,
    ) -> None:
        self.game, self.attacker, self.nodes = game, attacker, 0
        size = len(game.board.names)
        owners, claimable = root.owners, game.board.claimable
        self.sites = array("i", [s for s in range(claimable) if owners[s] == EMPTY])
        many = len(self.sites)
        small = max(many, size - claimable) <= MOST
        self.pace = Pace(fast if small else False)
        longs: Callable[[int], Any] = machine_integers if small else lambda count: [0] * count
        slots = min(slots, 1 << many + 4) if small else 1 << 12
        self.bits = longs(size)
        for k, site in enumerate(self.sites):
            self.bits[site] = 1 << k
        for site in range(claimable, size):
            self.bits[site] = 1 << site - claimable
        self.kind = carriers(game)
        self.look: Any = threats.ahead
        self.rooms: Any = rooms(0, 0)
        if self.kind == threats.PARTS:
            self.look, self.rooms = conquests.conquered_ahead, conquests.rooms(size, longs)
        elif small and self.kind == threats.STONES and game.rules.winner is kernels.looped:
            nodes = many + max(owners.count(FIRST), owners.count(SECOND))
            self.look, self.rooms = looped_ahead, rooms(size, nodes)
        elif small and self.kind == threats.SQUARES:
            self.look, self.rooms = outracing.outraced_ahead, outracing.tracks(game.board)
        maps = symmetries(game) if self.kind == threats.NONE else ()
        self.maps = array("i", [image for way in (tuple(range(size)), *maps) for image in way])
        deep = many + 2
        self.owners = bytearray(deep * size)
        self.rows = [longs(deep) for _ in range(10)]
        self.after = [longs(deep * many + 1) for _ in range(3)]
        self.table = [longs(slots), longs(slots)]
        self.known = tuple(longs(slots) for _ in range(4))
        self.cursor, self.said = longs(5), longs(5)
        self.codes = longs(deep * size)
        self.turned = longs((deep + 1) * (len(self.maps) // size))
        self.scratch = [bytearray(size), bytearray(size), *(longs(size) for _ in range(3))]

    @property
    def numbers(self) -> tuple[int, int]:
        """How much there is at least to show before the last question is answered yes, or no."""
        proofs, refutations, good = self.rows[4], self.rows[5], self.rows[0][0] == self.attacker
        return (proofs[0], refutations[0]) if good else (refutations[0], proofs[0])

    def attacked(self, position: Position, stop: float = inf, limit: float = inf) -> bool | None:
        """Does the attacker win from here? None if the time or the nodes run out first."""
        game, cursor, size = self.game, self.cursor, len(position.owners)
        self.owners[:size] = position.owners
        movers, keys, proof_limits, refutation_limits = (self.rows[k] for k in (0, 1, 6, 7))
        movers[0] = position.to_move
        ways, net, numbers = self.maps, game.board.net, _numbers(size)
        kernel.coded(net, self.kind, game.board.claimable, position.owners, self.codes, 0)
        kernel.hashed(size, ways, numbers, self.codes, self.turned)
        keys[0] = (4 * self.attacker + position.to_move) ^ min(self.turned[: len(ways) // size])
        proof_limits[0] = refutation_limits[0] = kernel.FAR
        cursor[kernel.DEPTH], cursor[kernel.PHASE], cursor[kernel.NODES] = 0, kernel.ENTER, 0
        key = (kernel.search, self.look, game.rules.step, game.rules.winner)
        done = False
        while not done:
            fast = self.pace.fast(key, self.nodes, stop)
            make = compiled if fast else lambda plain: plain
            cursor[kernel.LIMIT] = cursor[kernel.NODES] + int(min(SLICE[fast], limit - self.nodes))
            before = cursor[kernel.NODES]
            done = make(kernel.search)(
                game.board.buffers if fast else net,
                make(game.rules.step),
                make(game.rules.winner),
                make(self.look),
                self.kind, int(game.rules.winner is kernels.crossed), game.board.claimable,
                self.attacker, size, self.sites, self.bits, ways, numbers,
                self.owners, *self.rows, *self.after, self.codes, self.turned, *self.table,
                self.known, cursor, self.said, *self.scratch, self.rooms,
            )  # fmt: skip
            self.nodes += cursor[kernel.NODES] - before
            if not done and (monotonic() > stop or self.nodes >= limit):
                return None
        good: bool = cursor[kernel.ANSWER] == threats.GOOD
        return good == (position.to_move == self.attacker)
