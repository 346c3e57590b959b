"""The exact margin of a Copolymer endgame. Ints and flat buffers only.

What is still empty is all that counts: of each empty site, whether it touches no, one or more
sites of each player. A turn is a set of connecting sites and one closer, in whatever order, so
sites are taken in order of number and the closer comes last.

Sets of sites are the bits of one integer. A site is *open* to a player who does not touch it twice
yet, but still can; two empty neighbours interact only if one of them is open to somebody. From
that follows what need not be searched:

- A connecting site none of whose neighbours is open to the mover is taken at once: whoever leaves
  it can play the same without it, since taking it gives the other nothing, and has one more.
- Of two neutral sites that interact with nothing, whoever sees one taken takes the other: two
  change nothing, so only whether their number is odd counts.
- Of the sites that interact with nothing and where only the other connects, the mover takes at
  most one, to close; the other takes the rest in the next turn.
"""

from __future__ import annotations

from .._jit import jit

ENTER, NEXT, LEAVE, DONE = range(4)
DEPTH, PHASE, NODES, ANSWER, LIMIT, STORED = range(6)
LOWER, UPPER, EXACT = range(1, 4)
FAR = 1000


@jit
def ones(bits):
    """How many bits are set?"""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@jit
def within(near, many, sites):
    """Those of these sites that have a neighbour among them, and those that have two."""
    once = 0
    twice = 0
    for k in range(many):
        if sites >> k & 1:
            twice |= once & near[k]
            once |= near[k]
    return once & sites, twice & sites


@jit
def beside(near, many, sites, others):
    """Those of these sites that have a neighbour among the others."""
    found = 0
    for k in range(many):
        if sites >> k & 1 and near[k] & others:
            found |= 1 << k
    return found


@jit
def lowest(bits):
    """The number of the lowest bit that is set."""
    k = 0
    while not bits >> k & 1:
        k += 1
    return k


@jit
def endgame(
    many, near, zobrist, touched, left, movers, floors, alphas, betas, bests, kinds, keys,
    lists, hopes, lengths, at, gains, table, lows, highs, cursor,
):  # fmt: skip
    """Go on until the root's margin for its mover is known within its window, or the limit is met.

    Row d of `touched` has which sites FIRST touches once or more, and twice or more, then SECOND;
    `left[d]` which are empty.
    """
    depth, phase, answer = cursor[DEPTH], cursor[PHASE], cursor[ANSWER]
    slots = len(table)
    while phase != DONE:
        who = movers[depth]
        row = depth * many
        mine = 4 * depth + 2 * (who - 1)
        other = 4 * depth + 2 * (2 - who)
        if phase == ENTER:
            if cursor[NODES] >= cursor[LIMIT]:
                break
            cursor[NODES] += 1
            rest = left[depth]
            own, own2, opp, opp2 = (
                touched[mine],
                touched[mine + 1],
                touched[other],
                touched[other + 1],
            )
            gain = 0
            free = rest
            while free:
                once, twice = within(near, many, rest)
                open_own = (own & once | twice) & ~own2
                free = rest & opp2
                free &= ~beside(near, many, free, open_own)
                gain += ones(free)
                rest ^= free
            open_opp = (opp & once | twice) & ~opp2
            opened = open_own | open_opp
            bound = opened | beside(near, many, rest, opened)  # these interact
            settled = rest & ~bound
            spoilt = settled & own2
            while spoilt & (spoilt - 1):
                settled &= ~(spoilt & -spoilt)
                spoilt &= spoilt - 1
                gain -= 1
            neutral = settled & ~own2
            odd = 0
            if ones(neutral) & 1:
                odd = neutral & -neutral
            rest = bound | spoilt | odd
            gains[depth] = gain
            left[depth] = rest
            kinds[depth] = 0
            size = ones(rest)
            connecting = bound & opp2
            # All settled, or a sweep.
            if not bound:
                answer = size
                if spoilt and odd:
                    answer = 0
                answer += gain
                phase = LEAVE
                continue
            if connecting == rest:
                answer, phase = gain + size, LEAVE
                continue
            key = 1
            if spoilt:
                key ^= zobrist[9 * many]
            if odd:
                key ^= zobrist[9 * many + 1]
            own_seen = own & open_own
            opp_seen = opp & open_opp
            for k in range(many):
                if bound >> k & 1:
                    state = 9 * k + 3 * (own_seen >> k & 1) + (opp_seen >> k & 1)
                    state += 6 * (own2 >> k & 1) + 2 * (opp2 >> k & 1)
                    key ^= zobrist[state]
            alpha, beta = alphas[depth], betas[depth]
            # What is safe on either side bounds the margin.
            theirs = ones(rest & own2 & ~opp2)
            low = gain + 2 * (ones(connecting) + 1) - size
            high = gain + size - 2 * max(0, theirs - 1)
            keys[depth] = key
            if floors[depth] == 0:
                kinds[depth] = 1
                slot = key % slots
                if table[slot] == key:
                    low = max(low, lows[slot] + gain)
                    high = min(high, highs[slot] + gain)
            if low >= beta or low == high:
                answer, phase, kinds[depth] = low, LEAVE, 0
                continue
            if high <= alpha:
                answer, phase, kinds[depth] = high, LEAVE, 0
                continue
            # After a closer the other has at least what connects there then, and one closer more.
            later = connecting >> floors[depth] << floors[depth]
            theirs = rest & own2
            others = rest & ~own2
            once = own & others
            placed = ones(later)
            first = row + placed
            high = -FAR
            for k in range(many):
                if rest >> k & 1 and not connecting >> k & 1:
                    gift = near[k] & once
                    closes = others & ~gift & ~(1 << k) != 0
                    sure = ones((theirs | gift) & ~later & ~(1 << k))
                    more = others & ~later & ~gift & ~(1 << k) != 0
                    high = max(high, gain + size - 2 * (sure + more))
                    hope = gain + size - 2 * (ones((theirs | gift) & ~(1 << k)) + closes)
                    place = row + placed
                    while place > first and hopes[place - 1] < hope:
                        lists[place], hopes[place] = lists[place - 1], hopes[place - 1]
                        place -= 1
                    lists[place], hopes[place] = k, hope
                    placed += 1
            if high <= alpha:
                answer, phase, kinds[depth] = high, LEAVE, 0
                continue
            place = row
            for k in range(many):
                if later >> k & 1:
                    lists[place], hopes[place] = k, FAR
                    place += 1
            lengths[depth] = placed
            at[depth] = 0
            bests[depth] = -FAR
            phase = NEXT
        if phase == NEXT:
            best = bests[depth]
            if at[depth] == lengths[depth] or best >= betas[depth]:
                answer, phase = best, LEAVE
            elif hopes[row + at[depth]] <= max(alphas[depth], best):
                answer, phase = max(best, hopes[row + at[depth]]), LEAVE
            else:
                site = lists[row + at[depth]]
                for k in range(4 * depth, 4 * depth + 4):
                    touched[k + 4] = touched[k]
                touched[mine + 5] |= touched[mine] & near[site]
                touched[mine + 4] |= near[site]
                connects = touched[other + 1] >> site & 1
                gained = gains[depth] + 1
                alpha = max(alphas[depth], best) - gained
                beta = betas[depth] - gained
                left[depth + 1] = left[depth] & ~(1 << site)
                depth += 1
                if connects:
                    movers[depth], floors[depth] = who, site + 1
                    alphas[depth], betas[depth] = alpha, beta
                else:
                    movers[depth], floors[depth] = 3 - who, 0
                    alphas[depth], betas[depth] = -beta, -alpha
                phase = ENTER
            continue
        # LEAVE: this node's margin, or a bound beyond its window, is the answer.
        if kinds[depth]:
            slot = keys[depth] % slots
            bare = answer - gains[depth]
            if table[slot] != keys[depth]:
                if not table[slot]:
                    cursor[STORED] += 1
                table[slot], lows[slot], highs[slot] = keys[depth], -FAR, FAR
            if answer > alphas[depth]:
                lows[slot] = max(lows[slot], bare)
            if answer < betas[depth]:
                highs[slot] = min(highs[slot], bare)
        if depth == 0:
            phase = DONE
            continue
        same = movers[depth - 1] == who
        depth -= 1
        value = gains[depth] + 1 + (answer if same else -answer)
        bests[depth] = max(bests[depth], value)
        at[depth] += 1
        phase = NEXT
    cursor[DEPTH], cursor[PHASE], cursor[ANSWER] = depth, phase, answer
    return phase == DONE
