"""Answers to the exercises of "Two lattices", right ones and wrong ones."""

from itertools import combinations

import networkx as nx

import nbgames
from nbgames import FIRST, analysis

PAIRS = [
    ("b2-c3", "c3-d2"), ("c1-d2", "d2-e1"), ("b2-c1", "a1-b2"), ("a3-b2", "b4-c3"),
    ("d2-e3", "c3-d4"), ("a3-b4", "d4-e3"), ("c5-d4", "d4-e5"), ("a5-b4", "b4-c5"),
]  # fmt: skip
MIRRORED = [tuple("edcba"["abcde".index(p[3])] + p[4] + "-" + "edcba"["abcde".index(p[0])] + p[1]
            for p in pair) for pair in PAIRS]  # fmt: skip


class Careful:
    """V keeps two trees on the lattice of a1, and looks at nothing else."""

    def choose(self, m):
        return next(
            p for p in m.legal() if analysis.two_trees(m.play(p), FIRST, 0).safe
        )  # as in the notebook


def halves(G):
    """Try every set of edges of the right size, and what is left."""
    for some in combinations(G.edges, len(G) - 1):
        rest = [edge for edge in G.edges if edge not in some]
        for other in combinations(rest, len(G) - 1):
            if all(set(T) == set(G) and nx.is_tree(T) for T in map(nx.Graph, (some, other))):
                return list(some), list(other)


def counted(G):
    """Enough edges: that is not all it takes."""
    edges = list(G.edges)
    return (edges[::2], edges[1::2]) if len(edges) >= 2 * (len(G) - 1) else None


def and_the_rest(G):
    """One tree, and all other edges, which may be too many."""
    for some in combinations(G.edges, len(G) - 1):
        T, rest = nx.Graph(some), nx.Graph([edge for edge in G.edges if edge not in some])
        if set(T) == set(rest) == set(G) and nx.is_tree(T) and nx.is_connected(rest):
            return list(T.edges), list(rest.edges)


LIVE = nbgames.match("antipalos", 2, swap=False)

OUT = "a2-b3 b3-c4 b5-c4 b5-c6 c6-d5 d5-e4 e4-f5"

RIGHT = {
    "pairing": [PAIRS, MIRRORED],
    "maze": [OUT, OUT.split()[::-1]],
    "trees": [halves],
    "race": ["a1-b2, b2-c3, c3-d2", ["B2-a1", "c3-b2", "d2-c3"]],
    "too_much": [
        (LIVE.play("a1-b2"), "a2-b3"),
        [LIVE.play("a3-b2"), "A2-B1"],
        {"V": ["a1-b2", "a2-b3"], "H": []},
        {"V": "a3-b2 A2-B1", "H": ""},
    ],
}
GIVEN = {"race": (Careful(),)}

WRONG = {
    "pairing": [
        (PAIRS[:4], "V does not join top and bottom"),
        ([], "leave V nothing"),
        ([*PAIRS[:-1], ("a1-b2", "a5-b4")], "a1-b2 is there twice"),
        ([("a1-b2",)], "('a1-b2',) is no pair"),
        (["a1-b2", "b2-c1"], "'a1-b2' is no pair"),
        ([("a2-b1", "a1-b2")], "a2-b1 is not on the lattice of a1"),
        ("a1-b2", "a list of pairs"),
    ],
    "maze": [
        ([], "no piece is named"),
        (OUT.split()[:-1], "does not reach"),
        (OUT.split()[1:], "does not lie at a side"),
        (OUT.split()[::2], "have no point in common"),
        ([*OUT.split(), "z9-y8"], "z9-y8"),
    ],
    "trees": [
        (lambda G: None, "for four vertices, pairwise joined, you say there are none"),
        (counted, "no tree that spans all vertices"),
        (and_the_rest, "five vertices, pairwise joined, these edges are no tree"),
        (lambda G: ([], []), "no tree that spans all vertices: none"),
        (lambda G: (list(G.edges), list(G.edges)), "both lists have the edge"),
        (lambda G: [list(G.edges)], "gives 1 lists"),
        (lambda G: 7, "not two lists of edges"),
    ],
    "race": [
        ("a1-b2", "nobody has joined"),
        ("b3-c4, c2-d3, a1-b2, c3-d4", "V wins by a chain"),
        ("a1-b2, a1-b2", "H cannot lay a1-b2: its square is taken"),
        ("b2-b4", "b2-b4"),
        ("a3b3", "row 1 has a1-b2"),
    ],
    "too_much": [
        ((LIVE, "a1-b2"), "it does no harm here"),
        ({"V": ["a1-b2", "b2-c3"], "H": []}, "does no better without any one of a1-b2 and b2-c3"),
        ({"V": ["a1-b2"], "H": ["a2-b3"]}, "lay two more of V's than of H's"),
        ({"V": ["a1-b2", "a2-b1", "a2-b3"], "H": ["b1-c2"]}, "one piece at most in each square"),
        ({"V": ["a1-b2"]}, "a dictionary of two lists"),
        ((LIVE.play("a1-b2"), "b1-a2"), "cannot be laid"),
        (LIVE, "give a match"),
        ((nbgames.match("antipalos", 4, swap=False), "a1-b2"), "size 2 or 3"),
        ((nbgames.match("antipalos", 2), "z9"), "z9"),
    ],
}
