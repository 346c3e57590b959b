"""Analyse: the review of a match, made in the background and shown on a live board."""

import re
import time
from dataclasses import replace
from functools import cache
from operator import ne
from random import Random

import pytest
from browser.games import shows, to_the_end
from browser.slow_player import endless, unanswered
from foreign import HEX
from playwright.sync_api import expect
from thinned import first_of, first_rows

import nbgames
from nbgames import analysis
from nbgames.analysis.layers import layers
from nbgames.analysis.witnesses import witness
from nbgames.core.errors import Refused, shown
from nbgames.draw import elements
from nbgames.web.bundle import bundled
from nbgames.widgets.worker import FAILS, Worker

BLUNDER = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
SOLVED = "X's B2 ?? loses 2 cells and the game; A1 was better."
LAST = to_the_end(BLUNDER, Random(1)).moves[len(BLUNDER.moves) :]
FEW = {"games": 64, "nodes": 300}  # of a review whose numbers no test reads
LONG = nbgames.match("projex", 6, swap=False).play("F6", "E6", "D6", "G6", "C6", "H6", "F8")

HELD = """() => {
  const { python } = window;
  window.held = [];
  window.python = (request) => new Promise((done) => held.push(() => done(python(request))));
}"""

pytestmark = pytest.mark.usefixtures("interpreted")


@cache
def several():
    """The review of a match with several mistakes."""
    return analysis.review(SEVERAL)


@cache
def blundered():
    """The review of a match with a blunder."""
    return analysis.review(BLUNDER)


@pytest.fixture
def analysed(show):
    """analysed(match, **options) -> a board after a click on Analyse, its review done."""

    def one(match, **options):
        board = show(match, **options)
        board.button("Analyse").click()
        expect(board.part("review")).to_be_visible()
        wait(board)
        return board

    return one


@pytest.fixture
def under_way(show):
    """under_way(match) -> a board after a click on Analyse, whose review has a curve and no end."""

    def one(match):
        board = show(match)
        board.widget._desk.analyst._worker = Worker(endless)
        board.button("Analyse").click()
        wait(board, lambda review: "curve" in review)
        expect(board.button("Stop")).to_be_visible()
        return board

    return one


@pytest.fixture
def reviewed(show):
    """reviewed(made, **options) -> a board that shows a review, by default that of a blunder."""

    def one(made=blundered, **options):
        review = made()
        board = show(review.match, **options)
        board.widget.show(review)
        board.push()
        expect(board.part("curve")).to_be_visible()
        return board

    return one


def known(board):
    """What Python tells the page: how far the review is, and what it says."""
    return {**board.widget.analysis, **board.widget.review}


def wait(board, is_done=lambda review: not review["busy"]):
    """Until the review is done; what Python has changed since reaches the page."""
    end = time.monotonic() + 120
    board.answered()
    while not is_done(known(board)):
        assert time.monotonic() < end, known(board)
        time.sleep(0.1)
        board.push()
    board.push()


def is_judged(*sites):
    """Is it told how these sites do that were tried, or whatever was?"""

    def told(review):
        trial = review.get("trial", {})
        return "says" in trial and (not sites or trial["sites"] == list(sites))

    return told


def attempt(board, name):
    """Claim a site in a trial, and wait for the verdict."""
    board.click(name)
    wait(board, is_judged(BLUNDER.game.board.site(name)))


def item(board, number):
    return board.part("moves").locator("li").nth(number - 1)


def fill(board):
    return board.tab.ask("() => getComputedStyle(document.querySelector('circle.nb-badge')).fill")


def advice(board):
    return board.page.locator(".nb-advice text").all_text_contents()


def test_a_click_on_analyse_marks_the_moves_and_one_on_a_mark_shows_what_was_better(analysed):
    board = analysed(BLUNDER)
    expect(item(board, 1)).to_have_text("B2??decided here")
    expect(item(board, 2)).to_have_text("A1")
    assert board.part("curve").get_attribute("aria-label") == (
        "X's chance to win after each of 3 moves, at the end 0%, proven from move 1 to the end; "
        "marked moves: 1. Red dots: marked moves. "
        "Dashed upright line: from there on the result is proven."
    )
    assert advice(board) == []
    item(board, 1).get_by_role("button").click()
    expect(board.part("said")).to_contain_text(SOLVED)
    expect(board.part("said")).to_contain_text("O can win")
    expect(board.part("said")).to_have_attribute("title", "B2 → A1")
    assert advice(board)[:2] == ["??", "O1"]  # O goes on where it was better
    assert board.match.moves == BLUNDER.moves


@pytest.mark.long
def test_keys_go_on_after_a_click_on_analyse(show):
    """The button leaves its place empty: the focus went with it, and no key came to the board."""
    board = show(BLUNDER)
    board.button("Analyse").click()
    wait(board)
    board.page.evaluate("() => new Promise(requestAnimationFrame)")
    board.keys("w")
    expect(board.part("said")).to_contain_text(SOLVED)
    board.keys("c")
    expect(board.part("review")).to_be_hidden()
    board.keys("a")
    expect(board.part("review")).to_be_visible()


@pytest.mark.parametrize("ask", first_of(["key", "word"]))
def test_a_key_and_a_typed_word_analyse_too(show, ask):
    board = show(BLUNDER)
    if ask == "key":
        board.cell("A2").focus()
        board.keys("a")
    else:
        board.type("analyse")
    expect(board.part("review")).to_be_visible()
    wait(board)
    expect(item(board, 1)).to_contain_text("??")


def test_the_curve_and_the_slider_go_to_a_position_and_so_do_the_worst_moves(reviewed):
    board = reviewed()
    box = board.part("plot").bounding_box()
    board.page.mouse.click(box["x"] + box["width"] * 0.66, box["y"] + 20)
    expect(board.part("moves").locator("[aria-current]")).to_have_text("A1")
    expect(board.part("said")).to_contain_text("O's A1")
    board.page.get_by_label("move shown").press("ArrowLeft")
    expect(board.part("said")).to_contain_text(SOLVED)
    board.button("first move").click()
    expect(board.part("said")).to_have_text("X can win by 1 cell: proven.")
    board.button("Worst move").click()
    expect(board.part("moves").locator("[aria-current]")).to_have_text("B2")


@pytest.mark.parametrize("on", first_of(["curve", "list", "worst", "slider"], 2))
def test_arrow_keys_go_from_move_to_move(reviewed, on):
    board = reviewed()
    if on == "curve":
        x, y, width, height = board.part("plot").bounding_box().values()
        board.page.mouse.click(x + width / 3, y + height / 2)
    elif on == "list":
        item(board, 1).get_by_role("button").click()
    elif on == "worst":
        board.button("Worst move").click()
    else:
        board.page.get_by_label("move shown").focus()
        board.keys("Home", "ArrowRight")
    here = board.part("moves").locator("[aria-current]")
    expect(here).to_have_text("B2")
    board.keys("ArrowRight")
    expect(here).to_have_text("A1")
    board.keys("ArrowRight", "ArrowLeft", "ArrowLeft")
    expect(here).to_have_text("B2")


@pytest.mark.long
def test_what_is_known_of_the_first_moves_stays_and_nothing_stale_does(analysed):
    board = analysed(BLUNDER.back(1))
    board.button("Undo").click()
    expect(board.part("review")).to_be_visible()  # of the same line: it can be played again
    board.button("Redo").click()
    board.click("C2")
    expect(item(board, 1)).to_contain_text("??")
    expect(board.part("said")).to_have_text(
        "This position is not analysed yet: press Go on analysing."
    )
    board.button("Go on analysing").click()
    wait(board)
    expect(board.part("curve")).to_have_attribute("aria-label", re.compile("each of 3 moves"))
    board.button("first move").click()
    board.click("C2")
    board.button("Play here").click()
    expect(board.part("review")).to_be_hidden()
    expect(item(board, 1)).to_have_text("C2")
    assert advice(board) == []
    board.part("kept").get_by_role("button").click()
    expect(item(board, 1)).to_contain_text("??")  # what was known of the line is not lost


def test_what_is_known_so_far_does_not_look_final(reviewed):
    board = reviewed()
    colour = "() => getComputedStyle(document.querySelector('.nb-moves b')).color"
    board.button("Worst move").click()
    sure, badge = board.tab.ask(colour), fill(board)
    board.tab.ask(
        "told => arrive({ analysis: { ...told, share: 0.43, busy: true } })", known(board)
    )
    expect(board.part("said")).to_contain_text("So far: X's B2 ??")
    expect(board.part("share")).to_have_text(
        "43% done: marks may change, so Learn waits for the end or for Stop"
    )
    told = "told => arrive({ analysis: { ...told, share: 0.14, busy: true, compiles: true } })"
    board.tab.ask(told, known(board))
    expect(board.part("share")).to_have_text(
        "14% done, slow at first: code is compiled, once on this computer"
    )
    assert board.violations() == []
    expect(board.part("parts")).to_contain_text("Grey dots: moves marked so far.")
    expect(board.part("curve")).to_have_attribute("aria-label", re.compile("Grey dots: "))
    assert board.tab.ask(colour) != sure and fill(board) != badge
    assert board.violations() == []


@pytest.mark.long
def test_learning_by_the_mouse_points_at_no_site(reviewed):
    board = reviewed()
    board.button("Learn from mistakes").click()
    expect(board.button("Answer")).to_be_visible()
    expect(board.page.locator("[data-near]")).to_have_count(0)
    expect(board.part("tip")).to_be_empty()


def test_a_review_is_stopped_goes_on_and_is_put_away(under_way):
    board = under_way(LONG)
    board.button("Stop").click()
    expect(board.button("Go on analysing")).to_be_visible()
    assert not known(board)["busy"]
    board.button("Go on analysing").click()
    expect(board.button("Stop")).to_be_visible()
    board.click("C4")  # the board is alive meanwhile
    expect(board.part("says")).to_contain_text("O plays C4")
    expect(board.part("review")).to_be_visible()
    board.button("Close").click()
    expect(board.part("review")).to_be_hidden()
    expect(board.button("Analyse")).to_be_visible()


@pytest.mark.long
def test_marks_stay_when_a_review_is_put_away_and_it_comes_back_at_once(reviewed):
    board = reviewed()
    board.button("Learn from mistakes").click()
    board.button("Close").click()
    expect(board.part("review")).to_be_hidden()
    expect(item(board, 1)).to_have_text("B2??decided here")
    board.type("analyse try 1 A1")
    expect(board.part("trouble")).to_contain_text("there is nothing to try again yet")
    board.widget._desk.analyst._worker = Worker(endless)
    board.button("Analyse").click()
    expect(board.part("review")).to_be_visible()
    expect(board.part("said")).to_contain_text("O can win")
    assert board.widget.analysis["done"]


def test_nobody_has_help_against_somebody_before_the_match_is_over(show):
    m = nbgames.match("projex", 4, swap=False).play("D1")
    widget = m.widget(opponent=nbgames.opponent(1, seed=0))
    board = show(widget)
    expect(board.button("Analyse")).to_be_hidden()
    board.type("analyse")
    expect(board.part("trouble")).to_have_text(
        "a game against the computer or another player can be analysed once it is over"
    )
    widget.table.play("resign")
    board.push()
    expect(board.button("Analyse")).to_be_visible()
    board.widget.show(analysis.review(widget.match))
    board.push()
    expect(board.part("review")).to_be_visible()
    board.button("Undo").click()
    expect(board.part("review")).to_be_hidden()
    with pytest.raises(Refused, match="once it is over"):
        board.widget.show(analysis.review(m))


@pytest.mark.long
def test_before_the_first_move_there_is_nothing_to_review(show):
    board = show(nbgames.match("projex", 4))
    expect(board.button("Analyse")).to_be_hidden()
    board.type("analyse")
    expect(board.part("trouble")).to_contain_text("nobody has moved yet")


def test_show_shows_a_review_of_this_match_and_of_no_other(show):
    board = show(BLUNDER)
    board.widget.show(blundered())
    board.push()
    expect(item(board, 1)).to_have_text("B2??decided here")
    with pytest.raises(Refused, match="another match"):
        board.widget.show(analysis.review(BLUNDER.back(1)))


def test_a_review_that_is_shown_says_what_its_proofs_and_estimates_are_made_of(show):
    board = show(BLUNDER)
    board.widget.show(analysis.review(BLUNDER, games=8, nodes=0))
    board.push()
    board.button("first move").click()
    expect(board.part("share")).to_have_text("Each estimate plays 8 trial games.")


@pytest.mark.long
def test_how_a_review_was_made_is_told_where_a_legend_stands_too(reviewed):
    """At a game's end it was not, where something was drawn: nothing said that it was done."""
    board = reviewed()
    board.page.get_by_label("first move").click()
    expect(board.part("share")).to_contain_text("What is proven is certain")
    expect(board.part("parts")).not_to_contain_text("What is proven is certain")
    board.page.get_by_label("move after").click()
    expect(board.part("share")).to_contain_text(": the better move.")
    expect(board.part("parts")).to_contain_text("What is proven is certain")


@pytest.mark.long
def test_a_review_that_a_board_makes_says_how_long_that_took(analysed):
    board = analysed(BLUNDER)
    board.button("first move").click()
    made = r"What is proven is certain; each estimate plays [\d,]+ trial games\."
    expect(board.part("share")).to_have_text(re.compile(rf"^{made} Made in \d+ s\.$"))


def test_a_game_of_ones_own_is_reviewed_too(analysed):
    m = nbgames.match(nbgames.game(HEX, 3), swap=False).play("A1", "B2", "A3")
    board = analysed(m)
    assert known(board)["trouble"] == ""
    (better,) = known(board)["words"]["1"][2]
    assert m.game.board.names[better] in analysis.solve(m.at(0)).best


@pytest.mark.parametrize("dark", first_of([False, True]))
def test_a_review_can_be_read_by_everybody(reviewed, dark):
    board = reviewed(dark=dark)
    board.button("Worst move").click()
    assert board.violations() == []


def test_in_a_notebook_the_kernel_answers_while_it_looks(desk):
    desk.show(f"w = nbgames.read({str(LONG)!r}).widget()\nw")
    desk.button("Analyse").click()
    expect(desk.part("review")).to_be_visible()
    assert desk.tab.python("1 + 1") == "2"
    expect(desk.part("curve")).to_be_visible()
    assert desk.tab.violations() == []
    desk.part("review").get_by_text("Stop", exact=True).click()
    desk.answered()
    assert desk.tab.python("w.analysis['busy']") == "False"
    desk.agree()
    desk.tab.python("w.close()")


@pytest.mark.long
def test_a_review_is_there_again_after_a_reload_of_the_page(desk, lab):
    desk.show(f"w = nbgames.read({str(BLUNDER)!r}).widget()\nw")
    desk.button("Analyse").click()
    marks = desk.part("moves").locator("b")
    expect(marks).to_have_text("??")
    desk.answered()
    desk.tab.ask("() => jupyterapp.commands.execute('docmanager:save')")
    lab.reload(desk.tab)
    expect(desk.part("curve")).to_be_visible()
    expect(marks).to_have_text("??")
    desk.button("Worst move").click()
    expect(desk.part("said")).to_contain_text(SOLVED)
    desk.tab.python("w.close()")


TWICE = nbgames.match("copolymer", 3, swap=False).play("A1", "C2", "C3", "B1", "B2,B3", "A2")
VALUE = f"""import nbgames
from nbgames import analysis
analysis.review(nbgames.read({str(TWICE)!r}))"""


def test_a_review_as_the_value_of_a_cell_is_a_board_on_which_one_learns_by_clicks(desk):
    tab = desk.tab
    desk.run(VALUE)
    output = tab.page.locator(".jp-OutputArea-output")
    expect(output.locator(".nb-curve")).to_be_visible()
    expect(output.locator(".nb-moves b")).to_have_text(["??", "??"])
    expect(output.locator(".nb-share")).to_contain_text("each estimate plays")
    expect(output.locator("pre")).to_have_count(0)  # no wall of a repr
    said = output.locator(".nb-said")
    desk.press("Worst moves")
    expect(said).to_contain_text("X's C3 ?? loses 2 cells and the game; A2 was better.")
    assert tab.violations() == []
    desk.press("Learn from mistakes")
    expect(said).to_have_text("1 of 2. Move 3 was X's C3. Play what would be better.")
    desk.click(TWICE, "B3")
    expect(said).to_contain_text("B3 is not the move.")
    desk.click(TWICE, "A2")
    expect(said).to_contain_text("A2 is right")
    desk.press("Next")
    expect(said).to_have_text("2 of 2. Move 4 was O's B1. Play what would be better.")
    desk.click(TWICE, "B2")
    expect(said).to_contain_text("B2 is right so far. The turn goes on: claim the next cell.")
    shows(tab.page, TWICE.at(3).play("B2").position.owners)
    desk.press("Undo")
    expect(said).to_contain_text("Move 4 was O's B1.")
    for name in ("B2", "B1"):
        desk.click(TWICE, name)
        expect(said).to_contain_text(f"{name} is right")
    expect(desk.part("sum")).to_have_text("All done: 2 of 2 found, 1 at the first try.")
    expect(desk.part("says")).to_have_text("You have gone through all marked moves.")
    shows(tab.page, TWICE.at(3).play("B2,B1").position.owners)


def test_the_worst_move_is_tried_again_until_a_good_one_is_found(reviewed):
    board = reviewed()
    learn = board.button("Learn from mistakes")
    learn.click()
    expect(board.part("said")).to_have_text("Move 1 was X's B2. Play what would be better.")
    assert advice(board) == []
    attempt(board, "B2")
    expect(board.part("said")).to_have_text(
        "B2 is not the move. For X it loses 2 cells and the game. After B2 O wins with A1."
    )
    assert "✗" in advice(board)
    wrong = fill(board)
    attempt(board, "A1")
    expect(board.part("said")).to_have_text(
        "A1 is right: it wins by 1 cell whatever O does: proven. This move claims 1 cell, and O "
        "can then claim only one: no empty cell touches two of X's. After B2, as played, O wins by "
        "1 cell: proven."
    )
    expect(board.part("sum")).to_have_text("That was the only marked move.")
    assert "✓" in advice(board)
    expect(board.button("Answer")).to_be_disabled()  # it is given
    assert fill(board) != wrong  # what is right is not red
    assert board.match.moves == BLUNDER.moves
    board.button("Back to the game").click()
    expect(learn).to_be_hidden()  # there was one mistake, and it is found
    assert board.violations() == []
    for _ in range(2):
        board.button("Learn again").click()
        expect(board.part("said")).to_have_text("Move 1 was X's B2. Play what would be better.")
        board.click("A1")
        expect(board.part("said")).not_to_contain_text("Play what would be better.")
        wait(board)
        expect(board.part("sum")).to_have_text("That was the only marked move.")
        board.button("Back to the game").click()


@pytest.mark.long
def test_a_mistake_whose_answer_was_told_can_be_tried_again(reviewed):
    board = reviewed()
    for name in ("Learn from mistakes", "Learn again"):
        board.button(name).click()
        expect(board.part("said")).to_have_text("Move 1 was X's B2. Play what would be better.")
        board.button("Answer").click()
        expect(board.part("sum")).to_have_text("That was the only marked move.")
        board.button("Back to the game").click()
    board.button("Learn again").click()
    attempt(board, "A1")
    expect(board.part("sum")).to_have_text("That was the only marked move.")


@pytest.mark.parametrize("how", first_of(["word", "key"]))
def test_next_goes_on_after_an_answer(reviewed, how):
    board = reviewed(several)
    slips = board.widget.review["slips"]
    board.button("Learn from mistakes").click()
    board.button("Answer").click()
    board.keys("n") if how == "key" else board.type("next")
    expect(board.part("said")).to_contain_text(f"2 of {len(slips)}. Move {slips[1]} was")
    expect(board.part("trouble")).to_be_empty()


@pytest.mark.long
def test_a_mark_that_falls_is_asked_no_more(reviewed):
    """As what is proven meanwhile may show that nothing was better."""
    board = reviewed()
    board.button("Learn from mistakes").click()
    expect(board.part("said")).to_contain_text("Play what would be better.")
    fine = [replace(remark, loss=0, cost=0.0) for remark in blundered().remarks]
    board.widget.show(replace(blundered(), remarks=tuple(fine)))
    board.push()
    expect(board.part("trouble")).to_have_text("Move 1 is no longer marked: more is known.")
    told = "More is known now: move 1 is no longer ??."
    expect(board.part("share")).to_contain_text(told)
    board.button("last move").click()
    expect(board.part("share")).to_contain_text(told)
    board.button("first move").click()
    expect(board.part("said")).to_have_text("X can win by 1 cell: proven.")
    expect(board.part("moves").locator("b")).to_have_count(0)
    expect(board.button("Learn from mistakes")).to_be_hidden()
    expect(board.button("Answer")).to_be_hidden()


@pytest.mark.long
def test_where_nothing_else_is_proven_before_it_is_not_called_decided_there(reviewed):
    board = reviewed()
    expect(item(board, 1)).to_have_text("B2??decided here")
    for change in ({"errors": [0.2, 0, 0, 0]}, {"curve": [0, 0, 0, 0]}):
        told = {**board.widget.review, "words": dict(board.widget.review["words"]), **change}
        board.tab.ask("review => arrive({ review })", told)
        expect(item(board, 1)).to_have_text("B2??proven from here to the end")


@pytest.mark.parametrize("is_learning", first_of([True, False]), ids=["learning", "looking back"])
@pytest.mark.parametrize("name", first_of(["Q9", "r7"]))
def test_a_typed_name_that_is_no_site_is_refused_and_not_asked_about(reviewed, name, is_learning):
    board = reviewed()
    board.button("Learn from mistakes" if is_learning else "Worst move").click()
    board.type(name)
    expect(board.part("trouble")).to_contain_text(
        f"{shown(name)} is no cell of this board: row 1 has A1, B1; row 3 has B3, C3"
    )
    expect(board.button("Play here")).to_be_hidden()
    assert board.match.moves == BLUNDER.moves


@pytest.mark.long
def test_a_typed_site_is_asked_about_where_one_looks_back_however_it_is_written(show):
    board = show(nbgames.match("antipalos", 3, swap=False).play("a1-b2", "b2-c3"))
    board.button("first move").click()
    board.type("B1-A2")
    expect(board.part("question")).to_contain_text("Play a2-b1 here instead?")


@pytest.mark.long
def test_a_word_that_is_tried_by_its_number_is_judged_where_it_would_be_played(reviewed):
    """Move 3 has no mark: nothing else could be tried in its place."""
    board = reviewed()
    board.type("analyse try 3 a2")
    wait(board, lambda review: "says" in review.get("trial", {}))
    expect(board.part("moves").locator("[aria-current]")).to_have_text("A1")  # what was before it
    expect(board.part("said")).to_contain_text("A2 is right")
    assert "✓" in advice(board)
    assert board.match.moves == BLUNDER.moves
    board.type("analyse try 1 b2")
    wait(board, lambda review: review["trial"]["number"] == 1 and "says" in review["trial"])
    expect(board.part("said")).to_contain_text("B2 is not the move.")


@pytest.mark.parametrize(
    ("word", "told"),
    first_rows(
        [
            ("analyse try 3", "a move is missing: type for example analyse try 3 A2"),
            ("analyse try 9 A1", "there is no move 9 to try again: give one from 1 to 3"),
            ("analyse try 99", "there is no move 99 to try again: give one from 1 to 3"),
            ("load", "the box is empty: paste a record or moves"),
            ("1. C3 3. D4", "type one move"),
            ("load nbgames 1 game: copolymer 3 1. B2", "the first line is 'nbgames 1'"),
        ]
    ),
)
def test_what_lacks_a_part_says_which(reviewed, word, told):
    board = reviewed()
    board.type(word)
    expect(board.part("trouble")).to_contain_text(told)


@pytest.mark.long
@pytest.mark.parametrize("word", first_of(["3 b2", "1 Z9", "3 swap", "9 A2"], 2))
def test_what_is_refused_in_place_of_a_move_changes_nothing(reviewed, word):
    """B2 is taken before move 3; a swap there is none."""
    board = reviewed()
    said = board.part("said").text_content()
    board.type(f"analyse try {word}")
    expect(board.part("trouble")).not_to_be_empty()
    expect(board.part("moves").locator("[aria-current]")).to_have_text("C3")  # the last
    expect(board.part("said")).to_have_text(said)
    expect(board.button("Answer")).to_be_hidden()


@pytest.mark.long
def test_what_is_refused_where_another_word_was_judged_changes_nothing(reviewed):
    board = reviewed()
    board.type("analyse try 3 a2")
    wait(board, lambda review: "says" in review.get("trial", {}))
    board.button("Back to the game").click()
    board.type("analyse try 3 b2")
    expect(board.part("trouble")).to_contain_text("B2 is taken by X")
    expect(board.part("moves").locator("[aria-current]")).to_have_text("C3")


@pytest.mark.long
def test_a_refused_try_leads_nowhere_when_another_view_tries_that_move(reviewed):
    board = reviewed()
    board.type("analyse try 3 b2")
    expect(board.part("trouble")).to_contain_text("B2 is taken by X")
    board.widget._desk.analyse("try 3 a2")  # as another view of this output asks
    wait(board, lambda review: "says" in review.get("trial", {}))
    expect(board.part("moves").locator("[aria-current]")).to_have_text("C3")  # the last


@pytest.mark.long
def test_a_name_that_is_no_site_is_refused_where_one_stands(reviewed):
    """In Learn, too: the question stays."""
    board = reviewed()
    board.button("Learn from mistakes").click()
    asked = board.part("said").text_content()
    board.type("analyse try 3 Q9")
    expect(board.part("trouble")).to_contain_text("is no cell")
    expect(board.part("said")).to_have_text(asked)


def test_where_no_move_is_marked_the_one_that_may_have_cost_most_is_led_to(reviewed):
    """Who asked for their worst move after a game without a known mistake was told of none."""
    m = nbgames.match("projex", 4, swap=False).play("A4", "C6", "C4", "E1", "D3", "C5")
    review = analysis.review(m, **FEW)
    n = max(review.remarks, key=lambda r: r.fell).move
    assert not any(r.mark for r in review.remarks) and n < len(m.moves)
    board = reviewed(lambda: review)
    none = f"No move is known to be a mistake; move {n} may have cost most."
    expect(board.part("share")).to_contain_text(none)
    expect(board.button("Worst move?")).to_be_visible()
    board.type("What was my worst move?")
    expect(board.part("says")).to_contain_text(f"after move {n} of")


@pytest.mark.long
def test_learn_waits_while_the_review_may_take_marks_away(under_way):
    """A trial would break it off; once it is stopped, what was found can be learned from."""
    board = under_way(BLUNDER)
    assert known(board)["slips"]
    expect(board.button("Worst move")).to_be_visible()
    expect(board.button("Learn from mistakes")).to_be_hidden()
    expect(board.part("share")).to_contain_text("marks may change, so Learn waits")
    for word in ("learn", "next", "analyse try 1 A1"):
        board.type(word)
        expect(board.part("trouble")).to_contain_text(
            "Learn waits for the review: marks may change"
        )
        assert known(board)["busy"]
    board.button("Stop").click()
    board.button("Learn from mistakes").click()
    expect(board.part("said")).to_contain_text("Play what would be better.")
    board.button("Go on analysing").click()
    expect(board.button("Answer")).to_be_hidden()
    board.button("Stop").click()


@pytest.mark.long
def test_a_refusal_goes_with_the_end_of_a_review_that_it_was_about(under_way):
    board = under_way(BLUNDER)
    board.type("learn")
    expect(board.part("trouble")).to_contain_text("Learn waits for the review")
    board.widget._desk.analyse("stop")  # or the review is done
    board.push()
    expect(board.part("trouble")).to_be_empty()


def test_a_word_typed_in_a_trial_is_tried_and_not_played(reviewed):
    board = reviewed()
    board.button("Learn from mistakes").click()
    board.type("a1")
    wait(board, lambda review: "says" in review.get("trial", {}))
    expect(board.part("said")).to_contain_text("A1 is right: it wins by 1 cell")
    board.type("who")
    expect(board.page.locator(".nb-answers > .nb-reply")).not_to_be_empty()
    assert board.match.moves == BLUNDER.moves


@pytest.mark.long
def test_a_trial_leaves_a_stopped_review_to_go_on(under_way):
    board = under_way(BLUNDER)
    board.button("Stop").click()
    board.answered()
    share = known(board)["share"]
    board.type("analyse try 1 B2")
    wait(board, lambda review: "says" in review.get("trial", {}))
    assert known(board)["share"] == share


@pytest.mark.long
def test_analyse_again_keeps_what_was_found(under_way):
    board = under_way(LONG)
    board.type("analyse")  # it is under way
    board.button("Stop").click()
    expect(board.button("Go on analysing")).to_be_visible()
    curve = known(board)["curve"]
    board.button("Go on analysing").click()
    expect(board.button("Stop")).to_be_visible()
    assert known(board)["curve"] == curve
    expect(board.part("curve")).to_be_visible()
    board.button("Stop").click()


@pytest.mark.long
def test_a_finished_review_is_not_made_again(reviewed):
    board = reviewed()
    told = known(board)
    board.type("analyse")
    assert known(board) == told
    expect(item(board, 1)).to_contain_text("??")


@pytest.mark.long
@pytest.mark.parametrize("word", first_of(["Z9", "worst", "analyse try 1 Z9"], 2))
def test_a_word_that_is_refused_while_one_learns_stays_to_be_mended(reviewed, word):
    board = reviewed(several)
    board.button("Learn from mistakes").click()
    board.type(word)
    expect(board.part("trouble")).not_to_have_text("")
    expect(board.part("typed")).to_have_value(word)
    for name in ("Answer", "Next"):  # it stayed there, and was about the move before
        board.button(name).click()
        expect(board.part("typed")).to_have_value("")
        board.type(word)
        expect(board.part("typed")).to_have_value(word)


def test_where_a_swap_may_be_better_the_question_says_how(show):
    m = nbgames.match("projex", 3).play("B3", "A4")
    board = show(m)
    board.widget.show(analysis.review(m))
    board.push()
    board.button("Learn from mistakes").click()
    expect(board.part("said")).to_have_text(
        "Move 2 was O's A4. Play what would be better, or type swap."
    )
    board.type("swap")
    wait(board, lambda review: "says" in review.get("trial", {}))
    expect(board.part("said")).to_have_text(
        "The swap is right: no clearly better move is known. After A4, as played, X wins: proven."
    )


@pytest.mark.parametrize(
    ("mine", "who"), first_rows([(None, "then swapped"), (1, "then swapped"), (2, "opened")])
)
def test_a_curve_says_whose_it_is_before_a_swap(show, mine, who):
    """Of two people FIRST's; against the computer one's own, whoever swapped."""
    m = nbgames.match("projex", 3).play("B3", "swap", "A4")
    board = show(m)
    board.widget.show(analysis.review(m, **FEW))
    if mine:
        board.widget.review = {**board.widget.review, "mine": mine}
    board.push()
    says = f"Before the swap: the chance of the player who {who}."
    expect(board.part("parts")).to_contain_text(says)
    assert says in board.part("curve").get_attribute("aria-label")


@pytest.mark.long
def test_what_was_learned_stays_as_the_game_goes_on(reviewed):
    found = analysis.review(SEVERAL.at(9))
    board = reviewed(lambda: found)
    slips = board.widget.review["slips"]
    board.button("Learn from mistakes").click()
    board.type(found.remarks[slips[0] - 1].better)
    wait(board, lambda review: review.get("trial", {}).get("right"))
    board.button("Back to the game").click()
    left = board.button(f"Next to learn: {len(slips) - 1} left")
    expect(left).to_be_visible()
    board.type(SEVERAL.moves[-1])
    expect(board.part("says")).to_have_text(re.compile("wins by"))
    expect(left).to_be_visible()


@pytest.mark.long
def test_close_never_comes_to_where_stop_was(reviewed):
    board = reviewed()
    close, stop = board.button("Close"), board.button("Stop")
    places = []
    for busy in (True, False):
        board.widget.analysis = {**board.widget.analysis, "busy": busy}
        board.push()
        expect(stop).to_be_visible(visible=busy)
        places.append(close.bounding_box())
    assert places[0] == places[1]


def test_close_goes_back_to_the_game(reviewed):
    """There Analyse was pressed; what is offered after a game is not shown at an old move."""
    board = reviewed()
    board.button("Worst move").click()
    expect(board.part("says")).to_contain_text("Looking back")
    board.button("Close").click()
    expect(board.part("review")).to_be_hidden()
    expect(board.part("says")).not_to_contain_text("Looking back")


@pytest.mark.long
def test_what_was_found_before_the_review_failed_can_still_be_read(reviewed):
    board = reviewed()
    board.widget.analysis = {
        **board.widget.analysis,
        "trouble": "the review stopped (its process ended): press Go on analysing",
    }
    board.push()
    board.button("Worst move").click()
    expect(board.part("said")).to_contain_text("its process ended")
    expect(board.part("said")).to_contain_text(SOLVED)


def test_what_failed_is_gone_on_with_by_the_button_that_is_named(reviewed):
    """Though the review was done before, as when a word that was tried failed."""
    board = reviewed()
    analyst = board.widget._desk.analyst
    analyst._hear((FAILS, "its process ended"))
    board.push()
    expect(board.part("said")).to_contain_text("(its process ended): press Go on analysing")
    board.button("Go on analysing").click()
    wait(board)
    expect(board.part("said")).not_to_contain_text("its process ended")
    expect(board.button("Go on analysing")).to_be_hidden()


SEVERAL = nbgames.match("projex", 3, swap=False).play(
    "B3", "C3", "C1", "A3", "C4", "D2", "C2", "A4", "D3", "B4"
)  # with several mistakes


@pytest.mark.parametrize("how", first_of(["key", "word"]))
def test_a_review_is_used_by_keys_and_by_words_too(reviewed, how):
    board = reviewed(several)
    slips = board.widget.review["slips"]
    board.button("move before").focus()  # no site

    def do(key, word):
        board.keys(key) if how == "key" else board.type(word)

    do("w", "worst")
    expect(board.part("moves").locator("[aria-current]")).to_have_text(SEVERAL.moves[slips[0] - 1])
    do("t", "learn")
    expect(board.part("said")).to_contain_text(f"1 of {len(slips)}. Move {slips[0]} was")
    do("n", "next")
    expect(board.part("said")).to_contain_text(f"2 of {len(slips)}. Move {slips[1]} was")
    do("p", "answer")
    expect(board.button("Answer")).to_be_disabled()
    do("n", "next")
    expect(board.part("said")).to_contain_text(f"3 of {len(slips)}. Move {slips[2]} was")
    do("c", "analyse close")
    expect(board.part("review")).to_be_hidden()
    board.type("learn")
    expect(board.part("trouble")).to_contain_text("no review is shown that has this: type analyse")


@pytest.mark.long
def test_a_key_stops_the_analysis_and_another_goes_on(under_way):
    board = under_way(LONG)
    board.button("move before").focus()
    board.keys("q")
    expect(board.button("Go on analysing")).to_be_visible()
    assert not known(board)["busy"]
    board.keys("g")
    expect(board.button("Stop")).to_be_visible()


def test_the_answer_is_shown_to_who_asks_for_it(reviewed):
    board = reviewed()
    board.button("Learn from mistakes").click()
    board.button("Answer").click()
    expect(board.part("said")).to_contain_text(SOLVED)
    assert "O1" in advice(board)


@pytest.mark.long
def test_buttons_of_learn_keep_their_places(reviewed):
    """A second click on Answer went to the worst move, one on Learn to the next question."""
    board = reviewed(several)
    slips = board.widget.review["slips"]
    here = board.part("moves").locator("[aria-current]")
    answer, onward = board.button("Answer"), board.button("Next")
    board.button("Learn from mistakes").dblclick()
    expect(board.part("said")).to_contain_text(f"1 of {len(slips)}.")
    before = answer.bounding_box(), onward.bounding_box()
    answer.dblclick()
    expect(here).to_have_text(SEVERAL.moves[slips[0] - 1])
    expect(answer).to_be_disabled()
    assert (answer.bounding_box(), onward.bounding_box()) == before
    onward.click()
    expect(board.part("said")).to_contain_text(f"2 of {len(slips)}.")
    expect(answer).to_be_enabled()
    assert (answer.bounding_box(), onward.bounding_box()) == before


@pytest.mark.long
def test_an_answer_stays_in_learn_and_what_is_tried_after_it_is_judged(reviewed):
    board = reviewed()
    board.button("Learn from mistakes").click()
    board.button("Answer").click()
    expect(board.part("said")).to_contain_text(SOLVED)
    expect(board.part("says")).to_have_text(LEARNT)
    expect(board.button("Next")).to_be_disabled()  # there is no other
    attempt(board, "C3")
    expect(board.part("said")).to_contain_text("C3 is right: it wins by 1 cell")
    expect(board.part("says")).to_have_text(LEARNT)
    board.button("Answer").click()
    board.button("move before").click()
    expect(board.part("said")).to_have_text("Move 1 was X's B2. Play what would be better.")
    assert board.match.moves == BLUNDER.moves


@pytest.mark.long
def test_at_the_end_of_learn_it_is_told_how_many_were_found(reviewed):
    """The first at the second try, the second at the first one, of the others the answer.

    On a phone it was the end of a sentence of which the end was cut.
    """
    board = reviewed(several, viewport={"width": 360, "height": 740})
    slips, words = board.widget.review["slips"], board.widget.review["words"]
    board.button("Learn from mistakes").click()
    for k, number in enumerate(slips):
        played, better = (SEVERAL.game.board.names[words[str(number)][n][0]] for n in (1, 2))
        for word in [[played, better], [better]][k] if k < 2 else []:
            board.type(word)
            site = SEVERAL.game.board.site(word)
            wait(board, is_judged(site))
        if k > 1:
            board.button("Answer").click()
        if k < len(slips) - 1:
            expect(board.part("sum")).to_have_text("")
            board.button("Next").click()
    sum_ = board.part("sum")
    expect(sum_).to_have_text(f"All done: 2 of {len(slips)} found, 1 at the first try.")
    row = sum_.locator("..").bounding_box()
    assert sum_.bounding_box()["height"] <= row["height"]
    expect(sum_).to_be_in_viewport(ratio=1)
    expect(board.part("says")).to_contain_text(LEARNT)
    board.button("Back to the game").click()
    board.button("Learn again").click()  # those that were not found
    expect(board.part("said")).to_contain_text(f"Move {slips[2]} was")


@pytest.mark.parametrize(
    "word", first_of(["try 9 A1", "nonsense", "try x A1", "try 1 Z9", "try 1"])
)
def test_what_cannot_be_tried_is_refused(reviewed, word):
    board = reviewed()
    board.type(f"analyse {word}")
    expect(board.part("trouble")).not_to_be_empty()
    expect(item(board, 1)).to_have_text("B2??decided here")


@cache
def given_away():
    """The review of the first game by seed whose worst move gave a chain away."""
    games = (to_the_end(nbgames.match("conhex", 3), Random(seed)) for seed in range(100))
    reviews = (analysis.review(m, **FEW) for m in games)
    return next(one for one in reviews if one.worst and witness(one.match, one.worst[0]).chain)


@pytest.mark.long
@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_the_chain_that_a_move_gave_away_is_drawn(show, dark):
    found = given_away()
    board = show(found.match, dark=dark)
    board.widget.show(found)
    board.push()
    board.page.get_by_role("button", name=re.compile("^Worst moves?$")).click()
    m = found.match
    sites = [m.game.board.site(name) for name in witness(m, found.worst[0]).chain]
    chain = elements.chain_path(m.game.board, sites)
    expect(board.page.locator(".nb-witness")).to_have_attribute("d", chain)
    expect(board.part("share")).to_contain_text(witness(m, found.worst[0]).says)
    assert board.violations() == []
    board.button("first move").click()
    expect(board.page.locator(".nb-witness")).to_have_count(0)


@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_the_curve_says_whose_share_it_shows(reviewed, dark):
    board = reviewed(dark=dark)
    labels = board.part("axis").locator("span")
    expect(labels).to_have_text([f"{BLUNDER.game.players[0]} 100%", "50%", "0%"])
    plot = board.part("plot").bounding_box()
    for label, share in zip(labels.all(), (0, 0.5, 1), strict=True):
        box = label.bounding_box()
        assert box["x"] + box["width"] <= plot["x"]
        middle = (box["y"] + box["height"] / 2 - plot["y"]) / plot["height"]
        assert middle == pytest.approx(share, abs=0.1)


TRIED = """() => [...document.querySelectorAll('.nb-try')].map(({ dataset, children: [shape] }) => {
  const { fill, stroke } = getComputedStyle(shape);
  return [dataset.mark, shape.dataset.owner, fill, stroke];
})"""
STONE = """([site, fill]) =>
  getComputedStyle(document.querySelector(`[data-site='${site}']`)).fill === fill"""


def test_a_word_that_is_tried_is_seen_as_a_stone_with_a_sign(reviewed):
    """Not by colour alone: a badge says ✓ or ✗."""
    board = reviewed()
    board.button("Learn from mistakes").click()
    attempt(board, "B2")
    ((mark, owner, fill_, wrong),) = board.tab.ask(TRIED)
    assert (mark, owner) == ("✗", "1")
    attempt(board, "A1")
    ((mark, owner, again, right),) = board.tab.ask(TRIED)
    assert (mark, owner, again) == ("✓", "1", fill_)
    assert wrong != right
    board.button("Back to the game").click()
    assert board.tab.ask(TRIED) == []
    given = [BLUNDER.game.board.site("B2"), fill_]  # as X's stones are
    board.page.wait_for_function(STONE, arg=given)


CELL = nbgames.match("conhex", 3, swap=False).play("E4", "A9", "G8", "G2", "E6")  # E6 is ??


@pytest.mark.long
def test_the_cells_that_a_tried_stone_takes_are_seen_while_it_is_tried(reviewed):
    asked = CELL.at(4)
    tried = asked.play("E8").position.owners
    assert sum(map(ne, asked.position.owners, tried)) > 1
    board = reviewed(lambda: analysis.review(CELL, **FEW))
    board.button("Learn from mistakes").click()
    shows(board.page, asked.position.owners)
    board.click("E8")
    wait(board, is_judged())
    shows(board.page, tried)
    board.button("Back to the game").click()
    shows(board.page, CELL.position.owners)


TURN = BLUNDER.play("B3,A2")


def test_the_cells_of_a_turn_are_seen_while_it_is_judged_and_undo_takes_them_back(reviewed):
    """The position before the turn was shown, and undo was refused."""
    board = reviewed(lambda: analysis.review(TURN, **FEW))
    before, said, undo = TURN.at(3), board.part("said"), board.button("Undo")
    board.type("analyse try 4 B3")
    wait(board, is_judged())
    expect(said).to_contain_text("B3 is right so far.")
    board.widget._desk.analyst._worker = Worker(unanswered)
    board.click("C2")
    expect(said).to_have_text("Judging …")
    shows(board.page, before.play("B3", "C2").position.owners)
    assert [mark for mark, *_ in board.tab.ask(TRIED)] == ["…", "…"]
    board.hover("C2")
    expect(board.part("tip")).to_contain_text("C2: tried")
    undo.click()
    shows(board.page, before.play("B3").position.owners)
    undo.click()
    expect(said).to_have_text("Play what would be better.")
    shows(board.page, before.position.owners)
    expect(undo).to_be_disabled()
    board.widget._desk.analyst._worker = Worker(endless)
    board.click("B3")
    wait(board, is_judged())
    expect(said).to_contain_text("B3 is right so far.")
    board.type("undo")
    expect(said).to_have_text("Play what would be better.")
    shows(board.page, before.position.owners)
    assert board.match == TURN


def test_help_beside_a_turn_that_is_tried_is_about_what_stands_on_the_board(reviewed):
    """It was about the position before the turn."""
    board = reviewed(lambda: analysis.review(TURN, **FEW))
    before, told = TURN.at(3), board.part("told")
    one, then = (layers(TURN.game)["contacts O"](m)[0] for m in (before, before.play("B3")))
    assert one != then

    def helped(part, says):
        wait(board, lambda _: board.widget.advice[part].startswith(says))

    board.type("analyse try 4 B3")
    wait(board, is_judged())
    board.type("layer contacts O")
    helped("layer", then)
    expect(told).to_have_text(then)
    board.type("hint why")
    helped("hint", "C2,A2 wins")  # the rest of the turn
    board.type("hint off")
    board.button("Undo").click()
    helped("layer", one)
    expect(told).to_contain_text(one)
    board.type("A2")  # a whole turn
    wait(board, is_judged())
    expect(told).to_contain_text(f"Before this try: {one}")
    board.button("Back to the game").click()
    wait(board, lambda _: board.widget.advice["follows"] == "")


# Where the curve begins and ends on the screen, and the room that it has at both sides.
COURSE = """() => {
  const course = document.querySelector('.nb-course');
  const { left, right } = document.querySelector('.nb-plot').getBoundingClientRect();
  const ends = [0, course.getTotalLength()].map((at) => course.getPointAtLength(at));
  const [a, b] = ends.map((point) => point.matrixTransform(course.getScreenCTM()).x);
  return [a, b, a - left, right - b];
}"""


@pytest.mark.long
@pytest.mark.parametrize("end", ["first", "last"])
def test_the_dot_at_an_end_of_the_curve_is_whole(reviewed, end):
    """The last one was cut at the edge."""
    board = reviewed()
    first, last, *rooms = board.tab.ask(COURSE)
    assert min(rooms) > 4
    edge = first if end == "first" else last
    board.button("Worst move").click()
    board.page.mouse.click(edge, board.part("plot").bounding_box()["y"] + 20)
    expect(board.part("says")).to_contain_text("the start" if end == "first" else "O to move")
    here = board.part("here").bounding_box()
    assert here["x"] + here["width"] / 2 == pytest.approx(edge, abs=1)


def test_the_parts_of_the_curve_are_explained_and_read_aloud(reviewed):
    board = reviewed()
    told = "Red dots: marked moves. Dashed upright line: from there on the result is proven."
    expect(board.part("parts")).to_have_text(told)
    expect(board.part("curve")).to_have_attribute("aria-label", re.compile(re.escape(told)))


@pytest.mark.long
def test_where_the_curve_is_estimated_the_grey_band_is_explained(show):
    board = show(LONG)
    board.widget.show(analysis.review(LONG, games=8, nodes=0))
    board.push()
    expect(board.part("parts")).to_contain_text(
        "Grey: how far an estimate may change with ten times the games."
    )


@pytest.mark.parametrize("seat", first_of([nbgames.FIRST, nbgames.SECOND]))
def test_against_the_computer_the_curve_is_that_of_the_person(show, seat):
    m = to_the_end(nbgames.match("copolymer", 3, swap=False), Random(2))
    widget = m.widget(opponent=nbgames.opponent(1), seat=seat, keep="")
    board = show(widget)
    widget.show(analysis.review(m))
    board.push()
    person = m.game.players[2 - seat]
    expect(board.part("axis").locator("span").first).to_have_text(f"You ({person}) 100%")
    share = 100 * (m.outcome.winner == 3 - seat)
    label = board.part("curve").get_attribute("aria-label")
    assert label.startswith("Your chance to win after") and f"at the end {share}%" in label
    told = []
    for n in range(1, len(m.moves) + 1):
        board.page.get_by_role("slider", name="move shown").fill(str(n))
        told.append(board.part("said").inner_text())
    says = " ".join(told)
    assert f"{person}'s" not in says and f"{person} can win" not in says
    mine = [said for n, said in enumerate(told) if m.at(n).to_move == 3 - seat]
    assert mine and all(said.startswith("Your ") for said in mine)
    n = next(n for n in range(len(m.moves)) if m.at(n).to_move == 3 - seat) + 1
    board.type(f"why {n}")
    expect(board.part("reply")).to_contain_text("The review: Your ")


NAMED = [
    (
        "B2: After this move X needs 3 moves to win, O 2. X then threatens to win at C3.",
        "B2: After this move you need 3 moves to win, O 2. You then threaten to win at C3.",
    ),
    (
        "After this move O needs 3 moves to win, X cannot win any more.",
        "After this move O needs 3 moves to win, you cannot win any more.",
    ),
    (
        "X's A1: X's chance to win falls from 68% to 30%. O can win: proven.",
        "Your A1: your chance to win falls from 68% to 30%. O can win: proven.",
    ),
    (
        "O's A1 ? lowers O's chance to win from 38% to 30%. A longer search: O's chance to win: "
        "30% (19% to 40%), estimated.",
        "O's A1 ? lowers O's chance to win from 38% to 30%. A longer search: Your chance to win: "
        "70% (60% to 81%), estimated.",
    ),
    ("No. For X it lowers the chance.", "No. For you it lowers the chance."),
    ("No. For X it throws the win away.", "No. For you it throws the win away."),
    ("Since the review: X can win: proven.", "Since the review: You can win: proven."),
    (
        "No cell touches two of X's. O wins whatever X does: proven.",
        "No cell touches two of yours. O wins whatever you do: proven.",
    ),
    ("At move 3 X resigned. X's A1 keeps.", "At move 3 you resigned. Your A1 keeps."),
]


def test_what_is_told_of_the_person_who_plays_the_computer_is_told_as_you(blank):
    """The bar said "Your chance to win" and the review "X's"."""
    said = "return given[0].map((text) => $called.yours(text, given[1]));"
    code = f"(given) => {{ {bundled('called.js')}; {said} }}"
    texts, yours = map(list, zip(*NAMED, strict=True))
    for other, told in {"Computer, level 2 (O)": yours, "You (O)": texts}.items():
        assert blank.ask(code, [texts, {"sat": ["You (X)", other]}]) == told
    odd = {"sat": ["You (+)", "Computer, level 2 (O)"]}  # a game of one's own names its players
    assert blank.ask(code, [["O can win: proven."], odd]) == ["O can win: proven."]


@pytest.mark.long
def test_what_help_lays_over_the_board_is_not_on_what_the_review_does(reviewed):
    board = reviewed()
    board.button("Worst move").click()
    before = advice(board)
    assert len(before) > 1
    for shaded in (".nb-heat > :not(text)", ".nb-values text"):
        board.button("Hint").click()
        end = time.monotonic() + 120
        while not board.page.locator(shaded).count():
            assert time.monotonic() < end
            time.sleep(0.05)
            board.push()
    assert advice(board) == ["??"]
    expect(board.page.locator(".nb-advice > .nb-core")).to_have_count(0)
    board.button("Hint").click()
    board.button("Hint").click()
    board.push()
    assert advice(board) == before


RING = "() => getComputedStyle(document.querySelector('.nb-last .nb-core')).stroke"


def test_the_ring_of_a_bad_move_is_not_that_of_a_better_one(reviewed):
    board = reviewed()
    board.button("last move").click()
    ring, better = board.tab.ask(RING), "document.querySelector('.nb-advice > .nb-core')"
    board.button("Worst move").click()
    assert board.tab.ask(RING) == fill(board)
    assert board.tab.ask(f"() => getComputedStyle({better}).stroke") not in (ring, fill(board))
    dots = board.page.locator(".nb-witness")  # why it was wrong; it is neither, nor bad nor better
    assert all(one.evaluate("dot => getComputedStyle(dot).stroke") == ring for one in dots.all())


@pytest.mark.long
def test_the_cells_that_a_turn_gave_away_are_dotted(show):
    board = show(to_the_end(nbgames.match("copolymer", 5), Random(4)))
    found = analysis.review(board.widget.match)
    given = next(r for r in found.remarks if r.mark and witness(found.match, r).spots)
    board.widget.show(found)
    board.push()
    item(board, given.move).click()
    why = witness(found.match, given)
    drawn = board.page.locator(".nb-witness").get_attribute("d")
    assert drawn.count("M") == len(why.spots)
    expect(board.part("share")).to_contain_text(why.says)


# How far the ends of the arrow are from the middles of two sites, in units of the drawing.
ENDS = """sites => {
  const numbers = text => text.match(/-?[\\d.]+/g).map(Number);
  const parts = document.querySelector('.nb-advice > .nb-core').getAttribute('d').split('M');
  const line = numbers(parts.at(-2));
  return sites.map((site, k) => {
    const { x, y, width, height } = document.querySelector(`[data-site="${site}"]`).getBBox();
    return Math.hypot(x + width / 2 - line[2 * k], y + height / 2 - line[2 * k + 1]);
  });
}"""


@pytest.mark.parametrize(
    "game", first_of([("antipalos", 4), ("conhex", 3), ("copolymer", 5), ("projex", 4)])
)
def test_an_arrow_leads_from_the_move_played_to_the_better_one(show, game):
    m = to_the_end(nbgames.match(*game, swap=False), Random(3))
    board = show(m)
    found = analysis.review(m, **FEW)
    board.widget.show(found)
    board.push()
    board.page.get_by_role("button", name=re.compile("^Worst moves?$")).click()
    worst = board.widget.review["slips"][0]
    played, better = map(set, board.widget.review["words"][str(worst)][1:3])
    there = [board.tab.ask(ENDS, [a, b]) for a in played - better for b in better - played]
    assert any(start < 6 and tip < 11 for start, tip in there)
    expect(board.part("share")).to_contain_text(": the better move.")
    board.button("first move").click()
    expect(board.part("share")).to_have_text(found.made)


def test_other_moves_that_are_as_good_have_small_rings(show):
    board = show(BLUNDER)
    first, *rest = blundered().remarks
    also = replace(blundered(), remarks=(replace(first, also=("C3", "A2")), *rest))
    board.widget.show(also)
    board.push()
    board.button("Worst move").click()
    expect(board.part("said")).to_contain_text("A1 was better, C3 and A2 too.")
    expect(board.page.locator(".nb-also")).to_have_count(2)
    expect(board.part("share")).to_contain_text("Small rings: as good.")
    board.button("first move").click()
    expect(board.page.locator(".nb-also")).to_have_count(0)


@pytest.mark.long
def test_a_right_word_is_ringed_and_no_arrow_leads_away_from_it(reviewed):
    """An arrow "to the better move" led from a word that was told to be right."""
    first, *rest = blundered().remarks
    named = replace(first, better="C3", also=("A2",))
    board = reviewed(lambda: replace(blundered(), remarks=(named, *rest)))
    board.button("Learn from mistakes").click()
    attempt(board, "A1")
    expect(board.part("said")).to_contain_text("A1 is right")
    ring = board.page.locator(".nb-try[data-mark='✓'] .nb-core")
    expect(ring).to_have_css("stroke", fill(board))
    expect(board.page.locator(".nb-advice > .nb-core")).to_have_count(0)
    expect(board.page.locator(".nb-advice > .nb-also")).to_have_count(2)
    expect(board.part("share")).to_contain_text("Small rings: moves that the review names.")
    expect(board.page.locator(".nb-scene > .nb-last")).to_be_hidden()


@pytest.mark.long
def test_a_line_says_after_which_move_it_is_and_has_no_mark_of_another(reviewed):
    """V4! stood where the reply takes the very site that was better."""
    first, *rest = blundered().remarks
    board = reviewed(lambda: replace(blundered(), remarks=(replace(first, line=("A1",)), *rest)))
    board.button("Worst move").click()
    assert advice(board) == ["??", "O1"]
    expect(board.part("share")).to_contain_text("Numbers: how play may go on after B2.")


@pytest.mark.long
def test_of_a_word_that_is_tried_the_line_below_the_board_says_so(reviewed):
    board = reviewed()
    board.button("Learn from mistakes").click()
    board.hover("B2")
    expect(board.part("tip")).to_contain_text("B2: empty")
    attempt(board, "B2")
    expect(board.part("tip")).to_contain_text("B2: tried")
    board.button("Answer").click()
    board.hover("B2")
    expect(board.part("tip")).to_contain_text("B2: X")


def test_who_plays_on_from_a_review_sees_the_board(reviewed):
    """Where one has scrolled so far that the board is not on the screen any more."""
    board = reviewed(several, viewport={"width": 360, "height": 420})
    board.button("first move").click()
    board.svg.scroll_into_view_if_needed()
    board.click(SEVERAL.at(0).legal()[0])
    play = board.button("Play here")
    board.tab.ask("() => scrollBy(0, 100)")
    assert board.svg.bounding_box()["y"] < 0
    play.click()
    expect(play).to_be_hidden()
    assert board.svg.bounding_box()["y"] > -1  # of a scroll by whole pixels


def test_a_sphere_rings_what_was_better(show):
    m = nbgames.match("projex", 3, swap=False).play("A4", "D2", "B3", "C4", "C1", "B4", "A3")
    sphere = m.widget().sphere()
    board = show(sphere)
    sphere.show(analysis.review(m))
    board.push()
    board.button("first move").click()
    rings = board.page.locator(".nb-arrows .nb-core")
    expect(rings).to_have_count(0)
    board.page.get_by_role("button", name=re.compile("^Worst moves?$")).click()
    expect(rings).to_have_attribute("d", re.compile("^M"))
    assert advice(board) == []


def test_all_mistakes_are_asked_one_after_the_other(reviewed):
    board = reviewed(several)
    slips = board.widget.review["slips"]
    assert len(slips) >= 3
    board.button("Learn from mistakes").click()
    for k in [*range(len(slips)), 0]:
        expect(board.part("said")).to_contain_text(f"{k + 1} of {len(slips)}. Move {slips[k]} was")
        board.button("Next").click()
    board.button("Answer").click()
    board.button("Back to the game").click()
    expect(board.button(f"Next to learn: {len(slips) - 1} left")).to_be_visible()


@pytest.mark.long
def test_of_several_mistakes_the_last_one_found_is_told(reviewed):
    """A single one is not called the last."""
    board = reviewed(several)
    expect(board.button("Worst moves")).to_be_visible()
    review = board.widget.review
    for k, number in enumerate(review["slips"], 1):
        board.button("Learn from mistakes" if k == 1 else "Next").click()
        site = review["words"][str(number)][2][0]
        board.type(SEVERAL.game.board.names[site])
        wait(board, is_judged(site))
        expect(board.part("said")).to_contain_text(" is right: ")
        count = len(review["slips"])
        told = "" if k < count else f"All done: {count} of {count} found, {count} at the first try."
        expect(board.part("sum")).to_have_text(told)


@pytest.mark.long
def test_what_was_found_in_one_game_is_asked_in_the_next(reviewed):
    """Their mistakes have the same numbers."""
    board = reviewed()
    board.button("Learn from mistakes").click()
    attempt(board, "A1")
    expect(board.part("sum")).to_have_text("That was the only marked move.")
    expect(board.button("Learn from mistakes")).to_be_hidden()
    other = nbgames.match("copolymer", 3, swap=False).play("B2", "C3", "A1")
    board.button("Back to the game").click()
    for word in ("undo", "undo", *other.moves[1:]):
        board.type(word)
    expect(board.part("review")).to_be_hidden()
    board.answered()
    board.widget.show(analysis.review(other))
    board.push()
    assert board.widget.review["slips"] == [1]
    expect(board.button("Learn from mistakes")).to_be_visible()


LEARNING = "Learning: a click tries a move in place of move 1; the game stays as it is."
LEARNT = "You have gone through all marked moves."


@pytest.mark.parametrize("how", first_of(["key", "word"]))
def test_in_learn_undo_is_refused_and_what_a_click_does_is_told(reviewed, how):
    """The button took back the game: nobody could tell whether a click learns or plays."""
    board = reviewed()
    board.button("Learn from mistakes").click()
    expect(board.part("says")).to_have_text(LEARNING)
    expect(board.button("Undo")).to_be_disabled()
    expect(board.button("Undo")).to_have_attribute("title", re.compile("Not while you learn"))
    board.keys("u") if how == "key" else board.type("undo")
    told = "undo would take back the game: play a better move, or type answer"
    expect(board.part("trouble")).to_have_text(told)
    assert board.match == BLUNDER
    expect(board.part("says")).to_have_text(LEARNING)
    board.button("move after").click()
    expect(board.part("says")).to_have_text("Looking back: after move 1 of 3.")
    board.button("Back to the game").click()
    expect(board.part("says")).not_to_contain_text("Learning")
    expect(board.button("Undo")).to_be_enabled()


@pytest.mark.long
def test_the_bar_beside_a_word_that_is_tried_tells_what_that_leaves(reviewed):
    """It told what the question is worth, beside the other number of the sentence."""
    board = reviewed()
    stands = board.part("stands")
    board.button("Learn from mistakes").click()
    board.button("Bar").click()
    wait(board, lambda review: (board.widget.advice.get("bar") or {}).get("error") == 0)
    expect(stands).to_have_text("X can win by 1 cell: proven.")
    attempt(board, "B2")
    expect(stands).to_have_text("O can win by 1 cell: proven.")
    expect(board.part("bar")).to_have_attribute("aria-label", "O can win by 1 cell: proven.")
    board.button("Answer").click()
    expect(stands).to_have_text("O can win by 1 cell: proven.")
    board.button("move before").click()
    expect(stands).to_have_text("X can win by 1 cell: proven.")


@pytest.mark.long
def test_where_the_game_itself_stands_at_the_question_learning_is_told_too(reviewed):
    board = reviewed()
    for _ in BLUNDER.moves:
        board.button("Undo").click()
    expect(board.part("says")).to_contain_text("X to move; move 1.")
    board.button("Learn from mistakes").click()
    expect(board.part("says")).to_have_text(LEARNING)


@pytest.mark.parametrize("how", first_of(["close", "set up"]))
def test_what_was_learned_of_a_review_is_kept_when_it_is_put_away(reviewed, how):
    board = reviewed(several)
    slips = board.widget.review["slips"]
    board.button("Learn from mistakes").click()
    board.type(several().remarks[slips[0] - 1].better)
    wait(board, lambda review: review.get("trial", {}).get("right"))
    board.button("Back to the game").click()
    left = board.button(f"Next to learn: {len(slips) - 1} left")
    expect(left).to_be_visible()
    if how == "close":
        board.button("Close").click()
        expect(board.part("review")).to_be_hidden()
        board.button("Analyse").click()
    else:
        board.type(f"setup X; O; {SEVERAL.game.players[0]} to move")
        expect(board.part("review")).to_be_hidden()
        board.type("line 1")
    expect(left).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("window", first_of([(1400, 900), (800, 600), (360, 740)]))
def test_a_click_comes_through_while_a_refusal_is_shown(show, window):
    """Above what is offered after a game, it moves the review down; its end may not move it up."""
    widget = BLUNDER.play(*LAST).widget(opponent=nbgames.opponent(2, seed=0))
    board = show(widget, viewport={"width": window[0], "height": window[1]})
    board.widget.show(analysis.review(widget.match))
    board.push()
    board.type("flurb")
    expect(board.part("trouble")).to_contain_text("flurb")
    learn = board.button("Learn from mistakes")
    learn.scroll_into_view_if_needed()
    before = learn.bounding_box()
    board.page.mouse.move(before["x"] + 5, before["y"] + before["height"] - 3)
    board.page.mouse.down()
    assert learn.bounding_box() == before
    board.page.mouse.up()
    expect(board.button("Answer")).to_be_visible()
    expect(board.part("trouble")).to_be_empty()


@pytest.mark.parametrize(
    "word", first_of(["Z9", "who", "undo", "learn", "next please", "why", "row A"])
)
def test_what_is_refused_or_asked_leaves_the_exercise(reviewed, word):
    board = reviewed(several)
    board.button("Learn from mistakes").click()
    board.button("Next").click()
    posed = board.part("said").text_content()
    board.type(word)
    wait(board)
    expect(board.button("Answer")).to_be_visible()
    expect(board.part("said")).to_have_text(posed)


@pytest.mark.long
def test_what_is_refused_leaves_the_exercise_while_help_is_asked_for_too(reviewed):
    """The bar's answer came first, and was taken for that of the word."""
    board = reviewed(several)
    board.type("bar")
    wait(board)
    board.tab.ask(HELD)
    board.button("Learn from mistakes").click()
    posed = board.part("said").text_content()
    board.page.wait_for_function("held.length > 0")
    assert board.asked()[-1].startswith("advise")
    board.type("leave")
    board.page.wait_for_function("held.length > 1")
    board.tab.ask("() => held.forEach((go) => go())")
    expect(board.part("trouble")).to_contain_text("no position is being set up")
    expect(board.button("Answer")).to_be_visible()
    expect(board.part("said")).to_have_text(posed)


@pytest.mark.parametrize(
    ("begun", "word", "told"),
    first_rows(
        [
            (False, "answer", "type learn first"),
            (True, "learn", "you are learning already: play a better move, or type answer"),
            (True, "worst", "you are learning: play a better move, or type answer"),
            (True, "next", "no other move is left to learn: play a better move, or type answer"),
            (True, "why", "no move is tried yet: play a better move, or type answer"),
        ]
    ),
)
def test_a_word_that_the_shown_review_cannot_take_now_is_told_what_is_so(
    reviewed, begun, word, told
):
    board = reviewed()
    if begun:
        board.button("Learn from mistakes").click()
    board.type(word)
    expect(board.part("trouble")).to_have_text(told)
    expect(board.button("Answer")).to_be_visible(visible=begun)


@pytest.mark.long
@pytest.mark.parametrize("made", first_of([several, blundered]))
def test_after_a_right_answer_words_are_told_that_it_is_found(reviewed, made):
    board = reviewed(made)
    [number, *others] = board.widget.review["slips"]
    board.button("Learn from mistakes").click()
    board.type(made().remarks[number - 1].better)
    wait(board, lambda review: review.get("trial", {}).get("right"))
    found = "this one is done" + (": next goes on" if others else ", and was the last")
    for word, told in (("answer", ""), ("undo", "undo would take back the game: ")):
        board.type(word)
        expect(board.part("trouble")).to_have_text(told + found)
        board.page.locator(".nb-typed").fill("")


def test_why_in_learn_explains_the_word_that_is_tried_and_then_the_answer(reviewed):
    """It only pointed to what stood above."""
    board = reviewed()
    said, reply = board.part("said"), board.page.locator(".nb-answers > .nb-reply")
    board.button("Learn from mistakes").click()
    attempt(board, "B2")
    told = said.text_content()
    board.type("why")
    expect(reply).to_contain_text("B2: This move claims 1 cell, and O can then")
    expect(said).to_have_text(told)
    attempt(board, "A1")
    expect(reply).to_be_empty()
    board.type("why")
    expect(reply).to_contain_text("A1: Numbers: how it may go on, O ")
    board.button("Back to the game").click()
    board.button("Learn again").click()
    board.button("Answer").click()
    board.type("why")
    # A1 and B2 do the same at once.
    expect(reply).to_have_text("A search of all replies proves it; no short reason is known.")


def test_why_in_an_exercise_explains_the_move_that_is_shown(show):
    widget = SEVERAL.widget(opponent=nbgames.opponent(2, seed=0))
    computer = widget._desk.computer
    computer.stop()
    moves = SEVERAL.moves
    computer.recall(SEVERAL, {str(n): f"reason {n}" for n in range(1, len(moves) + 1)})
    board = show(widget)
    board.page.get_by_label("first move", exact=True).click()
    board.page.get_by_label("move after", exact=True).click()
    board.widget._desk.may_analyse = lambda table: True
    board.widget.show(several())
    board.push()
    board.type("why")
    expect(board.part("reply")).to_have_text(f"Move 1, {moves[0]}: reason 1.")


def test_the_legend_of_the_curve_moves_when_a_phone_is_turned(reviewed):
    """The width of the window was asked for once."""
    board = reviewed()
    expect(board.page.locator(".nb-tip + .nb-parts")).to_have_count(1)
    board.page.set_viewport_size({"width": 360, "height": 740})
    expect(board.page.locator(".nb-review + .nb-parts")).to_have_count(1)
    board.page.set_viewport_size({"width": 1280, "height": 800})
    expect(board.page.locator(".nb-tip + .nb-parts")).to_have_count(1)
