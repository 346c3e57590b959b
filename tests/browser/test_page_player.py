"""The computer players of a page without Python: every level, in a worker or without one."""

import re
from itertools import product

import pytest
from browser.games import OWNERS, played
from playwright.sync_api import expect
from thinned import each_once, first_of

import nbgames
from nbgames.notation import address
from nbgames.opponents import players
from nbgames.opponents.levels import LEVELS

SMALL = {"antipalos": 3, "conhex": 2, "copolymer": 5, "projex": 3}
FREE = f"() => ({OWNERS})(0).indexOf(0)"
IDLE = "() => document.querySelector('.nb-done, .nb-root:not(.nb-thinks)')"
# That the page is drawn six times while the computer thinks.
DRAWN = """async () => {
  for (let count = 0; count < 6; count += document.querySelector('.nb-thinks') !== null)
    await new Promise(requestAnimationFrame);
}"""
WORKERS = {
    "refused": "globalThis.Worker = class { constructor() { throw new DOMException('no'); } }",
    "broken": """globalThis.Worker = class {
      constructor() { setTimeout(() => this.onerror(new Event('error')), 20); }
      postMessage() {}
      terminate() {}
    }""",
    "none": "delete globalThis.Worker",
}
# What a worker is asked waits until `go()`.
HELD = """let isHeld = true;
const held = [];
globalThis.Worker = class extends Worker {
  postMessage(...given) {
    if (isHeld) held.push(() => super.postMessage(...given));
    else super.postMessage(...given);
  }
};
globalThis.go = () => { isHeld = false; held.forEach(send => send()); };"""
# No memory for a large tree, and no worker that would have its own.
POOR = """delete globalThis.Worker;
globalThis.Int32Array = new Proxy(Int32Array, { construct(target, given) {
  if (given[0] > 100000) throw new RangeError('Array buffer allocation failed');
  return Reflect.construct(target, given);
} });"""


class Against:
    """A page on which the computer plays."""

    def __init__(self, tab):
        self.tab, self.page = tab, tab.page

    def sit(self, level, seat="first"):
        self.page.get_by_label("Level").select_option(str(level))
        self.page.get_by_label("Who plays").select_option({"first": "1", "second": "2"}[seat])

    def type(self, word):
        self.page.locator(".nb-typed").fill(word)
        self.page.locator(".nb-typed").press("Enter")

    def begin(self, word):
        """Play this move against level 1, which sits second, and wait for its answer."""
        self.sit(1, "second")
        self.type(word)
        expect(self.page.locator(".nb-moves li")).to_have_count(2)
        self.wait()

    def wait(self):
        self.page.wait_for_function(IDLE)

    @property
    def is_over(self):
        return self.page.locator(".nb-done").count() == 1

    @property
    def trouble(self):
        return self.page.locator(".nb-trouble")

    def saved(self):
        self.tab.needs("downloads")
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Save record").click()
        return nbgames.read(download.value.path().read_text("utf-8"))


@pytest.fixture
def against(play_page):
    return lambda *given, **options: Against(play_page(*given, **options))


@pytest.mark.parametrize(
    ("name", "level"),
    each_once(SMALL, LEVELS, quick=[("antipalos", 1), ("conhex", 6), ("projex", 4)]),
)
def test_every_level_plays_every_game_to_the_end(against, name, level):
    m = nbgames.match(name, SMALL[name])
    page = against(m)
    page.sit(level)
    for _ in range(m.game.board.claimable):
        page.wait()
        if page.is_over:
            break
        page.type(m.game.board.names[page.tab.ask(FREE)])
    assert page.is_over
    assert len(page.page.workers) == 1
    played = page.saved()
    assert played.outcome and len(played.moves) > 2


WON = ["antipalos", "conhex", "projex"]


@pytest.mark.parametrize(
    ("name", "level"),
    [
        *each_once(WON, LEVELS[::2], quick=[("conhex", 3)]),
        *(pytest.param(*row, marks=pytest.mark.long) for row in product(WON, LEVELS[1::2])),
    ],
)
def test_it_wins_when_it_can(against, name, level):
    m = played(name, 3, nbgames.GAMES[name].by)
    before = m.back(1)
    page = against(before)
    page.sit(level, "first" if m.outcome.winner == 1 else "second")
    page.wait()
    assert page.saved().outcome.winner == m.outcome.winner
    expect(page.page.locator(".nb-says")).to_contain_text("You lost: the computer's ")


@pytest.mark.parametrize("word", first_of(["D1", "why", "swap", "resign", "analyse"]))
def test_a_refusal_ends_with_its_reason(against, word):
    """ "It is the computer player's turn" stood there when it no longer was."""
    page = against(nbgames.match("projex", 4, swap=False), HELD)
    page.sit(1, "first")
    expect(page.page.locator(".nb-thinks")).to_have_count(1)
    page.type(word)
    expect(page.trouble).not_to_be_empty()
    page.tab.ask("() => go()")
    page.wait()
    expect(page.trouble).to_be_empty()


@pytest.mark.long
def test_letters_that_are_no_site_stay_told_when_the_computer_has_moved(against):
    page = against(nbgames.match("projex", 4, swap=False), HELD)
    page.sit(1, "first")
    page.type("Z9")
    page.tab.ask("() => go()")
    page.wait()
    expect(page.trouble).to_contain_text("'Z9' is no cell of this board")


@pytest.mark.long
def test_undo_is_off_while_there_is_no_move_of_ones_own(against):
    page = against(nbgames.match("projex", 4, swap=False))
    page.sit(1)
    page.wait()
    undo = page.page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.type("undo")
    expect(page.trouble).to_have_text("there is no move of yours to take back")
    page.type(nbgames.game("projex", 4).board.names[page.tab.ask(FREE)])
    page.wait()
    expect(undo).to_have_attribute("aria-disabled", "false")
    undo.click()
    page.page.wait_for_function(f"() => ({OWNERS})(0).filter(Boolean).length === 1")


def test_redo_puts_the_computers_reply_back_as_well(against):
    """Otherwise it would reply anew, and differently, as often as somebody wishes."""
    page = against(nbgames.match("conhex", 4, swap=False))
    page.sit(1, "second")
    for _ in range(2):
        page.type(nbgames.game("conhex", 4).board.names[page.tab.ask(FREE)])
        page.wait()
    before = page.saved()
    for _ in range(2):
        page.type("undo")
    for _ in range(2):
        page.type("redo")
        page.wait()
    assert page.page.get_by_text("played before").count() == 0
    assert page.saved().moves == before.moves


@pytest.mark.long
def test_a_second_click_on_resign_begins_no_other_game(against):
    """Change sides comes under the pointer, and took the second click of a double one."""
    page = against(nbgames.match("conhex", 4), viewport={"width": 1280, "height": 800})
    page.tab.needs("double click")
    page.sit(1)
    expect(page.page.locator(".nb-moves li")).to_have_count(1)
    page.wait()
    resign = page.page.get_by_role("button", name="Resign", exact=True)
    resign.first.click()
    x, y = (resign.last.bounding_box()[k] for k in "xy")
    page.page.mouse.dblclick(x + 20, y + 10)
    expect(page.page.get_by_role("button", name="Change sides")).to_be_visible()
    under = "([x, y]) => document.elementFromPoint(x, y).textContent"
    assert page.tab.ask(under, [x + 20, y + 10]) == "Change sides" and page.is_over
    page.page.get_by_role("button", name="Change sides").click()
    expect(page.page.locator(".nb-done")).to_have_count(0)


@pytest.mark.parametrize("worker", first_of(WORKERS))
def test_where_a_worker_is_refused_the_page_thinks_in_slices(against, worker, monkeypatch):
    monkeypatch.setattr(players, "SECONDS", 60)  # where it does not, the page stands still so long
    page = against(nbgames.match("projex", 6, swap=False), WORKERS[worker])
    page.sit(6)
    page.tab.ask(DRAWN)
    page.page.get_by_role("button", name="Stop thinking").click()
    page.sit(1)  # from the next game on
    page.type("new")
    expect(page.page.locator(".nb-moves li")).to_have_count(1)
    page.wait()
    assert sum(map(bool, page.tab.ask(OWNERS, 0))) == 1


def test_the_board_is_alive_while_it_thinks_and_it_can_be_stopped(against, monkeypatch):
    monkeypatch.setattr(players, "SECONDS", 600)  # it ends when it is stopped, not before
    page = against(nbgames.match("conhex", 5, swap=False).play("A1"))
    page.sit(6, "second")
    expect(page.page.locator(".nb-clock")).to_contain_text("positions")
    page.type("neighbours A1")
    expect(page.page.locator(".nb-root")).to_contain_text("A1 is part of")
    page.page.get_by_role("button", name="Stop thinking").click()
    expect(page.page.locator(".nb-thinks")).to_have_count(0)
    assert sum(map(bool, page.tab.ask(OWNERS, 0))) == 1
    page.page.get_by_role("button", name="Go on thinking").click()
    expect(page.page.locator(".nb-clock")).to_contain_text("positions")
    page.sit(1, "second")  # from the next game on
    page.type("new")
    page.page.keyboard.press("Enter")  # yes
    page.type("A1")
    expect(page.page.locator(".nb-moves li")).to_have_count(2)


@pytest.mark.long
def test_a_stop_holds_for_its_position_and_only_what_is_under_way_is_stopped(against, monkeypatch):
    """Typed at one's own turn it kept the computer from answering the next move."""
    monkeypatch.setattr(players, "SECONDS", 600)  # it ends when it is stopped, not before
    page = against(nbgames.match("conhex", 5, swap=False))
    page.sit(6, "second")
    page.type("stop")
    expect(page.trouble).to_have_text("nothing is under way that could be stopped")
    for _ in range(2):
        page.type("A1")
        expect(page.page.locator(".nb-clock")).to_contain_text("positions")
        page.type("stop")
        page.type("C2")
        expect(page.trouble).to_contain_text("turn: type think, or take a move back")
        page.type("undo")
        expect(page.page.locator(".nb-says")).to_contain_text("to move; move 1")


def test_a_level_without_memory_for_its_tree_says_so_and_a_lower_one_plays(against):
    page = against(nbgames.match("projex", 6, swap=False), POOR)
    page.sit(6)
    expect(page.trouble).to_contain_text("level 6 cannot think here")
    expect(page.trouble).to_contain_text("level 3 plays instead")
    page.wait()
    assert sum(map(bool, page.tab.ask(OWNERS, 0))) == 1


def test_two_people_need_no_worker(against):
    page = against(nbgames.match("projex", 3))
    page.type("C1")
    expect(page.page.locator(".nb-says")).to_contain_text("X plays C1.")
    assert page.page.workers == []


@pytest.mark.parametrize("level", first_of([6, 1, 2, 3, 4, 5]))
def test_a_turn_of_several_claims_is_played_to_its_end(against, level):
    """After the help text's example, Figure 2b, where O's next claims touch two of X."""
    text = "nbgames 1\ngame: copolymer 5\nstart: X A1 A3 B1 D2 E5; O C1 C2 C3 D4; O to move"
    page = against(nbgames.read(text))
    page.sit(level, "second")
    page.wait()
    m = page.saved()
    assert len(m.moves) == 1 and not m.is_open


def test_a_person_swaps_and_the_computer_keeps_its_seat(against):
    page = against(nbgames.match("projex", 4))
    page.sit(2)
    page.wait()
    page.page.get_by_role("button", name="Swap").click()
    page.wait()
    moves = page.saved().moves
    assert moves[1] == "swap" and len(moves) == 3
    taken = f"You swapped and took the computer's {moves[0]}: you are now X. O plays {moves[2]}. "
    expect(page.page.locator(".nb-says")).to_have_text(f"{taken}X to move; move 4.")


@pytest.mark.long
def test_a_branch_from_the_past_says_who_one_is_now(against):
    """The seats changed without a word."""
    page = against(nbgames.match("projex", 4, swap=False))
    page.begin("D1")
    reply, seats = page.page.locator(".nb-reply"), page.page.locator(".nb-seats span")
    expect(seats.first).to_have_text("You (X)")
    page.type("from 1 E2")
    expect(reply).to_have_text("You play O from here.")
    page.wait()
    expect(reply).to_have_text("You play O from here.")
    expect(seats.last).to_have_text("You (O)")
    page.type("from 1 F1")
    expect(seats.last).to_have_text("You (O)")
    expect(reply).to_have_text("")
    page.type("line 1")
    expect(reply).to_have_text("The line before is line 1 now. You play O from here.")
    page.page.get_by_role("button", name="first move").click()
    expect(reply).to_have_text("")


def test_a_record_that_is_loaded_is_told(against):
    page = against(nbgames.match("projex", 4))
    page.type("load 1. D1 2. swap 3. E4")
    expect(page.page.locator(".nb-reply")).to_have_text("Loaded: 3 moves.")
    page.type("load 1. D1 2. resign")
    expect(page.page.locator(".nb-reply")).to_have_text("Loaded: 2 moves, X wins by resignation.")


@pytest.mark.long
def test_what_a_swap_of_the_computer_takes_is_told(against):
    page = against(nbgames.match("projex", 4))
    page.sit(3, "second")
    page.page.locator('[aria-label^="D4,"]').click()  # the middle
    says = "The computer swapped and took your D4: you are now O. O to move; move 3."
    expect(page.page.locator(".nb-says")).to_have_text(says)


@pytest.mark.long
def test_before_a_swap_the_seats_are_those_of_then_where_one_looks_back(against):
    page = against(nbgames.match("projex", 4))
    page.sit(3, "second")
    page.page.locator('[aria-label^="D4,"]').click()
    seats = page.page.locator(".nb-seats span")
    casual = "Computer, level 3, casual player"
    expect(seats).to_have_text([f"{casual} (X)", "You (O)"])
    page.page.get_by_label("move before").click()
    expect(seats).to_have_text(["You (X)", f"{casual} (O)"])
    page.type("why")
    own = "move 1 was your own: why tells the computer player's reasons"
    expect(page.page.locator(".nb-trouble")).to_have_text(own)
    page.type("who")
    expect(page.page.locator(".nb-reply")).to_contain_text(
        f"You (X) against {casual} (O). O to move"
    )
    page.page.get_by_label("move after").click()
    expect(seats).to_have_text([f"{casual} (X)", "You (O)"])
    page.type("rematch")
    expect(page.trouble).to_have_text(
        "a rematch can be had once a game against the computer is over: type new for another game"
    )
    chosen = page.page.get_by_label("Who plays").locator("option:checked")
    expect(chosen).to_have_text("You play O, the computer X")  # "The computer plays second"
    page.type("from 0 E3")
    told = "You play X from here, unless the computer swaps."
    expect(page.page.locator(".nb-reply")).to_have_text(told)


@pytest.mark.long
def test_who_plays_stands_above_the_board_and_a_branch_from_the_past_is_ones_own(against):
    page = against(nbgames.match("projex", 3).play("B2", "C3", "D3"))
    seats = page.page.locator(".nb-seats span")
    expect(seats).to_have_count(0)
    page.sit(1, "second")
    expect(seats).to_have_text(["You (X)", "Computer, level 1, beginner (O)"])
    page.wait()
    page.page.get_by_label("first move").click()
    page.page.get_by_label("move after").click()
    page.page.locator('[data-site]:not([data-owner="1"], [data-owner="2"])').first.click()
    page.page.get_by_role("button", name="Play here").click()
    expect(seats).to_have_text(["Computer, level 1, beginner (X)", "You (O)"])
    page.wait()
    assert [seat.split()[0] for seat in seats.all_inner_texts()] == ["Computer,", "You"]


# A page that is opened again


LEFT = "The game as you left it"


@pytest.mark.parametrize(
    ("name", "level"),
    each_once(SMALL, [1, 3, 5], quick=[("conhex", 3)]),
)
def test_why_the_computer_moved_is_read_in_the_list_and_typed(against, name, level):
    page = against(nbgames.match(name, SMALL[name]), WORKERS["none"])
    page.sit(level)
    page.wait()
    first = page.page.locator(".nb-moves button").first
    expect(first).to_have_attribute(
        "title", re.compile("^(a first move that|taken by|looks best|threatens)")
    )
    page.type("why")
    expect(page.page.locator(".nb-reply")).to_have_text(
        f"Move 1, {first.text_content()}: {first.get_attribute('title')}."
    )
    page.type("help")
    expect(page.page.locator(".nb-reply")).to_contain_text("who, why")
    page.type("why 7")
    expect(page.page.get_by_role("alert").filter(has_text="has made no such move")).to_be_visible()


def test_after_a_game_another_is_offered_with_other_seats_and_levels(against):
    page = against(nbgames.match("projex", 3))
    page.sit(3, "second")
    page.type("resign")
    page.page.keyboard.press("Enter")  # yes
    page.page.get_by_role("button", name="Harder: club player").click()
    expect(page.page.get_by_label("Level")).to_have_value("4")
    expect(page.page.locator(".nb-says")).to_contain_text("X to move")
    page.type("again easier")
    expect(page.trouble).to_have_text(
        "a rematch can be had once a game against the computer is over: type new for another game"
    )
    page.type("resign")
    page.page.keyboard.press("Enter")  # yes
    page.page.get_by_role("button", name="Change sides").click()
    expect(page.page.get_by_label("Who plays")).to_have_value("1")
    page.page.wait_for_function(f"() => ({OWNERS})(0).some(Boolean)")
    page.wait()
    page.type("resign")
    page.page.keyboard.press("Enter")  # yes
    expect(page.page.get_by_role("button", name="Easier: casual player")).to_be_visible()
    page.type("rematch")
    expect(page.page.locator(".nb-moves li")).to_have_count(1)  # the computer's
    expect(page.page.get_by_label("Level")).to_have_value("4")


def test_who_plays_is_told_as_in_a_notebook(against):
    page = against(nbgames.match("projex", 3, swap=False))
    page.sit(1, "second")
    page.type("who")
    expect(page.page.locator(".nb-reply")).to_have_text(
        "You (X) against Computer, level 1, beginner (O). X to move; move 1."
    )


def test_a_game_is_shown_as_it_was_left(against):
    page = against(nbgames.match("projex", 3, swap=False))
    page.begin("B2")
    before = page.saved()
    page.page.reload()
    expect(page.page.get_by_text(LEFT)).to_be_visible()
    expect(page.page.get_by_label("Who plays")).to_have_value("2")
    expect(page.page.get_by_label("Level")).to_have_value("1")
    assert page.saved() == before
    page.page.get_by_role("button", name="New game").click()
    page.page.locator(".nb-question button").first.click()
    expect(page.page.get_by_text(LEFT)).to_have_count(0)
    page.page.reload()
    expect(page.page.get_by_label("Level")).to_be_visible()
    assert not any(page.tab.ask(OWNERS, 0)) and not page.page.get_by_text(LEFT).count()
    page.page.get_by_text("My games").click()
    page.page.get_by_role(
        "link", name=re.compile("^2 moves, the last .* · against computer 1")
    ).click()
    expect(page.page.locator(".nb-moves li")).to_have_count(len(before.moves))
    expect(page.page.get_by_label("Who plays")).to_have_value("2")
    expect(page.page.get_by_label("Level")).to_have_value("1")


@pytest.mark.long
def test_a_game_keeps_its_level_and_another_one_holds_from_the_next_on(against):
    """The board and My games said the level that was chosen for the next game."""
    page = against(nbgames.match("projex", 3))
    page.begin("B2")
    seats, told = page.page.locator(".nb-seats"), page.page.locator(".nb-shared")
    page.page.get_by_label("Level").select_option("2")
    expect(told).to_have_text("Level 2 from the next game on.")
    page.type("who")
    expect(page.page.locator(".nb-reply")).to_contain_text("level 1")
    page.type("level 4")
    expect(page.page.locator(".nb-reply")).to_have_text("Level 4 from the next game on.")
    expect(seats).to_contain_text("level 1")
    page.type("level 2")
    page.type("new")
    page.page.keyboard.press("Enter")  # yes
    expect(seats).to_contain_text("level 2")
    expect(told).to_have_text("")
    expect(page.page.get_by_label("Level")).to_have_value("2")
    page.page.get_by_text("My games").click()
    expect(
        page.page.get_by_role("link", name=re.compile("^2 moves, the last .* · against computer 1"))
    ).to_be_visible()


@pytest.mark.long
def test_a_game_that_is_over_keeps_who_played_it(against):
    page = against(nbgames.match("projex", 3))
    page.begin("B2")
    page.type("resign")
    page.page.keyboard.press("Enter")  # yes
    expect(page.page.get_by_role("button", name="Rematch")).to_be_visible()
    page.page.get_by_label("Who plays").select_option("0")
    expect(page.page.locator(".nb-seats")).to_contain_text("level 1")
    page.page.get_by_role("button", name="New game").click()  # at once: nothing is unfinished
    expect(page.page.locator(".nb-seats")).not_to_contain_text("level")
    expect(page.page.get_by_label("Who plays")).to_have_value("0")
    page.page.get_by_text("My games").click()
    expect(page.page.get_by_role("link", name="You lost")).to_be_visible()


@pytest.mark.long
def test_why_is_told_before_the_first_move_of_the_computer_and_after_a_page_was_loaded_again(
    against,
):
    page = against(nbgames.match("projex", 3))
    page.sit(1, "second")
    page.type("why")
    expect(page.trouble).to_have_text("the computer player has not moved yet")
    page.type("B2")
    expect(page.page.locator(".nb-moves li")).to_have_count(2)
    page.wait()
    page.page.reload()
    expect(page.page.get_by_text(LEFT)).to_be_visible()
    page.type("why")
    expect(page.trouble).to_contain_text("no reason is kept for move 2: a page loaded again")


@pytest.mark.long
@pytest.mark.parametrize("scheme", first_of(["dark", "light"]))
def test_axe_finds_nothing_in_a_game_that_is_shown_as_it_was_left(against, scheme):
    page = against(nbgames.match("projex", 3), color_scheme=scheme, bypass_csp=True)
    page.begin("B2")
    page.page.reload()
    expect(page.page.get_by_text(LEFT)).to_be_visible()
    assert page.tab.violations() == []


def test_an_address_comes_before_the_game_that_was_left(against):
    m = nbgames.match("projex", 3)
    page = against(m)
    page.type("B2")
    where = page.page.url
    page.page.goto("about:blank")
    page.page.goto(address.link(m.play("A3"), where))
    expect(page.page.locator(".nb-moves li")).to_have_text("A3")
    page.type("C1")
    expect(page.page.locator(".nb-moves li")).to_have_count(2)
    page.page.goto("about:blank")
    page.page.goto(where)
    expect(page.page.locator(".nb-moves li")).to_have_text(["A3", "C1"])
    page.page.get_by_text("My games").click()
    page.page.get_by_role("link", name=re.compile("^1 move")).click()
    expect(page.page.locator(".nb-moves li")).to_have_text(["B2"])


@pytest.mark.long
def test_a_damaged_link_says_what_is_shown_instead_and_who_plays_stays(against):
    page = against(nbgames.match("projex", 3, swap=False))
    page.begin("B2")
    where, left = page.page.url, page.page.locator(".nb-moves li").all_inner_texts()
    page.page.goto("about:blank")
    page.page.goto(
        address.link(nbgames.match("projex", 3).play("A3"), where).replace("-3.", "-3.x")
    )
    told = page.page.get_by_role("alert").first
    expect(told).to_have_text(
        "This link cannot be opened: this address is cut short or changed: copy the whole of it "
        "again. The board shows your own game, as you left it, instead."
    )
    expect(page.page.locator(".nb-moves li")).to_have_text(left)
    expect(page.page.get_by_label("Who plays")).to_have_value("2")
    expect(page.page.get_by_label("Level")).to_have_value("1")


@pytest.mark.parametrize(
    "text",
    first_of(
        [
            '{"address": "<img src=x onerror=alert(1)>", "seat": "__proto__", "level": -1}',
            "",
            '{"address": "1.projex-3.AA.AAAA"}',
            "null",
            "7",
            "{}",
            '{"address": 7}',
        ]
    ),
)
def test_what_a_stranger_left_is_no_game(against, text):
    page = against(nbgames.match("projex", 3))
    page.type("B2")
    page.tab.ask("text => { localStorage[Object.keys(localStorage)[0]] = text; }", text)
    page.page.reload()
    expect(page.page.get_by_label("Level")).to_have_value("3")
    assert page.saved().moves == ()


def test_a_damaged_game_is_told_and_kept_aside(against):
    page = against(nbgames.match("projex", 3))
    page.type("B2")
    text = '{"address": "cut sho'
    page.tab.ask("text => { localStorage[Object.keys(localStorage)[0]] = text; }", text)
    page.page.reload()
    told = page.page.get_by_role("alert").filter(has_text="The game that was kept here is damaged")
    expect(told).to_contain_text(" The old one is kept as 'nbgames ")
    page.type("C1")
    expect(page.page.locator(".nb-moves li")).to_have_text("C1")
    assert text in page.tab.ask("() => Object.values(localStorage)")
    page.page.reload()
    expect(page.page.locator(".nb-moves li")).to_have_text("C1")
    expect(told).to_be_hidden()


def test_a_browser_that_keeps_nothing_plays_all_the_same(against):
    page = against(
        nbgames.match("projex", 3),
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })",
    )
    page.type("B2")
    assert page.saved().moves == ("B2",)


PLACES = "() => Object.keys(localStorage).sort()"


@pytest.mark.long
def test_what_was_kept_aside_is_never_written_over(against):
    page = against(nbgames.match("projex", 3))
    page.type("B2")
    texts = ["{cut", "[cut", "cut"]
    for text in texts:
        page.tab.ask("text => { localStorage[Object.keys(localStorage).sort()[0]] = text; }", text)
        page.page.reload()
        page.page.get_by_text("The game that was kept here is damaged").wait_for()
        page.type("C1")
        expect(page.page.locator(".nb-moves li")).to_have_text("C1")
    place, *aside = page.tab.ask(PLACES)
    assert aside == [f"{place} damaged", f"{place} damaged 2", f"{place} damaged 3"]
    found = page.tab.ask("names => names.map(name => localStorage[name])", aside)
    assert found == texts


@pytest.mark.long
def test_a_tab_that_may_keep_nothing_of_its_own_opens_the_last_game(against):
    """Its games were called damaged and moved aside."""
    no = "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('no'); } })"
    page = against(nbgames.match("projex", 3), no)
    page.type("B2")
    page.page.reload()
    expect(page.page.get_by_text(LEFT)).to_be_visible()
    expect(page.page.locator(".nb-moves li")).to_have_text("B2")
    assert len(page.tab.ask(PLACES)) == 1


@pytest.mark.long
def test_a_stranger_s_entry_among_the_games_hinders_none(against):
    """Nothing was kept any more, and nothing said of it."""
    page = against(nbgames.match("projex", 3))
    page.type("B2")
    spoil = """place => {
      const kept = JSON.parse(localStorage.getItem(place));
      localStorage.setItem(place, JSON.stringify({ ...kept, games: [...kept.games, null, 7, {}] }));
    }"""
    page.tab.ask(spoil, page.tab.ask(PLACES)[0])
    page.type("C1")
    page.page.reload()
    expect(page.page.locator(".nb-moves li")).to_have_text(["B2", "C1"])


@pytest.mark.long
def test_after_a_link_that_was_only_looked_at_the_page_opens_the_game_left_there(against):
    m = nbgames.match("projex", 3)
    page = against(m)
    page.type("B2")
    where = page.page.url
    for to, move in ((address.link(m.play("A3"), where), "A3"), (where, "B2")):
        page.page.goto("about:blank")
        page.page.goto(to)
        expect(page.page.locator(".nb-moves li")).to_have_text(move)
    page.type("new")
    page.page.keyboard.press("Enter")  # yes
    expect(page.page.locator(".nb-moves li")).to_have_count(0)
    page.page.reload()
    expect(page.page.get_by_label("Level")).to_be_visible()
    expect(page.page.locator(".nb-moves li")).to_have_count(0)


@pytest.mark.long
def test_a_page_of_a_begun_match_is_a_game_of_mine_once_something_is_played_or_said(against):
    page = against(nbgames.match("projex", 3).play("B2"))
    page.type("mark C3")
    expect(page.page.locator(".nb-laid")).to_have_text("marks: C3")
    page.page.get_by_label("Level").select_option("1")
    assert page.tab.ask(PLACES) == []
    page.type("comment well begun")
    expect(page.page.locator(".nb-moves li")).to_have_text("B2well begun")
    page.page.reload()
    expect(page.page.get_by_text(LEFT)).to_be_visible()
    expect(page.page.locator(".nb-moves li")).to_have_text("B2well begun")


def test_a_game_that_could_not_be_kept_is_not_called_kept(against):
    full = "Storage.prototype.setItem = () => { throw new DOMException('full'); }"
    page = against(nbgames.match("projex", 3), full)
    page.type("B2")
    page.type("new")
    expect(page.page.locator(".nb-question")).to_contain_text(
        "Start a new game? This one cannot be kept: save its record first."
    )


@pytest.mark.long
def test_a_damaged_link_and_a_damaged_game_are_both_told(against):
    page = against(nbgames.match("projex", 3))
    page.type("B2")
    page.tab.ask("() => { localStorage[Object.keys(localStorage)[0]] = '{cut'; }")
    where = page.page.url
    page.page.goto("about:blank")
    page.page.goto(f"{where}#1.projex-3.x")
    told = page.page.get_by_role("alert").first
    expect(told).to_contain_text("The game that was kept here is damaged: here is a new one.")
    expect(told).to_contain_text(" This link cannot be opened: ")
    page.tab.ask("() => { location.hash = '1.projex-3.y'; }")
    expect(told).to_have_text(re.compile("^This link cannot be opened: "))


@pytest.mark.long
def test_a_level_for_the_next_game_stays_one_whatever_is_taken_back_or_who_sits_down(against):
    page = against(nbgames.match("projex", 3, swap=False))
    page.begin("B2")
    seats, level = page.page.locator(".nb-seats"), page.page.get_by_label("Level")
    page.type("undo")
    expect(page.page.locator(".nb-says")).to_contain_text("move 1.")
    page.type("level 4")
    expect(page.page.locator(".nb-reply")).to_have_text("Level 4 from the next game on.")
    page.type("redo")
    expect(seats).to_contain_text("level 1")
    page.type("computer off")
    expect(seats).to_be_empty()
    page.type("computer second")  # it sits down at once
    expect(page.page.locator(".nb-reply")).to_have_text(
        "The computer plays O, at level 1. Level 4 from the next game on."
    )
    expect(seats).to_contain_text("level 1")
    expect(level).to_have_value("4")


@pytest.mark.long
@pytest.mark.parametrize(("again", "seat"), [("Rematch", 2), ("Change sides", 1)])
def test_another_game_against_the_computer_has_it_whoever_was_chosen_after_the_last(
    against, again, seat
):
    page = against(nbgames.match("projex", 3))
    page.begin("B2")
    page.type("resign")
    page.page.keyboard.press("Enter")  # yes
    page.page.get_by_role("button", name="Rematch").wait_for()
    page.page.get_by_label("Who plays").select_option("0")
    page.page.get_by_role("button", name=again).click()
    expect(page.page.get_by_label("Who plays")).to_have_value(str(seat))
    expect(page.page.locator(".nb-seats")).to_contain_text("level 1")


@pytest.mark.long
def test_a_game_that_is_over_keeps_who_played_it_while_moves_are_taken_back(against):
    m = played("projex", 3, nbgames.GAMES["projex"].by)
    page = against(m.back(1))
    page.sit(1, "first" if m.outcome.winner == 1 else "second")
    page.page.get_by_role("button", name="Rematch").wait_for()
    page.type("undo")
    expect(page.page.get_by_role("button", name="Rematch")).to_have_count(0)
    page.page.get_by_label("Who plays").select_option("0")
    said = page.page.locator(".nb-shared")
    expect(said).to_have_text("Two people play from the next game on.")
    page.page.get_by_label("Who plays").select_option("1")
    expect(said).to_have_text("You play O against the computer, level 1, from the next game on.")
    page.page.get_by_label("Level").select_option("2")
    expect(said).to_have_text("You play O against the computer, level 2, from the next game on.")
    expect(page.page.locator(".nb-seats")).to_contain_text("level 1")


def test_my_games_on_a_page_are_cut_and_tell_no_date_that_is_none(against):
    page = against(nbgames.match("projex", 3))
    page.type("B2")
    spoil = """place => {
      const { games: [one], ...kept } = JSON.parse(localStorage.getItem(place));
      const { at, ...other } = one;
      const as = id => ({ id, lines: one.lines.replace('B2', `B2 {${id}}`) }); // another game
      const many = Array.from({ length: 40 }, (_, k) => ({ ...other, ...as(`x${k}`) }));
      const long = { ...one, ...as('y'), at: at + 1, says: ['W'.repeat(5000), '', ''] };
      const none = { ...one, ...as('z'), at: at + 2, says: [{ toString: 1 }] };
      const games = [one, none, long, ...many];
      localStorage.setItem(place, JSON.stringify({ ...kept, games }));
    }"""
    page.tab.ask(spoil, page.tab.ask(PLACES)[0])
    page.page.reload()
    page.page.get_by_text("My games").click()
    links = page.page.locator("#nb-app > .nb-more a")
    expect(links).to_have_count(30)
    longest, other, *_ = links.all_inner_texts()
    assert re.match("W{60} · .*[0-9]{4}", longest)
    assert other == "1 move, the last B2 · two people · goes on"
    assert page.tab.ask("() => document.documentElement.scrollWidth <= innerWidth")
