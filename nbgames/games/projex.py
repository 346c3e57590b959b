"""Projex, Bill Taylor 1994: close a loop that crosses the edge an odd number of times.

The board is a projective plane: a cell on the rim also touches the two cells straight across.
"""

from __future__ import annotations

from ..core import kernels
from ..core.board import Board
from ..core.honeycomb import Cell, Crossing, honeycomb
from ..core.lattice import letters
from ..core.primer import Lesson, Page, Primer
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

    What lies between rim cells k - 1 and k is a copy of the rim cell `across` steps on from k, as
    in `lay`; so is the copy at a corner k - 1, which touches nothing else.
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


PRIMER = Primer(
    size=4,
    terms=(
        ("cells?", "A cell is a hexagon of the board: each turn claims one."),
        (
            "(?:winning )?loops?",
            "A loop is a ring of one player's cells, each touching the next. It wins if it crosses "
            "the edge an odd number of times.",
        ),
        (
            "(?:edges?|cross(?:es|ings?)?)",
            "The edge is the rim of the board. A cell there also touches cells on the far side; "
            "from one to the other is a crossing.",
        ),
        (
            "(?:cop(?:y|ies)|dashed cells?)",
            "The dashed cells around the board are copies of the cells on the far side. Nobody can "
            "claim them.",
        ),
    ),
    pages=(
        Page(
            "X and O take turns: each claims one empty cell. What is claimed stays as it is. X has "
            "crosses, O rings; the last cell claimed has a thick rim.",
            moves="C3 D4 B4",
        ),
        Page(
            "The dashed cells around the board cannot be claimed: each is a copy of the cell on "
            "the far side, which is next to it there. So A4, on the left edge, touches F3 and F4, "
            "and its copy on the right lies beside both.",
            start="X A4; O D3; X to move",
            marks="F3 F4",
        ),
        Page(
            "You win by a loop of your cells that crosses the edge an odd number of times. Here X "
            "goes from A4 along the row to F4, and F4 touches A4 across the edge: one crossing.",
            start="X A4 B4 C4 E4 F4; O B3 D3 C5 E5 D2; X to move",
            moves="D4",
        ),
        Page(
            "A loop that stays on the board wins nothing, nor does one that crosses the edge "
            "twice. A full board has a winning loop of one player, so there are no draws: to stop "
            "the other's loops is to win.",
            start="X C4 E4 D3 E3 C5 D5; O D4 B3 F4 A5 E1; X to move",
        ),
        Page(
            "Swap: after the first move the second player may exchange seats instead of claiming. "
            "That player then is X, with the cell that was claimed, and O moves. So begin with a "
            "cell that is neither too good nor too bad.",
            moves="D4",
        ),
    ),
    lessons=(
        Lesson(
            "You are X. Claim a cell: click it, or type its name. Dashed cells are copies from the "
            "far side.",
            "",
            "The cell is yours, and stays so. Now it would be O's turn.",
        ),
        Lesson(
            "A4, on the left edge, is yours. Claim a cell that it touches across the edge.",
            "F3 F4",
            "It touches A4: the dashed copy of A4 beside it shows how.",
            "That cell does not touch A4 across the edge. Look for the dashed copy of A4 on the "
            "right, and claim a cell beside it.",
            start="X A4; O D3; X to move",
        ),
        Lesson(
            "One cell closes your loop across the edge. Claim it.",
            "D4",
            "You win: from A4 to F4, and from there across the edge to A4.",
            "That does not close the loop: there is still a gap in the row of A4 and F4.",
            start="X A4 B4 C4 E4 F4; O B3 D3 C5 E5 D2; X to move",
        ),
        Lesson(
            "O is about to close a loop from the top to the bottom, where C6 touches D1 across the "
            "edge. Stop it.",
            "D4",
            "O's loop is cut there. Whoever stops every loop of the other has one in the end.",
            "O then claims D4 and wins: D1, D2, D3, D4, C5, C6, and across the edge D1.",
            start="X C4 B3 E2 E5; O D1 D2 D3 C5 C6; X to move",
        ),
        Lesson(
            "You are O, and X has opened in the middle. On a board as small as this X then wins, "
            "with best play. Take the cell over: press Swap, or type swap.",
            "swap",
            "The cell is yours: you are X now, and the other goes on as O.",
            "That leaves X the better side. Take it over instead: swap.",
            moves="D4",
        ),
    ),
)

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
    inventor="Bill Taylor",
    year=1994,
    told=(
        "Close a loop of your cells that crosses the edge an odd number of times and you win. "
        "A cell at the edge also touches cells on the far side. {maker}."
    ),
    primer=PRIMER,
)
