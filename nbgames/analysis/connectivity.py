"""What is connected, what a win would take and what would prevent it.

Where the questions have no meaning, in Copolymer, they are refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf

import networkx as nx

from ..core.position import EMPTY
from ..draw.marks import Mark
from ..graphs import GOALS, SIDES, board_graph, player
from ..play.match import Match
from .answers import counted, draw, listed, named, role, to_dict, told, whole
from .paths import cheapest_cells, cheapest_chain, cheapest_loop
from .reach import goal, joining, number, parts, reach, site_names, way, weights


def groups(m: Match, who: int) -> list[frozenset[str]]:
    """The connected groups of a player's sites, the largest first; in ConHex, of cells.

    Raises
    ------
    Refused
        If who is no player.

    >>> from nbgames.play.match import match
    >>> m = match("projex", 6).play("F1", "A6", "F10")  # across the edge from one another
    >>> [sorted(group) for group in groups(m, 1)]
    [['F1', 'F10']]
    """
    who, G = player(who), board_graph(whole(m))
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
        who, noun = named(self.match, self.player), goal(self.match.game)
        if isinf(self.stones):
            text = f"No {noun} is left for {who}: the other's sites cut every one."
        elif not self.stones:
            text = f"{who} has won: the {noun} is {way(self.chain)}."
        else:
            claims = counted(self.stones, "more claim")
            text = f"{who} needs at least {claims} for a {noun}: {listed(self.witness)} would do."
            if self.witness != self.chain:
                text += f" The whole {noun} is then {way(self.chain)}."
        if self.lattices:
            text += " On the lattice of a1 it takes {}, on the other {}.".format(
                *map(number, self.lattices)
            )
        if self.unshared is not None and self.unshared != self.stones:
            text += f" If no stone served two cells, it would take {number(self.unshared)}."
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

    Definition
    ----------
    *loop distance*: the least weight of a way from (v, 0) to (v, 1) in the double cover, over
    all cells v of Projex: own cells weigh 0, empty ones 1, the opponent's are left out, and v
    counts once. It is 0 exactly after a win. (Shortest odd cycles in covers: Erickson and
    Nayyeri 2011.)
    *joining distance*: the fewest claims after which a player's two sides are joined if the
    opponent passes: in ConHex a cell lacks so many holes as its conquest takes, and a hole that
    two cells share counts once; in Antipalos a piece that lies weighs 0, an empty square's 1,
    on either lattice.

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

    >>> from nbgames.play.match import match
    >>> [distance(match(name), 1).stones for name in ("projex", "conhex", "antipalos")]
    [10, 6, 16]
    """
    who, board, owners = player(who), joining(m).game.board, m.position.owners
    near, far = GOALS[who]
    unshared = None
    costs: tuple[float, ...] = ()
    weight = weights(owners, who)
    if board.twists:
        stones, chain = cheapest_loop(board, weight)
        claims = tuple(site for site in chain if owners[site] == EMPTY)
    elif board.parts:
        stones, claims, chain = cheapest_cells(board, owners, who, near, far)
        unshared = _unshared(m, who)
    else:
        found = [cheapest_chain(board, weight, near, far, part) for part in parts(m.game)]
        stones, chain = min(found)
        claims = tuple(site for site in chain if owners[site] == EMPTY)
        costs = tuple(cost for cost, _ in found) if len(found) > 1 else ()
    if m.outcome and m.outcome.chain and m.outcome.winner != who:
        stones, claims, chain = inf, (), ()
    return Distance(
        m, who, stones, site_names(m, claims), site_names(m, chain), True, costs, unshared
    )


def _unshared(m: Match, who: int) -> float:
    """ConHex without shared holes: a way through cells that each cost what they need."""
    G = reach(m, who)
    ends = [SIDES[side] for side in GOALS[who]]
    try:
        least: float = nx.dijkstra_path_length(
            G, *ends, weight=lambda u, v, _: (G.nodes[u]["needs"] + G.nodes[v]["needs"]) / 2
        )
    except nx.NetworkXNoPath:
        return inf
    return least


# Blocking

ROUNDS = 6  # of choosing the cut of one lattice to suit the other's; it settles sooner


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
        ways = " and ".join(way(dual) for dual in self.duals)
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

    Definition
    ----------
    *cut*: the fewest sites whose loss leaves a player no way to win. Where a full board has
    exactly one winner, a cut is a win of the opponent: cut(P) = distance(Q). (Gale 1979; for
    lattices, the duality of planar graphs.)

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

    >>> from nbgames.play.match import match
    >>> cut = blocking_set(match("projex", 6), 1)
    >>> cut.stones, set(cut.sites) == set(cut.dual)
    (10, True)
    """
    who = player(who)
    if joining(m).game.name == "antipalos":
        return _crossing_cuts(m, who)
    way = distance(m, 3 - who)
    duals = (way.chain,) if way.chain else ()
    return BlockingSet(m, who, way.stones, way.witness, way.chain, duals)


def _crossing_cuts(m: Match, who: int) -> BlockingSet:
    """Cuts of both lattices, each in turn through squares of the other where it can."""
    owners = m.position.owners
    if distance(m, who).stones == 0:
        return BlockingSet(m, who, inf, (), (), ())
    weight = [_cut_cost(owners[site ^ 1], who) for site in range(len(owners))]
    least, found = 0.0, []
    for first in (0, 1):
        ways: dict[int, tuple[int, ...]] = {}
        for turn in range(ROUNDS):
            lattice = (first + turn) % 2
            cost, ways[lattice] = _cut(m, who, lattice, weight, ways.get(1 - lattice, ()))
            least = max(least, cost) if turn == 0 else least
        squares = {site // 2: site for way in ways.values() for site in way if weight[site]}
        found.append((tuple(squares.values()), (ways[0], ways[1])))
    claims, duals = min(found, key=lambda cut: len(cut[0]))
    named_duals = tuple(site_names(m, dual) for dual in duals)
    return BlockingSet(
        m,
        who,
        len(claims),
        site_names(m, claims),
        named_duals[0],
        named_duals,
        len(claims) == least,
    )


def _cut(
    m: Match, who: int, lattice: int, weight: list[int | None], taken: tuple[int, ...]
) -> tuple[float, tuple[int, ...]]:
    """A cheapest cut of a lattice, a way through the other one, if some squares are taken."""
    now = list(weight)
    for site in taken:
        if now[site]:
            now[site] = now[site ^ 1] = 0
    return cheapest_chain(m.game.board, now, *GOALS[3 - who], parts(m.game)[1 - lattice])


def _cut_cost(crossed: int, who: int) -> int | None:
    """What it costs to cut a piece: nothing if it cannot come, all if it lies there."""
    return None if crossed == who else int(crossed == EMPTY)
