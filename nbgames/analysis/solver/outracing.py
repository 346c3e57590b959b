"""Where to play against two trees and a race, and whether that helps. Ints and flat buffers only.

Of a position it settles what `_switching` does. Besides: where the other, if it were to move, would
win by two trees and a race, whoever is to move has to play in a square of these trees, or come so
much nearer that it wins the race. After any other piece the trees are as they were, and the other,
who is to move now, wins by them. So nobody is thought to pass.
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
from .threats import BAD, COST, GOOD, MUSTS, NEEDS, PROOF, REFUTATION, UNKNOWN

Ints = Any  # an array of machine integers
COLOURS = 2  # lattices; each player has a track on each of them
MOST = 6  # doublings; who cannot win may still draw, which is no harder to show than this
SLOW = 5  # looks elsewhere take as long as one here


class Track(NamedTuple):
    """A network as kernels read it, with room for what is measured on it."""

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
        links = len(one.sites)
        rooms = [array("i", bytes(4 * k)) for k in (links, 2 * links + 4, links, links + 2)]
        found.append(Track(one.who, one.count, array("i", one.sites), one.tails, one.heads, *rooms))
    return tuple(found)


@jit
def lacked(track, owners):
    """How many claims are lacked to a win on this track, which gets measured."""
    for k in range(len(track.sites)):
        owner = owners[track.sites[k]]
        track.costs[k] = 1 if owner == EMPTY else 2 * (owner != track.who)
    return measured(track.inner, track.tails, track.heads, track.costs, track.ends, track.through)


@jit
def threatened(track, bits, musts):
    """Where every win by one claim on this track would be met."""
    for k in range(len(track.sites)):
        if track.through[k] == 1:
            site = track.sites[k]
            musts &= bits[site] | bits[site ^ 1]
    return musts


@jit
def outraced(track, claims, against, first):
    """The pieces of two trees that are there before the other has made so many claims, or 0."""
    if claims > FAR and against < NEVER:
        return 0
    most = against if first else against - 1
    return paired(track.inner + 2, track.ends, track.through, most, first, track.held)


@jit
def mending(track, other, hurry, bits):
    """The squares of the two trees just found, and the other's claims that would win the race."""
    mask = 0
    for k in range(len(track.sites)):
        site = track.sites[k]
        if track.held[k] != NEITHER:
            mask |= bits[site] | bits[site ^ 1]
        elif other.through[k] == hurry:
            mask |= bits[site]
    return mask


@jit
def outraced_ahead(
    net, step, winner, kind, crossing, claimable, attacker, owners, who, root, sites, bits, said,
    child, lacks, seen, waiting, rooms,
):  # fmt: skip
    """Does who win, or lose whatever it does, by threats or by two trees? See `ahead`."""
    said[MUSTS] = said[NEEDS] = 0
    said[COST] = SLOW
    for site in sites:
        if owners[site] == EMPTY:
            said[MUSTS] |= bits[site]
    ours, theirs = COLOURS * (who - 1), COLOURS * (2 - who)
    mine, others = [NEVER] * COLOURS, [NEVER] * COLOURS
    for colour in range(COLOURS):
        mine[colour] = lacked(rooms[ours + colour], owners)
        others[colour] = lacked(rooms[theirs + colour], owners)
    if min(mine) == 1:
        return GOOD
    if min(mine if who == attacker else others) == NEVER:
        return BAD if who == attacker else GOOD
    for colour in range(COLOURS):
        if others[colour] == 1:
            said[MUSTS] = threatened(rooms[theirs + colour], bits, said[MUSTS])
    if not said[MUSTS]:
        return BAD
    for colour in range(COLOURS):
        if outraced(rooms[ours + colour], mine[colour], others[colour], True):
            return GOOD
    for colour in range(COLOURS):
        track, race = rooms[theirs + colour], mine[colour]
        pieces = outraced(track, others[colour], race, True)
        if pieces:
            hurry = race if pieces == race else -1
            said[MUSTS] &= mending(track, rooms[ours + colour], hurry, bits)
            if outraced(track, others[colour], race, False):
                return BAD
    said[PROOF], said[REFUTATION] = 1 << min(MOST, min(mine)), 1 << min(MOST, min(others))
    return UNKNOWN if said[MUSTS] else BAD
