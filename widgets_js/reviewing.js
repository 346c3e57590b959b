/** Reviews of a match as a page shows them, each better than the one before; as nbgames/widgets/analyst.py has it. */

import { explained, listed as named } from "./advising.js";
import { decidedAt, isOpening, judged, listed, namedBy } from "./judging.js";
import { isDead, isOffBoard, isOpen, played, positionOf } from "./match.js";
import { empty, leavesFor, sitesOf, touches } from "./tactics.js";
import { namedIn, resultOf, said, thorough, worthOf } from "./values.js";
import { wallsOf, wayOf, wayThrough } from "./ways.js";
import * as wording from "./wording.js";

/** The nodes of all proofs in a review; on lattices each is evaluated, and takes far longer. */
export const proving = ({ networks, numbers }) => (networks.length ? numbers.FEWER_PROOFS : numbers.PROOFS);

/** Who claims what as these words are played, also where the two agreed on an end before. */
export const claimsOf = (m, line) => {
  const found = [];
  let then = { ...m, outcome: null };
  for (const word of line) {
    const sites = sitesOf(m.game, word);
    if (!sites.length) break; // a swap, or a resignation
    for (const site of sites) {
      found.push([site, positionOf(then).to_move]);
      then = played(then, m.game.names[site]);
    }
  }
  return found;
};

/** What each position is worth: of an empty board with the swap counted, of the last one the result. */
const worthsOf = (line, { known, sources, moves }) => sources.map((n, k) => {
  const { m, at } = line;
  const isOver = m.outcome && k === sources.length - 1;
  const value = isOver ? resultOf(m) : k === 0 && isOpening(line, 1) ? moves[0].had : known.get(n);
  return worthOf(at(k), value);
});

/** The cells that who's turn lets the other one go on with. */
const given = (game, before, then, who) => empty(game, then).filter((site) =>
  touches(game, then, site, who) > 1 && touches(game, before, site, who) < 2);

/** What is bad about a word: a sentence, a chain, single sites; as nbgames/analysis/witnesses.py has it. */
export const refutation = ({ m: { game }, at }, { move, word, who, answer, line }) => {
  const then = at(move);
  const [player, other] = [game.players[who - 1], game.players[2 - who]];
  if (answer) return [wording.winning_chain(other), played(then, answer).outcome?.chain ?? [], []];
  if (isOpen(then)) return ["", [], []]; // what it gives away the rest of the turn may take
  if (game.obliges) {
    const spots = given(game, positionOf(at(move - 1)).owners, positionOf(then).owners, who);
    return spots.length ? [wording.gift(other, spots.length), [], spots] : ["", [], []];
  }
  if (game.canJoin && !["swap", "resign"].includes(word) && !then.outcome) {
    const [mine, theirs] = [wayOf(then, who), wayOf(then, 3 - who)];
    const mayBlock = game.networks.length && !line.includes("swap") && mine.claims < Infinity;
    let after = then;
    for (const [k, next] of mayBlock ? line.entries() : []) {
      after = played(after, next);
      const pieces = wallsOf(after, who);
      if (pieces.length) return [wording.blocking(player, named(line.slice(0, k + 1))), [], pieces];
    }
    const says = wording.shorter_way(player, other, theirs.claims, mine.claims, !game.draws);
    if (theirs.claims < mine.claims) return [says, theirs.chain, []];
  }
  return ["", [], []];
};

/** Why a word cost something: what is bad about it, else the way that another word, which was better, begins. */
const witness = (line, r) => {
  const { m: { game }, at } = line;
  const { move, word, who, better } = r;
  const found = refutation(line, r);
  if (found[0] || !game.canJoin || ["swap", word, ""].includes(better)) return found;
  const before = at(move - 1);
  const best = better.split(",").reduce(played, before);
  const chain = best.outcome?.chain ?? wayThrough(before, best, who);
  return !chain.length ? found : [wording.better_way(game.players[who - 1], better), chain, []];
};

/** What a review found; as found_in of Python has it. */
const findings = (line, review) => {
  const { moves, remarks } = review;
  const { m, at } = line;
  const { players } = m.game;
  const slips = remarks.filter((r) => wording.mark(r));
  const decided = decidedAt(line, moves);
  const worths = worthsOf(line, review);
  const told = remarks.map((r, k) => {
    const { chosen, error, says } = worths[k + 1];
    const isTold = error && wording.tells(r, r.who === 1 ? chosen : 1 - chosen);
    return [wording.of_word(players[r.who - 1], r), r.word, isTold ? "" : says];
  });
  const isGivenUp = line.moves.at(-1) === "resign" && !wording.costly(remarks.at(-1)); // a cost tells how it stood
  const now = { ...m, outcome: null };
  if (decided === null && (isOffBoard(m) || isGivenUp) && !isDead(now)) {
    const stood = said(now, review.known.get(review.sources.at(-1)));
    told.at(-1)[0] += ` ${wording.not_played_out(stood, m.outcome?.winner === null)}`;
  }
  const asks = ({ who, move, word, cost, error }) =>
    wording.asked_again(players[who - 1], move, word, positionOf(at(move - 1)).may_swap, error ? 0 : cost);
  return {
    worths, decided, told: [["", "", worths[0].says], ...told], swapped: line.moves.indexOf("swap") + 1,
    slips: slips.toSorted((a, b) => wording.weight(b) - wording.weight(a)).map(({ move }) => move),
    falls: remarks.filter(wording.unmarked_fall)
      .sort((a, b) => wording.unmarked_fall(b) - wording.unmarked_fall(a)).map(({ move }) => move),
    words: Object.fromEntries(slips.map((r) => [r.move, [
      wording.mark(r), sitesOf(m.game, r.word), sitesOf(m.game, r.better), claimsOf(at(r.move), r.line), asks(r), r.who,
      r.also.flatMap((word) => sitesOf(m.game, word).slice(0, 1)),
      explained(at(r.move - 1), r.better, r.word, r.exact || r.sure),
    ]])),
    chains: Object.fromEntries(slips.map((r) => [r.move, witness(line, r)])),
    named: Object.fromEntries(slips.map((r) => {
      const swap = { ...review.known.get(review.sources[r.move - 1]), line: ["swap"] };
      const better = [...namedBy(moves[r.move - 1], r), ...(r.better === "swap" ? [swap] : [])];
      return [r.move, better.flatMap((value) => namedIn(at(r.move - 1), value))];
    })),
  };
};

/**
 * Reviews, and which share of the work is done: first of few games, without proofs and without a search of words
 * that were not played, then of more. They depend on the match alone: on no clock, and on nothing that play has found.
 */
export function* reviews(m, nodes = proving(m.game)) {
  const { STAGES, LEAST, FIRST_GAMES } = m.game.numbers;
  const line = listed(m);
  const games = thorough(m.game, line.moves.length);
  const glance = Math.max(LEAST, Math.min(Math.floor(games / 8), Math.floor(FIRST_GAMES / line.moves.length)));
  const leaves = (count) => (m.game.networks.length ? leavesFor(m.game, count) : 0);
  const begun = performance.now();
  let start = 0;
  for (const [k, [count, most]] of [[glance, 0], [Math.floor(games / 4), 0], [games, nodes]].entries()) {
    const work = judged(line, { games: count, nodes: most, rows: new Map(), isGlance: count === glance }, 1);
    let step = work.next();
    for (let done = 0; !step.done; step = work.next()) {
      done = Math.max(done, step.value ?? 0); // proofs at its end tell the share of its middle, or none
      // A review is done once it is there, not while it is proven what it names.
      yield { share: Math.min(0.99, start + (STAGES[k] - start) * done) };
    }
    start = STAGES[k];
    const took = `Made in ${Math.ceil((performance.now() - begun) / 1000)} s.`;
    const made = `${wording.made_by(most > 0, count, leaves(count))} ${took}`;
    yield { share: start, found: { ...findings(line, step.value), made } };
  }
}
