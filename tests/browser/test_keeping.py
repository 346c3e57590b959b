"""A game in JupyterLab survives restarts and reloads; what a restart ends is told at once."""

import re
from urllib.request import Request, urlopen

import pytest
from browser.desk import CODE, Desk
from browser.rig import SHOWN
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames.exercises import one_class
from nbgames.widgets.menu import NO_LONGER
from nbgames.widgets.notebook import SAVED

KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
RESTART = f"() => {KERNEL}.restart()"
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
BOARD = "import nbgames\nw = nbgames.match('projex', 4).widget({more})\nw"
LEFT = f"{SAVED} O plays E4. X to move; move 3."
# Thinks until it is stopped.
SLOW = """class Slow:
    def think(self, m):
        import time
        from types import SimpleNamespace
        while True:
            time.sleep(0.05)
            yield SimpleNamespace(word='E4', nodes=1)
    def choose(self, m):
        return 'E4'
"""


@pytest.fixture
def opened(open_notebook):
    """opened(code) -> Desk: a notebook of one cell that shows a board."""

    def begin(code):
        desk = Desk(open_notebook([code]))
        desk.page.wait_for_selector(".nb-board [data-site]")
        return desk

    return begin


def play(desk, name):
    desk.board().locator(f'[aria-label^="{name},"]').click()


def owner(desk, name):
    return desk.board().locator(f'[aria-label^="{name}, taken"]')


def run_again(desk):
    desk.tab.run()
    expect(desk.page.locator(".nb-board")).to_have_count(1)


def open_again(desk, lab):
    """Close the notebook with its kernel, and open it: without the four seconds of a reload."""
    desk.tab.shut()
    lab.open_instead(desk.tab, desk.tab.ask(SHOWN))


def test_a_game_is_shown_as_it_was_left_after_a_restart_and_goes_on(opened):
    desk = opened(BOARD.format(more=""))
    play(desk, "D1")
    play(desk, "E4")
    desk.answered()
    desk.tab.ask(RESTART)
    expect(desk.part("trouble")).to_contain_text("Python was restarted")
    run_again(desk)
    expect(owner(desk, "E4")).to_have_count(1)
    expect(desk.part("says")).to_contain_text("after 2 moves. Go on playing, or begin a new game.")
    assert desk.tab.violations() == []
    desk.button("Go on playing").click()
    expect(desk.button("Go on playing")).to_be_hidden()
    play(desk, "C3")
    expect(owner(desk, "C3")).to_have_count(1)
    assert desk.tab.python("w.match.moves") == "('D1', 'E4', 'C3')"
    assert desk.tab.python("[g.moves for g in nbgames.my_games()][0]") == "3"


@pytest.mark.long
def test_it_is_found_again_when_the_notebook_is_closed_and_opened(opened, lab):
    """As that of a menu is, below; and a board's after a restart, above."""
    desk = opened(BOARD.format(more=""))
    play(desk, "D1")
    desk.answered()
    desk.tab.ask(SAVE)
    desk.tab.shut()
    lab.reload(desk.tab)
    run_again(desk)
    expect(owner(desk, "D1")).to_have_count(1)
    play(desk, "E4")  # a click is as good as "Go on playing"
    expect(owner(desk, "E4")).to_have_count(1)
    assert desk.tab.python("w.match.moves") == "('D1', 'E4')"


def test_a_finished_game_that_is_opened_again_offers_what_its_end_did(show, tmp_path, monkeypatch):
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path))

    def opened():
        player = nbgames.opponent(1, seed=0)
        return show(nbgames.match("projex", 4).widget(opponent=player, keep="kept"))

    first = opened()
    first.button("Resign").click()
    first.part("question").get_by_text("Resign", exact=True).click()
    expect(first.part("says")).to_have_text("You lost: you resigned.")
    first.widget.close()
    again = opened()
    expect(again.part("says")).to_have_text(re.compile("^Left here on .*You lost: you resigned.$"))
    for label in ("Analyse", "Rematch", "Change sides"):
        expect(again.button(label)).to_be_visible()
    expect(again.button("Go on playing")).to_be_hidden()
    assert again.violations() == []
    again.button("Analyse").click()
    expect(again.part("review")).to_be_visible()
    assert again.match.moves == ("resign",)
    again.button("Rematch").click()
    expect(again.part("says")).to_contain_text("X to move; move 1.")


@pytest.mark.long
def test_a_restart_while_the_computer_thinks_is_told_and_no_click_is_swallowed(opened):
    """That it is told, the test of the next frame below shows."""
    desk = opened(SLOW + BOARD.format(more="Slow()"))
    play(desk, "D1")
    expect(desk.button("Stop thinking")).to_be_visible()
    desk.tab.ask(RESTART)
    expect(desk.part("trouble")).to_contain_text("Python was restarted")
    expect(desk.button("Stop thinking")).to_be_hidden()
    play(desk, "C3")
    expect(desk.board().locator("[data-pending]")).to_have_count(0)
    expect(desk.part("trouble")).to_contain_text("run this cell again")
    desk.button("Undo").click()
    expect(desk.part("trouble")).to_contain_text("run this cell again")
    run_again(desk)
    expect(owner(desk, "D1")).to_have_count(1)
    desk.button("Go on playing").click()
    expect(desk.button("Stop thinking")).to_be_visible()


@pytest.mark.long
def test_a_notebook_that_is_opened_again_shows_the_last_position(opened, lab):
    """As that of a menu does, below."""
    desk = opened(BOARD.format(more=""))
    picture = desk.page.locator(".jp-OutputArea-output img")
    expect(picture).to_be_hidden()
    play(desk, "D1")
    play(desk, "E4")
    expect(picture).to_have_attribute("alt", LEFT)
    expect(picture).to_be_hidden()
    desk.tab.ask(SAVE)
    desk.tab.shut()
    lab.reload(desk.tab)
    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("alt", LEFT)
    expect(desk.page.get_by_text("Error displaying widget")).to_be_hidden()
    run_again(desk)
    expect(picture).to_be_hidden()
    assert desk.board().bounding_box()["width"] > 200


OPENED = ["tutorial('projex')", "puzzles(game='projex')", "exercises.one_class.loop(...)"]


@pytest.mark.long
@pytest.mark.parametrize("made", first_of(OPENED))
def test_what_is_not_live_when_a_notebook_is_opened_again_says_what_helps(open_notebook, lab, made):
    desk = Desk(open_notebook([f"import nbgames, nbgames.exercises.one_class\nnbgames.{made}"]))
    words = desk.page.get_by_text("run this cell again to go on")
    desk.page.wait_for_selector(".nb-board [data-site]")
    expect(words).to_be_hidden()
    desk.tab.ask(SAVE)
    open_again(desk, lab)
    expect(words).to_be_visible()
    expect(desk.page.get_by_text("Error displaying widget")).to_be_hidden()
    run_again(desk)
    expect(words).to_be_hidden()


MADE = {
    "tutorial": (lambda: nbgames.tutorial("projex"), "your lesson is kept"),
    "puzzles": (lambda: nbgames.puzzles("projex"), "results are kept"),
    "exercise": (lambda: one_class.loop(...).live(), "it hears of none"),
}


@pytest.mark.parametrize("made", first_of(MADE))
def test_what_a_restart_ends_is_told_where_the_page_judges_by_itself(mount, made):
    begin, meaning = MADE[made]
    shown = begin()
    names = ("data", "at", "earlier", "played", "trouble", "answer")
    state = {name: getattr(shown, name) for name in names if hasattr(shown, name)}
    page = mount(str(shown._esm), state, css=str(shown._css)).page
    shown.close()
    told = page.locator(".nb-training").locator("xpath=preceding-sibling::p")
    expect(told).to_be_empty()
    page.evaluate("kernel.statusChanged.emit('restarting')")
    expect(told).to_have_text(re.compile(f"^Python was restarted: .*{meaning}\\.$"))


# What the board says in the frame after the one in which Jupyter knows that the kernel is another.
NEXT = f"""() => new Promise(done => {KERNEL}.statusChanged.connect((kernel, status) => {{
  const says = () => document.querySelector('.nb-trouble').textContent;
  if (/starting/.test(status))
    requestAnimationFrame(() => requestAnimationFrame(() => done(says())));
}}))"""


@pytest.mark.long
@pytest.mark.parametrize("whose", first_of(["from the menu", "by somebody else"]))
def test_a_restart_while_the_computer_thinks_is_told_in_the_next_frame(opened, lab, whose):
    desk = opened(SLOW + BOARD.format(more="Slow()"))
    play(desk, "D1")
    expect(desk.button("Stop thinking")).to_be_visible()
    kernel = desk.tab.ask(f"() => {KERNEL}.id")
    begun = f"() => {{ window.said = ({NEXT})(); }}"
    desk.tab.ask(begun)
    if whose == "from the menu":
        desk.tab.ask(f"() => {{ {KERNEL}.restart(); }}")
        said = desk.tab.ask("() => window.said")
    else:
        address = f"{lab.url}/api/kernels/{kernel}/restart?token={lab.token}"
        said = told_of_a_restart(desk, Request(address, method="POST", data=b"{}"))
    assert "Python was restarted" in said
    run_again(desk)


def told_of_a_restart(desk, request):
    """What the board said once Jupyter had told its page of a restart; None if it never did.

    A kernel publishes that it starts, and a server that is not yet connected to it again misses
    that: then no page is told, and the kernel is restarted once more.
    """
    within = "() => Promise.race([window.said, new Promise(d => setTimeout(d, 3000, null))])"
    for _ in range(20):
        urlopen(request, timeout=120).close()
        if (said := desk.tab.ask(within)) is not None:
            return said
    return None


@pytest.mark.long
def test_the_picture_is_that_of_the_last_position_or_says_when_it_was_saved(opened, lab):
    """The notebook is saved after the first move; all moves are in the game's own file.

    What a notebook shows that is opened again, the test of a menu shows, below.
    """
    desk = opened(BOARD.format(more=""))
    picture = desk.page.locator(".jp-OutputArea-output img")
    play(desk, "D1")
    expect(picture).to_have_attribute("alt", re.compile("X plays D1. O to move"))
    desk.tab.ask(SAVE)
    play(desk, "E4")
    desk.answered()

    lab.reload(desk.tab)  # the kernel lives: what it shows is newer than the notebook
    desk.page.wait_for_selector(".nb-board [data-site]")
    expect(owner(desk, "E4")).to_have_count(1)
    expect(picture).to_be_hidden()
    expect(picture).to_have_attribute("alt", LEFT)
    play(desk, "C3")
    expect(picture).to_have_attribute("alt", re.compile("X plays C3. O to move; move 4."))

    open_again(desk, lab)
    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("alt", re.compile("was saved.*X plays D1. O to move"))
    run_again(desk)
    expect(picture).to_be_hidden()
    expect(owner(desk, "C3")).to_have_count(1)
    expect(desk.board().locator("..").locator("..")).to_contain_text("after 3 moves")


MENU = "import nbgames\nmenu = nbgames.menu()\nmenu"
OFF = "jupyter-widgets-disconnected"
# What stands before what Python hears no more.
TOLD = f"""() => [...document.querySelectorAll('.nb-menu, .nb-menu .{OFF}')]
  .map(part => getComputedStyle(part, '::before').content)"""


def begun(open_notebook):
    """A notebook with a menu whose Play was pressed for two people, and that button."""
    desk = Desk(open_notebook([MENU]))
    desk.page.get_by_label("Against").select_option("a person here")
    choose = desk.page.locator("button", has_text=re.compile("Play$"))
    choose.click()
    return desk, choose


def below(what, desk):
    """How far the board stands below this; the page may scroll to what is pressed."""
    script = "(board, what) => board.getBoundingClientRect().y - what.getBoundingClientRect().y"
    return desk.board().evaluate(script, what.element_handle())


@pytest.mark.long
def test_a_menu_keeps_its_games_and_shows_the_last_one_when_it_runs_again(open_notebook, lab):
    desk, choose = begun(open_notebook)
    games = desk.page.get_by_label("My games")
    chosen = games.locator("option:checked")
    expect(chosen).to_have_text(re.compile("no.move.yet.·.on.the.board$"))
    before = below(games, desk)
    play(desk, "D4")
    expect(chosen).to_have_text(re.compile("1.move,.the.last.D4.*on.the.board$"))
    assert below(games, desk) == before  # what it says moves nothing
    choose.click()
    expect(owner(desk, "D4")).to_have_count(0)
    latest = games.locator("option").nth(1)
    expect(latest).to_have_text(re.compile(r"^Projex.4.·.1.move,.the.last.D4.·"))
    games.select_option(index=1)
    desk.page.locator("button", has_text="Open").click()
    expect(owner(desk, "D4")).to_have_count(1)
    play(desk, "C3")
    expect(owner(desk, "C3")).to_have_count(1)
    picture = desk.page.locator(".jp-OutputArea-output img")
    expect(picture).to_have_attribute("alt", re.compile("was left. O plays C3."))
    expect(picture).to_be_hidden()
    desk.tab.ask(SAVE)
    open_again(desk, lab)
    expect(picture).to_be_visible()
    run_again(desk)
    expect(owner(desk, "C3")).to_have_count(1)
    expect(picture).to_be_hidden()
    desk.tab.ask(RESTART)  # each of its controls had a red icon then, and no word
    desk.page.wait_for_selector(f".nb-menu.{OFF} .{OFF}")
    assert set(desk.tab.ask(TOLD)) == {f'"{NO_LONGER}"', "none"}


@pytest.mark.long
def test_a_game_is_deleted_from_a_menu_and_had_back_by_its_buttons(desk):
    """Each press leaves the focus at the button that undoes it; another menu has the game too."""
    desk.run("menu = nbgames.menu()\nmenu")
    desk.page.get_by_label("Against").select_option("a person here")
    again = desk.page.locator(".nb-menu button", has_text="Play").first
    again.click()
    play(desk, "D4")
    desk.answered()
    again.click()
    expect(owner(desk, "D4")).to_have_count(0)
    games = desk.page.get_by_label("My games")
    erase, restore = (
        desk.page.locator(".nb-menu .widget-button", has_text=text)
        for text in ("Delete", "Restore")
    )
    menu = desk.page.locator(".nb-menu")
    gone = "This game is deleted."
    for is_anew in (False, True):
        expect(games.locator("option").nth(1)).to_contain_text("1 move")
        games.select_option(index=1)
        expect(erase).to_have_text("Delete Projex 4, 1 move")
        erase.press("Enter")
        expect(menu).to_contain_text(gone)
        expect(erase).to_be_disabled()
        expect(restore).to_be_focused()
        assert desk.tab.python("len(nbgames.my_games())") == "0"
        if is_anew:
            desk.tab.ask(CODE, "menu = nbgames.menu()\nmenu")  # as `run`, where games were played
            desk.tab.run()
            expect(menu).not_to_contain_text(gone)
            games.select_option(index=1)
            expect(games.locator("option:checked")).to_contain_text("deleted")
            expect(menu).to_contain_text(gone)
        restore.press("Enter")
        expect(restore).to_be_hidden()
        expect(menu).not_to_contain_text(gone)
        expect(erase).to_be_focused()
        assert desk.tab.python("nbgames.my_games()[0].match.moves") == "('D4',)"


@pytest.mark.long
def test_the_picture_of_a_menu_is_that_of_the_last_position_after_a_reload_too(open_notebook, lab):
    """That of a board is, and a menu keeps its picture: the tests above."""
    desk, choose = begun(open_notebook)
    play(desk, "D1")
    picture = desk.page.locator(".jp-OutputArea-output img")
    expect(picture).to_have_attribute("alt", re.compile("X plays D1."))
    desk.tab.ask(SAVE)
    lab.reload(desk.tab)
    expect(owner(desk, "D1")).to_have_count(1)
    play(desk, "E4")
    expect(picture).to_have_attribute("alt", re.compile("O plays E4."))
    choose.click()
    expect(picture).to_have_attribute("alt", re.compile("was left. X to move; move 1."))
    play(desk, "C3")
    expect(picture).to_have_attribute("alt", re.compile("X plays C3."))
    desk.tab.ask(SAVE)
    desk.tab.shut()
    lab.reload(desk.tab)
    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("alt", re.compile("X plays C3."))


@pytest.mark.long
def test_two_notebooks_on_one_game_do_not_write_over_each_other(open_notebook):
    """As tests/test_keeping.py shows without pages; test_layout.py shows the words."""
    code = BOARD.format(more="keep='one for two'")
    first = Desk(open_notebook([code]))
    play(first, "D1")
    play(first, "E4")
    first.answered()
    second = Desk(open_notebook([code]))
    expect(owner(second, "E4")).to_have_count(1)
    expect(second.part("says")).to_contain_text(re.compile(r"open in \w+\.ipynb: what is played"))
    play(second, "C3")
    expect(second.part("reply")).to_contain_text("goes into a copy")
    play(first, "D4")
    expect(owner(first, "D4")).to_have_count(1)
    kept = "sorted(g.match.moves[2:] for g in nbgames.my_games() if g.match.moves[:1] == ('D1',))"
    assert "('C3',), ('D4',)" in second.tab.python(kept)
