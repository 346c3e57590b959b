"""Kernels that play random games one after another, on ints and flat buffers that are handed in."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from ...core._jit import jit
from ...core.kernels import MODULUS, MULTIPLIER
from ...core.position import EMPTY, FIRST, SECOND

# A tally begins with how many games nobody, FIRST and SECOND won. For each of these three there
# follows, site by site, in how many of those games FIRST owned it at the end.
HEAD = 3
BITS, LOW = 35, (1 << 35) - 1  # of the generator's numbers


class Start(NamedTuple):
    """What random games begin with: `order` has the empty sites, `owners` is overwritten."""

    base: Sequence[int]
    owners: MutableSequence[int]
    who: int
    order: MutableSequence[int]


@jit
def shuffle(order, state):
    """Put the order into a uniformly random one, two draws a number; the generator's next state."""
    size = len(order)
    for i in range(0, size - 1, 2):
        state = state * MULTIPLIER % MODULUS
        drawn = state * (size - i)
        j = i + (drawn >> BITS)
        site = order[j]
        order[j] = order[i]
        order[i] = site
        j = i + 1 + ((drawn & LOW) * (size - i - 1) >> BITS)
        site = order[j]
        order[j] = order[i + 1]
        order[i + 1] = site
    return state


@jit
def begin(base, owners):
    """Set the owners to those of the base."""
    for site in range(len(base)):
        owners[site] = base[site]


@jit
def play(net, step, owners, who, order, count):
    """Claim the first count sites of an order, those no longer empty left out."""
    for i in range(count):
        site = order[i]
        if owners[site] == EMPTY:
            who = step(net, owners, site, who)


@jit
def first_won(net, step, winner, start):
    """After how many of the order's sites, which in the end win, the game was first won."""
    base, owners, who, order = start
    low, high = 0, len(order)
    while high - low > 1:
        middle = (low + high) // 2
        begin(base, owners)
        play(net, step, owners, who, order, middle)
        if winner(net, owners):
            high = middle
        else:
            low = middle
    return high


@jit
def settled(net, step, winner, start):
    """Who won first, where both have won in the end? Binary search: a win is never lost."""
    base, owners, who, order = start
    count = first_won(net, step, winner, start)
    begin(base, owners)
    play(net, step, owners, who, order, count)
    return winner(net, owners)


@jit
def sampled(net, step, winner, start, tally, state, count):
    """Tally count uniformly random games, each filled to the end and judged once.

    Answers the generator's next state.
    """
    base, owners, who, order = start
    sites = (len(tally) - HEAD) // 3
    for _ in range(count):
        state = shuffle(order, state)
        begin(base, owners)
        play(net, step, owners, who, order, len(order))
        won = winner(net, owners)
        if won == 3:
            won = settled(net, step, winner, start)
            begin(base, owners)  # which the search has left in the middle of the game
            play(net, step, owners, who, order, len(order))
        tally[won] += 1
        row = HEAD + won * sites
        for site in range(sites):
            tally[row + site] += owners[site] == FIRST
    return state


@jit
def sampled_majority(near, width, start, tally, state, count):
    """The same tally where a claim that touches two enemies obliges, and the majority wins.

    Site s touches near[width * s : width * (s + 1)]; rows are filled up with a site nobody owns.
    """
    base, owners, who, order = start
    sites = len(base) - 1
    lead = 0
    for site in range(sites):
        lead += (base[site] == FIRST) - (base[site] == SECOND)
    size = len(order)
    for _ in range(count):
        state = shuffle(order, state)
        for site in range(sites):
            owners[site] = base[site]
        ahead, mover = lead, who
        for i in range(size):
            site = order[i]
            owners[site] = mover
            enemy = 3 - mover
            touched = 0
            for k in range(width * site, width * site + width):
                touched += owners[near[k]] == enemy
            ahead += enemy - mover
            if touched < 2:
                mover = enemy
        won = 1 if ahead > 0 else 2
        tally[won] += 1
        row = HEAD + won * sites
        for site in range(sites):
            tally[row + site] += owners[site] == FIRST
    return state


def sampled_bits(neighbours, start, tally, state, count):
    """The same once more with a bit a site, which is faster as plain Python.

    Ownership is added up in binary: bit s of counters[won][k] is digit k of site s's number.
    """
    base, _, who, order = start
    sites = len(neighbours)
    touching = [sum(1 << other for other in row) for row in neighbours]
    owned = [sum(1 << s for s in range(sites) if base[s] == owner) for owner in range(3)]
    counters = [[0] * count.bit_length() for _ in range(3)]
    steps = [(touching[site], 1 << site) for site in range(sites)]
    for _ in range(count):
        state = shuffle(order, state)
        mine, other = owned[who], owned[3 - who]
        turned = False
        for site in order:
            near, bit = steps[site]
            mine |= bit
            if (near & other).bit_count() < 2:
                mine, other, turned = other, mine, not turned
        first = mine if turned == (who == SECOND) else other
        won = FIRST if 2 * first.bit_count() > sites else SECOND
        tally[won] += 1
        digits = counters[won]
        k = 0
        while first:
            digits[k], first = digits[k] ^ first, digits[k] & first
            k += 1
    for won, digits in enumerate(counters):
        for site in range(sites):
            total = sum((digit >> site & 1) << k for k, digit in enumerate(digits))
            tally[HEAD + won * sites + site] += total
    return state


@jit
def lengths(net, step, winner, start, counts, state, count):
    """Count random games by their turns: counts[k] of them have k."""
    base, owners, who, order = start
    for _ in range(count):
        state = shuffle(order, state)
        until = first_won(net, step, winner, start)
        begin(base, owners)
        mover, turns = who, 0
        for i in range(until):
            site = order[i]
            if owners[site] == EMPTY:
                after = step(net, owners, site, mover)
                turns += after != mover or i + 1 == until
                mover = after
        counts[turns] += 1
    return state


@jit
def decided(net, step, winner, start, found):
    """Who has won, in bits, after a claim of each of the order's sites."""
    base, owners, who, sites = start
    for k in range(len(sites)):
        begin(base, owners)
        step(net, owners, sites[k], who)
        found[k] = winner(net, owners)
