"""The page's side of a board alone: the same module and state that Python sends, and no kernel."""

import pytest
from browser.games import OWNERS, PLACE
from playwright.sync_api import expect

import nbgames
from nbgames.web.facts import PAGES
from nbgames.widgets.board import _CSS, _ESM

STARTS = {
    "projex": nbgames.match("projex", 4).play("D1", "F1"),
    "conhex": nbgames.match("conhex", 3).play("C2", "E5"),
    "copolymer": nbgames.match("copolymer", 5).play("C3", "B2"),
    "antipalos": nbgames.match("antipalos", 3).play("b2-c3", "a1-b2"),
}
KEPT = {
    "board",
    "facts",
    *PAGES,
    "joins",
    "notes",
    "reasons",
    "state",
    "over",
    "review",
    "extras",
    "advice",
    "ack",
    "request",
}

# What the board does to the page, by the frame and in what order.
WATCH = """() => {
  window.order = [];
  const set = window.model.set;
  window.model.set = (...given) => { window.order.push('asked'); set(...given); };
  new MutationObserver(changes => changes.forEach(({ attributeName }) =>
    attributeName === 'data-pending' && window.order.push('marked')
  )).observe(document.body, { subtree: true, attributes: true });
  document.addEventListener('click', () => {
    window.order.push('clicked');
    requestAnimationFrame(() => window.order.push('frame'));
  }, { capture: true });
}"""


# The timers that are set and neither cleared nor over.
TIMERS = """() => {
  window.timers = new Set();
  for (const kind of ['Timeout', 'Interval']) {
    const [set, clear] = [window[`set${kind}`], window[`clear${kind}`]];
    window[`set${kind}`] = (call, time) => {
      const id = set(() => { if (kind === 'Timeout') timers.delete(id); call(); }, time);
      timers.add(id);
      return id;
    };
    window[`clear${kind}`] = id => { timers.delete(id); clear(id); };
  }
}"""

# A finger comes down at a place of the board.
PRESS = """([clientX, clientY]) => {
  const finger = { clientX, clientY, pointerId: 7, pointerType: 'touch', isPrimary: true };
  document.querySelector('.nb-board').dispatchEvent(new PointerEvent('pointerdown', finger));
}"""


def state_of(m):
    """What Python would send of a match."""
    shown = m.widget()
    state = {name: value for name, value in shown.get_state().items() if name in KEPT}
    shown.close()
    return state


class Page:
    """A mounted board and the Python that is not there."""

    def __init__(self, tab, m):
        self.tab, self.page, self.m = tab, tab.page, m

    def click(self, name):
        self.page.mouse.click(*self.tab.ask(PLACE, [self.m.game.board.site(name), 0]))

    def sent(self):
        return [told["request"] for told in self.tab.ask("() => sent")]

    def answer(self, m, number, *replies):
        """Python's answer to this view, up to the request of this number."""
        view = self.sent()[-1]["view"]
        self.tab.ask(
            "changes => arrive(changes)", state_of(m) | {"ack": {view: [number, list(replies)]}}
        )

    def pending(self):
        marked = "() => [...document.querySelectorAll('[data-pending]')].map(e => +e.dataset.site)"
        return sorted(self.m.game.board.names[site] for site in self.tab.ask(marked))

    def owners(self):
        return bytes(self.tab.ask(OWNERS, 0))

    def part(self, name):
        return self.page.locator(f".nb-{name}")


@pytest.fixture
def mounted(mount):
    tabs = []

    def mount_board(m, **options):
        tab = mount(_ESM, state_of(m), css=_CSS, **options)
        tabs.append(tab)
        return Page(tab, m)

    yield mount_board
    for tab in tabs:
        assert tab.errors == []
        assert tab.outside == []


@pytest.fixture
def projex(mounted):
    return mounted(STARTS["projex"])


# Asking


def test_a_click_writes_one_request(projex):
    projex.click("C3")
    (asked,) = projex.sent()
    assert {**asked, "view": ""} == {"view": "", "first": 0, "do": ["C3"]}
    assert asked["view"].isalnum()


def test_clicks_before_the_answer_are_sent_again_together(projex):
    for name in ("C3", "D3", "E3"):
        projex.click(name)
    assert [asked["do"] for asked in projex.sent()] == [["C3"], ["C3", "D3"], ["C3", "D3", "E3"]]
    assert {asked["first"] for asked in projex.sent()} == {0}
    assert projex.pending() == ["C3", "D3", "E3"]


def test_the_answer_takes_the_mark_away_and_the_next_request_starts_after_it(projex):
    projex.click("C3")
    after = projex.m.play("C3")
    projex.answer(after, 0)
    assert projex.pending() == []
    assert projex.owners() == after.position.owners
    projex.click("D3")
    assert (projex.sent()[-1]["first"], projex.sent()[-1]["do"]) == (1, ["D3"])


def test_an_answer_to_the_first_of_two_leaves_the_second_asked_for(projex):
    projex.click("C3")
    projex.click("D3")
    projex.answer(projex.m.play("C3"), 0)
    assert "D3" in projex.pending()
    projex.click("E3")
    assert (projex.sent()[-1]["first"], projex.sent()[-1]["do"]) == (1, ["D3", "E3"])


def test_an_answer_seen_twice_changes_nothing(projex):
    projex.click("C3")
    after = projex.m.play("C3")
    projex.answer(after, 0, [0, "refused", "first words"])
    projex.click("D3")
    projex.answer(after, 0, [0, "refused", "first words"])
    assert projex.pending() == ["D3"]


def test_a_refusal_is_text_and_takes_the_mark_away(projex):
    projex.click("C3")
    projex.answer(projex.m, 0, [0, "refused", "<b>C3</b> is <img src=x onerror=alert(1)> taken"])
    expect(projex.part("trouble")).to_have_text("<b>C3</b> is <img src=x onerror=alert(1)> taken")
    assert projex.part("root").locator("img, b").count() == 0
    assert projex.pending() == []
    assert projex.owners() == projex.m.position.owners


def test_a_request_that_another_view_wrote_over_is_sent_again(projex):
    projex.click("C3")
    other = {"view": "other", "first": 0, "do": ["D3"]}
    projex.tab.ask("other => { model.set('request', other); model.save_changes(); }", other)
    after = projex.m.play("D3")
    projex.tab.ask("changes => arrive(changes)", state_of(after) | {"ack": {"other": [0, []]}})
    projex.page.wait_for_function("() => sent.length === 3")
    assert projex.sent()[0].items() <= projex.sent()[2].items()


@pytest.mark.parametrize("status", ["starting", "autorestarting", "dead", "terminating"])
def test_the_end_of_a_kernel_is_told_at_once_whoever_ended_it(projex, status):
    for alive in ("busy", "idle"):
        projex.tab.ask("status => kernelIs(status)", alive)
    expect(projex.part("trouble")).to_be_empty()
    projex.click("C3")
    projex.tab.ask("status => kernelIs(status)", status)
    expect(projex.part("trouble")).to_contain_text("Python was restarted: run this cell again")
    assert projex.pending() == []
    projex.tab.ask("() => unmount()")
    assert projex.tab.ask("() => watchers.size") == 0


def test_without_an_answer_the_mark_goes_and_words_say_why(mounted, projex):
    projex.page.clock.install()
    slow = mounted(projex.m)
    slow.page.clock.install()
    slow.click("C3")
    slow.page.clock.fast_forward(7000)
    assert slow.pending() == ["C3"]
    slow.page.clock.fast_forward(2000)
    expect(slow.part("trouble")).to_contain_text("Python has not answered yet. If a cell is")
    assert slow.pending() == []
    slow.answer(slow.m.play("C3"), 0)
    expect(slow.part("trouble")).to_be_empty()


def test_nothing_is_asked_once_the_match_is_over(mounted):
    page = mounted(STARTS["projex"].play("resign"))
    page.click("C3")
    assert page.sent() == []
    assert page.pending() == []


# Showing


@pytest.mark.parametrize("shadow", [False, True], ids=["page", "shadow"])
@pytest.mark.parametrize("m", STARTS.values(), ids=STARTS)
def test_every_site_is_shown_as_it_is(mounted, m, shadow):
    page = mounted(m, shadow=shadow)
    sites = page.page.locator(".nb-board [data-site]")
    expect(sites).to_have_count(m.game.board.claimable)
    expect(page.part("says")).to_contain_text("to move")
    taken = page.page.locator('.nb-sites [data-owner="1"], .nb-sites [data-owner="2"]')
    expect(taken).to_have_count(len(m.owned(1)) + len(m.owned(2)))
    blue = page.page.locator('.nb-sites [data-owner="1"]').first
    drawn = blue.evaluate("e => [getComputedStyle(e).fill, getComputedStyle(e).stroke]")
    assert "rgb(10, 104, 166)" in drawn  # the style reaches into a shadow


@pytest.mark.parametrize("shadow", [False, True], ids=["page", "shadow"])
def test_a_click_in_a_shadow_asks_too(mounted, shadow):
    page = mounted(STARTS["conhex"], shadow=shadow)
    hole = page.page.locator('[data-site="0"]')
    hole.click()
    assert [asked["do"] for asked in page.sent()] == [[page.m.game.board.names[0]]]


@pytest.mark.parametrize("m", STARTS.values(), ids=STARTS)
def test_only_what_differs_is_painted(mounted, m):
    page = mounted(m)
    page.tab.ask("""() => {
      window.painted = [];
      new MutationObserver(changes => changes.forEach(({ target }) =>
        target.closest('.nb-sites, .nb-areas') && window.painted.push(target.dataset.site ?? 'area')
      )).observe(document.querySelector('.nb-scene'),
        { subtree: true, attributes: true, attributeFilter: ['data-owner'] });
    }""")
    name = next(word for word in m.legal() if word != "swap")
    after = m.play(name)
    page.tab.ask("changes => arrive(changes)", state_of(after))
    page.page.wait_for_function("() => window.painted.length")
    changed = [
        s for s, (a, b) in enumerate(zip(m.position.owners, after.position.owners, strict=True))
        if a != b
    ]  # fmt: skip
    assert len(page.tab.ask("() => window.painted")) == len(changed)
    assert page.owners() == after.position.owners


def test_cells_that_oblige_are_marked_anew_only_where_that_changes(mounted):
    m = nbgames.match("copolymer", 7).play("D4", "C4", "A1", "D3", "E6", "C3")
    page = mounted(m)
    before = set(state_of(m)["state"]["obliges"])
    page.tab.ask("""() => {
      window.marked = [];
      new MutationObserver(changes => changes.forEach(({ target }) =>
        window.marked.push(Number(target.dataset.site)))).observe(document.body,
        { subtree: true, attributes: true, attributeFilter: ['data-obliges'] });
    }""")
    after = state_of(m.play("G4"))
    page.tab.ask("changes => arrive(changes)", after)
    assert before
    assert set(page.tab.ask("() => marked")) == before ^ set(after["state"]["obliges"])


def test_traits_that_arrive_one_by_one_are_shown_together(projex):
    """As marimo delivers them."""
    after = state_of(projex.m.play("C3"))
    projex.tab.ask(
        "changes => Object.entries(changes).forEach(([name, value]) => arrive({ [name]: value }))",
        after,
    )
    assert projex.owners() == projex.m.play("C3").position.owners


def test_a_page_without_python_shows_the_board_and_says_so(mount):
    """As MyST does: its style sheet stands beside the board, and what would tell Python throws."""
    tab = mount(_ESM, state_of(STARTS["projex"]), css=_CSS)
    page = Page(tab, STARTS["projex"])
    no_python = "() => { model.save_changes = model.off = () => { throw Error('no Python'); }; }"
    tab.ask(no_python)
    page.click("C3")
    expect(page.part("trouble")).to_contain_text("There is no Python behind this page")
    assert page.pending() == []
    page.click("D3")
    expect(page.part("trouble")).to_contain_text("There is no Python behind this page")
    assert page.pending() == []
    tab.ask("() => unmount()")
    expect(page.part("root")).to_have_count(0)
    assert len(tab.errors) == 1 and "no Python" in tab.errors[0]


def test_what_a_host_has_put_beside_the_board_stays(projex):
    expect(projex.page.locator("link + .nb-root")).to_have_count(1)


def test_names_from_outside_are_never_markup(mounted):
    seats = ("<img src=x onerror=alert(1)>", "<script>alert(2)</script>")
    page = mounted(nbgames.match("projex", 3, seats=seats).comment("<iframe src=//x.invalid>"))
    expect(page.part("says")).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.part("root").locator("img, script, iframe").count() == 0


def test_notes_from_outside_are_never_markup(mounted):
    m = nbgames.match("projex", 3).play("C2").comment("<img src=x onerror=alert(1)> said")
    page = mounted(m)
    expect(page.part("moves")).to_contain_text("<img src=x onerror=alert(1)> said")
    assert page.part("root").locator("img").count() == 0


# In time


def test_a_click_is_marked_before_the_next_frame_and_before_it_is_sent(projex):
    projex.tab.ask(WATCH)
    projex.click("C3")
    projex.page.wait_for_function("() => order.includes('frame')")
    order = projex.tab.ask("() => order")
    assert order[:2] == ["clicked", "asked"]
    assert order.index("marked") < order.index("frame")


# Leaving


def test_nothing_is_left_when_the_board_goes(projex):
    assert projex.tab.ask("() => heard.length") > 0
    projex.click("C3")
    projex.tab.ask("() => unmount()")
    assert projex.tab.ask("() => heard.length") == 0
    expect(projex.part("root")).to_have_count(0)


def test_no_timer_is_left_when_the_board_goes(projex):
    """Of a request without an answer, of a thinking player, and of a finger that presses long."""
    thinking = state_of(projex.m)["state"] | {"thinks": True}
    middle = projex.tab.ask(PLACE, [5, 0])
    projex.page.evaluate(TIMERS)
    projex.page.evaluate("state => arrive({ state })", thinking)
    projex.page.mouse.click(*middle)
    projex.page.evaluate(PRESS, middle)
    assert projex.page.evaluate("() => timers.size") == 3
    projex.page.evaluate("() => unmount()")
    assert projex.page.evaluate("() => timers.size") == 0


# Keys


@pytest.mark.parametrize("key", [*"abcdjkmxyz", "Enter", "ArrowDown", "M"])
def test_a_key_pressed_on_the_board_does_not_reach_the_notebook(projex, key):
    projex.tab.ask("() => { window.keys = 0; document.addEventListener('keydown', () => keys++); }")
    projex.page.locator('[data-site="5"]').focus()
    projex.page.keyboard.press(key)
    assert projex.tab.ask("() => window.keys") == 0


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab", "Alt+x", "Control+s", "Meta+s"])
def test_keys_that_are_not_the_boards_are_let_through(projex, key):
    projex.tab.ask("() => { window.keys = 0; document.addEventListener('keydown', () => keys++); }")
    projex.page.locator('[data-site="5"]').focus()
    projex.page.keyboard.press(key)
    assert projex.tab.ask("() => window.keys") > 0


def test_the_board_is_played_by_keys_alone(projex):
    projex.page.locator('.nb-board [tabindex="0"]').focus()
    projex.page.keyboard.press("ArrowDown")
    projex.page.keyboard.press("Enter")
    site = projex.page.locator(":focus").get_attribute("data-site")
    assert projex.sent()[-1]["do"] == [projex.m.game.board.names[int(site)]]
    for key, deed in (("u", "undo"), ("r", "redo")):
        projex.page.keyboard.press(key)
        assert projex.sent()[-1]["do"][-1] == deed
    expect(projex.page.locator('.nb-board [tabindex="0"]')).to_have_count(1)


@pytest.mark.parametrize("m", STARTS.values(), ids=STARTS)
def test_arrows_reach_every_site(mounted, m):
    page = mounted(m)
    page.page.locator('.nb-board [tabindex="0"]').focus()
    reached = page.tab.ask("""() => {
      const at = () => document.activeElement.dataset.site;
      const seen = new Set([at()]);
      for (const site of seen) {
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
          document.querySelector(`[data-site="${site}"]`).dispatchEvent(new KeyboardEvent(
            'keydown', { key, bubbles: true, cancelable: true }));
          seen.add(at());
        }
      }
      return seen.size;
    }""")
    assert reached == m.game.board.claimable
