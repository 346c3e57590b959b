"""The web server's pages and commands, as a Starlette application over a store."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from anyio import CapacityLimiter
from anyio.to_thread import current_default_thread_limiter, run_sync
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ...core.errors import GameError, Refused
from .. import accounts, doors
from ..schema import GAME
from ..server import Local
from ..session import Session
from . import pages, resetting, wall
from .answers import REPLAY, page, told, too_many, unless_known
from .commanding import commanded, heard, joined, local_of, logged_in, token_of
from .gate import Gate
from .limits import Bucket, Limits
from .metrics import metrics

THREADS = 8  # with those of strangers fewer than the fifteen connections of a store
STRANGERS = 4  # of who is not logged in: their passwords are computed four at a time
BOARDS = 200  # whose heads one request may ask for


def application(local: Local, limits: Limits, names: Collection[str]) -> Starlette:
    """The application: everything under these names of the server, nothing under others."""
    app = Starlette(
        routes=[
            Route("/", _limited(_watching(home))),
            Route("/health", health),
            Route("/metrics", lambda request: metrics(request, caller(request))),
            Route("/reset/{code}", _limited(resetting.asked)),
            Route("/reset/{code}", _posted(resetting.changed), methods=["POST"]),
            Route("/wall/{key}", _polled(wall.shown)),
            Route("/wall/{key}/now", _polled(wall.now)),
            Route("/wall/{key}/{game}/{number}", _polled(wall.picture)),
            Route("/heads", _polled(heads)),
            Route("/board/{game}/{number}", _limited(_watching(board, json=True))),
            Route("/{game}/{number}", _limited(_watching(watched))),
            Route("/{game}/{number}/replay", _limited(_watching(replayed))),
            Route("/command", _posted(commanded), methods=["POST"]),
            Route("/login", _posted(logged_in), methods=["POST"]),
            Route("/join", _posted(joined), methods=["POST"]),
            Route("/told", _posted(heard), methods=["POST"]),
        ],
        middleware=[Middleware(Gate, names=names)],
        exception_handlers={
            404: _no_page,
            405: _no_method,
            ClientDisconnect: _gone,
            Exception: _bug,
        },
        lifespan=_lifespan,
    )
    app.state.local, app.state.limits = local, limits
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    current_default_thread_limiter().total_tokens = THREADS
    app.state.strangers = CapacityLimiter(STRANGERS)
    yield
    app.state.local.close()


def _limited(
    work: Callable[[Request], Response],
    bucket: Callable[[Limits], Bucket] = attrgetter("addresses"),
) -> Callable[[Request], Response]:
    """The answer, unless its caller asks for too much."""

    def limited(request: Request) -> Response:
        limits: Limits = request.app.state.limits
        return work(request) if bucket(limits).takes(caller(request)) else too_many()

    return limited


def _polled(work: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """The same of what a page asks for by itself, again and again."""
    return _limited(work, attrgetter("heads"))


def _watching(
    work: Callable[[Request], Response], *, json: bool = False
) -> Callable[[Request], Response]:
    """The answer, unless boards are shown to players alone and no player asks."""

    def watching(request: Request) -> Response:
        session = Session(local_of(request).store, token=token_of(request), address="a page")
        if session.may_watch():
            return work(request)
        said = {"ok": False, "text": doors.CLOSED}
        return told(said, 403) if json else page(pages.closed(), 403)

    return watching


def _posted(work: Callable[[Request, str, str], Response]) -> Any:
    """The answer to a body, made in a thread: stores wait, and passwords take their time.

    Strangers have threads of their own, so that hundreds of passwords hold no player up.
    """

    async def posted(request: Request) -> Response:
        text = (await request.body()).decode("utf-8", "replace")
        request.state.who = await run_sync(_known, request)
        threads = None if request.state.who else request.app.state.strangers
        return await run_sync(work, request, caller(request), text, limiter=threads)

    return posted


def _known(request: Request) -> str | None:
    """Who is logged in by the token of a request."""
    token = token_of(request)
    return local_of(request).store.read(lambda tx: accounts.by_token(tx, token)) if token else None


def caller(request: Request) -> str:
    """The address that a request comes from."""
    limits: Limits = request.app.state.limits
    peer = request.client.host if request.client else ""
    return limits.caller(peer, request.headers.getlist("x-forwarded-for"))


# Pages


def home(request: Request) -> Response:
    """The boards that are being played."""
    return page(pages.listed(local_of(request).store.games(None, GAME.c.status == "active")))


def watched(request: Request) -> Response:
    """A board as it stands."""
    return _page_of(request, lambda board: page(pages.watched(board)))


def replayed(request: Request) -> Response:
    """A page that replays a board and asks for nothing more."""
    return _page_of(request, lambda board: page(board.match.to_html(), own=REPLAY))


def _page_of(request: Request, made: Callable[[Any], Response]) -> Response:
    try:
        found = local_of(request).board(*_named(request))
    except GameError as error:
        return page(pages.missing(str(error)), 404)
    return made(found)


def _named(request: Request) -> tuple[str, int]:
    """The game and the number of a board, as an address names them.

    Raises
    ------
    Refused
        If it names no board that there can be.
    """
    game, number = request.path_params["game"], request.path_params["number"]
    if not re.fullmatch(r"[0-9]{1,9}", number):
        raise Refused("there is no such page")
    return game, int(number)


# For programs


def health(request: Request) -> Response:
    """Does the store answer?"""
    try:
        local_of(request).store.read(lambda tx: tx.execute(sa.text("SELECT 1")))
    except GameError as error:
        return told({"ok": False, "text": str(error)}, 503)
    return told({"ok": True})


def board(request: Request) -> Response:
    """A board as JSON, for a table on another machine."""
    try:
        found = local_of(request).board(*_named(request))
    except GameError as error:
        return told({"ok": False, "text": str(error)})
    return told(
        {
            "ok": True,
            "record": str(found.match),
            "events": found.events,
            "offer": found.offer,
            "removed": found.removed,
        }
    )


def heads(request: Request) -> Response:
    """How many events boards have; asked often, so it is one transaction, and cached."""
    token, store = token_of(request), local_of(request).store
    session = Session(store, token=token, address="a page")
    names = request.query_params.getlist("b")[:BOARDS]
    wanted = [re.fullmatch(r"([a-z]{1,16}):([0-9]{1,9})", name) for name in names]
    boards = [(m[1], int(m[2])) for m in wanted if m]
    try:
        found = store.read(lambda tx: store.heads_in(tx, boards) if session.watches(tx) else None)
    except GameError:
        found = {}
    if found is None:
        return told({"ok": False, "text": doors.CLOSED}, 403)
    text = json.dumps({f"{game}:{number}": n for (game, number), n in found.items()})
    about = {"Cache-Control": f"{'private' if token else 'public'}, max-age=1"}
    return unless_known(request, text, "application/json", own=about)


# What goes wrong


def _no_page(request: Request, error: Exception) -> Response:
    return told({"ok": False, "text": "there is no such page"}, 404)


def _no_method(request: Request, error: Exception) -> Response:
    words = "pages are read by GET, commands are sent by POST to /command or /login"
    return told({"ok": False, "text": words}, 405)


def _gone(request: Request, error: Exception) -> Response:
    """Who hangs up, or is cut off, before the request has arrived gets an answer nobody reads."""
    return Response(status_code=400)


def _bug(request: Request, error: Exception) -> Response:
    """A bug is told by its kind alone: its words may hold what was typed."""
    kind = type(error).__name__
    print(f"nbgames serve: a bug, {kind}", file=sys.stderr, flush=True)
    words = f"a bug in the server ({kind}): whether this was stored is not known; show the board"
    return told({"ok": False, "text": words}, 500)
