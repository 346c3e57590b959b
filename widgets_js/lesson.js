/** One lesson on its board: it asks for a move, and says why one is right or wrong. */

import { pathOf } from "./chain.js";
import { gameOf, matchOf, positionOf, siteOfName } from "./match.js";
import { modelOf } from "./model.js";
import { further, same } from "./puzzle.js";
import { setUp } from "./record.js";
import * as rules from "./rules.js";

const AWAY = "This leaves the lesson: Try again goes back to it.";

/**
 * @param {any} drawn a board, its facts, and what is told of it
 * @param {any} given the lesson
 * @param {any} deeds what can be typed besides moves
 * @param {() => void} tell called when the verdict has changed
 */
export const lesson = ({ facts, board, guide }, given, deeds, tell) => {
  const game = gameOf(facts, rules[facts.name]);
  const start = given.start ? setUp(game, given.start) : undefined;
  const asked = further(matchOf(game, { start }), given.moves);
  const begun = asked.claims.length;
  const l = { verdict: ["", ""], isDone: false, shown: false };

  const heat = () => Object.fromEntries(given.right.filter((word) => word !== "swap")
    .map((word) => siteOfName(game, word)).sort((a, b) => a - b).map((site) => [site, [0.7, ""]]));
  const own = { deeds, guide: (name) => guide[name], over: () => (l.shown ? { heat: heat() } : {}) };
  const table = modelOf(game, asked, [], { facts, board, path: pathOf(game, board) }, own);

  const say = (right, words, isDone = false) => {
    Object.assign(l, { verdict: [right, words], isDone, shown: l.shown && !right });
    tell();
  };
  const isRight = (word) => (given.right.length ? given.right.includes(word) : word !== "resign");

  /** A wrong move is taken back at once, and so is what follows a right one. */
  const judge = () => {
    const m = table.match();
    const [word, later] = m.claims.slice(begun);
    if (m.claims.length < begun || !same(m.positions[begun], positionOf(asked))) return say("", AWAY);
    if (!word) return l.isDone && say("", "");
    if (later) return table.go(begun + 1);
    if (isRight(word)) return !l.isDone && say("yes", given.well, true);
    say("no", `${word} is not it. ${given.amiss}`);
    return table.go(begun);
  };
  table.model.on("change:state", judge);

  return {
    model: table.model,
    look: () => l,
    /** Shade what is right until it is played. */
    show() {
      l.shown = true;
      l.verdict = ["", given.right[0] === "swap" ? "Press Swap." : "What is right is shaded."];
      table.begin(asked, []);
      tell();
    },
    again() {
      say("", "");
      table.begin(asked, []);
    },
  };
};
