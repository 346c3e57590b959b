"""Notebooks of the course as assignments that nbgrader 0.9 and otter-grader 7 take as they are.

In both, an exercise keeps its dots and its check, which tells students whether they are right; the
solution stands between marks that the tool takes out, and a test cell asserts the check.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat.v4 import new_code_cell, new_raw_cell

CONFIG = """\
c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "nbgames"
c.ClearSolutions.code_stub = {"python": "# Put your answer where the dots are."}
c.Execute.timeout = 120
"""
OTTER = """\
# ASSIGNMENT CONFIG
name: {name}
check_all_cell: false
export_cell: false
solutions_pdf: false
generate:
    pdf: false
"""
Cells = list[nbformat.NotebookNode]


class Exercise(NamedTuple):
    """What a notebook asks: its check's name, the cell without the check, a solution, the check."""

    name: str
    dots: str
    answer: str
    check: str


def solves(cell: nbformat.NotebookNode | None) -> bool:
    """Is this the solution of the exercise in the cell before it?"""
    return tags(cell) == {"solution"}


def tags(cell: nbformat.NotebookNode | None) -> set[str]:
    return set(cell.metadata.get("tags", ())) if cell else set()


def with_exercises(cells: Cells, made: Callable[[Exercise], Cells]) -> Cells:
    """The cells in order and without outputs, each exercise and its solution as the cells made."""
    found: Cells = []
    for cell, after in zip(cells, [*cells[1:], None], strict=True):
        if "solution" in tags(cell):
            continue
        if solves(after):
            found += made(exercise_in(cell.source, after.source))
            continue
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        found.append(cell)
    return found


def exercise_in(asked: str, solution: str) -> Exercise:
    (block,) = re.findall(r"```python\n(.*?)```", solution, re.S)
    *dots, check = asked.strip().splitlines()
    *answer, _ = block.strip().splitlines()
    name = re.match(r"check\.(\w+)", check)[1]
    return Exercise(name, "\n".join(dots).strip(), "\n".join(answer).strip(), check)


def asserted(check: str) -> str:
    return f"assert (verdict := {check}), verdict"


def for_nbgrader(exercise: Exercise) -> Cells:
    """A solution cell and a test of one point, as `source/` has them."""
    name, dots, answer, check = exercise
    text = f"{dots}\n### BEGIN SOLUTION\n{answer}\n### END SOLUTION\n{check}"
    common = {"schema_version": 3, "task": False}
    solved = {"grade": False, "solution": True, "locked": False, "grade_id": name}
    tested = {"grade": True, "solution": False, "locked": True, "grade_id": f"{name}-test"}
    return [
        new_code_cell(text, metadata={"nbgrader": common | solved}),
        new_code_cell(asserted(check), metadata={"nbgrader": common | tested | {"points": 1}}),
    ]


def for_otter(exercise: Exercise) -> Cells:
    """A question with its solution and its test, as a master notebook has them."""
    name, dots, answer, check = exercise
    text = f"{dots}\n# BEGIN SOLUTION NO PROMPT\n{answer}\n# END SOLUTION\n{check}"
    return [
        new_raw_cell(f"# BEGIN QUESTION\nname: {name}\npoints: 1"),
        new_raw_cell("# BEGIN SOLUTION"),
        new_code_cell(text),
        new_raw_cell("# END SOLUTION"),
        new_raw_cell("# BEGIN TESTS"),
        new_code_cell(asserted(check)),
        new_raw_cell("# END TESTS"),
        new_raw_cell("# END QUESTION"),
    ]


def assignments(paths: list[Path], folder: Path, form: str) -> int:
    """Write an assignment of this form for each notebook that has exercises; how many there are."""
    written = 0
    for path in paths:
        book = nbformat.read(path, 4)
        if not any(map(solves, book.cells)):
            continue
        if form == "nbgrader":
            cells, place = with_exercises(book.cells, for_nbgrader), folder / "source" / path.stem
        else:
            config = new_raw_cell(OTTER.format(name=path.stem))
            cells, place = [config, *with_exercises(book.cells, for_otter)], folder / path.stem
        book.cells = cells
        place.mkdir(parents=True)
        nbformat.write(book, place / path.name)
        written += 1
    if form == "nbgrader":
        (folder / "nbgrader_config.py").write_text(CONFIG, "utf-8")
    return written
