"""A player's reach: the graph of the sites that the player owns or may still own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from math import isinf

import networkx as nx

from ..core.game import Game
from ..core.position import EMPTY
from ..graphs import GOALS, SIDES, board_graph, sublattice
from ..play.match import Match
from .answers import counted, listed


def goal(game: Game) -> str:
    return "global loop" if game.board.twists else "chain"


def number(game: Game, count: float) -> str:
    return "out of reach" if isinf(count) else counted(count, game.board.noun)


def path_text(chain: tuple[str, ...]) -> str:
    return listed(chain) if chain else "nothing"


def site_names(m: Match, sites: Iterable[int]) -> tuple[str, ...]:
    return tuple(m.game.board.names[site] for site in sites)


def open_owners(m: Match, who: int) -> tuple[int, ...]:
    """The owners of the sites that a player has or may get.

    Where the other one has won on the board nothing is to be had any more, though in Antipalos a
    path may be left on the lattice of the winning chain.
    """
    end = m.outcome and m.game.outcome(m.position)
    return (who,) if end and end.winner == 3 - who else (EMPTY, who)


def weights(m: Match, who: int) -> list[int | None]:
    cost: list[int | None] = [None, None, None, None]
    for owner in open_owners(m, who):
        cost[owner] = int(owner == EMPTY)
    return [cost[owner] for owner in m.position.owners]


@lru_cache(maxsize=32)
def parts(game: Game) -> tuple[tuple[int, ...], ...]:
    """The sites in connected parts, the first site's first; of Antipalos, its two lattices."""
    G = nx.Graph()
    G.add_nodes_from(range(len(game.board.names)))
    G.add_edges_from((s, t) for s, near in enumerate(game.board.neighbours) for t in near)
    return tuple(tuple(sorted(part)) for part in nx.connected_components(G))


def reach(m: Match, who: int) -> nx.Graph:
    """The cells that a player owns or may get, what each `needs`, and the player's two sides."""
    G, board = owned_graph(m, open_owners(m, who)), m.game.board
    for v, data in G.nodes(data=True):
        holes = board.parts[board.site(v)] if board.parts else ()
        held = sum(m.position.owners[hole] == who for hole in holes)
        need = (len(holes) + 1) // 2 - held if holes else 1
        data["needs"] = 0 if data["owner"] == who else need
    for side in GOALS[who]:
        end = SIDES[side]
        touching = [v for v, sides in list(G.nodes(data="sides", default=())) if end in sides]
        G.add_node(end, needs=0)
        G.add_edges_from((end, v) for v in touching)
    return G


def owned_graph(m: Match, kept: Collection[int]) -> nx.Graph:
    """The cells that belong to these owners."""
    G = board_graph(m)
    G.remove_nodes_from([v for v, owner in list(G.nodes(data="owner")) if owner not in kept])
    return G


def open_lattice(m: Match, who: int, parity: int, terminals: int | None = None) -> nx.Graph:
    L, kept = sublattice(m, parity, terminals=terminals), open_owners(m, who)
    L.remove_edges_from(
        [(u, v) for u, v, owner in L.edges(data="owner", default=who) if owner not in kept]
    )
    return L


def goal_lattice(m: Match, who: int, parity: int) -> nx.Graph:
    return open_lattice(m, who, parity, who)
