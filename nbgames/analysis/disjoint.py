"""Vertex-disjoint paths to a win (Menger), and the cut points and bridges of a player's reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import networkx as nx

from ..core.errors import Refused
from ..core.position import EMPTY
from ..draw.marks import Mark
from ..graphs import GOALS, SIDES, sublattice
from ..graphs import player as checked
from ..play.match import Match
from .answers import counted, draw, in_notebook, listed, named, role, to_dict, to_frame, whole
from .capabilities import joining
from .connectivity import distance
from .reach import goal_lattice, open_lattice, open_owners, owned_graph, path_text, reach

_Path = TypeVar("_Path")


@dataclass(frozen=True, slots=True)
class DisjointPaths:
    """As many paths to a win as share no site, as `disjoint_paths` finds them.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int
        FIRST or SECOND.
    paths : tuple of tuple of str
        The names along each path; in ConHex cells, in Antipalos pieces of the better lattice.
    """

    match: Match
    player: int
    paths: tuple[tuple[str, ...], ...]

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        who = named(self.match, self.player)
        paths = "; ".join(path_text(path) for path in self.paths) or "none"
        text = f"{who} has {counted(len(self.paths), 'disjoint path')} to a win: {paths}."
        if self.match.game.board.twists:
            text += " There are never two, because any two global loops meet."
        return text

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        loop = bool(self.match.game.board.twists)
        return tuple(
            Mark(f"path {k}", role(self.player), path=path, closed=loop, number=k)
            for k, path in enumerate(self.paths, 1)
        )


def disjoint_paths(m: Match, player: int) -> DisjointPaths:
    """A largest set of paths to a win that share no cell, or in Antipalos no piece.

    Parameters
    ----------
    m : Match
        A match of Projex, ConHex or Antipalos.
    player : int
        FIRST or SECOND.

    Returns
    -------
    DisjointPaths
        `paths`, each a tuple of names; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        In a game that no chain or loop wins, such as Copolymer, or if `player` is neither.

    Notes
    -----
    *disjoint paths*: paths to a win without a common site. Between two sides there are as many as
    the fewest sites that meet them all (Menger 1927). In Projex any two loops meet.

    References
    ----------
    .. [1] K. Menger, "Zur allgemeinen Kurventheorie", Fundamenta Mathematicae 10, 1927.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> len(analysis.disjoint_paths(nbgames.match("conhex"), nbgames.FIRST).paths)
    5
    """
    who = checked(player)
    if joining(m).game.board.twists:
        chain = distance(m, who).chain
        return DisjointPaths(m, who, (chain,) if chain else ())
    near, far = (SIDES[side] for side in GOALS[who])
    if m.game.board.ends:
        paths = max((_edge_disjoint(m, who, parity) for parity in (0, 1)), key=len)
    else:
        found = _safely(nx.node_disjoint_paths, reach(m, who), near, far)
        paths = [path[1:-1] for path in found]
    return DisjointPaths(m, who, tuple(tuple(path) for path in paths))


def _edge_disjoint(m: Match, who: int, parity: int) -> list[list[str]]:
    L = goal_lattice(m, who, parity)
    near, far = (SIDES[side] for side in GOALS[who])
    paths = _safely(nx.edge_disjoint_paths, _bundled(L, near, far), near, far)
    pieces = nx.get_edge_attributes(nx.DiGraph(L), "piece")
    return [[pieces[e] for e in pairwise(path) if e in pieces] for path in paths]


def _bundled(L: nx.Graph, *ends: str) -> nx.Graph:
    """The lattice with parallel edges to the terminals: paths may share a point on a side."""
    H = nx.Graph(L)
    for end in ends:
        for point in list(L[end]):
            for k in range(L.degree(point) - 1):
                H.add_edge((point, k), point)
                H.add_edge(end, (point, k))
            H.remove_edge(end, point)
    return H


def _safely(
    question: Callable[[nx.Graph, str, str], Iterable[_Path]], G: nx.Graph, near: str, far: str
) -> list[_Path]:
    try:
        return list(question(G, near, far))
    except (nx.NetworkXNoPath, nx.NetworkXError):
        return []


# Weak places


@dataclass(frozen=True, slots=True)
class Articulation:
    """The cut points and bridges of a player's possible connections, as `articulation` finds them.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int or None
        FIRST or SECOND; None where the empty cells are both players'.
    sites : tuple of str
        Articulation points: cells (in Antipalos points) whose loss disconnects their component.
    bridges : tuple of tuple of str
        Edges with that effect, as pairs of names; in Antipalos single pieces.
    """

    match: Match
    player: int | None
    sites: tuple[str, ...]
    bridges: tuple[tuple[str, ...], ...]

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        whose = f"{named(self.match, self.player)}'s reach" if self.player else "the empty cells"
        bridges = listed("-".join(bridge) for bridge in self.bridges)
        return f"Articulation points of {whose}: {listed(self.sites)}; bridges: {bridges}."

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        bridges = tuple(Mark("bridge", "cut", path=bridge) for bridge in self.bridges)
        if self.player is None or not self.match.game.board.ends:
            return (Mark("articulation", "claim", self.sites), *bridges)
        lattices = [sublattice(self.match, parity).nodes(data="pos") for parity in (0, 1)]
        at = {name: (x, -y) for points in lattices for name, (x, y) in points}
        points = tuple(at[name] for name in self.sites)
        return (Mark("articulation", "claim", points=points), *bridges)


def articulation(m: Match, player: int | None = None) -> Articulation:
    """The cut points and bridges of what a player owns or may get; in Copolymer, of what is empty.

    Parameters
    ----------
    m : Match
        A match of any game.
    player : int, optional
        FIRST or SECOND; left out in Copolymer, since the empty cells are both players'.

    Returns
    -------
    Articulation
        `sites` and `bridges`, by name; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        If a player is missing, or given in a game that counts cells, such as Copolymer.

    Notes
    -----
    *cut point*: a site whose loss leaves its component in more parts than before; a *bridge* is an
    edge of that kind. (Tarjan 1972 finds all of them in one depth-first search.)

    References
    ----------
    .. [1] R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1,
       1972.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> analysis.articulation(nbgames.match("copolymer", cells="A1-3")).sites
    ('A2',)
    """
    game = whole(m).game
    if game.rules.scored and player is not None:
        raise Refused(
            f"in {game.name} the empty cells are the same for both players: leave the player out"
        )
    who = None if game.rules.scored else checked(player)
    if who is not None and game.board.ends:
        graphs = [open_lattice(m, who, parity) for parity in (0, 1)]
    else:
        graphs = [owned_graph(m, (EMPTY,) if who is None else open_owners(m, who))]
    points = [v for G in graphs for v in nx.articulation_points(G)]
    bridges = [
        (G.edges[e]["piece"],) if "piece" in G.edges[e] else tuple(sorted(e))
        for G in graphs
        for e in nx.bridges(G)
    ]
    return Articulation(m, who, tuple(sorted(points)), tuple(sorted(bridges)))
