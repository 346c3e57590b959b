"""A page's computer player finds what Python's finds: threats, trees, values of lattices."""

import json
from random import Random

import pytest
from foreign import SIX
from positions import random_match

import nbgames
from nbgames.analysis.capabilities import latticed, obliges
from nbgames.analysis.evaluation import by_currents, by_trees
from nbgames.analysis.mcts.puct import Node, grow, ranked
from nbgames.analysis.mcts.search import MOST_GAMES, Search
from nbgames.analysis.mcts.trees import Tree
from nbgames.analysis.questions import settled
from nbgames.analysis.solver.switching import standing
from nbgames.core._jit import can_compile
from nbgames.opponents.levels import LEVELS
from nbgames.opponents.tactics import candidates, nearby, wins
from nbgames.web.bundle import bundled
from nbgames.web.playing import known, modules
from nbgames.web.thinking import searching, thinking

BOARDS = [
    *map(nbgames.game, ("antipalos", "conhex", "copolymer", "projex"), (4, 3, 5, 4)),
    *(nbgames.game(rules, 3) for rules in SIX),
]
PLAYED = [game for game in BOARDS if not latticed(game)]
CROSSED = [game for game in BOARDS if latticed(game)]
SEED, GAMES = 2026, 400
ROWS = Tree._fields

ENTRY = """import { armed } from "./worker.js";
import { matchOf } from "./match.js";
import * as tactics from "./tactics.js";
import { think } from "./thinker.js";
import { search } from "./searching.js";
%s
window.game = (facts, player) => armed({ facts, player });
Object.assign(window, { matchOf, think, tactics, search%s });
"""
LATTICES = 'import * as lattices from "./lattices.js";'
ENDS = 'import * as ends from "./ends.js";'


def asked(tab, game, function, given):
    """What a function of the page answers for each of the given, with the game's player loaded."""
    more = (LATTICES, ", lattices") if latticed(game) else ("", "")
    more = (ENDS, ", ends") if obliges(game) else more
    return called(tab, game, ENTRY % more, thinking(game), function, given)


def called(tab, game, entry, player, function, given):
    """What a function of modules of the page answers for each of the given."""
    made = {**modules(game), **searching(game), "entry.js": entry}
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


TREE = """({ owners, to_move, sites, seed, games }) => {
  const tree = search.treeOf(game, { owners, to_move }, seed, sites, games);
  tree.grow(games);
  return [tree.best().turn, [...tree.cursor],
    ...Object.values(tree.rows).map(row => [...row.subarray(0, tree.cursor[1])])];
}"""


def tree_of(game, position, *, fast):
    """The same tree in Python: the best turn, the cursor and the rows as far as they are used."""
    search = Search(game, position, SEED, room=GAMES)
    search.grow(GAMES, fast=fast)
    entries = int(search._cursor[1])
    rows = [list(getattr(search._tree, name)[:entries]) for name in ROWS]
    return [search.turn(), list(search._cursor), *rows]


@pytest.mark.parametrize("fast", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("game", PLAYED, ids=repr)
def test_a_tree_is_that_of_the_same_seed_in_python(blank, game, fast):
    if fast and not can_compile():
        pytest.skip("no numba: NOTHING IS COMPILED")
    found = list(positions(game, 2 if fast else 12))
    given = [
        {**sent(one), "sites": game.empty(one.owners), "seed": SEED, "games": GAMES}
        for one in found
    ]
    for position, there in zip(found, asked(blank, game, TREE, given), strict=True):
        here = tree_of(game, position, fast=fast)
        assert there == here


FULL = """({ owners, to_move, sites }) => {
  const tree = search.treeOf(game, { owners, to_move }, 7, sites);
  tree.grow(100);
  const full = game.numbers.MOST_GAMES - 50;
  tree.cursor[game.numbers.GAMES] = full;
  for (const row of [tree.rows.visits, tree.rows.rave_visits]) row[1] = full;
  for (const row of [tree.rows.points, tree.rows.rave_points]) row[1] = 2 * full;
  tree.grow(2 ** 31);
  return [tree.count(), Math.min(...Object.values(tree.rows).map(row => Math.min(...row.subarray(0, 999))))];
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
  return [tactics.wins(game, one.owners, one.to_move), [sites, why], tactics.nearby(game, one.owners)];
}"""


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_wins_and_candidates_are_those_of_python(blank, game):
    found = list(positions(game, 30))
    there = asked(blank, game, THREATS, list(map(sent, found)))
    for position, seen in zip(found, there, strict=True):
        good = wins(game, position.owners, position.to_move)
        assert seen == [good, [*candidates(game, position)], nearby(game, position.owners)]


VALUES = """(one) => {
  const stands = lattices.standing(game, one.owners, one.to_move);
  return ["byCurrents", "byTrees"].map(by => {
    const { value, worth, proven } = lattices[by](game, one);
    return [value, [...worth], proven];
  }).concat([stands, lattices.told(stands)]);
}"""


@pytest.mark.parametrize("game", CROSSED, ids=repr)
def test_lattices_are_valued_as_in_python(blank, game):
    found = list(positions(game, 40))
    there = asked(blank, game, VALUES, list(map(sent, found)))
    for position, (flow, forest, stands, why) in zip(found, there, strict=True):
        here = by_currents(game, position)
        for (value, worth, proven), python in (
            (flow, here),
            (forest, by_trees(game, position, here)),
        ):
            assert value == pytest.approx(python.value)
            assert dict(map(tuple, worth)) == pytest.approx(python.worth)
            assert proven == python.proven
        seen = standing(game.board, position.owners, position.to_move)
        assert stands == {
            "winner": seen.winner,
            "trees": list(map(list, seen.trees)),
            "musts": list(seen.musts),
            "margins": list(seen.margins),
            "claims": list(seen.claims),
        }
        assert why == seen.why


LEAVES = """({ owners, to_move, hasTrees, leaves }) => {
  const root = search.nodeOf(game, { owners, to_move }, hasTrees);
  for (let k = 1; k < leaves && root.proven === null; k += 1) search.grow(game, root, hasTrees);
  return [root.proven, root.visits, search.ranked(root)];
}"""


@pytest.mark.parametrize("has_trees", [False, True], ids=["by currents", "by trees"])
@pytest.mark.parametrize("game", CROSSED, ids=repr)
def test_a_search_of_lattices_is_that_of_python(blank, game, has_trees):
    found, leaves = list(positions(game)), 60
    given = [{**sent(one), "hasTrees": has_trees, "leaves": leaves} for one in found]
    for position, there in zip(found, asked(blank, game, LEAVES, given), strict=True):
        rng = Random(1)
        root = Node(game, position, rng, 0, has_trees)
        for count in grow(game, root, rng, 0, has_trees):
            if count >= leaves:
                break
        assert there[:2] == [root.proven, root.visits]
        assert [site for site, _ in there[2]] == [site for site, _ in ranked(root)]
        assert [v for _, v in there[2]] == pytest.approx([v for _, v in ranked(root)])


END = """(one) => {
  const found = ends.settled(game, one, 1e7, () => false);
  let step;
  do step = found.next(); while (!step.done);
  return step.value;
}"""


@pytest.mark.parametrize("size", [5, 7])
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


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_a_level_without_time_still_plays(blank, game):
    given = [[level, swap] for level in LEVELS for swap in (True, False)]
    for told in asked(blank, game, LATE, given):
        assert nbgames.match(game).play(told["word"]) and told["why"]
