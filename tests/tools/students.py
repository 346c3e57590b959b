"""Simulated students who play on `nbgames serve` through nginx, each in a notebook of their own.

Every student asks for news every two seconds, as a board in a notebook does at rest, and moves five
to fifteen seconds after the other has moved. Told are the times of all answers, of which 99 in 100
have to be there within 200 ms, what was refused, and whether a move that was answered with ok is
missing in the store afterwards.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from mail import proxies
from mail.conftest import sign_up, wait_for
from ports import free_port

from nbgames.mail import Server
from tools import parser, positive, whole
from tools.class_wall import ROOT, is_up

COUNT, SECONDS, MOST = 300, 600.0, 200  # MOST: milliseconds within which 99 of 100 are answered
NEWS, THOUGHT = 2.0, (5.0, 15.0)  # seconds


class Student:
    """One connection through the proxy, one seat, and what became of its requests."""

    def __init__(self, port: int, who: str, token: str, board: int, sites: list[str]) -> None:
        self.port, self.who, self.board, self.sites = port, who, board, sites
        self.head = f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        self.took: list[tuple[str, float]] = []
        self.refused: list[str] = []
        self.acknowledged: list[str] = []

    async def asks(self, path: str, asked: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Status and body of an answer, whose time is noted."""
        data = json.dumps(asked).encode() if asked else b""
        line = f"{'POST' if asked else 'GET'} {path} HTTP/1.1\r\nHost: localhost\r\n"
        length = f"Content-Length: {len(data)}\r\n" if asked else ""
        begun = time.perf_counter()
        self.writer.write(f"{line}{self.head}{length}\r\n".encode() + data)
        first, *rest = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        heads = dict(row.lower().split(": ", 1) for row in rest if row)
        body = await self.reader.readexactly(int(heads.get("content-length", 0)))
        self.took.append((path[:6], time.perf_counter() - begun))
        if (code := int(first.split()[1])) != 200:
            self.refused.append(first)
        return code, body

    async def plays(self, until: float, first: bool) -> None:
        await asyncio.sleep(random.uniform(0, NEWS))
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        thinks = 0.0
        while (now := time.monotonic()) < until:
            code, body = await self.asks(f"/heads?b=antipalos:{self.board}")
            moves = json.loads(body)[f"antipalos:{self.board}"] - 1 if code == 200 else -1
            if moves < 0 or (moves % 2 == 0) != first or moves >= len(self.sites):
                thinks = 0.0
            elif not thinks:
                thinks = now + random.uniform(*THOUGHT)
            elif now > thinks:
                await self.moves(moves)
                thinks = 0.0
            await asyncio.sleep(NEWS * random.uniform(0.9, 1.1))
        self.writer.close()

    async def moves(self, k: int) -> None:
        word = f"{self.sites[k]}#{k + 1}"
        line = f"antipalos move {self.board} {self.who} - {word}"
        code, body = await self.asks("/command", {"line": line, "request": f"{self.who} {k}"})
        if code == 200 and json.loads(body)["ok"]:
            self.acknowledged.append(self.sites[k])
        else:
            self.refused.append(body.decode()[-200:])


def seated(server: Server, count: int, port: int) -> list[Student]:
    """Students, two at each board."""
    names = [f"student{k}x" for k in range(count)]
    sign_up(server, *names)
    students = []
    for one, two in zip(names[::2], names[1::2], strict=True):
        reply = server.handle(f"antipalos challenge -noswap {one} {two}")
        sites = list(reply.match.game.board.names[::2])
        students += [Student(port, w, server.tokens[w], reply.board, sites) for w in (one, two)]
    return students


@dataclass
class Told:
    """What a term has shown: milliseconds of the answers by what was asked, and what went wrong."""

    took: dict[str, list[float]]
    seconds: float
    refused: list[str]
    missing: list[str]
    moves: int
    size: int  # bytes of the store
    used: float  # seconds of a core, of server and proxy

    def quantile(self, path: str, part: float) -> float:
        return self.took[path][int(len(self.took[path]) * part)]

    @property
    def holds(self) -> bool:
        late = [path for path in self.took if self.quantile(path, 0.99) > MOST]
        return not (self.refused or self.missing or late)

    def __str__(self) -> str:
        lines = [self._line(path) for path in self.took]
        lines.append(f"{self.moves} moves, {self.size / max(1, self.moves):.0f} bytes for each")
        lines.append(f"server and nginx: {self.used:.0f} s of a core in {self.seconds:.0f} s")
        lines.append(f"refused: {len(self.refused)}, lost: {len(self.missing)}")
        return "\n".join([*lines, *self.refused[:5], *self.missing[:5]])

    def _line(self, path: str) -> str:
        count, p99 = len(self.took[path]), self.quantile(path, 0.99)
        missed = "" if p99 <= MOST else f", MISSED: {MOST} ms are wanted"
        rate = f"{count} answers, {count / self.seconds:.1f}/s"
        return f"{path:8} {rate}, p50 {self.quantile(path, 0.5):.0f} ms, p99 {p99:.0f} ms{missed}"


def lost(server: Server, students: list[Student]) -> list[str]:
    """Moves that were answered with ok and are not there."""
    return [
        f"{s.who} {word}"
        for s in students
        for word in s.acknowledged
        if word not in server.board("antipalos", s.board).match.moves
    ]


async def term(students: list[Student], seconds: float) -> None:
    until = time.monotonic() + seconds
    await asyncio.gather(*(s.plays(until, k % 2 == 0) for k, s in enumerate(students)))


def main(count: int, seconds: float, folder: Path) -> Told:
    """What so many students saw in so many seconds, on a store in this folder."""
    server, port = Server(f"sqlite:///{folder}/mail.db"), free_port()
    proxy, before = proxies.Proxy("nginx", folder, port), used()
    serve = [sys.executable, "-m", "nbgames", "serve", f"-port={port}", "-proxy=127.0.0.1"]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(
            serve, env={"NBGAMES_URL": server.url}, stdout=log, stderr=log, cwd=ROOT
        )
        try:
            students = seated(server, count, proxy.port)
            wait_for(lambda: is_up(f"http://127.0.0.1:{proxy.port}"))
            asyncio.run(term(students, seconds))
        finally:
            running.terminate()
            running.wait(20)
            proxy.stop()
    paths = sorted({path for s in students for path, _ in s.took})
    took = {p: sorted(1000 * t for s in students for path, t in s.took if path == p) for p in paths}
    refused = [words for s in students for words in s.refused]
    missing = [*lost(server, students), *server.store.check()]
    server.close()
    size = sum(path.stat().st_size for path in folder.glob("mail.db*"))
    moves = sum(len(s.acknowledged) for s in students)
    return Told(took, seconds, refused, missing, moves, size, used() - before)


def used() -> float:
    """Seconds of a core that the programs have used which this one started and which have ended."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


if __name__ == "__main__":
    asked = parser(__doc__)
    asked.add_argument("--students", type=whole, default=COUNT, help="an even number")
    asked.add_argument("--seconds", type=positive, default=SECONDS)
    found = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        told = main(found.students, found.seconds, Path(name))
    print(told)
    sys.exit(not told.holds)
