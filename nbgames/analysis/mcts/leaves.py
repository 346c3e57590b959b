"""Static evaluation of a position on two lattices, as a kernel: currents, two trees and a race.

Who wins for certain is found as in `solver.switching`, the value of what stays open and the worth
of a claim as in `analysis.evaluation`. Besides, where the other player would win by two trees and a
race if it were to move, only claims that meet these are candidates, as in `solver.tree_races`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import exp, hypot
from typing import Any, NamedTuple

from ...core._jit import inlined, jit
from ...core.board import Board
from ...core.lattices import networks
from ...core.position import EMPTY, FIRST
from ..evaluation import DRAWISH, LEAN, STEEP
from ..flows import WIRE, drops
from ..solver.forests import NEITHER
from ..solver.switching import LAGS, NEVER, of_claims, of_trees
from ..solver.tree_races import COLOURS, Track, measure, winning_trees
from ..solver.tree_races import tracks as tracks_of  # no kernel may read it by the name `tracks`

Ints = Any
Floats = Any
DRAW = 3  # as a proven result, besides FIRST and SECOND; 0 is an open one
CENTRAL = 0.05  # by how much less a claim in a corner is worth than one in the middle
TINY = 1e-12
LEAST = 0.0025  # of a prior, before they are made to add up to 1
NETWORKS = 2 * COLOURS
# In `found`: what is proven, how many sites are candidates, the pieces of trees that decide, the
# margins in a race of the player and of the other, and what each network lacks to a win.
WON, COUNT, PIECES, LEAD, LAG, LACKS = range(6)
FOUND = LACKS + NETWORKS


class Leaf(NamedTuple):
    """A board as the evaluation reads it, and what it overwrites."""

    tracks: tuple[Track, ...]  # FIRST's networks on the two lattices, then SECOND's
    bands: Ints  # the band width of each
    rivals: Ints
    central: Floats  # by site: 1 in the middle of the board, less elsewhere
    raced: Floats  # values by margins in a race
    found: Ints
    chosen: Ints  # by site, in bits: is it a candidate, is it marked to stay one?
    order: Ints  # the candidates, the best first
    priors: Floats  # theirs, which add up to 1
    flow: Floats  # by player and site: a claim's power in the player's networks
    weights: Floats  # of the edges of a network, and what else `drops` takes
    across: Floats
    rows: Floats
    right: Floats


def leaf_of(board: Board) -> Leaf:
    """The buffers for a board."""
    nets, sites = networks(board), board.claimable
    edges = max(len(one.sites) for one in nets)
    points = max(one.count for one in nets)
    banded = max(one.count * (one.band + 1) for one in nets)
    return Leaf(
        tracks=tracks_of(board),
        bands=array("i", [one.band for one in nets]),
        rivals=array("i", board.rivals),
        central=array("d", centrality(board)),
        raced=array("d", race_values()),
        found=array("i", bytes(4 * FOUND)),
        chosen=array("i", bytes(4 * sites)),
        order=array("i", bytes(4 * sites)),
        priors=_numbers(sites),
        flow=_numbers(2 * sites),
        weights=_numbers(edges),
        across=_numbers(edges),
        rows=_numbers(banded),
        right=_numbers(points),
    )


def _numbers(count: int) -> array[float]:
    return array("d", bytes(8 * count))


def centrality(board: Board) -> list[float]:
    """By site: 1 in the middle of the board, 1 - CENTRAL in the corners."""
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in board.ends]
    x, y = (sum(row) / len(middles) for row in zip(*middles, strict=True))
    away = [hypot(a - x, b - y) for a, b in middles]
    return [1 - CENTRAL * one / max(*away, 1) for one in away]


def race_values() -> list[float]:
    """The value for margins from LAGS to -1, the player's and the other's."""
    margins = range(LAGS, 0)
    return [1 / (1 + exp(-(STEEP * (a - b) + LEAN))) for a in margins for b in margins]


def told(found: Sequence[int]) -> str:
    """What was found of a position, in a few words."""
    if found[PIECES]:
        return of_trees(found[PIECES])
    mine, others = found[LACKS : LACKS + COLOURS], found[LACKS + COLOURS : FOUND]
    return of_claims(min(mine), min(others))


@inlined
def marked(track, chosen, rivals):
    """Mark the squares of the edges that join the sides at once."""
    for k in range(len(track.sites)):
        if track.through[k] == 1:
            site = track.sites[k]
            chosen[site] |= 2
            chosen[rivals[site]] |= 2


@inlined
def met(track, chosen, rivals):
    """Mark the squares of the two trees just found."""
    for k in range(len(track.sites)):
        if track.held[k] != NEITHER:
            site = track.sites[k]
            chosen[site] |= 2
            chosen[rivals[site]] |= 2


@inlined
def hurried(track, chosen, claims):
    """Mark the claims by which this player wins a race."""
    for k in range(len(track.sites)):
        if track.through[k] == claims:
            chosen[track.sites[k]] |= 2


@inlined
def kept(chosen):
    """Only marked candidates stay; how many they are."""
    count = 0
    for site in range(len(chosen)):
        chosen[site] = 1 * (chosen[site] == 3)
        count += chosen[site]
    return count


@inlined
def measured_all(leaf, owners, who):
    """All empty sites are candidates; what each network lacks is noted, the player's come first."""
    found, chosen = leaf.found, leaf.chosen
    for site in range(len(chosen)):
        chosen[site] = 1 * (owners[site] == EMPTY)
    for k in range(NETWORKS):
        found[LACKS + k] = measure(leaf.tracks[(k + COLOURS * (who - 1)) % NETWORKS], owners)


@inlined
def threatened(leaf, who):
    """Who wins for certain by what lacks a claim or none, or is cut off; DRAW, or 0."""
    found, chosen = leaf.found, leaf.chosen
    nearest, threat = min(found[LACKS], found[LACKS + 1]), min(found[LACKS + 2], found[LACKS + 3])
    won = 0
    if threat == 0:
        won = 3 - who
    elif nearest == NEVER and threat == NEVER:
        won = DRAW
    elif nearest <= 1 or threat == 1:
        first = COLOURS * (who - 1) if nearest <= 1 else COLOURS * (2 - who)
        marked(leaf.tracks[first], chosen, leaf.rivals)
        marked(leaf.tracks[first + 1], chosen, leaf.rivals)
        count = kept(chosen)
        if nearest <= 1:
            won = who
        elif count > 2:  # more than one square
            won = 3 - who
    return won


@inlined
def raced(leaf, who):
    """Who wins for certain by two trees and a race, or 0; the margins are noted."""
    found, chosen = leaf.found, leaf.chosen
    found[LEAD] = found[LAG] = LAGS
    ours, won = COLOURS * (who - 1), 0
    for turn in range(3 * COLOURS):  # trees: ours, theirs if we move, theirs if they moved
        colour, late = turn % COLOURS, turn // COLOURS
        mine, against = found[LACKS + colour], found[LACKS + COLOURS + colour]
        if late:
            mine, against = against, mine
        if won or (late == 2 and found[LAG] == LAGS):
            continue
        track = leaf.tracks[(ours + colour + COLOURS * (late > 0)) % NETWORKS]
        most = against if late == 2 else against - LAGS
        pieces = winning_trees(track, mine, most, 1 * (late != 1))
        if pieces == 0:
            continue
        if late == 2:
            met(track, chosen, leaf.rivals)
            if pieces == against:
                hurried(leaf.tracks[ours + colour], chosen, against)
            if kept(chosen) == 0:
                won = 3 - who
            continue
        margin = against - late - pieces
        found[LEAD + late] = max(found[LEAD + late], margin)
        if margin >= 0:
            won = 3 - who if late else who
            found[PIECES] = pieces
            if late == 0:
                met(track, chosen, leaf.rivals)
                kept(chosen)
    return won


@inlined
def strength(leaf, who):
    """The sum of the squares of a player's currents; its claims' powers are left in `flow`."""
    flow, weights, across = leaf.flow, leaf.weights, leaf.across
    start, total = (who - 1) * len(leaf.chosen), 0.0
    for site in range(len(leaf.chosen)):
        flow[start + site] = 0.0
    for k in range(COLOURS * (who - 1), COLOURS * who):
        track = leaf.tracks[k]
        for edge in range(len(track.sites)):
            cost = track.costs[edge]
            weights[edge] = 1.0 if cost == 1 else WIRE if cost == 0 else 0.0
        current = drops(
            track.inner, leaf.bands[k], track.tails, track.heads, weights, across, leaf.rows,
            leaf.right,
        )  # fmt: skip
        total += current * current
        for edge in range(len(track.sites)):
            if track.costs[edge] == 1:
                flow[start + track.sites[edge]] = current * across[edge] * across[edge]
    return total


@inlined
def weighed(leaf, who):
    """The value by currents; the candidates are put into order, with their priors."""
    chosen, flow, order, priors = leaf.chosen, leaf.flow, leaf.order, leaf.priors
    sites, count, top = len(chosen), 0, 0.0
    first, second = strength(leaf, 1), strength(leaf, 2)
    good, bad = (first, second) if who == FIRST else (second, first)
    mine, theirs = sites * (who - 1), sites * (2 - who)
    for site in range(sites):
        if chosen[site]:
            rival = leaf.rivals[site]
            worth = (flow[mine + site] - flow[mine + rival]) / (good + TINY)
            worth += (flow[theirs + site] + flow[theirs + rival]) / (bad + TINY)
            order[count] = site
            priors[count] = worth * leaf.central[site]
            top = max(top, priors[count])
            count += 1
    total = 0.0
    for k in range(count):
        share = max(0.0, priors[k]) / top if top > 0.0 else 0.0
        priors[k] = LEAST + share * share * share * share
        total += priors[k]
    for k in range(count):
        priors[k] /= total
    ordered(order, priors, count)
    leaf.found[COUNT] = count
    return (good + DRAWISH / 2) / (good + bad + DRAWISH)


@jit
def ordered(order, priors, count):
    """Sort sites by priors, the highest first, equal ones by site (Shell's method)."""
    gap = count // 2
    while gap:
        for k in range(gap, count):
            site, prior, place = order[k], priors[k], k
            while place >= gap and (
                priors[place - gap] < prior
                or (priors[place - gap] == prior and order[place - gap] > site)
            ):
                order[place] = order[place - gap]
                priors[place] = priors[place - gap]
                place -= gap
            order[place] = site
            priors[place] = prior
        gap = gap // 2


@jit
def valued(leaf, owners, who, trees, all_in_order):
    """The value for the player to move; `found`, `order` and `priors` say the rest.

    What is won for certain is put into order only if that is asked for.
    """
    found = leaf.found
    measured_all(leaf, owners, who)
    found[PIECES] = found[COUNT] = 0
    found[LEAD] = found[LAG] = LAGS
    won = threatened(leaf, who)
    if trees and won == 0:
        won = raced(leaf, who)
    found[WON] = won
    value = 0.5
    if won == 0 or all_in_order:
        value = weighed(leaf, who)
    if won:
        return 0.5 if won == DRAW else 1.0 * (won == who)
    if max(found[LEAD], found[LAG]) > LAGS:
        value = leaf.raced[(found[LAG] - LAGS) - LAGS * (found[LEAD] - LAGS)]
    return value
