/** A page with the puzzle trainer: it keeps results in the browser, where that is allowed. */

import { html } from "./html.js";
import { held } from "./packed.js";
import { trainer } from "./trainer.js";

const PLACE = "nbgames-puzzles";

/** What was kept; nothing where the browser keeps nothing or it is damaged. */
const kept = () => {
  try {
    const read = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return read.filter(([name, score]) => typeof name === "string" && [0, 0.5, 1].includes(score));
  } catch {
    return [];
  }
};
const results = kept();
const trouble = html("p", { className: "nb-alert", role: "alert", hidden: true });
const keep = (result) => {
  results.push(result);
  try {
    localStorage.setItem(PLACE, JSON.stringify(results));
  } catch {
    trouble.textContent = "This browser lets the page save nothing: your rating is lost when you close the page.";
    trouble.hidden = false;
  }
};

held().then((data) => {
  const { root } = trainer(data, { game: location.hash.slice(1), results: () => results, keep });
  document.getElementById("nb-app").replaceChildren(trouble, root);
});
