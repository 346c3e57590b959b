/** "My games" on the page that leads to the others: what was played on them and is kept in this browser. */

import { calm, deleted, linksTo, stored } from "./kept.js";
import { held } from "./packed.js";

/** What a page has kept, each game with when it was played; none if a stranger wrote something else there. */
const gamesOf = ({ place, title, href }) => {
  try {
    return stored(place).games.map((game) => ({ place, title, href, game }));
  } catch {
    return [];
  }
};

held().then((pages) => {
  const found = linksTo(pages.flatMap(gamesOf), ({ place, game }) => deleted(place, game));
  document.getElementById("nb-mine").hidden = !found.length;
  const list = document.querySelector("#nb-mine ul");
  list.append(...found.map(({ element }) => element));
  calm(list);
});
