/** A match in an address's fragment, written and read as nbgames/notation/address.py does it. */

import { readMarks, writeMarks } from "./arrows.js";
import { ENDINGS, matchOf, played, Refusal, refuse, shown } from "./match.js";
import { seat, setUp } from "./record.js";

const LONGEST = 6000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SEATS = ["player 1", "player 2"];

/** The fragment of a match and of the marks on its board. */
export const writeAddress = (m, marks = []) => {
  const { game } = m;
  const numbers = { swap: game.claimable, resign: game.claimable + 1 };
  const claims = [...m.claims.map((claim) => numbers[claim] ?? game.sites.get(claim.toLowerCase())), game.claimable + 2];
  const parts = ["1", game.tag, letters(claims, width(game))];
  const [{ owners, to_move, may_swap }] = m.positions;
  if (game.swap && !m.swap) parts.push("n");
  if (to_move !== 1 || owners.some(Boolean)) parts.push(`s${letters([...owners, to_move, Number(may_swap)], 2)}`);
  if (m.openers.join("\n") !== SEATS.join("\n")) parts.push(`p${packed(m.openers.join("\n"))}`);
  if (ENDINGS.includes(m.outcome?.by)) parts.push(`e${ENDINGS.indexOf(m.outcome.by)}${m.outcome.winner ?? 0}`);
  if (marks.length) parts.push(`m${packed(writeMarks(game, marks))}`);
  const text = parts.join(".");
  return `${text}.${checksum(text)}`;
};

/** The match and the marks of a fragment; whatever is wrong with it is refused in words. */
export const readAddress = (game, fragment) => {
  const text = fragment.replace(/^#/, "");
  if (text.length > LONGEST) refuse(`an address of ${text.length} letters is too long: at most ${LONGEST}`);
  const parts = text.split(".");
  if (/^\d{1,4}$/.test(parts[0]) && parts[0] !== "1") {
    refuse(`this address is of version ${parts[0]}, and this page reads version 1`);
  }
  if (parts.length < 4 || parts.at(-1) !== checksum(parts.slice(0, -1).join("."))) {
    refuse("this address is cut short or changed: copy the whole of it again");
  }
  if (parts[1] !== game.tag) refuse(`this address is for ${shown(parts[1])}, and this page for ${game.tag}`);
  const more = new Map(parts.slice(3, -1).map((part) => [part[0], part.slice(1)]));
  const seats = more.has("p") ? unpacked(more.get("p")).split("\n") : SEATS;
  if (seats.length !== 2) refuse("this address does not name two players");
  let m = matchOf(game, {
    seats: seats.map(seat), swap: !more.has("n"), start: more.has("s") ? startOf(game, more.get("s")) : undefined,
  });
  wordsOf(game, parts[2]).forEach((word, k) => {
    try {
      m = played(m, word);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(`claim ${k + 1}: ${error.message}`);
    }
  });
  if (more.has("e")) m = ended(m, more.get("e"));
  return { m, marks: readMarks(game, unpacked(more.get("m") ?? "")) };
};

const wordsOf = (game, text) => {
  const words = [...game.names.slice(0, game.claimable), "swap", "resign"];
  const found = numbers(text, width(game));
  const end = found.indexOf(game.claimable + 2);
  if (end < 0) refuse("this address does not say where its moves end");
  return found.slice(0, end).map((number) =>
    words[number] ?? refuse(`this address names site ${number}, and the board has ${game.claimable}`));
};

/** A start as the rules can have it: what they fill follows from the pieces. */
const startOf = (game, text) => {
  const size = game.names.length;
  const owners = numbers(text, 2);
  const [to_move, swap] = owners.splice(size);
  if (![1, 2].includes(to_move) || ![0, 1].includes(swap)) {
    refuse("this address has no start that can be read");
  }
  const pieces = [1, 2].map((who) =>
    [game.players[who - 1], ...game.names.filter((_, site) => owners[site] === who)].join(" "));
  return setUp(game, `${pieces.join("; ")}; ${game.players[to_move - 1]} to move${swap ? ", may swap" : ""}`);
};

const ended = (m, text) => {
  const [by, winner] = [ENDINGS[text[0]], Number(text[1])];
  const draw = winner === 0 && by === "agreed" && m.game.draws;
  if (m.outcome || !by || text.length !== 2 || !(draw || winner === 1 || winner === 2)) {
    refuse("the ending in this address cannot be");
  }
  return { ...m, outcome: { winner: winner || null, by, chain: [] } };
};

const width = (game) => (game.claimable + 2).toString(2).length;

const letters = (list, size) => {
  let bits = list.map((number) => number.toString(2).padStart(size, "0")).join("");
  bits = bits.padEnd(Math.ceil(bits.length / 6) * 6, "0");
  return (bits.match(/.{6}/g) ?? []).map((six) => ALPHABET[parseInt(six, 2)]).join("");
};

const numbers = (text, size) => {
  const bits = [...text].map((letter) => {
    const value = ALPHABET.indexOf(letter);
    return value < 0 ? refuse(`${shown(letter)} is no letter of an address`) : value.toString(2).padStart(6, "0");
  }).join("");
  return (bits.match(new RegExp(`.{${size}}`, "g")) ?? []).map((some) => parseInt(some, 2));
};

const packed = (text) => letters([...new TextEncoder().encode(text)], 8);

const unpacked = (text) => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(numbers(text, 8)));
  } catch {
    return refuse("the words in this address cannot be read");
  }
};

/** CRC-32 in base 36. */
const checksum = (text) => {
  let sum = -1;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ((sum ^ -1) >>> 0).toString(36);
};
