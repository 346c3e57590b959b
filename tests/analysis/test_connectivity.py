"""Connectivity: every answer against brute force, networkx's own algorithms and known numbers."""

from functools import cache
from itertools import combinations, pairwise, product
from math import inf
from random import Random

import networkx as nx
import numpy as np
import pytest
from positions import JOINING, SMALL, matches, random_match, seen_through
from thinned import first_of, first_rows

import nbgames
from nbgames import EMPTY, FIRST, SECOND, analysis, graphs
from nbgames.analysis.connectivity import walls
from nbgames.analysis.reach import reach
from nbgames.core.kernels import twisted

pytestmark = pytest.mark.usefixtures("uncompiled")
ENDS = {FIRST: ("top", "bottom"), SECOND: ("left", "right")}


def has_won(m, owners, who):
    return m.game.rules.winner(m.game.board.net, owners) & who


def claimed(m, sites, who):
    """The owners after a player's claims in a row."""
    owners = bytearray(m.position.owners)
    for site in sites:
        m.game.rules.step(m.game.board.net, owners, site, who)
    return owners


def empty(m):
    return [s for s in range(m.game.board.claimable) if m.position.owners[s] == EMPTY]


def brute_distance(m, who, most):
    """The fewest claims that win, by trying all; inf if more than most."""
    for count in range(most + 1):
        for sites in combinations(empty(m), count):
            squares = {s // 2 for s in sites}
            if m.game.name == "antipalos" and len(squares) < count:
                continue
            if has_won(m, claimed(m, sites, who), who):
                return count
    return inf


@pytest.mark.parametrize(("name", "size", "most"), [
    ("projex", 3, 12), ("conhex", 2, 9), ("conhex", 3, 3), ("antipalos", 2, 4), ("antipalos", 3, 3),
])  # fmt: skip
def test_distance_by_brute_force(name, size, most):
    for m in matches(name, size, 15):
        if m.outcome:
            continue
        for who in (FIRST, SECOND):
            found, slow = analysis.distance(m, who), brute_distance(m, who, most)
            assert found.stones == slow or (slow == inf and found.stones > most)
            if found.stones < inf:
                sites = [m.game.board.site(name) for name in found.witness]
                assert len(sites) == found.stones
                assert has_won(m, claimed(m, sites, who), who)


@pytest.mark.parametrize(("name", "size"), [("projex", 6), ("conhex", 5), ("antipalos", 7)])
def test_a_witness_wins_and_its_chain_is_a_chain(name, size):
    for m in matches(name, size, 20):
        G = graphs.board_graph(m)
        for who in (FIRST, SECOND):
            found = analysis.distance(m, who)
            if found.stones == inf:
                continue
            sites = [m.game.board.site(name) for name in found.witness]
            assert len(set(sites)) == found.stones
            assert has_won(m, claimed(m, sites, who), who)
            assert len(set(found.chain)) == len(found.chain)
            assert all(map(G.has_edge, found.chain, found.chain[1:]))
            if name == "projex":
                assert analysis.crossings(G, found.chain) % 2


@pytest.mark.parametrize("size", [2, 3, 6])
def test_the_pieces_that_cut_a_player_off_do_so_by_themselves(size):
    """They are there exactly where no claims would win, unless the game is won already."""
    cut = 0
    for seed in range(20):
        m = random_match("antipalos", size, 99, seed=seed)
        for then, who in product(map(m.after, range(len(m.claims))), (FIRST, SECOND)):
            pieces, laid = walls(then, who), then.position.owners
            assert bool(pieces) == (analysis.distance(then, who).stones == inf)
            if pieces:
                owners = bytearray(m.at(0).position.owners)
                for site in map(m.game.board.site, pieces):
                    m.game.rules.step(m.game.board.net, owners, site, laid[site])
                alone = nbgames.match(m.game, start=nbgames.Position(bytes(owners)), swap=False)
                assert analysis.distance(alone, who).stones == inf
                cut += 1
    assert cut > 5


@pytest.mark.parametrize("rings", range(1, 8))
def test_fewest_stones_in_conhex(rings):
    """R + 2 with shared holes, as notebooks/cuts.ipynb proves for every R; 2R + 2 without."""
    found = analysis.distance(nbgames.match("conhex", rings + 1), FIRST)
    assert (found.stones, found.unshared) == (rings + 2, 2 * rings + 2)
    assert found.exact


@pytest.mark.parametrize("n", first_of(range(3, 15), 5))
def test_the_empty_projex_board(n):
    assert analysis.distance(nbgames.match("projex", n), FIRST).stones == 2 * n - 2


@pytest.mark.parametrize("size", range(1, 13))
def test_the_empty_antipalos_board(size):
    m = nbgames.match("antipalos", size)
    for who in (FIRST, SECOND):
        assert analysis.distance(m, who).lattices == (size, size)
        cut = analysis.blocking_set(m, who)
        assert cut.stones == size and cut.exact  # theory: a row of N squares blocks both


def goal(m, parity, who):
    """The lattice that is left to a player, with terminals, made by hand."""
    L = graphs.sublattice(m, parity, terminals=who)
    kept = (who,) if m.outcome and m.outcome.winner == 3 - who else (EMPTY, who)
    gone = [e for e in L.edges if L.edges[e].get("owner", who) not in kept]
    L.remove_edges_from(gone)
    for *_, data in L.edges(data=True):
        data["cost"] = int(data.get("owner") == EMPTY)
        if data.get("owner") == EMPTY:
            data["capacity"] = 1
        else:
            data.pop("capacity", None)
    return L


def side_by_side(m, who):
    """The empty squares of two paths of the other player's, one on each lattice, that cross what
    they share in the same order: a shortest path of pairs of points, no shorter than the fewest."""
    axis, points = who - 1, ({}, {})
    for parity, duals in enumerate(points):
        for a, b, data in graphs.sublattice(m, parity).edges(data=True):
            if m.owner(data["dual"]) != who:
                price = int(data["owner"] == EMPTY == m.owner(data["dual"]))
                duals.setdefault(a, []).append((b, data["square"], price))
                duals.setdefault(b, []).append((a, data["square"], price))

    def line(point):
        return (ord(point[0]) - ord("a"), int(point[1:]) - 1)[axis]

    now = [pair for pair in product(*points) if not any(map(line, pair))]
    seen, cost = set(), 0
    while True:
        later = []
        for pair in now:  # grows while it is read
            if pair in seen:
                continue
            seen.add(pair)
            a, b = pair
            if line(a) == line(b) == m.game.size:
                return cost
            for to, square, price in points[0][a]:
                (later if price else now).append((to, b))
                later += [(to, by) for by, other, _ in points[1][b] if price and other == square]
            for to, _, price in points[1][b]:
                (later if price else now).append((a, to))
        now, cost = later, cost + 1


@pytest.mark.slow
@pytest.mark.parametrize("size", first_of([3, 5, 8]))
def test_antipalos_lattices_by_networkx(size):
    """Distance is Dijkstra's, the cut of both lattices is no less than a minimum cut of each."""
    for m in matches("antipalos", size, 25):
        for who in (FIRST, SECOND):
            found = analysis.distance(m, who)
            cut = analysis.blocking_set(m, who)
            least = []
            for parity in (0, 1):
                L = goal(m, parity, who)
                try:
                    slow = nx.dijkstra_path_length(L, *ENDS[who], weight="cost")
                except nx.NetworkXNoPath:
                    slow = inf
                assert found.lattices[parity] == slow
                if cut.stones < inf:
                    least.append(nx.minimum_cut_value(L, *ENDS[who]))
            if cut.stones < inf and not m.outcome:
                assert max(least) <= cut.stones <= side_by_side(m, who)
                after = nbgames.match(m.game, start=nbgames.Position(bytes(
                    claimed(m, map(m.game.board.site, cut.sites), 3 - who))))  # fmt: skip
                lattices = [goal(after, parity, who) for parity in (0, 1)]
                assert not any(nx.has_path(L, *ENDS[who]) for L in lattices)


def cut_off(m, owners, who):
    """Can this player win no more, even with every claim that is left?"""
    if m.game.name != "antipalos":
        left = bytearray(owners)
        for s in range(m.game.board.claimable):
            if left[s] == EMPTY:
                m.game.rules.step(m.game.board.net, left, s, who)
        return not has_won(m, left, who)
    left = [who if o in (EMPTY, who) else 3 for o in owners]
    return not has_won(m, left, who)


@pytest.mark.parametrize(("name", "size", "most"), [
    ("projex", 3, 12), ("conhex", 2, 9), ("conhex", 3, 3), ("antipalos", 2, 4), ("antipalos", 3, 5),
])  # fmt: skip
def test_blocking_by_brute_force(name, size, most):
    for m in matches(name, size, 15, seed="block"):
        if m.outcome:
            continue
        for who in (FIRST, SECOND):
            cut = analysis.blocking_set(m, who)
            sites = list(map(m.game.board.site, cut.sites))
            if cut.stones < inf:
                assert cut_off(m, claimed(m, sites, 3 - who), who)
            fewest = next(
                (
                    k
                    for k in range(most + 1)
                    for chosen in combinations(empty(m), k)
                    if (name != "antipalos" or len({s // 2 for s in chosen}) == k)
                    and cut_off(m, claimed(m, chosen, 3 - who), who)
                ),
                inf,
            )
            assert cut.exact and (cut.stones == fewest or fewest == inf)


@pytest.mark.long
def test_a_cut_is_the_enemys_way_in_every_position_of_size_three():
    """T7, exhaustively: in all 531,441 positions of size 3 the fewest enemy cells that end my
    hopes are the fewest with which the enemy wins. Both sides by recursion over subsets.
    Of some positions test_blocking_by_brute_force shows it."""
    board = nbgames.game("projex", 3).board
    wins = [
        bool(twisted(board.net, bytes(bits >> k & 1 for k in range(12)), 1)) for bits in range(4096)
    ]

    @cache
    def distance(own, free):
        if wins[own]:
            return 0
        if not wins[own | free]:
            return inf
        return 1 + min(distance(own | b, free ^ b) for b in BITS if free & b)

    @cache
    def blocking(own, free):
        if not wins[own | free]:
            return 0
        if wins[own]:
            return inf
        return 1 + min(blocking(own, free ^ b) for b in BITS if free & b)

    seen = 0
    for own in range(4096):
        free = rest = 4095 & ~own
        while True:
            assert blocking(own, free) == distance(rest & ~free, free)
            seen += 1
            if not free:
                break
            free = (free - 1) & rest
    assert seen == 3**12
    for m in matches("projex", 3, 200, seed="t7"):
        mine, his = (
            sum(1 << s for s, o in enumerate(m.position.owners) if o == who) for who in (1, 2)
        )
        free = 4095 & ~mine & ~his
        if not m.outcome:
            assert analysis.distance(m, 1).stones == distance(mine, free)
            assert analysis.blocking_set(m, 1).stones == blocking(mine, free)


BITS = tuple(1 << k for k in range(12))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), first_rows([("projex", 5), ("conhex", 4)]))
def test_distance_falls_by_one_at_most_and_never_for_an_enemy_stone(name, size):
    for m in matches(name, size, 10, seed="falls"):
        while not m.outcome:
            who = m.to_move
            before = [analysis.distance(m, p).stones for p in (FIRST, SECOND)]
            m = m.play(Random(len(m.claims)).choice([w for w in m.legal() if w != "swap"]))
            after = [analysis.distance(m, p).stones for p in (FIRST, SECOND)]
            # In ConHex one stone serves several cells, but it is one of the stones counted.
            assert before[who - 1] - 1 <= after[who - 1] <= before[who - 1]
            assert after[2 - who] >= before[2 - who]


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_groups_by_networkx(name, size):
    for m in matches(name, size, 6):
        G = graphs.board_graph(m)
        for who in (FIRST, SECOND):
            own = G.subgraph([v for v, owner in G.nodes(data="owner") if owner == who])
            assert {frozenset(c) for c in nx.connected_components(own)} == set(
                analysis.groups(m, who)
            )


@pytest.mark.parametrize("rings", range(1, 8))
def test_menger_on_the_empty_conhex_board(rings):
    m = nbgames.match("conhex", rings + 1)
    for who in (FIRST, SECOND):
        assert len(analysis.disjoint_paths(m, who).paths) == rings + 1  # theory: 5 at R = 4


@pytest.mark.parametrize(("name", "size"), [("conhex", 3), ("conhex", 5), ("antipalos", 6)])
def test_disjoint_paths_share_nothing_and_avoid_the_enemy(name, size):
    for m in matches(name, size, 10):
        G = graphs.board_graph(m)
        for who in (FIRST, SECOND):
            paths = analysis.disjoint_paths(m, who).paths
            used = [v for path in paths for v in path]
            assert len(used) == len(set(used))
            assert all(m.owner(v) in (EMPTY, who) for v in used)
            assert all(G.has_edge(*e) for path in paths for e in pairwise(path))
            if name == "antipalos":
                L = [goal(m, parity, who) for parity in (0, 1)]
                for H in L:
                    for *_, d in H.edges(data=True):
                        d.update(capacity=1) if "piece" in d else None
                assert len(paths) == max(nx.minimum_cut_value(H, *ENDS[who]) for H in L)


def test_projex_has_one_disjoint_loop():
    paths = analysis.disjoint_paths(nbgames.match("projex", 4), FIRST).paths
    assert [len(path) for path in paths] == [6]


@pytest.mark.parametrize(("name", "size"), [("projex", 4), ("conhex", 3), ("copolymer", 5)])
def test_articulation_by_taking_away(name, size):
    for m in matches(name, size, 12):
        who = None if name == "copolymer" else FIRST
        lost = who and m.outcome and m.outcome.winner == SECOND
        kept = (who,) if lost else (EMPTY, who)
        G = graphs.board_graph(m)
        G.remove_nodes_from([v for v, o in list(G.nodes(data="owner")) if o not in kept])
        parts = nx.number_connected_components(G)
        weak = [v for v in sorted(G) if nx.number_connected_components(
            G.subgraph(set(G) - {v})) > parts]  # fmt: skip
        assert list(analysis.articulation(m, who).sites) == weak


@pytest.mark.parametrize("size", range(1, 9))
def test_the_empty_antipalos_board_resists_one_ohm(size):
    m = nbgames.match("antipalos", size)
    for who in (FIRST, SECOND):
        found = analysis.resistance(m, who)
        assert found.lattices == pytest.approx((1, 1), abs=1e-12)  # theory: exactly 1


def slow_resistance(wires, near, far):
    """By the pseudo-inverse, a wire of no resistance taken as a very good one."""
    at = {v: k for k, v in enumerate({v for *ends, _ in wires for v in ends})}
    L = np.zeros((len(at), len(at)))
    for u, v, ohms in wires:
        i, j, w = at[u], at[v], 1 / max(ohms, 1e-7)
        L[[i, j], [i, j]] += w
        L[[i, j], [j, i]] -= w
    x = np.zeros(len(at))
    x[at[near]], x[at[far]] = 1, -1
    return float(x @ np.linalg.pinv(L, hermitian=True) @ x)


@pytest.mark.parametrize("size", [3, 5])
def test_resistance_of_a_lattice_by_the_pseudo_inverse(size):
    for m in matches("antipalos", size, 8, seed="ohms"):
        for who in (FIRST, SECOND):
            for parity, ohms in enumerate(analysis.resistance(m, who).lattices):
                L = goal(m, parity, who)
                if not nx.has_path(L, *ENDS[who]):
                    assert ohms == inf
                    continue
                L = L.subgraph(nx.node_connected_component(L, ENDS[who][0]))
                wires = [(u, v, d["cost"]) for u, v, d in L.edges(data=True)]
                assert ohms == pytest.approx(slow_resistance(wires, *ENDS[who]), abs=1e-4)


def test_own_cells_that_every_path_needs_carry_the_whole_current():
    needed = 0
    for m in matches("conhex", 3, 120, seed="current"):
        for who in (FIRST, SECOND):
            G = reach(m, who)
            sides = ENDS[who]
            if not nx.has_path(G, *sides):
                continue
            found = analysis.resistance(m, who).values
            for cell in [v for v, needs in G.nodes(data="needs") if not needs and v not in sides]:
                if not nx.has_path(G.subgraph(set(G) - {cell}), *sides):
                    needed += 1
                    assert found[cell] == pytest.approx(1)
    assert needed > 20


@pytest.mark.parametrize("seed", range(40))
def test_wires_of_no_resistance_carry_what_very_good_ones_do(seed):
    rng = Random(seed)
    ends = combinations(range(rng.randint(3, 9)), 2)
    wires = [(u, v, rng.choice((0, 0, 1, 2.5))) for u, v in ends if rng.random() < 0.5]
    good = [(u, v, ohms or 1e-7) for u, v, ohms in wires]
    for (ohms, currents), (others, plain) in [
        (analysis.network(some, 0, 2), analysis.network(rest, 0, 2))
        for some, rest in [(wires, good), (wires[::-1], good[::-1])]
    ]:
        assert ohms == pytest.approx(others, abs=1e-5)
        assert currents == pytest.approx(plain, abs=1e-5)


@pytest.mark.parametrize("n", first_of([3, 4]))
def test_resistance_of_loops_in_the_double_cover(n):
    """Between a cell and its twin on the sphere; the least of these is the answer."""
    for m in matches("projex", n, 4, seed="ohms"):
        C = graphs.double_cover(m)
        C.remove_nodes_from([v for v, o in list(C.nodes(data="owner")) if o == SECOND])
        own = {v for v, o in C.nodes(data="owner") if o == FIRST}
        ohms = []
        for v in [v for v in C if v[1] == 0]:
            if (v[0], 1) in C and nx.has_path(C, v, (v[0], 1)):
                part = C.subgraph(nx.node_connected_component(C, v))
                wires = [(a, b, ((a not in own) + (b not in own)) / 2) for a, b in part.edges]
                ohms.append(slow_resistance(wires, v, (v[0], 1)))
        found = analysis.resistance(m, FIRST)
        assert found.ohms == pytest.approx(min(ohms, default=inf), abs=1e-3)


@pytest.mark.parametrize(("name", "size"), JOINING)
def test_no_resistance_after_a_win_and_no_end_to_it_when_cut_off(name, size):
    for m in matches(name, size, 20, seed="over"):
        for who in (FIRST, SECOND):
            ohms, stones = analysis.resistance(m, who).ohms, analysis.distance(m, who).stones
            assert (ohms == 0) == (stones == 0)
            if not m.outcome:
                assert (ohms == inf) == (stones == inf)


@pytest.mark.parametrize(("name", "size"), JOINING)
def test_threats_and_must_play_by_playing(name, size):
    for m in matches(name, size, 12, seed="threat"):
        if m.outcome:
            assert analysis.threats(m, FIRST) == () and analysis.must_play(m) is None
            continue
        who = m.to_move
        moves = [w for w in m.legal() if w != "swap"]
        winning = [w for w in moves if m.play(w).outcome and m.play(w).outcome.winner == who]
        assert list(analysis.threats(m, who)) == winning
        passed = nbgames.match(m.game, start=nbgames.Position(m.position.owners, 3 - who))
        dangers = [w for w in moves if (o := passed.play(w).outcome) and o.winner == 3 - who]
        assert list(analysis.threats(m, 3 - who)) == dangers
        if not dangers:
            assert analysis.must_play(m) is None
            continue
        answers = []
        for w in moves:
            after = m.play(w)
            replies = [] if after.outcome else after.legal()
            if not any((o := after.play(x).outcome) and o.winner == 3 - who for x in replies):
                answers.append(w)
        assert list(analysis.must_play(m)) == answers


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), first_rows(JOINING, 3))
def test_answers_turn_with_the_board(name, size):
    """Equivariance: a symmetry that exchanges the sides exchanges the players too."""
    for m in matches(name, size, 4, seed="turn"):
        if m.outcome:
            continue
        for symmetry in graphs.automorphisms(m.game):
            other, exchanged = seen_through(m, symmetry)
            for who in (FIRST, SECOND):
                image = 3 - who if exchanged else who
                assert analysis.distance(m, who).stones == analysis.distance(other, image).stones
                assert analysis.resistance(m, who).ohms == pytest.approx(
                    analysis.resistance(other, image).ohms
                )
                one, two = (analysis.blocking_set(*p) for p in ((m, who), (other, image)))
                assert one.stones == two.stones
                assert {symmetry[v] for v in analysis.threats(m, who)} == set(
                    analysis.threats(other, image)
                )
                assert {frozenset(symmetry[v] for v in g) for g in analysis.groups(m, who)} == set(
                    analysis.groups(other, image)
                )


def test_a_wire_more_never_resists_more():
    assert analysis.network([("a", "b", 2), ("a", "b", 2)], "a", "b")[0] == pytest.approx(1)
    assert analysis.network([], "a", "b")[0] == inf


@pytest.mark.parametrize(("question", "words"), [
    (lambda: analysis.distance(nbgames.match("copolymer"), 1), "nobody joins anything"),
    (lambda: analysis.blocking_set(nbgames.match("copolymer"), 1), "nobody joins anything"),
    (lambda: analysis.threats(nbgames.match("copolymer"), 1), "nobody joins anything"),
    (lambda: analysis.resistance(nbgames.match("copolymer"), 1), "nobody joins anything"),
    (lambda: analysis.distance(nbgames.match("projex"), 0), "is no player"),
    (lambda: analysis.distance(nbgames.match("projex"), "X"), "is no player"),
    (lambda: analysis.groups(nbgames.match("projex"), True), "is no player"),
    (lambda: analysis.distance(nbgames.game("projex"), 1), "make one with nbgames.match"),
    (lambda: analysis.articulation(nbgames.match("copolymer"), 1), "leave the player out"),
    (lambda: analysis.articulation(nbgames.match("projex")), "is no player"),
])  # fmt: skip
def test_refusals(question, words):
    with pytest.raises(nbgames.Refused, match=words):
        question()


def test_after_a_resignation_the_board_still_speaks():
    m = random_match("projex", 4, 6).play("resign")
    assert analysis.distance(m, FIRST).stones < inf
