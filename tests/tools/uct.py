"""UCT, plain Monte-Carlo tree search: what the yardstick of the arena is compared with.

Upper confidence bounds on uniformly random games, one for each new node (Kocsis and Szepesvári
2006): no priors, no batches, no proofs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from math import log, sqrt
from random import Random
from time import thread_time

from nbgames.analysis.simulation.sequential import sample
from nbgames.core.game import Game
from nbgames.core.position import SWAP, Position
from nbgames.play.match import Match

EXPLORATION = sqrt(2)  # the textbook's weight of the confidence term


class Node:
    """A position, its visits, and the points of whoever moved there."""

    __slots__ = ("children", "points", "position", "untried", "visits")

    def __init__(self, game: Game, position: Position, rng: Random) -> None:
        self.position, self.visits, self.points = position, 0, 0.0
        self.children: dict[int, Node] = {}
        won = game.rules.winner(game.board.net, position.owners)
        self.untried = [] if won else game.empty(position.owners)
        rng.shuffle(self.untried)

    def bound(self, root: float) -> float:
        return self.points / self.visits + EXPLORATION * root / sqrt(self.visits)


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """A computer player with nothing but plain Monte-Carlo tree search."""

    seed: int = 0
    seconds: float = 2.0
    clock: Callable[[], float] = field(default=thread_time, repr=False)

    def choose(self, m: Match) -> str:
        """The word that it plays now; it takes an opening that it would rather have than answer."""
        game, position = m.game, m.position
        rng = Random(f"{self.seed} {position}")
        if not any(position.owners) and m.allows_swap:
            return game.board.names[rng.choice(game.empty(position.owners))]
        stop = self.clock() + self.seconds
        words, value = self._turn(game, position, rng, stop)
        return SWAP if position.may_swap and value < 0.5 else ",".join(words)

    def _turn(
        self, game: Game, position: Position, rng: Random, stop: float
    ) -> tuple[list[str], float]:
        """The names of the sites of a whole turn or its rest, and the worth of the first."""
        root = Node(game, Position(position.owners, position.to_move), rng)
        while len(root.children) + len(root.untried) > 1 and self.clock() < stop:
            expand(game, root, rng)
        expand(game, root, rng)
        names, value = [], 0.0
        while root.position.to_move == position.to_move and (root.children or root.untried):
            if not root.children:
                expand(game, root, rng)
            site, child = max(root.children.items(), key=lambda pair: pair[1].visits)
            value = value or child.points / child.visits
            names.append(game.board.names[site])
            root = child
        return names, value


def expand(game: Game, root: Node, rng: Random) -> None:
    """Descend to a new node, play one random game from there, and back up its result."""
    net, rules = game.board.net, game.rules
    path = [root]
    while not path[-1].untried and (children := path[-1].children):
        weight = sqrt(log(path[-1].visits))
        path.append(max(children.values(), key=lambda leaf: leaf.bound(weight)))
    leaf = path[-1]
    if leaf.untried:
        site = leaf.untried.pop()
        owners = bytearray(leaf.position.owners)
        mover = rules.step(net, owners, site, leaf.position.to_move)
        leaf.children[site] = Node(game, Position(bytes(owners), mover), rng)
        path.append(leaf.children[site])
        leaf = path[-1]
    won = rules.winner(net, leaf.position.owners)
    if not won and leaf.untried:
        tally = sample(game, leaf.position, 1, rng.getrandbits(34))
        won = next(who for who in range(3) if tally[who])
    root.visits += 1
    for parent, child in pairwise(path):
        child.visits += 1
        child.points += 0.5 if won == 0 else won == parent.position.to_move
