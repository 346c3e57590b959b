"""Fingers and wheel: zoom, pan, confirm, and every feature on a phone."""

from math import dist

import pytest
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames.widgets.board import BoardWidget

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 2}


def width(board):
    """How many units of the drawing are seen across."""
    return float(board.svg.get_attribute("viewBox").split()[2])


def box(board):
    return [float(value) for value in board.svg.get_attribute("viewBox").split()]


def touch(board, *steps):
    """Fingers down, moved, and up: each step is where the fingers are."""
    client = board.tab.devtools()
    for k, fingers in enumerate(steps):
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(fingers)]
        kind = "touchStart" if k == 0 else "touchMove"
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    board.tab.rest(400)  # moves come with the next frame; a quick tap may be a double


def tap(board, name):
    """Tap until the board asks: on a busy machine Chromium makes no click of some made-up taps."""
    question = board.part("question").get_by_text(f"Play {name}?")
    for _ in range(10):
        board.page.touchscreen.tap(*board.place(name))
        try:
            return expect(question).to_be_visible(timeout=3000)
        except AssertionError:
            pass
    expect(question).to_be_visible()


def central(board):
    """The name of a site in the middle of a board."""
    spots = [shape.middle for shape in board.shapes[: board.claimable]]
    heart = [sum(spot[k] for spot in spots) / len(spots) for k in (0, 1)]
    return min(zip(board.names, spots, strict=False), key=lambda named: dist(named[1], heart))[0]


def pinch(board, x, y):
    touch(board, *([(x - d, y), (x + d, y)] for d in (20, 40, 60, 80)))


LARGEST = [("antipalos", 26), ("conhex", 8), ("projex", 14), ("copolymer", 25)]


@pytest.mark.parametrize("game", first_of(LARGEST))
def test_the_largest_board_on_a_phone(show, game):
    """Pinch, drag, tap, confirm, look back, turn, set up: nothing is wider than the screen."""
    board = show(nbgames.match(*game), **PHONE)
    assert board.page.evaluate("document.documentElement.scrollWidth") <= 360
    middle = central(board.match.game.board)
    whole = width(board)
    pinch(board, *board.place(middle))
    assert width(board) < whole / 2
    assert board.asked() == []
    before = box(board)
    x, y = board.place(middle)
    touch(board, [(x, y)], [(x - 20, y - 10)], [(x - 40, y - 30)])
    assert box(board)[0] > before[0]
    assert box(board)[1] > before[1]
    assert board.asked() == []
    tap(board, middle)
    assert board.asked() == []
    board.button(f"Play {middle}").tap()
    expect(board.part("says")).to_contain_text(f"plays {middle}")
    assert board.match.moves == (middle,)
    board.more()
    board.button("Whole board").tap()
    assert width(board) == pytest.approx(whole)
    board.button("Turn board").tap()
    board.button("first move").tap()
    expect(board.button("Back to the game")).to_be_visible()
    board.button("Back to the game").tap()
    board.button("Rules").tap()
    assert board.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert board.tab.errors == []


def test_a_tap_asks_first_and_a_second_tap_there_confirms(show):
    board = show(nbgames.match("projex", 6), **PHONE)
    for name in ("A6", "E6"):
        board.page.touchscreen.tap(*board.place(name))
    expect(board.cell("E6")).to_have_attribute("data-chosen", "")
    assert board.cell("A6").get_attribute("data-chosen") is None
    assert board.asked() == []
    board.page.touchscreen.tap(*board.place("E6"))
    expect(board.part("says")).to_contain_text("X plays E6")


def test_one_tap_claims_where_confirm_is_off(show):
    board = show(nbgames.match("projex", 6), **PHONE)
    board.page.touchscreen.tap(*board.place("A6"))
    board.button("Cancel").tap()
    board.more()
    board.page.get_by_text("confirm moves").tap()
    board.cell("E6").scroll_into_view_if_needed()
    board.page.touchscreen.tap(*board.place("E6"))
    expect(board.part("says")).to_contain_text("X plays E6")


def test_a_mouse_needs_no_confirmation_but_may_have_it(show):
    board = show(nbgames.match("projex", 6))
    board.click("A6")
    expect(board.part("says")).to_contain_text("X plays A6")
    board.more()
    board.page.get_by_label("confirm moves").check()
    board.click("E6")
    assert board.match.moves == ("A6",)
    board.keys("Enter")  # the button has the focus, or the site: both confirm
    expect(board.part("says")).to_contain_text("O plays E6")


def test_a_stored_game_asks_before_a_move(show):
    table = nbgames.match("projex", 6).widget().table
    table.shared = True
    board = show(BoardWidget(table))
    board.click("A6")
    expect(board.part("question")).to_contain_text("Play A6?")
    board.button("Play A6").click()
    expect(board.part("says")).to_contain_text("X plays A6")
    board.type("setup X to move")
    expect(board.part("trouble")).to_contain_text("a stored game goes on from its last move")


def test_ctrl_and_wheel_zoom_about_the_pointer_and_the_wheel_alone_scrolls(show):
    board = show(nbgames.match("antipalos", 16))
    x, y = board.place("d4-e5")
    whole = width(board)
    board.page.mouse.move(x, y)
    board.page.mouse.wheel(0, -200)
    assert width(board) == whole
    board.page.keyboard.down("Control")
    board.page.mouse.wheel(0, -200)
    board.page.keyboard.up("Control")
    board.page.wait_for_function(
        "w => document.querySelector('.nb-board').viewBox.baseVal.width < w",
        arg=whole,
    )
    near = board.place("d4-e5")
    assert abs(near[0] - x) < 30
    assert abs(near[1] - y) < 30


def test_a_drag_moves_a_zoomed_board_and_plays_nothing(show):
    board = show(nbgames.match("projex", 14))
    board.cell("N14").focus()
    board.keys("+", "+")
    before = box(board)
    x, y = board.place("N14")
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    board.page.mouse.move(x + 60, y + 40, steps=4)
    board.page.mouse.up()
    assert box(board)[0] < before[0]
    assert board.asked() == []
    board.hover("N14")
    expect(board.cell("N14")).to_have_attribute("data-ghost", "1")


def test_the_keys_zoom_and_the_site_with_the_focus_stays_in_view(show):
    board = show(nbgames.match("projex", 14))
    board.keys("Tab")
    board.keys("+", "+", "+", *["ArrowDown"] * 20)
    frame, site = board.svg.bounding_box(), board.page.locator(":focus").bounding_box()
    assert frame["y"] <= site["y"]
    assert site["y"] + site["height"] <= frame["y"] + frame["height"]
    board.keys("-", "-", "-")
    assert width(board) == pytest.approx(
        float(show(nbgames.match("projex", 14)).svg.get_attribute("viewBox").split()[2])
    )
