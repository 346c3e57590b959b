"""Virtual connections: each holds against every line of play, and wins and threats are real."""

import json
from functools import cache
from random import Random

import matplotlib.pyplot as plt
import networkx as nx
import pytest
from foreign import GRID, HEX, LAST, MOST, TWICE, Y

import nbgames
from nbgames import EMPTY, FIRST, SECOND, analysis, graphs
from nbgames.analysis import connections

pytestmark = pytest.mark.usefixtures("uncompiled")
SMALL = 9  # sites of a carrier whose every line of play is followed


def joins(m, player, ends, carrier, first):
    """Can a player join two ends inside a carrier, whoever moves first, by every line of play?"""
    B, board = graphs.board_graph(m), m.game.board
    for a in [v for v in B if "sides" in B.nodes[v]]:
        for side in B.nodes[a]["sides"]:
            B.add_edge(a, side)
    own = {name for name in board.names if m.owner(name) == player}
    names = tuple(carrier)

    def joined(taken):
        nodes = {*own, *taken, *ends}
        return nx.has_path(B.subgraph(nodes), *ends)

    @cache
    def reached(mine, theirs, mover):
        if joined(mine):
            return True
        left = [name for name in names if name not in mine | theirs]
        if not left:
            return False
        if mover == player:
            return any(reached(mine | {name}, theirs, 3 - player) for name in left)
        return all(reached(mine, theirs | {name}, player) for name in left)

    return reached(frozenset(), frozenset(), first)


def middles(more=0):
    """Players and matches after some random claims; make test asks of two a board, for one each."""
    found = []
    for rules, size, claims in ((HEX, 4, 4), (HEX, 5, 8), ("projex", 4, 6), (GRID, 4, 4)):
        for seed in range(4):
            rng, m = Random(seed), nbgames.match(rules, size, swap=False)
            for _ in range(claims + more):
                m = m if m.outcome else m.play(rng.choice(m.legal()))
            if not m.outcome:
                found.append((seed, m))
    return [
        pytest.param(who, m, marks=[] if who == FIRST + seed else pytest.mark.long)
        for seed, m in found
        for who in (FIRST, SECOND)
    ]


@pytest.mark.parametrize(("player", "m"), middles(), ids=repr)
def test_every_connection_holds_against_every_line_of_play(m, player):
    for link in connections(m, player).links:
        assert all(m.owner(name) == EMPTY for name in link.carrier)
        if len(link.carrier) > SMALL:
            continue
        mover = 3 - player if link.full else player
        assert joins(m, player, link.ends, link.carrier, mover)
        if not link.full:
            assert link.keys and set(link.keys) <= set(link.carrier)
            assert not joins(m, player, link.ends, link.carrier, 3 - player)
            for key in link.keys:
                after = placed(m, key, player)
                left = set(link.carrier) - {key}
                assert joins(after, player, link.ends, left, 3 - player)


def placed(m, name, player):
    owners = bytearray(m.position.owners)
    owners[m.game.board.site(name)] = player
    return nbgames.match(m.game, start=nbgames.Position(bytes(owners)), swap=False)


def turned(m, player):
    """The same stones, and it is another player's turn."""
    position = nbgames.Position(m.position.owners, player)
    return nbgames.match(m.game, start=position, swap=False)


# Where more is claimed the solver needs a third of the time.
SOLVED = [
    *middles(more=6),
    *(pytest.param(*row.values, marks=pytest.mark.long) for row in middles(more=4)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("player", "m"), SOLVED, ids=repr)
def test_wins_and_threats_are_those_of_the_solver(m, player):
    found = connections(m, player)
    wins = found.wins or (m.to_move == player and found.must_play is not None)
    if wins:
        assert analysis.solve(turned(m, player)).value == 1
    if found.wins:
        assert analysis.solve(turned(m, 3 - player)).value == -1
        assert found.must_play == ()
    elif found.must_play is not None:
        values = analysis.solve(turned(m, 3 - player)).values
        assert all(values[word] == -1 for word in values if word not in found.must_play)


def test_a_bridge_is_carried_by_the_two_cells_between():
    m = nbgames.match(HEX, 5, swap=False).play("C2", "A1", "B4", "A2")
    (link,) = [link for link in connections(m, FIRST).links if link.ends == ("C2", "B4")]
    assert link.full and link.carrier == ("B3", "C3")


def test_the_second_row_is_connected_to_its_side_by_two_cells():
    m = nbgames.match(HEX, 5, swap=False).play("B2", "A5")
    found = {link.ends: link for link in connections(m, FIRST).links}
    assert found["B2", "top"].full and found["B2", "top"].carrier == ("B1", "C1")
    assert ("B2", "bottom") not in found or not found["B2", "bottom"].full


def test_the_third_row_is_connected_by_the_ziggurat_and_by_nothing_less():
    """The edge template of rows of 2, 3 and 4 cells, the stone at an end of the shortest."""
    m = nbgames.match(HEX, 5, swap=False).play("C3", "A5")
    (link,) = [link for link in connections(m, FIRST).links if link.ends == ("C3", "top")]
    assert link.full and link.carrier == ("B1", "C1", "D1", "E1", "B2", "C2", "D2", "B3")
    assert joins(m, FIRST, link.ends, link.carrier, SECOND)
    for name in link.carrier:
        assert not joins(m, FIRST, link.ends, set(link.carrier) - {name}, SECOND)


def test_the_middle_wins_hex_five_and_the_first_move_wins_projex_three():
    m = nbgames.match(HEX, 5, swap=False).play("C3")
    assert connections(m, FIRST).wins
    assert connections(nbgames.match("projex", 3, swap=False).play("C2"), FIRST).wins


def test_without_stones_there_are_no_links():
    found = connections(nbgames.match("projex", 4), FIRST)
    assert found.links == () and not found.wins and found.must_play is None


def test_an_answer_is_shown_drawn_and_stored():
    m = nbgames.match("projex", 4, swap=False).play("C2", "A4", "D4", "B5")
    found = connections(m, FIRST)
    assert found.links
    assert analysis.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    rows = found.to_frame()
    rows = rows if isinstance(rows, list) else rows.to_dict("records")
    assert [row["ends"] for row in rows] == [link.ends for link in found.links]
    assert found.draw().get_label().startswith(found.explain())
    plt.close("all")
    m.widget().show(found)
    assert "–" in found.explain()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("conhex", "conquered, and the other player may take their holes first"),
        ("antipalos", "faster than the other's"),
        ("copolymer", "nobody joins anything"),
        (MOST, "nobody joins anything"),
        (LAST, "whoever joins loses"),
        (Y, "something else wins"),
        (TWICE, "is not known"),
    ],
    ids=str,
)
def test_games_of_other_kinds_are_refused(name, words):
    with pytest.raises(nbgames.Refused, match=words):
        connections(nbgames.match(name), FIRST)


def test_a_match_that_is_over_and_a_large_board_are_refused():
    with pytest.raises(nbgames.Refused, match="nothing to connect"):
        connections(nbgames.match("projex", 3).play("resign"), FIRST)
    with pytest.raises(nbgames.Refused, match="more than 130"):
        connections(nbgames.match("projex", 9), FIRST)
    with pytest.raises(nbgames.Refused, match="no player"):
        connections(nbgames.match("projex", 3), 0)
