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
from .answers import PLAYERS, counted, draw, in_notebook, to_dict, to_frame
from .capabilities import obliges
from .connecting import touching

MOST_EMPTY = 10  # cells: plain recursion takes about a quarter of a second then


@dataclass(frozen=True, slots=True)
class Score:
    """The connecting and closing claims of a Copolymer match, as `score` counts them.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    connecting : tuple of (int, int)
        Cells that FIRST and SECOND claimed while they touched two or more enemy cells.
    closing : tuple of (int, int)
        Their other cells; each ends a turn, so the two numbers differ by at most one.
    cells : tuple of (int, int)
        Cells that FIRST and SECOND own.
    margin : int
        The cells of FIRST minus those of SECOND.
    """

    match: Match
    connecting: tuple[int, int]
    closing: tuple[int, int]
    cells: tuple[int, int]
    margin: int

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        first, second = self.match.game.players
        (a, b), (c, d) = self.connecting, self.closing
        text = (
            f"{first} has {counted(self.cells[0], 'cell')}, {a} of them claimed as connecting "
            f"cells, after which a turn goes on, and {c} as closing ones, which end it; {second} "
            f"has {self.cells[1]}, {b} and {d}."
        )
        odd = len(self.match.game.board.names) % 2  # else margins are even, and ties are SECOND's
        if self.match.outcome and odd and not any(self.match.positions[0].owners):
            text += (
                f" {first} wins by making at least as many connecting claims as {second}, and "
                f"loses by making fewer: {a} against {b}, so {first if a >= b else second} has won."
            )
        return text

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        joins = [name for name, joined, _ in _claims(self.match) if joined]
        return (Mark(f"{counted(len(joins), 'connecting claim')}", "good", tuple(joins)),)


def score(m: Match) -> Score:
    """The connecting and the closing claims of a Copolymer match so far.

    Parameters
    ----------
    m : Match
        A match of Copolymer, or of a game of your own with its step and majority.

    Returns
    -------
    Score
        `connecting`, `closing` and `cells` (each FIRST's number and SECOND's) and `margin`; with
        `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        If it is no match of such a game.

    Notes
    -----
    *margin*: the first player's cells minus the second's, at the end of Copolymer: (C1 - C2) + (K1
    - K2), where C counts connecting and K closing claims. Closing claims alternate, so K1 - K2 is 0
    or 1.

    Margins are odd, so the first player wins exactly when C1 >= C2.

    References
    ----------
    .. [1] Help text of Copolymer, Mark Steere 2006 (`nbgames help copolymer`).

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("copolymer", 3).play("A1", "A2", "B1", "B2,B3", "C2")
    >>> analysis.score(m).connecting
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
    """What it is worth to have the move, as `swing` finds it.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    first : int
        FIRST's final margin in cells with best play if FIRST moves first.
    second : int
        The same if SECOND moves first.
    """

    match: Match
    first: int
    second: int

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    @property
    def swing(self) -> int:
        """How many cells FIRST gains by moving first instead of SECOND."""
        return self.first - self.second

    def explain(self) -> str:
        """The answer in one paragraph."""
        a, b = self.match.game.players
        return (
            f"With best play {a} finishes {led(self.first)} when {a} moves first and "
            f"{led(self.second)} when {b} does: the move is worth {self.swing:+d}."
        )

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        return ()


def led(margin: int) -> str:
    """A margin in cells as words, for the player whose margin it is.

    >>> led(3), led(-1), led(0)
    ('3 ahead', '1 behind', 'level')
    """
    return f"{abs(margin)} {'ahead' if margin > 0 else 'behind'}" if margin else "level"


def swing(m: Match) -> Swing:
    """The exact worth, in cells, of having the move in a Copolymer endgame.

    Parameters
    ----------
    m : Match
        A match of Copolymer with at most ten empty cells.

    Returns
    -------
    Swing
        `first` and `second` (FIRST's final margin with each player to move) and their difference
        `swing`; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        If it is another game, or more than ten cells are empty.

    Notes
    -----
    *swing*: what it is worth to have the move: the first player's margin with best play when that
    player moves first, minus the same when the other one does. (Hotness, as in Winning Ways.)

    References
    ----------
    .. [1] E. Berlekamp, J. Conway and R. Guy, "Winning Ways for your Mathematical Plays", 1982.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> analysis.swing(nbgames.match("copolymer", 3)).swing  # the side to move wins by 1
    2
    """
    empty = _empty(m)
    before = m.position.owners.count(FIRST) - m.position.owners.count(SECOND)
    gain = _gain(m, empty)
    first, second = (before + gain(bytes(len(empty)), who) for who in PLAYERS)
    return Swing(m, first, second)


def endings(m: Match) -> dict[frozenset[str], int]:
    """For each set of connecting cells that a turn may take, its best end for the side to move.

    Parameters
    ----------
    m : Match
        A match of Copolymer that is not over, with at most ten empty cells.

    Returns
    -------
    dict of frozenset of str to int
        The mover's final margin in cells with best play, by the set of connecting cells taken, the
        smallest set first; the closing cell is chosen best. If all empty cells are connecting,
        there is one set, all of them.

    Raises
    ------
    Refused
        If it is another game or over, or more than ten cells are empty.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> analysis.endings(nbgames.match("copolymer", 3).play("A1", "B2", "B3"))
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
        raise Refused(f"{len(empty)} cells are empty: ask this when at most {MOST_EMPTY} are")
    return empty


def _gain(m: Match, empty: Sequence[int]) -> Callable[[bytes, int], int]:
    """How many cells more than SECOND, FIRST gets of those empty in m, when some are owned since.

    The function takes their owners and who is to move.
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
            "this is about cells that oblige to claim again, where most cells win: give a match of "
            f"copolymer, not {shown(m)}"
        )
