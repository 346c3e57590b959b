/** Kept games as a list of links. What is read may be a stranger's. */

import { button, html } from "./html.js";

const MOST = 30; // lines of a list
const LONGEST = 60; // letters of a part, such as a result

/** The link to a game, in an array: its board, how it went, when it was played; none of what is no game. */
const linkTo = ({ game: { says, id, address, at }, title, href = "" }) => {
  try {
    const when = at > 0 && new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const [length, against, ended, last] = says;
    const moves = last ? `${length}, the last ${last}` : length;
    const parts = [title, moves, against || "two people", ended || "goes on", when].filter(Boolean);
    const textContent = parts.map((part) => String(part).slice(0, LONGEST)).join(" · ");
    return [html("a", { href: `${href}#${id ?? address}`, textContent })]; // once an address named a game
  } catch {
    return [];
  }
};

/** What equal games have in common: their moves and comments, and who plays. */
const equal = ({ seat, level, lines, id, address }) =>
  (lines ? JSON.stringify([seat, seat && level, lines]) : id ?? address);

/** Each game once: of equal ones the one that was played last. */
const once = (games) => {
  const known = new Set();
  return games.toSorted((a, b) => (b.game.at ?? 0) - (a.game.at ?? 0)).filter(({ game, href }) => {
    const key = `${href} ${equal(game)}`;
    return !known.has(key) && known.add(key);
  });
};

/** The games of a page without those equal to this one, if there is one. */
export const without = (games, one) => (one ? games.filter((other) => equal(other) !== equal(one)) : games);

/** Delete from a page's games those equal to one; what has them back. */
export const deleted = (place, one) => {
  const read = () => JSON.parse(localStorage.getItem(place));
  const write = (state, games) => localStorage.setItem(place, JSON.stringify({ ...state, games }));
  const { games, ...state } = read();
  const left = without(games, one);
  write(state, left);
  return () => {
    const now = read();
    write(now, [...now.games, ...games.filter((other) => !left.includes(other))]);
  };
};

/** A line of the list: the link, and a button that deletes the game, with Undo in its place. */
const rowOf = (link, remove) => {
  const row = html("li");
  const words = link.textContent;
  const show = (...parts) => {
    row.replaceChildren(...parts);
    parts.at(-1).focus();
  };
  const erase = button("Delete", `Delete ${words}`, () => {
    const restore = remove();
    show("Deleted. ", html("s", { textContent: words }), " ", button("Undo", `Have back ${words}`, () => {
      restore();
      show(link, " ", erase);
    }));
  });
  row.append(link, " ", erase);
  return row;
};

/**
 * The links to games, each once, the latest first; each may have a title and the page that it is on.
 * @param {any[]} games
 * @param {(one: any) => () => void} remove deletes a game; what has it back
 */
export const linksTo = (games, remove) => once(games)
  .flatMap((one) => linkTo(one).map((link) => rowOf(link, () => remove(one)))).slice(0, MOST);
