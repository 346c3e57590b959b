"""One open notebook for many tests: its only cell is given new code, and run."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import NamedTemporaryFile

from browser.games import PLACE, shows
from browser.rig import Tab

CODE = """code => window.jupyterapp.shell.currentWidget.content.widgets[0]
  .model.sharedModel.setSource(code)"""

# Nothing was played here before; what was compiled is there.
FRESH = """import os, tempfile, time, nbgames
from IPython.display import display
before = os.environ.get("NBGAMES_HOME")
os.environ["NBGAMES_HOME"] = tempfile.mkdtemp(dir=os.environ.get("IPYTHONDIR"))
if before:  # in JupyterLite nothing is compiled
    code = os.path.realpath(os.path.join(before, "code"))
    os.symlink(code, os.path.join(os.environ["NBGAMES_HOME"], "code"))
"""

# Start code in the kernel and do not wait for it.
BEGIN = """code => {
  window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
    .requestExecute({ code, store_history: false });
}"""

PENDING = "() => document.querySelectorAll('.nb-root[data-asks]').length"


@dataclass
class Desk:
    """A notebook with one cell, in which boards are shown and played with a real mouse."""

    tab: Tab

    @property
    def page(self):
        return self.tab.page

    def show(self, code: str) -> None:
        """Run code that ends in a board called w."""
        self.run(code)
        self.page.wait_for_selector(".nb-board [data-site]")

    def run(self, code: str) -> None:
        """Run code in the cell, where nothing was played before."""
        self.page.mouse.move(0, 0)
        self.tab.ask(CODE, FRESH + code)
        self.tab.run()

    def board(self, view=0):
        return self.page.locator(".nb-board").nth(view)

    def part(self, name, view=0):
        """A part of the board by its class, without the prefix."""
        return self.page.locator(".nb-root").nth(view).locator(f".nb-{name}")

    def click(self, m, name, view=0):
        """A real mouse on the site of this name."""
        site = m.game.board.site(name)
        self.board(view).locator(f'[data-site="{site}"]').scroll_into_view_if_needed()
        self.page.mouse.click(*self.tab.ask(PLACE, [site, view]))

    def button(self, label, view=0):
        root = self.page.locator(".nb-root").nth(view)
        return root.locator(f'.nb-side .nb-tools > button:text-is("{label}")')

    def press(self, label, view=0):
        """A real mouse on a button; one that ends a game asks once more."""
        self.button(label, view).click()
        if label == "Resign":
            self.part("question", view).get_by_text(label, exact=True).click()

    def begin(self, code):
        """Have the kernel do something, and go on meanwhile."""
        self.tab.ask(BEGIN, code)

    @contextmanager
    def busy(self, then: str = "") -> Iterator[None]:
        """The kernel runs a cell as long as this block does, and does something at its end."""
        with NamedTemporaryFile() as file:
            self.begin(f"while os.path.exists({file.name!r}): time.sleep(0.02)\n{then}")
            yield

    def answered(self):
        """Wait until nothing that was asked is open."""
        self.page.wait_for_function(f"() => !({PENDING})()")

    def agree(self, view=0):
        """Every site of the page has the owner that it has in Python."""
        self.answered()
        shows(self.page, self.tab.python("print(*w.match.position.owners)").split(), view)
