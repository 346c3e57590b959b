"""Compiled rules against plain ones, the generator that both draw from, and published numbers."""

import os
from functools import cache
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import picks, small_games, to_the_end
from thinned import first_of

import nbgames
from nbgames import EMPTY, FIRST, SECOND
from nbgames.core import kernels
from nbgames.core._jit import can_compile

# Where CI is set these run in any case, so that a lost numba is an error there and not a skip.
needs_numba = pytest.mark.skipif(
    not can_compile() and not os.environ.get("CI"),
    reason="no numba here, or NBGAMES_JIT=0: NOTHING IS COMPILED",
)


def at_random(game, claims, seed):
    """A match in the middle."""
    m = to_the_end(nbgames.match(game), seed)
    return m.after(min(claims, len(m.claims) - 1))


# Compiled equals plain

# To compile for two games takes four seconds, for the four eleven.
each_name = pytest.mark.parametrize(
    "name", first_of(["conhex", "copolymer", "antipalos", "projex"], 2)
)


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize("seed", [0, 1, 12345, -7, 2**62, 10**30])
@each_name
def test_compiled_games_are_the_plain_games(name, seed):
    game = nbgames.game(name, 5)
    plain = game._sample(game.start(), 50, seed, fast=False)
    assert game._sample(game.start(), 50, seed, fast=True) == plain
    assert sum(plain) == 50


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize("claims", [1, 4, 9])
@each_name
def test_compiled_games_from_the_middle_are_the_plain_games(name, claims):
    m = at_random(nbgames.game(name, 5), claims, seed=claims)
    plain = m.game._sample(m.position, 50, 3, fast=False)
    assert m.game._sample(m.position, 50, 3, fast=True) == plain


@needs_numba
@each_name
def test_what_was_compiled_for_one_size_serves_the_others(name):
    games = [nbgames.game(name, size) for size in list(nbgames.GAMES[name].sizes)[1:4]]
    fast = [game._sample(game.start(), 20, 0, fast=True) for game in games]
    assert fast == [game._sample(game.start(), 20, 0, fast=False) for game in games]


# What a sample says


@pytest.mark.slow
@given(small_games, picks)
def test_a_finished_match_is_sampled_as_it_ended(game, seed):
    m = to_the_end(nbgames.match(game), seed)
    wins = [0, 0, 0]
    wins[m.outcome.winner or 0] = 10
    assert game._sample(m.position, 10, seed, fast=False) == tuple(wins)


@given(small_games, picks, st.integers(0, 8))
def test_sampling_leaves_the_position_alone_and_repeats_itself(game, seed, claims):
    position = at_random(game, claims, seed).position
    owners = bytes(bytearray(position.owners))
    assert game._sample(position, 5, seed, fast=False) == game._sample(
        position, 5, seed, fast=False
    )
    assert position.owners == owners


def test_a_sample_without_a_seed_has_seed_0():
    game = nbgames.game("projex", 3)
    assert game.sample(game.start(), 50) == game.sample(game.start(), 50, seed=0)
    assert game.sample(game.start(), 50) != game.sample(game.start(), 50, seed=1)


@given(small_games, st.integers(0, 8), picks)
def test_a_game_filled_to_the_end_and_judged_once_ends_as_move_by_move(game, claims, seed):
    start = at_random(game, claims, seed).position
    net, order = game.board.net, [s for s in range(game.board.claimable) if not start.owners[s]]
    Random(seed).shuffle(order)
    step, winner = game.rules.step, game.rules.winner
    base, filled, who = list(start.owners), list(start.owners), start.to_move
    kernels.replay(net, step, base, filled, who, order, len(order))
    won = winner(net, filled)
    if won == FIRST + SECOND:
        won = kernels.sooner(net, step, winner, base, filled, who, order)
    assert won == move_by_move(game, start, order)


def move_by_move(game, position, order):
    for site in order:
        if game.outcome(position):
            break
        if not position.owners[site]:
            position = game.play(position, site)
    return game.outcome(position).winner or 0


@cache
def won_by_both():
    """Orders of Antipalos 3 after which both have joined."""
    game, found = nbgames.game("antipalos", 3), []
    step, winner, net = game.rules.step, game.rules.winner, game.board.net
    base, owners = [0] * 18, [0] * 18
    for seed in range(6000):
        order = list(range(game.board.claimable))
        Random(seed).shuffle(order)
        kernels.replay(net, step, base, owners, FIRST, order, 18)
        if winner(net, owners) == 3:
            found.append(order)
    return found


def test_the_first_to_join_has_won_where_both_have_joined():
    game = nbgames.game("antipalos", 3)
    step, winner, net = game.rules.step, game.rules.winner, game.board.net
    found = [
        kernels.sooner(net, step, winner, [0] * 18, [0] * 18, FIRST, order)
        for order in won_by_both()
    ]
    assert found == [move_by_move(game, game.start(), order) for order in won_by_both()]
    assert set(found) == {FIRST, SECOND}


def test_what_is_won_stays_won_though_the_other_side_joins_at_once():
    game = nbgames.match("antipalos", 2, swap=False)
    m = game.play("a1-b2", "a3-b2", "b2-c3")  # V has joined, and H would cross at b2
    assert m.outcome.winner == FIRST
    assert m.game._sample(m.position, 50, 0, fast=False) == (0, 50, 0)


# The generator: modulus 2**35 - 31 and its multiplier, L'Ecuyer 1999


def factors(number):
    """The primes that divide a number."""
    found, prime = set(), 2
    while prime * prime <= number:
        while number % prime == 0:
            found.add(prime)
            number //= prime
        prime += 1
    return found | ({number} if number > 1 else set())


def test_the_sites_of_a_set_are_counted():
    for bits in (0, 1, 6, 0b1011, 2**61 - 1, 1 << 61):
        assert kernels.ones(bits) == bits.bit_count()


def test_the_modulus_is_prime():
    assert kernels.MODULUS == 2**35 - 31
    assert factors(kernels.MODULUS) == {kernels.MODULUS}


def test_the_generator_runs_through_all_numbers():
    order = kernels.MODULUS - 1
    powers = [pow(kernels.MULTIPLIER, order // prime, kernels.MODULUS) for prime in factors(order)]
    assert 1 not in powers  # so the multiplier is a primitive root


def test_products_stay_exact_in_a_pages_doubles():
    assert kernels.MULTIPLIER * (kernels.MODULUS - 1) < 2**53


@pytest.mark.parametrize(
    ("name", "size"),
    [("projex", 3), ("conhex", 3), ("copolymer", 5), ("antipalos", 2), ("antipalos", 3)],
)
def test_random_games_are_those_of_the_generator(name, size):
    """Each game shuffles the order of the one before, and is played here move by move."""
    game, seed, wins = nbgames.game(name, size), 5, [0] * 3
    order, state = list(range(game.board.claimable)), 1 + seed
    for _ in range(400):
        for i in range(len(order)):
            state = state * kernels.MULTIPLIER % kernels.MODULUS
            j = i + state % (len(order) - i)
            order[i], order[j] = order[j], order[i]
        position = game.start()
        for site in order:
            if not game.outcome(position) and position.owners[site] == EMPTY:
                position = game.play(position, site)
        wins[game.outcome(position).winner or 0] += 1
    assert game.sample(game.start(), 400, seed) == tuple(wins)


# Published numbers of random play: speed.md, section 3 (rounded there, hence `rounding`)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "share", "rounding"),
    [
        ("projex", 6, 0.5403, 0.00005),
        ("conhex", 5, 0.529, 0.0005),
        ("copolymer", 9, 0.507, 0.0005),  # 61 cells
        ("copolymer", 11, 0.5005, 0.00005),  # 91 cells
    ],
)
def test_the_first_player_wins_as_often_as_published(name, size, share, rounding):
    game = nbgames.game(name, size)
    count = 40_000 if can_compile() else 4_000
    draws, first, _ = game.sample(game.start(), count, seed=2026)
    assert draws == 0
    assert abs(first / count - share) < 5 * sqrt(share * (1 - share) / count) + rounding


@pytest.mark.slow
@pytest.mark.parametrize(("size", "share", "rounding"), [(6, 0.94, 0.005), (10, 0.994, 0.0005)])
def test_antipalos_is_drawn_as_often_as_published(size, share, rounding):
    game = nbgames.game("antipalos", size)
    count = 40_000 if can_compile() else 4_000
    draws, _, _ = game.sample(game.start(), count, seed=2026)
    assert abs(draws / count - share) < 5 * sqrt(share * (1 - share) / count) + rounding


@pytest.mark.slow
def test_random_conhex_is_as_long_as_published():
    lengths = [len(to_the_end(nbgames.match("conhex"), seed).claims) for seed in range(300)]
    assert abs(mean(lengths) - 57.36) < 5 * stdev(lengths) / sqrt(300)  # 3 million games


def test_random_copolymer_of_61_cells_has_as_many_turns_as_published():
    turns = [len(to_the_end(nbgames.match("copolymer", 9), seed).moves) for seed in range(200)]
    assert abs(mean(turns) - 37.8) < 5 * stdev(turns) / sqrt(200) + 0.05


@settings(max_examples=10)
@given(st.integers())
def test_any_seed_will_do(seed):
    game = nbgames.game("projex", 3)
    assert sum(game.sample(game.start(), 3, seed)) == 3
