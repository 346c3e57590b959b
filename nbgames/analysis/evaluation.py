"""A position at a glance: how likely the player to move wins, and what each site is worth.

By playouts; where random play only draws, by currents and by trees. Nothing here looks a move
ahead.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from ..core.lattices import networks
from ..core.position import EMPTY, FIRST, Position
from ..core.rules import Game
from .compiling import ready
from .flows import currents
from .sampling import tallied
from .simulation.bulk import filler
from .simulation.sequential import HEAD
from .solver.switching import LAGS, standing

SHARPNESS, DRAWISH = 2.0, 0.1  # of currents; both set by matches
STEEP, LEAN = 0.5, -1.0  # of margins in a race: fitted to 2,827 open positions of 400 matches


class Guess(NamedTuple):
    """`value` from 0 to 1 for the player to move; `worth` of each site that may be claimed.

    `sure` is who wins for certain, 0 if nobody can, None if that is open; `why` says what was seen.
    """

    value: float
    worth: dict[int, float]
    sure: int | None = None
    why: str = ""


def guess(game: Game, position: Position, count: int, seed: int, *, trees: bool = True) -> Guess:
    """A glance at a position, by `count` playouts or by currents, and there by trees as well."""
    if game.rules.draws and networks(game.board):
        flow = by_currents(game, position)
        return by_trees(game, position, flow) if trees else flow
    return by_playouts(game, position, count, seed)


def by_playouts(game: Game, position: Position, count: int, seed: int) -> Guess:
    """A site is worth what share of the random games the player to move wins who gets it."""
    who, owners = position.to_move, position.owners
    fast = filler(game) is None and ready(
        (tallied, game), lambda: tallied(game, game.start(), 1, 0, fast=True)
    )
    tally = tallied(game, position, count, seed, fast=fast)
    sites = game.board.claimable
    wins = tally[who]
    worth = {}
    for site in range(sites):
        if owners[site] == EMPTY:
            first = [tally[HEAD + won * sites + site] for won in range(HEAD)]
            had = [first[k] if who == FIRST else tally[k] - first[k] for k in range(HEAD)]
            worth[site] = (had[who] + 1) / (sum(had) + 2)
    return Guess((wins + tally[0] / 2) / count, worth)


def by_currents(game: Game, position: Position) -> Guess:
    """A piece is worth the current it adds to one's own networks and takes from the other's."""
    owners, who = position.owners, position.to_move
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
                worth[site ^ 1] += -flow if mine else flow  # one piece takes both diagonals
    good, bad = strength[who], strength[3 - who]
    return Guess((good + DRAWISH / 2) / (good + bad + DRAWISH), worth)


def by_trees(game: Game, position: Position, flow: Guess) -> Guess:
    """What two trees and a race settle; else who is nearer to that, or as the currents say."""
    who, worth = position.to_move, flow.worth
    seen = standing(game.board, position.owners, who)
    if seen.winner is not None:
        value = 0.5 if seen.winner == 0 else float(seen.winner == who)
        wins = [site for tree in seen.trees for site in tree] if seen.winner == who else []
        return Guess(value, {s: worth[s] for s in wins} or worth, seen.winner, seen.why)
    ours, theirs = seen.margins
    value = flow.value
    if max(ours, theirs) > LAGS:
        value = 1 / (1 + exp(-(STEEP * (ours - theirs) + LEAN)))
    return Guess(value, {s: worth[s] for s in seen.musts} or worth, None, seen.why)
