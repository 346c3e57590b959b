/** Exact ends where claims oblige; as nbgames/analysis/solver/margins.py and analysis/questions.py have them. */

import { search } from "./endgame.js";
import { after, empty, touches } from "./tactics.js";

const SLOTS = 1 << 16;
const AT_ONCE = 2000; // nodes between looks at the clock and at the page

const count = (owners, who) => owners.filter((owner) => owner === who).length;
const lead = ({ owners, to_move: who }) => count(owners, who) - count(owners, 3 - who);

/** Random numbers of 32 bits, for a seed above 0 always the same: so is what a search finds in so many nodes. */
const randoms = (count, seed, { MULTIPLIER, MODULUS }) => {
  let state = seed;
  const drawn = () => {
    state = state * MULTIPLIER % MODULUS;
    return state;
  };
  return Int32Array.from({ length: count }, () => drawn() ^ (drawn() << 16));
};

/** The empty sites of a position, and what is found out about them; keys have the bits of a page's integer. */
const endOf = (game, owners, nodes, isLate, seed) => {
  const { WIDTH, MOVE, ENTRY } = game.numbers;
  const sites = empty(game, owners);
  const at = new Map(sites.map((site, k) => [site, k]));
  const bits = (some) => some.reduce((found, site) => found | (1 << at.get(site)), 0);
  const deep = sites.length + 2;
  return {
    game, sites, bits, isLate, left: nodes,
    near: Int32Array.from(sites, (site) => bits(game.neighbours[site].filter((other) => at.has(other)))),
    zobrist: randoms(9 * sites.length + 2, seed, game.numbers),
    stack: new Int32Array(WIDTH * deep), moves: new Int32Array(MOVE * deep * sites.length),
    table: new Int32Array(ENTRY * SLOTS), cursor: new Int32Array(6),
  };
};

/** What the player to move gets more than the other of the empty sites, within a window; null out of time. */
function* margin(end, { owners, to_move: who }, alpha, beta) {
  const { game, sites, bits, stack, cursor, near, zobrist, moves, table } = end;
  const n = game.numbers;
  [[1, 1], [1, 2], [2, 1], [2, 2]].forEach(([player, least], place) => {
    stack[n.TOUCHED + place] = bits(sites.filter((site) => touches(game, owners, site, player) >= least));
  });
  stack[n.LEFT] = bits(sites.filter((site) => !owners[site]));
  [stack[n.MOVER], stack[n.FLOOR], stack[n.ALPHA], stack[n.BETA]] = [who, 0, alpha, beta];
  [cursor[n.DEPTH], cursor[n.PHASE], cursor[n.NODES]] = [0, n.ENTER, 0];
  for (;;) {
    const before = cursor[n.NODES];
    cursor[n.LIMIT] = before + Math.min(AT_ONCE, end.left);
    const done = search(near, zobrist, stack, moves, table, cursor);
    end.left -= cursor[n.NODES] - before;
    if (done) return cursor[n.ANSWER];
    if (end.left <= 0 || end.isLate()) return null;
    yield { count: cursor[n.NODES] };
  }
}

/** Does who get at least this margin from here? null if it cannot be said in time. */
function* reaches(end, position, who, least) {
  const isMine = position.to_move === who;
  const ahead = isMine ? lead(position) : -lead(position);
  if (!position.owners.includes(0)) return ahead >= least;
  const rest = isMine ? least - ahead : ahead - least;
  const window = isMine ? [rest - 1, rest] : [rest, rest + 1];
  const found = yield* margin(end, position, ...window);
  if (found === null) return null;
  return isMine ? found >= rest : found <= rest;
}

/** Is this lost for the player to move? null out of nodes. */
export function* isLost(game, position, purse, seed = 1) {
  const end = endOf(game, position.owners, purse.nodes, () => false, seed);
  const found = yield* reaches(end, position, 3 - position.to_move, 1);
  purse.nodes = end.left;
  return found;
}

/** Bounds of the final margin for the side to move, from what is safe already. */
const locked = (game, position) => {
  const { owners, to_move: who } = position;
  const sites = empty(game, owners);
  const mine = sites.filter((site) => touches(game, owners, site, 3 - who) >= 2);
  const theirs = sites.filter((site) => touches(game, owners, site, who) >= 2 && !mine.includes(site));
  const isOpen = mine.length < sites.length;
  const given = isOpen ? Math.max(0, theirs.length - 1) : 0;
  const now = lead(position);
  return [now + 2 * (mine.length + Number(isOpen)) - sites.length, now + sites.length - 2 * given];
};

/** Every turn: connecting sites, the more the sooner, and a closer; too many are tried site by site. */
const turns = (game, { owners, to_move: who }) => {
  const sites = empty(game, owners);
  const connecting = sites.filter((site) => touches(game, owners, site, 3 - who) >= 2);
  const closers = sites.filter((site) => !connecting.includes(site));
  if (!closers.length) return [sites];
  if (closers.length * 2 ** connecting.length > game.numbers.TURNS) return sites.map((site) => [site]);
  const taken = connecting.reduce((sets, site) => [...sets, ...sets.map((some) => [...some, site])], [[]]);
  return taken.sort((a, b) => b.length - a.length).flatMap((some) => closers.map((closer) => [...some, closer]));
};

/** A turn that keeps the exact margin, and the margin; null out of so many nodes or out of time. */
export function* settled(game, position, nodes, isLate, seed = 1) {
  const who = position.to_move;
  const end = endOf(game, position.owners, nodes, isLate, seed);
  let [low, high] = locked(game, position);
  let guess = 1;
  while (low < high) {
    guess = Math.min(Math.max(guess, low + 2), high);
    const isReached = yield* reaches(end, position, who, guess);
    if (isReached === null) return null;
    [low, high] = isReached ? [guess, high] : [low, guess - 2];
    guess += isReached ? 2 : -2;
  }
  for (const turn of turns(game, position)) {
    const isReached = yield* reaches(end, after(game, position, turn), who, low);
    if (isReached === null) return null;
    if (isReached) return { turn, margin: low };
  }
  return null;
}
