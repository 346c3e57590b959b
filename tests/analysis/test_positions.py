"""Positions up to symmetry: canonical forms, orbits, and the graph of all positions with values."""

from functools import cache
from random import Random

import networkx as nx
import pytest
import symmetries as found_by_networkx
from foreign import GRID, HEX, LAST, MOST, SIX, TWICE, Y, rhombus

import nbgames
from nbgames import FIRST, SECOND, Position, analysis, graphs
from nbgames.core._jit import jit
from nbgames.core.kernels import claim
from nbgames.core.rules import Rules

BOARDS = [
    ("conhex", 2), ("copolymer", 3), ("antipalos", 2), (HEX, 2), (Y, 3), (TWICE, 2), (MOST, 3),
    (GRID, 2), (LAST, 2), pytest.param(LAST, 3, marks=pytest.mark.long),
]  # fmt: skip


def empty(name, size):
    return nbgames.match(name, size, swap=False)


def everything(m):
    """The value for FIRST of each position that may follow, by plain recursion."""
    game, margins = m.game, m.game.rules.scored and len(m.game.board.names) % 2

    @cache
    def value(position):
        outcome = game.outcome(position)
        if outcome:
            known[position] = (
                position.owners.count(FIRST) - position.owners.count(SECOND)
                if margins
                else {FIRST: 1, SECOND: -1, None: 0}[outcome.winner]
            )
        else:
            after = [value(game.play(position, site)) for site in game.empty(position.owners)]
            known[position] = max(after) if position.to_move == FIRST else min(after)
        return known[position]

    known = {}
    value(Position(m.position.owners, m.position.to_move))
    return known


@pytest.mark.parametrize(("name", "size"), BOARDS, ids=str)
def test_every_position_has_the_value_of_plain_recursion(name, size):
    m = empty(name, size)
    G, known = analysis.positions(m), everything(m)
    assert sum(orbit for _, orbit in G.nodes(data="orbit")) == len(known)
    forms = set()
    for position, value in known.items():
        form = graphs.canonical(nbgames.match(m.game, start=position))
        forms.add(form)
        assert G.nodes[form]["value"] == value
    assert forms == set(G)


@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), BOARDS, ids=str)
def test_the_graph_has_every_claim_and_no_cycle(name, size):
    m = empty(name, size)
    G = analysis.positions(m)
    assert nx.is_directed_acyclic_graph(G)
    assert G.graph["root"] == graphs.canonical(m) == next(iter(G))
    for position, claims in G.nodes(data="claims"):
        words = [word for _, _, words in G.out_edges(position, data="words") for word in words]
        here = nbgames.match(m.game, start=position, swap=False)
        assert sorted(words) == sorted(here.legal())
        assert claims == sum(map(position.owners[: m.game.board.claimable].count, (1, 2)))
        for _, after, edge in G.out_edges(position, data=True):
            assert all(graphs.canonical(here.play(word)) == after for word in edge["words"])
            assert edge["keeps"] == (G.nodes[after]["value"] == G.nodes[position]["value"])
        keeps = [edge["keeps"] for *_, edge in G.out_edges(position, data=True)]
        assert any(keeps) or here.outcome


@jit
def three_in_a_row(net, owners):
    won = 0
    for who in range(1, 3):
        for k in range(3):
            across = owners[3 * k] == who and owners[3 * k + 1] == who and owners[3 * k + 2] == who
            down = owners[k] == who and owners[k + 3] == who and owners[k + 6] == who
            if across or down:
                won |= who
        if owners[4] == who and (
            (owners[0] == who and owners[8] == who) or (owners[2] == who and owners[6] == who)
        ):
            won |= who
    return won


TIC_TAC_TOE = Rules(
    name="tictactoe", players=("X", "O"), sizes=range(3, 4), size=3, lay=rhombus, step=claim,
    winner=three_in_a_row, draws=True, by="row",
)  # fmt: skip


def test_tic_tac_toe_has_the_published_numbers_of_positions():
    """5,478; of them X has won 626 and O 316, and 16 are drawn (H. Bottomley, 2001)."""
    G = analysis.positions(empty(TIC_TAC_TOE, 3))
    ends = [value for v, value in G.nodes(data="value") if not G.out_degree(v)]
    assert len(G) == 5478
    assert [ends.count(value) for value in (1, -1, 0)] == [626, 316, 16]
    assert G.nodes[G.graph["root"]]["value"] == 0


@pytest.mark.long
def test_the_values_are_those_of_the_solver_from_the_middle_of_a_match():
    m = empty("projex", 3).play("C1", "B2", "D3")
    G = analysis.positions(m)
    solved = analysis.solve(m)
    assert G.nodes[graphs.canonical(m)]["value"] == -solved.value  # SECOND is to move
    for word, value in solved.values.items():
        assert G.nodes[graphs.canonical(m.play(word))]["value"] == -value


@pytest.mark.slow
@pytest.mark.long
def test_projex_three_is_won_by_the_openings_with_six_neighbours():
    m = empty("projex", 3)
    G = analysis.positions(m)
    assert sum(orbit for _, orbit in G.nodes(data="orbit")) == len(everything(m)) == 135_889
    openings = [edge["words"] for edge in G[G.graph["root"]].values() if edge["keeps"]]
    B = graphs.board_graph(m)
    assert set(sum(openings, ())) == {name for name in B if B.degree(name) == 6}


def test_a_graph_that_is_too_large_is_refused_and_progress_counts():
    m, told = empty("antipalos", 2), []
    with pytest.raises(nbgames.Refused, match="more than 59 positions"):
        analysis.positions(m, most=59)
    assert len(analysis.positions(m, most=60, progress=told.append)) == 60 == 1 + sum(told)
    with pytest.raises(nbgames.Refused, match="no number of positions"):
        analysis.positions(m, most=0)


def test_the_graph_can_be_written_as_plain_text(tmp_path):
    G = analysis.positions(empty("copolymer", 3))
    nx.write_graphml(graphs.plain(G), tmp_path / "positions.graphml")
    again = nx.read_graphml(tmp_path / "positions.graphml")
    assert len(again) == len(G) and again.number_of_edges() == G.number_of_edges()
    assert next(iter(again.nodes(data=True))) == (
        "0000000 1", {"claims": 0, "orbit": 1, "value": 1},
    )  # fmt: skip


# Canonical forms and orbits


@pytest.mark.parametrize(
    ("name", "size"),
    [("projex", 4), ("conhex", 3), ("antipalos", 3), ("copolymer", 5), (HEX, 4), (GRID, 3)],
    ids=str,
)
def test_orbits_and_canonical_forms_are_those_of_symmetries_that_networkx_finds(name, size):
    m = empty(name, size)
    rng, names = Random(7), m.game.board.names
    kept = [image for image, turned in found_by_networkx.symmetries(m.game) if not turned]
    for orbit in graphs.orbits(m.game):
        assert set(orbit) == {names[image[m.game.board.site(orbit[0])]] for image in kept}
    assert sorted(sum(graphs.orbits(m), ())) == sorted(m.legal())
    for _ in range(4):
        m = m.play(rng.choice(m.legal()))
    owners, form = m.position.owners, graphs.canonical(m)
    for image in kept:
        moved = bytes(owners[image[site]] for site in range(len(owners)))
        turned = nbgames.match(m.game, start=Position(moved, m.to_move))
        assert graphs.canonical(turned) == form
        assert form.owners <= moved


def test_orbits_keep_the_players_sides():
    """Reflections of ConHex that exchange the sides are symmetries of the board alone."""
    game = nbgames.game("conhex", 3)
    assert len(graphs.automorphisms(game)) == 8
    assert max(map(len, graphs.orbits(game))) == 4


def test_openings_of_one_orbit_have_one_value():
    m = empty("projex", 3)
    values = analysis.solve(m).values
    for orbit in graphs.orbits(m):
        assert len({values[name] for name in orbit}) == 1


def test_in_a_position_orbits_are_those_of_the_symmetries_that_keep_it():
    m = nbgames.match("copolymer", 3, swap=False).play("B2")
    assert graphs.orbits(m) == [("A1", "A2", "B1", "B3", "C2", "C3")]
    assert {len(orbit) for orbit in graphs.orbits(m.play("A1"))} == {1, 2}


def test_where_rules_may_tell_sites_apart_each_is_alone():
    assert graphs.orbits(nbgames.game(Y, 2)) == [("A1",), ("B1",), ("B2",)]


@pytest.mark.parametrize("rules", [*nbgames.GAMES.values(), *SIX], ids=repr)
def test_canonical_is_a_position_that_may_be_played_on(rules):
    m = nbgames.match(rules)
    again = nbgames.match(m.game, start=graphs.canonical(m.play(m.legal()[-1])))
    assert graphs.canonical(again) == again.position
    assert len(again.legal()) == len(m.play(m.legal()[-1]).legal()) - m.game.rules.swap


def test_a_game_has_no_canonical_form():
    with pytest.raises(nbgames.Refused, match="is a game: give a match"):
        graphs.canonical(nbgames.game("projex"))
