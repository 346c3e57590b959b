"""Commands and logins over HTTP: limited by account or address, carried out, and logged."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from ...core.errors import GameError, NotationError
from ...games import GAMES
from .. import accounts
from ..commands import parse
from ..remote import to_json
from ..replies import Reply
from ..server import Local, handled
from ..session import Session
from .answers import answer, told, too_many
from .limits import Limits
from .metrics import count

NAMES = {"line", "body", "request", "password", "userid", "code", "exercise", "result"}


def commanded(request: Request, address: str, text: str) -> Response:
    """The answer to a command, which is one line of text, or JSON."""
    begun, local = time.monotonic(), local_of(request)
    try:
        asked = _read(request, text)
    except NotationError as error:
        return told({"ok": False, "text": str(error)}, 400)
    token = token_of(request)
    if not _may_ask(request, address):
        return _too_many(address)
    session = Session(
        local.store,
        asked.get("body", ""),
        request=f"http {asked['request']}" if asked.get("request") else None,
        token=token,
        ask=lambda userid: asked.get("password"),
        address=address,
    )
    reply = handled(session, asked["line"])
    verb, userid = _named(asked["line"])
    _log(address, verb, userid if reply.ok else "-", _result(reply), begun)
    if _is_json(request):
        return told(to_json(reply))
    return answer(reply.text + "\n", "text/plain; charset=utf-8")


def logged_in(request: Request, address: str, text: str) -> Response:
    """A token for a password."""

    def work(local: Local, asked: dict[str, str]) -> dict[str, str]:
        userid, password = asked.get("userid", ""), asked.get("password", "")
        userid, token = local.login(userid, password, address)
        return {"userid": userid, "token": token}

    return _answered(request, address, text, "login", work)


def joined(request: Request, address: str, text: str) -> Response:
    """A token for the code of a class."""

    def work(local: Local, asked: dict[str, str]) -> dict[str, str]:
        code = asked.get("code", "")
        userid, name, token = local.join(code, token_of(request), address)
        return {"userid": userid, "class": name, "token": token}

    return _answered(request, address, text, "join", work)


def heard(request: Request, address: str, text: str) -> Response:
    """What a member of a class tells of an exercise."""

    def work(local: Local, asked: dict[str, str]) -> dict[str, str]:
        is_right = asked.get("result") == "right"
        who = local.tell(token_of(request) or "", asked.get("exercise", ""), is_right)
        return {"userid": who}

    return _answered(request, address, text, "told", work)


def _answered(
    request: Request,
    address: str,
    text: str,
    verb: str,
    work: Callable[[Local, dict[str, str]], dict[str, str]],
) -> Response:
    """What work answers to a request as JSON, limited and logged."""
    begun = time.monotonic()
    try:
        asked = _read(request, text)
    except NotationError as error:
        return told({"ok": False, "text": str(error)}, 400)
    if not _may_ask(request, address):
        return _too_many(address)
    try:
        said = work(local_of(request), asked)
    except GameError as error:
        _log(address, verb, "-", _result(Reply(False, str(error))), begun)
        return told({"ok": False, "text": str(error)})
    _log(address, verb, said["userid"], "ok", begun)
    return told({"ok": True, **said})


# Reading


def local_of(request: Request) -> Local:
    """The store that a request is answered from."""
    found: Local = request.app.state.local
    return found


def _is_json(request: Request) -> bool:
    return "json" in request.headers.get("content-type", "")


def _read(request: Request, text: str) -> dict[str, str]:
    return _as_json(text) if _is_json(request) else _as_text(text)


def _as_text(text: str) -> dict[str, str]:
    """A command as text: the line, and below it the comment."""
    line, _, body = text.partition("\n")
    return {"line": line.strip(), "body": body}


def _as_json(text: str) -> dict[str, str]:
    """A command as JSON: words by name, and nothing else."""
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or not all(
        name in NAMES and isinstance(value, str | None) for name, value in asked.items()
    ):
        raise NotationError('send {"line": "...", "body": "..."} as JSON')
    return {"line": "", **{name: value for name, value in asked.items() if value is not None}}


def token_of(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


# Limits


def _may_ask(request: Request, address: str) -> bool:
    """Has the account that is logged in, or else the address, not asked too often?"""
    limits: Limits = request.app.state.limits
    who = request.state.who
    return limits.accounts.takes(who) if who else limits.addresses.takes(address)


def _too_many(address: str) -> Response:
    _log(address, "-", "-", "limited", time.monotonic())
    return too_many()


# The log


def _named(line: str) -> tuple[str, str]:
    """The verb of a line and its userid, as they may stand in a log; no other word may."""
    try:
        command = parse(line, GAMES)
    except NotationError:
        return "-", "-"
    verb = "/".join(part for part in (command.game, command.verb) if part).replace(" ", "-")
    return verb, command["userid"] if {"userid", "password"} <= set(command.words) else "-"


def _result(reply: Reply) -> str:
    if reply.ok:
        return "ok"
    return "password" if reply.text.endswith(accounts.WRONG_PASSWORD) else "refused"


def _log(address: str, verb: str, userid: str, result: str, begun: float) -> None:
    """A line of the log: time, address, verb, userid, result, milliseconds.

    A userid is written only where its password was right: else it could be a password itself.
    """
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    seconds = time.monotonic() - begun
    count(verb, result, seconds)
    line = f"{at} {address} {verb} {userid} {result} {round(seconds * 1000)}"
    print(line, file=sys.stderr, flush=True)
