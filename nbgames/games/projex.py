"""Projex, Bill Taylor 1994: close a loop that crosses the edge an odd number of times.

The board is a projective plane: a cell on the rim also touches the two cells straight across.
"""

from __future__ import annotations

from ..core import kernels
from ..core.board import Board
from ..core.honeycomb import Cell, Crossing, honeycomb
from ..core.lattice import letters
from ..core.rules import Rules


def lay(size: int) -> Board:
    """Rows of size-1, size, ... 2*size-2, ... size cells, and the edges over the rim."""
    cells = [
        (r, c)
        for r in range(1, 2 * size - 1)
        for c in range(max(0, size - r), min(2 * size - 2, 3 * size - 2 - r))
    ]
    site = {cell: k for k, cell in enumerate(cells)}
    rim = edge(cells)
    across = 3 * size - 5
    twists = [
        (site[cell], site[rim[(k + across + more) % len(rim)]])
        for k, cell in enumerate(rim)
        for more in (0, 1)
    ]
    ghosts = [(outside, site[rim[(k + across) % len(rim)]]) for outside, k in ring(rim, site)]
    return honeycomb(
        cells,
        names=[f"{letters(c)}{r}" for r, c in cells],
        rows={r: str(r) for r, _ in cells},
        columns={c: letters(c) for c in range(2 * size - 2)},
        slant=1,
        crossing=Crossing(twists, ghosts),
    )


def edge(cells: list[Cell]) -> list[Cell]:
    """The rim, once around: the top row, down the right, the bottom row back, up the left."""
    last = cells[-1][0]
    rows = {r: [cell for cell in cells if cell[0] == r] for r in range(1, last + 1)}
    down = [rows[r][-1] for r in range(2, last)]
    up = [rows[r][0] for r in range(last - 1, 1, -1)]
    return [*rows[1], *down, *reversed(rows[last]), *up]


def ring(rim: list[Cell], inside: dict[Cell, int]) -> list[tuple[Cell, int]]:
    """The cells just outside, each with the number k of the rim cell that it stands before.

    What lies between rim cells k - 1 and k is the cell `across` steps on from k; so is the copy at
    a corner k - 1, which touches nothing else.
    """
    around = ((0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1))  # clockwise from the left
    found = []
    for k, (r, c) in enumerate(rim):
        before = rim[k - 1]
        start = around.index((before[0] - r, before[1] - c))
        for turn in range(1, 6):
            dr, dc = around[(start + turn) % 6]
            if (r + dr, c + dc) in inside:
                break
            found.append(((r + dr, c + dc), k if turn == 1 else k + 1))
    return list(dict(found).items())


PROJEX = Rules(
    name="projex",
    players=("X", "O"),
    sizes=range(3, 15),
    size=6,
    small=4,
    lay=lay,
    step=kernels.claim,
    winner=kernels.looped,
    by="loop",
    told=(
        "Whoever leaves the board arrives on the far side. Close a loop of your cells that crosses "
        "the edge an odd number of times and you win. Bill Taylor, 1994."
    ),
)
