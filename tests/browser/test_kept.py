"""What a saved notebook shows of a board where no kernel runs."""

import json
import re
from base64 import b64decode

import pytest

import nbgames

SEEN = """() => [...document.querySelectorAll('img, svg.nb-board')]
  .map(e => [e.tagName.toLowerCase(), e.getBoundingClientRect().width, e.naturalWidth ?? 1])
  .filter(([, width, natural]) => width > 200 && natural > 0).map(([tag]) => tag)"""


@pytest.fixture
def saved(tmp_path):
    """A notebook as it was saved after its cell showed a board, and the board was closed."""
    w = nbgames.match("projex", 4).play("D1", "B3").widget()
    data, *_ = w._repr_mimebundle_()
    w.close()
    shown = {"output_type": "display_data", "data": data, "metadata": {}}
    cell = {"cell_type": "code", "id": "shown", "metadata": {}, "source": "w"}
    cell |= {"execution_count": None, "outputs": [shown]}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": [cell]}
    file = tmp_path / "saved.ipynb"
    file.write_text(json.dumps(book), "utf-8")
    return file


def test_an_untrusted_notebook_shows_the_picture(open_notebook, saved):
    tab = open_notebook(saved, run=False)
    tab.page.wait_for_selector(".jp-OutputArea-output img")
    assert tab.ask(SEEN) == ["img"]
    assert tab.outside == []


def test_nbconvert_shows_the_picture_offline(open_tab, saved):
    nbconvert = pytest.importorskip("nbconvert")
    text, _ = nbconvert.HTMLExporter().from_filename(str(saved))
    file = saved.with_suffix(".html")
    file.write_text(text, "utf-8")
    tab = open_tab()
    tab.page.goto(file.as_uri(), wait_until="domcontentloaded")
    tab.page.wait_for_function(f"() => ({SEEN})().length")
    (drawn,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', text)
    assert b"<svg" in b64decode(drawn)
    assert "<figcaption>The position when this cell ran." in text
