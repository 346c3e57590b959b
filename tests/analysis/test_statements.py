"""Numbers that the course states in its text, computed here by ways of their own."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, inf
from random import Random
from string import ascii_uppercase as LETTERS

import networkx as nx
import numpy as np
import pytest
from foreign import HEX
from test_course_words import sections
from thinned import first_of

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs
from nbgames.core.kernels import EAST, NORTH, SOUTH, WEST
from nbgames.exercises import solving, tempo, two_lattices
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


def cells_around(G):
    """The rim of a board of Projex, cell by cell, from its names alone."""
    rows = {}
    for v in G:
        rows.setdefault(int(v[1:]), []).append(v)
    first, *inner, last = (sorted(rows[r]) for r in sorted(rows))
    return [*first, *(r[-1] for r in inner), *reversed(last), *(r[0] for r in reversed(inner))]


@pytest.mark.parametrize("size", first_of(range(3, 13), 4))
def test_a_cell_of_the_rim_touches_the_two_straight_across_and_triangles_are_as_in_the_lemma(size):
    """`boards_are_graphs`, section 9: the rule of the rim, and what follows for triangles."""
    G = graphs.board_graph(nbgames.game("projex", size))
    rim = cells_around(G)
    assert len(rim) == 6 * size - 9
    across = {frozenset((u, v)) for u, v, p in G.edges(data="parity") if p}
    assert across == {
        frozenset((v, rim[(k + 3 * size - more) % len(rim)]))
        for k, v in enumerate(rim)
        for more in (5, 4)
    }
    flat = G.edge_subgraph(e for e in G.edges if frozenset(e) not in across)
    for k, v in enumerate(rim):
        assert flat.has_edge(v, rim[k - 1])
        far = nx.single_source_shortest_path_length(flat, v)
        assert min(far[w] for w in G[v] if frozenset((v, w)) in across) >= 2 * size - 3
    for u, v in G.edges:
        thirds = list(nx.common_neighbors(G, u, v))
        assert len(thirds) == 2
        for w in thirds:
            assert sum({a, b} in across for a, b in combinations((u, v, w), 2)) in (0, 2)


@pytest.mark.parametrize("size", range(4, 9))
def test_a_straight_path_from_a_corner_of_projex_is_longer_across_the_board_than_along_a_side(size):
    """`boards_are_graphs`, section 9: no automorphism reflects the ring around a corner."""
    G = graphs.board_graph(nbgames.game("projex", size))

    def ring(v, first):
        found = [first]
        while len(found) < G.degree[v]:
            found.append(next(w for w in G[v] if w in G[found[-1]] and w not in found))
        return found

    def steps(v, w):
        """How many to the next cell with five neighbours, through the others straight on."""
        count = 1
        while G.degree[w] == 6:
            v, w, count = w, ring(w, v)[3], count + 1
        return count

    corners = [v for v in G if G.degree[v] == 5]
    for v in corners:
        (opposite,) = set(corners).intersection(G[v])
        lengths = [steps(v, w) for w in ring(v, opposite)[1:]]
        exchanged = {lengths[0], lengths[3]}, {lengths[1], lengths[2]}
        assert {2 * size - 3, size - 2} in exchanged


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


def surface(faces):
    """V - E + F of some triangles, whether they are a surface with a border, and its borders."""
    at = Counter(frozenset(edge) for face in faces for edge in combinations(face, 2))
    cells = {v for face in faces for v in face}
    around = [nx.Graph([{*face} - {v} for face in faces if v in face]) for v in cells]
    smooth = all(nx.is_connected(R) and max(d for _, d in R.degree) <= 2 for R in around)
    border = nx.Graph(tuple(edge) for edge, count in at.items() if count == 1)
    return len(cells) - len(at) + len(faces), smooth, nx.number_connected_components(border)


def parted(faces, loop):
    """The surface of the faces at a loop, and that of all others."""
    near = [face for face in faces if {*face} & {*loop}]
    return surface(near), surface([face for face in faces if face not in near])


BAND, DISK = (0, True, 1), (1, True, 1)


@pytest.mark.parametrize("size", first_of([3, 4, 5], 2))
def test_the_faces_at_a_shortest_loop_are_a_band_and_the_others_a_disk(size):
    """`double_cover`, section 10: a border less than an untwisted band has, so it is twisted."""
    made = nbgames.game("projex", size)
    C, faces = graphs.double_cover(made), graphs.faces(made)
    starts = (v for v, sheet in C if sheet == 0)
    paths = (path for v in starts for path in nx.all_shortest_paths(C, (v, 0), (v, 1)))
    loops = {frozenset(v for v, _ in path) for path in paths}
    assert len(loops) == 6 * 4 ** (size - 2) - 3
    assert {parted(faces, loop) for loop in loops} == {(BAND, DISK)}


@pytest.mark.long
def test_the_faces_at_a_longer_loop_may_be_no_band():
    """`double_cover`, section 10: at size 4 from nine cells on, even without a shortcut."""
    made = nbgames.game("projex", 4)
    G, faces = graphs.board_graph(made), graphs.faces(made)
    loops = [loop for loop in nx.chordless_cycles(G) if analysis.crossings(G, loop) % 2]
    other = {len(loop) for loop in loops if parted(faces, loop) != (BAND, DISK)}
    assert other == {9, 10, 11, 12, 13}


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


@pytest.mark.parametrize("size", [4, 5, 6])
def test_two_distance_to_the_top_is_finite_in_a_triangle_below_it(size):
    """`cuts`, exercise 4: by points as pairs of numbers."""
    points = [(column, row) for column in range(size + 1) for row in range(size + 1)]
    near = {
        (c, r): [(c + i, r + j) for i in (-1, 1) for j in (-1, 1) if (c + i, r + j) in points]
        for c, r in points
    }
    found, now = {}, {point: 0 if point[1] == size else inf for point in points}
    while found != now:
        found = now
        second = {p: sorted([inf, inf, *(found[q] for q in near[p])])[1] for p in points}
        now = {p: 0 if p[1] == size else 1 + second[p] for p in points}
    rows = {(c, r): size - r for c, r in points}
    inside = {(c, r) for c, r in points if rows[c, r] <= c <= size - rows[c, r]}
    assert found == {p: rows[p] if p in inside or not rows[p] else inf for p in points}


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


@pytest.mark.long
def test_the_exercise_on_a_zugzwang_knows_what_each_cell_is_worth():
    """`tempo`, exercise 5."""
    m, told = tempo.ZUGZWANG.opening, {}
    for name in m.legal():
        owners = bytearray(m.position.owners)
        owners[m.game.board.site(name)] = FIRST
        start = nbgames.Position(bytes(owners), FIRST)
        found = analysis.swing(nbgames.match(m.game, start=start, swap=False))
        told[name] = found.first, found.second
    assert told == tempo.MOVED
    assert [name for name, (first, second) in told.items() if first < second] == ["A3"]


@pytest.mark.parametrize("size", first_of([2, 3]))
def test_passing_is_never_better_at_sizes_2_and_3_of_antipalos(size):
    """`two_lattices`, the open question: every position, by an enumeration of its own."""
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


@pytest.mark.parametrize("size", first_of(range(3, 10), 4))
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


def bordered(seed):
    """A sphere of 150 cells, each with an owner drawn at random, opposite copies the same."""
    rng, C = Random(seed), graphs.double_cover(nbgames.game("projex", 6))
    drawn = {v: rng.choice((FIRST, SECOND)) for v, _ in C}
    return C, {(v, sheet): drawn[v] for v, sheet in C}


def borders(C, own):
    """The closed walks across edges of two colours: the edges that each crosses."""
    doors = nx.Graph()
    for t in graphs.triangles(C):
        across = [frozenset(e) for e in combinations(t, 2) if own[e[0]] != own[e[1]]]
        assert len(across) in (0, 2)
        if across:
            doors.add_edge(*across)
    assert {degree for _, degree in doors.degree} <= {2}
    return [set(walk) for walk in nx.connected_components(doors)]


@pytest.mark.parametrize("seed", first_of(range(12), 4))
def test_a_border_cuts_the_sphere_into_two_pieces_of_euler_characteristic_1(seed):
    """`somebody_must_win`, section 7: both lemmas and both halves of the theorem."""
    C, own = bordered(seed)
    walks = borders(C, own)
    same = C.edge_subgraph((u, v) for u, v in C.edges if own[u] == own[v]).copy()
    same.add_nodes_from(C)
    groups = list(nx.connected_components(same))
    assert len(walks) == len(groups) - 1  # a tree
    for walk in walks:
        H = C.copy()
        H.remove_edges_from(map(tuple, walk))
        pieces = list(nx.connected_components(H))
        assert len(pieces) == 2
        for piece in map(C.subgraph, pieces):
            inside = [t for t in graphs.triangles(piece)]
            assert len(piece) - piece.size() + len(inside) == 1
    own_opposite = [g for g in groups if {(v, 1 - sheet) for v, sheet in g} == g]
    assert len(own_opposite) == 1


@pytest.mark.parametrize("size", [3, 6])
def test_triangles_outside_a_spanning_tree_of_the_sphere_form_a_tree(size):
    """`somebody_must_win`, section 7, the first lemma."""
    C = graphs.double_cover(nbgames.game("projex", size))
    for seed in range(5):
        rng = Random(seed)
        for u, v in C.edges:
            C[u][v]["weight"] = rng.random()
        tree = nx.minimum_spanning_tree(C)
        at = {}
        for t in graphs.triangles(C):
            for edge in combinations(t, 2):
                at.setdefault(frozenset(edge), []).append(t)
        dual = nx.Graph(two for edge, two in at.items() if not tree.has_edge(*edge))
        assert len(dual) == len(graphs.triangles(C)) and nx.is_tree(dual)


@pytest.mark.parametrize("size", range(3, 13))
def test_the_board_of_size_n_has_the_cells_contacts_and_triangles_of_the_lemma(size):
    """`double_cover`, section 4."""
    G = graphs.board_graph(nbgames.game("projex", size))
    V = 3 * (size - 1) ** 2
    assert (len(G), G.size(), len(graphs.triangles(G))) == (V, 3 * V - 3, 2 * V - 2)
    for v in G:
        ring, over = G.subgraph(G[v]), sum(G[v][w]["parity"] for w in G[v])
        assert nx.is_connected(ring) and {d for _, d in ring.degree} == {2}
        flat = ring.subgraph(w for w in G[v] if not G[v][w]["parity"])
        assert over in (0, 2) and (not over or nx.is_tree(flat))


@pytest.mark.parametrize("size", range(3, 13))
def test_the_rows_of_two_cells_that_touch_over_the_edge_have_the_sums_of_the_proof(size):
    """`double_cover`, the formula, step 2: rows in three directions, from the shorter sides on."""
    G = graphs.board_graph(nbgames.game("projex", size))
    rows = {}
    for v in G:
        column, row = ord(v[0]) - 65, int(v[1:]) - 1
        rows[v] = row, column, 3 * size - 4 - row - column
    assert {x for three in rows.values() for x in three} == set(range(2 * size - 2))
    for u, v, over in G.edges(data="parity"):
        pairs = zip(rows[u], rows[v], strict=True)
        if over:
            assert sorted(a + b for a, b in pairs) == [2 * size - 3, 2 * size - 3, 2 * size - 2]
        else:
            assert sorted(a - b for a, b in pairs) == [-1, 0, 1]


@pytest.mark.parametrize("size", range(3, 10))
def test_every_cell_lies_on_a_loop_of_2n_minus_2_cells_and_on_no_shorter_one(size):
    """`double_cover`, section 6."""
    C = graphs.double_cover(nbgames.game("projex", size))
    far = {nx.shortest_path_length(C, (v, 0), (v, 1)) for v, sheet in C if not sheet}
    assert far == {2 * size - 2}


@pytest.mark.parametrize("size", first_of(range(2, 13), 4))
def test_the_cells_and_sides_of_conhex_are_a_disk_of_triangles(size):
    """`somebody_must_win`, section 4, and what `cuts`, section 5, reads off the drawing."""
    board = lay(size)
    cells = range(board.claimable, len(board.names))
    sides = {NORTH: "top", WEST: "left", SOUTH: "bottom", EAST: "right"}
    A = nx.Graph((u, v) for u in cells for v in board.neighbours[u])
    A.add_edges_from(
        (v, name) for v in cells for bit, name in sides.items() if board.sides[v] & bit
    )
    nx.add_cycle(A, sides.values())
    outside = {frozenset(pair) for pair in pairwise([*sides.values(), "top"])}
    for u, v in A.edges:
        assert len(list(nx.common_neighbors(A, u, v))) == 2 - ({u, v} in outside)
    for v in A:
        around = A.subgraph(A[v])
        degrees = sorted(degree for _, degree in around.degree)
        ends = 2 * (v in sides.values())
        assert nx.is_connected(around) and degrees == ends * [1] + (len(around) - ends) * [2]
    assert len(A) - A.size() + len(graphs.triangles(A)) == 1

    row_of = {hole: int(board.names[hole].strip(LETTERS)) for hole in range(board.claimable)}
    rows = {v: sorted(row_of[hole] for hole in board.parts[v]) for v in cells}
    most = 4 * (size - 1) + 1
    assert max(row_of.values()) == most
    assert all(rows[v][-1] <= 3 for v in cells if board.sides[v] & NORTH)
    assert all(rows[v][0] >= most - 2 for v in cells if board.sides[v] & SOUTH)
    assert all(row[-1] - row[0] <= 4 for row in rows.values())


@pytest.mark.parametrize("rows", first_of(range(1, 6), 3))
def test_a_board_of_y_and_its_reduction_have_the_same_winner(rows):
    """`somebody_must_win`, section 3, by components; five rows at random."""
    count = rows * (rows + 1) // 2
    rng = Random(rows)
    boards = range(2**count) if rows < 5 else [rng.randrange(2**count) for _ in range(3000)]
    for board in boards:
        x = [[board >> r * (r + 1) // 2 + c & 1 for c in range(r + 1)] for r in range(rows)]
        o = [[1 - cell for cell in row] for row in x]
        assert has_y(x) != has_y(o)
        if rows > 1:
            less = [[a[c] + b[c] + b[c + 1] >= 2 for c in range(len(a))] for a, b in pairwise(x)]
            assert has_y(less) == has_y(x)


def has_y(rows):
    """Does a component of these cells touch all three sides?"""
    mine = {(r, c) for r, row in enumerate(rows) for c, one in enumerate(row) if one}
    G = nx.Graph()
    G.add_nodes_from(mine)
    G.add_edges_from(
        ((r, c), near)
        for r, c in mine
        for near in ((r, c + 1), (r + 1, c), (r + 1, c + 1))
        if near in mine
    )
    last = len(rows) - 1
    return any(
        any(c == 0 for _, c in part)
        and any(c == r for r, c in part)
        and any(r == last for r, _ in part)
        for part in nx.connected_components(G)
    )


@pytest.mark.parametrize("size", [2, 3])
def test_whoever_wins_y_around_a_rhombus_wins_hex_in_it(size):
    """`somebody_must_win`, section 3: where X's and O's triangles lie."""
    rhombus = [(i, j) for i in range(size) for j in range(size)]
    for board in range(2 ** len(rhombus)):
        owner = {(i + j, j): board >> k & 1 for k, (i, j) in enumerate(rhombus)}
        x = [
            [owner.get((r, c), int(r - c >= size)) for c in range(r + 1)]
            for r in range(2 * size - 1)
        ]
        mine = [(i, j) for i, j in rhombus if owner[i + j, j]]
        G = nx.Graph()
        G.add_nodes_from(mine)
        near = ((0, 1), (1, 0), (1, -1))
        G.add_edges_from(
            ((i, j), (i + a, j + b)) for i, j in mine for a, b in near if (i + a, j + b) in G
        )
        parts = [{i for i, _ in part} for part in nx.connected_components(G)]
        assert any({0, size - 1} <= part for part in parts) == has_y(x)


@pytest.mark.parametrize("size", [2, 3])
def test_marked_pieces_meet_a_point_of_the_maze_evenly_and_the_left_side_oddly(size):
    """`two_lattices`, section 3: the parity on which the proof rests."""
    game = nbgames.game("antipalos", size)
    edges = [(u, v, d["dual"]) for u, v, d in graphs.sublattice(game, 0).edges(data=True)]
    for coins in range(2 ** len(edges)):
        V = nx.Graph((u, v) for k, (u, v, _) in enumerate(edges) if coins >> k & 1)
        V.add_nodes_from(v for u, w, _ in edges for v in (u, w))
        top, bottom = ([v for v in V if v[1:] == row] for row in (str(size + 1), "1"))
        for end in top, bottom:
            nx.add_star(V, [("side", end[0][1:]), *end])
        reached = nx.node_connected_component(V, ("side", str(size + 1)))
        if ("side", "1") in reached:
            continue
        marked = [dual for k, (u, v, dual) in enumerate(edges) if (u in reached) != (v in reached)]
        met = Counter(point for piece in marked for point in piece.split("-"))
        sides = {"a": 0, chr(97 + size): 0}
        for point, count in met.items():
            if point[0] in sides:
                sides[point[0]] += count
            else:
                assert count % 2 == 0
        assert all(count % 2 for count in sides.values())


def test_the_exercise_on_the_maze_names_what_lies_on_its_board():
    """`two_lattices`, section 3: for whoever does not see the board."""
    (said,) = (part for part in sections("two_lattices").values() if "Out of the maze" in part)
    asked = said.split("Out of the maze.")[1].split("Run the cell")[0]
    named = (re.findall(r"`(.*?)`", part) for part in asked.split("H has"))
    assert [*named] == [part.split()[1:] for part in two_lattices.MAZE_OF_COINS.split("; ")[:2]]


@pytest.mark.parametrize("size", range(1, 11))
def test_diagonals_that_rise_and_those_that_fall_are_two_trees_at_even_sizes(size):
    """`two_lattices`, section 6: so V is safe at every even size."""
    ends = {1: "bottom", size + 1: "top"}
    L = graphs.sublattice(nbgames.game("antipalos", size), 0)
    leaning = {True: nx.MultiGraph(), False: nx.MultiGraph()}
    for pair in L.edges:
        (_, low), (_, high) = sorted((v[0], int(v[1:])) for v in pair)
        points = [ends.get(int(v[1:]), v) for v in pair]
        leaning[low < high].add_edge(*points)
    everything = {ends.get(int(v[1:]), v) for v in L}
    trees = [set(T) == everything and nx.is_tree(T) for T in leaning.values()]
    assert all(trees) == (size % 2 == 0)


def small_graphs():
    """Connected graphs with up to five vertices, all pairs of terminals; 60 multigraphs."""
    for G in nx.graph_atlas_g():
        if 2 <= len(G) <= 5 and nx.is_connected(G):
            for u, v in combinations(G, 2):
                yield len(G), [*G.edges], u, v
    rng = Random(5)
    for _ in range(60):
        n = rng.randrange(2, 6)
        ends = [tuple(rng.sample(range(n), 2)) for _ in range(rng.randrange(n - 1, 9))]
        yield n, ends, 0, 1


def joins_all(ends, vertices):
    H = nx.Graph(ends)
    H.add_nodes_from(vertices)
    return nx.is_connected(H)


def doubled(ends, vertices):
    """Two edge-disjoint trees on these vertices, by trying."""
    inside = [k for k, (u, v) in enumerate(ends) if u in vertices and v in vertices]
    for some in combinations(inside, len(vertices) - 1):
        if joins_all([ends[k] for k in some], vertices):
            rest = [ends[k] for k in inside if k not in some]
            if joins_all(rest, vertices):
                return True
    return False


def partitions(vertices):
    if not vertices:
        yield []
        return
    first, *others = vertices
    for some in partitions(others):
        yield [[first], *some]
        for k, part in enumerate(some):
            yield [*some[:k], [first, *part], *some[k + 1 :]]


def forests(ends):
    """Two edge-disjoint forests with as many edges together as possible, by trying."""
    most = ((), ())
    for owner in product((0, 1, 2), repeat=len(ends)):
        two = [[k for k, one in enumerate(owner) if one == which] for which in (1, 2)]
        if sum(map(len, two)) > sum(map(len, most)) and all(is_forest(ends, one) for one in two):
            most = two
    return most


def is_forest(ends, some):
    H = nx.MultiGraph(ends[k] for k in some)
    return not some or nx.is_forest(H)


def test_the_exchange_lemma_as_its_proof_finds_the_set():
    """`two_lattices`, section 9: an edge in neither forest lies in a set that both span."""
    left = 0
    for _, ends, *_ in list(small_graphs())[-60:]:
        two = forests(ends := ends[:6])
        for e in set(range(len(ends))).difference(*two):
            grown, left = [e], left + 1
            for x in grown:
                for forest in two:
                    if x not in forest:
                        H = nx.Graph((*ends[k], {"k": k}) for k in forest)
                        path = nx.shortest_path(H, *ends[x])  # there always is one
                        found = (H.edges[pair]["k"] for pair in pairwise(path))
                        grown += (k for k in found if k not in grown)
            U = {v for k in grown for v in ends[k]}
            assert {*ends[e]} <= U
            for forest in two:
                tree = [ends[k] for k in grown if k in forest]
                assert len(tree) == len(U) - 1 and joins_all(tree, U)
    assert left > 20


def test_double_sets_that_meet_are_double_together_and_without_any_there_are_few_edges():
    """`two_lattices`, section 9: the lemma on double sets, (a) and (b)."""
    met = few = 0
    for n, ends, *_ in list(small_graphs())[-60:]:
        sets = [frozenset(some) for k in range(1, n + 1) for some in combinations(range(n), k)]
        double = [one for one in sets if doubled(ends, one)]
        for one, other in combinations(double, 2):
            if one & other:
                assert one | other in double
                met += not (one <= other or other <= one)
        if all(len(one) == 1 for one in double):
            few += 1
            for one in sets:
                inside = sum(u in one and v in one for u, v in ends)
                assert len(one) == 1 or inside <= 2 * len(one) - 3
    assert met > 5 and few > 5


def test_the_theorem_of_nash_williams_and_tutte_for_two_trees():
    """`two_lattices`, section 9, by all partitions and by all trees."""
    found = Counter()
    for n, ends, *_ in small_graphs():
        enough = True
        for some in partitions(list(range(n))):
            part = {v: k for k, one in enumerate(some) for v in one}
            across = sum(part[u] != part[v] for u, v in ends)
            enough &= across >= 2 * (len(some) - 1)
        assert enough == doubled(ends, set(range(n)))
        found[enough] += 1
    assert min(found[True], found[False]) >= 10


@pytest.mark.long
def test_lehmans_theorem_both_ways_and_the_moves_of_its_proof():
    """`two_lattices`, section 9: Short wins, moving second, iff a double set has both terminals."""
    found = Counter()
    for n, ends, s, t in small_graphs():
        others = [v for v in range(n) if v not in (s, t)]
        sets = ({s, t, *some} for k in range(n) for some in combinations(others, k))
        trees = any(doubled(ends, one) for one in sets)

        @cache
        def short(kept, free, mine, ends=ends, s=s, t=t):
            H = nx.Graph([(s, s), (t, t), *(ends[k] for k in kept)])
            if nx.has_path(H, s, t):
                return True
            if mine:
                return any(short(kept | {k}, free - {k}, False) for k in free)
            return bool(free) and all(short(kept, free - {k}, True) for k in free)

        everything = frozenset(range(len(ends)))
        assert short(frozenset(), everything, False) == trees
        found[trees] += 1
    assert min(found.values()) >= 20


def test_the_torus_and_the_klein_bottle_have_betti_number_2_mod_2():
    """`double_cover`, section 12: made here from the identified corners, by ranks mod 2."""
    for mirrored in (False, True):
        n = 4

        def corner(i, j, n=n, mirrored=mirrored):
            return (i % n, -j % n if mirrored and i == n else j % n)

        faces = []
        for i in range(n):
            for j in range(n):
                a, b = corner(i, j), corner(i + 1, j + 1)
                faces += [(a, corner(i + 1, j), b), (a, b, corner(i, j + 1))]
        edges = sorted({tuple(sorted(e)) for f in faces for e in combinations(f, 2)})
        number = {e: k for k, e in enumerate(edges)}
        matrix = np.zeros((len(edges), len(faces)), int)
        for k, f in enumerate(faces):
            for e in combinations(f, 2):
                matrix[number[tuple(sorted(e))], k] = 1
        assert (n * n - len(edges) + len(faces), set(matrix.sum(1))) == (0, {2})
        assert len(edges) - (n * n - 1) - rank_mod_2(matrix) == 2


def test_grundy_values_of_rows_and_the_moves_of_nim():
    """`tempo`, section 10, by who wins."""

    @cache
    def loses(rows):
        moves = [
            tuple(sorted([*rows[:i], *rows[i + 1 :], max(k - 1, 0), max(n - k - 2, 0)]))
            for i, n in enumerate(rows)
            for k in range(n)
        ]
        return not any(loses(tuple(n for n in after if n)) for after in moves)

    assert [n for n in range(1, 20) if loses((n,))] == [4, 8, 14]  # Dawson's chess
    assert not loses((5, 7))
    assert all(loses(rows) for rows in ((2, 7), (5, 5), (1, 3, 5)))

    @cache
    def lost(heaps):
        moves = [
            tuple(sorted((*heaps[:i], left, *heaps[i + 1 :])))
            for i, n in enumerate(heaps)
            for left in range(n)
        ]
        return not any(map(lost, moves))

    won = {(i, left) for i, n in enumerate((3, 5, 7)) for left in range(n)}
    won = {
        (i, left)
        for i, left in won
        if lost(tuple(sorted([*(3, 5, 7)[:i], left, *(3, 5, 7)[i + 1 :]])))
    }
    assert won == {(0, 2), (1, 4), (2, 6)}


def in_hex(size, x, o, to_move):
    game = nbgames.game(HEX, size)
    owners = {game.board.site(v): FIRST for v in x} | {game.board.site(v): SECOND for v in o}
    start = nbgames.Position(game.position(owners, strict=False).owners, to_move)
    return nbgames.match(game, start=start, swap=False)


def x_joins(game, owners, to_move, memory):
    """Minimax by claims alone, for X."""
    key = owners, to_move
    if key not in memory:
        over = game.outcome(nbgames.Position(owners, to_move))
        after = (
            x_joins(game, owners[:k] + bytes([to_move]) + owners[k + 1 :], 3 - to_move, memory)
            for k, owner in enumerate(owners)
            if not owner
        )
        memory[key] = over.winner == FIRST if over else (any if to_move == FIRST else all)(after)
    return memory[key]


def test_the_ziggurat_connects_and_needs_each_of_its_eight_cells():
    """`solving`, section 11, by minimax: also what X may answer."""
    ziggurat = ["E4", "C5", "D5", "E5", "B6", "C6", "D6", "E6"]
    chain = ["D1", "D2", "D3", "D4"]
    others = {*nbgames.game(HEX, 6).board.names} - {*ziggurat, *chain}
    memory = {}

    def connects(empty, to_move=SECOND, x=()):
        taken = {*others, *ziggurat} - {*empty, *x}
        m = in_hex(6, [*chain, *x], taken, to_move)
        return x_joins(m.game, m.position.owners, to_move, memory)

    assert connects(ziggurat)
    assert not any(connects({*ziggurat} - {cell}) for cell in ziggurat)
    for intruded, answered in {"D5": "E4 C5 E5", "E5": "C5 D5 B6 C6 D6", "C6": "C5 E5 B6"}.items():
        left = {*ziggurat} - {intruded}
        right = {cell for cell in left if connects(left - {cell}, x=[cell])}
        assert right == {*answered.split()}


def test_a_ladder_is_lost_without_an_escape_and_won_with_one():
    """`solving`, section 11."""
    x, o = ["C1", "C2", "B3", "B4"], ["A5", "B5", "C3", "D2"]
    steps = ["C4", "C5", "D4", "D5", "E4"]
    assert in_hex(5, x, o, FIRST).play(*steps, "E5").outcome.winner == SECOND
    escape = in_hex(5, [*x, "E4"], o, FIRST).play("C4", "C5", "D4")
    assert analysis.threats(escape, FIRST) == ("D5", "E5")
    assert in_hex(5, [*x, "E5"], o, FIRST).play(*steps).outcome.winner == FIRST
    assert in_hex(5, [*x, "B2"], o, FIRST).play(*steps, "E5").outcome.winner == SECOND


def told_of(posed):
    """What the solver says of each empty cell: has X won who plays there, and by what not?"""
    m, told = posed.opening, {}
    for name in m.legal():
        after = m.play(name)
        told[name] = () if analysis.solve(after).value < 0 else analysis.solve(after).best
    return told


def test_the_exercise_on_the_ziggurat_knows_what_the_solver_knows():
    """`solving`, section 11: O has played C6."""
    told = told_of(solving.TEMPLATE)
    assert told.keys() == solving.ZIGGURAT.keys()
    for name, replies in told.items():
        assert solving.ZIGGURAT[name] in (replies or {""})


@pytest.mark.long
def test_the_exercise_on_ladder_escapes_knows_what_the_solver_knows():
    """`solving`, section 11: one more stone of X's, and X is to move all the same."""
    m = solving.ESCAPES.opening
    assert analysis.solve(m).value < 0 and set(m.legal()) == solving.LADDER.keys()
    assert m.play("C5", "C6", "D5", "D6", "E5", "E6").outcome.winner == SECOND
    for name, lost in solving.LADDER.items():
        more = nbgames.Position(m.play(name).position.owners, FIRST)
        value = analysis.solve(nbgames.match(m.game, start=more, swap=False)).value
        assert (value < 0) == bool(lost)


@pytest.mark.long
def test_one_chain_of_bridges_is_asked_for_and_holds_whatever_o_does():
    """`solving`, section 11: O has one of each two cells, in any way."""
    posed = solving.BRIDGED
    free = [posed.game.board.site(name) for name in posed.opening.legal()]
    found = [some for some in combinations(free, 3) if posed.judged([*some])]
    assert [[posed.game.board.names[site] for site in some] for some in found] == [
        ["E2", "D4", "C6"]
    ]
    pairs = [("E1", "F1"), ("D3", "E3"), ("C5", "D5"), ("B7", "C7")]
    assert {*posed.opening.legal()}.issuperset(name for pair in pairs for name in pair)
    for kept in product(*pairs):
        assert in_hex(7, ["E2", "D4", "C6", *kept], [], SECOND).outcome.winner == FIRST


@pytest.mark.slow
def test_criticality_is_half_of_what_is_pivotal_with_coins_and_adds_up_to_0_in_playouts():
    """`solving`, sections 8 and 12, on all full boards of Projex 3."""
    game = nbgames.game("projex", 3)
    cells = range(len(game.board.names))
    won = {
        owners: game.outcome(nbgames.Position(bytes(owners), FIRST)).winner
        for owners in product((FIRST, SECOND), repeat=len(cells))
    }

    def critical(cell, some):
        return sum(won[owners] == owners[cell] for owners in some) / len(some) - 1 / 2

    equal = [owners for owners in won if owners.count(FIRST) == len(cells) / 2]
    for cell in cells:
        other = {o: (*o[:cell], 3 - o[cell], *o[cell + 1 :]) for o in won}
        pivotal = sum(won[o] != won[other[o]] for o in won) / len(won)
        assert critical(cell, won) == pytest.approx(pivotal / 2)
        six = len(game.board.neighbours[cell]) == 6
        assert (critical(cell, equal) > 0) == six  # five neighbours: below 0
    assert sum(critical(cell, equal) for cell in cells) == pytest.approx(0)
    m = nbgames.match("projex", 5, swap=False)
    assert sum(analysis.playouts(m, 1000, seed=2).criticality.values()) == pytest.approx(0)


def test_the_most_pivotal_cell_of_nine_is_b2():
    """`solving`, section 12, by all 512 boards."""
    game = nbgames.game(HEX, 3)
    won = {
        owners: game.outcome(nbgames.Position(bytes(owners), FIRST)).winner
        for owners in product((FIRST, SECOND), repeat=9)
    }
    assert Counter(won.values()) == {FIRST: 256, SECOND: 256}
    pivotal = Counter()
    for owners, winner in won.items():
        for k, name in enumerate(game.board.names):
            other = (*owners[:k], 3 - owners[k], *owners[k + 1 :])
            pivotal[name] += won[other] != winner
    (best, count), (_, second) = pivotal.most_common(2)
    assert best == "B2" and count > second
    assert analysis.solve(nbgames.match(HEX, 3, swap=False).play("B2")).value < 0
