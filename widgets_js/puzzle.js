/** A puzzle: a position and what goes on from it, which hides until it is found or asked for. */

import { after, isOpen, played, positionOf, words } from "./match.js";
import { button, html } from "./html.js";

/** The match after these words, "F6 A6". */
export const further = (m, moves) => moves.split(" ").filter(Boolean).reduce((now, word) => played(now, word), m);

/**
 * What stands above the board of a page with a puzzle.
 * @param {any} asked the match at whose end it asks
 * @param {{ answer: string, asks: string }} posed
 * @param {any} table as model.js makes it
 */
export const puzzle = (asked, { answer, asks }, table) => {
  const verdict = html("p", { role: "status", className: "nb-verdict" });
  const solved = further(asked, answer);
  const [start, first] = [asked, played(asked, answer.split(" ")[0])].map(positionOf);

  const tell = (found, whole) => {
    verdict.textContent = [...found, ...(whole ? [`The answer: ${answer}.`] : [])].join(" ");
    show.hidden = true;
    play.hidden = !whole;
  };
  const show = button("Show the answer", "", () => tell([], true));
  const play = button("Play the answer", "", () => table.begin(solved, []));
  play.hidden = true;

  /** The first word after the puzzle's position: is the position then the answer's? */
  const judge = () => {
    const m = table.match();
    const begun = m.positions.findLastIndex((position) => same(position, start));
    const [word, end] = words(m).find(([, count]) => count > begun) ?? [];
    if (begun < 0 || !end || isOpen(after(m, end))) {
      if (!show.hidden) verdict.textContent = "";
    } else if (same(m.positions[end], first)) tell([`${word} is right.`], answer.includes(" "));
    else if (!show.hidden) {
      verdict.textContent = `${word} is not the answer: take it back and look again, or play on and see why.`;
    }
  };

  table.model.on("change:state", judge);
  judge();
  return html("section", { className: "nb-who nb-puzzle", ariaLabel: "puzzle" },
    html("span", { textContent: asks }), show, play, verdict);
};

export const same = (a, b) => a.to_move === b.to_move && String(a.owners) === String(b.owners);
