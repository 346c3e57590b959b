"""Virtual connections in a game of loops on a projective board: loops that nothing stops any more.

The double cover has two sheets, and an edge over the board's rim changes the sheet; a global loop
is a path from a site to itself on the other sheet. A connection joins two sites through empty ones,
its carrier: a full one holds although the other player moves first, a semi one if its owner moves
first. Two full ones with disjoint carriers meet in a stone (full again) or in an empty site (semi);
semi ones that no one move stops make a full one. These rules (Anshelevich 2002) are applied until
nothing new comes. A carrier is a set of empty sites, as bits. Kernels: ints and flat buffers only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...core._jit import jit, longs
from ...core.kernels import ones
from ...core.position import EMPTY
from .threats import CARRIER, COST, DISPROOF, DISPROVEN, MUSTS, PROOF, PROVEN, UNKNOWN

FULLS, SEMIS, QUEUE = 8, 20, 1 << 13  # kept between two nodes, of each kind, and in all
CLOSED = -1  # no count of nodes: a loop is there already
CONNECTIONS_PER_NODE = 4  # of other searches, in time

Longs = Any  # an array of machine integers


class ConnectionBuffers(NamedTuple):
    """The connections; a node is a chain or an empty site, a pair is two nodes and a twist."""

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


@jit
def connection_rows(sites, nodes):
    """How long the buffers are, for a board of so many sites that make at most so many nodes."""
    pairs = 2 * nodes * nodes
    fulls, semis = pairs * FULLS, pairs * SEMIS
    return [sites, sites, sites, nodes, fulls, pairs, semis, pairs, QUEUE, QUEUE, 2]


def connection_buffers(
    sites: int, nodes: int, longs: Callable[[int], Longs] = longs
) -> ConnectionBuffers:
    """Buffers for a board of so many sites that make at most so many nodes."""
    return ConnectionBuffers(*map(longs, connection_rows(sites, nodes)))


@jit
def contract(problem, owners, who):
    """Number who's chains and the empty sites as nodes; how many, or CLOSED if a loop is closed."""
    bits, buffers = problem.bits, problem.buffers
    starts, ends, twists = problem.net.starts, problem.net.ends, problem.net.twists
    node, sheet, waiting, bit = buffers.node, buffers.sheet, buffers.waiting, buffers.bit
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
                    return CLOSED
    return many


@jit
def keep(kept, counts, most, pair, carrier):
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
def add_full(pair, carrier, buffers):
    """Keep a full connection and put it in the queue, if it is new; 1 if it was kept."""
    last = buffers.ends[1]
    if last == len(buffers.pairs):
        return 0
    kept = keep(buffers.fulls, buffers.full_counts, FULLS, pair, carrier)
    if kept:
        buffers.pairs[last], buffers.carriers[last] = pair, carrier
        buffers.ends[1] = last + 1
    return kept


@jit
def add_semi(pair, carrier, buffers):
    """Keep a semi connection; two, three or all of a pair that share no site make a full one."""
    for k in range(pair * FULLS, pair * FULLS + buffers.full_counts[pair]):
        if not buffers.fulls[k] & ~carrier:
            return
    semis = buffers.semis
    if not keep(semis, buffers.semi_counts, SEMIS, pair, carrier):
        return
    first = pair * SEMIS
    last = first + buffers.semi_counts[pair] - 1
    shared = union = carrier
    found = 0
    for k in range(first, last):
        both = carrier & semis[k]
        if not both:
            found += add_full(pair, carrier | semis[k], buffers)
        else:
            for j in range(first, k):
                if not both & semis[j]:
                    found += add_full(pair, carrier | semis[k] | semis[j], buffers)
        if shared & ~semis[k]:
            shared &= semis[k]
            union |= semis[k]
    if not shared and not found:
        add_full(pair, union, buffers)


@jit
def add_threat(found, carrier):
    """Narrow the must-play sites by one more threat: its carrier shows why, if any drop out."""
    if found[MUSTS] & ~carrier:
        found[MUSTS] &= carrier
        found[CARRIER] |= carrier


@jit
def find_threats(problem, owners, who, found, every):
    """Find who's threats of a loop; the number of connections that were looked at.

    MUSTS of `found` begin with the empty sites and end with those where the other player may still
    stop every threat; CARRIER begins empty and becomes that of the threats that show it. With
    `every` the search goes on for connections where that is known.
    """
    many = contract(problem, owners, who)
    if many == CLOSED:
        found[MUSTS] = 0
        return 0
    buffers = problem.buffers
    bit, ends = buffers.bit, buffers.ends
    fulls, full_counts = buffers.fulls, buffers.full_counts
    link_neighbours(problem, owners, many)
    while ends[0] < ends[1] and (found[MUSTS] or every):
        pair, carrier = buffers.pairs[ends[0]], buffers.carriers[ends[0]]
        ends[0] += 1
        known = 0
        for k in range(pair * FULLS, pair * FULLS + full_counts[pair]):
            known += fulls[k] == carrier
        if not known:
            continue  # a smaller one has taken its place
        a, b = (pair >> 1) // many, (pair >> 1) % many
        if a != b:
            combine(pair, carrier, many, found, buffers)
            continue
        if not bit[a]:
            found[MUSTS], found[CARRIER] = 0, carrier
        add_threat(found, carrier | bit[a])
    return ends[0]


@jit
def link_neighbours(problem, owners, many):
    """Begin with the full connections of neighbours, whose carriers are empty."""
    net, buffers = problem.net, problem.buffers
    node, sheet, ends = buffers.node, buffers.sheet, buffers.ends
    for pair in range(2 * many * many):
        buffers.full_counts[pair] = buffers.semi_counts[pair] = 0
    ends[0] = ends[1] = 0
    for site in range(len(owners)):
        for k in range(net.starts[site], net.starts[site + 1]):
            a, b = node[site], node[net.ends[k]]
            if 0 <= a < b:
                twist = sheet[site] ^ sheet[net.ends[k]] ^ net.twists[k]
                add_full(2 * (a * many + b) + twist, 0, buffers)


@jit
def combine(pair, carrier, many, found, buffers):
    """Join a full connection with every other full one that meets it at either end."""
    bit, fulls, full_counts = buffers.bit, buffers.fulls, buffers.full_counts
    twist, a, b = pair & 1, (pair >> 1) // many, (pair >> 1) % many
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
                whole = 2 * (least * many + most) + (twist ^ turn)
                for k in range(joint * FULLS, joint * FULLS + full_counts[joint]):
                    if fulls[k] & (carrier | bit[end]):
                        continue
                    union = carrier | fulls[k] | bit[middle]
                    if not bit[middle]:
                        add_full(whole, union, buffers)
                    elif other == end and not bit[end]:
                        add_threat(found, union)
                    else:
                        add_semi(whole, union, buffers)


@jit
def evaluate_connections(problem, owners, who, at_root, scratch, found):
    """Does who have a loop that cannot be stopped, or fail to stop one?

    The first is asked at the root only: elsewhere the move before met all threats. There the
    attacker's loop is looked for first, since it is what is expected.
    """
    empty = 0
    for site in problem.sites:
        if owners[site] == EMPTY:
            empty |= problem.bits[site]
    found[MUSTS], found[CARRIER], found[COST] = empty, 0, 1
    if not empty:
        return PROVEN if problem.winner(problem.net, owners) == who else DISPROVEN
    if at_root and who == problem.attacker:
        found[COST] += find_threats(problem, owners, who, found, 0) // CONNECTIONS_PER_NODE
        if found[CARRIER]:
            return PROVEN
    found[COST] += find_threats(problem, owners, 3 - who, found, 0) // CONNECTIONS_PER_NODE
    musts, carrier = found[MUSTS], found[CARRIER]
    if musts and at_root and who != problem.attacker:
        found[MUSTS], found[CARRIER] = empty, 0
        found[COST] += find_threats(problem, owners, who, found, 0) // CONNECTIONS_PER_NODE
        if found[CARRIER]:
            return PROVEN
        found[MUSTS], found[CARRIER] = musts, carrier
    found[PROOF], found[DISPROOF] = 1, ones(musts)
    return UNKNOWN if musts else DISPROVEN
