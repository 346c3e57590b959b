"""ConHex as its help text shows it."""

from pathlib import Path

import pytest

import nbgames
from nbgames import EMPTY, FIRST, SECOND
from nbgames.notation.diagram import show

DATA = Path(__file__).parents[1] / "data"
GAME = nbgames.game("conhex")
OWNERS = {"v": FIRST, "|": FIRST, "h": SECOND, "-": SECOND}  # letters of holes and of cells


def drawing(name):
    return (DATA / f"conhex_{name}.txt").read_text()


def partial_board():
    """The help text's figure, whose last lines are cut off, completed from its empty board."""
    figure, empty = drawing("partial").rstrip("\n").split("\n"), drawing("empty").split("\n")
    return "\n".join([empty[0], *figure, *empty[len(figure) + 1 :]])


def refilled(text, lines, letter):
    """The picture with the cell that is filled by dashes on some lines filled otherwise."""
    rows = text.split("\n")
    rows[lines] = [row.replace("-" * 9, letter * 9) for row in rows[lines]]
    return "\n".join(rows)


# The partial board. Its K2 and M2 hold two of the three holes of K2:O2, which it leaves blank.

SHARED = slice(8, 10)  # the two lines that show the fill of G4:K6


def test_the_partial_board_forgets_a_conquered_cell():
    with pytest.raises(nbgames.Refused, match="K2:O2 is Horz's by its pieces"):
        nbgames.read_diagram(GAME, partial_board())


def test_the_stones_of_the_partial_board():
    m = nbgames.read_diagram(GAME, partial_board(), strict=False)
    assert m.owned(FIRST) == ("A1", "B3", "G4", "I4", "K6")  # mail_and_rules 3.3
    assert m.owned(SECOND) == ("K2", "M2", "K4", "G6", "I6")


@pytest.mark.parametrize(
    ("cell", "who"),
    [("A1:B3", FIRST), ("I2:M4", SECOND), ("G4:K6", SECOND), ("K2:O2", SECOND), ("I8:I10", EMPTY)],
)
def test_who_has_conquered_a_cell_of_the_partial_board(cell, who):
    assert nbgames.read_diagram(GAME, partial_board(), strict=False).owner(cell) == who


def test_a_cell_shared_three_to_three_is_decided_by_its_fill():
    text = refilled(partial_board(), SHARED, "|")
    assert nbgames.read_diagram(GAME, text, strict=False).owner("G4:K6") == FIRST


def test_a_cell_shared_three_to_three_needs_its_fill():
    text = refilled(partial_board(), SHARED, " ")
    with pytest.raises(nbgames.Refused, match="G4:K6 depends on the order of moves"):
        nbgames.read_diagram(GAME, text, strict=False)


@pytest.mark.parametrize(
    ("third", "owner"), [("G4 K4 I4 G6 K6 I6", FIRST), ("G4 K4 I4 G6 A1 I6 K6", SECOND)]
)
def test_the_first_to_hold_three_holes_keeps_the_cell(third, owner):
    assert nbgames.match(GAME, swap=False).play(*third.split()).owner("G4:K6") == owner


# The won board: its pieces decide, since its shading is wrong in four cells (mail_and_rules 2.2)


def test_the_won_board_is_refused_in_words():
    with pytest.raises(nbgames.Refused, match=r"by its pieces.*strict=False to go by the pieces"):
        nbgames.read_diagram(GAME, drawing("won"))


def won_board():
    return nbgames.read_diagram(GAME, drawing("won"), strict=False)


@pytest.mark.parametrize(("figure", "first"), [("won", 0), ("partial", 1)])
def test_a_board_is_drawn_as_the_help_text_draws_it_letter_by_letter(figure, first):
    """With the fill that the figure shows, since the won board's is not that of its pieces."""
    rows = [line[4:].ljust(51) for line in drawing(figure).rstrip("\n").split("\n")]
    inside = dict(enumerate(rows, first))
    owners = bytes(
        next((OWNERS[letter] for letter in letters if letter in OWNERS), EMPTY)
        for letters in (
            "".join(inside[r][c] for r, c in spots if r in inside)
            for spots in GAME.board.picture.spots
        )
    )
    drawn = show(GAME.board, owners).split("\n")
    for r, row in inside.items():
        line = drawn[r].ljust(51)
        assert line == row if figure == "won" else line[3:48] == row[3:48]


def test_vert_has_won():
    assert won_board().outcome.winner == FIRST
    assert won_board().outcome.by == "chain"


def test_the_won_board_has_a_stone_too_many_of_horz():
    assert len(won_board().owned(FIRST)) == 15  # counted in the drawing: Vert moved first
    assert len(won_board().owned(SECOND)) == 16


@pytest.mark.parametrize(
    ("cell", "who"),
    [("C2:G2", FIRST), ("E4:F7", FIRST), ("B3:B7", SECOND), ("G6:F9", EMPTY)],
)
def test_the_four_cells_that_the_won_board_shades_wrongly(cell, who):
    assert won_board().owner(named(cell)) == who


def named(ends):
    """A cell by two of its holes."""
    board, holes = GAME.board, [GAME.board.site(hole) for hole in ends.split(":")]
    both = set(board.parts[holes[0]]) & set(board.parts[holes[1]])
    return max(
        (board.names[cell] for cell in both), key=lambda name: len(board.parts[board.site(name)])
    )


# Moves and cells


def test_the_first_move_of_the_help_text():
    assert nbgames.match(GAME).play("f7").owner("F7") == FIRST  # "in the form F7"


@pytest.mark.parametrize(
    ("holes", "cell"),
    [("C2 E2", "C2:G2"), ("G4 I4 K4", "G4:K6"), ("I8 I9 I10", "I8:I10")],  # 2 of 3, 3 of 6, 3 of 5
    ids=["an edge cell", "an inner cell", "the centre"],
)
def test_half_of_a_cells_holes_conquer_it(holes, cell):
    *early, last = (GAME.board.site(hole) for hole in holes.split())
    almost = GAME.position(dict.fromkeys(early, FIRST))
    assert nbgames.match(GAME, start=almost).owner(cell) == EMPTY
    assert nbgames.match(GAME, start=almost).play(GAME.board.names[last]).owner(cell) == FIRST


def test_one_stone_may_conquer_three_cells():
    m = nbgames.match(GAME, start=GAME.position(sites("C2 K2 E4 G4")))
    cells = ("C2:G2", "E2:I4", "G2:K2")
    assert [m.owner(cell) for cell in cells] == [EMPTY] * 3
    assert [m.play("G2").owner(cell) for cell in cells] == [FIRST] * 3


def sites(names):
    return {GAME.board.site(name): FIRST for name in names.split()}


def test_a_corner_cell_lies_on_two_sides():
    m = nbgames.match(GAME, swap=False).play("A1", "Q1", "B3", "P3")
    assert (m.owner("A1:B3"), m.owner("Q1:P3")) == (FIRST, SECOND)


def test_five_cells_down_the_left_side_win_by_six_stones():
    """The fewest stones are R + 2 (theory T4), of which each lower one counts for two cells."""
    m = nbgames.match(GAME, start=GAME.position(sites("B3 B7 B11 B15 C2")))
    assert m.outcome is None
    assert m.play("C16").outcome.winner == FIRST


PICTURE = r"""
   A     B C D  E  F G H     I
 1 +-------------------------+ 1
   |       |||||||||||       |
   |       |||||||||||       |
 2 |       v||||v----+       | 2
   |      /||||||     \      |
 3 |-----+|||||||      +-----| 3
 4 |     ||||||-v-     |     | 4
   |     |||||/   \    |     |
 5 |     +---+  +  +---+     | 5
   |     |    \   /    |     |
 6 |     |     -+-     |     | 6
 7 |-----+      |      h-----| 7
   |      \     |     /------|
 8 |       +----+----+-------| 8
   |       |         |-------|
   |       |         |-------|
 9 +-------------------------h 9
   A     B C D  E  F G H     I
"""


def test_the_picture():
    m = nbgames.match("conhex", 3).play("C2", "I9", "E2", "H7", "E4")
    assert m.diagram() == PICTURE.strip("\n")
