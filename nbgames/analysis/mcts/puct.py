"""PUCT search for games on lattices: each leaf is evaluated by currents and trees.

Proven results are backed up.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, sqrt
from random import Random

from ...core.game import Game
from ...core.position import EMPTY, FIRST, Position
from ..evaluation import evaluate

EXPLORATION, WIDTH = 0.6, 6  # the weight of priors; how many moves are candidates at first
SPREAD = (
    6.0  # of priors: exp(SPREAD * worth), the worth from 0 for the worst site to 1 for the best
)
DISCOUNT = 0.05  # of the value of a move that has no leaf yet


class Node:
    """A position with its statistics; values are those of the player to move."""

    __slots__ = ("children", "position", "prior", "proven", "total", "visits", "why")

    def __init__(
        self, game: Game, position: Position, rng: Random, count: int, trees: bool = True
    ) -> None:
        self.position = position
        self.children: dict[int, Node] = {}
        self.visits, self.total = 1, 0.5
        self.proven: int | None = None  # who has won: FIRST, SECOND; 0 a draw
        self.prior: list[tuple[int, float]] = []
        self.why = ""
        won = game.rules.winner(game.board.net, position.owners)
        if won or EMPTY not in position.owners[: game.board.claimable]:
            self.proven = won
            self.total = self.score(position.to_move)
            return
        leaf = evaluate(game, position, count, rng.getrandbits(32), trees=trees)
        self.total, self.proven, self.why = leaf.value, leaf.proven, leaf.why
        top, low = max(leaf.worth.values()), min(leaf.worth.values())
        scale = SPREAD / (top - low + 1e-9)
        weights = {site: exp((worth - top) * scale) for site, worth in leaf.worth.items()}
        total = sum(weights.values())
        order = sorted(weights, key=lambda site: -weights[site])
        self.prior = [(site, weights[site] / total) for site in order]

    @property
    def value(self) -> float:
        return self.total / self.visits

    def score(self, who: int) -> float:
        """The proven outcome for who."""
        return 0.5 if self.proven == 0 else float(self.proven == who)

    def value_for(self, who: int) -> float:
        if self.proven is not None:
            return self.score(who)
        return self.value if self.position.to_move == who else 1 - self.value

    def choice(self) -> int:
        """The move with the highest upper confidence bound."""
        who = self.position.to_move
        root = sqrt(self.visits)
        base = self.value - DISCOUNT
        best, best_score = self.prior[0][0], -9.0
        for site, prior in self.prior[: WIDTH + int(2 * root)]:
            child = self.children.get(site)
            if child is None:
                score = base + EXPLORATION * prior * root
            elif child.proven is not None and child.score(who) < 0.5:
                score = -1.0
            else:
                score = child.value_for(who) + EXPLORATION * prior * root / (1 + child.visits)
            if score > best_score:
                best, best_score = site, score
        return best

    def settle(self) -> None:
        """Back up proven results: one win is enough, for a loss all moves must be proven."""
        who = self.position.to_move
        known = [child for child in self.children.values() if child.proven is not None]
        if any(child.proven == who for child in known):
            self.proven = who
        elif len(known) == len(self.prior):
            self.proven = 0 if any(child.proven == 0 for child in known) else 3 - who


def grow(game: Game, root: Node, rng: Random, count: int, trees: bool = True) -> Iterator[int]:
    """Expand a leaf each time; yields how many there are, until the root is proven."""
    leaves = 1
    while root.proven is None:
        path, node = [root], root
        while True:
            site = node.choice()
            child = node.children.get(site)
            if child is None:
                owners = bytearray(node.position.owners)
                to_move = game.rules.step(game.board.net, owners, site, node.position.to_move)
                child = node.children[site] = Node(
                    game, Position(bytes(owners), to_move), rng, count, trees
                )
                break
            path.append(child)
            node = child
            if node.proven is not None:
                break
        value = child.value_for(FIRST)
        for node in reversed(path):
            if node is not child:
                node.visits += 1
                node.total += value if node.position.to_move == FIRST else 1 - value
                node.settle()
        leaves += 1
        yield leaves


def ranked(root: Node) -> list[tuple[int, float]]:
    """The root's moves, the most visited first, each with its value; proven wins before all."""
    who = root.position.to_move
    rows = []
    for site, child in root.children.items():
        rank = 0 if child.proven is None else (2 if child.proven == who else child.score(who) - 1)
        rows.append((rank, child.visits, child.value_for(who), site))
    return [(site, value) for _, _, value, site in sorted(rows, reverse=True)]


def line(root: Node) -> list[int]:
    """The principal variation: the best move of each node, down to those that have no leaves."""
    found, node = [], root
    while node.children:
        site, _ = ranked(node)[0]
        found.append(site)
        node = node.children[site]
    return found
