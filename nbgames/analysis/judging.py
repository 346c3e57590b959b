"""Judges one word of a match: what it cost, exactly where that is proven, else by estimate."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ..core.position import FIRST, RESIGN, SECOND, SWAP
from ..play.match import Match
from ..play.turns import is_begun
from .certificates import has_margins, may_open
from .evaluation import evaluate
from .forced import threats
from .remarks import Remark, keeps_enough
from .values import Value, bare, best_opening, chosen, estimate, opening_value

OPENINGS, RANKED = 6, 1024  # that are compared with the one played; random games that rank them
LINE = 5  # words
DOUBT, FALL = 0.05, 0.1  # of a share: falls that are worth a search of another word, of several
OTHERS = 4  # words, at most, that are searched in place of one after which the share fell far
ALSO = 2  # words, at most, that are named as being as good as a better one


class Move(NamedTuple):
    """A word between two positions, and what they are worth.

    `board` is the value of the position before it without a swap, `had` with one that may be
    chosen. `left` counts the swap that may answer the word. FIRST is in all three whoever was so
    before the word. `fell` is how far the estimate fell for whoever moved, and `others` how many
    words were searched in its place for that. `instead` are the values of the position by other
    words, each first in its line.
    """

    number: int
    word: str
    before: Match
    after: Match
    board: Value
    had: Value
    left: Value
    fell: float = 0.0
    others: int = 0
    instead: tuple[Value, ...] = ()

    @property
    def who(self) -> int:
        return self.before.position.to_move


class Judged(NamedTuple):
    """What is said of a word, with the values before it and that it left, as a `Move` has them.

    `named` are those of the position by the words that are named as better, as far as they are
    known, each first in its line.
    """

    had: Value
    left: Value
    remark: Remark
    named: tuple[Value, ...] = ()


def openings(m: Match) -> list[str]:
    """Words to compare an opening with that may be taken over; none where it may not be."""
    first = m.at(0)
    if not (may_open(first) and m.at(1).position.may_swap):
        return []
    return [word for word in openings_of_all_ranks(first) if word != m.moves[0]]


def openings_of_all_ranks(m: Match) -> list[str]:
    """A few openings, since the best are taken over by a swap and the worst are left."""
    worth = evaluate(m.game, bare(m), RANKED, 0).worth
    order = sorted(worth, key=lambda site: -worth[site])
    return [m.game.board.names[order[len(order) * k // OPENINGS]] for k in range(OPENINGS)]


def falls(m: Match, pairs: Mapping[int, tuple[Value, Value]], least: float) -> dict[int, float]:
    """How far estimates fell, at least so far, by the numbers of the words, for whoever moved.

    They only seem to fall: two searches from positions where different players are to move differ
    by what the move is worth, so that other words have to be searched like the one played.
    """
    found = {}
    for n, (had, left) in pairs.items():
        who = m.at(n - 1).position.to_move
        fell = had.seen_by(who) - left.seen_by(who)
        is_claim = m.moves[n - 1] not in (SWAP, RESIGN)
        if had.error and fell >= least and is_claim and not is_opening(m, n):
            found[n] = fell
    return found


def doubted(
    m: Match, pairs: Mapping[int, tuple[Value, Value]], known: Collection[tuple[int, str]]
) -> dict[int, list[str]]:
    """Words to search in place of those after which the estimate fell, by the numbers of these.

    One where it fell a little; where it fell far up to OTHERS, two for each word of the match; none
    whose value is known, with its number.
    """
    fell = falls(m, pairs, DOUBT)
    far = sum(one >= FALL for one in fell.values())
    most = max(1, min(OTHERS, 2 * len(m.moves) // max(1, far)))
    found = {}
    for n, one in fell.items():
        rest = [word for word in rivals(pairs[n][0], m.moves[n - 1]) if (n, word) not in known]
        found[n] = rest[: most if one >= FALL else 1]
    return found


def rivals(had: Value, word: str) -> list[str]:
    """Other words than the one played, those that a search of the position liked most first."""
    claims = had.word.split(",")
    found = [had.word, *(other for other in had.order.split() if other not in claims)]
    return [other for other in found if other and not is_begun(word, prefix=other)]


def is_opening(m: Match, number: int) -> bool:
    """May this word be taken over?"""
    return m.at(number).position.may_swap and may_open(m.at(number - 1))


def move_between(
    m: Match, number: int, boards: tuple[Value, Value], others: Mapping[str, Value], nodes: int
) -> Move:
    """The word that leads from one position to the next; `boards` are their values without a swap.

    `others` are the values after other words in its place, likewise.
    """
    word, before, after = m.moves[number - 1], m.at(number - 1), m.at(number)
    who, board, fell, count = before.position.to_move, boards[0], 0.0, 0
    had = chosen(before, board)
    left = chosen(after, boards[1])
    instead = () if is_opening(m, number) else _instead(before, others)
    if word == SWAP:
        left = board.turned()._replace(line=board.line)
    elif word == RESIGN:
        left = _resigned(before, had)
    elif is_opening(m, number):
        had = _opened(before, left.after(word), others, nodes)
    elif board.score is not None and board.seen_by(who) == 0 and not has_margins(before.game):
        left = board._replace(line=left.line)  # where all moves lose there is nothing to lose
    elif had.error and had.word != SWAP:
        fell, count = had.seen_by(who) - left.seen_by(who), len(others)
        had = _compared(had, [left.after(word), *instead], who)
    return Move(number, word, before, after, board, had, left, fell, count, instead)


def _opened(before: Match, left: Value, others: Mapping[str, Value], nodes: int) -> Value:
    """The value of an empty board: that of the best opening, the swap counted."""
    if nodes and left.score is not None and (solved := opening_value(before, nodes)):
        return solved
    who = before.position.to_move
    found = [value.or_swapped(3 - who).after(word) for word, value in others.items()]
    return best_opening([left, *found], who)


def _instead(before: Match, others: Mapping[str, Value]) -> tuple[Value, ...]:
    """The values of a position by other words, each a whole turn."""
    return tuple(
        value.after(word, goes_on=before.play(*word.split(",")).is_open)
        for word, value in others.items()
    )


def _compared(had: Value, found: Sequence[Value], who: int) -> Value:
    """The best word of those that were searched alike, but worth no more than the position was."""
    best = max(found, key=lambda value: value.seen_by(who))
    share = min(had, best, key=lambda value: value.seen_by(who)).share
    return estimate(best, had)._replace(share=share)


def _resigned(before: Match, had: Value) -> Value:
    """A loss for the side to move; by as much as was lost anyway, where margins count."""
    who = before.position.to_move
    lost = -1
    if has_margins(before.game):
        lost = min(lost, had.score_for(who) or 0)
    return Value(float(who == SECOND), 0.0, lost if who == FIRST else -lost)


def judged(move: Move) -> Judged:
    """What a word cost: exactly where both positions are solved, else by an estimate."""
    who, had = move.who, move.had
    exact = move.had.score is not None and move.left.score is not None
    remark = _exact(move) if exact else _estimated(move)
    better = (remark.better, *remark.also) if remark.costly else ()
    named = tuple(
        _within(had, value, who) for word in better for value in move.instead if value.word == word
    )
    return Judged(move.had, move.left, remark, named)


def _within(had: Value, value: Value, who: int) -> Value:
    """The value by a word: of the best one, or one that is estimated above it, the position's."""
    if not value.error or value.seen_by(who) < had.seen_by(who):
        return value
    return value._replace(share=had.share, error=max(had.error, value.error))


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
        left.words[:LINE],
        also=_also(move, True) if before > after else (),
    )


def _answer(move: Move) -> str:
    """The reply that wins at once, if there is one."""
    after = move.after
    if after.outcome or after.game.rules.scored or after.is_open:
        return ""
    return next(iter(threats(after, after.position.to_move)), "")


def _estimated(move: Move) -> Remark:
    """The share of the best word less that of the one played."""
    who, had, left = move.who, move.had.seen_by(move.who), move.left.seen_by(move.who)
    loss = max(0.0, had - left)
    error = max(move.had.error, move.left.error)
    if move.word == SWAP:
        error = 2 * move.board.error  # of the difference of a share and the other side's
    sure = had == 1 and not move.had.error and move.had.word not in ("", move.word)
    return Remark(
        move.number, move.word, who, loss, error, False, loss,
        move.had.word or ("" if loss else move.word),
        2 * max(had, left) - 1, 2 * left - 1,
        answer=_answer(move) if loss else "",
        line=move.left.words[:LINE], fell=move.fell, others=move.others, sure=sure,
        also=_also(move, sure) if loss else (),
        proven=(not move.had.error, not move.left.error),
    )  # fmt: skip


def _also(move: Move, is_proven: bool) -> tuple[str, ...]:
    """Words that are as good as the better one, proven to be or nearly so by what is told."""
    who, had, left = move.who, move.had, move.left.seen_by(move.who)

    def is_good(value: Value) -> bool:
        if is_proven:
            return not value.error and value.share == had.share and had.score in (None, value.score)
        return keeps_enough(had.seen_by(who), value.seen_by(who), left)

    best = had.word.partition(",")[0]
    others = [one for one in move.instead if one.word.partition(",")[0] != best and is_good(one)]
    return tuple(value.word for value in others[:ALSO])
