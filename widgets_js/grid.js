/** The board as a grid: rows of sites for screen readers, and the one tab stop that the arrow keys move. */

import { give, make, towards } from "./drawing.js";

/**
 * Give the drawing its roles, and its sites rows from top to bottom.
 * @param {any} board a drawing that was read
 * @param {any} facts
 */
export const asGrid = ({ svg, scene, sites, layer }, facts) => {
  give(svg, { role: "grid", "aria-label": `${facts.name} board`, "aria-readonly": "true" });
  for (const part of [...scene.children, ...svg.querySelectorAll("defs, .nb-paper")]) {
    if (!part.matches(".nb-scene, .nb-sites")) part.setAttribute("aria-hidden", "true");
  }
  scene.append(make("g", { class: "nb-focus", "aria-hidden": "true" }));
  scene.setAttribute("role", "presentation");
  layer("sites").setAttribute("role", "presentation");
  const rows = new Map();
  sites
    .slice(0, facts.claimable)
    .map((site, number) => ({ ...site, number }))
    .sort((a, b) => a.y - b.y || a.x - b.x || a.number - b.number)
    .forEach(({ element, number, y }) => {
      give(element, { "data-site": number, role: "gridcell", tabindex: -1 });
      const key = Math.round(y);
      if (!rows.has(key)) rows.set(key, make("g", { role: "row" }));
      rows.get(key).append(element);
    });
  layer("sites").append(...rows.values());
};

/** What a screen reader says of a site. */
export const labelOf = (facts, site, owner, isLast) => {
  const state = owner === 3 ? "blocked" : owner ? `taken by ${facts.players[owner - 1]}` : "empty";
  return `${facts.names[site]}, ${state}${isLast ? ", last move" : ""}`;
};

/** The tab stop of a board. */
export const tabStop = ({ sites }, count, view) => {
  let active = 0;
  let begun = 0; // where a walk with the arrows began, and along which line
  let walk = null;

  const stop = (site) => {
    sites[active].element.tabIndex = -1;
    active = site;
    sites[active].element.tabIndex = 0;
  };
  const focus = (site = active) => {
    stop(site);
    sites[site].element.focus({ preventScroll: true });
    reveal();
  };
  const reveal = () => view.reveal(sites[active].x, sites[active].y);
  /** Go on from a site in a direction of the screen. */
  const step = (site, [dx, dy]) => {
    const slope = dx * dy || Math.abs(dx); // there and back are one walk
    if (walk !== slope) [walk, begun] = [slope, site];
    focus(towards(sites, count, site, view.unturned([dx, dy]), begun));
    view.face?.(active);
  };
  /** Go to the first or the last site of a row: 0 or -1. */
  const end = (site, which) => focus(Number([...sites[site].element.parentNode.children].at(which).dataset.site));
  stop(0);
  return { stop, focus, reveal, step, end, rest: () => { walk = null; } };
};
