"""Answers of the web server, with the headers that every one has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

HEAD = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
REPLAY = {"Content-Security-Policy": "frame-ancestors 'self'"}  # the page brings the rest


def told(said: dict[str, Any], code: int = 200, *, own: Mapping[str, str] = HEAD) -> Response:
    """An answer as JSON."""
    return answer(json.dumps(said), "application/json", code, own=own)


def answer(text: str, kind: str, code: int = 200, *, own: Mapping[str, str] = HEAD) -> Response:
    """An answer of this kind; a browser takes it for no other."""
    return Response(text, code, {**HEAD, **own, "Content-Type": kind})


def unless_known(
    request: Request, text: str, kind: str, *, own: Mapping[str, str] = HEAD
) -> Response:
    """The same; 304 without the text where the caller has it already."""
    tag = f'"{sha256(text.encode()).hexdigest()[:16]}"'
    is_known = tag in request.headers.get("if-none-match", "")
    return answer(
        "" if is_known else text, kind, 304 if is_known else 200, own={**own, "ETag": tag}
    )


def page(text: str, code: int = 200, *, own: Mapping[str, str] = HEAD) -> Response:
    return answer(text, "text/html; charset=utf-8", code, own=own)


def too_many() -> Response:
    return told({"ok": False, "text": "too many requests at once: wait a second"}, 429)
