/** The tutorial in a notebook: Python gives the lessons, and keeps which one is shown. */

import { write } from "./host.js";
import { unpacked } from "./packed.js";
import { troubled } from "./troubled.js";
import { tutorial } from "./tutorial.js";

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = async ({ model, el }) => {
  const keep = (at) => write(model, { at });
  const play = () => "to play, run nbgames.menu()";
  const { root, stop } = tutorial(await unpacked(model.get("data")), { begun: model.get("at"), keep, play });
  const [, off] = troubled(model, el, "run this cell again, so that your lesson is kept");
  el.append(root);
  return () => {
    off();
    stop();
    root.remove();
  };
};

export default { render };
