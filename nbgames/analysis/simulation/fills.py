"""Random fills: gives the empty sites of many games to the players at once; bit i is game i.

Colours start from one random split and are mixed by layers: a random matching that all lanes
share, and a coin of its own for each pair and lane, whether the two exchange. Each lane is exactly
uniform; lanes share matchings, so errors are to be taken between batches.

Where lanes are many, the coins of a layer are one random number, turned by another amount for each
pair: a lane's coins are still all different bits, and two lanes share hardly any (of a layer's 37
on Projex 6 with 32768 lanes, one in 24 times), none of them for the same pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

LAYERS, TIMED_LAYERS = 8, 14  # as many as make batches vary as independent games do
MANY = 4096  # lanes from which on a layer's coins are one number, turned


def coins(count: int, lanes: int, rng: Random) -> Iterator[int]:
    """A number for each of the pairs of a layer, whose lowest bits are the lanes' coins."""
    if lanes < MANY:
        yield from (rng.getrandbits(lanes) for _ in range(count))
        return
    once = rng.getrandbits(lanes)
    twice = once << lanes | once
    yield from (twice >> turn for turn in rng.sample(range(lanes), count))


def fill(planes: list[int], sites: Sequence[int], first: int, lanes: int, rng: Random) -> None:
    """Give `first` of the sites to FIRST in every lane, uniformly: bits of their planes."""
    order = list(sites)
    rng.shuffle(order)
    every, many = (1 << lanes) - 1, len(order) // 2
    ours, others = order[:first], order[first:]
    for site in ours:
        planes[site] = every
    for site in others:
        planes[site] = 0
    for a, b, coin in zip(ours, others, coins(many, lanes, rng), strict=False):
        planes[a] = coin & every
        planes[b] = planes[a] ^ every
    for _ in range(LAYERS - 1):
        rng.shuffle(order)
        pairs = iter(order)
        for a, b, coin in zip(pairs, pairs, coins(many, lanes, rng), strict=False):
            x, y = planes[a], planes[b]
            swap = (x ^ y) & coin
            planes[a], planes[b] = x ^ swap, y ^ swap


def timed_fill(planes: list[list[int]], sites: Sequence[int], lanes: int, rng: Random) -> None:
    """Give each of the sites a time of its own in every lane, uniformly, from 0 on.

    A time is written in bits, one plane each, the lowest first.
    """
    order = list(sites)
    rng.shuffle(order)
    every = (1 << lanes) - 1
    bits = range(len(planes))
    for time, site in enumerate(order):
        for k in bits:
            planes[k][site] = every if time >> k & 1 else 0
    for _ in range(TIMED_LAYERS):
        rng.shuffle(order)
        pairs = iter(order)
        for a, b, coin in zip(pairs, pairs, coins(len(order) // 2, lanes, rng), strict=False):
            for plane in planes:
                x, y = plane[a], plane[b]
                if x is not y:
                    swap = (x ^ y) & coin
                    plane[a], plane[b] = x ^ swap, y ^ swap
