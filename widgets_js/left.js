/** The match of a page is kept in this browser, with who plays it. What is read may be a stranger's. */

import { readAddress, writeAddress } from "./address.js";

/**
 * @param {any} game
 * @param {any} own the match that the page was made with: another page keeps another
 */
export const keeper = (game, own) => {
  const name = `nbgames ${writeAddress(own)}`;
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
      try {
        localStorage.setItem(name, JSON.stringify({ address: writeAddress(m, marks), seat, level }));
      } catch { /* a browser that keeps nothing plays all the same */ }
    },
  };
};
