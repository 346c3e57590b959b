/** A page of its own: a board, who plays, and the position in the address. All it reads is a stranger's. */

import { readAddress, writeLink } from "./address.js";
import { render } from "./board.js";
import { flat } from "./camera.js";
import { pathOf } from "./chain.js";
import { computerBy, PLAIN } from "./computer.js";
import { explained } from "./explaining.js";
import { button, html, seen } from "./html.js";
import { calm, lineOf, listing, nameOf, withButton } from "./kept.js";
import { keeper } from "./left.js";
import { after, attempt, gameOf, numberOf, refuse } from "./match.js";
import { modelOf } from "./model.js";
import { held } from "./packed.js";
import { puzzle } from "./puzzle.js";
import { read } from "./record.js";
import * as rules from "./rules.js";
import { save } from "./saving.js";
import { globe } from "./sphere.js";
import { teacherBy } from "./teacher.js";

const app = () => document.getElementById("nb-app");

/** What is said of what cannot be read, over the page until the next click: nothing moves; "" forgets it. */
const trouble = () => {
  const element = html("p", { className: "nb-alert", role: "alert", popover: "auto" });
  app().before(element);
  return (words) => {
    element.textContent = words && `${element.textContent} ${words}`.trim();
    element.togglePopover(words !== "");
  };
};

/** The match and the marks of the address; null if it cannot be read, which is told. */
const linked = (game, complain, shown) => {
  return attempt(() => readAddress(game, location.hash), (words) => {
    complain(`This link cannot be opened: ${words}. The board shows ${shown} instead.`);
    return null;
  });
};

const choice = (rows, choose) => html("select", { onchange: ({ target }) => choose(Number(target.value)) },
  ...rows.map(([label, value]) => new Option(label, value)));

/** Who plays, and at which level the computer does: choices, and who played a game that is opened. */
const seats = (table, levels, told) => {
  const choose = (chosen) => {
    told.textContent = table.who().choose(chosen);
    table.moved();
  };
  const [one, other] = table.match().game.players;
  /** The seat of a side that is chosen for the computer, which is the other one after a swap. */
  const seatOf = (side) => {
    const [{ outcome }] = table.lines(); // after which the next game is chosen
    return side && !outcome && table.match().claims.includes("swap") ? 3 - side : side;
  };
  const who = choice(
    [["Two people", 0], [`You play ${one}, the computer ${other}`, 2], [`You play ${other}, the computer ${one}`, 1]],
    (side) => choose({ seat: seatOf(side) }));
  const level = choice(Object.entries(levels).map(([number, { label }]) => [label, number]),
    (level) => choose({ level }));
  const show = () => {
    const computer = table.who();
    const { seat, next } = computer;
    [who.value, level.value] = [
      next.seat ?? (seat && computer.side(table.match())), next.level ?? computer.level].map(String);
  };
  table.model.on("change:state", show);
  /** The value if it can be chosen, else another. */
  const known = ({ options }, value, other) =>
    ([...options].some((one) => Number(one.value) === value) ? value : other);
  return {
    /** Who sits at a game that is opened; where nothing is kept of it, two people. */
    sat: (left) => ({ seat: known(who, left?.seat, 0), level: known(level, left?.level, PLAIN) }),
    choices: [html("label", {}, "Who plays", who), html("label", {}, "Level", level)],
  };
};

/**
 * The game as a link that opens where somebody looks, and the record as a file; what is told of that, or at first.
 * @type {(game: any, table: any, left: string, looking: () => number | null) => any}
 */
const sharing = (game, table, left, looking) => {
  const link = html("input", {
    className: "nb-link", type: "text", readOnly: true, hidden: true, ariaLabel: "link to this position",
  });
  const told = html("span", { role: "status", textContent: left });
  const copy = async () => {
    const now = table.match();
    const at = looking() ?? now.claims.length;
    const m = at > now.claims.length ? after(table.lines()[0], at) : now; // a move that was taken back is looked at
    const [fragment, isLong] = writeLink(m, table.marks(), at);
    link.value = `${location.href.split("#")[0]}#${fragment}`;
    const without = isLong ? " The comments are left out: they would make it too long." : "";
    try {
      await navigator.clipboard.writeText(link.value);
      link.hidden = true;
      told.textContent = `The link is copied.${without}`;
    } catch {
      link.hidden = false;
      link.select();
      told.textContent = `Copy the link from this box.${without}`;
    }
  };
  return {
    buttons: [
      button("Copy link", "Copy a link to this game, at the move that is shown", copy),
      button("Save record", "Save the record as a file", () =>
        save(`${game.tag}.txt`, table.records())),
    ],
    shared: html("div", { className: "nb-shared" }, told, link),
  };
};

/** What a deed gives; what it failed for is refused in its words. */
const refusing = (deed) => {
  try {
    return deed();
  } catch ({ message }) {
    return refuse(message);
  }
};

/**
 * The games of this page that are kept, folded away, and those that were deleted, folded away in it.
 * @param {any} kept
 * @param {() => any} anew begins a new game; the one that was on the board, as it is kept
 */
const myGames = (kept, anew) => {
  const told = html("span");
  const here = withButton("p", told, "Delete", "Delete the game on the board", () => {
    const game = anew();
    if (game) lists.erase({ game });
  });
  const list = html("ol"); // its numbers can be typed
  const element = html("details", { className: "nb-more" }, html("summary", { textContent: "My games" }), here, list);
  calm(element);
  const read = () => kept.games().slice(1).map((games) => games.map((game) => ({ game })));
  /** It is on the board again, if none is. */
  const restore = ({ game }) => {
    const name = kept.restore(game);
    if (!kept.games()[0]) location.hash = name;
  };
  const lists = listing(list, read, ({ game }) => kept.remove(game), restore);
  const line = (all, number, name) => all()[number - 1]
    ?? refuse(`there is no game ${number} in ${name}: it has ${all().length}`);
  const show = () => {
    const [now] = kept.games();
    here.hidden = !now;
    told.textContent = now ? `On the board: ${lineOf(now)}` : "";
    lists.show();
    element.hidden = !(now || lists.isAny());
  };
  let played = "";
  window.addEventListener("storage", show); // of other tabs
  element.addEventListener("toggle", () => {
    lists.fold();
    if (element.open) seen(element);
  });
  show();
  return {
    element, has: () => lists.kept().length > 0, canRestore: () => lists.gone().length > 0,
    /** Show them as they are; after a move, or in another game, those that were deleted are folded away. */
    follow(claims) {
      if (claims !== played) lists.fold();
      played = claims;
      show();
    },
    /** Delete the game of this line. */
    erase(number) {
      const one = line(lists.kept, number, "My games");
      refusing(() => kept.remove(one.game));
      show();
    },
    /** Have back the game of this line, the first of which was deleted last. */
    restore(number) {
      const one = line(lists.gone, number, "Deleted games");
      refusing(() => restore(one));
      element.open = true;
      show();
    },
  };
};

/** Press a button for what was typed: the field of words has the focus again. */
const pressFor = (one, place) => { one.click(); place.querySelector(".nb-typed").focus(); };

/** A deed that `help` lists as of this kind, maybe by an example, where it is able to do something. */
const ofKind = (kind, deed, isAble, example) => Object.assign(deed, { kind, isAble, example });

/** What can be typed of the games that are kept. */
const deedsOf = (games) => ({
  delete: ofKind("My games", (rest) => {
    if (!games().has()) refuse("there is no other game in My games");
    games().erase(numberOf(rest, "delete 1"));
    return "The game is deleted: type restore to have it back.";
  }, () => games().has(), "delete 1"),
  restore: ofKind("My games", (rest) => {
    if (!games().canRestore()) refuse("there is no deleted game");
    games().restore(numberOf(rest || "1", "restore 1"));
    return "The game is in My games again.";
  }, () => games().canRestore(), "restore 1"),
});

/** The same match flat or as a sphere, whichever is wanted; the answer is the button that turns it. */
const turning = (place, table, { sphere, facts }) => {
  let round = sphere;
  let leave = null;
  const show = () => {
    leave?.();
    leave = render({ model: table.model, el: place }, round ? globe : flat);
    turn.textContent = round ? "Flat" : "Sphere";
  };
  const turn = button("Sphere", "Flat or round", () => {
    round = !round;
    table.moved(); // a sphere looks back where the flat board did
    show();
  });
  turn.hidden = !facts.globe;
  return { turn, show };
};

/** What is to be opened: a game of mine, as it was left, or the match of an address; neither, if there is none. */
const wanted = (game, kept, complain) => {
  const mine = kept.find(location.hash);
  if (mine || !location.hash) return { mine, again: mine && "The game as you left it." };
  const last = kept.find();
  const link = linked(game, complain, last ? "your own game, as you left it," : "the game of this page");
  return link ? { link } : { mine: last };
};

/** Open what a link on the page itself leads to: a game of mine, or another. */
const following = (game, kept, complain, opens) => window.addEventListener("hashchange", () => {
  if (!location.hash) return;
  complain("");
  const mine = kept.find(location.hash);
  const other = mine ?? linked(game, complain, "the same game as before");
  if (!other) return;
  opens(other, mine);
  app().querySelectorAll(".nb-status, .nb-board").forEach(seen); // the link may stand below them
});

/** What begins a new game, and tells the one that was on the board as it is kept; nothing if it cannot be. */
const anew = (kept, table, keep) => () => {
  keep(true); // another tab may have deleted it
  const [now] = kept.games();
  table.begin(after(table.lines()[0], 0), []);
  return now && kept.games()[1].find((one) => nameOf(one) === nameOf(now));
};

const open = (data, source) => {
  const game = gameOf(data.facts, rules);
  const complain = trouble();
  const own = read(game, data.record);
  const kept = keeper(game, own, complain);
  const { mine, again = "", link } = wanted(game, kept, complain);
  const { m, marks, lines = [] } = mine ?? link ?? { m: own, marks: [] };
  let leaves = () => true; // nothing was played yet
  let looking = link?.look ?? null; // after how many claims, if the board looks back
  let stands = () => ({ look: looking }); // what is so of the page besides
  const table = modelOf(game, m, marks, { ...data, path: pathOf(game, data.board) }, {
    computerAt: computerBy(data, source), guide: (name) => data.guide[name], leaves: () => leaves(),
    stands: () => stands(), explained,
    deeds: {
      ...(data.facts.globe && { sphere: ofKind("View", () => pressFor(turn, place)) }),
      ...(data.puzzle ? {} : deedsOf(() => games)),
    },
    ...(data.puzzle ? {} : { teacherAt: teacherBy(data, source) }),
  });
  table.begin(m, marks, ...lines);
  const place = html("div", { className: "nb-place" });
  place.addEventListener("nb-look", ({ detail }) => { looking = detail; });
  const { buttons, shared } = sharing(game, table, again, () => looking);
  const { turn, show } = turning(place, table, data);
  const { sat, choices } = seats(table, data.player.levels, shared.firstChild);
  Object.assign(table.who(), sat(mine));
  table.moved();
  app().replaceChildren(
    html("div", { className: "nb-who" }, ...choices, ...buttons, turn, shared),
    ...(data.puzzle ? [puzzle(own, data.puzzle, table)] : []), place);
  show();
  kept.take(mine);
  const keep = (isLeft = false) => kept.keep(table.match(), table.marks(), table.lines(), table.who(), isLeft);
  const games = myGames(kept, anew(kept, table, keep));
  place.after(games.element);
  let next = /** @type {any} */ (null); // the game of mine that is to be opened
  leaves = () => {
    const isKept = keep(true);
    kept.take(next);
    next = looking = null;
    const computer = table.who();
    Object.assign(computer, computer.next, { next: {} });
    return isKept;
  };
  // What New game asks depends on whether this game could be kept.
  stands = () => ({ look: looking, asks: kept.asks(keep()) });
  table.model.on("change:state", () => {
    const { length } = table.match().claims;
    const told = shared.firstChild;
    if (!length || (length !== m.claims.length && told.textContent === again)) told.textContent = "";
    games.follow(String(table.match().claims));
  });
  following(game, kept, complain, (other, mine) => {
    next = mine;
    table.who().next = sat(mine);
    table.begin(other.m, other.marks, ...(other.lines ?? []));
    looking = other.look ?? null;
    table.moved();
  });
};

// The page's worker runs this script too.
if (globalThis.document) {
  const source = document.currentScript.textContent;
  held().then((data) => open(data, source));
}
