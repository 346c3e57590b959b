"""Kernels for chains: a shortest one between two sides, a shortest loop, connected components."""

from __future__ import annotations

from ._jit import jit
from .kernels import EAST, NORTH, SOUTH, WEST
from .position import FIRST

UNSEEN, SOURCE = -2, -1  # instead of the node before


@jit
def joining(net, owners, who):
    """A shortest chain of who's sites between who's two sides, in order; empty if there is none."""
    starts, ends, sides = net.starts, net.ends, net.sides
    near = NORTH if who == FIRST else WEST
    far = SOUTH if who == FIRST else EAST
    before = [UNSEEN] * len(owners)
    queue = [0] * len(owners)
    done, count = 0, 0
    for site in net.rim:
        if owners[site] == who and sides[site] & near:
            before[site] = SOURCE
            queue[count] = site
            count += 1
    while done < count:
        site = queue[done]
        done += 1
        if sides[site] & far:
            return path(before, site)
        for k in range(starts[site], starts[site + 1]):
            other = ends[k]
            if owners[other] == who and before[other] == UNSEEN:
                before[other] = site
                queue[count] = other
                count += 1
    return [0] * 0


@jit
def loop(net, owners, who):
    """A shortest cycle of who's sites that crosses the rim an odd number of times, in order.

    Of several it is the first one through the first site of the rim that has one.
    """
    best = [0] * 0
    for root in net.rim:
        if owners[root] == who:
            found = loop_through(net, owners, root)
            if len(found) and (not len(best) or len(found) < len(best)):
                best = found
    return best


@jit
def loop_through(net, owners, root):
    """A shortest cycle through this site, of its owner's sites, that crosses the rim oddly often.

    Empty if there is none.

    It is a shortest path in the double cover, from a site on one sheet to the same on the other;
    a site's node there is its number, on the other sheet with the number of sites added.
    """
    starts, ends, twists = net.starts, net.ends, net.twists
    size = len(owners)
    before = [UNSEEN] * (2 * size)
    queue = [0] * (2 * size)
    before[root] = SOURCE
    queue[0] = root
    done, count = 0, 1
    while done < count:
        node = queue[done]
        done += 1
        site = node % size
        sheet = node - site
        for k in range(starts[site], starts[site + 1]):
            if owners[ends[k]] == owners[root]:
                other = ends[k] + (size - sheet if twists[k] else sheet)
                if other == root + size:
                    return [step % size for step in path(before, node)]
                if before[other] == UNSEEN:
                    before[other] = node
                    queue[count] = other
                    count += 1
    return [0] * 0


@jit
def path(before, node):
    """The nodes from a source to this one, in order."""
    length = 1
    last = node
    while before[last] != SOURCE:
        last = before[last]
        length += 1
    nodes = [node] * length
    while length > 1:
        length -= 1
        node = before[node]
        nodes[length - 1] = node
    return nodes


@jit
def components(net, owners, who):
    """The number of the chain of who's sites that each site is in, from 1; 0 for all others.

    A site without neighbours, such as a hole of ConHex, is in no chain.
    """
    starts, ends = net.starts, net.ends
    chain = [0] * len(owners)
    waiting = [0] * len(owners)
    found = 0
    for root in range(len(owners)):
        if owners[root] == who and not chain[root] and starts[root] < starts[root + 1]:
            found += 1
            chain[root] = found
            waiting[0] = root
            count = 1
            while count:
                count -= 1
                site = waiting[count]
                for k in range(starts[site], starts[site + 1]):
                    other = ends[k]
                    if owners[other] == who and not chain[other]:
                        chain[other] = found
                        waiting[count] = other
                        count += 1
    return chain
