"""Ranks the words of a position in parts, each with tables of its own, which an executor shares."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from math import inf
from pathlib import Path
from time import monotonic, time
from typing import Any, NamedTuple

from ..core.errors import GameError
from ..core.position import Position
from ..play.match import Match
from .chunks import carried_out, keep, kept, received, sendable
from .questions import Question, words_from
from .ranking import Bounds, Ranking, Searched, narrowed, spelled, variation

PARTS = 64  # at most: whole turns may be thousands
ROUND, GROWTH = 20_000, 8  # nodes of each part in the first round, and how many times more then


class Part(NamedTuple):
    """What a worker is told: which words of the match, and until when to search them."""

    record: str
    number: int
    of: int
    nodes: float
    until: float  # seconds since the epoch, which other machines count too


class Found(NamedTuple):
    """Bounds of each word of a part for whoever is to move; of the best also what may follow."""

    bounds: list[Bounds]
    line: list[str]
    nodes: int

    @property
    def best(self) -> int:
        return max(range(len(self.bounds)), key=self.bounds.__getitem__)

    @property
    def settled(self) -> bool:
        return all(low == high for low, high in self.bounds)


def divided(
    m: Match,
    stop: float,
    limit: float,
    executor: Any,
    checkpoint: str | Path | None,
    ready: Callable[[int], Any],
) -> Searched:
    """A position searched without its swap.

    Parts that are not settled are searched again with more nodes, so that a word that is soon
    proven need not wait for the others.
    """
    position = Position(m.position.owners, m.position.to_move)
    turns = [turn for turn, _ in words_from(m.game, position)]
    count = min(len(turns), PARTS)
    own = () if executor is None else sendable(m.game.rules)
    until = inf if stop == inf else time() + stop - monotonic()
    record = str(m)
    key = sha256(record.encode()).hexdigest()
    rows = kept(checkpoint, "match", {"nbgames solution": key})
    found = {k: part for k in range(count) if (part := _read(m, turns[k::count], rows.get(k)))}
    left, nodes, spent = [k for k in range(count) if k not in found], ROUND, 0
    while left and spent < limit and monotonic() < stop:
        share = min(nodes, max(1, (limit - spent) / len(left)))
        told = [Part(record, k, count, share, until) for k in left]
        for (_, k, *_), part in carried_out(
            told, lambda part: searched(m, part, ready), executor, lambda part: (remote, part, *own)
        ):
            found[k], spent = part, spent + part.nodes
            if executor is not None:
                ready(part.nodes)
            if part.settled:
                keep(checkpoint, k, list(part))
        left = [k for k in left if not found[k].settled and found[k].nodes]
        nodes *= GROWTH
    return _joined(m, turns, found, count, spent)


def searched(m: Match, part: Part, ready: Callable[[int], Any] | None = None) -> Found:
    """Bounds of the words of one part."""
    position = Position(m.position.owners, m.position.to_move)
    who, stop = position.to_move, inf if part.until == inf else monotonic() + part.until - time()
    question = Question(m.game, position, stop, part.nodes, ready)
    after = [then for _, then in words_from(m.game, position)][part.number :: part.of]
    bounds = [narrowed(question, then, who, (question.lowest, -question.lowest)) for then in after]
    found = Found(bounds, [], 0)
    (low, high), then = bounds[found.best], after[found.best]
    if low == high:
        bare = Position(then.owners, then.to_move)
        found.line.extend(variation(question, bare, low if then.to_move == who else -low))
    return found._replace(nodes=question.nodes)


def remote(part: Part, *rules: bytes) -> Found:
    """One part in another process, which gets the record and numbers, and rules of your own."""
    return searched(received(part.record, rules), part)


def _joined(
    m: Match, turns: list[Any], found: dict[int, Found], count: int, nodes: int
) -> Searched:
    bounds = [(0, 0)] * len(turns)
    unknown = Question(m.game, m.position).lowest
    for k in range(count):
        size = len(turns[k::count])
        bounds[k::count] = found[k].bounds if k in found else [(unknown, -unknown)] * size
    low, high = (max(pair) for pair in zip(*bounds, strict=True))
    by_word = {
        spelled(m.game, sites): pair
        for turn, pair in zip(turns, bounds, strict=True)
        for sites in turn
    }
    best = tuple(word for word, pair in by_word.items() if pair == (low, high) and low == high)
    complete = low == high and all(most < low or least == most for least, most in bounds)
    line = _line(m, turns, found, count, low) if low == high else ()
    return Searched(low, high, Ranking(by_word, best, complete, nodes), line)


def _line(
    m: Match, turns: list[Any], found: dict[int, Found], count: int, value: int
) -> tuple[str, ...]:
    """The longest of the parts' lines, for whoever has lost plays on."""
    lines = []
    for k, part in found.items():
        if part.bounds[part.best] == (value, value):
            lines.append((spelled(m.game, turns[k::count][part.best][0]), *part.line))
    return max(lines, key=len, default=())


def _read(m: Match, turns: list[Any], row: Any) -> Found | None:
    """The part that a row of a checkpoint holds; None where it holds none that could be."""
    try:
        bounds, line, nodes = row
        found = Found([(low, high) for low, high in bounds], list(line), nodes)
        numbers = [number for pair in found.bounds for number in pair] + [nodes]
        if len(found.bounds) != len(turns) or {type(number) for number in numbers} != {int}:
            return None
        position = Position(m.position.owners, m.position.to_move)
        for word in (spelled(m.game, turns[found.best][0]), *found.line):
            for name in word.split(","):
                position = m.game.play(position, m.game.board.site(name))
    except (AttributeError, TypeError, ValueError, GameError):
        return None
    return found if found.settled and nodes >= 0 else None
