/** Mouse, pen and fingers on a board: pointing, clicking, dragging, pinching, and pressing long to draw. */

import { listen } from "./html.js";

const DRAG = 6; // pixels that make a press a drag
const LONG = 500; // milliseconds until a press is a long one

/** A place of the window as one of the drawing, or of a layer of it. */
const placeIn = (layer, { clientX, clientY }) =>
  new DOMPoint(clientX, clientY).matrixTransform(layer.getScreenCTM().inverse());

/** Moves the view as pressed fingers move, and measures how far they were dragged. */
const grip = (svg, view) => {
  const fingers = new Map();
  let dragged = 0;
  const pinch = (from, to, other) => {
    const [was, is] = [from, to].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
    const { x, y } = placeIn(svg, { clientX: (to[0] + other[0]) / 2, clientY: (to[1] + other[1]) / 2 });
    dragged += DRAG;
    if (was > 0) view.zoom(is / was, x, y);
  };
  return {
    down(event) {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    },
    holds: ({ pointerId }) => fingers.has(pointerId),
    drag(event) {
      const from = fingers.get(event.pointerId);
      const to = [event.clientX, event.clientY];
      const by = [to[0] - from[0], to[1] - from[1]];
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      dragged += Math.hypot(...by);
      if (other) pinch(from, to, other);
      else if (dragged > DRAG) view.pan(...by);
      fingers.set(event.pointerId, to);
    },
    up: ({ pointerId }) => fingers.delete(pointerId),
    clear: () => fingers.clear(),
    dragged: () => dragged,
    /** So far from now on; what comes of a long press or a stroke is no click. */
    count: (pixels) => { dragged = pixels; },
  };
};

/** The wheel with Ctrl zooms, and a finger that draws does not scroll the page. */
const withoutScrolling = (svg, view, strokes) => listen(svg, {
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = placeIn(svg, event);
    view.zoom(Math.exp(-event.deltaY / 300), x, y);
  },
  touchmove(event) {
    if (strokes.begun()) event.preventDefault();
  },
}, { passive: false });

/** A click presses the site under it, and says if it is a second one, unless it ends a drag; a key's tells its site. */
const clicking = ({ svg, scene }, view, hand, siteAt, press) => listen(svg, {
  click(event) {
    if (event.detail && hand.dragged() > DRAG && (view.zoomed() || hand.dragged() === Infinity)) return;
    const hit = event.detail ? siteAt(event) : Number(event.target.dataset.site ?? -1);
    const { x, y } = event.detail && !view.site ? placeIn(scene, event) : {};
    if (hit >= 0) press(hit, x, y, event.detail > 1);
  },
  contextmenu(event) {
    event.preventDefault();
    event.stopPropagation();
  },
});

/**
 * @param {any} b the parts of a board
 * @returns {() => void} its undoing
 */
export const pointer = ({ board, view, panel, strokes, point, press, site }) => {
  const { svg, scene } = board;
  const hand = grip(svg, view);
  let holding;

  const siteAt = (event) => {
    const { x, y } = placeIn(scene, event);
    return (view.site ?? site)(x, y);
  };
  const release = (event) => {
    clearTimeout(holding);
    hand.up(event);
    if (!strokes.begun()) return;
    hand.count(Infinity);
    strokes.at(event.type === "pointerup" ? siteAt(event) : -1);
    point(-1);
  };

  const off = [listen(svg, {
    pointerdown(event) {
      if (event.isPrimary) {
        hand.clear();
        hand.count(0);
      }
      if (event.button === 2) {
        if (!strokes.begun()) strokes.at(siteAt(event));
        return;
      }
      hand.down(event);
      clearTimeout(holding);
      if (event.pointerType !== "touch") return;
      if (event.isPrimary) holding = setTimeout(() => strokes.at(siteAt(event)), LONG);
      panel.touched();
    },
    pointermove(event) {
      if (!event.buttons) hand.clear(); // let go where nobody saw it
      const held = hand.holds(event);
      if (held && !strokes.begun()) hand.drag(event);
      else if (held || event.pointerType !== "touch") point(siteAt(event), event.target);
      if (hand.dragged() > DRAG) clearTimeout(holding);
    },
    pointerup: release,
    pointercancel: release,
    pointerleave(event) {
      release(event);
      point(-1);
    },
  }), clicking(board, view, hand, siteAt, press), withoutScrolling(svg, view, strokes)];
  return () => {
    clearTimeout(holding);
    off.forEach((undo) => undo());
  };
};
