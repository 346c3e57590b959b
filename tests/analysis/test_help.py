"""Help while one plays: what is said of a position, layers, and what a page is told."""

import os
import re
import time
from random import Random

import pytest
from browser.games import to_the_end
from foreign import LOT, SIX, THIRD, listed  # noqa: F401  a fixture
from positions import random_match
from thinned import each_once, first_of, first_rows
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames import FIRST, SECOND, analysis
from nbgames.analysis import advising, wording
from nbgames.analysis.advising import Advice, advised, reason
from nbgames.analysis.connectivity import way_through
from nbgames.analysis.layers import GAMES, layers
from nbgames.analysis.mcts import estimates
from nbgames.analysis.mcts.search import Search
from nbgames.analysis.values import Value, bare, by_proof, by_search_with_near_best, said
from nbgames.play.table import Table
from nbgames.widgets import adviser as advisers
from nbgames.widgets.adviser import KEPT, LOOKING, VALUE, Adviser, advice
from nbgames.widgets.desk import Desk
from nbgames.widgets.known import Known
from nbgames.widgets.worker import ENDS, FAILS, GOES_ON

SMALL = [("projex", 3), ("conhex", 2), ("copolymer", 3), ("antipalos", 3)]
SIZES = [("projex", 6), ("conhex", 4), ("copolymer", 7), ("antipalos", 6)]

pytestmark = pytest.mark.usefixtures("interpreted")


def last(m):
    return [one for one in advised(m) if one][-1]


# What is said of a position


@pytest.mark.parametrize(("name", "size"), first_rows(SMALL, 2))
@pytest.mark.parametrize("seed", first_of(range(3)))
def test_what_is_proven_is_what_the_solver_says(name, size, seed):
    whole = to_the_end(nbgames.match(name, size, swap=False), Random(seed))
    for back in range(1, min(8, len(whole.claims))):
        m = whole.back(back)
        solved, found = analysis.solve(m), [one for one in advised(m) if one]
        wins = (solved.value > 0) - (solved.value < 0)
        for one in found:
            if one.value.error == 0:
                assert one.value.result_for(m.to_move) == wins
        assert found[-1].value.error == 0


@pytest.mark.parametrize(("name", "size"), [("projex", 4), ("conhex", 3), ("antipalos", 3)])
def test_no_hint_names_a_proven_loss_while_another_move_is_open(monkeypatch, name, size):
    """A hint named a move that the review of the same game proved to lose."""
    monkeypatch.setattr(estimates, "GAMES", {False: 8, True: 8})
    monkeypatch.setattr(estimates, "BY_CURRENTS", 8)
    count = 0
    for seed in range(8):
        m = random_match(name, size, 99, seed=seed)
        for n in range(len(m.moves) // 2, len(m.moves)):
            before = m.at(n)
            lost = {word for word in before.legal() if wins_next(before.play(word))}
            told = next(one for one in advised(before, nodes=0) if one and one.firm)
            count += 0 < len(lost) < len(before.legal())
            if lost == {*before.legal()}:
                assert told.value.result_for(before.position.to_move) == -1
            else:
                assert told.words[0] not in lost
    assert count > 8


@pytest.mark.parametrize("share", [1.0, 0.0])
def test_what_is_proven_without_a_word_stays_proven(share):
    """An estimate took its place, and the bar asked for more again and again."""
    m = random_match("projex", 4, 99, seed=1).at(4)
    proven = Value(share, 0.0, 1 if share else -1)
    firm = [one for one in advised(m, proven, nodes=0) if one and one.firm]
    assert {(one.value.share, one.value.error) for one in firm} == {(share, 0.0)}
    assert all(one.words for one in firm)


def wins_next(m):
    """Can the player to move win at once?"""
    return not m.outcome and bool(analysis.threats(m, m.position.to_move))


def test_where_every_move_loses_the_hint_says_so():
    m = nbgames.match("projex", 3, swap=False).play("D3", "B4", "C3", "C4", "B3", "A3", "D2")
    assert all(analysis.solve(m.play(word)).value == 1 for word in m.legal())
    told = advisers.valued(m, last(m))
    assert told["hints"][1]["says"] == f"{told['word']}, but every move loses."


@pytest.mark.parametrize(("game", "at"), each_once(SIZES, [5, 0, 1, -2]))
def test_the_best_words_can_be_played_and_have_a_reason(game, at):
    whole = to_the_end(nbgames.match(*game), Random(5))
    m = whole.at(at) if at >= 0 else whole.back(-at)
    found = last(m)
    assert 1 <= len(found.words) <= 3
    for word in found.words:
        assert m.play(*word.split(","))
    why = reason(m, found)
    assert why.says.endswith(".")
    assert len(why.says) < 190  # four lines on a phone
    drawn = any("chain" in mark.label and (mark.path or mark.notes) for mark in why.marks)
    assert (re.search("shortest way|wins at once", why.says) is not None) == drawn
    told = advisers.valued(m, found)["hints"][-1]
    numbers = [n for _, n in told["over"].get("heat", {}).values() if n]
    mover = m.game.players[m.position.to_move - 1]
    assert all(n[0] == mover[0] for n in numbers if n[1:] == "1")
    turns, players = {n[1:] for n in numbers}, {n[0] for n in numbers}
    assert len(players) == min(2, len(turns))
    assert ("Numbers: " in told["says"]) == (len(turns) > 1)
    after = {site for site, (_, n) in told["over"].get("heat", {}).items() if n and n[1:] != "1"}
    assert all(m.game.board.names[int(site)] in told["says"] for site in after)  # all are told


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_the_third_hint_repeats_nothing_of_the_second_and_adds_something(name, size):
    """What it says besides that it is no proof: a threat, a race, a way, what is expected."""
    more = "would win|needs|shortest way|takes|may go on"
    for seed in range(4):
        m = to_the_end(nbgames.match(name, size, swap=False), Random(seed)).at(6 + seed)
        word = m.legal()[seed]
        value = Value(0.55, 0.2, line=f"{word} {m.play(word).legal()[0]}")
        _, second, third = advisers.valued(m, Advice(value, (word,), firm=True))["hints"]
        assert "%" in second["stands"] and "%" not in third["says"]
        assert re.search(more, third["says"])


def test_where_nothing_else_speaks_for_a_move_the_next_ones_are_told():
    m = random_match(nbgames.game("projex", 5), None, 11, seed=4)
    words = "C7", "D5", "E4"
    _, second, third = advisers.valued(m, Advice(Value(0.55, 0.2, line="C7"), words, True))["hints"]
    assert second["says"] == "C7."
    assert third["says"] == ("C7 looks best, but that is not proven. Next best: D5 and E4.")


@pytest.mark.long
def test_a_way_is_drawn_only_where_it_goes_through_the_move():
    """Of ConHex: what is drawn are cells, which have the hole on their border."""
    ways = {True: 0, False: 0}
    for seed in range(8):
        m = to_the_end(nbgames.match("conhex", 4, swap=False), Random(seed)).at(2 + seed)
        for word in m.legal()[::4]:
            advice = Advice(Value(0.55, 0.2, line=word), (word,), firm=True)
            found = reason(m, advice)
            paths = [mark.path for mark in found.marks if mark.path]
            assert bool(paths) == ("shortest way" in found.says)
            ways[bool(paths)] += 1
            board = m.game.board
            around = {board.names[cell] for cell in board.parts[board.site(word)]}
            assert all(around & set(path) for path in paths)
    assert min(ways.values()) > 5


def test_the_third_hint_shades_nothing_but_the_way_that_it_tells_of():
    """Of Antipalos, whose sites are lines: where both may go on is written without a shade."""
    m = nbgames.match("antipalos", 6).play("b6-c7", "a5-b4")
    line = "b6-c5 c4-d5 b4-c5 b4-c3 c3-d4"
    advice = Advice(Value(0.55, 0.2, line=line), ("b6-c5",), firm=True)
    told = advisers.valued(m, advice)["hints"][-1]
    assert "Shaded: V's shortest way to a win if left alone." in told["says"]
    names = m.game.board.names
    heat = {names[int(site)]: shade for site, shade in told["over"]["heat"].items()}
    way = way_through(m, m.play("b6-c5"), FIRST)
    assert {name for name, (strength, _) in heat.items() if strength} == {*way}
    assert {name: text for name, (strength, text) in heat.items() if not strength} == {
        "c4-d5": "H2"
    }


def test_the_third_hint_says_what_the_search_expects():
    m = nbgames.match("projex", 5, swap=False).play("E2", "C7", "B4")
    value = Value(0.4, 0.1, line="F4 D5 swap E6")
    says = reason(m, Advice(value, ("F4",), firm=True)).says
    assert says.startswith("F4 looks best, but that is not proven. ")
    assert says.endswith(
        "Line: O's shortest way to a win if left alone. Numbers: how it may go on, X D5."
    )
    longer = reason(m, Advice(value._replace(line="F4 D5 E6 A5"), ("F4",), firm=True)).says
    assert longer.endswith("Numbers: how it may go on, X D5, then O E6.")


def test_of_a_proven_win_the_reply_is_told_that_the_search_expects():
    """A proof names the move alone; where the search began with it, it tells what may follow."""
    m = nbgames.match("projex", 5, swap=False).play("E2", "C7", "B4")
    value = Value(0.0, 0.0, -1, "F4")
    proven = Advice(value, ("F4",), firm=True, then=("D5", "swap"))
    assert proven.line == ("F4", "D5")
    found = reason(m, proven)
    assert found.says.startswith("F4 wins, whatever X does: proven. ")
    assert found.says.endswith("Numbers: how it may go on, X D5.")
    assert {note for mark in found.marks for note in mark.notes.values()} == {"O1", "X2"}
    alone = reason(m, proven._replace(then=()))
    assert "Expected" not in alone.says


@pytest.mark.parametrize(
    ("name", "size", "seed", "at"),
    [("projex", 6, 6, 64), ("conhex", 4, 1, 33), ("copolymer", 7, 0, 25), ("antipalos", 6, 0, 13)],
)
def test_of_a_proven_win_it_is_told_how_it_is_won(name, size, seed, at):
    """Each word of the winner is proven, and an end that is said to come does."""
    m = to_the_end(nbgames.match(name, size, swap=False), Random(seed)).at(at)
    found, who = last(m), m.position.to_move
    assert found.value.result_for(who) == 1 and len(found.won) in (3, 5)
    why = reason(m, found)
    then, told = m, []
    for word in found.won:
        if then.position.to_move != who:
            lost = estimates.finished(by_proof(then, 1_000_000))
            assert lost is None or lost.result_for(who) == 1
        told.append(f"{m.game.players[then.position.to_move - 1]} {word}")
        then = then.play(*word.split(","))
    assert f"Numbers: for example {', '.join(told[1:])}" in why.says
    assert why.says.endswith(" wins.") == (then.outcome is not None)
    assert len(why.says) < 190
    noted = {site for mark in why.marks for site, note in mark.notes.items() if note}
    assert noted == {site for word in found.won for site in word.split(",")}


def test_of_a_proven_win_the_threats_are_told_that_cannot_be_stopped():
    m = nbgames.match("conhex", 2).play("C2", "E1")
    value = Value(1.0, 0.0, 1, "B3")
    won = Advice(value, ("B3",), firm=True, won=("B3", "C4", "A5"))
    assert reason(m, won).says == (
        "B3 wins, whatever Horz does: proven. Vert wins next at C4 or A5: Horz cannot stop that. "
        "Numbers: for example Horz C4, Vert A5 wins."
    )


def test_what_follows_a_proven_move_is_that_of_the_search_if_it_begins_so():
    m = to_the_end(nbgames.match("projex", 4, swap=False), Random(1))
    found = [last(m.back(back)) for back in range(3, 10)]
    assert all(one.value.error == 0 for one in found)
    assert any(one.line[1:] and not one.value.words[1:] for one in found)
    for one in found:
        assert one.line[:1] == one.value.words[:1]


@pytest.mark.parametrize(
    ("line", "error", "told"),
    [
        (
            "B4 swap",
            0.02,
            "O is likely to swap: whoever opened then has a chance of 46%, otherwise 54%.",
        ),
        (
            "A5 E4",
            0.02,
            "O is likely not to swap: whoever opened then has a chance of 46%, otherwise 54%.",
        ),
        ("A5 E4", 0.1, "O may swap or not: neither is clearly better."),
        ("A5 E4", 0.5, "A5 looks best, but little is known yet. Line:"),
    ],
)
def test_the_hint_of_an_opening_says_whether_it_may_be_taken_over(line, error, told):
    m = nbgames.match("projex", 5)
    word = line.split()[0]
    assert told in reason(m, Advice(Value(0.46, error, line=line), (word,), firm=True)).says
    alone = nbgames.match("projex", 5, swap=False)
    assert "swap" not in reason(alone, Advice(Value(0.46, error, line=word), (word,))).says


@pytest.mark.parametrize(
    ("name", "size", "seed", "far"),
    [("projex", 5, 2, "G6"), ("conhex", 4, 1, "C12"), ("copolymer", 5, 1, "A3")],
)
def test_what_is_called_next_best_is_nearly_as_good_as_the_best(monkeypatch, name, size, seed, far):
    """It was what was searched most: also claims of a much smaller chance."""
    monkeypatch.setattr(estimates, "GAMES", {False: 400, True: 400})
    m = random_match(name, size, 6 + seed, seed=seed)
    names, position = m.game.board.names, bare(m)
    found = estimates.finished(estimates.estimated(m.game, position, 400, 1))
    assert far == names[found.order[1]]
    search = Search(m.game, position, 1, room=400)
    search.grow(400)
    values = {one.site: one.value for one in search.choices()}
    best = values[found.order[0]]
    assert values[found.order[1]] < best - estimates.NEAR
    assert all(values[site] > best - estimates.NEAR for site in found.near)
    value, near = estimates.finished(by_search_with_near_best(m, 400, 1))
    assert near == tuple(names[site] for site in found.near) and far not in near
    assert far in value.order.split()


@pytest.mark.parametrize(
    ("name", "size", "back", "count"),
    first_rows(
        [("projex", 5, 9, 3), ("conhex", 2, 1, 2), ("antipalos", 3, 3, 3), ("copolymer", 3, 3, 3)]
    ),
)
def test_the_first_hint_shades_three_places_unless_fewer_can_be_claimed(name, size, back, count):
    """Of a proven win it shaded the move alone, which told it."""
    m = to_the_end(nbgames.match(name, size, swap=False), Random(2)).back(back)
    firm = next(one for one in advised(m) if one and one.firm)
    where, move, _ = advisers.valued(m, firm)["hints"]
    assert len(where["over"]["heat"]) == count == min(3, len(m.legal()))
    assert {*move["over"]["heat"]} & {*where["over"]["heat"]}


@pytest.mark.parametrize(("share", "count"), [(1.0, 1), (0.5, 1), (0.0, 3)])
def test_where_a_win_or_a_draw_is_proven_only_what_keeps_it_is_named(monkeypatch, share, count):
    m = nbgames.match("projex", 5, swap=False).play("E2", "C7")

    def found(at, *what):
        words = ("F4", "D5", "C6") if at == m else (at.legal()[0],)
        return Value(0.4, 0.2, line=" ".join(words[:2]), games=64), words
        yield

    monkeypatch.setattr(advising, "by_search_with_near_best", found)
    *_, told = advised(m, Value(share, 0.0, None, "F4"), nodes=0)
    assert told.words == ("F4", "D5", "C6")[:count]


def test_of_a_win_at_once_the_chain_is_shown():
    m = nbgames.match("conhex", 2).play("C2", "E1", "B3", "E5")
    found = last(m)
    why = reason(m, found)
    assert why.says == f"{found.words[0]} wins at once."
    assert why.marks[0].path == m.play(found.words[0]).outcome.chain


def test_a_threat_that_is_parried_is_named():
    m = nbgames.match("conhex", 2).play("C2", "E1", "B3")
    assert analysis.threats(m, FIRST) == ("C4", "A5")
    says = reason(m, last(m)).says
    assert "Nothing stops Vert, who wins at C4 and A5." in says
    m = nbgames.match("conhex", 2, swap=False).play("C4", "A5", "A1", "B3", "E5", "D3")
    assert analysis.must_play(m) == ("C2",)
    says = reason(m, last(m)).says
    assert " Only it stops Horz, who would win there." in says
    assert says.startswith("C2 ") and says.count("C2") == 1


@pytest.mark.parametrize(
    ("threat", "ways", "is_named", "told"),
    [
        ("C2", 1, True, "Only it stops X, who would win there."),
        ("C2", 2, False, "C2 stops X, who would win there."),
        ("D3", 1, False, "Only C2 stops X, who would win at D3."),
        ("D3", 2, True, "It stops X, who would win at D3."),
    ],
)
def test_a_parry_names_its_word_once(threat, ways, is_named, told):
    """The word is named here where a loss is told before it, which names none."""
    assert wording.parries("C2", "X", threat, ways, is_named) == told


def test_a_parry_is_reason_enough_so_that_four_lines_hold_it():
    """With the race and the way it were five on a phone."""
    m = nbgames.match("antipalos", 8, swap=False).play(
        *("a1-b2", "g8-h9", "b2-c3", "h2-i3", "c3-d4", "h3-i4", "d4-e5", "h4-i5"),
        *("e5-f6", "h5-i6", "f6-g7", "h6-i7", "g7-h8"),
    )
    assert analysis.threats(m, FIRST) == ("h8-i9",)
    word = analysis.must_play(m)[0]
    advice = Advice(Value(0.5, 0.49, line=f"{word} a2-b3 a3-b4"), (word,), firm=True)
    says = reason(m, advice).says
    assert "It stops V, who would win there. Numbers: how it may go on" in says
    assert says.count(word) == 1
    assert "way to a win" not in says and len(says) < 190


def test_a_swap_is_advised_where_the_opening_is_worth_having():
    m = nbgames.match("antipalos", 4).play("b2-c3")
    found = last(m)
    assert ("swap" in found.words) == (found.value.seen_by(SECOND) < 0.5)


def test_who_has_won_is_said_when_the_match_is_over():
    m = nbgames.match("projex", 6).play("F6", "resign")
    assert said(m, last(m).value) == "X wins by resignation."
    assert last(m).words == ()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Value(0.5, 0.0, 0), "With best play a draw: proven."),
        (Value(0.0, 0.0, -1), "O can win: proven."),
        (Value(0.25, 0.123), "X's chance to win: 25% (13% to 37%), estimated."),
        (Value(0.1, 0.14), "X's chance to win: 10% (0% to 24%), estimated."),
        (Value(0.49, 0.51), "It is not known yet who stands better."),
    ],
)
def test_what_is_known_is_told_from_what_is_estimated(value, words):
    assert said(nbgames.match("projex", 3), value) == words


def test_where_draws_count_a_half_it_is_said():
    words = "V's chance to win, a draw counted half: 62% (52% to 72%), estimated."
    assert said(nbgames.match("antipalos", 3), Value(0.62, 0.1)) == words


def test_cells_are_counted_where_they_decide():
    m = nbgames.match("copolymer", 3)
    assert said(m, Value(1.0, 0.0, 3)) == "X can win by 3 cells: proven."
    assert said(m, Value(1.0, 0.0, None)) == "X can win: proven."


# Layers


@pytest.mark.parametrize(("game", "at"), each_once(SIZES, [0, 1, 7, -1, None]))
def test_each_layer_of_a_game_says_something_of_each_position(game, at):
    whole = to_the_end(nbgames.match(*game), Random(2))
    m = whole.at(len(whole.moves) if at is None else at % len(whole.moves))
    owners, board = m.position.owners, m.game.board
    for layer in layers(m.game).values():
        says, marks = layer(m)
        assert says.endswith(".")
        for mark in marks:
            for value in mark.values.values():
                assert value == int(value) < 101
            if mark.values:
                assert all(owners[board.site(name)] == 0 for name in mark.values)


def critical(m):
    """What is said of what is critical, and the number of each site."""
    says, marks = layers(m.game)["critical"](m)
    return says, {name: n for mark in marks for name, n in mark.values.items()}


@pytest.mark.parametrize("game", first_of([("projex", 6), ("conhex", 5), ("copolymer", 9)]))
def test_what_chance_alone_may_give_is_not_shaded_as_critical(game):
    """Numbers of 3 were shown, right to within 3."""
    m = nbgames.match(*game)
    says, shaded = critical(m)
    found = analysis.playouts(m, GAMES)
    sure = {name for name, n in found.critical.items() if n > 4 * found.critical_stderr[name]}
    assert shaded
    assert shaded.keys() <= sure
    assert says == wording.critical(1)  # 2 * sqrt(1/4 / 16384) is 0.8 of 100, where both win alike
    assert min(shaded.values()) >= 2
    again = analysis.playouts(m, 8 * GAMES, seed=1).critical  # what is told holds in other games
    assert all(abs(100 * again[name] - n) <= 1.5 for name, n in shaded.items())


def test_nothing_is_critical_where_no_site_matters():
    """Of 101 sites, H6 had a number, by chance."""
    m = nbgames.match(LOT, 11)
    m = m.play(*m.legal()[:20])
    assert critical(m) == (wording.nothing_critical(), {})


def test_a_site_that_decides_everything_is_critical():
    """Whoever has it wins 100 of 100 games; by chance 50."""
    m = nbgames.match(THIRD, 5)
    assert critical(m) == (wording.critical(1), {"C1": 50})


@pytest.mark.parametrize(
    "m",
    [
        nbgames.match("projex", 6).play("D4", "E6"),
        nbgames.match("conhex", 4).play("C2"),
        nbgames.match("antipalos", 6),
    ],
    ids=lambda m: m.game.name,
)
def test_what_carries_less_of_a_current_than_most_is_not_shaded(m):
    """On Projex six weak corners left the shades of 67 other cells nearly equal."""
    says, (mark,) = layers(m.game)[f"currents {m.game.players[0]}"](m)
    found = {
        name: n for name, n in analysis.resistance(m, FIRST).values.items() if not m.owner(name)
    }
    assert "Places below the median are not shaded." in says
    assert len(mark.values) >= len(found) / 2
    least = min(mark.values, key=found.get)
    assert sum(n < found[least] for n in found.values()) < (len(found) + 1) / 2
    if m.moves:  # where no place is weaker all of them are shown
        assert len(mark.values) < len(found)


def test_threats_are_those_of_both_players():
    m = nbgames.match("conhex", 2).play("C2", "E1", "B3")
    _, (mark,) = layers(m.game)["threats"](m)
    assert {name for name in mark.notes if "V" in mark.notes[name]} == {*analysis.threats(m, FIRST)}
    assert {name for name in mark.notes if "H" in mark.notes[name]} == {
        *analysis.threats(m, SECOND)
    }


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("rules", SIX, ids=lambda rules: rules.name)
def test_a_game_of_ones_own_has_the_layers_that_it_can_have(rules):
    m = nbgames.match(rules, rules.sizes[0])
    m = m.play(m.legal()[0])
    for layer in layers(m.game).values():
        assert layer(m)[0]
    found = last(m)
    assert reason(m, found).says if found.words else found.value


# A board and its adviser


@pytest.fixture
def helped(monkeypatch):
    """helped(m) -> an adviser at a table with m, whose work is done at once and recorded."""
    made = []

    class Sync:
        def __init__(self, work, nice=0):
            self.work, self.asked, self.held = work, [], None

        def turn(self, hear, m, wanted, known):
            self.asked.append((len(m.claims), wanted))
            self.held = hear, m, wanted, known
            self.release()

        def release(self):
            if self.held and not holding:
                hear, m, *what = self.held
                self.held = None
                for news in self.work(m, *what):
                    hear(news)

        def pause(self):
            self.held = None

        leave = pause

    holding = []
    monkeypatch.setattr(advisers, "Worker", Sync)

    def make(m, hold=False):
        if hold:
            holding.append(True)
        table = Table(m)
        adviser = Adviser(table, Known(), lambda: adviser.attend())
        table.on_change(adviser.attend)
        made.append(adviser)
        return adviser, table, holding

    return make


M = nbgames.match("projex", 4, swap=False).play("D1", "F1", "C3")


def test_nothing_is_told_to_a_page_that_asks_for_no_help(helped):
    adviser, table, _ = helped(M)
    table.play("D4")
    assert adviser.page == {}
    assert adviser._worker.asked == []


def test_a_hint_tells_more_by_and_by_and_goes_away(helped):
    adviser, _, _ = helped(M)
    adviser.hint("")
    where = adviser.page
    assert where["hint"].startswith("Look at what is shaded")
    assert len(where["over"]["heat"]) == 3
    adviser.hint("")
    move = adviser.page
    (site,) = move["over"]["heat"]
    assert site in where["over"]["heat"]
    assert move["hint"].startswith(M.game.board.names[int(site)])
    adviser.hint("")
    assert adviser.page["over"]["path"]
    adviser.hint("")
    assert adviser.page == {}


class Stepping:
    """A worker whose news are heard one by one."""

    def __init__(self, work, nice=0):
        self.work, self.pause = work, lambda: setattr(self, "news", iter(()))
        self.pause()

    def turn(self, hear, *asked):
        self.hear, self.news = hear, self.work(*asked)

    def step(self):
        news = next(self.news, None)
        if news:
            self.hear(news)
        return news is not None


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "size", "words"),
    [("conhex", 4, "G7 G6"), ("antipalos", 6, "d4-e5 c3-d2 c3-d4 b3-c2")],
)
def test_the_move_of_a_hint_is_among_the_sites_that_the_first_one_shaded(
    monkeypatch, name, size, words
):
    """Though the second is asked for as soon as the first is there, while the search goes on."""
    monkeypatch.setattr(advisers, "Worker", Stepping)
    adviser = Adviser(Table(nbgames.match(name, size).play(*words.split())), Known(), lambda: None)
    heats = []
    for _ in range(2):
        adviser.hint("")
        while not adviser.page["over"]:
            assert adviser._worker.step()
        heats.append(adviser.page["over"]["heat"])
    where, (move,) = heats
    assert move in where and len(where) == 3


@pytest.mark.parametrize(
    ("more", "told"), first_rows([([], "Looking …"), (["", ""], "Still looking …")])
)
def test_a_hint_that_is_asked_for_again_while_it_looks_skips_nothing(monkeypatch, more, told):
    """Three presses in a row told the reason at once, a fourth put away what nobody had seen."""
    monkeypatch.setattr(advisers, "Worker", Stepping)
    adviser = Adviser(Table(M), Known(), lambda: None)
    for what in ["", *more]:
        adviser.hint(what)
    assert adviser.page["hint"] == told
    while not adviser.page["over"]:
        assert adviser._worker.step()
    assert adviser.page["hint"].startswith("Look at what is shaded")
    adviser.hint("")
    assert len(adviser.page["over"]["heat"]) == 1


@pytest.mark.long
def test_a_hint_leaves_the_board_with_the_position(helped):
    adviser, table, _ = helped(M)
    adviser.hint("")
    table.play("D4")
    assert adviser.page == {}


@pytest.mark.long
def test_the_bar_and_a_layer_follow_every_move(helped):
    """In `make test` they do so in browser/test_help.py, and follow the slider below."""
    adviser, table, _ = helped(M)
    adviser.bar("")
    adviser.layer("threats")
    for deed in (lambda: table.play("D4"), lambda: table.play("E1"), table.undo, table.new):
        deed()
        page = adviser.page
        assert page["at"] == str(table.count)
        m = table.match
        assert page["bar"] == advisers.valued(m, last(m))["worth"].bar
        assert page["layer"] == layers(m.game)["threats"](m)[0]


@pytest.mark.long
def test_what_is_not_known_yet_of_a_position_is_not_filled_with_that_of_another(helped):
    adviser, table, holding = helped(M)
    adviser.bar("on")
    holding.append(True)
    table.play("D4")
    assert adviser.page["bar"] == LOOKING
    assert adviser.page["over"] == {}
    holding.clear()
    adviser._worker.release()
    assert "share" in adviser.page["bar"]


@pytest.mark.long
def test_a_position_that_comes_back_is_not_searched_again(helped):
    adviser, table, _ = helped(M)
    adviser.bar("on")
    table.play("D4")
    asked = len(adviser._worker.asked)
    adviser.turn("3")
    adviser.turn("")
    assert len(adviser._worker.asked) == asked
    assert adviser.page["at"] == "4"


@pytest.mark.long
def test_the_slider_is_followed_and_left_where_the_line_ends(helped):
    adviser, table, _ = helped(M)
    adviser.bar("on")
    adviser.turn("1")
    assert (adviser.page["at"], adviser.page["follows"]) == ("1", "1")
    table.new()
    assert adviser.page["at"] == "0"
    for wrong in ("9", "-1", "x", "1e3", "٣", "9" * 400):
        with pytest.raises(nbgames.GameError, match="is no position of this game"):
            adviser.turn(wrong)


def test_few_positions_are_remembered(helped):
    adviser, table, holding = helped(nbgames.match("projex", 14, swap=False))
    holding.append(True)
    adviser.bar("on")
    for word in table.match.legal()[: KEPT + 9]:
        table.play(word)
    assert len(adviser._found) <= KEPT


def test_what_fails_is_said_and_not_tried_for_ever(helped):
    adviser, _, holding = helped(M)
    holding.append(True)
    adviser.bar("on")
    hear, *_ = adviser._worker.held
    hear((FAILS, "its process ended"))
    assert adviser.page["trouble"] == "the help stopped (its process ended): ask again"
    assert len(adviser._worker.asked) == 1
    adviser.attend()
    assert len(adviser._worker.asked) == 1
    adviser.layer("threats")  # whoever asks again has it tried again
    assert adviser.page["trouble"] == ""
    assert len(adviser._worker.asked) == 2


@pytest.mark.parametrize(
    "deed",
    ["hint now", "bar left", "layer nothing", "layer <b>", "layer way Z", "advise x", "advise 99",
     "hint " + "x" * 900, "layer \x00"],
)  # fmt: skip
def test_what_is_no_help_is_refused_in_words(wire, deed):  # noqa: F811
    board = M.widget()
    wire.ask(board, deed)
    _, ((_, how, words),) = board.ack["a"]
    assert how == "refused"
    assert len(words) < 300
    assert board.advice == {}
    board.close()


def test_a_layer_may_be_named_without_a_player(helped):
    adviser, table, _ = helped(M)
    adviser.layer("Way")
    assert adviser.page["name"] == "way O"
    assert table.match.position.to_move == SECOND
    adviser.layer("off")
    assert adviser.page == {}
    adviser.layer("")
    assert adviser.page["name"] == "way O"


@pytest.mark.long
def test_there_is_no_hint_when_the_match_is_over(helped):
    adviser, table, _ = helped(M)
    adviser.bar("on")
    table.play("resign")
    assert adviser.page["bar"]["says"] == "X wins by resignation."
    with pytest.raises(nbgames.GameError, match="the game is over"):
        adviser.hint("")


@pytest.mark.parametrize("deed", ["hint", "bar", "layer threats", "advise 1"])
def test_a_teacher_switches_it_off(wire, deed):  # noqa: F811
    board = M.widget(help=False)
    wire.ask(board, deed, "help")
    assert [how for _, how, _ in board.ack["a"][1]] == ["refused", "said"]
    assert board.ack["a"][1][0][2] == "there is no help on this board"
    assert "hint" not in board.ack["a"][1][1][2]
    assert not board.facts["help"]
    assert (board.advice, board.extras) == ({}, {})
    sphere = board.sphere()
    assert not sphere.facts["help"]
    sphere.close()
    board.close()


def test_in_a_match_against_others_there_is_none(wire):  # noqa: F811
    table = Table(M)
    table.shared = True
    desk = Desk(table, lambda: None, lambda words: None)
    with pytest.raises(nbgames.GameError, match="there is no help on this board"):
        desk.carry_out("hint")


def test_what_can_be_typed_names_it(wire):  # noqa: F811
    board = M.widget()
    wire.ask(board, "help")
    assert "\nHelp: bar, layer\n" in board.ack["a"][1][0][2]
    board.close()


def test_a_position_that_is_set_up_has_none(wire):  # noqa: F811
    board = M.widget()
    wire.ask(board, "edit", "hint")
    assert board.ack["a"][1][0][2].startswith("a position is being set up")
    board.close()


def test_code_comes_to_a_page_when_it_is_first_asked_for(wire):  # noqa: F811
    board = M.widget()
    assert board.extras == {}
    wire.ask(board, "bar")
    assert list(board.extras) == ["shades", "advice"]
    wire.ask(board, "bar", first=1)
    assert list(board.extras) == ["shades", "advice"]
    board.close()


# In a process of its own


@pytest.fixture
def adviser(monkeypatch):
    """Its process does not stand back: beside seven pytests it would hardly ever run."""
    monkeypatch.setattr("nbgames.widgets.adviser.LAST", 0)
    told = []
    adviser = Adviser(Table(M), Known(), lambda: told.append(adviser.page))
    adviser.told = told
    yield adviser
    adviser.leave()


def found(adviser):
    while adviser._worker.busy:
        time.sleep(0.05)
    return adviser.page["bar"]


def test_help_is_found_in_a_process_that_goes_on_with_what_is_asked_next(adviser):
    table = adviser._table
    table.on_change(adviser.attend)
    adviser.bar("on")
    process = adviser._worker._process
    table.play("D4")
    table.undo()
    assert adviser._worker._process is process
    assert "share" in found(adviser)
    assert all(page["at"] == "3" for page in adviser.told[1:])
    adviser.bar("off")
    assert not adviser._worker.busy
    assert process.is_alive()


def test_a_process_that_died_is_told_and_another_asked(adviser):
    adviser.bar("on")
    adviser._worker._process.kill()
    while not adviser.page["trouble"] and adviser._worker.busy:
        time.sleep(0.05)
    adviser.bar("on")
    assert "share" in found(adviser)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system tells no priorities")
def test_the_process_stands_back_behind_all_others():
    adviser = Adviser(Table(M), Known(), lambda: None)
    try:
        adviser.bar("on")
        process = adviser._worker._process
        while (nice := os.getpriority(os.PRIO_PROCESS, process.pid)) != 19:
            assert process.is_alive() and nice < 19
            time.sleep(0.05)
    finally:
        adviser.leave()


def test_the_work_is_layers_first_and_pauses():
    news = list(advice(M, ("threats", VALUE)))
    assert news[-1] == (ENDS, None)
    assert {kind for kind, _ in news[:-1]} == {GOES_ON}
    names = [what[0] for _, what in news[:-1] if what]
    assert names[0] == "threats"
    assert set(names[1:]) == {VALUE}
