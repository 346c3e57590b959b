"""Slides of the course: turned by keys, each fits the window, nothing is loaded."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHOWN = "document.querySelectorAll('section.shown').length"
OVERFLOWS = "slides[now].scrollHeight > slides[now].clientHeight"


@pytest.mark.slow
def test_slides_turn_by_keys_and_fit(open_tab, tmp_path):
    command = [sys.executable, ROOT / ".ci/course.py", tmp_path / "slides", "slides"]
    subprocess.run(command, check=True, capture_output=True)
    tab = open_tab(viewport={"width": 1280, "height": 720})
    page = tab.page
    page.goto((tmp_path / "slides/two_lattices.html").as_uri())
    last = page.evaluate("slides.length")
    too_long = []
    for number in range(1, last + 1):
        assert page.get_by_role("button").inner_text() == f"{number} / {last}"
        assert page.evaluate(SHOWN) == 1
        too_long += [number] if page.evaluate(OVERFLOWS) else []
        page.keyboard.press("ArrowRight")
    assert too_long == []
    page.keyboard.press("Home")
    page.keyboard.press("n")
    page.locator("section.shown").get_by_role("heading", level=1).wait_for()
    assert page.evaluate("document.body.className") == "noted"
    assert page.url.endswith("#1") and tab.errors == [] and tab.outside == []
