"""Boards whose sites join two points each: sublattices as networks between two sides."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache

from .board import Board, Spot
from .position import FIRST, SECOND

SOURCE, SINK = -1, -2  # the two sides as nodes


@dataclass(frozen=True, slots=True)
class Network:
    """One sublattice from one side to the other: which sites are its edges, and whose it is."""

    who: int
    sites: tuple[int, ...]
    tails: array[int]
    heads: array[int]
    count: int
    band: int


@lru_cache(maxsize=32)
def networks(board: Board) -> tuple[Network, ...]:
    """The networks of a board whose sites join points; none for other boards."""
    found = []
    for who, axis in ((FIRST, 1), (SECOND, 0)) if board.ends else ():
        for colour in (1, 0):
            sites = tuple(s for s, (a, _) in enumerate(board.ends) if sum(a) % 2 == colour)
            found.append(_network(who, sites, [board.ends[s] for s in sites], axis))
    return tuple(network for network in found if network.sites)


def _network(who: int, sites: tuple[int, ...], ends: list[tuple[Spot, Spot]], axis: int) -> Network:
    low = min(point[axis] for points in ends for point in points)
    high = max(point[axis] for points in ends for point in points)
    inner = sorted(
        {point for points in ends for point in points if low < point[axis] < high},
        key=lambda point: (point[axis], point),
    )
    at = {point: k for k, point in enumerate(inner)}

    def node(point: Spot) -> int:
        return at.get(point, SOURCE if point[axis] == low else SINK)

    tails = array("i", [node(a) for a, _ in ends])
    heads = array("i", [node(b) for _, b in ends])
    gaps = (abs(a - b) for a, b in zip(tails, heads, strict=True) if a >= 0 and b >= 0)
    return Network(who, sites, tails, heads, len(inner), max(gaps, default=0))
