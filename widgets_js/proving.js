/** Who can force a win, by the kernels of the df-pn search; as nbgames/analysis/solver/proving.py and questions.py. */

import { made } from "./leaves.js";
import { evaluate, rowsOf, search, set_root } from "./solver.js";
import { after, empty } from "./tactics.js";
import { step } from "./trees.js";

const SLICE = 12; // milliseconds between looks at the page
const SETS = 53; // as many sites as a double has bits

const STACK = "keys musts carriers proofs disproofs proof_limits disproof_limits begun chosen movers";
const BRANCHES = "proofs disproofs carriers";
const TABLE = "keys works proofs disproofs musts carriers";

/** Zeros by names that stand in one text, as many of each. */
const floats = (names, count) =>
  Object.fromEntries(names.split(" ").map((name) => [name, new Float64Array(count)]));

/** Random numbers of 46 bits, always the same: a hash multiplies them by less than 64. */
const randoms = (count, { MULTIPLIER, MODULUS }) => {
  let state = count;
  const drawn = () => {
    state = state * MULTIPLIER % MODULUS;
    return state % 2 ** 23;
  };
  return Float64Array.from({ length: count }, () => drawn() * 2 ** 23 + drawn());
};

/** The place of the site that each of these excludes, or its own. */
const twinsOf = ({ rows: { rivals } }, sites) =>
  sites.map((site, k) => (rivals.length ? sites.indexOf(rivals[site]) : k));

/** The sites as bits, of which the places of some stand for two: those that are empty, and those that claims fill. */
const bitsOf = ({ claimable, names }, sites, twins, firsts) => {
  const bits = new Float64Array(names.length);
  firsts.forEach((k, bit) => { bits[sites[k]] = bits[sites[twins[k]]] = 2 ** bit; });
  for (let site = claimable; site < names.length; site += 1) bits[site] = 2 ** (site - claimable);
  return bits;
};

/** What an evaluation overwrites. */
const buffersOf = (game, many, owners) => {
  const { names, networks, solver: { rows } } = game;
  if (networks.length) return made(game, 1, true).playing.leaf.tracks;
  const count = (who) => owners.filter((owner) => owner === who).length;
  const counts = rowsOf(names.length, many + Math.max(count(1), count(2)));
  return Object.fromEntries(rows.map((name, k) => [name, new Float64Array(counts[k])]));
};

/** The question whether a player can force a win, from positions that follow one root; null where it is too large. */
export const winSearch = (game, { owners: root }, attacker, slots = game.numbers.SLOTS) => {
  const { claimable, names: { length: size }, numbers: n, rows: net, solver: { kind, by_sides } } = game;
  const sites = Int32Array.from(empty(game, root));
  const many = sites.length;
  const twins = twinsOf(game, sites);
  const firsts = [...twins.keys()].filter((k) => k <= twins[k]);
  if (Math.max(firsts.length, size - claimable) > SETS) return null;
  const deep = many + 2;
  const ints = (count) => new Int32Array(count);
  const problem = {
    net, step, winner: game.winner, evaluate, kind, by_sides, claimable, attacker, sites, twins,
    bits: bitsOf(game, sites, twins, firsts), every: 2 ** firsts.length - 1, buffers: buffersOf(game, many, root),
  };
  const hashing = {
    kind, claimable, part_starts: net.part_starts, parts: net.parts,
    images: Int32Array.from({ length: size }, (_, site) => site), // no symmetry but the identity
    zobrist: randoms(size, n), codes: ints(deep * size), hashes: new Float64Array(deep + 1), changed: ints(size),
  };
  return {
    attacker, problem, hashing,
    stack: { owners: ints(deep * size), ...floats(STACK, deep) },
    branches: floats(BRANCHES, deep * many + 1),
    table: floats(TABLE, Math.min(slots, 2 ** (many + 4))),
    scratch: {
      here: ints(size), child: ints(size), lacks: new Float64Array(size), seen: ints(size), waiting: ints(size),
    },
    found: new Float64Array(5), cursor: new Float64Array(6), pace: [1, 1],
  };
};

/** Does the attacker win from here? null if the nodes of the purse, which pays for them, run out. */
export function* wins(one, { owners, to_move: who }, purse, { LIMIT, NODES, VISITS }) {
  const { attacker, problem, hashing, stack, branches, table, scratch, found, cursor } = one;
  const { pace } = one; // nodes and visits of the next slice
  set_root(hashing, stack, cursor, owners, attacker, who);
  for (;;) {
    const before = cursor[NODES];
    cursor[LIMIT] = before + Math.min(pace[0], purse.nodes);
    cursor[VISITS] = pace[1];
    const start = performance.now();
    const isDone = search(problem, hashing, stack, branches, table, scratch, found, cursor);
    const share = Math.min(4, SLICE / Math.max(performance.now() - start, 0.01));
    const spent = cursor[NODES] - before;
    purse.nodes -= spent;
    if (isDone) return (who === attacker) === !stack.proofs[0];
    if (purse.nodes <= 0) return null;
    if (spent) pace[0] = Math.max(1, Math.floor(share * spent));
    pace[1] = Math.max(1, Math.floor(share * (pace[1] - cursor[VISITS])));
    yield;
  }
}

/** Can the value to who be at least this from here: 1 a win, 0 a draw? null out of nodes. */
function* reaches(question, position, who, least) {
  const { game, searches, root, purse } = question;
  if (least < 0) return true;
  const won = game.winner(game.rows, position.owners);
  if (won || !empty(game, position.owners).length) return Number(won === who) - Number(won === 3 - who) >= least;
  const attacker = least ? who : 3 - who;
  searches[attacker] ??= winSearch(game, root, attacker);
  const found = searches[attacker] && (yield* wins(searches[attacker], position, purse, game.numbers));
  return found === null ? null : found === (attacker === who);
}

/** A question about a position and what follows it, by the nodes of a purse. */
const asked = (game, root, purse) => ({ game, root, purse, searches: {} });

/** Is this lost for the player to move? null out of nodes. */
export function* isLost(game, position, purse) {
  return yield* reaches(asked(game, position, purse), position, 3 - position.to_move, 1);
}

/** The value to the player to move, 1, 0 or -1, and a claim that keeps it; null out of nodes. */
export function* settledBy(game, position, purse) {
  const question = asked(game, position, purse);
  const { to_move: who } = position;
  let value = -1;
  for (const least of game.draws ? [1, 0] : [1]) {
    const isReached = yield* reaches(question, position, who, least);
    if (isReached === null) return null;
    if (isReached) {
      value = least;
      break;
    }
  }
  for (const site of empty(game, position.owners)) {
    const keeps = yield* reaches(question, after(game, position, [site]), who, value);
    if (keeps) return { value, site };
    if (keeps === null) return null;
  }
  return null;
}
