"""The course and the reference as a book, opened from disk without a network: `make site`."""

import os
import re
import subprocess
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import expect
from test_exercises import CHECKS, COURSE

from nbgames.exercises import stepwise
from nbgames.exercises.asked import posed_in

pytestmark = [pytest.mark.long, pytest.mark.everywhere, pytest.mark.timeout(1800)]
ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHAPTERS = [path.stem for path in NOTEBOOKS]
STANDS = "The position when this cell ran"
WITHOUT_BOARDS = {"glossary", "research"}
PROOFS = stepwise.every()
WITHOUT_SOLUTIONS = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("book", ".ci/site.py")
book = sys.modules["book"] = importlib.util.module_from_spec(spec)
sys.path.insert(0, ".ci")
spec.loader.exec_module(book)
book.CHAPTERS = {"One": ["one_class"]}
book.main()
"""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder that `make site` builds."""
    folder = tmp_path_factory.mktemp("site")
    command = ["make", "-C", ROOT, "site", f"SITE={folder}"]
    # beside other pytests and other work on two cores it took more than 800 s
    done = subprocess.run(command, capture_output=True, text=True, timeout=1700)
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


@pytest.mark.parametrize("name", COURSE)
def test_every_exercise_on_a_board_is_alive_and_is_seen_whole(visit, name):
    page = visit(f"{name}.html", viewport={"width": 1300, "height": 1000})
    titles = [frame.get_attribute("title") for frame in page.locator("iframe.nb-exercise").all()]
    assert sorted(titles) == sorted(posed.title for posed in posed_in(CHECKS[name]).values())
    for frame in page.locator("iframe.nb-exercise").all():
        frame.scroll_into_view_if_needed()
        frame.content_frame.locator("[data-site]").first.wait_for()
        assert (
            frame.content_frame.locator("html").evaluate("e => e.scrollHeight - innerHeight") <= 0
        )


def seen(page, title):
    """What is in the frame of this title, which loads where it is seen."""
    frame = page.locator(f'iframe[title="{title}"]')
    frame.scroll_into_view_if_needed()
    return frame.content_frame


def test_an_exercise_is_answered_wrong_and_right(visit):
    frame = seen(visit("one_class.html"), "A short loop")
    for name in ("C1", "B2", "B3", "D3"):
        frame.locator(f'[aria-label^="{name},"]').click()
    frame.get_by_role("button", name="Check", exact=True).click()
    verdict = frame.locator(".nb-verdict")
    expect(verdict).to_contain_text("✗ Not right: these cells have no loop")
    for name in ("D3", "B4"):
        frame.locator(f'[aria-label^="{name},"]').click()
    frame.get_by_role("button", name="Check", exact=True).click()
    expect(verdict).to_have_text("✓ Right: C1, B2, B3 and B4 are a winning loop.")


def test_every_proof_is_alive(site):
    pages = [(site / f"{name}.html").read_text("utf-8") for name in COURSE]
    for proof in PROOFS:
        frame = f'<iframe class="nb-live nb-proof" [^>]* title="{re.escape(escape(proof.title))}"'
        assert sum(bool(re.search(frame, text)) for text in pages) == 1


def test_a_proof_is_stepped(visit):
    (proof,) = [proof for proof in PROOFS if proof.title == "Augmenting paths"]
    frame = seen(visit("cuts.html"), proof.title)
    for step in proof.steps[:3]:
        expect(frame.locator(".nb-verdict")).to_have_text(step.says)
        frame.get_by_role("button", name="Next", exact=True).click()


def test_on_paper_there_are_pictures_in_place_of_what_is_alive(visit):
    page = visit("cuts.html")
    if page.context.browser.browser_type.name != "chromium":
        pytest.skip("Firefox's driver, not the board")  # it shows no print media
    page.emulate_media(media="print")
    for gone in page.locator(".nb-live, .nb-alone, .nb-launch").all():
        expect(gone).to_be_hidden()
    pictures = page.locator(".nb-still img").all()
    assert len(pictures) >= len(page.locator(".nb-live").all()) > 0
    for picture in pictures:
        expect(picture).to_be_visible()
        assert picture.evaluate("async (i) => { await i.decode(); return i.naturalWidth; }") > 0
    printed = page.pdf()
    assert printed.startswith(b"%PDF") and printed.count(b"/Type /Page\n") > 3


def test_lecturers_can_leave_the_solutions_out(site, tmp_path):
    assert "<summary>Solution" in (site / "one_class.html").read_text("utf-8")
    command = [ROOT / ".venv/site/bin/python", "-c", WITHOUT_SOLUTIONS, tmp_path / "site", "none"]
    path = {"PYTHONPATH": f"{ROOT / 'tests'}{os.pathsep}{ROOT}"}
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | path, capture_output=True)
    made = [*(tmp_path / "site").glob("*.html"), *(tmp_path / "site/notebooks").glob("*.ipynb")]
    texts = {path.name: path.read_text("utf-8") for path in made}
    assert {"one_class.html", "one_class.ipynb"} <= set(texts)
    assert not [
        name for name, text in texts.items() if re.search(r"<summary>(Solution|Answer)", text)
    ]
    assert not (tmp_path / "site/notebooks/teaching").exists()  # it has the answers
    assert 'title="A short loop"' in texts["one_class.html"]


def test_a_word_is_found(visit):
    page = visit("search.html?q=Menger")
    page.locator("#search-results a", has_text="Cuts, flows and blocking").wait_for()


def test_boards_follow_the_reader_s_choice_of_light_or_dark(visit):
    page = visit("index.html")
    page.context.browser.browser_type.name == "chromium" and page.emulate_media(color_scheme="null")
    board = page.locator("iframe.nb-live").element_handle().content_frame()
    ground = {}
    for _ in range(3):
        page.locator(".theme-toggle").first.evaluate("button => button.click()")
        theme = page.evaluate("document.body.dataset.theme")
        if theme != "auto":  # a frame hears of it some time later
            board.wait_for_function(f"matchMedia('(prefers-color-scheme: {theme})').matches")
        ground[theme] = board.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground["light"] != ground["dark"]


@pytest.mark.parametrize("name", ["index", "gallery", "play", "double_cover", "nbgames.analysis"])
def test_a_phone_has_nothing_to_scroll_sideways(visit, name):
    page = visit(f"{name}.html", viewport={"width": 390, "height": 844})
    assert page.evaluate(OVERFLOW) <= 0


def test_the_gallery_has_the_figures_of_all_chapters(visit):
    page = visit("gallery.html")
    pictures = page.locator(".nb-gallery figure")
    kept = sum(path.read_text("utf-8").count("<figcaption>") for path in NOTEBOOKS)
    live = sum(path.read_text("utf-8").count(f"<figcaption>{STANDS}") for path in NOTEBOOKS)
    trees = sum(
        path.read_text("utf-8").count("<figure class='nb-root nb-tree'>") for path in NOTEBOOKS
    )
    assert pictures.count() == kept - live - trees > 60
    for picture in pictures.all():
        seen = picture.locator("img").evaluate("i => [i.naturalWidth, i.alt.length]")
        assert min(seen) > 0 and picture.locator("figcaption").inner_text()
    names = page.locator("article h2 a.reference").evaluate_all("a => a.map(e => e.href)")
    assert all(Path(name.removeprefix("file://")).is_file() for name in names) and len(names) > 8


def test_a_definition_leads_to_where_it_is_made(site, visit):
    page = visit("glossary.html")
    for link in page.locator("article a.reference").all():
        file, _, anchor = link.get_attribute("href").partition("#")
        assert (site / file).is_file()
        assert not anchor or f'id="{anchor}"' in (site / file).read_text("utf-8")
