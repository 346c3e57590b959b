"""Boards as electrical networks: how well a current flows from shore to shore, and through what.

Only boards whose sites join two points are read so (Antipalos): a piece is a wire, an empty site
a resistor of 1, and what is lost is cut. Each sublattice and direction is one network.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache

from .._jit import can_compile, compiled, jit
from ..board import Board
from ..kernels import EAST, NORTH, SOUTH, WEST
from ..lattice import number
from ..position import FIRST, SECOND

WIRE = 1000.0
LEAK = 1e-9  # to earth, so that a part that nothing reaches has a potential too
SOURCE, SINK = -1, -2


@jit
def drops(count, band, tails, heads, weights, across):
    """The current between the shores at a voltage of 1; `across` gets the voltage of each link.

    Potentials come from a banded Cholesky factorisation, row i holding columns i - band to i.
    """
    width = band + 1
    rows = [0.0] * (count * width)
    right = [0.0] * count
    for i in range(count):
        rows[i * width] = LEAK
    for k in range(len(tails)):
        a, b, weight = tails[k], heads[k], weights[k]
        if weight > 0.0:
            if a >= 0:
                rows[a * width] += weight
            if b >= 0:
                rows[b * width] += weight
            if a >= 0 and b >= 0:
                low, high = min(a, b), max(a, b)
                rows[high * width + high - low] -= weight
            elif a == SOURCE and b >= 0:
                right[b] += weight
            elif b == SOURCE and a >= 0:
                right[a] += weight
    for i in range(count):
        first = max(0, i - band)
        for j in range(first, i + 1):
            total = rows[i * width + i - j]
            for k in range(max(first, j - band), j):
                total -= rows[i * width + i - k] * rows[j * width + j - k]
            if j < i:
                rows[i * width + i - j] = total / rows[j * width]
            else:
                rows[i * width] = max(total, LEAK) ** 0.5
    for i in range(count):
        total = right[i]
        for j in range(max(0, i - band), i):
            total -= rows[i * width + i - j] * right[j]
        right[i] = total / rows[i * width]
    for i in range(count - 1, -1, -1):
        total = right[i]
        for j in range(i + 1, min(count, i + band + 1)):
            total -= rows[j * width + j - i] * right[j]
        right[i] = total / rows[i * width]
    current = 0.0
    for k in range(len(tails)):
        a, b = tails[k], heads[k]
        high = right[a] if a >= 0 else 1.0 * (a == SOURCE)
        low = right[b] if b >= 0 else 1.0 * (b == SOURCE)
        across[k] = high - low
        current += weights[k] * (high - low) * (high - low)
    return current


@dataclass(frozen=True, slots=True)
class Network:
    """One sublattice from one shore to the other: which sites are its links, whose it is."""

    who: int
    sites: tuple[int, ...]
    tails: array
    heads: array
    count: int
    band: int


@lru_cache(maxsize=32)
def networks(board: Board) -> tuple[Network, ...]:
    """The networks of a board whose sites are named by two points; none for other boards."""
    if board.parts or board.twists or not all(_points(name) for name in board.names):
        return ()
    ends = [_points(name) for name in board.names]
    found = []
    for who, near, far, axis in ((FIRST, SOUTH, NORTH, 1), (SECOND, WEST, EAST, 0)):
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


def _network(who: int, sites: tuple[int, ...], ends: list, axis: int) -> Network:
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


_CONDUCTS = {FIRST: (1.0, WIRE, 0.0, 0.0), SECOND: (1.0, 0.0, WIRE, 0.0)}


def currents(board: Board, owners: bytes | bytearray) -> list[tuple[Network, float, array]]:
    """Each network of the board with its current and the voltage across each of its links."""
    solve = compiled(drops) if can_compile() else drops
    found = []
    for network in networks(board):
        conducts = _CONDUCTS[network.who]
        weights = array("d", [conducts[owners[site]] for site in network.sites])
        across = array("d", weights)
        current = solve(network.count, network.band, network.tails, network.heads, weights, across)
        found.append((network, current, across))
    return found
