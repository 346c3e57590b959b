/** The puzzle trainer in a notebook: Python gives the puzzles, and keeps the results. */

import { html } from "./html.js";
import { unpacked } from "./packed.js";
import { trainer } from "./trainer.js";

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = async ({ model, el }) => {
  const results = () => [...model.get("earlier"), ...model.get("played")];
  const keep = (result) => {
    model.set("played", [...model.get("played"), result]);
    model.save_changes();
  };
  const { root, count, stop } = trainer(await unpacked(model.get("data")), { game: "", results, keep });
  const trouble = html("p", { className: "nb-trouble", role: "alert" });
  const complain = (words) => { trouble.textContent = words; };
  const told = () => complain(model.get("trouble"));
  const gone = () => complain("Python was restarted: run this cell again, so that results are kept.");
  const heard = { "change:played": count, "change:trouble": told, comm_live_update: gone };
  Object.entries(heard).forEach(([event, call]) => model.on(event, call));
  told();
  el.replaceChildren(trouble, root);
  return () => {
    Object.entries(heard).forEach(([event, call]) => model.off(event, call));
    stop();
    root.remove();
  };
};

export default { render };
