/** What the words of a match cost, as remarks; as nbgames/analysis/judging.py and weighing.py have it. */

import { mayOpen, openingsOf } from "./advising.js";
import { better } from "./known.js";
import { after, isBegun, isOpen, played, positionOf, words } from "./match.js";
import { wins } from "./tactics.js";
import {
  afterWord, backedUp, bestOpening, byProof, bySearch, chosen, estimate, orSwapped, proofs, resultFor, resultOf,
  scoreFor, seenBy, sideAfter, turned, valueOf,
} from "./values.js";
import { costly, keeps_enough } from "./wording.js";

const [FIRST, SECOND] = [1, 2];
// Of the time of a review, about, when proofs, estimates, longer ones and further proofs are done.
const [PROOFS, MOST, AGAIN, PROVEN] = [0.2, 0.5, 0.7, 0.8];

/** A match with its words, and itself after each number of them. */
export const listed = (m) => {
  const turns = words(m);
  return { m, moves: turns.map(([word]) => word), at: (n) => after(m, n ? turns[n - 1][1] : 0) };
};

/** A match after a turn, claim by claim: it may not be over after them. */
const withTurn = (m, word) => word.split(",").reduce(played, m);

/** After each number of words, since how many the board has had its value. */
export const sourcesOf = (moves) => {
  const found = [0];
  moves.forEach((word, k) => found.push(["swap", "resign"].includes(word) ? found.at(-1) : k + 1));
  return found;
};

/** May this word be taken over? */
export const isOpening = ({ at }, number) => positionOf(at(number)).may_swap && mayOpen(at(number - 1));

/** Words to compare an opening with that may be taken over; none where it may not be. */
const openings = (line) => (isOpening(line, 1) ? openingsOf(line.at(0)).filter((word) => word !== line.moves[0]) : []);

const isNamed = (word) => !["swap", "resign"].includes(word);

/** The numbers of the words with which an estimate fell, at least so far, and how far, for whoever moved. */
const falls = (line, pairs, lowest) => [...pairs].flatMap(([n, [had, left]]) => {
  const who = positionOf(line.at(n - 1)).to_move;
  const fell = seenBy(had, who) - seenBy(left, who);
  if (!had.error || fell < lowest || !isNamed(line.moves[n - 1]) || isOpening(line, n)) return [];
  return [[n, fell]];
});

/** Other words than the one played, those that a search of the position liked most first. */
const rivals = ({ line: [best], order }, word) => {
  const claims = best?.split(",") ?? [];
  const found = [best, ...order.filter((other) => !claims.includes(other))];
  return found.filter((other) => other && !isBegun(word, other));
};

/** Words to search in place of those with which the estimate fell, with the numbers of these; none that is known. */
const doubted = (line, pairs, isKnown) => {
  const { DOUBT, FALL, OTHERS } = line.m.game.numbers;
  const fell = falls(line, pairs, DOUBT);
  const deep = fell.filter(([, one]) => one >= FALL).length;
  const count = Math.max(1, Math.min(OTHERS, Math.floor(2 * line.moves.length / Math.max(1, deep))));
  return fell.flatMap(([n, one]) => rivals(pairs.get(n)[0], line.moves[n - 1])
    .filter((word) => !isKnown(n, word)).slice(0, one < FALL ? 1 : count).map((word) => [n, word]));
};

const most = (values, who) => values.reduce((a, b) => (seenBy(b, who) > seenBy(a, who) ? b : a));

/** A loss for the side to move; by as much as was lost anyway, where margins count. */
const resigned = ({ game }, who, had) => {
  const lost = game.hasMargins ? Math.min(-1, scoreFor(had, who) ?? 0) : -1;
  return valueOf(Number(who === SECOND), 0, who === FIRST ? lost : -lost);
};

/** What a position is worth before a word and what that left; `others` are values after others in its place. */
const moveBetween = (line, number, [board, then], others) => {
  const [word, before, next] = [line.moves[number - 1], line.at(number - 1), line.at(number)];
  const { to_move: who } = positionOf(before);
  const instead = isOpening(line, number) ? [] : others.map(([other, value]) =>
    afterWord(value, other, isOpen(withTurn(before, other))));
  const move = {
    number, word, before, after: next, who, board, had: chosen(before, board), left: chosen(next, then),
    fell: 0, others: 0, instead,
  };
  const { had, left } = move;
  if (word === "swap") return { ...move, left: { ...turned(board), line: board.line } };
  if (word === "resign") return { ...move, left: resigned(before, who, had) };
  if (isOpening(line, number)) {
    const found = others.map(([other, value]) => afterWord(orSwapped(value, 3 - who), other));
    return { ...move, had: bestOpening([afterWord(left, word), ...found], who) };
  }
  if (board.score !== null && seenBy(board, who) === 0 && !before.game.hasMargins) {
    return { ...move, left: { ...board, line: left.line } }; // where all moves lose there is nothing to lose
  }
  if (had.error && had.line[0] !== "swap") {
    const best = most([afterWord(left, word), ...instead], who);
    const fell = seenBy(had, who) - seenBy(left, who);
    const { share } = seenBy(best, who) < seenBy(had, who) ? best : had;
    return { ...move, had: { ...estimate(best, had), share }, fell, others: others.length };
  }
  return move;
};

/** The reply that wins at once, if there is one. */
const answerTo = ({ after: m }) => {
  if (m.outcome || m.game.scored || isOpen(m)) return "";
  const { owners, to_move } = positionOf(m);
  return m.game.names[wins(m.game, owners, to_move)[0]] ?? "";
};

/** Words that are as good as the better one, proven to be or nearly so by what is told. */
const alsoOf = ({ who, instead, had, left, before: { game } }, isProven) => {
  const isGood = (value) => (isProven
    ? !value.error && value.share === had.share && [null, value.score].includes(had.score)
    : keeps_enough(seenBy(had, who), seenBy(value, who), seenBy(left, who)));
  const begins = ({ line: [word] }) => word?.split(",")[0];
  return instead.filter((value) => begins(value) !== begins(had) && isGood(value))
    .slice(0, game.numbers.ALSO).map(({ line: [word] }) => word);
};

/** What a word cost, as a remark of Python has it. */
export const remarkOn = (move) => {
  const { number, word, who, board, had, left, fell, others, before: { game } } = move;
  const exact = had.score !== null && left.score !== null;
  const shared = seenBy(had, who) - seenBy(left, who);
  const cost = exact ? shared : Math.max(0, shared);
  const [before, later] = [scoreFor(had, who) ?? 0, scoreFor(left, who) ?? 0];
  const error = word === "swap" ? 2 * board.error : Math.max(had.error, left.error);
  const isLess = exact ? before > later : cost > 0;
  const sure = !exact && !had.error && seenBy(had, who) === 1 && ![undefined, word].includes(had.line[0]);
  return {
    move: number, word, who, exact, cost, cells: exact && game.hasMargins,
    before: exact ? before : 2 * Math.max(seenBy(had, who), seenBy(left, who)) - 1,
    after: exact ? later : 2 * seenBy(left, who) - 1,
    loss: exact ? before - later : cost, error: exact ? 0 : error,
    better: had.line[0] || (isLess ? "" : word), answer: cost ? answerTo(move) : "",
    line: left.line.slice(0, game.numbers.LINE), fell: exact ? 0 : fell, others: exact ? 0 : others,
    sure, also: isLess ? alsoOf(move, exact || sure) : [], proven: [!had.error, !left.error],
  };
};

/** What the position is worth by the words that are named as better; no estimate of one is above its own. */
export const namedBy = ({ instead, had, who }, r) => (costly(r) ? [r.better, ...r.also] : [])
  .flatMap((better) => instead.filter(({ line: [word] }) => word === better))
  .map((value) => (!value.error || seenBy(value, who) < seenBy(had, who) ? value
    : { ...value, share: had.share, error: Math.max(had.error, value.error) }));

/** A value by so many games, of a turn that is not over once it is, played on as each search says. */
function* playedOn(m, games) {
  const value = yield* bySearch(m, games);
  const [word] = isOpen(m) ? value.line : [];
  if (!word) return value;
  const then = withTurn(m, word);
  return afterWord(yield* playedOn(then, games), word, isOpen(then));
}

/** The values that searches give, as rows keep them by their keys; at pauses the share that is done, from a span. */
function* estimates(found, rows, [from, to]) {
  const values = [];
  for (const [k, [key, search]] of found.entries()) {
    const work = kept(rows, key, search);
    let step = work.next();
    for (; !step.done; step = work.next()) yield from + (to - from) * k / found.length;
    values.push(step.value);
    yield from + (to - from) * (k + 1) / found.length;
  }
  return values;
}

/** What work gives, unless it is known. */
function* kept(rows, key, work) {
  if (!rows.has(key)) rows.set(key, yield* work);
  return rows.get(key);
}

/** The search after another word in place of the one of this number, by how many times the games, with its key. */
const instead = (line, { games }, n, word, times = 1) =>
  [`instead ${n} ${word} ${times}`, playedOn(withTurn(line.at(n - 1), word), times * games)];

/** What a proof tells of another word in place of one, at pauses the share done; null where that is nothing. */
function* proven(line, { rows, nodes }, n, word, share) {
  const work = byProof(withTurn(line.at(n - 1), word), nodes);
  return (yield* estimates([[`proof ${n} ${word}`, work]], rows, [share, share]))[0];
}

/** What was found of words in place of the one of this number. */
const besides = (others, n) => others.filter(([number]) => number === n).map(([, word, value]) => [word, value]);

/**
 * The values, and what proofs tell of other words where the one played is proven to be worse, until one is proven to
 * win; from the end backwards, since the word before is proven to lose then.
 */
function* provenInstead(line, run, { sources, numbers, pairsOf }, values) {
  const { FALL } = line.m.game.numbers;
  const found = [];
  let [known, pairs] = [values, pairsOf(values)];
  let done = AGAIN;
  for (const n of run.nodes ? numbers.toReversed() : []) {
    const lost = [...pairs].filter(([k, [, left]]) => k <= n && !left.error);
    const open = falls(line, lost, FALL).map(([k]) => k);
    if (!open.includes(n)) continue;
    const part = (PROVEN - done) / open.length;
    const words = rivals(pairs.get(n)[0], line.moves[n - 1]);
    for (const [k, word] of words.entries()) {
      const value = yield* proven(line, run, n, word, done + part * k / words.length);
      if (value) found.push([n, word, value]);
      const won = wonByOthers(line, sources, known, found);
      if (!won.length) continue;
      known = new Map([...known, ...won]);
      pairs = pairsOf(known);
      break;
    }
    done += part;
  }
  return [known, found];
}

/** What was found of words in place of one, and proofs of those that are named as better. */
function* checked(line, run, n, pair, others) {
  const tried = new Set();
  let found = others;
  for (;;) {
    const move = moveBetween(line, n, pair, besides(found, n));
    const named = namedBy(move, remarkOn(move));
    const open = found.filter(([k, word, { error }]) => k === n && error && !tried.has(word)
      && named.some(({ line: [turn] }) => isBegun(turn, word)));
    if (!open.length) return found;
    for (const one of open) {
      const [, word] = one;
      tried.add(word);
      const value = yield* proven(line, run, n, word, 1);
      if (value) found = found.with(found.indexOf(one), [n, word, value]);
    }
  }
}

/**
 * The values, those around falls from longer searches; and those after words not played, with number and word.
 * The fewer falls there are, the longer they are looked at. A bound that a short search has set must not outlast a
 * longer one: values are backed up only to see what falls.
 */
function* compared(line, run, at, values) {
  const { FALL, LONGER, OTHERS } = line.m.game.numbers;
  const { boards, sources, backed, pairsOf } = at;
  const now = backed(values);
  const around = falls(line, pairsOf(values), FALL).flatMap(([n]) => [sources[n - 1], sources[n]]);
  const again = new Set(around.filter((n) => now.get(n).error));
  const count = again.size + OTHERS * around.length / 2;
  const times = Math.max(1, Math.min(LONGER, Math.floor(line.moves.length / Math.max(1, count))));
  let longer = values;
  if (times > 1) {
    const known = Object.keys(run.worths ?? {}).map((k) => sources[k]);
    const asked = boards.filter(([n]) => again.has(n) && !known.includes(n));
    const searches = asked.map(([n, m]) => [`again ${n} ${times}`, bySearch(m, times * run.games)]);
    const found = yield* estimates(searches, run.rows, [MOST, AGAIN]);
    longer = new Map([...values, ...asked.map(([n], k) => [n, found[k]])]);
  }
  const [known, settled] = yield* provenInstead(line, run, at, longer);
  const pairs = pairsOf(known);
  const doubts = doubted(line, pairs, (n, word) => settled.some(([k, other]) => k === n && other === word));
  const asked = doubts.map(([n, word]) => instead(line, run, n, word, again.has(sources[n]) ? times : 1));
  const found = yield* estimates(asked, run.rows, [PROVEN, 1]);
  let others = [...doubts.map((one, k) => [...one, found[k]]), ...settled];
  for (const n of run.nodes ? new Set(doubts.map(([n]) => n)) : []) {
    others = yield* checked(line, run, n, pairs.get(n), others);
  }
  return [known, others];
}

/** The boards that are proven to be won, since a word that was not played there is. */
const wonByOthers = (line, sources, values, others) => others.flatMap(([n, word, value]) => {
  const before = line.at(n - 1);
  const isWon = !value.error && seenBy(value, positionOf(before).to_move) === 1;
  if (!isWon || !values.get(sources[n - 1]).error || isOpening(line, n)) return [];
  const score = before.game.hasMargins ? null : value.score; // another may win by more
  return [[sources[n - 1], { ...afterWord(value, word, isOpen(withTurn(before, word))), score }]];
});

/** The values of the boards around the words from the first on, and these words judged; at pauses the share done. */
export function* judged(line, run, first) {
  const sources = sourcesOf(line.moves);
  /** @type {[number, any][]} */
  const boards = [...new Set(sources.slice(first - 1))].map((n) => [n, line.at(n)]);
  const values = new Map();
  const within = run.worths?.[first - 1]?.error === 0;
  const work = kept(run.rows, "proofs", proofs(boards, (n) => line.moves[n - 1], run.nodes, within));
  let step = work.next();
  for (let tried = 0; !step.done; step = work.next()) {
    tried = step.value ?? tried;
    yield PROOFS * tried / boards.length;
  }
  for (const [n, value] of step.value) values.set(n, value);
  for (const [k, value] of Object.entries(run.worths ?? {})) {
    const [n, m] = [sources[k], line.at(Number(k))];
    if (n >= boards[0][0] && !m.outcome && !mayOpen(m)) {
      const order = run.rows.get(`position ${n}`)?.order ?? []; // what was searched there: rivals are found in it
      values.set(n, better({ ...value, order }, values.get(n)));
    }
  }
  const open = boards.filter(([n]) => !values.has(n));
  const opened = first === 1 && !run.isGlance ? openings(line).map((word) => [1, word]) : [];
  const asked = [...open.map(([n, m]) => [`position ${n}`, playedOn(m, run.games)]),
    ...opened.map(([n, word]) => instead(line, run, n, word))];
  const found = yield* estimates(asked, run.rows, [PROOFS, MOST]);
  open.forEach(([n], k) => values.set(n, found[k]));
  const numbers = line.moves.map((_, k) => k + 1).slice(first - 1);
  const backed = (found) => backedUp(boards, (n) => line.moves[n - 1], found);
  const pairsIn = (found) => new Map(numbers.map((n) => [n, [found.get(sources[n - 1]), found.get(sources[n])]]));
  const pairsOf = (found) => pairsIn(backed(found));
  const [last, others] = run.isGlance ? [values, []]
    : yield* compared(line, run, { boards, sources, numbers, backed, pairsOf }, values);
  let known = backed(new Map([...last, ...wonByOthers(line, sources, last, others)]));
  others.push(...opened.map((one, k) => [...one, found[open.length + k]]));
  const moves = [];
  for (const n of numbers.toReversed()) {
    const move = moveBetween(line, n, pairsIn(known).get(n), besides(others, n));
    moves.unshift(move);
    // What the position is told to be worth is what its remark counts from.
    const isOther = move.had.error && move.had.line[0] !== "swap" && namedBy(move, remarkOn(move)).length;
    if (isOther) known = backed(new Map([...known, [sources[n - 1], move.had]]));
  }
  return { known, sources, moves, remarks: moves.map(remarkOn) };
}

/** After how many words the result was proven, and no word changed it any more; else null. */
export const decidedAt = ({ m, moves: told }, moves) => {
  let side = FIRST;
  const results = [resultFor(moves[0].had, side)];
  told.forEach((word, k) => {
    const left = resultFor(word === "resign" ? moves[k].had : moves[k].left, side); // a resignation proves nothing
    side = sideAfter(side, word);
    results.push(left !== null || !moves[k + 1] ? left : resultFor(moves[k + 1].had, side));
  });
  const last = results.at(-1);
  if (last === null || (m.outcome && last !== resultFor(resultOf(m), side))) return null;
  return results.findLastIndex((result) => result !== last) + 1;
};
