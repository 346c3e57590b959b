"""Rings and arrows by right drag, long press, keys and words; and the numbers of moves."""

import re

import pytest
from browser.games import PLACE
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames.core.shapes import Disc
from nbgames.draw.elements import SCALE
from nbgames.notation import address
from nbgames.play import arrows
from nbgames.web.pages import to_html

SMALL = {"antipalos": 3, "conhex": 3, "copolymer": 5, "projex": 4}
DRAWN = "() => document.querySelector('.nb-arrows .nb-core')?.getAttribute('d') ?? ''"
M = nbgames.match("projex", 4).play("D1", "B3")


@pytest.fixture
def board(show):
    return show(M)


def drag(board, start, end):
    """From one site to another with the right button."""
    board.hover(start)
    board.page.mouse.down(button="right")
    x, y = board.place(end)
    board.page.mouse.move(x, y, steps=4)
    board.page.mouse.up(button="right")


def test_a_right_drag_draws_an_arrow_and_again_wipes_it_off(board):
    drag(board, "C3", "E5")
    expect(board.part("laid")).to_have_text("marks: C3 → E5")
    assert board.widget.marks == ("C3>E5",)
    drag(board, "C3", "E5")
    expect(board.part("laid")).to_have_text("")
    assert board.widget.marks == ()
    assert board.tab.ask(DRAWN) == ""
    assert board.match is M  # nothing was claimed


def test_a_right_click_draws_a_ring_and_opens_no_menu(board):
    board.tab.ask("() => addEventListener('contextmenu', () => { window.menu = true; })")
    drag(board, "C3", "C3")
    expect(board.part("laid")).to_have_text("marks: C3")
    assert board.widget.marks == ("C3",)
    assert board.tab.ask("() => 'menu' in window") is False


@pytest.mark.long
def test_a_drag_that_leaves_the_board_draws_nothing(board):
    board.hover("C3")
    board.page.mouse.down(button="right")
    board.page.mouse.move(2, 2, steps=3)
    board.page.mouse.up(button="right")
    assert board.tab.ask(DRAWN) == ""
    assert board.asked() == []


@pytest.mark.long
def test_the_arrow_is_seen_while_it_is_drawn(board):
    board.hover("C3")
    board.page.mouse.down(button="right")
    x, y = board.place("E5")
    board.page.mouse.move(x, y, steps=4)
    assert board.tab.ask(DRAWN).count("M") == 2
    board.page.mouse.up(button="right")


def test_by_keyboard_m_begins_and_m_ends(board):
    board.cell("C3").focus()
    board.keys("m")
    expect(board.part("reply")).to_have_text("From C3 to where? Let go there, or press m.")
    board.keys("ArrowRight", "m")
    expect(board.part("laid")).to_have_text("marks: C3 → D3")
    board.keys("m", "m")
    expect(board.part("laid")).to_have_text("marks: C3 → D3 · D3")
    board.keys("m", "Escape")
    assert board.widget.marks == ("C3>D3", "D3")


def test_typed_words_draw_and_a_button_wipes_all_off(board):
    board.type("mark c3>e5 D1")
    expect(board.part("laid")).to_have_text("marks: C3 → E5 · D1")
    board.type("mark c3>nowhere")
    expect(board.part("trouble")).to_contain_text("is no cell of this board")
    board.button("Wipe marks").click()
    expect(board.part("laid")).to_have_text("")
    assert board.widget.marks == ()


@pytest.mark.long
def test_marks_stay_while_an_earlier_position_is_looked_at_and_another_answer_shown(board):
    board.button("first move").click()
    drag(board, "C3", "E5")
    expect(board.part("laid")).to_have_text("marks: C3 → E5")
    expect(board.part("says")).to_contain_text("Looking back")
    board.widget.show(nbgames.analysis.distance(M, nbgames.FIRST))
    board.push()
    expect(board.part("laid")).to_contain_text("C3 → E5")
    board.widget.clear()
    board.push()
    expect(board.part("laid")).to_have_text("")


@pytest.mark.parametrize("name", first_of(SMALL))
def test_the_page_draws_what_pictures_draw(show, name):
    m = nbgames.match(name, SMALL[name])
    names = m.game.board.names
    marks = (names[0], f"{names[3]}>{names[8]}", f"{names[9]}>{names[1]}", names[6])
    board = show(m)
    board.widget.mark(*marks)
    board.push()
    there = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", board.tab.ask(DRAWN))]
    shapes = arrows.shapes(m.game.board, arrows.read(m.game.board, marks))
    here = [SCALE * value for shape in shapes for value in path_of(shape)]
    assert there == pytest.approx(here, abs=0.15)  # a page gets the places rounded to tenths


def path_of(shape):
    """The numbers of a path: of a line its points, of a circle two arcs."""
    if not isinstance(shape, Disc):
        return [value for point in shape.points for value in point]
    (x, y), r = shape.middle, shape.radius
    flags = [0, 1 / SCALE, 0]
    return [x - r, y, r, r, *flags, 2 * r, 0, r, r, *flags, -2 * r, 0]


# By finger, on a sphere, on a page of its own


@pytest.fixture
def phone(show):
    """A board on a phone where time stands still: who presses long does so as a test says."""
    board = show(M, viewport={"width": 360, "height": 740}, has_touch=True, alone=True)
    board.still()
    return board


def press(tab, start, *ways, wait=700):
    """A finger that rests on a place for milliseconds, and then goes its ways."""
    client = tab.devtools()
    for kind, places in (("touchStart", [start]), ("touchMove", ways)):
        for x, y in places:
            points = [{"x": x, "y": y, "id": 0}]
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        if pause := wait if kind == "touchStart" else 50:
            tab.page.clock.run_for(pause)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.undriven
def test_a_long_press_draws_a_ring_and_drawn_on_an_arrow(phone):
    board = phone
    press(board.tab, board.place("C3"))
    expect(board.part("laid")).to_have_text("marks: C3")
    x, y = board.place("E5")
    press(board.tab, board.place("C3"), (x, y - 20), (x, y))
    expect(board.part("laid")).to_have_text("marks: C3 · C3 → E5")
    press(board.tab, board.place("E5"), wait=0)
    board.page.get_by_role("button", name="Play E5").wait_for()  # a short one is a tap
    assert board.widget.marks == ("C3", "C3>E5")
    assert board.match is M


@pytest.mark.undriven
def test_a_finger_that_moves_at_once_draws_nothing(phone):
    board = phone
    x, y = board.place("C3")
    press(board.tab, (x, y), (x + 30, y), wait=0)
    board.page.clock.run_for(700)
    assert board.tab.ask(DRAWN) == ""
    assert board.asked() == []


@pytest.mark.undriven
@pytest.mark.parametrize("sphere", first_of([False, True]), ids=["flat", "sphere"])
def test_a_link_brings_its_marks_to_a_page_and_takes_them_on(open_page, tmp_path, sphere):
    file = tmp_path / "page.html"
    file.write_text(to_html(M, sphere=sphere), "utf-8")
    tab = open_page()
    tab.page.goto(file.as_uri() + "#" + address.write(M.play("C3"), ["D1>C3", "B3"]))
    laid = tab.page.locator(".nb-laid")
    expect(laid).to_have_text("marks: D1 → C3 · B3")
    site = M.game.board.site("D4")  # in front on the sphere
    x, y = tab.ask(PLACE, [site, 0])
    tab.page.mouse.click(x, y, button="right")
    expect(laid).to_have_text("marks: D1 → C3 · B3 · D4")
    tab.needs("clipboard")
    tab.grant("clipboard-read", "clipboard-write")
    tab.page.get_by_role("button", name="Copy link").click()
    tab.page.get_by_text("The link is copied.").wait_for()
    copied = tab.ask("() => navigator.clipboard.readText()")
    assert address.marks(copied) == ("D1>C3", "B3", "D4")
    if sphere:
        before = tab.ask(DRAWN)
        tab.page.get_by_text("More", exact=True).click()
        tab.page.get_by_role("button", name="Turn board").click()
        tab.page.wait_for_function(f"before => ({DRAWN})() !== before", arg=before)
    assert tab.errors == []


# The numbers of moves


@pytest.mark.long
def test_numbers_stand_on_what_each_move_has_claimed(show):
    m = nbgames.match("projex", 4).play("D1", "swap", "B3", "C3")
    board = show(m)
    board.more()
    board.page.get_by_label("number moves").check()
    numbers = "() => [...document.querySelectorAll('.nb-numbers text')].map(t => t.textContent)"
    assert board.tab.ask(numbers) == ["1", "3", "4"]
    board.button("move before").click()
    assert board.tab.ask(numbers) == ["1", "3"]
    expect(board.page.locator(".nb-marks > *").first).to_be_hidden()
    board.page.get_by_label("number moves").uncheck()
    assert board.tab.ask(numbers) == []


@pytest.mark.long
@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_axe_finds_nothing_on_a_board_with_marks_and_numbers(show, dark):
    board = show(M, dark=dark)
    board.widget.mark("C3", "D1>E5")
    board.push()
    board.more()
    board.page.get_by_label("number moves").check()
    assert board.violations() == []
