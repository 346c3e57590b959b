"""Copolymer as its help text shows it."""

import pytest

import nbgames
from nbgames import EMPTY, FIRST, SECOND
from nbgames.core import kernels

GAME = nbgames.game("copolymer", 5)

FIGURE_2A = """
     1 2 3
    / / / 4
A- x . x / 5
B- x . . . /
C- o o o . .
D- x . o .
E- . . x
"""

FIGURES = {  # help text, from 2a on: the cell claimed, and the picture that follows
    "B2": "x . x / x O . . / o o o . . / x . o . / . . x",
    "A2": "x O x / x o . . / o o o . . / x . o . / . . x",
    "C5": "x o x / x o . . / o o o . O / x . o . / . . x",
    "D3": "x o x / x o . . / o o o . o / x X o . / . . x",
    "E4": "x o x / x o . . / o o o . o / x x o . / . X x",
}


def rows(m):
    """The help text's figures in one line."""
    return [
        line.partition("- ")[2].split(" /")[0] for line in m.diagram().split("\n") if "- " in line
    ]


def figure(text):
    return text.lower().split(" / ")


def figure_2a():
    return nbgames.read_diagram(GAME, FIGURE_2A, to_move=SECOND)


def test_figure_2a_in_names():
    m = figure_2a()
    assert m.owned(FIRST) == ("A1", "A3", "B1", "D2", "E5")
    assert m.owned(SECOND) == ("C1", "C2", "C3", "D4")


def test_the_example_is_played_as_the_figures_show_it():
    m = figure_2a()
    for cell, picture in FIGURES.items():
        m = m.play(cell)
        assert rows(m) == figure(picture)
    assert m.moves == ("B2,A2,C5", "D3,E4")


@pytest.mark.parametrize(
    ("cells", "to_move"),
    [("B2", SECOND), ("B2 A2", SECOND), ("B2 A2 C5", FIRST), ("B2 A2 C5 D3", FIRST),
     ("B2 A2 C5 D3 E4", SECOND)],
)  # fmt: skip
def test_who_goes_on_in_the_example(cells, to_move):
    assert figure_2a().play(*cells.split()).to_move == to_move


TYPED = [("B2,A2,C5",), ("B2", "A2", "C5"), ("B2,", "A2,C5"), ("b2", "a2,c5"), ("B2, A2 ,c5",)]


@pytest.mark.parametrize("words", TYPED, ids=" then ".join)
def test_a_turn_is_one_word_however_it_is_typed(words):
    m = figure_2a().play(*words)
    assert m.moves == ("B2,A2,C5",)
    assert not m.is_open


def test_an_open_turn_ends_in_a_comma():
    m = figure_2a().play("B2")
    assert m.moves == ("B2,",)
    assert m.is_open


def test_a_move_back_takes_the_whole_turn():
    assert figure_2a().play("B2,A2,C5").back().moves == ()


@pytest.mark.parametrize(
    ("size", "cells"),
    [(9, 61), (13, 127), (19, 271), (11, 91)],  # (3N^2 + 1) / 4; 271 is Steere's own number
)
def test_a_hexagon_has_as_many_cells_as_its_author_says(size, cells):
    assert len(nbgames.game("copolymer", size).board.names) == cells


def test_the_usual_board_is_the_large_one():
    assert nbgames.game("copolymer").size == 19  # help text: "the default 19x19 board"


def test_rows_skip_the_letter_i():
    names = nbgames.game("copolymer", 19).board.names
    assert {name[0] for name in names} == set("ABCDEFGHJKLMNOPQRST")


@pytest.mark.parametrize(
    ("row", "first", "last"),
    [("A", "A1", "A6"), ("F", "F1", "F11"), ("G", "G2", "G11"), ("L", "L6", "L11")],  # DESIGN
)
def test_where_rows_of_the_board_of_eleven_begin_and_end(row, first, last):
    names = [name for name in nbgames.game("copolymer", 11).board.names if name[0] == row]
    assert (names[0], names[-1]) == (first, last)


FIGURE_1 = """
              1 2 3 4 5 6
             / / / / / / 7
         A- . . . . . . / 8
        B- . . . . . . . / 9
       C- . . . . . . . . / 10
      D- . . . . . . . . . / 11
     E- . . . . . . . . . . /
    F- . . . . . . . . . . .
     G- . . . . . . . . . .
      H- . . . . . . . . .
       J- . . . . . . . .
        K- . . . . . . .
"""


def test_figure_1_is_a_honeycomb_of_85_cells():
    game = nbgames.game(
        "copolymer", cells="A1-6 B1-7 C1-8 D1-9 E1-10 F1-11 G2-11 H3-11 J4-11 K5-11"
    )
    assert len(game.board.names) == 85  # counted in the help text's Figure 1
    assert game.size is None
    assert nbgames.read_diagram(game, FIGURE_1).position == game.start()
    assert unlabelled(nbgames.match(game).diagram()) == unlabelled(FIGURE_1)


def unlabelled(text):
    """The picture from its left margin on."""
    lines = [line for line in text.split("\n") if line.strip()]
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[margin:].rstrip() for line in lines]


ELEVEN = "A1-3 B1-3 C1-3 D1-2"


def test_eleven_cells_are_a_board():
    m = nbgames.match("copolymer", cells=ELEVEN)  # Steere: "fairly trivial on an eleven cell board"
    assert len(m.legal()) == 11


def test_an_even_honeycomb_could_be_tied():
    with pytest.raises(
        nbgames.Refused, match="12 cells: give an odd number, so that nobody can tie"
    ):
        nbgames.game("copolymer", cells=ELEVEN + " D3")


def test_the_board_of_seven_to_its_end():
    m = nbgames.match("copolymer", 3).play("A1", "B3", "C2", "A2", "B1", "C3")
    assert m.moves == ("A1", "B3", "C2", "A2", "B1", "C3")
    assert m.play("B2").outcome.winner == FIRST
    assert m.play("B2").outcome.by == "majority"


def test_nobody_has_won_before_the_last_cell():
    m = nbgames.match("copolymer", 3).play("A1", "B3", "C2", "A2", "B1", "C3")
    assert m.outcome is None
    assert kernels.majority(m.game.board.net, m.position.owners) == 0
    assert m.owner("B2") == EMPTY


PICTURE = """\
         1 2 3
        / / / 4
    A- x o x / 5
   B- x o . . /
  C- o o o . o
   D- x x o .
    E- . x x"""


def test_the_picture():
    m = figure_2a().play("B2,A2,C5", "D3,E4")
    assert unlabelled(m.diagram()) == unlabelled(PICTURE)
