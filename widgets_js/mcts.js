/** Tree search by kernels; as nbgames/analysis/mcts/search.py has it. */

import { begin, evaluated, explore, kernels, made, told } from "./leaves.js";
import { after, empty, leavesFor } from "./tactics.js";
import * as wording from "./wording.js";

export { evaluated };

const drawn = () => Math.floor(Math.random() * 2 ** 34);

/** How the entries of a tree's nodes are ranked. */
const ranking = (tree, n) => {
  const rank = (entry, mover) => {
    const order = { [mover]: 0, 0: 1, [n.DRAW]: kernels.drawRank, [3 - mover]: 3 };
    return order[tree.proven[entry]] * n.MODULUS - tree.visits[entry];
  };
  const entriesOf = (node) => Array.from({ length: tree.counts[node] }, (_, k) => tree.firsts[node] + k);
  const bestOf = (node) => entriesOf(node)
    .reduce((a, b) => (rank(b, tree.movers[node]) < rank(a, tree.movers[node]) ? b : a));
  return { rank, entriesOf, bestOf };
};

/** A tree for the claims of a position; the same seed and number of games give the same tree as in Python. */
export const treeOf = (game, { owners, to_move: who }, seed, sites, room = Infinity, proves = true) => {
  const { rows: net, numbers: n } = game;
  const { tree, work, playing } = made(game, room, proves);
  const cursor = new Float64Array(5);
  const base = Int32Array.from(owners);
  begin(tree, cursor, sites, who, 1 + (seed % (n.MODULUS - 1)));
  const { rank, entriesOf, bestOf } = ranking(tree, n);
  /** What is known of a claim, for who. */
  const valueOf = (entry) => {
    const proven = tree.proven[entry];
    const games = tree.visits[entry];
    if (proven) return proven === n.DRAW ? 0.5 : Number(proven === who);
    return games ? tree.points[entry] / (kernels.win * games) : 0.5;
  };
  const turnFrom = (entry) => {
    const node = tree.nodes[entry];
    const enough = Math.max(n.ENOUGH, n.SHARE * cursor[n.GAMES]);
    const goesOn = node && tree.movers[node] === who && tree.visits[entry] >= enough;
    return [tree.sites[entry], ...(goesOn ? turnFrom(bestOf(node)) : [])];
  };
  /** The share of the best claim; of the position, where no claim has been looked at. */
  const value = () => {
    const entry = bestOf(0);
    const isOpen = kernels.isStatic && !tree.visits[entry] && !tree.proven[entry] && cursor[n.GAMES];
    return isOpen ? 1 - tree.points[0] / tree.visits[0] : valueOf(entry);
  };
  return {
    rows: tree, cursor, value,
    count: () => cursor[n.GAMES],
    proven: () => cursor[n.PROVEN],
    grow: (count) => explore(net, playing, base, tree, work, cursor, Math.min(count, n.MOST_GAMES - cursor[n.GAMES])),
    /** The best claim and its value, and the turn that begins with it, as far as its claims had games enough. */
    best: () => ({ turn: turnFrom(bestOf(0)), value: value(), count: cursor[n.GAMES] }),
    /** What evaluation has seen here, or, where that wins, after the best claim; in words. */
    why() {
      if (!kernels.isStatic || !proves || !cursor[n.GAMES]) return "";
      if (cursor[n.PROVEN] !== who) return told(game, work.root);
      const next = after(game, { owners, to_move: who }, [tree.sites[bestOf(0)]]);
      const then = treeOf(game, next, 0, empty(game, next.owners), 1);
      then.grow(1);
      return then.why();
    },
    /** The claims, the best first. */
    choices: () => entriesOf(0).sort((a, b) => rank(a, who) - rank(b, who)).map((entry) =>
      ({ site: tree.sites[entry], games: tree.visits[entry], value: valueOf(entry), proven: tree.proven[entry] })),
    /** The principal variation: the best claim of each node, down to those of few games. */
    line() {
      const found = [];
      let [node, best] = [0, bestOf(0)];
      while (tree.visits[best] >= kernels.few || tree.proven[best]) {
        found.push(tree.sites[best]);
        node = tree.nodes[best];
        if (!node) break;
        best = bestOf(node);
      }
      return found;
    },
  };
};

/** The best claim so far, again and again, until it is late. */
export function* searched(game, position, { sites, why, isLate, room, hasTrees, slice }) {
  const tree = treeOf(game, position, drawn(), sites, room, hasTrees);
  let count = kernels.firstSlice;
  while (!tree.proven() && tree.count() < game.numbers.MOST_GAMES) {
    const start = performance.now();
    tree.grow(count);
    const pace = slice / Math.max(performance.now() - start, 0.01);
    count = Math.max(1, Math.floor(Math.min(4, pace) * count));
    const best = tree.best();
    const result = { [position.to_move]: 1, [3 - position.to_move]: -1, [game.numbers.DRAW]: 0 }[tree.proven()];
    const says = result === undefined ? wording.searched(why, best.value, best.count) : wording.forced(result);
    yield { ...best, why: [says, tree.why()].filter(Boolean).join(", ") };
    if (best.count >= kernels.least && isLate(best.turn)) return;
  }
}

/** What a position is worth to the player to move after so many games; as nbgames/analysis/mcts/estimates.py has it. */
export function* estimated(game, position, games, seed, slice) {
  const { DRAW, NEAR, SELDOM } = game.numbers;
  const leaves = kernels.isStatic ? leavesFor(game, games) : games;
  const more = Number(kernels.isStatic); // the root
  const tree = treeOf(game, position, seed, empty(game, position.owners), Math.max(1, leaves), leaves > 0);
  const shares = [];
  let count = kernels.firstSlice;
  for (const limit of [Math.floor(leaves / 2) + more, leaves + more]) {
    while (tree.count() < limit && !tree.proven()) {
      const start = performance.now();
      tree.grow(Math.min(count, limit - tree.count()));
      const pace = slice / Math.max(performance.now() - start, 0.01);
      count = Math.max(1, Math.floor(Math.min(4, pace) * count));
      yield;
    }
    shares.push(tree.value());
  }
  const proven = { 0: null, [DRAW]: 0 }[tree.proven()];
  const choices = tree.choices();
  const [best] = choices;
  const near = choices.filter((one) => one === best
    || (best.value - one.value < NEAR && (one.proven || one.games * SELDOM >= best.games)));
  const [order, good] = [choices, near].map((found) => found.map(({ site }) => site));
  return {
    share: shares[1], half: shares[0], proven: proven === undefined ? tree.proven() : proven,
    line: tree.line(), order, near: good,
  };
}

/** The openings, the weakest first; with a seed always in the same order. */
export const openings = (game, position, seed) => {
  const { worth } = evaluated(game, position, game.numbers.RANKED_SINGLY, seed);
  return [...worth.keys()].sort((a, b) => worth.get(a) - worth.get(b));
};
