/** The board in a notebook: it shows what Python sent, marks what was asked, and decides nothing. */

import { make, marked, nearest, outlined, ownersAfter, paint, read, towards } from "./drawing.js";
import { requester } from "./requests.js";

const STATES = ["empty", "", "", "blocked"];

const html = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const render = ({ model, el }) => {
  const facts = model.get("facts");
  const board = read(model.get("board"));
  const { svg, sites } = board;
  const claimable = sites.slice(0, facts.claimable);
  const name = (site) => facts.names[site];
  let now = model.get("state");
  let pending = new Set();
  let hovered = -1;
  let active = 0;
  let timer;

  // What there is to see and to press

  const turn = html("span", { className: "nb-turn" });
  const says = html("span", { className: "nb-says" });
  const status = html("div", { className: "nb-status" }, turn, says);
  status.setAttribute("role", "status");
  const trouble = html("div", { className: "nb-trouble" });
  trouble.setAttribute("role", "alert");
  const button = (deed, label, title) => {
    const made = html("button", { type: "button", textContent: label, title });
    made.dataset.deed = deed;
    return made;
  };
  const buttons = [
    button("undo", "Undo", "Take back the last move (u)"),
    button("redo", "Redo", "Play again what was taken back (r)"),
    button("swap", "Swap", "Exchange seats with the player who opened (s)"),
    button("resign", "Resign", "Give up, as the player to move"),
    button("new", "New game", "Start again; this game is kept"),
  ];
  const tools = html("div", { className: "nb-tools" }, ...buttons);
  const told = html(
    "details",
    { className: "nb-told" },
    html("summary", { textContent: "Rules" }),
    html("p", { textContent: facts.told }),
  );
  const root = html("div", { className: "nb-root" }, status, svg, trouble, tools, told);
  root.tabIndex = -1;

  const asRows = () => {
    svg.setAttribute("role", "grid");
    svg.setAttribute("aria-label", `${facts.name} board`);
    const rows = new Map();
    claimable
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
    for (const layer of ["shores", "labels", "areas", "hatch", "marks", "points", "chain", "last", "over", "paper"]) {
      board.layer(layer)?.setAttribute("aria-hidden", "true");
    }
  };

  const playable = (site) =>
    site >= 0 && now.to_move > 0 && board.owners[site] === 0 && !pending.has(site);

  // What changes

  const mark = (site, on) => {
    sites[site].element.toggleAttribute("data-pending", on);
    pending[on ? "add" : "delete"](site);
  };

  const ghost = (site) => {
    if (hovered >= 0) {
      delete sites[hovered].element.dataset.ghost;
      board.layer("over").replaceChildren();
    }
    hovered = playable(site) ? site : -1;
    svg.classList.toggle("nb-can", hovered >= 0);
    if (hovered < 0) return;
    sites[hovered].element.dataset.ghost = String(now.to_move);
    const shadow = marked(board, hovered, now.to_move);
    if (shadow) board.layer("over").append(shadow);
  };

  const label = (site) => {
    const owner = board.owners[site];
    const state = STATES[owner] || `taken by ${facts.players[owner - 1]}`;
    const last = site === lastSite() ? ", last move" : "";
    sites[site].element.setAttribute("aria-label", `${name(site)}, ${state}${last}`);
  };

  const line = () => [...model.get("past"), ...model.get("line")];
  const lastSite = () =>
    line().slice(0, now.at).filter((claim) => typeof claim !== "string").at(-1)?.[0] ?? -1;

  const ring = (site) =>
    board.layer("last").replaceChildren(...(site < 0 ? [] : outlined(sites[site])));

  const refresh = () => {
    const before = { owners: [...board.owners], last: lastSite() };
    now = model.get("state");
    paint(board, ownersAfter(line(), now.at, sites.length));
    const last = lastSite();
    claimable.forEach((_, site) => {
      const moved = site === last || site === before.last;
      if (moved || before.owners[site] !== board.owners[site]) label(site);
    });
    ring(last);
    const roles = now.chain ? ["casing", "core"] : [];
    board.layer("chain").replaceChildren(
      ...roles.map((role) => make("path", { d: now.chain, class: `nb-${role}` })),
    );
    turn.dataset.owner = String(now.to_move);
    says.textContent = now.says;
    root.classList.toggle("nb-over", now.to_move === 0);
    const can = { undo: now.undo, redo: now.redo, swap: now.swap, resign: now.to_move > 0, new: now.at > 0 };
    for (const made of buttons) made.disabled = !can[made.dataset.deed];
    buttons[2].hidden = !now.swap;
    ghost(hovered);
  };

  const requests = requester(model, {
    answered: (refused) => {
      if (!requests.count()) for (const site of [...pending]) mark(site, false);
      trouble.textContent = refused.at(-1) ?? "";
    },
    late: (count) => {
      for (const site of [...pending]) mark(site, false);
      trouble.textContent =
        `Python has not answered yet: ${count} ${count === 1 ? "request waits" : "requests wait"}. ` +
        "A running cell delays it; after a restart of the kernel, run this cell again.";
    },
  });

  // What a person does

  const claim = (site) => {
    if (site < 0 || !now.to_move) return;
    active = site;
    mark(site, true);
    ghost(-1);
    requests.ask(name(site));
  };

  const place = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return nearest(board, claimable.length, at.x, at.y);
  };

  const focus = (site) => {
    claimable[active].element.setAttribute("tabindex", "-1");
    active = site;
    claimable[active].element.setAttribute("tabindex", "0");
    claimable[active].element.focus({ preventScroll: true });
  };

  const press = (made) => {
    const deed = made.dataset.deed;
    if (["resign", "new"].includes(deed) && now.to_move && !made.dataset.sure) {
      const words = made.textContent;
      made.dataset.sure = "true";
      made.textContent = `${words}?`;
      clearTimeout(timer);
      timer = setTimeout(() => {
        delete made.dataset.sure;
        made.textContent = words;
      }, 4000);
      return;
    }
    if (made.dataset.sure) {
      clearTimeout(timer);
      delete made.dataset.sure;
      made.textContent = made.textContent.replace("?", "");
    }
    requests.ask(deed);
  };

  const STEPS = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const KEYS = { u: "undo", r: "redo", s: "swap" };

  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    const here = event.target.dataset?.site;
    if (here === undefined) return;
    if (STEPS[event.key]) focus(towards(board, claimable.length, Number(here), ...STEPS[event.key]));
    else if (event.key === "Enter" || event.key === " ") claim(Number(here));
    else if (KEYS[event.key]) requests.ask(KEYS[event.key]);
    else return;
    event.preventDefault();
  };
  const onClick = (event) => {
    const hit = event.detail ? place(event) : Number(event.target.dataset.site ?? -1);
    if (hit < 0) return;
    focus(hit);
    claim(hit);
  };
  const onMove = (event) => {
    if (event.pointerType !== "touch") ghost(place(event));
  };
  const onLeave = () => ghost(-1);
  const onTool = (event) => {
    const made = event.target.closest("button");
    if (made) press(made);
  };

  root.addEventListener("keydown", onKey);
  svg.addEventListener("click", onClick);
  svg.addEventListener("pointermove", onMove);
  svg.addEventListener("pointerleave", onLeave);
  tools.addEventListener("click", onTool);

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
  const watched = ["state", "past", "line", "ack"].map((trait) => `change:${trait}`);
  watched.forEach((event) => model.on(event, onChange));

  asRows();
  claimable[0].element.setAttribute("tabindex", "0");
  claimable.forEach((_, site) => label(site));
  refresh();
  el.replaceChildren(root);

  return () => {
    watched.forEach((event) => model.off(event, onChange));
    requests.stop();
    clearTimeout(timer);
    root.remove();
  };
};

export default { render };
