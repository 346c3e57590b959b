"""Any graph whose nodes have positions, or any tree, as an SVG picture.

It takes neither matplotlib nor numpy.
"""

from __future__ import annotations

from math import cos, dist, pi, sin, sqrt
from typing import Any

import networkx as nx

from ..core.errors import Refused, shown
from ..core.position import EMPTY, FIRST, SECOND
from ..core.shapes import Point
from .captions import Captioned
from .looks import LINES, PALETTE

SIDE, EDGE, NODE = 500, 15, 6  # pixels: the picture, what stays free around it, a node's radius
INK, PAPER, LINE, GLOW = (PALETTE[name][0] for name in ("ink", "paper", "line", "glow"))
FILL = {EMPTY: PAPER, FIRST: PALETTE["first"][0], SECOND: PALETTE["second"][0]}


def network(G: nx.Graph, caption: str) -> Captioned:
    """A graph as a picture of nodes and lines.

    Parameters
    ----------
    G : networkx.Graph
        Of each node it reads `pos` (a tree needs none), `owner` (for its colour), `size` (an area),
        `bipartite` (1 for a square) and `ring` (whether to put a ring around it).
    caption : str
        What there is to see in it, in a sentence.

    Returns
    -------
    Captioned
        The picture as SVG, which a cell shows.

    Raises
    ------
    Refused
        If it is no graph, or a node has no position and the graph is no tree.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import plots
    >>> plots.network(nx.path_graph(3), "Two steps.")
    Two steps. (A network: 3 vertices, 2 edges, a tree.)
    """
    if not isinstance(G, nx.Graph):
        raise Refused(f"{shown(G)} is no graph of networkx, and network draws no other")
    tree = bool(len(G)) and nx.is_tree(G)
    positions = nx.get_node_attributes(G, "pos")
    if len(positions) < len(G):
        if not tree:
            raise Refused("a node has no position: give each of them a pos, (x, y)")
        positions = tree_positions(G)
    radii = {v: NODE * sqrt(size) for v, size in G.nodes(data="size", default=1)}
    at = _scaled(positions, SIDE - 2 * (EDGE + max(radii.values(), default=0)))
    room = [0.9 * dist(at[u], at[v]) / (radii[u] + radii[v]) for u, v in G.edges]
    small = min([1.0, *filter(None, room)])  # so that neighbours do not cover each other
    below = sorted(G, key=lambda v: G.nodes[v].get("bipartite") != 1)  # a disc may lie on a square
    lines = "".join(f'<path d="M{_xy(at[u])}L{_xy(at[v])}"/>' for u, v in G.edges)
    nodes = "".join(_node(at[v], small * radii[v], G.nodes[v]) for v in below)
    wide = LINES["network"]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{PAPER}"/>'
        f'<g stroke="{LINE}" stroke-width="{wide}">{lines}</g>'
        f'<g stroke="{INK}">{nodes}</g></svg>'
    )
    alt = f"A network: {len(G)} vertices, {G.size()} edges{', a tree' * tree}."
    return Captioned(svg, SIDE, alt, caption)


def tree_positions(T: nx.Graph) -> dict[Any, Point]:
    """Positions for a tree: its centre in the middle, each branch in a sector for its leaves.

    >>> {v: (round(x), round(y)) for v, (x, y) in tree_positions(nx.path_graph(3)).items()}
    {1: (0, 0), 0: (0, 1), 2: (0, -1)}
    """
    root = nx.center(T)[0]
    down = nx.bfs_tree(T, root)
    leaves: dict[Any, int] = {}
    for v in reversed(list(down)):
        leaves[v] = sum(leaves[child] for child in down[v]) or 1
    positions, start = {root: (0.0, 0.0)}, {root: 0.0}
    depth = nx.single_source_shortest_path_length(down, root)
    for v in down:
        turn = start[v]
        for child in down[v]:
            angle = 2 * pi * (turn + leaves[child] / 2) / leaves[root]
            positions[child] = depth[child] * cos(angle), depth[child] * sin(angle)
            start[child], turn = turn, turn + leaves[child]
    return positions


def _scaled(positions: dict[Any, Point], span: float) -> dict[Any, Point]:
    """The positions with y downwards, scaled to this span around the middle of the picture."""
    if not positions:
        return {}
    xs, ys = ([point[k] for point in positions.values()] for k in (0, 1))
    unit = span / (max(max(xs) - min(xs), max(ys) - min(ys)) or 1)
    mx, my = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return {
        v: (SIDE / 2 + unit * (x - mx), SIDE / 2 - unit * (y - my))
        for v, (x, y) in positions.items()
    }


def _node(point: Point, r: float, data: dict[str, Any]) -> str:
    owner, (x, y) = data.get("owner", EMPTY), point
    if data.get("bipartite") == 1:
        square = f'x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r:.1f}" height="{2 * r:.1f}"'
        return f'<rect {square} fill="{INK if owner == EMPTY else FILL[owner]}"/>'
    disc = f'cx="{x:.1f}" cy="{y:.1f}" r='
    text = f'<circle {disc}"{r:.1f}" fill="{FILL[owner]}"/>'
    if owner == SECOND:  # so that the players differ without their colours too
        wide = LINES["network-mark"]
        look = f'fill="none" stroke="{PAPER}" stroke-width="{wide}"'
        text += f'<circle {disc}"{r / 2:.1f}" {look}/>'
    if data.get("ring"):
        wide = LINES["network-ring"]
        look = f'fill="none" stroke="{GLOW}" stroke-width="{wide}"'
        text += f'<circle {disc}"{r + 4:.1f}" {look}/>'
    return text


def _xy(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
