/** The fewest claims to a win, and the chain or loop that they complete; as nbgames/analysis/paths.py has it. */

import { positionOf, twisted } from "./match.js";

export const GOALS = { 1: [1, 2], 2: [4, 8] }; // the bits of a player's sides

const back = (before, node) => (node < 0 ? [] : [...back(before, before.get(node)), node]);

/**
 * A cheapest path: steps of weight 0 before those of weight 1; a weight of null is no step.
 * @param {number[]} heads where it may begin
 */
const cheapest = (heads, near, weight, isEnd) => {
  const before = new Map();
  let [now, later, cost] = [[], [], 0];
  const reach = (node, last) => {
    const step = weight(node);
    if (step !== null && !before.has(node)) (step ? later : now).push([node, last]);
  };
  heads.forEach((node) => reach(node, -1));
  while (now.length || later.length) {
    for (const [node, last] of now) { // grows while it is read
      if (before.has(node)) continue;
      before.set(node, last);
      if (isEnd(node)) return { claims: cost, chain: back(before, node) };
      near(node).forEach((other) => reach(other, node));
    }
    [now, later, cost] = [later, [], cost + 1];
  }
  return { claims: Infinity, chain: [] };
};

/** The part of a closed walk in the double cover that is a loop by itself. */
const simple = (walk) => {
  const found = walk.flatMap((site, k) => {
    const next = walk.indexOf(site, k + 1);
    return next < 0 ? [] : [walk.slice(k, next)];
  });
  return found.reduce((a, b) => (b.length < a.length ? b : a), walk);
};

/** A cheapest loop across the edge: from a site to its twin in the double cover, node 2 * site + sheet. */
const loopOf = (game, weights) => {
  const left = weights.slice();
  const near = (node) => game.neighbours[node >> 1]
    .map((other) => 2 * other + ((node & 1) ^ Number(twisted(game, node >> 1, other))));
  let best = { claims: Infinity, chain: /** @type {number[]} */ ([]) };
  for (const start of game.neighbours.keys()) {
    if (!game.neighbours[start].some((other) => twisted(game, start, other))) continue; // every loop crosses the edge
    if (left[start] === null) continue;
    const found = cheapest([2 * start], near, (node) => left[node >> 1], (node) => node === 2 * start + 1);
    const claims = found.claims - left[start];
    if (claims < best.claims) best = { claims, chain: simple(found.chain.map((node) => node >> 1)) };
    left[start] = null; // the other loops do without it
  }
  return best;
};

/** The sites that a player owns or may own, each with how many claims that takes; of ConHex its cells. */
export const needsOf = ({ claimable, parts }, owners, who) => {
  const isMine = ([site]) => owners[site] === who || owners[site] === 0;
  const missing = (holes) => Math.floor((holes.length + 1) / 2) - holes.filter((hole) => owners[hole] === who).length;
  const cells = parts.map((holes, k) => [claimable + k, missing(holes)]);
  const sites = parts.length ? cells : owners.map((_, site) => [site, 1]);
  return new Map(sites.filter(isMine).map(([site, need]) => [site, owners[site] ? 0 : need]));
};

/** For ConHex: see cheapest_cells. The search runs over a cell, the one after it, and the shared holes used. */
const cellsOf = (game, owners, who) => {
  const { claimable, neighbours, parts, net } = game;
  const [from, to] = GOALS[who];
  const holes = (cell) => parts[cell - claimable];
  const needs = needsOf(game, owners, who);
  const common = (cell, other) => holes(cell).filter((hole) => !owners[hole] && holes(other).includes(hole));
  /** @type {any[][]} */
  const queue = [...needs.keys()].filter((cell) => net.sides[cell] & from).map((cell) => [0, [-1, cell, 0], ""]);
  const before = new Map();
  const add = (cost, state, last) => {
    if (!before.has(String(state))) queue.push([cost, state, last]);
  };
  while (queue.length) {
    const next = queue.reduce((a, b) => (b[0] < a[0] ? b : a));
    queue.splice(queue.indexOf(next), 1);
    const [cost, state, last] = next;
    const key = String(state);
    if (before.has(key)) continue;
    before.set(key, [last, state]);
    const [, cell, used] = state;
    if (cell < 0) return { claims: cost, ...realised({ owners, needs, holes, common }, before, key) };
    const need = needs.get(cell);
    if (net.sides[cell] & to) add(cost + Math.max(0, need - used), [cell, -1, 0], key);
    for (const other of neighbours[cell].filter((one) => needs.has(one))) {
      const most = Math.min(need, needs.get(other), common(cell, other).length);
      for (let use = 0; use <= most; use += 1) {
        add(cost + use + Math.max(0, need - used - use), [cell, other, use], key);
      }
    }
  }
  return { claims: Infinity, chain: [], sites: [] };
};

/** The holes of a cheapest walk: those that two cells share, then what is still missing. */
const realised = ({ owners, needs, holes, common }, before, key) => {
  const states = [];
  while (key) {
    const [last, state] = before.get(key);
    states.unshift(state);
    key = last;
  }
  const chain = states.slice(0, -1).map(([, cell]) => cell);
  const sites = new Set(states.slice(1, -1).flatMap(([cell, other, use]) => common(cell, other).slice(0, use)));
  for (const cell of chain) {
    const have = holes(cell).filter((hole) => sites.has(hole)).length;
    const free = holes(cell).filter((hole) => !owners[hole] && !sites.has(hole));
    free.slice(0, Math.max(0, needs.get(cell) - have)).forEach((hole) => sites.add(hole));
  }
  return { chain, sites: [...sites] };
};

/** How many sites who must still claim for a win, Infinity if no number will do; these, and the whole chain. */
export const wayOf = (m, who) => {
  const { game, outcome } = m;
  const { owners } = positionOf(m);
  const lost = outcome && game.winner(game.rows ?? game.net, owners) === 3 - who;
  const isMine = (owner) => owner === who || (owner === 0 && !lost);
  const weights = owners.map((owner) => (isMine(owner) ? Number(owner === 0) : null));
  if (game.goal !== "LOOP" && game.parts.length) {
    const given = lost ? owners.map((owner) => owner || 3) : owners;
    return cellsOf(game, given, who);
  }
  const [from, to] = GOALS[who];
  const sides = game.net.sides;
  const found = game.goal === "LOOP" ? loopOf(game, weights)
    : cheapest(owners.flatMap((_, site) => (sides[site] & from ? [site] : [])),
      (site) => game.neighbours[site], (site) => weights[site], (site) => (sides[site] & to) !== 0);
  return { ...found, sites: found.chain.filter((site) => owners[site] === 0) };
};

/** The pieces that cut a player off on both lattices, none where one is open; as Python's walls. */
export const wallsOf = (m, who) => {
  const { networks, neighbours, net: { rivals, sides } } = m.game;
  const { owners } = positionOf(m);
  const [from, to] = GOALS[3 - who];
  const cuts = networks.filter((network) => network.who === who).map(({ sites }) =>
    cheapest(sites.filter((site) => sides[site] & from), (site) => neighbours[site],
      (site) => ([0, who].includes(owners[rivals[site]]) ? null : 0), (site) => (sides[site] & to) !== 0).chain);
  const laid = cuts.flat().map((site) => ([1, 2].includes(owners[site]) ? site : rivals[site]));
  return cuts.every((cut) => cut.length) ? [...new Set(laid)].sort((a, b) => a - b) : [];
};

/** The chain of a shortest way after a turn, if the turn made it shorter: it then goes through what was claimed. */
export const wayThrough = (before, then, who) => {
  const { claims, chain } = wayOf(then, who);
  return claims < wayOf(before, who).claims ? chain : [];
};
