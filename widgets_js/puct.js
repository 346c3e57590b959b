/** PUCT search for games on lattices, by currents and trees; as nbgames/analysis/mcts/puct.py has it. */

import { byCurrents, byTrees, told } from "./lattices.js";
import { empty, leavesFor } from "./tactics.js";
import * as wording from "./wording.js";

/** What a position is worth, without search. */
export const evaluated = byCurrents;

/** The proven outcome for who. */
const score = (node, who) => (node.proven === 0 ? 0.5 : Number(node.proven === who));

/** The moves with their weights, the heaviest first. */
const priors = (worth, { SPREAD }) => {
  const values = [...worth.values()];
  const [top, low] = [Math.max(...values), Math.min(...values)];
  const scale = SPREAD / (top - low + 1e-9);
  const weights = [...worth].map(([site, value]) => [site, Math.exp((value - top) * scale)]);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return weights.sort((a, b) => b[1] - a[1]).map(([site, weight]) => [site, weight / total]);
};

/** A position with its statistics; values are those of the player to move. */
export const nodeOf = (game, position, hasTrees) => {
  const { owners, to_move: who } = position;
  const node = { position, children: new Map(), visits: 1, total: 0.5, proven: null, prior: [] };
  const won = game.winner(game.rows, owners);
  if (won || !empty(game, owners).length) {
    node.proven = won;
    node.total = score(node, who);
    return node;
  }
  const { value, worth, proven, seen } = (hasTrees ? byTrees : byCurrents)(game, position);
  return Object.assign(node, { total: value, proven, seen, prior: priors(worth, game.numbers) });
};

const valueFor = (node, who) => {
  if (node.proven !== null) return score(node, who);
  const value = node.total / node.visits;
  return node.position.to_move === who ? value : 1 - value;
};

/** The move with the highest upper confidence bound. */
const choice = (node, { EXPLORATION, WIDTH, DISCOUNT }) => {
  const who = node.position.to_move;
  const root = Math.sqrt(node.visits);
  const base = node.total / node.visits - DISCOUNT;
  let [best, top] = [node.prior[0][0], -9];
  for (const [site, prior] of node.prior.slice(0, WIDTH + Math.floor(2 * root))) {
    const child = node.children.get(site);
    let value = base + EXPLORATION * prior * root;
    if (child) value = valueFor(child, who) + EXPLORATION * prior * root / (1 + child.visits);
    if (child && child.proven !== null && score(child, who) < 0.5) value = -1;
    if (value > top) [best, top] = [site, value];
  }
  return best;
};

/** Back up proven results: one win is enough, for a loss all moves must be proven. */
const settle = (node) => {
  const who = node.position.to_move;
  const known = [...node.children.values()].map(({ proven }) => proven).filter((proven) => proven !== null);
  if (known.includes(who)) node.proven = who;
  else if (known.length === node.prior.length) node.proven = known.includes(0) ? 0 : 3 - who;
};

/** Expand a leaf of a root that is not proven. */
export const grow = (game, root, hasTrees) => {
  const path = [root];
  let node = root;
  let child;
  do {
    const site = choice(node, game.numbers);
    child = node.children.get(site);
    if (!child) {
      const owners = node.position.owners.slice();
      const to_move = game.step(game.rows, owners, site, node.position.to_move);
      child = nodeOf(game, { owners, to_move }, hasTrees);
      node.children.set(site, child);
      break;
    }
    path.push(child);
    node = child;
  } while (node.proven === null);
  const value = valueFor(child, 1);
  for (const one of path.reverse()) {
    if (one === child) continue;
    one.visits += 1;
    one.total += one.position.to_move === 1 ? value : 1 - value;
    settle(one);
  }
};

/** The root's moves, the most visited first, each with its value; proven wins before all. */
export const ranked = (root) => {
  const who = root.position.to_move;
  const rank = ({ proven }) => (proven === null ? 0 : proven === who ? 2 : score({ proven }, who) - 1);
  return [...root.children]
    .map(([site, child]) => [rank(child), child.visits, valueFor(child, who), site])
    .sort((a, b) => b.reduce((found, value, k) => found || value - a[k], 0))
    .map(([, , value, site]) => [site, value]);
};

/** The best claim so far, again and again, until it is late. */
export function* searched(game, position, { sites, why, isLate, hasTrees, slice }) {
  const { MIN_LEAVES } = game.numbers;
  const root = nodeOf(game, position, hasTrees);
  const among = root.prior.filter(([site]) => sites.includes(site));
  if (among.length) root.prior = among;
  if (root.proven === position.to_move) root.proven = null; // the move is still to be found
  let count = 1;
  let looked = performance.now();
  const who = position.to_move;
  const reason = (site, value) => {
    const { proven } = root;
    const result = proven === 0 ? 0 : proven === who ? 1 : -1;
    const says = proven === null ? wording.prospects(why, value) : wording.forced(result);
    return [says, told((proven === who ? root.children.get(site) : root).seen)].filter(Boolean).join(", ");
  };
  const best = () => {
    const [[site, value]] = [...ranked(root), [root.prior[0][0], root.total / root.visits]];
    return { turn: [site], value, count, why: reason(site, value) };
  };
  while (root.proven === null && !(count >= MIN_LEAVES && isLate(best().turn))) {
    grow(game, root, hasTrees);
    count += 1;
    if (performance.now() - looked < slice) continue;
    yield best();
    looked = performance.now();
  }
  yield best();
}

/** The best move of each node, down to those that have no leaves. */
const variation = (root) => {
  const found = [];
  for (let node = root; node.children.size; node = node.children.get(found.at(-1))) found.push(ranked(node)[0][0]);
  return found;
};

/** What a position is worth to the player to move; as nbgames/analysis/mcts/estimates.py has it. */
export function* estimated(game, position, games, seed, slice) {
  const leaves = leavesFor(game, games);
  const root = nodeOf(game, position, leaves > 0);
  const known = root.proven;
  if (known === position.to_move) root.proven = null; // by evaluation: the claim is still to be found
  let share = root.total;
  let half = share;
  let looked = performance.now();
  for (let leaf = 2; leaves && root.proven === null && leaf <= leaves + 1; leaf += 1) {
    grow(game, root, true);
    [[, share]] = ranked(root);
    if (2 * leaf <= leaves) half = share;
    if (performance.now() - looked < slice) continue;
    yield;
    looked = performance.now();
  }
  root.proven ??= known;
  if (root.proven !== null) share = score(root, position.to_move);
  const others = root.prior.filter(([site]) => !root.children.has(site))
    .sort(([a, prior], [b, other]) => other - prior || a - b);
  const order = [...ranked(root), ...others].map(([site]) => site);
  return { share, half, proven: root.proven, line: variation(root), order };
}

/** The openings, the weakest first. */
export const openings = (game, position) => {
  const { worth } = byCurrents(game, position);
  return [...worth.keys()].sort((a, b) => worth.get(a) - worth.get(b));
};
