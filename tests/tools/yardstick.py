"""The yardstick of the arena: a tree search with RAVE and local replies, apart from the product's.

Rules, machine code and random numbers are the package's. Tree, selection, playouts and replies are
written anew, so that a fault there does not hide in both.
"""

import time
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

from nbgames.core._jit import compiled, jit
from nbgames.core.kernels import MODULUS, MULTIPLIER
from nbgames.core.position import EMPTY
from nbgames.play.match import Match
from tools.local_replies import OVER, reply_of

ROOM = 1 << 21  # nodes
SPROUT = 4  # playouts of a node before it has children
TRUST = 600  # playouts of a child, about, up to which RAVE counts more than they do
SLICE = 64  # playouts between looks at the clock
DRAW = 3


class Tree(NamedTuple):
    """A node each: what was claimed there, who claims next, and how its playouts went."""

    site: Any
    next: Any
    child: Any  # the first of its children
    children: Any
    games: Any
    wins: Any  # of whoever claimed its site, halves of a win
    heard: Any  # playouts in which the same player claimed its site at any time: RAVE
    won: Any  # those of them that were won, in halves
    result: Any  # FIRST, SECOND, DRAW; 0 is open


class Play(NamedTuple):
    """How a game goes on."""

    step: Any
    winner: Any
    reply: Any


@jit
def chosen(tree, node):
    """The open child with the best mixture of its playouts and of RAVE; -1 if there is none."""
    top, found = -1.0, -1
    for child in range(tree.child[node], tree.child[node] + tree.children[node]):
        if tree.result[child]:
            continue
        games = tree.games[child]
        value = (tree.won[child] + 2) / (2.0 * tree.heard[child] + 4)
        if games:
            weight = sqrt(TRUST / (3.0 * games + TRUST))
            value = weight * value + (1 - weight) * tree.wins[child] / (2.0 * games)
        if value > top:
            top, found = value, child
    return found


@jit
def shuffled(owners, order, state):
    """The empty sites in random order at the start of `order`; how many, and the next state."""
    count = 0
    for site in range(len(order)):
        if owners[site] == EMPTY:
            state = state * MULTIPLIER % MODULUS
            other = state % (count + 1)
            order[count] = order[other]
            order[other] = site
            count += 1
    return count, state


@jit
def played_out(net, play, ring, owners, order, count, who, last, state, work):
    """Play to the end: a local reply to the last claim, or the next site of the order."""
    k = 0
    while True:
        claim = play.reply(net, ring, owners, last, who, state, work) if last >= 0 else -1
        if claim == OVER:
            return
        while claim < 0 or owners[claim] != EMPTY:
            if k == count:
                return
            claim = order[k]
            k += 1
        state = state * MULTIPLIER % MODULUS
        mover = who
        who = play.step(net, owners, claim, who)
        last = claim if who != mover else -1


@jit
def settle(tree, path, depth, result):
    """Give a proven result to the last node of a path, and to those before it that follow."""
    tree.result[path[depth]] = result
    for d in range(depth - 1, -1, -1):
        node = path[d]
        mover = tree.next[node]
        if result != mover:
            best = 3 - mover
            for child in range(tree.child[node], tree.child[node] + tree.children[node]):
                if tree.result[child] == 0:
                    return
                if tree.result[child] == DRAW:
                    best = DRAW
            result = best
        tree.result[node] = result


@jit
def count(tree, path, depth, owners, won):
    """Tell the nodes of a path, and their children by RAVE, who won a playout; DRAW: nobody."""
    for d in range(depth + 1):
        node = path[d]
        tree.games[node] += 1
        if d:
            mover = tree.next[path[d - 1]]
            tree.wins[node] += 1 if won == DRAW else 2 * (won == mover)
        mover = tree.next[node]
        points = 1 if won == DRAW else 2 * (won == mover)
        for child in range(tree.child[node], tree.child[node] + tree.children[node]):
            if owners[tree.site[child]] == mover:
                tree.heard[child] += 1
                tree.won[child] += points


@jit
def sprout(tree, node, used, order, count):
    """Give a node a child for each of the first sites of the order."""
    tree.child[node] = used
    tree.children[node] = count
    for k in range(count):
        tree.site[used + k] = order[k]
    return used + count


@jit
def grow(net, play, ring, base, tree, buffers, used, state, playouts):
    """Add so many playouts, or fewer if the root is proven: the nodes in use, the next state."""
    owners, order, path, work = buffers
    for _ in range(playouts):
        if tree.result[0]:
            break
        owners[:] = base
        node, depth, last, won, empty = 0, 0, -1, 0, 0
        path[0] = 0
        while True:
            if tree.children[node] == 0:
                empty, state = shuffled(owners, order, state)
                room = used + empty <= len(tree.site)
                if empty == 0 or not room or (node and tree.games[node] < SPROUT):
                    break
                used = sprout(tree, node, used, order, empty)
            mover = tree.next[node]
            node = chosen(tree, node)
            depth += 1
            path[depth] = node
            tree.next[node] = play.step(net, owners, tree.site[node], mover)
            last = tree.site[node] if tree.next[node] != mover else -1
            if tree.games[node] == 0:
                won = play.winner(net, owners)
                if won:
                    break
        if won == 0 and empty:
            played_out(net, play, ring, owners, order, empty, tree.next[node], last, state, work)
            won = play.winner(net, owners)
            count(tree, path, depth, owners, won if won else DRAW)
        else:
            won = won if won else DRAW
            count(tree, path, depth, owners, won)
            settle(tree, path, depth, won)
    return used, state


class Search:
    """The search of a position."""

    def __init__(self, game, owners, who, seed):
        play = Play(*map(compiled, (game.rules.step, game.rules.winner, reply_of(game)[0])))
        sites, claimable = len(owners), game.board.claimable
        self.who = who
        self.tree = Tree(*(np.zeros(ROOM, np.int32) for _ in Tree._fields))
        self.tree.next[0] = who
        ring = reply_of(game)[1]
        sizes = (sites, claimable, claimable + 2, 9 * sites)
        buffers = tuple(np.zeros(size, np.int32) for size in sizes)
        base = np.array(list(owners), np.int32)
        self._given = (game.board.buffers, play, np.array(ring), base, self.tree, buffers)
        self._used, self._state = 1, 1 + seed % (MODULUS - 1)

    def grow(self, playouts):
        self._used, self._state = compiled(grow)(*self._given, self._used, self._state, playouts)

    @property
    def playouts(self):
        return int(self.tree.games[0])

    @property
    def proven(self):
        return int(self.tree.result[0])

    def best(self):
        """The child to play: won, else that of most playouts, drawn or lost only if all are."""
        tree = self.tree
        ranks = {self.who: 1, 0: 0, DRAW: -1, 3 - self.who: -2}
        first = int(tree.child[0])
        return max(
            range(first, first + int(tree.children[0])),
            key=lambda child: (ranks[int(tree.result[child])], tree.games[child]),
        )


@dataclass(frozen=True)
class Yardstick:
    """A computer player that has nothing but this search; it never swaps."""

    seed: int = 0
    seconds: float = 2.0
    clock: Any = time.thread_time

    def choose(self, m: Match) -> str:
        """The word that it plays now; where its turn goes on, half of the time left is kept."""
        words, then, stop = [], m, self.clock() + self.seconds
        while then.to_move == m.to_move and not then.outcome:
            words.append(self._claim(then, stop))
            then = then.play(words[-1])
        return ",".join(words)

    def _claim(self, m: Match, stop: float) -> str:
        game, position = m.game, m.position
        seed = Random(f"{self.seed} {position}").getrandbits(34)
        search = Search(game, position.owners, position.to_move, seed)
        half = (self.clock() + stop) / 2
        while True:
            search.grow(SLICE)
            child = search.best()
            goes_on = search.tree.next[child] == position.to_move
            if search.proven or self.clock() >= (half if goes_on else stop):
                return game.board.names[search.tree.site[child]]
