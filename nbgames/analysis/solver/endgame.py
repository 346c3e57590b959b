"""The exact margin of a Copolymer endgame, by alpha-beta search over turns with a table of bounds.

What counts is of each empty site whether it touches no, one or more sites of each player. A turn is
a set of connecting sites and one closer, in any order, so sites are tried in order of number with
the closer last. What `regions` settles is taken or left out at once.

After a closer the opponent is sure of all sites where it connects then, and of one more to close,
if there is one. That bounds what the closer is worth, and what a turn is worth in which some sites
are already passed over: so most turns are cut off before they are tried.

Kernels: ints and flat buffers only; sets of sites are the bits of one integer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core._jit import jit
from ...core.kernels import ones
from .regions import beside, opened, riskless

# The cursor: depth, phase, nodes so far, the answer, nodes to stop at, positions in the table.
DEPTH, PHASE, NODES, ANSWER, LIMIT, STORED = range(6)
ENTER, NEXT, LEAVE, DONE = range(4)
FAR = 1000  # more than any margin

Longs = Any  # an array of machine integers


class Graph(NamedTuple):
    """The sites that are empty at the root, numbered from 0."""

    near: Longs  # the neighbours of each
    zobrist: Longs  # nine states of each, one spoilt site, one neutral site


class Stack(NamedTuple):
    """A row for each node from the root to the current one; row d is at depth d."""

    touched: Longs  # sites that FIRST touches once or more, and twice or more; then SECOND
    left: Longs  # the empty sites
    movers: Longs
    floors: Longs  # connecting sites of lower numbers are passed over in this turn
    alphas: Longs
    betas: Longs
    bests: Longs
    stored: Longs  # is it to be stored in the table?
    keys: Longs
    gains: Longs  # of the sites that were settled at once
    moves: Longs  # connecting sites, then closers; a row has a place for each site, as the next
    bounds: Longs  # the most that each move is worth
    counts: Longs  # of moves
    tried: Longs  # moves tried so far


class Table(NamedTuple):
    """Proven bounds of the margin of a position, without the gains of what was settled at once."""

    keys: Longs
    lows: Longs
    highs: Longs


@jit
def search(graph, stack, table, cursor):
    """Go on until the root's margin is known within its window or the limit is met; is it done?"""
    phase = cursor[PHASE]
    while phase != DONE:
        if phase == ENTER:
            if cursor[NODES] >= cursor[LIMIT]:
                break
            cursor[NODES] += 1
            phase = enter(graph, stack, table, cursor)
        if phase == NEXT:
            phase = next_move(graph, stack, cursor)
        if phase == LEAVE:
            phase = leave(stack, table, cursor)
    cursor[PHASE] = phase
    return phase == DONE


@jit
def enter(graph, stack, table, cursor):
    """Settle and bound a node; list its moves unless a bound is the answer already."""
    depth = cursor[DEPTH]
    who = stack.movers[depth]
    mine, other = 4 * depth + 2 * (who - 1), 4 * depth + 2 * (2 - who)
    bound, key = settle(graph, stack, depth, mine, other)
    stack.stored[depth] = 0
    gain, size = stack.gains[depth], ones(stack.left[depth])
    if not bound:  # the spoilt site first, the neutral one is the opponent's
        cursor[ANSWER] = gain + size % 2
        return LEAVE
    connecting = bound & stack.touched[other + 1]
    low, high = gain + 2 * (ones(connecting) + 1) - size, gain + size
    stack.keys[depth] = key
    if stack.floors[depth] == 0:
        slot = key % len(table.keys)
        if table.keys[slot] == key:
            low, high = max(low, table.lows[slot] + gain), min(high, table.highs[slot] + gain)
    if low >= stack.betas[depth] or low == high:
        cursor[ANSWER] = low
        return LEAVE
    if high > stack.alphas[depth]:
        high = list_moves(graph, stack, depth, connecting, stack.touched[mine + 1], size)
    if high <= stack.alphas[depth]:
        cursor[ANSWER] = high
        return LEAVE
    stack.stored[depth] = stack.floors[depth] == 0
    stack.tried[depth], stack.bests[depth] = 0, -FAR
    return NEXT


@jit
def settle(graph, stack, depth, mine, other):
    """Settle what needs no search, as `regions` says; the sites that interact, and their key."""
    near, many, touched = graph.near, len(graph.near), stack.touched
    own, own2 = touched[mine], touched[mine + 1]
    opp, opp2 = touched[other], touched[other + 1]
    rest = stack.left[depth]
    open_own = opened(near, many, rest, own, own2)
    free = riskless(near, many, rest & opp2, open_own)
    gain = ones(free)
    rest ^= free
    open_own &= rest
    open_opp = opened(near, many, rest, opp, opp2)
    bound = open_own | open_opp
    bound |= beside(near, many, rest, bound)
    neutral = rest & ~bound & ~own2
    spoilt = rest & ~bound & own2
    key = 1
    if ones(neutral) & 1:
        neutral &= -neutral
        key ^= graph.zobrist[9 * many + 1]
    else:
        neutral = 0
    if spoilt:
        gain -= ones(spoilt) - 1
        spoilt &= -spoilt
        key ^= graph.zobrist[9 * many]
    stack.gains[depth] = gain
    stack.left[depth] = bound | neutral | spoilt
    own &= open_own
    opp &= open_opp
    for k in range(many):
        if bound >> k & 1:
            state = 9 * k + 3 * (own >> k & 1) + (opp >> k & 1)
            state += 6 * (own2 >> k & 1) + 2 * (opp2 >> k & 1)
            key ^= graph.zobrist[state]
    return bound, key


@jit
def list_moves(graph, stack, depth, connecting, own2, size):
    """List the moves, those worth most first; the most that any of them is worth."""
    near, many, moves, bounds = graph.near, len(graph.near), stack.moves, stack.bounds
    rest, gain, floor = stack.left[depth], stack.gains[depth], stack.floors[depth]
    later = connecting >> floor << floor
    theirs, others = rest & own2, rest & ~own2
    who = stack.movers[depth]
    once = stack.touched[4 * depth + 2 * (who - 1)] & others  # one more here and they connect
    first = depth * many + ones(later)
    last, high = first, -FAR
    for k in range(many):
        if rest >> k & 1 and not connecting >> k & 1:
            gift = near[k] & once
            sure = (theirs | gift) & ~(1 << k)
            more = others & ~gift & ~(1 << k)
            most = gain + size - 2 * (ones(sure) + (more != 0))
            # with more connecting sites before it:
            high = max(high, gain + size - 2 * (ones(sure & ~later) + (more & ~later != 0)))
            place = last
            while place > first and bounds[place - 1] < most:
                moves[place], bounds[place] = moves[place - 1], bounds[place - 1]
                place -= 1
            moves[place], bounds[place] = k, most
            last += 1
    if high > stack.alphas[depth]:
        place = depth * many
        for k in range(many):
            if later >> k & 1:
                moves[place], bounds[place] = k, FAR
                place += 1
    stack.counts[depth] = last - depth * many
    return high


@jit
def next_move(graph, stack, cursor):
    """Go down to the next move of a node, or answer with its best one."""
    depth = cursor[DEPTH]
    place = depth * len(graph.near) + stack.tried[depth]
    best = stack.bests[depth]
    if stack.tried[depth] == stack.counts[depth] or best >= stack.betas[depth]:
        cursor[ANSWER] = best
        return LEAVE
    if stack.bounds[place] <= max(stack.alphas[depth], best):
        cursor[ANSWER] = max(best, stack.bounds[place])
        return LEAVE
    site, who, touched = stack.moves[place], stack.movers[depth], stack.touched
    mine, other = 4 * depth + 2 * (who - 1), 4 * depth + 2 * (2 - who)
    for k in range(4 * depth, 4 * depth + 4):
        touched[k + 4] = touched[k]
    touched[mine + 5] |= touched[mine] & graph.near[site]
    touched[mine + 4] |= graph.near[site]
    gained = stack.gains[depth] + 1
    alpha, beta = max(stack.alphas[depth], best) - gained, stack.betas[depth] - gained
    below = depth + 1
    stack.left[below] = stack.left[depth] & ~(1 << site)
    if touched[other + 1] >> site & 1:
        stack.movers[below], stack.floors[below] = who, site + 1
        stack.alphas[below], stack.betas[below] = alpha, beta
    else:
        stack.movers[below], stack.floors[below] = 3 - who, 0
        stack.alphas[below], stack.betas[below] = -beta, -alpha
    cursor[DEPTH] = below
    return ENTER


@jit
def leave(stack, table, cursor):
    """Store a node's margin, or the bound beyond its window, and hand it to the parent."""
    depth, answer = cursor[DEPTH], cursor[ANSWER]
    if stack.stored[depth]:
        key, keys, lows, highs = stack.keys[depth], table.keys, table.lows, table.highs
        slot = key % len(keys)
        bare = answer - stack.gains[depth]
        if keys[slot] != key:
            if not keys[slot]:
                cursor[STORED] += 1
            keys[slot], lows[slot], highs[slot] = key, -FAR, FAR
        if answer > stack.alphas[depth]:
            lows[slot] = max(lows[slot], bare)
        if answer < stack.betas[depth]:
            highs[slot] = min(highs[slot], bare)
    if depth == 0:
        return DONE
    above = depth - 1
    same = stack.movers[above] == stack.movers[depth]
    value = stack.gains[above] + 1 + (answer if same else -answer)
    stack.bests[above] = max(stack.bests[above], value)
    stack.tried[above] += 1
    cursor[DEPTH] = above
    return NEXT
