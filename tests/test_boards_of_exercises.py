"""Exercises on a board as code has them: what a cell shows and keeps, what a page may write."""

import re
from functools import cache

import nbformat
import pytest
from test_exercises import ANSWERS, CHECKS, checked
from test_proofs import layer, still_of
from thinned import first_rows
from tools.course_run import FOLDER

from nbgames.draw.elements import chain_path
from nbgames.exercises import one_class, two_lattices
from nbgames.exercises.asked import posed_in

pytestmark = pytest.mark.usefixtures("uncompiled")


@cache
def sources(path):
    """The text of each cell of a notebook."""
    return [cell.source for cell in nbformat.read(path, 4).cells]


POSED = [
    pytest.param(name, check, id=f"{name}-{check}")
    for name in CHECKS
    for check in posed_in(CHECKS[name])
]


@pytest.mark.parametrize(("name", "check"), first_rows(POSED, 3))
def test_whatever_the_answer_its_board_is_shown(name, check):
    some = [ANSWERS[name].RIGHT[check][0], ANSWERS[name].WRONG[check][0][0], ...]
    for answer in some:
        shown = checked(name, check, answer).live()
        data = shown._repr_mimebundle_()
        data = data[0] if isinstance(data, tuple) else data
        assert "application/vnd.jupyter.widget-view+json" in data
        assert shown._posed.drawn.replace(" ", ", ") in data["text/html"]  # in words
        assert shown._posed.asks in data["text/html"].replace("&#x27;", "'")
        shown.close()


@pytest.mark.parametrize(("name", "check"), first_rows(POSED, 3))
def test_its_picture_shows_the_path_that_it_asks_about(name, check):
    shown = checked(name, check, ...).live()
    posed = shown._posed
    lines = layer(still_of(shown)[1], "path")
    assert ("drawn" in posed.asks) == bool(posed.drawn)
    assert [line.get("d") for line in lines[1:]] == [
        chain_path(posed.game.board, posed.sites_drawn) for _ in lines[1:]
    ]
    assert bool(lines) == bool(posed.drawn)
    shown.close()


def test_the_picture_of_a_full_board_does_not_tell_who_has_won():
    shown = two_lattices.maze(...).live()
    html, drawn = still_of(shown)
    assert layer(drawn, "points") and layer(drawn, "chain") == []
    assert "wins" not in html + drawn
    shown.close()


@pytest.mark.parametrize(("name", "check"), POSED)
def test_its_question_is_whole_sentences(name, check):
    posed = getattr(CHECKS[name], check).posed
    assert posed.asks.endswith(".") and posed.title[0].isupper() and 1 <= posed.stars <= 3


@pytest.mark.parametrize(("name", "check"), POSED)
def test_its_text_has_the_stars_of_its_board(name, check):
    cells = sources(FOLDER / f"{name}.ipynb")
    at = next(k for k, source in enumerate(cells) if f"\ncheck.{check}(" in source)
    texts = [source for source in cells[:at] if re.match(r"\*\*(\d\.|Exercise)", source)]
    stars = getattr(CHECKS[name], check).posed.stars
    assert re.findall("[★☆]+", texts[-1].splitlines()[0]) == ["★" * stars + "☆" * (3 - stars)]


def test_an_exercise_is_handed_in_as_the_text_that_its_page_writes():
    shown = one_class.loop(...).live()
    shown.set_state({"answer": '"C1 B2 B3 B4"', "data": "", "_esm": "alert(1)"})
    assert shown.answer == '"C1 B2 B3 B4"' and shown.data and "alert(1)" not in shown._esm
    for strange in (None, 7, {"answer": 7}, {"answer": "x" * 5000}, {}):
        shown.set_state(strange)
    assert shown.answer == '"C1 B2 B3 B4"'
    assert repr(shown) == "<Exercise on Projex>"
    shown.close()
