/** Who helps at a page's own table, and reviews what was played there. */

import beside from "./advice.js";
import { adviserBy } from "./adviser.js";
import { refuse } from "./match.js";

/**
 * @param {any} data
 * @param {string} source the script of the page
 */
export const teacherBy = (data, source) => (table, computer, tell, isSetUp) => {
  const adviser = adviserBy(data, source)(table, tell);
  const helped = Object.entries(adviser.deeds).map(([verb, deed]) => [verb, (what) => {
    if (isSetUp()) refuse("a position is being set up: there is help when it is played from");
    deed(what.trim());
  }]);
  return {
    more: ", or ask for help with the position (hint, bar, layer)",
    attend: adviser.attend,
    traits: (path) => {
      const advice = adviser.page(path);
      return { advice, extras: "at" in advice ? { advice: [beside, ""] } : {} };
    },
    deeds: Object.fromEntries(helped),
  };
};
