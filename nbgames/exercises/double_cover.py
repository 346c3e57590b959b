"""Exercises of "Double cover, sphere and homology": covers, pentagons, twins, areas, loops."""

from __future__ import annotations

from functools import cache
from math import inf
from random import Random
from typing import Any

import networkx as nx

from .. import graphs
from ..analysis.answers import counted, listed
from ..core.errors import shown
from ..games import game
from .checking import NOT_YET, Verdict, attempt, compare, exercise, named_in, right, wrong

RING = ("F1", "E2", "E3", "F3", "A5", "B5", "B6")  # at size 4, around F2 and A6
Edge = frozenset[str]


@cache
def _signed() -> dict[str, nx.Graph]:
    """Signed graphs by words for them, the smallest first; parts of boards, with a loop or not."""
    found = {}
    for p in (0, 1):
        H = nx.Graph([("a", "b", {"parity": 0}), ("b", "c", {"parity": 0})])
        H.add_edge("c", "a", parity=p)
        found[f"a triangle with {counted(p, 'crossing')}"] = H
    tail = nx.Graph(found["a triangle with 1 crossing"])
    tail.add_edge("a", "d", parity=0)
    found["a triangle with 1 crossing and a tail from a to d"] = tail
    lone = nx.Graph(found["a triangle with 1 crossing"])
    lone.add_node("d")
    found["a triangle with 1 crossing and a vertex without edges"] = lone
    rng = Random(4)
    for size, left in ((3, 8), (4, 13), (4, 18), (4, 20), (4, 22), (5, 33)):
        G = graphs.board_graph(game("projex", size))
        cells = set(rng.sample(list(G), left))
        found[f"size {size} with {listed(v for v in G if v in cells)}"] = G.subgraph(cells).copy()
    return found


@exercise
def cover(answer: Any) -> Verdict:
    """The double cover of a signed graph, with the vertices (v, 0) and (v, 1)."""
    if not callable(answer):
        return wrong(f"{shown(answer)} is no function: write one with def.")
    for case, G in _signed().items():
        C = attempt(answer, case, G)
        if C is ...:
            return NOT_YET
        if not isinstance(C, nx.Graph):
            return wrong(f"for {case} your function gives {shown(C)}, and not a graph.")
        true = graphs.signed_cover(G)
        if set(C) != set(true):
            return wrong(
                f"for {case} your graph has other vertices than (v, 0) and (v, 1) for each v, or "
                f"not all of them: it has {len(C)}, and there should be {len(true)}."
            )
        joined, meant = ({frozenset(edge) for edge in H.edges} for H in (C, true))
        if joined != meant:
            return wrong(_misjoined(case, G, joined ^ meant, joined))
    return right(f"so it is in all {len(_signed())} cases tried")


def _misjoined(case: str, G: nx.Graph, differ: set[Any], joined: set[Any]) -> str:
    """Words for one of the edges that are there and should not be, or the other way around."""
    one, other = sorted(min(map(sorted, differ)))
    (u, _), (v, _) = one, other
    between = f"parity {G[u][v]['parity']}" if G.has_edge(u, v) else "no edge"
    has = "has" if frozenset((one, other)) in joined else "does not have"
    return (
        f"for {case} your graph {has} an edge from {one} to {other}. Look: between {u} and {v} "
        f"there is {between} in the signed graph."
    )


@exercise
def more_fives(answer: Any) -> Verdict:
    """How many more five-valent cells than seven-valent ones has a surface, by V - E + F?"""
    return compare(
        answer,
        lambda chi: 6 * chi,
        {f"χ = {chi}": (chi,) for chi in (1, 2, 0, -1, -2, -10)},
        "Put 3F = 2E into χ = V - E + F, and compare 6V with the sum of the degrees.",
    )


@exercise
def to_the_twin(answer: Any) -> Verdict:
    """The fewest steps of an odd closed walk from a vertex of a signed graph to itself, or inf."""
    cases = {f"{case}, from {v}": (G, v) for case, G in _signed().items() for v in list(G)[:8]}
    return compare(
        answer,
        _far,
        cases,
        "Walk by hand: after how many edges, if ever, are you back on the other sheet?",
    )


def _far(G: nx.Graph, v: Any) -> float:
    try:
        steps: int = nx.shortest_path_length(graphs.signed_cover(G), (v, 0), (v, 1))
    except nx.NetworkXNoPath:
        return inf
    return steps


@exercise
def filling(answer: Any) -> Verdict:
    """Triangles of size 4, as texts of three names each, whose boundary is RING."""
    G = graphs.board_graph(game("projex", 4))
    faces = {frozenset(face) for face in graphs.faces(game("projex", 4))}
    said = [answer] if isinstance(answer, str) else answer
    if not isinstance(said, list | tuple | set | frozenset):
        return wrong(f"{shown(answer)} is no list of triangles: write it like ['F2 F1 E2'].")
    total: set[Edge] = set()
    used: set[Edge] = set()
    for one in said:
        triangle = frozenset(named_in(one, G, "cell of size 4"))
        if len(triangle) != 3:
            return wrong(f"{shown(one)} names {counted(len(triangle), 'cell')}, and not three.")
        if triangle not in faces:
            return wrong(f"{listed(sorted(triangle))} are no triangle: do all three touch?")
        if triangle in used:
            return wrong(f"the triangle {listed(sorted(triangle))} is there twice: leave one out.")
        used.add(triangle)
        total ^= {triangle - {v} for v in triangle}
    ring = {frozenset(edge) for edge in nx.utils.pairwise(RING, cyclic=True)}
    if differ := total ^ ring:
        edge = min(differ, key=sorted)
        name = "-".join(sorted(edge))
        says = f"has the edge {name}, and the cycle has not"
        if edge in ring:
            says = f"lacks the edge {name} of the cycle"
        those = "this triangle" if len(used) == 1 else f"these {counted(len(used), 'triangle')}"
        return wrong(
            f"the boundary of {those} {says}. They differ in {counted(len(differ), 'edge')}."
        )
    return right(f"the boundary of these {counted(len(used), 'triangle')} is the cycle")


@exercise
def shortest_loops(answer: Any) -> Verdict:
    """How many shortest odd cycles has a signed graph?"""
    boards = {f"the board of size {n}": graphs.board_graph(game("projex", n)) for n in (3, 4)}
    return compare(
        answer,
        _shortest_loops,
        {case: (G,) for case, G in (_signed() | boards).items()},
        "Which cells lie on a shortest loop, and how often do you meet each loop as you count?",
    )


def _shortest_loops(G: nx.Graph) -> int:
    C = graphs.signed_cover(G)
    far = {v: _far(G, v) for v in G}
    least = min(far.values(), default=inf)
    if least == inf:
        return 0
    nearest = [v for v in G if far[v] == least]
    paths = sum(len(list(nx.all_shortest_paths(C, (v, 0), (v, 1)))) for v in nearest)
    return paths // (2 * int(least))
