"""What is refused before a request is looked at: doubtful lengths, foreign hosts and origins."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from urllib.parse import quote

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from .answers import told
from .limits import network

LONGEST = 65_536  # bytes in a request
DRAINED = 10 * LONGEST  # bytes of a refused request that are read, so that its sender hears why


class Gate:
    """Refuses a request in words, and closes its connection, so that nothing can follow it."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive) if scope["type"] == "http" else None
        refused = request and self._refused(request.method, request.headers)
        if not request or not refused:
            await self.app(scope, receive, send)
            return
        if int(request.headers.get("content-length", 0)) < DRAINED:
            with suppress(ClientDisconnect):
                async for _ in request.stream():
                    pass
        await refused(scope, receive, send)

    def _refused(self, method: str, headers: Mapping[str, str]) -> Response | None:
        """The answer to a request that is not looked at; None if it is.

        Who reads a body's length otherwise than the proxy before takes a part of it for the next
        person's request. So a length is said in one way only.
        """
        code, words = 0, ""
        host = headers.get("host", "localhost")
        length = int(headers.get("content-length", 0))  # h11 has refused what is no number
        if "transfer-encoding" in headers or (method == "POST" and "content-length" not in headers):
            code, words = 411, "say the length of a request by Content-Length"
        elif method != "POST" and length:
            code, words = 400, f"a {method} has no body"
        elif length > LONGEST:
            code, words = 413, f"a request has at most {LONGEST} bytes"
        elif not self._is_ours(host):
            called = quote(host[:80], safe=".:-_")
            code, words = 421, f"this server is not called {called}: nbgames serve -name={called}"
        elif method == "POST" and not _is_from(host, headers.get("origin")):
            code, words = 403, "commands are not taken from pages of other sites"
        return (
            told({"ok": False, "text": words}, code, own={"Connection": "close"}) if code else None
        )

    def _is_ours(self, host: str) -> bool:
        """May the server be called so? A foreign name can be made to lead to it by its owner."""
        name = re.sub(r":[0-9]{0,5}$", "", host).lower()
        return name in self.names or name == "localhost" or network(name) is not None


def _is_from(host: str, origin: str | None) -> bool:
    """Does a request come from no page, or from one of this server?"""
    return origin is None or origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())
