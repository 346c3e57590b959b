"""What the notebooks ask readers to try has an answer for teachers, and its facts are right."""

import re
from collections import Counter
from itertools import combinations
from random import Random

import nbformat
import networkx as nx
import pytest
from tools.course_run import COURSE, FOLDER

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs

LOOP = ["F1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10"]
RING = ["B5", "A6", "J5", "I6", "I7"]


def answer(notebook, name):
    cells = nbformat.read(FOLDER / f"{notebook}.ipynb", 4).cells
    return next(cell.source for cell in cells if cell.id == f"{name}-answer")


def board(name, size):
    return graphs.board_graph(nbgames.game(name, size))


TO_COME = ("one_class", "two_lattices", "tempo", "solving")
ANSWERED = [path for path in COURSE if path.stem not in TO_COME]


@pytest.mark.parametrize("path", ANSWERED, ids=lambda path: path.stem)
def test_whatever_is_to_be_tried_is_answered_in_its_section(path):
    waiting = 0
    for cell in nbformat.read(path, 4).cells:
        if "try" in cell.metadata.get("tags", ()):
            assert "solution" in cell.metadata.tags and cell.cell_type == "markdown"
            assert cell.source.startswith("<details><summary>Answer</summary>\n\n")
            assert cell.source.endswith("\n\n</details>")
            waiting -= 1
            assert waiting >= 0, f"an answer to nothing: {cell.source}"
        elif cell.cell_type == "markdown":
            new_section = re.search("^## ", cell.source, re.M)
            assert not (new_section and waiting), f"nothing is answered before {cell.source}"
            waiting += cell.source.count("**Try.**")
    assert waiting == 0


def test_a_cell_in_the_middle_touches_six_and_three_groups_are_joined_at_most():
    G, C = board("projex", 6), board("copolymer", 9)
    assert (G.degree["F6"], G.degree["F1"]) == (6, 5)
    assert set(G["F6"]) == {"E6", "E7", "F5", "F7", "G5", "G6"}
    ring = C.subgraph(C["E5"])
    assert nx.is_isomorphic(ring, nx.cycle_graph(6))
    assert C.subgraph(["D5", "E4", "F6"]).size() == 0 and {"D5", "E4", "F6"} <= set(ring)


def test_four_symmetries_of_conhex_exchange_the_pairs_of_sides():
    found = graphs.automorphisms(nbgames.game("conhex"))
    assert [f["G2"] for f in found] == ["G2", "B7", "K2", "P7", "B11", "G16", "P11", "K16"]
    corners = [[f[corner] for corner in ("A1", "Q1", "Q17", "A17")] for f in found]
    assert corners[3] == ["Q1", "Q17", "A17", "A1"] and corners[4] == ["A17", "A1", "Q1", "Q17"]
    assert corners[1] == ["A1", "A17", "Q17", "Q1"] and corners[6] == ["Q17", "Q1", "A1", "A17"]
    assert [v for v in found[3] if found[3][v] == v] == ["I9", "I8:I10"]


def test_a_cut_can_become_longer_by_two_with_one_claim():
    m = nbgames.match("conhex", swap=False)
    needs = [analysis.blocking_set(m, FIRST).stones]
    for hole in ["O2", "C16", "G16", "B15", "I16"]:
        m = m.play(hole)
        needs.append(analysis.blocking_set(m, FIRST).stones)
    assert needs == [6, 6, 5, 6, 5, 7]


def test_four_threats_at_the_bottleneck_have_no_parry():
    m = nbgames.match("conhex", 4, swap=False).play(
        *[
            "I12",
            "B5",
            "E12",
            "L7",
            "I10",
            "E2",
            "K12",
            "L5",
            "B7",
            "J7",
            "F7",
            "E10",
            "C12",
            "B3",
            "D5",
            "H7",
            "C2",
            "I4",
        ]
    )
    assert analysis.threats(m, SECOND) == ("G2", "I2", "E4", "G4")
    assert analysis.must_play(m) == ()
    G, B = graphs.board_graph(m), graphs.incidence_graph(m)
    for cell in "E2:I4", "E4:F7":
        around = {v for v in G[cell] if m.owner(v)}
        assert around == {"C2:D5", "G4:J7"} and {m.owner(v) for v in around} == {SECOND}
    assert Counter(m.owner(hole) for hole in B["E2:I4"]) == {0: 4, SECOND: 2}
    assert "C2:G2" in analysis.articulation(m, FIRST).sites


def strongest(m):
    """The pieces with the strongest current of V's."""
    legal = set(m.legal())
    currents = analysis.resistance(m, FIRST).values.items()
    found = {piece: current for piece, current in currents if piece in legal}
    return [piece for piece in found if found[piece] > max(found.values()) - 1e-6]


def test_whoever_lays_the_darkest_piece_can_lose():
    pieces = re.findall(r"[a-g]\d-[a-g]\d", answer("cuts", "currents"))
    m = nbgames.match("antipalos", 6, swap=False)
    for number, piece in enumerate(pieces):
        assert number % 2 or piece in strongest(m)
        m = m.play(piece)
    assert m.outcome.winner == SECOND and len(pieces) == 12


def test_where_both_lay_the_darkest_piece_v_wins_or_the_game_is_drawn():
    def end(seed):
        rng, m = Random(seed), nbgames.match("antipalos", 6, swap=False)
        while not m.outcome:
            m = m.play(rng.choice(strongest(m) or m.legal()))
        return m.outcome.winner

    assert {end(seed) for seed in range(3)} == {FIRST, None}


def test_rings_around_a_cell_cross_the_edge_never_or_twice():
    G = board("projex", 5)
    crossed = Counter()
    for v in G:
        (ring,) = (c for c in nx.simple_cycles(G.subgraph(G[v])) if len(c) == G.degree[v])
        crossed[analysis.crossings(G, ring), any(p for *_, p in G.edges(v, data="parity"))] += 1
    assert crossed == {(0, False): 27, (2, True): 21}
    loop = ["E1", *(f"D{row}" for row in range(2, 9))]
    assert analysis.crossings(G, loop) == 1
    assert set(G["E4"]) == {"D4", "D5", "E3", "E5", "F3", "F4"}
    assert sum(p for *_, p in G.edges(data="parity")) == 21


def test_the_seam_has_20_to_28_dashed_edges_on_its_way():
    G = board("projex", 6)
    order = sorted(G, key=lambda v: G.nodes[v]["pos"])
    slid = [analysis.switching(G, order[:count]) for count in range(76)]
    dashed = [sum(p for *_, p in H.edges(data="parity")) for H in slid]
    assert dashed[0] == dashed[75] == 27
    assert (max(dashed), min(dashed)) == (28, 20)
    assert [k for k, count in enumerate(dashed) if count == 20] == list(range(31, 41))
    assert {analysis.crossings(H, RING) for H in slid} == {0, 2}
    assert Counter(analysis.crossings(H, LOOP) for H in slid) == {1: 71, 3: 5}


def test_the_numbers_of_the_rings_are_those_of_the_slider():
    G = board("projex", 3)
    sets = [G.subgraph(cells) for k in range(13) for cells in combinations(G, k)]
    rings = [S for S in sets if analysis.is_balanced(S) and analysis.homology_rank(S)]
    over = [any(p for *_, p in S.edges(data="parity")) for S in rings]
    assert [k for k, crosses in enumerate(over) if not crosses] == [6, 33, 38]
    assert [set(rings[k]) for k in (6, 33, 38)] == [set(G[v]) for v in ("C2", "B3", "C3")]
    assert [k for k, ring in enumerate(rings) if len(ring) == 5] == list(range(6))
    inside = [around(G, ring) for ring in rings]
    assert all(G.degree[v] == 5 for cells in inside[:6] for v in cells)
    two = {k: cells for k, cells in enumerate(inside) if len(cells) == 2}
    assert two == {11: {"C4", "D3"}, 28: {"A3", "A4"}, 32: {"C1", "D1"}}
    assert all(len(rings[k]) >= 6 for k in two)


def around(G, ring):
    """The cells inside a ring: of the pieces that are left, the one that has no odd loop."""
    parts = map(G.subgraph, nx.connected_components(G.subgraph(set(G) - set(ring))))
    (inside,) = (set(part) for part in parts if analysis.is_balanced(part))
    return inside


def test_670_loops_lead_through_the_middle_and_ten_through_a_corner():
    G, C = board("projex", 6), graphs.double_cover(nbgames.game("projex", 6))
    paths = {v: len(list(nx.all_shortest_paths(C, (v, 0), (v, 1)))) // 2 for v in G}
    assert sum(paths.values()) == 1533 * 10
    assert {v for v in G if paths[v] == max(paths.values())} == {"F5", "E6", "F6"}
    assert (max(paths.values()), min(paths.values())) == (670, 10)
    corners = {v for v in G if paths[v] == 10}
    assert corners == {v for v in G if G.degree[v] == 5} == {"F1", "J1", "A6", "J6", "A10", "F10"}


@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_triangle_makes_no_difference(seed):
    game = nbgames.game("projex", 4)
    G, faces = graphs.board_graph(game), graphs.faces(game)
    Random(seed).shuffle(faces)
    assert [analysis.homology_rank(G, faces[:k]) for k in (50, 51, 52)] == [2, 1, 1]
