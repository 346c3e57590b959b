/** The puzzle trainer in a notebook: Python gives the puzzles, and keeps the results. */

import { hear, write } from "./host.js";
import { html } from "./html.js";
import { unpacked } from "./packed.js";
import { trainer } from "./trainer.js";

/** @param {{ model: import("@anywidget/types").AnyModel, el: HTMLElement }} place */
const render = async ({ model, el }) => {
  const results = () => [...model.get("earlier"), ...model.get("played")];
  const keep = (result) => write(model, { played: [...model.get("played"), result] });
  const { root, count, stop } = trainer(await unpacked(model.get("data")), { game: "", results, keep });
  const trouble = html("p", { className: "nb-trouble", role: "alert" });
  const complain = (words) => { trouble.textContent = words; };
  const told = () => complain(model.get("trouble"));
  const gone = () => complain("Python was restarted: run this cell again, so that results are kept.");
  const deaf = hear(model, { "change:played": count, "change:trouble": told, comm_live_update: gone });
  told();
  el.append(trouble, root);
  return () => {
    deaf();
    stop();
    trouble.remove();
    root.remove();
  };
};

export default { render };
