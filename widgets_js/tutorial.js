/** The tutorial: for each game a few moves to be found, one after the other. */

import { render } from "./board.js";
import { flat } from "./camera.js";
import { able, button, html } from "./html.js";
import { lesson } from "./lesson.js";
import { refuse } from "./match.js";
import { frame, marked, part, replaced } from "./training.js";

/** What stands around the board. */
const panelOf = (titles, deeds) => {
  const choice = html("select", { ariaLabel: "lessons of", onchange: () => deeds.begin(Number(choice.value)) },
    ...titles.map(([title, first]) => new Option(title, first)));
  const press = {
    n: button("Next", "The next lesson (n)", deeds.next),
    b: button("Back", "The lesson before (b)", deeds.back),
    t: button("Try again", "Begin this lesson again (t)", deeds.again),
    p: button("Show", "Shade what is right (p)", deeds.show),
  };
  const keys = "Keys: n next, b back, t try again, p show. Or type next, back, again, show.";
  return frame("tutorial", { choice, told: part("div", "you"), press, keys });
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
    const told = html("span", { textContent: marked(right, words) });
    if (isLast && isDone) told.append(" That was the last lesson: ", play(given.game), ".");
    const { verdict } = panel;
    verdict.dataset.right = right;
    if (verdict.textContent !== told.textContent) verdict.replaceChildren(told); // it is heard again otherwise
    able(panel.press.n, !isLast);
    able(panel.press.b, at > first(given.game));
    able(panel.press.p, !isDone && given.right.length);
  };
  const pose = (to) => {
    at = to;
    const given = lessons[at];
    leave();
    now = lesson(boards[given.game], given, deeds, tell);
    leave = render({ model: now.model, el: panel.place }, flat);
    const of = lessons.filter(({ game }) => game === given.game).length;
    panel.choice.value = String(first(given.game));
    panel.told.textContent = `Lesson ${at - first(given.game) + 1} of ${of}`;
    panel.asks.textContent = given.asks;
    panel.root.dataset.lesson = String(at);
    tell();
  };
  const turn = (to) => {
    replaced(panel.place, () => pose(to));
    keep(to);
  };
  const to = (other, none) => (lessons[other]?.game === lessons[at].game ? turn(other) : refuse(none));
  const deeds = {
    next: () => to(at + 1, "this is the last lesson of this game: type back for the one before"),
    back: () => to(at - 1, "this is the first lesson of this game: type next for the one after"),
    again: () => now.again(), show: () => now.show(),
  };
  const panel = panelOf(names.map((name) => [boards[name].title, first(name)]), { ...deeds, begin: turn });
  pose(begun ?? Math.max(0, first(game)));
  return { root: panel.root, stop() { leave(); panel.off(); } };
};
