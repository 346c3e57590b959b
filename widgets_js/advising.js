/** Advice on one position, better by and by, and why; as nbgames/analysis/advising.py has it. */

import { better } from "./known.js";
import { after as before, isOpen, played, positionOf } from "./match.js";
import { write } from "./record.js";
import { search } from "./searching.js";
import { after, candidates, empty, sitesOf, touches, wins } from "./tactics.js";
import {
  SEED, afterWord, bestOpening, byProof, bySearch, cellsOf, namedIn, orSwapped, resultFor, resultOf, said, seenBy,
  thorough, usual, valueOf, worthOf,
} from "./values.js";
import { wayOf, wayThrough } from "./ways.js";
import * as wording from "./wording.js";

const SWAP = "swap";
const SHADED = ""; // a note that only shades its site
const LOOKED_AT = 3; // sites that a first hint shades

/** The nodes of proofs: as many as for a review, or where these are few, more. */
const proofsOf = ({ networks, numbers: { LEAST_PROOFS, PROOFS } }) => (networks.length ? LEAST_PROOFS : PROOFS);

/** How best play goes on, from the first word on, up to a swap. */
const upToSwap = ({ game: { numbers } }, line) => {
  const stop = line.indexOf(SWAP);
  return line.slice(0, stop < 0 ? numbers.TOLD : Math.min(stop, numbers.TOLD));
};

/** Openings that the other player may take over: the lesser side of each counts. */
function* opened(m, known, games) {
  const who = positionOf(m).to_move;
  const found = [];
  for (const word of openingsOf(m)) {
    const value = yield* bySearch(played(m, word), games);
    found.push(afterWord(orSwapped(value, 3 - who), word));
  }
  found.sort((a, b) => seenBy(b, who) - seenBy(a, who));
  const value = better(bestOpening(found, who), known);
  const least = seenBy(found[0], who) - m.game.numbers.NEAR;
  const near = found.filter((one) => seenBy(one, who) > least);
  const words = new Set([value, ...near].flatMap(({ line }) => line.slice(0, 1)));
  const best = [...words].slice(0, m.game.numbers.BEST);
  const order = found.map(({ line: [word] }) => word);
  return { value, words: best, firm: games === thorough(m.game, 0), line: upToSwap(m, value.line), order };
}

/** A few openings, since the best are taken over by a swap and the worst are left. */
export const openingsOf = (m) => {
  const { numbers: { OPENINGS }, names } = m.game;
  const order = search.openings(m.game, positionOf(m), SEED).reverse();
  return Array.from({ length: OPENINGS }, (_, k) => names[order[Math.floor(order.length * k / OPENINGS)]]);
};

export const mayOpen = (m) => m.swap && !positionOf(m).owners.some(Boolean);

/**
 * The word of best play first, then others that are nearly as good by the search, where no win or draw is proven, which
 * no other is known to keep; firm if only a longer search may change it.
 */
const adviceOf = (m, value, { line, order, near = [] }, firm = true) => {
  const { to_move: who, may_swap } = positionOf(m);
  const first = value.line.slice(0, 1);
  const claims = first.flatMap((word) => word.split(","));
  const isKept = [0, 1].includes(resultFor(value, who)) && first[0];
  const found = [...first, ...near.filter((word) => !isKept && !claims.includes(word))];
  const swapped = may_swap && seenBy(value, who) < 0.5 ? [SWAP, ...found] : found;
  const isMore = value.line.length === 1 && line[0] === first[0]; // a proof says no more than the word
  const words = swapped.slice(0, m.game.numbers.BEST);
  return { value, words, firm, line: upToSwap(m, isMore ? line : value.line), order };
};

/**
 * The same advice; of a proven win with one way to win it, as far as that is told. The other player, who loses by any
 * word, has that of a search, and so has the winner where no proof is found.
 */
function* withWin(m, advice, nodes) {
  const who = positionOf(m).to_move;
  const { GLANCE, SHOWN } = m.game.numbers;
  const games = thorough(m.game, m.claims.length) / GLANCE;
  if (resultFor(advice.value, who) !== 1) return advice;
  const words = [];
  let { value: found, line } = advice;
  let [now, won] = [m, 0];
  while (found?.line.length && words.length < SHOWN) {
    const word = found.line[0];
    words.push(word);
    if (positionOf(now).to_move === who) won = words.length;
    now = word.split(",").reduce(played, now);
    if (now.outcome) break;
    found = yield* wholeTurn(now, games);
    if (line.length < 2) line = upToSwap(m, [word, ...found.line]);
    if (positionOf(now).to_move === who && resultFor(found, who) !== 1) found = yield* byProof(now, nodes);
  }
  return won > 1 ? { ...advice, line: words.slice(0, won), won } : { ...advice, line };
}

/** The value by a search, whose best word is a whole turn: where it breaks off, more searches of the usual length. */
function* wholeTurn(m, games) {
  const value = yield* bySearch(m, games);
  const wordOf = ({ line, order }) => line[0] ?? order[0] ?? "";
  let [word, rest] = [wordOf(value), value.line.slice(1)];
  const turn = (now, claims) => claims.split(",").reduce(played, now);
  for (let then = word ? turn(m, word) : m; word && isOpen(then);) {
    const found = yield* bySearch(then, Math.min(games, usual(m.game)));
    const more = wordOf(found);
    if (!more) break;
    [word, rest] = [`${word},${more}`, found.line.slice(1)];
    then = turn(then, more);
  }
  return { ...value, line: word ? [word, ...rest] : [] };
}

/** Is a word proven to lose? */
function* loses(m, word, nodes) {
  const proof = yield* byProof(word.split(",").reduce(played, m), nodes);
  return Boolean(proof) && resultFor(proof, positionOf(m).to_move) === -1;
}

/**
 * The value by the best word that no proof shows to lose, and which are nearly as good. A position is lost where each
 * of its words is refuted; of long turns only some are tried. What is proven of the position stays, even where no word
 * is known with it.
 */
function* sound(m, best, near, nodes, refuted) {
  const { game } = m;
  const { owners, to_move: who } = positionOf(m);
  const { line: [first], order } = best;
  const claims = [...order, ...empty(game, owners).map((site) => game.names[site])];
  for (const word of new Set([first, ...claims].filter(Boolean))) {
    if (word !== first && isOpen(played(m, word))) continue; // no whole turn
    if (!refuted.has(word)) refuted.set(word, yield* loses(m, word, nodes));
    if (refuted.get(word)) continue;
    const good = near.filter((one) => !refuted.get(one));
    if (word === first || !best.error) return [best, good];
    const value = yield* bySearch(played(m, word), Math.max(best.games, usual(game)));
    if (resultFor(value, who) === -1) { // a search may prove what the proof has not
      refuted.set(word, true);
      continue;
    }
    // Both searches are behind its value, which takes the other's place.
    return [{ ...afterWord(value, word), order, games: value.games && best.games + value.games }, good];
  }
  return [game.several ? best : valueOf(Number(who !== 1), 0, who === 1 ? -1 : 1, best.line), []];
}

/** Advice, each better than the one before, and than what is known. */
function* advised(m, known, nodes) {
  const { GLANCE, DEEP, FEW_EMPTY: FEW, LEAST_PROOFS } = m.game.numbers;
  if (m.outcome) return yield { value: resultOf(m), words: [], firm: true };
  const games = thorough(m.game, m.claims.length);
  const counts = [games / GLANCE, games];
  if (mayOpen(m)) {
    for (const count of counts) {
      const found = yield* opened(m, known, count);
      known = found.value;
      yield found;
    }
    return;
  }
  let value = null;
  for (const count of counts) {
    value = yield* wholeTurn(m, count);
    known = better(value, known);
    const isProven = known.error === 0 && known.line.length > 0;
    const found = adviceOf(m, known, value, isProven);
    yield isProven ? yield* withWin(m, found, nodes) : found;
    if (isProven) return;
  }
  const refuted = new Map();
  const least = empty(m.game, positionOf(m).owners).length <= FEW ? nodes : Math.min(LEAST_PROOFS, nodes);
  const soundOf = function* () {
    const { near = [], order } = value;
    const [best, good] = yield* sound(m, { ...better(value, known), order }, near, least, refuted);
    return adviceOf(m, best, { ...value, near: good });
  };
  let proof = yield* byProof(m, least);
  if (!proof) { // a hint does not wait for the longer ones
    yield yield* soundOf();
    proof = nodes > least && (yield* byProof(m, nodes));
  }
  if (proof) {
    const lost = resultFor(proof, positionOf(m).to_move) === -1; // what was searched is harder to beat
    const found = adviceOf(m, better(lost ? { ...proof, line: value.line } : proof, known), value);
    yield yield* withWin(m, found, nodes);
    return;
  }
  value = yield* wholeTurn(m, usual(m.game) * DEEP);
  yield yield* soundOf();
}

/** Names as a reader wants them. */
export const listed = (names) => {
  const cut = names.length > 12 ? [...names.slice(0, 11), `${names.length - 11} more`] : names;
  return [cut.slice(0, -1).join(", "), ...cut.slice(-1)].filter(Boolean).join(" and ") || "none";
};

/** Where the other player would win at once, and what parries all of that. */
const threatened = (m) => {
  const { game } = m;
  const { owners, to_move: who } = positionOf(m);
  const named = (sites) => sites.map((site) => game.names[site]);
  const threats = game.scored || game.several || m.outcome ? [] : wins(game, owners, 3 - who);
  if (!threats.length) return { threats, good: [] };
  const good = candidates(game, positionOf(m)).sites.filter((site) => {
    const then = after(game, positionOf(m), [site]).owners;
    return !wins(game, then, 3 - who).length;
  });
  return { threats: named(threats), good: named(good) };
};

/** That the word parries a threat, or does not. */
const parried = (m, word, other, isNamed) => {
  const { threats, good } = threatened(m);
  if (!threats.length) return "";
  return good.length && !good.includes(word) ? wording.stops_not(word, other, listed(threats))
    : wording.parries(word, other, listed(threats), good.length, isNamed);
};

/** Where the player who has won would win at once, after a word that is proven to win. */
const winsNext = (then, [player, other]) => {
  const { threats, good } = threatened(then);
  const where = threats.slice(0, then.game.numbers.BEST).join(" or ");
  return where && wording.wins_next(player, other, where, good.length > 0);
};

/** How the game may go on after the best word: to its end, if a proven win is near it. */
const playedOn = (m, { line, won }, [player, other]) => {
  if (!won) return wording.expected(player, other, line.slice(1));
  const end = line.flatMap((word) => word.split(",")).reduce(played, m);
  const moves = line.slice(1).map((word, k) => `${k % 2 ? player : other} ${wording.turn(word)}`);
  return wording.won_so(moves.join(", "), Boolean(end.outcome));
};

const prospects = (m, value, word, [player, other]) => {
  const who = positionOf(m).to_move;
  const known = resultFor(value, who);
  if (known === null) return wording.looks_best(word, seenBy(value, who), value.error);
  return wording.holds(word, player, other, known, word === value.line[0], cellsOf(m, value));
};

/**
 * How many cells a turn takes, and from how many it lets the other player go on. If it is praised, only if these are
 * fewer.
 */
export const taken = (m, then, word, other, isPraised = true) => {
  const { game } = m;
  const { owners } = positionOf(then);
  const who = positionOf(m).to_move;
  const left = empty(game, owners);
  const open = left.filter((site) => touches(game, owners, site, who) >= 2).length;
  const { length } = word.split(",");
  if (isPraised && !(left.length && open < length)) return "";
  return wording.takes(game.players[who - 1], other, length, open);
};

/**
 * What a whole turn does for whoever makes it, in sentences; none at the end. If it is praised, only what speaks for
 * it.
 */
export const effects = (m, then, word, isPraised = false) => {
  const { game } = m;
  if ([SWAP, "resign"].includes(word) || then.outcome || isOpen(then)) return [];
  const who = positionOf(m).to_move;
  const [player, other] = [game.players[who - 1], game.players[2 - who]];
  const next = game.scored || game.several ? [] : wins(game, positionOf(then).owners, who);
  const race = () => {
    const [mine, theirs] = [wayOf(then, who).claims, wayOf(then, 3 - who).claims];
    return (!isPraised || (mine < theirs && !next.length)) && wording.race(player, other, mine, theirs);
  };
  return [
    parried(m, word, other, true),
    next.length && wording.threatens(player, listed(next.map((site) => game.names[site]))),
    game.canJoin && race(),
    game.obliges && taken(m, then, word, other, isPraised),
  ].filter(Boolean);
};

/** What a better word does, and the one that was played, as far as that differs. */
export const explained = (m, better, word, isProven) => {
  if (better === SWAP) return wording.worth_having();
  const does = [better, word].map((one) => (["", SWAP, "resign"].includes(one) ? []
    : effects(m, one.split(",").filter(Boolean).reduce(played, m), one)).join(" "));
  if (!does[0] || does[0] === does[1]) return wording.known_only(isProven);
  return does.map((says, k) => says && wording.explains([better, word][k], says)).filter(Boolean).join(" ");
};

/** Who makes each claim of best play, as far as it is known, and as which, "X1", by site. */
const numbered = (m, { line, words: best }) => {
  const { game } = m;
  const notes = {};
  let now = m;
  (line.length ? line : best.slice(0, 1)).forEach((word, k) => {
    const who = positionOf(now).to_move;
    for (const site of sitesOf(game, word)) notes[site] = `${game.players[who - 1][0]}${k + 1}`;
    now = word.split(",").reduce(played, now);
  });
  return notes;
};

/** A chain as a line, or as shades of its sites where these are lines themselves. */
export const chained = ({ diagonals }, sites) =>
  (diagonals ? { notes: Object.fromEntries(sites.map((site) => [site, SHADED])) } : { chain: sites });

/** Why the best word is the best that is known, with what shows it on a board. */
const reason = (m, advice) => {
  const { game } = m;
  const { value, words: [word], line } = advice;
  const who = positionOf(m).to_move;
  /** @type {[string, string]} */
  const named = [game.players[who - 1], game.players[2 - who]];
  if (word === SWAP) return { says: wording.worth_having() };
  const then = word.split(",").reduce(played, m);
  const drawn = (sites) => {
    const { notes, chain = [] } = sites.length ? chained(game, sites) : {};
    return { chain, way: notes, notes: { ...notes, ...numbered(m, advice) } };
  };
  if (then.outcome?.winner === who) return { says: wording.wins_at_once(word), ...drawn(then.outcome.chain) };
  const best = prospects(m, value, word, named);
  const swap = mayOpen(m) && wording.taken_over(named[1], value.line[1] === SWAP, seenBy(value, who), value.error);
  const threat = resultFor(value, who) === 1 ? winsNext(then, named) : "";
  const parry = parried(m, word, named[1], resultFor(value, who) !== -1); // a loss is told without the word
  const more = [threat];
  let chain = [];
  if (!parry && !threat && game.canJoin && !then.outcome) { // one reason is enough
    const [mine, theirs] = [wayOf(then, who), wayOf(then, 3 - who)];
    if (mine.claims < theirs.claims && value.error && seenBy(value, who) > 0.5) {
      more.push(wording.race(...named, mine.claims, theirs.claims));
    }
    chain = wayThrough(m, then, who);
    if (chain.length) more.push(wording.shortest_way(named[0], Boolean(game.diagonals)));
  }
  if (game.obliges && !advice.won) more.push(taken(m, then, word, named[1]));
  more.push(playedOn(m, advice, named));
  const others = advice.words.slice(1);
  if (value.error && !parry && !more.some(Boolean) && others.length) more.push(wording.next_best(listed(others)));
  return { says: [best, swap, parry, ...more].filter(Boolean).join(" "), ...drawn(chain) };
};

/** The same board before or after a swap, which exchanges the players alone; null where there is none. */
const twinOf = (m) => {
  if (positionOf(m).may_swap && !m.outcome) return played(m, SWAP);
  return m.claims.at(-1) === SWAP ? before(m, m.claims.length - 1) : null;
};

/** What a position is worth, and so its twin, by their records: the board has one value. */
export const boardWorths = (m, value) => [m, twinOf(m)].filter(Boolean).map((one) => [write(one), worthOf(one, value)]);

/** What is known of a position, and the stages of a hint as a page shows them. */
const shownOf = (m, advice) => {
  const { value, words: best, firm, order } = advice;
  const [[, worth], twin] = boardWorths(m, value);
  if (!firm) return { worth, twin, firm, hints: [] }; // the first would shade other sites than the move
  if (!best.length) {
    return { worth, twin, firm, left: [], word: "", hints: new Array(3).fill({ says: wording.nothing_known() }) };
  }
  const { game } = m;
  const claims = [...best, ...order].filter((word) => word !== SWAP).map((word) => sitesOf(game, word)[0]);
  const shaded = [...new Set(claims)].slice(0, LOOKED_AT); // one alone would be the move
  const move = Object.fromEntries(sitesOf(game, best[0]).map((site) => [site, "1"]));
  const { to_move: who, may_swap } = positionOf(m);
  const notes = Object.fromEntries(shaded.map((site) => [site, SHADED]));
  const opponent = mayOpen(m) ? game.players[2 - who] : "";
  const where = { says: wording.where_to_look(opponent, may_swap, best[0] === SWAP), notes };
  const isLost = best[0] !== SWAP && resultFor(value, who) === -1;
  const [says, stands] = [wording.shown_move(best[0], isLost), said(m, value, who)];
  // All words lose where a loss is proven, but some by more cells.
  const left = value.error && value.line.length ? namedIn(m, value) : [];
  return { worth, twin, firm, left, word: best[0], hints: [where, { says, stands, notes: move }, reason(m, advice)] };
};

/** What is found of a position, better by and by than what is known of it; nothing at each pause. */
export function* advice(m, known = null, nodes = proofsOf(m.game)) {
  for (const one of advised(m, known, nodes)) yield one?.value && shownOf(m, one); // an exact end counts as it goes
}
