/** Learn from mistakes: positions before marked moves, to be tried again until a good move is found. */

import { able, button } from "./html.js";

// What became of a question that is no longer new: a wrong try, the answer told, found later or at the first try.
const [WRONG, TOLD, LATER, FIRST] = [0, 1, 2, 3];

/** Is the review under way, not only a word that is tried? A mark may go, and a trial would break it off. */
export const isUnderWay = ({ busy, share, trial: { number, says } = /** @type {any} */ ({}) }) =>
  busy && share < 1 && (!number || says !== undefined);

/** What is asked of a move, and which it is of several. */
const askedOf = ({ slips, words }, number) => {
  const place = slips.length > 1 && slips.includes(number) ? `${slips.indexOf(number) + 1} of ${slips.length}. ` : "";
  return words[number] ? `${place}${words[number][4]}` : "Play what would be better.";
};

/**
 * Tries what is typed in place of a move, if it is to be tried. In a trial a word like a site's is: played, it would
 * end the review.
 */
export const trying = (text, { shown, claims }, attempt) => {
  const [, number, word] = /^analyse try (\d+) +(.+)/i.exec(text) ?? [];
  if (word) return () => attempt(Number(number), word);
  const isWord = /^(swap$|[a-z]+\d)/i.test(text) || claims.isSite(text);
  return shown.trial && isWord ? () => attempt(shown.trial, text) : null;
};

/** The line that the board shows, as a text that begins with that of a shorter one. */
export const lineOf = ({ facts, model }) => String(facts.pages.flatMap((page) => model.get(page) ?? []));

/** What became of the moves of a line, by their numbers; another line has its own, a longer one the same. */
const progress = () => {
  const known = new Map();
  let key = "";
  return (line) => {
    if (!known.has(line)) known.set(line, (line.startsWith(key) && known.get(key)) || []);
    key = line;
    return known.get(key);
  };
};

/** What is said and drawn where a move is tried again: the question, or what became of a word in its place. */
const toldOf = (review, number, isHeard) => {
  const { trial = {}, busy } = review;
  if (!isHeard) {
    const isBusy = trial.number === number && busy;
    return { says: isBusy ? "Judging …" : askedOf(review, number), advice: undefined };
  }
  // A right word is ringed itself; what the review names, it or others as good, has small rings.
  const [, , better = [], , , , also = []] = (trial.right && review.words[number]) || [];
  const others = [...better, ...also].filter((site) => !trial.sites.includes(site));
  const advice = [trial.sign, trial.sites, [], trial.line, "", trial.who, others];
  return { says: trial.says, advice, chain: trial.chain, owners: trial.owners };
};

/** That nothing is left to learn, and of several how many were found. */
const sumOf = (slips, became) => {
  const count = (least) => slips.filter((n) => became[n] >= least).length;
  const [found, first] = [count(LATER), count(FIRST)];
  const sum = `last one: ${found} of ${slips.length} found${found ? `, ${first} at the first try` : ""}`;
  return ` That was the ${slips.length > 1 ? sum : "only one"}.`;
};

/** What the button that begins to learn is called, where so many are left of so many. */
const offerOf = (left, all) =>
  (left === all ? "Learn from mistakes" : left ? `Next to learn: ${left} left` : "Learn again");

/** Ask again those whose answer was told, or else all. */
const again = (slips, became) => {
  const told = slips.filter((n) => became[n] === TOLD);
  for (const n of told) became[n] = WRONG;
  if (!told.length) became.length = 0;
};

/**
 * @param {any} b the parts of a board
 * @param {(number: number) => void} visit goes to a position
 * @param {(number: number) => any} foundOf what the review says and draws of a position
 */
export const trials = (b, visit, foundOf, done = progress()) => {
  const { ask, last, times, shown, panel } = b;
  let became = done("");
  let other = 0; // the number of a move that is tried again by a typed word, marked or not
  let over; // what was said of the last word before another question, or this one again
  let told = 0; // the number of the move after which the answer is shown
  let asked = 0; // the number of one that was typed, until its word is accepted: one that is refused changes nothing
  let review = /** @type {any} */ ({});
  const isLeft = (number) => !(became[number] > WRONG);
  const left = () => (review.slips ?? []).filter(isLeft);
  const pose = (number) => {
    shown.trial = number;
    told = 0;
    visit(number - 1);
  };
  const next = () => {
    const { slips, trial } = review;
    over = trial?.says;
    pose([...slips.slice(slips.indexOf(shown.trial) + 1), ...slips].find(isLeft));
  };
  const begin = button("Learn from mistakes", "Try the worst moves again (t)", () => {
    if (!left().length) again(review.slips, became);
    next();
  });
  const another = button("Next", "Try another one (n)", next);
  const answer = button("Answer", "Show what was better (p)", () => {
    told = shown.trial;
    over = review.trial?.says;
    became[told] = TOLD;
    visit(told);
  });
  /** Is a word heard of that was tried in place of this move? Then what became of the move. */
  const isHeard = ({ number, right, says }) => {
    const is = shown.trial > 0 && number === shown.trial && says !== over;
    if (is && isLeft(number)) became[number] = !right ? WRONG : number in became ? LATER : FIRST;
    return is;
  };
  /** The answer, or the question and what became of a word in its place; at the end the sum. */
  const saidOf = (trial, isTried) => {
    const found = told ? foundOf(told) : toldOf(review, shown.trial, isTried);
    const isEnd = (told || (isTried && trial.right)) && !left().length;
    return isEnd ? { ...found, says: found.says + sumOf(review.slips, became) } : found;
  };
  return {
    begin, answer, another,
    attempt: (number, word) => ask(`analyse try ${asked = number} ${word}`),
    instead() {
      if (isLeft(shown.trial)) return "play a better move, or type answer";
      return `this one is done${left().length ? ": next goes on" : ", and was the last"}`;
    },
    /** What is said instead of the review, and drawn; nothing where nobody tries. @returns {any} */
    show(given) {
      const { trial = {} } = given;
      if (!last()) asked = 0; // refused: an answer comes before it is taken off what waits
      if (trial.number === asked && (!("says" in trial) || trial.says !== review.trial?.says)) {
        // Once this is drawn, since to ask draws again.
        if (asked !== shown.trial) queueMicrotask(() => pose(other = trial.number));
        asked = 0;
      }
      review = given;
      if (review.words) became = done(lineOf(b));
      if (!trial.says) over = undefined;
      const isTried = isHeard(trial);
      if (told !== times.at()) told = 0;
      else if (told && isTried) queueMicrotask(() => pose(trial.number)); // tried once more, after the answer
      const isThere = told > 0 || times.at() === shown.trial - 1;
      const isAsked = review.words && (isTried || shown.trial === other || review.words[shown.trial]);
      if (isThere && review.words && !isAsked) panel.refused(`Move ${shown.trial} is no longer marked: more is known.`);
      const waits = isUnderWay(review);
      if (!isThere || !isAsked || waits) shown.trial = told = 0;
      [shown.tried, shown.worth] = isTried && shown.trial ? [trial.sites, trial.bar] : [[]];
      begin.hidden = shown.trial > 0 || !review.slips?.length || waits;
      begin.textContent = offerOf(left().length, review.slips?.length ?? 0);
      answer.hidden = another.hidden = !shown.trial;
      able(answer, !told && !(became[shown.trial] > TOLD));
      able(another, left().some((number) => number !== shown.trial));
      return shown.trial ? saidOf(trial, isTried) : null;
    },
  };
};
