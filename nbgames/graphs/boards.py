"""Boards and positions as networkx graphs: who touches whom, which holes make up which cells.

Every graph is new, so a student may change it. Nodes are names and carry `pos`, x to the right and
y upwards as networkx draws; from a match they, or the edges that are pieces, carry `owner` too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import networkx as nx

from ..core import symmetry
from ..core.board import Board
from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.kernels import EAST, NORTH, SOUTH, WEST
from ..core.position import EMPTY, FIRST, SECOND
from ..core.rules import Effect, Goal
from ..games import GAMES

if TYPE_CHECKING:
    from ..play.match import Match

SIDES = {NORTH: "top", SOUTH: "bottom", WEST: "left", EAST: "right"}
GOALS = {FIRST: (NORTH, SOUTH), SECOND: (WEST, EAST)}
MOST = 10_000  # symmetries to list
KINDS = ("neutral", "first", "second", "both")


def board_graph(g: Game | Match) -> nx.Graph:
    """The cells of a board and which of them touch; in Antipalos, pieces that share a point.

    Parameters
    ----------
    g : Game or Match
        A game, or a match, whose position then gives every node its `owner`.

    Returns
    -------
    networkx.Graph
        Nodes are names with `pos`, (x, y), and from a match `owner`. Edges of Projex carry
        `parity`: 1 where the edge crosses the rim of the board. Nodes on a side of the board carry
        `sides`, such as ("top", "left"); where no player joins top and bottom, the sides are
        numbered, such as ("side 1", "side 3"). In ConHex the nodes are cells.

    Raises
    ------
    Refused
        If it is neither a game nor a match.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> G = graphs.board_graph(nbgames.game("projex", 6))
    >>> len(G), G.number_of_edges()  # 3(n-1)^2 cells and 3(V-1) contacts
    (75, 222)
    >>> G["F1"]["F10"]["parity"]
    1
    """
    made, owners = read(g)
    board = made.board
    first = board.claimable % len(board.names)  # where the rules fill cells, those are the nodes
    G = nx.Graph(game=made.name, size=made.size)
    for site in range(first, len(board.names)):
        _add(G, made, owners, site)
        if board.sides and board.sides[site]:
            G.nodes[board.names[site]]["sides"] = _sides(made, board.sides[site])
    for site in range(first, len(board.names)):
        for other in board.neighbours[site]:
            if site < other:
                twist = {"parity": int((site, other) in board.twists)} if board.twists else {}
                G.add_edge(board.names[site], board.names[other], **twist)
    return G


def incidence_graph(g: Game | Match) -> nx.Graph:
    """Which holes belong to which cells of ConHex, a bipartite graph.

    Parameters
    ----------
    g : Game or Match
        A game or a match of ConHex.

    Returns
    -------
    networkx.Graph
        Holes have `bipartite=0`, cells `bipartite=1`; cells carry `needs`, how many of their holes
        conquer them. From a match nodes carry `owner`. `networkx.bipartite.projected_graph` onto
        the cells is the board graph.

    Raises
    ------
    Refused
        If the game has no cells that holes conquer.

    Notes
    -----
    *conquered*: a cell of ConHex belongs for good to whoever first holds at least half of its
    holes, 2 of 3, 3 of 5 or 3 of 6. (Help text of ConHex.)

    References
    ----------
    .. [1] Help text of ConHex, Michail Antonow 2002 (`nbgames help conhex`).

    Examples
    --------
    >>> import networkx as nx
    >>> import nbgames
    >>> from nbgames import graphs
    >>> B = graphs.incidence_graph(nbgames.game("conhex"))
    >>> cells = [v for v in B if B.nodes[v]["bipartite"]]
    >>> nx.utils.edges_equal(nx.bipartite.projected_graph(B, cells).edges,
    ...                      graphs.board_graph(nbgames.game("conhex")).edges)
    True
    """
    made, owners = capable(g, _conquers, "cells belong to whoever holds half of their holes")
    board = made.board
    G = nx.Graph(game=made.name, size=made.size)
    for site, name in enumerate(board.names):
        _add(G, made, owners, site)
        G.nodes[name]["bipartite"] = int(site >= board.claimable)
        if site >= board.claimable:
            G.nodes[name]["needs"] = (len(board.parts[site]) + 1) // 2
    for hole in range(board.claimable):
        G.add_edges_from((board.names[hole], board.names[cell]) for cell in board.parts[hole])
    return G


def interaction_graph(m: Match) -> nx.Graph:
    """The empty cells of a Copolymer match; moves in one component never change another.

    Parameters
    ----------
    m : Match
        A match of Copolymer.

    Returns
    -------
    networkx.Graph
        Nodes carry `kind`, which players may connect there (a player connects with two or more
        enemy neighbours): "first", "second", "both" or "neutral".

    Raises
    ------
    Refused
        If it is no match of Copolymer.

    Notes
    -----
    *region*: a component of the empty cells of Copolymer; cells interact only within one, so the
    game is a sum of its regions.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> len(graphs.interaction_graph(nbgames.match("copolymer", 5).play("C3")))
    18
    """
    made, owners = capable(m, _obliges, "most cells win and touching two enemies obliges")
    if owners is None:
        raise Refused(f"{made!r} has no empty cells to speak of: give a match")
    board, G = made.board, board_graph(m)
    for site, name in enumerate(board.names):
        near = [owners[other] for other in board.neighbours[site]]
        kind = (near.count(SECOND) >= 2) + 2 * (near.count(FIRST) >= 2)
        G.nodes[name]["kind"] = KINDS[kind]
    G.remove_nodes_from([name for name, owner in G.nodes(data="owner") if owner != EMPTY])
    return G


def automorphisms(g: Game | Match) -> list[dict[str, str]]:
    """The symmetries of a board as mappings from names to names, the identity first.

    They keep which sites touch, make up or exclude each other, the sides of the board, and of every
    cycle whether it crosses the edge of the board an odd number of times. Some exchange the
    players' sides. For the four games they are the rotations and reflections of the drawing, which
    networkx confirms on small sizes, and which notebooks/boards_are_graphs.ipynb proves for Projex
    at every size; other boards may have symmetries that their drawing does not show.

    Parameters
    ----------
    g : Game or Match
        A game or a match.

    Returns
    -------
    list of dict of str to str
        One mapping for each symmetry.

    Raises
    ------
    Refused
        If it is neither a game nor a match, or has more than 10,000 symmetries.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> sizes = (("projex", 4), ("conhex", 5), ("antipalos", 3), ("copolymer", 5))
    >>> [len(graphs.automorphisms(nbgames.game(*size))) for size in sizes]
    [6, 8, 8, 12]
    """
    made, _ = read(g)
    names = made.board.names
    images = _images(made.board)
    if len(images) > MOST:
        raise Refused(f"{made!r} has more than {MOST} symmetries, too many to list")
    return [dict(zip(names, (names[site] for site in image), strict=True)) for image in images]


@lru_cache(maxsize=16)
def _images(board: Board) -> list[symmetry.Mapping]:
    """Where each symmetry takes each site; one too many where there are more than can be listed."""
    return sorted({*islice(symmetry.automorphisms(board), MOST + 1)})


def player(who: object) -> int:
    """A player's number, checked: FIRST or SECOND.

    Parameters
    ----------
    who : int
        FIRST (1) or SECOND (2).

    Returns
    -------
    int
        The same.

    Raises
    ------
    Refused
        If it is neither.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import graphs
    >>> graphs.player(nbgames.SECOND)
    2
    """
    if isinstance(who, bool) or who not in (FIRST, SECOND):
        raise Refused(f"{shown(who)} is no player: give nbgames.FIRST (1) or nbgames.SECOND (2)")
    return int(who)


def read(g: Any) -> tuple[Game, bytes | None]:
    """The game, and the owners of a match.

    Raises
    ------
    Refused
        If it is neither.
    """
    made = getattr(g, "game", g)
    if not isinstance(made, Game):
        raise Refused(f"{shown(g)} is neither a game nor a match: make one with nbgames.match")
    return made, None if made is g else g.position.owners


def capable(g: Any, has: Callable[[Game], bool], what: str) -> tuple[Game, bytes | None]:
    """The same, of a game that has what the question needs.

    Raises
    ------
    Refused
        If it has not; the words say what is missing and which games have it.
    """
    made, owners = read(g)
    if not has(made):
        games = " or ".join(n for n, rules in GAMES.items() if has(Game(rules, rules.sizes[0])))
        raise Refused(f"this is a question for {games}, where {what}: not so in {made!r}")
    return made, owners


def _conquers(made: Game) -> bool:
    return made.rules.effect is Effect.CONQUERS and bool(made.board.parts)


def _obliges(made: Game) -> bool:
    return made.rules.effect is Effect.OBLIGES and made.rules.scored


def _add(G: nx.Graph, made: Game, owners: bytes | None, site: int) -> None:
    x, y = made.board.shapes[site].middle
    G.add_node(made.board.names[site], pos=(x, -y))
    if owners is not None:
        G.nodes[made.board.names[site]]["owner"] = owners[site]


def _sides(made: Game, bits: int) -> tuple[str, ...]:
    if made.rules.goal is Goal.SIDES:
        return tuple(name for bit, name in SIDES.items() if bits & bit)
    return tuple(f"side {k + 1}" for k in range(bits.bit_length()) if bits >> k & 1)
