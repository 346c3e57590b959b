"""Benchmarks of pages that need no Python: size, first paint from disk, search, frames, and axe.

The load of the machine stands beside what hangs on it.
"""

import os
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import median

from browser.games import to_the_end
from browser.rig import launch, watch
from browser.test_page import ANSWER, AXE, MOST, PUZZLE
from browser.test_sphere import DRAG, busy, hemi
from browser.test_thinker import asked, sent
from playwright.sync_api import sync_playwright

import nbgames
from nbgames.opponents.players import SECONDS
from nbgames.web.pages import pages, to_html
from tools import parser, whole
from tools.bench import Figure

HERE = Path(__file__).parents[1]

# When the board was there to be played on, and the frame that showed it.
PAINTED = """new MutationObserver((changes, observer) => {
  if (!document.querySelector('[data-site]')) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = performance.now(); }));
}).observe(document, { subtree: true, childList: true });"""


def full(name: str, size: int) -> nbgames.play.match.Match:
    return to_the_end(nbgames.match(name, size), Random(1))


def sizes() -> Iterator[Figure]:
    for name, size, most in MOST:
        kb = len(to_html(full(name, size)).encode()) / 1000
        yield Figure(f"page of a whole game, {name} {size}", kb, "kB", most / 1000)


def paints(chrome, folder: Path, runs: int) -> Iterator[Figure]:
    """Each load in a context of its own, so that nothing is kept from the one before."""
    for name, size in (("projex", 6), ("antipalos", 26)):
        file = folder / "paint.html"
        file.write_text(to_html(full(name, size)), "utf-8")
        times = []
        for _ in range(runs):
            context, tab = watch(chrome, viewport={"width": 1280, "height": 900})
            tab.page.add_init_script(PAINTED)
            tab.page.goto(file.as_uri())
            tab.page.wait_for_function("() => window.painted")
            times.append(tab.ask("() => window.painted"))
            context.close()
        yield Figure(f"first playable paint, {name} {size}{load()}", median(times), "ms", 300)


GROWN = """({ owners, to_move, sites, seconds }) => {
  const tree = search.treeOf(game, { owners, to_move }, 1, sites);
  const start = performance.now();
  while (performance.now() < start + 1000 * seconds) tree.grow(100);
  return 1000 * tree.count() / (performance.now() - start);
}"""


def leaves(chrome, runs: int) -> Iterator[Figure]:
    """A search of the computer player's longest time from the empty board, as its worker has it."""
    for name, size in (("projex", 6), ("conhex", 5)):
        game = nbgames.game(name, size)
        start = game.start()
        given = {**sent(start), "sites": game.empty(start.owners), "seconds": SECONDS}
        context, tab = watch(chrome)
        rates = [rate for _ in range(runs) for rate in asked(tab, game, GROWN, [given])]
        context.close()
        yield Figure(f"leaves of a search, {name} {size}{load()}", median(rates), "/s", 40_000)


def frames(chrome, folder: Path, runs: int) -> Iterator[Figure]:
    """The sphere of 300 cells, dragged about; and the page's own CPU time, whatever else runs."""
    file = folder / "sphere.html"
    file.write_text(to_html(full("projex", 11), sphere=True), "utf-8")
    for slow, target in ((1, 60), (4, 30)):
        context, tab = watch(chrome, viewport={"width": 1000, "height": 900})
        tab.page.goto(file.as_uri())
        tab.page.wait_for_selector(".nb-globe [data-site]")
        client = context.new_cdp_session(tab.page)
        client.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        client.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = busy(client)
        times = [time for _ in range(runs) for time in tab.ask(DRAG, seconds=60)]
        spent = 1000 * (busy(client) - before) / len(times)
        context.close()
        rate = round(1000 / median(times), 1)
        yield Figure(f"sphere of 300 cells, CPU / {slow}{load()}", rate, "/s", target)
        yield Figure(
            f"its main thread's CPU time a frame, CPU / {slow}", spent, "ms", 1000 / target
        )


def every_page(chrome, folder: Path) -> Iterator[Figure]:
    """What axe finds, what a page complains of, and whom it asks: over all kinds of pages."""
    made = dict(pages([nbgames.game(name) for name in nbgames.GAMES]))
    made["sphere.html"] = to_html(nbgames.match("projex", 6), sphere=True)
    made["few.html"] = to_html(hemi(), sphere=True)
    made["puzzle.html"] = to_html(PUZZLE, answer=ANSWER)
    script = (files("axe_playwright_python") / "axe.min.js").read_text()
    found, errors, outside = [], [], []
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")
        for scheme in ("light", "dark"):
            context, tab = watch(chrome, color_scheme=scheme, bypass_csp=True)
            tab.page.goto((folder / name).as_uri())
            tab.page.wait_for_selector("[data-site], .nb-pages")
            tab.page.add_script_tag(content=script)
            found += tab.ask(AXE, seconds=60)
            errors += tab.errors
            outside += tab.outside
            context.close()
    for words in (*found, *errors, *outside):
        print(words)
    yield Figure(f"what axe finds on {len(made)} pages, light and dark", len(found), "", 0)
    yield Figure("what these pages complain of", len(errors), "", 0)
    yield Figure("requests that would leave the machine", len(outside), "", 0)


def load() -> str:
    return f" (load {os.getloadavg()[0]:.1f})"


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument("runs", nargs="?", type=whole, default=9, help="of each; 9 if not said")
    runs = asked.parse_args().runs
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        chrome = launch(playwright)
        for part in (
            sizes(),
            paints(chrome, folder, runs),
            leaves(chrome, runs),
            frames(chrome, folder, runs),
            every_page(chrome, folder),
        ):
            for figure in part:
                print(figure, flush=True)
        chrome.close()


if __name__ == "__main__":
    main()
