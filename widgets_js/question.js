/** A question that a person answers before something is done. */

import { button, html } from "./html.js";

export const GUESS = "guess"; // the kind of a question whether a mistyped word was meant, which nothing waits for

/**
 * @param {(act: () => void) => void} keeping does what may take away what has the focus
 * @param {() => void} cancel closes the question and takes back what it is about
 * @param {() => string} position names the position that is played from and the one that is looked at
 * @param {(words: string, from?: any) => void} refused says why something that came from there is refused
 */
export const question = (keeping, cancel, position, refused) => {
  let does; // what is done once the answer is yes
  let kind, label, stood; // of the question, what its button says, and the position that it is about
  const element = html("div", { className: "nb-question", role: "group", hidden: true });
  const close = () => keeping(() => { element.hidden = true; });
  const ask = (text, yes, act, of) => keeping(() => {
    cancel(); // another
    [kind, label, stood] = [of, yes, position()];
    element.replaceChildren(
      text, " ",
      button(yes, "", does = () => { close(); act(); }),
      button("Cancel", "", cancel));
    element.hidden = false;
    if (kind !== GUESS) element.querySelector("button").focus({ preventScroll: true });
  });
  /** A question ends with its position. */
  const attend = () => stood && stood !== position() && cancel();
  const isOpen = () => !element.hidden;
  /** A guess ends with whatever comes next. */
  const yields = () => isOpen() && kind === GUESS && cancel();
  return {
    element, ask, attend, close, isOpen, yields, answer: (yes) => (yes ? does : cancel)(),
    /** Is a question open that is to be answered before what one of this kind would ask about? Then that is said. */
    waits(of, from) {
      yields();
      const isFirst = isOpen() && (!of || of !== kind);
      if (isFirst) refused(`answer the question first: press ${label} or Cancel, or type yes or no`, from);
      return isFirst;
    },
  };
};
