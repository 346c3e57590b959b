/** Layers: what a board can show of the position on it; as nbgames/analysis/layers.py has it. */

import { chained } from "./advising.js";
import { sampled } from "./games.js";
import { shares } from "./searching.js";
import { positionOf } from "./match.js";
import { empty, touches, wins } from "./tactics.js";
import { wayOf } from "./ways.js";
import * as wording from "./wording.js";

const AT_ONCE = 64; // random games between looks at the page

/** Where each player would win at once. */
const threats = (m) => {
  const { game } = m;
  const found = [1, 2].map((who) => wins(game, positionOf(m).owners, who));
  const notes = {};
  found.forEach((sites, k) => {
    for (const site of sites) notes[site] = `${notes[site] ?? ""}${game.players[k][0]}`;
  });
  const texts = found.map((sites) => sites.map((site) => game.names[site]).join(" or "));
  return { says: wording.threatened(game.players, ...texts), notes };
};

/** The fewest claims to a win, and the chain that they complete. */
const way = (m, who) => {
  const { claims, sites, chain } = wayOf(m, who);
  const [mine, theirs] = [who, 3 - who].map((one) => m.game.players[one - 1]);
  const says = wording.way(mine, claims, theirs, wayOf(m, 3 - who).claims);
  if (claims === Infinity) return { says };
  const drawn = chained(m.game, chain);
  const claimed = Object.fromEntries(sites.map((site) => [site, ""]));
  return { says, ...drawn, notes: { ...drawn.notes, ...claimed } };
};

/** How many enemy cells each empty cell touches: with two or more it keeps the turn. */
const contacts = (m, who) => {
  const { owners } = positionOf(m);
  const counts = empty(m.game, owners).map((site) => [site, touches(m.game, owners, site, 3 - who)]);
  const keeps = counts.filter(([, count]) => count >= 2).length;
  const values = Object.fromEntries(counts.filter(([, count]) => count));
  return { says: wording.contacts(m.game.players[who - 1], keeps), values };
};

/** How much more often than by chance the owner of a site wins random games; see _criticality in sampling.py. */
function* critical(m) {
  const { game } = m;
  const { owners, to_move: who } = positionOf(m);
  const { MODULUS, RANDOM_GAMES } = game.numbers;
  const sites = empty(game, owners);
  const [end, wins] = [owners.slice(), [0, 0, 0]];
  const leads = wins.map(() => new Int32Array(game.claimable)); // FIRST's sites less SECOND's, by who won
  let seed = 1 + Math.floor(Math.random() * (MODULUS - 1));
  for (let count = 1; count <= RANDOM_GAMES; count += 1) {
    const tally = [0, 0, 0];
    seed = sampled(game.rows, game.step, game.winner, [owners, end, who, sites.slice()], tally, seed, 1);
    const won = tally.indexOf(1);
    wins[won] += 1;
    for (const site of sites) leads[won][site] += Number(end[site] === 1) - Number(end[site] === 2);
    if (count % AT_ONCE === 0) yield;
  }
  const [, first, second] = wins;
  const decisive = first + second;
  const worth = (site) => (leads[1][site] * second - leads[2][site] * first) / decisive ** 2;
  // Three standard errors of a site that does not matter: its owner, 1 or -1, has nothing to do with who won.
  const least = Math.ceil(300 * Math.sqrt((first * second) / decisive ** 3));
  const percents = sites.map((site) => [site, Math.round(100 * worth(site))]).filter(([, n]) => n && n >= least);
  const says = percents.length ? wording.critical(least) : wording.nothing_critical();
  return { says, values: Object.fromEntries(percents) };
}

/** The share of the current through a player's possible connections that each site carries. */
const currents = (m, who) => {
  const found = shares(m.game, positionOf(m).owners, who);
  const player = m.game.players[who - 1];
  if (!found.length) return { says: wording.cut_off(player) };
  const percents = found.map(([site, share]) => [site, Math.round(100 * share)]);
  const values = Object.fromEntries(percents.filter(([, n]) => n > 0));
  const flow = m.game.networks.length ? "the current in its lattice" : "all the current";
  const of = m.game.goal === "LOOP" ? "the strongest loop's current" : flow;
  return { says: wording.currents(player, of), values };
};

/** The layers of a game, by name; one that takes time has pauses. */
const layersOf = ({ players, canJoin, obliges }) => {
  const each = (name, layer) => players.map((player, k) => [`${name} ${player}`, (m) => layer(m, k + 1)]);
  const found = [
    ...(canJoin ? [["threats", threats], ...each("way", way)] : []),
    ...(obliges ? each("contacts", contacts) : []),
    ["critical", critical],
    ...(canJoin ? each("currents", currents) : []),
  ];
  const whileItLasts = (layer) => (m) => (m.outcome ? { says: wording.over() } : layer(m));
  return Object.fromEntries(found.map(([name, layer]) => [name, whileItLasts(layer)]));
};

/** A layer of this name: what is said of it, and what is drawn. */
export function* layerOf(m, name) {
  const found = layersOf(m.game)[name](m);
  return found.next ? yield* found : found;
}
