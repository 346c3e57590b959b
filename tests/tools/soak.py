"""Soak tests: does anything grow that should not, is anything lost or refused?

boards  100 boards in one kernel, shown and played again and again: 10,000 moves as a page asks them
mail    30 processes play 1,000 stored games for ten minutes, on SQLite and on PostgreSQL
crash   500 rounds of writers that are killed, as mail/crash.py does
students  300 students play through nginx for ten minutes; 99 of 100 answers within 200 ms
wall    30 students of a class for ten minutes, each change on their teacher's wall within 2 s
page    a page of JupyterLab with a board, loaded again 50 times and played on

What is counted after each round is flat if the middle of its last third is no more above that of
its first third, warmed up, than it may be: a single odd sample moves neither. Counts may not grow,
but for a few handles that a kernel opens late. Memory may by what allocators and caches take and
give back, 3 MB. In `boards` 5,500 moves and 1,100 boards lie between the two middles, so 1 kB kept
of each move is seen, or 3 kB of each board; in `page` 33 loads, so 100 kB of each. Other factors
have fewer between them and see less.
"""

import json
import multiprocessing
import os
import platform
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles

import psutil
from browser.desk import Desk
from browser.rig import Lab, Tab, launch, start_lab, stop, watch
from jupyter_client.manager import start_new_kernel
from mail.conftest import Postgres, postgres_bin, sign_up
from mail.crash import killed_rounds
from playwright.sync_api import expect, sync_playwright

import nbgames
from nbgames.mail import Server
from nbgames.play.match import Match
from tools import class_wall, parser, positive
from tools import students as tools_students
from tools.bench_page import load

HERE = Path(__file__).parents[1]
ROUNDS, BOARDS, MOVES = 20, 100, 5  # in each round so many boards, and on each so many moves
PLAYERS, STORED, MINUTES, RATE = 30, 1000, 10, 4  # RATE: moves a second of each player
CRASHES, LOADS = 500, 50
ROOM = 3  # MB of memory that come and go
LATER = 3  # handles that a kernel opens when it first needs them; one a round would be eleven
KERNELS = "@jupyterlab/apputils-extension/kernels-settings.jupyterlab-settings"

COMMS = "import comm, gc; gc.collect(); print(len(comm.get_comm_manager().comms))"
SHOW = """
import nbgames, json
from IPython.display import display
boards = [
    nbgames.match(name, size).widget(keep=f"{round} {{k}}")
    for k, (name, size) in enumerate({games})
]
display(*boards)
print(json.dumps([board.comm.comm_id for board in boards]))
"""
BOARD = "import nbgames\nw = nbgames.match('projex', 11, swap=False).widget()\nw"
TOLD = "print(json.dumps([board.match.moves for board in boards]))"


@dataclass(frozen=True)
class Row:
    """A number at the end and the most that it may be; or that it may have grown, where it has."""

    what: str
    end: float
    most: float | None = None
    start: float | None = None
    warm: float | None = None
    grew: float | None = None

    @property
    def holds(self) -> bool:
        return self.most is None or (self.end if self.grew is None else self.grew) <= self.most

    def __str__(self) -> str:
        numbers = (self.start, self.warm, self.end, self.grew, self.most)
        told = "".join(f"{'' if n is None else f'{n:,.6g}':>10}" for n in numbers)
        return f"{self.what:44}{told}  {'' if self.most is None else 'yes' if self.holds else 'NO'}"


HEAD = f"{'':44}" + "".join(f"{name:>10}" for name in ("start", "warm", "end", "grew", "most"))


def flat(what: str, samples: list[float], most: float = 0) -> Row:
    """Has this grown? The first sample is the start, a quarter of them is the warm-up."""
    warmed = samples[max(1, len(samples) // 4) :]
    third = max(1, len(warmed) // 3)
    grew = median(warmed[-third:]) - median(warmed[:third])
    return Row(what, samples[-1], most, samples[0], warmed[0], round(grew, 3))


def megabytes(process: psutil.Process) -> float:
    return round(process.memory_info().rss / 1e6, 2)


# Boards in a kernel


class Kernel:
    """A kernel that is spoken to as a page speaks to it."""

    def __init__(self, folder: Path) -> None:
        own = {name: str(folder) for name in ("IPYTHONDIR", "NBGAMES_HOME")}
        own["PYTHONPATH"] = os.pathsep.join(sys.path)
        self.manager, self.client = start_new_kernel(env=os.environ | own)
        self.process = psutil.Process(self.manager.provisioner.pid)

    def send(self, kind: str, content: dict, **metadata: str) -> str:
        """What the kernel prints until it has dealt with a message."""
        message = self.client.session.msg(kind, content, metadata=metadata)
        self.client.shell_channel.send(message)
        printed = ""
        while True:
            heard = self.client.get_iopub_msg(timeout=120)
            kind, told = heard["msg_type"], heard["content"]
            if heard["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            if kind == "error":
                raise RuntimeError("\n".join(told["traceback"]))
            if kind == "stream":
                printed += told["text"]
            if kind == "status" and told["execution_state"] == "idle":
                return printed

    def run(self, code: str) -> str:
        """Run the one cell of this notebook: its boards take the place of those before."""
        asked = {"code": code, "silent": False, "store_history": True, "user_expressions": {}}
        return self.send("execute_request", asked, cellId="one")

    def ask(self, comm_id: str, number: int, deed: str) -> None:
        """Ask a board for a deed, as board.js does."""
        state = {"request": {"view": "a", "first": number, "do": [deed]}}
        update = {"method": "update", "state": state, "buffer_paths": []}
        self.send("comm_msg", {"comm_id": comm_id, "data": update})

    def close(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel()


def boards(factor: float, folder: Path) -> Iterator[Row]:
    games = [(name, rules.size) for name, rules in nbgames.GAMES.items()]
    games *= max(1, round(BOARDS * factor / len(games)))
    kernel, rng = Kernel(folder), Random(1)
    samples = [(megabytes(kernel.process), int(kernel.run(COMMS)), kernel.process.num_fds())]
    for n in range(ROUNDS):
        ids = json.loads(kernel.run(SHOW.format(games=games, round=n)))
        matches = [nbgames.match(*game) for game in games]
        for move in range(MOVES):
            for k, comm_id in enumerate(ids):
                word = rng.choice(matches[k].legal())
                matches[k] = matches[k].play(word)
                kernel.ask(comm_id, move, word)
        played = [tuple(moves) for moves in json.loads(kernel.run(TOLD))]
        assert played == [m.moves for m in matches], "the kernel has played something else"
        open_comms = int(kernel.run(COMMS))
        samples.append((megabytes(kernel.process), open_comms, kernel.process.num_fds()))
    kernel.close()
    memory, comms, handles = map(list, zip(*samples, strict=True))
    yield Row("moves", ROUNDS * MOVES * len(games))
    yield Row("boards shown", ROUNDS * len(games))
    yield flat("memory of the kernel, MB", memory, ROOM)
    yield flat("comms", comms)
    yield flat("open handles of the kernel", handles, LATER)


# Games in a store


def mail(factor: float, folder: Path) -> Iterator[Row]:
    yield from classroom("SQLite", f"sqlite:///{folder}/mail.db", factor)
    where = postgres_bin()
    if where is None:
        print("PostgreSQL IS NOT TESTED: no initdb here; apt-get install postgresql")
        return
    cluster = Postgres(where, fsync="on")
    try:
        yield from classroom("PostgreSQL", cluster.database(), factor)
    finally:
        cluster.remove()


def classroom(kind: str, url: str, factor: float) -> Iterator[Row]:
    """Thirty play; then every game is replayed, and as much is stored as was acknowledged."""
    server = sign_up(Server(url), "alice", "bob")
    names, stored = list(nbgames.GAMES), max(PLAYERS, round(STORED * factor))
    made = [(name, challenged(server, name)) for name in (names * stored)[:stored]]
    server.close()
    seconds = 60 * MINUTES * factor
    shares = [made[k::PLAYERS] + made[(k + 1) % PLAYERS :: PLAYERS] for k in range(PLAYERS)]
    with multiprocessing.get_context("fork").Pool(PLAYERS) as pool:
        told = pool.starmap(
            partial(play, url, server.tokens, seconds), enumerate(shares), chunksize=1
        )
    took = [1000 * time for times, _, _ in told for time in times]
    errors = [words for _, _, refused in told for words in refused]
    server = Server(url)
    rows = server.store.games()
    wrong = server.store.check()
    server.close()
    for words in (*errors, *wrong):
        print(words)
    events = sum(row.n - 1 for row in rows)
    yield Row(f"{kind}: games", len(rows))
    yield Row(f"{kind}: of these ended", sum(row.status == "over" for row in rows))
    yield Row(f"{kind}: moves acknowledged", len(took))
    yield Row(f"{kind}: moves overtaken by the other player's", sum(late for _, late, _ in told))
    yield Row(f"{kind}: errors", len(errors), 0)
    yield Row(f"{kind}: acknowledged and not stored, or not once", abs(events - len(took)), 0)
    yield Row(f"{kind}: what check() finds wrong", len(wrong), 0)
    yield Row(f"{kind}: a move, p50, ms{load()}", round(median(took), 1))
    yield Row(f"{kind}: a move, p99, ms{load()}", round(quantiles(took, n=100)[98], 1))


def challenged(server: Server, name: str) -> int:
    return server.handle(f"{name} challenge alice bob").board


def play(
    url: str, tokens: dict[str, str], seconds: float, seed: int, mine: list[tuple[str, int]]
) -> tuple[list[float], int, list[str]]:
    """One player: seconds of each move, how many another overtook, and what else was refused."""
    server, rng = Server(url), Random(seed)
    server.tokens = tokens
    took, late, errors = [], 0, []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(rng.uniform(0, 2 / RATE))
        k = rng.randrange(len(mine))
        name, number = mine[k]
        seen = server.board(name, number)
        if seen.is_over:
            mine[k] = name, challenged(server, name)
            continue
        word, n = turn(seen.match, rng), len(seen.match.moves) + 1
        start = time.perf_counter()
        reply = server.handle(f"{name} move {number} {seen.to_move} - {word}#{n}")
        if reply.ok and "not done twice" not in reply.text:
            took.append(time.perf_counter() - start)
        elif server.board(name, number).events > seen.events:
            late += 1
        else:
            errors.append(reply.text)
    server.close()
    return took, late, errors


def turn(m: Match, rng: Random) -> str:
    """A whole turn at random, as it is sent by mail."""
    after = m.play(rng.choice(m.legal()))
    while after.is_open:
        after = after.play(rng.choice(after.legal()))
    return after.moves[-1]


def crash(factor: float, folder: Path) -> Iterator[Row]:
    for name, value in killed_rounds(max(1, round(CRASHES * factor)), folder).items():
        if name != "journal":
            yield Row(name, value, 0 if name == "moves lost" else None)


# A server behind nginx


def students(factor: float, folder: Path) -> Iterator[Row]:
    told = tools_students.main(tools_students.COUNT, tools_students.SECONDS * factor, folder)
    for path, took in told.took.items():
        yield Row(f"{path}: answers", len(took))
        yield Row(f"{path}: p50, ms{load()}", round(told.quantile(path, 0.5)))
        p99 = round(told.quantile(path, 0.99))
        yield Row(f"{path}: p99, ms{load()}", p99, tools_students.MOST)
    yield Row("moves acknowledged", told.moves)
    yield Row("of a core used by server and nginx", round(told.used / told.seconds, 3))
    yield Row("bytes on disk for each move", round(told.size / max(1, told.moves)))
    yield Row("refused", len(told.refused), 0)
    yield Row("acknowledged and lost", len(told.missing), 0)


def wall(factor: float, folder: Path) -> Iterator[Row]:
    seen = class_wall.main(class_wall.COUNT, 60 * MINUTES * factor, folder)
    yield Row("changes", len(seen.late))
    yield Row(f"seen on the wall after, p99, s{load()}", round(quantiles(seen.late, n=100)[98], 2))
    yield Row(
        f"seen on the wall after, at most, s{load()}", round(max(seen.late), 2), class_wall.MOST
    )
    yield Row("changes never seen", len(seen.made), 0)


# A page


def page(factor: float, folder: Path) -> Iterator[Row]:
    """A board that is shown anew at each load leaves nothing behind.

    Subshells are off: every load of a page with widgets leaves one in the kernel, a thread and
    seven handles, which JupyterLab 4.6 never ends, and now and then two.
    """
    loads = max(4, round(LOADS * factor))
    settings = folder / "JUPYTER_CONFIG_DIR/lab/user-settings" / KERNELS
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"commsOverSubshells": "disabled"}))
    lab, server = start_lab(folder)
    try:
        with sync_playwright() as playwright:
            chrome = launch(playwright)
            counted = loaded(chrome, lab, server.pid, loads)
            chrome.close()
    finally:
        stop(server)
    yield Row("loads of the page, a move played after each", loads)
    for what, numbers in counted.items():
        yield flat(what, numbers, ROOM if what.endswith("MB") else 0)


def loaded(chrome, lab: Lab, pid: int, loads: int) -> dict[str, list[float]]:
    """What is counted each time after the page was loaded again; a board then takes a move."""
    context, tab = watch(chrome)
    desk, m, rng = Desk(tab), nbgames.match("projex", 11, swap=False), Random(1)
    book = lab.write([BOARD])
    lab.open(tab, book)
    tab.run()
    tab.ask("() => jupyterapp.commands.execute('docmanager:save')")
    server = psutil.Process(pid)
    (kernel,) = (p for p in server.children(recursive=True) if "ipykernel" in " ".join(p.cmdline()))
    counted = [count(tab, lab, server, kernel)]
    for _ in range(loads):
        lab.open(tab, book)  # not reload(): Lab may not have saved yet which notebook was open
        tab.page.wait_for_selector(".nb-board [data-site]")
        word = rng.choice(m.legal())
        m = m.play(word)
        desk.click(m, word)
        taken = desk.board().locator(f'[aria-label^="{word}, taken"]')
        expect(taken).to_have_count(1, timeout=30_000)
        desk.agree()
        counted.append(count(tab, lab, server, kernel))
    assert not tab.errors, tab.errors
    tab.shut()
    context.close()
    return {what: [numbers[what] for numbers in counted] for what in counted[0]}


def count(tab: Tab, lab: Lab, server: psutil.Process, kernel: psutil.Process) -> dict[str, float]:
    with urllib.request.urlopen(f"{lab.url}/api/kernels?token={lab.token}") as answer:
        connections = sum(known["connections"] for known in json.load(answer))
    return {
        "comms": int(tab.python(COMMS)),
        "websockets": connections,
        "open handles of the server": server.num_fds(),
        "open handles of the kernel": kernel.num_fds(),
        "memory of the kernel, MB": megabytes(kernel),
        "memory of the server, MB": megabytes(server),
    }


PARTS = {part.__name__: part for part in (boards, mail, crash, students, wall, page)}


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all if none is named")
    asked.add_argument("--factor", type=positive, default=1, help="0.1: a tenth of everything")
    asked.add_argument("--json", type=Path, default=Path("soak.json"), help="parts add to it")
    given = asked.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        asked.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    told, failed = json.loads(given.json.read_text()) if given.json.exists() else {}, False
    print(HEAD)
    for name in given.parts or PARTS:
        begun, rows = time.monotonic(), []
        print(name)
        with tempfile.TemporaryDirectory() as folder:
            for row in PARTS[name](given.factor, Path(folder)):
                print(f"  {row}", flush=True)
                rows.append(row)
        failed |= not all(row.holds for row in rows)
        told[name] = {
            "factor": given.factor,
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "seconds": round(time.monotonic() - begun),
            "rows": [{k: v for k, v in asdict(row).items() if v is not None} for row in rows],
        }
        given.json.write_text(json.dumps(told, indent=1) + "\n")
    sys.exit(failed)


if __name__ == "__main__":
    main()
