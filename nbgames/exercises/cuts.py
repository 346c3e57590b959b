"""Exercises of "Cuts, flows and blocking": shared holes, brute force, voltages, two-distance."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf, isclose
from random import Random
from typing import Any

import networkx as nx

from .. import graphs
from ..analysis import distance
from ..analysis.answers import counted
from ..core.errors import shown
from ..core.position import FIRST, SECOND
from ..games import game
from ..play.match import Match, match
from .checking import NOT_YET, Verdict, attempt, compare, exercise, named_in, right, wrong

STONES = 6  # the fewest that join top and bottom: analysis.distance, which is exact


@exercise
def joining(answer: Any) -> Verdict:
    """Six holes of ConHex with which Vert alone joins top and bottom."""
    conhex = game("conhex")
    holes = conhex.board.names[: conhex.board.claimable]
    named = sorted(set(named_in(answer, holes, "hole of ConHex")))
    if len(named) > STONES:
        return wrong(f"these are {len(named)} holes, and six are enough.")
    taken = conhex.position({conhex.board.site(hole): FIRST for hole in named})
    A = graphs.board_graph(match(conhex, start=taken))
    own = [cell for cell, owner in A.nodes(data="owner") if owner == FIRST]
    ends = [
        {side for cell in chain for side in A.nodes[cell].get("sides", ())}
        for chain in nx.connected_components(A.subgraph(own))
    ]
    if not any({"top", "bottom"} <= sides for sides in ends):
        return wrong(
            f"with these holes Vert owns {counted(len(own), 'cell')}, and no chain of them joins "
            "top and bottom. Which holes are in two cells of one chain?"
        )
    return right(f"Vert owns {counted(len(own), 'cell')}, and a chain of them joins top and bottom")


def _middles(count: int) -> list[Match]:
    """Positions of Projex 3 after a few random claims, where nobody has won."""
    rng = Random(5)
    found: list[Match] = []
    while len(found) < count:
        m = match("projex", 3, swap=False)
        for _ in range(rng.randrange(7)):
            m = m if m.outcome else m.play(rng.choice(m.legal()))
        if not m.outcome and m.moves not in [other.moves for other in found]:
            found.append(m)
    return found


@exercise
def fewest(answer: Any) -> Verdict:
    """How many cells must O take in this match of Projex 3, so that X can make no winning loop?"""
    return compare(
        answer,
        lambda m: distance(m, SECOND).stones,
        {f"the match {' '.join(m.moves) or 'without a move'}": (m,) for m in _middles(20)},
        "Try every set of empty cells, the small ones first: is what X owns or may get balanced?",
    )


@exercise
def volts(answer: Any) -> Verdict:
    """The voltage of a point in this row of an empty Antipalos board of size N."""
    if not callable(answer):
        return wrong("this is no function: write one of row and N with def.")
    for size in range(1, 7):
        said = [attempt(answer, f"row {row}, N = {size}", row, size) for row in range(size + 1)]
        if ... in said:
            return NOT_YET
        if not all(isinstance(volt, int | float) for volt in said):
            return wrong(
                f"for N = {size} your function gives {shown(said)}, not all of it numbers."
            )
        if fault := _fault(size, said):
            return wrong(fault)
    return right("at every inner point as much current arrives as leaves")


def _fault(size: int, volts: list[float]) -> str:
    """Where these voltages of the rows break a law; nothing if they break none."""
    if not (isclose(volts[0], 0, abs_tol=1e-9) and isclose(volts[-1], 1)):
        return (
            f"for N = {size} the bottom has {volts[0]:g} volts and the top {volts[-1]:g}, where "
            "the exercise sets 0 and 1."
        )
    for parity in (0, 1):
        L = graphs.sublattice(game("antipalos", size), parity)
        row = {point: round(y) + size for point, (_, y) in L.nodes(data="pos")}
        for point in L:
            flow = sum(volts[row[near]] - volts[row[point]] for near in L[point])
            if 0 < row[point] < size and not isclose(flow, 0, abs_tol=1e-9):
                return (
                    f"for N = {size}, at {point}, the currents do not cancel: {flow:+.3g} amperes "
                    "are left. What arrives from above must leave below."
                )
    return ""


def _two_distance(G: nx.Graph, goals: set[Hashable]) -> dict[Hashable, float]:
    far: dict[Hashable, float] = {}
    now: dict[Hashable, float] = {v: 0 if v in goals else inf for v in G}
    while far != now:
        far = now
        second = {v: sorted([inf, inf, *(far[w] for w in G[v])])[1] for v in G}
        now = {v: 0 if v in goals else 1 + second[v] for v in G}
    return far


@exercise
def two_distance(answer: Any) -> Verdict:
    """The two-distance of every vertex of a graph to a set of goals."""
    L = graphs.sublattice(game("antipalos", 4), 0)
    top = {v for v in L if v[1:] == "5"}
    cases = {
        "a path of four vertices with a goal at its end": (nx.path_graph(4), {0}),
        "a path of three vertices with goals at both ends": (nx.path_graph(3), {0, 2}),
        "a square with two goals": (nx.cycle_graph(4), {0, 2}),
        "five vertices, pairwise joined, two of them goals": (nx.complete_graph(5), {0, 1}),
        "a ladder with its two lowest vertices as goals": (nx.ladder_graph(4), {0, 4}),
        "the lattice of a1 of size 4 and its top": (nx.Graph(L.edges), top),
    }
    return compare(
        answer,
        _two_distance,
        cases,
        "Take any vertex: has it 0 at a goal, and elsewhere one more than the second smallest?",
    )
