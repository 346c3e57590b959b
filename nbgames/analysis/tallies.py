"""Random games in batches with seeds of their own, and their tallies; chunks go to an executor."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from ..core._jit import can_compile
from ..core.game import Game
from ..core.position import Position
from ..play.match import Match, match
from .capabilities import latticed
from .chunks import received
from .simulation.bulk import filler
from .simulation.loops import HEAD
from .simulation.sequential import sample

BATCHES, LANES = 32, 1 << 15  # in lanes: at least so many batches, of so many games at most
LEAST, MOST = 4, 8192  # games in a batch one by one
EACH = {True: 8, False: 4}  # batches of most games that a worker gets at a time: in lanes, or not
TOGETHER = 4  # chunks to a task of an executor where they are compiled, and so last 0.05 s
COMPILE_FROM = {True: 20_000_000, False: 50_000}  # games, likewise

Tally = list[int]  # games, wins, draws, squares; then FIRST's sites by who won, on lattices all
NUMBERS = 7


@dataclass(frozen=True, slots=True)
class Job:
    """All that says which games are played: enough for a worker, and to tell jobs apart."""

    record: str
    n: int
    seed: int
    lanes: bool

    def chunks(self) -> Iterator[int]:
        """The first game of each chunk, by which it is called."""
        start = 0
        while start < self.n:
            yield start
            start += self.games(start)

    def games(self, chunk: int) -> int:
        return sum(self.batches(chunk).values())

    def batches(self, chunk: int) -> dict[int, int]:
        """How many games each batch of a chunk has, by its first game.

        A batch in lanes takes as long as thousands of games more in it, so there are few, of one
        size. One by one a batch is a 32nd to a 16th of the games before it: so a run keeps several
        workers busy, and a time limit, however slow a game is. A longer run has the same batches
        as far as a shorter one goes; in lanes if both have LANES * BATCHES games or more.
        """
        if self.lanes:
            size, many = min(LANES, math.ceil(self.n / BATCHES)), EACH[True]
        else:
            size = min(max(LEAST, 1 << chunk.bit_length() >> 5), MOST)
            many = EACH[False] if size == MOST else 1
        end = min(self.n, chunk + many * size)
        return {start: min(size, end - start) for start in range(chunk, end, size)}

    def has(self, chunk: int, tally: Any, game: Game) -> bool:
        """Is this a tally of this chunk's batches, not of those of a run with another `n`?"""
        counts = 3 * game.board.claimable * (2 if latticed(game) else 1)
        if not isinstance(tally, list) or len(tally) != NUMBERS + counts:
            return False
        sizes = self.batches(chunk).values()
        size = sum(sizes)
        return (
            all(type(number) is int and number >= 0 for number in tally)
            and (tally[0], tally[NUMBERS - 1]) == (size, sum(one * one for one in sizes))
            and sum(tally[1:4]) == size
        )

    @property
    def fast(self) -> bool:
        return self.n >= COMPILE_FROM[self.lanes] and can_compile()

    @property
    def key(self) -> str:
        """The same for all numbers of games, which share their chunks."""
        return sha256(repr((self.record, self.seed, self.lanes)).encode()).hexdigest()


def planned(m: Match, n: int, seed: int) -> Job:
    """The job: of a match only what lies on the board matters, not how it came there."""
    bare = match(m.game, start=m.position, swap=False) if any(m.position.owners) else m
    return Job(str(bare), n, seed, filler(m.game) is not None)


def remote(record: str, n: int, seed: int, chunks: tuple[int, ...], *rules: bytes) -> list[Tally]:
    """Chunks in another process, which gets the record and numbers, and rules of your own."""
    m = received(record, rules)
    job = Job(record, n, seed, filler(m.game) is not None)
    return [played(m, job, chunk) for chunk in chunks]


def played(m: Match, job: Job, chunk: int) -> Tally:
    """The tally of a chunk's batches; each batch has a seed of its own."""
    game, position = m.game, m.position
    tallies = []
    for start, size in job.batches(chunk).items():
        tally = tallied(game, position, size, f"{job.seed} {start}", fast=job.fast)
        drawn, first, second = tally[:HEAD]
        points = 2 * first + drawn
        head = (size, first, second, drawn, points * points, points * size, size * size)
        tallies.append((*head, *tally[HEAD:]))
    return [sum(numbers) for numbers in zip(*tallies, strict=True)]


def tallied(
    game: Game, position: Position, count: int, seed: int | str, *, fast: bool = False
) -> Tally:
    """How many random games nobody, FIRST and SECOND win; then FIRST's sites by who won.

    On lattices, where a site may stay nobody's, SECOND's sites by who won follow. The same ones,
    compiled or not.
    """
    rng = Random(seed)
    if fills := filler(game):
        return _counted(fills(game, position, count, rng, fast), count)
    return list(sample(game, position, count, rng.getrandbits(34), fast=fast))


def _counted(batch: Any, size: int) -> Tally:
    """A batch in lanes as the tally that single games give."""
    drawn, won = batch.drawn, batch.won
    draws, wins = drawn.bit_count(), won.bit_count()
    counts = [draws, wins, size - wins - draws]
    for planes in filter(None, (batch.owned, batch.theirs)):
        owned = [plane.bit_count() for plane in planes]
        in_won = [(plane & won).bit_count() for plane in planes]
        in_drawn = [(plane & drawn).bit_count() for plane in planes] if draws else [0] * len(planes)
        in_lost = [a - b - c for a, b, c in zip(owned, in_won, in_drawn, strict=True)]
        counts += [*in_drawn, *in_won, *in_lost]
    return counts
