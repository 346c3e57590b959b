"""Mail gateway: reads one message from standard input, sends the replies to all concerned."""

from __future__ import annotations

import re
import smtplib
import sys
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from hashlib import sha256
from pathlib import Path

from ..core.errors import NotationError, Refused
from . import accounts
from .replies import Reply
from .server import Server
from .words import printable

LONGEST = 1_000_000  # bytes of a message
_PLACE = re.compile(r"([^:\s]+(:[0-9]{1,5})?)?")
USAGE = "nbgames post -folder=outbox | -smtp=host[:port]  [-from=pbm@example.org]"


def post(words: Sequence[str]) -> str:
    """Deal with the message on standard input: nbgames post -folder=outbox | -smtp=host:port."""
    given = {"-folder": "", "-smtp": "", "-from": "pbm@localhost"}
    for word in words:
        name, _, value = word.partition("=")
        if name not in given or not value:
            raise NotationError(USAGE)
        given[name] = value
    if bool(given["-folder"]) == bool(given["-smtp"]) or not _PLACE.fullmatch(given["-smtp"]):
        raise NotationError(USAGE)
    data = sys.stdin.buffer.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise Refused(f"a message has at most {LONGEST} bytes")
    letters = list(answers(Server(), data, given["-from"]))
    if given["-smtp"]:
        send(letters, given["-smtp"])
    else:
        lay(letters, Path(given["-folder"]))
    return f"replies: {len(letters)}"


def answers(server: Server, data: bytes, address: str) -> Iterator[EmailMessage]:
    """The messages that a message leads to: to its sender, and to everybody it concerns."""
    asked = message_from_bytes(data, policy=policy.default)
    sender = parseaddr(str(asked.get("From", "")))[1]
    if not re.fullmatch(r"[^\s@<>,;:\"()]{1,64}@[A-Za-z0-9.-]{1,190}", sender) or _by_machine(
        asked
    ):
        return
    number = str(asked.get("Message-ID", "")).strip()
    request = sha256(number.encode()).hexdigest()[:40] if number else None
    line = re.sub(r"\s+", " ", str(asked.get("Subject", ""))).strip()
    reply = server.handle(line, _body(asked), sender, request=request and f"mail {request}")
    reached = {sender.lower()}
    yield _letter(reply, sender, address, number)
    for userid in reply.to:
        for there in _addresses(server, userid):
            if there.lower() not in reached:
                reached.add(there.lower())
                yield _letter(reply, there, address, "")


def _by_machine(asked: EmailMessage) -> bool:
    """Is this the answer of a machine? Such are never answered, or two would write for ever."""
    automatic = str(asked.get("Auto-Submitted", "no")).lower()
    bulk = str(asked.get("Precedence", "")).lower() in ("bulk", "junk", "list")
    return not automatic.startswith("no") or bulk or str(asked.get("Return-Path", "")) == "<>"


def _body(asked: EmailMessage) -> str:
    """The plain text of a message, without its signature."""
    part = asked.get_body(preferencelist=("plain",))
    try:
        text = part.get_content() if part is not None else ""
    except (LookupError, ValueError):
        return ""
    return re.split(r"^-- ?$", str(text), maxsplit=1, flags=re.MULTILINE)[0].rstrip("\n")


def _addresses(server: Server, userid: str) -> list[str]:
    row = server.store.read(lambda tx: accounts.find(tx, userid))
    return row.addresses.split() if row else []


def _letter(reply: Reply, to: str, address: str, answered: str) -> EmailMessage:
    letter = EmailMessage(policy=policy.SMTP)
    letter["From"], letter["To"] = address, to
    letter["Subject"] = printable(reply.subject or ("nbgames" if reply.ok else "nbgames: not done"))
    letter["Date"], letter["Message-ID"] = (
        formatdate(),
        make_msgid(domain=address.rpartition("@")[2]),
    )
    letter["Auto-Submitted"] = "auto-replied"
    if re.fullmatch(r"<[^<>\s]{1,200}>", answered):
        letter["In-Reply-To"] = answered
    letter.set_content(reply.text + "\n")
    return letter


def send(letters: Sequence[EmailMessage], place: str) -> None:
    """Hand letters to a mail server."""
    host, _, port = place.partition(":")
    try:
        with smtplib.SMTP(host, int(port or 25), timeout=30) as smtp:
            for letter in letters:
                smtp.send_message(letter)
    except (OSError, ValueError, smtplib.SMTPException) as error:
        raise Refused(
            f"the command was carried out, but the mail server at {place} took no reply ({error})"
        ) from None


def lay(letters: Sequence[EmailMessage], folder: Path) -> None:
    """Lay letters into a folder, each a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for letter in letters:
        name = re.sub(r"[^A-Za-z0-9.]+", "-", str(letter["Message-ID"])).strip("-")
        part = folder / f".{name}.part"
        part.write_bytes(letter.as_bytes())
        part.rename(folder / f"{name}.eml")
