"""All positions that can follow, up to symmetry, as a graph with values, evaluated from the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx

from ..core.errors import Refused, shown
from ..core.game import Game
from ..core.integers import integer
from ..core.position import FIRST, Position
from ..graphs import canonical
from ..graphs.equivalence import size, smallest
from ..play.match import Match
from .answers import whole
from .certificates import value_of_end
from .chunks import bar

MOST = 100_000


def positions(
    m: Match, *, most: int = MOST, progress: bool | Callable[[int], Any] = False
) -> nx.DiGraph:
    """All positions that can follow, those together that are the same up to symmetry, with values.

    Parameters
    ----------
    m : Match
        A match with few empty sites, over or not; no move in the graph is a swap.
    most : int, default 100000
        More positions are refused.
    progress : bool or callable, default False
        Show a count of positions, where tqdm is installed; or a function that is called with how
        many more were found. What it raises ends the work.

    Returns
    -------
    networkx.DiGraph
        Nodes are positions in the form of `graphs.canonical`, the root, `G.graph["root"]`, first.
        They carry `value` for FIRST with best play (1, 0 or -1; where most cells win, by how many
        cells FIRST wins or loses), `claims`, how many sites were claimed since the root, and
        `orbit`, how many positions the node stands for. Edges carry `words`, the sites whose claim
        leads from one to the other, and `keeps`, whether that keeps the value.

    Raises
    ------
    Refused
        If more than `most` positions may follow.

    Notes
    -----
    *retrograde analysis*: all positions are evaluated, from the ends of the game backwards.

    The graph has no cycles, since every claim fills a site. Projex 3 has 22,852 positions up to
    symmetry, of 135,889; a hundred thousand take about half a minute.

    References
    ----------
    .. [1] K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9, 1986.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis, graphs
    >>> m = nbgames.match("conhex", 2, swap=False)
    >>> G = analysis.positions(m)
    >>> len(G), sum(orbit for _, orbit in G.nodes(data="orbit"))  # up to symmetry; all
    (1465, 5518)
    >>> root = G.graph["root"]
    >>> [edge["words"] for edge in G[root].values() if edge["keeps"]]  # V wins by these openings
    [('B3', 'D3')]
    """
    game, many = whole(m).game, integer(most)
    if many is None or many < 1:
        raise Refused(f"{shown(most)} is no number of positions: give a whole number above 0")
    root = canonical(m)
    G = nx.DiGraph(game=game.name, size=game.size, root=root)
    G.add_node(root, claims=0)
    with bar(None, "position", progress) as ready:
        for position in (queue := [root]):  # grows while it is read
            new = _moved_on(G, game, position)
            queue += new
            ready(len(new))
            if len(queue) > many:
                raise Refused(
                    f"more than {many:,} positions may follow: ask of one with fewer empty sites, "
                    "or give most"
                )
    for position in reversed(queue):
        _evaluate(G, game, position)
    return G


def _moved_on(G: nx.DiGraph, game: Game, position: Position) -> list[Position]:
    """Adds what may follow a position to the graph; the positions that are new there."""
    new = []
    for site in game.moves(position):
        after = smallest(game, game.play(position, site))
        if after not in G:
            G.add_node(after, claims=G.nodes[position]["claims"] + 1)
            new.append(after)
        words = G.edges[position, after]["words"] if G.has_edge(position, after) else ()
        G.add_edge(position, after, words=(*words, game.board.names[int(site)]))
    return new


def _evaluate(G: nx.DiGraph, game: Game, position: Position) -> None:
    """The value of a position from those that follow it, which have theirs."""
    outcome = game.outcome(position)
    if outcome:
        value = value_of_end(game, position, outcome, FIRST)
    else:
        best = max if position.to_move == FIRST else min
        value = best(G.nodes[after]["value"] for after in G[position])
    G.nodes[position].update(value=value, orbit=size(game, position))
    for after, edge in G[position].items():
        edge["keeps"] = G.nodes[after]["value"] == value
