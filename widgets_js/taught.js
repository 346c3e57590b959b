/** The tutorial in a notebook: Python gives the lessons. */

import { unpacked } from "./packed.js";
import { tutorial } from "./tutorial.js";

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = async ({ model, el }) => {
  const { root, stop } = tutorial(await unpacked(model.get("data")));
  el.append(root);
  return () => {
    stop();
    root.remove();
  };
};

export default { render };
