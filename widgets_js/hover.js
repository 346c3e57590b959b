/** What is shown of the site under the pointer or the focus: how a claim would look, what it touches, words. */

import { copied, marked } from "./drawing.js";
import { hint } from "./hints.js";
import { isCurrent, mover, playable } from "./shown.js";

/** @param {any} b the parts of a board */
export const hovering = ({ board, facts, shown, panel, strokes }) => {
  const { scene, sites, ghosts, layer } = board;
  let hovered = -1;
  let under = /** @type {any} */ (null); // what the mouse was last seen over
  let shadow = /** @type {any[]} */ ([]); // what is drawn beside it

  const leave = () => {
    delete sites[hovered].element.dataset.ghost;
    shadow.forEach((part) => part.remove());
    scene.querySelectorAll("[data-near]").forEach((element) => element.removeAttribute("data-near"));
  };
  const near = (element) => element.setAttribute("data-near", "");
  const touched = (site) => {
    for (const other of facts.across[site] ?? []) {
      near(sites[other].element);
      ghosts.filter(({ site: copy }) => copy === other || copy === site).forEach(({ element }) => near(element));
    }
    facts.parts.forEach((holes, k) => {
      if (holes.includes(site)) near(sites[facts.claimable + k].element);
    });
  };

  /** Show what is worth knowing of a site, or of the same again; of -1, nothing. */
  const point = (site = hovered, target = under) => {
    if (hovered >= 0) leave();
    hovered = site;
    under = target;
    strokes.moved(site);
    const can = playable(shown, board.owners, site);
    // Set on the board it would be inherited: the style of every site would be computed anew.
    if (under) under.style.cursor = can ? "pointer" : "";
    const obliges = shown.looking === null ? shown.now.obliges : [];
    const told = site < 0 ? [] : hint(facts, board.owners, site, obliges, shown.tried);
    panel.tip.textContent = told.join(" · ");
    if (site < 0) return;
    const { element, half } = sites[site];
    element.setAttribute("aria-description", told.slice(1).join(", "));
    touched(site);
    if (!can || !isCurrent(shown)) return;
    const ghost = String(mover(shown));
    element.dataset.ghost = ghost;
    // A piece lies over the other one of its square, and under points, as it would once it is laid.
    const piece = half && copied(element, { class: "nb-piece", "data-ghost": ghost });
    shadow = [piece, marked(board, site, mover(shown))].filter(Boolean);
    layer(half ? "marks" : "over").append(...shadow);
  };
  return { point, hovers: () => hovered >= 0 };
};
