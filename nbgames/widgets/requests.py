"""Requests of pages: what is one, and the acknowledgement by which a repeated one is done once.

A page writes every request that is not yet acknowledged, numbered, so that none is lost when
writes are merged. Everything in it is data from a stranger.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

MOST, LONGEST = 400, 12_000  # deeds in a request, and letters in all of them: a pasted record
VIEWS = 8  # views whose requests are remembered, and replies to each

Acks = dict[str, list[Any]]  # view: the number of the last deed done, [number, how, words] ...


def requested(asked: object) -> tuple[str, int, list[str]] | None:
    """A request from a page: which view, the number of its first deed, deeds; None if none."""
    if not isinstance(asked, dict):
        return None
    view, first, deeds = (asked.get(key) for key in ("view", "first", "do"))
    if not (isinstance(view, str) and re.fullmatch(r"[a-z0-9]{1,16}", view)):
        return None
    if type(first) is not int or not 0 <= first < 1 << 31:
        return None
    if not isinstance(deeds, list) or len(deeds) > MOST:
        return None
    if not all(isinstance(deed, str) for deed in deeds):
        return None
    if sum(map(len, deeds)) > LONGEST:
        return None
    return view, first, deeds


def is_done(acks: Mapping[str, list[Any]], view: str, number: int) -> bool:
    return bool(number <= acks.get(view, [-1])[0])


def answered(
    acks: Acks, asked: object, carry_out: Callable[[str], tuple[str, str]]
) -> Iterator[Acks]:
    """Carry out what a page asks and has not been done; the acknowledgements after each deed."""
    read = requested(asked)
    if read is None:
        return
    view, first, deeds = read
    for number, deed in enumerate(deeds, first):
        if not is_done(acks, view, number):
            acks = acknowledged(acks, view, first, number, carry_out(deed))
            yield acks


def acknowledged(
    acks: Mapping[str, list[Any]], view: str, first: int, number: int, reply: tuple[str, str]
) -> Acks:
    """The acknowledgements with one more: how it went and in which words, if it needs any.

    A view that writes `first` has read all replies before it: a record is long, and not sent
    again. The views heard last come last.
    """
    kept = dict(acks)
    _, replies = kept.pop(view, (-1, []))
    replies = [old for old in replies if old[0] >= first]
    kept[view] = [number, [*replies, [number, *reply]][-VIEWS:] if reply[0] else replies]
    return dict(list(kept.items())[-VIEWS:])
