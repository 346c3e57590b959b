"""Every notebook runs from top to bottom and reads well: text first, short cells, small outputs."""

import ast
import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@every_notebook
def test_it_runs_from_top_to_bottom(path):
    book = nbformat.read(path, 4)
    NotebookClient(book, timeout=120, resources={"metadata": {"path": FOLDER}}).execute()
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            assert output.output_type != "error"
            assert output.get("name") != "stderr", output.get("text")


@every_notebook
def test_text_comes_first_and_cells_are_short(path):
    cells = nbformat.read(path, 4).cells
    assert cells[0].cell_type == "markdown"
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    assert [source for source in code if len(source.splitlines()) > 10] == []


@every_notebook
def test_what_is_kept_of_its_outputs_is_small(path):
    outputs = [cell.get("outputs", []) for cell in nbformat.read(path, 4).cells]
    assert len(json.dumps(outputs)) < (20_000 if path.stem == "play" else 1_000_000)


def test_play_needs_nothing_but_the_public_names():
    for cell in nbformat.read(FOLDER / "play.ipynb", 4).cells:
        if cell.cell_type != "code":
            continue
        for node in ast.walk(ast.parse(cell.source)):
            assert not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.For | ast.If)
            assert not isinstance(node, ast.Attribute) or not node.attr.startswith("_")


def test_play_shows_each_game():
    text = (FOLDER / "play.ipynb").read_text("utf-8")
    for name in ("Bill Taylor", "Michail Antonow", "Mark Steere", "Martin Collier"):
        assert name in text
