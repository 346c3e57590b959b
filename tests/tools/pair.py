"""Two people play in one JupyterLab document, each in a browser of their own, turn by turn.

Pages are reloaded meanwhile, the kernel is restarted and the cell runs again; each move has to
arrive at both pages and to be in the record, and both pages have to say who is to move by name.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from browser.desk import Desk
from browser.games import shows
from browser.rig import CONNECT, Lab, launch, stop, watch
from playwright.sync_api import expect, sync_playwright

import nbgames
from nbgames.play.match import Match
from nbgames.play.sentences import says
from nbgames.widgets.line import named
from tools import parser, whole
from tools.environments import jupyter, made

NEEDS = ["jupyterlab==4.6.6", "jupyter-collaboration==5.0.4"]
START = nbgames.match("projex", 6, swap=False)
NAMES = ("Ann", "Bob")  # by themselves both might get the same
CELLS = ["import nbgames", "w = nbgames.match('projex', 6, swap=False).widget()\nw"]
RESTART = "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
# By kind, as all pages and the file have them, whatever a page itself has made of them.
OUTPUTS = """() => jupyterapp.shell.currentWidget.content.widgets[1].model.sharedModel
  .getOutputs().map(output => Object.keys(output.data).sort().at(0))"""
BOARD = "application/vnd.jupyter.widget-view+json"


@contextmanager
def collaborating(folder: Path) -> Iterator[Lab]:
    """A JupyterLab whose documents several people edit at once."""
    bin = made(folder, "JupyterLab for two", NEEDS)
    lab, server = jupyter(bin, "lab", "--LabApp.expose_app_in_browser=True", folder)
    try:
        yield lab
    finally:
        stop(server)


@contextmanager
def sharing(browser, lab: Lab, cells: list[str], names=NAMES) -> Iterator["Pair"]:
    """Two people with one notebook open, in which nothing has run yet."""
    book = lab.write(cells)
    contexts, tabs = zip(*(watch(browser, viewport=WIDE) for _ in range(2)), strict=True)
    try:
        for context, tab, name in zip(contexts, tabs, names, strict=True):
            me = {"data": {"display_name": name, "initials": name[0]}, "fail_on_status_code": True}
            context.request.patch(f"{lab.url}/api/me?token={lab.token}", **me)
            lab.open(tab, book)
        yield Pair(*(Desk(tab) for tab in tabs))
        assert [tab.outside for tab in tabs] == [[], []]
    finally:
        tabs[0].shut()
        for context in contexts:
            context.close()


WIDE = {"width": 1280, "height": 1400}


@dataclass
class Pair:
    """Two people at one board, what was played there, and how many moves in all.

    Both have names from when both have moved: Ann opens.
    """

    one: Desk
    other: Desk
    match: Match = START
    count: int = 0
    random: Random = field(default_factory=lambda: Random(20))

    @property
    def desks(self) -> tuple[Desk, Desk]:
        return self.one, self.other

    def run(self, desk: Desk) -> None:
        """Run all cells on this page, and wait until both show the new board, and nothing else."""
        desk.tab.run()
        name = desk.tab.python("print(w._picture._name)")
        for each in self.desks:
            each.page.wait_for_selector(f".{name} .nb-board [data-site]")
            expect(each.page.locator(".nb-board")).to_have_count(1)

    def reload(self, desk: Desk) -> None:
        desk.page.reload()
        desk.page.wait_for_function("window.jupyterapp")
        desk.tab.ask(CONNECT, seconds=60)
        desk.page.wait_for_selector(".nb-board [data-site]")

    def agree(self) -> None:
        """Both pages come to show the position that is played, who plays, and whose turn it is."""
        for name, desk in zip(NAMES, self.desks, strict=True):
            shows(desk.page, self.match.position.owners)
            expect(desk.part("says")).to_contain_text(says(self.match).split(". ")[-1])
            if self.count > 1:
                where = {one: "you" if one == name else "here" for one in NAMES}
                who = named(self.match, self.match.seats)
                told = [f"{seat}, {where[seat[:3]]}" for seat in who]
                expect(desk.part("seats").locator("span")).to_have_text(told)

    def move(self) -> None:
        """Whoever's turn it is clicks; a match that is over is followed by another."""
        if self.match.outcome:
            self.recorded()
            self.match = replace(START, openers=NAMES)
            self.one.button("New game").click()
            self.agree()
        word = self.random.choice([word for word in self.match.legal() if word != "swap"])
        desk = self.desks[len(self.match.moves) % 2]
        desk.click(self.match, word)
        self.match, self.count = self.match.play(word), self.count + 1
        if self.count > 1:
            self.match = replace(self.match, openers=NAMES)
        self.agree()

    def recorded(self) -> None:
        """Python shows each move, the document one board and one picture."""
        assert self.one.tab.python("print(w._shown.match.moves)") == str(self.match.moves)
        assert self.one.tab.ask(OUTPUTS) == [BOARD, "text/html"]


def played(pair: Pair, moves: int, pictures: Path | None = None) -> None:
    """So many moves, a fifth of them before and after each thing that may go wrong.

    Pictures of both pages are taken after each fifth.
    """
    one, other = pair.desks
    pair.run(one)
    for happens in (
        lambda: pair.reload(other),
        lambda: pair.run(other),
        lambda: (one.tab.ask(RESTART), pair.run(one)),
        lambda: pair.reload(one),
        lambda: None,
    ):
        for _ in range(moves // 5):
            pair.move()
        happens()
        pair.agree()
        pair.recorded()
        if pictures:
            for name, desk in zip(("one", "other"), pair.desks, strict=True):
                desk.page.screenshot(path=pictures / f"{pair.count:04}-{name}.png")


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument("moves", nargs="?", type=whole, default=1000)
    asked.add_argument("--in", dest="folder", type=Path, help="keep the environment here")
    asked.add_argument("--pictures", type=Path, help="a folder for pictures of both pages")
    given = asked.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="nbgames-pair-") as removed,
        collaborating(given.folder or Path(removed)) as lab,
        sync_playwright() as playwright,
        launch(playwright) as browser,
        sharing(browser, lab, CELLS) as pair,
    ):
        played(pair, given.moves, given.pictures)
        print(f"{pair.count} moves by two people, none lost")


if __name__ == "__main__":
    main()
