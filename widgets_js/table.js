/** A table without Python: a line of moves, where on it one stands, and lines kept; as nbgames/play/table.py has it. */

import { after, isOffBoard, matchOf, played, refuse, result } from "./match.js";
import { planned } from "./planning.js";
import { startText, write } from "./record.js";

/** Does the line begin with all claims of the other, from the same position? */
export const beginsAs = (line, earlier) => {
  const [start, other] = [line, earlier].map(({ game, positions }) => startText(game, positions[0]));
  return start === other && earlier.claims.every((claim, k) => claim === line.claims[k]);
};

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

/** Lines but for these. */
const but = (lines, those) => {
  const given = those.map(write);
  return lines.filter((line) => !given.includes(write(line)));
};

/** The lines of the game that is played. */
const linesOf = ({ line, lines }) => (line.claims.length ? [...lines, line] : lines);

/** Go on with another match and lines in the order of a record; these of other games stay. */
const goOn = (table, before, other, more) => {
  const [line, ...others] = more.length && beginsAs(more[0], other) ? more : [other, ...more];
  const lines = but(others, [line, other]);
  const earlier = but(before, [line, other, ...lines]);
  Object.assign(table, { planned: null, line, lines, earlier, count: other.claims.length, begun: table.begun + 1 });
};

/** Go on with a line that was kept, or with an earlier game; the present one takes its place. */
const turn = (table, leaves, chosen) => {
  const { line, lines, earlier } = table;
  const kept = table.kept();
  const other = kept[chosen] ?? refuse(`there is no line ${chosen + 1} (lines kept: ${kept.length})`);
  const inPlace = (those) =>
    but([...those.slice(0, chosen), ...(line.claims.length ? [line] : []), ...those.slice(chosen + 1)], [other]);
  if (chosen >= lines.length) goOn(table, leaves?.() ? earlier : inPlace(kept), other, []);
  else Object.assign(table, { line: other, lines: inPlace(lines), count: other.claims.length });
};

/**
 * @param {any} opening the match to begin with
 * @param {() => boolean} [leaves] called before another game is begun; whether the one before is found elsewhere then
 */
export const tableOf = (opening, leaves) => {
  const table = {
    line: opening,
    count: opening.claims.length,
    lines: /** @type {any[]} */ ([]), // the other ones of the game
    earlier: /** @type {any[]} */ ([]), // those of other games that were played here and are not found elsewhere
    planned: /** @type {any} */ (null), // conditional moves
    begun: 0, // how many games, after the first
    now: () => after(table.line, table.count),
    kept: () => [...table.lines, ...table.earlier],
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
      else {
        table.count -= 1;
        if (table.line.claims[table.count] === "resign") table.line = after(table.line, table.count); // no move
      }
    },
    redo() {
      if (table.count >= table.line.claims.length) refuse("there is nothing to play again: no move was taken back");
      table.count += 1;
    },
    go(count) { table.count = table.along(count); },
    /** Go there, and forget what followed and all other lines. */
    cut(count) {
      Object.assign(table, { line: { ...after(table.line, count), outcome: null }, lines: [], earlier: [], count });
    },
    begin(other, ...more) {
      goOn(table, leaves?.() ? table.earlier : [...table.earlier, ...linesOf(table)], other, more);
    },
    /** Begin anew from a position. */
    start(position = table.line.positions[0]) {
      const { game, openers, swap } = table.line;
      table.begin(matchOf(game, { seats: openers, swap, start: position }));
    },
    turnTo: (chosen) => turn(table, leaves, chosen),
  };
  return table;
};
