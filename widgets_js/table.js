/** A table without Python: a line of moves, where on it one stands, and lines kept; as nbgames/play/table.py has it. */

import { after, isOffBoard, matchOf, played, refuse, result } from "./match.js";
import { planned } from "./planning.js";
import { write } from "./record.js";

/** Does the line begin with all claims of the other, from the same position? */
const beginsAs = (line, earlier) =>
  earlier.claims.every((claim, k) => claim === line.claims[k])
  && String(line.positions[0].owners) === String(earlier.positions[0].owners)
  && line.positions[0].to_move === earlier.positions[0].to_move
  && line.positions[0].may_swap === earlier.positions[0].may_swap;

/** The match as a draw by agreement. */
const agreed = (m) => {
  if (!m.game.draws) refuse(`${m.game.title} has no draws: somebody will win`);
  if (m.outcome) refuse(`the game is over already: ${result(m)}`);
  return { ...m, outcome: { winner: null, by: "agreed", chain: [] } };
};

/** Go on with what was played from there: along the line if it says so, else on one of its own. */
const follow = (table, then, from) => {
  const { line } = table;
  table.count = then.claims.length;
  const isAlong = then.claims.every((claim, k) => claim === line.claims[k]);
  if (isAlong && table.now().outcome?.by === then.outcome?.by) return;
  if (from < line.claims.length) table.lines = [...table.lines, line];
  table.line = then;
};

/** @param {any} opening the match to begin with */
export const tableOf = (opening) => {
  const table = {
    line: opening,
    count: opening.claims.length,
    lines: /** @type {any[]} */ ([]),
    planned: /** @type {any} */ (null), // conditional moves
    now: () => after(table.line, table.count),
    /** So many claims, if the line has them. */
    along(wanted) {
      const most = table.line.claims.length;
      return wanted <= most ? wanted : refuse(`there is no move ${wanted}: this line has ${most}`);
    },
    /** Play from an earlier position, then what is planned for this very case; what is left there is kept as a line. */
    play(word, from = table.count) {
      const then = played(after(table.line, from), word);
      follow(table, then, from);
      const next = table.count === table.line.claims.length && planned(table.planned, then);
      if (next) table.play(next);
    },
    /** End the match as a draw by agreement; a line that went on is kept. */
    agree: () => follow(table, agreed(table.now()), table.count),
    undo() {
      if (isOffBoard(table.now())) table.line = { ...table.line, outcome: null };
      else if (!table.count) refuse("there is nothing to take back: no move has been made");
      else table.count -= 1;
    },
    redo() {
      if (table.count >= table.line.claims.length) refuse("there is nothing to play again: no move was taken back");
      table.count += 1;
    },
    go(count) { table.count = table.along(count); },
    /** Go there, and forget what followed and all other lines. */
    cut(count) { Object.assign(table, { line: { ...after(table.line, count), outcome: null }, lines: [], count }); },
    /** Go on with another match and lines in the order of a record; the present line is kept, each once. */
    begin(other, ...more) {
      const { line } = table;
      const count = other.claims.length;
      const [whole, ...others] = more.length && beginsAs(more[0], other) ? more : [other, ...more];
      const said = write(line) === write(after(whole, Math.min(line.claims.length, whole.claims.length)));
      const kept = [...table.lines, ...(line.claims.length && !said ? [line] : []), ...others];
      const [texts, given] = [kept, [whole, other]].map((some) => some.map(write));
      table.lines = kept.filter((_, k) => texts.indexOf(texts[k]) === k && !given.includes(texts[k]));
      Object.assign(table, { planned: null, line: whole, count });
    },
    /** Begin anew from a position. */
    start(position = table.line.positions[0]) {
      const { game, openers, swap } = table.line;
      table.begin(matchOf(game, { seats: openers, swap, start: position }));
    },
    turnTo(chosen) {
      const { lines, planned: plan } = table;
      const other = lines[chosen] ?? refuse(`there is no line ${chosen + 1}: ${lines.length} other lines are kept`);
      table.lines = lines.filter((_, k) => k !== chosen);
      table.begin(other);
      table.planned = plan; // which may come true on another line
    },
  };
  return table;
};
