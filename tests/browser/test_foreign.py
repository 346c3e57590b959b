"""Six games that nbgames does not have, played to their end on boards and pages in true words."""

import re
from random import Random

import pytest
from browser.games import to_the_end
from browser.test_hands import ARROWS, REACH
from foreign import GRID, LAST, MOST, SIX, TWICE
from playwright.sync_api import expect
from thinned import each_once, first_of

import nbgames
from nbgames.play.sentences import answer, says
from nbgames.web.pages import to_html

NAMED = {"argnames": "rules", "ids": lambda rules: rules.name}
EVERY = pytest.mark.parametrize(argvalues=SIX, **NAMED)
SOME = pytest.mark.parametrize(
    argvalues=first_of([TWICE, *(rules for rules in SIX if rules is not TWICE)]), **NAMED
)

# What is said of the four games, and is true of none of these.
FALSE = "touches two enem|conquer|a loop|crosses the edge|is blocked|hole"


def whole(rules, seed=4):
    return to_the_end(nbgames.match(rules, 4 if 4 in rules.sizes else 3), Random(seed))


def true(page, rules):
    """All text of a page that is not the game's own, without a false word."""
    text = page.locator("body").inner_text().replace(rules.told, "")
    assert not re.search(FALSE, text)
    return text


@SOME
def test_it_is_played_on_a_board_by_mouse_and_keyboard(show, rules):
    """TWICE, whose turns are two claims; most others on a page, below."""
    m = whole(rules)
    board = show(nbgames.match(m.game))
    for count, claim in enumerate(m.claims, 1):
        if claim == "swap":
            board.button("Swap").click()
        elif count % 2:
            board.click(claim)
        else:
            board.cell(claim).focus()
            board.keys("Enter")
        expect(board.part("says")).to_have_text(says(m.after(count)))
        true(board.page, rules)
    assert board.match.moves == m.moves
    expect(board.part("chain").locator("path")).to_have_count(2 if m.outcome.chain else 0)
    board.keys("Home", "u")
    expect(board.part("says")).to_have_text(says(m.after(len(m.claims) - 1)))
    assert board.tab.errors == []


@SOME
def test_it_is_played_on_a_page_and_by_its_computer_player(open_page, tmp_path, rules):
    m = whole(rules)
    file = tmp_path / "page.html"
    file.write_text(to_html(nbgames.match(m.game)), "utf-8")
    tab = open_page()
    tab.page.goto(file.as_uri())
    for count, word in enumerate(m.moves, 1):
        tab.page.locator(".nb-typed").fill(word)
        tab.page.locator(".nb-typed").press("Enter")
        expect(tab.page.locator(".nb-says")).to_have_text(says(m.at(count)))
        true(tab.page, rules)
    tab.page.get_by_role("button", name="New game").click()
    tab.page.get_by_label("Who plays").select_option("1")
    while not tab.page.locator(".nb-done").count():
        free = tab.page.locator("[data-site]:not([data-owner='1'], [data-owner='2'])").first
        expect(tab.page.locator(".nb-thinks")).to_have_count(0)
        if tab.page.locator(".nb-done").count():
            break
        free.focus()
        free.press("Enter")
    true(tab.page, rules)
    assert tab.errors == [] and tab.outside == []


def test_sites_that_keep_the_turn_are_marked_only_where_others_do_not(show):
    m = nbgames.match(TWICE, 4).play("B2", "C2")
    board = show(m)
    assert m.is_open
    expect(board.page.locator("[data-obliges]")).to_have_count(0)
    board.hover("A1")
    expect(board.part("tip")).to_have_text("A1: empty")
    expect(board.part("says")).to_have_text("O plays C2. O goes on; move 2.")


def test_a_score_is_kept_where_most_cells_win(show):
    board = show(nbgames.match(MOST, 3).play("A1"))
    expect(board.part("score")).to_have_text("X 1 · O 0 · 5 of 9 win")


def test_the_first_to_join_has_lost_a_misere_game(show):
    m = nbgames.match(LAST, 3, swap=False).play("B1", "A1", "B2", "A2", "B3")
    board = show(m)
    expect(board.part("says")).to_have_text(
        "X plays B3. O wins because the other joined two sides."
    )
    assert m.outcome.winner == nbgames.SECOND


@SOME
def test_arrows_lead_to_every_site_and_a_screen_reader_hears_no_false_word(show, rules):
    m = whole(rules).back(1)
    board = show(m)
    board.keys("Tab")
    assert board.tab.ask(REACH, ARROWS) == []
    labels = board.page.locator("[role=gridcell]").evaluate_all("all => all.map(s => s.ariaLabel)")
    assert len(set(labels)) == len(m.game.board.names)
    assert not re.search(FALSE, " ".join(labels))
    assert board.violations() == []


def told(m, question):
    """The answer, or why there is none: the squares have no rows by name."""
    try:
        return answer(m, question)
    except nbgames.GameError as error:
        return str(error)


@pytest.mark.parametrize(
    ("rules", "by"),
    [
        *each_once(
            [MOST, GRID, LAST],
            ["mouse", "keyboard"],
            quick=[(GRID, "keyboard")],
        ),
        pytest.param(TWICE, "mouse", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_on_a_page_without_python(open_page, tmp_path, rules, by):
    m = whole(rules, seed=6)
    file = tmp_path / "page.html"
    file.write_text(to_html(nbgames.match(m.game)), "utf-8")
    tab = open_page()
    tab.page.goto(file.as_uri())
    for count, claim in enumerate(m.claims, 1):
        if claim == "swap":
            tab.page.get_by_role("button", name="Swap", exact=True).click()
            continue
        site = tab.page.locator(f'[data-site="{m.game.board.site(claim)}"]')
        if by == "mouse":
            site.click()
        else:
            site.focus()
            tab.page.keyboard.press("Enter" if count % 2 else " ")
        expect(tab.page.locator(".nb-says")).to_have_text(says(m.after(count)))
    tab.needs("downloads")
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Save record", exact=True).click()
    saved = download.value.path().read_text("utf-8")
    assert saved == str(m)
    assert nbgames.read(saved, games=[rules]) == m
    for question in ("who", "chains", "last", "neighbours B2", "row 2", "mine"):
        tab.page.locator(".nb-typed").fill(question)
        tab.page.locator(".nb-typed").press("Enter")
        tab.page.get_by_text(told(m, question)).first.wait_for()
    true(tab.page, rules)
    assert tab.errors == [] and tab.outside == []


def test_a_turn_of_two_claims_is_typed_as_a_whole_and_refused_in_true_words(open_page, tmp_path):
    m = nbgames.match(TWICE, 3, swap=False).play("A1")
    file = tmp_path / "page.html"
    file.write_text(to_html(m), "utf-8")
    tab = open_page()
    tab.page.goto(file.as_uri())
    for word, said in (
        ("B1,C1,C2", "goes on too long: the turn ends before C2"),
        ("B1,", "O plays B1. O goes on; move 2."),
        ("A1", "A1 is taken by X"),
        ("C1,", "ends the turn: leave out the last comma"),
        ("C1", "O plays B1,C1. X to move; move 3."),
        ("A2,A3", "X plays A2,A3. X wins by a chain."),
        ("B2", "the game is over, X wins by a chain"),
    ):
        tab.page.locator(".nb-typed").fill(word)
        tab.page.locator(".nb-typed").press("Enter")
        tab.page.get_by_text(said).first.wait_for()
    assert tab.errors == []
