"""ConHex, Michail Antonow 2002: stones in holes conquer cells, cells join your two sides.

Who first holds at least half of a cell's holes owns it for good; one stone may conquer several.
The board is R rings of cells around a centre, between R circles of holes. Geometry is said once
for one side and turned four times, in steps of half a cell from the centre.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core import kernels
from ..core._jit import jit
from ..core.board import Board
from ..core.kernels import EAST, NORTH, SOUTH, WEST
from ..core.lattice import letters
from ..core.position import EMPTY
from ..core.primer import Lesson, Page, Primer
from ..core.rules import Effect, Rules
from ..core.shapes import Disc, Line, Polygon, Shape, Text
from ._conhex_picture import picture

Step = tuple[int, int]


def lay(size: int) -> Board:
    """The board with this many cells on a side: size - 1 rings."""
    rings = size - 1
    holes = sorted(all_holes(rings), key=lambda hole: (hole[1], hole[0]))
    number = {hole: k for k, hole in enumerate(holes)}
    cells = sorted(
        (sorted(number[hole] for hole in held), corners) for held, corners in all_cells(rings)
    )
    first = len(holes)
    hole_cells = [
        tuple(first + c for c, (held, _) in enumerate(cells) if hole in held)
        for hole in range(first)
    ]
    names = [f"{letters(x + 2 * rings)}{y + 2 * rings + 1}" for x, y in holes]
    return Board(
        names=(*names, *(f"{names[held[0]]}:{names[held[-1]]}" for held, _ in cells)),
        neighbours=((),) * first
        + tuple(
            tuple(sorted({other for hole in held for other in hole_cells[hole]} - {first + c}))
            for c, (held, _) in enumerate(cells)
        ),
        claimable=first,
        shapes=tuple(Disc((x, y), 0.36) for x, y in holes)
        + tuple(Polygon(corners) for _, corners in cells),
        picture=picture(rings, holes, cells),
        decor=tuple(_decor(rings)),
        noun="hole",
        parts=(*hole_cells, *(tuple(held) for held, _ in cells)),
        sides=(0,) * first + tuple(_sides(corners, 2 * rings + 1) for _, corners in cells),
        lines=_lines(holes, rings),
    )


def all_holes(rings: int) -> Iterator[Step]:
    """The centre, the corners, and on each circle k four sides of 2k - 1 holes."""
    yield 0, 0
    for quarter in range(4):
        yield turned((-2 * rings, -2 * rings), quarter)
        for k in range(1, rings + 1):
            for j in range(1 - k, k):
                yield turned((2 * j, 1 - 2 * k), quarter)


def all_cells(rings: int) -> Iterator[tuple[list[Step], tuple[Step, ...]]]:
    """Each cell's holes and its corners as a polygon."""
    yield (
        [(0, 0), *(turned((0, -1), q) for q in range(4))],
        tuple(turned((0, -1), q) for q in range(4)),
    )
    for quarter in range(4):
        for k in range(1, rings + 1):
            for held, corners in (_corner_cell(k, rings), *_side_cells(k, rings)):
                yield (
                    [turned(hole, quarter) for hole in held],
                    tuple(turned(corner, quarter) for corner in corners),
                )


def _side_cells(k: int, rings: int) -> Iterator[tuple[list[Step], list[Step]]]:
    """The cells above circle k between two corner cells: three holes below, three above."""
    below, above = 1 - 2 * k, -1 - 2 * k
    for left in range(2 - 2 * k, 2 * k - 4, 4):
        held = [(left + step, below) for step in (0, 2, 4)]
        if k < rings:
            held += [(left + step, above) for step in (0, 2, 4)]
        yield held, [(left, above), (left + 4, above), (left + 4, below), (left, below)]


def _corner_cell(k: int, rings: int) -> tuple[list[Step], list[Step]]:
    """The cell at the top left between circles k and k + 1, or between circle k and the frame."""
    near, far, inner, outer = 2 - 2 * k, -2 * k, 1 - 2 * k, -1 - 2 * k
    held = [(near, inner), (inner, near)]
    if k == rings:
        held += [(far, far)]
        return held, [(near, outer), (outer, outer), (outer, near), (inner, near), (near, inner)]
    held += [(near, outer), (far, outer), (outer, far), (outer, near)]
    return held, [
        (near, outer),
        (far, outer),
        (outer, far),
        (outer, near),
        (inner, near),
        (near, inner),
    ]


def turned(step: Step, quarter: int) -> Step:
    """A place turned clockwise by quarters around the centre."""
    x, y = step
    for _ in range(quarter):
        x, y = -y, x
    return x, y


def _lines(holes: list[Step], rings: int) -> dict[str, tuple[int, ...]]:
    """The holes of each row and column by its label."""
    return {
        label: tuple(site for site, hole in enumerate(holes) if hole[axis] == k)
        for k in range(-2 * rings, 2 * rings + 1)
        for axis, label in enumerate((letters(k + 2 * rings), str(k + 2 * rings + 1)))
    }


def _sides(corners: tuple[Step, ...], frame: int) -> int:
    """The sides that a cell lies on, as bits: the frame runs so many steps from the centre."""
    xs, ys = zip(*corners, strict=True)
    return (
        NORTH * (-frame in ys)
        | SOUTH * (frame in ys)
        | WEST * (-frame in xs)
        | EAST * (frame in xs)
    )


def _decor(rings: int) -> list[Shape]:
    low, high = -2 * rings - 1.5, 2 * rings + 1.5
    ends = (low + 0.5, high - 0.5)
    sides: list[Shape] = [Line(((ends[0], y), (ends[1], y)), "first") for y in (low, high)]
    sides += [Line(((x, ends[0]), (x, ends[1])), "second") for x in (low, high)]
    size = 0.75 if len(letters(4 * rings)) == 1 else 0.6  # "AA" beside "AB"
    return sides + [
        text
        for k in range(-2 * rings, 2 * rings + 1)
        for text in (
            Text((k, low - 0.9), letters(k + 2 * rings), size),
            Text((low - 0.9, k), str(k + 2 * rings + 1), size),
        )
    ]


@jit
def step(net, owners, site, who):
    owners[site] = who
    starts, parts = net.part_starts, net.parts
    for k in range(starts[site], starts[site + 1]):
        cell = parts[k]
        if owners[cell] == EMPTY:
            first, last = starts[cell], starts[cell + 1]
            held = 0
            for h in range(first, last):
                held += owners[parts[h]] == who
            owners[cell] = who * (2 * held >= last - first)  # a branch would often be mispredicted
    return 3 - who


PRIMER = Primer(
    size=3,
    terms=(
        ("(?:holes?|stones?)", "A hole is a round place: each turn puts one stone into a hole."),
        (
            "cells?",
            "A cell is an area between the lines. The holes on its border belong to it, and "
            "whoever first has half of them has the cell.",
        ),
        (
            "(?:conquer(?:s|ed)?|fill(?:s|ed)?)",
            "To conquer a cell is to be the first with stones in half of its holes.",
        ),
    ),
    pages=(
        Page(
            "Vert and Horz take turns: each puts a stone into an empty hole, one of the round "
            "places. Stones are never taken or moved. A hole is named by its column and its row: "
            "the stones here are at C8 and F5.",
            moves="C8 F5",
        ),
        Page(
            "The areas between the lines are cells; the holes on a cell's border belong to it. "
            "Whoever first has half of them conquers the cell: two of three holes, three of five "
            "or six. Vert has conquered the corner, and keeps it though Horz takes the third hole. "
            "Vert's cells have upright strokes, Horz's level ones. A cell is named after the first "
            "and the last of its holes, row by row: this one is A1:B3.",
            start="Vert A1 C2; Horz E5 H7; Horz to move",
            moves="B3",
        ),
        Page(
            "Most holes belong to several cells, so that one stone may conquer more than one. C2 "
            "has just conquered the corner, with A1, and the cell beside it, with E2.",
            start="Vert A1 E2; Horz E5 H5; Vert to move",
            moves="C2",
        ),
        Page(
            "Cells are joined where they have a stretch of border in common. Vert wins by "
            "conquered cells from the top to the bottom of the board, Horz from left to right; the "
            "sides have their colours. There are no draws.",
            start="Vert C2 E2 C8 E8; Horz H5 F5 E5 B7; Vert to move",
            moves="D5",
        ),
        Page(
            "Swap: after the first move the second player may exchange seats instead of placing a "
            "stone. That player then is Vert, with the stone on the board, and Horz moves.",
            moves="E5",
        ),
    ),
    lessons=(
        Lesson(
            "You are Vert. Put a stone into a hole: click it, or type its name.",
            "",
            "The stone stays there. Now it would be Horz's turn.",
        ),
        Lesson(
            "The corner at the top left has three holes, A1, C2 and B3. You have A1: conquer the "
            "cell.",
            "C2 B3",
            "Two of three holes are half or more: the cell is yours for good.",
            "That conquers nothing: take C2 or B3.",
            start="Vert A1; Horz E5; Vert to move",
        ),
        Lesson(
            "You have A1 and E2. One more stone conquers two cells at once.",
            "C2",
            "C2 belongs to the corner, with A1, and to the cell beside it, with E2.",
            "That does not conquer two cells. Look for the hole between A1 and E2.",
            start="Vert A1 E2; Horz E5 H5; Vert to move",
        ),
        Lesson(
            "Horz is about to join left and right along the bottom. Stop it.",
            "B7",
            "Without B7 Horz has neither of the two cells on the left.",
            "Horz then takes B7: that conquers two cells, and they join left and right.",
            start="Vert A1 C2 E2 A9 I9; Horz G2 B5 H5 H7 E8; Vert to move",
        ),
        Lesson(
            "You have cells at the top and at the bottom. Join them.",
            "B5 D5",
            "You win: a chain of your cells leads from the top to the bottom.",
            "That does not join them. Two cells lie between yours, on the left: look for a hole "
            "that belongs to both.",
            start="Vert C2 E2 C8 E8; Horz H5 F5 E5 B7; Vert to move",
        ),
    ),
)

CONHEX = Rules(
    name="conhex",
    title="ConHex",
    players=("Vert", "Horz"),
    sizes=range(2, 9),
    size=5,
    small=4,
    lay=lay,
    step=step,
    winner=kernels.crossed,
    effect=Effect.CONQUERS,
    inventor="Michail Antonow",
    year=2002,
    told=(
        "Vert joins top and bottom by cells, Horz left and right. Put a stone in a hole; whoever "
        "first holds half of a cell's holes conquers it. {maker}; board and rules "
        "are his copyright."
    ),
    primer=PRIMER,
)
