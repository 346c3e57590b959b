"""`help` lists what can be typed here and now, short and a line for each kind."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from thinned import first_of
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames.analysis.layers import layers
from nbgames.graphs.polyhedra import hemi_icosahedron, projective
from nbgames.mail import helps
from nbgames.play.listing import KINDS, NEAREST, TOLD, WORDS, answered, meant
from nbgames.widgets.desk import DEEDS

ROOT = Path(nbgames.__file__).parent.parent
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
NO_REMATCH = (
    "a rematch can be had once a game against the computer is over: type new for another game"
)
QUESTIONS = {"neighbours", "row", "chains", "mine", "last", "who", "help", "record", "plan"}
QUESTIONS |= {"about", "score"}


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


@pytest.mark.parametrize("stand", first_of(STANDS, 4))
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
        ("at the start", "Play", ["C1", "hint", "resign", "plan C1 B2"]),
        ("at the start", "Go", ["new"]),
        ("after a move", "Play", ["D1", "undo", "hint", "swap", "resign", "plan D1 C2"]),
        ("after a move", "Go", ["new", "go 1", "from 0 D1"]),
        ("after a move", "Review", ["analyse"]),
        ("taken back", "Play", ["D1", "undo", "redo", "hint", "swap", "resign", "plan D1 C2"]),
        ("set up", "Set up", ["set C1", "clear", "begin X", "leave", "setup X C1; X to move"]),
        ("on another line", "Go", ["new", "go 1", "from 0 C1", "line 1"]),
        ("in Copolymer", "Play", ["A1", "hint", "resign", "plan A1 B1"]),
    ],
)
def test_the_sites_and_words_are_those_of_the_position(ask, stand, kind, said):
    assert kinds(ask(*STANDS[stand])("help")[1])[kind] == said


@pytest.mark.parametrize("stand", ["set up", "resigned", "full"])
def test_where_nobody_can_move_no_move_is_listed(ask, stand):
    listed = kinds(ask(*STANDS[stand])("help")[1]).get("Play", [])
    assert set(listed) <= {"undo"}


def test_before_a_move_and_while_a_position_is_set_up_no_review_is_listed(ask):
    for stand in ("at the start", "set up"):
        assert "Review" not in kinds(ask(*STANDS[stand])("help")[1])


def test_against_a_computer_player_the_review_comes_after_the_game(ask):
    player = nbgames.opponent(1, seed=0)
    say = ask(projex("C1"), opponent=player, seat=nbgames.FIRST)
    assert "analyse" not in examples(say("help")[1])
    assert "rematch" not in examples(say("help")[1])
    assert say("play again")[0] == "refused"
    for word in ("rematch", "again", "again rematch"):
        assert say(word) == ("refused", NO_REMATCH)
    say("resign")
    assert {"analyse", "rematch"} <= set(examples(say("help")[1]))
    assert say("play again") == ("meant", "rematch")


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


EXAMPLE = {"go": "go 0", "line": "line 1", "from": "from 0 C1"}


@pytest.mark.parametrize("word", EXAMPLE)
def test_where_a_number_is_missing_one_is_shown(ask, word):
    said = ask(projex("C1"), "new", "C1")(word)
    assert said == ("refused", f"a number is missing: type for example {EXAMPLE[word]}")


# What is mistyped, or says too little, somewhere.
WRONG = [
    "go", "go x", "go 99", "from", "from x", "from 0", "from 1", "from 99", "line", "line x",
    "line 9", "at", "at x", "at 0", "at 99", "at 0 swap", "at 1 resign", "at 0 C1", "about", "near",
    "neighbours", "row", "row Z", "column", "set", "begin", "setup", "again", "again x", "rematch",
    "load", "load x", "load 1.", "why", "why 9", "analyse try", "analyse try x", "analyse try 1",
    "analyse try 2", "analyse try 99", "analyse x", "worst", "next", "hint x", "bar x", "layer x",
    "nbgames 1", "xyz",
]  # fmt: skip
REVIEWED = nbgames.match("projex", 3, swap=False).play("C1", "B2")
FILLED = projex().from_position(nbgames.Position(bytes([1, 2, *[0] * 10])))
PLACES = {  # on which the first place of all is taken, blocked or filled
    "after two moves": (projex("C1", "B2"),),
    "blocked": (nbgames.match("antipalos", 3).play("a2-b1"),),
    "begun elsewhere": (FILLED, "C2"),
    "set up there": (FILLED, "edit"),
}


def proposed(said):
    """What a refusal says that one can type."""
    _, write, load = said.partition(" write for example ")
    _, _, words = said.partition("type for example ")
    if not words and (
        found := re.search(
            r": type (?!help)([^;:]+?)( to set one up| for another game|;.*)?$", said
        )
    ):
        return re.split(r", or | or |, ", re.sub(", then \\w+", "", found[1]))
    return [f"load {load}"] * bool(write) or [words] * bool(words)


@pytest.mark.parametrize("stand", [*STANDS, *PLACES, "reviewed"])
def test_what_a_refusal_proposes_can_be_typed(stand):
    """To "analyse try 99" it said to type for example "analyse try 99 C1", which was refused."""
    m, *before = {**STANDS, **PLACES, "reviewed": (REVIEWED,)}[stand]
    review, asked = nbgames.analysis.review(m, games=8) if stand == "reviewed" else None, set()

    def told(*words):
        board = m.widget(keep="")
        try:
            if review:
                board.show(review)
            for word in (*before, *words):
                board._desk.carry_out(word)
        except nbgames.GameError as error:
            return str(error)
        finally:
            board.close()
        return ""

    for wrong in WRONG:
        for example in proposed(told(wrong)):
            asked.add(wrong)
            assert not told(example), (wrong, example)
    assert len(asked) > 5
    if stand == "reviewed":
        assert "analyse try 99" not in asked
        assert told("analyse try 99") == "there is no move 99 to try again: give one from 1 to 2"
        assert proposed(told("analyse try 2")) == ["analyse try 2 D1"]


@pytest.mark.parametrize(
    ("stand", "word", "told"),
    [
        ("after a move", "row", "row needs more: type for example row 1"),
        ("after a move", "column", "column needs more: type for example column 1"),
        ("after a move", "near", "near needs more: type for example near D1"),
        ("after a move", "set", "set needs more: type for example set D1"),
        ("after a move", "begin", "no position is being set up: type edit to set one up"),
        ("set up", "begin", "begin needs more: type for example begin X"),
        ("set up", "begin Z", "'Z' is no player of projex: X and O"),
        ("after a move", "from 0", "from 0 needs more: type for example from 0 C1"),
        ("after a move", "at 1", "at 1 needs more: type for example at 1 chains"),
        ("after a move", "load",
         "the box is empty: paste a record or moves into the box under More"),
        ("after a move", "again", NO_REMATCH),
        ("after a move", "rematch", NO_REMATCH),
    ],
)  # fmt: skip
def test_what_is_missing_is_named_not_quoted(ask, stand, word, told):
    assert ask(*STANDS[stand])(word) == ("refused", told)


@pytest.mark.parametrize("word", ["B3", "resign"])
def test_a_move_is_no_question_of_a_position_before(ask, word):
    say = ask(projex("C1"))
    told = f"'{word}' is a move: to play it there type from 0 {word}"
    assert say(f"at 0 {word}") == ("refused", told)
    assert say("last") == ("said", "X plays C1. It was move 1.")


def test_while_the_computer_player_thinks_no_plan_is_listed(ask):
    """Its example would end with a move of the computer player, and was refused."""
    say = ask(projex("C1"), opponent=nbgames.opponent(6, seed=0))
    assert kinds(say("help")[1])["Play"] == ["undo", "hint"]


@pytest.mark.parametrize("word", ["edit", "set", "set C1", "clear", "begin", "leave", "setup"])
def test_at_a_stored_game_no_position_is_set_up(wire, word):  # noqa: F811
    board = projex("C1").widget(keep="")
    board.table.shared = True
    wire.ask(board, word)
    told = "a stored game goes on from its last move: set positions up on a copy"
    assert board.ack["a"][1] == [[0, "refused", told]] and board.state["edit"] is None
    board.close()


@pytest.mark.parametrize(
    "moves",
    [
        "1. B2 2. D3 3. C1", "1. B2 D3 2. C1", "1.B2 2.D3 3.C1", "B2 D3 C1", "b2\nd3\n c1",
        "1. B2; 2. D3; 3. C1;", "B2;D3;C1", "B2, D3, C1", "1.B2,2.D3,3.C1",
        "B2 ; D3,\n{a; b, c} C1,",
    ],
)  # fmt: skip
def test_a_list_of_moves_is_loaded_as_a_record_is(ask, moves):
    say = ask(projex("C1"))
    assert say(f"load {moves}") == ("", "Loaded: 3 moves.")
    assert say("last") == ("said", "X plays C1. It was move 3.")
    assert say("line 1") == ("", "The line before is line 1 now.")
    assert say("last") == ("said", "X plays C1. It was move 1.")


def test_in_copolymer_commas_join_the_claims_of_a_turn(ask):
    say = ask(nbgames.match("copolymer", 5))
    assert say("load C3; B2; 3. A2; B3,A3 ;") == ("", "Loaded: 4 moves.")
    assert say("last") == ("said", "O plays B3,A3. It was move 4.")
    assert say("load C3, B2")[0] == "refused"


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("1. B2 3. D3", "move 2 is numbered '3.': number moves 1. 2. 3. or not at all"),
        ("2. B2 3. D3", "move 1 is numbered '2.': number moves 1. 2. 3. or not at all"),
        ("B2 B2", "move 2: B2 is taken by X"),
        ("Z9", "move 1: 'Z9' is no cell of this board"),
        ("game: projex 3", "'game: projex 3' begins no record that this version reads"),
        ("(x", "'(x' begins no record that this version reads"),
        ("1. 1.", "a move is missing after '1.': write for example 1. C1"),
        ("{well played}", "'{well played}' names no move: write for example 1. C1"),
        (" ; ", "';' names no move: write for example 1. C1"),
    ],
)
def test_a_list_that_cannot_be_played_is_refused_and_the_game_stays(ask, moves, told):
    say = ask(projex("C1"))
    how, said = say(f"load {moves}")
    assert how == "refused" and said.startswith(told)
    assert say("last") == ("said", "X plays C1. It was move 1.")


def test_why_without_a_computer_player_says_whose_reasons_it_tells(ask):
    say = ask(projex("C1"))
    told = "no reason is known here: type hint, then why, or analyse, then why"
    assert say("why") == say("why does C1 win?") == ("refused", told)
    assert ask(projex("C1", "resign"))("why?") == ("said", "X wins by resignation.")


@pytest.mark.parametrize("word", ["new", "again change sides", "again rematch"])
def test_a_new_game_that_the_table_refuses_changes_nothing(word):
    board = projex("resign").widget(keep="", opponent=nbgames.opponent(1))
    computer = board._desk.computer
    before = computer.opponent, computer.seat
    board.table.shared = True
    with pytest.raises(nbgames.Refused):
        board._desk.carry_out(word)
    assert (computer.opponent, computer.seat) == before
    board.close()


@pytest.mark.parametrize("word", ["level 2", "computer off", "Level"])
def test_where_an_opponent_is_chosen_is_said(ask, word):
    how, said = ask(projex("C1"))(word)
    assert how == "refused"
    assert said.startswith("no computer plays here: one is chosen where the board is made, in nb")
    how, said = ask(projex("C1"), opponent=nbgames.opponent(1, seed=0))(word)
    assert how == "refused" and said.startswith("who plays here is chosen where the board is made")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("chains", "X has one chain: C1; O has one chain: B2."),
        ("mine", "X has one chain: C1."),
        ("row 1", "C1 (X), D1 (empty)."),
    ],
)
def test_an_answer_ends_with_a_full_stop(ask, word, told):
    assert ask(projex("C1", "B2"))(word) == ("said", told)


@pytest.mark.parametrize("m", [projex(), projex("C1"), nbgames.match("conhex", 3)])
def test_so_does_that_about_neighbours(ask, m):
    how, said = ask(m)(f"neighbours {m.game.board.names[1]}")
    assert how == "said" and said.endswith(".")


def test_of_a_long_chain_the_first_sites_are_told_and_how_many_more_there_are(ask):
    m = nbgames.match("copolymer", 5)
    many = m.from_position(nbgames.Position(bytes([nbgames.FIRST] * 15 + [0] * 4)))
    said = ask(many)("mine")[1]
    assert said.startswith("X has one chain: A1, ")
    assert said.endswith(" and 3 more.") and said.count(", ") == 11


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("D1 B2 D2 B4", "X has one chain: D1, D2; O has two chains, each of one place: B2, B4."),
        ("D1 B2 D2 B4 C4", "X has two chains, the longest: D1, D2; O has two chains, each "),
    ],
)
def test_of_several_chains_the_longest_is_named_or_all_that_are_one_place(ask, moves, told):
    m = nbgames.match("projex", 3, swap=False).play(*moves.split())
    assert ask(m)("chains")[1].startswith(told)


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("resgin", "resign"),
        ("hnit", "hint"),
        ("Undoo", "undo"),
        ("hlp", "help"),
        ("analyze", "analyse"),
        ("neghbours C1", "neighbours C1"),
        ("turm board", "turn board"),
        ("at 1 chians", "chains"),
        ("resing now now", "resign"),
        ("best move", "hint"),
        ("I resign", "resign"),
        ("how do I win", "rules"),
        ("can I resign", "rules"),
        ("what happened", "last"),
        ("what did you play?", "last"),
        ("what can I type", "help"),
        ("exit", "resign"),  # it was taken for edit
        ("how many cells are left", "rules"),
        ("what should I do?", "hint"),
    ],
)
def test_a_word_that_was_meant_is_asked_about_and_nothing_done(ask, typed, word):
    """It was said to be no cell of the board."""
    say = ask(projex("C1"))
    assert say(typed) == ("meant", word)
    assert say("last") == ("said", "X plays C1. It was move 1.")


@pytest.mark.parametrize("typed", ["C9", "go9", "77", "f 7 8", "plaan,C1", "play C1", "best C9"])
def test_what_has_the_form_of_a_name_is_called_no_cell(ask, typed):
    """To "play C1" it was asked whether "plan C1" was meant."""
    how, said = ask(projex())(typed)
    assert how == "refused"
    assert "no cell of this board" in said


@pytest.mark.parametrize("typed", ["no", "rsgin", "more moves", "turn left", "turn 5 times"])
def test_what_has_not_is_no_move_and_no_word(ask, typed):
    """It was called no cell, with the letters and numbers of the board."""
    told = f"'{typed}' is no move and no word that this board knows"
    assert ask(projex())(typed) == ("refused", f"{told}; type help for what can be typed here")


@pytest.mark.parametrize("typed", ["resgin", "I resign", "give up"])
def test_only_what_would_be_taken_now_is_asked_about(ask, typed):
    """After the end it was asked whether resign was meant, which was refused then."""
    assert ask(projex())(typed) == ("meant", "resign")
    assert ask(projex("resign"))(typed)[0] == "refused"


@pytest.mark.parametrize("word", ["undo?", "resign?", "new ?"])
def test_what_does_something_is_explained_where_a_question_mark_follows(ask, word):
    """It was called no cell, later that "?" cannot follow."""
    say = ask(projex("C1"))
    how, told = say(word)
    assert how == "said" and (how, told) == say(f"help {word.strip(' ?')}")
    assert say("last") == ("said", "X plays C1. It was move 1.")


@pytest.mark.parametrize("word", TOLD)
def test_help_tells_of_each_word_what_it_does_and_how_it_is_typed_here(ask, word):
    """It listed all words again."""
    seen = False
    for stand in STANDS:
        say = ask(*STANDS[stand])
        listed, (how, told) = examples(say("help")[1]), say(f"Help {word}")
        here = [example for example in listed if example.split()[0] == word]
        now = f"Type {' or '.join(here)}." if here else "There is nothing for it to do now."
        assert (how, told) in {
            ("said", f"{word} {TOLD[word]}. {now}"),
            ("said", "Projex has no draws: somebody will win."),
            ("said", "Copolymer has no draws: somebody will win."),
            ("said", "Copolymer is played without a swap."),
            ("said", say("what is a swap?")[1]),
            ("said", say("what are chains")[1]),
        }, stand
        seen = seen or here
    assert seen or word in {*BY_THE_PAGE, "rematch", "again", "think", "stop", "why", "draw"}


def test_every_word_that_can_be_typed_is_explained():
    assert set(TOLD) == {e.split()[0] for some in KINDS.values() for e in some.split(", ")} - {
        "{site}"
    }


TERMS = {
    "antipalos": "point, diagonal, piece, lattice, side, chain, swap",
    "conhex": "hole, stone, cell, side, chain, swap",
    "copolymer": "cell, gift, connecting cell, closing cell, swap, draw",
    "projex": "cell, loop, edge, crossing, chain, swap, draw",
}


@pytest.mark.parametrize("name", TERMS)
def test_what_a_word_of_the_rules_means_is_answered(ask, name):
    """ "What is a gift?" was asked about as "rules"."""
    say = ask(nbgames.match(name))
    for term in TERMS[name].split(", "):
        for asked in (f"what is a {term}", f"What are {term}s?", f"help {term}"):
            how, told = say(asked)
            assert how == "said" and term.split()[-1][:4] in told.lower(), asked
            assert len(told) < 190, "a phone has four lines"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("hello", "Hello. Click a place, or type help for what can be typed."),
        ("change sides", "Sides and level can be chosen once a game against the computer"),
        ("harder", "Sides and level can be chosen once a game against the computer"),
        ("pass", "Nobody may pass."),
        ("draw?", "Projex has no draws: somebody will win."),
        ("who made this", "Projex is by Bill Taylor, 1994."),
    ],
)
def test_what_people_type_has_an_answer(ask, word, told):
    how, said = ask(projex("C1"))(word)
    assert how == "said" and said.startswith(told)


def test_after_a_game_sides_and_level_are_changed_by_these_words(ask):
    for word in ("change sides", "harder"):
        say = ask(projex("resign"), opponent=nbgames.opponent(1, seed=0))
        assert say(word)[0] == "" and say("last")[1] == "No move has been made yet."


@pytest.mark.parametrize("word", ["swap now", "score tomorrow"])
def test_what_does_something_takes_no_other_word(ask, word):
    verb, rest = word.split()
    told = f"'{rest}' cannot follow {verb}: type {verb} alone"
    assert ask(projex("C1"))(word) == ("refused", told)


@pytest.mark.parametrize("word", NEAREST.values())
def test_what_is_nearest_to_a_word_is_an_example(word):
    assert word in ", ".join(KINDS.values()).split(", ")


def test_a_record_that_was_loaded_is_told(ask):
    record = projex("C1", "B2", "resign")
    say = ask(projex())
    assert say(f"load {record}") == ("", "Loaded: 3 moves, O wins by resignation.")
    assert say("load C1") == ("", "Loaded: 1 move.")


@pytest.mark.parametrize("word", WORDS)
def test_a_word_that_can_be_typed_is_not_asked_about(word):
    assert meant(word) == meant(word.upper()) == ""


@pytest.mark.parametrize(("text", "number"), [("1.", "1."), ("1)", "1)"), ("{well} 1. ", "1.")])
def test_a_record_that_ends_with_its_first_number_lacks_a_move(ask, text, number):
    how, said = ask(projex())(f"load {text}")
    assert how == "refused"
    assert said == f"a move is missing after '{number}': write for example 1. C1"


def test_a_list_of_moves_may_have_numbers_with_brackets(ask):
    say = ask(projex())
    assert say("load 1) C1 2)b2") == ("", "Loaded: 2 moves.")
    assert say("last") == ("said", "O plays B2. It was move 2.")
    assert say("1)")[1] == "paste a record or moves into the box under More; type one move"


@pytest.mark.parametrize("word", ["row Z", "Column  Z"])
def test_a_row_that_there_is_not_is_quoted_as_it_was_given(ask, word):
    how, said = ask(projex("C1"))(word)
    assert how == "refused" and said.startswith("'Z' is no row or column: ")


def test_a_site_without_a_number_is_a_move(wire):  # noqa: F811
    game = nbgames.game(projective(hemi_icosahedron(), "hemi-icosahedron"))
    board = nbgames.match(game).widget(keep="")
    for number, word in enumerate("ABCDE"):
        wire.ask(board, word, first=number)
    assert board.match.outcome


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_line_that_one_goes_back_to_gives_its_number_to_the_one_before(number):
    """The other lines had other numbers then."""
    board = projex("C1").widget(keep="")
    desk, table = board._desk, board._desk.table
    for word in ("new", "D1", "new", "B3", "from 0 C3", "from 0 D3"):
        desk.carry_out(word)
    shown, kept = table.line, [*table.lines, *table.earlier]
    told = ("", f"The line before is line {number} now.")
    assert desk.carry_out(f"line {number}") == told
    assert table.line == kept[number - 1]
    assert [*table.lines, *table.earlier] == [*kept[: number - 1], shown, *kept[number:]]
    assert desk.carry_out(f"line {number}") == told
    assert (table.line, [*table.lines, *table.earlier]) == (shown, kept)
    board.close()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("can I take back?", "Press Undo or the key U, or type undo."),
        ("How do I undo?", "Press Undo or the key U, or type undo."),
        ("is C2 good?", "C2 is empty: nobody would win there at once. Hint names good moves"),
        ("why does C2 win?", "C2 is empty: nobody would win there at once."),
        ("what touches C1?", "C1 touches"),
        ("who invented this", "Projex is by Bill Taylor, 1994."),
        ("neighbours of C1", "C1 touches"),
        ("who is it", "player 1 is X"),
        ("can I pass?", "Nobody may pass."),
    ],
)
def test_a_question_has_an_answer_or_is_told_where_there_is_one(ask, asked, said):
    how, words = ask(projex())(asked)
    assert how == "said" and said in words


@pytest.mark.parametrize("asked", ["What was my worst move?", "did I make a mistake"])
def test_who_asks_for_their_mistakes_is_told_what_shows_them(ask, asked):
    told = "Press Analyse, or type analyse: it shows what each move cost."
    assert ask(projex().play("C1"))(asked) == ("said", told)
    told = "Analyse shows that: against the computer, once the game is over."
    assert ask(projex())(asked) == ("said", told)  # it asked whether the rules were meant


@pytest.mark.parametrize("name", nbgames.GAMES)
def test_whose_a_game_is_says_its_record_and_every_text_agrees(name):
    rules = nbgames.GAMES[name]
    assert rules.maker == f"{rules.inventor}, {rules.year}" and rules.maker in rules.told
    notice = next(row for row in (ROOT / "NOTICE").read_text("utf-8").splitlines()
                  if row.startswith(rules.title))  # fmt: skip
    assert f"{rules.maker}." in notice
    assert f"**{rules.title}** | {rules.maker} |" in (ROOT / "README.md").read_text("utf-8")
    assert f"{rules.title}, by {rules.maker}" in helps.PAGES[name]
    assert replace(rules, size=rules.size).told == rules.told


def test_each_game_tells_by_whom_it_is(ask):
    by = {"copolymer": "Mark Steere, 2006", "conhex": "Michail Antonow, 2002"}
    for name, maker in {**by, "antipalos": "Martin Collier, 1982"}.items():
        m = nbgames.match(name)
        told = f"{m.game.rules.title} is by {maker}."
        assert answered(m.game.rules, "who made it?", ()) == (told, "")


def test_nothing_is_said_to_press_that_is_not_there(ask):
    assert answered(projex().game.rules, "who is winning?", {"hint"}) == ("", "who is winning?")
    assert ask(projex(), help=False)("is C1 good?") == ("refused", "there is no help on this board")


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("B2", "B2 is empty: X would win there at once."),
        ("C2", "C2 is X's."),
        ("Z9", "'Z9' is no cell of this board: row 1 has C1, D1; row 4 has A4, B4, C4"),
    ],
)
def test_of_a_place_it_is_told_who_has_it_or_would_win_there_at_once(ask, place, told):
    m = nbgames.match("projex", 3, swap=False).play("C3", "A4", "D3", "B4", "C2")
    for asked in (f"about {place}", f"Is {place} good?", f"what about {place}"):
        assert ask(m)(asked)[1].lower() == told.lower()


def test_how_many_moves_are_needed_is_told_by_the_layer_that_shows_them(ask):
    board = projex("C1").widget(keep="")
    board._desk.carry_out("How many moves do I need?")
    assert board._desk.adviser.page["name"] == "way O" and not board._desk.adviser.page["bar"]
    board._desk.carry_out("what is the score?")
    assert board._desk.adviser.page["bar"]
    board._desk.carry_out("am I in danger?")
    assert board._desk.adviser.page["name"] == "threats"
    board.close()
    found = layers(board.match.game)["way O"](board.match)[0]
    way = "O's shortest way to a win, shaded, takes 4 more moves if nobody stops it."
    assert found == f"{way} X needs 3 more moves."


def test_in_copolymer_it_is_counted_how_many_cells_are_needed(ask):
    told = "Of 7 cells X needs 3 more, O 4; empty: 6."
    say = ask(nbgames.match("copolymer", 3).play("A1"))
    for asked in ("how many moves do I need?", "score", "what is the score?", "how far am I"):
        assert say(asked) == ("said", told)
    assert "score" in examples(say("help")[1])
    assert "score" not in examples(ask(projex())("help")[1])
