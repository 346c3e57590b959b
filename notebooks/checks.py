"""Checks of the course's exercises: each says what is right, or what is wrong and where."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import networkx as nx

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs

NOT_YET = "Not answered yet: put your answer where the dots are, then run the cell again."


def _formula(given: Any, right: Callable[..., Any], cases: list[tuple], hint: str) -> str:
    """Try a function on cases; the first that differs is told."""
    if given is ...:
        return NOT_YET
    for case in cases:
        try:
            answer = given(*case)
        except Exception as error:
            return f"Your function stops at {case}: {type(error).__name__}: {error}"
        if answer is ...:
            return NOT_YET
        if answer != right(*case):
            return f"For {case} you say {answer!r}, and it is {right(*case)!r}. {hint}"
    return f"Right, for all {len(cases)} cases tried."


# Boards are graphs


def copolymer_cells(given: Callable[[int], int]) -> str:
    return _formula(
        given,
        lambda s: len(nbgames.game("copolymer", 2 * s - 1).board.names),
        [(s,) for s in range(2, 11)],
        "Count the rings around the centre: ring k has 6k cells.",
    )


def projex_cells(given: Callable[[int], int]) -> str:
    return _formula(
        given,
        lambda n: len(nbgames.game("projex", n).board.names),
        [(n,) for n in range(3, 12)],
        "Add the rows n-1, n, ..., 2n-2, ..., n.",
    )


def conhex_holes(given: Callable[[int], int]) -> str:
    return _formula(
        given,
        lambda rings: nbgames.game("conhex", rings + 1).board.claimable,
        [(rings,) for rings in range(1, 8)],
        "Circle k has four sides of 2k-1 holes; then the centre and the corners.",
    )


def touching(given: Callable[[nx.Graph, str, str], bool]) -> str:
    game = nbgames.game("conhex")
    B, A = graphs.incidence_graph(game), graphs.board_graph(game)
    pairs = [(a, b) for a in A for b in A if a < b]
    return _formula(
        None if given is None else (given if given is ... else lambda a, b: given(B, a, b)),
        lambda a, b: A.has_edge(a, b),
        pairs,
        "Two cells touch exactly if they have a hole in common.",
    )


def exchanging(given: Any) -> str:
    """A symmetry of ConHex that brings top and bottom to left and right."""
    if given is ...:
        return NOT_YET
    found = graphs.automorphisms(nbgames.game("conhex"))
    if given not in found:
        return "That is none of the board's symmetries: take one from graphs.automorphisms."
    corner = given["C2:G2"]
    side = graphs.board_graph(nbgames.game("conhex")).nodes[corner].get("shores", ())
    if side[0] in ("top", "bottom"):
        return (
            f"The cell C2:G2 at the top goes to {corner}, on the {side[0]}: nothing is exchanged."
        )
    return f"Right: the top cell C2:G2 goes to {corner}, on the {side[0]}."


# Cycle parity


def odd(given: Callable[[nx.Graph, list], bool]) -> str:
    G = graphs.board_graph(nbgames.game("projex", 4))
    cycles = nx.cycle_basis(G)
    return _formula(
        given if given is ... else lambda cycle: given(G, list(cycle)),
        lambda cycle: analysis.crossings(G, cycle) % 2 == 1,
        [(tuple(cycle),) for cycle in cycles],
        "Count the edges of parity 1 on the way round, the last back to the first too.",
    )


def loop(given: Callable[[nx.Graph], bool]) -> str:
    G = graphs.board_graph(nbgames.game("projex", 4))
    rng = Random(1)
    sets = [tuple(v for v in G if rng.random() < rng.choice((0.3, 0.5, 0.7))) for _ in range(80)]
    return _formula(
        given if given is ... else lambda *cells: given(G.subgraph(cells)),
        lambda *cells: not analysis.is_balanced(G.subgraph(cells)),
        sets,
        "Some odd cycle, not every cycle: try the double cover, or colour along a spanning tree.",
    )


def ring(given: Any) -> str:
    """Cells of size 3 with a ring that bounds nothing and does not win."""
    if given is ...:
        return NOT_YET
    G = graphs.board_graph(nbgames.game("projex", 3))
    if strange := [cell for cell in given if cell not in G]:
        return f"{strange[0]} is no cell of size 3."
    H = G.subgraph(given)
    if not analysis.is_balanced(H):
        return f"These win: {', '.join(analysis.shortest_odd_cycle(H))} is a global loop."
    if not analysis.homology_rank(H):
        return "Every cycle here is filled by triangles, or there is none: leave the middle empty."
    return "Right: one cycle is not filled, and it crosses the edge an even number of times."


def seam(given: Any, cycle: list[str]) -> str:
    """Cells to switch, so that no edge of an even cycle carries parity 1."""
    if given is ...:
        return NOT_YET
    G = graphs.board_graph(nbgames.game("projex", 4))
    left = analysis.crossings(analysis.switching(G, given), cycle)
    if left:
        return (
            f"{left} of its edges still carry parity 1: switch all cells on one side of the seam."
        )
    return "Right: the seam no longer touches this cycle. An odd cycle it can never leave."


# Tempo


def turns(given: Callable[[int, int], int]) -> str:
    def right(connecting: int, closing: int) -> int:
        return 2**connecting * closing if closing else 1

    cases = [(a, b) for a in range(1, 6) for b in range(5)]
    return _formula(given, right, cases, "Any set of connecting cells, and then one closing cell.")


def winner(given: Callable[[int, int], int]) -> str:
    cases = [(a, b) for a in range(6) for b in range(6)]
    hint = "The closing claims alternate, so the first player has as many or one more."
    return _formula(given, lambda a, b: FIRST if a >= b else SECOND, cases, hint)


def best_turn(given: Any, m: Any) -> str:
    if given is ...:
        return NOT_YET
    try:
        after = m.play(given)
    except nbgames.GameError as error:
        return f"This is no whole turn: {error}"
    if after.is_open:
        return f"The turn is open after {given}: its last cell must touch fewer than two enemies."
    value, best = analysis.swing(after), analysis.swing(m).first
    won = value.first if after.position.to_move == FIRST else value.second
    if won < best:
        return f"{given} ends {won:+d} with best play. There is a turn that ends {best:+d}."
    return f"Right: {given} ends {won:+d}, and no turn does better."


def settled(given: Callable[[int, int, int], int]) -> str:
    def right(a: int, b: int, c: int) -> int:
        return a + c if b == 0 else a + c + 2 - b

    cases = [(a, b, c) for a in range(5) for b in range(5) for c in range(5)]
    hint = "Take all of yours and the shared ones; then you must take one of the other's."
    return _formula(given, right, cases, hint)
