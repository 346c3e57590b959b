/** Claims that decide a game at once; as nbgames/opponents/tactics.py has it. */

import { decided } from "./games.js";
import * as wording from "./wording.js";

/** The sites that a word claims. */
export const sitesOf = ({ names }, word) => word.split(",").map((name) => names.indexOf(name)).filter((at) => at >= 0);

/** The sites that may be claimed. */
export const empty = ({ claimable }, owners) =>
  [...owners.slice(0, claimable).keys()].filter((site) => !owners[site]);

/** How many positions of a lattice are evaluated in the time of so many games. */
export const leavesFor = ({ claimable, numbers: { MORE_SITES, SITES_A_GAME } }, games) =>
  Math.floor(games * SITES_A_GAME / (claimable + MORE_SITES));

/** How many neighbours of a site who owns. */
export const touches = ({ neighbours }, owners, site, who) =>
  neighbours[site].filter((other) => owners[other] === who).length;

/** The position after claims of these sites. */
export const after = (game, position, sites) => sites.reduce(({ owners, to_move: who }, site) => {
  const next = owners.slice();
  return { owners: next, to_move: game.step(game.rows, next, site, who) };
}, position);

/** The sites after whose claim by who this winner has won. */
const deciding = (game, owners, who, winner, sites) => {
  if ((game.scored && sites.length > 1) || !sites.length) return [];
  const found = new Array(sites.length).fill(0);
  decided(game.rows, game.step, game.winner, [owners, owners.slice(), who, sites], found);
  return sites.filter((_, k) => found[k] & winner);
};

/** The sites that win at once for who, were it who's turn. */
export const wins = (game, owners, who, sites = empty(game, owners)) => deciding(game, owners, who, who, sites);

/** The sites after whose claim by who the other's threats are parried, or who goes on. */
const answers = (game, owners, who, threats) => empty(game, owners).filter((site) => {
  const after = owners.slice();
  const next = game.step(game.rows, after, site, who);
  return next === who || !wins(game, after, 3 - who, threats.filter((threat) => !after[threat])).length;
});

/** The empty sites that touch a claimed one, or lie in a cell with one. */
export const nearby = (game, owners) => {
  const { claimable, neighbours, rows: { parts, part_starts: starts } } = game;
  const partsOf = (site) => parts.slice(starts[site], starts[site + 1]);
  const held = [...owners.slice(0, claimable).keys()].filter((site) => [1, 2].includes(owners[site]));
  const beside = (site) => [...neighbours[site], ...[...partsOf(site)].flatMap((cell) => [...partsOf(cell)])];
  const near = new Set(held.flatMap(beside));
  return empty(game, owners).filter((site) => near.has(site));
};

/** The claims to choose from, and why these, if it is because of a threat. */
export const candidates = (game, { owners, to_move: who }) => {
  const sites = empty(game, owners);
  if (game.misere) {
    const lost = deciding(game, owners, who, 3 - who, sites);
    const good = sites.filter((site) => !lost.includes(site));
    return { sites: good.length ? good : sites, why: "" };
  }
  const [threat, ...more] = wins(game, owners, 3 - who);
  if (threat === undefined) return { sites, why: "" };
  const stops = answers(game, owners, who, [threat, ...more]);
  if (game.several && stops.length) return { sites: stops, why: "" }; // the threat may be left for the next claim
  const why = wording.stopping(stops.length, game.players[2 - who], game.names[threat]);
  return { sites: stops.length ? stops : sites, why };
};

/** That a claim threatens to win at once; "" if it does not. */
export const threat = (game, position, site) => {
  const found = wins(game, after(game, position, [site]).owners, position.to_move);
  return found.length ? wording.threatening(found.map((one) => game.names[one]).join(" or ")) : "";
};
