"""`Rules`, a game as a record of names, sizes, capabilities and functions; `Game`, it at a size."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any

from . import kernels
from . import pieces as placed
from ._jit import can_compile, compiled
from .board import Board
from .chains import joining, loop
from .errors import IllegalMove, Refused, shown
from .position import BLOCKED, EMPTY, FIRST, SECOND, SWAP, Outcome, Position

Kernel = Callable[..., int]
COMPILE_FROM = 2_000_000  # claims: about as long as compiling takes, once in a process


class Effect(Enum):
    """What a claim does besides owning its site."""

    CLAIMS = "nothing; the players take turns"
    CONQUERS = "a cell falls to whoever first holds at least half of its parts"
    BLOCKS = "the site that excludes it is blocked for both"
    OBLIGES = "whoever touches two enemy sites or more claims again"
    OTHER = "what its step does, of which nothing is known"


class Goal(Enum):
    """What decides a game."""

    SIDES = "FIRST joins top and bottom, SECOND left and right"
    LOOP = "a cycle that crosses the edge of the board an odd number of times"
    MAJORITY = "most sites of the full board"
    OTHER = "what its winner says, of which nothing is known"


CORE_GOALS = {
    kernels.crossed: Goal.SIDES,
    kernels.looped: Goal.LOOP,
    kernels.majority: Goal.MAJORITY,
}


@dataclass(frozen=True, slots=True)
class Rules:
    """A game: three functions, what it can (flags that algorithms read), and its own sentences.

    `lay`, `step` and `winner` are the rules. `effect` and `goal` are known by themselves where the
    step and the winner are those of `nbgames.core.kernels`; of other functions they should be
    given, or algorithms that need them refuse the game. CONTRIBUTING, "A fifth game", has an
    example.

    Attributes
    ----------
    name : str
        The name, in lower case.
    players : tuple of (str, str)
        What FIRST and SECOND are called.
    sizes : range
        The sizes there are.
    size : int
        The default size.
    lay : callable
        `lay(size)` makes the `Board`; with `any_cells` also of the cells given as text.
    step : callable
        `step(net, owners, site, who)` claims a site in place and returns who is to move.
    winner : callable
        `winner(net, owners)` returns who has won, in bits. Whoever has won stays the winner,
        whatever is claimed later.
    by : str
        What wins: "chain", "loop" or "majority", or a word of your own.
    swap : bool
        Whether the second player may answer the first move by a swap.
    draws : bool
        Whether a full board may have no winner.
    any_cells : bool
        Whether the game is also played on cells given as text.
    told : str
        The game in two sentences.
    effect : Effect
        What a claim does besides owning its site: CLAIMS, CONQUERS, BLOCKS, OBLIGES or OTHER.
    goal : Goal
        What decides the game: SIDES, LOOP, MAJORITY or OTHER.
    several : bool
        Whether a claim may leave the turn with its player.
    misere : bool
        Whether the player who reaches the goal loses.
    won : str
        How it is won, for sentences: "by a chain".
    again : str
        Why a claim does not end the turn, said of a player: "touches two enemies or more".
    title : str
        The name as headings write it; the name with a capital where none is given.
    """

    name: str
    players: tuple[str, str]
    sizes: range
    size: int
    lay: Callable[[Any], Board]
    step: Kernel
    winner: Kernel
    by: str = "chain"
    swap: bool = True
    draws: bool = False
    any_cells: bool = False
    told: str = ""
    effect: Effect = Effect.OTHER
    goal: Goal = Goal.OTHER
    several: bool = False
    misere: bool = False
    won: str = ""
    again: str = ""
    title: str = ""

    def __post_init__(self) -> None:
        if self.effect is Effect.OTHER and self.step is kernels.claim:
            object.__setattr__(self, "effect", Effect.CLAIMS)
        if self.goal is Goal.OTHER:
            object.__setattr__(self, "goal", CORE_GOALS.get(self.winner, Goal.OTHER))
        if self.effect is Effect.OBLIGES:
            object.__setattr__(self, "several", True)
        if not self.won:
            object.__setattr__(self, "won", f"by a {self.by}")
        if not self.title:
            object.__setattr__(self, "title", self.name.capitalize())

    def __repr__(self) -> str:
        return self.name.upper()

    def __hash__(self) -> int:
        return hash(self.name)  # of all fields it would take longer than a move

    @property
    def scored(self) -> bool:
        """Whether most sites of a full board win; only then margins have a meaning."""
        return self.goal is Goal.MAJORITY


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
            if type(size) is not int or size not in self.rules.sizes:
                raise Refused(f"{self.name} has no size {shown(size)}: {_sizes(self.rules.sizes)}")
            object.__setattr__(self, "size", size)
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
        placed.check(self.board, self.players, position.owners, move)
        owners = bytearray(position.owners)
        to_move = self.rules.step(self.board.net, owners, move, position.to_move)
        opened = self.rules.swap and position.to_move == FIRST != to_move
        return Position(bytes(owners), to_move, opened and not any(position.owners))

    def _swaps(self) -> str:
        if not self.rules.swap:
            return f"{self.name} is played without it"
        return "it answers the first move of a game, once"

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

    def _chain(self, owners: bytes, winner: int) -> tuple[str, ...]:
        """The names of the sites that reach the goal; none where it is another goal than these."""
        found = {Goal.SIDES: joining, Goal.LOOP: loop}.get(self.rules.goal)
        who = 3 - winner if self.rules.misere else winner
        sites = found(self.board, owners, who) if found else ()
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
            raise Refused("both players have won in this position: take pieces away")
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
