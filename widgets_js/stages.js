/** A page with proofs to watch. */

import { held } from "./packed.js";
import { stage } from "./stage.js";

held().then((proofs) => {
  document.getElementById("nb-app").replaceChildren(...proofs.map((proof) => stage(proof).root));
});
