"""Electrical networks on boards whose sites join points (Antipalos), for static evaluation.

A player's own site is a wire, an empty one a resistor of 1 ohm, any other is missing. Each lattice
and direction is one network; a kernel solves it by banded Cholesky factorisation.
"""

from __future__ import annotations

from array import array

from ..core._jit import compiled, jit
from ..core.board import Board
from ..core.lattices import SOURCE, Network, networks
from ..core.position import FIRST, SECOND
from .compiling import ready

WIRE = 1000.0
LEAK = 1e-9  # to earth, so that a part that nothing reaches has a potential too


@jit
def drops(count, band, tails, heads, weights, across, rows, right):
    """The current between the sides at a voltage of 1; `across` gets the voltage of each edge.

    Potentials come from a banded factorisation into L D L^T. Column j of the matrix lies in `rows`
    from j * (band + 1) on, its diagonal first; `right` gets the potentials of the inner points.
    """
    # Antipalos 16, four networks: 2.6 ms by numpy.linalg.solve; pages whose Python has no numpy
    # need it as well.
    width = band + 1
    for i in range(count * width):
        rows[i] = 0.0
    for i in range(count):
        rows[i * width] = LEAK
        right[i] = 0.0
    for k in range(len(tails)):
        a, b, weight = tails[k], heads[k], weights[k]
        if weight > 0.0:
            if a >= 0:
                rows[a * width] += weight
            if b >= 0:
                rows[b * width] += weight
            if a >= 0 and b >= 0:
                rows[min(a, b) * width + abs(a - b)] -= weight
            elif a == SOURCE and b >= 0:
                right[b] += weight
            elif b == SOURCE and a >= 0:
                right[a] += weight
    for j in range(count):
        start = j * width
        pivot = rows[start]
        for d in range(1, min(width, count - j)):
            if rows[start + d] != 0.0:
                factor = rows[start + d] / pivot
                at = start + d * band
                for e in range(d, width):
                    rows[at + e] -= factor * rows[start + e]
                right[j + d] -= factor * right[j]
    for j in range(count - 1, -1, -1):
        start = j * width
        total = right[j]
        for d in range(1, min(width, count - j)):
            total -= rows[start + d] * right[j + d]
        right[j] = total / rows[start]
    current = 0.0
    for k in range(len(tails)):
        a, b = tails[k], heads[k]
        high = right[a] if a >= 0 else 1.0 * (a == SOURCE)
        low = right[b] if b >= 0 else 1.0 * (b == SOURCE)
        across[k] = high - low
        current += weights[k] * (high - low) * (high - low)
    return current


_CONDUCTS = {FIRST: (1.0, WIRE, 0.0, 0.0), SECOND: (1.0, 0.0, WIRE, 0.0)}


def currents(board: Board, owners: bytes | bytearray) -> list[tuple[Network, float, array[float]]]:
    """Each network of the board with its current and the voltage across each of its edges."""
    solve = compiled(drops) if ready(drops, _compiled_drops) else drops
    found = []
    for network in networks(board):
        conducts = _CONDUCTS[network.who]
        weights = array("d", [conducts[owners[site]] for site in network.sites])
        across = array("d", weights)
        count, band = network.count, network.band
        rows, right = array("d", bytes(8 * count * (band + 1))), array("d", bytes(8 * count))
        given = count, band, network.tails, network.heads, weights, across, rows, right
        current = solve(*given)
        found.append((network, current, across))
    return found


def _compiled_drops() -> None:
    none, nothing = array("i"), array("d")
    compiled(drops)(0, 0, none, none, *4 * [nothing])
