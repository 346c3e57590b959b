/** Kept games as a list of links. What is read may be a stranger's. */

import { html } from "./html.js";

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

/** The links to games, the latest first; each may have a title and the page that it is on. */
export const linksTo = (games) => games.toSorted((a, b) => (b.game.at ?? 0) - (a.game.at ?? 0))
  .flatMap(linkTo).slice(0, MOST).map((link) => html("li", {}, link));
