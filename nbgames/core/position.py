"""Positions (the owner of each site, whose turn it is) and outcomes (who has won, and by what)."""

from __future__ import annotations

from dataclasses import dataclass

EMPTY, FIRST, SECOND, BLOCKED = 0, 1, 2, 3
SWAP, RESIGN = "swap", "resign"


@dataclass(frozen=True, slots=True)
class Position:
    """The owner of each site, who is to move, and whether that move may be a swap.

    Attributes
    ----------
    owners : bytes
        One byte a site, in the order of `board.names`: EMPTY (0), FIRST (1), SECOND (2), BLOCKED
        (3).
    to_move : int
        FIRST or SECOND.
    may_swap : bool
        Whether the move may be a swap.
    """

    owners: bytes
    to_move: int = FIRST
    may_swap: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    Attributes
    ----------
    winner : int or None
        FIRST or SECOND; None for a draw.
    by : str
        What decided: "chain", "loop", "majority", "full", "resigned", "agreed" or "forfeit", or the
        word of a game of your own.
    chain : tuple of str
        The sites that show it, in order; () where nothing was joined.
    """

    winner: int | None
    by: str
    chain: tuple[str, ...] = ()
