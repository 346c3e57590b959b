"""What analysis answers, once more from the definitions: plain sets, networkx, every order tried.

`definition(m.game)` is a game's rules from `slow_counting` and `slow_foreign`, `state(m)` who has
which names. Nothing here calls `nbgames.analysis` or `nbgames.graphs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import inf

import networkx as nx
import numpy as np
import slow
import slow_counting
import slow_foreign
from foreign import GRID, HEX, LAST, MOST, SIX, TWICE
from slow_counting import Names, Plain, State
from test_slow import holes

OTHER = {slow.FIRST: slow.SECOND, slow.SECOND: slow.FIRST}
WIRE = 1e-7  # ohms of what resists nothing


@dataclass(frozen=True, eq=False)
class Game:
    """A game's rules, its cells and which touch, and the cells of each player's two sides."""

    plain: Plain
    cells: nx.Graph
    sides: dict[int, tuple[set[str], set[str]]]
    counts: bool = False  # most cells win
    misere: bool = False
    size: int = 0
    holes: nx.Graph | None = None  # ConHex
    points: bool = False  # Antipalos


@cache
def definition(made) -> Game:
    name, size = made.name, made.size
    if made.rules in SIX:
        return _foreign(made)
    if name == "projex":
        return Game(slow_counting.projex(size), slow.projex_graph(size), {}, size=size)
    if name == "conhex":
        incidence = holes(size)
        contacts, edges = slow.conhex_contacts(incidence), slow.conhex_edges(incidence)
        return Game(slow_counting.conhex(incidence), contacts, edges, size=size, holes=incidence)
    if name == "antipalos":
        plain, cells = slow_counting.antipalos(size), nx.Graph()
        cells.add_nodes_from(plain.names)
        touching = (set(slow.ends(a)) & set(slow.ends(b)) for a, b in combinations(plain.names, 2))
        pairs = zip(combinations(plain.names, 2), touching, strict=True)
        cells.add_edges_from(pair for pair, shared in pairs if shared)
        return Game(plain, cells, {}, size=size, points=True)
    names = list(made.board.names)
    cells = slow.copolymer_graph(names)
    return Game(slow_counting.copolymer(names), cells, {}, counts=True, size=size)


def _foreign(made) -> Game:
    rules, names = made.rules, made.board.names
    ground, goals = slow_foreign.ground(rules, made.size)
    cells = nx.relabel_nodes(ground, dict(enumerate(names)))
    sides = {who: tuple({names[s] for s in side} for side in goals[who]) for who in goals}

    @cache
    def joined(mine: Names, who: int) -> bool:
        parts = nx.connected_components(cells.subgraph(mine))
        return any(all(part & side for side in sides[who]) for part in parts)

    plain = Plain(
        list(names),
        (lambda mine, who: False) if rules is MOST else joined,
        goes_on=lambda state, name: rules is TWICE and len(state.first | state.second) % 2 == 1,
    )
    return Game(plain, cells, sides, rules is MOST, rules is LAST, size=made.size)


JOINING = (
    "projex",
    "conhex",
    "antipalos",
    HEX.name,
    GRID.name,
)  # where claims to a win are counted


# Positions


def state(m) -> State:
    names = {who: frozenset(n for n in m.game.board.names if m.owner(n) == who) for who in OTHER}
    return State(names[1], names[2], m.to_move)


def open_names(game: Game, s: State) -> list[str]:
    taken = s.first | s.second
    blocks = game.plain.blocks
    return [n for n in game.plain.names if n not in taken and blocks(n) not in taken]


def claim(game: Game, s: State, name: str, who: int | None = None) -> State:
    """The state after a claim, by whoever is to move if nobody is named."""
    s = s if who is None else s._replace(to_move=who)
    mover = s.to_move
    mine = s.of(mover) | {name} | game.plain.brings(s, name)
    after = mover if game.plain.goes_on(s, name) else OTHER[mover]
    return State(*((mine, s.second) if mover == 1 else (s.first, mine)), after)


def claimed(game: Game, s: State, names, who: int) -> State:
    for name in names:
        s = claim(game, s, name, who)
    return s


def winner(game: Game, s: State) -> int | None:
    """FIRST, SECOND, 0 for a draw, None while it goes on."""
    for who in OTHER:
        if game.plain.wins(s.of(who), who):
            return OTHER[who] if game.misere else who
    if open_names(game, s):
        return None
    if not game.counts:
        return 0
    return 1 if len(s.first) > len(s.second) else 2


def hopeless(game: Game, s: State, who: int) -> bool:
    """Does this player not join, even with all that is left?"""
    return not game.plain.wins(claimed(game, s, open_names(game, s), who).of(who), who)


def fewest(game: Game, s: State, enough: Callable[[tuple[str, ...]], bool]) -> float:
    """The least number of open sites that is enough, none of which blocks another."""
    names = open_names(game, s)
    for count in range(len(names) + 1):
        for chosen in combinations(names, count):
            if count > len({frozenset((n, game.plain.blocks(n))) for n in chosen}):
                continue
            if enough(chosen):
                return count
    return inf


# Questions


def distance(game: Game, s: State, who: int) -> float:
    if winner(game, s) == OTHER[who] or hopeless(game, s, who):
        return inf
    wins = game.plain.wins
    return fewest(game, s, lambda chosen: wins(claimed(game, s, chosen, who).of(who), who))


def blocking(game: Game, s: State, who: int) -> float:
    if winner(game, s) in OTHER:
        return inf if winner(game, s) == who else 0
    other = OTHER[who]
    return fewest(game, s, lambda lost: hopeless(game, claimed(game, s, lost, other), who))


def threats(game: Game, s: State, who: int) -> list[str]:
    if winner(game, s) is not None:
        return []
    return [n for n in open_names(game, s) if winner(game, claim(game, s, n, who)) == who]


def must_play(game: Game, s: State, who: int) -> list[str] | None:
    if not threats(game, s, OTHER[who]):
        return None
    after = {name: claim(game, s, name, who) for name in open_names(game, s)}
    return [
        name
        for name, then in after.items()
        if winner(game, then) == who or not threats(game, then, OTHER[who])
    ]


def groups(game: Game, s: State, who: int) -> set[frozenset[str]]:
    return {frozenset(part) for part in nx.connected_components(game.cells.subgraph(s.of(who)))}


def kept(game: Game, s: State, who: int | None) -> set[str]:
    """The cells that a player has or may get; without a player, those that are nobody's."""
    mine = set() if who is None else set(s.of(who))
    if who is not None and winner(game, s) == OTHER[who]:
        return mine & set(game.cells)
    taken = s.first | s.second
    free = {c for c in game.cells if c not in taken and game.plain.blocks(c) not in taken}
    return free | (mine & set(game.cells))


def reaches(game: Game, s: State, who: int | None) -> list[nx.Graph]:
    """The graphs whose weak places are asked for: cells, or in Antipalos the points."""
    cells = kept(game, s, who)
    if not game.points:
        return [game.cells.subgraph(cells)]
    return [_lattice(game, cells, parity) for parity in (0, 1)]


def _lattice(game: Game, pieces, parity: int) -> nx.Graph:
    points = nx.Graph()
    for name in game.plain.names:
        a, b = slow.ends(name)
        if sum(a) % 2 == parity:
            points.add_nodes_from((a, b))
            if name in pieces:
                points.add_edge(a, b, piece=name)
    return points


def weak(graph: nx.Graph) -> tuple[set, set]:
    """The nodes and the edges whose loss leaves more parts than before."""
    parts = nx.number_connected_components
    nodes = {
        v
        for v in graph
        if len(graph) > 1 and parts(graph.subgraph(set(graph) - {v})) > parts(graph)
    }
    edges = {e for e in graph.edges if parts(nx.restricted_view(graph, [], [e])) > parts(graph)}
    return nodes, edges


def sided(game: Game, s: State, who: int) -> list[nx.Graph]:
    """What a player may join, with the nodes "near" and "far" at the two sides."""
    graphs = [nx.Graph(graph) for graph in reaches(game, s, who)]
    for graph in graphs:
        graph.add_nodes_from(("near", "far"))
        axis = 1 if who == 1 else 0
        for v in [v for v in graph if v not in ("near", "far")]:
            if game.points:
                ends = [v[axis] == 1, v[axis] == game.size + 1]
            else:
                ends = [v in side for side in game.sides[who]]
            graph.add_edges_from(
                (end, v) for end, on in zip(("near", "far"), ends, strict=True) if on
            )
    return graphs


def disjoint_count(game: Game, s: State, who: int) -> int:
    """The greatest number of paths that share no cell or piece: a greatest flow."""
    if not game.points and not game.sides:
        return int(not hopeless(game, s, who) and winner(game, s) != OTHER[who])
    counts = []
    for graph in sided(game, s, who):
        flow = nx.DiGraph()
        flow.add_nodes_from([("near", 1), ("far", 0)])
        for v in graph:
            if v not in ("near", "far"):
                flow.add_edge((v, 0), (v, 1), capacity=1e6 if game.points else 1)
        for a, b, data in graph.edges(data=True):
            one = 1 if "piece" in data else 1e6
            flow.add_edge((a, 1), (b, 0), capacity=one)
            flow.add_edge((b, 1), (a, 0), capacity=one)
        counts.append(round(nx.maximum_flow_value(flow, ("near", 1), ("far", 0))))
    return max(counts)


def ohms(game: Game, s: State, who: int) -> float:
    """The resistance of a player's reach, by the pseudo-inverse."""
    if not game.points and not game.sides:
        return _loop_ohms(game, s, who)
    found = []
    for graph in sided(game, s, who):
        for a, b, data in graph.edges(data=True):
            if game.points:
                data["ohms"] = int("piece" in data and data["piece"] not in s.of(who))
            else:
                data["ohms"] = (needs(game, s, a, who) + needs(game, s, b, who)) / 2
        found.append(resistance(graph, "near", "far"))
    return 1 / sum(1 / max(r, WIRE) for r in found) if min(found) < inf else inf


def needs(game: Game, s: State, cell: str, who: int) -> int:
    """How many more claims a cell takes."""
    if cell in ("near", "far") or cell in s.of(who):
        return 0
    if game.holes is None:
        return 1
    around = set(game.holes[cell])
    return (len(around) + 1) // 2 - len(around & s.of(who))


def _loop_ohms(game: Game, s: State, who: int) -> float:
    """The least resistance between a cell and its twin in the double cover."""
    double = slow.cover(game.cells.subgraph(kept(game, s, who)))
    for (a, _), (b, _), data in double.edges(data=True):
        data["ohms"] = ((a not in s.of(who)) + (b not in s.of(who))) / 2
    cells = {cell for cell, _ in double}
    return min((resistance(double, (c, 0), (c, 1)) for c in cells), default=inf)


def resistance(graph: nx.Graph, near, far) -> float:
    if not nx.has_path(graph, near, far):
        return inf
    nodes = sorted(nx.node_connected_component(graph, near), key=repr)
    at = {v: k for k, v in enumerate(nodes)}
    laplacian = np.zeros((len(at), len(at)))
    for u, v, r in graph.subgraph(nodes).edges(data="ohms"):
        i, j, w = at[u], at[v], 1 / max(r, WIRE)
        laplacian[[i, j], [i, j]] += w
        laplacian[[i, j], [j, i]] -= w
    x = np.zeros(len(at))
    x[at[near]], x[at[far]] = 1, -1
    return float(x @ np.linalg.pinv(laplacian, hermitian=True) @ x)


# Cycles over the two-element field


def rank(vectors: list[set]) -> int:
    """How many of these sets are independent, where the sum of two is what only one has."""
    leading: dict = {}
    for vector in map(frozenset, vectors):
        while vector and (lead := max(vector, key=_text)) in leading:
            vector ^= leading[lead]
        if vector:
            leading[lead] = vector
    return len(leading)


def _text(edge) -> list[str]:
    return sorted(map(repr, edge))


def boundary(cycle) -> frozenset:
    """The edges of a closed walk that it uses an odd number of times."""
    edges: set = set()
    for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        edges ^= {frozenset((a, b))}
    return frozenset(edges)


def filled(graph: nx.Graph) -> list[frozenset]:
    """The boundaries of its triangles."""
    return [boundary(c) for c in nx.enumerate_all_cliques(graph) if len(c) == 3]


# Copolymer's turns


def connecting(game: Game, s: State, who: int) -> set[str]:
    foes = s.of(OTHER[who])
    return {n for n in open_names(game, s) if len(foes & set(game.cells[n])) >= 2}


def turns(game: Game, s: State, who: int) -> set[frozenset[str]]:
    """Every set of cells that a turn may claim."""
    found, waiting = set(), [(s, frozenset())]
    while waiting:
        now, sites = waiting.pop()
        for name in open_names(game, now):
            then = claim(game, now, name, who)
            if then.to_move != who or not open_names(game, then):
                found.add(sites | {name})
            else:
                waiting.append((then, sites | {name}))
    return found


# Values


@cache
def value(game: Game, s: State) -> int:
    """For FIRST, without a swap: 1, 0, -1, or by how many cells where they count."""
    end = winner(game, s)
    if end is not None:
        lead = len(s.first) - len(s.second) if game.counts else {1: 1, 2: -1}.get(end, 0)
        return lead
    after = [value(game, claim(game, s, name)) for name in open_names(game, s)]
    return max(after) if s.to_move == 1 else min(after)


@cache
def chances(game: Game, s: State) -> tuple[float, float, float]:
    """How likely random claims win for FIRST and for SECOND, and how many turns that takes."""
    end = winner(game, s)
    if end is not None:
        return float(end == 1), float(end == 2), 0.0
    names, total = open_names(game, s), np.zeros(3)
    for name in names:
        then = claim(game, s, name)
        passes = then.to_move != s.to_move or winner(game, then) is not None
        total += np.array(chances(game, then)) + np.array((0, 0, passes))
    return tuple(float(x) for x in total / len(names))


def follows(game: Game, s: State, owners, strategy) -> bool:
    """Do these replies give their player at least what they claim, whatever the other does?

    Where there is no reply, disjoint trees are said to settle the position: minimax says whether.
    """
    seen, waiting = set(), [s]
    sign = 1 if strategy.who == 1 else -1
    while waiting:
        now = waiting.pop()
        if now in seen:
            continue
        seen.add(now)
        mine = winner(game, now) is None and now.to_move == strategy.who
        reply = owners(now, strategy) if mine else None
        if reply is not None:
            waiting.append(claim(game, now, reply))
        elif mine or winner(game, now) is not None:
            if sign * value(game, now) < strategy.least:
                return False
        else:
            waiting += (claim(game, now, name) for name in open_names(game, now))
    return True


def positions_from(m) -> Iterator:
    """Every match that may follow, each position once."""
    seen, waiting = set(), [m]
    for now in waiting:
        key = (now.position.owners, now.to_move)
        if key in seen:
            continue
        seen.add(key)
        yield now
        waiting += (now.play(word) for word in now.legal() if word != "swap")
