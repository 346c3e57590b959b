"""The two lattices of a board whose pieces join points, dual planar graphs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import networkx as nx

from ..core.board import Board
from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.kernels import EAST, NORTH, SOUTH, WEST
from ..core.lattice import point_name
from .boards import GOALS, SIDES, capable, player

if TYPE_CHECKING:
    from ..play.match import Match

OUT = 1.5  # how far beyond the board its terminals lie


def sublattice(g: Game | Match, parity: int, *, terminals: int | None = None) -> nx.Graph:
    """The points of one lattice of the Antipalos board and the pieces that can join them.

    Parameters
    ----------
    g : Game or Match
        A game or a match of Antipalos.
    parity : int
        0 for the lattice that holds a1, 1 for the other one.
    terminals : int, optional
        FIRST adds nodes "top" and "bottom", SECOND "left" and "right", joined to the points there.

    Returns
    -------
    networkx.Graph
        Nodes are points such as "b2". Edges carry `piece` ("b2-c3"), `dual` (the piece that crosses
        it, an edge of the other lattice), `square` (column and row from 0), `weight` and `capacity`
        1, and from a match `owner`. Edges to terminals have weight 0 and no capacity, which
        networkx's flow algorithms read as unbounded.

    Raises
    ------
    Refused
        If the board has no lattices, or `parity` or `terminals` are neither value.

    Notes
    -----
    *lattice*: the points (x, y) of Antipalos with x + y even, or odd, and the pieces that join
    them. The two lattices are dual planar graphs: the two diagonals of a square cross. (Shannon's
    switching game on one of them: Lehman 1964.)

    References
    ----------
    .. [1] A. Lehman, "A solution of the Shannon switching game", Journal of the Society for
       Industrial and Applied Mathematics 12, 1964.

    Examples
    --------
    >>> import networkx as nx
    >>> import nbgames
    >>> from nbgames import graphs
    >>> L = graphs.sublattice(nbgames.game("antipalos", 6), 0, terminals=nbgames.FIRST)
    >>> nx.minimum_cut_value(L, "top", "bottom")  # theory: N
    6
    """
    made, owners = capable(g, _joins_points, "a piece joins two points and blocks another")
    if parity not in (0, 1):
        raise Refused(f"{shown(parity)} is no sub-lattice: 0 holds a1, 1 holds the others")
    board = made.board
    L = nx.Graph(game=made.name, size=made.size, parity=int(parity))
    points, edges = _drawn(board)[parity]
    L.add_nodes_from((name, {"pos": pos}) for name, pos in points)
    for site, a, b, data in edges:
        L.add_edge(a, b, **data)
        if owners is not None:
            L.edges[a, b]["owner"] = owners[site]
    if terminals is not None:
        _join_terminals(L, board, player(terminals))
    return L


def _joins_points(made: Game) -> bool:
    return bool(made.board.ends and made.board.rivals)


_Edge = tuple[int, str, str, dict[str, Any]]  # its site, its points, and what it carries
_Lattice = tuple[tuple[tuple[str, tuple[float, float]], ...], tuple[_Edge, ...]]


@lru_cache(maxsize=32)
def _drawn(board: Board) -> tuple[_Lattice, _Lattice]:
    """Of each lattice, its points with their places, and its edges."""
    points: tuple[dict[str, tuple[float, float]], ...] = ({}, {})
    edges: tuple[list[_Edge], ...] = ([], [])
    for site, (first, second) in enumerate(board.ends):
        parity = int(sum(first)) % 2
        a, b = point_name(first), point_name(second)
        for point, (x, y) in zip((a, b), board.shapes[site].points, strict=True):
            points[parity].setdefault(point, (x, -y))
        data = {
            "piece": board.names[site],
            "dual": board.names[board.rivals[site]],
            "square": (min(first[0], second[0]), min(first[1], second[1])),
            "weight": 1,
            "capacity": 1,
        }
        edges[parity].append((site, a, b, data))
    even, odd = ((tuple(points[k].items()), tuple(edges[k])) for k in (0, 1))
    return even, odd


def _join_terminals(L: nx.Graph, board: Board, who: int) -> None:
    """Two more nodes beyond the board, each joined to the points on one of the player's sides."""
    places = [pos for points, _ in _drawn(board) for _, pos in points]
    xs, ys = zip(*places, strict=True)
    left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
    rims = {NORTH: (1, top), SOUTH: (1, bottom), WEST: (0, left), EAST: (0, right)}
    points = list(L.nodes(data="pos"))
    for side in GOALS[who]:
        axis, rim = rims[side]
        beyond = [(left + right) / 2, (bottom + top) / 2]
        beyond[axis] = rim + (OUT if side in (NORTH, EAST) else -OUT)
        L.add_node(SIDES[side], pos=tuple(beyond))
        on = (point for point, pos in points if pos[axis] == rim)
        L.add_edges_from((SIDES[side], point, {"weight": 0}) for point in on)
