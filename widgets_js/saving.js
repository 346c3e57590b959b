/** A text as a file of the reader's. */

import { html } from "./html.js";

/** @param {string} name @param {string} text @param {string} [type] */
export const save = (name, text, type = "text/plain") => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};
