/** Elements of the page around a drawing, and listeners that can be taken away again. */

/** An HTML element with these properties and children. */
export const html = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** A button; one that is switched off keeps the focus, so that no key falls through to the page. */
export const button = (label, title, press) =>
  html("button", {
    type: "button", textContent: label, title, ariaLabel: /^\W+$/.test(label) ? title : null,
    onclick: ({ currentTarget }) => currentTarget.ariaDisabled !== "true" && press(),
  });

export const able = (element, on) => { element.ariaDisabled = String(!on); };

export const CALM = 700; // milliseconds, longer than between the clicks of a double click
const TAP = 200; // milliseconds, longer than what a finger has tapped counts as pressed

/** Bring a part onto the screen, but move nothing under a pointer that is pressed. */
export const seen = (part) => {
  const show = () => document.querySelector(":active") || part.scrollIntoView({ block: "nearest" });
  if (show() && matchMedia("(pointer:coarse)").matches) setTimeout(show, TAP);
};

/**
 * Listen to the events of an element; the answer undoes it.
 * @param {EventTarget} target
 * @param {Record<string, (event: any) => void>} calls
 * @param {AddEventListenerOptions} [options]
 * @returns {() => void}
 */
export const listen = (target, calls, options) => {
  const heard = Object.entries(calls);
  heard.forEach(([event, call]) => target.addEventListener(event, call, options));
  return () => heard.forEach(([event, call]) => target.removeEventListener(event, call, options));
};
