"""The page's side of a board alone: the same module and state that Python sends, and no kernel."""

import json

import pytest
from browser.games import OWNERS, PLACE, shows
from playwright.sync_api import expect
from thinned import each_once, first_of, first_rows

import nbgames
from nbgames.play.sentences import says
from nbgames.web.bundle import bundled
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
    "head",
    "offline",
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


def test_the_board_has_the_class_by_which_its_picture_is_hidden(mount):
    """On the page that looks on as another runs the cell Jupyter's own element may lack it."""
    tab = mount(_ESM, state_of(STARTS["projex"]) | {"_dom_classes": []})
    tab.ask("() => arrive({ _dom_classes: ['nb-0123456789ab', 'framed', 'nb-menu'] })")
    tab.ask("() => arrive({ extras: {} })")  # Python sends them after it
    expect(tab.page.locator(".nb-root.nb-0123456789ab")).to_have_count(1)
    assert tab.page.locator(".framed, .nb-menu").count() == 0  # those of code are Jupyter's


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


@pytest.mark.long
def test_an_answer_to_the_first_of_two_leaves_the_second_asked_for(projex):
    projex.click("C3")
    projex.click("D3")
    projex.answer(projex.m.play("C3"), 0)
    assert "D3" in projex.pending()
    projex.click("E3")
    assert (projex.sent()[-1]["first"], projex.sent()[-1]["do"]) == (1, ["D3", "E3"])


@pytest.mark.long
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


@pytest.mark.parametrize("status", first_of(["autorestarting", "dead", "starting", "terminating"]))
def test_the_end_of_a_kernel_is_told_at_once_whoever_ended_it(projex, status):
    for alive in ("busy", "idle"):
        projex.tab.ask("status => kernel.statusChanged.emit(status)", alive)
    expect(projex.part("trouble")).to_be_empty()
    projex.click("C3")
    projex.tab.ask("status => kernel.statusChanged.emit(status)", status)
    expect(projex.part("trouble")).to_contain_text("Python was restarted: run this cell again")
    assert projex.pending() == []
    projex.tab.ask("() => unmount()")
    listening = "() => Object.values(kernel).map(({ calls }) => calls.size)"
    assert projex.tab.ask(listening) == [0, 0]


CONNECTION = "status => kernel.connectionStatusChanged.emit(status)"


def test_whatever_is_done_without_a_connection_its_loss_is_told_until_it_is_back(projex):
    projex.tab.ask(CONNECTION, "connecting")
    projex.click("C3")
    assert projex.pending() == []
    expect(projex.part("trouble")).to_contain_text("No connection to Python")
    projex.tab.ask(CONNECTION, "disconnected")
    projex.page.keyboard.press("ArrowLeft")
    expect(projex.part("trouble")).to_contain_text("choose Kernel, Reconnect to Kernel")
    before = len(projex.sent())
    projex.tab.ask(CONNECTION, "connected")
    expect(projex.part("trouble")).to_be_empty()
    assert [request["do"] for request in projex.sent()[before:]] == [["C3"]]


@pytest.mark.long
def test_a_restart_is_told_and_not_the_loss_of_the_connection_that_it_brings(projex):
    projex.tab.ask("status => kernel.statusChanged.emit(status)", "restarting")
    projex.tab.ask(CONNECTION, "connecting")
    expect(projex.part("trouble")).to_contain_text("Python was restarted")
    projex.tab.ask(CONNECTION, "connected")
    expect(projex.part("trouble")).to_contain_text("Python was restarted")


@pytest.fixture
def timed(mounted):
    """A board for whose page time passes only as a test says."""
    board = mounted(STARTS["projex"], alone=True)
    board.page.clock.install(time=0)
    board.page.clock.pause_at(3600)  # else real time would pass, too
    return board


def test_without_an_answer_the_mark_goes_and_words_say_why(timed):
    timed.click("C3")
    timed.page.clock.fast_forward(7000)
    assert timed.pending() == ["C3"]
    timed.page.clock.fast_forward(2000)
    expect(timed.part("trouble")).to_contain_text("Python has not answered yet. If a cell is")
    assert timed.pending() == []
    timed.answer(timed.m.play("C3"), 0)
    expect(timed.part("trouble")).to_be_empty()


@pytest.mark.long
def test_while_the_computer_thinks_a_restart_that_nobody_told_is_noticed(timed):
    """Python is asked now and then: who restarted has lost the board, and does not answer."""
    thinking = state_of(timed.m)["state"] | {"thinks": True, "waits": True}
    timed.tab.ask("state => arrive({ state })", thinking)
    timed.page.clock.run_for(9500)
    assert timed.sent() == []
    timed.page.clock.run_for(1000)
    assert [request["do"] for request in timed.sent()] == [["thinks"]]
    timed.page.clock.run_for(7000)
    expect(timed.part("trouble")).to_be_empty()
    timed.page.clock.run_for(30_000)
    expect(timed.part("trouble")).to_contain_text("Python has not answered yet. If a cell is")
    assert len(timed.sent()) == 1  # it is not asked again before it has answered


@pytest.mark.long
def test_while_a_refusal_is_shown_python_is_not_asked_whether_it_thinks(timed):
    """Its answer would take the words away."""
    timed.click("C3")
    timed.answer(timed.m, 0, [0, "refused", "C3 is taken"])
    thinking = state_of(timed.m)["state"] | {"thinks": True, "waits": True, "trouble": ""}
    timed.tab.ask("state => arrive({ state })", thinking)
    expect(timed.part("trouble")).to_have_text("C3 is taken")
    asked = len(timed.sent())
    timed.page.clock.run_for(25_000)
    assert len(timed.sent()) == asked


@pytest.mark.parametrize(
    ("words", "capital"),
    first_rows(
        [
            ("there is no move 9", "uppercase"),
            ("a1-b2 is taken", "none"),
            ("'hint' is no cell", "none"),
        ]
    ),
)
def test_a_refusal_begins_with_a_capital_unless_it_begins_with_a_name(mounted, words, capital):
    antipalos = mounted(STARTS["antipalos"])
    antipalos.click("c3-d4")
    antipalos.answer(antipalos.m, 0, [0, "refused", words])
    expect(antipalos.part("trouble")).to_have_text(words)
    letter = "part => getComputedStyle(part, '::first-letter').textTransform"
    assert antipalos.part("trouble").evaluate(letter) == capital


@pytest.mark.long
def test_a_click_once_the_match_is_over_is_asked_about_and_marks_nothing(mounted):
    """So that the answer says how one may go on."""
    page = mounted(STARTS["projex"].play("resign"))
    page.click("C3")
    assert len(page.sent()) == 1
    assert page.pending() == []


# Showing


@pytest.mark.parametrize(
    ("name", "place"),
    each_once(STARTS, ["page", "shadow"], quick=[("conhex", "page"), ("antipalos", "shadow")]),
)
def test_every_site_is_shown_as_it_is(mounted, name, place):
    m = STARTS[name]
    page = mounted(m, shadow=place == "shadow")
    sites = page.page.locator(".nb-board [data-site]")
    expect(sites).to_have_count(m.game.board.claimable)
    expect(page.part("says")).to_contain_text("to move")
    taken = page.page.locator('.nb-sites [data-owner="1"], .nb-sites [data-owner="2"]')
    expect(taken).to_have_count(len(m.owned(1)) + len(m.owned(2)))
    blue = page.page.locator('.nb-sites [data-owner="1"]').first
    drawn = blue.evaluate("e => [getComputedStyle(e).fill, getComputedStyle(e).stroke]")
    assert "rgb(10, 104, 166)" in drawn  # the style reaches into a shadow


@pytest.mark.parametrize("shadow", first_of([False, True]), ids=["page", "shadow"])
def test_a_click_in_a_shadow_asks_too(mounted, shadow):
    page = mounted(STARTS["conhex"], shadow=shadow)
    hole = page.page.locator('[data-site="0"]')
    hole.click()
    assert [asked["do"] for asked in page.sent()] == [[page.m.game.board.names[0]]]


@pytest.mark.parametrize("m", first_of(STARTS.values()), ids=STARTS)
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


@pytest.mark.long
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


@pytest.mark.long
def test_traits_that_arrive_one_by_one_are_shown_together(projex):
    """As marimo delivers them."""
    after = state_of(projex.m.play("C3"))
    projex.tab.ask(
        "changes => Object.entries(changes).forEach(([name, value]) => arrive({ [name]: value }))",
        after,
    )
    assert projex.owners() == projex.m.play("C3").position.owners


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


# Without Python

EXPORTED = """There is no Python here: this board is for two people. \
The computer plays in a notebook, and on the page that m.to_html() makes."""
THROWS = "() => { model.save_changes = model.off = () => { throw Error('no Python'); }; }"
STARTED = nbgames.read(
    "nbgames 1\ngame: projex 4\nX: Ann\nO: Bob\nswap: no\nstart: X D1; O F1 C3; O to move\n\n"
    "1. E3 {far away} 2. A4\n"
)
ENDED = nbgames.match("projex", 4).play("D1", "F1").end("agreed", nbgames.FIRST)


@pytest.fixture
def left(mount):
    """Mounts a board whose host throws where Python should be told, as MyST does."""

    def mount_left(m, **changes):
        tab = mount(_ESM, state_of(m) | changes, css=_CSS)
        tab.ask(THROWS)
        return Page(tab, m)

    return mount_left


@pytest.mark.parametrize("m", first_of(STARTS.values()), ids=STARTS)
def test_a_board_without_python_plays_on_by_the_rules(left, m):
    page, after = left(m), m
    for _ in range(3):
        name = next(word for word in after.legal() if word != "swap")
        after = after.play(name)
        page.click(name)
        expect(page.part("moves").locator("li")).to_have_count(len(after.moves))
    shows(page.page, after.position.owners)
    expect(page.part("says")).to_have_text(says(after))
    expect(page.part("laid")).to_contain_text(EXPORTED)
    expect(page.page.locator("[data-pending]")).to_have_count(0)
    page.page.get_by_role("button", name="New game").click()
    page.part("question").get_by_role("button", name="New game").click()
    expect(page.part("moves").locator("li")).to_have_count(0)
    (error,) = page.tab.errors
    assert "no Python" in error or error.startswith("Error blob:")  # Firefox says no more


@pytest.mark.parametrize("m", first_of([STARTED, ENDED, STARTED.back(2)]))
def test_it_knows_the_start_the_seats_the_comments_and_the_end(left, m):
    page = left(m)
    page.part("typed").fill("record")
    page.part("typed").press("Enter")
    expect(page.page.get_by_label("record", exact=True)).to_have_value(f"{m}")


def test_it_goes_on_where_the_state_stands_and_the_rest_can_be_played_again(left):
    shown = STARTS["projex"].widget()
    shown.undo()
    page = left(STARTS["projex"].back(1), **{n: shown.get_state()[n] for n in (*PAGES, "state")})
    shown.close()
    page.page.get_by_role("button", name="Redo").click()
    shows(page.page, STARTS["projex"].position.owners)
    expect(page.part("moves").locator("li")).to_have_count(2)


@pytest.mark.long
def test_a_board_that_knows_at_once_that_nobody_is_there_does_not_ask(mount):
    """As nbconvert's pages: the layout of the widget is a model that has no comm."""
    thinking = state_of(STARTS["projex"])
    thinking["state"] |= {"thinks": True, "waits": True}
    tab = mount(_ESM, thinking | {"layout": {"comm_live": False}}, css=_CSS)
    page = Page(tab, STARTS["projex"])
    expect(page.part("laid")).to_contain_text("There is no Python here")
    page.click("C3")
    expect(page.part("moves").locator("li")).to_have_count(3)
    assert page.sent() == [] and tab.errors == []
    tab.ask("() => unmount()")
    expect(page.part("root")).to_have_count(0)


@pytest.mark.parametrize("offline", first_of(["", "throw Error('refused')"]))
def test_where_it_cannot_play_on_it_says_so_at_once(left, offline):
    """As from a notebook of an earlier version, or where a policy refuses modules."""
    page = left(STARTS["projex"], offline=offline)
    for name in ("C3", "D3"):
        page.click(name)
        expect(page.part("trouble")).to_contain_text("There is no Python behind this page")
        expect(page.page.locator("[data-pending]")).to_have_count(0)
    page.tab.ask("() => unmount()")
    expect(page.part("root")).to_have_count(0)


STRICT = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'"
SHOW = """
const state = await (await fetch("state.json")).json();
const heard = {};
const model = {
  get: name => state[name],
  set(name, value) { state[name] = value; heard[`change:${name}`]?.(); },
  on(name, call) { heard[name] = call; },
  save_changes() { throw Error('no Python'); },
};
(await import("./board.js")).default.render({ model, el: document.body });
"""


def answering(body, heads):
    return lambda route: route.fulfill(body=body, headers=heads)


def test_a_host_with_a_strict_policy_has_the_board_and_words(open_tab):
    """It refuses modules that were sent as text."""
    tab = open_tab()
    m = STARTS["projex"]
    files = {
        "page.html": (
            "text/html",
            "<!doctype html><body><script type=module src=show.js></script>",
        ),
        "show.js": ("text/javascript", SHOW),
        "board.js": ("text/javascript", _ESM),
        "state.json": ("application/json", json.dumps(state_of(m))),
    }
    for name, (kind, body) in files.items():
        heads = {"Content-Type": kind, "Content-Security-Policy": STRICT}
        answer = answering(body, heads)
        tab.page.route(f"http://strict.localhost/{name}", answer)
    tab.page.goto("http://strict.localhost/page.html")
    tab.page.locator(f'[data-site="{m.game.board.site("C3")}"]').focus()
    tab.page.keyboard.press("Enter")
    words = "There is no Python behind this page: run its notebook to play."
    expect(tab.page.locator(".nb-trouble")).to_have_text(words)
    assert any("Content Security Policy" in error or "blocked" in error for error in tab.errors)


@pytest.mark.parametrize("m", first_of(STARTS.values()), ids=STARTS)
def test_a_module_of_a_match_plays_by_itself(mount, m):
    """In a shadow, as MyST has it, and without state."""
    tab = mount(m.to_module(), {}, css="", shadow=True)
    page = Page(tab, m)
    expect(page.part("moves").locator("li")).to_have_count(len(m.moves))
    name = next(word for word in m.legal() if word != "swap")
    page.page.locator(f'[data-site="{m.game.board.site(name)}"]').focus()
    page.page.keyboard.press("Enter")
    expect(page.part("says")).to_have_text(says(m.play(name)))
    paper = page.part("paper").evaluate("p => getComputedStyle(p).fill")
    assert paper == "rgb(251, 250, 246)"  # the style sheet has come too
    expect(page.part("laid")).to_have_text(EXPORTED)
    page.page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.page.locator(".nb-more svg").first).to_be_visible()
    assert (tab.errors, tab.outside) == ([], [])


@pytest.mark.long
def test_a_module_shows_another_match_of_its_game(mount):
    m = STARTS["projex"]
    tab = mount(nbgames.match("projex", 4).to_module(), {"record": str(m)}, css="")
    expect(tab.page.locator(".nb-moves li")).to_have_count(len(m.moves))


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


@pytest.mark.parametrize("key", first_of(["a", "j", "Enter", "ArrowDown", "M", *"bcdkmxyz"]))
def test_a_key_pressed_on_the_board_does_not_reach_the_notebook(projex, key):
    projex.tab.ask("() => { window.keys = 0; document.addEventListener('keydown', () => keys++); }")
    projex.page.locator('[data-site="5"]').focus()
    projex.page.keyboard.press(key)
    assert projex.tab.ask("() => window.keys") == 0


@pytest.mark.parametrize("key", first_of(["Tab", "Control+s", "Shift+Tab", "Alt+x", "Meta+s"]))
def test_keys_that_are_not_the_boards_are_let_through(projex, key):
    """As a notebook does, the page saves by itself: Firefox would ask where to."""
    projex.tab.ask("""() => {
      window.keys = 0;
      document.addEventListener('keydown', (event) => { keys++; event.preventDefault(); });
    }""")
    projex.page.locator('[data-site="5"]').focus()
    projex.page.keyboard.press(key)
    assert projex.tab.ask("() => window.keys") > 0


def test_the_board_is_played_by_keys_alone(projex):
    projex.page.locator('.nb-board [tabindex="0"]').focus()
    projex.page.keyboard.press("ArrowDown")
    projex.page.keyboard.press("Enter")
    site = projex.tab.ask("() => document.activeElement.dataset.site")
    assert projex.sent()[-1]["do"] == [projex.m.game.board.names[int(site)]]
    for key, deed in (("u", "undo"), ("r", "redo")):
        projex.page.keyboard.press(key)
        assert projex.sent()[-1]["do"][-1] == deed
    expect(projex.page.locator('.nb-board [tabindex="0"]')).to_have_count(1)


@pytest.mark.parametrize("m", first_of([*STARTS.values()][::-1]), ids=[*STARTS][::-1])
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


def test_constants_of_a_block_share_a_declaration_in_the_bundle_and_those_of_two_do_not(blank):
    code = """/** A module. */
const one = 1;
const twice = (x) => {
  const two = 2;
  let more = 0;
  const factor = two;
  return factor * x + more;
};
const thrice = (x) => {
  const three = 3;
  return three * x;
};
const four = thrice(one) + one;
let five = 5;
export const sum = twice(four) + five;
export default sum;
"""
    made = bundled("entry.js", {"entry.js": code})
    assert blank.ask(f"() => {{ {made} return $entry.default; }}") == 13
    assert made.count("let ") == 5  # the bundle one, its module two, the functions one each
    assert "const" not in made


def test_a_page_runs_the_code_of_its_boards_once_however_many_bring_it(blank):
    """Compiled for each of a hundred boards it took a third of the browser's time."""
    twice = """async code => {
      const url = () => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
      const [one, other] = await Promise.all([import(url()), import(url())]);
      return [typeof one.default.render, one.default === other.default];
    }"""
    assert blank.ask(twice, _ESM) == ["function", True]


@pytest.mark.undriven
def test_boards_that_are_shown_together_are_laid_out_together(mount):
    """Each asked for its size after the one before it had got its scale: a layout for each."""
    tab = mount(_ESM, state_of(STARTS["antipalos"]), css=_CSS)
    client = tab.devtools()
    client.send("Performance.enable")

    def layouts():
        found = client.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in found if one["name"] == "LayoutCount")

    before = layouts()
    tab.ask(
        """async code => {
          const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
          const { render } = (await import(url)).default;
          for (let k = 0; k < 20; k++)
            render({ model, el: document.body.appendChild(document.createElement('div')) });
          for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
        }""",
        _ESM,
    )
    assert layouts() - before < 10
