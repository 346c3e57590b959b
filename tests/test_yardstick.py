"""The yardstick of the arena: its local replies, what it proves, and the matches it plays."""

from random import Random

import pytest
from positions import random_match
from thinned import first_of
from tools.local_replies import FAR, NONE, bridged, contested, reply_of, rings, shortest
from tools.yardstick import DRAW, Search, Yardstick

import nbgames
from nbgames import EMPTY, FIRST, SECOND, analysis
from nbgames.core._jit import can_compile

pytestmark = pytest.mark.skipif(not can_compile(), reason="no numba: the yardstick is compiled")


def test_the_ring_of_a_cell_goes_round_it():
    board = nbgames.game("projex", 5).board
    found, k = rings(board), 0
    for row in board.neighbours:
        ring = found[k : k + len(row)]
        assert sorted(ring) == sorted(row)
        for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
            assert other in board.neighbours[one]
        k += len(row)


def test_it_saves_a_bridge():
    m = nbgames.match("projex", 6, swap=False).play("F5", "A6", "E7")
    board = m.game.board
    near = set(board.neighbours[board.site("F5")]) & set(board.neighbours[board.site("E7")])
    assert len(near) == 2
    for site in near:
        then = m.play(board.names[site])
        found = bridged(board.net, rings(board), then.position.owners, site, FIRST, 5, None)
        assert {found} == near - {site}


def test_it_contests_a_cell():
    game = nbgames.game("conhex", 4)
    board, contests = game.board, 0
    for seed in range(40):
        m = random_match("conhex", 4, 3 + seed % 20, seed=seed)
        if m.outcome:
            continue
        site = board.site(m.claims[-1])
        who, owners = 3 - m.position.owners[site], m.position.owners
        found = contested(board.net, None, owners, site, who, seed, None)
        contests += found != NONE
        if found != NONE:
            assert owners[found] == EMPTY
            assert set(board.parts[found]) & set(board.parts[site])
    assert contests > 5


@pytest.mark.parametrize("name", ["antipalos"])
def test_its_shortest_way_is_as_long_as_the_distance(name):
    for seed in range(30):
        m = random_match(name, 5, seed % 20, seed=seed)
        if m.outcome:
            continue
        for who in (FIRST, SECOND):
            owners = m.position.owners
            work = [0] * 9 * len(owners)
            last = shortest(m.game.board.net, owners, who, seed, work)
            stones = analysis.distance(m, who).stones
            assert (work[last] if last != NONE else float("inf")) == stones < FAR or last == NONE


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("projex", 3),  # to compile for another one takes two to four seconds
        pytest.param("conhex", 2, marks=pytest.mark.long),
        pytest.param("copolymer", 3, marks=pytest.mark.long),
        pytest.param("antipalos", 2, marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("seeds", first_of([range(1), range(1, 4)]), ids=["1", "3-more"])
def test_what_it_proves_is_what_solve_says(name, size, seeds):
    for seed in seeds:
        m = random_match(name, size, 99, seed=seed)
        for number in range(max(0, len(m.moves) - 5), len(m.moves)):
            then = nbgames.match(m.game, start=m.at(number).position, swap=False)
            search = Search(m.game, then.position.owners, then.to_move, seed)
            while not search.proven:
                search.grow(200)
            value, who = analysis.solve(then).value, then.to_move
            assert search.proven == (DRAW if value == 0 else who if value > 0 else 3 - who)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("projex", 3),
        pytest.param("conhex", 3, marks=pytest.mark.long),
        pytest.param("copolymer", 5, marks=pytest.mark.long),
        pytest.param("antipalos", 3, marks=pytest.mark.long),
    ],
)
def test_it_plays_to_the_end_and_wins_against_chance(name, size):
    rng, points = Random(1), 0.0
    for number in range(4):
        m = nbgames.match(name, size, swap=False)
        while not m.outcome:
            mine = m.to_move == (FIRST, SECOND)[number % 2]
            m = m.play(Yardstick(number, 0.02).choose(m) if mine else rng.choice(m.legal()))
        won = m.outcome.winner
        points += 0.5 if won is None else won == (FIRST, SECOND)[number % 2]
    assert points >= 3


def test_games_without_a_local_reply_have_none():
    game = nbgames.game("copolymer", 5)
    reply, ring = reply_of(game)
    assert reply(game.board.net, ring, game.start().owners, 0, FIRST, 1, None) == NONE
