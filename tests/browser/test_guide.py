"""What there is to read below a board, asked for in every way: the rules in pictures, the keys."""

import pytest
from playwright.sync_api import expect
from thinned import each_once, first_of

import nbgames
from nbgames.web.about import KEYS

pytestmark = pytest.mark.usefixtures("uncompiled")
PRESSED = {"←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown", "Ctrl": "Control"}
WITHHELD = """() => document.querySelector('.nb-root').addEventListener('keydown', event =>
  queueMicrotask(() => { window.withheld = event.defaultPrevented; }))"""


def folded(board, label):
    return board.page.locator("details", has=board.page.locator("summary", has_text=label))


@pytest.mark.parametrize(
    ("name", "scheme"),
    each_once(nbgames.GAMES, ["light", "dark"], quick=[("projex", "light")]),
)
def test_the_rules_come_in_pictures_when_they_are_asked_for(show, name, scheme):
    board = show(nbgames.match(name), dark=scheme == "dark", viewport={"width": 360, "height": 740})
    pictures = board.part("page").locator("svg")
    expect(pictures).to_have_count(0)
    board.button("Rules").click()
    expect(pictures).to_have_count(len(nbgames.GAMES[name].primer.pages))
    board.page.get_by_text("Keys", exact=True).click()
    expect(board.part("keyed").locator("dt")).to_have_count(len(KEYS))
    assert board.asked() == ["rules", "keys"]
    assert board.tab.ask("() => document.documentElement.scrollWidth") <= 360
    assert board.violations() == []
    assert board.tab.errors == []


@pytest.mark.parametrize(
    "size",
    [(1280, 800), *(pytest.param(s, marks=pytest.mark.long) for s in [(360, 740), (800, 600)])],
)
def test_from_the_rules_escape_and_a_press_lead_back_to_the_board(show, size):
    """They opened below, the board was off the screen, and Escape did nothing."""
    width, height = size
    board = show(nbgames.match("projex", 6), viewport={"width": width, "height": height})
    rules = folded(board, "Rules")
    there = board.button("Rules").bounding_box()["y"]
    for leave in (lambda: board.keys("Escape"), lambda: rules.locator("summary").click()):
        board.button("Rules").click()
        expect(board.part("page").locator("svg").first).to_be_in_viewport()
        expect(rules.locator("summary")).to_be_in_viewport()
        leave()
        expect(rules).not_to_have_attribute("open", "")
        expect(board.button("Rules")).to_be_focused()
        assert abs(board.button("Rules").bounding_box()["y"] - there) < 8
    rules.locator("summary").click()  # it is opened itself
    expect(board.part("page").locator("svg").first).to_be_in_viewport()
    board.keys("Escape")
    expect(rules).not_to_have_attribute("open", "")
    expect(board.page.locator('[data-site][tabindex="0"]')).to_be_focused()
    expect(board.svg.first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("how", first_of(["typed", "a key"]))
def test_the_keys_are_asked_for_by_word_and_by_key(show, how):
    board = show(nbgames.match("projex", 4))
    keys = folded(board, "Keys")
    for _ in range(2):
        if how == "typed":
            board.type("keys")
        else:
            board.cell("B4").focus()
            board.keys("?")
        expect(keys).to_have_attribute("open", "")
        expect(keys.locator("summary")).to_be_focused()
        keys.locator("summary").press("Enter")
        expect(keys).not_to_have_attribute("open", "")
    assert board.asked() == ["keys"]


ELSEWHERE = ["Escape", *"wctnp"]  # there, and of a review in test_review.py


@pytest.mark.long
def test_a_board_takes_every_key_that_it_lists(show):
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.tab.ask(WITHHELD)
    listed = [key for keys, _ in KEYS for key in keys if key not in ELSEWHERE]
    assert len(listed) > 25
    assert [key for key in listed if not taken(board, key)] == []


def taken(board, key):
    """Does the board, wherever the keys before have led, keep this key from its host?"""
    board.cell("B4").focus()
    board.keys("+".join(PRESSED.get(part, part.replace(" ", "")) for part in parts(key)))
    return board.tab.ask(
        "() => { const was = window.withheld; window.withheld = false; return was; }"
    )


def test_escape_leads_back_from_an_earlier_position(show):
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.cell("B4").focus()
    board.keys("PageUp")
    expect(board.button("Back to the game")).to_be_visible()
    board.keys("Escape")
    expect(board.button("Back to the game")).to_be_hidden()


def parts(key):
    return [key] if key == "+" else key.split("+")


def test_a_page_without_python_has_them_too(open_page, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(nbgames.match("copolymer", 5).to_html(), "utf-8")
    tab = open_page()
    tab.page.goto(file.as_uri())
    tab.page.get_by_role("button", name="Rules", exact=True).click()
    pictures = tab.page.locator(".nb-page svg")
    expect(pictures).to_have_count(len(nbgames.GAMES["copolymer"].primer.pages))
    dotted = pictures.locator("[data-obliges]").first
    assert "2.4" in dotted.evaluate("cell => getComputedStyle(cell).strokeDasharray")
    tab.page.locator(".nb-typed").fill("keys")
    tab.page.locator(".nb-typed").press("Enter")
    expect(tab.page.locator(".nb-keyed dt")).to_have_count(len(KEYS))
    assert tab.errors == [] == tab.outside
