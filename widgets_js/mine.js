/** "My games" on the page that leads to the others: what was played on them and is kept in this browser. */

import { calm, deleted, listing, restored, stored } from "./kept.js";
import { held } from "./packed.js";

/** What a page has kept, and what was deleted there; none if a stranger wrote something else there. */
const gamesOf = ({ place, title, href }) => {
  try {
    const { games, gone } = stored(place);
    return [games, gone].map((some) => some.map((game) => ({ place, title, href, game })));
  } catch {
    return [[], []];
  }
};

held().then((pages) => {
  const section = document.getElementById("nb-mine");
  const list = section.querySelector("ul");
  const read = () => {
    const found = pages.map(gamesOf);
    return [0, 1].map((k) => found.flatMap((both) => both[k]));
  };
  const { isAny, show } = listing(list, read,
    ({ place, game }) => deleted(place, game), ({ place, game }) => restored(place, game));
  show();
  section.hidden = !isAny();
  calm(section);
});
