"""Benchmarks of playing by mail, by token login; on PostgreSQL too where it is installed.

Each line: what was measured, its value, the bound that it should keep, and whether it does.
"""

import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import sqlalchemy as sa
from mail.conftest import sign_up

from nbgames.mail import Server, accounts
from nbgames.mail.boards import Event
from nbgames.mail.http.server import Place, Web
from nbgames.mail.schema import GAME, now
from nbgames.mail.store import PAGE
from tools import parser

FAILED = []


def told(name, value, bound, *, least=False, unit=""):
    holds = value >= bound if least else value <= bound
    sign, missed = ">=" if least else "<=", "" if holds else "MISSED"
    print(f"{name:52} {value:10.2f} {unit:4} {sign} {bound:g}  {missed}")
    if not holds:
        FAILED.append(name)


def timed(deed, count):
    start = time.perf_counter()
    for k in range(count):
        deed(k)
    return count / (time.perf_counter() - start)


def bare(path, journal, count):
    """Moves a second of sqlite3 alone: check, count up, insert, commit."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute(f"pragma journal_mode={journal}")
    raw.execute("pragma synchronous=full")
    raw.executescript(
        "create table game(id integer primary key, n integer, head text, at integer);"
        "create table event(game int, seq int, kind text, actor text, text text, comment text, "
        "request text unique, hash text, at int, primary key(game, seq));"
        "insert into game values(1, 0, '', 0)"
    )

    def move(k):
        raw.execute("begin immediate")
        (n,) = raw.execute("select n from game where id = 1").fetchone()
        raw.execute(
            "update game set n = ?, head = ?, at = ? where id = 1 and n = ?",
            (n + 1, "h" * 64, k, n),
        )
        raw.execute(
            "insert into event values(1, ?, 'move', 'alice', 'b2-c3', '', null, ?, ?)",
            (n + 1, "h" * 64, k),
        )
        raw.execute("commit")

    return timed(move, count)


def stored(url, count):
    """Moves a second of the store: begin, load, check by the rules, append, commit."""
    server = sign_up(Server(url), "alice")
    store = server.store
    names = server.handle("antipalos challenge -size=26 alice alice").match.game.board.names

    def move(k):
        def work(tx):
            row = store.load(tx, "antipalos", 101)
            return store.append(tx, row, Event("move", "alice", names[2 * k], at=now()))

        store.remember(store.write(work))

    speed = timed(move, count)
    server.close()
    return speed


def stored_by(url, writers, count):
    """Moves a second of several threads of one process, each with boards of its own."""
    server = sign_up(Server(url), "alice")
    store, made = server.store, [server.handle("antipalos challenge -size=26 alice alice")]
    made += [server.handle("antipalos challenge -size=26 alice alice") for _ in range(writers - 1)]

    def write(reply):
        names = reply.match.game.board.names

        def move(k):
            def work(tx):
                row = store.load(tx, "antipalos", reply.board)
                return store.append(tx, row, Event("move", "alice", names[2 * k], at=now()))

            store.remember(store.write(work))

        timed(move, count)

    begun = time.perf_counter()
    with ThreadPoolExecutor(writers) as threads:
        list(threads.map(write, made))
    speed = writers * count / (time.perf_counter() - begun)
    server.close()
    return speed


def handled(url, count):
    """Whole commands a second: parsed, looked up, stored, answered with the board."""
    server = sign_up(Server(url), "alice")
    board, names = 100, ()

    def move(k):
        nonlocal board, names
        if k % 200 == 0:
            reply = server.handle("antipalos challenge alice alice")
            board, names = reply.board, reply.match.game.board.names
        server.handle(f"antipalos move {board} alice - {names[2 * (k % 200)]}")

    speed = timed(move, count)
    server.close()
    return speed


def writer(url, seconds, rate):
    """One of thirty: a move every so often, on its own board; prints what each took."""
    server = Server(url)
    server.tokens["alice"] = accounts.new_token(server.store, "alice")
    reply = server.handle("antipalos challenge alice alice")
    names, board = reply.match.game.board.names, reply.board
    print("ready", flush=True)
    sys.stdin.readline()
    rng, took, end = random.Random(board), [], time.monotonic() + seconds
    for k in range(600):
        time.sleep(rng.uniform(0, 2 / rate))
        if time.monotonic() > end:
            break
        start = time.perf_counter()
        reply = server.handle(f"antipalos move {board} alice - {names[2 * k]}")
        assert reply.ok, reply.text
        took.append(time.perf_counter() - start)
    print(json.dumps(took))


def thirty(url):
    sign_up(Server(url), "alice").close()
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    run = [sys.executable, "-m", "tools.bench_mail", "--writer", url]
    writers = [subprocess.Popen(run, **pipes) for _ in range(30)]
    for w in writers:
        assert w.stdout.readline() == "ready\n"
    for w in writers:
        w.stdin.write("go\n")
        w.stdin.flush()
    took = sorted(t for w in writers for t in json.loads(w.communicate()[0]))
    print(f"  thirty writers: {len(took)} moves, p50 {took[len(took) // 2] * 1000:.1f} ms")
    return took[int(len(took) * 0.99)] * 1000


def loading(url):
    """Milliseconds to replay a board of 300 moves from its events."""
    server = sign_up(Server(url), "alice")
    names = server.handle("antipalos challenge -size=26 alice alice").match.game.board.names
    for k in range(300):
        server.handle(f"antipalos move 101 alice - {names[2 * k]}")
    took = []
    for _ in range(20):
        server.store._seen.clear()
        start = time.perf_counter()
        server.board("antipalos", 101)
        took.append(time.perf_counter() - start)
    return sorted(took)[10] * 1000


def listing(url, boards=10_000):
    """Milliseconds of `games` over so many boards, of which it tells the newest."""
    server = sign_up(Server(url), "alice", "bob")
    server.handle("projex challenge -size=3 alice bob")
    with server.store.engine.begin() as tx:
        row = dict(tx.execute(sa.select(GAME)).mappings().one())
        del row["id"]
        tx.execute(sa.insert(GAME), [row | {"board": 102 + k} for k in range(boards - 1)])
    took = []
    for _ in range(5):
        start = time.perf_counter()
        told = server.handle("projex games").text
        assert told.count("\n") == PAGE + 2 and f"{PAGE} of {boards}" in told
        took.append(time.perf_counter() - start)
    return sorted(took)[2] * 1000


def memory(url, count=100_000):
    """Megabytes that 100,000 commands add after the first 20,000."""
    server = sign_up(Server(url), "alice")
    for _ in range(40):
        server.handle("projex challenge -size=3 alice alice")
    rng, before = random.Random(1), 0
    for k in range(count):
        board = 101 + rng.randrange(40)
        line = rng.choice(
            ("projex show {}", "projex preview {} B2", "projx move {} alice x", "help swap")
        )
        server.handle(line.format(board))
        if k == count // 5:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def serving(url, seconds=5, callers=4):
    """Commands a second and p99 in milliseconds over HTTP, the server a process of its own."""
    keeper = sign_up(Server(url), "alice")
    reply = keeper.handle("antipalos challenge alice alice")
    names, boards = reply.match.game.board.names, [reply.board]
    boards += [
        keeper.handle("antipalos challenge alice alice").board for _ in range(16 * callers - 1)
    ]
    child = os.fork()
    if child == 0:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {0})
        Web(Place(port=18461), url, rate=0).run()
    time.sleep(1)
    took = []

    def call(mine):
        connection = HTTPConnection("127.0.0.1", 18461)
        heads = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {keeper.tokens['alice']}",
        }
        for k in range(16 * 200):
            if time.monotonic() > end:
                break
            line = f"antipalos move {mine[k // 200]} alice - {names[2 * (k % 200)]}"
            start = time.perf_counter()
            connection.request("POST", "/command", json.dumps({"line": line}), heads)
            assert json.loads(connection.getresponse().read())["ok"]
            took.append(time.perf_counter() - start)

    begun = time.monotonic()
    end = begun + seconds
    threads = [threading.Thread(target=call, args=(boards[k::callers],)) for k in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.monotonic() - begun
    os.kill(child, 9)
    os.waitpid(child, 0)
    took.sort()
    return len(took) / spent, took[int(len(took) * 0.99)] * 1000


def main(folder, postgres):
    def new(name):
        return f"sqlite:///{folder}/{name}.db"

    ratios = []
    for k in range(3):
        plain, ours = bare(f"{folder}/bare{k}.db", "truncate", 600), stored(new(f"stored{k}"), 600)
        ratios.append(ours / plain)
        whole = handled(new(f"h{k}"), 600)
        print(f"  bare sqlite3 {plain:.0f}, store {ours:.0f}, whole commands {whole:.0f} moves/s")
    told("store, of a bare sqlite3 loop in the same run", sorted(ratios)[1], 0.6, least=True)
    told("loading a game of 300 moves", loading(new("load")), 5, unit="ms")
    told("games over 10,000 boards", listing(new("list")), 100, unit="ms")
    told("thirty writers, four moves a second each: p99", thirty(new("thirty")), 50, unit="ms")
    rate, p99 = serving(new("serve"))
    told("serve: commands a second on one core", rate, 200, least=True)
    told("serve: p99", p99, 100, unit="ms")
    if postgres:
        print(f"  whole commands on PostgreSQL {handled(postgres(), 600):.0f}/s")
        postgres_told(postgres)
        told("PostgreSQL: thirty writers, p99", thirty(postgres()), 50, unit="ms")
    told("memory that 100,000 commands add", memory(new("memory")), 8, unit="MB")


def postgres_told(new):
    """The median of three runs each: of one writer, who waits for each commit, and of four."""
    one = sorted(stored(new(), 600) for _ in range(3))
    four = sorted(stored_by(new(), 4, 600) for _ in range(3))
    print(f"  PostgreSQL, moves/s: one writer {one[0]:.0f} to {one[2]:.0f}, ", end="")
    print(f"four {four[0]:.0f} to {four[2]:.0f}")
    told("PostgreSQL: moves a second, one writer", one[1], 1200, least=True)
    told("PostgreSQL: moves a second, four writers", four[1], 1200, least=True)


def measure(only_postgres=False):
    from mail.conftest import Postgres, postgres_bin

    where = postgres_bin()
    cluster = Postgres(where, fsync="on") if where else None
    try:
        with tempfile.TemporaryDirectory() as temporary:
            if only_postgres:
                postgres_told(cluster.database)
            else:
                main(temporary, cluster and cluster.database)
    finally:
        if cluster:
            cluster.remove()


if __name__ == "__main__":
    asked = parser(__doc__)
    asked.add_argument("--writer", metavar="URL", help="only write to this store: one of thirty")
    asked.add_argument("--postgres", action="store_true", help="only how fast PostgreSQL stores")
    given = asked.parse_args()
    if given.writer:
        writer(given.writer, 8, 4)
    else:
        measure(given.postgres)
        sys.exit(bool(FAILED))
