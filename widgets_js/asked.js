/** An exercise in a notebook: Python gives it, the page judges it, and Python hears of the answer. */

import { exercises } from "./asking.js";
import { unpacked } from "./packed.js";

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = async ({ model, el }) => {
  const hand = (text) => {
    model.set("answer", text);
    model.save_changes();
  };
  const { root, stop } = exercises(await unpacked(model.get("data")), { hand });
  el.append(root);
  return () => {
    stop();
    root.remove();
  };
};

export default { render };
