/** The board in a notebook: it shows what Python sent, marks what was asked, and decides nothing. */

import { camera } from "./camera.js";
import { chalked, make, marked, nearest, outlined, ownersAfter, paint, read, siteOf, towards } from "./drawing.js";
import { hint, score } from "./hints.js";
import { requester } from "./requests.js";
import { globe } from "./sphere.js";
import { able, button, html, timeline } from "./timeline.js";

const DRAG = 6; // pixels that make a press a drag
const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  7: [-0.6, -0.8], 9: [0.6, -0.8], 1: [-0.6, 0.8], 3: [0.6, 0.8],
};
const KEYS = { u: "undo", r: "redo", s: "swap" };
const LONG = 500; // milliseconds until a press is a long one

const render = ({ model, el }) => {
  const facts = model.get("facts");
  const board = read(model.get("board"));
  const { svg, sites } = board;
  const count = facts.claimable;
  const name = (site) => facts.names[site];
  let now = model.get("state");
  let looking = null; // how many claims are shown, while an earlier position is looked at
  let pending = new Set();
  let chosen = -1; // clicked once, where moves are confirmed
  let hovered = -1;
  let active = 0;
  let begun = 0; // where a walk with the arrows began, and in which direction
  let walk = null;
  let chalk = -1; // where a ring or an arrow begins
  let holding; // until a finger has pressed long
  let asked = null; // what to do when a person has said yes
  let seconds = 0;
  let ticking; // while the computer player thinks

  // The scene: everything but the paper, so that it can be turned

  const scene = make("g", { class: "nb-scene" });
  scene.append(...[...svg.children].filter(({ tagName }) => tagName === "g"));
  svg.append(scene);
  const drawn = [...sites, ...board.ghosts, ...[...board.layer("labels").children].map(siteOf)];
  /** @type {any} a camera, and on a sphere more */
  const view = facts.globe
    ? globe(board, facts, svg, scene)
    : camera(svg, scene, facts.turns, drawn.map(({ x, y }) => [x, y]), sites.length);

  const asRows = () => {
    svg.setAttribute("role", "grid");
    svg.setAttribute("aria-label", `${facts.name} board`);
    svg.setAttribute("aria-readonly", "true");
    for (const layer of [...scene.children, ...svg.querySelectorAll("defs, .nb-paper")]) {
      if (!layer.matches(".nb-scene, .nb-sites")) layer.setAttribute("aria-hidden", "true");
    }
    scene.setAttribute("role", "presentation");
    board.layer("sites").setAttribute("role", "presentation");
    const rows = new Map();
    sites
      .slice(0, count)
      .map((site, number) => ({ ...site, number }))
      .sort((a, b) => a.y - b.y || a.x - b.x || a.number - b.number)
      .forEach(({ element, number, y }) => {
        element.dataset.site = String(number);
        element.setAttribute("role", "gridcell");
        element.setAttribute("tabindex", "-1");
        element.dataset.lmSuppressShortcuts = "true";
        const key = Math.round(y);
        if (!rows.has(key)) rows.set(key, make("g", { role: "row" }));
        rows.get(key).append(element);
      });
    board.layer("sites").append(...rows.values());
  };

  // What there is to see and to press

  const turn = html("span", { className: "nb-turn" });
  const says = html("span", { className: "nb-says" });
  const status = html("div", { className: "nb-status", role: "status" }, turn, says);
  const tally = html("div", { className: "nb-score" });
  const trouble = html("div", { className: "nb-trouble", role: "alert" });
  const reply = html("div", { className: "nb-reply", role: "status" });
  const laid = html("div", { className: "nb-laid" });
  const tip = html("div", { className: "nb-tip" });
  const question = html("div", { className: "nb-question", role: "group", hidden: true });
  const press = {
    back: button("Back to the game", "Look at the position as it is now (Escape)", () => look(now.at)),
    undo: button("Undo", "Take back the last move (u)", () => deed("undo")),
    redo: button("Redo", "Play again what was taken back (r)", () => deed("redo")),
    swap: button("Swap", "Exchange seats with the player who opened (s)", () => deed("swap")),
    stop: button("Stop thinking", "Stop the computer player", () => deed("stop")),
    think: button("Go on thinking", "Let the computer player think again", () => deed("think")),
    wipe: button("Wipe marks", "Take away rings and arrows", () => requests.ask("mark")),
    resign: button("Resign", "Give up, as the player to move", () =>
      ask("Resign this game?", "Resign", () => deed("resign"))),
    new: button("New game", "Start again; this game is kept", () =>
      ask("Start a new game? This one is kept.", "New game", () => deed("new"))),
  };
  const clock = html("span", { ariaHidden: "true" });
  const tools = html("div", { className: "nb-tools" }, ...Object.values(press), clock);
  const typed = html("input", {
    className: "nb-typed", type: "text", autocomplete: "off", spellcheck: false,
    placeholder: "type a move, or ask: neighbours, row, chains, last, who", ariaLabel: "move or question",
  });
  const sure = html("input", { type: "checkbox" });
  const counted = html("input", { type: "checkbox", onchange: () => refresh() });
  const pasted = html("textarea", { rows: 3, placeholder: "paste a record here", ariaLabel: "record" });
  const remark = html("input", { type: "text", maxLength: 1000, placeholder: "say something of the move shown", ariaLabel: "comment" });
  const more = html(
    "details", { className: "nb-more" }, html("summary", { textContent: "More" }),
    html("div", { className: "nb-tools" },
      button("Turn board", "Look at the board another way round", () => view.turn()),
      button("Zoom in", "Zoom in", () => zoom(1.5)),
      button("Whole board", "Show the whole board", () => view.fit()),
      button("Set up", "Set pieces and take them away", () => requests.ask("edit")),
      button("Copy record", "Copy the record of this match", () => requests.ask("record")),
      html("label", {}, sure, " confirm moves"), html("label", {}, counted, " number moves")),
    html("form", { className: "nb-form", onsubmit: (event) => submit(event, remark, `comment ${times.at()}:`) },
      remark, html("button", { textContent: "Comment" })),
    html("form", { className: "nb-form", onsubmit: (event) => submit(event, pasted, "load ") },
      pasted, html("button", { textContent: "Load" })));
  const about = html(
    "details", { className: "nb-more" }, html("summary", { textContent: "About" }),
    html("p", { textContent: facts.told }));
  const times = timeline({ look: (shown) => look(shown), ask: (deed) => requests.ask(deed) });
  const setup = html(
    "div", { className: "nb-setup", hidden: true },
    ...facts.players.map((player) =>
      button(`${player} to move`, `Play on from here, ${player} to move`, () => deed(`begin ${player}`))),
    button("Clear", "Take all pieces away", () => deed("clear")),
    button("Cancel", "Leave the match as it was", () => deed("leave")),
  );
  const side = html("div", { className: "nb-side" }, tally, times.moves, times.kept);
  const root = html(
    "div", { className: "nb-root" },
    html("div", { className: "nb-main" }, status, svg, tip, trouble, reply, laid, question, setup, times.bar, tools,
      html("form", { onsubmit: (event) => submit(event, typed, "") }, typed), more, about),
    side);
  root.dataset.game = facts.name;
  sure.checked = facts.confirm;

  // What changes

  const focused = () => root.getRootNode().activeElement;
  /** Do what may take away what has the focus; the board has it then. */
  const keeping = (act) => {
    const had = root.contains(focused());
    act();
    if (had && !(root.contains(focused()) && focused().checkVisibility())) focus(active);
  };

  const line = () => facts.pages.flatMap((page) => model.get(page));
  const shown = () => looking ?? now.at;
  const mover = () => (now.waits ? 0 : now.to_move);
  const playable = (site) => {
    if (site < 0) return false;
    if (now.edit) return board.owners[site] !== 3;
    if (looking !== null) return board.owners[site] === 0;
    return mover() > 0 && board.owners[site] === 0 && !pending.has(site);
  };

  const mark = (site, on) => {
    sites[site].element.toggleAttribute("data-pending", on);
    pending[on ? "add" : "delete"](site);
  };

  const point = (site) => {
    if (hovered >= 0) {
      delete sites[hovered].element.dataset.ghost;
      board.layer("over").replaceChildren();
      scene.querySelectorAll("[data-near]").forEach((element) => element.removeAttribute("data-near"));
    }
    hovered = site;
    if (chalk >= 0) draw();
    svg.classList.toggle("nb-can", playable(site));
    const told = site < 0 ? [] : hint(facts, board.owners, site, looking === null ? now.obliges : []);
    tip.textContent = told.join(" · ");
    if (site < 0) return;
    sites[site].element.setAttribute("aria-description", told.slice(1).join(", "));
    for (const other of facts.across[site] ?? []) {
      sites[other].element.setAttribute("data-near", "");
      board.ghosts.filter(({ site: copy }) => copy === other || copy === site)
        .forEach(({ element }) => element.setAttribute("data-near", ""));
    }
    facts.parts.forEach((holes, k) => {
      if (holes.includes(site)) sites[count + k].element.setAttribute("data-near", "");
    });
    if (!playable(site) || now.edit || looking !== null) return;
    sites[site].element.dataset.ghost = String(mover());
    const shadow = marked(board, site, mover());
    if (shadow) board.layer("over").append(shadow);
  };

  const label = (site, last) => {
    const owner = board.owners[site];
    const state = owner === 3 ? "blocked" : owner ? `taken by ${facts.players[owner - 1]}` : "empty";
    sites[site].element.setAttribute("aria-label", `${name(site)}, ${state}${site === last ? ", last move" : ""}`);
  };

  const words = (steps) => {
    const joins = new Set(model.get("joins"));
    const found = [];
    let open = [];
    steps.slice(1).forEach((claim, k) => {
      open.push(typeof claim === "string" ? claim : name(claim[0]));
      if (joins.has(k + 1)) return;
      found.push({ word: open.join(","), end: k + 1 });
      open = [];
    });
    if (open.length) found.push({ word: `${open.join(",")},`, end: steps.length - 1 });
    return found;
  };

  let labelled = null;
  const refresh = () => keeping(() => {
    now = model.get("state");
    const steps = line();
    if (now.edit || looking >= steps.length) looking = null;
    const owners = ownersAfter(now.edit ? [now.edit] : steps, shown() + 1, sites.length);
    const before = [...board.owners];
    paint(board, owners);
    const claims = steps.slice(1, shown() + 1).filter((claim) => typeof claim !== "string");
    const last = claims.at(-1)?.[0] ?? -1;
    for (let site = 0; site < count; site += 1) {
      if (!labelled || before[site] !== board.owners[site] || site === last || site === labelled.last) label(site, last);
    }
    labelled = { last };
    board.layer("numbers").replaceChildren(...(counted.checked ? numbered(steps.slice(1, shown() + 1), words(steps)) : []));
    board.layer("last").replaceChildren(...(last < 0 || now.edit ? [] : outlined(sites[last])));
    const current = looking === null && !now.edit;
    bright("chain", current ? now.chain : "");
    for (const [attribute, marked_] of [["data-turn", now.turn], ["data-obliges", now.obliges]]) {
      const wanted = new Set(current ? marked_ : []);
      sites.forEach(({ element }, site) => {
        if (element.hasAttribute(attribute) !== wanted.has(site)) element.toggleAttribute(attribute);
      });
    }
    turn.dataset.owner = String(now.to_move);
    const list = words(steps);
    const { comments, lines } = model.get("notes");
    times.show(list, shown(), comments, lines);
    const text = current
      ? now.says
      : now.edit
        ? "Set up: click a site until it is as you want it, then say who is to move."
        : `Looking back: ${times.at() ? `after move ${times.at()}` : "the start"}, of ${times.count()}.`;
    if (says.textContent !== text) says.textContent = text;
    root.classList.toggle("nb-done", now.to_move === 0);
    root.classList.toggle("nb-thinks", now.thinks);
    root.classList.toggle("nb-setting", Boolean(now.edit));
    tally.textContent = score(facts, owners);
    if (now.trouble) trouble.textContent = now.trouble;
    able(press.undo, now.undo);
    able(press.redo, now.redo);
    able(press.resign, mover());
    press.back.hidden = looking === null;
    press.swap.hidden = !now.swap || looking !== null;
    press.stop.hidden = !now.thinks;
    press.think.hidden = !now.waits || now.thinks;
    setup.hidden = !now.edit;
    tick();
    overlay();
    const { heat, thread } = model.get("over");
    view.repaint?.({
      last: now.edit ? -1 : last, loop: current ? (now.loop ?? []) : [], thread: thread ?? [],
      heat: Object.keys(heat ?? {}).map(Number), marks: marks(),
    });
    if (hovered >= 0) point(hovered);
  });

  const tick = () => {
    if (!now.thinks) {
      clearInterval(ticking);
      ticking = seconds = 0;
    }
    clock.textContent = now.thinks ? `${seconds} s ${now.progress}` : "";
    ticking ||= now.thinks && setInterval(() => { seconds += 1; tick(); }, 1000);
  };

  const bright = (layer, path) => {
    const roles = path ? ["casing", "core"] : [];
    board.layer(layer).replaceChildren(...roles.map((role) => make("path", { d: path, class: `nb-${role}` })));
  };

  /** The number of its move on each site. */
  const numbered = (claims, list) => claims.flatMap((claim, k) => {
    if (typeof claim === "string") return [];
    const [site] = claim;
    return [written(sites[site], list.findIndex(({ end }) => end > k) + 1, { "font-size": 8, "data-at": site, "data-owner": board.owners[site] })];
  });

  const written = ({ x, y }, text, how) => {
    const element = make("text", { x, y, ...how });
    element.textContent = text;
    return element;
  };

  const marks = () => model.get("over").marks ?? [];
  const draw = () => bright("chalk", chalked(sites, chalk < 0 ? marks() : [...marks(), [chalk, hovered < 0 ? chalk : hovered]]));

  const overlay = () => {
    const { heat, path, legend = "" } = model.get("over");
    laid.textContent = [legend, ...marks().map((mark) => mark.map(name).join(" → "))].join(" · ").replace(/^ · /, "marks: ");
    press.wipe.hidden = !marks().length;
    bright("path", path);
    draw();
    board.layer("heat").replaceChildren(
      ...Object.entries(heat ?? {}).flatMap(([site, [share, text]]) => {
        const { element, x, y } = sites[site];
        const warm = make(element.tagName, { class: element.getAttribute("class") });
        for (const key of ["d", "cx", "cy", "r"]) if (element.hasAttribute(key)) warm.setAttribute(key, element.getAttribute(key));
        warm.style.setProperty("--nb-heat", share);
        return [warm, written({ x, y }, text, { "font-size": 6 })];
      }),
    );
  };

  const requests = requester(model, {
    answered: (replies) => {
      if (!requests.count()) for (const site of [...pending]) mark(site, false);
      const last = replies.at(-1);
      trouble.textContent = last?.[0] === "refused" ? last[1] : "";
      reply.textContent = last?.[0] === "said" ? last[1] : "";
      if (last?.[0] === "record") copy(last[1]);
      point(hovered);
    },
    late: (waiting) => {
      for (const site of [...pending]) mark(site, false);
      trouble.textContent =
        `Python has not answered yet: ${waiting} ${waiting === 1 ? "request waits" : "requests wait"}. ` +
        "A running cell delays it; after a restart of the kernel, run this cell again.";
    },
  });

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      reply.textContent = "The record is copied.";
    } catch {
      pasted.value = text;
      more.open = true;
      pasted.select();
      reply.textContent = "Copy the record from the box below.";
    }
  };

  // What a person does

  const ask = (text, label_, act) => keeping(() => {
    asked = act;
    question.replaceChildren(
      text, " ",
      button(label_, "", () => { ask(null); act(); }),
      button("Cancel", "", () => choose(-1)),
    );
    question.hidden = text === null;
    if (text !== null) question.querySelector("button").focus({ preventScroll: true });
  });

  const look = (to) => {
    looking = to === now.at ? null : to;
    refresh();
  };

  /** Ask for what changes the game itself: it is looked at as it stands. */
  const deed = (text) => {
    looking = null;
    requests.ask(text);
  };

  const claim = (site) => {
    if (site < 0 || requests.last() === name(site)) return; // the second of a double click
    if (now.edit) {
      deed(`set ${name(site)}`);
      return;
    }
    if (looking !== null) {
      const from = looking;
      ask(`Play ${name(site)} here instead? The moves after this one are kept as a line.`, "Play here", () =>
        deed(`from ${from} ${name(site)}`));
      return;
    }
    if (!mover()) return;
    if (sure.checked && chosen !== site) {
      choose(site);
      return;
    }
    choose(-1);
    mark(site, true);
    point(-1);
    deed(name(site));
  };

  const choose = (site) => {
    if (chosen >= 0) sites[chosen].element.removeAttribute("data-chosen");
    chosen = site;
    if (site < 0) {
      if (asked) ask(null);
      return;
    }
    sites[site].element.setAttribute("data-chosen", "");
    ask(`Play ${name(site)}?`, `Play ${name(site)}`, () => claim(site));
    focus(site);
  };

  const submit = (event, field, verb) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text && field !== remark) return;
    (field === remark ? requests.ask : deed)(verb + text);
    field.value = "";
  };

  /** Make a site the one tab stop. */
  const stop = (site) => {
    sites[active].element.setAttribute("tabindex", "-1");
    active = site;
    sites[active].element.setAttribute("tabindex", "0");
  };

  const focus = (site) => {
    stop(site);
    sites[site].element.focus({ preventScroll: true });
    view.reveal(sites[site].x, sites[site].y);
  };

  const step = (site, key) => {
    const [dx, dy] = STEPS[key];
    const slope = dx * dy || Math.abs(dx); // there and back are one walk
    if (walk !== slope) [walk, begun] = [slope, site];
    focus(towards(board, count, site, view.unturned([dx, dy]), begun));
  };

  const inRow = (site, end) => {
    const row = [...sites[site].element.parentNode.children];
    return Number(row.at(end).dataset.site);
  };

  /** Begin a ring or an arrow here, or end it. */
  const chalkAt = (site) => {
    if (chalk >= 0 && site >= 0) requests.ask(`mark ${name(chalk)}${site === chalk ? "" : `>${name(site)}`}`);
    chalk = chalk < 0 ? site : -1;
    reply.textContent = chalk < 0 ? "" : `From ${name(chalk)} to where? Let go there, or press m.`;
    draw();
  };

  /** Leave the mark, the question or the position that is looked at; is there one? */
  const escape = () => {
    if (chalk < 0 && !asked && looking === null) return false;
    if (chalk >= 0) chalkAt(-1);
    else if (asked) choose(-1);
    else look(now.at);
    return true;
  };

  const onKey = (event) => {
    const accel = event.ctrlKey || event.metaKey;
    const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
    if (key === "Tab" || event.altKey || (accel && key === "s")) return;
    if (key === "Escape" && !escape()) return;
    event.stopPropagation();
    const site = Number(event.target.dataset?.site ?? -1);
    if (site < 0) return;
    if (!STEPS[key]) walk = null;
    if (accel) {
      if (key === "Home") look(0);
      else if (key === "End") look(times.end());
      else return;
    } else if (STEPS[key] && event.shiftKey && view.arrow) view.arrow(STEPS[key]);
    else if (STEPS[key]) {
      step(site, key);
      view.face?.(active);
    } else if (key === "Home") focus(inRow(site, 0));
    else if (key === "End") focus(inRow(site, -1));
    else if (key === "PageUp") times.step(-1);
    else if (key === "PageDown") times.step(1);
    else if (key === "Enter" || key === " ") claim(site);
    else if (key === "m") chalkAt(site);
    else if (key === "+" || key === "-") zoom(key === "+" ? 1.5 : 1 / 1.5);
    else if (KEYS[key]) deed(KEYS[key]);
    else return;
    event.preventDefault();
  };

  const zoom = (factor) => {
    const box = svg.getAttribute("viewBox").split(" ").map(Number);
    view.zoom(factor, box[0] + box[2] / 2, box[1] + box[3] / 2);
    view.reveal(sites[active].x, sites[active].y);
  };
  const onPaper = (event, layer = svg) =>
    new DOMPoint(event.clientX, event.clientY).matrixTransform(layer.getScreenCTM().inverse());
  const place = (event) => {
    const { x, y } = onPaper(event, scene);
    if (view.site) return view.site(x, y);
    return nearest(board, now.edit ? sites.length : count, x, y);
  };

  const fingers = new Map();
  let dragged = 0;
  const onDown = (event) => {
    if (event.isPrimary) {
      fingers.clear();
      dragged = 0;
    }
    if (event.button === 2) {
      if (chalk < 0) chalkAt(place(event));
      return;
    }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    clearTimeout(holding);
    if (event.pointerType === "touch" && event.isPrimary) holding = setTimeout(() => chalkAt(place(event)), LONG);
    if (event.pointerType === "touch" && !sure.dataset.touched) {
      sure.dataset.touched = "yes";
      sure.checked = true;
    }
  };
  const onMove = (event) => {
    if (!event.buttons) fingers.clear(); // let go where nobody saw it
    const from = fingers.get(event.pointerId);
    if (!from || chalk >= 0) {
      if (from || event.pointerType !== "touch") point(place(event));
      return;
    }
    const to = [event.clientX, event.clientY];
    const by = [to[0] - from[0], to[1] - from[1]];
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    dragged += Math.hypot(...by);
    if (dragged > DRAG) clearTimeout(holding);
    if (other) {
      const [was, is] = [from, to].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
      const { x, y } = onPaper({ clientX: (to[0] + other[0]) / 2, clientY: (to[1] + other[1]) / 2 });
      dragged += DRAG;
      if (was > 0) view.zoom(is / was, x, y);
    } else if (dragged > DRAG) view.pan(...by);
    fingers.set(event.pointerId, to);
  };
  const onUp = (event) => {
    clearTimeout(holding);
    fingers.delete(event.pointerId);
    if (chalk < 0) return;
    dragged = Infinity; // and no claim
    chalkAt(event.type === "pointerup" ? place(event) : -1);
    point(-1);
  };
  const onWheel = (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = onPaper(event);
    view.zoom(Math.exp(-event.deltaY / 300), x, y);
  };
  const onClick = (event) => {
    if (event.detail && dragged > DRAG && (view.zoomed() || dragged === Infinity)) return;
    const hit = event.detail ? place(event) : Number(event.target.dataset.site ?? -1);
    if (hit < 0) return;
    if (hit < count) focus(hit);
    walk = null;
    claim(hit);
  };
  const onFocus = (event) => {
    const site = Number(event.target.dataset.site ?? -1);
    if (site >= 0) stop(site);
    point(site);
  };

  const heard = [
    [root, "keydown", onKey], [svg, "click", onClick], [svg, "pointerdown", onDown], [svg, "pointermove", onMove],
    [svg, "pointerup", onUp], [svg, "pointercancel", onUp], [svg, "wheel", onWheel, { passive: false }],
    [svg, "contextmenu", (event) => { event.preventDefault(); event.stopPropagation(); }],
    [svg, "touchmove", (event) => { if (chalk >= 0) event.preventDefault(); }, { passive: false }],
    [svg, "pointerleave", (event) => { onUp(event); point(-1); }], [root, "focusin", onFocus], // on the drawing it would make a second tab stop
  ];
  heard.forEach(([target, event, call, options]) => target.addEventListener(event, call, options));

  // Several traits arrive one by one in some houses: look once, when all are there.
  let due = false;
  const onChange = () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      refresh();
      requests.settle(`${now.at} ${now.says}`);
    });
  };
  const watched = ["state", ...facts.pages, "joins", "notes", "over", "ack"].map((trait) => `change:${trait}`);
  watched.forEach((event) => model.on(event, onChange));

  asRows();
  stop(0);
  refresh();
  requests.settle(`${now.at} ${now.says}`);
  el.replaceChildren(root);

  return () => {
    watched.forEach((event) => model.off(event, onChange));
    heard.forEach(([target, event, call, options]) => target.removeEventListener(event, call, options));
    requests.stop();
    view.stop?.();
    clearInterval(ticking);
    root.remove();
  };
};

export default { render };
