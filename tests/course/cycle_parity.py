"""Answers to the exercises of "Cycle parity", right ones and wrong ones."""

from itertools import pairwise

import networkx as nx

import nbgames
from nbgames import analysis, graphs

THREE, FOUR = (graphs.board_graph(nbgames.game("projex", size)) for size in (3, 4))
RIM = next(c for c in nx.simple_cycles(FOUR, 4) if analysis.crossings(FOUR, c) == 2)
SIDES = analysis.potential(FOUR.subgraph(RIM))
HIGH = next(
    v for v in THREE if THREE.degree(v) == 6 and analysis.homology_rank(THREE.subgraph(THREE[v]))
)


def along_a_tree(G):
    side = {}
    for root in G:
        side.setdefault(root, 0)
        for u, v in nx.bfs_edges(G, root):
            side.setdefault(v, side[u] ^ G[u][v]["parity"])
    return any(side[u] ^ side[v] != p for u, v, p in G.edges(data="parity"))


def in_the_cover(G):
    C = graphs.signed_cover(G)
    return any(nx.has_path(C, (v, 0), (v, 1)) for v in G)


def by_subdividing(G):
    H = nx.Graph()
    for u, v, p in G.edges(data="parity"):
        nx.add_path(H, [u, v] if p else [u, (u, v), v])
    return not nx.is_bipartite(H)


RIGHT = {
    "odd": [
        lambda G, c: analysis.crossings(G, c) % 2 == 1,
        lambda G, c: sum(G[u][v]["parity"] for u, v in pairwise([*c, c[0]])) % 2,
    ],
    "loop": [along_a_tree, in_the_cover, by_subdividing],
    "ring": [list(THREE[HIGH]), " ".join(THREE[HIGH]).lower()],
    "seam": [[v for v in RIM if SIDES[v]], [v for v in RIM if not SIDES[v]]],
}
GIVEN = {"seam": (RIM,)}

WRONG = {
    "odd": [
        (lambda G, c: True, "parity 1 on the way round"),
        (lambda G, c: any(G[u][v]["parity"] for u, v in pairwise(c)), "parity 1 on the way round"),
        (lambda G, c: G.clear() or c.clear() or False, "parity 1 on the way round"),
    ],
    "loop": [
        (lambda G: G.number_of_edges() > 9, "Some odd cycle"),
        (lambda G: all(p for *_, p in G.edges(data="parity")), "Some odd cycle"),
        (lambda G: G.missing, "stops with AttributeError"),
    ],
    "ring": [
        (list(THREE), "is a global loop"),
        (list(THREE)[:2], "filled by triangles"),
        (["Z9"], "'Z9' is no cell of size 3"),
        (3, "3 is no list"),
    ],
    "seam": [([], "2 edges of the cycle still carry"), (["Z9"], "no cell of size 4")],
}
