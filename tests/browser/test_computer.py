"""A slow computer player in the other seat, off the kernel's main thread."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from thinned import first_of

HERE = Path(__file__).parent
# Written in the notebook it thinks in a thread; loaded from a file it thinks in a process.
PLAYERS = {
    "in the notebook": (HERE / "slow_player.py").read_text(),
    "from a file": f"import sys\nsys.path.insert(0, {str(HERE)!r})\nfrom slow_player import Slow",
}
BOARD = "w = nbgames.match('projex', 4, swap=False{more}).widget(opponent=Slow({seconds}){seat})\nw"
# Waits until no player thinks: a thread ends when it next reports, a process at once.
ENDED = """import threading
for one in threading.enumerate():
    if getattr(one, '_target', None) and one._target.__name__ == '_think': one.join(120)
w._desk.computer._worker._process is None"""


once = pytest.mark.parametrize("player", first_of(PLAYERS))  # what it then does is the same


@pytest.fixture
def begin(desk, player):
    """begin(seconds, more, seat) -> Desk: a board with a slow player."""

    def show(seconds, more="", seat=""):
        desk.show(PLAYERS[player] + "\n" + BOARD.format(seconds=seconds, more=more, seat=seat))
        return desk

    yield show
    desk.tab.python("w.close()")


def play(desk, name):
    desk.board().locator(f'[aria-label^="{name},"]').click()


def button(desk, label):
    return desk.page.get_by_role("button", name=label, exact=True)


def moves(desk, count):
    expect(desk.page.locator(".nb-moves li")).to_have_count(count)


@once
def test_board_and_kernel_answer_while_it_thinks(begin):
    desk = begin(600)
    play(desk, "D1")
    expect(button(desk, "Stop thinking")).to_be_visible()
    expect(desk.part("clock")).to_contain_text("positions")
    assert desk.tab.python("1 + 1") == "2"
    desk.part("typed").fill("who")
    desk.part("typed").press("Enter")
    expect(desk.part("reply")).to_contain_text("You (X) against Computer (O). O to move")
    expect(button(desk, "Stop thinking")).to_be_visible()
    moves(desk, 1)


@once
def test_it_answers(begin):
    desk = begin(0.2)
    play(desk, "D1")
    moves(desk, 2)
    expect(button(desk, "Stop thinking")).to_be_hidden()
    assert desk.tab.python("w.match.to_move") == "1"


@once
def test_it_is_stopped_goes_on_and_is_overtaken_by_an_undo(begin):
    desk = begin(600)
    play(desk, "D1")
    button(desk, "Stop thinking").click()
    expect(button(desk, "Go on thinking")).to_be_visible()
    assert desk.tab.python("w._desk.computer.thinking") == "False"
    button(desk, "Go on thinking").click()
    expect(button(desk, "Stop thinking")).to_be_visible()
    button(desk, "Undo").click()
    expect(button(desk, "Stop thinking")).to_be_hidden()
    assert desk.tab.python("w.moves") == "()"
    assert desk.tab.python(ENDED) == "True"  # what it would have played does not come
    assert desk.tab.python("w.moves") == "()"


@pytest.mark.long
@once
def test_undo_and_redo_go_back_and_on_by_a_move_of_each(begin):
    desk = begin(0.2)
    play(desk, "D1")
    moves(desk, 2)
    word = desk.tab.python("w.moves[1]")
    button(desk, "Undo").click()
    expect(desk.part("says")).to_contain_text("X to move; move 1.")
    button(desk, "Redo").click()
    expect(desk.part("says")).to_contain_text("X to move; move 3.")
    assert desk.tab.python("w.moves[1]") == word


@pytest.mark.long
@once
def test_it_begins_where_it_sits_first_and_from_a_position_set_up(begin):
    desk = begin(0.2, seat=", seat=nbgames.FIRST")
    moves(desk, 1)
    desk = begin(0.2, more=", start=nbgames.game('projex', 4).position({0: 1}, nbgames.SECOND)")
    moves(desk, 1)
    assert desk.tab.python("w.match.to_move") == "1"


@once
def test_a_player_that_fails_is_told_and_the_board_goes_on(begin):
    desk = begin("'soon'")
    play(desk, "D1")
    expect(desk.part("trouble")).to_contain_text("the computer player failed (")
    button(desk, "Undo").click()
    expect(desk.part("says")).to_contain_text("X to move; move 1.")
    expect(desk.part("trouble")).to_be_empty()
