"""Projex as its help text shows it."""

import pytest

import nbgames
from nbgames import FIRST, SECOND

GAME = nbgames.game("projex", 6)
ROWS = (5, 6, 7, 8, 9, 10, 9, 8, 7, 6)  # help text: 6, 5, 6, 5, 6, 5 cells along the edges

# The help text's two pairs of boards, side by side, as its page flattened each pair to one line.
WON = """
. . x . . . . x . . . . x . . . . . . x . . . . . x . . . . . . . x . . . . . x . . . . x . . . . x
x x . . . . x . . . . . x . . . . . . . . . . . x . . . . . . . x . . . . . . . . . . . x . . . . .
x . . . . . . . . . . x . . . . x . . . . x x x . . . x . . . . . . . x . . . . x . . . . . . x . .
"""
NOT_WON = """
. . x . . . . x . . . . x . . . x . . x . . x x x . . . . . x . . x x x . . . . . . . . . . x . . .
. . . . . . . . . . . x . . x . . . . . . . . . . . . . . . . x . . x . . . . . . . . . . . . . . .
x . . x x x x x . . . . x x x x x . . . . . . . . . . x . . . . . . . x x x . . X . . . . . . x . .
"""


def side_by_side(text):
    """Two boards from a line that holds a row of the one, a row of the other, and so on."""
    letters, boards = iter(text.split()), ([], [])
    for length in ROWS:
        for board in boards:
            board.extend(next(letters) for _ in range(length))
    return [" ".join(board) for board in boards]


ONE, THREE = side_by_side(WON)
TWO, FOUR = side_by_side(NOT_WON)

CELLS = {  # mail_and_rules 2.3, decoded there by hand
    ONE: "H1 G2 G3 F4 F5 E6 E7 D8 D9 C10",
    THREE: "H1 H2 H3 C4 H4 I4 J4 C5 C6 B7 A8 F8 G8 H8 E9 D10",
    TWO: "H1 G2 D3 E3 F3 E8 F8 G8 H8 D9 C10",
    FOUR: "H1 E2 H2 E3 H3 I3 J3 E4 B5 E5 B6 E6 B7 E7 F7 G7 H7 I7 A8 E9 F9 G9 D10",
}
CROSSINGS = ["one crossing", "three crossings", "two crossings", "four crossings"]


@pytest.mark.parametrize(("line", "cells"), CELLS.items(), ids=CROSSINGS)
def test_a_flattened_board_is_read_by_counting(line, cells):
    assert nbgames.read_diagram(GAME, line).owned(FIRST) == tuple(cells.split())


@pytest.mark.parametrize("line", [ONE, THREE], ids=CROSSINGS[:2])
def test_an_odd_number_of_crossings_has_won(line):
    m = nbgames.read_diagram(GAME, line)
    assert m.outcome.winner == FIRST
    assert m.outcome.by == "loop"
    assert set(m.outcome.chain) <= set(CELLS[line].split())


@pytest.mark.parametrize("line", [TWO, FOUR], ids=CROSSINGS[2:])
def test_an_even_number_of_crossings_has_not_won(line):
    assert nbgames.read_diagram(GAME, line).outcome is None


@pytest.mark.parametrize("gap", CELLS[ONE].split())
def test_every_cell_of_the_loop_with_one_crossing_is_needed(gap):
    cells = [cell for cell in CELLS[ONE].split() if cell != gap]
    pieces = {GAME.board.site(cell): FIRST for cell in cells}
    assert nbgames.match(GAME, start=GAME.position(pieces)).outcome is None


# The help text's empty board, flattened too, its rulers among the cells.
EMPTY_BOARD = (
    "1- . . . . . 2- . . . . . . 3- . . . . . . . 4- . . . . . . . . 5- . . . . . . . . . "
    r"6- . . . . . . . . . . 7- . . . . . . . . . 8- . . . . . . . . \ 9- . . . . . . . \ J "
    r"10- . . . . . . \ I \ H \ \ \ \ \ \ G A B C D E F"
)


def test_the_help_texts_empty_board_is_read():
    assert nbgames.read_diagram(GAME, EMPTY_BOARD).position == GAME.start()


def test_the_empty_board_is_drawn_with_the_help_texts_letters_and_rulers():
    assert nbgames.match(GAME).diagram().split() == EMPTY_BOARD.split()


# The ring: the edge's letters once around, and the figure in which each appears again beyond it.

EDGE = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ#",
        [
            "F1",
            "G1",
            "H1",
            "I1",
            "J1",
            "J2",
            "J3",
            "J4",
            "J5",
            "J6",
            "I7",
            "H8",
            "G9",
            "F10",
            "E10",
            "D10",
            "C10",
            "B10",
            "A10",
            "A9",
            "A8",
            "A7",
            "A6",
            "B5",
            "C4",
            "D3",
            "E2",
        ],
        strict=True,
    )
)
RING = """
      o o p q r s
     n A B C D E s
    m # . . . . F t
   l Z . . . . . G u
  k Y . . . . . . H v
 j X . . . . . . . I w
j W . . . . . . . . J x
 i V . . . . . . . K x
  h U . . . . . . L y
   g T . . . . . M z
    f S R Q P O N #
     f e d c b a a
"""  # the page's last row lacks the second f, which its five sister corners have


def ring_of(cell):
    """Where the ring shows a cell again."""
    picture = nbgames.match(GAME).play(cell).diagram(ring=True)
    return places(picture, "x")


def places(picture, letter):
    return {
        (r, c)
        for r, line in enumerate(picture.strip("\n").split("\n"))
        for c, other in enumerate(line)
        if other == letter
    }


@pytest.mark.parametrize("letter", EDGE)
def test_the_ring_shows_an_edge_cell_where_the_help_texts_figure_does(letter):
    inside = places(RING, letter) & INSIDE
    assert ring_of(EDGE[letter]) == places(RING, letter.lower()) - inside


INSIDE = {
    (r, c) for r, line in enumerate(RING.strip("\n").split("\n")) for c in range(len(line))
    if 0 < r < 11 and line[:c].strip() and line[c + 1 :].strip()
}  # fmt: skip


def test_without_its_ring_a_board_has_no_ghosts():
    assert nbgames.match(GAME).play("F1").diagram().count("x") == 1


# The edge


def neighbours(cell):
    return {GAME.board.names[site] for site in GAME.board.neighbours[GAME.board.site(cell)]}


def test_x_touches_j_and_k():
    """The help text's figure: 'edge cell X is adjacent to cells J and K'."""
    across = neighbours(EDGE["X"]) - neighbours_inside(EDGE["X"])
    assert across == {EDGE["J"], EDGE["K"]}


def neighbours_inside(cell):
    board = GAME.board
    site = board.site(cell)
    return {
        board.names[other] for other in board.neighbours[site] if (site, other) not in board.twists
    }


@pytest.mark.parametrize("k", range(27))
def test_every_edge_cell_touches_the_two_across(k):
    edge = list(EDGE.values())
    board, site = GAME.board, GAME.board.site(edge[k])
    across = {
        board.names[other] for other in board.neighbours[site] if (site, other) in board.twists
    }
    assert across == {edge[(k + 13) % 27], edge[(k + 14) % 27]}  # h = 3n - 5


# Names and moves


@pytest.mark.parametrize(
    ("row", "first", "last"),
    [(1, "F1", "J1"), (6, "A6", "J6"), (7, "A7", "I7"), (10, "A10", "F10")],
)
def test_where_rows_begin_and_end(row, first, last):
    names = [name for name in GAME.board.names if name[1:] == str(row)]
    assert (names[0], names[-1]) == (first, last)


def test_the_swap_exchanges_seats_and_leaves_the_stone():
    m = nbgames.match(GAME, seats=("alice", "bob")).play("F6", "swap")
    assert m.owner("F6") == FIRST
    assert m.seats == ("bob", "alice")
    assert m.to_move == SECOND
    assert m.seat_to_move == "alice"


def test_a_loop_ends_the_match():
    cells = CELLS[ONE].split()
    others = ["A6", "A7", "A8", "A9", "B6", "B7", "B8", "C6", "C7"]
    m = nbgames.match(GAME)
    for mine, yours in zip(cells[:-1], others, strict=True):
        m = m.play(mine, yours)
    m = m.play(cells[-1])
    assert m.outcome.winner == FIRST
    assert set(m.outcome.chain) == set(cells)
    assert m.result() == "X wins by a loop"
    assert m.legal() == ()


PICTURE = r"""
     1- . . x . .
    2- . . x . . .
   3- . . . . . . .
  4- . . . . . . . .
 5- . . . . . . . . .
6- . . . . . . . . . .
 7- . . . o . . . . .
  8- . . . . . . . .   \
   9- . . . . . . .   \ J
   10- . . . . . .   \ I
                    \ H
         \ \ \ \ \ \ G
          A B C D E F
"""


def test_the_picture():
    assert nbgames.match(GAME).play("H1", "D7", "G2").diagram() == PICTURE.strip("\n")
