"""Random ends of many games at once: bit i of an integer is game i. No game is known here by name.

Colours start from one random split and are mixed by layers: a random matching that all lanes
share, and a coin of its own for each pair and lane, whether the two exchange. Each lane is exactly
uniform; lanes share matchings, so errors are to be taken between batches.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

LAYERS, TIMED_LAYERS = 8, 14  # as many as make batches vary as independent games do


def fill(planes: list[int], sites: Sequence[int], first: int, lanes: int, rng: Random) -> None:
    """Give `first` of the sites to FIRST in every lane, uniformly: bits of their planes."""
    order = list(sites)
    rng.shuffle(order)
    every, coin = (1 << lanes) - 1, rng.getrandbits
    ours, others = order[:first], order[first:]
    for site in ours:
        planes[site] = every
    for site in others:
        planes[site] = 0
    for a, b in zip(ours, others, strict=False):
        planes[a] = planes[b] = coin(lanes)
        planes[b] ^= every
    for _ in range(LAYERS - 1):
        rng.shuffle(order)
        pairs = iter(order)
        for a, b in zip(pairs, pairs, strict=False):
            x, y = planes[a], planes[b]
            swap = (x ^ y) & coin(lanes)
            planes[a], planes[b] = x ^ swap, y ^ swap


def timed_fill(planes: list[list[int]], sites: Sequence[int], lanes: int, rng: Random) -> None:
    """Give each of the sites a time of its own in every lane, uniformly, from 0 on.

    A time is written in bits, one plane each, the lowest first.
    """
    order = list(sites)
    rng.shuffle(order)
    every, coin = (1 << lanes) - 1, rng.getrandbits
    bits = range(len(planes))
    for time, site in enumerate(order):
        for k in bits:
            planes[k][site] = every if time >> k & 1 else 0
    for _ in range(TIMED_LAYERS):
        rng.shuffle(order)
        pairs = iter(order)
        for a, b in zip(pairs, pairs, strict=False):
            swaps = coin(lanes)
            for plane in planes:
                x, y = plane[a], plane[b]
                if x is not y:
                    swap = (x ^ y) & swaps
                    plane[a], plane[b] = x ^ swap, y ^ swap
