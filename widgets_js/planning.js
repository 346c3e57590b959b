/** Conditional moves: "if they play this, I play that", as sequences of moves; as nbgames/play/planning.py has them. */

import { attempt, isOpen, played, positionOf, refuse, seatsOf, words } from "./match.js";

const turns = (m) => words(m).map(([word]) => word);
const toMove = (m) => (m.outcome ? "" : seatsOf(m)[positionOf(m).to_move - 1]);
const split = (text) => text.split(";").map((line) => line.trim().split(/\s+/)).filter(([word]) => word);

/** How many words two lists begin with alike. */
const alike = (line, other) => {
  const differs = line.findIndex((word, k) => word !== other[k]);
  return differs < 0 ? line.length : differs;
};

/** The match after these turns of line k. */
const after = (m, k, line) => line.reduce((now, word) => {
  const then = attempt(() => played(now, word), (why) => refuse(`line ${k}: ${why}`));
  return isOpen(then) ? refuse(`line ${k}: ${word} is no whole turn: join its claims by commas`) : then;
}, m);

/** The match to the end of a line; the player's answers in it are added to those before. */
const lineOf = (m, who, k, line, answers) => {
  const base = turns(m).length;
  let mine = false;
  for (const word of line) {
    const before = turns(m).slice(base).join(" ");
    mine = who !== "" && toMove(m) === who; // nobody plans after the end
    if (word.toLowerCase() === "resign" && !mine) refuse(`line ${k}: only your own resignation can be planned`);
    m = after(m, k, [word]);
    if (!mine) continue;
    const last = turns(m).at(-1);
    const first = answers[before] ??= last;
    const where = before ? `after ${before}` : "as the first move";
    if (first !== last) refuse(`line ${k}: you plan both ${first} and ${last} ${where}: keep one of them`);
  }
  if (!mine) refuse(`line ${k} ends with a move of ${seatsOf(m).find((seat) => seat !== who)}: end it with your own`);
  return turns(m);
};

/** The match before the last move of the first line: who is to move there, plans. */
export const lastTurn = (m, text) => after(m, 1, (split(text)[0] ?? []).slice(0, -1));

/** A plan of who makes the last move of its first line, each line checked by the rules, from the start of the match. */
export const planOf = (m, text) => {
  const who = toMove(lastTurn(m, text));
  if (m.openers[0] === m.openers[1]) refuse("you have both seats here: there is nobody to plan against");
  const answers = {};
  return { who, base: turns(m).length, lines: split(text).map((line, k) => lineOf(m, who, k + 1, line, answers)) };
};

/** The word that comes next for who is to move, if all before it came true; a first one is played by hand. */
export const planned = (plan, m) => {
  const now = turns(m);
  if (toMove(m) !== plan?.who || now.length <= plan.base) return "";
  return plan.lines.find((line) => line[now.length] && alike(now, line) === now.length)?.[now.length];
};

/** What is said of a plan: its lines, each with a stroke after what came true. */
export const toldPlan = (plan, m) => {
  if (!plan?.lines.length) return "There is no plan here.";
  const marked = plan.lines.map((line) => {
    const at = Math.max(plan.base, alike(line, turns(m)));
    return [...line.slice(plan.base, at), "|", ...line.slice(at)].join(" ");
  });
  return `The plan, with | after what came true: ${marked.join("; ")}.`;
};
