"""Playouts: random games from a position, who wins them, and how critical each site is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, ClassVar

from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.position import EMPTY, FIRST, SECOND
from ..draw.marks import Mark
from ..play.match import Match
from .answers import draw, in_notebook, to_dict, to_frame, told, whole
from .chunks import bar, carried_out, keep, kept
from .simulation.sequential import turns
from .tallies import NUMBERS, Job, Tally, planned, played, remote, sendable

MEASURED, SITES = 256, 20_000  # games whose turns are counted, fewer on a large board
NOISE = 1e-9  # of a criticality that is 0, as where one player wins all games


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

    each: ClassVar[tuple[str, ...]] = ("critical",)

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    @property
    def criticality(self) -> Mapping[str, float]:
        """By name, how much more often than by chance the last owner of a site has won.

        The covariance of owning the site and winning, summed over both players (Coulom 2009); at
        most 0.5, and a little below 0 for a site that does not matter: a stone there is missing
        elsewhere.

        Raises
        ------
        Refused
            Where all games were draws, or sites stay nobody's, as in Antipalos.
        """
        if self.critical is None:
            drawn = f"{self.wins[2] / self.games:.2%} of its random games are draws"
            why = f"{drawn}" if self.wins[2] == self.games else f"sites stay nobody's, and {drawn}"
            raise Refused(
                f"{self.match.game.name} has no criticality: {why}, so they do not say which site "
                "matters; ask analysis.distance instead"
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
        critical = self.critical or {}
        most = sorted(critical, key=lambda name: -critical[name])[:3]
        if most := [name for name in most if critical[name] > NOISE]:
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
        ProcessPoolExecutor or a Dask client. It is sent the text record of the match and
        numbers, and for a game of your own the rules, whose functions it has to import.
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
        If the match is over, `n` is not above 0, the executor breaks or cannot import the rules of
        a game of your own, or the checkpoint belongs to another call.

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
    job = planned(m, n, seed)
    own = () if executor is None else sendable(m.game.rules)
    head = {"nbgames playouts": job.key}
    done = kept(checkpoint, "position, number of games or seed", head)
    left = [index for index in job.chunks if index not in done]
    stop = math.inf if seconds is None else monotonic() + seconds
    with bar(n, "game", progress) as ready:
        ready(sum(map(job.games, done)))
        for index, tally in carried_out(
            left,
            lambda index: played(m, job, index),
            executor,
            lambda index: (remote, job.record, n, seed, index, *own),
            stop,
        ):
            done[index] = tally
            keep(checkpoint, index, tally)
            ready(job.games(index))
    return _result(m, job, [done[index] for index in sorted(done)])


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
    critical = _criticality(m, total) if drawn < games and _all_owned(m.game) else None
    return Playouts(
        m, games, (first, second, drawn), share, error, length / measured, measured, critical
    )


def _criticality(m: Match, total: Tally) -> dict[str, float]:
    board, (games, first, second) = m.game.board, total[:3]
    sites = board.claimable
    wins, losses = first / games, 1 - first / games - (games - first - second) / games
    found = {}
    for site in range(sites):
        drawn, won, lost = (total[NUMBERS + who * sites + site] for who in range(3))
        owned = (drawn + won + lost) / games
        same = (won + second - lost) / games  # FIRST has both, or SECOND has
        found[board.names[site]] = same - owned * wins - (1 - owned) * losses
    return found


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
