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

from ...core._jit import inlined
from ...core.kernels import ones
from .regions import beside, opened, riskless

# The cursor: depth, phase, nodes so far, the answer, nodes to stop at, positions in the table.
DEPTH, PHASE, NODES, ANSWER, LIMIT, STORED = range(6)
ENTER, NEXT, LEAVE, DONE = range(4)
FAR = 1000  # more than any margin

# Records lie in flat buffers.

# The stack has a record of WIDTH for each node from the root to the current one.
TOUCHED = 0  # four places: sites that FIRST touches once or more, twice or more; then SECOND
LEFT = 4  # the empty sites
MOVER = 5
FLOOR = 6  # connecting sites of lower numbers are passed over in this turn
ALPHA, BETA, BEST = 7, 8, 9
STORE, KEY = 10, 11  # is it to be stored in the table, and by which key
GAIN = 12  # of the sites that were settled at once
COUNT, TRIED = 13, 14  # of moves
WIDTH = 15

# Moves: for each node a record for every site, connecting sites first, then closers.
SITE, WORTH, MOVE = 0, 1, 2  # MOVE is the width; WORTH the most that the move gets

# The table: the key and two bounds of the margin, without the gain of what was settled at once.
LOW, HIGH, ENTRY = 1, 2, 3  # ENTRY is the width


@inlined
def search(near, zobrist, stack, moves, table, cursor):
    """Go on until the root's margin is known within its window or the limit is met; is it done?

    `near` has the neighbours of each site, `zobrist` nine numbers for each, by its state.
    """
    phase = cursor[PHASE]
    while phase != DONE and (phase != ENTER or cursor[NODES] < cursor[LIMIT]):
        if phase == ENTER:
            phase = enter(near, zobrist, stack, moves, table, cursor)
        elif phase == NEXT:
            phase = try_next(near, stack, moves, cursor)
        else:
            phase = leave(stack, table, cursor)
    cursor[PHASE] = phase
    return phase == DONE


@inlined
def enter(near, zobrist, stack, moves, table, cursor):
    """Begin with a node: list its moves, unless bounds or the table answer it; the next phase."""
    cursor[NODES] += 1
    depth = cursor[DEPTH]
    row = WIDTH * depth
    bound = settle(near, zobrist, stack, row)
    alpha, beta, gain = stack[row + ALPHA], stack[row + BETA], stack[row + GAIN]
    size = ones(stack[row + LEFT])
    stack[row + STORE] = 0
    if not bound:  # the spoilt site first, the neutral one is the opponent's
        cursor[ANSWER] = gain + size % 2
        return LEAVE
    connecting = bound & stack[row + TOUCHED + 2 * (2 - stack[row + MOVER]) + 1]
    low, high = gain + 2 * (ones(connecting) + 1) - size, gain + size
    if stack[row + FLOOR] == 0:
        slot = ENTRY * (stack[row + KEY] % (len(table) // ENTRY))
        if table[slot] == stack[row + KEY]:
            low = max(low, table[slot + LOW] + gain)
            high = min(high, table[slot + HIGH] + gain)
    if low >= beta or low == high:
        cursor[ANSWER] = low
        return LEAVE
    if high > alpha:
        high = list_moves(near, stack, moves, depth, connecting, size)
    if high <= alpha:
        cursor[ANSWER] = high
        return LEAVE
    stack[row + STORE] = stack[row + FLOOR] == 0
    stack[row + TRIED], stack[row + BEST] = 0, -FAR
    return NEXT


@inlined
def try_next(near, stack, moves, cursor):
    """Go down by the next move, or answer the node if no other can change it; the next phase."""
    row = WIDTH * cursor[DEPTH]
    place = MOVE * (cursor[DEPTH] * len(near) + stack[row + TRIED])
    best, beta = stack[row + BEST], stack[row + BETA]
    floor = max(stack[row + ALPHA], best)
    if stack[row + TRIED] == stack[row + COUNT] or best >= beta:
        cursor[ANSWER] = best
        return LEAVE
    if moves[place + WORTH] <= floor:
        cursor[ANSWER] = max(best, moves[place + WORTH])
        return LEAVE
    site, who, below = moves[place + SITE], stack[row + MOVER], row + WIDTH
    mine, other = TOUCHED + 2 * (who - 1), TOUCHED + 2 * (2 - who)
    for k in range(TOUCHED, TOUCHED + 4):
        stack[below + k] = stack[row + k]
    stack[below + mine + 1] |= stack[row + mine] & near[site]
    stack[below + mine] |= near[site]
    stack[below + LEFT] = stack[row + LEFT] & ~(1 << site)
    gained = stack[row + GAIN] + 1
    alpha, beta = floor - gained, beta - gained
    if stack[row + other + 1] >> site & 1:
        stack[below + MOVER], stack[below + FLOOR] = who, site + 1
        stack[below + ALPHA], stack[below + BETA] = alpha, beta
    else:
        stack[below + MOVER], stack[below + FLOOR] = 3 - who, 0
        stack[below + ALPHA], stack[below + BETA] = -beta, -alpha
    cursor[DEPTH] += 1
    return ENTER


@inlined
def leave(stack, table, cursor):
    """Write the margin, or a bound beyond the window, to table and parent; the next phase."""
    row, answer = WIDTH * cursor[DEPTH], cursor[ANSWER]
    if stack[row + STORE]:
        key = stack[row + KEY]
        slot = ENTRY * (key % (len(table) // ENTRY))
        if table[slot] != key:
            cursor[STORED] += not table[slot]
            table[slot], table[slot + LOW], table[slot + HIGH] = key, -FAR, FAR
        if answer > stack[row + ALPHA]:
            table[slot + LOW] = max(table[slot + LOW], answer - stack[row + GAIN])
        if answer < stack[row + BETA]:
            table[slot + HIGH] = min(table[slot + HIGH], answer - stack[row + GAIN])
    if cursor[DEPTH] == 0:
        return DONE
    cursor[DEPTH] -= 1
    above = WIDTH * cursor[DEPTH]
    same = stack[above + MOVER] == stack[row + MOVER]
    value = stack[above + GAIN] + 1 + (answer if same else -answer)
    stack[above + BEST] = max(stack[above + BEST], value)
    stack[above + TRIED] += 1
    return NEXT


@inlined
def settle(near, zobrist, stack, row):
    """Settle what needs no search, as `regions` says; the sites that interact. Find the key."""
    many, who = len(near), stack[row + MOVER]
    mine, other = row + TOUCHED + 2 * (who - 1), row + TOUCHED + 2 * (2 - who)
    own, own2 = stack[mine], stack[mine + 1]
    opp, opp2 = stack[other], stack[other + 1]
    rest = stack[row + LEFT]
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
        key ^= zobrist[9 * many + 1]
    else:
        neutral = 0
    if spoilt:
        gain -= ones(spoilt) - 1
        spoilt &= -spoilt
        key ^= zobrist[9 * many]
    stack[row + GAIN], stack[row + LEFT] = gain, bound | neutral | spoilt
    own &= open_own
    opp &= open_opp
    for k in range(many):
        if bound >> k & 1:
            state = 9 * k + 3 * (own >> k & 1) + (opp >> k & 1)
            state += 6 * (own2 >> k & 1) + 2 * (opp2 >> k & 1)
            key ^= zobrist[state]
    stack[row + KEY] = key
    return bound


@inlined
def list_moves(near, stack, moves, depth, connecting, size):
    """List the moves, those worth most first; the most that any of them is worth."""
    many, row = len(near), WIDTH * depth
    rest, gain, floor = stack[row + LEFT], stack[row + GAIN], stack[row + FLOOR]
    mine = row + TOUCHED + 2 * (stack[row + MOVER] - 1)
    later = connecting >> floor << floor
    theirs, others = rest & stack[mine + 1], rest & ~stack[mine + 1]
    once = stack[mine] & others  # one more stone beside these and the opponent connects there
    begin = MOVE * depth * many
    first = begin + MOVE * ones(later)
    last, high = first, -FAR
    for k in range(many):
        if rest >> k & 1 and not connecting >> k & 1:
            gift = near[k] & once
            sure = (theirs | gift) & ~(1 << k)
            more = others & ~gift & ~(1 << k)
            worth = gain + size - 2 * (ones(sure) + (more != 0))
            # with more connecting sites before it:
            high = max(high, gain + size - 2 * (ones(sure & ~later) + (more & ~later != 0)))
            place = last
            while place > first and moves[place - MOVE + WORTH] < worth:
                moves[place + SITE] = moves[place - MOVE + SITE]
                moves[place + WORTH] = moves[place - MOVE + WORTH]
                place -= MOVE
            moves[place + SITE], moves[place + WORTH] = k, worth
            last += MOVE
    stack[row + COUNT] = (last - begin) // MOVE
    if high > stack[row + ALPHA]:
        place = begin
        for k in range(many):
            if later >> k & 1:
                moves[place + SITE], moves[place + WORTH] = k, FAR
                place += MOVE
    return high
