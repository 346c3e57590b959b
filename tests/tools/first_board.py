"""How long the first board takes where nothing is installed: in JupyterLite and on Binder.

`python -m tools.first_board lite SITE` opens play.ipynb of a site that `make lite` has built, in a
browser that knows nothing of it, runs the first cell as soon as it is seen, and presses Play.
`python -m tools.first_board binder` does the same in JupyterLab in the environment that binder/
makes, from the start of its server. Told are the seconds, and the processor seconds of all
processes below this one: these change little on a machine that does other work.
"""

import functools
import os
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from browser.rig import CONNECT, launch, stop, watch
from playwright.sync_api import Browser, sync_playwright

from tools import parser, whole
from tools.environments import BINDER, jupyter, made
from tools.hosts import JUPYTER

TICKS = os.sysconf("SC_CLK_TCK")
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
RUN_TO_MENU = """async () => {
  const { content } = jupyterapp.shell.currentWidget;
  const asks = ({ model }) => model.type === 'code' && model.sharedModel.source.includes('menu()');
  content.activeCellIndex = content.widgets.findIndex(asks) + 1;
  jupyterapp.commands.execute('notebook:run-all-above');
}"""
Reached = dict[str, tuple[float, float]]  # seconds and processor seconds at each stage


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, as a static host shows it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def processor_seconds() -> float:
    """What the processes below this one have used, and those that they have waited for."""
    parents, used = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        parents[int(folder.name)] = int(words[1])
        used[int(folder.name)] = sum(map(int, words[11:15])) / TICKS
    below, more = set(), {os.getpid()}
    while more:
        below |= more
        more = {child for child, parent in parents.items() if parent in more} - below
    return sum(used[child] for child in below - {os.getpid()})


def first_board(browser: Browser, address: str, reach) -> None:
    """Open play.ipynb, run the first cell and press Play; reach(STAGE) hears how far it is."""
    context, tab = watch(browser, service_workers="allow")
    with closing(context):
        tab.page.goto(address)
        tab.page.wait_for_selector(".jp-Notebook .jp-Cell")
        tab.page.wait_for_function("window.jupyterapp?.shell.currentWidget?.content?.widgets")
        reach("notebook seen")
        tab.ask(CONNECT)
        reach("Python ready")
        tab.ask(RUN_TO_MENU)
        tab.page.locator(".nb-menu button", has_text="Play").click()
        reach("menu seen, Play pressed")
        tab.page.wait_for_selector(".nb-board [data-site]")
        reach("board seen")


def lite(browser: Browser, site: str) -> Reached:
    """When each stage is reached in a site that `served` serves."""
    reached, reach = clocked()
    first_board(browser, f"{site}/lab/index.html?path=play.ipynb", reach)
    return reached


def binder(browser: Browser, folder: Path) -> Reached:
    """When each stage is reached in Binder's environment, which lies in this folder."""
    _, needs, expose = JUPYTER[BINDER]
    bin = made(folder, BINDER, needs)
    reached, reach = clocked()
    lab, server = jupyter(bin, "lab", expose, folder)
    try:
        reach("server answers")
        shutil.copytree(NOTEBOOKS, lab.root / "notebooks")
        first_board(browser, f"{lab.url}/lab/tree/notebooks/play.ipynb?token={lab.token}", reach)
    finally:
        stop(server)
    return reached


def clocked():
    """A record of stages that begins now, and what enters one."""
    start, used = time.monotonic(), processor_seconds()
    reached: Reached = {}

    def reach(stage: str) -> None:
        reached[stage] = (time.monotonic() - start, processor_seconds() - used)

    return reached, reach


def measured(one, times: int, name: str) -> list[Reached]:
    """What one(browser) reaches, so many times, each in a browser of its own."""
    runs = []
    with sync_playwright() as playwright:
        for _ in range(times):
            with closing(launch(playwright, name)) as browser:
                runs.append(one(browser))
    return runs


def say_size(folder: Path) -> None:
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    print(f"{sum(sizes) / 1e6:.0f} MB in {len(sizes)} files")


def told(runs: list[Reached]) -> None:
    """Print medians and least values of some runs."""
    print(f"{len(runs)} times, load {os.getloadavg()[0]:.1f}; medians, the least in brackets")
    for stage in runs[0]:
        clock, work = zip(*(run[stage] for run in runs), strict=True)
        print(f"{stage:25}", end="")
        print(f"{statistics.median(clock):6.1f} s ({min(clock):.1f})", end="")
        print(f"{statistics.median(work):7.1f} s of a processor ({min(work):.1f})")


def main() -> None:
    ask = parser(__doc__)
    ask.add_argument("where", choices=["lite", "binder"])
    ask.add_argument("folder", type=Path, nargs="?", help="the site; Binder's environment")
    ask.add_argument("--times", type=whole, default=3)
    ask.add_argument("--browser", default="chromium", choices=["chromium", "firefox"])
    given = ask.parse_args()
    if given.where == "lite" and given.folder is None:
        ask.error("which site? make lite LITE=folder builds one")
    if given.where == "lite" and not (given.folder / "lab/index.html").is_file():
        ask.error(f"there is no site in {given.folder}: make lite LITE={given.folder} builds one")
    with ExitStack() as ends:  # what serves, or holds, the folder
        if given.where == "lite":
            folder = given.folder
            one = functools.partial(lite, site=ends.enter_context(served(folder)))
        else:
            folder = given.folder or Path(
                ends.enter_context(tempfile.TemporaryDirectory(prefix="nbgames-binder-"))
            )
            made(folder, BINDER, JUPYTER[BINDER][1])
            one = functools.partial(binder, folder=folder)
        say_size(folder)
        told(measured(one, given.times, given.browser))


if __name__ == "__main__":
    main()
