"""Kernels for what a board shows: translated for pages, run as they are for widgets."""

from __future__ import annotations

from ..core._jit import jit
from ..core.position import EMPTY


@jit
def keeps(net, step, owners, who, claimable):
    """The sites where a claim leaves the turn with who; none if all empty ones do."""
    found = [0] * claimable
    ends = 0
    for site in range(claimable):
        if owners[site] == EMPTY:
            tried = owners[:]
            if step(net, tried, site, who) == who:
                found[site] = 1
            else:
                ends = 1
    return [site for site in range(claimable) if ends and found[site]]
