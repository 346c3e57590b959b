"""Loop games on any triangulated projective plane: a signed graph becomes a rules record.

    hemi = nbgames.game(polyhedra.projective(polyhedra.hemi_icosahedron(), "hemi-icosahedron"))
    nbgames.match(hemi).widget().sphere()

The rules are Projex's own kernels; only the board is another.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import combinations
from math import hypot, sqrt

import networkx as nx

from ..core import kernels
from ..core._numpy import np
from ..core.board import Board, Picture
from ..core.errors import NotationError, Refused, shown
from ..core.lattice import hexagon
from ..core.position import RESIGN, SWAP
from ..core.rules import Rules
from ..core.shapes import Line, Point, Text
from .embedding import corners_and_faces, positions
from .signed import parities

MOST = 999  # nodes
SPACING = 1.8  # between the middles of two cells or copies, at least


def hemi_icosahedron() -> nx.Graph:
    """Half an icosahedron: six cells that all touch one another, ten triangles.

    Returns
    -------
    networkx.Graph
        The complete graph on "A" to "F"; edges carry `parity`.

    References
    ----------
    .. [1] D. Hoey, hemi-icosahedral boards, 2003.

    Examples
    --------
    >>> from nbgames import polyhedra
    >>> G = polyhedra.hemi_icosahedron()
    >>> len(G), G.number_of_edges()
    (6, 15)
    """
    G = nx.Graph()
    ring = "BCDEF"
    G.add_edges_from((("A", name) for name in ring), parity=0)
    for a, b in combinations(range(5), 2):
        G.add_edge(ring[a], ring[b], parity=int(b - a in (2, 3)))
    return G


def projective(G: nx.Graph, name: str = "projective") -> Rules:
    """The loop game on a signed graph: whoever closes a cycle of odd parity wins.

    Parameters
    ----------
    G : networkx.Graph
        A triangulation of the projective plane, six nodes or more. Nodes are cells, their names
        those of the sites; every edge has `parity`, 1 where it crosses the cut along which the
        plane is laid flat.
    name : str, default "projective"
        What the game is called.

    Returns
    -------
    Rules
        A record for `nbgames.game`, with one size.

    Raises
    ------
    Refused
        If the graph is no such triangulation, or its nodes have no names to type.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import polyhedra
    >>> rules = polyhedra.projective(polyhedra.hemi_icosahedron(), "hemi-icosahedron")
    >>> nbgames.match(rules).play("A", "B", "C", "D", "E").result()
    'X wins by a loop'
    """
    signs = list(parities(G))
    names = _names(G)
    if len(G) < 6 or not nx.is_connected(G) or nx.number_of_selfloops(G):
        raise Refused("give a connected graph of six nodes or more, none joined to itself")
    points = positions(G)
    corners_and_faces(G, points)
    board = _board(names, signs, points)
    return Rules(
        name=name,
        players=("X", "O"),
        sizes=range(len(G), len(G) + 1),
        size=len(G),
        lay=lambda size: board,
        step=kernels.claim,
        winner=kernels.looped,
        by="loop",
        told=(
            "Close a loop of your cells that crosses the edge an odd number of times and you win. "
            "A cell at the edge also touches cells on the far side."
        ),
    )


def _names(G: nx.Graph) -> list[str]:
    names = [str(node) for node in G]
    fit = all(n.isascii() and n.isalnum() and len(n) < 12 for n in names)
    if not fit or len({n.upper() for n in names}) < len(names) or {SWAP, RESIGN} & set(names):
        raise Refused(
            f"{shown(names)} are no names to type: give every node letters and digits, each once"
        )
    if len(names) > MOST:
        raise Refused(f"{len(names)} cells are too many for a board: at most {MOST}")
    return names


def _board(
    names: list[str],
    signs: list[tuple[Hashable, Hashable, int]],
    points: dict[Hashable, np.ndarray],
) -> Board:
    """The board whose cells are drawn on the front half of the sphere, laid flat."""
    front, edges = _in_front(points, signs)
    twists = {pair for a, b, p in edges if p for pair in ((a, b), (b, a))}
    middles, copies = _laid_flat(front, [site for site, _ in twists])
    lines = [
        Line((middles[a], copies[b] if (a, b) in twists else middles[b]), "line")
        for u, v, p in edges
        for a, b in (((u, v), (v, u)) if p else ((u, v),))
    ]
    near: list[set[int]] = [set() for _ in names]
    for a, b, _ in edges:
        near[a].add(b)
        near[b].add(a)
    return Board(
        names=tuple(names),
        neighbours=tuple(tuple(sorted(ends)) for ends in near),
        claimable=len(names),
        shapes=tuple(hexagon(middle) for middle in middles),
        picture=_picture(names),
        decor=(*lines, *_labels(names, middles)),
        twists=frozenset(twists),
        ghosts=tuple((middle, site) for site, middle in copies.items()),
    )


def _in_front(
    points: dict[Hashable, np.ndarray], signs: list[tuple[Hashable, Hashable, int]]
) -> tuple[np.ndarray, list[tuple[int, int, int]]]:
    """The front one of each cell's two opposite points, and edges between sites with their parity.

    Which of the two a cell takes is free: that redraws the cut, and so the parities (switching).
    """
    at = _turned(np.array(list(points.values())))
    sheet = (at[:, 2] < 0).astype(int)
    order = {node: k for k, node in enumerate(points)}
    ends = ((order[u], order[v], p) for u, v, p in signs)
    edges = [(a, b, p ^ sheet[a] ^ sheet[b]) for a, b, p in ends]
    return at * (1 - 2 * sheet)[:, None], edges


def _laid_flat(front: np.ndarray, crossing: Iterable[int]) -> tuple[list[Point], dict[int, Point]]:
    """The middle of each cell, and of the copy beyond the rim of each that touches across it."""
    flat = [_lambert(point) for point in front]
    beyond = {site: _lambert(-front[site]) for site in crossing}
    spots = [*flat, *beyond.values()]
    scale = SPACING / min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(spots, 2))
    middles = [(scale * x, scale * y) for x, y in flat]
    return middles, {site: (scale * x, scale * y) for site, (x, y) in beyond.items()}


def _turned(at: np.ndarray) -> np.ndarray:
    """The sphere turned until its first node lies in front."""
    front = at[0]
    side = np.cross(front, [0.0, 1.0, 0.0] if abs(front[1]) < 0.9 else [1.0, 0.0, 0.0])
    side = side / np.linalg.norm(side)
    turned: np.ndarray = at @ np.column_stack([side, np.cross(front, side), front])
    return turned


def _lambert(point: np.ndarray) -> Point:
    """A point of the sphere, seen from the front, on the equal-area map (Lambert 1772)."""
    x, y, z = (float(value) for value in point)
    share = sqrt(2 / (1 + max(z, -0.95)))
    return share * x, -share * y


def _labels(names: list[str], middles: list[Point]) -> list[Text]:
    return [Text((x, y - 0.78), name, 0.42) for name, (x, y) in zip(names, middles, strict=True)]


# In letters: a line for each cell, since a plane without rows has no other picture.


def _picture(names: list[str]) -> Picture:
    wide = max(map(len, names))
    return Picture(
        lines=tuple(f"{name:{wide}} ." for name in names),
        spots=tuple(((k, wide + 1),) for k in range(len(names))),
        glyphs=(".xo ",) * len(names),
        scan=_scan,
    )


def _scan(picture: Picture, text: str) -> list[str | None]:
    found = {
        line.split()[0].upper(): line.split()[-1] for line in text.splitlines() if line.split()
    }
    names = [line.split()[0].upper() for line in picture.lines]
    if missing := [name for name in names if name not in found]:
        raise NotationError(f"{missing[0]} is missing: give a line such as '{missing[0]} x'")
    return [found[name] for name in names]
