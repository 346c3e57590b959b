/** "My games" on the page that leads to the others: what was played on them and is kept in this browser. */

import { html } from "./html.js";
import { held } from "./packed.js";

const MOST = 30; // lines of the list
const LONGEST = 60; // letters of a part, such as a result

/** What a page has kept, each game with when it was played; none if a stranger wrote something else there. */
const gamesOf = ({ place, title, href }) => {
  try {
    const { games, at: latest } = JSON.parse(localStorage.getItem(place) ?? "{}"); // once all had one date
    return games.map(({ says, id, address, at = latest }) => {
      const when = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      const said = [title, ...says.map((part) => String(part).slice(0, LONGEST)), when].filter(Boolean);
      const to = `${href}#${encodeURIComponent(id ?? address)}`; // once an address named a game
      return { at, link: html("a", { href: to, textContent: said.join(" · ") }) };
    });
  } catch {
    return [];
  }
};

held().then((pages) => {
  const found = pages.flatMap(gamesOf).sort((a, b) => b.at - a.at).slice(0, MOST);
  document.getElementById("nb-mine").hidden = !found.length;
  document.querySelector("#nb-mine ul").append(...found.map(({ link }) => html("li", {}, link)));
});
