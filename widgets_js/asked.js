/** An exercise in a notebook: Python gives it, the page judges it, and Python hears of the answer. */

import { exercises } from "./asking.js";
import { write } from "./host.js";
import { unpacked } from "./packed.js";
import { troubled } from "./troubled.js";

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = async ({ model, el }) => {
  const hand = (answer) => write(model, { answer });
  const { root, stop } = exercises(await unpacked(model.get("data")), { hand });
  const [, off] = troubled(model, el, "answers are judged here all the same, but it hears of none");
  el.append(root);
  return () => {
    off();
    stop();
    root.remove();
  };
};

export default { render };
