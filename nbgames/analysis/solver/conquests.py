"""Virtual connections in ConHex: chains of cells that a player will conquer in any case.

Whoever has more stones in an open cell than the other answers every stone there by one more, and
is the first to hold half of it. A chain of such cells is safe if nothing has to be answered twice:
a shared empty hole counts for one of its two cells, and for the other as an enemy stone. So each
cell has a slack, the lead of its stones less one, and what it gives up by sharing must not exceed
it. A move adds one stone, in a cell or in a hole of two. The carrier is the cells of the chain.
Kernels: ints and flat buffers only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...core._jit import jit
from ...core.kernels import EAST, NORTH, SOUTH, WEST
from ...core.position import EMPTY, FIRST
from .threats import (
    CARRIER,
    COST,
    DISPROOF,
    DISPROVEN,
    MUSTS,
    PROOF,
    PROVEN,
    UNKNOWN,
    within,
)  # fmt: skip

OWNED = 1000  # more slack than is ever asked for
BROKEN = -1000
STEPS = 1000  # of a search for chains, at most
STEPS_PER_NODE = 50  # of other searches, in time

Longs = Any  # an array of machine integers


class ChainBuffers(NamedTuple):
    """What is known of each cell for a player, and of each step of the chain that is tried."""

    slack: Longs
    moved: Longs  # slack after a stone more
    near: Longs  # the open cells next to it or to a chain that it is next to, as bits
    touch: Longs  # the sides, likewise
    steps: Longs  # the cell of each step
    left: Longs  # those that may come there
    barred: Longs  # those that may not come later: a shorter chain has them
    rest: Longs  # the slack that is left for what the next cell shares
    rest_moved: Longs  # the same after a move up to here


ROWS = len(ChainBuffers._fields)


@jit
def chain_rows(sites, nodes):
    """How long the buffers are, for a board of so many sites; of nodes it needs none."""
    return [sites + 1] * ROWS


def chain_buffers(sites: int, longs: Callable[[int], Longs]) -> ChainBuffers:
    """Buffers for a board of so many sites, made by `longs`."""
    return ChainBuffers(*map(longs, chain_rows(sites, 0)))


@jit
def measure_slack(problem, owners, who):
    """Find the slack of each open cell where who is not behind; these cells, as bits."""
    bits, buffers, claimable = problem.bits, problem.buffers, problem.claimable
    starts, parts = problem.net.part_starts, problem.net.parts
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
            buffers.slack[cell] = lead - 1
            buffers.moved[cell] = OWNED if 2 * held + 2 >= last - first else lead
    return mask


@jit
def find_neighbours(problem, owners, who, among, scratch):
    """Find the cells among these, and the sides, next to each of them or to a chain next to it."""
    net, bits, buffers, claimable = problem.net, problem.bits, problem.buffers, problem.claimable
    seen, waiting = scratch.seen, scratch.waiting
    starts, ends, sides = net.starts, net.ends, net.sides
    for cell in range(claimable, len(owners)):
        seen[cell] = buffers.near[cell] = 0
        buffers.touch[cell] = sides[cell]
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
        buffers.near[root] |= border
        for cell in range(claimable, len(owners)):
            if own and border & bits[cell]:
                buffers.near[cell] |= border
                buffers.touch[cell] |= touch


@jit
def shared(starts, parts, owners, one, two):
    """How many empty holes are part of both cells?"""
    count = 0
    for k in range(starts[one], starts[one + 1]):
        hole = parts[k]
        if owners[hole] == EMPTY:
            for j in range(starts[hole], starts[hole + 1]):
                count += parts[j] == two
    return count


@jit
def add_step(buffers, starts, parts, owners, depth, cell):
    """Find the slack that is left after a step to this cell: a shared hole is given up once."""
    slack, moved = buffers.slack, buffers.moved
    rest, rest_moved = buffers.rest, buffers.rest_moved
    if not depth:
        rest[0], rest_moved[0] = slack[cell], moved[cell]
        return
    last = buffers.steps[depth - 1]
    common = shared(starts, parts, owners, last, cell)
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
def next_chain(problem, owners, who, depth, found):
    """Go on from a step to the next chain that is safe after a move: its last step, or -1."""
    bits, buffers = problem.bits, problem.buffers
    # Not the whole net: compiled code counts references to every array that a call passes on.
    starts, parts = problem.net.part_starts, problem.net.parts
    far = SOUTH if who == FIRST else EAST
    steps, left, barred = buffers.steps, buffers.left, buffers.barred
    while depth >= 0 and found[COST] < STEPS:
        cell = steps[depth] + 1
        while cell < len(owners) and not left[depth] & bits[cell]:
            cell += 1
        steps[depth] = cell
        if cell == len(owners):
            depth -= 1
            continue
        found[COST] += 1
        add_step(buffers, starts, parts, owners, depth, cell)
        if buffers.rest_moved[depth] < 0:
            continue
        if buffers.touch[cell] & far:
            return depth
        left[depth + 1] = buffers.near[cell] & ~barred[depth]
        barred[depth + 1] = barred[depth] | buffers.near[cell]
        depth += 1
        steps[depth] = problem.claimable - 1
    return -1


@jit
def begin_chains(problem, owners, who, scratch):
    """Make ready for `next_chain`: who's chains begin at the cells on its near side."""
    bits, buffers, claimable = problem.bits, problem.buffers, problem.claimable
    near = NORTH if who == FIRST else WEST
    among = measure_slack(problem, owners, who)
    find_neighbours(problem, owners, who, among, scratch)
    mask = 0
    for cell in range(claimable, len(owners)):
        if among & bits[cell] and buffers.touch[cell] & near:
            mask |= bits[cell]
    buffers.left[0] = buffers.barred[0] = mask
    buffers.steps[0] = claimable - 1


@jit
def chain_carrier(problem, owners, who, depth, scratch):
    """The bits of the cells of a chain up to this step, with who's own on the way."""
    net, bits, claimable = problem.net, problem.bits, problem.claimable
    child, seen, waiting = scratch.child, scratch.seen, scratch.waiting
    starts, ends, sides = net.starts, net.ends, net.sides
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    count = 0
    for cell in range(claimable, len(owners)):
        child[cell] = owners[cell]
        seen[cell] = -1
    for k in range(depth + 1):
        child[problem.buffers.steps[k]] = who
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
def undominated(problem, owners, cells):
    """The empty holes without those whose open cells are all cells of another empty hole.

    A stone in the other one does no less, and the hole that is left is worth no more to the
    opponent: what disproves the one disproves the other. `cells` gets the open cells of each.
    """
    sites, bits = problem.sites, problem.bits
    starts, parts = problem.net.part_starts, problem.net.parts
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
def evaluate_chains(problem, owners, who, at_root, scratch, found):
    """Has who a chain that is safe if it moves, or has the other one that no move breaks?"""
    other = 3 - who
    found[MUSTS], found[CARRIER], found[COST] = undominated(problem, owners, scratch.lacks), 0, 0
    begin_chains(problem, owners, who, scratch)
    depth = next_chain(problem, owners, who, 0, found)
    verdict = UNKNOWN
    if depth >= 0:
        found[CARRIER] = chain_carrier(problem, owners, who, depth, scratch)
        verdict = PROVEN
    else:
        begin_chains(problem, owners, other, scratch)
        while found[MUSTS]:
            depth = next_chain(problem, owners, other, max(0, depth), found)
            if depth < 0:
                break
            cells = chain_carrier(problem, owners, other, depth, scratch)
            if problem.buffers.rest[depth] >= 0:
                found[MUSTS], found[CARRIER] = 0, cells
                break
            holes = within(problem, owners, cells)
            if found[MUSTS] & ~holes:
                found[MUSTS] &= holes
                found[CARRIER] |= cells
        verdict = UNKNOWN if found[MUSTS] else DISPROVEN
    found[COST] = 1 + found[COST] // STEPS_PER_NODE
    found[PROOF], found[DISPROOF] = 1, 0
    for hole in problem.sites:
        found[DISPROOF] += (found[MUSTS] & problem.bits[hole]) != 0
    return verdict
