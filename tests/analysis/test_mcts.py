"""The tree search: plain and compiled trees are equal, and what it proves is what `solve` says."""

from functools import reduce
from math import inf
from random import Random

import networkx as nx
import pytest
from foreign import GRID, HEX, LAST, MOST, SIX, TWICE, Y
from positions import random_match
from thinned import first_of, first_rows

import nbgames
from nbgames import EMPTY, FIRST, SECOND, Position, analysis, graphs
from nbgames.analysis.capabilities import latticed
from nbgames.analysis.evaluation import by_currents, by_trees
from nbgames.analysis.mcts import puct
from nbgames.analysis.mcts import search as searching
from nbgames.analysis.mcts.leaves import COUNT, WON, leaf_of, valued
from nbgames.analysis.mcts.playing import by_winner, contest, none, playing, save
from nbgames.analysis.mcts.search import ENOUGH, SHARE, Search
from nbgames.analysis.mcts.subtrees import LAID
from nbgames.analysis.mcts.trees import DRAW, ENTRIES, GAMES
from nbgames.core._jit import can_compile, digest_of

OWN = [nbgames.game(name, 3) for name in nbgames.GAMES]
BOARDS = [*OWN, *(nbgames.game(r, 3) for r in SIX)]
COMPILED = [game for game in OWN if game.name == "copolymer"]  # by make test: the quickest one
NO_COMPILER = pytest.mark.skipif(not can_compile(), reason="no numba: NOTHING IS COMPILED")
every_board = pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.name)
pytestmark = pytest.mark.usefixtures("uncompiled")  # but where `fast` is said


def full_boards(game, count):
    """Random boards without an empty site, whoever has won on the way."""
    for seed in range(count):
        rng, owners, who = Random(seed), bytearray(game.start().owners), FIRST
        while empty := game.empty(owners):
            who = game.rules.step(game.board.net, owners, rng.choice(empty), who)
        yield owners


@every_board
def test_a_tree_is_the_same_at_once_and_by_slices(game):
    once, sliced = (Search(game, game.start(), 5) for _ in range(2))
    once.grow(300)
    for _ in sliced.slices(300):
        pass
    assert once.games == sliced.games
    assert once.choices() == sliced.choices()


@pytest.mark.slow
@NO_COMPILER
@pytest.mark.parametrize(
    "game",
    first_of([*COMPILED, *(game for game in BOARDS if game not in COMPILED)]),
    ids=lambda game: game.name,
)
def test_a_compiled_tree_is_that_of_the_plain_kernels(game):
    """In make test of Copolymer: to compile for it takes three seconds, for Antipalos twenty."""
    plain, fast = (Search(game, game.start(), 7) for _ in range(2))
    for count in (1, 50, 400):
        plain.grow(count)
        fast.grow(count, fast=True)
        assert plain.choices() == fast.choices()
    assert plain.proven == fast.proven


@pytest.mark.long
def test_a_tree_chooses_the_rest_of_a_turn_where_claims_had_a_share_of_its_games():
    """Of 3,000 games; with fewer the rest is better left to a search of its own."""
    whole, left = 0, 0
    for seed in range(6):
        m = random_match("copolymer", 7, 14, seed=seed)
        search, after = Search(m.game, m.position, seed), m.position
        search.grow(3000)
        turn = search.turn()
        tree, node, visits = search._tree, 0, []
        for site in turn:
            after = m.game.play(after, site)
            first = tree.firsts[node]
            (entry,) = (e for e in range(first, first + tree.counts[node]) if tree.sites[e] == site)
            node = tree.nodes[entry]
            visits.append(tree.visits[entry])
        assert all(games >= SHARE * search.games for games in visits[:-1])
        goes_on = after.to_move == m.position.to_move
        assert not goes_on or visits[-1] < SHARE * search.games
        whole += len(turn) > 1
        left += goes_on and visits[-1] >= ENOUGH
    assert whole and left


def proof(m, games=200_000):
    search = Search(m.game, m.position, 1)
    for _ in search.slices(games):
        pass
    return search.proven


@pytest.mark.parametrize(
    ("rules", "size"),
    first_rows([("projex", 3), ("conhex", 2), ("copolymer", 3), (HEX, 3), (Y, 3), (GRID, 2),
     (LAST, 2), (MOST, 3), (TWICE, 2)], 4),
    ids=str,
)  # fmt: skip
def test_what_it_proves_is_what_solve_says(rules, size):
    """Positions from the end backwards, until proofs take long; `solve` is another algorithm."""
    proved = 0
    for seed in range(5):
        m = random_match(rules, size, 99, seed=seed)
        for number in range(max(0, len(m.moves) - 5), len(m.moves)):
            position = m.at(number).position
            start = Position(position.owners, position.to_move)
            then = nbgames.match(m.game, start=start, swap=False)
            value = analysis.solve(then).value
            mover = start.to_move
            assert proof(then) == (DRAW if value == 0 else mover if value > 0 else 3 - mover)
            proved += 1
    assert proved >= 10


@pytest.mark.long
def test_it_proves_that_the_first_player_wins_projex_3():
    """The tests above have smaller proofs."""
    assert proof(nbgames.match("projex", 3, swap=False)) == FIRST  # all 12 cells, by `solve`


@every_board
def test_every_game_of_a_tree_is_counted_once(game):
    search = Search(game, game.start(), 3)
    search.grow(200)
    of_root = 1 if latticed(game) else 0  # its own evaluation counts too
    assert sum(choice.games for choice in search.choices()) + of_root == search.games <= 200
    assert all(0 <= choice.value <= 1 for choice in search.choices())


@pytest.mark.parametrize("name", nbgames.GAMES)
def test_a_tree_that_has_no_more_room_goes_on_without_new_nodes(monkeypatch, name):
    game = nbgames.game(name, 3)
    monkeypatch.setattr(searching, "ENTRY_ROOM", game.board.claimable + 20)
    search = Search(game, game.start(), 3)
    search.grow(300)
    assert search.games == 300 or search.proven


@pytest.mark.parametrize(
    "fast", [False, pytest.param(True, marks=NO_COMPILER)], ids=["plain", "compiled"]
)
def test_a_tree_ends_before_its_counters_are_full(fast):
    """They have 32 bits, two points are counted a game: at most 2 ** 30 games fit, as in a day."""
    search = Search(nbgames.game("projex", 4), nbgames.game("projex", 4).start(), 3)
    search.grow(100)
    full = searching.MOST_GAMES - 50
    search._cursor[GAMES] = full
    for row in (search._tree.visits, search._tree.rave_visits):
        row[1] = full
    for row in (search._tree.points, search._tree.rave_points):
        row[1] = 2 * full
    for _ in search.slices(inf):
        pass
    search.grow(2**31, fast=fast)
    assert search.games == searching.MOST_GAMES < 2**30
    assert all(min(row[: search._cursor[ENTRIES]]) >= 0 for row in search._tree)
    assert search.choices()[0].games >= full


# A search of what arose from a position


OPEN = [game if game.name != "antipalos" else nbgames.game("antipalos", 5) for game in BOARDS]


def counted(search, node=0):
    """What a tree has below a node: of each claim what was counted, and what is below that."""
    tree, found = search._tree, []
    first, names = tree.firsts[node], [n for n in tree._fields if n not in (*LAID, "rests")]
    for entry in range(first, first + tree.counts[node]):
        child = tree.nodes[entry]
        numbers = [getattr(tree, name)[entry] for name in names]
        found.append((numbers, counted(search, child) if child else None))
    return tree.movers[node], found


def branches(search, rng, node=0):
    """A path of claims by chance down to a node that has no node below it."""
    first = search._tree.firsts[node]
    entries = range(first, first + search._tree.counts[node])
    inner = [(entry, n) for entry in entries if (n := search._tree.nodes[entry])]
    if not inner:
        return []
    entry, child = rng.choice(inner)
    return [(search._tree.sites[entry], entry, child), *branches(search, rng, child)]


plain_or_compiled = pytest.mark.parametrize(
    ("game", "fast"),
    [
        *((game, can_compile() and game in COMPILED) for game in OPEN),
        *(
            pytest.param(game, game not in COMPILED, marks=pytest.mark.long)
            for game in OPEN
            if can_compile()
        ),
    ],
)


@plain_or_compiled
def test_what_was_counted_below_a_node_is_kept_where_it_becomes_the_root(game, fast):
    kept = 0
    for seed in range(3):
        search, rng = Search(game, game.start(), seed), Random(seed)
        search.grow(600 if fast else 200, fast=fast)
        path = branches(search, rng)
        for depth in range(1, 1 + len(path)):
            sites, entries, nodes = zip(*path[:depth], strict=True)
            then = search.after(sites, fast=fast)
            assert counted(then) == counted(search, nodes[-1])
            assert then.games == search._tree.visits[entries[-1]]
            assert then.proven == search._tree.proven[entries[-1]]
            position = reduce(game.play, sites, search.position)
            assert (then.position.owners, then.mover) == (position.owners, position.to_move)
            kept += 1
    assert kept >= 3


@plain_or_compiled
def test_a_search_that_became_the_root_goes_on_as_a_tree_of_its_own(game, fast):
    """Its games are counted, it has room again, and the tree that it was copied from stays."""
    search = Search(game, game.start(), 2)
    search.grow(600, fast=fast)
    path, before = branches(search, Random(2)), counted(search)
    then = search.after([path[0][0]], fast=fast)
    had, games = sum(choice.games for choice in then.choices()), then.games
    then.grow(300, fast=fast)
    assert games < then.games <= games + 300  # to widen a node of a lattice is no game
    assert sum(choice.games for choice in then.choices()) - had == then.games - games
    assert set(choice.site for choice in then.choices()) <= set(game.empty(then.position.owners))
    assert counted(search) == before


@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.name)
def test_a_position_that_its_tree_does_not_reach_has_no_search(game):
    search = Search(game, game.start(), 1)
    search.grow(3)
    assert search.after(game.empty(game.start().owners)[:2]) is None
    assert search.after([]) is search


def test_why_is_told_of_the_root_that_it_became():
    """On lattices it is what evaluation sees of that position, as in a search of its own."""
    game = nbgames.game("antipalos", 5)
    search = Search(game, game.start(), 1)
    search.grow(200)
    sites = [site for site, _, _ in branches(search, Random(0))[:2]]
    then, fresh = search.after(sites), Search(game, reduce(game.play, sites, game.start()), 1)
    fresh.grow(1)
    assert then.why() == fresh.why() != ""


@pytest.mark.parametrize("name", nbgames.GAMES)
def test_a_tree_without_room_says_so_and_has_some_again_below(monkeypatch, name):
    game = nbgames.game(name, 5)
    monkeypatch.setattr(searching, "ENTRY_ROOM", 4 * game.board.claimable)
    search = Search(game, game.start(), 3)
    assert not search.is_full
    search.grow(600)
    assert search.is_full or search.proven
    then = search.after([branches(search, Random(1))[0][0]])
    assert not then.is_full


def test_it_chooses_among_the_given_claims_only():
    m = nbgames.match("projex", 4)
    search = Search(m.game, m.position, 1, [3, 5])
    search.grow(50)
    assert {choice.site for choice in search.choices()} == {3, 5}


@pytest.mark.parametrize("name", ["projex", "conhex"])
def test_a_full_board_is_judged_as_the_rules_do(name):
    game = nbgames.game(name, 3)
    kernels = playing(game)
    assert kernels.judge is not by_winner
    seen, waiting = ([0] * len(game.start().owners) for _ in range(2))
    for owners in full_boards(game, 200):
        won = kernels.judge(game.board.net, kernels.winner, owners, seen, waiting)
        assert won == game.rules.winner(game.board.net, owners)


# Leaves on lattices, by two algorithms


def open_positions(name, size, count):
    """Positions in which nobody has won, from all phases of a game."""
    for seed in range(count):
        m = random_match(name, size, 99, seed=seed)
        m = m.after(len(m.claims) * seed // count)
        if not m.outcome:
            yield m.position


@pytest.mark.parametrize("size", first_of([3, 4, 6, 8], 2))
def test_a_leaf_is_valued_as_evaluation_values_a_position(size):
    game = nbgames.game("antipalos", size)
    leaf, settled = leaf_of(game.board), 0
    for position in open_positions("antipalos", size, 40):
        plain = by_trees(game, position, by_currents(game, position))
        value = valued(leaf, list(position.owners), position.to_move, 1, 0)
        won = leaf.found[WON]
        if won != 3 - position.to_move or plain.proven is not None:  # it sees a little more
            assert {0: None, DRAW: 0}.get(won, won) == plain.proven
            assert value == pytest.approx(plain.value)
        settled += won != 0
    assert settled >= 5


@pytest.mark.parametrize("size", [4, 8])
def test_the_candidates_of_a_leaf_are_the_worthiest_sites(size):
    game = nbgames.game("antipalos", size)
    leaf, ranked = leaf_of(game.board), 0
    for position in open_positions("antipalos", size, 40):
        worth = by_currents(game, position).worth
        valued(leaf, list(position.owners), position.to_move, 0, 0)
        order = list(leaf.order[: leaf.found[COUNT]])
        if leaf.found[WON] or len(order) < len(worth):
            continue
        assert sum(leaf.priors[: len(order)]) == pytest.approx(1)
        weights = [max(0, worth[site]) * leaf.central[site] for site in order]
        assert weights == pytest.approx(sorted(weights, reverse=True), abs=1e-5)
        ranked += 1
    assert ranked >= 10


@pytest.mark.parametrize("size", [8, 16])
def test_on_an_empty_board_the_middle_is_tried_first(size):
    game = nbgames.game("antipalos", size)
    search = Search(game, game.start(), 1)
    search.grow(30 if size == 8 else 4)
    (column, row), _ = game.board.ends[search.choices()[0].site]
    assert size / 4 < column < 3 * size / 4
    assert size / 4 < row < 3 * size / 4


def test_the_machine_code_of_a_search_on_lattices_can_be_kept():
    """A name whose meaning no digest can tell would have it compiled in each process."""
    assert digest_of(puct.explore) != digest_of(valued)


# Local replies


@pytest.mark.parametrize("game", [nbgames.game("projex", 5), nbgames.game(HEX, 5)], ids=str)
def test_a_broken_bridge_is_saved_by_its_other_site(game):
    """By the definition: of two chains' sites that touch both empty sites, and one was taken."""
    board, kernels = game.board, playing(game)
    near = [set(row) for row in board.neighbours]
    assert kernels.reply is save
    saved = 0
    for seed in range(300):
        m = random_match(game.rules, 5, 4 + seed % 30, seed=seed)
        if m.outcome or not m.claims:
            continue
        owners, site = m.position.owners, board.site(m.claims[-1])
        who = 3 - owners[site]
        found = save(board.net, kernels.flanks, owners, site, who, seed)
        bridges = set()
        for other in near[site]:
            both = near[site] & near[other]
            sides = {FIRST: 3, SECOND: 12}[who] if board.sides else 0
            edge = sides and board.sides[site] & board.sides[other] & sides
            held = sum(owners[common] == who for common in both) + (len(both) == 1 and bool(edge))
            if owners[other] == EMPTY and held == 2 and len(both) <= 2:
                bridges.add(other)
        assert found in bridges if bridges else found == -1
        saved += bool(bridges)
    assert saved >= 20


def test_a_cell_that_is_nearly_conquered_is_contested():
    game = nbgames.game("conhex", 4)
    board = game.board
    cells = graphs.incidence_graph(game)
    contested = 0
    for seed in range(200):
        m = random_match("conhex", 4, 3 + seed % 25, seed=seed)
        if m.outcome:
            continue
        owners, site = m.position.owners, board.site(m.claims[-1])
        them = owners[site]
        found = contest(board.net, playing(game).flanks, owners, site, 3 - them, seed)
        open_holes = set()
        for cell in cells[board.names[site]]:
            holes = [board.sites[hole] for hole in cells[cell]]
            held = sum(owners[hole] == them for hole in holes)
            if m.owner(cell) == EMPTY and 2 * (held + 1) >= len(holes):
                open_holes |= {hole for hole in holes if owners[hole] == EMPTY}
        assert found in open_holes if open_holes else found == -1
        contested += bool(open_holes)
    assert contested >= 20


def test_there_are_no_replies_where_nothing_is_known_of_a_game():
    assert playing(nbgames.game(Y, 4)).reply is none
    assert playing(nbgames.game(LAST, 4)).reply is none
    assert playing(nbgames.game("copolymer", 5)).reply is none


def test_the_flanks_of_a_link_are_the_common_neighbours_of_its_ends():
    board = nbgames.game("projex", 6).board
    flanks, k = playing(nbgames.game("projex", 6)).flanks, 0
    G = nx.Graph((a, b) for a, row in enumerate(board.neighbours) for b in row)
    for site, row in enumerate(board.neighbours):
        for other in row:
            common = set(nx.common_neighbors(G, site, other))
            assert {flanks[2 * k] - 1, flanks[2 * k + 1] - 1} == common  # a triangulation
            k += 1
    assert 2 * k == len(flanks)
