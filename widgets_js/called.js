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

/** The same of help; of whom against the computer only one is a person, the chance is told as "Your chance". */
export const yours = (text, shown) => {
  const mine = shown.sat.filter((name) => /^You \(/.test(name));
  if (mine.length !== 1) return called(text, shown);
  const told = text.replace(/(?:Player \d \()?([^\s(]+?)\)?'s (chance to win.*?, estimated)/g, (_, player, chance) => {
    const other = () => chance.replace(/(\d+)% to (\d+)%/, "$2% to $1%").replace(/\d+(?=%)/g, (n) => String(100 - n));
    return `Your ${mine[0] === `You (${player})` ? chance : other()}`;
  });
  return called(told, shown);
};
