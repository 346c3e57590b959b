/** A page of its own: a board, who plays, and the position in the address. All it reads is a stranger's. */

import { readAddress, writeAddress } from "./address.js";
import { render } from "./board.js";
import { flat } from "./camera.js";
import { pathOf } from "./chain.js";
import { attempt, gameOf } from "./match.js";
import { modelOf } from "./model.js";
import { puzzle } from "./puzzle.js";
import { read } from "./record.js";
import * as rules from "./rules.js";
import { globe } from "./sphere.js";
import { button, html } from "./html.js";
import { unpacked } from "./unpacked.js";

const data = JSON.parse(document.getElementById("nb-data").textContent);
const game = gameOf(data.facts, rules);

const trouble = html("p", { className: "nb-alert", role: "alert", hidden: true });
const complain = (words) => {
  trouble.textContent = words;
  trouble.hidden = !words;
};

/**
 * The match and the marks of the address if it has them, else the match that the page came with.
 * @returns {[any, any[]]}
 */
const opened = (other) => {
  complain("");
  if (location.hash.length < 2) return [other, []];
  return attempt(() => {
    const { m, marks } = readAddress(game, location.hash);
    return [m, marks];
  }, (words) => {
    complain(`${words[0].toUpperCase()}${words.slice(1)}. The board shows the match of this page instead.`);
    return [other, []];
  });
};

const own = read(game, data.record);
const table = modelOf(game, ...opened(own), { ...data, path: pathOf(game, data.board) },
  { guide: async (name) => (await unpacked(data.guide))[name] });

const who = html("select", { id: "nb-who", onchange: () => table.seat(Number(who.value)) },
  ...[["Two people", 0], ["The computer plays second", 2], ["The computer plays first", 1]].map(([label, seat]) =>
    html("option", { value: String(seat), textContent: label })));
const link = html("input", {
  className: "nb-link", type: "text", readOnly: true, hidden: true, ariaLabel: "link to this position",
});
const copied = html("span", { role: "status", className: "nb-copied" });

const address = () => `${location.href.split("#")[0]}#${writeAddress(table.match(), table.marks())}`;
const copy = async () => {
  const text = address();
  try {
    await navigator.clipboard.writeText(text);
    copied.textContent = "The link is copied.";
  } catch {
    link.value = text;
    link.hidden = false;
    link.select();
    copied.textContent = "Copy the link from this box.";
  }
};
const save = () => {
  const url = URL.createObjectURL(new Blob([table.records()], { type: "text/plain" }));
  html("a", { href: url, download: `${game.tag}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};

const turn = button("Sphere", "See the same match flat or as a sphere", () => { round = !round; show(); });
turn.hidden = !data.facts.globe;
const place = html("div", { className: "nb-place" });
document.getElementById("nb-app").replaceChildren(
  trouble,
  html("div", { className: "nb-who" },
    html("label", { htmlFor: "nb-who", textContent: "Who plays" }), who,
    button("Copy link", "Copy a link to this position", copy),
    button("Save record", "Save the record of this match as a file", save), turn, copied, link),
  ...(data.puzzle ? [puzzle(own, data.puzzle, table)] : []), place);

// The same match flat or as a sphere, whichever is wanted.
let round = data.sphere;
let leave = null;
const show = () => {
  leave?.();
  leave = render({ model: table.model, el: place }, round ? globe : flat);
  turn.textContent = round ? "Flat board" : "Sphere";
};
show();
window.addEventListener("hashchange", () => table.begin(...opened(table.match())));
