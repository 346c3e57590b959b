"""Answers to the exercises of "Double cover, sphere and homology", right ones and wrong ones."""

from math import inf

import networkx as nx

import nbgames
from nbgames import analysis, graphs

FOUR = graphs.board_graph(nbgames.game("projex", 4))
FACES = [" ".join(face) for face in graphs.faces(nbgames.game("projex", 4))]
INSIDE = [face for face in FACES if "F2" in face or "A6" in face]


def by_product(G):
    """Every pair of a node and a sheet with every other, and the sum of the sheets decides."""
    C = nx.Graph()
    for u in G:
        C.add_nodes_from([(u, 0), (u, 1)])
        for v in G[u]:
            C.add_edges_from(
                ((u, s), (v, t)) for s in (0, 1) for t in (0, 1) if s ^ t == p(G, u, v)
            )
    return C


def p(G, u, v):
    return G[u][v]["parity"]


def flat(G):
    """Two copies side by side, without any crossing."""
    return nx.Graph(((u, s), (v, s)) for u, v in G.edges for s in (0, 1))


def sheets_first(G):
    return nx.relabel_nodes(graphs.signed_cover(G), lambda vertex: vertex[::-1])


def looped(G):
    """Writes u where v is meant."""
    C = nx.Graph()
    C.add_nodes_from((v, s) for v in G for s in (0, 1))
    C.add_edges_from(((u, s), (u, s ^ p(G, u, v))) for u, v in G.edges for s in (0, 1))
    return C


def by_walks(G, v):
    """The first number of steps after which an odd walk may be back."""
    now = {(v, 0)}
    for steps in range(1, 2 * len(G) + 1):
        now = {(w, s ^ p(G, u, w)) for u, s in now for w in G[u]}
        if (v, 1) in now:
            return steps
    return inf


def simple_loop(G, v):
    """The shortest odd cycle through v: walks with a tail are not seen."""
    odd = [len(c) for c in nx.simple_cycles(G, 6) if v in c and analysis.crossings(G, c) % 2]
    return min(odd, default=inf)


def by_cycles(G):
    """All cycles, the short ones first."""
    for length in range(3, len(G) + 1):
        cycles = [c for c in nx.simple_cycles(G, length) if len(c) == length]
        if found := sum(analysis.crossings(G, c) % 2 for c in cycles):
            return found
        if length > 9:
            return 0
    return 0


def each_twice(G):
    """Forgets that a loop is met from each of its cells."""
    C = graphs.signed_cover(G)
    paths = 0
    for v in G:
        if nx.has_path(C, (v, 0), (v, 1)):
            paths += len(list(nx.all_shortest_paths(C, (v, 0), (v, 1))))
    return paths // 2


RIGHT = {
    "cover": [by_product, graphs.signed_cover],
    "more_fives": [lambda chi: 6 * chi, lambda chi: 12 - 6 * (2 - chi)],
    "to_the_twin": [by_walks],
    "filling": [
        INSIDE,
        [face for face in FACES if face not in INSIDE],
        [tuple(face.lower().split()) for face in INSIDE],
    ],
    "shortest_loops": [by_cycles],
    "formula": [lambda n: 6 * 4 ** (n - 2) - 3, lambda n: 3 * 2 ** (2 * n - 3) - 3],
}

WRONG = {
    "cover": [
        (flat, "a triangle with 1 crossing"),
        (lambda G: G, "there should be 6"),
        (lambda G: nx.Graph(graphs.signed_cover(G).edges), "there should be 8"),
        (lambda G: nx.Graph(graphs.signed_cover(G).edges), "lacks the vertex ('d', 0)"),
        (sheets_first, "lacks the vertex ('a', 0)"),
        (lambda G: nx.compose(graphs.signed_cover(G), nx.path_graph(1)), "has a vertex 0"),
        (looped, "has an edge from ('a', 0) to ('a', 0)"),
        (lambda G: nx.MultiGraph(graphs.signed_cover(G)), "an nx.MultiGraph"),
        (lambda G: nx.DiGraph(graphs.signed_cover(G)), "an nx.DiGraph"),
        (lambda G: graphs.signed_cover(G).edges, "and not a graph"),
        (lambda G: G.sheets, "stops with AttributeError"),
    ],
    "more_fives": [
        (lambda chi: 6, "for χ = 2"),
        (lambda chi: 12 * chi, "sum of the degrees"),
        (lambda chi: 12 - 6 * chi, "for χ = 2"),
    ],
    "to_the_twin": [
        (lambda G, v: 3, "with 0 crossings"),
        (simple_loop, "with 1 crossing and a tail from a to d, from d"),
        (lambda G, v: len(G), "on the other sheet"),
    ],
    "filling": [
        (INSIDE[1:], "They differ in 3 edges"),
        (INSIDE[:1], "the boundary of this triangle lacks"),
        ([], "They differ in 7 edges"),
        ([*INSIDE, INSIDE[0]], "is there twice"),
        (["F2 F1 E3"], "do all three touch"),
        (", ".join(INSIDE), "and not three: each triangle is a text of its own"),
        (["Z9 F2 F1"], "no cell of size 4"),
        (9, "no list of triangles"),
    ],
    "shortest_loops": [
        (each_twice, "do you meet each loop"),
        (lambda G: 21, "with 0 crossings"),
        (lambda G: sum(len(c) == 6 for c in nx.simple_cycles(G, 6)), "a triangle with 1 crossing"),
    ],
    "formula": [
        (lambda n: 72 * n - 195, "for n = 5"),
        (lambda n: 6 * 4 ** (n - 2), "follow from the one before"),
        (1533, "no function"),
    ],
}
