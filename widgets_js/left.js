/** The match of a page is kept in this browser, with who plays it. What is read may be a stranger's. */

import { readAddress, writeAddress } from "./address.js";

/**
 * @param {any} game
 * @param {any} own the match that the page was made with: another page keeps another
 */
export const keeper = (game, own) => {
  const name = `nbgames ${writeAddress(own)}`;
  let last = "";
  return {
    /** The match as it was left, its marks, and who plays; null if there is none. */
    left() {
      try {
        const { address, seat, level } = JSON.parse(localStorage.getItem(name) ?? "null");
        const { m, marks } = readAddress(game, address);
        return m.claims.length > own.claims.length ? { m, marks, seat, level } : null;
      } catch {
        return null;
      }
    },
    keep(m, marks, { seat, level }) {
      const text = JSON.stringify({ address: writeAddress(m, marks), seat, level });
      if (text === last) return; // the computer has only thought on
      last = text;
      try {
        localStorage.setItem(name, text);
      } catch { /* a browser that keeps nothing plays all the same */ }
    },
  };
};
