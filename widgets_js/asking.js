/** Exercises one after the other, or a single one: what is asked, the board, and what is said of the answer. */

import { render } from "./board.js";
import { flat } from "./camera.js";
import { exercise } from "./exercise.js";
import { able, button, html } from "./html.js";
import { frame, marked, part, replaced } from "./training.js";

/** The titles of the exercises, by the notebooks that they are from. */
const chapters = (asked) => [...new Set(asked.map(({ book }) => book))].map((book) => {
  const label = `${book[0].toUpperCase()}${book.slice(1).replaceAll("_", " ")}`;
  return html("optgroup", { label }, ...asked.flatMap(({ title, book: own }, k) =>
    (own === book ? [html("option", { value: String(k), textContent: title })] : [])));
});

/** What stands around the board. */
const panelOf = (asked, deeds) => {
  const many = asked.length > 1;
  const begin = () => deeds.begin(Number(choice.value));
  const choice = html("select", { ariaLabel: "which exercise", hidden: !many, onchange: begin }, ...chapters(asked));
  const text = part("p", "handed");
  const press = {
    c: button("Check", "Is this the answer? (c)", deeds.check),
    x: button("Clear", "Begin again with an empty board (x)", deeds.clear),
    ...many && {
      n: button("Next", "The next exercise (n)", deeds.next),
      b: button("Back", "The exercise before (b)", deeds.back),
    },
  };
  const keys =
    `Keys: c check, x clear, u take back${many ? ", n next, b back" : ""}. Or type names of places, and check.`;
  return { ...frame("exercise", { choice, told: part("span", "stars", "img"), press, keys, more: [text] }), text };
};

/**
 * @param {any} data boards and exercises
 * @param {{ name?: string, hand?: (text: string) => void }} own the one to begin with; who hears the answer as text
 */
export const exercises = ({ boards, asked }, { name = "", hand }) => {
  let at = 0;
  let now = /** @type {any} */ (null);
  let leave = () => {};

  const say = (right, words) => {
    panel.verdict.dataset.right = right;
    panel.verdict.textContent = marked(right, words);
  };
  /** Another answer is on the board; a match that is over is judged at once. */
  const changed = () => {
    if (!now) return;
    const text = now.text();
    say("", "");
    panel.text.textContent = hand && text && `Your answer as text: ${text}`;
    hand?.(text);
    if (now.isDone()) deeds.check();
  };
  const pose = (to) => {
    at = to;
    const given = asked[at];
    leave();
    now?.stop();
    now = exercise(boards[given.board], given, { tell: changed, deeds: typed });
    leave = render({ model: now.model, el: panel.place }, flat);
    // A tap that misses is taken back by another: nothing asks whether it was meant.
    panel.place.querySelector(".nb-more [type=checkbox]").dataset.touched = "yes";
    const field = panel.place.querySelector(".nb-typed");
    Object.assign(field, { placeholder: "names of places, or check", ariaLabel: "answer" });
    panel.root.dataset.kind = given.kind;
    panel.choice.value = String(at);
    panel.told.textContent = "★".repeat(given.stars) + "☆".repeat(3 - given.stars);
    panel.told.ariaLabel = `${given.stars} of 3 stars`;
    panel.asks.textContent = given.asks;
    panel.root.dataset.exercise = String(at);
    if (asked.length > 1) {
      able(panel.press.n, at + 1 < asked.length);
      able(panel.press.b, at > 0);
    }
    changed();
    if (given.said) deeds.check();
    else say(given.words && "no", given.words);
  };
  const turn = (to) => {
    if (asked[to]) replaced(panel.place, () => pose(to));
  };
  const deeds = {
    check() {
      const { right, words } = now.judge();
      say(right, words);
    },
    clear: () => now.clear(),
    next: () => turn(at + 1), back: () => turn(at - 1), begin: turn,
  };
  const typed = { check: deeds.check, clear: deeds.clear, next: deeds.next, back: deeds.back };
  const panel = panelOf(asked, deeds);
  pose(Math.max(0, asked.findIndex(({ book }) => book === name)));
  return { root: panel.root, stop() { leave(); now.stop(); panel.off(); } };
};
