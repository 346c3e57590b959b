"""Assignments for nbgrader and otter-grader: their form, and both tools from start to end.

The tools are not among what the tests install. NBGAMES_GRADERS names the folder of programs of an
environment that has them and nbgames; without it, those tests say that they are skipped.
"""

import ast
import csv
import json
import os
import re
import shutil
import subprocess

import nbformat
import pytest
from copies import course
from tools.course_run import COURSE

SECONDS = 300


def made(folder, form):
    done = course(folder, form)
    assert done.returncode == 0, done.stderr
    assert f"{len(COURSE)} assignments for {form}" in done.stdout
    return folder


def exercises(path):
    cells = nbformat.read(path, 4).cells
    return sum(cell.metadata.get("tags") == ["solution"] for cell in cells)


@pytest.fixture
def tool():
    """Run a program of the graders' environment in a folder; its standard output and error."""
    bin_ = os.environ.get("NBGAMES_GRADERS")
    if not bin_:
        pytest.skip(
            "NBGAMES_GRADERS names no environment with nbgrader and otter-grader: NOT TRIED"
        )

    def run(folder, program, *words):
        env = os.environ | {"PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"}
        command = [f"{bin_}/{program}", *map(str, words)]
        done = subprocess.run(
            command, cwd=folder, env=env, capture_output=True, text=True, timeout=SECONDS
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout + done.stderr

    return run


def test_an_assignment_of_nbgrader_has_a_solution_and_a_test_for_each_exercise(tmp_path):
    folder = made(tmp_path / "made", "nbgrader")
    assert "course_id" in (folder / "nbgrader_config.py").read_text()
    for path in COURSE:
        cells = nbformat.read(folder / "source" / path.stem / path.name, 4).cells
        marked = [cell for cell in cells if "nbgrader" in cell.metadata]
        solved = [cell for cell in marked if cell.metadata.nbgrader.solution]
        tested = [cell for cell in marked if cell.metadata.nbgrader.grade]
        assert len(solved) == len(tested) == exercises(path)
        assert all("### BEGIN SOLUTION" in c.source and "..." in c.source for c in solved)
        assert all(c.source.startswith("assert (verdict := check.") for c in tested)
        assert all(ast.parse(cell.source) for cell in marked)
        names = [cell.metadata.nbgrader.grade_id for cell in marked]
        assert len(names) == len(set(names))
        assert not any(re.search("<summary>(Solution|Answer)", cell.source) for cell in cells)


def test_an_assignment_of_otter_has_a_question_for_each_exercise(tmp_path):
    folder = made(tmp_path / "made", "otter")
    for path in COURSE:
        cells = nbformat.read(folder / path.stem / path.name, 4).cells
        raw = [cell.source for cell in cells if cell.cell_type == "raw"]
        assert raw[0].startswith("# ASSIGNMENT CONFIG\n")
        for mark in ("QUESTION", "SOLUTION", "TESTS"):
            for end in ("BEGIN", "END"):
                assert sum(s.startswith(f"# {end} {mark}") for s in raw) == exercises(path)


def test_another_format_or_a_folder_in_use_is_refused(tmp_path):
    (tmp_path / "answers.ipynb").write_text("mine")
    for words, told in (
        ([tmp_path, "otter"], "name another"),
        ([tmp_path / "x", "exam"], "no form"),
    ):
        done = course(*words)
        assert done.returncode and told in done.stderr


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(4 * SECONDS)
def test_nbgrader_makes_grades_and_comments_an_assignment(tmp_path, tool):
    folder, name = made(tmp_path / "made", "nbgrader"), "one_class"
    tool(folder, "nbgrader", "generate_assignment", name, "--create")
    for who, kind in (("right", "source"), ("dots", "release")):
        shutil.copytree(folder / kind / name, folder / "submitted" / who / name)
    tool(folder, "nbgrader", "autograde", name, "--create")
    tool(folder, "nbgrader", "generate_feedback", name)
    tool(folder, "nbgrader", "export")
    with open(folder / "grades.csv", encoding="utf-8") as file:
        scores = {row["student_id"]: row["score"] for row in csv.DictReader(file)}
    assert scores == {"right": "3.0", "dots": "0.0"}
    assert "Not answered yet" in (folder / f"feedback/dots/{name}/{name}.html").read_text("utf-8")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(4 * SECONDS)
def test_otter_makes_and_grades_an_assignment(tmp_path, tool):
    folder = made(tmp_path / "made", "otter") / "one_class"
    tool(folder, "otter", "assign", "one_class.ipynb", "dist")
    (grader,) = folder.glob("dist/autograder/*.zip")
    for who, score in (("autograder", 1), ("student", 0)):
        out = folder / who
        out.mkdir()
        tool(folder, "otter", "run", "-a", grader, "-o", out, f"dist/{who}/one_class.ipynb")
        tests = json.loads((out / "results.json").read_text())["tests"]
        graded = [test["score"] for test in tests if test.get("max_score")]
        assert graded == [score] * 3
