"""First to hold half of a site's parts, for many games at once, bit-parallel (see `fills`).

With an odd number of parts it is the majority. With an even split it is whoever did not claim the
last part, so only there do the times of claims matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from ...core.board import Board
from ...core.position import EMPTY, FIRST


def conquered(
    board: Board, owners: Sequence[int], colours: list[int], times: list[list[int]], odd: int
) -> None:
    """Fill in the colours of the sites that no move claims.

    `colours[site]` says in which lanes FIRST holds a site, `times[k][site]` bit k of when an empty
    one is claimed, and `odd` in which lanes FIRST claims at odd times: in all or in none.
    """
    for cell in range(board.claimable, len(board.names)):
        if owners[cell] != EMPTY:
            colours[cell] = -1 if owners[cell] == FIRST else 0
            continue
        parts = board.parts[cell]
        held = _sum([colours[part] for part in parts])
        half = len(parts) // 2
        more = _at_least(held, half + 1)
        if len(parts) % 2 == 0:
            open_ = [part for part in parts if owners[part] == EMPTY]
            more |= _at_least(held, half) & ~(_odd_last(open_, times) ^ ~odd)
        colours[cell] = more


def _sum(bits: list[int]) -> list[int]:
    """How many of the bits are set, in binary, the lowest first."""
    total: list[int] = []
    for carry in bits:
        for k, digit in enumerate(total):
            total[k], carry = digit ^ carry, digit & carry
        if len(total) < len(bits).bit_length():
            total.append(carry)
    return total


def _at_least(number: list[int], least: int) -> int:
    """Where a binary number of lanes is at least a constant that it may reach."""
    found = -1
    for k, digit in enumerate(number):
        found = digit & found if least >> k & 1 else digit | found
    return found


def _odd_last(sites: list[int], times: list[list[int]]) -> int:
    """Is the latest of these sites claimed at an odd time? Go down the bits of time."""
    late = [-1] * len(sites)
    for plane in reversed(times[1:]):
        high = [a & plane[site] for a, site in zip(late, sites, strict=True)]
        none = ~reduce(or_, high)
        late = [a | b & none for a, b in zip(high, late, strict=True)]
    return reduce(or_, (a & times[0][site] for a, site in zip(late, sites, strict=True)))
