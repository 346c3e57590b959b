"""Scores where claims oblige to go on (Copolymer), and what the move is worth at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from ..core.errors import Refused, shown
from ..core.position import EMPTY, FIRST, SECOND
from ..draw.marks import Mark
from ..play.match import Match
from .answers import PLAYERS, counted, draw, to_dict, told
from .capabilities import obliges
from .connecting import touching

MOST_EMPTY = 10  # cells: plain recursion takes about a quarter of a second then


@dataclass(frozen=True, slots=True)
class Score:
    """How a Copolymer match came to its score, as `score` counts it.

    Attributes
    ----------
    connecting
        How many cells FIRST and SECOND claimed that touched two or more enemy cells.
    closing
        How many other cells; each ends a turn, so these differ by at most one.
    cells
        What FIRST and SECOND own.
    margin
        The cells of FIRST minus those of SECOND.
    """

    match: Match
    connecting: tuple[int, int]
    closing: tuple[int, int]
    cells: tuple[int, int]
    margin: int

    draw = draw
    to_dict = to_dict

    def explain(self) -> str:
        first, second = self.match.game.players
        (a, b), (c, d) = self.connecting, self.closing
        text = (
            f"{first} connected {counted(a, 'time')} and closed {counted(c, 'time')}, {second} "
            f"{b} and {d}; cells {self.cells[0]} to {self.cells[1]}."
        )
        odd = len(self.match.game.board.names) % 2  # else margins are even, and ties are SECOND's
        if self.match.outcome and odd and not any(self.match.positions[0].owners):
            rule = f"{a} >= {b}" if a >= b else f"{a} < {b}"
            wins = first if a >= b else second
            text += f" The first player wins exactly if C1 >= C2: {rule}, so {wins} has won."
        return f"{text} {told(self.match)}"

    def marks(self) -> tuple[Mark, ...]:
        joins = [name for name, joined, _ in _claims(self.match) if joined]
        return (Mark(f"{counted(len(joins), 'connecting claim')}", "good", tuple(joins)),)


def score(m: Match) -> Score:
    """The connecting and the closing claims of a Copolymer match so far.

    The closing claims alternate, so N_first - N_second is 0 or 1, and the margin of a full game is
    C_first - C_second plus that. Margins are odd: the first player wins exactly when
    C_first >= C_second.

    Definition
    ----------
    *margin*: the first player's cells minus the second's, at the end of Copolymer: (C1 - C2) +
    (K1 - K2), where C counts connecting and K closing claims. Closing claims alternate, so K1 -
    K2 is 0 or 1.

    Raises
    ------
    Refused
        If it is no match of Copolymer.

    >>> from nbgames.play.match import match
    >>> score(match("copolymer", 3).play("A1", "A2", "B1", "B2,B3", "C2")).connecting
    (0, 1)
    """
    _obliging(m)
    joins, closes = [0, 0], [0, 0]
    for _, joined, who in _claims(m):
        (joins if joined else closes)[who - 1] += 1
    first, second = (m.position.owners.count(who) for who in PLAYERS)
    pairs = (joins[0], joins[1]), (closes[0], closes[1]), (first, second)
    return Score(m, *pairs, first - second)


def _claims(m: Match) -> Iterator[tuple[str, bool, int]]:
    """Each claim since the start: its name, whether it connected, and whose it was."""
    board = m.game.board
    for name, before in zip(m.claims, m.positions, strict=False):
        if name in board.names:
            who, site = before.to_move, board.site(name)
            yield name, touching(board, before.owners, site, 3 - who) >= 2, who


@dataclass(frozen=True, slots=True)
class Swing:
    """What it is worth to be on move, as `swing` finds it.

    Attributes
    ----------
    first, second
        FIRST's final margin with best play if FIRST, and if SECOND, is on move.
    """

    match: Match
    first: int
    second: int

    draw = draw
    to_dict = to_dict

    @property
    def swing(self) -> int:
        """How much FIRST gains by being on move instead of SECOND."""
        return self.first - self.second

    def explain(self) -> str:
        a, b = self.match.game.players
        return (
            f"With best play {a} ends {self.first:+d} cells if {a} is on move and {self.second:+d} "
            f"if {b} is: the move is worth {self.swing:+d}. {told(self.match)}"
        )

    def marks(self) -> tuple[Mark, ...]:
        return ()


def swing(m: Match) -> Swing:
    """The exact worth of being on move in a Copolymer endgame.

    Definition
    ----------
    *swing*: what it is worth to be on move: the first player's margin with best play when on
    move, minus the same when the other one is. (Hotness, as in Winning Ways.)

    Parameters
    ----------
    m
        A match of Copolymer.

    Raises
    ------
    Refused
        If it is another game, or more than ten cells are empty.

    >>> from nbgames.play.match import match
    >>> swing(match("copolymer", 3)).swing  # 7 cells: the side on move wins by 1
    2
    """
    empty = _empty(m)
    before = m.position.owners.count(FIRST) - m.position.owners.count(SECOND)
    gain = _gain(m, empty)
    first, second = (before + gain(bytes(len(empty)), who) for who in PLAYERS)
    return Swing(m, first, second)


def endings(m: Match) -> dict[frozenset[str], int]:
    """For each set of connecting cells that a turn may take, its best end for the side to move.

    Returns
    -------
    dict
        The mover's final margin in cells with best play, by the set, the smallest set first. Which
        cell closes the turn is chosen best. A side that sweeps the board has one set, all of it.

    Raises
    ------
    Refused
        If it is another game or over, or more than ten cells are empty.

    >>> from nbgames.play.match import match
    >>> endings(match("copolymer", 3).play("A1", "B2", "B3"))
    {frozenset(): -1, frozenset({'A2'}): -1}
    """
    empty, who = _empty(m), m.position.to_move
    if m.outcome:
        raise Refused(f"no turn is left: {m.result()}")
    joins = [v for v in empty if touching(m.game.board, m.position.owners, v, 3 - who) >= 2]
    closing = [v for v in empty if v not in joins]
    gain, sign = _gain(m, empty), 1 if who == FIRST else -1
    before = m.position.owners.count(who) - m.position.owners.count(3 - who)

    def end(turn: tuple[int, ...]) -> int:
        owned = bytes(who if v in turn else EMPTY for v in empty)
        return before + sign * gain(owned, 3 - who)

    names = m.game.board.names
    sizes = range(len(joins) + 1) if closing else [len(joins)]
    closes: list[tuple[int, ...]] = [(v,) for v in closing] or [()]
    return {
        frozenset(names[v] for v in some): max(end((*some, *last)) for last in closes)
        for size in sizes
        for some in combinations(joins, size)
    }


def _empty(m: Match) -> list[int]:
    """The empty cells of a match of Copolymer that are few enough to try all that may follow."""
    _obliging(m)
    empty = m.game.empty(m.position.owners)
    if len(empty) > MOST_EMPTY:
        raise Refused(f"{len(empty)} cells are empty, and ends are for at most {MOST_EMPTY}")
    return empty


def _gain(m: Match, empty: Sequence[int]) -> Callable[[bytes, int], int]:
    """How many cells more than SECOND, FIRST gets of those empty in m, when some are owned since.

    The function takes their owners and who is on move.
    """
    board, owners = m.game.board, m.position.owners
    beside = [[touching(board, owners, site, who) for who in (EMPTY, *PLAYERS)] for site in empty]
    near = [
        [k for k, other in enumerate(empty) if other in board.neighbours[site]] for site in empty
    ]

    @cache
    def gain(owned: bytes, who: int) -> int:
        found = []
        for k, owner in enumerate(owned):
            if owner == EMPTY:
                enemies = beside[k][3 - who] + sum(owned[j] == 3 - who for j in near[k])
                after = owned[:k] + bytes([who]) + owned[k + 1 :]
                found.append(gain(after, who if enemies >= 2 else 3 - who))
        if not found:
            return owned.count(FIRST) - owned.count(SECOND)
        return max(found) if who == FIRST else min(found)

    return gain


def _obliging(m: object) -> None:
    if not isinstance(m, Match) or not obliges(m.game):
        raise Refused(
            "this is about cells that oblige to claim again, where most cells win, as in "
            f"copolymer, and here is {shown(m)}"
        )
