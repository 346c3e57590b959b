/** What can be typed here and now, and which word a mistyped one was meant to be; as nbgames/play/listing.py has it. */

import { after, canWin, isOffBoard, positionOf, words } from "./match.js";
import { label } from "./sentences.js";

/** What can be typed while a review is shown. */
export const SHOWN = ["analyse close", "analyse try 1 {site}", "worst", "learn", "next", "answer"];

/** Is there a claim to take back; against the computer player, one of the person's? */
export const mayUndo = ({ table: { line, count, now }, computer }) =>
  isOffBoard(now()) || line.claims.slice(0, count).some((_, k) => !computer.plays?.(after(line, k)));

/** Does a computer player sit here who may still win? */
export const mayLose = ({ table, computer }) =>
  computer.seat > 0 && !table.now().outcome && canWin(table.now(), computer.side(table.now()));

/** Of examples that cannot be typed everywhere, whether they can be here; `teacher` knows of its own. */
const ableAt = (desk, row) => {
  const { table, computer, teacher, editor } = desk;
  const m = table.now();
  const isSetUp = editor !== null;
  const isOpen = !m.outcome && !isSetUp;
  const plays = isOpen && !computer.waits();
  const isBegun = table.line.claims.length > 0;
  const isAgain = computer.offers(m).length > 0;
  return {
    "{site}": plays, swap: plays && positionOf(m).may_swap, resign: plays,
    draw: isOpen && m.game.draws && !mayLose(desk), "plan {site} {other}": plays,
    "row {row}": row !== undefined, score: m.game.scored,
    why: Object.keys(computer.reasons(m)).length > 0 || Boolean(teacher.judged(1)),
    undo: mayUndo(desk), redo: table.count < table.line.claims.length,
    "go 1": isBegun, "from 0 {site}": isBegun && !isSetUp, "line 1": table.kept().length > 0,
    rematch: isAgain, "again change sides": isAgain, stop: computer.thinks(), think: computer.seat && computer.paused,
    edit: !isSetUp, "set {site}": isSetUp, clear: isSetUp, "begin {player}": isSetUp, leave: isSetUp,
    hint: false, bar: false, layer: false, "about {site}": false, analyse: false, "analyse stop": false,
    ...Object.fromEntries(SHOWN.map((example) => [example, false])),
    ...(isSetUp ? {} : teacher.able()),
  };
};

/**
 * The examples of what can be typed here and now, by their kind.
 * @param {any} desk
 * @param {any} game its `kinds` are the examples by their kind, as Python has them
 * @param {any} deeds what can be typed at this place besides, some of it with its kind; some only refuse
 * @returns {[string, string[]][]}
 */
const here = (desk, game, { rules, keys, ...deeds }) => {
  const able = ableAt(desk, label(game));
  const isHere = (example) => !Object.hasOwn(deeds, example.split(" ")[0]) && (able[example] ?? true);
  const kinds = { Here: /** @type {string[]} */ ([]) };
  for (const [kind, examples] of Object.entries(game.kinds)) kinds[kind] = examples.split(", ").filter(isHere);
  for (const [verb, { refuses, isAble, kind = "Here", example = verb }] of Object.entries(deeds)) {
    if (!refuses && isAble?.() !== false) (kinds[kind] ??= []).push(example);
  }
  return Object.entries(kinds);
};

/** The first places that can be claimed, for examples; a full board has its first one. */
export const places = (m) => {
  const { names, claimable } = m.game;
  const free = names.filter((_, site) => site < claimable && !positionOf(m).owners[site]).slice(0, 3);
  return free[0] ? free : [names[0]];
};

/**
 * The same, filled in for the position.
 * @type {(desk: any, game: any, deeds: any) => [string, string[]][]}
 */
export const filled = (desk, game, deeds) => {
  const [site, ...others] = places(desk.table.now());
  const given = { site, other: others.at(-1) ?? site, row: label(game), player: game.players[0] };
  return here(desk, game, deeds)
    .map(([kind, has]) => [kind, has.map((one) => one.replace(/\{(\w+)\}/g, (_, name) => given[name]))]);
};

/** The examples of what can be typed here and now, a line for each kind. */
export const listed = (desk, game, deeds) => filled(desk, game, deeds).filter(([, has]) => has.length)
  .map(([kind, has]) => `${kind}: ${has.join(", ")}`).join("\n");

/** May a text name a site? It has a letter before a number, or is one word with a number. */
export const isName = (text) => /\b[a-z]{1,2}[ -]{0,3}\d|^\S*\d\S*$/i.test(text);

/** What is answered to a question, and what is done for it; another text is what is done. */
export const answered = (desk, game, deeds, text) => {
  const examples = here(desk, game, deeds).flatMap(([, has]) => has);
  for (const [how, needs, said, does] of game.reading.answers) {
    const found = (!needs || examples.includes(needs)) && RegExp(how).exec(text.toLowerCase());
    if (found) return [said, does.replace("{site}", found.at(-1))];
  }
  return ["", text];
};

/** The number of the move that a text names, or a place where nobody has played; "" if it names none. */
export const moveAsked = (m, text) => {
  const { sites, names } = m.game;
  const siteOf = (word) => (isName(word) ? sites.get(word.toLowerCase()) : undefined);
  const word = text.split(/[^\w:-]+/).find((one) => /^\d+$/.test(one) || siteOf(one) !== undefined) ?? "";
  if (/^\d*$/.test(word)) return word;
  const name = names[siteOf(word)];
  const n = words(m).findLastIndex(([played]) => played.split(",").includes(name)) + 1;
  return n ? String(n) : name;
};

/** Is a letter missing, too much or wrong, or are two exchanged? */
const isSlip = (typed, word) => {
  const start = [...typed, ""].findIndex((letter, k) => letter !== word[k]);
  const [x, y] = [typed, word].map((one) => one.slice(start));
  return [x.slice(1), x.slice(1, 2) + x.slice(0, 1) + x.slice(2)].includes(y) || [x, x.slice(1)].includes(y.slice(1));
};

/** What can be typed here and is meant by a text that cannot; "" if that is not known. */
export const meant = (desk, game, deeds, text) => {
  const [typed = ""] = /^[a-z]{3,}(?!\S)/i.exec(text) ?? [];
  const word = typed.toLowerCase();
  const all = Object.values(game.kinds).join(", ").split(", ");
  const { alone, asking, others, plain, nearest } = game.reading;
  const verbs = (examples) => [...examples.map((example) => example.split(" ")[0]), ...others];
  if ([...verbs(all), ...Object.keys(deeds)].includes(word)) return "";
  const examples = here(desk, game, deeds).flatMap(([, has]) => has);
  const maySlip = (one) => one.length > 3 && one[0] === word[0] && isSlip(word, one);
  const slip = word && !plain.includes(word) && verbs(examples).find(maySlip);
  if (slip) return alone.includes(slip) ? slip : slip + text.slice(word.length);
  const asks = asking.includes(text.toLowerCase().split(/[^a-z]/)[0]);
  const mayBe = (one) => examples.includes(one) && !(asks && alone.includes(one));
  const parts = isName(text) ? [] : text.toLowerCase().match(/[a-z]+/g) ?? [];
  return parts.map((one) => nearest[one] ?? one).find(mayBe) ?? (asks ? "rules" : "");
};
