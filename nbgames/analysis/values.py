"""What positions are worth to FIRST: exact where they can be solved, else by estimate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from ..core.position import EMPTY, FIRST, SWAP, Position
from ..play.match import Match
from .answers import fits
from .capabilities import latticed
from .certificates import has_margins, value_of_end
from .chunks import received
from .evaluation import drawn, evaluate
from .forced import threats
from .questions import settled
from .solving import solve

BATCHES = 8  # of random games for an estimate, whose spread gives its error
SOLVED = {True: 14, False: 9}  # empty sites up to which a position is solved: where cells count
FORCED, TENTH = 40, 10  # up to so many, a tenth of the nodes, since threats may decide


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

    def score_for(self, who: int) -> int | None:
        return -self.score if self.score is not None and who != FIRST else self.score

    def turned(self) -> Value:
        """The value to FIRST of having SECOND's side: what a swap makes of it."""
        score = None if self.score is None else -self.score
        return Value(1 - self.share, self.error, score)

    def or_swapped(self, mover: int) -> Value:
        """The value where the player to move may swap, and does so if that is better."""
        if self.seen_by(mover) >= 0.5:
            return self
        return self.turned()._replace(word=SWAP)


def read_value(row: Any) -> Value | None:
    """The value that a row of a checkpoint holds; None where it holds none."""
    return Value(*row) if fits(Value, row) and 0 <= row[0] <= 1 else None


class Asked(NamedTuple):
    """What a review asks of each position and word, as a worker is told it."""

    record: str
    games: int
    nodes: int
    seed: int

    @property
    def key(self) -> str:
        return sha256(repr(tuple(self)).encode()).hexdigest()


def valued(m: Match, asked: Asked, n: int) -> Value:
    """What the board is worth after n words, without a swap."""
    rng, then = Random(f"{asked.seed} position {n}"), m.at(n)
    return exact_value(then, asked.nodes) or estimate(then, asked.games, rng)


def remote_value(asked: Asked, n: int, *rules: bytes) -> Value:
    return valued(received(asked.record, rules), asked, n)


def _known(score: int, who: int, word: str = "") -> Value:
    """An exact value from a score for who."""
    score = score if who == FIRST else -score
    return Value((1 + (score > 0) - (score < 0)) / 2, 0.0, score, word)


def exact_value(m: Match, nodes: int) -> Value | None:
    """The exact value of what lies on the board, a swap not counted, where it can be had."""
    game, position, who = m.game, bare(m), m.position.to_move
    counts = has_margins(game)
    if end := game.outcome(position):
        return _known(value_of_end(game, position, end, who), who)
    if not game.rules.scored and (at_once := threats(m, who)):
        return _known(1, who, at_once[0])
    empty = position.owners[: game.board.claimable].count(EMPTY)
    if empty > SOLVED[counts]:
        if counts or empty > FORCED:
            return None
        nodes //= TENTH
    return _searched(m, nodes)


def _searched(m: Match, nodes: int) -> Value | None:
    found = settled(m.game, bare(m), nodes)
    if found is None:
        return None
    score, turn, _ = found
    return _known(score, m.position.to_move, ",".join(m.game.board.names[site] for site in turn))


def proven_backwards(
    m: Match, sources: Sequence[int], values: Mapping[int, Value], nodes: int
) -> Iterator[tuple[int, Value]]:
    """Exact values of boards that have none, from a proven end back to the first that stays open.

    Whoever won with the next word needs no search: what follows is proven already.
    """
    nodes = nodes // TENTH if latticed(m.game) else nodes
    boards = sorted(set(sources), reverse=True)
    then = values[boards[0]]
    for n, after in zip(boards[1:], boards, strict=False):
        if then.score is None:
            return
        value = values[n]
        if value.score is None:
            before, word = m.at(n), m.moves[after - 1]
            if then.seen_by(before.position.to_move) == 1 and not has_margins(m.game):
                value = then._replace(word=word)
            else:
                value = _searched(before, nodes) or value
            if value.score is not None:
                yield n, value
        then = value


def opening_value(m: Match, nodes: int) -> Value | None:
    """The exact value of an empty board where a swap may answer the opening, if it can be had."""
    found = solve(m, nodes=nodes)
    if not found.exact:
        return None
    return _known(found.bounds[0], m.position.to_move, found.best[0] if found.complete else "")


def bare(m: Match) -> Position:
    return Position(m.position.owners, m.position.to_move)


def estimate(m: Match, games: int, rng: Random) -> Value:
    """How likely FIRST wins from here, by random games or by currents, with its standard error."""
    game, position = m.game, bare(m)
    if latticed(game):
        value = evaluate(game, position, games, 0).value
        return Value(value if position.to_move == FIRST else 1 - value, None)
    shares = []
    for _ in range(BATCHES):
        nobody, first, _ = drawn(game, position, games // BATCHES, rng.getrandbits(32))[:3]
        shares.append((first + nobody / 2) / (games // BATCHES))
    return Value(mean(shares), stdev(shares) / BATCHES**0.5)
