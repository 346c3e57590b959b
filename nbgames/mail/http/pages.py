"""HTML pages of the boards being played and of one board, without scripts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from ...games import GAMES
from .. import doors, replies
from ..boards import Correspondence
from ..words import printable

MOST_LISTED = 200
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#222;background:#fff;overflow-wrap:anywhere}h1{font-size:1.5rem}
ul{list-style:none;padding:0}li{padding:.3rem 0}li a{margin-right:.5em}
span{display:inline-block;margin-right:1em}
pre{overflow-x:auto;line-height:1.15}svg{max-width:100%;height:auto;max-height:75vh}
nav a{margin-right:1.5rem}
@media (prefers-color-scheme:dark){body{color:#eee;background:#181818}a{color:#8cf}}"""


def page(title: str, inner: str) -> str:
    """A page that loads itself anew every five seconds."""
    return still(title, inner, '<meta http-equiv="refresh" content="5">')


def still(title: str, inner: str, head: str = "") -> str:
    """A page that stays as it is."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width">'
        '<link rel="icon" href="data:,">'  # else Firefox asks for one, and the policy refuses
        f"{head}<style>{STYLE}</style><h1>{escape(title)}</h1>{inner}</html>"
    )


def listed(rows: Iterable[Any]) -> str:
    """The rows of boards as a page, those moved on last first."""
    rows = sorted((r for r in rows if r.kind in GAMES), key=lambda r: -r.at)[:MOST_LISTED]
    boards = "".join(
        f'<li><a href="{r.kind}/{r.board}">{r.kind} {r.board}</a> '
        f"{escape(f'{r.first} – {r.second}: {replies.status(r)}, move {r.moves + 1}')}"
        for r in rows
    )
    inner = f"<ul>{boards}</ul>" if rows else "<p>No board is being played.</p>"
    return page("boards being played", inner)


def watched(board: Correspondence) -> str:
    """A board as a page: whose turn, drawn and in letters, the moves, and what was said."""
    m, there = board.match, f"{board.number}/replay"
    turn = _lines([replies.state(board), replies.seated(board), *replies.standing_by(board)])
    moves = "".join(f"<span>{n} {escape(word)}</span> " for n, word in enumerate(m.moves, 1))
    said = _lines(replies.said(board).splitlines())
    return page(
        replies.title(board),
        f'<nav><a href="../">all boards</a> <a href="{there}">replay it, and play on</a></nav>'
        f"{turn}<p>{m.svg()}<p>{moves}{said}<pre>{escape(m.diagram())}</pre>",
    )


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(printable(text))}" for text in texts)


def missing(words: str) -> str:
    return page("no such board", f"<p>{escape(words)}</p>")


def closed() -> str:
    """A page in place of boards that strangers may not see."""
    return still("for players alone", f"<p>{escape(doors.CLOSED)}</p>")
