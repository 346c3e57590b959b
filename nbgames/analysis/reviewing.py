"""Reviews a match: what each move cost, exactly where positions are solved, else by estimate."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from random import Random
from typing import Any, ClassVar, NamedTuple

from ..core.errors import Refused, shown
from ..core.position import RESIGN, SWAP
from ..play.match import Match
from .answers import in_notebook, to_dict, to_frame, whole
from .capabilities import obliges
from .evaluation import evaluate
from .forced import threats
from .remarks import Remark
from .values import BATCHES, Value, bare, estimate, exact_value

GAMES, BETTER = 4096, 3  # random games for an estimate; moves compared


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

    each: ClassVar[tuple[str, ...]] = ("remarks",)
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

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
    values = [exact_value(stage, nodes) or estimate(stage, games, rng) for stage in stages]
    remarks = []
    for n, word in enumerate(m.moves):
        if word in (SWAP, RESIGN) or stages[n + 1].is_open:
            continue
        move = Move(n + 1, word, stages[n], stages[n + 1], values[n], values[n + 1])
        remarks.append(_exact(move) or _estimate(move, games, rng))
    return Review(m, tuple(remarks), tuple(value.share for value in values))


class Move(NamedTuple):
    """A move between two positions."""

    number: int
    word: str
    before: Match
    after: Match
    had: Value
    left: Value


def _exact(move: Move) -> Remark | None:
    """The difference of two exact values; where all is lost there is nothing to lose."""
    who, counts = move.before.position.to_move, obliges(move.before.game)
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
    if after.outcome or after.game.rules.scored:
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
    """Moves to compare with: a known best one, sites of threats, and the best by evaluation."""
    game, position = move.before.game, bare(move.before)
    if move.had.word:
        return [move.had.word.split(",")[0]]
    names = game.board.names
    worth = evaluate(game, position, games, rng.getrandbits(32)).worth
    order = sorted(worth, key=lambda site: -worth[site])[:BETTER]
    danger = () if game.rules.scored else threats(move.before, 3 - position.to_move)
    return list(dict.fromkeys([*danger[:BETTER], *(names[site] for site in order)]))


def _seen(m: Match, games: int, rng: Random) -> Value:
    """The value without a search: exact if the match is over or won at once."""
    return exact_value(m, 0) or estimate(m, games, rng)
