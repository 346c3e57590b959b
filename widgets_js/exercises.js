/** A page with the exercises of the course. */

import { exercises } from "./asking.js";
import { held } from "./packed.js";

held().then((data) => {
  document.getElementById("nb-app").replaceChildren(exercises(data, { name: location.hash.slice(1) }).root);
});
