"""What visits of other notebook programs find: kept as JSON lines, shown as the README's table."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from browser.rig import Tab
from playwright.sync_api import Locator, expect

from tools import replaced

ROOT = Path(__file__).parents[2]
KEPT, README = ROOT / "tests/data/hosts.jsonl", ROOT / "README.md"
START, END = "<!-- make hosts -->\n", "<!-- end of make hosts -->"
HEADS = {
    "shown": "shown",
    "clicked": "clicked",
    "answered": "answered",
    "computer": "computer plays",
    "theme": "light and dark",
    "keys": "keys",
}
DARK = "rgb(27, 30, 34)"  # --nb-paper


@dataclass
class Found:
    """What a visit has found: a word for each column, in the order in which they were tried."""

    host: str
    version: str = ""
    cells: dict[str, str] = field(default_factory=dict)
    failure: str = ""

    @contextmanager
    def trying(self, column: str) -> Iterator[None]:
        """Try what this column tells; it is "yes" if each try passes."""
        try:
            yield
        except BaseException:
            self.cells[column] = "no"
            raise
        self.cells.setdefault(column, "yes")

    def say(self, **cells: str) -> None:
        """Say of columns what no try tells."""
        self.cells.update(cells)

    def row(self) -> dict[str, str]:
        return {
            "host": self.host, "version": self.version,
            **{name: self.cells.get(name, "?") for name in HEADS},
        }  # fmt: skip


def play(tab: Tab, board: Locator, found: Found, *, alone: bool = False) -> None:
    """A move by the mouse and one by the keyboard, each answered, on a board that stays still.

    Alone, without Python, nobody answers with a move.
    """
    drawing = board.locator(".nb-board")
    moves = board.locator(".nb-moves li")
    empty = board.locator('[aria-label$=", empty"]')
    with found.trying("shown"):
        expect(drawing).to_be_visible(timeout=60_000)
        empty.first.scroll_into_view_if_needed()
        assert drawing.evaluate(WHOLE), "the board is clipped"
    with found.trying("clicked"):
        before = drawing.bounding_box()
        empty.first.click()
        assert drawing.bounding_box() == before, "the board has moved under the pointer"
    with found.trying("answered"):
        expect(moves.first).to_be_visible(timeout=20_000)
    with found.trying("computer"):
        expect(moves).to_have_count(1 if alone else 2, timeout=20_000)
    with found.trying("keys"):
        empty.last.focus()
        tab.page.keyboard.press("Enter")
        expect(moves).to_have_count(2 if alone else 4, timeout=20_000)
    if alone:
        found.say(answered="by the page", computer="–")


WHOLE = """b => {
  const r = b.getBoundingClientRect(), o = b.closest('.nb-root').parentElement;
  return r.bottom <= o.getBoundingClientRect().bottom + 1;
}"""


def themed(board: Locator, theme: str, found: Found) -> None:
    """Has the board the colours of its page?"""
    with found.trying("theme"):
        paper = expect(board.locator(".nb-paper"))
        (paper.to_have_css if theme == "dark" else paper.not_to_have_css)("fill", DARK)


def keep(found: list[Found]) -> None:
    """Write what was found over what was found of these before, and the README's table."""
    rows = {row["host"]: row for row in kept()} | {one.host: one.row() for one in found}
    KEPT.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows.values()))
    README.write_text(inserted(README.read_text("utf-8"), table(kept())), "utf-8")


def kept() -> list[dict[str, str]]:
    lines = KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
    return [json.loads(line) for line in lines]


def table(rows: list[dict[str, str]]) -> list[str]:
    """The table of the README, as lines."""
    heads = ["notebook program", "version", *HEADS.values()]
    lines = [heads, ["---"] * len(heads), *(list(row.values()) for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


def inserted(text: str, lines: list[str]) -> str:
    """A text with this table in its place."""
    return replaced(text, START, lines, END)
