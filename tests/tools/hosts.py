"""The board in other notebook programs than `make test` has, each in an environment of its own.

What is found is kept in tests/data/hosts.jsonl and shown as the README's table. All of them take
half an hour, most of it for environments; `make hosts ARGS="--in DIR"` keeps these there.
"""

import sys
import tempfile
from pathlib import Path

from browser.rig import CONNECT, launch, stop, wait_for, watch
from playwright.sync_api import expect, sync_playwright
from ports import free_port

from tools import parser
from tools.applications import APPLICATIONS, MAKE
from tools.environments import ANYWIDGET, BINDER, anywidget, begun, given, jupyter, made, version
from tools.exported import in_export, in_myst
from tools.found import Found, keep, play, table, themed

JUPYTER = {
    BINDER: ("lab", ["jupyterlab==4.4.9"], "--LabApp.expose_app_in_browser=True"),
    "Notebook 7": (
        "notebook",
        ["notebook>=7,<8"],
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ),
}
CELLS = [
    f"{MAKE}\nheard = []",
    "w = shown('projex')\nw.observe(lambda change: heard.append(len(change.new)), 'moves')\nw",
    "shown('conhex')",
]
DARK = "() => jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })"
MARIMO = """
import marimo
app = marimo.App()

@app.cell
def _():
    import marimo as mo, nbgames
    def made(name):
        return nbgames.match(name, 4, swap=False).widget(opponent=nbgames.opponent(1, seed=0))
    board = made("projex")
    shown, other = mo.ui.anywidget(board), mo.ui.anywidget(made("conhex"))
    return board, mo, other, shown

@app.cell
def _(shown):
    shown
    return

@app.cell
def _(mo, other):
    mo.hstack([other])
    return

@app.cell
def _(board, mo, shown):
    shown.value
    mo.md(f"moves so far: {len(board.moves)}")
    return

if __name__ == "__main__":
    app.run()
"""


def in_jupyter(browser, folder: Path, found: Found, name: str) -> None:
    """Play in a notebook of this host, then make it dark."""
    command, needs, expose = JUPYTER[name]
    bin = made(folder, name, needs)
    found.version = version(bin, "jupyterlab" if command == "lab" else "notebook")
    lab, server = jupyter(bin, command, expose, folder)
    context, tab = watch(browser)
    try:
        book = lab.write(CELLS)
        if command == "lab":
            lab.open(tab, book)
        else:
            tab.page.goto(f"{lab.url}/notebooks/{book}?token=t")
            tab.page.wait_for_function("window.jupyterapp?.shell.currentWidget")
            tab.ask(CONNECT, seconds=60)
        tab.run()
        boards = tab.page.locator(".nb-root")
        expect(boards).to_have_count(2)
        for board in boards.all():
            play(tab, board, found)
        with found.trying("keys"):
            cells = "() => jupyterapp.shell.currentWidget.content.widgets.length"
            count = tab.ask(cells)
            for key in "bjzxdd":
                tab.page.keyboard.press(key)
            assert tab.ask(cells) == count, "keys reached the notebook"
        with found.trying("answered"):
            assert tab.python("heard") == "[1, 2, 3, 4]", "a move was not observed"
        tab.ask(DARK)
        for board in boards.all():
            board.scroll_into_view_if_needed()
            themed(board, "dark", found)
        assert tab.outside == [], tab.outside
        assert [e for e in tab.errors if "nb-" in e or "anywidget" in e] == [], tab.errors
    finally:
        context.close()
        stop(server)


def in_marimo(browser, folder: Path, found: Found) -> None:
    """Play in marimo, light and dark."""
    bin = made(folder, "marimo", ["marimo"])
    found.version = version(bin, "marimo")
    for theme in ("light", "dark"):
        root = Path(tempfile.mkdtemp(dir=folder))
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
            run = tab.page.get_by_test_id("run-button").last
            boards = tab.page.locator(".nb-root")
            while not boards.count():  # it says nowhere when a click on its button is heard
                run.click()
                tab.page.wait_for_timeout(1000)
            expect(boards).to_have_count(2)
            for board in boards.all():
                play(tab, board, found)
                themed(board, theme, found)
            with found.trying("answered"):  # the page has acknowledged the last answer
                expect(tab.page.get_by_text("moves so far: 4")).to_be_visible()
            assert all("nb" not in url for url in tab.outside), tab.outside
        finally:
            context.close()
            stop(server)


def in_application(browser, folder: Path, found: Found, name: str) -> None:
    """Play on two boards by mouse and keyboard, light and dark."""
    app = APPLICATIONS[name]
    bin = made(folder, name, app.needs)
    found.version = app.needs[0].partition("==")[2]
    for theme in ("light", "dark"):
        root, port = Path(tempfile.mkdtemp(dir=folder)), free_port()

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
                play(tab, board, found)
                themed(board, theme, found)
            assert [e for e in tab.errors if "nb-" in e or "anywidget" in e] == [], tab.errors
        finally:
            context.close()
            stop(server)


VISITS = {
    **{name: (in_jupyter, name) for name in JUPYTER},
    "marimo": (in_marimo,),
    **{name: (in_application, name) for name in APPLICATIONS},
    "nbconvert --to html": (in_export,),
    "MyST {anywidget}": (in_myst,),
}


def visited(names: list[str], folder: Path) -> list[Found]:
    """Visit these programs; what each has, and says of its failure."""
    every = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name in names:
            visit, *which = VISITS[name]
            every.append(Found(name))
            try:
                visit(browser, folder, every[-1], *which)
                print(f"{name}: passes, in {every[-1].version}", flush=True)
            except Exception as error:
                every[-1].failure = str(error)
                print(f"{name}: FAILS, {str(error)[:2000]}", flush=True)
        browser.close()
    return every


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument(
        "--in", dest="folder", type=Path, default=None, help="keep environments here"
    )
    asked.add_argument("only", nargs="*", help="words of the programs to visit; all if none")
    given = asked.parse_args()
    for word in given.only:
        if not any(word.lower() in name.lower() for name in VISITS):
            asked.error(f"no program has {word!r} in its name: there are {', '.join(VISITS)}")
    words = [word.lower() for word in given.only] or [""]
    names = [name for name in VISITS if any(word in name.lower() for word in words)]
    with tempfile.TemporaryDirectory(prefix="nbgames-hosts-") as removed:
        every = visited(names, given.folder or Path(removed))
    keep(every)
    print("\n".join(table([one.row() for one in every])))
    sys.exit(sum(bool(one.failure) for one in every))


if __name__ == "__main__":
    main()
