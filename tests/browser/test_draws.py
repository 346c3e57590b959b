"""The button that ends a dead board, in a notebook and on a page against the computer."""

from random import Random

import pytest
from browser.games import PLACES, to_the_end
from playwright.sync_api import expect
from test_draws import TURNED
from thinned import first_of

import nbgames

WHOLE = to_the_end(nbgames.match("antipalos", 8), Random(1))
DEAD = next(WHOLE.at(n) for n in range(len(WHOLE.moves)) if WHOLE.at(n).is_dead)


@pytest.mark.parametrize("size", first_of([(1280, 900), (360, 740)]))
def test_a_dead_board_says_so_and_ends_at_one_click(show, size):
    board = show(DEAD.back(1), viewport={"width": size[0], "height": size[1]})
    expect(board.button("Draw")).to_be_hidden()
    places = board.tab.ask(PLACES)
    board.type(DEAD.moves[-1])
    expect(board.part("says")).to_contain_text("Nobody can win any more.")
    expect(board.button("Draw")).to_be_visible()
    assert board.tab.ask(PLACES) == places
    board.button("Draw").click()
    expect(board.part("says")).to_contain_text("A draw: neither side can win any more.")
    expect(board.button("Draw")).to_be_hidden()
    assert board.match.outcome.by == "agreed"


def test_on_a_page_the_computer_takes_the_draw_and_its_record_says_so(play_page):
    tab = play_page(DEAD if DEAD.to_move == nbgames.FIRST else DEAD.play(DEAD.legal()[0]))
    tab.page.get_by_label("Who plays").select_option("2")
    tab.page.get_by_role("button", name="Draw", exact=True).click()
    expect(tab.page.locator(".nb-says")).to_contain_text("A draw: neither side can win any more.")
    expect(tab.page.get_by_role("button", name="Rematch")).to_be_visible()
    tab.page.get_by_role("button", name="Analyse").click()
    expect(tab.page.locator(".nb-said")).to_contain_text("A draw: neither side can win any more")


@pytest.mark.long
def test_on_a_page_undo_takes_the_agreement_back_alone_and_the_list_says_draw(play_page):
    tab = play_page(DEAD if DEAD.to_move == nbgames.FIRST else DEAD.play(DEAD.legal()[0]))
    moves = tab.page.locator(".nb-moves li")
    count = moves.count()
    tab.page.get_by_label("Who plays").select_option("2")
    tab.page.get_by_role("button", name="Draw", exact=True).click()
    expect(tab.page.get_by_role("button", name="Rematch")).to_be_visible()
    kept = "() => JSON.parse(Object.values(localStorage)[0]).games[0].says[2]"
    assert tab.ask(kept) == "draw"
    tab.page.get_by_role("button", name="Undo").click()
    expect(tab.page.locator(".nb-says")).to_contain_text("Nobody can win any more.")
    expect(moves).to_have_count(count)
    expect(tab.page.get_by_role("button", name="Draw", exact=True)).to_be_visible()


@pytest.mark.long
def test_on_a_page_the_computer_takes_no_draw_while_it_may_win(play_page):
    tab = play_page(nbgames.match("antipalos", 8, swap=False))
    tab.page.get_by_label("Who plays").select_option("2")
    tab.page.locator(".nb-typed").fill("draw")
    tab.page.locator(".nb-typed").press("Enter")
    expect(tab.page.locator(".nb-trouble")).to_contain_text("once it cannot win any more: play on")


@pytest.mark.long
def test_a_page_reviews_a_game_that_ended_by_agreement_after_a_mistake(play_page):
    tab = play_page(nbgames.match("antipalos", 4, swap=False).play(*TURNED.split()))
    tab.page.get_by_role("button", name="Draw", exact=True).click()
    tab.page.get_by_role("button", name="Analyse").click()
    expect(tab.page.locator(".nb-share")).to_contain_text("Numbers: how play may go on")
    expect(tab.page.locator(".nb-said")).not_to_contain_text("the review stopped")
    expect(tab.page.locator(".nb-moves li").nth(14)).to_contain_text("??")
    expect(tab.page.locator(".nb-moves li").nth(14)).to_contain_text("decided here")


@pytest.mark.long
def test_a_page_says_how_the_board_stood_where_a_draw_was_not_decided(play_page):
    """On a board on which a page proves nothing; on a small one it now and then proved the draw."""
    tab = play_page(nbgames.match("antipalos", 6, swap=False).play("c3-d4", "e5-f6", "b2-c3"))
    tab.page.locator(".nb-typed").fill("draw")
    tab.page.locator(".nb-typed").press("Enter")
    tab.page.keyboard.press("Enter")  # yes
    tab.page.get_by_role("button", name="Analyse").click()
    expect(tab.page.locator(".nb-said")).to_contain_text("Both agreed to a draw before")
    expect(tab.page.locator(".nb-said")).to_contain_text("A draw by agreement.")


OPEN = nbgames.match("antipalos", 4, swap=False).play("a1-b2", "d3-e4")


def test_a_typed_draw_between_two_people_asks_whether_both_agree(show):
    """It ended the match at once, and asked nobody."""
    board = show(OPEN)
    board.type("draw")
    expect(board.part("question")).to_contain_text("Do both agree to a draw?")
    assert board.match == OPEN
    board.part("question").get_by_text("Cancel").click()
    expect(board.part("question")).to_be_hidden()
    assert board.asked() == []
    board.type("Draw")
    board.keys("Enter")  # yes
    expect(board.part("says")).to_have_text("H plays d3-e4. A draw by agreement.")
    expect(board.part("lines")).to_contain_text("a draw by agreement")
    assert board.match.outcome.by == "agreed"
    board.button("Undo").click()
    expect(board.part("lines")).not_to_contain_text("draw")
    assert board.match == OPEN


@pytest.mark.long
def test_on_a_page_too_a_typed_draw_asks_whether_both_agree(play_page):
    tab = play_page(OPEN)
    question = tab.page.locator(".nb-question")
    tab.page.locator(".nb-typed").fill("draw")
    tab.page.locator(".nb-typed").press("Enter")
    expect(question).to_contain_text("Do both agree to a draw?")
    expect(tab.page.locator(".nb-says")).to_have_text("H plays d3-e4. V to move; move 3.")
    question.get_by_role("button", name="Draw").click()
    expect(tab.page.locator(".nb-says")).to_have_text("H plays d3-e4. A draw by agreement.")
    expect(tab.page.locator(".nb-lines")).to_contain_text("a draw by agreement")


@pytest.mark.parametrize(
    "m", first_of([DEAD, nbgames.match("projex", 3)]), ids=["dead", "without draws"]
)
def test_where_nothing_is_to_agree_on_a_typed_draw_asks_nothing(show, m):
    board = show(m)
    board.type("draw")
    expect(board.part("question")).to_be_hidden()
    refused = "" if m is DEAD else "Projex has no draws: somebody will win"
    expect(board.part("trouble")).to_have_text(refused)
    assert bool(board.match.outcome) == (m is DEAD)


def test_the_list_of_moves_says_how_a_line_ended_and_so_does_a_kept_one(show):
    board = show(OPEN.end("forfeit", nbgames.SECOND))
    expect(board.part("lines")).to_contain_text("H wins by forfeit")
    board.widget.table.new()
    board.push()
    expect(board.part("lines")).to_have_text(
        "Line 1, played before: 2 moves, the last a1-b2 d3-e4; H wins by forfeit"
    )


@pytest.mark.parametrize("how", first_of(["button", "word"]))
def test_a_new_game_asks_where_one_is_unfinished(show, how):
    """The button asked always, a typed word never."""
    board = show(nbgames.match("antipalos", 4))

    def begin():
        board.type("NEW") if how == "word" else board.button("New game").click()

    begin()
    expect(board.part("question")).to_be_hidden()  # nobody has moved
    board.type("a1-b2")
    expect(board.part("moves").locator("li")).to_have_count(1)
    begin()
    expect(board.part("question")).to_have_text(
        "Start a new game? This one is kept. New gameCancel"
    )
    assert board.match.moves == ("a1-b2",)
    board.keys("Escape")
    board.type("draw")
    board.keys("Enter")  # yes
    expect(board.part("says")).to_contain_text("A draw by agreement.")
    begin()
    expect(board.part("question")).to_be_hidden()
    expect(board.part("says")).to_contain_text("V to move; move 1.")
    expect(board.part("kept").get_by_role("button")).to_have_count(1)
