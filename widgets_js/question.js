/** A question that a person answers before something is done. */

import { button, html } from "./html.js";

/**
 * @param {(act: () => void) => void} keeping does what may take away what has the focus
 * @param {() => void} cancel
 */
export const question = (keeping, cancel) => {
  const element = html("div", { className: "nb-question", role: "group", hidden: true });
  const close = () => keeping(() => { element.hidden = true; });
  const ask = (text, label, act) => keeping(() => {
    element.replaceChildren(
      text, " ",
      button(label, "", () => { close(); act(); }),
      button("Cancel", "", cancel));
    element.hidden = false;
    element.querySelector("button").focus({ preventScroll: true });
  });
  return { element, ask, close, isOpen: () => !element.hidden };
};
