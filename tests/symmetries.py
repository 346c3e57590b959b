"""The symmetries of a board, found by networkx: permutations of sites, and whether sides change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import networkx as nx

from nbgames.core.game import Game
from nbgames.core.kernels import EAST, NORTH, SOUTH, WEST
from nbgames.core.shapes import Line

Symmetry = tuple[dict[int, int], bool]


@cache
def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Every way to lay the board on itself; True where FIRST's sides come to lie on SECOND's."""
    return tuple(
        (found, turned)
        for turned in (False, True)
        if game.board.sides or not turned
        for found in _onto(game, turned)
    )


def _onto(game: Game, turned: bool) -> Iterator[dict[int, int]]:
    def same(a: dict, b: dict) -> bool:
        return a == b

    one, two = _graph(game, False), _graph(game, turned)
    if not game.board.sides:
        one.remove_nodes_from([-NORTH, -SOUTH, -WEST, -EAST])
        two.remove_nodes_from([-NORTH, -SOUTH, -WEST, -EAST])
    return nx.isomorphism.GraphMatcher(one, two, same, same).isomorphisms_iter()


def _graph(game: Game, turned: bool) -> nx.Graph:
    """Sites and their edges, parts, the pieces whose drawings cross; and the sides as nodes."""
    board = game.board
    graph = nx.Graph()
    graph.add_nodes_from(range(len(board.names)), sides="")
    for side in (NORTH, SOUTH, WEST, EAST):
        graph.add_node(-side, sides="first" if (side <= SOUTH) != turned else "second")
        graph.add_edges_from(((-side, s) for s, on in enumerate(board.sides) if on & side), kind="")
    for kind, rows in (("edge", board.neighbours), ("part", board.parts)):
        graph.add_edges_from(((a, b) for a, ends in enumerate(rows) for b in ends), kind=kind)
    lines = ((site, s.middle) for site, s in enumerate(board.shapes) if isinstance(s, Line))
    crossing = ((a, b) for (a, here), (b, there) in combinations(lines, 2) if here == there)
    graph.add_edges_from(crossing, kind="crossing")
    return graph
