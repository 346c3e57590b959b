"""Conditional moves at a table: a plan answers what the other player plays, here and on a board."""

import pytest

import nbgames
from nbgames import Refused
from nbgames.play.table import Table


@pytest.fixture
def table():
    return Table(nbgames.match("projex", 4).play("D2"))


def test_what_is_foreseen_is_answered_at_once(table):
    assert table.plan("C3 D4 D3 E4; C4 D5").endswith("| C3 D4 D3 E4; | C4 D5.")
    table.play("c3")
    assert table.match.moves == ("D2", "C3", "D4")
    assert table.plan().endswith("C3 D4 | D3 E4; | C4 D5.")
    table.play("E5")
    assert table.match.moves[-1] == "E5"


def test_what_is_taken_back_is_not_answered_again_by_itself(table):
    table.plan("C3 D4")
    table.play("C3")
    table.undo()
    assert table.match.moves == ("D2", "C3")
    table.redo()
    assert table.match.moves == ("D2", "C3", "D4")
    table.undo()
    table.undo()
    table.redo()
    assert table.match.moves == ("D2", "C3")
    table.play("E5")
    assert table.match.moves == ("D2", "C3", "E5")


def test_a_plan_is_of_who_makes_the_last_move_of_its_first_line(table):
    table.plan("C3 D4 C4")  # of the player who is to move
    table.play("C3")
    assert table.match.moves[-1] == "C3"
    table.play("D4")
    assert table.match.moves[-1] == "C4"


def test_a_plan_ends_with_none_and_with_a_new_game(table):
    for end in (lambda: table.plan("none"), table.new):
        table.plan("C3 D4")
        end()
        assert table.plan() == "There is no plan here."


def test_a_swap_and_a_resignation_are_planned():
    table = Table(nbgames.match("projex", 4))
    table.plan("D2 swap C3 resign")
    table.play("D2")
    assert table.match.moves == ("D2", "swap")
    table.play("C3")
    assert table.match.outcome.by == "resigned"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("C3 D4; C3 D5", "line 2: you plan both D4 and D5 after C3"),
        ("C3 D4; C4", "line 2 ends with a move of"),
        ("D2 D4", "line 1: 'D2' is taken|line 1: D2 is taken"),
        ("resign C3", "line 1: "),
        ("C3 " * 2000, "4000 characters"),
    ],
)
def test_what_cannot_be_planned_is_told_and_changes_nothing(table, text, told):
    table.plan("C3 D4")
    with pytest.raises(Refused, match=told):
        table.plan(text)
    assert "C3 D4" in table.plan()


def test_on_a_board_one_types_it():
    widget = nbgames.match("projex", 4).play("D2").widget(keep="")
    how, words = widget._desk.carry_out("plan C3 D4; C4 D5")
    assert how == "said" and "| C3 D4; | C4 D5" in words
    widget._desk.carry_out("C4")
    assert widget.match.moves == ("D2", "C4", "D5")
    widget.close()


def test_nobody_plans_for_the_computer_player():
    widget = nbgames.match("projex", 4).widget(opponent=nbgames.opponent(1), keep="")
    with pytest.raises(Refused, match="the computer player"):
        widget._desk.carry_out("plan D2 C3")
    assert "| D2 C3 D4" in widget._desk.carry_out("plan D2 C3 D4")[1]
    widget.close()
