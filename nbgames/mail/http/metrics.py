"""Counters and times of commands, in Prometheus' text format by its client library."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from .answers import answer, told

try:
    from prometheus_client import CONTENT_TYPE_LATEST, Counter, Histogram, generate_latest

    INSTALLED = True
    COMMANDS = Counter("nbgames_commands", "Commands by verb and result", ["verb", "result"])
    SECONDS = Histogram(
        "nbgames_command_seconds", "Time of commands that were not refused for their number"
    )
except ImportError:  # the extra "metrics"
    INSTALLED = False


def count(verb: str, result: str, seconds: float) -> None:
    """Count a command by its verb and its result."""
    if INSTALLED:
        COMMANDS.labels(verb, result).inc()
        if result != "limited":
            SECONDS.observe(seconds)


def metrics(request: Request, caller: str) -> Response:
    """The counters, for a caller on this machine."""
    if caller not in ("127.0.0.1", "::/64"):
        return told({"ok": False, "text": "there is no such page"}, 404)
    if not INSTALLED:
        words = "metrics want another package: pip install 'nbgames[metrics]'"
        return told({"ok": False, "text": words}, 501)
    return answer(generate_latest().decode(), CONTENT_TYPE_LATEST)
