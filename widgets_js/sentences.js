/** What a board says, and answers to typed questions; as nbgames/play/sentences.py has them. */

import { changed, components } from "./kernels.js";
import { isOpen, positionOf, refuse, result, SEATS, seatsOf, shown, siteOfName, twisted, words } from "./match.js";

const [FIRST, SECOND] = [1, 2];

/** What just happened, and whose turn it is or who has won. */
export const says = (m) => `${happened(m)} ${awaited(m)}`.trim();

const counted = (n, noun) => `${["", "one", "two", "three"][n] || n} ${noun}${n === 1 ? "" : "s"}`;

const happened = (m) => {
  if (!m.claims.length) return "";
  const claim = m.claims.at(-1);
  const [before, now] = m.positions.slice(-2);
  const player = m.game.players[before.to_move - 1];
  if (claim === "swap") return "The players exchange seats.";
  if (claim === "resign") return `${player} resigns.`;
  const sites = changed(before.owners, now.owners).filter((site) => site >= m.game.claimable);
  const filled = sites.map((site) => m.game.names[site]).join(", ");
  return `${player} plays ${claim}${filled && ` and ${m.game.conquers ? "conquers" : "fills"} ${filled}`}.`;
};

const awaited = (m) => {
  if (m.outcome) {
    const { winner, by, chain } = m.outcome;
    let text = result(m);
    if (chain.length && m.game.goal === "LOOP") {
      const crossings = chain.filter((site, k) => twisted(m.game, site, chain[(k + 1) % chain.length])).length;
      text += ` that crosses the edge ${["", "once", "twice"][crossings] || `${crossings} times`}`;
    }
    if (by === m.game.by && m.game.scored) {
      const owned = (who) => positionOf(m).owners.filter((owner) => owner === who).length;
      text += `, ${owned(winner)} to ${owned(3 - winner)}`;
    }
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }
  const { to_move, may_swap } = positionOf(m);
  const player = m.game.players[to_move - 1];
  const who = String(m.openers) === String(SEATS) ? player : `${seatsOf(m)[to_move - 1]} (${player})`;
  const turns = words(m).length;
  if (isOpen(m)) return `${who}${m.game.again && ` ${m.game.again} and`} goes on; move ${turns}.`;
  return `${who} to move${may_swap ? ", or to swap" : ""}; move ${turns + 1}.`;
};

/** The first label of a row or column; undefined where the board has none. */
const label = ({ lines }) => Object.keys(lines).sort()[0];

/** What can be typed at a board, with names of this one. */
const typed = (game) => {
  const [site] = game.names;
  const moves = [site, ...(game.swap ? ["swap"] : []), "resign"].join(", ");
  const row = label(game) ? [`row ${label(game)}`] : [];
  const questions = [`neighbours ${site}`, ...row, "chains", "last", "who", "mine"].join(", ");
  const commands = `undo, redo, new, mark ${site}, comment well played, record, about, keys`;
  return `type a move (${moves}), a question (${questions}) or a command (${commands})`;
};

/** The answer to a typed question; null if the text asks nothing and is a move. */
export const answer = (m, text) => {
  const [, verb, rest] = /^(\S*)\s*(.*)$/s.exec(text.trim().toLowerCase());
  const { game } = m;
  const { owners } = positionOf(m);
  const stated = (site) => `${game.names[site]} (${["empty", ...game.players, "blocked"][owners[site]]})`;
  if (["neighbours", "neighbors", "near"].includes(verb)) {
    const site = siteOfName(game, rest);
    const cells = game.parts.flatMap((holes, k) => (holes.includes(site) ? [game.claimable + k] : []));
    if (cells.length) return `${game.names[site]} is part of ${cells.map(stated).join(", ")}`;
    const owned = game.neighbours[site].some((other) => owners[other]);
    const list = (sites) => sites.map((other) => (owned ? stated(other) : game.names[other])).join(", ");
    const across = game.neighbours[site].filter((other) => twisted(game, site, other));
    const near = game.neighbours[site].filter((other) => !across.includes(other));
    const over = across.length ? ` and, across the edge, ${list(across)}` : "";
    return `${game.names[site]} touches ${list(near)}${over}${owned ? "" : ": all empty"}`;
  }
  if (["row", "column"].includes(verb)) {
    if (!label(game)) refuse("this board names no rows or columns: ask for neighbours of a site");
    const line = game.lines[rest.toUpperCase()];
    return line?.map(stated).join(", ")
      ?? refuse(`${shown(rest)} is no row or column: give a label of the board, such as ${label(game)}`);
  }
  if (verb === "chains") return [FIRST, SECOND].map((who) => chains(m, who)).join("; ");
  if (verb === "mine") return chains(m, positionOf(m).to_move);
  if (verb === "last") return m.claims.length ? `${happened(m)} It was move ${words(m).length}.` : "no move yet";
  const sit = () => seatsOf(m).map((seat, k) => `${seat} is ${game.players[k]}`).join(", ");
  if (verb === "who") return `${sit()}. ${awaited(m)}`;
  return ["help", "?"].includes(verb) ? typed(game) : null;
};

const chains = (m, who) => {
  const { game } = m;
  const { owners } = positionOf(m);
  const found = [];
  components(game.net, owners, who).forEach((chain, site) => { if (chain) (found[chain - 1] ??= []).push(site); });
  const player = game.players[who - 1];
  if (!found.length) return `${player} has no chain`;
  const longest = found.reduce((a, b) => (b.length > a.length ? b : a));
  const named = longest.slice(0, 12).map((site) => game.names[site]).join(", ") + (longest.length > 12 ? ", ..." : "");
  return `${player} has ${counted(found.length, "chain")}, the longest of ${longest.length}: ${named}`;
};
