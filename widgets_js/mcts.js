/** What a position is worth by random games, and tree search by them; as nbgames/analysis/mcts/search.py has it. */

import { sampled } from "./games.js";
import { empty } from "./tactics.js";
import { begin, explore, judge, reply, step, winner } from "./trees.js";
import * as wording from "./wording.js";

const drawn = () => Math.floor(Math.random() * 2 ** 34);

const ints = (names, count) => Object.fromEntries(names.split(" ").map((name) => [name, new Int32Array(count)]));

/** A tree for the claims of a position; the same seed and number of games give the same tree as in Python. */
export const treeOf = (game, { owners, to_move: who }, seed, sites, room = Infinity) => {
  const { claimable, rows: net, numbers: n, flanks } = game;
  const nodes = Math.floor(Math.min(n.NODE_ROOM, room / n.EXPAND + 1));
  const entries = Math.min(n.ENTRY_ROOM, 1 + nodes * claimable);
  const tree = {
    ...ints("firsts counts movers", nodes),
    ...ints("sites nodes visits points rave_visits rave_points proven", entries),
  };
  const work = { ...ints("owners seen waiting", owners.length), ...ints("order entries parents", claimable) };
  const cursor = new Float64Array(5);
  const base = Int32Array.from(owners);
  const playing = { step, winner, reply, judge, flanks }; // twins of the rules that see typed rows only: faster
  begin(tree, cursor, sites, who, 1 + (seed % (n.MODULUS - 1)));
  const rank = (entry, mover) => {
    const order = { [mover]: 0, 0: 1, [n.DRAW]: 2, [3 - mover]: 3 };
    return order[tree.proven[entry]] * n.MODULUS - tree.visits[entry];
  };
  const entriesOf = (node) => Array.from({ length: tree.counts[node] }, (_, k) => tree.firsts[node] + k);
  const bestOf = (node) => entriesOf(node)
    .reduce((a, b) => (rank(b, tree.movers[node]) < rank(a, tree.movers[node]) ? b : a));
  /** What is known of a claim, for who. */
  const valueOf = (entry) => {
    const proven = tree.proven[entry];
    const games = tree.visits[entry];
    if (proven) return proven === n.DRAW ? 0.5 : Number(proven === who);
    return games ? tree.points[entry] / (2 * games) : 0.5;
  };
  const turnFrom = (entry) => {
    const node = tree.nodes[entry];
    const goesOn = node && tree.movers[node] === who && tree.visits[entry] >= n.ENOUGH;
    return [tree.sites[entry], ...(goesOn ? turnFrom(bestOf(node)) : [])];
  };
  return {
    rows: tree, cursor,
    count: () => cursor[n.GAMES],
    proven: () => cursor[n.PROVEN],
    isFull: () => cursor[n.GAMES] >= n.MOST_GAMES,
    grow: (count) => explore(net, playing, base, tree, work, cursor, Math.min(count, n.MOST_GAMES - cursor[n.GAMES])),
    /** The best claim and its value, and the turn that begins with it, as far as its claims had games enough. */
    best() {
      const entry = bestOf(0);
      return { turn: turnFrom(entry), value: valueOf(entry), count: cursor[n.GAMES] };
    },
    /** The claims, the best first. */
    order: () => entriesOf(0).sort((a, b) => rank(a, who) - rank(b, who)).map((entry) => tree.sites[entry]),
    /** The principal variation: the best claim of each node, down to those of few games. */
    line() {
      const found = [];
      let [node, best] = [0, bestOf(0)];
      while (tree.visits[best] >= n.FEW_GAMES || tree.proven[best]) {
        found.push(tree.sites[best]);
        node = tree.nodes[best];
        if (!node) break;
        best = bestOf(node);
      }
      return found;
    },
  };
};

/** The share of random games that the player to move wins, and of each site among those where it was the player's. */
export const evaluated = (game, { owners, to_move: who }, count) => {
  const { claimable, rows, step, winner, numbers: { HEAD } } = game;
  const tally = new Array(HEAD + 3 * claimable).fill(0);
  const sites = empty(game, owners);
  sampled(rows, step, winner, [owners, owners.slice(), who, sites.slice()], tally, 1 + drawn(), count);
  const had = (won, site) => {
    const first = tally[HEAD + won * claimable + site];
    return who === 1 ? first : tally[won] - first;
  };
  const share = (site) => (had(who, site) + 1) / (had(0, site) + had(1, site) + had(2, site) + 2);
  return { value: (tally[who] + tally[0] / 2) / count, worth: new Map(sites.map((site) => [site, share(site)])) };
};

/** The best claim so far, again and again, until it is late. */
export function* searched(game, position, { sites, why, isLate, room, slice }) {
  const tree = treeOf(game, position, drawn(), sites, room);
  let count = 8;
  while (!tree.proven() && !tree.isFull()) {
    const start = performance.now();
    tree.grow(count);
    const pace = slice / Math.max(performance.now() - start, 0.01);
    count = Math.max(1, Math.floor(Math.min(4, pace) * count));
    const best = tree.best();
    const result = { [position.to_move]: 1, [3 - position.to_move]: -1, [game.numbers.DRAW]: 0 }[tree.proven()];
    yield { ...best, why: result === undefined ? wording.prospects(why, best.value) : wording.forced(result) };
    if (best.count >= game.numbers.LATE_GAMES && isLate(best.turn)) return;
  }
}

/** What a position is worth to the player to move after so many games; as nbgames/analysis/mcts/estimates.py has it. */
export function* estimated(game, position, games, seed, slice) {
  const { DRAW } = game.numbers;
  const tree = treeOf(game, position, seed, empty(game, position.owners), games);
  const shares = [];
  let count = 8;
  for (const limit of [Math.floor(games / 2), games]) {
    while (tree.count() < limit && !tree.proven()) {
      const start = performance.now();
      tree.grow(Math.min(count, limit - tree.count()));
      const pace = slice / Math.max(performance.now() - start, 0.01);
      count = Math.max(1, Math.floor(Math.min(4, pace) * count));
      yield;
    }
    shares.push(tree.best().value);
  }
  const proven = { 0: null, [DRAW]: 0 }[tree.proven()];
  return {
    share: shares[1], half: shares[0], proven: proven === undefined ? tree.proven() : proven,
    line: tree.line(), order: tree.order(),
  };
}

/** The openings, the weakest first. */
export const openings = (game, position) => {
  const { worth } = evaluated(game, position, game.numbers.RANKED_SINGLY);
  return [...worth.keys()].sort((a, b) => worth.get(a) - worth.get(b));
};
