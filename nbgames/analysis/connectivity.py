"""What is connected, what a win would take, what would prevent it. Tempo is another module's.

A player's *reach* is what the player owns or may still get. Where the questions have no meaning, in
Copolymer, they are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import inf, isinf

import networkx as nx
import numpy as np

from ..errors import Refused
from ..graphs import GOALS, SHORES, board_graph, interaction_graph, player, sublattice
from ..matches import Match
from ..position import EMPTY
from ..rules import Game
from .answers import Mark, counted, draw, listed, named, role, to_dict, told
from .parity import ParityUnionFind
from .search import cheapest_cells, cheapest_chain, cheapest_loop

# Groups


def groups(m: Match, who: int) -> list[frozenset[str]]:
    """The connected groups of a player's sites, the largest first; in ConHex, of cells.

    Raises
    ------
    Refused
        If who is no player.

    >>> from nbgames.matches import match
    >>> m = match("projex", 6).play("F1", "A6", "F10")  # across the edge from one another
    >>> [sorted(group) for group in groups(m, 1)]
    [['F1', 'F10']]
    """
    who, G = player(who), board_graph(_match(m))
    G.remove_nodes_from([v for v, owner in list(G.nodes(data="owner")) if owner != who])
    return sorted((frozenset(c) for c in nx.connected_components(G)), key=len, reverse=True)


# Distance


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a player is from a win if the other one passes, as `distance` finds it.

    Attributes
    ----------
    stones
        The fewest sites to claim; 0 after a win, `math.inf` if none will do.
    witness
        Such sites, in the order of the chain.
    chain
        The whole chain or loop that they complete, in order; in ConHex, cells.
    exact
        Whether no fewer would do; it always is.
    lattices
        Antipalos: the same for the lattice of a1 and for the other.
    unshared
        ConHex: what it would be if no stone could serve two cells.
    """

    match: Match
    player: int
    stones: float
    witness: tuple[str, ...]
    chain: tuple[str, ...]
    exact: bool = True
    lattices: tuple[float, ...] = ()
    unshared: float | None = None

    draw = draw
    to_dict = to_dict

    def explain(self) -> str:
        who, noun = named(self.match, self.player), _goal(self.match.game)
        if isinf(self.stones):
            text = f"No {noun} is left for {who}: the other's sites cut every one."
        elif not self.stones:
            text = f"{who} has won: the {noun} is {_way(self.chain)}."
        else:
            claims = counted(self.stones, "more claim")
            text = f"{who} needs at least {claims} for a {noun}: {listed(self.witness)} would do."
            if self.witness != self.chain:
                text += f" The whole {noun} is then {_way(self.chain)}."
        if self.lattices:
            text += " On the lattice of a1 it takes {}, on the other {}.".format(
                *map(_n, self.lattices)
            )
        if self.unshared is not None and self.unshared != self.stones:
            text += f" If no stone served two cells, it would take {_n(self.unshared)}."
        return f"{text} {told(self.match)}"

    def marks(self) -> tuple[Mark, ...]:
        who = named(self.match, self.player)
        loop = bool(self.match.game.board.twists)
        return (
            Mark(f"{who}'s way", role(self.player), path=self.chain, closed=loop),
            Mark(f"{counted(len(self.witness), 'claim')} to make", "claim", self.witness),
        )


def distance(m: Match, who: int) -> Distance:
    """The fewest sites a player must still claim for a win, with sites that do it.

    Parameters
    ----------
    m
        A match of Projex, ConHex or Antipalos, finished or not.
    who
        FIRST or SECOND.

    Raises
    ------
    Refused
        In Copolymer, where nobody joins anything, or if who is no player.

    Notes
    -----
    Projex: a cheapest way from a cell to its twin in the double cover. ConHex: exact, a hole that
    two cells share counted once, by a search over chains without shortcuts. Antipalos: per lattice.

    >>> from nbgames.matches import match
    >>> [distance(match(name), 1).stones for name in ("projex", "conhex", "antipalos")]
    [10, 6, 16]
    """
    who, board, owners = player(who), _joining(m).game.board, m.position.owners
    near, far = GOALS[who]
    unshared = None
    costs: tuple[float, ...] = ()
    weight = _weights(owners, who)
    if board.twists:
        stones, chain = cheapest_loop(board, weight)
        claims = tuple(site for site in chain if owners[site] == EMPTY)
    elif board.parts:
        stones, claims, chain = cheapest_cells(board, owners, who, near, far)
        unshared = _unshared(m, who)
    else:
        found = [cheapest_chain(board, weight, near, far, part) for part in _parts(m.game)]
        stones, chain = min(found)
        claims = tuple(site for site in chain if owners[site] == EMPTY)
        costs = tuple(cost for cost, _ in found) if len(found) > 1 else ()
    if m.outcome and m.outcome.chain and m.outcome.winner != who:
        stones, claims, chain = inf, (), ()
    return Distance(m, who, stones, _names(m, claims), _names(m, chain), True, costs, unshared)


def _unshared(m: Match, who: int) -> float:
    """ConHex without shared holes: a way through cells that each cost what they need."""
    G = _reach(m, who)
    ends = [SHORES[shore] for shore in GOALS[who]]
    try:
        return nx.dijkstra_path_length(
            G, *ends, weight=lambda u, v, _: (G.nodes[u]["needs"] + G.nodes[v]["needs"]) / 2
        )
    except nx.NetworkXNoPath:
        return inf


# Blocking


@dataclass(frozen=True, slots=True)
class BlockingSet:
    """The fewest sites that end a player's hopes, as `blocking_set` finds them.

    Attributes
    ----------
    stones
        How many the opponent must claim; `math.inf` if the player has won.
    sites
        Such sites.
    dual
        The opponent's chain or loop that they complete: the cut is that path.
    duals
        Antipalos: one for each lattice, the first cuts the lattice of a1. Elsewhere the one.
    exact
        Whether no fewer would do. In Antipalos a piece cuts both lattices; if the cuts found share
        too few squares to be sure, this is False and `stones` an upper bound.
    """

    match: Match
    player: int
    stones: float
    sites: tuple[str, ...]
    dual: tuple[str, ...]
    duals: tuple[tuple[str, ...], ...]
    exact: bool = True

    draw = draw
    to_dict = to_dict

    def explain(self) -> str:
        who, other = named(self.match, self.player), named(self.match, 3 - self.player)
        if isinf(self.stones):
            return f"Nothing stops {who}, who has won. {told(self.match)}"
        if not self.stones:
            text = f"{who} is cut off already"
        else:
            fewest = "The fewest claims" if self.exact else "Claims"
            text = (
                f"{fewest} of {other} that cut {who} off: {len(self.sites)}, {listed(self.sites)}"
            )
        ways = " and ".join(_way(dual) for dual in self.duals)
        return f"{text}. The cut is {other}'s own way {ways}. {told(self.match)}"

    def marks(self) -> tuple[Mark, ...]:
        other = named(self.match, 3 - self.player)
        loop = bool(self.match.game.board.twists)
        ways = tuple(
            Mark(f"{other}'s way", role(3 - self.player), path=dual, closed=loop)
            for dual in self.duals
        )
        return (*ways, Mark(f"cut of {counted(len(self.sites), 'site')}", "cut", self.sites))


def blocking_set(m: Match, who: int) -> BlockingSet:
    """The fewest sites whose loss ends a player's hopes, and the opponent's way that they are.

    In Projex and ConHex exactly one player wins a full board, so a cut is the opponent's cheapest
    win. In Antipalos a piece of the opponent's cuts its square in both lattices, and the cut of a
    lattice is a way through the other one.

    Parameters
    ----------
    m
        A match of Projex, ConHex or Antipalos.
    who
        The player to be stopped.

    Raises
    ------
    Refused
        In Copolymer, or if who is no player.

    >>> from nbgames.matches import match
    >>> cut = blocking_set(match("projex", 6), 1)
    >>> cut.stones, set(cut.sites) == set(cut.dual)
    (10, True)
    """
    who = player(who)
    if _joining(m).game.name == "antipalos":
        return _crossing_cuts(m, who)
    way = distance(m, 3 - who)
    duals = (way.chain,) if way.chain else ()
    return BlockingSet(m, who, way.stones, way.witness, way.chain, duals)


def _crossing_cuts(m: Match, who: int) -> BlockingSet:
    """Cuts of both lattices, the second through squares of the first where it can, either first."""
    board, owners = m.game.board, m.position.owners
    if distance(m, who).stones == 0:
        return BlockingSet(m, who, inf, (), (), ())
    lattices = _parts(m.game)
    weight = [_cut_cost(owners[site ^ 1], who) for site in range(len(owners))]
    found, least = [], 0
    for order in ((0, 1), (1, 0)):
        sites: list[int] = []
        ways: dict[int, tuple[int, ...]] = {}
        now = list(weight)
        for lattice in order:  # a way through the other lattice cuts this one
            cost, way = cheapest_chain(board, now, *GOALS[3 - who], lattices[1 - lattice])
            least = max(least, cost) if not ways else least
            ways[lattice] = way
            for site in way:
                if now[site] == 1:
                    sites.append(site)
                    now[site] = now[site ^ 1] = 0
        found.append((len(sites), sites, (ways[0], ways[1])))
    stones, claims, duals = min(found, key=lambda cut: cut[0])
    named_duals = tuple(_names(m, dual) for dual in duals)
    return BlockingSet(
        m, who, stones, _names(m, claims), named_duals[0], named_duals, stones == least
    )


def _cut_cost(crossed: int, who: int) -> int | None:
    """What it costs to cut a piece: nothing if it cannot come, all if it lies there."""
    return None if crossed == who else int(crossed == EMPTY)


# Disjoint ways


@dataclass(frozen=True, slots=True)
class DisjointPaths:
    """As many ways to a win as there are that share nothing, as `disjoint_paths` finds them.

    Attributes
    ----------
    paths
        The ways; in ConHex cells, in Antipalos pieces of the better lattice.
    """

    match: Match
    player: int
    paths: tuple[tuple[str, ...], ...]

    draw = draw
    to_dict = to_dict

    def explain(self) -> str:
        who = named(self.match, self.player)
        ways = "; ".join(_way(path) for path in self.paths) or "none"
        text = f"{who} has {counted(len(self.paths), 'disjoint way')} to a win: {ways}."
        if self.match.game.board.twists:
            text += " There are never two, because any two global loops meet."
        return f"{text} {told(self.match)}"

    def marks(self) -> tuple[Mark, ...]:
        loop = bool(self.match.game.board.twists)
        return tuple(
            Mark(counted(len(self.paths), "way"), role(self.player), path=path, closed=loop)
            for path in self.paths
        )


def disjoint_paths(m: Match, who: int) -> DisjointPaths:
    """A largest set of ways to a win that share no cell, or in Antipalos no piece (Menger).

    Raises
    ------
    Refused
        In Copolymer, or if who is no player.

    >>> from nbgames.matches import match
    >>> len(disjoint_paths(match("conhex"), 1).paths)
    5
    """
    who = player(who)
    if _joining(m).game.board.twists:
        chain = distance(m, who).chain
        return DisjointPaths(m, who, (chain,) if chain else ())
    near, far = (SHORES[shore] for shore in GOALS[who])
    if m.game.name == "antipalos":
        ways = max((_edge_disjoint(m, who, parity) for parity in (0, 1)), key=len)
    else:
        G = _reach(m, who)
        ways = _safely(nx.node_disjoint_paths, G, near, far)
        ways = [way[1:-1] for way in ways]
    return DisjointPaths(m, who, tuple(tuple(way) for way in ways))


def _edge_disjoint(m: Match, who: int, parity: int) -> list[list[str]]:
    L = _goal_lattice(m, who, parity)
    near, far = (SHORES[shore] for shore in GOALS[who])
    ways = _safely(nx.edge_disjoint_paths, _bundled(L, near, far), near, far)
    pieces = nx.get_edge_attributes(nx.DiGraph(L), "piece")
    return [[pieces[e] for e in pairwise(way) if e in pieces] for way in ways]


def _bundled(L: nx.Graph, *ends: str) -> nx.Graph:
    """The lattice with its shore points told apart: an edge to a terminal may be used often."""
    H = nx.Graph(L)
    for end in ends:
        for point in list(L[end]):
            for k in range(L.degree(point) - 1):
                H.add_edge((point, k), point)
                H.add_edge(end, (point, k))
            H.remove_edge(end, point)
    return H


def _safely(question, G: nx.Graph, near: str, far: str) -> list:
    try:
        return list(question(G, near, far))
    except (nx.NetworkXNoPath, nx.NetworkXError):
        return []


# Weak places


@dataclass(frozen=True, slots=True)
class Articulation:
    """The places where a player's reach hangs together by one, as `articulation` finds them.

    Attributes
    ----------
    sites
        Cells (in Antipalos points) whose loss would break it apart.
    bridges
        Links with that effect, as pairs of names; in Antipalos pieces.
    """

    match: Match
    player: int | None
    sites: tuple[str, ...]
    bridges: tuple[tuple[str, ...], ...]

    draw = draw
    to_dict = to_dict

    def explain(self) -> str:
        whose = f"{named(self.match, self.player)}'s reach" if self.player else "the empty board"
        bridges = listed("-".join(bridge) for bridge in self.bridges)
        return (
            f"Articulation points of {whose}: {listed(self.sites)}; bridges: {bridges}. "
            f"{told(self.match)}"
        )

    def marks(self) -> tuple[Mark, ...]:
        known = self.match.game.board.sites
        spell = self.match.game.board.spell
        ends = tuple(Mark("bridge", "cut", path=bridge) for bridge in self.bridges)
        sites = tuple(s for s in self.sites if "-" in s or spell(s) in known)
        return (Mark("articulation", "claim", sites), *ends)


def articulation(m: Match, who: int | None = None) -> Articulation:
    """The cut points and bridges of what a player owns or may get; in Copolymer, of what is empty.

    Parameters
    ----------
    m
        A match of any game.
    who
        FIRST or SECOND; in Copolymer nobody, since the empty cells are both players'.

    Raises
    ------
    Refused
        If a player is missing, or given in Copolymer.

    >>> from nbgames.matches import match
    >>> articulation(match("copolymer", cells="A1-3"), None).sites
    ('A2',)
    """
    if _match(m).game.name == "copolymer":
        if who is not None:
            raise Refused("in copolymer the empty cells are both players': leave out the player")
        graphs = [interaction_graph(m)]
    elif m.game.name == "antipalos":
        graphs = [_open_lattice(m, player(who), parity) for parity in (0, 1)]
    else:
        graphs = [board_graph(m)]
        graphs[0].remove_nodes_from(
            [v for v, o in list(graphs[0].nodes(data="owner")) if o not in (EMPTY, player(who))]
        )
    points = [v for G in graphs for v in nx.articulation_points(G)]
    bridges = [
        (G.edges[e]["piece"],) if "piece" in G.edges[e] else tuple(sorted(e))
        for G in graphs
        for e in nx.bridges(G)
    ]
    return Articulation(m, who, tuple(sorted(points)), tuple(sorted(bridges)))


# Resistance


@dataclass(frozen=True, slots=True)
class Resistance:
    """A player's reach as a network of resistors, as `resistance` measures it.

    Attributes
    ----------
    ohms
        The resistance between the player's shores, or across the edge; 0 after a win, `math.inf`
        if the player is cut off. An empty site resists 1 (in ConHex 1 for each stone that the cell
        needs), one's own 0.
    values
        How much of the current each site carries, 0 to 1; in Projex the conductance of the loops
        through each cell.
    lattices
        Antipalos: the resistance of each lattice; `ohms` is of both side by side.
    """

    match: Match
    player: int
    ohms: float
    values: dict[str, float]
    lattices: tuple[float, ...] = ()

    draw = draw
    to_dict = to_dict

    def explain(self) -> str:
        who = named(self.match, self.player)
        most = sorted(self.values, key=lambda v: (-self.values[v], v))[:3]
        busy = listed(f"{v} ({self.values[v]:.3f})" for v in most)
        text = f"{who}'s reach resists {self.ohms:.4g} ohms"
        if self.lattices:
            text += f", {self.lattices[0]:.4g} and {self.lattices[1]:.4g} on the two lattices"
        return f"{text}; the busiest sites are {busy}. {told(self.match)}"

    def marks(self) -> tuple[Mark, ...]:
        loops = self.match.game.board.twists
        label = "conductance of loops" if loops else "share of the current"
        return (Mark(label, role(self.player), values=self.values),)


def resistance(m: Match, who: int) -> Resistance:
    """The electrical resistance of a player's reach, and how much each site carries.

    Projex: what the signed Laplacian's inverse says of a cell is half the resistance between it and
    its twin in the double cover; the least of these is `ohms`.

    Raises
    ------
    Refused
        In Copolymer, or if who is no player.

    >>> from nbgames.matches import match
    >>> [round(x, 9) for x in resistance(match("antipalos", 6), 1).lattices]  # theory: exactly 1
    [1.0, 1.0]
    """
    who = player(who)
    if _joining(m).game.board.twists:
        return Resistance(m, who, *_loop_resistance(m, who))
    if m.game.name != "antipalos":
        return Resistance(m, who, *_cell_resistance(m, who))
    values: dict[str, float] = {}
    ohms = []
    for parity in (0, 1):
        L = _goal_lattice(m, who, parity)
        wires = [(u, v, d["weight"] * (d.get("owner") != who)) for u, v, d in L.edges(data=True)]
        total, currents = network(wires, *(SHORES[shore] for shore in GOALS[who]))
        ohms.append(total)
        values |= {
            d["piece"]: round(abs(current), 9)
            for (_, _, d), current in zip(L.edges(data=True), currents, strict=True)
            if "piece" in d and current
        }
    both = 0.0 if 0 in ohms else 1 / sum(1 / x for x in ohms) if min(ohms) < inf else inf
    return Resistance(m, who, both, values, tuple(ohms))


def network(wires: list[tuple], near: object, far: object) -> tuple[float, list[float]]:
    """The resistance of wires (end, end, ohms) between two nodes, and the current in each wire.

    The current is 1 in all; wires of 0 ohms join their ends and carry none that is told.

    >>> network([("a", "b", 1), ("b", "c", 2), ("a", "c", 3)], "a", "c")
    (1.5, [0.5, 0.5, 0.5])
    """
    sets = ParityUnionFind()
    for u, v, ohms in wires:
        sets.find(u), sets.find(v)
        if not ohms:
            sets.union(u, v, 0)
    root = {end: sets.find(end)[0] for u, v, _ in wires for end in (u, v)}
    source, sink = root.get(near, near), root.get(far, far)
    if source == sink:
        return 0.0, [0.0] * len(wires)
    G = nx.Graph((root[u], root[v]) for u, v, _ in wires)
    if source not in G or sink not in G or not nx.has_path(G, source, sink):
        return inf, [0.0] * len(wires)
    live = nx.node_connected_component(G, source)
    at = {v: k for k, v in enumerate(live)}
    laplacian = np.zeros((len(at), len(at)))
    for u, v, ohms in wires:
        if ohms and root[u] in at and root[u] != root[v]:
            i, j = at[root[u]], at[root[v]]
            laplacian[[i, j], [i, j]] += 1 / ohms
            laplacian[[i, j], [j, i]] -= 1 / ohms
    volts = np.zeros(len(at))
    free = [k for v, k in at.items() if v != sink]
    inflow = np.array([float(k == at[source]) for k in free])
    volts[free] = np.linalg.solve(laplacian[np.ix_(free, free)], inflow)
    currents = [
        float(volts[at[root[u]]] - volts[at[root[v]]]) / ohms if ohms and root[u] in at else 0.0
        for u, v, ohms in wires
    ]
    return float(volts[at[source]]), currents


def _cell_resistance(m: Match, who: int) -> tuple[float, dict[str, float]]:
    G = _reach(m, who)
    ends = [SHORES[shore] for shore in GOALS[who]]
    wires = [(u, v, (G.nodes[u]["needs"] + G.nodes[v]["needs"]) / 2) for u, v in G.edges]
    ohms, currents = network(wires, *ends)
    through = dict.fromkeys(G, 0.0)
    for (u, v, _), current in zip(wires, currents, strict=True):
        through[u] += abs(current) / 2
        through[v] += abs(current) / 2
    return ohms, {v: round(c, 9) for v, c in through.items() if v not in ends and c}


def _loop_resistance(m: Match, who: int) -> tuple[float, dict[str, float]]:
    """Own groups are contracted, switched so that no parity is lost; then cell by cell."""
    G = board_graph(m)
    G.remove_nodes_from([v for v, o in list(G.nodes(data="owner")) if o not in (EMPTY, who)])
    sets = ParityUnionFind()
    own = {v for v, owner in G.nodes(data="owner") if owner == who}
    for u, v, p in G.edges(data="parity"):
        if u in own and v in own and not sets.union(u, v, p):
            return 0.0, {}
    H = nx.MultiGraph()
    H.add_nodes_from(sets.find(v)[0] for v in G)
    for u, v, p in G.edges(data="parity"):
        ohms = ((u not in own) + (v not in own)) / 2
        if ohms:
            (a, x), (b, y) = sets.find(u), sets.find(v)
            H.add_edge(a, b, parity=p ^ x ^ y, ohms=ohms)
    through: dict[str, float] = {}
    for part in nx.connected_components(H):
        found = _inverse_diagonal(H.subgraph(part))
        through |= {v: 2 * found[sets.find(v)[0]] for v in G if sets.find(v)[0] in found}
    best = min(through.values(), default=inf)
    return best, {v: round(1 / ohms, 9) for v, ohms in through.items() if v not in own}


def _inverse_diagonal(H: nx.MultiGraph) -> dict:
    """Of the signed Laplacian's inverse; nothing if the graph is balanced."""
    sets = ParityUnionFind()
    if all([sets.union(u, v, p) for u, v, p in H.edges(data="parity")]):
        return {}
    at = {v: k for k, v in enumerate(H)}
    matrix = np.zeros((len(at), len(at)))
    for u, v, data in H.edges(data=True):
        i, j, sign, w = at[u], at[v], 1 - 2 * data["parity"], 1 / data["ohms"]
        matrix[i, i] += w
        matrix[j, j] += w
        matrix[i, j] -= w * sign
        matrix[j, i] -= w * sign
    inverse = np.linalg.inv(matrix)
    return {v: float(inverse[k, k]) for v, k in at.items()}


# One move ahead


def threats(m: Match, who: int) -> tuple[str, ...]:
    """The sites with which a player would win at once, whoever is to move.

    Raises
    ------
    Refused
        In Copolymer, where a win is counted at the end, or if who is no player.

    >>> from nbgames.matches import match
    >>> threats(match("conhex", 2).play("C2", "E1", "B3"), 1)
    ('C4', 'A5')
    """
    who = player(who)
    if _joining(m).outcome:
        return ()
    return tuple(m.game.board.names[site] for site in _wins(m, m.position.owners, who))


def _wins(m: Match, owners: bytes, who: int, among: Iterable[int] | None = None) -> Iterator[int]:
    board, rules = m.game.board, m.game.rules
    for site in range(board.claimable) if among is None else among:
        if owners[site] == EMPTY:
            after = bytearray(owners)
            rules.step(board.net, after, site, who)
            if rules.winner(board.net, after) == who:
                yield site


def must_play(m: Match, who: int | None = None) -> tuple[str, ...] | None:
    """The sites that parry every threat of the opponent to win at once.

    Parameters
    ----------
    m
        A match of Projex, ConHex or Antipalos.
    who
        Who has to answer; left out, the side to move.

    Returns
    -------
    tuple of str or None
        None if there is no threat, so that any site will do; () if no site parries them all.

    Raises
    ------
    Refused
        In Copolymer, or if who is no player.

    >>> from nbgames.matches import match
    >>> must_play(match("conhex", 2)) is None
    True
    """
    who = _joining(m).position.to_move if who is None else player(who)
    if m.outcome:
        return None
    board, rules, owners = m.game.board, m.game.rules, m.position.owners
    danger = list(_wins(m, owners, 3 - who))
    if not danger:
        return None
    answers = []
    for site in range(board.claimable):
        if owners[site] == EMPTY:
            after = bytearray(owners)
            rules.step(board.net, after, site, who)
            if next(_wins(m, bytes(after), 3 - who, danger), None) is None:
                answers.append(board.names[site])
    return tuple(answers)


# What all of these share


def _match(m: object) -> Match:
    if not isinstance(m, Match):
        raise Refused("an analysis is of a match: make one with nbgames.match")
    return m


def _joining(m: object) -> Match:
    """A match of a game that is won by a chain or a loop."""
    m = _match(m)
    if not m.game.board.twists and not m.game.board.shores:
        raise Refused(f"in {m.game.name} nobody joins anything: ask analysis.tempo who is ahead")
    return m


def _goal(game: Game) -> str:
    return "global loop" if game.board.twists else "chain"


def _n(count: float) -> str:
    return "no number" if isinf(count) else f"{count:g}"


def _way(chain: tuple[str, ...]) -> str:
    return listed(chain) if chain else "nothing"


def _names(m: Match, sites: Iterable[int]) -> tuple[str, ...]:
    return tuple(m.game.board.names[site] for site in sites)


def _weights(owners: bytes, who: int) -> list[int | None]:
    cost = [None, None, None, None]
    cost[EMPTY], cost[who] = 1, 0
    return [cost[owner] for owner in owners]


@lru_cache(maxsize=32)
def _parts(game: Game) -> tuple[tuple[int, ...], ...]:
    """The sites in connected parts, the first site's first: Antipalos has two, its lattices."""
    G = nx.Graph()
    G.add_nodes_from(range(len(game.board.names)))
    G.add_edges_from((s, t) for s, links in enumerate(game.board.links) for t in links)
    return tuple(tuple(sorted(part)) for part in nx.connected_components(G))


def _reach(m: Match, who: int) -> nx.Graph:
    """ConHex, or any board of cells with shores: what a player owns or may get, with its shores."""
    G, board = board_graph(m), m.game.board
    G.remove_nodes_from([v for v, o in list(G.nodes(data="owner")) if o not in (EMPTY, who)])
    for v, data in G.nodes(data=True):
        holes = board.parts[board.site(v)] if board.parts else ()
        held = sum(m.position.owners[hole] == who for hole in holes)
        need = (len(holes) + 1) // 2 - held if holes else 1
        data["needs"] = 0 if data["owner"] == who else need
    for shore in GOALS[who]:
        end = SHORES[shore]
        touching = [v for v, shores in list(G.nodes(data="shores", default=())) if end in shores]
        G.add_node(end, needs=0)
        G.add_edges_from((end, v) for v in touching)
    return G


def _open_lattice(m: Match, who: int, parity: int, terminals: int | None = None) -> nx.Graph:
    L = sublattice(m, parity, terminals=terminals)
    L.remove_edges_from(
        [(u, v) for u, v, o in L.edges(data="owner", default=EMPTY) if o not in (EMPTY, who)]
    )
    return L


def _goal_lattice(m: Match, who: int, parity: int) -> nx.Graph:
    return _open_lattice(m, who, parity, who)
