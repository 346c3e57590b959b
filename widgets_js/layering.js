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
  return { says: wording.contacts(m.game.players[who - 1], m.game.players[2 - who], keeps), values };
};

/** Of a site: how its owner (1, -1, 0) varies with who won, and the standard error; `held` by who won and who owns. */
const criticality = ([, first, second], held, site) => {
  const [decisive, of] = [first + second, (won, who) => held[won][who][site]];
  const lead = (of(1, 1) - of(1, 2) + of(2, 1) - of(2, 2)) / decisive;
  const terms = [[1, first, second / decisive], [2, second, -first / decisive]].flatMap(([won, count, more]) =>
    [[of(won, 1), 1], [of(won, 2), -1], [count - of(won, 1) - of(won, 2), 0]]
      .map(([games, holder]) => [games, (holder - lead) * more]));
  const mean = (power) => terms.reduce((sum, [games, term]) => sum + games * term ** power, 0) / decisive;
  return { worth: mean(1), error: Math.sqrt(Math.max(0, mean(2) - mean(1) ** 2) / (decisive - 1)) };
};

/**
 * What is shown of the sites' criticalities: what chance would hardly give any of them (see by_chance in sampling.py),
 * in whole multiples of two standard errors, and at least two of these.
 */
const clearest = (game, wins, held, sites) => {
  const [, first, second] = wins;
  const { SIGNIFICANCE } = game.numbers;
  const least = Math.sqrt(2 * Math.log(sites.length / SIGNIFICANCE) * first * second / (first + second) ** 3);
  const clear = sites.map((site) => ({ site, ...criticality(wins, held, site) }))
    .filter(({ worth }) => worth > least);
  const unit = Math.max(1, Math.ceil(200 * Math.max(0, ...clear.map(({ error }) => error))));
  const numbers = clear.map(({ site, worth }) => [site, unit * Math.round(100 * worth / unit)]);
  const values = Object.fromEntries(numbers.filter(([, n]) => n >= 2 * unit));
  return Object.keys(values).length ? { says: wording.critical(unit), values } : { says: wording.nothing_critical() };
};

/** How much more often than by chance the owner of a site wins random games. */
function* critical(m) {
  const { game } = m;
  const { owners, to_move: who } = positionOf(m);
  const { MODULUS, RANDOM_GAMES } = game.numbers;
  const sites = empty(game, owners);
  const [end, wins] = [owners.slice(), [0, 0, 0]];
  const held = wins.map(() => [0, 1, 2, 3].map(() => new Int32Array(game.claimable))); // games by who won, and owners
  let seed = 1 + Math.floor(Math.random() * (MODULUS - 1));
  for (let count = 1; count <= RANDOM_GAMES; count += 1) {
    const tally = [0, 0, 0];
    seed = sampled(game.rows, game.step, game.winner, [owners, end, who, sites.slice()], tally, seed, 1);
    const won = tally.indexOf(1);
    wins[won] += 1;
    for (const site of sites) held[won][end[site]][site] += 1;
    if (count % AT_ONCE === 0) yield;
  }
  return clearest(game, wins, held, sites);
}

/** The share of the current through a player's possible connections, where it is no less than the median. */
const currents = (m, who) => {
  const found = shares(m.game, positionOf(m).owners, who);
  const player = m.game.players[who - 1];
  if (!found.length) return { says: wording.cut_off(player) };
  const percents = found.map(([site, share]) => [site, Math.round(100 * share)]).filter(([, n]) => n > 0);
  const sorted = percents.map(([, n]) => n).sort((a, b) => a - b);
  const median = sorted[(sorted.length - 1) >> 1];
  const values = Object.fromEntries(percents.filter(([, n]) => n >= median));
  const runs = m.game.networks.length ? "from side to side on each lattice" : "from side to side";
  return { says: wording.currents(player, m.game.goal === "LOOP" ? "" : runs), values };
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
