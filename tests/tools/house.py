"""Counts that say how easy the package is to enter: `make house`, and the floors for a test.

ARCHITECTURE.md holds a block "floors" for nbgames and one for each package inside it, from the
roof to the ground: a line is a floor. This module reads the blocks and every import.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbgames

HOME = Path(nbgames.__file__).parent
PAGE = Path(__file__).parent.parent.parent / "ARCHITECTURE.md"
BLOCK = re.compile(r"```floors ?(\S*)\n(.*?)```", re.DOTALL)


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


def imports(name: str) -> list[tuple[str, bool]]:
    """What a module imports and whether inside a function; a dot leads names of our own."""
    path = MODULES[name]
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    found = []

    def walk(node: ast.AST, lazy: bool) -> None:
        for child in ast.iter_child_nodes(node):
            found.extend((target, lazy) for target in _targets(child, package))
            walk(child, lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))

    walk(ast.parse(path.read_text("utf-8")), False)
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
