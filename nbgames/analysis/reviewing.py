"""Reviews a match: what each move cost, exactly where positions are solved, else by estimate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any, ClassVar

from ..core.errors import Refused, shown
from ..core.position import FIRST, RESIGN, SECOND, SWAP
from ..play.endings import ENDINGS
from ..play.match import Match
from .answers import in_notebook, to_dict, to_frame, whole
from .chunks import bar, carried_out, keep, kept, sendable
from .judging import Judged, judged_word, read_judged, remote_word
from .remarks import Remark
from .simulation.bulk import filler
from .values import (
    BATCHES,
    Asked,
    Value,
    proven_backwards,
    read_value,
    remote_value,
    valued,
)

GAMES = {True: 4096, False: 1024}  # random games for an estimate: many at a time, or one by one


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
    errors: tuple[float, ...] = field(default=(), repr=False)

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

    def said(self, after: int) -> str:
        """What is known after so many words: of the last of them, and of the position.

        Parameters
        ----------
        after : int
            A number of words, 0 to that of the whole match.

        Returns
        -------
        str
            One or two sentences.

        Examples
        --------
        >>> import nbgames
        >>> from nbgames import analysis
        >>> m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
        >>> print(analysis.review(m).said(3))
        X's C3: as good as any. From here on O wins whatever X does: proven.
        """
        players, parts = self.match.game.players, []
        if after:
            r = self.remarks[after - 1]
            mark = f" {r.mark}" if r.mark else ""
            joint = "" if r.costly else ":"
            parts.append(f"{players[r.who - 1]}'s {r.word}{mark}{joint} {r}.")
        share, error = self.curve[after], self.errors[after]
        winner = {1: FIRST, 0: SECOND}.get(share)
        if error:
            parts.append(f"{players[0]}'s prospects here: {share:.0%} ± {error:.0%}, an estimate.")
        elif self.decided is not None and after >= self.decided:
            parts.append(self._settled(winner))
        elif winner is None:
            parts.append("With best play this is a draw: proven.")
        else:
            parts.append(f"With best play {players[winner - 1]} wins from here: proven.")
        return " ".join(parts)

    def _settled(self, winner: int | None) -> str:
        """That no word changes the result any more."""
        players = self.match.game.players
        if winner is None:
            return "From here on neither can win: proven."
        won, lost = players[winner - 1], players[2 - winner]
        return f"From here on {won} wins whatever {lost} does: proven."

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
    games: int | None = None,
    nodes: int = 3_000,
    seed: int = 0,
    executor: Any = None,
    progress: bool | Callable[[int], Any] = False,
    checkpoint: str | Path | None = None,
) -> Review:
    """What each move of a match cost: exactly where it can be solved, else by an estimate.

    Parameters
    ----------
    m : Match
        A match with at least one move; it need not be over.
    games : int, optional
        Random games for each estimate, at least 8; left out, 4096 where many are played at a time,
        else 1024, which takes longer (Copolymer).
    nodes : int, default 3000
        Nodes that an exact answer may take; what takes more is estimated. From the end backwards
        each position is tried until one takes more, and elsewhere those with few empty sites.
    seed : int, default 0
        Seed of the random games; the same seed gives the same review.
    executor : concurrent.futures.Executor, optional
        Where to run, as in `playouts`; the review is the same.
    progress : bool or callable, default False
        Show a bar, where tqdm is installed; or a function that is called with how many words more
        are done: 0 for each position that is valued first. What it raises ends the work.
    checkpoint : str or Path, optional
        A file that keeps what is done, so that the same call goes on where an earlier one stopped.

    Returns
    -------
    Review
        `remarks` (one `Remark` a word: `loss`, `exact`, `error`, `better`, `before`, `after`),
        `curve` (prospects of FIRST's stones, 0 to 1), `decided` (the number of words after which
        the result was forced) and `worst`; with `explain`, `annotated` and `draw`.

    Raises
    ------
    Refused
        If nothing has been played, `games` is below 8, the executor breaks or cannot import the
        rules of a game of your own, or the checkpoint belongs to another call.

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
    games = GAMES[filler(m.game) is not None] if games is None else games
    if type(games) is not int or games < BATCHES:
        raise Refused(f"{shown(games)} is too few games: give at least {BATCHES}")
    asked = Asked(str(m), games, nodes, seed)
    old = kept(checkpoint, "match, or of other games, nodes or seed", {"nbgames review": asked.key})
    own = () if executor is None else sendable(m.game.rules)
    sources = _sources(m)
    values: dict[int, Value] = {}
    found: dict[int, Judged] = {}

    def pair(n: int) -> tuple[Value, Value]:
        return values[sources[n - 1]], values[sources[n]]

    with bar(len(m.moves), "word", progress) as ready:
        for n in set(sources):
            if value := read_value(old.get(f"position {n}")):
                values[n] = value
        for n, row in carried_out(
            sorted(set(sources) - values.keys()),
            lambda n: valued(m, asked, n),
            executor,
            lambda n: (remote_value, asked, n, *own),
        ):
            values[n] = row
            keep(checkpoint, f"position {n}", list(row))
            ready(0)
        for n, row in proven_backwards(m, sources, values, nodes):
            values[n] = row
            keep(checkpoint, f"position {n}", list(row))
            ready(0)
        for n in range(1, len(m.moves) + 1):
            if known := read_judged(m, n, old.get(f"word {n}")):
                found[n] = known
        ready(len(found))
        for n, done in carried_out(
            [n for n in range(1, len(m.moves) + 1) if n not in found],
            lambda n: judged_word(m, asked, n, pair(n)),
            executor,
            lambda n: (remote_word, asked, n, pair(n), *own),
        ):
            found[n] = done
            keep(checkpoint, f"word {n}", done.row)
            ready(1)
    words = [found[n] for n in range(1, len(m.moves) + 1)]
    curve = tuple(values[n].share for n in sources)
    errors = tuple(
        0.0 if values[n].score is not None else 2 * (values[n].error or 0.1) for n in sources
    )
    return Review(m, tuple(word.remark for word in words), curve, _decided(m, words), errors)


def refined(
    m: Match, *, nodes: int = 3_000, seed: int = 0
) -> Iterator[tuple[float, Review | None]]:
    """Reviews of a match, each better than the one before; the share of the work that is done."""
    for share, games in ((0.2, 64), (1.0, 512)):
        for k in range(3):
            yield share * k / 3, None
        yield share, review(m, games=games, nodes=nodes // 10, seed=seed)


def _sources(m: Match) -> list[int]:
    """After each number of words, since how many the board has had its value."""
    found = [0]
    for n, word in enumerate(m.moves, 1):
        found.append(found[-1] if word in (SWAP, RESIGN) else n)
    return found


def _decided(m: Match, moves: list[Judged]) -> int | None:
    """After how many words the result was proven, and no word changed it any more."""
    results = _results(m, moves)
    last = results[-1]
    if last is None or (m.outcome and m.outcome.by in ENDINGS):
        return None
    same = takewhile(lambda result: result == last, reversed(results))
    return len(results) - len(list(same))


def _results(m: Match, moves: list[Judged]) -> list[int | None]:
    """After each number of words the proven result for whoever had FIRST's stones at the start."""
    side, found = FIRST, [_sign(moves[0].had, FIRST)]
    for word, move, then in zip_longest(m.moves, moves, moves[1:]):
        left = _sign(move.left, side)
        side = 3 - side if word == SWAP else side
        found.append(left if left is not None or then is None else _sign(then.had, side))
    return found


def _sign(value: Value, who: int) -> int | None:
    score = value.score_for(who)
    return None if score is None else (score > 0) - (score < 0)
