/** The board in a notebook: it shows what Python sent, marks what was asked, and decides nothing. */

import { claims } from "./claims.js";
import { away, nearest, outlined, paint, read } from "./drawing.js";
import { asGrid, labelOf, tabStop } from "./grid.js";
import { score } from "./hints.js";
import { hovering } from "./hover.js";
import { hear, hearKernel, isGone } from "./host.js";
import { CALM, html, seen } from "./html.js";
import { keyboard } from "./keyboard.js";
import { bright, flagged, heated, numbered } from "./layers.js";
import { panel } from "./panel.js";
import { pointer } from "./pointer.js";
import { question } from "./question.js";
import { requester } from "./requests.js";
import { schemed } from "./scheme.js";
import { askedAbout, claimsShown, isCurrent, mover, ownersAfter, playable, wordsOf } from "./shown.js";
import { strokes } from "./strokes.js";
import { timeline } from "./timeline.js";

/** Call once after all traits of a message have arrived; some notebooks deliver them one by one. */
const together = (call) => {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      call();
    });
  };
};

/**
 * Paints a position and labels anew what it changes; answers the site claimed last, or -1.
 * @returns {(line: any[], count: number, edit: number[] | null) => number}
 */
const painter = (board, facts) => {
  let before = null; // the owners that the labels speak of
  let marked = -1;
  return (line, count, edit) => {
    paint(board, ownersAfter(edit ? [edit] : line, count + 1, board.sites.length));
    const last = line.slice(1, count + 1).findLast((claim) => typeof claim !== "string")?.[0] ?? -1;
    for (let site = 0; site < facts.claimable; site += 1) {
      const owner = board.owners[site];
      if (before?.[site] === owner && site !== last && site !== marked) continue;
      board.sites[site].element.ariaLabel = labelOf(facts, site, owner, site === last);
    }
    [before, marked] = [[...board.owners], last];
    board.layer("last").replaceChildren(...(last < 0 || edit ? [] : outlined(board.sites[last])));
    return edit ? -1 : last;
  };
};

const UNCLEAR = 1; // so much farther from a click is a site that may have been meant, of 20 across a cell

/**
 * What is asked before this word ends or leaves a game, and the button that says yes; nothing where it does not.
 * @type {(b: any, word: string) => string[]}
 */
const asksFirst = ({ shown, shown: { now }, facts, times }, word) => {
  if (/^new$/i.test(word) && now.to_move && times.count()) {
    return [`Start a new game? ${now.asks ?? "This one is kept."}`, "New game"];
  }
  if (now.edit) return [];
  const who = mover(shown) - 1;
  const name = now.who[who] ?? facts.players[who]; // against the computer "You (X)"
  if (/^resign$/i.test(word) && name) return [`Resign ${/^You /.test(name) ? "this game" : `as ${name}`}?`, "Resign"];
  return /^draw$/i.test(word) && now.agree && !now.draw ? ["Do both agree to a draw?", "Draw"] : [];
};

// What changes the game, or who thinks on it, by its first word; a move does, too. `claims` knows those.
const CHANGES = RegExp("^(undo|redo|swap|resign|draw|go|from|line|new|again|rematch|load|edit|set|clear|begin|leave|"
  + "setup|stop|think|computer)\\b", "i");

/** Looks at the position after so many claims, or null as the game stands. */
const lookingOn = (b) => (to) => {
  if (b.tells) b.panel.reply.textContent = ""; // it was told of another position
  b.tells = false;
  b.shown.looking = to === b.shown.now.at ? null : to;
  b.refresh();
};

/** What a person does besides claiming a site. @param {any} b the board's parts, made by and by */
const actsOf = (b) => {
  const ask = (deed) => b.requests.ask(b.asked = deed, b.from);
  const look = lookingOn(b);
  return {
    ask,
    look,
    /** Ask for what changes the game itself: once it has, that is looked at as it stands; an end is asked about. */
    deed(text, at = null) {
      if (b.shown.trial && b.review.typed(text)) return;
      const act = () => { b.acts = true; ask(at === null || asked ? text : `at ${at} ${text}`); };
      const [asked, yes] = asksFirst(b, text);
      if (asked) b.question.ask(asked, yes, act); // in place of another, of which nothing is done
      else if (!(CHANGES.test(text) && b.question.waits())) act();
    },
    /** Ask for help with the position that is looked at. */
    help(word) {
      const isAway = b.advice?.isAway(word);
      // A puzzle has hints of its own.
      if (b.facts.help) ask(`advise ${b.followed = askedAbout(b.shown)}`);
      if (!isAway) ask(word);
      // On a phone what is told lies below the board: it comes onto the screen, and the board stays there.
      setTimeout(() => [b.panel.reply.closest(".nb-news"), b.board.svg].forEach(seen), CALM);
    },
    zoom(factor) {
      const [x, y, width, height] = b.board.svg.getAttribute("viewBox").split(" ").map(Number);
      b.view.zoom(factor, x + width / 2, y + height / 2);
      b.stop.reveal();
    },
    /** Leave the stroke, the question or the position that is looked at; is there one? */
    escape() {
      const read = b.panel.root.querySelector(".nb-read[open]:focus-within > summary");
      if (read) read.click(); // folds away what is read, and leads back
      else if (b.strokes.begun()) b.strokes.at(-1);
      else if (b.question.isOpen()) b.claims.choose(-1);
      else if (b.panel.reply.textContent) b.panel.reply.textContent = "";
      else if (b.shown.looking !== null) look(null);
      else return false;
      return true;
    },
    /** Do what may take away what has the focus; the board has it then. */
    keeping(act) {
      const focused = () => b.panel.root.getRootNode().activeElement;
      const had = b.panel.root.contains(focused());
      act();
      const keeps = b.panel.root.contains(focused()) && focused().checkVisibility({ visibilityProperty: true });
      if (had && !keeps) b.stop.focus();
    },
    /** Claim the site that was clicked, but ask where another is about as near to the place. */
    press(site, x, y, isSecond) {
      if (site < b.facts.claimable) b.stop.focus(site);
      b.stop.rest();
      const { owners, sites } = b.board;
      b.claims.claim(site, sites.slice(0, b.facts.claimable).findIndex((other, k) => k !== site
        && playable(b.shown, owners, k) && away(other, x, y) < away(sites[site], x, y) + UNCLEAR), isSecond);
    },
    site: (x, y) => nearest(b.board.sites, b.shown.now.edit ? b.board.sites.length : b.facts.claimable, x, y),
    last: () => b.requests.last(),
  };
};

const ALONE = "There is no Python behind this page: run its notebook to play.";
const GONE = "Python was restarted: run this cell again. A kept game is shown as it was left.";
const LOST = "No connection to Python: what you ask for waits. If it lasts, choose Kernel, Reconnect to Kernel.";

/** Say for good why nothing is played here. */
const rest = (b, trouble) => {
  b.claims.settle();
  b.model.set("state", { ...b.model.get("state"), thinks: false, waits: false, trouble });
  b.model.set("analysis", { ...b.model.get("analysis"), busy: false });
};

/** What becomes of requests: replies are shown, and nothing stays pending. */
const repliesTo = (b) => ({
  get by() {
    const { me } = b;
    return me && { by: me.display_name, id: me.username };
  },
  open(is) {
    b.panel.root.toggleAttribute("data-asks", is);
    if (b.cut) b.claims.settle();
  },
  answered(replies) {
    const [how, words, from] = replies.at(-1) ?? [];
    b.panel.answered(replies);
    // What only tells or refuses leaves what is looked at, also where help that was asked for beside it comes later.
    if (how) b.acts = false;
    if (!b.requests.last()) {
      b.claims.settle();
      if (b.acts) b.look(null);
      b.acts = false;
    }
    b.panel.reply.textContent = ["", "said"].includes(how) ? b.review?.told(words) ?? words : "";
    b.tells = how === ""; // of what was done, not an answer
    if (how === "record") b.panel.copy(words);
    if (how === "shows") b.review?.typed(words);
    if (how === "meant" && !b.question.waits("", from)) b.panel.meant(words, from);
    b.panel.reveal();
    if (how === "") [b.panel.reply, b.board.svg.parentElement].forEach(seen); // what was done tells something
    b.point();
  },
  late() {
    b.claims.settle();
    b.panel.warn(b.cut || "Python has not answered yet. If a cell is running, wait for it, else run this cell again.");
  },
  gone: (restarted, deeds) => (restarted ? rest(b, GONE) : b.alone(deeds)),
});

/** What a module that came as text exports. */
export const loaded = async (code) => {
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const { default: made } = await import(url);
  URL.revokeObjectURL(url);
  return made;
};

/** What few boards ever need comes as a module and a style sheet once it is asked for. */
const laterOn = (b) => {
  const begun = new Set(["picture"]); // `widget` begins that
  const place = (name, made) => {
    if (b.isLeft) return;
    b[name] = made(b);
    b.refresh();
  };
  const begin = (name, [code, css]) => {
    begun.add(name);
    if (!css) return void place(name, code); // a page of its own has it
    b.panel.root.append(html("style", { textContent: css }));
    loaded(code).then((made) => place(name, made)).catch((error) => {
      b.panel.warn(`A part of this board could not be loaded: ${error}. Play goes on without it.`);
    });
  };
  return (extras) => {
    for (const name in extras) if (!begun.has(name)) begin(name, extras[name]);
  };
};

/** Shows the model's traits as they are now. @param {any} b */
const refresher = (b) => {
  const { model, facts, board, shown } = b;
  const more = laterOn(b);
  const paintLine = painter(board, facts);
  let told = null; // whoever listens around the board: which position is looked at

  const overlay = (last, loop) => {
    const over = shown.now.offer ? {} : { ...model.get("over"), ...b.advice?.over() };
    const { heat = {}, path, legend = "", thread = [] } = over;
    const marks = b.marks();
    const named = marks.map((mark) => mark.map((site) => facts.names[site]).join(" → "));
    b.panel.laid.textContent = [legend, ...named].join(" · ").replace(/^ · /, "marks: ");
    b.panel.wipe.hidden = !marks.length;
    bright(board, "path", path);
    b.strokes.draw();
    heated(board, heat);
    b.view.repaint?.({ last, loop, thread, marks: [...marks, ...b.rings()] });
  };

  return () => b.keeping(() => {
    const line = facts.pages.flatMap((page) => model.get(page));
    const now = (shown.now = model.get("state"));
    shown.review = { ...model.get("analysis"), ...model.get("review") };
    b.question.attend();
    b.panel.attend();
    if (b.begun !== (b.begun = now.begun)) {
      b.panel.forget();
      shown.looking = now.look ?? null; // a link may open a game where somebody looked back
    }
    if (now.edit || shown.looking >= line.length) shown.looking = null;
    const current = isCurrent(shown);
    const count = claimsShown(shown);
    const isPast = (n) => n >= now.until; // the swap, if this line has one
    shown.sat = isPast(count) === isPast(now.at) ? now.who : now.other;
    const words = wordsOf(line, model.get("joins"), facts.names);
    const { comments, lines, end } = model.get("notes");
    const last = paintLine(line, count, now.edit);
    numbered(board, b.panel.counts() ? line.slice(1, count + 1) : [], words);
    bright(board, "chain", current ? now.chain : "");
    flagged(board.sites, "data-turn", current ? now.turn : []);
    flagged(board.sites, "data-obliges", current ? now.obliges : []);
    b.times.show(words, end, [count, now.at], comments, lines, model.get("reasons"));
    b.review?.show(shown.review, now.edit); // it may end what the bar and the panel tell of
    b.advice?.show(model.get("advice"));
    b.panel.show(shown);
    // By this name its picture is hidden. Jupyter's own element may lack it where another page ran the cell.
    b.panel.root.classList.add(...(model.get("_dom_classes") ?? []).filter((name) => /^nb-[\da-f]{12}$/.test(name)));
    b.panel.tell(model.get("guide") ?? {});
    more(model.get("extras"));
    b.panel.score.textContent = score(facts, board.owners);
    overlay(last, current ? (now.loop ?? []) : []);
    if (told !== shown.looking) {
      b.panel.root.dispatchEvent(new CustomEvent("nb-look", { bubbles: true, detail: told = shown.looking }));
    }
    if (b.hovers()) b.point();
  });
};

/** All parts of a board, each with what it may ask of the others. */
const assembled = (model, lens, alone) => {
  const facts = model.get("facts");
  const board = read(model.get("board"));
  // Turned, or as a sphere, it keeps its place.
  board.svg.style.aspectRatio = board.svg.getAttribute("viewBox").replace(/.* (.+) (.+)/, "$1/$2");
  const shown = { now: model.get("state"), looking: null, pending: new Set() };
  const marks = () => model.get("over").marks ?? [];
  /** @type {any} */
  const b = {
    model, facts, board, shown, marks, alone, view: lens(board, facts),
    position: () => `${shown.now.at} ${shown.now.says}`,
    /** Names what a refusal may be about and what changes by itself: the position, whether it is set up, a review. */
    standing() {
      const { busy, words } = shown.review;
      return `${b.position()} ${!shown.now.edit} ${busy} ${!words}`;
    },
    /** The person here, as JupyterLab knows them now. */
    get me() { return b.awareness?.getLocalState()?.user; },
  };
  // Yjs keeps a state of each person who edits this notebook, where several may.
  b.awareness = model.widget_manager?.context?.model?.sharedModel?.awareness;
  b.rings = () => b.review?.rings() ?? [];
  Object.assign(b, actsOf(b));
  asGrid(board, facts);
  b.stop = tabStop(board, facts.claimable, b.view);
  b.times = timeline(b);
  b.question = question(
    b.keeping, () => b.claims.choose(-1), () => `${b.position()} ${b.shown.looking} ${!b.shown.now.edit}`,
    (words, from = b.from) => b.panel.refused(words, from));
  b.panel = panel(b);
  b.strokes = strokes(b);
  Object.assign(b, hovering(b));
  b.claims = claims(b);
  b.requests = requester(model, repliesTo(b));
  b.refresh = refresher(b);
  return b;
};

/** Bring a board into view whose menu was pressed, once no second click can hit what moves; not if it has the focus. */
const reveal = (root) => setTimeout(() => {
  const at = document.activeElement;
  if (root.contains(at) || !at?.closest(".nb-menu")?.contains(root)) return;
  seen(root);
}, CALM);

/** Show a model's board in an element, which `alone` takes over when nobody answers: the board, and its undoing. */
const placed = (model, el, lens, alone) => {
  const b = assembled(model, lens, alone);
  const update = () => {
    b.refresh();
    b.requests.settle(b.position());
  };
  const onChange = together(update);
  const traits = "state joins notes reasons over ack analysis review guide advice extras".split(" ");
  const calls = Object.fromEntries([...traits, ...b.facts.pages].map((trait) => [`change:${trait}`, onChange]));
  const gone = () => b.requests.end();
  const link = (is) => {
    b.cut = is ? "" : LOST;
    b.panel.calm();
    b.requests.connect(is);
  };
  const deaf = hear(model, calls);
  const off = [
    hearKernel(model, gone, link), keyboard(b), pointer(b), b.requests.stop, b.panel.stop, schemed(b.panel.root),
    () => b.view.stop?.(), () => b.people?.stop(),
  ];
  update();
  el.append(b.panel.root); // beside what a host has put there, such as a style sheet
  reveal(b.panel.root);
  b.leave = () => {
    b.isLeft = true;
    deaf();
    off.forEach((undo) => undo());
    b.panel.root.remove();
  };
  return b;
};

/**
 * Show a model's board in an element; the answer undoes it. Where there is no Python, it plays on by the rules that
 * came with its state.
 * @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place
 * @param {(board: any, facts: any) => any} lens `flat` or `globe`
 */
export const render = ({ model, el }, lens) => {
  let waiting; // for who takes over
  let isLeft = false;
  const alone = async (deeds) => {
    if (waiting) return void waiting.push(...deeds);
    waiting = deeds;
    try {
      const own = await (await loaded(model.get("offline")))(model);
      if (isLeft) return;
      b.leave();
      b = placed(own, el, lens);
      waiting.forEach(b.ask);
    } catch {
      waiting = null;
      rest(b, ALONE);
    }
  };
  let b = placed(model, el, lens, alone);
  if (isGone(model)) b.requests.end(false);
  return () => {
    isLeft = true;
    b.leave();
  };
};
