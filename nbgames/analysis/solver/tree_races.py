"""Two disjoint trees and a race, as the evaluation of a node in the search for a forced win.

For boards whose sites join two points (see `core.lattices`). A position is settled as `switching`
settles it. Besides, where the other player, if it were to move, would win by two trees and a race,
whoever is to move must play in a square of these trees, or come so much nearer to a win that it
wins the race: after any other piece the trees are as they were. So no passing move is assumed.

That the attacker cannot win takes no race: the other player only has to keep it from joining. On
one lattice this is the Shannon switching game, where whoever cuts wins exactly if whoever joins
has no two trees: it then has two in the dual graph. A piece of the other player cuts both lattices
and a piece of the attacker's one of them, and no cut harms the dual trees. So whoever can cut each
lattice moving second can cut both, and moving first it may need its claim in one of them, or in a
square that serves in both.

Kernels: ints and flat buffers only.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from ...core._jit import jit
from ...core.board import Board
from ...core.lattices import networks
from ...core.position import EMPTY
from .forests import NEITHER
from .switching import FAR, NEVER, measured, paired
from .threats import CARRIER, COST, DISPROOF, DISPROVEN, MUSTS, PROOF, PROVEN, UNKNOWN

Ints = Any  # an array of machine integers
COLOURS = 2  # lattices; each player has a track on each of them
MOST = 6  # doublings of the first numbers: a cap, so that draws are searched too
NODES = 5  # of other searches, in the time of an evaluation here


class Track(NamedTuple):
    """A network as kernels read it, with buffers for what is measured on it."""

    who: int
    inner: int  # points that are on no side
    sites: Ints
    tails: Ints
    heads: Ints
    costs: Ints
    ends: Ints
    through: Ints
    held: Ints


def tracks(board: Board) -> tuple[Track, ...]:
    """Each network of a board: FIRST's on the two lattices, then SECOND's."""
    found = []
    for one in networks(board):
        edges = len(one.sites)
        rows = [array("i", bytes(4 * k)) for k in (edges, 2 * edges + 4, edges, edges + 2)]
        found.append(Track(one.who, one.count, array("i", one.sites), one.tails, one.heads, *rows))
    return tuple(found)


@jit
def measure(track, owners):
    """Measure a track; the fewest claims to a win on it."""
    for k in range(len(track.sites)):
        owner = owners[track.sites[k]]
        track.costs[k] = 1 if owner == EMPTY else 2 * (owner != track.who)
    return measured(track.inner, track.tails, track.heads, track.costs, track.ends, track.through)


@jit
def meeting(problem, track, musts):
    """Those of these sites that meet every win by one claim on this track."""
    for k in range(len(track.sites)):
        if track.through[k] == 1:
            site = track.sites[k]
            musts &= problem.bits[site] | problem.bits[problem.net.rivals[site]]
    return musts


@jit
def winning_trees(track, claims, against, first):
    """The pieces of each of two trees that win the race against so many claims, or 0."""
    if claims > FAR and against < NEVER:
        return 0
    most = against if first else against - 1
    return paired(track.inner + 2, track.ends, track.through, most, first, track.held)


@jit
def joinable(track, first):
    """Would the owner join the sides, moving first or second, if only this track mattered?"""
    every = len(track.sites)
    return paired(track.inner + 2, track.ends, track.through, every, first, track.held) > 0


@jit
def cut_by(track, k, spare):
    """Is an owner who moves first kept from joining on this track once the k-th square is cut?

    `spare` is overwritten, so that the trees in `held` stay.
    """
    through = track.through[k]
    track.through[k] = NEVER
    every = len(track.sites)
    pieces = paired(track.inner + 2, track.ends, track.through, every, True, spare)
    track.through[k] = through
    return pieces == 0


@jit
def cut_off(one, two, first, spare):
    """Can an owner of two tracks who moves first or second be kept from joining on either?

    The tracks have their squares in the same order. `spare` is overwritten.
    """
    if first:
        return not joinable(one, True) and not joinable(two, True)
    if joinable(one, False) or joinable(two, False):
        return False
    if not joinable(one, True) or not joinable(two, True):
        return True
    for k in range(len(one.sites)):
        both = one.held[k] != NEITHER and two.held[k] != NEITHER
        if both and cut_by(one, k, spare) and cut_by(two, k, spare):
            return True
    return False


@jit
def answers(problem, track, other, hurry):
    """The squares of the two trees just found, and the other's claims that would win the race."""
    bits, rivals = problem.bits, problem.net.rivals
    mask = 0
    for k in range(len(track.sites)):
        site = track.sites[k]
        if track.held[k] != NEITHER:
            mask |= bits[site] | bits[rivals[site]]
        elif other.through[k] == hurry:
            mask |= bits[site]
    return mask


@jit
def evaluate_trees(problem, owners, who, at_root, scratch, found):
    """Does who win, or lose whatever it does, by immediate threats or by two trees and a race?"""
    tracks, bits = problem.buffers, problem.bits
    found[MUSTS] = found[CARRIER] = 0
    found[COST] = NODES
    for site in problem.sites:
        if owners[site] == EMPTY:
            found[MUSTS] |= bits[site]
    ours, theirs = COLOURS * (who - 1), COLOURS * (2 - who)
    mine, others = [NEVER] * COLOURS, [NEVER] * COLOURS
    for colour in range(COLOURS):
        mine[colour] = measure(tracks[ours + colour], owners)
        others[colour] = measure(tracks[theirs + colour], owners)
    if min(mine) == 1:
        return PROVEN
    if min(mine if who == problem.attacker else others) == NEVER:
        return DISPROVEN if who == problem.attacker else PROVEN
    for colour in range(COLOURS):
        if others[colour] == 1:
            found[MUSTS] = meeting(problem, tracks[theirs + colour], found[MUSTS])
    if not found[MUSTS]:
        return DISPROVEN
    for colour in range(COLOURS):
        if winning_trees(tracks[ours + colour], mine[colour], others[colour], True):
            return PROVEN
    for colour in range(COLOURS):
        track, race = tracks[theirs + colour], mine[colour]
        pieces = winning_trees(track, others[colour], race, True)
        if pieces:
            hurry = race if pieces == race else -1
            found[MUSTS] &= answers(problem, track, tracks[ours + colour], hurry)
            if winning_trees(track, others[colour], race, False):
                return DISPROVEN
    first = who == problem.attacker
    attacking, defending = (ours, theirs) if first else (theirs, ours)
    spare = tracks[defending]
    if cut_off(tracks[attacking], tracks[attacking + 1], first, spare.held):
        return DISPROVEN if first else PROVEN
    found[PROOF], found[DISPROOF] = 1 << min(MOST, min(mine)), 1 << min(MOST, min(others))
    return UNKNOWN if found[MUSTS] else DISPROVEN
