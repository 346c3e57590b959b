"""Pages without Python: opened from disk, and from a server on this machine; nothing leaves it."""

import json
import re
import threading
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from io import BytesIO
from itertools import product
from random import Random

import pytest
import zxingcpp
from browser.games import OWNERS, PLACE, played, seen_whole, to_the_end
from PIL import Image, ImageStat
from playwright.sync_api import expect
from thinned import each_once, first_of

import nbgames
from nbgames.draw.elements import chain_path
from nbgames.draw.svg import plain
from nbgames.graphs.polyhedra import hemi_icosahedron, projective
from nbgames.notation import address
from nbgames.web import shell
from nbgames.web.pages import pages, to_html

SMALL = {"antipalos": 3, "conhex": 3, "copolymer": 5, "projex": 4}
EVIL = "<img src=x onerror=alert(1)>"
AXE = """async () => (await axe.run(document, {
  resultTypes: ['violations'], selectors: false,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }))
  .violations.map(v => `${v.id}: ${v.nodes.map(n => n.html.slice(0, 160)).join(' | ')}`)"""

# Which words run over the edge of the page, and which buttons are too small for a finger.
NARROW = """() => [
  document.documentElement.scrollWidth > innerWidth ? 'page is wider than the screen' : null,
  ...[...document.querySelectorAll('button, select, a')].map(e => [e, e.getBoundingClientRect()])
    .filter(([, b]) => b.width && (b.height < 24 || b.width < 24))
    .map(([e]) => e.outerHTML.slice(0, 80)),
].filter(Boolean)"""


# A site that may be claimed.
FREE = f"""() => {{
  const owners = ({OWNERS})(0);
  const all = [...document.querySelectorAll('[data-site]')];
  const sites = all.map(site => Number(site.dataset.site));
  return sites.find(site => owners[site] === 0);
}}"""


# The other games of a page, as it links them.
MINE = "#nb-app > .nb-more a"


class Page:
    """A page of one match, as a person uses it."""

    def __init__(self, tab, m):
        self.tab, self.page, self.m = tab, tab.page, m

    def says(self, text):
        self.page.locator(".nb-says").get_by_text(text).wait_for()

    def type(self, *words):
        for word in words:
            self.page.locator(".nb-typed").fill(word)
            self.page.locator(".nb-typed").press("Enter")

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def owners(self):
        return bytes(self.tab.ask(OWNERS, 0))

    def saved(self):
        self.tab.needs("downloads")
        with self.page.expect_download() as download:
            self.press("Save record")
        return download.value.path().read_text("utf-8")


@pytest.fixture
def opened(open_page, tmp_path):
    tabs = []

    def open_one(m, fragment="", answer=(), **options):
        file = tmp_path / "page.html"
        file.write_text(m.to_html(answer=answer), "utf-8")
        tab = open_page(**options)
        tab.page.goto(file.as_uri() + fragment)
        tab.page.wait_for_selector("[data-site]")
        tabs.append(tab)
        return Page(tab, m)

    yield open_one
    for tab in tabs:
        assert tab.errors == []
        assert tab.outside == []


def test_a_page_shows_the_match_as_it_stands(opened):
    for name, size in SMALL.items():
        m = to_the_end(nbgames.match(name, size), Random(3)).back(1)
        page = opened(m)
        assert page.owners() == m.position.owners
        assert page.saved() == str(m)


@pytest.mark.long
@pytest.mark.parametrize("window", first_of([(800, 600), (1280, 900)]))
@pytest.mark.parametrize("name", first_of(["conhex", "antipalos", "copolymer", "projex"]))
def test_board_curve_and_marked_moves_of_a_review_are_seen_together(opened, name, window):
    """Above a page's board stands who plays; the list of moves was below the window's end."""
    page = opened(
        to_the_end(nbgames.match(name), Random(1)),
        viewport={"width": window[0], "height": window[1]},
    )
    page.press("Analyse")
    expect(page.page.locator(".nb-curve")).to_be_visible()
    seen_whole(page.page, window[1])


# What the mouse looks like over a site.
CURSOR = """([x, y]) => getComputedStyle(document.elementFromPoint(x, y)).cursor"""


@pytest.mark.long
def test_the_mouse_is_a_hand_where_a_site_may_be_claimed(opened):
    page = opened(nbgames.match("conhex", 3, swap=False).play("E5"))
    for name, cursor in (("B3", "pointer"), ("E5", "auto"), ("B7", "pointer")):
        site = page.m.game.board.site(name)
        place = page.tab.ask(PLACE, [site, 0])
        page.page.mouse.move(*place)
        assert page.tab.ask(CURSOR, place) == cursor
    page.type(name)  # and the mouse lies still
    assert page.tab.ask(CURSOR, place) == "auto"


@pytest.mark.long
def test_a_click_leaves_the_style_of_other_sites_alone(opened):
    """Counted in a trace of the browser: a rule or an inherited property can touch them all."""
    page = opened(nbgames.match("antipalos", 26, swap=False))
    sites = page.m.game.board.claimable
    order = Random(1).sample(range(sites), 11)
    click = lambda site: page.page.mouse.click(*page.tab.ask(PLACE, [site, 0]))  # noqa: E731
    click(order.pop())  # and the slider has its length
    styled = page.tab.restyled(lambda: [click(site) for site in order])
    assert styled and sum(styled) < sites


@pytest.mark.parametrize("name", first_of(SMALL))
def test_a_whole_game_is_played_and_replayed(opened, name):
    """The computer plays all games to the end, in test_page_player.py."""
    m = to_the_end(nbgames.match(name, SMALL[name]), Random(5))
    page = opened(nbgames.match(m.game))
    page.type(*m.moves)
    page.says(m.result()[1:])
    assert page.owners() == m.position.owners
    assert page.saved() == str(m)
    slider = page.page.get_by_role("slider", name="move shown")
    slider.focus()
    slider.press("Home")
    assert not any(page.owners())
    slider.press("End")
    assert page.owners() == m.position.owners
    page.page.get_by_role("list", name="moves").get_by_role("button").nth(1).click()
    assert page.owners() == m.at(2).position.owners
    page.press("move after")
    assert page.owners() == m.at(3).position.owners


# How far points along the path that a page draws through the winning chain lie from a given path,
# and the other way round, and how long both are.
TRACED = """given => {
  const points = path => Array.from({ length: 400 }, (_, k) =>
    path.getPointAtLength(k / 399 * path.getTotalLength()));
  const other = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  other.setAttribute('d', given);
  const drawn = document.querySelector('.nb-core');
  const far = (some, others) => Math.max(...some.map(a =>
    Math.min(...others.map(b => Math.hypot(a.x - b.x, a.y - b.y)))));
  const [one, two] = [points(drawn), points(other)];
  return [far(one, two), far(two, one), drawn.getTotalLength(), other.getTotalLength()];
}"""


@pytest.mark.parametrize(
    "name",
    [pytest.param("antipalos", marks=pytest.mark.everywhere), *first_of(["projex", "conhex"])],
)
def test_the_winning_chain_is_drawn_as_python_draws_it(opened, name):
    m = played(name, SMALL[name], nbgames.GAMES[name].by)
    page = opened(m)
    board = m.game.board
    path = chain_path(board, map(board.site, m.outcome.chain))
    out, back, drawn, given = page.tab.ask(TRACED, path)
    assert drawn == pytest.approx(given, rel=0.01) and given > 20  # one step is 20 units
    assert max(out, back) < given / 399


def test_undo_redo_swap_resign_and_another_line(opened):
    page = opened(nbgames.match("projex", 4))
    page.type("D1")
    page.press("Swap")
    page.says("The players exchange seats: who swapped plays X now.")
    page.press("Undo")
    page.type("F1", "E5")
    page.says("O to move; move 4")
    page.page.get_by_text("Line 1, played before").wait_for()
    page.press("Resign")
    page.page.locator(".nb-question").get_by_text("Resign", exact=True).click()
    page.says("X wins by resignation")
    first, *others = page.saved().split("nbgames 1\n")[1:]
    assert "1. D1 2. F1 3. E5 4. resign" in first
    assert "1. D1 2. swap" in others[0]


@pytest.mark.parametrize(
    "both",
    first_of(
        [
            ("D1", "D1 is taken by X"),
            (EVIL, "is no move and no word that this board knows"),
            ("neighbours B3", "B3 touches"),
            ("D77", "is no cell of this board: column D has D1, D2, D3, D4, D5, D6"),
            ("a1", "is no cell of this board: column A has A4, A5, A6; row 1 has D1, E1, F1"),
            ("Q77", "row 1 has D1, E1, F1; row 6 has A6, B6, C6"),
            ("who", "player 1 is X"),
        ],
    ),
    ids=lambda both: both[0],
)
def test_refusals_and_answers_are_words(opened, both):
    word, words = both
    page = opened(nbgames.match("projex", 4).play("D1"))
    page.type(word)
    page.page.get_by_text(words).wait_for()
    assert page.page.locator(".nb-root img").count() == 0


def test_the_buttons_above_the_board_are_typed_by_their_names(opened):
    page = opened(nbgames.match("projex", 4).play("D1"), answer=("D2",))
    page.type("copy link")
    expect(page.page.get_by_role("status").filter(has_text="link")).to_be_visible()
    page.type("show the answer")
    expect(page.page.locator(".nb-verdict")).to_have_text("The answer: D2.")
    page.tab.needs("downloads")
    with page.page.expect_download() as download:
        page.type("Save record")
    assert download.value.path().read_text("utf-8") == str(page.m)
    expect(page.page.locator(".nb-trouble")).to_have_text("")


@pytest.mark.parametrize("moves", first_of([("D1", "swap", "resign"), ("D1",), ()]))
def test_help_lists_here_what_it_lists_beside_python(opened, moves):
    m = nbgames.match("projex", 4).play(*moves)
    board = m.widget(keep="")
    page = opened(m)
    page.type("help")
    page.page.wait_for_function("() => document.querySelector('.nb-reply').textContent")
    more = {"View": ", sphere", "Go": ", computer second, level 2"}  # where the board has no Python
    told = board._desk.carry_out("help")[1].splitlines()
    assert page.page.locator(".nb-reply").text_content().splitlines() == [
        line + more.get(line.partition(":")[0], "") for line in told
    ]
    board.close()


@pytest.mark.long
def test_who_plays_at_which_level_and_the_sphere_are_typed(opened):
    page = opened(nbgames.match("projex", 4))
    who, level = (page.page.get_by_label(name) for name in ("Who plays", "Level"))
    reply = page.page.locator(".nb-reply")
    people = "Two people play. Level {} is for a game against the computer."
    nobody = "No computer plays here: to play against it type computer first or computer second."
    for word, told in {
        "harder": "Choose who plays above the board, or type computer second or level 2.",
        "help level": "level chooses how strong the computer is. Type level 2.",
        "level 4": people.format(4),
        "Computer Second": "The computer plays O, at level 4.",
        "computer off": nobody,
        "computer second": "The computer plays O, at level 4.",
        "level 1": "The computer plays O, at level 1.",
    }.items():
        page.type(word)
        expect(reply).to_have_text(told)
    expect(who).to_have_value("2")
    expect(level).to_have_value("1")
    expect(page.page.locator(".nb-seats")).to_contain_text("Computer, level 1")
    for word, words in {
        "level 9": "only 1, 2, 3, 4, 5, 6 can follow: type for example level 2",
        "computer": "only off, first, second can follow: type for example computer second",
        "sphere 2": "'2' cannot follow sphere: type sphere alone",
    }.items():
        page.type(word)
        expect(page.page.locator(".nb-trouble")).to_have_text(words)
    page.type("computer off")
    expect(who).to_have_value("0")
    expect(reply).to_have_text(nobody)
    page.type("sphere")
    expect(page.page.locator(".nb-globe")).to_be_visible()
    page.page.keyboard.type("D1")  # the field has the focus there, too
    page.page.keyboard.press("Enter")
    expect(page.page.locator(".nb-moves li")).to_have_text("D1")
    page.type("sphere")
    expect(page.page.locator(".nb-globe")).to_have_count(0)
    expect(page.page.locator(".nb-moves li")).to_have_text("D1")


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_the_computer_plays_legal_moves_to_the_end(opened, name):
    """First; second it does in test_page_player.py."""
    page = opened(nbgames.match(name, {"projex": 3, "conhex": 2, "copolymer": 3}.get(name, 3)))
    page.page.get_by_label("Who plays").select_option("1")
    awaited = "() => document.querySelector('.nb-done, .nb-root:not(.nb-thinks)')"
    for _ in range(20):
        page.page.wait_for_function(awaited)
        if page.page.locator(".nb-done").count():
            break
        free = page.tab.ask(FREE)
        page.type(page.m.game.board.names[free])
    assert page.page.locator(".nb-done").count() == 1
    played = nbgames.read(page.saved())
    assert played.outcome and len(played.moves) > 2


def test_it_wins_when_it_can(opened):
    m = nbgames.match("antipalos", 2, swap=False).play("a1-b2", "a3-b2")
    page = opened(m)
    page.page.get_by_label("Who plays").select_option("1")
    page.says("the computer's chain joins top and bottom")


def test_a_position_is_set_up_and_a_move_commented(opened):
    page = opened(nbgames.match("conhex", 3))
    page.page.get_by_text("More", exact=True).click()
    page.press("Set up")
    for site in (0, 4, 4):
        page.page.locator(f'[data-site="{site}"]').click()
    page.page.get_by_role("button", name="Horz to move").click()
    names = page.m.game.board.names
    page.says("Horz to move")
    page.page.get_by_label("comment").fill("set } up")
    page.press("Comment")
    start = nbgames.read(page.saved())
    assert (start.owner(names[0]), start.owner(names[4]), start.to_move) == (1, 2, 2)
    assert start.comments[0] == "set } up"


# The address


def test_a_link_opens_its_position(opened):
    m = nbgames.match("projex", 4, seats=("Zoë", EVIL)).play("D1", "swap", "B3", "C3")
    page = opened(nbgames.match("projex", 4), "#" + address.write(m))
    assert page.owners() == m.position.owners
    assert page.saved() == str(m)
    assert page.page.locator(".nb-root img").count() == 0
    page.type("E5")
    page.tab.needs("clipboard")
    page.tab.grant("clipboard-read", "clipboard-write")
    page.press("Copy link")
    page.page.get_by_text("The link is copied.").wait_for()
    copied = page.tab.ask("() => navigator.clipboard.readText()")
    assert address.read(copied.partition("#")[2]).moves == (*m.moves, "E5")


def copied_link(page):
    page.tab.needs("clipboard")
    page.tab.grant("clipboard-read", "clipboard-write")
    page.press("Copy link")
    page.page.get_by_text("The link is copied.").wait_for()
    return page.tab.ask("() => navigator.clipboard.readText()").partition("#")[2]


@pytest.mark.long
def test_a_link_opens_where_one_looks_back_with_the_whole_game_and_its_comments(opened):
    m = nbgames.match("projex", 4).play("D1", "B3", "C3").comment("a } start", 0)
    m = m.comment(EVIL, 2).comment("ünd 3 e", 3)
    page = opened(m)
    page.press("D1")
    link = copied_link(page)
    assert str(address.read(link)) == str(m)
    other = opened(nbgames.match("projex", 4), "#" + link)
    assert other.owners() == m.after(1).position.owners
    other.says("Looking back: after move 1")
    assert other.saved() == str(m)
    assert copied_link(other) == link
    other.press("Sphere")
    other.says("Looking back: after move 1")
    other.press("last move")
    assert other.owners() == m.position.owners
    assert address.read(copied_link(other)) == m
    other.press("Flat")
    assert other.owners() == m.position.owners


def test_a_link_that_is_followed_on_a_page_opens_where_one_looked_back(opened):
    page = opened(nbgames.match("projex", 4).play("D1", "B3", "C3"))
    page.press("B3")
    link, owners = copied_link(page), page.owners()
    page.type("new")
    page.page.locator(".nb-question").get_by_role("button", name="New game").click()
    page.says("X to move")
    page.tab.ask("hash => { location.hash = hash; }", link)
    page.says("Looking back: after move 2")
    assert page.owners() == owners


@pytest.mark.long
def test_a_link_without_room_for_the_comments_says_so(opened):
    m = nbgames.match("projex", 4).play("D1", "B3", "C3", "E5", "A4")
    for n in range(6):
        m = m.comment(f"{n} " + "x" * 990, n)
    page = opened(m)
    link = copied_link(page)
    page.page.get_by_text("The comments are left out: they would make it too long.").wait_for()
    assert link == m.link().partition("#")[2]
    assert address.read(link).comments == {}
    assert address.read(link).moves == m.moves


@pytest.mark.parametrize(
    "change",
    first_of(
        [
            lambda text: text[:-2],
            lambda text: EVIL,
            lambda text: text.replace("projex-4", "projex-5"),
            lambda text: "7" + text[1:],
            lambda text: text + "A" * 100_000,
        ],
    ),
    ids=["cut", "markup", "other game", "other version", "100,000 moves"],
)
def test_a_wrong_link_is_told_and_the_page_s_own_match_shown(opened, change):
    m = nbgames.match("projex", 4).play("D1", "B3")
    page = opened(m, "#" + change(address.write(m.play("C3"))))
    told = page.page.get_by_role("alert").first
    assert "The board shows the game of this page instead." in told.inner_text()
    assert len(told.inner_text()) < 300
    assert page.owners() == m.position.owners
    assert page.page.locator("main img").count() == 0


@pytest.mark.long
def test_a_link_followed_on_the_page_itself_keeps_the_game_before(opened):
    page = opened(nbgames.match("projex", 4).play("D1"))
    other = nbgames.match("projex", 4).play("E5", "C3")
    page.tab.ask("hash => { location.hash = hash; }", address.write(other))
    page.says("O plays C3")
    page.page.get_by_text("My games").click()
    page.page.locator(MINE).filter(has_text="1 move").click()
    page.says("X plays D1")


# A puzzle: the answer hides


PUZZLE = nbgames.match("antipalos", 4, swap=False).play("a1-b2", "a3-b2", "b2-c3", "c1-d2", "c3-d4")
ANSWER = ("d5-e4", "c5-d4")  # H has to stop d4-e5, which joins bottom and top


@pytest.fixture
def puzzle(opened):
    page = opened(PUZZLE, answer=ANSWER)
    page.verdict = page.page.locator(".nb-verdict")
    assert page.verdict.inner_text() == ""
    assert "d5-e4" not in page.page.locator("body").inner_text()
    return page


def test_the_answer_of_a_puzzle_is_told_when_it_is_found(puzzle):
    puzzle.type("d4-e5")
    puzzle.verdict.get_by_text("d4-e5 is not the answer: take it back and look again").wait_for()
    puzzle.press("Undo")
    puzzle.type(ANSWER[0])
    puzzle.verdict.get_by_text("d5-e4 is right. The answer: d5-e4 c5-d4.").wait_for()
    puzzle.press("Play the answer")
    assert puzzle.owners() == PUZZLE.play(*ANSWER).position.owners


def test_the_answer_of_a_puzzle_is_told_when_it_is_asked_for(puzzle):
    puzzle.press("Show the answer")
    puzzle.verdict.get_by_text("The answer: d5-e4 c5-d4.").wait_for()
    puzzle.press("Play the answer")
    assert puzzle.owners() == PUZZLE.play(*ANSWER).position.owners


@pytest.mark.long
def test_the_cells_of_an_answer_are_right_in_any_order(opened):
    """The help text's example, Figure 2b."""
    text = "nbgames 1\ngame: copolymer 5\nstart: X A1 A3 B1 D2 E5; O C1 C2 C3 D4; O to move"
    page = opened(nbgames.read(text), answer=["B2,A2,C5"])
    page.type("A2", "B2")
    assert page.page.locator(".nb-verdict").inner_text() == ""
    page.type("C5")
    page.page.locator(".nb-verdict").get_by_text("A2,B2,C5 is right.").wait_for()


def test_an_answer_that_cannot_be_played_is_refused():
    with pytest.raises(nbgames.IllegalMove, match="b2-c3 is taken by V"):
        PUZZLE.to_html(answer=["b2-c3"])


# What it is made of


def test_names_are_never_markup():
    m = nbgames.match("projex", 3, seats=("</script><script>alert(1)</script>", EVIL))
    text = to_html(m.comment("</script><script>alert(2)"))
    assert EVIL not in text
    assert text.count("<script") == 6  # the page's own
    assert "alert(1)</script>" not in text


@pytest.mark.everywhere
def test_a_script_that_gets_in_does_not_run(open_page, tmp_path):
    """The page's own rules name the sums of what may run."""
    file = tmp_path / "bad.html"
    file.write_text(
        to_html(nbgames.match("projex", 3)).replace("<main>", "<main><script>bad = 1</script>")
    )
    tab = open_page()
    tab.page.goto(file.as_uri())
    tab.page.wait_for_selector("[data-site]")
    assert tab.ask("() => typeof bad") == "undefined"
    refused = "Content Security Policy", "blocked an inline script"  # Chromium's words, Firefox's
    assert any(words in error for words in refused for error in tab.errors)


# Where it cannot be played on


def told(tab, words):
    """The picture of the board is there, and these words; then what the browser has said."""
    figure = tab.page.locator(".nb-plain")
    expect(figure.locator("svg")).to_be_visible()
    expect(figure).to_contain_text("To play here takes JavaScript and a browser of 2024 or later.")
    expect(figure).to_contain_text(words)


@pytest.mark.everywhere
@pytest.mark.parametrize("name", first_of(SMALL))
def test_an_old_browser_has_the_picture_and_words(open_page, tmp_path, name):
    file = tmp_path / "page.html"
    file.write_text(to_html(nbgames.match(name, SMALL[name])), "utf-8")
    tab = open_page(script="delete window.DecompressionStream")
    tab.page.goto(file.as_uri())
    told(tab, "DecompressionStream")


@pytest.mark.everywhere
@pytest.mark.parametrize("broken", first_of(["packed", "unpacked"]))
def test_a_script_that_cannot_be_read_is_told(open_page, tmp_path, monkeypatch, broken):
    """As one that an older browser cannot parse."""
    if broken == "packed":
        monkeypatch.setattr(shell, "UNPACK", "const = 1;")
    script = "const = 1;" if broken == "unpacked" else "1;"
    body = shell.app(plain(nbgames.match("projex", 3)))
    (tmp_path / "page.html").write_text(shell.page("A board", body, script), "utf-8")
    tab = open_page()
    tab.page.goto((tmp_path / "page.html").as_uri())
    told(tab, "SyntaxError")


@pytest.mark.everywhere
def test_without_scripts_there_is_the_picture_and_words(open_page, tmp_path):
    """As on a server whose content-security policy refuses all scripts."""
    page = to_html(nbgames.match("projex", 3))
    strict = re.sub("script-src [^;]*", "script-src 'none'", page, count=1)
    (tmp_path / "page.html").write_text(strict, "utf-8")
    tab = open_page()
    tab.page.goto((tmp_path / "page.html").as_uri())
    told(tab, "")
    expect(tab.page.locator(".nb-board")).to_have_count(0)


def test_the_words_are_not_shown_while_the_board_is_made(opened):
    tab = opened(nbgames.match("projex", 3))
    expect(tab.page.locator(".nb-plain")).to_have_count(0)


# Bytes of a page of a whole game: who adds to it sees here what is added.
MOST = (("projex", 6, 153_800), ("antipalos", 26, 225_500))


@pytest.mark.parametrize(("name", "size", "most"), MOST)
def test_a_page_is_small(name, size, most):
    m = to_the_end(nbgames.match(name, size), Random(1))
    assert len(to_html(m).encode()) <= most


@pytest.mark.parametrize(
    "m", [nbgames.match(name, 26 if name == "antipalos" else None) for name in SMALL], ids=SMALL
)
def test_a_link_fits_a_qr_code_up_to_300_moves(m):
    """858 bytes are version 20 at level L: 97 modules a side."""
    random = Random(1)
    while len(m.claims) < 300 and not m.outcome:
        m = m.play(random.choice([word for word in m.legal() if word != "swap"]))
    assert len(address.link(m, "https://there.example/games/")) <= 858


# In the hand, by ear, and from a server


SCHEMES = ["light", "dark"]
HEXAGONS = product(["copolymer", "projex"], SCHEMES)  # of which the sphere and the puzzle have some


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        *each_once(
            ["antipalos", "conhex", "sphere", "puzzle"],
            SCHEMES,
            quick=[("puzzle", "dark")],
        ),
        *(pytest.param(*row, marks=pytest.mark.long) for row in HEXAGONS),
    ],
)
def test_axe_finds_nothing(open_page, tmp_path, name, scheme):
    axe = pytest.importorskip("axe_playwright_python")
    game = projective(hemi_icosahedron()) if name == "sphere" else name
    answer = ANSWER if name == "puzzle" else ()
    m = PUZZLE if answer else nbgames.match(game, SMALL.get(name))
    m = m if answer else m.play(m.legal()[0])
    file = tmp_path / "page.html"
    file.write_text(to_html(m, sphere=name == "sphere", answer=answer), "utf-8")
    tab = open_page(color_scheme=scheme, bypass_csp=True)
    tab.page.goto(file.as_uri())
    tab.page.wait_for_selector("[data-site]")
    if answer:
        tab.page.get_by_role("button", name="Show the answer").click()
    tab.page.add_script_tag(content=(files(axe) / "axe.min.js").read_text())
    assert tab.ask(AXE) == []


@pytest.mark.parametrize(
    ("name", "window"),
    each_once(SMALL, [(360, 740), (740, 360)], quick=[("copolymer", (360, 740))]),
)
def test_it_fits_a_phone_and_is_played_by_finger(opened, name, window):
    width, height = window
    page = opened(
        nbgames.match(name),
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
    )
    assert page.tab.ask(NARROW) == []
    board = page.page.locator(".nb-board").bounding_box()
    assert board["width"] >= 0.4 * width
    assert board["height"] <= height
    site = page.page.locator("[data-site]").nth(3)
    site.scroll_into_view_if_needed()
    site.tap()
    page.page.locator(".nb-question button").first.tap()  # fingers confirm
    page.says("move 2")


@cache
def demo():
    """The pages that `make demo` writes, of five games: all the puzzles take a second."""
    games = ("projex", 3), ("projex", 6), ("conhex", 2), ("conhex", 5), ("antipalos", 4)
    return dict(pages(nbgames.game(*game) for game in games))


@pytest.fixture
def served(tmp_path):
    """The address of a server on this machine that shows the test's folder."""
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *given: None})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.mark.everywhere
def test_my_games_are_listed_and_lead_back(open_page, tmp_path, served):
    """In Firefox a link that is followed shows that games are kept there."""
    for name, text in demo().items():
        (tmp_path / name).write_text(text, "utf-8")
    tab = open_page()
    mine = tab.page.locator("#nb-mine")
    played = tab.page.locator(".nb-moves li")
    tab.page.goto(f"{served}/index.html")
    tab.page.get_by_role("heading", name="Board games").wait_for()
    expect(mine).to_be_hidden()
    for page, words in (("conhex-2", ["A1"]), ("projex-3", ["A3", "resign", "new", "B2"])):
        tab.page.goto(f"{served}/{page}.html")
        for word in words:
            tab.page.locator(".nb-typed").fill(word)
            tab.page.locator(".nb-typed").press("Enter")
            if word == "resign":
                tab.page.keyboard.press("Enter")  # yes
            expect(played.filter(has_text=word)).to_have_count(0 if word == "new" else 1)
    other = f"nbgames {address.write(nbgames.match('projex', 4))}"
    tab.ask("place => localStorage.setItem(place, '{\"games\": [7]}')", other)  # a stranger's
    tab.page.goto(f"{served}/index.html")
    expect(mine.get_by_role("link")).to_have_count(3)
    latest, earlier, first = mine.get_by_role("link").all_inner_texts()
    assert re.fullmatch(
        r"Projex 3 · 1 move, the last B2 · two people · goes on · .*\d{4}.*", latest
    )
    assert re.fullmatch(
        r"Projex 3 · 2 moves · two people · X wins by resignation · .*\d{4}.*", earlier
    )
    assert re.match(r"ConHex 2 · 1 move, the last A1 · two people · goes on · ", first)
    assert tab.ask(NARROW) == []
    mine.get_by_role("link").nth(1).click()
    expect(played.filter(has_text="resign")).to_have_count(1)
    expect(tab.page.locator(".nb-kept button")).to_have_count(0)  # of another game
    tab.page.get_by_text("My games").click()
    other = tab.page.locator("#nb-app > .nb-more").get_by_role("link")
    expect(other).to_have_text(re.compile("^1 move, the last B2 · two people · goes on · "))
    other.click()
    expect(played).to_have_text(["B2"])
    expect(other).to_have_text(re.compile("^2 moves · two people · X wins by resignation"))
    tab.page.goto(f"{served}/index.html")
    expect(mine.get_by_role("link")).to_have_count(3)
    mine.get_by_role("link").filter(has_text="ConHex").click()
    tab.page.get_by_text("The game as you left it").wait_for()
    assert tab.errors == []


@pytest.mark.long
def test_my_games_tell_who_played_the_computer_whether_they_won(open_tab, tmp_path, served):
    for name, text in demo().items():
        (tmp_path / name).write_text(text, "utf-8")
    tab = open_tab()
    tab.page.goto(f"{served}/projex-3.html")
    tab.page.get_by_label("Who plays").select_option("1")
    expect(tab.page.locator(".nb-moves li")).to_have_count(1)
    tab.page.locator(".nb-typed").fill("resign")
    tab.page.locator(".nb-typed").press("Enter")
    tab.page.keyboard.press("Enter")  # yes
    tab.page.get_by_text("You lost: you resigned.").wait_for()
    lost = re.compile(
        r"^Projex 3 · 2 moves · against computer 3 · You lost: X wins by resignation · .*\d{4}"
    )
    mine = tab.page.locator("#nb-mine").get_by_role("link")
    tab.page.goto(f"{served}/index.html")
    expect(mine).to_contain_text(lost)
    tab.page.goto(f"{served}/projex-3.html")
    tab.page.get_by_role("button", name="Rematch").click()
    expect(tab.page.locator(".nb-moves li")).to_have_count(1)
    tab.page.goto(f"{served}/index.html")
    expect(mine.nth(1)).to_have_text(lost)  # still, though it is no longer the last
    assert tab.errors == []


def typed(page, *words):
    for word in words:
        page.locator(".nb-typed").fill(word)
        page.locator(".nb-typed").press("Enter")
        if word == "draw":
            page.keyboard.press("Enter")  # both agree


def anew(page, *words):
    """Leave a game that is not over, and play these."""
    typed(page, "new")
    page.locator(".nb-question").get_by_role("button", name="New game").click()
    typed(page, *words)


# Every game that is kept: how it is told, when it was played, who plays and at which level.
GAMES = """() => Object.values(localStorage).flatMap(text => JSON.parse(text).games)
  .map(({ says, at, seat, level }) =>
    [says.slice(0, 3).filter(Boolean).join(' · '), at, seat, level])"""
# Date them: the first of a page is so many days old, the second so many.
DATED = """([place, days]) => {
  const kept = JSON.parse(localStorage.getItem(place));
  kept.games.forEach((one, k) => { one.at -= days[k] * 86400000; });
  localStorage.setItem(place, JSON.stringify(kept));
}"""


# What a tab and its site keep; and to have it kept.
STORED = "() => [localStorage, sessionStorage].map(kept => ({ ...kept }))"
STORE = """stored => [localStorage, sessionStorage].forEach((kept, k) =>
  Object.entries(stored[k]).forEach(pair => kept.setItem(...pair)))"""


@pytest.fixture(scope="module")
def two_games():
    """What a page of Antipalos 4 has kept of two games, by engine, once they were played."""
    return {}


@pytest.fixture
def shelf(open_tab, tmp_path, served, two_games):
    """A tab, where its pages are, and what Antipalos 4 keeps: a drawn game, one against level 1.

    They are played once; then a tab is given what was kept, as if it had been left at another page.
    """
    for name, text in demo().items():
        (tmp_path / name).write_text(text, "utf-8")
    tab = open_tab()
    engine = tab.page.context.browser.browser_type.name
    if engine in two_games:
        (tmp_path / "empty.html").write_text("<!doctype html><title>empty</title>", "utf-8")
        tab.page.goto(f"{served}/empty.html")
        tab.ask(STORE, two_games[engine])
    else:
        tab.page.goto(f"{served}/antipalos-4.html")
        typed(tab.page, "a1-b2", "d3-e4", "draw", "new")
        tab.page.get_by_label("Level").select_option("1")
        typed(tab.page, "a2-b1")
        tab.page.get_by_label("Who plays").select_option("2")
        expect(tab.page.locator(".nb-moves li")).to_have_count(2)
        two_games[engine] = tab.ask(STORED)
    yield tab, served, f"nbgames {address.write(nbgames.match('antipalos', 4))}"
    assert tab.errors == []


@pytest.mark.long
def test_my_games_stand_by_when_each_was_played_the_latest_first(shelf):
    """One date was kept for all games of a page, and all but one came without."""
    tab, base, place = shelf
    tab.page.goto(f"{base}/projex-3.html")
    typed(tab.page, "B2")
    tab.ask(DATED, [place, [2, 400]])
    tab.ask(DATED, [f"nbgames {address.write(nbgames.match('projex', 3))}", [30]])
    dates = sorted((at for _, at, *_ in tab.ask(GAMES)), reverse=True)
    years = tab.ask("dates => dates.map(at => new Date(at).getFullYear())", dates)
    tab.page.goto(f"{base}/index.html")
    listed = tab.page.locator("#nb-mine").get_by_role("link")
    expect(listed).to_have_text(
        [
            re.compile(
                rf"Antipalos 4 · 2 moves, the last .* · against computer 1 · goes on · .*{years[0]}"
            ),
            re.compile(rf"Projex 3 · 1 move, the last B2 · two people · goes on · .*{years[1]}"),
            re.compile(rf"Antipalos 4 · 2 moves · two people · draw · .*{years[2]}"),
        ]
    )
    assert tab.ask(NARROW) == []


@pytest.mark.long
def test_to_open_a_game_of_mine_gives_no_new_date_and_who_plays_stays(shelf):
    tab, base, place = shelf
    tab.ask(DATED, [place, [2, 400]])
    before = sorted(tab.ask(GAMES))
    for told, seat, level in (("draw", "0", "3"), ("computer 1", "2", "1")):
        tab.page.goto(f"{base}/index.html")
        link = tab.page.locator("#nb-mine").get_by_role("link").filter(has_text=told)
        is_swapped = "swap" in link.inner_text()  # which exchanged the sides
        link.click()
        expect(tab.page.get_by_label("Who plays")).to_have_value("1" if is_swapped else seat)
        expect(tab.page.get_by_label("Level")).to_have_value(level)
        typed(tab.page, "mark a1-b2")  # which is kept, too
        expect(tab.page.locator(".nb-laid")).to_have_text("marks: a1-b2")
        assert sorted(tab.ask(GAMES)) == before


FOLLOWED = "hash => { location.hash = hash; }"


@pytest.mark.long
@pytest.mark.everywhere
def test_a_link_that_is_followed_on_a_page_brings_who_plays(shelf):
    """Who had played before played on: the computer swapped at once in a game of two people."""
    tab, base, place = shelf
    ask = "place => JSON.parse(localStorage.getItem(place)).games.map(({ address }) => address)"
    against, drawn = tab.ask(ask, place)
    tab.page.goto(f"{base}/antipalos-4.html")
    who, played = tab.page.get_by_label("Who plays"), tab.page.locator(".nb-moves li")
    before = sorted(tab.ask(GAMES))
    computer = re.compile("[12]")  # which may have swapped
    for to, seat, level in ((drawn, "0", "3"), (against, computer, "1"), (drawn, "0", "3")):
        tab.ask(FOLLOWED, to)
        expect(who).to_have_value(seat)
        expect(tab.page.get_by_label("Level")).to_have_value(level)
        assert sorted(tab.ask(GAMES)) == before
    tab.ask(FOLLOWED, against)
    expect(who).to_have_value(computer)
    fresh = nbgames.match("antipalos", 4).play("a1-b2")
    tab.ask(FOLLOWED, address.write(fresh))
    expect(played).to_have_text("a1-b2")
    expect(who).to_have_value("0")
    expect(tab.page.locator(".nb-root")).not_to_have_class(re.compile("nb-thinks"))
    expect(tab.page.locator(".nb-says")).to_contain_text("V plays a1-b2. H to move")
    now = sorted(tab.ask(GAMES))
    assert [one for one in now if one in before] == before
    assert [said for said, *_ in now if said == "1 move"] == ["1 move"]


@pytest.mark.long
def test_who_plays_in_a_stranger_s_kept_game_is_two_people_if_it_is_no_choice(shelf):
    tab, base, place = shelf
    spoil = """place => {
      const kept = JSON.parse(localStorage.getItem(place));
      kept.games.forEach(one => { one.seat = { toString: 1 }; one.level = '__proto__'; });
      localStorage.setItem(place, JSON.stringify(kept));
      return kept.games[0].address;
    }"""
    followed = tab.ask(spoil, place)
    tab.page.goto(f"{base}/antipalos-4.html")
    expect(tab.page.get_by_label("Who plays")).to_have_value("0")
    tab.ask(FOLLOWED, followed)
    expect(tab.page.get_by_label("Who plays")).to_have_value("0")
    expect(tab.page.get_by_label("Level")).to_have_value("3")


@pytest.mark.long
def test_a_drawn_game_that_is_taken_back_and_goes_on_stays_in_the_list_as_it_was(shelf):
    tab, base, _ = shelf
    tab.page.goto(f"{base}/index.html")
    listed = tab.page.locator("#nb-mine").get_by_role("link")
    listed.filter(has_text="draw").click()
    tab.page.get_by_role("button", name="Undo").click()
    typed(tab.page, "b4-c5")
    expect(tab.page.locator(".nb-moves li")).to_have_count(3)
    tab.page.goto(f"{base}/index.html")
    expect(listed).to_have_text(
        [re.compile("4 · 3 moves, "), re.compile("computer 1"), re.compile("2 moves · .* · draw")]
    )


def test_a_game_of_mine_is_listed_once_and_deleted_with_a_way_back(shelf):
    tab, base, place = shelf
    again = """place => {
      const kept = JSON.parse(localStorage.getItem(place));
      kept.games.push(...kept.games.map((one, k) => ({ ...one, id: `again${k}`, at: one.at - 1 })));
      localStorage.setItem(place, JSON.stringify(kept));
    }"""
    tab.ask(again, place)
    tab.page.goto(f"{base}/index.html")
    mine = tab.page.locator("#nb-mine")
    links, restore = mine.get_by_role("link"), mine.get_by_role("button", name="Restore")
    expect(links).to_have_count(2)
    mine.get_by_role("button", name="Delete").first.click()
    expect(links).to_have_count(1)
    expect(restore).to_be_focused()
    assert tab.ask(NARROW) == []
    assert len(tab.ask(GAMES)) == 2
    tab.page.keyboard.press("Enter")
    expect(links).to_have_count(2)
    expect(mine.get_by_role("button", name="Delete").first).to_be_focused()
    assert len(tab.ask(GAMES)) == 4
    tab.page.keyboard.press("Enter")
    tab.page.reload()  # it could not be had back from here on
    expect(links).to_have_count(1)
    expect(restore).to_be_hidden()
    mine.get_by_text("Deleted games").press("Enter")
    restore.press("Enter")
    expect(links).to_have_count(2)
    expect(mine.get_by_text("Deleted games")).to_be_hidden()
    assert len(tab.ask(GAMES)) == 4
    elsewhere = """place => {
      const kept = JSON.parse(localStorage.getItem(place));
      localStorage.setItem(place, JSON.stringify({ ...kept, gone: kept.games, games: [] }));
    }"""
    tab.ask(elsewhere, place)  # this page does not know yet: the game would have been lost
    mine.get_by_role("button", name="Delete").first.click()
    expect(restore).to_have_count(2)


@pytest.mark.long
def test_games_of_mine_are_deleted_and_restored_by_words(shelf):
    tab, base, _ = shelf
    tab.page.goto(f"{base}/antipalos-4.html")
    tab.page.get_by_text("My games").click()
    links, reply = tab.page.locator(MINE), tab.page.locator(".nb-reply")
    expect(links).to_have_count(1)
    number = tab.page.locator("#nb-app > .nb-more li")
    expect(number).to_have_css("list-style-type", "decimal")  # which is typed
    typed(tab.page, "help")
    expect(reply).to_have_text(re.compile("My games: delete 1$"))
    typed(tab.page, "delete 1")
    expect(reply).to_have_text("The game is deleted: type restore to have it back.")
    expect(links).to_have_count(0)
    expect(tab.page.locator(".nb-typed")).to_be_focused()
    assert len(tab.ask(GAMES)) == 1
    typed(tab.page, "help")
    expect(reply).to_have_text(re.compile("My games: restore 1$"))
    typed(tab.page, "help restore")
    expect(reply).to_have_text("restore brings a deleted game back. Type restore 1.")
    typed(tab.page, "help delete")
    expect(reply).to_have_text(
        "delete deletes a game of the list My games. There is nothing for it to do now."
    )
    tab.page.reload()  # it could not be had back from here on
    typed(tab.page, "restore")
    expect(links).to_have_count(1)
    assert len(tab.ask(GAMES)) == 2
    for words, told in (
        ("restore", "there is no deleted game"),
        ("delete 9", "there is no game 9 in My games: it has 1"),
        ("delete", "a number is missing: type for example delete 1"),
    ):
        typed(tab.page, words)
        expect(tab.page.locator(".nb-trouble")).to_have_text(told)


def test_a_page_keeps_the_last_games_that_were_deleted_and_gives_them_up_for_room(shelf):
    """So that they do not grow without end, nor keep another game from being kept."""
    tab, base, place = shelf
    many = """place => {
      const kept = JSON.parse(localStorage.getItem(place));
      const copy = (_, k) => ({ ...kept.games[1], id: `gone${k}`, lines: `x${k}` });
      kept.gone = Array.from({ length: 12 }, copy);
      localStorage.setItem(place, JSON.stringify(kept));
    }"""
    gone = "place => JSON.parse(localStorage.getItem(place)).gone.map(({ id }) => id)"
    tab.ask(many, place)
    tab.page.goto(f"{base}/antipalos-4.html")
    typed(tab.page, "delete 1")
    expect(tab.page.locator(".nb-gone li")).to_have_count(10)
    assert tab.ask(gone, place)[1:] == [f"gone{k}" for k in range(9)]
    tab.ask("""() => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function (place, text) {
        if (JSON.parse(text).gone?.length > 3) throw new DOMException('full');
        set.call(this, place, text);
      };
    }""")
    typed(tab.page, "restore")
    expect(tab.page.locator(MINE)).to_have_count(1)
    assert tab.ask(gone, place) == ["gone0", "gone1", "gone2"]
    typed(tab.page, "restore 2")
    expect(tab.page.locator(".nb-gone li")).to_have_count(2)
    assert tab.ask(gone, place) == ["gone0", "gone2"]


@pytest.mark.long
def test_a_date_is_written_as_in_a_notebook(shelf):
    """test_keeping.py has the notebook's."""
    tab, base, place = shelf
    dated = """place => {
      const kept = JSON.parse(localStorage.getItem(place));
      kept.games.forEach((one) => { one.at = +new Date(2026, 8, 7, 23, 6); });
      localStorage.setItem(place, JSON.stringify(kept));
    }"""
    tab.ask(dated, place)
    tab.page.goto(f"{base}/index.html")
    expect(tab.page.locator("#nb-mine a").first).to_have_text(re.compile("7 Sep 2026, 23:06$"))


@pytest.mark.long
@pytest.mark.parametrize("size", first_of([(360, 740), (800, 600), (1280, 720)]))
def test_a_game_of_mine_that_is_opened_is_brought_onto_the_screen(shelf, size):
    """The link stands below the board, half of which was off the screen."""
    tab, base, _ = shelf
    page = tab.page
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(f"{base}/antipalos-4.html")
    page.get_by_text("My games").click()
    page.locator(MINE).last.click()
    expect(page.locator(".nb-moves li")).not_to_have_count(0)
    for part in (".nb-status", ".nb-board"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def three_games(page, base):
    """Games of one move each: the last is on the board, the others are in the open list."""
    page.goto(f"{base}/projex-3.html")
    typed(page, "B2")
    anew(page, "C3")
    anew(page, "A3")
    page.get_by_text("My games").click()


@pytest.mark.long
def test_the_game_on_the_board_is_deleted_by_one_click_of_a_double_one_and_comes_back(shelf):
    """It had no Delete; and of two clicks at one place the second one may meet another button."""
    tab, base, _ = shelf
    page = tab.page
    three_games(page, base)
    here, moves = page.locator("#nb-app > .nb-more > p"), page.locator(".nb-moves li")
    here.get_by_role("button", name="Delete").dblclick(position={"x": 4, "y": 4})
    expect(moves).to_have_count(0)
    expect(here).to_be_hidden()
    expect(page.locator(MINE)).to_have_text([re.compile("last C3"), re.compile("last B2")])
    assert len(tab.ask(GAMES)) == 4  # two are of Antipalos
    restore = page.locator(".nb-gone").get_by_role("button", name="Restore")
    restore.press("Enter")
    expect(here).to_contain_text("the last A3")
    expect(moves).to_have_text(["A3"])
    here.get_by_role("button", name="Delete").press("Enter")
    expect(restore).to_be_focused()
    page.locator('[aria-label^="C3,"]').click()  # another one is begun: it stays
    expect(moves).to_have_text(["C3"])
    expect(restore).to_be_hidden()  # what is told of Delete goes with the next move
    page.get_by_text("Deleted games").press("Enter")
    restore.press("Enter")
    expect(page.locator(MINE).filter(has_text="the last A3")).to_have_count(1)
    expect(moves).to_have_text(["C3"])
    page.locator(".nb-more > ol").get_by_role("button", name="Delete").last.dblclick()
    expect(restore).to_have_count(1)


@pytest.mark.parametrize("by", first_of(["word", "button"]))
def test_a_game_is_restored_alike_by_button_and_by_word(shelf, by):
    """On the board where none is, else into the open list: by word that stayed closed."""
    tab, base, _ = shelf
    page = tab.page
    three_games(page, base)
    here, moves = page.locator("#nb-app > .nb-more > p"), page.locator(".nb-moves li")
    more = page.locator("#nb-app > .nb-more")

    def restore():
        if by == "word":
            more.evaluate("more => { more.open = false; }")
            typed(page, "restore")
        else:
            page.locator(".nb-gone").get_by_role("button", name="Restore").first.press("Enter")

    page.locator(MINE).filter(has_text="last C3").click()
    expect(moves).to_have_text(["C3"])
    here.get_by_role("button", name="Delete").press("Enter")
    expect(moves).to_have_count(0)
    restore()
    expect(moves).to_have_text(["C3"])  # its name stands in the address already
    line = page.locator(MINE).filter(has_text="last B2")
    line.locator("..").get_by_role("button", name="Delete").press("Enter")
    expect(line).to_have_count(0)
    restore()
    expect(line).to_be_visible()
    expect(moves).to_have_text(["C3"])


def test_the_game_on_the_board_is_deleted_that_another_tab_has_deleted(shelf):
    """Before this tab has heard of it, Delete said "Cannot read properties of undefined"."""
    tab, base, _ = shelf
    page = tab.page
    three_games(page, base)
    tab.ask("""() => {
      for (const [place, text] of Object.entries(localStorage)) {
        const { games, ...rest } = JSON.parse(text);
        const gone = games.filter(({ says }) => says[3] === 'A3');
        const left = { ...rest, games: games.filter((one) => !gone.includes(one)), gone };
        if (gone.length) localStorage.setItem(place, JSON.stringify(left));
      }
    }""")
    here = page.locator("#nb-app > .nb-more > p")
    here.get_by_role("button", name="Delete").press("Enter")
    expect(page.locator(".nb-moves li")).to_have_count(0)
    expect(here).to_be_hidden()
    expect(page.locator(".nb-gone li")).to_have_text([re.compile("last A3")])
    expect(page.locator(MINE).filter(has_text="last A3")).to_have_count(0)
    assert here.locator("[role=alert]").text_content() == ""


@pytest.mark.long
def test_the_game_on_the_board_is_deleted_with_an_equal_one_that_was_played_later(shelf):
    """Of the two that one is listed: a new game was begun, and none deleted."""
    tab, base, _ = shelf
    page = tab.page
    page.goto(f"{base}/projex-3.html")
    typed(page, "B2")
    first = tab.ask("() => Object.values(sessionStorage).at(-1)")
    anew(page, "B2")
    page.goto("about:blank")
    page.goto(f"{base}/projex-3.html#{first}")
    page.get_by_text("My games").click()
    here = page.locator("#nb-app > .nb-more > p")
    expect(here).to_contain_text("the last B2")
    here.get_by_role("button", name="Delete").click()
    expect(page.locator(".nb-moves li")).to_have_count(0)
    expect(page.locator(MINE)).to_have_count(0)
    page.locator(".nb-gone").get_by_role("button", name="Restore").click()
    expect(here).to_contain_text("the last B2")


def test_the_game_on_the_board_is_in_my_games_from_its_first_move_on(shelf):
    """It was not there before another one had begun."""
    tab, base, _ = shelf
    tab.page.goto(f"{base}/projex-3.html")
    here = tab.page.locator("#nb-app > .nb-more > p")
    expect(here).to_be_hidden()
    typed(tab.page, "B2")
    tab.page.get_by_text("My games").click()
    told = "^On the board: 1 move, the last B2 · two people · goes on"
    expect(here).to_have_text(re.compile(told))
    typed(tab.page, "resign", "yes")
    expect(here).to_contain_text("2 moves · two people · X wins by resignation")
    expect(tab.page.locator(MINE)).to_have_count(0)
    typed(tab.page, "new")
    expect(here).to_be_hidden()
    expect(tab.page.locator(MINE)).to_have_text(re.compile("X wins by resignation"))


def test_what_another_tab_plays_is_in_my_games_at_once(shelf):
    tab, base, _ = shelf
    tab.page.goto(f"{base}/projex-3.html")
    other = tab.page.context.new_page()
    other.goto(f"{base}/projex-3.html")
    typed(other, "B2")
    tab.page.get_by_text("My games").click()
    expect(tab.page.locator(MINE)).to_have_text(re.compile("^1 move, the last B2"))
    other.close()


@pytest.mark.long
def test_a_deleted_game_can_be_had_back_after_another_was_opened(shelf):
    """To open one, or a move, made the list anew: the way back was gone without a word."""
    tab, base, _ = shelf
    page = tab.page
    three_games(page, base)
    links = page.locator(MINE)
    restore = page.locator(".nb-gone").get_by_role("button", name="Restore")
    expect(links).to_have_text([re.compile("the last C3"), re.compile("the last B2")])
    page.locator(".nb-more li").get_by_role("button", name="Delete").first.click()
    links.click()
    expect(page.locator(".nb-moves li")).to_have_text(["B2"])
    typed(page, "A3")
    anew(page)
    expect(links).to_have_text(
        [re.compile("2 moves, the last A3"), re.compile("1 move, the last A3")]
    )
    expect(restore).to_be_hidden()
    page.get_by_text("Deleted games").press("Enter")
    expect(restore).to_have_count(1)
    restore.click()
    expect(page.locator(".nb-moves li")).to_have_text(["C3"])  # on the board: none was there
    expect(links).to_have_count(2)


# Put what is no game among the games of a page, and among those that were deleted.
STRANGE = """place => {
  const kept = JSON.parse(localStorage.getItem(place));
  const odd = { toString: 1, valueOf: 1 };
  const [id, address, says] = ['x', 'y', ['9 moves']];
  kept.games.push(null, { id: odd, address, says }, { address: odd, says },
    { id, address, says, lines: odd }, { id, address, says, at: odd });
  kept.gone = [...kept.games, 7, ...(kept.gone ?? [])];
  localStorage.setItem(place, JSON.stringify(kept));
}"""


@pytest.mark.long
def test_what_is_no_game_among_the_games_hinders_nothing(shelf):
    """The page that leads to the others listed none, and a board kept nothing any more."""
    tab, base, place = shelf
    tab.ask(STRANGE, place)
    tab.page.goto(f"{base}/antipalos-4.html")
    typed(tab.page, "delete 1")
    expect(tab.page.locator(".nb-reply")).to_contain_text("The game is deleted")
    anew(tab.page)
    tab.page.get_by_label("Who plays").select_option("0")
    typed(tab.page, "b2-c1")
    expect(tab.page.locator(".nb-moves li")).to_have_text(["b2-c1"])
    tab.ask(STRANGE, place)
    tab.page.goto(f"{base}/index.html")
    mine = tab.page.locator("#nb-mine")
    links = mine.get_by_role("link")
    expect(links).to_have_text([re.compile("the last b2-c1"), re.compile("against computer 1")])
    mine.get_by_role("button", name="Delete").first.click()
    expect(links).to_have_count(1)
    tab.ask("place => localStorage.removeItem(place)", place)
    mine.get_by_role("button", name="Restore").first.click()
    expect(links).to_have_count(1)
    assert [said for said, *_ in tab.ask(GAMES)] == ["1 move"]


@pytest.mark.long
def test_a_deleted_game_for_which_there_is_no_room_can_be_restored_later(shelf):
    """Nothing was said, and it was gone."""
    tab, base, _ = shelf
    tab.page.goto(f"{base}/antipalos-4.html")
    tab.page.get_by_text("My games").click()
    typed(tab.page, "delete 1")
    tab.page.get_by_text("Deleted games").press("Enter")
    restore = tab.page.locator(".nb-gone").get_by_role("button", name="Restore")
    expect(restore).to_be_visible()
    tab.ask("""() => {
      window.kept = Storage.prototype.setItem;
      Storage.prototype.setItem = () => { throw new DOMException('full'); };
    }""")
    full = "there is no room for that here: delete another game first"
    restore.click()
    expect(tab.page.locator(".nb-gone").get_by_role("alert")).to_have_text(full)
    typed(tab.page, "restore")
    expect(tab.page.locator(".nb-trouble")).to_have_text(full)
    assert len(tab.ask(GAMES)) == 1
    tab.ask("() => { Storage.prototype.setItem = window.kept; }")
    typed(tab.page, "restore")
    expect(tab.page.locator(MINE)).to_have_count(1)
    assert len(tab.ask(GAMES)) == 2


def played_beside(tab, base):
    """Another tab with a game of two moves, while the first shows the list of all games."""
    board = tab.page.context.new_page()
    board.goto(f"{base}/projex-3.html")
    typed(board, "B2", "C3")
    expect(board.locator(".nb-moves li")).to_have_count(2)
    tab.page.goto(f"{base}/index.html")
    return board


@pytest.mark.long
def test_a_game_that_is_deleted_while_it_is_open_in_a_tab_is_neither_lost_nor_doubled(shelf):
    tab, base, _ = shelf
    board = played_beside(tab, base)
    mine = tab.page.locator("#nb-mine")
    delete, restore = (
        mine.get_by_role("button", name=name).first for name in ("Delete", "Restore")
    )

    def found():
        games = (said for said, *_ in tab.ask(GAMES))
        return [said for said in games if "against" not in said and "draw" not in said]

    delete.click()
    expect(restore).to_be_visible()
    typed(board, "A3", "comment 1:well played")
    expect(board.locator(".nb-moves li").first).to_have_text("B2well played")
    typed(board, "comment 1:")
    expect(board.locator(".nb-moves li").first).to_have_text("B2")
    tab.page.bring_to_front()
    restore.click()  # the longer one has it all
    expect(delete).to_be_focused()
    assert found() == ["3 moves"]
    typed(board, "comment 1:well played")
    tab.page.reload()
    delete.click()
    expect(restore).to_be_visible()
    typed(board, "comment 1:played well")
    expect(board.locator(".nb-moves li").first).to_have_text("B2played well")
    restore.click()  # they say different things
    expect(mine.get_by_role("button", name="Delete").nth(1)).to_be_focused()
    assert found() == ["3 moves", "3 moves"]
    mine.get_by_role("link").nth(1).click()
    expect(tab.page.locator(".nb-moves li").first).to_have_text("B2well played")
    board.close()


@pytest.mark.long
def test_a_game_that_another_page_has_deleted_is_kept_again_before_it_is_left(shelf):
    """New game asked as if it were kept, and it was gone."""
    tab, base, _ = shelf
    board = played_beside(tab, base)
    tab.page.locator("#nb-mine").get_by_role("button", name="Delete").first.click()
    expect(tab.page.locator("#nb-mine").get_by_role("button", name="Restore")).to_be_visible()
    typed(board, "new")
    expect(board.locator(".nb-question")).to_contain_text("This one is kept.")
    board.keyboard.press("Enter")  # yes
    expect(board.locator(".nb-moves li")).to_have_count(0)
    board.close()
    assert "2 moves" in [said for said, *_ in tab.ask(GAMES)]


def test_two_tabs_of_a_page_keep_a_game_each(shelf):
    """The last that was played on had written over the other's."""
    tab, base, _ = shelf
    pages = [tab.page, tab.page.context.new_page()]
    for page, begin in zip(pages, (anew, typed), strict=True):
        page.goto(f"{base}/antipalos-4.html")
        begin(page)
        page.get_by_label("Who plays").select_option("0")
    for words in (("b2-c1", "d4-e5"), ("b4-c5", "c2-d1"), ("d2-e1", "a4-b5")):
        for page, word in zip(pages, words, strict=True):
            typed(page, word)
            expect(page.locator(".nb-moves li").last).to_have_text(word)
    pages[1].close()
    found = [said for said, *_ in tab.ask(GAMES)]
    assert sorted(found) == ["2 moves · against computer 1", "2 moves · draw", "3 moves", "3 moves"]


@pytest.mark.long
@pytest.mark.everywhere
def test_a_tab_that_stands_still_leaves_alone_what_another_has_kept_of_its_game(shelf):
    """A mark there had the page open at move 2 again, and both listed."""
    tab, base, _ = shelf
    still, other = tab.page, tab.page.context.new_page()
    moves = [page.locator(".nb-moves li") for page in (still, other)]
    still.goto(f"{base}/antipalos-4.html")
    anew(still)
    still.get_by_label("Who plays").select_option("0")
    typed(still, "b2-c1", "d4-e5")
    expect(moves[0]).to_have_count(2)
    other.goto(f"{base}/antipalos-4.html")
    expect(moves[1]).to_have_count(2)
    expect(other.locator(".nb-shared")).to_have_text("The game as you left it.")
    typed(other, "b4-c5", "c2-d1")
    expect(moves[1]).to_have_count(4)
    expect(other.locator(".nb-shared")).to_have_text("")  # it goes with the first move
    before = sorted(tab.ask(GAMES))
    typed(still, "mark a1-b2")
    expect(still.locator(".nb-laid")).to_have_text("marks: a1-b2")
    assert sorted(tab.ask(GAMES)) == before
    other.reload()
    expect(moves[1]).to_have_count(4)
    expect(still.get_by_role("alert").first).to_be_hidden()
    typed(still, "undo", "b3-c4")  # which is another game
    expect(still.get_by_role("alert").first).to_have_text(
        "This game is open in another tab: what is played here goes into a copy."
    )
    expect(moves[0]).to_have_text(["b2-c1", "b3-c4"])
    other.reload()
    expect(moves[1]).to_have_count(4)  # the one of this tab
    other.close()
    found = [said for said, *_ in tab.ask(GAMES)]
    assert sorted(found) == ["2 moves", "2 moves · against computer 1", "2 moves · draw", "4 moves"]


@pytest.mark.long
def test_a_comment_of_another_tab_stays_in_a_game_that_goes_on_here(shelf):
    tab, base, _ = shelf
    one, other = tab.page, tab.page.context.new_page()
    one.goto(f"{base}/projex-3.html")
    typed(one, "B2", "C3")
    expect(one.locator(".nb-moves li")).to_have_count(2)
    other.goto(f"{base}/projex-3.html")
    expect(other.locator(".nb-moves li")).to_have_count(2)
    typed(one, "comment 1:well played")
    expect(one.locator(".nb-moves li").first).to_have_text("B2well played")
    typed(other, "A3")
    expect(other.locator(".nb-moves li")).to_have_count(3)
    one.reload()
    expect(one.locator(".nb-moves li")).to_have_text(["B2well played", "C3"])
    other.close()
    typed(one, "resign")
    one.keyboard.press("Enter")  # yes
    typed(one, "comment 1:played well")  # which is no other game
    expect(one.locator(".nb-moves li").first).to_have_text("B2played well")
    found = [said for said, *_ in tab.ask(GAMES) if "against" not in said and "draw" not in said]
    assert sorted(found) == ["3 moves", "3 moves · O wins by resignation"]


RECORD = "nbgames 1\ngame: projex 3\n\n"


@pytest.mark.long
def test_two_games_are_two_however_they_begin(shelf):
    """The shorter of two that begin with the same moves was dropped."""
    tab, base, _ = shelf
    tab.page.goto(f"{base}/projex-3.html")
    moves = tab.page.locator(".nb-moves li")
    typed(tab.page, "B2", "C3")
    anew(tab.page, "B2", "C3", "A3")
    anew(tab.page, "B2")
    expect(moves).to_have_count(1)
    expect(tab.page.locator(".nb-kept button")).to_have_count(0)  # of other games
    found = [said for said, *_ in tab.ask(GAMES) if "against" not in said and "draw" not in said]
    assert sorted(found) == ["1 move", "2 moves", "3 moves"]
    tab.page.get_by_text("My games").click()
    tab.page.locator(MINE).filter(has_text="2 moves").click()
    expect(moves).to_have_text(["B2", "C3"])
    typed(tab.page, "A3")  # as in the other one
    expect(moves).to_have_count(3)
    found = [said for said, *_ in tab.ask(GAMES) if "against" not in said and "draw" not in said]
    assert sorted(found) == ["1 move", "3 moves", "3 moves"]


def test_a_record_that_is_loaded_leaves_the_game_before_in_my_games(shelf):
    tab, base, _ = shelf
    tab.page.goto(f"{base}/projex-3.html")
    typed(tab.page, "B2", "C3")
    tab.page.get_by_text("More", exact=True).click()
    tab.page.get_by_label("record", exact=True).fill(f"{RECORD}1. B2 2. C3 3. A3")
    tab.page.get_by_role("button", name="Load").click()
    expect(tab.page.locator(".nb-moves li")).to_have_count(3)
    tab.page.get_by_text("My games").click()
    expect(tab.page.locator(MINE)).to_have_text(re.compile("^2 moves, "))


@pytest.mark.long
def test_a_list_of_moves_is_loaded_and_the_game_before_is_in_my_games(shelf):
    tab, base, _ = shelf
    tab.page.goto(f"{base}/projex-3.html")
    typed(tab.page, "B2", "C3")
    tab.page.get_by_text("More", exact=True).click()
    box, load = (tab.page.get_by_label("record", exact=True), tab.page.get_by_text("Load"))
    load.click()
    expect(tab.page.locator(".nb-trouble")).to_contain_text("the box is empty")
    box.fill("1. A3\n3. D2")
    load.click()
    expect(tab.page.locator(".nb-trouble")).to_contain_text("move 2 is numbered '3.'")
    expect(box).to_have_value("1. A3\n3. D2")
    box.fill("1. A3\n2. D2 3. B3")
    load.click()
    expect(tab.page.locator(".nb-moves li")).to_have_text(["A3", "D2", "B3"])
    tab.page.get_by_text("My games").click()
    expect(tab.page.locator(MINE)).to_have_text(re.compile("^2 moves, "))


# Of each game whose link takes several lines, whether its bullet, which stands on the first line of
# its item, is beside the first of them.
BULLETS = """() => [...document.querySelectorAll('.nb-more li')].flatMap((item) => {
  const range = document.createRange();
  range.selectNodeContents(item.querySelector('a'));
  const [first, ...others] = range.getClientRects();
  if (!others.length) return [];
  const mark = document.createElement('i');
  mark.style.display = 'inline-block';
  item.prepend(mark);
  const { bottom } = mark.getBoundingClientRect();
  return [first.top < bottom && bottom < first.bottom];
})"""


@pytest.mark.long
def test_on_a_phone_the_bullet_of_a_game_of_mine_stands_beside_its_first_line(shelf):
    """The link is a block, as high as a finger needs, and stands on its last line."""
    tab, base, _ = shelf
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.goto(f"{base}/projex-3.html")
    typed(tab.page, "B2", "C3")
    anew(tab.page)
    tab.page.get_by_text("My games").click()
    assert tab.ask(BULLETS) == [True]


NO_CLIPBOARD = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"


@pytest.mark.long
def test_what_was_copied_or_answered_of_a_game_goes_with_it(shelf):
    tab, base, _ = shelf
    page = tab.page
    page.goto(f"{base}/projex-3.html")
    tab.ask(NO_CLIPBOARD)
    page.get_by_text("More", exact=True).click()
    box, reply = page.get_by_label("record", exact=True), page.locator(".nb-reply")

    def copied(words):
        page.get_by_role("button", name="Copy record").click()
        expect(box).to_have_value(re.compile(words))
        typed(page, "who")
        expect(reply).not_to_be_empty()

    typed(page, "B2", "C3")
    copied("B2 2. C3")
    typed(page, "A3")
    expect(box).not_to_have_value("")  # it is still of this game
    anew(page)
    expect(box).to_have_value("")
    copied("projex 3")
    page.get_by_text("My games").click()
    page.locator(MINE).click()
    expect(page.locator(".nb-moves li")).to_have_count(3)
    expect(box).to_have_value("")
    expect(reply).to_be_empty()
    copied("A3")
    link = address.write(nbgames.match("projex", 3).play("B2"))
    tab.ask("hash => { location.hash = hash; }", link)
    expect(page.locator(".nb-moves li")).to_have_count(1)
    expect(box).to_have_value("")
    expect(reply).to_be_empty()
    typed(page, "D99")
    expect(page.locator(".nb-typed")).to_have_value("D99")
    tab.ask(
        "hash => { location.hash = hash; }", address.write(nbgames.match("projex", 3).play("A3"))
    )
    expect(page.locator(".nb-moves li")).to_have_text("A3")
    expect(page.locator(".nb-trouble")).to_be_empty()
    expect(page.locator(".nb-typed")).to_have_value("")
    box.fill("1. A3 3. B2")
    page.get_by_text("Load").click()
    anew(page)
    expect(box).to_have_value("")


@pytest.mark.long
def test_a_tab_opens_its_own_game_again_not_the_one_that_was_written_last(shelf):
    tab, base, _ = shelf
    pages = [tab.page, tab.page.context.new_page()]
    for page, word, begin in zip(pages, ("B2", "C3"), (typed, anew), strict=True):
        page.goto(f"{base}/projex-3.html")
        begin(page, word)
        expect(page.locator(".nb-moves li")).to_have_text([word])
    for page, word in zip(pages, ("B2", "C3"), strict=True):
        page.reload()
        expect(page.locator(".nb-moves li")).to_have_text([word])
    anew(pages[0])
    expect(pages[0].locator(".nb-moves li")).to_have_count(0)
    typed(pages[1], "A3")
    pages[0].reload()
    expect(pages[0].get_by_label("Level")).to_be_visible()
    expect(pages[0].locator(".nb-moves li")).to_have_count(0)
    pages[1].close()


@pytest.mark.long
def test_the_games_of_an_earlier_version_are_read(shelf):
    """It kept all lines of a page in one text, and named each by its address."""
    tab, base, _ = shelf
    m = nbgames.match("projex", 3)
    on, other = m.play("B2", "C3"), m.play("A3").comment("well played")
    games = [
        {"says": [f"{n} moves", "", ""], "address": address.write(one), "seat": seat, "level": 2}
        for n, one, seat in ((2, on, 2), (1, other, 0))
    ]
    kept = {"address": address.write(on), "seat": 2, "level": 2, "lines": f"{on}\n{other}"}
    place = f"nbgames {address.write(m)}"
    put = "([place, text]) => localStorage.setItem(place, text)"
    tab.ask(put, [place, json.dumps({**kept, "games": games})])
    tab.page.goto(f"{base}/projex-3.html")
    moves = tab.page.locator(".nb-moves li")
    expect(moves).to_have_text(["B2", "C3"])
    expect(tab.page.get_by_label("Level")).to_have_value("2")
    typed(tab.page, "B3")
    tab.page.goto(f"{base}/index.html")
    expect(tab.page.locator("#nb-mine").get_by_role("link")).to_have_count(4)
    tab.page.locator("#nb-mine").get_by_role("link").filter(has_text="Projex 3 · 1 move").click()
    expect(moves).to_have_text("A3well played")


@pytest.mark.long
@pytest.mark.parametrize("count", first_of([0, 1, 2], 2))
def test_a_game_of_an_earlier_version_that_was_taken_back_is_on_the_board_so(shelf, count):
    """Its address was that of the position, which no game in its list had."""
    tab, base, _ = shelf
    m = nbgames.match("projex", 3)
    line, other = m.play("B2", "C3", "A3"), m.play("A3")
    games = [
        {"says": ["moves", "", ""], "address": address.write(one), "seat": 0, "level": 2}
        for one in (line, other)
    ]
    state = {"address": address.write(m.play(*line.moves[:count])), "lines": f"{line}\n{other}"}
    put = "([place, text]) => localStorage.setItem(place, text)"
    tab.ask(put, [f"nbgames {address.write(m)}", json.dumps({**state, "games": games})])
    tab.page.goto(f"{base}/projex-3.html")
    tab.page.get_by_text("The game as you left it").wait_for()
    expect(tab.page.locator(".nb-moves li")).to_have_text(["B2", "C3", "A3"])
    expect(tab.page.get_by_role("button", name="Undo")).to_have_attribute(
        "aria-disabled", "false" if count else "true"
    )
    typed(tab.page, *["redo"] * (3 - count), "D2")
    expect(tab.page.locator(".nb-moves li")).to_have_count(4)
    tab.page.get_by_text("My games").click()
    expect(tab.page.locator(MINE)).to_have_count(1)


def test_a_damaged_game_leaves_the_others_in_the_list(shelf):
    tab, base, place = shelf
    spoil = """place => {
      const kept = JSON.parse(localStorage.getItem(place));
      kept.games[0].address = 'cut sho';
      localStorage.setItem(place, JSON.stringify(kept));
    }"""
    tab.ask(spoil, place)
    tab.page.goto(f"{base}/antipalos-4.html")
    told = tab.page.get_by_role("alert").first
    expect(told).to_have_text("The game that was kept here is damaged: here is a new one.")
    tab.page.get_by_text("My games").click()
    expect(tab.page.locator(MINE)).to_have_count(2)
    tab.page.locator(MINE).filter(has_text="draw").click()
    expect(tab.page.locator(".nb-moves li")).to_have_text(["a1-b2", "d3-e4"])


def test_with_storage_switched_off_the_list_of_games_is_not_there(open_page, tmp_path, served):
    for name, text in demo().items():
        (tmp_path / name).write_text(text, "utf-8")
    no = "Object.defineProperty(window, 'localStorage', { get() { throw Error('no'); } })"
    tab = open_page(script=no)
    tab.page.goto(f"{served}/projex-3.html")
    tab.page.locator(".nb-typed").fill("B2")
    tab.page.locator(".nb-typed").press("Enter")
    expect(tab.page.locator(".nb-moves li")).to_have_count(1)
    tab.page.goto(f"{served}/index.html")
    expect(tab.page.get_by_role("link", name="Projex")).not_to_have_count(0)
    expect(tab.page.locator("#nb-mine")).to_be_hidden()
    assert tab.errors == []


def test_sizes_on_the_list_of_games_are_set_apart():
    """In "4 (for beginners) 5" nobody saw where a name ended."""
    text = demo()["index.html"]
    assert re.search(r">4</a> \(for beginners\) · <a [^>]*>5</a> · <a", text)


@pytest.mark.parametrize(
    "place",
    [
        pytest.param("disk", marks=pytest.mark.everywhere),
        pytest.param("server", marks=pytest.mark.long),
    ],
)
def test_the_demo_works_from_disk_and_from_a_server(open_page, tmp_path, served, place):
    """From a server: the test of my games, too."""
    for name, text in demo().items():
        (tmp_path / name).write_text(text, "utf-8")
    base = tmp_path.as_uri() if place == "disk" else served
    tab = open_page()
    tab.page.goto(f"{base}/index.html")
    for picture in tab.page.locator("ul.nb-pages img").all():
        shot = Image.open(BytesIO(picture.screenshot())).convert("L")
        assert ImageStat.Stat(shot).mean[0] > 128  # light, as the page is
    tab.page.get_by_role("link", name="Projex 6").click()
    tab.page.locator(".nb-typed").fill("F6")
    tab.page.locator(".nb-typed").press("Enter")
    tab.page.get_by_text("X plays F6.").wait_for()
    tab.page.get_by_role("link", name="All games").click()
    tab.page.get_by_role("link", name="First moves").first.click()
    tab.page.get_by_role("link", name="All games").click()
    tab.page.get_by_role("heading", name="Board games").wait_for()
    tab.page.goto(address.link(nbgames.match("conhex").play("A1"), f"{base}/"))
    tab.page.get_by_text("Vert plays A1.").wait_for()
    tab.page.goto(f"{base}/hemi-icosahedron-6.html")
    tab.page.wait_for_selector(".nb-globe [data-site]")
    # A picture adds a style in Firefox, which the page refuses.
    assert [error for error in tab.errors if "blocked an inline style" not in error] == []
    assert tab.outside == []


def test_another_s_eye_reads_the_code_and_the_page_it_leads_to_opens(open_tab, tmp_path, served):
    m = nbgames.match("antipalos", 26)
    random = Random(1)
    while len(m.claims) < 300:
        m = m.play(random.choice([word for word in m.legal() if word != "swap"]))
    (tmp_path / "antipalos-26.html").write_text(to_html(nbgames.match(m.game)), "utf-8")
    tab = open_tab()
    tab.page.set_content(m.qr(f"{served}/", marks="a1-b2>c3-d4"))
    seen = Image.open(BytesIO(tab.page.screenshot()))
    (code,) = zxingcpp.read_barcodes(seen)
    tab.page.goto(code.text)
    tab.page.get_by_text("marks: a1-b2 → c3-d4").wait_for()
    assert bytes(tab.ask(OWNERS, 0)) == m.position.owners
    assert tab.outside == []


def test_what_a_page_cannot_do_is_refused_in_words(opened):
    tab = opened(nbgames.match("projex", 4).play("D1"), answer=("D2",))
    typed = tab.page.locator(".nb-typed")
    asked = {"analyse": "there is no help on this board", "again x": "a rematch can be had once"}
    asked |= dict.fromkeys(
        ("hint", "bar", "layer threats", "advise 1"), "there is no help on this board"
    )
    for word, told in asked.items():
        typed.fill(word)
        typed.press("Enter")
        expect(tab.page.locator(".nb-trouble")).to_contain_text(told)
    for name in ("Hint", "Bar", "Layers", "Analyse"):
        expect(tab.page.get_by_role("button", name=name, exact=True)).to_be_hidden()
