"""Mail gateway: reads one message from standard input, sends the replies to all concerned."""

from __future__ import annotations

import re
import smtplib
import sys
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from hashlib import sha256
from itertools import islice
from pathlib import Path

from ..core.errors import GameError, NotationError
from . import addresses, incoming, signatures
from .answering import answered, still_good
from .database import Unavailable
from .incoming import Mail
from .letters import Letters
from .replies import Reply
from .server import Server
from .signatures import Keys

MOST_LETTERS = 200  # that one message leads to
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
    data = sys.stdin.buffer.read(incoming.LONGEST + 1)
    letters = list(answers(Server(), data, given["-from"]))
    if given["-smtp"]:
        send(letters, given["-smtp"])
    else:
        lay(letters, Path(given["-folder"]))
    return f"replies: {len(letters)}"


def answers(
    server: Server, data: bytes, address: str, *, keys: Keys = signatures.asked
) -> Iterator[EmailMessage]:
    """The messages that a message leads to: to its sender, and to everybody it concerns.

    `keys` answers what the name system says of a name, where the domain keeps its key of DKIM.
    """
    return islice(_answers(server, data, address, keys), MOST_LETTERS)


def _answers(server: Server, data: bytes, address: str, keys: Keys) -> Iterator[EmailMessage]:
    asked = incoming.read(data, address)
    if asked is None:
        return
    number = sha256(asked.number.encode("utf-8", "replace") or data).hexdigest()
    reply = _reply(server, asked, f"mail {number}", signatures.is_right(data, asked.sender, keys))
    letters = Letters(server.store, reply, address)
    again = "" if reply.ok or not still_good(server.store, asked) else asked.tag
    yield letters.to(asked.sender, asked.number, again)
    for userid, there, code in server.store.write(addresses.asked):
        yield Letters(server.store, _asking(userid, code), address).to(there)
    reached = {asked.sender.lower()}
    for userid in reply.to:
        for there in server.store.read(lambda tx, who=userid: addresses.of(tx, who)):  # type: ignore[misc]
            if there.lower() not in reached:
                reached.add(there.lower())
                yield letters.to(there)


def _reply(server: Server, asked: Mail, request: str, is_right: bool | None) -> Reply:
    """The reply to a mail, by its subject, or by the address that it was sent to."""
    if is_right is False:
        words = "the signature of this mail (DKIM) does not fit its words: nothing was done"
        return Reply(False, words)
    if not asked.tag:
        return server.handle(asked.line, asked.body, asked.sender, request=request)
    try:
        return answered(server.store, asked, request)
    except Unavailable:
        raise
    except GameError as error:
        return Reply(False, str(error))


def _asking(userid: str, code: str) -> Reply:
    """What a new address is asked."""
    words = (
        f"Somebody, who calls themselves {userid} on a server of board games, has named this\n"
        "address for their mail. If that was you, answer with this line as the subject:\n\n"
        f"verify {code}\n\nOtherwise do nothing: no more mail comes from here."
    )
    return Reply(True, words, subject=f"verify {code}")


def send(letters: Sequence[EmailMessage], place: str) -> None:
    """Hand letters to a mail server."""
    host, _, port = place.partition(":")
    try:
        with smtplib.SMTP(host, int(port or 25), timeout=30) as smtp:
            for letter in letters:
                smtp.send_message(letter)
    except (OSError, ValueError, smtplib.SMTPException) as error:
        raise Unavailable(
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
