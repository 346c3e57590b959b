/** The wall of a class: asks every second what stands on it now, and changes the parts that differ. */

import { parsed } from "./drawing.js";

const away = document.getElementById("away");

/** Put the parts of `fresh` in the place of those here that differ, each found by its id. */
const renew = (here, fresh) => {
  if (here.isEqualNode(fresh)) return;
  const parts = [...fresh.children].filter((part) => part.id);
  const known = [...here.children].filter((part) => part.id);
  if (parts.length && parts.length === known.length && parts.every((part, k) => part.id === known[k].id)) {
    parts.forEach((part, k) => renew(known[k], part));
    return;
  }
  const held = here.contains(document.activeElement) && document.activeElement.getAttribute("href");
  here.replaceWith(fresh);
  if (held) fresh.querySelector(`a[href="${held}"]`)?.focus();
};

const look = async () => {
  try {
    const answer = await fetch(`${location.pathname}/now`, { cache: "no-cache" });
    away.hidden = answer.ok;
    const text = await answer.text();
    if (answer.ok) renew(document.querySelector("main"), parsed(text));
  } catch {
    away.hidden = false;
  }
  setTimeout(look, 1000);
};

setTimeout(look, 1000);
