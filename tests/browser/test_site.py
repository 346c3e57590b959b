"""The course and the reference as a book, opened from disk without a network: `make site`."""

import subprocess
from pathlib import Path

import pytest

pytestmark = [pytest.mark.long, pytest.mark.everywhere, pytest.mark.timeout(900)]
ROOT = Path(__file__).parents[2]
CHAPTERS = [path.stem for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
WITHOUT_BOARDS = {"glossary", "research"}
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder that `make site` builds."""
    folder = tmp_path_factory.mktemp("site")
    command = ["make", "-C", ROOT, "site", f"SITE={folder}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=800)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING:" not in done.stderr  # as Sphinx has it
    return folder


@pytest.fixture
def visit(site, open_tab):
    tabs = []

    def one(page, **options):
        tabs.append(open_tab(**options))
        tabs[-1].page.goto(f"{site.as_uri()}/{page}")
        return tabs[-1].page

    yield one
    for tab in tabs:
        assert tab.errors == [] and tab.outside == []


@pytest.mark.parametrize("name", ["index", *CHAPTERS])
def test_a_page_opens_and_its_boards_are_played_on(visit, name):
    page = visit(f"{name}.html")
    frames = page.locator("iframe.nb-live").all()
    assert bool(frames) == (name not in WITHOUT_BOARDS)
    for frame in frames:
        frame.scroll_into_view_if_needed()
        frame.content_frame.locator("[data-site]").first.wait_for()


def test_a_move_is_played(visit):
    frame = visit("index.html").frame_locator("iframe.nb-live")
    frame.locator(".nb-typed").fill("F6")
    frame.locator(".nb-typed").press("Enter")
    frame.get_by_text("X plays F6.").wait_for()


def test_a_word_is_found(visit):
    page = visit("search.html?q=Menger")
    page.locator("#search-results a", has_text="Cuts, flows and blocking").wait_for()


def test_boards_follow_the_reader_s_choice_of_light_or_dark(visit):
    page = visit("index.html")
    page.context.browser.browser_type.name == "chromium" and page.emulate_media(color_scheme="null")
    body = page.frame_locator("iframe.nb-live").locator("body")
    ground = {}
    for _ in range(3):
        page.locator(".theme-toggle").first.evaluate("button => button.click()")
        theme = page.evaluate("document.body.dataset.theme")
        page.wait_for_timeout(100)
        ground[theme] = body.evaluate("e => getComputedStyle(e).backgroundColor")
    assert ground["light"] != ground["dark"]


@pytest.mark.parametrize("name", ["index", "play", "double_cover", "nbgames.analysis"])
def test_a_phone_has_nothing_to_scroll_sideways(visit, name):
    page = visit(f"{name}.html", viewport={"width": 390, "height": 844})
    assert page.evaluate(OVERFLOW) <= 0


def test_a_definition_leads_to_where_it_is_made(site, visit):
    page = visit("glossary.html")
    for link in page.locator("article a.reference").all():
        file, _, anchor = link.get_attribute("href").partition("#")
        assert (site / file).is_file()
        assert not anchor or f'id="{anchor}"' in (site / file).read_text("utf-8")
