/** The match of a page is kept in this browser, with other lines and who plays. What is read may be a stranger's. */

import { readAddress, writeAddress } from "./address.js";
import { after, result, words } from "./match.js";
import { readAll, write } from "./record.js";

const LONGEST = 200000; // letters of the lines, of which a browser has room for some millions

/** How a line ended, to the person against a computer player in this seat, if there is one. */
const ended = (line, seat) => {
  const { outcome, game, claims } = line;
  if (outcome && !outcome.winner) return "draw";
  if (!seat || !outcome) return result(line);
  const side = claims.includes("swap") ? 3 - seat : seat;
  return outcome.winner === side ? `You lost: ${result(line)}` : `You won ${game.ways[outcome.by]}`;
};

/** What "My games" says of a line: how long it is, against whom, and how it ended; its address, and who plays. */
const told = (line, seat, level) => {
  const { length } = words(line);
  const against = seat ? `against computer ${level}` : "";
  const says = [`${length} ${length === 1 ? "move" : "moves"}`, against, ended(line, seat)];
  return { says, address: writeAddress(line), seat, level };
};

/** Is a line all of the other, its end included, or what the other goes on from? */
const isPart = (line, other) => line.claims.every((claim, k) => claim === other.claims[k])
  && writeAddress(after(other, line.claims.length)) === writeAddress(line);

/** Each line once: none that an earlier one has, nor, but for the first, one that a longer one goes on from. */
const whole = (lines) => lines.filter((line, k) => !lines.some((one, j) =>
  (j < k || (k && one.claims.length > line.claims.length)) && isPart(line, one)));

/** Has another tab gone on with the game that is played on here? */
const isBehind = (lines, others) => lines[0].claims.length > 0 && others.some((other) =>
  isPart(lines[0], other) && !lines.some((line) => isPart(other, line)));

/** Keep what cannot be read under another name, if there is room; how that is told. */
const aside = (name, text) => {
  const [damaged, other] = ["The game that was kept here is damaged.", `${name} damaged`];
  try {
    localStorage.removeItem(name); // there is room for it then
    localStorage.setItem(other, text);
    return `${damaged} This browser has it as '${other}'; here is a new game.`;
  } catch {
    return `${damaged} Here is a new game.`;
  }
};

/**
 * @param {any} game
 * @param {any} own the match that the page was made with: another page keeps another
 */
export const keeper = (game, own) => {
  const name = `nbgames ${writeAddress(own)}`;
  let [text, last] = ["", ""]; // what this page has read or written there, and what it was asked to keep
  let others = /** @type {any[]} */ ([]); // lines that were read there: those of another tab are on no table here
  const said = new Map(); // what was told of a line while it was the first, and when, by its address
  /** What is kept, if this page has not read or written it. */
  const found = () => {
    const now = localStorage.getItem(name) ?? "";
    if (now === text) return null;
    text = now;
    const { games, at, ...state } = JSON.parse(text);
    for (const one of games) said.set(one.address, { at, ...one });
    others = readAll(game, state.lines);
    return state;
  };
  return {
    trouble: "", // what became of a game that could not be read
    /** The match as it was left, its marks, the line that it is on and others, and who plays; null if there is none. */
    left() {
      try {
        const { address, seat, level } = found();
        const { m, marks } = readAddress(game, address);
        const isBegun = m.claims.length > own.claims.length;
        return isBegun || others.length > 1 ? { m, marks, lines: others, isBegun, seat, level } : null;
      } catch {
        others = [];
        if (text) this.trouble = aside(name, text);
        return null;
      }
    },
    /** Who plays a kept game that an address leads to, and at which level; of another one nothing. */
    who: (m) => said.get(writeAddress(m)),
    keep(m, marks, lines, { seat, level }) {
      const state = { address: writeAddress(m, marks), seat, level };
      const asked = JSON.stringify([state, lines.map(write)]);
      if (asked === last) return; // the computer has only thought on
      last = asked;
      try {
        found();
      } catch { /* what another tab has left there is damaged */ }
      if (m.claims.length === lines[0].claims.length && isBehind(lines, others)) return; // nothing is taken back here
      const every = whole([...lines, ...others]);
      const records = every.map(write).join("\n");
      const games = every.filter(({ claims }) => claims.length).map((line) => {
        const isOn = line === lines[0];
        const one = told(line, isOn ? seat : 0, level);
        const before = said.get(one.address);
        const kept = before && (line.outcome || !isOn) ? before : { ...one, at: before?.at ?? Date.now() };
        said.set(one.address, kept);
        return { ...kept, isOn };
      });
      text = JSON.stringify({ ...state, lines: records.length > LONGEST ? write(m) : records, games });
      try {
        localStorage.setItem(name, text);
      } catch { /* a browser that keeps nothing plays all the same */ }
    },
  };
};
