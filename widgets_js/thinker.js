/** A computer player of a page chooses a word; as nbgames/opponents/players.py has it. */

import { settled } from "./exact.js";
import { isOpen, played, positionOf } from "./match.js";
import { search } from "./searching.js";
import { after, candidates, empty, nearby, threat, wins } from "./tactics.js";
import * as wording from "./wording.js";

const SWAP = "swap";
const SLICE = 12; // milliseconds between looks at the clock and at the page

const oneOf = (sites) => sites[Math.floor(Math.random() * sites.length)];

/** So many of these, by chance. */
const some = (sites, count) => {
  const left = sites.slice();
  return Array.from({ length: Math.min(count, sites.length) }, () =>
    left.splice(Math.floor(Math.random() * left.length), 1)[0]);
};

/** The site of the highest worth; where currents evaluate, blurred. */
const judged = (game, position, { sites, why }, { games, blur }) => {
  const { value, worth } = search.evaluated(game, position, games);
  const noise = game.networks.length ? blur * Math.max(...worth.values()) : 0;
  const site = sites.map((one) => [worth.get(one) + noise * Math.random(), one])
    .reduce((a, b) => (b[0] > a[0] ? b : a))[1];
  const reason = why || threat(game, position, site);
  const told = game.networks.length ? wording.prospects(reason, value) : wording.sampled(reason, value, games);
  return { turn: [site], value, count: 1, why: told };
};

/** An opening that is worth neither taking nor leaving: by search, else by random games. */
function* opened(game, position, strength, ms) {
  const { FEW, LEAVES } = game.numbers;
  const sites = empty(game, position.owners);
  if (!strength.proves) {
    const ranked = search.openings(game, position);
    const tenth = Math.max(1, Math.floor(ranked.length / 10));
    return ranked[Math.floor(ranked.length * 2 / 5) + Math.floor(Math.random() * tenth)];
  }
  const few = [];
  for (const site of some(sites, FEW)) {
    const next = after(game, position, [site]);
    const stop = performance.now() + ms / FEW;
    const isLate = () => performance.now() > stop;
    const room = Math.max(ms / FEW, SLICE) * LEAVES;
    const given = { sites: empty(game, next.owners), why: "", isLate, room, hasTrees: true, slice: SLICE };
    let found;
    for (found of search.searched(game, next, given)) yield found;
    few.push([Math.abs(found.value - 0.5), site]);
  }
  return few.reduce((a, b) => (b[0] < a[0] ? b : a))[1];
}

/** Does it take the opening? null where a search for the answer has to say. */
const takes = (game, m, strength) => {
  const opened = game.names.indexOf(m.claims.at(-1));
  const value = strength.proves ? game.openings[opened] : undefined;
  if (value !== undefined) return value > 0;
  if (strength.proves) return null;
  const ranked = search.openings(game, m.positions[0]);
  return ranked.indexOf(opened) * 2 >= ranked.length;
};

/** A best turn of an end whose cells are counted, if it is found in half of the time. */
function* solved(game, position, { exact, share }, stop) {
  if (!settled || empty(game, position.owners).length > exact) return null;
  const late = (performance.now() + stop) / 2;
  const nodes = Math.floor(game.numbers.END_NODES * share);
  const found = yield* settled(game, position, nodes, () => performance.now() > late);
  if (!found) return null;
  const { turn, margin } = found;
  return { turn, value: Number(margin > 0), count: nodes, why: wording.counted_out(margin) };
}

/** The claims that it chooses from, and why these, if not all. */
const seen = (game, position, { misses, near }) => {
  const free = { sites: empty(game, position.owners), why: "" };
  const { sites, why } = Math.random() < misses ? free : candidates(game, position);
  if (!near || why) return { sites, why };
  const close = nearby(game, position.owners).filter((site) => sites.includes(site));
  const isPart = close.length > 0 && close.length < sites.length;
  return isPart ? { sites: close, why: wording.near() } : { sites, why };
};

/** A turn of a match or its first claims, ever better, with their value and how many positions were looked at. */
function* claims(game, m, strength, stop) {
  const position = positionOf(m);
  const { owners, to_move: who } = position;
  const ready = (site, why) => ({ turn: [site], value: 0.5, count: 1, why });
  if (m.swap && !owners.some(Boolean)) {
    yield ready(yield* opened(game, position, strength, stop - performance.now()), wording.opened());
    return;
  }
  const good = wins(game, owners, who);
  if (good.length) {
    yield { ...ready(oneOf(good), wording.winning()), value: 1 };
    return;
  }
  const { sites, why } = seen(game, position, strength);
  const end = sites.length === 1 ? null : yield* solved(game, position, strength, stop);
  if (end) yield end;
  else if (sites.length === 1) yield ready(sites[0], why || wording.forced_on());
  else if (!strength.share) yield judged(game, position, { sites, why }, strength);
  else {
    const now = performance.now();
    const early = stop - (stop - now) * game.numbers.KEPT; // the rest of a turn needs time too
    const goesOn = (turn) => after(game, position, turn).to_move === who;
    const isLate = (turn) => performance.now() >= (goesOn(turn) ? early : stop);
    const room = Math.max(stop - now, SLICE) * game.numbers.LEAVES;
    yield* search.searched(game, position, { sites, why, isLate, room, hasTrees: strength.proves, slice: SLICE });
  }
}

/**
 * Tells how many positions were looked at, and in the end the word that it plays, a whole turn, and why.
 * @param {any} game a game with what its computer players are given
 * @param {any} m a match that is not over
 * @param {number} level
 */
export function* think(game, m, level) {
  const strength = game.levels[level];
  const stop = performance.now() + 1000 * game.numbers.SECONDS * strength.share;
  const swaps = positionOf(m).may_swap ? takes(game, m, strength) : false;
  if (swaps) return { word: SWAP, why: wording.swapped(null) };
  const names = [];
  let now = m;
  let found = /** @type {any} */ ({ value: 0.5 });
  do {
    for (found of claims(game, now, strength, stop)) yield found.count;
    const claimed = found.turn.map((site) => game.names[site]);
    names.push(...claimed);
    now = claimed.reduce(played, now);
  } while (isOpen(now));
  if (swaps === null && found.value < 0.5) return { word: SWAP, why: wording.swapped(found.value) };
  return { word: names.join(","), why: found.why };
}
