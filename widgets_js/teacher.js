/** Who helps at a page's own table, and reviews what was played there. */

import advice from "./advice.js";
import { adviserBy } from "./adviser.js";
import { analystBy } from "./analyst.js";
import { knowing } from "./known.js";
import { refuse } from "./match.js";
import review from "./review.js";

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
  return {
    more: ", or ask for help with the position (hint, bar, layer)",
    attend() {
      analyst.attend();
      adviser.attend();
    },
    traits(path) {
      const given = { advice: adviser.page(path), ...analyst.traits(path) };
      const parts = { ...("at" in given.advice && { advice }), ...("share" in given.analysis && { review }) };
      return { ...given, extras: Object.fromEntries(Object.entries(parts).map(([name, made]) => [name, [made, ""]])) };
    },
    deeds: { ...Object.fromEntries(helped), analyse: analyst.analyse },
  };
};
