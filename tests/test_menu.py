"""The menu without a page: choices, the board it opens, what it leaves behind."""

import gc

import pytest
from wire import wire  # noqa: F401  a fixture

import nbgames


@pytest.fixture
def menu(wire):  # noqa: F811
    shown = nbgames.menu()
    yield shown
    shown.close()


def choose(menu, **choices):
    for name, value in choices.items():
        getattr(menu, f"_{name}").value = value


def test_it_opens_a_small_projex_against_a_beginner(menu):
    board = menu.play()
    assert repr(board.match.game) == "Game(PROJEX, 4)"
    assert board is menu.board
    assert board.state["who"] == ["You (X)", "Computer, level 1, beginner (O)"]


@pytest.mark.parametrize("rules", nbgames.GAMES.values())
def test_a_size_for_beginners_is_marked(menu, rules):
    choose(menu, game=rules.name)
    told = {value: label for label, value in menu._size.options}
    assert told[rules.small] == f"{rules.small} (for beginners)"
    assert told[rules.size] == f"{rules.size} (usual)"


@pytest.mark.parametrize("name", nbgames.GAMES)
def test_a_game_brings_a_size_for_beginners_and_all_of_its_sizes(menu, name):
    choose(menu, game=name)
    rules = nbgames.GAMES[name]
    assert menu.play().match.game == nbgames.game(name, rules.small)
    assert [value for _, value in menu._size.options] == list(rules.sizes)


def test_the_size_chosen_is_opened(menu):
    choose(menu, game="conhex", size=3)
    assert menu.play().match.game == nbgames.game("conhex", 3)


def test_who_sits_where_is_asked_only_against_the_computer(menu):
    assert menu._seat.layout.display is None
    choose(menu, against=0)
    assert menu._seat.layout.display == "none"
    choose(menu, against=2)
    choose(menu, game="conhex")
    assert next(label for label, _ in menu._seat.options) == "Vert, first"


def test_the_computer_takes_the_other_seat(menu):
    choose(menu, game="projex", size=3, against=1, seat=nbgames.FIRST)
    board = menu.play()
    assert not board.state["waits"]
    assert board._desk.computer.side == nbgames.SECOND
    choose(menu, seat=nbgames.SECOND)
    board = menu.play()
    assert board._desk.computer.side == nbgames.FIRST


def test_another_board_closes_the_one_before_and_keeps_its_table(menu, wire):  # noqa: F811
    first = menu.play()
    first.play("D4")
    open_before = len(wire.manager.comms)
    menu.play()
    assert len(wire.manager.comms) == open_before
    assert first.comm is None
    assert menu.tables[0].match.moves == ("D4",)


def test_closed_it_leaves_nothing_behind(wire):  # noqa: F811
    shown = nbgames.menu()
    shown.play()
    shown.close()
    del shown
    gc.collect()
    assert list(wire.manager.comms) == []
