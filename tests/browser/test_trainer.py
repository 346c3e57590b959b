"""The puzzle trainer as a person uses it, on a page and in JupyterLab, by mouse, keys and words."""

import json
from importlib.resources import files
from itertools import pairwise

import pytest
from browser.test_page import AXE, NARROW
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames.atlas import every_puzzle, puzzles
from nbgames.web.bundle import bundled
from nbgames.web.training import puzzles_html

BY_NAME = {puzzle.name: puzzle for puzzle in every_puzzle()}
PLACE = "() => document.querySelector('.nb-board').getBoundingClientRect().y + scrollY"
NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw Error('no'); } })"
KEPT = "() => JSON.parse(localStorage.getItem('nbgames-puzzles') ?? '[]')"


def long(puzzle):
    return "|" in puzzle.refuted


def some(game, size, wanted=lambda puzzle: True):
    return [puzzle for puzzle in puzzles(game, size) if wanted(puzzle)][:4]


def counted(m):
    owners = m.position.owners
    return f"X {owners.count(1)}, O {owners.count(2)}"


class Trained:
    """A trainer, and what its board's puzzle is."""

    def __init__(self, tab):
        self.tab, self.page = tab, tab.page
        self.page.wait_for_selector("[data-site]")

    @property
    def name(self):
        return self.page.locator(".nb-training").get_attribute("data-puzzle")

    @property
    def puzzle(self):
        return BY_NAME[self.name]

    @property
    def you(self):
        return self.page.locator(".nb-you").inner_text()

    def says(self, text):
        self.page.locator(".nb-verdict").get_by_text(text).wait_for()

    def ends(self, m):
        """Until the board says how this match ended."""
        self.page.locator(".nb-says").get_by_text(nbgames.play.sentences.says(m)).wait_for()

    def type(self, text):
        self.page.locator(".nb-typed").fill(text)
        self.page.locator(".nb-typed").press("Enter")

    def click(self, name):
        site = self.puzzle.match.game.board.site(name)
        self.page.locator(f'[data-site="{site}"]').click()

    def press(self, label):
        self.page.get_by_role("button", name=label, exact=True).click()

    def keys(self, *keys):
        self.page.locator('[data-site][tabindex="0"]').focus()
        for key in keys:
            self.page.keyboard.press(key)

    def wrong(self):
        """A turn that is refuted, and the match as it ends then."""
        words, line = self.puzzle.refuted.split("|")[0].split(";")[-1].split(">")
        word = words.split()[-1]
        return word, self.puzzle.match.play(word, *line.split())


@pytest.fixture
def trained(open_page, tmp_path):
    def opened(given, **options):
        file = tmp_path / "puzzles.html"
        file.write_text(puzzles_html(given), "utf-8")
        tab = open_page(**options)
        tab.page.goto(file.as_uri())
        return Trained(tab)

    return opened


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("copolymer", 5),  # with turns of several claims
        pytest.param("projex", 4, marks=pytest.mark.long),
        pytest.param("conhex", 3, marks=pytest.mark.long),
        pytest.param("antipalos", 4, marks=pytest.mark.long),
    ],
)
def test_a_wrong_turn_is_refuted_on_the_board_and_then_tried_again(trained, game, size):
    page = trained(some(game, size))
    word, end = page.wrong()
    page.type(word)
    page.says(f"✗ {end.moves[len(page.puzzle.match.moves)]} ")
    assert "found 0 of 1" in page.you and "(−" in page.you
    page.ends(end)
    if game == "copolymer":
        page.says(f"it ends {counted(end)}, not {counted(page.puzzle.solved)}.")
    page.press("Try again")
    moves = page.page.locator(".nb-moves li")
    expect(moves).to_have_count(len(page.puzzle.match.moves))  # the refutation told what to avoid
    claim, *rest = page.puzzle.answer[0].split(",")
    if rest:
        page.type(f"{claim},")
        page.says("Your turn goes on: it is judged when it ends.")
        claim = ",".join(rest)
    page.type(claim)
    page.says("is right")
    assert "found 0 of 1" in page.you  # the first try counts
    assert page.tab.errors == [] and page.tab.outside == []


@pytest.mark.parametrize("source", first_of(["golem", "3v", "weak"]))
def test_it_says_what_match_a_puzzle_is_from_and_judges_it_on_its_board(trained, source):
    page = trained([one for one in every_puzzle() if f"-{source}" in one.name][:1])
    puzzle = page.puzzle
    page.says(puzzle.origin)
    page.type(puzzle.answer[0])
    page.says(f"✓ {puzzle.answer[0]} is right")
    page.press("Try again")
    page.says(puzzle.origin)
    assert page.tab.errors == []


@pytest.mark.long
def test_try_again_leaves_a_position_that_is_being_set_up(trained):
    page = trained(some("projex", 4))
    page.type("edit")
    page.page.locator(".nb-editing").wait_for()
    page.press("Try again")
    expect(page.page.locator(".nb-editing")).to_have_count(0)
    page.click(page.puzzle.answer[0].split(",")[0])
    page.says("is right")


def test_the_opponent_answers_until_the_last_turn_that_is_asked_is_found(trained):
    page = trained(some("projex", 4, long))
    puzzle = page.puzzle
    steps = puzzle.refuted.count("|") + 1
    for step in range(steps):
        page.click(puzzle.answer[2 * step])
        page.says(f"✓ {puzzle.answer[2 * step]} is right")
        if step + 1 < steps:
            page.says(f"answers {puzzle.answer[2 * step + 1]}: find the next move.")
    page.says("solved: ")
    assert "streak 1" in page.you and "found 1 of 1" in page.you and "(+" in page.you
    page.press("Answer")
    page.ends(puzzle.solved)


@pytest.mark.everywhere
def test_everything_is_done_by_keys_and_by_words(trained):
    page = trained(some("conhex", 3))
    first = page.name
    page.keys("h")
    page.says("The answer is among the shaded places")
    assert page.page.locator(".nb-heat > :not(text)").count() == 3
    page.keys("n")
    second = page.name
    assert second != first
    page.page.wait_for_function("() => document.activeElement.matches('[data-site]')")
    page.page.keyboard.press("p")
    page.says("The answer: ")
    page.says("press Answer again.")
    page.ends(page.puzzle.solved)
    page.page.keyboard.press("t")
    page.type("hint")
    page.says("The answer is among")
    page.type("hint")
    page.says(f"The answer: {page.puzzle.answer[0]}.")
    page.type("next")
    assert page.name not in (second,)
    page.type("answer")
    page.ends(page.puzzle.solved)
    page.type("again")
    page.type("n")  # what is typed into the box is no key
    page.page.locator(".nb-trouble").get_by_text("type help").wait_for()


@pytest.mark.long
def test_typed_words_are_exact_and_what_can_be_typed_is_listed(trained):
    page = trained(some("conhex", 3))
    first = page.name
    for word, said in (
        ("next please", "'please' cannot follow next: type next alone"),
        ("nextest", "type help for what can be typed here"),
    ):
        page.type(word)
        page.page.locator(".nb-trouble").get_by_text(said).wait_for()
        assert page.name == first
    page.type("nextt")
    page.page.locator(".nb-question").get_by_text("Did you mean next?").wait_for()
    page.type("no")
    assert page.name == first
    page.type("help")
    reply = page.page.locator(".nb-reply")
    reply.get_by_text("Here: next, hint, again, answer").wait_for()
    for word in ("analyse", "bar", "layer", "worst", "edit", "setup"):
        assert word not in reply.text_content()
    page.type("edit")
    page.type("help")  # all that answers there
    reply.get_by_text("Set up: set ").wait_for()
    page.type("leave")
    page.type("Next")
    assert page.name != first


@pytest.mark.long
def test_again_returns_to_the_puzzle_from_another_game(trained):
    page = trained(some("conhex", 3))
    asked = page.page.locator(".nb-says").inner_text()
    for word in ("new", "edit"):
        page.type(word)
        if word == "new":
            page.page.locator(".nb-question").get_by_role("button", name="New game").click()
        expect(page.page.locator(".nb-says")).not_to_have_text(asked)
        page.type("again")
        expect(page.page.locator(".nb-says")).to_have_text(asked)


@pytest.mark.long
def test_a_hint_too_many_is_told_that_there_is_none(trained):
    page = trained(some("conhex", 3))
    for _ in range(3):
        page.type("hint")
    page.page.locator(".nb-trouble").get_by_text("the answer has been told").wait_for()


@pytest.mark.long
def test_a_hint_counts_half_and_the_same_puzzle_does_not_come_at_once(trained):
    page = trained(some("antipalos", 4, lambda puzzle: not long(puzzle)))
    page.press("Hint")
    page.says("found now, it counts half; after another hint, as not found")
    page.type(page.puzzle.answer[0])
    page.says("solved: ")
    assert [score for _, score in page.tab.ask(KEPT)] == [0.5]
    assert "streak 0" in page.you
    names = [page.name]
    for _ in range(6):
        page.press("Next")
        names.append(page.name)
    assert all(a != b for a, b in pairwise(names))


@pytest.mark.long
def test_a_second_try_says_once_that_only_the_first_one_counts(trained):
    """It said "found now, it counts half" of a puzzle that had counted."""
    page = trained(some("antipalos", 4, lambda puzzle: not long(puzzle)))
    verdict = page.page.locator(".nb-verdict")
    page.press("Hint")
    page.type(page.puzzle.answer[0])
    page.says("solved: ")
    page.press("Try again")
    hint = "The answer is among the shaded places."
    expect(verdict).to_have_text(f"{hint} Only the first try counts.")
    page.press("Next")
    page.press("Answer")
    page.press("Try again")
    expect(verdict).to_have_text(f"{page.puzzle.origin} Only the first try counts.")
    page.press("Hint")
    expect(verdict).to_have_text(f"{hint} Only the first try counts.")
    page.press("Next")
    page.press("Hint")
    expect(verdict).to_contain_text("found now, it counts half")


def test_results_outlive_the_page_and_a_page_that_keeps_nothing_goes_on(trained):
    page = trained(some("projex", 4))
    page.press("Answer")
    page.page.reload()
    page.page.wait_for_selector("[data-site]")
    assert "found 0 of 1" in page.you
    page.tab.ask("() => localStorage.setItem('nbgames-puzzles', '{damaged')")
    page.page.reload()
    page.page.wait_for_selector("[data-site]")
    assert "found 0 of 0" in page.you
    page.tab.ask("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    page.press("Answer")
    page.page.get_by_text("This browser lets the page save nothing").wait_for()
    assert "found 0 of 1" in page.you
    assert page.tab.errors == []


@pytest.mark.long
def test_with_storage_switched_off_it_asks_all_the_same(open_page, tmp_path):
    (tmp_path / "page.html").write_text(puzzles_html(some("projex", 4)), "utf-8")
    tab = open_page(script=NO_STORAGE)
    tab.page.goto((tmp_path / "page.html").as_uri())
    tab.page.get_by_role("button", name="Answer").click()
    tab.page.get_by_text("This browser lets the page save nothing").wait_for()
    assert tab.errors == []


def test_a_game_is_chosen(trained):
    page = trained([*some("projex", 4), *some("conhex", 3)])
    for game in ("conhex", "projex"):
        page.page.get_by_label("puzzles of").select_option(game)
        assert page.puzzle.match.game.name == game


@pytest.mark.undriven
@pytest.mark.parametrize("dark", first_of([True, False]), ids=["dark", "light"])
def test_axe_finds_nothing_and_a_phone_shows_it_all(trained, dark):
    axe = pytest.importorskip("axe_playwright_python")
    page = trained(
        some("projex", 4),
        color_scheme="dark" if dark else "light",
        bypass_csp=True,
        viewport={"width": 360, "height": 740},
    )
    page.page.add_script_tag(content=(files(axe) / "axe.min.js").read_text())
    word, end = page.wrong()
    assert page.tab.ask(AXE) == [] == page.tab.ask(NARROW)
    page.press("Hint")
    assert page.tab.ask(AXE) == []
    page.type(word)
    page.ends(end)
    assert page.tab.ask(AXE) == []
    board = page.tab.ask(PLACE)
    page.press("Next")
    assert page.tab.ask(PLACE) == board  # nothing has moved


def test_glicko_is_as_its_author_works_it_out(open_page):
    """The example of the paper: 1500 with deviation 200 against three others."""
    tab = open_page()
    found = tab.ask(f"""() => {{
      {bundled("glicko.js")}
      const you = {{ rating: 1500, deviation: 200 }};
      const others = [[1400, 30], [1550, 100], [1700, 300]];
      return others.map(([rating, deviation]) => $glicko.expected(you, {{ rating, deviation }}));
    }}""")
    assert found == pytest.approx([0.639, 0.432, 0.303], abs=5e-4)


CELL = """
trainer = nbgames.puzzles("projex")
trainer
"""


def test_a_notebook_keeps_what_is_found(desk, tmp_path):
    tab = desk.tab
    desk.show(f"os.environ['NBGAMES_HOME'] = {str(tmp_path)!r}{CELL}")
    page = Trained(tab)
    word, end = page.wrong()
    page.type(word)
    page.ends(end)
    first = page.name
    page.page.get_by_role("button", name="Hint", exact=True).focus()
    page.page.keyboard.press("a")  # would insert a cell
    page.page.keyboard.press("n")
    assert page.name != first
    assert page.page.locator(".jp-CodeCell").count() == 1
    page.press("Answer")
    page.says("The answer: ")
    assert json.loads(
        tab.python("import json; print(json.dumps([r[1] for r in trainer.results]))")
    ) == [0, 0]
    lines = (tmp_path / "puzzles.txt").read_text().splitlines()
    assert [line.split()[1:] for line in lines][1] == [page.name, "0"]
    assert tab.errors == []
