"""Requests of pages: what is one, and the acknowledgement by which a repeated one is done once.

A page writes every request that is not yet acknowledged, numbered, so that none is lost when
writes are merged. Everything in it is data from a stranger.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import anywidget
import traitlets

from ..play.alone import alone
from ..play.table import Person

MOST, LONGEST = 400, 12_000  # deeds in a request, and letters in all of them: a pasted record
NAME, USER = 40, 255  # letters of a name, which is cut, and of a user's id, which is not
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


def person(asked: Mapping[str, object]) -> Person:
    """The person who asks; "" is what is not known.

    A page looks people up by their whole ids, so that one is taken as it is or not at all.
    """
    user = asked.get("id")
    if not (isinstance(user, str) and len(user) <= USER and user.isprintable()):
        user = ""
    return Person(_line(asked.get("by")), user)


def _line(given: object) -> str:
    """Text as far as it is printable, on one line."""
    text = given[:1000] if isinstance(given, str) else ""
    words = "".join(letter if letter.isprintable() else " " for letter in text).split()
    return " ".join(words)[:NAME].strip()


def is_done(acks: Mapping[str, list[Any]], view: str, number: int) -> bool:
    return bool(number <= acks.get(view, [-1])[0])


def answered(
    acks: Acks, asked: object, carry_out: Callable[[str, Person], tuple[str, str]]
) -> Iterator[Acks]:
    """Carry out what a page asks and has not been done; the acknowledgements after each deed."""
    read = requested(asked)
    if read is None or not isinstance(asked, dict):
        return
    by = person(asked)
    view, first, deeds = read
    for number, deed in enumerate(deeds, first):
        if not is_done(acks, view, number):
            acks = acknowledged(acks, view, first, number, carry_out(deed, by))
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
    kept[view] = [number, [*replies, [number, *reply]][-VIEWS:] if any(reply) else replies]
    return dict(list(kept.items())[-VIEWS:])


class RequestWidget(anywidget.AnyWidget):
    """A widget that carries out what its pages ask; nothing else that they write is taken."""

    ack = traitlets.Dict().tag(sync=True)
    request = traitlets.Dict().tag(sync=True, echo_update=False)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        in_main_shell(self.comm)
        # A page sends requests as messages after a write that may have been lost.
        self.on_msg(lambda widget, content, buffers: self.set_state(content))

    def __del__(self) -> None:
        """Nothing: ipywidgets keeps a widget that is open, so that only closed ones are collected.

        Python may collect it in any thread, also in one that is just starting. Whoever starts a
        thread waits until it runs, and may hold the lock of `alone`: if closing took that lock
        here, both would wait for ever.
        """

    @alone
    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a page writes: requests and nothing else, whatever else it tries to write.

        Parameters
        ----------
        sync_data : dict
            Traits by name, as ipywidgets hands them over; data from a stranger.
        """
        asked = sync_data.get("request") if isinstance(sync_data, dict) else None
        with self.hold_sync():
            for ack in answered(self.ack, asked, self._carry_out):
                self.ack = ack

    def _carry_out(self, deed: str, by: Person) -> tuple[str, str]:
        """How a deed that this person asks went: "", "refused" or a kind of answer, and words."""
        raise NotImplementedError


def in_main_shell(comm: Any) -> None:
    """Have the messages of all pages that show a widget arrive in the main shell, in turn.

    A page that did not restart the kernel itself goes on naming a subshell that ended with it, and
    ipykernel 7.4 then sends the messages of all pages there, where they are lost.
    """
    if hasattr(comm, "_reply_subshell_for"):
        comm._reply_subshell_for = lambda data, named: None
