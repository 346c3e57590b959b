"""Answers to the exercises of "Boards are graphs", right ones and wrong ones."""


def repeated(f):
    g, times = f, 1
    while any(g[v] != v for v in g):
        g, times = {v: f[g[v]] for v in g}, times + 1
    return times


def divisor(f):
    def power(k, v):
        return v if k == 0 else power(k - 1, f[v])

    return min(k for k in range(1, 13) if all(power(k, v) == v for v in f))


RIGHT = {
    "copolymer_cells": [
        lambda s: 3 * s * (s - 1) + 1,
        lambda s: 1 + sum(6 * k for k in range(s)),
        lambda s: s**3 - (s - 1) ** 3,
    ],
    "projex_cells": [lambda n: 3 * (n - 1) ** 2, lambda n: 3 * n * n - 6 * n + 3.0],
    "conhex_holes": [
        lambda R: 4 * R * R + 5,
        lambda R: 5 + sum(4 * (2 * k - 1) for k in range(1, R + 1)),
    ],
    "touching": [
        lambda B, a, b: bool(set(B[a]) & set(B[b])),
        lambda B, a, b: any(B.has_edge(hole, b) for hole in B[a]),
    ],
    "order": [repeated, divisor],
}

WRONG = {
    "copolymer_cells": [
        (lambda s: s * s, "for s = 2 your function gives 4"),
        (lambda s: 3 * s * s - 5, "for s = 3"),
        (lambda s: 1 + 3 * s * (s + 1), "ring s - 1"),
        (lambda s: 1 / (s - 2), "stops with ZeroDivisionError"),
        (lambda s: None, "does it end with return?"),
        (7, "7 is no function"),
    ],
    "projex_cells": [(lambda n: 3 * n * n, "n = 3"), (lambda n: 12, "n = 4")],
    "conhex_holes": [(lambda R: 4 * R * R, "R = 1"), (lambda R: 13 * R - 4, "Circuit k")],
    "touching": [
        (lambda B, a, b: True, "some hole lies at both"),
        (lambda B, a, b: B.has_edge(a, b), "some hole lies at both"),
        (lambda B, a, b: set(B[a]) & set(B[b]), "True is right"),
    ],
    "order": [
        (lambda f: 1, "Apply it by hand"),
        (lambda f: 2 if any(f[v] != v for v in f) else 1, "Apply it by hand"),
        (lambda f: f["Z9"], "stops with KeyError"),
    ],
}
