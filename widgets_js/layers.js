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

/**
 * The sites whose number is left out. Of pieces the twelve strongest have theirs, of many equal ones one, and none that
 * a stronger one crosses: the numbers of both would lie over each other.
 */
const leftOut = ({ sites }, heat) => {
  const sorted = Object.keys(heat).filter((site) => sites[site].half && Number.isFinite(heat[site][1]))
    .sort((a, b) => heat[b][1] - heat[a][1]);
  const at = (site, { x, y } = sites[site]) => `${x} ${y}`;
  const strongest = new Map(sorted.toReversed().map((site) => [at(site), site])); // of two that cross
  const isCrossed = (site) => strongest.get(at(site)) !== site;
  const most = heat[sorted.filter((site) => !isCrossed(site))[12]]?.[1]; // of those that are left out
  return new Set(sorted.filter((site, k) => isCrossed(site) || (k && heat[site][1] <= most)));
};

export const CHOSEN = "data-chosen"; // what a question is about, such as a site that was clicked once

/** What a hint or a layer draws on a site gives way to the mark that it is chosen. */
export const giveWay = ({ sites, layer }) => {
  for (const child of ["under", "heat", "values"].flatMap((name) => [...layer(name).children])) {
    child.toggleAttribute("hidden", sites[child.dataset.at].element.hasAttribute(CHOSEN));
  }
};

/**
 * Shade sites by shares from 0 to 1, with a text on each; stones keep their colours. Areas are shaded beneath what lies
 * on them, and so are places of pieces, the strongest above those that cross it. A piece has its text along it, between
 * its middle, where another one may cross it, and a point at its end.
 */
export const heated = (board, heat) => {
  const bare = leftOut(board, heat);
  const layers = { under: [], heat: [], values: [] };
  for (const [site, [share, text]] of Object.entries(heat)) {
    const { element, x, y, half } = board.sites[site];
    const kind = element.classList[0];
    const isArea = kind === "nb-area";
    const warm = copied(element, { class: kind, "data-at": site });
    warm.style.setProperty("--nb-heat", share);
    warm.style.setProperty("--nb-broad", share ** (Number.isFinite(text) ? 2 : 1));
    if (board.owners[site] % 3 === 0) layers[isArea || half ? "under" : "heat"].push(warm);
    const stands = (other, k) => board.owners[k] && other.x === x && other.y === y;
    if (text === "" || bare.has(site) || (isArea && board.sites.some(stands))) continue;
    const [dx, dy] = half ?? [0, 0];
    const note = written({ x: x + 0.35 * dx, y: y + 0.35 * dy }, text, {
      class: Number.isFinite(text) ? "nb-count" : "", "font-size": 9, "data-at": site,
    });
    if (half) note.style.rotate = `${Math.sign(dx * dy) * 45}deg`;
    layers.values.push(note);
  }
  board.layer("values").toggleAttribute("data-bare", bare.size > 0);
  layers.under.sort((a, b) => heat[a.dataset.at][0] - heat[b.dataset.at][0]);
  for (const [name, shapes] of Object.entries(layers)) board.layer(name).replaceChildren(...shapes);
  giveWay(board);
};

/** The sites of this list have the attribute and no others; what is so already is left alone. */
export const flagged = (sites, attribute, list) => {
  const wanted = new Set(list);
  sites.forEach(({ element }, site) => {
    if (element.hasAttribute(attribute) !== wanted.has(site)) element.toggleAttribute(attribute);
  });
};
