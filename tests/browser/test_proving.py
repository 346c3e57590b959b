"""A page proves what a notebook proves: the same search, node by node.

`make test` compares three games of nbgames, `make test-all` those that it does not have, too.
"""

from array import array
from random import Random

import pytest
from browser.games import to_the_end
from browser.test_thinker import called, sent
from foreign import SIX
from positions import random_match
from thinned import first_of

import nbgames
from nbgames.analysis import values
from nbgames.analysis.certificates import has_margins
from nbgames.analysis.questions import settled
from nbgames.analysis.solver.proving import WinSearch
from nbgames.core._jit import can_compile, jit
from nbgames.web.thinking import thinking
from nbgames.web.translate import javascript

SMALL = [
    *map(nbgames.game, ("conhex", "projex", "antipalos"), (3, 4, 4)),
    *(nbgames.game(rules, 3) for rules in SIX),
]
WON = [game for game in SMALL if not has_margins(game)]
SLOTS, NODES = 1 << 12, 600
ENTRY = """import { proving } from "./exact.js";
import { listed } from "./judging.js";
import { read } from "./record.js";
import { reviews } from "./reviewing.js";
import { proofs } from "./values.js";
import { armed } from "./worker.js";
window.game = (facts, player) => armed({ facts, player });
window.last = (work) => { let step; do step = work.next(); while (!step.done); return step.value; };
Object.assign(window, { listed, proofs, proving, read, reviews });
"""
SEARCHED = """({ attacker, slots, nodes, ...position }) => {
  const one = proving.winSearch(game, position, attacker, slots);
  if (!one) return null;
  const purse = { nodes };
  const won = last(proving.wins(one, position, purse, game.numbers));
  const { proofs, disproofs, musts, carriers } = one.stack;
  const root = [proofs, disproofs, musts, carriers].map((row) => row[0]);
  return [[...one.hashing.zobrist], [won, nodes - purse.nodes, ...root]];
}"""


def asked(tab, game, function, given):
    return called(tab, game, ENTRY, thinking(game), function, given)


def searched(game, position, attacker, zobrist, nodes, *, fast):
    """The same search with a page's hash numbers: verdict, nodes, numbers, sites and carrier."""
    search = WinSearch(game, position, attacker, fast=fast, slots=SLOTS)
    plain = array("i", range(len(position.owners)))  # a page has no symmetries
    search.hashing = search.hashing._replace(zobrist=array("q", zobrist), images=plain)
    won, stack = search.wins(position, limit=nodes), search.stack
    rows = (stack.proofs, stack.disproofs, stack.musts, stack.carriers)
    return [won, search.nodes, *(row[0] for row in rows)]


def ends(game, back, count):
    """Positions in which nobody has won, up to so many claims before the end of random games."""
    for seed in range(count):
        m = random_match(game, None, 999, seed=seed)
        m = m.after(max(0, len(m.claims) - 1 - seed % back))
        if not m.outcome:
            yield m.position


def compare(tab, game, positions, nodes, *, fast=False):
    given = [
        {**sent(position), "attacker": attacker, "slots": SLOTS, "nodes": nodes}
        for position in positions
        for attacker in (1, 2)
    ]
    found = asked(tab, game, SEARCHED, given)
    for one, (zobrist, there) in zip(given, found, strict=True):
        position = nbgames.Position(bytes(one["owners"]), one["to_move"])
        assert there == searched(game, position, one["attacker"], zobrist, nodes, fast=fast)
    return found


@pytest.mark.parametrize("fast", first_of([False, True]), ids=["plain", "compiled"])
@pytest.mark.parametrize("game", first_of(WON), ids=repr)
def test_a_search_is_that_of_python_node_by_node(blank, game, fast):
    """Plain it takes a second; to compile it takes ten. test_solving.py shows that both agree."""
    if fast and not can_compile():
        pytest.skip("no numba: NOTHING IS COMPILED")
    found = compare(blank, game, list(ends(game, 18, 18)), NODES, fast=fast)
    assert {True, False} <= {won for _, (won, *_) in found}
    assert any(nodes > 20 for _, (_, nodes, *_) in found)


@pytest.mark.parametrize("name", first_of(["conhex", "antipalos", "projex"], 2))
def test_a_set_of_more_sites_than_a_word_has_bits_is_searched_alike(blank, name):
    """On boards of the usual size: a set is a number of up to 53 bits, one for a square."""
    game = nbgames.game(name)
    m = random_match(game, None, 999, seed=1)
    sites = [len(game.empty(m.after(n).position.owners)) for n in range(len(m.claims))]
    bits = [count // 2 if game.board.rivals else count for count in sites]
    m = m.after(next(n for n, count in enumerate(bits) if count <= 52))
    assert bits[len(m.claims)] > 40
    compare(blank, game, [m.position], 40)


SETTLED = """(position) => {
  const found = last(proving.settledBy(game, position, { nodes: 1e5 }));
  return [found.value, found.site];
}"""
LOST = "(position) => last(proving.isLost(game, position, { nodes: 1e5 }))"


@pytest.mark.parametrize("game", first_of(WON, 3), ids=repr)
def test_a_value_and_the_claim_that_keeps_it_are_those_of_the_solver(blank, game):
    found = list(ends(game, 8, 12))
    given = list(map(sent, found))
    lost = asked(blank, game, LOST, given)
    for position, there, is_lost in zip(
        found, asked(blank, game, SETTLED, given), lost, strict=True
    ):
        value, turn, _ = settled(game, position)
        assert there == [value, turn[0]]
        assert is_lost == (value == -1)


# The end of a match, whose first ten positions take nearly all the time and prove nothing.
WORDS = "H7 F7 G2 C2 B5 I10 L11 I2 E2 G12 A1 B9 L7 J5 M1 I4 A13 K12 M13 L3 L5 E4 K2"
FROM = 10
PROVEN = {n - FROM: float(not 17 <= n <= 21) for n in range(FROM, 24)}
MARKED = """(record) => {
  const steps = [...reviews(read(game, record))];
  const { worths, words } = steps.at(-1).found;
  return [worths.map(({ share, error }) => (error ? null : share)), Object.keys(words).map(Number)];
}"""


SHARES = "(record) => [...reviews(read(game, record))].map(({ share }) => share)"
DONE = """(record) => {
  const { moves, at } = listed(read(game, record));
  const boards = moves.map((_, k) => [k + 1, at(k + 1)]);
  return [...proofs(boards, (n) => moves[n - 1], 5000)].filter((told) => told !== undefined);
}"""


def match_of_conhex():
    m = nbgames.match("conhex", 4, swap=False).play(*WORDS.split())
    return m.from_position(m.at(FROM).position).play(*m.moves[FROM:])


def reviewed(tab, function, m=None):
    """What a function says of a review with few games an estimate, by default of that match."""
    m = m or match_of_conhex()
    player = thinking(m.game)
    player["numbers"]["BY_GAMES"] = 64
    (found,) = called(tab, m.game, ENTRY, player, function, [str(m)])
    return found


@pytest.mark.long
def test_a_review_marks_no_move_that_the_solver_shows_to_cost_nothing(blank):
    """Where few claims were tried, A1, M1 and I4 had marks; as in analysis/test_review.py."""
    shares, marked = reviewed(blank, MARKED)
    assert {n: share for n, share in enumerate(shares) if share is not None} == PROVEN
    assert {n + FROM for n in marked} == {17, 22}  # A13 and E4


@pytest.mark.long
def test_the_share_that_a_review_has_done_never_falls(blank):
    """Proofs after the last searches told that of the middle of their stage.

    The next test shows it of a shorter review.
    """
    m = nbgames.match("conhex", 4)
    for word in ["G7", "E12", "D5", "H7", "J9", "I12", "D9", "L11", "J5", "C12", "G4", "K12", "B5"]:
        m = m.play(word)
    shares = reviewed(blank, SHARES, m.play("A13"))
    assert shares == sorted(shares)
    assert shares.count(1) == 1  # no review is done before it is there


def test_an_exact_end_that_counts_its_nodes_leaves_the_share_a_number(blank):
    """Proofs of Copolymer tell their nodes too, and the page said "NaN% done"."""
    m = to_the_end(nbgames.match("copolymer", 5), Random(1))
    shares = reviewed(blank, SHARES, m)
    assert all(0 <= share <= 1 for share in shares) and shares == sorted(shares)


def test_a_review_is_told_how_many_positions_are_proven_or_left(blank):
    """Once for each position, however often a search has paused."""
    assert reviewed(blank, DONE) == list(range(1, 24 - FROM))


@pytest.mark.long
@pytest.mark.skipif(not can_compile(), reason="NO NUMBA: a search of so many nodes takes minutes")
def test_the_solver_of_python_proves_the_same():
    """As the review of a page, in the test of marks above, with as many nodes.

    It is compiled for; node by node the page's search is Python's in the first test here.
    """
    m = match_of_conhex()
    found = (pair for pair in values.proofs(m, range(24 - FROM), 100_000) if pair)
    assert {n: value.share for n, value in found if value} == PROVEN


def test_a_board_of_more_sites_than_a_double_has_bits_is_left_open(blank):
    game = nbgames.game("projex", 6)
    position = {**sent(game.start()), "nodes": 100}
    (search,) = asked(blank, game, SEARCHED, [{**position, "attacker": 1, "slots": SLOTS}])
    (value,) = asked(
        blank, game, "(at) => last(proving.settledBy(game, at, { nodes: 9 }))", [position]
    )
    assert search is None and value is None


@jit
def combined(a, b):
    a |= b & ~a
    both = a & b
    both &= b
    return [both, a | b, a ^ b, a & ~b, ~a & b, b & 1 << 3, b ^ 1 if b < 9 else (a > b) & (b > 3)]


@pytest.mark.everywhere
def test_sets_are_combined_as_in_python(blank):
    """Of up to 53 things, which is what a double holds; many have but a few, or bit 31 alone."""
    random, kept = Random(1), [0, 1, 1 << 31, 1 << 32, (1 << 53) - 1]
    given = [[random.choice(kept), random.getrandbits(random.randint(1, 53))] for _ in range(400)]
    given += [[b, a] for a, b in given]
    code = f"(given) => {{ {javascript([combined], sets=True)}"
    there = blank.ask(
        f"{code} return given.map((pair) => combined(...pair).map(Number)); }}", given
    )
    assert there == [list(map(int, combined(*pair))) for pair in given]
