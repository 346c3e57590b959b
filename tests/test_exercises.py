"""Every check accepts what is right, refuses what is not with a helpful sentence, and is pure."""

import random
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from nbgames import exercises

pytestmark = pytest.mark.usefixtures("uncompiled")
HERE = Path(__file__).parent
COURSE = sorted(path.stem for path in (HERE / "course").glob("*.py"))
CHECKS = {name: import_module(f"nbgames.exercises.{name}") for name in COURSE}
ANSWERS = {name: import_module(f"course.{name}") for name in COURSE}


def cases(kind):
    return [
        pytest.param(name, check, answer, id=f"{name}-{check}-{number}")
        for name, answers in ANSWERS.items()
        for check, some in getattr(answers, kind).items()
        for number, answer in enumerate(some)
    ]


def checked(name, check, answer):
    given = getattr(ANSWERS[name], "GIVEN", {}).get(check, ())
    return getattr(CHECKS[name], check)(answer, *given)


def test_every_module_of_checks_has_its_answers():
    written = {path.stem for path in Path(exercises.__path__[0]).glob("*.py")}
    others = {"__init__", "asked", "checking", "pages", "posed", "proofs", "sliding", "stepwise"}
    others |= {"antipodes", "boards", "gluing", "rooms", "steps"}  # of proofs
    assert set(COURSE) == written - others


@pytest.mark.parametrize("name", COURSE)
def test_every_exercise_is_tried_with_right_and_wrong_answers(name):
    found = vars(CHECKS[name]).items()
    made = {k for k, f in found if hasattr(f, "__wrapped__") and not k.startswith("_")}
    assert made == set(ANSWERS[name].RIGHT) == set(ANSWERS[name].WRONG)
    assert all(len(some) >= 2 for some in ANSWERS[name].WRONG.values())
    assert 3 <= len(made) <= 7


@pytest.mark.slow
@pytest.mark.parametrize(("name", "check", "answer"), cases("WRONG"))
def test_a_wrong_answer_is_told_where(name, check, answer):
    answer, part = answer
    verdict = checked(name, check, answer)
    assert not verdict
    assert part in repr(verdict)
    assert repr(verdict).startswith("Not right: ") and repr(verdict).endswith((".", "?"))


@pytest.mark.parametrize(("name", "check", "answer"), cases("RIGHT"))
def test_dots_are_no_answer_yet(name, check, answer):
    unanswered = checked(name, check, (lambda *_: ...) if callable(answer) else ...)
    assert not unanswered and repr(unanswered).startswith("Not answered yet")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "check", "answer"), cases("RIGHT"))
def test_a_right_answer_is_told_so_and_again_and_nothing_is_read_or_printed(
    name, check, answer, monkeypatch, capsys
):
    monkeypatch.setattr("builtins.input", lambda *_: pytest.fail("a check asked something"))
    before = random.getstate(), np.random.get_state()[1].tolist()
    verdict = checked(name, check, answer)
    assert verdict, verdict
    assert repr(verdict).startswith("Right: ")
    assert repr(checked(name, check, answer)) == repr(verdict)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before
    assert capsys.readouterr() == ("", "")


def test_a_grader_can_assert_it():
    verdict = exercises.wrong("look again.")
    with pytest.raises(AssertionError, match="look again"):
        assert verdict, verdict
