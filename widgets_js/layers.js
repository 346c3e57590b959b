/** What is laid over a board: bright lines, numbers of moves, colours and numbers of an answer. */

import { copied, make } from "./drawing.js";

/** Draw a path as a bright line in a casing, in place of what the layer had. */
export const bright = (board, layer, path) => {
  const roles = path ? ["casing", "core"] : [];
  board.layer(layer).replaceChildren(...roles.map((role) => make("path", { d: path, class: `nb-${role}` })));
};

export const written = ({ x, y }, text, attributes) => {
  const element = make("text", { x, y, ...attributes });
  element.textContent = text;
  return element;
};

/** The number of its move on each site that was claimed. */
export const numbered = (board, claims, words) =>
  board.layer("numbers").replaceChildren(...claims.flatMap((claim, k) => {
    if (typeof claim === "string") return [];
    const [site] = claim;
    const number = words.findIndex(({ end }) => end > k) + 1;
    return [written(board.sites[site], number, { "font-size": 10, "data-at": site, "data-owner": board.owners[site] })];
  }));

const FEW = 12; // numbers on pieces

/**
 * The sites whose number is left out: where pieces cross, more numbers than a few would hide them. The strongest have
 * theirs; where too many are equally strong, that in the middle of the board.
 */
const unnumbered = ({ sites }, heat) => {
  const number = ([, [, text]]) => text;
  const found = Object.entries(heat).filter((one) => sites[one[0]].half && Number.isFinite(number(one)));
  if (found.length <= FEW) return new Set();
  const sorted = found.sort((a, b) => number(b) - number(a));
  const strongest = sorted.slice(0, FEW).filter((one) => number(one) !== number(sorted[FEW]));
  const [first, last] = [sites[0], sites.at(-1)];
  const far = ([site]) => Math.hypot(2 * sites[site].x - first.x - last.x, 2 * sites[site].y - first.y - last.y);
  const equal = sorted.filter((one) => number(one) === number(sorted[0]));
  const kept = strongest.length ? strongest : [equal.reduce((a, b) => (far(b) < far(a) ? b : a))];
  return new Set(sorted.filter((one) => !kept.includes(one)).map(([site]) => site));
};

/**
 * Shade sites by shares from 0 to 1, with a text on each; stones keep their colours. Areas are shaded beneath what lies
 * on them. A piece has its text beside its middle, where another one may cross it, and off the points at its ends.
 */
export const heated = (board, heat) => {
  const bare = unnumbered(board, heat);
  const layers = { under: [], heat: [], values: [] };
  for (const [site, [share, text]] of Object.entries(heat)) {
    const { element, x, y, half } = board.sites[site];
    const kind = element.classList[0];
    const isArea = kind === "nb-area";
    const warm = copied(element, { class: kind, "data-at": site });
    warm.style.setProperty("--nb-heat", share);
    if (board.owners[site] % 3 === 0) layers[isArea ? "under" : "heat"].push(warm);
    const stands = (other, k) => board.owners[k] && other.x === x && other.y === y;
    if (text === "" || bare.has(site) || (isArea && board.sites.some(stands))) continue;
    const [dx, dy] = half ?? [0, 0];
    const [along, up] = text > "@" ? [0.3, 0.3] : [0.2, 0.45]; // letters, which one of both has, or digits
    layers.values.push(written({ x: x + along * dx, y: y + up * dy }, text, {
      class: Number.isFinite(text) ? "nb-count" : "", "font-size": 9, "data-at": site,
    }));
  }
  for (const [name, shapes] of Object.entries(layers)) board.layer(name).replaceChildren(...shapes);
  board.layer("values").classList.toggle("nb-some", bare.size > 0);
};

/** The sites of this list have the attribute and no others; what is so already is left alone. */
export const flagged = (sites, attribute, list) => {
  const wanted = new Set(list);
  sites.forEach(({ element }, site) => {
    if (element.hasAttribute(attribute) !== wanted.has(site)) element.toggleAttribute(attribute);
  });
};
