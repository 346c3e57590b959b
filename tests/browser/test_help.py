"""Hint, the bar and layers on a live board: buttons, keys and words, and nothing that is stale."""

import re
import time
from random import Random

import pytest
from browser.games import PLACES, to_the_end
from browser.test_keeping import SLOW
from playwright.sync_api import expect
from positions import random_match
from thinned import each_once, first_of, first_rows

import nbgames
from nbgames.analysis import advising
from nbgames.analysis.advising import Advice, advised
from nbgames.analysis.values import Value
from nbgames.analysis.wording import nothing_critical
from nbgames.draw.looks import contrast
from nbgames.widgets.adviser import valued
from nbgames.widgets.computer import Computer
from nbgames.widgets.known import key_of, worth_of
from nbgames.widgets.worker import ENDS

WORDS = ("B3", "E3", "C2", "D6", "D4", "B5", "E2", "F1")  # from here X wins
M = nbgames.match("projex", 4, swap=False).play(*WORDS)
GAMES = [("projex", 6), ("conhex", 4), ("copolymer", 9), ("antipalos", 6)]

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.fixture(autouse=True)
def brief(monkeypatch):
    """The last search of advice is as long as a review's: it runs as plain Python here."""
    monkeypatch.setattr(advising, "DEEP", 1)


# The part of the board that shows help has come, if it was asked for.
SHOWS_HELP = "() => !model.get('extras').advice || document.querySelector('.nb-told')"


def settle(board):
    """Until all that was asked for is found and on the page, which then asks for nothing more."""
    end, asked = time.monotonic() + 120, -1
    while asked != (asked := board.tab.ask("() => sent.length")):
        board.answered()
        board.page.wait_for_function(SHOWS_HELP)
        while board.widget._desk.adviser._worker.busy:
            assert time.monotonic() < end
            time.sleep(0.05)
            board.push()
        board.push()
        board.tab.rest(150)  # as the slider does before its position is asked about


def ask(board, way, name, key):
    """Press the button, the key, or type the word."""
    if way == "button":
        board.button(name).click()
    elif way == "key":
        board.cell("A4").focus()
        board.keys(key)
    else:
        board.type(name.lower())
    settle(board)


def shaded(board):
    return board.page.locator(".nb-heat > :not(text), .nb-under > *").count()


@pytest.mark.parametrize("way", first_of(["button", "key", "word"]))
def test_a_hint_says_where_to_look_then_the_move_then_why(show, way):
    board = show(M)

    def hint():
        ask(board, way, "Hint", "h")

    told = board.part("told")
    hint()
    expect(told).to_contain_text("Look at what is shaded")
    assert shaded(board) == 3
    expect(board.button("Hint")).to_have_attribute("aria-pressed", "true")
    hint()
    expect(told).to_contain_text("proven")
    assert shaded(board) == 1
    hint()
    expect(told).to_contain_text("whatever")
    expect(board.page.locator(".nb-values text").first).to_have_text("X1")
    assert board.page.locator(".nb-path path").count() == 0  # D1 makes no way of X's shorter
    hint()
    expect(told).to_have_text("The hint is put away; Hint begins it again.")
    expect(board.button("Hint")).to_have_attribute("aria-pressed", "false")
    assert shaded(board) == 0
    assert board.match.moves == M.moves


@pytest.mark.long
@pytest.mark.parametrize("stages", first_of([2, 1]))
def test_why_tells_the_reason_of_a_hint_that_is_shown(show, stages):
    """It was refused: "no computer plays here"."""
    board = show(M)
    board.type("why")
    expect(board.part("trouble")).to_have_text(
        "no reason is known here: type hint, then why, or analyse, then why"
    )
    for _ in range(stages):
        ask(board, "word", "Hint", "h")
    ask(board, "word", "Why?", "")
    expect(board.part("told")).to_contain_text("whatever")
    ask(board, "word", "Why", "")  # it stays
    expect(board.part("told")).to_contain_text("whatever")


@pytest.mark.long
@pytest.mark.parametrize(
    "typed", first_of(["Who is winning?", "am I losing?", "what is the score"])
)
def test_who_is_winning_is_told_as_the_bar_does(show, typed):
    """It was told who plays."""
    board = show(M)
    for _ in range(2):  # asked again the bar stays
        ask(board, "word", typed, "")
        expect(board.part("stands")).to_have_text("X can win: proven.")
    assert [asked.lower().rstrip("?") for asked in board.asked()] == [typed.lower().rstrip("?")] * 2
    board.button("move before").click()
    ask(board, "word", "How many moves do I need?", "")
    expect(board.part("told")).to_contain_text("O's shortest way to a win, shaded, takes")


# A first search likes D3, one as long as a review's F4, one of eight times as long E4.
DOUBTFUL = nbgames.match("projex", 5, swap=False).play("E2", "C7", "B4", "B8", "H1")


@pytest.mark.long
def test_the_second_and_the_third_hint_are_about_one_move_and_one_side(show):
    """Read as soon as they are told, on a kernel that knows nothing of the position yet."""
    board = show(DOUBTFUL)
    told, found = board.part("told"), []
    for _ in range(3):
        board.button("Hint").click()
        end = time.monotonic() + 120
        while told.inner_text() in ("", *found, "Looking …"):
            assert time.monotonic() < end
            time.sleep(0.02)
            board.push()
        found.append(told.inner_text())
        settle(board)
        assert told.inner_text() == found[-1]  # nor does it change while it is read
    _, second, third = found
    assert second.split(".")[0] == third.split()[0]


@pytest.mark.parametrize(("seed", "count"), [(0, 8), (1, 11), (4, 14), (8, 14)])
def test_a_hint_names_a_whole_turn(seed, count):
    """The search of each of these breaks off within a turn, or names no word of best play."""
    m = random_match(nbgames.game("copolymer", 7), None, 99, seed=seed).at(count)
    first = next(one for one in advised(m) if one and one.firm)
    assert not m.play(*first.words[0].split(",")).is_open
    assert first.words[0] == first.value.word


def test_the_second_and_the_third_hint_tell_the_chance_of_who_is_to_move():
    firm = Advice(Value(0.38, 0.1), ("F4",), firm=True)
    _, second, third = valued(DOUBTFUL, firm)["hints"]
    assert second["says"] == "F4."
    assert second["stands"] == "O's chance to win: 62% (52% to 72%), estimated."
    assert third["says"].startswith("F4 looks best, but that is not proven. ")
    assert "%" not in third["says"]  # the second has told that
    assert valued(DOUBTFUL, firm._replace(firm=False))["hints"] == []


@pytest.mark.parametrize("way", first_of(["button", "key", "word"]))
def test_the_bar_says_who_stands_better_and_how_that_is_known(show, way):
    board = show(M)
    ask(board, way, "Bar", "b")
    bar, stands = board.part("bar"), board.part("stands")
    expect(stands).to_have_text("X can win: proven.")
    expect(bar).to_have_attribute("aria-label", "X can win: proven.")
    expect(stands).to_have_attribute("role", "status")
    assert bar.evaluate("bar => bar.style.getPropertyValue('--at')") == "100%"
    board.button("Bar").click()
    settle(board)
    expect(bar).to_be_hidden()
    expect(stands).to_be_empty()


@pytest.mark.parametrize(
    ("seat", "value", "words", "told"),
    first_rows(
        [
            (nbgames.FIRST, Value(1.0), ("swap",), "You (O) can win if O swaps: proven."),
            (
                nbgames.SECOND,
                Value(0.61, 0.1),
                (),
                "Your chance to win: 39% (29% to 49%) if O swaps",
            ),
            (
                nbgames.FIRST,
                Value(0.61, 0.1),
                (),
                "Your chance to win: 61% (51% to 71%) if O swaps, else 39%, estimated.",
            ),
            (nbgames.FIRST, Value(1.0), (), "You (O) can win if O swaps: proven."),
        ],
    ),
)
def test_against_the_computer_the_bar_calls_both_as_the_names_above_the_board(
    show, seat, value, words, told
):
    """It said "Player 1 (X)'s", also where one looks back before a swap."""
    opened = nbgames.match("projex", 6).play("F6")
    player = nbgames.opponent(1, seed=0)
    widget = opened.play(*words).widget(opponent=player, seat=seat, keep="")
    widget._desk.computer.stop()
    known = value._replace(games=10**9)  # no search knows better
    widget._desk.adviser._known.learn(key_of(opened), worth_of(opened, known))
    board = show(widget)
    if words:
        board.page.get_by_label("move before").click()
    board.button("Bar").click()
    expect(board.part("stands")).to_contain_text(told)
    assert told in board.part("bar").get_attribute("aria-label")


@pytest.mark.parametrize(
    "presses",
    first_of(
        [
            ("move before", "last move"),  # late positions are soon looked at
            ("first move", "move after", "move after", "last move"),
        ]
    ),
    ids=["late", "early"],
)
def test_bar_and_layer_follow_the_slider_and_every_move(show, presses):
    board = show(M)
    board.button("Bar").click()
    board.type("layer threats")
    settle(board)
    for press in presses:
        board.page.get_by_label(press, exact=True).click()
        settle(board)
        page = board.widget.advice
        expect(board.part("stands")).to_have_text(page["bar"]["says"])
        at = board.tab.ask("() => Number(document.querySelector('.nb-time input').value)")
        assert page["at"] == str(at)
    board.type(M.legal()[0])
    settle(board)
    assert board.widget.advice["at"] == "9"
    expect(board.part("told")).to_have_text(board.widget.advice["layer"])


@pytest.mark.parametrize("word", first_of(["who is winning", "hint", "Bar", "layer threats"]))
def test_help_that_is_typed_while_one_looks_back_is_about_what_is_shown(show, word):
    board = show(M)
    board.page.get_by_label("move before").click()
    board.type(word)
    settle(board)
    expect(board.part("says")).to_contain_text("Looking back: after move 7")
    assert board.widget.advice["at"] == "7"


@pytest.mark.long
def test_nothing_stale_stays_while_an_answer_is_on_its_way(show):
    board = show(M)
    board.button("Bar").click()
    board.type("layer critical")
    settle(board)
    assert shaded(board) > 0
    board.tab.ask("() => { model.save_changes = () => {}; }")  # Python hears no more
    board.page.get_by_label("move before").click()
    expect(board.part("stands")).to_have_text("Looking …")
    expect(board.part("told")).to_have_text("Looking …")
    assert shaded(board) == 0
    board.page.get_by_label("move after").click()
    expect(board.part("stands")).to_have_text("X can win: proven.")
    assert shaded(board) > 0


@pytest.mark.long
def test_a_layer_gives_way_to_a_hint_and_comes_back_after_it(show):
    """Shades of both would be taken for each other; which takes whose place is told."""
    board = show(M)
    layers, chosen = board.button("Layers"), board.page.get_by_label("layer", exact=True)
    board.type("layer X way")  # as the list has it
    settle(board)
    way = shaded(board)
    ask(board, "button", "Hint", "h")
    expect(layers).to_have_attribute("aria-pressed", "false")
    expect(chosen).to_be_hidden()
    told = board.part("told")
    expect(told).to_contain_text("Look at what is shaded")
    expect(told).to_contain_text("The layer comes back when the hint is put away.")
    ask(board, "button", "Layers", "l")
    expect(told).to_contain_text("The layer takes the hint's place; Hint begins it again.")
    expect(board.button("Hint")).to_have_attribute("aria-pressed", "false")
    expect(layers).to_have_attribute("aria-pressed", "true")
    expect(chosen).to_have_value("way X")
    assert shaded(board) == way
    board.type("Z9")
    expect(board.part("trouble")).to_contain_text("Z9")
    chosen.select_option("threats")  # what was refused stayed in the place of its words
    settle(board)
    expect(told).to_be_visible()
    chosen.select_option("way X")
    settle(board)
    ask(board, "button", "Hint", "h")
    board.type("hint off")
    settle(board)
    expect(layers).to_have_attribute("aria-pressed", "true")
    assert shaded(board) == way


@pytest.mark.long
def test_the_numbers_of_the_line_that_is_expected_say_whose_moves_they_are(show):
    """By a letter: colours would be too weak on what is shaded."""
    board = show(nbgames.match("conhex", 4, swap=False).play("E4", "G6"))
    for _ in range(3):
        ask(board, "button", "Hint", "h")
    texts = board.page.locator(".nb-values text")
    told = texts.all_text_contents()
    numbers = sorted(int(text[1:]) for text in told)
    assert len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)]
    assert all(text[0] == "HV"[int(text[1:]) % 2] for text in told)


LABELS = """() => [...document.querySelectorAll('.nb-values text')].map(text => {
  const { fill, stroke } = getComputedStyle(text);
  return [fill, stroke].map(colour => '#' + colour.match(/\\d+/g)
    .map(n => Number(n).toString(16).padStart(2, '0')).join(''));
})"""


@pytest.mark.long
@pytest.mark.parametrize("dark", first_of([True, False]), ids=["dark", "light"])
def test_the_letters_of_a_line_have_the_contrast_of_text(show, dark):
    """With the casing around them, whatever the shade below is; the players' colours had 4.4."""
    board = show(nbgames.match("conhex", 4, swap=False).play("E4", "G6"), dark=dark)
    for _ in range(3):
        ask(board, "button", "Hint", "h")
    letters = board.tab.ask(LABELS)
    assert len(letters) > 1
    assert all(contrast(*pair) >= 4.5 for pair in letters)  # WCAG 2.2, 1.4.3


def test_a_question_hides_no_hint(show):
    board = show(M, viewport={"width": 360, "height": 740}, has_touch=True)
    board.page.touchscreen.tap(*board.place(M.legal()[0]))
    expect(board.part("question")).to_be_visible()
    board.button("Hint").tap()
    settle(board)
    told = board.part("told")
    expect(told).to_contain_text("Look at what is shaded")
    box, asked = told.bounding_box(), board.part("question").bounding_box()
    assert box["y"] + box["height"] <= asked["y"]
    expect(board.part("question")).to_be_visible()


def test_a_hint_leaves_with_its_position(show):
    board = show(M)
    board.button("Hint").click()
    settle(board)
    board.click(M.legal()[0])
    settle(board)
    assert shaded(board) == 0
    expect(board.part("told")).to_be_empty()


@pytest.mark.long
def test_a_hint_is_about_the_position_that_is_looked_at(show):
    board = show(M)
    board.page.get_by_label("move before").click()
    board.button("Hint").click()
    settle(board)
    assert board.widget.advice["at"] == "7"
    assert shaded(board) > 0
    board.cell("A4").focus()
    board.keys("h")
    settle(board)
    assert shaded(board) == 1
    expect(board.part("says")).to_contain_text("Looking back")


def test_a_position_that_is_set_up_shows_no_help(show):
    board = show(M)
    board.type("layer critical")
    settle(board)
    board.type("edit")
    assert shaded(board) == 0


NOTHING = ("Nobody threatens to win at once.", nothing_critical())


@pytest.mark.parametrize(
    ("name", "size"),
    first_rows([("conhex", 3), ("copolymer", 5), ("projex", 4), ("antipalos", 6)], 2),
)
def test_every_layer_is_in_the_menu_and_is_drawn_or_says_why_not(show, name, size):
    m = to_the_end(nbgames.match(name, size), Random(1)).at(9)
    board = show(m)
    board.button("Layers").click()
    settle(board)
    menu = board.page.get_by_label("layer", exact=True)
    names = menu.locator("option").all_text_contents()
    assert "critical" in names
    assert {name.split()[0] for name in names if " " in name} == {*m.game.players}  # a cut has it
    for layer in names:
        menu.select_option(layer)
        settle(board)
        expect(board.part("told")).not_to_be_empty()
        drawn = shaded(board) + board.page.locator(".nb-path path").count()
        assert drawn or board.part("told").text_content() in NOTHING
        assert overlapping(board) == 0
    board.button("Layers").click()
    settle(board)
    expect(menu).to_be_hidden()
    assert shaded(board) == 0


def overlapping(board):
    """How many pairs of numbers on the board cover each other, and how many are long.

    Digits are about 0.73 of their font's size high; browsers differ in the room above and below.
    """
    return board.tab.ask(
        """() => {
          const all = [...document.querySelectorAll('.nb-values text')];
          const boxes = all.map(e => {
            const { left, right, top, bottom } = e.getBoundingClientRect();
            const height = 0.73 * parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a;
            return { left, right, height, middle: (top + bottom) / 2 };
          });
          const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
            && Math.abs(a.middle - b.middle) < (a.height + b.height) / 2;
          return all.filter(e => e.textContent.replace(/\\D/g, '').length > 3).length
            + boxes.flatMap((a, k) => boxes.slice(k + 1).filter(b => over(a, b))).length;
        }"""
    )


def test_stones_keep_their_colours_under_a_layer(show):
    m = to_the_end(nbgames.match("conhex", 4), Random(1)).at(9)
    board = show(m)
    stones = board.page.locator(".nb-marks > *").count()
    board.type("layer critical")
    settle(board)
    owned = {m.game.board.site(name) for who in (1, 2) for name in m.owned(who)}
    assert not owned & {int(site) for site in board.widget.advice["over"]["heat"]}
    assert board.page.locator(".nb-marks > *").count() == stones
    board.type("layer currents Vert")
    settle(board)
    order = board.tab.ask(
        "() => [...document.querySelectorAll('.nb-scene > g')].map(g => g.getAttribute('class'))"
    )
    assert order.index("nb-under") < order.index("nb-sites") < order.index("nb-marks")
    assert board.page.locator(".nb-under > *").count() > 0


@pytest.mark.parametrize(
    ("game", "window", "scheme"),
    each_once(
        GAMES,
        [(1400, 900), (800, 600), (360, 740)],
        ["light", "dark"],
        quick=[(GAMES[2], (360, 740), "dark")],
    ),
)
def test_nothing_moves_and_a_screen_reader_can_use_it(show, game, window, scheme):
    m = to_the_end(nbgames.match(*game), Random(1)).at(9)
    board = show(m, dark=scheme == "dark", viewport={"width": window[0], "height": window[1]})
    places = f"() => {{ scrollTo({{ top: 0, behavior: 'instant' }}); return ({PLACES})(); }}"
    before = board.tab.ask(places)
    for press in ("Bar", "Hint", "Hint", "Hint", "Hint", "Layers"):
        board.button(press).click(scroll="none")
        settle(board)
        assert board.tab.ask(places) == before  # on a phone the page goes to what is told
    assert board.violations() == []
    assert board.tab.ask("() => document.documentElement.scrollWidth") <= window[0]


def test_a_teacher_switches_it_off(show):
    board = show(M.widget(help=False))
    expect(board.button("Hint")).to_be_hidden()
    board.cell("A4").focus()
    board.keys("h")
    expect(board.part("trouble")).to_have_text("there is no help on this board")
    assert board.widget.extras == {}


def test_two_views_of_a_board_do_not_ask_against_each_other(show):
    """Each asks only when its position changes, and shows no help that another one asked for."""
    board = show(M)
    board.button("Bar").click()
    settle(board)
    before = len(board.asked())
    board.wire.ask(board.widget, "advise 2", view="b")
    board.push()
    settle(board)
    assert len(board.asked()) == before
    expect(board.part("stands")).to_be_empty()
    expect(board.part("bar")).to_be_hidden()
    board.page.get_by_label("move before").click()
    settle(board)
    expect(board.part("stands")).to_have_text(re.compile("proven|estimated"))


@pytest.mark.parametrize(("name", "word"), first_rows([("Layers", "layer"), ("Bar", "bar")]))
def test_what_is_not_shown_after_a_reload_looks_not_pressed_and_one_press_shows_it(
    show, name, word
):
    """It followed the position that was looked at before; a press took it away."""
    before = show(M)
    before.button(name).click()
    before.page.get_by_label("first move").click()
    settle(before)
    expect(before.button(name)).to_have_attribute("aria-pressed", "true")
    board = show(before.widget)
    settle(board)
    expect(board.button(name)).to_have_attribute("aria-pressed", "false")
    board.type(word)
    settle(board)
    expect(board.button(name)).to_have_attribute("aria-pressed", "true")
    expect(board.part("stands" if word == "bar" else "told")).not_to_be_empty()
    assert board.widget.advice["follows"] == ""


@pytest.mark.parametrize("dark", first_of([True, False]), ids=["dark", "light"])
def test_a_sphere_shades_too(show, dark):
    board = show(M.widget().sphere(), dark=dark)
    board.button("Hint").click()
    settle(board)
    assert len(board.widget.advice["over"]["heat"]) > 0
    assert board.violations() == []
    assert board.tab.errors == []


@pytest.mark.long
def test_the_reason_for_a_move_is_read_in_the_list_and_looking_back(show):
    board = show(nbgames.match("projex", 4, swap=False).widget())
    table = board.widget.table
    computer = board.widget._desk.computer = Computer(
        table, nbgames.opponent(1, seed=0), nbgames.SECOND, board.widget._changed
    )
    table.play("D4")
    computer.rest()
    computer._hear((ENDS, ("E1", "stops X's <b>D5</b>")))
    board.push()
    moves = board.part("moves").get_by_role("button")
    expect(moves.nth(1)).to_have_attribute("title", "stops X's <b>D5</b>")
    expect(moves.nth(0)).to_have_attribute("title", "look at this move")
    board.type("why")
    expect(board.part("reply")).to_have_text("Move 2, E1: stops X's <b>D5</b>.")
    board.widget.play("D1")
    computer.rest()
    board.push()
    moves.nth(1).click()
    expect(board.part("says")).to_have_text(
        "Looking back: after move 2 of 3. Why: stops X's <b>D5</b>."
    )
    assert board.violations() == []


@pytest.mark.long
def test_in_a_notebook_help_comes_while_the_computer_thinks_and_the_kernel_answers(desk):
    desk.show(f"{SLOW}w = nbgames.match('projex', 4, swap=False).widget(opponent=Slow())\nw")
    desk.click(M, "D4")
    desk.press("Bar")
    desk.press("Hint")
    expect(desk.part("stands")).to_contain_text("Your chance to win")
    expect(desk.part("told")).to_contain_text("Look at what is shaded")
    assert desk.tab.python("print(w.advice['at'], w.state['thinks'])").strip() == "1 True"
    desk.press("Undo")
    expect(desk.part("told")).to_be_empty()
    expect(desk.part("stands")).to_contain_text("Your chance to win")
    assert desk.tab.python("print(w.advice['at'])").strip() == "0"
    desk.tab.python("w.close()")


@pytest.mark.long
def test_two_lines_of_news_are_read_above_the_bar(show):
    board = show(M)
    ask(board, "button", "Bar", "b")
    board.part("says").evaluate("says => { says.innerText = 'Somebody moves.\\nNobody moves.'; }")
    text, bar = (board.part(name).bounding_box() for name in ("says", "bar"))
    assert text["y"] + text["height"] <= bar["y"]
