/** What positions are worth to FIRST: proven, or by tree search; as nbgames/analysis/values.py has it. */

import { proving, settled } from "./exact.js";
import { hasNames, isBegun, isOpen, played, positionOf, SEATS, told, words } from "./match.js";
import { search } from "./searching.js";
import { after, empty, leavesFor, wins } from "./tactics.js";
import * as wording from "./wording.js";

const FIRST = 1;
export const SEED = 2026; // one for all positions: the same match has the same review
const SLICE = 12; // milliseconds between looks at the page

/**
 * A share from 0 to 1, its error, the score where it is exact, words of best play, the claims that a search looked at
 * most, the most first, and the games of the longest search behind an estimate.
 */
export const valueOf = (share, error = 0, score = null, line = [], order = [], games = 0) =>
  ({ share, error, score, line, order, games });

export const seenBy = ({ share }, who) => (who === FIRST ? share : 1 - share);

/** Whose stones a player has after a word: a swap gives them those of the other. */
export const sideAfter = (who, word) => (word === "swap" ? 3 - who : who);

/** 1 for a proven win, 0 for a draw, -1 for a loss; null where nothing is proven. */
export const resultFor = (value, who) => (value.error ? null : Math.sign(seenBy(value, who) - 0.5));

export const scoreFor = ({ score }, who) => (score !== null && who !== FIRST ? 0 - score : score);

/** What a swap makes of it: the value to FIRST of having SECOND's side. */
export const turned = ({ share, error, score, games }) =>
  valueOf(1 - share, error, score === null ? null : 0 - score, [], [], games);

/** The value where the player to move may swap, and does so if that is better. */
export const orSwapped = (value, mover) =>
  (seenBy(value, mover) >= 0.5 ? value : { ...turned(value), line: ["swap"] });

/** The same value of the position before this word, of which the line may go on. */
export const afterWord = (value, word, goesOn = false) => {
  const { line } = value;
  return { ...value, line: goesOn && line.length ? [`${word},${line[0]}`, ...line.slice(1)] : [word, ...line] };
};

/** The value of the best of a few openings: proven if it wins, since another may be better. */
export const bestOpening = (found, who) => {
  const best = { ...found.reduce((a, b) => (seenBy(b, who) > seenBy(a, who) ? b : a)), score: null };
  const isKnown = best.error || seenBy(best, who) === 1;
  return isKnown ? best : { ...best, error: Math.max(best.share, 1 - best.share) };
};

/** What a position is worth to whoever plays FIRST's side there, a swap counted. */
export const chosen = (m, value) => {
  const { may_swap, to_move } = positionOf(m);
  return may_swap && !m.outcome ? orSwapped(value, to_move) : value;
};

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
export const cellsOf = ({ game }, { score }) => (game.obliges ? Math.abs(score ?? 0) : 0);

/** What a position is worth, and how that is known; an estimate as the chance of who. */
export const said = (m, value, who = FIRST) => {
  if (m.outcome) return `${capital(told(m))}.`;
  const { players, draws } = m.game;
  const best = chosen(m, value);
  const { may_swap, to_move } = positionOf(m);
  const persons = hasNames(m) ? m.openers : SEATS.map((seat, k) => `${capital(seat)} (${players[k]})`);
  const all = may_swap ? persons : players;
  const named = who === FIRST ? all : all.toReversed();
  const choice = may_swap ? wording.choice(players[to_move - 1], best.line[0] === "swap") : "";
  return wording.standing(named, draws, seenBy(best, who), value.error, cellsOf(m, value), choice);
};

/** A value as bar and review tell it. */
export const worthOf = (m, { order, near, ...value }) =>
  ({ ...value, says: said(m, value), chosen: chosen(m, value).share });

/** The words of a value that begins with one, claim by claim, and what they leave. */
export const namedIn = (m, value) => {
  const [first, ...rest] = value.line;
  const begun = isOpen(m) ? words(m).at(-1)[0] : "";
  const [left, more] = rest[0] === "swap" ? [turned(value), []] : [value, rest]; // told with the swap counted
  return first.split(",").map((_, k, claims) => {
    const then = claims.slice(0, k + 1).reduce(played, m);
    const line = [claims.slice(k + 1).join(","), ...more].filter(Boolean);
    return [words(then).at(-1)[0].slice(begun.length), worthOf(then, { ...left, line })];
  });
};

/** An exact value from a score for who. */
const known = (score, who, line = []) => {
  const first = who === FIRST ? score : 0 - score;
  return valueOf((1 + Math.sign(first)) / 2, 0, first, line);
};

const owned = ({ owners }, who) => owners.filter((owner) => owner === who).length;

/** The exact value of a board that is played out. */
export const endOf = (m) => {
  const { game } = m;
  const position = positionOf(m);
  const winner = game.winner(game.rows, position.owners);
  if (!winner && empty(game, position.owners).length) return null;
  if (game.hasMargins) return known(owned(position, FIRST) - owned(position, 2), FIRST);
  return known(winner === FIRST ? 1 : winner ? -1 : 0, FIRST);
};

/** What a match that is over is worth, however it ended. */
export const resultOf = (m) => {
  const share = { 1: 1, 2: 0 }[m.outcome.winner] ?? 0.5;
  const end = endOf(m);
  return end?.share === share ? end : valueOf(share);
};

/** The exact value where a claim wins at once. */
const wonAtOnce = (m) => {
  const { owners, to_move: who } = positionOf(m);
  const [site] = m.game.scored || m.outcome ? [] : wins(m.game, owners, who);
  return site === undefined ? null : known(1, who, [m.game.names[site]]);
};

/** Claims as words, a turn in each. */
const wordsOf = (m, sites) => {
  let position = positionOf(m);
  let goesOn = false;
  const words = [];
  for (const site of sites) {
    if (goesOn) words.push(`${words.pop()},${m.game.names[site]}`);
    else words.push(m.game.names[site]);
    const then = after(m.game, position, [site]);
    goesOn = then.to_move === position.to_move;
    position = then;
  }
  return words;
};

/** The error that is stated of an estimate: how far one of ten times the games may lie from it. */
const stated = (game, { share, half }, games) => {
  const { MODEL, COMPARED, SPREAD_OF_GAMES } = game.numbers;
  const most = Math.min(games, usual(game));
  const byGames = SPREAD_OF_GAMES * (0.5 + 2 * share * (1 - share)) / Math.sqrt(Math.sqrt(most));
  const sites = Math.min(game.claimable, COMPARED);
  const byLeaves = MODEL / Math.sqrt(sites * Math.sqrt(Math.max(1, leavesFor(game, most))));
  const bound = game.networks.length ? byLeaves : byGames;
  return Math.min(Math.abs(share - half) + bound, Math.max(share, 1 - share));
};

export const usual = ({ networks, numbers: { BY_CURRENTS, BY_GAMES } }) => (networks.length ? BY_CURRENTS : BY_GAMES);

/** The games of an estimate in the review of so many words: fewer words have more games each. */
export const thorough = (game, words) => {
  const { MORE, MATCH } = game.numbers;
  return usual(game) * Math.max(1, Math.min(MORE, Math.floor(MATCH / words)));
};

/** What a board is worth by tree search, without a swap; with the claims that are nearly as good as the best one. */
export function* bySearch(m, games) {
  const { game } = m;
  const ended = endOf(m);
  if (ended) return ended;
  const position = positionOf(m);
  const who = position.to_move;
  const found = yield* search.estimated(game, position, games, SEED, SLICE);
  const line = wordsOf(m, found.line);
  const [order, near] = [found.order.slice(0, game.numbers.ORDER), found.near]
    .map((sites) => sites.map((site) => game.names[site]));
  const share = who === FIRST ? found.share : 1 - found.share;
  const score = found.proven && (found.proven === who ? 1 : -1);
  const value = found.proven === null ? valueOf(share, stated(game, found, games), null, line, [], games)
    : game.hasMargins ? valueOf(share, 0, null, line) // who wins is proven, and not by how much
      : known(score, who, line);
  return { ...value, order, near };
}

/** The exact value of a board without a swap by the nodes of a purse, which pays for them; null out of them. */
function* searched(m, purse) {
  const { game } = m;
  const position = positionOf(m);
  const who = position.to_move;
  if (game.hasMargins) {
    // Two positions may have the same key of 32 bits, so a search with other keys has to find the same.
    const found = settled ? yield* settled(game, position, purse.nodes, () => false) : null;
    const again = found && (yield* settled(game, position, purse.nodes, () => false, SEED));
    if (!again) purse.nodes = 0;
    return again?.margin === found?.margin && found ? known(found.margin, who, wordsOf(m, found.turn)) : null;
  }
  const found = yield* proving.settledBy(game, position, purse);
  return found && known(found.value, who, wordsOf(m, [found.site]));
}

/** The nodes that a proof may take; `closed` says that what follows is proven. */
const worthwhile = (m, nodes, closed) => {
  const { SOLVED_CELLS, SOLVED, MOST_CELLS, FORCED, TENTH } = m.game.numbers;
  const count = empty(m.game, positionOf(m).owners).length;
  const some = Math.floor(nodes / TENTH);
  if (m.game.hasMargins) return count <= (closed ? MOST_CELLS : SOLVED_CELLS) ? nodes : 0;
  if (closed) return m.game.networks.length ? some : nodes;
  return count <= SOLVED ? nodes : count <= FORCED ? some : 0;
};

/** The exact value of a board without a swap, where so many nodes are likely to give it. */
export function* byProof(m, nodes) {
  const most = worthwhile(m, nodes, false);
  return endOf(m) ?? wonAtOnce(m) ?? (most ? yield* searched(m, { nodes: most }) : null);
}

/** What work gives for so many of the nodes of a purse. */
function* paid(purse, most, work) {
  const part = { nodes: most };
  const search = work(part);
  let step = search.next();
  for (; !step.done; step = search.next()) yield; // an exact end tells its nodes, and here positions are counted
  purse.nodes -= most - Math.max(0, part.nodes);
  return step.value;
}

/** What the next word left, if that is proven to be the value too. */
function* kept(m, then, word, purse) {
  const result = resultFor(then, positionOf(m).to_move);
  const most = worthwhile(m, purse.nodes, true);
  if (result === 1) return afterWord(then, word);
  if (result === 0 || !most) return null;
  const isLost = (...seed) => paid(purse, most, (part) => proving.isLost(m.game, positionOf(m), part, ...seed));
  const { hasMargins } = m.game; // there positions that share a key of 32 bits are taken for one: another seed decides
  return (yield* isLost()) && (!hasMargins || (yield* isLost(SEED))) ? afterWord(then, word) : null;
}

/**
 * Exact values of boards, from the last one backwards; behind one that stays open only a few are tried. Yields how many
 * are done.
 * @param {[number, any][]} boards how many words led there, and the match there
 * @param {(n: number) => string} word the word of this number
 * @param {number} nodes of all proofs; without any only what needs no search is known
 * @param {boolean} within a proven position: what leads on from it is within reach of a proof too
 */
export function* proofs(boards, word, nodes, within) {
  const [purse, won] = [{ nodes }, { nodes }];
  const found = new Map();
  let [later, then] = [0, /** @type {any} */ (null)];
  for (const [k, [n, m]] of [...boards].reverse().entries()) {
    let value = endOf(m) ?? (nodes ? wonAtOnce(m) : null);
    if (!value && then && !m.game.hasMargins) value = yield* kept(m, then, word(later), purse);
    const most = Math.min(purse.nodes, worthwhile(m, nodes, within || then !== null));
    if (!value && most) value = yield* paid(purse, most, (part) => searched(m, part));
    if (!value && then && m.game.hasMargins && proving && nodes) { // who wins takes fewer nodes than by how much
      value = yield* kept(m, then, word(later), won);
      value &&= { ...value, score: null };
    }
    if (value) found.set(n, value);
    [later, then] = [n, value];
    yield k + 1;
  }
  return found;
}

/**
 * Values that agree with each other: what the word that was played leaves is a lower bound for whoever
 * played it, so from the end backwards the better of the two counts; after a proven loss all are, and after the first
 * word of a proven win that is one too.
 * @param {[number, any][]} boards
 * @param {(n: number) => string} word
 * @param {Map<number, any>} values
 */
export const backedUp = (boards, word, values) => {
  const found = new Map();
  for (let k = boards.length - 1; k >= 0; k -= 1) {
    const [n, m] = boards[k];
    const value = values.get(n);
    const [later] = boards[k + 1] ?? [];
    found.set(n, later === undefined ? value : backed(m, value, found.get(later), word(later)));
  }
  boards.slice(1).forEach(([later], k) => {
    const [n, m] = boards[k];
    const { share, error, score, line: [best] } = found.get(n);
    const then = found.get(later);
    const result = resultFor({ share, error }, positionOf(m).to_move);
    const keeps = result === 1 && isBegun(best, word(later));
    if (!then.error || !(result === -1 || keeps)) return;
    found.set(later, { ...then, share, error: 0, score: keeps || !m.game.hasMargins ? score : null });
  });
  for (const [n, value] of found) found.set(n, { ...value, order: values.get(n).order });
  return found;
};

/** The better of what a position is worth by itself and by the word that was played there. */
const backed = (m, value, then, word) => {
  const { game } = m;
  const who = positionOf(m).to_move;
  const played = afterWord(then, word);
  if (value.error === 0) return value.line[0] === word ? { ...value, line: played.line } : value;
  if (then.error === 0 && seenBy(then, who) === 1) return game.hasMargins ? { ...played, score: null } : played;
  if (seenBy(then, who) <= seenBy(value, who)) return value;
  return estimate(played, value);
};

/** The value of a position by its best word, as sure as that and its own are together. */
export const estimate = (best, { error, games, order }) =>
  ({ ...best, error: Math.max(best.error, error), score: null, order, games: Math.max(best.games, games) });
