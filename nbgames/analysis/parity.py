"""Cycle parity in any signed graph: balance, switching, shortest odd cycles. No game is known here.

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
    """Disjoint sets (union-find) that also keep each element's parity relative to its set's root.

    It tells in nearly linear time whether edges with parities close an odd cycle.

    Examples
    --------
    >>> from nbgames import analysis
    >>> sets = analysis.ParityUnionFind()
    >>> sets.union("a", "b", 1), sets.union("b", "c", 1), sets.union("c", "a", 1)
    (True, True, False)
    >>> sets.parity("a", "c")
    0
    """

    def __init__(self) -> None:
        self._above: dict[Node, tuple[Node, int]] = {}

    def find(self, v: Node) -> tuple[Node, int]:
        """The root of an element's set, and the element's parity relative to it.

        Parameters
        ----------
        v : Hashable
            The element; one that is new becomes a set of its own.

        Returns
        -------
        tuple of (Hashable, int)
            The root, and 0 or 1.
        """
        above = self._above
        above.setdefault(v, (v, 0))
        way, parity = [], 0
        while above[v][0] != v:
            way.append(v)
            v = above[v][0]
        for w in reversed(way):  # nearest the root first, so that parities add up on the way down
            parity ^= above[w][1]
            above[w] = (v, parity)
        return v, parity

    def union(self, u: Node, v: Node, parity: int) -> bool:
        """Join two elements by an edge; False if that closes an odd cycle.

        Parameters
        ----------
        u : Hashable
            One end of the edge.
        v : Hashable
            The other end.
        parity : int
            The parity of the edge, 0 or 1.

        Returns
        -------
        bool
            False if the two were joined before by paths of the other parity; nothing has changed
            then.
        """
        (a, p), (b, q) = self.find(u), self.find(v)
        if a == b:
            return p ^ q == parity
        self._above[b] = (a, p ^ q ^ parity)
        return True

    def parity(self, u: Node, v: Node) -> int | None:
        """The parity of the paths between two elements; None if there is none.

        Parameters
        ----------
        u : Hashable
            One element.
        v : Hashable
            The other one.

        Returns
        -------
        int or None
            0 or 1, or None if the two are in different sets.
        """
        (a, p), (b, q) = self.find(u), self.find(v)
        return p ^ q if a == b else None


def is_balanced(G: nx.Graph) -> bool:
    """Whether every cycle of a signed graph has even parity.

    Parameters
    ----------
    G : networkx.Graph
        Any undirected graph whose edges carry `parity`, 0 or 1.

    Returns
    -------
    bool
        True if the graph is balanced.

    Raises
    ------
    Refused
        If an edge carries no parity.

    Notes
    -----
    *balanced*: a graph with parities in which every cycle has an even sum; exactly then its nodes
    have two classes such that parity 1 lies between classes and parity 0 within. (Harary 1953.)

    References
    ----------
    .. [1] F. Harary, "On the notion of balance of a signed graph", Michigan Mathematical Journal 2,
       1953.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import analysis
    >>> ring = nx.cycle_graph(4)
    >>> nx.set_edge_attributes(ring, 1, "parity")
    >>> analysis.is_balanced(ring)
    True
    >>> ring.edges[0, 1]["parity"] = 0
    >>> analysis.is_balanced(ring)
    False
    """
    sets = ParityUnionFind()
    return all([sets.union(u, v, p) for u, v, p in parities(G)])


def potential(G: nx.Graph) -> dict[Node, int]:
    """A class, 0 or 1, for every node, such that edges of parity 1 are those between the classes.

    Switching the nodes of class 1 makes every parity 0 (Harary's balance theorem).

    Parameters
    ----------
    G : networkx.Graph
        A balanced graph whose edges carry `parity`, 0 or 1.

    Returns
    -------
    dict of node to int
        0 or 1 for each node.

    Raises
    ------
    Refused
        If the graph is not balanced; the words name an odd cycle.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import analysis
    >>> path = nx.path_graph(3)
    >>> nx.set_edge_attributes(path, {(0, 1): 1, (1, 2): 0}, "parity")
    >>> analysis.potential(path)
    {0: 0, 1: 1, 2: 1}
    """
    sets = ParityUnionFind()
    if not all([sets.union(u, v, p) for u, v, p in parities(G)]):
        raise Refused(f"not balanced: the cycle {listed(map(str, shortest_odd_cycle(G)))} is odd")
    return {v: sets.find(v)[1] for v in G}


def crossings(G: nx.Graph, cycle: Sequence[Node]) -> int:
    """How many edges of parity 1 a closed walk uses.

    Parameters
    ----------
    G : networkx.Graph
        A signed graph, such as `graphs.board_graph` of Projex; an edge without `parity` counts 0.
    cycle : sequence of node
        The nodes in order; the last one is joined to the first.

    Returns
    -------
    int
        The number of crossings; on a Projex board an odd one wins.

    Raises
    ------
    Refused
        If two successive nodes are not joined by an edge.

    Notes
    -----
    *crossing*: an edge of Projex that leaves the board and enters it on the opposite rim; it has
    parity 1, all other edges 0. The crossings of a cycle are the sum of its parities.

    *global loop*: a cycle with an odd number of crossings; it cannot be contracted to a point.
    Whoever owns one wins. (Help text of Projex.)

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis, graphs
    >>> G = graphs.board_graph(nbgames.game("projex", 6))
    >>> analysis.crossings(G, ["F1", "F10"]), G["F1"]["F10"]["parity"]  # there and back
    (2, 1)
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
    """A cycle of odd parity with the fewest nodes, or the least weight of nodes.

    It is a shortest path in the double cover from a node to its twin. On the projective plane the
    odd cycles are those that cannot be contracted.

    Parameters
    ----------
    G : networkx.Graph
        Any signed graph.
    weight : callable, optional
        The weight of a node, not negative; left out, every node weighs 1.

    Returns
    -------
    tuple of node
        The cycle in order; () if the graph is balanced.

    Raises
    ------
    Refused
        If an edge has no parity.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis, graphs
    >>> G = graphs.board_graph(nbgames.game("projex", 6))
    >>> len(analysis.shortest_odd_cycle(G))  # 2n - 2
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
        cost, way = nx.bidirectional_dijkstra(
            cover, (v, 0), (v, 1), weight=lambda a, b, _: (weigh(a[0]) + weigh(b[0])) / 2
        )
    except nx.NetworkXNoPath:
        return inf, ()
    return (cost, tuple(u for u, _ in way[:-1])) if cost < least else (inf, ())


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
