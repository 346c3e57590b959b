"""Exercises of "Cycle parity and the projective plane": odd cycles, loops, rings, the seam."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx

from .. import graphs
from ..analysis import crossings, homology_rank, is_balanced, shortest_odd_cycle, switching
from ..analysis.answers import counted, listed
from ..games import game
from .checking import Verdict, compare, exercise, named_in, right, wrong


@exercise
def odd(answer: Any) -> Verdict:
    """Is a cycle of a signed graph, given as a list of nodes, odd?"""
    G = graphs.board_graph(game("projex", 4))
    return compare(
        answer,
        lambda G, cycle: crossings(G, cycle) % 2 == 1,
        {f"the cycle {', '.join(cycle)}": (G, cycle) for cycle in nx.cycle_basis(G)},
        "Count the edges of parity 1 on the way round, the one from the last to the first too.",
    )


@exercise
def loop(answer: Any) -> Verdict:
    """Has a signed graph an odd cycle?"""
    G = graphs.board_graph(game("projex", 4))
    rng = Random(1)
    sets = [[v for v in G if rng.random() < rng.choice((0.3, 0.5, 0.7))] for _ in range(80)]
    return compare(
        answer,
        lambda H: not is_balanced(H),
        {f"size 4 with {listed(cells)}": (G.subgraph(cells).copy(),) for cells in sets},
        "Some odd cycle, not every cycle: go along a spanning tree, or into the double cover.",
    )


@exercise
def ring(answer: Any) -> Verdict:
    """Cells of size 3 with a ring that bounds nothing and does not win."""
    G = graphs.board_graph(game("projex", 3))
    H = G.subgraph(named_in(answer, G, "cell of size 3"))
    if not is_balanced(H):
        return wrong(f"these win: {listed(map(str, shortest_odd_cycle(H)))} is a global loop.")
    if not homology_rank(H):
        return wrong(
            "every cycle here is filled by triangles, or there is none: leave a hole in it."
        )
    return right("one cycle is not filled, and it crosses the edge an even number of times")


@exercise
def seam(answer: Any, cycle: list[str]) -> Verdict:
    """Cells to switch, so that no edge of an even cycle of size 4 carries parity 1."""
    G = graphs.board_graph(game("projex", 4))
    left = crossings(switching(G, named_in(answer, G, "cell of size 4")), cycle)
    if left:
        return wrong(
            f"{counted(left, 'edge')} of the cycle still carry parity 1: switch all of its cells "
            "on one side of the seam."
        )
    return right("the seam no longer touches this cycle. An odd cycle it can never leave")
