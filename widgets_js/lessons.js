/** A page with the tutorial. */

import { html } from "./html.js";
import { held } from "./packed.js";
import { tutorial } from "./tutorial.js";

held().then((data) => {
  const play = (name) => {
    const [href, textContent] = [data.pages[name], `play ${data.boards[name].title}`];
    return href ? html("a", { href, textContent }) : textContent;
  };
  document.getElementById("nb-app").replaceChildren(tutorial(data, { game: location.hash.slice(1), play }).root);
});
