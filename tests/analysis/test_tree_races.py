"""Two trees and a race in the df-pn search: the same winners as a search without them."""

from functools import cache
from random import Random

import pytest
from analysis.test_solving import ending, plain
from analysis.test_switching import blind, positions
from thinned import first_rows

import nbgames
from nbgames import FIRST, SECOND
from nbgames.analysis.solver import threats as threats
from nbgames.analysis.solver.proving import WinSearch
from nbgames.analysis.solver.switching import lanes, standing
from nbgames.analysis.solver.tree_races import COLOURS, cut_off, measure, tracks
from nbgames.core._jit import can_compile
from nbgames.core.position import EMPTY, Position

pytestmark = pytest.mark.usefixtures("uncompiled")
ENDINGS = [(2, 8), (3, 10), (4, 8), (5, 8)]  # size and empty sites, two in a square


def look(game, position, attacker):
    """What one look finds, and the sites worth searching."""
    search = WinSearch(game, position, attacker, False, 16)
    problem, found = search.problem, search.found
    owners, who = position.owners, position.to_move
    verdict = problem.evaluate(problem, owners, who, True, search.scratch, found)
    return verdict, [s for s in problem.sites if found[threats.MUSTS] & problem.bits[s]]


def endings(size, empty, count):
    game = nbgames.game("antipalos", size)
    for seed in range(count):
        yield game, ending(game, 2 * Random(seed).randint(1, empty // 2), seed)


@pytest.mark.parametrize(("size", "empty"), ENDINGS)
def test_what_a_look_says_is_so(size, empty):
    met = set()
    for game, position in endings(size, empty, 60):
        who = position.to_move
        for attacker in (FIRST, SECOND):
            verdict, _ = look(game, position, attacker)
            met.add(verdict)
            value = plain(game, position)
            good = value == 1 if who == attacker else value > -1
            assert verdict in (threats.UNKNOWN, threats.PROVEN if good else threats.DISPROVEN), (
                position
            )
    assert met >= {threats.PROVEN, threats.DISPROVEN}


@cache
def kept_from_joining(game, owners, mover, attacker):
    """Can the attacker be kept from joining, by plain recursion? The other, if joined, plays on."""
    if attacker in joined(game, owners):
        return False
    left = [s for s in range(len(owners)) if owners[s] == EMPTY]
    after = (
        kept_from_joining(game, claimed(game, owners, s, mover), 3 - mover, attacker) for s in left
    )
    if not left:
        return True
    return all(after) if mover == attacker else any(after)


def joined(game, owners):
    return {lane.network.who for lane in lanes(game.board, owners) if lane.claims == 0}


def claimed(game, owners, site, who):
    after = bytearray(owners)
    game.rules.step(game.board.net, after, site, who)
    return bytes(after)


@pytest.mark.parametrize(
    ("size", "empty", "count"), first_rows([(2, 8, 100), (3, 10, 80), (4, 8, 150)], 2)
)
def test_who_is_cut_off_is_who_can_be_kept_from_joining(size, empty, count):
    """Neither more nor less: the switching games of both lattices settle it."""
    met = set()
    for game, position in endings(size, empty, count):
        for attacker in (FIRST, SECOND):
            for mover in (FIRST, SECOND):
                every, owners = tracks(game.board), bytearray(position.owners)
                one, two = every[COLOURS * (attacker - 1) :][:COLOURS]
                for track in (one, two):
                    measure(track, owners)
                spare = every[COLOURS * (2 - attacker)].held  # of the other player's
                said = cut_off(one, two, mover == attacker, spare)
                met.add(said)
                assert said == kept_from_joining(game, position.owners, mover, attacker), position
    assert met == {True, False}


@pytest.mark.parametrize("opening", ["a2-b1", "b1-c2", "b3-c2"])  # they took hundreds of nodes
def test_a_look_sees_that_first_can_be_kept_from_joining(opening):
    game = nbgames.game("antipalos", 4)
    after = game.play(game.start(), game.board.site(opening))
    position = Position(after.owners, after.to_move)
    assert standing(game.board, position.owners, SECOND).winner is None
    assert look(game, position, FIRST)[0] == threats.PROVEN  # SECOND, to move, does not lose


@pytest.mark.slow
@pytest.mark.parametrize(("size", "plies", "count"), [(3, range(1, 5), 60), (4, range(6, 10), 100)])
def test_what_a_look_leaves_out_loses(size, plies, count):
    left_out = 0
    for m in positions(size, count, plies):
        position, who = m.position, m.position.to_move
        verdict, musts = look(m.game, position, who)
        if verdict == threats.UNKNOWN:
            rest = {*m.game.empty(position.owners)} - {*musts}
            left_out += len(rest)
            for site in rest:
                after = m.game.play(position, site)
                assert m.game.outcome(after) is None
                assert blind(m.game, 3 - who).wins(after), (position, site)
    assert left_out


@pytest.mark.parametrize("size", [4, 5])
def test_a_look_settles_what_an_evaluation_does(size):
    """It sees no draw but for the attacker who cannot win, and where all moves lose to trees."""
    settled = 0
    for m in positions(size, 40, range(2 * size, 4 * size)):
        position, who = m.position, m.position.to_move
        seen = standing(m.game.board, position.owners, who)
        verdict, musts = look(m.game, position, who)
        if seen.winner is not None:
            settled += 1
            assert verdict == (threats.PROVEN if seen.winner == who else threats.DISPROVEN)
        elif verdict == threats.UNKNOWN:
            assert {*musts} <= {*(seen.musts or musts)}
    assert settled > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "plies", "count", "fast"),
    [
        (3, (1,), 3, False),
        (4, range(6, 10), 3, False),  # to compile takes twenty seconds
        pytest.param(4, range(6, 10), 30, can_compile(), marks=pytest.mark.long),
        pytest.param(3, (1,), 30, can_compile(), marks=pytest.mark.long),
    ],
)
def test_positions_are_worth_what_they_are_without_trees(size, plies, count, fast):
    game = nbgames.game("antipalos", size)
    trees = {who: WinSearch(game, game.start(), who, fast) for who in (FIRST, SECOND)}
    for m in positions(size, count, plies):
        for who, search in trees.items():
            assert search.wins(m.position) == blind(game, who, fast).wins(m.position)
