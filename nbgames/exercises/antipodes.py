"""Somebody wins Projex, step by step: the leaves come off the tree of groups on the sphere."""

from __future__ import annotations

from random import Random

import networkx as nx

from .. import graphs
from ..analysis.answers import listed
from ..core.chains import loop as shortest_loop
from ..core.game import Game
from ..core.position import FIRST
from ..draw.elements import chain_path
from ..games import game
from .steps import Proof, Step

Group = frozenset[tuple[str, int]]  # of one player's vertices of the double cover


def antipodal(seed: int = 41, size: int = 5) -> Proof:
    """On a full board of Projex a group is its own opposite: what is left of the tree of groups.

    Parameters
    ----------
    seed : int
        In which order the cells are filled, at random.
    size : int
        Of the board.

    Returns
    -------
    Proof
        A step for each pair of leaves that is taken off.

    Examples
    --------
    >>> proof = antipodal()
    >>> len(proof.steps), proof.steps[-1].says.endswith(" O has a winning loop.")
    (7, True)
    """
    made = game("projex", size)
    owners = filled(made, Random(seed))
    T = tree_of(made, owners)
    pairs = {group: frozenset((v, 1 - sheet) for v, sheet in group) for group in T}
    steps = [Step(_begun(len(T)), tuple(owners))]
    while len(T) > 1:
        leaf = min((group for group in T if T.degree(group) == 1), key=sorted)
        (stem,) = T[leaf]
        says, cells = _leaf(made, owners, leaf, stem), {v for v, _ in leaf}
        steps.append(Step(says, tuple(owners), arrows=_rings(made, cells)))
        T.remove_nodes_from((leaf, pairs[leaf]))
        owners = [
            0 if v in cells else owner for v, owner in zip(made.board.names, owners, strict=True)
        ]
    return Proof("The antipodal tree", made, (*steps, _last(made, owners)))


def filled(made: Game, rng: Random) -> list[int]:
    """The owners of a full board, half of the cells for each player."""
    count = len(made.board.names)
    owners = [FIRST + k % 2 for k in range(count)]
    rng.shuffle(owners)
    return owners


def tree_of(made: Game, owners: list[int]) -> nx.Graph:
    """The groups of both players on the double cover, joined where they touch."""
    owner = dict(zip(made.board.names, owners, strict=True))
    C = graphs.double_cover(made)
    same = nx.Graph()
    same.add_nodes_from(C)
    same.add_edges_from((u, v) for u, v in C.edges if owner[u[0]] == owner[v[0]])
    groups = [frozenset(part) for part in nx.connected_components(same)]
    of = {v: group for group in groups for v in group}
    T = nx.Graph()
    T.add_nodes_from(groups)
    T.add_edges_from((of[u], of[v]) for u, v in C.edges if of[u] != of[v])
    return T


def _begun(count: int) -> str:
    return (
        "On the sphere, the double cover, each cell is there twice, at opposite points. Cells of "
        f"one player that touch are a group: here are {count}. They form a tree, which the "
        "antipodal map takes to itself. Take its leaves off, each with its opposite."
    )


def _leaf(made: Game, owners: list[int], leaf: Group, stem: Group) -> str:
    who, other = (
        made.players[owners[made.board.site(next(iter(group))[0])] - 1] for group in (leaf, stem)
    )
    cells = sorted({v for v, _ in leaf}, key=made.board.site)
    return (
        f"The group of {who}'s with {listed(cells)} touches only one group that is left, one of "
        f"{other}'s: on the tree it is a leaf. So is its opposite. Take both off."
    )


def _rings(made: Game, cells: set[str]) -> tuple[tuple[int, ...], ...]:
    return tuple((site,) for site in sorted(map(made.board.site, cells)))


def _last(made: Game, owners: list[int]) -> Step:
    who = max(owners)
    chain = shortest_loop(made.board.net, owners, who)
    player = made.players[who - 1]
    says = (
        f"One group is left, one of {player}'s, and it is its own opposite. So it has a cell, the "
        "opposite copy, and a path between the two. On the board this path, marked by a line, is "
        f"closed and crosses the edge an odd number of times: {player} has a winning loop."
    )
    return Step(says, tuple(owners), chain_path(made.board, chain))
