"""Benchmarks of computer players: how well they keep the time that is asked for, and what they see.

Times are those of a clock on the wall, as a player waits for them: the machine should be idle.
"""

import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from random import Random
from statistics import median
from time import perf_counter

from jupyter_client.manager import start_new_kernel

import nbgames
from nbgames.opponents.players import SECONDS
from tools.bench import Figure

BOARDS = (
    ("projex", 6), ("conhex", 5), ("copolymer", 11), ("antipalos", 8),
    ("projex", 14), ("conhex", 8), ("copolymer", 19), ("antipalos", 26),
)  # fmt: skip
PHASES = {"opening": 0.02, "middle": 0.4, "end": 0.7}  # the share of sites that is claimed
ASKED, LATE = 0.3, 50  # seconds of a move; milliseconds more that may pass
PONDERED = 5.0  # seconds, at most
MOVES = 3  # of each board and phase
LEAVES = {("projex", 6): 80_000, ("conhex", 5): 80_000}  # a second
FEWEST = 2_000  # on other boards, in the default time

# A process that has done nothing yet but to lay the board; the code is kept on disk.
FIRST = """
import sys, time, nbgames
m = nbgames.match(sys.argv[1], int(sys.argv[2]), swap=False)
m = m.play(m.legal()[5])
start = time.perf_counter()
nbgames.opponent(6, seed=0, seconds=float(sys.argv[3])).choose(m)
print(time.perf_counter() - start)
"""

BUSY = {
    "it thinks": """
import nbgames
w = nbgames.match("projex", 6, swap=False).widget(nbgames.opponent(6, seconds=60))
w.play("F6")
""",
    "it ponders": """
import nbgames
w = nbgames.match("projex", 14, swap=False).widget(nbgames.opponent(6, ponder=True))
""",
}


def begun(name: str, size: int, claimed: float, seed: int) -> nbgames.play.match.Match:
    """A match of random claims, of this share of the sites or as many as leave it open."""
    rng, m = Random(seed), nbgames.match(name, size, swap=False)
    for _ in range(int(claimed * m.game.board.claimable)):
        after = m.play(rng.choice(m.legal()))
        if after.outcome:
            break
        m = after
    while m.is_open:
        m = m.back()
    return m


def overruns() -> Iterator[Figure]:
    """How much later than asked for the latest of a few answers comes, with code loaded."""
    for name, size in BOARDS:
        nbgames.opponent(6, seed=0, seconds=1).choose(begun(name, size, 0, 0))
        for phase, claimed in PHASES.items():
            late = []
            for seed in range(MOVES):
                m, start = begun(name, size, claimed, seed), perf_counter()
                nbgames.opponent(6, seed=0, seconds=ASKED).choose(m)
                late.append(perf_counter() - start - ASKED)
            what = f"{name} {size}, {phase}: later than the asked {ASKED} s"
            yield Figure(what, max(0, 1000 * max(late)), "ms", LATE)


def first_answers() -> Iterator[Figure]:
    for (name, size), asked in product(BOARDS, (ASKED, SECONDS)):
        run = [sys.executable, "-c", FIRST, name, str(size), str(asked)]
        subprocess.run(run, capture_output=True, check=True)  # the code is kept from now on
        said = subprocess.run(run, capture_output=True, text=True, check=True).stdout
        what = f"{name} {size}, first answer of a process: after {asked} s"
        yield Figure(what, max(0, 1000 * (float(said) - asked)), "ms", LATE)


def pondered() -> Iterator[Figure]:
    """How late the answer comes to the move that it has thought about, and has to copy most for."""
    for name, size in BOARDS:
        player = nbgames.opponent(6, seed=0, seconds=ASKED, ponder=True)
        m = begun(name, size, 0.02, 0)
        m, start = m.play(expected(player, m)), perf_counter()
        player.choose(m)
        what = f"{name} {size}, having pondered: later than the asked {ASKED} s"
        yield Figure(what, max(0, 1000 * (perf_counter() - start - ASKED)), "ms", LATE)


def expected(player: nbgames.opponents.Opponent, m: nbgames.play.match.Match) -> str:
    """The move that a player expects, having thought about it for some seconds."""
    word, stop = "", perf_counter() + PONDERED
    for thought in player.pondering(m):
        word = thought.word
        if perf_counter() > stop:
            break
    return word


def alive(what: str, cell: str) -> Iterator[Figure]:
    """What a notebook waits for `1 + 1` while its board's computer player is at work."""
    manager, client = start_new_kernel()
    try:
        client.execute_interactive(cell, timeout=60, output_hook=lambda message: None)
        times = []
        for _ in range(40):
            start = perf_counter()
            client.execute_interactive("1 + 1", timeout=60, output_hook=lambda message: None)
            times.append(1000 * (perf_counter() - start))
        yield Figure(f"1 + 1 while {what}: median", median(times), "ms")
        yield Figure(f"1 + 1 while {what}: longest of 40", max(times), "ms", 100)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def leaves() -> Iterator[Figure]:
    """What the strongest level sees at a second move: a second, or in the time that it has."""
    for name, size in BOARDS:
        m = begun(name, size, 0.02, 0)
        nbgames.opponent(6, seed=0, seconds=1).choose(m)
        *_, last = nbgames.opponent(6, seed=0).think(m)
        if (name, size) in LEAVES:
            rate = last.nodes / SECONDS
            yield Figure(f"leaves of level 6, {name} {size}", rate, "/s", LEAVES[name, size])
        else:
            what = f"leaves of level 6 in {SECONDS:g} s, {name} {size}"
            yield Figure(what, last.nodes, "x", FEWEST)


def players() -> Iterator[Figure]:
    yield from overruns()
    yield from first_answers()
    yield from pondered()
    for what, cell in BUSY.items():
        yield from alive(what, cell)
    yield from leaves()
