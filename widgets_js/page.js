/** A page of its own: a board, who plays, and the position in the address. All it reads is a stranger's. */

import { readAddress, writeAddress } from "./address.js";
import { render } from "./board.js";
import { flat } from "./camera.js";
import { pathOf } from "./chain.js";
import { computerBy, PLAIN } from "./computer.js";
import { button, html } from "./html.js";
import { keeper } from "./left.js";
import { attempt, gameOf } from "./match.js";
import { modelOf } from "./model.js";
import { held } from "./packed.js";
import { puzzle } from "./puzzle.js";
import { read } from "./record.js";
import * as rules from "./rules.js";
import { save } from "./saving.js";
import { globe } from "./sphere.js";
import { teacherBy } from "./teacher.js";

const app = () => document.getElementById("nb-app");

/** What is said when an address cannot be read, over the page until the next click: nothing moves. */
const trouble = () => {
  const element = html("p", { className: "nb-alert", role: "alert", popover: "auto" });
  app().before(element);
  return (words) => {
    element.textContent = words;
    element.togglePopover(words !== "");
  };
};

/** The match and the marks of the address; null if it has none or cannot be read, which is told. */
const linked = (game, complain, shown) => {
  complain("");
  if (location.hash.length < 2) return null;
  return attempt(() => readAddress(game, location.hash), (words) => {
    complain(`This link cannot be opened: ${words}. The board shows ${shown} instead.`);
    return null;
  });
};

const choice = (rows, onchange) =>
  html("select", { onchange }, ...rows.map(([label, value]) => new Option(label, value)));

/** Who plays, and at which level the computer does: choices, and how to seat who played a game that is opened. */
const seats = (table, levels) => {
  const choose = () => {
    table.seat(Number(who.value), Number(level.value));
    table.moved();
  };
  const who = choice(
    [["Two people", 0], ["The computer plays second", 2], ["The computer plays first", 1]], choose);
  const level = choice(Object.entries(levels).map(([number, { label }]) => [label, number]), choose);
  const show = () => [who.value, level.value] = [table.who().seat, table.who().level].map(String);
  table.model.on("change:state", show);
  /** The value if it can be chosen, else another. */
  const known = ({ options }, value, other) =>
    ([...options].some((one) => Number(one.value) === value) ? value : other);
  return {
    /** Before the game is begun; where nothing is kept of it, two people. */
    sit: (left) => table.seat(known(who, left?.seat, 0), known(level, left?.level, PLAIN)),
    choices: [html("label", {}, "Who plays", who), html("label", {}, "Level", level)],
  };
};

/** The address of the position as a link, and the record as a file; what is told of that, or at first. */
const sharing = (game, table, left) => {
  const link = html("input", {
    className: "nb-link", type: "text", readOnly: true, hidden: true, ariaLabel: "link to this position",
  });
  const told = html("span", { role: "status", textContent: left });
  const copy = async () => {
    link.value = `${location.href.split("#")[0]}#${writeAddress(table.match(), table.marks())}`;
    try {
      await navigator.clipboard.writeText(link.value);
      link.hidden = true;
      told.textContent = "The link is copied.";
    } catch {
      link.hidden = false;
      link.select();
      told.textContent = "Copy the link from this box.";
    }
  };
  return {
    buttons: [
      button("Copy link", "Copy a link to this position", copy),
      button("Save record", "Save the record as a file", () =>
        save(`${game.tag}.txt`, table.records())),
    ],
    shared: html("div", { className: "nb-shared" }, told, link),
  };
};

/** The same match flat or as a sphere, whichever is wanted; the answer is the button that turns it. */
const turning = (place, table, { sphere, facts }) => {
  let round = sphere;
  let leave = null;
  const show = () => {
    leave?.();
    leave = render({ model: table.model, el: place }, round ? globe : flat);
    turn.textContent = round ? "Flat" : "Sphere";
  };
  const turn = button("Sphere", "Flat or round", () => { round = !round; show(); });
  turn.hidden = !facts.globe;
  return { turn, show };
};

const open = (data, source) => {
  const game = gameOf(data.facts, rules);
  const complain = trouble();
  const own = read(game, data.record);
  const kept = keeper(game, own);
  const left = data.puzzle ? null : kept.left();
  const link = linked(game, complain, left?.isBegun ? "your own game, as you left it," : "the game of this page");
  const { m, marks } = left ?? link ?? { m: own, marks: [] };
  const table = modelOf(game, m, marks, { ...data, path: pathOf(game, data.board) }, {
    computerAt: computerBy(data, source), guide: (name) => data.guide[name],
    deeds: data.facts.globe && {
      sphere() {
        turn.click();
        place.querySelector(".nb-typed").focus();
      },
    },
    ...(data.puzzle ? {} : { teacherAt: teacherBy(data, source) }),
  });
  if (left) table.begin(m, marks, ...left.lines);
  if (left && link) table.begin(link.m, link.marks);
  if (kept.trouble) complain(kept.trouble);
  const place = html("div", { className: "nb-place" });
  const { buttons, shared } = sharing(game, table, left?.isBegun && location.hash.length < 2
    ? "The game as you left it. New game begins another." : "");
  const { turn, show } = turning(place, table, data);
  const { sit, choices } = seats(table, data.player.levels);
  sit(link ? kept.who(link.m) : left);
  table.moved();
  app().replaceChildren(
    html("div", { className: "nb-who" }, ...choices, ...buttons, turn, shared),
    ...(data.puzzle ? [puzzle(own, data.puzzle, table)] : []), place);
  show();
  if (!data.puzzle) table.model.on("change:state", () => {
    if (!table.match().claims.length) shared.firstChild.textContent = "";
    kept.keep(table.match(), table.marks(), table.lines(), table.who());
  });
  window.addEventListener("hashchange", () => {
    const { m: other, marks: drawn } = linked(game, complain, "the same game as before") ?? {};
    if (!other) return;
    sit(kept.who(other));
    table.begin(other, drawn);
  });
};

// The page's worker runs this script too.
if (globalThis.document) {
  const source = document.currentScript.textContent;
  held().then((data) => open(data, source));
}
