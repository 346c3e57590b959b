"""The exact margin of a Copolymer endgame. Ints and flat buffers only.

What is still empty is all that counts: of each empty site, whether it touches no, one or more
sites of each player. A turn is a set of connecting sites and one closer, in whatever order, so
sites are taken in order of number and the closer comes last. A connecting site without empty
neighbours is taken at once: it is worth one and changes nothing else.
"""

from __future__ import annotations

from .._jit import jit

ENTER, NEXT, LEAVE, DONE = range(4)
DEPTH, PHASE, NODES, ANSWER, LIMIT, STORED = range(6)
LOWER, UPPER, EXACT = range(1, 4)
FAR = 1000


@jit
def touched(counts, base, near, many, site, who):
    """One more site of who's next to the neighbours of this one, counted up to two."""
    links = near[site]
    for k in range(many):
        if links >> k & 1:
            place = base + 2 * k + who - 1
            if counts[place] < 2:
                counts[place] += 1


@jit
def endgame(
    many, near, zobrist, counts, left, movers, floors, alphas, betas, bests, kinds, keys,
    lists, lengths, at, gains, table, lows, highs, cursor,
):  # fmt: skip
    """Go on until the root's margin for its mover is known within its window, or the limit is met.

    Row d of `counts` has, for each site, how many of FIRST's and SECOND's sites it touches, up to
    two; `left[d]` which sites are empty, as bits.
    """
    depth, phase, answer = cursor[DEPTH], cursor[PHASE], cursor[ANSWER]
    slots = len(table)
    width = 2 * many
    while phase != DONE:
        who = movers[depth]
        base = depth * width
        row = depth * many
        if phase == ENTER:
            if cursor[NODES] >= cursor[LIMIT]:
                break
            cursor[NODES] += 1
            rest = left[depth]
            mine = who - 1
            other = 2 - who
            gain = 0  # settled connecting sites, taken at once
            key = who
            size = 0  # empty sites
            own = 0  # that who connects at and may still take in this turn
            closers = 0
            theirs = 0  # that only the other connects at
            neutral = 0  # settled sites of each kind are all alike: count them
            spoilt = 0
            neutral_site = -1
            spoilt_site = -1
            placed = 0
            open_all = rest
            for k in range(many):
                if not rest >> k & 1:
                    continue
                size += 1
                a = counts[base + 2 * k + mine]
                b = counts[base + 2 * k + other]
                if b >= 2:
                    if not near[k] & rest:
                        gain += 1
                        open_all ^= 1 << k
                    elif k >= floors[depth]:
                        lists[row + placed] = k
                        placed += 1
                        own += 1
                    else:
                        own += 1
                else:
                    closers += 1
                    if a >= 2:
                        theirs += 1
                    if not near[k] & rest:
                        if a >= 2:
                            spoilt += 1
                            spoilt_site = k
                        else:
                            neutral += 1
                            neutral_site = k
                        continue
                if near[k] & rest:
                    state = 9 * k + 3 * counts[base + 2 * k] + counts[base + 2 * k + 1]
                    key ^= zobrist[state]
            gains[depth] = gain
            left[depth] = open_all
            if closers == 0:
                answer, phase = size, LEAVE
                kinds[depth] = 0
                continue
            key ^= zobrist[9 * many + 2 * neutral] ^ zobrist[9 * many + 2 * spoilt + 1]
            alpha, beta = alphas[depth], betas[depth]
            turn_starts = floors[depth] == 0
            # What is safe on either side bounds the margin.
            low = 2 * (own + gain + 1) - size
            high = size - 2 * max(0, theirs - 1)
            keys[depth] = key
            kinds[depth] = 0
            if turn_starts:
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
            # Closers: one settled site of each kind, then the others, those that give least first.
            if spoilt:
                lists[row + placed] = spoilt_site
                placed += 1
            first = placed
            for worst in range(4):
                for k in range(many):
                    if not open_all >> k & 1 or not near[k] & open_all:
                        continue
                    if counts[base + 2 * k + other] >= 2:
                        continue
                    gift = 0
                    links = near[k] & open_all
                    for j in range(many):
                        if links >> j & 1 and counts[base + 2 * j + mine] == 1:
                            gift += 1
                    if counts[base + 2 * k + mine] >= 2 and gift:
                        gift -= 1
                    if min(gift, 3) == worst:
                        lists[row + placed] = k
                        placed += 1
            if neutral:
                for k in range(placed, first, -1):
                    lists[row + k] = lists[row + k - 1]
                lists[row + first] = neutral_site
                placed += 1
            lengths[depth] = placed
            at[depth] = 0
            bests[depth] = -FAR
            phase = NEXT
        if phase == NEXT:
            best = bests[depth]
            if at[depth] == lengths[depth] or best >= betas[depth]:
                answer, phase = best, LEAVE
            else:
                site = lists[row + at[depth]]
                below = base + width
                for k in range(width):
                    counts[below + k] = counts[base + k]
                touched(counts, below, near, many, site, who)
                connects = counts[base + 2 * site + 2 - who] >= 2
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
