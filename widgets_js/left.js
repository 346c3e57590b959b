/** The match of a page is kept in this browser, with other lines and who plays. What is read may be a stranger's. */

import { readAddress, writeAddress } from "./address.js";
import { result, words } from "./match.js";
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

/** What "My games" says of a line: how long it is, against whom, and how it ended; and its address. */
const told = (line, seat, level) => {
  const { length } = words(line);
  const against = seat ? `against computer ${level}` : "";
  const says = [`${length} ${length === 1 ? "move" : "moves"}`, against, ended(line, seat)];
  return { says, address: writeAddress(line) };
};

/** Keep what cannot be read under another name, if there is room; how that is told. */
const aside = (name, text) => {
  const [damaged, other] = ["The game that was kept here is damaged.", `${name} damaged`];
  try {
    localStorage.removeItem(name); // there is room for it then
    localStorage.setItem(other, text);
    return `${damaged} This browser has it as "${other}"; here is a new game.`;
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
  let last = "";
  const said = new Map(); // what was told of a line while it was the first, by its address
  return {
    trouble: "", // what became of a game that could not be read
    /** The match as it was left, its marks, the line that it is on and others, and who plays; null if there is none. */
    left() {
      let text = "";
      try {
        text = localStorage.getItem(name) ?? "";
        const { games, at, ...state } = JSON.parse(text);
        for (const one of games) said.set(one.address, one);
        last = JSON.stringify(state);
        const { address, lines, seat, level } = state;
        const { m, marks } = readAddress(game, address);
        const every = readAll(game, lines);
        const isBegun = m.claims.length > own.claims.length;
        return isBegun || every.length > 1 ? { m, marks, lines: every, isBegun, seat, level } : null;
      } catch {
        if (text) this.trouble = aside(name, text);
        return null;
      }
    },
    keep(m, marks, lines, { seat, level }) {
      const records = lines.map(write).join("\n");
      const kept = records.length > LONGEST ? write(m) : records;
      const state = { address: writeAddress(m, marks), lines: kept, seat, level };
      const text = JSON.stringify(state);
      if (text === last) return; // the computer has only thought on
      last = text;
      const games = lines.flatMap((line, k) => {
        const one = told(line, k ? 0 : seat, level);
        return line.claims.length ? [(k && said.get(one.address)) || one] : [];
      });
      for (const one of games) said.set(one.address, one);
      try {
        localStorage.setItem(name, JSON.stringify({ ...state, games, at: Date.now() }));
      } catch { /* a browser that keeps nothing plays all the same */ }
    },
  };
};
