/** The keys of a board; none of those that it takes reaches the notebook around it. */

import { copied } from "./drawing.js";
import { listen } from "./html.js";

const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  7: [-0.6, -0.8], 9: [0.6, -0.8], 1: [-0.6, 0.8], 3: [0.6, 0.8],
};
// What changes the game, or who thinks on it.
const DEEDS = {
  u: "undo", r: "redo", s: "swap", q: "stop", g: "think",
  o: "again rematch", x: "again change sides", ">": "again harder", "<": "again easier",
};

/**
 * What a key does with Ctrl, on a site, or anywhere.
 * @param {any} b the parts of a board
 */
const acting = ({ view, stop, claims, strokes, times, panel, look, zoom, deed, help }) => {
  /** @type {Record<string, (site: number, turns?: boolean) => void>} */
  const ON_SITE = {
    Home: (site) => stop.end(site, 0),
    End: (site) => stop.end(site, -1),
    Enter: (site) => claims.claim(site),
    " ": (site) => claims.claim(site),
    m: strokes.at,
  };
  /** @type {Record<string, () => void>} */
  const ANYWHERE = {
    PageUp: () => times.step(-1),
    PageDown: () => times.step(1),
    "+": () => zoom(1.5),
    "-": () => zoom(1 / 1.5),
    "?": () => panel.fold("keys"),
    a: () => deed("analyse"),
    h: () => help("hint"),
    b: () => help("bar"),
    l: () => help("layer"),
  };
  /** @type {typeof ANYWHERE} */
  const WITH_CONTROL = { Home: () => look(0), End: () => look(times.end()) };
  for (const [key, word] of Object.entries(DEEDS)) ANYWHERE[key] = () => deed(word);
  for (const [key, way] of Object.entries(STEPS)) {
    ON_SITE[key] = (site, turns) => (turns && view.arrow ? view.arrow(way) : stop.step(site, way));
  }
  return [WITH_CONTROL, ON_SITE, ANYWHERE];
};

/**
 * @param {any} b the parts of a board
 * @returns {() => void} its undoing
 */
export const keyboard = (b) => {
  const { board, panel, stop, point } = b;
  const [withControl, onSite, anywhere] = acting(b);
  const siteOf = ({ target }) => Number(target.dataset?.site ?? -1);
  /**
   * The ring lies above all sites: in its own place its neighbours would cover half of it.
   * JupyterLab, which hears keys before a board, may take those with Ctrl; single letters would act on cells.
   */
  const ring = ({ target, ctrlKey, metaKey, altKey }) => {
    target.toggleAttribute("data-lm-suppress-shortcuts", !(ctrlKey || metaKey || altKey));
    board.layer("focus").replaceChildren(...(target.matches("[data-site]:focus-visible") ? ["casing", "core"] : [])
      .map((role) => copied(target, { class: `nb-${role}`, "data-at": target.dataset.site })));
  };
  const keydown = (event) => {
    ring(event);
    const accel = event.ctrlKey || event.metaKey;
    const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
    if (key === "Tab" || event.altKey || (accel && key === "s")) return;
    if (key === "Escape" && !b.escape()) return;
    event.stopPropagation();
    const site = siteOf(event);
    if (event.target.matches("[type=text], textarea, select")) return;
    if (!STEPS[key]) stop.rest();
    const act = accel ? withControl[key] : (site >= 0 && onSite[key]) || b.review?.key(key) || anywhere[key];
    if (!act) return;
    act(site, event.shiftKey);
    event.preventDefault();
  };
  const focusin = (event) => {
    const site = siteOf(event);
    if (site >= 0) stop.stop(site);
    if (site < 0 || event.target.matches(":focus-visible")) point(site); // a mouse points for itself
    ring(event);
  };
  // On the drawing they would make a second tab stop.
  return listen(panel.root, { keydown, focusin, focusout: ring, keyup: ring });
};
