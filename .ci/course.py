"""Student copies of the notebooks: no cells tagged `solution`, no outputs. `make course` calls it.

What a cell says would spoil the bets that a student makes before running it. With `nbgrader` or
`otter` as a second word it writes assignments for these tools instead, see grading.py; with
`slides` or `worksheets` what handouts.py makes.
"""

import shutil
import sys
from pathlib import Path

import nbformat
from grading import assignments
from handouts import slides, worksheets

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
MADE = {"slides": slides, "worksheets": worksheets}
FORMS = ("nbgrader", "otter", *MADE)


def main() -> None:
    folder, *form = Path(sys.argv[1]), *filter(None, sys.argv[2:])
    sources = sorted(NOTEBOOKS.glob("*.ipynb"))
    taken = [path.name for path in sources if (folder / path.name).exists()]
    if form:
        taken = sorted(path.name for path in folder.glob("*"))
    if taken:
        sys.exit(
            f"{folder} has {taken[0]} already, and somebody may have worked in it: name another "
            "folder, COURSE=/some/folder"
        )
    if form and form[0] not in FORMS:
        sys.exit(f"{form[0]!r} is no format: write FORMAT={' or FORMAT='.join(FORMS)}, or none")
    if form and form[0] in MADE:
        MADE[form[0]](sources, folder)
    elif form:
        print(f"{folder}: {assignments(sources, folder, form[0])} assignments for {form[0]}")
    else:
        copies(sources, folder)


def is_solution(cell: nbformat.NotebookNode) -> bool:
    return "solution" in cell.metadata.get("tags", ())


def copies(sources: list[Path], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    for path in sources:
        book = nbformat.read(path, 4)
        kept = [cell for cell in book.cells if not is_solution(cell)]
        taken += len(book.cells) - len(kept)
        book.cells = kept
        for cell in (cell for cell in kept if cell.cell_type == "code"):
            cell.outputs, cell.execution_count = [], None
        nbformat.write(book, folder / path.name)
    shutil.copytree(NOTEBOOKS / "pictures", folder / "pictures", dirs_exist_ok=True)
    print(f"{folder}: {len(sources)} notebooks, {taken} solutions left out")


if __name__ == "__main__":
    main()
