"""Command line: commands of the mail server, subcommands for its keeper, and the arena."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from getpass import getpass

from .core._lazy import WANTS_MAIL
from .core.errors import GameError

HELP_WORDS = {"-help", "--help", "-h"}


def main(given: Sequence[str] | None = None) -> int:
    """Carry out a command; 0 if it was done, 1 if it was refused, 75 if it may be done later."""
    words = list(sys.argv[1:] if given is None else given)
    failed = 1
    try:
        text, ok = _done(words)
    except GameError as error:
        text, ok, failed = str(error), False, getattr(error, "status", 1)
    except (KeyboardInterrupt, EOFError):
        text, ok = "nothing was done", False
    try:
        print(text, file=sys.stdout if ok else sys.stderr, flush=True)
    except BrokenPipeError:  # the reader closed the pipe, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0 if ok else failed


def _done(words: list[str]) -> tuple[str, bool]:
    """What there is to say of it, and whether it was done."""
    first = words[0].lower() if words else ""
    asks_help = bool(HELP_WORDS & {*words[1:]})
    if first == "arena" or words == ["help", "arena"]:
        from .opponents.arena import USAGE, arena

        return USAGE if asks_help or first == "help" else arena(words[1:]), True
    try:
        from .mail import admin, manual
    except ImportError as error:
        return f"{WANTS_MAIL} ({error})", False
    if first in admin.WORDS:
        return manual.MANUAL[first] if asks_help else admin.WORDS[first](words[1:]), True
    return _played(words)


def _played(words: list[str]) -> tuple[str, bool]:
    """The reply to a command; without words, to the commands on standard input."""
    from .games import GAMES
    from .mail.commands import parse
    from .mail.server import Server

    line, body = " ".join(words), ""
    if not words and sys.stdin.isatty():
        line = "help"
    elif not words or words[0].lower() in ("multiple", "mult"):
        line, body = "multiple", sys.stdin.read()
    elif not sys.stdin.isatty() and os.environ.get("NBGAMES_COMMENT", "") == "-":
        body = sys.stdin.read()
    body = body or os.environ.get("NBGAMES_COMMENT", "")
    command = parse(line, GAMES)
    typed = command.words.get("password")
    if typed and typed[0].text != "-":
        print(
            "a password typed here stays in the shell's history: write '-' to be asked for it",
            file=sys.stderr,
        )
    if command.verb == "signup" and command["password"] == "-":
        line = " ".join(["signup", command["userid"], _new_password(), *command.all("address")])
    reply = Server(ask=_asked).handle(line, body)
    return reply.text, reply.ok


def _asked(userid: str) -> str | None:
    """The password of a userid: from the environment, or asked for where somebody can answer."""
    if found := os.environ.get("NBGAMES_PASSWORD"):
        return found
    return getpass(f"password of {userid}: ") if sys.stdin.isatty() else None


def _new_password() -> str:
    from .core.errors import Refused

    if found := os.environ.get("NBGAMES_PASSWORD"):
        return found
    if not sys.stdin.isatty():
        raise Refused("a password is wanted: set NBGAMES_PASSWORD, or write it as the third word")
    first, second = getpass("new password: "), getpass("once more: ")
    if first != second:
        raise Refused("the two were different: nothing was done")
    return first


if __name__ == "__main__":
    sys.exit(main())
