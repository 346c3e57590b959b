"""The course as a static site: a Python in the page, no server behind it and no network."""

import functools
import subprocess
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browser.desk import Desk
from browser.rig import CONNECT, FLAGS, Tab, watch
from playwright.sync_api import expect

import nbgames
from nbgames import analysis

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # its service worker's too

BLANK = """async () => {
  const cell = { cell_type: 'code', source: '', metadata: {}, outputs: [], execution_count: null };
  const content = { nbformat: 4, nbformat_minor: 5, cells: [cell], metadata: {
    kernelspec: { name: 'python', display_name: 'Python (Pyodide)' } } };
  const file = { type: 'notebook', format: 'json', content };
  const { contents } = jupyterapp.serviceManager;
  await contents.save('blank.ipynb', file);
  await jupyterapp.commands.execute('docmanager:open', { path: 'blank.ipynb' });
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the site, built as `make lite` builds it."""
    folder = tmp_path_factory.mktemp("lite") / "site"
    command = ["make", "-C", ROOT, "lite", f"LITE={folder}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=800)
    assert done.returncode == 0, done.stdout + done.stderr
    print(f"\n{done.stdout}")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="module")
def offline(chromium):
    """A browser for which there is no other machine."""
    kind, path = chromium.browser_type, chromium_path()
    browser = kind.launch(executable_path=path, headless=True, args=[*FLAGS, NOWHERE])
    yield browser
    browser.close()


def chromium_path():
    found = subprocess.run(["bash", ROOT / ".ci/chromium"], capture_output=True, text=True)
    return found.stdout.strip()


@pytest.fixture
def visit(offline, site):
    """visit(path) -> Tab: a page of the site with its kernel connected, told how long it took."""
    contexts = []

    def go(notebook=""):
        context, tab = watch(offline, service_workers="allow")
        contexts.append(context)
        start = time.monotonic()
        tab.page.goto(f"{site}/lab/index.html" + (f"?path={notebook}.ipynb" if notebook else ""))
        tab.page.wait_for_function("window.jupyterapp?.started")
        if not notebook:
            tab.ask("() => jupyterapp.restored.then(() => true)")
            tab.ask(BLANK)
        tab.page.wait_for_selector(".jp-Notebook .jp-Cell")
        seen = time.monotonic() - start
        tab.ask(CONNECT, seconds=180)
        print(f"\n{notebook or 'blank'}: seen after {seen:.1f} s,", end=" ")
        print(f"its Python ready after {time.monotonic() - start:.1f} s")
        return tab

    yield go
    for context in contexts:
        context.close()


def ran(tab: Tab) -> list[str]:
    """Run all cells; the errors of those that could not."""
    start = time.monotonic()
    failed = tab.ask(RUN_ALL, seconds=400)
    print(f"run in {time.monotonic() - start:.1f} s")
    return failed


RUN_ALL = """async () => {
  await jupyterapp.commands.execute('notebook:run-all-cells');
  return jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code')
    .flatMap(cell => cell.model.executionCount === null && cell.model.sharedModel.source.trim()
      ? ['not run: ' + cell.model.sharedModel.source]
      : cell.model.outputs.toJSON().filter(output => output.output_type === 'error')
        .map(output => `${output.ename}: ${output.evalue}`));
}"""


def test_a_game_is_played_against_the_computer_that_thinks_in_slices(visit):
    tab = visit()
    desk = Desk(tab)
    tab.python("import nbgames", seconds=120)
    desk.show(
        "w = nbgames.match('projex', 4, swap=False)"
        ".widget(opponent=nbgames.opponent(3, seed=1, seconds=2))\nw"
    )
    answered = 0
    while tab.python("w.match.outcome is None") == "True":
        word = tab.python("print(w.match.legal()[0])")
        desk.board().locator(f'[aria-label^="{word},"]').click()
        if answered == 0:  # it thinks, and the kernel is free meanwhile
            thinking = desk.page.get_by_role("button", name="Stop thinking", exact=True)
            expect(thinking).to_be_visible()
            assert tab.python("w._partner.thinking", seconds=2) == "True"
        desk.page.wait_for_function(
            "n => document.querySelectorAll('.nb-moves li').length >= n"
            " || /wins/.test(document.querySelector('.nb-says').textContent)",
            arg=(answered := answered + 2),
            timeout=60_000,
        )
    expect(desk.part("says")).to_contain_text("wins")
    print(f"{answered} moves, {tab.python('print(w.match.result())')}")
    assert tab.outside == [] and tab.errors == []


@pytest.mark.parametrize("name", list(nbgames.GAMES))
def test_playouts_with_big_integers_count_as_they_do_elsewhere(visit, name):
    tab = visit()
    ask = (
        f"from nbgames import analysis; print(analysis.playouts(nbgames.match({name!r}), 500).wins)"
    )
    start = time.monotonic()
    told = tab.python(f"import nbgames\n{ask}", seconds=200)
    print(f"{name}: 500 games in {time.monotonic() - start:.1f} s")
    assert told == str(analysis.playouts(nbgames.match(name), 500).wins)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_to_its_end_without_a_network(visit, name):
    """A cell that needs numpy says so; nothing else goes wrong, and nothing is left undone."""
    tab = visit(name)
    failed = ran(tab)
    assert [words for words in failed if "needs numpy" not in words] == []
    if name == "cycle_parity":
        assert failed == []
        assert tab.page.locator("figure img[alt]").count() >= 3
    assert tab.page.locator(".nb-board [data-site]").count() > 0
    assert tab.outside == [] and tab.errors == []
