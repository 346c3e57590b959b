"""Numbers that the course states in its text, computed here by ways of their own."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import networkx as nx
import numpy as np
import pytest

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs
from nbgames.core.kernels import NORTH, SOUTH
from nbgames.games.conhex import lay


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


def ohms(rings, number):
    """The resistance of an empty ConHex board from top to bottom, in numbers of one kind.

    A cell has as many ohms as stones that it needs, half of them on each side of its middle.
    """
    board = lay(rings + 1)
    cells = range(board.claimable, len(board.names))
    needs = {v: (len(board.parts[v]) + 1) // 2 for v in cells}
    wires = [(u, v, needs[u] + needs[v]) for u in cells for v in board.neighbours[u] if u < v]
    ends = {"top": NORTH, "bottom": SOUTH}
    wires += [
        (v, end, needs[v]) for v in cells for end, bit in ends.items() if board.sides[v] & bit
    ]
    place = {v: k for k, v in enumerate(["top", *cells])}  # the bottom has 0 volts
    matrix = [[number(0)] * len(place) for _ in place]
    for u, v, twice in wires:
        for a, b in ((u, v), (v, u)):
            if a in place:
                matrix[place[a]][place[a]] += number(2) / twice
                if b in place:
                    matrix[place[a]][place[b]] -= number(2) / twice
    return matrix


def exact(matrix):
    """The first volt where one ampere comes in there, by elimination in fractions."""
    rows = [[*row, Fraction(int(k == 0))] for k, row in enumerate(matrix)]
    for k in range(len(rows) - 1, -1, -1):  # the first unknown is left
        for other in rows[:k]:
            share = other[k] / rows[k][k]
            other[:] = [x - share * y for x, y in zip(other, rows[k], strict=True)]
    return rows[0][-1] / rows[0][0]


def test_the_resistance_of_conhex_is_a_fraction_for_one_ring_and_for_two():
    """`cuts`, the open question."""
    assert exact(ohms(1, Fraction)) == Fraction(12, 7)
    assert exact(ohms(2, Fraction)) == Fraction(6074, 3651)
    for rings in (1, 2, 3):
        found = analysis.resistance(nbgames.match("conhex", rings + 1), FIRST).ohms
        assert found == pytest.approx(float(exact(ohms(rings, Fraction))), abs=1e-12)


@pytest.mark.long
def test_the_resistance_of_conhex_with_forty_rings():
    """`cuts`, section 9: 1.716451, and the gap to the root of 3 is about 0.62 by the rings."""
    matrix = np.array(ohms(40, float))
    found = np.linalg.solve(matrix, np.eye(len(matrix))[0])[0]
    assert round(found, 6) == 1.716451
    assert round(40 * (3**0.5 - found), 2) == 0.62


@pytest.mark.parametrize("size", range(3, 10))
def test_a_shortest_loop_through_any_cell_has_2n_minus_2_cells(size):
    """`double_cover`, section 6, by breadth-first search with the parity of the way."""
    G = graphs.board_graph(nbgames.game("projex", size))
    for start in G:
        far, queue = {(start, 0): 0}, [(start, 0)]
        for v, side in queue:
            for w, edge in G[v].items():
                then = w, side ^ edge["parity"]
                if then not in far:
                    far[then] = far[v, side] + 1
                    queue.append(then)
        assert far[start, 1] == 2 * size - 2


def test_the_lengths_of_induced_odd_cycles():
    """`cycle_parity`, the open question: paths without a shortcut grow from the least vertex."""
    for size, lengths in (
        (3, {4: 21, 5: 15, 6: 3}),
        (4, {6: 93, 7: 201, 8: 222, 9: 301, 10: 255, 11: 246, 12: 196, 13: 48}),
    ):
        G = graphs.board_graph(nbgames.game("projex", size))
        near = [{list(G).index(w): d["parity"] for w, d in G[v].items()} for v in G]
        found = Counter()
        for start in range(len(near)):
            paths = [([start, v], p) for v, p in near[start].items() if v > start]
            while paths:
                path, parity = paths.pop()
                for v, p in near[path[-1]].items():
                    if v <= start or any(v in near[u] or u == v for u in path[1:-1]):
                        continue
                    if v not in near[start]:
                        paths.append(([*path, v], parity ^ p))
                    elif v > path[1] and parity ^ p ^ near[v][start]:
                        found[len(path) + 1] += 1
        assert dict(found) == lengths


def test_the_number_of_shortest_loops_through_a_cell():
    """`double_cover`, section 7: at most 670 and at least ten of 1533 at size 6."""
    G = graphs.board_graph(nbgames.game("projex", 6))
    C = graphs.signed_cover(G)
    through = {v: len(list(nx.all_shortest_paths(C, (v, 0), (v, 1)))) // 2 for v in G}
    assert (min(through.values()), max(through.values())) == (10, 670)
    assert sum(through.values()) == 1533 * 10  # ten cells each
