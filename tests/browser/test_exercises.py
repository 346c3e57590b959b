"""Exercises on a board: a page judges as Python does, by mouse, keys and words."""

import re
from functools import cache
from importlib.resources import files
from random import Random

import pytest
from browser.test_hands import walk
from browser.test_page import AXE, NARROW
from playwright.sync_api import expect
from test_exercises import ANSWERS, CHECKS, checked
from thinned import first_of, first_rows

from nbgames.exercises.asked import asked, exercises_html, modules, posed_in
from nbgames.web.bundle import bundled
from nbgames.web.playing import known

pytestmark = pytest.mark.usefixtures("uncompiled")
POSED = [
    pytest.param(name, check, id=f"{name}-{check}")
    for name in CHECKS
    for check in posed_in(CHECKS[name])
]
ENTRY = """import * as judges from "./judges.js";
import { gameOf } from "./match.js";
import * as rules from "./rules.js";
window.judged = ([facts, { judge, data }, answers]) => answers.map((answer) => {
  const [right, words] = judges[judge](gameOf(facts, rules[facts.name]), answer, data);
  return [Boolean(right), judges.sentence(right, words)];
});
"""


def posed_of(name, check):
    return getattr(CHECKS[name], check).posed


def any_answers(posed):
    """Answers of this kind by chance, most of them wrong."""
    rng, board = Random(1), posed.game.board
    if posed.kind == "label":
        return [rng.choices(range(3), k=len(board.names)) for _ in range(50)]
    if posed.kind in ("set", "path", "pairs", "triangles"):
        return [sorted(rng.sample(range(board.claimable), rng.randrange(7))) for _ in range(50)]
    return []


@pytest.mark.parametrize(("name", "check"), first_rows(POSED, 10))
def test_a_page_says_of_an_answer_what_the_check_says(blank, name, check):
    posed, answers = posed_of(name, check), ANSWERS[name]
    wrong = [answer for answer, _ in answers.WRONG[check]]
    said = [checked(name, check, answer) for answer in [*answers.RIGHT[check], *wrong]]
    said = [verdict for verdict in said if verdict.answer is not None]
    said += map(posed.judged, any_answers(posed))
    blank.ask(bundled_entry(posed))
    given = [known(posed.game), asked(posed), [verdict.answer for verdict in said]]
    found = blank.ask("(given) => judged(given)", given)
    assert found == [[verdict.right, verdict.words] for verdict in said]
    assert {right for right, _ in found} == {False, True}


def bundled_entry(posed):
    made = {"entry.js": ENTRY, **modules([posed.game.rules], [posed.judge])}
    return f"() => {{ {bundled('entry.js', made)} }}"


class Asked:
    """A page of exercises, or one in a notebook."""

    def __init__(self, tab):
        self.tab, self.page = tab, tab.page
        self.page.wait_for_selector("[data-site]")

    def says(self, words):
        expect(self.page.locator(".nb-verdict")).to_contain_text(words)

    def holds(self, words):
        expect(self.page.locator(".nb-says")).to_contain_text(words)

    def type(self, *texts):
        for text in texts:
            self.page.locator(".nb-typed").fill(text)
            self.page.locator(".nb-typed").press("Enter")

    def press(self, label):
        self.page.get_by_role("button", name=label, exact=True).click()

    def begin(self, name, check):
        self.page.get_by_label("which exercise").select_option(posed_of(name, check).title)

    def site(self, posed, name):
        return self.page.locator(f'[data-site="{posed.game.board.site(name)}"]')

    def click(self, posed, *names):
        """Click sites where no other lies above them: a piece beside its middle."""
        for name in names:
            site = self.site(posed, name)
            box = site.bounding_box()
            along = 0.4 if "-" in name else 0.5
            falls = "-" in name and name[1] > name[4]
            x, y = box["width"] * along, box["height"] * (along if falls else 1 - along)
            site.click(position={"x": x, "y": y})


@cache
def every_exercise():
    """A page with all of them."""
    return exercises_html("Exercises", [posed_of(*param.values) for param in POSED])


@pytest.fixture
def alone(open_page, tmp_path):
    """alone(posed) -> Asked: a page with one exercise."""

    def opened(posed):
        file = tmp_path / "exercise.html"
        file.write_text(exercises_html(posed.title, [posed]), "utf-8")
        tab = open_page()
        tab.page.goto(file.as_uri())
        return Asked(tab)

    return opened


@pytest.fixture
def asking(open_page, tmp_path):
    def opened(**options):
        file = tmp_path / "exercises.html"
        file.write_text(every_exercise(), "utf-8")
        tab = open_page(**options)
        tab.page.goto(file.as_uri())
        return Asked(tab)

    return opened


def test_an_address_opens_the_exercises_of_a_notebook(asking):
    page = asking()
    page.tab.page.goto(f"{page.page.url}#two_lattices")
    page.tab.page.reload()
    page.page.wait_for_selector("[data-site]")
    expect(page.page.locator(".nb-asks")).to_have_text(posed_of("two_lattices", "pairing").asks)
    labels = page.page.locator("optgroup").evaluate_all("(all) => all.map(({ label }) => label)")
    assert labels[:2] == ["Cuts", "Cycle parity"] and "Two lattices" in labels


def test_a_set_is_clicked_and_what_is_wrong_is_shown_on_the_board(asking):
    page, posed = asking(), posed_of("one_class", "loop")
    page.begin("one_class", "loop")
    page.click(posed, "C1", "B2", "B3", "D3")
    page.holds("On the board: C1, B2, B3, D3 (4).")
    page.press("Check")
    page.says("✗ Not right: these cells have no loop")
    expect(page.page.locator(".nb-laid")).to_have_text("marks: C1 · B3 · D3")
    page.click(posed, "D3")  # a second click takes it out, and the verdict goes
    expect(page.page.locator(".nb-verdict")).to_be_empty()
    expect(page.page.locator(".nb-laid")).to_be_empty()
    page.press("Check")
    page.says("these are 3 cells, and four are asked for")
    page.click(posed, "B4")
    page.press("Check")
    page.says("✓ Right: C1, B2, B3 and B4 are a winning loop.")
    assert page.page.locator(".nb-path .nb-core").count() == 1
    assert page.tab.errors == [] and page.tab.outside == []


@pytest.mark.long
def test_what_is_put_on_the_board_is_taken_back_and_put_there_again(asking):
    page = asking()
    page.begin("one_class", "loop")
    page.type("C1 B2 B3 B4", "B4")
    page.holds("(3).")
    page.press("Undo")
    page.holds("(4).")
    page.press("Redo")
    page.holds("(3).")
    page.press("Clear")
    page.holds("No answer yet.")
    page.press("Undo")
    page.holds("(3).")


BOTH = "a1-b2 b2-c3 a3-b2 a3-b2 b2-c1 b2-c1"  # what is H's is pressed twice
BY_KEYS = {
    "set": ("one_class", "loop", "C1 B2 B3 B4"),
    "path": ("two_lattices", "maze", ANSWERS["two_lattices"].OUT),
    "pairs": ("two_lattices", "pairing", " ".join(map(" ".join, ANSWERS["two_lattices"].PAIRS))),
    "triangles": ("double_cover", "filling", " ".join(ANSWERS["double_cover"].INSIDE)),
    "label": ("somebody_must_win", "both", BOTH),
    "play": ("somebody_must_win", "drawn", "a2-b1 a2-b3 b3-c2 b1-c2"),
    "play against the check": ("two_lattices", "race", "a1-b2 b2-c3 c3-d2"),
    "turn": ("tempo", "best_turn", "B3 C4 D5 B4"),
}


def test_every_kind_of_answer_has_its_keys_tried():
    assert {kind.split()[0] for kind in BY_KEYS} == {posed_of(*p.values).kind for p in POSED}
    assert all(posed_of(*of).kind == kind.split()[0] for kind, (*of, _) in BY_KEYS.items())


LONGER = {"path", "pairs", "triangles", "play against the check", "turn"}  # as a set or a match has


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.long] * (kind in LONGER)) for kind in BY_KEYS]
)
def test_each_kind_is_answered_by_keys_alone(alone, kind):
    name, check, sites = BY_KEYS[kind]
    posed = posed_of(name, check)
    page = alone(posed)
    keys = page.page.keyboard
    while not page.tab.ask("() => document.activeElement.hasAttribute('data-site')"):
        keys.press("Tab")
    for number, site in enumerate(sites.split()):
        if posed.replies():
            page.holds(f"move {2 * number + 2}")
        start = page.page.evaluate_handle("document.activeElement")
        path = walk(page, site)
        start.evaluate("site => site.focus()")
        for key in path:
            keys.press("Shift")  # it ends the walk before
            keys.press(key)
        assert page.tab.ask("() => document.activeElement.ariaLabel").startswith(f"{site}, ")
        keys.press("Enter" if number % 2 else " ")
    keys.press("c")
    page.says("✓ Right")
    keys.press("x")
    expect(page.page.locator(".nb-verdict")).to_be_empty()
    assert page.tab.errors == [] and page.tab.outside == []


def test_everything_is_done_by_keys(asking):
    page, posed = asking(), posed_of("one_class", "loop")
    page.begin("one_class", "loop")
    keys = page.page.keyboard
    for name in ("C1", "B2", "B3", "B4"):
        page.site(posed, name).focus()
        keys.press("Enter")
    keys.press("c")
    page.says("✓ Right")
    keys.press("u")
    page.holds("(3).")
    keys.press("x")
    page.holds("No answer yet.")
    title = page.page.locator(".nb-asks").inner_text()
    keys.press("n")
    expect(page.page.locator(".nb-asks")).not_to_have_text(title)
    keys.press("b")
    expect(page.page.locator(".nb-asks")).to_have_text(title)


def test_a_path_is_clicked_in_order(asking):
    page, posed = asking(), posed_of("two_lattices", "maze")
    page.begin("two_lattices", "maze")
    out = ANSWERS["two_lattices"].OUT.split()
    page.click(posed, *out[:3])
    expect(page.page.locator(".nb-values text")).to_have_text(["1", "2", "3"])
    page.press("Check")
    page.says(f"✗ Not right: {out[2]} does not reach H's other side.")
    page.click(posed, out[1])  # what follows it is taken out
    page.holds(f"On the board: {out[0]}, {out[1]}.")
    page.type(" ".join(out), "check")
    page.says("✓ Right: these 7 pieces join H's sides.")


@pytest.mark.long
def test_triangles_are_named_by_their_corners(asking):
    page, posed = asking(), posed_of("double_cover", "filling")
    page.begin("double_cover", "filling")
    page.click(posed, "F2", "F1")
    page.press("Check")
    page.says("✗ Not right: F2 and F1 are no triangle yet")
    page.click(posed, "E2")
    page.press("Check")
    page.says("✗ Not right: the boundary of this triangle lacks the edge")
    page.type("F2 E2 E3, F2 E3 F3")
    page.holds("On the board: F2 E2 E3; F2 E3 F3.")
    page.click(posed, "E2", "E3", "F2")  # named once more, it goes
    page.holds("On the board: F2 E3 F3.")
    page.type("; ".join(ANSWERS["double_cover"].INSIDE), "check")
    page.says("✓ Right: the boundary of these 9 triangles is the cycle.")


@pytest.mark.long
def test_pairs_have_letters_and_what_may_be_left_is_shown(asking):
    page, posed = asking(), posed_of("two_lattices", "pairing")
    page.begin("two_lattices", "pairing")
    page.click(posed, "a1-b2", "b2-c1", "c1-d2")
    page.holds("On the board: A a1-b2 and b2-c1; B c1-d2.")
    page.press("Check")
    page.says("✗ Not right: c1-d2 has no partner yet.")
    page.click(posed, "b2-c1")  # the pair is gone
    page.holds("On the board: A c1-d2.")
    page.type(" ".join(piece for pair in ANSWERS["two_lattices"].PAIRS[1:] for piece in pair))
    page.press("Check")
    page.says("✗ Not right: H may leave V")
    assert page.page.locator(".nb-laid").inner_text().count("·") == 6


def test_the_owner_of_each_site_is_clicked(asking):
    page, posed = asking(), posed_of("somebody_must_win", "both")
    page.begin("somebody_must_win", "both")
    page.click(posed, "a1-b2", "b2-c3", "a3-b2", "a3-b2", "b2-c1", "b2-c1")
    page.holds("On the board: V a1-b2, b2-c3; H b2-c1, a3-b2.")
    page.press("Check")
    page.says("✓ Right: both are joined")
    page.type("V a1-b2 b2-c3; H a2-b3 b2-c1", "check")
    page.says("✗ Not right: H is not joined: follow b2-c1 and a2-b3.")
    page.type("a1-b2 b2-c3")
    expect(page.page.locator(".nb-trouble")).to_contain_text("comes before a player")


def test_a_match_is_played_and_judged_where_it_ends(asking):
    page, posed = asking(), posed_of("somebody_must_win", "drawn")
    page.begin("somebody_must_win", "drawn")
    page.click(posed, "a2-b1", "a2-b3", "b3-c2")
    page.press("Check")
    page.says("✗ Not right: the board is not full: 1 square to go.")
    page.click(posed, "b1-c2")
    page.says("✓ Right: the board is full")
    page.press("Clear")
    page.type("a2-b1", "a2-b3", "b1-c2", "b3-c2")
    page.says("✗ Not right: this is no draw, since a2-b3 and b3-c2 join the sides.")


def test_a_turn_is_judged_when_it_is_over_and_goes_no_further(asking):
    page = asking()
    page.begin("tempo", "best_turn")
    page.type("D3", "E4")
    page.says("✗ Not right: after D3,E4 you finish")
    page.press("Clear")
    page.type("B3", "check")
    page.says("✗ Not right: the turn is open after B3")
    page.type("C4", "D5", "B4")
    page.says("✓ Right: after B3,C4,D5,B4 you finish")
    page.type("E3")  # O's, and not asked for
    page.press("Check")
    page.says("✓ Right: after B3,C4,D5,B4 you finish")


@pytest.mark.long
def test_a_match_is_played_against_the_check(asking):
    page = asking()
    page.begin("two_lattices", "race")
    for number, word in enumerate(("a1-b2", "b2-c3", "c3-d2")):
        page.holds(f"H to move; move {2 * number + 2}")
        page.type(word)
    page.says("✓ Right: H wins by a chain")
    page.press("Clear")
    page.holds("H to move; move 2")
    for number, word in enumerate(("b3-c4", "c2-d3", "a1-b2", "c3-d4")):
        page.holds(f"H to move; move {2 * number + 2}")
        page.type(word)
    page.says("✗ Not right: V wins by a chain")


@pytest.mark.parametrize(
    "text",
    first_of(["<b>", "setup X C1; O; X to move", "nonsense", "Z9 C1", "'); //", "edit", "resign"]),
)
def test_what_is_no_answer_is_refused_in_words(asking, text):
    page = asking()
    page.begin("one_class", "loop")
    page.type("C1", text)
    if text == "resign":
        page.page.locator(".nb-question button").first.click()  # yes
    expect(page.page.locator(".nb-trouble")).not_to_be_empty()
    page.holds("On the board: C1 (1).")
    assert page.tab.errors == []


@pytest.mark.long
@pytest.mark.parametrize("of", first_of([("one_class", "loop"), ("somebody_must_win", "drawn")]))
def test_help_lists_what_answers_in_an_exercise_and_all_else_is_refused(asking, of):
    page = asking()
    page.begin(*of)
    page.type("help")
    reply, trouble = page.page.locator(".nb-reply"), page.page.locator(".nb-trouble")
    reply.get_by_text("Here: ").wait_for()
    listed = reply.inner_text()
    for line in listed.splitlines():
        kind, _, words = line.partition(": ")
        for word in words.split(", ") if kind in ("Play", "Ask", "Note") else ():
            page.type(word)
            expect(trouble).to_be_empty()
    for word in ("edit", "leave", "begin", "plan"):
        page.type(word)
        told = f"{word} is no part of an answer: type names of places, or check"
        expect(trouble).to_have_text(told)
        assert not re.search(rf"\b{word}\b", listed)


OF_EACH_KIND = {posed_of(*param.values).kind: param.values for param in POSED}.values()


@pytest.mark.parametrize(
    "posed",
    first_of([[*OF_EACH_KIND][:2], OF_EACH_KIND, [param.values for param in POSED]]),
    ids=["two", "kinds", "all"],
)
@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_axe_finds_nothing_and_a_phone_shows_it_all(asking, dark, posed):
    axe = pytest.importorskip("axe_playwright_python")
    scheme, small = "dark" if dark else "light", {"width": 360, "height": 740}
    page = asking(color_scheme=scheme, bypass_csp=True, viewport=small)
    page.page.add_script_tag(content=(files(axe) / "axe.min.js").read_text())
    for name, check in posed:
        page.begin(name, check)
        assert page.tab.ask(AXE) == [] == page.tab.ask(NARROW)
        page.press("Check")
        page.says("✗ Not right")
        assert page.tab.ask(AXE) == [] == page.tab.ask(NARROW)


def test_a_cell_with_a_check_shows_its_board_and_the_answer_on_it(desk):
    tab = desk.tab
    desk.run(
        "from nbgames.exercises import one_class as check\n"
        "display(check.loop(...))\ncheck.loop('C1 B2 B3 D3')"
    )
    first, second = (tab.page.locator(".nb-exercise").nth(k) for k in (0, 1))
    expect(second.locator(".nb-verdict")).to_contain_text("✗ Not right: these cells have no loop")
    expect(second.locator(".nb-says")).to_contain_text("C1, B2, B3, D3 (4).")
    first.locator(".nb-typed").fill("C1 B2 B3 B4")
    first.locator(".nb-typed").press("Enter")
    expect(first.locator(".nb-handed")).to_have_text('Your answer as text: "C1 B2 B3 B4"')
    first.get_by_role("button", name="Check").focus()
    tab.page.keyboard.press("c")  # would copy the cell
    expect(first.locator(".nb-verdict")).to_contain_text("✓ Right")
    assert tab.errors == []
