/** Who wins against any play, found by trying all claims that parry threats: for the ends of games. */

import { after, candidates, empty, wins } from "./tactics.js";

const AT_ONCE = 200; // nodes between looks at the page

/** Who wins, 0 nobody; null out of nodes. Positions that are known are looked up. */
function* outcome(search, position) {
  const { game, known } = search;
  const { owners, to_move: who } = position;
  const won = game.winner(game.rows, owners);
  const sites = empty(game, owners);
  if (won || !sites.length) return won;
  const key = `${owners.join("")}${who}`;
  if (known.has(key)) return known.get(key);
  search.left -= 1;
  if (search.left < 0) return null;
  if (search.left % AT_ONCE === 0) yield;
  const found = (yield* best(search, position))?.winner ?? null;
  if (found !== null) known.set(key, found);
  return found;
}

/** Who wins and by which claim; null out of nodes. */
function* best(search, position) {
  const { game } = search;
  const { owners, to_move: who } = position;
  const [site] = wins(game, owners, who);
  if (site !== undefined) return { winner: who, site };
  let found = /** @type {any} */ ({ winner: 3 - who });
  for (const one of candidates(game, position).sites) {
    const winner = yield* outcome(search, after(game, position, [one]));
    if (winner === null) return null;
    if (winner === who) return { winner, site: one };
    if (winner === 0 && found.winner) found = { winner, site: one };
  }
  return found;
}

/**
 * Who wins a position that is not over, 0 nobody, and the claim that keeps that; null out of so many nodes.
 * @returns {Generator<void, { winner: number, site?: number } | null>}
 */
export function* forced(game, position, purse) {
  const search = { game, known: new Map(), left: purse.nodes };
  const found = yield* best(search, position);
  purse.nodes = Math.max(0, search.left);
  return found;
}
