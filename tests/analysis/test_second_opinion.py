"""A second opinion on every public name of analysis and graphs: a reference, and a property.

`HELD` says for each name which slow reference gives the same answer, and which property holds. The
references are those of `definitions.py`; they run on random matches of ten games, on finished ones
too, and in make test-all on all positions of the smallest boards.
"""

import re
from collections import Counter
from functools import cache
from itertools import combinations, pairwise, product
from math import inf, isclose, sqrt
from pathlib import Path
from random import Random

import definitions as slow
import networkx as nx
import numpy as np
import pytest
import slow as rules_once_more
from definitions import JOINING, OTHER, definition, state
from foreign import GRID, HEX, LAST, MOST, TWICE, Y
from positions import seen_through
from thinned import each_value_once

import nbgames
from nbgames import FIRST, SECOND, Refused, analysis, graphs
from nbgames.core.position import BLOCKED

BOTH = (FIRST, SECOND)
BOARDS = {
    name: nbgames.game(rules, size)
    for name, rules, size in (
        *(("projex", "projex", 3), ("conhex", "conhex", 2), ("antipalos", "antipalos", 2)),
        *((rules.name, rules, 3) for rules in (HEX, Y, TWICE, MOST, GRID, LAST)),
        ("copolymer", "copolymer", 3),
    )
}
SMALLEST = [
    nbgames.game(rules, size)
    for rules, size in (
        *(("antipalos", 1), ("antipalos", 2), ("copolymer", 3), ("conhex", 2)),
        *((rules, 2) for rules in (HEX, Y, TWICE, GRID, LAST)),
    )
]
MANY = 200  # positions: of boards with more these are drawn by chance
FEW = 6  # sites left where everything that may follow is tried


# Matches


@cache
def some(name, count=5):
    """Matches after so many claims, spread from none to the end, and some that are over."""
    found = []
    for k in range(count):
        random = Random(f"{name} {k}")
        m = nbgames.match(BOARDS[name], swap=False)
        left = [None, 0, 1, 2, 3][k % 5]
        claims = random.randrange(3) if left is None else len(m.legal()) * left // 3
        while not m.outcome and (left == 3 or len(m.claims) < claims):
            m = m.play(random.choice(m.legal()))
        found.append(m)
    return found


def late(m):
    return not m.outcome and len(m.legal()) <= FEW


def ending(name, seed, left=FEW):
    """A match that goes on, with so few sites left."""
    for attempt in range(1000):
        random = Random(f"{name} {seed} {attempt}")
        m = nbgames.match(BOARDS[name], swap=False)
        while not m.outcome and len(m.legal()) > left:
            m = m.play(random.choice(m.legal()))
        if late(m):
            return m
    raise AssertionError("no such match")


def of(*names):
    """The games of which a question is asked."""

    def kept(check):
        check.games = names
        return check

    return kept


ALL = tuple(BOARDS)
ENDING = tuple(name for name in ALL if name != "copolymer")  # won before the board is full
ALTERNATING = tuple(name for name in ENDING if name not in (MOST.name, TWICE.name))


def asked(question, m, *given):
    """What a question finds, with the game's definition, its state and the arguments."""
    return question(m, *given), definition(m.game), state(m), *given


def among(names):
    """Names in any order, or none at all."""
    return None if names is None else set(names)


# References: the same answer by definitions.py


@of(*JOINING)
def distances(m):
    for who in BOTH:
        found, game, s, _ = asked(analysis.distance, m, who)
        assert found.stones == slow.distance(game, s, who)
        if found.stones < inf:
            won = slow.claimed(game, s, found.witness, who)
            assert len(set(found.witness)) == found.stones
            assert game.plain.wins(won.of(who), who)


@of("projex", "conhex", "antipalos", HEX.name)
def blocking_sets(m):
    for who in BOTH:
        found, game, s, _ = asked(analysis.blocking_set, m, who)
        assert found.exact and found.stones == slow.blocking(game, s, who)
        if found.stones < inf:
            assert len(found.sites) == found.stones
            cut = slow.claimed(game, s, found.sites, OTHER[who])
            assert m.outcome or slow.hopeless(game, cut, who)


@of(*JOINING)
def disjoint_counts(m):
    for who in BOTH:
        found, game, s, _ = asked(analysis.disjoint_paths, m, who)
        assert len(found.paths) == slow.disjoint_count(game, s, who)


@of(*(name for name in ALL if name != MOST.name))
def weak_places(m):
    for who in (None,) if m.game.rules.scored else BOTH:
        found, game, s, _ = asked(analysis.articulation, m, who)
        nodes, edges = set(), set()
        for graph in slow.reaches(game, s, who):
            weak, bridges = slow.weak(graph)
            nodes |= {point(v) if game.points else v for v in weak}
            edges |= {frozenset([graph.edges[e]["piece"]] if game.points else e) for e in bridges}
        assert set(found.sites) == nodes
        assert {frozenset(bridge) for bridge in found.bridges} == edges


def point(spot):
    return f"{chr(96 + spot[0])}{spot[1]}"


@of(*ALL)
def connected_groups(m):
    for who in BOTH:
        found, game, s, _ = asked(analysis.groups, m, who)
        assert set(found) == slow.groups(game, s, who) and len(set(found)) == len(found)


@of(*(name for name in ENDING if name != MOST.name))
def sites_that_win(m):
    for who in BOTH:
        found, game, s, _ = asked(analysis.threats, m, who)
        assert set(found) == set(slow.threats(game, s, who)) and len(set(found)) == len(found)


@of(*ALTERNATING)
def sites_that_parry(m):
    for who in BOTH:
        found, game, s, _ = asked(analysis.must_play, m, who)
        assert among(found) == among(None if m.outcome else slow.must_play(game, s, who))


@of(*JOINING)
def resistances(m):
    for who in BOTH:
        found, game, s, _ = asked(analysis.resistance, m, who)
        expected = slow.ohms(game, s, who)
        assert found.ohms == pytest.approx(expected, abs=1e-3)


@of("projex")
def cycles_of_cells(m):
    for who in BOTH:
        found, game, s, _ = asked(analysis.cycle_report, m, who)
        own = game.cells.subgraph(s.of(who))
        discs = slow.filled(own)
        assert slow.rank([slow.boundary(c.cells) for c in found.cycles]) == len(found.cycles)
        betti = own.number_of_edges() - len(own) + nx.number_connected_components(own)
        assert len(found.cycles) == betti
        assert found.h1_rank == betti - slow.rank(discs)
        assert found.has_loop == game.plain.wins(s.of(who), who)
        for cycle in found.cycles:
            steps = zip(cycle.cells, cycle.cells[1:] + cycle.cells[:1], strict=True)
            assert cycle.crossings == sum(own.edges[step]["parity"] for step in steps)
            assert cycle.wins == bool(cycle.crossings % 2)
            edges = slow.boundary(cycle.cells)
            assert cycle.bounds == (slow.rank([*discs, edges]) == slow.rank(discs))


@of("projex", "conhex", "antipalos", HEX.name, GRID.name, "copolymer")
def tempos(m):
    found, game, s = asked(analysis.tempo, m)
    for side in found.sides:
        who = side.player
        if m.game.name == "copolymer":
            copolymer_side(game, s, side)
            continue
        assert side.win_in == slow.distance(game, s, who)
        assert set(side.threats) == set(slow.threats(game, s, who))
        parries = None if m.outcome else slow.must_play(game, s, who)
        assert among(side.must_play) == among(parries)


def copolymer_side(game, s, side):
    who, foe = side.player, OTHER[side.player]
    joins = slow.connecting(game, s, who)
    assert side.cells == len(s.of(who)) and set(side.connecting) == joins
    assert side.turns == len(slow.turns(game, s, who))
    assert set(side.gifts) == set(slow.open_names(game, s))
    for name, count in side.gifts.items():
        new = slow.connecting(game, slow.claim(game, s, name, who), foe)
        assert count == len(new - slow.connecting(game, s, foe))
    assert set(side.safe) == {n for n, count in side.gifts.items() if not count} - joins
    lead = slow.value(game, s) if who == FIRST else -slow.value(game, s)
    assert side.bounds[0] <= (len(game.cells) + lead) // 2 <= side.bounds[1]


@of("projex", "conhex", "antipalos", HEX.name, GRID.name, "copolymer")
def rows_of_history(m):
    rows, game = analysis.history(m), definition(m.game)
    assert [row["word"] for row in rows] == ["", *m.moves]
    for n, row in enumerate(rows):
        now = state(m.at(n))
        if "first" in row:
            both = [slow.distance(game, now, who) for who in BOTH]
            assert [row["first"], row["second"]] == both
        else:
            cells = (len(game.cells) + slow.value(game, now)) // 2
            assert row["first_low"] <= cells <= row["first_high"]
            assert row["second_low"] <= len(game.cells) - cells <= row["second_high"]


@of("copolymer")
def scores(m):
    found, game, s = asked(analysis.score, m)
    joins, now = Counter(), slow.State()
    for name in m.claims:
        joins[now.to_move] += name in slow.connecting(game, now, now.to_move)
        now = slow.claim(game, now, name)
    cells = len(s.first), len(s.second)
    assert (found.cells, found.margin) == (cells, cells[0] - cells[1])
    assert found.connecting == (joins[1], joins[2])
    assert found.closing == (cells[0] - joins[1], cells[1] - joins[2])


@of("copolymer")
def swings(m):
    found, game, s = asked(analysis.swing, m)
    assert (found.first, found.second) == tuple(
        slow.value(game, s._replace(to_move=who)) for who in BOTH
    )


@of("copolymer")
def ends_of_turns(m):
    if m.outcome:
        return
    found, game, s = asked(analysis.endings, m)
    who, expected = m.to_move, {}
    joins = slow.connecting(game, s, who)
    for turn in slow.turns(game, s, who):
        after = slow.claimed(game, s, turn, who)._replace(to_move=OTHER[who])
        lead = slow.value(game, after) * (1 if who == FIRST else -1)
        taken = turn & joins
        expected[taken] = max(lead, expected.get(taken, -inf))
    assert found == expected


@of(*ALL)
def solutions(m):
    if not late(m):
        return
    found, game, s = asked(analysis.solve, m)
    who = m.to_move
    sign = 1 if who == FIRST else -1
    assert found.exact and found.value == sign * slow.value(game, s)
    after = {name: slow.claim(game, s, name) for name in slow.open_names(game, s)}
    values = {name: sign * slow.value(game, then) for name, then in after.items()}
    told = {word: v for word, v in found.values.items() if "," not in word}
    assert m.game.name == "copolymer" or set(told) == set(values)
    assert all(values[word] == v for word, v in told.items())


@of(*ALL)
def trees_of_play(m):
    if not late(m) or len(m.legal()) > 5:
        return
    for branch in analysis.unfold(m, pruned=True):
        assert branch.value == slow.value(definition(m.game), state(branch.match))


@of(*ALL)
def trees_that_are_shared(m):
    """Opened wherever they are open, claim by claim, until all is settled; nothing is solved."""
    if not late(m) or len(m.legal()) > 4:
        return
    tree = analysis.proof_tree(m)
    while tree.value is None:
        tree = tree.open(tree.open_leaves[0])
    assert tree.value == slow.value(definition(m.game), state(m))
    for line, then in tree.lines.items():
        value = tree.known.get(graphs.canonical(then))
        assert value in (None, slow.value(definition(m.game), state(then))), line


@of(*ALL)
def trees_of_two_people_say_what_one_would(m):
    if not late(m) or len(m.legal()) > 4:
        return
    whole = analysis.proof_tree(m).open().solve(*m.legal(), seconds=60)
    lines = list(whole.leaves)
    halves = [analysis.proof_tree(m).solve(*lines[k::2], seconds=60) for k in (0, 1)]
    merged = halves[0] | halves[1]
    assert merged == halves[1] | halves[0] or merged.known == whole.known
    assert merged.value == whole.value == analysis.unfold(m).value


@of(*ALL)
def certificates(m):
    if not late(m):
        return
    found, game, s = asked(lambda m: analysis.solve(m, certificate=True), m)
    assert analysis.verify(m, found.certificate)
    names = m.game.board.names

    def reply(now, strategy):
        owner = dict.fromkeys(names, 0)
        for who in BOTH:
            owner |= dict.fromkeys((game.plain.blocks(n) for n in now.of(who)), BLOCKED)
        for who in BOTH:
            owner |= dict.fromkeys(now.of(who), who)
        site = strategy.replies.get((bytes(owner[n] for n in names), now.to_move))
        return None if site is None else names[site]

    for one in found.certificate.strategies:
        if one.steps:
            assert (slow.value(game, s) > 0) == (one.who == FIRST)
        else:
            assert slow.follows(game, s, reply, one)


@of(*ALL)
def chances_of_random_games(m):
    if not late(m) or m.is_open:
        return
    found, game, s = asked(lambda m: analysis.playouts(m, 3000, seed=7), m)
    first, second, length = slow.chances(game, s)
    for part, wins in ((first, found.wins[0]), (second, found.wins[1])):
        assert abs(wins / found.games - part) <= 5 * sqrt(part * (1 - part) / found.games) + 1e-9
    assert abs(found.length - length) <= 5 * found.length_stderr + 1e-9


@of(*ALL)
def boards(m):
    G, game, s = asked(graphs.board_graph, m)
    assert set(G) == set(game.cells)
    assert {frozenset(e) for e in G.edges} == {frozenset(e) for e in game.cells.edges}
    assert nx.get_edge_attributes(G, "parity") == {
        e: game.cells.edges[e]["parity"] for e in G.edges if "parity" in game.cells.edges[e]
    }
    assert {v for v in G if G.nodes[v]["owner"] in BOTH} == (s.first | s.second) & set(G)


@of("projex")
def covers(m):
    C, game, _ = asked(graphs.double_cover, m)
    expected = rules_once_more.cover(game.cells)
    assert set(C) == set(expected)
    assert {frozenset(e) for e in C.edges} == {frozenset(e) for e in expected.edges}


@of("projex")
def faces_of_the_plane(m):
    found, game, _ = asked(graphs.faces, m)
    closed = [c for c in nx.enumerate_all_cliques(game.cells) if len(c) == 3]
    even = {
        frozenset(c)
        for c in closed
        if sum(game.cells.edges[e]["parity"] for e in combinations(c, 2)) % 2 == 0
    }
    assert {frozenset(face) for face in found} == even and len(found) == len(even)


@of("conhex")
def incidences(m):
    G, game, s = asked(graphs.incidence_graph, m)
    assert {frozenset(e) for e in G.edges} == {frozenset(e) for e in game.holes.edges}
    for cell in [v for v in game.holes if ":" in v]:
        assert G.nodes[cell]["needs"] == -(-game.holes.degree(cell) // 2)
        assert (G.nodes[cell]["owner"] in BOTH) == (cell in s.first | s.second)


@of("copolymer")
def regions(m):
    G, game, s = asked(graphs.interaction_graph, m)
    open_ = slow.open_names(game, s)
    assert set(G) == set(open_)
    assert {frozenset(e) for e in G.edges} == {
        frozenset(e) for e in game.cells.subgraph(open_).edges
    }
    first, second = (slow.connecting(game, s, who) for who in BOTH)
    for name, kind in G.nodes(data="kind"):
        who = {"first": name in first, "second": name in second}
        assert kind in ("both" if all(who.values()) else "neutral", *(k for k in who if who[k]))
        assert (kind == "both") == all(who.values()) and (kind == "neutral") == (
            not any(who.values())
        )


@of("antipalos")
def lattices(m):
    game = definition(m.game)
    for parity in (0, 1):
        L = graphs.sublattice(m, parity)
        expected = slow._lattice(game, game.plain.names, parity)
        assert set(L) == {point(v) for v in expected}
        assert {(frozenset((a, b)), piece) for a, b, piece in L.edges(data="piece")} == {
            (frozenset((point(a), point(b))), piece) for a, b, piece in expected.edges(data="piece")
        }
        for _, _, data in L.edges(data=True):
            assert data["dual"] == game.plain.blocks(data["piece"])
            assert data["owner"] == m.owner(data["piece"])


# References on graphs of no game


def signed(seed, nodes=7, share=0.5):
    G = nx.gnp_random_graph(nodes, share, seed=seed)
    random = Random(seed)
    nx.set_edge_attributes(G, {e: random.randrange(2) for e in G.edges}, "parity")
    return G


def parities_along(G, cycle):
    steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    return sum(G.edges[step]["parity"] for step in steps)


def classes(G):
    """Every way to give the nodes classes such that parity 1 lies between them."""
    for bits in product((0, 1), repeat=len(G)):
        side = dict(zip(G, bits, strict=True))
        if all(side[u] ^ side[v] == p for u, v, p in G.edges(data="parity")):
            yield side


def balance(G):
    fitting = list(classes(G))
    assert analysis.is_balanced(G) == bool(fitting)


def potentials(G):
    if fitting := list(classes(G)):
        assert analysis.potential(G) in fitting
    else:
        with pytest.raises(Refused, match="is odd"):
            analysis.potential(G)


def crossings_of_cycles(G):
    for cycle in nx.cycle_basis(G):
        assert analysis.crossings(G, cycle) == parities_along(G, cycle)


def switched(G):
    random = Random(len(G.edges))
    some = {v for v in G if random.random() < 0.5}
    H = analysis.switching(G, some)
    assert {frozenset(e): p for *e, p in H.edges(data="parity")} == {
        frozenset((u, v)): (p + (u in some) + (v in some)) % 2 for u, v, p in G.edges(data="parity")
    }


def sets_with_parities(G):
    """By the cover: who is joined, and on which sheet."""
    sets = analysis.ParityUnionFind()
    kept = nx.Graph()
    kept.add_nodes_from(G)
    for u, v, p in G.edges(data="parity"):
        cover = rules_once_more.cover(kept)
        odd = any(nx.has_path(cover, (u, a), (v, 1 - p ^ a)) for a in (0, 1))
        assert sets.union(u, v, p) == (not odd)
        if not odd:
            kept.add_edge(u, v, parity=p)
    cover = rules_once_more.cover(kept)
    for u, v in product(G, repeat=2):
        sheets = [p for p in (0, 1) if nx.has_path(cover, (u, 0), (v, p))]
        assert sets.parity(u, v) == (sheets[0] if sheets else None)


def networks(G):
    random = Random(len(G.edges))
    wires = [(u, v, random.choice((0.5, 1, 3))) for u, v in G.edges]
    G = nx.Graph(G)
    G.add_nodes_from((0, 1))
    for u, v, r in wires:
        G.edges[u, v]["ohms"] = r
    found, _ = analysis.network(wires, 0, 1)
    assert found == pytest.approx(slow.resistance(G, 0, 1), abs=1e-6)


def covers_of_signed_graphs(G):
    C, expected = graphs.signed_cover(G), rules_once_more.cover(G)
    assert set(C) == set(expected)
    assert {frozenset(e) for e in C.edges} == {frozenset(e) for e in expected.edges}


def laplacians(G):
    """The product of the signed incidence matrix with itself."""
    at = {v: k for k, v in enumerate(G)}
    incidence = np.zeros((len(G), G.number_of_edges()))
    for k, (u, v, p) in enumerate(G.edges(data="parity")):
        incidence[at[u], k], incidence[at[v], k] = 1, 2 * p - 1
    assert np.allclose(graphs.signed_laplacian(G), incidence @ incidence.T)


def edges_with_parities(G):
    assert {(frozenset(e), p) for *e, p in graphs.parities(G)} == {
        (frozenset((u, v)), data["parity"]) for u, v, data in G.edges(data=True)
    }


def all_triangles(G):
    found = graphs.triangles(G)
    expected = {c for c in combinations(G, 3) if all(G.has_edge(*e) for e in combinations(c, 2))}
    assert set(map(frozenset, found)) == set(map(frozenset, expected))
    assert len(found) == len(expected)


def players(G):
    assert [graphs.player(who) for who in BOTH] == [1, 2]
    for other in (0, 3, -1, None, True, "1", 1.5):
        with pytest.raises(Refused):
            graphs.player(other)


# Properties of matches


@of(*JOINING)
def a_claim_brings_a_win_at_most_one_nearer(m):
    """And never takes it away: of whoever claims; of the other one it never brings it nearer.

    In Antipalos on each lattice: a piece blocks its rival on the other one.
    """
    for name in m.legal():
        after, who = m.play(name), m.to_move
        old, new = ({p: analysis.distance(now, p) for p in BOTH} for now in (m, after))
        if m.game.board.ends:
            if after.outcome:
                continue
            where = rules_once_more.ends(name)[0]
            here = sum(where) % 2
            before, then = old[who].lattices, new[who].lattices
            assert before[here] - 1 <= then[here] <= before[here]
            assert then[1 - here] >= before[1 - here]
            pairs = zip(old[OTHER[who]].lattices, new[OTHER[who]].lattices, strict=True)
            assert all(a <= b for a, b in pairs)
        else:
            assert old[who].stones - 1 <= new[who].stones <= old[who].stones
            assert new[OTHER[who]].stones >= old[OTHER[who]].stones


@of("projex", "conhex", "antipalos", HEX.name)
def a_cut_is_the_other_player_s_way_in(m):
    """Duality; in Antipalos the ways in on both lattices are one cut together, if not the least."""
    for who in BOTH:
        cut, way = analysis.blocking_set(m, who), analysis.distance(m, OTHER[who])
        if m.outcome and m.outcome.winner:
            assert cut.stones == (inf if m.outcome.winner == who else 0)
        elif m.game.board.ends:
            assert cut.stones <= sum(way.lattices)
        else:
            assert cut.stones == way.stones
        for after in map(m.play, m.legal() if m.to_move != who else ()):
            if not after.outcome:
                left = analysis.blocking_set(after, who).stones
                assert cut.stones - 1 <= left <= cut.stones


@of(*JOINING)
def paths_are_apart_and_could_all_be_won(m):
    for who in BOTH:
        paths = analysis.disjoint_paths(m, who).paths
        used = [name for path in paths for name in path]
        assert len(used) == len(set(used))
        for path in paths:
            game = definition(m.game)
            assert {m.owner(name) for name in path} <= {0, who}
            mine = frozenset(path)
            assert game.plain.wins(mine, who)


@of(*ENDING)
def a_group_only_grows_by_a_claim(m):
    for name in m.legal():
        after = m.play(name)
        for who in BOTH:
            old, new = analysis.groups(m, who), analysis.groups(after, who)
            assert all(any(group <= larger for larger in new) for group in old)
            assert [*map(len, new)] == sorted(map(len, new), reverse=True)


@of(*JOINING)
def a_threat_is_a_win_in_one(m):
    for who in BOTH:
        threat = analysis.threats(m, who)
        assert bool(threat) == (not m.outcome and analysis.distance(m, who).stones == 1)


@of(*(name for name in ALTERNATING if name != LAST.name))
def whoever_plays_elsewhere_loses_at_once(m):
    parries = analysis.must_play(m)
    if parries is not None:
        assert set(parries) <= set(m.legal())
        for name in set(m.legal()) - set(parries):
            after = m.play(name)
            assert analysis.threats(after, after.to_move)


@of("projex", "conhex", HEX.name, GRID.name)
def own_wire_never_resists_more(m):
    """Rayleigh's law; in Antipalos a claim takes its rival from the other lattice."""
    for name in m.legal():
        after, who = m.play(name), m.to_move
        for p, sign in ((who, 1), (OTHER[who], -1)):
            old, new = (analysis.resistance(now, p).ohms for now in (m, after))
            assert old == new or sign * (old - new) > -1e-6


@of("projex")
def a_loop_is_a_win(m):
    for who in BOTH:
        found = analysis.cycle_report(m, who)
        assert found.has_loop == any(cycle.wins for cycle in found.cycles)
        assert found.has_loop == bool(m.outcome and m.outcome.winner == who)
        assert not any(cycle.wins and cycle.bounds for cycle in found.cycles)


@of("projex", "conhex", "antipalos", HEX.name, GRID.name, "copolymer")
def tempo_exchanges_with_the_colours(m):
    for turned in exchanged(m):
        now, then = analysis.tempo(m), analysis.tempo(turned)
        assert then.lead == now.lead and then.decided == now.decided
        assert then.ahead == (now.ahead and OTHER[now.ahead])


@of("projex", "conhex", "antipalos", HEX.name, GRID.name, "copolymer")
def history_ends_with_the_tempo(m):
    last, now = analysis.history(m)[-1], analysis.tempo(m)
    for side, word in zip(now.sides, ("first", "second"), strict=True):
        if "first" in last:
            assert last[word] == side.win_in
        else:
            assert (last[f"{word}_low"], last[f"{word}_high"]) == side.bounds


@of("copolymer")
def a_margin_is_the_difference_of_claims(m):
    found = analysis.score(m)
    (c1, c2), (k1, k2) = found.connecting, found.closing
    assert found.margin == c1 - c2 + k1 - k2 and k1 - k2 in (-1, 0, 1)


@of("copolymer")
def a_swing_turns_over_with_the_colours(m):
    found = analysis.swing(m)
    for turned in exchanged(m):
        then = analysis.swing(turned)
        assert (then.first, then.second) == (-found.second, -found.first)


@of("copolymer")
def the_best_end_is_the_value(m):
    if late(m):
        assert max(analysis.endings(m).values()) == analysis.solve(m).value


@of(*ALL)
def solve_and_unfold_agree_in_both_colours(m):
    if not late(m) or len(m.legal()) > 5:
        return
    found, tree = analysis.solve(m).value, analysis.unfold(m)
    sign = 1 if m.to_move == FIRST else -1
    assert tree.value == sign * found == analysis.unfold(m, pruned=True).value
    best = max if m.to_move == FIRST else min
    assert tree.value == best(branch.value for branch in tree.branches)
    for turned in exchanged(m):
        assert analysis.solve(turned).value == found


@of(*ALL)
def random_games_add_up(m):
    if m.outcome:
        return
    one, two = (analysis.playouts(m, 64, seed=seed) for seed in (1, 2))
    both = one + two
    for found in (one, two, both):
        assert sum(found.wins) == found.games
        assert found.share == pytest.approx((found.wins[0] + found.wins[2] / 2) / found.games)
        assert sum(found.lengths.values()) == found.measured
    assert both.wins == tuple(map(sum, zip(one.wins, two.wins, strict=True)))
    assert m.game.rules.draws or not both.wins[2]


@of(*ALL)
def answers_turn_with_the_board(m):
    """Weak places, groups and board are carried along by every symmetry."""
    for f in graphs.automorphisms(m.game)[:4]:
        turned, swapped = seen_through(m, f)
        G, H = graphs.board_graph(m), graphs.board_graph(turned)
        assert {frozenset((f[a], f[b])) for a, b in G.edges} == {frozenset(e) for e in H.edges}
        for who in BOTH:
            image = OTHER[who] if swapped else who
            here, there = analysis.groups(m, who), analysis.groups(turned, image)
            assert {frozenset(f[n] for n in group) for group in here} == set(there)
            if m.game.rules.scored or m.game.board.ends or bool(m.outcome) != bool(turned.outcome):
                continue
            here, there = analysis.articulation(m, who), analysis.articulation(turned, image)
            assert {f[n] for n in here.sites} == set(there.sites)


def exchanged(m):
    """The same with the colours exchanged, and the sides by a symmetry, if there are any."""
    for f in graphs.automorphisms(m.game):
        turned, swapped = seen_through(m, f)
        owners, mover = turned.position.owners, turned.position.to_move
        if m.game.rules.name == Y.name or not m.game.board.sides:
            owners, mover, swapped = bytes(FLIPPED[owner] for owner in owners), OTHER[mover], True
        if swapped:
            start = nbgames.Position(owners, mover)
            yield nbgames.match(m.game, start=start, swap=False)
            return


FLIPPED = {0: 0, **OTHER, BLOCKED: BLOCKED}


@of(*ALL)
def symmetries_are_a_group(m):
    found = {tuple(f.items()) for f in graphs.automorphisms(m.game)}
    maps = [dict(f) for f in found]
    if len(maps) <= 24:
        for f, g in product(maps, repeat=2):
            assert tuple((n, g[f[n]]) for n in f) in found


@of("projex")
def each_edge_has_two_faces(m):
    met = Counter(frozenset(edge) for face in graphs.faces(m) for edge in combinations(face, 2))
    G = graphs.board_graph(m)
    assert set(met.values()) == {2} and len(met) == G.number_of_edges()
    assert len(G) - len(met) + len(graphs.faces(m)) == 1


@of("projex")
def twins_lie_opposite_and_triangles_turn_one_way(m):
    at, C = graphs.sphere(m), graphs.double_cover(m)
    for (cell, sheet), spot in at.items():
        assert isclose(sum(x * x for x in spot), 1)
        assert np.allclose(spot, -np.array(at[cell, 1 - sheet]))
    assert set(at) == set(C)


@of("projex")
def a_cover_has_each_edge_twice(m):
    C, G = graphs.double_cover(m), graphs.board_graph(m)
    assert all(C.degree((v, sheet)) == G.degree(v) for v in G for sheet in (0, 1))
    assert nx.is_connected(C)


@of("conhex")
def cells_touch_by_their_holes(m):
    G = graphs.incidence_graph(m)
    cells = [v for v, side in G.nodes(data="bipartite") if side]
    shown = nx.bipartite.projected_graph(G, cells)
    assert {frozenset(e) for e in shown.edges} == {
        frozenset(e) for e in graphs.board_graph(m).edges
    }


@of("copolymer")
def a_claim_changes_its_own_region_only(m):
    if m.outcome:
        return
    G = graphs.interaction_graph(m)
    for name in m.legal():
        H = graphs.interaction_graph(m.play(name))
        for v in set(G) - nx.node_connected_component(G, name):
            assert H.nodes[v]["kind"] == G.nodes[v]["kind"]


@of("antipalos")
def two_trees_last(m):
    """Who is safe stays so by a claim of one's own there; who has lost is not."""
    for who, parity in product(BOTH, (0, 1)):
        found = analysis.two_trees(m, who, parity)
        assert not found.safe or analysis.distance(m, who).lattices[parity] < inf
        if m.outcome:
            assert not (found.safe and m.outcome.winner == OTHER[who])
        elif found.safe and m.to_move == who:
            for name in found.trees[0]:
                assert analysis.two_trees(m.play(name), who, parity).safe


@of(*ALL)
def after_a_win_all_answers_agree(m):
    """Item for item: nothing more is threatened, cut or reached by whoever has lost."""
    if not m.outcome or not m.outcome.winner:
        return
    won, lost = m.outcome.winner, OTHER[m.outcome.winner]
    name = m.game.name
    if name in sites_that_win.games:
        assert analysis.threats(m, won) == analysis.threats(m, lost) == ()
    if name in sites_that_parry.games:
        assert analysis.must_play(m, won) is analysis.must_play(m, lost) is None
    if name in JOINING:
        near, far = (analysis.distance(m, who) for who in (won, lost))
        assert (near.stones, near.witness, far.stones, far.chain) == (0, (), inf, ())
        assert min(near.lattices, default=0) == 0 and min(far.lattices, default=inf) == inf
        assert not re.search(r"takes? (at least )?\d", far.explain())
        assert (analysis.resistance(m, won).ohms, analysis.resistance(m, lost).ohms) == (0, inf)
        assert analysis.disjoint_paths(m, won).paths and not analysis.disjoint_paths(m, lost).paths
        tempo = analysis.tempo(m)
        assert (tempo.ahead, tempo.lead, tempo.decided) == (won, inf, True)
    if name in blocking_sets.games:
        free, cut = (analysis.blocking_set(m, who) for who in (won, lost))
        assert (free.stones, cut.stones, cut.sites) == (inf, 0, ())
        assert set(cut.dual) == set(m.outcome.chain)
    if m.game.board.ends:
        assert not any(analysis.two_trees(m, lost, parity).safe for parity in (0, 1))
    for question in (analysis.solve, lambda m: analysis.playouts(m, 4)):
        with pytest.raises(Refused, match="nothing to"):
            question(m)
    if name == "copolymer":
        swing, score, tempo = analysis.swing(m), analysis.score(m), analysis.tempo(m)
        assert swing.first == swing.second == score.margin == analysis.unfold(m).value
        assert (tempo.ahead, tempo.lead, tempo.decided) == (won, abs(score.margin), True)
    assert [branch.value is not None for branch in analysis.unfold(m)] == [True]
    assert (analysis.unfold(m).value > 0) == (won == FIRST)


# Properties of graphs of no game


def balance_survives_switching(G):
    H = analysis.switching(G, list(G)[::2])
    assert analysis.is_balanced(H) == analysis.is_balanced(G)
    assert len(analysis.shortest_odd_cycle(H)) == len(analysis.shortest_odd_cycle(G))


def a_potential_switches_all_away(G):
    if analysis.is_balanced(G):
        side = analysis.potential(G)
        H = analysis.switching(G, [v for v in G if side[v]])
        assert not any(p for *_, p in H.edges(data="parity"))


def crossings_keep_their_parity(G):
    H = analysis.switching(G, list(G)[:3])
    for cycle in nx.cycle_basis(G):
        assert (analysis.crossings(G, cycle) - analysis.crossings(H, cycle)) % 2 == 0


def switching_twice_is_nothing(G):
    H = analysis.switching(analysis.switching(G, [0, 2]), [2, 0])
    assert nx.utils.graphs_equal(G, H)


def the_order_of_edges_does_not_matter(G):
    if analysis.is_balanced(G):
        edges = list(G.edges(data="parity"))
        found = []
        for order in (edges, edges[::-1]):
            sets = analysis.ParityUnionFind()
            assert all(sets.union(*edge) for edge in order)
            found.append([sets.parity(u, v) for u, v in product(G, repeat=2)])
        assert found[0] == found[1]


def currents_keep_kirchhoff_s_laws(G):
    """What enters a node leaves it, power is resistance, and a wire more never resists more."""
    random = Random(len(G.edges))
    wires = [(u, v, random.choice((0.5, 1, 3))) for u, v in G.edges]
    ohms, currents = analysis.network(wires, 0, 1)
    more = analysis.network([*wires, (2, 1, 1.0), (0, 2, 2.0)], 0, 1)[0]
    assert more <= ohms + 1e-9
    if ohms == inf:
        return
    out = Counter()
    for (u, v, _), current in zip(wires, currents, strict=True):
        out[u] += current
        out[v] -= current
    for v in G:
        assert out[v] == pytest.approx((v == 0) - (v == 1), abs=1e-9)
    power = sum(r * c * c for (*_, r), c in zip(wires, currents, strict=True))
    assert power == pytest.approx(ohms)


def a_disc_fills_at_most_one_cycle(G):
    faces = graphs.triangles(G)
    ranks = [analysis.homology_rank(G, faces[:k]) for k in range(len(faces) + 1)]
    assert all(a - 1 <= b <= a for a, b in pairwise(ranks))
    assert ranks[-1] == analysis.homology_rank(G)
    assert ranks[0] == len(analysis.short_cycles(G))


def short_cycles_do_not_depend_on_names(G):
    H = nx.relabel_nodes(G, {v: (7 * v + 3) % 11 for v in G})
    here, there = (sorted(map(len, analysis.short_cycles(g))) for g in (G, H))
    assert here == there


def nodes_of_a_cover_have_their_degree(G):
    C = graphs.signed_cover(G)
    assert all(C.degree((v, sheet)) == G.degree(v) for v in G for sheet in (0, 1))
    both = nx.number_connected_components(C) == 2 * nx.number_connected_components(G)
    assert both == analysis.is_balanced(G)


def nothing_is_below_zero(G):
    least = np.linalg.eigvalsh(graphs.signed_laplacian(G))[0]
    parts = [G.subgraph(part) for part in nx.connected_components(G)]
    assert least > -1e-9
    assert (least < 1e-9) == any(analysis.is_balanced(part) for part in parts)


def parities_are_the_graph_s_own(G):
    H = nx.Graph()
    H.add_nodes_from(G)
    H.add_edges_from((u, v, {"parity": p}) for u, v, p in graphs.parities(G))
    assert nx.utils.graphs_equal(G, H)
    H.add_edge(0, 1, parity=2)
    with pytest.raises(Refused, match="parity"):
        list(graphs.parities(H))


def triangles_are_a_third_of_nx_s(G):
    assert 3 * len(graphs.triangles(G)) == sum(nx.triangles(G).values())


def a_player_is_a_number_of_numpy_too(G):
    assert graphs.player(np.int64(2)) == 2


# What holds what. A text is a test of another file

FORGED = "test_certificates.py::test_no_forged_certificate_is_accepted"
WORTH = "test_review.py::test_an_exact_loss_is_what_the_solver_says"
JSON = "test_answers.py::test_an_answer_goes_through_json"
HELD = {
    "analysis.Certificate": (certificates, FORGED),
    "analysis.ParityUnionFind": (sets_with_parities, the_order_of_edges_does_not_matter),
    "analysis.Playouts": (chances_of_random_games, random_games_add_up),
    "analysis.Review": (WORTH, "test_review.py::test_the_same_seed_says_the_same"),
    "analysis.Solution": (solutions, solve_and_unfold_agree_in_both_colours),
    "analysis.Measure": (
        "test_metrics.py::test_random_games_are_those_that_recursion_expects",
        "test_metrics.py::test_standard_errors_are_those_of_many_seeds",
    ),
    "analysis.Metrics": (
        "test_metrics.py::test_random_games_are_those_of_playouts",
        "test_metrics.py::test_a_table_has_a_row_for_each_number_and_json_brings_all_back",
    ),
    "analysis.articulation": (weak_places, answers_turn_with_the_board),
    "analysis.blocking_set": (blocking_sets, a_cut_is_the_other_player_s_way_in),
    "analysis.connections": (
        "test_connections.py::test_every_connection_holds_against_every_line_of_play",
        "test_connections.py::test_wins_and_threats_are_those_of_the_solver",
    ),
    "analysis.crossings": (crossings_of_cycles, crossings_keep_their_parity),
    "analysis.cycle_report": (cycles_of_cells, a_loop_is_a_win),
    "analysis.disjoint_paths": (disjoint_counts, paths_are_apart_and_could_all_be_won),
    "analysis.distance": (distances, a_claim_brings_a_win_at_most_one_nearer),
    "analysis.endings": (ends_of_turns, the_best_end_is_the_value),
    "analysis.from_dict": (JSON, "test_answers.py::test_other_data_is_refused"),
    "analysis.groups": (connected_groups, a_group_only_grows_by_a_claim),
    "analysis.history": (rows_of_history, history_ends_with_the_tempo),
    "analysis.homology_rank": (
        "test_parity.py::test_homology_by_matrices", a_disc_fills_at_most_one_cycle
    ),
    "analysis.is_balanced": (balance, balance_survives_switching),
    "analysis.load_certificate": (
        "test_certificates.py::test_a_certificate_goes_through_a_file_that_is_smaller_than_its_dict",
        "test_certificates.py::test_a_file_that_was_cut_or_changed_is_refused",
    ),
    "analysis.metrics": (
        "test_metrics.py::test_random_games_are_those_that_recursion_expects",
        "test_metrics.py::test_where_first_has_to_win_there_is_no_drama",
    ),
    "analysis.must_play": (sites_that_parry, whoever_plays_elsewhere_loses_at_once),
    "analysis.network": (networks, currents_keep_kirchhoff_s_laws),
    "analysis.playouts": (chances_of_random_games, random_games_add_up),
    "analysis.positions": (
        "test_positions.py::test_every_position_has_the_value_of_plain_recursion",
        "test_positions.py::test_the_graph_has_every_claim_and_no_cycle",
    ),
    "analysis.potential": (potentials, a_potential_switches_all_away),
    "analysis.resistance": (resistances, own_wire_never_resists_more),
    "analysis.review": (WORTH, "test_review.py::test_the_same_seed_says_the_same"),
    "analysis.score": (scores, a_margin_is_the_difference_of_claims),
    "analysis.short_cycles": (
        "test_parity.py::test_short_cycles_are_a_least_basis", short_cycles_do_not_depend_on_names
    ),
    "analysis.shortest_odd_cycle": (
        "test_parity.py::test_a_shortest_odd_cycle", balance_survives_switching
    ),
    "analysis.proof_tree": (trees_that_are_shared, trees_of_two_people_say_what_one_would),
    "analysis.solve": (solutions, solve_and_unfold_agree_in_both_colours),
    "analysis.swing": (swings, a_swing_turns_over_with_the_colours),
    "analysis.switching": (switched, switching_twice_is_nothing),
    "analysis.tempo": (tempos, tempo_exchanges_with_the_colours),
    "analysis.threats": (sites_that_win, a_threat_is_a_win_in_one),
    "analysis.two_trees": (
        "test_switching.py::test_two_trees_are_there_just_where_who_moves_second_joins",
        two_trees_last,
    ),
    "analysis.unfold": (trees_of_play, solve_and_unfold_agree_in_both_colours),
    "analysis.verify": (certificates, FORGED),
    "graphs.automorphisms": (
        "test_graphs.py::test_automorphisms_are_all_there_are", symmetries_are_a_group
    ),
    "graphs.board_graph": (boards, answers_turn_with_the_board),
    "graphs.canonical": (
        "test_positions.py::test_orbits_and_canonical_forms_are_those_of_symmetries_that_networkx_finds",
        "test_positions.py::test_canonical_is_a_position_that_may_be_played_on",
    ),
    "graphs.double_cover": (covers, a_cover_has_each_edge_twice),
    "graphs.faces": (faces_of_the_plane, each_edge_has_two_faces),
    "graphs.incidence_graph": (incidences, cells_touch_by_their_holes),
    "graphs.interaction_graph": (regions, a_claim_changes_its_own_region_only),
    "graphs.orbits": (
        "test_positions.py::test_orbits_and_canonical_forms_are_those_of_symmetries_that_networkx_finds",
        "test_positions.py::test_openings_of_one_orbit_have_one_value",
    ),
    "graphs.parities": (edges_with_parities, parities_are_the_graph_s_own),
    "graphs.plain": (
        "test_graphs.py::test_a_plain_graph_goes_through_every_format",
        "test_graphs.py::test_a_plain_graph_keeps_what_it_can_and_leaves_the_graph_as_it_is",
    ),
    "graphs.player": (players, a_player_is_a_number_of_numpy_too),
    "graphs.signed_cover": (covers_of_signed_graphs, nodes_of_a_cover_have_their_degree),
    "graphs.signed_laplacian": (laplacians, nothing_is_below_zero),
    "graphs.sphere": (
        "test_graphs.py::test_the_sphere_is_unfolded", twins_lie_opposite_and_triangles_turn_one_way
    ),
    "graphs.sublattice": (
        lattices, "test_graphs.py::test_antipalos_lattices_are_planar_duals"
    ),
    "graphs.triangles": (all_triangles, triangles_are_a_third_of_nx_s),
}  # fmt: skip
CHECKS = {check for pair in HELD.values() for check in pair if callable(check)}
OF_MATCHES = sorted(
    {c for c in CHECKS if hasattr(c, "games")} | {after_a_win_all_answers_agree},
    key=lambda check: check.__name__,
)
OF_GRAPHS = sorted({c for c in CHECKS if not hasattr(c, "games")}, key=lambda c: c.__name__)


def test_every_public_name_has_a_reference_and_a_property():
    constants = {"graphs.GOALS", "graphs.SIDES"}
    public = {
        f"{module.__name__.rpartition('.')[2]}.{name}"
        for module in (analysis, graphs)
        for name in module.__all__
    }
    assert set(HELD) == public - constants
    for name, pair in HELD.items():
        assert len(pair) == 2
        for test in pair:
            if isinstance(test, str):
                file, _, function = test.partition("::")
                assert f"def {function}(" in (Path(__file__).parent / file).read_text(), name


def turned(values, by):
    return [*values[by % len(values) :], *values[: by % len(values)]]


@pytest.mark.parametrize(
    ("check", "name"),
    each_value_once(
        (check, name)
        for number, check in enumerate(OF_MATCHES)
        for name in turned([*check.games], number)
    ),
    ids=lambda value: getattr(value, "__name__", value),
)
def test_matches(check, name):
    for m in some(name):
        check(m)
    check(ending(name, 1))


@pytest.mark.parametrize("name", ALL)
def test_after_a_win_all_answers_agree_on_larger_boards(name):
    made = BOARDS[name]
    larger = nbgames.game(made.rules, made.rules.sizes[made.rules.sizes.index(made.size) + 1])
    for seed in range(6):
        m, random = nbgames.match(larger, swap=False), Random(seed)
        while not m.outcome:
            m = m.play(random.choice(m.legal()))
        after_a_win_all_answers_agree(m)


@pytest.mark.long
@pytest.mark.parametrize(
    ("check", "made"),
    [
        pytest.param(check, made, id=f"{check.__name__}-{made.name}-{made.size}")
        for check in OF_MATCHES
        for made in SMALLEST
        if made.name in check.games
    ],
)
def test_every_position_of_the_smallest_boards(check, made):
    every = positions(made)
    for m in every if len(every) < MANY else Random(check.__name__).sample(every, MANY):
        check(m)


@cache
def positions(made):
    return [*slow.positions_from(nbgames.match(made, swap=False))]


@pytest.mark.parametrize("check", OF_GRAPHS, ids=lambda check: check.__name__)
def test_graphs_of_no_game(check):
    for seed in range(12):
        check(signed(seed, share=(0.2, 0.35, 0.5)[seed % 3]))
        G = nx.gnp_random_graph(7, 0.4, seed=seed)
        side = Random(seed)
        where = {v: side.randrange(2) for v in G}
        nx.set_edge_attributes(G, {(u, v): where[u] ^ where[v] for u, v in G.edges}, "parity")
        check(G)
