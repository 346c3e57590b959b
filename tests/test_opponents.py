"""Computer players: legal, deterministic, not silly, in every game and in one of your own."""

import os
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from math import inf
from random import Random
from statistics import median
from time import monotonic

import pytest
from positions import random_match
from thinned import first_of, first_rows

import nbgames
from nbgames import FIRST, graphs
from nbgames.analysis import compiling, solve
from nbgames.analysis.evaluation import evaluate
from nbgames.analysis.mcts import search as searching
from nbgames.analysis.mcts.search import Search
from nbgames.analysis.solver import endgame
from nbgames.atlas import proved
from nbgames.core import kernels
from nbgames.core._jit import can_compile
from nbgames.games.projex import lay
from nbgames.opponents.levels import STRENGTHS
from nbgames.opponents.tactics import threat

LEVELS = range(1, 7)
pytestmark = pytest.mark.usefixtures("uncompiled")
SMALL = [("projex", 4), ("conhex", 3), ("copolymer", 5), ("antipalos", 4)]
RING = nbgames.Rules("ring", ("X", "O"), range(3, 5), 3, lay, kernels.claim, kernels.looped)


@pytest.fixture
def with_code(uncompiled, monkeypatch):
    """Machine code, in a file whose tests have none."""
    monkeypatch.delenv("NBGAMES_JIT", raising=False)


def player(level, seed=0):
    return nbgames.opponent(level, seed, nodes=40)


def finished(m, one, two):
    while not m.outcome:
        m = m.play((one if m.seat_to_move == m.openers[0] else two).choose(m))
    return m


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "size"), SMALL)
def test_every_level_plays_a_match_to_the_end(name, size, level):
    assert finished(nbgames.match(name, size), player(level, 1), player(level, 2)).outcome


def test_a_fifth_game_works_too():
    assert finished(nbgames.match(RING), player(3), player(2)).outcome


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "size"), SMALL)
def test_the_same_player_plays_the_same(name, size, level):
    m = nbgames.match(name, size)
    m = m.play(m.legal()[3], m.legal()[7])
    assert player(level).choose(m) == player(level).choose(m)


@pytest.mark.parametrize("level", LEVELS)
def test_it_wins_at_once(level):
    m = nbgames.match("antipalos", 2, swap=False).play("a1-b2", "b3-c2")
    assert m.play(player(level).choose(m)).outcome.winner == FIRST


THREAT = nbgames.match("antipalos", 3, swap=False).play("a1-b2", "c3-d4", "b2-c3")


def test_a_beginner_overlooks_a_third_of_threats():
    """Of 300 players 100 are expected to; 60 and 140 are 5 standard deviations away."""
    thoughts = [next(iter(player(1, seed).think(THREAT))) for seed in range(300)]
    assert 60 < sum("stop" not in thought.why for thought in thoughts) < 140


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_a_beginner_plays_near_what_is_claimed(name, size):
    """Beside it on the board, or in a cell with it; the games' graphs say where that is."""
    m = nbgames.match(name, size, swap=False)
    m = m.play(m.legal()[len(m.legal()) // 2])
    cells = graphs.incidence_graph(m.game) if name == "conhex" else None
    near = cells and {hole for cell in cells[m.claims[0]] for hole in cells[cell]}
    near = near or set(graphs.board_graph(m.game)[m.claims[0]])
    words = {player(1, seed).choose(m).split(",")[0] for seed in range(60)}
    assert words <= near
    assert len(words) > 2  # not always the same


WHY = {
    1: "looks best of the places near those that are taken",
    2: r"looks best: \d+% of 16 games played on at random are won",
}


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("game", ["conhex", "projex", "copolymer"])
def test_an_estimate_of_few_games_is_no_percentage(game, level):
    """Of one game it would be 0 % or 100 %; of 16 it errs by an eighth."""
    m = nbgames.match(game, swap=False)
    m = m.play(m.legal()[len(m.legal()) // 2])
    *_, thought = player(level).think(m)
    assert re.fullmatch(WHY[level], thought.why)


@pytest.mark.parametrize("level", [1, 2])
def test_an_estimate_that_needs_no_games_is_a_percentage_at_each_level(level):
    """On Antipalos, by currents, it is the same each time. Level 2 said only "looks best"."""
    *_, thought = player(level).think(nbgames.match("antipalos", swap=False).play("d4-e5"))
    best = f"looks best{' of the places near those that are taken' if level == 1 else ''}"
    assert re.fullmatch(rf"{best}: the computer gives itself a chance of \d+%", thought.why)


@pytest.mark.parametrize(
    ("word", "told"), [("C2", "threatens to win at C4 or E5"), ("A1", "")], ids=str
)
def test_a_claim_that_threatens_to_win_is_told_so(word, told):
    m = nbgames.match("conhex", 2).play("D3", "E1")
    assert threat(m.game, m.position, m.game.board.site(word)) == told


def test_an_estimate_of_enough_games_is_told_as_a_percentage():
    *_, thought = player(3).think(nbgames.match("conhex", swap=False).play("E4"))
    assert re.fullmatch(r"looks best: the computer gives itself a chance of \d+%", thought.why)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_it_stops_the_only_threat(level):
    m = THREAT
    thought = list(player(level).think(m))[-1]
    assert thought.word in ("c3-d4", "b3-c4", "b4-c3")
    assert "stop" in thought.why


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_in_copolymer_it_says_a_whole_turn(level):
    m = nbgames.match("copolymer", 5)
    for _ in range(4):
        m = m.play(player(level).choose(m))
        assert not m.is_open


@pytest.mark.parametrize(
    "bad",
    [{"level": 0}, {"level": 7}, {"level": "6"}, {"nodes": -1}, {"seed": 0.5}]
    + [{"seconds": seconds} for seconds in (0, -1, True, "1", float("nan"))],
)
def test_a_bad_request_is_refused(bad):
    with pytest.raises(nbgames.GameError):
        nbgames.opponent(**{"level": 3} | bad)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size"), [("conhex", 2), pytest.param("projex", 3, marks=pytest.mark.long)]
)
def test_the_strongest_takes_a_small_opening_just_when_it_wins(name, size):
    for opening in nbgames.match(name, size).legal():
        first = nbgames.match(name, size, swap=False).play(opening)
        word = nbgames.opponent(6, nodes=300, seed=0).choose(
            nbgames.match(name, size).play(opening)
        )
        assert (word == "swap") == (solve(first).value < 0)


@pytest.mark.parametrize(
    ("opening", "value"), [("c3-d4", 1), ("b3-c4", 1), ("a3-b4", 0), ("a2-b1", 0), ("b2-c3", -1)]
)
def test_the_strongest_takes_an_opening_that_is_proved_to_win(opening, value):
    assert proved("antipalos", 5, opening) == value
    player = nbgames.opponent(6, nodes=20, seed=0)  # too few to see it
    word = player.choose(nbgames.match("antipalos", 5).play(opening))
    assert (word == "swap") == (value > 0)


@pytest.mark.slow
@pytest.mark.parametrize("level", first_of(LEVELS[1:], 4))  # level 6 searches for seconds
def test_the_middle_is_taken_and_the_corner_is_not(level):
    """On Projex 6 random games prefer the middle, and so do searches: F5 most, F1 hardly."""
    m, player = nbgames.match("projex", 6), nbgames.opponent(level, 0, nodes=8000)
    assert player.choose(m.play("F5")) == "swap"
    assert player.choose(m.play("F1")) != "swap"


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS[1:4])
@pytest.mark.parametrize(("name", "size"), first_rows([("projex", 6), ("conhex", 5)]))
def test_without_a_search_it_opens_neither_well_nor_badly(name, size, level):
    """By the random games that follow; the best tenth of openings is 1.7 % above the middle one."""
    worth = openings(name, size)
    opening = player(level, seed=4).choose(nbgames.match(name, size))
    assert abs(worth[opening] - median(worth.values())) < 0.01


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), first_rows([("projex", 6), ("conhex", 5)]))
def test_with_a_search_an_opening_is_worth_a_half(name, size):
    """By a longer search; those of Projex 6 are worth 46 to 56 %, those of ConHex 5 46 to 56 %."""
    opening = nbgames.opponent(6, 4, nodes=16_000).choose(nbgames.match(name, size))
    m = nbgames.match(name, size, swap=False).play(opening)
    search = Search(m.game, m.position, 1)
    for _ in search.slices(10_000):
        pass
    assert abs(search.choices()[0].value - 0.5) < 0.03


@pytest.mark.long
@pytest.mark.slow
def test_the_swap_is_mostly_right_where_it_is_proved():
    """All openings of Projex 4 win, as `solve` says; random games rank half of them too low."""
    game = nbgames.game("projex", 4)
    player, rng, right = nbgames.opponent(6, 0, nodes=20_000), Random(1), 0
    for site in game.empty(game.start().owners):
        right += player._prospects(game, site, inf, rng) < 0.5
    assert right >= 16  # of 27; by a search of 4,000 games 19, by random games 13


@cache
def openings(name, size):
    game = nbgames.game(name, size)
    seen = evaluate(game, game.start(), 1_000_000, 7).worth
    return {game.board.names[site]: share for site, share in seen.items()}


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_with_nodes_alone_no_clock_counts(name, size):
    def astray():
        return next(hours)

    m = nbgames.match(name, size)
    m = m.play(m.legal()[3], m.legal()[7])
    for level in (4, 6):
        hours = iter(range(0, 10**9, 3600))
        assert replace(player(level), clock=astray).choose(m) == player(level).choose(m)


def test_an_end_is_searched_for_by_the_players_own_clock():
    """Its second is over at the second look, while by the clock on the wall it has just begun."""
    m = random_match("copolymer", 5, 11, seed=1)
    player = nbgames.opponent(6, 0, seconds=3600)
    assert player._solved(m, STRENGTHS[6], monotonic() + 3600)
    ticks = iter(range(10**6))
    assert replace(player, clock=lambda: next(ticks))._solved(m, STRENGTHS[6], 2) is None


# A match of level 6 with the yardstick, up to where 18 cells are empty; X, to move, wins by one.
LATE = (
    "C6 D6 D7 E7 E8 F7 F8,F9 E6 G9 G8,C5 F6,G7,H10 H9,D5 H8,E5,C4,H7 D4,J9 G6 J8,J7 H6 "
    "G5,F5,G10,E4 J10,H11 J11,K11 K10,K9,D3,K8,L11 L9,L10,C3,B5 B4,F4,B3 E3,G11 A3 A4,A5 "
    "F10,A2 A6 B6,E9 B2,F11 E10 D8,C7,D9,C8 B7,A1 B1 C2,C1 D2,D1 E2,F3"
)


def test_the_clock_alone_limits_the_search_for_an_end_unless_nodes_are_given():
    m = nbgames.match("copolymer", 11).play(*LATE.split())
    assert len(m.game.empty(m.position.owners)) == 18
    timed = replace(nbgames.opponent(6, 0, seconds=2), clock=lambda: 0.0)
    value, _, nodes = timed._solved(m, STRENGTHS[6], 2)
    assert value == 1  # by solve
    assert nodes > 40_000
    assert replace(timed, nodes=400)._solved(m, STRENGTHS[6], inf) is None


@pytest.mark.skipif(not can_compile(), reason="no numba: ends are searched as plain Python")
def test_machine_code_for_ends_is_there_before_they_come(with_code, monkeypatch):
    compiling.wait()  # what is compiled for an earlier test would be noted here, and forgotten
    monkeypatch.setattr(compiling, "_compiled", set())
    monkeypatch.setattr(compiling, "_threads", {})
    nbgames.opponent(6, 0, nodes=1).choose(nbgames.match("copolymer", 9).play("A1"))
    compiling.wait()
    assert endgame.search in compiling._compiled


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_thoughts_come_one_by_one_each_with_a_line_that_says_why(name, size):
    m = nbgames.match(name, size)
    m = m.play(m.legal()[3], m.legal()[7])
    thoughts = list(nbgames.opponent(6, nodes=100, seed=0).think(m))
    assert len(thoughts) > 3
    assert [t.done for t in thoughts] == [False] * (len(thoughts) - 1) + [True]
    for thought in thoughts:
        assert m.play(thought.word)
        assert thought.why
        assert "\n" not in thought.why
        assert 0 <= thought.value <= 1


def test_it_can_be_stopped_between_two_thoughts():
    m = nbgames.match("conhex", 5, swap=False)
    thoughts = nbgames.opponent(6, seconds=3600, seed=0).think(m)
    word = next(thoughts).word
    thoughts.close()
    assert word in m.legal()


# It ends before the compiler does, and keeps nothing.
FIRST_MOVE = """
import os, sys, nbgames
from nbgames.analysis import compiling
m = nbgames.match(sys.argv[1], swap=False)
m = m.play(m.legal()[5])
*_, last = nbgames.opponent(6, seconds=1, seed=0).think(m)
print(last.word, any(thread.is_alive() for thread in compiling._threads.values()), flush=True)
os._exit(0)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", first_of(nbgames.GAMES))
def test_the_first_move_where_nothing_is_compiled_does_not_wait_for_that(name, tmp_path):
    """What is compiled is made meanwhile: it takes a dozen seconds, after half a second of search.

    How well the second is kept, tests/tools/bench_players.py tells.
    """
    command = [sys.executable, "-c", FIRST_MOVE, name]
    fresh = {**os.environ, "NBGAMES_HOME": str(tmp_path), "NBGAMES_JIT": "1"}
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=fresh)
    assert run.stdout.split()[1:] == ["True"]


def test_there_is_nothing_to_choose_after_the_end():
    m = nbgames.match("projex", 3).play("resign")
    with pytest.raises(nbgames.GameError, match="nothing to choose"):
        player(3).choose(m)


def test_without_a_seed_no_two_players_are_alike():
    assert len({nbgames.opponent(2).seed for _ in range(5)}) > 1


# While the other is to move

FOUND = 3000  # positions, far more than the player has for a move of its own


def needs_code(test):
    """Skipped where nothing is compiled; this machine code is waited for."""
    reason = "no numba: NOBODY PONDERS"
    return pytest.mark.skipif(not can_compile(), reason=reason)(
        pytest.mark.usefixtures("with_code")(test)
    )


def begun(name, size):
    m = nbgames.match(name, size, swap=False)
    m = m.play(m.legal()[3], m.legal()[7])
    return m.play(player(6).choose(m))


def pondered(m, level=6):
    """A player that has thought about the other's move, and what it expects."""
    one = nbgames.opponent(level, 0, nodes=40, ponder=True)
    thought = None
    for thought in one.pondering(m):  # the last one, which its tree agrees with
        if thought.nodes >= FOUND:
            break
    return one, thought


@needs_code
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size"), first_rows([("copolymer", 7), *SMALL[:2], ("antipalos", 8)])
)
def test_its_next_move_goes_on_with_what_it_found_meanwhile(name, size):
    m = begun(name, size)
    one, expected = pondered(m)
    assert next(one.think(m.play(expected.word))).nodes > 10 * 40


@needs_code
@pytest.mark.slow
def test_a_turn_of_several_claims_is_followed_claim_by_claim():
    m = nbgames.match("copolymer", 5).play("A1", "C3", "A3", "B2")
    one, _ = pondered(m)
    games = [one._memory.recall(m).games]
    for site in m.legal():
        if (then := m.play(site)).is_open and (search := one._memory.recall(then)):
            next(one.pondering(then))
            games.append(search.games)
            break
    assert len(games) == 2 and 0 < games[1] < games[0]


@needs_code
@pytest.mark.slow
def test_a_swap_leaves_the_position_and_what_was_found_of_it():
    m = nbgames.match("projex", 4).play("D2")
    one, _ = pondered(m)
    assert one._memory.recall(m.play("swap")).games >= FOUND / 2


@needs_code
@pytest.mark.slow
@pytest.mark.parametrize(
    "elsewhere", first_of(["undo", "branch", "new game", "set up", "another game"], 4)
)
def test_where_the_match_went_elsewhere_it_plays_as_if_it_had_not_pondered(elsewhere):
    m = begun("projex", 4)
    one, _ = pondered(m)
    start = nbgames.game("projex", 4).position({0: 1, 9: 2}, nbgames.FIRST)
    then = {
        "undo": m.back(1),
        "branch": m.back(2).play(m.back(2).legal()[-1]),
        "new game": nbgames.match("projex", 4, swap=False).play("A4"),
        "another game": nbgames.match("conhex", 3, swap=False).play("A1"),
        "set up": nbgames.match("projex", 4, swap=False, start=start),
    }[elsewhere]
    assert one.choose(then) == player(6).choose(then)


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_a_level_below_the_strongest_never_ponders_and_plays_as_ever(level):
    m = begun("projex", 4)
    one, last = pondered(m, level)
    assert last is None and not one.ponders
    assert one.choose(m.play(m.legal()[0])) == player(level).choose(m.play(m.legal()[0]))


def test_it_ponders_only_when_asked_to_and_not_after_the_end():
    m = begun("projex", 4)
    assert not list(nbgames.opponent(6, 0).pondering(m))
    assert not list(nbgames.opponent(6, 0, ponder=True).pondering(m.play("resign")))


def test_without_machine_code_nothing_is_kept_and_nobody_ponders(monkeypatch):
    """Of plain trees so few games are had that they cost a core for nothing."""
    monkeypatch.setattr(searching, "ready", lambda key, work: False)
    m = begun("projex", 4)
    one, last = pondered(m)
    assert last.nodes <= 64  # as it rehearses
    assert one.choose(m.play(m.legal()[0])) == player(6).choose(m.play(m.legal()[0]))


@needs_code
@pytest.mark.slow
def test_it_ends_to_ponder_when_its_tree_is_full(monkeypatch):
    monkeypatch.setattr(searching, "NODE_ROOM", 100)
    *_, last = nbgames.opponent(6, 0, ponder=True).pondering(begun("projex", 4))
    assert last.nodes > 100


@needs_code
@pytest.mark.slow
def test_what_it_remembers_stays_in_its_process():
    one, _ = pondered(begun("projex", 4))
    sent = pickle.loads(pickle.dumps(one))
    assert sent == one and sent._memory.is_empty and not one._memory.is_empty
