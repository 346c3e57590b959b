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

/** The one person's player where the other seat is the computer's, by the names above the board; else none. */
const personIn = ({ sat }) => {
  const [side, other] = sat.join().match(/(?<=You \()[^)]+/g) ?? [];
  return !other && side;
};

/** A chance that a position leaves, as the person's: the other player's is what is left of it. */
const turned = (text, side) =>
  text.replace(/(?:Player \d \()?([^\s(]+?)\)?'s (chance to win(?:, a draw counted half)?: .*?, estimated)/g,
    (_, player, chance) => {
      const other = () => chance.replace(/(\d+)% to (\d+)%/, "$2% to $1%").replace(/\d+(?=%)/g, (n) => String(100 - n));
      return `Your ${player === side ? chance : other()}`;
    });

// How what is told of a player goes on, and how it is told to the person.
const FORMS = [
  ["'s(?= )", "your"], ["'s", "yours"], [" can win", "you can win"], [" resigned", "you resigned"],
  ["(?= it )", "you"], [" does(?=:)", "you do"], [" needs", "you need"], [" cannot", "you cannot"],
  [" then threatens", "you then threaten"],
];

/** What is told of this player, told to the person. */
const addressed = (text, side) => FORMS.reduce((told, [form, words]) =>
  told.replace(RegExp(`\\b${side.replace(/\W/g, "\\$&")}${form}`, "g"), (_, at) =>
    (/^$|\. $|[a-z]: $/.test(told.slice(0, at)) ? words.replace("y", "Y") : words)), text);

/** The same of help and reviews; the person who plays the computer is told of as "you". */
export const yours = (text, shown) => {
  const side = personIn(shown);
  return called(side ? addressed(turned(text, side), side) : text, shown);
};
