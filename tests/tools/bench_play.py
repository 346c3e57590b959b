"""Benchmarks of random games, exact values, reviews and players: medians, beside open_spiel.

The peer is a Python that has open_spiel, as .ci/peer makes one. It plays in turn with us, and both
are timed by the processor's time, so that the ratios hold on a machine that does other things too.
"""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from math import log
from random import Random
from statistics import median
from time import process_time

import nbgames
from nbgames.analysis import playouts, solve
from nbgames.analysis.solver.margins import Endgame
from nbgames.analysis.tallies import LANES, tallied
from nbgames.core._jit import can_compile
from nbgames.core.game import Game
from nbgames.core.position import EMPTY, Position
from nbgames.play.match import Match
from tools import existing, make_verdicts, parser
from tools.bench import Figure, asked, report, timed
from tools.bench_players import players

ROUNDS = 5
# Random games a second, plain and compiled, and open_spiel's game on a board of like size.
GAMES = {
    ("projex", 6): (5e6, 10e6, "hex(board_size=9)"),  # 75 cells, 81
    ("conhex", 5): (30e3, 0.8e6, "y(board_size=12)"),  # 69 holes, 78 cells
    ("copolymer", 11): (35e3, 0.8e6, "havannah(board_size=6)"),  # 91 cells both
    ("antipalos", 6): (None, 1e6, None),
    ("antipalos", 16): (None, 0.15e6, None),
}
AHEAD = {("projex", 6, "plain"): 110}  # times the peer
GROWING = {
    "projex": (4, 5, 6, 7, 8),
    "conhex": (3, 4, 5, 6, 7),
    "antipalos": (8, 10, 13, 16, 20),  # on less, often both join, and an order says who was first
    "copolymer": (7, 9, 11, 13, 19),
}

PEER = """
import pyspiel, sys, time
games = 20_000
game = pyspiel.load_game(sys.argv[1])
evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
state = game.new_initial_state()
start = time.process_time()
bot.step(state)  # one simulation, whose leaf plays all the games
print(games / (time.process_time() - start))
"""

# A new process reviews a match, as a board has it done: seconds to the first curve and to the last.
REVIEW = """
import sys, time
import nbgames
from nbgames.analysis.reviewing import refined
stages = refined(nbgames.read(sys.argv[1]))
print(*(time.process_time() for _, found in stages if found))
"""


def rate(name: str, size: int, *, fast: bool) -> float:
    """Playouts a second, from one batch that takes a tenth of a second or is a large one."""
    game, count = nbgames.game(name, size), 256
    while True:
        seconds = timed(partial(tallied, game, game.start(), count, 1, fast=fast))
        if seconds > 0.1 or count >= LANES << 3:
            return count / seconds
        count = min(LANES << 3, count * 4)


def peer_rate(peer: str, game: str) -> float:
    said = subprocess.run([peer, "-c", PEER, game], capture_output=True, text=True, check=True)
    return float(said.stdout)


def random_games(peer: str | None) -> Iterator[Figure]:
    """Each game in turn plain, compiled and by the peer, several rounds; the ratios of a round."""
    for (name, size), (plain, compiled, theirs) in GAMES.items():
        hows = {"plain": plain} | ({"compiled": compiled} if can_compile() else {})
        for how in hows:
            rate(name, size, fast=how == "compiled")  # warms up
        rounds = []
        for _ in range(ROUNDS):
            seen = {how: rate(name, size, fast=how == "compiled") for how in hows}
            rounds.append(seen | ({"peer": peer_rate(peer, theirs)} if peer and theirs else {}))
        for how, target in hows.items():
            value = median(seen[how] for seen in rounds)
            yield Figure(f"playouts, {name} {size}, {how}", value, "/s", target)
        if "peer" in rounds[0]:
            value = median(seen["peer"] for seen in rounds)
            yield Figure(f"playouts, open_spiel's {theirs}", value, "/s")
            for how in hows:
                ratio = median(seen[how] / seen["peer"] for seen in rounds)
                target = AHEAD.get((name, size, how))
                yield Figure(f"{name} {size}, {how}, over open_spiel's", ratio, "x", target)


def criticality() -> Iterator[Figure]:
    m = nbgames.match("projex", 6)
    playouts(m, 1000)
    cost = median(timed(playouts, m, 1_000_000) for _ in range(ROUNDS))
    yield Figure("criticality of projex 6 from a million games, plain", cost, "s", 0.4)


def growth() -> Iterator[Figure]:
    """What a random game costs as boards grow, and the exponent of a power law in the sites."""
    for name, sizes in GROWING.items():
        points = []
        for size in sizes:
            rate(name, size, fast=False)
            cost = median(1 / rate(name, size, fast=False) for _ in range(3))
            points.append((nbgames.game(name, size).board.claimable, cost))
            yield Figure(f"a playout, {name} {size}, plain", 1e6 * cost, "us")
        yield Figure(f"{name}: exponent of that over the number of sites", exponent(points), "")


def exponent(points: list[tuple[int, float]]) -> float:
    """The slope of log(cost) over log(sites), by least squares."""
    logs = [(log(sites), log(cost)) for sites, cost in points]
    mx, my = (sum(column) / len(logs) for column in zip(*logs, strict=True))
    return sum((x - mx) * (y - my) for x, y in logs) / sum((x - mx) ** 2 for x, _ in logs)


def reviews() -> Iterator[Figure]:
    """What a review of a recorded match costs, on the default board of each game."""
    for m in default_matches():
        run = [sys.executable, "-c", REVIEW, str(m)]
        said = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
        what = f"review of {len(m.moves)} words, {m.game.name} {m.game.size}"
        yield Figure(f"{what}: first curve", float(said[0]), "s", 2)
        yield Figure(f"{what}: all", float(said[-1]), "s", 30)


def default_matches() -> list[Match]:
    """The first recorded match of each game on its default board."""
    found = {}
    for m, _ in make_verdicts.kept():
        if m.game.size == m.game.rules.size:
            found.setdefault(m.game.name, m)
    return list(found.values())


def ending(game: Game, empty: int, seed: int) -> Position:
    rng, position = Random(seed), game.start()
    while position.owners.count(EMPTY) > empty:
        position = game.play(position, rng.choice(game.moves(position)))
    return Position(position.owners, position.to_move)


def scattered(game: Game, seed: int) -> Position:
    """Stones at random that leave four regions of five to nine empty cells."""
    rng, neighbours, left = Random(seed), game.board.neighbours, set[int]()
    for _ in range(4):
        free = {s for s in range(len(neighbours)) if left.isdisjoint((s, *neighbours[s]))}
        region = {rng.choice(sorted(free))}
        for _ in range(rng.randint(4, 8)):
            near = free.intersection(t for s in region for t in neighbours[s]) - region
            region |= set(rng.sample(sorted(near), min(1, len(near))))
        left |= region
    return Position(
        bytes(0 if s in left else rng.choice((1, 2)) for s in range(len(neighbours))), 1
    )


def endgames(game: Game, positions: list[Position], *, fast: bool) -> tuple[float, float]:
    """Median and ninth decile of the time for an exact margin."""
    times = []
    for position in positions:
        search = Endgame(game, position, fast=fast)
        times.append(timed(search.margin, position, -99, 99))
    return median(times), sorted(times)[int(0.9 * len(times))]


def exact_values() -> Iterator[Figure]:
    nine, eleven = nbgames.game("copolymer", 9), nbgames.game("copolymer", 11)
    settings = [("12 of 61 empty, plain", nine, 12, 20, 1, None)]
    if can_compile():
        endgames(nine, [ending(nine, 8, 0)], fast=True)
        settings += [
            ("20 of 61 empty, compiled", nine, 20, 20, 0.08, 0.2),
            ("24 of 61 empty, compiled", nine, 24, 9, 4, None),
            ("four regions of 5 to 9 on 91, compiled", eleven, None, 20, None, None),
        ]
    for what, game, empty, count, middle, slow in settings:
        positions = [
            scattered(game, seed) if empty is None else ending(game, empty, seed)
            for seed in range(count)
        ]
        found = endgames(game, positions, fast=what.endswith("compiled"))
        for kind, value, target in zip(("median", "p90"), found, (middle, slow), strict=True):
            yield Figure(f"copolymer, {what}: {kind}", value, "s", target)
    yield Figure("projex 3, all openings", openings("projex", 3), "s", 0.2)
    if can_compile():
        yield Figure("antipalos 3, all openings", openings("antipalos", 3), "s", 5)
        what = "conhex of two rings, all openings"
        yield Figure(f"{what}, what is compiled on the way included", openings("conhex", 3), "s")
        yield Figure(what, median(openings("conhex", 3) for _ in range(ROUNDS)), "s", 5)


def openings(name: str, size: int) -> float:
    """The time to say of every opening whether it wins, with what is compiled on the way."""
    return timed(solve, nbgames.match(name, size, swap=False), clock=process_time)


def all_figures(peer: str | None) -> Iterator[Figure]:
    yield from random_games(peer)
    yield from criticality()
    yield from growth()
    yield from exact_values()
    yield from reviews()
    yield from players()


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument(
        "--peer", metavar="PYTHON", type=existing, help="one that has open_spiel"
    )
    options = asked(arguments)
    report(all_figures(options.peer), options)


if __name__ == "__main__":
    main()
