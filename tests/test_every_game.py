"""What holds for every game at every size, whatever is played."""

from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from playing import (
    HONEYCOMBS,
    NAMES,
    SMALL,
    finished,
    games,
    matches,
    pick,
    picks,
    small_games,
    to_the_end,
)
from symmetries import symmetries

import nbgames
from nbgames import FIRST, SECOND
from nbgames.core.game import Game
from nbgames.core.shapes import Disc, Line, Polygon, Text

DATA = Path(__file__).parent / "data"
EVERY_GAME = [
    *(nbgames.game(name, size) for name in NAMES for size in nbgames.GAMES[name].sizes),
    *(nbgames.game("copolymer", cells=cells) for cells in HONEYCOMBS),
]


# Playing and looking back


@given(matches(), picks)
def test_playing_leaves_the_old_match_alone(m, number):
    assume(not m.outcome)
    before, text = m, str(m)
    assert pick(m, number) != m
    assert m == before
    assert str(m) == text


@given(matches())
def test_the_moves_played_again_give_the_same_positions(m):
    start = nbgames.match(m.game, start=m.positions[0], swap=m.allows_swap)
    again = start.play(*m.moves)
    assert again.positions == m.positions
    assert again.claims == m.claims


@given(matches(), st.integers(0, 50))
def test_replaying_is_playing(m, first):
    """Claims of a record, some of them played and the others replayed at once."""
    claims = [claim for claim in m.claims if claim not in ("swap", "resign")]
    opened = nbgames.match(m.game, start=m.positions[0], swap=m.allows_swap).play(*claims[:first])
    assert opened.replay(claims[first:]) == opened.play(*claims[first:])


@given(matches().filter(lambda m: m.owned(FIRST)))
def test_replaying_refuses_what_playing_does(m):
    """A site twice, and anything after the end."""
    refusals = []
    for way in (m.play, lambda word: m.replay([word])):
        with pytest.raises(nbgames.GameError) as refused:
            way(m.owned(FIRST)[0])
        refusals.append((refused.type, str(refused.value)))
    assert refusals[0] == refusals[1]


@given(finished(), st.data())
def test_replaying_does_not_go_on_after_the_end(m, data):
    left = [n for n in m.game.board.names[: m.game.board.claimable] if not m.owner(n)]
    assume(left)
    with pytest.raises(nbgames.GameError, match="after the end"):
        nbgames.match(m.game).replay([*m.claims, data.draw(st.sampled_from(left))])
    with pytest.raises(nbgames.GameError, match="after the end"):
        m.back(1).replay([*m.claims[len(m.back(1).claims) :], data.draw(st.sampled_from(left))])


@given(matches())
def test_going_back_and_playing_on_comes_home(m):
    words = len(m.moves)
    for n in range(words + 1):
        assert m.at(n) == m.back(words - n)
        assert m.at(n).moves == m.moves[:n]
        assert m.at(n).play(*m.moves[n:]).positions == m.positions


@given(matches())
def test_every_legal_word_can_be_played(m):
    assert (m.legal() == ()) == (m.outcome is not None)
    assert (m.game.moves(m.position) == ()) == (m.game.outcome(m.position) is not None)
    assert repr(m).endswith("over>" if m.outcome else "to move>")
    for word in {*m.legal()[:3], *m.legal()[-1:]}:
        assert m.play(word).claims == (*m.claims, word)


@given(matches(small_games))
def test_every_other_site_is_refused(m):
    assume(not m.outcome)
    for name in set(m.game.board.names) - set(m.legal()):
        with pytest.raises(nbgames.IllegalMove):
            m.play(name)


@given(matches())
def test_only_the_first_claim_of_a_game_may_be_answered_by_a_swap(m):
    first = [FIRST if n == 0 else m.positions[n - 1].to_move for n in range(len(m.positions))]
    for n, position in enumerate(m.positions[1:], 1):
        opened = m.claims[n - 1] not in ("swap", "resign") and not any(m.positions[n - 1].owners)
        swappable = m.game.rules.swap and m.allows_swap and opened and first[n] == FIRST
        assert position.may_swap == swappable or m.claims[n - 1] == "resign"


@pytest.mark.parametrize("name", [name for name in NAMES if nbgames.GAMES[name].swap])
def test_where_the_second_player_opens_nobody_swaps(name):
    game = nbgames.game(name, 3)
    start = nbgames.Position(game.start().owners, to_move=SECOND)
    m = nbgames.match(game, start=start)
    assert "swap" not in m.play(m.legal()[0]).legal()


# Reading what was written


@given(matches())
def test_a_record_reads_back(m):
    assert nbgames.read(str(m)) == m


@given(matches())
def test_a_record_that_mail_has_wrapped_reads_back(m):
    assert nbgames.read("\r\n" + str(m).replace("\n", "\r\n") + "\r\n\r\n") == m


@given(matches())
def test_a_diagram_reads_back(m):
    again = nbgames.read_diagram(m.game, m.diagram(), to_move=m.position.to_move)
    assert again.position.owners == m.position.owners
    assert again.diagram() == m.diagram()


@pytest.mark.parametrize("game", EVERY_GAME, ids=repr)
def test_the_empty_board_reads_back(game):
    m = nbgames.match(game)
    assert nbgames.read_diagram(game, m.diagram()).position == m.position


@pytest.mark.parametrize("game", EVERY_GAME, ids=repr)
def test_every_name_reads_back_in_any_case(game):
    board = game.board
    for site, name in enumerate(board.names):
        assert (
            board.site(name) == board.site(name.lower()) == board.site(f" {name.upper()} ") == site
        )


@given(games)
def test_a_game_is_known_by_its_text(game):
    names = {repr(rules): rules for rules in nbgames.GAMES.values()}
    assert eval(repr(game), {"Game": Game, **names}) == game


# Who wins


@given(finished())
def test_a_match_ends_as_its_game_says(m):
    if m.outcome.winner is None:
        assert m.game.name == "antipalos"
        assert m.position.owners.count(0) == 0
    else:
        assert m.outcome.by == m.game.rules.by


@given(st.sampled_from([game for game in SMALL if game.name in ("projex", "conhex")]), picks)
def test_a_full_board_has_exactly_one_winner(game, seed):
    sites = list(range(game.board.claimable))
    Random(seed).shuffle(sites)
    position = game.start()
    for site in sites:
        position = game.play(position, site)
    assert game.outcome(position).winner in (FIRST, SECOND)


copolymer = st.sampled_from([3, 5, 7, 9, *HONEYCOMBS]).map(
    lambda extent: (
        nbgames.game("copolymer", extent)
        if isinstance(extent, int)
        else nbgames.game("copolymer", cells=extent)
    )
)


@given(finished(copolymer))
def test_copolymer_is_won_by_connecting_and_a_tie_in_that_goes_to_the_first_player(m):
    cells = [len(m.owned(who)) for who in (FIRST, SECOND)]
    closing = [0, 0]
    for turn in m.moves:
        *_, last = turn.split(",")
        n = m.claims.index(last)
        mover = m.positions[n].to_move
        full = n + 1 == len(m.claims)
        closing[mover - 1] += not full or not connects(m, n)
    connecting = [cells[k] - closing[k] for k in (0, 1)]
    assert (cells[0] - cells[1]) % 2 == 1
    assert closing[0] - closing[1] in (0, 1)
    assert m.outcome.winner == (FIRST if connecting[0] >= connecting[1] else SECOND)  # theory 5.1


def connects(m, n):
    """Did claim n touch two or more enemy cells?"""
    board, before = m.game.board, m.positions[n]
    near = board.neighbours[board.site(m.claims[n])]
    return sum(before.owners[site] == 3 - before.to_move for site in near) >= 2


@given(finished(st.sampled_from([nbgames.game("copolymer", n) for n in (5, 7, 9)])))
def test_the_first_three_turns_of_copolymer_are_single_claims(m):
    assert not any("," in turn for turn in m.moves[:3])  # Steere: two enemy cells are not there yet


@given(finished(copolymer), st.randoms(use_true_random=False))
def test_the_order_of_connecting_cells_in_a_turn_does_not_matter(m, random):
    n = max(range(len(m.moves)), key=lambda k: m.moves[k].count(","))
    *cells, last = m.moves[n].split(",")
    random.shuffle(cells)
    assert m.at(n).play(",".join([*cells, last])).position == m.at(n + 1).position


def test_any_order_of_the_help_texts_turn_is_the_same_turn():
    m = nbgames.read_diagram(nbgames.game("copolymer", 5), FIGURE_2A, to_move=SECOND)
    turns = {m.play(",".join([*order, "C5"])).position for order in permutations(["B2", "A2"])}
    assert len(turns) == 1


FIGURE_2A = """
    x . x
   x . . .
  o o o . .
   x . o .
    . . x
"""


# Symmetry


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "count", "turning"),
    [
        ("projex", 3, 6, 0),  # theory 1.3: the six of the drawing and no more
        ("projex", 4, 6, 0),
        ("projex", 5, 6, 0),
        ("conhex", 2, 8, 4),  # theory 1.2: eight, of which half exchange the sides
        pytest.param("conhex", 5, 8, 4, marks=pytest.mark.long),
        ("antipalos", 2, 8, 4),  # those of a square
        ("antipalos", 3, 8, 4),
        ("antipalos", 4, 8, 4),
        ("copolymer", 3, 12, 0),  # those of a hexagon
        ("copolymer", 5, 12, 0),
    ],
)
def test_a_board_has_the_symmetries_of_its_drawing(name, size, count, turning):
    found = symmetries(nbgames.game(name, size))
    assert len(found) == count
    assert sum(turned for _, turned in found) == turning


def test_the_sites_of_a_board_keep_their_order():
    """What is stored by number, such as the owners of a position, is read again years later."""
    told = [
        f"{name} {size}: {' '.join(nbgames.game(name, size).board.names)}\n"
        for name in NAMES
        for size in nbgames.GAMES[name].sizes[:2]
    ]
    assert told == (DATA / "sites.txt").read_text().splitlines(True)


@pytest.mark.parametrize("name", ["conhex", "antipalos"])
@pytest.mark.parametrize("size", [2, 5])
def test_sides_and_letters_lie_around_the_sites_on_all_four_sides(name, size):
    board = nbgames.game(name, size).board
    for k in (0, 1):
        drawn = [point[k] for shape in board.decor for point in shape.points]
        sites = [point[k] for shape in board.shapes for point in shape.points]
        assert min(drawn) < min(sites) < max(sites) < max(drawn)


def places(shape):
    """Where a piece ends, or where a hole is."""
    return shape.points if isinstance(shape, Line) else [shape.middle]


@pytest.mark.parametrize("name", ["conhex", "antipalos"])
@pytest.mark.parametrize("size", [2, 5])
def test_a_site_is_named_after_the_letter_and_the_number_beside_it(name, size):
    board = nbgames.game(name, size).board
    labels = [shape for shape in board.decor if isinstance(shape, Text)]
    column = {text.middle[0]: text.text for text in labels if text.text.isalpha()}
    row = {text.middle[1]: text.text for text in labels if text.text.isdigit()}
    for site, shape in zip(board.names[: board.claimable], board.shapes, strict=False):
        spelt = "-".join(f"{column[x]}{row[y]}" for x, y in places(shape))
        assert site.upper() in (spelt, "-".join(reversed(spelt.split("-"))))
    # Each line of holes or points has one letter or number, and no other has.
    lines = {x for shape in board.shapes[: board.claimable] for x, _ in places(shape)}
    assert len(labels) == 2 * len(lines) and set(column) == lines


@pytest.mark.parametrize("name", ["conhex", "antipalos"])
@pytest.mark.parametrize("size", [2, 5])
def test_points_are_drawn_where_pieces_join_them_and_nowhere_else(name, size):
    """The holes of ConHex are its sites, so that none of them is decoration."""
    board = nbgames.game(name, size).board
    points = {"conhex": 0, "antipalos": (size + 1) ** 2}[name]
    drawn = [shape.middle for shape in board.decor if isinstance(shape, Disc)]
    assert len(drawn) == points
    assert {*drawn} == {(x, size - y) for piece in board.ends for x, y in piece}
    holes = [shape.middle for shape in board.shapes[: board.claimable] if isinstance(shape, Disc)]
    assert len({*holes}) == len(holes) == (board.claimable if not points else 0)


@pytest.mark.parametrize("name", ["conhex", "antipalos"])
def test_a_side_is_drawn_along_its_whole_length(name):
    board = nbgames.game(name, 4).board
    sites = [point for shape in board.shapes for point in shape.points]
    for side in (shape for shape in board.decor if isinstance(shape, Line)):
        k = 0 if side.role == "first" else 1
        along = sorted(point[k] for point in side.points)
        span = sorted(point[k] for point in sites)
        assert along[0] <= span[0] < span[-1] <= along[1]
        assert sum(along) == span[0] + span[-1] and along[1] - span[-1] < 1.5
        assert len({point[1 - k] for point in side.points}) == 1


@pytest.mark.parametrize("name", ["conhex", "antipalos"])
def test_letters_and_numbers_stand_beyond_the_sides(name):
    board = nbgames.game(name, 4).board
    sides = [shape.points for shape in board.decor if isinstance(shape, Line)]
    for text in (shape for shape in board.decor if isinstance(shape, Text)):
        k = 1 if text.text.isalpha() else 0
        assert not min(p[0][k] for p in sides) <= text.middle[k] <= max(p[0][k] for p in sides)


@pytest.mark.parametrize("rings", [1, 2, 5])
def test_the_cells_of_conhex_fill_their_square(rings):
    """Each once: their areas, by the shoelace formula, are that of the square together."""
    board = nbgames.game("conhex", rings + 1).board
    cells = [shape.points for shape in board.shapes if isinstance(shape, Polygon)]
    twice = [
        abs(sum(a * d - b * c for (a, b), (c, d) in zip(p, (*p[1:], p[0]), strict=True)))
        for p in cells
    ]
    side = max(x for p in cells for x, _ in p) - min(x for p in cells for x, _ in p)
    assert sum(twice) == 2 * side**2
    assert side == 2 * (2 * rings + 1)


SYMMETRIC = [
    nbgames.game(name, size)
    for name, size in [
        ("projex", 3), ("projex", 4), ("conhex", 3), ("conhex", 4), ("antipalos", 2),
        ("antipalos", 3), ("copolymer", 3), ("copolymer", 5),
    ]
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("game", SYMMETRIC, ids=repr)
@given(st.data())
def test_a_match_in_the_mirror_has_the_same_end(game, data):
    image, turned = data.draw(st.sampled_from(symmetries(game)))
    m = to_the_end(nbgames.match(game, swap=False), data.draw(picks))
    names, start = game.board.names, game.start()
    if turned:
        start = nbgames.Position(start.owners, to_move=SECOND)
    mirrored = nbgames.match(game, start=start, swap=False).play(
        *(names[image[game.board.site(claim)]] for claim in m.claims)
    )
    other = {FIRST: SECOND, SECOND: FIRST} if turned else {}
    winner = m.outcome.winner
    assert mirrored.outcome.winner == other.get(winner, winner)
    assert len(mirrored.outcome.chain) == len(m.outcome.chain)
    assert len(mirrored.moves) == len(m.moves)
