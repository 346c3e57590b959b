"""Addresses that carry a match and the marks on its board; wrong ones are told in words."""

import sys
from base64 import b64decode
from random import Random

import numpy as np
import pytest
from playing import to_the_end

import nbgames
from nbgames import GameError, NotationError, Refused
from nbgames.notation import address
from nbgames.play import arrows

EVIL = "<img src=x onerror=alert(1)>"
SMALL = {"antipalos": 3, "conhex": 3, "copolymer": 5, "projex": 4}
M = nbgames.match("projex", 4, seats=("Zoë", EVIL)).play("D1", "swap", "B3", "C3")
MARKS = ("D1", "F1>B3", "E5")


def summed(*parts):
    """A fragment with these parts and the checksum that belongs to it."""
    text = ".".join(parts)
    return f"{text}.{address.checksum(text)}"


def opened(text):
    return address.read(text), address.marks(text)


@pytest.mark.parametrize("name", SMALL)
def test_an_address_is_the_match_and_its_marks(name):
    m = to_the_end(nbgames.match(name, SMALL[name]), 2)
    names = m.game.board.names
    marks = (names[2], f"{names[0]}>{names[-1]}")
    for base in ("", "https://there.example/games/", "https://there.example/mine.html"):
        link = m.link(base, marks=marks)
        assert str(address.read(link)) == str(m)
        assert address.marks(link) == marks


def test_a_page_is_one_file_with_its_match_and_nothing_that_runs_of_what_was_typed():
    html = M.to_html()
    assert html.startswith("<!doctype html>") and 'src="http' not in html
    assert M.moves[-1] in html and "Zoë" in html and EVIL not in html


def test_comments_go_with_a_link_as_far_as_there_is_room():
    said = M.comment("a } start", 0).comment(EVIL, 2).comment("ünd 3 e", 4)
    assert address.read(said.link()) == said
    assert address.write(said) == address.write(M)  # by which a page finds the games that it keeps
    long = M
    for n in range(5):
        long = long.comment("x" * 1000, n)
    assert long.link() == M.link()


def test_marks_are_read_in_any_case_and_each_once():
    assert address.marks(M.link(marks="d1 F1>b3 D1 e5")) == MARKS


def test_an_address_without_marks_has_none():
    assert address.marks(M.link()) == ()


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ("Q77", "'Q77' is no cell of this board"),
        (EVIL, "is no cell of this board"),
        ("D1>", "is no cell of this board"),
        ("D1>B3>C3", "'D1>B3>C3' is no mark: write F6 for a ring, F6>A6 for an arrow"),
        ("D1>D1", "is no mark"),
        ([3], "3 is no mark"),
    ],
)
def test_what_is_no_mark_is_refused(marks, words):
    with pytest.raises(NotationError, match=words):
        M.link(marks=marks)
    if isinstance(marks, str):
        with pytest.raises(NotationError, match=words):
            address.marks(summed("1", "projex-4", "Gw", f"m{address._packed(marks)}"))


def test_too_many_marks_are_refused():
    names = M.game.board.names
    many = [f"{a}>{b}" for a in names[:11] for b in names[11:21]]
    with pytest.raises(NotationError, match="110 marks are too many for a board: at most 99"):
        M.link(marks=many)
    assert len(address.marks(M.link(marks=many[:99]))) == 99


def test_an_address_cut_short_anywhere_is_refused():
    text = address.write(M, MARKS)
    for end in range(len(text)):
        with pytest.raises(GameError):
            address.read(text[:end])


def test_an_address_changed_by_any_letter_is_refused():
    """A checksum of 32 bits sees every change within 32 bits, and a letter has eight."""
    text, random = address.write(M, MARKS), Random(4)
    for place, letter in enumerate(text):
        other = random.choice(sorted(set(address.ALPHABET + ".<") - {letter}))
        for reader in (address.read, address.marks):
            with pytest.raises(GameError):
                reader(text[:place] + other + text[place + 1 :])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2" + address.write(M)[1:], "of version 2, and this nbgames reads version 1"),
        (address.write(M) + "A" * 100_000, "characters is too long: at most 6000"),
        (EVIL, "cut short or changed"),
        ("", "cut short or changed"),
        (summed("1", "chess-8", "AA"), "no game"),
        (summed("1", "projex-99", "AA"), "99"),
        (summed("1", "projex-4", "!!"), "cannot be in an address"),
        (summed("1", "projex-4", "A"), "ends before its moves do"),
        (summed("1", "projex-4", "AAAA"), "claim 2: D1 is taken by X"),
        (summed("1", "projex-4", "8A"), "names site 30"),
        (summed("1", "projex-4", "6A", "mgICA"), "the words in this address cannot be read"),
        (summed("1", "projex-4", "6A", "e9"), "is no ending"),
        (summed("1", "projex-4", "6A", "pQQ"), "give two names"),
        (summed("1", "projex-4", "6A", "sAA"), "too short for its board"),
        (summed("1", "projex-4", "6A", "c" + address._packed("9 no")), "'9 no' in this address"),
        (summed("1", "projex-4", "6A", "a9"), "opens after claim '9', which it does not have"),
    ],
)
def test_a_wrong_address_is_told(text, words):
    with pytest.raises(GameError, match=words):
        opened(text)


# On the board


def test_an_arrow_stays_within_its_ends_and_a_ring_around_its_site():
    board = nbgames.game("projex", 6).board
    ring, *_ = arrows.shapes(board, arrows.read(board, "F6"))
    assert ring.middle == board.shapes[board.site("F6")].middle
    shaft, head = arrows.shapes(board, arrows.read(board, "A6>J6"))
    (ax, _), (jx, _) = (board.shapes[board.site(name)].middle for name in ("A6", "J6"))
    assert ax < shaft.points[0][0] < shaft.points[1][0] < jx
    assert head.points[1] == shaft.points[1]


@pytest.mark.parametrize("name", SMALL)
def test_a_picture_shows_marks_and_numbers(name):
    m = to_the_end(nbgames.match(name, SMALL[name]), 2)
    names = m.game.board.names
    text = m.svg(marks=(names[0], f"{names[0]}>{names[5]}"), numbers=True)
    drawn = text.partition('<g class="nb-arrows">')[2]
    assert drawn.count("nb-casing") == drawn.count("nb-core") == 3
    numbers = text.partition('<g class="nb-numbers">')[2].partition("</g>")[0]
    claims = [claim for claim in m.claims if claim not in ("swap", "resign")]
    assert numbers.count("<text") == len(claims)
    last = sum(1 for _ in m.turns())
    assert f">{last if claims[-1] == m.claims[-1] else last - 1}</text>" in numbers


def test_the_cells_of_one_turn_have_one_number():
    """The help text's example, Figure 2b: O claims three cells in one turn."""
    m = nbgames.read(
        "nbgames 1\ngame: copolymer 5\nstart: X A1 A3 B1 D2 E5; O C1 C2 C3 D4; O to move\n\n"
        "1. B2,A2,C5 2. D3,E4"
    )
    numbers = m.svg(numbers=True).partition('<g class="nb-numbers">')[2].partition("</g>")[0]
    assert (numbers.count(">1</text>"), numbers.count(">2</text>")) == (3, 2)


# As a QR code


@pytest.mark.parametrize("base", ["", "games/", "file:///tmp/", "javascript:alert(1)"])
def test_a_code_needs_a_page_that_a_phone_can_open(base):
    with pytest.raises(Refused, match="is nothing that a phone can open"):
        M.qr(base)


def test_a_code_without_its_library_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(Refused, match="pip install segno"):
        M.qr("https://there.example/")


def test_a_code_of_300_moves_is_one():
    m = nbgames.match("antipalos", 26)
    random = Random(1)
    while len(m.claims) < 300:
        m = m.play(random.choice([word for word in m.legal() if word != "swap"]))
    code = m.qr("https://there.example/games/")
    shown = code._repr_mimebundle_()
    assert b64decode(shown["image/png"]).startswith(b"\x89PNG")
    assert 'alt="link to Antipalos' in shown["text/html"]
    assert "<svg" not in shown["text/plain"] == repr(code)
    modules = int(code.partition('d="M0 0h')[2].partition("v")[0])
    assert modules - 8 <= 97  # version 20, and four modules of margin on either side


def test_a_terminal_shows_the_code_as_blocks_and_the_address():
    zxingcpp = pytest.importorskip("zxingcpp")
    *rows, address = repr(M.qr("https://there.example/")).splitlines()
    upper, lower = "█▀", "█▄"  # what is drawn is light: a module is half a character
    lines = [[255 * (block in half) for block in row] for row in rows for half in (upper, lower)]
    dots = np.kron(np.array(lines, np.uint8), np.ones((4, 4), np.uint8))
    assert [code.text for code in zxingcpp.read_barcodes(dots)] == [address]
    assert address == M.link("https://there.example/")
