"""How many games of Copolymer there are: by recursion, by Knuth's estimator, and by particles.

A game is a sequence of turns, and a turn is a set of connecting cells and a closing cell, in
whatever order they are claimed. Every order of claiming all n cells is legal, and k connecting
cells of a turn have k! orders. So the number of games is n! times the mean, over uniformly random
orders, of the product of 1 / k! over the turns; in particular it is at most n!.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import exp, lgamma, log, log10, sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np

import nbgames
from nbgames.core.game import Game
from tools import parser

HONEYCOMBS = {7: 3, 11: "A1-4 B2-4 C2-5", 19: 5, 37: 7, 61: 9, 91: 11, 271: 19}
PARTICLES, RUNS, ORDERS = 4000, 20, 20_000
EXACT = 7, 11  # cells of boards that recursion counts in a minute


def honeycomb(cells: int) -> Game:
    shape = HONEYCOMBS[cells]
    return nbgames.game("copolymer", **{"cells" if isinstance(shape, str) else "size": shape})


def counted(game: Game) -> int:
    """The exact number, by recursion over all positions: for boards of a dozen cells."""
    near = game.board.neighbours

    @cache
    def games(owners: tuple[int, ...], who: int) -> int:
        connecting, closing = _split(near, owners, who)
        if not closing:
            return 1
        total = 0
        for taken in product((False, True), repeat=len(connecting)):
            after = list(owners)
            for cell, is_taken in zip(connecting, taken, strict=True):
                after[cell] = who if is_taken else 0
            for cell in closing:
                total += games((*after[:cell], who, *after[cell + 1 :]), 3 - who)
        return total

    return games((0,) * len(near), 1)


def by_knuth(game: Game, count: int, rng: Random) -> list[float]:
    """Natural logarithms of Knuth's estimate, the product of the number of turns of random games.

    Each turn is drawn uniformly from all turns (D. Knuth, "Estimating the efficiency of backtrack
    programs", Mathematics of Computation 29, 1975). The mean of the estimates themselves, not of
    their logarithms, is the number of games; from about 19 cells on, few of them carry it.
    """
    return [_knuth(game.board.neighbours, rng) for _ in range(count)]


def _knuth(near, rng):
    owners, who, logarithm = [0] * len(near), 1, 0.0
    while True:
        connecting, closing = _split(near, owners, who)
        if not closing:
            return logarithm
        logarithm += log(len(closing)) + len(connecting) * log(2)
        for cell in (*(c for c in connecting if rng.random() < 0.5), rng.choice(closing)):
            owners[cell] = who
        who = 3 - who


def _split(near, owners, who):
    """The empty cells that touch two enemies or more, and the others."""
    connecting, closing = [], []
    for cell, owner in enumerate(owners):
        if not owner:
            touched = sum(owners[other] == 3 - who for other in near[cell])
            (connecting if touched >= 2 else closing).append(cell)
    return connecting, closing


def by_orders(game: Game, count: int, rng: Random) -> list[float]:
    """Natural logarithms of n! times the product of 1 / k!, over uniformly random orders."""
    near = game.board.neighbours
    return [_ordered(near, rng.sample(range(len(near)), len(near))) for _ in range(count)]


def _ordered(near, order):
    owners, who, run, logarithm = [0] * len(near), 1, 0, lgamma(len(near) + 1)
    for cell in order:
        owners[cell] = who
        if sum(owners[other] == 3 - who for other in near[cell]) >= 2:
            run += 1
            logarithm -= log(run)
        else:
            run, who = 0, 3 - who
    return logarithm


def by_particles(game: Game, rng: np.random.Generator, many: int = PARTICLES) -> float:
    """The natural logarithm of one estimate, by sequential Monte Carlo over orders of claims.

    Particles claim random cells; a connecting cell that is the k-th of its turn weighs 1 / k. Where
    the weights differ so much that half the particles would carry them, they are drawn anew by
    weight (P. Del Moral, "Feynman-Kac formulae", 2004). The estimate itself has the right mean.
    """
    near = game.board.neighbours
    cells = len(near)
    padded = np.full((cells, max(map(len, near))), cells)
    for cell, others in enumerate(near):
        padded[cell, : len(others)] = others
    rows = np.arange(many)
    owners = np.zeros((many, cells + 1), np.int8)  # one more, which nobody ever owns
    orders = rng.permuted(np.tile(np.arange(cells), (many, 1)), axis=1)
    who, run, weights = np.ones(many, np.int8), np.zeros(many, int), np.zeros(many)
    found = lgamma(cells + 1)
    for step in range(cells):
        cell = orders[:, step]
        touched = (owners[rows[:, None], padded[cell]] == 3 - who[:, None]).sum(axis=1)
        connects = touched >= 2
        owners[rows, cell] = who
        run = np.where(connects, run + 1, 0)
        weights -= np.log(np.maximum(run, 1))
        who = np.where(connects, who, 3 - who)
        parts = np.exp(weights - weights.max())
        if parts.sum() ** 2 < many / 2 * (parts**2).sum() or step == cells - 1:
            found += float(weights.max() + np.log(parts.mean()))
            places = (rng.random() + rows) / many
            drawn = np.searchsorted(np.cumsum(parts / parts.sum()), places).clip(max=many - 1)
            owners, orders, who, run = owners[drawn], orders[drawn], who[drawn], run[drawn]
            orders[:, step + 1 :] = rng.permuted(orders[:, step + 1 :], axis=1)
            weights = np.zeros(many)
    return found


def mean(logarithms: list[float]) -> tuple[float, float]:
    """The logarithm to base ten of a mean of estimates, and its relative standard error."""
    most = max(logarithms)
    parts = [exp(one - most) for one in logarithms]
    error = stdev(parts) / sqrt(len(parts)) / fmean(parts)
    return (most + log(fmean(parts))) / log(10), error


def factorial_log(n: int) -> float:
    """The logarithm to base ten of n!."""
    return lgamma(n + 1) / log(10)


def main() -> None:
    parser(__doc__).parse_args()
    print("logarithms to base ten, and standard errors of the numbers themselves")
    for cells in HONEYCOMBS:
        game = honeycomb(cells)
        rng = np.random.default_rng(cells)
        rows = {
            "particles": [by_particles(game, rng) for _ in range(RUNS)],
            "random orders": by_orders(game, ORDERS, Random(cells)),
            "Knuth": by_knuth(game, 2000, Random(cells)),
        }
        told = (f"{name} {logs:.3f} ± {error:.1%}" for name, (logs, error) in
                ((name, mean(found)) for name, found in rows.items()))  # fmt: skip
        print(f"{cells}: {', '.join(told)}; n! {factorial_log(cells):.3f}", flush=True)
    for cells in EXACT:
        games = counted(honeycomb(cells))
        print(f"{cells}: exactly {games:,} games, {log10(games):.3f}")


if __name__ == "__main__":
    main()
