/** One lesson on its board: it asks for a move, and says why one is right or wrong. */

import { pathOf } from "./chain.js";
import { after, gameOf, isOpen, matchOf, positionOf } from "./match.js";
import { modelOf } from "./model.js";
import { further, same } from "./puzzle.js";
import { setUp } from "./record.js";
import * as rules from "./rules.js";

const AWAY = "That is no longer the lesson: press Try again to return to it.";

/**
 * @param {any} drawn a board, its facts, and what is told of it
 * @param {any} given the lesson
 * @param {any} deeds what can be typed besides moves
 * @param {() => void} tell called when the verdict has changed
 */
export const lesson = ({ facts, board, guide }, given, deeds, tell) => {
  const game = gameOf(facts, rules[facts.name]);
  const start = given.start ? setUp(game, given.start) : undefined;
  const swap = given.right.includes("swap");
  const asked = further(matchOf(game, { start, swap }), given.moves);
  const begun = asked.claims.length;
  const l = { verdict: ["", ""], isDone: false, shown: false, missed: /** @type {string[]} */ ([]) };

  /** These sites shaded, with a text on each. */
  const heat = (names, text) => ({ heat: Object.fromEntries(names
    .flatMap((name) => game.sites.get(name.toLowerCase()) ?? []).map((site) => [site, [0.7, text]])) });
  const over = () => {
    if (table?.match().claims.length > begun) return {};
    return l.shown ? heat(given.right, "") : heat(l.missed, "✗");
  };
  const own = { deeds, guide: (name) => guide[name], over };
  /** @type {any} */
  let table;
  table = modelOf(game, asked, [], { facts, board, path: pathOf(game, board) }, own);

  const say = (right, words, isDone = false, missed = []) => {
    Object.assign(l, { verdict: [right, words], isDone, shown: l.shown && !right, missed });
    tell();
  };
  const isRight = (word) => (given.right.length ? given.right.includes(word) : word !== "resign");

  /** A wrong move is taken back at once, and so is what follows a right one, but for the rest of its turn. */
  const judge = () => {
    const m = table.match();
    const [word, later] = m.claims.slice(begun);
    if (m.claims.length < begun || !same(m.positions[begun], positionOf(asked))) return say("", AWAY);
    if (!word) return l.isDone && say("", ""); // taken back
    if (later && !isOpen(after(m, m.claims.length - 1))) return table.go(m.claims.length - 1);
    if (isRight(word)) return !l.isDone && say("yes", given.well, true);
    const why = game.sites.has(word.toLowerCase()) ? given.amiss : ""; // which is said of a site
    say("no", `${word} is not the answer. ${why}`.trim(), false, [word]);
    return table.go(begun);
  };
  table.model.on("change:state", judge);

  return {
    model: table.model,
    look: () => l,
    /** Shade what is right until it is played. */
    show() {
      l.shown = true;
      const said = given.right[0] === "swap" ? "Press Swap." : "Every right answer is shaded.";
      l.verdict = ["", given.right.length ? said : "Every move is right here."];
      table.begin(asked, []);
      tell();
    },
    again() {
      say("", "");
      table.begin(asked, []);
    },
  };
};
