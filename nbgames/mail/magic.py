"""Notebook magics %pbm and %%pbm, and redaction of the passwords typed there.

A typed password is taken out of a cell before it is compiled, so that neither the history nor a
traceback ever has it; the magic puts it back. Other front ends of the same kernel have seen it.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ..games import GAMES
from .commands import redacted
from .replies import Reply
from .server import default
from .words import several

_LINE = re.compile(r"^(\s*(?:\w+\s*=\s*)?%pbm\s+)(.*?)(\s*)$", re.DOTALL)
_SHELL = re.compile(r"^(\s*!+\s*(?:python3?\s+-m\s+)?nbgames\s+)(.*?)(\s*)$", re.DOTALL)
_CELL = re.compile(r"^%%pbm(\s|$)")
REMEMBERED = 200


class Covered:
    """Lines as they were typed, by what they look like with their passwords covered."""

    def __init__(self) -> None:
        self._typed: OrderedDict[str, str] = OrderedDict()

    def cover(self, line: str) -> str:
        shown = redacted(line, GAMES)
        if shown != line:
            self._typed[shown.strip()] = line
            while len(self._typed) > REMEMBERED:
                self._typed.popitem(last=False)
        return shown

    def typed(self, line: str) -> str:
        return self._typed.get(line.strip(), line)


COVERED = Covered()


def pbm(line: str, cell: str | None = None) -> Reply | None:
    """Carry out a command of the server; in a cell, one on each line, comments indented below."""
    server = default()
    if cell is None:
        return server.handle(COVERED.typed(line))
    from IPython.display import display

    text = "\n".join([COVERED.typed(line), *(COVERED.typed(row) for row in cell.splitlines())])
    for command, comment in several(text):
        display(server.handle(command, comment))
    return None


def cover_lines(lines: list[str]) -> list[str]:
    """A cell's lines with the passwords of pbm commands covered, before they are compiled."""
    if lines and _CELL.match(lines[0]):
        return [
            _cover(lines[0], re.compile(r"^(%%pbm)(.*?)(\s*)$", re.DOTALL)),
            *map(_cover, lines[1:]),
        ]
    return [_cover(line, _LINE) for line in lines]


def _cover(line: str, shape: re.Pattern[str] = re.compile(r"^()(\S.*?)(\s*)$", re.DOTALL)) -> str:
    found = shape.match(line)
    return f"{found[1]}{COVERED.cover(found[2])}{found[3]}" if found and found[2].strip() else line


def cover_text(source: str) -> str:
    """A whole cell for the history: lines for the shell are covered, too."""
    lines = cover_lines(source.splitlines(keepends=True))
    return "".join(_cover(line, _SHELL) for line in lines)


def load_ipython_extension(ip: Any) -> None:
    """Add the magics %pbm and %%pbm: what `%load_ext nbgames` calls.

    Parameters
    ----------
    ip : IPython.InteractiveShell
        The shell to add them to.

    Examples
    --------
    In a notebook::

        %load_ext nbgames
        %pbm help commands
    """
    ip.register_magic_function(pbm, "line_cell", "pbm")
    if cover_lines in ip.input_transformers_cleanup:
        return
    ip.input_transformers_cleanup.insert(0, cover_lines)
    ip.history_manager.store_inputs = _covering(ip.history_manager.store_inputs)
    ip.nbgames_show = _replacing(ip)
    ip.events.register("pre_run_cell", ip.nbgames_show)


def unload_ipython_extension(ip: Any) -> None:
    """Remove the magics again: what `%unload_ext nbgames` calls.

    Parameters
    ----------
    ip : IPython.InteractiveShell
        The shell to remove them from.

    Examples
    --------
    In a notebook::

        %unload_ext nbgames
    """
    ip.magics_manager.magics["line"].pop("pbm", None)
    ip.magics_manager.magics["cell"].pop("pbm", None)
    if cover_lines in ip.input_transformers_cleanup:
        ip.input_transformers_cleanup.remove(cover_lines)
        ip.events.unregister("pre_run_cell", ip.nbgames_show)
        del ip.history_manager.store_inputs


def _covering(store_inputs: Callable[..., None]) -> Callable[..., None]:
    """The history's own way to store a cell, with passwords covered first."""

    def store(line_num: int, source: str, source_raw: str | None = None) -> None:
        raw = source if source_raw is None else source_raw
        hidden = cover_text(raw)
        store_inputs(
            line_num, cover_text(source) if hidden == raw else _without(source, raw), hidden
        )

    return store


def _without(source: str, raw: str) -> str:
    """A compiled cell without the words that were covered in its raw text."""
    shown, typed = cover_text(raw).split(), raw.split()
    for word in {b for a, b in zip(shown, typed, strict=False) if a != b and a.startswith("****")}:
        source = source.replace(word, "****")
    return source


def _replacing(ip: Any) -> Callable[[Any], None]:
    """Has the front end show the covered cell in place of what was typed, where it can."""

    def show(info: Any) -> None:
        hidden = cover_text(info.raw_cell or "")
        if hidden != (info.raw_cell or "") and getattr(ip, "kernel", None) is not None:
            ip.set_next_input(hidden.rstrip("\n"), replace=True)

    return show
