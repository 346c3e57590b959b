"""Cells that a player conquers in the end, whatever the other does, and chains of them.

Whoever has more stones in an open cell than the other may answer every stone there by one more and
has half of its holes first. A chain of such cells holds if no answer is asked for twice: of a hole
that two of them share, one may count on it and the other counts it as the enemy's. So each cell has
a slack, by how much its stones lead less one, and what all lose by sharing must be within it. With
the move, one stone comes on top, in one cell or in a hole of two. Ints and flat buffers only.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .._jit import jit, longs
from ..kernels import EAST, NORTH, SOUTH, WEST
from ..position import EMPTY, FIRST
from ._threats import (
    BAD, COST, GOOD, MOST, MUSTS, NEEDS, PARTS, PROOF, REFUTATION, UNKNOWN, alive, away, relied,
    within,
)

OWNED = 99  # more slack than is ever asked for
LOST = -99

Longs = Any  # an array of machine integers


class Rooms(NamedTuple):
    """What is known of each cell, and of each step of a chain."""

    slack: Longs  # of each site
    near: Longs  # the cells next to it, directly or by a chain
    touch: Longs  # the shores, likewise
    soon: Longs  # slack after a stone more
    cell: Longs  # of each step
    left: Longs
    barred: Longs
    rest: Longs  # slack that is left there
    moved: Longs  # the same with the move


def rooms(sites: int) -> Rooms:
    return Rooms(*(longs(sites + 1) for _ in range(9)))


@jit
def surveyed(net, claimable, owners, who, bits, seen, waiting, rooms):
    """Which open cells may be of use to who, with their slack and what they are next to."""
    starts, ends, shores = net.starts, net.ends, net.shores
    part_starts, parts = net.part_starts, net.parts
    slack, near, touch = rooms.slack, rooms.near, rooms.touch
    useful = 0
    for cell in range(claimable, len(owners)):
        seen[cell] = 0
        near[cell] = 0
        if owners[cell] == EMPTY:
            lead = 0
            held = 0
            first, last = part_starts[cell], part_starts[cell + 1]
            for k in range(first, last):
                owner = owners[parts[k]]
                if owner == who:
                    held += 1
                    lead += 1
                elif owner != EMPTY:
                    lead -= 1
            if lead >= 0:
                useful |= bits[cell]
                slack[cell] = lead - 1
                rooms.soon[cell] = OWNED if 2 * held + 2 >= last - first else lead
                touch[cell] = shores[cell]
    for cell in range(claimable, len(owners)):
        if useful & bits[cell]:
            for k in range(starts[cell], starts[cell + 1]):
                if useful & bits[ends[k]]:
                    near[cell] |= bits[ends[k]]
        elif owners[cell] == who and not seen[cell]:
            border = shore = 0
            seen[cell] = 1
            waiting[0] = cell
            count = 1
            while count:
                count -= 1
                site = waiting[count]
                shore |= shores[site]
                for k in range(starts[site], starts[site + 1]):
                    other = ends[k]
                    if owners[other] == who:
                        if not seen[other]:
                            seen[other] = 1
                            waiting[count] = other
                            count += 1
                    else:
                        border |= useful & bits[other]
            for other in range(claimable, len(owners)):
                if border & bits[other]:
                    near[other] |= border
                    touch[other] |= shore
    return useful


@jit
def shared(net, owners, one, two):
    """How many empty holes do two cells share?"""
    starts, parts = net.part_starts, net.parts
    count = 0
    for k in range(starts[one], starts[one + 1]):
        hole = parts[k]
        if owners[hole] == EMPTY:
            for j in range(starts[hole], starts[hole + 1]):
                count += parts[j] == two
    return count


@jit
def chains(net, claimable, owners, who, mine, bits, said, child, seen, waiting, rooms):
    """Look for chains"""
    near_shore, far_shore = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    slack, near, touch, soon = rooms.slack, rooms.near, rooms.touch, rooms.soon
    cells, left, barred, rest, moved = (
        rooms.cell, rooms.left, rooms.barred, rooms.rest, rooms.moved,
    )
    useful = surveyed(net, claimable, owners, who, bits, seen, waiting, rooms)
    size = len(owners)
    first = 0
    for cell in range(claimable, size):
        if useful & bits[cell] and touch[cell] & near_shore:
            first |= bits[cell]
    left[0] = barred[0] = first
    cells[0] = claimable - 1
    level = 0
    steps = 0
    while level >= 0:
        cell = cells[level] + 1
        while cell < size and not left[level] & bits[cell]:
            cell += 1
        cells[level] = cell
        if cell == size:
            level -= 1
            continue
        steps += 1
        if not level:
            rest[0], moved[0] = slack[cell], soon[cell]
        else:
            last = cells[level - 1]
            common = shared(net, owners, last, cell)
            before, then = rest[level - 1], moved[level - 1]
            best = LOST
            if then >= 0:
                best = slack[cell] - max(0, common - then)
            rest[level] = LOST
            if before >= 0:
                lost = max(0, common - before)
                rest[level] = slack[cell] - lost
                best = max(best, OWNED if soon[cell] == OWNED else soon[cell] - lost)
            if common and before > LOST:
                after = OWNED if soon[last] == OWNED else before + 1
                if after >= 0:
                    both = soon[cell] if soon[cell] == OWNED else (
                        soon[cell] - max(0, common - 1 - after)
                    )
                    best = max(best, both)
            moved[level] = best
        if moved[level] < 0:
            continue
        if not touch[cell] & far_shore:
            left[level + 1] = near[cell] & ~barred[level] & ~bits[cell]
            barred[level + 1] = barred[level] | near[cell]
            level += 1
            cells[level] = claimable - 1
            continue
        for site in range(size):
            child[site] = owners[site]
        for k in range(level + 1):
            child[cells[k]] = who
        carrier = relied(net, child, who, bits, seen, waiting)
        if mine:
            said[NEEDS] = carrier
            return 1
        if rest[level] >= 0:
            said[MUSTS], said[NEEDS] = 0, carrier
            return 1
        inside = within(net, PARTS, claimable, owners, bits, carrier)
        if said[MUSTS] & ~inside:
            said[MUSTS] &= inside
            said[NEEDS] |= carrier
            if not said[MUSTS]:
                return 1
    return 0


@jit
def conquered_ahead(
    net, step, winner, kind, crossing, claimable, attacker, owners, who, root, sites, bits, said,
    child, lacks, seen, waiting, rooms,
):  # fmt: skip
    every = left = 0
    for site in sites:
        every |= bits[site]
        if owners[site] == EMPTY and alive(net, kind, owners, site):
            left |= bits[site]
    said[MUSTS], said[NEEDS], said[COST] = left, 0, 1
    if chains(net, claimable, owners, who, 1, bits, said, child, seen, waiting, rooms):
        return GOOD
    if chains(net, claimable, owners, 3 - who, 0, bits, said, child, seen, waiting, rooms):
        return BAD
    mine = away(net, kind, claimable, owners, who, lacks, seen, waiting)
    theirs = away(net, kind, claimable, owners, 3 - who, lacks, seen, waiting)
    said[PROOF], said[REFUTATION] = 1 << min(mine, MOST), 1 << min(theirs, MOST)
    return UNKNOWN
