"""Questions check a game's capabilities, and refuse in words what they do not support."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import pytest
from test_fifth_game import HEX

import nbgames
from nbgames import FIRST, SECOND, analysis
from nbgames.analysis import playouts
from nbgames.analysis.simulation.bulk import filler
from nbgames.analysis.tallies import planned, tallied
from nbgames.core._jit import jit
from nbgames.core.kernels import claim, crossed, looped
from nbgames.core.rules import Effect, Goal
from nbgames.games.antipalos import ANTIPALOS
from nbgames.games.conhex import CONHEX
from nbgames.games.copolymer import COPOLYMER
from nbgames.games.projex import PROJEX

pytestmark = pytest.mark.usefixtures("uncompiled")


@jit
def unlooped(net, owners):
    """Who has let the other close a loop?"""
    won = looped(net, owners)
    return 3 - won if won else 0


@jit
def peculiar(net, owners):
    """A goal of which the record says nothing."""
    return crossed(net, owners)


MOST = replace(COPOLYMER, name="most", step=claim, effect=Effect.CLAIMS, several=False, again="")
AVOID = replace(PROJEX, name="avoid", winner=unlooped, misere=True)
RARE = replace(HEX, name="rare", draws=True)  # it may be drawn, says its record, and never is
OTHER = replace(HEX, name="other", goal=Goal.OTHER, winner=peculiar)
DOUBLE = replace(HEX, name="double", several=True)
KNIT = replace(CONHEX, name="knit")
MESH = replace(ANTIPALOS, name="mesh")


def played(rules, size, *words):
    return nbgames.match(rules, size, swap=False).play(*words)


SCORED = played(MOST, 3, "A1", "B2")
LOSING = played(AVOID, 3, "B2")

REFUSED = [
    (lambda: analysis.tempo(SCORED), "in most nobody joins anything: ask analysis.playouts"),
    (lambda: analysis.history(SCORED), "in most nobody joins anything"),
    (lambda: analysis.threats(SCORED, 1), "in most nobody joins anything"),
    (lambda: analysis.score(SCORED), "cells that oblige .*: give a match of copolymer"),
    (lambda: analysis.swing(SCORED), "cells that oblige to claim again"),
    (lambda: analysis.endings(SCORED), "cells that oblige to claim again"),
    (lambda: analysis.articulation(SCORED, 1), "empty cells are the same for both"),
    (lambda: analysis.distance(LOSING, 1), "in avoid whoever joins loses"),
    (lambda: analysis.cycle_report(LOSING, 1), "in avoid whoever joins loses"),
    (lambda: analysis.tempo(LOSING), "in avoid whoever joins loses"),
    (lambda: analysis.distance(played(OTHER, 4), 1), "in other something else wins"),
    (lambda: analysis.tempo(played(OTHER, 4)), "in other something else wins"),
    (lambda: analysis.must_play(played(DOUBLE, 4)), "in double it need not"),
    (lambda: analysis.must_play(played(DOUBLE, 4), FIRST), "in double it need not"),
    (lambda: analysis.tempo(played(DOUBLE, 4)), "in double it need not"),
    (lambda: analysis.blocking_set(played(RARE, 4), 1), "in rare a full board may have no winner"),
    (lambda: analysis.cycle_report(played(HEX, 4), 1), "hex has no edge to cross"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "words"), REFUSED)
def test_what_does_not_hold_is_refused_in_words(question, words):
    with pytest.raises(nbgames.Refused, match=words):
        question()


def test_the_empty_cells_of_any_scored_game_have_cut_points():
    m = nbgames.match(nbgames.game(MOST, cells="A1-3"), swap=False)
    assert analysis.articulation(m).sites == ("A2",)


def test_a_drawable_game_without_lattices_has_distances_and_criticality():
    m = played(RARE, 4)
    assert analysis.distance(m, FIRST).stones == 4
    found = playouts(m, 500, seed=1)
    assert found.wins[2] == 0
    assert found.criticality["B2"] > found.criticality["A1"]
    assert "What matters most" in found.explain()


def test_criticality_with_draws_is_that_of_the_games_that_somebody_wins():
    """Squares that share an edge: a third of the full boards have no winner."""
    board = nbgames.game(HEX, 3).board
    near = tuple(
        tuple(t for t in row if (s // 3 == t // 3) or (s % 3 == t % 3))
        for s, row in enumerate(board.neighbours)
    )
    grid = replace(RARE, name="grid", lay=lambda size: replace(board, neighbours=near))
    m, n = played(grid, 3), 400
    found, names = playouts(m, n, seed=2), board.names
    assert 0 < found.wins[2] < n
    drawn, won, lost = (found.wins[k] / n for k in (2, 0, 1))
    job = planned(m, n, 2)
    tallies = [
        tallied(m.game, m.position, size, f"2 {start}")
        for chunk in job.chunks()
        for start, size in job.batches(chunk).items()
    ]
    tally = [sum(column) for column in zip(*tallies, strict=True)]
    assert [t / n for t in tally[:3]] == [drawn, won, lost]
    for site, name in enumerate(names):
        firsts = [tally[3 + k * len(names) + site] / n for k in range(3)]
        seconds = [share - first for share, first in zip((drawn, won, lost), firsts, strict=True)]
        ended = won + lost  # the games that are not drawn
        same = (firsts[1] + seconds[2]) / ended
        chance = (sum(firsts[1:]) * won + sum(seconds[1:]) * lost) / ended**2
        assert found.criticality[name] == pytest.approx(same - chance)


def test_nothing_matters_where_one_player_wins_all_games():
    found = playouts(played(MOST, 3), 200)  # 7 cells: FIRST gets 4 of them
    assert found.wins == (200, 0, 0)
    assert "matters" not in found.explain()


def test_only_what_a_circuit_judges_is_played_in_bulk():
    bulk = {rules.name for rules in (HEX, KNIT, MESH) if filler(nbgames.game(rules, 4))}
    assert bulk == {"hex", "knit", "mesh"}
    for rules in (MOST, AVOID, RARE, OTHER, DOUBLE):
        assert filler(nbgames.game(rules, 3)) is None


def test_rules_that_can_be_imported_go_to_other_processes():
    m = played(AVOID, 3, "B2")
    with ProcessPoolExecutor(1) as executor:
        assert playouts(m, 300, executor=executor) == playouts(m, 300)


def test_rules_that_cannot_be_imported_are_refused_other_processes():
    with ProcessPoolExecutor(1) as executor, pytest.raises(nbgames.Refused, match="rules of hex"):
        playouts(played(HEX, 3), 300, executor=executor)


@pytest.mark.parametrize("level", [2, 3])
def test_draws_alone_add_no_noise_to_a_level(level):
    drawn = replace(OTHER, draws=True)
    words = [
        [nbgames.opponent(level, seed=k).choose(played(rules, 4, "C2", "B2")) for k in range(8)]
        for rules in (OTHER, drawn)
    ]
    assert words[0] == words[1]


@pytest.mark.parametrize("level", range(1, 7))
def test_no_level_joins_in_a_misere_game_while_it_can_help_it(level):
    m = played(AVOID, 3)
    while not m.outcome:
        before, word = m, nbgames.opponent(level, seed=len(m.moves), nodes=6).choose(m)
        m = m.play(word)
    mover = before.position.to_move
    assert m.outcome.winner == 3 - mover
    safe = [w for w in before.legal() if not before.play(w).outcome]
    assert not safe


def test_a_threat_is_not_said_to_be_parried_by_a_claim_that_leaves_the_turn():
    m = played(COPOLYMER, 3, "A1", "A2")
    for level in (1, 2):
        assert "stop" not in [*nbgames.opponent(level, seed=0).think(m)][-1].why


def test_second_may_win_by_what_the_other_joins():
    m = played(AVOID, 3)
    assert playouts(m, 200, seed=1).wins[2] == 0
    assert analysis.threats(m, SECOND) == ()
