/** Analyse on a page: the match on its table is reviewed by its worker; as nbgames/widgets/analyst.py has it. */

import { after, played, refuse, shown, words } from "./match.js";
import { write } from "./record.js";
import { service } from "./service.js";

const KEPT = 8; // reviews of other lines
const OFTEN = 500; // milliseconds between two words on how far it is

/** A start and words: of a line that has gone on since, a review is still of its beginning. */
const keyOf = (m) => {
  const { owners, to_move } = m.positions[0];
  return [`${owners}${to_move}`, ...words(m).map(([word]) => word)];
};
const begins = (key, other) => key.length >= other.length && other.every((part, k) => key[k] === part);
const isWhole = (a) => begins(a.of, keyOf(a.table.line));

const hearing = (a) => ({ told, done, fails }) => {
  const isLoud = performance.now() - a.heard > OFTEN;
  if (fails) a.told = { ...a.told, trouble: `the review stopped: ${fails}` };
  else if (told?.says) a.told = { ...a.told, trial: told }; // says nothing of how far the review is
  else if (done && !a.isTrial) a.told = { ...a.told, share: 1 };
  else if (told?.share !== undefined) {
    const { share, page } = told;
    a.told = { ...a.told, share };
    if (page && share >= a.seen) [a.page, a.seen] = [page, share];
    else if (!isLoud) return;
  } else if (!done) return;
  a.heard = performance.now();
  a.tell();
};

/** Show what is known of the match as it is now, or of its beginning. */
const attend = (a) => {
  const key = keyOf(a.table.line);
  if (a.told && begins(key, a.of)) return;
  a.worker.stop();
  if (a.told) a.known = [...a.known, [a.of, a.page, a.told, a.seen]].slice(-KEPT);
  const found = a.known.find(([of]) => String(of) === String(key));
  a.known = a.known.filter((one) => one !== found);
  [a.of, a.page, a.told, a.seen] = found ?? [key, {}, null, 0];
};

/** Is the review done or under way, and not stopped or broken off by a trial? */
const isFine = ({ told, worker, isTrial }) =>
  told !== null && (worker.busy() ? !isTrial : told.share === 1 && !told.trouble);

const begin = (a) => {
  const { line } = a.table;
  attend(a);
  if (isWhole(a) && isFine(a)) return;
  if (!isWhole(a)) [a.of, a.seen] = [keyOf(line), 0];
  a.told = { share: 0, trouble: "", trial: {} };
  a.isTrial = false;
  a.worker.ask({ job: "review", record: write(line) });
};

/** Judge another word in place of that of this number. */
const retry = (a, rest) => {
  const [, number, word] = /^(\S*)\s*(.*)$/s.exec(rest);
  const { line } = a.table;
  const turns = words(line);
  if (!/^\d{1,9}$/.test(number)) refuse(`${shown(number)} is no number`);
  if (!("curve" in a.page)) refuse("there is nothing to try again yet: analyse the match first");
  const n = Number(number);
  if (n < 1 || n > turns.length) refuse(`there is no move ${n} to try again: give one from 1 to ${turns.length}`);
  const other = played(after(line, n > 1 ? turns[n - 2][1] : 0), word);
  a.told = { ...a.told, trial: { number: n } };
  a.isTrial = true;
  a.worker.ask({ job: "retry", record: write(other) });
};

/** Nobody has help in a match against the computer before it is over. */
const isAllowed = ({ table, computer }) =>
  table.line.claims.length > 0 && (!computer.seat || Boolean(table.now().outcome));

const analyse = (a, what) => {
  const [, verb, rest] = /^(\S*)\s*(.*)$/s.exec(what);
  if (verb === "stop") a.worker.stop();
  else if (verb === "close") {
    a.worker.stop();
    [a.page, a.told, a.seen] = [{}, null, 0];
  } else if (!a.table.line.claims.length) refuse("there is nothing to review: nobody has moved yet");
  else if (!isAllowed(a)) refuse("a match against somebody is analysed when it is over");
  else if (verb === "try") retry(a, rest);
  else if (verb) {
    refuse(`${shown(what)} is nothing to analyse: say analyse, analyse stop, `
      + "analyse close, or analyse try with the number of a move and another word");
  } else begin(a);
};

/** The review; against the computer one's own mistakes are asked again. */
const reviewOf = ({ table: { line }, computer, page }) => {
  if (!computer.seat || !page.slips) return page;
  const ends = words(line).map(([, end]) => end);
  const isMine = (n) => n <= ends.length && !computer.plays(after(line, n > 1 ? ends[n - 2] : 0));
  return { ...page, slips: page.slips.filter(isMine) };
};

/**
 * Reviews the line of a table, each review better than the one before.
 * @param {any} data
 * @param {string} source the script of the page
 */
export const analystBy = (data, source) => (table, computer, tell) => {
  /** @type {any} */
  const a = {
    table, computer, tell,
    of: [], // the match that is reviewed
    page: {}, // the review as a page shows it
    told: null, // how far it is, and what of a trial
    seen: 0, // the share of the work that what is shown took
    known: [], // of matches that may come back
    heard: 0, isTrial: false,
  };
  a.worker = service(data, source, hearing(a));
  return {
    attend: () => attend(a),
    analyse: (what) => analyse(a, what),
    isOn: () => a.told !== null,
    traits() {
      if (!isAllowed(a)) return { analysis: { can: false }, review: {} };
      const done = a.told?.share === 1 && isWhole(a);
      return {
        analysis: { can: true, ...(a.told && { ...a.told, done, busy: a.worker.busy() }) },
        review: reviewOf(a),
      };
    },
  };
};
