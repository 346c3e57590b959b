"""Reading a mail from a stranger: its sender, its command and its text, in bounded time.

The library's own readers of addresses and encoded words take minutes for some headers, and recurse
as deeply as a mail is nested. So a mail is measured before it is read, and its headers are taken as
they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.errors import MessageError
from email.header import decode_header
from email.message import Message

LONGEST = 1_000_000  # bytes of a message
LONGEST_HEAD = 32_768  # bytes of all its headers
LONGEST_SUBJECT = 12_000  # bytes: a line of 4,000 letters, encoded
MOST_HEADERS, MOST_PARTS = 200, 12
ADDRESS = re.compile(r"[^\s@<>,;:\"()\\]{1,64}@[A-Za-z0-9.-]{1,190}")
MACHINES = re.compile(
    r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|nobody|bounces?|owner-.*|.*-request"
    r"|.*-bounces?)([+=-].*)?@.*",
    re.IGNORECASE,
)
CHARSETS = re.compile(  # others, such as punycode, take time with the square of the length
    r"us-ascii|ascii|utf-?(8|16(le|be)?)|iso-?8859-\d{1,2}|latin-?\d|windows-\d{3,4}|cp\d{3,4}"
    r"|koi8-[ru]|gb(2312|k|18030)|big5|shift[-_]jis|euc-(jp|kr)|iso-2022-(jp|kr)"
)
BULK = {"bulk", "junk", "list", "auto_reply", "auto-reply"}
AUTOMATIC = {"x-autoreply", "x-autorespond", "x-auto-reply", "x-loop", "x-failed-recipients"}


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail: who wrote it, the number it was given, the command, and the text below.

    `tag` is what follows a plus in our own address, where it was sent to such a one.
    """

    sender: str
    number: str
    line: str
    body: str
    tag: str = ""


def read(data: bytes, own: str) -> Mail | None:
    """The mail to answer, by who answers under this address; None if it is not to be answered."""
    if not _is_small(data):
        return None
    asked = message_from_bytes(data, policy=policy.compat32)
    sender = _address(asked)
    if sender is None or _without_tag(sender) == own.lower() or _by_machine(asked, sender):
        return None
    number = str(asked.get("Message-ID", "")).strip()
    line = " ".join(_decoded(str(asked.get("Subject", ""))).split())
    line = re.sub(r"^((re|aw|antw|sv): *)+", "", line, flags=re.IGNORECASE)
    return Mail(sender, number, line, _body(asked), _tag(asked, own))


def _without_tag(address: str) -> str:
    return re.sub(r"\+[^@]*", "", address.lower())


def _tag(asked: Message, own: str) -> str:
    """What follows a plus in our own address, among those that the mail was sent to."""
    name, _, domain = own.partition("@")
    wanted = rf"(?<![\w.+-]){re.escape(name)}\+([0-9a-z-]{{1,60}})@{re.escape(domain)}(?![\w.-])"
    given = " ".join(str(to) for head in ("To", "Delivered-To") for to in asked.get_all(head, []))
    found = re.search(wanted, given, re.IGNORECASE)
    return found[1].lower() if found else ""


def _is_small(data: bytes) -> bool:
    head = re.split(rb"\r?\n\r?\n", data[: LONGEST_HEAD + 4], maxsplit=1)[0]
    parts = data.lower().count(b"multipart/") + data.lower().count(b"message/")
    return (
        len(data) <= LONGEST
        and len(head) <= LONGEST_HEAD
        and head.count(b"\n") < MOST_HEADERS
        and parts <= MOST_PARTS
    )


def _address(asked: Message) -> str | None:
    """The address in the one From, which stands in angles or alone."""
    given = asked.get_all("From", [])
    text = re.sub(r"\([^()]*\)", "", str(given[0])).strip() if len(given) == 1 else ""
    found = re.search(r"<([^<>]*)>$", text)
    address = found[1] if found else text
    return address if ADDRESS.fullmatch(address) else None


def _by_machine(asked: Message, sender: str) -> bool:
    """Was this sent by a program? Such mail is never answered, or two would write for ever."""

    def said(name: str) -> list[str]:
        return [str(value).strip().lower() for value in asked.get_all(name, [])]

    names = {name.lower() for name in asked}
    return (
        any(value != "no" for value in said("Auto-Submitted"))
        or any(value in BULK for value in said("Precedence"))
        or "<>" in said("Return-Path")
        or asked.get_content_type() in ("multipart/report", "message/delivery-status")
        or any(name.startswith("list-") for name in names)
        or bool(names & AUTOMATIC)
        or MACHINES.fullmatch(sender) is not None
    )


def _decoded(text: str) -> str:
    """A header as it is read; as it stands where it is too long, or says nonsense."""
    if len(text) > LONGEST_SUBJECT:
        return text
    try:
        parts = decode_header(text)
    except MessageError:
        return text
    return "".join(p if isinstance(p, str) else _text(p, charset) for p, charset in parts)


def _text(raw: bytes, charset: str | None) -> str:
    named = (charset or "").lower()
    try:
        return raw.decode(named if CHARSETS.fullmatch(named) else "utf-8", "replace")
    except LookupError:
        return raw.decode("utf-8", "replace")


def _body(asked: Message) -> str:
    """The first plain text of a message, without its signature."""
    part = next(_plain(asked), None)
    payload = part.get_payload(decode=True) if part is not None else b""
    raw = payload if isinstance(payload, bytes) else b""
    text = _text(raw, part.get_content_charset() if part is not None else None)
    return re.split(r"^-- ?\r?$", text, maxsplit=1, flags=re.MULTILINE)[0].rstrip("\r\n")


def _plain(asked: Message) -> Iterator[Message]:
    for part in asked.walk():
        is_file = part.get_content_disposition() == "attachment"
        if part.get_content_type() == "text/plain" and not part.is_multipart() and not is_file:
            yield part
