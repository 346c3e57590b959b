"""Pages in a browser whose reader wishes for dark, as the browser itself is told so."""

from io import BytesIO

import pytest
from browser.rig import launch, watch
from browser.test_page import demo
from PIL import Image, ImageStat
from thinned import first_of

import nbgames
from nbgames.atlas import puzzles
from nbgames.web.pages import to_html
from nbgames.web.teaching import tutorial_html
from nbgames.web.training import puzzles_html

WISH = {"layout.css.prefers-color-scheme.content-override": 0}  # of Firefox: 0 is dark
DARK = "rgb(27, 30, 34)"
PAGES = {
    **{name: lambda name=name: to_html(nbgames.match(name)) for name in nbgames.GAMES},
    "sphere": lambda: to_html(nbgames.match("projex", 4), sphere=True),
    "puzzles": lambda: puzzles_html(puzzles("projex", 4)[:2]),
    "tutorial": tutorial_html,
    "index": lambda: demo()["index.html"],
}


@pytest.fixture(scope="module")
def dark(engine, driver):
    """An empty page in a dark browser: Firefox's driver takes that at the start only."""
    if engine.browser_type.name == "firefox":
        with launch(driver, "firefox", prefs=WISH) as browser:
            context, tab = watch(browser)
            yield tab
            context.close()
    else:
        context, tab = watch(engine, color_scheme="dark")
        yield tab
        context.close()


# In Firefox, which starts once more for it, a board and a lesson.
IN_FIREFOX = [
    pytest.param(name, marks=[pytest.mark.everywhere, pytest.mark.long])
    for name in ("projex", "tutorial")
]
OTHERS = ["sphere", "puzzles", "index", "conhex", "antipalos", "copolymer"]


@pytest.mark.parametrize("name", [*first_of(OTHERS), *IN_FIREFOX])
def test_a_page_is_dark(dark, tmp_path, name):
    file = tmp_path / "page.html"
    file.write_text(PAGES[name](), "utf-8")
    dark.page.goto(file.as_uri())
    if name != "index":
        dark.page.wait_for_selector("[data-site]")
        paper = dark.page.locator(".nb-paper").first
        assert paper.evaluate("p => getComputedStyle(p).fill") == DARK
    ground = dark.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert ground == DARK
    assert dark.errors == [] and dark.outside == []  # a screenshot puts a style of its own there
    seen = Image.open(BytesIO(dark.page.screenshot())).convert("L")
    assert ImageStat.Stat(seen).median[0] < 60  # of 255
    dark.errors.clear()
