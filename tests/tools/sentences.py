"""Every sentence that a board, a menu, an explorer or an answer can say, one a line with its file.

They are read out of the code: texts of two words or more in the packages that speak to a person,
in those modules of the page that repeat no module of Python, and in style sheets. What a text is
filled with stands in braces. `--keep` writes tests/data/sentences.txt; a test compares, so every
new sentence is seen in the change that brings it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from nbgames.web import bundle
from tools import house, parser

KEPT = Path(__file__).parent.parent / "data/sentences.txt"
SPEAKING = ("core", "games", "notation", "play", "draw", "analysis", "widgets")
KEYS = ("web.about", "opponents.levels", "opponents.reasons")
WORD, GAP = re.compile(r"[^\W\d_]{2,}"), re.compile(r"\{[^{}]*\}")
CODE = re.compile(
    r"[{};] *[\w-]+:|^[<.#@]|</|\\[wd]|=\"|\bnb-|^def |\(prefers-|; \w+ to move$"
)  # style sheets, elements, patterns
TWIN = re.compile(r"^\| ((?:`\w+\.js`(?:, )?)+) \| `", re.M)
PART = r"\$\{((?:[^{}`]|`[^`]*`|\{[^{}]*\})*)\}"  # of a template, maybe with a template in it
COMMENT = re.compile(r"^ */\*\*(?:[^*]|\*(?!/))*\*/\n|^ *//.*\n|/\*\*[^*]*\*/ | +// .*$", re.M)
CONTENT = re.compile(r'\bcontent: " *([^"]*\w[^"]*)"')  # of a style sheet
QUOTED = re.compile(rf'"((?:[^"\\\n]|\\.)*)"|`((?:{PART}|[^`\\])*)`')


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--keep", action="store_true", help="write tests/data/sentences.txt")
    text = listing()
    if arguments.parse_args().keep:
        KEPT.write_text(text, "utf-8")
    else:
        print(text, end="")


def listing() -> str:
    """All sentences in the order of their files."""
    lines = [
        f"{name.replace('.', '/')}.py: {said}"
        for name, path in house.MODULES.items()
        if name.split(".")[0] in SPEAKING or name in KEYS
        for said in in_python(path.read_text("utf-8"))
    ]
    twins = set(re.findall(r"\w+\.js", " ".join(TWIN.findall(house.PAGE.read_text("utf-8")))))
    lines += [
        f"{path.name}: {said}"
        for path in sorted(bundle.ASSETS.glob("*.js"))
        if path.name not in twins
        for said in in_javascript(path.read_text("utf-8"))
    ]
    lines += [
        f"{path.name}: {said}"
        for path in sorted(bundle.ASSETS.glob("*.css"))
        for said in CONTENT.findall(path.read_text("utf-8"))
    ]
    return "".join(f"{line}\n" for line in dict.fromkeys(lines))


def in_python(code: str) -> Iterator[str]:
    """The sentences of a module in order; docstrings and types are none."""
    tree = ast.parse(code)
    silent = {id(part) for node in ast.walk(tree) for part in _silent(node)}
    found = [
        (node.lineno, node.col_offset, _text(node))
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in silent
    ]
    yield from (text.strip() for *_, text in sorted(found) if _is_said(text))


def _silent(node: ast.AST) -> Iterator[ast.AST]:
    """What is no sentence of its own: a docstring, or a part of a text that is filled in."""
    if isinstance(node, ast.Expr):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
        specs = (part.format_spec for part in node.values if isinstance(part, ast.FormattedValue))
        yield from (spec for spec in specs if spec)


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    assert isinstance(node, ast.JoinedStr)
    return "".join(
        f"{{{_filling(part.value)}}}" if isinstance(part, ast.FormattedValue) else _text(part)
        for part in node.values
    )


def _filling(value: ast.expr) -> str:
    """The name of what is filled in, if it has one."""
    name = getattr(value, "id", "") or getattr(value, "attr", "")
    return name or (_filling(value.func) if isinstance(value, ast.Call) else "...")


def in_javascript(code: str) -> Iterator[str]:
    """The sentences of a module of the page, in order."""
    for quoted, template, _ in QUOTED.findall(COMMENT.sub("", code)):
        text = quoted or re.sub(PART, lambda part: f"{{{_last_name(part[1])}}}", template)
        if _is_said(text):
            yield text.strip()
        for part in re.findall(PART, template):
            yield from in_javascript(part)


def _last_name(code: str) -> str:
    return code.split(".")[-1] if re.fullmatch(r"[\w.]+", code) else "..."


def _is_said(text: str) -> bool:
    """Two words or more, or one beside what is filled in, and no code."""
    words = len(WORD.findall(GAP.sub(" ", text))) + bool(GAP.search(text))
    return words > 1 and " " in text.strip() and "\n" not in text and not CODE.search(text)


if __name__ == "__main__":
    main()
