"""`Game`: rules at one size, with the moves of a position, what they lead to, and who has won."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from . import kernels
from . import pieces as placed
from ._jit import can_compile, compiled
from .board import Board
from .chains import joining, loop
from .errors import IllegalMove, Refused, shown
from .integers import integer
from .position import BLOCKED, EMPTY, FIRST, SECOND, SWAP, Outcome, Position
from .rules import Goal, Rules

COMPILE_FROM = 2_000_000  # claims: about as long as compiling takes, once in a process


@lru_cache(maxsize=64)
def _board(rules: Rules, extent: int | str) -> Board:
    return rules.lay(extent)


@dataclass(frozen=True)
class Game:
    """A game at a size, or on a honeycomb given as cells.

    Parameters
    ----------
    rules : Rules
        The record of the game.
    size : int, optional
        The size; left out, the default. It is None on cells.
    cells : str, optional
        Runs of cells such as "A1-3 B1-4 C2-4", if the game is played on any.

    Raises
    ------
    Refused
        If the game has no such size or honeycomb.

    Examples
    --------
    >>> from nbgames.games import PROJEX
    >>> game = Game(PROJEX, 6)
    >>> game
    Game(PROJEX, 6)
    >>> len(game.board.names)  # help text: 5+6+7+8+9+10+9+8+7+6
    75
    """

    rules: Rules
    size: int | None = None
    cells: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if self.cells is None:
            size = self.rules.size if self.size is None else self.size
            whole = integer(size)
            if whole not in self.rules.sizes:
                raise Refused(f"{self.name} has no size {shown(size)}: {_sizes(self.rules.sizes)}")
            object.__setattr__(self, "size", whole)
        elif not self.rules.any_cells:
            raise Refused(f"{self.name} is not played on cells of your own: give it a size")
        elif self.size is not None:
            raise Refused("give a size or cells, not both")
        elif not isinstance(self.cells, str):
            raise Refused(f"{shown(self.cells)} are no cells: give runs such as 'A1-3 B1-4 C2-4'")
        else:
            object.__setattr__(self, "cells", " ".join(self.cells.upper().split()))

    def __repr__(self) -> str:
        return (
            f"Game({self.rules!r}, {self.size if self.cells is None else f'cells={self.cells!r}'})"
        )

    @property
    def name(self) -> str:
        """The name of the game, in lower case."""
        return self.rules.name

    @property
    def title(self) -> str:
        """The game and its size or cells, as in "ConHex 5"."""
        where = self.size if self.cells is None else f"on {self.cells}"
        return f"{self.rules.title} {where}"

    @property
    def players(self) -> tuple[str, str]:
        """What FIRST and SECOND are called, such as ("X", "O")."""
        return self.rules.players

    @property
    def board(self) -> Board:
        """The board: its sites, which of them touch, and how they look."""
        return _board(self.rules, self.size if self.cells is None else self.cells)

    def start(self) -> Position:
        """The empty position, FIRST to move."""
        return Position(bytes(len(self.board.names)))

    def moves(self, position: Position) -> tuple[int | str, ...]:
        """The sites that may be claimed, and SWAP last where it is allowed.

        Parameters
        ----------
        position : Position
            A position of this game.

        Returns
        -------
        tuple of int or str
            Numbers of sites; () if the board has decided.
        """
        if self.outcome(position):
            return ()
        sites = self.empty(position.owners)
        return (*sites, SWAP) if position.may_swap else tuple(sites)

    def empty(self, owners: bytes | bytearray) -> list[int]:
        """The sites that have no owner yet and can be claimed by a move.

        Parameters
        ----------
        owners : bytes or bytearray
            The owner of each site.

        Returns
        -------
        list of int
            Numbers of sites.
        """
        return [site for site in range(self.board.claimable) if owners[site] == EMPTY]

    def play(self, position: Position, move: int | str) -> Position:
        """The position after a move; the old one stays as it is.

        Parameters
        ----------
        position : Position
            The position before.
        move : int or str
            The number of a site, or SWAP.

        Returns
        -------
        Position
            The position that follows.

        Raises
        ------
        IllegalMove
            If the site is owned or blocked, is filled by the rules alone, or no swap is open.
        """
        if isinstance(move, str):
            if move != SWAP:
                raise IllegalMove(f"{shown(move)} is no move: give a site's number, or SWAP")
            if not position.may_swap:
                raise IllegalMove(f"no swap here: {self._swaps()}")
            return Position(position.owners, position.to_move)
        if refusal := placed.refusal(self.board, self.players, position.owners, move):
            raise IllegalMove(refusal)
        owners = bytearray(position.owners)
        to_move = self.rules.step(self.board.net, owners, move, position.to_move)
        opened = self.rules.swap and position.to_move == FIRST != to_move
        return Position(bytes(owners), to_move, opened and not any(position.owners))

    def _swaps(self) -> str:
        if not self.rules.swap:
            return f"{self.rules.title} is played without it"
        return "only the answer to the first move of a game can be a swap"

    def outcome(self, position: Position) -> Outcome | None:
        """Who has won on the board and by which sites; None while the game goes on.

        Parameters
        ----------
        position : Position
            A position of this game.

        Returns
        -------
        Outcome or None
            `winner`, `by` and `chain`.
        """
        owners = position.owners
        won = self.rules.winner(self.board.net, owners)
        if won:
            return Outcome(won, self.rules.by, self._chain(owners, won))
        if EMPTY not in owners[: self.board.claimable]:
            return Outcome(None, "full")
        return None

    def can_win(self, position: Position, who: int) -> bool:
        """Whether a player may still win, as far as that is seen without a search.

        Where sides are to be joined and a full board may have no winner, nobody wins any more whom
        not even all empty sites would help.

        Parameters
        ----------
        position : Position
            A position of this game that is not decided.
        who : int
            FIRST or SECOND.

        Returns
        -------
        bool
            False is proven; True may be wrong.
        """
        rules, net = self.rules, self.board.net
        if not rules.blockable:
            return True
        return bool(kernels.reachable(net, rules.winner, list(position.owners), who))

    def _chain(self, owners: bytes, winner: int) -> tuple[str, ...]:
        """The names of the sites that reach the goal; none where it is another goal than these."""
        found = {Goal.SIDES: joining, Goal.LOOP: loop}.get(self.rules.goal)
        who = 3 - winner if self.rules.misere else winner
        sites = found(self.board.net, owners, who) if found else ()
        return tuple(self.board.names[site] for site in sites)

    def position(
        self,
        pieces: Mapping[int, int],
        to_move: int = FIRST,
        fill: Mapping[int, int] | None = None,
        *,
        strict: bool = True,
    ) -> Position:
        """A position set up from pieces; the rules fill the rest.

        Parameters
        ----------
        pieces : mapping of int to int
            The owner of each claimed site, by number.
        to_move : int, default FIRST
            The side to move.
        fill : mapping of int to int, optional
            The owner of sites that no move claims. It decides where the order of moves would;
            elsewhere it has to agree with the pieces.
        strict : bool, default True
            False ignores a fill that contradicts the pieces.

        Returns
        -------
        Position
            A position without a swap.

        Raises
        ------
        Refused
            If pieces exclude each other, the fill contradicts them, or both players have won.
        """
        if to_move not in (FIRST, SECOND):
            raise Refused(f"{shown(to_move)} is no player to move: give FIRST or SECOND")
        owners, late = self.filled(pieces)
        placed.settle(self.board, self.players, owners, late, fill or {}, strict)
        if self.rules.winner(self.board.net, owners) == FIRST + SECOND:
            raise Refused("both players would have won: take pieces away")
        return Position(bytes(owners), to_move)

    def filled(self, pieces: Mapping[int, int]) -> tuple[bytearray, bytearray]:
        """The owners of all sites under the two extreme orders of play.

        Parameters
        ----------
        pieces : mapping of int to int
            The owner of each claimed site, by number.

        Returns
        -------
        tuple of (bytearray, bytearray)
            The owners if FIRST's pieces all came earlier, and if SECOND's all did.
        """
        board, players, step = self.board, self.players, self.rules.step
        first, second = (
            placed.filled(board, players, step, pieces, who) for who in (FIRST, SECOND)
        )
        return first, second

    def checked(self, position: Position) -> Position:
        """The position itself, if this game can have it.

        Parameters
        ----------
        position : Position
            The position to check.

        Returns
        -------
        Position
            The same.

        Raises
        ------
        Refused
            If it has another number of sites, owners that its pieces do not give, or a wrong swap.
        """
        owners, board = position.owners, self.board
        if not isinstance(owners, bytes) or len(owners) != len(board.names):
            raise Refused(f"a position of {self!r} has {len(board.names)} sites, one byte each")
        if max(owners) > BLOCKED:
            raise Refused("owners are 0 (empty), 1 (first), 2 (second) and 3 (blocked)")
        pieces = {s: owners[s] for s in range(board.claimable) if owners[s] in (FIRST, SECOND)}
        fill = {s: owners[s] for s in range(board.claimable, len(owners))}
        made = self.position(pieces, position.to_move, fill)
        opening = self.rules.swap and position.to_move == SECOND and [*pieces.values()] == [FIRST]
        if position.may_swap and not opening:
            raise Refused(f"no swap is open in this position: {self._swaps()}")
        if made.owners != owners:
            raise Refused(
                "what is blocked does not follow from the pieces: leave that to the rules"
            )
        return position

    def sample(self, position: Position, count: int, seed: int = 0) -> tuple[int, int, int]:
        """How many of count uniformly random games from here nobody, FIRST and SECOND win.

        It is compiled where numba is installed and compiling pays; the same answer for the same
        seed either way.

        Parameters
        ----------
        position : Position
            Where the games start.
        count : int
            How many.
        seed : int, default 0
            The same seed gives the same games.

        Returns
        -------
        tuple of (int, int, int)
            Draws, wins of FIRST, wins of SECOND.
        """
        long = count * self.board.claimable > COMPILE_FROM
        return self._sample(position, count, seed, fast=long and can_compile())

    def _sample(
        self, position: Position, count: int, seed: int, *, fast: bool
    ) -> tuple[int, int, int]:
        make = compiled if fast else lambda kernel: kernel
        net = self.board.buffers if fast else self.board.net
        row = (lambda values: array("i", list(values))) if fast else list
        owners = position.owners
        wins = make(kernels.sample)(
            net,
            make(self.rules.step),
            make(self.rules.winner),
            row(owners),
            row(owners),
            position.to_move,
            row(self.empty(owners)),
            seed % (kernels.MODULUS - 1),  # fits a machine's integer
            count,
        )
        return tuple(wins)


def _sizes(sizes: range) -> str:
    odd = "odd sizes " if sizes.step == 2 else ""
    return f"{odd}{sizes[0]} to {sizes[-1]}"
