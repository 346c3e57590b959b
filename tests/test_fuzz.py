"""Fuzzed text at every entrance: the kept texts, and random edits of them."""

import shutil
from math import inf

import pytest
from hypothesis import given, settings
from tools import fuzz
from tools.fuzz import ENTRANCES, edited, kept, kind

pytestmark = pytest.mark.usefixtures("trimmed")

KEPT = [
    pytest.param(entrance, text, id=f"{entrance}-{number}")
    for entrance in ENTRANCES
    for number, text in enumerate(kept(entrance), 1)
]


@pytest.fixture(scope="module")
def trimmed(swept):
    """What other tests have left is neither collected nor used again while memory is measured."""
    fuzz.trim()


@pytest.mark.parametrize(("entrance", "text"), KEPT)
def test_a_kept_text_is_answered_or_refused_in_time(entrance, text):
    kind(entrance, text)


@pytest.mark.slow
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_an_edited_text_is_answered_or_refused_in_time(entrance):
    @settings(max_examples=50)
    @given(edited(kept(entrance)))
    def answered(text):
        kind(entrance, text)

    answered()


def test_what_is_answered_in_new_words_is_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(fuzz, "FOLDER", tmp_path)
    fuzz.keep("command", "help projex")
    assert fuzz.look("command", seconds=inf, texts=1) > 0
    assert len(kept("command")) > 1


def test_what_brings_an_entrance_down_is_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(fuzz, "FOLDER", tmp_path)
    monkeypatch.setitem(ENTRANCES, "command", lambda text: text[: 1 // ("q" not in text)])
    fuzz.keep("command", "help projex list queue")
    with pytest.raises(ZeroDivisionError):
        fuzz.look("command", seconds=inf)
    assert "q" in kept("command")[-1]


def test_an_answer_that_takes_long_is_too_slow(monkeypatch):
    monkeypatch.setattr(fuzz, "MOST", -1)
    with pytest.raises(fuzz.TooSlow):
        kind("record", "nbgames 1")


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_each_entrance_has_a_bound_of_time(entrance, monkeypatch):
    monkeypatch.setattr(fuzz, "timed", too_slow)
    with pytest.raises(fuzz.TooSlow):
        kind(entrance, kept(entrance)[0])


def too_slow(*answer):
    raise fuzz.TooSlow


@pytest.mark.skipif(not fuzz.CLEAR.exists(), reason="only Linux measures a peak anew")
def test_an_answer_that_takes_much_memory_is_too_large_after_one_that_took_more():
    for megabytes in (300, 200):
        with pytest.raises(fuzz.TooLarge, match=f"{megabytes // 100}[0-9][0-9] MB"):
            fuzz.timed(lambda m=megabytes: len(b"x" * (m * 1_010_000)), most=10)


@pytest.mark.long
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_a_thousand_edited_texts_are_answered_or_refused(entrance, monkeypatch, tmp_path):
    shutil.copytree(fuzz.FOLDER, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(fuzz, "FOLDER", tmp_path)
    assert fuzz.look(entrance, seconds=inf, texts=1000) >= 1000
