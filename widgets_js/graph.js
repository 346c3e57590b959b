/**
 * The figure beside a board: an SVG that Python made, whose nodes and the board's sites light together.
 * Nothing here knows a rule or a question.
 */

import { hear, write } from "./host.js";
import { schemed } from "./scheme.js";

/** The elements of the board in the same row of widgets, in the order of its names. */
const sitesIn = (row) => {
  const cells = [...row.querySelectorAll("[data-site]")];
  const ordered = cells.sort((a, b) => Number(a.dataset.site) - Number(b.dataset.site));
  return [...ordered, ...row.querySelectorAll(".nb-areas > :not([data-site])")];
};

const render = ({ model, el }) => {
  const pane = document.createElement("div");
  pane.className = "nb-figure";
  el.append(pane);
  let lit = [];

  const light = (name) => {
    lit.forEach((element) => element.removeAttribute("data-lit"));
    const row = el.closest(".nb-explore");
    const site = row ? sitesIn(row)[model.get("names").indexOf(name)] : null;
    const nodes = [.../** @type {NodeListOf<HTMLElement>} */ (pane.querySelectorAll("[data-name]"))];
    const node = nodes.find((one) => one.dataset.name === name);
    lit = name ? [site, node].filter(Boolean) : [];
    lit.forEach((element) => element.setAttribute("data-lit", ""));
  };

  const draw = () => {
    const parsed = new DOMParser().parseFromString(model.get("figure"), "image/svg+xml");
    if (parsed.documentElement.nodeName !== "svg") return;
    const svg = document.importNode(parsed.documentElement, true);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", model.get("words"));
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    pane.replaceChildren(svg);
  };

  const over = ({ target }) => light(target.dataset?.name ?? "");
  const beside = ({ target }) => {
    const row = el.closest(".nb-explore");
    if (!row?.contains(target) || el.contains(target)) return;
    light(model.get("names")[sitesIn(row).indexOf(target)] ?? "");
  };

  /** Tell Python which position is looked at, or whether the page is dark. */
  const tell = (trait, value) => {
    if (model.get(trait) !== value) write(model, { [trait]: value });
  };
  const looked = (/** @type {any} */ { target, detail }) => {
    if (el.closest(".nb-explore")?.contains(target)) tell("looking", detail);
  };
  const off = schemed(pane, () => tell("dark", parseInt(getComputedStyle(pane).color.slice(4)) > 127));

  draw();
  document.addEventListener("nb-look", looked);
  pane.addEventListener("pointerover", over);
  document.addEventListener("pointerover", beside);
  const deaf = hear(model, { "change:figure": draw });
  return () => {
    deaf();
    off();
    document.removeEventListener("nb-look", looked);
    pane.removeEventListener("pointerover", over);
    document.removeEventListener("pointerover", beside);
  };
};

export default { render };
