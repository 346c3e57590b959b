"""Judges a word that is tried in place of one that was played, and says why it is right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..core.position import RESIGN, SWAP
from ..play.match import Match
from . import remarks, wording
from .advising import effects
from .answers import whole
from .capabilities import can_join
from .connectivity import distance, way_through
from .judging import Judged, Move, is_opening, judged
from .mcts.estimates import finished
from .remarks import Remark
from .values import Value, cells, chosen, result_of, said
from .weighing import NOTHING, Run, asked_of, judged_words
from .witnesses import Witness, refutation

RIGHT, WRONG, UNSURE = "✓", "✗", "~"


class Retrial(NamedTuple):
    """What a word costs, as in a review, whether it is right, why, and what shows that.

    `sign` is "✓" if it is right, "✗" if a review would mark it ? or ??, or ?! where it is no better
    than what was played, else "~": it may lose as much, but that is within the error. `why` tells
    what the word does besides. `had` is what the position before it is worth, `left` what the one
    after it is, both without a swap.
    """

    remark: Remark
    sign: str
    says: str
    why: str
    shows: Witness
    had: Value
    left: Value

    @property
    def right(self) -> bool:
        return self.sign == RIGHT


def retried(
    m: Match,
    played: tuple[str, Value] | None = None,
    *,
    nodes: int | None = None,
    seed: int = 0,
    known: Mapping[int, Value] = NOTHING,
    named: bool = False,
    rival: tuple[str, Value] | None = None,
) -> Retrial:
    """How the last word of a match does, from what can be known of the last two positions alone.

    It counts from what the position before it is known to be worth, and is searched as long as that
    was. `remarks.keeps_enough` says what is right.

    Parameters
    ----------
    m : Match
        A match with at least one move.
    played : tuple of (str, Value), optional
        The word in place of which it is tried, and what that left.
    nodes : int, optional
        Nodes of proofs, as for `review`.
    seed : int, default 0
        Seed of the random games.
    known : mapping of int to Value, default {}
        What is known of positions already, by the number of words before them.
    named : bool, default False
        Whether a review has named the word as better: it is right then, and no more is proven.
    rival : tuple of (str, Value), optional
        The best other word that a review has named, and what that leaves.

    Returns
    -------
    Retrial
        With the remark, a few sentences, a chain or sites to draw, and what was had before.

    Raises
    ------
    Refused
        If nothing has been played.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames.analysis.retrying import retried
    >>> m = nbgames.match("copolymer", 3, swap=False)
    >>> print(retried(m.play("B2")).says)
    B2 is not the move. For X it loses 2 cells and the game. After B2 O wins with A1.
    >>> print(retried(m.play("A1")).says)
    A1 is right: it wins by 1 cell whatever O does: proven. This move claims 1 cell, and O can \
then claim only one: no empty cell touches two of X's.
    """
    n = len(whole(m).moves)
    asked = asked_of(m, None, 0 if named else nodes, seed)
    given = known.get(n - 1)
    asked = asked._replace(games=max(asked.games, given.games if given else 0))
    run = Run({}, known=known, compares=False)
    values, (word,) = finished(judged_words(m, asked, run, n))
    board, left = values[min(values)], result_of(m) if m.outcome else values[max(values)]
    r = (word := _counted(m, word, board, given, rival)).remark
    sign, says = _judged(m, word, played, named)
    shows = Witness()
    if sign == RIGHT:
        shows = _way(m, r)
        if not m.is_open:
            says = " ".join([says, *filter(None, _besides(m, word, played, rival))])
    elif sign == WRONG:
        shows = refutation(m, r)
    if given and given.error and not board.error and n > 1:
        says = f"{wording.known_since(said(m.at(n - 1), board))} {says}"
    return Retrial(r, sign, says, _why(m, word, says), shows, board, left)


def _counted(
    m: Match, word: Judged, board: Value, given: Value | None, rival: tuple[str, Value] | None
) -> Judged:
    """The word, counted from what the position before it is told to be worth.

    If the best other word, too, was searched, a smaller fall counts, as in a review.
    """
    r, left = word.remark, word.left
    before = m.at(r.move - 1)
    had = chosen(before, board)
    if is_opening(m, r.move):
        had = max(word.had, given or word.had, key=lambda value: value.seen_by(r.who))
    fell = max(0.0, had.seen_by(r.who) - left.seen_by(r.who))
    others = int(rival is not None and rival[1].error > 0)
    return judged(Move(r.move, r.word, before, m.at(r.move), board, had, left, fell, others))


def _judged(
    m: Match, word: Judged, played: tuple[str, Value] | None, named: bool
) -> tuple[str, str]:
    """Whether a word is right, and why; named by a review it is."""
    r, left = word.remark, word.left.seen_by(word.remark.who)
    player, other = m.game.players[r.who - 1], played[0] if played else ""
    if r.word == RESIGN:
        return WRONG, remarks.of_word(player, r)
    if r.loss and not r.cost and r.after < 0:
        return UNSURE, wording.loses_by_less(r.word, int(-r.after), int(-r.before))
    is_doubtful = r.sure and word.left.error > 0 and not r.mark and not named
    if is_doubtful and not m.is_open:
        return UNSURE, wording.doubtful(r.word)
    had, before = word.had.seen_by(r.who), -1.0
    if played and r.word not in (other, SWAP) and word.left.error:
        before = played[1].seen_by(remarks.side_after(r.who, other))
    if named or (remarks.keeps_enough(had, left, before) and not is_doubtful):
        return RIGHT, _right(m, r, word.left)
    if m.is_open and word.left.error:
        return UNSURE, wording.open_yet(r.word)  # its best continuation may not have been found
    mark = remarks.mark_by(r.word, had, 0.0, left)
    if mark and not r.mark:
        off = remarks.lead(remarks.doubt(r), 0)
        return UNSURE, wording.about_as_good(r.word, player, had, left, off)
    if mark in ("", "?!") and before >= 0 and remarks.mark_by("", left, 0.0, before):
        return UNSURE, wording.between(r.word, other, player, had, left)
    if mark:
        return WRONG, remarks.wrong(m.game.players, r)
    return UNSURE, wording.hardly_better(r.word, other, remarks.lead(left, before))


def _why(m: Match, word: Judged, said: str) -> str:
    """What a word does, as far as that is not said, and how play goes on."""
    r, (player, other) = word.remark, _players(m, word.remark.who)
    says = effects(m.at(r.move - 1), m, r.word)
    is_known = m.is_open or m.outcome or SWAP in (r.word, *r.line)
    if not (is_known or remarks.refuted(m.game.players, r) in said):
        says.append(wording.expected(player, other, r.line))
    new = [one for one in says if one and one not in said]
    return wording.explains(r.word, " ".join(new) or wording.known_only(not word.left.error))


def _besides(
    m: Match,
    word: Judged,
    played: tuple[str, Value] | None,
    rival: tuple[str, Value] | None,
) -> list[str]:
    """What a right word does besides, and what the one named as better and the one played leave."""
    r, says = word.remark, []
    if r.cells and r.loss and r.after > 0:
        says.append(wording.wins_by_more(int(r.before)))
    says += effects(m.at(r.move - 1), m, r.word, praised=True)
    if rival:
        says.append(_left_by(m, r, "which the review names", *rival))
    if played and played[0] != r.word:
        says.append(_left_by(m, r, "as played", *played))
    return says


def _right(m: Match, r: Remark, left: Value) -> str:
    """That a word is right, and what it leaves."""
    if r.word == SWAP:
        return wording.right_swap()
    if m.is_open:
        return wording.right_so_far(r.word)
    why = wording.right_at_once()
    if not (m.outcome and m.outcome.winner == r.who):
        player, other = _players(m, r.who)
        share = left.seen_by(r.who)
        why = wording.right_since(player, other, share, left.error, cells(m, left))
    return wording.right(r.word, why)


def _left_by(m: Match, r: Remark, which: str, word: str, left: Value) -> str:
    """What another word leaves, and which that is."""
    side = remarks.side_after(r.who, word)
    share = left.seen_by(side)
    return wording.left_by(word, which, *_players(m, side), share, left.error, cells(m, left))


def _way(m: Match, r: Remark) -> Witness:
    """The chain that has won, or a shortest way through the word, unless the opponent is nearer."""
    if r.word == SWAP or not can_join(m.game):
        return Witness()
    player = m.game.players[r.who - 1]
    if m.outcome and m.outcome.chain:
        return Witness(wording.winning_chain(player), m.outcome.chain)
    chain = way_through(m.at(r.move - 1), m, r.who)
    if not chain or distance(m, r.who).stones > distance(m, 3 - r.who).stones:
        return Witness()
    return Witness(wording.own_way(player), chain)


def _players(m: Match, who: int) -> tuple[str, str]:
    return m.game.players[who - 1], m.game.players[2 - who]
