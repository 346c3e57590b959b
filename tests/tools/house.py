"""Counts that say how easy the package is to enter: floors, doors, long files and functions.

ARCHITECTURE.md holds a block "floors" for nbgames and one for each package inside it, from the
roof to the ground: a line is a floor. This program reads the blocks, every import and every
function, and prints a table; `--keep` also puts it at the end of that page. A function's lines are
counted without its docstring, its parameters without `self`; a kernel is one that `@jit` or
`@inlined` decorates. The page's functions are counted too, and the modules that repeat Python,
which that page lists.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nbgames
from nbgames.web import bundle
from tools import parser

HOME = Path(nbgames.__file__).parent
PAGE = Path(__file__).parent.parent.parent / "ARCHITECTURE.md"
BLOCK = re.compile(r"```floors ?(\S*)\n(.*?)```", re.DOTALL)
KEPT = re.compile(r"<!-- make house -->\n```text\n(.*?)```\n", re.DOTALL)
WANTED, LONGEST, PARAMETERS = 30, 60, 7  # lines of a function, and how many it may take


def _modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(HOME.rglob("*.py")):
        parts = path.relative_to(HOME).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name:
            yield name, path


MODULES = dict(_modules())  # name inside the package: file; the front door has none


def is_package(name: str) -> bool:
    """Is this a folder of modules? The empty name is nbgames itself."""
    return not name or MODULES[name].stem == "__init__"


def contents(package: str) -> set[str]:
    """The entries of a package by their last name, folders and modules."""
    start = f"{package}." if package else ""
    return {name[len(start) :].split(".")[0] for name in MODULES if name.startswith(start)} - {""}


@cache
def floors(package: str) -> dict[str, int]:
    """The floor of each entry of a package, 0 on the ground, as ARCHITECTURE states it."""
    for name, lines in BLOCK.findall(PAGE.read_text("utf-8")):
        if name == package:
            rows = [line.partition("#")[0].split() for line in reversed(lines.splitlines())]
            return {entry: floor for floor, row in enumerate(rows) for entry in row}
    return {}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(name: str) -> list[tuple[str, bool]]:
    """What a module imports and whether inside a function; a dot leads names of our own."""
    path = MODULES[name]
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    found = []

    def walk(node: ast.AST, lazy: bool) -> None:
        for child in ast.iter_child_nodes(node):
            found.extend((target, lazy) for target in _targets(child, package))
            walk(child, lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))

    walk(parsed(path), False)
    return found


def _targets(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    if not node.level:
        return [node.module or ""]
    parts = package.split(".") if package else []
    base = [*parts[: len(parts) - node.level + 1], *(node.module or "").split(".")]
    full = [".".join(filter(None, [*base, alias.name])) for alias in node.names]
    return ["." + (name if name in MODULES else name.rpartition(".")[0]) for name in full]


def upward(name: str) -> Iterator[tuple[str, str, bool]]:
    """The imports of a module that do not run down: from what, to what, inside a function?

    Both ends are entries of the smallest package that holds them both.
    """
    for target, lazy in imports(name):
        if not target.startswith(".") or target[1:] not in MODULES:
            continue
        here, there = name.split("."), target[1:].split(".")
        depth = 0
        while depth < min(len(here), len(there)) and here[depth] == there[depth]:
            depth += 1
        if depth == min(len(here), len(there)):
            continue  # a package and what lies in it
        floor = floors(".".join(here[:depth]))
        if floor.get(there[depth], 99) >= floor.get(here[depth], -1):
            yield ".".join(here[: depth + 1]), ".".join(there[: depth + 1]), lazy


# Functions


class Function(NamedTuple):
    """A function of a module, by its name inside the package."""

    name: str
    lines: int
    parameters: int
    is_kernel: bool


def functions() -> Iterator[Function]:
    """Every function of nbgames, those inside classes and other functions too."""
    for module, path in MODULES.items():
        yield from _functions(parsed(path), module)


def _functions(node: ast.AST, name: str) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        inside = name
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{name}.{child.name}"
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Function(inside, _lines(child), _parameters(child), _is_kernel(child))
        yield from _functions(child, inside)


def _lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines from `def` on, without the docstring."""
    count = (function.end_lineno or 0) - function.lineno + 1
    if ast.get_docstring(function) is not None:
        said = function.body[0]
        count -= (said.end_lineno or 0) - said.lineno + 1
    return count


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    taken = function.args
    every = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg]
    return len([one for one in every if one and one.arg not in ("self", "cls")])


def _is_kernel(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(re.match(r"(jit|inlined)\b", ast.unparse(one)) for one in function.decorator_list)


# The page

SCRIPTS = bundle.ASSETS
WIDE = 120  # letters of a line there
HEAD = re.compile(r"^ *(?!(?:if|for|while|switch|catch)\b)(?:async )?\w+\(.*\) \{$|=>")
REPEATS = re.compile(r"^\| ([^|]*\.js[^|]*) \| (?!nothing)", re.M)


def scripts() -> dict[str, list[str]]:
    """The lines of the page's modules."""
    files = sorted(SCRIPTS.glob("*.js"))
    return {path.name: path.read_text("utf-8").splitlines() for path in files}


def page_functions(module: str, lines: list[str]) -> Iterator[tuple[str, int]]:
    """Where each function of a page's module begins, and its lines.

    It ends where a line is indented as its first one, with its closing bracket or without.
    """
    for start, line in enumerate(lines):
        if not HEAD.search(line) or line.lstrip().startswith(("*", "/")):
            continue
        depth = len(line) - len(line.lstrip())
        end = start + 1
        while end < len(lines) and (not lines[end] or lines[end].startswith(" " * (depth + 1))):
            end += 1
        while not lines[end - 1]:
            end -= 1
        closing = tuple(" " * depth + bracket for bracket in "})]")
        if end < len(lines) and lines[end].startswith(closing):
            end += 1
        yield f"{module}:{start + 1}", end - start


def repeating() -> list[str]:
    """The modules of the page that repeat Python by hand, as ARCHITECTURE lists them."""
    cells = REPEATS.findall(PAGE.read_text("utf-8"))
    return [name for cell in cells for name in re.findall(r"(?<!in )`(\w+\.js)`", cell)]


# The table


def table() -> dict[str, str]:
    """What is counted, in words, and how much there is."""
    packages = [name for name in ("", *MODULES) if is_package(name)]
    storeys = {name: 1 + max(floors(name).values(), default=0) for name in packages}
    tallest = max((name for name in packages if name), key=lambda name: storeys[name])
    doors = {(a, b) for name in MODULES for a, b, lazy in upward(name) if lazy}
    files = {path: len(path.read_text("utf-8").splitlines()) for path in HOME.rglob("*.py")}
    longest = sorted(files, key=lambda path: -files[path])[:3]
    every = [*functions()]
    plain = [one for one in every if not one.is_kernel]
    kernels = [one for one in every if one.is_kernel]
    pages = scripts()
    shown = [found for name in pages for found in page_functions(name, pages[name])]
    long_shown = max(shown, key=lambda one: one[1])
    repeats = repeating()
    most = max(kernels, key=lambda one: one.parameters)
    long = max(kernels, key=lambda one: one.lines)
    return {
        "entries at the top": f"{len(contents(''))}",
        "floors": f"{storeys['']} at the top, at most {storeys[tallest]} in a package ({tallest})",
        "doors upwards": f"{len(doors)}",
        "modules": f"{len(files)}",
        "lines": f"{sum(files.values()):,}",
        "longest files": ", ".join(f"{p.relative_to(HOME)} {files[p]}" for p in longest),
        "functions": f"{len(plain)} and {len(kernels)} kernels",
        f"functions over {WANTED} lines": f"{sum(one.lines > WANTED for one in plain)}",
        f"functions over {LONGEST} lines": f"{sum(one.lines > LONGEST for one in plain)}",
        f"functions with over {PARAMETERS} parameters": (
            f"{sum(one.parameters > PARAMETERS for one in plain)}"
        ),
        "kernel with the most parameters": f"{most.name} {most.parameters}",
        "kernel with the most lines": f"{long.name} {long.lines}",
        "lines of the page": f"{sum(map(len, pages.values())):,} in {len(pages)} modules",
        f"functions of the page over {LONGEST} lines": f"{sum(n > LONGEST for _, n in shown)}",
        "longest function of the page": f"{long_shown[0]} {long_shown[1]}",
        "lines of the page that repeat Python": (
            f"{sum(len(pages[name]) for name in repeats)} in {len(repeats)} modules"
        ),
    }


def printed(rows: dict[str, str]) -> str:
    wide = max(map(len, rows)) + 2
    return "".join(f"{name:{wide}}{value}\n" for name, value in rows.items())


def kept() -> dict[str, str]:
    """The rows of the table that ARCHITECTURE holds."""
    found = KEPT.search(PAGE.read_text("utf-8"))
    lines = found[1].splitlines() if found else []
    rows = (re.split(" {2,}", line, maxsplit=1) for line in lines)
    return {name: value for name, value in rows}


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--keep", action="store_true", help="put the table into ARCHITECTURE.md")
    given = arguments.parse_args()
    text = printed(table())
    print(text, end="")
    if given.keep:
        block = f"<!-- make house -->\n```text\n{text}```\n"
        PAGE.write_text(KEPT.sub(lambda _: block, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
