"""`Rules`: a game as a record of names, sizes, functions, capabilities and its own sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from . import kernels
from .board import Board
from .primer import NO_PRIMER, Primer

Kernel = Callable[..., int]


class Effect(Enum):
    """What a claim does besides owning its site."""

    CLAIMS = "nothing; the players take turns"
    CONQUERS = "a site falls to the player who first holds at least half of its parts"
    BLOCKS = "the site that excludes it is blocked for both"
    OBLIGES = "a player whose claim touches two enemy sites or more claims again"
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
    small : int
        A size for a first game; the default size where none is given.
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
        The game in a few sentences; the first, its goal, is shown beside an empty board.
        "{maker}" in it stands for who invented the game, and when.
    inventor : str
        Who invented the game, if that is known.
    year : int
        In which year.
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
        Why a claim does not end the turn, said of its site: "touches two enemy cells or more".
    title : str
        The name as headings write it; the name with a capital where none is given.
    primer : Primer
        The rules in words and positions, and first moves to try; a game may have none.
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
    inventor: str = ""
    year: int = 0
    effect: Effect = Effect.OTHER
    goal: Goal = Goal.OTHER
    several: bool = False
    misere: bool = False
    won: str = ""
    again: str = ""
    title: str = ""
    small: int = 0
    primer: Primer = NO_PRIMER

    def __post_init__(self) -> None:
        if self.effect is Effect.OTHER and self.step is kernels.claim:
            object.__setattr__(self, "effect", Effect.CLAIMS)
        if self.goal is Goal.OTHER:
            object.__setattr__(self, "goal", CORE_GOALS.get(self.winner, Goal.OTHER))
        if self.effect is Effect.OBLIGES:
            object.__setattr__(self, "several", True)
        if not self.won:
            how = "because the other made" if self.misere else "by"
            object.__setattr__(self, "won", f"{how} a {self.by}")
        if not self.small:
            object.__setattr__(self, "small", self.size)
        if not self.title:
            object.__setattr__(self, "title", self.name.capitalize())
        object.__setattr__(self, "told", self.told.replace("{maker}", self.maker))

    def __repr__(self) -> str:
        return self.name.upper()

    def __hash__(self) -> int:
        return hash(self.name)  # of all fields it would take longer than a move

    @property
    def maker(self) -> str:
        """Who invented the game and when, "Bill Taylor, 1994"; "" if that is not known."""
        return f"{self.inventor}, {self.year}" if self.year else self.inventor

    @property
    def blockable(self) -> bool:
        """Whether both may be kept from their sides for good, which shows on the owners alone."""
        lasting = self.effect is not Effect.OTHER and not self.misere  # who owns a site keeps it
        return self.draws and self.goal is Goal.SIDES and lasting

    @property
    def scored(self) -> bool:
        """Whether most sites of a full board win; only then margins have a meaning."""
        return self.goal is Goal.MAJORITY
