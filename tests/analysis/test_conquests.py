"""Virtual connections and pruning in ConHex, compared with plain recursion."""

from random import Random

import pytest
from analysis.test_solving import ending, plain
from thinned import first_rows

import nbgames
from nbgames.analysis.solver import conquests as conquests
from nbgames.analysis.solver import threats as threats
from nbgames.analysis.solver.proving import WinSearch
from nbgames.core.position import EMPTY, Position

pytestmark = pytest.mark.usefixtures("uncompiled")
GAMES = [("conhex", 2, 8), ("conhex", 3, 9), ("conhex", 4, 8)]


def look(game, position):
    """What one look finds, the holes worth searching, and those of its carrier."""
    search = WinSearch(game, position, position.to_move, fast=False)
    problem, found, owners = search.problem, search.found, position.owners
    assert problem.evaluate is conquests.evaluate_chains
    verdict = problem.evaluate(problem, owners, position.to_move, True, search.scratch, found)
    held = threats.within(problem, owners, found[threats.CARRIER])
    masks = found[threats.MUSTS], held
    return verdict, *([s for s in problem.sites if mask & problem.bits[s]] for mask in masks)


def filled(game, position, who, kept):
    """The position when who has claimed all that is empty but these holes."""
    owners = bytearray(position.owners)
    for site in range(game.board.claimable):
        if owners[site] == EMPTY and site not in kept:
            game.rules.step(game.board.net, owners, site, who)
    return Position(bytes(owners), position.to_move)


@pytest.mark.parametrize(("name", "size", "empty"), GAMES)
def test_what_a_look_says_is_so_although_the_other_has_all_that_is_outside_the_carrier(
    name, size, empty
):
    game, met = nbgames.game(name, size), set()
    for seed in range(60):
        position = ending(game, Random(seed).randint(3, empty), seed)
        who = position.to_move
        verdict, _, held = look(game, position)
        if verdict == threats.UNKNOWN:
            continue
        other = 3 - who if verdict == threats.PROVEN else who
        worst = filled(game, position, other, held)
        met.add(verdict)
        assert plain(game, worst) == (1 if verdict == threats.PROVEN else -1), (seed, position)
    assert met == {threats.PROVEN, threats.DISPROVEN}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "empty"), first_rows(GAMES))
def test_a_hole_that_is_left_out_wins_nowhere_that_others_do_not(name, size, empty):
    game, fewer = nbgames.game(name, size), 0
    for seed in range(60):
        position = ending(game, Random(seed).randint(3, empty), seed)
        verdict, musts, _ = look(game, position)
        if verdict != threats.UNKNOWN:
            continue
        everywhere = game.moves(position)
        values = {site: -plain(game, _bare(game.play(position, site))) for site in everywhere}
        fewer += len(musts) < len(everywhere)
        assert max(values[site] for site in musts) == max(values.values()), (seed, position)
    assert fewer


def _bare(position):
    return Position(position.owners, position.to_move)


def test_a_win_at_once_is_seen():
    game = nbgames.game("conhex", 3)
    for seed in range(200):
        position = ending(game, Random(seed).randint(1, 16), seed)
        who = position.to_move
        after = [game.outcome(game.play(position, site)) for site in game.moves(position)]
        if any(end and end.winner == who for end in after):
            assert look(game, position)[0] == threats.PROVEN


def test_a_look_alone_solves_one_ring_and_that_its_centre_loses():
    game = nbgames.game("conhex", 2)
    assert look(game, game.start())[0] == threats.PROVEN
    centre = _bare(game.play(game.start(), game.board.site("C3")))
    assert look(game, centre)[0] == threats.PROVEN
