"""The exact margin of a Copolymer endgame. Ints and flat buffers only.

What is still empty is all that counts: of each empty site, whether it touches no, one or more
sites of each player. A turn is a set of connecting sites and one closer, in whatever order, so
sites are taken in order of number and the closer comes last. What `_regions` says need not be
searched is taken or left out at once.

After a closer the other has for sure all sites where it connects then, and one more to close, if
there is one. That bounds what the closer is worth, and what a turn is worth of which some sites are
already passed over: so most turns are refuted before they are tried.
"""

from __future__ import annotations

from ...core._jit import jit
from ...core.kernels import ones
from .regions import beside, opened, riskless

ENTER, NEXT, LEAVE, DONE = range(4)
DEPTH, PHASE, NODES, ANSWER, LIMIT, STORED = range(6)
FAR = 1000


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
            own, own2 = touched[mine], touched[mine + 1]
            opp, opp2 = touched[other], touched[other + 1]
            open_own = opened(near, many, rest, own, own2)
            free = riskless(near, many, rest & opp2, open_own)
            gain = ones(free)
            rest ^= free
            open_own &= rest
            open_opp = opened(near, many, rest, opp, opp2)
            bound = open_own | open_opp
            bound |= beside(near, many, rest, bound)  # these interact, the others are settled
            neutral = rest & ~bound & ~own2
            spoilt = rest & ~bound & own2
            if ones(neutral) & 1:
                neutral &= -neutral
            else:
                neutral = 0
            if spoilt:
                gain -= ones(spoilt) - 1
                spoilt &= -spoilt
            rest = bound | neutral | spoilt
            gains[depth] = gain
            left[depth] = rest
            kinds[depth] = 0
            size = ones(rest)
            connecting = bound & opp2
            if not bound:  # the spoilt one first, the neutral one is the other's
                answer, phase = gain + size % 2, LEAVE
                continue
            key = 1
            if spoilt:
                key ^= zobrist[9 * many]
            if neutral:
                key ^= zobrist[9 * many + 1]
            own_seen = own & open_own
            opp_seen = opp & open_opp
            for k in range(many):
                if bound >> k & 1:
                    state = 9 * k + 3 * (own_seen >> k & 1) + (opp_seen >> k & 1)
                    state += 6 * (own2 >> k & 1) + 2 * (opp2 >> k & 1)
                    key ^= zobrist[state]
            alpha, beta = alphas[depth], betas[depth]
            low = gain + 2 * (ones(connecting) + 1) - size
            high = gain + size
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
            # Closers, the most hopeful first; `high` is for more connecting sites before it too.
            later = connecting >> floors[depth] << floors[depth]
            theirs = rest & own2
            others = rest & ~own2
            once = own & others  # where who's next site lets the other connect
            placed = ones(later)
            first = row + placed
            high = -FAR
            for k in range(many):
                if rest >> k & 1 and not connecting >> k & 1:
                    gift = near[k] & once
                    sure = (theirs | gift) & ~(1 << k)
                    more = others & ~gift & ~(1 << k)
                    hope = gain + size - 2 * (ones(sure) + (more != 0))
                    most = gain + size - 2 * (ones(sure & ~later) + (more & ~later != 0))
                    high = max(high, most)
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
