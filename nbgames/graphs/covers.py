"""Projective boards: their triangles, and the double cover, which is a sphere."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import networkx as nx

from ..core.errors import Refused
from ..core.game import Game
from .boards import board_graph, capable
from .signed import signed_cover, spectral

if TYPE_CHECKING:
    from ..play.match import Match


def double_cover(g: Game | Match) -> nx.Graph:
    """The double cover of a Projex board, a sphere: a loop wins if it joins a cell to its twin.

    Parameters
    ----------
    g : Game or Match
        A game or a match of Projex, or of a loop game of your own.

    Returns
    -------
    networkx.Graph
        Nodes are (cell, 0) and (cell, 1); edges change the sheet where they cross the rim. `pos`
        lays the second sheet to the right of the first, upside down, as it continues there. From a
        match nodes carry `owner`.

    Raises
    ------
    Refused
        If the board has no edge to cross.

    Notes
    -----
    *double cover*: nodes (v, s) for s in {0, 1}; an edge uv of parity p joins (u, s) to (v, s + p
    mod 2). Of the Projex board it is a sphere, V - E + F = 2, on which (v, 0) and (v, 1) lie
    opposite. (Zaslavsky 1982.)

    References
    ----------
    .. [1] T. Zaslavsky, "Signed graphs", Discrete Applied Mathematics 4, 1982.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> g = nbgames.game("projex", 6)
    >>> C = graphs.double_cover(g)
    >>> len(C) - C.number_of_edges() + 2 * len(graphs.faces(g))  # a sphere
    2
    """
    made = _projective(g)
    G = board_graph(g)
    C = signed_cover(G)
    middles = [shape.middle for shape in made.board.shapes]
    (left, *_, right), (top, *_, bottom) = (sorted(c) for c in zip(*middles, strict=True))
    for (name, sheet), data in C.nodes(data=True):
        x, y = G.nodes[name]["pos"]
        data["pos"] = (x + right - left + 0.5, -top - bottom - y) if sheet else (x, y)
    C.graph.update(G.graph)
    return C


def faces(g: Game | Match) -> list[tuple[str, str, str]]:
    """The triangles of a Projex board, each three cells that touch one another.

    With them the board is the projective plane: V - E + F = 1, and each triangle crosses the edge
    of the board an even number of times.

    Parameters
    ----------
    g : Game or Match
        A game or a match of Projex, or of a loop game of your own.

    Returns
    -------
    list of tuple of (str, str, str)
        The names of the cells of each triangle.

    Raises
    ------
    Refused
        If the board has no edge to cross, or its cells make no triangulated plane.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> len(graphs.faces(nbgames.game("projex", 6)))  # 2(V-1)
    148
    """
    made = _projective(g)
    G = board_graph(made)
    found = [face for face in triangles(G) if not _odd(G, face)]
    if (surplus := len(G) - G.number_of_edges() + len(found)) != 1:
        raise Refused(
            f"{made!r} is no triangulated projective plane: cells - contacts + triangles is "
            f"{surplus}, and has to be 1"
        )
    return found


def sphere(g: Game | Match) -> dict[tuple[str, int], tuple[float, float, float]]:
    """Where the cells of Projex and their twins lie on the unit sphere.

    Parameters
    ----------
    g : Game or Match
        A game or a match of Projex, or of a loop game of your own.

    Returns
    -------
    dict of tuple of (str, int) to tuple of (float, float, float)
        The point of each node of `double_cover`; a twin lies opposite.

    Raises
    ------
    Refused
        If the board has no edge to cross, or its cells make no triangulated plane.

    Notes
    -----
    The coordinates are the three lowest eigenvectors of the signed Laplacian, normalised cell by
    cell. For Projex of sizes 3 to 14 no triangle is folded (checked by program).

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> where = graphs.sphere(nbgames.game("projex", 3))
    >>> len(where), round(sum(x * x for x in where["B2", 0]), 9)
    (24, 1.0)
    """
    made = _projective(g)
    faces(made)  # refuses a board that is no triangulated plane: no sphere covers it
    G = board_graph(made)
    rows = spectral(G)
    return {
        (name, sheet): (float(row[0]), float(row[1]), float(row[2]))
        for sheet, side in ((0, rows), (1, -rows))
        for name, row in zip(G, side, strict=True)
    }


def triangles(G: nx.Graph) -> list[tuple[Any, Any, Any]]:
    """All triangles of a graph, each once, in the order of its nodes.

    Parameters
    ----------
    G : networkx.Graph
        Any undirected graph.

    Returns
    -------
    list of tuple of (node, node, node)
        The corners of each triangle.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import graphs
    >>> len(graphs.triangles(nx.complete_graph(4)))
    4
    """
    rank = {v: k for k, v in enumerate(G)}
    return [
        (u, v, w)
        for u in G
        for v, w in combinations(
            sorted((x for x in G[u] if rank[x] > rank[u]), key=rank.__getitem__), 2
        )
        if G.has_edge(v, w)
    ]


def _projective(g: Game | Match) -> Game:
    return capable(g, lambda made: bool(made.board.twists), "cells touch across the edge")[0]


def _odd(G: nx.Graph, face: tuple[Any, Any, Any]) -> int:
    u, v, w = face
    odd: int = (G[u][v]["parity"] + G[v][w]["parity"] + G[u][w]["parity"]) % 2
    return odd
