/** Learn from mistakes: positions before marked moves, to be tried again until a good move is found. */

import { able, button, html } from "./html.js";

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
  return shown.trial && isWord ? () => attempt(shown.trial, claims.turnWith(text)) : null;
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

/** Is a word in place of this move being judged? */
const isJudged = ({ busy, trial }, number) => busy && trial?.number === number && trial.says === undefined;

/** What is said and drawn where a move is tried again: the question, or what became of a word in its place. */
const toldOf = (review, number, isHeard) => {
  const { trial = {} } = review;
  const { sites, who, owners } = trial;
  if (isJudged(review, number)) return { says: "Judging …", advice: ["…", sites, [], [], "", who], owners };
  if (!isHeard) return { says: askedOf(review, number), advice: undefined };
  // A right word is ringed itself; what the review names, it or others as good, has small rings.
  const [, , better = [], , , , also = []] = (trial.right && review.words[number]) || [];
  const others = [...better, ...also].filter((site) => !sites.includes(site));
  const line = trial.open ? [] : trial.line; // it begins with the rest of this turn
  const advice = [trial.sign, sites, [], line, "", who, others];
  return { says: trial.says, advice, chain: trial.chain, owners };
};

/** Of several marked moves how many were found. */
const sumOf = (slips, became) => {
  if (slips.length === 1) return "That was the only marked move.";
  const count = (least) => slips.filter((n) => became[n] >= least).length;
  const [found, first] = [count(LATER), count(FIRST)];
  return `All done: ${found} of ${slips.length} found${found ? `, ${first} at the first try` : ""}.`;
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

const isOpen = (became, number) => !(became[number] > WRONG);
const left = ({ review, became }) => (review.slips ?? []).filter((number) => isOpen(became, number));

/** Is this one done, and none left? */
const isLast = (a, number, isTried) => {
  const isOver = a.told || (isTried && a.review.trial.right);
  return Boolean(isOver && a.review.slips.includes(number) && !left(a).length);
};

/** The buttons, the sum at the end, and what shows them where this move is tried. */
const buttonsOf = (a, shown, pose, visit) => {
  const next = () => {
    const { slips, trial } = a.review;
    a.over = trial?.says;
    const open = (number) => isOpen(a.became, number);
    pose([...slips.slice(slips.indexOf(shown.trial) + 1), ...slips].find(open));
  };
  const begin = button("Learn from mistakes", "Try the worst moves again (t)", () => {
    if (!left(a).length) again(a.review.slips, a.became);
    next();
  });
  const another = button("Next", "Try another one (n)", next);
  const answer = button("Answer", "Show what was better (p)", () => {
    a.told = shown.trial;
    a.over = a.review.trial?.says;
    a.became[a.told] = TOLD;
    visit(a.told);
  });
  const sum = html("span", { className: "nb-sum", role: "status" });
  const offer = (number, waits) => {
    const { slips = [] } = a.review;
    sum.textContent = shown.learnt ? sumOf(slips, a.became) : "";
    begin.hidden = number > 0 || !slips.length || waits;
    begin.textContent = offerOf(left(a).length, slips.length);
    answer.hidden = another.hidden = !number;
    able(answer, !a.told && !(a.became[number] > TOLD));
    able(another, left(a).some((other) => other !== number));
  };
  return { begin, another, answer, sum, offer };
};

/** What explains the answer or the word that is shown; nothing where neither is. */
const reasonOf = ({ told, over, review: { words, trial } }, shown) =>
  (told ? words[told]?.[7] : trial?.number === shown.trial && trial.says !== over && trial.why);

/** What takes back the last cell of a turn that goes on; nothing where none does. */
const undoing = (a, { shown, ask }, visit) => () => {
  if (!shown.begun) return null;
  const left = shown.begun.split(",").slice(0, -2).join();
  return () => {
    if (left) ask(`analyse try ${shown.trial} ${left},`);
    else if (isJudged(a.review, shown.trial)) ask("analyse stop");
    else {
      a.over = a.review.trial.says;
      visit(shown.trial - 1);
    }
  };
};

const learning = new WeakMap(); // by models: turned into a sphere, or back, a board is another one

/** What is known of who learns here; from before, if the board was turned. @returns {any} */
const learned = (model) => ({
  review: {}, became: [],
  told: 0, // the number of the move after which the answer is shown
  over: undefined, // what was said of the last word before another question, or this one again
  trial: 0, done: progress(),
  ...learning.get(model),
});

/**
 * @param {any} b the parts of a board
 * @param {(number: number) => void} visit goes to a position
 * @param {(number: number) => any} foundOf what the review says and draws of a position
 */
export const trials = (b, visit, foundOf) => {
  const { ask, last, times, shown, panel, model } = b;
  const a = learned(model);
  shown.trial = a.trial;
  let other = 0; // the number of a move that is tried again by a typed word, marked or not
  let here = ""; // what is asked, and whether it was answered
  let asked = 0; // the number of one that was typed, until its word is accepted: one that is refused changes nothing
  const pose = (number) => {
    shown.trial = number;
    a.told = 0;
    visit(number - 1);
  };
  const { offer, ...buttons } = buttonsOf(a, shown, pose, visit);
  return {
    ...buttons,
    attempt: (number, word) => ask(`analyse try ${asked = number} ${word}`),
    undo: undoing(a, b, visit),
    instead() {
      if (isOpen(a.became, shown.trial)) return "play a better move, or type answer";
      return `this one is done${left(a).length ? ": next goes on" : ", and was the last"}`;
    },
    why: () => reasonOf(a, shown),
    /** What is said instead of the review, and drawn; nothing where nobody tries. @returns {any} */
    show(given) {
      const { words, trial = {} } = given;
      const { number, right, says } = trial;
      if (!last()) asked = 0; // refused: an answer comes before it is taken off what waits
      if (number === asked && (!("says" in trial) || says !== a.review.trial?.says)) {
        // Once this is drawn, since to ask draws again.
        if (asked !== shown.trial) queueMicrotask(() => pose(other = number));
        asked = 0;
      }
      a.review = given;
      if (words) a.became = a.done(lineOf(b));
      if (!says) a.over = undefined;
      const isTried = shown.trial > 0 && number === shown.trial && says !== a.over;
      // A turn that goes on is found, or missed, at its end.
      const how = !right ? WRONG : number in a.became ? LATER : FIRST;
      if (isTried && !trial.open && isOpen(a.became, number)) a.became[number] = how;
      if (a.told !== times.at()) a.told = 0;
      else if (a.told && isTried) queueMicrotask(() => pose(number)); // tried once more, after the answer
      const isThere = a.told > 0 || times.at() === shown.trial - 1;
      const isAsked = words && (isTried || shown.trial === other || words[shown.trial]);
      if (isThere && words && !isAsked) panel.refused(`Move ${shown.trial} is no longer marked: more is known.`);
      const waits = isUnderWay(given);
      if (!isThere || !isAsked || waits) shown.trial = a.told = 0;
      const isShown = shown.trial > 0 && (isTried || isJudged(given, shown.trial));
      shown.begun = isShown ? trial.open : "";
      [shown.tried, shown.worth] = isShown ? [trial.sites, trial.bar] : [[]];
      shown.learnt = shown.trial > 0 && isLast(a, shown.trial, isTried);
      offer(shown.trial, waits);
      learning.set(model, { ...a, trial: shown.trial });
      if (here !== (here = `${shown.trial} ${a.told}`)) panel.drop();
      if (!shown.trial) return null;
      return a.told ? foundOf(shown.trial) : toldOf(given, shown.trial, isTried);
    },
  };
};
