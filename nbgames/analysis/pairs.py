"""Two paths, one on each lattice, that cross the fewest empty squares together: an exact search.

A square that both cross counts once. If each path pays a share of a square and the two shares are 1
together, the cheapest paths cost no more than the fewest squares: a lower bound (Lagrangian
relaxation). Shares move towards the path that crosses a square alone, which raises the bound. While
it stays too low, one square is crossed for sure or left out (branch and bound).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from ..core.board import Board
from ..core.lattices import SINK, SOURCE, Network, networks
from ..core.position import EMPTY

ROUNDS = 30  # of moving shares before a branch; 15 and 60 take longer on Antipalos 16
ROUNDING = 1e-9

Path = tuple[int, ...]
Prices = Mapping[int, float]  # of the empty squares; a square is the lesser of its two sites
Roads = dict[int, list[tuple[int, int]]]  # from each node the sites that lead on, and where to


class Pair(NamedTuple):
    """A path on the lattice without a1, one on the other, and the empty squares that they cross."""

    paths: tuple[Path, Path]
    squares: frozenset[int]


def cheapest_pair(board: Board, owners: bytes, who: int) -> Pair:
    """The two paths of a player that cross the fewest empty squares.

    A path crosses any square but one in which it would meet a piece of the other player's.
    """
    roads = [_roads(board, owners, net) for net in networks(board) if net.who == who]
    square = {s: min(s, board.rivals[s]) for s, owner in enumerate(owners) if owner == EMPTY}
    whole = dict.fromkeys(square.values(), 1.0)
    one, other = (_cheapest(road, square, whole)[1] for road in roads)
    best = min(_improved(roads, square, one, other), key=_size)
    waiting: list[tuple[dict[int, float], dict[int, float]]] = [({}, dict.fromkeys(whole, 0.5))]
    while waiting:
        settled, shares = waiting.pop()
        best, split = _bounded(roads, square, best, settled, shares)
        if split is not None:
            waiting += [({**settled, split: price}, dict(shares)) for price in (inf, 0.0)]
    return best


def _bounded(
    roads: Sequence[Roads],
    square: Mapping[int, int],
    best: Pair,
    settled: dict[int, float],
    shares: dict[int, float],
) -> tuple[Pair, int | None]:
    """The best pair with those that were met while shares moved, and a square to branch on.

    None if no better pair crosses for sure, or leaves out, the squares that are settled.
    """
    sure = sum(not price for price in settled.values())
    alone: frozenset[int] = frozenset()
    for _ in range(ROUNDS):
        prices = shares | settled, {s: 1 - share for s, share in shares.items()} | settled
        (low, one), (high, other) = (_cheapest(roads[k], square, prices[k]) for k in (0, 1))
        bound = sure + low + high
        if bound < inf:
            best = min(best, *_improved(roads, square, one, other), key=_size)
        if bound > _size(best) - 1 + ROUNDING:
            return best, None
        here, there = (_crossed(square, path) - settled.keys() for path in (one, other))
        alone = here ^ there
        step = (_size(best) - bound) / len(alone)
        shares |= {s: min(1.0, shares[s] + step) for s in here - there}
        shares |= {s: max(0.0, shares[s] - step) for s in there - here}
    return best, min(alone, key=lambda s: (abs(shares[s] - 0.5), s))


def _improved(
    roads: Sequence[Roads], square: Mapping[int, int], one: Path, other: Path
) -> Iterator[Pair]:
    """Two paths as they are, and each with the other one led through its squares."""
    whole = dict.fromkeys(square.values(), 1.0)
    yield Pair((one, other), _crossed(square, one, other))
    for k, path in enumerate((one, other)):
        crossed = dict.fromkeys(_crossed(square, path), 0.0)
        led = _cheapest(roads[1 - k], square, whole | crossed)[1]
        yield Pair((led, path) if k else (path, led), _crossed(square, path, led))


def _size(pair: Pair) -> int:
    return len(pair.squares)


def _crossed(square: Mapping[int, int], *paths: Path) -> frozenset[int]:
    """The empty squares of these paths."""
    return frozenset(square[site] for path in paths for site in path if site in square)


def _roads(board: Board, owners: bytes, net: Network) -> Roads:
    """The sites of a lattice that do not cross a piece of the other player's."""
    roads: Roads = {}
    for site, tail, head in zip(net.sites, net.tails, net.heads, strict=True):
        if owners[board.rivals[site]] != 3 - net.who:
            roads.setdefault(tail, []).append((site, head))
            roads.setdefault(head, []).append((site, tail))
    return roads


def _cheapest(roads: Roads, square: Mapping[int, int], prices: Prices) -> tuple[float, Path]:
    """The least price of a path between the two sides, and its sites in order."""
    heap = [(0.0, SOURCE, SOURCE, -1)]
    before: dict[int, tuple[int, int]] = {}
    while heap:
        cost, node, last, by = heappop(heap)
        if node in before:
            continue
        before[node] = last, by
        if node == SINK:
            return cost, tuple(_back(before))
        for site, to in roads.get(node, ()):
            price = prices[square[site]] if site in square else 0.0
            if to not in before and price < inf:
                heappush(heap, (cost + price, to, node, site))
    return inf, ()


def _back(before: Mapping[int, tuple[int, int]]) -> list[int]:
    node, path = SINK, []
    while node != SOURCE:
        node, site = before[node]
        path.append(site)
    return path[::-1]
