"""Resistance of a player's reach, read as a network of resistors (Shannon's Bridg-it machine)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import ClassVar

import networkx as nx

from ..core._numpy import np
from ..draw.marks import Mark
from ..graphs import GOALS, SIDES
from ..graphs import player as checked
from ..play.match import Match
from .answers import draw, in_notebook, listed, named, to_dict, to_frame
from .capabilities import joining
from .parity import ParityUnionFind
from .reach import goal_lattice, open_owners, owned_graph, reach


@dataclass(frozen=True, slots=True)
class Resistance:
    """A player's possible connections as a network of resistors, as `resistance` measures it.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int
        FIRST or SECOND.
    ohms : float
        The resistance between the player's sides, or in Projex of the loops across the edge; 0
        after a win, `math.inf` if the player is cut off. An empty site has 1 ohm (in ConHex a cell
        has 1 ohm for each stone that it needs), an own site 0.
    values : dict of str to float
        How much of the current each site carries, 0 to 1; in Projex the conductance, in siemens, of
        the loops through each cell.
    lattices : tuple of float
        Antipalos: the ohms of each lattice; `ohms` is of both in parallel. Else empty.
    """

    match: Match
    player: int
    ohms: float
    values: dict[str, float]
    lattices: tuple[float, ...] = ()

    each: ClassVar[tuple[str, ...]] = ("values",)

    draw = draw
    to_dict = to_dict
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        who = named(self.match, self.player)
        most = sorted(self.values, key=lambda v: (-self.values[v], v))[:3]
        busy = listed(f"{v} ({self.values[v]:.3f})" for v in most)
        text = f"The resistance of {who}'s possible connections is {_ohms(self.ohms)}"
        if self.lattices:
            first, second = map(_ohms, self.lattices)
            text += f": {first} on the lattice of a1, {second} on the other"
        return f"{text}. The highest values are those of {busy}."

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        loops, who = self.match.game.board.twists, named(self.match, self.player)
        label = f"conductance of {who}'s loops" if loops else f"share of {who}'s current"
        return (Mark(label, "good", values=self.values),)


def _ohms(resistance: float) -> str:
    return "infinite" if resistance == inf else f"{resistance:.4g} ohms"


def resistance(m: Match, player: int) -> Resistance:
    """The electrical resistance of a player's possible connections, and the current in each site.

    Parameters
    ----------
    m : Match
        A match of Projex, ConHex or Antipalos.
    player : int
        FIRST or SECOND.

    Returns
    -------
    Resistance
        `ohms` (0 after a win, `math.inf` if cut off), `values` (the share of the current by name)
        and `lattices`; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        In a game that no chain or loop wins, such as Copolymer, or if `player` is neither.

    Notes
    -----
    *resistance*: the volts between a player's two sides when one ampere flows, own sites being wire
    and empty ones resistors. (Anshelevich 2002, for Hex.)

    In Projex the diagonal of the signed Laplacian's inverse has for each cell half the resistance
    between the cell and its twin in the double cover; the least of these is `ohms`.

    References
    ----------
    .. [1] V. Anshelevich, "A hierarchical approach to computer Hex", Artificial Intelligence 134,
       2002.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("antipalos", 6)
    >>> [round(x, 9) for x in analysis.resistance(m, nbgames.FIRST).lattices]  # theory: exactly 1
    [1.0, 1.0]
    """
    who = checked(player)
    if joining(m).game.board.twists:
        return Resistance(m, who, *_loop_resistance(m, who))
    if not m.game.board.ends:
        return Resistance(m, who, *_cell_resistance(m, who))
    values: dict[str, float] = {}
    ohms = []
    for parity in (0, 1):
        L = goal_lattice(m, who, parity)
        wires = [(u, v, d["weight"] * (d.get("owner") != who)) for u, v, d in L.edges(data=True)]
        total, currents = network(wires, *(SIDES[side] for side in GOALS[who]))
        ohms.append(total)
        values |= {
            d["piece"]: round(abs(current), 9)
            for (_, _, d), current in zip(L.edges(data=True), currents, strict=True)
            if "piece" in d and current
        }
    both = 0.0 if 0 in ohms else 1 / sum(1 / x for x in ohms) if min(ohms) < inf else inf
    return Resistance(m, who, both, values, tuple(ohms))


def network(
    wires: list[tuple[Hashable, Hashable, float]], near: Hashable, far: Hashable
) -> tuple[float, list[float]]:
    """The resistance between two nodes of a network of wires, and the current in each wire.

    Parameters
    ----------
    wires : list of tuple
        Each an edge (u, v, ohms); wires of 0 ohms join their ends.
    near : Hashable
        The node where a current of 1 ampere enters.
    far : Hashable
        The node where it leaves.

    Returns
    -------
    resistance : float
        Ohms between `near` and `far`; `math.inf` if nothing joins them.
    currents : list of float
        The current in each wire, from u to v, in the order of `wires`. Wires of 0 ohms share it as
        if all of them had the same resistance, in the limit where that vanishes.

    Examples
    --------
    >>> from nbgames import analysis
    >>> analysis.network([("a", "b", 1), ("b", "c", 2), ("a", "c", 3)], "a", "c")
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
        return 0.0, _shorted(wires, root, [0.0] * len(wires), near, far)
    G = nx.Graph((root[u], root[v]) for u, v, _ in wires)
    if source not in G or sink not in G or not nx.has_path(G, source, sink):
        return inf, [0.0] * len(wires)
    live = nx.node_connected_component(G, source)
    loaded = [(root[u], root[v], ohms) for u, v, ohms in wires if ohms and root[u] in live]
    volts = _volts([*(live - {sink}), sink], loaded, {source: 1.0})
    currents = [
        (volts[root[u]] - volts[root[v]]) / ohms if ohms and root[u] in live else 0.0
        for u, v, ohms in wires
    ]
    return volts[source], _shorted(wires, root, currents, near, far)


def _volts(
    nodes: Iterable[Hashable],
    wires: list[tuple[Hashable, Hashable, float]],
    inflow: Mapping[Hashable, float],
) -> dict[Hashable, float]:
    """The voltage at each node of a connected network, 0 at the last, where all currents leave."""
    at = {v: k for k, v in enumerate(nodes)}
    laplacian = np.zeros((len(at), len(at)))
    for u, v, ohms in wires:
        i, j = at[u], at[v]
        if i != j:
            laplacian[[i, j], [i, j]] += 1 / ohms
            laplacian[[i, j], [j, i]] -= 1 / ohms
    entering = np.array([inflow.get(v, 0.0) for v in at])
    free = np.linalg.solve(laplacian[:-1, :-1], entering[:-1])
    return dict(zip(at, map(float, [*free, 0.0]), strict=True))


def _shorted(
    wires: list[tuple[Hashable, Hashable, float]],
    root: Mapping[Hashable, Hashable],
    currents: list[float],
    near: Hashable,
    far: Hashable,
) -> list[float]:
    """The same currents, and those in wires of 0 ohms: each group of them is a network of its own.

    What its wires with resistance bring to a node leaves it by the others.
    """
    groups: dict[Hashable, list[tuple[Hashable, Hashable, float]]] = {}
    inflow: dict[Hashable, float] = {}
    for (u, v, ohms), current in zip(wires, currents, strict=True):
        if ohms:
            inflow[u] = inflow.get(u, 0.0) - current
            inflow[v] = inflow.get(v, 0.0) + current
        elif u != v:
            groups.setdefault(root[u], []).append((u, v, 1.0))
    inflow[near] = inflow.get(near, 0.0) + 1
    inflow[far] = inflow.get(far, 0.0) - 1
    volts: dict[Hashable, float] = {}
    for group in groups.values():
        volts |= _volts(dict.fromkeys(end for u, v, _ in group for end in (u, v)), group, inflow)
    return [
        current if ohms or u == v else volts[u] - volts[v]
        for (u, v, ohms), current in zip(wires, currents, strict=True)
    ]


def _cell_resistance(m: Match, who: int) -> tuple[float, dict[str, float]]:
    G = reach(m, who)
    ends = [SIDES[side] for side in GOALS[who]]
    wires = [(u, v, (G.nodes[u]["needs"] + G.nodes[v]["needs"]) / 2) for u, v in G.edges]
    ohms, currents = network(wires, *ends)
    through = dict.fromkeys(G, 0.0)
    for (u, v, _), current in zip(wires, currents, strict=True):
        through[u] += abs(current) / 2
        through[v] += abs(current) / 2
    return ohms, {v: round(c, 9) for v, c in through.items() if v not in ends and c}


def _loop_resistance(m: Match, who: int) -> tuple[float, dict[str, float]]:
    """Own groups are contracted, switched so that no parity is lost; then cell by cell."""
    G = owned_graph(m, open_owners(m, who))
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


def _inverse_diagonal(H: nx.MultiGraph) -> dict[Hashable, float]:
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
