"""A fuzzer of every entrance for text: each text brings an answer or a GameError, and at once.

data/fuzz has a file for each entrance, a JSON string a line: texts that were answered in different
words, and every text that ever failed. test_fuzz.py replays them all. This program edits them at
random, as `make test-all` does with a thousand, and adds those that are answered as none was
before, and those that fail.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import math
import re
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from typing import TypeVar
from unittest.mock import patch

import hypothesis
import numpy  # noqa: F401, for Hypothesis, which reads it while a thread of the server imports it
from hypothesis import strategies as st
from mail.transcripts import QUICK
from wire import Wire

import nbgames
from nbgames import GameError
from nbgames.mail import Server, accounts, commands, post, reply_to
from nbgames.mail.http.server import Place, Web
from nbgames.notation import address
from nbgames.widgets.board import FAILED
from tools import parser, positive, whole

FOLDER = Path(__file__).parents[1] / "data" / "fuzz"
MOST = 0.05  # seconds of the processor
MOST_MEMORY = 100  # MB that an answer takes, for a time too
GROWN = 1  # MB: after an answer that took more, what is free is given back
CLEAR = Path("/proc/self/clear_refs")  # lets Linux measure a program's peak of memory anew
OWN = "pbm@example.org"
Clock = Callable[[], float]
T = TypeVar("T")


def command(text: str) -> str:
    """A line of the mail language, read."""

    def verb() -> str:
        commands.redacted(text, nbgames.GAMES)
        return commands.parse(text, nbgames.GAMES).verb

    return timed(verb)


def line(text: str) -> str:
    """A line of the mail language and the text below it, carried out by a server."""
    first, _, body = text.partition("\n")
    quick = patch.multiple(accounts, HASHER=QUICK, _NOBODYS=quick_dummy())
    with tempfile.TemporaryDirectory() as folder, quick:
        file = Path(folder) / "mail.db"
        file.write_bytes(store())
        server = Server(f"sqlite:///{file}")
        try:
            return timed(lambda: server.handle(first, body).text)
        finally:
            server.close()


@cache
def quick_dummy() -> str:
    """What a password for an unknown userid is compared with, as quick as the others here."""
    return QUICK.hash("nobody's")


@cache
def store() -> bytes:
    """A file where alice and bob play each game."""
    with tempfile.TemporaryDirectory() as folder, patch.object(accounts, "HASHER", QUICK):
        server = Server(f"sqlite:///{folder}/mail.db")
        server.handle("signup alice pa")
        server.handle("signup bob pb")
        for name, size in {"antipalos": 3, "copolymer": 5, "projex": 3, "conhex": 5}.items():
            parameter = "" if name == "conhex" else f"-size={size}"
            server.handle(f"{name} challenge {parameter} alice bob")
        server.close()
        return (Path(folder) / "mail.db").read_bytes()


def record(text: str) -> str:
    """A record, which is then written and read once more."""
    m = timed(lambda: nbgames.read(text))
    assert nbgames.read(str(m)) == m
    return f"{m.game.name} {m.result()}"


GAMES = {
    f"{name} {size}": nbgames.game(name, size)
    for name, size in (("projex", 3), ("conhex", 3), ("antipalos", 3), ("copolymer", 5))
}


def diagram(text: str) -> str:
    """A picture below a line that names its game, which is then drawn and read once more."""
    title, _, picture = text.partition("\n")
    game = GAMES.get(title, GAMES["projex 3"])
    m = timed(lambda: nbgames.read_diagram(game, picture))
    assert nbgames.read_diagram(game, m.diagram()).position == m.position
    return f"{game.name} {m.result()}"


def page(text: str) -> str:
    """The address of a page; where it ends with ".?", its checksum is put right."""
    if text.endswith(".?"):
        text = text[:-1] + address.checksum(text[:-2])
    m = timed(lambda: address.read(text))
    assert address.read(address.write(m)) == m
    return f"{m.game.name} {m.result()}"


def request(text: str) -> str:
    """What a page writes to a board: JSON, or else deeds, one a line."""
    try:
        written = json.loads(text)
    except (ValueError, RecursionError):
        written = {"view": "a", "first": 0, "do": text.split("\n")}
    wire = Wire()
    with patch.multiple("comm", create_comm=wire.connect, get_comm_manager=lambda: wire.manager):
        board = nbgames.match("projex", 4).play("D1", "F1", "C3").widget()
        try:
            timed(lambda: wire.update(board, {"request": written}))
        finally:
            board.close()
    replies = [words for _, answers in board.ack.values() for _, _, words in answers]
    json.dumps(board.ack, ensure_ascii=False).encode()
    assert not any(words.startswith(FAILED) for words in replies), replies
    return "; ".join(replies)


def mail(text: str) -> str:
    """A mail, answered by the gateway; TAG in it is a one-time address of alice's."""
    server, tag = gateway()
    data = text.replace("TAG", tag).encode("latin-1", "replace")
    with patch.multiple(accounts, HASHER=QUICK, _NOBODYS=quick_dummy()):
        letters = timed(lambda: [*post.answers(server, data, OWN, keys=lambda name: None)], 0.5)
    assert all(letter.as_bytes() for letter in letters)
    return letters[0].get_body(["plain"]).get_content() if letters else "nothing"


@cache
def gateway() -> tuple[Server, str]:
    """A store in memory, which goes on from mail to mail, and what alice's next move is sent to."""
    server = Server("sqlite://")
    for who in ("alice", "bob"):
        server.store.write(lambda tx, w=who: accounts.add(tx, w, QUICK.hash("pa"), (f"{w}@x.org",)))
    server.handle("projex challenge -size=3 alice bob")
    row = server.store.read(lambda tx: server.store.load(tx, "projex", 101))
    return server, server.store.read(lambda tx: reply_to.signed(tx, reply_to.of(row, "alice")))


def http(text: str) -> str:
    """A request as it goes over the wire; for LENGTH in it, its body's own, for TOKEN alice's."""
    address, token = serving()
    head, blank, body = text.replace("TOKEN", token).partition("\r\n\r\n")
    length = str(len(body.encode("latin-1", "replace")))
    data = (head.replace("LENGTH", length) + blank + body).encode("latin-1", "replace")
    told = timed(lambda: spoken(address, data), 0.5, time.process_time)
    assert not told.startswith("HTTP/1.1 5") and "a bug in" not in told, told
    return told


@cache
def serving() -> tuple[tuple[str, int], str]:
    """A web server over a store that goes on from request to request, and a token of alice's."""
    folder = Path(tempfile.mkdtemp(prefix="nbgames-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "mail.db").write_bytes(store())
    web = Web(Place(), f"sqlite:///{folder}/mail.db", rate=0)
    threading.Thread(target=web.run, daemon=True).start()
    return web.socket.getsockname()[:2], accounts.new_token(web.local.store, "alice")


def spoken(address: tuple[str, int], data: bytes) -> str:
    """What the server says until it closes the connection, once it has all that comes."""
    with socket.create_connection(address, timeout=30) as line, suppress(ConnectionError):
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        told = b""
        while part := line.recv(65_536):
            told += part
        return told.decode("latin-1")
    return "cut off"


ENTRANCES: dict[str, Callable[[str], str]] = {
    function.__name__: function
    for function in (command, line, record, diagram, page, request, mail, http)
}


class TooSlow(Exception):
    """An answer that took longer than it may."""


class TooLarge(Exception):
    """An answer that took more memory than it may."""


@dataclass
class Worst:
    """The slowest and the largest answer so far."""

    seconds: float = 0
    megabytes: float = 0


WORST = Worst()


def timed(answer: Callable[[], T], most: float = 0, clock: Clock = time.thread_time) -> T:
    """The answer, or the GameError, if it is there in time and without much memory."""
    before, start = settled(), clock()
    try:
        return answer()
    finally:
        took, grown = clock() - start, (peak() - before) / 1e6
        if grown > GROWN:
            trim()
        if took > (most or MOST):
            raise TooSlow(f"{took:.3f} seconds")
        if grown > MOST_MEMORY:
            raise TooLarge(f"{grown:.0f} MB")
        WORST.seconds = max(WORST.seconds, took)
        WORST.megabytes = max(WORST.megabytes, grown)


def trim() -> None:
    """Give free memory back to the system (12 ms).

    Otherwise the next answer could use it unseen.
    """
    if CLEAR.exists():
        ctypes.CDLL(None).malloc_trim(0)


def settled() -> int:
    """Bytes that the program has; Linux then measures its peak anew."""
    if CLEAR.exists():
        CLEAR.write_text("5")
    return peak()


def peak() -> int:
    """The most bytes that the program has had since it was settled; but on Linux, ever."""
    if not CLEAR.exists():
        return getrusage(RUSAGE_SELF).ru_maxrss * 1024
    status = (CLEAR.parent / "status").read_text()
    return int(re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE)[1]) * 1024


def kind(entrance: str, text: str) -> str:
    """In which words a text is answered, without what differs from text to text.

    What is too slow has two more tries: a board is laid once, and the machine may be busy.
    """
    for tries_left in (2, 1, 0):
        try:
            said = ENTRANCES[entrance](text)
        except GameError as error:
            said = f"{type(error).__name__}: {error}"
            assert str(error)
        except TooSlow:
            if not tries_left:
                raise
            continue
        break
    said.encode()  # can be sent
    said = re.sub(r"'[^']*'|\"[^\"]*\"|[A-Z]?\d+|\b[A-Za-z]\b", "_", said.rpartition("^\n")[2])
    return " ".join(said.split()[:6])


def kept(entrance: str) -> list[str]:
    return [json.loads(line) for line in (FOLDER / f"{entrance}.jsonl").read_text().splitlines()]


def keep(entrance: str, text: str) -> None:
    with (FOLDER / f"{entrance}.jsonl").open("a") as file:
        file.write(json.dumps(text) + "\n")


@st.composite
def edited(draw: st.DrawFn, texts: list[str]) -> str:
    """A kept text, a few times cut, doubled, spoilt, or grown by a piece of another."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        a, b = sorted(draw(st.integers(0, len(text))) for _ in range(2))
        other = draw(st.sampled_from(texts))
        c = draw(st.integers(0, len(other)))
        piece = draw(st.text(max_size=3) | st.just(other[c : c + 12]) | st.just(text[a:b]))
        text = text[:a] + piece + text[draw(st.sampled_from([a, b])) :]
    return text[:3000]


def look(entrance: str, seconds: float, seed: int = 0, texts: float = math.inf) -> int:
    """Edit so many texts, or for so long, keeping what is new; how many were tried."""
    known, tried, until = kept(entrance), 0, time.monotonic() + seconds
    answered = {kind(entrance, text) for text in known}
    last = ""

    def one(text: str) -> None:
        nonlocal tried, last
        tried, last = tried + 1, text
        if (answer := kind(entrance, text)) not in answered:
            answered.add(answer)
            known.append(text)
            keep(entrance, text)

    while time.monotonic() < until and tried < texts:
        seed += 1
        several = hypothesis.settings(max_examples=200, database=None, deadline=None)
        try:
            hypothesis.seed(seed)(several(hypothesis.given(edited(list(known)))(one)))()
        except BaseException:
            keep(entrance, last)
            print(f"{entrance}: {last!r}, kept")
            raise
    return tried


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument(
        "seconds", nargs="?", type=positive, default=60, help="for each entrance; a minute"
    )
    asked.add_argument("--texts", type=whole, help="end after so many of each entrance")
    asked.add_argument("--only", choices=ENTRANCES, nargs="*", default=[*ENTRANCES])
    given = asked.parse_args()
    for name in given.only:
        before, begun = len(kept(name)), time.process_time()
        WORST.seconds = WORST.megabytes = 0
        count = look(name, given.seconds, time.time_ns(), given.texts or math.inf)
        spent = time.process_time() - begun
        print(
            f"{name}: {count} texts in {spent:.0f} s of the processor, at most "
            f"{WORST.seconds:.3f} s and {WORST.megabytes:.1f} MB for one; "
            f"{len(kept(name)) - before} answered in new words",
            flush=True,
        )


if __name__ == "__main__":
    main()
