"""Who is ahead, and by how much: connecting cells in Copolymer, claims to a win in the other games.

In Copolymer a turn is a set of connecting cells and one closing cell, in any order, so only the
connecting cells score. In Projex and ConHex every claim helps; in Antipalos no position is known
where passing would be better; in Copolymer there are some, rare.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf, isinf
from typing import Any

from ..core.board import Board
from ..core.position import EMPTY, FIRST, SECOND
from ..draw.marks import Mark
from ..graphs import player
from ..play.match import Match
from .answers import PLAYERS, counted, draw, listed, named, role, to_dict, told, whole
from .connectivity import distance
from .forced import must_play, threats


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
        Whether every empty cell is connecting, so that the player on move takes all of them.
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


@dataclass(frozen=True, slots=True)
class RaceSide:
    """One player's tempo in a race to join two sides or to close a loop.

    Attributes
    ----------
    player : int
        FIRST or SECOND.
    win_in : float
        The fewest claims to a win if the opponent passes; `math.inf` if cut off.
    threats : tuple of str
        Sites that win at once.
    must_play : tuple of str or None
        Sites that parry every threat of the opponent; None if there is none.
    """

    player: int
    win_in: float
    threats: tuple[str, ...]
    must_play: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Tempo:
    """Both players' tempo; `tempo(m)[nbgames.FIRST]` is one player's.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    sides : tuple of CopolymerSide or RaceSide
        The record of FIRST, then of SECOND.
    ahead : int or None
        Who is ahead: in Copolymer by cells locked in, else by claims to a win; None if neither is.
    lead : float
        By how many. In a race the claims until one has won, both passing in turn, are counted, so
        the player on move is ahead by 1 where both need as many.
    decided : bool
        Whether the one ahead can no longer be stopped: in Copolymer more than half is locked in.
    """

    match: Match
    sides: tuple[CopolymerSide, ...] | tuple[RaceSide, ...]
    ahead: int | None
    lead: float
    decided: bool

    draw = draw
    to_dict = to_dict

    def __getitem__(self, who: int) -> CopolymerSide | RaceSide:
        return self.sides[player(who) - 1]

    def explain(self) -> str:
        """The answer in one paragraph, which ends with the position that it is about."""
        words = [_explained(self.match, side) for side in self.sides]
        if self.ahead is None:
            words.append("Neither is ahead.")
        else:
            by = "for good" if isinf(self.lead) else f"by {_unit(self.match, self.lead)}"
            words.append(f"{named(self.match, self.ahead)} is ahead {by}.")
        if self.decided:
            words.append("That decides it.")
        return " ".join([*words, told(self.match)])

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        return tuple(mark for side in self.sides for mark in _marked(self.match, side))


def tempo(m: Match) -> Tempo:
    """How both players stand in tempo, and who is ahead by what.

    Parameters
    ----------
    m : Match
        A match of any of the four games, finished or not.

    Returns
    -------
    Tempo
        Indexed by player: `CopolymerSide` (`connecting`, `gifts`, `safe`, `bounds` in cells) or
        `RaceSide` (`win_in`, `threats`, `must_play`); and `ahead`, `lead`, `decided`; with
        `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        If it is no match, or a game of your own of which neither question can be asked.

    Notes
    -----
    *connecting cell*: an empty cell of Copolymer with two or more enemy neighbours; its claim
    obliges the same player to claim again. (Help text of Copolymer.)

    *closing cell*: an empty cell of Copolymer with fewer than two enemy neighbours; its claim ends
    the turn.

    *gift*: what a claim of cell c hands to the opponent: gift(c) is the number of empty neighbours
    of c with exactly one neighbour of the claimant so far, which the claim makes connecting for the
    enemy.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> now = analysis.tempo(nbgames.match("copolymer", 5).play("C3", "B2", "C2"))
    >>> now[nbgames.SECOND].bounds, now[nbgames.FIRST].connecting
    ((3, 17), ())
    """
    return _copolymer(m) if is_scored(whole(m)) else _race(m)


def _race(m: Match) -> Tempo:
    sides = tuple(
        RaceSide(who, distance(m, who).stones, threats(m, who), must_play(m, who))
        for who in PLAYERS
    )
    # The n-th own claim is claim 2n - 1 from now for the side on move and 2n for the other.
    plies = [2 * side.win_in - (side.player == m.position.to_move) for side in sides]
    over = [side.player for side in sides if side.win_in == 0]
    if over:
        return Tempo(m, sides, over[0], inf, True)
    if isinf(plies[0]) and isinf(plies[1]):
        return Tempo(m, sides, None, 0, m.outcome is not None)
    ahead = FIRST if plies[0] < plies[1] else SECOND
    return Tempo(m, sides, ahead, abs(plies[1] - plies[0]), False)


def is_scored(m: Match) -> bool:
    """Is this a game that is counted at the end?"""
    return not m.game.board.twists and not m.game.board.sides


# Copolymer


def _copolymer(m: Match) -> Tempo:
    board, owners = m.game.board, m.position.owners
    locked = _locked(board, owners, m.position.to_move)
    sides = tuple(_side(m, who, locked) for who in PLAYERS)
    lead = locked[0] - locked[1]
    ahead = None if not lead else FIRST if lead > 0 else SECOND
    return Tempo(m, sides, ahead, abs(lead), 2 * max(locked) > len(owners))


def _side(m: Match, who: int, locked: tuple[int, int]) -> CopolymerSide:
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
        bounds=(locked[who - 1], len(owners) - locked[2 - who]),
    )


def touching(board: Board, owners: bytes, site: int, who: int) -> int:
    """How many neighbours of a site a player owns."""
    return sum(owners[near] == who for near in board.neighbours[site])


def _locked(board: Board, owners: bytes, mover: int) -> tuple[int, int]:
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


# A whole match


def history(m: Match) -> list[dict[str, Any]]:
    """The tempo after each move, as rows for a table or a curve.

    Parameters
    ----------
    m : Match
        A match of any of the four games.

    Returns
    -------
    list of dict
        `move` (0 is the start) and `word`; in Copolymer `first_low`, `first_high`, `second_low` and
        `second_high`, the bounds in cells; else `first` and `second`, the claims to a win.

    Raises
    ------
    Refused
        If it is no match, or a game of your own of which neither question can be asked.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> analysis.history(nbgames.match("projex", 3).play("B2"))[-1]
    {'move': 1, 'word': 'B2', 'first': 3, 'second': 4}
    """
    scored = is_scored(whole(m))
    rows = []
    for n, word in enumerate(("", *m.moves)):
        now = m.at(n)
        row: dict[str, object] = {"move": n, "word": word}
        if scored:
            locked = _locked(m.game.board, now.position.owners, now.position.to_move)
            total = len(m.game.board.names)
            row |= {"first_low": locked[0], "first_high": total - locked[1]}
            row |= {"second_low": locked[1], "second_high": total - locked[0]}
        else:
            row |= {"first": distance(now, FIRST).stones, "second": distance(now, SECOND).stones}
        rows.append(row)
    return rows


# Words and marks


def _unit(m: Match, lead: float) -> str:
    if is_scored(m):
        return counted(lead, "cell locked in", "cells locked in")
    return counted(lead, "claim")


def _explained(m: Match, side: CopolymerSide | RaceSide) -> str:
    who = named(m, side.player)
    if isinstance(side, CopolymerSide):
        text = (
            f"{who} has {counted(side.cells, 'cell')}, may connect at {listed(side.connecting)}, "
            f"can end a turn without a gift at {listed(side.safe)}, has "
            f"{counted(side.turns, 'distinct turn')} and can make sure of "
            f"{counted(side.bounds[0], 'cell')}, and of {side.bounds[1]} at most"
        )
        return f"{text}, sweeping the board if on move." if side.sweeps else f"{text}."
    if side.win_in == 0:
        return f"{who} has won."
    if isinf(side.win_in):
        return f"{who} cannot win any more."
    text = f"{who} wins in {counted(side.win_in, 'claim')} if left alone"
    if side.threats:
        text += f", at once with {listed(side.threats)}"
    if side.must_play is not None:
        text += f"; {who} {_answer(side.must_play)}"
    return text + "."


def _marked(m: Match, side: CopolymerSide | RaceSide) -> Iterator[Mark]:
    who = named(m, side.player)
    if isinstance(side, RaceSide):
        if side.threats:
            yield Mark(f"{who} wins here", role(side.player), side.threats)
        if side.must_play and side.player == m.position.to_move:
            yield Mark(f"{who} must play", "claim", side.must_play)
        return
    if side.connecting:
        yield Mark(f"{who} connects", role(side.player), side.connecting)
    if side.player == m.position.to_move:
        gifts = {name: str(count) for name, count in side.gifts.items() if count}
        if gifts:
            yield Mark(f"cells {who} would give", "note", notes=gifts)


def _answer(sites: tuple[str, ...]) -> str:
    return f"must answer at {listed(sites)}" if sites else "cannot parry the other's threats"
