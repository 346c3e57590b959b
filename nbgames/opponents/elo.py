"""Elo ratings of greatest likelihood from the points of matches (Bradley and Terry 1952).

A difference of 400 means odds of ten to one. One draw is added to each pair, so that whoever
always won is not infinitely strong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt

from ..core._numpy import np

SCALE = 400 / log(10)
ROUNDS, NEAR = 100, 1e-9
Pair = tuple[str, str, int, float]  # one, two, how many matches, and the points that one got


def rated(pairs: Sequence[Pair], zero: str) -> dict[str, tuple[float, float]]:
    """For each who is joined to `zero` by matches: the rating above it, and its standard error.

    With the draw that is added, a got 31 points of 40, p = 0.775: 400 log10(p / (1 - p)) = 214.8
    is the rating, and 400 / log(10) / sqrt(40 p (1 - p)) = 65.8 its error, by hand.

    >>> found = rated([("a", "b", 39, 30.5)], "b")
    >>> [round(x) for x in found["a"]], found["b"]
    ([215, 66], (0.0, 0.0))
    """
    names = [name for name in _joined(pairs, zero) if name != zero]
    at = {name: k for k, name in enumerate(names)}
    rating = dict.fromkeys([zero, *names], 0.0)
    for _ in range(ROUNDS):  # Newton's method; the logarithm of the likelihood is concave
        gradient, information = _derivatives(pairs, rating, at)
        steps = np.linalg.solve(information, gradient)
        longest = float(abs(steps).max(initial=0))
        for name, step in zip(names, steps, strict=True):
            rating[name] += float(step) / max(1.0, longest)
        if longest < NEAR:
            break
    covariance = np.linalg.inv(information)
    errors = {name: sqrt(covariance[k, k]) for name, k in at.items()} | {zero: 0.0}
    return {name: (SCALE * rating[name], SCALE * errors[name]) for name in rating}


def _derivatives(
    pairs: Iterable[Pair], rating: Mapping[str, float], at: Mapping[str, int]
) -> tuple[np.ndarray, np.ndarray]:
    """The gradient of the logarithm of the likelihood, and the Fisher information.

    `at` has the row of each player whose rating is free; `rating` that of all, in natural units.
    """
    gradient, information = np.zeros(len(at)), np.zeros((len(at), len(at)))
    for one, two, games, points in pairs:
        if one not in rating:
            continue
        expected = 1 / (1 + exp(rating[two] - rating[one]))
        residual = points + 0.5 - (games + 1) * expected
        variance = (games + 1) * expected * (1 - expected)
        signs = [(at[name], sign) for name, sign in ((one, 1), (two, -1)) if name in at]
        for a, sign in signs:
            gradient[a] += sign * residual
            for b, other in signs:
                information[a, b] += sign * other * variance
    return gradient, information


def _joined(pairs: Iterable[Pair], zero: str) -> list[str]:
    """Who can be compared with `zero`."""
    found = [zero]
    for name in found:  # grows while it is read
        for one, two, _, _ in pairs:
            found += [b for a, b in ((one, two), (two, one)) if a == name and b not in found]
    return found
