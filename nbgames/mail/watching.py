"""Pages for whoever watches: the boards being played, and one board. They hold no script."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import escape
from typing import Any

from ..games import GAMES
from . import replies
from .boards import Correspondence

MOST_LISTED = 200
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#222;background:#fff}table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;
text-align:left}pre{overflow-x:auto;line-height:1.15}svg{max-width:100%;height:auto;max-height:75vh}
nav a{margin-right:1.5rem}
@media (prefers-color-scheme:dark){body{color:#eee;background:#181818}a{color:#8cf}}"""


def page(title: str, inner: str) -> str:
    """A page that loads itself anew every five seconds."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width">'
        '<meta http-equiv="refresh" content="5">'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>{inner}</html>"
    )


def listed(rows: Iterable[Any]) -> str:
    """The rows of boards as a page, those moved on last first."""
    rows = sorted((r for r in rows if r.kind in GAMES), key=lambda r: -r.at)[:MOST_LISTED]
    cells = "".join(
        f'<tr><td><a href="{r.kind}/{r.board}">{r.kind} {r.board}</a><td>{escape(r.first)}'
        f"<td>{escape(r.second)}<td>move {r.moves + 1}<td>{escape(replies.status(r))}"
        for r in rows
    )
    heads = "<tr><th>board<th>first<th>second<th>move<th>whose turn"
    table = f"<table>{heads}{cells}</table>" if rows else "<p>No board is being played.</p>"
    return page("boards being played", table)


def watched(board: Correspondence) -> str:
    """A board as a page: drawn, and as text with what was said."""
    about = replace(replies.about(board, whole=True), to=())
    there = f"{board.number}/replay"
    return page(
        f"{board.name} board {board.number}",
        f'<nav><a href="../">all boards</a> <a href="{there}">replay it, and play on</a></nav>'
        f"{board.match.svg()}<pre>{escape(about.text)}</pre>",
    )


def missing(words: str) -> str:
    return page("no such board", f"<p>{escape(words)}</p>")
