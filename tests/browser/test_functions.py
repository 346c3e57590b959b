"""Every function of a board is done by the mouse, by keys and by a typed word."""

from random import Random

import pytest
from browser.games import to_the_end
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames import analysis
from nbgames.play.listing import KINDS
from nbgames.web.about import KEYS

pytestmark = pytest.mark.usefixtures("uncompiled")
M = nbgames.match("projex", 4, swap=False).play("D1", "E4", "C3")
OVER = to_the_end(nbgames.match("antipalos", 3), Random(3))

# What can be pressed, by its name: its key, or Tab and Enter, and what is typed.
TABBED = "Tab"
FUNCTIONS = {
    "first move": ("Ctrl+Home", "first move"),
    "move before": ("Page Up", "move before"),
    "move after": ("Page Down", "move after"),
    "last move": ("Ctrl+End", "last move"),
    "Undo": ("u", "undo"),
    "Redo": ("r", "redo"),
    "Resign": (TABBED, "resign"),
    "New game": (TABBED, "new"),
    "Go on playing": ("g", "think"),
    "Stop thinking": ("q", "stop"),
    "Go on thinking": ("g", "think"),
    "Draw": (TABBED, "draw"),
    "Swap": ("s", "swap"),
    "Back to the game": ("Escape", "back to the game"),
    "Analyse": ("a", "analyse"),
    "Hint": ("h", "hint"),
    "Bar": ("b", "bar"),
    "Layers": ("l", "layer"),
    "Wipe marks": (TABBED, "mark {site}"),
    "Turn board": (TABBED, "turn board"),
    "Zoom in": ("+", "zoom in"),
    "Whole board": (TABBED, "whole board"),
    "Set up": (TABBED, "edit"),
    "Copy record": (TABBED, "record"),
    "confirm moves": (TABBED, "confirm moves"),
    "number moves": (TABBED, "number moves"),
    "Comment": (TABBED, "comment well played"),
    "Load": (TABBED, "load and a record"),
    "More": (TABBED, ""),  # what is below it is typed
    "Rules": (TABBED, "rules"),
    "Keys": ("?", "keys"),
    "X to move": (TABBED, "begin {player}"),
    "O to move": (TABBED, "begin {player}"),
    "Clear": (TABBED, "clear"),
    "Cancel": (TABBED, "leave"),
    "Rematch": ("o", "rematch"),
    "Change sides": ("x", "again change sides"),
    "Harder": (">", "again harder"),
    "Easier": ("<", "again easier"),
    "Worst move": ("w", "worst"),
    "Learn from mistakes": ("t", "learn"),
    "Next to learn": ("t", "learn"),
    "Learn again": ("t", "learn"),
    "Next": ("n", "next"),
    "Answer": ("p", "answer"),
    "Stop": ("q", "analyse stop"),
    "Go on analysing": ("g", "analyse"),
    "Close": ("c", "analyse close"),
    "Line 1, played before": (TABBED, "line 1"),
}
# The names of all that can be pressed, shown or not, but for the moves of the list.
NAMES = """() => [...document.querySelectorAll('.nb-root :is(button, label, summary)')]
  .filter((part) => !part.closest('.nb-moves') && !part.matches('.nb-question *'))
  .map((part) => (part.ariaLabel ?? part.textContent).trim().split(':')[0])
  .map((name) => name.replace(/ \\(?\\d+\\)?$/, ''))"""


def test_every_key_and_word_of_the_table_is_one_that_is_listed():
    keys = {key for keys, _ in KEYS for key in keys} | {TABBED}
    words = {word for some in KINDS.values() for word in some.split(", ")}
    words |= {f"again {how}" for how in ("change sides", "harder", "easier")}  # as Rematch is
    views = {"first move", "back to the game", "move after", "last move", "whole board"}
    views |= {"number moves", "confirm moves"}  # typed as their buttons are called, as the listed
    for name, (key, word) in FUNCTIONS.items():
        assert key in keys, name
        assert word in words | views | {""}, name


def test_everything_that_can_be_pressed_is_in_the_table(show):
    """Of a board in play, of one that was won against the computer, of a review, of other lines."""
    two = show(M)
    two.type("undo")
    two.type("D4")
    expect(two.part("kept").get_by_role("button")).to_be_visible()
    found = set(two.tab.ask(NAMES))
    board = show(OVER.widget(opponent=nbgames.opponent(2, seed=0), keep=""))
    board.widget.show(analysis.review(OVER, games=16, nodes=0))
    board.push()
    expect(board.part("curve")).to_be_visible()
    found |= set(board.tab.ask(NAMES))
    # The same, renamed.
    worst = {"Your worst move", "Your worst move?", "Worst move?"}
    others = {"Next to learn", "Learn again", *worst, "V to move", "H to move"}
    assert found - others <= set(FUNCTIONS)
    assert set(FUNCTIONS) <= found | others | {"Worst move"}


def test_everything_that_can_be_pressed_is_reached_by_tab(show):
    board = show(M)
    board.more()
    shown = board.tab.ask(
        "() => [...document.querySelectorAll('.nb-root :is(button, label, summary)')]"
        ".filter((e) => e.checkVisibility()).map((e) => (e.ariaLabel ?? e.textContent).trim())"
    )
    unseen = set(shown)
    board.page.locator('.nb-board [tabindex="0"]').focus()
    for _ in range(60):  # beyond the last are the browser's own buttons, in Firefox
        board.keys("Tab")
        unseen.discard(
            board.tab.ask(
                "() => { const e = document.activeElement; return"
                " (e.ariaLabel ?? e.closest('label')?.textContent ?? e.textContent).trim(); }"
            )
        )
        if not unseen:
            break
    assert unseen == set()


@pytest.mark.long
def test_what_a_board_does_by_itself_is_typed_by_its_name(show):
    board = show(M)
    expect(board.part("says")).to_contain_text("move 4")
    for word, says in (
        ("first move", "the start"),
        ("Move after", "after move 1"),
        ("last move", "move 4"),
        ("MOVE BEFORE", "after move 2"),
        ("back to the game", "move 4"),
    ):
        board.type(word)
        expect(board.part("says")).to_contain_text(says)
    view = (
        "() => document.querySelector('.nb-board').getAttribute('viewBox').split(' ').map(Number)"
    )
    whole = board.tab.ask(view)
    board.type("zoom in")
    assert board.tab.ask(view) != whole
    board.type("whole board")
    assert board.tab.ask(view) == whole
    turned = "() => document.querySelector('.nb-scene').getAttribute('transform')"
    before = board.tab.ask(turned)
    board.type("turn board")
    assert board.tab.ask(turned) != before
    board.type("number moves")
    expect(board.part("numbers").locator("text")).to_have_count(3)
    board.type("confirm moves")
    board.click("B5")
    expect(board.part("question")).to_contain_text("Play B5?")
    board.type("play b5")
    expect(board.part("says")).to_contain_text("move 5")
    assert board.asked() == ["B5"]


def test_what_is_hidden_is_not_pressed_by_its_name(show):
    board = show(M)
    board.type("go on playing")
    expect(board.part("trouble")).not_to_be_empty()


@pytest.mark.parametrize("against", first_of([False, True]), ids=["two people", "the computer"])
def test_a_click_after_the_end_says_that_the_game_is_over_and_how_to_go_on(show, against):
    player = {"opponent": nbgames.opponent(1, seed=0)} if against else {}
    board = show(nbgames.match("projex", 4, swap=False).widget(keep="", **player))
    board.widget.table.play("resign")
    board.push()
    board.click("C3")
    again = "Rematch" if against else "New game"
    told = board.part("trouble")
    expect(told).to_have_text(f"the game is over, O wins by resignation: press Analyse or {again}")
    expect(board.button("Analyse")).to_be_visible()
    expect(board.button(again)).to_be_visible()
    assert board.page.locator("[data-pending]").count() == 0


@pytest.mark.long
def test_on_a_page_a_click_after_the_end_says_so_too(play_page):
    page = play_page(OVER).page
    page.locator("[data-site]").first.dispatch_event("click")
    told = page.locator(".nb-trouble")
    expect(told).to_contain_text("the game is over, ")
    expect(told).to_contain_text(": press Analyse or New game")
