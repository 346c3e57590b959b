"""Six games that are not nbgames' own, through everything: what is said of each is true of it.

Numbers are compared with plain reference code on boards of a few sites; what cannot be asked is
refused in words that say why. `pytest -s -k every_sentence` prints all that is said.
"""

import json
import re
from base64 import b85decode
from functools import cache
from itertools import combinations, permutations
from math import inf, sqrt
from random import Random
from zlib import decompress

import matplotlib
import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pytest
from foreign import GRID, HEX, LAST, MOST, SIX, TWICE, Y, listed  # noqa: F401  a fixture
from mail.conftest import sign_up
from slow_foreign import OTHER, connects, ground, moved, owned, winner
from thinned import each_once, first_of
from wire import wire  # noqa: F401  a fixture

import nbgames
from nbgames import FIRST, SECOND, Refused, analysis, graphs, plots
from nbgames.mail import Server
from nbgames.notation import address
from nbgames.play import listing
from nbgames.play.sentences import answer, says

matplotlib.use("Agg")

pytestmark = pytest.mark.usefixtures("uncompiled")
SMALL = {HEX: 3, Y: 3, TWICE: 3, MOST: 3, GRID: 3, LAST: 3}
MIDDLE = SMALL | {HEX: 4, Y: 4, TWICE: 4, GRID: 4, LAST: 4}
EVERY = pytest.mark.parametrize("rules", SIX, ids=repr)


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


def played(rules, claims, seed, size=None, swap=False):
    """A match played at random for so many claims, or to its end."""
    m, random = nbgames.match(rules, size or SMALL[rules], swap=swap), Random(seed)
    while len(m.claims) < claims and not m.outcome:
        m = m.play(random.choice([word for word in m.legal() if word != "swap"]))
    return m


def some(rules, counts=(0, 1, 3, 4, 5), seeds=(1, 2, 3)):
    """Matches that still go on; of `TWICE` some are in the middle of a turn."""
    found = [played(rules, n, seed) for n in counts for seed in seeds]
    return [m for m in found if not m.outcome]


def finished(rules, seed=3, size=None):
    return played(rules, 99, seed, size or MIDDLE[rules])


# The rules once more, by networkx and plain sets


@EVERY
@pytest.mark.parametrize("seed", first_of(range(40), 10))
def test_the_records_are_the_games_they_say(rules, seed):
    m = played(rules, 99, seed, [*rules.sizes][seed % 3])
    for before, position, claim in zip(m.positions, m.positions[1:], m.claims, strict=False):
        site = m.game.board.site(claim)
        assert moved(m.game, before.owners, site, before.to_move) == (
            position.owners,
            position.to_move,
        )
        assert not winner(m.game, before.owners)
    assert m.outcome.winner == (winner(m.game, m.position.owners) or None)
    assert m.outcome.winner or rules is GRID


# The value of a position by trying everything


@cache
def value(game, owners, who):
    """For who, who is to move, without a swap: 1, 0, -1; where cells count, by how many."""
    won = winner(game, owners)
    if game.rules is MOST and won:
        return len(owned(owners, who)) - len(owned(owners, OTHER[who]))
    if won:
        return 1 if won == who else -1
    if 0 not in owners:
        return 0
    return max(answered(game, owners, who, site) for site in owned(owners, 0))


def answered(game, owners, who, site):
    after, mover = moved(game, owners, site, who)
    return value(game, after, mover) if mover == who else -value(game, after, mover)


def worth(m, word):
    """What a word is worth to the seat that plays it, a swap and its answer included."""
    position = m.position
    if word == "swap":
        return -value(m.game, position.owners, position.to_move)
    after = m.play(word)
    now = after.position
    if now.may_swap:
        return -abs(value(m.game, now.owners, now.to_move))
    if after.outcome:
        return answered(m.game, position.owners, position.to_move, m.game.board.site(word))
    found = value(m.game, now.owners, now.to_move)
    return found if now.to_move == position.to_move else -found


# Records, diagrams, addresses


@EVERY
@pytest.mark.parametrize("claims", [0, 1, 4, 99])
@pytest.mark.parametrize("seed", range(4))
def test_it_is_written_and_read(rules, claims, seed):
    m = played(rules, claims, seed, MIDDLE[rules], swap=True)
    assert nbgames.read(str(m), games=[rules]) == m
    start = nbgames.match(m.game, start=m.positions[0], swap=m.allows_swap)
    assert start.play(*m.moves).positions == m.positions
    again = nbgames.read_diagram(m.game, m.diagram(), to_move=m.position.to_move)
    assert again.position.owners == m.position.owners
    assert again.diagram() == m.diagram()


def test_a_win_in_the_middle_of_a_turn_ends_the_turn():
    m = nbgames.match(TWICE, 2, swap=False).play("A1", "A2", "B2")
    assert m.outcome.winner == SECOND
    m = nbgames.match(TWICE, 3, swap=False).play("A1", "B1,C1", "A2,A3")
    assert m.outcome.winner == FIRST
    m = nbgames.match(TWICE, 3, swap=False).play("A1", "C1,C2", "A2,B1", "C3", "B3", "A3")
    assert not m.is_open and not m.moves[-1].endswith(",")
    assert m.outcome and nbgames.read(str(m), games=[TWICE]) == m


@EVERY
@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("claims", [1, 4, 99])
def test_its_address_reads_back(rules, claims):
    m = played(rules, claims, 2, MIDDLE[rules], swap=True)
    assert address.read(m.link().partition("#")[2]) == m


@EVERY
def test_the_chain_that_decides_joins_two_sides(rules):
    for seed in range(20):
        m = finished(rules, seed)
        chain = [m.game.board.site(name) for name in m.outcome.chain]
        assert bool(chain) == (rules not in (Y, MOST) and m.outcome.winner is not None)
        if chain:
            who = OTHER[m.outcome.winner] if rules is LAST else m.outcome.winner
            G, goals = ground(rules, m.game.size)
            assert {m.position.owners[site] for site in chain} == {who}
            assert nx.is_connected(G.subgraph(chain))
            assert all(side & set(chain) for side in goals[who])


# What is said

WON = {
    HEX: "{} wins by a chain.", Y: "{} wins by a chain.", TWICE: "{} wins by a chain.",
    MOST: "{} wins by majority, 5 to 4.", GRID: "{} wins by a chain.",
    LAST: "{} wins because the other joined two sides.",
}  # fmt: skip


@EVERY
def test_the_status_line(rules):
    for seed in range(8):
        m = finished(rules, seed)
        last = m.moves[-1]
        player = m.game.players[m.positions[-2].to_move - 1]
        result = (
            WON[rules].format(m.game.players[m.outcome.winner - 1])
            if m.outcome.winner
            else "A draw, the board is full."
        )
        assert says(m) == f"{player} plays {last}. {result}"
        for n in range(1, len(m.moves)):
            now = m.at(n)
            who = m.game.players[now.position.to_move - 1]
            assert says(now).endswith(f"{who} to move; move {n + 1}.")


def test_a_turn_of_two_claims_goes_on():
    m = nbgames.match(TWICE, 3, swap=False).play("A1", "B1")
    assert says(m) == "O plays B1. O goes on; move 2."
    assert m.moves == ("A1", "B1,")
    with pytest.raises(nbgames.IllegalMove, match="goes on too long: the turn ends before A2"):
        m.play("C1,A2")
    with pytest.raises(nbgames.IllegalMove, match="ends the turn: leave out the last comma"):
        m.play("C1,")


# Questions


def certified(m):
    return analysis.solve(m, certificate=True).certificate


QUESTIONS = {
    "distance": lambda m, who: analysis.distance(m, who),
    "blocking_set": lambda m, who: analysis.blocking_set(m, who),
    "disjoint_paths": lambda m, who: analysis.disjoint_paths(m, who),
    "articulation": lambda m, who: analysis.articulation(m, who),
    "articulation of all": lambda m, who: analysis.articulation(m),
    "resistance": lambda m, who: analysis.resistance(m, who),
    "groups": lambda m, who: analysis.groups(m, who),
    "threats": lambda m, who: analysis.threats(m, who),
    "must_play": lambda m, who: analysis.must_play(m),
    "tempo": lambda m, who: analysis.tempo(m),
    "history": lambda m, who: analysis.history(m),
    "cycle_report": lambda m, who: analysis.cycle_report(m, who),
    "score": lambda m, who: analysis.score(m),
    "swing": lambda m, who: analysis.swing(m),
    "endings": lambda m, who: analysis.endings(m),
    "two_trees": lambda m, who: analysis.two_trees(m, who, 0),
    "playouts": lambda m, who: analysis.playouts(m, 400, seed=1),
    "criticality": lambda m, who: dict(analysis.playouts(m, 400, seed=1).criticality),
    "metrics": lambda m, who: analysis.metrics(m, 6, evaluations=16),
    "positions": lambda m, who: analysis.positions(m),
    "connections": lambda m, who: analysis.connections(m, who),
    "solve": lambda m, who: analysis.solve(m),
    "certificate": lambda m, who: certified(m),
    "review": lambda m, who: analysis.review(m, games=64, nodes=400),
    "proof_tree": lambda m, who: analysis.proof_tree(m).open(),
    "unfold": lambda m, who: analysis.unfold(m, pruned=True),
    "graphs.automorphisms": lambda m, who: graphs.automorphisms(m),
    "graphs.board_graph": lambda m, who: graphs.board_graph(m),
    "graphs.canonical": lambda m, who: graphs.canonical(m),
    "graphs.double_cover": lambda m, who: graphs.double_cover(m),
    "graphs.faces": lambda m, who: graphs.faces(m),
    "graphs.incidence_graph": lambda m, who: graphs.incidence_graph(m),
    "graphs.interaction_graph": lambda m, who: graphs.interaction_graph(m),
    "graphs.orbits": lambda m, who: graphs.orbits(m),
    "graphs.plain": lambda m, who: graphs.plain(graphs.board_graph(m)),
    "graphs.sphere": lambda m, who: graphs.sphere(m),
    "graphs.sublattice": lambda m, who: graphs.sublattice(m, 0),
    "plots.board": lambda m, who: plots.board(m),
    "plots.graph": lambda m, who: plots.graph(m),
    "plots.heat": lambda m, who: plots.heat(m, {m.game.board.names[0]: 1.0}),
    "plots.tempo": lambda m, who: plots.tempo(m),
    "plots.turns": lambda m, who: plots.turns(m),
    "plots.double_cover": lambda m, who: plots.double_cover(m),
}
OF_ONE = [
    name
    for name in QUESTIONS
    if name.partition(" ")[0]
    in (
        *("distance", "blocking_set", "disjoint_paths", "resistance", "groups", "threats"),
        "connections",
    )
]
NEVER = {
    *("articulation of all", "cycle_report", "score", "endings", "two_trees"),
    *("graphs.double_cover", "graphs.faces", "graphs.incidence_graph", "graphs.interaction_graph"),
    *("graphs.sphere", "graphs.sublattice", "plots.turns", "plots.double_cover"),
}
CHAINS = {"distance", "disjoint_paths", "resistance", "connections"}
RACE = {"tempo", "history", "plots.tempo"}
REFUSED = {
    HEX: NEVER | {"swing"},
    Y: NEVER | CHAINS | RACE | {"blocking_set", "swing"},
    TWICE: NEVER | CHAINS | RACE | {"blocking_set", "must_play", "swing"},
    MOST: (NEVER - {"articulation of all"})
    | CHAINS
    | RACE
    | {"blocking_set", "threats", "must_play", "articulation", "swing"},
    GRID: NEVER | {"blocking_set", "swing"},
    LAST: NEVER | CHAINS | RACE | {"blocking_set", "swing"},
}


def test_every_public_question_is_asked():
    helpers = {
        *("Certificate", "Measure", "Metrics", "ParityUnionFind", "Playouts", "Review"),
        *("Solution", "from_dict", "load_certificate"),
        *("crossings", "homology_rank", "is_balanced", "network", "potential", "short_cycles"),
        *("shortest_odd_cycle", "switching", "verify"),  # of graphs and of answers, not of matches
    }
    assert set(analysis.__all__) - helpers <= set(QUESTIONS)
    pictures = {"answer", "captioned", "drawn", "network", "row", "vector"}
    assert {f"plots.{name}" for name in set(plots.__all__) - pictures} <= set(QUESTIONS)
    of_graphs = {"GOALS", "SIDES", "parities", "player", "signed_cover", "signed_laplacian"}
    of_games = set(graphs.__all__) - of_graphs - {"triangles"}
    assert {f"graphs.{name}" for name in of_games} <= set(QUESTIONS)


def text_of(found):
    if hasattr(found, "explain"):
        return found.explain()
    if hasattr(found, "get_label"):
        return found.get_label()
    return repr(found)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "question"), each_once(SIX, QUESTIONS))
@pytest.mark.parametrize("claims", first_of([4, 3]))
def test_a_question_is_answered_or_refused_as_a_whole(rules, question, claims):
    m = played(rules, claims, claims - 2)
    if question in REFUSED[rules]:
        with pytest.raises(Refused) as refused:
            QUESTIONS[question](m, FIRST)
        assert len(str(refused.value)) > 25
    else:
        found = QUESTIONS[question](m, FIRST)
        if hasattr(found, "marks"):
            assert plots.answer(found).get_label().startswith(text_of(found))
        if hasattr(found, "to_dict"):
            assert json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.slow
@pytest.mark.parametrize("rules", first_of(SIX[1:] + SIX[:1]), ids=repr)
def test_every_sentence_is_true_of_the_game(rules, wire):  # noqa: F811
    """What could be asked of a chain, a loop, a lattice or an obligation that is not there."""
    said, refused = sentences(rules)
    print(f"\n===== {rules!r}", *(f"{where}: {text}" for where, text in said), sep="\n")
    print("--- refused", *(f"{where}: {text}" for where, text in refused), sep="\n")
    for where, text in said:
        for word in FALSE | WRONG[rules]:
            assert not re.search(rf"\b{word}", text, re.I), f"{where}: {text}"
    for where, text in refused:
        assert not re.search(r"\bonly (copolymer|projex|conhex|antipalos)", text), (where, text)
        for word in OBLIGED if "copolymer" not in text else ():
            assert not re.search(rf"\b{word}", text, re.I), f"{where}: {text}"


OBLIGED = {"enem", "oblig", "connecting", "gift", "without a gift", "locked in"}
FALSE = {
    *("copolymer", "honeycomb", "conhex", "antipalos", "projex", "loop", "lattice", "conquer"),
    *("holes?", "twice,", "across the edge", "cross", "pieces?", "blocked"),
    *OBLIGED,
}
SIDES = {"top", "bottom", "left and right"}
WRONG = {
    HEX: {"draw", "majority", "cells? more"},
    Y: {"draw", "majority", "left alone", "claims to a win", *SIDES},
    TWICE: {"draw", "majority", "is ahead", "must answer", "cannot parry"},
    MOST: {"draw", "wins by a chain", "joins?", "claims to a win", "is ahead", *SIDES},
    GRID: {"majority"},
    LAST: {"draw", "majority", "wins by a chain", "has won: the chain", "is ahead", "left alone"}
    | {"at once with", "claims to a win", "for a chain", "wins at once"},
}


def sentences(rules):
    """All that is said of a few matches of a game, and all refusals, each with where it is said."""
    said, refused = [], []
    lacks = () if rules.draws else ("draw",)

    def ask(where, question):
        try:
            said.append((where, text_of(question())))
        except nbgames.GameError as error:
            refused.append((where, str(error)))

    for m in (played(rules, 0, 1), played(rules, 3, 1), played(rules, 4, 2), finished(rules, 3, 3)):
        now = f"{len(m.claims)} claims"
        ask(f"{now}, says", lambda m=m: says(m))
        for typed in ("who", "last", "chains", "mine", "neighbours B2", "row 2"):
            ask(f"{now}, {typed}", lambda m=m, typed=typed: answer(m, typed))
        ask(f"{now}, help", lambda m=m: listing.listed(m, lacks))
        for who in (FIRST, SECOND):
            for name in QUESTIONS if who == FIRST else OF_ONE:
                ask(f"{now}, {name}", lambda m=m, q=QUESTIONS[name], who=who: q(m, who))
            plt.close("all")
        for word in (m.game.board.names[0], "Z9", "swap", "A1,A2,A3,B1", "resign"):
            ask(f"{now}, {word}", lambda m=m, word=word: says(m.play(word)))
        for ending in (("agreed", None), ("forfeit", FIRST)):
            ask(f"{now}, {ending}", lambda m=m, ending=ending: says(m.end(*ending)))
        said.extend((f"{now}, explore", text) for text in explored(m))
    return said, refused


def explored(m):
    """Every question of the living view, and how it is answered."""
    view = nbgames.explore(m)
    found = []
    for question in view.question.options:
        for who in (FIRST, SECOND):
            view.question.value, view.player.value = question, who
            view._thread.join(120)
            if view.answer is not None:  # else a refusal, which the other questions' texts show
                found.append(f"{question} {view._says.value}")
            assert len(view._says.value) > 25
    view.close()
    return found


def test_rows_are_those_that_the_board_gives():
    m = nbgames.match(HEX, 2).play("B1")
    assert answer(m, "row 1") == "A1 (empty), B1 (X)."
    assert answer(m, "column b") == "B1 (X), B2 (empty)."
    with pytest.raises(nbgames.NotationError, match="'c' is no row or column: give"):
        answer(m, "row c")
    with pytest.raises(nbgames.NotationError, match="this board names no rows or columns"):
        answer(nbgames.match(GRID, 2), "row 1")
    board = nbgames.match(GRID, 2).widget(keep="")
    how, words = board._desk.carry_out("help")
    assert how == "said" and "row" not in words
    board.close()


# Distance, cuts, disjoint chains, resistance

JOINED = pytest.mark.parametrize("rules", [HEX, GRID], ids=repr)


def fewest(sites, enough):
    """The least number of these sites that is enough; infinite if all are not."""
    for count in range(len(sites) + 1):
        if any(enough(set(chosen)) for chosen in combinations(sorted(sites), count)):
            return count
    return inf


def claims_to_join(m, who):
    mine, empty = (owned(m.position.owners, owner) for owner in (who, 0))
    return fewest(empty, lambda more: connects(m.game, mine | more, who))


def losses_to_fail(m, who):
    mine, empty = (owned(m.position.owners, owner) for owner in (who, 0))
    return fewest(empty, lambda lost: not connects(m.game, mine | (empty - lost), who))


def name_sites(m, names):
    return {m.game.board.site(name) for name in names}


@JOINED
@pytest.mark.parametrize("who", [FIRST, SECOND])
def test_distances(rules, who):
    for m in some(rules):
        mine, found = owned(m.position.owners, who), analysis.distance(m, who)
        assert found.stones == claims_to_join(m, who)
        if found.stones < inf:
            assert len(found.witness) == found.stones
            assert connects(m.game, mine | name_sites(m, found.witness), who)


@pytest.mark.parametrize("who", [FIRST, SECOND])
def test_blocking_sets(who):
    for m in some(HEX):
        mine, empty = (owned(m.position.owners, owner) for owner in (who, 0))
        found = analysis.blocking_set(m, who)
        assert found.exact
        assert found.stones == losses_to_fail(m, who)
        assert not connects(m.game, mine | (empty - name_sites(m, found.sites)), who)
        if found.dual:
            other = owned(m.position.owners, OTHER[who])
            assert name_sites(m, found.dual) <= other | name_sites(m, found.sites)
            if "path" in found.explain():
                assert connects(m.game, other | name_sites(m, found.sites), OTHER[who])


@JOINED
@pytest.mark.parametrize("who", [FIRST, SECOND])
def test_disjoint_chains(rules, who):
    for m in some(rules):
        G, goals = ground(m.game.rules, m.game.size)
        open_ = owned(m.position.owners, who) | owned(m.position.owners, 0)
        found = analysis.disjoint_paths(m, who)
        F = nx.DiGraph()
        F.add_nodes_from(["near", "far"])
        for site in open_:
            F.add_edge((site, "in"), (site, "out"), capacity=1)
            F.add_edges_from(((site, "out"), (near, "in")) for near in G[site] if near in open_)
        F.add_edges_from(("near", (site, "in")) for site in goals[who][0] & open_)
        F.add_edges_from(((site, "out"), "far") for site in goals[who][1] & open_)
        assert len(found.paths) == nx.maximum_flow_value(F, "near", "far")
        for path in found.paths:
            assert connects(m.game, name_sites(m, path), who)
        assert len({name for path in found.paths for name in path}) == sum(map(len, found.paths))


@JOINED
@pytest.mark.parametrize("who", [FIRST, SECOND])
def test_resistances(rules, who):
    """Each edge resists half of each of its ends; own sites nearly nothing, terminals nothing."""
    for m in some(rules):
        G, goals = ground(m.game.rules, m.game.size)
        owners = m.position.owners
        ohms = {site: {who: 1e-7, 0: 1.0}[owners[site]] for site in G if owners[site] in (who, 0)}
        wires = [(a, b) for a, b in G.edges if a in ohms and b in ohms]
        for end, side in zip(("near", "far"), goals[who], strict=True):
            ohms[end] = 0.0
            wires += [(end, site) for site in side & set(ohms)]
        H = nx.Graph()
        H.add_nodes_from(ohms)
        H.add_weighted_edges_from((a, b, 2 / (ohms[a] + ohms[b])) for a, b in wires)
        found = analysis.resistance(m, who).ohms
        if not nx.has_path(H, "near", "far"):
            assert found == inf
            continue
        H = H.subgraph(nx.node_connected_component(H, "near"))
        nodes = list(H)
        matrix = nx.to_numpy_array(H, nodes)
        inverse = np.linalg.pinv(np.diag(matrix.sum(0)) - matrix, hermitian=True)
        a, b = nodes.index("near"), nodes.index("far")
        expected = inverse[a, a] + inverse[b, b] - 2 * inverse[a, b]
        assert found == pytest.approx(expected, abs=1e-2 if expected > 0.01 else 1e-4)


@EVERY
def test_groups_and_articulations(rules):
    for m in some(rules):
        G, _ = ground(rules, m.game.size)
        for who in (FIRST, SECOND):
            mine = owned(m.position.owners, who)
            expected = {frozenset(part) for part in nx.connected_components(G.subgraph(mine))}
            assert {frozenset(name_sites(m, g)) for g in analysis.groups(m, who)} == expected
            if rules is MOST:
                continue  # nobody has a reach there
            reach = G.subgraph(mine | owned(m.position.owners, 0))
            found = analysis.articulation(m, who)
            assert name_sites(m, found.sites) == set(nx.articulation_points(reach))
            bridges = {frozenset(name_sites(m, bridge)) for bridge in found.bridges}
            assert bridges == {frozenset(bridge) for bridge in nx.bridges(reach)}


# Threats


def wins_at_once(game, owners, who):
    return {
        site for site in owned(owners, 0) if winner(game, moved(game, owners, site, who)[0]) == who
    }


@pytest.mark.parametrize("rules", [HEX, Y, TWICE, GRID, LAST], ids=repr)
def test_threats(rules):
    seen = 0
    for m in some(rules, (2, 3, 4, 5, 6), range(6)):
        for who in (FIRST, SECOND):
            expected = wins_at_once(m.game, m.position.owners, who)
            assert name_sites(m, analysis.threats(m, who)) == expected
            seen += len(expected)
    assert bool(seen) == (rules is not LAST)  # a claim of one's own never wins there


@pytest.mark.parametrize("rules", [HEX, Y, GRID], ids=repr)
def test_what_must_be_played(rules):
    for m in some(rules, (2, 3, 4, 5, 6), range(6)):
        owners, who = m.position.owners, m.position.to_move
        parries = {
            site
            for site in owned(owners, 0)
            if not wins_at_once(m.game, moved(m.game, owners, site, who)[0], OTHER[who])
        }
        danger = wins_at_once(m.game, owners, OTHER[who])
        found = analysis.must_play(m)
        assert (found is None) == (not danger)
        assert found is None or name_sites(m, found) == parries


@JOINED
def test_who_is_ahead(rules):
    for m in some(rules):
        found = analysis.tempo(m)
        for side in found.sides:
            assert side.win_in == claims_to_join(m, side.player)
        assert analysis.history(m)[-1]["first"] == found.sides[0].win_in


# Values


@pytest.mark.slow
@EVERY
@pytest.mark.parametrize(
    ("claims", "swap"), each_once(range(7), [True, False], quick=[(0, True), (1, False)])
)
def test_values_are_those_of_trying_everything(rules, swap, claims):
    for seed in (1, 2):
        m = played(rules, claims, seed, swap=swap)
        if m.outcome:
            continue
        values = {word: worth(m, word) for word in m.legal()}
        best = max(values.values())
        found = analysis.solve(m)
        assert found.exact
        assert (found.value > 0) - (found.value < 0) == (best > 0) - (best < 0)
        if f"by {abs(found.value)}" in found.explain():
            assert found.value == best
        how = "wins" if best > 0 else "draws" if best == 0 else "loses"
        assert f" {how} " in found.explain() or f" {how}." in found.explain()
        keeping = {word for word in found.best if "," not in word}
        assert all((values[word] > 0) - (values[word] < 0) >= found.value for word in keeping) or (
            rules is MOST and all(values[word] == best for word in keeping)
        )
        if found.complete and len(keeping) == len(found.best) and best >= 0:
            sign = [word for word, v in values.items() if (v > 0) - (v < 0) == (best > 0)]
            assert keeping in ({*sign}, {word for word, v in values.items() if v == best})


@pytest.mark.slow
@EVERY
@pytest.mark.parametrize("claims", first_of([0, 3, 5], 2))
def test_certificates_prove_the_value(rules, claims):
    m = next(m for seed in range(9) for m in [played(rules, claims, seed)] if not m.outcome)
    found = analysis.solve(m, certificate=True)
    expected = value(m.game, m.position.owners, m.position.to_move)
    assert analysis.verify(m, found.certificate)
    assert (found.certificate.value > 0) == (expected > 0)
    assert (found.certificate.value < 0) == (expected < 0)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [HEX, Y, TWICE, GRID, LAST], ids=repr)
def test_a_certificate_that_takes_too_long_is_refused(rules):
    m = nbgames.match(rules, rules.sizes[3], swap=False)
    with pytest.raises(Refused, match="not settled: give more time"):
        analysis.solve(m, nodes=30, certificate=True)


@EVERY
@pytest.mark.parametrize("pruned", [True, False])
def test_the_tree_of_all_that_follows(rules, pruned):
    for m in some(rules, (5, 6, 7)):
        for branch in analysis.unfold(m, pruned=pruned):
            position = branch.match.position
            sign = 1 if position.to_move == FIRST else -1
            assert branch.value == sign * value(m.game, position.owners, position.to_move)


@pytest.mark.slow
@pytest.mark.parametrize("rules", first_of(sorted(SIX, key=[GRID].count), 5), ids=repr)
def test_reviews(rules):
    sure = 0
    for seed in range(2):
        m = finished(rules, seed, SMALL[rules])
        for n, remark in enumerate(analysis.review(m, games=64, nodes=3000).remarks):
            if not remark.costly or not remark.exact:
                continue
            before = m.at(remark.move - 1)
            assert m.moves[remark.move - 1] == remark.word, n
            had = max(worth(before, word) for word in before.legal())
            if "," not in remark.word:
                assert had > worth(before, remark.word)
                assert worth(before, remark.better.split(",")[0]) == had
            if reply := re.search(r"for (\w+) wins at once", str(remark)):
                after = m.at(remark.move).play(reply[1])
                assert after.outcome and after.outcome.winner != remark.who
            sure += 1
    assert sure or rules is MOST  # where no move costs anything


# Random games


def orders(m):
    """Every order of the empty sites: who wins, in how many turns, and who owns what at the end."""
    for order in permutations(sorted(owned(m.position.owners, 0))):
        owners, who = m.position.owners, m.position.to_move
        won, turns, over = 0, 0, False
        for site in order:
            after, mover = moved(m.game, owners, site, who)
            ends = not over and bool(winner(m.game, after) or 0 not in after)
            turns += not over and (mover != who or ends)
            over = over or ends
            won = won or winner(m.game, after)
            owners, who = after, mover
        yield won, turns, owners


@pytest.mark.slow
@EVERY
def test_random_games(rules):
    n = 4000
    m = next(m for seed in range(9) for m in some(rules, (4, 3), [seed]) if not m.is_open)
    if len(owned(m.position.owners, 0)) > 5:
        m = next(m for seed in range(20) for m in some(rules, (5,), [seed]))
    every = list(orders(m))
    part = {who: sum(won == who for won, _, _ in every) / len(every) for who in (0, FIRST, SECOND)}
    found = analysis.playouts(m, n, seed=3)
    for who, wins in ((FIRST, found.wins[0]), (SECOND, found.wins[1]), (0, found.wins[2])):
        assert abs(wins / n - part[who]) <= 4.5 * sqrt(part[who] * (1 - part[who]) / n)
    if not m.is_open:
        turns = sum(turns for _, turns, _ in every) / len(every)
        assert found.length == pytest.approx(turns, abs=0.6)
    critical = dict(found.criticality)
    for name, seen in critical.items():
        site = m.game.board.site(name)
        ended = [(won, owners) for won, _, owners in every if won]
        won_by_owner = sum(owners[site] == won for won, owners in ended) / len(ended)
        chance = sum(
            sum(owners[site] == who for _, owners in ended) * sum(won == who for won, _ in ended)
            for who in (FIRST, SECOND)
        )
        chance /= len(ended) ** 2
        assert seen == pytest.approx(won_by_owner - chance, abs=0.05)
    if rules is MOST:
        assert part[FIRST] == 1 and "matters most" not in found.explain()


# Computer players


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "level"), each_once(SIX, range(1, 7)))
def test_every_level_plays_to_the_end(rules, level):
    m = nbgames.match(rules, SMALL[rules])
    me = nbgames.opponent(level, seed=level, nodes=24)
    while not m.outcome:
        *_, thought = me.think(m)
        check_thought(m, thought)
        m = m.play(thought.word)
        assert not m.is_open
    assert (m.outcome.winner or None) == (winner(m.game, m.position.owners) or None)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "level"), each_once(SIX, [2, 4, 6]))
def test_what_a_computer_player_says_is_so(rules, level):
    for m in some(rules, (3, 4, 5, 6), range(4)):
        *_, thought = nbgames.opponent(level, seed=1, nodes=24).think(m)
        check_thought(m, thought)


def check_thought(m, thought):
    """Is it true why a move is made?"""
    game, why = m.game, thought.why
    first, *rest = thought.word.split(",")
    assert first in m.legal()
    owners, who = m.position.owners, m.position.to_move
    after = m.play(thought.word)
    last = m.play(",".join([first, *rest[:-1]]) + ",") if rest else m
    if why == "wins at once":
        assert after.outcome and after.outcome.winner == who
    if stopped := re.search(r"(only way to|one way to|nothing can) stop (\w)'s (\w+)", why):
        threat = game.board.site(stopped[3])
        other = OTHER[who]
        assert stopped[2] == game.players[other - 1]
        assert threat in wins_at_once(game, last.position.owners, other)
        left = wins_at_once(game, after.position.owners, other)
        if stopped[1] == "nothing can":
            assert left
        elif not after.outcome:
            assert not left, (m.diagram(), thought)
    if re.search("wins by force|nothing helps|forces a draw|to the end", why) and not rest:
        best = value(game, owners, who)
        assert worth(m, thought.word) == best
        if "wins by force" in why:
            assert best > 0
        if "nothing helps" in why:
            assert best < 0
        if "forces a draw" in why:
            assert best == 0


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "level"), each_once([HEX, Y, TWICE, GRID], range(2, 7)))
def test_a_win_that_is_there_is_taken(rules, level):
    found = 0
    for m in some(rules, (3, 4, 5, 6), range(8)):
        wins = wins_at_once(m.game, m.position.owners, m.position.to_move)
        if wins:
            word = nbgames.opponent(level, nodes=24, seed=0).choose(m)
            assert m.game.board.site(word) in wins
            found += 1
    assert found


@pytest.mark.slow
def test_no_level_joins_first_in_a_misere_game_unless_forced():
    """The levels that look ahead leave a claim alone that loses at once."""
    for m in some(LAST, (4, 5, 6), range(8)):
        owners, who = m.position.owners, m.position.to_move
        loses = {
            site
            for site in owned(owners, 0)
            if winner(m.game, moved(m.game, owners, site, who)[0]) == OTHER[who]
        }
        if loses and value(m.game, owners, who) > 0:
            for level in (4, 5, 6):
                word = nbgames.opponent(level, nodes=48, seed=0).choose(m)
                assert m.game.board.site(word) not in loses


@pytest.mark.slow
@pytest.mark.parametrize("rules", [HEX, Y, MOST, LAST], ids=repr)
def test_the_strong_swap_what_is_worth_it(rules):
    game = nbgames.game(rules, SMALL[rules])
    for name in game.board.names[::4]:
        m = nbgames.match(game).play(name)
        wins = value(game, m.position.owners, m.position.to_move) > 0
        assert (nbgames.opponent(6, nodes=1000, seed=0).choose(m) == "swap") == (not wins)


# Boards on a page, and by mail


@EVERY
def test_a_live_board_plays_it_to_the_end(rules, wire):  # noqa: F811
    m = finished(rules)
    board = nbgames.match(m.game, swap=False).widget()
    for n, claim in enumerate(m.claims):
        wire.ask(board, claim, first=n)
        now = m.after(n + 1)
        assert board.state["says"] == says(now)
        assert board.state["turn"] == (
            [m.game.board.site(now.claims[-1])] if rules is TWICE and now.is_open else []
        )
        assert board.state["obliges"] == [] or rules is TWICE
    assert board.moves == m.moves
    wire.ask(board, "A1", first=len(m.claims))
    assert board.ack["a"][1][-1][2].startswith(f"the game is over, {m.result()}: ")
    wire.ask(board, "undo", "redo", "who", first=len(m.claims) + 1)
    assert board.match == m
    board.close()


@EVERY
def test_its_page_and_its_pictures_are_made(rules):
    m = finished(rules)
    page = m.to_html()
    data = re.search(r'id="nb-data">(.*)</script>', page)[1]
    facts = json.loads(decompress(b85decode(data)))["facts"]
    assert facts["told"] == rules.told
    assert "touches two enemy cells" not in json.dumps(facts)
    assert len(m.svg(numbers=True)) > 1000


@pytest.mark.slow
@EVERY
@pytest.mark.usefixtures("listed")
def test_it_is_played_by_mail(rules):
    server = sign_up(Server("sqlite://"), "alice", "bob")
    name, m = rules.name, finished(rules, size=SMALL[rules])

    def send(line):
        return server.handle(line).text

    texts = [send(f"help {name}")]
    assert rules.told.split(",")[0] in texts[0].replace("\n", " ")
    texts.append(send(f"{name} challenge -size={m.game.size} alice bob"))
    board = re.search(r"board (\d+)", texts[-1])[1]
    for n, word in enumerate(m.moves):
        mover = ("alice", "bob")[m.positions[[0, *(k for _, k in m.turns())][n]].to_move - 1]
        if "," in word.strip(","):
            half = send(f"{name} move {board} {mover} - {word.split(',')[0]}")
            assert "go on after " in half and "the turn is not over" in half
            texts.append(half)
        texts.append(send(f"{name} move {board} {mover} - {word.strip(',')}"))
    assert m.result() in texts[-1].replace(" (alice)", "").replace(" (bob)", "")
    assert m.diagram() in texts[-1]
    texts += [
        send(f"{name} {verb}")
        for verb in (f"show {board}", f"move {board} alice - A1", f"propose {board} alice -")
    ]
    other = re.search(r"board (\d+)", send(f"{name} challenge -size=3 alice bob"))[1]
    texts += [send(f"{name} move {other} alice - B1"), send(f"{name} propose {other} bob -")]
    texts += [send(f"{name} pass {other} bob -"), send(f"{name} swap {other} bob -")]
    texts += [send(f"{name} resign {other} alice -")]
    server.close()
    print(f"\n===== {rules!r}", *texts, sep="\n")
    for text in texts:
        for word in OBLIGED | {"copolymer", "conhex", "projex", "antipalos"}:
            assert not re.search(rf"\b{word}", text, re.I), text
        assert "draw" not in text or rules is GRID or "no draws" in text
