"""Who can force a win: depth first, with a table and must-play, in slices. Ints and buffers only.

One question at a time: can the attacker win? A node is good if whoever is to move there reaches
what they want: the attacker a win, the defender anything else. All that the search knows lies in
the buffers, so it stops after a number of nodes and goes on where it was.

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
# Where the cursor stands: depth, phase, nodes so far, the answer, its carrier, nodes to stop at.
DEPTH, PHASE, NODES, ANSWER, CARRIER, LIMIT, STORED = range(7)
ENTER, NEXT, LEAVE, DONE = range(4)


@jit
def reaches(net, owners, who, also, seen, waiting):
    """Does a chain of sites that are who's, or also's, touch both of who's shores?"""
    starts, ends, shores = net.starts, net.ends, net.shores
    near, far = (NORTH, SOUTH) if who == FIRST else (WEST, EAST)
    for site in range(len(owners)):
        seen[site] = 0
    count = 0
    for site in net.rim:
        if (owners[site] == who or owners[site] == also) and shores[site] & near:
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
            if (owners[other] == who or owners[other] == also) and not seen[other]:
                seen[other] = 1
                waiting[count] = other
                count += 1
    return 0


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
def wins(
    net, step, winner, kind, crossing, claimable, owners, size, site, who, child, seen, waiting
):
    """Does claiming the site win at once for who? `child` gets the owners after it."""
    for other in range(size):
        child[other] = owners[other]
    step(net, child, site, who)
    if kind == PARTS:
        conquered = 0
        for other in range(claimable, size):
            conquered |= child[other] != owners[other]
        if not conquered:
            return 0
    if crossing:
        return reaches(net, child, who, who, seen, waiting)
    return winner(net, child) & who


@jit
def hashed(net, kind, claimable, owners, size, ways, zobrist, start):
    """A number for all that matters of a position: the least over its symmetries.

    With PARTS a stone matters by the open sites that it is part of only: how many parts of them
    each player has.
    """
    least = -1
    for way in range(0, len(ways), size):
        key = start
        for site in range(size):
            image = 4 * ways[way + site]
            if kind == PARTS:
                if site < claimable:
                    key ^= zobrist[image + (owners[site] != EMPTY)]
                elif owners[site] != EMPTY:
                    key ^= zobrist[image + owners[site]]
                else:
                    held = 0
                    for k in range(net.part_starts[site], net.part_starts[site + 1]):
                        owner = owners[net.parts[k]]
                        held += owner + 7 * (owner == 2)
                    key ^= (zobrist[image] >> 8) * (held + 1)
            else:
                key ^= zobrist[image + owners[site]]
        if least < 0 or key < least:
            least = key
    return least


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
def search(
    net, step, winner, kind, crossing, claimable, attacker, draws, size, sites, bits, maps, zobrist,
    owners, movers, keys, must, needed, moves, counts, at, history,
    table, values, carriers, cursor, seen, waiting, here, child,
):  # fmt: skip
    """Go on until the root is answered or the node limit is reached.

    Row d of `owners`, `movers`, `keys`, `must`, `needed`, `moves` is the node at depth d. `maps`
    has the board's symmetries, which are used where no carrier has to be mapped.
    """
    many = len(sites)
    every = 0
    for k in range(many):
        every |= bits[sites[k]]
    depth, phase = cursor[DEPTH], cursor[PHASE]
    answer, carrier = cursor[ANSWER], cursor[CARRIER]
    slots = len(table)
    while phase != DONE:
        base = depth * size
        row = depth * many
        who = movers[depth]
        if phase == ENTER:
            if cursor[NODES] >= cursor[LIMIT]:
                break
            cursor[NODES] += 1
            needed[depth] = 0
            for site in range(size):
                here[site] = owners[base + site]
            key = hashed(net, kind, claimable, here, size, maps, zobrist, 4 * attacker + who)
            keys[depth] = key
            slot = key % slots
            if table[slot] == key and (values[slot] == BAD or carriers[slot]):
                answer, carrier, phase = values[slot], carriers[slot], LEAVE
                continue
            if draws and not reaches(net, here, attacker, EMPTY, seen, waiting):
                answer, carrier = (GOOD if who != attacker else BAD), every
                phase = LEAVE
                continue
            count = 0
            forced = every
            phase = NEXT
            for k in range(many):
                site = sites[k]
                if here[site] != EMPTY or not alive(net, kind, here, site):
                    continue
                if wins(
                    net, step, winner, kind, crossing, claimable, here, size, site, who, child,
                    seen, waiting,
                ):  # fmt: skip
                    answer, phase = GOOD, LEAVE
                    carrier = threat(net, kind, child, who, site, bits, every, seen, waiting)
                    break
                if kind != NONE and wins(
                    net, step, winner, kind, crossing, claimable, here, size, site, 3 - who, child,
                    seen, waiting,
                ):  # fmt: skip
                    against = threat(net, kind, child, 3 - who, site, bits, every, seen, waiting)
                    forced &= within(net, kind, claimable, here, bits, against)
                    needed[depth] |= against
                place = count
                while place and history[moves[row + place - 1]] < history[site]:
                    moves[row + place] = moves[row + place - 1]
                    place -= 1
                moves[row + place] = site
                count += 1
            counts[depth], at[depth] = count, 0
            must[depth] = forced
            if phase == LEAVE:
                continue
        if phase == NEXT:
            while at[depth] < counts[depth]:
                if must[depth] & bits[moves[row + at[depth]]]:
                    break
                at[depth] += 1
            if at[depth] == counts[depth]:
                # Nothing helps. On a full board that nobody has won the attacker has failed.
                answer = BAD
                if counts[depth] == 0 and who != attacker:
                    answer = GOOD
                carrier = needed[depth] if counts[depth] else every
                phase = LEAVE
            else:
                site = moves[row + at[depth]]
                below = base + size
                for other in range(size):
                    child[other] = owners[base + other]
                movers[depth + 1] = step(net, child, site, who)
                for other in range(size):
                    owners[below + other] = child[other]
                depth += 1
                phase = ENTER
            continue
        # LEAVE: the node at this depth has an answer.
        slot = keys[depth] % slots
        if table[slot] != keys[depth]:
            if not table[slot]:
                cursor[STORED] += 1
            table[slot], values[slot] = keys[depth], answer
            carriers[slot] = 0 if kind == SQUARES and carrier != every else carrier
        if depth == 0:
            phase = DONE
            continue
        same = movers[depth - 1] == who
        depth -= 1
        site = moves[depth * many + at[depth]]
        if (answer == GOOD) == same:
            history[site] += (many - depth) * (many - depth)
            answer = GOOD
            if kind == STONES:
                carrier |= bits[site]
            elif kind != PARTS:
                carrier = every
            phase = LEAVE
        else:
            for other in range(size):
                here[other] = owners[depth * size + other]
            must[depth] &= within(net, kind, claimable, here, bits, carrier)
            needed[depth] |= carrier
            at[depth] += 1
            phase = NEXT
    cursor[DEPTH], cursor[PHASE] = depth, phase
    cursor[ANSWER], cursor[CARRIER] = answer, carrier
    return phase == DONE
