"""A match looked over: what each move cost, exactly where it can be solved, else by estimate."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from ..core.errors import Refused, shown
from ..core.position import EMPTY, FIRST, RESIGN, SWAP, Position
from ..play.match import Match
from .answers import counted, whole
from .evaluation import guess
from .forced import threats
from .sampling import tallied
from .solving import settled

GAMES, BATCHES, BETTER = 4096, 8, 3  # random games for an estimate, in batches; moves compared
SOLVED = {True: 14, False: 9}  # empty sites up to which a position is solved: where cells count
FORCED, TENTH = 40, 10  # up to so many, a tenth of the nodes, since threats may decide
SLIGHT = 0.02  # an estimated loss that is worth a word


@dataclass(frozen=True, slots=True)
class Remark:
    """What one move cost its player; a loss of 0 is a best move.

    Attributes
    ----------
    move : int
        The number of the move, from 1.
    word : str
        The word of the record.
    who : int
        Whose move it was, FIRST or SECOND.
    loss : float
        If `exact`: cells in Copolymer, elsewhere 1 from a win to a draw or from a draw to a loss
        and 2 from a win to a loss. If estimated: a share of random games, 0 to 1, or of the
        currents in Antipalos.
    error : float or None
        The standard error of an estimated loss; 0.0 for an exact one; None where it is not known.
    exact : bool
        Whether the loss is proven.
    cost : float
        The loss in prospects, 0 to 1.
    better : str
        A word that would have been better, or as good.
    cells : bool
        Whether an exact loss is in cells.
    answer : str
        The reply that wins at once; "" if there is none.
    """

    move: int
    word: str
    who: int
    loss: float
    error: float | None
    exact: bool
    cost: float
    better: str
    cells: bool = False
    answer: str = ""

    @property
    def costly(self) -> bool:
        """Whether the move cost something, as far as is known."""
        return self.loss > (0 if self.exact else max(SLIGHT, 2 * (self.error or 0)))

    def __str__(self) -> str:
        if not self.costly:
            return "as good as any" if self.exact else "nothing better is known"
        why = f", for {self.answer} wins at once" if self.answer else ""
        return f"{self._lost()}{why}: {self.better} {'was' if self.exact else 'looks'} better"

    def _lost(self) -> str:
        if not self.exact:
            doubt = (
                ", as currents judge"
                if self.error is None
                else f" ± {self.error:.0%} of random games"
            )
            return f"costs about {self.loss:.0%}{doubt}"
        if self.cells:
            return f"loses {counted(self.loss, 'cell')}{' and the game' if self.cost else ''}"
        return "throws the win away" if self.loss == 2 else "costs half a point"


@dataclass(frozen=True, slots=True)
class Review:
    """All remarks on a match, as `review` makes them.

    Attributes
    ----------
    match : Match
        The match that was looked over.
    remarks : tuple of Remark
        One for each move that ends a turn, without swaps and resignations: `move`, `word`, `who`,
        `loss`, `error`, `exact`, `cost`, `better`, `cells` and `answer`.
    curve : tuple of float
        FIRST's prospects, 0 to 1, before each move and at the end.
    """

    match: Match = field(repr=False)
    remarks: tuple[Remark, ...]
    curve: tuple[float, ...] = field(repr=False)

    @property
    def worst(self) -> tuple[Remark, ...]:
        """The three moves that cost most: by prospects first, then by cells."""
        costly = [r for r in self.remarks if r.costly]
        return tuple(sorted(costly, key=lambda r: (-r.cost, -r.loss, r.move))[:3])

    def explain(self) -> str:
        """The worst moves in plain words."""
        if not self.worst:
            return "No move is known to have cost anything."
        players = self.match.game.players
        return " ".join(f"Move {r.move}, {players[r.who - 1]}'s {r.word}, {r}." for r in self.worst)

    def annotated(self) -> Match:
        """The match with a comment on each move that cost something."""
        m = self.match
        for r in self.remarks:
            if r.costly:
                said = f"{m.comments[r.move]} {r}" if r.move in m.comments else str(r)
                m = m.comment(said, r.move)
        return m

    def draw(self, ax: Any = None) -> Any:
        """The curve of FIRST's prospects, on matplotlib axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw on; left out, a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            The axes; their label is the alternative text.
        """
        from ..draw.charts import prospects

        worst = [remark.move for remark in self.worst]
        return prospects(self.curve, worst, self.match.game.players[0], ax)


def review(m: Match, *, games: int = GAMES, nodes: int = 3_000, seed: int = 0) -> Review:
    """What each move of a match cost: exactly where it can be solved, else by an estimate.

    Parameters
    ----------
    m : Match
        A match with at least one move; it need not be over.
    games : int, default 4096
        Random games for each estimate, at least 8.
    nodes : int, default 3000
        Nodes that an exact answer may take; what takes more is estimated.
    seed : int, default 0
        Seed of the random games; the same seed gives the same review.

    Returns
    -------
    Review
        `remarks` (one `Remark` a move: `loss`, `exact`, `error`, `better`), `curve` (FIRST's
        prospects, 0 to 1) and `worst`; with `explain`, `annotated` and `draw`.

    Raises
    ------
    Refused
        If nothing has been played, or `games` is below 8.

    Notes
    -----
    *loss*: of a move, the value of the position before it minus the value that it leaves, both for
    whoever moved; never negative where both are exact.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
    >>> print(analysis.review(m).remarks[0])  # the centre is a bad first move
    loses 2 cells and the game: A1 was better
    """
    if not whole(m).moves:
        raise Refused("there is nothing to review: nobody has moved yet")
    if type(games) is not int or games < BATCHES:
        raise Refused(f"{shown(games)} is too few games: give at least {BATCHES}")
    rng = Random(seed)
    stages = [m.at(n) for n in range(len(m.moves) + 1)]
    values = [_value(stage, nodes) or _share(stage, games, rng) for stage in stages]
    remarks = []
    for n, word in enumerate(m.moves):
        if word in (SWAP, RESIGN) or stages[n + 1].is_open:
            continue
        move = Move(n + 1, word, stages[n], stages[n + 1], values[n], values[n + 1])
        remarks.append(_exact(move) or _estimate(move, games, rng))
    return Review(m, tuple(remarks), tuple(value.share for value in values))


class Value(NamedTuple):
    """What a position is worth to FIRST.

    `share` is from 0 to 1; where it is exact, `score` is in cells where they count, else 1, 0 or
    -1, and `word` a turn that keeps it, if that is known.
    """

    share: float
    error: float | None = 0.0
    score: int | None = None
    word: str = ""

    def seen_by(self, who: int) -> float:
        return self.share if who == FIRST else 1 - self.share


class Move(NamedTuple):
    """A move between two positions."""

    number: int
    word: str
    before: Match
    after: Match
    had: Value
    left: Value


def _known(score: int, who: int, word: str = "") -> Value:
    """An exact value from a score for who."""
    score = score if who == FIRST else -score
    return Value((1 + (score > 0) - (score < 0)) / 2, 0.0, score, word)


def _value(m: Match, nodes: int) -> Value | None:
    """The exact value of what lies on the board, where it can be had."""
    game, position, who = m.game, _bare(m), m.position.to_move
    counts = game.rules.by == "majority"
    if end := game.outcome(position):
        if counts:
            return _known(position.owners.count(who) - position.owners.count(3 - who), who)
        return _known({None: 0, who: 1}.get(end.winner, -1), who)
    if not counts and (at_once := threats(m, who)):
        return _known(1, who, at_once[0])
    empty = position.owners[: game.board.claimable].count(EMPTY)
    if empty > SOLVED[counts]:
        if counts or empty > FORCED:
            return None
        nodes //= TENTH
    found = settled(game, position, nodes)
    if found is None:
        return None
    score, turn, _ = found
    return _known(score, who, ",".join(game.board.names[site] for site in turn))


def _bare(m: Match) -> Position:
    return Position(m.position.owners, m.position.to_move)


def _exact(move: Move) -> Remark | None:
    """The difference of two exact values; where all is lost there is nothing to lose."""
    who, counts = move.before.position.to_move, move.before.game.rules.by == "majority"
    had, left = move.had, move.left
    if had.score is not None and not counts and had.seen_by(who) == 0:
        left = had
    if had.score is None or left.score is None:
        return None
    loss, cost = abs(had.score - left.score), had.seen_by(who) - left.seen_by(who)
    answer = _answer(move) if cost else ""
    return Remark(move.number, move.word, who, loss, 0.0, True, cost, had.word, counts, answer)


def _answer(move: Move) -> str:
    """The reply that wins at once, if there is one."""
    after = move.after
    if after.outcome or after.game.rules.by == "majority":
        return ""
    return next(iter(threats(after, after.position.to_move)), "")


def _estimate(move: Move, games: int, rng: Random) -> Remark:
    """The share of the best of a few others less that of the move, each from games of its own."""
    before, left, who = move.before, move.left, move.before.position.to_move
    first = move.word.split(",")[0]
    if first != move.word:  # first claims are compared, since of the others no more is known
        left = _seen(before.play(first), games, rng)
    others = {name: before.play(name) for name in _candidates(move, games, rng) if name != first}
    trial = {name: _seen(then, games, rng).seen_by(who) for name, then in others.items()}
    better = max(trial, key=lambda name: trial[name], default=first)
    best = _seen(others[better], games, rng) if others else left
    loss = max(0.0, best.seen_by(who) - left.seen_by(who))
    known = best.error is not None and left.error is not None
    error = hypot(best.error or 0, left.error or 0) if known else None
    answer = _answer(move) if loss else ""
    return Remark(move.number, move.word, who, loss, error, False, loss, better, answer=answer)


def _candidates(move: Move, games: int, rng: Random) -> list[str]:
    """What might have been better: what is known to be, what parries, and what a glance prefers."""
    game, position = move.before.game, _bare(move.before)
    if move.had.word:
        return [move.had.word.split(",")[0]]
    names = game.board.names
    worth = guess(game, position, games, rng.getrandbits(32)).worth
    order = sorted(worth, key=lambda site: -worth[site])[:BETTER]
    danger = () if game.rules.by == "majority" else threats(move.before, 3 - position.to_move)
    return list(dict.fromkeys([*danger[:BETTER], *(names[site] for site in order)]))


def _seen(m: Match, games: int, rng: Random) -> Value:
    """The value at a glance: exact if the match is over or won at once."""
    return _value(m, 0) or _share(m, games, rng)


def _share(m: Match, games: int, rng: Random) -> Value:
    """How likely FIRST wins from here, by random games or by currents, with its standard error."""
    game, position = m.game, _bare(m)
    if game.rules.draws:
        value = guess(game, position, games, 0).value
        return Value(value if position.to_move == FIRST else 1 - value, None)
    shares = []
    for _ in range(BATCHES):
        drawn, first, _ = tallied(game, position, games // BATCHES, rng.getrandbits(32))[:3]
        shares.append((first + drawn / 2) / (games // BATCHES))
    return Value(mean(shares), stdev(shares) / BATCHES**0.5)
