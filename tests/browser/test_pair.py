"""Two people in one JupyterLab document: both play, whoever ran the cell, and nothing is lost."""

import pytest
from browser.games import shows
from playwright.sync_api import expect
from tools.pair import CELLS, NAMES, START, collaborating, played, sharing

import nbgames
from nbgames.play.sentences import says
from nbgames.widgets.notebook import SAVED

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

TRUSTED = "() => jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.trusted)"
SHOWN = "w = nbgames.match('projex', 6, swap=False).widget()\ndisplay(w)\n"
TWO = [CELLS[0], f"{SHOWN}display(nbgames.match('conhex').widget())"]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    with collaborating(tmp_path_factory.mktemp("two")) as lab:
        yield lab


@pytest.fixture
def pair(chromium, lab):
    """Two people with one notebook open, whose cells have not run."""
    with sharing(chromium, lab, CELLS) as pair:
        yield pair


def test_a_hundred_moves_over_reloads_a_restart_and_a_second_run_are_all_there(pair):
    played(pair, 100)
    assert pair.count == 100


def test_who_looks_on_as_the_other_runs_the_cell_plays_too_and_trusts_nothing_for_it(pair):
    pair.run(pair.one)
    assert pair.other.tab.ask(TRUSTED) == [False, False]  # Lab's own, until a reload
    expect(pair.other.page.locator("img[class$=-kept]")).to_be_hidden()
    assert pair.other.tab.violations() == []
    for _ in range(4):
        pair.move()
    pair.other.page.keyboard.press("u")
    expect(pair.one.part("says")).to_contain_text("Bob (O) to move; move 4.")
    assert pair.other.tab.ask(TRUSTED) == [False, False]


def test_after_a_swap_both_have_the_other_side_and_who_leaves_is_no_longer_here(chromium, lab):
    m = nbgames.match("projex", 6, seats=NAMES).play("F6", "swap")
    with sharing(chromium, lab, [CELLS[0], "w = nbgames.match('projex', 6).widget()\nw"]) as pair:
        pair.run(pair.one)
        pair.one.click(m, "F6")
        pair.other.press("Swap")
        pair.match, pair.count = m, 2
        pair.agree()
        pair.other.page.goto("about:blank")
        seats = pair.one.part("seats").locator("span")
        expect(seats).to_have_text(["Bob (X)", "Ann (O), you"])


def test_two_people_of_one_name_are_told_apart_also_after_a_reload(chromium, lab):
    with sharing(chromium, lab, CELLS, ("Ann", "Ann")) as pair:
        pair.run(pair.one)
        pair.one.click(START, "F6")
        expect(pair.other.part("says")).to_contain_text("X plays F6")
        pair.other.click(START, "A6")
        for _ in range(2):
            for desk, one, two in ((pair.one, "you", "here"), (pair.other, "here", "you")):
                seats = desk.part("seats").locator("span")
                expect(seats).to_have_text([f"Ann (X), {one}", f"Ann (2) (O), {two}"])
            pair.reload(pair.other)


def test_quick_clicks_on_both_pages_while_a_cell_runs_are_all_carried_out_once(pair):
    pair.run(pair.one)
    names = pair.match.game.board.names[:12]
    pair.one.begin("import time; time.sleep(2)")
    for number, name in enumerate(names):
        pair.desks[number // 3 % 2].click(pair.match, name)
    for desk in pair.desks:
        desk.answered()
    assert sorted(pair.one.tab.python("print(*w.moves)").split()) == sorted(names)
    owners = pair.one.tab.python("print(*w.match.position.owners)").split()
    for desk in pair.desks:
        shows(desk.page, owners)


def test_the_document_keeps_one_picture_of_each_board_and_its_last_position(chromium, lab):
    """Each page put a picture in the place of the other's: twice as many at each move."""
    kept = """want => jupyterapp.shell.currentWidget.content.widgets[1].model.sharedModel
      .getOutputs().map(output => /alt="([^"]*)"/.exec(output.data['text/html'])?.[1] ?? 'board')
      .join() === want.join()"""
    with sharing(chromium, lab, TWO) as pair:
        pair.one.tab.run()
        for desk in pair.desks:
            desk.page.wait_for_function("() => document.querySelectorAll('.nb-board').length == 2")
        first = f"{SAVED} "
        for _ in range(3):
            pair.move()
            want = ["board", first + says(pair.match), "board", f"{first}Vert to move; move 1."]
            for desk in pair.desks:
                desk.page.wait_for_function(kept, arg=want)
