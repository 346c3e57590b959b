"""What players mistype: the error that is raised, its words, and that nothing has changed."""

import re

import pytest
from clocks import within
from hypothesis import example, given
from hypothesis import strategies as st
from playing import NAMES, matches, picks
from thinned import first_of

import nbgames
from nbgames import FIRST, SECOND, IllegalMove, NotationError, Position, Refused
from nbgames.play.table import Table

pytestmark = pytest.mark.usefixtures("uncompiled")


def refused(error, words):
    """A `with` block that has to end in just this kind of error, in words with these in them."""
    return pytest.raises(error, match=re.escape(words), check=lambda found: type(found) is error)


# Games, sizes and honeycombs


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("chess",), "there is no game 'chess': antipalos, conhex, copolymer"),
        (("",), "there is no game ''"),
        ((None,), "there is no game None"),
        (("projex" * 1000,), "there is no game 'projexprojex"),
        (("projex", 2), "projex has no size 2: 3 to 14"),
        (("projex", 15), "3 to 14"),
        (("projex", -6), "3 to 14"),
        (("projex", 10**30), "3 to 14"),
        (("copolymer", 10), "copolymer has no size 10: odd sizes 3 to 25"),
        (("copolymer", 27), "odd sizes 3 to 25"),
        (("conhex", 9), "2 to 8"),
        (("antipalos", 0), "1 to 26"),
        (("projex", "6"), "no size '6'"),
        (("projex", True), "no size True"),
        (("projex", 6.0), "no size 6.0"),
    ],
)
def test_a_game_that_is_not_there(args, words):
    with refused(Refused, words):
        nbgames.game(*args)


@pytest.mark.parametrize(
    ("cells", "error", "words"),
    [
        ("A1-2", Refused, "2 cells: give an odd number"),
        ("", Refused, "0 cells: give an odd number"),
        ("A1-3 A2", Refused, "A2 is given twice"),
        ("A1-2 A2-3 B1", Refused, "A2 is given twice"),
        ("I1-3", NotationError, "'I1-3' is no run of cells: write a row's letter (never I)"),
        ("A3-1", NotationError, "'A3-1' runs backwards: write A1-3"),
        ("A0-2", NotationError, "'A0-2' is no run of cells"),
        ("1A", NotationError, "such as A1-6"),
        ("A١", NotationError, "is no run of cells"),  # noqa: RUF001  an Arabic one
        ("A1١", NotationError, "is no run of cells"),  # noqa: RUF001
        ("AAA1", NotationError, "is no run of cells"),
        ("A1-99999", NotationError, "is no run of cells"),
        (5, Refused, "5 are no cells"),
        (" ".join(f"{row}1-999" for row in "ABCDEFGHJ"), Refused, "at most"),
        ("A1-999 " * 20_000, Refused, "at most"),
        ("A1-400 B1-400 C1-200", Refused, "'C1-200': give at most 999 cells"),
    ],
)
def test_cells_that_are_no_honeycomb(cells, error, words):
    with refused(error, words):
        nbgames.game("copolymer", cells=cells)


@pytest.mark.parametrize(
    ("kwargs", "words"),
    [
        ({"name": "projex", "cells": "A1"}, "projex is not played on cells of your own"),
        ({"name": "copolymer", "size": 5, "cells": "A1"}, "give a size or cells, not both"),
    ],
)
def test_cells_where_they_make_no_sense(kwargs, words):
    with refused(Refused, words):
        nbgames.game(**kwargs)


def test_a_game_made_already_has_its_size():
    with refused(Refused, "leave out size and cells"):
        nbgames.match(nbgames.game("projex", 3), 4)


@pytest.mark.parametrize(
    "seats",
    [
        ("ann",),
        ("ann", "ben", "cid"),
        ("", "ben"),
        ("ann", " "),
        (1, 2),
        ("a\nb", "c"),
        ("a" * 81, "b"),
        (),
        None,
    ],
)
def test_seats_that_are_none(seats):
    with refused(Refused, "seat"):
        nbgames.match("projex", 3, seats=seats)


# Words


WORDS = [
    ("projex 6", "", "F66", NotationError, "no cell of this board: column F runs from F1 to F10"),
    ("projex 6", "", "G 6x", NotationError, "no cell of this board: leave out 'x' for G6"),
    ("projex 6", "", "F6 (good)", NotationError, "leave out '(good)' for F6"),
    ("projex 6", "", "F6 A6", NotationError, "row 1 has F1, G1, H1, I1, J1; row 10 has A10, B10"),
    ("projex 6", "", "F-66", NotationError, "column F runs from F1 to F10"),
    ("antipalos 6", "", "a1-b2!", NotationError, "leave out '!' for a1-b2"),
    ("projex 6", "", "A1", NotationError, "column A has A6, A7, A8, A9, A10; row 1 has F1, G1"),
    ("projex 6", "", "Z99", NotationError, "row 1 has F1, G1, H1, I1, J1; row 10 has A10, B10"),
    ("projex 6", "", "", NotationError, "'' is no cell of this board"),
    ("projex 6", "", "pass", NotationError, "no cell of this board"),
    ("projex 6", "", "F٦", NotationError, "no cell of this board"),
    ("projex 6", "", "Ｆ6", NotationError, "no cell of this board"),  # noqa: RUF001
    ("projex 6", "", "F6\x00", NotationError, "no cell of this board"),
    ("projex 6", "", "F" * 100_000, NotationError, "FFF..."),
    ("projex 6", "", "F6," * 10_000, IllegalMove, "goes on too long"),
    ("projex 6", "", 6, NotationError, "6 is no move: a move is text such as 'F1'"),
    ("projex 6", "", None, NotationError, "None is no move"),
    ("projex 6", "", b"F6", NotationError, "is no move"),
    ("projex 6", "", "F6,A6", IllegalMove, "the turn ends before A6"),
    ("projex 6", "", "F6,", IllegalMove, "leave out the last comma"),
    ("projex 6", "F6", "f6", IllegalMove, "F6 is taken by X"),
    ("projex 6", "F6 A6", "A6", IllegalMove, "A6 is taken by O"),
    ("projex 6", "", "swap", IllegalMove, "no swap here: only the answer to the first move"),
    ("projex 6", "F6 A6", "swap", IllegalMove, "can be a swap"),
    ("projex 6", "F6 swap", "SWAP", IllegalMove, "only the answer to the first move"),
    ("projex 6", "F6 A6 A7", "swap", IllegalMove, "only the answer to the first move"),
    ("copolymer 5", "C3", "swap", IllegalMove, "Copolymer is played without it"),
    ("projex 6", "F6 resign", "A6", Refused, "'A6' comes after the end: X wins by resignation"),
    ("projex 6", "resign", "resign", Refused, "'resign' comes after the end"),
    ("antipalos 1", "a1-b2", "swap", Refused, "comes after the end: V wins by a chain"),
    ("antipalos 6", "b2-c3", "b3-c2", IllegalMove, "b3-c2 is blocked: b2-c3 excludes it"),
    ("antipalos 6", "b2-c3", "C3-B2", IllegalMove, "b2-c3 is taken by V"),
    ("antipalos 6", "", "b2-b4", NotationError, "those at b2 are a1-b2, b2-c1, a3-b2, b2-c3"),
    ("antipalos 6", "", "a1-b1", NotationError, "board: those at a1 are a1-b2"),
    ("antipalos 6", "", "g7-h8", NotationError, "those at g7 are f6-g7"),
    ("antipalos 6", "", "h8-g7", NotationError, "no diagonal of this board"),
    ("antipalos 6", "", "b2", NotationError, "no diagonal of this board"),
    ("antipalos 6", "", "b2-c", NotationError, "no diagonal of this board"),
    ("antipalos 6", "", "b2-c3-d4", NotationError, "no diagonal of this board"),
    ("conhex 5", "", "A1:B3", IllegalMove, "rules alone: play one of its parts, A1, C2, B3"),
    ("conhex 5", "", "F8", NotationError, "column F has F7, F9, F11; row 8 has I8"),
    ("conhex 5", "", "A2", NotationError, "column A has A1, A17; row 2 has C2, E2, G2, I2, K2"),
    ("copolymer 5", "C3 B2", "A1,A2", IllegalMove, "goes on too long: the turn ends before A2"),
    ("copolymer 5", "C3 B2", "E5,", IllegalMove, "ends the turn: leave out the last comma"),
    ("copolymer 5", "", "I1", NotationError, "no cell of this board"),
    ("copolymer 5", "", ",", NotationError, "nothing before it: write names of places"),
    ("copolymer 5", "", "A1,,A2", NotationError, "a comma with nothing before it: write A1,A2"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "moves", "word", "error", "words"),
    WORDS,
    ids=[f"{w[0]} {str(w[2])[:12]!a}" for w in WORDS],
)
def test_a_word_that_cannot_be_played(game, moves, word, error, words):
    name, size = game.split()
    m = nbgames.match(name, int(size)).play(*moves.split())
    before = str(m)
    with refused(error, words):
        m.play(word)
    assert str(m) == before


def figure_2a():
    game = nbgames.game("copolymer", 5)
    return nbgames.read_diagram(game, "x.x x... ooo.. x.o. ..x", to_move=SECOND)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("B2,A2", "'B2,A2' stops too early: its last claim touches two enemy cells or more"),
        ("B2,A2,C5,D3", "goes on too long: the turn ends before D3"),
        ("B2,A2,C5,", "ends the turn: leave out the last comma"),
        ("B2,B2,C5", "B2 is taken by O"),
    ],
)
def test_a_copolymer_turn_of_the_wrong_length(word, words):
    m = figure_2a()
    with refused(IllegalMove, words):
        m.play(word)
    assert m.moves == ()


def test_a_swap_that_the_match_left_out():
    with refused(IllegalMove, "this game was made without it"):
        nbgames.match("projex", 3, swap=False).play("B2", "swap")


def test_words_before_the_wrong_one_are_not_kept():
    m = nbgames.match("projex", 3)
    with pytest.raises(NotationError):
        m.play("B2", "B3", "Q9")
    assert m.moves == ()


@pytest.mark.parametrize(
    ("name", "by", "winner", "words"),
    [
        (
            "projex",
            "agreed",
            None,
            "of Projex cannot end in a draw like this: say who has won",
        ),
        ("conhex", "agreed", None, "of ConHex cannot end in a draw"),
        ("copolymer", "agreed", None, "of Copolymer cannot end in a draw"),
        ("antipalos", "forfeit", None, "of Antipalos cannot end in a draw"),
        ("projex", "abandoned", FIRST, "'abandoned' is no ending: give 'agreed' or 'forfeit'"),
        ("projex", "forfeit", 3, "3 is nobody"),
        ("projex", "forfeit", "alice", "'alice' is nobody"),
    ],
)
def test_an_ending_that_is_none(name, by, winner, words):
    with refused(Refused, words):
        nbgames.match(name, 3).end(by, winner)


def test_a_match_ends_once():
    with refused(Refused, "the game is over already: O wins by forfeit"):
        nbgames.match("projex", 3).end("forfeit", SECOND).end("forfeit", FIRST)


@pytest.mark.parametrize("n", [-1, 3, True, "1", 1.0, None])
def test_a_move_that_there_is_not(n):
    m = nbgames.match("projex", 3).play("B2", "B3")
    with refused(Refused, "this game has moves 0 to 2"):
        m.at(n)


# Set-up positions


def position(game, pieces, **kwargs):
    owners = bytearray(len(game.board.names))
    for name, who in pieces.items():
        owners[game.board.site(name)] = who
    return Position(bytes(owners), **kwargs)


START = {name: nbgames.game(name, 3) for name in NAMES}


@pytest.mark.parametrize(
    ("name", "start", "words"),
    [
        ("projex", Position(b""), "12 sites, one byte each"),
        ("projex", Position(bytes(13)), "12 sites, one byte each"),
        ("projex", Position(bytearray(12)), "12 sites, one byte each"),
        ("projex", Position(b"\x04" + bytes(11)), "owners are 0 (empty)"),
        (
            "projex",
            Position(b"\x03" + bytes(11)),
            "what is blocked does not follow from the pieces",
        ),
        ("projex", Position(bytes(12), to_move=0), "0 is no player to move"),
        ("projex", Position(bytes(12), to_move="X"), "'X' is no player to move"),
        ("projex", Position(bytes(12), may_swap=True), "swap"),
        ("projex", Position(b"\x01\x02" + bytes(10), SECOND, may_swap=True), "swap"),
        ("copolymer", Position(b"\x01" + bytes(6), SECOND, may_swap=True), "swap"),
        (
            "antipalos",
            position(START["antipalos"], {"a1-b2": 1}),
            "what is blocked does not follow",
        ),
        ("antipalos", position(START["antipalos"], {"a1-b2": 1, "a2-b1": 2}), "blocked"),
        ("antipalos", position(START["antipalos"], {"a1-b2": 1, "a2-b1": 1}), "blocked"),
        ("conhex", position(START["conhex"], {"A1:B3": 1}), "A1:B3 is nobody's by its pieces"),
        ("conhex", position(START["conhex"], {"A1": 1, "B3": 1}), "A1:B3 is Vert's by its pieces"),
    ],
)
def test_a_position_that_no_match_can_have(name, start, words):
    with refused(Refused, words):
        nbgames.match(START[name], start=start)


def test_nobody_starts_from_a_position_that_both_have_won():
    pieces = {
        "a1-b2": 1,
        "b2-c3": 1,
        "a2-b1": 3,
        "b3-c2": 3,
        "a3-b2": 2,
        "b2-c1": 2,
        "a2-b3": 3,
        "b1-c2": 3,
    }
    with refused(Refused, "both players would have won: take pieces away"):
        nbgames.match("antipalos", 2, start=position(nbgames.game("antipalos", 2), pieces))


def test_a_match_made_without_the_swap_offers_none_at_its_start():
    start = nbgames.match("projex", 3).play("B2").position
    assert "swap" not in nbgames.match("projex", 3, start=start, swap=False).legal()


# Records


RECORDS = [
    ("", NotationError, "the first line is 'nbgames 1'"),
    ("hello", NotationError, "the first line is 'nbgames 1'"),
    ("nbgames 2\ngame: projex 3", NotationError, "begins no record that this version reads"),
    ("nbgames 1", NotationError, "the record names no game"),
    ("nbgames 1\ngame: chess 8", Refused, "there is no game 'chess'"),
    ("nbgames 1\ngame: projex 99", Refused, "projex has no size 99: 3 to 14"),
    ("nbgames 1\ngame: projex six", NotationError, "'six' is no size"),
    ("nbgames 1\ngame: projex ٦", NotationError, "is no size"),
    ("nbgames 1\ngame: copolymer on A1-2", Refused, "give an odd number"),
    ("nbgames 1\ngame: projex 3\ngame: projex 4", NotationError, "cannot be read"),
    ("nbgames 1\ngame: projex 3\nB2 B3", NotationError, "an empty line stands before the moves"),
    ("nbgames 1\ngame: projex 3\nclock: 5", NotationError, "'clock' is no key of a record"),
    ("nbgames 1\ngame: projex 3\nswap: never", NotationError, "'never' is neither yes nor no"),
    ("nbgames 1\ngame: projex 3\nX:", Refused, "'' is no name of a seat"),
    ("nbgames 1\ngame: projex 3\n\n1. B2 B3 2. B2", IllegalMove, "move 3: B2 is taken by X"),
    ("nbgames 1\ngame: projex 3\n\n1. B2 B3 2. Q7", NotationError, "move 3: 'Q7' is no cell"),
    ("nbgames 1\ngame: projex 3\n\n1. B2 {never closed", NotationError, "a comment is not closed"),
    ("nbgames 1\ngame: projex 3\n\n1. resign B2", Refused, "move 2: 'B2' comes after the end"),
    ("nbgames 1\ngame: projex 3\nresult: X wins by a loop\n\nB2", Refused, "nobody has won yet"),
    ("nbgames 1\ngame: projex 3\nresult: X wins by resignation\n\nresign", Refused, "O wins"),
    ("nbgames 1\ngame: projex 3\nresult: a draw by agreement\n\nB2", Refused, "correct the line"),
    ("nbgames 1\ngame: projex 3\nswap: no\n\nB2 swap", IllegalMove, "move 2: no swap here"),
    ("nbgames 1\ngame: projex 3\nstart: ;X to move", NotationError, "'' is no player"),
    ("nbgames 1\ngame: projex 3\nstart: ", NotationError, "whose turn it is: write 'X to move'"),
    ("nbgames 1\ngame: projex 3\nstart: X B2; O C3", NotationError, "whose turn it is"),
    ("nbgames 1\ngame: projex 3\nstart: Y B2; X to move", NotationError, "no player of projex"),
    ("nbgames 1\ngame: projex 3\nstart: X Q9; X to move", NotationError, "'Q9' is no cell"),
    ("nbgames 1\ngame: projex 3\nstart: X B2; O B2; X to move", NotationError, "B2 is given twice"),
    ("nbgames 1\ngame: copolymer 3\nstart: X A1; O; O to move, may swap", Refused, "swap"),
    ("nbgames 1\n" + "x" * 3_000_000, NotationError, "characters is too long: at most"),
    (None, NotationError, "None is no record: a record is text"),
    (b"nbgames 1", NotationError, "a record is text"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "error", "words"), RECORDS, ids=[f"{str(r[0])[-30:]!a}" for r in RECORDS]
)
def test_a_record_that_cannot_be_read(text, error, words):
    with refused(error, words):
        nbgames.read(text)


# Diagrams


SQUARE = nbgames.match("antipalos", 2).play("a1-b2").diagram()

STARRED = nbgames.match("conhex", 3).diagram().replace("+", "*", 1)

DIAGRAMS = [
    ("projex", ". " * 11, NotationError, "the picture shows 11 sites: this board has 12 sites"),
    ("projex", ". " * 13, NotationError, "'.' is one too many: this board has 12 sites"),
    ("projex", ". " * 11 + "?", NotationError, "'?' on C4 is no letter of this picture"),
    ("projex", "", NotationError, "the picture shows 0 sites"),
    ("projex", "é" * 12, NotationError, "'.' is empty, 'x' and 'o' are pieces"),
    ("projex", None, NotationError, "a picture is text"),
    ("conhex", STARRED, NotationError, "'*' is no letter"),
    ("conhex", "+" * 20, NotationError, "the picture shows 20 holes: this board has 21"),
    ("conhex", "+" * 22, NotationError, "the picture shows 22 holes: this board has 21"),
    ("conhex", "+" * 1_000_000, NotationError, "1000000 characters is too long: at most 50000"),
    ("antipalos", ". .\n. .", NotationError, "this board has 4 rows of 4 points"),
    ("antipalos", "", NotationError, "this board has 4 rows of 4 points; the picture has none"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "error", "words"),
    DIAGRAMS,
    ids=[f"{d[0]} {str(d[1])[:9]!a}" for d in DIAGRAMS],
)
def test_a_picture_that_cannot_be_read(name, text, error, words):
    with refused(error, words):
        nbgames.read_diagram(START[name], text)


def test_an_antipalos_piece_that_is_cut():
    lines = SQUARE.split("\n")
    last = max(k for k, line in enumerate(lines) if "v" in line)
    lines[last] = ""
    with refused(NotationError, "a piece below row 2 is cut"):
        nbgames.read_diagram(nbgames.game("antipalos", 2), "\n".join(lines))


def test_an_antipalos_piece_of_two_letters():
    cut = SQUARE.replace("v", "h", 1)
    with refused(NotationError, "write it as two equal letters"):
        nbgames.read_diagram(nbgames.game("antipalos", 2), cut)


BOTH = """
.   .
 v v
 v v
.   .
"""


def test_both_diagonals_of_an_antipalos_square():
    with refused(Refused, "blocked: a1-b2 excludes it"):
        nbgames.read_diagram(nbgames.game("antipalos", 1), BOTH)


# Anything at all


def only_game_errors(read, text):
    """Reads, or says in a GameError why not, and in no time, however long the text."""
    with within(2):
        try:
            read(text)
        except nbgames.GameError as error:
            assert str(error)


heads = st.sampled_from(
    [
        "",
        "nbgames 1\n",
        "nbgames 1\ngame: projex 3\n",
        "nbgames 1\ngame: conhex 2\n\n",
        "nbgames 1\ngame: antipalos 2\nstart: ",
        "(;FF[CONHEX]",
        "(;FF[CONHEX];B[",
    ]
)
bodies = st.text(max_size=200) | st.text("XOVH AB123;:.,-{}\\[]()BRswap\nresign", max_size=200)


@pytest.mark.long
@given(heads, bodies)
@example("", "(;" + "AA[" * 60_000)
@example("", "(;" + ";" * 190_000)
@example("", "(;FF[CONHEX];" + " " * 190_000)
@example("nbgames 1\ngame: projex 3\n\n", "{" * 190_000)
@example("nbgames 1\ngame: projex 3\n\n", "{\\" * 90_000)
@example("nbgames 1\ngame: projex 3\n\n", "1." * 90_000)
@example("nbgames 1\ngame: copolymer on ", "A1-3 " * 30_000)
@example("nbgames 1\ngame: projex 3\nstart: ", "X B2 " * 30_000)
@example("nbgames 1\ngame: projex 3\n", "\n".join(f"k{k}: 1" for k in range(20_000)))
def test_nothing_but_a_game_error_escapes_the_reader_of_records(head, body):
    only_game_errors(nbgames.read, head + body)


@given(matches(), picks, st.characters())
def test_a_record_with_one_letter_changed_is_read_or_refused(m, number, letter):
    text = str(m)
    k = number % len(text)
    only_game_errors(nbgames.read, text[:k] + letter + text[k + 1 :])


@pytest.mark.parametrize("name", first_of(NAMES, 2))
@given(st.text(max_size=200) | st.text(". xovhXOVH+|-/\\\n123ABC", max_size=300))
@example("." * 50_000)
@example(". " * 25_000)
@example("+" * 50_000)
@example("+\n" * 25_000)
@example(" " * 49_999 + ".")
@example("1" * 49_999 + "-")
def test_nothing_but_a_game_error_escapes_the_reader_of_pictures(name, text):
    only_game_errors(lambda text: nbgames.read_diagram(START[name], text), text)


@pytest.mark.slow
@given(matches(), picks, st.characters())
def test_a_picture_with_one_letter_changed_is_read_or_refused(m, number, letter):
    text = m.diagram()
    k = number % len(text)
    only_game_errors(
        lambda text: nbgames.read_diagram(m.game, text), text[:k] + letter + text[k + 1 :]
    )


@given(matches(), st.text(max_size=30) | st.text("ABab123-,: swapresign", max_size=12))
def test_nothing_but_a_game_error_escapes_a_move(m, word):
    only_game_errors(m.play, word)


# Records that were made to take long: each had taken seconds to minutes


@pytest.mark.parametrize(
    "body",
    first_of(["B2 C3 C1 " + "{a}" * 60_000, "{a} " * 60_000, "\n{ \\" * 40_000, "{\\" * 40_000], 2),
    ids=["comments after a move", "comments before", "comments left open", "strokes"],
)
def test_a_record_is_read_in_a_time_that_grows_with_its_length(body):
    text = f"nbgames 1\ngame: projex 3\n\n{body}"
    for reader in (nbgames.notation.record.texts, nbgames.notation.record.read):
        with within(2):
            try:
                reader(text)
            except NotationError as error:
                assert "not closed" in str(error)


def test_a_table_keeps_its_newest_lines():
    table = Table(nbgames.match("projex", 6))
    lines = [(a, b) for a in table.match.game.board.names for b in ("F6", "A6") if a != b][:120]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nbgames.play.table.MOST_LINES", 50)
        for line in lines:
            table.begin(table.line.from_position(table.line.positions[0]))
            for word in line:
                table.play(word)
        assert len(table.earlier) == 50 and table.earlier[-1].moves == lines[-2]
