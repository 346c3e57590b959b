"""`help` lists what can be typed here and now, short and a line for each kind."""

import pytest
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames.play.listing import KINDS
from nbgames.widgets.desk import DEEDS

BY_THE_PAGE = {"worst", "learn", "next", "answer"}  # where it shows a review
NAMES = set(KINDS["View"].split(", "))  # of buttons that the page presses: test_functions.py


def projex(*words):
    return nbgames.match("projex", 3).play(*words)


FULL = nbgames.match("antipalos", 1).play("a1-b2")

# Boards with what was asked of them before.
STANDS = {
    "at the start": (projex(),),
    "after a move": (projex("C1"),),
    "taken back": (projex("C1", "B2"), "undo"),
    "on another line": (projex("C1", "B2"), "new", "B3"),
    "set up": (projex(), "edit"),
    "resigned": (projex("C1", "resign"),),
    "full": (FULL,),
    "in Copolymer": (nbgames.match("copolymer", 3),),
}
QUESTIONS = {"neighbours", "row", "chains", "mine", "last", "who", "help", "record", "plan"}


@pytest.fixture
def ask(wire):  # noqa: F811
    """A board at a stand; what it answers to a word, and how."""
    boards = []

    def at(m, *asked, **options):
        board = m.widget(keep="", **options)
        boards.append(board)

        def say(word):
            number = 1 + board.ack.get("a", [-1])[0]
            wire.ask(board, word, first=number)
            told = {n: (how, said) for n, how, said in board.ack["a"][1]}
            return told.get(number, ("", ""))

        for word in asked:
            say(word)
        return say

    yield at
    for board in boards:
        board.close()


def kinds(listed):
    """The examples of a listing by their kind."""
    lines = (line.partition(": ") for line in listed.splitlines())
    return {kind: examples.split(", ") for kind, _, examples in lines}


def examples(listed):
    return [example for some in kinds(listed).values() for example in some]


@pytest.mark.parametrize("stand", STANDS)
def test_what_is_listed_can_be_typed(ask, stand):
    how, listed = ask(*STANDS[stand])("help")
    assert how == "said" and len(listed.splitlines()) <= len(KINDS) and len(listed) < 500
    for example in examples(listed):
        if example not in {"load and a record", *NAMES}:
            how, said = ask(*STANDS[stand])(example)
            assert how != "refused", (example, said)


@pytest.mark.parametrize(
    ("stand", "kind", "said"),
    [
        ("at the start", "Play", ["C1", "resign", "plan C1 B2"]),
        ("at the start", "Go", ["new"]),
        ("after a move", "Play", ["D1", "swap", "resign", "plan D1 C2"]),
        ("after a move", "Go", ["undo", "go 1", "from 0 D1", "new"]),
        ("after a move", "Review", ["analyse"]),
        ("taken back", "Go", ["undo", "redo", "go 1", "from 0 D1", "new"]),
        ("set up", "Set up", ["set C1", "clear", "begin X", "leave", "setup X C1; X to move"]),
        ("on another line", "Go", ["undo", "go 1", "from 0 C1", "line 1", "new"]),
        ("in Copolymer", "Play", ["A1", "resign", "plan A1 B1"]),
    ],
)
def test_the_sites_and_words_are_those_of_the_position(ask, stand, kind, said):
    assert kinds(ask(*STANDS[stand])("help")[1])[kind] == said


@pytest.mark.parametrize("stand", ["set up", "resigned", "full"])
def test_where_nobody_can_move_no_move_is_listed(ask, stand):
    assert "Play" not in kinds(ask(*STANDS[stand])("help")[1])


def test_before_a_move_and_while_a_position_is_set_up_no_review_is_listed(ask):
    for stand in ("at the start", "set up"):
        assert "Review" not in kinds(ask(*STANDS[stand])("help")[1])


def test_against_a_computer_player_the_review_comes_after_the_game(ask):
    player = nbgames.opponent(1, seed=0)
    say = ask(projex("C1"), opponent=player, seat=nbgames.FIRST)
    assert "analyse" not in examples(say("help")[1])
    say("resign")
    assert {"analyse", "again rematch"} <= set(examples(say("help")[1]))


def test_a_review_that_is_shown_lists_what_one_can_do_with_it(ask):
    m = projex("C1", "B2")
    board = m.widget(keep="")
    board.show(nbgames.analysis.review(m, games=8))
    listed = board._desk.carry_out("help")[1]
    assert {"analyse close", "analyse try 1 D1", *BY_THE_PAGE} <= set(examples(listed))
    board._desk.carry_out("analyse close")
    assert not {"analyse close", *BY_THE_PAGE} & set(examples(board._desk.carry_out("help")[1]))
    board.close()


def test_every_deed_is_an_example():
    """But what a page asks by itself: help with what the slider shows, and who thinks."""
    verbs = {e.partition(" ")[0] for some in KINDS.values() for e in some.split(", ")}
    assert verbs >= {*DEEDS, *QUESTIONS, "why"} - {"advise", "thinks"}


@pytest.mark.parametrize("word", ["UNDO", "Undo", "Help", "Go 0"])
def test_a_phone_writes_the_first_letter_large(ask, word):
    how, said = ask(projex("C1"))(word)
    assert how != "refused", said


@pytest.mark.parametrize("word", ["next please", "answer now", "worst 3", "undo 2"])
def test_what_cannot_follow_is_said(ask, word):
    verb, _, rest = word.partition(" ")
    assert ask(projex("C1"))(word) == (
        "refused",
        f"'{rest}' cannot follow {verb}: type {verb} alone",
    )


EXAMPLE = {"go": "go 1", "line": "line 1", "from": "from 0 C1", "analyse try": "analyse try 1 C1"}


@pytest.mark.parametrize("word", EXAMPLE)
def test_where_a_number_is_missing_one_is_shown(ask, word):
    said = ask(projex("C1"))(word)
    assert said == ("refused", f"a number is missing: type for example {EXAMPLE[word]}")


def test_why_without_a_computer_player_says_whose_reasons_it_tells(ask):
    assert ask(projex("C1"))("why") == (
        "refused",
        "no computer plays here: why tells the reasons of a computer player",
    )


@pytest.mark.parametrize("word", ["level 2", "computer off", "Level"])
def test_where_an_opponent_is_chosen_is_said(ask, word):
    how, said = ask(projex("C1"))(word)
    assert how == "refused" and said.startswith("who plays here is chosen where the board is made")
