"""Positions (the owner of each site, whose turn it is) and outcomes (who has won, and by what)."""

from __future__ import annotations

from dataclasses import dataclass

EMPTY, FIRST, SECOND, BLOCKED = 0, 1, 2, 3
SWAP, RESIGN = "swap", "resign"


@dataclass(frozen=True, slots=True)
class Position:
    """The owner of each site, who is to move, and whether that move may be a swap."""

    owners: bytes
    to_move: int = FIRST
    may_swap: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won (None: a draw), by what, and the sites that show it.

    `by` is one of "chain", "loop", "majority", "full", "resigned", "agreed", "forfeit".
    """

    winner: int | None
    by: str
    chain: tuple[str, ...] = ()
