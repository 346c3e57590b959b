/** Mouse, pen and fingers on a board: pointing, clicking, dragging, pinching, and pressing long to draw. */

import { listen } from "./html.js";

const DRAG = 6; // pixels that make a press a drag
const LONG = 500; // milliseconds until a press is a long one

/**
 * @param {any} board
 * @param {any} view the camera
 * @param {any} can `site` at a place of the scene, `point`, `press`, `strokes`, `touched`
 * @returns {() => void} its undoing
 */
export const pointer = ({ svg, scene }, view, can) => {
  const { point, strokes } = can;
  const fingers = new Map();
  let dragged = 0;
  let holding;

  const onPaper = ({ clientX, clientY }, layer = svg) =>
    new DOMPoint(clientX, clientY).matrixTransform(layer.getScreenCTM().inverse());
  const siteAt = (event) => {
    const { x, y } = onPaper(event, scene);
    return view.site ? view.site(x, y) : can.site(x, y);
  };

  const pointerdown = (event) => {
    const touch = event.pointerType === "touch";
    if (event.isPrimary) {
      fingers.clear();
      dragged = 0;
    }
    if (event.button === 2) {
      if (!strokes.begun()) strokes.at(siteAt(event));
      return;
    }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    clearTimeout(holding);
    if (touch && event.isPrimary) holding = setTimeout(() => strokes.at(siteAt(event)), LONG);
    if (touch) can.touched();
  };
  const pinch = (from, to, other) => {
    const [was, is] = [from, to].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
    const { x, y } = onPaper({ clientX: (to[0] + other[0]) / 2, clientY: (to[1] + other[1]) / 2 });
    dragged += DRAG;
    if (was > 0) view.zoom(is / was, x, y);
  };
  const pointermove = (event) => {
    if (!event.buttons) fingers.clear(); // let go where nobody saw it
    const from = fingers.get(event.pointerId);
    if (!from || strokes.begun()) {
      if (from || event.pointerType !== "touch") point(siteAt(event));
      return;
    }
    const to = [event.clientX, event.clientY];
    const by = [to[0] - from[0], to[1] - from[1]];
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    dragged += Math.hypot(...by);
    if (dragged > DRAG) clearTimeout(holding);
    if (other) pinch(from, to, other);
    else if (dragged > DRAG) view.pan(...by);
    fingers.set(event.pointerId, to);
  };
  const pointerup = (event) => {
    clearTimeout(holding);
    fingers.delete(event.pointerId);
    if (!strokes.begun()) return;
    dragged = Infinity; // and no claim
    strokes.at(event.type === "pointerup" ? siteAt(event) : -1);
    point(-1);
  };
  const pointerleave = (event) => {
    pointerup(event);
    point(-1);
  };
  const click = (event) => {
    if (event.detail && dragged > DRAG && (view.zoomed() || dragged === Infinity)) return;
    const hit = event.detail ? siteAt(event) : Number(event.target.dataset.site ?? -1);
    if (hit >= 0) can.press(hit);
  };
  const contextmenu = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const wheel = (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = onPaper(event);
    view.zoom(Math.exp(-event.deltaY / 300), x, y);
  };
  const touchmove = (event) => { if (strokes.begun()) event.preventDefault(); };

  const off = [
    listen(svg, { pointerdown, pointermove, pointerup, pointercancel: pointerup, pointerleave, click, contextmenu }),
    listen(svg, { wheel, touchmove }, { passive: false }),
  ];
  return () => {
    clearTimeout(holding);
    off.forEach((undo) => undo());
  };
};
