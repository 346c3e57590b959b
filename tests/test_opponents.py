"""Computer players: legal, deterministic, not silly, in every game and in one of your own."""

import pytest

import nbgames
from nbgames import FIRST, kernels
from nbgames.games.projex import lay

LEVELS = range(1, 7)
SMALL = [("projex", 4), ("conhex", 3), ("copolymer", 5), ("antipalos", 4)]
RING = nbgames.Rules("ring", ("X", "O"), range(3, 5), 3, lay, kernels.claim, kernels.looped)


def player(level, seed=0):
    return nbgames.opponent(level, seed, nodes=40)


def finished(m, one, two):
    while not m.outcome:
        m = m.play((one if m.seat_to_move == m.openers[0] else two).choose(m))
    return m


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


@pytest.mark.parametrize("level", LEVELS)
def test_it_stops_the_only_threat(level):
    m = nbgames.match("antipalos", 3, swap=False).play("a1-b2", "c3-d4", "b2-c3")
    thought = list(player(level).think(m))[-1]
    assert thought.word in ("c3-d4", "b3-c4", "b4-c3")
    assert "stop" in thought.why


@pytest.mark.parametrize("level", LEVELS)
def test_in_copolymer_it_says_a_whole_turn(level):
    m = nbgames.match("copolymer", 5)
    for _ in range(4):
        m = m.play(player(level).choose(m))
        assert not m.is_open


@pytest.mark.parametrize(
    "bad",
    [{"level": 0}, {"level": 7}, {"level": "6"}, {"seconds": 0}, {"nodes": -1}, {"seed": 0.5}],
)
def test_a_bad_request_is_refused(bad):
    with pytest.raises(nbgames.GameError):
        nbgames.opponent(**{"level": 3} | bad)


def test_there_is_nothing_to_choose_after_the_end():
    m = nbgames.match("projex", 3).play("resign")
    with pytest.raises(nbgames.GameError, match="nothing to choose"):
        player(3).choose(m)
