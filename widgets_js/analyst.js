/** Analyse on a page: the match on its table is reviewed by its worker; as nbgames/widgets/analyst.py has it. */

import { barOf } from "./known.js";
import { SHOWN, places } from "./listing.js";
import { after, endingOf, isBegun, isOpen, numberOf, played, positionOf, refuse, shown, words } from "./match.js";
import { write } from "./record.js";
import { service } from "./service.js";

const KEPT = 8; // reviews of other lines
const LONGER = "A longer search:";
const HINTED = " A hint had named this move: the review's longer search sees more.";
const NO_REVIEW = "no review is shown that has this: type analyse; then worst goes to the worst moves, " +
  "learn lets you try them again, next goes to another, answer tells what was better";
const OFTEN = 500; // milliseconds between two words on how far it is
const NONE = {
  found: null, keys: [], // the review, and the records of its positions
  told: null, // how far it is, and what of a trial
  seen: 0, // the share of the work that what is shown took
  isAway: false,
};

/** What belongs to the match that is reviewed, to be kept with it. */
const reviewed = (a) => Object.fromEntries(["of", ...Object.keys(NONE)].map((part) => [part, a[part]]));

/** A start, words and an end off the board: of a line that has gone on since, a review is still of its beginning. */
const keyOf = (m) => {
  const { owners, to_move } = m.positions[0];
  return [`${owners}${to_move}`, ...words(m).map(([word]) => word), endingOf(m)].filter(Boolean);
};
const begins = (key, other) => key.length >= other.length && other.every((part, k) => key[k] === part);
const isWhole = (a) => begins(a.of, keyOf(a.table.line));

/** Keep a review, and what it knows of its positions. */
const keep = (a, found) => {
  const { line } = a.table;
  const ends = [0, ...words(line).map(([, end]) => end)];
  a.found = found;
  a.keys = found.worths.map((_, n) => write(after(line, ends[n])));
  found.worths.forEach((worth, n) => a.known.learn(a.keys[n], worth));
  for (const [n, named] of Object.entries(found.named)) {
    for (const [word, worth] of named) a.known.learn(write(played(after(line, ends[Number(n) - 1]), word)), worth);
  }
};

/** What a word leaves its player, who has the other stones after a swap. */
const leftTo = (who, word, left) => seenBy(left, word === "swap" ? 3 - who : who);

const seenBy = ({ chosen }, side) => (side === 1 ? chosen : 1 - chosen);

/** The match before the word of this number. */
const before = ({ table: { line } }, n) => after(line, n > 1 ? words(line)[n - 2][1] : 0);

const hearing = (a) => ({ told, done, fails }) => {
  const isLoud = performance.now() - a.heard > OFTEN;
  if (fails) a.told = { ...a.told, trouble: `the review stopped (${fails}): press Go on analysing` };
  else if (told?.says) {
    a.told = { ...a.told, trial: told }; // says nothing of how far the review is
    const { number, had, left } = told;
    const isProven = number > 1 && !had[0][1].error; // an opening is worth what a swap leaves
    [...left, ...(isProven ? had : [])].forEach((row) => a.known.learn(...row));
  }
  else if (done && !a.isTrial) a.told = { ...a.told, share: 1 };
  else if (told?.share !== undefined) {
    const { share, found } = told;
    a.told = { ...a.told, share: Math.max(share, a.seen) };
    if (found && share >= a.seen) {
      keep(a, found);
      a.seen = share;
    } else if (!isLoud) return;
  } else if (!done) return;
  a.heard = performance.now();
  a.tell();
};

/** Show what is known of the match as it is now, or of its beginning. */
const attend = (a) => {
  const key = keyOf(a.table.line);
  if (a.told && begins(key, a.of)) return;
  a.worker.stop();
  if (a.told) a.kept = [...a.kept, reviewed(a)].slice(-KEPT);
  const back = a.kept.find(({ of }) => String(of) === String(key));
  a.kept = a.kept.filter((one) => one !== back);
  Object.assign(a, NONE, back, { of: key });
};

/** Is the review done or under way, and not stopped or broken off by a trial? */
const isFine = ({ told, worker, isTrial }) =>
  told !== null && (worker.busy() ? !isTrial : told.share === 1 && !told.trouble);

const begin = (a) => {
  const { line } = a.table;
  attend(a);
  a.isAway = false;
  if (isWhole(a) && isFine(a)) return;
  if (!isWhole(a)) [a.of, a.seen] = [keyOf(line), 0];
  a.told = { share: 0, trouble: "", trial: {} };
  a.isTrial = false;
  a.worker.ask({ job: "review", record: write(line) });
};

/** The word of this number and what the review knows that it left; null where a swap may answer it. */
const leftBy = ({ table: { line }, found: { worths } }, n) => {
  const [word, end] = words(line)[n - 1];
  return n < worths.length && !positionOf(after(line, end)).may_swap ? [word, worths[n]] : null;
};

/** The best whole turn that is named in place of this number and not begun, and what the review knows it leaves. */
const rivalOf = (a, n, begun) => {
  const { to_move } = positionOf(before(a, n));
  const worth = ([name, one]) => leftTo(to_move, name, one);
  return (a.found.named[n] ?? []).filter(([name]) => !name.endsWith(",") && !isBegun(name, begun))
    .sort((one, other) => worth(other) - worth(one))[0] ?? null;
};

/** Judge another word in place of that of this number. */
const retry = (a, rest) => {
  const [, number, word] = /^(\S*)\s*(.*)$/s.exec(rest);
  const { line } = a.table;
  const turns = words(line);
  if (!a.found || a.isAway) refuse("there is nothing to try again yet: analyse the game first");
  const n = numberOf(number, `analyse try 1 ${places(after(line, 0))[0]}`);
  if (n < 1 || n > turns.length) refuse(`there is no move ${n} to try again: give one from 1 to ${turns.length}`);
  if (!word) refuse(`a move is missing: type for example analyse try ${n} ${places(before(a, n))[0]}`);
  const { open: begun } = a.told.trial; // a claim may add to a turn that goes on
  const parts = begun && word.startsWith(begun) ? [begun, word.slice(begun.length)] : [word];
  const other = parts.filter(Boolean).reduce(played, before(a, n));
  const named = words(other).at(-1)[0];
  const sites = other.claims.slice(before(a, n).claims.length).map((name) => line.game.names.indexOf(name));
  const trial = {
    number: n, open: isOpen(other) ? named : "", sites: sites.filter((at) => at >= 0),
    owners: [...positionOf(other).owners], who: positionOf(before(a, n)).to_move,
  };
  a.told = { ...a.told, trial };
  a.isTrial = true;
  const record = write(other);
  const [, worth] = (a.found.named[n] ?? []).find(([name]) => write(played(before(a, n), name)) === record) ?? [];
  const left = leftBy(a, n);
  const own = left?.[0] === named ? left[1] : worth; // what was played is worth what the review knows
  const worths = { [n - 1]: a.found.worths[n - 1], ...(own && { [n]: own }) };
  a.worker.ask({
    job: "retry", record, worths, played: left, isNamed: worth?.error > 0, rival: left && rivalOf(a, n, named),
  });
};

/** Nobody has help in a match against the computer before it is over. */
const isAllowed = ({ table, computer }) =>
  table.line.claims.length > 0 && (!computer.seat || Boolean(table.now().outcome));

/** Refuse where nothing can be reviewed. */
const allow = (a) => {
  if (!a.table.line.claims.length) refuse("there is nothing to review: nobody has moved yet");
  if (!isAllowed(a)) refuse("a game against the computer or another player can be analysed once it is over");
};

const analyse = (a, what) => {
  const [, verb, rest] = /^(\S*)\s*(.*)$/s.exec(what);
  if (verb === "stop") a.worker.stop();
  else if (verb === "close") {
    a.worker.stop();
    a.isAway = true; // its marks stay, and it comes back at once
  } else {
    allow(a);
    if (verb === "try") retry(a, rest);
    else if (verb) refuse(`${shown(what)} is nothing to analyse: type analyse, analyse stop or analyse close`);
    else begin(a);
  }
};

/** What is drawn to show why, with a chain as a path. */
const drawn = (path, [why, chain, spots]) => [path(chain), why, spots];

/** What is said of a word, and of the position after it, maybe by what is known later. */
const saidOf = ([words, , stands], own, later) =>
  `${words} ${later.says === own.says ? stands : `${LONGER} ${later.says}`}`.trim();

/** The review as a page shows it, and what is known better of each position. */
export const pageOf = ({ found, keys, known }, path) => {
  if (!found) return {};
  const { worths, told, chains, named, ...rest } = found;
  const bars = worths.map(barOf);
  const isHinted = (n) => n in rest.words && known.wasHinted(keys[n - 1], told[n][1]);
  return {
    ...rest,
    curve: bars.map(({ share }, n) => (n < rest.swapped ? 1 - share : share)),
    errors: bars.map(({ error }) => error),
    says: worths.map((own, n) =>
      saidOf(told[n], own, known.best(keys[n]) ?? own) + (isHinted(n) ? HINTED : "")),
    chains: Object.fromEntries(Object.entries(chains).map(([n, why]) => [n, drawn(path, why)])),
  };
};

/** How far it is, and how a trial went. */
const toldOf = ({ told, isAway, worker }, done, path) => {
  if (!told || isAway) return {};
  const { trial } = told;
  const shown = trial.says && { chain: drawn(path, trial.chain), bar: barOf(trial.left[0][1]) };
  return { ...told, trial: { ...trial, ...shown }, done, busy: worker.busy() };
};

/** The review; against the computer one's own mistakes are asked again, and `mine` is one's side. */
const reviewOf = (a, path) => {
  const { table: { line }, computer } = a;
  const page = pageOf(a, path);
  if (!computer.seat || !page.slips) return page;
  const ends = words(line).map(([, end]) => end);
  const isMine = (n) => n <= ends.length && !computer.plays(before(a, n));
  const { slips, falls } = page;
  return { ...page, slips: slips.filter(isMine), falls: falls.filter(isMine), mine: 3 - computer.side(line) };
};

/**
 * Reviews the line of a table, each review better than the one before.
 * @param {any} data
 * @param {string} source the script of the page
 */
export const analystBy = (data, source) => (table, computer, known, tell) => {
  /** @type {any} */
  const a = {
    table, computer, known, tell,
    of: [], ...NONE, // the match that is reviewed, and what belongs to it
    kept: [], // of matches that may come back
    heard: 0, isTrial: false,
  };
  a.worker = service(data, source, hearing(a));
  return {
    attend: () => attend(a),
    analyse: (what) => analyse(a, what),
    /** Refuse what a board does by itself where it shows a review. */
    lack() {
      allow(a);
      refuse(NO_REVIEW);
    },
    isOn: () => a.told !== null && !a.isAway,
    /** What a review that is shown says of a move. */
    judged: (n) => (isAllowed(a) && a.told !== null && !a.isAway && pageOf(a, () => "").says?.[n]) || "",
    able: () => ({
      analyse: isAllowed(a), "analyse stop": isAllowed(a) && a.worker.busy(),
      ...Object.fromEntries(SHOWN.map((example) => [example, isAllowed(a) && a.found !== null && !a.isAway])),
    }),
    traits(path) {
      if (!isAllowed(a)) return { analysis: { can: false }, review: {} };
      const done = a.told?.share === 1 && !a.told.trouble && isWhole(a);
      return {
        analysis: { can: true, ...toldOf(a, done, path) },
        review: reviewOf(a, path),
      };
    },
  };
};
