"""Reviews a match: what each move cost, exactly where positions are solved, else by estimate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from random import Random
from typing import Any, ClassVar

from ..core.errors import Refused, shown
from ..core.position import FIRST, RESIGN, SWAP
from ..play.endings import ENDINGS
from ..play.match import Match
from .answers import in_notebook, to_dict, to_frame, whole
from .chunks import bar
from .judging import Move, judged, move_between
from .remarks import Remark
from .values import BATCHES, Value, estimate, exact_value

GAMES = 4096  # random games for an estimate


@dataclass(frozen=True, slots=True)
class Review:
    """All remarks on a match, as `review` makes them.

    Attributes
    ----------
    match : Match
        The match that was looked over.
    remarks : tuple of Remark
        One for each word of `match.moves`, swaps and resignations included.
    curve : tuple of float
        The prospects of FIRST's stones, 0 to 1, before each word and at the end; a swap that may
        follow is not counted.
    decided : int or None
        The number of words after which the result was forced: from there on it is proven, and no
        word changed it. None where the last position is not settled, or the match ended off the
        board, by agreement or forfeit.
    """

    match: Match = field(repr=False)
    remarks: tuple[Remark, ...]
    curve: tuple[float, ...] = field(repr=False)
    decided: int | None = None

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

    def draw(self, ax: Any = None, *, figsize: tuple[float, float] | None = None) -> Any:
        """The curve of FIRST's prospects, on matplotlib axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw on; left out, a new figure.
        figsize : tuple of float, optional
            Width and height in inches of a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            The axes; their label is the alternative text.
        """
        from ..draw.charts import prospects

        worst = [remark.move for remark in self.worst]
        return prospects(self.curve, worst, self.match.game.players[0], ax, figsize)


def review(
    m: Match,
    *,
    games: int = GAMES,
    nodes: int = 3_000,
    seed: int = 0,
    progress: bool | Callable[[int], Any] = False,
) -> Review:
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
    progress : bool or callable, default False
        Show a bar, where tqdm is installed; or a function that is called with how many words more
        are done. What it raises ends the work.

    Returns
    -------
    Review
        `remarks` (one `Remark` a word: `loss`, `exact`, `error`, `better`, `before`, `after`),
        `curve` (prospects of FIRST's stones, 0 to 1), `decided` (the number of words after which
        the result was forced) and `worst`; with `explain`, `annotated` and `draw`.

    Raises
    ------
    Refused
        If nothing has been played, or `games` is below 8.

    Notes
    -----
    *loss*: of a word, the value of the position before it minus the value that it leaves, both for
    whoever moved; never negative where both are exact. A swap counts: who may swap gets the better
    of the two sides, so an opening is worth the lesser of them to whoever made it (where margins
    count, minus their size; of an estimated share p, the lesser of p and 1 - p).

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
    boards = [_board_value(stages[0], games, nodes, rng)]
    moves, remarks = [], []
    with bar(len(m.moves), "word", progress) as ready:
        for n, word in enumerate(m.moves):
            after = stages[n + 1]
            same = word in (SWAP, RESIGN)
            boards.append(boards[-1] if same else _board_value(after, games, nodes, rng))
            pair = boards[-2], boards[-1]
            moves.append(move_between(n + 1, word, (stages[n], after), pair, nodes))
            remarks.append(judged(moves[-1], games, rng))
            ready(1)
    curve = tuple(value.share for value in boards)
    return Review(m, tuple(remarks), curve, _decided(m, moves))


def _board_value(m: Match, games: int, nodes: int, rng: Random) -> Value:
    return exact_value(m, nodes) or estimate(m, games, rng)


def _decided(m: Match, moves: list[Move]) -> int | None:
    """After how many words the result was proven, and no word changed it any more."""
    results = _results(moves)
    last = results[-1]
    if last is None or (m.outcome and m.outcome.by in ENDINGS):
        return None
    same = takewhile(lambda result: result == last, reversed(results))
    return len(results) - len(list(same))


def _results(moves: list[Move]) -> list[int | None]:
    """After each number of words the proven result for whoever had FIRST's stones at the start."""
    side, found = FIRST, [_sign(moves[0].had, FIRST)]
    for move, then in zip_longest(moves, moves[1:]):
        left = _sign(move.left, side)
        side = 3 - side if move.word == SWAP else side
        found.append(left if left is not None or then is None else _sign(then.had, side))
    return found


def _sign(value: Value, who: int) -> int | None:
    score = value.score_for(who)
    return None if score is None else (score > 0) - (score < 0)
