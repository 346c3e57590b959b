/** Conditional moves: "if they play this, I play that", as sequences of moves; as nbgames/play/planning.py has them. */

import { attempt, isOpen, played, positionOf, refuse, seatsOf, words } from "./match.js";

const LONGEST = 4000; // letters

const turns = (m) => words(m).map(([word]) => word);
const seatToMove = (m) => (m.outcome ? null : seatsOf(m)[positionOf(m).to_move - 1]);
const begins = (line, so_far) => so_far.every((word, k) => word === line[k]);

/** The words of each line; a semicolon ends a line, too. */
const split = (text) => {
  if (text.length > LONGEST) refuse(`a plan has at most ${LONGEST} letters`);
  return text.split(/[;\n]/).map((line) => line.trim().split(/\s+/)).filter(([word]) => word);
};

/** The match after these turns of line k. */
const after = (m, k, line) => line.reduce((now, word) => {
  const then = attempt(() => played(now, word), (why) => refuse(`line ${k}: ${why}`));
  return isOpen(then) ? refuse(`line ${k}: ${word} is no whole turn: join its claims by commas`) : then;
}, m);

/** A line as the record writes it; the player's answers in it are added to those before. */
const lineOf = (m, who, k, line, answers) => {
  const base = turns(m).length;
  let mine = false;
  for (const word of line) {
    const before = turns(m).slice(base).join(" ");
    mine = seatToMove(m) === who;
    if (word.toLowerCase() === "resign" && !mine) refuse(`line ${k}: only your own resignation can be planned`);
    m = after(m, k, [word]);
    const last = turns(m).at(-1);
    if (mine && answers.has(before) && answers.get(before) !== last) {
      refuse(`line ${k}: after ${before || "nothing"} both ${answers.get(before)} and ${last} are written`);
    }
    if (mine) answers.set(before, last);
  }
  if (!mine) refuse(`line ${k} ends with a move of ${seatsOf(m).find((seat) => seat !== who)}: end it with your own`);
  return turns(m).slice(base);
};

/** The match before the last move of the first line: who is to move there, plans. */
export const lastTurn = (m, text) => after(m, 1, (split(text)[0] ?? []).slice(0, -1));

/** A plan of who makes the last move of its first line, each line checked by the rules. */
export const planOf = (m, text) => {
  const who = seatToMove(lastTurn(m, text)) ?? "";
  if (m.openers[0] === m.openers[1]) refuse("you have both seats here: there is nobody to plan against");
  const answers = new Map();
  return { who, before: turns(m), lines: split(text).map((line, k) => lineOf(m, who, k + 1, line, answers)) };
};

/** The moves since a plan was made; none if those before are others now. */
const since = ({ before }, m) => (begins(turns(m), before) ? turns(m).slice(before.length) : []);

/** The word that comes next for who is to move, if all before it came true; a first one is played by hand. */
export const planned = (plan, m) => {
  if (!plan || seatToMove(m) !== plan.who) return null;
  const so_far = since(plan, m);
  if (!so_far.length) return null;
  return plan.lines.find((line) => line.length > so_far.length && begins(line, so_far))?.[so_far.length] ?? null;
};

/** What is said of a plan: its lines, each with a stroke after what came true. */
export const toldPlan = (plan, m) => {
  if (!plan?.lines.length) return "there is no plan here";
  const so_far = since(plan, m);
  const marked = plan.lines.map((line) => {
    const differs = line.findIndex((word, k) => word !== so_far[k]);
    return differs < 0 ? `${line.join(" ")} |` : [...line.slice(0, differs), "|", ...line.slice(differs)].join(" ");
  });
  return `the plan, with | after what came true: ${marked.join("; ")}`;
};
