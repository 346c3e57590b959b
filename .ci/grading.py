"""Notebooks of the course as assignments that nbgrader 0.9 and otter-grader 7 take as they are.

In both, an exercise keeps its dots and its check, which tells students whether they are right; the
solution stands between marks that the tool takes out, and a test cell asserts the check.
"""

import re
from collections.abc import Iterator
from pathlib import Path

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


def exercises(cells: Cells) -> Iterator[tuple[str, str, str, str] | nbformat.NotebookNode]:
    """The cells in order; an exercise with its solution as name, dots, answer and check."""
    for cell, after in zip(cells, [*cells[1:], None], strict=True):
        if "solution" in cell.metadata.get("tags", ()):
            continue
        if after is not None and "solution" in after.metadata.get("tags", ()):
            (block,) = re.findall(r"```python\n(.*?)```", after.source, re.S)
            *dots, check = cell.source.strip().splitlines()
            *answer, _ = block.strip().splitlines()
            yield (
                re.match(r"check\.(\w+)", check)[1],
                "\n".join(dots).strip(),
                "\n".join(answer).strip(),
                check,
            )
        else:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
            yield cell


def asserted(check: str) -> str:
    return f"assert (verdict := {check}), verdict"


def for_nbgrader(cells: Cells) -> Cells:
    """Cells of a notebook in `source/`: a solution cell and a test of one point per exercise."""
    found: Cells = []
    for each in exercises(cells):
        if not isinstance(each, tuple):
            found.append(each)
            continue
        name, dots, answer, check = each
        text = f"{dots}\n### BEGIN SOLUTION\n{answer}\n### END SOLUTION\n{check}"
        common = {"schema_version": 3, "task": False}
        solved = {"grade": False, "solution": True, "locked": False, "grade_id": name}
        tested = {"grade": True, "solution": False, "locked": True, "grade_id": f"{name}-test"}
        cell = new_code_cell(text, metadata={"nbgrader": common | solved})
        test = new_code_cell(
            asserted(check), metadata={"nbgrader": common | tested | {"points": 1}}
        )
        found += [cell, test]
    return found


def for_otter(cells: Cells, name: str) -> Cells:
    """Cells of a master notebook: a question with its solution and its test per exercise."""
    found: Cells = [new_raw_cell(OTTER.format(name=name))]
    for each in exercises(cells):
        if not isinstance(each, tuple):
            found.append(each)
            continue
        question, dots, answer, check = each
        text = f"{dots}\n# BEGIN SOLUTION NO PROMPT\n{answer}\n# END SOLUTION\n{check}"
        found += [
            new_raw_cell(f"# BEGIN QUESTION\nname: {question}\npoints: 1"),
            new_raw_cell("# BEGIN SOLUTION"),
            new_code_cell(text),
            new_raw_cell("# END SOLUTION"),
            new_raw_cell("# BEGIN TESTS"),
            new_code_cell(asserted(check)),
            new_raw_cell("# END TESTS"),
            new_raw_cell("# END QUESTION"),
        ]
    return found


def assignments(paths: list[Path], folder: Path, form: str) -> int:
    """Write an assignment of this form for each notebook that has exercises; how many there are."""
    written = 0
    for path in paths:
        book = nbformat.read(path, 4)
        if not any("solution" in cell.metadata.get("tags", ()) for cell in book.cells):
            continue
        if form == "nbgrader":
            book.cells, place = for_nbgrader(book.cells), folder / "source" / path.stem
        else:
            book.cells, place = for_otter(book.cells, path.stem), folder / path.stem
        place.mkdir(parents=True)
        nbformat.write(book, place / path.name)
        written += 1
    if form == "nbgrader":
        (folder / "nbgrader_config.py").write_text(CONFIG, "utf-8")
    return written
