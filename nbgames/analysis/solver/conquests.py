"""Chains of cells that a player will conquer, whatever the other does. Ints and flat buffers only.

Whoever has more stones in an open cell than the other answers every stone there by one more, and
is the first to hold half of it. A chain of such cells holds if nothing has to be answered twice: of
an empty hole that two of them share, one may count on it and the other counts it as an enemy's. So
a cell has a slack, the lead of its stones less one, and what it gives up by sharing stays within.
A move puts one stone on top, in a cell or in a hole of two. Its carrier are the cells of the chain.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...core._jit import jit
from ...core.kernels import EAST, NORTH, SOUTH, WEST
from ...core.position import EMPTY, FIRST
from .threats import BAD, COST, GOOD, MUSTS, NEEDS, PARTS, PROOF, REFUTATION, UNKNOWN, within

OWNED = 1000  # more slack than is ever asked for
BROKEN = -1000
STEPS = 1000  # so long a chain is looked for
SWIFT = 50  # steps in the time of a node elsewhere

Longs = Any  # an array of machine integers


class Rooms(NamedTuple):
    """What is known of each cell for a player, and of each step of a chain."""

    slack: Longs
    moved: Longs  # slack after a stone more
    near: Longs  # the open cells next to it or to a chain that it is next to, as bits
    touch: Longs  # the sides, likewise
    steps: Longs  # the cell of each step
    left: Longs  # those that may come there
    barred: Longs  # those that may not come later: a shorter chain has them
    rest: Longs  # the slack that is left for what the next cell shares
    rest_moved: Longs  # the same after a move up to here


def rooms(sites: int, longs: Callable[[int], Longs]) -> Rooms:
    """Room for a board of so many sites, made by `longs`."""
    return Rooms(*(longs(sites + 1) for _ in Rooms._fields))


@jit
def useful(net, claimable, owners, who, bits, rooms):
    """The open cells where who is not behind; their slack."""
    starts, parts = net.part_starts, net.parts
    mask = 0
    for cell in range(claimable, len(owners)):
        if owners[cell] != EMPTY:
            continue
        held = lead = 0
        first, last = starts[cell], starts[cell + 1]
        for k in range(first, last):
            owner = owners[parts[k]]
            held += owner == who
            lead += (owner == who) - (owner == 3 - who)
        if lead >= 0:
            mask |= bits[cell]
            rooms.slack[cell] = lead - 1
            rooms.moved[cell] = OWNED if 2 * held + 2 >= last - first else lead
    return mask


@jit
def bordering(net, claimable, owners, who, among, bits, seen, waiting, rooms):
    """Which of these cells and sides each of them is next to, directly or by who's own cells."""
    starts, ends, sides = net.starts, net.ends, net.sides
    for cell in range(claimable, len(owners)):
        seen[cell] = rooms.near[cell] = 0
        rooms.touch[cell] = sides[cell]
    for root in range(claimable, len(owners)):
        own = owners[root] == who
        if seen[root] or not (own or among & bits[root]):
            continue
        border = touch = 0
        waiting[0] = root
        seen[root] = own
        count = 1
        while count:
            count -= 1
            cell = waiting[count]
            touch |= sides[cell]
            for k in range(starts[cell], starts[cell + 1]):
                other = ends[k]
                border |= among & bits[other]
                if own and owners[other] == who and not seen[other]:
                    seen[other] = 1
                    waiting[count] = other
                    count += 1
        rooms.near[root] |= border
        for cell in range(claimable, len(owners)):
            if own and border & bits[cell]:
                rooms.near[cell] |= border
                rooms.touch[cell] |= touch


@jit
def shared(net, owners, one, two):
    """How many empty holes are part of both cells?"""
    starts, parts = net.part_starts, net.parts
    count = 0
    for k in range(starts[one], starts[one + 1]):
        hole = parts[k]
        if owners[hole] == EMPTY:
            for j in range(starts[hole], starts[hole + 1]):
                count += parts[j] == two
    return count


@jit
def stepped(net, owners, depth, cell, rooms):
    """What slack is left after a step to this cell: each hole that it shares is given up once."""
    slack, moved = rooms.slack, rooms.moved
    rest, rest_moved = rooms.rest, rooms.rest_moved
    if not depth:
        rest[0], rest_moved[0] = slack[cell], moved[cell]
        return
    last = rooms.steps[depth - 1]
    common = shared(net, owners, last, cell)
    before, then = rest[depth - 1], rest_moved[depth - 1]
    rest[depth] = best = BROKEN
    if then >= 0:
        best = slack[cell] - max(0, common - then)
    if before >= 0:
        lost = max(0, common - before)
        rest[depth] = slack[cell] - lost
        best = max(best, OWNED if moved[cell] == OWNED else moved[cell] - lost)
    if common and before > BROKEN:  # a move in a hole of both
        then = OWNED if moved[last] == OWNED else before + 1
        if then >= 0:
            lost = max(0, common - 1 - then)
            best = max(best, OWNED if moved[cell] == OWNED else moved[cell] - lost)
    rest_moved[depth] = best


@jit
def chained(net, claimable, owners, who, bits, depth, said, rooms):
    """Go on from a step to the next chain that holds after a move: its last step, or -1."""
    far = SOUTH if who == FIRST else EAST
    steps, left, barred = rooms.steps, rooms.left, rooms.barred
    while depth >= 0 and said[COST] < STEPS:
        cell = steps[depth] + 1
        while cell < len(owners) and not left[depth] & bits[cell]:
            cell += 1
        steps[depth] = cell
        if cell == len(owners):
            depth -= 1
            continue
        said[COST] += 1
        stepped(net, owners, depth, cell, rooms)
        if rooms.rest_moved[depth] < 0:
            continue
        if rooms.touch[cell] & far:
            return depth
        left[depth + 1] = rooms.near[cell] & ~barred[depth]
        barred[depth + 1] = barred[depth] | rooms.near[cell]
        depth += 1
        steps[depth] = claimable - 1
    return -1


@jit
def begun(net, claimable, owners, who, bits, seen, waiting, rooms):
    """Where chains of who's begin: at the cells on its near side."""
    near = NORTH if who == FIRST else WEST
    among = useful(net, claimable, owners, who, bits, rooms)
    bordering(net, claimable, owners, who, among, bits, seen, waiting, rooms)
    mask = 0
    for cell in range(claimable, len(owners)):
        if among & bits[cell] and rooms.touch[cell] & near:
            mask |= bits[cell]
    rooms.left[0] = rooms.barred[0] = mask
    rooms.steps[0] = claimable - 1


@jit
def carrier(net, claimable, owners, who, bits, depth, child, seen, waiting, rooms):
    """The bits of the cells of a chain up to this step, with who's own on the way."""
    starts, ends, sides = net.starts, net.ends, net.sides
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    count = 0
    for cell in range(claimable, len(owners)):
        child[cell] = owners[cell]
        seen[cell] = -1
    for k in range(depth + 1):
        child[rooms.steps[k]] = who
    for cell in net.rim:
        if child[cell] == who and sides[cell] & near:
            seen[cell] = cell
            waiting[count] = cell
            count += 1
    first = 0
    while first < count:
        cell = waiting[first]
        first += 1
        if sides[cell] & far:
            mask = bits[cell]
            while seen[cell] != cell:
                cell = seen[cell]
                mask |= bits[cell]
            return mask
        for k in range(starts[cell], starts[cell + 1]):
            other = ends[k]
            if child[other] == who and seen[other] < 0:
                seen[other] = cell
                waiting[count] = other
                count += 1
    return 0


@jit
def worthy(net, owners, sites, bits, cells):
    """The empty holes without those whose open cells all have another such hole in common.

    A stone there does no less, and the hole that is left is worth no more to the other player: what
    refutes the one refutes the other. `cells` gets the open cells of each.
    """
    starts, parts = net.part_starts, net.parts
    mask = 0
    for hole in sites:
        cells[hole] = 0
        if owners[hole] == EMPTY:
            for k in range(starts[hole], starts[hole + 1]):
                if owners[parts[k]] == EMPTY:
                    cells[hole] |= bits[parts[k]]
    for hole in sites:
        best = cells[hole] != 0
        for k in range(starts[hole], starts[hole + 1]):
            for j in range(starts[parts[k]], starts[parts[k] + 1]):
                other = parts[j]
                if owners[other] == EMPTY and not cells[hole] & ~cells[other]:
                    best &= cells[hole] == cells[other] and other >= hole
        if best:
            mask |= bits[hole]
    return mask


@jit
def conquered_ahead(
    net, step, winner, kind, crossing, claimable, attacker, owners, who, root, sites, bits, said,
    child, lacks, seen, waiting, rooms,
):  # fmt: skip
    """Has who a chain that holds if it moves, or can the other's not be broken? See `ahead`."""
    said[MUSTS], said[NEEDS], said[COST] = worthy(net, owners, sites, bits, lacks), 0, 0
    begun(net, claimable, owners, who, bits, seen, waiting, rooms)
    depth = chained(net, claimable, owners, who, bits, 0, said, rooms)
    verdict = UNKNOWN
    if depth >= 0:
        said[NEEDS] = carrier(net, claimable, owners, who, bits, depth, child, seen, waiting, rooms)
        verdict = GOOD
    else:
        begun(net, claimable, owners, 3 - who, bits, seen, waiting, rooms)
        while said[MUSTS]:
            depth = chained(net, claimable, owners, 3 - who, bits, max(0, depth), said, rooms)
            if depth < 0:
                break
            cells = carrier(
                net, claimable, owners, 3 - who, bits, depth, child, seen, waiting, rooms
            )
            if rooms.rest[depth] >= 0:
                said[MUSTS], said[NEEDS] = 0, cells
                break
            holes = within(net, PARTS, claimable, owners, bits, cells)
            if said[MUSTS] & ~holes:
                said[MUSTS] &= holes
                said[NEEDS] |= cells
        verdict = UNKNOWN if said[MUSTS] else BAD
    said[COST] = 1 + said[COST] // SWIFT
    said[PROOF], said[REFUTATION] = 1, 0
    for hole in sites:
        said[REFUTATION] += (said[MUSTS] & bits[hole]) != 0
    return verdict
