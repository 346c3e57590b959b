"""Two edge-disjoint trees between a player's sides: nobody cuts their owner off (Lehman 1964)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import networkx as nx

from ..draw.marks import Mark
from ..graphs import GOALS, SIDES, player
from ..play.match import Match
from .answers import counted, draw, listed, named, to_dict, told
from .capabilities import alternating, joining
from .reach import goal_lattice
from .solver.forests import NEITHER, grown

LATTICES = ("the lattice of a1", "the other lattice")


@dataclass(frozen=True, slots=True)
class TwoTrees:
    """Whether a player of Antipalos can no longer be cut off on a lattice, as `two_trees` finds it.

    Attributes
    ----------
    safe
        Whether the player joins on this lattice even if the other one is to move.
    trees
        If safe, two sets of empty pieces that share none, each of which with the player's own
        pieces is a tree that joins both sides, on the same points. Else two forests, as large as
        two that share no piece can be.
    missing
        How many pieces these are short of two trees on all points of the lattice.
    """

    match: Match
    player: int
    parity: int
    safe: bool
    trees: tuple[tuple[str, ...], ...]
    missing: int

    draw = draw
    to_dict = to_dict

    def explain(self) -> str:
        who, other = named(self.match, self.player), named(self.match, 3 - self.player)
        first, second = map(listed, self.trees)
        where = LATTICES[self.parity]
        if not self.safe:
            text = (
                f"{who} is not safe on {where}: no two trees that share no piece join the sides. "
                f"Two on all of its points would need {counted(self.missing, 'piece')} more."
            )
        elif not any(self.trees):
            text = f"{who} has joined the sides on {where}."
        else:
            text = (
                f"{who} is safe on {where}: one tree is {first}, the other {second}. Whatever "
                f"{other} takes from one, a piece of the other mends."
            )
        return f"{text} {told(self.match)}"

    def marks(self) -> tuple[Mark, ...]:
        what = "tree" if self.safe else "forest"
        return tuple(
            Mark(
                f"{what} {k}: {counted(len(tree), 'piece')}",
                role,
                tree,
                notes=dict.fromkeys(tree, str(k)),
            )
            for k, (role, tree) in enumerate(zip(("good", "ring"), self.trees, strict=True), 1)
        )


def two_trees(m: Match, who: int, parity: int) -> TwoTrees:
    """Two trees on one lattice of Antipalos that share no piece and join a player's sides.

    Parameters
    ----------
    m
        A match of Antipalos.
    who
        FIRST or SECOND.
    parity
        0 for the lattice of a1, 1 for the other one.

    Raises
    ------
    Refused
        If it is another game, or who or parity are neither value.

    Notes
    -----
    Lehman's theorem on the switching game of Shannon: who wants to join two points of a graph, and
    moves second, succeeds exactly if two trees that share no edge join them on the same points.
    Own pieces are contracted, the other's left out. Two forests grow by exchanging edges, as in
    Edmonds' matroid partition; safe is who can add nothing to them by a wire between the sides.

    >>> from nbgames.play.match import match
    >>> [two_trees(match("antipalos", 4), 1, parity).missing for parity in (0, 1)]
    [0, 2]
    """
    near, far = (SIDES[side] for side in GOALS[player(who)])
    L = goal_lattice(m, who, parity)
    alternating(joining(m))
    own = [(u, v) for u, v, d in L.edges(data=True) if d["weight"] == 0 or d.get("owner") == who]
    point = {v: part[0] for part in map(list, nx.connected_components(nx.Graph(own))) for v in part}
    ends = {
        d["piece"]: (point.get(u, u), point.get(v, v))
        for u, v, d in L.edges(data=True)
        if "piece" in d and d.get("owner") != who
    }
    pieces = sorted(ends, key=m.game.board.site)
    wire = point.get(near, near), point.get(far, far)
    held, relied = packed([*(ends[piece] for piece in pieces), wire])
    safe = held.pop() == NEITHER
    trees = tuple(
        tuple(p for k, p in enumerate(pieces) if held[k] == tree and (not safe or k in relied))
        for tree in (0, 1)
    )
    points = {point.get(v, v) for v in L}
    missing = 2 * (len(points) - 1) - len(held) + held.count(NEITHER)
    return TwoTrees(m, who, parity, safe, trees, missing)


def packed(ends: Sequence[tuple[Hashable, Hashable]]) -> tuple[list[int], frozenset[int]]:
    """Which of two forests holds each edge, where they share none and are as large as can be.

    Edges are told by their ends, which they join. With this comes which edges stand in the way of
    the last one: in both forests they join the same points.
    """
    at: dict[Hashable, int] = {}
    flat = [at.setdefault(end, len(at)) for edge in ends for end in edge]
    held, above = [NEITHER] * len(ends), [-1] * (2 * len(at))
    came, queue = [0] * len(ends), [0] * len(ends)
    count = 0
    for edge in range(len(ends)):
        count = grown(len(at), flat, held, above, came, queue, edge)
    return held, frozenset(queue[:count])
