"""Cycles as sums over the two-element field: bases, homology, and the cycles of a position."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import networkx as nx

from ..core.errors import Refused
from ..draw.marks import Mark
from ..graphs import board_graph, player, triangles
from ..play.match import Match
from .answers import counted, draw, listed, named, to_dict, told
from .parity import crossings

Node = Hashable
_Above = dict[Node, Node | None]  # the node before, on the way from a root


class Span:
    """The sums of vectors over the two-element field."""

    def __init__(self) -> None:
        self._leading: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._leading)

    def rest(self, vector: int) -> int:
        """What is left of a vector; 0 if it is a sum of those here."""
        while vector and (lead := vector.bit_length()) in self._leading:
            vector ^= self._leading[lead]
        return vector

    def add(self, vector: int) -> bool:
        """Take a vector in; False if it is a sum of those here already."""
        rest = self.rest(vector)
        if rest:
            self._leading[rest.bit_length()] = rest
        return bool(rest)


def homology_rank(G: nx.Graph, faces: Iterable[Sequence[Node]] | None = None) -> int:
    """The rank of the first homology over Z2 of a graph whose faces are filled in.

    Parameters
    ----------
    G : networkx.Graph
        Any graph, signed or not.
    faces : iterable of sequence of node, optional
        Cycles that bound; left out, all triangles of `G`.

    Returns
    -------
    int
        E - V + c - rank of the faces' boundaries, where c counts components: how many independent
        cycles do not bound.

    Notes
    -----
    *first homology*: the cycles of a graph up to those that bound: its rank over Z2 is E - V + c -
    rank(d2), where c counts components and d2 is the boundary map of the faces.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import analysis
    >>> analysis.homology_rank(nx.cycle_graph(5)), analysis.homology_rank(nx.complete_graph(4))
    (1, 0)
    """
    bit = _bits(G)
    span = Span()
    for face in triangles(G) if faces is None else faces:
        span.add(_vector(face, bit))
    cycles: int = G.number_of_edges() - len(G) + nx.number_connected_components(G)
    return cycles - len(span)


def short_cycles(G: nx.Graph) -> list[tuple[Node, ...]]:
    """A cycle basis of least total length, the shortest cycles first.

    Unlike `networkx.minimum_cycle_basis` it is quick enough to run after every move, and it takes
    all triangles of the graph first.

    Parameters
    ----------
    G : networkx.Graph
        Any undirected graph.

    Returns
    -------
    list of tuple of node
        Each cycle's nodes in order; E - V + c cycles, where c counts components.

    References
    ----------
    .. [1] J. D. Horton, "A polynomial-time algorithm to find the shortest cycle basis of a graph",
       SIAM Journal on Computing 16, 1987.

    Examples
    --------
    >>> import networkx as nx
    >>> from nbgames import analysis
    >>> [len(cycle) for cycle in analysis.short_cycles(nx.grid_2d_graph(3, 3))]
    [4, 4, 4, 4]
    """
    bit, span = _bits(G), Span()
    found: list[tuple[Node, ...]] = []
    wanted = G.number_of_edges() - len(G) + nx.number_connected_components(G)
    for cycle in _candidates(G):
        if len(found) == wanted:
            break
        if span.add(_vector(cycle, bit)):
            found.append(cycle)
    return found


def _candidates(G: nx.Graph) -> Iterable[tuple[Node, ...]]:
    """Triangles, then by length each edge with shortest ways from its ends to a node."""
    yield from triangles(G)
    rank = {v: k for k, v in enumerate(G)}
    by_length: dict[int, list[tuple[_Above, Node, Node]]] = {}
    for root in G:
        above, depth, branch = _tree(G, root)
        for u in depth:
            for v in G[u]:
                if rank[u] < rank[v] and branch[u] != branch[v] and u != root != v:
                    length = depth[u] + depth[v] + 1
                    if length > 3:
                        by_length.setdefault(length, []).append((above, u, v))
    for length in sorted(by_length):
        for above, u, v in by_length[length]:
            yield (*reversed(_up(above, u)), *_up(above, v)[:-1])


def _tree(G: nx.Graph, root: Node) -> tuple[_Above, dict[Node, int], dict[Node, Node]]:
    """Shortest ways from a root: the node before, the length, and the first step of each."""
    above: _Above = {root: None}
    depth: dict[Node, int] = {root: 0}
    branch: dict[Node, Node] = {root: root}
    waiting = deque([root])
    while waiting:
        u = waiting.popleft()
        for v in G[u]:
            if v not in depth:
                above[v], depth[v] = u, depth[u] + 1
                branch[v] = v if u == root else branch[u]
                waiting.append(v)
    return above, depth, branch


def _up(above: _Above, v: Node) -> list[Node]:
    way = [v]
    while (before := above[way[-1]]) is not None:
        way.append(before)
    return way


def _bits(G: nx.Graph) -> dict[frozenset[Node], int]:
    return {frozenset(edge): 1 << k for k, edge in enumerate(G.edges)}


def _vector(cycle: Sequence[Node], bit: dict[frozenset[Node], int]) -> int:
    total = 0
    for u, v in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
        total ^= bit[frozenset((u, v))]
    return total


# A position's cycles


@dataclass(frozen=True, slots=True)
class Cycle:
    """One cycle of a player's cells.

    Attributes
    ----------
    cells : tuple of str
        The names in order around the cycle.
    crossings : int
        How often it crosses the edge of the board.
    wins : bool
        Whether that number is odd.
    bounds : bool
        Whether the cycle is a sum of triangles of the player's own cells, so that nothing is
        inside.
    """

    cells: tuple[str, ...]
    crossings: int
    wins: bool
    bounds: bool


@dataclass(frozen=True, slots=True)
class CycleReport:
    """The cycles of one player's cells on a Projex board, as `cycle_report` finds them.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int
        FIRST or SECOND.
    cycles : tuple of Cycle
        A shortest cycle basis, each cycle with `cells`, `crossings`, `wins` and `bounds`; every
        cycle of the player's cells is a sum of these.
    has_loop : bool
        Whether some cycle crosses the edge an odd number of times, which wins.
    h1_rank : int
        The rank of the first homology over Z2 of the player's cells and triangles.
    """

    match: Match
    player: int
    cycles: tuple[Cycle, ...]
    has_loop: bool
    h1_rank: int

    draw = draw
    to_dict = to_dict

    def explain(self) -> str:
        """The answer in one paragraph, which ends with the position that it is about."""
        who = named(self.match, self.player)
        free = [cycle for cycle in self.cycles if not cycle.bounds]
        parts = [
            f"{who} has {counted(len(self.cycles), 'independent cycle')}, "
            f"{len(self.cycles) - len(free)} of them filled by triangles; the first homology has "
            f"rank {self.h1_rank}."
        ]
        for cycle in free:
            parts.append(
                f"The cycle {listed(cycle.cells)} crosses the edge "
                f"{counted(cycle.crossings, 'time')}: {_verdict(cycle)}."
            )
        parts.append(
            "So there is a global loop." if self.has_loop else "So there is no global loop."
        )
        return " ".join([*parts, told(self.match)])

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        return tuple(
            Mark(
                f"{counted(cycle.crossings, 'crossing')}: {_verdict(cycle)}",
                "odd" if cycle.wins else "ring",
                path=cycle.cells,
                closed=True,
            )
            for cycle in self.cycles
            if not cycle.bounds
        )


def _verdict(cycle: Cycle) -> str:
    if cycle.wins:
        return "odd, it wins"
    return "even, it bounds" if cycle.bounds else "even, a local ring"


def cycle_report(m: Match, who: int) -> CycleReport:
    """The cycles of a player's cells on a Projex board: crossings, wins, and which bound.

    Parameters
    ----------
    m : Match
        A match of Projex or of a loop game of your own.
    who : int
        FIRST or SECOND.

    Returns
    -------
    CycleReport
        `cycles` (each with `cells`, `crossings`, `wins`, `bounds`), `has_loop` and `h1_rank`; with
        `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        If the board has no edge to cross, or `who` is no player.

    Notes
    -----
    The help text's second description of a global loop (the opponent cannot join two opposed edge
    cells directly across) means the same only if the opponent's paths may cross the edge. If they
    may not, it fails on 6 of the 4,096 fillings of size 3.

    References
    ----------
    .. [1] Help text of Projex, Bill Taylor 1994 (`nbgames help projex`).

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("projex", 3).play("C1", "B3", "D1", "A3", "C2")  # X has a triangle
    >>> [(c.crossings, c.bounds) for c in analysis.cycle_report(m, nbgames.FIRST).cycles]
    [(0, True)]
    """
    G = own_graph(m, who)
    free = Span()
    bit = _bits(G)
    for face in triangles(G):
        free.add(_vector(face, bit))
    cycles = []
    for cells in short_cycles(G):
        count = crossings(G, cells)
        bounds = not free.rest(_vector(cells, bit))
        cycles.append(Cycle(tuple(map(str, cells)), count, count % 2 == 1, bounds))
    return CycleReport(
        m, player(who), tuple(cycles), any(c.wins for c in cycles), len(cycles) - len(free)
    )


def own_graph(m: Match, who: int) -> nx.Graph:
    """The part of the Projex board that a player owns, a signed graph."""
    who = player(who)
    G = board_graph(m)
    if m.game.name != "projex":
        raise Refused(f"only projex has an edge to cross, and here is {m.game!r}")
    G.remove_nodes_from([v for v, owner in list(G.nodes(data="owner")) if owner != who])
    return G
