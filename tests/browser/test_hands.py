"""A whole game by keyboard, and what a screen reader is told."""

import time
from itertools import combinations, pairwise
from math import dist

import pytest
from browser.games import played
from browser.slow_player import endless
from playwright.sync_api import expect
from thinned import each_once, first_of, first_rows

import nbgames
from nbgames.play.match import SEATS
from nbgames.widgets.worker import Worker

SMALL = {
    "antipalos": (3, "chain"),
    "conhex": (3, "chain"),
    "copolymer": (5, "majority"),
    "projex": (3, "loop"),
}
USUAL = [nbgames.match(name) for name in nbgames.GAMES]
ARROWS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "7", "9", "1", "3")

# Walk with keys from the site that has the focus to every other: which does no path lead to?
REACH = """async keys => {
  const press = key => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const start = document.activeElement;
  const seen = new Set([start]);
  for (const site of seen) for (const key of keys) {
    site.focus();
    press(key);
    seen.add(document.activeElement);
  }
  return [...document.querySelectorAll('[role=gridcell]')]
    .filter(site => !seen.has(site)).map(site => site.getAttribute('aria-label'));
}"""


def walk(board, name):
    """Go to a site with the arrows, the shortest path; keys that the path takes."""
    return board.tab.ask(
        """([name, keys]) => {
          const root = document.querySelector('.nb-root');
          const goal = [...root.querySelectorAll('[role=gridcell]')]
            .find(site => site.getAttribute('aria-label').startsWith(`${name},`));
          const ways = window.ways ??= new Map(); // where the keys lead stays, whatever is played
          const led = site => keys.map(key => {
            site.focus();
            for (const press of ['Shift', key]) // the first ends the walk before
              site.dispatchEvent(new KeyboardEvent('keydown', { key: press, bubbles: true }));
            return [key, document.activeElement];
          });
          const paths = new Map([[document.activeElement, []]]);
          for (const [site, path] of paths) {
            if (site === goal) return path;
            if (!ways.has(site)) ways.set(site, led(site));
            for (const [key, come] of ways.get(site))
              if (!paths.has(come)) paths.set(come, [...path, key]);
          }
        }""",
        [name, ARROWS],
    )


@pytest.mark.parametrize("name", first_of(SMALL))
def test_a_whole_game_by_keyboard_alone(show, name):
    """Of the others, every site is reached by keys in test_board_js.py."""
    size, by = SMALL[name]
    m = played(name, size, by)
    board = show(m.at(0))
    board.keys("Tab")
    for word in m.claims:
        if word == "swap":
            board.keys("s")
        else:
            start = board.page.evaluate_handle("document.activeElement")
            path = walk(board, word)
            start.evaluate("site => site.focus()")
            for key in path:
                board.keys("Shift", key)
            assert board.focused.startswith(f"{word}, ")
            board.keys("Enter" if len(board.match.claims) % 2 else " ")
        board.page.wait_for_function(
            "count => model.get('state').at === count", arg=len(board.match.claims)
        )
    assert board.match.moves == m.moves
    expect(board.part("says")).to_contain_text(m.result(), ignore_case=True)
    board.keys("u", "u", "r", "r")
    expect(board.part("says")).to_contain_text(m.result(), ignore_case=True)
    assert board.tab.errors == []


@pytest.mark.parametrize("name", first_of(["projex", "antipalos", "conhex", "copolymer"]))
def test_a_whole_game_by_the_text_box_alone(show, name):
    """Of the others test_page.py types one, and the computer's matches in test_page_player.py."""
    m = played(name, *SMALL[name])
    board = show(m.at(0))
    for word in m.moves:
        board.type(word.lower())
    expect(board.part("says")).to_contain_text(m.result(), ignore_case=True)
    assert board.match.moves == m.moves


@pytest.mark.long
@pytest.mark.parametrize("m", USUAL, ids=[m.game.name for m in USUAL])
def test_keys_lead_to_every_site_and_one_of_them_is_a_tab_stop(show, m):
    """On small boards, in test_board_js.py too."""
    board = show(m)
    board.keys("Tab")
    assert board.tab.ask(REACH, ARROWS) == []
    assert board.page.locator('[role=gridcell][tabindex="0"]').count() == 1
    labels = board.page.locator("[role=gridcell]").evaluate_all("all => all.map(s => s.ariaLabel)")
    assert len(set(labels)) == len(labels) == m.game.board.claimable


def test_up_goes_straight_up_a_honeycomb_and_down_comes_back(show):
    board = show(nbgames.match("copolymer", 9))
    board.cell("J5").focus()
    path = []
    for _ in range(8):
        board.keys("ArrowUp")
        path.append(board.focused[0])
    assert "".join(path) == "HGFEDCBA"
    board.keys(*["ArrowDown"] * 8)
    assert board.focused == "J5, empty"


@pytest.mark.parametrize("m", first_of(USUAL), ids=[m.game.name for m in USUAL])
def test_rows_are_read_from_the_top_and_each_from_the_left(show, m):
    board = show(m)
    rows = board.page.locator("[role=row]").evaluate_all(
        """rows => rows.map(row => [...row.children].map(site => {
          const { x, y, width, height } = site.getBBox();
          return [Math.round(x + width / 2), Math.round(y + height / 2)];
        }))"""
    )
    heights = [{y for _, y in row} for row in rows]
    assert all(max(ys) - min(ys) <= 1 for ys in heights)
    assert all(max(a) < min(b) for a, b in pairwise(heights))
    assert all(row == sorted(row) for row in rows)
    assert sum(map(len, rows)) == m.game.board.claimable


@pytest.mark.long
def test_home_and_end_go_to_the_ends_of_a_row(show):
    board = show(nbgames.match("projex", 6))
    board.cell("C6").focus()
    board.keys("End")
    assert board.focused == "J6, empty"
    board.keys("Home")
    assert board.focused == "A6, empty"


def test_a_site_says_whose_it_is_and_that_it_was_last(show):
    board = show(nbgames.match("projex", 6).play("F6"))
    assert board.cell("F6").get_attribute("aria-label") == "F6, taken by X, last move"
    board.click("E6")
    expect(board.cell("E6")).to_have_attribute("aria-label", "E6, taken by O, last move")
    expect(board.cell("F6")).to_have_attribute("aria-label", "F6, taken by X")


def test_a_polite_line_tells_every_move(show):
    board = show(nbgames.match("conhex", 5).play("A1", "I9"))
    status = board.part("status")
    assert status.get_attribute("role") == "status"
    board.click("B3")
    conquers = "Vert plays B3 and conquers the cell A1:B3 with half of its holes."
    expect(status).to_have_text(f"{conquers} Horz to move; move 4.")
    board.click("B3")
    expect(board.page.get_by_role("alert")).to_have_text("B3 is taken by Vert")
    expect(status).to_have_text(f"{conquers} Horz to move; move 4.")


def test_a_typed_question_is_answered(show):
    board = show(nbgames.match("projex", 6).play("F6", "E6"))
    for question, answer in (
        ("neighbours A6", "A6 touches B5, B6, A7 and, across the edge, J5, J6: all empty."),
        ("row 6", "F6 (X)"),
        ("ROW c", "C6 (empty)"),
        ("chains", "X has one chain: F6; O has one chain"),
        ("last", "O plays E6. It was move 2."),
        ("who", "player 1 is X, player 2 is O"),
        ("mine", "X has one chain"),
        ("help", "Play: F1, undo, hint, resign, plan F1 H1"),
    ):
        board.type(question)
        expect(board.part("reply")).to_contain_text(answer)
        expect(board.part("typed")).to_have_value("")
        expect(board.part("typed")).to_be_focused()
        assert board.match.moves == ("F6", "E6")


def test_the_focus_stays_through_moves_undo_and_buttons_that_go_away(show):
    board = show(nbgames.match("projex", 6))
    board.cell("F6").focus()
    board.keys("Enter")
    expect(board.part("says")).to_contain_text("X plays F6")
    assert board.focused == "F6, taken by X, last move"
    board.widget.play("E6")
    board.push()
    assert board.focused == "F6, taken by X"
    board.keys("u", "u")
    expect(board.cell("F6")).to_have_attribute("aria-label", "F6, empty")
    assert board.focused == "F6, empty"
    board.keys("r")
    board.button("Swap").click()
    expect(board.button("Swap")).to_be_hidden()
    assert board.focused == "F6, taken by X, last move"
    board.button("Undo").click()
    board.button("Undo").click()
    expect(board.button("Undo")).to_be_disabled()
    expect(board.button("Undo")).to_be_focused()


@pytest.mark.long
def test_escape_leaves_the_question_and_gives_the_focus_back(show):
    board = show(nbgames.match("projex", 6))
    board.cell("F6").focus()
    board.button("Resign").click()
    assert (
        board.part("question").locator("button").first.evaluate("b => b === document.activeElement")
    )
    board.keys("Escape")
    expect(board.part("question")).to_be_hidden()
    assert board.focused == "F6, empty"
    assert board.asked() == []


# As a notebook does, the page saves by itself: Firefox would ask where to.
HEARD = """() => {
  window.keys = [];
  document.addEventListener('keydown', (event) => {
    keys.push(event.key);
    if (event.ctrlKey) event.preventDefault();
  });
}"""


@pytest.mark.parametrize(
    "place", first_of(["board", "text box", "slider", "button", "record", "summary"])
)
def test_no_key_typed_in_a_board_reaches_the_notebook(show, place):
    board = show(nbgames.match("projex", 6).play("F6"))
    board.more()
    board.page.evaluate(HEARD)
    {
        "board": board.cell("E6"),
        "text box": board.part("typed"),
        "button": board.button("Undo"),
        "slider": board.page.get_by_label("move shown"),
        "record": board.page.get_by_label("record", exact=True),
        "summary": board.button("Rules"),
    }[place].focus()
    board.keys(
        "b", "j", "z", "Z", "Control+z", "d", "d", "x", "0", "ArrowDown", "Delete", "Shift+Enter"
    )
    assert board.page.evaluate("keys.filter(key => key !== 'Control' && key !== 'Shift')") == []
    board.keys("Escape", "Control+s", "Escape", "Tab")  # the first may lead back to the game
    assert board.page.evaluate("keys.filter(key => key !== 'Control')")[-3:] == [
        "s",
        "Escape",
        "Tab",
    ]


SAVED = """() => {
  window.saves = 0;
  const { commandExecuted } = jupyterapp.commands;
  commandExecuted.connect((_, { id }) => { saves += id === 'docmanager:save'; });
}"""
CELLS = "() => jupyterapp.shell.currentWidget.content.widgets.length"


def test_from_a_board_a_notebook_is_saved_and_its_single_keys_do_nothing(desk):
    """JupyterLab took no key of a site, since its letters would add and delete cells."""
    desk.show("w = nbgames.match('projex', 6).widget()\nw")
    desk.tab.ask(SAVED)
    count = desk.tab.ask(CELLS)
    desk.tab.page.locator('.nb-board [tabindex="0"]').focus()
    for key in ("x", "d", "d", "a", "Control+s", "x", "d", "d", "a", "b"):
        desk.tab.page.keyboard.press(key)
    desk.tab.page.wait_for_function(
        "saves === 1 && !jupyterapp.shell.currentWidget.context.model.dirty"
    )
    assert desk.tab.ask(CELLS) == count
    desk.tab.python("w.close()")


def under_way(board):
    """A review that has a curve and no end."""
    board.widget._desk.analyst._worker = Worker(endless)
    board.button("Analyse").click()
    end = time.monotonic() + 120
    while "curve" not in board.widget.review:
        assert time.monotonic() < end
        time.sleep(0.1)
        board.push()
    board.push()
    expect(board.part("curve")).to_be_visible()
    expect(board.button("Stop")).to_be_visible()


STATES = {
    "at the start": lambda board: None,
    "looking back": lambda board: board.button("first move").click(),
    "asked": lambda board: board.button("Resign").click(),
    "refused": lambda board: board.type("Z99"),
    "answered": lambda board: board.type("who"),
    "with all open": lambda board: (
        board.more(),
        board.button("Rules").click(),
    ),
    "review under way": under_way,
    "set up": lambda board: (board.widget.edit(), board.push()),
}


@pytest.mark.long
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", first_of(nbgames.GAMES))
@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_axe_finds_nothing_in_any_state(show, name, dark):
    """What differs between games, test_page.py shows to axe; dark boards, test_axe.py."""
    size, by = SMALL[name]
    won = played(name, size, by)
    half = show(won.at(len(won.moves) // 2), dark=dark)
    for state, do in STATES.items():
        do(half)
        assert half.violations() == [], state
    assert show(won, dark=dark).violations() == [], "won"


@pytest.mark.long
@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_axe_finds_nothing_in_a_game_that_is_offered_again(show, monkeypatch, tmp_path, dark):
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path))
    m = nbgames.match("projex", 4)
    left = show(m.widget(keep="mine"))
    left.click("D1")
    expect(left.cell("D1")).to_have_attribute("aria-label", "D1, taken by X, last move")
    left.widget.close()
    board = show(m.widget(keep="mine"), dark=dark)
    expect(board.button("Go on playing")).to_be_visible()
    assert board.violations() == []


@pytest.mark.long
@pytest.mark.parametrize("dark", first_of([True, False]), ids=["dark", "light"])
def test_axe_finds_nothing_after_a_game_against_the_computer_and_in_what_is_kept_of_it(show, dark):
    widget = nbgames.match("projex", 4, swap=False).widget(opponent=nbgames.opponent(1, seed=0))
    board = show(widget, dark=dark, viewport={"width": 360, "height": 740})
    widget.table.play("resign")
    board.push()
    expect(board.button("Rematch")).to_be_visible()
    assert board.violations() == []
    board.button("Rematch").click()
    expect(board.button("Rematch")).to_be_hidden()
    expect(board.part("kept").get_by_role("button")).to_be_visible()
    assert board.violations() == []
    board.type("help")
    expect(board.part("reply")).to_contain_text("Play: D1, hint, resign")
    assert board.violations() == []  # though it scrolls


@pytest.mark.undriven
def test_motion_is_reduced_where_wished(show):
    for wish, moves in (("reduce", "0s"), ("no-preference", "0.12s, 0.12s")):
        board = show(nbgames.match("projex", 3), reduced_motion=wish)
        assert board.cell("B2").evaluate("s => getComputedStyle(s).transitionDuration") == moves


@pytest.mark.undriven
@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_in_forced_colours_stones_and_buttons_are_still_seen(show, dark):
    board = show(
        nbgames.match("projex", 3).play("B2", "C2"),
        forced_colors="active",
        color_scheme="dark" if dark else "light",
        dark=dark,
    )
    fill = "s => getComputedStyle(s).fill"
    fills = {board.cell(name).evaluate(fill) for name in ("B2", "C2", "B3")}
    assert len(fills) == 3
    assert board.part("turn").evaluate("s => getComputedStyle(s).backgroundColor") == board.cell(
        "B2"
    ).evaluate(fill)
    assert board.button("Undo").evaluate("b => getComputedStyle(b).borderTopWidth") == "1px"
    assert board.violations() == []


@pytest.mark.parametrize("m", first_of(sorted(USUAL, key=lambda m: m.game.name != "copolymer")))
def test_sites_are_far_enough_apart_for_a_finger_or_have_an_equal_in_the_text_box(show, m):
    """WCAG 2.5.8: 24 pixels to the next, or an equivalent control; Antipalos' diagonals cross.

    They are least far apart on the board of Copolymer.
    """
    board = show(m, viewport={"width": 1280, "height": 900})
    if m.game.name != "antipalos":
        middles = board.page.locator("[role=gridcell]").evaluate_all(
            """all => all.map(site => site.getBoundingClientRect())
              .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""
        )
        assert min(dist(a, b) for a, b in combinations(middles, 2)) >= 24
    assert board.page.get_by_label("move or question").is_visible()


@pytest.mark.usefixtures("interpreted")
def test_keys_act_wherever_the_focus_is_but_in_a_field(show):
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.button("Hint").click()
    board.keys("h", "b")
    board.button("Hint").press("Home")  # of a site only
    assert board.asked() == ["advise ", "hint", "advise ", "hint", "advise ", "bar"]
    board.part("typed").focus()
    board.keys("h", "u", "PageUp")
    expect(board.part("typed")).to_have_value("hu")
    assert len(board.asked()) == 6
    board.page.get_by_label("move shown").focus()
    board.keys("u")
    expect(board.part("moves").locator("li")).to_have_count(2)
    assert board.match.moves == ("D1",)


@pytest.mark.long
def test_escape_takes_an_answer_away_before_it_leads_back_to_the_game(show):
    board = show(nbgames.match("antipalos", 4).play("a1-b2", "c1-d2"))
    board.button("move before").click()
    board.type("help")
    expect(board.part("reply")).not_to_be_empty()
    board.keys("Escape")
    expect(board.part("reply")).to_be_empty()
    expect(board.part("says")).to_contain_text("Looking back")
    board.keys("Escape")
    expect(board.part("says")).not_to_contain_text("Looking back")


@pytest.mark.long
@pytest.mark.parametrize("asks", first_of(["resign", "new", "draw"]))
def test_at_a_question_keys_that_change_the_game_say_why_they_do_not(show, asks):
    """A letter may be meant as an answer: the s of "yes" would swap."""
    board = show(nbgames.match("antipalos", 4).play("a1-b2"))
    board.type(asks)
    for key in "yes":
        board.keys(key)
    expect(board.part("trouble")).to_contain_text("answer the question first: press ")
    expect(board.part("question")).to_be_visible()
    board.keys("u")
    board.page.set_viewport_size({"width": 360, "height": 900})
    told, question = (board.part(name).bounding_box() for name in ("trouble", "question"))
    assert told["y"] + told["height"] <= question["y"]  # on a phone's screen both were at its end
    board.keys("Escape")
    expect(board.part("trouble")).to_be_empty()
    expect(board.part("question")).to_be_hidden()
    assert board.asked() == [] and board.match.moves == ("a1-b2",)
    board.keys("s")
    expect(board.part("says")).to_contain_text("seats")


DO = {
    "click": lambda board: board.click("E4"),
    "confirm": lambda board: board.click("E4"),  # where each click is confirmed
    "key": lambda board: board.cell("E4").press("Enter"),
    "move": lambda board: board.type("e4"),
    "swap": lambda board: board.type("swap"),
    "word": lambda board: board.type("undo"),
    "button": lambda board: board.button("Undo").click(),
    "set up": lambda board: board.type("edit"),
}


@pytest.mark.parametrize(
    ("asking", "how"),
    each_once(
        [("resign", "Resign"), ("new", "New game")], DO, quick=[(("resign", "Resign"), "click")]
    ),
)
def test_nothing_is_played_before_a_question_is_answered(show, asking, how):
    """A click and a typed move cancelled it, and said nothing."""
    asks, yes = asking
    board = show(nbgames.match("projex", 4).play("D1"))
    if how == "confirm":
        board.type("confirm moves")
    board.type(asks)
    question = board.part("question").text_content()
    DO[how](board)
    expect(board.part("trouble")).to_have_text(
        f"answer the question first: press {yes} or Cancel, or type yes or no"
    )
    expect(board.part("question")).to_have_text(question)
    assert board.asked() == []
    board.type("no")
    expect(board.part("question")).to_be_hidden()
    expect(board.part("trouble")).to_be_empty()
    assert board.asked() == [] and board.match.moves == ("D1",)


def test_one_question_takes_the_place_of_another_and_nothing_is_done(show):
    board = show(nbgames.match("projex", 4).play("D1"))
    for button in ("Resign", "New game"):
        board.button(button).click()
    expect(board.part("question")).to_contain_text("Start a new game?")
    assert board.asked() == []


@pytest.mark.parametrize("how", first_of(["click", "type"]))
def test_at_the_question_about_a_move_another_is_asked_about_and_the_same_is_a_yes(show, how):
    """Typed, the other was played."""
    board = show(nbgames.match("projex", 4).play("D1"))
    board.type("confirm moves")
    board.click("E4")
    act = getattr(board, how)
    act("F4")
    expect(board.part("question")).to_contain_text("Play F4?")
    act("D1")
    expect(board.part("trouble")).to_have_text("D1 is taken by X")
    expect(board.part("question")).to_contain_text("Play F4?")
    assert board.match.moves == ("D1",)
    act("F4")
    expect(board.part("says")).to_contain_text("O plays F4")
    expect(board.part("question")).to_be_hidden()


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    ("typed", "word", "deeds"),
    first_rows([("hnit", "hint", ["advise ", "hint"]), ("undoo", "undo", ["undo"])]),
)
def test_a_mistyped_word_is_done_once_it_was_meant(show, typed, word, deeds):
    """It was refused as no cell of the board."""
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    for answer in ("no", "yes"):
        board.type(typed)
        expect(board.part("question")).to_contain_text(f"Did you mean {word}?")
        assert board.asked()[-1:] == [typed]
        board.type(answer)
        expect(board.part("question")).to_be_hidden()
    assert board.asked() == [typed, typed, *deeds]


@pytest.mark.long
def test_what_is_typed_or_clicked_next_takes_the_place_of_a_guess(show):
    """It was refused until the guess was answered, and the field had lost the keys."""
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.type("undoo")
    expect(board.part("question")).to_contain_text("Did you mean undo?")
    expect(board.part("typed")).to_be_focused()
    board.type("hnit")
    expect(board.part("question")).to_contain_text("Did you mean hint?")
    board.type("something else")
    expect(board.part("trouble")).to_contain_text("'something else' is no move")
    expect(board.part("question")).to_be_hidden()
    board.type("undoo")
    board.click("F4")
    expect(board.part("question")).to_be_hidden()
    expect(board.part("says")).to_contain_text("X plays F4")


@pytest.mark.long
def test_a_mistyped_word_that_ends_the_game_is_asked_about_twice(show):
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.type("resgin")
    expect(board.part("question")).to_contain_text("Did you mean resign?")
    board.type("yes")
    expect(board.part("question")).to_contain_text("Resign as X?")
    board.type("hnit")  # a yes would be read as one to this question
    expect(board.part("trouble")).to_contain_text("answer the question first: press Resign or")
    expect(board.part("typed")).to_have_value("hnit")
    assert board.match.outcome is None


@pytest.mark.long
@pytest.mark.parametrize("typed", first_of(["f 4", "F-4"]))
def test_letters_and_numbers_of_a_move_may_stand_apart(show, typed):
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.type(typed)
    expect(board.part("says")).to_contain_text("X plays F4")
    board.part("moves").get_by_text("E4").click()
    board.type("e 5")
    expect(board.part("question")).to_contain_text("Play E5 here instead?")
    board.type("yes")
    expect(board.part("says")).to_contain_text("X plays E5")


@pytest.mark.long
def test_where_nothing_helps_or_the_game_is_over_who_wins_is_who_plays_and_has_won(show):
    board = show(nbgames.match("projex", 4).play("D1", "resign"))
    board.type("who is winning?")
    expect(board.part("reply")).to_contain_text("player 1 is X, player 2 is O. X wins by")


@pytest.mark.long
def test_where_a_typed_move_was_asked_about_the_keys_are_at_its_site(show):
    """They were at the first site, so that Enter once more played there."""
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.button("move before").click()
    board.type("C3")
    expect(board.part("question")).to_contain_text("Play C3 here instead?")
    board.keys("Enter")
    expect(board.part("says")).to_contain_text("O plays C3")
    expect(board.cell("C3")).to_be_focused()


@pytest.mark.long
def test_a_remark_that_names_the_score_is_no_question(show):
    """It showed the bar, and what was typed was gone."""
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.type("comment what a score")
    assert board.asked() == ["comment what a score"]
    board.type("what is the score?")
    expect(board.button("Bar")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_a_question_may_end_with_its_mark(show):
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    for typed in ("last?", "neighbours D1 ?", "mine??"):
        board.type(typed)
        expect(board.part("reply")).not_to_be_empty()
    assert board.asked() == ["last", "neighbours D1", "mine"]
    board.type("keys?")
    expect(board.page.locator("details", has_text="Keys")).to_have_attribute("open", "")


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "part", "told"),
    first_rows(
        [
            ("F4?", "trouble", ""),
            ("undo?", "reply", "undo takes a move back. Type undo."),
            ("resign ?", "reply", "resign gives up. Type resign."),
        ]
    ),
)
def test_what_ends_with_a_question_mark_is_not_done(show, typed, part, told):
    """The mark was cut off, and the move played."""
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.type(typed)
    expect(board.part(part)).not_to_be_empty()
    expect(board.part(part)).to_contain_text(told)
    assert board.match.moves == ("D1", "E4")
    expect(board.part("question")).to_be_hidden()


@pytest.mark.long
def test_a_key_of_help_helps_while_a_question_is_open(show):
    """As its button does: the key did nothing, and said nothing."""
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.button("Resign").click()
    board.keys("h", "b", "l", "a")
    expect(board.part("question")).to_be_visible()
    assert [deed for deed in board.asked() if deed[:6] != "advise"] == [
        "hint", "bar", "layer", "analyse",
    ]  # fmt: skip
    expect(board.part("trouble")).to_be_empty()
    board.keys("PageUp")  # another position is looked at
    expect(board.part("question")).to_be_hidden()


@pytest.mark.long
def test_a_question_about_the_end_goes_when_a_position_is_set_up(show):
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.type("resign")
    expect(board.part("question")).to_be_visible()
    board.widget.edit()
    board.push()
    expect(board.part("setup")).to_be_visible()
    expect(board.part("question")).to_be_hidden()


def test_keys_act_after_a_click_beside_the_board(show):
    """A click on what is no button took the focus away: no key did anything."""
    board = show(nbgames.match("projex", 4).play("D1", "E4"))
    board.part("says").click()
    board.keys("u")
    expect(board.part("says")).to_contain_text("move 2.")
    board.svg.click(position={"x": 3, "y": 3})
    board.keys("u")
    expect(board.part("says")).to_contain_text("move 1.")


@pytest.mark.long
def test_an_answer_goes_with_the_next_word_a_question_or_an_empty_one(show):
    """It stood below the question, and again once that was answered."""
    board = show(nbgames.match("projex", 4).play("D1"))
    for words in (["resign", "no"], [""], [" "]):
        board.type("who")
        expect(board.part("reply")).to_contain_text("player 1 is X")
        for word in words:
            board.type(word)
            expect(board.part("reply")).to_be_empty()
    expect(board.part("question")).to_be_hidden()
    assert board.asked() == ["who"] * 3


@pytest.mark.long
def test_a_question_about_a_position_that_it_names_is_answered_wherever_one_looks(show):
    """Where one looked back it was asked about that position too, and was no site there."""
    board = show(nbgames.match("projex", 4).play("D1", "E4", "E2"))
    for back in (0, 1):
        board.cell("D1").focus()
        board.keys(*["PageUp"] * back)
        board.type("At 2 last")
        expect(board.part("reply")).to_have_text("O plays E4. It was move 2.")
        board.type("at 1 nowhere")
        expect(board.part("trouble")).to_contain_text("'nowhere' is no move and no word")
    expect(board.part("says")).to_contain_text("Looking back")


@pytest.mark.parametrize(("seats", "who"), first_rows([(("Ann", "Bob"), "Bob (O)"), (SEATS, "O")]))
def test_the_question_says_who_resigns_and_typed_words_answer_it(show, seats, who):
    board = show(nbgames.match("projex", 4, seats=seats).play("D1"))
    for answer in ("no", "Yes"):
        board.type("resign")
        expect(board.part("question")).to_contain_text(f"Resign as {who}?")
        board.type(answer)
        expect(board.part("question")).to_be_hidden()
    expect(board.part("says")).to_contain_text("resigns")
    assert board.asked() == ["resign"]
    for answer in ("yes", "no"):
        board.type(answer)
        expect(board.part("trouble")).to_contain_text("answers a question: none is asked")
    assert board.asked() == ["resign"]


def test_against_the_computer_it_is_plain_who_resigns(show):
    board = show(nbgames.match("projex", 4).widget(opponent=nbgames.opponent(1, seed=0)))
    board.type("resign")
    expect(board.part("question")).to_contain_text("Resign this game?")


@pytest.mark.parametrize(
    ("word", "whole"),
    first_rows([("neighbours", "neighbours E1"), ("setup", "setup X E1; X to move")]),
)
def test_a_word_that_says_nothing_alone_tells_what_may_follow(show, word, whole):
    board = show(nbgames.match("projex", 4).play("D1"))
    board.type(word)
    expect(board.part("trouble")).to_have_text(f"{word} needs more: type for example {whole}")


def test_after_a_game_against_the_computer_one_plays_again_as_one_likes(show):
    """Rematch, the other side, a harder one: each from the end of a game."""
    widget = nbgames.match("projex", 4, swap=False).widget(opponent=nbgames.opponent(1, seed=0))
    board = show(widget)
    again = board.part("again").get_by_role("button")
    expect(again).to_have_count(0)

    def end_and(label):
        widget.table.play("resign")
        board.push()
        expect(again.filter(has_text=label)).to_be_visible()
        board.button(label).click()
        expect(again).to_have_count(0)

    seats = board.part("seats").locator("span")
    expect(seats).to_have_text(["You (X)", "Computer, level 1, beginner (O)"])

    def end_and_press(key):
        widget.table.play("resign")
        board.push()
        expect(again.first).to_be_visible()
        board.keys(key)
        expect(again).to_have_count(0)

    end_and("Harder: learner")
    expect(seats).to_have_text(["You (X)", "Computer, level 2, learner (O)"])
    end_and("Change sides")
    expect(seats).to_have_text(["Computer, level 2, learner (X)", "You (O)"])
    board.button("Undo").focus()
    end_and_press("<")
    expect(seats).to_have_text(["Computer, level 1, beginner (X)", "You (O)"])
    end_and_press(">")
    expect(seats).to_have_text(["Computer, level 2, learner (X)", "You (O)"])
    end_and_press("x")
    expect(seats).to_have_text(["You (X)", "Computer, level 2, learner (O)"])
    end_and_press("o")
    expect(seats).to_have_text(["You (X)", "Computer, level 2, learner (O)"])
    assert widget.table.earlier  # what was played is kept
    widget.close()


# Where two sites of a board meet, so far along the line between their middles.
BETWEEN = """([one, other, part]) => {
  const [a, b] = [one, other].map((site) => {
    const { x, y, width, height } = document.querySelector(`[data-site="${site}"]`)
      .getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
}"""
CROSSING = nbgames.match("antipalos", 4).play("a1-b2"), "b2-c3", "b3-c2", 0.5
BORDER = nbgames.match("projex", 4).play("C3"), "D4", "D5", 0.51
HOLES = nbgames.match("conhex", 3).play("A1"), "D5", "E5", 0.49


@pytest.mark.parametrize(
    ("m", "one", "other", "part"),
    first_rows([CROSSING, BORDER, HOLES]),
    ids=["crossing", "border", "holes"],
)
def test_where_two_sites_are_equally_near_a_click_asks_before_it_claims(show, m, one, other, part):
    """On a crossing of Antipalos the first of the two was claimed, though the other was meant."""
    board = show(m)
    sites = [m.game.board.site(name) for name in (one, other)]
    place = board.tab.ask(BETWEEN, [*sites, part])
    board.page.mouse.move(*place)
    board.page.mouse.click(*place)
    chosen = board.page.locator("[data-chosen]").get_attribute("data-site")
    assert int(chosen) in sites
    that, not_that = (one, other) if int(chosen) == sites[0] else (other, one)
    expect(board.part("question")).to_contain_text(f"Play {that}, not {not_that}?")
    assert board.match == m
    board.page.mouse.click(*place)
    expect(board.part("moves").locator("li")).to_have_count(2)
    assert board.match.claims[-1] == m.game.board.names[int(chosen)]


@pytest.mark.long
@pytest.mark.parametrize("word", first_of(["undo", "draw"]))
def test_a_question_about_a_site_ends_with_its_position(show, word):
    """It was still offered then, and a click after a new game claimed without asking."""
    m, one, other, part = CROSSING
    board = show(m)
    sites = [m.game.board.site(name) for name in (one, other)]
    board.page.mouse.click(*board.tab.ask(BETWEEN, [*sites, part]))
    expect(board.part("question")).to_contain_text("Play ")
    if word == "undo":
        board.widget.undo()  # on another page
        board.push()
    else:
        board.type(word)
        board.keys("Enter")  # both agree
    expect(board.part("question")).to_be_hidden()
    expect(board.page.locator("[data-chosen]")).to_have_count(0)
    board.type("new")
    if word == "undo":  # else nothing is unfinished
        board.keys("Enter")  # yes
    expect(board.part("says")).to_contain_text("V to move; move 1.")
    board.page.mouse.click(*board.tab.ask(BETWEEN, [*sites, part]))
    expect(board.part("question")).to_contain_text("Play ")
    assert board.match == m.at(0)


def test_where_the_other_site_is_taken_a_click_on_a_border_claims_at_once(show):
    m = nbgames.match("projex", 4).play("D5")
    board = show(m)
    sites = [m.game.board.site(name) for name in ("D4", "D5")]
    board.page.mouse.click(*board.tab.ask(BETWEEN, [*sites, 0.49]))
    expect(board.part("moves").locator("li")).to_have_count(2)
    assert board.match.claims == ("D5", "D4")


def test_a_word_that_is_refused_stays_to_be_mended(show):
    """The field was emptied, and the whole word to be typed again."""
    board = show(nbgames.match("projex", 4))
    board.type("D99")
    expect(board.part("trouble")).to_contain_text("'D99' is no cell")
    expect(board.part("typed")).to_have_value("D99")
    board.keys("D", "1")  # it is selected
    expect(board.part("typed")).to_have_value("D1")
    board.keys("Enter")
    expect(board.part("moves").locator("li")).to_have_text(["D1"])
    expect(board.part("typed")).to_have_value("")
    board.type("nonsense")
    expect(board.part("typed")).to_have_value("nonsense")
    board.click("D1")
    expect(board.part("typed")).to_have_value("nonsense")


@pytest.mark.parametrize("how", ["click", pytest.param("tap", marks=pytest.mark.undriven)])
@pytest.mark.parametrize("meanwhile", first_of(["E4", None]))
def test_the_first_press_on_what_was_refused_chooses_all_of_it(show, how, meanwhile):
    """What was typed then was added to it."""
    options = {"has_touch": True} if how == "tap" else {}
    board = show(nbgames.match("projex", 4), **options)
    field = board.part("typed")
    board.type("D99")
    expect(board.part("trouble")).to_contain_text("'D99' is no cell")
    if meanwhile:
        board.click(meanwhile)
        expect(board.part("moves").locator("li")).to_have_text([meanwhile])
    getattr(field, how)()
    board.keys("F", "1")
    expect(field).to_have_value("F1")
    board.type("D99")
    expect(board.part("trouble")).to_contain_text("'D99' is no cell")
    getattr(field, how)()
    getattr(field, how)()  # the next one puts the cursor there
    board.keys("End", "Backspace")
    expect(field).to_have_value("D9")


@pytest.mark.long
def test_what_is_typed_meanwhile_is_not_written_over_by_what_was_refused(show):
    board = show(nbgames.match("projex", 4))
    board.tab.ask(
        "() => { const send = model.save_changes; model.save_changes = () => {}; "
        "window.later = () => { model.save_changes = send; send(); }; }"
    )
    board.type("D99")
    board.part("typed").fill("E4")
    board.tab.ask("() => later()")
    expect(board.part("trouble")).to_contain_text("'D99' is no")
    expect(board.part("typed")).to_have_value("E4")


HELD = """() => {
  const { python } = window;
  window.held = [];
  window.python = (request) => new Promise((done) => held.push(() => done(python(request))));
}"""  # Python answers once it is let go
LET_GO = "() => held.splice(0).forEach((go) => go())"


def held(show, *moves, **options):
    board = show(nbgames.match("projex", 4, swap=False).play(*moves), **options)
    board.tab.ask(HELD)
    return board


def let_go(board, count):
    """Once Python has been asked so many times it answers, one request after another."""
    board.page.wait_for_function("count => held.length === count", arg=count)
    board.tab.ask(LET_GO)


@pytest.mark.long
def test_a_record_that_is_refused_takes_no_word_with_it_that_was_played(show):
    """One place for all forms kept only what was sent last."""
    board = held(show, "D1")
    board.more()
    box = board.page.get_by_label("record", exact=True)
    box.fill("nbgames 1\n\n1. D1")
    board.button("Load").click()
    board.type("E2")
    let_go(board, 2)
    expect(board.part("moves").locator("li")).to_have_text(["D1", "E2"])
    expect(box).to_have_value("nbgames 1\n\n1. D1")
    expect(board.part("typed")).to_have_value("")
    expect(board.part("trouble")).to_contain_text("the record names no game")


@pytest.mark.long
def test_the_answer_to_a_later_word_leaves_what_was_refused_before(show):
    board = held(show)
    board.type("D99")
    board.type("who")
    let_go(board, 2)
    expect(board.part("reply")).to_contain_text("player 1 is X")
    expect(board.part("typed")).to_have_value("D99")
    expect(board.part("trouble")).to_contain_text("'D99' is no cell")


@pytest.mark.long
def test_a_click_that_is_refused_puts_no_word_back_that_asks_first(show):
    board = held(show, "D1")
    board.click("D1")
    board.type("resign")
    let_go(board, 1)
    expect(board.part("trouble")).not_to_have_text("")
    expect(board.part("typed")).to_have_value("")
    expect(board.part("question").get_by_role("button", name="Resign")).to_be_focused()


@pytest.mark.long
def test_a_late_refusal_leaves_the_focus_where_somebody_types(show):
    board = held(show)
    board.tab.ask("() => document.body.prepend(document.createElement('input'))")
    cell = board.page.locator("body > input")
    board.type("D99")
    cell.focus()
    board.keys("x")
    let_go(board, 1)
    expect(board.part("typed")).to_have_value("D99")
    board.keys("y")
    expect(cell).to_have_value("xy")


@pytest.mark.long
def test_what_is_refused_is_said_where_it_is_seen_once_its_form_is_folded_away(show):
    board = held(show)
    board.more()
    board.page.get_by_label("record", exact=True).fill("nbgames 1\n\n1. D1")
    board.button("Load").click()
    board.more()
    let_go(board, 1)
    expect(board.part("trouble")).to_contain_text("the record names no game")
    expect(board.part("trouble")).to_be_visible()


def test_only_a_refusal_lies_over_a_small_board(show):
    """That the connection is lost did too, for as long as it was, if a word had been refused."""
    board = show(nbgames.match("projex", 4), viewport={"width": 360, "height": 740})
    trouble = board.part("trouble")
    board.type("D99")
    expect(trouble).to_contain_text("'D99' is no cell")
    board.part("typed").blur()
    expect(trouble).to_have_css("position", "fixed")
    board.tab.ask("() => kernel.connectionStatusChanged.emit('disconnected')")
    expect(trouble).to_contain_text("No connection to Python")
    expect(trouble).to_have_css("position", "static")


@pytest.mark.long
@pytest.mark.parametrize("word", first_of(["resign", "draw", "new"]))
def test_a_question_about_an_end_ends_with_its_position(show, word):
    """Who said yes after the other had moved resigned for the other."""
    board = show(nbgames.match("antipalos", 4, swap=False).play("a1-b2"), me="Ann")
    board.type(word)
    expect(board.part("question")).to_be_visible()
    board.wire.ask(board.widget, "d3-e4", view="other", by="Bob")
    board.push()
    expect(board.part("moves").locator("li")).to_have_count(2)
    expect(board.part("question")).to_be_hidden()


@pytest.mark.parametrize(
    ("word", "other"), first_rows([("redo", "d3-e4"), ("b1-a2", "undo"), ("clear", "edit")])
)
def test_a_refusal_ends_when_another_person_takes_its_reason_away(show, word, other):
    board = show(nbgames.match("antipalos", 4, swap=False).play("a1-b2"), me="Ann")
    board.type(word)
    expect(board.part("trouble")).not_to_be_empty()
    board.wire.ask(board.widget, other, view="other", by="Bob")
    board.push()
    expect(board.part("trouble")).to_be_empty()
    expect(board.part("typed")).to_have_value("")


@pytest.mark.long
def test_a_record_that_is_refused_stays_in_its_box_and_why_is_said_beside_it(show):
    board = show(nbgames.match("projex", 4))
    board.more()
    box = board.page.get_by_label("record", exact=True)
    for text, words in (
        ("nbgames 1\ngame: conhex 5\n\n1. A1", "what you gave is of ConHex 5"),
        ("(;FF[4]GM[1]SZ[19];B[aa])", "'(;FF[4]GM[1]SZ[19];B[aa])' is not ConHex"),
        ("nbgames 1\n\n1. D1", "the record names no game"),
    ):
        box.fill(text)
        board.button("Load").click()
        expect(board.part("trouble")).to_contain_text(words)
        expect(box).to_have_value(text)
        below, above = board.part("trouble").bounding_box(), box.bounding_box()
        assert 0 <= below["y"] - (above["y"] + above["height"]) < 20
    assert board.violations() == []
    board.type("nonsense")
    told = board.part("trouble").bounding_box()
    typed = board.part("typed").bounding_box()
    assert 0 <= told["y"] - (typed["y"] + typed["height"]) < 60
