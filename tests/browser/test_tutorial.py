"""The tutorial as a beginner uses it, on a page and in JupyterLab, by mouse, keys and words."""

from importlib.resources import files

import pytest
from browser.test_page import AXE, NARROW
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames.draw.guide import position
from nbgames.web.teaching import TAUGHT, tutorial_html

LESSONS = [(rules, lesson) for rules in TAUGHT for lesson in rules.primer.lessons]
FIRST = {rules.name: [of for of, _ in LESSONS].index(rules) for rules in TAUGHT}
PLACE = "() => document.querySelector('.nb-board').getBoundingClientRect().y + scrollY"
FITS = """() => { const { scrollHeight, clientHeight } = document.querySelector('.nb-verdict');
  return scrollHeight <= clientHeight; }"""
OWNED = """() => [...document.querySelectorAll('[data-site][data-owner]')]
  .filter(({ dataset }) => '12'.includes(dataset.owner)).length"""


class Taught:
    """A tutorial, and which lesson it shows."""

    def __init__(self, tab):
        self.tab, self.page = tab, tab.page
        self.page.wait_for_selector("[data-site]")

    @property
    def number(self):
        return int(self.page.locator(".nb-tutorial").get_attribute("data-lesson"))

    def says(self, words):
        expect(self.page.locator(".nb-verdict")).to_contain_text(words)

    def type(self, text):
        self.page.locator(".nb-typed").fill(text)
        self.page.locator(".nb-typed").press("Enter")

    def press(self, label):
        self.page.get_by_role("button", name=label, exact=True).click()

    def choose(self, title):
        self.page.get_by_label("lessons of").select_option(title)

    def site(self, name):
        rules, _ = LESSONS[self.number]
        board = nbgames.game(rules, rules.primer.size).board
        return self.page.locator(f'[data-site="{board.site(name)}"]')


# On how many lines stands which lesson is shown?
LINES = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.nb-you'));
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}"""


@pytest.fixture
def taught(open_page, tmp_path):
    def opened(**options):
        file = tmp_path / "tutorial.html"
        file.write_text(tutorial_html({name: f"{name}.html" for name in FIRST}), "utf-8")
        tab = open_page(**options)
        tab.page.goto(file.as_uri())
        return Taught(tab)

    return opened


def wrong(rules, lesson):
    """A word that is not right, if there is one."""
    m = position(rules, lesson)
    right = {m.play(word).claims[-1] for word in lesson.right.split()}
    words = [word for word in m.legal() if right and word not in right and word != "swap"]
    return words[0] if words else None


@pytest.mark.long
def test_help_lists_no_words_that_set_up_another_position_or_end_a_game(taught):
    page = taught()
    page.type("help")
    reply = page.page.locator(".nb-reply")
    reply.get_by_text("Here: next, back, again, show").wait_for()
    for word in ("Set up", "resign", "plan"):
        assert word not in reply.text_content()


def test_on_a_phone_which_lesson_is_shown_stands_on_one_line(taught):
    page = taught(viewport={"width": 360, "height": 740})
    assert page.tab.ask(LINES) == 1
    for _ in range(2):  # "Lesson 3 of 5" is wider than "Lesson 1 of 5"
        page.press("Next")
        assert page.tab.ask(LINES) == 1


LOW = "() => Math.round(document.querySelector('.nb-board').getBoundingClientRect().bottom)"


def test_on_a_phone_the_boards_of_all_lessons_are_whole(taught):
    """At a long question that of the last one ended below the screen; others went up and down."""
    page = taught(viewport={"width": 360, "height": 740})
    ends = {}
    for number, (rules, _) in enumerate(LESSONS):
        if number in FIRST.values():
            page.choose(rules.title)
        assert page.number == number
        ends.setdefault(rules.name, []).append(page.tab.ask(LOW))
        if number + 1 not in {*FIRST.values(), len(LESSONS)}:
            page.press("Next")
    assert max(map(max, ends.values())) <= 740
    assert all(len({*all_but_last}) == 1 for *all_but_last, _ in ends.values())


@pytest.mark.parametrize("title", first_of([rules.title for rules in TAUGHT]))
def test_every_lesson_says_why_a_move_is_wrong_and_why_one_is_right(taught, title):
    page = taught()
    page.choose(title)
    for number, (rules, lesson) in enumerate(LESSONS):
        if rules.title != title:
            continue
        assert page.number == number
        back = page.page.get_by_role("button", name="Back", exact=True)
        starts = number == FIRST[rules.name]
        expect(back).to_have_attribute("aria-disabled", str(starts).lower())
        expect(page.page.locator(".nb-asks")).to_have_text(lesson.asks)
        before = page.tab.ask(OWNED)
        if word := wrong(rules, lesson):
            page.type(word)
            page.says(f"✗ {word} is not the answer. {lesson.amiss}")
            assert page.tab.ask(OWNED) == before  # it is taken back, and marked
            expect(page.page.locator(".nb-values text")).to_have_text(["✗"])
        page.type(lesson.right.split()[0] if lesson.right else wrong_or_first(rules, lesson))
        page.says(f"✓ {lesson.well}")
        if number + 1 in FIRST.values() or number + 1 == len(LESSONS):
            page.says(f"That was the last lesson: play {rules.title}.")
            expect(page.page.get_by_role("link")).to_have_attribute("href", f"{rules.name}.html")
            expect(page.page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
        else:
            page.type("next")
    assert page.tab.errors == [] and page.tab.outside == []


def wrong_or_first(rules, lesson):
    return position(rules, lesson).legal()[0]


@pytest.mark.everywhere
def test_a_lesson_is_done_by_the_mouse_and_its_reply_is_no_lesson(taught):
    page = taught()
    page.choose("ConHex")
    page.press("Next")
    page.site("E2").click()
    page.says("✗ E2 is not the answer.")
    expect(page.page.get_by_role("button", name="Swap", exact=True)).to_be_hidden()
    page.site("C2").click()
    page.says("✓ Two of three holes")
    owned = page.tab.ask(OWNED)
    page.site("G2").click()  # what follows is taken back
    page.says("✓ Two of three holes")
    assert page.tab.ask(OWNED) == owned
    page.press("Undo")
    expect(page.page.locator(".nb-verdict")).to_be_empty()
    page.site("B3").click()
    page.says("✓ Two of three holes")


@pytest.mark.long
def test_a_turn_that_goes_on_may_be_played_to_its_end(taught):
    page = taught()
    page.choose("Copolymer")
    for _ in range(4):
        page.press("Next")
    owned = page.tab.ask(OWNED)
    for name, more in (("C3", 1), ("D2", 2), ("E4", 2)):  # the last one would be O's
        page.site(name).click()
        page.says("✓ C3 touches two cells of O or more")
        assert page.tab.ask(OWNED) == owned + more
    page.type("next")
    expect(page.page.locator(".nb-trouble")).to_contain_text("this is the last lesson of this game")


def test_everything_is_done_by_keys(taught):
    page = taught()
    page.choose("Projex")
    page.page.locator('[data-site][tabindex="0"]').focus()
    for _ in range(4):
        page.page.keyboard.press("n")
    page.page.keyboard.press("p")
    page.says("Press Swap.")
    page.page.keyboard.press("s")
    page.says("✓ The cell is yours")
    page.page.keyboard.press("t")
    expect(page.page.locator(".nb-verdict")).to_be_empty()
    page.page.keyboard.press("b")
    assert page.number == FIRST["projex"] + 3
    page.page.keyboard.press("p")
    page.says("Every right answer is shaded.")
    assert page.page.locator(".nb-heat > :not(text)").count() == 1
    site = page.site("D4")
    site.focus()
    page.page.keyboard.press("Enter")
    page.says("✓ O's loop is cut there.")


@pytest.mark.long
def test_where_every_move_is_right_nothing_is_said_to_be_shaded(taught):
    page = taught()
    page.choose("Projex")
    page.page.locator(".nb-typed").fill("show")
    page.page.keyboard.press("Enter")
    page.says("Every move is right here.")
    assert page.page.locator(".nb-heat > :not(text)").count() == 0


@pytest.mark.parametrize(
    "text", first_of(["<b>", "load nbgames", "nonsense", "Z9", "'); //", "line 3"])
)
def test_what_cannot_be_done_is_refused_in_words(taught, text):
    page = taught()
    page.type(text)
    expect(page.page.locator(".nb-trouble")).not_to_be_empty()
    expect(page.page.locator(".nb-asks")).to_have_text(LESSONS[0][1].asks)
    assert page.tab.errors == []


@pytest.mark.long
def test_what_leaves_a_lesson_has_a_way_back(taught):
    page = taught()
    page.press("Next")
    page.type("setup V a1-b2; H; H to move")
    page.says("That is no longer the lesson: press Try again to return to it.")
    page.press("Try again")
    page.type("resign")
    page.page.keyboard.press("Enter")  # yes
    page.says("✗ resign is not the answer.")
    assert page.page.locator(".nb-verdict").inner_text() == "✗ resign is not the answer."
    page.type("a2-b3")
    page.says("✓ It ends at a point of your piece")


@pytest.mark.undriven
@pytest.mark.parametrize("dark", first_of([True, False]), ids=["dark", "light"])
@pytest.mark.parametrize("count", first_of([1, 5]))
def test_axe_finds_nothing_and_a_phone_shows_it_all(taught, dark, count):
    axe = pytest.importorskip("axe_playwright_python")
    page = taught(
        color_scheme="dark" if dark else "light",
        bypass_csp=True,
        viewport={"width": 360, "height": 740},
    )
    page.page.add_script_tag(content=(files(axe) / "axe.min.js").read_text())
    for rules, lesson in LESSONS[:count]:
        board = page.tab.ask(PLACE)
        assert page.tab.ask(AXE) == [] == page.tab.ask(NARROW)
        page.type(wrong(rules, lesson) or wrong_or_first(rules, lesson))
        assert page.tab.ask(AXE) == []
        assert page.tab.ask(PLACE) == board  # nothing has moved
        assert page.tab.ask(FITS)
        page.type("next")
    page.press("Show")
    page.type(LESSONS[min(count, 4)][1].right.split()[0])
    page.says("✓" if count < 5 else "That was the last lesson: play Antipalos.")
    assert page.tab.ask(AXE) == [] and page.tab.ask(FITS)


def test_in_a_notebook_it_begins_with_the_lesson_that_is_kept_and_tells_the_next(mount):
    shown = nbgames.tutorial("projex")
    tab = mount(str(shown._esm), {"data": shown.data, "at": 2})
    shown.close()
    page = Taught(tab)
    expect(page.page.locator(".nb-you")).to_have_text("Lesson 3 of 5")
    page.press("Next")
    assert tab.ask("() => window.sent") == [{"at": 3}]
    page.press("Next")
    page.type("swap")
    page.says("That was the last lesson: to play, run nbgames.menu().")


def test_a_notebook_has_the_tutorial_and_keeps_its_own_keys_away(desk):
    tab = desk.tab
    desk.run("nbgames.tutorial('projex')")
    page = Taught(tab)
    page.page.get_by_role("button", name="Next", exact=True).focus()
    page.page.keyboard.press("b")  # would insert a cell
    page.page.keyboard.press("n")
    assert page.page.locator(".jp-CodeCell").count() == 1
    page.tab.page.locator(".nb-tutorial").wait_for()
    expect(page.page.locator(".nb-you")).to_have_text("Lesson 2 of 5")
    page.type("F3")
    page.says("✓ It touches A4")
    assert tab.errors == []
