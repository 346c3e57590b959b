/** How a drawing is looked at: zoomed, moved, turned onto itself. it is kept on the page. */

import { give, siteOf } from "./drawing.js";

const MOST = 8;
const ROOM = 22; // around the outermost place
const READ = 9.5 / 9; // pixels of the screen in a unit of the drawing, in which numbers are 9 high

/** The camera of a flat board. */
export const flat = ({ svg, scene, sites, ghosts, layer }, facts) => {
  const drawn = [...sites, ...ghosts, ...[...layer("labels").children].map(siteOf)];
  return camera(svg, scene, facts.turns, drawn.map(({ x, y }) => [x, y]), sites.length);
};

/** The board's own symmetries: the one that is shown, and where it takes places and directions. */
const symmetries = (scene, turns, spots, count) => {
  const [cx, cy] = [0, 1].map((k) => spots.slice(0, count).reduce((sum, spot) => sum + spot[k], 0) / count);
  let turned = 0;

  const matrix = () => turns[turned].map((value) => value / 1000);
  const placed = () => {
    const [a, b, c, d] = matrix();
    return [a, b, c, d, cx - a * cx - c * cy, cy - b * cx - d * cy];
  };
  const at = (x, y) => {
    const [a, b, c, d, e, f] = placed();
    return [a * x + c * y + e, b * x + d * y + f];
  };

  return {
    at,
    /** A direction on the screen as one of the board. */
    unturned([x, y]) {
      const [a, b, c, d] = matrix();
      return [a * x + b * y, c * x + d * y];
    },
    /** Show the next one, texts and marks upright; the frame of the drawing then. */
    next() {
      turned = (turned + 1) % turns.length;
      const [a, b, c, d] = matrix();
      scene.setAttribute("transform", `matrix(${placed().join(" ")})`);
      scene.style.setProperty("--nb-upright", `matrix(${a}, ${c}, ${b}, ${d}, 0, 0)`);
      const [xs, ys] = [0, 1].map((k) => spots.map((spot) => at(...spot)[k]));
      const [left, top] = [xs, ys].map((all) => Math.min(...all) - ROOM);
      return [left, top, Math.max(...xs) + ROOM - left, Math.max(...ys) + ROOM - top];
    },
  };
};

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGElement} scene what turns, the paper not
 * @param {number[][]} turns matrices in thousandths
 * @param {number[][]} spots all places of the drawing; those of the sites come first
 * @param {number} count how many sites there are
 */
export const camera = (svg, scene, turns, spots, count) => {
  const { at, unturned, next } = symmetries(scene, turns, spots, count);
  const texts = /** @type {NodeListOf<any>} */ (svg.querySelectorAll(".nb-labels, .nb-values"));
  let home = svg.getAttribute("viewBox").split(" ").map(Number);
  let box = [...home];
  let room = /** @type {any} */ ({}); // pixels that the drawing has, once that is known

  const show = () => {
    const most = [home[0] + home[2] - box[2], home[1] + home[3] - box[3]];
    box[0] = Math.min(Math.max(box[0], home[0]), most[0]);
    box[1] = Math.min(Math.max(box[1], home[1]), most[1]);
    svg.setAttribute("viewBox", box.map((value) => value.toFixed(2)).join(" "));
    svg.classList.toggle("nb-zoomed", box[2] < home[2]);
    // Asked of the page it would be laid out anew, and told the whole drawing that would be styled anew.
    const scale = Math.min(room.width / box[2], room.height / box[3]);
    svg.classList.toggle("nb-far", scale < READ);
    texts.forEach((layer) => layer.style.setProperty("--nb-scale", scale));
  };

  new ResizeObserver(([{ contentRect }]) => { room = contentRect; show(); }).observe(svg);

  const fit = () => {
    box = [...home];
    show();
  };

  return {
    unturned,
    /** Zoom by a factor about a place of the picture. */
    zoom(factor, x, y) {
      const width = Math.min(home[2], Math.max(home[2] / MOST, box[2] / factor));
      const share = width / box[2];
      box = [x - (x - box[0]) * share, y - (y - box[1]) * share, width, box[3] * share];
      show();
    },
    /** Move by a distance on the screen. */
    pan(dx, dy) {
      const scale = 1 / svg.getScreenCTM().a;
      box = [box[0] - dx * scale, box[1] - dy * scale, box[2], box[3]];
      show();
    },
    /** Move so that a place of the board can be seen. */
    reveal(x, y) {
      if (box[2] >= home[2]) return;
      at(x, y).forEach((middle, k) => {
        const edge = box[k + 2] / 8;
        box[k] = Math.min(Math.max(box[k], middle - box[k + 2] + edge), middle - edge);
      });
      show();
    },
    fit,
    zoomed: () => box[2] < home[2] - 0.01,
    turn() {
      home = next();
      const [x, y, width, height] = home;
      give(svg.querySelector(".nb-paper"), { x, y, width, height });
      fit();
    },
  };
};
