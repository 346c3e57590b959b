"""Random games in batches with seeds of their own, and their tallies; chunks go to an executor."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator
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

LEAST, LANES = 4, 32768  # games in a batch
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
    def chunks(self) -> range:
        return range(math.ceil(self.n / CHUNK[self.lanes]))

    def games(self, chunk: int) -> int:
        return min(self.n - chunk * CHUNK[self.lanes], CHUNK[self.lanes])

    def batches(self, chunk: int) -> Iterator[tuple[int, int]]:
        """The first game of each batch of a chunk, and how many games it has.

        From a 16th to an 8th of the games before it, a power of two: so a longer run begins with
        the whole batches of a shorter one, and both have enough batches to tell the error by.
        """
        start = chunk * CHUNK[self.lanes]
        end = start + self.games(chunk)
        while start < end:
            size = min(max(LEAST, 1 << start.bit_length() >> 4), LANES, CHUNK[self.lanes])
            yield start, min(size, end - start)
            start += size

    @property
    def key(self) -> str:
        """The same for all numbers of games, which share their chunks."""
        return sha256(repr((self.record, self.seed, self.lanes)).encode()).hexdigest()


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
    for start, size in job.batches(chunk):
        tally = tallied(game, position, size, f"{job.seed} {start}", fast=fast)
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
