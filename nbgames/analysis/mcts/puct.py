"""PUCT search on flat buffers for games on lattices, as kernels: each leaf is evaluated statically.

Each iteration descends from the root to a leaf by the highest upper confidence bound, weighted by
priors (Rosin 2011), evaluates it and backs its value up. Proven results are backed up as in
minimax. A node has entries for its best claims; the others get theirs when it is visited often.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from ...core._jit import inlined, jit
from ...core.position import FIRST
from .leaves import COUNT, DRAW, WON, Leaf, valued

Ints = Any
Floats = Any
EXPLORATION = 0.6  # the weight of priors
DISCOUNT = 0.05  # of the value of a claim that has no leaf yet
WIDTH = 6  # how many claims are candidates at first
FIRST_ENTRIES = 24  # of a node
# The cursor: nodes and entries in use, the state of the generator (unused), what is proven of the
# root, leaves evaluated.
NODES, ENTRIES, STATE, PROVEN, GAMES = range(5)
# Where a descent ends; the first three need an evaluation.
ROOT, WIDENS, LEAF, DRAWN, LOST, DOWN = range(6)


class Tree(NamedTuple):
    """Nodes, and for each child of a node an entry; node 0 is the root, entry 0 leads to it."""

    firsts: Ints  # of a node: its first entry, the others follow, the best first
    counts: Ints  # how many entries it has
    movers: Ints  # who is to move there
    rests: Ints  # how many claims have no entry yet; -1: some, for which there is no room
    sites: Ints  # of an entry: the claim
    nodes: Ints  # its node, 0 if it has none yet
    visits: Ints
    proven: Ints
    points: Floats  # of the mover, 1 for a win
    priors: Floats


class Weighing(NamedTuple):
    """How leaves are evaluated: the kernel of a claim, the board, and whether two trees count."""

    step: Any
    leaf: Leaf
    trees: int


class Work(NamedTuple):
    """What an iteration overwrites: the owners, and the path by depth."""

    owners: Ints
    entries: Ints  # from the root's on
    parents: Ints  # the node of each of these
    path: Ints  # how deep it is, who is to move at its end, and the node there
    root: Ints  # what was found at the root, as `Leaf.found`


@jit
def begin(tree, cursor, sites, who, state):
    """A root with an entry for each of these claims."""
    cursor[NODES], cursor[ENTRIES], cursor[STATE] = 1, 1 + len(sites), state
    tree.firsts[0], tree.counts[0], tree.movers[0] = 1, len(sites), who
    for k in range(len(sites)):
        tree.sites[1 + k] = sites[k]


@inlined
def rooted(tree, cursor, work, leaf, value):
    """Put the entries of the root into order; those that are no candidates lose."""
    who, chosen, order, won = tree.movers[0], leaf.chosen, leaf.order, leaf.found[WON]
    cursor[PROVEN] = 0 if won == who else won  # which claim wins is still to be found
    for k in range(len(leaf.found)):
        work.root[k] = leaf.found[k]
    tree.visits[0] = 1
    tree.points[0] = 1.0 - value
    for entry in range(1, 1 + tree.counts[0]):
        chosen[tree.sites[entry]] |= 2
    entry = 1
    for k in range(leaf.found[COUNT]):
        if chosen[order[k]] & 2:
            tree.sites[entry], tree.priors[entry] = order[k], leaf.priors[k]
            chosen[order[k]] = 0
            entry += 1
    if entry == 1 and won == 0:
        cursor[PROVEN] = 3 - who
    for site in range(len(chosen)):
        if chosen[site] & 2:
            tree.sites[entry] = site
            tree.proven[entry] = 0 if won else 3 - who
            entry += 1


@inlined
def select(tree, node, into):
    """The entry of a node with the highest bound; 0 if all that it has are lost."""
    first, mover, visits = tree.firsts[node], tree.movers[node], tree.visits[into]
    unseen = 1.0 - tree.points[into] / visits - DISCOUNT
    weight = EXPLORATION * sqrt(visits)
    best, top, wide = 0, -1.0, 0
    for entry in range(first, first + tree.counts[node]):
        if tree.proven[entry] == 3 - mover:
            continue
        wide += 1
        if wide > WIDTH and (wide - WIDTH) * (wide - WIDTH) > 4 * visits:
            break
        games, value = tree.visits[entry], unseen
        if games:
            value = tree.points[entry] / games
        value += weight * tree.priors[entry] / (1 + games)
        if value > top:
            best, top = entry, value
    return best


@inlined
def expanded(tree, cursor, leaf, node, who, most):
    """Give a node entries for its best claims, if there is room for them; is there?"""
    count, first, has_room = min(leaf.found[COUNT], most), cursor[ENTRIES], 0
    if first + count <= len(tree.sites):
        has_room = 1
        cursor[ENTRIES] = first + count
        known, before = tree.counts[node], tree.firsts[node]
        tree.firsts[node], tree.counts[node], tree.movers[node] = first, count, who
        tree.rests[node] = leaf.found[COUNT] - count
        for k in range(count):
            entry, old = first + k, before + k
            tree.sites[entry], tree.priors[entry] = leaf.order[k], leaf.priors[k]
            if k < known:  # the same claims as before, which may have children
                tree.nodes[entry], tree.visits[entry] = tree.nodes[old], tree.visits[old]
                tree.proven[entry], tree.points[entry] = tree.proven[old], tree.points[old]
    return has_room


@inlined
def settle(tree, cursor, work, depth, won):
    """Back up a proven result from the last entry of the path as far as it goes."""
    d = depth
    while d > 0 and won:
        tree.proven[work.entries[d]] = won
        node = work.parents[d]
        mover = tree.movers[node]
        if won != mover:
            best = 0 if tree.rests[node] else 3 - mover
            first = tree.firsts[node]
            for entry in range(first, first + tree.counts[node]):
                known = tree.proven[entry]
                if known == 0:
                    best = 0
                    break
                if known == DRAW and best:
                    best = DRAW
            won = best
        d -= 1
    if d == 0 and won:
        cursor[PROVEN] = won


@inlined
def backup(tree, work, depth, share):
    """Count a leaf for each entry of the path; the share is FIRST's."""
    tree.visits[0] += 1
    tree.points[0] += 1.0 - share if tree.movers[0] == FIRST else share
    for d in range(1, depth + 1):
        entry = work.entries[d]
        tree.visits[entry] += 1
        tree.points[entry] += share if tree.movers[work.parents[d]] == FIRST else 1.0 - share


@inlined
def descended(net, playing, tree, cursor, work):
    """Descend to a leaf, or to a node that needs more entries; the path is left in `work`."""
    node, depth, who, kind = 0, 0, 1 * tree.movers[0], DOWN
    work.entries[0] = 0
    while kind == DOWN:
        into, more = work.entries[depth], tree.counts[node] - WIDTH
        entry = select(tree, node, into)
        if tree.rests[node] > 0 and (entry == 0 or more * more <= 4 * tree.visits[into]):
            kind = WIDENS
        elif entry == 0:
            kind = LOST
        else:
            depth += 1
            work.entries[depth], work.parents[depth] = entry, node
            who = playing.step(net, work.owners, tree.sites[entry], who)
            node = tree.nodes[entry]
            if node == 0:
                kind = DRAWN if tree.proven[entry] else LEAF
    work.path[0], work.path[1], work.path[2] = depth, who, node
    return kind


@jit
def explore(net, playing, base, tree, work, cursor, count):
    """Evaluate count leaves more, or until the root is proven."""
    leaf, path = playing.leaf, work.path
    for _ in range(count):
        if cursor[PROVEN]:
            return
        for site in range(len(base)):
            work.owners[site] = base[site]
        path[0], path[1], path[2], kind = 0, tree.movers[0], 0, ROOT
        if cursor[GAMES]:
            kind = descended(net, playing, tree, cursor, work)
        depth, who, node = path[0], path[1], path[2]
        value, won = 0.5 if kind == DRAWN else 0.0, 0
        if kind <= LEAF:
            value = valued(leaf, work.owners, who, playing.trees, kind == ROOT)
            won = leaf.found[WON]
        if kind == WIDENS:
            if not expanded(tree, cursor, leaf, node, who, len(leaf.order)):
                tree.rests[node] = -1
            continue
        if kind == ROOT:
            rooted(tree, cursor, work, leaf, value)
        else:
            if won:
                settle(tree, cursor, work, depth, won)
            elif (
                kind == LEAF
                and cursor[NODES] < len(tree.firsts)
                and expanded(tree, cursor, leaf, cursor[NODES], who, FIRST_ENTRIES)
            ):
                tree.nodes[work.entries[depth]] = cursor[NODES]
                cursor[NODES] += 1
            backup(tree, work, depth, value if who == FIRST else 1.0 - value)
        cursor[GAMES] += 1
