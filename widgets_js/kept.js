/** The games that pages keep, read with care, deleted, restored, and as lists. What is read may be a stranger's. */

import { button, CALM, html } from "./html.js";

const MOST = 30; // lines of a list
const BACK = 10; // deleted games of a page that can be restored
const LONGEST = 60; // letters of a part, such as a result
const LAST = 8.64e15; // the last moment that has a date here
const NEAR = 8; // pixels, farther than a pointer moves between them

/** Are the texts of what should be a game texts? */
const isGame = ({ address, id = "", lines = "" }) => [address, id, lines].every((text) => typeof text === "string");

/** The games of a page, those deleted, and which one the tab that wrote last is on; what has no address is no game. */
export const stored = (place, text = localStorage.getItem(place)) => {
  const all = JSON.parse(text || "{}");
  // Once all had one date.
  const read = (games) => [].concat(games).map((one) => ({ at: all?.at, ...one })).filter(isGame);
  return { ...all, games: read(all?.games), gone: read(all?.gone) };
};

/** Write what a page keeps; where there is no room, without those that were deleted longest ago. */
export const store = (place, state) => {
  try {
    localStorage.setItem(place, JSON.stringify(state));
  } catch (error) {
    if (!state.gone?.length) throw error;
    store(place, { ...state, gone: state.gone.slice(0, -1) });
  }
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

const linkTo = ({ game, href = "" }) => `${href}#${nameOf(game)}`;

/** What equal games on one page have in common. */
const sameOf = ({ game, href = "" }) => `${href} ${equal(game)}`;

/** Each game once: of equal ones the first. */
const once = (games) => {
  const known = new Set();
  return games.filter((one) => !known.has(sameOf(one)) && known.add(sameOf(one)));
};

const timeOf = ({ game: { at } }) => (Number.isFinite(at) ? at : 0);
const latestFirst = (games) => games.toSorted((a, b) => timeOf(b) - timeOf(a));

/** The games of a page without those equal to this one, if there is one. */
export const without = (games, one) => (one ? games.filter((other) => equal(other) !== equal(one)) : games);

/** Write a page's games, made of those that stand there; that it cannot be done is told in words. */
const change = (place, changed) => {
  try {
    const state = stored(place);
    store(place, { ...state, ...changed(state) });
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

/** Delete from a page's games those equal to one. */
export const deleted = (place, one) => change(place, ({ games, gone }) => {
  const left = without(games, one);
  const taken = games.filter((other) => !left.includes(other));
  // One that another tab has deleted is among those already.
  return taken.length ? { games: left, gone: [...taken, ...without(gone, one)].slice(0, BACK) } : {};
});

/** Have back a game that was deleted, with those equal to it; what names it then. */
export const restored = (place, one) => {
  const isSame = (other) => equal(other) === equal(one);
  change(place, ({ games, gone }) => {
    const back = gone.filter(isSame);
    return { games: joined(games, back.length ? back : [one]), gone: without(gone, one) };
  });
  return nameOf(stored(place).games.find(isSame) ?? one);
};

/** Words or a link, and a button; why its deed could not be done is said after it. */
export const withButton = (tag, first, label, title, deed) => {
  const told = html("span", { role: "alert" });
  const press = button(label, title, () => {
    told.textContent = "";
    try {
      deed();
    } catch ({ message }) {
      told.textContent = ` ${message}`;
    }
  });
  return html(tag, {}, first, " ", press, told);
};

/** A list of games, each with its line: one that was made before stays as it is, since it may have the focus. */
const linesIn = (list, lineFor) => {
  const known = new Map();
  let shown = [];
  return {
    all: () => shown,
    show(games) {
      shown = once(games).filter(({ game, title }) => lineOf(game, title)).slice(0, MOST);
      const lines = shown.map((one) => {
        const key = JSON.stringify(one);
        if (!known.has(key)) known.set(key, lineFor(one, lineOf(one.game, one.title)));
        return known.get(key);
      });
      const isAnew = lines.length !== list.children.length || lines.some((one, k) => one !== list.children[k]);
      if (isAnew) list.replaceChildren(...lines);
    },
    /** Have the focus at the line of this game, or else of the longer one that has it all. */
    focus(one) {
      const [k] = [sameOf, linkTo].map((of) => shown.findIndex((other) => of(other) === of(one))).filter((k) => k >= 0);
      list.children[k]?.querySelector("button").focus();
    },
  };
};

/**
 * Lists of games, each once: links to those that are kept, the latest first, and below them, folded away, those that
 * were deleted, the last one first. A press of a button leaves the focus at the one that undoes it.
 * @param {HTMLElement} list
 * @param {() => any[][]} read both; each game may have a title and the page that it is on
 * @param {(one: any) => void} remove deletes a game
 * @param {(one: any) => void} restore has it back
 */
export const listing = (list, read, remove, restore) => {
  const back = html(list.localName);
  const folded = html("details", { className: "nb-gone" }, html("summary", { textContent: "Deleted games" }), back);
  list.after(folded);
  const show = () => {
    const [games, deleted] = read();
    kept.show(latestFirst(games));
    gone.show(deleted);
    folded.hidden = !gone.all().length;
  };
  const erase = (one) => {
    remove(one);
    show();
    folded.open = true;
    gone.focus(one);
  };
  const kept = linesIn(list, (one, words) => {
    const link = html("a", { href: linkTo(one), textContent: words });
    return withButton("li", link, "Delete", `Delete ${words}`, () => erase(one));
  });
  const gone = linesIn(back, (one, words) =>
    withButton("li", html("s", { textContent: words }), "Restore", `Restore ${words}`, () => {
      restore(one);
      show();
      kept.focus(one);
    }));
  return {
    show, erase, kept: kept.all, gone: gone.all, isAny: () => kept.all().length || gone.all().length,
    /** Fold the deleted games away, but for whoever is at them. */
    fold: () => { if (!folded.matches(":focus-within")) folded.open = false; },
  };
};
