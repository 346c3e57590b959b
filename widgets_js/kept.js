/** A kept game in a list of games. What is read may be a stranger's. */

import { html } from "./html.js";

export const MOST = 30; // lines of a list
const LONGEST = 60; // letters of a part, such as a result

/** The link to a game, in an array: its board, how it went, when it was played; none of what is no game. */
export const linkTo = ({ says, id, address, at }, title, href = "") => {
  try {
    const when = at > 0 && new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const parts = [title, ...says, when].filter(Boolean);
    const textContent = parts.map((part) => String(part).slice(0, LONGEST)).join(" · ");
    return [html("a", { href: `${href}#${id ?? address}`, textContent })]; // once an address named a game
  } catch {
    return [];
  }
};
