"""Processes that race for every move of one board: python racers.py url number moves start."""

import sys
import time

from nbgames.mail import Server, accounts


def race(url, number, moves):
    """Try each move at the same number as everybody else; answer how many were ours."""
    server = Server(url)
    server.tokens["alice"] = accounts.new_token(server.store, "alice")
    print("ready", flush=True)
    sys.stdin.readline()
    won = other = 0
    while True:
        m = server.board("antipalos", number).match
        n = len(m.moves)
        if n >= moves:
            break
        word = m.game.board.names[2 * n]
        reply = server.handle(
            f"antipalos move {number} alice - {word}#{n + 1}",
            request=f"{id(server)} {time.time_ns()}",
        )
        won += reply.ok and "not done twice" not in reply.text
        if not reply.ok and "meant as move" not in reply.text:
            other += 1
            print(reply.text, flush=True)
    print(f"won {won} errors {other}", flush=True)


if __name__ == "__main__":
    race(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
