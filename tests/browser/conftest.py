"""Fixtures for tests in a real browser; how they work is in rig.py."""

import json
import os
from collections import defaultdict
from itertools import chain
from pathlib import Path

import pytest
from browser.desk import Desk
from browser.live import shown
from browser.rig import (
    MOUNT,
    SHOWN,
    UNASKED,
    Lab,
    launch,
    new_context,
    start_lab,
    stop,
    watch,
    watched,
)
from playwright.sync_api import Browser, sync_playwright
from wire import wire  # noqa: F401  a fixture

from nbgames.web.pages import to_html
from nbgames.widgets.worker import Worker

HERE = Path(__file__).parent
# `make test` runs the tests of these files in Firefox, all others in Chromium.
IN_FIREFOX = {
    *("test_arrows", "test_board_js", "test_draws", "test_editor", "test_functions"),
    *("test_hands", "test_names", "test_peculiar", "test_sphere", "test_trainer", "test_tutorial"),
}
WINDOW = {"width": 1280, "height": 720}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark these tests, and run them last: Playwright keeps an event loop until the end."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")
        engine = item.callspec.params.get("engine") if hasattr(item, "callspec") else None
        for name in marks_of(item, engine) if engine else ():
            item.add_marker(name)
    items.sort(key=lambda item: (HERE in item.path.parents, is_marked(item, "firefox")))


def marks_of(item, engine):
    """Those of a test in this engine. JupyterLab takes long in Firefox: few are run there."""
    in_lab, everywhere = "lab" in item.fixturenames, is_marked(item, "everywhere")
    usual = item.path.stem in IN_FIREFOX and not in_lab
    in_both = everywhere or (usual and is_marked(item, "long") and not is_marked(item, "undriven"))
    if engine != usual_engine(item) and (in_lab or not in_both):
        yield "again"
    if engine == "firefox":
        yield "firefox"
        if not usual and not everywhere:
            yield "long"


def usual_engine(item):
    """The engine in which `make test` runs a test."""
    others = is_marked(item, "long") or is_marked(item, "undriven") or "lab" in item.fixturenames
    return "firefox" if item.path.stem in IN_FIREFOX and not others else "chromium"


def is_marked(item, name):
    return item.get_closest_marker(name) is not None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Tell the missing browser in one line, not once a test; of a failure what the kernels did."""
    report = yield
    if report.failed and isinstance(lab := item.funcargs.get("lab"), Lab):
        report.sections.append(("kernels", lab.traces()))
    if report.skipped and "*** NO " in str(report.longrepr):
        report.longrepr = (__file__, 0, report.longrepr[2])
    if report.skipped and UNASKED in str(report.longrepr) and usual_engine(item) == "firefox":
        report.outcome, report.longrepr = "failed", "mark it undriven: `make test` skips it"
    return report


@pytest.fixture(autouse=True, scope="session")
def help_does_not_stand_back():
    """The process that finds help runs behind all others: beside seven pytests, hardly ever."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nbgames.widgets.adviser.LAST", 0)
        yield


def launched(playwright, name) -> Browser:
    """A browser; where it is missing its tests are skipped, but never in CI."""
    try:
        return launch(playwright, name)
    except FileNotFoundError as error:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(error))


@pytest.fixture(scope="session")
def driver():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(driver) -> Browser:
    with launched(driver, "chromium") as browser:
        yield browser


@pytest.fixture(scope="session")
def firefox(driver) -> Browser:
    with launched(driver, "firefox") as browser:
        yield browser


@pytest.fixture(scope="session", params=["chromium", "firefox"])
def engine(request) -> Browser:
    """Each browser in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def lab(tmp_path_factory) -> Lab:
    """One JupyterLab for the session, with folders of its own."""
    lab, server = start_lab(tmp_path_factory.mktemp("lab"))
    yield lab
    stop(server)


@pytest.fixture
def open_tab(engine):
    """open_tab(**options) -> Tab: an empty page under watch that nobody had before or has after."""
    contexts = []

    def open_one(**options):
        context, tab = watch(engine, **options)
        contexts.append(context)
        return tab

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture
def play_page(open_page, tmp_path):
    """play_page(match, script="", **options) -> Tab: a page without Python, after the script."""
    tabs = []

    def open_one(m, script="", **options):
        file = tmp_path / "page.html"
        file.write_text(to_html(m), "utf-8")
        tab = open_page(script=script, **options)
        tab.page.goto(file.as_uri())
        tab.page.wait_for_selector("[data-site]")
        tabs.append(tab)
        return tab

    yield open_one
    for tab in tabs:
        assert tab.errors == [] and tab.outside == []


@pytest.fixture(scope="module")
def blank(engine, idle):
    """An empty page under watch, for all tests of a file; other files have it before and after."""
    tabs = idle[repr([])]
    tab = tabs.pop() if tabs else watch(engine)[1]
    tab.page.set_content("<!doctype html><title>blank</title>")
    yield tab
    tab.clear()
    tabs.append(tab)


@pytest.fixture(scope="session")
def notebooks(engine):
    """The context of all notebooks: what JupyterLab consists of is loaded and compiled once."""
    context = new_context(engine)
    yield context
    context.close()


@pytest.fixture(scope="session")
def lasting(lab, notebooks):
    """A page of JupyterLab's, which takes four seconds of a processor to load; its notebook."""
    tab, name = watched(notebooks), lab.write(["pass"])
    lab.open(tab, name)
    yield tab, name
    lab.open_instead(tab, name)
    tab.shut()


CLOSED = "import ipywidgets; ipywidgets.Widget.close_all()"


@pytest.fixture
def notebook(lasting, lab):
    """The open notebook, its page as it was at first; names in its kernel stay, widgets are closed.

    A page that is reloaded makes all that are open anew, each a module of its own, and anywidget
    gives up after two seconds: on a busy machine seventeen were too many.
    """
    tab, name = lasting
    tab.page.bring_to_front()
    if tab.ask(SHOWN) != name:  # JupyterLab may have saved a board in it, which is closed
        (lab.root / lab.write(["pass"])).replace(lab.root / name)
        lab.open_instead(tab, name)
    tab.python(CLOSED)
    tab.resize(**WINDOW)
    tab.page.mouse.move(0, 0)
    tab.errors.clear()
    tab.outside.clear()
    return tab


@pytest.fixture
def open_notebook(lasting, lab, notebooks):
    """open_notebook(cells or path, run=True) -> Tab, its kernel connected and all cells run.

    The first takes the place of the notebook that all tests share, in its page; others have pages.
    """
    tabs = []

    def open_one(cells, *, run=True, viewport=WINDOW):
        tab = watched(notebooks) if tabs else lasting[0]
        if not tabs and tab.ask(SHOWN) == lasting[1]:
            tab.python(CLOSED)  # or they are made anew where it is opened again
        tab.errors.clear()
        tab.outside.clear()
        (lab.open if tabs else lab.open_instead)(tab, lab.write(cells))
        tab.resize(**viewport)
        tabs.append(tab)
        if run:
            tab.run()
        return tab

    yield open_one
    for tab in tabs:
        tab.shut()
    for tab in tabs[1:]:
        tab.page.close()


@pytest.fixture
def desk(notebook):
    """That notebook to be shown boards."""
    return Desk(notebook)


@pytest.fixture
def themed(notebook):
    """themed("Dark"): JupyterLab in this theme; afterwards it is light, as it was."""
    change = "theme => jupyterapp.commands.execute('apputils:change-theme', { theme })"
    drawn = "theme => document.body.dataset.jpThemeName === theme"  # once its style is loaded

    def to(theme):
        notebook.ask(change, f"JupyterLab {theme}")
        notebook.page.wait_for_function(drawn, arg=f"JupyterLab {theme}")

    yield to
    to("Light")


@pytest.fixture(scope="session")
def idle(engine):
    """Empty pages that no test has at the moment, by the options they were made with."""
    tabs = defaultdict(list)
    yield tabs
    for tab in chain(*tabs.values()):
        tab.page.context.close()


@pytest.fixture
def open_page(engine, idle):
    """open_page(script="", **options) -> Tab: an empty page under watch, its storage empty.

    Another test had it before: a new page is a new process of the browser's, which takes as much
    as showing a board. The script runs before those of what is shown there. Routes and clocks that
    are set for a page stay: those take a tab.
    """
    taken, scripts = [], []

    def open_one(*, viewport=WINDOW, script="", **options):
        tabs = idle[repr(sorted(options.items()))]
        tab = tabs.pop() if tabs else watch(engine, **options)[1]
        taken.append((tabs, tab))
        tab.page.bring_to_front()  # another may lie before it; in Firefox it alone has the focus
        if tab.page.viewport_size != viewport:
            tab.page.set_viewport_size(viewport)
        if script:
            scripts.append(tab.page.add_init_script(script))
        return tab

    yield open_one
    for script in scripts:
        script.dispose()
    for tabs, tab in taken:
        tab.clear()
        tabs.append(tab)


@pytest.fixture
def mount(open_page, open_tab):
    """mount(js, state, css="", shadow=False) -> Tab: a widget shown with a model but no kernel.

    In the page: `sent`, `heard` (the model's listeners), `model`, `arrive({...})`, `unmount()`.
    With `alone`, what holds for all pages of a context may be set there: a clock. With `me`,
    several people edit the notebook, one of this name here; `people.come(name)` brings another,
    and `people.called(name)` calls the one here so.
    """

    def mount_one(js, state, *, css="", shadow=False, alone=False, me=None, **options):
        tab = (open_tab if alone else open_page)(**options)
        tab.ask(MOUNT, json.dumps([js, css, state, shadow, me]))
        return tab

    return mount_one


@pytest.fixture
def show(mount, wire, monkeypatch):  # noqa: F811
    """show(match or widget, dark=False, **options) -> Live: a board with Python but no kernel.

    It is closed in the end, with all the work that it began. Its help, reviews and players work in
    a thread: a process takes a second to start; tests in JupyterLab show boards that have some.
    """
    monkeypatch.setattr(Worker, "_sent", lambda *asked: False)
    boards = []

    def one(match, **options):
        boards.append(shown(mount, wire, match, **options))
        return boards[-1]

    yield one
    for board in boards:
        board.widget.close()
