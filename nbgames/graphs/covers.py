"""Projective boards: their triangles, and the double cover, which is a sphere."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import networkx as nx

from ..core._numpy import np
from ..core.errors import Refused
from ..core.rules import Game
from .boards import board_graph, capable
from .signed import signed_cover, signed_laplacian

if TYPE_CHECKING:
    from ..play.match import Match


def double_cover(g: Game | Match) -> nx.Graph:
    """Projex on the sphere: every cell twice, and a loop wins where it joins a cell to its twin.

    It is there for any other board whose cells touch across its edge, too.

    Definition
    ----------
    *double cover*: nodes (v, s) for s in {0, 1}; a link uv of parity p joins (u, s) to (v, s +
    p mod 2). Of the Projex board it is a sphere, V - E + F = 2, on which (v, 0) and (v, 1) lie
    opposite. (Zaslavsky 1982.)

    Returns
    -------
    networkx.Graph
        Nodes are (cell, 0 or 1), edges change the sheet where the link crosses the board's edge.
        `pos` lays the second sheet to the right of the first, upside down, as it continues there.

    Raises
    ------
    Refused
        If no cells of the board touch across its edge.

    >>> from nbgames.games import game
    >>> C = double_cover(game("projex", 6))
    >>> len(C) - C.number_of_edges() + 2 * len(faces(game("projex", 6)))  # a sphere
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
    """The triangles of a projective board, each three cells that touch one another.

    With them the board is the projective plane: V - E + F = 1, and every one crosses the edge an
    even number of times.

    Raises
    ------
    Refused
        If the board is not projective, or its cells make no triangulated plane.

    >>> from nbgames.games import game
    >>> len(faces(game("projex", 6)))  # 2(V-1)
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
    """Where the cells of a projective board and their twins lie on the unit sphere.

    The three lowest eigenvectors of the signed Laplacian, normalised cell by cell; a twin lies
    opposite. For Projex of sizes 3 to 14 no triangle is folded (checked by program).

    Raises
    ------
    Refused
        If the board is not projective, or its cells make no triangulated plane.
    """
    made = _projective(g)
    faces(made)
    G = board_graph(made)
    _, vectors = np.linalg.eigh(signed_laplacian(G))
    rows = vectors[:, :3] / np.linalg.norm(vectors[:, :3], axis=1, keepdims=True)
    return {
        (name, sheet): (float(row[0]), float(row[1]), float(row[2]))
        for sheet, side in ((0, rows), (1, -rows))
        for name, row in zip(G, side, strict=True)
    }


def triangles(G: nx.Graph) -> list[tuple[Any, Any, Any]]:
    """All triangles of a graph, each once, in the order of its nodes."""
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
