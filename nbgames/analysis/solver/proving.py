"""Can a player force a win from a position? Runs the df-pn search on a game, in slices of time.

What the search may use of a game it asks for by the flags of its rules: carriers and must-play
sites, an evaluation of its own, symmetries. Where nothing is known every claim is searched and the
winner kernel alone decides, so the answer is right for every game whose claims fill the board.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, inf
from random import Random
from time import monotonic
from typing import Any

from ...core._jit import compiled, is_kernel
from ...core._jit import longs as machine_integers
from ...core.game import Game
from ...core.lattices import networks
from ...core.position import FIRST, SECOND, Position
from ...core.rules import Effect, Goal
from ...core.symmetry import symmetries
from ..capabilities import one_winner
from ..compiling import Compiling, next_slice
from . import dfpn as kernel
from . import threats
from .conquests import chain_buffers, evaluate_chains
from .margins import MOST
from .tree_races import COLOURS, evaluate_trees, tracks
from .virtual import connection_buffers, evaluate_connections

SLOTS = 1 << 20


# What a game's rules allow


@lru_cache(maxsize=32)
def carrier_kind(game: Game) -> int:
    """What may serve as a carrier; NONE wherever a claim could help the other player."""
    rules = game.rules
    if rules.misere or rules.several:
        return threats.NONE
    if rules.effect is Effect.CLAIMS and rules.goal in (Goal.SIDES, Goal.LOOP):
        return threats.STONES if one_winner(game) else threats.NONE
    if rules.effect is Effect.CONQUERS and rules.goal is Goal.SIDES:
        return threats.CELLS if _cells_touch(game) and not rules.draws else threats.NONE
    if rules.effect is Effect.BLOCKS and rules.goal is Goal.SIDES:
        return threats.RIVALS
    return threats.NONE


def by_sides(game: Game) -> int:
    """1 if a chain between two sides is known to win, which saves asking the winner kernel."""
    return int(carrier_kind(game) != threats.NONE and game.rules.goal is Goal.SIDES)


def _cells_touch(game: Game) -> bool:
    """Are cells that share a hole next to each other?"""
    board = game.board
    holes = board.parts[: board.claimable]
    return all({*held} <= {cell, *board.neighbours[cell]} for held in holes for cell in held)


def _twins(game: Game, sites: Sequence[int]) -> array[int]:
    """The place of the site that each of these excludes, or its own."""
    rivals, places = game.board.rivals, {site: k for k, site in enumerate(sites)}
    return array("i", [places[rivals[site]] if rivals else k for k, site in enumerate(sites)])


def _bits(game: Game, sites: Sequence[int], twins: Sequence[int], bits: Any) -> Any:
    """The bit of each site that may be claimed, the same for twins, and of each that is filled."""
    for bit, k in enumerate([k for k, twin in enumerate(twins) if k <= twin]):
        bits[sites[k]] = bits[sites[twins[k]]] = 1 << bit
    for cell in range(game.board.claimable, len(bits)):
        bits[cell] = 1 << cell - game.board.claimable
    return bits


@lru_cache(maxsize=8)
def _zobrist(size: int) -> array[int]:
    rng = Random(size)
    return array("q", [rng.getrandbits(56) for _ in range(size)])


# The search


class WinSearch:
    """The question whether a player can force a win, from positions that follow one root.

    Sets of sites are integers, in which two sites that exclude each other are one bit. With more
    bits than a machine's integer has, and with rules that are no kernels, all stays plain.
    """

    clock: Callable[[], float] = staticmethod(monotonic)  # what `stop` is measured by

    def __init__(
        self,
        game: Game,
        root: Position,
        attacker: int,
        fast: bool | None = None,
        slots: int = SLOTS,
    ) -> None:
        self.game, self.root, self.attacker, self.nodes = game, root, attacker, 0
        self.slice = self.visits = 1  # nodes and visits until the next look at the clock
        self.ready: Callable[[int], Any] | None = None  # told the nodes of each slice
        size, claimable = len(game.board.names), game.board.claimable
        sites = array("i", game.empty(root.owners))
        many, twins = len(sites), _twins(game, sites)
        count = sum(k <= twin for k, twin in enumerate(twins))
        small = max(count, size - claimable) <= MOST
        ours = is_kernel(game.rules.step) and is_kernel(game.rules.winner)
        self.when = Compiling(fast if small and ours else False)
        longs: Callable[[int], Any] = machine_integers if small else lambda count: [0] * count
        slots = min(slots, 1 << many + 4) if small else 1 << 12
        kind = carrier_kind(game)
        evaluate = evaluation(game, small=small)
        images = symmetries(game) if kind == threats.NONE else ()
        self.problem = threats.Problem(
            net=game.board.net,
            step=game.rules.step,
            winner=game.rules.winner,
            evaluate=evaluate,
            kind=kind,
            by_sides=by_sides(game),
            claimable=claimable,
            attacker=attacker,
            sites=sites,
            bits=_bits(game, sites, twins, longs(size)),
            twins=twins,
            every=(1 << count) - 1,
            buffers=_buffers(game, root, evaluate, longs),
        )
        deep = many + 2
        self.hashing = kernel.Hashing(
            kind,
            claimable,
            part_starts=game.board.net.part_starts,
            parts=game.board.net.parts,
            images=array("i", [site for image in (tuple(range(size)), *images) for site in image]),
            zobrist=_zobrist(size),
            codes=longs(deep * size),
            hashes=longs((deep + 1) * (1 + len(images))),
            changed=longs(size),
        )
        self.stack = kernel.Stack(bytearray(deep * size), *(longs(deep) for _ in range(10)))
        self.branches = kernel.Branches(*(longs(deep * many + 1) for _ in range(3)))
        self.table = kernel.Table(*(longs(slots) for _ in kernel.Table._fields))
        self.cursor, self.found = longs(6), longs(5)
        self.scratch = threats.Scratch(
            bytearray(size), bytearray(size), *(longs(size) for _ in range(3))
        )

    @property
    def proof_numbers(self) -> tuple[int, int]:
        """The leaves that at least are left to show a yes, and a no, to the last question."""
        stack = self.stack
        numbers = stack.proofs[0], stack.disproofs[0]
        return numbers if stack.movers[0] == self.attacker else numbers[::-1]

    def threatened(self, position: Position) -> tuple[int, int]:
        """Where all threats of the attacker's may still be stopped, and what shows it, as bits."""
        _, problem, _ = self._kernels()
        owners, found = bytearray(position.owners), self.found
        problem.evaluate(problem, owners, 3 - self.attacker, 0, self.scratch, found)
        return self._sites(found[threats.MUSTS]), self._sites(found[threats.CARRIER])

    def refuted_on(self, position: Position) -> int | None:
        """The carrier of a win of the attacker's that the table has, or None."""
        self._begin(position)
        table, key = self.table, self.stack.keys[0]
        slot = kernel.slot_of(table.keys, table.works, key)
        numbers = table.proofs if position.to_move == self.attacker else table.disproofs
        known = table.keys[slot] == key and not numbers[slot]
        return self._sites(table.carriers[slot]) if known else None

    def _sites(self, bits: int) -> int:
        return sum(1 << site for site in self.problem.sites if bits & self.problem.bits[site])

    def wins(self, position: Position, stop: float = inf, limit: float = inf) -> bool | None:
        """Does the attacker win from here? None if the time or the nodes run out first."""
        self._begin(position)
        cursor, done = self.cursor, False
        while not done:
            search, problem, hashing = self._kernels()
            cursor[kernel.LIMIT] = cursor[kernel.NODES] + ceil(min(self.slice, limit - self.nodes))
            cursor[kernel.VISITS] = self.visits
            before, begun = cursor[kernel.NODES], monotonic()
            done = search(
                problem, hashing, self.stack, self.branches, self.table, self.scratch,
                self.found, cursor,
            )  # fmt: skip
            spent, now = cursor[kernel.NODES] - before, monotonic()
            self.nodes += spent
            if self.ready:
                self.ready(spent)
            if not done and (self.clock() > stop or self.nodes >= limit):
                return None
            if spent:
                self.slice = next_slice(spent, now - begun)
            self.visits = next_slice(self.visits - cursor[kernel.VISITS], now - begun)
        proven: bool = cursor[kernel.ANSWER] == threats.PROVEN
        return proven == (position.to_move == self.attacker)

    def _kernels(self) -> tuple[Any, threats.Problem, kernel.Hashing]:
        """The search and what it is given, compiled where that is done."""
        rules, problem, hashing = self.game.rules, self.problem, self.hashing
        key = (kernel.search, problem.evaluate, rules.step, rules.winner)
        if not self.when.pays(key, self._compile):
            return kernel.search, problem, hashing
        problem = _compiled(problem, self.game)
        net = problem.net
        hashing = hashing._replace(part_starts=net.part_starts, parts=net.parts)
        return compiled(kernel.search), problem, hashing

    def _compile(self) -> None:
        small = WinSearch(self.game, self.root, self.attacker, fast=True, slots=1 << 4)
        small.wins(self.root, limit=1)

    def _begin(self, position: Position) -> None:
        """Make this position the first row of the stack."""
        kernel.set_root(
            self.hashing, self.stack, self.cursor, position.owners, self.attacker, position.to_move
        )


def evaluation(game: Game, *, small: bool = True) -> Any:
    """The evaluation of nodes that is right for these rules; `small` says that sets fit in bits."""
    kind = carrier_kind(game)
    if kind == threats.NONE:
        return threats.evaluate_outcome
    if kind == threats.CELLS:
        return evaluate_chains
    if small and kind == threats.STONES and game.rules.goal is Goal.LOOP:
        return evaluate_connections
    if small and kind == threats.RIVALS and len(networks(game.board)) == 2 * COLOURS:
        return evaluate_trees
    return threats.evaluate_threats


def _buffers(game: Game, root: Position, evaluate: Any, longs: Callable[[int], Any]) -> Any:
    """What an evaluation overwrites."""
    size, owners = len(game.board.names), root.owners
    if evaluate is evaluate_chains:
        return chain_buffers(size, longs)
    if evaluate is evaluate_connections:
        nodes = len(game.empty(owners)) + max(owners.count(FIRST), owners.count(SECOND))
        return connection_buffers(size, nodes)
    return tracks(game.board) if evaluate is evaluate_trees else ()


def _compiled(problem: threats.Problem, game: Game) -> threats.Problem:
    """The same problem as compiled kernels read it."""
    return problem._replace(
        net=game.board.buffers,
        step=compiled(problem.step),
        winner=compiled(problem.winner),
        evaluate=compiled(problem.evaluate),
    )
