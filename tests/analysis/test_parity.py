"""Cycle parity: equivalent tests of balance, loops of Projex, homology, any signed graph."""

from collections import Counter
from itertools import combinations, product
from random import Random

import networkx as nx
import numpy as np
import pytest
from positions import random_match
from thinned import first_of

import nbgames
from nbgames import analysis, graphs
from nbgames.analysis.parity import ParityUnionFind, simple
from nbgames.core.kernels import twisted

pytestmark = pytest.mark.usefixtures("uncompiled")
THREE = nbgames.game("projex", 3)
WHOLE = graphs.board_graph(THREE)
NAMES = THREE.board.names


def owned(bits):
    return [name for k, name in enumerate(NAMES) if bits >> k & 1]


def wins(bits):
    """Has this set of cells of size 3 a global loop? By the rules."""
    return bool(twisted(THREE.board.net, bytes(bits >> k & 1 for k in range(12)), 1))


WINS = [wins(bits) for bits in range(4096)]
MINIMAL = [
    bits
    for bits in range(4096)
    if WINS[bits] and not any(WINS[bits & ~(1 << k)] for k in range(12) if bits >> k & 1)
]


def signed(seed, nodes=9, share=0.35):
    rng = Random(seed)
    G = nx.gnp_random_graph(nodes, share, seed=seed)
    nx.set_edge_attributes(G, {e: rng.randrange(2) for e in G.edges}, "parity")
    return G


# Five ways to say that there is no odd cycle, each by networkx or numpy and none by the package.


def by_cover(G):
    C = nx.Graph()
    C.add_nodes_from(product(G, (0, 1)))
    C.add_edges_from(((u, a), (v, a ^ p)) for u, v, p in G.edges(data="parity") for a in (0, 1))
    return not any(nx.has_path(C, (v, 0), (v, 1)) for v in G)


def by_colouring(G):
    H = nx.Graph(e for e in G.edges if G.edges[e]["parity"])
    for u, v, p in G.edges(data="parity"):
        if not p:
            H.add_edges_from([(u, (u, v)), ((u, v), v)])
    return nx.is_bipartite(H)


def by_basis(G):
    return all(
        sum(G[u][v]["parity"] for u, v in zip(c, c[1:] + c[:1], strict=True)) % 2 == 0
        for c in nx.cycle_basis(G)
    )


def by_eigenvalue(G):
    for part in nx.connected_components(G):
        H = G.subgraph(part)
        signs = nx.to_numpy_array(H) - 2 * nx.to_numpy_array(H, weight="parity")
        lowest = np.linalg.eigvalsh(np.diag([d for _, d in H.degree]) - signs)[0]
        if lowest > 1e-9:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("n", first_of([3, 4, 5, 6]))
def test_five_tests_of_a_loop_agree(n):
    rng = Random(n)
    made = nbgames.game("projex", n)
    G = graphs.board_graph(made)
    for _ in range(250):
        share = rng.random()
        cells = [name for name in G if rng.random() < share]
        H = G.subgraph(cells)
        bits = bytes(int(name in cells) for name in made.board.names)
        answers = {
            analysis.is_balanced(H),
            by_cover(H),
            by_colouring(H),
            by_basis(H),
            by_eigenvalue(H),
            not twisted(made.board.net, bits, 1),
        }
        assert len(answers) == 1


@pytest.mark.long
@pytest.mark.slow
def test_homology_of_all_sets_of_cells():
    """Theory: (loop, rank) over the 4,096 sets of size 3."""
    found = Counter(
        (WINS[bits], analysis.homology_rank(WHOLE.subgraph(owned(bits)))) for bits in range(4096)
    )
    assert found == {
        (False, 0): 1985,
        (False, 1): 63,
        (True, 1): 1550,
        (True, 2): 459,
        (True, 3): 39,
    }
    assert analysis.homology_rank(WHOLE) == 1


def test_the_rings_of_size_three_that_win_nothing():
    """63 sets of 5 to 7 cells: 60 go around one cell and three around two; three never cross."""
    around, uncrossed, sizes = Counter(), 0, Counter()
    for bits in range(4096):
        ring = WHOLE.subgraph(owned(bits))
        if WINS[bits] or not analysis.homology_rank(ring):
            continue
        rest = WHOLE.subgraph(set(WHOLE) - set(ring))
        inside = [c for c in nx.connected_components(rest) if by_cover(rest.subgraph(c))]
        around[tuple(map(len, inside))] += 1
        cycles = [c for c in nx.chordless_cycles(ring) if len(c) > 3]
        uncrossed += any(analysis.crossings(WHOLE, c) == 0 for c in cycles)
        sizes[len(ring)] += 1
    assert around == {(1,): 60, (2,): 3}
    assert (uncrossed, sizes) == (3, {5: 6, 6: 33, 7: 24})


def test_minimal_loops_are_the_chordless_odd_cycles():
    chordless = {
        frozenset(c) for c in nx.chordless_cycles(WHOLE) if analysis.crossings(WHOLE, c) % 2
    }
    assert {frozenset(owned(bits)) for bits in MINIMAL} == chordless
    assert Counter(map(len, chordless)) == {4: 21, 5: 15, 6: 3}  # theory


def test_no_two_loops_are_disjoint():
    assert all(a & b for a, b in combinations(MINIMAL, 2))
    assert len(list(combinations(MINIMAL, 2))) == 741  # theory


def test_taylors_remark_at_size_three():
    """A minimal global loop leaves the rest of the board connected and without a loop."""
    for bits in MINIMAL:
        rest = WHOLE.subgraph(owned(4095 & ~bits))
        assert nx.is_connected(rest) and analysis.is_balanced(rest)


@pytest.mark.parametrize("n", [4, 5, 6])
def test_taylors_remark_on_samples(n):
    """A minimal global loop leaves the rest connected, a local ring around cells does not."""
    made = nbgames.game("projex", n)
    G = graphs.board_graph(made)
    rng = Random(n)
    for _ in range(25):
        weight = {v: rng.random() + 0.1 for v in G}
        loop = analysis.shortest_odd_cycle(G, weight.get)
        rest = G.subgraph(set(G) - set(loop))
        if nx.is_isomorphic(G.subgraph(loop), nx.cycle_graph(len(loop))):  # no shortcut: minimal
            assert nx.is_connected(rest) and analysis.is_balanced(rest)
    for v in [v for v in G if G.degree(v) == 6][:20]:
        rest = G.subgraph(set(G) - set(G[v]))
        assert nx.number_connected_components(rest) == 2


def test_the_help_texts_second_description():
    """A loop, "if the opponent cannot connect any two opposed edge points directly across", holds
    for all but 6 of the 4,096 fillings if the opponent's paths stay on the board."""
    seam = [(u, v) for u, v, p in WHOLE.edges(data="parity") if p]
    flat = nx.Graph(e for e in WHOLE.edges if not WHOLE.edges[e]["parity"])
    differ = 0
    for bits in range(4096):
        other = flat.subgraph(owned(4095 & ~bits))
        joined = any(u in other and v in other and nx.has_path(other, u, v) for u, v in seam)
        differ += WINS[bits] == joined
    assert differ == 6


def test_the_hemi_icosahedron():
    """K6 on the projective plane: ten odd triangles, one in each split into three and three."""
    I = nx.icosahedral_graph()  # noqa: E741  the icosahedron
    far = {v: next(w for w in I if nx.shortest_path_length(I, v, w) == 3) for v in I}
    chosen = [v for v in I if v < far[v]]
    K = nx.Graph()
    for u, v in combinations(chosen, 2):
        K.add_edge(u, v, parity=int(not I.has_edge(u, v)))
    assert nx.is_isomorphic(K, nx.complete_graph(6))
    odd = [t for t in combinations(chosen, 3) if analysis.crossings(K, t) % 2]
    assert len(odd) == 10
    assert all((set(t) in map(set, odd)) != (set(chosen) - set(t) in map(set, odd)) for t in odd)
    even = [t for t in combinations(chosen, 3) if t not in odd]
    assert analysis.homology_rank(K, even) == 1


@pytest.mark.parametrize("seed", range(30))
def test_balance_of_any_signed_graph(seed):
    G = signed(seed)
    assert analysis.is_balanced(G) == by_cover(G) == by_basis(G)


@pytest.mark.parametrize("seed", range(20))
def test_switching_changes_labels_and_no_cycle(seed):
    G = signed(seed)
    H = analysis.switching(G, [0, 3, 4])
    for cycle in nx.cycle_basis(G):
        assert (analysis.crossings(G, cycle) - analysis.crossings(H, cycle)) % 2 == 0
    assert nx.utils.graphs_equal(analysis.switching(H, [0, 3, 4]), G)


def test_sliding_the_seam_across_a_cell_keeps_the_winner():
    G = graphs.board_graph(nbgames.game("projex", 4))
    H = analysis.switching(G, ["D4"])
    assert sum(p for *_, p in H.edges(data="parity")) != sum(p for *_, p in G.edges(data="parity"))
    rng = Random(2)
    for _ in range(50):
        cells = [v for v in G if rng.random() < 0.5]
        assert analysis.is_balanced(G.subgraph(cells)) == analysis.is_balanced(H.subgraph(cells))


@pytest.mark.parametrize("seed", range(20))
def test_a_potential_switches_all_parities_away(seed):
    rng = Random(seed)
    G = nx.gnp_random_graph(9, 0.3, seed=seed)
    side = {v: rng.randrange(2) for v in G}
    nx.set_edge_attributes(G, {(u, v): side[u] ^ side[v] for u, v in G.edges}, "parity")
    found = analysis.potential(G)
    H = analysis.switching(G, [v for v in G if found[v]])
    assert not any(p for *_, p in H.edges(data="parity"))
    sets = ParityUnionFind()
    assert all(sets.union(u, v, p) for u, v, p in G.edges(data="parity"))
    for u, v in product(G, repeat=2):
        joined = nx.has_path(G, u, v)
        assert sets.parity(u, v) == (side[u] ^ side[v] if joined else None)


@pytest.mark.parametrize("seed", range(25))
def test_a_shortest_odd_cycle(seed):
    G = signed(seed, nodes=8)
    odd = [c for c in nx.simple_cycles(G) if analysis.crossings(G, c) % 2]
    found = analysis.shortest_odd_cycle(G)
    assert len(found) == min(map(len, odd), default=0)
    assert not found or analysis.crossings(G, found) % 2


@pytest.mark.parametrize("seed", range(15))
def test_a_lightest_odd_cycle(seed):
    G = signed(seed, nodes=8)
    weight = {v: 1 + (7 * v) % 5 for v in G}
    odd = [c for c in nx.simple_cycles(G) if analysis.crossings(G, c) % 2]
    found = analysis.shortest_odd_cycle(G, weight.get)
    assert sum(map(weight.get, found)) == min((sum(map(weight.get, c)) for c in odd), default=0)


def test_where_nodes_weigh_nothing_a_walk_is_still_a_cycle():
    """A lightest walk from v to its twin may go along a stalk, around a cycle and back."""
    G = nx.Graph()
    G.add_edges_from([("u", "v"), ("u", "a"), ("b", "u")], parity=1)  # so that v is asked first
    G.add_edge("a", "b", parity=1)
    assert sorted(analysis.shortest_odd_cycle(G, lambda v: 0)) == ["a", "b", "u"]


def test_of_an_odd_walk_that_meets_itself_the_odd_part_is_left():
    assert simple("vuauw", lambda a, b: 1) == ("v", "u", "w")  # there and back again is even
    assert simple("vuabu", lambda a, b: int("v" not in a + b)) == ("u", "a", "b")
    assert simple("vuw", lambda a, b: 1) == ("v", "u", "w")


@pytest.mark.parametrize("seed", range(15))
def test_short_cycles_are_a_least_basis(seed):
    G = nx.gnp_random_graph(10, 0.35, seed=seed)
    slow = nx.minimum_cycle_basis(G)
    fast = analysis.short_cycles(G)
    assert sorted(map(len, fast)) == sorted(map(len, slow))
    assert all(G.has_edge(*e) for c in fast for e in zip(c, c[1:] + c[:1], strict=True))


def test_a_loop_is_a_cycle_of_one_node_and_parallel_edges_are_refused():
    G = nx.Graph([("a", "a"), ("a", "b"), ("b", "c"), ("c", "a")])
    assert analysis.short_cycles(G) == [("a",), ("a", "b", "c")]
    for strange in (nx.MultiGraph([(1, 2), (1, 2)]), nx.DiGraph([(1, 2)])):
        with pytest.raises(nbgames.Refused, match="without parallel edges"):
            analysis.short_cycles(strange)


@pytest.mark.parametrize("seed", range(15))
def test_homology_by_matrices(seed):
    """The rank over the two-element field by elimination in numpy."""
    G = nx.gnp_random_graph(9, 0.45, seed=seed)
    edges = {frozenset(e): k for k, e in enumerate(G.edges)}
    faces = [t for t in combinations(G, 3) if all(G.has_edge(*e) for e in combinations(t, 2))]
    matrix = np.zeros((len(edges), len(faces)), dtype=int)
    for k, face in enumerate(faces):
        matrix[[edges[frozenset(e)] for e in combinations(face, 2)], k] = 1
    rank, row = 0, 0
    work = matrix.copy()
    for k in range(work.shape[1]):
        pivots = np.flatnonzero(work[row:, k]) + row
        if len(pivots):
            work[[row, pivots[0]]] = work[[pivots[0], row]]
            others = [i for i in np.flatnonzero(work[:, k]) if i != row]
            work[others] ^= work[row]
            rank, row = rank + 1, row + 1
    cycles = len(edges) - len(G) + nx.number_connected_components(G)
    assert analysis.homology_rank(G) == cycles - rank


@pytest.mark.parametrize("n", [3, 4, 6])
def test_a_report_of_cycles(n):
    for seed in range(12):
        m = random_match("projex", n, seed=seed)
        G = graphs.board_graph(m)
        for who in (1, 2):
            report = analysis.cycle_report(m, who)
            own = G.subgraph(m.owned(who))
            basis = len(own.edges) - len(own) + nx.number_connected_components(own)
            assert len(report.cycles) == basis
            assert report.has_loop == (not by_cover(own))
            assert report.h1_rank == analysis.homology_rank(own)
            assert sum(not c.bounds for c in report.cycles) == report.h1_rank
            for c in report.cycles:
                assert c.crossings == analysis.crossings(own, c.cells)
                assert c.wins == (c.crossings % 2 == 1)


def test_the_exhibits_that_do_not_win():
    """63 sets of cells at size 3 have a ring and no loop: one cycle does not bound, and is even."""
    exhibits = [
        bits
        for bits in range(4096)
        if not WINS[bits] and analysis.homology_rank(WHOLE.subgraph(owned(bits)))
    ]
    assert len(exhibits) == 63  # theory
    for bits in exhibits:
        owners = bytes(bits >> k & 1 for k in range(12))
        m = nbgames.match(THREE, start=nbgames.Position(owners))
        (ring,) = [c for c in analysis.cycle_report(m, 1).cycles if not c.bounds]
        assert not ring.wins and ring.crossings % 2 == 0


@pytest.mark.parametrize(("question", "words"), [
    (lambda: analysis.is_balanced(nx.path_graph(3)), "give every edge parity"),
    (lambda: analysis.is_balanced("board"), "no undirected graph"),
    (lambda: analysis.switching(WHOLE, ["Z9"]), "no node"),
    (lambda: analysis.crossings(WHOLE, ["C1", "A5"]), "not joined"),
    (lambda: analysis.potential(WHOLE), "is odd"),
    (lambda: analysis.cycle_report(nbgames.match("conhex"), 1), "as in projex"),
    (lambda: analysis.cycle_report(nbgames.match("projex"), 0), "no player"),
])  # fmt: skip
def test_refusals(question, words):
    with pytest.raises(nbgames.Refused, match=words):
        question()
