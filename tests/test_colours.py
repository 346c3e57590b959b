"""Every pair of colours that meets on a board, in both themes, on the ground of every notebook."""

import re
from itertools import combinations, product

import pytest
from seeing import VISION, apart, difference

from nbgames.draw.looks import COLOURS, OPPOSITE, PALETTE, PATHS, ROLES, contrast
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


# As the colour-blind see them


@pytest.mark.parametrize(
    ("one", "other", "known"),
    [  # from the test data of Sharma, Wu and Dalal, 2005
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ],
)
def test_the_difference_of_two_colours_is_that_of_the_standard(one, other, known):
    assert difference(one, other) == pytest.approx(known, abs=5e-5)


def test_red_and_green_look_alike_to_some():
    """The simulation sees less where it should, and grey as everybody does."""
    red, green = "#b24a4a", "#6b7a2e"
    assert apart(red, green) > 30
    assert min(apart(red, green, kind) for kind in ("protanopia", "deuteranopia")) < 15
    assert all(
        apart("#404040", "#808080", kind) == pytest.approx(apart("#404040", "#808080"), rel=0.02)
        for kind in VISION
    )


# Which colours must be told apart, and how far they are at least (CIEDE2000: 1 can just be seen
# side by side). Players differ in marks too, paths only in colour.
STONES, PATH, ENDS = 40, 20, 24
PLAIN, SOME = (
    25,
    8,
)  # a path and a stone, which differ in shape too: as usual, and to the colour-blind
SEEN = [
    ("first", "second", STONES),
    ("glow", "slash", ENDS),  # of values of both signs
    *((end, "site", ENDS) for end in ("first", "second", "glow", "slash")),
    *((one, other, PATH) for one, other in combinations(PATHS, 2)),
    *((path, ground, PATH) for path in PATHS for ground in ("paper", "site")),
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(("name", "other", "least"), SEEN)
def test_colours_are_told_apart_by_everybody(name, other, least, vision, dark):
    assert apart(COLOURS[name][dark], COLOURS[other][dark], vision) >= least


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(("path", "player"), [*product(PATHS, ("first", "second"))])
def test_a_path_has_no_player_s_colour(path, player, vision, dark):
    least = PLAIN if vision == "usual" else SOME
    assert apart(PATHS[path][dark], PALETTE[player][dark], vision) >= least


def test_the_ends_of_the_diverging_map_are_among_those():
    assert ("glow", OPPOSITE, ENDS) in SEEN
    assert {colour for colour, _ in ROLES.values()} <= {"first", "second", "glow", "ink"}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_paths_stand_out_from_the_board(path, dark):
    assert all(
        contrast(PATHS[path][dark], PALETTE[ground][dark]) >= SHAPE for ground in ("paper", "site")
    )
