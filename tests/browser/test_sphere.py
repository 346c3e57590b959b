"""The sphere: the same table as the flat board, played by keyboard and mouse."""

from random import Random

import pytest
from browser.games import OWNERS
from playwright.sync_api import expect
from thinned import first_of

import nbgames
from nbgames.graphs.polyhedra import hemi_icosahedron, projective
from nbgames.web.pages import to_html

# The cell in focus, when the sphere stands still: a frame to turn in, one to draw in, one to show.
STILL = FOCUSED = """async () => {
  for (let k = 0; k < 3; k += 1) await new Promise(requestAnimationFrame);
  return Number(document.activeElement.dataset.site ?? -1);
}"""
ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]

# Where each cell is seen, by the box of its outline.
OUTLINES = """() => [...document.querySelectorAll('.nb-globe [data-site]')]
  .sort((a, b) => a.dataset.site - b.dataset.site).map(cell => cell.getAttribute('d'))"""

# Drag the sphere about, a step a frame, and tell how long the frames took.
DRAG = """async () => {
  const svg = document.querySelector('.nb-globe'), box = svg.getBoundingClientRect();
  let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const tell = kind => svg.dispatchEvent(new PointerEvent(kind,
    { bubbles: true, clientX: x, clientY: y, pointerId: 1, buttons: 1, pointerType: 'mouse' }));
  const frame = () => new Promise(requestAnimationFrame);
  tell('pointerdown');
  const times = [];
  let last = await frame();
  for (let k = 0; k < 60; k += 1) {
    [x, y] = [x + (k % 30 < 15 ? 6 : -6), y + (k % 20 < 10 ? 3 : -3)];
    tell('pointermove');
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  tell('pointerup');
  return times;
}"""


def busy(client) -> float:
    """Seconds of CPU time that the main thread has had: script, style, layout and paint."""
    told = client.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in told if metric["name"] == "TaskDuration")


@pytest.fixture
def opened(open_page, tmp_path):
    def open_one(m, **options):
        file = tmp_path / "sphere.html"
        file.write_text(to_html(m, sphere=True), "utf-8")
        tab = open_page(**options)
        tab.page.goto(file.as_uri())
        tab.page.wait_for_selector(".nb-globe [data-site]")
        return tab

    return open_one


def hemi():
    return nbgames.match(nbgames.game(projective(hemi_icosahedron(), "hemi-icosahedron")))


def walk_to_an_empty_cell(tab, random):
    """By arrows, from wherever the focus is; the sphere is still between two of them."""
    for _ in range(400):
        tab.page.keyboard.press(random.choice(ARROWS))
        site = tab.ask(FOCUSED)
        if tab.ask(OWNERS, 1)[site] == 0:
            return site
    pytest.fail("no arrow leads to an empty cell")


@pytest.mark.long
def test_a_whole_game_by_keyboard_on_the_sphere_is_the_flat_board_s(desk):
    tab = desk.tab
    tab.needs("reduced_motion")
    tab.page.emulate_media(reduced_motion="reduce")
    desk.show("w = nbgames.match('projex', 3).widget()\ns = w.sphere()\ndisplay(w)\ns")
    tab.page.wait_for_selector(".nb-globe [data-site]")
    random = Random(4)
    tab.ask("() => document.querySelector('.nb-globe [tabindex=\"0\"]').focus()")
    for claims in range(1, 13):
        site = walk_to_an_empty_cell(tab, random)
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_function(
            f"site => ({OWNERS})(1)[site] && String(({OWNERS})(0)) === String(({OWNERS})(1))",
            arg=site,
        )
        now = tab.python("print(*w.match.position.owners, bool(s.match.outcome))").split()
        owners = [int(owner) for owner in now[:-1]]
        assert owners == tab.ask(OWNERS, 0)
        assert len(owners) - owners.count(0) == claims
        if now[-1] == "True":
            break
    assert tab.python("s.match is w.match, s.match.outcome.by") == "(True, 'loop')"
    drawn = tab.ask(
        "() => document.querySelector('.nb-globe .nb-chain .nb-core').getAttribute('d')"
    )
    assert drawn.startswith("M")
    assert tab.page.get_by_text("wins by a loop").count() == 2
    tab.page.emulate_media(reduced_motion="no-preference")
    assert tab.errors == []
    assert tab.outside == []


@pytest.mark.parametrize("size", first_of([3, 4]))
def test_every_cell_of_the_sphere_is_reached_by_arrows(opened, size):
    m = nbgames.match("projex", size)
    tab = opened(m)
    random, seen, every = Random(1), set(), set(range(m.game.board.claimable))
    tab.ask("() => document.querySelector('.nb-globe [tabindex=\"0\"]').focus()")
    for _ in range(600):
        tab.page.keyboard.press(random.choice(ARROWS))
        seen.add(tab.ask(FOCUSED))
        if seen == every:
            break
    assert seen == every


@pytest.mark.undriven
def test_the_focused_cell_comes_to_the_front(opened):
    tab = opened(nbgames.match("projex", 6), reduced_motion="reduce")
    tab.ask("() => document.querySelector('.nb-globe [tabindex=\"0\"]').focus()")
    for _ in range(4):
        tab.page.keyboard.press("ArrowUp")
        tab.ask(STILL)
    off = tab.ask("""() => {
      const box = e => e.getBoundingClientRect();
      const middle = e => [box(e).x + box(e).width / 2, box(e).y + box(e).height / 2];
      const [a, b] = [middle(document.activeElement), middle(document.querySelector('.nb-globe'))];
      return Math.hypot(a[0] - b[0], a[1] - b[1]) / document.querySelector('.nb-globe').clientWidth;
    }""")
    assert off < 0.05


@pytest.mark.everywhere
def test_dragging_turns_it_and_claims_nothing(opened):
    tab = opened(nbgames.match("projex", 4))
    before = tab.ask(OUTLINES)
    box = tab.page.locator(".nb-globe").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(x + 80, y + 20, steps=6)
    tab.page.mouse.up()
    tab.ask(STILL)
    after = tab.ask(OUTLINES)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 27
    assert sum(tab.ask(OWNERS, 0)) == 0


@pytest.mark.parametrize(
    "turned",
    [pytest.param(False, marks=pytest.mark.long), pytest.param(True, marks=pytest.mark.everywhere)],
    ids=["as it is", "turned"],
)
def test_a_click_claims_the_cell_under_it(opened, turned):
    tab = opened(nbgames.match("projex", 5))
    if turned:
        tab.page.get_by_text("More", exact=True).click()
        for _ in range(5):
            tab.page.get_by_role("button", name="Turn board").click()
        tab.ask(STILL)
    box = tab.page.locator(".nb-globe").bounding_box()
    x, y = box["x"] + 0.62 * box["width"], box["y"] + 0.4 * box["height"]
    under = tab.ask("([x, y]) => Number(document.elementFromPoint(x, y).dataset.site)", [x, y])
    tab.page.mouse.click(x, y)
    tab.page.wait_for_selector('[data-site][data-owner="1"]')
    assert tab.ask(OWNERS, 0).index(1) == under


def test_the_antipode_moves_along(opened):
    """After half a turn the cells stand where their twins were, mirrored."""
    tab = opened(nbgames.match("projex", 4))
    tab.page.get_by_text("More", exact=True).click()
    around = tab.page.get_by_role("button", name="Turn board")
    middle = """() => [...document.querySelectorAll('.nb-globe [data-site]')]
      .sort((a, b) => a.dataset.site - b.dataset.site).map(cell => {
        const b = cell.getBBox(); return [b.x + b.width / 2, b.y + b.height / 2]; })"""
    before = tab.ask(middle)
    for _ in range(6):  # of thirty degrees
        around.click()
    tab.ask(STILL)
    for (x, y), (u, v) in zip(before, tab.ask(middle), strict=True):
        assert (u, v) == pytest.approx((x, -y), abs=0.35)


@pytest.mark.everywhere
def test_the_hemi_icosahedron_is_played_to_a_loop(opened):
    tab = opened(hemi())
    for word in "ABCDE":
        tab.page.locator(".nb-typed").fill(word)
        tab.page.keyboard.press("Enter")
    tab.page.get_by_text("X wins by a loop that crosses the edge once").wait_for()
    assert tab.errors == []


def test_a_page_turns_the_flat_board_into_the_sphere_and_back(opened):
    tab = opened(nbgames.match("projex", 3).play("B2", "B4"))
    on_sphere = tab.ask(OWNERS, 0)
    tab.page.get_by_role("button", name="Flat").click()
    assert tab.page.locator(".nb-globe").count() == 0
    assert tab.ask(OWNERS, 0) == on_sphere


@pytest.mark.long
def test_three_hundred_cells_turn(opened):
    """The figure is 60 frames a second; what a busy machine must still reach is a quarter of it.

    That a drag turns the globe, the tests below show on small boards.
    """
    m = nbgames.match("projex", 11)
    random = Random(2)
    while not m.outcome:
        m = m.play(random.choice([word for word in m.legal() if word != "swap"]))
    tab = opened(m, viewport={"width": 1000, "height": 900})
    client = tab.devtools()
    client.send("Performance.enable", {"timeDomain": "threadTicks"})  # its own, whatever else runs
    before = busy(client)
    frames = len(tab.ask(DRAG))
    assert (busy(client) - before) / frames < 0.068


# Names that are seen, each with how many places of its box the strokes of a mark cover.
COVERED = """() => [...document.querySelectorAll('.nb-globe .nb-marks text')]
  .filter(text => text.getAttribute('opacity') === '1').map(text => {
    const { x, y, width, height } = text.getBBox();
    const marks = [...document.querySelectorAll('.nb-globe .nb-all')];
    let covered = 0;
    for (let i = 1; i < 10; i += 1) for (let k = 2; k < 9; k += 1) {
      const place = new DOMPoint(x + i / 10 * width, y + k / 10 * height);
      covered += marks.some(mark => mark.isPointInStroke(place));
    }
    return covered;
  })"""


# Whether each shade has the outline of its cell, and each number is at a place in it that is seen.
SHADED = """() => {
  const shades = [...document.querySelectorAll('.nb-heat > *')];
  const cell = (part) => document.querySelector(`[data-site="${part.dataset.at}"]`);
  const inside = (text) => {
    const [x, y] = ['x', 'y'].map((side) => text.getAttribute(side));
    return text.getAttribute('opacity') === '0' || cell(text).isPointInFill(new DOMPoint(x, y));
  };
  return [shades.map((shade) => Number(shade.style.getPropertyValue('--nb-heat'))),
    shades.every((shade) => shade.getAttribute('d') === cell(shade).getAttribute('d')),
    [...document.querySelectorAll('.nb-values text')].every(inside)];
}"""


@pytest.mark.long
def test_shades_and_numbers_lie_on_their_cells_and_turn_with_them(opened):
    """Where a shaded cell was owned they lay on others, and stayed where they were."""
    page = opened(nbgames.match("projex", 6).play("C5", "D6")).page
    page.get_by_label("Who plays").select_option("Two people")
    page.locator(".nb-typed").fill("layer currents X")
    page.locator(".nb-typed").press("Enter")
    expect(page.locator(".nb-values text").first).to_be_attached()
    page.get_by_text("More", exact=True).click()
    for _ in range(3):
        page.get_by_role("button", name="Turn board").click()
        page.evaluate(STILL)
        shares, are_shaded, are_told = page.evaluate(SHADED)
        assert len(shares) > 30 and are_shaded and are_told


@pytest.mark.long
def test_names_on_a_small_sphere_keep_off_the_marks(opened):
    """All cells of the smallest board are claimed, and it is seen from many sides."""
    m = nbgames.match("projex", 3)
    while not m.outcome:
        m = m.play(Random(7).choice([word for word in m.legal() if word != "swap"]))
    tab = opened(m, viewport={"width": 1000, "height": 900})
    tab.page.get_by_text("More", exact=True).click()
    for _ in range(12):
        assert max(tab.ask(COVERED)) <= 3
        tab.page.get_by_role("button", name="Turn board").click()
        tab.ask(STILL)


OUTSIDE = """() => {
  const radius = Number(document.querySelector('.nb-globe .nb-light circle').getAttribute('r'));
  return [...document.querySelectorAll('.nb-globe .nb-marks text')]
    .filter(text => text.getAttribute('opacity') === '1')
    .filter(text => {
      const { x, y, width, height } = text.getBBox();
      return Math.hypot(Math.max(-x, x + width), Math.max(-y, y + height) - height / 4) > radius;
    }).map(text => text.textContent);
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", first_of([3, 4]))
def test_names_on_a_small_sphere_stay_on_it(opened, size):
    tab = opened(nbgames.match("projex", size), viewport={"width": 1000, "height": 900})
    assert tab.page.locator(".nb-globe .nb-marks text[opacity='1']").count() >= 3
    tab.page.get_by_text("More", exact=True).click()
    for _ in range(12):
        assert tab.ask(OUTSIDE) == []
        tab.page.get_by_role("button", name="Turn board").click()
        tab.ask(STILL)
