/** A page with the tutorial. */

import { tutorial } from "./tutorial.js";
import { unpacked } from "./unpacked.js";

unpacked(document.getElementById("nb-data").textContent).then((data) => {
  document.getElementById("nb-app").replaceChildren(tutorial(data, location.hash.slice(1)).root);
});
