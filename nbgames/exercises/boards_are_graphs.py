"""Exercises of "Boards are graphs": counting, projecting, turning."""

from __future__ import annotations

from math import lcm
from typing import Any

from .. import graphs
from ..games import game
from .checking import Verdict, compare, exercise


@exercise
def copolymer_cells(answer: Any) -> Verdict:
    """How many cells does a hexagon with s cells on a side have?"""
    return compare(
        answer,
        lambda s: len(game("copolymer", 2 * s - 1).board.names),
        {f"s = {s}": (s,) for s in range(2, 11)},
        "Section 4 counts ring by ring: take those from the centre to the outermost, ring s - 1.",
    )


@exercise
def projex_cells(answer: Any) -> Verdict:
    """How many cells does Projex have at size n?"""
    return compare(
        answer,
        lambda n: len(game("projex", n).board.names),
        {f"n = {n}": (n,) for n in range(3, 12)},
        "Add the rows n-1, n, ..., 2n-2, ..., n.",
    )


@exercise
def conhex_holes(answer: Any) -> Verdict:
    """How many holes does ConHex have with R rings around its centre?"""
    return compare(
        answer,
        lambda rings: game("conhex", rings + 1).board.claimable,
        {f"R = {rings}": (rings,) for rings in range(1, 8)},
        "Circuit k has four sides of 2k-1 holes; then there are the middle and the corners.",
    )


@exercise
def touching(answer: Any) -> Verdict:
    """Do two cells of ConHex touch, as the bipartite graph alone says?"""
    made = game("conhex", 3)
    B, A = graphs.incidence_graph(made), graphs.board_graph(made)
    return compare(
        answer,
        lambda B, a, b: A.has_edge(a, b),
        {f"{a} and {b}": (B, a, b) for a in A for b in A if a < b},
        "True is right exactly if some hole lies at both cells, and False if none does.",
    )


@exercise
def order(answer: Any) -> Verdict:
    """How often must a symmetry be applied until every site is a fixed point?"""
    made = [game("conhex", 3), game("projex", 4)]
    cases = {
        f"the symmetry of {g.name} that takes {v} to {f[v]} and {w} to {f[w]}": (f,)
        for g, (v, w) in zip(made, (("B3", "C2"), ("D1", "E1")), strict=True)
        for f in graphs.automorphisms(g)
    }
    return compare(
        answer,
        _order,
        cases,
        "Apply it by hand: after how many times, at least one, has every site its old name?",
    )


def _order(f: dict[str, str]) -> int:
    """The least common multiple of the lengths of its cycles."""
    lengths = set()
    for v in f:
        w, length = f[v], 1
        while w != v:
            w, length = f[w], length + 1
        lengths.add(length)
    return lcm(*lengths)
