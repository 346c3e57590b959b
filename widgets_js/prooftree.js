/** A proof tree to walk through: its nodes by mouse or keys, beside them the board of the chosen one. */

import { outlined, paint, read } from "./drawing.js";
import { hear, hearKernel } from "./host.js";
import { able, button, html, listen } from "./html.js";
import { pressedBy } from "./pressed.js";
import { requester } from "./requests.js";
import { save } from "./saving.js";
import { schemed } from "./scheme.js";

const GONE = "Python no longer knows this tree. Run the cell again.";
const LATE = "Python has not answered yet. If a cell is running, wait for it, else run this cell again.";
const KEYS = "Keys: up and down walk, right opens, left closes, Enter does either, s solves or stops.";

/** A row that Python sent. */
const nodeOf = ([line, words, value, changes, says, kind, same]) => ({ line, words, value, changes, says, kind, same });

const parentOf = (line) => line.split(" ").slice(0, -1).join(" ");
const signOf = (value) => (value === null ? "?" : value > 0 ? "+" : value < 0 ? "−" : "=");
const winnerOf = (value) => (value > 0 ? 1 : value < 0 ? 2 : 0);

/** The nodes of a tree by their lines, and which are open and chosen on this page. */
const walkOf = (rows) => {
  const walk = { nodes: new Map(), below: new Map(), opened: new Set([""]), chosen: "" };
  walk.take = (news) => {
    walk.nodes = new Map(news.map(nodeOf).map((node) => [node.line, node]));
    walk.below = new Map([...walk.nodes.keys()].map((line) => [line, []]));
    for (const line of walk.nodes.keys()) if (line) walk.below.get(parentOf(line)).push(line);
    while (!walk.nodes.has(walk.chosen)) walk.chosen = parentOf(walk.chosen); // another line leads there now
  };
  walk.isOpen = (line) => walk.opened.has(line) && walk.below.get(line).length > 0;
  walk.reveal = (line) => {
    for (let at = line; at; at = parentOf(at)) walk.opened.add(parentOf(at));
    walk.chosen = line;
  };
  /** The lines that are shown, from the top down. */
  walk.shown = (line = "") => [line, ...(walk.isOpen(line) ? walk.below.get(line).flatMap(walk.shown) : [])];
  /** Who owns which site after a line. */
  walk.owners = (line, facts) => {
    const words = line ? line.split(" ") : [];
    const lines = words.map((_, k) => words.slice(0, k + 1).join(" "));
    const owners = new Array(facts.sites).fill(0);
    for (const changes of [facts.start, ...lines.map((at) => walk.nodes.get(at).changes)]) {
      for (let k = 0; k < changes.length; k += 2) owners[changes[k]] = changes[k + 1];
    }
    return owners;
  };
  walk.take(rows);
  return walk;
};

/** The nodes as a tree of the page; only what is open is there. */
const itemOf = (walk, line = "") => {
  const node = walk.nodes.get(line);
  const row = html("span", { className: "nb-node" },
    html("i", { className: "nb-fold", ariaHidden: "true" }),
    html("b", { className: "nb-sign", textContent: signOf(node.value), ariaHidden: "true" }),
    html("span", { textContent: node.words }));
  row.children[1].dataset.owner = String(winnerOf(node.value));
  const item = html("li", {
    role: "treeitem", tabIndex: line === walk.chosen ? 0 : -1, ariaLabel: node.words,
    ariaSelected: String(line === walk.chosen),
  }, row);
  item.dataset.line = line;
  if (["fold", "part", "open"].includes(node.kind)) item.ariaExpanded = String(walk.isOpen(line));
  if (walk.isOpen(line)) {
    item.append(html("ul", { role: "group" }, ...walk.below.get(line).map((later) => itemOf(walk, later))));
  }
  return item;
};

/** The board of the chosen node, and what it says to a screen reader. */
const boardOf = (model) => {
  const facts = model.get("facts");
  const board = read(model.get("board"));
  const sites = board.sites.length;
  board.svg.setAttribute("role", "img");
  const show = (walk) => {
    const { line, says, changes } = walk.nodes.get(walk.chosen);
    const owners = walk.owners(line, { ...facts, sites });
    paint(board, owners);
    board.layer("last").replaceChildren(...(changes.length ? outlined(board.sites[changes[0]]) : []));
    const owned = facts.players.map((player, k) => {
      const names = facts.names.filter((_, site) => owners[site] === k + 1);
      return `${player} has ${names.join(", ") || "nothing"}.`;
    });
    board.svg.setAttribute("aria-label", `Board of ${facts.title}. ${owned.join(" ")}`);
    return `After ${line || "no claim"}: ${says}`;
  };
  return { svg: board.svg, show };
};

/** What stands around the tree and the board. */
const panelOf = ({ title, players, draws, note }, board, deeds) => {
  const solve = button("Solve", "Solve the chosen node, or stop (s)", deeds.solve);
  const keep = button("Save", "Save the tree as a file", deeds.save);
  const merge = button("Merge a file", "Merge a tree that somebody saved", () => file.click());
  const file = html("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: deeds.merge });
  const drawn = draws ? ", = a draw" : "";
  const news = html("p", { className: "nb-told", role: "status" });
  const tree = html("ul", { role: "tree", ariaLabel: `Proof tree of ${title}` });
  const caption = html("p", { className: "nb-caption" });
  const root = html("section", { className: "nb-root nb-prooftree", ariaLabel: `Proof tree of ${title}` },
    html("div", { className: "nb-tools" }, solve, keep, merge, file), news,
    html("div", { className: "nb-walk" }, tree, html("div", { className: "nb-beside" }, board, caption)),
    html("p", { textContent: `Signs: + ${players[0]} wins, − ${players[1]} wins${drawn}, ? open. ${note}` }),
    html("p", { textContent: KEYS }));
  tree.dataset.lmSuppressShortcuts = "true"; // Jupyter's keys
  return { root, solve, file, news, tree, caption };
};

/** What each key does at the chosen node. */
const keysOf = (walk, deeds) => {
  const beside = (by) => () => {
    const shown = walk.shown();
    deeds.choose(shown[shown.indexOf(walk.chosen) + by] ?? walk.chosen);
  };
  return {
    ArrowDown: beside(1),
    ArrowUp: beside(-1),
    Home: () => deeds.choose(""),
    End: () => deeds.choose(walk.shown().at(-1)),
    ArrowRight: () => (walk.isOpen(walk.chosen) ? deeds.choose(walk.below.get(walk.chosen)[0]) : deeds.toggle()),
    ArrowLeft: () => (walk.isOpen(walk.chosen) ? deeds.fold() : deeds.choose(parentOf(walk.chosen))),
    Enter: () => deeds.toggle(),
    " ": () => deeds.toggle(),
  };
};

/** What is asked of Python, and what becomes of its answers. */
const asksOf = (model, says, busy) => requester(model, {
  open: busy,
  answered(replies) {
    for (const [how, words] of replies) {
      if (how === "file") save("prooftree.json", words, "application/json");
      else if (words) says(words);
    }
  },
  late: () => says(LATE),
  gone: () => says(GONE),
});

/** What a person can do with the tree; `view` draws it anew and asks Python. */
const deedsOf = (model, walk, view) => {
  const choose = (line) => { walk.reveal(line); view.redraw(true); };
  const fold = () => {
    walk.opened.delete(walk.chosen);
    view.redraw(true);
  };
  /**
   * Open or close the chosen branch; a leaf, or what lacks moves, is opened by Python; what is met again is shown
   * where it stands.
   */
  const toggle = () => {
    const { line, kind, same } = walk.nodes.get(walk.chosen);
    if (kind === "over") return;
    if (kind === "same") return void choose(same);
    const isOpen = walk.isOpen(line);
    if (isOpen && kind === "fold") return void fold();
    walk.opened.add(line);
    if (kind === "open" || (isOpen && kind === "part")) view.ask(`open ${line}`);
    view.redraw(true);
  };
  const solve = () => view.ask(model.get("state").solves === null ? `solve ${walk.chosen}` : "stop");
  const merge = async ({ target }) => {
    const [given] = target.files;
    const { longest } = model.get("facts");
    const text = await given?.slice(0, longest + 1).text(); // Python refuses what is cut
    if (given) model.send({ file: text });
    target.value = ""; // the same file may come again
  };
  return { choose, fold, toggle, solve, merge, save: () => view.ask("save") };
};

/** What the pointer and the keys do on the tree. */
const handsOf = (walk, deeds) => {
  const keys = keysOf(walk, deeds);
  const click = ({ target }) => {
    const line = target.closest(".nb-node")?.parentElement.dataset.line;
    if (line === undefined) return;
    const again = line === walk.chosen || target.closest(".nb-fold");
    deeds.choose(line);
    if (again || (["fold", "part"].includes(walk.nodes.get(line).kind) && !walk.isOpen(line))) deeds.toggle();
  };
  const keydown = (event) => {
    if (!Object.hasOwn(keys, event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  };
  return { click, keydown };
};

/** The tree on its page, as it is and as it becomes. */
const viewOf = (model, walk) => {
  const board = boardOf(model);
  const says = (words) => { panel.news.textContent = words; };
  const show = () => {
    const { solves } = model.get("state");
    panel.caption.textContent = board.show(walk);
    panel.solve.textContent = solves === null ? "Solve" : "Stop";
    able(panel.solve, solves !== null || walk.nodes.get(walk.chosen).value === null);
  };
  /** Draw the tree anew; the focus stays where it was. */
  const redraw = (focused = panel.tree.contains(/** @type {any} */ (panel.tree.getRootNode()).activeElement)) => {
    const { scrollTop } = panel.tree;
    panel.tree.replaceChildren(itemOf(walk));
    panel.tree.scrollTop = scrollTop;
    const chosen = /** @type {any} */ (panel.tree.querySelector("[tabindex='0']"));
    if (focused) {
      chosen.focus({ preventScroll: true });
      chosen.firstChild.scrollIntoView({ block: "nearest" });
    }
    show();
  };
  const deeds = deedsOf(model, walk, { redraw, ask: (deed) => asks.ask(deed) });
  const panel = panelOf(model.get("facts"), board.svg, deeds);
  const asks = asksOf(model, says, (is) => { panel.root.ariaBusy = String(is); });
  return { panel, deeds, asks, says, show, redraw };
};

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = ({ model, el }) => {
  const walk = walkOf(model.get("rows"));
  const { panel, deeds, asks, says, show, redraw } = viewOf(model, walk);
  const gone = () => asks.end();
  const off = [
    hear(model, {
      "change:rows": () => { walk.take(model.get("rows")); redraw(); },
      "change:state": () => { says(model.get("state").says); show(); },
      "change:ack": () => asks.settle(),
    }),
    hearKernel(model, gone, asks.connect), asks.stop, listen(panel.tree, handsOf(walk, deeds)),
    pressedBy(panel.root, { s: panel.solve }), schemed(panel.root),
  ];
  says(model.get("state").says);
  redraw(false);
  el.append(panel.root);
  return () => {
    off.forEach((undo) => undo());
    panel.root.remove();
  };
};

export default { render };
