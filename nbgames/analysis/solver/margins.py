"""Copolymer endgames: the exact margin of a position in slices of time, turns, and bounds."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import combinations
from math import ceil, inf
from random import Random
from time import monotonic
from typing import Any

from ...core._jit import compiled, longs
from ...core.game import Game
from ...core.kernels import tally
from ...core.position import EMPTY, FIRST, Position
from ..compiling import Compiling, next_slice, ready
from . import endgame as kernel

MOST = 62  # empty sites, as bits of one machine integer
SLOTS = 1 << 19
TURNS = 3000  # so many turns are tried one by one at the root


class Endgame:
    """The empty sites of a position, and what has been found out about them."""

    def __init__(self, game: Game, position: Position, fast: bool | None = None) -> None:
        self.when = Compiling(fast)
        self.game = game
        owners, neighbours = position.owners, game.board.neighbours
        self.sites = [s for s in range(len(owners)) if owners[s] == EMPTY]
        at = {site: k for k, site in enumerate(self.sites)}
        many = len(self.sites)
        rng = Random(7)
        self.near = array(
            "q", [sum(1 << at[t] for t in neighbours[s] if t in at) for s in self.sites]
        )
        self.zobrist = array("q", [rng.getrandbits(62) for _ in range(9 * many + 2)])
        deep = many + 2
        self.stack = longs(kernel.WIDTH * deep)
        self.moves = longs(kernel.MOVE * deep * many)
        self.table = longs(kernel.ENTRY * SLOTS)
        self.cursor = longs(6)
        self.nodes, self.slice = 0, 1
        self.ready: Callable[[int], Any] | None = None  # told the nodes of each slice
        self.clock: Callable[[], float] = monotonic  # what `stop` is measured by

    def margin(
        self, position: Position, alpha: int, beta: int, stop: float = inf, limit: float = inf
    ) -> int | None:
        """What the player to move gets more than the other of the empty sites; None out of time.

        At most alpha means at most that, at least beta at least that.
        """
        stack, cursor = self.stack, self.cursor
        owners, neighbours = position.owners, self.game.board.neighbours
        for place, (who, least) in enumerate(((1, 1), (1, 2), (2, 1), (2, 2))):
            stack[kernel.TOUCHED + place] = sum(
                1 << k
                for k, site in enumerate(self.sites)
                if sum(owners[t] == who for t in neighbours[site]) >= least
            )
        stack[kernel.LEFT] = sum(1 << k for k, s in enumerate(self.sites) if owners[s] == EMPTY)
        stack[kernel.MOVER], stack[kernel.FLOOR] = position.to_move, 0
        stack[kernel.ALPHA], stack[kernel.BETA] = alpha, beta
        cursor[kernel.DEPTH], cursor[kernel.PHASE], cursor[kernel.NODES] = 0, kernel.ENTER, 0
        done = False
        while not done:
            fast = self.when.pays(kernel.search, lambda: _compile(self.game))
            search: Any = compiled(kernel.search) if fast else kernel.search
            cursor[kernel.LIMIT] = cursor[kernel.NODES] + ceil(min(self.slice, limit - self.nodes))
            before, begun = cursor[kernel.NODES], monotonic()
            done = search(self.near, self.zobrist, stack, self.moves, self.table, cursor)
            self.nodes += cursor[kernel.NODES] - before
            if self.ready:
                self.ready(cursor[kernel.NODES] - before)
            now = monotonic()
            if not done and (self.clock() > stop or self.nodes >= limit):
                return None
            self.slice = next_slice(cursor[kernel.NODES] - before, now - begun)
        return int(cursor[kernel.ANSWER])


def prepare(game: Game) -> None:
    """Have a thread make machine code for endgames, if there is none yet."""
    ready(kernel.search, lambda: _compile(game))


def _compile(game: Game) -> None:
    last = Position(bytes([FIRST] * (len(game.board.names) - 1) + [EMPTY]), FIRST)
    Endgame(game, last, fast=True).margin(last, -1, 1, limit=1)


def turns(game: Game, position: Position) -> Iterator[tuple[int, ...]]:
    """Every different turn, or rest of one: connecting sites and a closer; whole sweeps too."""
    owners, who, net = position.owners, position.to_move, game.board.net
    empty = [s for s in range(len(owners)) if owners[s] == EMPTY]
    connecting = [s for s in empty if tally(net, owners, s, 3 - who) >= 2]
    closers = [s for s in empty if s not in connecting]
    if not closers:
        yield tuple(empty)
        return
    for count in range(len(connecting), -1, -1):
        for taken in combinations(connecting, count):
            for closer in closers:
                yield (*taken, closer)


def turns_count(game: Game, position: Position) -> int:
    owners, who, net = position.owners, position.to_move, game.board.net
    empty = [s for s in range(len(owners)) if owners[s] == EMPTY]
    connecting: int = sum(tally(net, owners, s, 3 - who) >= 2 for s in empty)
    return max(1, (len(empty) - connecting) << connecting)


def lead(position: Position) -> int:
    """How many more sites the player to move owns than the other."""
    owners, who = position.owners, position.to_move
    return owners.count(who) - owners.count(3 - who)


def locked(game: Game, position: Position) -> tuple[int, int]:
    """Bounds of the final margin for the side to move, from what is safe already.

    On move: its connecting sites and a closer; off move: its own connecting sites but one.
    """
    owners, who, net = position.owners, position.to_move, game.board.net
    empty = [s for s in range(len(owners)) if owners[s] == EMPTY]
    mine = {s for s in empty if tally(net, owners, s, 3 - who) >= 2}
    theirs = {s for s in empty if tally(net, owners, s, who) >= 2}
    safe = len(mine) + (len(mine) < len(empty))
    given = max(0, len(theirs - mine) - 1) if len(mine) < len(empty) else 0
    now, rest = lead(position), len(empty)
    return now + 2 * safe - rest, now + rest - 2 * given
