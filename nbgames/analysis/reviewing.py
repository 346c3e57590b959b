"""Reviews a match: what each move cost, exactly where positions are solved, else by estimate."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

from ..core.position import FIRST, RESIGN, SECOND, SWAP
from ..play.match import Match
from . import wording
from .capabilities import latticed
from .chunks import bar, kept
from .judging import Judged, is_opening
from .mcts.estimates import finished, leaves_for
from .remarks import side_after
from .reviewed import Review
from .values import Asked, Value, result_of, said
from .weighing import LEAST, Run, asked_of, judged_words, sources_of

GLANCE = 800  # games of a first review, in all
ENDS = (0.07, 0.4, 1.0)  # of the stages of a review that is refined, as shares of its time


def review(
    m: Match,
    *,
    games: int | None = None,
    nodes: int | None = None,
    seed: int = 0,
    executor: Any = None,
    progress: bool | Callable[[int], Any] = False,
    checkpoint: str | Path | None = None,
) -> Review:
    """What each move of a match cost: exactly where it can be solved, else by tree search.

    Parameters
    ----------
    m : Match
        A match with at least one move; it need not be over.
    games : int, optional
        Games of the tree search for each estimate, at least 8; left out, 8192 where they run
        compiled, else 512, and in a match of more than 64 words fewer, down to a quarter of that.
        On lattices (Antipalos) the tree grows by evaluated positions instead: as many as compiled
        code evaluates in the time of so many games, 574 on the default board if left out.
    nodes : int, optional
        Nodes that the proofs may take, all together; what takes more is estimated. Where most cells
        win, as many again may be taken by proofs of who wins, not by how many cells. Left out,
        100,000 where they run compiled, else 3000; 3000 on lattices too, whose nodes take longer.
        They are counted, not timed, so that the same call gives the same review on every machine;
        on a slow one it takes longer, and a board tells the seconds that its review took.
        From the end backwards each position is tried until one takes more, and elsewhere those with
        few empty sites. What a tree search proves is proven too.
    seed : int, default 0
        Seed of the tree searches; the same seed gives the same review.
    executor : concurrent.futures.Executor, optional
        Where to run, as in `playouts`; the review is the same.
    progress : bool or callable, default False
        Show a bar, where tqdm is installed; or a function that is called with how many words more
        are done, often with 0. What it raises ends the work.
    checkpoint : str or Path, optional
        A file that keeps what is done, so that the same call goes on where an earlier one stopped.

    Returns
    -------
    Review
        `remarks` (one `Remark` a word: `loss`, `exact`, `error`, `better`, `before`, `after`),
        `curve` (prospects of FIRST's stones, 0 to 1), `errors` (of its points), `decided` (the
        number of words from which on the result is proven), `made` (what proofs and estimates are
        made of) and `worst`; with `explain`, `annotated` and `draw`.

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

    *estimate*: the value of the best claim in a Monte-Carlo tree search with RAVE; on lattices in a
    PUCT search by currents and trees. What the next word leaves is a lower bound for whoever plays
    it, so from the end backwards the better of the two counts, and no word gains anything.

    *falls*: where the estimate falls with a word by 0.1 or more, the positions before and after it
    are searched again with up to four times the games, and so are those that up to four other words
    leave, the ones that the search liked best: only searches with the same player to move are
    compared. Where the word itself is proven to lose, the solver is asked what others leave
    that the search looked at, until one is proven to win; and so it is of each word that is to be
    named as better. A fall beyond the error is either a cost or told in the remark (`fell`,
    `others`).

    *error*: how far an estimate may lie from that of a search with ten times the games: a bound,
    not a standard error, chosen by matches of default and smaller boards. It is none of how far a
    proof may lie from it, which may well be further. The tests compare it at
    six positions each of 47 matches. A loss counts beyond it; one found by comparing estimates of
    words with the same player to move, which err alike, beyond three fifths of it. A remark tells
    the one that applies as how far the fall may change: of 97 moves of 24 matches that were marked
    so when that was chosen, 96 lose by searches of ten times the games too.

    *resign*: a mistake where the position is proven to be no loss, or where more than the error is
    given up, and marked by how much more; `better` is then a word to play on with.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
    >>> print(analysis.review(m).remarks[0])  # the centre is a bad first move
    loses 2 cells and the game; A1 was better
    """
    asked = asked_of(m, games, nodes, seed)
    old = kept(
        checkpoint,
        "match, or of other games, nodes or seed",
        {"nbgames review by tree search": asked.key},
    )
    with bar(len(m.moves), "word", progress) as ready:
        return finished(_made(m, asked, Run(old, executor, checkpoint, ready)))


def refined(
    m: Match, *, nodes: int | None = None, seed: int = 0
) -> Iterator[tuple[float, Review | None]]:
    """A review in stages, for a board that shows it while it is made.

    Parameters
    ----------
    m : Match
        A match with at least one move; it need not be over.
    nodes : int, optional
        Nodes of proofs, as for `review`; only the last stage has any.
    seed : int, default 0
        Seed of the random games.

    Yields
    ------
    float
        The share of the whole work that is done, 0 to 1.
    Review or None
        A review where a stage ends: first of few games, without the solver and without a search of
        words that were not played, so that no word is marked; then of more games, at last what
        `review(m, nodes=nodes, seed=seed)` gives. None at each pause between, of which there is one
        every 0.3 seconds or so: the caller may stop at any of them.

    Raises
    ------
    Refused
        If nothing has been played.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> from nbgames.analysis.reviewing import refined
    >>> m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
    >>> *_, (share, last) = refined(m)
    >>> share, last == analysis.review(m)
    (1.0, True)
    """
    whole_ = asked_of(m, None, nodes, seed)
    glance = max(LEAST, min(whole_.games // 8, GLANCE // len(m.moves)))
    stages = [(glance, 0), (whole_.games // 4, 0), (whole_.games, whole_.nodes)]
    start = 0.0
    for end, (games, most) in zip(ENDS, stages, strict=True):
        run = Run(old={}, compares=games > glance)
        work = _made(m, whole_._replace(games=games, nodes=most), run)
        found, done = None, 0.0
        while found is None:
            try:
                done = max(done, next(work))  # proofs at its end tell the share of its middle
                yield start + (end - start) * done, None
            except StopIteration as last:
                found = last.value
        yield end, found
        start = end


def _made(m: Match, asked: Asked, run: Run) -> Generator[float, None, Review]:
    """The review, with pauses, at each of which the share that is done is told."""
    values, words = yield from judged_words(m, asked, run, 1)
    run.ready(len(m.moves) + 1 - len(values))
    curve = [values[n] for n in sources_of(m)]
    if is_opening(m, 1):
        curve[0] = words[0].had  # where the swap counts, as in advice
    decided, stood = _decided(m, words), ""
    given_up = m.moves[-1] == RESIGN and not words[-1].remark.costly  # a cost tells how it stood
    if decided is None and (m.is_off_board or given_up):
        stood = _stood(m, curve[-1])
    if m.outcome:
        curve[-1] = result_of(m)
    remarks = tuple(word.remark for word in words)
    named = tuple((word.had, *word.named) if word.named else () for word in words)
    return Review(m, remarks, tuple(curve), decided, _made_by(m, asked), named, stood)


def _stood(m: Match, value: Value) -> str:
    """How a match stood that ended off the board; "" where nobody could win any more."""
    now = replace(m, outcome=None)
    is_draw = bool(m.outcome and m.outcome.winner is None)
    return "" if now.is_dead else wording.not_played_out(said(now, value), is_draw)


def _made_by(m: Match, asked: Asked) -> str:
    """How sure it is and what estimates are made of, in words."""
    leaves = leaves_for(m.game, asked.games) if latticed(m.game) else 0
    return wording.made_by(asked.nodes > 0, asked.games, leaves)


def _decided(m: Match, moves: list[Judged]) -> int | None:
    """After how many words the result was proven, and no word changed it any more.

    None where a match ended otherwise than is proven of its last position.
    """
    results = _results(m, moves)
    last = results[-1]
    opener = SECOND if SWAP in m.moves else FIRST
    if last is None or (m.outcome and last != result_of(m).result_for(opener)):
        return None
    same = takewhile(lambda result: result == last, reversed(results))
    return len(results) - len(list(same))


def _results(m: Match, moves: list[Judged]) -> list[int | None]:
    """After each number of words the proven result for whoever had FIRST's stones at the start."""
    side, found = FIRST, [moves[0].had.result_for(FIRST)]
    for word, move, then in zip_longest(m.moves, moves, moves[1:]):
        value = move.had if word == RESIGN else move.left  # a resignation proves nothing
        left = value.result_for(side)
        side = side_after(side, word)
        found.append(left if left is not None or then is None else then.had.result_for(side))
    return found
