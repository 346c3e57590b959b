"""Builds the reference from the docstrings: `make docs`.

The index of definitions is read from the notes in the same docstrings, where a term in italics and
a colon begin each definition: a word is defined where the program computes it. The records that
`nbgames.analysis` returns have a page of their own.
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
from jinja2 import pass_context
from jinja2.runtime import Context
from pdoc.extract import walk_specs
from pdoc.render_helpers import to_markdown_with_context
from pygments.formatters import HtmlFormatter

import nbgames

MODULES = [
    "nbgames",
    "nbgames.analysis",
    "nbgames.graphs",
    "nbgames.graphs.polyhedra",
    "nbgames.draw.plots",
    "nbgames.opponents",
    "nbgames.atlas",
    "nbgames.mail",
    "nbgames.play.match",
    "nbgames.play.table",
    "nbgames.widgets.board",
    "nbgames.widgets.explorer",
    "nbgames.web.pages",
    "nbgames.core.game",
    "nbgames.core.rules",
    "nbgames.core.position",
    "nbgames.core.errors",
]
ANSWERS = """'The records that nbgames.analysis returns, with all their fields.'
from nbgames.analysis.reading import KINDS
globals().update(KINDS)
__all__ = [*KINDS]
"""
SECTION = r"^Notes\n-+\n(.*?)(?=^\S[^\n]*\n-{3,}$|\Z)"
TERM = r"^\*(.+?)\*: (.*?)(?=^$|^\*[^*\n]+\*: |\Z)"


def members(module: str) -> dict[str, object]:
    """The public names of a module; those that are loaded when first asked for are loaded now."""
    known = import_module(module)
    for name in getattr(known, "__all__", ()):
        setattr(known, name, getattr(known, name))
    return {name: value for name, value in vars(known).items() if not name.startswith("_")}


def definitions() -> Iterator[tuple[str, str, str]]:
    """Each term, its definition, and the name of what computes it."""
    for module in MODULES:
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


@pass_context
def numbered(context: Context, docstring: str) -> str:
    """A docstring as Markdown, its references as a numbered list (footnotes would be lost)."""
    return to_markdown_with_context(
        context, re.sub(r"^\.\. \[(\d+)\] ", r"\1. ", docstring, flags=re.M)
    )


def highlighting(style: str) -> str:
    """The style sheet of examples in a style of Pygments, for the templates."""
    rules: str = HtmlFormatter(style=style).get_style_defs(".pdoc-code")
    return rules


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
    pdoc.render.env.globals["highlighting"] = highlighting
    pdoc.render.env.filters["to_markdown"] = numbered
    with tempfile.TemporaryDirectory() as made:
        words, answers = Path(made) / "definitions.py", Path(made) / "answers.py"
        words.write_text(f'r"""{index()}"""\n', "utf-8")
        answers.write_text(ANSWERS, "utf-8")
        found = list(walk_specs(["nbgames"]))  # with the packages that it names
        more = [module for module in MODULES if module not in found]
        pdoc.pdoc(words, "nbgames", answers, *more, output_directory=folder)
    count = len(list(definitions()))
    print(f"{folder}/index.html: {count} definitions, {len(MODULES)} modules")


if __name__ == "__main__":
    main()
