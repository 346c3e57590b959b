"""Every state of a board that no other test shows to axe, light and dark.

The others are shown in test_hands, test_guide, test_help, test_review, test_teacher, test_page,
test_page_player, test_trainer, test_tutorial, test_proofs and test_exercises.
"""

from importlib.resources import files

import pytest
from browser.test_draws import DEAD
from browser.test_page import AXE, demo, served  # noqa: F401  a fixture
from browser.test_review import BLUNDER, blundered
from playwright.sync_api import expect
from thinned import first_of

import nbgames

pytestmark = pytest.mark.usefixtures("interpreted")
AXE_CODE = files("axe_playwright_python") / "axe.min.js"
# `make test` asks in one scheme: in both it asks test_hands.py of a board's colours.
LIGHT = pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
DARK = pytest.mark.parametrize("dark", first_of([True, False]), ids=["dark", "light"])


def told(board, part, before):
    """What Python has found and is shown here, which was another text before."""
    for _ in range(1200):
        board.push()
        words = board.part(part).text_content() or ""
        if words not in ("", before) and "Looking" not in words and "Judging" not in words:
            return words
        board.page.wait_for_timeout(100)
    raise AssertionError(part)


@pytest.mark.long
@DARK
def test_axe_finds_nothing_in_each_stage_of_a_hint_and_in_each_layer(show, dark):
    board = show(nbgames.match("conhex", 3, swap=False).play("C2", "E5"), dark=dark)
    board.button("Bar").click()
    told(board, "stands", "")
    words = ""
    for stage in range(3):
        board.button("Hint").click()
        words = told(board, "told", words)
        assert board.violations() == [], f"hint {stage + 1}"
    board.button("Hint").click()
    board.button("Layers").click()
    words = told(board, "told", words)
    names = board.page.get_by_label("layer").locator("option").all_text_contents()
    assert len(names) > 3
    assert board.violations() == [], names[0]
    for name in names[1:]:
        board.page.get_by_label("layer").select_option(name)
        words = told(board, "told", words)
        assert board.violations() == [], name


@LIGHT
def test_axe_finds_nothing_while_one_learns(show, dark):
    board = show(BLUNDER, dark=dark)
    board.widget.show(blundered())
    board.push()
    board.button("Learn from mistakes").click()
    assert board.violations() == [], "asked"
    for site in ("B3", "A1"):
        before = board.part("said").text_content()
        board.type(site)
        told(board, "said", before)
        assert board.violations() == [], site
    board = show(BLUNDER, dark=dark)
    board.widget.show(blundered())
    board.push()
    board.button("Learn from mistakes").click()
    board.button("Answer").click()
    expect(board.button("Answer")).to_be_disabled()
    assert board.violations() == [], "answer"


@pytest.mark.long
@DARK
def test_axe_finds_nothing_where_something_is_offered_or_told(show, dark):
    """A draw, a swap, the end; lines, comments and marks; a computer that thinks; a kernel gone."""
    board = show(DEAD, dark=dark)
    assert board.button("Draw").is_visible()
    assert board.violations() == [], "draw"
    board = show(nbgames.match("projex", 4).play("D1"), dark=dark)
    assert board.button("Swap").is_visible()
    assert board.violations() == [], "swap"
    board.type("E4")
    board.type("comment well played")
    board.type("undo")
    board.type("C3")
    board.type("mark B4>D4")
    expect(board.part("kept").get_by_role("button")).to_be_visible()
    expect(board.button("Wipe marks")).to_be_visible()
    assert board.violations() == [], "line, comment and mark"
    board.tab.ask(
        "() => arrive({ state: { ...model.get('state'), thinks: true, waits: true,"
        " progress: '12,345 positions', trouble: 'Python was restarted.' } })"
    )
    expect(board.button("Stop thinking")).to_be_visible()
    expect(board.part("trouble")).not_to_be_empty()
    assert board.violations() == [], "the computer thinks, and trouble"
    over = show(nbgames.match("projex", 4, swap=False).play("D1", "resign"), dark=dark)
    over.click("C3")
    expect(over.part("trouble")).to_contain_text("the game is over")
    assert over.violations() == [], "after the end"


@LIGHT
def test_axe_finds_nothing_in_a_menu_and_its_games(desk, themed, dark):
    themed("Dark" if dark else "Light")
    desk.run("menu = nbgames.menu()\nmenu")
    play = desk.page.locator("button", has_text="Play").first
    desk.page.get_by_label("Against").select_option("a person here")
    play.click()
    desk.page.wait_for_selector(".nb-board [data-site]")
    desk.board().locator('[aria-label^="D4,"]').click()
    expect(desk.board().locator('[aria-label^="D4, taken"]')).to_have_count(1)
    play.click()
    games = desk.page.get_by_label("My games")
    expect(games.locator("option").nth(1)).to_contain_text("1")
    games.select_option(index=1)
    assert desk.tab.violations() == []
    desk.page.locator("button", has_text="Delete").click()
    expect(desk.page.locator(".nb-menu .widget-button", has_text="Restore")).to_be_visible()
    assert desk.tab.violations() == [], "a game was deleted"


@pytest.mark.long
@DARK
def test_axe_finds_nothing_after_a_page_s_game_and_in_my_games(open_tab, tmp_path, served, dark):  # noqa: F811
    for name, text in demo().items():
        (tmp_path / name).write_text(text, "utf-8")
    tab = open_tab(color_scheme="dark" if dark else "light", bypass_csp=True)
    tab.page.goto(f"{served}/projex-3.html")
    tab.page.wait_for_selector("[data-site]")
    tab.page.get_by_label("Who plays").select_option("2")
    for word in ("C1", "resign"):
        tab.page.locator(".nb-typed").fill(word)
        tab.page.locator(".nb-typed").press("Enter")
        if word == "resign":
            tab.page.keyboard.press("Enter")  # yes
        expect(tab.page.locator(".nb-moves li").filter(has_text=word)).to_have_count(1)
        expect(tab.page.get_by_role("button", name="Stop thinking")).to_be_hidden()
    expect(tab.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert tab.violations() == []
    tab.page.goto(f"{served}/index.html")
    expect(tab.page.locator("#nb-mine").get_by_role("link")).to_have_count(1)
    tab.page.add_script_tag(content=AXE_CODE.read_text())
    assert tab.ask(AXE) == []
    tab.page.locator("#nb-mine").get_by_role("button", name="Delete").click()
    expect(tab.page.locator("#nb-mine").get_by_role("button", name="Restore")).to_be_focused()
    assert tab.ask(AXE) == [], "a game was deleted"
