"""The live board without a page: what it takes from one, what it sends, what it leaves behind."""

import gc
import json
import re
import weakref
import xml.etree.ElementTree as ET
from itertools import product
from random import Random
from statistics import median
from threading import Event
from types import SimpleNamespace

import ipywidgets
import pytest
from browser.slow_player import Slow
from thinned import first_of, first_rows
from wire import size, wire  # noqa: F401  a fixture

import nbgames
from nbgames import analysis
from nbgames.analysis import compiling
from nbgames.draw.looks import PALETTE, contrast
from nbgames.draw.scene import player_marks
from nbgames.play.table import Table
from nbgames.web.bundle import ASSETS
from nbgames.web.facts import PAGES
from nbgames.widgets.board import _CSS, _ESM, BoardWidget
from nbgames.widgets.notebook import Picture
from nbgames.widgets.requests import in_main_shell
from nbgames.widgets.worker import GOES_ON, OFTEN

GAMES = tuple(nbgames.GAMES)
LARGEST = {name: rules.sizes[-1] for name, rules in nbgames.GAMES.items()}
SMALLEST = {name: rules.sizes[0] for name, rules in nbgames.GAMES.items()}
SOURCES = sorted(ASSETS.iterdir())


@pytest.fixture
def board(wire):  # noqa: F811
    """A board of Projex 4 in the middle of a game, and its wire."""
    shown = nbgames.match("projex", 4).play("D1", "F1", "C3").widget()
    yield shown
    shown.close()


def seen(widget):
    """All that a page is told of a widget."""
    return json.dumps(widget.get_state(), sort_keys=True, default=str)


# Requests


def test_a_request_is_carried_out_and_acknowledged(wire, board):  # noqa: F811
    wire.ask(board, "D4")
    assert board.moves[-1] == "D4"
    assert board.ack == {"a": [0, []]}


def test_a_request_sent_again_with_the_next_is_carried_out_once(wire, board):  # noqa: F811
    wire.ask(board, "D4")
    wire.ask(board, "D4", "C4")
    wire.ask(board, "D4", "C4")
    wire.ask(board, "C4", "E4", first=1)
    assert board.moves[3:] == ("D4", "C4", "E4")
    assert board.ack == {"a": [2, []]}


def test_requests_merged_while_one_was_under_way_are_all_carried_out(wire, board):  # noqa: F811
    wire.ask(board, "D4")
    wire.ask(board, "C4", "E4", "undo", first=1)
    assert board.moves[3:] == ("D4", "C4")


def test_an_old_request_that_comes_late_changes_nothing(wire, board):  # noqa: F811
    wire.ask(board, "D4", "C4")
    before = seen(board)
    wire.ask(board, "D4")
    wire.ask(board, "E4", first=1)
    assert seen(board) == before


def test_two_views_count_their_requests_apart(wire, board):  # noqa: F811
    wire.ask(board, "D4", view="a")
    wire.ask(board, "C4", view="b")
    wire.ask(board, "E4", view="a", first=1)
    assert board.moves[3:] == ("D4", "C4", "E4")
    assert board.ack == {"b": [0, []], "a": [1, []]}


def test_a_refused_request_is_answered_in_words_and_the_next_goes_on(wire, board):  # noqa: F811
    wire.ask(board, "D1", "F66", "swap", "D4")
    assert board.moves[3:] == ("D4",)
    number, refused = board.ack["a"]
    assert number == 3
    assert [(n, how) for n, how, _ in refused] == [(0, "refused"), (1, "refused"), (2, "refused")]
    assert refused[0][2] == "D1 is taken by X"


def test_a_refused_request_changes_nothing_but_the_answer(wire, board):  # noqa: F811
    before = board.get_state()
    wire.ask(board, "D1")
    assert board.get_state() == before | {"ack": board.ack}


@pytest.mark.parametrize("deed", ["undo", "redo", "swap", "resign", "new"])
def test_each_button_reaches_the_table(wire, deed):  # noqa: F811
    shown = nbgames.match("projex", 4).play("D1").widget()
    if deed == "redo":
        shown.undo()
    wire.ask(shown, deed)
    assert shown.ack == {"a": [0, []]}
    assert shown.moves == {
        "undo": (), "redo": ("D1",), "swap": ("D1", "swap"), "resign": ("D1", "resign"), "new": (),
    }[deed]  # fmt: skip


def test_all_of_an_answer_arrives_in_one_message(wire, board):  # noqa: F811
    before = len(wire.sent)
    wire.ask(board, "D4", "C4", "D1")
    (message,) = wire.sent[before:]
    assert {"ack", "line", "state"} <= message[2]["state"].keys()


def test_many_refusals_do_not_let_the_answer_grow(wire, board):  # noqa: F811
    wire.ask(board, *["D1" * 20] * 400)
    for n in range(1, 300):
        wire.ask(board, *["<b>" * 13] * 3, view=f"v{n}", first=0)
    assert len(board.ack) <= 8
    assert len(json.dumps(board.ack)) <= 10_000


def test_a_record_is_sent_once_and_not_again_with_every_move(wire, board):  # noqa: F811
    wire.ask(board, "record", "who")
    assert [how for _, how, _ in board.ack["a"][1]] == ["record", "said"]
    wire.ask(board, "D4", first=2)
    assert board.ack["a"] == [2, []]


def nested(depth):
    junk = "deep"
    for _ in range(depth):
        junk = [junk]
    return junk


JUNK = {
    "nothing": None,
    "a list": ["D4"],
    "a string": "D4",
    "a huge number": 10**400,
    "not a number": float("nan"),
    "true": True,
    "100 kB": "x" * 100_000,
    "nested": nested(400),
    "an empty record": {},
    "no deeds": {"view": "a", "first": 0},
    "a deed, not a list": {"view": "a", "first": 0, "do": "D4"},
    "deeds as a record": {"view": "a", "first": 0, "do": {"0": "D4"}},
    "a number among deeds": {"view": "a", "first": 0, "do": ["D4", 7]},
    "a nested deed": {"view": "a", "first": 0, "do": [["D4"]]},
    "nested deeds": {"view": "a", "first": 0, "do": nested(400)},
    "a long deed": {"view": "a", "first": 0, "do": ["D" * 100_000]},
    "very many deeds": {"view": "a", "first": 0, "do": ["D4"] * 20_000},
    "first below zero": {"view": "a", "first": -1, "do": ["D4"]},
    "a huge first": {"view": "a", "first": 10**400, "do": ["D4"]},
    "a first with a fraction": {"view": "a", "first": 0.5, "do": ["D4"]},
    "first is true": {"view": "a", "first": True, "do": ["D4"]},
    "first as text": {"view": "a", "first": "0", "do": ["D4"]},
    "a long view": {"view": "a" * 100_000, "first": 0, "do": ["D4"]},
    "a view with markup": {"view": "<b>", "first": 0, "do": ["D4"]},
    "a view with a line's end": {"view": "a\n", "first": 0, "do": ["D4"]},
    "a view that is a list": {"view": ["a"], "first": 0, "do": ["D4"]},
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
def test_a_request_that_is_none_changes_nothing(wire, board, junk):  # noqa: F811
    before, sent = seen(board), len(wire.sent)
    wire.update(board, {"request": junk})
    assert seen(board) == before
    assert wire.sent[sent:] == []
    wire.ask(board, "D4")
    assert board.moves[-1] == "D4"


@pytest.mark.parametrize("state", [None, [], "request", 7, {"": {}}, {"request": {}, "nothing": 1}])
def test_an_update_that_is_none_changes_nothing(wire, board, state):  # noqa: F811
    before = seen(board)
    wire.update(board, state)
    assert seen(board) == before


@pytest.mark.parametrize(
    "deed", ["", ",", ",,", "D4,", "close", "__class__", "\ud800", "\x00", "A1\nB2"]
)
def test_a_deed_that_is_none_is_refused_in_words_that_can_be_sent(wire, board, deed):  # noqa: F811
    wire.ask(board, deed)
    (answer,) = board.ack["a"][1]
    assert answer[1] == "refused"
    assert answer[2]
    json.dumps(board.ack, ensure_ascii=False).encode()  # raises where a kernel could not send it
    assert len(board.moves) == 3


def test_a_page_cannot_write_any_other_trait(wire, board):  # noqa: F811
    assert {"_esm", "_css", "_model_module", "layout", "board", "line", "ack"} <= set(board.keys)
    for name in board.keys:
        was = getattr(board, name)
        for forged in ("forged", 7, ["forged"], {"forged": 1}, None, "IPY_MODEL_forged"):
            before, sent = seen(board), len(wire.sent)
            wire.update(board, {name: forged})
            assert seen(board) == before, name
            assert wire.sent[sent:] == [], name
            assert getattr(board, name) is was, name


def test_a_request_beside_forged_traits_is_carried_out_alone(wire, board):  # noqa: F811
    forged = {name: "forged" for name in board.keys}
    wire.update(board, forged | {"request": {"view": "a", "first": 0, "do": ["D4"]}})
    assert board.moves[-1] == "D4"
    assert "forged" not in seen(board)


@pytest.mark.parametrize("method", ["custom", "backbone", "echo_update", "anywidget-command"])
def test_other_messages_change_nothing(wire, board, method):  # noqa: F811
    before = seen(board)
    content = {"id": "1", "kind": "anywidget-command", "name": "close", "msg": "close"}
    wire.hand(board, {"method": method, "content": content, "state": {"line": [], "board": ""}})
    assert seen(board) == before


# Who watches


def test_moves_can_be_observed(wire, board):  # noqa: F811
    heard = []
    board.observe(lambda change: heard.append((change.new, board.match.moves)), "moves")
    wire.ask(board, "D4")
    board.play("C4")
    board.undo()
    moves = ("D1", "F1", "C3", "D4")
    assert heard == [(m, m) for m in (moves, (*moves, "C4"), moves)]


def test_an_observer_may_answer_with_a_move(wire, board):  # noqa: F811
    """As a computer player of one's own does; the page must see the last state, not the first."""
    answers = {4: "C4"}

    def answer(change):
        if word := answers.pop(len(change.new), None):
            board.play(word)

    board.observe(answer, "moves")
    wire.ask(board, "D4")
    assert board.moves == board.match.moves == ("D1", "F1", "C3", "D4", "C4")
    assert board.state["at"] == 5
    assert len(board.line) == 1 + 5  # the start, then every claim
    assert wire.sent[-1][2]["state"]["state"]["at"] == 5


def test_an_observer_that_raises_does_not_make_a_request_hang(wire, board):  # noqa: F811
    """What a person's own code does wrong is said on the page; the move has been made once."""

    def wrong(change):
        raise RuntimeError("wrongly written")

    board.observe(wrong, "moves")
    wire.ask(board, "D4")
    wire.ask(board, "D4", "C4")
    assert board.moves[3:] == ("D4", "C4")
    number, refused = board.ack["a"]
    assert number == 1
    assert "wrongly written" in refused[0][2]
    assert board.state["at"] == 5


def test_boards_at_one_table_show_one_match(wire):  # noqa: F811
    table = Table(nbgames.match("antipalos", 3))
    one, two = BoardWidget(table), BoardWidget(table)
    wire.ask(one, "a1-b2")
    wire.ask(two, "b2-c3")
    assert one.moves == two.moves == ("a1-b2", "b2-c3")
    assert (one.line, one.state) == (two.line, two.state)
    one.close()
    two.play("a3-b2")
    assert two.state["at"] == 3


def test_a_line_says_what_every_claim_changed(wire):  # noqa: F811
    """ConHex's conquests and Antipalos' blocked diagonals too, whatever was taken back."""
    random = Random(5)
    for name in GAMES:
        shown = nbgames.match(name, 4 if name == "projex" else 3).widget()
        while not shown.match.outcome:
            shown.play(random.choice(shown.match.legal()))
            if random.random() < 0.3:
                shown.undo()
            owners = bytearray(len(shown.match.position.owners))
            steps = [step for page in PAGES for step in getattr(shown, page)]
            for claim in steps[: 1 + shown.state["at"]]:
                if not isinstance(claim, str):
                    for site, owner in zip(claim[::2], claim[1::2], strict=True):
                        owners[site] = owner
            assert owners == shown.match.position.owners


def silent():
    """A player who resigns once an event is set, and that event."""

    class Silent:
        def choose(self, m):
            return asked.wait(120) and "resign"

    asked = Event()
    return Silent(), asked


def test_asking_whether_it_thinks_begins_nothing_that_was_stopped_elsewhere(wire):  # noqa: F811
    """A page asks that every ten seconds, maybe before it has heard of a Stop in another view."""

    player, asked = silent()
    shown = nbgames.match("projex", 3).play("B2").widget(opponent=player)
    wire.ask(shown, "thinks", view="a")
    assert shown.state["thinks"]
    wire.ask(shown, "stop", view="b")
    wire.ask(shown, "thinks", view="a", first=1)
    assert (shown.state["thinks"], shown.state["waits"]) == (False, True)
    assert shown.ack["a"] == [1, []]
    wire.ask(shown, "think", view="a", first=2)
    assert shown.state["thinks"]
    asked.set()
    shown.close()


def test_a_sphere_hears_at_once_that_the_computer_player_thinks_and_rests(wire):  # noqa: F811
    player, asked = silent()
    flat = nbgames.match("projex", 3).play("B2").widget(opponent=player)
    sphere = flat.sphere()
    assert sphere.state["thinks"] and sphere.state["waits"]
    for number, thinks in enumerate((False, True, False)):
        deed = "think" if thinks else "stop"
        wire.ask(flat, deed, first=number)
        assert sphere.state["thinks"] == flat.state["thinks"] == thinks
    asked.set()
    sphere.close()
    flat._changed()
    flat.close()


def test_what_a_page_writes_goes_to_the_main_shell():
    """ipykernel 7.4 would send all pages' messages where its last answer's request came from."""
    comm = SimpleNamespace(_reply_subshell_for=lambda data, named: named)
    in_main_shell(comm)
    assert comm._reply_subshell_for({}, "lost") is None


def test_a_kept_picture_says_its_size_itself():
    """Jupyter leaves out a style sheet where it does not trust a notebook."""
    kept = Picture(ipywidgets.Box(), lambda: nbgames.match("projex", 3))._html()
    assert re.search('<img [^>]*style="max-width: 40em', kept)


# How much is sent


def test_the_code_of_the_page_is_small():
    """Every board of a notebook receives it: who adds to it sees here what is added.

    Packed it would be 26 kB, but unpacking takes longer than the bytes do: 6 ms of a first paint.
    """
    assert len((_ESM + _CSS).encode()) <= 65_000


def test_how_far_a_review_is_says_not_again_what_it_found(wire):  # noqa: F811
    """A search pauses forty times a second: the page is told twice a second, in a hundred bytes."""
    m = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")
    shown = m.widget()
    shown.show(analysis.review(m))
    analyst = shown._desk.analyst
    analyst._seen = 0.0  # as while its first stage is under way
    analyst._hear((GOES_ON, (0.0, {}, False)))
    before = len(wire.sent)
    for step in range(40):
        analyst._hear((GOES_ON, (step / 100, {}, False)))
    assert len(wire.sent) == before
    analyst._heard -= OFTEN
    analyst._hear((GOES_ON, (0.5, {}, False)))
    assert 0 < wire.bytes(before) < 300


@pytest.mark.slow
@pytest.mark.parametrize(("name", "at"), first_rows([*LARGEST.items(), *SMALLEST.items()], 4))
def test_opening_a_board_sends_little(wire, name, at):  # noqa: F811
    shown = nbgames.match(name, at).widget()
    code = len(json.dumps([_ESM, _CSS, shown.offline], ensure_ascii=False).encode())
    assert wire.bytes() - code <= 100 * len(shown.match.position.owners) + 6000


@pytest.mark.parametrize(("name", "at"), [*LARGEST.items(), *SMALLEST.items()])
def test_what_a_board_carries_to_play_on_without_python_is_small(name, at):
    """Half as much as its own code, and for each site its name, its lines and its neighbours."""
    shown = nbgames.match(name, at).widget()
    assert len(shown.offline) <= 31_850 + 24 * len(shown.match.position.owners)


@pytest.mark.slow
@pytest.mark.parametrize("name", first_of(sorted(GAMES, reverse=True)))
def test_a_move_on_the_largest_board_sends_little(wire, name):  # noqa: F811
    shown = nbgames.match(name, LARGEST[name]).widget()
    random, costs = Random(1), []
    order = [shown.match.game.board.names[s] for s in range(shown.match.game.board.claimable)]
    random.shuffle(order)
    for number, word in enumerate(order):
        before = len(wire.sent)
        wire.ask(shown, word, first=number)
        costs.append(wire.bytes(before))
        if shown.match.outcome:
            break
    print(f"\n{name} {LARGEST[name]}: median {median(costs)}, worst {max(costs)} bytes a move")
    assert median(costs) <= 1500
    assert max(costs) <= 2500  # a move sends one page of the line, however long that is


def test_a_move_takes_one_message(wire, board):  # noqa: F811
    before = len(wire.sent)
    board.play("D4")
    (message,) = wire.sent[before:]
    assert size(message) < 1500


# What is left behind


@pytest.mark.slow
def test_a_closed_board_leaves_nothing_behind(wire):  # noqa: F811
    table = Table(nbgames.match("projex", 4))
    shown = BoardWidget(table)
    shown.observe(lambda change: None, "moves")
    wire.ask(shown, "D1")
    gone = weakref.ref(shown)
    shown.close()
    del shown
    gc.collect()
    assert gone() is None
    assert wire.manager.comms == {}
    assert table._watchers == []


def test_a_board_may_be_closed_twice_and_its_table_plays_on(wire):  # noqa: F811
    shown = nbgames.match("projex", 4).widget()
    shown.close()
    shown.close()
    shown.play("D1")
    assert shown.match.moves == ("D1",)


@pytest.mark.slow
def test_a_cell_run_100_times_leaves_nothing_behind(wire):  # noqa: F811
    def cell():
        shown = nbgames.match("conhex", 2).widget()
        shown.play("C2")
        shown.close()

    def alive():
        wire.sent.clear()
        gc.collect()
        return len(gc.get_objects())

    compiling.wait()  # for what an earlier test has begun: a compiler makes objects, too
    for _ in range(20):
        cell()
    before = alive()
    for _ in range(100):
        cell()
    assert alive() - before < 100  # a board alone is more than a hundred
    assert wire.manager.comms == {}


@pytest.mark.slow
def test_a_board_of_nothing_is_refused_without_noise(wire, capsys):  # noqa: F811
    with pytest.raises((TypeError, AttributeError)):
        BoardWidget("nothing")
    gc.collect()
    assert capsys.readouterr().err == ""


# Text as markup


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_the_page_never_reads_text_as_markup_or_code(file):
    ways = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc|"
    ways += r"createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|text/html|javascript:"
    assert re.findall(ways, file.read_text("utf-8")) == []


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_the_page_names_no_place_outside(file):
    text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    text = text.replace("fetch(`${location.pathname}/now`", "")  # the wall asks its own server
    assert (
        re.findall(r"https?:|//[a-z]+\.|fetch\(|XMLHttp|WebSocket|sendBeacon|@import", text) == []
    )


# The picture


@pytest.mark.parametrize(
    "game",
    [nbgames.game(name, at) for name, rules in nbgames.GAMES.items() for at in rules.sizes],
    ids=repr,
)
def test_every_picture_has_a_shape_for_each_site_and_its_marks(game):
    m = nbgames.match(game)
    names = game.board.names[: game.board.claimable]
    for word in names[:: max(1, len(names) // 6)][:6]:
        if not m.outcome and m.owner(word) == nbgames.EMPTY:
            m = m.play(word)
    picture = ET.fromstring(m.svg())
    layers = {g.get("class"): list(g) for g in picture.iter("{http://www.w3.org/2000/svg}g")}
    drawn = [*layers["nb-sites"], *layers["nb-areas"]]
    assert [int(shape.get("data-owner", 0)) for shape in drawn] == list(m.position.owners)
    marks = len(layers["nb-marks"]) + len(layers["nb-hatch"])
    assert marks == sum(
        len(player_marks(game.board.shapes[site], site < game.board.claimable)[owner - 1])
        for site, owner in enumerate(m.position.owners)
        if owner in (nbgames.FIRST, nbgames.SECOND)
    )


@pytest.mark.parametrize("game", [nbgames.game(name) for name in GAMES], ids=repr)
def test_the_page_gets_a_shape_for_each_site_and_no_text_from_outside(game):
    shown = nbgames.match(game, seats=("<b>ann</b>", "</svg><script>")).widget()
    board = ET.fromstring(shown.board)
    layers = {g.get("class"): list(g) for g in board.iter("{http://www.w3.org/2000/svg}g")}
    assert len(layers["nb-sites"]) == game.board.claimable
    assert len(layers["nb-sites"]) + len(layers["nb-areas"]) == len(game.board.names)
    assert "ann" not in shown.board
    shown.close()


def test_names_with_markup_are_text_in_the_picture():
    m = nbgames.match("projex", 3, seats=("<b>ann</b>", "</svg><script>")).play("resign")
    picture = ET.fromstring(m.svg())
    assert {e.tag.partition("}")[2] for e in picture.iter()}.isdisjoint({"b", "script"})


# What can be told apart: WCAG 2.2 asks 3:1 of what has to be seen

PAIRS = [
    *product(("first", "second"), ("site", "paper")),
    *product(("on",), ("first", "second")),
    *product(("line",), ("site", "paper")),
    *product(("ink",), ("site", "paper")),
    ("glow", "paper"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids=" on ".join)
def test_colours_contrast(pair, theme):
    a, b = (PALETTE[name][theme == "dark"] for name in pair)
    assert contrast(a, b) >= 3


@pytest.mark.parametrize("name", ["projex", "conhex", "antipalos"])
def test_an_answer_is_laid_over_the_board(name):
    m = nbgames.match(name)
    shown = m.widget()
    answer = nbgames.analysis.distance(m, nbgames.FIRST)
    shown.show(answer)
    assert {m.game.board.names[int(site)] for site in shown.over["heat"]} >= set(answer.witness)
    assert shown.over["path"]
    assert shown.over["legend"] == " · ".join(mark.label for mark in answer.marks())
    shown.clear()
    assert shown.over == {}


@pytest.mark.parametrize("theirs", [("conhex", 4), ("projex", 5)])
@pytest.mark.parametrize("ask", [analysis.distance, lambda m, who: analysis.tempo(m)])
def test_an_answer_about_another_game_is_not_shown(theirs, ask):
    """Of one it named a site that this board lacks, of another it drew marks that meant nothing."""
    m = nbgames.match(*theirs)
    w = nbgames.match("projex", 6).widget(keep="")
    with pytest.raises(nbgames.Refused, match=f"this board is for Projex 6, .* of {m.game.title}"):
        w.show(ask(m, nbgames.FIRST))
    assert w.over == {}


@pytest.mark.slow
def test_what_marks_nothing_is_not_shown():
    with pytest.raises(nbgames.Refused, match="give an answer of analysis"):
        nbgames.match("projex").widget().show(42)


# What a person may do at a board


def test_a_move_from_the_past_is_ones_own_though_the_computer_sat_there(wire):  # noqa: F811
    board = nbgames.match("projex", 4, swap=False).play("D1", "E4").widget(opponent=Slow(60))
    try:
        wire.ask(board, "from 1 C3")
        assert board.moves == ("D1", "C3")
        assert board.state["who"] == ["Computer (X)", "You (O)"]
        assert [line.moves for line in board.table.lines] == [("D1", "E4")]
        wire.ask(board, "B4", first=1)
        assert board.moves == ("D1", "C3")  # the computer player is to move: wait
    finally:
        board.close()


@pytest.mark.parametrize("taken_back", [0, 1])
def test_a_record_that_is_loaded_where_it_was_copied_adds_no_line(taken_back):
    table = Table(nbgames.match("copolymer", 5).play("C3", "B2", "C2"))
    table.undo()
    table.play("D4")
    for _ in range(taken_back):
        table.undo()
    before = table.match, table.line, table.lines, table.count
    table.load(table.record())
    assert (table.match, table.line, table.lines, table.count) == before


@pytest.mark.parametrize("player", [None, nbgames.opponent(1, seed=0)], ids=["two people", "level"])
def test_a_resignation_that_is_taken_back_is_gone(wire, player):  # noqa: F811
    """It stayed as the line's last claim: the slider had a step more than there were moves."""
    m = nbgames.match("projex", 4, swap=False).play("D1", "C3")
    board = m.widget(player, keep="")
    wire.ask(board, "resign")
    wire.ask(board, "go 1", first=1)
    assert board.table.line.moves == (*m.moves, "resign")  # one went back in the game alone
    wire.ask(board, "go 3", "undo", first=2)
    assert board.table.line.moves == board.moves == m.moves and not board.table.line.outcome
    board.close()


def test_two_games_are_two_however_they_begin():
    """The shorter of two that begin with the same moves was dropped."""
    m = nbgames.match("copolymer", 5).play("C3", "B2")
    table = Table(m)
    table.load(str(m.play("C2")))
    assert (table.lines, table.earlier) == ((), (m,))
    table.turn_to(0)
    assert (table.line, table.earlier) == (m, (m.play("C2"),))
    table.turn_to(0)
    assert (table.line, table.lines, table.earlier) == (m.play("C2"), (), (m,))


def test_another_game_leaves_the_lines_of_the_one_before_among_the_earlier():
    m = nbgames.match("copolymer", 5).play("C3", "B2")
    table = Table(m)
    table.play_from(1, "D4")
    assert table.lines == (m,)
    played = table.line
    table.new()
    assert (table.lines, table.earlier) == ((), (m, played))
    table.play("E5")
    assert [line.moves for line in Table.read(table.record()).lines] == []
    table.load(f"{played}\n{m}")
    assert (table.line, table.lines) == (played, (m,))
    assert [line.moves for line in table.earlier] == [("E5",)]


def test_a_game_from_another_position_was_not_taken_back():
    m = nbgames.match("copolymer", 5).play("C3", "B2")
    other = m.from_position(m.positions[1])
    assert Table.of(other, m).lines == (m,)


def answered(wire, widget, *words):  # noqa: F811
    """How each word goes, and what is said."""
    first = 1 + widget.ack.get("a", [-1])[0]
    for number, word in enumerate(words, first):
        wire.ask(widget, word, first=number)
        told = {n: (how, said) for n, how, said in widget.ack["a"][1]}
        yield told.get(number, ("", ""))


@pytest.fixture(params=GAMES)
def against(wire, request):  # noqa: F811
    """A board against a computer player, with all that can be asked for."""
    shown = nbgames.match(request.param).widget(opponent=nbgames.opponent(1, seed=0))
    yield shown
    shown.close()


def test_a_word_that_means_nothing_is_told_how_to_list_what_can_be_typed(wire, against):  # noqa: F811
    (how, nonsense), (_, near) = answered(wire, against, "nonsense", "Z99")
    noun = against.match.game.board.noun
    assert how == "refused" and nonsense.startswith("'nonsense' is no move and no word that this")
    assert near.startswith(f"'Z99' is no {noun} of this board: ")
    for said in (nonsense, near):
        assert said.endswith("; type help for what can be typed here") and len(said) < 160
