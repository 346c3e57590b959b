"""Settles positions where both join sides over crossing lattices, by threats and by disjoint trees.

A player with two trees that share no piece on a lattice joins its sides there, moving second: what
the opponent cuts in one, a piece of the other mends (Lehman 1964, the Shannon switching game). The
opponent can then no longer join on the crossing lattice. If on the same one it lacks more claims
than a tree has pieces, the player with the trees is there first and wins. What is said is proven.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from ...core._jit import compiled, jit
from ...core.board import Board
from ...core.lattices import Network, networks
from ..compiling import ready
from .forests import NEITHER, grown, hung

NEVER = 1 << 20  # more claims than any board has sites
LAGS = -5
FAR = 8  # claims to a win beyond which no trees are sought: they would be too large
MANY = 3  # pieces that are tried, for each claim that a tree may take
_COSTS = {1: (1, 0, 2, 2), 2: (1, 2, 0, 2)}  # claims that a piece takes, by owner; 2: cannot be had


@jit
def measured(count, tails, heads, costs, ends, through):
    """The fewest claims that join the sides.

    `ends` gets the points that each edge joins, own pieces contracted, with two wires between the
    sides at the end; `through` the claims of a shortest chain through each empty one.
    """
    points, edges = count + 2, len(costs)
    parent = [0] * points
    for point in range(points):
        parent[point] = point
    for k in range(edges + 2):
        a, b = count, count + 1
        if k < edges:
            a = tails[k] if tails[k] >= 0 else count - 1 - tails[k]
            b = heads[k] if heads[k] >= 0 else count - 1 - heads[k]
        ends[2 * k], ends[2 * k + 1] = a, b
        if k < edges and costs[k] == 0:
            while parent[a] != a:
                a = parent[a]
            while parent[b] != b:
                b = parent[b]
            parent[max(a, b)] = min(a, b)
    for place in range(len(ends)):
        while parent[ends[place]] != ends[place]:
            ends[place] = parent[ends[place]]
    first, following = [-1] * points, [-1] * (2 * edges)
    for place in range(2 * edges):
        if costs[place >> 1] == 1:
            following[place] = first[ends[place]]
            first[ends[place]] = place
    near, far, queue = [NEVER] * points, [NEVER] * points, [0] * points
    spread(ends, first, following, near, ends[2 * edges], queue)
    spread(ends, first, following, far, ends[2 * edges + 1], queue)
    for k in range(edges):
        a, b = ends[2 * k], ends[2 * k + 1]
        through[k] = NEVER
        if costs[k] == 1 and a != b:
            through[k] = min(NEVER, 1 + min(near[a] + far[b], near[b] + far[a]))
    return near[ends[2 * edges + 1]]


@jit
def spread(ends, first, following, away, start, queue):
    """How many edges each point is away from one, by breadth-first search."""
    away[start] = 0
    queue[0] = start
    done, count = 0, 1
    while done < count:
        point = queue[done]
        done += 1
        place = first[point]
        while place >= 0:
            other = ends[place ^ 1]
            if away[other] == NEVER:
                away[other] = away[point] + 1
                queue[count] = other
                count += 1
            place = following[place]


@jit
def paired(points, ends, through, most, first, held):
    """How many pieces each of two trees has that share none and join the sides; 0 if none do.

    Who moves first may take a wire between the sides for a piece: the other one cut it, and now
    it is mended. The shortest chains are tried first, those of more claims than `most` are not.
    `held` says which tree an edge is in.
    """
    edges = len(through)
    above = [-1] * (2 * points)
    came, queue = [0] * (edges + 2), [0] * (edges + 2)
    for k in range(edges + 2):
        held[k] = NEITHER
    if first:
        grown(points, ends, held, above, came, queue, edges + 1)
    level = tried = 0
    while level < most and tried < MANY * most:
        after = NEVER
        for k in range(edges):
            if level < through[k] < after:
                after = through[k]
        level = after
        if level > most or level == NEVER:
            return 0
        for k in range(edges):
            if through[k] == level:
                tried += 1
                grown(points, ends, held, above, came, queue, k)
        count = grown(points, ends, held, above, came, queue, edges)
        if count:
            for k in range(edges):
                if came[k] == -2:
                    held[k] = NEITHER
            return (count - 1) // 2 if count - 1 <= 2 * most else 0
        held[edges] = NEITHER
        hung(points, ends, held, 0, above)
        hung(points, ends, held, 1, above)
    return 0


class Lane(NamedTuple):
    """A network with the fewest claims that join its sides, and what these were found with."""

    network: Network
    claims: int
    ends: array[int]
    through: array[int]


class Standing(NamedTuple):
    """How the player to move stands.

    `winner` is who wins for certain, 0 if nobody can, None if that is open. `musts` are the only
    sites that do not lose at once; empty, if any will do. `margins` are the player's and the
    other's: by how many claims a race with two trees would be won, LAGS if they are too far off.
    `trees` are those that decide; `claims` what the player and the other lack to a win.
    """

    winner: int | None
    claims: tuple[int, int]
    musts: tuple[int, ...] = ()
    margins: tuple[int, int] = (LAGS, LAGS)
    trees: tuple[tuple[int, ...], ...] = ()

    @property
    def why(self) -> str:
        """What was seen, in a few words."""
        if self.trees:
            return of_trees(max(map(len, self.trees)))
        return of_claims(*self.claims)


# Plain functions, which are translated for pages without Python


def of_trees(pieces: int) -> str:
    return f"two trees of {pieces} pieces"


def of_claims(ours: int, theirs: int) -> str:
    """What the player and the other lack to a win."""
    return f"{lacking(ours)}, for the other {lacking(theirs)}"


def lacking(claims: int) -> str:
    return "no win left" if claims >= NEVER else f"{claims} to a win"


def lanes(board: Board, owners: bytes | bytearray) -> list[Lane]:
    """Each network of the board, measured."""
    measure = compiled(measured) if ready(measured, _compiled) else measured
    found = []
    for network in networks(board):
        cost = _COSTS[network.who]
        costs = array("i", [cost[owners[site]] for site in network.sites])
        through = array("i", costs)
        ends = array("i", bytes(8 * len(costs) + 16))
        claims = measure(network.count, network.tails, network.heads, costs, ends, through)
        found.append(Lane(network, claims, ends, through))
    return found


def standing(board: Board, owners: bytes | bytearray, who: int) -> Standing:
    """What can be said of a position where nobody has won and who is to move."""
    found = lanes(board, owners)
    ours, theirs = (
        [lane for lane in found if lane.network.who == player] for player in (who, 3 - who)
    )
    claims = min(lane.claims for lane in ours), min(lane.claims for lane in theirs)
    if claims[0] == 1:
        return Standing(who, claims)
    if claims == (NEVER, NEVER):
        return Standing(0, claims)
    rivals = board.rivals
    threats = {frozenset((s, rivals[s])) for lane in theirs for s in _wins(lane)}
    if len(threats) > 1:
        return Standing(3 - who, claims)
    margins = [LAGS, LAGS]
    for mine, other in zip(ours, theirs, strict=True):  # on the same lattice
        for late, (lane, against) in enumerate(((mine, other), (other, mine))):
            time = against.claims - late
            near = lane.claims <= FAR or against.claims == NEVER
            trees = two_trees(lane, time - LAGS, first=not late) if near else None
            if not trees:
                continue
            margin = time - max(map(len, trees))
            if margin >= 0:
                return Standing(lane.network.who, claims, trees=trees)
            margins[late] = max(margins[late], margin)
    musts = tuple(site for square in threats for site in sorted(square))
    return Standing(None, claims, musts, (margins[0], margins[1]))


def _wins(lane: Lane) -> list[int]:
    """The sites that join the sides at once."""
    if lane.claims > 1:
        return []
    return [s for s, claims in zip(lane.network.sites, lane.through, strict=True) if claims == 1]


def two_trees(
    lane: Lane, most: int, *, first: bool
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The sites of two trees that join the sides, of at most so many pieces each."""
    pair = compiled(paired) if ready(measured, _compiled) else paired
    held = array("i", bytes(4 * len(lane.through) + 8))
    if not pair(lane.network.count + 2, lane.ends, lane.through, most, first, held):
        return None
    sites = lane.network.sites
    one, two = (tuple(s for s, k in zip(sites, held, strict=False) if k == tree) for tree in (0, 1))
    return one, two


def _compiled() -> None:
    ints = array("i")
    compiled(measured)(0, ints, ints, ints, array("i", bytes(16)), ints)
    compiled(paired)(2, array("i", bytes(16)), ints, 0, False, array("i", bytes(8)))
