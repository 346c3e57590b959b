"""Records: real ConHex games as other sites write them, and our own text as people edit it."""

import pytest
from golem import GAMES, IDS, sgf

import nbgames
from nbgames import FIRST, SECOND, Refused
from nbgames.notation.record import read_all, set_up
from nbgames.play.table import Table

# Little Golem and conhex.com. The forms are those that were found (mail_and_rules 3.1).


def as_there(m, n):
    """After n moves: each site's owner as that site sees it, who reflects the stone of a swap.

    Here the seats change instead, so that the board is reflected and the sides are exchanged.
    """
    now = m.at(n)
    swapped = "swap" in now.moves
    side = {FIRST: "H", SECOND: "V"} if swapped else {FIRST: "V", SECOND: "H"}
    return {
        reflected(name) if swapped else name: side[now.owner(name)]
        for name in now.game.board.names
        if now.owner(name)
    }


def reflected(name):
    """A hole or a cell in the mirror from the bottom left to the top right."""
    if ":" not in name:
        return f"{chr(ord('A') + 17 - int(name[1:]))}{17 - (ord(name[0]) - ord('A'))}"
    board = nbgames.game("conhex").board
    holes = {reflected(board.names[hole]) for hole in board.parts[board.site(name)]}
    return next(n for n in CELLS if CELLS[n] == holes)


def cells():
    board = nbgames.game("conhex").board
    return {
        board.names[cell]: {board.names[hole] for hole in board.parts[cell]}
        for cell in range(board.claimable, len(board.names))
    }


CELLS = cells()


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_stone_stands_where_the_site_has_it(game):
    m = nbgames.read(sgf(game))
    stones = {hole: side for side, hole in game["stones_pbmserv"]}
    end = as_there(m, len(m.moves))
    assert {name: side for name, side in end.items() if ":" not in name} == stones


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_cell_is_conquered_when_and_by_whom_it_was(game):
    m = nbgames.read(sgf(game))
    captures, known = [], set()
    for n in range(len(m.moves) + 1):
        now = as_there(m, n)
        stones = sum(":" not in name for name in now)
        held = {name for name in now if ":" in name}
        captures += [[stones, now[cell]] for cell in held - known]
        known = held
    assert captures == game["captures"]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_game_ends_as_it_did(game):
    m = nbgames.read(sgf(game))
    resigned = game["moves_grid11"][-1] == "resign"
    assert (m.outcome is not None) == resigned
    if resigned:
        winner = "H" if m.outcome.winner == (FIRST if "swap" in m.moves else SECOND) else "V"
        assert game["result"].startswith(f"{winner} wins")


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_game_reads_back_as_our_own_text(game):
    m = nbgames.read(sgf(game))
    assert nbgames.read(str(m)) == m


def test_a_hole_is_free_again_after_a_reflected_swap():
    m = nbgames.read(sgf(GAMES[1]))
    assert GAMES[1]["moves_grid11"][0] == GAMES[1]["moves_grid11"][4]
    assert m.moves[:2] == ("P15", "swap")


FORMS = {
    "as it is": {},
    "no closing bracket": {"close": ""},
    "a line break before the first node": {"before": "\n"},
    "a line break after the first semicolon": {"after": "\n"},
    "Windows line breaks": {"before": "\r\n", "after": "\r\n"},
    "names": {"head": "EV[conhex.ch.21.1.1]PB[ann]PW[ben]"},
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_of_the_text_that_was_found_is_read(form):
    assert nbgames.read(sgf(GAMES[0], **form)).moves == nbgames.read(sgf(GAMES[0])).moves


@pytest.mark.parametrize(
    ("head", "seats"),
    [
        ("PB[ann]PW[ben]", ("ann", "ben")),
        ("PB[Ann%20B.]PW[ben]", ("Ann B.", "ben")),
        ("PB[?]PW[ben]", ("player 1", "ben")),
        ("PB[ ? ]PW[]", ("player 1", "player 2")),
        ("", ("player 1", "player 2")),
    ],
)
def test_who_played(head, seats):
    assert nbgames.read(sgf(GAMES[0], head=head)).seats == seats


def test_the_swap_exchanges_who_played():
    assert nbgames.read(sgf(GAMES[1], head="PB[ann]PW[ben]")).seats == ("ben", "ann")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;FF[HEX];B[A1])", "is not ConHex, the only game that is read from SGF"),
        ("(;FF[CONHEX];B[L1])", "move 1: 'L1' is no hole of the 11 by 11 grid: A1 to K11"),
        ("(;FF[CONHEX];B[A1];R[])", "move 2: '' is no hole"),
        ("(;FF[CONHEX];B[A1];R[A1])", "move 2: A17 is taken by Vert"),
        ("(;FF[CONHEX];B[swap])", "move 1: no swap here"),
        ("(;FF[CONHEX];B[resign];R[A1])", "move 2: 'A17' comes after the end"),
        ("(;FF[CONHEX]PB[" + "a" * 90 + "];B[A1])", "at most 80 characters"),
    ],
)
def test_a_text_that_cannot_be_read_says_where(text, words):
    with pytest.raises(nbgames.GameError, match=words):
        nbgames.read(text)


# Our own text, as people write and mend it


def test_a_record_as_it_is_written():
    m = nbgames.match("projex", 6, seats=("alice", "bob")).play("F6", "swap", "A6")
    m = m.comment("far from everything").play("resign")
    assert str(m) == (
        "nbgames 1\n"
        "game: projex 6\n"
        "X: alice\n"
        "O: bob\n"
        "result: O wins by resignation\n"
        "\n"
        "1. F6 2. swap 3. A6 {far from everything} 4. resign\n"
    )


def test_the_shortest_record():
    assert nbgames.read("nbgames 1\ngame: projex") == nbgames.match("projex")


@pytest.mark.parametrize(
    "body",
    [
        "F6 swap A6",
        "1. F6 2. swap 3. A6",
        "1. F6 swap 2. A6",  # as earlier versions wrote it, and PGN does
        "1. f6 SWAP\n2. a6",
        "1. F6\n   swap\n\n2. A6",
        "1... F6 swap A6",
    ],
)
def test_numbers_lines_and_cases_of_the_moves_are_free(body):
    assert nbgames.read(f"nbgames 1\ngame: projex 6\n\n{body}\n").moves == ("F6", "swap", "A6")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("1. C3 3. D4", "move 2 is numbered '3.'"),
        ("2. C3", "move 1 is numbered '2.'"),
        ("1. C3 2. D4 2. E5", "move 3 is numbered '2.'"),
        ("1. C3 D4 {a gap} 4. E5", "move 3 is numbered '4.'"),
        ("0. C3", "move 1 is numbered '0.'"),
        ("1. C3 D4 2. E5 4. B3", "move 4 is numbered '4.'"),
    ],
)
def test_a_record_whose_numbers_have_a_gap_may_lack_a_move_and_is_refused(body, told):
    with pytest.raises(nbgames.NotationError) as refused:
        nbgames.read(f"nbgames 1\ngame: projex 4\n\n{body}\n")
    assert str(refused.value) == f"{told}: number moves 1. 2. 3. or not at all"


def test_keys_may_come_in_any_order_and_case():
    text = "nbgames 1\nO: bob\nGame: projex 3\nx: alice\n\nB2"
    assert nbgames.read(text).seats == ("alice", "bob")


def test_comments_stand_where_they_were_made():
    text = "nbgames 1\ngame: projex 3\n\n{before} 1. B2 {one} B3 {two \\{\\\\\\} and more}"
    assert dict(nbgames.read(text).comments) == {0: "before", 1: "one", 2: "two {\\} and more"}


@pytest.mark.parametrize("said", ["O wins by resignation", "o WINS by resignation"])
def test_a_result_that_the_moves_bear_out_is_read(said):
    text = f"nbgames 1\ngame: projex 3\nresult: {said}\n\n1. B2 B3 2. resign"
    assert nbgames.read(text).outcome.winner == SECOND


@pytest.mark.parametrize(
    "result", ["V wins by forfeit", "H wins by agreement", "a draw by agreement"]
)
def test_an_ending_off_the_board_is_read(result):
    text = f"nbgames 1\ngame: antipalos 3\nresult: {result}\n\n1. a1-b2"
    assert nbgames.read(text).result() == result


def test_a_set_up_position_is_read():
    m = nbgames.read("nbgames 1\ngame: projex 3\nstart: X B2 B3; O C3; O to move\n\n1. D2")
    assert m.owned(FIRST) == ("B2", "B3")
    assert m.owned(SECOND) == ("D2", "C3")


def test_a_swap_may_be_open_in_a_set_up_position():
    m = nbgames.read("nbgames 1\ngame: projex 3\nstart: X B2; O; O to move, may swap\n\n1. swap")
    assert m.moves == ("swap",)


def test_several_records_are_read_one_by_one():
    texts = [str(nbgames.match("projex", 3).play(word)) for word in ("B2", "B3", "C1")]
    assert [m.moves for m in read_all("\n".join(texts))] == [("B2",), ("B3",), ("C1",)]


@pytest.mark.parametrize("mark", ["", "\ufeff", "\ufeff\n "], ids=["none", "a mark", "and a line"])
@pytest.mark.parametrize("first", ["nbgames 1", "NBGAMES 1"])
def test_case_and_a_byte_order_mark_do_not_matter(first, mark):
    """Editors of Windows write the mark before the text of a file."""
    m = nbgames.match("projex", 3).play("B2", "B3")
    record = str(m).replace("nbgames 1", first)
    assert nbgames.read(mark + record) == m
    assert nbgames.read_many(mark + record + record) == (m, m)
    table = Table(m.back(2))
    table.load(mark + record)
    assert table.match == m


@pytest.mark.parametrize(
    ("m", "text"),
    [
        (nbgames.match("projex", 3).play("B2", "B3"), "B2 B3"),
        (nbgames.match("conhex").play("P15"), "(;FF[CONHEX];B[J3])"),
    ],
    ids=["moves", "SGF"],
)
def test_a_byte_order_mark_does_not_matter_before_other_texts(m, text):
    table = Table(m.back())
    table.load(f"\ufeff{text}")
    assert table.match == m


MANY = (
    nbgames.match("projex", 3).play("B2", "swap", "resign").comment("{nbgames 1}\nnbgames 1\n", 1),
    nbgames.match("conhex", seats=("a{b", "nbgames 1")),
    nbgames.match("copolymer", 5).play("C3", "B2").end("agreed", FIRST),
    nbgames.match("antipalos", 3, swap=False).comment(f"{'a' * 76} nbgames 1 {'b' * 76}", 0),
)


@pytest.mark.parametrize("between", ["", "\n", "\n\n \n"])
def test_a_text_with_several_records_is_read_as_they_were_written(between):
    text = between.join(map(str, MANY))
    assert nbgames.read_many(text) == MANY
    assert nbgames.read_many(text.replace("\n", "\r\n")) == MANY


def test_records_are_read_from_a_file(tmp_path):
    path = tmp_path / "matches.txt"
    path.write_text("\n".join(map(str, MANY)), "utf-8")
    assert nbgames.read_many(path) == nbgames.read_many(str(path)) == MANY


def test_a_collection_of_sgf_games_is_read_one_by_one():
    texts = [sgf(game) for game in GAMES]
    assert nbgames.read_many("\n".join(texts)) == tuple(map(nbgames.read, texts))
    (m,) = nbgames.read_many("(;FF[CONHEX]PB[a) (;b];B[J3])")
    assert m.seats[0] == "a) (;b"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{0}\nnbgames 1\ngame: chess\n\n1. e4", "record 2: there is no game 'chess'"),
        ("{0}{0}nbgames 1\ngame: projex 3\n\n1. Z9", "record 3: move 1: 'Z9' is no cell"),
        ("hello\n{0}", "record 1: 'hello' begins no record"),
        ("(;FF[CONHEX];B[J3])(;FF[CONHEX];B[Z3])", "record 2: move 1: 'Z3' is no hole"),
        ("(;FF[CONHEX];B[J3])(;FF[GO];B[J3])", r"record 2: '\(;FF\[GO\].*' is not ConHex"),
    ],
)
def test_an_error_names_the_record(text, words):
    with pytest.raises(nbgames.GameError, match=words):
        nbgames.read_many(text.format(MANY[0]))


def test_an_empty_text_has_no_matches():
    assert nbgames.read_many("") == nbgames.read_many(" \n\n") == ()


@pytest.mark.parametrize("text", [3, "no/such/file.txt", "\0", None])
def test_what_is_neither_text_nor_a_file_is_refused(text):
    with pytest.raises(nbgames.NotationError, match="neither a record nor a file"):
        nbgames.read_many(text)


def test_a_frame_of_matches_has_a_row_for_each():
    table = nbgames.frame(nbgames.read_many("\n".join(map(str, MANY))))
    rows = table if isinstance(table, list) else table.to_dict("records")
    assert [row["game"] for row in rows] == ["projex", "conhex", "copolymer", "antipalos"]
    assert [row["size"] for row in rows] == [m.game.size for m in MANY]
    assert rows[0] == {
        **rows[0], "first": "player 2", "swapped": True, "moves": ("B2", "swap", "resign"),
        "turns": 3, "winner": FIRST, "result": "X wins by resignation",
    }  # fmt: skip
    assert rows[2]["winner"] == FIRST
    assert rows[2]["by"] == "agreed"


@pytest.mark.parametrize("text", ["", "projex", "\n"])
def test_a_text_without_any_record_is_refused(text):
    with pytest.raises(nbgames.NotationError, match="begins no record"):
        read_all(text)


def test_a_long_word_is_not_broken():
    comment = "x" * 1000
    m = nbgames.match("projex", 3).play("B2").comment(comment)
    assert nbgames.read(str(m)).comments[1] == comment
    with pytest.raises(Refused, match="1001 characters is too long: at most 1000"):
        m.comment(comment + "x")


def test_a_long_copolymer_turn_is_one_word():
    game = nbgames.game("copolymer", 9)
    owners = bytes(SECOND * (k % 2) for k in range(61))
    m = nbgames.match(game, start=nbgames.Position(owners))
    turn = ",".join(m.legal())
    m = m.play(turn)
    assert m.moves == (turn,)
    assert len(turn) > 78
    assert nbgames.read(str(m)) == m


def test_in_a_start_line_a_semicolon_before_a_player_may_be_missing():
    made = nbgames.game("projex", 4)
    whole = set_up(made, "X C3 B3; O D4; O to move")
    assert set_up(made, "X C3 B3 o D4; O to move") == whole
    assert set_up(made, "X C3 B3 O D4 O to move") == whole
