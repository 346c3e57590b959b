"""A class of simulated students on a wall, through nginx: how late each change is seen there.

Every student moves, or tells of an exercise, every two to six seconds; the teacher's page asks
every second. A change is late by the time from the server's answer to the student until the page
has its text, or the next move on that board. Half a second more or less of it is chance: when the
page asks.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.request import urlopen

from mail import proxies
from mail.conftest import wait_for
from ports import free_port

from nbgames.mail import Server, joining, walls
from tools import parser, positive, whole

ROOT = Path(__file__).parents[2]
COUNT, SECONDS, MOST = 30, 60.0, 2.0  # MOST: seconds until a change is on the wall
PAUSE = (2.0, 6.0)  # seconds between two deeds of a student


# A board's number or the mark of an exercise, and how many events it has.
Change = tuple[str, int]
BOARD = re.compile(r"antipalos/(\d+)\?n=(\d+)")
EXERCISE = re.compile(r'id="e-(pair\.try_[\d_]+)"')


def shown(text: str) -> dict[str, int]:
    """What a wall shows: each board with the number of its events, each exercise told of."""
    events = {number: int(count) for number, count in BOARD.findall(text)}
    return events | dict.fromkeys(EXERCISE.findall(text), 0)


class Seen:
    """What the page has shown last, and when each change that was made was seen there."""

    def __init__(self, address: str) -> None:
        self.address, self.made = address, dict[Change, float]()
        self.late: list[float] = []
        self.lock = threading.Lock()

    def look(self, until: float) -> None:
        while time.monotonic() < until or (self.made and time.monotonic() < until + 10):
            begun = time.monotonic()
            with urlopen(f"{self.address}/now", timeout=10) as answer:
                text = answer.read().decode()
            now = time.monotonic()
            there = shown(text)
            with self.lock:
                for what, count in [*self.made]:
                    if there.get(what, -1) >= count:
                        self.late.append(now - self.made.pop((what, count)))
            time.sleep(max(0.0, begun + 1 - time.monotonic()))


def study(seats: tuple[joining.Seat, joining.Seat], seen: Seen, until: float, seed: int) -> None:
    """Two students play each other, and tell of an exercise of their own now and then."""
    rng, one = random.Random(seed), seats[0]
    board = one.play("antipalos", seats[1].userid, size=20)  # full after thirteen minutes
    sites = iter(board.match.game.board.names[::2])
    for n in range(2, 10_000):
        time.sleep(rng.uniform(*PAUSE) / 2)
        if time.monotonic() > until:
            return
        who = seats[n % 2]
        if n % 5 == 0:
            change = f"pair.try_{seed}_{n}", 0
            one.server.tell(who.userid, change[0], is_right=False)
        else:
            board.play(next(sites))
            change = str(board.number), board.events
        with seen.lock:
            seen.made[change] = time.monotonic()


def main(count: int, seconds: float, folder: Path) -> Seen:
    """What so many students did in so many seconds, and when it was seen."""
    url, port = f"sqlite:///{folder}/mail.db", free_port()
    proxy = proxies.Proxy("nginx", folder, port)
    serve = [sys.executable, "-m", "nbgames", "serve", f"-port={port}", "-proxy=127.0.0.1"]
    code, key = Server(url).store.write(lambda tx: walls.begin(tx, "a class"))
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(
            serve, env={"NBGAMES_URL": url}, stdout=log, stderr=log, cwd=ROOT
        )
    try:
        return measured(f"http://127.0.0.1:{proxy.port}", code, key, count, seconds)
    finally:
        running.terminate()
        running.wait(20)
        proxy.stop()


def is_up(address: str) -> bool:
    try:
        return bool(urlopen(f"{address}/health", timeout=5).status == 200)
    except OSError:
        return False


def measured(address: str, code: str, key: str, count: int, seconds: float) -> Seen:
    wait_for(lambda: is_up(address))
    server = Server(address)
    seats = [joining.Seat(*server.join(code), server) for _ in range(count)]
    seen, until = Seen(f"{address}/wall/{key}"), time.monotonic() + seconds
    pairs = zip(seats[::2], seats[1::2], strict=True)
    threads = [
        threading.Thread(target=study, args=(pair, seen, until, k)) for k, pair in enumerate(pairs)
    ]
    threads.append(threading.Thread(target=seen.look, args=(until,)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seen.late.sort()
    return seen


if __name__ == "__main__":
    asked = parser(__doc__)
    asked.add_argument("--students", type=whole, default=COUNT, help="an even number")
    asked.add_argument("--seconds", type=positive, default=SECONDS)
    found = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        seen = main(found.students, found.seconds, Path(name))
    late = seen.late
    p50, p99 = (late[int(len(late) * part)] for part in (0.5, 0.99))
    print(
        f"{len(late)} changes by {found.students} students: half seen within {p50:.2f} s, ", end=""
    )
    print(f"99 of 100 within {p99:.2f} s, all within {late[-1]:.2f} s; never: {len(seen.made)}")
    sys.exit(bool(seen.made) or late[-1] > MOST)
