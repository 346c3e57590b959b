"""How fast random games, exact values and opponents are: medians of several runs, beside a peer.

    python tests/bench_play.py --json play.json
    python tests/bench_play.py --peer ~/spiel/bin/python     # a Python that has open_spiel

With NBGAMES_JIT=0 all of it is plain Python. The peer runs in turn with us, so that ratios hold
on a machine that does other things too.
"""

import argparse
import json
import platform
import subprocess
from math import log
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import nbgames
from nbgames._jit import can_compile
from nbgames.analysis import playouts, solve
from nbgames.analysis._margins import Endgame
from nbgames.analysis.sampling import LANES, tallied
from nbgames.position import EMPTY, Position

BULK = (("projex", 6), ("projex", 11), ("conhex", 5), ("antipalos", 6), ("antipalos", 16))
SEQUENTIAL = (("copolymer", 9), ("copolymer", 11), ("copolymer", 19))

PEER = """
import time, pyspiel
game = pyspiel.load_game("hex(board_size=9)")
evaluator = pyspiel.RandomRolloutEvaluator(20000, 1)
bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
state = game.new_initial_state()
start = time.perf_counter()
bot.step(state)  # one simulation, whose leaf plays all the games
print(20000 / (time.perf_counter() - start))
"""


def seconds(work, runs=5):
    """The median time of a few runs, after one that warms up."""
    work()
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def rate(name, size, games):
    game = nbgames.game(name, size)
    return games / seconds(lambda: tallied(game, game.start(), games, 1))


def ending(game, empty, seed):
    rng, position = Random(seed), game.start()
    while position.owners.count(EMPTY) > empty:
        position = game.play(position, rng.choice(game.moves(position)))
    return Position(position.owners, position.to_move)


def endgames(empty, count):
    """Median and ninth decile of the time for an exact margin on 61 cells."""
    game, times = nbgames.game("copolymer", 9), []
    for seed in range(count):
        position = ending(game, empty, seed)
        search = Endgame(game, position, fast=can_compile())
        start = perf_counter()
        search.margin(position, -99, 99)
        times.append(perf_counter() - start)
    return median(times), sorted(times)[int(0.9 * count)]


def openings(name, size):
    """The time to say of every opening whether it wins."""
    start = perf_counter()
    solve(nbgames.match(name, size, swap=False))
    return perf_counter() - start


def exponent(rows):
    """The slope of log(time of a game) over log(sites), by least squares."""
    points = [(log(sites), -log(games)) for sites, games in rows]
    mx, my = (sum(column) / len(points) for column in zip(*points, strict=True))
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def figures(peer):
    for name, size in BULK:
        yield f"{name} {size}: random games a second", rate(name, size, LANES)
        if peer and (name, size) == ("projex", 6):
            ours, theirs = [], []
            for _ in range(5):
                ours.append(rate(name, size, LANES))
                said = subprocess.run(
                    [peer, "-c", PEER], capture_output=True, text=True, check=True
                )
                theirs.append(float(said.stdout))
            yield "open_spiel, C++ rollouts of hex 9: games a second", median(theirs)
            yield "projex 6 against that: times", median(ours) / median(theirs)
    for name, size in SEQUENTIAL:
        yield (
            f"{name} {size}: random games a second",
            rate(name, size, 20_000 if can_compile() else 1000),
        )
    m = nbgames.match("projex", 6)
    yield (
        "projex 6: criticality of all cells from a million games, s",
        seconds(lambda: playouts(m, 1_000_000), runs=3),
    )
    for name, sizes in (
        ("projex", (4, 5, 6, 7, 8)),
        ("conhex", (3, 4, 5, 6)),
        ("copolymer", (7, 9, 11, 13)),
    ):
        games = 4096 if name != "copolymer" else 500
        rows = [(nbgames.game(name, n).board.claimable, rate(name, n, games)) for n in sizes]
        yield f"{name}: exponent of a game's cost over the number of sites", exponent(rows)
    for empty, count in ((12, 20), (20, 20), (24, 9)) if can_compile() else ((12, 20), (16, 9)):
        middle, slow = endgames(empty, count)
        yield f"copolymer, {empty} of 61 empty, exact margin: median s", middle
        yield f"copolymer, {empty} of 61 empty, exact margin: ninth decile s", slow
    yield "projex 3, all openings, s", openings("projex", 3)
    openings("antipalos", 3)
    yield "antipalos 3, all openings, s", openings("antipalos", 3)
    if can_compile():
        yield "conhex of two rings, all openings, s", openings("conhex", 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="a Python that has open_spiel")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rows = {"python": platform.python_version(), "compiled": can_compile()}
    for what, number in figures(given.peer):
        rows[what] = number
        print(f"{number:14,.4g}  {what}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
