"""Notebooks run in a kernel of their own; as a program, runs the course and keeps its outputs.

Kept are texts and pictures. Of a live widget only its picture is: without its kernel it is dead.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
COURSE = [
    path for path in NOTEBOOKS if f"exercises import {path.stem} as check" in path.read_text()
]
ALIVE = "application/vnd.jupyter.widget-view+json"


def run(book):
    """Run every cell of this notebook, in place; the first that raises ends it."""
    NotebookClient(book, timeout=120, resources={"metadata": {"path": FOLDER}}).execute()
    return book


def told(cell):
    """What a code cell says in words: printed, or as the text of its last value."""
    texts = []
    for output in cell.get("outputs", ()):
        if output.output_type == "stream":
            texts.append(output.text)
        elif output.output_type == "execute_result" and ALIVE not in output.data:
            texts.append(output.data["text/plain"])
    return "".join(texts)


def keep(path):
    book = run(nbformat.read(path, 4))
    for number, cell in enumerate(cell for cell in book.cells if cell.cell_type == "code"):
        cell.execution_count = number + 1
        cell.metadata.pop("execution", None)
        for output in cell.outputs:
            if ALIVE in output.get("data", ()):
                output.data = {k: v for k, v in output.data.items() if k == "image/png"}
                output.output_type = "display_data"
                output.pop("execution_count", None)
            elif "execution_count" in output:
                output.execution_count = number + 1
        cell.outputs = [output for output in cell.outputs if output.get("data", True)]
    book.metadata = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python"},
    }
    nbformat.validate(book)
    nbformat.write(book, path)


if __name__ == "__main__":
    for path in COURSE:
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            keep(path)
            print(path.stem)
