/** The tutorial: for each game a few moves to be found, one after the other. */

import { render } from "./board.js";
import { flat } from "./camera.js";
import { able, button, html } from "./html.js";
import { lesson } from "./lesson.js";
import { refuse } from "./match.js";
import { pressedBy } from "./pressed.js";
import { schemed } from "./scheme.js";

const MARKS = { yes: "✓ ", no: "✗ ", "": "" };

/** What stands above the board. */
const panelOf = (titles, deeds) => {
  const part = (tag, name, role = null) => html(tag, { className: `nb-${name}`, role });
  const press = {
    n: button("Next", "The next lesson (n)", deeds.next),
    b: button("Back", "The lesson before (b)", deeds.back),
    t: button("Try again", "Begin this lesson again (t)", deeds.again),
    p: button("Show", "Shade what is right (p)", deeds.show),
  };
  const choice = html("select", { ariaLabel: "lessons of", onchange: () => deeds.begin(Number(choice.value)) },
    ...titles.map(([title, first]) => new Option(title, first)));
  const [count, asks, verdict, place] =
    [part("div", "you"), part("p", "asks"), part("div", "verdict", "status"), part("div", "place")];
  const root = html("section", { className: "nb-root nb-training nb-taught", ariaLabel: "tutorial" },
    html("div", { className: "nb-tools" }, choice, count, ...Object.values(press)),
    asks, verdict, place,
    html("p", { className: "nb-keys", textContent:
      "Keys: n next, b back, t try again, p show. Or type next, back, again, show." }));
  choice.dataset.lmSuppressShortcuts = "true"; // Jupyter's keys
  return { root, choice, count, asks, verdict, place, press, off: pressedBy(root, press) };
};

/**
 * @param {any} data boards, lessons, what is told of the games
 * @param {{ game?: string, begun?: number, keep?: (at: number) => void, play: (game: string) => Node | string }} own
 *   the game or the lesson to begin with; who hears which lesson was turned to; how a game is played after its last
 */
export const tutorial = ({ boards, lessons }, { game = "", begun, keep = () => {}, play }) => {
  const first = (name) => lessons.findIndex(({ game }) => game === name);
  const names = [...new Set(lessons.map(({ game }) => game))];
  let at = 0;
  let now = /** @type {any} */ (null);
  let leave = () => {};

  const tell = () => {
    const { isDone, verdict: [right, words] } = now.look();
    const [given, after] = lessons.slice(at);
    const isLast = after?.game !== given.game;
    const told = html("span", { textContent: `${MARKS[right]}${words}` });
    if (isLast && isDone) told.append(" That was the last lesson: ", play(given.game), ".");
    const { verdict } = panel;
    verdict.dataset.right = right;
    if (verdict.textContent !== told.textContent) verdict.replaceChildren(told); // it is heard again otherwise
    able(panel.press.n, !isLast);
    able(panel.press.b, at > first(given.game));
    able(panel.press.p, !isDone && given.right.length);
  };
  const pose = (to) => {
    const hadFocus = panel.place.contains(panel.place.getRootNode().activeElement);
    at = to;
    const given = lessons[at];
    leave();
    now = lesson(boards[given.game], given, deeds, tell);
    leave = render({ model: now.model, el: panel.place }, flat);
    const of = lessons.filter(({ game }) => game === given.game).length;
    panel.choice.value = String(first(given.game));
    panel.count.textContent = `Lesson ${at - first(given.game) + 1} of ${of}`;
    panel.asks.textContent = given.asks;
    panel.root.dataset.lesson = String(at);
    tell();
    if (hadFocus) panel.place.querySelector('[data-site][tabindex="0"]').focus({ preventScroll: true });
  };
  const turn = (to) => {
    pose(to);
    keep(to);
  };
  const to = (other, none) => (lessons[other]?.game === lessons[at].game ? turn(other) : refuse(none));
  const deeds = {
    next: () => to(at + 1, "this is the last lesson of this game: type back for the one before"),
    back: () => to(at - 1, "this is the first lesson of this game: type next for the one after"),
    again: () => now.again(), show: () => now.show(),
  };
  const panel = panelOf(names.map((name) => [boards[name].title, first(name)]), { ...deeds, begin: turn });
  const unschemed = schemed(panel.root);
  pose(begun ?? Math.max(0, first(game)));
  return { root: panel.root, stop() { leave(); unschemed(); panel.off(); } };
};
