/** One puzzle, attempted: the board answers each turn from what was searched for beforehand. */

import { pathOf } from "./chain.js";
import { gameOf, isOpen, matchOf, positionOf, refuse, siteOfName } from "./match.js";
import { modelOf } from "./model.js";
import { guideOf } from "./paced.js";
import { further, same } from "./puzzle.js";
import { because, outlook, spelled, treeOf } from "./refuted.js";
import * as rules from "./rules.js";

/** A puzzle on its board. @param {any} drawn @param {any} puzzle @param {any} deeds what can be typed besides */
const posedOn = ({ facts, board, guide: told }, puzzle, deeds) => {
  const game = gameOf(facts, rules[facts.name]);
  const [moves, answer, refuted] = [puzzle.moves, puzzle.answer, puzzle.refuted].map(spelled(game));
  const asked = further(matchOf(game, { swap: false }), moves);
  const tree = treeOf(asked, answer, refuted);
  let playsOut = false; // is the answer played to its end?
  let hinted = /** @type {any} */ ({ count: -1 });
  const goesOn = (m) => {
    const now = tree.at(m);
    if (now.kind === "solved" && !playsOut) return null;
    return now.kind === "asked" && playsOut ? tree.right(now.step) : now.next;
  };
  let guide;
  const own = {
    deeds,
    guide: (name) => told[name],
    computerAt: (...given) => (guide = guideOf(goesOn)(...given)),
    over: () => (table?.match().claims.length === hinted.count ? hinted.over : {}),
  };
  /** @type {any} */
  let table;
  table = modelOf(game, asked, [], { facts, board, path: pathOf(game, board) }, own);
  const sitesOf = (words) =>
    [...new Set(words.flatMap((word) => word.split(",")).map((name) => siteOfName(game, name)))];
  return {
    table, tree, game, who: asked.positions.at(-1).to_move,
    now: () => tree.at(table.match()),
    stop: () => guide.stop(),
    /** Shade the sites of these words until the next move. */
    shade(words) {
      const heat = Object.fromEntries(sitesOf(words).sort((a, b) => a - b).map((site) => [site, [0.7, ""]]));
      hinted = { count: table.match().claims.length, over: { heat } };
      table.moved();
    },
    /** Return to the match as it was after so many claims, from another game too. */
    back(count) {
      playsOut = false;
      const begun = table.match().positions[asked.claims.length];
      if (!begun || !same(begun, positionOf(asked))) table.begin(asked, []);
      table.cut(count);
    },
    playOut(count) {
      playsOut = true;
      hinted = { count: -1 };
      table.go(count);
    },
  };
};

const COSTS = ": found now, it counts half; after another hint, as not found";

/** What is said of where a match stands: "yes", "no" or "", and the words. */
const verdictOf = (now, { on, isRated, gaveUp, hinted }) => {
  const { kind, step, word, reply } = now;
  const answered = () => `${on.game.players[2 - on.who]} answers ${reply}`;
  const isHinted = hinted.at === on.table.match().claims.length;
  const found = (words) => (gaveUp ? ["", `The answer: ${word}.`] : ["yes", words]);
  const SAID = {
    asked() {
      if (isOpen(on.table.match()) && !gaveUp) return ["", "Your turn goes on: it is judged when it ends."];
      if (isHinted) return ["", `${hinted.words}${isRated ? "" : COSTS}.`];
      if (gaveUp) return ["", step ? `The answer: ${word}. ${answered()}.` : ""];
      return step ? ["yes", `${word} is right. ${answered()}: find the next move.`] : ["", ""];
    },
    right: () => found(`${word} is right.`),
    solved() {
      const ends = outlook(on.tree.end(), now.left, `press Answer${gaveUp ? " again" : ""}`);
      return gaveUp ? ["", `The answer: ${word}; ${ends}`] : ["yes", `${word} is right, solved: ${ends}`];
    },
    away: () => ["", "That is no longer the puzzle: press Try again to return to it."],
    wrong: () => ["no", because(now, on.tree.end(), on.who)],
  };
  return SAID[kind]();
};

/**
 * @param {any} drawn a board and its facts
 * @param {any} puzzle
 * @param {any} deeds what can be typed besides moves
 * @param {(score: number) => void} keep called once, at the first turn that decides
 */
export const attempt = (drawn, puzzle, deeds, keep) => {
  const on = posedOn(drawn, puzzle, deeds);
  const count = () => on.table.match().claims.length;
  const state = { on, isRated: false, isAgain: false, gaveUp: false, hints: 0, hinted: { at: -1, words: "" } };
  const score = (value) => {
    if (!state.isRated) keep(value);
    state.isRated = true;
  };
  return {
    model: on.table.model,
    stop: on.stop,
    isRated: () => state.isRated,
    /** How the match stands: the verdict, its words, and what may be done. */
    look() {
      const now = on.now();
      if (now.kind === "wrong") score(0);
      if (now.kind === "solved") score(state.hints ? 0.5 : 1);
      return {
        verdict: verdictOf(now, state),
        again: state.isAgain && now.kind === "asked" && !now.step ? " Only the first try counts." : "",
        can: {
          h: now.kind === "asked" && state.hints < 2,
          t: now.kind !== "asked" || count() !== now.count || on.table.model.get("state").edit !== null,
          p: now.kind !== "solved" || now.next !== null,
        },
      };
    },
    hint() {
      const { kind, step } = on.now();
      if (kind !== "asked") refuse("there is nothing to hint at here: type again to return to the puzzle");
      if (state.hints > 1) refuse("the answer has been told: type again, or next for another puzzle");
      state.hints += 1;
      const isTold = state.hints > 1;
      if (isTold) score(0);
      const right = on.tree.right(step);
      state.hinted = {
        at: count(), words: isTold ? `The answer: ${right}` : "The answer is among the shaded places",
      };
      on.shade(isTold ? [right] : on.tree.candidates(step));
    },
    again() {
      const now = on.now();
      state.gaveUp = false;
      state.isAgain = state.isRated;
      on.back(now.kind === "solved" ? on.tree.begun : now.count);
    },
    answer() {
      const now = on.now();
      if (now.kind !== "solved") {
        score(0);
        state.gaveUp = true;
      }
      on.playOut(now.kind === "solved" ? count() : now.count);
    },
  };
};
