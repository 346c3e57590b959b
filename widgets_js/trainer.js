/** The puzzle trainer: puzzles one after the other, near a person's rating, and what the results come to. */

import { attempt } from "./attempt.js";
import { render } from "./board.js";
import { flat } from "./camera.js";
import { able, button, html } from "./html.js";
import { next, progressOf } from "./progress.js";
import { frame, marked, part, replaced } from "./training.js";

const UNSURE = 110; // a deviation above which a rating is little more than a guess

/** What the results come to, in words; with the change if the last one is of this puzzle. */
const standing = ({ you: { rating, deviation }, streak, best, found, gained, count }, isRated) => {
  const change = isRated ? ` (${gained < 0 ? "−" : "+"}${Math.abs(gained)})` : "";
  const parts = [
    `Rating ${Math.round(rating)}${change}${deviation > UNSURE ? ", a guess so far" : ""}`,
    `streak ${streak}${best > streak ? `, best ${best}` : ""}`,
    `found ${found} of ${count}`,
  ];
  return parts.join(" · ");
};

/** What stands around the board. */
const panelOf = (titles, deeds) => frame("puzzles", {
  choice: html("select", { ariaLabel: "puzzles of", onchange: deeds.next },
    ...[["", "all games"], ...titles].map(([value, textContent]) => html("option", { value, textContent }))),
  told: part("div", "you"),
  press: {
    n: button("Next", "Another puzzle (n)", deeds.next),
    h: button("Hint", "Shade where to look, for half the score; then the answer, for none (h)", deeds.hint),
    t: button("Try again", "Back to the question (t)", deeds.again),
    p: button("Answer", "Watch the answer; if you have not found it yet, it counts as not found (p)", deeds.answer),
  },
  keys: "Keys: n next, h hint, t try again, p the answer. Or type next, hint, again, answer.",
});

/**
 * @param {any} data boards, puzzles, ratings
 * @param {{ game: string, results: () => [string, number][], keep: (result: [string, number]) => void }} given
 * the game to begin with, "" for all; what is known of the person, and who keeps what comes
 */
export const trainer = ({ boards, guides, posed, ratings }, { game, results, keep }) => {
  const nameOf = ({ board }) => boards[board].facts.name;
  const titles = new Map(posed.map((puzzle) => [nameOf(puzzle), boards[puzzle.board].title]).sort());
  const asked = results().map(([name]) => name);
  let tried = /** @type {any} */ (null);
  let origin = ""; // in a sentence
  let leave = () => {};

  const progress = () => progressOf(ratings, results());
  /** The game of the last result; of a beginner that with the easiest puzzle, which come first. */
  const begun = () => nameOf(posed.findLast(({ id }) => id === asked.at(-1)) ?? posed[0]);
  const count = () => { panel.told.textContent = standing(progress(), tried.isRated()); };
  const tell = () => {
    const { verdict: [right, words], again, can } = tried.look();
    const text = `${marked(right, words) || origin}${again}`;
    panel.verdict.dataset.right = words ? right : "open";
    if (panel.verdict.textContent !== text) panel.verdict.textContent = text; // it is heard again otherwise
    Object.entries(can).forEach(([key, on]) => able(panel.press[key], on));
    count();
  };
  const pose = () => {
    const from = posed.filter((puzzle) => [nameOf(puzzle), ""].includes(panel.choice.value));
    const puzzle = next(from, progress(), asked);
    asked.push(puzzle.id);
    leave();
    origin = puzzle.from;
    const drawn = { ...boards[puzzle.board], guide: guides[nameOf(puzzle)] };
    const mine = (tried = attempt(drawn, puzzle, deeds, (score) => keep([puzzle.id, score])));
    mine.model.on("change:state", tell);
    const undo = render({ model: mine.model, el: panel.place }, flat);
    leave = () => { mine.stop(); undo(); };
    panel.asks.textContent = `${boards[puzzle.board].title}. ${puzzle.asks}`;
    panel.root.dataset.puzzle = puzzle.id;
    tell();
  };
  const deeds = {
    next: () => replaced(panel.place, pose),
    hint: () => tried.hint(), again: () => tried.again(), answer: () => tried.answer(),
  };
  const panel = panelOf(titles, deeds);
  panel.choice.value = titles.has(game) ? game : begun();
  pose();
  return { root: panel.root, count, stop() { leave(); panel.off(); } };
};
