/** Buttons that have a key each, wherever in an element the focus is but where one writes. */

import { listen } from "./html.js";

/**
 * @param {HTMLElement} root
 * @param {Record<string, HTMLElement>} press the buttons by their keys
 * @returns {() => void} its undoing
 */
export const pressedBy = (root, press) => {
  for (const part of Object.values(press)) part.dataset.lmSuppressShortcuts = "true"; // Jupyter's keys
  const keydown = (event) => {
    const key = event.key.toLowerCase();
    const writes = event.target.matches("select, textarea, input:not([type=range], [type=checkbox])");
    if (!Object.hasOwn(press, key) || writes || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    press[key].click();
  };
  return listen(root, { keydown }, { capture: true });
};
