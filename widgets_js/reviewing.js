/** Reviews of a match as a page shows them, each better than the one before; as nbgames/widgets/analyst.py has it. */

import { decidedAt, judged, listed } from "./judging.js";
import { played, positionOf } from "./match.js";
import { usual } from "./values.js";
import * as wording from "./wording.js";

const NODES = 3000; // of all proofs together

const rounded = (share) => Math.round(1000 * share) / 1000;
const namesOf = (word) => (["swap", "resign"].includes(word) ? [] : word.split(",").filter(Boolean));
const sitesOf = ({ names }, word) => namesOf(word).map((name) => names.indexOf(name));

/** Who claims what as these words are played. */
const claimsOf = (m, line) => {
  const found = [];
  for (const word of line) {
    if (!namesOf(word).length) break;
    for (const name of namesOf(word)) {
      found.push([m.game.names.indexOf(name), positionOf(m).to_move]);
      m = played(m, name);
    }
  }
  return found;
};

/** What is known after so many words: of the last of them, and of the position. */
const saidOf = ({ game: { players } }, { remarks, curve, errors, decided }, n) => {
  const [r, share, error] = [remarks[n - 1], curve[n], errors[n]];
  const isDecided = !error && decided !== null && n >= decided;
  const stands = isDecided ? wording.decided(players, "From here on", curve.at(-1))
    : wording.prospects(players, share, error);
  return r ? `${wording.of_word(players[r.who - 1], r)} ${stands}` : stands;
};

/** A review as a page shows it. */
const paged = (line, { known, sources, moves, remarks }) => {
  const { m, at } = line;
  const { players } = m.game;
  const [curve, errors] = ["share", "error"].map((part) => sources.map((n) => known.get(n)[part]));
  const decided = decidedAt(line, moves);
  const slips = remarks.filter((r) => wording.mark(r));
  const asks = ({ who, move, word }) =>
    wording.asked_again(players[who - 1], move, word, positionOf(at(move - 1)).may_swap);
  return {
    curve: curve.map(rounded), errors: errors.map(rounded), decided,
    says: curve.map((_, n) => saidOf(m, { remarks, curve, errors, decided }, n)),
    slips: slips.toSorted((a, b) => b.cost - a.cost).map(({ move }) => move),
    words: Object.fromEntries(slips.map((r) => [r.move, [
      wording.mark(r), sitesOf(m.game, r.word), sitesOf(m.game, r.better), claimsOf(at(r.move), r.line), asks(r),
    ]])),
  };
};

/** Reviews, and which share of the work is done: first of few games, without proofs, then of more. */
export function* reviews(m, nodes = NODES) {
  const { STAGES, LEAST, FIRST_GAMES } = m.game.numbers;
  const line = listed(m);
  const games = usual(m.game);
  const glance = Math.max(LEAST, Math.min(Math.floor(games / 8), Math.floor(FIRST_GAMES / line.moves.length)));
  const stages = [[glance, 0], [Math.floor(games / 4), 0], [games, nodes]];
  let start = 0;
  for (const [k, [count, most]] of stages.entries()) {
    const work = judged(line, { games: count, nodes: most }, 1);
    let step = work.next();
    for (; !step.done; step = work.next()) yield { share: start + (STAGES[k] - start) * (step.value ?? 0) };
    start = STAGES[k];
    yield { share: start, page: paged(line, step.value) };
  }
}

/** How the last word of a match went, tried in place of another, from the last two positions alone. */
export function* tried(m, nodes = NODES) {
  const line = listed(m);
  const { remarks: [r] } = yield* judged(line, { games: usual(m.game), nodes }, line.moves.length);
  const right = !wording.mark(r);
  const says = wording.retried(m.game.players[r.who - 1], r);
  yield { number: r.move, right, says, sites: sitesOf(m.game, r.word), line: claimsOf(m, r.line) };
}
