"""The position editor: setting up a position by clicking."""

import pytest
from playwright.sync_api import expect

import nbgames
from nbgames import FIRST, SECOND


@pytest.fixture
def board(show):
    def begin(name, size, *moves):
        board = show(nbgames.match(name, size).play(*moves))
        board.more()
        board.button("Set up").click()
        expect(board.part("says")).to_contain_text("Set up")
        return board

    return begin


def test_stones_are_set_and_taken_away_and_the_match_starts_there(board):
    editor = board("projex", 4, "D1")
    editor.click("C3", "C3", "D1", "D1", "D4")
    expect(editor.cell("D4")).to_have_attribute("data-owner", "1")
    assert editor.match.moves == ("D1",)
    editor.button("O to move").click()
    expect(editor.part("says")).to_contain_text("O to move; move 1.")
    assert (editor.match.owned(FIRST), editor.match.owned(SECOND)) == (("D4",), ("C3",))
    assert editor.match.to_move == SECOND
    assert "start: X D4; O C3; O to move" in str(editor.match)
    assert [line.moves for line in editor.widget.table.earlier] == [("D1",)]
    editor.click("E4")
    expect(editor.part("says")).to_contain_text("O plays E4")


def test_by_keyboard_too(board):
    editor = board("projex", 4)
    editor.cell("D1").focus()
    editor.keys("Enter", "ArrowRight", "Enter", "Enter")
    expect(editor.cell("E1")).to_have_attribute("data-owner", "2")
    editor.type("begin x")
    expect(editor.part("says")).to_contain_text("X to move; move 1.")


def test_clear_and_cancel(board):
    editor = board("projex", 4, "D1", "E4")
    editor.button("Clear").click()
    expect(editor.part("sites").locator('[data-owner="1"]')).to_have_count(0)
    editor.button("Cancel").click()
    expect(editor.cell("D1")).to_have_attribute("data-owner", "1")
    assert editor.match.moves == ("D1", "E4")


@pytest.mark.long
def test_an_empty_board_may_be_the_start(board):
    editor = board("projex", 4, "D1")
    editor.button("Clear").click()
    editor.button("O to move").click()
    expect(editor.part("says")).to_contain_text("O to move; move 1.")
    assert editor.match.owned(FIRST) == ()


@pytest.mark.long
def test_what_is_blocked_says_so(board):
    editor = board("antipalos", 3)
    editor.click("b2-c3", "b3-c2")
    expect(editor.part("trouble")).to_have_text("b3-c2 is blocked: b2-c3 excludes it")
    editor.click("b2-c3", "b2-c3", "b3-c2")
    expect(editor.cell("b3-c2")).to_have_attribute("data-owner", "1")


@pytest.mark.long
def test_both_cannot_have_won(board):
    editor = board("antipalos", 2)
    editor.click("a1-b2", "b2-c3", "a3-b2", "a3-b2", "b2-c1")
    expect(editor.cell("b2-c1")).to_have_attribute("data-owner", "1")
    editor.click("b2-c1")  # chains may cross at a point: H would join its sides too
    expect(editor.part("trouble")).to_contain_text("both players would have won")
    expect(editor.cell("b2-c1")).to_have_attribute("data-owner", "1")
    editor.button("H to move").click()
    expect(editor.part("says")).to_contain_text("V wins by a chain")


def test_conhex_cells_fill_by_their_holes_and_an_even_one_is_asked_about(board):
    editor = board("conhex", 3)
    game = editor.match.game
    cell = next(
        s
        for s in range(game.board.claimable, len(game.board.names))
        if len(game.board.parts[s]) == 6
    )
    holes = [game.board.names[hole] for hole in game.board.parts[cell]]
    name = game.board.names[cell]
    area = editor.part("areas").locator("path").nth(cell - game.board.claimable)
    for hole in holes[:3]:
        editor.click(hole)
    expect(area).to_have_attribute("data-owner", "1")
    for hole in holes[3:]:
        editor.click(hole, hole)
    expect(area).to_have_attribute("data-owner", "0")
    editor.button("Vert to move").click()
    expect(editor.part("trouble")).to_have_text(
        f"{name} depends on the order of moves: say whose it is"
    )
    editor.type(f"set {name}")
    editor.type(f"set {name}")
    expect(area).to_have_attribute("data-owner", "2")
    others = [
        n
        for n, s in zip(game.board.names, editor.widget._desk.editor.owners, strict=True)
        if s == 0 and ":" in n
    ]
    editor.type(f"set {others[-1]}")
    expect(editor.part("trouble")).to_have_text(f"{others[-1]} follows from the pieces: set those")


@pytest.mark.long
def test_no_move_is_played_meanwhile(board):
    editor = board("projex", 4, "D1")
    editor.type("resign")
    expect(editor.part("trouble")).to_contain_text("a position is being set up")
    assert editor.match.moves == ("D1",)


def test_a_typed_start_line_sets_up_at_once(show):
    board = show(nbgames.match("conhex", 5).play("A1"))
    board.type("setup Vert A1 B3; Horz I9; Horz to move")
    expect(board.part("says")).to_contain_text("Horz to move; move 1.")
    assert board.match.owner("A1:B3") == FIRST
    board.type("setup Vert A1; Horz A1; Horz to move")
    expect(board.part("trouble")).to_contain_text("A1 is given twice")
    assert nbgames.read(str(board.match)).position == board.match.position


def test_python_begins_it_too(show):
    board = show(nbgames.match("projex", 4))
    board.widget.edit()
    board.push()
    expect(board.part("setup")).to_be_visible()
