"""Answers to the exercises of "Cuts, flows and blocking", right ones and wrong ones."""

from itertools import combinations
from math import inf

from nbgames import FIRST, SECOND, analysis, graphs


def brute(m):
    """Every set of empty cells, the small ones first."""
    G = graphs.board_graph(m)
    mine = set(G) - set(m.owned(SECOND))
    empty = mine - set(m.owned(FIRST))
    for k in range(len(empty) + 1):
        for cut in combinations(sorted(empty), k):
            if analysis.is_balanced(G.subgraph(mine - set(cut))):
                return k


def spreading(G, goals):
    """As Dijkstra does it: who is reached for the second time is settled."""
    far, met, edge = dict.fromkeys(goals, 0), dict.fromkeys(G, 0), list(goals)
    distance = 0
    while edge:
        distance += 1
        for v in edge:
            for w in G[v]:
                met[w] += 1
        edge = [v for v in G if v not in far and met[v] >= 2]
        far |= dict.fromkeys(edge, distance)
    return {v: far.get(v, inf) for v in G}


RIGHT = {
    "cutting": ["C2 G2 A1 I1", "i9 a9 c8 g8"],
    "joining": ["B3, B7, B11, B15, A1, A17", ["p3", "p7", "p11", "p15", "q1", "q17"]],
    "fewest": [brute, lambda m: analysis.blocking_set(m, FIRST).stones],
    "volts": [lambda row, N: row / N, lambda row, N: 1 - (N - row) / N],
    "two_distance": [spreading],
    "limit": [3**0.5, 1.732, 1.73205],
}

WRONG = {
    "cutting": [
        ("C2 G2 A1", "Vert may still get"),
        ("C2 G2 A1 I1 E5", "Four are enough"),
        ("", "Vert may still get"),
        ("Z1", "no hole of ConHex 3"),
    ],
    "joining": [
        ("B3 B7 B11 B15 A1", "no chain of them"),
        ("B3 B7 B11 B15 A1 A17 Q1", "these are 7 holes"),
        ("A3", "no hole of ConHex"),
    ],
    "fewest": [
        (lambda m: 4, "for the match"),
        (lambda m: analysis.distance(m, FIRST).stones, "small ones first"),
        (lambda m: m.missing, "stops with AttributeError"),
    ],
    "volts": [
        (lambda row, N: row, "the top 2, where the exercise sets 0 and 1"),
        (lambda row, N: (row / N) ** 2, "do not cancel"),
        (lambda row, N: "much", "not all of it numbers"),
        (0.5, "no function"),
    ],
    "two_distance": [
        (lambda G, goals: {v: 0 for v in G}, "a path of four vertices"),
        (lambda G, goals: {v: int(v not in goals) for v in G}, "the second smallest"),
    ],
    "limit": [
        (1.675, "it still rises"),
        (1.73, "not exact to three decimals"),
        (1.75, "a square sheet of a mesh of triangles"),
        ("√3", "is no number"),
    ],
}
