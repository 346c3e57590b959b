"""Draws by agreement: where nobody can win any more, and with whom one agrees."""

from random import Random

import pytest
from browser.games import to_the_end
from foreign import SIX
from test_computer import Slow
from thinned import first_rows

import nbgames
from nbgames import analysis
from nbgames.core.errors import Refused
from nbgames.play.sentences import awaited
from nbgames.play.table import Table
from nbgames.widgets.analyst import found_in
from nbgames.widgets.computer import Computer
from nbgames.widgets.desk import Desk

pytestmark = pytest.mark.usefixtures("uncompiled")


def ends(m):
    """Who wins in one order of play or another, None among them for nobody."""
    if m.outcome:
        return {m.outcome.winner}
    return {who for word in m.legal() if word != "swap" for who in ends(m.play(word))}


def openings(game, count):
    for seed in range(count):
        m = to_the_end(nbgames.match(game, swap=False), Random(seed))
        yield from (m.at(n) for n in range(max(0, len(m.moves) - 4), len(m.moves)))


BLOCKABLE = [nbgames.game("antipalos", size) for size in (2, 3)]
BLOCKABLE += [nbgames.game(rules, 3) for rules in SIX if rules.draws]


@pytest.mark.parametrize("game", BLOCKABLE, ids=repr)
def test_whom_all_empty_sites_would_not_help_wins_in_no_order_of_play(game):
    seen = set()
    for m in openings(game, 12):
        for who in (nbgames.FIRST, nbgames.SECOND):
            can = game.can_win(m.position, who)
            seen.add(can)
            assert can or who not in ends(m)
    assert seen == {True, False}


@pytest.mark.parametrize("rules", [*nbgames.GAMES.values(), *SIX], ids=lambda rules: rules.name)
def test_where_somebody_wins_every_game_none_is_dead(rules):
    m = to_the_end(nbgames.match(nbgames.game(rules, rules.small)), Random(1)).back(1)
    assert rules.draws or not m.is_dead


def dead(seed=1):
    """The first position of a random game in which nobody can win any more, V to move."""
    m = to_the_end(nbgames.match("antipalos", 8), Random(seed))
    return next(m.at(n) for n in range(len(m.moves)) if m.at(n).is_dead and m.at(n).to_move == 1)


def test_a_draw_is_taken_back_alone_and_then_the_last_move():
    table, before = Table(dead()), dead()
    table.agree()
    assert table.match.result() == "a draw by agreement"
    table.undo()
    assert table.match == before and not table.can_redo
    table.undo()
    assert table.match == before.back(1)
    table.redo()
    assert table.match == before


def test_a_draw_of_nobody_s_move_is_taken_back_too():
    table = Table(nbgames.match("antipalos", 4))
    table.agree()
    assert table.can_undo
    table.undo()
    assert table.match == nbgames.match("antipalos", 4) and not table.can_undo


@pytest.mark.parametrize("turn", [nbgames.FIRST, nbgames.SECOND])
def test_against_the_computer_undo_takes_the_agreement_back_and_no_move(against, turn):
    m = dead() if turn == nbgames.FIRST else dead().play(dead().legal()[0])
    desk = against(m)
    desk.carry_out("draw")
    assert desk.may_undo(desk.table)
    desk.carry_out("undo")
    assert desk.table.match == m


def test_a_draw_is_told_by_what_happened():
    assert awaited(dead().end("agreed", None)) == "A draw: neither side can win any more."
    early = nbgames.match("antipalos", 4).end("agreed", None)
    assert awaited(early) == "A draw by agreement."
    won = dead().end("agreed", nbgames.FIRST)
    assert awaited(won) == "V wins by agreement."


def test_a_draw_keeps_the_line_that_went_on():
    table = Table(dead())
    before = table.match
    table.play(before.legal()[0])
    table.undo()
    table.agree()
    assert table.lines == (before.play(before.legal()[0]),)
    assert Table.read(table.record()).match == table.match


def test_where_somebody_must_win_there_is_no_draw_and_after_the_end_none():
    with pytest.raises(Refused, match="Projex has no draws: somebody will win"):
        Table(nbgames.match("projex", 3)).agree()
    with pytest.raises(Refused, match="the game is over already: H wins by resignation"):
        Table(nbgames.match("antipalos", 3).play("resign")).agree()


@pytest.fixture
def against():
    """A desk at which a computer player, which never thinks, plays second in a match."""
    desks = []

    def sit(m):
        desks.append(Desk(Table(m), lambda: None, lambda words: None))
        desks[-1].computer = Computer(desks[-1].table, Slow(), nbgames.SECOND, lambda: None)
        return desks[-1]

    yield sit
    for desk in desks:
        desk.computer.leave()


def test_the_computer_takes_a_draw_once_it_cannot_win_any_more(against):
    desk = against(dead())
    assert "draw" in desk.carry_out("help")[1]
    desk.carry_out("draw")
    says = desk.computer.says(desk.table.match)
    assert says.startswith("A draw: neither side can win any more.")
    assert ["Rematch", "again rematch"] in desk.offers(desk.table.match)


def test_the_computer_takes_no_draw_while_it_may_win(against):
    desk = against(nbgames.match("antipalos", 8, swap=False))
    assert "draw" not in desk.carry_out("help")[1]
    with pytest.raises(Refused, match="once it cannot win any more: play on"):
        desk.carry_out("draw")


def test_a_match_that_was_drawn_by_agreement_is_reviewed():
    m = dead().end("agreed", None)
    review = analysis.review(m, games=8, nodes=0)
    assert review.curve[-1] == 0.5


@pytest.fixture(scope="module")
def reviews():
    """Of a match that could go on, and of the same one as an agreed draw."""
    m = nbgames.match("antipalos", 4, swap=False).play(*TURNED.split())
    assert m.is_dead
    return tuple(analysis.review(one, games=64) for one in (m, m.end("agreed", None)))


@pytest.mark.long
def test_a_draw_that_was_agreed_is_decided_where_it_was_proven_before(reviews):
    on, ended = reviews
    assert on.decided == ended.decided == 15
    assert ended.explain().endswith("After move 15 neither can win: proven.")
    assert found_in(ended)["decided"] == 15


def turned(first, end):
    """These moves, in a match that begins where the moves before them had led."""
    words = TURNED.split()
    before = nbgames.match("antipalos", 4, swap=False).play(*words[:first]).position
    return nbgames.match("antipalos", 4, start=before, swap=False).play(*words[first:end])


@pytest.mark.parametrize(
    ("first", "end", "nodes", "stood"),
    first_rows(
        [
            (7, 10, 10_000, "V can win: proven."),  # the move before turned a draw into a loss
            (0, 1, 0, "It is not known yet who stands better."),
        ]
    ),
)
def test_a_draw_that_was_not_proven_says_how_the_board_stood(first, end, nodes, stood):
    m = turned(first, end)
    review = analysis.review(m.end("agreed", None), games=8, nodes=nodes)
    told = f"Both agreed to a draw before anybody had won. {stood}"
    assert review.decided is None
    assert review.explain().endswith(told)
    assert review.said(len(m.moves)).endswith(f"{told} A draw by agreement.")
    assert found_in(review)["told"][-1][0].endswith(told)


def test_a_review_shown_on_a_board_is_of_how_the_match_ended():
    m = nbgames.match("antipalos", 4, swap=False).play(*TURNED.split()[:3])
    desk = Desk(Table(m), lambda: None, lambda words: None)

    def said(deed):
        desk.carry_out(deed)
        desk.analyst.attend()
        return str(desk.analyst.page)

    desk.show(analysis.review(m, games=8, nodes=0))
    assert desk.analyst.told["done"]
    said("draw")
    assert not desk.analyst.told["done"]  # Go on analysing looks at how it ended
    desk.show(analysis.review(desk.table.match, games=8, nodes=0))
    assert "Both agreed to a draw" in said("who")
    assert "Both agreed to a draw" not in said("undo")


def test_a_stored_match_that_is_over_names_no_button_that_it_lacks():
    class Stored(Table):
        shared = True

    ended = nbgames.match("antipalos", 3).end("forfeit", nbgames.FIRST)
    desk = Desk(Stored(ended), lambda: None, lambda words: None)
    with pytest.raises(Refused, match=r"the game is over, V wins by forfeit$"):
        desk.carry_out("a1-b2")


def test_a_forfeit_of_a_proven_win_was_decided_before():
    m = turned(7, 10)
    won, lost = (m.end("forfeit", who) for who in (nbgames.FIRST, nbgames.SECOND))
    assert analysis.review(won, games=8).decided == 3
    assert analysis.review(lost, games=8).decided is None


def test_a_draw_of_a_stored_game_is_offered_there():
    class Stored(Table):
        shared = True

    with pytest.raises(Refused, match="by the command propose"):
        Stored(nbgames.match("antipalos", 3)).agree()


# V's last move turns a win into a draw, and then nobody can win any more.
TURNED = "d4-e3 c2-d3 b3-c2 c4-d5 c4-d3 c2-d1 a2-b1 b4-c5 a4-b5 d2-e1 a3-b2 b3-c4 a4-b3 d5-e4 b2-c1"


@pytest.mark.long
def test_a_review_of_a_game_that_ended_by_agreement_says_how_play_could_go_on(reviews):
    on, ended = map(found_in, reviews)
    assert ended["words"]["15"] == on["words"]["15"]
    assert ended["words"]["15"][3]  # how play could go on
