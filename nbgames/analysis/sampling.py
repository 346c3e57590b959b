"""Playouts: random games from a position, who wins them, and how critical each site is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, takewhile
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.integers import duration, integer, seeded
from ..core.position import EMPTY, FIRST, SECOND
from ..draw.captions import described
from ..draw.marks import Mark
from ..play.match import Match
from .answers import draw, in_notebook, measured, to_dict, to_frame, whole
from .chunks import bar, carried_out, keep, kept, sendable, will_fork
from .compiling import wait
from .simulation.sequential import turns
from .tallies import NUMBERS, TOGETHER, Tally, planned, played, remote, tallied

if TYPE_CHECKING:
    from numpy.random import Generator

MEASURED, SITES = 256, 20_000  # games whose turns are counted, fewer on a large board
NOISE = 1e-9  # of a criticality that is 0, as where one player wins all games
SIGNIFICANCE = 0.01  # how often, at most, chance alone may make some site seem to matter


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
    length_stderr : float
        The standard error of `length`; `math.inf` for a single game.
    measured : int
        On how many games `length` was measured: others than those counted, but equally random.
    seeds : tuple of int
        The seeds that the games were drawn with, in order.
    lengths : mapping of int to int
        How many of the measured games had each number of turns.
    critical : mapping of str to float or None
        The criticality by site; None where it says nothing. Ask for `criticality`.
    critical_stderr : mapping of str to float or None
        The standard error of each criticality, as of independent decisive games (delta method).
    tally : tuple of int
        The sums over all games that the rest is computed from.
    """

    match: Match = field(repr=False)
    games: int
    wins: tuple[int, int, int]
    share: float
    stderr: float
    length: float
    length_stderr: float
    measured: int
    seeds: tuple[int, ...]
    lengths: Mapping[int, int] = field(repr=False)
    critical: Mapping[str, float] | None = field(repr=False)
    critical_stderr: Mapping[str, float] | None = field(repr=False)
    tally: tuple[int, ...] = field(repr=False)

    each: ClassVar[tuple[str, ...]] = ("critical", "critical_stderr")

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    @property
    def criticality(self) -> Mapping[str, float]:
        """By name, how much more often than by chance the last owner of a site has won.

        The covariance of owning the site and winning, summed over both players (Coulom 2009), given
        that somebody won; at most 0.5, and a little below 0 for a site that does not matter: a
        stone there is missing elsewhere.

        Raises
        ------
        Refused
            Where all games were draws, or it was not counted whose the sites were that may stay
            nobody's.
        """
        if self.critical is None:
            why = "some sites stay empty, and the owners of the others are not counted"
            if self.wins[2] == self.games:
                why = f"all of {self.games:,} random games are draws, so play more of them"
            raise Refused(
                f"{self.match.game.name} has no criticality here: {why}; or ask analysis.distance"
            )
        return self.critical

    def __add__(self, other: Playouts) -> Playouts:
        """The totals of both, as of one run with the games of either.

        Parameters
        ----------
        other : Playouts
            Totals from the same position with other seeds.

        Raises
        ------
        Refused
            If the positions differ, or both count games of one seed.
        """
        if not isinstance(other, Playouts):
            return NotImplemented
        ours, theirs = self.match, other.match
        if len({(m.game, m.position.owners, m.to_move) for m in (ours, theirs)}) > 1:
            raise Refused(
                f"these playouts are from two positions: {described(ours)} {described(theirs)}"
            )
        if twice := set(self.seeds) & set(other.seeds):
            raise Refused(
                f"both count games of seed {min(twice)}, which would count twice: play one of them "
                "with another seed"
            )
        lengths = Counter(self.lengths)
        lengths.update(other.lengths)
        tally = [a + b for a, b in zip(self.tally, other.tally, strict=True)]
        return _result(ours, sorted(self.seeds + other.seeds), tally, lengths)

    def explain(self) -> str:
        """The totals in one paragraph."""
        first, second = self.match.game.players
        text = (
            f"Of {self.games:,} random games from here {first} wins {self.wins[0]:,} and {second} "
            f"{self.wins[1]:,}"
        )
        text += f", {self.wins[2]:,} are draws" if self.wins[2] else ""
        turns_ = measured(self.length, self.length_stderr)
        text += f"; {first}'s share is {measured(self.share, self.stderr)}, "
        text += f"after {turns_} more turns on average, measured on {self.measured:,} games."
        critical = self.critical or {}
        most = sorted(critical, key=lambda name: -critical[name])[:3]
        if most := [name for name in most if critical[name] > by_chance(self)]:
            text += f" What matters most: {', '.join(most)}."
        return text

    def marks(self) -> tuple[Mark, ...]:
        """The criticality as a shade of each site, for a figure or a widget.

        Raises
        ------
        Refused
            Where there is no criticality, as where all games were draws.
        """
        return (Mark("criticality", "good", values=self.criticality),)


def playouts(
    m: Match,
    n: int,
    seed: int | Generator = 0,
    executor: Any = None,
    *,
    seconds: float | None = None,
    progress: bool | Callable[[int], Any] = False,
    checkpoint: str | Path | None = None,
) -> Playouts:
    """Play n uniformly random games from a position to the end, and count.

    Parameters
    ----------
    m : Match
        A match that is not over. No game in it swaps.
    n : int
        How many games.
    seed : int or numpy.random.Generator, default 0
        The same seed gives the same totals, whatever runs them. From a generator a seed is drawn;
        the answer keeps it in `seeds`.
    executor : concurrent.futures.Executor, optional
        Where to run: left out, in this process; else anything with `submit`, such as a
        ProcessPoolExecutor or a Dask client. It is sent the text record of the match and
        numbers, and for a game of your own the rules, whose functions it has to import. What is
        compiled is so before processes are forked; other workers compile it for themselves.
    seconds : float, optional
        A time limit; the answer then counts the games that were ready, at least one chunk.
    progress : bool or callable, default False
        Show a bar, where tqdm is installed; or a function that is called with how many games more
        are done. What it raises ends the work.
    checkpoint : str or Path, optional
        A file that keeps finished chunks, so that the same call goes on where an earlier one
        stopped, and a call for more games where one for fewer ended: only its last chunk, up to
        2^18 games in bulk or 2^15 one by one, is played again; in bulk, all of fewer than 2^20.

    Returns
    -------
    Playouts
        `games`, `wins` (FIRST, SECOND, draws), `share` and `stderr` of FIRST, `length` in turns
        and `lengths`, and `criticality` by name; with `explain`, `draw` and `to_dict`. Totals of
        other seeds can be added: `a + b`.

    Raises
    ------
    Refused
        If the match is over, `n` is not above 0, the executor breaks or cannot import the rules of
        a game of your own, or the checkpoint belongs to another call.

    Notes
    -----
    *playout*: a game played to its end with each claim drawn uniformly from the legal ones.

    *share*: the part of the playouts that FIRST wins, a draw counting half.

    *criticality*: of a site s, over the playouts that somebody wins: P(owner of s wins) minus the
    sum over both players of P(player owns s) P(player wins). (Coulom 2009, where no game is drawn.)
    A site that stays nobody's, as half of the sites of Antipalos do, has no owner who could win.

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
    many, start = integer(n), seeded(seed)
    if many is None or many < 1:
        raise Refused(f"{shown(n)} is no number of games: give a whole number above 0")
    if start is None:
        raise Refused(f"{shown(seed)} is no seed: give a whole number")
    if seconds is not None and duration(seconds) is None:
        raise Refused(f"{shown(seconds)} is no time limit: give seconds above 0")
    job = planned(m, many, start)
    own = () if executor is None else sendable(m.game.rules)
    head = {"nbgames playouts": job.key}
    old = kept(checkpoint, "position or seed", head)
    last = max((key for key in old if type(key) is int), default=-1)
    done = {
        chunk: old[chunk]
        for chunk in takewhile(last.__ge__, job.chunks())
        if job.has(chunk, old.get(chunk), m.game)
    }
    stop = math.inf if seconds is None else monotonic() + seconds
    if will_fork(executor):
        wait()  # a copy made while a thread compiles could not compile itself
        if job.fast:
            tallied(m.game, m.position, 1, 0, fast=True)  # once, and not in each worker
    with bar(many, "game", progress) as ready:
        ready(sum(map(job.games, done)))
        for group, tallies in carried_out(
            _grouped(
                (chunk for chunk in job.chunks() if chunk not in done),
                TOGETHER if executor is not None and job.fast else 1,
            ),
            lambda group: [played(m, job, chunk) for chunk in group],
            executor,
            lambda group: (remote, job.record, many, start, group, *own),
            stop,
        ):
            for chunk, tally in zip(group, tallies, strict=True):
                done[chunk] = tally
                keep(checkpoint, chunk, tally)
                ready(job.games(chunk))
    total = [sum(numbers) for numbers in zip(*done.values(), strict=True)]
    return _result(m, [start], total, _lengths(m, many, start))


def _grouped(chunks: Iterator[int], count: int) -> Iterator[tuple[int, ...]]:
    """So many at a time, and at the end what is left."""
    while group := tuple(islice(chunks, count)):
        yield group


def _lengths(m: Match, n: int, seed: int) -> dict[int, int]:
    """Of games played one by one, since full boards do not say when the game was over."""
    count = min(n, MEASURED, max(16, SITES // m.game.board.claimable))
    state = Random(f"{seed} turns").getrandbits(34)
    return turns(m.game, m.position, count, state, fast=False)  # too few for a compiler


def _result(m: Match, seeds: list[int], total: Tally, lengths: Mapping[int, int]) -> Playouts:
    games, first, second, drawn, squares, products, sizes = total[:NUMBERS]
    share = (2 * first + drawn) / (2 * games)
    spread = max(0.0, squares - 4 * share * products + 4 * share * share * sizes)
    error = math.inf
    if sizes < games * games:  # two batches or more
        error = math.sqrt(spread / (1 - sizes / games**2)) / (2 * games)
    critical = errors = None
    sites = m.game.board.claimable
    if drawn < games and (_all_owned(m.game) or len(total) > NUMBERS + 3 * sites):
        names = m.game.board.names[:sites]
        found = {name: _criticality(total, sites, k) for k, name in enumerate(names)}
        critical = {name: value for name, (value, _) in found.items()}
        errors = {name: error for name, (_, error) in found.items()}
    return Playouts(
        match=m,
        games=games,
        wins=(first, second, drawn),
        share=share,
        stderr=error,
        **_mean_length(lengths),
        seeds=tuple(seeds),
        lengths=dict(sorted(lengths.items())),
        critical=critical,
        critical_stderr=errors,
        tally=tuple(total),
    )


def _mean_length(lengths: Mapping[int, int]) -> dict[str, Any]:
    count = sum(lengths.values())
    mean = sum(number * games for number, games in lengths.items()) / count
    squares = sum((number - mean) ** 2 * games for number, games in lengths.items())
    error = math.sqrt(squares / (count - 1) / count) if count > 1 else math.inf
    return {"length": mean, "length_stderr": error, "measured": count}


def _criticality(total: Tally, sites: int, site: int) -> tuple[float, float]:
    """Of a site, with its standard error: that of the mean of its first-order terms by game."""
    wins = total[1:3]
    decisive = sum(wins)
    first = [total[NUMBERS + who * sites + site] for who in (1, 2)]
    second = [games - own for games, own in zip(wins, first, strict=True)]
    if len(total) > NUMBERS + 3 * sites:
        second = [total[NUMBERS + (3 + who) * sites + site] for who in (1, 2)]
    lead = (sum(first) - sum(second)) / decisive  # of FIRST's games with the site over SECOND's
    share = wins[0] / decisive
    terms = [
        (count, (holder - lead) * (won - share))
        for won, games, *owned in zip((1, 0), wins, first, second, strict=True)
        for holder, count in zip((1, -1, 0), (*owned, games - sum(owned)), strict=True)
    ]
    mean = sum(count * term for count, term in terms) / decisive
    squares = sum(count * term * term for count, term in terms) / decisive
    error = math.inf
    if decisive > 1:
        error = math.sqrt(max(0.0, squares - mean * mean) / (decisive - 1))
    return mean, error


def by_chance(found: Playouts) -> float:
    """Up to which criticality chance alone may lift any of the empty sites.

    A site that does not matter has an owner, 1 or -1, who has nothing to do with who won, so that
    its standard error is at most sqrt(p (1 - p) / n), of n decisive games of which FIRST wins the
    share p. A normal variable is more than t standard errors too high with a probability of at most
    exp(-t^2 / 2) (Chernoff's bound [1]_). Of k sites at least one is with at most k times that
    probability (Bonferroni's method [2]_), however they depend on each other: with at most the
    level of `SIGNIFICANCE`, a, if t = sqrt(2 log(k / a)).

    References
    ----------
    .. [1] S. Boucheron, G. Lugosi, P. Massart, "Concentration inequalities", 2013, section 2.2.
    .. [2] L. Wasserman, "All of statistics", 2004, section 10.7.
    """
    first, second, _ = found.wins
    sites = len(found.match.game.empty(found.match.position.owners))
    error = math.sqrt(first * second / (first + second) ** 3)
    return max(NOISE, math.sqrt(2 * math.log(sites / SIGNIFICANCE)) * error)


@lru_cache(maxsize=32)
def _all_owned(game: Game) -> bool:
    """Is every site somebody's in the end? Seen in one random game, filled to the end."""
    owners, who = bytearray(game.start().owners), FIRST
    order = game.empty(owners)
    Random(0).shuffle(order)
    for site in order:
        if owners[site] == EMPTY:
            who = game.rules.step(game.board.net, owners, site, who)
    return max(owners[: game.board.claimable]) <= SECOND
