/** The board in a notebook: it shows what Python sent, marks what was asked, and decides nothing. */

import { claims } from "./claims.js";
import { nearest, outlined, paint, read } from "./drawing.js";
import { asGrid, labelOf, tabStop } from "./grid.js";
import { score } from "./hints.js";
import { hovering } from "./hover.js";
import { keyboard } from "./keyboard.js";
import { bright, flagged, heated, numbered } from "./layers.js";
import { panel } from "./panel.js";
import { pointer } from "./pointer.js";
import { question } from "./question.js";
import { requester } from "./requests.js";
import { claimsShown, isCurrent, ownersAfter, wordsOf } from "./shown.js";
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

/** Paint a position, and label anew what it changes. @returns {number} the site claimed last, or -1 */
const painter = (board, facts) => {
  let before = null; // the owners that the labels speak of
  let marked = -1;
  return (line, count, edit) => {
    paint(board, ownersAfter(edit ? [edit] : line, count + 1, board.sites.length));
    const last = line.slice(1, count + 1).findLast((claim) => typeof claim !== "string")?.[0] ?? -1;
    for (let site = 0; site < facts.claimable; site += 1) {
      const owner = board.owners[site];
      if (before?.[site] === owner && site !== last && site !== marked) continue;
      board.sites[site].element.setAttribute("aria-label", labelOf(facts, site, owner, site === last));
    }
    [before, marked] = [[...board.owners], last];
    board.layer("last").replaceChildren(...(last < 0 || edit ? [] : outlined(board.sites[last])));
    return edit ? -1 : last;
  };
};

/**
 * Show a model's board in an element; the answer undoes it.
 * @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place
 * @param {(board: any, facts: any) => any} lens `flat` or `globe`
 */
export const render = ({ model, el }, lens) => {
  const facts = model.get("facts");
  const board = read(model.get("board"));
  const shown = { now: model.get("state"), looking: null, pending: new Set() };
  const marks = () => model.get("over").marks ?? [];
  const view = lens(board, facts);
  asGrid(board, facts);
  const stop = tabStop(board, facts.claimable, view);
  const paintLine = painter(board, facts);

  // What a person does

  const ask = (deed) => requests.ask(deed);
  /** Ask for what changes the game itself: it is looked at as it stands. */
  const deed = (text) => {
    shown.looking = null;
    ask(text);
  };
  const look = (to) => {
    shown.looking = to === shown.now.at ? null : to;
    refresh();
  };
  const zoom = (factor) => {
    const [x, y, width, height] = board.svg.getAttribute("viewBox").split(" ").map(Number);
    view.zoom(factor, x + width / 2, y + height / 2);
    stop.reveal();
  };
  /** Leave the stroke, the question or the position that is looked at; is there one? */
  const escape = () => {
    if (sketch.begun()) sketch.at(-1);
    else if (asked.isOpen()) sites.choose(-1);
    else if (shown.looking !== null) look(null);
    else return false;
    return true;
  };
  /** Do what may take away what has the focus; the board has it then. */
  const keeping = (act) => {
    const { root } = around;
    const focused = () => root.getRootNode().activeElement;
    const had = root.contains(focused());
    act();
    if (had && !(root.contains(focused()) && focused().checkVisibility())) stop.focus();
  };

  // The parts

  const times = timeline({ look, ask });
  const asked = question(keeping, () => sites.choose(-1));
  const around = panel(facts, board.svg, asked.element,
    { ask, deed, look, confirm: asked.ask, refresh: () => refresh(), zoom, view, times });
  const { root, reply, trouble } = around;
  const sketch = strokes(board, facts, { marks, ask, say: (words) => { reply.textContent = words; } });
  const hover = hovering(board, facts, shown, { tip: around.tip, moved: sketch.moved });
  const sites = claims(board, facts, shown, {
    deed, last: () => requests.last(), question: asked, confirms: around.confirms, focus: stop.focus, point: hover.point,
  });
  const requests = requester(model, {
    answered: (replies) => {
      if (!requests.count()) sites.settle();
      const [how, words] = replies.at(-1) ?? [];
      trouble.textContent = how === "refused" ? words : "";
      reply.textContent = how === "said" ? words : "";
      if (how === "record") around.copy(words);
      hover.again();
    },
    late: (waiting) => {
      sites.settle();
      trouble.textContent =
        `Python has not answered yet: ${waiting} ${waiting === 1 ? "request waits" : "requests wait"}. ` +
        "A running cell delays it; after a restart of the kernel, run this cell again.";
    },
  });

  // What changes

  const overlay = () => {
    const { heat, path, legend = "" } = model.get("over");
    const arrows = marks().map((mark) => mark.map((site) => facts.names[site]).join(" → "));
    around.laid.textContent = [legend, ...arrows].join(" · ").replace(/^ · /, "marks: ");
    around.wipe.hidden = !arrows.length;
    bright(board, "path", path);
    sketch.draw();
    heated(board, heat ?? {});
  };
  const refresh = () => keeping(() => {
    const line = facts.pages.flatMap((page) => model.get(page));
    const now = (shown.now = model.get("state"));
    if (now.edit || shown.looking >= line.length) shown.looking = null;
    const current = isCurrent(shown);
    const count = claimsShown(shown);
    const words = wordsOf(line, model.get("joins"), facts.names);
    const { comments, lines } = model.get("notes");
    const last = paintLine(line, count, now.edit);
    numbered(board, around.counts() ? line.slice(1, count + 1) : [], words);
    bright(board, "chain", current ? now.chain : "");
    flagged(board.sites, "data-turn", current ? now.turn : []);
    flagged(board.sites, "data-obliges", current ? now.obliges : []);
    times.show(words, count, comments, lines);
    around.show(shown);
    around.score.textContent = score(facts, board.owners);
    overlay();
    const { heat, thread } = model.get("over");
    view.repaint?.({
      last, loop: current ? (now.loop ?? []) : [], thread: thread ?? [],
      heat: Object.keys(heat ?? {}).map(Number), marks: marks(),
    });
    if (hover.on()) hover.again();
  });
  const update = () => {
    refresh();
    requests.settle(`${shown.now.at} ${shown.now.says}`);
  };

  const count = () => (shown.now.edit ? board.sites.length : facts.claimable);
  const off = [
    keyboard(root, view, stop, { claim: sites.claim, deed, draw: sketch.at, escape, look, point: hover.point, times, zoom }),
    pointer(board, view, {
      site: (x, y) => nearest(board.sites, count(), x, y),
      press: (site) => {
        if (site < facts.claimable) stop.focus(site);
        stop.rest();
        sites.claim(site);
      },
      point: hover.point, strokes: sketch, touched: around.touched,
    }),
    requests.stop, around.stop, () => view.stop?.(), () => root.remove(),
  ];
  const onChange = together(update);
  const watched = ["state", ...facts.pages, "joins", "notes", "over", "ack"].map((trait) => `change:${trait}`);
  watched.forEach((event) => model.on(event, onChange));
  update();
  el.replaceChildren(root);
  return () => {
    watched.forEach((event) => model.off(event, onChange));
    off.forEach((undo) => undo());
  };
};
