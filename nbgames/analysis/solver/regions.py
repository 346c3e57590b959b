"""Finds which empty sites of a Copolymer endgame interact and which can be settled at once.

Sets of sites are the bits of one integer. A site is *open* to a player who does not touch it twice
yet, but still can: only there does a site of that player change where the opponent connects. So two
neighbours interact only if one of them is open to somebody, and the interaction graph falls apart
into regions long before its cells do. Of these regions:

- Free: connecting sites with no site beside them that is open to the mover are all taken at once.
  Whatever follows after leaving one out can also be played after taking it: the opponent gains
  nothing by that, and there is one site less to be had.
- Neutral sites interact with nothing and let nobody connect. When one is taken the opponent can
  take another, and they change nothing, so only whether their number is odd counts.
- Spoilt sites interact with nothing and only the opponent connects there. The mover takes one at
  most, to close; the opponent takes the rest in the next turn, one by one, and keeps the turn.
"""

from __future__ import annotations

from ...core._jit import inlined


@inlined
def beside(near, many, sites, others):
    """Those of these sites that have a neighbour among the others."""
    found = 0
    for k in range(many):
        if sites >> k & 1 and near[k] & others:
            found |= 1 << k
    return found


@inlined
def opened(near, many, empty, once, twice):
    """The empty sites that are open to a player who touches these once or more, and twice."""
    one = 0
    two = 0
    for k in range(many):
        if empty >> k & 1:
            two |= one & near[k]
            one |= near[k]
    return empty & ~twice & (once & one | two)


@inlined
def riskless(near, many, connecting, openings):
    """The most connecting sites that together have no other open site beside them."""
    held = connecting
    while held:
        held = beside(near, many, connecting, openings & ~connecting)
        connecting ^= held
    return connecting
