"""Tempo: Copolymer's connecting cells against exhaustive play, and the race of the other games."""

from functools import cache
from itertools import combinations
from math import inf

import pytest
from positions import JOINING, matches, random_match, seen_through
from thinned import first_of

import nbgames
from nbgames import EMPTY, FIRST, SECOND, analysis, graphs

FIVE = nbgames.game("copolymer", 5)

# Help text, Figure 2d, and theory's variant with O's last cell at C4.
SEED = nbgames.read_diagram(FIVE, "x o x\n x o . .\n o o o . o\n x . o .\n . . x")
VARIANT = nbgames.read_diagram(FIVE, "x o x\n x o . .\n o o o o .\n x . o .\n . . x")


def enemies(m, owners, site, who):
    return [owners[near] for near in m.game.board.neighbours[site]].count(3 - who)


def best(m):
    """The final margin of FIRST with best play from here, by plain recursion over single claims."""
    neighbours = m.game.board.neighbours

    @cache
    def value(owners, mover):
        found = []
        for site, owner in enumerate(owners):
            if owner == EMPTY:
                after = owners[:site] + bytes([mover]) + owners[site + 1 :]
                goes_on = [owners[near] for near in neighbours[site]].count(3 - mover) >= 2
                found.append(value(after, mover if goes_on else 3 - mover))
        if not found:
            return owners.count(FIRST) - owners.count(SECOND)
        return max(found) if mover == FIRST else min(found)

    return value(m.position.owners, m.position.to_move)


def late(count, size=5, empty=8):
    """Copolymer positions with so many empty cells, turns open or not."""
    cells = len(nbgames.game("copolymer", size).board.names)
    return [random_match("copolymer", size, cells - empty, seed=k) for k in range(count)]


def test_the_example_of_the_help_text():
    now = analysis.tempo(SEED)
    assert set(now[FIRST].connecting) == {"B3", "C4", "D3", "D5"}
    assert now[SECOND].connecting == ()
    assert now[FIRST].turns == 48  # theory: 2^4 * 3
    assert (now[FIRST].cells, now[SECOND].cells) == (5, 7)
    assert now.ahead == FIRST and now.decided


def test_values_of_the_example():
    """Theory: the best final margin after each first cell, +3 in all."""
    values = {name: best(SEED.play(name)) for name in SEED.legal()}
    assert values == {"B3": 3, "C4": 3, "D5": 3, "D3": 1, "B4": -1, "E3": -1, "E4": -1}
    assert analysis.swing(SEED).first == best(SEED) == 3


def turns(m):
    """Every whole turn from here, as sets of connecting cells and the closing cell."""
    found, waiting = {}, [(m, frozenset())]
    while waiting:
        now, taken = waiting.pop()
        for name in now.legal():
            after = now.play(name)
            if after.is_open:
                waiting.append((after, taken | {name}))
            else:
                found[taken | {name}] = after
    return found


def test_turns_of_the_example_by_playing():
    """Theory: wins by the number of connections taken: 2 of 12 with one, 1 of 12 with three ..."""
    wins = {}
    for cells, after in turns(SEED).items():
        won = best(after) > 0
        count = len(cells) - 1
        wins[count] = (wins.get(count, (0, 0))[0] + won, wins.get(count, (0, 0))[1] + 1)
    assert wins == {0: (0, 3), 1: (2, 12), 2: (5, 18), 3: (1, 12), 4: (3, 3)}


def test_the_variant():
    """Theory: three connecting cells, best +1; taking all three loses however it is done."""
    now = analysis.tempo(VARIANT)
    assert set(now[FIRST].connecting) == {"B3", "D3", "D5"}
    assert best(VARIANT) == analysis.swing(VARIANT).first == 1
    greedy = [after for cells, after in turns(VARIANT).items() if len(cells) == 4]
    assert len(greedy) == 4 and all(best(after) < 0 for after in greedy)


@pytest.mark.parametrize("m", late(40, empty=6))
def test_the_number_of_turns_by_playing(m):
    assert analysis.tempo(m)[m.position.to_move].turns == len(turns(m))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(3, 300), (5, 500), (7, 200)])
def test_the_score_identity(size, games):
    """The first player wins exactly when C1 >= C2; closing claims alternate."""
    for k in range(games):
        m = random_match("copolymer", size, 999, seed=k)
        found = analysis.score(m)
        (c1, c2), (n1, n2) = found.connecting, found.closing
        assert (m.outcome.winner == FIRST) == (c1 >= c2)
        assert found.margin % 2 == 1 and n1 - n2 in (0, 1)
        assert found.margin == c1 - c2 + n1 - n2
        assert found.cells == (c1 + n1, c2 + n2)


@pytest.mark.slow
@pytest.mark.parametrize("m", first_of(late(60), 12))
def test_locked_cells_are_kept_against_best_play(m):
    cells = len(m.game.board.names)
    margin = best(m)
    now = analysis.tempo(m)
    for who, lead in ((FIRST, margin), (SECOND, -margin)):
        low, high = now[who].bounds
        assert low <= (cells + lead) // 2 <= high
        if now.decided and now.ahead == who:
            assert lead > 0


@pytest.mark.slow
@pytest.mark.parametrize("m", first_of(late(30, size=7, empty=8), 5))
def test_swing_by_recursion(m):
    found = analysis.swing(m)
    on_move = [
        best(nbgames.match(m.game, start=nbgames.Position(m.position.owners, who)))
        for who in (FIRST, SECOND)
    ]
    assert [found.first, found.second] == on_move
    assert found.swing == on_move[0] - on_move[1]


@pytest.mark.parametrize("m", late(25, size=7, empty=14))
def test_connecting_cells_and_gifts_by_playing(m):
    """A gift is a cell that becomes connecting for the enemy by this very claim."""
    now = analysis.tempo(m)
    owners = m.position.owners
    for who in (FIRST, SECOND):
        joins = {v for v in m.legal() if enemies(m, owners, m.game.board.site(v), who) >= 2}
        assert set(now[who].connecting) == joins
        for name in m.legal():
            after = nbgames.match(m.game, start=nbgames.Position(owners, who)).play(name)
            if after.outcome:
                continue
            new = set(analysis.tempo(after)[3 - who].connecting) - set(now[3 - who].connecting)
            assert now[who].gifts[name] == len(new)
            assert (name in now[who].safe) == (not new and name not in joins)


@pytest.mark.parametrize("seed", range(10))
def test_connecting_cells_never_grow_during_the_own_turn(seed):
    m = random_match("copolymer", 7, 12, seed=seed)
    while not m.outcome:
        who = m.to_move
        joins = set(analysis.tempo(m)[who].connecting)
        after = m.play(m.legal()[seed % len(m.legal())])
        if after.is_open:
            assert set(analysis.tempo(after)[who].connecting) <= joins
        m = after


@pytest.mark.long
@pytest.mark.slow
def test_settled_cells():
    """Where no empty cells touch: a for the side on move only, b for the other only, c for both,
    and it gains a + c if b = 0, else a + c + 2 - b (theory, for positions without other cells)."""
    seen = set()
    for seed in range(500):
        m = random_match("copolymer", 7, 37 - 4 - seed % 4, seed=("settled", seed))
        kinds = graphs.interaction_graph(m).nodes(data="kind")
        settled = not graphs.interaction_graph(m).edges
        if not settled or any(kind == "neutral" for _, kind in kinds):
            continue
        names = ("first", "second") if m.position.to_move == FIRST else ("second", "first")
        a, b, c = (sum(kind == k for _, kind in kinds) for k in (*names, "both"))
        owners = m.position.owners
        gain = best(m) - owners.count(FIRST) + owners.count(SECOND)
        gain = gain if m.position.to_move == FIRST else -gain
        assert gain == (a + c if b == 0 else a + c + 2 - b)
        seen.add((a, b, c))
    assert len(seen) > 8


@cache
def settled(a, b, c):
    """What the side on move gains on settled cells, by recursion over its claims."""
    if a + b + c == 0:
        return 0
    found = []
    if a:
        found.append(1 + settled(a - 1, b, c))
    if c:
        found.append(1 + settled(a, b, c - 1))
    if b:
        found.append(1 - settled(b - 1, a, c))
    return max(found)


def test_the_settled_formula_up_to_seven():
    for a in range(8):
        for b in range(8):
            for c in range(8):
                assert settled(a, b, c) == (a + c if b == 0 else a + c + 2 - b)


@pytest.mark.parametrize("seed", range(6))
def test_copolymers_tempo_turns_with_the_board(seed):
    m = random_match("copolymer", 5, 9, seed=seed)
    now = analysis.tempo(m)
    for symmetry in graphs.automorphisms(m.game):
        then = analysis.tempo(seen_through(m, symmetry)[0])
        assert (then.ahead, then.lead) == (now.ahead, now.lead)
        for who in (FIRST, SECOND):
            assert {symmetry[v] for v in now[who].connecting} == set(then[who].connecting)
            assert {symmetry[v]: n for v, n in now[who].gifts.items()} == then[who].gifts
            assert (now[who].bounds, now[who].turns) == (then[who].bounds, then[who].turns)


def test_a_sweep():
    for m in late(200, empty=2):
        side = analysis.tempo(m)[m.position.to_move]
        if side.sweeps:
            assert side.turns == 1 and set(side.connecting) == set(m.legal())
            after = m.play(m.legal()[0])
            assert after.play(after.legal()[0]).outcome
            return
    raise AssertionError("no sweep among the samples")


@pytest.mark.parametrize(("name", "size"), JOINING)
def test_the_race(name, size):
    for m in matches(name, size, 15, seed="race"):
        now = analysis.tempo(m)
        for who in (FIRST, SECOND):
            assert now[who].win_in == analysis.distance(m, who).stones
            assert now[who].threats == analysis.threats(m, who)
        if m.outcome and m.outcome.winner:
            assert now.ahead == m.outcome.winner and now.decided and now.lead == inf
        elif not m.outcome and now[m.to_move].win_in < inf:
            mine, his = now[m.to_move].win_in, now[3 - m.to_move].win_in
            assert (now.ahead == m.to_move) == (mine <= his)
            assert now.lead == abs(2 * his - 2 * mine + 1)


@pytest.mark.parametrize(
    "m",
    [
        random_match("copolymer", 5, 999, seed=3),
        random_match("copolymer", 5, 4, seed=3).play("resign"),
        random_match("copolymer", 5, 4, seed=3).end("agreed", FIRST),
    ],
    ids=["on the board", "resigned", "agreed"],
)
def test_of_a_finished_game_of_copolymer_it_is_told_that_it_is_over(m):
    """It told what each was sure of, and how many turns there were to choose from."""
    cells = [analysis.tempo(m)[who].cells for who in (FIRST, SECOND)]
    assert analysis.tempo(m).explain() == (
        f"X has {cells[0]} cells. O has {cells[1]} cells. The game is over: {m.result()}."
    )


def test_history_has_a_row_for_every_word():
    m = random_match("copolymer", 5, 999, seed=3)
    rows = analysis.history(m)
    assert [row["word"] for row in rows[1:]] == list(m.moves)
    assert rows[-1]["first_low"] == rows[-1]["first_high"] == len(m.owned(FIRST))
    p = random_match("projex", 4, 999, seed=3)
    assert analysis.history(p)[0]["first"] == 6
    assert 0 in (analysis.history(p)[-1]["first"], analysis.history(p)[-1]["second"])


@pytest.mark.parametrize(("question", "words"), [
    (lambda: analysis.tempo("x"), "is no match"),
    (lambda: analysis.tempo(nbgames.match("projex"))[0], "no player"),
    (lambda: analysis.score(nbgames.match("projex")), "give a match of copolymer, not"),
    (lambda: analysis.swing(nbgames.match("conhex")), "give a match of copolymer, not"),
    (lambda: analysis.swing(nbgames.match("copolymer")), "271 cells are empty"),
    (lambda: analysis.history(3), "is no match"),
])  # fmt: skip
def test_refusals(question, words):
    with pytest.raises(nbgames.Refused, match=words):
        question()


def test_pairs_of_connecting_cells_in_any_order():
    """Within a turn the order never matters."""
    for a, b in combinations(analysis.tempo(SEED)[FIRST].connecting, 2):
        assert SEED.play(a, b).position == SEED.play(b, a).position


@pytest.mark.parametrize("how", ["X wins by resignation", "O wins by forfeit"])
def test_of_a_race_that_ended_off_the_board_it_is_told_how_it_stood(how):
    """It was told who would win first."""
    m = nbgames.match("projex", 3, swap=False).play("B2", "A3", "C3")
    told = analysis.tempo(m.play("resign") if "resign" in how else m.end("forfeit", 2)).explain()
    assert told.startswith(f"The game is over: {how}. The race as it stood: X wins in 2 moves")
    assert "would win first" not in told
