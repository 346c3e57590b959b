"""Answers to the exercises of "Cycle parity", right ones and wrong ones."""

from itertools import count, pairwise

import networkx as nx

import nbgames
from nbgames import analysis, graphs

THREE = graphs.board_graph(nbgames.game("projex", 3))
ZIGZAG = ["F1", "A6", "F2", "A5", "F3", "E3", "E2"]
HIGH = next(
    v for v in THREE if THREE.degree(v) == 6 and analysis.homology_rank(THREE.subgraph(THREE[v]))
)


def subdivided(G):
    H = nx.Graph()
    for u, v, p in G.edges(data="parity"):
        nx.add_path(H, [u, v] if p else [u, (u, v), v])
    return H


def numbered(G):
    """The vertices in the middle are 0, 1, 2 and so on."""
    H, middle = nx.Graph(), count()
    for u, v, p in G.edges(data="parity"):
        nx.add_path(H, [u, v] if p else [u, next(middle), v])
    return H


def named_by_ends(G):
    H = nx.Graph()
    for u, v, p in G.edges(data="parity"):
        nx.add_path(H, [u, v] if p else [u, u + v, v])
    return H


def doubled(G):
    """A triangle where some cell is joined to its copy."""
    C = graphs.signed_cover(G)
    loop = any(nx.has_path(C, (v, 0), (v, 1)) for v in G)
    return nx.cycle_graph(3 if loop else 4)


def by_balance(edges):
    G = nx.Graph()
    for k, (u, v, p) in enumerate(edges):
        if G.has_edge(u, v) and G[u][v]["parity"] != p:
            return k
        G.add_edge(u, v, parity=p)
        if not analysis.is_balanced(G):
            return k
    return len(edges)


def by_cover(edges):
    C = nx.Graph()
    for k, (u, v, p) in enumerate(edges):
        C.add_edges_from(((u, a), (v, a ^ p)) for a in (0, 1))
        if nx.has_path(C, (u, 0), (u, 1)):
            return k
    return len(edges)


def any_cycle(edges):
    """Stops at the first cycle, odd or even."""
    G = nx.Graph()
    for k, (u, v, _) in enumerate(edges):
        if u in G and v in G and nx.has_path(G, u, v):
            return k
        G.add_edge(u, v)
    return len(edges)


def forgetful(edges):
    """Joins sets without turning the parities of the one that is moved."""
    home = {}
    for k, (u, v, p) in enumerate(edges):
        (a, x), (b, y) = home.setdefault(u, (u, 0)), home.setdefault(v, (v, 0))
        if a == b and x ^ y != p:
            return k
        if a != b:
            home |= {w: (a, z) for w, (root, z) in home.items() if root == b}
            home[v] = (a, x ^ p)
    return len(edges)


RIGHT = {
    "odd": [
        lambda G, c: analysis.crossings(G, c) % 2 == 1,
        lambda G, c: sum(G[u][v]["parity"] for u, v in pairwise([*c, c[0]])) % 2,
    ],
    "ordinary": [subdivided, numbered, named_by_ends, doubled],
    "until_odd": [by_balance, by_cover],
    "ring": [list(THREE[HIGH]), " ".join(THREE[HIGH]).lower()],
    "seam": [["A5", "A6"], "f1, e2, e3, f3, f2", ["A5", "A6", "C3"]],
}
GIVEN = {"seam": (ZIGZAG,)}

WRONG = {
    "odd": [
        (lambda G, c: True, "1 all around the cycle"),
        (lambda G, c: analysis.crossings(G, c) == 1, "F1, A6, F2, A5, B4, C3, D2, E1"),
        (
            lambda G, c: any(G[u][v]["parity"] for u, v in pairwise(c)),
            "1 all around the cycle",
        ),
        (lambda G, c: G.clear() or c.clear() or False, "1 all around the cycle"),
        (lambda G, c: "odd", "give True or False"),
    ],
    "ordinary": [
        (nx.Graph, "a ring of four cells with one crossing"),
        (lambda G: nx.Graph((u, v) for u, v, p in G.edges(data="parity") if p), "change the class"),
        (lambda G: G.missing, "stops with AttributeError"),
        (lambda G: True, "and not a graph"),
        (7, "no function"),
    ],
    "until_odd": [
        (len, "an edge twice"),
        (any_cycle, "does the parity fit"),
        (lambda edges: sum(not p for *_, p in edges), "for one edge"),
        (forgetful, "two pairs that are joined"),
        (lambda edges: len(edges) - (len(edges) > 1), "a triangle with two crossings"),
        (lambda edges: None, "gives nothing"),
    ],
    "ring": [
        (list(THREE), "are an odd loop"),
        (list(THREE)[:2], "a sum of triangles of your cells"),
        (["Z9"], "'Z9' is no cell of size 3"),
        (3, "3 is no list"),
    ],
    "seam": [
        ([], "4 edges of the cycle still carry"),
        (["A5"], "2 edges of the cycle still carry"),
        (["Z9"], "no cell of size 4"),
    ],
}
