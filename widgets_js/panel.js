/** What stands around the drawing: whose turn it is, words, buttons and forms. It shows and asks. */

import { parsed } from "./drawing.js";
import { able, button, CALM, html, listen, seen } from "./html.js";
import { GUESS } from "./question.js";
import { isCurrent, mover, moverShown } from "./shown.js";

const OFTEN = 10; // seconds between two questions to Python: a page is not always told of a restart

/**
 * How long the computer player has thought, as text that counts by itself; and now and then a question whether it still
 * does, but not while a reply or a refusal is shown, which the answer would remove.
 */
const stopwatch = (b, reply, trouble) => {
  const element = html("span", { className: "nb-clock", ariaHidden: "true" });
  let seconds = 0;
  let ticking = 0;
  let now;
  const stop = () => {
    clearInterval(ticking);
    ticking = seconds = 0;
  };
  const tick = () => {
    if (!now.thinks) stop();
    element.textContent = now.thinks ? `${seconds} s ${now.progress}` : "";
    ticking ||= now.thinks && setInterval(() => {
      seconds += 1;
      if (!(seconds % OFTEN || b.last() || reply.textContent || trouble.textContent !== now.trouble)) b.ask("thinks");
      tick();
    }, 1000);
  };
  return { element, stop, show: (state) => { now = state; tick(); } };
};

const UNDO = "Take back the last move (u)";
const UNTRY = "Take back the last cell of the turn that is tried (u)";
const REDO = "Play again what was taken back (r)";
const NOT_NOW = "Not while you learn: the game stays as it is";

/** The first four are always there; the others come and go in a row of their own, so that none of the four moves. */
const buttons = ({ ask, deed, help, look }, fold) => ({
  undo: button("Undo", UNDO, () => deed("undo")),
  redo: button("Redo", REDO, () => deed("redo")),
  resign: button("Resign", "Give up, as the player to move", () => deed("resign")),
  new: button("New game", "Start again; this game is kept", () => deed("new")),
  resume: button("Go on playing", "Go on with this game", () => deed("think")),
  stop: button("Stop thinking", "Stop the computer", () => deed("stop")),
  think: button("Go on thinking", "Let the computer think again", () => deed("think")),
  draw: button("Draw", "End the game: nobody can win any more", () => deed("draw")),
  swap: button("Swap", "Exchange seats with the player who opened (s)", () => deed("swap")),
  analyse: button("Analyse", "See what each move cost (a)", () => ask("analyse")),
  back: button("Back to the game", "See the position as it is now (Escape)", () => look(null)),
  rules: button("Rules", "How to win and what a move is, with pictures", () => fold("rules")),
  hint: button("Hint", "Where to look, then the move, then why (h)", () => help("hint")),
  bar: button("Bar", "Who stands better (b)", () => help("bar")),
  layers: button("Layers", "Threats and more on the board (l)", () => help("layer")),
  wipe: button("Wipe marks", "Remove rings and arrows", () => ask("mark")),
});

/** A field that sends its text, and a button beside it if it has a name. */
const form = (b, field, send, name) => html("form", {
  className: name ? "nb-form" : "",
  onsubmit(event) {
    event.preventDefault();
    b.from = [field, field.value]; // goes with what is asked for by it
    field.value = b.panel.reply.textContent = ""; // an answer stays until the next word, an empty one too
    send(b.from[1].trim());
    b.from = [];
  },
}, field, ...(name ? [html("button", { textContent: name })] : []));

/** What is folded away: the view, setting up, records, comments. */
const folded = (b, confirms) => {
  const { ask, deed, times, view, zoom } = b;
  const counts = html("input", { type: "checkbox", onchange: () => b.refresh() });
  const box = html("textarea", { rows: 3, placeholder: "a record or moves", ariaLabel: "record" });
  const remark = html("input", {
    type: "text", placeholder: "a comment on this move", ariaLabel: "comment",
  });
  const element = html(
    "details", { className: "nb-more" }, html("summary", { textContent: "More" }),
    html("div", { className: "nb-tools" },
      button("Turn board", "See the board another way round", () => view.turn()),
      button("Zoom in", "", () => zoom(1.5)),
      button("Whole board", "", () => view.fit()),
      button("Set up", "Set and remove pieces", () => deed("edit")),
      button("Copy record", "", () => ask("record")),
      html("label", {}, confirms, " confirm moves"), html("label", {}, counts, " number moves")),
    form(b, remark, (text) => ask(`comment ${times.at()}:${text}`), "Comment"),
    form(b, box, (text) => deed(`load ${text}`), "Load"));
  return { element, counts, box };
};

const setUp = (players, deed) => html(
  "div", { className: "nb-setup", hidden: true },
  ...players.map((player) =>
    button(`${player} to move`, `Play on, ${player} to move`, () => deed(`begin ${player}`))),
  button("Clear", "Remove all pieces", () => deed("clear")),
  button("Cancel", "Leave the game as it was", () => deed("leave")));

const sentence = (shown, { facts, times }) => {
  const { trial, learnt } = shown;
  if (learnt) return "You have gone through all marked moves.";
  if (trial) return `Learning: a click tries a move in place of move ${trial}; the game stays as it is.`;
  const { says, draw, at, to_move, offer } = shown.now;
  const goal = !at && to_move && !offer && facts.told.match(/^.*?\./); // before the first move
  if (isCurrent(shown)) return [says, draw && "Nobody can win any more.", goal].filter(Boolean).join(" ");
  if (shown.now.edit) return "Set up: click a place until it is as you want it, then say who moves.";
  const where = times.at() ? `after move ${times.at()}` : "the start, before move 1";
  const way = shown.looking > at ? "ahead" : "back"; // ahead at what was taken back
  return `Looking ${way}: ${where} of ${times.count()}.${times.reason()}`;
};

/** Shows what may be done now, whose turn it is, and the sentence for it. */
const display = (b, { root, seats, turn, says, press, setup, clock, again }) =>
  /** @param {import("./shown.js").Shown} shown */
  (shown) => {
    const { now, looking, review, trial, sat, begun } = shown;
    const { thinks, edit, offer } = now;
    const text = sentence(shown, b);
    const current = isCurrent(shown);
    const toMove = moverShown(shown, b.model.get("line"));
    turn.dataset.owner = String(toMove);
    // A row from the start where names will come: the board stays where it is.
    const who = b.me && !sat.length ? b.facts.players : sat;
    seats.replaceChildren(...(b.people?.told(who) ?? who).map((text, k) => {
      const [name, side] = text.split(/(?= \([^(]*$)/); // where there is no room, the name is cut
      const seat = html("span", { title: text, ariaCurrent: toMove === k + 1 || null },
        html("bdi", { textContent: name }), side ?? "");
      seat.dataset.owner = String(k + 1);
      return seat;
    }));
    if (says.textContent !== text) says.textContent = text; // a screen reader says it again otherwise
    const is = { done: !now.to_move, swapped: now.swapped && current, thinks, editing: edit };
    for (const name in is) root.classList.toggle("nb-" + name, Boolean(is[name]));
    if (now.trouble) b.panel.warn(now.trouble);
    able(press.undo, trial ? begun : now.undo);
    able(press.redo, now.redo && !trial);
    press.undo.title = begun ? UNTRY : trial ? NOT_NOW : UNDO;
    press.redo.title = trial ? NOT_NOW : REDO;
    able(press.resign, mover(shown));
    const there = {
      resume: offer && now.to_move, stop: thinks, think: now.waits && !thinks && !offer,
      draw: now.draw && current, swap: now.swap && looking === null, back: looking !== null,
      analyse: review.can && !edit,
    };
    for (const name in there) press[name].hidden = !there[name];
    // It leaves its place empty, which the button beside it would take, under a second click.
    press.analyse.style.visibility = "share" in review ? "hidden" : "";
    setup.hidden = !edit;
    clock.show(now);
    const offered = now.edit ? [] : now.again;
    if (again.children.length !== offered.length) {
      again.replaceChildren(...offered.map(([label, asks]) => button(label, "", () => b.deed(asks))));
    }
  };

/** The second click of a double one presses no other button than the first: one may have come under it since. */
const single = (first = null) => (event) => {
  const now = event.target.closest("button");
  if (event.detail < 2) first = now;
  else if (now && now !== first) event.stopImmediatePropagation();
};

/** Where records are copied to. */
const copier = (b, reply, box, calm) => ({
  /** Put a record on the clipboard, or into the box where that is not allowed. */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      reply.textContent = "The record is copied.";
    } catch {
      box.value = box.defaultValue = text;
      box.closest("details").open = true;
      box.select();
      reply.textContent = "Copy the record from the box below.";
    }
  },
  /** Another game has come: what was answered, refused or copied is not of it. Of one begun here the status is seen. */
  forget() {
    const isNew = /^(new|again|rematch)\b/i.test(b.asked);
    if (isNew) setTimeout(seen, CALM, b.panel.root.querySelector(".nb-status"));
    b.panel.drop();
    calm();
    reply.textContent = "";
    const old = [box.defaultValue, isNew && box.dataset.refused];
    if (old.includes(box.value)) box.value = "";
  },
});

/** Leads back to how far all is scrolled around this part now, and then the focus, by a function. */
const wayBack = (part, focus) => {
  const tops = [];
  for (let at = part; at; at = at.parentElement) tops.push([at, at.scrollTop]);
  return () => {
    for (const [at, top] of tops) at.scrollTop = top;
    focus();
  };
};

/**
 * Folded away below the board, and asked for when it is first opened; in it what is there already. Folded away again it
 * leads back to where it was asked for, or to the board if it was opened itself.
 */
const toRead = ({ ask, stop, board }, name, label, ...there) => {
  const place = html("div");
  const summary = html("summary", { textContent: label });
  let back;
  const element = html("details", { className: "nb-more nb-read" }, summary, ...there, place);
  element.addEventListener("toggle", () => ask(name), { once: true });
  const toBoard = () => { stop.focus(); seen(board.svg); };
  const shown = () => {
    if (!element.open) back = back?.();
    else back ??= wayBack(element, toBoard);
    if (element.open && place.firstChild) seen(element);
  };
  element.addEventListener("toggle", shown);
  return {
    element,
    fill(text) {
      if (!text || place.firstChild) return;
      place.append(parsed(text));
      shown();
    },
    /** Unfold it; where that is done, fold it away and be where one was. */
    turn() {
      const { activeElement } = /** @type {any} */ (element.getRootNode());
      if (!element.open) back = wayBack(element, () => activeElement?.focus());
      element.open = !element.open;
      summary.focus();
    },
  };
};

/** Presses what has this name of several words, above a page's board, too; was there one? One word is the table's. */
const pressed = (root, name) => name.includes(" ")
  && [...(root.closest("#nb-app") ?? root).querySelectorAll("button,label")].some((part) =>
    (part.ariaLabel ?? part.textContent).trim().toLowerCase() === name && !part.closest("[hidden]") && !part.click());

const div = (name, role = null) => html("div", { className: `nb-${name}`, role });

/** What only asks, by its first letters, may end with a question mark: a move or a deed that does is not done. */
const unmarked = (text) =>
  text.replace(/^((at +\d+ +)?(who|why|last|chain|mine|nei|near|row|col|rule|key|help|hint).*?)\s*\?+$/i, "$1");

/** Do what was typed: help and answers are of the position that is looked at or named; a move there is asked about. */
const sent = (b, text) => {
  const { looking } = b.shown;
  const answer = /^(yes)$|^no$/i.exec(text);
  if (!answer) b.question.yields();
  if (answer && b.question.isOpen()) b.question.answer(answer[1]);
  else if (answer) b.panel.refused(`${text} answers a question: none is asked`, b.from);
  else if (/^(hint|bar|layer)\b/i.test(text)) b.help(text);
  else if (/^why$/i.test(text) && b.model.get("advice")?.hint) b.help("hint why");
  else if (/^swap$/i.test(text) && ![1, null].includes(looking)) b.deed(`from ${looking} swap`); // which is refused
  else if (b.claims.isSite(text)) b.claims.typed(text);
  else b.deed(text, /^at\b/i.test(text) ? null : looking);
};

/** Asks whether what was typed, maybe of an earlier position, was meant as these words. */
const guessed = (b, send) => (words, [, typed = ""] = []) => {
  const [at = ""] = /^at +\d+ +/i.exec(typed) ?? [];
  b.question.ask(`Did you mean ${words}?`, "Yes", () => send(at + words), GUESS);
};

/** What is wrong, in words. */
const warnings = (b, element) => {
  let stood; // how things stood when something was refused, if that may be why
  /** Say it after the form that was refused something, where that is seen. */
  const warn = (words, form, isRefused = false) => {
    const part = form?.className && form.checkVisibility() ? form : b.question.element;
    if (element.previousSibling !== part) part.after(element);
    element.classList.toggle("nb-named", /^(\W|[a-z]\d)/.test(words)); // or a typed word
    element.classList.toggle("nb-refused", isRefused);
    element.textContent = words;
    // Of a record, and of a word that it quotes first, it tells what is wrong in the text itself.
    stood = isRefused && !form?.className && !/^\W/.test(words) && b.standing();
  };
  const calm = () => warn(b.shown.now.trouble || b.cut);
  /** Say why something was refused; the field that it was sent by has it again, if nothing else is in it. */
  const refused = (words, [field, text] = []) => {
    warn(words, field?.form, true);
    b.panel.reveal();
    if (!field || field.value) return;
    field.value = field.dataset.refused = text;
    if (field.matches(":focus")) field.select(); // else somebody types elsewhere
  };
  return {
    warn,
    // What was refused is read until the next thing is done, not only begun or answered: nothing moves under a press.
    calm,
    /** A refusal ends with its reason. */
    attend: () => stood && stood !== b.standing() && (b.panel.drop(), calm()),
    refused,
    answered(replies) {
      if (!element.matches(".nb-refused")) calm();
      for (const [how, words, from] of replies) if (how === "refused") refused(words, from);
    },
  };
};

/** Where moves and questions are typed. */
const wordField = () => {
  const field = html("input", {
    className: "nb-typed", type: "text", autocomplete: "off", spellcheck: false,
    placeholder: "a move, a question, or help", ariaLabel: "move or question",
    /** The first press selects what was refused, so that typing replaces it; the next one puts the cursor there. */
    onmousedown(event) {
      if (field.value === field.dataset.refused) {
        event.preventDefault();
        field.focus();
        field.select();
      }
      delete field.dataset.refused;
    },
  });
  return field;
};

/** @param {any} b the parts of a board */
export const panel = (b) => {
  const { facts, times } = b;
  const turn = html("span", { className: "nb-turn" });
  const says = html("span", { className: "nb-says" });
  const [status, reply, trouble] = [div("status", "status"), div("reply", "status"), div("trouble", "alert")];
  const [seats, score, laid, tip, news, frame, main, side, below, places, tools] =
    "seats score laid tip news frame main side below places tools".split(" ").map((name) => div(name));
  const [again, soon, helps] = [div("again nb-tools"), div("tools nb-now"), div("tools nb-helps")];
  const confirms = html("input", { type: "checkbox", checked: facts.confirm });
  const more = folded(b, confirms);
  const fold = (name) => folds.get(name).turn();
  const press = buttons(b, fold);
  const setup = setUp(facts.players, b.deed);
  const clock = stopwatch(b, reply, trouble);
  const typed = wordField();
  status.append(turn, says);
  tools.append(press.undo, press.redo, press.resign, press.new);
  soon.append(press.resume, press.stop, press.think, press.back, clock.element, press.draw, press.swap, press.analyse);
  helps.append(press.rules, ...(facts.help ? [press.hint, press.bar, press.layers] : []));
  places.append(tools, setup);
  news.append(again, html("div", { className: "nb-answers" }, b.question.element, trouble, reply));
  main.append(seats, status, b.board.svg, score, tip);
  const folds = new Map([
    ["rules", toRead(b, "rules", "Rules", html("p", { textContent: facts.told }))],
    ["keys", toRead(b, "keys", "Keys")],
  ]);
  const send = (given, text = unmarked(given), word = text.toLowerCase()) =>
    (folds.has(word) ? fold(word) : text && !b.review?.typed(text) && !pressed(root, word) && sent(b, text));
  side.append(times.bar, times.lines, places, helps, soon, form(b, typed, send), news, laid, press.wipe);
  below.append(more.element, ...[...folds.values()].map(({ element }) => element));
  frame.append(main, side, below);
  const root = html("div", { className: "nb-root", tabIndex: -1 }, frame);
  root.dataset.game = facts.name;
  const warned = warnings(b, trouble);
  const { calm } = warned;
  const once = listen(root, { click: single() }, { capture: true });
  const off = listen(root, { click: calm, keydown: calm }, { capture: true });
  const stop = () => { clock.stop(); once(); off(); };

  /** Fingers miss: moves are confirmed from the first touch on, until a person switches that off. */
  const touched = () => {
    confirms.checked ||= !confirms.dataset.touched;
    confirms.dataset.touched = "yes";
  };
  return {
    root, ...warned, ...copier(b, reply, more.box, calm),
    tip, reply, laid, score, touched, fold, wipe: press.wipe,
    meant: guessed(b, send),
    /** Take out the word that was refused: what it was about is gone. */
    drop() { if (typed.value === typed.dataset.refused) typed.value = ""; },
    show: display(b, { root, seats, turn, says, press, setup, clock, again }),
    /** What was typed is answered where that is seen. */
    reveal: () => typed.matches(":focus") && [trouble, reply, b.question.element].forEach(seen),
    tell: (guide) => folds.forEach(({ fill }, name) => fill(guide[name])),
    stop, confirms: () => confirms.checked, counts: () => more.counts.checked,
  };
};
