/** Layers: what a board can show of the position on it; as nbgames/analysis/layers.py has it. */

import { chained } from "./advising.js";
import { positionOf } from "./match.js";
import { empty, touches, wins } from "./tactics.js";
import { wayOf } from "./ways.js";
import * as wording from "./wording.js";

/** Where each player would win at once. */
const threats = (m) => {
  const { game } = m;
  const notes = {};
  for (const who of [1, 2]) {
    for (const site of wins(game, positionOf(m).owners, who)) {
      notes[site] = `${notes[site] ?? ""}${game.players[who - 1][0]}`;
    }
  }
  const [first] = Object.keys(notes);
  return { says: wording.threatened(Object.keys(notes).length, game.names[first] ?? ""), notes };
};

/** The fewest claims to a win, and the chain that they complete. */
const way = (m, who) => {
  const { claims, sites, chain } = wayOf(m, who);
  const says = wording.way(m.game.players[who - 1], claims);
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

/** The layers of a game, by name. */
export const layersOf = ({ players, canJoin, obliges }) => {
  const each = (name, layer) => players.map((player, k) => [`${name} ${player}`, (m) => layer(m, k + 1)]);
  const found = [
    ...(canJoin ? [["threats", threats], ...each("way", way)] : []),
    ...(obliges ? each("contacts", contacts) : []),
  ];
  const whileItLasts = (layer) => (m) => (m.outcome ? { says: wording.over() } : layer(m));
  return Object.fromEntries(found.map(([name, layer]) => [name, whileItLasts(layer)]));
};
