/** Sites that a person claims: confirmed first where that is wanted, pending until Python answers. */

import { mover } from "./shown.js";

/**
 * @param {any} board
 * @param {any} facts
 * @param {import("./shown.js").Shown} shown
 * @param {any} can `deed`, `last` request, `question`, `confirms`, `focus`, `point`
 */
export const claims = ({ sites }, facts, shown, can) => {
  let chosen = -1; // clicked once, where moves are confirmed
  const name = (site) => facts.names[site];
  const mark = (site, on) => {
    sites[site].element.toggleAttribute("data-pending", on);
    shown.pending[on ? "add" : "delete"](site);
  };

  /** Choose a site, so that a second click claims it; -1 takes the choice and any question back. */
  const choose = (site) => {
    if (chosen >= 0) sites[chosen].element.removeAttribute("data-chosen");
    chosen = site;
    if (site < 0) {
      if (can.question.isOpen()) can.question.close();
      return;
    }
    sites[site].element.setAttribute("data-chosen", "");
    can.question.ask(`Play ${name(site)}?`, `Play ${name(site)}`, () => claim(site));
    can.focus(site);
  };

  const claim = (site) => {
    const from = shown.looking;
    if (site < 0 || can.last() === name(site)) return; // the second of a double click
    if (shown.now.edit) can.deed(`set ${name(site)}`);
    else if (from !== null) {
      can.question.ask(`Play ${name(site)} here instead? The moves after this one are kept as a line.`, "Play here", () =>
        can.deed(`from ${from} ${name(site)}`));
    } else if (!mover(shown)) return;
    else if (can.confirms() && chosen !== site) choose(site);
    else {
      choose(-1);
      mark(site, true);
      can.point(-1);
      can.deed(name(site));
    }
  };

  return { claim, choose, settle: () => [...shown.pending].forEach((site) => mark(site, false)) };
};
