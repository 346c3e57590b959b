/** The keys of a board; none of those that it takes reaches the notebook around it. */

import { copied } from "./drawing.js";
import { listen } from "./html.js";

const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  7: [-0.6, -0.8], 9: [0.6, -0.8], 1: [-0.6, 0.8], 3: [0.6, 0.8],
};
const DEEDS = { u: "undo", r: "redo", s: "swap", a: "analyse" };
const HELPS = { h: "hint", b: "bar", l: "layer" };

/**
 * @param {any} b the parts of a board
 * @returns {() => void} its undoing
 */
export const keyboard = (b) => {
  const { board, panel, view, stop, claims, strokes, times, escape, look, point, zoom } = b;
  /** @type {Record<string, (site: number, turns?: boolean) => void>} */
  const ON_SITE = {
    Home: (site) => stop.end(site, 0),
    End: (site) => stop.end(site, -1),
    PageUp: () => times.step(-1),
    PageDown: () => times.step(1),
    Enter: claims.claim,
    " ": claims.claim,
    m: strokes.at,
    "+": () => zoom(1.5),
    "-": () => zoom(1 / 1.5),
    "?": () => panel.open("keys"),
  };
  /** @type {typeof ON_SITE} */
  const WITH_CONTROL = { Home: () => look(0), End: () => look(times.end()) };
  for (const [key, word] of Object.entries(DEEDS)) ON_SITE[key] = () => b.deed(word);
  for (const [key, word] of Object.entries(HELPS)) ON_SITE[key] = () => b.help(word);
  for (const [key, way] of Object.entries(STEPS)) {
    ON_SITE[key] = (site, turns) => (turns && view.arrow ? view.arrow(way) : stop.step(site, way));
  }

  const siteOf = ({ target }) => Number(target.dataset?.site ?? -1);
  const keydown = (event) => {
    const accel = event.ctrlKey || event.metaKey;
    const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
    if (key === "Tab" || event.altKey || (accel && key === "s")) return;
    if (key === "Escape" && !escape()) return;
    event.stopPropagation();
    const site = siteOf(event);
    if (site < 0) return;
    if (!STEPS[key]) stop.rest();
    const act = (accel ? WITH_CONTROL : ON_SITE)[key];
    if (!act) return;
    act(site, event.shiftKey);
    event.preventDefault();
  };
  /** The ring lies above all sites: in its own place its neighbours would cover half of it. */
  const ring = ({ target }) => board.layer("focus").replaceChildren(
    ...(target.matches("[data-site]:focus-visible") ? ["casing", "core"] : [])
      .map((role) => copied(target, { class: `nb-${role}`, "data-at": target.dataset.site })));
  const focusin = (event) => {
    const site = siteOf(event);
    if (site >= 0) stop.stop(site);
    if (site < 0 || event.target.matches(":focus-visible")) point(site); // a mouse points for itself
    ring(event);
  };
  // On the drawing they would make a second tab stop.
  return listen(panel.root, { keydown, focusin, focusout: ring, keyup: ring });
};
