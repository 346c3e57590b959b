"""The rules against independent slow definitions, and the chains that a winner is shown with."""

from functools import cache
from pathlib import Path

import networkx as nx
import pytest
import slow
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import SMALL, finished, picks, to_the_end
from thinned import first_of

import nbgames
from nbgames import FIRST, SECOND

DRAWING = (Path(__file__).parent / "data" / "conhex_empty.txt").read_text()
GAMES = [
    *(game for game in SMALL if hasattr(slow, game.name)),
    nbgames.game("conhex", 5),
    nbgames.game("copolymer", cells="A1-2 B1 B3 C2-3 E1"),
]


@cache
def holes(size):
    """ConHex's holes and cells: from the help text's drawing where it has one."""
    if size == 5:
        return slow.conhex_holes(DRAWING)
    board, graph = nbgames.game("conhex", size).board, nx.Graph()
    graph.add_nodes_from(board.names[board.claimable :], bipartite=1)
    graph.add_edges_from(
        (board.names[hole], board.names[cell])
        for hole in range(board.claimable)
        for cell in board.parts[hole]
    )
    return graph


def by_name(name):
    return st.sampled_from([game for game in GAMES if game.name == name])


def slowly(m):
    """The match once more, by the slow definitions."""
    if m.game.name == "conhex":
        return slow.conhex(holes(m.game.size), m.claims)[0]
    if m.game.name == "copolymer":
        return slow.copolymer(m.game.board.names, m.claims)
    return {"projex": slow.projex, "antipalos": slow.antipalos}[m.game.name](m.game.size, m.claims)


@pytest.mark.slow
@pytest.mark.parametrize("game", first_of(GAMES, 8), ids=repr)
@settings(max_examples=20)
@given(picks)
def test_the_winner_is_the_slow_winner_and_not_a_move_earlier(game, seed):
    m = to_the_end(nbgames.match(game), seed)
    assert slowly(m).winner == (m.outcome.winner or 0)
    assert slowly(m.after(len(m.claims) - 1)).winner == 0


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=10)
@given(picks)
def test_every_site_has_its_slow_owner_and_the_turn_its_slow_player(game, seed):
    m = to_the_end(nbgames.match(game), seed)
    m = m.after(len(m.claims) // 2)
    found = slowly(m)
    assert {name: m.owner(name) for name in m.owned(FIRST) + m.owned(SECOND)} == found.owners
    assert m.to_move == found.to_move


@settings(max_examples=20)
@given(finished(by_name("conhex")))
def test_a_conhex_cell_belongs_to_the_first_to_hold_half_of_its_holes(m):
    _, cells = slow.conhex(holes(m.game.size), m.claims)
    board = m.game.board
    assert {c: m.owner(c) for c in board.names[board.claimable :] if m.owner(c)} == cells


# The chain that a winner is shown with


@settings(max_examples=60)
@given(finished(by_name("projex")))
def test_a_winning_loop_is_closed_owned_odd_and_shortest(m):
    graph, loop = slow.projex_graph(m.game.size), m.outcome.chain
    assert len(set(loop)) == len(loop)
    assert set(loop) <= set(m.owned(m.outcome.winner))
    steps = zip(loop, loop[1:] + loop[:1], strict=True)
    assert sum(graph.edges[step]["parity"] for step in steps) % 2 == 1
    assert len(loop) == slow.projex_loop(graph, m.owned(m.outcome.winner))


@settings(max_examples=60)
@given(finished(by_name("conhex")))
def test_a_winning_chain_of_cells_joins_its_edges_and_is_shortest(m):
    incidence, who, chain = holes(m.game.size), m.outcome.winner, m.outcome.chain
    contacts, edges = slow.conhex_contacts(incidence), slow.conhex_edges(incidence)[who]
    cells = [c for c in contacts if m.owner(c) == who]
    assert set(chain) <= set(cells)
    assert nx.is_simple_path(contacts, chain)
    assert chain[0] in edges[0]
    assert chain[-1] in edges[1]
    assert len(chain) == slow.chain(contacts, cells, edges)


@settings(max_examples=40)
@given(finished(by_name("antipalos")))
def test_a_winning_chain_of_pieces_joins_its_sides_and_is_shortest(m):
    n, who, chain = m.game.size, m.outcome.winner, m.outcome.chain
    assert set(chain) <= set(m.owned(who or 3))
    assert len(chain) == (slow.joined(n, m.owned(who), who) if who else 0)
    assert not who or slow.joined(n, chain, who) == len(chain)


# The geometry, built anew


@pytest.mark.parametrize("size", range(3, 12))
def test_projex_touches_as_its_help_text_says(size):
    board, graph = nbgames.game("projex", size).board, slow.projex_graph(size)
    edges = {
        (board.names[a], board.names[b]): int((a, b) in board.twists)
        for a, ends in enumerate(board.neighbours)
        for b in ends
    }
    slow_edges = {(a, b): parity for a, b, parity in graph.edges(data="parity")}
    assert edges == slow_edges | {(b, a): parity for (a, b), parity in slow_edges.items()}


@pytest.mark.parametrize("size", [3, 5, 9, 19])
def test_copolymer_touches_as_hexagons_do(size):
    board = nbgames.game("copolymer", size).board
    edges = {
        frozenset((board.names[a], board.names[b]))
        for a, ends in enumerate(board.neighbours)
        for b in ends
    }
    assert edges == {frozenset(edge) for edge in slow.copolymer_graph(board.names).edges}


def test_conhex_is_its_help_texts_drawing():
    board, drawn = nbgames.game("conhex").board, slow.conhex_holes(DRAWING)
    made = {
        (board.names[hole], board.names[cell])
        for hole in range(board.claimable)
        for cell in board.parts[hole]
    }
    assert made == {(hole, cell) for cell in drawn if ":" in cell for hole in drawn[cell]}


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_smaller_conhex_is_the_middle_of_the_drawing(size):
    middle = slow.conhex_middle(slow.conhex_holes(DRAWING), size - 1)
    same = nx.isomorphism.categorical_node_match("cell", None)
    for graph in (made := nx.Graph(holes(size)), middle):
        nx.set_node_attributes(graph, {node: ":" in node for node in graph}, "cell")
    assert nx.is_isomorphic(made, middle, node_match=same)
