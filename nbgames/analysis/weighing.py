"""Judges the words of a match by what positions around them are worth: proven, or by searches."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ..core.errors import Refused, shown
from ..core.position import RESIGN, SWAP
from ..play.match import Match
from ..play.turns import is_begun
from .answers import whole
from .certificates import has_margins, may_open
from .chunks import carried_out, keep, sendable
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
    rivals,
)
from .mcts.estimates import proving, thorough
from .values import (
    UNKNOWN,
    Asked,
    Query,
    Value,
    backed_up,
    better,
    proofs,
    read_value,
    remote_value,
    valued,
)

LEAST = 8  # games of an estimate
# Of the time of a review, about, when proofs, estimates, longer ones and further proofs are done.
PROOFS, MOST, AGAIN, PROVEN = 0.2, 0.5, 0.7, 0.8
LONGER = 4  # times the games, at most, around an estimate that fell
NOTHING: Mapping[Any, Value] = MappingProxyType({})


def asked_of(m: Match, games: int | None, nodes: int | None, seed: int) -> Asked:
    """What is asked, if that can be."""
    if not whole(m).moves:
        raise Refused("there is nothing to review: nobody has moved yet")
    if games is None:
        games = thorough(m.game, len(whole(m).moves))
    if type(games) is not int or games < LEAST:
        raise Refused(f"{shown(games)} is too few games: give at least {LEAST}")
    return Asked(str(m), games, proving(m.game) if nodes is None else nodes, seed)


class Run(NamedTuple):
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


def judged_words(
    m: Match, asked: Asked, run: Run, first: int
) -> Generator[float, None, tuple[dict[int, Value], list[Judged]]]:
    """The values of the boards around the words from the first on, and these words judged.

    Where the value fell with a word, others are searched as deeply as what it left.
    """
    sources = sources_of(m)
    boards = sorted(set(sources[first - 1 :]))
    values: dict[int, Value] = yield from _proven(m, asked, boards, run, first)
    for n, value in run.known.items():
        source = sources[n]
        if source in boards and not m.at(n).outcome and (n or not may_open(m.at(0))):
            searched = read_value(run.old.get(Query(source).key))
            order = searched.order if searched else ""  # rivals are found in it
            values[source] = better(value._replace(order=order), values.get(source))
    queries = [Query(n) for n in boards if n not in values]
    if first == 1 and run.compares:
        queries += [Query(1, word) for word in openings(m)]
    found = yield from _searched(m, asked, queries, run, (PROOFS, MOST))
    values |= {query.number: value for query, value in found.items() if not query.instead}
    if run.compares:
        values, compared = yield from _compared(m, asked, run, values, first)
        found |= compared
        values |= _won_by_others(m, values, found)
    values, words = backed_up(m, boards, values), []
    for n in range(len(m.moves), first - 1, -1):
        word = _judged(m, n, _pairs(m, values, first)[n], asked, found)
        if word.remark.costly and word.named and word.had.error and word.had.word != SWAP:
            # the curve shows the value that the remark starts from
            values = backed_up(m, boards, values | {sources[n - 1]: word.had})
        words.append(word)
        yield 1.0
    return values, words[::-1]


def _compared(
    m: Match, asked: Asked, run: Run, values: dict[int, Value], first: int
) -> Generator[float, None, tuple[dict[int, Value], dict[Query, Value]]]:
    """The values, those around falls from longer searches; and those after words not played.

    All this takes about as long as the first search of all words, up to three times as long where
    many estimates fall: the fewer do, the longer they are looked at. Values are backed up only to
    see what falls: a bound that a short search has set must not outlast a longer one.
    """
    sources, words, boards = sources_of(m), len(m.moves), sorted(values)
    backed = backed_up(m, boards, values)
    fallen = falls(m, _pairs(m, backed, first), FALL)
    again = sorted({sources[k] for n in fallen for k in (n - 1, n) if backed[sources[k]].error})
    times = max(1, min(LONGER, words // max(1, len(again) + OTHERS * len(fallen))))
    if times > 1:
        given = {sources[n] for n in run.known}
        queries = [Query(n, times=times) for n in again if n not in given]
        longer = yield from _searched(m, asked, queries, run, (MOST, AGAIN))
        values = values | {query.number: value for query, value in longer.items()}
    values, proofs = yield from _proven_instead(m, asked, run, values, first)
    known = {query: value for query, value in proofs.items() if not value.error}
    pairs = _pairs(m, backed_up(m, boards, values), first)
    doubts = doubted(m, pairs, [(query.number, query.instead) for query in known])
    queries = [
        Query(n, word, times if sources[n] in again else 1)
        for n, rest in doubts.items()
        for word in rest
    ]
    found = known | (yield from _searched(m, asked, queries, run, (PROVEN, 1.0)))
    for n in doubts if asked.nodes else ():
        found = yield from _checked(m, asked, run, (n, pairs[n]), found | proofs)
    return values, found


def _proven_instead(
    m: Match, asked: Asked, run: Run, values: dict[int, Value], first: int
) -> Generator[float, None, tuple[dict[int, Value], dict[Query, Value]]]:
    """The values, and what proofs tell of other words where the one played is proven to be worse.

    All that a search looked at are tried, in its order, until one is proven to win; from the end
    backwards, since the word before is proven to lose then.
    """
    found: dict[Query, Value] = {}
    pairs, done = _pairs(m, backed_up(m, sorted(values), values), first), AGAIN
    for n in range(len(m.moves) if asked.nodes else 0, first - 1, -1):
        lost = {k: pairs[k] for k in range(first, n + 1) if not pairs[k][1].error}
        open_ = falls(m, lost, FALL)
        if n not in open_:
            continue
        others = rivals(pairs[n][0], m.moves[n - 1])
        part = (PROVEN - done) / len(open_)
        for k, word in enumerate(others):
            query, now = Query(n, word, proves=True), done + part * k / len(others)
            found |= yield from _searched(m, asked, [query], run, (now, now))
            if won := _won_by_others(m, values, found):
                values = values | won
                pairs = _pairs(m, backed_up(m, sorted(values), values), first)
                break
        done += part
    return values, found


def _checked(
    m: Match,
    asked: Asked,
    run: Run,
    fallen: tuple[int, tuple[Value, Value]],
    found: dict[Query, Value],
) -> Generator[float, None, dict[Query, Value]]:
    """What was found, and proofs of the words in place of one that are named as better."""
    n, pair = fallen
    while True:
        word = _judged(m, n, pair, asked, found)
        named = [value.word for value in word.named if value.error]
        words = [one.instead for one in found if one.instead and one.number == n]
        open_ = [one for one in words if any(is_begun(turn, prefix=one) for turn in named)]
        queries = [Query(n, one, proves=True) for one in open_]
        queries = [query for query in queries if query not in found]
        if not queries:
            return found
        found = found | (yield from _searched(m, asked, queries, run, (1.0, 1.0)))


def _judged(
    m: Match, n: int, pair: tuple[Value, Value], asked: Asked, found: Mapping[Query, Value]
) -> Judged:
    """The word of this number, by what was found of others in its place: proofs come first."""
    here = [one for one in found if one.instead and one.number == n and found[one] != UNKNOWN]
    others = {one.instead: found[one] for one in sorted(here, key=lambda one: one.proves)}
    return judged(move_between(m, n, pair, others, asked.nodes))


def _won_by_others(
    m: Match, values: Mapping[int, Value], found: Mapping[Query, Value]
) -> dict[int, Value]:
    """The boards that are proven to be won, since a word that was not played there is."""
    won: dict[int, Value] = {}
    for (n, word, *_), value in found.items():
        if not word or value.error or is_opening(m, n):
            continue
        before, source = m.at(n - 1), sources_of(m)[n - 1]
        if value.seen_by(before.position.to_move) == 1 and values[source].error:
            is_open = before.play(*word.split(",")).is_open
            score = None if has_margins(m.game) else value.score  # another may win by more
            won[source] = value.after(word, goes_on=is_open)._replace(score=score)
    return won


def _pairs(m: Match, values: Mapping[int, Value], first: int) -> dict[int, tuple[Value, Value]]:
    """The values of the boards before and after the words from the first on, by their numbers."""
    sources = sources_of(m)
    return {n: (values[sources[n - 1]], values[sources[n]]) for n in range(first, len(sources))}


def _proven(
    m: Match, asked: Asked, boards: list[int], run: Run, first: int
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
    begun = run.known.get(first - 1)
    within = begun is not None and not begun.error
    for step in proofs(m, boards, asked.nodes, within=within):
        yield PROOFS * len(found) / len(boards)
        if step:
            found[step[0]] = step[1]
            run.ready(bool(step[0] and step[1]))
    known = {n: value for n, value in found.items() if value}
    run.keep("proofs", [list(known[n]) if n in known else None for n in boards])
    return known


def _searched(
    m: Match, asked: Asked, queries: list[Query], run: Run, span: tuple[float, float]
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
    m: Match, asked: Asked, queries: list[Query], run: Run
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


def sources_of(m: Match) -> list[int]:
    """After each number of words, since how many the board has had its value."""
    found = [0]
    for n, word in enumerate(m.moves, 1):
        found.append(found[-1] if word in (SWAP, RESIGN) else n)
    return found
