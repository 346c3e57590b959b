"""Benchmarks of graphs and of questions about them, against the size of the board.

Each line has a question and a game, milliseconds at five sizes (the best of several runs in the
middle of a random game) and the exponent of a power law in the number of sites fitted to them.
"""

from __future__ import annotations

from time import perf_counter

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from positions import random_match

import nbgames
from nbgames import analysis, graphs, plots
from nbgames.analysis.cycles import own_graph
from tools import parser

matplotlib.use("Agg")

SIZES = {
    "projex": (3, 5, 6, 10, 14),
    "conhex": (2, 4, 5, 6, 8),
    "antipalos": (4, 8, 12, 16, 26),
    "copolymer": (5, 9, 13, 19, 25),
}
JOINING = ("projex", "conhex", "antipalos")
QUESTIONS = {
    "board_graph": (graphs.board_graph, tuple(SIZES)),
    "double_cover": (graphs.double_cover, ("projex",)),
    "automorphisms": (graphs.automorphisms, tuple(SIZES)),
    "groups": (lambda m: analysis.groups(m, 1), tuple(SIZES)),
    "distance": (lambda m: analysis.distance(m, 1), JOINING),
    "blocking_set": (lambda m: analysis.blocking_set(m, 1), JOINING),
    "disjoint_paths": (lambda m: analysis.disjoint_paths(m, 1), JOINING),
    "articulation": (lambda m: analysis.articulation(m, 1), JOINING),
    "resistance": (lambda m: analysis.resistance(m, 1), JOINING),
    "threats": (lambda m: analysis.threats(m, 1), JOINING),
    "must_play": (analysis.must_play, JOINING),
    "is_balanced": (analysis.is_balanced, ("projex",)),
    "cycle_report": (lambda m: analysis.cycle_report(m, 1), ("projex",)),
    "tempo": (analysis.tempo, tuple(SIZES)),
    "draw": (plots.answer, tuple(SIZES)),
    "plots.graph": (plots.graph, tuple(SIZES)),
}

PREPARED = {"is_balanced": lambda m: own_graph(m, 1), "draw": analysis.tempo}


def middle(game, size):
    """A match in which a quarter of the sites are taken, the same one every time."""
    sites = nbgames.game(game, size).board.claimable
    return random_match(game, size, sites // 4)


def milliseconds(question, m) -> float:
    """The best of as many runs as fit in a tenth of a second, the first one left out."""
    question(m)
    runs, end = [], perf_counter() + 0.1
    while not runs or perf_counter() < end:
        start = perf_counter()
        question(m)
        runs.append(1000 * (perf_counter() - start))
        plt.close("all")
    return min(runs)


def main() -> None:
    parser(__doc__).parse_args()
    print(f"{'question':15}{'game':11}{'ms at sizes':46}exponent")
    for name, (question, games) in QUESTIONS.items():
        for game in games:
            matches = [middle(game, size) for size in SIZES[game]]
            sites = [len(m.game.board.names) for m in matches]
            prepare = PREPARED.get(name, lambda m: m)
            cost = [milliseconds(question, prepare(m)) for m in matches]
            slope = np.polyfit(np.log(sites), np.log(cost), 1)[0]
            told = " ".join(f"{s}:{c:.3g}" for s, c in zip(SIZES[game], cost, strict=True))
            print(f"{name:15}{game:11}{told:46}{slope:.2f}")


if __name__ == "__main__":
    main()
