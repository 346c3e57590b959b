"""Playouts one game after another: ints and flat buffers only. Nothing here knows a game's name."""

from __future__ import annotations

from .._jit import jit
from ..kernels import MODULUS, MULTIPLIER, sooner
from ..position import EMPTY, FIRST, SECOND

HEAD = 4  # a tally begins with how many games nobody, FIRST and SECOND won, and FIRST's lead


@jit
def sampled(net, step, winner, start, who, claimable, seed, count):
    """The tally of count uniformly random games, each filled to the end and judged once.

    After the head come three numbers a site: in how many games FIRST owned it at the end, in how
    many of those FIRST won, and in how many that SECOND owned SECOND won.
    """
    base = [int(owner) for owner in start]
    order = [site for site in range(claimable) if base[site] == EMPTY]
    size = len(order)
    tally = [0] * (HEAD + 3 * claimable)
    state = 1 + seed % (MODULUS - 1)
    for _ in range(count):
        owners = base[:]
        mover = who
        for i in range(size):
            state = state * MULTIPLIER % MODULUS
            j = i + state % (size - i)
            site = order[j]
            order[j] = order[i]
            order[i] = site
            if owners[site] == EMPTY:
                mover = step(net, owners, site, mover)
        won = winner(net, owners)
        if won == 3:
            won = sooner(net, step, winner, base, who, order)
        tally[won] += 1
        for site in range(claimable):
            if owners[site] == FIRST:
                tally[3] += 1
                tally[HEAD + 3 * site] += 1
                if won == FIRST:
                    tally[HEAD + 3 * site + 1] += 1
            elif owners[site] == SECOND:
                tally[3] -= 1
                if won == SECOND:
                    tally[HEAD + 3 * site + 2] += 1
    return tally


@jit
def winning(net, step, winner, start, who, claimable, sites):
    """Which of the sites win at once for who?"""
    base = [int(owner) for owner in start]
    found = [0] * claimable
    for site in sites:
        owners = base[:]
        step(net, owners, site, who)
        won = winner(net, owners)
        if won == who or won == 3:
            found[site] = 1
    return found
