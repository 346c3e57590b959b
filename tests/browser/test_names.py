"""Names of two people at one board, on the page of one of them."""

import pytest
from browser.games import PLACES
from playwright.sync_api import expect
from thinned import first_of, first_rows

import nbgames
from nbgames.widgets.board import _part

START = nbgames.match("projex", 6, swap=False)
HTML = "<b>Bob</b>"


@pytest.fixture
def ann(show):
    """Ann's page, in a notebook that others may edit too; she has moved."""
    board = show(START, me="Ann")
    board.click("F6")
    expect(board.part("says")).to_contain_text("F6")  # Python has it before another's move
    return board


def moves(board, name, word):
    """Somebody else moves; each move comes from another page."""
    board.wire.ask(board.widget, word, view=word.lower(), by=name)
    board.push()


def seats(board):
    return board.part("seats").locator("span")


def test_both_are_named_above_the_board_and_who_is_to_move_in_the_line_below(ann):
    moves(ann, "Bob", "A6")
    expect(seats(ann)).to_have_text(["Ann (X), you", "Bob (O)"])
    expect(seats(ann).nth(0)).to_have_attribute("aria-current", "true")
    expect(ann.part("says")).to_have_text("O plays A6. Ann (X) to move; move 3.")
    assert ann.violations() == []


def test_who_comes_and_goes_is_seen_as_it_happens(ann):
    moves(ann, "Bob", "A6")
    for name, said in (("Bob", "Bob (O), here"), ("Cid", "Bob (O)"), ("Bob", "Bob (O), here")):
        ann.tab.ask("name => people.come(name)", name)
        expect(seats(ann).nth(1)).to_have_text(said)
    ann.tab.ask("() => people.come(null)")
    expect(seats(ann).nth(1)).to_have_text("Bob (O)")


def test_who_is_renamed_is_called_so_at_once(ann):
    """The seat had the old name, and nobody was "you", until the next move."""
    moves(ann, "Bob", "A6")
    expect(seats(ann)).to_have_text(["Ann (X), you", "Bob (O)"])  # what tells names is there
    ann.tab.ask("() => people.called('Anna')")
    expect(seats(ann)).to_have_text(["Anna (X), you", "Bob (O)"])
    expect(ann.part("says")).to_have_text("O plays A6. Anna (X) to move; move 3.")


def test_another_of_the_same_name_has_a_number(ann):
    ann.tab.ask("() => people.come('Ann', 'another')")
    ann.wire.ask(ann.widget, "A6", view="other", by="Ann", id="another")
    ann.push()
    expect(seats(ann)).to_have_text(["Ann (X), you", "Ann (2) (O), here"])
    expect(ann.part("says")).to_have_text("O plays A6. Ann (X) to move; move 3.")
    ann.tab.ask("() => people.come(null)")
    expect(seats(ann)).to_have_text(["Ann (X), you", "Ann (2) (O)"])


def test_nothing_moves_as_the_names_come(show):
    board = show(START, me="Ann")
    expect(seats(board)).to_have_text(["X", "O"])
    before = board.tab.ask(PLACES)
    board.click("F6")
    expect(board.part("says")).to_contain_text("F6")
    moves(board, "Bob", "A6")
    expect(seats(board).nth(1)).to_have_text("Bob (O)")
    assert board.tab.ask(PLACES) == before


@pytest.mark.parametrize("name", first_of([HTML, {"toString": 1}, ["Bob"], 7]))
def test_what_somebody_is_called_is_text_and_no_more(ann, name):
    ann.tab.ask("name => people.come(name)", name)
    moves(ann, HTML, "A6")
    ann.tab.ask("name => people.come(name)", name)
    expect(seats(ann).nth(1)).to_contain_text(f"{HTML} (O)")
    expect(ann.page.locator("b")).to_have_count(0)
    assert ann.tab.errors == []


@pytest.mark.long
def test_a_board_that_is_gone_listens_to_nobody(ann):
    moves(ann, "Bob", "A6")
    ann.page.wait_for_function("() => people.comers.calls.size === 1")
    ann.tab.ask("() => unmount()")
    assert ann.tab.ask("() => people.comers.calls.size") == 0


def test_where_one_person_has_the_notebook_no_name_is_sent_nor_a_row_shown(show):
    board = show(START)
    board.click("F6")
    (asked,) = board.tab.ask("() => sent.map(({ request }) => Object.keys(request).sort())")
    assert asked == ["do", "first", "view"]
    expect(board.part("seats")).to_be_hidden()


WRITES = """() => {
  const send = model.save_changes;
  window.written = [];
  model.save_changes = () => written.push(structuredClone(model.get('request')));
  window.sendLast = () => { model.save_changes = send; send(); };
}"""


@pytest.mark.long
def test_what_is_sent_again_still_says_who_asks(show):
    """While a message is under way JupyterLab keeps what is written, and sends the last of it."""
    board = show(START, me="Ann")
    board.tab.ask(WRITES)
    board.click("F6")
    board.tab.ask("() => arrive({ state: { ...model.get('state'), says: 'news' } })")
    board.page.wait_for_function("written.length === 2")
    assert board.tab.ask("() => written.map(({ by }) => by)") == ["Ann", "Ann"]
    board.tab.ask("() => sendLast()")
    expect(board.part("says")).to_contain_text("F6")
    moves(board, "Bob", "A6")
    expect(seats(board)).to_have_text(["Ann (X), you", "Bob (O)"])


@pytest.mark.parametrize(
    ("name", "seat"),
    first_rows(
        [
            (" Ann\u2028 of the\thouse\u200b\n", "Ann of the house"),
            ("王" * 30 + "🎲" * 15, "王" * 30 + "🎲" * 10),
            ("Ann  Lee", "Ann Lee"),
            ("A" * 45, "A" * 40),
            ("A" * 39 + " Lee", "A" * 39),
        ],
    ),
)
def test_who_is_here_is_told_by_the_name_that_python_has_cleaned(show, name, seat):
    board = show(START, me=name)
    board.click("F6")
    expect(board.part("says")).to_contain_text("F6")  # Python has it before Bob's move
    moves(board, "Bob", "A6")
    expect(seats(board).nth(0)).to_have_text(f"{seat} (X), you")
    other = show(START, me="Cid")
    moves(other, name, "F6")
    moves(other, "Bob", "A6")
    other.tab.ask("name => people.come(name)", name)
    expect(seats(other).nth(0)).to_have_text(f"{seat} (X), here")


@pytest.mark.long
def test_a_name_that_comes_or_changes_later_is_sent(show):
    board = show(START, me="Ann")
    board.tab.ask("() => people.called('')")
    board.click("F6")
    expect(board.part("says")).to_contain_text("F6")
    board.tab.ask("() => people.called('Anna')")
    board.click("A6")
    assert board.tab.ask("() => sent.map(({ request }) => request.by)") == ["", "Anna"]


CHANGES = """() => {
  const seen = new MutationObserver(() => {});
  const all = { subtree: true, childList: true, attributes: true };
  seen.observe(document.querySelector(".nb-root"), all);
  people.come('Bob');
  return seen.takeRecords().length;
}"""


@pytest.mark.long
def test_a_cursor_that_moves_changes_nothing_on_the_board(ann):
    moves(ann, "Bob", "A6")
    ann.tab.ask("() => people.come('Bob')")
    expect(seats(ann).nth(1)).to_have_text("Bob (O), here")
    assert ann.tab.ask(CHANGES) == 0


LEAVES = """(extras) => new Promise((resolve) => {
  const revoke = URL.revokeObjectURL.bind(URL);
  URL.revokeObjectURL = (url) => { revoke(url); setTimeout(resolve); };  // the part was loaded
  arrive({ extras });
  setTimeout(unmount); // before it is loaded
})"""


@pytest.mark.long
def test_a_board_that_has_left_as_its_part_comes_listens_to_nobody(show):
    board = show(START, me="Ann")
    board.tab.ask(LEAVES, {"people": _part("people")})
    assert board.tab.ask("() => people.comers.calls.size") == 0
