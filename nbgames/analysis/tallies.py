"""Random games in batches with seeds of their own, and their tallies; chunks go to an executor."""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any

from ..core._jit import can_compile
from ..core.errors import Refused
from ..core.game import Game
from ..core.position import Position
from ..core.rules import Rules
from ..games import GAMES
from ..notation.record import read
from ..play.match import Match, match
from .simulation.bulk import filler
from .simulation.loops import HEAD
from .simulation.sequential import sample

BATCHES, LANES = 32, 32768  # at least so many batches if there are games for them; games in one
CHUNK = {True: 1 << 20, False: 8192}  # games that a worker gets at a time: in lanes, one by one
COMPILE_FROM = {True: 20_000_000, False: 50_000}  # games, likewise

Tally = list[int]  # games, wins of FIRST, SECOND, squares; then FIRST's sites by who won
NUMBERS = 7


@dataclass(frozen=True, slots=True)
class Job:
    """All that says which games are played: enough for a worker, and to tell jobs apart."""

    record: str
    n: int
    seed: int
    lanes: bool

    @property
    def batch(self) -> int:
        return max(1, min(LANES, math.ceil(self.n / BATCHES)))

    @property
    def each(self) -> int:
        """How many batches make a chunk."""
        return max(1, CHUNK[self.lanes] // self.batch)

    @property
    def chunks(self) -> range:
        return range(math.ceil(self.n / (self.batch * self.each)))

    def games(self, chunk: int) -> int:
        return min(self.n, (chunk + 1) * self.batch * self.each) - chunk * self.batch * self.each

    @property
    def key(self) -> str:
        return sha256(repr(self).encode()).hexdigest()


def planned(m: Match, n: int, seed: int) -> Job:
    """The job: of a match only what lies on the board matters, not how it came there."""
    bare = match(m.game, start=m.position, swap=False) if any(m.position.owners) else m
    return Job(str(bare), n, seed, filler(m.game) is not None)


def sendable(rules: Rules) -> tuple[Rules, ...]:
    """What another process needs to know these rules: nothing where it has them by name.

    Raises
    ------
    Refused
        If it could not import their functions.
    """
    if GAMES.get(rules.name) is rules:
        return ()
    try:
        pickle.dumps(rules)
    except Exception as error:  # pickle raises whatever an object's own methods do
        raise Refused(
            f"the rules of {rules.name} cannot be sent to other processes ({error}): define their "
            "functions in a module that can be imported, or leave the executor out"
        ) from None
    return (rules,)


def remote(record: str, n: int, seed: int, index: int, *rules: Rules) -> Tally:
    """A chunk in another process, which gets the record and numbers, and rules of your own."""
    m = _read(record, rules)
    return played(m, Job(record, n, seed, filler(m.game) is not None), index)


@lru_cache(maxsize=8)
def _read(record: str, rules: tuple[Rules, ...]) -> Match:
    return read(record, games=rules)


def played(m: Match, job: Job, chunk: int) -> Tally:
    """The tally of a chunk's batches; each batch has a seed of its own."""
    game, position = m.game, m.position
    fast = job.n >= COMPILE_FROM[job.lanes] and can_compile()
    total: Tally = [0] * (NUMBERS + 3 * game.board.claimable)
    end = chunk * job.each * job.batch + job.games(chunk)
    for start in range(chunk * job.each * job.batch, end, job.batch):
        size = min(job.batch, end - start)
        tally = tallied(game, position, size, f"{job.seed} {start // job.batch}", fast=fast)
        drawn, first, second = tally[:HEAD]
        points = 2 * first + drawn
        head = (size, first, second, drawn, points * points, points * size, size * size)
        for k, number in enumerate((*head, *tally[HEAD:])):
            total[k] += number
    return total


def tallied(
    game: Game, position: Position, count: int, seed: int | str, *, fast: bool = False
) -> Tally:
    """How many random games nobody, FIRST and SECOND win; then FIRST's sites by who won.

    The same ones, compiled or not.
    """
    rng = Random(seed)
    if fills := filler(game):
        return _counted(fills(game, position, count, rng, fast), count)
    return list(sample(game, position, count, rng.getrandbits(34), fast=fast))


def _counted(batch: Any, size: int) -> Tally:
    """A batch in lanes as the tally that single games give."""
    drawn, won = batch.drawn, batch.won
    draws, wins = drawn.bit_count(), won.bit_count()
    owned = [plane.bit_count() for plane in batch.owned]
    in_won = [(plane & won).bit_count() for plane in batch.owned]
    in_drawn = [(plane & drawn).bit_count() for plane in batch.owned] if draws else [0] * len(owned)
    in_lost = [a - b - c for a, b, c in zip(owned, in_won, in_drawn, strict=True)]
    return [draws, wins, size - wins - draws, *in_drawn, *in_won, *in_lost]
