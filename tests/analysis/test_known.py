"""One truth: a bar, hints and a review say the same of the same position."""

import re
from dataclasses import replace
from itertools import permutations, product
from random import Random
from threading import Event

import pytest
from browser.games import to_the_end
from positions import random_match
from thinned import each_once, first_of, first_rows
from tools import make_verdicts

import nbgames
from nbgames import analysis
from nbgames.analysis import compiling, weighing, wording
from nbgames.analysis.advising import advised
from nbgames.analysis.mcts import estimates
from nbgames.analysis.retrying import retried
from nbgames.analysis.values import Value
from nbgames.play.table import Table
from nbgames.widgets import adviser as advisers
from nbgames.widgets import analyst as analysts
from nbgames.widgets.adviser import Adviser, advice
from nbgames.widgets.analyst import Analyst
from nbgames.widgets.known import KEPT, Known, Worth, board_worths, key_of, worth_of
from nbgames.widgets.worker import ENDS, FAILS

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


class Firm(Now):
    """Work that is broken off where a hint can be told."""

    def ask(self, hear, m, *what):
        for kind, found in self.work(m, *what):
            hear((kind, found))
            if found and found[0] == "value" and found[1]["firm"]:
                return

    turn = ask


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
        bar = adviser.page["bar"]
        assert analyst.page["says"][n].endswith(bar["says"])
        assert bar["error"] <= seen[n]["error"]


def verdict(page):
    """All that a page shows of a review, but what is said of positions."""
    return {part: shown for part, shown in page.items() if part not in ("says", "made")}


def mistakes(page):
    """The moves that are told to lower a chance, each with its mark."""
    return [said.partition(" lowers")[0] for said in page["says"] if " lowers" in said]


@pytest.mark.parametrize("game", first_of(SIZES[::-1]))
def test_one_game_has_one_review_whatever_help_has_found(monkeypatch, game):
    """After bar and hints in play a move had ??, and ? when these were forgotten by a reload."""
    m = to_the_end(nbgames.match(*game), Random(3))
    _, fresh = beside_each_other(monkeypatch, m)
    fresh.begin()
    adviser, analyst = beside_each_other(monkeypatch, m)
    adviser.bar("on")
    for end in ends(m)[1::2]:
        adviser.turn(str(end))
        if end < len(m.claims):
            adviser.hint("")
            adviser.hint("")
    analyst.begin()
    for end in ends(m)[::2]:
        adviser.turn(str(end))
    analyst.attend()
    assert verdict(analyst.page) == verdict(fresh.page) and fresh.page["words"]
    assert mistakes(analyst.page) == mistakes(fresh.page)


@pytest.mark.parametrize("is_tried", [False, True])
def test_a_hint_in_a_turn_that_goes_on_is_of_its_rest(monkeypatch, is_tried):
    """What its first claim left was looked for by the whole turn: "D5 is taken by X"."""
    m = nbgames.match("copolymer", 7, swap=False)
    m = m.play("A4", "B3", "B4", "E6", "C5", "E3", "C3", "E5", "C1", "F3")
    begun = m.play("D5")
    adviser, _ = beside_each_other(monkeypatch, m if is_tried else begun)
    if is_tried:
        adviser.turn(f"{len(m.claims)} D5,")
    for _ in range(3):
        adviser.hint("")
        assert adviser.page["hint"] and not adviser.page["trouble"]
    found = adviser._found[key_of(begun)]["value"]
    assert found["left"] and all(begun.play(word) for word, _ in found["left"])


@pytest.mark.parametrize("game", first_of(SIZES))
def test_learn_judges_the_word_that_was_played_and_a_better_one_as_the_review_does(
    monkeypatch, game
):
    m = to_the_end(nbgames.match(*game), Random(3))
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    for number in analyst.page["slips"]:
        analyst.attempt(number, m.moves[number - 1])
        trial = analyst.told["trial"]
        had, left = (analyst._found["worths"][n] for n in (number - 1, number))
        assert trial["sign"] == "✗", trial["says"]
        # By how many cells a proven win wins may be known only now.
        assert {**trial["bar"], "says": ""} == {**left.bar, "says": ""} and had
        for word, _ in analyst._found["named"][str(number)][:1]:
            analyst.attempt(number, word)
            assert analyst.told["trial"]["sign"] == "✓"


def test_what_is_known_better_is_told_behind_what_the_review_says(monkeypatch):
    m = to_the_end(nbgames.match("projex", 5, swap=False), Random(3)).at(10)
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.show(analysis.review(m, games=64, nodes=0))
    before, n = analyst.page, 4
    analyst._known.learn(key_of(m.at(n)), worth_of(m.at(n), Value(0.02, 0.05, games=1 << 20)))
    analyst.attend()
    page = analyst.page
    assert verdict(page) == verdict(before)
    own, longer = before["says"][n], "A longer search: X's chance to win: 2% (0% to 7%), estimated."
    assert page["says"][n] == own.replace(analyst._found["worths"][n].says, longer) != own


def kept_matches():
    """The matches of tests/data/reviewed.txt, of which make test takes two that are quick."""
    for k, (m, _) in enumerate(make_verdicts.kept()):
        marks = [] if k in (21, 27) else pytest.mark.long
        yield pytest.param(m, id=f"{m.game.name}-{m.game.size}-{k}", marks=marks)


@pytest.mark.parametrize("m", list(kept_matches()))
def test_from_where_a_game_is_called_decided_all_is_proven_and_the_same(m):
    """And not from one move earlier."""
    review = analysis.review(m, games=64, nodes=300)
    found = analysts.found_in(review)
    page = analysts.paged(m.game.board, found, found["worths"])
    since, known = page["decided"], [*zip(page["curve"], page["errors"], strict=True)]
    if since is not None:
        end = review.curve[-1]
        assert set(known[since:]) == {(end, 0)}
        assert since == 0 or known[since - 1] != (end, 0)


@pytest.mark.parametrize("game", first_of(SIZES[::-1]))
def test_a_hint_says_what_the_bar_says(monkeypatch, game):
    m = to_the_end(nbgames.match(*game), Random(5)).at(3)
    adviser, analyst = beside_each_other(monkeypatch, m)
    adviser.hint("")
    adviser.hint("")
    analyst.begin()
    adviser.attend()
    hint = adviser.page["hint"]
    adviser.bar("on")
    adviser.attend()
    assert hint.endswith(adviser.page["bar"]["says"])
    assert analyst.page["says"][-1].endswith(adviser.page["bar"]["says"])


@pytest.mark.parametrize("words", ["E2 C7", "E2 C7 B4"])
def test_beside_a_bar_a_hint_names_the_move_and_no_second_number(monkeypatch, words):
    """One sentence was there twice; where O was to move the bar told X's chance, the hint O's."""
    m = nbgames.match("projex", 5, swap=False).play(*words.split())
    adviser, _ = beside_each_other(monkeypatch, m)
    adviser.hint("")
    adviser.hint("")
    name, stands = adviser.page["hint"].split(". ", 1)
    assert name in m.legal() and stands
    adviser.bar("on")
    assert adviser.page["hint"] == f"{name}." and adviser.page["bar"]["says"]


def resigned_at(monkeypatch, share):
    """What a page shows of a match of three words that X resigned, at this estimate."""
    estimate = Value(share, 0.2, None, "E5 F4", games=64)
    monkeypatch.setattr(weighing, "valued", lambda *_: estimated(estimate))
    m = nbgames.match("projex", 4, swap=False).play("C3", "D4", "resign")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    return analyst.page


def estimated(value):
    return value
    yield


def test_the_resignation_of_an_open_position_has_a_mark_and_proves_nothing(monkeypatch):
    page = resigned_at(monkeypatch, 0.45)
    assert page["slips"] == [3] and page["words"]["3"][0] == "?"
    assert page["words"]["3"][4] == "At move 3 X resigned. Play what is best instead."
    assert page["decided"] is None
    assert page["says"][3] == (
        "X's resignation ? lowers X's chance to win from 45% (25% to 65%), estimated, to 0%; "
        "E5 looks better. O wins by resignation."
    )


def test_a_resignation_that_may_cost_nothing_says_how_the_match_stood(monkeypatch):
    page = resigned_at(monkeypatch, 0.15)
    assert page["slips"] == [] and page["decided"] is None
    assert page["says"][3] == (
        "X resigned, although the game was not known to be lost. Not played to the end. "
        "X's chance to win: 15% (0% to 35%), estimated. O wins by resignation."
    )


def test_a_position_has_one_number_wherever_a_review_tells_of_it(monkeypatch):
    """F1 in place of C4 was told to lower 66% from a curve of 79%, and C4 to leave as much."""
    m = to_the_end(nbgames.match("projex", 4, swap=False), Random(3)).at(10)
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.show(analysis.review(m, games=64, nodes=0))
    page, review = analyst.page, analysis.review(m, games=64, nodes=0)
    estimated = [r for r in review.remarks if r.mark and r.error and not r.proven[0]]
    assert len(estimated) > 1
    for r in estimated:
        share, *_ = value = review.values[r.move - 1]
        before = page["curve"][r.move - 1]
        assert (1 + r.before) / 2 == value.seen_by(r.who) and before == round(share, 3)
        analyst.attempt(r.move, r.better)
        tried = key_of(m.at(r.move - 1).play(r.better))
        assert analyst._known.best(tried).share == share
        players = m.game.players[:: 1 if r.who == nbgames.FIRST else -1]
        why = wording.right_since(*players, value.seen_by(r.who), value.error, 0)
        assert why in analyst.told["trial"]["says"]


def test_what_a_trial_says_a_bar_says_where_the_word_is_played(monkeypatch):
    m = nbgames.match("projex", 5, swap=False).play("A5", "E4", "A6", "E5")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    analyst.attempt(3, "C3")
    says = analyst.told["trial"]["says"]
    left = analyst._known.best(key_of(m.at(2).play("C3")))
    assert left.error and f"{left.share:.0%}" in says


@pytest.mark.parametrize("words", ["", "A5 E4 A6 E5"])
def test_a_hint_is_of_a_search_as_long_as_that_of_a_review(words):
    """A review of a short match searches four times as long: it put ?? to what a hint had named."""
    m = nbgames.match("projex", 5).play(*words.split())
    told = next(one for one in advised(m, nodes=0) if one and one.firm)
    assert told.value.games == estimates.thorough(m.game, max(1, len(m.moves))) > 64


def test_a_layer_in_place_of_a_hint_leaves_the_bar_as_it_is(monkeypatch):
    """A hint has the search stop; a layer had it go on, and the bar went from 28% to 15%."""
    m = nbgames.match("projex", 5, swap=False).play("A5", "E4", "A6", "E5")
    adviser, _ = beside_each_other(monkeypatch, m)
    adviser._worker = Firm(advice)
    adviser.bar("on")
    adviser.hint("")
    bar = adviser.page["bar"]
    assert adviser.page["hint"] != "Looking …" and not bar["says"].startswith("So far")
    adviser._worker = Now(advice)
    adviser.layer("threats")
    assert adviser.page["bar"] == bar


def test_a_bar_says_that_a_longer_search_is_under_way(monkeypatch):
    m = nbgames.match("projex", 5, swap=False).play("A5", "E4", "A6", "E5")
    adviser, _ = beside_each_other(monkeypatch, m)
    adviser._worker = Firm(advice)
    adviser.bar("on")
    says = adviser.page["bar"]["says"]
    assert says.startswith("So far: ")
    adviser._worker = Now(advice)
    adviser.layer("threats")
    assert not adviser.page["bar"]["says"].startswith("So far")


def test_a_longer_search_replaces_a_shorter_one_and_no_proof():
    """The stated error of 2,048 games may be smaller by chance than that of 8,192."""
    short, long = Worth(0.6, 0.18, None, "", "", 2048), Worth(0.4, 0.19, None, "", "", 8192)
    proven = Worth(1.0, 0.0, 1, "", "")
    for order in permutations((short, long, proven)):
        known = Known()
        for n, worth in enumerate(order, 1):
            known.learn(("a",), worth)
            assert known.best(("a",)) == max(order[:n], key=(short, long, proven).index)


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


AFTER_B3 = nbgames.match("projex", 4).play("B3")  # where O may swap


ENDED = {"resigned": AFTER_B3.play("resign"), "agreed": AFTER_B3.end("agreed", nbgames.FIRST)}


@pytest.mark.parametrize("m", ENDED.values(), ids=ENDED)
def test_after_the_end_nobody_may_swap(m):
    """The result was counted as if it could be swapped; a bar and a trial played that swap."""
    assert list(advice(m, ("value",)))
    ((key, worth),) = board_worths(m, Value(1.0))
    assert (key, worth.chosen) == (key_of(m), 1)


def test_a_resignation_where_one_may_swap_is_told_by_what_it_gave_up():
    """A review saw no fall in it."""
    found = analysts.found_in(analysis.review(AFTER_B3.play("resign"), games=64, nodes=0))
    told = analysts.paged(AFTER_B3.game.board, found, found["worths"])["says"][2]
    fell = r"O's resignation \?[?!] lowers O's chance to win from \d+% .* to 0%; the swap looks"
    assert re.match(fell, told)


@pytest.mark.long
def test_a_trial_is_judged_by_the_review_alone(monkeypatch):
    """So that a word is right or wrong whatever help has found, and whatever was tried before."""
    m = nbgames.match("projex", 5, swap=False).play("E5", "D5", "F4")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    analyst.attempt(3, "D2")
    first = analyst.told["trial"]
    for n in (2, 3):
        analyst._known.learn(key_of(m.at(n)), Worth(1.0, 0.0, 1, "", ""))
    analyst.attempt(3, "D3")
    analyst.attempt(3, "D2")
    assert analyst.told["trial"] == first


def test_a_trial_tells_the_position_after_it_with_the_cells_that_it_completes(monkeypatch):
    m = nbgames.match("conhex", 4, swap=False)
    m = m.play("G8", "J9", "C2", "B7", "G12", "E12", "E10", "H7", "K12", "D9")
    found = retried(m.at(9).play("B3"), nodes=0, known={9: Value(0.4, 0.1), 10: Value(0.4, 0.1)})
    owners = analysts.tried(m.at(9).play("B3"), found)["owners"]
    assert sum(a != b for a, b in zip(owners, m.at(9).position.owners, strict=True)) == 2


@pytest.mark.long
def test_a_trial_tells_what_it_has_proven_and_the_review_stays(monkeypatch):
    """C2 gives a win away, as the solver says, which this review was not to ask."""
    moves = ["C4", "C5", "F3", "C3", "D2", "F2", "D1", "E4", "B6"]
    before = nbgames.match("projex", 4, swap=False).play(*moves).position
    m = nbgames.match("projex", 4, start=before, swap=False).play("E5", "C2")
    n, best = 2, "E3"
    assert analysis.solve(m).value == -analysis.solve(m.at(n - 1).play(best)).value == 1
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.show(analysis.review(m, games=64, nodes=0))
    page = analyst.page
    assert page["errors"][n - 1] > 0 and page["slips"] == []
    analyst.attempt(n, best)
    assert analyst.told["trial"]["says"].startswith("Since the review: X can win: proven. ")
    assert verdict(analyst.page) == verdict(page)
    assert analyst.page["says"][n - 1].endswith("A longer search: X can win: proven.")


@pytest.mark.long
def test_the_move_that_a_hint_names_is_worth_what_the_hint_says(monkeypatch):
    """Hint said 61%, and the bar after that very move 56%."""
    m = nbgames.match("projex", 4, swap=False).play("C3", "D4")
    adviser, _ = beside_each_other(monkeypatch, m)
    adviser.hint("")
    adviser.hint("")
    word, _, chance = adviser.page["hint"].partition(". ")
    assert adviser._known.best(key_of(m.play(word))).says == chance


@pytest.mark.long
@pytest.mark.parametrize("hints", first_of([2, 1]))
def test_a_review_says_that_a_hint_had_named_the_move_that_it_marks(monkeypatch, hints):
    """Nothing told that the two had looked at the same move."""
    m = nbgames.match("projex", 4, swap=False).play("C3", "D4")
    adviser, _ = beside_each_other(monkeypatch, m)
    for _ in range(hints):
        adviser.hint("")
    word = advisers.valued(m, next(one for one in advised(m) if one and one.firm))["word"]
    analyst = Analyst(Table(m.play(word)), adviser._known, lambda: None)
    analyst.begin()
    assert analysts.HINTED not in analyst.page["says"][3]  # as long as it has no mark
    found = {"told": [*analyst._found["told"][:3], [f"X's {word} ??.", word, ""]]}
    analyst._found |= found | {"words": {"3": ["??"]}, "chains": {}}
    says = analyst.page["says"]
    assert says[3].endswith(analysts.HINTED) == (hints == 2)
    assert not any(analysts.HINTED in said for said in says[:3])


@pytest.mark.long
def test_a_bar_counts_a_swap_that_may_be_chosen(monkeypatch):
    """X was told to win 61% of games by a first move that O took over."""
    adviser, analyst = beside_each_other(monkeypatch, nbgames.match("projex", 4).play("C4", "E1"))
    adviser.bar("on")
    adviser.turn("1")
    analyst.begin()
    bar = adviser.page["bar"]
    assert re.search(
        r"^Player 1 \(X\)'s chance.* if O swaps, else [56]\d%, estimated\.$", bar["says"]
    )
    assert analyst.page["curve"][1] < 0.5 and bar["share"] < 0.5
    assert analyst.page["says"][1].endswith(bar["says"])


def test_after_a_swap_a_review_tells_who_has_which_stones(monkeypatch):
    m = nbgames.match("antipalos", 3).play("a1-b2", "swap", "resign")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    said = analyst.page["says"][2]
    assert said.startswith("The swap") and "H is now the player who did not swap." in said


def test_a_swap_missed_leaves_the_number_of_the_position_as_it_is(monkeypatch):
    """The share with the swap was written over that without, as other words were as good."""
    shares = {0: 0.5, 1: 0.6, 2: 0.9}

    def valued(m, asked, query):
        order = "B3 C3" if query.number == 1 else ""
        share = 0.42 if query.instead else shares[query.number]
        return Value(share, 0.19, None, "", order, 64)
        yield

    monkeypatch.setattr(weighing, "valued", valued)
    found = analysis.review(nbgames.match("projex", 4).play("C4", "E1"), games=64, nodes=0)
    missed = found.remarks[1]
    assert (missed.better, missed.mark) == ("swap", "??") and missed.also
    assert found.values[1].share == 0.6
    assert found.curve[1] == pytest.approx(0.4)


@pytest.mark.long
@pytest.mark.parametrize("at", first_of([1, 2]))
def test_a_board_has_one_value_before_and_after_a_swap(monkeypatch, at):
    """The bar before the swap told 57% of the first move, and the review after it 43%."""
    m = nbgames.match("projex", 4).play("C4", "swap", "E1")
    adviser, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    curve = analyst.page["curve"]
    assert curve[1] == pytest.approx(curve[2])
    adviser.bar("on")
    adviser.turn(str(at))
    before, after = (analyst._known.best(key_of(m.at(n))) for n in (1, 2))
    assert before.share == pytest.approx(after.share) and before.games > 256


def judged_by(monkeypatch, beaten=0.65):
    """A review of a match in which X's third move is named worse than E5, and F4 is tried."""
    shares = {"D4": 0.6, "B3": 0.2, "E5": beaten, "F4": 0.67}

    def valued(m, asked, query):
        word = query.instead or m.moves[query.number - 1] if query.number else "D4"
        share = shares.get(word, 0.6)
        yield
        return Value(share, 0.05, None, "", "E5" if query.number == 2 else "", asked.games)

    monkeypatch.setattr(weighing, "valued", valued)
    m = nbgames.match("projex", 4, swap=False).play("C3", "D4", "B3")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    return analyst


def test_a_word_that_leaves_more_than_the_named_one_is_right_and_told_beside_it(monkeypatch):
    analyst = judged_by(monkeypatch, 0.6)
    page = analyst.page
    assert "E5 looks better" in page["says"][3]
    analyst.attempt(3, "F4")
    trial = analyst.told["trial"]
    assert trial["right"] and "F4 is right: with it X's chance to win is 67%" in trial["says"]
    assert "After E5, which the review names, X's chance to win is 60%." in trial["says"]
    assert analyst.page == page


@pytest.mark.parametrize(("share", "right"), [(0.25, True), (0.75, False)])
def test_what_a_swap_left_is_its_player_s_who_has_the_other_stones(monkeypatch, share, right):
    """E5 leaves O 60%. A swap that was played left whoever swapped, X from then on, so much."""

    def valued(m, asked, query):
        yield
        return Value(0.4, 0.05, None, "", "", asked.games)

    monkeypatch.setattr(weighing, "valued", valued)
    m = nbgames.match("projex", 4).play("C3", "E5")
    found = retried(m, ("swap", Value(share, 0.05, None, "", "", 100)), nodes=0)
    assert found.right is right
    assert ("as played, X's chance to win is 25%." in found.says) is right
    assert ("is no better than the swap" in found.says) is not right


@pytest.mark.long
def test_beside_a_word_that_leaves_more_than_a_swap_the_swap_is_told(monkeypatch):
    """The swap was no rival of it."""

    def valued(m, asked, query):
        shares = {"C4": 0.6, "E1": 0.9, "F4": 0.2}
        word = query.instead or m.moves[query.number - 1] if query.number else ""
        yield
        return Value(shares.get(word, 0.58), 0.05, None, "", "", asked.games)

    monkeypatch.setattr(weighing, "valued", valued)
    m = nbgames.match("projex", 4).play("C4", "E1")
    _, analyst = beside_each_other(monkeypatch, m)
    analyst.begin()
    assert "; the swap looks better" in analyst.page["says"][2]
    analyst.attempt(2, "F4")
    told = "After the swap, which the review names, X's chance to win is 60%."
    assert told in analyst.told["trial"]["says"]


def test_so_far_ends_with_the_search(monkeypatch):
    """Nothing told the page that the search had ended: "So far:" stayed."""
    m = nbgames.match("projex", 5, swap=False).play("A5", "E4", "A6", "E5")
    monkeypatch.setattr(advisers, "Worker", Firm)
    pages = []
    adviser = Adviser(Table(m), Known(), lambda: pages.append(adviser.page))
    adviser.bar("on")
    assert pages[-1]["bar"]["says"].startswith("So far: ")
    adviser._hear(key_of(m), (ENDS, None))
    assert len(pages) > 1 and not pages[-1]["bar"]["says"].startswith("So far")


def test_so_far_ends_where_the_search_fails(monkeypatch):
    m = nbgames.match("projex", 5, swap=False).play("A5", "E4", "A6", "E5")
    adviser, _ = beside_each_other(monkeypatch, m)
    adviser._worker = Firm(advice)
    adviser.bar("on")
    adviser._hear(key_of(m), (FAILS, "it ended"))
    page = adviser.page
    assert page["trouble"] and not page["bar"]["says"].startswith("So far")


@pytest.mark.parametrize(("size", "count"), first_rows([(4, 8), (5, 12)]))
def test_a_review_is_done_when_it_is_there(size, count):
    """While it was proven what it names, it was told as done, and marks changed after that."""
    m = random_match("projex", size, count, seed=1)
    *news, (kind, end) = analysts.reviews(m)
    assert kind == ENDS and end == (1.0, {}, False)
    assert [bool(page) for _, (share, page, _) in news if share == 1] == [True]


def test_a_review_tells_while_code_is_being_compiled(monkeypatch):
    """The first one on a computer stood at 14% for some ten seconds, and nothing said why."""
    m, is_made = random_match("projex", 4, 6, seed=1), Event()
    monkeypatch.setattr(compiling, "can_compile", lambda: True)
    monkeypatch.setattr(compiling, "_threads", {})
    compiling.ready("a search", is_made.wait)
    news = analysts.reviews(m)
    analyst = Analyst(Table(m), Known(), lambda: None)
    analyst._worker = Firm(lambda m: iter(()))
    analyst.begin()
    analyst._hear(next(news))
    assert analyst.told["compiles"]
    is_made.set()
    compiling.wait()
    analyst._hear(next(one for one in news if one[1][1]))
    assert not analyst.told["compiles"]


@pytest.mark.long
def test_the_worst_move_of_a_page_is_first_where_somebody_resigned():
    """A resignation is marked by what it gave up beyond the error, and was placed by all of it."""
    m = random_match("projex", 5, 6, seed=1).play("resign")
    review = analysis.review(m)
    *rest, last = review.remarks
    worst = replace(rest[2], loss=0.31, cost=0.31, error=0.05, exact=False, before=0.2, after=-0.42)
    given_up = replace(last, loss=0.4, cost=0.4, error=0.2, exact=False, before=-0.2, after=-1.0)
    rest[2] = worst
    found = analysts.found_in(replace(review, remarks=(*rest, given_up)))
    assert [found["words"][str(n)][0] for n in found["slips"][:2]] == ["??", "?"]
    assert found["slips"][:2] == [3, len(m.moves)]
    assert replace(review, remarks=(*rest, given_up)).worst[0] == worst
