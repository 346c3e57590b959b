"""Values of all words of a position, those that keep its value, and a principal variation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..core.game import Game
from ..core.position import Position
from .questions import OutOfTime, Question, words_from

Bounds = tuple[int, int]


class Ranking(NamedTuple):
    """Bounds of the value of each word for the side to move; the words that keep the value.

    `complete` says whether of every word it is known if it keeps the value, and `nodes` what the
    work was up to there.
    """

    bounds: dict[str, Bounds]
    best: tuple[str, ...]
    complete: bool
    nodes: int


class Searched(NamedTuple):
    """The bounds of a position without its swap, those of its words, a principal variation."""

    low: int
    high: int
    ranking: Ranking
    line: tuple[str, ...]


def ranking(question: Question, position: Position, low: int, high: int) -> Ranking:
    """The words of a position whose value without a swap lies from low to high."""
    game, who = question.game, position.to_move
    if low < high:
        unknown = question.lowest, high
        names = game.board.names
        return Ranking(
            {names[s]: unknown for s in game.empty(position.owners)}, (), False, question.nodes
        )
    turns = list(words_from(game, position))
    bounds: list[Bounds] = []
    nodes = question.nodes
    try:
        for _, after in turns:
            keeps = question.reaches(after, who, low)
            bounds.append((low, low) if keeps else (question.lowest, low - question.step))
            nodes = question.nodes
        for k, (_, after) in enumerate(turns):
            if bounds[k][0] < bounds[k][1]:
                question.check()
                bounds[k] = narrowed(question, after, who, bounds[k])
    except OutOfTime:
        pass
    complete = len(bounds) == len(turns)
    best = [
        spelled(game, s) for k, pair in enumerate(bounds) if pair[1] == low for s in turns[k][0]
    ]
    bounds += [(question.lowest, low)] * (len(turns) - len(bounds))
    by_word = {
        spelled(game, sites): pair
        for (turn, _), pair in zip(turns, bounds, strict=True)
        for sites in turn
    }
    return Ranking(by_word, tuple(best), complete, nodes)


def narrowed(question: Question, after: Position, who: int, known: Bounds) -> Bounds:
    """The bounds of the value for who after a word, as close as the limits allow."""
    low, high = known
    if after.to_move == who:
        return question.bounds(after, low, high)
    least, most = question.bounds(after, -high, -low)
    return -most, -least


def variation(question: Question, position: Position, value: int) -> tuple[str, ...]:
    """Words of best play from a position of a known value, as far as the limits allow.

    Whoever has lost plays on, if possible, where the other does not win at once.
    """
    words: list[str] = []
    try:
        while not question.game.outcome(position):
            turn, after = _kept(question, position, value)
            words.append(spelled(question.game, turn))
            value = value if after.to_move == position.to_move else -value
            position = Position(after.owners, after.to_move)
    except OutOfTime:
        pass
    return tuple(words)


def _kept(question: Question, position: Position, value: int) -> tuple[tuple[int, ...], Position]:
    """A turn that keeps the value, and the position after it."""
    game, who = question.game, position.to_move
    first = None
    for turn, after in _in_time(question, words_from(game, position)):
        if not question.reaches(after, who, value):
            continue
        first = first or (turn[0], after)
        if value > question.lowest or not _wins_at_once(question, after, 3 - who):
            return turn[0], after
    assert first is not None, "some turn keeps the value"
    return first


def _wins_at_once(question: Question, position: Position, who: int) -> bool:
    game = question.game
    if question.counts or position.to_move != who:
        return False
    return any(
        (outcome := game.outcome(after)) is not None and outcome.winner == who
        for _, after in _in_time(question, words_from(game, position))
    )


def _in_time(
    question: Question, words: Iterator[tuple[list[tuple[int, ...]], Position]]
) -> Iterator[tuple[list[tuple[int, ...]], Position]]:
    for pair in words:
        question.check()
        yield pair


def spelled(game: Game, sites: tuple[int, ...]) -> str:
    """The word for these claims of one turn."""
    return ",".join(game.board.names[site] for site in sites)
