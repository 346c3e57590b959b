/** The text record of a match, written and read as nbgames/notation/record.py does it. */

import { filled } from "./editor.js";
import { attempt, endings, matchOf, played, refuse, result, SEATS, shown, siteOfName, words } from "./match.js";

const LONGEST = 200000;

/** The record of a match as text. */
export const write = (m) => {
  const { game, positions, openers } = m;
  const [start] = positions;
  const lines = [
    "nbgames 1", `game: ${game.name} ${game.extent}`,
    ...game.players.map((player, k) => `${player}: ${openers[k]}`),
  ];
  if (game.swap && !m.swap) lines.push("swap: no");
  if (start.to_move !== 1 || start.owners.some(Boolean)) lines.push(`start: ${startText(game, start)}`);
  if (m.outcome) lines.push(`result: ${result(m)}`);
  return [...lines, "", ...wrapped(spoken(m)), ""].join("\n");
};

/** A position as `setUp` reads it. */
export const startText = (game, { owners, to_move, may_swap }) => {
  const owned = game.players.map((player, k) =>
    [player, ...game.names.filter((_, site) => owners[site] === k + 1)].join(" "));
  return [...owned, `${game.players[to_move - 1]} to move${may_swap ? ", may swap" : ""}`].join("; ");
};

const spoken = (m) => {
  const found = [];
  ["", ...words(m).map(([word]) => word)].forEach((word, n) => {
    if (n) found.push(`${n}.`, word);
    if (m.remarks[n]) found.push(...`{${m.remarks[n].replace(/[\\}]/g, "\\$&")}}`.split(" "));
  });
  return found;
};

const wrapped = (list) => {
  const lines = [];
  for (const word of list) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + word.length < 78) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
};

// Where a record begins; or a key or a comment, in which none does.
const TOKEN = /((?<![^\n])nbgames \d+ *\r?(?![^\n]))|(?<![^\n])[^\n{:]+:[^\n]*|\{(?:\\.|[^\\}])*(?:\}|\\?$)/gis;

/** The matches of records that stand one after another. */
export const readAll = (game, text) => {
  const starts = [...text.matchAll(TOKEN)].filter(([, begins]) => begins).map(({ index }) => index);
  const parts = [0, ...starts].map((start, k) => text.slice(start, starts[k])).filter((part) => part.trim());
  return (parts.length ? parts : [text]).map((one) => read(game, one)); // what is no record is refused in words
};

/** The match of a record of this very game; what cannot be read is refused in words. */
export const read = (game, text) => {
  if (text.length > LONGEST) refuse(`a record of ${text.length} characters is too long: at most ${LONGEST}`);
  const [head, body = ""] = text.trim().replaceAll("\r\n", "\n").split(/\n\n(.*)/s);
  const fields = fieldsOf(head);
  const said = (key, other) => fields.get(key) ?? other;
  const [here, given] = [`${game.name} ${game.extent}`, said("game", "")];
  if (!given) refuse(`the record names no game: write a line such as 'game: ${here}'`);
  if (![here, game.usual ? game.name : here].some((name) => name.toLowerCase() === given.toLowerCase())) {
    refuse(`this page is for ${here}, not for ${shown(given)}`);
  }
  const players = game.players.map((player) => player.toLowerCase());
  const known = ["game", "swap", "start", "result", ...players].sort();
  const strange = [...fields.keys()].filter((key) => !known.includes(key)).sort();
  if (strange.length) refuse(`${shown(strange[0])} is no key of a record: ${known.join(", ")}`);
  if (!["yes", "no"].includes(said("swap", "yes"))) refuse(`swap: ${shown(fields.get("swap"))} is neither yes nor no`);
  const start = fields.has("start") ? setUp(game, fields.get("start")) : undefined;
  const seats = players.map((player, k) => seat(said(player, SEATS[k])));
  let m = matchOf(game, { seats, swap: said("swap", "yes") === "yes", start });
  let n = 0;
  let counted = [1, 2]; // single moves or pairs, as fits the numbers so far
  const tokens = RegExp(String.raw`\{((?:\\.|[^\\}])*)\}|(\d+(?:\.+|\))|[^\s;${game.several ? "" : ","}]+)`, "gs");
  for (const [, comment, word] of body.matchAll(tokens)) {
    const at = (words) => refuse(`move ${n}: ${words}`);
    if (comment !== undefined) {
      m = attempt(() => remarked(m, comment.replace(/\\(.)/gs, "$1")), at);
      continue;
    }
    if (/^\d+(\.+|\))$/.test(word)) {
      counted = counted.filter((by) => Math.floor(n / by) + 1 === parseInt(word));
      if (counted.length) continue;
      refuse(`move ${n + 1} is numbered ${shown(word)}: number moves 1. 2. 3. or not at all`);
    }
    if (word[0] === "{") refuse(`move ${n}: a comment is not closed: end it with }`);
    n += 1;
    m = attempt(() => played(m, word), at);
  }
  return ended(m, said("result", ""));
};

const fieldsOf = (head) => {
  const [first, ...lines] = head.split("\n");
  if (!/^nbgames\s+1\s*$/i.test(first)) {
    refuse(`${shown(first)} begins no record that this version reads: the first line is 'nbgames 1'`);
  }
  const fields = new Map();
  for (const line of lines) {
    const [, key, value] = /^(.*?):(.*)/s.exec(line) ?? [];
    const name = key?.trim().toLowerCase();
    if (name === undefined || fields.has(name)) {
      refuse(`line ${shown(line)} cannot be read: each line is one 'key: value', once, and an empty line stands before `
        + "the moves");
    }
    fields.set(name, value.trim());
  }
  return fields;
};

/** A name that may sit at a table: printable, at most 80 characters. */
export const seat = (name) => {
  if (!name.trim() || [...name].length > 80 || /(?! )[\p{C}\p{Z}]/u.test(name)) {
    refuse(`${shown(name)} is no name of a seat: that is printable text of at most 80 characters`);
  }
  return name.trim();
};

/** The player of this name, in any case. */
export const playerOf = ({ name: game, players }, name) => {
  const who = players.findIndex((known) => known.toLowerCase() === name.toLowerCase()) + 1;
  return who || refuse(`${shown(name)} is no player of ${game}: ${players.join(" and ")}`);
};

/** The position of a start line: 'X F6 A6; O B2; X to move'; before a player a semicolon may be missing. */
export const setUp = (game, text) => {
  const owned = text.split(RegExp(`;\\s*|\\s+(?=(?:${game.players.join("|")})\\b)`, "i")).map((part) => part.trim());
  const turn = owned.pop();
  const given = game.names.map(() => 0);
  for (const [name, ...names] of owned.map((part) => part.split(/\s+/))) {
    const who = playerOf(game, name);
    for (const one of names) {
      const site = siteOfName(game, one);
      if (given[site]) refuse(`start: ${game.names[site]} is given twice: give each site once`);
      given[site] = who;
    }
  }
  const found = /^([\p{L}\p{N}_]+) to move(, may swap)?$/u.exec(turn);
  if (!found) refuse(`${shown(turn)} does not say whose turn it is: write '${game.players[0]} to move'`);
  const owners = filled(game, given);
  if (game.winner(game.net, owners) === 3) refuse("both players would have won: take pieces away");
  const to_move = playerOf(game, found[1]);
  const pieces = given.slice(0, game.claimable).filter(Boolean);
  const opening = game.swap && to_move === 2 && String(pieces) === "1";
  if (found[2] && !opening) refuse("no swap is open in this position");
  return { owners, to_move, may_swap: Boolean(found[2]) };
};

/** The match with a comment on its last move, or on move n; an empty one takes it away. */
export const remarked = (m, text, n = words(m).length) => {
  const remarks = { ...m.remarks };
  const said = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  const { length } = [...said];
  if (length > 1000) refuse(`a comment of ${length} characters is too long: at most 1000`);
  if (said) remarks[n] = said;
  else delete remarks[n];
  return { ...m, remarks };
};

const ended = (m, said) => {
  const found = [m, ...endings(m)].find((other) => result(other).toLowerCase() === said.toLowerCase());
  return found ?? (said
    ? refuse(`the record says ${shown(said)}, but after its moves ${result(m) || "nobody has won yet"}: `
      + "correct the line 'result:', or leave it out") : m);
};
