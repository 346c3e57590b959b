"""What a board says when Python does not answer, and how it recovers."""

from urllib.parse import urlsplit

import pytest
from browser.cable import Cable
from browser.desk import Desk
from browser.rig import Lab
from playwright.sync_api import expect

SHOW = "w = nbgames.match('projex', 4).widget()\nw"
HIDE = """hidden => {
  const state = hidden ? 'hidden' : 'visible';
  for (const [name, value] of [['hidden', hidden], ['visibilityState', state]])
    Object.defineProperty(document, name, { configurable: true, get: () => value });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
# JupyterLab asks its server now whether it is there, not at some time in the next half minute.
LOOK = "() => jupyterapp.serviceManager.sessions.refreshRunning().catch(() => {})"
COMPLAINT = ".jp-Dialog"
ALARM = 2_100  # milliseconds, with some for the page to tell of it
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"


def shown(tab):
    desk = Desk(tab)
    desk.show(SHOW)
    yield desk
    assert tab.outside == []


@pytest.fixture
def desk(notebook):
    yield from shown(notebook)


@pytest.fixture
def apart(open_notebook):
    """A notebook of its own, where what happens leaves errors that a later test would be told.

    anywidget 0.11 complains of a board that is closed while its module loads, two seconds later.
    """
    tab = open_notebook(["pass"])
    yield from shown(tab)
    tab.rest(ALARM)


def play(desk, name):
    desk.board().locator(f'[aria-label^="{name},"]').click()


def owner(desk, name):
    return desk.board().locator(f'[aria-label^="{name}, taken"]')


@pytest.mark.long
def test_a_kernel_that_is_busy_dead_or_restarted_is_told_and_survived(apart, lab):
    """One notebook, in the order in which it happens to people."""
    late = apart.part("trouble")
    with apart.busy():
        play(apart, "D1")
        expect(apart.board().locator("[data-pending]")).to_have_count(1)
        expect(late).to_contain_text("Python has not answered yet. If a cell is")
        expect(apart.board().locator("[data-pending]")).to_have_count(0)
    expect(owner(apart, "D1")).to_have_count(1)  # the cell ended: it is played
    expect(late).to_be_empty()

    apart.tab.ask("() => jupyterapp.commands.execute('docmanager:save')")
    lab.reload(apart.tab)
    apart.page.wait_for_selector(".nb-board [data-site]")
    expect(owner(apart, "D1")).to_have_count(1)
    play(apart, "E4")
    expect(owner(apart, "E4")).to_have_count(1)

    apart.tab.ask(f"() => {KERNEL}.restart()")
    play(apart, "C3")
    expect(late).to_contain_text("Python was restarted: run this cell again")
    expect(apart.board().locator("[data-pending]")).to_have_count(0)
    expect(owner(apart, "E4")).to_have_count(1)  # the last that Python said stays
    apart.page.get_by_role("button", name="first move", exact=True).click()
    expect(owner(apart, "D1")).to_have_count(0)

    apart.show(SHOW)
    play(apart, "C3")
    expect(owner(apart, "C3")).to_have_count(1)


@pytest.fixture
def cable(lab):
    cable = Cable(urlsplit(lab.url).port)
    yield cable
    cable.close()


@pytest.fixture
def cabled(lab, cable, open_tab):
    """A notebook at the other end of a cable, with a board on which D1 is played."""
    far = Lab(f"http://127.0.0.1:{cable.port}", lab.token, lab.root)
    desk = Desk(open_tab())
    far.open(desk.tab, far.write([f"import nbgames\n{SHOW}"]))
    desk.tab.run()
    close = desk.page.locator(COMPLAINT).get_by_role("button", name="Close")
    desk.page.add_locator_handler(close, lambda button: button.click())
    play(desk, "D1")
    expect(owner(desk, "D1")).to_have_count(1)
    return desk


@pytest.mark.long
@pytest.mark.parametrize("how", ["after a click that was lost with it", "before a click"])
def test_a_lost_connection_is_told_and_what_was_asked_is_done_when_it_is_back(cabled, cable, how):
    """What is done without one, test_board_js.py shows with a model for a kernel."""
    told = cabled.part("trouble")
    if how == "before a click":
        cable.cut()
        expect(told).to_contain_text("No connection to Python")
        play(cabled, "E4")
    else:
        cable.mute()
        play(cabled, "E4")
        expect(cabled.board().locator("[data-pending]")).to_have_count(1)
        cable.cut()
    cabled.tab.ask(LOOK)
    cabled.page.wait_for_function(f"() => document.querySelector('{COMPLAINT}')")
    expect(told).to_contain_text("No connection to Python")
    expect(cabled.board().locator("[data-pending]")).to_have_count(0)
    assert cabled.tab.violations() == []
    cable.mend()
    cabled.tab.ask(f"() => {KERNEL}.reconnect()")
    expect(owner(cabled, "E4")).to_have_count(1)
    expect(told).to_be_empty()
    play(cabled, "C3")
    expect(owner(cabled, "C3")).to_have_count(1)
    cabled.agree()
    cabled.tab.shut()


def test_a_hidden_tab_is_painted_when_it_is_seen_again(desk):
    desk.tab.ask(HIDE, True)
    desk.tab.python("w.play('D1', 'E4')")
    desk.tab.ask(HIDE, False)
    expect(owner(desk, "E4")).to_have_count(1)
    assert desk.page.locator(".nb-moves [aria-current]").inner_text() == "E4"


def test_double_clicks_play_once(desk):
    site = desk.board().locator('[aria-label^="D1,"]')
    with desk.busy():
        site.dblclick()
        site.dblclick()
    expect(owner(desk, "D1")).to_have_count(1)
    desk.answered()
    expect(desk.part("trouble")).to_be_empty()
    assert desk.tab.python("w.moves") == "('D1',)"


RUNS = f"""async () => {{
  const kernel = {KERNEL};
  const code = 'w = nbgames.match("projex", 4).widget()';
  for (let run = 1; run < 300; run++)
    kernel.requestExecute({{ code }}, true, {{ cellId: 'one' }});
  await kernel.requestExecute({{ code }}, true, {{ cellId: 'one' }}).done;
}}"""


@pytest.mark.long
def test_a_cell_run_again_closes_its_old_board_and_300_runs_leave_no_comm(apart):
    count = "import comm; len(comm.get_comm_manager().comms)"
    apart.tab.python("first = w")
    before = int(apart.tab.python(count))
    apart.show(SHOW)
    assert apart.tab.python("first.comm is None") == "True"
    assert int(apart.tab.python(count)) == before
    apart.tab.ask(RUNS)
    assert int(apart.tab.python(count)) == before + 2  # one more cell: a board and its layout
    assert apart.page.locator(".nb-board").count() == 1


def test_a_board_in_a_box_is_observed(desk):
    desk.show(
        "import ipywidgets\nheard = []\nw = nbgames.match('projex', 4).widget()\n"
        "w.observe(lambda change: heard.append(change.new), 'moves')\n"
        "ipywidgets.HBox([w, ipywidgets.IntSlider()])"
    )
    play(desk, "D1")
    expect(owner(desk, "D1")).to_have_count(1)
    assert desk.tab.python("heard") == "[('D1',)]"
    assert desk.board().bounding_box()["width"] > 200
    assert desk.tab.python("type(w._esm).__name__") == "'str'"
