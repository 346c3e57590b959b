"""Tempo: who is ahead, and by how much, in cells that are locked in or in claims to a win.

Cells are compared where claims oblige to claim again and most cells win (Copolymer). Claims are
compared where players take turns to join; the one who passes falls behind. That a claim never
harms holds in Projex and ConHex; in Antipalos no counter-example is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isinf
from typing import Any, ClassVar

from ..core.position import FIRST, SECOND
from ..draw.marks import Mark
from ..graphs import player
from ..play.match import Match
from .answers import (
    PLAYERS,
    counted,
    draw,
    in_notebook,
    listed,
    named,
    role,
    to_dict,
    to_frame,
    whole,
)
from .capabilities import alternating, joining, obliges
from .connecting import CopolymerSide, locked, side
from .connectivity import distance
from .forced import must_play, threats


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
        the player to move is ahead by 1 where both need as many.
    decided : bool
        Whether the one ahead can no longer be stopped: in Copolymer more than half is locked in.
    """

    match: Match
    sides: tuple[CopolymerSide, ...] | tuple[RaceSide, ...]
    ahead: int | None
    lead: float
    decided: bool

    each: ClassVar[tuple[str, ...]] = ("sides",)

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def __getitem__(self, who: int) -> CopolymerSide | RaceSide:
        return self.sides[player(who) - 1]

    def explain(self) -> str:
        """The answer in one paragraph."""
        if self.match.outcome and obliges(self.match.game):
            return _ended(self)
        words = [_explained(self.match, side) for side in self.sides]
        won = any(isinstance(race, RaceSide) and race.win_in == 0 for race in self.sides)
        if self.match.outcome and not won:
            over = f"The game is over: {self.match.result()}. The race as it stood:"
            return " ".join([over, *words])
        if self.ahead is None:
            words.append("Neither is ahead.")
        else:
            words.append(_lead(self.match, self.ahead, self.lead))
        if self.decided:
            words.append("That decides it.")
        return " ".join(words)

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
    return _counted(m) if obliges(whole(m).game) else _race(alternating(joining(m)))


def _race(m: Match) -> Tempo:
    sides = tuple(
        RaceSide(who, distance(m, who).stones, threats(m, who), must_play(m, who))
        for who in PLAYERS
    )
    # The n-th own claim is claim 2n - 1 from now for the side to move and 2n for the other.
    plies = [2 * side.win_in - (side.player == m.position.to_move) for side in sides]
    over = [side.player for side in sides if side.win_in == 0]
    if over:
        return Tempo(m, sides, over[0], inf, True)
    if isinf(plies[0]) and isinf(plies[1]):
        return Tempo(m, sides, None, 0, m.outcome is not None)
    ahead = FIRST if plies[0] < plies[1] else SECOND
    return Tempo(m, sides, ahead, abs(plies[1] - plies[0]), False)


def _counted(m: Match) -> Tempo:
    owners = m.position.owners
    low = locked(m.game.board, owners, m.position.to_move)
    sides = tuple(side(m, who, low) for who in PLAYERS)
    lead = low[0] - low[1]
    ahead = None if not lead else FIRST if lead > 0 else SECOND
    return Tempo(m, sides, ahead, abs(lead), 2 * max(low) > len(owners))


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
    counts = obliges(whole(m).game)
    if not counts:
        alternating(joining(m))
    rows = []
    for n, word in enumerate(("", *m.moves)):
        now = m.at(n)
        row: dict[str, object] = {"move": n, "word": word}
        if counts:
            low = locked(m.game.board, now.position.owners, now.position.to_move)
            total = len(m.game.board.names)
            row |= {"first_low": low[0], "first_high": total - low[1]}
            row |= {"second_low": low[1], "second_high": total - low[0]}
        else:
            row |= {"first": distance(now, FIRST).stones, "second": distance(now, SECOND).stones}
        rows.append(row)
    return rows


# Words and marks


def _ended(found: Tempo) -> str:
    """A game that is over, where cells are counted: nothing is left to choose."""
    m = found.match
    cells = [
        f"{named(m, side.player)} has {counted(side.cells, 'cell')}."
        for side in found.sides
        if isinstance(side, CopolymerSide)
    ]
    return " ".join([*cells, f"The game is over: {m.result()}."])


def _lead(m: Match, who: int, lead: float) -> str:
    if obliges(m.game):
        return f"{named(m, who)} is ahead by {counted(lead, 'cell')} locked in."
    if isinf(lead):
        return f"{named(m, who)} is ahead for good."
    return f"{named(m, who)} would win first."


def _explained(m: Match, side: CopolymerSide | RaceSide) -> str:
    who = named(m, side.player)
    if isinstance(side, CopolymerSide):
        other = named(m, 3 - side.player)
        text = (
            f"{who} has {counted(side.cells, 'cell')}; cells to go on with: "
            f"{listed(side.connecting)}; cells that end a turn and give {other} no more of these: "
            f"{listed(side.safe)}. {who} has {counted(side.turns, 'turn')} to choose from and is "
            f"sure of {counted(side.bounds[0], 'cell')}, {side.bounds[1]} at most if {other} takes "
            "what is sure"
        )
        swept = (
            f"; with the move, {who} can claim all empty cells in one turn" if side.sweeps else ""
        )
        return f"{text}{swept}."
    if side.win_in == 0:
        return f"{who} has won."
    if isinf(side.win_in):
        return f"{who} cannot win any more."
    text = f"{who} wins in {counted(side.win_in, 'move')} if left alone"
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
        if side.must_play and side.player == m.position.to_move and not m.outcome:
            yield Mark(f"{who} must play", "claim", side.must_play)
        return
    if side.connecting:
        yield Mark(f"{who} goes on here", role(side.player), side.connecting)
    if side.player == m.position.to_move:
        gifts = {name: str(count) for name, count in side.gifts.items() if count}
        if gifts:
            yield Mark(
                f"cells to go on with that {who}'s claim gives {named(m, 3 - side.player)}",
                "note",
                notes=gifts,
            )


def _answer(sites: tuple[str, ...]) -> str:
    return f"must answer at {listed(sites)}" if sites else "cannot parry the other's threats"
