"""Judges a word that is tried in place of one that was played, and says why it is right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..core.position import RESIGN, SWAP
from ..play.match import Match
from . import remarks, wording
from .advising import contacts, forced
from .answers import listed
from .capabilities import can_join, obliges
from .connectivity import distance, way_through
from .forced import threats
from .judging import Judged
from .mcts.estimates import finished
from .remarks import Remark
from .values import Value, cells, result_of
from .weighing import NOTHING, Run, asked_of, judged_words
from .witnesses import Witness, refutation


class Retrial(NamedTuple):
    """What a word costs, as in a review, whether it is right, why, and what shows that.

    `had` is what the position before it is worth, `left` what the one after it is, both without a
    swap. It `beats` a named word if it leaves more.
    """

    remark: Remark
    right: bool
    says: str
    shows: Witness
    had: Value
    left: Value
    beats: bool = False


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
        Whether a review has named the word as better, by what is known of the last two positions:
        nothing more is proven or searched then, so that the two agree.
    rival : tuple of (str, Value), optional
        The best word that a review has named instead, and what that leaves.

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
    A1 is right: it wins by 1 cell whatever O does: proven. This takes 1 cell and leaves O no cell \
to go on with.
    """
    asked = asked_of(m, None, 0 if named else nodes, seed)
    run = Run({}, known=known, compares=not named)
    values, (word,) = finished(judged_words(m, asked, run, len(m.moves)))
    left = result_of(m) if m.outcome else values[max(values)]
    r, around = word.remark, (values[min(values)], left)
    if r.word == RESIGN:
        return Retrial(r, False, remarks.of_word(m.game.players[r.who - 1], r), Witness(), *around)
    if r.mark:
        return Retrial(r, False, remarks.wrong(m.game.players, r), refutation(m, r), *around)
    if doubt := "" if named else _doubt(m, word, played):
        return Retrial(r, False, doubt, Witness(), *around)
    says = [_right(m, r, word.left)]
    beats = rival is not None and _leaves_more(r.who, word.left, *rival)
    if rival and beats:
        side = remarks.side_after(r.who, rival[0])
        (player, _), share = _players(m, side), rival[1].seen_by(side)
        says.append(wording.even_better(rival[0], player, share, not word.left.error))
    if r.cells and r.loss and r.after > 0:
        says.append(wording.wins_by_more(int(r.before)))
    says += _more(m, r, word.left)
    if played and played[0] != r.word:
        says.append(_as_played(m, r, *played))
    return Retrial(r, True, " ".join(filter(None, says)), _way(m, r), *around, beats)


def _doubt(m: Match, word: Judged, played: tuple[str, Value] | None) -> str:
    """Why a word that is no mistake may not be what was looked for; "" where nothing says so."""
    r, left, claims = word.remark, word.left, word.remark.word.removesuffix(",")
    if r.sure:
        return wording.doubtful(claims)
    if r.cells and r.loss and r.after < 0:
        return wording.loses_by_less(claims, int(-r.after), int(-r.before))
    if played and _is_no_better(r, left, *played):
        player, _ = _players(m, r.who)
        return wording.no_better(claims, played[0], player, left.seen_by(r.who), left.error)
    return ""


def _is_no_better(r: Remark, left: Value, word: str, other: Value) -> bool:
    """Does a word look no better than another, by estimates of both that say something?"""
    share, before = left.seen_by(r.who), other.seen_by(remarks.side_after(r.who, word))
    estimates = left.error > 0 and other.error > 0
    vague = wording.is_vague(share, left.error) or wording.is_vague(before, other.error)
    return r.word not in (word, SWAP) and estimates and not vague and share <= before


def _leaves_more(who: int, left: Value, word: str, other: Value) -> bool:
    """Does a word leave more than another, by numbers as they are told, if they say something?"""
    share, least = left.seen_by(who), other.seen_by(remarks.side_after(who, word))
    return round(100 * share) > round(100 * least) and not wording.is_vague(share, left.error)


def _right(m: Match, r: Remark, left: Value) -> str:
    """That a word is right, and what it leaves."""
    if r.word == SWAP:
        return wording.right_swap()
    why = wording.right_at_once()
    if not (m.outcome and m.outcome.winner == r.who):
        player, other = _players(m, r.who)
        share = left.seen_by(r.who)
        why = wording.right_since(player, other, share, left.error, cells(m, left))
    return wording.right(r.word.removesuffix(","), why)


def _as_played(m: Match, r: Remark, word: str, left: Value) -> str:
    side = remarks.side_after(r.who, word)
    share = left.seen_by(side)
    return wording.as_played(word, *_players(m, side), share, left.error, cells(m, left))


def _more(m: Match, r: Remark, left: Value) -> list[str]:
    """What a word parries, threatens or takes, and that its player is nearer to a win."""
    if m.outcome or r.word == SWAP:
        return []
    if m.is_open:
        return [wording.goes_on(r.word.removesuffix(","))]
    before, (player, other) = m.at(r.move - 1), _players(m, r.who)
    found = [forced(before, r.word, other, is_named=True)]
    rules = m.game.rules
    if not (rules.scored or rules.several) and (wins := threats(m, r.who)):
        found.append(wording.threatens(player, listed(wins)))
    elif can_join(m.game) and left.error:
        mine, theirs = (distance(m, who).stones for who in (r.who, 3 - r.who))
        if mine < theirs:
            found.append(wording.race(player, other, mine, theirs))
    if obliges(m.game):
        found.append(contacts(before, m, r.word, other))
    return found


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
