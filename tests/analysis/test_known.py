"""One truth: a bar, hints and a review say the same of the same position."""

from itertools import product
from random import Random

import pytest
from browser.games import to_the_end
from thinned import each_once, first_of

import nbgames
from nbgames import analysis
from nbgames.analysis.mcts import estimates
from nbgames.play.table import Table
from nbgames.widgets import adviser as advisers
from nbgames.widgets import analyst as analysts
from nbgames.widgets.adviser import Adviser
from nbgames.widgets.analyst import Analyst
from nbgames.widgets.known import KEPT, Known, Worth, key_of

SIZES = [("projex", 4), ("conhex", 3), ("copolymer", 5), ("antipalos", 3)]

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(estimates, "GAMES", {False: 64, True: 64})
    monkeypatch.setattr(estimates, "BY_CURRENTS", 64)


class Now:
    """Work that is done at once."""

    busy = False

    def __init__(self, work, nice=0):
        self.work = work

    def ask(self, hear, m, *what):
        for news in list(self.work(m, *what)):
            hear(news)

    turn = ask

    def stop(self):
        pass

    pause = leave = stop


def beside_each_other(monkeypatch, m):
    """An adviser and an analyst at one table."""
    for where in (advisers, analysts):
        monkeypatch.setattr(where, "Worker", Now)
    table, known = Table(m), Known()
    analyst = Analyst(table, known, lambda: None)

    def told():
        analyst.attend()

    return Adviser(table, known, told), analyst


def ends(m):
    """After how many claims each number of words was played."""
    return [len(m.at(n).claims) for n in range(len(m.moves) + 1)]


@pytest.mark.parametrize(
    ("game", "is_bar_first"),
    [
        *each_once(SIZES[2:], [True, False]),
        *(pytest.param(*row, marks=pytest.mark.long) for row in product(SIZES[:2], [True, False])),
    ],
)
def test_bar_and_review_never_differ(monkeypatch, game, is_bar_first):
    m = to_the_end(nbgames.match(*game), Random(4))
    m = m.at(len(m.moves) - 2).play("resign") if is_bar_first else m
    adviser, analyst = beside_each_other(monkeypatch, m)
    if not is_bar_first:
        analyst.begin()
    adviser.bar("on")
    seen = {}
    for n, end in reversed(list(enumerate(ends(m)))):
        adviser.turn(str(end))
        seen[n] = adviser.page["bar"]
        if not is_bar_first:
            assert analyst.page["says"][n].endswith(seen[n]["says"])
    if is_bar_first:
        analyst.begin()
        analyst.attend()
    for n, end in enumerate(ends(m)):
        adviser.turn(str(end))
        bar, review = adviser.page["bar"], analyst.page
        assert review["says"][n].endswith(bar["says"])
        assert (review["curve"][n], review["errors"][n]) == (bar["share"], bar["error"])
        assert bar["error"] <= seen[n]["error"]


@pytest.mark.parametrize("game", first_of([SIZES[k] for k in (2, 0, 1, 3)]))
def test_what_help_has_proven_the_review_knows(monkeypatch, game):
    """From a proof on, nothing is estimated that follows from it, nor called a mistake."""
    m = to_the_end(nbgames.match(*game, swap=False), Random(3))
    adviser, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    adviser.bar("on")
    for end in ends(m):
        adviser.turn(str(end))
    analyst.attend()
    page, own = analyst.page, analyst._found["worths"]
    assert [error == 0 for error in page["errors"]] == [worth.error == 0 for worth in own]
    last = page["curve"][-1]
    settled = [not e and s == last for s, e in zip(page["curve"], page["errors"], strict=True)]
    assert page["decided"] == len(settled) - [*reversed(settled), False].index(False)


@pytest.mark.parametrize("game", first_of(SIZES[::-1], 2))
def test_a_hint_says_what_the_bar_says(monkeypatch, game):
    m = to_the_end(nbgames.match(*game), Random(5)).at(3)
    adviser, analyst = beside_each_other(monkeypatch, m)
    adviser.bar("on")
    adviser.hint("")
    adviser.hint("")
    analyst.begin()
    adviser.attend()
    assert adviser.page["hint"].endswith(adviser.page["bar"]["says"])
    assert analyst.page["says"][-1].endswith(adviser.page["bar"]["says"])


def test_a_resignation_of_an_open_position_is_no_mistake(monkeypatch):
    m = nbgames.match("projex", 4, swap=False).play("C3", "D4", "resign")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    page = analyst.page
    assert 3 not in page["slips"] and "3" not in page["words"]
    assert page["says"][3].startswith("X resigned a position that was")
    assert page["says"][3].endswith("O wins by resignation.")


def test_a_review_s_longer_search_replaces_its_shorter_one_and_no_proof():
    """The stated error of 2,048 games may be smaller by chance than that of 8,192."""
    known, short, long = Known(), Worth(0.6, 0.18, None, "", ""), Worth(0.4, 0.19, None, "", "")
    for former, kept in ((None, short), (short, long)):
        known.learn(("a",), short)
        known.learn(("a",), long, former)
        assert known.best(("a",)) == kept
    proven = Worth(1.0, 0.0, 1, "", "")
    known.learn(("a",), proven)
    known.learn(("a",), long, proven)
    assert known.best(("a",)) == proven


def test_the_better_known_is_kept_and_few():
    known = Known()
    for error, score, kept in [(0.3, None, 0.3), (0.4, None, 0.3), (0.0, None, 0.0), (0.1, 1, 0.0)]:
        known.learn(("a",), Worth(0.5, error, score, "", ""))
        assert known.best(("a",)).error == kept
    known.learn(("a",), Worth(1.0, 0.0, 3, "", "by 3 cells"))
    known.learn(("a",), Worth(1.0, 0.0, None, "", ""))
    assert known.best(("a",)).score == 3
    for n in range(KEPT + 5):
        known.learn((n,), Worth(0.5, 0.1, None, "", ""))
    assert len(known._best) == KEPT
    assert known.best(("a",)) is None


def test_a_trial_is_judged_by_what_is_known(monkeypatch):
    """A position that is proven won is not estimated again when a word is tried there."""
    m = nbgames.match("projex", 5, swap=False).play("E5", "D5", "F6")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    heard = []
    monkeypatch.setattr(analysts, "tried", lambda m, found: heard.append(found) or {"number": 3})
    analyst.attempt(3, "D2")
    analyst._known.learn(key_of(m.at(2)), Worth(1.0, 0.0, 1, "", ""))
    analyst.attempt(3, "D2")
    assert [found.remark.before < 1 for found in heard] == [True, False]


def test_what_a_trial_has_proven_the_review_knows(monkeypatch):
    """C2 gives a win away, as the solver says, which this review was not to ask."""
    moves = "C4 C5 F3 C3 D2 F2 D1 E4 B6 E5 C2"
    m, n, best = nbgames.match("projex", 4, swap=False).play(*moves.split()), 11, "E3"
    assert analysis.solve(m).value == -analysis.solve(m.at(n - 1).play(best)).value == 1
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.show(analysis.review(m, games=64, nodes=0))
    assert analyst.page["errors"][n - 1] > 0 and analyst.page["slips"] == []
    analyst.attempt(n, best)
    assert (analyst.page["curve"][n - 1], analyst.page["errors"][n - 1]) == (1, 0)
    analyst.attend()
    assert analyst.told["share"] == 1
    assert n in analyst.page["slips"] and best in analyst.page["says"][n]


def test_a_word_is_not_told_by_two_numbers(monkeypatch):
    """The bar may estimate better than the search that the word was judged by."""
    m = nbgames.match("projex", 5, swap=False).play("A5", "E4", "A6", "E5")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    n, own = 2, analyst._found["worths"][2]
    told = "O's E4 lowers the chance to win from 70% to 12%."
    analyst._found["told"][n] = [told, "O's E4 lowers the chance to win."]
    assert analyst.page["says"][n] == f"{told} {own.says}"
    bar = "X's chance to win: 10%."
    analyst._known.learn(key_of(m.at(n)), Worth(0.1, 0.01, None, "", bar))
    assert analyst.page["says"][n] == f"O's E4 lowers the chance to win. {bar}"
    analyst._known.learn(key_of(m.at(n)), Worth(1.0, 0.0, 1, "", "X can win: proven."))
    assert analyst.page["says"][n] == f"{told} X can win: proven."


def test_after_a_swap_a_review_tells_who_has_which_stones(monkeypatch):
    m = nbgames.match("antipalos", 3).play("a1-b2", "swap", "resign")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    said = analyst.page["says"][2]
    assert said.startswith("The swap") and "H is now the player who did not swap." in said
