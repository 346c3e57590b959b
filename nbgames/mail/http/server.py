"""Web server over a store: commands as JSON or text, and pages of boards for anyone.

Plain HTTP, by uvicorn: a proxy in front of it brings TLS. Its log holds no word of a command but
the verb and the userid of who was let in.
"""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import uvicorn

from ..database import default_url, is_missing
from ..manual import Checks, check_options, options, wrong
from ..server import Local
from .app import application
from .limits import RATE, Limits, network
from .protocol import KEPT, MOST, Guarded

LONGEST_HEAD = 16_384  # bytes of a request's first line and headers
STOPPING = 10  # seconds in which requests are answered that came before the end
GIVEN = {"-host": "127.0.0.1", "-port": "8461", "-name": "", "-proxy": "", "-rate": str(RATE)}
CHECKS: Checks = {
    "-port": (
        lambda text: text.isdecimal() and int(text[:6]) < 65_536,
        "is a number from 0 to 65535",
    ),
    "-name": (
        re.compile(r"[A-Za-z0-9.-]{1,253}").fullmatch,
        "is a host alone, such as games.example.org",
    ),
    "-proxy": (network, "is the address that the proxy calls from, such as 127.0.0.1"),
    "-rate": (
        re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?").fullmatch,
        "is how many commands a second, such as 20; 0 is as many as come",
    ),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a web server listens, its name, and the address of the one proxy before it."""

    host: str = "127.0.0.1"
    port: int = 0
    name: str = ""
    proxy: str | None = None


class Web:
    """The web server of a store; it listens from the start and answers while `run` runs."""

    def __init__(self, place: Place, url: str, rate: float = RATE) -> None:
        self.local = Local(url)
        self.socket = _listening(place)
        names = {place.name.lower(), place.host.lower(), socket.gethostname().lower()} - {""}
        config = uvicorn.Config(
            application(self.local, Limits(rate, place.proxy), names),
            http=Guarded,
            loop="asyncio",
            ws="none",
            lifespan="on",
            log_config=None,
            log_level="critical",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=MOST,
            timeout_keep_alive=KEPT,
            timeout_graceful_shutdown=STOPPING,
            h11_max_incomplete_event_size=LONGEST_HEAD,
        )
        self._server = uvicorn.Server(config)
        self._ended = threading.Event()

    @property
    def address(self) -> str:
        host, port = self.socket.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def run(self) -> None:
        """Answer until `stop`, or until this process is told to end; then finish what was begun."""
        try:
            asyncio.run(self._run())
        finally:
            self._ended.set()

    async def _run(self) -> None:
        asyncio.get_running_loop().set_exception_handler(_bug)
        await self._server.serve(sockets=[self.socket])

    def stop(self) -> None:
        """End what `run` does in another thread."""
        self._server.should_exit = True
        self._ended.wait(STOPPING + 5)


def _listening(place: Place) -> socket.socket:
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    made = socket.create_server((place.host, place.port), family=family, backlog=512)
    # asyncio does this for sockets that it makes; without it the second part of each answer waits
    # 40 ms for the first to be acknowledged.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def _bug(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Ignore closed connections; a bug is told by its kind alone, never its words."""
    error = context.get("exception")
    if error is not None and not isinstance(error, (ConnectionError, TimeoutError)):
        print(f"nbgames serve: a bug, {type(error).__name__}", file=sys.stderr, flush=True)


def serve(words: Sequence[str]) -> str:
    """Serve the store: nbgames serve [-host=127.0.0.1] [-port=8461] ..., as the manual says."""
    given = options("serve", words, GIVEN)
    check_options("serve", words, given, CHECKS)
    is_new = is_missing(default_url())
    place = Place(given["-host"], int(given["-port"]), given["-name"], given["-proxy"] or None)
    try:
        web = Web(place, default_url(), float(given["-rate"]))
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "this is no name of a machine"
        said = f"cannot listen at {place.host}, port {place.port}: {why.partition(' (')[0]}"
        raise wrong("serve", words, said, f"-host={place.host}", f"-port={place.port}") from None
    new = f" {web.local!r} is new and empty." if is_new else ""
    print(
        f"serving {web.address}; plain HTTP: put a proxy with TLS before it. Ctrl-C ends it.{new}",
        flush=True,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C, from a service manager
    with suppress(KeyboardInterrupt):
        web.run()
    return "served"
