"""Mutants of a module: one change in one place, as trees to compile. Nothing here runs a test.

Changed are comparisons, sums and products, `and` and `or`, conditions, numbers, names in quotes,
answers (into None), errors raised and deeds (both left out). Left alone are sentences, docstrings,
annotations and decorators.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import copy, deepcopy
from typing import NamedTuple

SWAPS: dict[type, type] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult},
    **{ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr},
    **{ast.Break: ast.Continue, ast.Continue: ast.Break},
}


class Place(NamedTuple):
    """Where a node hangs in its tree, in which function, and in which statement."""

    parent: ast.AST
    field: str
    index: int | None
    function: str
    statement: ast.stmt

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node

    @property
    def node(self) -> ast.AST:
        there = getattr(self.parent, self.field)
        return there if self.index is None else there[self.index]

    @property
    def lines(self) -> range:
        """The lines of the statement; of one with a body, those above it."""
        body = getattr(self.statement, "body", None)
        last = body[0].lineno - 1 if body else self.statement.end_lineno
        return range(self.statement.lineno, max(last, self.statement.lineno) + 1)


class Mutant(NamedTuple):
    """A change: its name, which holds while the function stays, and what stands where instead."""

    name: str
    place: Place
    new: ast.AST
    module: ast.Module

    @property
    def tree(self) -> ast.Module:
        """The whole module with the change: made when it is asked for, since there are many."""
        old = self.place.node
        self.place.put(self.new)
        changed = ast.fix_missing_locations(deepcopy(self.module))
        self.place.put(old)
        return changed


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module's text, in the order of its places."""
    tree, seen = ast.parse(source), Counter[str]()
    for place in places(tree):
        old = place.node
        for new in instead(old):
            name = f"{place.function}: {shown(old)} -> {shown(new)}"
            seen[name] += 1
            yield Mutant(f"{name} #{seen[name]}", place, new, tree)


def shown(node: ast.AST) -> str:
    """The first line of a node's text."""
    return ast.unparse(ast.fix_missing_locations(copy(node))).partition("\n")[0]


def places(
    node: ast.AST, function: str = "module", statement: ast.stmt | None = None
) -> Iterator[Place]:
    """The places of all nodes below one, but for those that nothing would notice."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = node.name if function == "module" else f"{function}.{node.name}"
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or is_said(child):
                continue
            around = child if isinstance(child, ast.stmt) else statement
            if around:
                yield Place(node, field, index, function, around)
            yield from places(child, function, around)


def is_said(node: ast.AST) -> bool:
    """Is this text for people, a docstring or the words of an error?"""
    match node:
        case ast.JoinedStr() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Constant(value=str() as text):
            return not text or " " in text
    return False


def instead(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand instead of a node: little, and mostly wrong."""
    match node:
        case ast.Compare(ops=[op, *more]) if type(op) in SWAPS:
            yield ast.Compare(node.left, [SWAPS[type(op)](), *more], node.comparators)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            yield changed(node, op=SWAPS[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value):
            yield ast.Constant(value + "?")
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
                yield changed(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.AST()):
            yield ast.Return(ast.Constant(None))
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Break() | ast.Continue():
            yield SWAPS[type(node)]()


def changed(node: ast.AST, **fields: ast.AST) -> ast.AST:
    new = copy(node)
    for field, value in fields.items():
        setattr(new, field, value)
    return new
