"""Playouts one game after another: ints and flat buffers only. Nothing here knows a game's name.

Buffers are handed in, so that the same lines run fast as they are and compiled.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ...core._jit import can_compile, compiled, jit
from ...core.board import Board
from ...core.kernels import MODULUS, MULTIPLIER, majority
from ...core.position import EMPTY, FIRST, SECOND, Position
from ...core.rules import Game
from ...games.copolymer import step as copolymer_step

# A tally begins with how many games nobody, FIRST and SECOND won. For each of these three there
# follows, site by site, in how many of those games FIRST owned it at the end.
HEAD = 3
BITS, LOW = 35, (1 << 35) - 1  # of the generator's numbers


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
def first_won(net, step, winner, base, owners, who, order):
    """After how many of an order's sites, which in the end win, the game was first won."""
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
def settled(net, step, winner, base, owners, who, order):
    """Who won first, where both have won in the end? Nobody loses a won game: halve."""
    count = first_won(net, step, winner, base, owners, who, order)
    begin(base, owners)
    play(net, step, owners, who, order, count)
    return winner(net, owners)


@jit
def sampled(net, step, winner, base, owners, who, order, tally, state, count):
    """Tally count uniformly random games, each filled to the end and judged once.

    Answers the generator's next state.
    """
    sites = (len(tally) - HEAD) // 3
    for _ in range(count):
        state = shuffle(order, state)
        begin(base, owners)
        play(net, step, owners, who, order, len(order))
        won = winner(net, owners)
        if won == 3:
            won = settled(net, step, winner, base, owners, who, order)
            play(net, step, owners, who, order, len(order))  # what the halves left open
        tally[won] += 1
        start = HEAD + won * sites
        for site in range(sites):
            tally[start + site] += owners[site] == FIRST
    return state


@jit
def sampled_majority(near, width, base, owners, who, order, tally, state, count):
    """The same tally where touching two enemy sites means going on and the majority wins.

    Site s touches near[width * s : width * (s + 1)]; rows are filled up with a site nobody owns.
    """
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
        start = HEAD + won * sites
        for site in range(sites):
            tally[start + site] += owners[site] == FIRST
    return state


def sampled_bits(links, base, who, order, tally, state, count):
    """The same once more with a bit a site, which is faster as plain Python.

    Ownership is added up in binary: bit s of counters[won][k] is digit k of site s's number.
    """
    sites = len(links)
    touching = [sum(1 << other for other in row) for row in links]
    start = [sum(1 << s for s in range(sites) if base[s] == owner) for owner in range(3)]
    counters = [[0] * count.bit_length() for _ in range(3)]
    steps = [(touching[site], 1 << site) for site in range(sites)]
    for _ in range(count):
        state = shuffle(order, state)
        mine, other = start[who], start[3 - who]
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
def lengths(net, step, winner, base, owners, who, order, sums, state, count):
    """Add up the turns of count random games, and their squares."""
    for _ in range(count):
        state = shuffle(order, state)
        until = first_won(net, step, winner, base, owners, who, order)
        begin(base, owners)
        mover, turns = who, 0
        for i in range(until):
            site = order[i]
            if owners[site] == EMPTY:
                after = step(net, owners, site, mover)
                turns += after != mover or i + 1 == until
                mover = after
        sums[0] += turns
        sums[1] += turns * turns
    return state


@jit
def winning(net, step, winner, base, owners, who, sites, found):
    """Mark which of the sites win at once for who."""
    for k in range(len(sites)):
        begin(base, owners)
        step(net, owners, sites[k], who)
        found[k] = winner(net, owners) & who


def run(
    kernel: Callable[..., Any], game: Game, position: Position, *rest: Any, fast: bool | None
) -> Any:
    """Call a kernel with a game's net, step and winner and a position's owners, compiled or not."""
    fast = can_compile() if fast is None else fast
    make = compiled if fast else lambda plain: plain
    owners = position.owners
    return make(kernel)(
        game.board.buffers if fast else game.board.net,
        make(game.rules.step),
        make(game.rules.winner),
        owners,
        bytearray(owners),
        position.to_move,
        *rest,
    )


def sample(
    game: Game, position: Position, count: int, seed: int, *, fast: bool | None = None
) -> array[int]:
    """The tally of count random games from a position; the same one however it is run."""
    tally = array("q", bytes(8 * (HEAD + 3 * game.board.claimable)))
    state = 1 + seed % (MODULUS - 1)
    order = array("i", game.empty(position.owners))
    fast = can_compile() if fast is None else fast
    if game.rules.step is copolymer_step and game.rules.winner is majority:
        if fast:
            near, width = padded(game.board)
            base = bytes((*position.owners, EMPTY))
            compiled(sampled_majority)(
                near, width, base, bytearray(base), position.to_move, order, tally, state, count
            )
        else:
            links, who = game.board.neighbours, position.to_move
            sampled_bits(links, position.owners, who, list(order), tally, state, count)
    else:
        run(sampled, game, position, order, tally, state, count, fast=fast)
    return tally


@lru_cache(maxsize=32)
def padded(board: Board) -> tuple[array[int], int]:
    """Each site's neighbours in a row of equal width, filled up with a site beyond the last."""
    width = max(map(len, board.neighbours))
    outside = len(board.names)
    rows = [site for row in board.neighbours for site in (*row, *(outside,) * (width - len(row)))]
    return array("i", rows), width


def turns(
    game: Game, position: Position, count: int, seed: int, *, fast: bool | None = None
) -> tuple[int, int]:
    """The sum of the turns of count random games, and of their squares."""
    sums = array("q", [0, 0])
    state = 1 + seed % (MODULUS - 1)
    order = array("i", game.empty(position.owners))
    run(lengths, game, position, order, sums, state, count, fast=fast)
    return sums[0], sums[1]


def earlier(game: Game, position: Position, order: array[int]) -> int:
    """Who wins first when these sites are claimed in this order? In the end somebody has."""
    winner: int = run(settled, game, position, order, fast=None)
    return winner
