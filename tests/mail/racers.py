"""Processes that race for every move of one board: python racers.py url number moves count.

Prints how many moves each has made, and whatever else than winning or losing has happened.
"""

import os
import sys
import time

from nbgames.mail import Server, accounts


def race(server, number, moves):
    """Try each move at the same number as everybody else: how many were ours, and the errors."""
    won, errors = 0, []
    while True:
        m = server.board("antipalos", number).match
        n = len(m.moves)
        if n >= moves:
            return won, errors
        reply = server.handle(
            f"antipalos move {number} alice - {m.game.board.names[2 * n]}#{n + 1}",
            request=f"{os.getpid()} {time.time_ns()}",
        )
        won += reply.ok and "not done twice" not in reply.text
        if not reply.ok and "meant as move" not in reply.text:
            errors.append(reply.text)


def racer(url, token, number, moves, ready, start, told):
    """One process: it is ready, waits for the start, races and tells."""
    server = Server(url)
    server.tokens["alice"] = token
    os.write(ready, b".")
    os.read(start, 1)  # its end: the starter has closed the other side
    won, errors = race(server, number, moves)
    os.write(told, f"{won} {errors}\n".encode())


def main(url, number, moves, count):
    (readied, ready), (start, starter), (heard, told) = os.pipe(), os.pipe(), os.pipe()
    token = accounts.new_token(Server(url).store, "alice")
    children = []
    for _ in range(count):
        child = os.fork()
        if child == 0:
            os.close(starter)
            try:
                racer(url, token, number, moves, ready, start, told)
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    for end in (ready, told):
        os.close(end)
    while count:
        count -= len(os.read(readied, count)) or sys.exit("a racer did not get ready")
    os.close(starter)
    with os.fdopen(heard) as lines:
        for line in lines:
            print(line, end="")
    sys.exit(any(os.waitpid(child, 0)[1] for child in children))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
