"""Virtual connections on a projective board: who has a loop that can no longer be stopped?

The double cover has two sheets, and a link across the edge changes the sheet; a global loop is a
way from a site to itself on the other sheet. A connection joins two sites through empty ones, its
carrier: a full one holds although the other moves first, a semi one if its owner moves first. Two
full ones that share nothing meet in a stone (full again) or in an empty site (semi), and semi ones
that no one move stops make a full one: the rules of Anshelevich (2002), applied until nothing new
comes. A carrier is a set of empty sites, as bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core._jit import jit, longs
from ...core.kernels import ones
from ...core.position import EMPTY
from .threats import BAD, COST, GOOD, MUSTS, NEEDS, PROOF, REFUTATION, UNKNOWN

FULLS, SEMIS, QUEUE = 8, 20, 1 << 13  # kept between two nodes, of each kind, and in all
LOST = -1
SWIFT = 4  # connections are looked at in the time of a node elsewhere

Longs = Any  # an array of machine integers


class Rooms(NamedTuple):
    """Where connections are kept; a node is a chain or an empty site, a pair two and a twist."""

    node: Longs  # of each site
    sheet: Longs
    waiting: Longs
    bit: Longs  # of each node; 0 for a chain
    fulls: Longs
    full_counts: Longs
    semis: Longs
    semi_counts: Longs
    pairs: Longs  # the queue of full connections, from ends[0] to ends[1]
    carriers: Longs
    ends: Longs


def rooms(sites: int, nodes: int) -> Rooms:
    """Room for a board of so many sites that make at most so many nodes."""
    pairs = 2 * nodes * nodes
    sizes = (sites, sites, sites, nodes, pairs * FULLS, pairs, pairs * SEMIS, pairs, QUEUE, QUEUE)
    return Rooms(*(longs(size) for size in (*sizes, 2)))


@jit
def contracted(net, owners, who, bits, rooms):
    """Number who's chains and the empty sites as nodes; how many, or LOST if a loop is closed."""
    starts, ends, twists = net.starts, net.ends, net.twists
    node, sheet, waiting, bit = rooms.node, rooms.sheet, rooms.waiting, rooms.bit
    many = 0
    for site in range(len(owners)):
        node[site] = -1
    for root in range(len(owners)):
        owner = owners[root]
        if node[root] >= 0 or (owner != who and owner != EMPTY):
            continue
        node[root], sheet[root] = many, 0
        bit[many] = bits[root] if owner == EMPTY else 0
        many += 1
        if owner == EMPTY:
            continue
        waiting[0] = root
        count = 1
        while count:
            count -= 1
            site = waiting[count]
            for k in range(starts[site], starts[site + 1]):
                other = ends[k]
                if owners[other] != who:
                    continue
                side = sheet[site] ^ twists[k]
                if node[other] < 0:
                    node[other], sheet[other] = node[site], side
                    waiting[count] = other
                    count += 1
                elif sheet[other] != side:
                    return LOST
    return many


@jit
def added(kept, counts, most, pair, carrier):
    """Keep a carrier instead of those that contain it; 0 if a smaller one is there, or no room."""
    first = pair * most
    last = first + counts[pair]
    for k in range(first, last):
        if not kept[k] & ~carrier:
            return 0
    place = first
    for k in range(first, last):
        if carrier & ~kept[k]:
            kept[place] = kept[k]
            place += 1
    room = place < first + most
    if room:
        kept[place] = carrier
        place += 1
    counts[pair] = place - first
    return int(room)


@jit
def joined_fully(pair, carrier, rooms):
    """A full connection, put in the queue if it is new."""
    last = rooms.ends[1]
    if last == len(rooms.pairs):
        return 0
    new = added(rooms.fulls, rooms.full_counts, FULLS, pair, carrier)
    if new:
        rooms.pairs[last], rooms.carriers[last] = pair, carrier
        rooms.ends[1] = last + 1
    return new


@jit
def joined_half(pair, carrier, rooms):
    """A semi connection; two, three or all of a pair's, if they share no site, make a full one."""
    for k in range(pair * FULLS, pair * FULLS + rooms.full_counts[pair]):
        if not rooms.fulls[k] & ~carrier:
            return
    semis = rooms.semis
    if not added(semis, rooms.semi_counts, SEMIS, pair, carrier):
        return
    first = pair * SEMIS
    last = first + rooms.semi_counts[pair] - 1
    shared = union = carrier
    found = 0
    for k in range(first, last):
        both = carrier & semis[k]
        if not both:
            found += joined_fully(pair, carrier | semis[k], rooms)
        else:
            for j in range(first, k):
                if not both & semis[j]:
                    found += joined_fully(pair, carrier | semis[k] | semis[j], rooms)
        if shared & ~semis[k]:
            shared &= semis[k]
            union |= semis[k]
    if not shared and not found:
        joined_fully(pair, union, rooms)


@jit
def narrowed(said, carrier):
    """One more threat: whoever would stop it has to play in its carrier too."""
    if said[MUSTS] & ~carrier:
        said[MUSTS] &= carrier
        said[NEEDS] |= carrier


@jit
def connected(net, owners, who, bits, said, rooms):
    """Find who's threats of a loop; the number of connections that were looked at.

    MUSTS of `said` begin with the empty sites and are left with those where the other may still
    stop every threat; NEEDS begin empty and become the carrier of the threats that show it.
    """
    many = contracted(net, owners, who, bits, rooms)
    if many == LOST:
        said[MUSTS] = 0
        return 0
    node, bit, ends = rooms.node, rooms.bit, rooms.ends
    fulls, full_counts = rooms.fulls, rooms.full_counts
    for pair in range(2 * many * many):
        full_counts[pair] = rooms.semi_counts[pair] = 0
    ends[0] = ends[1] = 0
    for site in range(len(owners)):
        for k in range(net.starts[site], net.starts[site + 1]):
            a, b = node[site], node[net.ends[k]]
            if 0 <= a < b:
                twist = rooms.sheet[site] ^ rooms.sheet[net.ends[k]] ^ net.twists[k]
                joined_fully(2 * (a * many + b) + twist, 0, rooms)
    while ends[0] < ends[1] and said[MUSTS]:
        pair, carrier = rooms.pairs[ends[0]], rooms.carriers[ends[0]]
        ends[0] += 1
        known = 0
        for k in range(pair * FULLS, pair * FULLS + full_counts[pair]):
            known += fulls[k] == carrier
        if not known:
            continue  # a smaller one has taken its place
        twist, a, b = pair & 1, (pair >> 1) // many, (pair >> 1) % many
        if a == b:
            if not bit[a]:
                said[MUSTS], said[NEEDS] = 0, carrier
            narrowed(said, carrier | bit[a])
            continue
        for way in range(2):
            middle, end = (b, a) if way else (a, b)
            for other in range(many):
                if other == middle or bit[other] & carrier:
                    continue
                low, high = min(middle, other), max(middle, other)
                least, most = min(end, other), max(end, other)
                for turn in range(2):
                    if other == end and turn == twist:
                        continue
                    joint = 2 * (low * many + high) + turn
                    new = 2 * (least * many + most) + (twist ^ turn)
                    for k in range(joint * FULLS, joint * FULLS + full_counts[joint]):
                        if fulls[k] & (carrier | bit[end]):
                            continue
                        union = carrier | fulls[k] | bit[middle]
                        if not bit[middle]:
                            joined_fully(new, union, rooms)
                        elif other == end and not bit[end]:
                            narrowed(said, union)
                        else:
                            joined_half(new, union, rooms)
    return ends[0]


@jit
def looped_ahead(
    net, step, winner, kind, crossing, claimable, attacker, owners, who, root, sites, bits, said,
    child, lacks, seen, waiting, rooms,
):  # fmt: skip
    """Does who have a loop that cannot be stopped, or fail to stop one? See `_threats.ahead`.

    Below the root the first question is answered: the move before met all threats.
    """
    empty = 0
    for site in sites:
        if owners[site] == EMPTY:
            empty |= bits[site]
    said[MUSTS], said[NEEDS], said[COST] = empty, 0, 1
    if not empty:
        return GOOD if winner(net, owners) == who else BAD
    if root:
        said[COST] += connected(net, owners, who, bits, said, rooms) // SWIFT
        if said[NEEDS]:
            return GOOD
    said[COST] += connected(net, owners, 3 - who, bits, said, rooms) // SWIFT
    said[PROOF], said[REFUTATION] = 1, ones(said[MUSTS])
    return UNKNOWN if said[MUSTS] else BAD
