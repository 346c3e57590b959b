"""Contests: what a match counts, who may play it, going on after a stop; and the README's table."""

from concurrent.futures import Future
from itertools import product
from math import log, log10, sqrt
from pathlib import Path

import matplotlib
import pytest
from tools import arena as ladder

import nbgames
from nbgames.analysis.chunks import kept
from nbgames.opponents import Contest, Result, contest
from nbgames.opponents.arena import PAIRS, arena, kept_results, met
from nbgames.opponents.elo import rated
from nbgames.opponents.levels import STRENGTHS

matplotlib.use("Agg")

QUICK = {"boards": ["projex 3", "antipalos 3"], "pairs": ["2-1", "3-1"], "seconds": 0.01}


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Nothing is compiled: these matches are short."""
    monkeypatch.setenv("NBGAMES_JIT", "0")


class Here:
    """An executor that works at once, for as many matches as it is given."""

    def __init__(self, matches=10**6):
        self.left, self.sent = matches, []

    def submit(self, work, *given):
        future = Future()
        self.sent.append(given)
        if len(self.sent) > self.left:
            future.set_exception(OSError("gone home"))
        else:
            future.set_result(work(*given))
        return future


def points(found):
    return [(r.board, r.pair, r.number, r.points, r.turns) for r in found.results]


def test_matches_without_a_clock_are_the_same_on_every_executor():
    here = contest(**QUICK, games=3)
    assert points(here) == points(contest(**QUICK, games=3, executor=Here()))
    assert [(r.board, r.pair, r.number) for r in here.results] == [
        (board, pair, number)
        for board in QUICK["boards"]
        for pair in QUICK["pairs"]
        for number in range(3)
    ]


def test_a_stopped_contest_goes_on(tmp_path):
    path = tmp_path / "arena.jsonl"
    with pytest.raises(nbgames.Refused, match="the executor stopped"):
        contest(**QUICK, games=2, executor=Here(matches=5), checkpoint=path)
    rest = Here()
    found = contest(**QUICK, games=2, executor=rest, checkpoint=path)
    assert len(rest.sent) == 8 - 5
    assert points(found) == points(contest(**QUICK, games=2))


def test_more_games_add_to_what_is_kept(tmp_path):
    path = tmp_path / "arena.jsonl"
    contest(**QUICK, games=2, executor=Here(), checkpoint=path)
    more = Here()
    contest(**QUICK, games=3, executor=more, checkpoint=path)
    assert [key for key, _ in more.sent] == [
        f"{board} {pair} 2" for board in QUICK["boards"] for pair in QUICK["pairs"]
    ]


def test_what_was_kept_of_other_levels_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "arena.jsonl"
    contest(**QUICK, games=1, executor=Here(), checkpoint=path)
    with pytest.raises(nbgames.Refused, match="another time for a move"):
        contest(**QUICK | {"seconds": 0.02}, games=1, checkpoint=path)
    monkeypatch.setitem(STRENGTHS, 2, STRENGTHS[3])
    with pytest.raises(nbgames.Refused, match="other levels"):
        contest(**QUICK, games=1, checkpoint=path)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"games": 0}, "no number of games"),
        ({"seconds": 0}, "no time for a move"),
        ({"boards": ["projex"]}, "give a game and its size"),
        ({"boards": ["go 9"]}, "there is no game 'go'"),
        ({"pairs": ["7-1"]}, "is no pair"),
        ({"pairs": ["2"]}, "is no pair"),
    ],
)
def test_a_bad_request_is_refused(bad, words):
    with pytest.raises(nbgames.Refused, match=words):
        contest(**QUICK | {"games": 1} | bad)


def test_players_open_in_turn():
    """On a board where whoever opens wins, each of two alike gets every other point."""
    won = [met(f"antipalos 1 1-1 {number}", 0.01)[0] for number in range(4)]
    assert won in ([1, 0, 1, 0], [0, 1, 0, 1])  # by the opening, or by the swap


def test_a_draw_counts_a_half():
    rows = [Result("projex 3", "2-1", k, p, 9, (0.0, 0.0)) for k, p in enumerate((1, 0.5, 0.5, 0))]
    (score,) = Contest(tuple(rows)).scores
    assert score.share == 0.5
    # Their squares off the mean, and those of a win and a loss: 4 of 1/4 over 5; that over 4 games.
    assert score.error == sqrt(4 * 0.25 / 5 / 4)


def test_ratings_add_up_along_a_row_of_players():
    """31 of 40 points (with the draw that is added) at each step, so twice the difference."""
    table = rated([("b", "a", 39, 30.5), ("c", "b", 39, 30.5), ("x", "y", 1, 1)], "a")
    step, error = 400 * log10(31 / 9), 400 / log(10) / sqrt(40 * 31 / 40 * 9 / 40)
    assert table.keys() == {"a", "b", "c"}  # the others cannot be compared with a
    assert table["b"] == pytest.approx((step, error))
    assert table["c"] == pytest.approx((2 * step, sqrt(2) * error))


def test_the_command_says_scores_and_ratings(tmp_path):
    said = arena(["-games=2", "-boards=projex 3", "-pairs=2-1", "-seconds=0.01", f"{tmp_path}/a"])
    assert "projex 3     2-1" in said
    assert "of 2;" in said
    assert "+0 ± 0 Elo" in said


@pytest.mark.parametrize("words", [["-games=few"], ["-size=3"], ["one", "two"]])
def test_the_command_says_how_it_is_called(words):
    with pytest.raises(nbgames.NotationError, match="nbgames arena"):
        arena(words)


# The tables of the README and of RESULTS


@pytest.fixture(scope="module")
def played():
    """The matches that are kept, of levels and of level 6 with the yardstick."""
    done = kept(ladder.YARDSTICK, *ladder.KIND)
    levels = ladder.results(kept_results(ladder.LEVELS, ladder.SECONDS))
    return levels, ladder.results({key: row for key, row in done.items() if len(row) > 2})


def test_the_readme_shows_what_was_played():
    text = Path(ladder.README).read_text("utf-8")
    assert ladder.inserted(text, ladder.tables()) == text
    assert text.count(ladder.START) == text.count(ladder.END) == 1


def test_each_level_is_told_from_the_one_below(played):
    """Each wins 65 % or more of two dozen matches, and 2 standard errors more than a half."""
    steps = [s for s in Contest((*played[0],)).scores if s.board in ladder.SMALL]
    assert {(s.board, s.pair) for s in steps} == {*product(ladder.SMALL, PAIRS)}
    weak = [s for s in steps if s.games < 24 or s.share < max(0.65, 0.5 + 2 * s.error)]
    assert weak == []


# The shares that are wanted of level 6 against the yardstick in equal time.
WANTED = [
    ("projex 6", 0.5),
    ("conhex 5", 0.5),
    ("antipalos 8", 0.75),
    ("copolymer 11", 0.5),
]


@pytest.mark.parametrize(("board", "share"), WANTED)
def test_level_6_has_the_share_that_is_wanted_against_the_yardstick(played, board, share):
    scores = Contest((*played[1],)).scores
    (score,) = (s for s in scores if (s.board, s.pair) == (board, ladder.EQUAL.name))
    assert score.games >= ladder.EQUAL.games
    assert score.share >= share


def test_a_contest_is_a_table_and_a_picture(played):
    found = Contest((*played[0],))
    assert len(found.frame()) == len(found.scores)
    assert found.draw().get_label().startswith("Elo ratings by level. ")


@pytest.mark.long
def test_a_bout_gives_both_players_both_sides(interpreted):
    """Two matches begin with the same claims by chance, opened by one and by the other."""
    first, second, other = (ladder.begun("projex 3", number) for number in (0, 1, 2))
    assert first.moves == second.moves != other.moves
    assert first.seats == second.seats[::-1]
