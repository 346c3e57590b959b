"""Threats to win at once, and where they have to be met. Ints and flat buffers only.

A carrier is a set of empty sites, as bits: a win needs nothing outside it. Whoever is to move
against a win has to play inside its carrier. What counts as a carrier depends on the rules:
STONES, the sites themselves, since a stone more never hurts; PARTS, the cells that the winning
chain relies on, with every hole of those still open, since enemy stones there could conquer them
first; SQUARES, only the square of a win at once, for a player who may not pass; NONE, nothing.
"""

from __future__ import annotations

from .._jit import jit
from ..kernels import EAST, NORTH, SOUTH, WEST
from ..position import EMPTY, FIRST

NONE, STONES, PARTS, SQUARES = range(4)
UNKNOWN, BAD, GOOD = range(3)
# What a look finds: where to play, why only there, what it cost, and two numbers to begin with.
MUSTS, NEEDS, COST, PROOF, REFUTATION = range(5)
NEVER = 1000  # more stones than any chain lacks
MOST = 20  # doublings


@jit
def reaches(net, owners, who, seen, waiting):
    """Does a chain of sites that are who's touch both of who's shores?"""
    starts, ends, shores = net.starts, net.ends, net.shores
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    for site in range(len(owners)):
        seen[site] = 0
    count = 0
    for site in net.rim:
        if owners[site] == who and shores[site] & near:
            seen[site] = 1
            waiting[count] = site
            count += 1
    while count:
        count -= 1
        site = waiting[count]
        if shores[site] & far:
            return 1
        for k in range(starts[site], starts[site + 1]):
            other = ends[k]
            if owners[other] == who and not seen[other]:
                seen[other] = 1
                waiting[count] = other
                count += 1
    return 0


@jit
def lacking(net, kind, owners, site, who):
    """How many stones would give who this site? Of a cell, half of its holes, rounded up."""
    if owners[site] != EMPTY:
        return 0 if owners[site] == who else NEVER
    if kind != PARTS:
        return 1
    starts, parts = net.part_starts, net.parts
    first, last = starts[site], starts[site + 1]
    held = 0
    for k in range(first, last):
        held += owners[parts[k]] == who
    return (last - first + 1) // 2 - held


@jit
def away(net, kind, claimable, owners, who, lacks, seen, waiting):
    """How many stones a chain of who's lacks, each counted for one site; NEVER if none is left.

    `lacks` gets how many each site lacks.
    """
    starts, ends, shores = net.starts, net.ends, net.shores
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    size = len(owners)
    first = claimable if kind == PARTS else 0
    for site in range(first, size):
        lacks[site] = lacking(net, kind, owners, site, who)
        seen[site] = lacks[site] if shores[site] & near else NEVER
    for level in range(NEVER):
        count = later = 0
        for site in range(first, size):
            if seen[site] == level:
                waiting[count] = site
                count += 1
            later += level < seen[site] < NEVER
        if not count and not later:
            return NEVER
        while count:
            count -= 1
            site = waiting[count]
            if shores[site] & far:
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
def relied(net, owners, who, bits, seen, waiting):
    """The bits of the sites on a shortest chain of who's between the shores."""
    starts, ends, shores = net.starts, net.ends, net.shores
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    for site in range(len(owners)):
        seen[site] = -1
    count = 0
    for site in net.rim:
        if owners[site] == who and shores[site] & near:
            seen[site] = site
            waiting[count] = site
            count += 1
    first = 0
    while first < count:
        site = waiting[first]
        first += 1
        if shores[site] & far:
            mask = 0
            while True:
                mask |= bits[site]
                if seen[site] == site:
                    return mask
                site = seen[site]
        for k in range(starts[site], starts[site + 1]):
            other = ends[k]
            if owners[other] == who and seen[other] < 0:
                seen[other] = site
                waiting[count] = other
                count += 1
    return 0


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
def alive(net, kind, owners, site):
    """May claiming the site change anything? With PARTS, if one of its cells is open."""
    if kind != PARTS:
        return 1
    for k in range(net.part_starts[site], net.part_starts[site + 1]):
        if owners[net.parts[k]] == EMPTY:
            return 1
    return 0


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
def threat(net, kind, owners, who, site, bits, every, seen, waiting):
    """The carrier of a win at once by claiming the site, after which these are the owners."""
    if kind == STONES:
        return bits[site]
    if kind == PARTS:
        return relied(net, owners, who, bits, seen, waiting)
    if kind == SQUARES:
        return bits[site] | bits[site ^ 1]
    return every


@jit
def helpful(net, kind, claimable, lacks, lack, left, bits):
    """Which sites might win at once for a player whose chain lacks so many stones?

    One stone counts for each site that it is part of, three at most.
    """
    if kind == NONE:
        return left
    if kind != PARTS:
        return left if lack <= 1 else 0
    mask = 0
    if lack <= 3:
        starts, parts = net.part_starts, net.parts
        for site in range(claimable, len(lacks)):
            if lacks[site] == 1:
                for k in range(starts[site], starts[site + 1]):
                    mask |= bits[parts[k]]
    return mask & left


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
        if owners[site] == EMPTY and alive(net, kind, owners, site):
            left |= bits[site]
    said[MUSTS], said[NEEDS], said[COST] = left, 0, 1
    chains = crossing and kind != NONE
    mine = away(net, kind, claimable, owners, who, lacks, seen, waiting) if chains else 0
    helps = helpful(net, kind, claimable, lacks, mine, left, bits)
    for site in sites:
        if helps & bits[site] and wins(
            net, step, winner, crossing, owners, site, who, child, seen, waiting
        ):
            said[NEEDS] = threat(net, kind, child, who, site, bits, every, seen, waiting)
            return GOOD
    theirs = away(net, kind, claimable, owners, 3 - who, lacks, seen, waiting) if chains else 0
    said[PROOF], said[REFUTATION] = 1 << min(mine, MOST), 1 << min(theirs, MOST)
    if not left or (mine if who == attacker else theirs) == NEVER:
        said[NEEDS] = every
        return BAD if who == attacker else GOOD
    if kind == NONE:
        return UNKNOWN
    helps = helpful(net, kind, claimable, lacks, theirs, left, bits)
    for site in sites:
        if helps & bits[site] and wins(
            net, step, winner, crossing, owners, site, 3 - who, child, seen, waiting
        ):
            against = threat(net, kind, child, 3 - who, site, bits, every, seen, waiting)
            said[MUSTS] &= within(net, kind, claimable, owners, bits, against)
            said[NEEDS] |= against
    return UNKNOWN if said[MUSTS] else BAD
