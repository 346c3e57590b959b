"""Rows of a parametrization of which `make test` runs some, and `make test-all` all.

The others carry the mark `long`. Each of them has to prove the same as one that is run.
"""

from itertools import product

import pytest


def first_of(values, count=1):
    """All of these; `make test` runs the first ones."""
    return [
        value if number < count else pytest.param(value, marks=pytest.mark.long)
        for number, value in enumerate(values)
    ]


def first_rows(rows, count=1):
    """The same for rows of several values, each a tuple or a pytest.param with its id."""
    return [row if number < count else longer(row) for number, row in enumerate(rows)]


def longer(row):
    """This row, with its id if it has one, in `make test-all` only."""
    row = row if hasattr(row, "values") else pytest.param(*row)
    return pytest.param(*row.values, id=row.id, marks=[*row.marks, pytest.mark.long])


def each_once(*sides, quick=()):
    """All combinations; `make test` runs as few as have every value of every side.

    Or those in `quick`, if some are given, such as the games and windows in which a fault was seen.
    """
    sides = list(map(list, sides))
    most = range(max(map(len, sides)))
    run = {tuple(number % len(side) for side in sides) for number in most}
    if quick:
        pairs = (zip(sides, values, strict=True) for values in quick)
        run = {tuple(side.index(value) for side, value in pair) for pair in pairs}
    return [
        pytest.param(
            *(side[number] for side, number in zip(sides, numbers, strict=True)),
            id="-".join(str(side[number]) for side, number in zip(sides, numbers, strict=True)),
            marks=[] if numbers in run else pytest.mark.long,
        )
        for numbers in product(*(range(len(side)) for side in sides))
    ]


def each_value_once(rows):
    """These rows; `make test` runs those with a value that is new in its column."""
    seen, made = set(), []
    for row in rows:
        new = {*enumerate(row)} - seen
        seen |= new
        made.append(row if new else longer(row))
    return made
