"""Subcommands of the command line for the keeper of a store."""

from __future__ import annotations

import platform
import sqlite3
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version

from ..core.errors import Refused
from . import accounts, doors
from .classes import class_
from .copying import backup, copy
from .database import file_system
from .keeping import admin
from .manual import wrong
from .persons import person
from .schema import SCHEMA
from .store import Store


def doctor(words: Sequence[str]) -> str:
    """Look for damage, and name the versions at work."""
    if words:
        raise wrong("doctor", words, "doctor takes no words", *words)
    store = Store()
    faults = store.check() + store.read(accounts.check)
    lines = [
        f"nbgames {version('nbgames')}, Python {sys.version.split()[0]}, {platform.system()}",
        f"store: {store!r}"[:-1].replace("<Store at ", ""),
        f"schema: {SCHEMA}",
        f"closed to strangers: {store.read(doors.closed)}",
    ]
    if store.path:
        lines += [
            f"SQLite {sqlite3.sqlite_version}, on {file_system(store.path)}",
            f"journal {store.pragma('journal_mode')}",
            f"synchronous {store.pragma('synchronous')} (2 is full)",
        ]
    boards = len(store.games())
    if faults:
        raise Refused("\n".join([*lines, f"boards: {boards}, and this is wrong:", *faults]))
    return "\n".join([*lines, f"boards: {boards}, every event replayed: all is well"])


# Imported when called: loading them takes longer than most commands run.


def letters(words: Sequence[str]) -> str:
    """Write to whom letters are owed: nbgames letters; `-help` lists its parameters."""
    from .post import letters

    return letters(words)


def post(words: Sequence[str]) -> str:
    """Deal with the message on standard input: nbgames post; `-help` lists its parameters."""
    from .post import post

    return post(words)


def serve(words: Sequence[str]) -> str:
    """Serve the store over HTTP: nbgames serve; `-help` lists its parameters."""
    from .http.server import serve

    return serve(words)


WORDS: dict[str, Callable[[Sequence[str]], str]] = {
    "admin": admin,
    "backup": backup,
    "class": class_,
    "copy": copy,
    "doctor": doctor,
    "letters": letters,
    "person": person,
    "post": post,
    "serve": serve,
}
