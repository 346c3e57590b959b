/** Leaves that are evaluated by currents and two trees; as nbgames/analysis/mcts/leaves.py has them. */

import { empty } from "./tactics.js";
import { begin, drops, explore, step } from "./trees.js";
import * as wording from "./wording.js";

export { begin, explore };

export const kernels = { isStatic: true, win: 1, drawRank: 1, firstSlice: 1, least: 3, few: 1 };

const LEAST = 1e-6; // a current that is not only what leaks

/** Each network with its current and the voltage across each of its edges, of which an empty one has 1 ohm. */
const currents = ({ networks, numbers: { WIRE } }, owners) => networks.map((network) => {
  const conducts = network.who === 1 ? [1, WIRE, 0, 0] : [1, 0, WIRE, 0];
  const weights = Float64Array.from(network.sites, (site) => conducts[owners[site]]);
  const { count, band, tails, heads } = network;
  const [across, rows, right] = [weights.length, count * (band + 1), count].map((size) => new Float64Array(size));
  return [network, drops(count, band, tails, heads, weights, across, rows, right), across];
});

/** The share of the current of its network that each empty site carries for a player; none where no current flows. */
export const shares = (game, owners, who) => {
  const mine = currents(game, owners).filter(([network, current]) => network.who === who && current > LEAST);
  return mine.flatMap(([{ sites }, current, across]) => [...sites].flatMap((site, k) =>
    (owners[site] ? [] : [[site, Math.abs(across[k]) / current]])));
};

/** A site is worth the current it adds to one's own networks and takes from the other's. */
export const evaluated = (game, { owners, to_move: who }) => {
  const { numbers: { DRAWISH }, rows: { rivals } } = game;
  const found = currents(game, owners);
  const strength = [0, 0, 0];
  for (const [network, current] of found) strength[network.who] += current * current;
  const worth = new Map(empty(game, owners).map((site) => [site, 0]));
  const add = (site, more) => worth.set(site, worth.get(site) + more);
  for (const [network, current, across] of found) {
    const weight = current / (strength[network.who] + 1e-12);
    network.sites.forEach((site, k) => {
      if (owners[site]) return;
      const flow = weight * across[k] * across[k];
      add(site, flow);
      add(rivals[site], network.who === who ? -flow : flow);
    });
  }
  const [good, bad] = [strength[who], strength[3 - who]];
  return { value: (good + DRAWISH / 2) / (good + bad + DRAWISH), worth };
};

/** Zeros by name, as many as are said. */
const zeros = (Kind) => (counts) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, new Kind(count)]));
const [ints, floats] = [Int32Array, Float64Array].map(zeros);

/** The buffers of an evaluation; networks as kernels read them. */
const leafOf = ({ claimable, networks, rows: { rivals }, leaf: { central, raced, found } }) => {
  const most = (of) => Math.max(...networks.map(of));
  const edges = most(({ sites }) => sites.length);
  const tracks = networks.map(({ who, count, sites, tails, heads }) => ({
    who, inner: count, sites, tails, heads,
    ...ints({ costs: sites.length, ends: 2 * sites.length + 4, through: sites.length, held: sites.length + 2 }),
  }));
  return {
    tracks, rivals, bands: Int32Array.from(networks, ({ band }) => band),
    central: Float64Array.from(central), raced: Float64Array.from(raced),
    ...ints({ found, chosen: claimable, order: claimable }),
    ...floats({ priors: claimable, flow: 2 * claimable, weights: edges, across: edges }),
    ...floats({ rows: most(({ count, band }) => count * (band + 1)), right: most(({ count }) => count) }),
  };
};

/** Room for a tree of so many leaves, and what its kernels read and overwrite. */
export const made = (game, room, proves) => {
  const { claimable, names, numbers: n } = game;
  const nodes = Math.floor(Math.min(n.NODE_ROOM, room + 1));
  const entries = Math.min(n.ENTRY_ROOM, 1 + claimable + nodes * Math.min(claimable, n.FIRST_ENTRIES));
  const tree = {
    ...ints({ firsts: nodes, counts: nodes, movers: nodes, rests: nodes }),
    ...ints({ sites: entries, nodes: entries, visits: entries, proven: entries }),
    ...floats({ points: entries, priors: entries }),
  };
  const path = claimable + 1;
  const work = ints({ owners: names.length, entries: path, parents: path, path: 3, root: game.leaf.found });
  return { tree, work, playing: { step, leaf: leafOf(game), trees: Number(proves) } };
};

/** What was found of a position, in a few words. */
export const told = ({ leaf: { pieces, lacks } }, found) => {
  if (found[pieces]) return wording.of_trees(found[pieces]);
  const [one, two, three, four] = found.subarray(lacks);
  return wording.of_claims(Math.min(one, two), Math.min(three, four));
};
