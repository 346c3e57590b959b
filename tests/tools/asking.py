"""Where code asks which game it has, instead of what the game can: shapes in Python, CSS and pages.

Each shape has a sentence, which is what a finding says. Games are asked for their capabilities
(`nbgames/core/rules.py`); a name, a kernel, the word for how a game is won, the text of a site's
name and the arithmetic of site numbers belong to the games alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

import nbgames
from nbgames.play.endings import ENDINGS

NAMES = {*nbgames.GAMES}
RECORDS = {repr(rules) for rules in nbgames.GAMES.values()}
WAYS = {rules.by for rules in nbgames.GAMES.values()}
KERNELS = {"claim", "crossed", "looped", "majority"}
OWNERS = ("game", "rules", "made", "kind", "board", "subject", "self")
TEXTUAL = re.compile(
    r"(starts|ends)with|remove(pre|suf)fix|r?partition|r?split|r?find|r?index|count|replace|[lr]?strip"
    r"|capitalize|title|isalpha|isdigit"
)  # the methods of a text that read a part of it
PAIRED = {"half", "place", "node", "sheet", "above", "before"}  # ends of edges; the double cover
SITES = {"site", "piece", "move", "other", "s"}

NAMED = "a game's name as text"
IMPORTED = "one game's record or module"
COMPARED = "a game's name compared with text"
TAKEN_APART = "a game's name taken apart; headings have `title`"
KERNEL = "a kernel where it is neither called nor given to a record"
FUNCTION = "a game's step or winner compared or looked up"
WAY = "the word for how a game is won"
READ = "the text of a site's name"
ARITHMETIC = "arithmetic of site numbers; a board has `rivals` and `ends`"


# Python


class Asked(NamedTuple):
    """A place that asks: its line, the shape that was found and its code."""

    line: int
    shape: str
    code: str


def asked(code: str) -> list[Asked]:
    """Where a module of Python asks."""
    tree = ast.parse(code)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    known = _Known(tree)
    return [
        Asked(node.lineno, shape, ast.unparse(node))
        for node in ast.walk(tree)
        for shape in _shapes(node, parents.get(node), known)
    ]


class _Known:
    """What the variables of a module hold: the core's kernels, their module, names of sites."""

    def __init__(self, tree: ast.AST) -> None:
        self.modules, self.kernels, self.names = {"kernels"}, set(), set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    bound = alias.asname or alias.name
                    if alias.name == "kernels":
                        self.modules.add(bound)
                    elif alias.name in KERNELS and (node.module or "").endswith("kernels"):
                        self.kernels.add(bound)
            for loop in [node, *getattr(node, "generators", ())]:
                if isinstance(loop, ast.For | ast.comprehension) and _has_names(loop.iter):
                    bound = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
                    inside = (n for n in ast.walk(node) if isinstance(n, ast.Name))
                    self.names.update(n for n in inside if n.id in bound)

    def is_kernel(self, node: ast.AST) -> bool:
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                return module in self.modules and name in KERNELS
            case ast.Name(id=name):
                return name in self.kernels
        return False

    def is_site_name(self, node: ast.AST) -> bool:
        return node in self.names or (isinstance(node, ast.Subscript) and _has_names(node.value))


def _has_names(node: ast.AST) -> bool:
    """Is this board.names, or enumerate(board.names), or a part of it?"""
    match node:
        case ast.Attribute(value=owner, attr="names"):
            return _last(owner) in OWNERS
        case ast.Subscript(value=value, slice=ast.Slice()):
            return _has_names(value)
        case ast.Call(func=ast.Name(id="enumerate" | "zip" | "sorted" | "reversed")):
            return any(map(_has_names, node.args))
    return False


def _shapes(node: ast.AST, parent: ast.AST | None, known: _Known) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text) if text in NAMES:
            yield NAMED
        case ast.Constant(value="majority") if not _given(parent, ("by",)):
            yield WAY
        case ast.ImportFrom(module=module, names=aliases):
            parts = {*(module or "").split("."), *(alias.name for alias in aliases)}
            if parts & (NAMES | RECORDS):
                yield IMPORTED
        case ast.Attribute(attr=name) if name in RECORDS:
            yield IMPORTED
        case ast.Dict() if (texts := {*_texts(node)}) and texts <= WAYS:
            yield WAY
        case ast.BinOp() if _computes(node):
            yield ARITHMETIC
    called = isinstance(parent, ast.Call) and parent.func is node
    if known.is_kernel(node) and not called and not _given(parent, ("step", "winner")):
        yield KERNEL
    for value in _taken_apart(node):
        if _is_name(value):
            yield TAKEN_APART
        if _is_way(value):
            yield WAY
        if known.is_site_name(value):
            yield READ
    yield from _compared(node)


def _given(parent: ast.AST | None, parameters: tuple[str, ...]) -> bool:
    return isinstance(parent, ast.keyword) and parent.arg in parameters


def _computes(node: ast.BinOp) -> bool:
    """Is this `site ^ 1`, or another way to find a site's pair or its place in it?"""
    for one, two in ((node.left, node.right), (node.right, node.left)):
        match node.op, two:
            case ast.BitXor(), ast.Constant(value=1):
                return _last(one) not in PAIRED
            case ((ast.BitAnd() | ast.RShift()), ast.Constant(value=1)):
                return _last(one) in SITES
            case ((ast.Mod() | ast.FloorDiv()), ast.Constant(value=2)):
                return _last(one) in SITES
    return False


def _taken_apart(node: ast.AST) -> list[ast.AST]:
    """The texts of which this reads a part."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=args):
            return args
        case ast.Call(func=ast.Attribute(value=value, attr=deed)) if TEXTUAL.fullmatch(deed):
            return [value]
        case ast.Subscript(value=value):
            return [value]
    return []


def _compared(node: ast.AST) -> Iterator[str]:
    """What is asked by a comparison, by `match`, or by a look into a table."""
    match node:
        case ast.Compare():
            sides = [node.left, *node.comparators]
            texts = {text for side in sides for text in _texts(side)}
        case ast.Match(subject=subject):
            sides = [subject]
            patterns = [n for case in node.cases for n in ast.walk(case.pattern)]
            texts = {text for n in patterns for text in _texts(n)}
        case ast.Subscript(slice=key):
            sides, texts = [key], set(_texts(node.value))
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]):
            sides, texts = [key], set(_texts(table))
        case ast.Attribute(value=value, attr="__name__" | "__qualname__" | "__module__"):
            sides, texts = [value], set()
        case _:
            return
    if any(map(_is_function, sides)):
        yield FUNCTION
    if any(map(_is_name, sides)) and texts:
        yield COMPARED
    if (any(map(_is_way, sides)) and texts - {*ENDINGS}) or texts & WAYS:
        yield WAY


def _texts(node: ast.AST) -> Iterator[str]:
    """The text of a literal, or what a literal tuple, list, set or dict has as items and keys."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            for item in items:
                yield from _texts(item)
        case ast.Dict(keys=keys):
            for key in filter(None, keys):
                yield from _texts(key)


def _last(node: ast.AST) -> str:
    """The last of the names in a.b.c; a, of a and a[b]."""
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    return getattr(node, "attr", "") or getattr(node, "id", "")


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "name" and _last(node.value) in OWNERS


def _is_way(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute | ast.Name) and _last(node) == "by"


def _is_function(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr in ("step", "winner")
        and _last(node.value) in {"rules", *RECORDS}
    )


# Pages

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", re.DOTALL)
_names, _ways = "|".join(sorted(NAMES)), "|".join(sorted(WAYS))
_quote, _is = r"[\"'`]", r"\s*[!=]==?\s*"
_way = rf"{_quote}(?:{_ways}){_quote}"
_other = rf"{_quote}(?!(?:{'|'.join(ENDINGS)}){_quote})"  # text that is no ending
_game = r"\b(?:game|facts|rules)\??\."
_name = rf"(?:{_game}(?:name|tag|title)|\btag)\b"
_by = r"(?:[\w.?]*\.)?\bby\b"
_part = r"(?:\??\.(?:startsWith|endsWith|match|indexOf|slice|split|replace|search|at|charAt)\(|\[)"
PAGES = {
    NAMED: rf"\b(?:{_names}|{'|'.join(rules.title for rules in nbgames.GAMES.values())})\b",
    COMPARED: rf"{_name}{_is}{_quote}|{_quote}{_is}{_name}|\]\.includes\({_name}|switch \({_name}",
    TAKEN_APART: rf"{_name}{_part}",
    FUNCTION: rf"{_game}(?:step|winner)(?:{_is}|\.name\b|\.toString\b)",
    WAY: rf"{_quote}majority{_quote}|{_is}{_way}|{_way}{_is}|\bcase {_way}|{_by}{_is}{_other}"
    rf"|{_quote}{_is}{_by}|switch \({_by}|\}}\[{_by}\]|\]\.includes\({_by}|{_by}{_part}",
    READ: rf"\bnames\[[^]]*\]{_part}|\bnames\.\w+\(\(?(\w+)\b[^;\n]*?\b\1{_part}",
    ARITHMETIC: rf"\^\s*1\b|\b(?:{'|'.join(SITES)})\s*(?:&\s*1|>>>?\s*1|[%/]\s*2)\b",
}


def asked_by_a_page(code: str) -> list[Asked]:
    """Where a module of JavaScript or a style sheet asks; its comments may name games."""
    plain = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), code)
    return [
        Asked(plain.count("\n", 0, found.start()) + 1, shape, found[0])
        for shape, pattern in PAGES.items()
        for found in re.finditer(pattern, plain)
    ]
