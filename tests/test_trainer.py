"""The puzzle trainer without a browser: what it is given, and how results are kept."""

import json
import re
from base64 import b64decode, b85decode
from zlib import decompress

import pytest

import nbgames
from nbgames.atlas import every_puzzle
from nbgames.web.training import posed
from nbgames.widgets import trainer as trained
from nbgames.widgets.trainer import file, kept

FIRST, SECOND = (puzzle.name for puzzle in nbgames.atlas.puzzles("projex", 4)[:2])


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="module")
def untouched(tmp_path_factory):
    """A trainer for all that is refused: to make one takes some time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NBGAMES_HOME", str(tmp_path_factory.mktemp("untouched")))
        made = nbgames.puzzles("projex")
        yield made
        made.close()


@pytest.fixture
def trainer(home):
    made = nbgames.puzzles("projex")
    yield made
    made.close()


def test_it_has_the_puzzles_of_a_game_and_the_ratings_of_all(trainer):
    data = json.loads(decompress(b85decode(trainer.data)))
    assert {puzzle["board"] for puzzle in data["posed"]} == set(data["boards"])
    assert len(data["posed"]) == len(nbgames.atlas.puzzles("projex"))
    assert data["ratings"].keys() == {puzzle.name for puzzle in every_puzzle()}


def test_words_come_as_one_letter_for_each_site_and_can_be_read_back():
    for puzzle in every_puzzle():
        names, sent = puzzle.match.game.board.names, posed(puzzle)
        parts = (" ".join(puzzle.match.moves), " ".join(puzzle.answer), puzzle.refuted)
        for part, text in zip(("moves", "answer", "refuted"), parts, strict=True):
            read = "".join(names[ord(c) - 64] + " " if ord(c) >= 64 else c for c in sent[part])
            back = re.sub(r" ([,;>/])", r"\1", read).strip().replace("/", "|")
            assert back == re.sub(r" ([;>|])", r"\1", text), puzzle.name


def test_what_a_notebook_receives_is_small(home):
    """Packed, 240 kB with the board's own modules: the puzzles of a game are a third of it."""
    with_all = nbgames.puzzles()
    assert len(with_all.data) <= 240_000
    assert len(trained._ESM + trained._CSS) <= 138_900
    with_all.close()


def test_results_are_kept_for_the_next_trainer(trainer):
    trainer.set_state({"played": [[FIRST, 1]]})
    trainer.set_state({"played": [[FIRST, 1], [SECOND, 0.5]]})
    assert kept() == ([(FIRST, 1), (SECOND, 0.5)], "")
    again = nbgames.puzzles()
    assert again.results == ((FIRST, 1), (SECOND, 0.5)) == trainer.results
    again.close()


@pytest.mark.parametrize(
    "given",
    [
        None, 3, {"data": ""}, {"played": 3}, {"played": [3]}, {"played": [["a", 1]]},
        {"played": [[FIRST, 7]]}, {"played": [[FIRST]]}, {"earlier": [[FIRST, 1]]},
        {"played": [[[], 1]]}, {"played": [[FIRST, float("nan")]]},
    ],
)  # fmt: skip
def test_nothing_else_that_a_page_writes_is_taken(home, untouched, given):
    data = untouched.data
    untouched.set_state(given)
    assert (untouched.results, untouched.data, file().exists()) == ((), data, False)


def test_a_line_that_was_cut_off_takes_no_other_with_it(trainer):
    trainer.set_state({"played": [[FIRST, 1]]})
    file().write_bytes(file().read_bytes()[:-9])
    trainer.set_state({"played": [[FIRST, 1], [SECOND, 0]]})
    found, told = kept()
    assert found == [(SECOND, 0)]
    assert told.startswith("1 of 2 lines")


def test_a_damaged_line_is_told_and_left_as_it_is(trainer):
    trainer.set_state({"played": [[FIRST, 1]]})
    text = file().read_bytes() + b"half a li\xff\n"
    file().write_bytes(text)
    again = nbgames.puzzles()
    again.set_state({"played": [[SECOND, 0]]})
    assert again.results == ((FIRST, 1), (SECOND, 0))
    assert again.trouble == f"1 of 2 lines of {file()} cannot be read: they are left as they are."
    assert file().read_bytes().startswith(text)
    again.close()


def test_where_nothing_can_be_kept_it_goes_on_and_says_so(trainer, home):
    home.write_text("a file where the folder would be")
    trainer.set_state({"played": [[FIRST, 1]]})
    assert trainer.results == ((FIRST, 1),)
    assert trainer.trouble.startswith("Your results cannot be saved (")


def test_a_game_without_puzzles_is_refused():
    with pytest.raises(nbgames.Refused, match="there are no puzzles of 'chess'"):
        nbgames.puzzles("chess")


def test_where_no_trainer_can_be_shown_there_is_a_picture(trainer):
    data, *_ = trainer._repr_mimebundle_()
    assert b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert "In Jupyter, run it again to play." in data["text/html"]
