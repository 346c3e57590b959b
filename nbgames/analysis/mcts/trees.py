"""Monte-Carlo tree search (MCTS) with RAVE on flat buffers, as kernels.

Each iteration descends from the root to a leaf, plays one random game with local replies from
there, and backs its result up (Coulom 2006). A child's value mixes the share of its own games with
that of all games below its parent in which the same player claimed the same site, sooner or later:
rapid action value estimation (Gelly and Silver 2011). A child that ends the game is proven, and
proven results are backed up as in minimax (Winands, Björnsson and Saito 2008).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core._jit import inlined, jit
from ...core.kernels import MODULUS, MULTIPLIER
from ...core.position import EMPTY
from ..simulation.loops import BITS, LOW

Ints = Any
EXPAND = 6  # visits of a leaf before it gets children
BIAS = 0.0004  # of RAVE: the larger, the sooner a child's own games count alone
DRAW = 3  # as a proven result, besides FIRST and SECOND; 0 is an open one
# The cursor: nodes and entries in use, the state of the generator, what is proven of the root,
# games played.
NODES, ENTRIES, STATE, PROVEN, GAMES = range(5)


class Tree(NamedTuple):
    """Nodes, and for each child of a node an entry; node 0 is the root, entry 0 is none."""

    firsts: Ints  # of a node: its first entry
    counts: Ints  # how many entries it has
    movers: Ints  # who is to move there
    sites: Ints  # of an entry: the claim
    nodes: Ints  # its node, 0 if it has none yet
    visits: Ints
    points: Ints  # of the mover, 2 for a win and 1 for a draw
    rave_visits: Ints
    rave_points: Ints
    proven: Ints


class Work(NamedTuple):
    """What an iteration overwrites: buffers by site, and by depth."""

    owners: Ints
    order: Ints  # the empty sites
    seen: Ints
    waiting: Ints
    entries: Ints  # of the path, from the root
    parents: Ints  # the node of each of these


@jit
def begin(tree, cursor, sites, who, state):
    """A root with an entry for each of these claims."""
    cursor[ENTRIES] = 1
    cursor[STATE] = state
    expand(tree, cursor, sites, len(sites), who)


@inlined
def select(tree, node):
    """The child with the highest value, proven ones left out; 0 if all are proven."""
    first = tree.firsts[node]
    best, top = 0, -1.0
    for entry in range(first, first + tree.counts[node]):
        if tree.proven[entry]:
            continue
        raves = tree.rave_visits[entry]
        value = tree.rave_points[entry] / raves
        games = tree.visits[entry]
        if games:
            weight = raves / (raves + games + BIAS * raves * games)
            value = weight * value + (1.0 - weight) * tree.points[entry] / games
        if value > top:
            best, top = entry, value
    return best


@inlined
def room(tree, cursor, count):
    """Is there room for a node with so many entries?"""
    return cursor[NODES] < len(tree.firsts) and cursor[ENTRIES] + count <= len(tree.sites)


@inlined
def expand(tree, cursor, order, count, who):
    """A new node with an entry for each of the first count sites of the order."""
    node, first = cursor[NODES], cursor[ENTRIES]
    cursor[NODES] = node + 1
    cursor[ENTRIES] = first + count
    tree.firsts[node] = first
    tree.counts[node] = count
    tree.movers[node] = who
    for k in range(count):
        entry = first + k
        tree.sites[entry] = order[k]
        tree.rave_visits[entry] = 2
        tree.rave_points[entry] = 2
    return node


@inlined
def gather(owners, order, sites):
    """Put the empty ones of the first `sites` sites into the order; how many there are."""
    count = 0
    for site in range(sites):
        if owners[site] == EMPTY:
            order[count] = site
            count += 1
    return count


@inlined
def mixed(order, count, state):
    """Shuffle the first count sites of the order; the generator's next state."""
    for i in range(0, count - 1, 2):
        state = state * MULTIPLIER % MODULUS
        drawn = state * (count - i)
        j = i + (drawn >> BITS)
        site = order[j]
        order[j] = order[i]
        order[i] = site
        j = i + 1 + ((drawn & LOW) * (count - i - 1) >> BITS)
        site = order[j]
        order[j] = order[i + 1]
        order[i + 1] = site
    return state


@inlined
def fill(net, playing, owners, order, count, who, site, state):
    """Play until the board is full: a local reply to `site`, if there is one, else the next site.

    The first count sites of the order are the empty ones; `site` is -1 if no reply is due.
    """
    k = 0
    while True:
        claim = -1
        if site >= 0:
            claim = playing.reply(net, playing.flanks, owners, site, who, state + k)
        if claim < 0:
            while k < count and owners[order[k]] != EMPTY:
                k += 1
            if k == count:
                return
            claim = order[k]
        mover = who
        who = playing.step(net, owners, claim, who)
        site = claim if who != mover else -1


@inlined
def backup(tree, work, depth, won):
    """Count a game for each entry of the path, and for each child whose site its mover owns."""
    owners = work.owners
    for d in range(depth):
        node, chosen = work.parents[d], work.entries[d]
        mover = tree.movers[node]
        points = 2 * (won == mover) + (won == 0 or won == DRAW)
        tree.visits[chosen] += 1
        tree.points[chosen] += points
        first = tree.firsts[node]
        for entry in range(first, first + tree.counts[node]):
            if owners[tree.sites[entry]] == mover:
                tree.rave_visits[entry] += 1
                tree.rave_points[entry] += points


@inlined
def settle(tree, cursor, work, depth, won):
    """Back up a proven result from the last entry of the path as far as it goes."""
    d = depth - 1
    while d >= 0 and won:
        tree.proven[work.entries[d]] = won
        node = work.parents[d]
        mover = tree.movers[node]
        if won != mover:
            first = tree.firsts[node]
            best = 3 - mover
            for entry in range(first, first + tree.counts[node]):
                known = tree.proven[entry]
                if known == DRAW:
                    best = DRAW
                elif known == 0:
                    best = 0
                    break
            won = best
        d -= 1
    if d < 0 and won:
        cursor[PROVEN] = won


@jit
def explore(net, playing, base, tree, work, cursor, count):
    """Grow the tree by count iterations, or until the root is proven."""
    owners, order = work.owners, work.order
    sites = len(order)
    for _ in range(count):
        if cursor[PROVEN]:
            return
        for site in range(len(base)):
            owners[site] = base[site]
        node, depth, won, empty, who = 0, 0, 0, 0, tree.movers[0]
        while True:
            entry = select(tree, node)
            last = tree.sites[entry]
            work.entries[depth] = entry
            work.parents[depth] = node
            depth += 1
            mover = who
            who = playing.step(net, owners, last, who)
            if who == mover:
                last = -1
            if tree.visits[entry] == 0:
                won = playing.winner(net, owners)
                if won:
                    break
            if tree.nodes[entry] == 0:
                empty = gather(owners, order, sites)
                if empty == 0:
                    won = DRAW
                    break
                cursor[STATE] = mixed(order, empty, cursor[STATE])
                if tree.visits[entry] < EXPAND or not room(tree, cursor, empty):
                    break
                tree.nodes[entry] = expand(tree, cursor, order, empty, who)
            node = tree.nodes[entry]
        if won:
            settle(tree, cursor, work, depth, won)
        else:
            fill(net, playing, owners, order, empty, who, last, cursor[STATE])
            won = playing.judge(net, playing.winner, owners, work.seen, work.waiting)
        backup(tree, work, depth, won)
        cursor[GAMES] += 1
