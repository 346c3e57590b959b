/** What is drawn on the board of a move that was judged: its mark, what was better, how play goes on, and why. */

import { arrowed, copied, make, marked, outlined } from "./drawing.js";
import { bright, written } from "./layers.js";

const RIM = 4; // pixels that an arrow ends earlier, where a ring is
const LETTERS = 10; // pixels of the screen that they are high at least, as long as they find room
const ENOUGH = 14; // pixels at which they are as large as need be: larger they cover what lies beside them
const [LEAST, MOST] = [0.8, 1.45]; // times their usual size
const LONG = 6; // sites of a turn; after one of more the legend does not name it
const NUMBERED = 6; // claims of how play may go on: more numbers hide what is better
const [RING, SLIM] = [6, 3]; // the radius of a ring around a site, and around a piece at both its ends
const NEAR = 26; // between the middles of sites that leave an arrow no room

/** A ring around a site, as a path: around a piece a long one, since another piece has the same middle. */
const ringAround = ({ x, y, half }) => {
  const [dx, dy] = half ?? [0, 0];
  const part = SLIM / Math.hypot(dx, dy);
  const [r, across, down] = half ? [SLIM, -part * dy, part * dx] : [RING, RING, 0];
  const end = (sign) => `a${r} ${r} 0 0 1 ${sign * 2 * across} ${sign * 2 * down}`;
  return `M${x - dx / 2 + across} ${y - dy / 2 + down}${end(-1)}l${dx} ${dy}${end(1)}Z`;
};

/** What is better, in a casing: a rim, which lies inside a cell, as a neighbour may have one; a piece is a bar. */
const rimOf = ({ element, x, y, half }) => {
  const [dx, dy] = (half ?? [0, 0]).map((part) => 0.75 * part);
  const bar = make("path", { d: `M${x - dx} ${y - dy}L${x + dx} ${y + dy}` });
  const inset = element.classList.contains("nb-cell") ? " nb-inset" : "";
  return ["casing", "core"].map((role) => copied(half ? bar : element, { class: `nb-${role}${inset}` }));
};

/**
 * From what was played to the nearest of these sites, as ends of an arrow; nothing where that is beside it, nor where a
 * turn only went on less.
 */
const insteadOf = (sites, played, better, rings) => {
  const from = played.findLast((site) => !better.includes(site));
  if (from === undefined || !rings.length) return [];
  const far = (site) => Math.hypot(sites[site].x - sites[from].x, sites[site].y - sites[from].y);
  const to = rings.reduce((a, b) => (far(b) < far(a) ? b : a));
  return far(to) < NEAR ? [] : [[from, to]];
};

/** An arrow that ends at the rim of its site, not in it. */
const upTo = (a, b) => {
  const back = RIM / Math.hypot(b.x - a.x, b.y - a.y);
  return arrowed([a, { x: b.x + back * (a.x - b.x), y: b.y + back * (a.y - b.y) }], [[0, 1]]);
};

/**
 * What is drawn on the board: an arrow, rims, small rings, of what the review names where a word is tried, numbers of
 * play after these sites were claimed, and `why`.
 */
const legendOf = (arrows, rims, also, numbers, why, { isTrial = false, played = [] } = {}) => {
  const after = played.length && played.length <= LONG ? `after ${played}` : "from here";
  const green = rims.length > 1 ? "Arrow, green" : "Arrow"; // which ends at one of them
  const names = [`${arrows.length ? green : "Green"}: the better move.`,
    `Small rings: ${isTrial ? "moves that the review names" : "as good"}.`,
    `Numbers: how play may go on ${after}.`, why];
  return names.filter((_, k) => [[...arrows, ...rims], also, numbers, why][k].length).join(" ");
};

/** A site as if who had claimed it: a word that is tried is not played. */
const tried = (board, site, who, mark) => {
  const { element, half } = board.sites[site];
  const group = make("g", { class: "nb-try", "data-mark": mark });
  const marks = make("g", { class: "nb-marks" });
  marks.append(...[marked(board, site, who)].filter(Boolean));
  const rim = half ? [copied(element, { class: "nb-rim" })] : [];
  const ring = make("g", { class: "nb-last" }); // of a right one, as the last move of a game has it; a piece has a rim
  if (mark === "✓" && !half) ring.append(...outlined(board.sites[site]));
  group.append(...rim, copied(element, { class: element.getAttribute("class"), "data-owner": who }), marks, ring);
  return group;
};

/** How many times as large letters and badges are on a board that is shown small; on a large one less than once. */
const largerOn = (scene) => {
  const { a = 1, b = 0 } = scene.getScreenCTM() ?? {};
  const [least, enough] = [LETTERS, ENOUGH].map((pixels) => pixels / 9 / Math.hypot(a, b));
  return Math.min(MOST, Math.max(least, LEAST, Math.min(1, enough)));
};

const CORNERS = [[1, -1], [-1, -1], [1, 1], [-1, 1]];
const CLEAR = 24; // between the middles of a mark and of a label that are far enough apart

/** The mark of a move beside its site, away from labels at these sites; on the middle of a piece. */
const badge = (site, mark, larger, labelled) => {
  const far = site.half ? 0 : 5 + 2 * larger;
  const room = (a) => Math.min(CLEAR, ...labelled.map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  const { x, y } = CORNERS
    .map(([right, down]) => ({ x: site.x + right * far, y: site.y + down * far }))
    .reduce((best, place) => (room(place) > room(best) ? place : best));
  return [
    make("circle", { cx: x, cy: y, r: 5.5 * larger, class: "nb-badge", "data-mark": mark }),
    written({ x, y }, mark, { class: "nb-badge" }),
  ];
};

/**
 * What stands on the board after a marked move: its mark, what was better, with an arrow to it, how play goes on, and
 * dotted what shows why: a chain, or single sites.
 * A sphere, whose sites move, is told the rings and arrows to draw; the legend says what is drawn.
 */
export const adviceOn = ({ board, facts, view }) => {
  const { svg, scene, sites } = board;
  const layer = make("g", { class: "nb-advice", "aria-hidden": "true" });
  scene.append(layer);
  let larger = 1;
  /**
   * Who claims a site as play goes on, and at which move: "X1", the number largest; smaller in a rim or ring.
   * A piece is a line: the text stands beside it, at its right if not at the side away from a site.
   */
  const reply = ([site, who], k, away, isIn) => {
    const { x, y, half } = sites[site];
    const [dx, dy] = half ?? [0, 0];
    const [across, down] = [Math.abs(dy), -dx * Math.sign(dy)];
    const isLeft = away >= 0 && across * (x - sites[away].x) + down * (y - sites[away].y) < 0;
    const far = Math.hypot(dx, dy) / larger / (isLeft ? -7 : 7) || 1;
    const at = { x: x + across / far, y: y + down / far };
    const element = written(at, k + 1, { class: `nb-reply${isIn ? " nb-in" : ""}` });
    element.prepend(make("tspan", {}));
    element.firstChild.textContent = facts.players[who - 1][0];
    return element;
  };
  return ([mark, played, better, play, , who, also = []] = ["", [], [], []], [chain, why, spots] = ["", "", []]) => {
    svg.classList.toggle("nb-wrong", played.length > 0 && mark.includes("?"));
    larger = largerOn(scene);
    layer.style.setProperty("--nb-larger", String(larger));
    const rings = better.filter((site) => !played.includes(site));
    const trials = "✓✗~…".includes(mark || " ") ? played : [];
    const isTrial = trials.length > 0;
    const instead = insteadOf(sites, played, better, rings);
    if (view.repaint) {
      const points = [...also, ...trials].map((site) => [site]);
      const small = isTrial ? also : [];
      const marks = [...rings.map((site) => [site]), ...instead, ...points];
      return { marks, legend: legendOf(instead, [], small, [], "", { isTrial }) };
    }
    const line = play.slice(0, NUMBERED);
    const onLine = line.map(([site]) => site);
    const labelled = [...rings, ...onLine].map((site) => sites[site]);
    const arrows = instead.map(([from, to]) => upTo(sites[from], sites[to])).join("");
    bright({ layer: () => layer }, "", arrows);
    // Of pieces, too: what a number stands beside is crossed by the one it lies on.
    const bars = line.filter(([site]) => sites[site].half)
      .map(([site, mover]) => copied(sites[site].element, { class: "nb-piece", "data-ghost": mover }));
    layer.prepend(...bars);
    const dots = `${chain}${spots.map((site) => ringAround(sites[site])).join("")}`;
    if (dots) layer.prepend(make("path", { d: dots, class: "nb-witness" }));
    layer.append(
      ...rings.flatMap((site) => rimOf(sites[site])),
      ...also.map((site) => make("path", { d: ringAround(sites[site]), class: "nb-also" })),
      ...trials.map((site) => tried(board, site, who, mark)),
      ...played.slice(-1).flatMap((site) => badge(sites[site], mark, larger, labelled)),
      ...line.map((claim, k) => reply(claim, k, rings.includes(claim[0]) ? instead[0]?.[0] : -1,
        [...rings, ...also, ...spots].includes(claim[0]))));
    const names = played.map((site) => facts.names[site]);
    return { marks: [], legend: legendOf(instead, rings, also, line, why, { isTrial, played: names }) };
  };
};
