/** "My games" on the page that leads to the others: what was played on them and is kept in this browser. */

import { html } from "./html.js";
import { held } from "./packed.js";

const MOST = 30; // lines of the list
const LONGEST = 60; // letters of a part, such as a result

/** What a page has kept, the line that it shows first, with its date; none if a stranger wrote something else there. */
const gamesOf = ({ place, title, href }) => {
  try {
    const { games, at } = JSON.parse(localStorage.getItem(place) ?? "{}");
    const when = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    return games.map(({ says, address }, k) => {
      const said = [title, ...says.map((part) => String(part).slice(0, LONGEST)), k ? "" : when].filter(Boolean);
      const to = k ? `${href}#${encodeURIComponent(address)}` : href; // the first is the one that the page opens
      return { at, k, link: html("a", { href: to, textContent: said.join(" · ") }) };
    });
  } catch {
    return [];
  }
};

held().then((pages) => {
  const found = pages.flatMap(gamesOf).sort((a, b) => b.at - a.at || a.k - b.k).slice(0, MOST);
  document.getElementById("nb-mine").hidden = !found.length;
  document.querySelector("#nb-mine ul").append(...found.map(({ link }) => html("li", {}, link)));
});
