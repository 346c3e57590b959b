"""Reviews a match: what each move cost, exactly where positions are solved, else by estimate."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from itertools import takewhile, zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ..core.errors import Refused, shown
from ..core.position import FIRST, RESIGN, SWAP
from ..play.endings import ENDINGS
from ..play.match import Match
from . import wording
from .answers import whole
from .capabilities import latticed
from .certificates import may_open
from .chunks import bar, carried_out, keep, kept, sendable
from .judging import (
    FALL,
    OTHERS,
    Judged,
    doubted,
    falls,
    is_opening,
    judged,
    move_between,
    openings,
)
from .mcts.estimates import finished, leaves_for, thorough
from .remarks import Remark
from .reviewed import Review
from .values import (
    Asked,
    Query,
    Value,
    backed_up,
    better,
    proofs,
    read_value,
    remote_value,
    result_of,
    valued,
)

NODES = 3_000  # of all proofs together, if nobody asks for another number
LEAST = 8
# Of the time of a review, about, when proofs, estimates and longer searches are done.
PROOFS, MOST, AGAIN = 0.2, 0.5, 0.7
LONGER = 4  # times the games, at most, around an estimate that fell
GLANCE = 800  # games of a first review, in all
NOTHING: Mapping[int, Value] = MappingProxyType({})
ENDS = (0.07, 0.4, 1.0)  # of the stages of a review that is refined, as shares of its time


def review(
    m: Match,
    *,
    games: int | None = None,
    nodes: int = NODES,
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
    nodes : int, default 3000
        Nodes that the proofs may take, all together; what takes more is estimated. From the end
        backwards each position is tried until one takes more, and elsewhere those with few empty
        sites. What a tree search proves is proven too.
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
        number of words after which the result was forced), `made` (what proofs and estimates are
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
    compared. Where the word itself is proven to lose, the solver is asked first what others leave.
    A fall beyond the error is either a cost or told in the remark (`fell`, `others`).

    *error*: how far an estimate may lie from that of a search with ten times the games: a bound,
    not a standard error, chosen by matches of default and smaller boards. The tests compare it at
    six positions each of 47 matches. A loss found by comparing counts beyond three fifths of it: of
    97 moves of 24 matches that were marked so when that was chosen, 96 lose by searches of ten
    times the games too.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
    >>> print(analysis.review(m).remarks[0])  # the centre is a bad first move
    loses 2 cells and the game; A1 was better
    """
    asked = _asked(m, games, nodes, seed)
    old = kept(
        checkpoint,
        "match, or of other games, nodes or seed",
        {"nbgames review by tree search": asked.key},
    )
    with bar(len(m.moves), "word", progress) as ready:
        return finished(_made(m, asked, _Run(old, executor, checkpoint, ready)))


def refined(
    m: Match,
    known: Mapping[int, Value] = NOTHING,
    rows: dict[Any, Any] | None = None,
    *,
    nodes: int = NODES,
    seed: int = 0,
) -> Iterator[tuple[float, Review | None]]:
    """A review in stages, for a board that shows it while it is made.

    Parameters
    ----------
    m : Match
        A match with at least one move; it need not be over.
    known : mapping, optional
        Proven values that were found elsewhere, by the number of words before the position.
    rows : dict, optional
        Keeps what the last stage found. With what an earlier call found only that stage is made,
        and at once: what is known since then changes what follows from it.
    nodes : int, default 3000
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
    whole_ = _asked(m, None, nodes, seed)
    glance = max(LEAST, min(whole_.games // 8, GLANCE // len(m.moves)))
    stages: list[tuple[int, int, dict[Any, Any] | None]] = [
        (glance, 0, {}),
        (whole_.games // 4, 0, {}),
        (whole_.games, nodes, rows),
    ]
    start = 0.0
    for end, (games, most, old) in list(zip(ENDS, stages, strict=True))[2 if rows else 0 :]:
        run = _Run(old={} if old is None else old, known=known, compares=games > glance)
        work = _made(m, whole_._replace(games=games, nodes=most), run)
        found = None
        while found is None:
            try:
                yield start + (end - start) * next(work), None
            except StopIteration as last:
                found = last.value
        yield end, found
        start = end


def last_remark(
    m: Match, *, nodes: int = NODES, seed: int = 0, known: Mapping[int, Value] = NOTHING
) -> Remark:
    """What the last word of a match cost, from what can be known of the last two positions alone.

    Parameters
    ----------
    m : Match
        A match with at least one move.
    nodes : int, default 3000
        Nodes of proofs, as for `review`.
    seed : int, default 0
        Seed of the random games.
    known : mapping of int to Value, default {}
        What is known of positions already, by the number of words before them.

    Returns
    -------
    Remark
        As in a review.

    Raises
    ------
    Refused
        If nothing has been played.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames.analysis.reviewing import last_remark
    >>> m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
    >>> print(last_remark(m.at(1)))
    loses 2 cells and the game; A1 was better
    """
    asked = _asked(m, None, nodes, seed)
    _, (word,) = finished(_judged(m, asked, _Run({}, known=known), len(m.moves)))
    return word.remark


def _asked(m: Match, games: int | None, nodes: int, seed: int) -> Asked:
    """What is asked, if that can be."""
    if not whole(m).moves:
        raise Refused("there is nothing to review: nobody has moved yet")
    if games is None:
        games = thorough(m.game, len(whole(m).moves))
    if type(games) is not int or games < LEAST:
        raise Refused(f"{shown(games)} is too few games: give at least {LEAST}")
    return Asked(str(m), games, nodes, seed)


class _Run(NamedTuple):
    """Where a review is made and kept: rows that were found, and as the parameters of `review`."""

    old: dict[Any, Any]
    executor: Any = None
    checkpoint: str | Path | None = None
    ready: Callable[[int], Any] = lambda more: None
    known: Mapping[int, Value] = NOTHING
    compares: bool = True  # the words that were played with others, which are searched too

    def keep(self, key: str, row: Any) -> None:
        self.old[key] = row
        keep(self.checkpoint, key, row)


def _made(m: Match, asked: Asked, run: _Run) -> Generator[float, None, Review]:
    """The review, with pauses, at each of which the share that is done is told."""
    values, words = yield from _judged(m, asked, run, 1)
    run.ready(len(m.moves) + 1 - len(values))
    curve = [values[n] for n in _sources(m)]
    if is_opening(m, 1):
        curve[0] = words[0].had  # where the swap counts, as in advice
    if m.outcome:
        curve[-1] = result_of(m)
    remarks = tuple(word.remark for word in words)
    return Review(m, remarks, tuple(curve), _decided(m, words), _made_by(m, asked))


def _made_by(m: Match, asked: Asked) -> str:
    """What proofs and estimates are made of, in words."""
    leaves = leaves_for(m.game, asked.games) if latticed(m.game) else 0
    return wording.made_by(asked.nodes, asked.games, leaves)


def _judged(
    m: Match, asked: Asked, run: _Run, first: int
) -> Generator[float, None, tuple[dict[int, Value], list[Judged]]]:
    """The values of the boards around the words from the first on, and these words judged.

    Where the value fell with a word, others are searched as deeply as what it left.
    """
    sources = _sources(m)
    boards = sorted(set(sources[first - 1 :]))
    values: dict[int, Value] = yield from _proven(m, asked, boards, run)
    for n, value in run.known.items():
        if sources[n] in boards and not m.at(n).outcome and (n or not may_open(m.at(0))):
            values[sources[n]] = better(value, values.get(sources[n]))
    queries = [Query(n) for n in boards if n not in values]
    if first == 1 and run.compares:
        queries += [Query(1, word) for word in openings(m)]
    found = yield from _searched(m, asked, queries, run, (PROOFS, MOST))
    values |= {query.number: value for query, value in found.items() if not query.instead}
    if run.compares:
        values, compared = yield from _compared(m, asked, run, values, first)
        found |= compared
    values = backed_up(m, boards, values)
    words = []
    for n, pair in _pairs(m, values, first).items():
        others = {one.instead: found[one] for one in found if one.instead and one.number == n}
        words.append(judged(move_between(m, n, pair, others, asked.nodes)))
        yield 1.0
    return values, words


def _compared(
    m: Match, asked: Asked, run: _Run, values: dict[int, Value], first: int
) -> Generator[float, None, tuple[dict[int, Value], dict[Query, Value]]]:
    """The values, those around falls from longer searches; and those after words not played.

    All this takes about as long as the first search of all words, up to three times as long where
    many estimates fall: the fewer do, the longer they are looked at. Values are backed up only to
    see what falls: a bound that a short search has set must not outlast a longer one.
    """
    sources, words, boards = _sources(m), len(m.moves), sorted(values)
    backed = backed_up(m, boards, values)
    fallen = falls(m, _pairs(m, backed, first), FALL)
    again = sorted({sources[k] for n in fallen for k in (n - 1, n) if backed[sources[k]].error})
    times = max(1, min(LONGER, words // max(1, len(again) + OTHERS * len(fallen))))
    if times > 1:
        queries = [Query(n, times=times) for n in again]
        longer = yield from _searched(m, asked, queries, run, (MOST, AGAIN))
        values = values | {query.number: value for query, value in longer.items()}
    pairs = _pairs(m, backed_up(m, boards, values), first)
    queries = []
    for n, rivals in doubted(m, pairs).items():
        count, is_lost = times if sources[n] in again else 1, not pairs[n][1].error
        queries += [Query(n, word, count, is_lost) for word in rivals]
    found = yield from _searched(m, asked, queries, run, (AGAIN, 1.0))
    return values, found


def _pairs(m: Match, values: Mapping[int, Value], first: int) -> dict[int, tuple[Value, Value]]:
    """The values of the boards before and after the words from the first on, by their numbers."""
    sources = _sources(m)
    return {n: (values[sources[n - 1]], values[sources[n]]) for n in range(first, len(sources))}


def _proven(
    m: Match, asked: Asked, boards: list[int], run: _Run
) -> Generator[float, None, dict[int, Value]]:
    """The boards whose values are proven by the end of the match, or by the solver."""
    rows = run.old.get("proofs")
    if isinstance(rows, list) and len(rows) == len(boards):
        read = [row and read_value(row) for row in rows]
        if all(row is None or value for row, value in zip(rows, read, strict=True)):
            kept_ = {n: value for n, value in zip(boards, read, strict=True) if value}
            run.ready(len(kept_.keys() - {0}))
            return kept_
    found: dict[int, Value | None] = {}
    for step in proofs(m, boards, asked.nodes):
        yield PROOFS * len(found) / len(boards)
        if step:
            found[step[0]] = step[1]
            run.ready(bool(step[0] and step[1]))
    known = {n: value for n, value in found.items() if value}
    run.keep("proofs", [list(known[n]) if n in known else None for n in boards])
    return known


def _searched(
    m: Match, asked: Asked, queries: list[Query], run: _Run, span: tuple[float, float]
) -> Generator[float, None, dict[Query, Value]]:
    """The values that are asked for; at pauses the share that is done, from a span."""
    found: dict[Query, Value] = {}
    for one in _each(m, asked, queries, run):
        yield span[0] + (span[1] - span[0]) * len(found) / len(queries)
        if one:
            query, value = one
            found[query] = value
            run.ready(query.number > 0 and query == Query(query.number))
    return found


def _each(
    m: Match, asked: Asked, queries: list[Query], run: _Run
) -> Iterator[tuple[Query, Value] | None]:
    """The queries with their values, each as it is there; and None at each pause."""
    for query in queries:
        if value := read_value(run.old.get(query.key)):
            yield query, value
    rest = [query for query in queries if not read_value(run.old.get(query.key))]
    if run.executor is None:
        for query in rest:
            value = yield from valued(m, asked, query)
            run.keep(query.key, list(value))
            yield query, value
        return
    own = sendable(m.game.rules)
    for query, value in carried_out(
        rest, lambda query: None, run.executor, lambda query: (remote_value, asked, query, *own)
    ):
        run.keep(query.key, list(value))
        yield query, value


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
    side, found = FIRST, [moves[0].had.result_for(FIRST)]
    for word, move, then in zip_longest(m.moves, moves, moves[1:]):
        left = move.left.result_for(side)
        side = 3 - side if word == SWAP else side
        found.append(left if left is not None or then is None else then.had.result_for(side))
    return found
