"""Whole games clicked in a real JupyterLab, and the page compared with Python all the way."""

from pathlib import Path

import pytest
from browser.desk import PENDING, Desk
from browser.games import played
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames.play.table import Table

SHOTS = Path(__file__).parent.parent / "shots"  # for a person to look at; nothing is compared
WIDE = (1280, 1500)


@pytest.fixture
def desk(notebook):
    """The open notebook; what it complains of in a test fails the test."""
    notebook.resize(*WIDE)
    notebook.errors.clear()
    yield Desk(notebook)
    assert notebook.errors == []
    assert notebook.outside == []


def shoot(desk, name):
    SHOTS.mkdir(exist_ok=True)
    desk.page.mouse.move(0, 0)
    desk.page.locator(".nb-root").first.screenshot(path=SHOTS / f"{name}.png")


LONGER = [
    ("copolymer", 5, ","),
    ("conhex", 3, "swap"),
    ("projex", 4, "swap"),
    ("antipalos", 3, "chain"),
    ("copolymer", 7, "majority"),
    ("projex", 5, "loop"),
    ("conhex", 4, "chain"),
    ("antipalos", 4, "swap"),
    ("antipalos", 3, "full"),
]
GAMES = [
    ("antipalos", 3, "swap"),  # whose sites lie over each other
    *(pytest.param(*row, marks=pytest.mark.long) for row in LONGER),
]


@pytest.mark.everywhere
@pytest.mark.parametrize(("name", "size", "wanted"), GAMES)
def test_a_whole_game_is_clicked_to_its_end(desk, name, size, wanted):
    """Of every game, test_hands.py and test_page.py play one, without JupyterLab."""
    m = played(name, size, wanted)
    desk.show(f"w = nbgames.match({name!r}, {size}).widget()\nw")
    for number, claim in enumerate(m.claims, 1):
        if claim == "swap":
            desk.press("Swap")
        else:
            desk.click(m, claim)
        if claim == "swap" or m.after(number).is_open or number % 4 == 0:
            desk.agree()
            dead = " Nobody can win any more." if m.after(number).is_dead else ""
            says = desk.tab.python("print(w.state['says'])")
            expect(desk.part("says")).to_have_text(f"{says}{dead}")
    desk.agree()
    assert desk.tab.python("print(w.moves)") == str(m.moves)
    expect(desk.part("says")).to_contain_text(m.result(), ignore_case=True)
    expect(desk.part("chain").locator("path")).to_have_count(2 if m.outcome.chain else 0)
    expect(desk.part("trouble")).to_be_empty()
    shoot(desk, f"{name}-{size}-{m.outcome.by}")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("antipalos", marks=[pytest.mark.everywhere, pytest.mark.long]),
        *first_of(["copolymer", "conhex", "projex"]),
    ],
)
def test_a_click_on_every_site_claims_that_site(show, name):
    """Also where a site lies at the rim, and where shapes overlap."""
    board = show(nbgames.match(name, 3))
    claimed = []
    board.widget.observe(lambda change: claimed.extend(change.new), "moves")
    names = board.match.game.board.names[: board.match.game.board.claimable]
    for count, site in enumerate(names, 1):
        board.click(site)
        board.keys("u")
        board.page.wait_for_function("count => sent.length === count", arg=2 * count)
    assert claimed == list(names)


@pytest.mark.long
def test_a_click_leaves_the_style_of_other_sites_alone_in_a_notebook_too(desk):
    """test_page.py shows it without one. A picture of the game that is kept is hidden by a rule
    with :root:has(): whatever comes or goes, the browser looks at all that such rules may be about.
    """
    m = nbgames.match("antipalos", 26, swap=False)
    desk.show("w = nbgames.match('antipalos', 26, swap=False).widget()\nw")
    # The picture itself is drawn anew, with its rule, once the page has said that it can keep it
    # and a second after a move.
    while desk.tab.python("bool(w._picture._by_page)") != "True":
        desk.tab.rest(20)
    desk.tab.python("w._picture.changed = lambda: None")
    desk.click(m, "a1-b2")
    desk.answered()

    def act():
        for name in ("c3-d4", "e5-f6"):
            desk.click(m, name)
            desk.answered()
            desk.page.mouse.move(0, 0)
            desk.tab.rest(100)

    styled = desk.tab.restyled(act)
    assert styled and max(styled) < m.game.board.claimable / 4


def test_where_nobody_else_edits_the_notebook_nobody_has_a_name(desk):
    """JupyterLab's own awareness is there, too, but it has no user."""
    desk.show("w = nbgames.match('projex', 5).widget()\nw")
    context = "jupyterapp.shell.currentWidget.context"
    assert desk.tab.ask(f"() => {context}.model.sharedModel.awareness !== undefined")
    expect(desk.part("seats")).to_be_hidden()


# Quick hands and a busy kernel


def test_twenty_quick_clicks_and_keys_while_a_cell_runs_are_all_carried_out_once(desk):
    m = nbgames.match("antipalos", 5)
    desk.show("w = nbgames.match('antipalos', 5).widget()\nw")
    clicked = [name for name in m.game.board.names[::4] if name != "a1-b2"][:11]
    keys = ["u", "u", "u", "r", "Enter", "ArrowRight", "Enter", "u", "u", "r", "Enter"]
    with desk.busy():
        for name in clicked:
            desk.click(m, name)
        for key in keys:
            desk.page.keyboard.press(key)
        assert desk.page.evaluate(PENDING) > 0
    desk.answered()
    table = Table(m)
    for name in clicked:
        table.play(name)
    last, deeds = clicked[-1], {"u": table.undo, "r": table.redo}
    moved = desk.board().locator(":focus").get_attribute("data-site")
    for key in keys:
        if key == "ArrowRight":
            last = m.game.board.names[int(moved)]
        elif key in deeds:
            deeds[key]()
        elif not table.match.owner(last):
            table.play(last)
    assert desk.tab.python("print(w.moves)") == str(table.match.moves)
    desk.agree()


def test_the_mark_is_there_in_the_next_frame_and_goes_with_the_answer(desk):
    m = nbgames.match("projex", 5)
    desk.show("w = nbgames.match('projex', 5).widget()\nw")
    desk.tab.ask(f"""() => {{
      window.marks = [];
      document.addEventListener('click', () => requestAnimationFrame(
        () => window.marks.push(({PENDING})())), {{ capture: true, once: true }});
    }}""")
    with desk.busy():
        desk.click(m, "E5")
        desk.page.wait_for_function("() => window.marks.length")
    assert desk.tab.ask("() => window.marks") == [1]
    desk.agree()
    assert desk.page.evaluate(PENDING) == 0


def test_a_stale_click_is_refused_in_words_and_leaves_nothing_wrong(desk):
    m = nbgames.match("projex", 5)
    desk.show("w = nbgames.match('projex', 5).widget()\nw")
    with desk.busy(then="w.play('E5')"):
        desk.click(m, "E5")
    desk.answered()
    expect(desk.part("trouble")).to_have_text("E5 is taken by X")
    shoot(desk, "refused")
    desk.agree()
    desk.click(m, "D5")
    desk.agree()
    expect(desk.part("trouble")).to_be_empty()
    assert desk.tab.python("w.moves") == "('E5', 'D5')"


@pytest.mark.long
def test_a_click_on_a_blocked_diagonal_says_why_not(desk):
    m = nbgames.match("antipalos", 3).play("a1-b2")
    desk.show("w = nbgames.match('antipalos', 3).play('a1-b2').widget()\nw")
    desk.page.mouse.move(0, 0)
    site = m.game.board.site("a2-b1")
    desk.board().locator(f'[data-site="{site}"]').focus()
    desk.page.keyboard.press("Enter")
    expect(desk.part("trouble")).to_contain_text("blocked")
    desk.agree()


def test_an_observer_that_fails_is_told_on_the_page(desk):
    m = nbgames.match("projex", 5)
    desk.show("w = nbgames.match('projex', 5).widget()\nw.observe(lambda c: 1 / 0, 'moves')\nw")
    desk.click(m, "E5")
    expect(desk.part("trouble")).to_contain_text("ZeroDivisionError")
    desk.click(m, "D5")
    desk.agree()
    assert desk.tab.python("w.moves") == "('E5', 'D5')"


# Buttons


def test_the_buttons(desk):
    m = nbgames.match("conhex", 3)
    desk.show("w = nbgames.match('conhex', 3).widget()\nw")
    expect(desk.button("Undo")).to_be_disabled()
    expect(desk.button("Redo")).to_be_disabled()
    expect(desk.button("Swap")).to_be_hidden()
    desk.click(m, "E5")
    desk.press("Swap")
    desk.agree()
    assert desk.tab.python("w.match.seats") == "('player 2', 'player 1')"
    expect(desk.button("Swap")).to_be_hidden()
    desk.press("Undo")
    desk.agree()
    assert desk.tab.python("w.moves") == "('E5',)"
    desk.press("Redo")
    desk.agree()
    assert desk.tab.python("w.moves") == "('E5', 'swap')"
    desk.press("Resign")
    desk.agree()
    assert desk.tab.python("w.moves") == "('E5', 'swap', 'resign')"
    expect(desk.part("says")).to_contain_text("Vert wins by resignation")
    desk.click(m, "C2")  # nothing is to be played now
    desk.button("New game").click()  # at once: nothing is unfinished
    desk.agree()
    assert desk.tab.python("w.moves") == "()"
    assert desk.tab.python("nbgames.my_games()[0].match.moves") == "('E5', 'swap', 'resign')"


@pytest.mark.long
def test_resign_asks_once_more_pressed_or_typed(desk):
    desk.show("w = nbgames.match('conhex', 3).widget()\nw")

    def typed():
        desk.part("typed").fill("Resign")
        desk.part("typed").press("Enter")

    for ask in (desk.button("Resign").click, typed):
        ask()
        expect(desk.part("question")).to_contain_text("Resign as Vert?")
        assert desk.tab.python("w.moves") == "()"
        desk.part("question").get_by_text("Cancel").click()
        expect(desk.part("question")).to_be_hidden()
        assert desk.tab.python("w.moves") == "()"
    typed()
    desk.page.keyboard.press("Enter")
    expect(desk.part("says")).to_contain_text("Vert resigns.")
    typed()  # the match is over: nothing to ask
    expect(desk.part("trouble")).to_contain_text("the game is over")


# Views


@pytest.mark.long
def test_two_views_of_a_board_stay_equal(desk):
    """To the end of a game; the next test, whose clicks are quick, plays twelve moves."""
    m = played("projex", 3, "swap")
    desk.show("w = nbgames.match('projex', 3).widget()\ndisplay(w)\ndisplay(w)")
    for number, claim in enumerate(m.claims):
        if claim == "swap":
            desk.press("Swap", number % 2)
        else:
            desk.click(m, claim, number % 2)
        desk.agree(number % 2)
    desk.agree(0)
    desk.agree(1)
    for view in (0, 1):
        expect(desk.part("says", view)).to_contain_text(m.result(), ignore_case=True)
    assert desk.tab.python("print(w.moves)") == str(m.moves)


@pytest.mark.long
def test_quick_clicks_in_two_views_while_a_cell_runs_are_all_carried_out_once(desk):
    """Both write one trait of one model, and writes are merged while one is under way."""
    m = nbgames.match("projex", 5)
    desk.show("w = nbgames.match('projex', 5).widget()\ndisplay(w)\ndisplay(w)")
    names = m.game.board.names[:12]
    with desk.busy():
        for number, name in enumerate(names):
            desk.click(m, name, number // 3 % 2)
    desk.answered()
    assert sorted(desk.tab.python("print(*w.moves)").split()) == sorted(names)
    desk.agree(0)
    desk.agree(1)
    for view in (0, 1):
        expect(desk.part("trouble", view)).to_be_empty()


def test_a_closed_board_goes_and_another_at_its_table_stays(desk):
    m = nbgames.match("projex", 4)
    desk.show(
        "from nbgames.widgets.board import BoardWidget\n"
        "gone = nbgames.match('projex', 4).widget()\nw = BoardWidget(gone.table)\n"
        "display(gone)\ndisplay(w)"
    )
    desk.click(m, "D1", 0)
    desk.agree(1)
    desk.tab.python("gone.close(); del gone")
    expect(desk.page.locator(".nb-board")).to_have_count(1)
    desk.click(m, "F1", 0)
    desk.agree(0)
    assert desk.tab.python("w.moves") == "('D1', 'F1')"


def test_a_cell_run_again_shows_one_board(desk):
    for _ in range(3):
        desk.show("w = nbgames.match('projex', 4).widget()\nw")
    expect(desk.page.locator(".nb-board")).to_have_count(1)
    desk.click(nbgames.match("projex", 4), "D1")
    desk.agree()


# Keys


@pytest.mark.everywhere
def test_keys_on_the_board_do_not_edit_the_notebook(desk):
    """`b` makes a cell, `j` goes to the next, `z` undoes, `d d` deletes: but not from a board."""
    state = """() => {
      const notebook = window.jupyterapp.shell.currentWidget.content;
      return [notebook.activeCellIndex, notebook.widgets.map(cell => cell.model.type)];
    }"""
    m = nbgames.match("conhex", 3)
    desk.show("w = nbgames.match('conhex', 3).widget()\nw")
    desk.click(m, "E5")
    desk.agree()
    before = desk.tab.ask(state)
    for key in "abjkzdxmycv":
        desk.page.keyboard.press(key)
        desk.page.keyboard.press(key)
    desk.page.keyboard.press("Shift+M")
    assert desk.tab.ask(state) == before
    assert desk.tab.python("w.moves") == "('E5',)"


@pytest.mark.long
@pytest.mark.parametrize("theme", ["Light", "Dark"])
@pytest.mark.parametrize("width", [1280, 700])
def test_boards_are_looked_at(desk, themed, theme, width):
    """In both themes, wide and narrow; the board keeps inside its cell, as test_layout.py shows."""
    desk.tab.resize(width, 1500)
    themed(theme)
    for name, size, wanted in (LONGER[k] for k in (0, 5, 6, 3)):
        m = played(name, size, wanted)
        desk.show(f"w = nbgames.match({name!r}, {size}).play(*{m.moves!r}).widget()\nw")
        desk.click(m, m.claims[0])
        shoot(desk, f"{name}-{theme.lower()}-{width}")
        inside = desk.tab.ask("""() => {
          const board = document.querySelector('.nb-root').getBoundingClientRect();
          const cell = document.querySelector('.jp-OutputArea-output').getBoundingClientRect();
          return board.left >= cell.left && board.right <= cell.right + 1;
        }""")
        assert inside
