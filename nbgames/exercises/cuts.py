"""Exercises of "Cuts, flows and blocking": shared holes, brute force, voltages, two-distance."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf, isclose, sqrt
from random import Random
from typing import Any

import networkx as nx

from .. import graphs
from ..analysis import distance
from ..analysis.answers import counted
from ..core.chains import joining as shortest_chain
from ..core.errors import shown
from ..core.position import SECOND
from ..games import game
from ..play.match import Match, match
from .asked import on_board
from .checking import NOT_YET, Verdict, attempt, compare, exercise, right, wrong
from .posed import At, Posed, named

CUT = 4  # the fewest holes that stop Vert at size 3: analysis.blocking_set, which is exact
STONES = 6  # the fewest that join top and bottom: analysis.distance, which is exact


def six_that_join(at: At, holes: list[int], _: Any) -> list[Any]:
    """Do a player's stones in at most six holes conquer cells that join top and bottom?"""
    if len(holes) > STONES:
        return [0, f"these are {len(holes)} holes, and six are enough.", [], []]
    owners = [0] * len(at.names)
    for hole in holes:
        at.step(at.net, owners, hole, 1)
    cells = len([owner for owner in owners if owner]) - len(holes)
    chain = shortest_chain(at.net, owners, 1)
    if len(chain):
        words = f"Vert owns {counted(cells, 'cell')}, and a chain of them joins top and bottom"
        return [1, words, [], chain]
    words = (
        f"with these holes Vert owns {counted(cells, 'cell')}, and no chain of them joins "
        "top and bottom. Which holes are in two cells of one chain?"
    )
    return [0, words, [], []]


JOINING = Posed(
    "Six holes",
    "Choose six holes with which Vert alone, without a single stone of Horz's, joins top and "
    "bottom.",
    "conhex", 5, six_that_join, 2,
)  # fmt: skip


@on_board(JOINING)
def joining(answer: Any) -> Verdict:
    """Six holes of ConHex with which Vert alone joins top and bottom."""
    return JOINING.judged(JOINING.read(answer, "hole of ConHex"))


def four_that_cut(at: At, holes: list[int], _: Any) -> list[Any]:
    """Does a player with these holes stop the first for good, and are there few enough of them?"""
    owners = [0] * len(at.names)
    for hole in holes:
        at.step(at.net, owners, hole, 2)
    open_yet = [int(owner != 2) for owner in owners]
    chain = shortest_chain(at.net, open_yet, 1)
    if len(chain):
        words = f"Vert may still get {named(at, chain)}, which join top and bottom."
        return [0, words, [], chain]
    if len(holes) > CUT:
        return [0, f"Vert is stopped, with {len(holes)} holes. Four are enough.", [], []]
    own = [owner for owner in owners[:] if owner == 2]
    words = f"Vert is stopped by {len(own) - len(holes)} cells, and no three holes do that"
    return [1, words, [], shortest_chain(at.net, owners, 2)]


CUTTING = Posed(
    "A cut",
    "You are Horz, and Vert has not begun. Choose as few holes as possible with which you stop "
    "Vert for good: top and bottom cannot be joined, whatever Vert takes.",
    "conhex", 3, four_that_cut, 2, who=SECOND,
)  # fmt: skip


@on_board(CUTTING)
def cutting(answer: Any) -> Verdict:
    """The fewest holes of ConHex 3 with which Horz stops Vert for good."""
    return CUTTING.judged(CUTTING.read(answer, "hole of ConHex 3"))


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
        "Take any vertex: is it 0 at a goal, and elsewhere one more than the second smallest?",
    )


@exercise
def limit(answer: Any) -> Verdict:
    """What does the resistance of ConHex tend to, as the number of rings grows?"""
    if not isinstance(answer, int | float):
        return wrong(f"{shown(answer)} is no number.")
    if abs(answer - sqrt(3)) < 5e-4:
        return right("the sheet resistance is 3/√3, and the board is as good as a square")
    if abs(answer - sqrt(3)) < 5e-3:
        return wrong("that is near, but not exact to three decimals.")
    if answer < 1.716451:
        return wrong("with 40 rings it is 1.716451 already, and it still rises.")
    return wrong(
        "what is the resistance of a square sheet of a mesh of triangles, with wires of 3 ohms?"
    )
