"""Metrics of a game: how long, wide, decisive and dramatic games are, measured by playing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from math import inf, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, ClassVar

from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.integers import integer, seeded
from ..core.position import Position
from ..draw.marks import Mark
from ..graphs.boards import read
from ..play.match import Match, match
from . import trajectories
from .answers import draw, in_notebook, measured, to_dict, to_frame
from .chunks import bar
from .trajectories import Player, Trajectory

if TYPE_CHECKING:
    from numpy.random import Generator

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean over games, with its standard error.

    Attributes
    ----------
    name : str
        What was measured, as `Metrics` names it.
    value : float or None
        The mean; None where no game has such a number.
    stderr : float
        Its standard error, from the differences between the games; `math.inf` for less than two.
        Of a share of games (`advantage`, `drawn`) it counts one game more of either kind, so that
        none is 0.
    games : int
        How many games have such a number.
    """

    name: str
    value: float | None
    stderr: float
    games: int

    to_dict = to_dict
    to_frame = to_frame

    def explain(self) -> str:
        """The number with its standard error."""
        what = " ".join(self.name.split("_"))
        return f"no {what}" if self.value is None else f"{what} {measured(self.value, self.stderr)}"


@dataclass(frozen=True, slots=True)
class Metrics:
    """What games of a kind are like, each number a `Measure`, as `metrics` finds them.

    `measures` has all of them in a tuple, and `to_frame` a row for each, so that tables of several
    games or sizes may be stacked.

    Attributes
    ----------
    match : Match
        The match whose position the games start from.
    games : int
        How many games were played.
    players : tuple of (str, str)
        Who played FIRST and SECOND: "random", or a computer player as its `repr` shows it.
    evaluations : int
        Random games that each evaluation took.
    seed : int
        The seed of the games.
    advantage : Measure
        FIRST's share of the points, a draw counting a half (Ludii: AdvantageP1).
    drawn : Measure
        The share of games that nobody wins (Browne, Ludii: Drawishness).
    length : Measure
        Turns of a game (Ludii: DurationTurns).
    claims : Measure
        Claims of a game (Ludii: DurationMoves).
    branching : Measure
        How many sites may be claimed, on average over the claims of a game (Ludii: BranchingFactor,
        average).
    coverage : Measure
        The part of the claimable sites that a player owns at the end (Ludii: BoardCoverage).
    lead_changes : Measure
        How often in a game the lead passes from one player to the other (Browne: lead change). A
        player leads whose share exceeds the other's by more than 2 / sqrt(evaluations), two
        standard errors of an even position; with no leader the lead is where it was. Whoever wins
        leads in the end.
    drama : Measure
        In games that somebody wins: by how much share the winner is behind, on average over the
        positions before the end; 0 in those where the other one does not lead (Browne: drama;
        Ludii: DramaAverage).
    decided : Measure
        In games that somebody wins: the part of the claims after which the winner's share first
        exceeds the highest that the loser has in that game, 1 if it never does (Ludii:
        DecisivenessMoves).
    used : mapping of str to float
        For each site that may be claimed, in which part of the games a player owns it at the end.
    """

    match: Match = field(repr=False)
    games: int
    players: tuple[str, str]
    evaluations: int
    seed: int
    advantage: Measure = field(repr=False)
    drawn: Measure = field(repr=False)
    length: Measure = field(repr=False)
    claims: Measure = field(repr=False)
    branching: Measure = field(repr=False)
    coverage: Measure = field(repr=False)
    lead_changes: Measure = field(repr=False)
    drama: Measure = field(repr=False)
    decided: Measure = field(repr=False)
    used: Mapping[str, float] = field(repr=False, hash=False)

    each: ClassVar[tuple[str, ...]] = ("measures",)

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    @property
    def measures(self) -> tuple[Measure, ...]:
        """All numbers, in the order of the fields."""
        values = (getattr(self, f.name) for f in fields(self))
        return tuple(value for value in values if isinstance(value, Measure))

    def explain(self) -> str:
        """All numbers with their standard errors, and who played."""
        first, second = self.players
        who = "random games" if first == RANDOM else f"games of {first} against {second}"
        some = [m for m in self.measures if m.games]
        if not self.match.game.rules.draws:
            some.remove(self.drawn)
        numbers = ", ".join(m.explain() for m in some)
        return f"{self.games:,} {who}: {numbers}."

    def marks(self) -> tuple[Mark, ...]:
        """How often each site is used as a shade, for a figure or a widget."""
        return (Mark("sites used", "good", values=self.used),)


def metrics(
    g: Game | Match,
    games: int = 100,
    players: Player | tuple[Player, Player] | None = None,
    *,
    evaluations: int = 64,
    seed: int | Generator = 0,
    progress: bool | Callable[[int], Any] = False,
) -> Metrics:
    """The metrics of a game, from random games or from games between computer players.

    Parameters
    ----------
    g : Game or Match
        A game, or a match that is not over, from whose position the games start. No game swaps.
    games : int, default 100
        How many games.
    players : Opponent or pair of Opponent, optional
        Who plays, such as `nbgames.opponent(2, nodes=100)`: one for both seats, or FIRST's player
        and SECOND's. In every game they get seeds of their own. Left out, every claim is drawn
        uniformly from the legal ones.
    evaluations : int, default 64
        Random games for each evaluation of a position, of which `lead_changes`, `drama` and
        `decided` are made; 0 leaves these three out. On lattices (Antipalos) positions are
        evaluated by currents and trees instead.
    seed : int or numpy.random.Generator, default 0
        The same seed gives the same numbers, if the players do not depend on the clock.
    progress : bool or callable, default False
        Show a bar, where tqdm is installed; or a function that is called with how many games more
        are done. What it raises ends the work.

    Returns
    -------
    Metrics
        `advantage`, `drawn`, `length`, `claims`, `branching`, `coverage`, `lead_changes`, `drama`
        and `decided`, each a `Measure` with `value` and `stderr`, and `used` by site; with
        `explain`, `draw`, `to_dict` and `to_frame`. `Metrics` defines each of them.

    Raises
    ------
    Refused
        If the match is over, or one of the numbers or players is none.

    Notes
    -----
    *metric*: a number that says what playing a game is like, as a mean over games.

    The share of a position is FIRST's part of the points, as a static evaluation estimates it;
    SECOND's is the rest.

    Numbers from random games are about the board and the rules; numbers from players are about
    play of their strength. The three that rest on evaluations depend on `evaluations` too, since
    small leads are not seen: compare games with the same number.

    References
    ----------
    .. [1] C. Browne and F. Maire, "Evolutionary game design", IEEE Transactions on Computational
       Intelligence and AI in Games 2, 2010; C. Browne, "Automatic generation and evaluation of
       recombination games", PhD thesis, Queensland University of Technology, 2008.
    .. [2] E. Piette, M. Stephenson, D. Soemers and C. Browne, "General board game concepts", IEEE
       Conference on Games, 2021; the concepts of Ludii, https://ludii.games.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> found = analysis.metrics(nbgames.game("copolymer", 3), games=40, seed=1)
    >>> found.claims.value, found.branching.value, found.drawn.value  # always all 7 cells
    (7.0, 4.0, 0.0)
    >>> level = nbgames.opponent(2, nodes=20, seed=0)
    >>> analysis.metrics(nbgames.game("projex", 3), games=10, players=level).players[0]
    'Opponent(level=2, seed=0, seconds=None, nodes=20, ponder=False)'
    """
    made, _ = read(g)
    m = g if isinstance(g, Match) else match(made, swap=False)
    if m.outcome:
        raise Refused(f"there is nothing to play: {m.result()}")
    many, evaluating, start = _numbers(games, evaluations, seed)
    pair = _pair(players)
    position = Position(m.position.owners, m.position.to_move)
    found = []
    with bar(many, "game", progress) as ready:
        for number in range(many):
            found.append(
                trajectories.played(made, position, pair, evaluating, f"metrics {start} {number}")
            )
            ready(1)
    return _metrics(m, found, pair, evaluating, start)


def _metrics(
    m: Match,
    found: list[Trajectory],
    pair: tuple[Player, Player] | None,
    evaluations: int,
    seed: int,
) -> Metrics:
    game = m.game
    used = Counter(site for one in found for site in trajectories.owned(game, one))
    names = game.board.names[: game.board.claimable]
    return Metrics(
        match=m,
        games=len(found),
        players=(RANDOM, RANDOM) if pair is None else (repr(pair[0]), repr(pair[1])),
        evaluations=evaluations,
        seed=seed,
        **_measures(game, found, evaluations),
        used={name: used[site] / len(found) for site, name in enumerate(names)},
    )


def _numbers(games: object, evaluations: object, seed: Any) -> tuple[int, int, int]:
    many, evaluating, start = integer(games), integer(evaluations), seeded(seed)
    if many is None or many < 1:
        raise Refused(f"{shown(games)} is no number of games: give a whole number above 0")
    if evaluating is None or evaluating < 0:
        raise Refused(f"{shown(evaluations)} is no number of games: give a whole number, or 0")
    if start is None:
        raise Refused(f"{shown(seed)} is no seed: give a whole number")
    return many, evaluating, start


def _pair(players: Any) -> tuple[Player, Player] | None:
    if players is None:
        return None
    pair = players if isinstance(players, tuple) else (players, players)
    if len(pair) != 2 or not all(_plays(player) for player in pair):
        raise Refused(
            f"{shown(players)} is no computer player: give nbgames.opponent(level), or two of them"
        )
    return pair


def _plays(player: Any) -> bool:
    known = is_dataclass(player) and not isinstance(player, type)
    return known and hasattr(player, "seed") and callable(getattr(player, "choose", None))


def _measures(game: Game, found: list[Trajectory], evaluations: int) -> dict[str, Measure]:
    sites = game.board.claimable
    seen = found if evaluations else []
    won = [one for one in seen if one.winner]
    least = 2 / sqrt(evaluations) if evaluations else inf
    return {
        "advantage": _share("advantage", map(trajectories.points, found)),
        "drawn": _share("drawn", map(trajectories.drawn, found)),
        "length": _mean("length", map(trajectories.turns, found)),
        "claims": _mean("claims", map(trajectories.claims, found)),
        "branching": _mean("branching", (trajectories.branching(game, one) for one in found)),
        "coverage": _mean(
            "coverage", (len(trajectories.owned(game, one)) / sites for one in found)
        ),
        "lead_changes": _mean(
            "lead_changes", (trajectories.lead_changes(one, least) for one in seen)
        ),
        "drama": _mean("drama", (trajectories.drama(one, least) for one in won)),
        "decided": _mean("decided", map(trajectories.decided, won)),
    }


def _mean(name: str, numbers: Iterable[float]) -> Measure:
    values = list(numbers)
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
    return Measure(name, fmean(values) if values else None, error, len(values))


def _share(name: str, numbers: Iterable[float]) -> Measure:
    """Of numbers from 0 to 1; two more, 0 and 1, keep the error from being 0."""
    values = list(numbers)
    error = stdev([*values, 0, 1]) / sqrt(len(values)) if len(values) > 1 else inf
    return Measure(name, fmean(values), error, len(values))
