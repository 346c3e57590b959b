/** One exercise on its board: an answer is clicked or typed, and a judge says why it is right or wrong. */

import { KINDS } from "./answers.js";
import { pathOf } from "./chain.js";
import { refusing } from "./desk.js";
import * as judges from "./judges.js";
import { gameOf, matchOf, positionOf, refusal, refuse, siteOfName } from "./match.js";
import { modelOf } from "./model.js";
import { guideOf } from "./paced.js";
import { further } from "./puzzle.js";
import { setUp } from "./record.js";
import * as rules from "./rules.js";

const NOTHING = { right: "", words: "", marks: [], chain: [] };
const NO_ANSWERS =
  "setup load edit set leave go from line begin comment plan swap resign draw".split(" "); // clear is an exercise's own

/** What a board can do elsewhere and an exercise does not take. */
const closed = () => Object.assign({},
  ...NO_ANSWERS.map((verb) => refusing([verb], `${verb} is no part of an answer: type names of places, or check`)));

const judged = (game, given, answer) => {
  const [right, words, marks, chain] = judges[given.judge](game, answer, given.data);
  return { right: right ? "yes" : "no", words: judges.sentence(right, words), marks, chain };
};

/** What a judge points at: a ring on each site, and a chain as a bright line. */
const laidOver = ({ marks, chain }, path, lines, texts = []) => ({
  marks: marks.map((site) => [site]),
  path: (chain.length ? [chain] : lines).map(path).join(""),
  heat: Object.fromEntries([...texts].sort(([a], [b]) => a - b).map(([site, text]) => [site, [0, text]])),
});

const openingOf = (game, { start }) => matchOf(game, { start: start ? setUp(game, start) : undefined, swap: false });

/** The owners of all sites once these stones are laid; what follows from them is filled by the rules. */
const laid = (game, before, stones) => {
  const owners = before.slice();
  stones.forEach((who, site) => {
    if (!who) return;
    const why = refusal(game, owners, site);
    if (why) refuse(why);
    game.step(game.net, owners, site, who);
  });
  return owners;
};

/** An answer that is built site by site. */
const built = (game, given, drawn, own) => {
  const kind = KINDS[given.kind];
  const past = [];
  const future = [];
  const x = { answer: given.said ?? kind.empty(game), found: NOTHING };
  const at = (answer) => {
    const owners = laid(game, positionOf(openingOf(game, given)).owners, kind.given(answer, game, given.who));
    return matchOf(game, { start: { owners, to_move: given.who, may_swap: false }, swap: false });
  };
  const put = (answer) => {
    const then = at(answer); // refused before anything changes
    Object.assign(x, { answer, found: NOTHING });
    table.begin(then, []);
    own.tell();
  };
  const change = (answer) => {
    const before = x.answer;
    put(answer);
    past.push(before);
    future.length = 0;
  };
  const back = (from, to, none) => () => {
    if (!from.length) refuse(none);
    to.push(x.answer);
    put(from.pop());
  };
  const take = (text) => {
    const [first, ...more] = text.trim().split(/[\s,;]+/);
    if (more.length) change(kind.read(game, text));
    else change(kind.click(x.answer, siteOfName(game, first), game));
  };
  const undo = back(past, future, "there is nothing to take back");
  const redo = back(future, past, "there is nothing to put back");
  const clear = () => change(kind.empty(game));
  const isEmpty = () => !kind.judged(x.answer).some((one) => one || given.kind !== "label");
  const stands = () => ({
    says: isEmpty() ? "No answer yet." : `On the board: ${kind.told(x.answer, game)}.`,
    chain: "", to_move: given.who, undo: past.length > 0, redo: future.length > 0,
  });
  /** @type {any} */
  const table = modelOf(game, at(x.answer), [], drawn, {
    ...own, take, stands,
    over: () => laidOver(x.found, drawn.path, [given.drawn, ...(kind.lines?.(x.answer) ?? [])], kind.texts?.(x.answer)),
    deeds: { ...closed(), undo, redo, new: clear, ...own.deeds },
  });
  return {
    model: table.model, clear, stop() {},
    isDone: () => false,
    text: () => (isEmpty() ? "" : kind.write(x.answer, game)),
    judge() {
      x.found = judged(game, given, kind.judged(x.answer));
      table.moved();
      return x.found;
    },
  };
};

/** An answer that is played: by both players, or against what the exercise replies. */
const playedOut = (game, given, drawn, own) => {
  const opening = openingOf(game, given);
  const said = (given.said ?? []).map((site) => game.names[site]);
  const seat = Object.keys(given.replies).length ? 3 - given.who : 0;
  const goesOn = (m) => {
    const { owners, to_move } = positionOf(m);
    return m.outcome || to_move !== seat ? null : given.replies[owners.join("")] ?? null;
  };
  let found = NOTHING;
  let guide;
  const forget = () => { found = NOTHING; };
  const computerAt = (...at) => (guide = guideOf(goesOn)(...at));
  const over = () => laidOver(found, drawn.path, [given.drawn]);
  const deeds = { ...closed(), new() { clear(); }, ...own.deeds };
  /** @type {any} */
  const table = modelOf(game, further(opening, said.join(" ")), [], drawn, { ...own, computerAt, over, deeds });
  const clear = () => {
    forget();
    table.cut(0);
  };
  const sites = () => table.match().claims.map((name) => siteOfName(game, name));
  const mine = ({ claims, positions }) => claims.filter((_, k) => positions[k].to_move !== seat);
  let before = String(table.match().claims);
  /** After how many claims a single turn is over; none where a match is asked for. */
  const isOver = ({ to_move }) => given.kind === "turn" && to_move !== given.who;
  const ends = ({ positions }) => positions.findIndex(isOver);
  table.model.on("change:state", () => {
    const now = String(table.match().claims);
    const end = ends(table.match());
    if (now === before) return;
    if (end >= 0 && end < table.match().claims.length) { table.cut(end); return; }
    before = now;
    forget();
    own.tell();
  });
  return {
    model: table.model, clear, stop: () => guide.stop(),
    isDone: () => Boolean(table.match().outcome) || ends(table.match()) > 0,
    text: () => (before ? `"${mine(table.match()).join(" ")}"` : ""),
    judge() {
      found = judged(game, given, sites());
      table.moved();
      return found;
    },
  };
};

/**
 * @param {any} drawn a board, its facts, and what is told of it
 * @param {any} given the exercise
 * @param {{ deeds: any, tell: () => void }} own what can be typed besides, and what hears of another answer
 */
export const exercise = ({ facts, board, guide }, given, own) => {
  const game = gameOf(facts, rules[facts.name]);
  const drawn = { facts, board, path: pathOf(game, board) };
  const made = ["play", "turn"].includes(given.kind) ? playedOut : built;
  return made(game, given, drawn, { ...own, guide: (name) => guide[name] });
};
