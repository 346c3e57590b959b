"""A page's computer player finds what Python's finds: threats, trees, values of lattices.

In make test in the four games, in make test-all in six that nbgames does not have, too.
"""

import json
import re
from random import Random

import pytest
from foreign import SIX
from positions import random_match
from thinned import first_of

import nbgames
from nbgames.analysis.capabilities import latticed, obliges
from nbgames.analysis.evaluation import by_currents
from nbgames.analysis.mcts.search import MOST_GAMES, Search
from nbgames.analysis.questions import settled
from nbgames.core._jit import can_compile
from nbgames.opponents.levels import LEVELS
from nbgames.opponents.tactics import candidates, nearby, threat, wins
from nbgames.web.bundle import bundled
from nbgames.web.playing import known, modules
from nbgames.web.thinking import searching, thinking

BOARDS = [
    *map(nbgames.game, ("antipalos", "conhex", "copolymer", "projex"), (4, 3, 5, 4)),
    *(nbgames.game(rules, 3) for rules in SIX),
]
CROSSED = [game for game in BOARDS if latticed(game)]
SEED, GAMES = 2026, 400
each_board = pytest.mark.parametrize("game", first_of(BOARDS, 4), ids=repr)

ENTRY = """import { armed } from "./worker.js";
import { matchOf, played } from "./match.js";
import * as tactics from "./tactics.js";
import { think } from "./thinker.js";
import { search } from "./searching.js";
%s
window.game = (facts, player) => armed({ facts, player });
Object.assign(window, { matchOf, played, think, tactics, search%s });
"""
LATTICES = 'import * as lattices from "./lattices.js";'
ENDS = 'import * as ends from "./ends.js";'


def asked(tab, game, function, given):
    """What a function of the page answers for each of the given, with the game's player loaded."""
    more = (LATTICES, ", lattices") if latticed(game) else ("", "")
    more = (ENDS, ", ends") if obliges(game) else more
    return called(tab, game, ENTRY % more, thinking(game), function, given)


def called(tab, game, entry, player, function, given, instead=()):
    """What a function of modules of the page, some with others instead, answers for each given."""
    made = {**modules(game), **searching(game), "entry.js": entry, **dict(instead)}
    script = bundled("entry.js", made).replace('"use strict";', "")
    return tab.ask(
        f"""(data) => {{
          {script}
          const [facts, player, given] = JSON.parse(data);
          const game = window.game(facts, player);
          return given.map((one) => ({function})(one));
        }}""",
        json.dumps([known(game), player, given]),  # as a page has it: every key is a text
    )


def positions(game, count=12):
    """Positions in which nobody has won, from the start on."""
    for seed in range(count):
        m = random_match(game, None, 99, seed=seed)
        m = m.after(Random(seed).randrange(len(m.claims)) if seed else 0)
        if not m.outcome:
            yield m.position


def sent(position):
    return {"owners": list(position.owners), "to_move": position.to_move}


TREE = """({ owners, to_move, sites, seed, games, proves }) => {
  const tree = search.treeOf(game, { owners, to_move }, seed, sites, games, proves);
  tree.grow(games);
  return [tree.best().turn, tree.why(), [...tree.cursor],
    ...Object.values(tree.rows).map(row => [...row.subarray(0, tree.cursor[1])])];
}"""


def tree_of(game, position, *, fast, proves):
    """The same tree in Python: the best turn and why, the cursor, the rows as far as they are used.

    The row of a node or of an entry has the same numbers to the last bit.
    """
    search = Search(game, position, SEED, room=GAMES, proves=proves)
    search.grow(GAMES, fast=fast)
    entries = int(search._cursor[1])
    rows = [list(row[:entries]) for row in search._tree]
    return [search.turn(), search.why(), list(search._cursor), *rows]


# Games that are played out have trees with proofs only.
TREES = [(game, proves) for game in BOARDS for proves in (True, False) if proves or latticed(game)]
KINDS = 5  # of Antipalos by values and by proofs, of the three other games


@pytest.mark.parametrize("fast", first_of([False, True]), ids=["plain", "compiled"])
@pytest.mark.parametrize("count", first_of([3, 12]))
@pytest.mark.parametrize("kind", first_of(TREES, KINDS), ids=repr)
def test_a_tree_is_that_of_the_same_seed_in_python(blank, kind, count, fast):
    """Plain, to compile nothing for it: test_mcts.py shows that compiled trees are the same."""
    game, proves = kind
    if fast and not can_compile():
        pytest.skip("no numba: NOTHING IS COMPILED")
    found = list(positions(game, count))
    more = {"seed": SEED, "games": GAMES, "proves": proves}
    given = [{**sent(one), "sites": game.empty(one.owners), **more} for one in found]
    for position, there in zip(found, asked(blank, game, TREE, given), strict=True):
        assert there == tree_of(game, position, fast=fast, proves=proves)


FULL = """({ owners, to_move, sites }) => {
  const tree = search.treeOf(game, { owners, to_move }, 7, sites);
  tree.grow(100);
  const full = game.numbers.MOST_GAMES - 50;
  tree.cursor[game.numbers.GAMES] = full;
  for (const row of [tree.rows.visits, tree.rows.rave_visits]) row[1] = full;
  for (const row of [tree.rows.points, tree.rows.rave_points]) row[1] = 2 * full;
  tree.grow(2 ** 31);
  const least = Object.values(tree.rows).map(row => Math.min(...row.subarray(0, 999)));
  return [tree.count(), Math.min(...least)];
}"""


def test_a_tree_ends_before_its_counters_are_full(blank):
    """As in Python: two points are counted a game, and at most 2 ** 30 games fit into 32 bits."""
    game = nbgames.game("projex", 4)
    given = {**sent(game.start()), "sites": game.empty(game.start().owners)}
    ((count, least),) = asked(blank, game, FULL, [given])
    assert count == MOST_GAMES < 2**30
    assert least >= 0


THREATS = """(one) => {
  const { sites, why } = tactics.candidates(game, one);
  const good = tactics.wins(game, one.owners, one.to_move);
  return [good, [sites, why], tactics.nearby(game, one.owners)];
}"""


@each_board
def test_wins_and_candidates_are_those_of_python(blank, game):
    found = list(positions(game, 30))
    there = asked(blank, game, THREATS, list(map(sent, found)))
    for position, seen in zip(found, there, strict=True):
        good = wins(game, position.owners, position.to_move)
        assert seen == [good, [*candidates(game, position)], nearby(game, position.owners)]


VALUES = """(one) => {
  const { value, worth } = lattices.evaluated(game, one);
  const tree = search.treeOf(game, one, 1, [], 1);
  tree.grow(1);
  return [value, [...worth], tree.why()];
}"""


@pytest.mark.parametrize("game", CROSSED, ids=repr)
def test_lattices_are_valued_as_in_python(blank, game):
    found = list(positions(game, 40))
    there = asked(blank, game, VALUES, list(map(sent, found)))
    for position, (value, worth, why) in zip(found, there, strict=True):
        here = by_currents(game, position)
        assert value == pytest.approx(here.value)
        assert dict(map(tuple, worth)) == pytest.approx(here.worth)
        search = Search(game, position, 1, room=1)
        search.grow(1)
        assert why == search.why()


END = """(one) => {
  const found = ends.settled(game, one, 1e7, () => false);
  let step;
  do step = found.next(); while (!step.done);
  return step.value;
}"""


@pytest.mark.parametrize("size", first_of([7, 5]))
def test_an_end_of_counted_cells_has_the_margin_of_python(blank, size):
    game = nbgames.game("copolymer", size)
    found = [m.position for seed in range(20) if (m := late(game, seed)) and not m.outcome]
    there = asked(blank, game, END, list(map(sent, found)))
    for position, seen in zip(found, there, strict=True):
        value, _, _ = settled(game, position)
        assert seen["margin"] == value
        after = nbgames.match(game, start=position).play(
            *[game.board.names[s] for s in seen["turn"]]
        )
        if after.outcome:
            owners = after.position.owners
            who = position.to_move
            assert owners.count(who) - owners.count(3 - who) == value
        else:
            then, _, _ = settled(game, after.position)
            assert (then if after.to_move == position.to_move else -then) == value


def late(game, seed):
    """A match with at most sixteen empty cells."""
    m = random_match(game, None, 99, seed=seed)
    return m.after(max(0, len(m.claims) - 4 - seed % 13))


THOUGHT = """([word, level]) => {
  const thoughts = think(game, played(matchOf(game, { swap: false }), word), level);
  let one;
  do one = thoughts.next(); while (!one.done);
  return one.value;
}"""


@each_board
def test_an_estimate_of_few_games_is_no_percentage(blank, game):
    names = nbgames.match(game).legal()
    near, best = asked(blank, game, THOUGHT, [[names[len(names) // 2], n] for n in (1, 2)])
    games = r"\d+% of 16 games played on at random are won"
    chances = r"the computer gives itself a chance of \d+%" if latticed(game) else games
    assert near["why"].startswith("looks best of the places near those that are taken")
    assert re.fullmatch(chances, best["why"].partition(": ")[2])
    assert ("chance" in near["why"]) == latticed(game)


THREAT = """([position, sites]) =>
  sites.map((site) => tactics.threat(game, position, site))"""


@each_board
@pytest.mark.parametrize("count", first_of([3, 12]))
def test_threats_are_told_of_the_same_claims(blank, game, count):
    given = [(position, game.empty(position.owners)) for position in positions(game, count)]
    here = [[threat(game, position, site) for site in sites] for position, sites in given]
    assert (
        asked(blank, game, THREAT, [[sent(position), sites] for position, sites in given]) == here
    )


# The clock leaps, as on a machine that is busy or has slept: the time is over before it begins.
LATE = """([level, swap]) => {
  let now = 0;
  const clock = performance.now;
  performance.now = () => (now += 500);
  const thoughts = think(game, matchOf(game, { swap }), level);
  let one;
  do one = thoughts.next(); while (!one.done);
  performance.now = clock;
  return one.value;
}"""


@each_board
def test_a_level_without_time_still_plays(blank, game):
    given = [[level, swap] for level in LEVELS for swap in (True, False)]
    for told in asked(blank, game, LATE, given):
        assert nbgames.match(game).play(told["word"]) and told["why"]
