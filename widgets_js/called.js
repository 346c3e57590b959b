/** What help and reviews call those who play: by the names that stand above the board. */

/** Of whom, in words: against the computer "Your". */
export const whose = (name) => (/^You \(/.test(name) ? "Your" : `${name}'s`);

/**
 * What is told of player 1 or 2, by the names that stand above the board, if there are any.
 * @param {string} text
 * @param {import("./shown.js").Shown} shown
 */
export const called = (text, { sat }) => text.replace(/Player (\d) \(.*?\)('s)?/g, (whole, n, of) => {
  const name = sat[n - 1]?.replace(/,.* \(/, " (");
  return name ? (of ? whose(name) : name) : whole;
});
