"""What a playout of the yardstick answers at once: broken bridges, contested cells, short ways."""

from array import array

from nbgames.core._jit import jit
from nbgames.core.kernels import EAST, MODULUS, MULTIPLIER, NORTH, SOUTH, WEST
from nbgames.core.position import EMPTY, FIRST
from nbgames.core.rules import Effect, Goal

NONE, OVER = -1, -2  # no answer is called for; the game is over
FAR = 9999  # claims, where a chain is cut


def reply_of(game):
    """The kernel that answers, by what a claim does, and the rings that it reads."""
    rules = game.rules
    if rules.effect is Effect.CONQUERS:
        return contested, array("i", [0])
    if rules.goal is Goal.LOOP:
        return bridged, rings(game.board)
    if rules.effect is Effect.BLOCKS:
        return shortened, array("i", [0])
    return silent, array("i", [0])


def rings(board):
    """The neighbours of each site in the order in which they stand around it."""
    near = [set(row) for row in board.neighbours]
    found = array("i")
    for row in board.neighbours:
        ring = [row[0]]
        while len(ring) < len(row):
            left = (near[ring[-1]] & set(row)) - set(ring)
            ring.append(min(left, key=lambda site: len(near[site] & set(row) - set(ring))))
        found.extend(ring)
    return found


@jit
def silent(net, ring, owners, site, who, state, work):
    return NONE


@jit
def bridged(net, ring, owners, site, who, state, work):
    """The empty site between two of who's, all three side by side around the claimed one."""
    start = net.starts[site]
    degree = net.starts[site + 1] - start
    shift = state % degree
    for k in range(degree):
        at = k + shift
        if (
            owners[ring[start + (at + 1) % degree]] == EMPTY
            and owners[ring[start + at % degree]] == who
            and owners[ring[start + (at + 2) % degree]] == who
        ):
            return ring[start + (at + 1) % degree]
    return NONE


@jit
def contested(net, ring, owners, site, who, state, work):
    """A hole of a cell that the other conquers with one hole more."""
    found, count = NONE, 0
    for k in range(net.part_starts[site], net.part_starts[site + 1]):
        cell = net.parts[k]
        if owners[cell] != EMPTY:
            continue
        first, end = net.part_starts[cell], net.part_starts[cell + 1]
        held = 1
        for j in range(first, end):
            held += owners[net.parts[j]] == 3 - who
        if 2 * held < end - first:
            continue
        for j in range(first, end):
            if owners[net.parts[j]] == EMPTY:
                count += 1
                state = state * MULTIPLIER % MODULUS
                if state % count == 0:
                    found = net.parts[j]
    return found


@jit
def shortened(net, ring, owners, site, who, state, work):
    """A site of who's shortest way, or the rival of one of the other's: of the way that is shorter.

    By chance where both are as long, or the other's is by one claim less.
    """
    theirs = shortest(net, owners, 3 - who, state, work)
    far = work[theirs] if theirs >= 0 else FAR
    block = taken(owners, theirs, len(owners), state, work) if theirs >= 0 else NONE
    ours = shortest(net, owners, who, state, work)
    near = work[ours] if ours >= 0 else FAR
    if far == 0 or (far == FAR and near == FAR):
        return OVER
    if near < far or (near <= far + 1 and near < FAR and state & 64):
        return taken(owners, ours, len(owners), state, work)
    return net.rivals[block] if state & 128 else block


@jit
def shortest(net, owners, who, state, work):
    """The last site of a shortest way of who between its sides, -1 if there is none.

    Then `work` has the claims from the near side to each site, behind these the site before it.
    """
    starts, ends, sides, rim = net.starts, net.ends, net.sides, net.rim
    sites = len(owners)
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    low = high = 5 * sites  # a queue that grows at both ends
    for one in range(sites):
        work[one] = FAR
    shift = state % len(rim)
    for k in range(len(rim)):
        one = rim[(k + shift) % len(rim)]
        if sides[one] & near and (owners[one] == who or owners[one] == EMPTY):
            work[sites + one] = NONE
            work[one] = owners[one] == EMPTY
            if work[one]:
                work[high] = one
                high += 1
            else:
                low -= 1
                work[low] = one
    while low < high:
        one = work[low]
        low += 1
        if sides[one] & far:
            return one
        degree = starts[one + 1] - starts[one]
        shift = state % degree
        for k in range(degree):
            other = ends[starts[one] + (k + shift) % degree]
            cost = owners[other] == EMPTY
            if (cost or owners[other] == who) and work[one] + cost < work[other]:
                work[other] = work[one] + cost
                work[sites + other] = one
                if cost:
                    work[high] = other
                    high += 1
                else:
                    low -= 1
                    work[low] = other
    return NONE


@jit
def taken(owners, last, sites, state, work):
    """A random empty site of the way that ends with this one."""
    found, count = NONE, 0
    while last >= 0:
        if owners[last] == EMPTY:
            count += 1
            state = state * MULTIPLIER % MODULUS
            if state % count == 0:
                found = last
        last = work[sites + last]
    return found
