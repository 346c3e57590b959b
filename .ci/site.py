"""Builds the course and the reference as a book that needs no server and no network: `make site`.

By Sphinx: MyST's themes are fetched from the network when a book is built, and open from no disk.
The notebooks are run; a board, an exercise or a proof that one of them shows becomes a page of its
own in a frame, which works without Python, and its picture is what is printed. With `none` as a
second word the solutions are left out, as in the copies that `make course` makes for students.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape, unescape
from importlib import import_module
from importlib.metadata import metadata
from pathlib import Path

import nbformat
from course import copies, is_solution
from docs import MODULES, definitions
from sphinx.cmd.build import build_main
from tools.course_run import ALIVE, FOLDER, in_widgets, run, stills

import nbgames
from nbgames.atlas import every_puzzle
from nbgames.web.pages import to_html
from nbgames.web.teaching import tutorial_html
from nbgames.web.training import puzzles_html

HERE = Path(__file__).parent
CHAPTERS = {
    "Play": ["play", "one_class"],
    "The course": [
        *["boards_are_graphs", "somebody_must_win", "cycle_parity", "double_cover"],
        *["cuts", "two_lattices", "tempo", "solving"],
    ],
    "More": ["research", "glossary"],
}
WHAT = {"BoardWidget": "board", "Exercise": "exercise", "Staged": "proof"}
STANDS = "The position when this cell ran"  # the caption of a board that is alive here
OWNER = next(
    url
    for kind, url in (line.split(", ") for line in metadata("nbgames").get_all("Project-URL"))
    if kind == "Homepage"
).removeprefix("https://github.com/")

# What each widget of a notebook is: its kind, the match that it shows, its own page, what it holds.
# In short lines, since nbclient's search for carriage returns takes the square of a line's length.
TELL = """
import json
import nbgames
from ipywidgets.widgets.widget import _instances
def told(widget):
    m = getattr(widget, "match", None)
    own = m if m and m.game.name not in nbgames.GAMES else None
    paged = widget if hasattr(widget, "to_html") else own
    page = paged and paged.to_html()
    held = [told(one) for one in getattr(widget, "children", ())]
    return [type(widget).__name__, m and str(m), page, held]
text = json.dumps({key: told(widget) for key, widget in _instances.items()})
for k in range(0, len(text), 1000):
    print(text[k : k + 1000])
"""


@dataclass
class Boards:
    """The pages that play without Python, by file name."""

    made: dict[str, str] = field(default_factory=dict)

    def frame(self, kind: str, record: str | None = None, page: str | None = None) -> str:
        """A frame with the page of such a widget."""
        what = "board"
        if page:
            text, title = page, unescape(re.search("<title>(.*?)</title>", page)[1])
            name, what = f"{sha256(page.encode()).hexdigest()[:12]}.html", WHAT[kind]
        elif kind == "Tutorial":
            name, text, title = "tutorial.html", tutorial_html(), "First moves"
        elif kind == "Trainer":
            name, text, title = "puzzles.html", puzzles_html(every_puzzle()), "Puzzles"
        else:
            m = nbgames.read(record)
            text, title = to_html(m, sphere=kind == "SphereWidget"), f"A board of {m.game.title}"
            name = f"{sha256(f'{kind} {m}'.encode()).hexdigest()[:12]}.html"
        self.made[name] = text
        link = f'<a href="boards/{name}" target="_blank">Open this {what} alone</a>'
        return (
            f'<iframe class="nb-live nb-{what}" src="boards/{name}" title="{escape(title)}" '
            f'loading="lazy"></iframe><p class="nb-alone">{link}</p>'
        )


def playable(told: list) -> list | None:
    """The first widget in this one that has a page: its kind, the match that it shows, its page."""
    *own, held = told
    kind, record, page = own
    if record or page or kind in ("Tutorial", "Trainer"):
        return own
    return next(filter(None, map(playable, held)), None)


def chapter(path: Path, boards: Boards, *, lite: bool, solved: bool) -> nbformat.NotebookNode:
    """The notebook as the book shows it."""
    book = nbformat.read(path, 4)
    if not solved:
        book.cells = [cell for cell in book.cells if not is_solution(cell)]
    book.cells.append(nbformat.v4.new_code_cell(TELL))
    shown = in_widgets(run(book))
    lines = "".join(output.text for output in book.cells.pop().outputs)
    told = json.loads(lines.replace("\n", ""))
    for number, cell in enumerate(cell for cell in book.cells if cell.cell_type == "code"):
        cell.execution_count = number + 1
        if cell.metadata.get("jupyter", {}).get("source_hidden"):
            cell.metadata.tags = ["hide-input"]
        cell.outputs = [new for old in cell.outputs for new in live(old, told, shown, boards)]
    book.metadata.pop("widgets", None)
    book.cells.insert(1, nbformat.v4.new_markdown_cell(launch(path.name, lite)))
    return book


def live(output: nbformat.NotebookNode, told: dict, shown: dict, boards: Boards) -> Iterator:
    """What stands for an output: a frame, if there is a page for it, and the still picture."""
    view = output.get("data", {}).get(ALIVE)
    found = playable(told[view["model_id"]]) if view else None
    if not found:
        yield from stills(output, shown)
        return
    whole = "" if told[view["model_id"]][-1] else " nb-printed"
    pictures = [still.data.get("text/html", "") for still in stills(output, shown)]
    html = f'{boards.frame(*found)}<div class="nb-still{whole}">{"".join(pictures)}</div>'
    yield nbformat.v4.new_output("display_data", {"text/html": html})


def launch(name: str, lite: bool) -> str:
    """Where this notebook can be run."""
    binder = f"https://mybinder.org/v2/gh/{OWNER}/HEAD?urlpath=lab/tree/notebooks/{name}"
    here = "What is live on this page needs no Python, and code does. To run the whole notebook"
    links = [f'<a href="lite/lab/index.html?path={name}">JupyterLite, in this browser</a>'] * lite
    links += [f'<a href="{binder}">Binder</a>', f'<a href="notebooks/{name}" download>download</a>']
    return f'<p class="nb-launch">{here}: {" · ".join(links)}</p>'


def contents(boards: Boards) -> str:
    """The first page."""
    board = boards.frame("BoardWidget", str(nbgames.match("projex")))
    lines = [(HERE / "site/index.md").read_text("utf-8"), board, ""]
    for caption, names in {
        **CHAPTERS,
        "Reference": ["gallery", "reference", "definitions"],
    }.items():
        lines += ["```{toctree}", f":caption: {caption}", ":hidden:", *names, "```", ""]
    return "\n".join(lines)


def gallery(*, solved: bool) -> str:
    """A page with the pictures that the chapters keep, each with its caption; no game tree."""
    lines = [(HERE / "site/gallery.md").read_text("utf-8")]
    for name in (name for names in CHAPTERS.values() for name in names):
        book = nbformat.read(FOLDER / f"{name}.ipynb", 4)
        cells = [cell for cell in book.cells if solved or not is_solution(cell)]
        kept = "".join(
            output.get("data", {}).get("text/html", "")
            for cell in cells
            for output in cell.get("outputs", ())
        )
        figures = re.findall("<figure.*?</figure>", kept, re.DOTALL)
        shown = [one for one in figures if "<img" in one and STANDS not in one]
        if shown:
            title = book.cells[0].source.partition("\n")[0].lstrip("# ")
            lines += [
                f"## [{title}]({name}.ipynb)",
                "",
                '<div class="nb-gallery">',
                *shown,
                "</div>",
                "",
            ]
    return "\n".join(lines)


def reference() -> Iterator[tuple[str, str]]:
    """A page for each public module, one that lists them, and the definitions."""
    listed = ["# Reference", "", "Every public name, from the docstrings.", "", "```{toctree}"]
    for module in MODULES:
        public = hasattr(import_module(module), "__all__")
        more = "   :imported-members:\n" * public
        head = f"{module}\n{'=' * len(module)}\n\n"
        yield f"{module}.rst", f"{head}.. automodule:: {module}\n   :members:\n{more}"
    yield "reference.md", "\n".join([*listed, *MODULES, "```", ""])
    terms = {term: (text, home) for term, text, home in reversed(list(definitions()))}
    words = ["Definitions", "===========", "", "What the words mean, and what computes them.", ""]
    for term, (text, home) in sorted(terms.items(), key=lambda entry: entry[0].lower()):
        words += [term, f"    {text} See :py:obj:`{home}`.", ""]
    yield "definitions.rst", "\n".join(words)


def main() -> None:
    site, *without = Path(sys.argv[1]), *sys.argv[2:]
    if without not in ([], ["none"]):
        sys.exit(f"{without[0]!r} says nothing of solutions: write SOLUTIONS=none, or leave it out")
    with tempfile.TemporaryDirectory() as made:
        source, boards = Path(made), Boards()
        for name in (name for names in CHAPTERS.values() for name in names):
            path, lite = FOLDER / f"{name}.ipynb", (site / "lite").is_dir()
            book = chapter(path, boards, lite=lite, solved=not without)
            nbformat.write(book, source / f"{name}.ipynb")
            print(name, flush=True)
        for name, text in [
            ("index.md", contents(boards)),
            ("gallery.md", gallery(solved=not without)),
            *reference(),
        ]:
            (source / name).write_text(text, "utf-8")
        shutil.copytree(FOLDER / "pictures", source / "pictures")
        for file in (HERE / "site").glob("*.[pc]*"):
            shutil.copy(file, source)
        failed = build_main(["-q", "-b", "html", "-d", f"{made}/trees", made, str(site)])
        if failed:
            sys.exit(failed)
    shutil.rmtree(site / "notebooks", ignore_errors=True)
    if not without:
        shutil.copytree(FOLDER, site / "notebooks")
    else:
        copies(sorted(FOLDER.glob("*.ipynb")), site / "notebooks")
    (site / "boards").mkdir(exist_ok=True)
    for name, text in boards.made.items():
        (site / "boards" / name).write_text(text, "utf-8")
    print(f"open {site / 'index.html'}, or put the folder on any static host")


if __name__ == "__main__":
    main()
