"""How many ways there are to play, and who wins them: published, and reached by two programs."""

from itertools import islice
from math import factorial, perm
from pathlib import Path

import pytest
import slow
import slow_counting
from tools import counting
from tools.counting import COUNTED, Row, named, published

pytestmark = pytest.mark.usefixtures("uncompiled")
DRAWING = (Path(__file__).parents[1] / "data" / "conhex_empty.txt").read_text()
QUICK = [pytest.param(title, most, id=title) for title, most, _ in COUNTED]
LONG = [
    pytest.param(title, most, id=title, marks=pytest.mark.long)
    for title, quick, most in COUNTED
    if most > quick
]


def plain(title):
    """The same game without this package: copolymer's cells are the only thing taken from it."""
    name, _, size = title.partition(" ")
    if name == "conhex":
        holes = slow.conhex_middle(slow.conhex_holes(DRAWING), int(size) - 1)
        return slow_counting.conhex(holes)
    if name == "copolymer":
        return slow_counting.copolymer(list(named(title).board.names))
    return {"projex": slow_counting.projex, "antipalos": slow_counting.antipalos}[name](int(size))


@pytest.mark.slow
@pytest.mark.parametrize(("title", "most"), QUICK + LONG)
def test_the_rules_give_the_published_counts(title, most):
    assert list(islice(counting.rows(named(title)), most)) == published(title, most)


@pytest.mark.slow
@pytest.mark.parametrize(("title", "most"), QUICK + LONG)
def test_the_slow_rules_give_the_published_counts(title, most):
    found = [Row(*row) for row in islice(slow_counting.rows(plain(title)), most)]
    assert found == published(title, most)


# What the numbers have to be


def ended(title):
    """How many sequences without a swap end after each number of claims (of words, in Copolymer).

    A swap leaves the board as it is: what it leads to ends alike, one word later.
    """
    without: list[int] = []
    for row in published(title, 99):
        both = row.first + row.second + row.nobody
        swapped = without[-1] if without and not title.startswith("copolymer") else 0
        without.append(both - swapped)
    return without


@pytest.mark.parametrize(
    ("title", "sites", "ways"),
    [
        ("antipalos 2", 4, 2),
        ("antipalos 3", 9, 2),
        ("conhex 2", 9, 1),
        ("projex 3", 12, 1),
    ],
)
def test_every_order_of_filling_a_board_is_a_match_that_is_played_on(title, sites, ways):
    # Where a match has ended, what is left can be filled in any order (a square in two ways).
    filled = [
        count * factorial(sites - claims) * ways ** (sites - claims)
        for claims, count in enumerate(ended(title), 1)
        if count
    ]
    assert sum(filled) == factorial(sites) * ways**sites


@pytest.mark.parametrize(
    ("title", "cells"),
    [
        ("copolymer 3", 7),
        ("copolymer on A1-2 B1 B3 C2-3 E1", 7),
        ("copolymer on A1-3 B1-3 C1-3", 9),
        ("copolymer on A1-4 B1-4 C1-3", 11),
    ],
)
def test_every_order_of_claims_is_one_match_of_copolymer(title, cells):
    assert sum(ended(title)) == factorial(cells)


def test_the_fourth_turn_of_copolymer_is_no_falling_factorial():
    counts = [row.sequences for row in published("copolymer 5", 4)]
    assert counts[:3] == [perm(19, 1), perm(19, 2), perm(19, 3)]  # nobody is obliged before
    assert counts[3] > perm(19, 4)


def test_before_anybody_can_win_projex_and_a_swap_are_falling_factorials():
    counts = [row.sequences for row in published("projex 4", 4)]
    assert counts == [27, perm(27, 2) + 27, perm(27, 3) + perm(27, 2), perm(27, 4) + perm(27, 3)]
