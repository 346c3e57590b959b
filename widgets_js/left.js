/** The games of a page, kept in this browser, each with its lines and who plays. What is read may be a stranger's. */

import { readAddress, writeAddress } from "./address.js";
import { deleted, nameOf, newName, restored, store, stored, without } from "./kept.js";
import { after, hasNames, result, words } from "./match.js";
import { readAll, write } from "./record.js";
import { beginsAs } from "./table.js";

const COPY = "This game is open in another tab: what is played here goes into a copy.";
const DAMAGED = "The game that was kept here is damaged: here is a new one.";

/** How a line ended, to the person against a computer player in this seat, if there is one. */
const ended = (line, seat) => {
  const { outcome, game, claims } = line;
  if (outcome && !outcome.winner) return "draw";
  if (!seat || !outcome) return result(line);
  const side = claims.includes("swap") ? 3 - seat : seat;
  return outcome.winner === side ? `You lost: ${result(line)}` : `You won ${game.ways[outcome.by]}`;
};

/** What "My games" says of a line: how long it is, against whom, how it ended, and else its last move. */
const told = (line, seat, level) => {
  const found = words(line);
  const { length } = found;
  const people = hasNames(line) ? line.openers.join(" against ") : "";
  const against = seat ? `against computer ${level}` : people;
  const last = line.outcome ? "" : found.at(-1)?.[0];
  return [`${length} ${length === 1 ? "move" : "moves"}`, against, ended(line, seat), last];
};

/** Is a line all of the other, its end included, or what the other goes on from? */
const isPart = (line, other) => beginsAs(other, line) && result(after(other, line.claims.length)) === result(line);

/** Is a line, its remarks included, part of the other? */
const isSaid = (line, other) =>
  isPart(line, other) && Object.entries(line.remarks).every(([n, text]) => other.remarks[n] === text);

/** Is all that was kept part of these lines? The line that was played goes on in their first one, if it was over. */
const holds = (lines, there, isIn) => there.every((other, k) => {
  const places = k || !other.outcome ? lines : lines.slice(0, 1);
  return places.some((one) => isIn(other, one));
});

/** Keep what cannot be read under a name that is free, if there is room; how that is told. */
const aside = (name, text) => {
  let other = `${name} damaged`;
  for (let n = 2; localStorage.getItem(other) !== null; n += 1) other = `${name} damaged ${n}`;
  try {
    localStorage.removeItem(name); // there is room for it then
    localStorage.setItem(other, text);
    return `${DAMAGED} The old one is kept as '${other}'.`;
  } catch {
    return DAMAGED;
  }
};

/** The game that this tab is on, where it may keep that. */
const ofTab = (place) => {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
};

/** Have this tab be on a game. */
const remember = (place, id) => {
  try {
    sessionStorage.setItem(place, id);
  } catch {
    // a browser that keeps nothing plays all the same
  }
};

/** The game of this name, if it is kept, the others, and those that were deleted. */
const all = (place, id) => {
  try {
    const { games, gone } = stored(place);
    const here = games.find((one) => nameOf(one) === id);
    return [here, without(games, here).filter((one) => nameOf(one) !== id), gone];
  } catch {
    return [null, [], []];
  }
};

/** Is a game of this tab still there? Another page may have deleted it. */
const isStored = (place, id) => Boolean(all(place, id)[0]);

/** The game that an address names, without one that of this tab, else the last; null if there is none. */
const find = (game, place, complain, hash = "") => {
  let text;
  try {
    text = localStorage.getItem(place);
    const { games, address: was, on = was, lines: old } = stored(place, text);
    const wanted = hash.slice(1) || (ofTab(place) ?? on);
    // Earlier versions named each line by its end, and kept the first with the address of where it was taken back to.
    const first = was && wanted === was && writeAddress(readAll(game, old)[0]);
    const one = games.find(({ id, address }) => [id, address].includes(wanted))
      ?? games.find(({ address }) => address === first);
    text = ""; // the rest can be read: what fails now is this game alone
    if (!one) return null;
    const { m, marks } = readAddress(game, wanted === was ? was : one.address);
    const lines = readAll(game, one.lines ?? old).filter((line) => one.lines || isPart(m, line));
    return { ...one, id: nameOf(one), m, marks, lines, known: one.lines };
  } catch {
    if (!hash && text !== undefined) complain(text ? aside(place, text) : DAMAGED);
    return null;
  }
};

/**
 * @param {any} game
 * @param {any} own the match that the page was made with: another page keeps others
 * @param {(words: string) => void} complain tells what became of a game that cannot be read or is open in another tab
 */
export const keeper = (game, own, complain) => {
  const place = `nbgames ${writeAddress(own)}`;
  let [id, known, last] = ["", "", ""]; // the game, its records as they were read or written here, what was to be kept
  let isKept = false;
  /** What is played from now on: a game that was found, or a new one. */
  const take = (found) => {
    [id, known, last] = [found?.id ?? newName(), found?.known, ""];
    if (found) remember(place, id);
  };
  return {
    games: () => all(place, id), remove: (one) => deleted(place, one), restore: (one) => restored(place, one),
    find: (hash) => find(game, place, complain, hash),
    take,
    /** Keep the game as it stands, the page's own once it is left or goes on; whether it is kept. */
    keep(m, marks, lines, { seat, level }, isLeft) {
      const [line] = lines;
      const { length } = line.claims;
      const records = lines.map(write).join("\n");
      const address = writeAddress(m, marks);
      const asked = JSON.stringify([address, seat, level, records]);
      if (asked === last && (!isKept || isStored(place, id))) return isKept; // the computer has only thought on
      if (!isLeft && !known && length && records === write(own)) return false; // nothing was played here yet
      let [state, games, there] = /** @type {any[]} */ ([{}, [], []]);
      let before;
      let isIn = isPart; // remarks of its own a tab may change
      try {
        state = stored(place);
        before = state.games.find((one) => nameOf(one) === id);
        games = state.games;
        if (before && before.lines !== known) isIn = isSaid;
        if (isIn === isSaid || before?.says[2]) there = readAll(game, before.lines);
      } catch {
        // what another tab has left there is damaged
      }
      // What another tab has played, or how the game had ended, stays: what goes on otherwise here is another game.
      if (!holds(lines, there, isIn)) {
        if (m.claims.length === length && there.some((other) => isSaid(line, other))) return true;
        if (isIn === isSaid && !isLeft) complain(COPY);
        take(null);
        before = null;
      }
      last = asked;
      const at = before?.lines === records ? before.at : Date.now();
      known = records;
      const one = { id, at, seat, level, says: told(line, seat, level), address, lines: records };
      games = [...(length ? [one] : []), ...games.filter((other) => nameOf(other) !== id)];
      try {
        store(place, { ...state, on: length ? id : "", games });
        isKept = length > 0;
        remember(place, id); // a new game too: the tab is on none of those that are kept
        if (location.hash) history.replaceState(null, "", location.href.split("#")[0]); // the game goes on
      } catch {
        isKept = false;
      }
      return isKept;
    },
    /** What is asked of a game that is not kept for want of room, in place of what boards say. */
    asks: (isThere) => (isThere || !last ? null : "This one cannot be kept: save its record first."),
  };
};
