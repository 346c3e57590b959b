"""The board in other notebook programs than `make test` has, each in an environment of its own.

All of them take some minutes. `make hosts ARGS="--in DIR"` keeps the environments there.
"""

import json
import sys
import tempfile
from pathlib import Path

from browser.games import PLACE
from browser.rig import CONNECT, NEWS, Lab, Tab, free_port, launch, stop, wait_for, watch
from playwright.sync_api import Locator, expect, sync_playwright

from tools import parser
from tools.applications import APPLICATIONS
from tools.environments import ANYWIDGET, BINDER, anywidget, begun, given, made, version
from tools.exported import in_export, in_myst

JUPYTER = {
    BINDER: ("lab", ["jupyterlab==4.4.9"], "--LabApp.expose_app_in_browser=True"),
    "Notebook 7": (
        "notebook",
        ["notebook>=7,<8"],
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ),
}
CELLS = [
    "import nbgames, ipywidgets\nheard = []",
    "w = nbgames.match('projex', 4).widget(opponent=nbgames.opponent(1, seed=0))\n"
    "w.observe(lambda change: heard.append(len(change.new)), 'moves')\nipywidgets.HBox([w])",
]
MARIMO = """
import marimo
app = marimo.App()

@app.cell
def _():
    import marimo as mo, nbgames
    board = nbgames.match("projex", 4, swap=False).widget(opponent=nbgames.opponent(1, seed=0))
    shown = mo.ui.anywidget(board)
    return board, mo, shown

@app.cell
def _(shown):
    shown
    return

@app.cell
def _(board, mo, shown):
    shown.value
    mo.md(f"moves so far: {len(board.moves)}")
    return

if __name__ == "__main__":
    app.run()
"""


def in_jupyter(browser, folder: Path, name: str) -> str:
    """Play in a notebook of this host; its version."""
    command, needs, expose = JUPYTER[name]
    bin = made(folder, name, needs)
    root = Path(tempfile.mkdtemp())
    own = {
        key: str(root / key)
        for key in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    page = root / "JUPYTER_CONFIG_DIR/labconfig/page_config.json"
    page.parent.mkdir(parents=True)
    page.write_text(json.dumps({"disabledExtensions": {NEWS: True}}))
    port = free_port()
    options = [
        "--no-browser", "--allow-root", expose, "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}", "--IdentityProvider.token=t", f"--ServerApp.root_dir={root}",
    ]  # fmt: skip
    server = begun([bin / "jupyter", command, *options], own, root)
    lab = Lab(f"http://127.0.0.1:{port}", "t", root)
    context, tab = watch(browser)
    try:
        wait_for(f"{lab.url}/api", server)
        book = lab.write(CELLS)
        if command == "lab":
            lab.open(tab, book)
        else:
            tab.page.goto(f"{lab.url}/notebooks/{book}?token=t")
            tab.page.wait_for_function("window.jupyterapp?.shell.currentWidget")
            tab.ask(CONNECT, seconds=60)
        tab.run()
        tab.page.wait_for_selector(".nb-board [data-site]")
        tab.page.mouse.click(*tab.ask(PLACE, [0, 0]))
        expect(tab.page.locator(".nb-moves li")).to_have_count(2, timeout=20_000)
        cells = "() => jupyterapp.shell.currentWidget.content.widgets.length"
        count = tab.ask(cells)
        for key in "bjzxdd":
            tab.page.keyboard.press(key)
        assert tab.ask(cells) == count, "keys reached the notebook"
        assert tab.python("heard") == "[1, 2]", "a move was not observed"
        assert tab.outside == [], tab.outside
        assert [e for e in tab.errors if "nb-" in e or "anywidget" in e] == [], tab.errors
    finally:
        context.close()
        stop(server)
    package = "jupyterlab" if command == "lab" else "notebook"
    return version(bin, package)


def in_marimo(browser, folder: Path) -> str:
    """Play in marimo, light and dark; its version."""
    bin = made(folder, "marimo", ["marimo"])
    for theme in ("light", "dark"):
        root = Path(tempfile.mkdtemp())
        (root / "book.py").write_text(MARIMO)
        (root / "pyproject.toml").write_text(f'[tool.marimo.display]\ntheme = "{theme}"\n')
        port = free_port()
        options = ["--headless", "--no-token", "--host", "127.0.0.1", "--port", str(port)]
        command = [bin / "marimo", "edit", "book.py", *options, "--skip-update-check"]
        server = begun(command, {"HOME": str(root)}, root)
        context, tab = watch(browser)
        try:
            wait_for(f"http://127.0.0.1:{port}/health", server)
            tab.page.goto(f"http://127.0.0.1:{port}")
            tab.page.wait_for_timeout(2000)
            tab.page.get_by_test_id("run-button").last.click()
            board = tab.page.locator(".nb-board")
            expect(board).to_be_visible(timeout=30_000)
            expect(tab.page.get_by_text("moves so far: 0")).to_be_visible()
            for moves in (2, 4):  # after the answer too: the page has acknowledged it
                board.locator('[aria-label$=", empty"]').first.click()
                expect(tab.page.locator(".nb-moves li")).to_have_count(moves, timeout=20_000)
                expect(tab.page.get_by_text(f"moves so far: {moves}")).to_be_visible()
            paper = tab.page.locator(".nb-paper").evaluate("p => getComputedStyle(p).fill")
            assert (paper == "rgb(27, 30, 34)") == (theme == "dark"), (theme, paper)
            assert tab.outside == [] or all("nb" not in url for url in tab.outside), tab.outside
        finally:
            context.close()
            stop(server)
    return version(bin, "marimo")


def in_application(browser, folder: Path, name: str) -> str:
    """Play on two boards by mouse and keyboard, light and dark; the program's version."""
    app = APPLICATIONS[name]
    bin = made(folder, name, app.needs)
    for theme in app.themes:
        root, port = Path(tempfile.mkdtemp()), free_port()

        def chosen(text: str, port: int = port, theme: str = theme) -> str:
            return text.replace("PORT", str(port)).replace("THEME", theme)

        (root / app.file).write_text(chosen(app.text))
        program, *options = chosen(app.command).split()
        server = begun([bin / program, *options], {"HOME": str(root)}, root)
        context, tab = watch(browser)
        context.route(ANYWIDGET, given(anywidget(bin)))
        try:
            wait_for(f"http://127.0.0.1:{port}", server)
            tab.page.goto(f"http://127.0.0.1:{port}/{app.path}")
            if app.begin:
                tab.page.wait_for_function(app.ready)
                tab.page.wait_for_timeout(4000)  # it says nowhere when it can draw widgets
                tab.ask(app.begin)
            expect(tab.page.locator(".nb-root")).to_have_count(2, timeout=60_000)
            for board in tab.page.locator(".nb-root").all():
                play(tab, board)
                paper = board.locator(".nb-paper").evaluate("p => getComputedStyle(p).fill")
                assert (paper == "rgb(27, 30, 34)") == (theme == "dark"), (theme, paper)
            assert [e for e in tab.errors if "nb-" in e or "anywidget" in e] == [], tab.errors
        finally:
            context.close()
            stop(server)
    return app.needs[0].partition("==")[2]


def play(tab: Tab, board: Locator) -> None:
    """A move by the mouse and one by the keyboard, each answered, on a board that stays still."""
    drawing = board.locator(".nb-board")
    empty = board.locator('[aria-label$=", empty"]')
    empty.first.scroll_into_view_if_needed()
    before = drawing.bounding_box()
    empty.first.click()
    assert drawing.bounding_box() == before, "the board has moved under the pointer"
    expect(board.locator(".nb-moves li")).to_have_count(2, timeout=20_000)
    empty.last.focus()
    tab.page.keyboard.press("Enter")
    expect(board.locator(".nb-moves li")).to_have_count(4, timeout=20_000)
    whole = "b => { const r = b.getBoundingClientRect(), o = b.closest('.nb-root').parentElement;"
    whole += " return r.bottom <= o.getBoundingClientRect().bottom + 1; }"
    assert drawing.evaluate(whole), "the board is clipped"


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument(
        "--in", dest="folder", type=Path, default=None, help="keep environments here"
    )
    asked.add_argument("only", nargs="*", help="words of the programs to visit; all if none")
    given = asked.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp())
    visits = {name: (in_jupyter, name) for name in JUPYTER} | {"marimo": (in_marimo,)}
    visits |= {name: (in_application, name) for name in APPLICATIONS}
    visits |= {"nbconvert": (in_export,), "MyST": (in_myst,)}
    for word in given.only:
        if not any(word.lower() in name.lower() for name in visits):
            asked.error(f"no program has {word!r} in its name: there are {', '.join(visits)}")
    failed = 0
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (visit, *which) in visits.items():
            if given.only and not any(word.lower() in name.lower() for word in given.only):
                continue
            try:
                print(f"{name}: passes, in {visit(browser, folder, *which)}", flush=True)
            except Exception as error:
                failed += 1
                print(f"{name}: FAILS, {str(error)[:2000]}", flush=True)
        browser.close()
    sys.exit(failed)


if __name__ == "__main__":
    main()
