"""Boards and positions as networkx graphs. Nothing here knows what a position is worth.

Every graph is new, so a student may change it. Nodes are names and carry `pos`, x to the right and
y upwards as networkx draws; from a match they, or the edges that are pieces, carry `owner` too.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

import networkx as nx

from ..core._numpy import np
from ..core.board import Board
from ..core.errors import Refused, shown
from ..core.kernels import EAST, NORTH, SOUTH, WEST
from ..core.position import EMPTY, FIRST, SECOND
from ..core.rules import Game
from ..core.shapes import Point, Shape
from .signed import signed_cover, signed_laplacian

if TYPE_CHECKING:
    from ..play.match import Match

SIDES = {NORTH: "top", SOUTH: "bottom", WEST: "left", EAST: "right"}
GOALS = {FIRST: (NORTH, SOUTH), SECOND: (WEST, EAST)}
KINDS = ("neutral", "first", "second", "both")


def board_graph(g: Game | Match) -> nx.Graph:
    """The cells of a board and which of them touch; in Antipalos, pieces that share a point.

    Parameters
    ----------
    g : Game or Match
        A game, or a match, whose position then gives every node its `owner`.

    Returns
    -------
    networkx.Graph
        Nodes are names with `pos`, (x, y), and from a match `owner`. Edges of Projex carry
        `parity`: 1 where the edge crosses the rim of the board. Nodes on a side of the board carry
        `sides`, such as ("top", "left"). In ConHex the nodes are cells.

    Raises
    ------
    Refused
        If it is neither a game nor a match.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> G = graphs.board_graph(nbgames.game("projex", 6))
    >>> len(G), G.number_of_edges()  # 3(n-1)^2 cells and 3(V-1) contacts
    (75, 222)
    >>> G["F1"]["F10"]["parity"]
    1
    """
    made, owners = _read(g)
    board = made.board
    first = board.claimable % len(board.names)  # where the rules fill cells, those are the nodes
    G = nx.Graph(game=made.name, size=made.size)
    for site in range(first, len(board.names)):
        _add(G, made, owners, site)
        if board.sides and board.sides[site]:
            G.nodes[board.names[site]]["sides"] = _sides(board.sides[site])
    for site in range(first, len(board.names)):
        for other in board.neighbours[site]:
            if site < other:
                twist = {"parity": int((site, other) in board.twists)} if board.twists else {}
                G.add_edge(board.names[site], board.names[other], **twist)
    return G


def incidence_graph(g: Game | Match) -> nx.Graph:
    """Which holes belong to which cells of ConHex, a bipartite graph.

    Parameters
    ----------
    g : Game or Match
        A game or a match of ConHex.

    Returns
    -------
    networkx.Graph
        Holes have `bipartite=0`, cells `bipartite=1`; cells carry `needs`, how many of their holes
        conquer them. From a match nodes carry `owner`. `networkx.bipartite.projected_graph` onto
        the cells is the board graph.

    Raises
    ------
    Refused
        If the game has no cells that holes conquer.

    Notes
    -----
    *conquered*: a cell of ConHex belongs for good to whoever first holds at least half of its
    holes, 2 of 3, 3 of 5 or 3 of 6. (Help text of ConHex.)

    References
    ----------
    .. [1] Help text of ConHex, Michail Antonow 2002 (`nbgames help conhex`).

    Examples
    --------
    >>> import networkx as nx
    >>> import nbgames
    >>> from nbgames import graphs
    >>> B = graphs.incidence_graph(nbgames.game("conhex"))
    >>> cells = [v for v in B if B.nodes[v]["bipartite"]]
    >>> nx.utils.edges_equal(nx.bipartite.projected_graph(B, cells).edges,
    ...                      graphs.board_graph(nbgames.game("conhex")).edges)
    True
    """
    made, owners = _read(g, "conhex")
    board = made.board
    G = nx.Graph(game=made.name, size=made.size)
    for site, name in enumerate(board.names):
        _add(G, made, owners, site)
        G.nodes[name]["bipartite"] = int(site >= board.claimable)
        if site >= board.claimable:
            G.nodes[name]["needs"] = (len(board.parts[site]) + 1) // 2
    for hole in range(board.claimable):
        G.add_edges_from((board.names[hole], board.names[cell]) for cell in board.parts[hole])
    return G


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
    made, _ = _read(g, "projex")
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
        If the board has no edge to cross.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> len(graphs.faces(nbgames.game("projex", 6)))  # 2(V-1)
    148
    """
    made, _ = _read(g, "projex")
    return triangles(board_graph(made))


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
    made, owners = _read(g, "antipalos")
    if parity not in (0, 1):
        raise Refused(f"{shown(parity)} is no sub-lattice: 0 holds a1, 1 holds the others")
    board, size = made.board, made.size or 0
    L = nx.Graph(game=made.name, size=size, parity=parity)
    for site, (name, shape) in enumerate(zip(board.names, board.shapes, strict=True)):
        x, y = (site // 2) % size, site // 2 // size
        if (x + y + site) % 2 != parity:
            continue
        a, b = name.split("-")
        for point, (px, py) in zip((a, b), shape.points, strict=True):
            L.add_node(point, pos=(px, -py))
        L.add_edge(
            a, b, piece=name, dual=board.names[site ^ 1], square=(x, y), weight=1, capacity=1
        )
        if owners is not None:
            L.edges[a, b]["owner"] = owners[site]
    if terminals is not None:
        _join_terminals(L, size, player(terminals))
    return L


def _join_terminals(L: nx.Graph, size: int, who: int) -> None:
    middle, out = size / 2, 1.5
    beyond = {
        NORTH: (middle, out),
        SOUTH: (middle, -size - out),
        WEST: (-out, -middle),
        EAST: (size + out, -middle),
    }
    points = list(L.nodes(data="pos"))
    for side in GOALS[who]:
        end = SIDES[side]
        L.add_node(end, pos=beyond[side])
        L.add_edges_from((end, p, {"weight": 0}) for p, pos in points if side & _edge(pos, size))


def _edge(pos: Point, size: int) -> int:
    x, y = pos
    return NORTH * (y == 0) | SOUTH * (y == -size) | WEST * (x == 0) | EAST * (x == size)


def interaction_graph(m: Match) -> nx.Graph:
    """The empty cells of a Copolymer match; moves in one component never change another.

    Parameters
    ----------
    m : Match
        A match of Copolymer.

    Returns
    -------
    networkx.Graph
        Nodes carry `kind`, which players may connect there (a player connects with two or more
        enemy neighbours): "first", "second", "both" or "neutral".

    Raises
    ------
    Refused
        If it is no match of Copolymer.

    Notes
    -----
    *region*: a component of the empty cells of Copolymer; cells interact only within one, so the
    game is a sum of its regions.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> len(graphs.interaction_graph(nbgames.match("copolymer", 5).play("C3")))
    18
    """
    made, owners = _read(m, "copolymer")
    if owners is None:
        raise Refused(f"{made!r} has no empty cells to speak of: give a match")
    board, G = made.board, board_graph(m)
    for site, name in enumerate(board.names):
        near = [owners[other] for other in board.neighbours[site]]
        kind = (near.count(SECOND) >= 2) + 2 * (near.count(FIRST) >= 2)
        G.nodes[name]["kind"] = KINDS[kind]
    G.remove_nodes_from([name for name, owner in G.nodes(data="owner") if owner != EMPTY])
    return G


def automorphisms(g: Game | Match) -> list[dict[str, str]]:
    """The symmetries of a board as mappings from names to names, the identity first.

    They are the rotations and reflections of the drawing that keep neighbours, crossings and holes.
    For the four games these are all automorphisms of the board's graph (in ConHex of the incidence
    graph, in Antipalos with crossing pieces known), which networkx confirms on small sizes, and
    which notebooks/boards_are_graphs.ipynb proves for Projex at every size. Some exchange the
    players' sides.

    Parameters
    ----------
    g : Game or Match
        A game or a match.

    Returns
    -------
    list of dict of str to str
        One mapping for each symmetry.

    Raises
    ------
    Refused
        If it is neither a game nor a match.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> sizes = (("projex", 4), ("conhex", 5), ("antipalos", 3), ("copolymer", 5))
    >>> [len(graphs.automorphisms(nbgames.game(*size))) for size in sizes]
    [6, 8, 8, 12]
    """
    names = _read(g)[0].board.names
    images = _images(_read(g)[0])
    return [dict(zip(names, (names[t] for t in image), strict=True)) for image in images]


@lru_cache(maxsize=16)
def _images(made: Game) -> tuple[tuple[int, ...], ...]:
    """Where each symmetry takes each site."""
    board = made.board
    middles = [shape.middle for shape in board.shapes]
    middle = tuple(sum(c) / len(c) for c in zip(*middles, strict=True))
    where = {_key(shape, middle, 0, 1): site for site, shape in enumerate(board.shapes)}
    found: dict[tuple[int, ...], None] = {}
    for mirror, degrees in product((1, -1), sorted({*range(0, 360, 60), *range(0, 360, 90)})):
        image = []
        for shape in board.shapes:
            site = where.get(_key(shape, middle, degrees, mirror))
            if site is None:
                break
            image.append(site)
        if len(image) == len(where) and _keeps(board, image):
            found[tuple(image)] = None
    return tuple(found)


def _outline(shape: Shape) -> tuple[Point, ...]:
    return (shape.middle,) if hasattr(shape, "radius") else shape.points


def _key(shape: Shape, middle: Point, degrees: int, mirror: int) -> frozenset[Point]:
    """Where a shape's corners go when it is mirrored and turned, fit to be looked up."""
    a = pi * degrees / 180
    moved = ((mirror * (x - middle[0]), y - middle[1]) for x, y in _outline(shape))
    return frozenset(
        (round(x * cos(a) - y * sin(a), 3) + 0.0, round(x * sin(a) + y * cos(a), 3) + 0.0)
        for x, y in moved
    )


def _keeps(board: Board, image: list[int]) -> bool:
    """Are links, crossings and parts the same after renaming?"""
    for rows in (board.neighbours, board.parts):
        if any({image[t] for t in row} != set(rows[image[s]]) for s, row in enumerate(rows)):
            return False
    return all((image[s], image[t]) in board.twists for s, t in board.twists)


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
        If the board has no edge to cross.

    Notes
    -----
    The coordinates are the three lowest eigenvectors of the signed Laplacian, normalised cell by
    cell. For sizes 3 to 14 no triangle is folded (checked by program).

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> where = graphs.sphere(nbgames.game("projex", 3))
    >>> len(where), round(sum(x * x for x in where["B2", 0]), 9)
    (24, 1.0)
    """
    made, _ = _read(g, "projex")
    G = board_graph(made)
    _, vectors = np.linalg.eigh(signed_laplacian(G))
    rows = vectors[:, :3] / np.linalg.norm(vectors[:, :3], axis=1, keepdims=True)
    return {
        (name, sheet): (float(row[0]), float(row[1]), float(row[2]))
        for sheet, side in ((0, rows), (1, -rows))
        for name, row in zip(G, side, strict=True)
    }


def player(who: object) -> int:
    """A player's number, checked: FIRST or SECOND.

    Parameters
    ----------
    who : int
        FIRST (1) or SECOND (2).

    Returns
    -------
    int
        The same.

    Raises
    ------
    Refused
        If it is neither.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> graphs.player(nbgames.SECOND)
    2
    """
    if isinstance(who, bool) or who not in (FIRST, SECOND):
        raise Refused(f"{shown(who)} is no player: give nbgames.FIRST (1) or nbgames.SECOND (2)")
    return int(who)


def _read(g: Any, *names: str) -> tuple[Game, bytes | None]:
    """The game, and the owners of a match; refused where the question is another game's."""
    made = getattr(g, "game", g)
    if not isinstance(made, Game):
        raise Refused(f"{shown(g)} is neither a game nor a match: make one with nbgames.match")
    if names and made.name not in names:
        raise Refused(f"this is a question for {' or '.join(names)}, and here is {made!r}")
    return made, None if made is g else g.position.owners


def _add(G: nx.Graph, made: Game, owners: bytes | None, site: int) -> None:
    x, y = made.board.shapes[site].middle
    G.add_node(made.board.names[site], pos=(x, -y))
    if owners is not None:
        G.nodes[made.board.names[site]]["owner"] = owners[site]


def _sides(bits: int) -> tuple[str, ...]:
    return tuple(name for bit, name in SIDES.items() if bits & bit)
