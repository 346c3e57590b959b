"""Two of the programs that `make hosts` visits, and the README's table of what it found.

The others take an environment of a minute or two each, half an hour in all: too long for here.
"""

import shutil

import pytest
from tools import found
from tools.exported import in_export, in_myst


def test_the_readme_shows_what_was_found():
    text = found.README.read_text("utf-8")
    assert found.inserted(text, found.table(found.kept())) == text
    assert text.count(found.START) == text.count(found.END) == 1


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("visit", [in_export, in_myst], ids=["nbconvert", "MyST"])
def test_an_export_plays_on(engine, tmp_path, visit):
    if engine.browser_type.name != "chromium":
        pytest.skip("make hosts visits in Chromium")
    if not shutil.which("npm"):
        pytest.skip("no npm: what a page would fetch from the network comes by it")
    told = found.Found("an export")
    visit(engine, tmp_path, told)
    assert told.row() == {
        **{"host": "an export", "version": told.version},
        **{"shown": "yes", "clicked": "yes", "answered": "by the page", "computer": "–"},
        **{"theme": "yes", "keys": "yes"},
    }
