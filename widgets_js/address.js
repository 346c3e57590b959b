/** A match in an address's fragment, written and read as nbgames/notation/address.py does it. */

import { readMarks, writeMarks } from "./arrows.js";
import { regrouped } from "./kernels.js";
import { attempt, endingOf, endings, hasNames, matchOf, played, refuse, SEATS, shown, words } from "./match.js";
import { remarked, seat, setUp, startText } from "./record.js";

const LONGEST = 6000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The fragment of a match and of the marks on its board; `more` are the parts that a link alone has. */
export const writeAddress = (m, marks = [], more = []) => {
  const { game } = m;
  const numbers = { swap: game.claimable, resign: game.claimable + 1 };
  const claims = m.claims.map((claim) => numbers[claim] ?? game.sites.get(claim.toLowerCase()));
  const parts = ["1", game.tag, letters([...claims, game.claimable + 2], width(game))];
  const [{ owners, to_move, may_swap }] = m.positions;
  if (game.swap && !m.swap) parts.push("n");
  if (to_move !== 1 || owners.some(Boolean)) parts.push(`s${letters([...owners, to_move, Number(may_swap)], 2)}`);
  if (hasNames(m)) parts.push(`p${packed(m.openers.join("\n"))}`);
  if (endingOf(m)) parts.push(`e${endingOf(m)}`);
  if (marks.length) parts.push(`m${packed(writeMarks(game, marks))}`);
  const text = [...parts, ...more].join(".");
  return `${text}.${checksum(text)}`;
};

/** The fragment of a match that opens after so many claims, and whether its comments had no room in it. */
export const writeLink = (m, marks, count) => {
  const at = count < m.claims.length ? [`a${count}`] : [];
  const said = Object.entries(m.remarks).map((remark) => remark.join(" ")).join("\n");
  const whole = writeAddress(m, marks, said ? [`c${packed(said)}`, ...at] : at);
  return whole.length > LONGEST ? [writeAddress(m, marks, at), said !== ""] : [whole, false];
};

/** The match, the marks, and after how many claims to open it; whatever is wrong is refused in words. */
export const readAddress = (game, fragment) => {
  const text = fragment.replace(/^#/, "");
  if (text.length > LONGEST) refuse(`an address of ${text.length} characters is too long: at most ${LONGEST}`);
  const parts = text.split(".");
  if (/^\d{1,4}$/.test(parts[0]) && parts[0] !== "1") {
    refuse(`this address is of version ${parts[0]}, and this page reads version 1: open it on a newer one`);
  }
  if (parts.length < 4 || parts.at(-1) !== checksum(parts.slice(0, -1).join("."))) {
    refuse("this address is cut short or changed: copy the whole of it again");
  }
  if (parts[1] !== game.tag) refuse(`this address is for ${shown(parts[1])}, and this page for ${game.tag}`);
  const more = new Map(parts.slice(3, -1).map((part) => [part[0], part.slice(1)]));
  const seats = more.has("p") ? unpacked(more.get("p")).split("\n") : SEATS;
  if (seats.length !== 2) refuse("this address does not name two players: ask for a new one");
  let m = matchOf(game, {
    seats: seats.map(seat), swap: !more.has("n"), start: more.has("s") ? startOf(game, more.get("s")) : undefined,
  });
  wordsOf(game, parts[2]).forEach((word, k) => {
    m = attempt(() => played(m, word), (words) => refuse(`claim ${k + 1}: ${words}`));
  });
  if (more.has("e")) {
    const ended = endings(m).find((other) => endingOf(other) === more.get("e"));
    m = ended ?? refuse("the ending in this address cannot be: ask for a new one");
  }
  const at = more.get("a");
  if (at !== undefined && !(/^\d{1,4}$/.test(at) && Number(at) <= m.claims.length)) {
    refuse(`this address opens after claim ${shown(at)}, which it does not have: ask for a new one`);
  }
  if (more.has("c")) m = unpacked(more.get("c")).split("\n").reduce(said, m);
  return { m, marks: readMarks(game, unpacked(more.get("m") ?? "")), look: at ? Number(at) : null };
};

/** The match with a comment, which is given after the number of its move. */
const said = (m, line) => {
  const [, n, text] = /^(\d{1,4}) (.*)/s.exec(line) ?? [];
  return Number(n) <= words(m).length ? remarked(m, text, Number(n))
    : refuse(`${shown(line)} in this address is no comment: ask for a new one`);
};

const wordsOf = (game, text) => {
  const words = [...game.names.slice(0, game.claimable), "swap", "resign"];
  const found = numbers(text, width(game));
  const end = found.indexOf(game.claimable + 2);
  if (end < 0) refuse("this address ends before its moves do: ask for a new one");
  const alien = (number) =>
    refuse(`this address names site ${number}, but the board has ${game.claimable}: ask for a new one`);
  return found.slice(0, end).map((number) => words[number] ?? alien(number));
};

/** A start as the rules can have it: what they fill follows from the pieces. */
const startOf = (game, text) => {
  const size = game.names.length;
  const owners = numbers(text, 2);
  const [to_move, swap] = owners.splice(size);
  if (![1, 2].includes(to_move) || ![0, 1].includes(swap)) {
    refuse("this address has no start that can be read: ask for a new one");
  }
  return setUp(game, startText(game, { owners, to_move, may_swap: swap > 0 }));
};

const width = (game) => (game.claimable + 2).toString(2).length;

const letters = (list, size) =>
  regrouped(list, size, Math.ceil(list.length * size / 6), 6).map((six) => ALPHABET[six]).join("");

const numbers = (text, size) => {
  const strange = [...text].find((letter) => !ALPHABET.includes(letter));
  if (strange) refuse(`${shown(strange)} cannot be in an address: ask for a new one`);
  const sixes = [...text].map((letter) => ALPHABET.indexOf(letter));
  return regrouped(sixes, 6, Math.floor(sixes.length * 6 / size), size);
};

const packed = (text) => letters([...new TextEncoder().encode(text)], 8);

const unpacked = (text) => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(numbers(text, 8)));
  } catch {
    return refuse("the words in this address cannot be read: ask for a new one");
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
