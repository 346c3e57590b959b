"""Which empty sites of a Copolymer endgame interact, and which of them need no search.

Sets of sites are the bits of one integer. A site is *open* to a player who does not touch it twice
yet, but still can: only there does a site of that player change where the other connects. So two
neighbours interact only if one of them is open to somebody, and the interaction graph falls apart
into regions long before its cells do. Of these regions:

- Connecting sites that leave nothing open to the mover beside them are taken at once, all of them.
  Whoever leaves one can be followed by who has taken it: the other gets nothing by that, may
  claim in both what is claimed in one, and there is one site less to have.
- Of two neutral sites that interact with nothing, whoever sees one taken takes the other. They
  change nothing, so only whether their number is odd counts.
- Of the sites that interact with nothing and where only the other connects, the mover has one at
  most, to close; the other takes the rest in the next turn, one by one, without losing it.
"""

from __future__ import annotations

from ...core._jit import jit


@jit
def beside(near, many, sites, others):
    """Those of these sites that have a neighbour among the others."""
    found = 0
    for k in range(many):
        if sites >> k & 1 and near[k] & others:
            found |= 1 << k
    return found


@jit
def opened(near, many, empty, once, twice):
    """The empty sites that are open to a player who touches these once or more, and twice."""
    one = 0
    two = 0
    for k in range(many):
        if empty >> k & 1:
            two |= one & near[k]
            one |= near[k]
    return empty & ~twice & (once & one | two)


@jit
def riskless(near, many, connecting, openings):
    """The most connecting sites that together have no other open site beside them."""
    held = connecting
    while held:
        held = beside(near, many, connecting, openings & ~connecting)
        connecting ^= held
    return connecting
