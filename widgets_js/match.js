/** A match without Python: claims carried out by the kernels' translation; as nbgames/play/match.py has it. */

import { joining, keeps, loop, reachable } from "./kernels.js";

const [EMPTY, FIRST, SECOND, BLOCKED] = [0, 1, 2, 3];
const SHORT = 7; // names of a row or column that are told one by one
export const SEATS = ["player 1", "player 2"];
export const ENDINGS = ["agreed", "forfeit"]; // off the board

/** Have the players names of their own? */
export const hasNames = ({ openers }) => String(openers) !== String(SEATS);

/** What a player can mend; its words say how. */
export class Refusal extends Error {}
export const refuse = (words) => { throw new Refusal(words); };

/** What a deed gives, or what is made of the words that refuse it. */
export const attempt = (deed, refused) => {
  try {
    return deed();
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message);
    throw error;
  }
};

/** A backslash or what is not printed, as Python writes it: two, four or eight digits. */
const escaped = (letter) => {
  const code = letter.codePointAt(0).toString(16);
  const k = code.length < 3 ? 1 : code.length < 5 ? 2 : 3;
  return `\\${"nrt\\"["\n\r\t\\".indexOf(letter)] ?? " xuU"[k] + code.padStart(2 ** k, "0")}`;
};

/** What a person gave, quoted as Python does, and cut. */
export const shown = (given) => {
  const quote = /^[^"]*'[^"]*$/.test(given) ? '"' : "'";
  const words = String(given).replace(/(?! )[\\\p{C}\p{Z}]/gu, escaped).replaceAll(quote, "\\$&");
  return `${quote}${words.replace(/^(.{35}).{4}.*/u, "$1...")}${quote}`;
};

/** A number that was typed, as in this example. */
export const numberOf = (text, example) => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return refuse(`${text ? `${shown(text)} is no number` : "a number is missing"}: type for example ${example}`);
};

/**
 * A game from what Python knows of it and from its rules.
 * @param {any} facts names, players, net
 * @param {{ step: Function, winner: Function }} rules the translated kernels
 */
export const gameOf = (facts, rules) => {
  const sites = new Map();
  facts.names.forEach((name, site) => {
    const key = name.toLowerCase();
    sites.set(key, site);
    if (facts.diagonals) sites.set(key.split("-").reverse().join("-"), site); // the ends in either order
  });
  const { starts, ends } = facts.net;
  const neighbours = facts.names.map((_, site) => ends.slice(starts[site], starts[site + 1]));
  return { ...facts, ...rules, sites, neighbours };
};

/** The name that is meant by letters and numbers which stand apart: "f 7", "a1 b2", "a1b2". */
const joined = (word) => word.replace(/([a-z])[ -]{1,3}(?=\d)/g, "$1").replace(/(\d)[ -]{0,3}(?=[a-z])/g, "$1-");
const named = ({ sites }, text, word = text.trim().toLowerCase()) => sites.get(word) ?? sites.get(joined(word));

/** The site of this name, in any case; "f 7" and "f-7" are read as F7, too. */
export const siteOfName = (game, text) => named(game, text)
  ?? refuse(`${shown(text)} is no ${game.noun} of this board: ${advice(game, text)}`);

/** What is too much, the names at the first point of a mistaken one, its row and column, or two rows. */
const advice = (game, text) => {
  const { names, sites, lines, claimable } = game;
  const [, begins = "", rest] = /^(.*\d)(\D+)$/s.exec(text.trim()) ?? [];
  const meant = names[named(game, begins)];
  if (meant) return `leave out ${shown(rest.trim())} for ${meant}`;
  const [, from] = /^([a-z]+\d+)-/.exec(text.toLowerCase()) ?? [];
  const near = [...sites].filter(([key]) => key.startsWith(`${from}-`)).map(([, site]) => names[site]).join(", ");
  if (near) return `those at ${from} are ${near}`;
  const labels = [...new Set(text.toUpperCase().match(/\p{L}+|\p{Nd}+/gu))];
  const known = labels.length <= 2 ? labels.filter((label) => Object.hasOwn(lines, label)) : [];
  const numbers = Object.keys(lines).filter((label) => /^\d+$/.test(label)); // an object has these in order
  const told = known[0] ? known : [...new Set([...numbers.slice(0, 1), ...numbers.slice(-1)])];
  return told.map((label) => {
    const line = lines[label].map((site) => names[site]);
    const has = line.length > SHORT ? `runs from ${line[0]} to ${line.at(-1)}` : `has ${line.join(", ")}`;
    return `${/\d/.test(label) ? "row" : "column"} ${label} ${has}`;
  }).join("; ") || `it has sites such as ${names[0]} and ${names[claimable - 1]}`;
};

/** A new match; `start` is a position to start from. */
export const matchOf = (game, {
  seats = SEATS, swap = true, start = { owners: game.names.map(() => EMPTY), to_move: FIRST, may_swap: false },
}) => ({
  game, openers: seats, swap: swap && game.swap, claims: [], positions: [start],
  outcome: outcomeOf(game, start), remarks: {},
});

export const positionOf = (m) => m.positions.at(-1);

/** Is nothing left to claim? */
const isFull = ({ claimable }, owners) => !owners.slice(0, claimable).includes(EMPTY);

const outcomeOf = (game, { owners }) => {
  const winner = game.winner(game.net, owners);
  const found = { SIDES: joining, LOOP: loop }[game.goal] ?? (() => []);
  if (winner) return { winner, by: game.by, chain: found(game.net, owners, game.misere ? 3 - winner : winner) };
  return isFull(game, owners) ? { winner: null, by: "full", chain: [] } : null;
};

/** Why a blocked site cannot be claimed, as a clause. */
export const blocked = ({ names, net: { rivals } }, site) =>
  `${names[site]} is blocked: ${rivals.length ? `${names[rivals[site]]} excludes it` : "nobody can claim it"}`;

/** Why no move may claim this site; "" if one may. */
export const refusal = (game, owners, site) => {
  const name = game.names[site];
  if (site >= game.claimable) {
    const parts = (game.parts[site - game.claimable] ?? []).map((part) => game.names[part]).join(", ");
    return `${name} is filled by the rules alone: play ${parts ? `one of its parts, ${parts}` : "another site"}`;
  }
  if (owners[site] === BLOCKED) return blocked(game, site);
  return owners[site] === EMPTY ? "" : `${name} is taken by ${game.players[owners[site] - 1]}`;
};

/** The match in each way that it may end off the board; none once it is over. */
export const endings = (m) =>
  (m.outcome ? [] : ENDINGS).flatMap((by) => [null, FIRST, SECOND]
    .filter((winner) => winner || (by === "agreed" && m.game.draws))
    .map((winner) => ({ ...m, outcome: { winner, by, chain: [] } })));

export const isOffBoard = ({ outcome }) => ENDINGS.includes(outcome?.by);

/** Such an ending as two digits of an address; "" of any other. */
export const endingOf = ({ outcome }) =>
  (isOffBoard({ outcome }) ? `${ENDINGS.indexOf(outcome.by)}${outcome.winner ?? 0}` : "");

const grown = (m, claim, position, outcome = null) => ({
  ...m, claims: [...m.claims, claim], positions: [...m.positions, position], outcome,
});

/** The match after one claim: a name, "swap" or "resign". */
const claimed = (m, text) => {
  const { game } = m;
  const word = text.trim().toLowerCase();
  const now = positionOf(m);
  if (m.outcome) refuse(`${shown(text)} comes after the end: ${result(m)}`);
  if (word === "resign") return grown(m, word, now, { winner: 3 - now.to_move, by: "resigned", chain: [] });
  if (word === "swap") {
    if (!game.swap) refuse(`no swap here: ${game.title} is played without it`);
    if (!m.swap) refuse("no swap here: this game was made without it");
    if (!now.may_swap) refuse("no swap here: only the answer to the first move of a game can be a swap");
    return grown(m, word, { ...now, may_swap: false });
  }
  const site = siteOfName(game, text);
  const why = refusal(game, now.owners, site);
  if (why) refuse(why);
  const owners = now.owners.slice();
  const to_move = game.step(game.net, owners, site, now.to_move);
  const may_swap = m.swap && now.to_move === FIRST && to_move === SECOND && !now.owners.some(Boolean);
  const position = { owners, to_move, may_swap };
  return grown(m, game.names[site], position, outcomeOf(game, position));
};

/** The match after a word: a claim, or with commas a whole turn or its rest. */
export const played = (m, word) => {
  const parts = word.split(",").map((part) => part.trim());
  if (parts.length === 1) return claimed(m, parts[0]);
  if (parts.slice(0, -1).includes("")) {
    const sites = parts.filter(Boolean).join() || "names of places";
    refuse(`${shown(word)} has a comma with nothing before it: write ${sites}`);
  }
  const open = parts.at(-1) === "";
  let closes = false;
  for (const part of open ? parts.slice(0, -1) : parts) {
    if (closes) refuse(`${shown(word)} goes on too long: the turn ends before ${part}`);
    m = claimed(m, part);
    closes = !isOpen(m);
  }
  if (closes && open) refuse(`${shown(word)} ends the turn: leave out the last comma`);
  return closes || open ? m : refuse(`${shown(word)} ${m.game.open}`);
};

/** The match after its first count claims. */
export const after = (m, count) => {
  if (count === m.claims.length) return m;
  const shorter = {
    ...m, claims: m.claims.slice(0, count), positions: m.positions.slice(0, count + 1),
    outcome: count ? null : outcomeOf(m.game, m.positions[0]),
  };
  const last = words(shorter).length;
  shorter.remarks = Object.fromEntries(Object.entries(m.remarks).filter(([n]) => Number(n) <= last));
  return shorter;
};

/** Is the turn over after so many claims? */
export const isClosed = (m, count) => {
  if (m.outcome && !ENDINGS.includes(m.outcome.by) && count === m.claims.length) return true;
  const [before, now] = [m.positions[count - 1], m.positions[count]];
  if (["swap", "resign"].includes(m.claims[count - 1]) || before.to_move !== now.to_move) return true;
  return isFull(m.game, now.owners);
};

/** Is the player to move in the middle of a turn? */
export const isOpen = (m) => m.claims.length > 0 && !m.outcome && !isClosed(m, m.claims.length);

/** The record's words, one a turn, each with how many claims there are after it. */
export const words = (m) => {
  const found = [];
  let word = "";
  m.claims.forEach((claim, k) => {
    word += claim;
    if (isClosed(m, k + 1)) {
      found.push([word, k + 1]);
      word = "";
    } else word += ",";
  });
  return word ? [...found, [word, m.claims.length]] : found;
};

/** Are the claims of another word, maybe of a turn that goes on, the first claims of this one? */
export const isBegun = (word, prefix) => `${word},`.startsWith(`${prefix.replace(/,$/, "")},`);

export const seatsOf = (m) => (m.claims.includes("swap") ? [...m.openers].reverse() : m.openers);

/** The empty sites that leave the turn with whoever claims them; none where all do. */
export const keeping = (m) => {
  const { net, step, several, claimable } = m.game;
  const { owners, to_move } = positionOf(m);
  return m.outcome || !several ? [] : keeps(net, step, owners, to_move, claimable);
};

/** May a player still win, as far as that is seen without a search? */
export const canWin = (m, who) =>
  !m.game.blockable || reachable(m.game.net, m.game.winner, positionOf(m).owners, who) > 0;

/** Is it seen that nobody can win any more, though the match goes on? */
export const isDead = (m) => !m.outcome && !canWin(m, FIRST) && !canWin(m, SECOND);

/** How the match ended; "" while it goes on. */
export const result = (m) => {
  if (!m.outcome) return "";
  const { winner, by } = m.outcome;
  if (!winner) return by === "agreed" ? "a draw by agreement" : "a draw, the board is full";
  return `${m.game.players[winner - 1]} wins ${m.game.ways[by]}`;
};

/** The same, as a board tells it: of a draw that was agreed, whether anybody could still have won. */
export const told = (m) =>
  (m.outcome?.by === "agreed" && !m.outcome.winner && isDead({ ...m, outcome: null })
    ? "a draw: neither side can win any more" : result(m));

/** Do two neighbours touch across the edge of the board? */
export const twisted = ({ neighbours, net }, a, b) => net.twists[net.starts[a] + neighbours[a].indexOf(b)] === 1;
