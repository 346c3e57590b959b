"""Runs chunks of work on an executor or here, with a checkpoint file and a progress bar."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from math import inf
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from ..core.errors import GameError, Refused, shown
from ..core.rules import Rules
from ..games import GAMES
from ..notation.record import read
from ..play.match import Match

Key = TypeVar("Key")
T = TypeVar("T")
PAUSE = 0.05  # seconds
AHEAD = 1024  # chunks that an executor is given before the first of them is awaited


def carried_out(
    keys: Iterable[Key],
    here: Callable[[Key], Any],
    executor: Any = None,
    there: Callable[[Key], tuple[Any, ...]] = lambda key: (),
    stop: float = inf,
) -> Iterator[tuple[Key, Any]]:
    """Each key with its result, until the time is over.

    Without an executor the result is `here(key)`; with one, that of `submit(*there(key))`.
    """
    if executor is None:
        for key in keys:
            yield key, here(key)
            if monotonic() > stop:
                return
        return
    futures: dict[Key, Any] = {}
    left = iter(keys)
    try:
        for key in islice(left, AHEAD):
            futures[key] = executor.submit(*there(key))
        while futures:
            key = next(iter(futures))
            yield key, futures.pop(key).result()
            if monotonic() > stop:
                return
            for key in islice(left, 1):
                futures[key] = executor.submit(*there(key))
    except GameError:
        raise
    except Exception as error:  # an executor may raise anything
        raise Refused(
            f"the executor stopped ({type(error).__name__}: {error}): what was done is in the "
            "checkpoint, if you gave one; start a new executor and call again"
        ) from error
    finally:
        for future in futures.values():
            future.cancel()


def paused(work: Callable[[], T]) -> Generator[None, None, T]:
    """What work gives that cannot pause itself: a thread does it, where threads can be had.

    Whoever stops at a pause leaves the thread to end by itself.
    """
    found: Future[T] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)

    try:
        Thread(target=run, daemon=True).start()
    except RuntimeError:  # in a browser
        run()
    while not wait([found], PAUSE).done:
        yield
    return found.result()


def will_fork(executor: Any) -> bool:
    """Are its processes still to begin, as copies of this one with all that it has compiled?"""
    context = getattr(executor, "_mp_context", None)  # of a ProcessPoolExecutor
    begun = getattr(executor, "_processes", None)
    return context is not None and not begun and context.get_start_method() == "fork"


# What another process needs to know of a match: its record, and rules that are not in GAMES.


def sendable(rules: Rules) -> tuple[bytes, ...]:
    """These rules for another process: nothing where it has them by name.

    Raises
    ------
    Refused
        If it could not import their functions.
    """
    if GAMES.get(rules.name) is rules:
        return ()
    try:
        return (pickle.dumps(rules),)
    except Exception as error:  # pickle raises whatever an object's own methods do
        raise Refused(
            f"the rules of {rules.name} cannot be sent to other processes ({error}): define their "
            "functions in a module that can be imported, or leave the executor out"
        ) from None


@lru_cache(maxsize=8)
def received(record: str, rules: tuple[bytes, ...]) -> Match:
    """The match of a record, in the process that was sent it."""
    try:
        own = [pickle.loads(one) for one in rules]
    except Exception as error:
        raise Refused(
            f"a worker cannot import the rules of your game ({type(error).__name__}: {error}): "
            "define their functions in a module that it can import, or leave the executor out"
        ) from None
    return read(record, games=own)


# The checkpoint: a line that says what for, then one for each chunk that is done.


def kept(path: str | Path | None, what: str, head: Mapping[str, Any]) -> dict[Any, Any]:
    """The results in a checkpoint, by key; a last line that was cut short is removed.

    They are data of a stranger: whoever asked has to check them.

    Raises
    ------
    Refused
        If it is no checkpoint, or one with another head than this; `what` says what then differs.
    """
    if path is None:
        return {}
    path = Path(path)
    text = path.read_text(errors="replace") if path.exists() else ""
    if not text.strip():
        path.write_text(json.dumps(head) + "\n")
        return {}
    first, *lines = text.split("\n")
    try:
        found = json.loads(first)
        known = found.keys() == head.keys()
    except (ValueError, AttributeError, RecursionError):
        known = False
    if not known:
        raise Refused(f"{shown(str(path))} is no checkpoint of this: give another file")
    if found != head:
        raise Refused(
            f"the checkpoint {shown(str(path))} is of another {what}: "
            "give another file, or call with what it was made for"
        )
    if lines and lines[-1]:
        path.write_text("\n".join([first, *lines[:-1]]) + "\n")
    try:
        return {key: value for key, value in map(json.loads, lines[:-1])}
    except (ValueError, TypeError, RecursionError):
        raise Refused(
            f"the checkpoint {shown(str(path))} has a line that no run wrote: give another file"
        ) from None


def keep(path: str | Path | None, key: int | str, value: Any) -> None:
    """Add a chunk's result to a checkpoint."""
    if path is not None:
        with Path(path).open("a") as file:
            file.write(json.dumps([key, value]) + "\n")


@contextmanager
def bar(
    total: int | None, unit: str, wanted: bool | Callable[[int], Any]
) -> Iterator[Callable[[int], Any]]:
    """A function to call with how many more are done.

    It is the one that was given, or moves a bar if one is wanted and tqdm is installed.
    """
    if callable(wanted):
        yield wanted
        return
    if wanted:
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped]
        except ImportError:
            wanted = False
    if not wanted:
        yield lambda more: None
        return
    with tqdm(total=total, unit=unit, unit_scale=True) as shown_:
        yield shown_.update
