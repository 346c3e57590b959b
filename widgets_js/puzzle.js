/** A puzzle: a position and what goes on from it, which hides until it is found or asked for. */

import { after, isOpen, positionOf, words } from "./match.js";
import { button, html } from "./timeline.js";

/**
 * What stands above the board of a puzzle.
 * @param {any} asked the match where the puzzle begins
 * @param {any} solved the same match with its answer
 * @param {any} table as alone.js makes it
 */
export const puzzle = (asked, solved, table) => {
  const start = positionOf(asked);
  const answer = words(solved).filter(([, end]) => end > asked.claims.length);
  const player = asked.game.players[start.to_move - 1];
  const verdict = html("p", { role: "status", className: "nb-verdict" });
  const tell = (...found) => {
    const all = found.length < answer.length ? [`The answer: ${answer.map(([word]) => word).join(" ")}.`] : [];
    verdict.textContent = [...found.map((word) => `${word} is right.`), ...all].join(" ");
    show.hidden = true;
    play.hidden = !all.length;
  };
  const show = button("Show the answer", "", () => tell());
  const play = button("Play the answer", "", () => table.begin(solved, []));
  play.hidden = true;

  /** The first word after the puzzle's position: is the position then the answer's? */
  const judge = () => {
    const m = table.match();
    const begun = m.positions.findLastIndex((position) => same(position, start));
    const [word, end] = words(m).find(([, count]) => count > begun) ?? [];
    if (begun < 0 || !end || isOpen(after(m, end))) {
      if (!show.hidden) verdict.textContent = "";
    } else if (same(m.positions[end], solved.positions[answer[0][1]])) tell(word);
    else if (!show.hidden) verdict.textContent = `${word} is not it: take it back and look again, or play on and see why.`;
  };
  table.model.on("change:state", judge);
  judge();
  return html("section", { className: "nb-who nb-puzzle", ariaLabel: "puzzle" },
    html("span", { textContent: `${player} is to move: find the move.` }), show, play, verdict);
};

const same = (a, b) => a.to_move === b.to_move && String(a.owners) === String(b.owners);
