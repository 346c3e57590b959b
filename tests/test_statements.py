"""Numbers that the course states in its text, computed here by ways of their own."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import networkx as nx
import numpy as np
import pytest

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs


def test_a_projective_plane_without_pentagons():
    """`double_cover`, section 4: an octahedron with edges cut into three, opposite points one."""
    points = {
        (x, y, z)
        for x in range(-3, 4)
        for y in range(-3, 4)
        for z in range(-3, 4)
        if abs(x) + abs(y) + abs(z) == 3
    }
    # Neighbours lie on one face, one step apart.
    ends = [
        (p, q)
        for p in points
        for q in points
        if sum(abs(a - b) for a, b in zip(p, q, strict=True)) == 2
        and all(a * b >= 0 for a, b in zip(p, q, strict=True))
    ]
    ball, board = nx.Graph(ends), nx.Graph((min(p, neg(p)), min(q, neg(q))) for p, q in ends)
    assert (len(ball), ball.number_of_edges()) == (38, 108)
    assert (len(board), board.number_of_edges()) == (19, 54)
    assert len(graphs.triangles(board)) == 36
    assert sorted(degree for _, degree in board.degree) == 3 * [4] + 16 * [6]
    for v in board:
        ring = board.subgraph(board[v])
        assert nx.is_connected(ring)
        assert {degree for _, degree in ring.degree} == {2}


def neg(point):
    return tuple(-x for x in point)


@pytest.mark.parametrize("size", [3, 4])
def test_the_homology_of_projex_has_rank_1_mod_2_and_rank_0_over_the_whole_numbers(size):
    """`double_cover`, section 9, by ranks of the boundary matrices."""
    game = nbgames.game("projex", size)
    G = graphs.board_graph(game)
    place = {v: k for k, v in enumerate(G)}
    edges = {
        edge: k for k, edge in enumerate(tuple(sorted((place[u], place[v]))) for u, v in G.edges)
    }
    faces = [tuple(sorted(place[v] for v in face)) for face in graphs.faces(game)]
    of_edges = np.zeros((len(G), len(edges)), int)
    of_faces = np.zeros((len(edges), len(faces)), int)
    for (a, b), k in edges.items():
        of_edges[a, k], of_edges[b, k] = -1, 1
    for k, (a, b, c) in enumerate(faces):
        of_faces[edges[b, c], k], of_faces[edges[a, c], k], of_faces[edges[a, b], k] = 1, -1, 1
    assert not (of_edges @ of_faces).any()

    rank = np.linalg.matrix_rank
    assert len(edges) - rank(of_edges) - rank(of_faces) == 0
    assert len(edges) - rank_mod_2(of_edges) - rank_mod_2(of_faces) == 1
    assert analysis.homology_rank(G) == 1


def rank_mod_2(matrix):
    rows = [int("".join(map(str, row)), 2) for row in np.abs(matrix) % 2]
    rank = 0
    while rows:
        if pivot := rows.pop():
            rank += 1
            low = pivot & -pivot
            rows = [row ^ pivot if row & low else row for row in rows]
    return rank


@pytest.mark.parametrize("size", [3, 4, 6])
def test_the_sides_of_projex_have_n_and_n_minus_1_cells_by_turns(size):
    """`boards_are_graphs`, section 9: so a sixth of a turn does not keep the board."""
    shapes = nbgames.game("projex", size).board.shapes
    middles = np.array([shape.middle for shape in shapes])
    lengths = []
    for k in range(6):
        turn = np.pi / 6 + k * np.pi / 3
        heights = middles @ (np.cos(turn), np.sin(turn))
        lengths.append(int(np.isclose(heights, heights.max(), atol=1e-6).sum()))
    assert sorted({*lengths}) == [size - 1, size]
    assert lengths[:2] * 3 == lengths


def test_all_connections_lose_in_the_variant_and_win_in_the_figure():
    """`tempo`, section 4: what the rule sheet says, and of which position it is true."""
    game = nbgames.game("copolymer", 5)
    figure = nbgames.read_diagram(game, "x o x\n x o . .\n o o o . o\n x . o .\n . . x")
    variant = nbgames.read_diagram(game, "x o x\nx o . .\no o o o .\nx . o .\n. . x")
    for m, cells, wins in (
        (figure, ("B3", "C4", "D3", "D5"), True),
        (variant, ("B3", "D3", "D5"), False),
    ):
        assert analysis.tempo(m)[FIRST].connecting == cells
        taken = m.play(*cells)
        closed = [taken.play(cell) for cell in taken.legal()]
        assert all(after.to_move != FIRST for after in closed)
        assert any(analysis.solve(after).value < 0 for after in closed) is wins


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_a_contact_over_the_edge_carries_a_binomial_coefficient_of_shortest_loops(size):
    """`double_cover`, "A formula to be found out": steps 3 and 4."""
    steps = 2 * size - 3
    G = graphs.board_graph(nbgames.game("projex", size))
    flat = nx.Graph(edge for *edge, over in G.edges(data="parity") if not over)
    carried = sorted(
        len(list(nx.all_shortest_paths(flat, u, v)))
        for u, v, over in G.edges(data="parity")
        if over and nx.shortest_path_length(flat, u, v) == steps
    )
    inner = [comb(steps, j) for j in range(1, steps)]
    assert carried == sorted(3 * inner + 3 * [1])
    assert sum(carried) == 6 * 4 ** (size - 2) - 3


def test_at_most_four_shortest_loops_of_size_3_have_no_cell_in_three_of_them():
    """`double_cover`, the open question, by trying."""
    G = graphs.board_graph(nbgames.game("projex", 3))
    loops = [
        frozenset(cells)
        for cells in combinations(G, 4)
        if not analysis.is_balanced(G.subgraph(cells))
    ]
    assert len(loops) == 21

    def laid(count):
        return any(
            max(Counter(cell for loop in some for cell in loop).values()) <= 2
            for some in combinations(loops, count)
        )

    assert laid(4) and not laid(5)


def test_waiting_is_better_in_a_position_with_nine_empty_cells():
    """`tempo`, the open question, by minimax over claims alone."""
    m = nbgames.read_diagram(
        nbgames.game("copolymer", 5), ". . x\no . o o\n. . x x x\n. o x o\n. . ."
    )
    assert len(m.legal()) == 9

    @cache
    def margin(position):
        """How many cells X has more in the end."""
        if m.game.outcome(position):
            return position.owners.count(FIRST) - position.owners.count(SECOND)
        best = max if position.to_move == FIRST else min
        return best(margin(m.game.play(position, site)) for site in m.game.moves(position))

    moves, waits = (margin(nbgames.Position(m.position.owners, who)) for who in (FIRST, SECOND))
    assert (moves, waits) == (1, 3)


def test_passing_is_never_better_at_sizes_2_and_3_of_antipalos():
    """`two_lattices`, the open question: every position, by an enumeration of its own."""
    for size in (2, 3):
        worth, moves, begun = solved(size)
        for who in (0, 1):
            mine = worth[who] if who == 0 else -worth[who]
            passed = worth[1 - who] if who == 0 else -worth[1 - who]
            assert moves[who].sum() > 10
            assert not (passed > mine)[moves[who]].any()
        assert worth[0][begun] == 1  # V wins


def solved(size):
    """The value for V of every filling of the squares, with V and with H to move.

    A square is empty, or has one of two diagonals of one of two players: a digit from 0 to 4. Also
    which of them come up with each player to move, and the number of the empty board.
    """
    squares = size * size
    states = np.arange(5**squares)
    digits = [states // 5**k % 5 for k in range(squares)]
    counts = [
        sum(((digit == 2 * who + 1) | (digit == 2 * who + 2)).astype(int) for digit in digits)
        for who in (0, 1)
    ]
    won = []
    for who in (0, 1):
        mask = sum(
            (
                (digits[k] == 2 * who + 1 + d) * (1 << 2 * k + d)
                for k in range(squares)
                for d in (0, 1)
            ),
            np.zeros_like(states),
        )
        won.append(joins(size, who)[mask])
    empty = squares - counts[0] - counts[1]
    over = won[0] | won[1]
    worth = np.zeros((2, len(states)), np.int8)
    worth[:] = won[0].astype(np.int8) - won[1]
    for left in range(1, squares + 1):
        here = states[(empty == left) & ~over]
        for who, best in ((0, np.maximum), (1, np.minimum)):
            found = np.full(len(here), -9 if who == 0 else 9, np.int8)
            for k in range(squares):
                free = digits[k][here] == 0
                for d in (1, 2):
                    after = worth[1 - who][here[free] + (2 * who + d) * 5**k]
                    found[free] = best(found[free], after)
            worth[who][here] = found
    live = ~over & (empty > 0)
    moves = live & (counts[0] == counts[1]), live & (counts[0] == counts[1] + 1)
    return worth, moves, 0


def joins(size, who):
    """For each set of diagonals, as bits: does it join the player's two sides?"""
    side = size + 1
    sets = np.arange(1 << 2 * size * size)

    def point(column, row):
        return 1 << side * row + column

    ends = [
        pair
        for row in range(size)
        for column in range(size)
        for pair in (
            (point(column, row), point(column + 1, row + 1)),
            (point(column + 1, row), point(column, row + 1)),
        )
    ]
    first, last = (
        sum(point(k, where) if who == 0 else point(where, k) for k in range(side))
        for where in (0, size)
    )
    reached = np.full(len(sets), first)
    for _ in range(side * side):
        for k, (a, b) in enumerate(ends):
            laid = (sets >> k & 1 == 1) & (reached & (a | b) != 0)
            reached[laid] |= a | b
    return reached & last != 0
