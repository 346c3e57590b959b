"""Boards small enough to look at every filling, and the counts that theory gives for the others."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
import slow

import nbgames
from nbgames import EMPTY, FIRST, SECOND

PROJEX_3 = nbgames.game("projex", 3)


# Projex 3: all 4,096 fillings


@cache
def projex_fillings():
    """Who wins each filling of Projex 3, by the cells of FIRST."""
    names = PROJEX_3.board.names
    return {
        cells_of(FIRST, names, owners): PROJEX_3.rules.winner(PROJEX_3.board.net, bytes(owners))
        for owners in product((FIRST, SECOND), repeat=len(names))
    }


def cells_of(who, names, owners):
    return frozenset(name for name, owner in zip(names, owners, strict=True) if owner == who)


def test_every_filling_of_projex_3_has_exactly_one_winner():
    assert len(projex_fillings()) == 4096  # theory T1
    assert set(projex_fillings().values()) == {FIRST, SECOND}


@pytest.mark.slow
def test_every_filling_of_projex_3_is_won_as_the_double_cover_says():
    graph = slow.projex_graph(3)
    assert {cells for cells, winner in projex_fillings().items() if winner == FIRST} == {
        cells for cells in projex_fillings() if slow.has_loop(graph, cells)
    }


def test_a_filling_of_projex_3_is_won_by_exactly_one_of_cells_and_rest():
    everything, fillings = frozenset(PROJEX_3.board.names), projex_fillings()
    assert all(fillings[cells] != fillings[everything - cells] for cells in fillings)


def test_projex_3_has_39_smallest_loops():
    won = {cells for cells, winner in projex_fillings().items() if winner == FIRST}
    smallest = [cells for cells in won if not any(cells - {cell} in won for cell in cells)]
    assert Counter(map(len, smallest)) == {4: 21, 5: 15, 6: 3}  # theory T3


def test_no_two_loops_of_projex_3_are_apart():
    won = {cells for cells, winner in projex_fillings().items() if winner == FIRST}
    smallest = [cells for cells in won if not any(cells - {cell} in won for cell in cells)]
    assert all(one & other for one, other in combinations(smallest, 2))  # theory T5: 741 pairs


# Projex in numbers: theory 1.3 and T6


@pytest.mark.parametrize("n", range(3, 9))
def test_projex_is_a_triangulated_projective_plane(n):
    graph = slow.projex_graph(n)
    board = nbgames.game("projex", n).board
    edges = [(a, b) for a, ends in enumerate(board.neighbours) for b in ends if a < b]
    assert len(board.names) == len(graph) == 3 * (n - 1) ** 2
    assert len(edges) == 3 * (len(board.names) - 1)
    assert len(board.net.rim) == len(slow.projex_rim(n)) == 6 * n - 9
    assert Counter(map(len, board.neighbours)) == Counter({5: 6, 6: len(board.names) - 6})


@pytest.mark.parametrize("n", range(3, 9))
def test_every_triangle_of_projex_crosses_the_edge_evenly(n):
    board = nbgames.game("projex", n).board
    edges = [set(ends) for ends in board.neighbours]
    triangles = [
        (a, b, c)
        for a in range(len(edges))
        for b in edges[a]
        for c in edges[a] & edges[b]
        if a < b < c
    ]
    crossings = [sum(edge in board.twists for edge in combinations(t, 2)) for t in triangles]
    assert len(triangles) == 2 * (len(edges) - 1)
    assert {count % 2 for count in crossings} == {0}


@pytest.mark.parametrize("n", range(3, 9))
def test_through_every_cell_of_projex_runs_a_loop_of_2n_minus_2(n):
    graph = slow.projex_graph(n)
    double = slow.cover(graph)
    lengths = {slow.nx.shortest_path_length(double, (cell, 0), (cell, 1)) for cell in graph}
    assert lengths == {2 * n - 2}


# Antipalos: theory 2.3


@cache
def antipalos_fillings(size):
    """Who has joined (in bits) and how many pieces FIRST has, for every way to fill it."""
    game = nbgames.game("antipalos", size)
    piece = ((FIRST, 3), (SECOND, 3), (3, FIRST), (3, SECOND))
    return [
        (game.rules.winner(game.board.net, bytes(sum(squares, ()))), sum(squares, ()).count(FIRST))
        for squares in product(piece, repeat=size * size)
    ]


@pytest.mark.parametrize(
    ("size", "first", "second", "both", "nobody"), [(1, 2, 2, 0, 0), (2, 76, 76, 2, 102)]
)
def test_who_joins_in_all_fillings_of_antipalos(size, first, second, both, nobody):
    counts = Counter(winner for winner, _ in antipalos_fillings(size))
    assert [counts[bits] for bits in (1, 2, 3, 0)] == [first, second, both, nobody]


def test_half_of_the_balanced_fillings_of_antipalos_2_are_drawn():
    balanced = [winner for winner, pieces in antipalos_fillings(2) if pieces == 2]
    assert len(balanced) == 96
    assert balanced.count(0) == 50


def test_a_full_antipalos_board_that_nobody_has_joined_is_a_draw():
    game = nbgames.game("antipalos", 2)
    nobody = [m for m in every_match(nbgames.match(game, swap=False)) if m.outcome.winner is None]
    assert {m.outcome.by for m in nobody} == {"full"}
    assert len({m.position.owners for m in nobody}) == 50


def every_match(m):
    """Every finished match that goes on from here."""
    if m.outcome:
        yield m
        return
    for word in m.legal():
        yield from every_match(m.play(word))


@pytest.mark.parametrize("piece", ["a1-b2", "a2-b1"])
def test_the_first_piece_wins_antipalos_1(piece):
    m = nbgames.match("antipalos", 1).play(piece)
    assert m.outcome.winner == FIRST
    assert m.outcome.chain == (piece,)


# ConHex: theory 1.2


@pytest.mark.parametrize("size", nbgames.GAMES["conhex"].sizes)
def test_conhex_in_numbers(size):
    rings, board = size - 1, nbgames.game("conhex", size).board
    cells = range(board.claimable, len(board.names))
    assert len(cells) == 2 * rings**2 + 2 * rings + 1
    assert board.claimable == 4 * rings**2 + 5
    assert sum(len(board.neighbours[cell]) for cell in cells) == 2 * (6 * rings**2 + 2 * rings)
    assert Counter(len(board.parts[cell]) for cell in cells) == Counter(
        {3: 4 * rings, 5: 1} | ({6: 2 * rings * (rings - 1)} if rings > 1 else {})
    )
    assert Counter(len(board.parts[hole]) for hole in range(board.claimable)) == Counter(
        {3: 4 * rings**2, 1: 5}
    )


def test_conhex_as_published():
    board = nbgames.game("conhex").board
    cells = range(board.claimable, len(board.names))
    assert len(cells) == 41  # help text
    assert board.claimable == 69
    assert sum(len(board.neighbours[cell]) for cell in cells) == 2 * 104
    assert Counter(len(board.parts[cell]) for cell in cells) == {3: 16, 6: 24, 5: 1}  # help text


def test_each_side_of_conhex_has_five_cells_and_each_corner_two_sides():
    board = nbgames.game("conhex").board
    assert [sum(bool(side & bit) for side in board.sides) for bit in (1, 2, 4, 8)] == [5] * 4
    corners = [n for n, side in zip(board.names, board.sides, strict=True) if side.bit_count() == 2]
    assert corners == ["A1:B3", "Q1:P3", "B15:A17", "P15:Q17"]


def test_the_drawing_of_conhex_is_the_help_texts_letter_for_letter():
    drawing = (Path(__file__).parents[1] / "data" / "conhex_empty.txt").read_text()
    assert squared(nbgames.match("conhex").diagram()) == squared(drawing)


def squared(text):
    """The lines, without the blank that a page leaves around them."""
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[margin:] for line in lines]


# All of them


def test_nobody_has_won_an_empty_board():
    games = [nbgames.game(rules, size) for rules in nbgames.GAMES.values() for size in rules.sizes]
    assert not any(game.outcome(game.start()) for game in games)
    assert {owner for game in games for owner in game.start().owners} == {EMPTY}
