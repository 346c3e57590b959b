/** Leaves of a tree search that are random games; as nbgames/analysis/mcts/trees.py has them. */

import { sampled } from "./games.js";
import { empty } from "./tactics.js";
import { begin, explore, judge, reply, step, winner } from "./trees.js";

export { begin, explore };

export const kernels = { isStatic: false, win: 2, drawRank: 2, firstSlice: 8, least: 16, few: 8 };

export const told = () => "";

const drawn = () => Math.floor(Math.random() * 2 ** 34);

const ints = (names, count) => Object.fromEntries(names.split(" ").map((name) => [name, new Int32Array(count)]));

/** Room for a tree of so many games, and what its kernels read and overwrite. */
export const made = ({ claimable, flanks, names, numbers: n }, room) => {
  const nodes = Math.floor(Math.min(n.NODE_ROOM, room / n.EXPAND + 1));
  const entries = Math.min(n.ENTRY_ROOM, 1 + nodes * claimable);
  const tree = {
    ...ints("firsts counts movers", nodes),
    ...ints("sites nodes visits points rave_visits rave_points proven", entries),
  };
  const work = { ...ints("owners seen waiting", names.length), ...ints("order entries parents", claimable) };
  const playing = { step, winner, reply, judge, flanks }; // twins of the rules that see typed rows only: faster
  return { tree, work, playing };
};

/** The share of random games that the player to move wins, and of each site among those where it was the player's. */
export const evaluated = (game, { owners, to_move: who }, count, seed = drawn()) => {
  const { claimable, rows, step, winner, numbers: { HEAD } } = game;
  const tally = new Array(HEAD + 3 * claimable).fill(0);
  const sites = empty(game, owners);
  sampled(rows, step, winner, [owners, owners.slice(), who, sites.slice()], tally, 1 + seed, count);
  const had = (won, site) => {
    const first = tally[HEAD + won * claimable + site];
    return who === 1 ? first : tally[won] - first;
  };
  const share = (site) => (had(who, site) + 1) / (had(0, site) + had(1, site) + had(2, site) + 2);
  return { value: (tally[who] + tally[0] / 2) / count, worth: new Map(sites.map((site) => [site, share(site)])) };
};
