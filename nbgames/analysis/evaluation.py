"""Static evaluation: how likely the player to move wins, and what each site is worth.

By playouts; on lattices, where random games are nearly all draws, by currents and edge-disjoint
trees.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from ..core.game import Game
from ..core.position import EMPTY, FIRST, Position
from .capabilities import latticed
from .compiling import ready
from .flows import currents
from .simulation.bulk import filler
from .simulation.loops import HEAD
from .solver.switching import LAGS, standing
from .tallies import Tally, tallied

SHARPNESS, DRAWISH = 2.0, 0.1  # of currents; both set by matches
STEEP, LEAN = 0.5, -1.0  # of margins in a race: fitted to 2,827 open positions of 400 matches


class Evaluation(NamedTuple):
    """`value` from 0 to 1 for the player to move; `worth` of each site that may be claimed.

    `proven` is who wins against any play, 0 if nobody can, None if that is open; `why` says how
    that, or the value, was found.
    """

    value: float
    worth: dict[int, float]
    proven: int | None = None
    why: str = ""


def evaluate(
    game: Game, position: Position, count: int, seed: int, *, trees: bool = True
) -> Evaluation:
    """The evaluation by `count` playouts; on lattices by currents, and by trees as well."""
    if latticed(game):
        flow = by_currents(game, position)
        return by_trees(game, position, flow) if trees else flow
    return by_playouts(game, position, count, seed)


def drawn(game: Game, position: Position, count: int, seed: int) -> Tally:
    """The tally of random games; one by one they run compiled, once a thread has compiled them."""
    fast = filler(game) is None and ready(
        (tallied, game), lambda: tallied(game, game.start(), 1, 0, fast=True)
    )
    return tallied(game, position, count, seed, fast=fast)


def by_playouts(game: Game, position: Position, count: int, seed: int) -> Evaluation:
    """A site is worth the share of wins among the playouts in which the player to move gets it."""
    who, owners = position.to_move, position.owners
    tally = drawn(game, position, count, seed)
    sites = game.board.claimable
    wins = tally[who]
    worth = {}
    for site in range(sites):
        if owners[site] == EMPTY:
            first = [tally[HEAD + won * sites + site] for won in range(HEAD)]
            had = [first[k] if who == FIRST else tally[k] - first[k] for k in range(HEAD)]
            worth[site] = (had[who] + 1) / (sum(had) + 2)
    return Evaluation((wins + tally[0] / 2) / count, worth)


def by_currents(game: Game, position: Position) -> Evaluation:
    """A site is worth the current it adds to one's own networks and takes from the other's."""
    owners, who, rivals = position.owners, position.to_move, game.board.rivals
    found = currents(game.board, owners)
    strength = [0.0, 0.0, 0.0]
    for network, current, _ in found:
        strength[network.who] += current**SHARPNESS
    worth = {s: 0.0 for s in range(game.board.claimable) if owners[s] == EMPTY}
    for network, current, across in found:
        weight = current ** (SHARPNESS - 1) / (strength[network.who] + 1e-12)
        mine = network.who == who
        for site, voltage in zip(network.sites, across, strict=True):
            if owners[site] == EMPTY:
                flow = weight * voltage * voltage
                worth[site] += flow
                worth[rivals[site]] += -flow if mine else flow  # a claim blocks its rival
    good, bad = strength[who], strength[3 - who]
    return Evaluation((good + DRAWISH / 2) / (good + bad + DRAWISH), worth)


def by_trees(game: Game, position: Position, flow: Evaluation) -> Evaluation:
    """The outcome if two trees or a race settle it; else a value from race margins or currents."""
    who, worth = position.to_move, flow.worth
    seen = standing(game.board, position.owners, who)
    if seen.winner is not None:
        value = 0.5 if seen.winner == 0 else float(seen.winner == who)
        wins = [site for tree in seen.trees for site in tree] if seen.winner == who else []
        return Evaluation(value, {s: worth[s] for s in wins} or worth, seen.winner, seen.why)
    ours, theirs = seen.margins
    value = flow.value
    if max(ours, theirs) > LAGS:
        value = 1 / (1 + exp(-(STEEP * (ours - theirs) + LEAN)))
    return Evaluation(value, {s: worth[s] for s in seen.musts} or worth, None, seen.why)
