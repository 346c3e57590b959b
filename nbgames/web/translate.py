"""Kernels as JavaScript, by a walk over their own source: for pages without Python.

So are other functions as plain as these, which make texts of numbers and of texts.

The Python that kernels are written in is small, and anything else is refused here with its line.
Numbers become doubles, so integers stay exact below 2**53, and bits (& | ^ << >>) below 2**31;
beyond those a number can be cut in two at a bit that is written down (>> 35, & 2**35 - 1). Where
sets are asked for, & | ^ take apart all that a double holds, in halves: slower, so it is not done
where one side is written down as a number.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from functools import lru_cache
from json import dumps
from math import sqrt
from types import FunctionType
from typing import Any

from ..core._jit import is_kernel
from ..core.errors import Refused
from .truth import refuse_bare_lists

SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>", ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<",
    ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.And: "&&", ast.Or: "||", ast.Not: "!",
    ast.USub: "-", ast.Invert: "~", ast.Div: "/", ast.Is: "===", ast.IsNot: "!==",
}  # fmt: skip
PARENTHESIZED = ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp
BUILTINS = {
    "abs": "Math.abs", "int": "Number", "max": "Math.max", "min": "Math.min", "round": "$round",
}  # fmt: skip
SETS: dict[type[ast.AST], str] = {ast.BitAnd: "$and", ast.BitOr: "$or", ast.BitXor: "$xor"}
BITS = 31  # of a number that JavaScript takes apart itself
WORDS = """
    arguments await catch class const debugger default delete do enum eval export extends false
    function in instanceof interface let new null package private protected public static super
    switch this throw true typeof undefined var void
"""
RESERVED = frozenset(WORDS.split())

# Python's meanings where JavaScript's differ; halves are rounded to even.
HELP = """\
const floordiv = (a, b) => Math.floor(a / b);
const modulo = (a, b) => { const r = a - Math.floor(a / b) * b; return r < 0 ? r + b : r; };
const span = (a, b) => { const r = []; for (; a < b; a += 1) r.push(a); return r; };
const $round = (x) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x));
"""
# Of numbers from 0 to 2**53 - 1; JavaScript's own operators take the lower 32 bits of each.
HALVES = """\
const $and = (a, b) => (a * 2 ** -32 & b * 2 ** -32) * 2 ** 32 + ((a & b) >>> 0);
const $or = (a, b) => (a * 2 ** -32 | b * 2 ** -32) * 2 ** 32 + ((a | b) >>> 0);
const $xor = (a, b) => (a * 2 ** -32 ^ b * 2 ** -32) * 2 ** 32 + ((a ^ b) >>> 0);
const $without = (a, b) => (a * 2 ** -32 & ~(b * 2 ** -32)) * 2 ** 32 + ((a & ~b) >>> 0);
"""
FORMATS = {  # of what is filled into a text
    "": "{}",
    "g": "{}",
    ",.10g": '({}).toLocaleString("en", {{ maximumSignificantDigits: 10 }})',
    ".0%": '$round(100 * {}), "%"',  # two of the parts that are joined
}


def javascript(
    functions: Iterable[Callable[..., Any]],
    *,
    sets: bool = False,
    given: Iterable[Callable[..., Any]] = (),
) -> str:
    """Statements that define these kernels, and every kernel that they call, by their own names.

    With `sets` the bits of a number may be those of a set of up to 53 things. Kernels that are
    `given` are defined elsewhere.

    Raises
    ------
    Refused
        If a kernel's source is not at hand, says something that has no translation here or that
        JavaScript means otherwise (an empty list is true there), or two kernels share a name.

    >>> from nbgames.core.kernels import claim
    >>> print(javascript([claim]).splitlines()[-1])
    const claim = (net, owners, site, who) => { owners[site] = who; return 3 - who; };
    """
    found: dict[str, Callable[..., Any]] = {}
    texts: list[str] = []

    def add(function: Callable[..., Any]) -> None:
        name = function.__name__
        if found.setdefault(name, function) is not function:
            raise Refused(f"two kernels are called {name}: give one of them another name")
        if name in done:
            return
        done.add(name)
        text, called = _translated(function, sets)
        for other in called:
            add(other)
        texts.append(text)

    done = {function.__name__ for function in given}
    for function in functions:
        add(function)
    code = "\n".join(texts)
    used = (line for line in HELP.splitlines(True) if f"{line.split()[1]}(" in code)
    return "".join(used) + HALVES * sets + code


@lru_cache(1024)
def _translated(
    function: Callable[..., Any], sets: bool
) -> tuple[str, tuple[Callable[..., Any], ...]]:
    """The statement that defines a kernel, and the kernels that it calls."""
    walk = _Walk(function, sets)
    return walk.function(), tuple(walk.called)


class _Walk:
    """One kernel's syntax tree on its way to text."""

    def __init__(self, function: Callable[..., Any], sets: bool) -> None:
        self.given, self.name, self.sets = function, function.__name__, sets
        self.globals = function.__globals__
        self.called: list[Callable[..., Any]] = []
        self.fresh = 0
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        except (OSError, TypeError):
            raise Refused(
                f"the source of {self.name} is not at hand: define it in a file"
            ) from None
        (lines,) = tree.body
        if not isinstance(lines, ast.FunctionDef):
            raise self._strange(lines)
        refuse_bare_lists(function, lines)
        self.tree = lines
        self.parameters = [argument.arg for argument in self.tree.args.args]
        self.locals = {
            node.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    def _strange(self, node: ast.AST) -> Refused:
        line = getattr(node, "lineno", "?")
        what = type(node).__name__
        return Refused(
            f"line {line} of kernel {self.name} has no translation to JavaScript ({what}): "
            "kernels are plain loops over integers and flat lists"
        )

    def function(self) -> str:
        names = ", ".join(self._named(name, self.tree) for name in self.parameters)
        own = sorted(self.locals - set(self.parameters) - self._in_comprehensions())
        declared = f"let {', '.join(own)}; " if own else ""
        body = self.tree.body[bool(ast.get_docstring(self.tree)) :]
        name, text = self._named(self.name, self.tree), self._block(body)
        return f"const {name} = ({names}) => {{ {declared}{text} }};"

    def _in_comprehensions(self) -> set[str]:
        """Names that live in a comprehension alone."""
        inner = {
            id(part): part.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.comprehension)
            for part in ast.walk(node.target)
            if isinstance(part, ast.Name)
        }
        outer = {
            node.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and id(node) not in inner
        }
        return set(inner.values()) - outer

    # Statements

    def _block(self, body: list[ast.stmt]) -> str:
        return " ".join(self._statement(node) for node in body)

    def _statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                return self._together(targets, value, node)
            case ast.Assign(targets=targets, value=value):
                return f"{' = '.join(map(self._target, targets))} = {self._whole_value(value)};"
            case ast.AugAssign(target=target, op=op, value=value):
                return self._changed(target, op, value)
            case ast.Return(value=None):
                return "return;"
            case ast.Return(value=ast.expr() as value):
                return f"return {self._whole_value(value)};"
            case ast.If(test=test, body=body, orelse=orelse):
                other = f" else {{ {self._block(orelse)} }}" if orelse else ""
                return f"if ({self._whole_value(test)}) {{ {self._block(body)} }}{other}"
            case ast.While(test=test, body=body, orelse=[]):
                return f"while ({self._whole_value(test)}) {{ {self._block(body)} }}"
            case ast.For(target=ast.Name(), orelse=[]):
                return self._loop(node)
            case ast.Expr(value=ast.Call()):
                return f"{self._value(node.value)};"
            case ast.Continue():
                return "continue;"
            case ast.Break():
                return "break;"
            case ast.Pass():
                return ""
        raise self._strange(node)

    def _changed(self, target: ast.expr, op: ast.operator, value: ast.expr) -> str:
        if type(op) in SIGNS and not self._on_sets(op, target, value):
            return f"{self._target(target)} {SIGNS[type(op)]}= {self._value(value)};"
        combined = ast.copy_location(ast.BinOp(target, op, value), target)
        return f"{self._target(target)} = {self._value(combined)};"

    def _together(self, targets: list[ast.expr], value: ast.expr, node: ast.stmt) -> str:
        """Several targets of one assignment; one after the other, where none is read in between."""
        left = list(map(self._target, targets))
        if not isinstance(value, ast.Tuple):
            return f"[{', '.join(left)}] = {self._value(value)};"
        if len(targets) != len(value.elts):
            raise self._strange(node)
        right = list(map(self._value, value.elts))
        names = {part.id for one in targets for part in ast.walk(one) if isinstance(part, ast.Name)}
        read = {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}
        if names & read:
            return f"[{', '.join(left)}] = [{', '.join(right)}];"
        return " ".join(f"{one} = {other};" for one, other in zip(left, right, strict=True))

    def _loop(self, node: ast.For) -> str:
        assert isinstance(node.target, ast.Name)
        name, body = self._named(node.target.id, node), self._block(node.body)
        bounds = self._range(node.iter)
        if bounds is None:
            return f"for ({name} of {self._value(node.iter)}) {{ {body} }}"
        # A count of its own: Python's goes on undisturbed, and its name keeps the last value.
        self.fresh += 1
        k, end = f"${self.fresh}", f"$end{self.fresh}"
        first, last, step = bounds
        more = f"{k} < {end}; {k} += {step}" if step > 0 else f"{k} > {end}; {k} -= {-step}"
        return f"for (let {k} = {first}, {end} = {last}; {more}) {{ {name} = {k}; {body} }}"

    def _range(self, node: ast.expr) -> tuple[str, str, int] | None:
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[end], keywords=[]):
                return "0", self._value(end), 1
            case ast.Call(func=ast.Name(id="range"), args=[start, end, *step], keywords=[]):
                number = self._whole(step[0]) if step else 1
                if number:
                    return self._value(start), self._value(end), number
        return None

    def _whole(self, node: ast.expr) -> int | None:
        """A whole number that is known now: written down, or by a global name."""
        match node:
            case ast.Constant(value=int(value)):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return -value
            case ast.Name(id=name) if name not in {*self.parameters, *self.locals}:
                known = self.globals.get(name)
                return known if type(known) is int else None
        return None

    def _target(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return self._named(name, node)
            case ast.Subscript(slice=ast.Slice()):
                raise self._strange(node)
            case ast.Subscript():
                return self._value(node)
        raise self._strange(node)

    # Expressions

    def _whole_value(self, node: ast.expr) -> str:
        """A value that stands alone: without the parentheses in which a part of another one is."""
        text = self._value(node)
        is_operation = isinstance(node, PARENTHESIZED) and text.startswith("(")
        return text[1:-1] if is_operation else text

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.BinOp():
                return self._operation(node)
            case ast.Compare():
                return self._comparison(node)
            case ast.JoinedStr(values=parts):
                return "[" + ", ".join(map(self._filled, parts)) + '].join("")'
            case ast.Name(id=name):
                return self._name(name, node)
            case ast.Attribute(value=ast.Name(id=owner), attr=attr) if self._is_own(owner):
                return f"{owner}.{attr}"
            case ast.Attribute(value=ast.Attribute() as owner, attr=attr):
                return f"{self._value(owner)}.{attr}"
            case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=None, step=None)):
                return f"{self._value(value)}.slice()"
            case ast.Subscript(value=value, slice=index) if not isinstance(index, ast.Slice):
                return f"{self._value(value)}[{self._value(index)}]"
            case ast.UnaryOp(op=op, operand=operand) if type(op) in SIGNS:
                return f"({SIGNS[type(op)]}{self._value(operand)})"
            case ast.BoolOp(op=op, values=values):
                return f"({f' {SIGNS[type(op)]} '.join(map(self._value, values))})"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self._value(test)} ? {self._value(body)} : {self._value(orelse)})"
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return f"[{', '.join(map(self._value, items))}]"
            case ast.ListComp(elt=elt, generators=[each]) if isinstance(each.target, ast.Name):
                return self._comprehension(elt, each)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, arguments, node)
            case ast.Call(func=ast.Attribute() as kernel, args=arguments, keywords=[]):
                return f"{self._value(kernel)}({', '.join(map(self._value, arguments))})"
        raise self._strange(node)

    def _constant(self, node: ast.Constant) -> str:
        match node.value:
            case bool(value):
                return str(int(value))
            case int(value) | float(value):
                return self._number(value, node)
            case str(value):
                return dumps(value, ensure_ascii=False)
            case None:
                return "null"
        raise self._strange(node)

    def _operation(self, node: ast.BinOp) -> str:
        match node.left, node.op, node.right:
            case ast.List(elts=[item]), ast.Mult(), count:
                return f"new Array({self._value(count)}).fill({self._value(item)})"
            case left, ast.FloorDiv(), right:
                return f"floordiv({self._value(left)}, {self._value(right)})"
            case left, ast.Mod(), right:
                return f"modulo({self._value(left)}, {self._value(right)})"
            case left, ast.RShift(), right if self._far(right):
                return f"Math.floor({self._value(left)} / {1 << self._far(right)})"
            case left, ast.BitAnd(), right if self._masks(right):
                return f"modulo({self._value(left)}, {self._masks(right)})"
            case left, op, right if self._on_sets(op, left, right):
                return self._set(left, op, right)
            case left, op, right if type(op) in SIGNS:
                return f"({self._value(left)} {SIGNS[type(op)]} {self._value(right)})"
        raise self._strange(node)

    def _comparison(self, node: ast.Compare) -> str:
        match node.ops, node.comparators:
            case [op], [right] if type(op) in SIGNS:
                return f"({self._value(node.left)} {SIGNS[type(op)]} {self._value(right)})"
            case [one, two], [ast.Subscript() | ast.Name() as middle, right]:  # read twice
                pairs = ast.Compare(node.left, [one], [middle]), ast.Compare(middle, [two], [right])
                return f"({' && '.join(map(self._value, pairs))})"
        raise self._strange(node)

    def _filled(self, node: ast.expr) -> str:
        """A part of a text, maybe one that is filled in."""
        if not isinstance(node, ast.FormattedValue):
            return self._value(node)
        spec = node.format_spec
        how = ast.literal_eval(spec.values[0]) if isinstance(spec, ast.JoinedStr) else ""
        if how not in FORMATS or node.conversion >= 0:
            raise self._strange(node)
        return FORMATS[how].format(self._value(node.value))

    def _far(self, node: ast.expr) -> int:
        """By how many bits this shifts, if they are more than JavaScript takes; else 0."""
        bits = self._whole(node)
        return bits if bits is not None and BITS <= bits < 53 else 0

    def _masks(self, node: ast.expr) -> int:
        """What the low bits that this masks stay below, if they are many; else 0."""
        mask = self._whole(node)
        return mask + 1 if mask is not None and mask >> BITS and not mask & (mask + 1) else 0

    def _on_sets(self, op: ast.operator, *sides: ast.expr) -> bool:
        """May the sides of this be sets?"""
        return self.sets and type(op) in SETS and not any(map(self._is_small, sides))

    def _is_small(self, node: ast.expr) -> bool:
        """Is it true or false, or a number that is written down? Then the other is a number too."""
        return isinstance(node, ast.Compare | ast.BoolOp) or self._whole(node) is not None

    def _set(self, left: ast.expr, op: ast.operator, right: ast.expr) -> str:
        match op, left, right:
            case (ast.BitAnd(), some, ast.UnaryOp(op=ast.Invert(), operand=others)) | (
                ast.BitAnd(), ast.UnaryOp(op=ast.Invert(), operand=others), some,
            ):  # fmt: skip
                return f"$without({self._value(some)}, {self._value(others)})"
        return f"{SETS[type(op)]}({self._value(left)}, {self._value(right)})"

    def _comprehension(self, elt: ast.expr, each: ast.comprehension) -> str:
        assert isinstance(each.target, ast.Name)
        name, bounds = self._named(each.target.id, each.target), self._range(each.iter)
        if bounds and bounds[2] != 1:
            raise self._strange(each.iter)
        text = f"span({bounds[0]}, {bounds[1]})" if bounds else f"[...{self._value(each.iter)}]"
        for test in each.ifs:
            text += f".filter(({name}) => {self._value(test)})"
        return text if self._value(elt) == name else f"{text}.map(({name}) => {self._value(elt)})"

    def _call(self, name: str, arguments: list[ast.expr], node: ast.expr) -> str:
        if name == "len" and len(arguments) == 1:
            return f"{self._value(arguments[0])}.length"
        given = ", ".join(map(self._whole_value, arguments))
        if self.globals.get(name) is sqrt:
            return f"Math.sqrt({given})"
        alone, of_many = len(arguments) == 1, name in ("max", "min")
        if name in BUILTINS and name not in self.globals and (alone or of_many):
            spread = "..." * (of_many and alone)
            return f"{BUILTINS[name]}({spread}{given})"
        return f"{self._name(name, node)}({given})"

    def _name(self, name: str, node: ast.AST) -> str:
        """A local name, a global number by its value, or a kernel, which is translated too."""
        if self._is_own(name):
            return self._named(name, node)
        value = self.globals.get(name)
        if isinstance(value, int | float):
            return self._number(value, node)
        if isinstance(value, FunctionType) and is_kernel(value) >= is_kernel(self.given):
            if value.__name__ != self.name:
                self.called.append(value)
            return self._named(value.__name__, node)
        raise self._strange(node)

    def _is_own(self, name: str) -> bool:
        return name in self.parameters or name in self.locals

    def _number(self, value: float, node: ast.AST) -> str:
        if not abs(value) < 1 << 53:
            raise self._strange(node)
        return repr(value)

    def _named(self, name: str, node: ast.AST) -> str:
        if name in RESERVED or not name.isascii():
            raise self._strange(node)
        return name
