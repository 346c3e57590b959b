"""Kill two writers at random moments, again and again: python crash.py rounds [folder].

Each writer tells of a move only after the server has acknowledged it; the moves told of must all be
there afterwards, no board may be half written, and the file must be whole.
"""

import os
import random
import signal
import sys
import tempfile
import time

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
    """What two writers told of before they were killed."""
    reading, writing = os.pipe()
    writers = []
    for _ in range(2):
        child = os.fork()
        if child == 0:
            random.seed(rng.random())
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
    return [line.split() for line in told.decode().splitlines()]


def main(rounds, folder):
    url = f"sqlite:///{folder}/crash.db"
    store = Store(url)
    store.write(lambda tx: accounts.add(tx, "alice", "none", ()))
    store.close()
    rng, acknowledged = random.Random(rounds), 0
    for _ in range(rounds):
        told = killed_round(url, rng)
        server = Server(url)
        for number, n, word in told:
            assert server.board("projex", int(number)).match.moves[int(n) - 1] == word
        wrong = server.store.check() if _ % 5 == 4 or _ == rounds - 1 else []
        assert not wrong, wrong
        server.close()
        acknowledged += len(told)
    print(f"{rounds} rounds, {acknowledged} acknowledged, 0 lost")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else temporary)
