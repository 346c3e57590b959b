/** Light or dark, where the host does not say it by `color-scheme`: as the backgrounds behind. */

import { listen } from "./html.js";

/** Any CSS colour as four bytes. */
const bytesOf = (colour) => {
  const pixel = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  return pixel.getImageData(0, 0, 1, 1).data;
};

/** Light or dark, as all backgrounds behind an element come to, on white. */
const behind = (element) => {
  let [light, through] = [0, 1];
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    const [red, green, blue, alpha] = bytesOf(getComputedStyle(at).backgroundColor);
    light += through * (red + green + blue) * alpha / 255;
    through *= 1 - alpha / 255;
  }
  return light + through * 765 < 384 ? "dark" : "light";
};

/**
 * Give an element the scheme of its host when it is shown, and when the pointer comes to it: hosts change theirs.
 * @param {HTMLElement} element
 * @param {() => void} [seen] called each time
 * @returns {() => void} its undoing
 */
export const schemed = (element, seen = () => {}) => {
  const look = () => {
    element.style.colorScheme = "";
    if (getComputedStyle(element).colorScheme === "normal") element.style.colorScheme = behind(element);
    seen();
  };
  const shown = new ResizeObserver(look); // before the first paint
  shown.observe(element);
  const off = listen(element, { pointerenter: look });
  return () => {
    shown.disconnect();
    off();
  };
};
