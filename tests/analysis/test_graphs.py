"""Boards as networkx graphs: the counts and theorems of the four games."""

import json
from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import combinations, product
from random import Random

import networkx as nx
import numpy as np
import pytest
from positions import random_match
from symmetries import symmetries as by_networkx
from thinned import first_of, first_rows

import nbgames
from nbgames import FIRST, SECOND, graphs
from nbgames.core import symmetry
from nbgames.core.game import Game
from nbgames.core.rules import Goal
from nbgames.graphs import polyhedra

# The help text of ConHex: holes are +, cells are what the lines enclose.
CONHEX = """
+---------------------------------------------+
|       |         |         |         |       |
|       |         |         |         |       |
|       +----+----+----+----+----+----+       |
|      /     |         |         |     \\      |
|-----+      |         |         |      +-----|
|     |      +----+----+----+----+      |     |
|     |     /     |         |     \\     |     |
|     +----+      |         |      +----+     |
|     |    |      +----+----+      |    |     |
|     |    |     /     |     \\     |    |     |
|-----+    +----+      |      +----+    +-----|
|     |    |    |     -+-     |    |    |     |
|     |    |    |    /   \\    |    |    |     |
|     +----+    +---+  +  +---+    +----+     |
|     |    |    |    \\   /    |    |    |     |
|     |    |    |     -+-     |    |    |     |
|-----+    +----+      |      +----+    +-----|
|     |    |     \\     |     /     |    |     |
|     |    |      +----+----+      |    |     |
|     +----+      |         |      +----+     |
|     |     \\     |         |     /     |     |
|     |      +----+----+----+----+      |     |
|-----+      |         |         |      +-----|
|      \\     |         |         |     /      |
|       +----+----+----+----+----+----+       |
|       |         |         |         |       |
|       |         |         |         |       |
+---------------------------------------------+
"""


def flooded(drawing):
    """Holes and cells of a drawing: a cell is a blank region, its holes lie beside it."""
    lines = drawing.strip("\n").split("\n")
    letters = {(r, c): letter for r, line in enumerate(lines) for c, letter in enumerate(line)}
    G, seen = nx.Graph(), set()
    for spot, letter in letters.items():
        if letter != " " or spot in seen:
            continue
        region = [spot]
        seen.add(spot)
        for r, c in region:
            for near in ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)):
                if letters.get(near) == " " and near not in seen:
                    seen.add(near)
                    region.append(near)
        around = {(r + i, c + j) for r, c in region for i, j in product((-1, 0, 1), repeat=2)}
        corners = {(r, c) for r in (0, len(lines) - 1) for c in (0, len(lines[0]) - 1)}
        holes = [s for s in around if letters.get(s) == "+"]
        G.add_edges_from(((spot, "cell"), (hole, "hole")) for hole in holes)
        assert corners or holes
    return G


def test_conhex_is_the_drawing_of_its_help_text():
    B = graphs.incidence_graph(nbgames.game("conhex"))
    drawn = flooded(CONHEX)
    cells = sorted(d for v, d in drawn.degree if v[1] == "cell")
    assert cells == [3] * 16 + [5] + [6] * 24  # help text
    assert nx.is_isomorphic(B, drawn)


@pytest.mark.parametrize("rings", range(1, 8))
def test_conhex_counts(rings):
    made = nbgames.game("conhex", rings + 1)
    A, B = graphs.board_graph(made), graphs.incidence_graph(made)
    assert len(A) == 2 * rings**2 + 2 * rings + 1
    assert A.number_of_edges() == 6 * rings**2 + 2 * rings
    assert len(B) - len(A) == 4 * rings**2 + 5
    projected = nx.bipartite.projected_graph(B, list(A))
    assert {frozenset(e) for e in projected.edges} == {frozenset(e) for e in A.edges}


@pytest.mark.parametrize("n", range(3, 15))
def test_projex_is_a_projective_plane(n):
    made = nbgames.game("projex", n)
    G, faces = graphs.board_graph(made), graphs.faces(made)
    assert len(G) == 3 * (n - 1) ** 2
    assert G.number_of_edges() == 3 * (len(G) - 1)
    assert len(G) - G.number_of_edges() + len(faces) == 1
    assert sorted(d for _, d in G.degree) == [5] * 6 + [6] * (len(G) - 6)
    sides = Counter(frozenset(pair) for face in faces for pair in combinations(face, 2))
    assert sides == {frozenset(edge): 2 for edge in G.edges}
    assert all(
        (G[a][b]["parity"] + G[b][c]["parity"] + G[a][c]["parity"]) % 2 == 0 for a, b, c in faces
    )


@pytest.mark.slow
@pytest.mark.parametrize("n", first_of(range(3, 15), 5))
def test_the_double_cover_is_a_sphere(n):
    C = graphs.double_cover(nbgames.game("projex", n))
    assert sorted(d for _, d in C.degree) == [5] * 12 + [6] * (len(C) - 12)
    planar, _ = nx.check_planarity(C)
    assert planar and C.number_of_edges() == 3 * len(C) - 6


def test_the_second_sheet_lies_where_the_first_ends():
    """Beyond the longest row its end's neighbours of the other sheet lie one cell further right."""
    at = nx.get_node_attributes(graphs.double_cover(nbgames.game("projex", 6)), "pos")
    for here, there in (("J6", "B5"), ("J5", "A6")):
        (x, y), (beyond, level) = at[here, 0], at[there, 1]
        assert (beyond - x, level - y) == pytest.approx((1, 0))


def test_the_double_cover_is_five_connected():
    assert nx.node_connectivity(graphs.double_cover(nbgames.game("projex", 3))) == 5


def shortest_paths(C, start, end):
    """The length of a shortest path and how many there are, by breadth first."""
    length, count, layer = {start: 0}, {start: 1}, [start]
    while end not in length:
        after = []
        for v in layer:
            for w in C[v]:
                if w not in length:
                    length[w], count[w] = length[v] + 1, 0
                    after.append(w)
                if length[w] == length[v] + 1:
                    count[w] += count[v]
        layer = after
    return length[end], count[end]


@pytest.mark.parametrize(
    ("n", "loops"),
    first_rows([(3, 21), (4, 93), (5, 381), (6, 1533), (7, 6141), (8, 24573), (9, 98301)], 4),
)
def test_shortest_loops(n, loops):
    """Every cell lies on a loop of 2n-2 cells; there are 6 * 4 ** (n-2) - 3 such loops."""
    made = nbgames.game("projex", n)
    C = graphs.double_cover(made)
    paths = [shortest_paths(C, (cell, 0), (cell, 1)) for cell in made.board.names]
    assert {length for length, _ in paths} == {2 * n - 2}
    # Each loop is found from each of its cells in both directions.
    assert sum(count for _, count in paths) == 2 * (2 * n - 2) * loops
    assert loops == 6 * 4 ** (n - 2) - 3
    # The fewest pass through the cells with five neighbours, as many as a loop has cells.
    least = min(count for _, count in paths)
    fewest = [v for v, (_, count) in zip(made.board.names, paths, strict=True) if count == least]
    assert least == 2 * (2 * n - 2)
    assert fewest == [v for v in made.board.names if C.degree((v, 0)) == 5]


@pytest.mark.slow
@pytest.mark.parametrize("n", first_of([8, 11, 14]))
def test_shortest_loops_on_large_boards(n):
    made = nbgames.game("projex", n)
    C = graphs.double_cover(made)
    cells = made.board.names[:: 1 + n // 5]
    assert {shortest_paths(C, (cell, 0), (cell, 1))[0] for cell in cells} == {2 * n - 2}


@pytest.mark.slow
@pytest.mark.parametrize("n", first_of(range(3, 15), 3))
def test_the_sphere_is_unfolded(n):
    """All faces face outwards and their solid angles make one sphere."""
    made = nbgames.game("projex", n)
    place = {node: np.array(p) for node, p in graphs.sphere(made).items()}
    C = graphs.double_cover(made)
    total = 0.0
    for a, b, c in (map(place.get, face) for face in graphs.triangles(C)):
        volume = abs(float(np.dot(a, np.cross(b, c))))
        total += 2 * np.arctan2(volume, 1 + a @ b + b @ c + c @ a)
    assert total == pytest.approx(4 * np.pi)


@pytest.mark.parametrize("size", range(3, 26, 2))
def test_copolymer_contacts(size):
    s = (size + 1) // 2
    G = graphs.board_graph(nbgames.game("copolymer", size))
    assert (len(G), G.number_of_edges()) == (3 * s * (s - 1) + 1, 9 * s * s - 15 * s + 6)
    assert len(graphs.triangles(G)) == 6 * (s - 1) ** 2


@pytest.mark.parametrize("size", range(1, 8))
def test_antipalos_lattices(size):
    """N^2 edges each; every piece is the dual of one in the other lattice; the least cut is N."""
    made = nbgames.game("antipalos", size)
    lattices = [graphs.sublattice(made, p) for p in (0, 1)]
    pieces = [nx.get_edge_attributes(L, "piece").values() for L in lattices]
    duals = [nx.get_edge_attributes(L, "dual").values() for L in lattices]
    assert [L.number_of_edges() for L in lattices] == [size**2] * 2
    assert [set(d) for d in duals] == [set(pieces[1]), set(pieces[0])]
    assert "a1" in lattices[0]
    for parity in (0, 1):
        for who, ends in ((FIRST, ("top", "bottom")), (SECOND, ("left", "right"))):
            L = graphs.sublattice(made, parity, terminals=who)
            assert nx.minimum_cut_value(L, *ends) == size


@pytest.mark.parametrize("size", range(1, 8))
def test_antipalos_lattices_are_planar_duals(size):
    """A set of pieces of L0 joins top and bottom exactly if the duals of the rest do not join
    left and right: checked here on least cuts, whose duals are paths across."""
    made = nbgames.game("antipalos", size)
    for parity in (0, 1):
        L = graphs.sublattice(made, parity, terminals=FIRST)
        _, (top, bottom) = nx.minimum_cut(L, "top", "bottom")
        cut = [L.edges[e]["dual"] for e in nx.edge_boundary(L, top, bottom)]
        D = graphs.sublattice(made, 1 - parity, terminals=SECOND)
        kept = [e for e in D.edges if "piece" not in D.edges[e] or D.edges[e]["piece"] in cut]
        assert nx.has_path(D.edge_subgraph(kept), "left", "right")


def crosses(made, held, parity, who):
    """Do these pieces join the player's sides on one lattice, whoever owns them?"""
    L = graphs.sublattice(made, parity, terminals=who)
    L.remove_edges_from([e for e in L.edges if L.edges[e].get("piece", held[0]) not in held])
    return nx.has_path(L, *(("top", "bottom") if who == FIRST else ("left", "right")))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_colour_blind_duality_on_all_fillings(size):
    check_duality(size, product((0, 1), repeat=size * size))


def test_colour_blind_duality_on_samples():
    rng = Random(7)
    check_duality(6, ([rng.randrange(2) for _ in range(36)] for _ in range(30)))


def check_duality(size, fillings):
    """Exactly one of TB(L0), LR(L1) and exactly one of TB(L1), LR(L0) holds on a full board."""
    made = nbgames.game("antipalos", size)
    for bits in fillings:
        held = [made.board.names[2 * square + bit] for square, bit in enumerate(bits)]
        for parity in (0, 1):
            joins = crosses(made, held, parity, FIRST), crosses(made, held, 1 - parity, SECOND)
            assert sum(joins) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "order"), first_rows([
    ("projex", 3, 6), ("projex", 4, 6), ("projex", 5, 6),
    ("conhex", 3, 8), ("conhex", 5, 8),
    ("copolymer", 3, 12), ("copolymer", 7, 12),
    ("antipalos", 3, 8), ("antipalos", 4, 8),
], 7))  # fmt: skip
def test_automorphisms_are_all_there_are(name, size, order):
    made = nbgames.game(name, size)
    G = graphs.incidence_graph(made) if name == "conhex" else graphs.board_graph(made)
    if name == "antipalos":  # crossing pieces belong together, else each lattice turns by itself
        names = made.board.names
        nx.set_edge_attributes(G, 0, "crosses")
        G.add_edges_from(zip(names[::2], names[1::2], strict=True), crosses=1)
    matcher = nx.isomorphism.GraphMatcher(
        G, G, edge_match=lambda a, b: a.get("crosses") == b.get("crosses")
    )
    found = {tuple(sorted(f.items())) for f in matcher.isomorphisms_iter()}
    assert found == {tuple(sorted(f.items())) for f in graphs.automorphisms(made)}
    assert len(found) == order


@pytest.mark.parametrize(
    ("name", "size"),
    [("copolymer", 5), ("conhex", 2), ("conhex", 3), ("antipalos", 2), ("antipalos", 5)],
)
def test_a_solver_s_symmetries_are_those_of_networkx_that_keep_the_sides(name, size):
    made = nbgames.game(name, size)
    sites = range(len(made.board.names))
    kept = {tuple(f[s] for s in sites) for f, turned in by_networkx(made) if not turned}
    assert {*symmetry.symmetries(made), tuple(sites)} == kept
    assert {*symmetry.automorphisms(made.board)} >= kept


def test_the_hemi_icosahedron_has_sixty_symmetries():
    """Half of the icosahedron's 120; its drawing shows none of them but the identity."""
    made = nbgames.game(polyhedra.projective(polyhedra.hemi_icosahedron()))
    found = {tuple(f.items()) for f in graphs.automorphisms(made)}
    assert len(found) == 60 and len(symmetry.drawn_symmetries(made)) == 1
    for owners in (bytes(full) for full in product((1, 2), repeat=6)):
        won = made.rules.winner(made.board.net, owners)
        for image in symmetry.symmetries(made):
            moved = bytes(owners[image[s]] for s in range(6))
            assert made.rules.winner(made.board.net, moved) == won


def test_projex_laid_flat_as_a_graph_has_the_symmetries_of_projex():
    flat = nbgames.game("projex", 4)
    own = nbgames.game(polyhedra.projective(graphs.board_graph(flat)))
    assert graphs.automorphisms(own) == graphs.automorphisms(flat)


@pytest.mark.parametrize("name", ["conhex", "antipalos"])
@pytest.mark.parametrize("size", [2, 3])
def test_a_drawing_turns_so_that_the_players_keep_their_sides(name, size):
    turns = symmetry.drawn_symmetries(nbgames.game(name, size))
    assert turns[0] == (1000, 0, 0, 1000)
    assert sorted(turns[1:]) == [(-1000, 0, 0, -1000), (-1000, 0, 0, 1000), (1000, 0, 0, -1000)]


def test_symmetries_beyond_number_are_refused():
    plain = nbgames.game("copolymer", 5)
    bare = replace(plain.board, neighbours=((),) * 19)  # 19! of them
    made = Game(replace(plain.rules, name="bare", lay=lambda size: bare), 5)
    with pytest.raises(nbgames.Refused, match="more than 10000 symmetries"):
        graphs.automorphisms(made)
    assert len(symmetry.symmetries(made)) == symmetry.MOST - 1


def test_a_game_of_unknown_rules_has_no_symmetries_for_a_solver():
    plain = nbgames.game("copolymer", 5)
    odd = replace(plain.rules, name="odd", winner=lambda net, owners: owners[0], goal=Goal.OTHER)
    assert symmetry.symmetries(plain) and not symmetry.symmetries(Game(odd, 5))


@pytest.mark.slow
@pytest.mark.parametrize("n", first_of(range(3, 15), 5))
def test_projex_has_six_symmetries(n):
    assert len(graphs.automorphisms(nbgames.game("projex", n))) == 6


@pytest.mark.parametrize("name", ["projex", "conhex", "antipalos", "copolymer"])
def test_nodes_carry_places_and_owners(name):
    m = random_match(name, None, 9)
    G = graphs.board_graph(m)
    assert all(len(p) == 2 for p in nx.get_node_attributes(G, "pos").values())
    assert all(m.owner(v) == who for v, who in G.nodes(data="owner"))
    assert not nx.get_node_attributes(graphs.board_graph(m.game), "owner")
    assert len(nx.get_node_attributes(G, "pos")) == len(G)


def test_the_interaction_graph_is_the_empty_cells():
    m = nbgames.match("copolymer", 5).play("C3", "A1", "C2", "B4", "D3")
    G = graphs.interaction_graph(m)
    assert set(G) == set(m.legal())
    kinds = nx.get_node_attributes(G, "kind")
    assert {v for v, kind in kinds.items() if kind == "second"} == {"B2", "D2", "D4"}


def test_algorithms_of_networkx_need_nothing_converted():
    G = graphs.board_graph(nbgames.match("projex", 4))
    assert len(nx.cycle_basis(G)) == G.number_of_edges() - len(G) + 1
    A = graphs.board_graph(nbgames.match("conhex"))
    top = [v for v, s in A.nodes(data="sides", default=()) if "top" in s]
    bottom = [v for v, s in A.nodes(data="sides", default=()) if "bottom" in s]
    A.add_edges_from([("top", v) for v in top] + [("bottom", v) for v in bottom])
    assert len(nx.minimum_node_cut(A, "top", "bottom")) == 5  # theory: Menger on the empty board
    assert len(list(nx.node_disjoint_paths(A, "top", "bottom"))) == 5


HEMI = nbgames.game(polyhedra.projective(polyhedra.hemi_icosahedron(), "hemi"))


def other(name, size=None):
    """A game of the same rules and board that is called otherwise."""
    game = nbgames.game(name, size)
    return Game(replace(game.rules, name="other"), game.size)


def test_the_double_cover_of_any_projective_board_is_a_sphere():
    C = graphs.double_cover(HEMI)
    assert nx.is_isomorphic(C, nx.icosahedral_graph())
    assert len(graphs.faces(HEMI)) == 10  # theory, 2.1: ten of the twenty triangles are even
    points = {node: np.array(point) for node, point in graphs.sphere(HEMI).items()}
    for name in HEMI.board.names:
        assert points[name, 0] == pytest.approx(-points[name, 1])
    apart = {round(float(np.dot(points[u], points[v])), 6) for u, v in C.edges}
    assert apart == {round(5**-0.5, 6)}  # neighbours of a regular icosahedron


def test_cells_that_are_no_plane_have_no_faces():
    """A ring of five cells that crosses its edge once has no triangle."""
    ring = nbgames.game("projex", 3)
    around = [ring.board.site(name) for name in ring.board.names][:5]
    board = replace(
        ring.board,
        neighbours=tuple(
            tuple(sorted({(s - 1) % 5, (s + 1) % 5})) if s in around else ()
            for s in range(len(ring.board.names))
        ),
        twists=frozenset({(0, 4), (4, 0)}),
    )
    made = Game(replace(ring.rules, name="band", lay=lambda size: board), 3)
    with pytest.raises(nbgames.Refused, match=r"no triangulated projective plane.*has to be 1"):
        graphs.sphere(made)


def test_what_a_graph_needs_is_asked_of_the_board_and_not_of_a_name():
    assert graphs.double_cover(other("projex")).nodes == graphs.double_cover(PROJEX).nodes
    assert len(graphs.incidence_graph(other("conhex"))) == 110  # help text: 69 holes, 41 cells
    assert len(graphs.interaction_graph(nbgames.match(other("copolymer", 5)).play("C3"))) == 18
    for parity in (0, 1):
        same = graphs.sublattice(nbgames.game("antipalos", 4), parity, terminals=SECOND)
        found = graphs.sublattice(other("antipalos", 4), parity, terminals=SECOND)
        assert [*found.nodes(data=True)] == [*same.nodes(data=True)]
        assert [*found.edges(data=True)] == [*same.edges(data=True)]


PROJEX = nbgames.game("projex")


def test_sides_of_another_goal_are_numbered():
    """Where nobody joins top and bottom a side's bit does not say where it lies."""
    plain = nbgames.game("conhex", 3)
    odd = replace(plain.rules, name="odd", winner=lambda net, owners: 0, goal=Goal.OTHER)
    corner = plain.board.names[plain.board.claimable]
    assert graphs.board_graph(plain).nodes[corner]["sides"] == ("top", "left")
    assert graphs.board_graph(Game(odd, 3)).nodes[corner]["sides"] == ("side 1", "side 3")


@pytest.mark.parametrize(("question", "words"), [
    (lambda: graphs.board_graph("projex"), "neither a game nor a match"),
    (lambda: graphs.double_cover(nbgames.game("conhex")), "a question for projex"),
    (lambda: graphs.incidence_graph(nbgames.match("projex")), "a question for conhex"),
    (lambda: graphs.sublattice(nbgames.game("antipalos"), 2), "no sub-lattice"),
    (lambda: graphs.sublattice(nbgames.game("antipalos"), 0, terminals=3), "no player"),
    (lambda: graphs.interaction_graph(nbgames.game("copolymer")), "give a match"),
    (lambda: graphs.signed_cover(nx.path_graph(3)), "give every edge parity"),
    (lambda: graphs.signed_cover(nx.DiGraph([(1, 2)])), "no undirected graph"),
])  # fmt: skip
def test_refusals(question, words):
    with pytest.raises(nbgames.Refused, match=words):
        question()


@pytest.mark.slow
def test_antipalos_fillings_that_nobody_wins():
    """Theory: 50 of 96 with legal piece counts at N = 2, 45,840 of 64,512 at N = 3."""
    for size, drawn, total in ((2, 50, 96), (3, 45840, 64512)):
        made = nbgames.game("antipalos", size)
        squares = range(size * size)
        nobody = count = 0
        for mine in combinations(squares, (size * size + 1) // 2):
            for bits in product((0, 1), repeat=size * size):
                owners = bytearray([3] * (2 * size * size))
                for square, bit in zip(squares, bits, strict=True):
                    owners[2 * square + bit] = 1 if square in mine else 2
                count += 1
                nobody += not made.rules.winner(made.board.net, owners)
        assert (nobody, count) == (drawn, total)


def gexf(G):
    return nx.read_gexf(BytesIO("\n".join(nx.generate_gexf(G)).encode()))


def json_text(G):
    data = json.dumps(nx.node_link_data(G, edges="edges"), allow_nan=False)
    return nx.node_link_graph(json.loads(data), edges="edges")


FORMATS = {
    "GraphML": lambda G: nx.parse_graphml("\n".join(nx.generate_graphml(G))),
    "GEXF": gexf,
    "GML": lambda G: nx.parse_gml("\n".join(nx.generate_gml(G))),
    "JSON": json_text,
}
MAKERS = {
    "board_graph": (graphs.board_graph, ("projex", "conhex", "antipalos", "copolymer")),
    "double_cover": (graphs.double_cover, ("projex",)),
    "incidence_graph": (graphs.incidence_graph, ("conhex",)),
    "interaction_graph": (graphs.interaction_graph, ("copolymer",)),
    "sublattice": (lambda g: graphs.sublattice(g, 1, terminals=FIRST), ("antipalos",)),
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("maker", "name"), [(maker, name) for maker, (_, names) in MAKERS.items() for name in names]
)
def test_a_plain_graph_goes_through_every_format(maker, name, form):
    m = random_match(name, 3, 4)
    asked = [m] if maker == "interaction_graph" else [m, m.game]
    for G in map(MAKERS[maker][0], asked):
        H = graphs.plain(G)
        found = FORMATS[form](H)
        assert set(found) == set(H)
        assert {frozenset(edge) for edge in found.edges} == {frozenset(edge) for edge in H.edges}
        for v, data in H.nodes(data=True):
            assert data.items() <= found.nodes[v].items()
        for u, v, data in H.edges(data=True):
            assert data.items() <= found.edges[u, v].items()


def test_a_plain_graph_keeps_what_it_can_and_leaves_the_graph_as_it_is():
    g = nbgames.game("copolymer", cells="A1-3 B1-4 C1-5 D2-5 E3-5")
    G = graphs.board_graph(g)
    before = nx.node_link_data(G, edges="edges")
    H = graphs.plain(G)
    assert nx.node_link_data(G, edges="edges") == before
    assert H.graph == {"game": "copolymer"}  # such a board has no size
    assert {v: (data["x"], data["y"]) for v, data in H.nodes(data=True)} == dict(G.nodes("pos"))
    G = graphs.board_graph(nbgames.game("projex", 4))
    assert {v for v, sides in graphs.plain(G).nodes("sides") if sides} == {
        v for v, sides in G.nodes("sides") if sides
    }


@pytest.mark.parametrize(
    "G", [3, nx.Graph([((1, 2), "1, 2")]), nx.Graph([(1, 2, {"held": {1, 2}})])]
)
def test_what_has_no_plain_form_is_refused(G):
    with pytest.raises(nbgames.Refused, match=r"no graph|same text|neither a number nor text"):
        graphs.plain(G)
