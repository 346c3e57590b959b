"""A fifth game is one record: the Hex of CONTRIBUTING.md plays, prints and reads as the four do."""

import gc
import re
from math import dist, sqrt
from pathlib import Path
from xml.etree import ElementTree

import pytest
from mail.conftest import sign_up
from playing import to_the_end
from thinned import first_rows

import nbgames
from nbgames import FIRST, SECOND, atlas
from nbgames.analysis import playouts, solve
from nbgames.analysis.simulation.sequential import turns
from nbgames.core.shapes import Line
from nbgames.mail import Server
from nbgames.web.pages import pages


def written():
    """The record of the page's first block of Python, as a module in nbgames/games."""
    page = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    module = {"__name__": "nbgames.games.hex", "__package__": "nbgames.games"}
    exec(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], module)
    return module["HEX"]


pytestmark = pytest.mark.usefixtures("uncompiled")
HEX = written()
(LISTED,) = gc.get_referents(nbgames.GAMES)  # a view that nobody changes, but for these tests
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


def test_its_record_is_unknown_without_its_rules(monkeypatch):
    monkeypatch.delitem(LISTED, "hex", raising=False)
    with pytest.raises(nbgames.Refused, match="there is no game 'hex': antipalos"):
        nbgames.read(str(midgame()))


def test_the_four_games_are_read_beside_it():
    m = nbgames.match("projex", 3).play("B2")
    assert nbgames.read(str(m), games=[HEX]) == m


@pytest.mark.parametrize("seed", range(10))
def test_a_full_board_is_won(seed):
    assert to_the_end(nbgames.match(GAME), seed).outcome.winner in (FIRST, SECOND)


# Measured by four other engines: the mean number of turns, between two limits, and FIRST's share.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "low", "high", "share"),
    first_rows([(9, 70.9, 71.1, 0.5307), (11, 107.4, 107.7, 0.523)]),
)
def test_its_random_games_are_those_of_other_engines(size, low, high, share):
    game, many = nbgames.game(HEX, size), 500
    found = playouts(nbgames.match(game), 100_000, seed=1)
    digit = 10.0 ** -len(str(share).partition(".")[2]) / 2  # what the figure was rounded by
    assert abs(found.share - share) < 3 * found.stderr + digit
    lengths = turns(game, game.start(), many, 1, fast=False)
    total, squares = (sum(k**power * c for k, c in lengths.items()) for power in (1, 2))
    spread = sqrt((squares / many - (total / many) ** 2) / many)
    assert low - 3 * spread < total / many < high + 3 * spread


@pytest.mark.parametrize("size", [1, 20])
def test_its_sizes_are_held(size):
    with pytest.raises(nbgames.Refused, match=f"hex has no size {size}: 2 to 19"):
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


def test_its_sides_are_drawn_beside_their_cells():
    board = GAME.board

    def nearest(point):
        return min(board.names, key=lambda n: dist(point, board.shapes[board.site(n)].middle))

    sides = [shape for shape in board.decor if isinstance(shape, Line)]
    assert {(line.role, *map(nearest, line.points)) for line in sides} == {
        ("first", "A1", "D1"),
        ("first", "A4", "D4"),
        ("second", "A1", "A4"),
        ("second", "D1", "D4"),
    }


def test_the_opener_wins_unless_the_other_may_swap():
    assert solve(nbgames.match(HEX, 3, swap=False)).value == 1  # John Nash, 1948
    assert solve(nbgames.match(HEX, 3)).value == -1


@pytest.mark.parametrize("level", [2, 6])
def test_a_computer_player_takes_its_win(level):
    m = nbgames.match(GAME, swap=False).play(*["C1", "A2", "C2", "B2", "C3", "A3"])
    assert nbgames.opponent(level, seed=0).choose(m) in ("B4", "C4")


# Among the games by name


@pytest.fixture
def listed(monkeypatch):
    """Hex beside the four, as if it stood in the tuple of games/__init__.py."""
    monkeypatch.setitem(LISTED, "hex", HEX)


@pytest.mark.usefixtures("listed")
def test_it_is_played_by_mail():
    server = sign_up(Server("sqlite://"), "alice", "bob")
    lines = ["hex challenge -size=4 alice bob", "hex move 101 alice - B2", "hex swap 101 bob -"]
    assert [server.handle(line).text.splitlines()[0] for line in lines] == [
        "hex board 101, size 4: alice (X) to make move 1",
        "hex board 101, size 4: bob (O) to make move 2, or a swap",
        "hex board 101, size 4: alice (O) to make move 3",
    ]
    server.close()


@pytest.mark.usefixtures("listed")
def test_mail_helps_with_what_its_record_says():
    server = Server("sqlite://")
    picture = nbgames.match("hex").diagram()
    assert server.handle("help hex").text == f"Hex\n\n{HEX.told}\n\n{picture}"
    assert "(also antipalos, conhex, copolymer, hex)" in server.handle("help").text
    server.close()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("listed")
def test_the_folder_of_pages_has_it():
    made = dict(pages([GAME]))
    assert "<title>Hex 4</title>" in made["hex-4.html"]
    assert 'href="hex-11.html"' in made["index.html"]


@pytest.mark.usefixtures("listed")
def test_it_has_no_puzzles_and_that_is_said():
    with pytest.raises(nbgames.Refused, match="no puzzles of 'hex': there are of antipalos, conh"):
        atlas.puzzles("hex")
