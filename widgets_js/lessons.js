/** A page with the tutorial. */

import { held } from "./packed.js";
import { tutorial } from "./tutorial.js";

held().then((data) => {
  document.getElementById("nb-app").replaceChildren(tutorial(data, { game: location.hash.slice(1) }).root);
});
