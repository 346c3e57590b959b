"""How a board fits its place: the window's height, hosts of every kind, and nothing that moves."""

import re
from io import BytesIO
from operator import sub
from random import Random

import pytest
from browser.games import PLACE, PLACES, UNSEEN, seen_whole, to_the_end
from mail.conftest import wait_for
from PIL import Image
from playwright.sync_api import expect
from thinned import each_once, first_of

import nbgames
from nbgames import analysis
from nbgames.draw.looks import contrast
from nbgames.widgets.board import _part

pytestmark = pytest.mark.usefixtures("uncompiled")
WINDOWS = [(1400, 900), (800, 600), (360, 740)]
ALL_WINDOWS = [*WINDOWS, (1280, 800)]
USUAL = [(rules.name, rules.size) for rules in nbgames.GAMES.values()]
GAMES = [*USUAL, ("conhex", 4), ("copolymer", 9), ("antipalos", 8)]
ANTIPALOS, CONHEX, COPOLYMER, PROJEX = USUAL
WIDE, LOW, PHONE = WINDOWS
# Copolymer has the widest board on a phone.
one_game = pytest.mark.parametrize(
    ("game", "window"), each_once(USUAL, WINDOWS, quick=[(COPOLYMER, PHONE)])
)


def sized(width, height):
    return {"viewport": {"width": width, "height": height}}


def bottom(part):
    box = part.bounding_box()
    return box["y"] + box["height"]


@pytest.mark.parametrize(
    ("game", "window"),
    each_once(GAMES, WINDOWS, quick=[(ANTIPALOS, WIDE), (CONHEX, LOW), (COPOLYMER, PHONE)]),
)
def test_board_and_controls_fit_the_window(show, game, window):
    m = nbgames.match(*game)
    board = show(m.play(m.legal()[0]), **sized(*window))
    assert bottom(board.part("typed")) <= window[1]
    assert board.tab.ask("() => document.documentElement.scrollWidth") <= window[0]
    square = board.svg.bounding_box()
    assert min(square["width"], square["height"]) >= min(0.5 * window[1], 0.8 * window[0])
    beside = board.part("lines").bounding_box()["x"] > square["x"] + square["width"]
    assert beside == (window[0] > 600)


@one_game
def test_nothing_moves_whatever_is_said(show, game, window):
    m = to_the_end(nbgames.match(*game), Random(1)).at(9)
    board = show(m, **sized(*window))
    places = board.tab.ask(PLACES)
    for site in range(0, m.game.board.claimable, m.game.board.claimable // 9):
        board.hover(m.game.board.names[site])
        assert board.tab.ask(PLACES) == places
    board.type("nonsense")
    expect(board.part("trouble")).to_contain_text("nonsense")
    assert board.tab.ask(BUT_FOLDS) == [place for place in places if not place.startswith(FOLDS)]
    board.page.get_by_label("move before").click(scroll="none")
    board.click(m.legal()[0])
    expect(board.part("question")).to_contain_text("here instead?")
    assert board.tab.ask(PLACES) == places
    board.keys("Escape", "Escape")
    board.button("Resign").click(scroll="none")
    expect(board.part("question")).to_contain_text(f"Resign as {m.game.players[m.to_move - 1]}?")
    assert board.tab.ask(PLACES) == places


# What stands below a text that may be longer than its place, and all else.
FOLDS = ("More ", "Rules ", "Keys ")
BUT_FOLDS = f"() => ({PLACES})().filter(place => !/^({'|'.join(FOLDS)})/.test(place))"
# Where the board is and what stands between it and what is said.
ABOVE = (
    f"""() => ({PLACES})().filter(place => !/^(move or question|More|Rules|Keys) /.test(place))"""
)
UNDER = "([x, y]) => document.elementFromPoint(x, y)?.closest('button, input, .nb-plot')?.className"
# Where the board is, all that is above or beside it, and what is offered after a game.
STILL = """() => Object.fromEntries([...document.querySelectorAll(
    '.nb-board, .nb-who :is(select, button), .nb-side :is(button, input)')]
  .filter((part) => part.checkVisibility() && !part.closest('.nb-lines, .nb-question'))
  .map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const sides = [x + scrollX, y + scrollY, width, height].map(Math.round);
    return [part.ariaLabel ?? (part.textContent || part.className), sides.join(' ')];
  }))"""


class Stills:
    """A page on which nothing that was there may move."""

    def __init__(self, page):
        self.page, self.places = page, page.evaluate(STILL)

    def after(self, *shown):
        for text in shown:
            expect(self.page.locator("main").get_by_text(text).first).to_be_visible()
        new = self.page.evaluate(STILL)
        assert {name: new[name] for name in self.places.keys() & new.keys()} == {
            name: self.places[name] for name in self.places.keys() & new.keys()
        }
        self.places = new

    def type(self, word):
        self.page.locator(".nb-typed").fill(word)
        self.page.locator(".nb-typed").press("Enter")


@pytest.mark.parametrize(("game", "window"), each_once(USUAL, WINDOWS, quick=[(COPOLYMER, PHONE)]))
def test_on_a_page_nothing_moves_whoever_plays_and_whatever_is_told(play_page, game, window):
    """Who plays, a reload and a link moved the board by 24 to 70 pixels; a message, Rematch."""
    m = nbgames.match(*game)
    page = play_page(m, **sized(*window)).page
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    still = Stills(page)
    who = page.get_by_label("Who plays")
    who.select_option("2")
    still.after("Computer, level 3")
    who.select_option("Two people")
    still.after()
    for word in (m.legal()[0], m.legal()[7]):
        still.type(word)
        still.after(word)
    page.get_by_role("button", name="Copy link").click()
    still.after("Copy the link from this box.")
    page.reload()
    still.after("The game as you left it.")
    who.select_option("2")
    page.get_by_label("Level").select_option("1")
    still.type("nonsense")
    still.after("nonsense")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".nb-question")).to_contain_text("Start a new game?")
    still.after()
    page.get_by_role("button", name="Cancel").click()
    still.after()
    still.type("resign")
    page.locator(".nb-question").get_by_text("Resign", exact=True).click()
    still.after("Rematch", "Analyse")
    page.locator("[data-site]").first.dispatch_event("click")
    still.after("press Analyse or Rematch")
    still.type("help")
    still.after("Ask: ")
    page.get_by_role("button", name="Hint").click()
    still.after()


@one_game
def test_nothing_moves_when_a_position_is_set_up(play_page, game, window):
    """Of ConHex the buttons took two rows: "Vert to move" and "Horz to move" are long."""
    page = play_page(nbgames.match(*game), **sized(*window)).page
    page.get_by_text("More", exact=True).click()
    still = Stills(page)
    page.get_by_role("button", name="Set up").click()
    still.after("Set up: click a place")


@pytest.mark.parametrize(("game", "window"), each_once(USUAL, WINDOWS, quick=[(PROJEX, PHONE)]))
def test_nothing_moves_when_a_board_is_turned_or_a_wrong_link_is_followed(play_page, game, window):
    """A turned board was higher or lower; a complaint moved all that stood below it."""
    m = nbgames.match(*game)
    page = play_page(m.play(m.legal()[0]), **sized(*window)).page
    page.get_by_text("More", exact=True).click()
    still = Stills(page)
    for _ in range(2):
        page.get_by_role("button", name="Turn board").click()
        still.after()
    page.evaluate("() => { location.hash = '#wrong'; }")
    still.after("This link cannot be opened")
    told = page.locator(".nb-alert")
    assert bottom(told) <= window[1] + 1
    page.locator(".nb-typed").click(force=True)
    expect(told).to_be_hidden()
    still.after()


@pytest.mark.parametrize("window", first_of([LOW, PHONE, WIDE]))
def test_nothing_moves_when_a_board_becomes_a_sphere(play_page, window):
    """Another height of the board moved all below it; at 800x600 "Flat board" took a row more."""
    page = play_page(nbgames.match("projex", 6).play("A6"), **sized(*window)).page
    still = Stills(page)
    for label in ("Flat", "Sphere"):
        page.locator(".nb-who button").last.click()
        still.after(label)


@one_game
def test_the_goal_is_told_before_a_first_move_and_read_whole(play_page, game, window):
    m = nbgames.match(*game)
    page = play_page(m, **sized(*window)).page
    goal = m.game.rules.told.partition(". ")[0] + "."
    says = page.locator(".nb-says")
    for who in ("0", "2"):
        page.get_by_label("Who plays").select_option(who)
        expect(says).to_contain_text(goal)
        assert page.evaluate(CUT) == []
    page.get_by_label("Who plays").select_option("1")
    expect(says).to_contain_text("move 2")
    expect(says).not_to_contain_text(goal)


def test_on_a_phone_a_click_past_the_end_is_answered_where_it_is_seen(play_page):
    """What was said stood below the end of the screen."""
    m = nbgames.match("projex", 4, swap=False).play("D1", "resign")
    page = play_page(m, **sized(360, 740)).page
    page.evaluate("() => scrollTo(0, 0)")
    page.locator("[data-site]").first.dispatch_event("click")
    told = page.locator(".nb-trouble")
    expect(told).to_contain_text("press Analyse or New game")
    assert bottom(told) <= 740
    page.locator(".nb-typed").fill("nonsense")  # a keyboard would lie on it there
    page.locator(".nb-typed").press("Enter")
    expect(told).to_contain_text("nonsense")
    assert told.evaluate("told => getComputedStyle(told).position") == "static"


# Are these parts on the screen, whole? A page scrolls by whole pixels.
TOGETHER = """(parts) => parts.every((part) => {
  const { top, bottom } = document.querySelector(part)?.getBoundingClientRect() ?? { top: -1 };
  return top > -1 && bottom < innerHeight + 1;
})"""


@pytest.mark.parametrize(
    ("game", "place"),
    each_once(USUAL, ["end", "start"], quick=[(CONHEX, "start")]),
)
def test_on_a_phone_the_board_and_what_a_hint_says_are_seen_together(play_page, game, place):
    """Scrolled to Hint, what it said was below the screen, or half of the board above it."""
    m = nbgames.match(*game)
    page = play_page(m.play(m.legal()[0]), **sized(360, 740)).page
    page.get_by_label("Who plays").select_option("Two people")
    hint = page.get_by_role("button", name="Hint")
    hint.evaluate("(hint, block) => hint.scrollIntoView({ block })", place)
    hint.click(scroll="none")
    page.wait_for_function(TOGETHER, arg=[".nb-board", ".nb-told:not(:empty)"])


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "place"),
    each_once(USUAL, ["start", "center"], quick=[(COPOLYMER, "start"), (CONHEX, "center")]),
)
def test_on_a_phone_what_a_button_of_help_changes_is_seen_where_it_is_pressed(
    play_page, game, place
):
    """The bar and the sentence of who is to move were above the screen."""
    m = nbgames.match(*game)
    page = play_page(m.play(m.legal()[0]), **sized(360, 740), has_touch=True).page
    page.get_by_label("Who plays").select_option("Two people")
    for name in ("Bar", "Hint"):
        press = page.get_by_role("button", name=name, exact=True)
        press.evaluate("(press, block) => press.scrollIntoView({ block })", place)
        press.click(scroll="none")
        expect(press).to_have_attribute("aria-pressed", "true")
        parts = (".nb-says", ".nb-bar", ".nb-board", ".nb-helps", ".nb-stands:not(:empty)")
        page.wait_for_function(TOGETHER, arg=parts)


@pytest.mark.parametrize(
    ("game", "has_touch"),
    each_once(USUAL, [False, True], quick=[(ANTIPALOS, False)]),
)
def test_on_a_phone_the_board_and_what_a_layer_says_are_seen_together(play_page, game, has_touch):
    """An empty place for what is told of a site, of 60 pixels, was between them."""
    m = nbgames.match(*game)
    page = play_page(m.play(m.legal()[-1]), **sized(360, 740), has_touch=has_touch).page
    page.get_by_role("button", name="Layers", exact=True).click(scroll="none")
    menu, told = page.get_by_label("layer", exact=True), page.locator(".nb-told")
    for name in menu.locator("option").evaluate_all("all => all.map(({ value }) => value)")[1::2]:
        menu.select_option(name)
        expect(told).to_contain_text(re.compile("[^…]$"))
        page.wait_for_function(TOGETHER, arg=[".nb-says", ".nb-board", ".nb-helps", ".nb-told"])


@pytest.mark.parametrize("game", first_of(USUAL))
def test_on_a_phone_the_question_of_a_move_lies_on_no_button_of_help(play_page, game):
    """It lay on Rules and Hint."""
    m = nbgames.match(*game)
    page = play_page(m, **sized(360, 740), has_touch=True).page
    page.get_by_label("Who plays").select_option("Two people")
    page.touchscreen.tap(*page.evaluate(PLACE, [20, 0]))
    question = page.locator(".nb-question")
    expect(question).to_contain_text("Play ")
    assert bottom(page.locator(".nb-helps")) <= question.bounding_box()["y"]


IN_WINDOW = """(part) => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  return top > -1 && bottom < innerHeight + 1;
}"""


@pytest.mark.parametrize("game", first_of([CONHEX, ANTIPALOS, COPOLYMER, PROJEX]))
def test_on_a_phone_what_a_finger_opens_or_begins_is_seen(play_page, game):
    """My games lay below the screen, a game that was tapped above it, and whose turn it is, too."""
    m = nbgames.match(*game)
    page = play_page(m.play(m.legal()[0]), **sized(360, 740), has_touch=True).page
    page.get_by_label("Who plays").select_option("Two people")
    again = page.get_by_role("button", name="New game", exact=True)
    again.first.evaluate("press => press.scrollIntoView({ block: 'start' })")
    again.first.tap()
    page.locator(".nb-question").get_by_role("button", name="New game").tap()
    page.wait_for_function(IN_WINDOW, arg=".nb-status")
    page.get_by_text("My games", exact=True).tap()
    page.wait_for_function(IN_WINDOW, arg=".nb-place ~ .nb-more li")
    page.locator(".nb-place ~ .nb-more li a").first.tap()
    for part in (".nb-status", ".nb-board"):
        page.wait_for_function(IN_WINDOW, arg=part)


# Does the heading end before what is told beside it?
HEADED = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('h1'));
  const told = document.querySelector('.nb-shared').getBoundingClientRect();
  return words.getBoundingClientRect().right <= told.left && told.top >= 0;
}"""


@pytest.mark.parametrize("game", first_of(USUAL))
def test_on_a_phone_nothing_that_is_told_lies_on_the_heading(play_page, game):
    """ "Two people play from the next game on." lay on the last letters of Antipalos 16."""
    page = play_page(nbgames.match(*game), **sized(360, 740)).page
    told = page.locator(".nb-shared span")
    told.evaluate("told => { told.textContent = 'Two people play from the next game on.'; }")
    assert page.evaluate(HEADED)


@pytest.mark.parametrize("window", first_of([WIDE, PHONE, LOW]))
def test_the_bar_moves_nothing_that_is_said_above_it(play_page, window):
    """The sentence of who is to move went up by five pixels."""
    page = play_page(nbgames.match("projex", 4).play("D1"), **sized(*window)).page
    page.get_by_label("Who plays").select_option("Two people")
    says = page.locator(".nb-says")
    place = "says => says.getBoundingClientRect().y + scrollY"
    before = says.evaluate(place)
    page.get_by_role("button", name="Bar", exact=True).click()
    expect(page.locator(".nb-bar")).to_be_visible()
    assert abs(says.evaluate(place) - before) < 1


# The field stands at the window's lower edge.
LOWEST = "() => document.querySelector('.nb-typed').scrollIntoView({ block: 'end' })"


@pytest.mark.parametrize("window", first_of([PHONE, LOW]))
def test_what_is_typed_is_answered_where_it_is_seen(play_page, window):
    """Nine lines of help lay below the end of a phone's screen."""
    page = play_page(nbgames.match("conhex", 4), **sized(*window)).page
    for typed, part, words in (
        ("help", "reply", "Ask: "),
        ("nonsense", "trouble", "nonsense"),
        ("yes", "trouble", "none is asked"),  # which the board refuses by itself
        ("resgin", "question", "Did you mean resign?"),
    ):
        page.evaluate(LOWEST)
        page.locator(".nb-typed").fill(typed)
        page.locator(".nb-typed").press("Enter")
        told = page.locator(f".nb-{part}")
        expect(told).to_contain_text(words)
        assert bottom(told) <= window[1] + 1
        assert (
            told.evaluate("told => getComputedStyle(told).position") == "static"
        )  # a keyboard may lie below


# How many milliseconds after a review has come the page first scrolls.
SCROLLS = """() => { window.waited = new Promise((done) => {
  let came;
  const look = () => {
    if (document.querySelector('.nb-review:not([hidden])')) came ??= performance.now();
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
  addEventListener('scroll', () => done(performance.now() - came), { once: true });
}); }"""


def test_on_a_phone_the_review_that_is_asked_for_comes_onto_the_screen_not_under_a_press(play_page):
    """All of it lay below the end of the screen."""
    m = to_the_end(nbgames.match("conhex", 4), Random(1))
    page = play_page(m, **sized(360, 740)).page
    analyse = page.get_by_role("button", name="Analyse", exact=True)
    analyse.evaluate("press => press.scrollIntoView({ block: 'end' })")
    page.evaluate("() => new Promise(requestAnimationFrame)")  # that scroll has been told
    page.evaluate(SCROLLS)
    analyse.click(scroll="none")
    assert page.evaluate("() => waited") > 500  # until then a second click may come
    page.wait_for_function(
        "part => document.querySelector(part).getBoundingClientRect().bottom <= innerHeight + 1",
        arg=".nb-review",
    )


THINKS = """thinks => arrive({ state: { ...model.get('state'), thinks, waits: thinks,
  progress: thinks ? '1,234,567 positions' : '' } })"""


@one_game
def test_nothing_moves_while_the_computer_thinks(show, game, window):
    m = to_the_end(nbgames.match(*game), Random(1)).at(9)
    widget = m.widget(opponent=nbgames.opponent(1, seed=0))
    board = show(widget, **sized(*window))
    places = board.tab.ask(PLACES)
    for thinks in (True, False):
        board.tab.ask(THINKS, thinks)
        expect(board.button("Stop thinking")).to_be_visible(visible=thinks)
        assert board.tab.ask(PLACES) == places
    assert bottom(board.part("typed")) <= window[1]


@one_game
def test_a_review_opens_under_no_pointer_and_fits(show, game, window):
    m = to_the_end(nbgames.match(*game), Random(1)).at(9)
    board = show(m, **sized(*window))
    above = board.tab.ask(ABOVE)
    box = board.button("Analyse").bounding_box()
    pointer = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    board.widget.show(analysis.review(m, games=8, nodes=0))
    board.push()
    expect(board.part("curve")).to_be_visible()
    assert board.tab.ask(ABOVE) == above
    assert board.tab.ask(UNDER, pointer) is None
    board.page.get_by_label("move before").click(scroll="none")
    assert board.tab.ask(ABOVE) == above
    assert bottom(board.part("said")) - board.svg.bounding_box()["y"] <= window[1]
    if window[0] > 600:
        assert bottom(board.button("Close")) <= window[1]
        assert bottom(board.part("typed")) <= window[1] + 4
        seen_whole(board.page, window[1])


@pytest.mark.parametrize("window", first_of([WIDE, PHONE, LOW]))
def test_analyse_leaves_its_place_to_no_other_button(show, window):
    """Under a second click Back to the game stood there, which left the position looked at.

    It stands at the left, where nothing else is; both touched the field for words.
    """
    m = to_the_end(nbgames.match("projex", 4), Random(1)).at(9)
    board = show(m, **sized(*window))
    board.page.get_by_label("move before").click()
    back = board.button("Back to the game").bounding_box()
    box = board.button("Analyse").bounding_box()
    field = board.part("typed").bounding_box()
    assert back["x"] == field["x"] and bottom(board.button("Analyse")) + 8 <= field["y"]
    board.widget.show(analysis.review(m, games=8, nodes=0))
    board.push()
    expect(board.part("curve")).to_be_visible()
    expect(board.button("Analyse")).to_be_hidden()
    assert board.button("Back to the game").bounding_box() == back
    pointer = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert board.tab.ask(UNDER, pointer) is None


# As long as what is said of what is drawn may be.
DRAWN = "Dots: V's way to a win, b2-c1,d4-e5,f2-g3 first, which also blocks H. H needs 3, V 4."
# Where the moves of the list are, and which of them are seen.
LISTED = """() => [...document.querySelectorAll('.nb-moves button')].map((move) => {
  const { x, y } = move.getBoundingClientRect();
  return [move.textContent, Math.round(x), Math.round(y + scrollY)].join(' ');
})"""

SEEN_MOVES = """() => {
  const list = document.querySelector('.nb-lines').getBoundingClientRect();
  return [...document.querySelectorAll('.nb-moves button')].flatMap((move, k) => {
    const { top, bottom } = move.getBoundingClientRect();
    return top >= list.top && bottom <= Math.min(list.bottom, innerHeight) ? [k] : [];
  });
}"""


@pytest.mark.long
@pytest.mark.parametrize("window", first_of([PHONE, WIDE, LOW]))
def test_in_a_review_no_move_of_the_list_moves_whatever_is_told_of_one(show, window):
    """What stands beside Close took up to three rows more; a pressed move went to the middle."""
    m = to_the_end(nbgames.match("antipalos", 8), Random(1)).at(60)
    board = show(m, **sized(*window))
    arrive_reviewed(board, m, m.game.empty(m.position.owners)[:3], dots=DRAWN)
    expect(board.part("share")).to_contain_text(DRAWN)
    board.part("lines").scroll_into_view_if_needed()
    places = board.tab.ask(LISTED)
    moves = board.page.locator(".nb-moves button")
    seen = board.tab.ask(SEEN_MOVES)
    for k in (seen[0], seen[-1], seen[1]):
        moves.nth(k).click(scroll="none")
        expect(moves.nth(k)).to_have_attribute("aria-current", "step")
        assert board.tab.ask(LISTED) == places


# How many rows of moves are seen at once, of each list.
ROWS = """() => [...document.querySelectorAll('.nb-lines')].map((list) =>
  Math.floor(list.clientHeight / parseFloat(getComputedStyle(list).lineHeight)))"""
# Which moves of the list are seen in part, and whether the one that is looked at is not seen.
HALVED = """() => {
  const list = document.querySelector('.nb-lines');
  const [top, bottom] = [0, list.clientHeight].map((y) => list.getBoundingClientRect().top + y);
  const boxes = [...list.querySelectorAll('.nb-moves button')].map((move) =>
    [move, move.getBoundingClientRect()]);
  const here = boxes.find(([move]) => move.ariaCurrent)?.[1];
  return [...(here && here.top >= top - 1 && here.bottom <= bottom + 1 ? [] : ['current']),
    ...boxes.filter(([, box]) => box.bottom > top + 1 && box.top < bottom - 1
      && (box.top < top - 1 || box.bottom > bottom + 1)).map(([move]) => move.textContent)];
}"""


# Whether a comment or a long turn is broken, and which moves are not whole rows high.
BROKEN = """() => {
  const high = [...document.querySelectorAll('.nb-moves li')].map((move) => move.offsetHeight);
  const row = parseFloat(getComputedStyle(document.querySelector('.nb-lines')).lineHeight);
  return [high.some((one) => one > row), high.filter((one) => one % row)];
}"""


@pytest.mark.long
@pytest.mark.parametrize("window", first_of(WINDOWS))
def test_a_move_that_is_broken_in_the_list_takes_whole_rows_and_a_mark_takes_none(
    play_page, window
):
    """A comment of two lines was 44 pixels high between rows of 26; marks added a row."""
    m = to_the_end(nbgames.match("copolymer", 9), Random(1))
    page = play_page(m.comment("too long for one line " * 9, 3), **sized(*window)).page
    assert page.evaluate(BROKEN) == [True, []]
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".nb-curve")).to_be_visible()
    free = """() => {
      const first = document.querySelector('.nb-moves li');
      first.querySelector('b')?.remove();
      const was = first.offsetWidth;
      first.append(Object.assign(document.createElement('b'), { textContent: '??' }));
      return first.offsetWidth - was;
    }"""
    assert page.evaluate(free) == 0


# How far from the left the moves of each row stand, each row once.
COLUMNS = """() => {
  const rows = new Map();
  for (const { offsetTop, offsetLeft } of document.querySelectorAll('.nb-moves button')) {
    rows.set(offsetTop, [...(rows.get(offsetTop) ?? []), offsetLeft]);
  }
  return [...rows.values()];
}"""


@pytest.mark.long
@pytest.mark.parametrize("window", first_of([LOW, PHONE, WIDE]))
def test_a_list_of_moves_shows_whole_rows_in_columns_and_in_a_review_no_empty_ones(show, window):
    """Its last row was cut in half; what the curve shows is told right below it.

    From move 10 on no move stood below the one of the row above.
    """
    m = to_the_end(nbgames.match("conhex", 4), Random(3))
    board = show(m, **sized(*window))
    board.page.wait_for_function(f"() => ({HALVED})().length === 0")
    first, *others = board.tab.ask(COLUMNS)
    assert all(row == first[: len(row)] for row in others) and 2 < len(first) < len(m.moves) / 3
    board.widget.show(analysis.review(m, games=8, nodes=0))
    board.push()
    expect(board.part("curve")).to_be_visible()
    board.page.wait_for_function(f"() => ({HALVED})().length === 0")
    field, chart, said = (board.part(name).bounding_box() for name in ("typed", "chart", "said"))
    assert min(chart["y"], said["y"]) - field["y"] - field["height"] >= 8
    last = board.page.locator(".nb-moves li").last
    assert 0 <= bottom(board.part("lines")) - bottom(last) <= 2
    (rows,) = board.tab.ask(ROWS)
    assert rows >= 5


@pytest.mark.long
@pytest.mark.parametrize("window", first_of([WIDE, PHONE, LOW, ALL_WINDOWS[3]], 2))
def test_the_list_of_a_review_shows_whole_rows_and_the_move_that_is_looked_at(play_page, window):
    """Its last row was cut in half, and the line of Copolymer's score below it."""
    m = nbgames.match("copolymer", 9, swap=False)
    m = m.play(*m.game.board.names[:61:2])
    page = play_page(m, **sized(*window)).page
    page.get_by_label("Who plays").select_option(str(3 - m.to_move))
    page.locator(".nb-typed").fill("resign")
    page.locator(".nb-typed").press("Enter")
    page.locator(".nb-question").get_by_text("Resign", exact=True).click()
    page.get_by_role("button", name="Rematch").wait_for()
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".nb-curve")).to_be_visible()
    for number in range(1, page.locator(".nb-moves li").count(), 4):
        page.get_by_label("move shown").fill(str(number))
        expect(page.locator(".nb-moves [aria-current]")).to_have_count(1)
        page.wait_for_function(f"() => ({HALVED})().length === 0")
    if min(window) > 700:
        assert bottom(page.locator(".nb-score")) <= window[1]
        assert bottom(page.locator(".nb-lines")) <= window[1]
        (rows,) = page.evaluate(ROWS)
        assert rows >= 4


SEEN = """() => ['.nb-board', '.nb-said', '.nb-review .nb-tools'].map((name) =>
  document.querySelector(name).getBoundingClientRect())
  .every(({ top, bottom }) => top >= -1 && bottom <= innerHeight + 1)"""


def test_on_a_phone_board_sentence_and_buttons_of_an_exercise_are_on_one_screen(show):
    m = to_the_end(nbgames.match("conhex", 4), Random(3))
    board = show(m, **sized(360, 740))
    board.tab.ask("() => document.body.style.padding = '200px 0'")  # a page with more on it
    board.widget.show(analysis.review(m, games=8, nodes=0))
    board.push()
    board.button("Learn from mistakes").click()
    expect(board.part("said")).to_contain_text("Play what would be better")
    assert board.tab.ask(SEEN)
    board.button("Answer").click()
    assert board.tab.ask(SEEN)
    board.button("Next").click()
    assert board.tab.ask(SEEN)
    board.button("Back to the game").click()
    board.type("worst")
    assert board.tab.ask(SEEN)


OVER_TIP = """() => {
  const tip = document.querySelector('.nb-tip');
  const { bottom } = tip.getBoundingClientRect();
  return Math.max(tip.scrollHeight - tip.clientHeight, bottom - innerHeight);
}"""


@pytest.mark.long
@pytest.mark.parametrize("window", first_of(WINDOWS[::-1]))
def test_all_that_is_said_of_a_hole_has_room(show, window):
    """On every hole of ConHex, first where there is least width."""
    m = nbgames.match("conhex", 4)
    board = show(m, **sized(*window))
    for name in m.game.board.names[: m.game.board.claimable]:
        board.hover(name)
        assert board.tab.ask(OVER_TIP) <= 1


CUT = """() => ['status', 'told', 'reply', 'seats', 'seats span'].flatMap((name) =>
  [...document.querySelectorAll(`.nb-${name}`)]).filter((part) => part.checkVisibility() &&
    (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1))
  .map((part) => `${part.className} ${part.textContent}`)"""


@pytest.mark.parametrize("window", first_of([WIDE, PHONE, LOW]))
def test_a_long_answer_is_read_whole_and_moves_neither_board_nor_buttons(show, window):
    """Many screens show no scroll bar before one scrolls."""
    board = show(nbgames.match("copolymer", 9).play("A1"), **sized(*window))
    places = board.tab.ask(PLACES)
    board.type("help")
    expect(board.part("reply")).to_contain_text("Play: A2, undo, hint, resign")
    assert board.tab.ask(CUT) == []
    board.tab.ask("() => scrollTo(0, 0)")  # the answer has come onto the screen
    assert board.tab.ask(PLACES) == places


def test_on_a_phone_neither_a_long_sentence_nor_names_are_cut(show, tmp_path, monkeypatch):
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path))
    player = nbgames.opponent(6, seed=0, nodes=1)
    kept = nbgames.match("conhex", 4).widget(opponent=player, seat=nbgames.FIRST, keep="kept")
    kept._desk.computer.stop()
    with kept._keeper.asked():
        kept.table.play("E4")
        kept.table.play("swap")
    kept.close()  # looked at in another notebook too, it is told to go into a copy
    other = nbgames.match("conhex", 4).widget(opponent=player, seat=nbgames.FIRST, keep="kept")
    with other._keeper.asked():
        other.table.play("G6")
    left = nbgames.match("conhex", 4).widget(opponent=player, seat=nbgames.FIRST, keep="kept")
    board = show(left, **sized(360, 740))
    expect(board.part("says")).to_contain_text("Left here on")
    expect(board.part("says")).to_contain_text("goes into a copy. Vert to move")
    expect(board.part("seats")).to_contain_text("Computer, level 6")
    assert board.tab.ask(CUT) == []
    other.close()


# A sentence as long as one may be, and names; how far the sentence and each side reach out.
SEATED = """async (says) => {
  const who = ['Vert', 'Horz'].map((side) => `${'Somebody '.repeat(4)}(${side})`);
  arrive({ state: { ...model.get('state'), says, who, to_move: 0 } });
  await new Promise(requestAnimationFrame);
  const { bottom } = document.querySelector('.nb-status').getBoundingClientRect();
  const bar = 9, told = document.querySelector('.nb-says').getBoundingClientRect().bottom + bar;
  const sides = [...document.querySelectorAll('.nb-seats span')].map((seat) => {
    const words = document.createRange();
    words.selectNode(seat.lastChild);
    const [end, all] = [words.getBoundingClientRect(), seat.parentNode.getBoundingClientRect()];
    return Math.max(end.right - all.right, end.bottom - all.bottom);
  });
  return [told - bottom, ...sides].map((pixels) => Math.max(0, Math.floor(pixels)));
}"""
ENDED_SO = (
    "You won: your chain joins top and bottom. Vert plays H9 and conquers the cells G6:H9, I8:I10."
)


@pytest.mark.parametrize("window", first_of([LOW, PHONE, WIDE]))
def test_three_lines_are_read_above_the_bar_and_a_long_name_is_cut_but_not_its_side(show, window):
    """At 800x600 the third line lay under the board, and "(Horz)" was left out."""
    board = show(nbgames.match("conhex", 4), **sized(*window))
    assert board.tab.ask(SEATED, ENDED_SO) == [0, 0, 0]


@pytest.mark.long
def test_a_click_on_undo_comes_through_after_a_long_tip(show):
    """ConHex 4, hole D9: what is said of it vanishes when the press takes the focus from it."""
    board = show(nbgames.match("conhex", 4).play("G6"), **sized(1400, 900))
    board.cell("D9").focus()
    undo = board.button("Undo").bounding_box()
    board.page.mouse.move(undo["x"] + 5, undo["y"] + undo["height"] - 3)
    board.page.mouse.down()
    board.page.mouse.up()
    expect(board.part("says")).to_contain_text("move 1.")


HOSTS = {
    "flex": "display: flex",
    "grid": "display: grid; grid-template-columns: auto auto",
    "inline": "display: inline-block",
    "float": "float: left",
    "small rem": "",
}


@pytest.mark.parametrize("host", first_of(HOSTS))
def test_a_board_keeps_its_width_where_its_host_fits_it_to_what_it_contains(show, host):
    m = nbgames.match("conhex", 5)
    board = show(m, **sized(1400, 900))
    board.tab.ask(
        """([css, font]) => {
          document.querySelector('.nb-root').parentNode.parentNode.style.cssText = css;
          document.documentElement.style.fontSize = font;
        }""",
        [HOSTS[host], "10px" if host == "small rem" else ""],
    )
    width = board.svg.bounding_box()["width"]
    assert width == pytest.approx(640, abs=1)
    board.hover(m.game.board.names[20])
    expect(board.part("tip")).not_to_be_empty()
    assert board.svg.bounding_box()["width"] == width


def test_a_board_shrinks_with_a_host_that_fits_it_to_what_it_contains(show):
    board = show(nbgames.match("conhex", 5), **sized(360, 740))
    board.tab.ask(
        "() => { document.querySelector('.nb-root').parentNode.parentNode.style.display = 'flex'; }"
    )
    assert board.tab.ask("() => document.documentElement.scrollWidth") <= 360
    assert board.svg.bounding_box()["width"] > 300


PAPER = "() => getComputedStyle(document.querySelector('.nb-paper')).fill"
LIGHT, DARK = "rgb(251, 250, 246)", "rgb(27, 30, 34)"


@pytest.mark.parametrize("ground", first_of(["oklch(0.2 0 0)", "#111", "rgb(0 0 0 / 60%)"]))
def test_a_dark_host_without_a_colour_scheme_gets_a_dark_board(show, ground):
    board = show(nbgames.match("projex", 4))
    assert board.tab.ask(PAPER) == LIGHT
    paint = """([scheme, ground]) => {
      document.documentElement.style.colorScheme = scheme;
      document.documentElement.style.background = 'none';
      document.body.style.background = ground;
    }"""
    board.tab.ask(paint, ["normal", ground])
    board.hover("B4")
    assert board.tab.ask(PAPER) == DARK
    board.page.mouse.move(0, 0)
    board.tab.ask(paint, ["normal", "#fff"])
    board.hover("B4")
    assert board.tab.ask(PAPER) == LIGHT
    board.page.mouse.move(0, 0)
    board.tab.ask(paint, ["light", "#000"])  # a host that says what it is knows best
    board.hover("B4")
    assert board.tab.ask(PAPER) == LIGHT


@pytest.mark.parametrize(
    "ground", first_of(["rgb(100 100 100 / 60%)", "transparent", "no colour at all"])
)
def test_where_little_or_nothing_is_known_of_a_host_the_board_is_light(show, ground):
    board = show(nbgames.match("projex", 4))
    board.tab.ask(
        """ground => {
          document.documentElement.style.cssText = 'color-scheme: normal; background: none';
          document.body.style.background = 'none';
          document.body.style.background = ground;
        }""",
        ground,
    )
    board.hover("B4")
    assert board.tab.ask(PAPER) == LIGHT


# What lies on the board


def test_shades_of_an_answer_are_seen_on_pieces(show):
    m = nbgames.match("antipalos", 4)
    names = m.game.board.names
    widget = m.widget()
    widget.heat({names[0]: 0.0, names[1]: 1.0})
    board = show(widget)
    wide = "piece => parseFloat(getComputedStyle(piece).strokeWidth)"
    shades = board.page.locator(".nb-under .nb-piece")
    opacities = shades.evaluate_all(
        "all => all.map(s => Number(getComputedStyle(s).strokeOpacity))"
    )
    assert opacities == pytest.approx([0.3, 0.8])
    thin, broad = shades.first.evaluate(wide), shades.last.evaluate(wide)
    assert broad > 5 * thin
    assert broad > 2 * board.cell(names[5]).evaluate(wide)
    widget.heat({name: float(k) for k, name in enumerate(names)})
    board.push()
    expect(shades).to_have_count(len(names))
    assert "Only the strongest have a number." in board.part("laid").evaluate(AFTER)
    numbers = board.page.locator(".nb-values text")
    told = [int(site) for site in numbers.evaluate_all("all => all.map(text => text.dataset.at)")]
    middles = {tuple(map(sum, zip(*m.game.board.ends[site], strict=True))) for site in told}
    assert told and len(middles) == len(told)  # of two that cross, the stronger


# Is all of the rim of this cell on top, a little inside of it?
WHOLE_RIM = """cell => {
  const { x, y, width, height } = cell.getBBox();
  const [middle, to] = [[x + width / 2, y + height / 2], cell.parentNode.getScreenCTM()];
  const share = 0.97 * (parseFloat(getComputedStyle(cell).scale) || 1);
  return Array.from({ length: 24 }, (_, k) => {
    const on = cell.getPointAtLength(k / 24 * cell.getTotalLength());
    const [u, v] = [on.x, on.y].map((at, axis) => middle[axis] + share * (at - middle[axis]));
    const at = new DOMPoint(u, v).matrixTransform(to);
    return document.elementFromPoint(at.x, at.y) === cell;
  }).every(Boolean);
}"""


@pytest.mark.long
def test_no_neighbour_lies_on_a_dotted_rim(show):
    """Those that are drawn later covered half of it."""
    board = show(nbgames.match("copolymer", 9).play("A1", "D4", "A2", "D6"), **sized(800, 600))
    dotted = board.page.locator("[data-obliges]")
    expect(dotted).to_have_count(1)
    assert all(cell.evaluate(WHOLE_RIM) for cell in dotted.all())


@pytest.mark.parametrize("game", first_of(USUAL))
def test_on_a_phone_what_is_pointed_at_and_what_is_chosen_stand_out(show, game):
    """On Antipalos both looked as any other place: the tints of the two lattices lay over them.

    What a hint draws on the site lay over the mark that it is chosen.
    """
    board = show(nbgames.match(*game), **sized(360, 740))
    site = board.page.locator("[data-site]").nth(20)
    part, pointed = "fill", "var(--first)"
    if game == ANTIPALOS:  # what lies under a piece is not to be seen
        part, pointed = "stroke", "color-mix(in lab, var(--first) 55%, var(--paper))"
    look = f"""([site, color]) => {{
      const probe = document.querySelector('.nb-root').appendChild(document.createElement('i'));
      probe.style.color = color;
      const isSo = getComputedStyle(probe).color === getComputedStyle(site).{part};
      probe.remove();
      return isSo;
    }}"""
    board.more()
    board.page.get_by_label("confirm moves").check()
    board.svg.scroll_into_view_if_needed()
    word = board.match.game.board.names[int(site.get_attribute("data-site"))]
    board.hover(word)
    assert board.tab.ask(look, [site.element_handle(), pointed])
    board.click(word)
    expect(board.page.locator("[data-chosen]")).to_have_count(1)
    board.page.mouse.move(0, 0)
    assert board.tab.ask(look, [site.element_handle(), "var(--glow)"])
    wide = site.evaluate("site => parseFloat(getComputedStyle(site).strokeWidth)")
    assert wide >= (7 if game == ANTIPALOS else 3)
    heat = f"{{ {site.get_attribute('data-site')}: [1, 'X1'], 0: [1, 'O2'] }}"
    board.tab.ask(f"() => arrive({{ over: {{ heat: {heat} }} }})")
    drawn = board.page.locator(":is(.nb-under, .nb-heat, .nb-values) > *")
    expect(drawn).to_have_count(4)
    assert board.page.locator(":is(.nb-under, .nb-heat, .nb-values) > :visible").count() == 2
    board.keys("Escape")
    expect(drawn.locator("visible=true")).to_have_count(4)


# The least height of the letters of a layer, in pixels of the screen.
LEAST = """layer => Math.min(...[...document.querySelectorAll(`.nb-${layer} text`)].map((text) => {
  const { a, b } = text.getScreenCTM(); // along a diagonal it is turned
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
}))"""


@pytest.mark.parametrize("game", first_of([CONHEX, COPOLYMER, ANTIPALOS, PROJEX]))
def test_the_numbers_on_a_board_can_be_read_on_a_phone(show, game):
    """On ConHex they were 6 pixels high, those of a hint 5."""
    board = show(to_the_end(nbgames.match(*game), Random(1)).at(12), **sized(360, 740))
    board.more()
    board.page.get_by_label("number moves").check()
    assert board.tab.ask(LEAST, "numbers") > 7
    board.tab.ask("() => arrive({ over: { heat: { 30: [1, '1'], 31: [1, '12'] } } })")
    expect(board.page.locator(".nb-values text")).to_have_count(2)
    assert board.tab.ask(LEAST, "values") > 7
    assert board.tab.ask(LEAST, "labels") > 7


@pytest.mark.parametrize(
    ("game", "window"),
    each_once(USUAL, WINDOWS, quick=[(COPOLYMER, PHONE)]),
)
def test_what_a_hint_writes_is_never_smaller_than_promised(show, game, window):
    """A text of three letters, as X10, was smaller: 9 pixels on ConHex, where there is room."""
    widget = nbgames.match(*game).widget()
    widget.heat({widget.match.legal()[0]: 1.0})  # its style sheet comes with that
    board = show(widget, **sized(*window))
    board.tab.ask("() => arrive({ over: { heat: { 20: [1, 'X1'], 21: [1, 'O10'] } } })")
    expect(board.page.locator(".nb-values text")).to_have_count(2)
    least = 0.85 * board.tab.ask(LEAST, "labels") if game == CONHEX else 10
    assert board.tab.ask(LEAST, "values") >= least - 0.01


@pytest.mark.long
def test_the_labels_of_a_tiny_board_are_no_larger_than_those_of_others(show):
    """On ConHex 2 and Antipalos 1 they were more than 40 pixels high."""
    board = show(nbgames.match("antipalos", 1), **sized(1280, 800))
    assert board.tab.ask(LEAST, "labels") == pytest.approx(20)
    board.more()
    board.button("Zoom in").click()
    assert board.tab.ask(LEAST, "labels") == pytest.approx(20, abs=0.01)


AFTER = "part => getComputedStyle(part, '::after').content"


@pytest.mark.long
def test_numbers_of_shades_that_are_too_small_to_be_read_come_when_one_zooms_in(show):
    """On a phone those of Copolymer 19 were 7 pixels high, those of Antipalos 16 eight."""
    widget = nbgames.match("copolymer", 19).widget()
    widget.heat({"A1": 7.0})
    assert widget.over["heat"] == {"0": [0, 7]}  # a number, no text
    board = show(widget, **sized(360, 740))
    heat = "{ 30: [1, 7], 31: [0, 0], 32: [1, 'X1'] }"  # the last of a hint: few, and seen always
    board.tab.ask(f"() => arrive({{ over: {{ heat: {heat}, legend: 'Uses.' }} }})")
    numbers = board.page.locator(".nb-values text:visible")
    expect(numbers).to_have_text(["X1"])
    seen = "() => parseFloat(getComputedStyle(document.querySelector('.nb-values :not(.nb-count)'))"
    scale = "document.querySelector('.nb-values text').getScreenCTM().a"
    assert board.tab.ask(f"{seen}.fontSize) * {scale}") >= 9.99  # 7 pixels, as its numbers
    expect(board.page.locator(".nb-heat > *")).to_have_count(3)
    assert "Zoom in for the numbers." in board.part("laid").evaluate(AFTER)
    board.more()
    board.button("Zoom in").click()
    expect(numbers).to_have_text(["7", "0", "X1"])
    assert board.tab.ask(LEAST, "values") >= 9.5
    assert board.part("laid").evaluate(AFTER) == "none"
    board.button("Whole board").click()
    expect(numbers).to_have_text(["X1"])
    board.page.set_viewport_size({"width": 1280, "height": 900})
    expect(numbers).to_have_text(["7", "0", "X1"])


# A review arrives: of the last move, with what was better, how play goes on, and what is as good.
REVIEWED = """([review, part]) => arrive({ review, analysis: { can: true, ...review },
  extras: { ...model.get('extras'), review: part } })"""


@pytest.mark.parametrize("game", first_of([COPOLYMER, CONHEX, ANTIPALOS, PROJEX]))
def test_what_a_review_draws_can_be_read_on_a_phone(show, game):
    """On Copolymer the mark of a move and "V3!" were 5 pixels high."""
    m = to_the_end(nbgames.match(*game), Random(1)).at(12)
    sites = m.game.empty(m.position.owners)[20:80:12]
    board = show(m, **sized(360, 740))
    arrive_reviewed(board, m, sites)
    assert board.tab.ask(LEAST, "advice") > 7
    board.page.set_viewport_size({"width": 1280, "height": 900})
    board.page.get_by_label("move before").click()
    board.page.get_by_label("move after").click()
    radius = float(board.page.locator("circle.nb-badge").get_attribute("r"))
    assert 0.8 * 5.5 - 1e-6 <= radius <= 5.5  # as large as need be


def arrive_reviewed(board, m, sites, text="", dots="", also=()):
    """A review of the last move arrives: the first site was better, all are how play goes on.

    `dots` says what shows why, `also` which sites are as good.
    """
    last = len(m.moves)
    played, who = m.game.board.site(m.claims[-1]), m.to_move
    better, *line = sites
    goes_on = [[better, 3 - who], *([site, who] for site in line)]
    word = ["??", [played], [better], goes_on, "", 3 - who, [*also]]
    curve = [0.5] * (last + 1)
    review = {"share": 1, "curve": curve, "errors": curve, "decided": None}
    review |= {"chains": {str(last): ["", dots, []]}}
    review |= {"busy": False, "done": True, "words": {str(last): word}}
    review |= {"slips": [last], "says": [text] * (last + 1)}
    board.tab.ask(REVIEWED, [review, _part("review")])
    numbered = min(6, len(goes_on))  # of a long turn the first claims: fifteen hid all else
    expect(board.page.locator(".nb-advice text.nb-reply")).to_have_count(numbered)
    # A number beside a diagonal lies on the one that crosses it: each is drawn.
    drawn = numbered if m.game.name == "antipalos" else 0
    expect(board.page.locator(".nb-advice [data-ghost]")).to_have_count(drawn)


# Is a ring around this site, and not around the one that crosses it?
AROUND = """([k, site]) => {
  const ring = document.querySelectorAll('.nb-also')[k];
  const shape = (number) => document.querySelector(`[data-site="${number}"]`);
  const [own, other] = [shape(site), shape(site ^ 1)];
  if (!own.matches('.nb-piece')) return ring.getBBox().width <= own.getBBox().width + .1;
  const isIn = (piece) => ring.isPointInFill(piece.getPointAtLength(0.3 * piece.getTotalLength()));
  return isIn(own) && !isIn(other);
}"""


@pytest.mark.long
@pytest.mark.parametrize("game", first_of(USUAL))
def test_a_ring_is_around_the_site_that_is_as_good(show, game):
    """On Antipalos it lay around a crossing of two diagonals."""
    m = to_the_end(nbgames.match(*game), Random(1)).at(12)
    better, *also = m.game.empty(m.position.owners)[20:80:12]
    board = show(m)
    arrive_reviewed(board, m, [better], also=also)
    for k, site in enumerate(also):
        assert board.tab.ask(AROUND, [k, site])


# Which texts and badges lie on a point of Antipalos; a text is as high as a capital.
COVERED = """() => {
  const all = (parts) => [...document.querySelectorAll(parts)];
  const path = document.querySelector('.nb-points path');
  const points = path.getAttribute('d').split('M').slice(1).map((point) => {
    const [x, y] = point.match(/-?[\\d.]+/g).map(Number);
    const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
    const wide = Number(path.getAttribute('stroke-width')) * path.getScreenCTM().a;
    return { x: at.x, y: at.y, radius: wide / 2 };
  });
  return all(':is(.nb-advice, .nb-values) :is(text, circle)').filter((part) => {
    const [own, { width, height }, { a, b }] = [
      part.getBoundingClientRect(), part.getBBox(), part.getScreenCTM()];
    const scale = Math.hypot(a, b);  // a text may be turned
    const high = part.tagName === 'text' ? 0.75 * parseFloat(getComputedStyle(part).fontSize)
      : height;
    return points.some((point) => {
      const x = (point.x - (own.left + own.right) / 2) / scale;
      const y = (point.y - (own.top + own.bottom) / 2) / scale;
      const [along, across] = [a * x + b * y, a * y - b * x].map((far) => Math.abs(far) / scale);
      const away = Math.hypot(Math.max(along - width / 2, 0), Math.max(across - high / 2, 0));
      return away * scale < point.radius;
    });
  }).map(({ textContent }) => textContent);
}"""


# Which texts do not lie along their own diagonal: how far its ends are above or below their line.
ASKEW = """() => [...document.querySelectorAll('.nb-values text')].filter((text) => {
  const piece = document.querySelector(`[data-site="${text.dataset.at}"]`);
  const [own, { a, b }] = [text.getBoundingClientRect(), text.getScreenCTM()];
  return [0, piece.getTotalLength()].some((along) => {
    const { x, y } = piece.getPointAtLength(along).matrixTransform(piece.getScreenCTM());
    const [dx, dy] = [x - (own.left + own.right) / 2, y - (own.top + own.bottom) / 2];
    return Math.abs(a * dy - b * dx) / Math.hypot(a, b) > 2;
  });
}).map(({ textContent }) => textContent)"""


@pytest.mark.long
def test_what_reviews_and_hints_write_covers_no_point_of_a_small_board(show):
    """On Antipalos 4 "V3", "H1" and the red mark of a move hid the points beside them.

    A number stood between two diagonals that cross, and could be that of either.
    """
    m = nbgames.match("antipalos", 4, swap=False).play("b2-c3", "a1-b2")
    sites = [m.game.board.site(name) for name in ("c3-d4", "a4-b5", "d2-e1", "a3-b2")]
    board = show(m, **sized(1280, 900))
    arrive_reviewed(board, m, sites)
    path = board.page.locator(".nb-points path").get_attribute("d")
    assert path.count("M") == 25
    assert board.tab.ask(COVERED) == []
    board.tab.ask(
        "([site, other]) => arrive({ review: {}, over: { heat: {"
        " [site]: [1, 'V1'], [other]: [1, 'H2'] } } })",
        sites[:2],
    )
    expect(board.page.locator(".nb-values text")).to_have_count(2)
    assert board.tab.ask(COVERED) == []
    for number, written in (("10 + site", 12), ("17", 1)):  # of a layer: all had theirs, also equal
        heat = f"[...Array(32).keys()].map((site) => [site, [site / 32, {number}]])"
        board.tab.ask(f"() => arrive({{ over: {{ heat: Object.fromEntries({heat}) }} }})")
        expect(board.page.locator(".nb-values text")).to_have_count(written)
        assert board.tab.ask(COVERED) == []
        assert board.tab.ask(ASKEW) == []


# Which marks of a move lie on a label, whose letters are as high as a capital.
MARKED = """() => [...document.querySelectorAll('circle.nb-badge')].flatMap((mark) => {
  const round = mark.getBoundingClientRect();
  const [x, y] = [(round.left + round.right) / 2, (round.top + round.bottom) / 2];
  return [...document.querySelectorAll('.nb-advice .nb-reply')].filter((label) => {
    const { left, right, top, bottom } = label.getBoundingClientRect();
    const half = 0.375 * parseFloat(getComputedStyle(label).fontSize) * label.getScreenCTM().a;
    const away = Math.abs(y - (top + bottom) / 2) - half;
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(away, 0)) < round.width / 2;
  }).map((label) => label.textContent);
})"""


@pytest.mark.long
@pytest.mark.parametrize("window", first_of(WINDOWS[::-1]))
@pytest.mark.parametrize(("name", "size"), [("copolymer", 19), ("projex", 11)])
def test_the_mark_of_a_move_lies_on_no_label_beside_it(show, name, size, window):
    """On small cells "X2" lay on "?!" where play goes on beside the move."""
    m = nbgames.match(name, size)
    board = m.game.board
    middle = board.claimable // 2
    m = m.play(board.names[middle])
    live = show(m, **sized(*window))
    around = board.neighbours[middle]
    for k in range(len(around)):
        arrive_reviewed(live, m, [0, around[k], around[k - 2]])
        assert live.tab.ask(MARKED) == []
    arrive_reviewed(live, m, [0, *around, 1, 2])


# As long as one may be, with names of two letters on both sides.
LONGEST = (
    "So far: V's b2-c1 ? lowers V's chance to win from 45% to 10%, estimated, give or take "
    "27 points; e2-f3 looks better, e2-f3 and b4-c5 too. V's chance to win, a draw counted "
    "half: 22% (0% to 64%), estimated."
)
ROOM = """() => {
  const said = document.querySelector('.nb-said');
  return said.scrollHeight - said.clientHeight;
}"""


@pytest.mark.parametrize("window", first_of([LOW, PHONE, WIDE]))
def test_the_longest_sentence_of_a_review_is_read_whole(show, window):
    m = to_the_end(nbgames.match("antipalos", 8), Random(1)).at(12)
    board = show(m, **sized(*window))
    arrive_reviewed(board, m, m.game.empty(m.position.owners)[:3], LONGEST)
    expect(board.part("said")).to_contain_text("a draw counted half")
    assert board.tab.ask(ROOM) <= 0


@pytest.mark.parametrize(
    ("against", "window"),
    each_once([False, True], WINDOWS, quick=[(False, PHONE)]),
)
def test_on_a_page_the_longest_sentence_and_the_marked_moves_are_seen(play_page, against, window):
    """At 800x600 its last line lay below its box, and the moves below the window."""
    page = play_page(to_the_end(nbgames.match("conhex", 4), Random(2)), **sized(*window)).page
    if against:
        page.get_by_label("Who plays").select_option("2")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".nb-curve")).to_be_visible()
    page.evaluate("text => { document.querySelector('.nb-said').textContent = text; }", LONGEST)
    assert page.evaluate(ROOM) <= 0
    if window[0] > 600:
        seen_whole(page, window[1])
        (rows,) = page.evaluate(ROWS)
        assert rows >= 2


# What is seen of a review of a game against the computer, and what lies over another of these.
TOLD = [
    ".nb-parts",
    ".nb-said",
    ".nb-share",
    ".nb-lines",
    ".nb-again",
    ".nb-score",
    '[title*="(Escape)"]',
    ".nb-places",
]
OUT = """([parts, low]) => {
  const all = parts.map((part) => [part, document.querySelector(part)])
    .filter(([, part]) => part.checkVisibility({ visibilityProperty: true }) && part.textContent)
    .map(([name, part]) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const of = part.matches('.nb-parts, .nb-score') ? range : part;
      return [name, of.getBoundingClientRect()];
    });
  const over = ([a, one], [b, other]) => a !== b && one.left < other.right - 1
    && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return all.filter((one) => one[1].bottom > low + 1 || all.some((other) => over(one, other)))
    .map(([name]) => name);
}"""
RESIGNED = ("Rematch", "Change sides", "Harder: ", "Easier: ")


def resign_to_the_computer(page, m):
    """Resign a game as the player to move, the computer having the other seat."""
    page.get_by_label("Who plays").select_option(str(3 - m.to_move))
    page.locator(".nb-typed").fill("resign")
    page.locator(".nb-typed").press("Enter")
    page.locator(".nb-question").get_by_text("Resign", exact=True).click()
    for name in RESIGNED:
        page.locator(".nb-again").get_by_text(name).wait_for()


@pytest.mark.parametrize(
    ("game", "window"),
    each_once(
        [*USUAL, GAMES[5]],
        [LOW, ALL_WINDOWS[3]],
        quick=[(PROJEX, ALL_WINDOWS[3])],
    ),
)
def test_on_a_page_all_of_a_review_of_a_game_against_the_computer_is_seen_at_once(
    play_page, game, window
):
    """At 800x600 the score, Rematch and the legend lay below the window's end, by 150 pixels."""
    m = to_the_end(nbgames.match(*game), Random(1))
    m = m.at(len(m.moves) - 1)
    page = play_page(m, **sized(*window)).page
    resign_to_the_computer(page, m)
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".nb-parts")).to_contain_text("dots")
    page.mouse.move(0, 0)
    assert bottom(page.locator(".nb-parts")) <= window[1] + 2  # whatever it says
    assert page.evaluate(OUT, [TOLD, window[1]]) == []
    page.get_by_label("move before").click()
    page.mouse.move(0, 0)
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
    assert page.evaluate(OUT, [TOLD, window[1]]) == []


# Is all that is answered seen, and is it right beside the field for words?
ANSWERED = """part => {
  const [said, field] = [part, '.nb-typed'].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const away = Math.max(said.top - field.bottom, field.top - said.bottom);
  const low = Math.floor(said.bottom); // a page scrolls by whole pixels
  return away >= 0 && away <= 10 && said.top >= 0 && low <= innerHeight;
}"""


@pytest.mark.parametrize(
    ("game", "window"),
    each_once(
        [("projex", 4), *GAMES[4:]],
        ALL_WINDOWS,
        quick=[(GAMES[5], PHONE)],
    ),
)
def test_on_a_page_nothing_moves_when_a_review_opens_and_what_is_typed_is_answered_there(
    play_page, game, window
):
    """Answers lay below the list of moves; Rematch went there, and in a low window the field."""
    page = play_page(nbgames.match(*game), **sized(*window)).page
    page.get_by_label("Who plays").select_option("2")
    page.locator(".nb-typed").fill("resign")
    page.locator(".nb-typed").press("Enter")
    page.locator(".nb-question").get_by_text("Resign", exact=True).click()
    still = Stills(page)
    still.after("Rematch")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".nb-curve")).to_be_visible()
    if window[0] < 600:  # there the sentence and its buttons come first, and then the list
        offered = page.locator(".nb-again button").all_text_contents()
        still.places = {k: v for k, v in still.places.items() if k not in offered}
    still.after()
    still.type("nonsense")
    still.after("nonsense")
    assert page.evaluate(ANSWERED, ".nb-answers > .nb-trouble")
    still.type("help")
    still.after("Ask: ")
    assert page.evaluate(ANSWERED, ".nb-answers > .nb-reply")
    expect(page.locator(".nb-reply")).not_to_have_css("box-shadow", "none")
    page.locator(".nb-says").click()
    expect(page.locator(".nb-answers > .nb-reply")).to_be_empty()
    page.get_by_label("move before").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    still.after()


# Where each part of a page is, by what it is; moves of the list only where no words are among them.
EACH = """() => {
  const worded = document.querySelector('.nb-moves small');
  const parts = [...document.querySelectorAll('.nb-board, .nb-score, .nb-lines, .nb-moves li,' +
    '.nb-who :is(select, button), .nb-root :is(button, input, select, summary)')]
    .filter((part) => part.checkVisibility() && !part.closest('.nb-review, .nb-moves button')
      && !(worded && part.matches('li:not(:has([aria-current]))')));
  return Object.fromEntries(parts.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const name = part.matches('li') ? `move ${part.querySelector('button').textContent}`
      : part.ariaLabel ?? (part.matches('button, summary') ? part.textContent : part.className);
    return [name, [x + scrollX, y + scrollY, width, height]];
  }));
}"""


@pytest.mark.parametrize(
    ("game", "window", "over"),
    each_once(
        [*USUAL, GAMES[5]],
        ALL_WINDOWS,
        [True, False],
        quick=[(CONHEX, LOW, False)],
    ),
)
def test_on_a_page_analyse_and_close_move_nothing(play_page, game, window, over):
    """The list of moves went down by 157 to 205 pixels, at 800x600 by 79 to 112, and was cut.

    On a phone the sentence of a review stands between the buttons and what is below them: what is
    offered after a game, the list and what is folded away make room for it, and come back.
    """
    m = to_the_end(nbgames.match(*game), Random(1))
    m = m.at(len(m.moves) - 1 if over else 12)
    page = play_page(m, **sized(*window)).page
    if over:
        resign_to_the_computer(page, m)
    page.mouse.move(0, 0)
    before = page.evaluate(EACH)
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".nb-parts")).to_contain_text("Grey")
    during = page.evaluate(EACH)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator(".nb-review")).to_be_hidden()
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_visible()
    assert moved(before, page.evaluate(EACH)) == []
    below = (
        (*RESIGNED, "move ", "nb-lines", "More", "Rules", "About", "Keys")
        if window[0] < 600
        else ()
    )
    assert [name for name in moved(before, during) if not name.startswith(below)] == []


def moved(before, after):
    """The parts that are elsewhere, by more than a pixel, or of another size."""
    both = before.keys() & after.keys()
    assert len(both) > 20
    apart = {name: max(map(abs, map(sub, before[name], after[name]))) for name in both}
    return sorted(name for name, pixels in apart.items() if pixels > 1)


@pytest.mark.long
@pytest.mark.parametrize("window", first_of(WINDOWS[1::-1]))
def test_over_a_review_a_question_and_what_is_refused_meanwhile_are_both_read(play_page, window):
    """One lay on the other."""
    page = play_page(nbgames.match("projex", 4).play("A5", "C3", "D4"), **sized(*window)).page
    page.get_by_label("Who plays").select_option("Two people")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".nb-curve")).to_be_visible()
    page.locator(".nb-moves").get_by_text("C3").click()
    for word, part in (("E2", ".nb-question"), ("zz", ".nb-trouble")):
        page.locator(".nb-typed").fill(word)
        page.locator(".nb-typed").press("Enter")
        expect(page.locator(part)).to_contain_text(word)
    asked, refused = (page.locator(f".nb-{one}").bounding_box() for one in ("question", "trouble"))
    assert asked["y"] + asked["height"] <= refused["y"]


@pytest.mark.parametrize("at", first_of(["a question", "the end"]))
def test_on_a_phone_what_is_refused_lies_on_nothing_that_it_tells_to_press(play_page, at):
    """It lay on Rematch: "the game is over: press Rematch"."""
    page = play_page(nbgames.match("projex", 4), **sized(*WINDOWS[2]), has_touch=True).page
    page.get_by_label("Who plays").select_option("2")
    page.get_by_role("button", name="Resign").click()
    if at == "the end":
        page.locator(".nb-question").get_by_text("Resign", exact=True).click()
        page.get_by_role("button", name="Rematch").wait_for()
        page.locator(".nb-again").evaluate("part => part.scrollIntoView({ block: 'end' })")
    page.locator("[data-site]").first.dispatch_event("click")
    told = page.locator(".nb-refused")
    expect(told).to_contain_text("press")
    boxes = [part.bounding_box() for part in page.locator(".nb-news button").all()]
    assert len([box for box in boxes if box]) == (4 if at == "the end" else 2)
    assert all(bottom(told) <= box["y"] for box in boxes if box)


@one_game
def test_an_answer_longer_than_its_place_moves_no_list(play_page, game, window):
    """It pushed the list, by 47 to 68 pixels."""
    m = nbgames.match(*game)
    page = play_page(m.play(m.legal()[0]), **sized(*window)).page
    before = page.locator(".nb-lines").bounding_box()
    page.locator(".nb-typed").fill("help")
    page.locator(".nb-typed").press("Enter")
    expect(page.locator(".nb-reply")).to_contain_text("Ask: ")
    after, reply = (page.locator(part).bounding_box() for part in (".nb-lines", ".nb-reply"))
    told = page.evaluate("() => scrollY")  # what is answered comes onto the screen
    assert {**after, "y": after["y"] + told} == before
    assert reply["y"] + reply["height"] > after["y"]
    over = {"x": reply["x"] + 20, "y": reply["y"] + reply["height"] - 4}
    assert page.evaluate(
        "({ x, y }) => Boolean(document.elementFromPoint(x, y).closest('.nb-reply'))", over
    )


# What is said beside Close once a review is done.
MADE = "What is proven is certain; each estimate plays 8,192 trial games. Made in 17 s."
CLOSE = """told => {
  const [buttons, row] = document.querySelectorAll('.nb-review .nb-tools');
  const share = document.querySelector('.nb-share');
  const place = () => row.firstChild.getBoundingClientRect().y;
  const before = place();
  for (const one of buttons.children) one.hidden = true;
  share.textContent = told;
  return [place() - before, share.scrollHeight - share.clientHeight];
}"""


@pytest.mark.long
@pytest.mark.parametrize("window", first_of([LOW, PHONE, WIDE, ALL_WINDOWS[3]]))
def test_on_a_page_close_keeps_its_place_and_what_is_told_beside_it_is_read_whole(
    play_page, window
):
    """It moved by 6 pixels with the buttons above it; at 800x600 a line of three was cut."""
    page = play_page(nbgames.match("projex", 4).play("B3", "resign"), **sized(*window)).page
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.get_by_role("button", name="Learn from mistakes")).to_be_visible()
    moved, cut = page.evaluate(CLOSE, MADE)
    assert moved == 0
    assert cut <= 0


# Texts of which less is seen than there is, but that of a list and of a field.
CLIPPED = """() => {
  const write = document.createElement('canvas').getContext('2d');
  const isNarrow = (list) => {  // 16 pixels are the arrow's
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    write.font = font;
    const [option] = list.selectedOptions;
    return write.measureText(option?.textContent ?? '').width
      > list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16;
  };
  const isCut = (part) => {
    const { overflowX, overflowY, display } = getComputedStyle(part);
    const wide = part.scrollWidth - part.clientWidth;
    const high = part.scrollHeight - part.clientHeight;
    if (part.matches('select')) return isNarrow(part);
    return display !== 'inline' && (wide > (overflowX === 'visible' ? 1 : 0)
      || high > 1 && (overflowY !== 'visible' || part.matches('button')));
  };
  return [...document.querySelectorAll('.nb-root *, .nb-who, .nb-who *, h1')]
    .filter((part) => !part.closest('svg') && !part.matches('.nb-lines, input, textarea')
      && part.checkVisibility({ visibilityProperty: true }) && part.textContent && isCut(part))
    .map((part) => `${part.className} ${part.textContent}`);
}"""
BOLD = """() => document.querySelectorAll('.nb-seats span').forEach((seat) => {
  seat.style.fontWeight = seat.textContent.startsWith('Computer') ? 600 : 400;
})"""


@pytest.mark.parametrize(
    ("game", "window"),
    each_once(GAMES[3:], [PHONE, LOW, ALL_WINDOWS[3]], quick=[(GAMES[4], LOW)]),
)
def test_on_a_page_no_text_is_cut_whoever_plays_and_whatever_helps(play_page, game, window):
    """At 800x600 the computer's name was, when it was to move."""
    m = nbgames.match(*game)
    page = play_page(m.play(m.legal()[-1]), **sized(*window)).page
    for seat in "120":
        page.get_by_label("Who plays").select_option(seat)
        page.evaluate(BOLD)  # as it is when it is to move
        assert page.evaluate(CLIPPED) == []
    told = page.locator(".nb-told")
    for _ in range(3):
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(told).to_contain_text(re.compile("[^…]$"))
        assert page.evaluate(CLIPPED) == []
    page.get_by_role("button", name="Layers", exact=True).click()
    menu = page.get_by_label("layer", exact=True)
    for name in menu.locator("option").evaluate_all("all => all.map(({ value }) => value)"):
        menu.select_option(name)
        expect(told).to_contain_text(re.compile("[^…]$"))
        assert page.evaluate(CLIPPED) == []


@pytest.mark.parametrize(
    ("game", "window"),
    each_once(
        [*GAMES[3:], ("projex", 4)],
        [PHONE, LOW, ALL_WINDOWS[3]],
        quick=[(("projex", 4), PHONE)],
    ),
)
def test_on_a_page_no_text_of_a_review_is_cut(play_page, game, window):
    """The legend beside Close had a line more than its place."""
    m = to_the_end(nbgames.match(*game), Random(3))
    page = play_page(m, **sized(*window)).page
    page.get_by_role("button", name="Analyse", exact=True).click()
    assert page.evaluate(CLIPPED) == []
    expect(page.locator(".nb-review").get_by_role("button", name="Stop")).to_be_hidden()
    for _ in m.moves:
        assert page.evaluate(CLIPPED) == []
        page.get_by_label("move before").click(scroll="none")
    page.get_by_role("button", name="Learn from mistakes").click(scroll="none")
    expect(page.locator(".nb-says")).to_contain_text("Learning")
    assert page.evaluate(CLIPPED) == []


@pytest.mark.long
@pytest.mark.parametrize("window", [PHONE, LOW, ALL_WINDOWS[3]])
@pytest.mark.parametrize("game", GAMES[3:])
def test_in_a_notebook_no_text_is_cut(show, game, window):
    m = to_the_end(nbgames.match(*game), Random(3))
    board = show(m.at(len(m.moves) - 2).widget(nbgames.opponent(1), keep=""), **sized(*window))
    board.tab.ask(BOLD)
    assert board.tab.ask(CLIPPED) == []
    board.widget.play("resign")
    board.push()
    board.widget.show(analysis.review(board.match, games=64, nodes=1000))
    board.push()
    expect(board.part("curve")).to_be_visible()
    for _ in board.match.moves:
        assert board.tab.ask(CLIPPED) == []
        board.page.get_by_label("move before").click(scroll="none")


# Buttons whose name is wider than they are.
NARROW = """() => [...document.querySelectorAll('.nb-root button')].filter((press) =>
  press.checkVisibility() && press.scrollWidth > press.clientWidth)
  .map((press) => press.textContent)"""


@pytest.mark.parametrize("window", first_of([PHONE, WIDE, LOW]))
def test_no_name_of_a_button_is_wider_than_it(show, window):
    """On a phone that of "Comment" was."""
    board = show(nbgames.match("projex", 4).play("D1"), **sized(*window))
    board.more()
    assert board.tab.ask(NARROW) == []
    assert board.tab.ask("() => document.documentElement.scrollWidth") <= window[0]


@pytest.mark.long
def test_the_cross_that_is_shown_of_a_claim_stays_a_cross_on_a_turned_board(show):
    """Each half turn of a sixth would make it a plus."""
    board = show(nbgames.match("projex", 4))
    upright = "mark => { const m = mark.getScreenCTM(); return Math.round(100 * m.b / m.a); }"
    board.more()
    turns = board.tab.ask("() => model.get('facts').turns.length")
    for _ in range(turns):
        board.svg.scroll_into_view_if_needed()
        board.hover("B4")
        own = board.page.locator(".nb-over > .nb-cell")
        turned = board.page.locator(".nb-scene").evaluate(upright)
        matrix = own.evaluate("mark => new DOMMatrix(getComputedStyle(mark).transform).b")
        assert (abs(matrix) > 0.1) == (turned != 0)
        board.button("Turn board").click()


@pytest.mark.long
def test_the_ring_of_the_focus_is_whole_and_not_that_of_the_last_move(show):
    board = show(nbgames.match("projex", 4).play("B4", "C4"))
    board.keys("Tab", "ArrowRight")
    stroke = "ring => getComputedStyle(ring).stroke"
    ring = board.page.locator(".nb-focus .nb-core")
    assert ring.evaluate(stroke) != board.page.locator(".nb-last .nb-core").evaluate(stroke)
    assert ring.get_attribute("d") == board.page.locator(":focus").get_attribute("d")
    assert ring.evaluate(
        "ring => ring.parentNode === document.querySelector('.nb-scene').lastChild"
    )
    board.click("E4")
    expect(ring).to_have_count(0)


def test_what_was_refused_is_told_until_the_next_thing_is_done(show):
    board = show(nbgames.match("projex", 4))
    board.type("nonsense")
    expect(board.part("trouble")).to_contain_text("nonsense")
    board.more()
    expect(board.part("trouble")).to_be_empty()


EXPLORER = """e = nbgames.explore(nbgames.match("projex", 4).play("C3", "D4", "D3"))
e.question.value = "what would a win take?"
e"""


def test_an_explorer_follows_the_slider_and_the_theme(desk, themed):
    tab = desk.tab
    tab.resize(1400, 900)
    desk.run(EXPLORER)
    said = tab.page.locator(".nb-explore .widget-html-content")
    figure = tab.page.locator(".nb-figure svg")
    expect(said).to_contain_text("X needs")
    now, light = said.inner_text(), figure.inner_html()
    tab.page.get_by_label("first move").click()
    expect(said).not_to_have_text(now)
    assert tab.python("len(e.answer.match.claims)") == "0"
    tab.page.get_by_label("last move").click()
    expect(said).to_have_text(now)
    assert tab.python("e._pane.dark") == "False"
    themed("Dark")
    figure.hover()
    wait_for(lambda: tab.python("e._pane.dark") == "True")
    tab.page.wait_for_function(
        "light => document.querySelector('.nb-figure svg').innerHTML !== light", arg=light
    )


FITTING = {
    "a board": "w = nbgames.match('conhex', 5).widget(nbgames.opponent(1), keep='')\nw",
    "puzzles": "nbgames.puzzles('conhex')",
    "the tutorial": "nbgames.tutorial('antipalos')",
}
FITS = """() => {
  const parts = [...document.querySelectorAll('.nb-root')];
  parts[0].scrollIntoView();
  const { bottom } = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return parts.every((part) => part.getBoundingClientRect().bottom <= bottom);
}"""


@pytest.mark.parametrize("what", first_of(FITTING))
def test_in_a_notebook_all_of_it_fits_between_the_bars(desk, what):
    tab = desk.tab
    tab.resize(1400, 900)
    desk.show(FITTING[what])
    tab.page.wait_for_function(FITS)
    assert tab.page.locator(".nb-board").bounding_box()["height"] > 400


SMALLEST = ["projex", "conhex", "copolymer", "antipalos"]  # by the number of their sites
LIVE = "w = nbgames.match({name!r}).widget(nbgames.opponent(1, seed=0), keep='')\nw"
FOLDED = """async () => {
  if (!document.querySelector('#jp-left-stack').matches('.lm-mod-hidden'))
    await jupyterapp.commands.execute('application:toggle-left-area');
}"""
IN_VIEW = "() => document.querySelector('.nb-root').scrollIntoView()"
INSIDE = """part => {
  const { bottom } = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return document.querySelector(part).getBoundingClientRect().bottom <= bottom;
}"""


@pytest.mark.long
@pytest.mark.parametrize("name", first_of(SMALLEST))
def test_in_a_notebook_of_every_size_board_and_controls_fit_and_nothing_moves(desk, name):
    tab = desk.tab
    desk.show(LIVE.format(name=name))
    for width, height in WINDOWS:
        tab.ask(FOLDED)
        tab.resize(width, height)
        tab.ask(IN_VIEW)
        for part in (".nb-board", ".nb-typed"):
            tab.page.wait_for_function(INSIDE, arg=part)
        places = tab.ask(PLACES)
        tab.page.mouse.move(*tab.ask(PLACE, [20, 0]))
        expect(tab.page.locator(".nb-tip")).not_to_be_empty()
        assert tab.ask(PLACES) == places
        tab.page.mouse.move(0, 0)
    tab.python("w.play('resign')")
    tab.page.locator('.nb-root button:text-is("Rematch")').wait_for()
    assert set(tab.ask(PLACES)) >= set(places)


ENDED = """from nbgames import analysis
m = nbgames.match({name!r})
while not m.outcome: m = m.play(m.legal()[0])
w = m.widget(nbgames.opponent(1, seed=0), keep='')
w"""
# JupyterLab gives its panel another height, and its cells other places, some time after the window.
ALL_SEEN = f"""() => {{
  document.querySelector('.nb-root').scrollIntoView();
  const {{ bottom }} = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return ({UNSEEN})(bottom).length === 0;
}}"""


ALL_TOLD = f"""(parts) => {{
  const {{ bottom }} = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return ({OUT})([parts, bottom]).length === 0;
}}"""


@pytest.mark.long
@pytest.mark.parametrize("name", first_of(SMALLEST))
def test_in_a_notebook_board_curve_and_marked_moves_of_a_review_are_seen_together(desk, name):
    """Below an ended game stand Rematch and more; the list was below the window's end."""
    tab = desk.tab
    desk.show(ENDED.format(name=name))
    tab.python("w.show(analysis.review(m, games=8, nodes=0))")
    expect(tab.page.locator(".nb-curve")).to_be_visible()
    for width, height in WINDOWS[:2]:
        tab.ask(FOLDED)
        tab.resize(width, height)
        tab.ask(IN_VIEW)
        tab.page.wait_for_function(ALL_SEEN)
        tab.page.wait_for_function(f"() => ({ROWS})()[0] >= 2 && ({HALVED})().length === 0")
        tab.page.wait_for_function(ALL_TOLD, arg=TOLD)


BOXES = """import ipywidgets
w = nbgames.match("conhex", 5).widget()
ipywidgets.{box}([w])"""


@pytest.mark.parametrize("box", first_of(["HBox", "GridBox"]))
def test_a_board_in_a_box_of_a_notebook_keeps_its_width(desk, box):
    """It jumped from 316 to 640 pixels under the pointer, and the click missed."""
    tab = desk.tab
    tab.resize(1400, 900)
    desk.show(BOXES.format(box=box))
    board = tab.page.locator(".nb-board")
    width = board.bounding_box()["width"]
    assert width > 500
    tab.page.locator('[data-site="30"]').click()
    expect(tab.page.locator(".nb-moves li")).to_have_count(1)
    assert board.bounding_box()["width"] == width


MENU = """menu = nbgames.menu()
menu.box.layout.width = "330px"  # of a phone 360 pixels wide
menu"""
LONG = """menu.play().play("D4")
menu._list(None)
menu._mine.options = [("Antipalos 16 · 123 moves · against computer 6 · 23 Nov 2026, 10:15", 1)]
menu._mine.index = 0
menu._tell("game-of-a-notebook.txt cannot be opened: this is no record, " * 2)"""
PARTS = """() => {
  const menu = document.querySelector(".jp-OutputArea-output .widget-vbox");
  const right = menu.getBoundingClientRect().right;
  return [...menu.querySelectorAll("*")].filter((part) => !part.closest(".nb-root, select"))
    .filter((part) => part.getBoundingClientRect().right > right + 1
      || part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === "hidden")
    .map((part) => part.className);
}"""


@pytest.mark.long
def test_the_board_that_a_menu_opens_comes_into_view_but_not_under_a_second_click(desk):
    """Below the text of play.ipynb it opened below the window's end."""
    tab = desk.tab
    desk.run("print('text above the menu\\n' * 20)\nmenu = nbgames.menu()\nmenu")
    play = tab.page.locator(".nb-menu button").first
    for width, height in WINDOWS[:2]:
        tab.resize(width, height)
        tab.ask("() => document.querySelector('.jp-OutputArea-output').scrollIntoView()")
        play.dblclick()
        inside = f"part => document.querySelector(part) && ({INSIDE})(part)"
        tab.page.wait_for_function(inside, arg=".nb-board")
        assert tab.python("menu.board.match.claims") == "()"


@pytest.mark.parametrize("theme", first_of(["Light", "Dark"]))
def test_the_arrows_of_a_menu_stand_out(desk, themed, theme):
    tab = desk.tab
    themed(theme)
    desk.run("nbgames.menu()")
    select = tab.page.locator(".widget-dropdown select").first

    def stands_out():
        box = select.bounding_box()
        arrow = {"x": box["x"] + box["width"] - 20, "y": box["y"] + 4, "width": 16, "height": 20}
        greys = sorted(Image.open(BytesIO(tab.page.screenshot(clip=arrow))).convert("L").tobytes())
        darkest, ground, lightest = (f"#{3 * f'{greys[k]:02x}'}" for k in (0, len(greys) // 2, -1))
        return max(contrast(ground, darkest), contrast(ground, lightest)) >= 3  # WCAG 2.2, 1.4.11

    wait_for(stands_out)  # the menu's style, and with it their places, may come after its boxes


@pytest.mark.long
def test_nothing_of_a_menu_is_cut_off_on_a_phone(desk):
    tab = desk.tab
    tab.resize(1000, 900)
    desk.run(MENU)
    tab.page.wait_for_selector(".widget-dropdown")
    tab.python(LONG)
    expect(tab.page.get_by_text("this is no record").first).to_be_visible()
    assert tab.ask(PARTS) == []


@pytest.mark.parametrize("game", first_of([CONHEX, ANTIPALOS, COPOLYMER, PROJEX]))
def test_on_a_phone_the_buttons_of_help_are_on_the_first_screen(play_page, game):
    page = play_page(nbgames.match(*game), **sized(360, 740), has_touch=True).page
    for name in ("Rules", "Hint", "Bar", "Layers"):
        assert bottom(page.get_by_role("button", name=name, exact=True)) <= 740


@pytest.mark.parametrize(("window", "how"), each_once([WIDE, PHONE], ["pressed", "typed"]))
def test_rules_asked_for_again_are_folded_away_and_one_is_where_one_was(play_page, window, how):
    """A second press left them open, far from the board."""
    page = play_page(nbgames.match("projex", 4), **sized(*window)).page
    board, rules = page.locator(".nb-board").first, page.locator(".nb-below details").nth(1)
    press = page.get_by_role("button", name="Rules", exact=True)
    field = page.locator(".nb-typed")
    (press if how == "pressed" else field).scroll_into_view_if_needed()
    place = board.bounding_box()["y"]
    for is_open in (True, False, True, False):
        if how == "pressed":
            press.evaluate("press => { press.focus({ preventScroll: true }); press.click(); }")
        else:
            field.fill("rules")
            field.press("Enter")
        expect(rules).to_have_js_property("open", is_open)
        if is_open:
            page.wait_for_function(f"most => ({RULES_OFF})(most) === 0", arg=1)
    assert abs(board.bounding_box()["y"] - place) <= 1
    expect(press if how == "pressed" else field).to_be_focused()


# Which of so many first parts of the rules are not on the screen.
RULES_OFF = """most => [...document.querySelectorAll('.nb-more[open] > p, .nb-page')].slice(0, most)
  .map((part) => part.getBoundingClientRect())
  .filter(({ top, bottom }) => top < 0 || bottom > innerHeight + 1).length"""


@pytest.mark.parametrize(
    ("game", "window"),
    each_once(
        USUAL,
        [ALL_WINDOWS[3], PHONE],
        quick=[(CONHEX, PHONE)],
    ),
)
def test_the_rules_come_onto_the_screen_with_how_to_win_first(play_page, game, window):
    """They were below the fold, under About; a phone has room for how to win and what a move is."""
    primer = nbgames.GAMES[game[0]].primer
    page = play_page(nbgames.match(*game), **sized(*window)).page
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".nb-more[open] > p")).to_contain_text(nbgames.GAMES[game[0]].told)
    expect(page.locator(".nb-page")).to_have_count(len(primer.pages))
    most = 2 if window[0] < 600 else 1 + len(primer.pages)
    page.wait_for_function(f"most => ({RULES_OFF})(most) === 0", arg=most)


@pytest.mark.long
def test_after_analyse_the_move_that_is_shown_is_seen_in_the_list(play_page):
    """In a low window the list has two rows, and marks pushed the move below them."""
    m = to_the_end(nbgames.match("copolymer", 5), Random(2))
    page = play_page(m, **sized(800, 600)).page
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".nb-share")).to_contain_text("Made in")
    lines, here = page.locator(".nb-lines"), page.locator(".nb-moves [aria-current]")
    expect(here).to_be_in_viewport()
    at, box = here.bounding_box(), lines.bounding_box()
    assert box["y"] - 1 <= at["y"] and bottom(here) <= bottom(lines) + 1
