"""The wall of a class: a page that shows its boards, who is stuck, and which checks fail."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...core.errors import GameError
from ...web import bundle
from .. import replies, walls
from ..walls import Exercise, Student, Wall
from . import pages
from .answers import HEAD, answer, page, unless_known
from .commanding import local_of

NONE = "<p>None was told yet.</p>"
GONE = "This wall is not known: ask who keeps the server for a new link."


def shown(request: Request) -> Response:
    """The page, which then asks every second what is new."""
    found = _wall(request)
    if found is None:
        return page(pages.still("no such wall", f"<p>{GONE}"), 404)
    script, style = _script(), bundle.sheet("wall.css")
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(found.name)}</title>'
        '<meta name="viewport" content="width=device-width">'
        '<noscript><meta http-equiv="refresh" content="2"></noscript>'
        f"<style>{style}</style><main>{_main(request, found)}</main>"
        f'<p role="status" id="away" hidden>The server cannot be reached: this may be old.</p>'
        f"<script>{script}</script></html>"
    )
    return page(text, own={**HEAD, "Content-Security-Policy": _policy(script)})


def now(request: Request) -> Response:
    """What stands on the page now, or 304 where that is known."""
    found = _wall(request)
    if found is None:
        return page(GONE, 404)
    about = {"Cache-Control": "private, no-cache"}
    text = f'<main xmlns="http://www.w3.org/1999/xhtml">{_main(request, found)}</main>'
    return unless_known(request, text, "application/xhtml+xml", own=about)


def picture(request: Request) -> Response:
    """A board of the class as SVG; its address says how many events it shows."""
    found, named = _wall(request), request.path_params
    board = (named["game"], named["number"])
    if found is None or board not in {(row.kind, str(row.board)) for row in found.boards}:
        return page(GONE, 404)
    try:
        drawn = local_of(request).board(board[0], int(board[1])).match.svg()
    except GameError:
        return page(GONE, 404)
    about = {
        "Cache-Control": "private, max-age=3600",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    }
    return answer(drawn, "image/svg+xml", own=about)


def _wall(request: Request) -> Wall | None:
    key = request.path_params["key"]
    return local_of(request).store.read(lambda tx: walls.of_key(tx, key))


@cache
def _script() -> str:
    return bundle.bundled("wall.js")


def _policy(script: str) -> str:
    """Lets the page run its own script, and ask this server alone."""
    known = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{known}'; style-src 'unsafe-inline'; "
        "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


# HTML: each part that can change alone has an id


def _main(request: Request, wall: Wall) -> str:
    """XHTML, which a browser reads as text that cannot be a script."""
    stuck = sum(bool(student.stuck) for student in wall.students)
    count = len(wall.students)
    told = f"{count} student{'' if count == 1 else 's'}, {stuck or 'nobody'} stuck"
    how = f"To join: <code>nbgames.mail.join({wall.code!r})</code>" if wall.code else "Closed."
    return (
        f'<header id="head"><h1>{escape(wall.name)}</h1><p>{how}</p>'
        f"<p><strong>{told}</strong></p></header>"
        f"{_students(wall.students)}{_exercises(wall.exercises)}"
        f"{_boards(wall.boards, escape(request.path_params['key']))}"
    )


def _students(students: tuple[Student, ...]) -> str:
    rows = "".join(map(_student, students)) or "<li>Nobody yet.</li>"
    return f'<section id="students"><h2>Students</h2><ul>{rows}</ul></section>'


def _student(student: Student) -> str:
    name = student.name
    if not student.stuck:
        return f'<li id="s-{name}">{name}</li>'
    why = f"<strong>stuck</strong> <span>{escape(student.stuck)}</span>"
    return f'<li id="s-{name}" class="stuck">{name} {why}</li>'


def _exercises(exercises: tuple[Exercise, ...]) -> str:
    rows = "".join(
        f'<tr id="e-{e.name}"><th scope="row">{_broken(e.name)}</th><td>{e.right}</td>'
        f"<td>{len(e.failing)}</td>"
        f"<td>{', '.join(f'{name} ({tries})' for name, tries in e.failing)}</td></tr>"
        for e in exercises
    )
    heads = ("check", "right", "fails", "for whom")
    head = "".join(f'<th scope="col">{word}</th>' for word in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<section id="checks"><h2>Checks</h2>{table if rows else NONE}</section>'


def _broken(name: str) -> str:
    """A name that may go on in another line."""
    return re.sub(r"([._])", r"\1<wbr/>", escape(name))


def _boards(rows: tuple[Any, ...], key: str) -> str:
    cards = "".join(_card(row, key) for row in rows) or "<li>None yet.</li>"
    return f'<section id="boards"><h2>Boards</h2><ul id="cards">{cards}</ul></section>'


def _card(row: Any, key: str) -> str:
    """A board, its picture by an address that is new with each event."""
    named = f"{row.kind} {row.board}"
    there = f"{key}/{row.kind}/{row.board}?n={row.n}"
    now = f"move {row.moves + 1}: {row.to_move}" if row.to_move else replies.status(row)
    return (
        f'<li id="b-{row.kind}-{row.board}"><a href="/{row.kind}/{row.board}">{named}</a>'
        f"<p>{escape(f'{row.first} – {row.second}')}<br/>{escape(now)}</p>"
        f'<img src="{there}" alt="" width="300" height="260"/></li>'
    )
