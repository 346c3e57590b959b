"""Builds the reference from the docstrings: `make docs`.

The index of definitions is read from the sections named "Definition" of the same docstrings, where
a term in italics and a colon begin each: a word is defined where the program computes it.
"""

from __future__ import annotations

import inspect
import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pdoc
import pdoc.render

import nbgames

FRONT = ["nbgames", "nbgames.analysis", "nbgames.graphs", "nbgames.plots"]  # pdoc finds the last
BEHIND = [
    "nbgames.play.match",
    "nbgames.core.rules",
    "nbgames.play.table",
    "nbgames.widgets.board",
    "nbgames.widgets.explorer",
    "nbgames.opponents",
    "nbgames.web.pages",
    "nbgames.mail",
    "nbgames.core.errors",
]
SECTION = r"^Definition\n-+\n(.*?)(?=^\S[^\n]*\n-{3,}$|^>>> |\Z)"
TERM = r"^\*(.+?)\*: (.*?)(?=^\*[^*\n]+\*: |\Z)"


def members(module: str) -> dict[str, object]:
    """The public names of a module; those that are loaded when first asked for are loaded now."""
    known = import_module(module)
    for name in getattr(known, "__all__", ()):
        setattr(known, name, getattr(known, name))
    return {name: value for name, value in vars(known).items() if not name.startswith("_")}


def definitions() -> Iterator[tuple[str, str, str]]:
    """Each term, its definition, and the name of what computes it."""
    for module in FRONT + BEHIND:
        for name, found in members(module).items():
            text = inspect.getdoc(found) if callable(found) else ""
            for section in re.findall(SECTION, text or "", re.M | re.S):
                for term, words in re.findall(TERM, section, re.M | re.S):
                    yield term, " ".join(words.split()), f"{module}.{name}"


def index() -> str:
    """The definitions as a page, each once, in the order of the alphabet."""
    entries = {term: (text, home) for term, text, home in reversed(list(definitions()))}
    lines = ["What the words mean, in the order of the alphabet, and what computes them.", ""]
    for term, (text, home) in sorted(entries.items(), key=lambda entry: entry[0].lower()):
        lines += [f"**{term[0].upper()}{term[1:]}:** {text} → `{home}`", ""]
    return "\n".join(lines)


def main() -> None:
    folder = Path(sys.argv[1])
    warnings.simplefilter("error")
    pdoc.render.configure(
        docformat="numpy",
        footer_text=f"nbgames {nbgames.__version__}",
        show_source=False,
        search=True,
        template_directory=Path(__file__).parent / "reference",
    )
    with tempfile.TemporaryDirectory() as made:
        page = Path(made) / "definitions.py"
        page.write_text(f'r"""{index()}"""\n', "utf-8")
        pdoc.pdoc(page, FRONT[0], *BEHIND, output_directory=folder)
    count = len(list(definitions()))
    print(f"{folder}/index.html: {count} definitions, {len(FRONT + BEHIND)} modules")


if __name__ == "__main__":
    main()
