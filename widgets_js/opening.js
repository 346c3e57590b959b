/** Opens a page: its style sheets and its script come packed. */

import { inflated } from "./packed.js";

const place = async ([name, tag]) => {
  const packed = document.getElementById(`nb-${name}`);
  if (packed) document.body.append(Object.assign(
    document.createElement(tag), { textContent: await inflated(packed.textContent) }));
};

place(["sheets", "style"]).then(() => place(["packed", "script"]));
