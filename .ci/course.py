"""Student copies of the notebooks: no cells tagged `solution`, no outputs. `make course` calls it.

What a cell says would spoil the bets that a student makes before running it.
"""

import shutil
import sys
from pathlib import Path

import nbformat

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


def main() -> None:
    folder, sources = Path(sys.argv[1]), sorted(NOTEBOOKS.glob("*.ipynb"))
    if there := [path.name for path in sources if (folder / path.name).exists()]:
        sys.exit(
            f"{folder} has {there[0]} already, and somebody may have worked in it: name another "
            "folder, COURSE=/some/folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    for path in sources:
        book = nbformat.read(path, 4)
        kept = [cell for cell in book.cells if "solution" not in cell.metadata.get("tags", ())]
        taken += len(book.cells) - len(kept)
        book.cells = kept
        for cell in (cell for cell in kept if cell.cell_type == "code"):
            cell.outputs, cell.execution_count = [], None
        nbformat.write(book, folder / path.name)
    shutil.copytree(NOTEBOOKS / "pictures", folder / "pictures", dirs_exist_ok=True)
    print(f"{folder}: {len(sources)} notebooks, {taken} solutions left out")


if __name__ == "__main__":
    main()
