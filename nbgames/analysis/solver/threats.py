"""Threats to win at once, and where they have to be met. Ints and flat buffers only.

A carrier is a set of empty sites, as bits: a win needs nothing outside it. Whoever is to move
against a win has to play inside its carrier. What counts as a carrier depends on the rules:
STONES, the sites themselves, since a stone more never hurts; PARTS, the cells that the winning
chain relies on, with every hole of those still open, since enemy stones there could conquer them
first; SQUARES, only the square of a win at once, for a player who may not pass; NONE, nothing.
"""

from __future__ import annotations

from ...core._jit import jit
from ...core.kernels import EAST, NORTH, SOUTH, WEST
from ...core.position import EMPTY, FIRST

NONE, STONES, PARTS, SQUARES = range(4)
UNKNOWN, BAD, GOOD = range(3)
# What a look finds: where to play, why only there, what it cost, and two numbers to begin with.
MUSTS, NEEDS, COST, PROOF, REFUTATION = range(5)
NEVER = 1000  # more stones than any chain lacks
MOST = 20  # doublings


@jit
def reaches(net, owners, who, seen, waiting):
    """Does a chain of sites that are who's touch both of who's sides?"""
    starts, ends, sides = net.starts, net.ends, net.sides
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    for site in range(len(owners)):
        seen[site] = 0
    count = 0
    for site in net.rim:
        if owners[site] == who and sides[site] & near:
            seen[site] = 1
            waiting[count] = site
            count += 1
    while count:
        count -= 1
        site = waiting[count]
        if sides[site] & far:
            return 1
        for k in range(starts[site], starts[site + 1]):
            other = ends[k]
            if owners[other] == who and not seen[other]:
                seen[other] = 1
                waiting[count] = other
                count += 1
    return 0


@jit
def lacking(owners, site, who):
    """How many stones would give who this site?"""
    if owners[site] == EMPTY:
        return 1
    return 0 if owners[site] == who else NEVER


@jit
def away(net, owners, who, lacks, seen, waiting):
    """How many stones a chain of who's lacks; NEVER if none is left."""
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
def wins(net, step, winner, crossing, owners, site, who, child, seen, waiting):
    """Does claiming the site win at once for who? `child` gets the owners after it."""
    for other in range(len(owners)):
        child[other] = owners[other]
    step(net, child, site, who)
    if crossing:
        return reaches(net, child, who, seen, waiting)
    return winner(net, child) & who


@jit
def within(net, kind, claimable, owners, bits, carrier):
    """The empty sites of a carrier; with PARTS those that are part of its open sites."""
    if kind != PARTS:
        return carrier
    mask = 0
    for site in range(claimable, len(owners)):
        if carrier & bits[site] and owners[site] == EMPTY:
            for k in range(net.part_starts[site], net.part_starts[site + 1]):
                mask |= bits[net.parts[k]]
    return mask


@jit
def threat(kind, site, bits, every):
    """The carrier of a win at once by claiming the site."""
    if kind == STONES:
        return bits[site]
    if kind == SQUARES:
        return bits[site] | bits[site ^ 1]
    return every


@jit
def ahead(
    net, step, winner, kind, crossing, claimable, attacker, owners, who, root, sites, bits, said,
    child, lacks, seen, waiting, rooms,
):  # fmt: skip
    """Does who win at once, or fail to stop the other from it? Else said is what to go on with.

    The numbers to begin with double with each stone that a chain lacks.
    """
    every = left = 0
    for site in sites:
        every |= bits[site]
        if owners[site] == EMPTY:
            left |= bits[site]
    said[MUSTS], said[NEEDS], said[COST] = left, 0, 1
    chains = crossing and kind != NONE
    mine = away(net, owners, who, lacks, seen, waiting) if chains else 0
    for site in sites:
        if (
            mine <= 1
            and left & bits[site]
            and wins(net, step, winner, crossing, owners, site, who, child, seen, waiting)
        ):
            said[NEEDS] = threat(kind, site, bits, every)
            return GOOD
    theirs = away(net, owners, 3 - who, lacks, seen, waiting) if chains else 0
    said[PROOF], said[REFUTATION] = 1 << min(mine, MOST), 1 << min(theirs, MOST)
    if not left or (mine if who == attacker else theirs) == NEVER:
        said[NEEDS] = every
        return BAD if who == attacker else GOOD
    if kind == NONE:
        return UNKNOWN
    for site in sites:
        if (
            theirs <= 1
            and left & bits[site]
            and wins(net, step, winner, crossing, owners, site, 3 - who, child, seen, waiting)
        ):
            against = threat(kind, site, bits, every)
            said[MUSTS] &= within(net, kind, claimable, owners, bits, against)
            said[NEEDS] |= against
    return UNKNOWN if said[MUSTS] else BAD
