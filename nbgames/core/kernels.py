"""Kernels over integers and flat buffers: claims, winners, replays and random games.

A winner kernel answers in bits: 1, FIRST has won; 2, SECOND has; 3, both have (which happens only
where the board is filled beyond the end of a game).
"""

from __future__ import annotations

from ._jit import jit
from .position import EMPTY, FIRST, SECOND

NORTH, SOUTH, WEST, EAST = 1, 2, 4, 8

# A Lehmer generator whose products stay below 2**53, so that Python, machine code and a page's
# doubles draw the same numbers (modulus 2**35 - 31, L'Ecuyer 1999).
MULTIPLIER, MODULUS = 185852, 34359738337


@jit
def claim(net, owners, site, who):
    owners[site] = who
    return 3 - who


@jit
def ones(bits):
    """How many bits are set?"""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@jit
def tally(net, owners, site, who):
    """How many of the sites next to this one does who own?"""
    ends = net.ends
    count = 0
    for k in range(net.starts[site], net.starts[site + 1]):
        if owners[ends[k]] == who:
            count += 1
    return count


@jit
def joined(net, owners, who, near, far):
    """Does a chain of who's sites touch both sides?"""
    return joined_by(net, owners, who, near, far, [0] * len(owners), [0] * len(owners))


@jit
def joined_by(net, owners, who, near, far, seen, waiting):
    """The same with buffers of the board's size, `seen` all zero."""
    starts, ends, sides = net.starts, net.ends, net.sides
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
def crossed(net, owners):
    """Who has joined sides of their own: FIRST north and south, SECOND west and east?"""
    return joined(net, owners, FIRST, NORTH, SOUTH) + 2 * joined(net, owners, SECOND, WEST, EAST)


@jit
def twisted(net, owners, who):
    """Has who a cycle with an odd number of twisted edges? It cannot be two-coloured then."""
    return twisted_by(net, owners, who, [0] * len(owners), [0] * len(owners))


@jit
def twisted_by(net, owners, who, sheet, waiting):
    """The same with buffers of the board's size, `sheet` all zero."""
    starts, ends, twists = net.starts, net.ends, net.twists
    for root in net.rim:
        if owners[root] != who or sheet[root]:
            continue
        sheet[root] = 1
        waiting[0] = root
        count = 1
        while count:
            count -= 1
            site = waiting[count]
            for k in range(starts[site], starts[site + 1]):
                other = ends[k]
                if owners[other] == who:
                    side = 3 - sheet[site] if twists[k] else sheet[site]
                    if not sheet[other]:
                        sheet[other] = side
                        waiting[count] = other
                        count += 1
                    elif sheet[other] != side:
                        return 1
    return 0


@jit
def looped(net, owners):
    """Who has a global loop? On a projective board at most one of the two has."""
    if twisted(net, owners, FIRST):
        return 1
    return 2 * twisted(net, owners, SECOND)


@jit
def majority(net, owners):
    """Who owns most of the full board?"""
    lead = 0
    for site in range(len(owners)):
        who = owners[site]
        if who == EMPTY:
            return 0
        lead += 3 - 2 * who
    return 1 if lead > 0 else 2


@jit
def reachable(net, winner, owners, who):
    """Would all empty sites together win for who?"""
    filled = [owner if owner else who for owner in owners]
    return winner(net, filled) & who


@jit
def changed(before, after):
    """The sites that have another owner than before."""
    return [site for site in range(len(after)) if before[site] != after[site]]


@jit
def regrouped(numbers, width, count, other):
    """Numbers of `width` bits as `count` numbers of `other` bits; zeros fill the last."""
    found = [0] * count
    for k in range(count * other):
        bit = 0
        if k < len(numbers) * width:
            bit = numbers[k // width] >> (width - 1 - k % width) & 1
        found[k // other] = 2 * found[k // other] + bit
    return found


@jit
def replay(net, step, base, owners, who, order, count):
    """Copy base to owners, then claim the empty ones of the first count sites of the order."""
    for site in range(len(base)):
        owners[site] = base[site]
    for i in range(count):
        site = order[i]
        if owners[site] == EMPTY:
            who = step(net, owners, site, who)
    return who


@jit
def sooner(net, step, winner, base, owners, who, order):
    """Who won first, where both have in the end? A binary search, since a win is never lost."""
    low, high = -1, len(order)
    while high - low > 1:
        middle = (low + high) // 2
        replay(net, step, base, owners, who, order, middle)
        if winner(net, owners):
            high = middle
        else:
            low = middle
    replay(net, step, base, owners, who, order, high)
    return winner(net, owners)


@jit
def sample(net, step, winner, base, owners, who, order, seed, count):
    """How many of count random games nobody, FIRST and SECOND win.

    Every game is filled to the end and judged once: who has won goes on having won. A shuffled
    order with sites that are no longer empty left out is a uniformly random game. Buffers come
    from outside (owners and order are overwritten), so that compiled code gets machine arrays.
    """
    size = len(order)
    wins = [0] * 3
    state = 1 + seed % (MODULUS - 1)
    for _ in range(count):
        for i in range(size):
            state = state * MULTIPLIER % MODULUS
            j = i + state % (size - i)
            site = order[j]
            order[j] = order[i]
            order[i] = site
        replay(net, step, base, owners, who, order, size)
        won = winner(net, owners)
        wins[sooner(net, step, winner, base, owners, who, order) if won == 3 else won] += 1
    return wins
