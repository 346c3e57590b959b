"""The one bundler: the page's modules as one text, and its style sheets as another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from ..draw.elements import style, with_widths

_HERE = Path(__file__).parent.parent
ASSETS = next(p for p in (_HERE / "static", _HERE.parent / "widgets_js") if p.is_dir())
BLANK = re.compile(r"^\s+", re.M)
# A comment, or where a text or a pattern begins, or a brace that may be a template's.
BEGINS = re.compile(r"""(^ *(?://.*|/\*[\s\S]*?\*/)\n| *//.*|/\*[\s\S]*?\*/ ?)|["'`{}/]""", re.M)
DIVIDES = re.compile(r"(?<=[\w$)\]}] )/=? ")  # between blanks; else a slash begins a pattern
WHOLE = {
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'(?:[^'\\\n]|\\.)*'"),
    "`": re.compile(r"[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)"),  # up to the code in it
    "/": re.compile(r"/(?:[^/\\[\n]|\\.|\[(?:[^]\\\n]|\\.)*\])+/[a-z]*"),
}
TEXT, PATTERN = 0xF0000, 0x100000  # characters of no meaning: each stands for one of these
STANDS_FOR = re.compile("[\U000f0000-\U0010ffff]")
SPACED = re.compile(
    r" *([=<>?:;,{}()\[\]|&!%*\U000f0000-\U000fffff]+|(?<= )/(?= )|(?<![-+] )[-+](?! ?[-+])) *"
)
# Breaks within an expression, commas after the last, parentheses around one parameter.
NEEDLESS = re.compile(
    r"(?<=[;{,(\[?:=&|])\n|(?<==>)\n|\n(?=[})\]?:.&|])|,\n?(?=[)}\]])|(?<![\w$])\((\w+)\)(?==>)"
)
CONSTANT = re.compile(r"\bconst(?=[ \[{])")
# Declarations one after another: the first has no block and no object.
DECLARED = re.compile(r"(?<=[;{}\n])(let[ \[][^;{}]*);let(?: |(?=[\[{]))")
INDENTS = ("", "  ", "    ")  # of blocks in which there are many
STRICT = '"use strict";\n'
NO_MODULES: Mapping[str, str] = {}


def styled(*files: str) -> str:
    """The colours of the drawing and style sheets, without indentation and comments."""
    return _packed(style()) + "".join(map(sheet, files))


def sheet(file: str) -> str:
    """A style sheet, without indentation and comments."""
    return _packed(with_widths((ASSETS / file).read_text("utf-8")))


def _packed(text: str) -> str:
    text = re.sub(r"/\*.*?\*/|\s*\n\s*|(?<=[{;:,]) | (?=[{}])|;\s*(?=})", "", text, flags=re.S)
    return re.sub(r" ([>~]) ", r"\1", text)


def module(entry: str, made: Mapping[str, str] = NO_MODULES) -> str:
    """An ES module and all that it imports as one that imports nothing, as anywidget wants it."""
    code = bundled(entry, made).removeprefix(STRICT)  # a module is strict by itself
    return f"{code}export default {_scope(entry)}.default;\n"


def shared_module(entry: str) -> str:
    """The same for widgets of which a page has many, each with its own copy of this text.

    The first copy is run, all others take what it exports: a hundred boards compile it once.
    """
    code = bundled(entry).removeprefix(STRICT)
    key = blake2b(code.encode(), digest_size=5).hexdigest()
    run = f"let run=()=>{{{code}return {_scope(entry)}.default}};"  # compiled when it is called
    return f"{run}export default globalThis.nb_{key}??=run();\n"


def bundled(entry: str, made: Mapping[str, str] = NO_MODULES) -> str:
    """A module and all that it imports as one script, each in a scope of its own.

    `made` are modules that are no files. Only the forms of import and export that these modules use
    are known here. Comments and indentation are left out.
    """
    return next(scripts((entry,), made))


def scripts(entries: Iterable[str], made: Mapping[str, str] = NO_MODULES) -> Iterator[str]:
    """The same of several modules, as scripts that run in this order.

    Each has what those before it have not, and sees what they have.
    """
    done: set[str] = set()
    for entry in entries:
        texts: dict[str, str] = {}
        _gather(entry, made, done, texts)
        yield f"{STRICT}{''.join(texts.values())}\n"


def _gather(name: str, made: Mapping[str, str], done: set[str], texts: dict[str, str]) -> None:
    """Scopes of a module and of all that it imports, but of those that are done."""
    if name in done:
        return
    done.add(name)
    text = made[name] if name in made else (ASSETS / name).read_text("utf-8")
    for _, other in _imports(text):
        _gather(other, made, done, texts)
    texts[name] = _scoped(name, text)


@lru_cache(512)
def _imports(text: str) -> list[tuple[str, str]]:
    return re.findall(r'^import ([^;]*?) from "\./([^"]+)";\n', text, re.M)


@lru_cache(512)
def _scoped(name: str, text: str) -> str:
    taken = ", ".join(f"{_given(names)} = {_scope(other)}" for names, other in _imports(text))
    exports = dict.fromkeys(re.findall(r"^export (?:const|class|function\*?) (\w+)", text, re.M))
    given = [f"{own}" for own in exports]
    for inside in re.findall(r"^export \{ (.*) \};$", text, re.M):
        given += [
            a if b in ("", a) else f"{b}: {a}"
            for a, b in re.findall(r"(\w+)(?: as (\w+))?", inside)
        ]
    if found := re.search(r"^export default (.*);$", text, re.M):
        given.append(f"default: {found[1]}")
    code, kept = _apart(text, name)
    ours = re.sub(
        r"^import [^;]*;\n|^export (?:default .*|\{.*\});\n|^export ", "", code, flags=re.M
    )
    taken = taken and f"const {taken};\n"
    ours = f"{taken}{ours.lstrip()}"
    for indent in INDENTS:
        ours = _merged(ours, indent)
    inside = _close(f"{BLANK.sub('', ours)}return {{ {', '.join(given)} }}\n")
    whole = STANDS_FOR.sub(lambda found: kept[found[0]], inside.strip())
    return f"let {_scope(name)}=(()=>{{{whole}}})();"


def _apart(text: str, name: str) -> tuple[str, dict[str, str]]:
    """The code of a module without comments, and its texts and patterns, which are no code.

    In the code a character stands for each of them. What cannot be read is refused.
    """
    code: list[str] = []
    kept: dict[str, str] = {}
    braces: list[str] = []  # that are open
    at = 0
    while found := BEGINS.search(text, at):
        code.append(text[at : found.start()])
        at = found.end()
        if found[1]:  # a comment
            continue
        mark, line = found[0], text.count("\n", 0, found.start()) + 1
        if mark == "}" and not braces:
            raise ValueError(f"{name}, line {line}: this brace closes none")
        goes_on = mark == "}" and braces.pop() == "`"  # a template
        if mark == "{":
            braces.append(mark)
        if (mark in "{}" and not goes_on) or DIVIDES.match(text, found.start()):
            code.append(mark)
            continue
        whole = WHOLE["`" if goes_on else mark].match(text, found.start())
        if not whole:
            raise ValueError(f"{name}, line {line}: what begins with {mark} has no end")
        if whole[0].endswith("${"):
            braces.append("`")
        sign = chr((PATTERN if mark == "/" else TEXT) + len(kept))
        code.append(sign)
        kept[sign], at = whole[0], whole.end()
    if braces:
        raise ValueError(f"{name}: a brace has no end")
    return "".join(code) + text[at:], kept


def _merged(text: str, indent: str) -> str:
    """A module whose constants, one after another in a block, share a declaration."""
    merged, *parts = re.split(rf"^{indent}(?=[^\s}})\]])", text, flags=re.M)
    goes_on = False
    for part in parts:
        is_constant = part.startswith("const ")
        if goes_on and is_constant:
            merged = f"{merged.rstrip().removesuffix(';')},\n{part.removeprefix('const ')}"
        else:
            merged += indent + part
        ends = re.search(rf"\n(?!{indent}|\n)", part.rstrip())  # the block
        goes_on = is_constant and not ends
    return merged


def _close(text: str) -> str:
    """A module without the blanks and breaks around what needs none, and with `let` for `const`."""
    close = CONSTANT.sub("let", SPACED.sub(r"\1", re.sub(r";\n(?=\})", "\n", text)))
    close = NEEDLESS.sub(lambda found: found[1] or "", close)
    while (joined := DECLARED.sub(r"\1,", close)) != close:
        close = joined
    return close


def _scope(module: str) -> str:
    return f"${module.partition('.')[0]}"


def _given(names: str) -> str:
    """What stands before "from", as what stands before "="."""
    if names.startswith("* as "):
        return names[5:]
    if names.startswith("{"):
        return names.replace(" as ", ": ")
    return f"{{ default: {names} }}"
