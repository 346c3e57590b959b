"""Random games to the end from a position, by the million: who wins, and which sites matter."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from ..core._jit import can_compile
from ..core.errors import Refused, shown
from ..core.position import FIRST, SECOND, Position
from ..core.rules import Game
from ..draw.marks import Mark
from ..games import GAMES
from ..notation.record import read
from ..play.match import Match, match
from .answers import draw, to_dict, told, whole
from .chunks import bar, carried_out, keep, kept
from .simulation.bulk import filler
from .simulation.sequential import HEAD, sample, turns

BATCHES, LANES = 32, 32768  # at least so many batches if there are games for them; games in one
CHUNK = {True: 1 << 20, False: 8192}  # games that a worker gets at a time: in lanes, one by one
WORTH = {True: 20_000_000, False: 50_000}  # games from which on a compiler pays, the same way
MEASURED, SITES = 256, 20_000  # games whose turns are counted, fewer on a large board

Tally = list[int]  # games, wins of FIRST, SECOND, squares; then FIRST's sites by who won
NUMBERS = 7


@dataclass(frozen=True, slots=True)
class Playouts:
    """Totals of uniformly random games from a position, as `playouts` counts them.

    Attributes
    ----------
    match : Match
        The match whose position they start from.
    games : int
        How many games were played.
    wins : tuple of (int, int, int)
        Wins of FIRST, wins of SECOND, and draws.
    share : float
        The share of FIRST, 0 to 1, a draw counting a half.
    stderr : float
        The standard error of `share`, from batch means; `math.inf` for a single batch.
    length : float
        The mean number of turns to the end.
    measured : int
        On how many of the games `length` was measured.
    critical : mapping of str to float or None
        The criticality by site; None where it says nothing. Ask for `criticality`.
    """

    match: Match = field(repr=False)
    games: int
    wins: tuple[int, int, int]
    share: float
    stderr: float
    length: float
    measured: int
    critical: Mapping[str, float] | None = field(repr=False)

    draw = draw
    to_dict = to_dict

    @property
    def criticality(self) -> Mapping[str, float]:
        """By name, how much more often than by chance the last owner of a site has won.

        The covariance of owning the site and winning, summed over both players (Coulom 2009); at
        most 0.5, and a little below 0 for a site that does not matter: a stone there is missing
        elsewhere.

        Raises
        ------
        Refused
            Where draws leave too few games with a winner, as in Antipalos.
        """
        if self.critical is None:
            drawn = self.wins[2] / self.games
            raise Refused(
                f"{self.match.game.name} has no criticality: {drawn:.2%} of its random games are "
                "draws, so they do not say which site matters; ask analysis.distance instead"
            )
        return self.critical

    def explain(self) -> str:
        """The totals in one paragraph."""
        first, second = self.match.game.players
        text = (
            f"Of {self.games:,} random games from here {first} wins {self.wins[0]:,} and {second} "
            f"{self.wins[1]:,}"
        )
        text += f", {self.wins[2]:,} are draws" if self.wins[2] else ""
        text += f"; {first}'s share is {self.share:.4f} ± {self.stderr:.4f}, "
        text += f"after {self.length:.1f} more turns on average."
        if critical := self.critical:
            most = sorted(critical, key=lambda name: -critical[name])[:3]
            text += f" What matters most: {', '.join(most)}."
        return f"{text} {told(self.match)}"

    def marks(self) -> tuple[Mark, ...]:
        """The criticality as a shade of each site, for a figure or a widget.

        Raises
        ------
        Refused
            Where there is no criticality, as in Antipalos.
        """
        return (Mark("criticality", "good", values=self.criticality),)


def playouts(
    m: Match,
    n: int,
    seed: int = 0,
    executor: Any = None,
    *,
    seconds: float | None = None,
    progress: bool = False,
    checkpoint: str | Path | None = None,
) -> Playouts:
    """Play n uniformly random games from a position to the end, and count.

    Parameters
    ----------
    m : Match
        A match that is not over. No game in it swaps.
    n : int
        How many games.
    seed : int, default 0
        The same seed gives the same totals, whatever runs them.
    executor : concurrent.futures.Executor, optional
        Where to run: left out, in this process; else anything with `submit`, such as a
        ProcessPoolExecutor or a Dask client. It is sent the text record of the match and numbers.
    seconds : float, optional
        A time limit; the answer then counts the games that were ready, at least one chunk.
    progress : bool, default False
        Show a bar, where tqdm is installed.
    checkpoint : str or Path, optional
        A file that keeps finished chunks, so that the same call goes on where an earlier one
        stopped.

    Returns
    -------
    Playouts
        `games`, `wins` (FIRST, SECOND, draws), `share` and `stderr` of FIRST, `length` in turns,
        and `criticality` by name; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        If the match is over, `n` is not above 0, the executor breaks, or the checkpoint belongs to
        another call.

    Notes
    -----
    *playout*: a game played to its end with each claim drawn uniformly from the legal ones.

    *share*: the part of the playouts that FIRST wins, a draw counting half.

    *criticality*: of a site s, over playouts: P(owner of s wins) minus the sum over both players of
    P(player owns s) P(player wins). (Coulom 2009.)

    Projex and other games whose full board has one winner, ConHex and Antipalos are judged in bulk:
    bit i of an integer is game i, and a straight line of AND and OR judges all games at once.
    Copolymer and games of your own are played one by one, compiled where numba is installed.

    References
    ----------
    .. [1] R. Coulom, "Criticality: a Monte-Carlo heuristic for Go programs", 2009.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> found = analysis.playouts(nbgames.match("projex", 3), 1000, seed=1)
    >>> found.games, found.wins[2], len(found.criticality)
    (1000, 0, 12)
    """
    if whole(m).outcome:
        raise Refused(f"there is nothing to play out: {m.result()}")
    if type(n) is not int or n < 1:
        raise Refused(f"{shown(n)} is no number of games: give a whole number above 0")
    if type(seed) is not int:
        raise Refused(f"{shown(seed)} is no seed: give a whole number")
    if seconds is not None and not seconds > 0:
        raise Refused(f"{shown(seconds)} is no time limit: give seconds above 0")
    job = _job(m, n, seed)
    if executor is not None and m.game.rules is not GAMES.get(m.game.name):
        raise Refused("a game of your own is not known to other processes: leave the executor out")
    head = {"nbgames playouts": job.key}
    done = kept(checkpoint, "position, number of games or seed", head)
    left = [index for index in job.chunks if index not in done]
    stop = math.inf if seconds is None else monotonic() + seconds
    with bar(n, "game", progress) as ready:
        ready(sum(map(job.games, done)))
        for index, tally in carried_out(
            left,
            lambda index: _played(m, job, index),
            executor,
            lambda index: (_remote, job.record, n, seed, index),
            stop,
        ):
            done[index] = tally
            keep(checkpoint, index, tally)
            ready(job.games(index))
    return _result(m, job, [done[index] for index in sorted(done)])


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


def _job(m: Match, n: int, seed: int) -> Job:
    """The job: of a match only what lies on the board matters, not how it came there."""
    bare = match(m.game, start=m.position, swap=False) if any(m.position.owners) else m
    return Job(str(bare), n, seed, filler(m.game) is not None)


def _remote(record: str, n: int, seed: int, index: int) -> Tally:
    """A chunk in another process, which gets the record and numbers only."""
    m = _read(record)
    return _played(m, Job(record, n, seed, filler(m.game) is not None), index)


_read = lru_cache(maxsize=8)(read)


def _played(m: Match, job: Job, chunk: int) -> Tally:
    """The tally of a chunk's batches; each batch has a seed of its own."""
    game, position = m.game, m.position
    fast = job.n >= WORTH[job.lanes] and can_compile()
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


def _result(m: Match, job: Job, tallies: list[Tally]) -> Playouts:
    total = [sum(numbers) for numbers in zip(*tallies, strict=True)]
    games, first, second, drawn, squares, products, sizes = total[:NUMBERS]
    share = (2 * first + drawn) / (2 * games)
    batches = math.ceil(games / job.batch)
    spread = squares - 4 * share * products + 4 * share * share * sizes
    error = math.inf
    if batches > 1:
        error = math.sqrt(max(0.0, spread) * batches / (batches - 1)) / (2 * games)
    measured = min(job.n, MEASURED, max(16, SITES // m.game.board.claimable))
    seed = Random(f"{job.seed} turns").getrandbits(34)
    length, _ = turns(m.game, m.position, measured, seed, fast=False)  # too few for a compiler
    critical = None if m.game.rules.draws else _criticality(m, total)
    return Playouts(
        m, games, (first, second, drawn), share, error, length / measured, measured, critical
    )


def _criticality(m: Match, total: Tally) -> dict[str, float]:
    board, (games, first) = m.game.board, total[:2]
    sites = board.claimable
    found = {}
    for site in range(sites):
        won, lost = (total[NUMBERS + who * sites + site] for who in (FIRST, SECOND))
        owned, wins = (won + lost) / games, first / games
        same = (won + (games - first) - lost) / games  # FIRST has both, or SECOND has
        found[board.names[site]] = same - owned * wins - (1 - owned) * (1 - wins)
    return found
