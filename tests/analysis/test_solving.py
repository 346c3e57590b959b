"""Exact values: the solved tables, plain recursion, certificates, what is not settled in time."""

import json
from collections import Counter
from functools import cache
from random import Random
from time import monotonic

import pytest
from thinned import first_of, first_rows
from tools.make_atlas import OPEN
from tools.open_questions import Question

import nbgames
from nbgames import FIRST, SECOND, graphs
from nbgames.analysis import Certificate, solve, verify
from nbgames.analysis.mcts.search import Search
from nbgames.analysis.questions import OutOfTime
from nbgames.analysis.questions import Question as Asked
from nbgames.analysis.solver import dfpn
from nbgames.analysis.solver.margins import Endgame, lead, locked
from nbgames.analysis.solver.proving import WinSearch
from nbgames.atlas import proved
from nbgames.core import kernels
from nbgames.core.position import EMPTY, Position
from nbgames.core.symmetry import symmetries
from nbgames.games.projex import lay

RING = nbgames.Rules("ring", ("X", "O"), range(3, 5), 3, lay, kernels.claim, kernels.looped)
FIGURE = {FIRST: "A1 A3 B1 D2 E5", SECOND: "C1 C2 C3 D4"}  # help text, figure 2a


def figure(last="C5"):
    game = nbgames.game("copolymer", 5)
    pieces = {game.board.site(n): who for who, names in FIGURE.items() for n in names.split()}
    return nbgames.match(game, start=game.position(pieces, SECOND)).play(f"B2,A2,{last}")


@cache
def plain(game, position):
    """The value for the side to move by plain recursion: no table but this, no bounds."""
    end = game.outcome(position)
    if end:
        if game.name == "copolymer":
            owners, who = position.owners, position.to_move
            return owners.count(who) - owners.count(3 - who)
        return 0 if end.winner is None else 1 if end.winner == position.to_move else -1
    values = []
    for move in game.moves(Position(position.owners, position.to_move)):
        after = game.play(position, move)
        value = plain(game, Position(after.owners, after.to_move))
        values.append(value if after.to_move == position.to_move else -value)
    return max(values)


def ending(game, empty, seed):
    """A random position that is not over, with few empty sites."""
    for attempt in range(1000):
        rng, position = Random(f"{seed} {attempt}"), game.start()
        while position.owners[: game.board.claimable].count(EMPTY) > empty:
            position = game.play(
                position, rng.choice([s for s in game.moves(position) if s != "swap"])
            )
            if game.outcome(position):
                break
        else:
            return Position(position.owners, position.to_move)
    raise AssertionError("no such position")


SMALLEST = [("copolymer", 5, 8), ("projex", 3, 9), ("conhex", 2, 7), ("antipalos", 2, 8)]
LARGER = [("copolymer", 9, 8), ("projex", 4, 8), ("conhex", 3, 7), ("antipalos", 3, 10)]
SMALL = [*SMALLEST, *(pytest.param(*row, marks=pytest.mark.long) for row in LARGER)]


@pytest.mark.long
@pytest.mark.parametrize(("name", "size", "empty"), [*SMALLEST, *LARGER])
def test_the_solver_is_right_where_plain_recursion_can_follow(name, size, empty):
    """As the next test shows on other positions of the same games."""
    game = nbgames.game(name, size)
    for seed in range(12):
        position = ending(game, empty, seed)
        found = solve(nbgames.match(game, start=position, swap=False))
        assert found.exact
        assert found.value == plain(game, position)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(25), marks=pytest.mark.slow),
        pytest.param(range(25, 200), marks=pytest.mark.long),
    ],
    ids=["25", "175-more"],
)
@pytest.mark.parametrize(
    ("name", "size", "most"),
    first_rows([("copolymer", 5, 8), ("projex", 3, 8), ("conhex", 3, 8), ("antipalos", 3, 9)], 2),
)
def test_the_solver_equals_plain_recursion_on_random_positions(name, size, most, seeds):
    game, wrong = nbgames.game(name, size), []
    for seed in seeds:
        position = ending(game, Random(seed).randint(3, most), seed)
        found = solve(nbgames.match(game, start=position, swap=False))
        if not found.exact or found.value != plain(game, position):
            wrong.append(position)
    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "empty"), SMALL)
def test_best_moves_are_all_that_keep_the_value(name, size, empty):
    game = nbgames.game(name, size)
    for seed in range(4):
        m = nbgames.match(game, start=ending(game, empty, seed), swap=False)
        found = solve(m)
        keeps = set()
        for word in [",".join(names) for names in words(m)]:
            after = m.play(word).position
            value = plain(game, Position(after.owners, after.to_move))
            if (value if after.to_move == m.to_move else -value) == found.value:
                keeps.add(frozenset(word.split(",")))
        assert {frozenset(word.split(",")) for word in found.best} == keeps


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "empty"), SMALL)
def test_each_word_has_the_value_that_plain_recursion_gives_it(name, size, empty):
    game = nbgames.game(name, size)
    for seed in range(3):
        m = nbgames.match(game, start=ending(game, empty, seed), swap=False)
        found = solve(m)
        wanted = {frozenset(names): left_by(m, names) for names in words(m)}
        assert {frozenset(word.split(",")): v for word, v in found.values.items()} == wanted
        assert {word for word, v in found.values.items() if v == found.value} == {*found.best}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "empty"), SMALL)
def test_the_line_goes_to_the_end_and_every_word_of_it_keeps_the_value(name, size, empty):
    game = nbgames.game(name, size)
    for seed in range(4):
        m = nbgames.match(game, start=ending(game, empty, seed), swap=False)
        found, now = solve(m), m
        for word in found.line:
            value = plain(game, Position(now.position.owners, now.position.to_move))
            assert left_by(now, word.split(",")) == value
            now = now.play(word)
        assert now.outcome


def left_by(m, names):
    """What whoever is to move gets after these claims, by plain recursion."""
    after = m.play(",".join(names)).position
    value = plain(m.game, Position(after.owners, after.to_move))
    return value if after.to_move == m.position.to_move else -value


def test_the_line_from_an_empty_board_has_the_swap():
    m = nbgames.match("antipalos", 2, seats=("opener", "other"))
    found = solve(m)
    end = m.play(*found.line)
    assert (found.value, found.line[0], found.line[1]) == (-1, found.best[0], "swap")
    assert end.seats[end.outcome.winner - 1] == "other"


def test_values_and_the_line_count_a_swap():
    m = nbgames.match("conhex", 2)
    for opening in m.legal():
        found = solve(m.play(opening))
        assert found.values["swap"] == -plain(m.game, bare(m.play(opening)))
        assert max(found.values.values()) == found.value
        assert found.values[found.line[0]] == found.value
        assert m.play(opening, *found.line).outcome
        assert {w for w, v in found.values.items() if v == found.value} == {*found.best}


def bare(m):
    return Position(m.position.owners, m.position.to_move)


@pytest.mark.slow
def test_what_limits_leave_open_are_bounds_that_hold_the_value():
    m = nbgames.match("copolymer", 5, swap=False).play("C3", "B2", "A1", "A2", "E5")
    whole = solve(m)
    for nodes in (10, 1000, whole.nodes * 3 // 4, whole.nodes * 9 // 10):
        found = solve(m, nodes=nodes)
        assert (found.value is None) == (not found.exact) == (found.bounds[0] < found.bounds[1])
        assert {*found.values} == {*whole.values} if found.exact else {*m.legal()}
        for word, value in found.values.items():
            low, high = value if isinstance(value, tuple) else (value, value)
            assert low < high or isinstance(value, int)
            assert found.exact is False or low <= whole.values[word] <= high
        assert whole.line[: len(found.line)] == found.line


class Stopped(Exception):
    pass


@pytest.mark.parametrize(("name", "size"), [("projex", 4), ("copolymer", 5)])
def test_progress_tells_the_nodes_and_may_stop_the_work(name, size):
    m, told = nbgames.match(name, size, swap=False), []

    def stop(more):
        told.append(more)
        if sum(told) > 300:
            raise Stopped

    with pytest.raises(Stopped):
        solve(m, progress=stop)
    small = nbgames.match(name, 3, swap=False)
    again = []
    assert solve(small, progress=again.append) == solve(small)
    assert sum(again) >= solve(small).nodes > 0


def words(m):
    """Every turn as its claims, in one order of each."""
    found = {}

    def go(now, claims):
        for name in now.legal():
            then = now.play(name)
            if then.is_open:
                go(then, (*claims, name))
            else:
                found[frozenset((*claims, name)), name] = (*claims, name)

    go(m, ())
    return found.values()


def openings(name, size):
    """Which openings win for FIRST, and which draw."""
    game = nbgames.game(name, size)
    wins, draws = [], []
    for site in range(game.board.claimable):
        after = game.play(game.start(), site)
        m = nbgames.match(game, start=Position(after.owners, after.to_move), swap=False)
        value = 1 if m.outcome else -solve(m).value
        (wins if value > 0 else draws if value == 0 else []).append(game.board.names[site])
    return wins, draws


@pytest.mark.slow
def test_projex_3_the_cells_with_six_neighbours_win():
    board = nbgames.game("projex", 3).board
    six = [name for name, near in zip(board.names, board.neighbours, strict=True) if len(near) == 6]
    assert openings("projex", 3) == (six, [])
    assert len(six) == 6  # of 12, by brute force elsewhere


def test_conhex_of_one_ring_has_two_winning_openings():
    assert len(openings("conhex", 2)[0]) == 2  # of 9


@pytest.mark.long
def test_conhex_of_two_rings_the_centre_and_the_corners_lose():
    pytest.importorskip("numba")
    m = nbgames.match("conhex", 3, swap=False)
    found = solve(m)
    assert found.value == 1
    assert set(m.legal()) - set(found.best) == {"E5", "A1", "I1", "A9", "I9"}  # of 21


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "count"), [(1, 2), (2, 4), pytest.param(3, 10, marks=pytest.mark.long)]
)
def test_antipalos_openings_that_win(size, count):
    wins, draws = openings("antipalos", size)
    assert (len(wins), draws) == (count, [])


@pytest.mark.long
def test_antipalos_4_twelve_openings_on_the_lattice_with_the_corners_win():
    pytest.importorskip("numba")
    m = nbgames.match("antipalos", 4, swap=False)
    found = solve(m)
    assert (found.value, len(found.best)) == (1, 12)  # of 32
    assert {(ord(name[0]) + int(name[1])) % 2 for name in found.best} == {0}  # that of a1


def test_copolymer_of_7_cells_the_rim_wins_by_one_and_the_centre_loses():
    m = nbgames.match("copolymer", 3)
    found = solve(m)
    assert found.value == 1
    assert set(found.best) == set(m.legal()) - {"B2"}


@pytest.mark.long
def test_copolymer_of_19_cells_the_rim_wins_by_one_and_all_else_loses_by_one():
    pytest.importorskip("numba")
    m = nbgames.match("copolymer", 5)
    board, margins = m.game.board, {name: -solve(m.play(name)).value for name in m.legal()}
    rim = {n for n, near in zip(board.names, board.neighbours, strict=True) if len(near) < 6}
    assert margins == {name: 1 if name in rim else -1 for name in board.names}
    assert len(rim) == 12


def test_the_figure_of_the_help_text():
    found = solve(figure())
    assert found.value == 3
    assert {frozenset(word.split(",")) for word in found.best} == {
        frozenset(("B3", "C4", "D5", "B4"))
    }


MARGINS = {"B3": 3, "C4": 3, "D5": 3, "D3": 1, "B4": -1, "E3": -1, "E4": -1}  # by the first cell


@pytest.mark.parametrize(("cell", "margin"), MARGINS.items())
def test_every_first_cell_of_the_figure(cell, margin):
    m = figure().play(cell)
    value = solve(m).value
    assert (value if m.to_move == FIRST else -value) == margin


@pytest.mark.parametrize(
    ("last", "winning"),
    [
        ("C5", {0: (0, 3), 1: (2, 12), 2: (5, 18), 3: (1, 12), 4: (3, 3)}),
        ("C4", {3: (0, 4), 2: (4, 12)}),
    ],
)
def test_how_many_connections_win(last, winning):
    """The help text's turn, and the variant in which taking all three connections always loses."""
    m = figure(last)
    won = {}
    for turn in words(m):
        after = m.play(",".join(turn))
        wins = after.outcome.winner == FIRST if after.outcome else solve(after).value < 0
        won.setdefault(len(turn) - 1, {})[frozenset(turn)] = wins
    counts = {taken: (sum(found.values()), len(found)) for taken, found in won.items()}
    assert {taken: counts[taken] for taken in winning} == winning


def test_the_variant_wins_by_one():
    assert solve(figure("C4")).value == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", first_of(range(20), 2))
def test_locked_bounds_hold(seed):
    game = nbgames.game("copolymer", 5)
    position = ending(game, 9, seed)
    low, high = locked(game, position)
    assert low <= plain(game, position) <= high


def scattered(seed):
    """A random copolymer position: empty cells in regions, and cells with few neighbours."""
    rng = Random(seed)
    if seed % 3 == 0:  # a board with holes, so that there are neutral cells
        names = nbgames.game("copolymer", 7).board.names
        game = nbgames.game("copolymer", cells=" ".join(rng.sample(names, 17)))
        left = set(rng.sample(range(17), 7))
    else:
        game = nbgames.game("copolymer", 7)
        left = set()
        while len(left) < 6:
            start = rng.randrange(37)
            left |= {start, *rng.sample(game.board.neighbours[start], rng.randint(0, 3))}
    pieces = {site: rng.choice((FIRST, SECOND)) for site in range(len(game.board.names))}
    for site in sorted(left)[:8]:
        pieces[site] = EMPTY
    return game, Position(bytes(pieces.values()), rng.choice((FIRST, SECOND)))


@pytest.mark.long
@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(20), marks=pytest.mark.slow),
        pytest.param(range(20, 300), marks=pytest.mark.long),
    ],
    ids=["20", "280-more"],
)
def test_margins_of_several_regions_equal_plain_recursion(seeds):
    wrong = []
    for seed in seeds:
        game, position = scattered(seed)
        margin = plain(game, position) - lead(position)
        search = Endgame(game, position, fast=False)
        windows = [(-99, 99), (margin - 1, margin), (margin, margin + 1)]
        exact, least, most = (search.margin(position, *window) for window in windows)
        if not most <= margin == exact <= least:
            wrong.append((seed, margin, exact, least, most))
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "empty"),
    [
        ("projex", 3, 12),
        pytest.param("conhex", 3, 10, marks=pytest.mark.long),
        pytest.param("antipalos", 3, 14, marks=pytest.mark.long),
    ],
)
def test_compiled_and_plain_searches_agree(name, size, empty):
    pytest.importorskip("numba")
    game = nbgames.game(name, size)
    for seed in range(3):
        position = ending(game, empty, seed)
        one, two = (WinSearch(game, position, FIRST, fast=fast) for fast in (False, True))
        assert one.wins(position) == two.wins(position)
        assert one.nodes == two.nodes


@pytest.mark.slow
def test_compiled_and_plain_endgames_agree():
    pytest.importorskip("numba")
    game = nbgames.game("copolymer", 9)
    for seed in range(6):
        position = ending(game, 20, seed)
        one, two = (Endgame(game, position, fast=fast) for fast in (False, True))
        assert one.margin(position, -99, 99) == two.margin(position, -99, 99)
        assert one.nodes == two.nodes


PROVEN = [("projex", 3, 12), ("conhex", 2, 9), ("antipalos", 2, 8), ("copolymer", 5, 7)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "empty"), PROVEN)
def test_a_certificate_proves_the_value(name, size, empty):
    game = nbgames.game(name, size)
    m = nbgames.match(game, start=ending(game, empty, 3), swap=False)
    found = solve(m, certificate=True)
    assert verify(m, found.certificate)
    wrong = Certificate(found.value + 1, found.certificate.strategies)
    with pytest.raises(nbgames.GameError, match="no strategy"):
        verify(m, wrong)


def test_a_certificate_keeps_to_the_limit_of_nodes():
    m = nbgames.match("projex", 3, swap=False)
    with pytest.raises(
        nbgames.GameError, match="its certificate was not finished within the limits"
    ):
        solve(m, nodes=solve(m).nodes + 100, certificate=True)


@pytest.mark.slow
def test_a_certificate_with_a_hole_is_found_out():
    m = nbgames.match("projex", 3, swap=False)
    found = solve(m, certificate=True).certificate
    (strategy,) = found.strategies
    cut = dict(list(strategy.replies.items())[:-1])
    with pytest.raises(nbgames.GameError, match="no reply"):
        verify(m, Certificate(1, (type(strategy)(strategy.who, 1, cut),)))


def test_a_swap_that_is_legal_counts():
    m = nbgames.match("projex", 3).play("C2")  # an opening that wins
    found = solve(m)
    assert (found.value, found.best) == (1, ("swap",))
    assert solve(nbgames.match("projex", 3, swap=False).play("C2")).value == -1
    assert solve(nbgames.match("projex", 3)).value == -1  # whatever is opened


@pytest.mark.long
@pytest.mark.parametrize("name", ["D2", "C3", "D3"])
def test_projex_4_is_won_by_opening_here(name):
    """First found here; D2 also by another program, with a search of its own."""
    pytest.importorskip("numba")
    game = nbgames.game("projex", 4)
    after = game.play(game.start(), game.board.site(name))
    search = WinSearch(game, game.start(), FIRST, fast=True)
    assert search.wins(Position(after.owners, after.to_move))


def test_open_questions_are_gone_on_with_where_they_were_left(tmp_path):
    game = nbgames.game("antipalos", 3)
    first = Question(game, tmp_path, slots=1 << 12)
    first.slice(first.left[0], 1e-6)
    first.keep()
    again = Question(game, tmp_path, slots=1 << 12)
    assert [search.table for search in again.searches.values()] == [
        search.table for search in first.searches.values()
    ]
    while again.left:
        again.slice(again.left[0], 60)
        again.keep()
    wins = [found["same"] + 1 for found in again.openings.values() if found["bounds"] == [1, 1]]
    assert sum(wins) == 10  # of 18
    for table in tmp_path.glob("*.table*"):
        table.unlink()  # the answers are kept without what they were found by
    assert not Question(game, tmp_path, slots=1 << 12).left


@pytest.mark.long
def test_an_open_question_of_margins_keeps_what_is_proven_so_far(tmp_path):
    """Copolymer 5: as many kinds of openings as in the atlas, each as it says."""
    game = nbgames.game("copolymer", 5)
    first = Question(game, tmp_path)
    assert {tuple(found["bounds"]) for found in first.openings.values()} == {(-19, 19)}
    first.slice("C3", 1e-6)
    assert first.openings["C3"]["bounds"] == [-17, 17]  # X has a cell, and O takes one next
    first.keep()
    again = Question(game, tmp_path)
    assert again.openings["C3"] == first.openings["C3"]
    while again.left:
        again.slice(again.left[0], 60)
    for name, found in again.openings.items():
        assert found["bounds"] == [proved("copolymer", 5, name)] * 2


@pytest.mark.slow
def test_what_is_not_settled_says_so():
    found = solve(nbgames.match("projex", 6).play("F6"), nodes=200)
    assert (found.exact, found.bounds, found.best) == (False, (-1, 1), ())
    big = solve(nbgames.match("copolymer", 9), nodes=200)
    assert (big.exact, big.value) == (False, None)
    assert big.bounds[0] < big.bounds[1]


@pytest.mark.parametrize("name", ["antipalos", "conhex", "copolymer", "projex"])
def test_a_limit_of_nodes_need_not_be_whole(name):
    assert not solve(nbgames.match(name, 5, swap=False), nodes=2.5).exact


@pytest.mark.slow
def test_best_words_say_whether_they_are_all():
    m = nbgames.match("projex", 3, swap=False)
    whole = solve(m)
    assert whole.complete
    assert "There may be others" not in whole.explain()
    some = [solve(m, nodes=nodes) for nodes in range(1, whole.nodes, 60)]
    cut = [found for found in some if found.exact and not found.complete]
    assert cut
    assert all(set(found.best) < set(whole.best) for found in cut)
    for found in cut:
        said = "There may be others" if found.best else "not found in time"
        assert said in found.explain()
    assert not any(found.complete for found in some if not found.exact)


def by_puct(game, name):
    """Who wins after an opening, by a tree search with static evaluation; None if that is open."""
    search = Search(game, after(game, name), 1, room=50_000)
    for _ in search.slices(50_000):
        pass
    return search.proven


def after(game, name):
    position = game.play(game.start(), game.board.site(name))
    return Position(position.owners, position.to_move)


@pytest.mark.long
def test_a_puct_search_gives_the_openings_of_antipalos_4_their_exact_value():
    """The values in the atlas were found by a search that knew nothing of Lehman's trees."""
    game = nbgames.game("antipalos", 4)
    for name, *_ in graphs.orbits(game):
        assert by_puct(game, name) == (FIRST if proved("antipalos", 4, name) == 1 else SECOND)


@pytest.mark.long
@pytest.mark.parametrize("name", ["b1-c2", "c1-d2", "c2-d3", "c3-d4"])
def test_a_puct_search_says_of_openings_of_antipalos_5_what_is_kept(name):
    winner = by_puct(nbgames.game("antipalos", 5), name)
    assert kept_of_antipalos_5()[name]["bounds"] == [{FIRST: 1, SECOND: -1}[winner]] * 2


def kept_of_antipalos_5():
    return json.loads((OPEN / "antipalos-5.json").read_text("utf-8"))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fast"),
    [
        ("c2-d3", False),  # to compile takes ten seconds, as do the other draws and wins
        *(
            pytest.param(name, True, marks=pytest.mark.long)
            for name in ("c3-d4", "c2-d3", "a3-b4", "b1-c2", "c1-d2", "a3-b2")
        ),
    ],
)
def test_the_search_says_of_openings_of_antipalos_5_what_is_kept(name, fast):
    if fast:
        pytest.importorskip("numba")
    game = nbgames.game("antipalos", 5)
    for who, value in ((FIRST, 1), (SECOND, -1)):
        won = WinSearch(game, game.start(), who, fast).wins(after(game, name))
        assert won == (kept_of_antipalos_5()[name]["bounds"] == [value, value])


def test_of_fifty_openings_of_antipalos_5_ten_win_and_sixteen_draw():
    values = Counter()
    for found in kept_of_antipalos_5().values():
        low, high = found["bounds"]
        assert low == high
        values[low] += found["same"] + 1
    assert values == {1: 10, 0: 16, -1: 24}


def test_an_open_question_goes_on_with_the_side_that_has_less_to_show(tmp_path):
    question = Question(nbgames.game("antipalos", 3), tmp_path, slots=1 << 12)
    found = {"bounds": [-1, 1], "to_show": {"1": 9, "2": 4}}
    assert question.side(found) == SECOND
    assert question.side(found | {"to_show": {"1": 9}}) == SECOND  # not asked yet
    assert question.side(found | {"bounds": [0, 1]}) == FIRST  # all that is left


def test_a_fifth_game_is_solved_too():
    assert solve(nbgames.match(nbgames.game(RING), swap=False)).value == 1


@pytest.mark.parametrize(
    ("name", "size", "count"),
    [("projex", 4, 6), ("conhex", 3, 4), ("antipalos", 3, 4), ("copolymer", 5, 12)],
)
def test_boards_have_the_symmetries_that_they_should(name, size, count):
    game = nbgames.game(name, size)
    assert len(symmetries(game)) + 1 == count  # help texts' drawings; theory: 6 for Projex


def test_a_finished_match_is_refused():
    with pytest.raises(nbgames.GameError, match="nothing to solve"):
        solve(nbgames.match("projex", 3).play("resign"))


def test_many_openings_are_not_looked_at_after_the_time_is_over():
    found = solve(nbgames.match("antipalos", 6), seconds=1e-9)
    assert found.nodes == 0  # each of the 72 would begin a search of its own
    assert (found.value, found.exact) == (None, False)
    assert {*found.values} == {*found.match.legal()}


# Of Antipalos 16, level 5 against level 2 after two claims by chance: V won by a chain.
TWO_TREES = """c10-d9 a11-b12 c10-d11 b12-c13 c14-d13 d12-e11 c12-d13 c11-d12 b11-c12 e15-f14
b11-c10 d8-e9 c14-d15 e9-f8 c16-d15 b16-c17 c16-d17 c7-d8 b7-c8 b6-c7 a6-b5 i9-j10 a6-b7 c9-d8 b9-c8
n8-o7 b9-c10 a3-b2 b5-c6 c5-d6 b5-c4 c3-d4 b3-c2 c1-d2 b1-c2 b4-c3 c4-d5 d4-e5 e6-f5 a3-b4 d5-e6
e5-f4 f5-g4 g3-h4 f3-g4 e3-f2 f3-g2 f2-g1 g2-h1"""


def test_two_trees_settle_a_large_position_at_a_glance():
    """Lehman: who has two trees that join the sides, with no piece in both, can answer each cut."""
    m = nbgames.match("antipalos", 16).play(*TWO_TREES.split())
    assert m.outcome.winner == FIRST
    for n in (36, 39, 42, 45, 47):
        question = Asked(m.game, m.at(n).position)
        value = 1 if m.at(n).position.to_move == FIRST else -1
        assert question.bounds(question.root) == (value, value)
        assert question.nodes == 0


def test_a_question_whose_time_is_over_begins_no_search():
    m = nbgames.match("projex", 6, swap=False)
    question = Asked(m.game, m.position, monotonic() - 1)
    with pytest.raises(OutOfTime):
        question.reaches(m.position, FIRST, 1)
    assert question.nodes == 0


def test_nodes_that_are_met_again_are_counted_until_the_next_look_at_the_clock():
    m = nbgames.match("projex", 4, swap=False)
    search = WinSearch(m.game, m.position, FIRST, fast=False)
    search.slice, search.visits = 10**9, 3
    assert search.wins(m.position, stop=monotonic() - 1) is None
    assert search.cursor[dfpn.VISITS] == 0
    assert search.nodes > 0


@pytest.mark.parametrize(
    "limit", [{"seconds": 0}, {"seconds": "10"}, {"nodes": -5}, {"nodes": True}]
)
def test_a_limit_that_is_none_is_refused_in_words(limit):
    with pytest.raises(
        nbgames.Refused, match=r"is no (time limit|number of nodes): give one above"
    ):
        solve(nbgames.match("projex", 3), **limit)
