/** A question that a person answers before something is done. */

import { button, html } from "./html.js";

/**
 * @param {(act: () => void) => void} keeping does what may take away what has the focus
 * @param {() => void} cancel closes the question and takes back what it is about
 * @param {() => string} position names the position that is played from and the one that is looked at
 */
export const question = (keeping, cancel, position) => {
  let does; // what is done once the answer is yes
  let stood; // the position that the question is about, if it is about one
  const element = html("div", { className: "nb-question", role: "group", hidden: true });
  const close = () => keeping(() => { element.hidden = true; });
  const ask = (text, label, act, isAbout) => keeping(() => {
    cancel(); // another
    stood = isAbout && position();
    element.replaceChildren(
      text, " ",
      button(label, "", does = () => { close(); act(); }),
      button("Cancel", "", cancel));
    element.hidden = false;
    element.querySelector("button").focus({ preventScroll: true });
  });
  /** A question ends with its position. */
  const attend = () => stood && stood !== position() && cancel();
  return { element, ask, attend, close, answer: (yes) => (yes ? does : cancel)(), isOpen: () => !element.hidden };
};
