/** A proof in a notebook: Python gives its steps, and the page needs no more. */

import { unpacked } from "./packed.js";
import { stage } from "./stage.js";

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = async ({ model, el }) => {
  const [proof] = await unpacked(model.get("data"));
  const { root, stop } = stage(proof);
  el.append(root);
  return () => {
    stop();
    root.remove();
  };
};

export default { render };
