/** The puzzle trainer in a notebook: Python gives the puzzles, and keeps the results. */

import { hear, write } from "./host.js";
import { unpacked } from "./packed.js";
import { trainer } from "./trainer.js";
import { troubled } from "./troubled.js";

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = async ({ model, el }) => {
  const results = () => [...model.get("earlier"), ...model.get("played")];
  const keep = (result) => write(model, { played: [...model.get("played"), result] });
  const { root, count, stop } = trainer(await unpacked(model.get("data")), { game: "", results, keep });
  const [trouble, off] = troubled(model, el, "run this cell again, so that results are kept");
  const told = () => { trouble.textContent = model.get("trouble"); };
  const deaf = hear(model, { "change:played": count, "change:trouble": told });
  told();
  el.append(root);
  return () => {
    deaf();
    off();
    stop();
    root.remove();
  };
};

export default { render };
