/** What a board carries for the day when there is no Python behind it: a module, packed. */

import { code, data } from "./given.js";
import { inflated, unpacked } from "./packed.js";

const unpackedFor = async (model) => {
  const url = URL.createObjectURL(new Blob([await inflated(code)], { type: "text/javascript" }));
  const { default: modelFor } = await import(url);
  URL.revokeObjectURL(url);
  return modelFor(model, await unpacked(data));
};

export default unpackedFor;
