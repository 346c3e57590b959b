/** A board on a sphere: turned and projected here; each cell is one element, its twin the far half of it. */

import { camera } from "./camera.js";
import { arrowed, make } from "./drawing.js";

const SMOOTH = 5; // pieces of an arc of a winning loop
const TURN = 220; // milliseconds to bring a cell to the front

/**
 * @param {any} board the drawing that was read, whose sites get new outlines
 * @param {any} facts with `globe`: points, corners and faces in space as Python sent them
 */
export const globe = (board, facts) => {
  const { svg, scene, sites } = board;
  const space = facts.globe;
  const few = sites.length < 40; // these have long sides, which have to be seen to bend, and room for names
  const fine = few ? 6 : 1;
  // As large as its cells are on the flat board, so that marks fit.
  const natural = Math.sqrt((2 * sites.length * 346) / (4 * Math.PI));
  const radius = Math.max(natural, 50);
  const grown = Math.sqrt(radius / natural);
  const points = space.points.map(unit);
  const corners = space.corners.map(unit);
  const places = fine === 1 ? [...corners] : []; // corners, and places between them where sides are long
  const outlines = space.faces.map((face) => sides(face, corners, places, fine));
  const strokes = [1, 2].map((who) => polylines(board.stamps.get(`${sites[0].stamp} ${who}`), grown));
  const stroked = [1, 2].map((who) => make("path", { class: "nb-all", "data-owner": who }));
  let projected = [];
  let spin = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  let shown = { last: -1, loop: [], thread: [], heat: [], marks: [] };
  let due = 0;

  const size = radius * 1.08;
  svg.setAttribute("viewBox", [-size, -size, 2 * size, 2 * size].join(" "));
  svg.classList.add("nb-globe");
  for (const name of ["sides", "labels", "ghosts", "points"]) board.layer(name)?.replaceChildren();
  board.ghosts.length = 0;
  const paper = /** @type {any} */ (svg.querySelector(".nb-paper"));
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
  const names = few ? facts.names.map((name) => make("text", { "font-size": 7 * grown })) : [];
  names.forEach((text, k) => { text.textContent = facts.names[k]; });
  board.layer("marks").append(...stroked, ...names);
  board.layer("marks").after(light);
  const lens = camera(svg, scene, [[1000, 0, 0, 1000]], [[0, 0]], 1);

  const seen = ([x, y, z]) => [
    radius * (spin[0] * x + spin[1] * y + spin[2] * z),
    -radius * (spin[3] * x + spin[4] * y + spin[5] * z),
    spin[6] * x + spin[7] * y + spin[8] * z,
  ];

  /** Where a corner, or the place opposite to it, is seen on the near side. */
  const project = (corner) => {
    const [x, y, z] = seen(corner);
    const front = z < 0 ? -1 : 1;
    return { x: front * x, y: front * y, front, text: `${short(front * x)} ${short(front * y)}` };
  };

  /** The part of a cell, or of its twin, on the near side; what lies beyond is drawn in to the rim. */
  const part = (outline, sign) =>
    `M${outline.map(([k, side]) => {
      const { x, y, front, text } = projected[k];
      if (front === sign * side) return text;
      const out = -radius / Math.hypot(x, y);
      return `${short(out * x)} ${short(out * y)}`;
    }).join("L")}Z`;

  const draw = () => {
    due = 0;
    projected = places.map(project);
    sites.forEach((site, k) => {
      const [x, y, z] = seen(points[k]);
      const sign = z < 0 ? -1 : 1;
      [site.x, site.y, site.z] = [sign * x, sign * y, sign * z];
      const cut = outlines[k].some(([corner, side]) => projected[corner].front !== sign * side);
      site.element.setAttribute("d", part(outlines[k], sign) + (cut ? part(outlines[k], -sign) : ""));
    });
    for (const who of [1, 2]) stroked[who - 1].setAttribute("d", strokesOf(who));
    names.forEach((text, k) => {
      const { x, y, z } = sites[k];
      const far = Math.hypot(x, y);
      const [dx, dy] = far < 0.2 * radius ? [0, 1] : [-x / far, -y / far]; // off the mark, away from the rim
      const aside = board.owners[k] ? 9 * grown : 0;
      text.setAttribute("x", short(x + aside * dx));
      text.setAttribute("y", short(y + aside * dy));
      text.setAttribute("opacity", z > 0.3 ? 1 : 0);
      if (board.owners[k]) text.setAttribute("data-on", "");
      else text.removeAttribute("data-on");
    });
    for (const child of board.layer("last").children) child.setAttribute("d", outline(shown.last));
    board.layer("over").replaceChildren();
    const heat = [...board.layer("heat").children];
    shown.heat.forEach((site, k) => {
      heat[2 * k]?.setAttribute("d", outline(site));
      heat[2 * k + 1]?.setAttribute("x", sites[site].x);
      heat[2 * k + 1]?.setAttribute("y", sites[site].y);
    });
    for (const text of board.layer("numbers").children) {
      const { x, y, z } = sites[text.dataset.at];
      text.setAttribute("x", x);
      text.setAttribute("y", y);
      text.setAttribute("opacity", z > 0.4 ? 1 : 0);
    }
    for (const child of board.layer("chalk").children) child.setAttribute("d", arrowed(sites, shown.marks));
    trace("chain", shown.loop, true);
    trace("path", shown.thread, false);
  };

  const outline = (site) => sites[site]?.element.getAttribute("d") ?? "";

  /** The marks of a player as one path; they lie on the surface, narrower the nearer to the rim. */
  const strokesOf = (who) => {
    let text = "";
    sites.forEach(({ x, y, z }, k) => {
      if (board.owners[k] !== who || z < 0.2) return;
      const long = Math.hypot(x, y) || 1;
      const [ux, uy] = [x / long, y / long];
      for (const line of strokes[who - 1]) {
        line.forEach(([px, py], step) => {
          const less = (z - 1) * (px * ux + py * uy);
          text += `${step ? "L" : "M"}${short(x + px + less * ux)} ${short(y + py + less * uy)}`;
        });
      }
    });
    return text;
  };

  /** A line through sites over the sphere and the twin of that line, as far as both are seen. */
  const trace = (layer, chain, closed) => {
    const text = chain.length ? line(chain, closed) : "";
    const held = board.layer(layer);
    if (!text) return held.replaceChildren();
    if (held.children.length !== 2) {
      held.replaceChildren(...["casing", "core"].map((role) => make("path", { class: `nb-${role}` })));
    }
    for (const child of held.children) child.setAttribute("d", text);
    return undefined;
  };

  const line = (chain, closed) => {
    const ends = closed ? [...chain, chain[0]] : chain;
    let at = points[ends[0]];
    const found = [at];
    for (const site of ends.slice(1)) {
      const to = dot(at, points[site]) < 0 ? opposite(points[site]) : points[site];
      for (let k = 1; k <= SMOOTH; k += 1) found.push(between(at, to, k / SMOOTH));
      at = to;
    }
    return [1, -1].map((sign) => {
      let text = "";
      let drawn = false;
      for (const [x, y, z] of found.map(seen)) {
        const visible = sign * z > 0;
        if (visible) text += `${drawn ? "L" : "M"}${short(sign * x)} ${short(sign * y)}`;
        drawn = visible;
      }
      return text;
    }).join("");
  };

  const later = () => { due ||= requestAnimationFrame(draw); };
  const turnBy = (axis, angle) => {
    spin = straight(times(about(axis, angle), spin));
    later();
  };

  let moving = 0;
  const towardsFront = ({ x, y, z }) => {
    const flat = Math.hypot(x, y);
    if (flat < 1) return;
    const [axis, whole] = [[-y / flat, -x / flat, 0], Math.acos(Math.min(1, z))];
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const mine = (moving += 1);
    let done = 0;
    let begun;
    const step = (now) => {
      if (mine !== moving) return;
      begun ??= now;
      const share = calm ? 1 : Math.min(1, (now - begun + 16) / TURN);
      turnBy(axis, whole * (share - done));
      done = share;
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };

  return {
    ...lens,
    fit() {
      lens.fit();
      moving += 1;
      spin = [1, 0, 0, 0, 1, 0, 0, 0, 1];
      later();
    },
    /** Turn as if the near side were dragged by so many pixels. */
    pan(dx, dy) {
      const far = Math.hypot(dx, dy);
      if (!far) return;
      moving += 1;
      const scale = svg.viewBox.baseVal.width / svg.clientWidth / radius;
      turnBy([dy / far, dx / far, 0], far * scale);
    },
    zoomed: () => true,
    turn: () => turnBy([0, 1, 0], Math.PI / 6),
    unturned: (way) => way,
    /** Turn in a direction of the keyboard's arrows. */
    arrow: ([dx, dy]) => turnBy([dy, dx, 0], Math.PI / 12),
    /** Bring a cell, or its twin, to the front. */
    face: (site) => towardsFront(sites[site]),
    /** The cell at a place of the picture; -1 beside the sphere. */
    site(x, y) {
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
    },
    /** Draw all again, since something was painted: what there is besides sites and marks. */
    repaint(more) {
      shown = more;
      draw();
    },
    stop: () => cancelAnimationFrame(due),
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
