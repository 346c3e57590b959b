/** What a board says, and answers to typed questions; as nbgames/play/sentences.py has them. */

import { changed, components } from "./kernels.js";
import {
  hasNames, isOpen, positionOf, refuse, result, seatsOf, shown, siteOfName, told, twisted, words,
} from "./match.js";

const [FIRST, SECOND] = [1, 2];

/** What just happened, and whose turn it is or who has won. */
export const says = (m) => `${happened(m)} ${awaited(m)}`.trim();

const counted = (n, noun) => `${["", "one", "two", "three"][n] || n} ${noun}${n === 1 ? "" : "s"}`;

/** A turn, of many claims the first ones and their number, without the comma of one that goes on. */
const turn = (word) => {
  const claims = word.split(",").filter(Boolean);
  return claims.length > 6 ? `${claims.slice(0, 3)} … (${claims.length} claims)` : String(claims);
};

/** What the last turn was, as far as it has come; "" at the start. */
export const happened = (m) => {
  if (!m.claims.length) return "";
  const [[, start], [word]] = [["", 0], ...words(m)].slice(-2);
  const before = m.positions[start];
  const player = m.game.players[before.to_move - 1];
  if (word === "swap") return `The players exchange seats: who swapped plays ${m.game.players[0]} now.`;
  if (m.claims.at(-1) === "resign") return `${player} resigns.`;
  const sites = changed(before.owners, positionOf(m).owners).filter((site) => site >= m.game.claimable);
  const cells = sites.map((site) => m.game.names[site]).join(", ");
  const isFirst = !before.owners.includes(before.to_move, m.game.claimable); // then it is said what that takes
  const s = sites.length > 1 ? "s" : "";
  const conquers = ` and conquers the cell${s} ${cells}${isFirst ? ` with half of ${s ? "their" : "its"} holes` : ""}`;
  return `${player} plays ${turn(word)}${cells && (m.game.conquers ? conquers : ` and fills ${cells}`)}.`;
};

/** How often the loop that decided crosses the edge of the board, and in words. */
const crossingsOf = ({ game, outcome: { chain } }) =>
  chain.filter((site, k) => twisted(game, site, chain[(k + 1) % chain.length])).length;
const times = (n) => ["", "once", "twice"][n] || `${n} times`;

/** How many sites these have: the winner and the other. */
const shares = (m, sides = [m.outcome.winner, 3 - m.outcome.winner]) => sides.map((who) =>
  positionOf(m).owners.filter((owner) => owner === who).length);

/** How a match ended, for who played this side against the computer; "" before it did. */
export const ending = (m, person) => {
  if (!m.outcome?.winner) return m.outcome ? awaited(m) : "";
  return `You ${m.outcome.winner === person ? "won" : "lost"}: ${decided(m, person)}.`;
};

/** What decided, from the witness of the outcome. */
const decided = (m, person) => {
  const { game, outcome: { winner, by, chain } } = m;
  const won = winner === person;
  if (m.claims.at(-1) === "resign") return `${won ? "the computer" : "you"} resigned`;
  if (by === game.by && game.scored) {
    const [most, least] = shares(m);
    return won ? `you own ${most} cells, the computer ${least}` : `the computer owns ${most} cells, you ${least}`;
  }
  if (!chain.length || !["LOOP", "SIDES"].includes(game.goal)) return result(m);
  const maker = game.misere ? 3 - winner : winner;
  const whose = maker === person ? "your" : "the computer's";
  if (game.goal === "SIDES") return `${whose} chain joins ${maker === FIRST ? "top and bottom" : "left and right"}`;
  const crossings = crossingsOf(m);
  return `${whose} loop crosses the edge ${times(crossings)}${crossings > 1 ? ", an odd number" : ""}`;
};

/** Who is to do what, or who has won and how. */
export const awaited = (m) => {
  if (m.outcome) {
    const { by, chain } = m.outcome;
    let text = told(m);
    if (chain.length && m.game.goal === "LOOP") text += ` that crosses the edge ${times(crossingsOf(m))}`;
    if (by === m.game.by && m.game.scored) text += `, ${shares(m).join(" to ")}`;
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }
  const { to_move, may_swap } = positionOf(m);
  const player = m.game.players[to_move - 1];
  const who = hasNames(m) ? `${seatsOf(m)[to_move - 1]} (${player})` : player;
  const turns = words(m).length;
  if (isOpen(m)) return `${who} goes on${m.game.again && `, since ${m.claims.at(-1)} ${m.game.again}`}; move ${turns}.`;
  return `${who} to move${may_swap ? ", or to swap" : ""}; move ${turns + 1}.`;
};

/** How long a match is that was loaded, and who has won; whose turn it is the board says. */
export const loaded = (m) => {
  const { length } = words(m);
  return `Loaded: ${length} move${length === 1 ? "" : "s"}${m.outcome ? `, ${told(m)}` : ""}.`;
};

/** The first label of a row or column; undefined where the board has none. */
export const label = ({ lines }) => Object.keys(lines).sort()[0];

/** The answer to a typed question; null if the text asks nothing and is a move. */
export const answer = (m, text) => {
  const [, word, rest] = /^(\S*)\s*(.*)$/s.exec(text.trim());
  const verb = word.toLowerCase();
  const { game } = m;
  const { owners } = positionOf(m);
  const stated = (site) => `${game.names[site]} (${["empty", ...game.players, "blocked"][owners[site]]})`;
  if (/^(neighbou?rs|near)$/.test(verb)) {
    const site = siteOfName(game, rest.replace(/^of /, ""));
    const cells = game.parts.flatMap((holes, k) => (holes.includes(site) ? [game.claimable + k] : []));
    if (cells.length) return `${game.names[site]} is part of ${cells.map(stated).join(", ")}.`;
    const owned = game.neighbours[site].some((other) => owners[other]);
    const list = (sites) => sites.map((other) => (owned ? stated(other) : game.names[other])).join(", ");
    const across = game.neighbours[site].filter((other) => twisted(game, site, other));
    const near = game.neighbours[site].filter((other) => !across.includes(other));
    const over = across.length ? ` and, across the edge, ${list(across)}` : "";
    return `${game.names[site]} touches ${list(near)}${over}${owned ? "" : ": all empty"}.`;
  }
  if (/^(row|column)$/.test(verb)) {
    if (!label(game)) refuse(`this board names no rows or columns: type for example neighbours ${game.names[0]}`);
    const line = game.lines[rest.toUpperCase()]
      ?? refuse(`${shown(rest)} is no row or column: give a label of the board, such as ${label(game)}`);
    return `${line.map(stated).join(", ")}.`;
  }
  if (/^(chains|mine)$/.test(verb)) {
    return `${(verb === "mine" ? [positionOf(m).to_move] : [FIRST, SECOND]).map((who) => chains(m, who)).join("; ")}.`;
  }
  if (verb === "last") {
    return m.claims.length ? `${happened(m)} It was move ${words(m).length}.` : "No move has been made yet.";
  }
  if (verb === "score" && game.scored) return score(m);
  if (verb !== "who") return null;
  return `${seatsOf(m).map((seat, k) => `${seat} is ${game.players[k]}`).join(", ")}. ${awaited(m)}`;
};

/** How many more sites each player needs for the most of the full board. */
const score = (m) => {
  const { players: [x, o], noun, names: { length } } = m.game;
  const [one, other] = shares(m, [FIRST, SECOND]).map((has) => Math.max(0, (length >> 1) + 1 - has));
  return `Of ${length} ${noun}s ${x} needs ${one} more, ${o} ${other}; empty: ${shares(m, [0])}.`;
};

const chains = (m, who) => {
  const { game } = m;
  const { owners } = positionOf(m);
  const found = [];
  components(game.net, owners, who).forEach((chain, site) => { if (chain) (found[chain - 1] ??= []).push(site); });
  const player = game.players[who - 1];
  if (!found.length) return `${player} has no chain`;
  const longest = found.reduce((a, b) => (b.length > a.length ? b : a));
  const alike = found.filter(({ length }) => length === longest.length).length;
  const told = longest.length === 1 ? found.flat() : longest;
  const which = !found[1] ? "" : longest.length === 1 ? ", each of one place"
    : alike === 1 ? ", the longest" : ", one of the longest";
  const named = told.slice(0, 12).map((site) => game.names[site]).join(", ")
    + (told.length > 12 ? ` and ${told.length - 12} more` : "");
  return `${player} has ${counted(found.length, "chain")}${which}: ${named}`;
};
