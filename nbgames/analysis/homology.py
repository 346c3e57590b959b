"""Cycle bases and the first homology of a graph, over the field of two elements."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence

import networkx as nx

from ..core.errors import Refused
from ..graphs import triangles

Node = Hashable
Parents = dict[Node, Node | None]  # of a tree of shortest paths from a root


class Span:
    """The sums of vectors over the two-element field."""

    def __init__(self) -> None:
        self._leading: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._leading)

    def reduced(self, vector: int) -> int:
        """A vector reduced by those here; 0 if it is a sum of them."""
        while vector and (lead := vector.bit_length()) in self._leading:
            vector ^= self._leading[lead]
        return vector

    def add(self, vector: int) -> bool:
        """Add a vector to the span; False if it was in it already."""
        rest = self.reduced(vector)
        if rest:
            self._leading[rest.bit_length()] = rest
        return bool(rest)


def homology_rank(G: nx.Graph, faces: Iterable[Sequence[Node]] | None = None) -> int:
    """The rank of the first homology over Z2 of a graph whose faces are filled in.

    Parameters
    ----------
    G : networkx.Graph
        Any graph, signed or not.
    faces : iterable of sequence of node, optional
        Cycles that bound; left out, all triangles of `G`.

    Returns
    -------
    int
        E - V + c - rank of the faces' boundaries, where c counts components: how many independent
        cycles do not bound.

    Notes
    -----
    *first homology*: the cycles of a graph up to those that bound: its rank over Z2 is E - V + c -
    rank(d2), where c counts components and d2 is the boundary map of the faces.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import analysis
    >>> analysis.homology_rank(nx.cycle_graph(5)), analysis.homology_rank(nx.complete_graph(4))
    (1, 0)
    """
    bit = bits(G)
    span = Span()
    for face in triangles(G) if faces is None else faces:
        span.add(vector(face, bit))
    cycles: int = G.number_of_edges() - len(G) + nx.number_connected_components(G)
    return cycles - len(span)


def short_cycles(G: nx.Graph) -> list[tuple[Node, ...]]:
    """A cycle basis of least total length, the shortest cycles first.

    Unlike `networkx.minimum_cycle_basis` it is quick enough to run after every move, and it takes
    all triangles of the graph first.

    Parameters
    ----------
    G : networkx.Graph
        Any undirected graph without parallel edges; a self-loop is a cycle of one node.

    Returns
    -------
    list of tuple of node
        Each cycle's nodes in order; E - V + c cycles, where c counts components.

    Raises
    ------
    Refused
        If the graph is directed or has parallel edges, whose cycles nodes do not tell apart.

    References
    ----------
    .. [1] J. D. Horton, "A polynomial-time algorithm to find the shortest cycle basis of a graph",
       SIAM Journal on Computing 16, 1987.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import analysis
    >>> [len(cycle) for cycle in analysis.short_cycles(nx.grid_2d_graph(3, 3))]
    [4, 4, 4, 4]
    """
    if G.is_directed() or G.is_multigraph():
        raise Refused("short cycles are those of an undirected graph without parallel edges")
    bit, span = bits(G), Span()
    found: list[tuple[Node, ...]] = []
    wanted = G.number_of_edges() - len(G) + nx.number_connected_components(G)
    for cycle in _candidates(G):
        if len(found) == wanted:
            break
        if span.add(vector(cycle, bit)):
            found.append(cycle)
    return found


def _candidates(G: nx.Graph) -> Iterable[tuple[Node, ...]]:
    """Loops, triangles, then by length each edge with shortest paths from its ends to a node."""
    yield from ((v,) for v in nx.nodes_with_selfloops(G))
    yield from triangles(G)
    rank = {v: k for k, v in enumerate(G)}
    by_length: dict[int, list[tuple[Parents, Node, Node]]] = {}
    for root in G:
        above, depth, branch = _tree(G, root)
        for u in depth:
            for v in G[u]:
                if rank[u] < rank[v] and branch[u] != branch[v] and u != root != v:
                    length = depth[u] + depth[v] + 1
                    if length > 3:
                        by_length.setdefault(length, []).append((above, u, v))
    for length in sorted(by_length):
        for above, u, v in by_length[length]:
            yield (*reversed(_up(above, u)), *_up(above, v)[:-1])


def _tree(G: nx.Graph, root: Node) -> tuple[Parents, dict[Node, int], dict[Node, Node]]:
    """Shortest paths from a root: for each node its parent, its depth and the path's first step."""
    above: Parents = {root: None}
    depth: dict[Node, int] = {root: 0}
    branch: dict[Node, Node] = {root: root}
    queue = deque([root])
    while queue:
        u = queue.popleft()
        for v in G[u]:
            if v not in depth:
                above[v], depth[v] = u, depth[u] + 1
                branch[v] = v if u == root else branch[u]
                queue.append(v)
    return above, depth, branch


def _up(above: Parents, v: Node) -> list[Node]:
    path = [v]
    while (before := above[path[-1]]) is not None:
        path.append(before)
    return path


def bits(G: nx.Graph) -> dict[frozenset[Node], int]:
    return {frozenset(edge): 1 << k for k, edge in enumerate(G.edges)}


def vector(cycle: Sequence[Node], bit: dict[frozenset[Node], int]) -> int:
    total = 0
    for u, v in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
        total ^= bit[frozenset((u, v))]
    return total
