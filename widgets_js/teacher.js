/** Who helps at a page's own table, and reviews what was played there. */

import advice from "./advice.js";
import { adviserBy } from "./adviser.js";
import { analystBy } from "./analyst.js";
import { OF_REVIEW } from "./desk.js";
import { knowing } from "./known.js";
import { played, positionOf, refusal, refuse, siteOfName } from "./match.js";
import review from "./review.js";

/** Who has a site, or would win there at once; as `about` in nbgames/play/sentences.py has it. */
const about = (m, text) => {
  const { game, outcome } = m;
  const now = positionOf(m);
  const site = siteOfName(game, text);
  const name = game.names[site];
  const owner = game.players[now.owners[site] - 1];
  const why = owner ? `${name} is ${owner}'s`
    : refusal(game, now.owners, site) || (outcome && `${name} is empty`);
  if (why) return `${why}.`;
  const wins = game.players.filter((_, k) =>
    played({ ...m, positions: [{ ...now, to_move: k + 1 }] }, name).outcome?.winner === k + 1);
  const more = wins[0] ? "" : " Hint names good moves; Analyse judges those that were played.";
  return `${name} is empty: ${wins.join(" and ") || "nobody"} would win there at once.${more}`;
};

/**
 * @param {any} data
 * @param {string} source the script of the page
 */
export const teacherBy = (data, source) => (table, computer, tell, isSetUp) => {
  const known = knowing();
  const adviser = adviserBy(data, source)(table, known, tell);
  const analyst = analystBy(data, source)(table, computer, known, tell);
  const helped = Object.entries(adviser.deeds).map(([verb, deed]) => [verb, (what) => {
    if (isSetUp()) refuse("a position is being set up: ask for help once you play from it");
    deed(what.trim());
  }]);
  const able = () => ({ hint: !table.now().outcome, bar: true, layer: true, "about {site}": true, ...analyst.able() });
  return {
    reviews: analyst.isOn,
    judged: analyst.judged,
    about, able,
    /** What can be typed to find a reason. */
    finds() {
      const ways = ["hint", "analyse"].filter((way) => able()[way]).map((way) => `${way}, then why`);
      return ways[0] ? `: type ${ways.join(", or ")}` : "";
    },
    attend() {
      analyst.attend();
      adviser.attend();
    },
    traits(path) {
      const given = { advice: adviser.page(path), ...analyst.traits(path) };
      const parts = { ...("at" in given.advice && { advice }), ...("share" in given.analysis && { review }) };
      return { ...given, extras: Object.fromEntries(Object.entries(parts).map(([name, made]) => [name, [made, ""]])) };
    },
    deeds: {
      ...Object.fromEntries(helped), analyse: analyst.analyse,
      ...Object.fromEntries(OF_REVIEW.map((verb) => [verb, analyst.lack])),
    },
  };
};
