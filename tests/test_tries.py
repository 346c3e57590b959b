"""What the notebooks ask readers to try has an answer for teachers, and its facts are right."""

import re
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb, factorial, inf
from random import Random

import nbformat
import networkx as nx
import pytest
from tools.course_run import COURSE, FOLDER

import nbgames
from nbgames import FIRST, SECOND, analysis, graphs

pytestmark = pytest.mark.usefixtures("uncompiled")
LOOP = ["F1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10"]
RING = ["B5", "A6", "J5", "I6", "I7"]


def answer(notebook, name):
    cells = nbformat.read(FOLDER / f"{notebook}.ipynb", 4).cells
    return next(cell.source for cell in cells if cell.id == f"{name}-answer")


def board(name, size):
    return graphs.board_graph(nbgames.game(name, size))


@pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
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
            waiting += len(re.findall(r"\*\*(?:Try|Prove)\.\*\*", cell.source))
    assert waiting == 0


def test_a_cell_in_the_middle_touches_six_and_three_groups_are_joined_at_most():
    G, C = board("projex", 6), board("copolymer", 9)
    assert (G.degree["F6"], G.degree["F1"]) == (6, 5)
    assert set(G["F6"]) == {"E6", "E7", "F5", "F7", "G5", "G6"}
    ring = C.subgraph(C["E5"])
    assert nx.is_isomorphic(ring, nx.cycle_graph(6))
    assert C.subgraph(["D5", "E4", "F6"]).size() == 0 and {"D5", "E4", "F6"} <= set(ring)
    for v in C:  # cells around it of which no two touch: three inside, two at the rim
        near = C.subgraph(C[v])
        apart = [
            len(c) for k in range(7) for c in combinations(near, k) if not near.subgraph(c).size()
        ]
        assert max(apart) == (3 if C.degree[v] == 6 else 2)


def test_the_sums_of_column_and_row_are_those_of_their_points():
    text = answer("boards_are_graphs", "two-graphs")
    told = re.findall(r"(\d) at ((?:`[a-g]\d`(?: and )?)+)", text)
    found = {point: int(total) for total, points in told for point in re.findall(r"`(..)`", points)}
    assert found == {
        p: ord(p[0]) - ord("a") + 1 + int(p[1]) for p in ("d3", "e4", "a3", "b4", "c3")
    }


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


def test_on_the_boards_of_the_class_x_has_a_loop_14_times_and_o_seven_times():
    G = board("projex", 4)
    winners = Counter()
    for seed in range(21):
        mine = set(Random(seed).sample(sorted(G), 14))
        cells = {"X": mine, "O": set(G) - mine}
        winners.update(who for who in cells if not analysis.is_balanced(G.subgraph(cells[who])))
    assert winners == {"X": 14, "O": 7}


def test_three_loops_of_the_class_cross_the_edge_never_twice_and_once():
    G = board("projex", 4)
    listed = re.findall(r"`((?:[A-F]\d ){3,}[A-F]\d)`", answer("one_class", "across"))
    loops = [cells.split() for cells in listed]
    assert [analysis.crossings(G, loop) for loop in loops] == [0, 2, 1]
    assert [set(loops[0]), set(loops[1])] == [set(G["D3"]), set(G["F4"])]
    assert len(loops[2]) == analysis.distance(nbgames.match("projex", 4), FIRST).stones == 6


def test_a_stone_never_makes_its_owners_number_larger_nor_the_others_smaller():
    def numbers(m):
        return analysis.distance(m, FIRST).stones, analysis.blocking_set(m, FIRST).stones

    ends = set()
    for seed in range(4):
        rng, m = Random(seed), nbgames.match("projex", 3, swap=False)
        before = numbers(m)
        assert before == (4, 4)
        while not m.outcome:
            who = m.position.to_move
            m = m.play(rng.choice(m.legal()))
            now = numbers(m)
            mine, other = (now[k] - before[k] for k in (who - 1, 2 - who))
            assert mine in (0, -1) and other >= 0
            before = now
        ends.add((m.outcome.winner, before))
    assert ends == {(FIRST, (0, inf)), (SECOND, (inf, 0))}


def test_parallel_neighbours_lie_on_different_lattices_and_others_share_a_point():
    lattices = [graphs.sublattice(nbgames.match("antipalos", 4), parity) for parity in (0, 1)]
    assert lattices[0].has_edge("a1", "b2") and lattices[0].has_edge("b2", "c1")
    assert lattices[1].has_edge("b1", "c2")


def test_v_wins_60_of_a_hundred_mazes():
    game = nbgames.game("antipalos", 9)
    squares = [d for *_, d in graphs.sublattice(game, 0).edges(data=True)]

    def winner(seed):
        rng = Random(seed)
        coins = [(d, rng.choice((FIRST, SECOND))) for d in squares]
        pieces = {game.board.site(d["piece" if who == FIRST else "dual"]): who for d, who in coins}
        return nbgames.match(game, start=game.position(pieces)).outcome.winner

    assert Counter(map(winner, range(100))) == {FIRST: 60, SECOND: 40}


def test_h_can_be_faster_than_two_trees():
    m = nbgames.match("antipalos", 4, swap=False)
    pieces = re.findall(r"[a-e]\d-[a-e]\d", answer("two_lattices", "trees"))
    for number, piece in enumerate(pieces):
        if number % 2 == 0:  # as the notebook's careful player chooses
            safe = (p for p in m.legal() if analysis.two_trees(m.play(p), FIRST, 0).safe)
            assert piece == next(safe)
        m = m.play(piece)
    assert m.outcome.winner == SECOND and len(pieces) == 8


def test_eight_claims_at_most_pass_without_a_gift_and_x_gives_first():
    G = board("copolymer", 5)

    def harmless(mine, other):
        """The claims that make no empty cell connecting for the other player."""
        for cell in set(G) - mine - other:
            empty = set(G[cell]) - mine - other
            if not any(mine & set(G[v]) for v in empty if len(mine & set(G[v])) < 2):
                yield cell

    @cache
    def ends(mine, other):
        """The most claims without a gift, and whether the player to move gives first."""
        after = [ends(other, mine | {cell}) for cell in harmless(mine, other)]
        return max((1 + most for most, _ in after), default=0), not any(gives for _, gives in after)

    assert ends(frozenset(), frozenset()) == (8, True)


def test_o_takes_the_three_cells_that_x_has_left_and_wins_by_one():
    game = nbgames.game("copolymer", 5)
    variant = nbgames.read_diagram(game, "x o x\nx o . .\no o o o .\nx . o .\n. . x")
    taken = variant.play("B3", "D3", "D5")
    assert set(taken.legal()) == {"B4", "C5", "E3", "E4"}
    end = taken.play("B4", "C5", "E3", "E4")
    assert [len(end.owned(who)) for who in (FIRST, SECOND)] == [9, 10]


def test_three_mistakes_in_three_moves():
    m = nbgames.match("projex", 3, swap=False)
    wins = []
    for cell in (None, "C4", "C1", "D1"):
        m = m.play(cell) if cell else m
        wins.append(m.position.to_move if analysis.solve(m).value > 0 else 3 - m.position.to_move)
    assert wins == [FIRST, SECOND, FIRST, SECOND]


def test_b3_c2_is_what_h_answers():
    tree = analysis.unfold(nbgames.match("antipalos", 2, swap=False).play("b2-c1", "a2-b3"))
    found = {b.word: {later.word: later.value for later in b.branches} for b in tree.branches}
    assert found["a1-b2"] == found["a2-b1"] == {"b3-c2": -1, "b2-c3": 0}
    assert found["b3-c2"] == {"a1-b2": 0, "a2-b1": 0} and found["b2-c3"] == {}


def test_games_of_nine_holes_by_their_length():
    @cache
    def lengths(position):
        m, found = nbgames.match("conhex", 2, swap=False, start=position), Counter()
        for after in map(m.play, m.legal()):
            later = {0: 1} if after.outcome else lengths(after.position)
            found.update({1 + moves: count for moves, count in later.items()})
        return found

    found = lengths(nbgames.match("conhex", 2).position)
    assert sum(found.values()) == 259_200 and min(found) == 5 and found[9] == 126_720
    assert sum(found[k] * factorial(9 - k) for k in found) == factorial(9) == 362_880


def test_two_threats_at_once_cannot_be_parried():
    m = nbgames.match("projex", 4, swap=False).play(
        *["C3", "F4", "D5", "E2", "C5", "B5", "C2", "A6", "C4"]
    )
    assert set(analysis.threats(m, FIRST)) == {"D6", "E5"}
    assert analysis.threats(m, SECOND) == analysis.must_play(m) == ()


def test_the_share_of_playouts_is_that_of_either_player():
    (code,) = re.findall(r"```python\n(.*?)```", answer("solving", "meet"), re.S)
    names = {"analysis": analysis}
    exec(code, names)
    m = nbgames.match("projex", 4)
    assert names["lucky"](m, FIRST) + names["lucky"](m, SECOND) == pytest.approx(1)
    assert 0.02 < sum(comb(20, k) for k in range(15, 21)) / 2**20 < 0.021
