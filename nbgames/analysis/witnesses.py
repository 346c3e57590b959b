"""What shows on a board why a word cost something: a chain, a way to a win, pieces or cells."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from ..core.position import RESIGN, SWAP
from ..play.match import Match
from . import wording
from .answers import listed
from .capabilities import can_join, obliges
from .connecting import touching
from .connectivity import distance, walls, way_through
from .remarks import Remark


class Witness(NamedTuple):
    """A sentence, and what is drawn: a chain through sites, or single sites."""

    says: str = ""
    chain: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()


def witness(m: Match, remark: Remark) -> Witness:
    """Why a word of a match cost something, as far as that can be shown.

    That is what refutes it, else the way that begins with another word, which was better.
    """
    found = refutation(m, remark)
    if found.says or not can_join(m.game) or remark.better in (SWAP, remark.word, ""):
        return found
    who = remark.who
    before = m.at(remark.move - 1)
    best = before.play(*remark.better.split(","))
    chain = best.outcome.chain if best.outcome else way_through(before, best, who)
    if not chain:
        return found
    return Witness(wording.better_way(m.game.players[who - 1], remark.better), chain)


def refutation(m: Match, remark: Remark) -> Witness:
    """What is bad about a word, without a hint at what was better.

    The chain of the reply that wins; the cells that a turn gives away; the pieces that block a
    player for good as play goes on; the opponent's way to a win, where it is shorter than one's own
    although the opponent is to move.
    """
    who, then = remark.who, m.at(remark.move)
    player, other = m.game.players[who - 1], m.game.players[2 - who]
    if remark.answer:
        won = then.play(remark.answer).outcome
        return Witness(wording.winning_chain(other), won.chain if won else ())
    if then.is_open:
        return Witness()  # what it gives away the rest of the turn may take
    if obliges(m.game):
        spots = _given(m.at(remark.move - 1), then, who)
        return Witness(wording.gift(other, len(spots)), (), spots) if spots else Witness()
    if not can_join(m.game):
        return Witness()
    if remark.word not in (SWAP, RESIGN) and not then.outcome:
        mine, theirs = distance(then, who), distance(then, 3 - who)
        if then.game.board.rivals and SWAP not in remark.line and mine.stones < inf:
            for k in range(1, len(remark.line) + 1):
                if pieces := walls(then.play(*remark.line[:k]), who):
                    return Witness(wording.blocking(player, listed(remark.line[:k])), (), pieces)
        if theirs.stones < mine.stones:
            blocks = not then.game.rules.draws  # somebody wins a full board
            says = wording.shorter_way(player, other, theirs.stones, mine.stones, blocks)
            return Witness(says, theirs.chain)
    return Witness()


def _given(before: Match, then: Match, who: int) -> tuple[str, ...]:
    """The cells that who's turn lets the other one go on with."""
    board = then.game.board
    old, new = before.position.owners, then.position.owners
    return tuple(
        board.names[site]
        for site in then.game.empty(new)
        if touching(board, new, site, who) >= 2 > touching(board, old, site, who)
    )
