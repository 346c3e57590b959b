/** A board on a sphere: turned and projected here; each cell is one element, its twin the far half of it. */

import { camera } from "./camera.js";
import { arrowed, give, make } from "./drawing.js";
import { bright } from "./layers.js";

const SMOOTH = 5; // pieces of an arc of a winning loop
const TURN = 220; // milliseconds to bring a cell to the front
const UNTURNED = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The board's points and outlines in space, and how large a sphere is that has cells as large as the flat board's. */
const formOf = ({ sites, stamps }, { globe: space }) => {
  const few = sites.length < 40; // these have long sides, which have to be seen to bend, and room for names
  const fine = few ? 6 : 1;
  const natural = Math.sqrt((2 * sites.length * 346) / (4 * Math.PI));
  const radius = Math.max(natural, 50);
  const grown = Math.sqrt(radius / natural);
  const corners = space.corners.map(unit);
  const places = fine === 1 ? [...corners] : []; // corners, and places between them where sides are long
  return {
    few, radius, grown, places, points: space.points.map(unit),
    outlines: space.faces.map((face) => sides(face, corners, places, fine)),
    marks: [1, 2].map((who) => polylines(stamps.get(`${sites[0].stamp} ${who}`), grown)),
  };
};

/** Make a flat drawing a sphere's: its paper, its light, and elements that hold all marks of a player. */
const dressed = ({ svg, layer, ghosts }, { names }, { few, radius, grown }) => {
  const size = radius * 1.08;
  svg.setAttribute("viewBox", [-size, -size, 2 * size, 2 * size].join(" "));
  svg.classList.add("nb-globe");
  for (const name of ["sides", "labels", "ghosts", "points"]) layer(name)?.replaceChildren();
  ghosts.length = 0;
  const paper = svg.querySelector(".nb-paper");
  for (const [name, value] of Object.entries({ x: -size, y: -size, width: 2 * size, height: 2 * size })) {
    paper.setAttribute(name, value);
  }
  const shade = `nb-shade-${Math.random().toString(36).slice(2)}`;
  const gradient = make("radialGradient", { id: shade, cx: 0.42, cy: 0.38, r: 0.66 });
  gradient.append(
    make("stop", { offset: 0.5, "stop-opacity": 0 }), make("stop", { offset: 0.88, "stop-opacity": 0.12 }),
    make("stop", { offset: 1, "stop-opacity": 0.34 }));
  svg.querySelector("defs").append(gradient);
  const light = make("g", { class: "nb-light" });
  light.append(make("circle", { r: radius, fill: `url(#${shade})` }));
  const stroked = [1, 2].map((who) => make("path", { class: "nb-all", "data-owner": who }));
  const texts = few ? names.map(() => make("text", { "font-size": 7 * grown })) : [];
  texts.forEach((text, k) => { text.textContent = names[k]; });
  layer("marks").append(...stroked, ...texts);
  layer("marks").after(light);
  return { stroked, texts };
};

// Projection; g is a sphere: its form, its board, and how it is turned

const seen = ({ radius, spin }, [x, y, z]) => [
  radius * (spin[0] * x + spin[1] * y + spin[2] * z),
  -radius * (spin[3] * x + spin[4] * y + spin[5] * z),
  spin[6] * x + spin[7] * y + spin[8] * z,
];

/** Where a corner, or the place opposite to it, is seen on the near side. */
const project = (g, corner) => {
  const [x, y, z] = seen(g, corner);
  const front = z < 0 ? -1 : 1;
  return { x: front * x, y: front * y, front, text: `${short(front * x)} ${short(front * y)}` };
};

/** The part of a cell, or of its twin, on the near side; what lies beyond is drawn in to the rim. */
const part = ({ radius, projected }, outline, sign) =>
  `M${outline.map(([k, side]) => {
    const { x, y, front, text } = projected[k];
    if (front === sign * side) return text;
    const out = -radius / Math.hypot(x, y);
    return `${short(out * x)} ${short(out * y)}`;
  }).join("L")}Z`;

const drawCells = (g) => {
  g.projected = g.places.map((corner) => project(g, corner));
  g.board.sites.forEach((site, k) => {
    const [x, y, z] = seen(g, g.points[k]);
    const sign = z < 0 ? -1 : 1;
    [site.x, site.y, site.z] = [sign * x, sign * y, sign * z];
    const cut = g.outlines[k].some(([corner, side]) => g.projected[corner].front !== sign * side);
    site.element.setAttribute("d", part(g, g.outlines[k], sign) + (cut ? part(g, g.outlines[k], -sign) : ""));
  });
};

/** The marks of a player as one path; they lie on the surface, narrower the nearer to the rim. */
const marksOf = ({ board, marks }, who) => {
  let text = "";
  board.sites.forEach(({ x, y, z }, k) => {
    if (board.owners[k] !== who || z < 0.2) return;
    const long = Math.hypot(x, y) || 1;
    const [ux, uy] = [x / long, y / long];
    for (const line of marks[who - 1]) {
      line.forEach(([px, py], step) => {
        const less = (z - 1) * (px * ux + py * uy);
        text += `${step ? "L" : "M"}${short(x + px + less * ux)} ${short(y + py + less * uy)}`;
      });
    }
  });
  return text;
};

/** Names stand in the middle of cells; below a mark, or above it in the lower half, as far off as it is high there. */
const drawNames = ({ texts, board, radius, grown }) => texts.forEach((text, k) => {
  const { x, y, z } = board.sites[k];
  const high = 1 + (z - 1) * (y * y) / (x * x + y * y || 1);
  const aside = board.owners[k] ? (4.5 + 5 * high) * grown : 0;
  text.setAttribute("x", short(x));
  text.setAttribute("y", short(y > radius / 5 ? y - aside : y + aside));
  text.setAttribute("opacity", z > (aside ? 0.7 : 0.5) ? 1 : 0); // elsewhere it would leave its cell
  text.toggleAttribute("data-on", Boolean(board.owners[k]));
});

/** A line through sites over the sphere and the twin of that line, as far as both are seen. */
const line = (g, chain, closed) => {
  const ends = closed ? [...chain, chain[0]] : chain;
  let at = g.points[ends[0]];
  const found = [at];
  for (const site of ends.slice(1)) {
    const to = dot(at, g.points[site]) < 0 ? opposite(g.points[site]) : g.points[site];
    for (let k = 1; k <= SMOOTH; k += 1) found.push(between(at, to, k / SMOOTH));
    at = to;
  }
  return [1, -1].map((sign) => {
    let text = "";
    let drawn = false;
    for (const [x, y, z] of found.map((place) => seen(g, place))) {
      const visible = sign * z > 0;
      if (visible) text += `${drawn ? "L" : "M"}${short(sign * x)} ${short(sign * y)}`;
      drawn = visible;
    }
    return text;
  }).join("");
};

const trace = (g, layer, chain, closed) => {
  const text = chain.length ? line(g, chain, closed) : "";
  const held = g.board.layer(layer);
  if (text && held.children.length !== 2) bright(g.board, layer, text);
  else if (text) for (const child of held.children) child.setAttribute("d", text);
  else held.replaceChildren();
};

/** What lies over the cells goes where they go. */
const drawLayers = (g) => {
  const { board: { sites, layer }, shown } = g;
  const outline = (site) => sites[site]?.element.getAttribute("d") ?? "";
  const all = (...names) => names.flatMap((name) => [...layer(name).children]);
  for (const child of layer("last").children) child.setAttribute("d", outline(shown.last));
  for (const child of all("focus", "heat")) child.setAttribute("d", outline(child.dataset.at));
  layer("over").replaceChildren();
  for (const text of all("numbers", "values")) {
    const { x, y, z } = sites[text.dataset.at];
    give(text, { x, y, opacity: z > 0.4 ? 1 : 0 });
  }
  for (const child of layer("arrows").children) child.setAttribute("d", arrowed(sites, shown.marks));
  trace(g, "chain", shown.loop, true);
  trace(g, "path", shown.thread, false);
};

const draw = (g) => {
  g.due = 0;
  drawCells(g);
  for (const who of [1, 2]) g.stroked[who - 1].setAttribute("d", marksOf(g, who));
  drawNames(g);
  drawLayers(g);
};

const turnBy = (g, axis, angle) => {
  g.spin = straight(times(about(axis, angle), g.spin));
  g.due ||= requestAnimationFrame(() => draw(g));
};

/** Turn until a place of the near side is in front, in some frames or at once. */
const bringToFront = (g, { x, y, z }) => {
  const flat = Math.hypot(x, y);
  if (flat < 1) return;
  const [axis, whole] = [[-y / flat, -x / flat, 0], Math.acos(Math.min(1, z))];
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const mine = (g.moving += 1);
  let done = 0;
  let begun;
  const step = (now) => {
    if (mine !== g.moving) return;
    begun ??= now;
    const share = calm ? 1 : Math.min(1, (now - begun + 16) / TURN);
    turnBy(g, axis, whole * (share - done));
    done = share;
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};

/** The cell at a place of the picture; -1 beside the sphere. */
const siteAt = ({ radius, spin, points }, x, y) => {
  const off = Math.hypot(x, y) / radius;
  if (off > 1.02) return -1;
  const z = Math.sqrt(Math.max(0, 1 - off * off));
  const [vx, vy] = [x / radius, -y / radius];
  const place = [0, 1, 2].map((k) => spin[k] * vx + spin[3 + k] * vy + spin[6 + k] * z);
  let best = 0;
  points.forEach((point, k) => {
    if (Math.abs(dot(point, place)) > Math.abs(dot(points[best], place))) best = k;
  });
  return best;
};

/**
 * The view of a board as a sphere: a camera that also turns it.
 * @param {any} board the drawing that was read, whose sites get new outlines
 * @param {any} facts with `globe`: points, corners and faces in space as Python sent them
 */
export const globe = (board, facts) => {
  const { svg, scene, sites } = board;
  const form = formOf(board, facts);
  /** @type {any} */
  const g = {
    board, ...form, ...dressed(board, facts, form), spin: UNTURNED, due: 0, moving: 0,
    shown: { last: -1, loop: [], thread: [], marks: [] },
  };
  const lens = camera(svg, scene, [[1000, 0, 0, 1000]], [[0, 0]], 1);
  return {
    ...lens,
    fit() {
      lens.fit();
      g.moving += 1;
      g.spin = UNTURNED;
      turnBy(g, [0, 1, 0], 0);
    },
    /** Turn as if the near side were dragged by so many pixels. */
    pan(dx, dy) {
      const far = Math.hypot(dx, dy);
      if (!far) return;
      g.moving += 1;
      const scale = 1 / svg.getScreenCTM().a / g.radius;
      turnBy(g, [dy / far, dx / far, 0], far * scale);
    },
    zoomed: () => true,
    turn: () => turnBy(g, [0, 1, 0], Math.PI / 6),
    unturned: (way) => way,
    /** Turn in a direction of the keyboard's arrows. */
    arrow: ([dx, dy]) => turnBy(g, [dy, dx, 0], Math.PI / 12),
    /** Bring a cell, or its twin, to the front. */
    face: (site) => bringToFront(g, sites[site]),
    site: (x, y) => siteAt(g, x, y),
    /** Draw all again, since something was painted: what there is besides sites and marks. */
    repaint(more) {
      g.shown = more;
      draw(g);
    },
    stop: () => cancelAnimationFrame(g.due),
  };
};

const unit = (whole) => normal(whole.map((value) => value / 10000));
const short = (value) => Math.round(value * 10) / 10;
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const opposite = (a) => a.map((value) => -value);
const normal = (a) => {
  const long = Math.hypot(...a);
  return a.map((value) => value / long);
};
const between = (a, b, share) => normal(a.map((value, k) => value + (b[k] - value) * share));

/** A cell's outline as numbers of places, each with its side of the sphere; new places are added. */
const sides = (face, corners, places, fine) => {
  if (fine === 1) return face.map((k) => [Math.abs(k) - 1, Math.sign(k)]);
  const ends = face.map((k) => (k > 0 ? corners[k - 1] : opposite(corners[-k - 1])));
  return ends.flatMap((a, k) =>
    Array.from({ length: fine }, (_, step) =>
      [places.push(between(a, ends[(k + 1) % ends.length], step / fine)) - 1, 1]));
};

/** The strokes of a mark as points about its middle; a circle becomes a polygon. */
const polylines = (path, grown) => {
  let [x, y] = [0, 0];
  const larger = (points) => points.map((point) => point.map((value) => grown * value));
  return [...path.matchAll(/m(-?[\d.]+) ?(-?[\d.]+)(?:(a)([\d.]+)|l(-?[\d.]+) ?(-?[\d.]+))?/g)]
    .flatMap(([, dx, dy, round, r, lx, ly]) => {
      [x, y] = [x + Number(dx), y + Number(dy)];
      if (round) {
        const ring = Array.from({ length: 13 }, (_, k) => (k * Math.PI) / 6);
        return [larger(ring.map((turn) => [x + Number(r) * (1 - Math.cos(turn)), y + Number(r) * Math.sin(turn)]))];
      }
      if (!lx) return [];
      const from = [x, y];
      [x, y] = [x + Number(lx), y + Number(ly)];
      return [larger([from, [x, y]])];
    });
};

/** The rotation about an axis of any length, right-handed, as rows. */
const about = (axis, angle) => {
  const [x, y, z] = normal(axis);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    t * x * x + c, t * x * y - s * z, t * x * z + s * y,
    t * x * y + s * z, t * y * y + c, t * y * z - s * x,
    t * x * z - s * y, t * y * z + s * x, t * z * z + c,
  ];
};
const times = (a, b) =>
  [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c]));

/** A rotation again, after many small ones have blurred it. */
const straight = (m) => {
  const a = normal(m.slice(0, 3));
  const along = dot(a, m.slice(3, 6));
  const b = normal(m.slice(3, 6).map((value, k) => value - along * a[k]));
  const c = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return [...a, ...b, ...c];
};
