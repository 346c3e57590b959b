"""Connected groups of a player's sites, and the distance to a win: a cheapest chain or loop."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf

import networkx as nx

from ..core.position import EMPTY, FIRST, SECOND
from ..draw.marks import Mark
from ..graphs import GOALS, SIDES
from ..graphs import player as checked
from ..play.match import Match
from .answers import counted, draw, in_notebook, listed, named, role, to_dict, to_frame, whole
from .capabilities import joining
from .paths import cheapest_cells, cheapest_chain, cheapest_loop
from .reach import (
    goal,
    number,
    open_owners,
    owned_graph,
    parts,
    path_text,
    reach,
    site_names,
    weights,
)


def groups(m: Match, player: int) -> list[frozenset[str]]:
    """The connected groups of a player's sites, the largest first.

    Parameters
    ----------
    m : Match
        A match of any game, finished or not.
    player : int
        `nbgames.FIRST` (1) or `nbgames.SECOND` (2).

    Returns
    -------
    list of frozenset of str
        The names of each group's sites; in ConHex its cells, in Antipalos its pieces.

    Raises
    ------
    Refused
        If `m` is no match, or `who` no player.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> m = nbgames.match("projex", 6).play("F1", "A6", "F10")  # neighbours across the edge
    >>> [sorted(group) for group in analysis.groups(m, nbgames.FIRST)]
    [['F1', 'F10']]
    """
    own = owned_graph(whole(m), (checked(player),))
    return sorted((frozenset(c) for c in nx.connected_components(own)), key=len, reverse=True)


# Distance


@dataclass(frozen=True, slots=True)
class Distance:
    """How many claims a player is away from a win, as `distance` finds it.

    Attributes
    ----------
    match : Match
        The match that was asked about.
    player : int
        FIRST or SECOND.
    stones : float
        The fewest sites still to be claimed if the opponent passes; 0 after a win, `math.inf` if no
        number will do.
    witness : tuple of str
        Sites whose claim wins, `stones` of them, in the order of the chain.
    chain : tuple of str
        The whole chain or loop that they complete, in order; in ConHex its cells.
    exact : bool
        Whether `stones` is proven to be the least; it always is.
    lattices : tuple of float
        Antipalos: the same number for the lattice of a1 and for the other one; else empty.
    unshared : float or None
        ConHex: the number if each stone counted for one cell only; else None.
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
    to_frame = to_frame
    _repr_html_ = in_notebook

    def explain(self) -> str:
        """The answer in one paragraph."""
        game = self.match.game
        who, noun = named(self.match, self.player), goal(game)
        if isinf(self.stones):
            lost = EMPTY not in open_owners(self.match, self.player)
            why = "the opponent has won" if lost else "the opponent's sites block every one"
            text = f"No {noun} is left for {who}: {why}."
        elif not self.stones:
            text = f"{who} has won: the {noun} is {path_text(self.chain)}."
        else:
            more = counted(self.stones, f"more {game.board.noun}")
            text = f"{who} needs at least {more} for a {noun}: {listed(self.witness)} would do."
            if self.witness != self.chain:
                text += f" The whole {noun} is then {path_text(self.chain)}."
        if self.lattices:
            first, second = (number(game, count) for count in self.lattices)
            text += f" On the lattice of a1: {first}; on the other lattice: {second}."
        if self.unshared is not None and self.unshared != self.stones:
            text += f" If no stone served two cells, it would take {number(game, self.unshared)}."
        return text

    def marks(self) -> tuple[Mark, ...]:
        """What a figure or a widget lays over the board to show this answer."""
        who = named(self.match, self.player)
        board = self.match.game.board
        return (
            Mark(f"{who}'s path", role(self.player), path=self.chain, closed=bool(board.twists)),
            Mark(f"{counted(len(self.witness), board.noun)} to claim", "claim", self.witness),
        )


def distance(m: Match, player: int) -> Distance:
    """The fewest sites that a player must still claim for a win, and sites that do it.

    Parameters
    ----------
    m : Match
        A match of Projex, ConHex or Antipalos, or of a game of your own in which sides are joined
        or a loop is closed; finished or not.
    player : int
        FIRST or SECOND.

    Returns
    -------
    Distance
        `stones` (a count of claims, `math.inf` if out of reach), `witness` (names of sites that do
        it), `chain` (the whole winning chain or loop), `exact`, and per game `lattices` or
        `unshared`; with `explain`, `draw` and `to_dict`.

    Raises
    ------
    Refused
        In a game that no chain or loop wins, such as Copolymer, or if `player` is neither.

    Notes
    -----
    *loop distance*: the least weight of a path from (v, 0) to (v, 1) in the double cover, over all
    cells v of Projex: own cells weigh 0, empty ones 1, the opponent's are left out, and v counts
    once. It is 0 exactly after a win. (Shortest odd cycles in covers: Erickson and Nayyeri 2011.)

    *joining distance*: the fewest claims after which a player's two sides are joined if the
    opponent passes: in ConHex a cell lacks as many holes as its conquest takes, and a hole that two
    cells share counts once; in Antipalos an own piece weighs 0 and an empty square 1, on either
    lattice.

    In ConHex the number is found by a search over chains without shortcuts.

    References
    ----------
    .. [1] J. Erickson and A. Nayyeri, "Minimum cuts and shortest non-separating cycles via homology
       covers", SODA 2011.

    Examples
    --------
    >>> import nbgames
    >>> from nbgames import analysis
    >>> found = analysis.distance(nbgames.match("projex", 3), nbgames.FIRST)
    >>> found.stones, len(found.witness), found.exact
    (4, 4, True)
    """
    who, board, owners = checked(player), joining(m).game.board, m.position.owners
    near, far = GOALS[who]
    unshared = None
    costs: tuple[float, ...] = ()
    weight = weights(m, who)
    if board.twists:
        stones, chain = cheapest_loop(board, weight)
        claims = tuple(site for site in chain if owners[site] == EMPTY)
    elif board.parts:
        stones, claims, chain = cheapest_cells(board, owners, who, near, far)
        unshared = _unshared(m, who)
    else:
        among = parts(m.game) if board.ends else (None,)
        found = [cheapest_chain(board, weight, near, far, part) for part in among]
        stones, chain = min(found)
        claims = tuple(site for site in chain if owners[site] == EMPTY)
        costs = tuple(cost for cost, _ in found) if board.ends else ()
    return Distance(
        m, who, stones, site_names(m, claims), site_names(m, chain), True, costs, unshared
    )


def way_through(before: Match, then: Match, player: int) -> tuple[str, ...]:
    """The chain of a shortest way after a turn, if the turn made it shorter; else nothing.

    Whatever is shorter than before goes through what the turn claimed.
    """
    found = distance(then, player)
    return found.chain if found.stones < distance(before, player).stones else ()


def walls(m: Match, player: int) -> tuple[str, ...]:
    """The pieces of Antipalos that cut a player off on both lattices; () where one is open.

    What cuts a lattice is a chain of sites of the other one, between the opponent's two sides,
    whose rivals are the opponent's or blocked; a piece of the player's own blocks its rival, too.
    `blocking_set` answers another question: its paths cost the fewest claims, but need not be
    short, and so name pieces that are not needed.
    """
    board, owners = m.game.board, m.position.owners
    weight = [None if owners[rival] in (EMPTY, player) else 0 for rival in board.rivals]
    cuts = [cheapest_chain(board, weight, *GOALS[3 - player], part)[1] for part in parts(m.game)]
    if not all(cuts):
        return ()
    squares = {s for cut in cuts for site in cut for s in (site, board.rivals[site])}
    return site_names(m, sorted(s for s in squares if owners[s] in (FIRST, SECOND)))


def _unshared(m: Match, who: int) -> float:
    """The cost of a path through cells that each take what they need, no hole shared."""
    G = reach(m, who)
    ends = [SIDES[side] for side in GOALS[who]]
    try:
        least: float = nx.dijkstra_path_length(
            G, *ends, weight=lambda u, v, _: (G.nodes[u]["needs"] + G.nodes[v]["needs"]) / 2
        )
    except nx.NetworkXNoPath:
        return inf
    return least
