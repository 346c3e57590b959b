"""Antipalos as its help text shows it."""

from itertools import product
from pathlib import Path

import pytest
import slow

import nbgames
from nbgames import BLOCKED, FIRST, SECOND

GAME = nbgames.game("antipalos", 6)
FIGURE = (Path(__file__).parents[1] / "data" / "antipalos_won.txt").read_text()

VERT = "e7-f6 f6-e5 e5-d4 d4-e3 e3-d2 d2-c1"  # mail_and_rules 2.4, decoded there by hand
HORZ = "a6-b5 b5-c6 c5-d6 d6-e5 e5-f4 f4-g5"


def spelled(pieces):
    """Pieces written the one way, the left end first."""
    return {GAME.board.names[GAME.board.site(piece)] for piece in pieces.split()}


def figure():
    return nbgames.read_diagram(GAME, FIGURE)


def test_the_pieces_of_the_figure():
    assert set(figure().owned(FIRST)) == spelled(VERT)
    assert set(figure().owned(SECOND)) == spelled(HORZ)


def test_vert_has_won_the_figure_by_all_six_pieces():
    assert figure().outcome.winner == FIRST
    assert set(figure().outcome.chain) == spelled(VERT)


def test_the_chains_cross_at_e5():
    at_e5 = [name for name in GAME.board.names if "e5" in name.split("-")]
    assert [figure().owner(name) for name in at_e5].count(FIRST) == 2
    assert [figure().owner(name) for name in at_e5].count(SECOND) == 2


def test_horz_lies_on_both_lattices():
    """A6-B5-C6 and C5..G5 look near and can never join: their points differ in parity."""
    parities = [{sum(point) % 2 for point in slow.ends(piece)} for piece in sorted(spelled(HORZ))]
    assert parities == [{1}, {1}, {0}, {0}, {0}, {0}]


def test_the_figure_prints_as_it_reads():
    drawn = [line.removeprefix("   ").rstrip() for line in FIGURE.rstrip("\n").split("\n")]
    assert figure().diagram().split("\n") == drawn


# Pieces


@pytest.mark.parametrize("word", ["b2-c3", "c3-b2", "B2-C3", "C3-b2", " b2-C3 ", "b2c3"])
def test_a_piece_is_named_by_its_ends_in_either_order_and_case(word):
    assert nbgames.match(GAME).play(word).moves == ("b2-c3",)


@pytest.mark.parametrize(
    ("piece", "other"), [("b2-c3", "b3-c2"), ("b3-c2", "b2-c3"), ("a1-b2", "a2-b1")]
)
def test_a_piece_blocks_the_other_diagonal_of_its_square(piece, other):
    m = nbgames.match(GAME).play(piece)
    assert m.owner(other) == BLOCKED
    assert other not in m.legal()


def test_no_square_offers_more_than_its_two_diagonals():
    assert len(nbgames.match(GAME).legal()) == 2 * 6 * 6
    assert len(nbgames.match(GAME).play("b2-c3").legal()) == 2 * 6 * 6 - 2 + 1  # and "swap"


def test_columns_beyond_z_are_written_with_two_letters():
    m = nbgames.match("antipalos", 26).play("AA27-z26")
    assert m.moves == ("z26-aa27",)


def test_chains_of_both_players_cross_at_a_point():
    m = nbgames.match("antipalos", 2).play("a1-b2", "a3-b2", "b2-c3")
    assert m.outcome.winner == FIRST
    assert m.outcome.chain in (("a1-b2", "b2-c3"), ("b2-c3", "a1-b2"))


def test_a_draw_by_agreement_is_antipalos_alone():
    assert nbgames.match(GAME).end("agreed", None).result() == "a draw by agreement"


def test_a_drawn_board():
    m = nbgames.match("antipalos", 2, swap=False).play("a1-b2", "a2-b3", "b1-c2", "b2-c3")
    assert (m.outcome.winner, m.outcome.by) == (None, "full")
    assert m.result() == "a draw, the board is full"


@pytest.mark.parametrize("size", [1, 2, 16, 26])
def test_every_square_has_two_pieces(size):
    names = {frozenset(slow.ends(name)) for name in nbgames.game("antipalos", size).board.names}
    squares = product(range(1, size + 1), repeat=2)
    assert names == {
        frozenset(ends)
        for x, y in squares
        for ends in (((x, y), (x + 1, y + 1)), ((x, y + 1), (x + 1, y)))
    }


PICTURE = """
    A   B   C
 3  .   .   .  3
       h v
     h     v
 2  .   .   .  2
       v
     v
 1  .   .   .  1
    A   B   C
"""


def test_the_picture():
    m = nbgames.match("antipalos", 2).play("a1-b2", "a2-b3", "c2-b3")
    assert m.diagram() == PICTURE.strip("\n")
