"""Runs chunks of work on an executor or here, with a checkpoint file and a progress bar."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from ..core.errors import GameError, Refused, shown

Key = TypeVar("Key", int, str)


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
    try:
        for key in keys:
            futures[key] = executor.submit(*there(key))
        for key, future in futures.items():
            yield key, future.result()
            if monotonic() > stop:
                return
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


# The checkpoint: a line that says what for, then one for each chunk that is done.


def kept(path: str | Path | None, what: str, head: Mapping[str, Any]) -> dict[Any, Any]:
    """The results in a checkpoint, by key; a last line that was cut short is removed.

    Raises
    ------
    Refused
        If it is no checkpoint, or one with another head than this; `what` says what then differs.
    """
    if path is None:
        return {}
    path = Path(path)
    if not path.exists() or not path.read_text().strip():
        path.write_text(json.dumps(head) + "\n")
        return {}
    first, *lines = path.read_text().split("\n")
    try:
        found = json.loads(first)
        known = found.keys() == head.keys()
    except (ValueError, AttributeError):
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
    return {key: value for key, value in map(json.loads, lines[:-1])}


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
