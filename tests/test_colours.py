"""Every pair of colours that meets on a board, in both themes, on the ground of every notebook."""

import re

import pytest

from nbgames.draw.looks import PALETTE, contrast
from nbgames.widgets.board import _CSS

GROUND = ("#ffffff", "#111111")  # a notebook's own: Lab's light and dark
SHAPE, TEXT = 3, 4.5  # WCAG 2.2, 1.4.11 and 1.4.3
MEETS = {
    "ink": (TEXT, "paper site ground"),
    "wrong": (TEXT, "paper ground"),
    "line": (SHAPE, "paper site ground"),
    "first": (SHAPE, "paper site ground"),
    "second": (SHAPE, "paper site ground"),
    "on": (SHAPE, "first second"),
    "glow": (SHAPE, "paper site ground"),  # on a stone it lies in a casing of paper
    "slash": (SHAPE, "paper"),
    "back": (SHAPE, "paper"),
}
PAIRS = [
    (name, other, least) for name, (least, others) in MEETS.items() for other in others.split()
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("name", "other", "least"), PAIRS)
def test_colours_are_told_apart(name, other, least, dark):
    colours = PALETTE | {"ground": GROUND}
    assert contrast(colours[name][dark], colours[other][dark]) >= least


def test_the_page_has_no_colours_but_these():
    assert set(re.findall(r"var\(--(\w+)\)", _CSS)) == set(PALETTE) == {*MEETS, "paper", "site"}
    bare = re.sub(r"^\.nb-root\{.*?\}", "", _CSS)
    assert re.findall(r"#[0-9a-f]{3,8}\b|rgb|hsl|light-dark", bare) == []
