"""Proofs to watch as a reader does, on a page and in JupyterLab, by mouse and keys."""

from importlib.resources import files

import pytest
from browser.test_page import AXE, NARROW
from playwright.sync_api import expect
from thinned import first_of

from nbgames.exercises import stepwise
from nbgames.exercises.proofs import proofs_html

MADE = stepwise.every()
some = pytest.mark.parametrize("numbers", first_of([(2, 4), range(len(MADE))]), ids=["two", "all"])
FITS = """() => [...document.querySelectorAll('.nb-verdict')]
  .every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)"""


@pytest.fixture
def watching(open_tab, tmp_path):
    def opened(**options):
        file = tmp_path / "proofs.html"
        file.write_text(proofs_html("Proofs to watch", MADE), "utf-8")
        tab = open_tab(**options)
        tab.page.clock.install(time=0)
        tab.page.goto(file.as_uri())
        tab.page.wait_for_selector("[data-site]")
        tab.page.clock.pause_at(3600)  # else real time would pass, too
        return tab

    return opened


def says(tab, number, words):
    expect(tab.page.locator(".nb-staged").nth(number).locator(".nb-verdict")).to_have_text(words)


@some
def test_each_step_says_and_draws_what_python_made(watching, numbers):
    tab = watching()
    for number in numbers:
        proof = MADE[number]
        stage = tab.page.locator(".nb-staged").nth(number)
        for step in proof.steps:
            says(tab, number, step.says)
            line = stage.locator(".nb-path .nb-core")
            assert (line.get_attribute("d") if line.count() else "") == step.path
            if step is not proof.steps[-1]:
                stage.get_by_role("button", name="Next", exact=True).click()
    assert tab.errors == [] and tab.outside == []


def test_keys_and_the_slider_lead_through_it(watching):
    tab, steps = watching(), MADE[0].steps
    stage = tab.page.locator(".nb-staged").first
    stage.get_by_role("button", name="Next", exact=True).focus()
    for key, at in (("n", 1), ("n", 2), ("b", 1)):
        tab.page.keyboard.press(key)
        says(tab, 0, steps[at].says)
    slider = stage.get_by_label("step", exact=True)
    slider.focus()
    tab.page.keyboard.press("End")
    says(tab, 0, steps[-1].says)
    expect(slider).to_have_attribute("aria-valuetext", f"step {len(steps)} of {len(steps)}")
    tab.page.keyboard.press("n")  # there is no next one
    says(tab, 0, steps[-1].says)


def test_it_goes_on_by_itself_until_the_end_or_until_it_is_stopped(watching):
    tab, steps = watching(), MADE[1].steps
    stage = tab.page.locator(".nb-staged").nth(1)
    stage.get_by_role("button", name="Play", exact=True).click()
    tab.page.clock.run_for(2500)
    says(tab, 1, steps[1].says)
    stage.get_by_role("button", name="Stop", exact=True).click()
    tab.page.clock.run_for(9000)
    says(tab, 1, steps[1].says)
    stage.get_by_role("button", name="Play", exact=True).click()
    tab.page.clock.run_for(2500 * len(steps))
    says(tab, 1, steps[-1].says)
    expect(stage.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.long
@some
@pytest.mark.parametrize("dark", first_of([False, True]), ids=["light", "dark"])
def test_axe_finds_nothing_and_a_phone_shows_it_all(watching, dark, numbers):
    axe = pytest.importorskip("axe_playwright_python")
    scheme, small = "dark" if dark else "light", {"width": 360, "height": 740}
    tab = watching(color_scheme=scheme, bypass_csp=True, viewport=small)
    tab.page.clock.resume()
    tab.page.add_script_tag(content=(files(axe) / "axe.min.js").read_text())
    for number in numbers:
        slider = tab.page.locator(".nb-staged").nth(number).get_by_label("step", exact=True)
        for _ in MADE[number].steps:
            assert tab.ask(FITS)
            slider.press("ArrowRight")
    assert tab.ask(AXE) == [] == tab.ask(NARROW)


def test_a_notebook_shows_one(desk):
    tab = desk.tab
    desk.run("from nbgames.exercises import proofs\nproofs.augmenting(size=3)")
    steps = stepwise.augmenting(size=3).steps
    tab.page.locator(".nb-staged").get_by_role("button", name="Next", exact=True).focus()
    tab.page.keyboard.press("n")
    says(tab, 0, steps[1].says)
    assert tab.errors == []


@pytest.mark.long
def test_a_slider_of_the_course_shows_its_figure_in_jupyterlab(desk):
    tab = desk.tab
    desk.run(
        "import nbgames\nfrom nbgames import plots\nfrom nbgames.exercises.sliding import slide\n"
        "m = nbgames.match('projex', 3, swap=False).play('C1', 'D1', 'A3', 'B2')\n"
        "slide(lambda n: plots.captioned(plots.board(m.at(n)), f'{n} stones.'), n=(0, 4))"
    )
    figure = tab.page.locator("figure")
    expect(figure.locator("figcaption")).to_have_text("2 stones.")
    assert figure.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth)") > 100
    tab.page.get_by_role("slider").press("ArrowRight")
    expect(figure.locator("figcaption")).to_have_text("3 stones.")
    assert tab.errors == []
