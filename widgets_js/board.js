/** The board in a notebook: it shows what Python sent, marks what was asked, and decides nothing. */

import { camera } from "./camera.js";
import { make, marked, nearest, outlined, ownersAfter, paint, read, towards } from "./drawing.js";
import { hint, score } from "./hints.js";
import { requester } from "./requests.js";
import { globe } from "./sphere.js";
import { button, html, timeline } from "./timeline.js";

const DRAG = 6; // pixels that make a press a drag
const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  7: [-0.6, -0.8], 9: [0.6, -0.8], 1: [-0.6, 0.8], 3: [0.6, 0.8],
};
const KEYS = { u: "undo", r: "redo", s: "swap" };

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
  let setting = null; // owners while a position is set up
  let asked = null; // what to do when a person has said yes

  // The scene: everything but the paper, so that it can be turned

  const scene = make("g", { class: "nb-scene" });
  scene.append(...[...svg.children].filter(({ tagName }) => tagName === "g"));
  svg.append(scene);
  const middle = ["x", "y"].map((axis) => sites.reduce((sum, site) => sum + site[axis], 0) / sites.length);
  const view = facts.globe ? globe(board, facts, svg, scene) : camera(svg, scene, facts.turns, middle);

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
  const tip = html("div", { className: "nb-tip" });
  const question = html("div", { className: "nb-question", role: "group", hidden: true });
  const press = {
    undo: button("Undo", "Take back the last move (u)", () => requests.ask("undo")),
    redo: button("Redo", "Play again what was taken back (r)", () => requests.ask("redo")),
    swap: button("Swap", "Exchange seats with the player who opened (s)", () => requests.ask("swap")),
    stop: button("Stop thinking", "Stop the computer player", () => requests.ask("stop")),
    think: button("Go on thinking", "Let the computer player think again", () => requests.ask("think")),
    resign: button("Resign", "Give up, as the player to move", () =>
      confirm("Resign this game?", "Resign", () => requests.ask("resign"))),
    new: button("New game", "Start again; this game is kept", () =>
      confirm("Start a new game? This one is kept.", "New game", () => requests.ask("new"))),
  };
  const tools = html("div", { className: "nb-tools" }, ...Object.values(press));
  const typed = html("input", {
    className: "nb-typed", type: "text", maxLength: 200, autocomplete: "off", spellcheck: false,
    placeholder: "type a move, or ask: neighbours, row, chains, last, who", ariaLabel: "move or question",
  });
  const sure = html("input", { type: "checkbox" });
  const pasted = html("textarea", { rows: 3, maxLength: 11000, placeholder: "paste a record here", ariaLabel: "record" });
  const remark = html("input", { type: "text", maxLength: 1000, placeholder: "say something of the last move", ariaLabel: "comment" });
  const more = html(
    "details", { className: "nb-more" }, html("summary", { textContent: "More" }),
    html("div", { className: "nb-tools" },
      button("Turn board", "Look at the board another way round", () => view.turn()),
      button("Zoom in", "Zoom in", () => view.zoom(1.5, ...eye())),
      button("Whole board", "Show the whole board", () => view.fit()),
      button("Set up", "Set pieces and take them away", () => requests.ask("edit")),
      button("Copy record", "Copy the record of this match", () => requests.ask("record")),
      html("label", {}, sure, " confirm moves")),
    html("form", { className: "nb-form", onsubmit: (event) => submit(event, remark, "comment ") },
      remark, html("button", { textContent: "Comment" })),
    html("form", { className: "nb-form", onsubmit: (event) => submit(event, pasted, "load ") },
      pasted, html("button", { textContent: "Load" })));
  const about = html(
    "details", { className: "nb-more" }, html("summary", { textContent: "About" }),
    html("p", { textContent: facts.told }));
  const times = timeline({ look: (shown) => look(shown), ask: (deed) => requests.ask(deed) });
  const setup = html("div", { className: "nb-tools nb-setup", hidden: true });
  const side = html("div", { className: "nb-side" }, tally, times.moves, times.kept);
  const root = html(
    "div", { className: "nb-root" },
    html("div", { className: "nb-main" }, status, svg, tip, trouble, reply, question, setup, times.bar, tools,
      html("form", { onsubmit: (event) => submit(event, typed, "") }, typed), more, about),
    side);
  root.dataset.game = facts.name;
  sure.checked = facts.confirm;

  // What changes

  const line = () => [...model.get("past"), ...model.get("line")];
  const shown = () => looking ?? now.at;
  const mover = () => (now.waits ? 0 : now.to_move);
  const playable = (site) => {
    if (site < 0) return false;
    if (setting) return setting[site] !== 3;
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
    svg.classList.toggle("nb-can", playable(site));
    tip.textContent = site < 0 ? "" : hint(facts, board.owners, site, now.obliges);
    if (site < 0) return;
    for (const other of facts.across[site] ?? []) {
      sites[other].element.setAttribute("data-near", "");
      board.ghosts.filter(({ site: copy }) => copy === other || copy === site)
        .forEach(({ element }) => element.setAttribute("data-near", ""));
    }
    facts.parts.forEach((holes, k) => {
      if (holes.includes(site)) sites[count + k].element.setAttribute("data-near", "");
    });
    if (!playable(site) || setting) return;
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
  const refresh = () => {
    now = model.get("state");
    const steps = line();
    if (looking !== null && looking >= steps.length) looking = null;
    if (Boolean(now.edit) !== Boolean(setting)) begin(now.edit);
    const owners = setting ?? ownersAfter(steps, shown() + 1, sites.length);
    const before = [...board.owners];
    paint(board, owners);
    const claims = steps.slice(1, shown() + 1).filter((claim) => typeof claim !== "string");
    const last = claims.at(-1)?.[0] ?? -1;
    for (let site = 0; site < count; site += 1) {
      if (!labelled || before[site] !== board.owners[site] || site === last || site === labelled.last) label(site, last);
    }
    labelled = { last };
    board.layer("last").replaceChildren(...(last < 0 || setting ? [] : outlined(sites[last])));
    const current = looking === null && !setting;
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
    const move = list.findLastIndex(({ end }) => end <= shown()) + 1;
    const text = current ? now.says : setting ? "Set up: click a site until it is as you want it." : `After move ${move} of ${list.length}; the game stands at the last.`;
    if (says.textContent !== text) says.textContent = text;
    root.classList.toggle("nb-done", now.to_move === 0);
    root.classList.toggle("nb-thinks", now.thinks);
    tally.textContent = score(facts, owners);
    times.show(list, shown(), comments, lines);
    if (now.trouble) trouble.textContent = now.trouble;
    press.undo.disabled = !now.undo;
    press.redo.disabled = !now.redo;
    press.resign.disabled = mover() === 0;
    press.swap.hidden = !now.swap;
    press.stop.hidden = !now.thinks;
    press.think.hidden = !(now.waits && !now.thinks);
    overlay();
    const { heat, thread } = model.get("over");
    view.repaint?.({ last: setting ? -1 : last, loop: current ? (now.loop ?? []) : [], thread: thread ?? [], heat: Object.keys(heat ?? {}).map(Number) });
    if (hovered >= 0) point(hovered);
  };

  const bright = (layer, path) => {
    const roles = path ? ["casing", "core"] : [];
    board.layer(layer).replaceChildren(...roles.map((role) => make("path", { d: path, class: `nb-${role}` })));
  };

  const overlay = () => {
    const { heat, path } = model.get("over");
    bright("path", path);
    board.layer("heat").replaceChildren(
      ...Object.entries(heat ?? {}).flatMap(([site, [share, text]]) => {
        const { element, x, y } = sites[site];
        const warm = make(element.tagName, { class: element.getAttribute("class") });
        for (const key of ["d", "cx", "cy", "r"]) if (element.hasAttribute(key)) warm.setAttribute(key, element.getAttribute(key));
        warm.style.setProperty("--nb-heat", share);
        const number = make("text", { x, y, "font-size": 6 });
        number.textContent = text;
        return [warm, number];
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

  const ask = (text, label_, act) => {
    asked = act;
    question.replaceChildren(
      text, " ",
      button(label_, label_, () => { const act_ = asked; ask(null); act_?.(); }),
      button("Cancel", "Cancel", () => ask(null)),
    );
    question.hidden = text === null;
    if (text !== null) question.querySelector("button").focus({ preventScroll: true });
  };
  const confirm = ask;

  const look = (to) => {
    looking = to === now.at ? null : to;
    refresh();
  };

  const claim = (site) => {
    if (site < 0) return;
    if (setting) {
      setting = setting.with(site, (setting[site] + 1) % 3);
      refresh();
      return;
    }
    if (looking !== null) {
      const from = looking;
      ask(`Play ${name(site)} here instead? The moves after this one are kept as a line.`, "Play here", () => {
        looking = null;
        requests.ask(`go ${from}`);
        requests.ask(name(site));
      });
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
    requests.ask(name(site));
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

  const begin = (on) => {
    setting = on ? ownersAfter(line(), now.at + 1, sites.length) : null;
    setup.hidden = !on;
    if (!on) return;
    setup.replaceChildren(
      ...facts.players.map((player) =>
        button(`${player} to move`, `Play on from here, ${player} to move`, () => requests.ask(`setup ${owned()} ${player} to move`))),
      button("Clear", "Take all pieces away", () => { setting = setting.fill(0); refresh(); }),
      button("Cancel", "Leave the match as it was", () => requests.ask("leave")));
  };

  const owned = () =>
    facts.players.map((player, k) =>
      [player, ...facts.names.filter((_, site) => setting[site] === k + 1)].join(" ") + ";").join(" ");

  const submit = (event, field, verb) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text && verb !== "comment ") return;
    requests.ask(verb + text);
    field.value = "";
  };

  const focus = (site) => {
    sites[active].element.setAttribute("tabindex", "-1");
    active = site;
    sites[active].element.setAttribute("tabindex", "0");
    sites[active].element.focus({ preventScroll: true });
  };

  const inRow = (site, end) => {
    const row = [...sites[site].element.parentNode.children];
    return Number(row.at(end).dataset.site);
  };

  const onKey = (event) => {
    if (event.key === "Tab" || event.altKey || event.metaKey) return;
    event.stopPropagation();
    const here = event.target.dataset?.site;
    if (here === undefined) return;
    const site = Number(here);
    if (event.ctrlKey) {
      if (event.key === "Home") look(0);
      else if (event.key === "End") look(now.at);
      else return;
    } else if (STEPS[event.key] && event.shiftKey && view.arrow) view.arrow(STEPS[event.key]);
    else if (STEPS[event.key]) {
      focus(towards(board, count, site, ...view.unturned(STEPS[event.key])));
      view.face?.(active);
    }
    else if (event.key === "Home") focus(inRow(site, 0));
    else if (event.key === "End") focus(inRow(site, -1));
    else if (event.key === "PageUp") times.step(-1);
    else if (event.key === "PageDown") times.step(1);
    else if (event.key === "Enter" || event.key === " ") claim(site);
    else if (event.key === "Escape") { choose(-1); if (looking !== null) look(now.at); }
    else if (KEYS[event.key]) requests.ask(KEYS[event.key]);
    else return;
    event.preventDefault();
  };

  const eye = () => {
    const box = svg.getAttribute("viewBox").split(" ").map(Number);
    return [box[0] + box[2] / 2, box[1] + box[3] / 2];
  };
  const onPaper = (event, layer = svg) =>
    new DOMPoint(event.clientX, event.clientY).matrixTransform(layer.getScreenCTM().inverse());
  const place = (event) => {
    const { x, y } = onPaper(event, scene);
    if (view.site) return view.site(x, y);
    return nearest(board, setting ? sites.length : count, x, y);
  };

  const fingers = new Map();
  let dragged = 0;
  const onDown = (event) => {
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1) dragged = 0;
    if (event.pointerType === "touch" && !sure.dataset.touched) {
      sure.dataset.touched = "yes";
      sure.checked = true;
    }
  };
  const onMove = (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) {
      if (event.pointerType !== "touch") point(place(event));
      return;
    }
    const to = [event.clientX, event.clientY];
    const by = [to[0] - from[0], to[1] - from[1]];
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    dragged += Math.hypot(...by);
    if (other) {
      const [was, is] = [from, to].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
      const { x, y } = onPaper({ clientX: (to[0] + other[0]) / 2, clientY: (to[1] + other[1]) / 2 });
      dragged += DRAG;
      if (was > 0) view.zoom(is / was, x, y);
    } else if (dragged > DRAG) view.pan(...by);
    fingers.set(event.pointerId, to);
  };
  const onUp = (event) => fingers.delete(event.pointerId);
  const onWheel = (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = onPaper(event);
    view.zoom(Math.exp(-event.deltaY / 300), x, y);
  };
  const onClick = (event) => {
    if (event.detail && dragged > DRAG && view.zoomed()) return;
    const hit = event.detail ? place(event) : Number(event.target.dataset.site ?? -1);
    if (hit < 0) return;
    if (hit < count) focus(hit);
    claim(hit);
  };
  const onFocus = (event) => {
    const site = event.target.dataset?.site;
    if (site !== undefined) tip.textContent = hint(facts, board.owners, Number(site), now.obliges);
  };

  const heard = [
    [root, "keydown", onKey], [svg, "click", onClick], [svg, "pointerdown", onDown], [svg, "pointermove", onMove],
    [svg, "pointerup", onUp], [svg, "pointercancel", onUp], [svg, "wheel", onWheel, { passive: false }],
    [svg, "pointerleave", (event) => { onUp(event); point(-1); }], [svg, "focusin", onFocus],
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
      requests.settle();
    });
  };
  const watched = ["state", "past", "line", "joins", "notes", "over", "ack"].map((trait) => `change:${trait}`);
  watched.forEach((event) => model.on(event, onChange));

  asRows();
  sites[0].element.setAttribute("tabindex", "0");
  refresh();
  el.replaceChildren(root);

  return () => {
    watched.forEach((event) => model.off(event, onChange));
    heard.forEach(([target, event, call, options]) => target.removeEventListener(event, call, options));
    requests.stop();
    view.stop?.();
    root.remove();
  };
};

export default { render };
