"""Refuses tests that JavaScript answers otherwise than Python: an empty list is true there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sized
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ..core.errors import Refused


def refuse_bare_lists(function: Callable[..., Any], tree: ast.AST) -> None:
    """Refuse a function that asks whether a list is true, where it is known to be one.

    Known are lists that are written down, names that are given one, and what has a type: parameters
    and their attributes. Kernels have no types; of a list they are handed nothing is known.
    """
    types = {name: [kind] for name, kind in _hints(function).items()}
    values = [
        (target.id, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    for asked in _asked(tree):
        if any(map(_is_list, _kinds(asked, types, values))):
            text = ast.unparse(asked)
            raise Refused(
                f"line {asked.lineno} of {function.__name__} asks whether {text} is true, which an "
                f"empty list is in JavaScript: write len({text}) > 0, or == 0 for not {text}"
            )


def _kinds(
    node: ast.expr, types: dict[str, list[Any]], values: list[tuple[str, ast.expr]]
) -> list[Any]:
    """Of which types this may be, by the types of names and the values that names are given."""
    match node:
        case ast.List() | ast.Tuple() | ast.ListComp() | ast.BinOp(left=ast.List()):
            return [list]
        case ast.Name(id=name) if name in types:
            return types[name]
        case ast.Name(id=name):
            others = types | {name: []}  # a name that is given itself is not followed
            given = [value for target, value in values if target == name]
            return [kind for value in given for kind in _kinds(value, others, values)]
        case ast.Attribute(value=owner, attr=attr):
            return [_hints(kind).get(attr) for kind in _kinds(owner, types, values)]
    return []


def _asked(tree: ast.AST) -> Iterator[ast.expr]:
    """What is asked whether it is true; of and and or the last only where all of it is."""
    for node in ast.walk(tree):
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield from _last(test)
            case ast.UnaryOp(op=ast.Not(), operand=test):
                yield from _last(test)
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield from _last(test)
            case ast.BoolOp(values=[*tests, _]):
                for test in tests:
                    yield from _last(test)


def _last(test: ast.expr) -> Iterator[ast.expr]:
    while isinstance(test, ast.BoolOp):
        test = test.values[-1]
    yield test


def _hints(given: Any) -> dict[str, Any]:
    """The types of parameters or of fields, where they can be found."""
    try:
        return get_type_hints(given)
    except (NameError, TypeError):
        return {}


def _is_list(kind: Any) -> bool:
    own = get_origin(kind) or kind
    if own in (Union, UnionType):
        return any(map(_is_list, get_args(kind)))
    return isinstance(own, type) and issubclass(own, Sized) and not issubclass(own, str)
