"""Connecting and closing cells, gifts and the cells a player can be sure of, as in Copolymer.

A turn is a set of connecting cells and one closing cell, in any order; only the former score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..core.board import Board
from ..core.position import EMPTY, FIRST, SECOND
from ..play.match import Match
from .answers import PLAYERS


@dataclass(frozen=True, slots=True)
class CopolymerSide:
    """One player's tempo in Copolymer.

    Attributes
    ----------
    player : int
        FIRST or SECOND.
    cells : int
        How many cells the player owns.
    connecting : tuple of str
        Empty cells with two or more enemy neighbours: they may be claimed without ending the turn.
        The list never grows during the player's own turn.
    gifts : mapping of str to int
        For each empty cell, how many cells become connecting for the enemy if the player claims it.
    safe : tuple of str
        Cells that end the turn and give nothing.
    turns : int
        The number of distinct turns: 2 ** connecting * closing; 1 if the player takes all the rest.
    sweeps : bool
        Whether every empty cell is connecting, so that the player to move takes all of them.
    bounds : tuple of (int, int)
        How many cells the player can make sure of, whatever the opponent does, and how many an
        opponent who does the same leaves.
    """

    player: int
    cells: int
    connecting: tuple[str, ...]
    gifts: Mapping[str, int]
    safe: tuple[str, ...]
    turns: int
    sweeps: bool
    bounds: tuple[int, int]


def side(m: Match, who: int, low: tuple[int, int]) -> CopolymerSide:
    board, owners, names = m.game.board, m.position.owners, m.game.board.names
    empty = [site for site, owner in enumerate(owners) if owner == EMPTY]
    own = {site: touching(board, owners, site, who) for site in empty}
    joins = [site for site in empty if touching(board, owners, site, 3 - who) >= 2]
    gifts = {site: sum(own.get(near) == 1 for near in board.neighbours[site]) for site in empty}
    closing = len(empty) - len(joins)
    safe = [site for site in empty if not gifts[site] and site not in set(joins)]
    return CopolymerSide(
        player=who,
        cells=owners.count(who),
        connecting=tuple(names[site] for site in joins),
        gifts={names[site]: count for site, count in gifts.items()},
        safe=tuple(names[site] for site in safe),
        turns=2 ** len(joins) * closing if closing else int(bool(joins)),
        sweeps=bool(joins) and not closing,
        bounds=(low[who - 1], len(owners) - low[2 - who]),
    )


def touching(board: Board, owners: bytes, site: int, who: int) -> int:
    """How many neighbours of a site a player owns."""
    return sum(owners[near] == who for near in board.neighbours[site])


def locked(board: Board, owners: bytes, mover: int) -> tuple[int, int]:
    """How many cells each player can make sure of, whatever the other one does.

    On move a player can take all connecting cells and close once. Off move the enemy can spoil one
    of the cells that are connecting for this player alone, by closing there.
    """
    empty = [site for site, owner in enumerate(owners) if owner == EMPTY]
    joins = {
        who: {site for site in empty if touching(board, owners, site, 3 - who) >= 2}
        for who in PLAYERS
    }
    low = {}
    other = 3 - mover
    low[mover] = owners.count(mover) + len(joins[mover]) + (len(joins[mover]) < len(empty))
    low[other] = owners.count(other) + max(0, len(joins[other] - joins[mover]) - 1)
    return low[FIRST], low[SECOND]
