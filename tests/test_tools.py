"""Every program of tests/tools says what it does and what a wrong argument should be."""

import doctest
import os
import re
import runpy
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
import tools
from tools import loaded_runs, mutate, sentences

PROGRAMS = sorted(
    path.stem for path in Path(tools.__file__).parent.glob("*.py") if "__main__" in path.read_text()
)

SHOWN = [
    name for name in PROGRAMS if ">>>" in Path(tools.__file__).with_name(f"{name}.py").read_text()
]


def run(monkeypatch, name, *words):
    """The status with which a program ends."""
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *words])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(f"tools.{name}", run_name="__main__")
    return ended.value.code


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_helps(name, monkeypatch, capsys):
    assert run(monkeypatch, name, "--help") == 0
    text = capsys.readouterr().out
    first = (Path(tools.__file__).parent / f"{name}.py").read_text().split('"""')[1]
    assert text.startswith(f"usage: python -m tools.{name}")
    assert first.partition("\n")[0] in text


@pytest.mark.parametrize("name", SHOWN)
def test_the_examples_of_a_program(name):
    found = doctest.testmod(import_module(f"tools.{name}"))
    assert found.attempted
    assert not found.failed


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("mutate abc", "argument count: 'abc' is no whole number above 0, such as 2"),
        ("mutate 5 0", "argument processes: '0' is no whole number above 0, such as 2"),
        ("arena two", "argument workers: 'two' is no whole number above 0, such as 2"),
        ("fuzz -1", "'-1'"),
        ("fuzz soon", "argument seconds: 'soon' is no number above 0, such as 0.5"),
        ("make_atlas moves", "there is no table 'moves': there are facts, openings"),
        ("make_puzzles chess", "no stage 'chess': there are weak, strong, record"),
        ("open_questions projex 99 --keep .", "projex has no size 99: 3 to 14"),
        ("playthroughs all", "unrecognized arguments: all"),
        ("house --kept", "unrecognized arguments: --kept"),
    ],
)
def test_a_wrong_argument_is_answered_in_words(command, words, monkeypatch, capsys):
    assert run(monkeypatch, *command.split()) == 2
    assert words in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("soak --factor x", "argument --factor: 'x' is no number above 0, such as 0.5"),
        (
            "soak garden",
            "no such part: garden; there are boards, mail, crash, students, wall, page",
        ),
        ("course_run chess", "no notebook 'chess': there are"),
        ("hosts atom", "no program has 'atom' in its name: there are"),
        ("bench --against nowhere.json", "argument --against: there is no file 'nowhere.json'"),
        ("first_board lite nowhere", "there is no site in nowhere: make lite LITE=nowhere builds"),
    ],
)
def test_so_it_is_where_much_is_loaded_first(command, words, monkeypatch, capsys):
    test_a_wrong_argument_is_answered_in_words(command, words, monkeypatch, capsys)


@pytest.mark.slow
def test_what_is_said_of_survivors_is_said_of_mutants_that_there_are():
    names = {name for name, *_ in mutate.every_mutant()}
    said = re.findall(r"`([a-z_/]+\.py [^`]*#\d+)`", mutate.explained())
    assert said and not [name for name in said if name not in names]


def test_a_mutant_cannot_write_into_the_tree(monkeypatch):
    """A mutated store once took a database's address for a file's name, and made that file."""

    def meet(file, tree, tests, seconds, pipe):
        Path("t5d34197329a2").touch()
        os.write(pipe, os.getcwd().encode())
        os._exit(1)

    monkeypatch.setattr(mutate, "meet", meet)
    here, before = Path.cwd(), sorted(os.listdir())
    (mutant, *_) = mutate.mutants.mutants("a = 1 + 2")
    meeting = mutate.Meeting("a mutant", "file.py", mutant, ({}, {}))
    folder = Path(meeting.result(os.waitpid(meeting.child, 0)[1])["killed"])
    assert folder.parent == Path(tempfile.gettempdir()) and not folder.exists()
    assert Path.cwd() == here and sorted(os.listdir()) == before


def test_every_sentence_that_can_be_said_is_listed():
    """So a new one is read in the change that brings it: `python -m tools.sentences --keep`."""
    assert sentences.listing().splitlines() == sentences.KEPT.read_text("utf-8").splitlines()


PYTHON = '''def said(m: "a type"):
    """A docstring of some words."""
    if m:
        raise Refused(f"{m.name} has {len(m)} cells, or {'one, maybe' if m else 'none'}")
    return "word", "two words"
'''


def test_a_sentence_is_found_and_no_docstring():
    found = ["{name} has {len} cells, or {...}", "one, maybe", "two words"]
    assert [*sentences.in_python(PYTHON)] == found


def test_a_sentence_of_the_page_is_found_and_no_comment():
    code = """import { a } from "./a b.js"; // "a word"
say(`move ${m.at ? `no. ${n}` : "at all"} here`);
"""
    assert [*sentences.in_javascript(code)] == ["move {...} here", "no. {n}", "at all"]


def test_a_loaded_run_that_does_not_end_is_stopped_with_all_that_it_started(tmp_path):
    begun, said = tmp_path / "begun", tmp_path / "said"
    with said.open("w") as output:
        code = loaded_runs.ended(["sh", "-c", f"sleep 600 & echo $! > {begun}; wait"], output, 2)
    assert loaded_runs.failed(said.read_text(), code) == ["not ended after 2 s: stopped"]
    of_it = Path("/proc", begun.read_text().strip(), "stat")
    with suppress(FileNotFoundError, ProcessLookupError):  # a busy machine ends it a while later
        while of_it.read_text().rpartition(")")[2].split()[0] != "Z":
            time.sleep(0.05)
