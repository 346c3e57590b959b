"""The living view without a page, and proofs that anyone can paste."""

import xml.etree.ElementTree as ET
from itertools import product

import pytest
from analysis.test_answers import ASKED, ask, some
from positions import random_match
from thinned import each_value_once, first_of
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames import analysis
from nbgames.draw.plots import drawn
from nbgames.widgets.recipes import proof

PROVED = each_value_once(row for row in ASKED[::-1] if row[1] not in ("resistance", "swing"))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "question"), PROVED)
def test_a_proof_runs_as_it_is_pasted(game, question):
    proved = 0
    for m in some(game, question)[::2]:
        answer = ask(question, m)
        if getattr(answer, "stones", 0) < float("inf"):
            exec(proof(answer), {})
            proved += 1
    assert proved


@pytest.mark.parametrize(("name", "size"), [("projex", 4), ("conhex", 3), ("antipalos", 4)])
def test_a_proof_runs_after_the_end_too(name, size):
    questions = (analysis.distance, analysis.blocking_set, analysis.articulation)
    for seed in range(8):
        m = random_match(name, size, 99, seed)
        for question, who in product(questions, (nbgames.FIRST, nbgames.SECOND)):
            answer = question(m, who)
            if getattr(answer, "stones", 0) < float("inf"):
                exec(proof(answer), {})


def test_a_wrong_answer_has_no_proof():
    from dataclasses import replace

    answer = analysis.distance(nbgames.match("projex", 4), 1)
    with pytest.raises(AssertionError):
        exec(proof(replace(answer, stones=5)), {})


@pytest.mark.parametrize("answer", [None, 3, "distance"])
def test_nothing_else_is_proved(answer):
    with pytest.raises(nbgames.Refused, match="no proof"):
        proof(answer)


@pytest.fixture
def explorer(wire):  # noqa: F811
    shown = nbgames.explore(nbgames.match("projex", 4))
    yield shown
    shown.close()


def settle(explorer):
    """Wait until the last question is answered."""
    explorer._thread.join(120)
    return explorer


def test_it_answers_at_every_move(explorer):
    settle(explorer)
    assert explorer.answer.cycles == ()
    explorer.question.value = "what would a win take?"
    assert settle(explorer).answer.stones == 6
    explorer.board.play("D4")
    assert settle(explorer).answer.stones == 5
    explorer.player.value = nbgames.SECOND
    assert settle(explorer).answer.player == nbgames.SECOND


def test_an_answer_that_comes_late_is_dropped(explorer):
    settle(explorer)
    before = explorer.answer
    explorer._show(explorer._wanted - 1, "late", "late", "late")
    assert explorer.answer is before


def test_check_it_shows_lines_that_run(explorer):
    explorer.question.value = "what would prevent it?"
    settle(explorer).check.click()
    assert explorer._proof.layout.display is None
    exec(explorer._proof.value, {})


def test_the_seam_slides(explorer):
    plain = settle(explorer)._pane.figure
    explorer.seam.value = ["D4"]
    assert settle(explorer)._pane.figure != plain


@pytest.mark.slow
@pytest.mark.parametrize("game", first_of(["projex", "copolymer", "conhex", "antipalos"]))
def test_every_question_is_answered(game, wire):  # noqa: F811
    explorer = nbgames.explore(random_match(game, None, 12))
    for question in explorer.question.options:
        explorer.question.value = question
        assert settle(explorer).answer.explain()[:20] in explorer._says.value
    explorer.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", first_of(nbgames.GAMES, 2))
def test_a_figure_names_its_nodes(game):
    m = random_match(game, None, 12)
    root = ET.fromstring(drawn(m, None))
    names = [e.get("data-name") for e in root.iter() if e.get("data-name")]
    assert set(names) <= set(m.game.board.names) and len(set(names)) == len(names) > 40


def test_only_matches_are_explored():
    with pytest.raises(nbgames.Refused, match="is no match"):
        nbgames.explore("projex")
