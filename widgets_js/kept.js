/** The games that pages keep, read with care, deleted, and as a list of links. What is read may be a stranger's. */

import { button, html } from "./html.js";

const MOST = 30; // lines of a list
const LONGEST = 60; // letters of a part, such as a result
const LAST = 8.64e15; // the last moment that has a date here
const CALM = 700; // milliseconds, longer than between the clicks of a double click
const NEAR = 8; // pixels, farther than a pointer moves between them

/** Are the texts of what should be a game texts? */
const isGame = ({ address, id = "", lines = "" }) => [address, id, lines].every((text) => typeof text === "string");

/** The games of a page, and which one the tab that wrote last is on; what has no address is no game. */
export const stored = (place, text = localStorage.getItem(place)) => {
  const all = JSON.parse(text || "{}");
  const games = [].concat(all?.games).map((one) => ({ at: all?.at, ...one })); // once all had one date
  return { ...all, games: games.filter(isGame) };
};

/** What names a game: earlier versions kept lines, each by its address. */
export const nameOf = ({ id, address }) => id ?? address;

/** A name that no game has yet. */
export const newName = () => Math.random().toString(36).slice(2);

/** Of a double click only the first one counts here: what has come under the pointer may be another button. */
export const calm = (element) => {
  let last = { timeStamp: -CALM, x: 0, y: 0 };
  element.addEventListener("click", (event) => {
    const { detail, timeStamp, x, y } = event; // of a press by a key the detail is 0
    if (detail && timeStamp - last.timeStamp < CALM && Math.hypot(x - last.x, y - last.y) < NEAR) {
      event.stopPropagation();
      event.preventDefault();
    }
    last = event;
  }, { capture: true });
};

/** A date and a time as nbgames/widgets/kept.py writes them: "7 Nov 2026, 23:16". */
const dated = (at) => {
  const month = at.toLocaleString("en", { month: "short" });
  return `${at.getDate()} ${month} ${at.getFullYear()}, ${at.toTimeString().slice(0, 5)}`;
};

/** What is said of a game: its board, how it went, when it was played; nothing of what is no game. */
export const lineOf = ({ says, at }, title) => {
  try {
    const when = at > 0 && at < LAST && dated(new Date(at));
    const [length, against, ended, last] = says;
    const moves = last ? `${length}, the last ${last}` : length;
    const parts = [title, moves, against || "two people", ended || "goes on", when].filter(Boolean);
    return parts.map((part) => String(part).slice(0, LONGEST)).join(" · ");
  } catch {
    return "";
  }
};

/** What equal games have in common: their moves and comments, and who plays. */
export const equal = (one) => {
  const { seat, level, lines } = one;
  return lines ? JSON.stringify([seat, seat && level, lines]) : nameOf(one);
};

const timeOf = ({ game: { at } }) => (Number.isFinite(at) ? at : 0);

/** Each game once: of equal ones the one that was played last. */
const once = (games) => {
  const known = new Set();
  return games.toSorted((a, b) => timeOf(b) - timeOf(a)).filter(({ game, href }) => {
    const key = `${href} ${equal(game)}`;
    return !known.has(key) && known.add(key);
  });
};

/** The games of a page without those equal to this one, if there is one. */
export const without = (games, one) => (one ? games.filter((other) => equal(other) !== equal(one)) : games);

/** Write a page's games, made of those that stand there; that it cannot be done is told in words. */
const change = (place, changed) => {
  try {
    const state = stored(place);
    localStorage.setItem(place, JSON.stringify({ ...state, games: changed(state.games) }));
  } catch {
    throw new Error("there is no room for that here: delete another game first");
  }
};

const recordsOf = ({ lines = "" }) => lines.split(/^(?=nbgames )/m);
const plain = (record) => record.replace(/^result: .*\n/m, "").replace(/\s+/g, " ");

/** Does a record go on from another, or is it the same? */
const goesOn = (record, other) =>
  record === other || (!/^result: /m.test(other) && plain(record).startsWith(plain(other)));

/** Has a game all that was played and said in the other? */
const holds = (one, other) =>
  recordsOf(other).every((text) => recordsOf(one).some((record) => goesOn(record, text)));

/** A page's games and those that were deleted: what is held there again stays out, and no two have one name. */
const joined = (games, gone) => {
  const named = new Map(games.map((one) => [nameOf(one), one]));
  const back = gone.filter((one) => !named.has(nameOf(one)) || !holds(named.get(nameOf(one)), one));
  return [...games, ...back.map((one) => (named.has(nameOf(one)) ? { ...one, id: newName() } : one))];
};

/** Delete from a page's games those equal to one; what has them back, and gives what names the one then. */
export const deleted = (place, one) => {
  let gone = [];
  change(place, (games) => {
    const left = without(games, one);
    gone = games.filter((other) => !left.includes(other));
    return left;
  });
  return () => {
    change(place, (games) => joined(games, gone));
    return nameOf(stored(place).games.find((other) => equal(other) === equal(one)) ?? one);
  };
};

/** A line of the list: the link, and a button that deletes the game, with Undo in its place; and all as deeds. */
const rowOf = (link, remove) => {
  const element = html("li");
  const told = html("span", { role: "alert" });
  const words = link.textContent;
  const show = (...parts) => {
    told.textContent = "";
    element.replaceChildren(...parts, told);
  };
  /** Do it, and have the focus on the button that has come; or say why not. */
  const act = (deed) => {
    try {
      deed();
      element.querySelector("button").focus();
    } catch ({ message }) {
      told.textContent = ` ${message}`;
    }
  };
  let restore;
  const back = () => {
    link.hash = restore();
    show(link, " ", eraser);
  };
  /** Delete the game; what is to be done after a press of Undo may be given. */
  const erase = (then = () => {}) => {
    restore = remove();
    const undo = () => { act(back); then(); };
    show("Deleted. ", html("s", { textContent: words }), " ", button("Undo", `Have back ${words}`, undo));
  };
  const eraser = button("Delete", `Delete ${words}`, () => act(erase));
  show(link, " ", eraser);
  const isThere = () => eraser.isConnected;
  return { element, act, erase, back, isThere, open: () => { if (isThere()) link.click(); } };
};

/** What a line of a list of games is known by: its game, and the page that it is on. */
export const keyOf = ({ game, href = "" }) => JSON.stringify([game, href]);

/**
 * The lines of a list of games, each once, the latest first; each may have a title and the page that it is on.
 * @param {any[]} games
 * @param {(one: any) => () => string} remove deletes a game; what has it back, and gives what names it then
 * @param {Map<string, any>} known lines that were made before, which stay as they are
 */
export const linksTo = (games, remove, known = new Map()) => once(games).flatMap((one) => {
  const { game, title, href = "" } = one;
  const key = keyOf(one);
  const textContent = lineOf(game, title);
  if (textContent && !known.has(key)) {
    const link = html("a", { href: `${href}#${nameOf(game)}`, textContent });
    known.set(key, rowOf(link, () => remove(one)));
  }
  return known.get(key) ?? [];
}).slice(0, MOST);
