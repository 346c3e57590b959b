"""Exercises of "Cycle parity and the projective plane": odd cycles, balance, rings, the seam."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import networkx as nx

from .. import graphs
from ..analysis import ParityUnionFind, crossings, is_balanced
from ..analysis.answers import counted, listed
from ..core.board import Net
from ..core.chains import components
from ..core.chains import loop as shortest_loop
from ..core.errors import shown
from ..core.kernels import tally
from ..games import game
from .asked import on_board
from .checking import NOT_YET, Verdict, attempt, compare, exercise, right, wrong
from .posed import At, Posed, named, owned

Edge = tuple[str, str, int]
THRICE = ["F1", "A6", "F2", "A5", "B4", "C3", "D2", "E1"]  # at size 4, over the edge three times


@exercise
def odd(answer: Any) -> Verdict:
    """Is a cycle of a signed graph, given as a list of vertices, odd?"""
    G = graphs.board_graph(game("projex", 4))
    return compare(
        answer,
        lambda G, cycle: crossings(G, cycle) % 2 == 1,
        {f"the cycle {', '.join(cycle)}": (G, cycle) for cycle in [*nx.cycle_basis(G), THRICE]},
        "Count the edges of parity 1 all around the cycle, the one from the last to the first too.",
    )


@exercise
def ordinary(answer: Any) -> Verdict:
    """A graph without signs that is bipartite exactly where a signed graph is balanced."""
    if not callable(answer):
        return wrong(f"{shown(answer)} is no function: write one with def.")
    for case, G in _signed().items():
        H = attempt(answer, case, G)
        if H is ...:
            return NOT_YET
        if not isinstance(H, nx.Graph):
            return wrong(f"for {case} your function gives {shown(H)}, and not a graph.")
        if nx.is_bipartite(H) != is_balanced(G):
            yours, true = ("", "not ") if nx.is_bipartite(H) else ("not ", "")
            return wrong(
                f"for {case} your graph is {yours}bipartite, but the signed graph is {true}"
                "balanced. How often should a path along an edge change the class?"
            )
    return right(f"balanced and bipartite are the same in all {len(_signed())} cases tried")


@cache
def _signed() -> dict[str, nx.Graph]:
    """Signed graphs by words for them, the smallest first."""
    G, rng = graphs.board_graph(game("projex", 4)), Random(1)
    sets = [[v for v in G if rng.random() < rng.choice((0.3, 0.5, 0.7))] for _ in range(60)]
    some = [["E2", "F2", "E3"], ["D1", "E1", "C6"], ["F1", "A6", "F2"], *sets]
    ring = {p: nx.cycle_graph("abcd") for p in (0, 1)}
    for p, H in ring.items():
        nx.set_edge_attributes(H, {e: int(e == ("a", "b")) * p for e in H.edges}, "parity")
    return {
        "a ring of four cells without any crossing": ring[0],
        "a ring of four cells with one crossing": ring[1],
    } | {f"size 4 with {listed(cells)}": G.subgraph(cells).copy() for cells in some}


@exercise
def until_odd(answer: Any) -> Verdict:
    """How many signed edges can be added one after another before the first closes an odd cycle?"""
    rng = Random(2)
    rows: dict[str, list[Edge]] = {
        "no edges": [],
        "one edge": [("a", "b", 1)],
        "an edge twice, with both parities": [("a", "b", 0), ("b", "a", 1)],
        "a triangle with one crossing": [("a", "b", 0), ("b", "c", 0), ("c", "a", 1)],
        "a triangle with two crossings": [("a", "b", 1), ("b", "c", 0), ("c", "a", 1)],
        "two pairs that are joined": [("a", "b", 1), ("c", "d", 0), ("b", "d", 0), ("a", "c", 0)],
    }
    for number in range(40):
        G = graphs.board_graph(game("projex", 4))
        H = G.subgraph(rng.sample(list(G), rng.randrange(8, 20)))
        row = [(u, v, p) if rng.random() < 0.5 else (v, u, p) for u, v, p in H.edges(data="parity")]
        rng.shuffle(row)
        rows[f"{len(row)} edges of size 4 in random order, number {number}"] = row
    return compare(
        answer,
        _until_odd,
        {case: (row,) for case, row in rows.items()},
        "Add the edges by hand: which sets are their ends in, does the parity fit what is known?",
    )


def _until_odd(edges: list[Edge]) -> int:
    sets = ParityUnionFind()
    return next((k for k, edge in enumerate(edges) if not sets.union(*edge)), len(edges))


def holed(at: At, cells: list[int], faces: list[list[int]]) -> list[Any]:
    """Have these cells a cycle that is no sum of their triangles, and no winning loop?"""
    owners = owned(at, cells, 1)
    found = shortest_loop(at.net, owners, 1)
    if len(found):
        return [0, f"these win: {named(at, found)} are an odd loop.", [], found]
    filled = len([1 for a in faces if owners[a[0]] and owners[a[1]] and owners[a[2]]])
    ends = 0
    for cell in cells:
        ends += tally(at.net, owners, cell, 1)
    parts = 0
    for chain in components(at.net, owners, 1):
        parts = max(parts, chain)
    if parts - len(cells) + ends / 2 - filled == 0:  # the first Betti number, by Euler's formula
        words = (
            "every cycle here is a sum of triangles of your cells, or there is none: leave a cell "
            "out in the middle."
        )
        return [0, words, [], []]
    words = "one cycle is no sum of triangles of your cells, and every cycle is even"
    return [1, words, [], []]


def _faces() -> list[list[int]]:
    board = RING.game.board
    return [[board.site(cell) for cell in face] for face in graphs.faces(RING.game)]


def even_everywhere(at: At, cells: list[int], cycle: list[int]) -> list[Any]:
    """Does no edge of a cycle carry parity 1 once these cells are switched?"""
    switched = owned(at, cells, 1)
    left = [cycle[k] for k in range(len(cycle)) if carries(at.net, cycle, k, switched)]
    if len(left):
        words = (
            f"{counted(len(left), 'edge')} of the cycle still carry parity 1: switch all of its "
            "cells on one side of the seam."
        )
        return [0, words, left, []]
    return [1, "the seam no longer touches this cycle. It can never leave an odd one", [], []]


def carries(net: Net, cycle: list[int], k: int, switched: list[int]) -> int:
    """The parity of the k-th edge of a cycle."""
    site, other = cycle[k], cycle[(k + 1) % len(cycle)]
    for at in range(net.starts[site], net.starts[site + 1]):
        if net.ends[at] == other:
            return (net.twists[at] + switched[site] + switched[other]) % 2
    return 0


def _cycle() -> list[int]:
    return [SEAM.game.board.site(cell) for cell in SEAM.drawn.split()]


RING = Posed(
    "A ring",
    "Choose cells that contain a ring around something, and no winning loop.",
    "projex", 3, holed, 2, data=_faces,
)  # fmt: skip
SEAM = Posed(
    "Move it away",
    "The cycle that is drawn crosses the edge four times. Choose the cells to be switched, so that "
    "none of its edges has parity 1 any more.",
    "projex", 4, even_everywhere, 3, data=_cycle, drawn="F1 A6 F2 A5 F3 E3 E2",
)  # fmt: skip


@on_board(RING)
def ring(answer: Any) -> Verdict:
    """Cells of size 3 with a ring that is no sum of their triangles and does not win."""
    return RING.judged(RING.read(answer, "cell of size 3"))


@on_board(SEAM)
def seam(answer: Any, cycle: list[str]) -> Verdict:
    """Cells to switch, so that no edge of an even cycle of size 4 carries parity 1."""
    sites = [SEAM.game.board.site(cell) for cell in cycle]
    return SEAM.judged(SEAM.read(answer, "cell of size 4"), sites)
