"""Two people at one board have names: of each side that of who moved it last."""

from types import SimpleNamespace

import pytest
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames.play.table import Table
from nbgames.widgets import notebook
from nbgames.widgets.board import BoardWidget


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    """Where games are kept."""
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path))


@pytest.fixture
def played(wire):  # noqa: F811
    """played(("Ann", "A2"), ("Bob", "B3")) -> a board of Projex 4 that they have clicked so."""
    opened = []

    def begin(*moves, match=None, **options):
        board = (match or nbgames.match("projex", 4)).widget(**options)
        opened.append(board)
        go_on(wire, board, *moves)
        return board

    yield begin
    for board in opened:
        board.close()


def go_on(wire, board, *moves):  # noqa: F811
    """Each person has a page, as a page asks: what it asked before has been answered."""
    for name, deed in moves:
        view = f"v{name.encode().hex()}"[:16]
        first = board.ack.get(view, [-1])[0] + 1
        wire.ask(board, deed, view=view, first=first, by=name)


TWO = (("Ann", "D1"), ("Bob", "E2"))


def test_two_people_who_have_moved_are_named_and_whose_turn_it_is(played):
    board = played(*TWO)
    assert board.state["who"] == ["Ann (X)", "Bob (O)"]
    assert board.state["says"] == "O plays E2. Ann (X) to move; move 3."
    assert board.match.seats == ("Ann", "Bob")


@pytest.mark.parametrize("second", [(), (("Ann", "E2"),), (("", "E2"),)])
def test_one_person_alone_needs_no_names(played, second):
    board = played(TWO[0], *second)
    assert board.state["who"] == []
    assert "Ann" not in board.state["says"]


def test_whoever_moves_a_side_has_its_name(wire, played):  # noqa: F811
    """Who plays on for both sides is alone; then somebody comes."""
    board = played(*TWO, ("Cid", "C2"))
    assert board.state["who"] == ["Cid (X)", "Bob (O)"]
    go_on(wire, board, ("Cid", "D3"))
    assert board.state["who"] == []
    go_on(wire, board, ("Bob", "C3"))
    assert board.state["who"] == ["Bob (X)", "Cid (O)"]


def test_who_swaps_takes_the_other_side_and_keeps_the_name(wire, played):  # noqa: F811
    board = played(("Ann", "D1"), ("Bob", "swap"))
    assert board.state["who"] == ["Bob (X)", "Ann (O)"]
    exchanged = "The players exchange seats: who swapped plays X now."
    assert board.state["says"] == f"{exchanged} Ann (O) to move; move 3."
    go_on(wire, board, ("Ann", "E2"), ("Bob", "C2"))
    assert board.state["who"] == ["Bob (X)", "Ann (O)"]


def test_names_stay_after_undo_in_another_line_and_in_a_new_game(wire, played):  # noqa: F811
    board = played(*TWO, ("Ann", "undo"), ("Bob", "undo"))
    assert board.state["says"] == "Ann (X) to move; move 1."
    go_on(wire, board, ("Bob", "redo"), ("Bob", "from 0 C2"))
    assert board.state["who"] == []  # Bob has moved both sides
    go_on(wire, board, ("Ann", "E2"), ("Ann", "new"))
    assert board.state["says"] == "Bob (X) to move; move 1."


def test_two_people_of_one_name_are_told_apart_by_a_number(wire, played):  # noqa: F811
    """Whoever moves first under a name has it; a page that is reloaded is no other person."""
    board = played()
    for view, user, word in (
        ("a", "ann1", "D1"),
        ("b", "ann2", "E2"),
        ("c", "ann1", "C2"),
        ("d", "ann2", "D3"),
    ):
        wire.ask(board, word, view=view, by="Ann", id=user)
    assert board.state["who"] == ["Ann (X)", "Ann (2) (O)"]
    assert board.state["says"] == "O plays D3. Ann (X) to move; move 5."
    assert board.state["called"] == {"ann2": "Ann (2)"}


def asked(wire, board, *asks):  # noqa: F811
    """Who plays what, with which user's id, each time on a page of its own."""
    views = len(board.ack)
    for n, (name, user, word) in enumerate(asks, views):
        wire.ask(board, word, view=f"v{n}", by=name, id=user)


def test_who_is_renamed_has_the_new_name_and_leaves_the_old_one_free(wire, played):  # noqa: F811
    board = played()
    asked(wire, board, ("Ann", "ann1", "D1"), ("Ann", "ann2", "E2"), ("Anna", "ann1", "C2"))
    asked(wire, board, ("Bea", "ann2", "D3"))
    assert board.state["who"] == ["Anna (X)", "Bea (O)"]
    assert "called" not in board.state
    asked(wire, board, ("Ann", "ann3", "C3"))
    assert board.state["who"] == ["Ann (X)", "Bea (O)"]


def test_who_is_renamed_is_called_so_at_once(wire, played):  # noqa: F811
    board = played()
    asked(wire, board, ("Ann", "ann1", "D1"), ("Bob", "bob1", "E2"))
    asked(wire, board, ("Anna", "ann1", "thinks"), ("Dan", "dan1", "thinks"))
    assert board.state["who"] == ["Anna (X)", "Bob (O)"]
    assert board.state["says"] == "O plays E2. Anna (X) to move; move 3."


def test_who_is_renamed_and_moves_for_the_other_side_is_one_person(wire, played):  # noqa: F811
    board = played()
    asked(wire, board, ("Ann", "ann1", "D1"), ("Anna", "ann1", "E2"))
    assert board.state["who"] == []
    asked(wire, board, ("Bob", "bob", "C2"))
    assert board.state["who"] == ["Bob (X)", "Anna (O)"]


@pytest.mark.parametrize(
    ("names", "who"),
    [
        (["Ann", "Ann", "Ann (2)"], ["Ann (2) (2) (X)", "Ann (2) (O)"]),
        (["Ann (2)", "Ann", "Ann"], ["Ann (3) (X)", "Ann (O)"]),
    ],
)
def test_a_number_is_no_other_persons_name(wire, played, names, who):  # noqa: F811
    board = played()
    users = zip(names, ("a", "b", "c"), ("D1", "E2", "C2"), strict=True)
    asked(wire, board, *users)
    assert board.state["who"] == who


@pytest.mark.parametrize("bad", ["x" * 300, "x\ud800"])  # too long, and not to be sent on
def test_long_ids_are_told_apart_and_one_that_is_none_is_ignored(wire, played, bad):  # noqa: F811
    board = played()
    ids = [f"{'a' * 60}  {end}" for end in "xy"]
    asked(wire, board, ("Ann", ids[0], "D1"), ("Ann", ids[1], "E2"))
    assert board.state["called"] == {ids[1]: "Ann (2)"}
    asked(wire, board, ("Cid", bad, "C2"), ("Cid", f"{bad}y", "D3"))
    assert board.state["who"] == []


@pytest.mark.parametrize("user", [None, "", 7, "ann"])
def test_one_person_on_two_pages_is_one(wire, played, user):  # noqa: F811
    board = played()
    for view, word in (("a", "D1"), ("b", "E2")):
        wire.ask(board, word, view=view, by="Ann", id=user)
    assert board.state["who"] == []
    assert "called" not in board.state


def test_who_gives_up_for_the_other_takes_no_seat(played):
    """The button gives up for the player to move, whoever presses it."""
    board = played(*TWO, ("Bob", "resign"))
    assert board.state["who"] == ["Ann (X)", "Bob (O)"]


def test_a_move_that_is_refused_names_nobody(played):
    board = played(("Ann", "D1"), ("Bob", "D1"))
    assert board.state["who"] == []


def test_names_that_the_code_gave_stay(played):
    board = played(*TWO, match=nbgames.match("projex", 4, seats=("white", "black")))
    assert board.state["who"] == ["white (X)", "black (O)"]


MASTERS = nbgames.match("projex", 4, seats=("Kasparov", "Deep Blue")).play("D1")


def test_names_of_a_record_that_is_loaded_stay(wire, played):  # noqa: F811
    """Its line is not that of those who play it on; their own has their names again."""
    board = played(*TWO, ("Ann", f"load {MASTERS}"), ("Bob", "E2"), ("Ann", "C2"))
    assert board.moves == ("D1", "E2", "C2")
    assert board.state["who"] == ["Kasparov (X)", "Deep Blue (O)"]
    go_on(wire, board, ("Ann", "line 1"), ("Cid", "C2"))
    assert board.state["who"] == ["Cid (X)", "Bob (O)"]


def test_names_of_a_line_that_is_kept_stay(wire, played):  # noqa: F811
    board = played(*TWO)
    board.table.begin(board.match, MASTERS.play("C3"))
    go_on(wire, board, ("Ann", "line 1"), ("Ann", "C2"))
    assert board.state["who"] == ["Kasparov (X)", "Deep Blue (O)"]


def test_a_line_that_was_kept_before_the_names_has_them_as_one_goes_back_to_it(played):
    moves = (("Ann", "D1"), ("Ann", "undo"), ("Ann", "C2"), ("Bob", "E2"))
    board = played(*moves, ("Ann", "line 1"))
    assert board.moves == ("D1",)
    assert board.state["who"] == ["Ann (X)", "Bob (O)"]


def test_against_the_computer_nobody_needs_a_name(played):
    board = played(*TWO, opponent=SimpleNamespace(choose=lambda m: m.legal()[0]))
    assert board.state["who"] == ["You (X)", "Computer (O)"]
    assert board.match.openers == ("player 1", "player 2")


def test_two_boards_of_one_table_know_both(wire, played):  # noqa: F811
    board = played(TWO[0])
    other = BoardWidget(board.table)
    go_on(wire, other, TWO[1])
    other.close()
    assert board.state["who"] == ["Ann (X)", "Bob (O)"]


def test_a_plan_is_carried_out_though_its_player_has_got_a_name(wire, played):  # noqa: F811
    board = played(TWO[0], ("Ann", "plan E2 C2 C3 D3"), TWO[1])
    assert board.moves == ("D1", "E2", "C2")
    go_on(wire, board, ("Bob", "C3"))
    assert board.moves[-1] == "D3"


def test_names_are_there_after_a_restart_and_a_second_run(wire, played, monkeypatch):  # noqa: F811
    """They are in the record, so the kept game has them before anybody moves."""
    runs = iter(["one", "two"])

    def run():
        asked = {"metadata": {"cellId": "c"}, "header": {"msg_id": next(runs)}}
        monkeypatch.setattr(
            notebook, "get_ipython", lambda: SimpleNamespace(get_parent=lambda: asked)
        )

    run()
    played(*TWO)
    run()
    board = played()
    assert board.state["who"] == ["Ann (X)", "Bob (O)"]
    assert board.state["says"].endswith("Ann (X) to move; move 3.")
    go_on(wire, board, ("Ann", "C2"))
    assert board.state["says"] == "X plays C2. Bob (O) to move; move 4."
    assert "X: Ann\nO: Bob\n" in str(board.match)
    assert nbgames.my_games()[0].against == "Ann against Bob"


# A name is data from a stranger


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Anonymous Carme", "Anonymous Carme"),
        ("a" * 41, "a" * 40),
        ("x" * 39 + " y", "x" * 39),
        (" Ann\n\tof\x00 \u202ethe house\u2028", "Ann of the house"),
        ("Zoë 王", "Zoë 王"),
        ("\ud800", ""),
        ("", ""),
        (" \n", ""),
        (7, ""),
        (None, ""),
        (["Ann"], ""),
        ({"name": "Ann"}, ""),
    ],
)
def test_a_name_is_one_line_of_at_most_forty_letters(wire, played, given, name):  # noqa: F811
    board = played(TWO[0])
    wire.ask(board, "E2", view="b", by=given)
    assert board.moves == ("D1", "E2")
    assert board.state["who"] == (["Ann (X)", f"{name} (O)"] if name else [])


HTML = "<img src=x onerror=alert(1)>{&}"


def test_a_name_is_never_read_as_html_or_as_a_part_of_a_record(played):
    board = played(TWO[0], (HTML, "E2"), ("Ann", "C2"))
    assert board.match.seats[1] == HTML
    shown = board.match._repr_mimebundle_() | {"svg": board.match.svg()}
    assert {kind for kind in shown if "<img src=x" in shown[kind]} <= {"text/plain"}
    picture = notebook.Picture(board, lambda: board.match)._html()
    assert "<img src=x" not in picture and "&lt;img src=x" in picture
    assert nbgames.read(str(board.match)) == board.match


def test_a_table_does_not_ask_whose_move_it_was_after_the_end():
    over = nbgames.match("projex", 4).play("resign")
    table = Table(over)
    table.moved_by("Ann", over)
    assert table.match == over
