"""The page's modules and styles as one text, for a widget and for a page that loads nothing."""

from __future__ import annotations

import re
from pathlib import Path

from ..draw.elements import style

_HERE = Path(__file__).parent.parent
ASSETS = next(p for p in (_HERE / "static", _HERE.parent / "widgets_js") if p.is_dir())
# A line of code with no text in it but between " or in one template, and what is a blank there.
PLAIN = re.compile("^[^`'/\n]*(?:`[^`'/\n]*`[^`'/\n]*)?$", re.M)
BLANK = re.compile(r'("[^"]*"|`[^`]*`)| ?([][=,:?<>&|(){}!*;]) ?')
MODULES = ("drawing.js", "requests.js", "camera.js", "timeline.js", "hints.js", "board.js")


def joined(*more: str) -> str:
    """The page's modules as one: anywidget loads a single text and resolves no imports.

    What only some boards call, such as a sphere's projection, is sent to those alone.
    """
    texts = [(ASSETS / name).read_text("utf-8") for name in (*more, *MODULES)]
    bare = [re.sub(r"^import [^;]*;\n|^export (?!default)", "", text, flags=re.M) for text in texts]
    text = re.sub(r" */\*\*(?:[^*]|\*(?!/))*\*/\s|^ +| *// .*$", "", "\n".join(bare), flags=re.M)
    return PLAIN.sub(lambda line: BLANK.sub(r"\1\2", line[0]), text)


def styled() -> str:
    """The colours of the drawing and of what is around it, without blanks and remarks."""
    text = style() + (ASSETS / "board.css").read_text("utf-8")
    return re.sub(r"/\*.*?\*/|\s*\n\s*|(?<=[{;:,]) | (?=[{}])", "", text)


def bundled(entry: str, made: dict[str, str]) -> str:
    """A module and all that it imports as one script, each in a scope of its own.

    `made` are modules that are no files. Only the forms of import and export that these modules use
    are known here.
    """
    texts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in texts:
            return
        text = made[name] if name in made else (ASSETS / name).read_text("utf-8")
        imports = re.findall(r'^import ([^;]*?) from "\./([^"]+)";\n', text, re.M)
        for _, other in imports:
            add(other)
        texts[name] = _scoped(name, text, imports)

    add(entry)
    return f'"use strict";\n{"".join(texts.values())}'


def _scoped(name: str, text: str, imports: list[tuple[str, str]]) -> str:
    taken = "".join(f"const {_given(names)} = {_scope(other)};\n" for names, other in imports)
    exports = dict.fromkeys(re.findall(r"^export (?:const|class|function) (\w+)", text, re.M))
    given = [f"{own}" for own in exports]
    for inside in re.findall(r"^export \{ (.*) \};$", text, re.M):
        given += [f"{b or a}: {a}" for a, b in re.findall(r"(\w+)(?: as (\w+))?", inside)]
    if found := re.search(r"^export default (.*);$", text, re.M):
        given.append(f"default: {found[1]}")
    text = re.sub(
        r"^import [^;]*;\n|^export (?:default .*|\{.*\});\n|^export ", "", text, flags=re.M
    )
    text = re.sub(r"^ */\*\*(?:[^*]|\*(?!/))*\*/\n|^ *//.*\n|^ +", "", text, flags=re.M)
    return (
        f"const {_scope(name)} = (() => {{\n{taken}{text}return {{ {', '.join(given)} }};\n}})();\n"
    )


def _scope(module: str) -> str:
    return f"in_{module.partition('.')[0]}"


def _given(names: str) -> str:
    """What stands before "from", as what stands before "="."""
    if names.startswith("* as "):
        return names[5:]
    if names.startswith("{"):
        return names.replace(" as ", ": ")
    return f"{{ default: {names} }}"
