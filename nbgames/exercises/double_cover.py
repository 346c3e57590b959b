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
from .asked import on_board
from .checking import NOT_YET, Verdict, attempt, compare, exercise, named_in, right, wrong
from .posed import At, Posed, named

RING = ("F1", "E2", "E3", "F3", "A5", "B5", "B6")  # at size 4, around F2 and A6


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
        if C.is_directed() or C.is_multigraph():
            kind = type(C).__name__
            return wrong(f"for {case} your function gives an nx.{kind}: take an nx.Graph.")
        true = graphs.signed_cover(G)
        if set(C) != set(true):
            return wrong(_misnamed(case, C, true))
        joined, meant = ({frozenset(edge) for edge in H.edges} for H in (C, true))
        if joined != meant:
            return wrong(_misjoined(case, G, joined ^ meant, joined))
    return right(f"so it is in all {len(_signed())} cases tried")


def _misnamed(case: str, C: nx.Graph, true: nx.Graph) -> str:
    """Words for a vertex that is not there and should be, or the other way around."""
    lacking = [f"lacks the vertex {v}" for v in true if v not in C]
    strange = [f"has a vertex {v}" for v in C if v not in true]
    return (
        f"for {case} your graph {(lacking + strange)[0]}. Its vertices are (v, 0) and (v, 1) for "
        f"each vertex v: there should be {len(true)}."
    )


def _misjoined(case: str, G: nx.Graph, differ: set[Any], joined: set[Any]) -> str:
    """Words for one of the edges that are there and should not be, or the other way around."""
    ends = min(map(sorted, differ))
    one, other = ends[0], ends[-1]  # of a loop the same
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


def fills(at: At, cells: list[int], rows: list[list[int]]) -> list[Any]:
    """Are these, three cells each, triangles whose boundary is the cycle in the first row?

    The other rows are the triangles that there are.
    """
    size, cycle = len(at.names), rows[0]
    last = [cells[k] for k in range(len(cells) - len(cells) % 3, len(cells))]
    if len(last):
        return [0, f"{named(at, last)} are no triangle yet: name three cells.", last, []]
    used = [0] * len(rows)
    sums = [0] * (size * size)  # of edges, modulo 2: those of the cycle, and of the triangles
    added(sums, cycle, size)
    for k in range(0, len(cells), 3):
        corners = [cells[k], cells[k + 1], cells[k + 2]]
        row = found_in(rows, corners)
        if not row:
            return [0, f"{named(at, corners)} are no triangle: do all three touch?", corners, []]
        if used[row]:
            words = f"the triangle {named(at, corners)} is there twice: leave one out."
            return [0, words, corners, []]
        used[row] = 1
        added(sums, corners, size)
    count = len(cells) // 3
    left = [edge for edge in range(size * size) if sums[edge]]
    if not len(left):
        words = f"the boundary of these {counted(count, 'triangle')} is the cycle"
        return [1, words, [], []]
    own = [0] * (size * size)
    added(own, cycle, size)
    lacks = [edge for edge in left if own[edge]]
    edge = lacks[0] if len(lacks) else left[0]
    name = f"{at.names[edge // size]}-{at.names[edge % size]}"
    says = f"lacks the edge {name} of the cycle"
    if not len(lacks):
        says = f"has the edge {name}, and the cycle has not"
    those = "this triangle" if count == 1 else f"these {counted(count, 'triangle')}"
    words = f"the boundary of {those} {says}. They differ in {counted(len(left), 'edge')}."
    return [0, words, [edge // size, edge % size], []]


def added(sums: list[int], cycle: list[int], size: int) -> None:
    """Add the edges of a cycle to a sum modulo 2, each by the numbers of its ends."""
    for k in range(len(cycle)):
        u, v = cycle[k], cycle[(k + 1) % len(cycle)]
        edge = min(u, v) * size + max(u, v)
        sums[edge] = 1 - sums[edge]


def found_in(rows: list[list[int]], corners: list[int]) -> int:
    """The number of the triangle with these corners, 0 if there is none."""
    for k in range(1, len(rows)):
        a, b, c = [len([1 for cell in rows[k] if cell == corner]) for corner in corners]
        if a and b and c:
            return k
    return 0


def _rows() -> list[list[int]]:
    board = FILLING.game.board
    faces = graphs.faces(FILLING.game)
    return [[board.site(cell) for cell in row] for row in (RING, *faces)]


FILLING = Posed(
    "Name the area",
    "The cycle that is drawn goes around the two cells F2 and A6. Name triangles whose boundary it "
    "is: click their three corners, one triangle after the other. To take one away, click its "
    "corners once more.",
    "projex", 4, fills, 2, "triangles", data=_rows, drawn=" ".join(RING),
)  # fmt: skip


@on_board(FILLING)
def filling(answer: Any) -> Verdict:
    """Triangles of size 4, as texts of three names each, whose boundary is RING."""
    said = [answer] if isinstance(answer, str) else answer
    if not isinstance(said, list | tuple | set | frozenset):
        return wrong(f"{shown(answer)} is no list of triangles: write it like ['F2 F1 E2'].")
    board = FILLING.game.board
    cells: list[int] = []
    for one in said:
        triangle = sorted(set(named_in(one, board.names, "cell of size 4")))
        if len(triangle) != 3:
            many = counted(len(triangle), "cell")
            return wrong(
                f"{shown(one)} names {many}, and not three: each triangle is a text of its own."
            )
        cells += map(board.site, triangle)
    return FILLING.judged(cells)


@exercise
def shortest_loops(answer: Any) -> Verdict:
    """How many shortest odd cycles does a signed graph have?"""
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


@exercise
def formula(answer: Any) -> Verdict:
    """How many shortest loops does the board of size n have?"""
    return compare(
        answer,
        lambda n: 6 * 4 ** (n - 2) - 3,
        {f"n = {n}": (n,) for n in range(3, 10)},
        "The first numbers are 21, 93, 381 and 1533: how does each follow from the one before?",
    )
