"""Kill two writers at random moments, again and again.

    python tests/mail/crash.py 500 --json crash.json

Each writer tells of a move only after the server has acknowledged it; the moves told of must all be
there afterwards, no board may be half written, and the file must be whole.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from nbgames.mail import Server, accounts
from nbgames.mail.store import Store


def write_moves(url, pipe):
    """Play on the newest board, telling of each move that is in; both writers play both seats."""
    server = Server(url)
    server.tokens["alice"] = accounts.new_token(server.store, "alice")
    number = max((row.board for row in server.store.games("projex")), default=None)
    while True:
        m = server.board("projex", number).match if number else None
        if m is None or m.outcome:
            number = server.handle("projex challenge -size=8 alice alice").board
            continue
        word = random.choice(m.legal())
        told = f"{number} {len(m.moves) + 1} {word}"
        if server.handle(f"projex move {number} alice - {word}#{len(m.moves) + 1}").ok:
            os.write(pipe, f"{told}\n".encode())


def killed_round(url, rng):
    """What two writers told of before they were killed.

    Once, where both meant the same move: a repeated request is answered with the stored event.
    """
    reading, writing = os.pipe()
    writers = []
    for seed in (rng.random(), rng.random()):
        child = os.fork()
        if child == 0:
            random.seed(seed)
            os.close(reading)
            try:
                write_moves(url, writing)
            finally:
                os._exit(3)
        writers.append(child)
    os.close(writing)
    told = os.read(reading, 65536)
    time.sleep(rng.uniform(0, 0.05))
    for child in writers:
        os.kill(child, signal.SIGKILL)
    while more := os.read(reading, 65536):
        told += more
    os.close(reading)
    ends = [os.waitpid(child, 0)[1] for child in writers]
    assert all(os.WIFSIGNALED(end) for end in ends), "a writer ended by an error of its own"
    return {tuple(line.split()) for line in told.decode().splitlines()}


def is_stored(server, number, n, word):
    """Is this move, as a writer told of it, the board's move n?"""
    return server.board("projex", int(number)).match.moves[int(n) - 1 : int(n)] == (word,)


def killed_rounds(rounds, folder):
    """What came of so many rounds on one file; damage ends them."""
    url = f"sqlite:///{folder}/crash.db"
    store = Store(url)
    store.write(lambda tx: accounts.add(tx, "alice", "none", ()))
    journal = store.pragma("journal_mode")
    store.close()
    rng, acknowledged = random.Random(rounds), set()
    for k in range(1, rounds + 1):
        acknowledged |= killed_round(url, rng)
        server = Server(url)
        if k % 5 == 0 or k == rounds:
            lost = sum(not is_stored(server, *move) for move in acknowledged)
            assert not (wrong := server.store.check()), wrong
        if k % 50 == 0:
            print(f"{k} rounds, {len(acknowledged)} acknowledged", file=sys.stderr, flush=True)
        stored = sum(row.moves for row in server.store.games())
        server.close()
    return {
        "rounds": rounds,
        "journal": journal,
        "moves acknowledged": len(acknowledged),
        "moves lost": lost,
        "moves stored and not acknowledged": stored - len(acknowledged),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        found = killed_rounds(given.rounds, given.folder or temporary)
    found["seconds"] = round(time.monotonic() - begun, 1)
    for name, value in found.items():
        print(f"{value!s:>12}  {name}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n")
    sys.exit(found["moves lost"] > 0)


if __name__ == "__main__":
    main()
