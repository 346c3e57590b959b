"""A fifth game is one record: Hex, made here, plays, prints and reads like the others."""

from math import sqrt
from xml.etree import ElementTree

import pytest
from playing import to_the_end

import nbgames
from nbgames import FIRST, SECOND, kernels
from nbgames.analysis import playouts
from nbgames.analysis._loops import turns
from nbgames.honeycomb import honeycomb
from nbgames.kernels import EAST, NORTH, SOUTH, WEST
from nbgames.lattice import letters
from nbgames.rules import Rules


def lay(size):
    """A rhombus whose columns lead down to the right; each player joins two sides."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    return honeycomb(
        cells,
        names=[f"{letters(c)}{r + 1}" for r, c in cells],
        rows={r: str(r + 1) for r in range(size)},
        columns={c: letters(c) for c in range(size)},
        slant=1,
        shores=tuple(
            NORTH * (r == 0) | SOUTH * (r == size - 1) | WEST * (c == 0) | EAST * (c == size - 1)
            for r, c in cells
        ),
    )


HEX = Rules("hex", ("X", "O"), range(1, 20), 11, lay, kernels.claim, kernels.crossed)
GAME = nbgames.game(HEX, 4)

PICTURE = r"""
1- x . o .
 2- . o x .
  3- o o x .
   4- . x x .
       \ \ \ \
        A B C D
"""


def midgame():
    return nbgames.match(GAME, swap=False).play(
        *["C2", "B2", "C3", "B3", "C4", "A3", "B4", "C1", "A1"]
    )


def test_it_plays_by_name_and_by_record():
    m = nbgames.match(HEX, 4).play("B2", "swap", "c3")
    assert m.moves == ("B2", "swap", "C3")
    assert m.owner("B2") == FIRST


def test_its_usual_size_is_its_own():
    assert len(nbgames.game(HEX).board.names) == 121


def test_it_is_won_by_a_shortest_chain():
    m = nbgames.match(GAME, swap=False).play(*["C1", "A2", "C2", "B2", "C3", "A3", "C4"])
    assert m.outcome.winner == FIRST
    assert m.outcome.chain == ("C1", "C2", "C3", "C4")


def test_the_other_side_wins_across():
    m = nbgames.match(GAME, swap=False).play(*["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"])
    assert m.outcome.winner == SECOND
    assert m.outcome.chain == ("A2", "B2", "C2", "D2")


def test_its_picture():
    assert midgame().diagram() == PICTURE.strip("\n")


def test_its_picture_reads_back():
    m = nbgames.read_diagram(GAME, PICTURE, to_move=SECOND)
    assert m.position == midgame().position
    assert m.diagram() == midgame().diagram()


def test_its_record_reads_back_with_its_rules_at_hand():
    m = midgame().comment("hex")
    assert nbgames.read(str(m), games=[HEX]) == m


def test_its_record_is_unknown_without_its_rules():
    with pytest.raises(nbgames.Refused, match="there is no game 'hex': antipalos"):
        nbgames.read(str(midgame()))


def test_the_four_games_are_read_beside_it():
    m = nbgames.match("projex", 3).play("B2")
    assert nbgames.read(str(m), games=[HEX]) == m


@pytest.mark.parametrize("seed", range(10))
def test_a_full_board_is_won(seed):
    assert to_the_end(nbgames.match(GAME), seed).outcome.winner in (FIRST, SECOND)


# Measured by four other engines: the mean number of turns, between two limits, and FIRST's share.
@pytest.mark.parametrize(
    ("size", "low", "high", "share"), [(9, 70.9, 71.1, 0.5307), (11, 107.4, 107.7, 0.523)]
)
def test_its_random_games_are_those_of_other_engines(size, low, high, share):
    game, many = nbgames.game(HEX, size), 500
    found = playouts(nbgames.match(game), 100_000, seed=1)
    digit = 10.0 ** -len(str(share).partition(".")[2]) / 2  # what the figure was rounded by
    assert abs(found.share - share) < 3 * found.stderr + digit
    total, squares = turns(game, game.start(), many, 1, fast=False)
    spread = sqrt((squares / many - (total / many) ** 2) / many)
    assert low - 3 * spread < total / many < high + 3 * spread


@pytest.mark.parametrize("size", [0, 20])
def test_its_sizes_are_held(size):
    with pytest.raises(nbgames.Refused, match=f"hex has no size {size}: 1 to 19"):
        nbgames.game(HEX, size)


def test_it_is_drawn_as_svg():
    root = ElementTree.fromstring(midgame().svg())
    cells = [e for e in root.iter() if e.get("class") == "nb-cell" and e.tag.endswith("path")]
    assert len([e for e in cells if e.get("data-owner") is None]) == 16 - 9


def test_it_is_played_on_a_live_board():
    board = nbgames.match(HEX, 4).widget()
    board.set_state({"request": {"view": "a", "first": 0, "do": ["B2", "swap", "C3"]}})
    assert board.moves == ("B2", "swap", "C3")
    board.close()
