"""The course as a static site: a Python in the page, no server behind it and no network."""

import re
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser.desk import Desk
from browser.rig import CONNECT, Tab, watch
from playwright.sync_api import expect
from tools.first_board import lite, served

import nbgames
from nbgames import analysis

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted({path.stem for path in (ROOT / "notebooks").glob("*.ipynb")} - {"research"})
SHOWS = re.compile(r"explore\(|widget\(|menu\(")  # a board

BLANK = """async () => {
  const cell = { cell_type: 'code', source: '', metadata: {}, outputs: [], execution_count: null };
  const content = { nbformat: 4, nbformat_minor: 5, cells: [cell], metadata: {
    kernelspec: { name: 'python', display_name: 'Python (Pyodide)' } } };
  const file = { type: 'notebook', format: 'json', content };
  const { contents } = jupyterapp.serviceManager;
  await contents.save('blank.ipynb', file);
  await jupyterapp.commands.execute('docmanager:open', { path: 'blank.ipynb' });
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the site, built as `make lite` builds it."""
    folder = tmp_path_factory.mktemp("lite") / "site"
    command = ["make", "-C", ROOT, "lite", f"LITE={folder}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=800)
    assert done.returncode == 0, done.stdout + done.stderr
    print(f"\n{done.stdout}")
    with served(folder) as address:
        yield address


@contextmanager
def visit(browser, site, notebook=""):
    """A page of the site with its kernel connected; tells how long that took."""
    context, tab = watch(browser, service_workers="allow")
    start = time.monotonic()
    tab.page.goto(f"{site}/lab/index.html" + (f"?path={notebook}.ipynb" if notebook else ""))
    tab.page.wait_for_function("window.jupyterapp?.started", timeout=120_000)
    if not notebook:
        tab.ask("() => jupyterapp.restored.then(() => true)", seconds=120)
        tab.ask(BLANK)
    tab.page.wait_for_selector(".jp-Notebook .jp-Cell")
    seen = time.monotonic() - start
    tab.ask(CONNECT, seconds=180)
    print(f"\n{notebook or 'blank'}: seen after {seen:.1f} s,", end=" ")
    print(f"its Python ready after {time.monotonic() - start:.1f} s")
    yield tab
    context.close()


@pytest.fixture(scope="module")
def blank(chromium, site):
    """An empty notebook, for several tests: a Python takes half a minute to start in a page."""
    with visit(chromium, site) as tab:
        tab.python("import nbgames", seconds=120)
        yield tab


def ran(tab: Tab) -> list[str]:
    """Run all cells; the errors of those that could not."""
    start = time.monotonic()
    failed = tab.ask(RUN_ALL, seconds=400)
    print(f"run in {time.monotonic() - start:.1f} s")
    return failed


RUN_ALL = """async () => {
  await jupyterapp.commands.execute('notebook:run-all-cells');
  const cells = jupyterapp.shell.currentWidget.content.widgets
    .filter(({ model }) => model.type === 'code' && model.sharedModel.source.trim());
  return [
    ...cells.filter(({ model }) => model.executionCount === null)
      .map(({ model }) => 'not run: ' + model.sharedModel.source),
    ...cells.flatMap(({ model }) => model.outputs.toJSON())
      .filter(output => output.output_type === 'error')
      .map(output => `${output.ename}: ${output.evalue}`),
  ];
}"""


def board(tab, opponent):
    """A board with this computer player, after the first click of the other."""
    desk = Desk(tab)
    match = "nbgames.match('projex', 4, swap=False)"
    desk.show(f"w = {match}.widget(opponent=nbgames.opponent({opponent}))\nw")
    desk.board().locator('[aria-label^="D1,"]').click()
    return desk


def test_the_first_board_comes(chromium, site):
    """In how many seconds, says `python -m tools.first_board lite SITE`, and CONTRIBUTING."""
    for stage, (clock, work) in lite(chromium, site).items():
        print(f"\n{stage} after {clock:.1f} s, {work:.1f} s of a processor", end="")


COMPILED = """
import nbgames, sys
from importlib.util import cache_from_source
from pathlib import Path
specs = [getattr(m, '__spec__', None) for m in sys.modules.values()]
read = [Path(spec.origin) for spec in specs if spec and spec.has_location]
ready = [f for f in read if f.suffix == '.pyc' or Path(cache_from_source(f)).exists()]
print(len(read) > 200, sorted({*read} - {*ready}))
"""
FOLDERS = """
import nbgames
from pathlib import Path
site = Path(nbgames.__file__).parents[1]
print(*sorted(p.name for p in site.iterdir() if p.is_dir() and not p.suffix))
"""


def test_a_page_compiles_nothing_and_unpacks_little(blank):
    """Both take long there: bytecode comes with the site, and most libraries as one zip."""
    assert blank.python(COMPILED) == "True []"
    assert blank.python(FOLDERS) == "IPython jedi nbgames networkx parso"


BESIDE = """
import importlib, sys
from pathlib import Path
Path("beside.py").write_text("n = 42")
importlib.invalidate_caches()
import beside
print(beside.n, sys.path.index("") == len(sys.path) - 1)
"""


def test_an_import_looks_into_the_folder_of_the_notebook_last(blank):
    """Each look there is a request to the page, which does nothing else meanwhile."""
    assert blank.python(BESIDE) == "42 True"


RESTART = "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


def test_a_page_with_a_notebook_starts_its_python_at_once_and_can_restart_it(chromium, site):
    with visit(chromium, site, "play") as tab:
        assert [Path(worker.url).name for worker in tab.page.workers] == ["early.mjs"]
        assert tab.python("import os; print(os.path.exists('play.ipynb'))") == "True"
        tab.ask(RESTART)
        assert tab.python("import nbgames; print(nbgames.match('projex').legal()[0])") == "F1"
        (worker,) = tab.page.workers
        assert Path(worker.url).name.startswith("comlink.worker.")
        assert tab.outside == []


COMPLETED = """async code => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  return (await kernel.requestComplete({ code, cursor_pos: code.length })).content.matches;
}"""


def test_names_are_completed(blank):
    assert "outcome" in blank.ask(COMPLETED, "nbgames.match('projex').outc")


def test_an_error_in_a_library_that_has_no_source_here_is_told(blank):
    with pytest.raises(AssertionError, match="Source a is not in G"):
        blank.python("import networkx as nx; nx.shortest_path(nx.Graph(), 'a', 'b')")


def test_the_computer_thinks_in_slices_and_can_be_stopped(blank):
    """There is one thread: between two slices the kernel hears what else is asked of it."""
    desk = board(blank, "6, seconds=6000")
    stop = desk.page.get_by_role("button", name="Stop thinking", exact=True)
    expect(stop).to_be_visible()
    assert blank.python("w._desk.computer.thinking") == "True"
    stop.click()
    expect(desk.page.get_by_role("button", name="Go on thinking", exact=True)).to_be_visible()
    assert blank.python("w._desk.computer.thinking, len(w.match.claims)") == "(False, 1)"


def test_a_game_is_played_against_the_computer(blank):
    desk, moves = board(blank, "3, seed=1"), 2
    ended = "document.querySelector('.nb-done')"
    came = f"n => document.querySelectorAll('.nb-moves li').length >= n || {ended}"
    desk.page.wait_for_function(came, arg=moves, timeout=60_000)
    while blank.python("w.match.outcome is None") == "True":
        word = blank.python("print(w.match.legal()[0])")
        desk.board().locator(f'[aria-label^="{word},"]').click()
        desk.page.wait_for_function(came, arg=(moves := moves + 2), timeout=60_000)
    expect(desk.part("says")).to_contain_text(re.compile("You (won|lost): "))
    print(f"\n{blank.python('print(len(w.match.claims), w.match.result())')}")
    assert blank.outside == [] and blank.errors == []


@pytest.mark.parametrize("name", list(nbgames.GAMES))
def test_playouts_with_big_integers_count_as_they_do_elsewhere(blank, name):
    ask = (
        f"from nbgames import analysis; print(analysis.playouts(nbgames.match({name!r}), 500).wins)"
    )
    start = time.monotonic()
    told = blank.python(ask, seconds=200)
    print(f"\n{name}: 500 games in {time.monotonic() - start:.1f} s")
    assert told == str(analysis.playouts(nbgames.match(name), 500).wins)


def test_an_exercise_is_answered(blank):
    """The page judges, and Python has the answer as text."""
    ask = "from nbgames.exercises import one_class\nshown = one_class.loop(...).live()\nshown"
    Desk(blank).show(ask)
    page = blank.page.locator(".nb-exercise")
    for text, words in (
        ("C1 B2 B3 D3", "✗ Not right: these cells have no loop"),
        ("C1 B2 B3 B4", "✓ Right: C1, B2, B3 and B4 are a winning loop."),
    ):
        page.locator(".nb-typed").fill(text)
        page.locator(".nb-typed").press("Enter")
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.locator(".nb-verdict")).to_contain_text(words)
    while blank.python("shown.answer") != repr('"C1 B2 B3 B4"'):
        pass  # until the kernel has heard of it
    assert blank.outside == [] and blank.errors == []


WIDTH = "async (image) => { await image.decode(); return image.naturalWidth; }"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_to_its_end_without_a_network(chromium, site, name):
    """A cell that needs what is left out says so; nothing else fails or is left undone."""
    with visit(chromium, site, name) as tab:
        assert ran(tab) == []
        if name == "cycle_parity":
            assert "this needs numpy" not in tab.page.locator(".jp-Notebook").inner_text()
            assert tab.page.locator("figure img[alt]").count() >= 3
        if SHOWS.search((ROOT / f"notebooks/{name}.ipynb").read_text("utf-8")):
            assert tab.page.locator(".nb-board [data-site]").count() > 0
        if name == "play":
            assert tab.page.locator(".jp-Notebook img[alt^=Antipalos]").evaluate(WIDTH) > 0
        # JupyterLab asks beside its own page first, and then takes a picture from its own folder.
        errors = [error for error in tab.errors if "/lab/pictures/" not in error]
        assert tab.outside == [] and errors == []
