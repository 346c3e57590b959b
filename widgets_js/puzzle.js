/** Puzzles: positions and what goes on from each, which hides until it is found or asked for. */

import { after, isOpen, played, positionOf, words } from "./match.js";
import { button, html } from "./html.js";

/** The match after these words, "F6 A6". */
export const further = (m, moves) => moves.split(" ").filter(Boolean).reduce((now, word) => played(now, word), m);

/**
 * What stands above the board of a page with puzzles.
 * @param {any} own the match that their moves go on from
 * @param {{ moves: string, answer: string, asks: string, missed?: string }[]} posed
 * @param {any} table as model.js makes it
 */
export const puzzles = (own, posed, table) => {
  const verdict = html("p", { role: "status", className: "nb-verdict" });
  const question = html("span", {});
  let start, first, solved, answer;

  const tell = (found, whole) => {
    verdict.textContent = [...found, ...(whole ? [`The answer: ${answer}.`] : [])].join(" ");
    show.hidden = true;
    play.hidden = !whole;
  };
  const show = button("Show the answer", "", () => tell([], true));
  const play = button("Play the answer", "", () => table.begin(solved, []));

  /** The first word after the puzzle's position: is the position then the answer's? */
  const judge = () => {
    const m = table.match();
    const begun = m.positions.findLastIndex((position) => same(position, start));
    const [word, end] = words(m).find(([, count]) => count > begun) ?? [];
    if (begun < 0 || !end || isOpen(after(m, end))) {
      if (!show.hidden) verdict.textContent = "";
    } else if (same(m.positions[end], first)) tell([`${word} is right.`], answer.includes(" "));
    else if (!show.hidden) {
      verdict.textContent = `${word} is not it: take it back and look again, or play on and see why.`;
    }
  };

  const pose = (k) => {
    const asked = further(own, posed[k].moves);
    answer = posed[k].answer;
    solved = further(asked, answer);
    start = positionOf(asked);
    first = positionOf(played(asked, answer.split(" ")[0]));
    question.textContent = posed[k].asks;
    show.hidden = false;
    play.hidden = true;
    verdict.textContent = "";
    return asked;
  };
  const labels = posed.map(({ missed }, k) => `${k + 1} of ${posed.length}${missed ? `, ${missed}` : ""}`);
  const choice = html("select", { ariaLabel: "which puzzle", hidden: posed.length < 2, onchange: () => {
    table.begin(pose(Number(choice.value)), []);
  } }, ...labels.map((label, k) => html("option", { value: String(k), textContent: label })));

  pose(0);
  table.model.on("change:state", judge);
  judge();
  return html("section", { className: "nb-who nb-puzzle", ariaLabel: "puzzle" },
    choice, question, show, play, verdict);
};

const same = (a, b) => a.to_move === b.to_move && String(a.owners) === String(b.owners);
