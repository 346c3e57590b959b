"""Cycle parity in any signed graph: balance, potentials and shortest odd cycles.

A signed graph is a networkx graph whose edges carry `parity`, 0 or 1. It is balanced if every
cycle has even parity (Harary 1953); on a Projex board, a player has won whose cells are not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf
from typing import TypeVar

import networkx as nx

from ..core.errors import Refused
from ..graphs.signed import parities, signed_cover
from .answers import listed

Node = Hashable
V = TypeVar("V", bound=Hashable)


class ParityUnionFind:
    """Sets that grow together, and for each element its parity relative to its set's root.

    >>> sets = ParityUnionFind()
    >>> sets.union("a", "b", 1), sets.union("b", "c", 1), sets.union("c", "a", 1)
    (True, True, False)
    >>> sets.parity("a", "c")
    0
    """

    def __init__(self) -> None:
        self._above: dict[Node, tuple[Node, int]] = {}

    def find(self, v: Node) -> tuple[Node, int]:
        """The root of v's set, and v's parity relative to it."""
        above = self._above
        above.setdefault(v, (v, 0))
        path, parity = [], 0
        while above[v][0] != v:
            path.append(v)
            v = above[v][0]
        for w in reversed(path):  # nearest the root first, so that parities add up on the way down
            parity ^= above[w][1]
            above[w] = (v, parity)
        return v, parity

    def union(self, u: Node, v: Node, parity: int) -> bool:
        """Join u and v by an edge of this parity; False if that closes an odd cycle."""
        (a, p), (b, q) = self.find(u), self.find(v)
        if a == b:
            return p ^ q == parity
        self._above[b] = (a, p ^ q ^ parity)
        return True

    def parity(self, u: Node, v: Node) -> int | None:
        """The parity of the ways from u to v; None if there is none."""
        (a, p), (b, q) = self.find(u), self.find(v)
        return p ^ q if a == b else None


def is_balanced(G: nx.Graph) -> bool:
    """Has every cycle of this signed graph even parity?

    Definition
    ----------
    *balanced*: a graph with parities in which every cycle has an even sum; exactly then its
    nodes have two sides such that parity 1 lies between sides and parity 0 within. (Harary
    1953.)

    Parameters
    ----------
    G
        Any networkx graph whose edges carry `parity`, 0 or 1.

    Raises
    ------
    Refused
        If an edge carries none.

    >>> ring = nx.cycle_graph(4)
    >>> nx.set_edge_attributes(ring, 1, "parity")
    >>> is_balanced(ring)
    True
    >>> ring.edges[0, 1]["parity"] = 0
    >>> is_balanced(ring)
    False
    """
    sets = ParityUnionFind()
    return all([sets.union(u, v, p) for u, v, p in parities(G)])


def potential(G: nx.Graph) -> dict[Node, int]:
    """A side, 0 or 1, for every node, such that edges of parity 1 are those between sides.

    Switching the nodes of side 1 makes every parity 0 (Harary's balance theorem).

    Raises
    ------
    Refused
        If the graph is not balanced; the words name an odd cycle.
    """
    sets = ParityUnionFind()
    if not all([sets.union(u, v, p) for u, v, p in parities(G)]):
        raise Refused(f"not balanced: the cycle {listed(map(str, shortest_odd_cycle(G)))} is odd")
    return {v: sets.find(v)[1] for v in G}


def crossings(G: nx.Graph, cycle: Sequence[Node]) -> int:
    """How many edges of parity 1 a closed walk uses.

    Definition
    ----------
    *crossing*: a link of Projex over the edge of the board, to the opposite place; it has
    parity 1, all other links 0. The crossings of a cycle are the sum of its parities.
    *global loop*: a cycle with an odd number of crossings; it cannot be drawn together to a
    point. Who owns one wins. (Help text of Projex.)

    Raises
    ------
    Refused
        If two neighbours in it are not joined.
    """
    total = 0
    for u, v in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
        if not G.has_edge(u, v):
            raise Refused(f"{u} and {v} are not joined, so this is no cycle")
        total += G.edges[u, v].get("parity", 0)
    return total


def shortest_odd_cycle(
    G: nx.Graph, weight: Callable[[Node], float] | None = None
) -> tuple[Node, ...]:
    """A cycle of odd parity with the fewest nodes, or the least weight of nodes; () if balanced.

    It is a shortest way in the double cover from a node to its twin. On the projective plane odd
    cycles are those that cannot be contracted.

    Parameters
    ----------
    G
        Any signed graph.
    weight
        The weight of a node, not negative; left out, every node weighs 1.

    Raises
    ------
    Refused
        If an edge has no parity.

    >>> from nbgames import game, graphs
    >>> len(shortest_odd_cycle(graphs.board_graph(game("projex", 6))))  # 2n-2
    10
    """
    cover = signed_cover(G)
    weigh = weight or (lambda v: 1)
    best: tuple[Node, ...] = ()
    least = inf
    # Every odd cycle has an edge of parity 1, so its ends are enough to start from.
    starts = dict.fromkeys(v for u, v, p in parities(G) if p)
    for v in starts:
        cost, walk = _lightest(cover, v, weigh, least)
        if cost < least:
            best, least = walk, cost
        cover.remove_nodes_from([(v, 0), (v, 1)])
    return simple(best, lambda u, v: G.edges[u, v]["parity"])


def _lightest(
    cover: nx.Graph, v: Node, weigh: Callable[[Node], float], least: float
) -> tuple[float, tuple[Node, ...]]:
    """A lightest walk from (v, 0) to (v, 1), if it is lighter than least."""
    try:
        cost, path = nx.bidirectional_dijkstra(
            cover, (v, 0), (v, 1), weight=lambda a, b, _: (weigh(a[0]) + weigh(b[0])) / 2
        )
    except nx.NetworkXNoPath:
        return inf, ()
    return (cost, tuple(u for u, _ in path[:-1])) if cost < least else (inf, ())


def simple(walk: Sequence[V], parity: Callable[[V, V], int]) -> tuple[V, ...]:
    """An odd cycle without repetition within an odd closed walk."""
    walk = list(walk)
    while True:
        seen: dict[V, int] = {}
        for k, v in enumerate(walk):
            if v in seen:
                break
            seen[v] = k
        else:
            return tuple(walk)
        inner, outer = walk[seen[v] : k], walk[: seen[v]] + walk[k:]
        steps = zip(inner, inner[1:] + inner[:1], strict=True)
        walk = inner if sum(parity(a, b) for a, b in steps) % 2 else outer
