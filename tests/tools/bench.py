"""Benchmarks: medians, targets, and ratios to a bare loop in the same run."""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

import nbgames
from nbgames.core._jit import can_compile
from nbgames.core.game import _board
from tools import existing, parser

HERE = Path(__file__).parents[1]
LOOP = 100_000
LARGEST = {name: game.sizes[-1] for name, game in nbgames.GAMES.items()}
PLAYED = {"projex": 6, "conhex": 5, "antipalos": 6, "copolymer": 19}
PLAIN = {"projex": 25_000, "conhex": 9_000, "antipalos": 40_000, "copolymer": 5_000}
COMPILED = {"projex": 350_000, "conhex": 180_000, "antipalos": 450_000, "copolymer": 35_000}
CLICKED = {"projex": 3, "conhex": 2, "copolymer": 25, "antipalos": 26}

# The page's clock, from a real click on: the handler, the mark in the next frame, the new owner and
# the frame that shows it.
CLOCK = """() => {
  window.clicks = [];
  const board = document.querySelector('.nb-root');
  window.addEventListener('click', () => {
    const click = { from: performance.now() };
    window.clicks.push(click);
    requestAnimationFrame(() => {
      click.marked = Boolean(board.querySelector('[data-pending]')) || Boolean(click.owned);
      click.frame = performance.now() - click.from;
    });
  }, { capture: true });
  window.addEventListener('click', () => {
    const click = window.clicks.at(-1);
    click.handler = performance.now() - click.from;
  });
  new MutationObserver(changes => {
    const click = window.clicks.at(-1);
    if (!click || click.owned || !changes.some(({ target }) => target.dataset.site)) return;
    click.owned = performance.now() - click.from;
    requestAnimationFrame(() => { click.shown = performance.now() - click.from; });
  }).observe(board, { subtree: true, attributes: true, attributeFilter: ['data-owner'] });
}"""

# The least that a click to Python and back can take here and now: a number that Python counts up.
BARE = """import anywidget, traitlets
class Bare(anywidget.AnyWidget):
    _esm = '''export default { render({ model, el }) {
      window.bare = () => new Promise(done => {
        const from = performance.now();
        const seen = () => { model.off('change:told', seen);
          requestAnimationFrame(() => done(performance.now() - from)); };
        model.on('change:told', seen);
        model.set('asked', model.get('asked') + 1);
        model.save_changes();
      });
    } }'''
    asked = traitlets.Int().tag(sync=True)
    told = traitlets.Int().tag(sync=True)
    @traitlets.observe('asked')
    def _tell(self, change):
        self.told = change.new
Bare()"""

# A hundred boards in a box: Lab shows no more than 50 outputs of a cell.
BOARDS = """import ipywidgets, nbgames
names = [*nbgames.GAMES] * 25
ipywidgets.VBox([nbgames.match(name).widget() for name in names])"""
# The least that a hundred widgets can take here and now: each shows one square.
SQUARES = """import anywidget, ipywidgets
class Square(anywidget.AnyWidget):
    _esm = "export default { render({ el }) { el.innerHTML = '<svg class=bare></svg>'; } }"
ipywidgets.VBox([Square() for _ in range(100)])"""
SHOWN = """async ([code, shape]) => {
  const cell = window.jupyterapp.shell.currentWidget.content.widgets[0];
  cell.model.sharedModel.setSource(code);
  const start = performance.now();
  window.jupyterapp.commands.execute('notebook:run-all-cells');
  while (document.querySelectorAll(shape).length < 100)
    await new Promise(done => setTimeout(done, 20));
  return (performance.now() - start) / 1000;
}"""


@dataclass(frozen=True)
class Figure:
    """A number, what it should be at most (a rate or a ratio: at least), and how many turns of a
    bare loop.
    """

    what: str
    value: float
    unit: str
    target: float | None = None
    loops: float | None = None

    @property
    def reached(self) -> bool | None:
        if self.target is None:
            return None
        more_is_better = self.unit in ("/s", "x")
        return self.value >= self.target if more_is_better else self.value <= self.target

    def __str__(self) -> str:
        target = "" if self.target is None else _short(self.target)
        loops = "" if self.loops is None else f"{self.loops:,.0f}"
        met = {None: "", True: "yes", False: "NO"}[self.reached]
        return f"{self.what:52}{_short(self.value):>11} {self.unit:3}{target:>9} {met:4}{loops:>12}"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def timed(deed, *given, clock=process_time) -> float:
    """Seconds of this process: what else runs on the machine counts as little as can be."""
    start = clock()
    deed(*given)
    return clock() - start


def loop() -> None:
    for _ in range(LOOP):
        pass


def bare() -> float:
    """Seconds of one turn of a bare loop, now."""
    return median(timed(loop) for _ in range(9)) / LOOP


def imports(many: int) -> Iterator[Figure]:
    """Import time over an empty Python, run in turns."""
    run = [sys.executable, "-I", "-c"]
    costs = {code: [] for code in ("pass", "import nbgames", "import nbgames; nbgames.match")}
    for _ in range(many):
        for code, seconds in costs.items():
            seconds.append(timed(subprocess.run, [*run, code], clock=perf_counter))
    empty = median(costs.pop("pass"))
    for code, target in zip(costs, (60, None), strict=True):
        extra = median(costs[code]) - empty
        yield Figure(f"{code}, over an empty Python", 1000 * extra, "ms", target, extra / bare())


def matches(many: int) -> Iterator[Figure]:
    """A match on the largest board, which is laid anew each time."""

    def laid(name: str, size: int) -> float:
        _board.cache_clear()
        return timed(nbgames.match, name, size)

    for name, size in LARGEST.items():
        cost = median(laid(name, size) for _ in range(many))
        yield Figure(f"nbgames.match({name!r}, {size})", 1000 * cost, "ms", 30, cost / bare())


def playouts(seconds: float, *, fast: bool) -> Iterator[Figure]:
    """Random games a second, the compiler's time left out."""
    for name, size in PLAYED.items():
        game = nbgames.game(name, size)
        start, count = game.start(), 50
        play = lambda n, g=game, s=start: g._sample(s, n, 1, fast=fast)  # noqa: E731
        play(count)
        while (cost := timed(play, count)) < seconds:
            count = int(count * min(20, 1.3 * seconds / max(cost, 1e-6))) + 1
        cost = median(timed(play, count) for _ in range(7)) / count
        how, target = ("compiled", COMPILED) if fast else ("plain", PLAIN)
        yield Figure(
            f"random games, {name} {size}, {how}", 1 / cost, "/s", target[name], cost / bare()
        )


def browser(clicks: int) -> Iterator[Figure]:
    """Real clicks in JupyterLab, on the smallest and the largest boards."""
    sys.path.insert(0, str(HERE))
    from browser.games import PLACE
    from browser.rig import launch, start_lab, stop, watch
    from playwright.sync_api import sync_playwright

    folder = tempfile.TemporaryDirectory()
    lab, server = start_lab(Path(folder.name))
    try:
        with sync_playwright() as playwright:
            chrome = launch(playwright)
            context, tab = watch(chrome)
            lab.open(tab, lab.write([BARE]))
            tab.run()
            tab.page.wait_for_function("window.bare")
            trips = [tab.ask("() => window.bare()") for _ in range(clicks)]
            tab.shut()
            context.close()
            yield Figure("a bare number, to Python and back: median", median(trips), "ms")
            yield Figure("a bare number, to Python and back: p95", quantiles(trips, n=20)[-1], "ms")
            for name, size in CLICKED.items():
                context, tab = watch(chrome, viewport={"width": 1280, "height": 1200})
                cell = (
                    f"import nbgames\nw = nbgames.match({name!r}, {size}, swap=False).widget()\nw"
                )
                lab.open(tab, lab.write([cell]))
                tab.run()
                tab.page.wait_for_selector(".nb-board [data-site]")
                tab.ask(CLOCK)
                seen = clicked(tab, nbgames.game(name, size).board, clicks, PLACE)
                tab.shut()
                context.close()
                yield from figures(f"{name} {size}", seen)
            context, tab = watch(chrome)
            lab.open(tab, lab.write(["pass"]))
            least, took = (
                tab.ask(SHOWN, [*what]) for what in ((SQUARES, ".bare"), (BOARDS, ".nb-board"))
            )
            yield Figure("a hundred boards shown", took, "s")
            yield Figure("the same over a hundred squares", took / least, "", 12)
            tab.shut()
            chrome.close()
    finally:
        stop(server)
        folder.cleanup()


def clicked(tab, board, clicks: int, place: str) -> list[dict]:
    """What the page's clock saw of so many clicks, one after another."""
    order, random = [], Random(1)
    for number in range(clicks):
        if not order:
            tab.python("w.table.new() if w.moves else None")
            order = random.sample(range(0, board.claimable, 2), min(clicks, board.claimable // 4))
            tab.page.wait_for_timeout(50)
        tab.page.mouse.click(*tab.ask(place, [order.pop(), 0]))
        tab.page.wait_for_function(f"() => clicks[{number}]?.shown && clicks[{number}].frame")
    return tab.ask("() => clicks")


def figures(what: str, seen: list[dict]) -> Iterator[Figure]:
    handler, frame, shown = (
        [click[key] for click in seen] for key in ("handler", "frame", "shown")
    )
    yield Figure(f"{what}: click handler, median", median(handler), "ms", 2)
    yield Figure(f"{what}: click handler, p95", quantiles(handler, n=20)[-1], "ms")
    late = sum(not click["marked"] for click in seen)
    yield Figure(f"{what}: marks not there in the next frame", late, "", 0)
    yield Figure(f"{what}: click to that frame, median", median(frame), "ms")
    yield Figure(f"{what}: click to repainted board, median", median(shown), "ms", 60)
    yield Figure(f"{what}: click to repainted board, p95", quantiles(shown, n=20)[-1], "ms", 85)


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--browser", action="store_true", help="clicks in JupyterLab too")
    arguments.add_argument("--short", action="store_true", help="fewer runs, rougher figures")
    options = asked(arguments)
    many, seconds, clicks = (5, 0.05, 15) if options.short else (21, 0.2, 60)

    parts = [imports(many), matches(many), playouts(seconds, fast=False)]
    parts += [playouts(seconds, fast=True)] if can_compile() else []
    parts += [browser(clicks)] if options.browser else []
    report((figure for part in parts for figure in part), options)


def asked(arguments: argparse.ArgumentParser) -> argparse.Namespace:
    """The options, with those of every report."""
    arguments.add_argument("--json", metavar="FILE", type=Path, help="write the figures here too")
    arguments.add_argument(
        "--against", metavar="FILE", type=existing, help="such a file, to compare with"
    )
    return arguments.parse_args()


def report(figures: Iterable[Figure], options: argparse.Namespace) -> None:
    """Print figures as they come, beside those of an earlier run, and keep them."""
    told = json.loads(options.against.read_text("utf-8"))["figures"] if options.against else []
    earlier = {figure["what"]: figure["value"] for figure in told}
    print(f"one turn of a bare loop: {1e9 * bare():.1f} ns; turns: how many of them")
    print(f"load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print(f"{'':52}{'median':>11}    {'target':>9}     {'turns':>12}  {'then':>9}".rstrip())
    rows = []
    for figure in figures:
        then = _short(earlier[figure.what]) if figure.what in earlier else ""
        print(f"{figure}  {then:>9}".rstrip(), flush=True)
        rows.append(asdict(figure) | {"reached": figure.reached})
    if options.json:
        where = {"python": platform.python_version(), "machine": platform.platform()}
        where |= {"numba": can_compile(), "load": os.getloadavg(), "cores": os.cpu_count()}
        options.json.write_text(json.dumps(where | {"figures": rows}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
