"""Web server over a store: commands as JSON or text, and pages of boards for anyone.

Plain HTTP: a proxy in front of it brings TLS. It logs nothing, so that no password is in a log.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ...core.errors import GameError, NotationError
from ..database import default_url
from ..remote import to_json
from ..schema import GAME
from ..server import Local, handled
from ..session import Session
from . import pages

LONGEST = 65_536  # bytes in a request
RATE, BURST = 20.0, 60.0  # requests a second from one address, and at once
HEAD = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
HTML = "text/html; charset=utf-8"


class Bucket:
    """Token bucket: how many requests each address may still make at once; it refills with time."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def takes(self, who: str) -> bool:
        """May this address ask once more?"""
        if not self.rate:
            return True
        with self._lock:
            now = time.monotonic()
            left, at = self._left.pop(who, (self.burst, now))
            left = min(self.burst, left + (now - at) * self.rate)
            self._left[who] = (left - 1 if left >= 1 else left, now)
            while len(self._left) > 10_000:
                self._left.popitem(last=False)
            return left >= 1


class Web(ThreadingHTTPServer):
    """The web server of a store."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], url: str, rate: float = RATE) -> None:
        self.local = Local(url)
        self.bucket = Bucket(rate, rate / RATE * BURST)
        super().__init__(address, Handler)

    @property
    def address(self) -> str:
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore closed connections; a bug is told by its kind alone, never its words."""
        kind = sys.exc_info()[0] or Exception
        if not issubclass(kind, (ConnectionError, TimeoutError)):
            print(f"nbgames serve: a bug, {kind.__name__}", file=sys.stderr, flush=True)


class Handler(BaseHTTPRequestHandler):
    """One caller of the server."""

    server: Web
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 20
    server_version, sys_version = "nbgames", ""

    def log_message(self, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        path, query = urlsplit(self.path)[2:4]
        if not self._may_ask():
            return
        if path == "/":
            rows = self.server.local.store.games(None, GAME.c.status == "active")
            self._page(pages.listed(rows))
        elif path == "/heads":
            self._tell(_heads(self.server.local, parse_qs(query).get("b", [])))
        elif found := re.fullmatch(r"/board/([a-z]+)/([0-9]{1,9})", path):
            self._tell(_board(self.server.local, found[1], int(found[2])))
        elif found := re.fullmatch(r"/([a-z]+)/([0-9]{1,9})(/replay)?", path):
            self._watched(found[1], int(found[2]), replay=bool(found[3]))
        else:
            self._tell({"ok": False, "text": "there is no such page"}, 404)

    def do_POST(self) -> None:
        text = self._body()
        if text is None or not self._may_ask():
            return
        path = urlsplit(self.path).path
        if path not in ("/command", "/login"):
            self._tell({"ok": False, "text": "there is no such page"}, 404)
            return
        plain = "json" not in self.headers.get("Content-Type", "")
        try:
            asked = _as_text(text) if plain else _as_json(text)
        except NotationError as error:
            self._tell({"ok": False, "text": str(error)}, 400)
            return
        if path == "/login":
            self._tell(_logged_in(self.server.local, asked))
            return
        reply = handled(self._session(asked), asked["line"])
        if plain:
            self._send(200, (reply.text + "\n").encode(), "text/plain; charset=utf-8")
        else:
            self._tell(to_json(reply))

    def _session(self, asked: dict[str, str]) -> Session:
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        request = asked.get("request") or None
        return Session(
            self.server.local.store,
            asked.get("body") or "",
            None,
            request and f"http {request}"[:64],
            token=token.strip() if scheme.lower() == "bearer" and token.strip() else None,
            ask=lambda userid: asked.get("password"),
        )

    def _watched(self, kind: str, number: int, *, replay: bool) -> None:
        """A board as it stands; or the page that replays it and asks for nothing more."""
        try:
            board = self.server.local.board(kind, number)
        except GameError as error:
            self._page(pages.missing(str(error)), 404)
            return
        if replay:
            own = {"Content-Security-Policy": "frame-ancestors 'self'"}  # the page brings the rest
            self._send(200, board.match.to_html().encode(), HTML, own)
        else:
            self._page(pages.watched(board))

    def _may_ask(self) -> bool:
        if self.server.bucket.takes(self.client_address[0]):
            return True
        self._tell({"ok": False, "text": "too many requests at once: wait a second"}, 429)
        return False

    def _body(self) -> str | None:
        """The text of a request; None if it was refused."""
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > LONGEST:
            self.close_connection = True
            self._tell({"ok": False, "text": f"a request has at most {LONGEST} bytes"}, 413)
            return None
        return self.rfile.read(int(length)).decode("utf-8", "replace")

    def _tell(self, said: dict[str, Any], code: int = 200) -> None:
        self._send(code, json.dumps(said).encode(), "application/json")

    def _page(self, page: str, code: int = 200) -> None:
        self._send(code, page.encode(), HTML)

    def _send(self, code: int, data: bytes, kind: str, own: Mapping[str, str] = HEAD) -> None:
        self.send_response(code)
        about = {"Content-Type": kind, "Content-Length": str(len(data))}
        for name, value in {**HEAD, **own, **about}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


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
    names = {"line", "body", "request", "password", "userid"}
    if not isinstance(asked, dict) or not all(
        name in names and isinstance(value, str | None) for name, value in asked.items()
    ):
        raise NotationError('send {"line": "...", "body": "..."} as JSON')
    return {"line": "", **{name: value for name, value in asked.items() if value is not None}}


def _board(local: Local, kind: str, number: int) -> dict[str, Any]:
    """A board as JSON, for a table on another machine."""
    try:
        board = local.board(kind, number)
    except GameError as error:
        return {"ok": False, "text": str(error)}
    return {
        "ok": True,
        "record": str(board.match),
        "events": board.events,
        "offer": board.offer,
        "removed": board.removed,
    }


def _logged_in(local: Local, asked: dict[str, str]) -> dict[str, Any]:
    try:
        userid, token = local.login(asked.get("userid", ""), asked.get("password", ""))
    except GameError as error:
        return {"ok": False, "text": str(error)}
    return {"ok": True, "userid": userid, "token": token}


def _heads(local: Local, names: Sequence[str]) -> dict[str, int]:
    wanted = [re.fullmatch(r"([a-z]{1,16}):([0-9]{1,9})", name) for name in names[:200]]
    try:
        found = local.heads([(m[1], int(m[2])) for m in wanted if m])
    except GameError:
        return {}
    return {f"{game}:{number}": n for (game, number), n in found.items()}


def serve(words: Sequence[str]) -> str:
    """Serve the store: nbgames serve [-host=127.0.0.1] [-port=8461] [-rate=20]."""
    given = {"-host": "127.0.0.1", "-port": "8461", "-rate": str(RATE)}
    for word in words:
        name, _, value = word.partition("=")
        if name not in given or not value:
            raise NotationError("nbgames serve [-host=127.0.0.1] [-port=8461] [-rate=20]")
        given[name] = value
    try:
        address = (given["-host"], int(given["-port"]))
        web = Web(address, default_url(), float(given["-rate"]))
    except (ValueError, OverflowError):
        raise NotationError("-port and -rate are numbers") from None
    except OSError as error:
        raise NotationError(f"cannot listen there: {error.strerror}") from None
    print(
        f"serving {web.address}; plain HTTP: put a proxy with TLS before it. Ctrl-C ends it.",
        flush=True,
    )
    try:
        web.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        web.server_close()
    return "served"
