/** The curve of a review: a player's chance to win after each move; pressing it goes to a position. */

import { whose } from "./called.js";
import { make } from "./drawing.js";
import { html, listen } from "./html.js";

const SIDE = 0.02; // of the width of the curve, free at either side

/** A review as one side sees it: the shares of its curve are those of that player. */
const seenBy = (review, side) =>
  (side === 2 ? { ...review, curve: review.curve.map((share) => 1 - share) } : review);

/** What the parts of this side's curve are, of those that it has. */
const partsOf = ({ errors, decided, words, share, swapped }, side) => [
  swapped ? `Before the swap: the chance of the player who ${side === 2 ? "opened" : "then swapped"}.` : "",
  Object.keys(words).length ? (share === 1 ? "Red dots: marked moves." : "Grey dots: moves marked so far.") : "",
  errors.some(Boolean) ? "Grey: how far an estimate may change with ten times the games." : "",
  decided === null ? "" : "Dashed upright line: from there on the result is proven.",
].filter(Boolean).join(" ");

/** The curve of a player's prospects: as wide as its moves, 1 high, stretched to its place. */
const curveOf = (review, name, side) => {
  const { curve, errors, decided, words } = seenBy(review, side);
  const end = Math.max(curve.length - 1, 1);
  const beside = end * SIDE / (1 - 2 * SIDE);
  const viewBox = `${-beside} -.08 ${end + 2 * beside} 1.16`;
  const svg = make("svg", { class: "nb-curve", viewBox, preserveAspectRatio: "none", role: "img" });
  const line = (points) => points.map(([x, y], k) => `${k ? "L" : "M"}${x} ${y}`).join("");
  const high = curve.map((share, n) => [n, 1 - Math.min(1, share + errors[n])]);
  const low = curve.map((share, n) => [n, 1 - Math.max(0, share - errors[n])]);
  const shape = (part, d, owner = 0) =>
    svg.append(make("path", { d, class: `nb-${part}`, "data-owner": owner }));
  const course = curve.map((share, n) => [n, 1 - share]);
  const [left, right] = [-beside, end + beside];
  for (const [rim, owner] of [[-1, 3 - side], [2, side]]) {
    const ends = [[left, course[0][1]], ...course, [right, course.at(-1)[1]]];
    shape("half", `${line([[left, rim], ...ends, [right, rim]])}Z`, owner);
  }
  shape("band", `${line([...high, ...low.reverse()])}Z`);
  shape("even", `M${left} .5H${right}`);
  if (decided !== null) shape("decided", `M${decided} -1V2`);
  shape("course", line(course));
  for (const n of Object.keys(words).map(Number)) shape("slip", `M${n} ${1 - curve[n]}h0`);
  const settled = decided === null ? "" : `, proven from ${decided ? `move ${decided}` : "the start"} to the end`;
  const slips = Object.keys(words).join(", ") || "none";
  svg.setAttribute("aria-label", `${whose(name)} chance to win after each of ${curve.length - 1} moves, ` +
    `at the end ${Math.round(100 * curve.at(-1))}%${settled}; marked moves: ${slips}. ${partsOf(review, side)}`);
  return svg;
};

/** Whose share the height of the curve is; a screen reader is told by the curve itself. */
const axisFor = () => {
  const ends = ["", "50%", "0%"].map((textContent) => html("span", { textContent }));
  const element = html("div", { className: "nb-axis", ariaHidden: "true" }, ...ends);
  const show = (name) => {
    ends[0].textContent = `${name} 100%`;
    element.title = `${whose(name)} chance to win`;
  };
  return { element, show };
};

/** The curve in its place: pressing it goes to a position. @param {any} b the parts of a board */
export const plotFor = ({ facts, times }) => {
  const element = html("div", { className: "nb-plot", tabIndex: -1 }); // a click brings the keys here
  const here = html("i", { className: "nb-here" });
  const parts = html("div", { className: "nb-parts", ariaHidden: "true" });
  const axis = axisFor();
  let drawn = null;
  let isFinal = false;
  const seek = ({ type, buttons, clientX }) => {
    if (!drawn || (type === "pointermove" && !buttons)) return;
    const { left, width } = element.getBoundingClientRect();
    const share = ((clientX - left) / width - SIDE) / (1 - 2 * SIDE);
    times.go(Math.round((drawn.length - 1) * Math.min(1, Math.max(0, share))));
  };
  listen(element, { pointerdown: seek, pointermove: seek });
  return {
    chart: html("div", { className: "nb-chart" }, axis.element, element),
    parts,
    show(review) {
      const { curve = null, mine = 1 } = review;
      const player = facts.players[mine - 1];
      const name = review.mine ? `You (${player})` : player;
      const isChanged = drawn !== curve || isFinal !== (review.share === 1);
      if (isChanged) element.replaceChildren(...(curve ? [curveOf(review, name, mine), here] : []));
      isFinal = review.share === 1;
      axis.show(name);
      parts.textContent = curve ? partsOf(review, mine) : "";
      drawn = curve;
      const share = Math.min(1, times.at() / Math.max(1, (drawn?.length ?? 1) - 1));
      here.style.left = `${100 * (SIDE + (1 - 2 * SIDE) * share)}%`;
    },
  };
};
