/** Values by currents and by two trees; as nbgames/analysis/evaluation.py and solver/switching.py have them. */

import { drops, measured, paired } from "./currents.js";
import { empty } from "./tactics.js";
import * as wording from "./wording.js";

const LEAST = 1e-6; // a current that is not only what leaks

/** Each network with its current and the voltage across each of its edges, of which an empty one has 1 ohm. */
const currents = ({ networks, numbers: { WIRE } }, owners) => networks.map((network) => {
  const conducts = network.who === 1 ? [1, WIRE, 0, 0] : [1, 0, WIRE, 0];
  const weights = Float64Array.from(network.sites, (site) => conducts[owners[site]]);
  const across = new Float64Array(weights.length);
  return [network, drops(network.count, network.band, network.tails, network.heads, weights, across), across];
});

/** The share of the current of its network that each empty site carries for a player; none where no current flows. */
export const shares = (game, owners, who) => {
  const mine = currents(game, owners).filter(([network, current]) => network.who === who && current > LEAST);
  return mine.flatMap(([{ sites }, current, across]) => [...sites].flatMap((site, k) =>
    (owners[site] ? [] : [[site, Math.abs(across[k]) / current]])));
};

/** A site is worth the current it adds to one's own networks and takes from the other's. */
export const byCurrents = (game, { owners, to_move: who }) => {
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
  return { value: (good + DRAWISH / 2) / (good + bad + DRAWISH), worth, proven: null };
};

/** Each network with the fewest claims that join its sides, and what these were found with. */
const lanes = ({ networks }, owners) => networks.map((network) => {
  const takes = network.who === 1 ? [1, 0, 2, 2] : [1, 2, 0, 2]; // claims, by owner; 2: it cannot be had
  const costs = Int32Array.from(network.sites, (site) => takes[owners[site]]);
  const through = new Int32Array(costs.length);
  const ends = new Int32Array(2 * costs.length + 4);
  const claims = measured(network.count, network.tails, network.heads, costs, ends, through);
  return { network, claims, ends, through };
});

/** The sites that join the sides of a lane at once. */
const joins = ({ network, claims, through }) =>
  (claims > 1 ? [] : [...network.sites].filter((_, k) => through[k] === 1));

/** The sites of two trees that join the sides, of at most so many pieces each; null if there are none. */
const twoTrees = ({ network, ends, through }, most, first) => {
  const held = new Int32Array(through.length + 2);
  if (!paired(network.count + 2, ends, through, most, first, held)) return null;
  return [0, 1].map((tree) => [...network.sites].filter((_, k) => held[k] === tree));
};

/** Who wins for certain, 0 nobody, null if that is open; by what trees; else by how many claims races would be won. */
export const standing = (game, owners, who) => {
  const { numbers: { NEVER, LAGS, FAR }, rows: { rivals } } = game;
  const found = lanes(game, owners);
  const [ours, theirs] = [who, 3 - who].map((player) => found.filter(({ network }) => network.who === player));
  const [mine, other] = [ours, theirs].map((some) => Math.min(...some.map(({ claims }) => claims)));
  const claims = [mine, other];
  const settled = (winner, trees = []) => ({ winner, trees, claims, musts: [], margins: [LAGS, LAGS] });
  if (mine === 1) return settled(who);
  if (mine === NEVER && other === NEVER) return settled(0);
  const threats = [...new Set(theirs.flatMap(joins).map((site) => Math.min(site, rivals[site])))];
  if (threats.length > 1) return settled(3 - who);
  const margins = [LAGS, LAGS];
  for (let k = 0; k < ours.length; k += 1) { // on the same lattice
    for (const late of [0, 1]) {
      const [lane, against] = late ? [theirs[k], ours[k]] : [ours[k], theirs[k]];
      const time = against.claims - late;
      const isNear = lane.claims <= FAR || against.claims === NEVER;
      const trees = isNear ? twoTrees(lane, time - LAGS, !late) : null;
      if (!trees) continue;
      const margin = time - Math.max(...trees.map(({ length }) => length));
      if (margin >= 0) return settled(lane.network.who, trees);
      margins[late] = Math.max(margins[late], margin);
    }
  }
  const musts = threats.flatMap((site) => [site, rivals[site]].sort((a, b) => a - b));
  return { winner: null, trees: [], claims, musts, margins };
};

/** What was seen of a position, in a few words; "" of one that was valued by currents alone. */
export const told = ({ trees, claims } = { trees: [], claims: [] }) => {
  if (trees.length) return wording.of_trees(Math.max(...trees.map(({ length }) => length)));
  return claims.length ? wording.of_claims(...claims) : "";
};

/** The outcome if two trees or a race settle it; else a value from race margins or currents. */
export const byTrees = (game, position) => {
  const { owners, to_move: who } = position;
  const { STEEP, LEAN, LAGS } = game.numbers;
  const { value, worth } = byCurrents(game, position);
  const seen = standing(game, owners, who);
  const { winner, trees, musts, margins: [ours, theirs] } = seen;
  const among = (sites) => (sites.length ? new Map(sites.map((site) => [site, worth.get(site)])) : worth);
  if (winner !== null) {
    const sites = winner === who ? trees.flat() : [];
    return { value: winner ? Number(winner === who) : 0.5, worth: among(sites), proven: winner, seen };
  }
  const raced = 1 / (1 + Math.exp(-(STEEP * (ours - theirs) + LEAN)));
  return { value: Math.max(ours, theirs) > LAGS ? raced : value, worth: among(musts), proven: null, seen };
};
