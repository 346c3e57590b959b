"""What a search for a forced win is given, and the test for immediate wins and must-play sites.

A carrier is a set of sites, as bits, outside which a win needs nothing; the must-play sites against
it are those inside. What may serve as a carrier depends on the rules:

- STONES: the empty sites themselves, where one stone more never hurts its owner.
- CELLS: cells that the winning chain relies on, with every hole of those still open, since enemy
  stones there could conquer them first.
- RIVALS: a site and the one it excludes, against an immediate win only, where nobody may pass.
- NONE: nothing is known of the rules, so every site is searched.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core._jit import jit
from ...core.kernels import EAST, NORTH, SOUTH, WEST, joined_by
from ...core.position import EMPTY, FIRST

NONE, STONES, CELLS, RIVALS = range(4)
# Of a position, whether the player to move reaches its aim (the attacker to win, the other not to
# lose): nobody knows yet, it does not, it does.
UNKNOWN, DISPROVEN, PROVEN = range(3)
# What an evaluation fills in: the sites to search, the carrier that shows why no others are, its
# cost in nodes, and the proof and disproof numbers to begin with.
MUSTS, CARRIER, COST, PROOF, DISPROOF = range(5)
NEVER = 1000  # more stones than any chain lacks
MOST = 20  # doublings

Ints = Any  # a flat buffer of integers


class Problem(NamedTuple):
    """What stays the same during a search: the game, its empty sites as bits, its evaluation.

    `evaluate(problem, owners, who, at_root, scratch, found)` answers PROVEN, DISPROVEN or UNKNOWN
    of a position in which `who` is to move, and fills `found`. `buffers` are its own.
    """

    net: Any
    step: Any
    winner: Any
    evaluate: Any
    kind: int  # of carriers
    by_sides: int  # 1 if a chain between a player's two sides wins
    claimable: int
    attacker: int
    sites: Ints  # those empty at the root
    bits: Ints  # of each site; sites that exclude each other share one
    twins: Ints  # the place among these sites of the one with the same bit, or its own
    every: int  # the bits of those sites
    buffers: Any


class Scratch(NamedTuple):
    """Buffers with a place for each site that every node writes over."""

    here: Ints
    child: Ints
    lacks: Ints
    seen: Ints
    waiting: Ints


@jit
def no_rows(sites, nodes):
    """How long the buffers of an evaluation are that has none of its own."""
    return []


@jit
def joins(net, owners, who, seen, waiting):
    """Does a chain of sites that are who's touch both of who's sides?"""
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    for site in range(len(owners)):
        seen[site] = 0
    return joined_by(net, owners, who, near, far, seen, waiting)


@jit
def lacking(owners, site, who):
    """How many stones would give who this site?"""
    if owners[site] == EMPTY:
        return 1
    return 0 if owners[site] == who else NEVER


@jit
def distance(net, owners, who, lacks, seen, waiting):
    """The fewest stones that complete a chain of who's; NEVER if none is left."""
    starts, ends, sides = net.starts, net.ends, net.sides
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    size = len(owners)
    for site in range(size):
        lacks[site] = lacking(owners, site, who)
        seen[site] = lacks[site] if sides[site] & near else NEVER
    for level in range(NEVER):
        count = later = 0
        for site in range(size):
            if seen[site] == level:
                waiting[count] = site
                count += 1
            later += level < seen[site] < NEVER
        if not count and not later:
            return NEVER
        while count:
            count -= 1
            site = waiting[count]
            if sides[site] & far:
                return level
            for k in range(starts[site], starts[site + 1]):
                other = ends[k]
                there = level + lacks[other]
                if there < seen[other]:
                    seen[other] = there
                    if there == level:
                        waiting[count] = other
                        count += 1
    return NEVER


@jit
def wins(problem, owners, site, who, scratch):
    """Does claiming the site win at once for who? `scratch.child` gets the owners after it."""
    child = scratch.child
    for other in range(len(owners)):
        child[other] = owners[other]
    problem.step(problem.net, child, site, who)
    if problem.by_sides:
        return joins(problem.net, child, who, scratch.seen, scratch.waiting)
    return problem.winner(problem.net, child) & who


@jit
def within(problem, owners, carrier):
    """The empty sites of a carrier; of CELLS the holes of those that are open."""
    if problem.kind != CELLS:
        return carrier
    net, bits = problem.net, problem.bits
    mask = 0
    for site in range(problem.claimable, len(owners)):
        if carrier & bits[site] and owners[site] == EMPTY:
            for k in range(net.part_starts[site], net.part_starts[site + 1]):
                mask |= bits[net.parts[k]]
    return mask


@jit
def winning_carrier(problem, site):
    """The carrier of an immediate win by claiming the site."""
    if problem.kind == RIVALS:
        return problem.bits[site] | problem.bits[problem.net.rivals[site]]
    return problem.bits[site]


@jit
def evaluate_threats(problem, owners, who, at_root, scratch, found):
    """Does who win at once, or fail to stop the other from it? For STONES and RIVALS.

    The numbers to begin with double with each stone that a chain between sides lacks.
    """
    bits = problem.bits
    every = left = 0
    for site in problem.sites:
        every |= bits[site]
        if owners[site] == EMPTY:
            left |= bits[site]
    found[MUSTS], found[CARRIER], found[COST] = left, 0, 1
    mine = theirs = 0
    if problem.by_sides:
        mine = distance(problem.net, owners, who, scratch.lacks, scratch.seen, scratch.waiting)
    if mine <= 1:
        for site in problem.sites:
            if left & bits[site] and wins(problem, owners, site, who, scratch):
                found[CARRIER] = winning_carrier(problem, site)
                return PROVEN
    if problem.by_sides:
        theirs = distance(
            problem.net, owners, 3 - who, scratch.lacks, scratch.seen, scratch.waiting
        )
    found[PROOF], found[DISPROOF] = 1 << min(mine, MOST), 1 << min(theirs, MOST)
    if not left or (mine if who == problem.attacker else theirs) == NEVER:
        found[CARRIER] = every
        return DISPROVEN if who == problem.attacker else PROVEN
    if theirs <= 1:
        for site in problem.sites:
            if left & bits[site] and wins(problem, owners, site, 3 - who, scratch):
                carrier = winning_carrier(problem, site)
                found[MUSTS] &= carrier
                found[CARRIER] |= carrier
    return UNKNOWN if found[MUSTS] else DISPROVEN


@jit
def evaluate_outcome(problem, owners, who, at_root, scratch, found):
    """Is the game over, or does a claim of who's win at once? Right for all rules: see NONE."""
    bits = problem.bits
    found[MUSTS], found[CARRIER], found[COST] = 0, 0, 1
    found[PROOF] = found[DISPROOF] = 1
    for site in problem.sites:
        if owners[site] == EMPTY:
            found[MUSTS] |= bits[site]
    won = problem.winner(problem.net, owners)
    if won or not found[MUSTS]:
        reached = (won & problem.attacker != 0) == (who == problem.attacker)
        return PROVEN if reached else DISPROVEN
    for site in problem.sites:
        if owners[site] == EMPTY and wins(problem, owners, site, who, scratch):
            return PROVEN
    return UNKNOWN
