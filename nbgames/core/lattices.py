"""Boards whose sites each join two points (Antipalos): their sublattices, from shore to shore."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache

from .board import Board
from .lattice import number
from .position import FIRST, SECOND

SOURCE, SINK = -1, -2  # the two shores as nodes


@dataclass(frozen=True, slots=True)
class Network:
    """One sublattice from one shore to the other: which sites are its links, whose it is."""

    who: int
    sites: tuple[int, ...]
    tails: array[int]
    heads: array[int]
    count: int
    band: int


@lru_cache(maxsize=32)
def networks(board: Board) -> tuple[Network, ...]:
    """The networks of a board whose sites are named by two points; none for other boards."""
    if board.parts or board.twists or not all(_points(name) for name in board.names):
        return ()
    ends = [_points(name) for name in board.names]
    found = []
    for who, axis in ((FIRST, 1), (SECOND, 0)):
        for colour in (0, 1):
            sites = tuple(s for s, points in enumerate(ends) if sum(points[0]) % 2 == colour)
            found.append(_network(who, sites, [ends[s] for s in sites], axis))
    return tuple(network for network in found if network.sites)


def _points(name: str) -> list[tuple[int, int]]:
    """The two points of a piece, as (column, row); nothing for other names."""
    points = []
    for part in name.upper().split("-"):
        head = part.rstrip("0123456789")
        if not head.isalpha() or head == part:
            return []
        points.append((number(head), int(part[len(head) :])))
    return points if len(points) == 2 else []


def _network(
    who: int, sites: tuple[int, ...], ends: list[list[tuple[int, int]]], axis: int
) -> Network:
    low = min(point[axis] for points in ends for point in points)
    high = max(point[axis] for points in ends for point in points)
    inner = sorted(
        {point for points in ends for point in points if low < point[axis] < high},
        key=lambda point: (point[axis], point),
    )
    at = {point: k for k, point in enumerate(inner)}

    def node(point: tuple[int, int]) -> int:
        return at.get(point, SOURCE if point[axis] == low else SINK)

    tails = array("i", [node(a) for a, _ in ends])
    heads = array("i", [node(b) for _, b in ends])
    gaps = (abs(a - b) for a, b in zip(tails, heads, strict=True) if a >= 0 and b >= 0)
    return Network(who, sites, tails, heads, len(inner), max(gaps, default=0))
