"""Undo, branching, comments and records on a live board."""

import pytest
from playwright.sync_api import expect
from thinned import first_of, first_rows

import nbgames
from nbgames.play.table import Table
from nbgames.widgets.board import BoardWidget

MOVES = ("F6", "E6", "D6", "G6", "C6", "H6")


@pytest.fixture
def board(show):
    """Six moves of Projex 6."""
    return show(nbgames.match("projex", 6).play(*MOVES))


def stones(board):
    return board.page.locator('.nb-sites [data-owner="1"], .nb-sites [data-owner="2"]')


def current(board):
    return board.part("moves").locator("[aria-current]")


def test_looking_back_never_changes_the_game(board):
    for label, seen in (("first move", 0), ("move after", 1), ("last move", 6), ("move before", 5)):
        board.button(label).click()
        expect(stones(board)).to_have_count(seen)
    board.part("moves").get_by_text("E6").click()
    expect(stones(board)).to_have_count(2)
    expect(board.part("says")).to_have_text("Looking back: after move 2 of 6.")
    board.page.get_by_label("move shown").press("ArrowRight")
    expect(current(board)).to_have_text("D6")
    board.button("first move").click()
    expect(board.part("says")).to_have_text("Looking back: the start, before move 1 of 6.")
    board.button("Back to the game").click()
    expect(stones(board)).to_have_count(6)
    assert board.asked() == []


@pytest.mark.long
def test_whose_turn_it_was_is_marked_where_one_looks_back(board):
    """The disc was that of the player to move at the end of the game."""
    board.part("moves").get_by_text("F6").click()
    expect(board.part("turn")).to_have_attribute("data-owner", "2")
    board.part("moves").get_by_text("E6").click()
    expect(board.part("turn")).to_have_attribute("data-owner", "1")
    board.part("moves").get_by_text("D6").click()
    expect(board.part("turn")).to_have_attribute("data-owner", "2")
    board.button("Back to the game").click()
    expect(board.part("turn")).to_have_attribute("data-owner", "1")


def test_keys_look_back_too(board):
    board.cell("F6").focus()
    board.keys("Control+Home")
    expect(stones(board)).to_have_count(0)
    board.keys("PageDown", "PageDown")
    expect(current(board)).to_have_text("E6")
    board.keys("Escape")
    expect(current(board)).to_have_text("H6")
    board.keys("PageUp", "Control+End")
    expect(current(board)).to_have_text("H6")
    assert board.asked() == []


QUESTIONS = [  # typed, the answer after the first move, and that after the last
    ("last", "X plays F6. It was move 1.", "O plays H6. It was move 6."),
    ("mine", "O has no chain", "X has two chains"),
    ("neighbours E6", "F6 (X)", "D6 (X)"),
    ("Chains", "O has no chain", "O has two chains"),
    ("row 6", "E6 (empty)", "E6 (O)"),
    ("who", "O to move, or to swap; move 2.", "X to move; move 7."),
    ("neighbours", "neighbours needs more", "neighbours needs more"),
]


@pytest.mark.long
def test_a_typed_question_is_about_the_position_that_is_looked_at(board):
    told = board.page.locator(".nb-trouble, .nb-reply")
    board.part("moves").get_by_text("F6").click()
    for question, there, _ in QUESTIONS:
        board.type(question)
        expect(told.filter(has_text=there)).to_be_visible()
        expect(board.part("says")).to_have_text("Looking back: after move 1 of 6.")
    board.button("Back to the game").click()
    for question, _, now in QUESTIONS:
        board.type(question)
        expect(told.filter(has_text=now)).to_be_visible()


def instead(board, play, word):
    """After move 2 play J6 by a click or a word, and confirm that it is meant."""
    board.part("moves").get_by_text("E6").click()
    play(word)
    expect(board.part("question")).to_contain_text(f"Play {word} here instead?")
    assert board.match.moves == MOVES
    board.button("Play here").click()
    expect(board.part("says")).to_contain_text("X plays J6")
    assert board.match.moves == ("F6", "E6", "J6")


def test_a_move_from_an_earlier_position_asks_once_and_the_old_line_is_kept(board):
    instead(board, board.click, "J6")
    board.click("A6")
    expect(board.part("says")).to_contain_text("O plays A6")
    board.part("kept").get_by_role("button").click()
    expect(current(board)).to_have_text("H6")
    assert board.match.moves == MOVES
    expect(board.part("kept")).to_contain_text("Line 1, played before: 4 moves, the last E6 J6 A6")
    rows = "one => one.offsetHeight / parseFloat(getComputedStyle(one.parentElement).lineHeight)"
    assert board.part("kept").get_by_role("button").evaluate(rows) == 1  # none is cut in two


def test_a_move_typed_while_one_looks_back_asks_as_a_click_does(board):
    instead(board, lambda name: board.type(name.lower()), "J6")
    board.button("first move").click()
    board.type("who")  # what is no move is asked at once
    expect(board.part("question")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("how", ["click", "type"])
def test_another_move_from_an_earlier_position_is_asked_about_in_place_of_the_first(board, how):
    """A typed one was, too; nothing is played before a yes."""
    board.part("moves").get_by_text("E6").click()
    for word in ("J6", "I6"):
        getattr(board, how)(word)
        expect(board.part("question")).to_contain_text(f"Play {word} here instead?")
        site = str(board.match.game.board.site(word))
        chosen = board.page.locator("[data-chosen]")
        expect(chosen).to_have_attribute("data-site", site)  # nothing showed which it was
    assert board.asked() == []
    board.type("yes")
    expect(board.part("says")).to_contain_text("X plays I6")
    expect(chosen).to_have_count(0)
    assert board.match.moves == ("F6", "E6", "I6")


@pytest.mark.long
def test_at_a_question_about_an_earlier_position_nothing_else_is_done(board):
    board.part("moves").get_by_text("E6").click()
    board.click("J6")
    for act in (lambda: board.keys("u"), lambda: board.type("redo"), board.button("Undo").click):
        act()
        expect(board.part("trouble")).to_contain_text(
            "answer the question first: press Play here or Cancel"
        )
        expect(board.part("question")).to_contain_text("Play J6 here instead?")
    assert board.asked() == []


@pytest.mark.long
def test_a_question_ends_when_another_position_is_looked_at(board):
    """It stayed, and a yes at the end of the game played from its start."""
    board.button("first move").click()
    board.type("J6")
    expect(board.part("question")).to_contain_text("Play J6 here instead?")
    board.button("last move").click()
    expect(board.part("question")).to_be_hidden()
    assert board.match.moves == MOVES


@pytest.mark.long
@pytest.mark.parametrize("press", ["first move", "move before"])
def test_a_swap_that_is_none_is_refused_at_once(board, press):
    board.button(press).click()
    board.type("swap")
    expect(board.part("trouble")).to_contain_text("swap")
    expect(board.part("question")).to_be_hidden()
    assert board.match.moves == MOVES


@pytest.mark.long
def test_a_refused_move_from_an_earlier_position_leaves_the_game_alone(board):
    board.button("first move").click()
    board.page.evaluate("arrive({ line: model.get('line').slice(0, 3) })")  # a page that is behind
    board.part("moves").get_by_text("F6").click()
    board.click("F6")
    board.button("Play here").click()
    expect(board.part("trouble")).to_have_text("F6 is taken by X")
    assert board.match.moves == MOVES


def test_cancel_stays_where_one_looks(board):
    board.button("first move").click()
    board.click("J6")
    board.keys("Escape")
    expect(board.part("question")).to_be_hidden()
    expect(stones(board)).to_have_count(0)
    assert board.asked() == []


def test_lines_are_in_the_record_and_read_back(board):
    board.widget.undo()
    board.widget.play("A6")
    table = Table.read(board.widget.table.record())
    assert table.match.moves == (*MOVES[:5], "A6")
    assert [line.moves for line in table.lines] == [MOVES]


def test_a_record_is_copied_and_pasted(board, show):
    board.tab.needs("clipboard")
    board.tab.grant("clipboard-read", "clipboard-write")
    board.more()
    board.page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    board.button("Copy record").click()
    record = board.page.get_by_label("record", exact=True)
    expect(record).to_have_value(board.widget.table.record())
    expect(board.part("reply")).to_have_text("Copy the record from the box below.")
    copied = record.input_value()
    board.widget.table.new()
    board.push()
    expect(stones(board)).to_have_count(0)
    expect(record).to_have_value("")  # what was copied is of the game before
    expect(board.part("reply")).to_have_text("")
    record.fill(copied)
    board.button("Load").click()
    expect(stones(board)).to_have_count(6)
    assert board.match.moves == MOVES


@pytest.mark.long
def test_a_record_that_does_not_fit_is_refused_in_words(board):
    board.more()
    head = "nbgames 1\ngame: projex 6\n\n"
    other = "this board is for Projex 6, and what you gave is of ConHex 5"
    for record, words in (
        ("nbgames 1\ngame: conhex 5\n", other),
        (f"{head}1. Z9", "move 1: 'Z9' is no cell of this board"),
        (f"{head}1. C4 3. D4", "move 2 is numbered '3.': number moves"),
        ("x" * 20_000, "this is too long for a page"),
        (" ", "the box is empty: paste a record or moves"),
        ("1. C4 3. D4", "move 2 is numbered '3.': number moves"),
    ):
        board.page.get_by_label("record", exact=True).fill(record)
        board.button("Load").click()
        expect(board.part("trouble")).to_contain_text(words)
        assert board.match.moves == MOVES
    board.click("J6")
    expect(board.part("says")).to_contain_text("X plays J6")


def test_a_list_of_moves_that_is_pasted_is_played_and_the_game_before_kept(board):
    board.more()
    box = board.page.get_by_label("record", exact=True)
    box.fill("1. A6 3. B6")
    board.button("Load").click()
    expect(board.part("trouble")).to_contain_text("move 2 is numbered '3.'")
    board.widget.table.new()
    board.push()
    expect(box).to_have_value("1. A6 3. B6")  # it is being corrected
    box.fill("1. A6 2. B6")
    board.button("Load").click()
    expect(stones(board)).to_have_count(2)
    expect(box).to_have_value("")
    assert board.match.moves == ("A6", "B6")
    assert [line.moves for line in board.widget.table.earlier] == [MOVES]


@pytest.mark.long
@pytest.mark.parametrize(("change", "left"), [("", ""), ("corrected", "corrected")])
def test_a_record_that_was_refused_goes_with_a_new_game_unless_it_was_changed(board, change, left):
    board.more()
    box = board.page.get_by_label("record", exact=True)
    box.fill("1. A6 3. B6")
    board.button("Load").click()
    expect(board.part("trouble")).to_contain_text("move 2 is numbered '3.'")
    if change:
        box.fill(change)
    board.button("New game").click()
    board.type("yes")
    expect(stones(board)).to_have_count(0)
    expect(box).to_have_value(left)


@pytest.mark.long
@pytest.mark.parametrize("word", ["A6", "swap"])
def test_a_move_typed_where_one_looks_back_is_asked_about(show, word):
    board = show(nbgames.match("projex", 6).play("F6", "E6"))
    board.part("moves").get_by_text("F6").click()
    board.type(word)
    board.button("Play here").click()
    expect(current(board)).to_have_text(word)
    assert board.match.moves == ("F6", word)
    assert board.asked()[-1] == f"from 1 {word}"


def test_who_resigns_where_one_looks_back_resigns_the_game(board):
    board.part("moves").get_by_text("F6").click()
    board.type("resign")
    board.type("yes")
    expect(board.part("says")).to_contain_text("X resigns")
    assert board.match.moves == (*MOVES, "resign")


@pytest.mark.long
def test_the_slider_has_as_many_steps_as_moves_once_a_resignation_is_taken_back(board, play_page):
    for page in (board.page, play_page(board.match).page):
        slider, field = page.get_by_label("move shown"), page.locator(".nb-typed")
        for word, steps in (("resign", "6"), ("yes", "7"), ("undo", "6")):
            field.fill(word)
            field.press("Enter")
            expect(slider).to_have_attribute("max", steps)
        expect(page.locator(".nb-moves li")).to_have_count(6)
        field.fill("undo")
        field.press("Enter")
        taken = page.get_by_role("button", name="H6, taken back")
        expect(taken).to_have_css("opacity", "0.65")  # it looked as if it were played
        taken.click()
        expect(page.locator(".nb-says")).to_have_text("Looking ahead: after move 6 of 6.")
        expect(page.get_by_role("button", name="C6", exact=True)).to_have_count(1)


@pytest.mark.parametrize("back", first_of([1, 2, 3]))
def test_the_seats_are_those_of_the_position_that_is_seen_on_both_sides_of_a_swap(show, back):
    m = nbgames.match("projex", 6, seats=("Ann", "Bob")).play("F6", "swap", "A6")
    table = Table(m)
    table.go(3 - back)
    board = show(BoardWidget(table))
    seats = board.part("seats").locator("span")
    for count in (0, 1, 2, 3):
        board.page.get_by_label("move shown").fill(str(count))
        names = ["Ann (X)", "Bob (O)"] if count < 2 else ["Bob (X)", "Ann (O)"]
        expect(seats).to_have_text(names)


def test_a_record_with_a_line_of_another_game_is_refused_whole(board):
    record = board.widget.table.record() + "\nnbgames 1\ngame: conhex 5\n"
    with pytest.raises(nbgames.Refused, match="what you gave is of"):
        board.widget.table.load(record)
    assert board.widget.table.lines == ()


def test_a_comment_is_on_the_move_shown_and_in_the_record(board):
    board.more()
    board.part("moves").get_by_text("E6").click()
    board.page.get_by_label("comment").fill("far <b>away</b>")
    board.button("Comment").click()
    expect(board.part("moves").locator("li").nth(1)).to_contain_text("far <b>away</b>")
    assert board.match.comments == {2: "far <b>away</b>"}
    assert "E6 {far <b>away</b>}" in str(board.match)
    expect(stones(board)).to_have_count(2)
    board.button("Comment").click()
    expect(board.part("moves")).not_to_contain_text("away")


@pytest.mark.long
def test_a_comment_that_is_too_long_is_told_and_stays_in_its_box(board):
    """It was cut at 1,000 letters without a word."""
    board.more()
    field = board.page.get_by_label("comment")
    field.fill("far " * 300)
    board.button("Comment").click()
    expect(board.part("refused")).to_have_text(
        "a comment of 1199 characters is too long: at most 1000"
    )
    expect(field).to_have_value("far " * 300)
    assert board.match.comments == {}


def test_the_board_turns_by_its_own_symmetries_and_clicks_follow(show):
    board = show(nbgames.match("conhex", 4))
    turns = len(board.widget.facts["turns"])
    assert turns == 4  # the sides are two players': half turns and flips
    board.more()
    for name, owner in zip(("A1", "G6", "G8", "B5"), "1212", strict=True):
        board.button("Turn board").click()
        board.click(name)
        expect(board.cell(name)).to_have_attribute("data-owner", owner)
    assert board.match.moves == ("A1", "G6", "G8", "B5")


@pytest.mark.parametrize(
    ("name", "turns"), first_rows([("projex", 6), ("copolymer", 12), ("antipalos", 4)])
)
def test_a_turned_board_stays_on_its_paper(show, name, turns):
    board = show(nbgames.match(name))
    assert len(board.widget.facts["turns"]) == turns
    board.more()
    for _ in range(turns - 1):
        board.button("Turn board").click()
        outside = board.page.evaluate(
            """() => {
              const paper = document.querySelector('.nb-paper').getBoundingClientRect();
              const shapes = document.querySelectorAll('.nb-scene :is(text, circle, path)');
              return [...shapes].filter((shape) => {
                const { left, top, right, bottom, width } = shape.getBoundingClientRect();
                return width && (left < paper.left - 1 || top < paper.top - 1
                  || right > paper.right + 1 || bottom > paper.bottom + 1);
              }).map((shape) => shape.textContent || shape.outerHTML);
            }"""
        )
        assert outside == []
