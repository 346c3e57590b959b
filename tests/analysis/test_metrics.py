"""Metrics of games: against every order of claims on tiny boards, and games made by hand."""

import json
from functools import cache
from math import inf, isclose, sqrt
from statistics import mean, stdev

import pytest
from foreign import GRID, HEX, LAST, MOST, SIX, TWICE, Y
from thinned import first_rows

import nbgames
from nbgames import FIRST, SECOND, Position, analysis
from nbgames.analysis import trajectories
from nbgames.analysis.trajectories import Trajectory

pytestmark = pytest.mark.usefixtures("uncompiled")
TINY = [
    ("antipalos", 2), ("conhex", 2), ("copolymer", 3), ("projex", 3), (HEX, 2), (HEX, 3), (Y, 3),
    (TWICE, 2), (MOST, 3), (GRID, 2), (LAST, 3),
]  # fmt: skip
REGISTERED = [*nbgames.GAMES.values(), *SIX]
NUMBERS = ("advantage", "drawn", "length", "claims", "branching", "coverage")
SURE = 4.5  # standard errors


def expected(m):
    """The exact means over uniformly random games, by recursion over all positions."""
    game, sites = m.game, m.game.board.claimable

    @cache
    def ahead(position, mover):
        """Points, draws, turns, claims, and legal claims per claim of games of each length."""
        outcome = game.outcome(position)
        if outcome:
            owned = sum(owner in (1, 2) for owner in position.owners[:sites])
            points = {FIRST: 1.0, SECOND: 0.0, None: 0.5}[outcome.winner]
            return points, float(outcome.winner is None), 0.0, owned / sites, {(0, 0): 1.0}
        empty = game.empty(position.owners)
        total, widths = [0.0] * 4, {}
        for site in empty:
            after = game.play(position, site)
            after = Position(after.owners, after.to_move)
            *numbers, ways = ahead(after, after.to_move)
            numbers[2] += after.to_move != mover or game.outcome(after) is not None
            total = [a + b / len(empty) for a, b in zip(total, numbers, strict=True)]
            for (claims, width), part in ways.items():
                key = claims + 1, width + len(empty)
                widths[key] = widths.get(key, 0.0) + part / len(empty)
        return *total, widths

    points, drawn, turns, coverage, ways = ahead(m.position, m.to_move)
    return {
        "advantage": points,
        "drawn": drawn,
        "length": turns,
        "claims": sum(claims * part for (claims, _), part in ways.items()),
        "branching": sum(width / claims * part for (claims, width), part in ways.items()),
        "coverage": coverage,
    }


@pytest.mark.parametrize(("name", "size"), first_rows(TINY, 4), ids=str)
def test_random_games_are_those_that_recursion_expects(name, size):
    m = nbgames.match(name, size, swap=False)
    if m.game.board.claimable > 9:
        m = m.play("C1", "B2", "D3")
    found = analysis.metrics(m, 400, evaluations=0, seed=2)
    for name, exact in expected(m).items():
        seen = getattr(found, name)
        assert seen.games == 400
        assert abs(seen.value - exact) <= SURE * seen.stderr + 1e-9, name


@pytest.mark.parametrize(("name", "size"), [("projex", 5), ("antipalos", 4), ("copolymer", 5)])
def test_random_games_are_those_of_playouts(name, size):
    m = nbgames.match(name, size, swap=False)
    found, many = analysis.metrics(m, 200, evaluations=0), analysis.playouts(m, 2000)
    error = sqrt(found.advantage.stderr**2 + many.stderr**2)
    assert abs(found.advantage.value - many.share) < SURE * error
    error = sqrt(found.length.stderr**2 + many.length_stderr**2)
    assert abs(found.length.value - many.length) < SURE * error


@pytest.mark.parametrize("rules", REGISTERED, ids=repr)
def test_every_game_has_all_metrics(rules):
    m = nbgames.match(rules, rules.sizes[0], swap=False)
    found = analysis.metrics(m, 12, evaluations=16)
    assert [measure.name for measure in found.measures] == [
        *NUMBERS, "lead_changes", "drama", "decided",
    ]  # fmt: skip
    assert found == analysis.metrics(m.game, 12, evaluations=16)
    won = round(12 * (1 - found.drawn.value))
    assert found.drama.games == found.decided.games == won
    for measure in (found.advantage, found.drawn, found.coverage, found.drama, found.decided):
        assert measure.value is None or 0 <= measure.value <= 1
    assert found.coverage.value == pytest.approx(mean(found.used.values()))
    told = [measure for measure in found.measures if measure.games]
    if not m.game.rules.draws:
        told.remove(found.drawn)
        assert "draw" not in found.explain()
    assert all(measure.explain() in found.explain() for measure in told)


# Evaluations, by games made by hand


def game_of(*shares, winner):
    return Trajectory((Position(b""),) * (len(shares) + 1), winner, shares)


@pytest.mark.parametrize(
    ("shares", "winner", "changes"),
    [
        ((0.5, 0.5), FIRST, 0),
        ((0.9, 0.1, 0.9), FIRST, 2),
        ((0.9, 0.5, 0.9), FIRST, 0),  # nobody leads in between
        ((0.9, 0.55, 0.1, 0.45), SECOND, 1),
        ((0.9, 0.9), SECOND, 1),  # the end counts
        ((0.9, 0.1), None, 1),
        ((0.6, 0.4, 0.6), None, 0),  # leads of a fifth or less do not count here
    ],
)
def test_a_lead_changes_where_the_other_one_leads(shares, winner, changes):
    assert trajectories.lead_changes(game_of(*shares, winner=winner), 0.2 + 1e-9) == changes


def test_drama_is_by_how_much_the_winner_was_behind_on_average():
    found = game_of(0.9, 0.5, 0.2, 0.45, 0.7, winner=FIRST)
    assert isclose(trajectories.drama(found, 0.125), 0.6 / 5)
    assert isclose(trajectories.drama(found, 0.05), (0.6 + 0.1) / 5)
    assert isclose(trajectories.drama(found._replace(winner=SECOND), 0.125), (0.8 + 0.4) / 5)


def test_a_game_is_decided_where_the_winner_is_above_all_that_the_loser_ever_was():
    found = game_of(0.5, 0.3, 0.65, 0.71, 0.4, 0.9, winner=FIRST)  # SECOND was once at 0.7
    assert trajectories.decided(found) == 3 / 6
    assert trajectories.decided(found._replace(winner=SECOND)) == 1  # FIRST was once at 0.9


def test_turns_are_counted_once_where_a_player_claims_again():
    owners = [bytes(3), b"\1\0\0", b"\1\2\0", b"\1\2\2"]
    movers = FIRST, SECOND, SECOND, FIRST
    found = Trajectory(tuple(map(Position, owners, movers)), SECOND)
    assert (trajectories.claims(found), trajectories.turns(found)) == (3, 2)


def test_where_first_has_to_win_there_is_no_drama():
    """On an odd number of cells the first player always owns most."""
    found = analysis.metrics(nbgames.game(MOST, 3), 20)
    assert found.advantage.value == found.coverage.value == 1
    assert found.lead_changes.value == found.drama.value == found.decided.value == 0
    assert found.claims.value == 9 and found.branching.value == 5 and found.claims.stderr == 0
    assert found.advantage.stderr > 0  # twenty wins do not prove that there is no loss


def test_without_evaluations_there_is_no_drama_to_speak_of():
    found = analysis.metrics(nbgames.game("projex", 3), 5, evaluations=0)
    assert found.drama.value is None and found.drama.games == 0 and found.drama.stderr == inf
    assert "drama" not in found.explain()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "seeds"),
    [
        ("copolymer", 5, 15),
        pytest.param("copolymer", 5, 30, marks=pytest.mark.long),
        pytest.param("projex", 4, 30, marks=pytest.mark.long),
        pytest.param(GRID, 4, 30, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_standard_errors_are_those_of_many_seeds(name, size, seeds):
    game = nbgames.game(name, size)
    runs = [analysis.metrics(game, 25, evaluations=16, seed=seed) for seed in range(seeds)]
    for measure in runs[0].measures:
        values = [getattr(run, measure.name) for run in runs]
        seen, said = stdev(v.value for v in values), sqrt(mean(v.stderr**2 for v in values))
        assert seen == said == 0 or 0.7 < seen / said < 1.4 or measure.name == "drawn"


# Players


def test_players_are_told_by_level_and_get_other_seeds_in_every_game():
    one = nbgames.opponent(1, seed=0)
    found = analysis.metrics(nbgames.game("projex", 3), 20, one, evaluations=0)
    assert found.players == (repr(one), repr(one))
    assert found.claims.stderr > 0
    assert found == analysis.metrics(nbgames.game("projex", 3), 20, (one, one), evaluations=0)
    assert "Opponent(level=1" in found.explain()


def test_the_stronger_player_has_the_advantage_on_either_side():
    weak, strong = nbgames.opponent(1, seed=0), nbgames.opponent(4, nodes=60, seed=0)
    game = nbgames.game(HEX, 4)
    shares = [
        analysis.metrics(game, 8, pair, evaluations=0).advantage.value
        for pair in ((strong, weak), (weak, strong))
    ]
    assert shares[0] > 0.8 > 0.4 > shares[1]


@pytest.mark.parametrize("rules", REGISTERED, ids=repr)
def test_players_play_every_game(rules):
    m = nbgames.match(rules, rules.sizes[0])
    found = analysis.metrics(m, 3, nbgames.opponent(2, nodes=20, seed=0), evaluations=8)
    assert found.match is m and found.length.value <= found.claims.value


# The record


def test_a_table_has_a_row_for_each_number_and_json_brings_all_back():
    found = analysis.metrics(nbgames.game("conhex", 2), 10, evaluations=8)
    rows = found.to_frame()
    rows = rows if isinstance(rows, list) else rows.to_dict("records")
    assert [row["name"] for row in rows] == [measure.name for measure in found.measures]
    assert {(row["game"], row["size"]) for row in rows} == {("conhex", 2)}
    assert rows[0]["value"] == found.advantage.value and rows[0]["stderr"] == found.advantage.stderr
    assert analysis.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False))) == found
    one = analysis.metrics(nbgames.game("conhex", 2), 1, evaluations=8)
    assert one.length.stderr == inf
    assert analysis.from_dict(json.loads(json.dumps(one.to_dict(), allow_nan=False))) == one


def test_the_picture_shades_the_sites_that_are_used():
    found = analysis.metrics(nbgames.match("projex", 3).play("B2"), 10, evaluations=0)
    assert found.used["B2"] == 1
    assert found.draw().get_label().startswith(found.explain())
    assert "advantage" in found._repr_html_()


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("no number of games", {"games": 0}),
        ("no number of games", {"evaluations": -1}),
        ("no seed", {"seed": "x"}),
        ("no computer player", {"players": 3}),
        ("no computer player", {"players": (nbgames.opponent(1, seed=0),)}),
        ("no computer player", {"players": nbgames.opponents.Opponent}),
    ],
)
def test_a_bad_request_is_refused(words, given):
    with pytest.raises(nbgames.Refused, match=words):
        analysis.metrics(nbgames.game("projex", 3), **given)


def test_a_finished_match_is_refused():
    with pytest.raises(nbgames.Refused, match="nothing to play"):
        analysis.metrics(nbgames.match("projex", 3).play("resign"))
