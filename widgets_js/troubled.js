/** What has gone wrong, above a widget whose page needs no Python to go on. */

import { hearKernel } from "./host.js";
import { html } from "./html.js";

/**
 * A line for what has gone wrong, which tells of a restart of the kernel what that means here, and its undoing.
 * @returns {[HTMLElement, () => void]}
 */
export const troubled = (model, el, meaning) => {
  const trouble = html("p", { className: "nb-trouble", role: "alert" });
  const deaf = hearKernel(model, () => { trouble.textContent = `Python was restarted: ${meaning}.`; });
  el.append(trouble);
  return [trouble, () => { deaf(); trouble.remove(); }];
};
