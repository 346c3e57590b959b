/** A board as SVG: read once, then painted where it differs. Nothing here knows a rule. */

const SVG = "http://www.w3.org/2000/svg";

/** The element, with these attributes. */
export const give = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
};

/**
 * An SVG element with these attributes.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @returns {any}
 */
export const make = (tag, attributes) => give(document.createElementNS(SVG, tag), attributes);

/** An element of the same outline as another, with these attributes. */
export const copied = (shape, attributes) => {
  const copy = make(shape.tagName, attributes);
  for (const name of ["cx", "cy", "r", "d"]) {
    if (shape.hasAttribute(name)) copy.setAttribute(name, shape.getAttribute(name));
  }
  return copy;
};

/** What Python drew, or wrote as XHTML. @param {string} text @returns {any} */
export const parsed = (text) =>
  document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);

/** What Python drew, with what it left out where many elements have it. @param {string} text */
const whole = (text) => {
  const svg = parsed(text);
  // Outlines and classes that the elements of a layer share come once, on the layer.
  for (const { children, dataset } of svg.querySelectorAll("[data-role]")) {
    for (const child of children) {
      child.classList.add(`nb-${dataset.role}`);
      const d = child.getAttribute("d");
      if (d && !d.includes("m")) child.setAttribute("d", d + dataset.path);
    }
  }
  const scene = make("g", { class: "nb-scene" }); // everything but the paper, so that it can be turned
  scene.append(...svg.querySelectorAll(":scope > g"));
  svg.append(scene);
  return svg;
};

/** Drawings by their texts: the boards of a page, most of which look alike, have copies. @type {any} */
const drawings = {};

/**
 * The sites of a drawing that Python sent, in order.
 * @param {string} text
 */
export const read = (text) => {
  const svg = (drawings[text] ??= whole(text)).cloneNode(true);
  /** @type {(name: string) => any} */
  const layer = (name) => svg.querySelector(`.nb-${name}`);
  const sites = ["sites", "areas"].flatMap((name) => [...layer(name).children]).map(siteOf);
  const stamps = new Map();
  for (const stamp of svg.querySelectorAll("defs > path")) {
    stamps.set(`${stamp.dataset.stamp} ${stamp.dataset.owner}`, stamp.getAttribute("d"));
  }
  /** @type {any[]} */
  const ghosts = [...layer("ghosts").children].map((element) => ({
    ...siteOf(element), site: Number(element.dataset.copy),
  }));
  const owners = new Array(sites.length).fill(0);
  return { svg, scene: layer("scene"), sites, stamps, ghosts, layer, owners, marks: new Map() };
};

/** Where an element of the drawing is, and which way a piece lies. */
export const siteOf = (element) => {
  if (element.tagName !== "path") {
    const [x, y] = ["x", "y"].map((k) => Number(element.getAttribute(k) ?? element.getAttribute(`c${k}`)));
    return { element, x, y, half: null, stamp: element.dataset.stamp ?? "0" };
  }
  const [x, y, dx, dy] = element.getAttribute("d").match(/-?[\d.]+/g).map(Number);
  const half = element.classList.contains("nb-piece") ? [dx, dy] : null;
  if (half) element.classList.add(Math.round((x + dx + y + dy) / 20) % 2 ? "nb-odd" : "nb-even");
  return { element, x, y, half, stamp: element.dataset.stamp ?? "0" };
};

/**
 * Give every site its owner; what already has it is left alone.
 * @param {ReturnType<typeof read>} board
 * @param {number[]} owners
 */
export const paint = (board, owners) => {
  owners.forEach((owner, site) => {
    if (board.owners[site] === owner) return;
    board.owners[site] = owner;
    board.sites[site].element.dataset.owner = String(owner);
    board.marks.get(site)?.remove();
    const mark = marked(board, site, owner);
    if (!mark) return;
    board.layer(mark.classList.contains("nb-area") ? "hatch" : "marks").append(mark);
    board.marks.set(site, mark);
  });
  board.ghosts.forEach((ghost) => {
    const owner = owners[ghost.site];
    if (Number(ghost.element.dataset.owner ?? 0) === owner) return;
    ghost.element.dataset.owner = String(owner);
    ghost.mark?.remove();
    const path = board.stamps.get(`${board.sites[ghost.site].stamp} ${owner}`);
    ghost.mark = path ? make("path", { class: "nb-mark", d: `M${ghost.x} ${ghost.y}${path}` }) : null;
    if (ghost.mark) ghost.element.after(ghost.mark);
  });
};

/** The mark of a player on a site, where there is one. */
export const marked = (board, site, owner) => {
  const { x, y, element, stamp } = board.sites[site];
  const path = board.stamps.get(`${stamp} ${owner}`);
  if (!path) return null;
  return make("path", { d: `M${x} ${y}${path}`, "data-owner": owner, class: element.getAttribute("class") });
};

/** The site nearest to a place of the drawing, among the first count and near enough to be meant. */
export const nearest = (sites, count, x, y, reach = 12) => {
  let best = -1;
  let least = reach;
  for (let site = 0; site < count; site += 1) {
    const far = away(sites[site], x, y);
    if (far < least) [best, least] = [site, far];
  }
  return best;
};

/** How far a site is from a place of the drawing. */
export const away = ({ x, y, half }, px, py) => {
  let [dx, dy] = [px - x, py - y];
  if (half) {
    const along = (dx * half[0] + dy * half[1]) / (half[0] ** 2 + half[1] ** 2);
    const kept = Math.max(-1, Math.min(1, along));
    [dx, dy] = [dx - kept * half[0], dy - kept * half[1]];
  }
  return Math.hypot(dx, dy);
};

/**
 * The nearest site from here in a direction, or here itself; of equals the one nearer to the line
 * through a place where the walk began, so that a walk up a honeycomb goes straight.
 */
export const towards = (sites, count, from, [dx, dy], begun) => {
  const [here, start] = [from, begun].map((site) => apart(sites[site]));
  let best = from;
  let least = Infinity;
  for (let site = 0; site < count; site += 1) {
    const { x, y } = apart(sites[site]);
    const along = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy - (y - here.y) * dx);
    const astray = Math.abs((x - start.x) * dy - (y - start.y) * dx);
    const far = along + aside + astray / 100;
    if (along > 1 && aside <= 3 * along && far < least) [best, least] = [site, far];
  }
  return best;
};

/** Rings, [site], and arrows, [from, to], as one path; nbgames/play/arrows.py draws the same. */
export const arrowed = (sites, marks) => marks.map(([from, to]) => {
  const { x, y, half } = sites[from];
  if (to === undefined || to === from) {
    return half ? `M${x + half[0] / 2} ${y + half[1] / 2}L${x - half[0] / 2} ${y - half[1] / 2}`
      : `M${x - 8.4} ${y}a8.4 8.4 0 1 0 16.8 0a8.4 8.4 0 1 0-16.8 0`;
  }
  const [dx, dy] = [sites[to].x - x, sites[to].y - y];
  const far = Math.hypot(dx, dy) || 1;
  const [u, v] = [dx / far, dy / far];
  const short = Math.min(5.6, far / 4);
  const at = (along, aside) => `${x + along * u - aside * v} ${y + along * v + aside * u}`;
  const tip = far - short;
  return `M${at(short, 0)}L${at(tip, 0)}M${at(tip - 5.6, 3.6)}L${at(tip, 0)}L${at(tip - 5.6, -3.6)}`;
}).join("");

// The two diagonals of a square have one middle: the walk meets them side by side.
const apart = ({ x, y, half }) => ({ x: half ? x + Math.sign(half[0] * half[1]) * 3 : x, y });

/** The outline of a site, and of a piece its middle, as bright line in a casing. */
export const outlined = ({ element, x, y, half }) => {
  const shape = half ? make("circle", { cx: x, cy: y, r: 2.8 }) : element;
  return ["casing", "core"].map((role) => copied(shape, { class: `nb-${role}` }));
};
