"""Judges one word of a match: what it cost, exactly where it can be solved, else by estimate."""

from __future__ import annotations

from dataclasses import astuple
from math import hypot
from random import Random
from typing import Any, NamedTuple

from ..core.position import FIRST, RESIGN, SECOND, SWAP
from ..play.match import Match
from .answers import fits
from .certificates import has_margins, may_open
from .chunks import received
from .evaluation import evaluate
from .forced import threats
from .remarks import Remark
from .values import Asked, Value, bare, estimate, exact_value, opening_value, read_value

BETTER = 3  # moves compared with the one that was played


class Move(NamedTuple):
    """A word between two positions, and what they are worth.

    `board` is the value of the position before it without a swap, `had` with one that may be
    chosen. `left` counts the swap that may answer the word. FIRST is in all three whoever was so
    before the word.
    """

    number: int
    word: str
    before: Match
    after: Match
    board: Value
    had: Value
    left: Value

    @property
    def who(self) -> int:
        return self.before.position.to_move


class Judged(NamedTuple):
    """What is said of a word, with the values before it and that it left, as a `Move` has them."""

    had: Value
    left: Value
    remark: Remark

    @property
    def row(self) -> list[list[Any]]:
        """All of it, as a checkpoint keeps it."""
        return [list(self.had), list(self.left), list(astuple(self.remark))]


def read_judged(m: Match, n: int, row: Any) -> Judged | None:
    """What a row of a checkpoint says of the n-th word; None where it says nothing of it."""
    if not isinstance(row, list) or len(row) != 3 or not fits(Remark, row[2]):
        return None
    had, left, remark = read_value(row[0]), read_value(row[1]), Remark(*row[2])
    about = n, m.moves[n - 1], m.at(n - 1).position.to_move
    if not had or not left or (remark.move, remark.word, remark.who) != about:
        return None
    return Judged(had, left, remark)


def move_between(
    number: int, word: str, stages: tuple[Match, Match], boards: tuple[Value, Value], nodes: int
) -> Move:
    """The word that leads from one stage to the next; `boards` are their values without a swap."""
    before, after = stages
    who, board = before.position.to_move, boards[0]
    had = board.or_swapped(who) if before.position.may_swap else board
    left = _with_answer(after, boards[1])
    if word == SWAP:
        left = board.turned()
    elif word == RESIGN:
        left = _resigned(before, had)
    elif after.position.may_swap and may_open(before):
        solved = opening_value(before, nodes) if left.score is not None else None
        had = solved or board._replace(score=None)
    elif board.score is not None and board.seen_by(who) == 0 and not has_margins(before.game):
        left = board  # where all moves lose there is nothing to lose
    return Move(number, word, before, after, board, had, left)


def _with_answer(m: Match, board: Value) -> Value:
    """The value of a position where a swap may be the next word."""
    return board.or_swapped(m.position.to_move) if m.position.may_swap else board


def _resigned(before: Match, had: Value) -> Value:
    """A loss for the side to move; by as much as was lost anyway, where margins count."""
    who = before.position.to_move
    lost = -1
    if has_margins(before.game):
        lost = min(lost, had.score_for(who) or 0)
    return Value(float(who == SECOND), 0.0, lost if who == FIRST else -lost)


def judged_word(m: Match, asked: Asked, n: int, boards: tuple[Value, Value]) -> Judged:
    """The n-th word, from what the boards before and after it are worth."""
    move = move_between(n, m.moves[n - 1], (m.at(n - 1), m.at(n)), boards, asked.nodes)
    remark = judged(move, asked.games, Random(f"{asked.seed} word {n}"))
    return Judged(move.had, move.left, remark)


def remote_word(asked: Asked, n: int, boards: tuple[Value, Value], *rules: bytes) -> Judged:
    return judged_word(received(asked.record, rules), asked, n, boards)


def judged(move: Move, games: int, rng: Random) -> Remark:
    """What a word cost: exactly where the positions are solved, else by an estimate."""
    if move.had.score is not None and move.left.score is not None:
        return _exact(move)
    if move.word == SWAP:
        return _estimated_swap(move, games, rng)
    return _estimate(move, games, rng)


def _exact(move: Move) -> Remark:
    """The difference of two exact values."""
    who, had, left = move.who, move.had, move.left
    before, after = had.score_for(who) or 0, left.score_for(who) or 0
    cost = had.seen_by(who) - left.seen_by(who)
    return Remark(
        move.number,
        move.word,
        who,
        before - after,
        0.0,
        True,
        cost,
        had.word if before > after else had.word or move.word,
        before,
        after,
        has_margins(move.before.game),
        _answer(move) if cost else "",
    )


def _answer(move: Move) -> str:
    """The reply that wins at once, if there is one."""
    after = move.after
    if after.outcome or after.game.rules.scored or after.is_open:
        return ""
    return next(iter(threats(after, after.position.to_move)), "")


def _estimated_swap(move: Move, games: int, rng: Random) -> Remark:
    """The share of the other side's stones, less that of one's own."""
    who, board = move.who, move.board
    gain = 2 * board.seen_by(who) - 1
    better = SWAP if gain <= 0 else _candidates(move, games, rng)[0]
    error = None if board.error is None else 2 * board.error
    return _remark(move, better, max(gain, -gain) / 2 + 0.5, board.turned().seen_by(who), error)


def _estimate(move: Move, games: int, rng: Random) -> Remark:
    """The share of the best of a few others less that of the move, each from games of its own."""
    who, left = move.who, move.left
    first = move.word.split(",")[0]
    if first != move.word:  # first claims are compared, since of the others no more is known
        left = _worth(move, first, games, rng)
    others = [name for name in _candidates(move, games, rng) if name != first]
    trial = {name: _worth(move, name, games, rng).seen_by(who) for name in others}
    better = max(trial, key=lambda name: trial[name], default=first)
    best = _worth(move, better, games, rng) if others else left
    known = best.error is not None and left.error is not None
    error = hypot(best.error or 0, left.error or 0) if known else None
    return _remark(move, better, best.seen_by(who), left.seen_by(who), error)


def _remark(move: Move, better: str, best: float, left: float, error: float | None) -> Remark:
    """A remark from two estimated shares of whoever moved."""
    loss = max(0.0, best - left)
    answer = _answer(move) if loss else ""
    before, after = 2 * max(best, left) - 1, 2 * left - 1
    return Remark(
        move.number, move.word, move.who, loss, error, False, loss, better, before, after,
        answer=answer,
    )  # fmt: skip


def _candidates(move: Move, games: int, rng: Random) -> list[str]:
    """Words to compare with: a known best one, sites of threats, the best by evaluation, a swap."""
    game, position = move.before.game, bare(move.before)
    if move.had.word:
        return [move.had.word.split(",")[0]]
    names = game.board.names
    worth = evaluate(game, position, games, rng.getrandbits(32)).worth
    order = sorted(worth, key=lambda site: -worth[site])
    if move.after.position.may_swap:  # the best openings are taken over, the worst are left
        return [names[order[len(order) * k // (2 * BETTER)]] for k in range(2 * BETTER)]
    danger = () if game.rules.scored else threats(move.before, 3 - position.to_move)
    found = [*danger[:BETTER], *(names[site] for site in order[:BETTER])]
    return list(dict.fromkeys(found + [SWAP] * (move.before.position.may_swap)))


def _worth(move: Move, word: str, games: int, rng: Random) -> Value:
    """The value after another word, without a search: exact if the match is over or won at once."""
    if word == SWAP:
        return move.board.turned()
    after = move.before.play(word)
    return _with_answer(after, exact_value(after, 0) or estimate(after, games, rng))
