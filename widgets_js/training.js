/** What puzzles, lessons and exercises have alike: what stands around the board, and how an answer is told. */

import { html } from "./html.js";
import { pressedBy } from "./pressed.js";
import { schemed } from "./scheme.js";

const MARKS = { yes: "✓ ", no: "✗ ", "": "" };

/** What is said of an answer, which is right, wrong or neither. */
export const marked = (right, words) => words && `${MARKS[right]}${words}`;

export const part = (tag, name, role = null) => html(tag, { className: `nb-${name}`, role });

/**
 * @param {string} kind its class and, read aloud, its name
 * @param {{ choice: HTMLSelectElement, told: HTMLElement, press: Record<string, HTMLElement>, keys: string,
 *   more?: HTMLElement[] }} own what is chosen from; what is told beside it; buttons by their keys; which those are,
 *   in words; what stands below the board
 */
export const frame = (kind, { choice, told, press, keys, more = [] }) => {
  const [asks, verdict, place] = [part("p", "asks"), part("div", "verdict", "status"), part("div", "place")];
  const root = html("section", { className: `nb-root nb-training nb-${kind}`, ariaLabel: kind },
    html("div", { className: "nb-tools" }, choice, told, ...Object.values(press)),
    asks, verdict, place, ...more, html("p", { className: "nb-keys", textContent: keys }));
  choice.dataset.lmSuppressShortcuts = "true"; // Jupyter's keys
  const undone = [schemed(root), pressedBy(root, press)];
  return { root, choice, told, asks, verdict, place, press, off: () => undone.forEach((undo) => undo()) };
};

/** Puts another board in a place: who had the focus on the one before has it on this one. */
export const replaced = (place, put) => {
  const hadFocus = place.contains(place.getRootNode().activeElement);
  put();
  if (hadFocus) place.querySelector('[data-site][tabindex="0"]').focus({ preventScroll: true });
};
