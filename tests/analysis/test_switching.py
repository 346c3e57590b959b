"""Static evaluation of Antipalos: what threats and two trees settle is so, and players use it."""

from functools import cache
from itertools import product
from random import Random

import networkx as nx
import pytest

import nbgames
from nbgames import FIRST, SECOND
from nbgames.analysis import two_trees
from nbgames.analysis.reach import goal_lattice
from nbgames.analysis.solver import threats as threats
from nbgames.analysis.solver.proving import WinSearch
from nbgames.analysis.solver.switching import lanes, standing
from nbgames.analysis.solver.switching import two_trees as trees_of
from nbgames.core.position import EMPTY
from nbgames.graphs import GOALS, SIDES

# Solved openings of size 4, one of each kind (RESULTS.md's method; theory: 12 of 32 win).
WON = ("a1-b2", "a3-b2", "b2-c3")
LOST = ("a2-b1", "b1-c2", "b2-c1", "a2-b3", "b3-c2")
pytestmark = pytest.mark.usefixtures("uncompiled")
A1_B2 = 0  # the first site, on the lattice of a1


def positions(size, count, plies, seed=0):
    """Open matches some random moves in."""
    rng, found = Random(seed), []
    while len(found) < count:
        m = nbgames.match("antipalos", size, swap=False)
        for _ in range(rng.choice(plies)):
            m = m if m.outcome else m.play(rng.choice(m.legal()))
        if not m.outcome:
            found.append(m)
    return found


@cache
def blind(game, attacker, fast=None):
    """The question whether the attacker wins, for a search that sees threats only."""
    search = WinSearch(game, game.start(), attacker, fast)
    search.problem = search.problem._replace(evaluate=threats.evaluate_threats)
    return search


def worth(game, position):
    """The value for the player to move, by that search."""
    wins = {who: blind(game, who).wins(position) for who in (FIRST, SECOND)}
    return wins[position.to_move] - wins[3 - position.to_move]


SAMPLES = [
    (3, 15, range(1, 9)),
    (4, 25, range(8, 14)),
    pytest.param(3, 100, range(1, 9), marks=pytest.mark.long),
]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count", "plies"), SAMPLES)
def test_what_an_evaluation_proves_is_what_a_search_without_trees_says(size, count, plies):
    game = nbgames.game("antipalos", size)
    by_trees = 0
    for m in positions(size, count, plies):
        position = m.position
        seen = standing(game.board, position.owners, position.to_move)
        value = worth(game, position)
        if seen.winner is not None:
            assert value == (0 if not seen.winner else 1 if seen.winner == position.to_move else -1)
            by_trees += bool(seen.trees)
        open_ = [site for site in seen.musts if position.owners[site] == EMPTY]
        if open_:
            assert value == max(-worth(game, game.play(position, site)) for site in open_)
    assert by_trees > count / 10


@pytest.mark.parametrize(("size", "plies"), [(3, range(1, 4)), (4, range(8, 10))])
def test_two_trees_are_there_just_where_who_moves_second_joins(size, plies):
    """Lehman 1964, by trying every game on one lattice."""
    for m, who, parity in product(positions(size, 25, plies), (1, 2), (0, 1)):
        lattice, found = goal_lattice(m, who, parity), two_trees(m, who, parity)
        edges = {d.get("piece", (u, v)): (u, v) for u, v, d in lattice.edges(data=True)}
        free = frozenset(name for name in m.legal() if name in edges)
        joined = joiner([SIDES[side] for side in GOALS[who]], edges)
        own = frozenset(edges) - free
        assert found.safe == keeps(joined, own, free)
        assert not set(found.trees[0]) & set(found.trees[1])
        assert not found.safe or all(joined(own | {*tree}) for tree in found.trees)


def joiner(sides, edges):
    return cache(lambda taken: nx.has_path(nx.Graph([edges[e] for e in taken]), *sides))


def keeps(joined, own, free):
    """Does who owns these edges join, whatever the other one, who is to move, cuts?"""

    @cache
    def kept(own, free):
        return joined(own) or (
            bool(free)
            and all(any(kept(own | {e}, free - {cut, e}) for e in free - {cut}) for cut in free)
        )

    return kept(own, free)


def test_two_trees_are_found_just_where_the_analysis_finds_them():
    found = 0
    for m in positions(4, 15, range(1, 6)):
        for lane in lanes(m.game.board, m.position.owners):
            parity = int(A1_B2 not in lane.network.sites)
            trees = trees_of(lane, 100, first=False)
            assert (trees is not None) == two_trees(m, lane.network.who, parity).safe
            if trees:
                found += 1
                assert not set(trees[0]) & set(trees[1])
                assert len(trees[0]) == len(trees[1])
    assert found > 5


def test_a_race_that_two_trees_win_is_won_and_told():
    """Both are three claims from a win; V, to move, has two trees of four pieces."""
    m = nbgames.match("antipalos", 4, swap=False).play("c3-d4", "a4-b3", "d3-e4", "a4-b5")
    thought = list(nbgames.opponent(6, nodes=40, seed=0).think(m))[-1]
    assert "wins by force, two trees of" in thought.why
    while not m.outcome:
        m = m.play(nbgames.opponent(6, nodes=40, seed=0).choose(m))
    assert m.outcome.winner == 1


@pytest.mark.parametrize("opening", WON + LOST)
def test_it_takes_the_openings_of_size_four_that_win(opening):
    m = nbgames.match("antipalos", 4).play(opening)
    assert (nbgames.opponent(6, nodes=300, seed=0).choose(m) == "swap") == (opening in WON)


@pytest.mark.long
@pytest.mark.slow
def test_it_opens_so_that_neither_side_is_worth_much_more():
    """On size 6 it looks at the openings for longer than a move: c3-d4 is at 0.2 for H."""
    opened = nbgames.match("antipalos", 6, swap=False)
    opened = opened.play(nbgames.opponent(6, 1, nodes=400).choose(nbgames.match("antipalos", 6)))
    *_, thought = nbgames.opponent(6, nodes=200, seed=0).think(opened)
    assert 0.2 < thought.value < 0.8
