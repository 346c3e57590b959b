/** Exercises one after the other, or a single one: what is asked, the board, and what is said of the answer. */

import { render } from "./board.js";
import { flat } from "./camera.js";
import { exercise } from "./exercise.js";
import { able, button, html } from "./html.js";
import { pressedBy } from "./pressed.js";
import { schemed } from "./scheme.js";

const MARKS = { yes: "✓ ", no: "✗ ", "": "" };

/** The titles of the exercises, by the notebooks that they are from. */
const chapters = (asked) => [...new Set(asked.map(({ book }) => book))].map((book) => {
  const label = `${book[0].toUpperCase()}${book.slice(1).replaceAll("_", " ")}`;
  return html("optgroup", { label }, ...asked.flatMap(({ title, book: own }, k) =>
    (own === book ? [html("option", { value: String(k), textContent: title })] : [])));
});

/** What stands around the board. */
const panelOf = (asked, deeds) => {
  const part = (tag, name, role = null) => html(tag, { className: `nb-${name}`, role });
  const press = {
    c: button("Check", "Is this the answer? (c)", deeds.check),
    x: button("Clear", "Begin again with an empty board (x)", deeds.clear),
  };
  const walk = {
    n: button("Next", "The next exercise (n)", deeds.next),
    b: button("Back", "The exercise before (b)", deeds.back),
  };
  const many = asked.length > 1;
  const keys = many ? { ...press, ...walk } : press;
  const begin = () => deeds.begin(Number(choice.value));
  const chosen = { ariaLabel: "which exercise", hidden: !many, onchange: begin };
  const choice = html("select", chosen, ...chapters(asked));
  const [stars, verdict] = [part("span", "stars", "img"), part("div", "verdict", "status")];
  const [asks, place, text] = [part("p", "asks"), part("div", "place"), part("p", "handed")];
  const root = html("section", { className: "nb-root nb-training nb-exercise", ariaLabel: "exercise" },
    html("div", { className: "nb-tools" }, choice, stars, ...Object.values(keys)),
    asks, verdict, place, text,
    html("p", { className: "nb-keys", textContent:
      `Keys: c check, x clear, u take back${many ? ", n next, b back" : ""}. Or type names of places, and check.` }));
  choice.dataset.lmSuppressShortcuts = "true"; // Jupyter's keys
  return { root, choice, stars, asks, verdict, place, text, walk, off: pressedBy(root, keys) };
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
    panel.verdict.textContent = words && `${MARKS[right]}${words}`;
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
    if (!asked[to]) return;
    const hadFocus = panel.place.contains(panel.place.getRootNode().activeElement);
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
    panel.stars.textContent = "★".repeat(given.stars) + "☆".repeat(3 - given.stars);
    panel.stars.ariaLabel = `${given.stars} of 3 stars`;
    panel.asks.textContent = given.asks;
    panel.root.dataset.exercise = String(at);
    able(panel.walk.n, at + 1 < asked.length);
    able(panel.walk.b, at > 0);
    changed();
    if (given.said) deeds.check();
    else say(given.words && "no", given.words);
    if (hadFocus) panel.place.querySelector('[data-site][tabindex="0"]').focus({ preventScroll: true });
  };
  const deeds = {
    check() {
      const { right, words } = now.judge();
      say(right, words);
    },
    clear: () => now.clear(),
    next: () => pose(at + 1), back: () => pose(at - 1), begin: pose,
  };
  const typed = { check: deeds.check, clear: deeds.clear, next: deeds.next, back: deeds.back };
  const panel = panelOf(asked, deeds);
  const unschemed = schemed(panel.root);
  pose(Math.max(0, asked.findIndex(({ book }) => book === name)));
  return { root: panel.root, stop() { leave(); now.stop(); unschemed(); panel.off(); } };
};
