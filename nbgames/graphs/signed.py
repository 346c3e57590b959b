"""Signed graphs: edges with a parity, their double cover, Laplacian and switching."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

import networkx as nx

from ..core._numpy import np
from ..core.errors import Refused, shown

Node = Hashable


def signed_cover(G: nx.Graph) -> nx.Graph:
    """The double cover of any graph whose edges carry `parity`: nodes (v, 0) and (v, 1).

    An edge uv of parity p becomes (u, a)-(v, a + p mod 2) for both a. The graph is balanced exactly
    if no (v, 0) is connected to (v, 1).

    Parameters
    ----------
    G : networkx.Graph
        Any undirected graph whose edges carry `parity`, 0 or 1.

    Returns
    -------
    networkx.Graph
        Nodes keep their attributes, edges their `parity`.

    Raises
    ------
    Refused
        If an edge has no parity 0 or 1.

    References
    ----------
    .. [1] T. Zaslavsky, "Signed graphs", Discrete Applied Mathematics 4, 1982.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import graphs
    >>> odd = nx.Graph([(0, 1, {"parity": 1}), (1, 2, {"parity": 0}), (2, 0, {"parity": 0})])
    >>> nx.is_isomorphic(graphs.signed_cover(odd), nx.cycle_graph(6))
    True
    """
    C = nx.Graph()
    for v, data in G.nodes(data=True):
        C.add_node((v, 0), **data)
        C.add_node((v, 1), **data)
    for u, v, p in parities(G):
        C.add_edge((u, 0), (v, p), parity=p)
        C.add_edge((u, 1), (v, 1 - p), parity=p)
    return C


def parities(G: nx.Graph) -> Iterator[tuple[Hashable, Hashable, int]]:
    """Each edge with its parity, 0 or 1.

    Parameters
    ----------
    G : networkx.Graph
        Any undirected graph.

    Yields
    ------
    tuple of (node, node, int)
        Both ends of an edge, and its parity.

    Raises
    ------
    Refused
        If `G` is no undirected graph, or an edge has no parity.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import graphs
    >>> list(graphs.parities(nx.Graph([("a", "b", {"parity": 1})])))
    [('a', 'b', 1)]
    """
    if not isinstance(G, nx.Graph) or G.is_directed():
        raise Refused(f"{shown(G)} is no undirected graph: give a networkx.Graph")
    for u, v, p in G.edges(data="parity"):
        if p not in (0, 1):
            raise Refused(
                f"the edge {u}-{v} has parity {shown(p)}: give every edge parity=0 or parity=1"
            )
        yield u, v, p


def signed_laplacian(G: nx.Graph, weight: str = "weight") -> np.ndarray:
    """The signed Laplacian of any graph whose edges carry `parity`.

    Parameters
    ----------
    G : networkx.Graph
        Any undirected graph whose edges carry `parity`, 0 or 1.
    weight : str, default "weight"
        The edge attribute to weigh by; edges without it weigh 1.

    Returns
    -------
    numpy.ndarray
        A square matrix in the order of the nodes.

    Raises
    ------
    Refused
        If an edge has no parity 0 or 1.

    Notes
    -----
    *signed Laplacian*: L = D - A with A(u, v) = (-1)^p(uv) w(uv) and D(v, v) the sum of the weights
    at v. Its least eigenvalue is 0 exactly where a component is balanced. (Belardo 2014.)

    References
    ----------
    .. [1] F. Belardo, "Balancedness and the least eigenvalue of Laplacian of signed graphs", Linear
       Algebra and its Applications 446, 2014.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import graphs
    >>> graphs.signed_laplacian(nx.Graph([("a", "b", {"parity": 1})])).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    at = {v: k for k, v in enumerate(G)}
    matrix = np.zeros((len(at), len(at)))
    for u, v, p in parities(G):
        w = G.edges[u, v].get(weight, 1)
        i, j = at[u], at[v]
        matrix[i, i] += w
        matrix[j, j] += w
        matrix[i, j] -= w * (1 - 2 * p)
        matrix[j, i] -= w * (1 - 2 * p)
    return matrix


def spectral(G: nx.Graph, weight: str = "weight") -> np.ndarray:
    """The nodes of a signed graph as points of the unit sphere, a row each.

    They are the three lowest eigenvectors of the signed Laplacian, normalised node by node.
    """
    _, vectors = np.linalg.eigh(signed_laplacian(G, weight))
    return normalised(vectors[:, :3])


def normalised(rows: np.ndarray) -> np.ndarray:
    """Each row divided by its length."""
    normal: np.ndarray = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return normal


def switching(G: nx.Graph, nodes: Iterable[Node]) -> nx.Graph:
    """A copy in which the parity of every edge between given nodes and the rest is flipped.

    On a Projex board this moves the seam across the cells: labels change, no cycle's parity does.

    Parameters
    ----------
    G : networkx.Graph
        A graph whose edges carry `parity`, 0 or 1.
    nodes : iterable of node
        The set to switch.

    Returns
    -------
    networkx.Graph
        A new graph; `G` stays as it is.

    Raises
    ------
    Refused
        If a node is none of the graph's, or an edge has no parity.

    Notes
    -----
    *switching*: exchanging the parity of every edge with one end in a set S: p'(uv) = p(uv) + [u in
    S] + [v in S] mod 2. Every cycle keeps its parity. (Zaslavsky 1982.)

    References
    ----------
    .. [1] T. Zaslavsky, "Signed graphs", Discrete Applied Mathematics 4, 1982.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import analysis
    >>> ring = nx.cycle_graph(3)
    >>> nx.set_edge_attributes(ring, 1, "parity")
    >>> sorted(analysis.switching(ring, [0]).edges(data="parity"))
    [(0, 1, 0), (0, 2, 0), (1, 2, 1)]
    """
    chosen = set(nodes)
    if strange := [v for v in chosen if v not in G]:
        raise Refused(f"{shown(strange[0])} is no node of this graph")
    H = G.copy()
    for u, v, p in parities(G):
        H.edges[u, v]["parity"] = p ^ ((u in chosen) != (v in chosen))
    return H
