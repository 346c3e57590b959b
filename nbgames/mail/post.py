"""Mail gateway: answers one message from standard input, and sends letters that are owed."""

from __future__ import annotations

import re
import smtplib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection

from ..core.errors import GameError
from . import addresses, incoming, outbox, owed, quotas, signatures
from .answering import answered, still_good
from .database import Unavailable
from .incoming import Mail
from .letters import Letters
from .manual import Checks, check_options, options, wrong
from .replies import Reply
from .server import Server
from .signatures import Keys
from .store import Store

Deliver = Callable[[Sequence[tuple[int, bytes]]], Iterable[int]]
Keep = Callable[[Connection, list[EmailMessage]], None]
MOST_LETTERS = 200  # that one message leads to
CHECKS: Checks = {
    "-smtp": (
        re.compile(r"[^:\s]+(:[0-9]{1,5})?").fullmatch,
        "is the mail server, as host or host:port",
    ),
    "-from": (
        incoming.ADDRESS.fullmatch,
        "is the mail address that letters come from, such as games@example.org",
    ),
}
OWED = "owed"  # the name in the outbox of letters that no mail has led to


def post(words: Sequence[str]) -> str:
    """Deal with the message on standard input: nbgames post -folder=outbox | -smtp=host:port."""
    address, deliver = _given("post", words)
    data = sys.stdin.buffer.read(incoming.LONGEST + 1)
    return f"replies: {delivered(Server(), data, address, deliver)}"


def letters(words: Sequence[str]) -> str:
    """Write to whom letters are owed: nbgames letters -folder=outbox | -smtp=host:port."""
    address, deliver = _given("letters", words)
    return f"letters: {delivered_owed(Server().store, address, deliver)}"


def _given(command: str, words: Sequence[str]) -> tuple[str, Deliver]:
    """The address that letters come from, and what takes them."""
    given = options(command, words, {"-folder": "", "-smtp": "", "-from": "pbm@localhost"})
    check_options(command, words, given, CHECKS)
    if bool(given["-folder"]) == bool(given["-smtp"]):
        said = "where do letters go? write -smtp= or -folder=, one of the two"
        raise wrong(command, words, said)
    smtp, folder = given["-smtp"], Path(given["-folder"])
    deliver = (lambda due: send(due, smtp)) if smtp else (lambda due: lay(due, folder))
    return given["-from"], deliver


def delivered(server: Server, data: bytes, address: str, deliver: Deliver) -> int:
    """How many letters a message has led to, each kept in the store until it was delivered.

    The same message, given once more after a failure, leads to those that were kept; after that,
    to an answer to its sender alone.
    """
    asked = incoming.read(data, address)
    if asked is None:
        return 0
    store, name = server.store, outbox.name_of(asked, data)
    is_answered = store.read(lambda tx: outbox.is_answered(tx, name))
    due = store.read(lambda tx: outbox.waiting(tx, name))
    if not due:
        reply = _reply(server, asked, data, signatures.dns_text)
        reply = replace(reply, to=()) if is_answered else reply
        _written(server, asked, reply, address, lambda tx, made: outbox.keep(tx, name, made))
    return _delivered(store, name, deliver)


def delivered_owed(store: Store, address: str, deliver: Deliver) -> int:
    """How many letters were sent about what was done in a notebook, in a shell or over HTTP.

    Raises
    ------
    Unavailable
        If another process is sending them, or the mail server takes none.
    """
    store.write(owed.begin)
    try:
        _keep_owed(store, address)
        return _delivered(store, OWED, lambda due: _renewed(store, deliver(due)))
    finally:
        store.write(owed.end)


def _renewed(store: Store, numbers: Iterable[int]) -> Iterator[int]:
    """The same numbers, and this process goes on sending."""
    for number in numbers:
        store.write(owed.renew)
        yield number


def _keep_owed(store: Store, address: str) -> None:
    """Write the letters that are owed, and those with codes, into the outbox."""
    found, until = owed.owed(store)
    for one in found:
        letters = Letters(store, one.reply, address)
        made = [letters.to(there) for places in one.places.values() for there in places]

        def keep(tx: Connection, one: owed.Owed = one, made: list[EmailMessage] = made) -> None:
            outbox.keep(tx, OWED, made)
            owed.record(tx, one.game, one.events, one.places)
            owed.renew(tx)

        store.write(keep)

    def end(tx: Connection) -> None:
        told = (
            Letters(store, reply, address).to(there)
            for reply, places in owed.messages(tx, until)
            for there in places
        )
        outbox.keep(tx, OWED, [*_codes(store, tx, address), *told])
        owed.record_time(tx, until)

    store.write(end)


def _delivered(store: Store, name: str, deliver: Deliver) -> int:
    """Hand over what waits under this name; how many letters that is."""
    due = store.read(lambda tx: outbox.waiting(tx, name))
    for number in deliver(due):
        store.write(lambda tx, n=number: outbox.remove(tx, n))  # type: ignore[misc]
    return len(due)


def answers(
    server: Server, data: bytes, address: str, *, keys: Keys = signatures.dns_text
) -> Iterator[EmailMessage]:
    """The messages that a message leads to: to its sender, and to everybody it concerns.

    `keys` answers what the name system says of a name, where the domain keeps its key of DKIM.
    """
    asked = incoming.read(data, address)
    if asked is None:
        return iter(())
    return iter(_written(server, asked, _reply(server, asked, data, keys), address))


def _written(
    server: Server, asked: Mail, reply: Reply, address: str, keep: Keep = lambda tx, made: None
) -> list[EmailMessage]:
    """The letters that a reply leads to, and those with codes, all kept as the codes are made."""
    store, letters = server.store, Letters(server.store, reply, address)
    tag = "" if reply.ok or not still_good(store, asked) else asked.tag
    own = letters.to(asked.sender, asked.number, tag)
    others = [letters.to(there) for there in _places(store, reply, asked.sender)]

    def work(tx: Connection) -> list[EmailMessage]:
        told = [own] if reply.ok or quotas.count_refusal(tx, asked.sender) else []
        made = [*told, *_codes(store, tx, address), *others][:MOST_LETTERS]
        keep(tx, made)
        owed.record_reply(store, tx, reply)
        return made

    return store.write(work)


def _codes(store: Store, tx: Connection, address: str) -> list[EmailMessage]:
    """What new addresses are asked."""
    return [
        Letters(store, _asking(userid, code), address).to(there)
        for userid, there, code in addresses.make_codes(tx)
    ]


def _places(store: Store, reply: Reply, sender: str) -> list[str]:
    """The addresses of all whom a reply concerns but the sender, each once."""
    found = {
        there.lower(): there
        for userid in reply.to
        for there in store.read(lambda tx, who=userid: addresses.of(tx, who))  # type: ignore[misc]
    }
    found.pop(sender.lower(), None)
    return list(found.values())


def _reply(server: Server, asked: Mail, data: bytes, keys: Keys) -> Reply:
    """The reply to a mail, by its subject, or by the address that it was sent to."""
    if signatures.is_right(data, asked.sender, keys) is False:
        words = "the signature of this mail (DKIM) does not fit its words: nothing was done"
        return Reply(False, words)
    number = sha256(asked.number.encode("utf-8", "replace") or data).hexdigest()
    request = f"mail {number}"
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


def send(letters: Sequence[tuple[int, bytes]], place: str) -> Iterator[int]:
    """Hand letters to a mail server; the numbers of those that it has taken, as it takes them.

    Raises
    ------
    Unavailable
        If it is away, or takes one of them later only.
    """
    host, _, port = place.partition(":")
    try:
        with smtplib.SMTP(host, int(port or 25), timeout=30) as smtp:
            for number, letter in letters:
                with _refused_for_good():
                    smtp.send_message(message_from_bytes(letter, policy=policy.SMTP))
                yield number
    except (OSError, ValueError, smtplib.SMTPException) as error:
        raise _kept(f"the mail server at {place} took none ({error})") from None


@contextmanager
def _refused_for_good() -> Iterator[None]:
    """A letter that the mail server will never take holds up no other."""
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        if any(code < 500 for code, _ in error.recipients.values()):
            raise
    except smtplib.SMTPDataError as error:
        if error.smtp_code < 500:
            raise


def _kept(why: str) -> Unavailable:
    return Unavailable(
        f"the letters are kept, but {why}: run this once more (for nbgames post, give the "
        "same mail once more), and they go then"
    )


def lay(letters: Sequence[tuple[int, bytes]], folder: Path) -> Iterator[int]:
    """Lay letters into a folder, each a file; the numbers of those that lie there.

    Raises
    ------
    Unavailable
        If they cannot be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, letter in letters:
            heads = message_from_bytes(letter, policy=policy.SMTP)
            name = re.sub(r"[^A-Za-z0-9.]+", "-", str(heads["Message-ID"])).strip("-")
            part = folder / f".{name}.part"
            part.write_bytes(letter)
            part.rename(folder / f"{name}.eml")
            yield number
    except OSError as error:
        raise _kept(f"none can be laid into {folder} ({error.strerror})") from None
