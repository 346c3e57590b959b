"""Two trees that share no edge: who has them joins, whatever the other one cuts (Lehman 1964)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx

from ..graphs import GOALS, SHORES, player
from ..matches import Match
from .answers import Mark, counted, draw, listed, named, to_dict, told
from .reach import goal_lattice

LATTICES = ("the lattice of a1", "the other lattice")

Ends = Mapping[Hashable, tuple[Hashable, Hashable]]  # of each edge, by its name
Forests = tuple[nx.Graph, nx.Graph]


@dataclass(frozen=True, slots=True)
class TwoTrees:
    """Whether a player of Antipalos can no longer be cut off on a lattice, as `two_trees` finds it.

    Attributes
    ----------
    safe
        Whether the player joins on this lattice even if the other one is to move.
    trees
        If safe, two sets of empty pieces that share none, each of which with the player's own
        pieces is a tree that joins both shores, on the same points. Else two forests, as large as
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
                f"{who} is not safe on {where}: no two trees that share no piece join the shores. "
                f"Two on all of its points would need {counted(self.missing, 'piece')} more."
            )
        elif not any(self.trees):
            text = f"{who} has joined the shores on {where}."
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
    """Two trees on one lattice of Antipalos that share no piece and join a player's shores.

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
    Edmonds' matroid partition; safe is who could add nothing to them by a wire between the shores.

    >>> from nbgames.matches import match
    >>> [two_trees(match("antipalos", 4), 1, parity).missing for parity in (0, 1)]
    [0, 2]
    """
    near, far = (SHORES[shore] for shore in GOALS[player(who)])
    L = goal_lattice(m, who, parity)
    own = [(u, v) for u, v, d in L.edges(data=True) if d["weight"] == 0 or d.get("owner") == who]
    point = {v: part[0] for part in map(list, nx.connected_components(nx.Graph(own))) for v in part}
    ends = {
        d["piece"]: (point.get(u, u), point.get(v, v))
        for u, v, d in L.edges(data=True)
        if "piece" in d and d.get("owner") != who
    }
    forests: Forests = (nx.Graph(), nx.Graph())
    for piece in ends:
        grow(ends, forests, piece)
    points = {point.get(v, v) for v in L}
    missing = 2 * (len(points) - 1) - sum(forest.number_of_edges() for forest in forests)
    shores = point.get(near, near), point.get(far, far)
    wire = (near, far)
    found = [[name for *_, name in forest.edges(data="name")] for forest in forests]
    relied = grow({**ends, wire: shores}, forests, wire)
    if relied is not None:
        found = [[name for name in tree if name in relied] for tree in found]
    trees = tuple(tuple(sorted(tree, key=m.game.board.site)) for tree in found)
    return TwoTrees(m, who, parity, relied is not None, trees, missing)


def grow(ends: Ends, forests: Forests, new: Hashable) -> frozenset[Hashable] | None:
    """Take an edge into one of two forests that share none, where others may have to change over.

    Returns
    -------
    frozenset or None
        None if it has been taken in. Else the edges that stand in its way, itself among them: in
        both forests they join the same points.
    """
    came: dict[Hashable, tuple[Hashable, int] | None] = {new: None}
    for edge in (queue := [new]):
        u, v = ends[edge]
        if u == v:  # its ends have grown together: it joins nothing
            continue
        for k, forest in enumerate(forests):
            if u in forest and v in forest and nx.has_path(forest, u, v):
                way = pairwise(nx.shortest_path(forest, u, v))
                fresh = [n for n in (forest.edges[e]["name"] for e in way) if n not in came]
                came |= dict.fromkeys(fresh, (edge, k))
                queue += fresh
            else:
                _change_over(ends, forests, came, edge, k)
                return None
    return frozenset(came)


def _change_over(
    ends: Ends, forests: Forests, came: Mapping[Hashable, Any], edge: Hashable, k: int
) -> None:
    """Put an edge into forest k; into its old place goes the one that waited for it, and so on."""
    while True:
        before = came[edge]
        if before is not None:
            forests[before[1]].remove_edge(*ends[edge])
        forests[k].add_edge(*ends[edge], name=edge)
        if before is None:
            return
        edge, k = before
