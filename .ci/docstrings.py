"""Checks the docstrings of all public names with numpydoc: a step of `make lint`.

A function has typed parameters, what it returns or yields, and an example; a record has its fields
as typed attributes; methods have typed parameters, and their summary says what they return.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import validate

MODULES = ["", ".analysis", ".graphs", ".draw.plots", ".opponents", ".mail", ".atlas"]
MORE = [  # polyhedra's own, and what public functions return
    "nbgames.graphs.polyhedra:hemi_icosahedron",
    "nbgames.graphs.polyhedra:projective",
    "nbgames.play.match:Match",
    "nbgames.play.table:Table",
    "nbgames.core.position:Outcome",
    "nbgames.core.game:Game",
    "nbgames.widgets.board:BoardWidget",
    "nbgames.widgets.explorer:Explorer",
    "nbgames.widgets.menu:Menu",
]
FREE = {"ES01", "GL02", "SA01"}  # an extended summary, quotes on a line of their own, See Also
UNSHOWN = {"EX01"}  # records and methods: the function that gives them has the example
PLAIN = {"RT01"}  # methods: the summary says what they return
FIELDS = {"PR01", "PR02"}  # records: their fields are attributes


def public() -> Iterator[Any]:
    """Each public function and class, and the records that public functions return."""
    for end in MODULES:
        module = import_module(f"nbgames{end}")
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isfunction(found) or inspect.isclass(found):
                yield found
    yield from import_module("nbgames.analysis.reading").KINDS.values()
    for place in MORE:
        module, _, name = place.partition(":")
        yield getattr(import_module(module), name)


def methods(found: Any) -> Iterator[str]:
    """The names of the public methods and properties that a class defines itself."""
    for name, value in vars(found).items() if inspect.isclass(found) else ():
        own = getattr(value, "__qualname__", "") != name  # not a function of its module
        if name[0] != "_" and (isinstance(value, property) or (inspect.isfunction(value) and own)):
            yield name


def faults(name: str, free: set[str]) -> Iterator[str]:
    """What numpydoc says of a name."""
    for code, words in validate(name)["errors"]:
        if code not in free:
            yield f"{code} {words}"


def undocumented(record: Any) -> Iterator[str]:
    """The fields of a record that stand in no section."""
    doc = NumpyDocString(inspect.getdoc(record) or "")
    told = {p.name for section in ("Parameters", "Attributes") for p in doc[section] if p.type}
    for field in dataclasses.fields(record):
        if field.name not in told and not field.name.startswith("_"):
            yield f"the field {field.name} has no typed entry in Attributes"


def main() -> None:
    """Print what is wrong, and exit with 1 if anything is."""
    names, wrong = 0, 0
    for found in dict.fromkeys(public()):
        name = f"{found.__module__}.{found.__qualname__}"
        free = FREE | (UNSHOWN if inspect.isclass(found) else set())
        record = dataclasses.is_dataclass(found)
        said = [(name, words) for words in faults(name, free | (FIELDS if record else set()))]
        said += [(name, words) for words in (undocumented(found) if record else ())]
        inside = [f"{name}.{method}" for method in methods(found)]
        said += [(one, w) for one in inside for w in faults(one, FREE | UNSHOWN | PLAIN)]
        for place, words in said:
            print(f"{place}: {words}")
        names, wrong = names + 1 + len(inside), wrong + len(said)
    print(f"{names} public names, {wrong} faults in their docstrings")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
